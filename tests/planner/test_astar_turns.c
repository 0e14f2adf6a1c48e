// SPDX-License-Identifier: MIT
// Methods of plans: which branch each takes, against Directional A* on random maps, and what they refuse.
#include "support.h"
#include "support_answer.h"
#include "support_planner.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

// A wall with a jog that steps pass and a unit cannot turn in, and a wide passage beside it.
static const char* const jog = "....................\n"
                               "....................\n"
                               "....................\n"
                               "....................\n"
                               "....................\n"
                               "....................\n"
                               "....................\n"
                               "######.######...####\n"
                               "######.######...####\n"
                               "######.######...####\n"
                               "######...####...####\n"
                               "########.####...####\n"
                               "########.####...####\n"
                               "....................\n"
                               "....................\n"
                               "....................\n"
                               "....................\n"
                               "....................\n"
                               "....................\n";

static const char* const open_room = "............\n"
                                     "............\n"
                                     "............\n"
                                     "............\n"
                                     "............\n"
                                     "............\n";

static fw_plan plan_by( const char* method, double radius, double turning_radius, fw_pose start, fw_pose goal )
{
	fw_plan plan = planner_plan( radius, turning_radius, start, goal );
	plan.method = method;
	return plan;
}

static void test_names( void** state )
{
	(void)state;
	static const char* const names[] = { "auto", "astar-turns", "midpoint", "compass" };
	int32_t combined = 0;
	for ( int32_t i = 0; i < fw_method_count(); i++ )
	{
		const fw_method* method = fw_method_at( i );
		if ( ( method->traits & FW_TRAIT_COMBINED ) != 0 )
		{
			assert_string_equal( method->name, names[combined++] );
		}
	}
	assert_int_equal( combined, 4 );
	for ( fw_branch b = FW_BRANCH_NONE; b <= FW_BRANCH_RIVAL; b++ )
	{
		assert_string_not_equal( fw_branch_text( b ), "unknown" );
	}
	assert_string_equal( fw_branch_text( (fw_branch)99 ), "unknown" );
}

static void test_open_ground( void** state )
{
	(void)state;
	fw_grid* grid = test_grid( open_room );
	for ( int32_t i = 0; i < 2; i++ )
	{
		fw_plan plan = plan_by( "astar-turns", 0.4, 1.0, test_center( 1, 1, 0 ), test_center( 10, 4, 90 ) );
		plan.goal_any_heading = i == 0;
		const answer a = answer_once( grid, &plan );
		assert_int_equal( a.outcome, FW_FOUND );
		assert_int_equal( a.report.branch, FW_BRANCH_ALONG );
		assert_int_equal( a.report.searches, 1 );
	}
	fw_grid_destroy( grid );
}

// The walk leads through the jog, where turns break off from both sides.
static void test_gap( void** state )
{
	(void)state;
	fw_grid* grid = test_grid( jog );
	fw_plan plan = plan_by( "astar-turns", 0.4, 2.0, test_center( 2, 2, 0 ), test_center( 12, 17, 0 ) );
	const answer turned = answer_once( grid, &plan );
	assert_int_equal( turned.outcome, FW_FOUND );
	assert_int_equal( turned.report.branch, FW_BRANCH_GAP );
	assert_int_equal( turned.report.searches, 2 );
	assert_string_equal( turned.report.method, "directional8" );
	plan.method = "directional";
	assert_true( answer_once( grid, &plan ).length <= 1.03 * turned.length );
	// Without the passage no turns lead there.
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 13, 8, 3, 2 }, FW_TERRAIN_OUT, NULL ), FW_OK );
	for ( int32_t i = 0; i < 2; i++ )
	{
		plan.method = i == 0 ? "astar-turns" : "auto";
		const answer none = answer_once( grid, &plan );
		assert_int_equal( none.outcome, FW_UNREACHABLE );
		assert_int_equal( none.reason, FW_REASON_NO_TURN );
	}
	fw_grid_destroy( grid );
}

