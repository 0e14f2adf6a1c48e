// SPDX-License-Identifier: MIT
// Local plans: every solution is replayed by a checker of its own; small problems are compared with a search over all
// configurations, full grids with the parity of the sliding puzzle.
#include "support_local.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

// Of problems that are compared with a search over all configurations.
#define SMALL_NODES 9
#define SMALL_AGENTS 5
#define SMALL_STATES 59049

static bool ends( const fw_local_problem* problem, int32_t state )
{
	for ( int32_t agent = 0; agent < problem->agent_count; agent++, state /= SMALL_NODES )
	{
		if ( problem->target[agent] != FW_LOCAL_NONE && state % SMALL_NODES != problem->target[agent] )
		{
			return false;
		}
	}
	return true;
}

// Is there a solution? Goes through all configurations that single moves lead to.
static bool is_solvable( const fw_local_problem* problem )
{
	static const int32_t place[SMALL_AGENTS] = { 1, 9, 81, 729, 6561 };
	bool* seen = calloc( SMALL_STATES, sizeof( *seen ) );
	int32_t* queue = calloc( SMALL_STATES, sizeof( *queue ) );
	assert_true( seen != NULL && queue != NULL );
	int32_t first = 0;
	for ( int32_t agent = 0; agent < problem->agent_count; agent++ )
	{
		first += problem->start[agent] * place[agent];
	}
	int32_t count = 0;
	bool found = ends( problem, first );
	seen[first] = true;
	queue[count++] = first;
	for ( int32_t i = 0; i < count && !found; i++ )
	{
		bool used[SMALL_NODES] = { false };
		for ( int32_t agent = 0; agent < problem->agent_count; agent++ )
		{
			used[queue[i] / place[agent] % SMALL_NODES] = true;
		}
		for ( int32_t k = 0; k < problem->agent_count * FW_LOCAL_DEGREE; k++ )
		{
			const int32_t agent = k / FW_LOCAL_DEGREE;
			const int32_t node = queue[i] / place[agent] % SMALL_NODES;
			const int32_t to = problem->neighbors[node][k % FW_LOCAL_DEGREE];
			if ( k % FW_LOCAL_DEGREE < problem->degree[node] && !used[to] )
			{
				const int32_t state = queue[i] + ( to - node ) * place[agent];
				found = found || ends( problem, state );
				if ( !seen[state] )
				{
					seen[state] = true;
					queue[count++] = state;
				}
			}
		}
	}
	free( seen );
	free( queue );
	return found;
}

// Any graph, connected or not, with links in one direction if `directed`; some agents may end anywhere.
static void set_small( fw_local_problem* problem, test_random* random, bool directed )
{
	const int32_t nodes = 2 + test_random_int( random, SMALL_NODES - 1 );
	const double density = test_random_real( random, 0.0, 0.5 );
	local_set_nodes( problem, nodes );
	for ( int32_t node = 1; node < nodes; node++ )
	{
		const int32_t other = test_random_int( random, node );
		local_link( problem, other, node );
		if ( !directed || test_random_chance( random, 0.7 ) )
		{
			local_link( problem, node, other );
		}
	}
	for ( int32_t a = 0; a < nodes; a++ )
	{
		for ( int32_t b = 0; b < a; b++ )
		{
			const bool wanted = test_random_chance( random, density * density );
			const bool room = problem->degree[a] < FW_LOCAL_DEGREE && problem->degree[b] < FW_LOCAL_DEGREE;
			if ( wanted && room && !local_has_link( problem, a, b ) && !local_has_link( problem, b, a ) )
			{
				local_link_both( problem, a, b );
				problem->degree[b] = (uint8_t)( problem->degree[b] - ( directed ? 1 : 0 ) );
			}
		}
	}
	const int32_t most = nodes < SMALL_AGENTS ? nodes : SMALL_AGENTS;
	local_add_random_agents( problem, random, 1 + test_random_int( random, most ) );
	for ( int32_t agent = 0; agent < problem->agent_count; agent++ )
	{
		problem->target[agent] = test_random_chance( random, 0.15 ) ? FW_LOCAL_NONE : problem->target[agent];
	}
	problem->seed = (uint32_t)test_random_next( random );
}

