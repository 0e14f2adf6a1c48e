// SPDX-License-Identifier: MIT
// The state of Block A*: square blocks of 2 to 5 tiles a side, their boundary nodes, and the tables of distances
// between these.
//
// Nodes are tile corners (method `block`) or tiles (`block4`, `block8`), numbered clockwise from the top left one. The
// corners on the border between two blocks are nodes of both; each block keeps its own g of them.
//
// What runs for every block is written once, with the size as a parameter, and inlined for each: see FW_BLOCK_BY_SIZE.
#ifndef FW_SEARCH_BLOCK_BLOCK_H
#define FW_SEARCH_BLOCK_BLOCK_H

#include "base/bucket_queue.h"
#include "fairway/lddb.h"
#include "search/cost.h"
#include "search/engine.h"
#include "search/node_pages.h"
#include "search/vertices.h"

#define FW_BLOCK_SIZE_MIN 2
#define FW_BLOCK_SIZES ( FW_LDDB_SIZE_MAX - FW_BLOCK_SIZE_MIN + 1 )
#define FW_BLOCK_PAGE_SHIFT 3
#define FW_BLOCK_PAGE_SIDE ( 1 << FW_BLOCK_PAGE_SHIFT )
#define FW_BLOCK_PAGE ( 1 << ( 2 * FW_BLOCK_PAGE_SHIFT ) ) // blocks in a page of the store
// The open list is emptied in bands of f, and inside of a band by g [tiles]: a block waits until those before it have
// given it what they have, which saves a third of the expansions on sc1/WheelofWar and random512-10-0. A wider band
// takes in too much beyond the length of the path (random512-10-0), a narrower one lets blocks be expanded twice.
#define FW_BLOCK_BAND 1.0f
// How far paths may lead on inside of a band [tiles].
#define FW_BLOCK_AHEAD 1024.0f
// No g is more [tiles]: costs of tiles would overflow, and a float resolves a thirtieth of a tile there.
#define FW_BLOCK_FAR 440000.0f
// And no path across a block.
#define FW_BLOCK_WAY 64.0f

// The same as a cost: the g of a tile without a path. Two of them and a little do not overflow.
#define FW_BLOCK_TILE_FAR ( (int32_t)FW_BLOCK_FAR * (int32_t)FW_COST_ONE )

// Calls a function with the size as a constant in front, so that what it inlines has loops with constant ends. The
// usual size comes first.
#define FW_BLOCK_BY_SIZE( size, function, ... )                                                                        \
	( ( size ) == 4   ? function( 4, __VA_ARGS__ )                                                                     \
	  : ( size ) == 5 ? function( 5, __VA_ARGS__ )                                                                     \
	  : ( size ) == 3 ? function( 3, __VA_ARGS__ )                                                                     \
	                  : function( 2, __VA_ARGS__ ) )

// A zeroed block is one that the search has not met. The g of its nodes follow: see fw_block_corners().
typedef struct fw_block
{
	float f;        // its heap value; INFINITY when it is not on the open list
	float g_least;  // of the nodes that made it so
	uint32_t table; // first of the tables + ( its table << 2 | quarter turns from its pattern to that ); 0: never asked
	uint32_t pattern;
	uint32_t usable; // nodes that a path can pass; the g of corners that are not is -INFINITY
	uint32_t dirty;  // nodes whose g fell since the block was last expanded: the ingress nodes
	int16_t x, y;    // in blocks
	bool met, holds_goal;
	uint8_t spare[2];
} fw_block;

#define FW_BLOCK_TABLES_MAX 16384   // enough for all of random512-40 in blocks of 5 x 5: 26 MB
#define FW_BLOCK_PATTERNS_MAX 65536 // all of 4 x 4
#define FW_BLOCK_HEADS 4096

