// SPDX-License-Identifier: MIT
/// @file
/// What leads where, for one class of units, on maps with links and one-way tiles: the parts of the map within which
/// every tile leads to every other, and one bit for each two parts that says whether the first leads to the second.
///
/// Parts by R. E. Tarjan, "Depth-First Search and Linear Graph Algorithms" (1972). How: docs/algorithms/links.md.
#ifndef FAIRWAY_REACH_H
#define FAIRWAY_REACH_H

#include "fairway/clearance.h"
#include "fairway/link.h"
#include "fairway/space.h"

FW_BEGIN_DECLS

#define FW_REACH_MAX_PARTS 16384     ///< with a way in or out: 32 MiB of bits
#define FW_REACH_MAX_ONE_WAY 1048576 ///< tiles where the unit stands and may not step in all directions

/// The parts of one state of a grid, for one class of units.
typedef struct fw_reach fw_reach;

/// What to make it for. See fw_default_reach_def().
typedef struct fw_reach_def
{
	uint32_t cookie; ///< set by fw_default_reach_def()
	fw_allocator allocator;
	const fw_space* space;         ///< for the class of this space; NULL: for squares on `clearance`
	const fw_clearance* clearance; ///< a true clearance
	int32_t size;                  ///< of the squares on `clearance` [tiles, 1..#FW_UNIT_MAX_SIZE]
} fw_reach_def;

FW_API fw_reach_def fw_default_reach_def( void ); ///< neither space nor clearance, size 1

/// Finds the parts under steps to the eight neighbours, without corner cutting, and links. Keeps a pointer to the grid,
/// but none to the space or the clearance. On a plain grid the parts are the regions of the space. Cost: O(tiles), with
/// one-way tiles O(tiles x size), and O(ways between parts x parts / 64) for the bits.
/// @return #FW_ERR_ARGUMENT, #FW_ERR_DEF, #FW_ERR_MEMORY; #FW_ERR_STALE where the space or the clearance is not
/// current; #FW_ERR_TOO_LARGE above #FW_REACH_MAX_PARTS or #FW_REACH_MAX_ONE_WAY.
FW_API fw_status fw_reach_create( const fw_reach_def* def, fw_reach** reach );
FW_API void fw_reach_destroy( fw_reach* reach ); ///< NULL is allowed
/// Does it know the grid's newest revision? Where not, make a new one.
FW_API bool fw_reach_is_current( const fw_reach* reach );
FW_API const fw_grid* fw_reach_grid( const fw_reach* reach );   ///< that it was made from
FW_API uint32_t fw_reach_capabilities( const fw_reach* reach ); ///< of its class
FW_API int32_t fw_reach_size( const fw_reach* reach );          ///< of its class: of a square, 0: a disc
FW_API double fw_reach_radius( const fw_reach* reach );         ///< of its class, 0 of a square
FW_API size_t fw_reach_memory( const fw_reach* reach );         ///< bytes

/// The part of a tile, from 1 on; 0 where the unit does not stand. Two tiles lead to one another exactly where their
/// parts are equal. Cost: O(log tiles).
FW_API uint32_t fw_reach_part( const fw_reach* reach, int32_t x, int32_t y );
/// Is there a way from one tile to the other? False where the unit does not stand on both. Of searches with 4
/// neighbours, false is certain. Cost: that of fw_reach_part(), and one bit.
FW_API bool fw_reach_leads( const fw_reach* reach, int32_t x, int32_t y, int32_t to_x, int32_t to_y );
/// The tile nearest to a point that tile (x, y) leads to, as fw_space_nearest(). Cost: O(tiles) at worst.
FW_API bool fw_reach_nearest( const fw_reach* reach, int32_t x, int32_t y, fw_vec2 point, int32_t* nearest_x,
                              int32_t* nearest_y );

/// How large the table is.
typedef struct fw_reach_stats
{
	int64_t parts;      ///< all
	int64_t joined;     ///< those with a way in or out, which have bits; the others lead to themselves alone
	int64_t one_way;    ///< tiles where the unit stands and may not step in all directions
	size_t table_bytes; ///< of the bits: `joined` rows of as many, rounded up to 8 bytes
} fw_reach_stats;

FW_API fw_reach_stats fw_reach_measure( const fw_reach* reach ); ///< O(1)

FW_END_DECLS

#endif
