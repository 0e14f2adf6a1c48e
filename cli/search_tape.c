// SPDX-License-Identifier: MIT
// A search as a listener hears it.
#include "search_tape.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NO_NODE ( -1 )

typedef struct recorder
{
	search_tape* tape;
	const fw_grid* grid;
	uint32_t capabilities; // of the unit
	int32_t width, height; // of the map [tiles]
	uint8_t* seen;         // [( width + 1 ) * ( height + 1 )] what each tile, or corner, is
	int32_t* block_at;     // like `seen`, by the upper left tile of a block: 1 + its index; NULL: blocks are not kept
	int32_t* slots;        // [slot_count] hash table of poses: nodes, of several on one pose the last; NO_NODE
	int32_t slot_count;    // a power of 2
	int64_t ticks, total;  // expansions so far, of all
	int32_t wanted;        // moments after the first
	search_moment running;
	bool room;
} recorder;

// Room for one more.
static bool grow( void** list, int32_t* capacity, int32_t count, size_t size )
{
	if ( count < *capacity )
	{
		return true;
	}
	const int32_t more = *capacity > 0 ? 2 * *capacity : 256;
	void* grown = count < INT32_MAX / 4 ? realloc( *list, (size_t)more * size ) : NULL;
	if ( grown == NULL )
	{
		return false;
	}
	*list = grown;
	*capacity = more;
	return true;
}

static uint32_t hash_of( fw_pose pose )
{
	uint64_t bits[3];
	memcpy( &bits[0], &pose.x, sizeof( bits[0] ) );
	memcpy( &bits[1], &pose.y, sizeof( bits[1] ) );
	memcpy( &bits[2], &pose.heading, sizeof( bits[2] ) );
	const uint64_t mixed = ( ( bits[0] * 31 + bits[1] ) * 31 + bits[2] ) * 0x9e3779b97f4a7c15u;
	return (uint32_t)( mixed >> 32 );
}

static bool same( fw_pose a, fw_pose b )
{
	return a.x == b.x && a.y == b.y && a.heading == b.heading;
}

// The slot of a pose, or the free one where it belongs.
static int32_t* slot_of( const recorder* to, fw_pose pose )
{
	const uint32_t mask = (uint32_t)to->slot_count - 1;
	uint32_t at = hash_of( pose ) & mask;
	while ( to->slots[at] != NO_NODE && !same( to->tape->nodes[to->slots[at]].pose, pose ) )
	{
		at = ( at + 1 ) & mask;
	}
	return &to->slots[at];
}

static void clear_slots( recorder* to )
{
	for ( int32_t i = 0; i < to->slot_count; i++ )
	{
		to->slots[i] = NO_NODE;
	}
}

// At most half of the slots are taken.
static bool grow_slots( recorder* to )
{
	const search_tape* tape = to->tape;
	if ( tape->node_count - to->running.first_node < to->slot_count / 2 )
	{
		return true;
	}
	int32_t* grown = malloc( 2 * (size_t)to->slot_count * sizeof( int32_t ) );
	if ( grown == NULL )
	{
		return false;
	}
	free( to->slots );
	to->slots = grown;
	to->slot_count *= 2;
	clear_slots( to );
	for ( int32_t i = to->running.first_node; i < tape->node_count; i++ )
	{
		*slot_of( to, tape->nodes[i].pose ) = i;
	}
	return true;
}

static void add_node( recorder* to, const fw_heard* heard )
{
	search_tape* tape = to->tape;
	if ( tape->node_count == SEARCH_NODES_MAX )
	{
		return;
	}
	to->room = to->room &&
	           grow( (void**)&tape->nodes, &tape->node_capacity, tape->node_count, sizeof( picture_node ) ) &&
	           grow_slots( to );
	if ( to->room )
	{
		tape->nodes[tape->node_count] = ( picture_node ){ heard->pose, heard->parent, heard->g, heard->h };
		*slot_of( to, heard->pose ) = tape->node_count++;
	}
}

// The middle of three points says nothing where all lie on one line.
static bool is_straight( const fw_vec2* at )
{
	const double ax = at[1].x - at[0].x;
	const double ay = at[1].y - at[0].y;
	const double bx = at[2].x - at[1].x;
	const double by = at[2].y - at[1].y;
	return ax * by == ay * bx && ax * bx + ay * by >= 0.0;
}

