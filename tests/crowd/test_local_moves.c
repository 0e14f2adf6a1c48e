// SPDX-License-Identifier: MIT
// Moves of local plans: steps become single moves that enter free nodes, and what is taken out of a list of moves does
// not change where anybody ends. Steps of all agents never rotate.
#include "crowd/local_moves.h"
#include "support.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#define SIDE 6
#define NODES ( SIDE * SIDE )

typedef struct scene
{
	fw_local_problem problem;
	fw_local_step step;
	fw_local_moves moves;
} scene;

static scene* make_scene( bool ring )
{
	scene* s = calloc( 1, sizeof( *s ) );
	assert_non_null( s );
	fw_local_problem* problem = &s->problem;
	problem->node_count = NODES;
	problem->seed = 5;
	for ( int32_t node = 0; node < NODES; node++ )
	{
		const int32_t neighbors[4] = { ring || node % SIDE < SIDE - 1 ? ( node + 1 ) % NODES : -1,
		                               ring || node % SIDE > 0 ? ( node + NODES - 1 ) % NODES : -1,
		                               ring ? -1 : node + SIDE, ring ? -1 : node - SIDE };
		for ( int32_t i = 0; i < 4; i++ )
		{
			if ( neighbors[i] >= 0 && neighbors[i] < NODES )
			{
				problem->neighbors[node][problem->degree[node]++] = (uint8_t)neighbors[i];
			}
		}
	}
	return s;
}

// As many agents on any nodes, with any targets.
static void place_agents( scene* s, test_random* random, int32_t count )
{
	fw_local_set starts = { { 0 } };
	fw_local_set targets = { { 0 } };
	s->problem.agent_count = 0;
	while ( s->problem.agent_count < count )
	{
		const int32_t start = test_random_int( random, NODES );
		const int32_t target = test_random_int( random, NODES );
		if ( !fw_local_set_has( &starts, start ) && !fw_local_set_has( &targets, target ) )
		{
			fw_local_set_add( &starts, start );
			fw_local_set_add( &targets, target );
			s->problem.start[s->problem.agent_count] = (uint8_t)start;
			s->problem.target[s->problem.agent_count++] = (uint8_t)target;
		}
	}
	fw_local_step_init( &s->step, &s->problem );
}

// Drives the moves from the starts; each must go along a link to a free node. `at` receives where all agents end.
static void replay( const scene* s, uint8_t at[FW_LOCAL_AGENTS] )
{
	fw_local_set used = { { 0 } };
	memset( at, FW_LOCAL_NONE, FW_LOCAL_AGENTS );
	for ( int32_t agent = 0; agent < s->problem.agent_count; agent++ )
	{
		at[agent] = s->problem.start[agent];
		fw_local_set_add( &used, at[agent] );
	}
	for ( int32_t i = 0; i < s->moves.count; i++ )
	{
		const fw_local_move* move = &s->moves.list[i];
		assert_in_range( move->agent, 0, s->problem.agent_count - 1 );
		assert_int_equal( move->from, at[move->agent] );
		assert_true( fw_local_set_has( &s->step.links_out[move->from], move->to ) );
		assert_false( fw_local_set_has( &used, move->to ) );
		used.words[move->from >> 6] &= ~( (uint64_t)1 << ( move->from & 63 ) );
		fw_local_set_add( &used, move->to );
		at[move->agent] = move->to;
	}
}

static void add_move( scene* s, int32_t agent, int32_t from, int32_t to )
{
	s->moves.list[s->moves.count++] = ( fw_local_move ){ (uint8_t)agent, (uint8_t)from, (uint8_t)to };
}

