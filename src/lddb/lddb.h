// SPDX-License-Identifier: MIT
// Questions about one block that need no entry: paths from and to inner points, as where a start or a goal lies inside.
// No memory is taken. Points are corners or tiles by the kind of the database: (x, y) from the block's top left one.
#ifndef FW_LDDB_LDDB_H
#define FW_LDDB_LDDB_H

#include "base/core.h"
#include "fairway/lddb.h"

// Where a boundary node lies.
void fw_lddb_node_point( const fw_lddb* lddb, int32_t node, int32_t* x, int32_t* y );
// The boundary node at a point; -1 for inner points.
int32_t fw_lddb_node_at( const fw_lddb* lddb, int32_t x, int32_t y );
// The distances from a point of the block to all boundary nodes, into distances[nodes]; those that fw_lddb_distances()
// gives where the point is a node. False where all of them are INFINITY.
bool fw_lddb_from_point( const fw_lddb* lddb, uint32_t pattern, int32_t x, int32_t y, double* distances );
// The distance between two points of the block, INFINITY where there is no path inside of it.
double fw_lddb_between( const fw_lddb* lddb, uint32_t pattern, int32_t x0, int32_t y0, int32_t x1, int32_t y1 );
// The points where the path of fw_lddb_between() bends, in order, without its ends, in tiles from the block's top left
// corner. `bends` has room for FW_LDDB_BENDS_MAX. Returns how many; -1 where there is no path.
int32_t fw_lddb_bends_between( const fw_lddb* lddb, uint32_t pattern, int32_t x0, int32_t y0, int32_t x1, int32_t y1,
                               fw_vec2* bends );

#endif
