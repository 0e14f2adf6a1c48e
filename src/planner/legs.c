// SPDX-License-Identifier: MIT
// Legs of a tile path, one search after the other.
#include "planner/legs.h"

#include <math.h>

static const fw_method* leg_method( void )
{
	return fw_method_find( "astar" );
}

void fw_legs_open( void* state, const fw_allocator* allocator )
{
	fw_legs* legs = state;
	legs->allocator = *allocator;
	fw_path_init( &legs->done, allocator );
}

void fw_legs_close( void* state )
{
	fw_legs* legs = state;
	fw_path_free( &legs->done );
	fw_free( &legs->allocator, legs->visited, (size_t)legs->visited_capacity, sizeof( *legs->visited ) );
}

size_t fw_legs_memory( const void* state )
{
	const fw_legs* legs = state;
	return (size_t)legs->done.capacity * sizeof( fw_segment ) +
	       (size_t)legs->visited_capacity * sizeof( *legs->visited );
}

bool fw_legs_tile( const fw_space* space, fw_pose pose, int32_t* x, int32_t* y )
{
	const int32_t own_x = (int32_t)floor( pose.x );
	const int32_t own_y = (int32_t)floor( pose.y );
	double nearest = INFINITY;
	for ( int32_t cy = own_y - 1; cy <= own_y + 1; cy++ )
	{
		for ( int32_t cx = own_x - 1; cx <= own_x + 1; cx++ )
		{
			const bool own = cx == own_x && cy == own_y;
			const double distance = own ? -1.0 : fw_length( cx + 0.5 - pose.x, cy + 0.5 - pose.y );
			if ( distance < nearest && fw_space_stands( space, cx, cy ) )
			{
				nearest = distance;
				*x = cx;
				*y = cy;
			}
		}
	}
	return nearest < INFINITY;
}

// The whole path is not searched for, but what A* says of it before it expands anything holds.
static fw_next probe( fw_legs* legs, const fw_task* task )
{
	fw_next step = fw_take_search( task, task->plan, leg_method(), 0 );
	step.kind = FW_TAKE_PROBE;
	legs->knows = false;
	legs->last = false;
	legs->count = 0;
	legs->visited_count = 0;
	fw_path_clear( &legs->done, task->plan->start );
	return step;
}

fw_next fw_legs_to( fw_legs* legs, const fw_task* task, int32_t x, int32_t y, bool last, int32_t margin )
{
	if ( task->left < 0 )
	{
		return fw_take_end( task, FW_OUT_OF_BUDGET, FW_REASON_EXPANSIONS );
	}
	fw_plan leg = *task->plan;
	if ( legs->done.count > 0 )
	{
		const fw_vec2 from = legs->done.segments[legs->done.count - 1].to;
		leg.start = ( fw_pose ){ from.x, from.y, 0.0 };
		leg.start_any_heading = true;
	}
	if ( !last )
	{
		leg.goal = ( fw_pose ){ x + 0.5, y + 0.5, 0.0 };
		leg.goal_tolerance = 0.0;
	}
	leg.options.window = margin;
	legs->last = last;
	legs->count++;
	fw_next step = fw_take_search( task, &leg, leg_method(), task->left );
	step.lead = legs->done.count > 0 ? &legs->done : NULL;
	return step;
}

// The path is whole.
static fw_next finish( fw_legs* legs, const fw_task* task )
{
	const fw_status status = fw_path_copy( &task->result->path, &legs->done );
	return status == FW_OK ? fw_take_path( task, FW_BRANCH_LEGS ) : fw_take_failure( status );
}

static fw_next go_on( fw_legs* legs, const fw_task* task, fw_legs_ahead ahead )
{
	fw_legs_place at = { 0 };
	fw_status status = FW_OK;
	const fw_path* leg = &task->result->path;
	if ( legs->knows && legs->done.count == 0 )
	{
		fw_path_clear( &legs->done, leg->start );
	}
	if ( legs->knows )
	{
		status = fw_append_segments( &legs->done, leg, 0, leg->count );
	}
	if ( status == FW_OK && !legs->last )
	{
		status = fw_cache_space( task->cache, &task->plan->unit, FW_ANY_LATTICE, &at.space );
	}
	if ( status != FW_OK )
	{
		return fw_take_failure( status );
	}
	if ( legs->last )
	{
		return finish( legs, task );
	}
	const fw_vec2 end = leg->count > 0 ? leg->segments[leg->count - 1].to : ( fw_vec2 ){ leg->start.x, leg->start.y };
	at.x = (int32_t)end.x;
	at.y = (int32_t)end.y;
	if ( !legs->knows && !fw_legs_tile( at.space, task->plan->start, &at.x, &at.y ) )
	{
		return fw_take_end( task, FW_UNREACHABLE, FW_REASON_EXHAUSTED );
	}
	legs->knows = true;
	return ahead( legs, task, at );
}

fw_next fw_legs_next( fw_legs* legs, const fw_task* task, fw_legs_ahead ahead )
{
	const fw_outcome outcome = task->result->outcome;
	const bool goes_on = outcome == ( legs->knows ? FW_FOUND : FW_RUNNING );
	return task->begins ? probe( legs, task ) : goes_on ? go_on( legs, task, ahead ) : fw_take_its_end( task );
}

fw_status fw_legs_prepare( fw_cache* cache, const fw_plan* plan, const fw_resolved_plan* resolved )
{
	fw_map map;
	const fw_primitives* along;
	FW_TRY( fw_cache_map( cache, plan, leg_method(), &map ) );
	return resolved->turning == FW_TURNING_ALONG ? fw_cache_primitives_along( cache, plan, &along ) : FW_OK;
}