// Agents that are decided for by chance, and all others by PIBT: no two come to one node, and the step has an order.
static void test_steps( void** state )
{
	(void)state;
	test_random random = test_random_make( 51 );
	const int32_t rounds = test_rounds( 20000 );
	int32_t refused = 0;
	int32_t failed = 0;
	for ( int32_t round = 0; round < rounds; round++ )
	{
		scene* s = make_scene( round % 4 == 0 );
		uint8_t order[FW_LOCAL_AGENTS];
		uint8_t ends[FW_LOCAL_AGENTS];
		uint8_t decided[FW_LOCAL_AGENTS];
		uint8_t start[FW_LOCAL_AGENTS] = { 0 };
		place_agents( s, &random, 1 + test_random_int( &random, NODES - 1 ) );
		memcpy( start, s->problem.start, sizeof( start ) );
		memset( decided, FW_LOCAL_NONE, sizeof( decided ) );
		fw_local_step_begin( &s->step, start );
		for ( int32_t agent = 0; agent < s->problem.agent_count; agent++ )
		{
			order[agent] = (uint8_t)( ( agent + round ) % s->problem.agent_count );
			const int32_t node = s->problem.start[agent];
			const int32_t to = s->problem.neighbors[node][test_random_int( &random, s->problem.degree[node] )];
			if ( test_random_chance( &random, 0.2 ) )
			{
				const bool can = fw_local_step_decide( &s->step, agent, to );
				decided[agent] = can ? (uint8_t)to : FW_LOCAL_NONE;
				refused += can ? 0 : 1;
			}
		}
		if ( fw_local_step_complete( &s->step, order ) )
		{
			assert_true( fw_local_moves_append( &s->moves, s->problem.agent_count, start, s->step.to ) );
			replay( s, ends );
			assert_memory_equal( ends, s->step.to, FW_LOCAL_AGENTS );
			for ( int32_t agent = 0; agent < s->problem.agent_count; agent++ )
			{
				assert_true( decided[agent] == FW_LOCAL_NONE || decided[agent] == ends[agent] );
			}
		}
		else
		{
			failed++;
		}
		free( s );
	}
	assert_true( refused > rounds / 10 && failed > rounds / 10 && failed < rounds / 2 );
}

// Without decisions before, a step is always found.
static void test_free_steps( void** state )
{
	(void)state;
	test_random random = test_random_make( 52 );
	for ( int32_t round = 0; round < test_rounds( 2000 ); round++ )
	{
		scene* s = make_scene( round % 4 == 0 );
		uint8_t order[FW_LOCAL_AGENTS] = { 0 };
		uint8_t at[FW_LOCAL_AGENTS];
		place_agents( s, &random, 1 + test_random_int( &random, NODES ) );
		memcpy( at, s->problem.start, sizeof( at ) );
		for ( int32_t i = 0; i < 20; i++ )
		{
			for ( int32_t agent = 0; agent < s->problem.agent_count; agent++ )
			{
				order[agent] = (uint8_t)( ( agent + i ) % s->problem.agent_count );
			}
			fw_local_step_begin( &s->step, at );
			assert_true( fw_local_step_complete( &s->step, order ) );
			assert_true( fw_local_moves_append( &s->moves, s->problem.agent_count, at, s->step.to ) );
			memcpy( at, s->step.to, sizeof( at ) );
		}
		replay( s, at );
		free( s );
	}
}

// Any legal moves by chance: shortened, they are legal and end in the same nodes.
static void test_shorten_any( void** state )
{
	(void)state;
	test_random random = test_random_make( 53 );
	const int32_t rounds = test_rounds( 2000 );
	int64_t before = 0;
	int64_t after = 0;
	for ( int32_t round = 0; round < rounds; round++ )
	{
		scene* s = make_scene( round % 4 == 0 );
		uint8_t at[FW_LOCAL_AGENTS];
		uint8_t ends[FW_LOCAL_AGENTS];
		fw_local_set used = { { 0 } };
		place_agents( s, &random, 1 + test_random_int( &random, NODES - 1 ) );
		memset( at, FW_LOCAL_NONE, sizeof( at ) );
		memcpy( at, s->problem.start, (size_t)s->problem.agent_count );
		for ( int32_t agent = 0; agent < s->problem.agent_count; agent++ )
		{
			fw_local_set_add( &used, at[agent] );
		}
		for ( int32_t i = 0; i < 600; i++ )
		{
			const int32_t agent = test_random_int( &random, s->problem.agent_count );
			const int32_t from = at[agent];
			const int32_t to = s->problem.neighbors[from][test_random_int( &random, s->problem.degree[from] )];
			if ( !fw_local_set_has( &used, to ) )
			{
				used.words[0] &= ~( (uint64_t)1 << from );
				fw_local_set_add( &used, to );
				add_move( s, agent, from, to );
				at[agent] = (uint8_t)to;
			}
		}
		before += s->moves.count;
		fw_local_moves_shorten( &s->moves, s->step.links_out );
		after += s->moves.count;
		replay( s, ends );
		assert_memory_equal( ends, at, FW_LOCAL_AGENTS );
		free( s );
	}
	assert_true( after < before / 2 && after > 0 );
}

