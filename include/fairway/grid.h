// SPDX-License-Identifier: MIT
/// @file
/// The map: tiles with a terrain each, what a terrain costs and who may enter it, edits and their revision.
#ifndef FAIRWAY_GRID_H
#define FAIRWAY_GRID_H

#include "fairway/unit.h"

FW_BEGIN_DECLS

#define FW_GRID_MAX_SIDE 16384 ///< tiles
#define FW_TERRAIN_MAX 32      ///< terrains in one table
#define FW_GRID_MAX_LAYERS 16  ///< capability sets kept as bits at once

/// One kind of ground.
typedef struct fw_terrain
{
	char name[16];         ///< ended by a zero
	char letter;           ///< in text maps
	double cost;           ///< multiplier on length [1..64]
	uint32_t capabilities; ///< FW_CAP_ bits that let a unit in; 0 lets nobody in
} fw_terrain;

/// A map of terrain indices, with one bit plane for each capability set that was asked for.
typedef struct fw_grid fw_grid;

/// What to make a grid from. See fw_default_grid_def().
typedef struct fw_grid_def
{
	uint32_t cookie; ///< set by fw_default_grid_def()
	fw_allocator allocator;
	int32_t width, height;      ///< [tiles, 1..#FW_GRID_MAX_SIDE]
	const fw_terrain* terrains; ///< copied [terrain_count]; NULL: fw_standard_terrains()
	int32_t terrain_count;      ///< [1..#FW_TERRAIN_MAX]
	uint8_t fill;               ///< terrain of every tile at first
} fw_grid_def;

/// The terrains of MovingAI maps, by index: 0 out of bounds '@', 1 ground '.', 2 swamp 'S', 3 water 'W',
/// 4 trees 'T', 5 road 'R'. All cost 1. @param count receives their number.
FW_API const fw_terrain* fw_standard_terrains( int32_t* count );

/// Indices into fw_standard_terrains().
enum
{
	FW_TERRAIN_OUT = 0, ///< lets nobody in
	FW_TERRAIN_GROUND = 1,
	FW_TERRAIN_SWAMP = 2,
	FW_TERRAIN_WATER = 3,
	FW_TERRAIN_TREES = 4,
	FW_TERRAIN_ROAD = 5,
};

/// The standard terrains and the default allocator; width and height are yours to set.
FW_API fw_grid_def fw_default_grid_def( void );
/// A grid with every tile of terrain `def->fill`.
FW_API fw_status fw_grid_create( const fw_grid_def* def, fw_grid** grid );
FW_API void fw_grid_destroy( fw_grid* grid ); ///< NULL is allowed

FW_API int32_t fw_grid_width( const fw_grid* grid );                            ///< [tiles]
FW_API int32_t fw_grid_height( const fw_grid* grid );                           ///< [tiles]
FW_API int32_t fw_grid_terrain_count( const fw_grid* grid );                    ///< entries of its terrain table
FW_API const fw_terrain* fw_grid_terrain( const fw_grid* grid, int32_t index ); ///< NULL when there is none
FW_API size_t fw_grid_memory( const fw_grid* grid );                            ///< bytes, with its layers

/// The terrain index of a tile; #FW_TERRAIN_OUT outside of the map.
FW_API uint8_t fw_grid_get( const fw_grid* grid, int32_t x, int32_t y );
/// May a unit with these capabilities enter the tile? False outside of the map.
FW_API bool fw_grid_passable( const fw_grid* grid, int32_t x, int32_t y, uint32_t capabilities );

/// Sets every tile of the rectangle (clipped to the map), raises the revision, keeps all layers right.
FW_API fw_status fw_grid_fill( fw_grid* grid, fw_rect rect, uint8_t terrain );
/// Sets a rectangle that lies inside of the map from `terrains`, row by row, `stride` entries from row to row.
FW_API fw_status fw_grid_write( fw_grid* grid, fw_rect rect, const uint8_t* terrains, size_t stride );
/// Changes what a terrain costs or who may enter it, for the whole map; counts as an edit of every tile.
FW_API fw_status fw_grid_set_terrain( fw_grid* grid, int32_t index, const fw_terrain* terrain );

/// Counts the edits; starts at 1. Derived objects remember the one that they were built from.
FW_API uint64_t fw_grid_revision( const fw_grid* grid );
/// The smallest rectangle that covers all edits after `revision`; false when nothing changed. The whole map when
/// the edits are older than the grid remembers (64 rectangles).
FW_API bool fw_grid_dirty( const fw_grid* grid, uint64_t revision, fw_rect* rect );

/// Makes the grid keep one bit per tile for a capability set, updated by every edit; a second call with the same
/// set does nothing. Needed before fw_space_create() (which calls it). Not while other threads read the grid.
FW_API fw_status fw_grid_add_layer( fw_grid* grid, uint32_t capabilities );
/// Do the terrains that these capabilities may enter and that the map uses cost differently?
FW_API bool fw_grid_has_costs( const fw_grid* grid, uint32_t capabilities );

FW_END_DECLS

#endif