static void test_all_configurations( void** state )
{
	(void)state;
	local_scene* s = local_scene_make();
	test_random random = test_random_make( 41 );
	const int32_t rounds = test_rounds( 20000 );
	int32_t count[2][3] = { { 0 } }; // by whether there is a solution, and outcome
	for ( int32_t round = 0; round < rounds; round++ )
	{
		set_small( s->problem, &random, round % 3 == 0 );
		const bool solvable = is_solvable( s->problem );
		const fw_local_result result = local_solve( s );
		assert_int_equal( result.outcome == FW_LOCAL_SOLVED && !solvable, false );
		assert_int_equal( result.outcome == FW_LOCAL_IMPOSSIBLE && solvable, false );
		count[solvable][result.outcome]++;
	}
	// Of 20,000 it gives up 21 that have a solution, and 163 that have none.
	assert_true( count[1][FW_LOCAL_GAVE_UP] <= 3 + rounds / 800 && count[0][FW_LOCAL_GAVE_UP] <= rounds / 80 );
	assert_true( count[1][FW_LOCAL_SOLVED] > rounds / 2 && count[0][FW_LOCAL_IMPOSSIBLE] > rounds / 4 );
	local_scene_free( s );
}

// Every agent of a grid moves, more or less crowded, with links to 4 or 8 neighbors.
static void test_crowded_grids( void** state )
{
	(void)state;
	local_scene* s = local_scene_make();
	test_random random = test_random_make( 42 );
	const int32_t rounds = test_rounds( 400 );
	int32_t solved = 0;
	for ( int32_t round = 0; round < rounds; round++ )
	{
		bool wall[120] = { false };
		const int32_t width = 4 + test_random_int( &random, 7 );
		const int32_t height = 4 + test_random_int( &random, 9 );
		const double walls = test_random_real( &random, 0.0, 0.25 );
		for ( int32_t tile = 0; tile < width * height; tile++ )
		{
			wall[tile] = test_random_chance( &random, walls );
		}
		local_set_grid( s->problem, width, height, wall, round % 2 == 0 );
		const int32_t most = s->problem->node_count < FW_LOCAL_AGENTS ? s->problem->node_count : FW_LOCAL_AGENTS;
		local_add_random_agents( s->problem, &random, 1 + test_random_int( &random, most ) );
		s->problem->seed = (uint32_t)round;
		solved += local_solve( s ).outcome == FW_LOCAL_SOLVED ? 1 : 0;
	}
	// Of 400 it solves 363; the others are mostly torn apart by walls, or too full.
	assert_true( solved > rounds * 3 / 4 && solved < rounds );
	local_scene_free( s );
}

// With two free tiles agents can be brought into any order on a grid, also from full to full.
static void test_nearly_full( void** state )
{
	(void)state;
	local_scene* s = local_scene_make();
	test_random random = test_random_make( 43 );
	const int32_t rounds = test_rounds( 300 );
	for ( int32_t round = 0; round < rounds; round++ )
	{
		const int32_t width = 3 + test_random_int( &random, 3 );
		const int32_t height = 4 + test_random_int( &random, 3 );
		local_set_grid( s->problem, width, height, NULL, false );
		local_add_random_agents( s->problem, &random, width * height - 2 - test_random_int( &random, 3 ) );
		s->problem->seed = (uint32_t)round;
		assert_int_equal( local_solve( s ).outcome, FW_LOCAL_SOLVED );
	}
	local_scene_free( s );
}

// The sliding puzzle of 15 pieces: half of all orders can be reached.
static void test_sliding_puzzle( void** state )
{
	(void)state;
	local_scene* s = local_scene_make();
	test_random random = test_random_make( 44 );
	const int32_t rounds = test_rounds( 200 );
	int32_t even = 0;
	int32_t solved = 0;
	for ( int32_t round = 0; round < rounds; round++ )
	{
		uint8_t target[16];
		local_shuffle( &random, target, 16 );
		local_set_grid( s->problem, 4, 4, NULL, false );
		int32_t odd = target[15] / 4 + target[15] % 4;
		for ( int32_t i = 0; i < 15; i++ )
		{
			local_add_agent( s->problem, i, target[i] );
		}
		for ( int32_t i = 0; i < 16; i++ )
		{
			for ( int32_t k = 0; k < i; k++ )
			{
				odd += target[k] > target[i] ? 1 : 0;
			}
		}
		s->problem->seed = (uint32_t)round;
		const fw_local_outcome outcome = local_solve( s ).outcome;
		even += odd % 2 == 0 ? 1 : 0;
		solved += outcome == FW_LOCAL_SOLVED ? 1 : 0;
		assert_true( odd % 2 == 0 ? outcome != FW_LOCAL_IMPOSSIBLE : outcome != FW_LOCAL_SOLVED );
	}
	assert_true( even > 0 && solved == even );
	local_scene_free( s );
}