// The tables of one kind of node and one size, kept from search to search. Patterns share them: those with the same
// distances, and for corners of 4 x 4 those that are the same after quarter turns, so that what a search needs stays in
// the cache. Where there is no room for more, all are forgotten, and blocks ask anew.
typedef struct fw_block_tables
{
	fw_lddb* lddb; // without entries
	// [slot_count, a power of two] by the hash of a pattern: it, and below it 1 + ( table << 2 | quarter turns ); 0:
	// none
	uint64_t* slots;
	uint32_t* heads; // [FW_BLOCK_HEADS] by hash, 1 + the newest table that has it
	uint32_t* older; // [older_capacity], by table: the one before it with its hash
	void* all;       // [capacity] of `bytes`: distances from each node to each, floats of corners, integers of tiles
	size_t bytes;    // of a table
	int32_t slot_count, pattern_count;
	int32_t count, older_capacity, capacity;
	uint32_t first; // what a block has for the first table: more after this search forgot some
} fw_block_tables;

#define FW_BLOCK_KINDS 4 // tiles by four steps, by eight, corners closed, corners open

// A vertex or tile, of the map or of a block.
typedef struct fw_block_place
{
	int32_t x, y;
} fw_block_place;

// An end of the search in one of the blocks that it lies in.
typedef struct fw_block_end
{
	fw_block_place block;
	uint32_t pattern; // with tiles closed that this end may not use
	double distance[FW_LDDB_NODES_MAX];
} fw_block_end;

typedef struct fw_block_ends
{
	fw_block_place at;
	int32_t count;
	fw_block_end in[4];
} fw_block_ends;

typedef struct fw_block_state
{
	fw_vertices vertices;
	fw_block_variant variant;
	bool corners; // nodes are tile corners
	int32_t size; // of blocks [tiles]
	int32_t nodes;
	size_t bytes;               // of a block in the store
	int32_t columns, rows;      // of blocks
	const fw_layer* plane;      // whose patterns count
	const uint8_t* legal;       // steps between tiles by the tiles around
	float x[FW_LDDB_NODES_MAX]; // of the nodes in their block
	float y[FW_LDDB_NODES_MAX];
	fw_block_tables kinds[FW_BLOCK_KINDS][FW_BLOCK_SIZES];
	fw_block_tables* tables; // of this search
	fw_node_pages pages;
	fw_bucket_queue later;     // the open list by f, in bands of FW_BLOCK_BAND
	fw_bucket_queue now;       // and what of it is in the band at hand, by g
	float now_first, now_step; // the g of its first bucket, and buckets to a tile
	fw_block_ends start, goal;
	double length;    // of the best path so far
	double bound;     // heap value from which on nothing can make it shorter
	uint32_t last;    // and the band of it
	double direct;    // from start to goal inside of one block
	bool is_far;      // something lay beyond FW_BLOCK_FAR
	bool is_in_sight; // the goal from the start
	fw_points points; // scratch of extract
	fw_points turned; // the same from the other end
} fw_block_state;

// Bytes of a block with the g of its nodes: as many as corners have, for tiles too.
FW_INLINE size_t fw_block_bytes( int32_t size )
{
	return sizeof( fw_block ) + 4u * (size_t)size * sizeof( float );
}

FW_INLINE fw_block* fw_block_at( const fw_block_state* state, int32_t size, uint32_t index )
{
	return (fw_block*)(void*)( state->pages.nodes + index * fw_block_bytes( size ) );
}

// The same where the size is no constant.
FW_INLINE fw_block* fw_block_of( const fw_block_state* state, uint32_t index )
{
	return (fw_block*)(void*)( state->pages.nodes + index * state->bytes );
}

// The g of a block's corners. Rounded at every block: too little to see; the path is measured anew.
FW_INLINE float* fw_block_corners( const fw_block* block )
{
	return (float*)( block + 1 );
}

// The g of a block's tiles, in the costs of search/cost.h, so that it equals A*.
FW_INLINE int32_t* fw_block_tiles( const fw_block* block )
{
	return (int32_t*)( block + 1 );
}

// Which table of those that there are; as many or more where the block has none, or it was forgotten.
FW_INLINE uint32_t fw_block_table( const fw_block_tables* tables, const fw_block* block )
{
	return ( block->table - tables->first ) >> 2;
}

