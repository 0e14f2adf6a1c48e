// SPDX-License-Identifier: MIT
// Joint plans: every solution is replayed by a checker of its own; problems of two agents are compared with a search
// over all places of both; stamps with distances.
#include "crowd/joint_reach.h"
#include "oracle.h"
#include "support.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define NODES FW_JOINT_NODES
#define GAP 1e-4 // between discs [tiles]
#define SLACK 1e-7
// Steps of the checker along a move.
#define SAMPLES 16
#define EXPANSIONS 256

typedef struct plan_case
{
	fw_grid* grid;
	test_memory memory;
	fw_joint_plan plan;
	fw_joint_problem* problem;
} plan_case;

static plan_case begin( fw_grid* grid )
{
	plan_case c = { .grid = grid, .memory = test_memory_make() };
	return c;
}

static void open_plan( plan_case* c )
{
	const fw_allocator allocator = test_memory_allocator( &c->memory );
	fw_joint_plan_init( &c->plan, &allocator );
	assert_int_equal( fw_joint_plan_memory( &c->plan ), 0 );
	c->problem = fw_joint_plan_problem( &c->plan );
	assert_non_null( c->problem );
	assert_int_equal( fw_joint_plan_memory( &c->plan ), c->memory.bytes );
	c->problem->first = ( fw_node ){ 0, 0 };
	c->problem->max_expansions = EXPANSIONS;
	c->problem->agent_count = 0;
}

static void end( plan_case* c )
{
	fw_joint_plan_free( &c->plan );
	test_memory_check_empty( &c->memory );
	fw_grid_destroy( c->grid );
}

static bool stands( const plan_case* c, double radius, fw_vec2 place )
{
	return oracle_depth( c->grid, FW_CAP_GROUND, radius, place ) <= 0.0;
}

static int32_t node_at( double x, double y )
{
	return (int32_t)( 2.0 * y ) * FW_JOINT_SIDE + (int32_t)( 2.0 * x );
}

// Links are clear of walls at some points; walls between them are of no account to the plan.
static void add_agent( plan_case* c, double radius, int32_t from, int32_t to )
{
	fw_joint_agent* agent = &c->problem->agents[c->problem->agent_count++];
	*agent = ( fw_joint_agent ){ .radius = radius, .start = fw_joint_place( c->problem, from ), .target = to };
	agent->entries[agent->entry_count++] = from;
	for ( int32_t node = 0; node < NODES; node++ )
	{
		const fw_vec2 place = fw_joint_place( c->problem, node );
		for ( int32_t k = 0; k < 8 && stands( c, radius, place ); k++ )
		{
			const int32_t other = fw_joint_neighbor( node, k );
			const fw_vec2 there = other >= 0 ? fw_joint_place( c->problem, other ) : place;
			const fw_vec2 middle = { 0.5 * ( place.x + there.x ), 0.5 * ( place.y + there.y ) };
			if ( other >= 0 && stands( c, radius, there ) && stands( c, radius, middle ) )
			{
				agent->links[node] |= (uint8_t)( 1 << k );
			}
		}
	}
}

static fw_joint_result solve( plan_case* c )
{
	int64_t nodes = INT64_MAX;
	fw_joint_plan_begin( &c->plan, false );
	const fw_joint_result result = fw_joint_plan_run( &c->plan, &nodes );
	assert_int_not_equal( result.outcome, FW_JOINT_RUNNING );
	return result;
}

static double apart( fw_vec2 a, fw_vec2 b )
{
	return hypot( a.x - b.x, a.y - b.y );
}

// Replays the moves: where they end.
static void check_moves( const plan_case* c, const fw_joint_result* result, fw_vec2 places[FW_JOINT_AGENTS] )
{
	const fw_joint_problem* problem = c->problem;
	for ( int32_t i = 0; i < problem->agent_count; i++ )
	{
		places[i] = problem->agents[i].start;
	}
	for ( int32_t m = 0; m < result->move_count; m++ )
	{
		const fw_joint_move* move = &result->moves[m];
		const double radius = problem->agents[move->agent].radius;
		assert_true( apart( move->from, places[move->agent] ) == 0.0 && apart( move->from, move->to ) < 0.75 );
		for ( int32_t k = 0; k <= SAMPLES; k++ )
		{
			const double part = (double)k / SAMPLES;
			const fw_vec2 at = { move->from.x + part * ( move->to.x - move->from.x ),
			                     move->from.y + part * ( move->to.y - move->from.y ) };
			for ( int32_t i = 0; i < problem->agent_count; i++ )
			{
				assert_true( i == move->agent ||
				             apart( at, places[i] ) >= radius + problem->agents[i].radius + GAP - SLACK );
			}
		}
		assert_true( stands( c, radius, move->to ) );
		places[move->agent] = move->to;
	}
}