static void add_point( recorder* to, fw_pose pose )
{
	search_tape* tape = to->tape;
	to->room = to->room && grow( (void**)&tape->points, &tape->point_capacity, tape->point_count, sizeof( fw_vec2 ) );
	if ( !to->room )
	{
		return;
	}
	tape->points[tape->point_count++] = ( fw_vec2 ){ pose.x, pose.y };
	if ( tape->point_count - to->running.first_point >= 3 && is_straight( &tape->points[tape->point_count - 3] ) )
	{
		tape->points[tape->point_count - 2] = tape->points[tape->point_count - 1];
		tape->point_count--;
	}
}

// The way from the node that is expanded back to the start, by the parents that are known at this moment.
static void add_way( recorder* to )
{
	const search_tape* tape = to->tape;
	to->running.first_point = tape->point_count;
	fw_pose at = to->running.now.pose;
	fw_pose parent = to->running.now.parent;
	add_point( to, at );
	for ( int32_t steps = to->running.first_node; steps < tape->node_count && !same( at, parent ) && to->room; steps++ )
	{
		at = parent;
		add_point( to, at );
		const int32_t node = *slot_of( to, at );
		parent = node != NO_NODE ? tape->nodes[node].parent : at;
	}
}

static void close_moment( recorder* to )
{
	search_tape* tape = to->tape;
	if ( to->running.expanding )
	{
		add_way( to );
	}
	search_moment* made = &tape->moments[tape->moment_count++];
	*made = to->running;
	made->marks = tape->mark_count;
	made->nodes = tape->node_count;
	made->points = to->running.expanding ? tape->point_count : to->running.first_point;
}

// Before a node is expanded: is it time for a moment?
static void tick( recorder* to )
{
	const int32_t made = to->tape->moment_count;
	if ( made <= to->wanted && to->wanted > 0 && to->ticks == to->total * made / to->wanted )
	{
		close_moment( to );
	}
	to->ticks++;
}

// What is known of a tile or a corner only rises.
static void mark_at( recorder* to, int32_t x, int32_t y, bool corner, search_kind kind )
{
	search_tape* tape = to->tape;
	uint8_t* seen = &to->seen[(size_t)y * ( (size_t)to->width + 1 ) + (size_t)x];
	if ( *seen >= kind )
	{
		return;
	}
	to->room = to->room && grow( (void**)&tape->marks, &tape->mark_capacity, tape->mark_count, sizeof( search_mark ) );
	if ( to->room )
	{
		*seen = (uint8_t)kind;
		tape->marks[tape->mark_count++] = ( search_mark ){ x, y, (uint8_t)kind, corner };
		tape->kinds |= 1u << kind;
	}
}

// Of a block all tiles that the unit may enter.
static void mark_block( recorder* to, const fw_heard* heard, search_kind kind )
{
	const int32_t left = (int32_t)( heard->pose.x - 0.5 * heard->side );
	const int32_t top = (int32_t)( heard->pose.y - 0.5 * heard->side );
	for ( int32_t i = 0; i < heard->side * heard->side; i++ )
	{
		const int32_t x = left + i % heard->side;
		const int32_t y = top + i / heard->side;
		if ( fw_grid_passable( to->grid, x, y, to->capabilities ) )
		{
			mark_at( to, x, y, false, kind );
		}
	}
}

// Blocks are heard again and again: what counts is the first and the last time, and the values then.
static void note_block( recorder* to, const fw_heard* heard )
{
	search_tape* tape = to->tape;
	const int32_t left = (int32_t)( heard->pose.x - 0.5 * heard->side );
	const int32_t top = (int32_t)( heard->pose.y - 0.5 * heard->side );
	int32_t* at = &to->block_at[(size_t)top * ( (size_t)to->width + 1 ) + (size_t)left];
	if ( *at == 0 )
	{
		to->room = to->room &&
		           grow( (void**)&tape->blocks, &tape->block_capacity, tape->block_count, sizeof( picture_block ) );
		if ( !to->room )
		{
			return;
		}
		tape->blocks[tape->block_count] = ( picture_block ){ .middle = heard->pose, .side = heard->side };
		*at = ++tape->block_count;
	}
	picture_block* block = &tape->blocks[*at - 1];
	if ( heard->event == FW_EVENT_EXPAND )
	{
		block->last = tape->node_count - to->running.first_node;
		block->first = block->first == 0 ? block->last : block->first;
	}
	block->count = heard->value_count;
	memcpy( block->values, heard->values, (size_t)heard->value_count * sizeof( double ) );
}

