// SPDX-License-Identifier: MIT
/// @file
/// The map: a terrain for each tile, the cost of a terrain and the capabilities that may enter it, edits and their
/// revision.
///
/// Also links between two tiles, and one-way tiles.
///
/// Both belong to the grid, and adding or removing them is an edit: it raises the revision and marks the tiles whose
/// successors change. Methods with #FW_TRAIT_LINKS honor them; all other methods, and hierarchies, refuse a grid on
/// which they matter to the unit with #FW_ERR_UNSUPPORTED. How they work: docs/algorithms/links.md.
#ifndef FAIRWAY_GRID_H
#define FAIRWAY_GRID_H

#include "fairway/unit.h"

FW_BEGIN_DECLS

#define FW_GRID_MAX_SIDE 16384   ///< tiles
#define FW_TERRAIN_MAX 32        ///< terrains in one table
#define FW_TERRAIN_COST_MAX 64.0 ///< see fw_terrain::cost
#define FW_GRID_MAX_LAYERS 16    ///< capability sets that a grid keeps as bits

/// A type of ground.
typedef struct fw_terrain
{
	char name[16];         ///< ended by a zero
	char letter;           ///< in text maps
	double cost;           ///< multiplier on length [1..#FW_TERRAIN_COST_MAX]
	uint32_t capabilities; ///< FW_CAP_ bits that allow a unit to enter; 0: no unit may enter
} fw_terrain;

/// A map of terrain indices, with one bit plane for each capability set that was added.
typedef struct fw_grid fw_grid;

/// What to make a grid from. See fw_default_grid_def().
typedef struct fw_grid_def
{
	uint32_t cookie; ///< set by fw_default_grid_def()
	fw_allocator allocator;
	int32_t width, height;      ///< [tiles, 1..#FW_GRID_MAX_SIDE]
	const fw_terrain* terrains; ///< copied [terrain_count]; NULL: fw_standard_terrains()
	int32_t terrain_count;      ///< [1..#FW_TERRAIN_MAX]
	uint8_t fill;               ///< terrain of all tiles at first
} fw_grid_def;

/// The terrains of MovingAI maps, by index: 0 out of bounds '@', 1 ground '.', 2 swamp 'S', 3 water 'W', 4 trees 'T',
/// 5 road 'R'. Ground, swamp, water and trees take units with the capability of their name, roads those with
/// FW_CAP_GROUND or FW_CAP_ROAD. All cost 1. @param count receives their number.
FW_API const fw_terrain* fw_standard_terrains( int32_t* count );

/// Indices into fw_standard_terrains().
enum
{
	FW_TERRAIN_OUT = 0, ///< no unit may enter
	FW_TERRAIN_GROUND = 1,
	FW_TERRAIN_SWAMP = 2,
	FW_TERRAIN_WATER = 3,
	FW_TERRAIN_TREES = 4,
	FW_TERRAIN_ROAD = 5,
};

/// The standard terrains, the default allocator, and 64 x 64 tiles, which the caller changes.
FW_API fw_grid_def fw_default_grid_def( void );
/// A grid with every tile of terrain `def->fill`.
FW_API fw_status fw_grid_create( const fw_grid_def* def, fw_grid** grid, fw_refusal* refusal );
FW_API void fw_grid_destroy( fw_grid* grid ); ///< NULL is allowed

FW_API int32_t fw_grid_width( const fw_grid* grid );                            ///< [tiles]
FW_API int32_t fw_grid_height( const fw_grid* grid );                           ///< [tiles]
FW_API int32_t fw_grid_terrain_count( const fw_grid* grid );                    ///< entries of its terrain table
FW_API const fw_terrain* fw_grid_terrain( const fw_grid* grid, int32_t index ); ///< NULL if there is none
FW_API size_t fw_grid_memory( const fw_grid* grid );                            ///< bytes, with its layers

/// The terrain index of a tile; #FW_TERRAIN_OUT outside the map.
FW_API uint8_t fw_grid_get( const fw_grid* grid, int32_t x, int32_t y );
/// May a unit with these capabilities enter the tile? False outside the map.
FW_API bool fw_grid_passable( const fw_grid* grid, int32_t x, int32_t y, uint32_t capabilities );

/// Sets every tile of the rectangle (clipped to the map), raises the revision and updates all layers.
FW_API fw_status fw_grid_fill( fw_grid* grid, fw_rect rect, uint8_t terrain, fw_refusal* refusal );
/// Sets a rectangle that lies inside the map from `terrains`, row by row, `stride` entries from row to row.
FW_API fw_status fw_grid_write( fw_grid* grid, fw_rect rect, const uint8_t* terrains, size_t stride,
                                fw_refusal* refusal );
