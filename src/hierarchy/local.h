// SPDX-License-Identifier: MIT
// Paths inside of one cluster: a few dozen rows of bits, small enough to search whole.
//
// Tile (x, y) of a cluster is bit x + 1 of row y + 1, so that a zero row and column lie on all sides and what is around
// a tile needs no bounds test.
#ifndef FW_HIERARCHY_LOCAL_H
#define FW_HIERARCHY_LOCAL_H

#include "base/bucket_queue.h"
#include "fairway/hierarchy.h"
#include "grid/layer.h"
#include "grid/steps.h"

#define FW_LOCAL_ROWS ( FW_CLUSTER_MAX + 2 )
#define FW_LOCAL_TILES ( FW_LOCAL_ROWS * 32 )
#define FW_LOCAL_FAR UINT32_MAX

// The same numbers as of searches over tiles, see search/cost.h.
#define FW_LOCAL_ONE 2378u
#define FW_LOCAL_DIAGONAL 3363u
// No sum of costs may run over; only paths of forged files are as long.
#define FW_LOCAL_COST_MAX 0xC8000000u

// What a step between two terrains costs, where terrains differ.
typedef struct fw_local_costs
{
	uint32_t straight[FW_TERRAIN_MAX][FW_TERRAIN_MAX];
	uint32_t diagonal[FW_TERRAIN_MAX][FW_TERRAIN_MAX];
} fw_local_costs;

// The tiles of a cluster where one unit class stands.
typedef struct fw_local
{
	uint32_t rows[FW_LOCAL_ROWS]; // [height + 2]
	int32_t width, height;
	const fw_local_costs* costs; // null: every terrain costs 1
	const uint8_t* terrain;      // of the first tile where there are costs
	int32_t stride;              // terrains from row to row
} fw_local;

// A bucket of the open list is as wide as the shortest step. Without an estimate a tile cannot improve another one of
// its bucket, so their order does not matter (E. V. Denardo, B. L. Fox, "Shortest-Route Methods: 1. Reaching, Pruning,
// and Buckets", 1979); with one, such a tile is expanded again.
_Static_assert( 64 * FW_LOCAL_DIAGONAL / FW_LOCAL_ONE + 1 < FW_SHORT_COUNT,
                "the longest step, diagonal over the dearest terrain, stays within the ring" );

// Scratch of searches in a cluster. Zeroed before the first one.
typedef struct fw_local_search
{
	fw_steps steps;
	uint32_t g[FW_LOCAL_TILES]; // by place, see fw_local_place()
	uint8_t from[FW_LOCAL_TILES];
	fw_short_queue open; // by f / FW_LOCAL_ONE; `h` is g
} fw_local_search;

FW_INLINE int32_t fw_local_place( int32_t x, int32_t y )
{
	return ( y + 1 ) * 32 + x + 1;
}

FW_INLINE bool fw_local_get( const fw_local* local, int32_t x, int32_t y )
{
	return ( local->rows[y + 1] >> ( x + 1 ) & 1 ) != 0;
}

FW_INLINE uint32_t fw_local_octile( int32_t dx, int32_t dy )
{
	return fw_octile_cost( dx, dy, FW_LOCAL_ONE, FW_LOCAL_DIAGONAL );
}

// Reads the tiles of a plane from (x, y) on; costs and terrain are left to the caller.
void fw_local_read( fw_local* local, const fw_layer* plane, int32_t x, int32_t y, int32_t width, int32_t height );

// How a path of octile length goes.
typedef enum fw_octile
{
	FW_OCTILE_NONE,           // neither of the two is free
	FW_OCTILE_DIAGONAL_FIRST, // and straight then
	FW_OCTILE_STRAIGHT_FIRST, // and diagonally then
} fw_octile;

// Is one of the two plain paths from one free tile of a plane to another free?
fw_octile fw_octile_path( const fw_layer* plane, int32_t x0, int32_t y0, int32_t x1, int32_t y1 );

// One tile of a cluster.
typedef struct fw_local_tile
{
	uint8_t x, y;
} fw_local_tile;

// Distances from a free tile to the others [count], FW_LOCAL_FAR where there is no path inside of the cluster. False
// when memory is out.
bool fw_local_distances( fw_local_search* search, const fw_allocator* allocator, const fw_local* local,
                         fw_local_tile from, const fw_local_tile* to, int32_t count, uint32_t* distances );

// The same without terrain costs, in a cluster at (x, y), by plain paths. False where there is none to one of the tiles
// on which a unit stands.
bool fw_local_plain_distances( const fw_layer* plane, int32_t x, int32_t y, fw_local_tile from, const fw_local_tile* to,
                               int32_t count, uint32_t* distances );

// Searches from one tile until another is reached, whence search->from leads back; FW_ERR_MISMATCH when it is not.
fw_status fw_local_search_path( fw_local_search* search, const fw_allocator* allocator, const fw_local* local,
                                fw_local_tile from, fw_local_tile to );

// Numbers the connected parts of the cluster under steps: labels by place, 0 where nothing stands.
void fw_local_parts( const fw_local* local, uint16_t* labels );

#endif