static void mark( recorder* to, const fw_heard* heard, search_kind kind )
{
	if ( heard->side > 0 )
	{
		mark_block( to, heard, kind );
		if ( to->block_at != NULL )
		{
			note_block( to, heard );
		}
		return;
	}
	const double half = to->tape->corners ? 0.5 : 0.0;
	const double x = floor( heard->pose.x + half );
	const double y = floor( heard->pose.y + half );
	// An exact pose may lie beyond the edge.
	if ( x >= 0.0 && y >= 0.0 && x <= to->width && y <= to->height )
	{
		mark_at( to, (int32_t)x, (int32_t)y, to->tape->corners, kind );
	}
}

static void begin_again( recorder* to )
{
	search_tape* tape = to->tape;
	const size_t places = ( (size_t)to->width + 1 ) * ( (size_t)to->height + 1 );
	memset( to->seen, SEARCH_UNSEEN, places );
	if ( to->block_at != NULL )
	{
		memset( to->block_at, 0, places * sizeof( int32_t ) );
		tape->block_count = 0;
	}
	clear_slots( to );
	to->running = ( search_moment ){
	    .first_mark = tape->mark_count,
	    .first_node = tape->node_count,
	    .first_point = tape->point_count,
	};
}

static void hear( void* context, const fw_heard* heard )
{
	recorder* to = context;
	switch ( heard->event )
	{
	case FW_EVENT_BEGIN:
		begin_again( to );
		break;
	case FW_EVENT_FIELD:
		mark( to, heard, SEARCH_FIELD );
		break;
	case FW_EVENT_OPEN:
		mark( to, heard, SEARCH_OPEN );
		break;
	case FW_EVENT_BACK:
		tick( to );
		mark( to, heard, SEARCH_BACK );
		break;
	case FW_EVENT_EXPAND:
		tick( to );
		add_node( to, heard );
		mark( to, heard, SEARCH_CLOSED );
		to->running.expanding = true;
		to->running.now = *heard;
		break;
	}
}

static void count( void* context, const fw_heard* heard )
{
	int64_t* ticks = context;
	*ticks += heard->event == FW_EVENT_EXPAND || heard->event == FW_EVENT_BACK ? 1 : 0;
}

static fw_status run( fw_planner* planner, const fw_plan* plan, fw_listener listener, fw_refusal* refusal )
{
	fw_plan again = *plan;
	again.options.listener = listener;
	fw_result result;
	fw_result_init( &result, NULL );
	const fw_status status = fw_planner_run( planner, &again, &result, refusal );
	fw_result_free( &result );
	return status;
}

static fw_status record( recorder* to, fw_planner* planner, const fw_plan* plan, int32_t moments, fw_refusal* refusal )
{
	to->slot_count = 1024;
	to->slots = malloc( (size_t)to->slot_count * sizeof( int32_t ) );
	const size_t places = ( (size_t)to->width + 1 ) * ( (size_t)to->height + 1 );
	to->seen = calloc( places, 1 );
	to->block_at = moments == 0 ? calloc( places, sizeof( int32_t ) ) : NULL;
	to->tape->moments = calloc( (size_t)moments + 1, sizeof( search_moment ) );
	to->room =
	    to->slots != NULL && to->seen != NULL && to->tape->moments != NULL && ( moments > 0 || to->block_at != NULL );
	fw_status status = to->room ? FW_OK : FW_ERR_MEMORY;
	if ( to->room )
	{
		clear_slots( to );
		status = run( planner, plan, ( fw_listener ){ .hear = hear, .context = to }, refusal );
	}
	if ( status == FW_OK && to->room )
	{
		close_moment( to );
	}
	free( to->slots );
	free( to->seen );
	free( to->block_at );
	return status == FW_OK && !to->room ? FW_ERR_MEMORY : status;
}

fw_status search_tape_make( search_tape* tape, fw_planner* planner, const fw_grid* grid, const fw_plan* plan,
                            const fw_resolved_plan* resolved, int32_t moments, fw_refusal* refusal )
{
	const bool corners =
	    plan->options.anchor == FW_ANCHOR_CORNER || ( resolved->method->traits & FW_TRAIT_ONLY_CORNERS ) != 0;
	*tape = ( search_tape ){ .corners = corners };
	recorder to = {
	    .tape = tape,
	    .grid = grid,
	    .capabilities = plan->unit.capabilities,
	    .width = fw_grid_width( grid ),
	    .height = fw_grid_height( grid ),
	};
	const fw_status status = run( planner, plan, ( fw_listener ){ .hear = count, .context = &to.total }, refusal );
	to.wanted = to.total < moments ? (int32_t)to.total : moments;
	return status == FW_OK ? record( &to, planner, plan, moments, refusal ) : status;
}

void search_tape_free( search_tape* tape )
{
	free( tape->marks );
	free( tape->nodes );
	free( tape->blocks );
	free( tape->points );
	free( tape->moments );
}
