// SPDX-License-Identifier: MIT
// The path that a search over an abstraction has found, while it becomes tiles.
//
// Stops are the nodes of the level that was searched. Of upper clusters, the lower nodes between two stops are found
// when refinement comes there, so that the first steps of a long path cost no more than those of a short one.
#ifndef FW_SEARCH_HIERARCHICAL_CHAIN_H
#define FW_SEARCH_HIERARCHICAL_CHAIN_H

#include "hierarchy/upper.h"
#include "search/tile_path.h"

// A tile, x << 16 | y; after the last tile of any map: none.
#define FW_CHAIN_NONE UINT32_MAX

typedef struct fw_stop
{
	uint32_t tile;
	uint32_t g; // from the start
} fw_stop;

// Zeroed before the first tiles.
typedef struct fw_chain
{
	fw_stop* stops; // [stop_count], from behind the start to the goal
	int32_t stop_count, stop_capacity;
	uint32_t* points; // [point_count], tiles of lower nodes, as far as they were asked for
	int32_t point_count, point_capacity;
	int32_t stops_taken;  // whose points are there
	int32_t points_taken; // that the path has come to or passed
	uint32_t from;        // the last stop taken, or the start
	uint32_t last;        // point that was added
	bool is_upper;
} fw_chain;

// What a chain is refined with.
typedef struct fw_refiner
{
	fw_chain* chain;
	const fw_allocator* allocator; // of the chain
	const fw_hierarchy* hierarchy;
	int32_t unit_class;
	fw_window* window;
	const fw_allocator* window_allocator;
} fw_refiner;

FW_INLINE uint32_t fw_chain_tile( int32_t x, int32_t y )
{
	return (uint32_t)x << 16 | (uint32_t)y;
}

FW_INLINE int32_t fw_chain_x( uint32_t tile )
{
	return (int32_t)( tile >> 16 );
}

FW_INLINE int32_t fw_chain_y( uint32_t tile )
{
	return (int32_t)( tile & 0xFFFF );
}

// Forgets the last path: `stops` of the new one are the caller's to fill in. False when memory is out; the last path is
// then still there.
bool fw_chain_begin( fw_chain* chain, const fw_allocator* allocator, int32_t stops, uint32_t start, bool is_upper );
void fw_chain_hold( fw_holdings* holdings, fw_chain* chain );

// Adds the points of the next stop. FW_ERR_MEMORY; FW_ERR_MISMATCH where no path leads there. Either changes nothing.
fw_status fw_chain_take( const fw_refiner* refiner );
// Has the path come to the goal?
FW_INLINE bool fw_chain_is_done( const fw_chain* chain )
{
	return chain->stops_taken == chain->stop_count && chain->points_taken == chain->point_count;
}

// Goes on along the chain until the path is so long [tiles, with all before it] or at the goal. The path's status is
// FW_ERR_MISMATCH where the hierarchy, another one than was searched or made from a forged file, leads no further.
void fw_chain_refine( const fw_refiner* refiner, fw_tile_path* tiles, double length );

#endif