static void check_solution( const plan_case* c, const fw_joint_result* result )
{
	fw_vec2 places[FW_JOINT_AGENTS];
	check_moves( c, result, places );
	for ( int32_t i = 0; i < c->problem->agent_count; i++ )
	{
		const int32_t target = c->problem->agents[i].target;
		assert_true( target == FW_JOINT_NONE || apart( places[i], fw_joint_place( c->problem, target ) ) == 0.0 );
	}
}

// Goes through all places of two agents.
static bool is_solvable( const plan_case* c )
{
	const fw_joint_agent* agents = c->problem->agents;
	bool* seen = calloc( (size_t)NODES * NODES, sizeof( *seen ) );
	int32_t* queue = calloc( (size_t)NODES * NODES, sizeof( *queue ) );
	assert_true( seen != NULL && queue != NULL );
	int32_t count = 0;
	bool found = false;
	queue[count++] = agents[0].entries[0] * NODES + agents[1].entries[0];
	seen[queue[0]] = true;
	for ( int32_t i = 0; i < count && !found; i++ )
	{
		const int32_t at[2] = { queue[i] / NODES, queue[i] % NODES };
		found = at[0] == agents[0].target && at[1] == agents[1].target;
		for ( int32_t k = 0; k < 16; k++ )
		{
			const int32_t who = k / 8;
			const int32_t to = fw_joint_neighbor( at[who], k % 8 );
			const int32_t next = who == 0 ? to * NODES + at[1] : at[0] * NODES + to;
			if ( ( agents[who].links[at[who]] & 1 << k % 8 ) != 0 && !seen[next] &&
			     fw_joint_is_clear( agents[who].radius, fw_joint_place( c->problem, at[who] ),
			                        fw_joint_place( c->problem, to ), agents[1 - who].radius,
			                        fw_joint_place( c->problem, at[1 - who] ) ) )
			{
				seen[next] = true;
				queue[count++] = next;
			}
		}
	}
	free( seen );
	free( queue );
	return found;
}

// A lane two tiles wide with a bay. Two that cannot pass each other in it change places; without the bay they cannot.
static void test_lane( void** state )
{
	(void)state;
	static const char* const maps[2] = {
	    "..............\n"
	    "..............\n"
	    "######..######\n"
	    "######..######\n",
	    "..............\n"
	    "..............\n",
	};
	for ( int32_t i = 0; i < 2; i++ )
	{
		plan_case c = begin( test_grid( maps[i] ) );
		open_plan( &c );
		add_agent( &c, 0.9, node_at( 2.0, 1.0 ), node_at( 12.0, 1.0 ) );
		add_agent( &c, 0.6, node_at( 10.0, 1.0 ), node_at( 3.0, 1.0 ) );
		const fw_joint_result result = solve( &c );
		assert_int_equal( result.outcome, i == 0 ? FW_JOINT_SOLVED : FW_JOINT_NOTHING );
		assert_true( is_solvable( &c ) == ( i == 0 ) );
		if ( i == 0 )
		{
			check_solution( &c, &result );
		}
		end( &c );
	}
}

// One goes up a lane in which it can pass none of three that go down; its target is above theirs. All leave the lane,
// and the three come back before it. By moves and blocks alone the search goes through some 16,000 states, as it does
// not leave the best places so far.
static void test_one_against_three( void** state )
{
	(void)state;
	plan_case c = begin( test_grid( "....................\n"
	                                "....................\n"
	                                "....................\n"
	                                "########..##########\n"
	                                "########..##########\n"
	                                "########..##########\n"
	                                "....................\n"
	                                "########...#########\n"
	                                "########...#########\n"
	                                "########...#########\n"
	                                "....................\n"
	                                "########..##########\n"
	                                "########..##########\n"
	                                "########..##########\n"
	                                "....................\n"
	                                "########...#########\n"
	                                "########...#########\n"
	                                "########...#########\n"
	                                "....................\n"
	                                "....................\n" ) );
	open_plan( &c );
	add_agent( &c, 0.86, node_at( 9.0, 7.5 ), node_at( 9.0, 3.5 ) );
	add_agent( &c, 0.54, node_at( 9.0, 6.0 ), node_at( 9.0, 16.0 ) );
	add_agent( &c, 0.74, node_at( 9.0, 4.5 ), node_at( 9.5, 8.0 ) );
	add_agent( &c, 0.63, node_at( 9.0, 3.0 ), node_at( 8.5, 14.5 ) );
	const fw_joint_result result = solve( &c );
	assert_int_equal( result.outcome, FW_JOINT_SOLVED );
	check_solution( &c, &result );
	end( &c );
}

