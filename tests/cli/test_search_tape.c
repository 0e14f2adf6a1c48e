// SPDX-License-Identifier: MIT
// What films of searches show: moments lie evenly, what is known of a tile only rises until another search begins, and
// the way back from the node that is expanded leads to the start.
#include "search_tape.h"
#include "support.h"
#include "support_planner.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define SIDE 60

typedef struct taped
{
	fw_grid* grid;
	fw_planner* planner;
	fw_result result;
	search_tape tape;
} taped;

static void tape_plan( taped* of, const fw_plan* plan, int32_t moments )
{
	fw_resolved_plan resolved;
	assert_int_equal( fw_plan_resolve( of->grid, plan, &resolved, NULL ), FW_OK );
	assert_int_equal( fw_planner_run( of->planner, plan, &of->result, NULL ), FW_OK );
	assert_int_equal( search_tape_make( &of->tape, of->planner, of->grid, plan, &resolved, moments, NULL ), FW_OK );
}

// The marks of one moment on the tiles of its search.
static void check_marks( const search_tape* tape, int32_t moment, uint8_t* seen )
{
	const search_moment* now = &tape->moments[moment];
	int32_t first = moment > 0 ? now[-1].marks : 0;
	if ( moment > 0 && now->first_mark > now[-1].first_mark )
	{
		memset( seen, 0, ( SIDE + 1 ) * ( SIDE + 1 ) );
		first = now->first_mark;
	}
	for ( int32_t i = first; i < now->marks; i++ )
	{
		const search_mark* mark = &tape->marks[i];
		uint8_t* at = &seen[mark->y * ( SIDE + 1 ) + mark->x];
		assert_true( mark->x >= 0 && mark->y >= 0 && mark->x <= SIDE && mark->y <= SIDE );
		assert_true( mark->kind > *at && mark->kind < SEARCH_KINDS );
		*at = mark->kind;
	}
}

static double length_of_way( const search_tape* tape, const search_moment* now )
{
	double length = 0.0;
	for ( int32_t i = now->first_point + 1; i < now->points; i++ )
	{
		length += fw_length( tape->points[i].x - tape->points[i - 1].x, tape->points[i].y - tape->points[i - 1].y );
	}
	return length;
}

static void check_tape( const search_tape* tape, fw_pose start, bool winds )
{
	static uint8_t seen[( SIDE + 1 ) * ( SIDE + 1 )];
	memset( seen, 0, sizeof( seen ) );
	for ( int32_t i = 0; i < tape->moment_count; i++ )
	{
		const search_moment* now = &tape->moments[i];
		check_marks( tape, i, seen );
		if ( now->expanding && now->now.side == 0 )
		{
			const fw_vec2 first = tape->points[now->first_point];
			const fw_vec2 last = tape->points[now->points - 1];
			assert_true( first.x == now->now.pose.x && first.y == now->now.pose.y );
			assert_true( now->first_node > 0 || fw_length( last.x - start.x, last.y - start.y ) < 1.0 );
			// Costs are whole numbers of small units. Jumps bend, and edges of hierarchies wind.
			const double shorter = now->now.g - length_of_way( tape, now );
			assert_true( shorter > -0.01 && ( winds || shorter < 0.01 ) );
		}
	}
}

static void tape_town( taped* of, const char* method, int32_t moments )
{
	test_random random = test_random_make( 31 );
	*of = ( taped ){ .grid = test_random_town( &random, SIDE, SIDE, 40, 6 ) };
	of->planner = planner_make( of->grid );
	fw_plan plan = planner_plan( 0.4, 0.0, test_random_center( &random, SIDE, SIDE, 0.0 ),
	                             test_random_center( &random, SIDE, SIDE, 0.0 ) );
	plan.method = method;
	plan.smooth = false;
	tape_plan( of, &plan, moments );
	check_tape( &of->tape, plan.start, strcmp( method, "jps" ) == 0 || strncmp( method, "haastar", 7 ) == 0 );
}

static void taped_free( taped* of )
{
	search_tape_free( &of->tape );
	fw_result_free( &of->result );
	fw_planner_destroy( of->planner );
	fw_grid_destroy( of->grid );
}

static void test_moments( void** state )
{
	(void)state;
	taped of;
	tape_town( &of, "astar", 20 );
	const search_tape* tape = &of.tape;
	assert_int_equal( of.result.outcome, FW_FOUND );
	// The goal leaves the open list without being expanded.
	const int64_t total = of.result.counters.expanded + 1;
	assert_true( total > 100 );
	assert_int_equal( tape->moment_count, 21 );
	for ( int32_t i = 0; i <= 20; i++ )
	{
		assert_int_equal( tape->moments[i].nodes, total * i / 20 );
	}
	const search_moment* last = &tape->moments[20];
	assert_true( fabs( length_of_way( tape, last ) - of.result.length ) < 0.01 );
	assert_int_equal( tape->kinds, 1u << SEARCH_OPEN | 1u << SEARCH_CLOSED );
	taped_free( &of );
}

