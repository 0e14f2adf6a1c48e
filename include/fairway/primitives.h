// SPDX-License-Identifier: MIT
/// @file
/// The motion primitives of Directional A*: the curves from a lattice pose to the poses near it, each with the tiles
/// that the unit's disc or outline sweeps, as bits.
///
/// Source: M. Pinter, "Toward More Realistic Pathfinding" (2001), section "Using a hit-check table". Differs from it:
/// the table is as large as the curves need, has all curves between two poses (not only the shortest), is exact for
/// discs and outlines, and leaves out curves that a chain of shorter ones covers.
#ifndef FAIRWAY_PRIMITIVES_H
#define FAIRWAY_PRIMITIVES_H

#include "fairway/curve.h"
#include "fairway/space.h"

FW_BEGIN_DECLS

#define FW_RING_MAX 6  ///< tiles: the widest ring of a table
#define FW_WIDER_MAX 4 ///< wider turning radii of a table

/// A table of the curves between lattice poses that are near to each other, with the tiles that each of them sweeps.
typedef struct fw_primitives fw_primitives;

/// Curves that turn much more than they need.
typedef enum fw_loops
{
	FW_LOOPS_NONE = 0,
	FW_LOOPS_FULL = 1,  ///< of any length
	FW_LOOPS_SHORT = 2, ///< no longer than the distance, three quarters of a circle and a tile
} fw_loops;

/// What to make motion primitives for. See fw_default_primitives_def().
typedef struct fw_primitives_def
{
	uint32_t cookie; ///< set by fw_default_primitives_def()
	fw_allocator allocator;
	double radius;              ///< as fw_unit::radius [tiles, 0..64]
	fw_outline outline;         ///< as fw_unit::outline; without corners a disc
	double turning_radius;      ///< [tiles, 0..64]
	double wider[FW_WIDER_MAX]; ///< more radii for turns by one and two headings from tile centers, each wider than the
	                            ///< one before [tiles, up to 64]; 0: none. Methods with #FW_TRAIT_SPEED take them where
	                            ///< the unit is faster
	int32_t ring;       ///< successors lie up to so many tiles away [1..#FW_RING_MAX; 0: chosen by turning radius]
	int32_t headings;   ///< 8 or 16
	fw_lattice lattice; ///< of the space that the table will be used with
	uint32_t words;     ///< allowed curves, such as #FW_WORDS_SIX
	/// Without loops, chains of shorter primitives take their place wherever the ring has room for primitives at all.
	/// Above a turning radius of #FW_RING_MAX, tables without loops have the wide primitives that lie beyond the ring,
	/// and `ring` 0 always makes such a table.
	fw_loops loops;
	bool prune;           ///< leave out curves that chains of others cover; off only for tests that nothing is lost
	bool costs;           ///< keep the length of each curve by tile, for maps with terrain costs
	bool keep_straighter; ///< keep also curves that turn less than shorter ones, for fw_search_options::turn_charge and
	                      ///< methods with #FW_TRAIT_SPEED; primitives pruning off, whatever `prune` says
	bool by_position;     ///< keep the curves between tile centers also by position, for fw_smooth48()
} fw_primitives_def;

/// Ring 3, 8 headings, #FW_LATTICE_GAPS, #FW_WORDS_SIX, radius 0.4, turning radius 1, all loops, pruned.
FW_API fw_primitives_def fw_default_primitives_def( void );

/// Builds the table. It never changes afterwards: threads may share it, and it serves every map.
FW_API fw_status fw_primitives_create( const fw_primitives_def* def, fw_primitives** primitives, fw_refusal* refusal );
FW_API void fw_primitives_destroy( fw_primitives* primitives ); ///< NULL is allowed
FW_API const fw_primitives_def*
fw_primitives_definition( const fw_primitives* primitives );           ///< with the ring and loops that were chosen
FW_API size_t fw_primitives_memory( const fw_primitives* primitives ); ///< bytes

FW_END_DECLS

#endif