// Where turns break off further apart than twelve tiles it gives up, and Directional A* does not.
static void test_wide_gap( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 60, 40 );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 0, 10, 60, 18 }, FW_TERRAIN_OUT, NULL ), FW_OK );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 30, 10, 1, 3 }, FW_TERRAIN_GROUND, NULL ), FW_OK );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 30, 12, 3, 1 }, FW_TERRAIN_GROUND, NULL ), FW_OK );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 32, 12, 1, 16 }, FW_TERRAIN_GROUND, NULL ), FW_OK );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 32, 26, 4, 1 }, FW_TERRAIN_GROUND, NULL ), FW_OK );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 35, 26, 1, 2 }, FW_TERRAIN_GROUND, NULL ), FW_OK );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 32, 27, 1, 1 }, FW_TERRAIN_OUT, NULL ), FW_OK );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 50, 10, 4, 18 }, FW_TERRAIN_GROUND, NULL ), FW_OK );
	fw_plan plan = plan_by( "astar-turns", 0.4, 2.0, test_center( 30, 3, 90 ), test_center( 35, 36, 90 ) );
	assert_int_equal( answer_once( grid, &plan ).reason, FW_REASON_NO_TURN );
	assert_int_equal( answer_once( grid, &plan ).report.searches, 1 );
	plan.method = "auto";
	const answer any = answer_once( grid, &plan );
	assert_int_equal( any.outcome, FW_FOUND );
	assert_int_equal( any.report.branch, FW_BRANCH_SEARCH );
	fw_grid_destroy( grid );
}

// Into a dead end of one tile leads no turn: auto arrives with another heading and says so.
static void test_other_heading( void** state )
{
	(void)state;
	fw_grid* grid = test_grid( "............\n"
	                           "............\n"
	                           "............\n"
	                           "....#.......\n"
	                           "....#.......\n"
	                           "....##.#####\n"
	                           "....##.#####\n"
	                           "....##.#####\n" );
	fw_plan plan = plan_by( "auto", 0.4, 1.0, test_center( 1, 1, 0 ), test_center( 6, 7, 180 ) );
	plan.goal_any_heading = false;
	const answer a = answer_once( grid, &plan );
	assert_int_equal( a.outcome, FW_PARTIAL );
	assert_int_equal( a.reason, FW_REASON_NO_TURN );
	assert_int_equal( a.report.branch, FW_BRANCH_HEADING );
	plan.goal.heading = fw_radians( 90 );
	assert_int_equal( answer_once( grid, &plan ).outcome, FW_FOUND );
	fw_grid_destroy( grid );
}

// "auto" and no name are one.
static void test_auto_is_no_name( void** state )
{
	(void)state;
	fw_grid* grid = test_grid( jog );
	for ( int32_t i = 0; i < 4; i++ )
	{
		fw_plan plan = plan_by( "auto", 0.4, i == 0 ? 2.0 : 0.0, test_center( 2, 2, 0 ), test_center( 12, 17, 0 ) );
		plan.goal_any_heading = false;
		plan.unit.size = i == 2 ? 1 : 0;
		plan.unit.radius = i == 3 ? 0.0 : plan.unit.radius;
		const answer named = answer_once( grid, &plan );
		const fw_method* method = planner_method( grid, &plan );
		plan.method = NULL;
		const answer unnamed = answer_once( grid, &plan );
		assert_ptr_equal( planner_method( grid, &plan ), method );
		assert_int_equal( named.outcome, FW_FOUND );
		assert_true( named.hash == unnamed.hash && named.expanded == unnamed.expanded );
		assert_int_equal( named.report.branch, unnamed.report.branch );
	}
	fw_grid_destroy( grid );
}

static void test_limits( void** state )
{
	(void)state;
	fw_grid* grid = test_grid( jog );
	fw_planner* planner = planner_make( grid );
	int32_t found = 0;
	for ( int64_t limit = 1; limit < 600; limit += 13 )
	{
		for ( int32_t i = 0; i < 2; i++ )
		{
			fw_plan plan =
			    plan_by( i == 0 ? "astar-turns" : "auto", 0.4, 2.0, test_center( 2, 2, 0 ), test_center( 12, 17, 0 ) );
			plan.options.max_expansions = limit;
			const answer a = answer_of( planner, grid, &plan );
			assert_true( a.expanded <= limit );
			assert_true( a.outcome == FW_FOUND || a.outcome == FW_OUT_OF_BUDGET );
			assert_true( a.outcome == FW_FOUND || a.reason == FW_REASON_EXPANSIONS );
			found += a.outcome == FW_FOUND;
		}
	}
	assert_true( found >= 2 && found < 90 );
	// To the tile nearest to a blocked goal.
	fw_plan plan = plan_by( "auto", 0.4, 2.0, test_center( 2, 2, 0 ), test_center( 12, 9, 0 ) );
	assert_int_equal( answer_of( planner, grid, &plan ).reason, FW_REASON_GOAL_BLOCKED );
	plan.nearest = true;
	const answer near = answer_of( planner, grid, &plan );
	assert_int_equal( near.outcome, FW_PARTIAL );
	assert_int_equal( near.reason, FW_REASON_GOAL_BLOCKED );
	// One-way tiles are for steps.
	assert_int_equal( fw_grid_set_exits( grid, ( fw_rect ){ 0, 0, 2, 2 }, 0x0F, NULL ), FW_OK );
	fw_result result = { 0 };
	assert_int_equal( fw_planner_run( planner, &plan, &result, NULL ), FW_ERR_UNSUPPORTED );
	plan.method = "astar-turns";
	assert_int_equal( fw_planner_run( planner, &plan, &result, NULL ), FW_ERR_UNSUPPORTED );
	fw_map map;
	fw_query asked;
	assert_int_equal( fw_planner_map( planner, &plan, &map, &asked, NULL ), FW_ERR_UNSUPPORTED );
	fw_result_free( &result );
	fw_planner_destroy( planner );
	fw_grid_destroy( grid );
}