// A corridor with a bay at one of its nodes, or none (-1). The bay is the last node.
static void set_corridor( fw_local_problem* problem, int32_t length, int32_t bay )
{
	local_set_nodes( problem, length + ( bay >= 0 ? 1 : 0 ) );
	for ( int32_t node = 1; node < length; node++ )
	{
		local_link_both( problem, node - 1, node );
	}
	if ( bay >= 0 )
	{
		local_link_both( problem, bay, length );
	}
}

static void test_corridors( void** state )
{
	(void)state;
	local_scene* s = local_scene_make();
	for ( int32_t length = 3; length <= 60; length++ )
	{
		// Through the bay, wherever it is between the ends.
		const int32_t bay = 1 + length * 7 % ( length - 2 );
		set_corridor( s->problem, length, bay );
		local_add_agent( s->problem, 0, length - 1 );
		local_add_agent( s->problem, length - 1, 0 );
		const fw_local_result through = local_solve( s );
		assert_int_equal( through.outcome, FW_LOCAL_SOLVED );
		// One of them goes into the bay and comes out again, and no other move is needless.
		assert_in_range( through.move_count, 2 * ( length - 1 ) + 2, 2 * ( length - 1 ) + 4 );
		// Next to each other, the bay behind one of them.
		set_corridor( s->problem, length, 1 );
		local_add_agent( s->problem, length - 2, length - 1 );
		local_add_agent( s->problem, length - 1, length - 2 );
		assert_int_equal( local_solve( s ).outcome, FW_LOCAL_SOLVED );
	}
	for ( int32_t length = 2; length <= 20; length++ )
	{
		set_corridor( s->problem, length, -1 );
		local_add_agent( s->problem, 0, length - 1 );
		local_add_agent( s->problem, length - 1, 0 );
		assert_int_equal( local_solve( s ).outcome, FW_LOCAL_IMPOSSIBLE );
	}
	local_scene_free( s );
}

// On a ring that is full nobody can move; with one free node all can, but in the same order.
static void test_rings( void** state )
{
	(void)state;
	local_scene* s = local_scene_make();
	for ( int32_t length = 3; length <= 12; length++ )
	{
		for ( int32_t room = 0; room <= 1; room++ )
		{
			set_corridor( s->problem, length, -1 );
			local_link_both( s->problem, 0, length - 1 );
			for ( int32_t i = 0; i < length - room; i++ )
			{
				local_add_agent( s->problem, i, ( i + 1 ) % length );
			}
			const fw_local_outcome expected = room == 1 ? FW_LOCAL_SOLVED : FW_LOCAL_IMPOSSIBLE;
			assert_int_equal( local_solve( s ).outcome, expected );
		}
		// Two of them change places in the order. Two alone have no order.
		s->problem->target[0] = 2;
		s->problem->target[1] = 1;
		assert_int_equal( local_solve( s ).outcome, length > 3 ? FW_LOCAL_IMPOSSIBLE : FW_LOCAL_SOLVED );
	}
	local_scene_free( s );
}

// Of 60 on a grid of 80 nodes all are at their targets but six, each of which wants to be where the next one stands.
static void set_ring( fw_local_problem* problem, uint32_t seed )
{
	test_random random = test_random_make( seed );
	local_set_grid( problem, 10, 8, NULL, false );
	local_add_random_agents( problem, &random, 60 );
	for ( int32_t i = 0; i < 60; i++ )
	{
		problem->target[i] = problem->start[i < 6 ? ( i + 1 ) % 6 : i];
	}
	problem->seed = seed;
	problem->max_moves = FW_LOCAL_MOVES;
}

// The first solutions that are found have 3,518 moves in all, the shortest ones 2,196.
static void test_short_solutions( void** state )
{
	(void)state;
	local_scene* s = local_scene_make();
	int32_t moves = 0;
	for ( uint32_t seed = 1; seed <= 20; seed++ )
	{
		set_ring( s->problem, seed );
		const fw_local_result result = local_solve( s );
		assert_int_equal( result.outcome, FW_LOCAL_SOLVED );
		moves += result.move_count;
		s->problem->max_moves = result.move_count / 2;
		const fw_local_result half = local_solve( s );
		assert_true( half.outcome == FW_LOCAL_SOLVED ? half.move_count <= s->problem->max_moves
		                                             : half.outcome == FW_LOCAL_GAVE_UP && half.move_count == 0 );
	}
	assert_in_range( moves, 1, 2500 );
	local_scene_free( s );
}