/// Changes a terrain of the table, such as its cost or its capabilities. Counts as an edit of every tile.
FW_API fw_status fw_grid_set_terrain( fw_grid* grid, int32_t index, const fw_terrain* terrain, fw_refusal* refusal );

/// The number of edits, from 1. Derived objects remember the revision that they were built from.
FW_API uint64_t fw_grid_revision( const fw_grid* grid );

/// Makes the grid keep one bit for each tile for a capability set, updated by every edit. A second call with the same
/// set does nothing. fw_space_create() calls it. Not while other threads read the grid.
FW_API fw_status fw_grid_add_layer( fw_grid* grid, uint32_t capabilities, fw_refusal* refusal );
/// Do the terrains that the map uses and that these capabilities may enter have costs above 1?
FW_API bool fw_grid_has_costs( const fw_grid* grid, uint32_t capabilities );

#define FW_LINKS_MAX 4096        ///< links of one grid
#define FW_LINK_COST_MAX 10000.0 ///< tiles

/// An edge from tile `from` to tile `to` for units with one of the capabilities: a teleporter, a ferry, stairs, a jump.
/// The unit must be able to stand on both tiles; for a square they are its top left tiles. It keeps its heading.
typedef struct fw_link
{
	int32_t from_x, from_y, to_x, to_y; ///< tiles of the map, two different ones
	double cost;                        ///< [tiles, 0..#FW_LINK_COST_MAX]
	uint32_t capabilities;              ///< FW_CAP_ bits that allow a unit to use it; 0: no unit may use it
} fw_link;

/// The directions in which a step may leave a tile, as bits. A diagonal step needs only its own bit.
enum
{
	FW_EXIT_EAST = 1 << 0, ///< +x
	FW_EXIT_SOUTH_EAST = 1 << 1,
	FW_EXIT_SOUTH = 1 << 2, ///< +y
	FW_EXIT_SOUTH_WEST = 1 << 3,
	FW_EXIT_WEST = 1 << 4,
	FW_EXIT_NORTH_WEST = 1 << 5,
	FW_EXIT_NORTH = 1 << 6,
	FW_EXIT_NORTH_EAST = 1 << 7,
	FW_EXIT_ALL = 255, ///< the exits of all tiles at first
};

/// Adds a link; several may join the same tiles. @return #FW_ERR_ARGUMENT, #FW_ERR_TOO_LARGE above #FW_LINKS_MAX,
/// #FW_ERR_MEMORY. Cost: O(links).
FW_API fw_status fw_grid_add_link( fw_grid* grid, const fw_link* link, fw_refusal* refusal );
/// Removes all links from one tile to another. @return #FW_ERR_UNKNOWN if there is none.
FW_API fw_status fw_grid_remove_links( fw_grid* grid, int32_t from_x, int32_t from_y, int32_t to_x, int32_t to_y,
                                       fw_refusal* refusal );
FW_API int32_t fw_grid_link_count( const fw_grid* grid ); ///< [0..#FW_LINKS_MAX]
/// A link by its index in the list, which is sorted by row and column of `from`, then of `to`, then by cost and
/// capabilities; NULL if there is none. The pointer is valid until links are added or removed.
FW_API const fw_link* fw_grid_link_at( const fw_grid* grid, int32_t index );

/// Sets the directions (FW_EXIT_ bits) in which units may leave each tile of a rectangle, which is clipped to the map.
/// A disc leaves the tile under its center; a square steps only if all tiles under it allow it. Links ignore exits.
/// Memory: one byte for each tile, from the first call that forbids a direction until all tiles have all exits again.
/// @return #FW_ERR_ARGUMENT, #FW_ERR_MEMORY.
FW_API fw_status fw_grid_set_exits( fw_grid* grid, fw_rect rect, uint32_t directions, fw_refusal* refusal );
/// The directions in which a tile may be left; 0 outside the map.
FW_API uint32_t fw_grid_exits( const fw_grid* grid, int32_t x, int32_t y );
FW_API int64_t fw_grid_one_way_count( const fw_grid* grid ); ///< tiles that forbid a direction

/// Is the grid plain for a unit with these capabilities: without one-way tiles and without links that it may use?
FW_API bool fw_grid_is_plain( const fw_grid* grid, uint32_t capabilities );

FW_END_DECLS

#endif
