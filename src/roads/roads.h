// SPDX-License-Identifier: MIT
// What the source files of roads share: a path as tiles, and marks on the tiles of a part of the map.
#ifndef FW_ROADS_ROADS_H
#define FW_ROADS_ROADS_H

#include "base/core.h"
#include "fairway/roads.h"

// A grid as large as a part of another one, of a terrain that no unit with these capabilities may enter: `closed`. The
// other terrains are those of the other grid.
// @return FW_ERR_TOO_LARGE if the terrain table is full and all its terrains are open to some unit; FW_ERR_MEMORY.
fw_status fw_roads_grid( const fw_grid* grid, uint32_t capabilities, const fw_allocator* allocator, fw_rect part,
                         uint8_t* closed, fw_grid** made );

// How to put cones. Made by fw_default_cones_def(), then changed.
typedef struct fw_cones_def
{
	fw_allocator allocator;
	uint32_t terrains; // of roads, bits of 1 << index; 0: fw_roads_terrains()
	bool cones;        // block tiles beside the road; else only those that `lane` and `narrow` block
	fw_lane lane;      // also block the other half of the road
	bool narrow; // also on roads wider than the unit: leave a strip of its width in whole tiles, in the middle of the
	             // lane, or along the tile path
	int32_t turn_tiles; // [1..260]; 0: fw_roads_turn_tiles() and fw_roads_overhang()
	int32_t verge;      // tiles beside a road that stay open everywhere, for wide units on narrow roads [0..128]
	bool open_ends;     // start and goal count as turns: room to turn around
} fw_cones_def;

// A tile of a path, by its coordinates in the part of the map.
typedef struct fw_path_tile
{
	int32_t x, y;
	bool road;
	bool turn; // the path changes direction here, or a link begins or ends
} fw_path_tile;

#define FW_MARK_BLOCKED 1 // by cones
#define FW_MARK_OPEN 2    // stays open beside a road
#define FW_MARK_FREE 4    // no lane is marked there

// A part of the map with marks.
typedef struct fw_marks
{
	const fw_grid* grid;
	const fw_unit* unit;
	const fw_cones_def* def;
	int32_t turn_tiles;
	fw_path_tile* path; // [path_count], the tile path
	int32_t path_count, path_capacity;
	uint32_t terrains; // of roads
	fw_rect part;
	uint8_t* marks; // [width * height of the part], FW_MARK_ bits
} fw_marks;

// Does the tile have one of these terrains? False outside the map.
bool fw_roads_has( const fw_grid* grid, uint32_t terrains, int32_t x, int32_t y );

FW_INLINE bool fw_marks_road( const fw_marks* m, int32_t x, int32_t y )
{
	return x >= 0 && y >= 0 && x < m->part.width && y < m->part.height &&
	       fw_roads_has( m->grid, m->terrains, m->part.x + x, m->part.y + y );
}

FW_INLINE uint8_t* fw_marks_at( const fw_marks* m, int32_t x, int32_t y )
{
	return m->marks + (size_t)y * (size_t)m->part.width + (size_t)x;
}

// Marks all tiles of the part up to `reach` tiles away, diagonals counted as one.
void fw_marks_around( const fw_marks* m, int32_t x, int32_t y, int32_t reach, uint8_t mark );
// Blocks the tiles outside the lane along straight parts of the path, and if `narrow` all but a strip for the unit.
void fw_marks_lane( const fw_marks* m );

// The room for a turn by 90 degrees between two roads one tile wide [tiles, 1..66]: a disc of radius r drives in the
// middle of the road except for an arc of radius R, and touches no tile beside the road from this many tiles after the
// corner's on. It is the smallest integer that is at least R + 1/2 - sqrt( ( 1/2 - r ) ( 2 R - r - 1/2 ) ), or R + 1/2
// if the disc is wider than a tile.
int32_t fw_roads_turn_tiles( const fw_unit* unit );
// Half of the width that a unit takes of a road along which it drives: a disc's radius, or how far its outline reaches
// to a side [tiles].
double fw_roads_half_width( const fw_unit* unit );
// What an outline reaches farther ahead or behind than to a side, so that a turn takes as much more room [tiles].
int32_t fw_roads_overhang( const fw_unit* unit );
// A copy of a grid on which all tiles but roads are blocked, links and one-way tiles with it.
typedef struct fw_road_view fw_road_view;

// @param terrains bits of 1 << index; 0: fw_roads_terrains(). @param allocator NULL: the default one.
// @return as fw_roads_grid(). Cost: O(tiles).
fw_status fw_road_view_create( const fw_grid* grid, uint32_t terrains, const fw_allocator* allocator,
                               fw_road_view** view );
void fw_road_view_destroy( fw_road_view* view ); // NULL is allowed
// Takes over all edits of the grid, as edits of the copy. Cost: O(edited tiles); O(tiles) with links or one-way tiles.
// @return as fw_roads_grid(). After FW_ERR_MEMORY some edits may have been taken over: the next call takes over the
// rest.
fw_status fw_road_view_update( fw_road_view* view );
fw_grid* fw_road_view_grid( const fw_road_view* view ); // belongs to the view; layers may be added to it
size_t fw_road_view_memory( const fw_road_view* view ); // bytes

fw_cones_def fw_default_cones_def( void ); // cones, any lane, narrow, turn tiles by unit, verge 0, ends closed
// Blocks tiles that are no road. If the tile path keeps to roads, all of them are blocked except those nearer to a turn
// of the path than `turn_tiles`. Otherwise only tiles near a road are blocked, except around the points where the path
// leaves it. A lane also blocks the other half of roads along straight parts of the path, away from turns and ends,
// wherever the half that is left is as wide as the unit; narrow cones stand there too. The middle tile of a road with
// an odd number of tiles is in neither half, or in both if the unit needs it.
// @param tile_path lines over tile centers of the grid, such as those of astar. @param unit a disc for which the grid
// is plain. @return as fw_roads_grid(). Cost: O(tiles of the part).
fw_status fw_cones_create( const fw_grid* grid, const fw_unit* unit, const fw_cones_def* def, const fw_path* tile_path,
                           fw_cones** cones );
void fw_cones_destroy( fw_cones* cones );        // NULL is allowed
fw_grid* fw_cones_grid( const fw_cones* cones ); // belongs to the cones; its tile (0, 0) is that of the part
fw_rect fw_cones_part( const fw_cones* cones );  // of the map. fw_path_move() converts between their coordinates

#endif