typedef struct tally
{
	int32_t solved, turned, branches[FW_BRANCH_HEADING + 1];
	double length, directional;
} tally;

// One problem by Directional A*, astar-turns and auto.
static void compare( fw_planner* planner, fw_grid* grid, fw_plan plan, tally* t )
{
	plan.method = "directional";
	const answer full = answer_of( planner, grid, &plan );
	plan.method = "astar-turns";
	const answer turned = answer_of( planner, grid, &plan );
	assert_true( turned.outcome != FW_FOUND || turned.report.branch == FW_BRANCH_ALONG ||
	             turned.report.branch == FW_BRANCH_GAP );
	t->turned += turned.outcome == FW_FOUND;
	plan.method = "auto";
	const answer any = answer_of( planner, grid, &plan );
	assert_true( any.outcome == FW_FOUND || full.outcome != FW_FOUND );
	t->branches[any.report.branch] += 1;
	if ( full.outcome == FW_FOUND )
	{
		t->solved += 1;
		t->length += any.length;
		t->directional += full.length;
	}
	assert_true( answer_of( planner, grid, &plan ).hash == any.hash );
}

static void test_against_directional( void** state )
{
	(void)state;
	test_random random = test_random_make( 20 );
	tally t = { 0 };
	for ( int32_t world = 0; world < test_rounds( 60 ); world++ )
	{
		fw_grid* grid = test_random_map( &random, 36, 28, test_random_real( &random, 0.03, 0.25 ) );
		fw_planner* planner = planner_make( grid );
		// One unit on a map: most of the time would go into motion primitives else.
		const double radius = test_random_chance( &random, 0.8 ) ? 0.4 : 0.8;
		const double turning_radius = test_random_real( &random, 0.5, 2.5 );
		for ( int32_t problem = 0; problem < 8; problem++ )
		{
			fw_plan plan = planner_plan( radius, turning_radius, test_center( 0, 0, 0 ), test_center( 0, 0, 0 ) );
			fw_plan* query = &plan;
			for ( int32_t end = 0; end < 2; end++ )
			{
				fw_pose pose = test_random_stand( &random, 36, 28 );
				if ( problem % 4 == 3 )
				{
					pose.x += test_random_real( &random, -0.3, 0.3 );
					pose.heading = test_random_real( &random, -4.0, 7.0 );
				}
				*( end == 0 ? &query->start : &query->goal ) = pose;
			}
			query->goal_any_heading = problem % 2 == 0;
			query->start_any_heading = problem % 5 == 4;
			compare( planner, grid, plan, &t );
		}
		fw_planner_destroy( planner );
		fw_grid_destroy( grid );
	}
	print_message( "%d solved, %d by astar-turns, search %d finer %d heading %d\n", t.solved, t.turned,
	               t.branches[FW_BRANCH_SEARCH], t.branches[FW_BRANCH_FINER], t.branches[FW_BRANCH_HEADING] );
	assert_true( t.solved >= test_rounds( 120 ) );
	assert_true( t.turned >= test_rounds( 80 ) );
	assert_true( t.branches[FW_BRANCH_SEARCH] >= test_rounds( 80 ) );
	assert_true( t.branches[FW_BRANCH_FINER] >= test_rounds( 3 ) );
	assert_true( t.branches[FW_BRANCH_HEADING] >= test_rounds( 5 ) );
	assert_true( t.length == t.directional );
}

int run_test_astar_turns( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_names ),
	    cmocka_unit_test( test_open_ground ),
	    cmocka_unit_test( test_gap ),
	    cmocka_unit_test( test_wide_gap ),
	    cmocka_unit_test( test_other_heading ),
	    cmocka_unit_test( test_limits ),
	    cmocka_unit_test( test_auto_is_no_name ),
	    cmocka_unit_test( test_against_directional ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
