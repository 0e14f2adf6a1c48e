// SPDX-License-Identifier: MIT
// What listeners hear of each method: nodes are expanded after their parents, the parents lead back to the start, costs
// are those of the steps between, and no result depends on who listens.
#include "support.h"
#include "support_planner.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define ROUNDS 6
#define HEARD_MAX 60000

typedef struct tree
{
	const fw_plan* plan;
	fw_heard* all; // [count] expanded nodes
	int32_t count;
	int64_t begun, opened, back;
	bool alone;   // nodes have no parent
	bool blocks;  // nodes are blocks
	bool timed;   // costs are times
	bool chained; // a pose may be expanded before its parent is
} tree;

static bool same_pose( fw_pose a, fw_pose b )
{
	return fw_length( a.x - b.x, a.y - b.y ) < 1e-9 && fabs( fw_angle_signed( a.heading - b.heading ) ) < 1e-9;
}

// The latest node there; NULL: none.
static const fw_heard* find( const tree* of, fw_pose pose )
{
	for ( int32_t i = of->count - 1; i >= 0; i-- )
	{
		if ( same_pose( of->all[i].pose, pose ) )
		{
			return &of->all[i];
		}
	}
	return NULL;
}

static void check_parent( const tree* of, const fw_heard* heard )
{
	const fw_heard* parent = find( of, heard->parent );
	const double apart = fw_length( heard->pose.x - heard->parent.x, heard->pose.y - heard->parent.y );
	if ( of->alone )
	{
		assert_true( same_pose( heard->pose, heard->parent ) );
	}
	else if ( parent == NULL )
	{
		// A path begins here, or at the exact start.
		const fw_pose start = of->plan->start;
		assert_true( of->chained || same_pose( heard->pose, heard->parent ) ||
		             fw_length( heard->parent.x - start.x, heard->parent.y - start.y ) < 1.5 );
	}
	else
	{
		// Nothing is shorter than the straight line. Costs are whole numbers of small units; speeds cost time.
		assert_true( of->timed || of->chained || heard->g >= parent->g + apart - 0.01 );
	}
}

static void hear( void* context, const fw_heard* heard )
{
	tree* of = context;
	assert_true( heard->event >= FW_EVENT_EXPAND && heard->event <= FW_EVENT_BACK );
	assert_true( isfinite( heard->pose.x ) && isfinite( heard->pose.y ) && isfinite( heard->pose.heading ) );
	of->begun += heard->event == FW_EVENT_BEGIN;
	of->opened += heard->event == FW_EVENT_OPEN;
	of->back += heard->event == FW_EVENT_BACK;
	if ( heard->event == FW_EVENT_BEGIN )
	{
		assert_true( same_pose( heard->pose, fw_make_pose( of->plan->start.x, of->plan->start.y, 0.0 ) ) );
		of->count = 0;
	}
	if ( heard->event == FW_EVENT_EXPAND )
	{
		assert_true( heard->g >= 0.0 && heard->h >= 0.0 && of->count < HEARD_MAX );
		assert_int_equal( heard->side, of->blocks ? of->plan->options.block_size : 0 );
		check_parent( of, heard );
		of->all[of->count++] = *heard;
	}
}

// The node of the goal was expanded at the cost of the path, and parents lead from there to the start.
static void check_way_back( const tree* of, const fw_result* result )
{
	const fw_heard* at = find( of, fw_make_pose( of->plan->goal.x, of->plan->goal.y, 0.0 ) );
	assert_non_null( at );
	assert_true( fabs( at->g - result->cost ) < 0.01 );
	for ( int32_t steps = 0; at != NULL && !same_pose( at->pose, at->parent ); steps++ )
	{
		assert_true( steps < of->count );
		at = find( of, at->parent );
	}
	assert_non_null( at );
	assert_true( fw_length( at->pose.x - of->plan->start.x, at->pose.y - of->plan->start.y ) < 1e-9 );
}

// Those whose goal is a node that is expanded.
static bool ends_at_goal( const char* method )
{
	static const char* const names[] = { "astar",    "aastar",          "jps", "theta", "lazy-theta",
	                                     "ap-theta", "visibility-graph" };
	bool known = false;
	for ( size_t i = 0; i < sizeof( names ) / sizeof( names[0] ); i++ )
	{
		known = known || strcmp( names[i], method ) == 0;
	}
	return known;
}

static bool starts_with( const char* text, const char* part )
{
	return strncmp( text, part, strlen( part ) ) == 0;
}