static void test_plain_answers( void** state )
{
	(void)state;
	local_scene* s = local_scene_make();
	assert_int_equal( s->problem->max_expansions, FW_LOCAL_EXPANSIONS );
	assert_int_equal( local_solve( s ).outcome, FW_LOCAL_SOLVED );
	// All are there already, or may be anywhere: no moves.
	local_set_grid( s->problem, 4, 4, NULL, false );
	local_add_agent( s->problem, 3, 3 );
	local_add_agent( s->problem, 5, FW_LOCAL_NONE );
	fw_local_result result = local_solve( s );
	assert_true( result.outcome == FW_LOCAL_SOLVED && result.move_count == 0 && result.expansions == 0 );
	// Whoever may end anywhere goes out of the way, in a corridor with a bay.
	set_corridor( s->problem, 5, 2 );
	local_add_agent( s->problem, 0, 4 );
	local_add_agent( s->problem, 2, FW_LOCAL_NONE );
	result = local_solve( s );
	assert_true( result.outcome == FW_LOCAL_SOLVED && result.move_count >= 5 );
	// Nobody moves without need.
	local_set_grid( s->problem, 4, 4, NULL, false );
	local_add_agent( s->problem, 0, 3 );
	local_add_agent( s->problem, 13, FW_LOCAL_NONE );
	local_add_agent( s->problem, 15, FW_LOCAL_NONE );
	assert_int_equal( local_solve( s ).move_count, 3 );
	// Two want the same node, or there is no link to it: known without a search.
	s->problem->target[0] = s->problem->target[1] = 4;
	result = local_solve( s );
	assert_true( result.outcome == FW_LOCAL_IMPOSSIBLE && result.expansions == 0 );
	local_set_nodes( s->problem, 3 );
	local_link( s->problem, 0, 1 );
	local_add_agent( s->problem, 1, 0 );
	result = local_solve( s );
	assert_true( result.outcome == FW_LOCAL_IMPOSSIBLE && result.expansions == 0 );
	// Without expansions it gives up.
	s->problem->start[0] = 0;
	s->problem->target[0] = 1;
	s->problem->max_expansions = 0;
	assert_int_equal( local_solve( s ).outcome, FW_LOCAL_GAVE_UP );
	s->problem->max_expansions = 1;
	assert_int_equal( local_solve( s ).outcome, FW_LOCAL_SOLVED );
	local_scene_free( s );
}

static void test_limits( void** state )
{
	(void)state;
	local_scene* s = local_scene_make();
	fw_local_problem* problem = s->problem;
	test_random random = test_random_make( 45 );
	local_set_grid( problem, 16, 8, NULL, true );
	local_add_random_agents( problem, &random, FW_LOCAL_AGENTS );
	assert_int_equal( problem->node_count, FW_LOCAL_NODES );
	assert_int_equal( problem->degree[17], FW_LOCAL_DEGREE );
	assert_true( fw_local_problem_is_valid( problem ) );
	assert_int_equal( local_solve( s ).outcome, FW_LOCAL_SOLVED );
	// Each number out of its limits, one at a time.
	const fw_local_problem valid = *problem;
	for ( int32_t i = 0; i < 14; i++ )
	{
		problem->node_count = i == 0 ? FW_LOCAL_NODES + 1 : i == 1 ? -1 : valid.node_count;
		problem->agent_count = i == 2 ? FW_LOCAL_AGENTS + 1 : i == 3 ? -1 : valid.agent_count;
		problem->max_expansions = i == 4 ? FW_LOCAL_EXPANSIONS + 1 : i == 5 ? -1 : FW_LOCAL_EXPANSIONS;
		problem->degree[9] = i == 6 ? FW_LOCAL_DEGREE + 1 : valid.degree[9];
		problem->neighbors[9][0] = i == 7 ? 9 : i == 8 ? FW_LOCAL_NODES : valid.neighbors[9][0];
		problem->start[63] = i == 9 ? FW_LOCAL_NODES : i == 10 ? problem->start[62] : valid.start[63];
		problem->target[63] = i == 11 ? FW_LOCAL_NODES : valid.target[63];
		problem->max_moves = i == 12 ? FW_LOCAL_MOVES + 1 : i == 13 ? -1 : valid.max_moves;
		assert_false( fw_local_problem_is_valid( problem ) );
	}
	*problem = valid;
	problem->target[63] = FW_LOCAL_NONE;
	assert_true( fw_local_problem_is_valid( problem ) );
	local_scene_free( s );
}

static void fill_left( fw_local_problem* problem )
{
	for ( int32_t agent = 0; agent < problem->agent_count; agent++ )
	{
		for ( int32_t node = 0; node < problem->node_count; node++ )
		{
			problem->left[agent][node] = (float)( 100 + node );
		}
	}
}