// In a lane two are on the wrong sides of a wide one that they cannot pass there, and a fourth one stands where it
// ends. By what is nearest alone that takes 168 expansions, as it is another place each time; by places used before 45.
static void test_wrong_sides( void** state )
{
	(void)state;
	plan_case c = begin( test_grid( "........................\n"
	                                "........................\n"
	                                "........................\n"
	                                "...########.########....\n"
	                                "...########.########....\n"
	                                "...########.########....\n"
	                                "........................\n"
	                                "........................\n"
	                                "........................\n" ) );
	open_plan( &c );
	c.problem->max_expansions = 100;
	add_agent( &c, 0.81, node_at( 1.0, 2.0 ), node_at( 1.5, 2.0 ) );
	add_agent( &c, 0.74, node_at( 3.5, 2.0 ), node_at( 10.0, 1.5 ) );
	add_agent( &c, 0.67, node_at( 4.5, 1.0 ), node_at( 7.0, 2.0 ) );
	add_agent( &c, 0.89, node_at( 6.0, 1.5 ), node_at( 5.0, 1.5 ) );
	const fw_joint_result result = solve( &c );
	assert_int_equal( result.outcome, FW_JOINT_SOLVED );
	check_solution( &c, &result );
	end( &c );
}

// Two in a lane cannot pass each other, and a third one can reach its target: the best that is found leads it there.
// From there on nothing is better, and there are no moves.
static void test_best( void** state )
{
	(void)state;
	plan_case c = begin( test_grid( "####......####\n"
	                                "####......####\n"
	                                "##############\n"
	                                "..............\n" ) );
	const int32_t target = node_at( 12.5, 3.5 );
	for ( int32_t i = 0; i < 2; i++ )
	{
		open_plan( &c );
		add_agent( &c, 0.9, node_at( 5.0, 1.0 ), node_at( 9.0, 1.0 ) );
		add_agent( &c, 0.6, node_at( 9.0, 1.0 ), node_at( 5.0, 1.0 ) );
		add_agent( &c, 0.4, i == 0 ? node_at( 2.5, 3.5 ) : target, target );
		assert_int_equal( solve( &c ).outcome, FW_JOINT_NOTHING );
		const fw_joint_result best = fw_joint_plan_best( &c.plan );
		assert_int_equal( best.outcome, i == 0 ? FW_JOINT_SOLVED : FW_JOINT_NOTHING );
		fw_vec2 places[FW_JOINT_AGENTS];
		check_moves( &c, &best, places );
		assert_true( apart( places[2], fw_joint_place( c.problem, target ) ) == 0.0 );
		fw_joint_plan_free( &c.plan );
	}
	end( &c );
}

// Takes the links that lead up from below a row of nodes.
static void shut( plan_case* c, int32_t row )
{
	for ( int32_t i = 0; i < c->problem->agent_count; i++ )
	{
		for ( int32_t node = row * FW_JOINT_SIDE; node < NODES; node++ )
		{
			c->problem->agents[i].links[node] &= 0x1f;
		}
	}
}

// A bay that nobody comes out of is no refuge for one that has a target: it is as if there were none.
static void test_one_way( void** state )
{
	(void)state;
	int32_t expansions[2];
	for ( int32_t i = 0; i < 2; i++ )
	{
		plan_case c = begin( test_grid( i == 0 ? "..............\n..............\n######..######\n######..######\n"
		                                       : "..............\n..............\n" ) );
		open_plan( &c );
		add_agent( &c, 0.9, node_at( 2.0, 1.0 ), node_at( 12.0, 1.0 ) );
		add_agent( &c, 0.6, node_at( 10.0, 1.0 ), node_at( 3.0, 1.0 ) );
		shut( &c, 3 );
		const fw_joint_result result = solve( &c );
		assert_int_equal( result.outcome, FW_JOINT_NOTHING );
		expansions[i] = result.expansions;
		end( &c );
	}
	assert_int_equal( expansions[0], expansions[1] );
}

static int32_t draw_node( test_random* random, const plan_case* c, double radius )
{
	for ( ;; )
	{
		const int32_t x = test_random_int( random, 2 * fw_grid_width( c->grid ) );
		const int32_t y = test_random_int( random, 2 * fw_grid_height( c->grid ) );
		const int32_t node = y * FW_JOINT_SIDE + x;
		if ( stands( c, radius, fw_joint_place( c->problem, node ) ) )
		{
			return node;
		}
	}
}

