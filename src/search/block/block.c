// SPDX-License-Identifier: MIT
// Block A*: A* over square blocks of tiles; distances across a block come from a database by its pattern.
// Paper: P. Yap, N. Burch, R. Holte, J. Schaeffer, "Block A*: Database-Driven Search with Applications in Any-Angle
// Path-Planning" (2011). Differs from it: (a) nothing passes a corner between two blocked tiles; (b) an end that lies
// in several blocks begins or ends in all of them; (c) blocks are taken by bands of heap values, in a band by g; (d) no
// parents are kept: the path back is found by the same distances.
// Ties: band, then g in whole tiles, then last come, first taken.
// Cost: O(expanded blocks x ingress nodes); a block is 64, 80, 96 or 112 bytes by its size.
#include "search/block/block.h"

#include <float.h>
#include <math.h>

int32_t fw_block_node_at( const fw_block_state* state, int32_t x, int32_t y )
{
	const int32_t last = state->nodes / 4;
	if ( x < 0 || y < 0 || x > last || y > last )
	{
		return -1;
	}
	return y == 0 ? x : x == last ? last + y : y == last ? 3 * last - x : x == 0 ? 4 * last - y : -1;
}

uint32_t fw_block_pattern( const fw_block_state* state, int32_t x, int32_t y )
{
	const int32_t size = state->size;
	uint32_t free = 0;
	for ( int32_t row = 0; row < size; row++ )
	{
		const uint64_t bits = fw_layer_bits( state->plane, size * x, size * y + row );
		free |= ( (uint32_t)bits & ( ( 1u << size ) - 1u ) ) << ( size * row );
	}
	return ~free & ( ( 1u << size * size ) - 1u );
}

void fw_block_meet_first( const fw_block_state* state, fw_block* block, int32_t x, int32_t y )
{
	block->met = true;
	block->f = INFINITY;
	block->x = (int16_t)x;
	block->y = (int16_t)y;
	if ( state->corners )
	{
		fw_block_meet_corners( state, block );
		return;
	}
	block->pattern = fw_block_pattern( state, x, y );
	block->usable = 0;
	for ( int32_t i = 0; i < state->nodes; i++ )
	{
		const int32_t tile = state->size * (int32_t)state->y[i] + (int32_t)state->x[i];
		block->usable |= ( ~block->pattern >> tile & 1u ) << i;
		fw_block_tiles( block )[i] = FW_BLOCK_TILE_FAR;
	}
}

uint32_t fw_block_meet( fw_search* search, fw_block_state* state, int32_t x, int32_t y )
{
	const uint32_t index = fw_pages_touch_tile( search, &state->pages, FW_BLOCK_PAGE_SHIFT, x, y, 0 );
	fw_block* block = FW_LIKELY( index != FW_NO_SLOT ) ? fw_block_of( state, index ) : NULL;
	if ( block != NULL && !block->met )
	{
		fw_block_meet_first( state, block, x, y );
	}
	return index;
}

void fw_block_shorten( fw_block_state* state, double length )
{
	state->length = length;
	// A heap value is rounded to a float, by less than FLT_EPSILON of it; over tiles a shorter path is so by a unit of
	// cost at least, which is more than that up to 3,500 tiles.
	const double rounded = length * (double)FLT_EPSILON - 1.0 / FW_COST_ONE;
	state->bound = !state->corners && rounded > 0.0 ? length + rounded : length;
	// Bands are made of f, which a weight may carry far.
	state->last = length < (double)FW_BLOCK_FAR ? (uint32_t)floor( state->bound / (double)FW_BLOCK_BAND ) : UINT32_MAX;
}

void fw_block_look_for_goal( fw_block_state* state, const fw_block* block )
{
	for ( int32_t e = 0; e < state->goal.count; e++ )
	{
		const fw_block_end* end = &state->goal.in[e];
		for ( int32_t i = 0; i < state->nodes && end->block.x == block->x && end->block.y == block->y; i++ )
		{
			const double g = fw_block_g( state, block, i );
			const double length = g + end->distance[i];
			if ( ( block->usable >> i & 1 ) != 0 && g < (double)FW_BLOCK_FAR && length < state->length )
			{
				fw_block_shorten( state, length );
			}
		}
	}
}

// Spreads the buckets of the list by g over a band: one to a tile where they reach so far. `first` was taken from it,
// the others are still in its bucket.
static void begin_band( fw_block_state* state, const fw_bucket_entry* first )
{
	const fw_bucket_queue* later = &state->later;
	float least = fw_block_of( state, first->node )->g_least;
	float most = least;
	for ( uint32_t i = later->heads[later->f % FW_BUCKET_COUNT]; i != 0; i = later->store.entries[i - 1].next )
	{
		const float g = fw_block_of( state, later->store.entries[i - 1].node )->g_least;
		least = g < least ? g : least;
		most = g > most ? g : most;
	}
	// Paths that are found in the band itself may go on for a while.
	const float span = most - least + FW_BLOCK_AHEAD;
	const float buckets = (float)( FW_BUCKET_COUNT - 1 );
	fw_bucket_clear( &state->now, 0 );
	state->now_first = least;
	state->now_step = span < buckets ? 1.0f : buckets / span;
}