FW_INLINE double fw_block_g( const fw_block_state* state, const fw_block* block, int32_t node )
{
	return state->corners ? (double)fw_block_corners( block )[node]
	                      : fw_block_tiles( block )[node] / (double)FW_COST_ONE;
}

FW_INLINE bool fw_block_is_inside( const fw_block_state* state, int32_t x, int32_t y )
{
	return (uint32_t)x < (uint32_t)state->columns && (uint32_t)y < (uint32_t)state->rows;
}

// The bits of a heap value: they differ between an entry of the open list and an older one of the same block.
FW_INLINE uint32_t fw_block_stamp( float f )
{
	uint32_t bits;
	memcpy( &bits, &f, sizeof( bits ) );
	return bits;
}

// Puts a block on one of the two lists.
FW_INLINE void fw_block_queue( fw_search* search, fw_bucket_queue* list, float key, float f, uint32_t index )
{
	// A path into a far part of a block may wait long; it comes up early then, which costs no more than the work.
	const uint32_t bucket = (uint32_t)key;
	const uint32_t last = list->f + FW_BUCKET_COUNT - 1;
	const uint32_t kept = bucket < list->f ? list->f : bucket > last ? last : bucket;
	fw_search_need( search, fw_bucket_push( list, &search->allocator, kept, fw_block_stamp( f ), index ) );
}

FW_INLINE void fw_block_now( fw_search* search, fw_block_state* state, float g, float f, uint32_t index )
{
	const float key = ( g - state->now_first ) * state->now_step;
	fw_block_queue( search, &state->now, key > 0.0f ? key : 0.0f, f, index );
}

// Tells a listener of a block, and of the least g that it was put on the open list with.
FW_COLD void fw_block_tell( const fw_search* search, const fw_block_state* state, const fw_block* block, fw_event event,
                            float g );

// Puts a block on the open list where its heap value fell.
FW_INLINE void fw_block_open( fw_search* search, fw_block_state* state, int32_t size, uint32_t index, float f, float g )
{
	fw_block* block = fw_block_at( state, size, index );
	if ( f >= block->f )
	{
		return;
	}
	block->f = f;
	block->g_least = g;
	search->counters.heap_pushes++;
	if ( fw_search_is_heard( search ) )
	{
		fw_block_tell( search, state, block, FW_EVENT_OPEN, g );
	}
	const float band = f * ( 1.0f / FW_BLOCK_BAND );
	( uint32_t ) band <= state->later.f ? fw_block_now( search, state, g, f, index )
	                                    : fw_block_queue( search, &state->later, band, f, index );
}

// The index of the block at (x, y), met now where it is new; FW_NO_SLOT when memory is out.
uint32_t fw_block_meet( fw_search* search, fw_block_state* state, int32_t x, int32_t y );
// Meets a block whose place in the store is known.
void fw_block_meet_first( const fw_block_state* state, fw_block* block, int32_t x, int32_t y );
// The index of the block beside another in the direction (dx, dy). FW_NO_SLOT outside of the map and when memory is
// out.
FW_INLINE uint32_t fw_block_beside( fw_search* search, fw_block_state* state, int32_t size, uint32_t index, int32_t dx,
                                    int32_t dy )
{
	const fw_block* block = fw_block_at( state, size, index );
	const uint32_t edge = FW_BLOCK_PAGE_SIDE - 1;
	const bool inner_x = dx == 0 || ( index & edge ) != ( dx > 0 ? edge : 0 );
	const bool inner_y = dy == 0 || ( index >> FW_BLOCK_PAGE_SHIFT & edge ) != ( dy > 0 ? edge : 0 );
	if ( FW_LIKELY( inner_x && inner_y ) )
	{
		// In the same page, which may hold places outside of the map: they are closed.
		const uint32_t beside = index + (uint32_t)( dy * FW_BLOCK_PAGE_SIDE + dx );
		fw_block* to = fw_block_at( state, size, beside );
		if ( FW_UNLIKELY( !to->met ) )
		{
			fw_block_meet_first( state, to, block->x + dx, block->y + dy );
		}
		return beside;
	}
	const int32_t x = block->x + dx;
	const int32_t y = block->y + dy;
	return fw_block_is_inside( state, x, y ) ? fw_block_meet( search, state, x, y ) : FW_NO_SLOT;
}