// Agents of any sizes that stand and want to stand clear of each other. False if there was no room.
static bool add_agents( plan_case* c, test_random* random, int32_t count )
{
	for ( int32_t tries = 0; tries < 200 && c->problem->agent_count < count; tries++ )
	{
		const double radius = test_random_real( random, 0.3, 0.95 );
		const int32_t from = draw_node( random, c, radius );
		const int32_t to = draw_node( random, c, radius );
		bool clear = true;
		for ( int32_t i = 0; i < c->problem->agent_count && clear; i++ )
		{
			const fw_joint_agent* other = &c->problem->agents[i];
			const double room = radius + other->radius + 2.0 * GAP;
			clear = apart( fw_joint_place( c->problem, from ), other->start ) >= room &&
			        apart( fw_joint_place( c->problem, to ), fw_joint_place( c->problem, other->target ) ) >= room;
		}
		if ( clear )
		{
			add_agent( c, radius, from, to );
		}
	}
	return c->problem->agent_count == count;
}

// Of 317 problems of two agents that can be solved 311 are; whatever is solved is so.
static void test_pairs( void** state )
{
	(void)state;
	test_random random = test_random_make( 3 );
	int32_t solvable = 0;
	int32_t solved = 0;
	for ( int32_t round = 0; round < test_rounds( 400 ); round++ )
	{
		const int32_t width = 5 + test_random_int( &random, 4 );
		plan_case c = begin( test_random_grid( &random, width, 4 + test_random_int( &random, 2 ), 0.15 ) );
		open_plan( &c );
		if ( add_agents( &c, &random, 2 ) )
		{
			const bool can = is_solvable( &c );
			const fw_joint_result result = solve( &c );
			const bool has = result.outcome == FW_JOINT_SOLVED;
			if ( has )
			{
				check_solution( &c, &result );
			}
			assert_true( can || !has );
			solvable += can ? 1 : 0;
			solved += has ? 1 : 0;
		}
		end( &c );
	}
	assert_true( solvable > 10 && solved * 100 >= solvable * 97 );
}

static void test_many( void** state )
{
	(void)state;
	test_random random = test_random_make( 4 );
	int32_t solved = 0;
	int32_t better = 0;
	for ( int32_t round = 0; round < test_rounds( 300 ); round++ )
	{
		plan_case c = begin( test_random_grid( &random, 14, 8, 0.08 ) );
		open_plan( &c );
		if ( add_agents( &c, &random, 2 + round % ( FW_JOINT_AGENTS - 1 ) ) )
		{
			const fw_joint_result result = solve( &c );
			solved += result.outcome == FW_JOINT_SOLVED ? 1 : 0;
			if ( result.outcome == FW_JOINT_SOLVED )
			{
				check_solution( &c, &result );
			}
			assert_true( result.expansions <= EXPANSIONS );
			c.problem->max_expansions = 2;
			if ( solve( &c ).outcome != FW_JOINT_SOLVED )
			{
				fw_vec2 places[FW_JOINT_AGENTS];
				const fw_joint_result best = fw_joint_plan_best( &c.plan );
				check_moves( &c, &best, places );
				better += best.move_count > 0 ? 1 : 0;
			}
		}
		end( &c );
	}
	assert_true( solved > 0 && better > 0 );
}

// In slices, and with the agents one after the other, the result is the same.
static void test_slices( void** state )
{
	(void)state;
	test_random random = test_random_make( 5 );
	int32_t cut = 0;
	int32_t solved = 0;
	for ( int32_t round = 0; round < test_rounds( 100 ); round++ )
	{
		plan_case c = begin( test_random_grid( &random, 10, 5, 0.05 ) );
		open_plan( &c );
		if ( add_agents( &c, &random, 4 ) )
		{
			const fw_joint_result whole = solve( &c );
			fw_joint_move moves[FW_JOINT_MOVES];
			for ( int32_t i = 0; i < whole.move_count; i++ )
			{
				moves[i] = whole.moves[i];
			}
			c.problem->agent_count = 2;
			fw_joint_plan_begin( &c.plan, false );
			c.problem->agent_count = 4;
			fw_joint_plan_begin( &c.plan, true );
			c.problem->max_expansions = 1;
			fw_joint_result result = { .outcome = FW_JOINT_RUNNING };
			while ( result.outcome == FW_JOINT_RUNNING ||
			        ( result.outcome == FW_JOINT_GAVE_UP && result.expansions < EXPANSIONS ) )
			{
				int64_t nodes = 1 + test_random_int( &random, 10000 );
				c.problem->max_expansions += result.outcome == FW_JOINT_GAVE_UP ? 1 : 0;
				result = fw_joint_plan_run( &c.plan, &nodes );
				cut += result.outcome == FW_JOINT_RUNNING ? 1 : 0;
			}
			assert_int_equal( result.outcome, whole.outcome );
			assert_int_equal( result.expansions, whole.expansions );
			assert_int_equal( result.move_count, whole.move_count );
			assert_memory_equal( result.moves, moves, (size_t)whole.move_count * sizeof( moves[0] ) );
			solved += whole.outcome == FW_JOINT_SOLVED && whole.expansions > 2 ? 1 : 0;
		}
		end( &c );
	}
	assert_true( cut > 10 && solved > 5 );
}

