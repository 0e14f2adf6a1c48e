// SPDX-License-Identifier: MIT
// Problems of local plans, and the checker of their solutions.
#include "support_local.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

local_scene* local_scene_make( void )
{
	local_scene* s = calloc( 1, sizeof( *s ) );
	assert_non_null( s );
	s->memory = test_memory_make();
	const fw_allocator allocator = test_memory_allocator( &s->memory );
	fw_local_plan_init( &s->plan, &allocator );
	s->problem = fw_local_plan_problem( &s->plan );
	assert_non_null( s->problem );
	return s;
}

void local_scene_free( local_scene* s )
{
	assert_int_equal( s->memory.asked, 1 );
	assert_int_equal( fw_local_plan_memory( &s->plan ), s->memory.bytes );
	fw_local_plan_free( &s->plan );
	test_memory_check_empty( &s->memory );
	free( s );
}

void local_link( fw_local_problem* problem, int32_t from, int32_t to )
{
	problem->neighbors[from][problem->degree[from]++] = (uint8_t)to;
}

void local_link_both( fw_local_problem* problem, int32_t a, int32_t b )
{
	local_link( problem, a, b );
	local_link( problem, b, a );
}

void local_add_agent( fw_local_problem* problem, int32_t start, int32_t target )
{
	problem->start[problem->agent_count] = (uint8_t)start;
	problem->target[problem->agent_count++] = (uint8_t)target;
}

void local_set_nodes( fw_local_problem* problem, int32_t count )
{
	problem->node_count = count;
	problem->agent_count = 0;
	memset( problem->degree, 0, sizeof( problem->degree ) );
}

void local_set_grid( fw_local_problem* problem, int32_t width, int32_t height, const bool* wall, bool diagonal )
{
	int32_t of[FW_LOCAL_NODES * 4];
	int32_t count = 0;
	for ( int32_t tile = 0; tile < width * height; tile++ )
	{
		of[tile] = wall != NULL && wall[tile] ? -1 : count++;
	}
	local_set_nodes( problem, count );
	for ( int32_t tile = 0; tile < width * height; tile++ )
	{
		for ( int32_t d = 0; d < 4 && of[tile] >= 0; d++ )
		{
			const int32_t x = tile % width + ( d == 1 ? 0 : d == 3 ? -1 : 1 );
			const int32_t y = tile / width + ( d == 0 ? 0 : 1 );
			if ( x >= 0 && x < width && y < height && of[y * width + x] >= 0 && ( d < 2 || diagonal ) )
			{
				local_link_both( problem, of[tile], of[y * width + x] );
			}
		}
	}
}

void local_shuffle( test_random* random, uint8_t* nodes, int32_t count )
{
	for ( int32_t i = 0; i < count; i++ )
	{
		nodes[i] = (uint8_t)i;
	}
	for ( int32_t i = count - 1; i > 0; i-- )
	{
		const int32_t k = test_random_int( random, i + 1 );
		const uint8_t node = nodes[i];
		nodes[i] = nodes[k];
		nodes[k] = node;
	}
}

void local_add_random_agents( fw_local_problem* problem, test_random* random, int32_t count )
{
	uint8_t starts[FW_LOCAL_NODES];
	uint8_t targets[FW_LOCAL_NODES];
	local_shuffle( random, starts, problem->node_count );
	local_shuffle( random, targets, problem->node_count );
	for ( int32_t i = 0; i < count; i++ )
	{
		local_add_agent( problem, starts[i], targets[i] );
	}
}

bool local_has_link( const fw_local_problem* problem, int32_t from, int32_t to )
{
	for ( int32_t i = 0; i < problem->degree[from]; i++ )
	{
		if ( problem->neighbors[from][i] == to )
		{
			return true;
		}
	}
	return false;
}

static void replay( const fw_local_problem* problem, const fw_local_result* result )
{
	bool used[FW_LOCAL_NODES] = { false };
	uint8_t at[FW_LOCAL_AGENTS];
	for ( int32_t agent = 0; agent < problem->agent_count; agent++ )
	{
		at[agent] = problem->start[agent];
		used[at[agent]] = true;
	}
	assert_in_range( result->move_count, 0, FW_LOCAL_MOVES );
	for ( int32_t i = 0; i < result->move_count; i++ )
	{
		const fw_local_move* move = &result->moves[i];
		assert_true( move->agent < problem->agent_count && move->to < problem->node_count );
		assert_int_equal( move->from, at[move->agent] );
		assert_true( local_has_link( problem, move->from, move->to ) );
		assert_false( used[move->to] );
		used[move->from] = false;
		used[move->to] = true;
		at[move->agent] = move->to;
	}
	for ( int32_t agent = 0; agent < problem->agent_count; agent++ )
	{
		assert_true( problem->target[agent] == FW_LOCAL_NONE || at[agent] == problem->target[agent] );
	}
}

fw_local_result local_solve( local_scene* s )
{
	const fw_local_result result = fw_local_plan_solve( &s->plan );
	assert_in_range( result.expansions, 0, s->problem->max_expansions );
	if ( result.outcome == FW_LOCAL_SOLVED )
	{
		replay( s->problem, &result );
	}
	else
	{
		assert_int_equal( result.move_count, 0 );
		assert_true( result.outcome == FW_LOCAL_IMPOSSIBLE || result.expansions == s->problem->max_expansions );
	}
	return result;
}
