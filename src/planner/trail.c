// SPDX-License-Identifier: MIT
// The memory of a far way that is planned leg by leg.
#include "planner/trail.h"

#include "base/refusal.h"

#include <float.h>

fw_status fw_trail_create( const fw_allocator* allocator, fw_trail** trail, fw_refusal* refusal )
{
	FW_TRY( FW_CHECK_NULL( refusal, trail ) );
	const fw_allocator own = fw_allocator_or_default( allocator );
	fw_trail* made = fw_alloc_zero( &own, 1, sizeof( *made ) );
	if ( made == NULL )
	{
		return fw_refuse_status( refusal, FW_ERR_MEMORY );
	}
	made->allocator = own;
	*trail = made;
	return FW_OK;
}

void fw_trail_destroy( fw_trail* trail )
{
	if ( trail != NULL )
	{
		const fw_allocator allocator = trail->allocator;
		fw_trail_hold( &( fw_holdings ){ .allocator = &allocator }, trail );
		fw_free( &allocator, trail, 1, sizeof( *trail ) );
	}
}

void fw_trail_clear( fw_trail* trail )
{
	if ( trail != NULL )
	{
		trail->count = 0;
	}
}

fw_trail_tile fw_trail_begin( fw_trail* trail, const fw_plan* plan, const fw_space* space, fw_trail_tile start )
{
	if ( trail->count > 0 && ( trail->to.x != plan->goal.x || trail->to.y != plan->goal.y ) )
	{
		trail->count = 0;
	}
	if ( trail->count == 0 )
	{
		trail->from = ( fw_vec2 ){ plan->start.x, plan->start.y };
		trail->to = ( fw_vec2 ){ plan->goal.x, plan->goal.y };
		trail->end = start;
	}
	const fw_trail_tile end = trail->end;
	const double away = fw_length( end.x + 0.5 - plan->start.x, end.y + 0.5 - plan->start.y );
	return away <= FW_TRAIL_NEAR && fw_space_stands( space, end.x, end.y ) ? end : start;
}

fw_status fw_trail_add( fw_trail* trail, fw_trail_tile tile )
{
	return FW_PUSH( &trail->allocator, &trail->tiles, &trail->count, &trail->capacity, tile ) ? FW_OK : FW_ERR_MEMORY;
}

void fw_trail_hold( fw_holdings* holdings, const fw_trail* trail )
{
	FW_HOLD( holdings, trail->tiles, trail->capacity );
}

fw_status fw_trail_pass( fw_bytes* io, fw_trail* trail )
{
	fw_pass_vec2( io, &trail->from, DBL_MAX );
	fw_pass_vec2( io, &trail->to, DBL_MAX );
	fw_pass_int( io, &trail->end.x, 0, FW_GRID_MAX_SIDE );
	fw_pass_int( io, &trail->end.y, 0, FW_GRID_MAX_SIDE );
	const int32_t count = fw_pass_count( io, trail->count, INT32_MAX / 2, 8 );
	if ( fw_reads( io ) && !FW_GROW( &trail->allocator, &trail->tiles, &trail->capacity, count ) )
	{
		return FW_ERR_MEMORY;
	}
	trail->count = count;
	for ( int32_t i = 0; i < count; i++ )
	{
		fw_pass_int( io, &trail->tiles[i].x, 0, FW_GRID_MAX_SIDE );
		fw_pass_int( io, &trail->tiles[i].y, 0, FW_GRID_MAX_SIDE );
	}
	return fw_passed( io );
}
