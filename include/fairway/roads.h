// SPDX-License-Identifier: MIT
/// @file
/// Roads: which tiles are some, how a unit is kept to them, and to one side of them. Everything here makes grids of its
/// own; the caller's grid stays as it is. How: docs/algorithms/roads.md.
/// Source: M. Pinter, "Toward More Realistic Pathfinding" (2001), "The Road Problem".
#ifndef FAIRWAY_ROADS_H
#define FAIRWAY_ROADS_H

#include "fairway/grid.h"
#include "fairway/path.h"

FW_BEGIN_DECLS

/// How a plan heeds roads.
typedef enum fw_roads
{
	FW_ROADS_NONE = 0,  ///< as any other ground
	FW_ROADS_STEPS = 1, ///< passes leave the waypoints on roads alone; where no method is named, "directional8" for a
	                    ///< unit with a turning radius, else "astar"
	FW_ROADS_ONLY = 2,  ///< where the unit can stand on roads at start and goal, all other tiles are blocked
	FW_ROADS_RINGS = 3, ///< a ring as wide as a turn by 90 degrees takes, and curves from one place on roads to another
	                    ///< keep to them; passes as with #FW_ROADS_STEPS
	FW_ROADS_CONES = 4, ///< a walk is found first; then tiles beside the road are blocked (#fw_cones) but near its
	                    ///< turns, where a unit may need room
} fw_roads;

/// To which side of a road of two tiles or more a unit keeps.
typedef enum fw_lane
{
	FW_LANE_ANY = 0,
	FW_LANE_RIGHT = 1,
	FW_LANE_LEFT = 2,
} fw_lane;

/// The terrains that are named "road", as bits of 1 << index.
FW_API uint32_t fw_roads_terrains( const fw_grid* grid );
/// Is the tile of one of these terrains? False outside of the map.
FW_API bool fw_roads_has( const fw_grid* grid, uint32_t terrains, int32_t x, int32_t y );
/// How many tiles a unit takes for a turn by 90 degrees between two roads of one tile [tiles, 1..66]: beside the road,
/// from so many tiles behind the corner's on, nothing is in the way of a disc of radius r that drives in the middle of
/// the road but for an arc of radius R: the least whole number from
/// R + 1/2 - sqrt( ( 1/2 - r ) ( 2 R - r - 1/2 ) ) on; R + 1/2 where the disc is wider than a tile.
FW_API int32_t fw_roads_turn_tiles( const fw_unit* unit );

/// A copy of a grid on which all tiles but roads are blocked, links and one-way tiles with it.
typedef struct fw_road_view fw_road_view;

/// @param terrains bits of 1 << index; 0: fw_roads_terrains(). @param allocator NULL: the default one.
/// @return #FW_ERR_TOO_LARGE where the terrain table is full and none of it is closed to all units; #FW_ERR_ARGUMENT,
/// #FW_ERR_MEMORY. Cost: O(tiles).
FW_API fw_status fw_road_view_create( const fw_grid* grid, uint32_t terrains, const fw_allocator* allocator,
                                      fw_road_view** view );
FW_API void fw_road_view_destroy( fw_road_view* view ); ///< NULL is allowed
/// Takes over all edits of the grid, as edits of the copy. Cost: O(edited tiles); O(tiles) with links or one-way tiles.
/// @return #FW_ERR_TOO_LARGE as of fw_road_view_create(), #FW_ERR_ARGUMENT; #FW_ERR_MEMORY, after which a part may have
/// been taken over: the next call takes over the rest.
FW_API fw_status fw_road_view_update( fw_road_view* view );
FW_API fw_grid* fw_road_view_grid( const fw_road_view* view ); ///< belongs to the view; layers may be added to it
FW_API size_t fw_road_view_memory( const fw_road_view* view ); ///< bytes

/// How to put cones. Made by fw_default_cones_def(), then changed.
typedef struct fw_cones_def
{
	uint32_t cookie; ///< set by fw_default_cones_def()
	fw_allocator allocator;
	uint32_t terrains;  ///< that are roads, bits of 1 << index; 0: fw_roads_terrains()
	bool cones;         ///< beside the road; else only those of `lane`
	fw_lane lane;       ///< also down the middle of the road, so that this half of it is left
	bool narrow;        ///< also on roads wider than the unit, so that a strip of its width in whole tiles is left: in
	                    ///< the middle of the lane, or where the walk is
	int32_t turn_tiles; ///< [1..130]; 0: fw_roads_turn_tiles()
	int32_t verge;      ///< so many tiles beside a road stay open everywhere, for wide units on narrow roads [0..64]
	bool open_ends;     ///< start and goal count as turns: room to turn round
} fw_cones_def;

FW_API fw_cones_def fw_default_cones_def( void ); ///< cones, any lane, narrow, turn tiles by unit, verge 0, ends closed

/// A copy of the part of a grid around a walk, with tiles blocked that keep a unit to the roads of the walk.
typedef struct fw_cones fw_cones;

/// Blocked are tiles that are no road: all of them but those nearer to a turn of the walk than `turn_tiles`, where the
/// walk is on roads all along. Else only those so near to a road, and not those around where the walk leaves it. With a
/// lane also the other half of roads along straight parts of the walk, away from turns and ends, wherever the half that
/// is left is as wide as the unit; narrow cones stand there too. Of a road of an odd number of tiles the middle one is
/// in neither half, or in both where the unit needs it.
/// @param walk lines over tile centers, such as astar's; its turns are what counts. @param unit a disc.
/// @return #FW_ERR_UNSUPPORTED for squares and grids that are not plain for the unit; #FW_ERR_TOO_LARGE as of
/// fw_road_view_create(); #FW_ERR_ARGUMENT; #FW_ERR_DEF; #FW_ERR_MEMORY. Cost: O(tiles of the part).
FW_API fw_status fw_cones_create( const fw_grid* grid, const fw_unit* unit, const fw_cones_def* def,
                                  const fw_path* walk, fw_cones** cones );
FW_API void fw_cones_destroy( fw_cones* cones );        ///< NULL is allowed
FW_API fw_grid* fw_cones_grid( const fw_cones* cones ); ///< belongs to the cones; its tile (0, 0) is that of the part
FW_API fw_rect fw_cones_part( const fw_cones* cones );  ///< of the map. fw_path_move() leads from one to the other
/// Was this tile of the map blocked by them?
FW_API bool fw_cones_has( const fw_cones* cones, int32_t x, int32_t y );

FW_END_DECLS

#endif
