// SPDX-License-Identifier: MIT
// Questions about one block that need no entry: paths from and to inner points, as where a start or a goal lies inside.
// No memory is taken. Points are corners or tiles by the kind of the database: (x, y) from the block's top left one.
#ifndef FW_LDDB_LDDB_H
#define FW_LDDB_LDDB_H

#include "base/refusal.h"
#include "fairway/lddb.h"

extern const fw_ranges fw_lddb_def_ranges;

// The distances from a point of the block to all boundary nodes, into distances[nodes]; those that fw_lddb_distances()
// gives where the point is a node. False where all of them are INFINITY.
bool fw_lddb_from_point( const fw_lddb* lddb, uint32_t pattern, int32_t x, int32_t y, double* distances );
// The distance between two points of the block, INFINITY where there is no path inside of it.
double fw_lddb_between( const fw_lddb* lddb, uint32_t pattern, int32_t x0, int32_t y0, int32_t x1, int32_t y1 );
// The points where the path of fw_lddb_between() bends, in order, without its ends, in tiles from the block's top left
// corner. `bends` has room for FW_LDDB_BENDS_MAX. Returns how many; -1 where there is no path.
int32_t fw_lddb_bends_between( const fw_lddb* lddb, uint32_t pattern, int32_t x0, int32_t y0, int32_t x1, int32_t y1,
                               fw_vec2* bends );

// What it was made with, the allocator filled in; valid as long as the database.
const fw_lddb_def* fw_lddb_definition( const fw_lddb* lddb );
// Adds the entry of a pattern (and of all that are the same under rotation and reflection) where it is missing.
// @return FW_ERR_ARGUMENT where a bit is set that is no tile; FW_ERR_MEMORY; FW_ERR_TOO_LARGE where no code is left
// for another distinct length. It then holds what it held before.
fw_status fw_lddb_add( fw_lddb* lddb, uint32_t pattern );
// Does it hold the entry of a pattern? False too for NULL and where a bit is set that is no tile.
bool fw_lddb_has( const fw_lddb* lddb, uint32_t pattern );
// The distances between all pairs of boundary nodes, `to` by `from`, into distances[nodes * nodes]: INFINITY where
// there is no path inside of the block, from a node to itself too where all tiles at it are blocked, else 0. Exact but
// for the rounding of doubles. @return FW_ERR_ARGUMENT where a bit is set that is no tile, FW_ERR_UNKNOWN where the
// pattern has no entry.
fw_status fw_lddb_distances( const fw_lddb* lddb, uint32_t pattern, double* distances );
// The same of any pattern, found anew. No memory is taken.
void fw_lddb_measure( const fw_lddb* lddb, uint32_t pattern, double* distances );

#endif