// What is next to another one, by distances.
static bool may_step( const plan_case* c, const fw_joint_places* at, int32_t agent, fw_vec2 from, fw_vec2 to )
{
	bool clear = true;
	for ( int32_t i = 0; i < c->problem->agent_count && clear; i++ )
	{
		clear =
		    i == agent || fw_joint_is_clear( c->problem->agents[agent].radius, from, to, c->problem->agents[i].radius,
		                                     fw_joint_place_of( c->problem, i, at->at[i] ) );
	}
	return clear;
}

// Floods and marks by stamps are those by distances, also where somebody stands between nodes.
static void test_stamps( void** state )
{
	(void)state;
	test_random random = test_random_make( 6 );
	static fw_joint_pair pairs[FW_JOINT_AGENTS * FW_JOINT_AGENTS];
	static fw_joint_flood flood;
	int32_t marked = 0;
	for ( int32_t round = 0; round < test_rounds( 40 ); round++ )
	{
		plan_case c = begin( test_random_grid( &random, 12, 8, 0.05 ) );
		open_plan( &c );
		if ( add_agents( &c, &random, 3 ) )
		{
			fw_joint_places at;
			for ( int32_t i = 0; i < FW_JOINT_AGENTS; i++ )
			{
				at.at[i] = i < 3 ? (uint16_t)c.problem->agents[i].entries[0] : FW_JOINT_AT_START;
			}
			at.at[1] = FW_JOINT_AT_START;
			c.problem->agents[1].start.x += test_random_real( &random, -0.2, 0.2 );
			c.problem->agents[1].start.y += test_random_real( &random, -0.2, 0.2 );
			for ( int32_t i = 0; i < 9; i++ )
			{
				fw_joint_pair_fill( &pairs[i / 3 * FW_JOINT_AGENTS + i % 3], c.problem, i / 3, i % 3 );
			}
			fw_joint_flood_fill( &flood, c.problem, pairs, &at, 0 );
			for ( int32_t node = 0; node < NODES; node++ )
			{
				for ( int32_t k = 0; k < 8 && flood.previous[node] != FW_JOINT_NO_NODE; k++ )
				{
					const int32_t to = fw_joint_neighbor( node, k );
					const bool open =
					    ( c.problem->agents[0].links[node] & 1 << k ) != 0 &&
					    may_step( &c, &at, 0, fw_joint_place( c.problem, node ), fw_joint_place( c.problem, to ) );
					assert_true( !open || flood.previous[to] != FW_JOINT_NO_NODE );
				}
				const int32_t before = flood.previous[node];
				assert_true(
				    before < 0 || before == FW_JOINT_AT_START ||
				    may_step( &c, &at, 0, fw_joint_place( c.problem, before ), fw_joint_place( c.problem, node ) ) );
			}
			fw_joint_way way;
			uint8_t taken[NODES];
			fw_joint_way_back( &way, c.problem, &at, 0, &flood, flood.order[flood.count - 1] );
			fw_joint_mark_way( taken, &way, c.problem, &pairs[1], 0, 1 );
			for ( int32_t node = 0; node < NODES; node++ )
			{
				const fw_vec2 place = fw_joint_place( c.problem, node );
				const double radius = c.problem->agents[0].radius;
				assert_true( ( taken[node] == 0 ) ==
				             fw_joint_is_beside( &way, c.problem->agents[1].radius, place, radius ) );
				marked += taken[node];
			}
		}
		end( &c );
	}
	assert_true( marked > 100 );
}

int run_test_joint_plan( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_lane ),        cmocka_unit_test( test_one_against_three ),
	    cmocka_unit_test( test_wrong_sides ), cmocka_unit_test( test_one_way ),
	    cmocka_unit_test( test_pairs ),       cmocka_unit_test( test_many ),
	    cmocka_unit_test( test_slices ),      cmocka_unit_test( test_stamps ),
	    cmocka_unit_test( test_best ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