// Makes the tables of the kind of node ready that the search is about. False when memory is out.
bool fw_block_take_kind( fw_search* search, fw_block_state* state );
// The first of so many slots to look for a pattern in.
FW_INLINE uint32_t fw_block_first_slot( int32_t slot_count, uint32_t pattern )
{
	return (uint32_t)( pattern * UINT64_C( 0x9E3779B97F4A7C15 ) >> 32 ) & ( (uint32_t)slot_count - 1 );
}

// Gives a block a table that has none, by a slot further on or a new one. False when memory is out.
bool fw_block_find_table( const fw_search* search, const fw_block_state* state, fw_block* block );
// The table of a block, made where it has none. NULL when memory is out; else it stays until the next call.
FW_INLINE const void* fw_block_take_table( const fw_search* search, const fw_block_state* state, fw_block* block )
{
	const fw_block_tables* tables = state->tables;
	uint32_t table = fw_block_table( tables, block );
	if ( FW_UNLIKELY( table >= (uint32_t)tables->count ) )
	{
		const uint64_t slot = tables->slots[fw_block_first_slot( tables->slot_count, block->pattern )];
		if ( FW_LIKELY( slot != 0 && slot >> 32 == block->pattern ) )
		{
			block->table = (uint32_t)slot + tables->first - 1;
		}
		else if ( !fw_block_find_table( search, state, block ) )
		{
			return NULL;
		}
		table = fw_block_table( tables, block );
	}
	return (const unsigned char*)tables->all + table * tables->bytes;
}
void fw_block_tables_hold( fw_holdings* holdings, fw_block_tables* tables );
// Where a node lies in its block, and the node at a place, -1 where there is none.
FW_INLINE fw_block_place fw_block_node( const fw_block_state* state, int32_t node )
{
	return ( fw_block_place ){ (int32_t)state->x[node], (int32_t)state->y[node] };
}
int32_t fw_block_node_at( const fw_block_state* state, int32_t x, int32_t y );
// The blocked tiles of a block, a bit each, row by row.
uint32_t fw_block_pattern( const fw_block_state* state, int32_t x, int32_t y );
// Makes a block of corners ready that the search meets for the first time.
void fw_block_meet_corners( const fw_block_state* state, fw_block* block );

// Expands a block with its table.
void fw_block_expand_corners( fw_search* search, fw_block_state* state, uint32_t index, const float* table );
void fw_block_expand_tiles( fw_search* search, fw_block_state* state, uint32_t index, const int32_t* table );
// Gives the g of these nodes to all blocks beyond the border.
void fw_block_pass_corners( fw_search* search, fw_block_state* state, uint32_t index, uint32_t nodes );
void fw_block_pass_tiles( fw_search* search, fw_block_state* state, uint32_t index, uint32_t nodes );
// The other corner of a block with its table through which a corner is reached best, and its g over that one; -1 where
// none is better than the `g` given [tiles].
int32_t fw_block_best_corner( const fw_block_state* state, const fw_block* block, const float* table, int32_t node,
                              double* g );
// A distance of the database in steps, as search/cost.h counts them [tiles]; the same for corners, where there are no
// steps.
double fw_block_distance( const fw_block_state* state, double tiles );
// A path of this length exists.
void fw_block_shorten( fw_block_state* state, double length );
// Looks for a better path over the nodes of a block that holds the goal.
void fw_block_look_for_goal( fw_block_state* state, const fw_block* block );

void fw_block_begin( fw_search* search, void* state );
void fw_block_extract( fw_search* search, void* state, fw_result* result );

#endif