static void test_shorten( void** state )
{
	(void)state;
	scene* s = make_scene( false );
	uint8_t at[FW_LOCAL_AGENTS];
	s->problem.agent_count = 2;
	s->problem.start[0] = 7;
	s->problem.start[1] = 2;
	fw_local_step_init( &s->step, &s->problem );
	// Out and back, which nobody needs; the other one passes elsewhere.
	add_move( s, 0, 7, 6 );
	add_move( s, 1, 2, 3 );
	add_move( s, 0, 6, 12 );
	add_move( s, 0, 12, 13 );
	add_move( s, 0, 13, 7 );
	fw_local_moves_shorten( &s->moves, s->step.links_out );
	assert_int_equal( s->moves.count, 1 );
	assert_int_equal( s->moves.list[0].agent, 1 );
	// The other one comes through the node, so that it has to get out of the way: into the nearest node.
	s->moves.count = 0;
	s->problem.start[1] = 1;
	add_move( s, 0, 7, 6 );
	add_move( s, 0, 6, 12 );
	add_move( s, 1, 1, 7 );
	add_move( s, 1, 7, 13 );
	add_move( s, 0, 12, 6 );
	add_move( s, 0, 6, 7 );
	fw_local_moves_shorten( &s->moves, s->step.links_out );
	replay( s, at );
	assert_int_equal( s->moves.count, 4 );
	assert_true( at[0] == 7 && at[1] == 13 );
	// Three links instead of one: it takes the one when the other agent has left the end, or before it comes to the
	// begin.
	s->moves.count = 0;
	s->problem.start[1] = 8;
	add_move( s, 0, 7, 1 );
	add_move( s, 0, 1, 2 );
	add_move( s, 1, 8, 9 );
	add_move( s, 0, 2, 8 );
	fw_local_moves_shorten( &s->moves, s->step.links_out );
	replay( s, at );
	assert_int_equal( s->moves.count, 2 );
	s->moves.count = 0;
	s->problem.start[1] = 6;
	add_move( s, 0, 7, 1 );
	add_move( s, 0, 1, 2 );
	add_move( s, 1, 6, 7 );
	add_move( s, 0, 2, 8 );
	fw_local_moves_shorten( &s->moves, s->step.links_out );
	replay( s, at );
	assert_int_equal( s->moves.count, 2 );
	assert_true( s->moves.list[0].agent == 0 && s->moves.list[0].to == 8 );
	free( s );
}

static void test_no_room( void** state )
{
	(void)state;
	scene* s = make_scene( false );
	uint8_t from[FW_LOCAL_AGENTS] = { 7, 8, 9 };
	uint8_t to[FW_LOCAL_AGENTS] = { 8, 9, 9 };
	to[2] = 10;
	s->moves.count = FW_LOCAL_MOVES - 2;
	assert_false( fw_local_moves_append( &s->moves, 3, from, to ) );
	assert_int_equal( s->moves.count, FW_LOCAL_MOVES - 2 );
	to[2] = 9;
	to[1] = 8;
	to[0] = 1;
	from[0] = 7;
	assert_true( fw_local_moves_append( &s->moves, 3, from, to ) );
	s->moves.count = FW_LOCAL_MOVES - 3;
	to[0] = 8;
	to[1] = 9;
	to[2] = 10;
	assert_true( fw_local_moves_append( &s->moves, 3, from, to ) );
	assert_int_equal( s->moves.count, FW_LOCAL_MOVES );
	// The last one of a row goes first.
	assert_int_equal( s->moves.list[FW_LOCAL_MOVES - 3].agent, 2 );
	assert_int_equal( s->moves.list[FW_LOCAL_MOVES - 1].agent, 0 );
	free( s );
}

int run_test_local_moves( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_steps ),   cmocka_unit_test( test_free_steps ), cmocka_unit_test( test_shorten_any ),
	    cmocka_unit_test( test_shorten ), cmocka_unit_test( test_no_room ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