// A search with fewer expansions than moments has one for each.
static void test_few( void** state )
{
	(void)state;
	taped of;
	tape_town( &of, "astar", 1000000 );
	assert_int_equal( of.tape.moment_count, of.result.counters.expanded + 2 );
	for ( int32_t i = 0; i < of.tape.moment_count; i++ )
	{
		assert_int_equal( of.tape.moments[i].nodes, i );
	}
	taped_free( &of );
}

static void test_methods( void** state )
{
	(void)state;
	static const char* const names[] = { "jps", "theta", "lazy-theta", "astar-ps", "haastar-high", "block8" };
	for ( size_t i = 0; i < sizeof( names ) / sizeof( names[0] ); i++ )
	{
		taped of;
		tape_town( &of, names[i], 15 );
		assert_true( of.tape.moment_count >= 2 && of.tape.mark_count > 0 );
		assert_int_equal( of.tape.moments[of.tape.moment_count - 1].marks, of.tape.mark_count );
		taped_free( &of );
	}
}

// Each leg of compass is a search of its own, before which all marks go.
static void test_legs( void** state )
{
	(void)state;
	taped of = { .grid = test_random_grid( &( test_random ){ 0 }, SIDE, SIDE, 0.0 ) };
	of.planner = planner_make( of.grid );
	fw_plan plan = planner_plan( 0.4, 0.0, fw_make_pose( 1.5, 30.5, 0.0 ), fw_make_pose( 58.5, 30.5, 0.0 ) );
	plan.method = "compass";
	plan.smooth = false;
	tape_plan( &of, &plan, 50 );
	check_tape( &of.tape, plan.start, false );
	int32_t begun = 0;
	for ( int32_t i = 1; i < of.tape.moment_count; i++ )
	{
		begun += of.tape.moments[i].first_node > of.tape.moments[i - 1].first_node ? 1 : 0;
	}
	assert_true( begun >= 2 );
	taped_free( &of );
}

// Expansions have one block each: the first and the last of each block are those that a list of all nodes shows.
static void test_blocks( void** state )
{
	(void)state;
	test_random random = test_random_make( 33 );
	taped of = { .grid = test_random_grid( &random, SIDE, SIDE, 0.2 ) };
	for ( int32_t y = 0; y < SIDE; y += 56 )
	{
		assert_int_equal( fw_grid_fill( of.grid, ( fw_rect ){ y, y, 4, 4 }, FW_TERRAIN_GROUND, NULL ), FW_OK );
	}
	of.planner = planner_make( of.grid );
	fw_plan plan = planner_plan( 0.0, 0.0, fw_make_pose( 1.5, 1.5, 0.0 ), fw_make_pose( 57.5, 57.5, 0.0 ) );
	plan.method = "block8";
	plan.smooth = false;
	tape_plan( &of, &plan, 0 );
	int32_t again = 0;
	const search_tape* tape = &of.tape;
	assert_int_equal( tape->node_count, of.result.counters.expanded );
	assert_true( tape->block_count > 20 && tape->node_count > 20 );
	for ( int32_t i = 0; i < tape->node_count; i++ )
	{
		const fw_pose at = tape->nodes[i].pose;
		int32_t holding = 0;
		for ( int32_t k = 0; k < tape->block_count; k++ )
		{
			const picture_block* block = &tape->blocks[k];
			const bool here = block->middle.x == at.x && block->middle.y == at.y;
			holding += here ? 1 : 0;
			assert_true( !here || ( block->first <= i + 1 && block->last >= i + 1 ) );
			again += here && block->last > block->first ? 1 : 0;
		}
		assert_int_equal( holding, 1 );
	}
	for ( int32_t k = 0; k < tape->block_count; k++ )
	{
		const picture_block* block = &tape->blocks[k];
		assert_int_equal( block->side, 4 );
		assert_int_equal( block->count, 12 );
		assert_int_equal( block->first == 0, block->last == 0 );
		for ( int32_t i = 0; i < 2 && block->first > 0; i++ )
		{
			const fw_pose at = tape->nodes[( i == 0 ? block->first : block->last ) - 1].pose;
			assert_true( block->middle.x == at.x && block->middle.y == at.y );
		}
	}
	assert_true( again > 0 );
	taped_free( &of );
}

static void test_nothing( void** state )
{
	(void)state;
	taped of = { .grid = test_random_grid( &( test_random ){ 0 }, SIDE, SIDE, 0.0 ) };
	of.planner = planner_make( of.grid );
	fw_plan plan = planner_plan( 0.4, 0.0, fw_make_pose( 1.5, 1.5, 0.0 ), fw_make_pose( 100.5, 1.5, 0.0 ) );
	plan.method = "astar";
	tape_plan( &of, &plan, 50 );
	assert_int_equal( of.tape.moment_count, 1 );
	assert_true( !of.tape.moments[0].expanding );
	taped_free( &of );
}

int run_test_search_tape( void );
int run_test_search_tape( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_moments ), cmocka_unit_test( test_few ),     cmocka_unit_test( test_methods ),
	    cmocka_unit_test( test_legs ),    cmocka_unit_test( test_nothing ), cmocka_unit_test( test_blocks ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
