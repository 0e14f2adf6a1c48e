// SPDX-License-Identifier: MIT
// What the files of roads share: the walk as tiles, and marks on the tiles of a part of the map.
#ifndef FW_ROADS_ROADS_H
#define FW_ROADS_ROADS_H

#include "base/core.h"
#include "fairway/roads.h"

// A terrain of the table that no unit with these capabilities enters, made one more where there is none. The table has
// room for FW_TERRAIN_MAX. Returns its index, -1 where there is no room.
int32_t fw_roads_closed( fw_terrain* terrains, int32_t* count, uint32_t capabilities );

// A tile of a walk, by its place in the part of the map.
typedef struct fw_walk_tile
{
	int32_t x, y;
	bool road;
	bool turn; // the walk has another direction behind it, or a link begins or ends
} fw_walk_tile;

typedef struct fw_walk
{
	fw_walk_tile* tiles; // [count]
	int32_t count, capacity;
} fw_walk;

#define FW_MARK_BLOCKED 1 // by cones
#define FW_MARK_OPEN 2    // stays open beside a road
#define FW_MARK_FREE 4    // no lane is marked there

// A part of the map with marks.
typedef struct fw_marks
{
	const fw_grid* grid;
	const fw_unit* unit;
	uint32_t terrains; // that are roads
	fw_rect part;
	uint8_t* marks; // [width * height of the part], FW_MARK_ bits
} fw_marks;

FW_INLINE bool fw_marks_road( const fw_marks* m, int32_t x, int32_t y )
{
	return x >= 0 && y >= 0 && x < m->part.width && y < m->part.height &&
	       fw_roads_has( m->grid, m->terrains, m->part.x + x, m->part.y + y );
}

FW_INLINE uint8_t* fw_marks_at( const fw_marks* m, int32_t x, int32_t y )
{
	return m->marks + (size_t)y * (size_t)m->part.width + (size_t)x;
}

// Marks all tiles up to `reach` tiles away, diagonals counted as one, as far as the part goes.
void fw_marks_around( const fw_marks* m, int32_t x, int32_t y, int32_t reach, uint8_t mark );
// Blocks what is not of the lane along straight parts of a walk, and where `narrow` all but a strip for the unit.
void fw_marks_lane( const fw_marks* m, const fw_walk* walk, fw_lane lane, bool narrow, int32_t turn_tiles );

// How many tiles a unit takes for a turn by 90 degrees between two roads of one tile [tiles, 1..66]: beside the road,
// from so many tiles behind the corner's on, nothing is in the way of a disc of radius r that drives in the middle of
// the road but for an arc of radius R: the least whole number from
// R + 1/2 - sqrt( ( 1/2 - r ) ( 2 R - r - 1/2 ) ) on; R + 1/2 where the disc is wider than a tile.
int32_t fw_roads_turn_tiles( const fw_unit* unit );
// A copy of a grid on which all tiles but roads are blocked, links and one-way tiles with it.
typedef struct fw_road_view fw_road_view;

// @param terrains bits of 1 << index; 0: fw_roads_terrains(). @param allocator NULL: the default one.
// @return FW_ERR_TOO_LARGE where the terrain table is full and none of it is closed to all units; FW_ERR_ARGUMENT,
// FW_ERR_MEMORY. Cost: O(tiles).
fw_status fw_road_view_create( const fw_grid* grid, uint32_t terrains, const fw_allocator* allocator,
                               fw_road_view** view );
void fw_road_view_destroy( fw_road_view* view ); // NULL is allowed
// Takes over all edits of the grid, as edits of the copy. Cost: O(edited tiles); O(tiles) with links or one-way tiles.
// @return FW_ERR_TOO_LARGE as of fw_road_view_create(), FW_ERR_ARGUMENT; FW_ERR_MEMORY, after which a part may have
// been taken over: the next call takes over the rest.
fw_status fw_road_view_update( fw_road_view* view );
fw_grid* fw_road_view_grid( const fw_road_view* view ); // belongs to the view; layers may be added to it
size_t fw_road_view_memory( const fw_road_view* view ); // bytes

// How to put cones. Made by fw_default_cones_def(), then changed.
typedef struct fw_cones_def
{
	uint32_t cookie; // set by fw_default_cones_def()
	fw_allocator allocator;
	uint32_t terrains;  // that are roads, bits of 1 << index; 0: fw_roads_terrains()
	bool cones;         // beside the road; else only those of `lane`
	fw_lane lane;       // also down the middle of the road, so that this half of it is left
	bool narrow;        // also on roads wider than the unit, so that a strip of its width in whole tiles is left: in
	                    // the middle of the lane, or where the walk is
	int32_t turn_tiles; // [1..130]; 0: fw_roads_turn_tiles()
	int32_t verge;      // so many tiles beside a road stay open everywhere, for wide units on narrow roads [0..64]
	bool open_ends;     // start and goal count as turns: room to turn round
} fw_cones_def;

fw_cones_def fw_default_cones_def( void ); // cones, any lane, narrow, turn tiles by unit, verge 0, ends closed
// Blocked are tiles that are no road: all of them but those nearer to a turn of the walk than `turn_tiles`, where the
// walk is on roads all along. Else only those so near to a road, and not those around where the walk leaves it. With a
// lane also the other half of roads along straight parts of the walk, away from turns and ends, wherever the half that
// is left is as wide as the unit; narrow cones stand there too. Of a road of an odd number of tiles the middle one is
// in neither half, or in both where the unit needs it.
// @param walk lines over tile centers, such as astar's; its turns are what counts. @param unit a disc.
// @return FW_ERR_UNSUPPORTED for squares and grids that are not plain for the unit; FW_ERR_TOO_LARGE as of
// fw_road_view_create(); FW_ERR_ARGUMENT; FW_ERR_DEF; FW_ERR_MEMORY. Cost: O(tiles of the part).
fw_status fw_cones_create( const fw_grid* grid, const fw_unit* unit, const fw_cones_def* def, const fw_path* walk,
                           fw_cones** cones );
void fw_cones_destroy( fw_cones* cones );        // NULL is allowed
fw_grid* fw_cones_grid( const fw_cones* cones ); // belongs to the cones; its tile (0, 0) is that of the part
fw_rect fw_cones_part( const fw_cones* cones );  // of the map. fw_path_move() leads from one to the other

#endif