static void test_assign( void** state )
{
	(void)state;
	local_scene* s = local_scene_make();
	fw_local_problem* problem = s->problem;
	// 0 - 1 - 2 - 3 - 4 - 5, and 6 - 7 apart.
	set_corridor( problem, 6, -1 );
	problem->node_count = 8;
	local_link_both( problem, 6, 7 );
	local_add_agent( problem, 0, FW_LOCAL_NONE );
	local_add_agent( problem, 1, FW_LOCAL_NONE );
	local_add_agent( problem, 2, 5 );
	local_add_agent( problem, 3, 5 );
	local_add_agent( problem, 4, FW_LOCAL_NONE );
	fill_left( problem );
	problem->left[0][5] = 1.0f;
	problem->left[0][7] = 2.0f;
	problem->left[0][4] = 3.0f;
	problem->left[1][4] = 1.0f;
	problem->left[1][3] = 2.0f;
	problem->left[3][2] = problem->left[3][1] = 4.0f;
	for ( int32_t node = 0; node < 8; node++ )
	{
		problem->left[4][node] = INFINITY;
	}
	fw_local_plan_assign( &s->plan );
	assert_int_equal( problem->target[0], 4 ); // 5 is the target of agent 2, and 7 is apart
	assert_int_equal( problem->target[1], 3 );
	assert_int_equal( problem->target[2], 5 );
	assert_int_equal( problem->target[3], 1 ); // agent 2 was given 5 before; 1 and 2 are equal
	assert_int_equal( problem->target[4], FW_LOCAL_NONE );
	// Links in one direction.
	local_set_nodes( problem, 3 );
	local_link( problem, 0, 1 );
	local_link( problem, 1, 2 );
	local_add_agent( problem, 1, FW_LOCAL_NONE );
	fill_left( problem );
	fw_local_plan_assign( &s->plan );
	assert_int_equal( problem->target[0], 1 );
	local_scene_free( s );
}

// A number for all moves of a result.
static uint32_t hash_moves( const fw_local_result* result )
{
	uint32_t hash = (uint32_t)result->expansions;
	for ( int32_t i = 0; i < result->move_count; i++ )
	{
		const fw_local_move* move = &result->moves[i];
		hash = ( hash * 31 + move->agent ) * 31 * 31 + move->from * 31u + move->to;
	}
	return hash;
}

static uint32_t solve_grid( local_scene* s, uint32_t seed )
{
	test_random random = test_random_make( 46 );
	local_set_grid( s->problem, 12, 10, NULL, false );
	local_add_random_agents( s->problem, &random, 60 );
	s->problem->seed = seed;
	const fw_local_result result = local_solve( s );
	assert_int_equal( result.outcome, FW_LOCAL_SOLVED );
	return hash_moves( &result );
}

static void test_same_bits( void** state )
{
	(void)state;
	local_scene* s = local_scene_make();
	local_scene* other = local_scene_make();
	const uint32_t hash = solve_grid( s, 7 );
	assert_int_not_equal( solve_grid( s, 8 ), hash );
	assert_int_equal( solve_grid( s, 7 ), hash );
	assert_int_equal( solve_grid( other, 7 ), hash );
	assert_int_equal( hash, 0xbe6635b6u );
	local_scene_free( other );
	local_scene_free( s );
}

static void test_memory_failure( void** state )
{
	(void)state;
	test_memory memory = test_memory_make();
	const fw_allocator allocator = test_memory_allocator( &memory );
	fw_local_plan plan;
	fw_local_plan_init( &plan, &allocator );
	assert_int_equal( fw_local_plan_memory( &plan ), 0 );
	test_memory_fail_in( &memory, 0, false );
	assert_null( fw_local_plan_problem( &plan ) );
	test_memory_check_empty( &memory );
	assert_non_null( fw_local_plan_problem( &plan ) );
	assert_int_equal( fw_local_plan_memory( &plan ), memory.bytes );
	assert_in_range( memory.bytes, 1, 1500000 );
	fw_local_plan_free( &plan );
	test_memory_check_empty( &memory );
	assert_int_equal( fw_local_plan_memory( &plan ), 0 );
}

int run_test_local_plan( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_all_configurations ),
	    cmocka_unit_test( test_crowded_grids ),
	    cmocka_unit_test( test_nearly_full ),
	    cmocka_unit_test( test_sliding_puzzle ),
	    cmocka_unit_test( test_corridors ),
	    cmocka_unit_test( test_rings ),
	    cmocka_unit_test( test_short_solutions ),
	    cmocka_unit_test( test_plain_answers ),
	    cmocka_unit_test( test_limits ),
	    cmocka_unit_test( test_assign ),
	    cmocka_unit_test( test_same_bits ),
	    cmocka_unit_test( test_memory_failure ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