static void run( fw_planner* planner, const fw_method* method, const fw_plan* plan, tree* of )
{
	fw_result silent = { 0 };
	fw_result loud = { 0 };
	fw_plan listened = *plan;
	const char* name = method->name;
	const bool poses = strcmp( name, "block-directional" ) == 0;
	const bool blocks = starts_with( name, "block" ) && !poses;
	*of = ( tree ){
	    .plan = plan,
	    .all = of->all,
	    .alone = blocks || strcmp( name, "field-dstar" ) == 0,
	    .blocks = blocks,
	    .timed = ( method->traits & FW_TRAIT_SPEED ) != 0,
	    // A corridor's search begins beside what its guide has heard of.
	    .chained = poses || ( method->traits & FW_TRAIT_GUIDE ) != 0,
	};
	listened.options.listener = ( fw_listener ){ .hear = hear, .context = of };
	assert_int_equal( fw_planner_run( planner, plan, &silent, NULL ), FW_OK );
	assert_int_equal( fw_planner_run( planner, &listened, &loud, NULL ), FW_OK );
	assert_int_equal( loud.outcome, silent.outcome );
	assert_int_equal( loud.counters.expanded, silent.counters.expanded );
	assert_true( fw_path_hash( &loud.path ) == fw_path_hash( &silent.path ) );
	assert_true( of->begun >= 1 || loud.counters.expanded == 0 );
	if ( loud.outcome == FW_FOUND && ends_at_goal( name ) && of->count > 0 )
	{
		check_way_back( of, &loud );
	}
	fw_result_free( &silent );
	fw_result_free( &loud );
}

static fw_plan plan_of( const fw_method* method, fw_pose start, fw_pose goal )
{
	const bool corners = ( method->traits & ( FW_TRAIT_POINT | FW_TRAIT_ONLY_CORNERS ) ) != 0;
	const bool turns = ( method->traits & FW_TRAIT_HEADINGS ) != 0;
	fw_plan plan = planner_plan( corners ? 0.0 : 0.4, turns ? 2.0 : 0.0, start, goal );
	plan.method = method->name;
	plan.smooth = false;
	plan.clean_up = false;
	plan.second_try = false;
	plan.goal_any_heading = !turns; // or there is no search from the goal
	if ( corners )
	{
		plan.options.anchor = FW_ANCHOR_CORNER;
		plan.start = fw_make_pose( floor( start.x ), floor( start.y ), 0.0 );
		plan.goal = fw_make_pose( floor( goal.x ), floor( goal.y ), 0.0 );
	}
	return plan;
}

static void test_trees( void** state )
{
	(void)state;
	test_random random = test_random_make( 71 );
	fw_grid* grid = test_random_town( &random, 60, 60, 40, 6 );
	fw_planner* planner = planner_make( grid );
	tree of = { .all = malloc( HEARD_MAX * sizeof( fw_heard ) ) };
	assert_non_null( of.all );
	int64_t expanded = 0;
	int64_t opened = 0;
	int64_t back = 0;
	for ( int32_t round = 0; round < ROUNDS; round++ )
	{
		const fw_pose start = test_random_center( &random, 60, 60, 0.0 );
		const fw_pose goal = test_random_center( &random, 60, 60, 90.0 );
		for ( int32_t i = 0; i < fw_method_count(); i++ )
		{
			const fw_method* method = fw_method_at( i );
			const fw_plan plan = plan_of( method, start, goal );
			if ( ( method->traits & FW_TRAIT_COMBINED ) == 0 && strcmp( method->name, "auto" ) != 0 )
			{
				run( planner, method, &plan, &of );
				expanded += of.count;
				opened += of.opened;
				back += of.back;
				assert_true( ( method->traits & FW_TRAIT_HEADINGS ) != 0 || of.back == 0 );
			}
		}
	}
	assert_true( expanded > 5000 && opened > 5000 && back > 100 );
	free( of.all );
	fw_planner_destroy( planner );
	fw_grid_destroy( grid );
}

// The neighbors of a vertex that lie in its range are in sight of its parent.
typedef struct fans
{
	const fw_grid* grid;
	int32_t bounded, seen;
} fans;

static void hear_fan( void* context, const fw_heard* heard )
{
	fans* of = context;
	const double away = fw_atan2( heard->pose.y - heard->parent.y, heard->pose.x - heard->parent.x );
	for ( int32_t i = 0; i < 2 && heard->event == FW_EVENT_EXPAND; i++ )
	{
		// The vertex itself lies within.
		const double off = fw_angle_signed( heard->bounds[i] - away );
		assert_true( !heard->bounded[i] || ( i == 0 ? off <= 1e-9 : off >= -1e-9 ) );
		of->bounded += heard->bounded[i] ? 1 : 0;
	}
	of->seen += heard->event == FW_EVENT_EXPAND ? 1 : 0;
}

static void test_fans( void** state )
{
	(void)state;
	test_random random = test_random_make( 72 );
	fw_grid* grid = test_random_town( &random, 40, 40, 40, 6 );
	fw_planner* planner = planner_make( grid );
	fw_result result = { 0 };
	fans of = { .grid = grid };
	for ( int32_t round = 0; round < 5 * ROUNDS; round++ )
	{
		fw_plan plan = plan_of( fw_method_find( "ap-theta" ), test_random_center( &random, 40, 40, 0.0 ),
		                        test_random_center( &random, 40, 40, 0.0 ) );
		plan.options.listener = ( fw_listener ){ .hear = hear_fan, .context = &of };
		assert_int_equal( fw_planner_run( planner, &plan, &result, NULL ), FW_OK );
	}
	assert_true( of.bounded > 200 && of.seen > 100 );
	fw_result_free( &result );
	fw_planner_destroy( planner );
	fw_grid_destroy( grid );
}

int run_test_plan_listener( void );
int run_test_plan_listener( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_trees ),
	    cmocka_unit_test( test_fans ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