// Moves the next band of the open list by f to the one by g. False when nothing is left that could make the path
// shorter.
static bool next_band( fw_search* search, fw_block_state* state )
{
	fw_bucket_queue* later = &state->later;
	if ( fw_bucket_is_empty( later ) )
	{
		return false;
	}
	const fw_bucket_entry first = fw_bucket_pop( later );
	begin_band( state, &first );
	for ( fw_bucket_entry entry = first;; entry = fw_bucket_pop( later ) )
	{
		const fw_block* block = fw_block_of( state, entry.node );
		if ( later->f > state->last )
		{
			return false;
		}
		// Else it was put on the list again with less.
		if ( fw_block_stamp( block->f ) == entry.h )
		{
			fw_block_now( search, state, block->g_least, block->f, entry.node );
		}
		if ( !fw_bucket_has( later, later->f ) )
		{
			return true;
		}
	}
}

// The first block of the open list, or FW_NO_SLOT when none can make the path shorter.
static uint32_t pop_block( fw_search* search, fw_block_state* state )
{
	while ( !fw_bucket_is_empty( &state->now ) || next_band( search, state ) )
	{
		if ( fw_bucket_is_empty( &state->now ) )
		{
			continue;
		}
		const fw_bucket_entry top = fw_bucket_pop( &state->now );
		search->counters.heap_pops++;
		fw_block* block = fw_block_of( state, top.node );
		if ( fw_block_stamp( block->f ) == top.h && block->f < state->bound )
		{
			state->is_far = state->is_far || block->g_least >= FW_BLOCK_FAR - FW_BLOCK_WAY;
			block->f = INFINITY;
			return top.node;
		}
	}
	return FW_NO_SLOT;
}

void fw_block_tell( const fw_search* search, const fw_block_state* state, const fw_block* block, fw_event event,
                    float g )
{
	const int32_t size = state->size;
	const fw_pose pose = { size * ( block->x + 0.5 ), size * ( block->y + 0.5 ), 0.0 };
	double values[FW_LDDB_NODES_MAX];
	for ( int32_t i = 0; i < state->nodes; i++ )
	{
		const double to = fw_block_g( state, block, i );
		values[i] = ( block->usable >> i & 1 ) != 0 && to < (double)FW_BLOCK_FAR ? to : (double)INFINITY;
	}
	const fw_heard heard = {
	    .event = event,
	    .pose = pose,
	    .parent = pose,
	    .g = g,
	    .side = size,
	    .values = values,
	    .value_count = state->nodes,
	};
	fw_search_tell( search, &heard );
}

// Algorithm 2 of the paper.
static void block_step( fw_search* search, void* opaque, int64_t n )
{
	fw_block_state* state = opaque;
	for ( ; n > 0 && FW_LIKELY( search->status == FW_OK ); n-- )
	{
		const uint32_t index = pop_block( search, state );
		if ( index == FW_NO_SLOT )
		{
			const bool found = state->length < FW_BLOCK_FAR;
			const fw_reason reason = state->is_far ? FW_REASON_COST_RANGE : FW_REASON_EXHAUSTED;
			fw_search_finish( search, found ? FW_FOUND : FW_UNREACHABLE, found ? FW_REASON_NONE : reason );
			return;
		}
		fw_block* block = fw_block_of( state, index );
		const void* table = fw_block_take_table( search, state, block );
		if ( !fw_search_need( search, table != NULL ) )
		{
			return;
		}
		search->counters.expanded++;
		state->corners ? fw_block_expand_corners( search, state, index, table )
		               : fw_block_expand_tiles( search, state, index, table );
	}
}

static void block_hold( fw_holdings* holdings, void* opaque )
{
	fw_block_state* state = opaque;
	for ( int32_t i = 0; i < FW_BLOCK_KINDS * FW_BLOCK_SIZES; i++ )
	{
		fw_block_tables_hold( holdings, &state->kinds[i / FW_BLOCK_SIZES][i % FW_BLOCK_SIZES] );
	}
	fw_pages_hold( holdings, &state->pages );
	fw_bucket_hold( holdings, &state->now );
	fw_bucket_hold( holdings, &state->later );
	FW_HOLD( holdings, state->points.at, state->points.capacity );
	FW_HOLD( holdings, state->turned.at, state->turned.capacity );
}

const fw_engine fw_engine_block = {
    .state_size = sizeof( fw_block_state ),
    .begin = fw_block_begin,
    .step = block_step,
    .extract = fw_block_extract,
    .hold = block_hold,
};
