// SPDX-License-Identifier: MIT
/// @file
/// How much room there is at each tile for one set of capabilities, in one byte a tile for units of all sizes.
///
/// Sources: the true clearance of D. Harabor, A. Botea, "Hierarchical Path Planning for Multi-Size Agents in
/// Heterogeneous Environments" (2008), and the Brushfire algorithm as H. Choset and others, "Principles of Robot
/// Motion" (2005), describe it, counting from 1.
#ifndef FAIRWAY_CLEARANCE_H
#define FAIRWAY_CLEARANCE_H

#include "fairway/grid.h"

FW_BEGIN_DECLS

#define FW_CLEARANCE_MAX 255 ///< tiles; where there is more room, this is what is told

/// What the number of a tile means.
typedef enum fw_clearance_metric
{
	FW_CLEARANCE_TRUE = 0,      ///< side of the largest free square that has the tile as its top left one
	FW_CLEARANCE_BRUSHFIRE = 1, ///< steps to the nearest blocked tile, counting diagonal ones as one
} fw_clearance_metric;

/// A clearance for each tile. The map ends in blocked tiles on all sides.
typedef struct fw_clearance fw_clearance;

/// What to make a clearance for. See fw_default_clearance_def().
typedef struct fw_clearance_def
{
	uint32_t cookie; ///< set by fw_default_clearance_def()
	fw_allocator allocator;
	uint32_t capabilities;
	fw_clearance_metric metric;
} fw_clearance_def;

FW_API fw_clearance_def fw_default_clearance_def( void ); ///< ground and swamp, #FW_CLEARANCE_TRUE

/// Measures a grid. Keeps a pointer to it, so the grid must live longer. Cost: O(tiles).
FW_API fw_status fw_clearance_create( const fw_grid* grid, const fw_clearance_def* def, fw_clearance** clearance );
FW_API void fw_clearance_destroy( fw_clearance* clearance ); ///< NULL is allowed
/// Takes over all edits of the grid since it was measured or updated: the same bytes as measuring it anew, at the cost
/// of the tiles whose number changes and those around them. Cannot fail for want of memory. Not while others read it.
FW_API fw_status fw_clearance_update( fw_clearance* clearance );
/// Does it know the grid's newest revision?
FW_API bool fw_clearance_is_current( const fw_clearance* clearance );
FW_API const fw_grid* fw_clearance_grid( const fw_clearance* clearance );           ///< that was measured
FW_API uint32_t fw_clearance_capabilities( const fw_clearance* clearance );         ///< as in its definition
FW_API fw_clearance_metric fw_clearance_metric_of( const fw_clearance* clearance ); ///< as in its definition
FW_API size_t fw_clearance_memory( const fw_clearance* clearance );                 ///< bytes

/// The clearance of a tile [0..#FW_CLEARANCE_MAX]; 0 on blocked tiles and outside of the map. Reads only; any thread.
FW_API uint8_t fw_clearance_at( const fw_clearance* clearance, int32_t x, int32_t y );

FW_END_DECLS

#endif
