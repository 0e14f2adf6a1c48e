// SPDX-License-Identifier: MIT
// Refusals of plans, jobs and queues, and that a plan without a path says why for every method.
#include "support_planner.h"
#include "support_refusal.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static fw_plan easy_plan( void )
{
	return planner_plan( 0.4, 0.0, test_center( 1, 1, 0 ), test_center( 8, 6, 0 ) );
}

static fw_status run( const fw_plan* plan, fw_refusal* refusal )
{
	fw_planner* planner = planner_make( good.d.grid );
	const fw_status status = fw_planner_run( planner, plan, &good.d.result, refusal );
	fw_planner_destroy( planner );
	return status;
}

// On a map with a link that the shortest path takes, and with a one-way tile if there are exits.
static fw_status run_linked( const fw_plan* plan, bool exits, fw_refusal* refusal )
{
	fw_grid* grid = test_field( 12, 9 );
	fw_planner* planner = planner_make( grid );
	const fw_link link = { 2, 1, 7, 6, 0.0, FW_CAP_GROUND };
	assert_int_equal( fw_grid_add_link( grid, &link, NULL ), FW_OK );
	if ( exits )
	{
		assert_int_equal( fw_grid_set_exits( grid, ( fw_rect ){ 0, 8, 1, 1 }, 1, NULL ), FW_OK );
	}
	const fw_status status = fw_planner_run( planner, plan, &good.d.result, refusal );
	fw_planner_destroy( planner );
	fw_grid_destroy( grid );
	return status;
}

static fw_status run_range( fw_refusal* refusal )
{
	fw_plan plan = easy_plan();
	plan.ring = -1;
	return run( &plan, refusal );
}

static fw_status run_method( fw_refusal* refusal )
{
	fw_plan plan = easy_plan();
	plan.method = "jsp";
	return run( &plan, refusal );
}

static fw_status run_size( fw_refusal* refusal )
{
	fw_plan plan = easy_plan();
	plan.unit.size = 3;
	plan.method = "directional";
	return run( &plan, refusal );
}

static fw_status run_square_backing( fw_refusal* refusal )
{
	fw_plan plan = easy_plan();
	plan.unit.size = 2;
	plan.turning = FW_TURNING_BACKING;
	return run( &plan, refusal );
}

static fw_status run_forward_backing( fw_refusal* refusal )
{
	fw_plan plan = easy_plan();
	plan.unit.turning_radius = 1.0;
	plan.turning = FW_TURNING_BACKING;
	return run( &plan, refusal );
}

static fw_status run_curves_over_links( fw_refusal* refusal )
{
	fw_plan plan = easy_plan();
	plan.unit.turning_radius = 1.0;
	return run_linked( &plan, false, refusal );
}

static fw_status run_jps_over_links( fw_refusal* refusal )
{
	fw_plan plan = easy_plan();
	plan.method = "jps";
	return run_linked( &plan, false, refusal );
}

static fw_status run_turns( fw_turning turning, bool exits, fw_refusal* refusal )
{
	fw_plan plan = easy_plan();
	plan.unit.turning_radius = 1.0;
	plan.turning = turning;
	return run_linked( &plan, exits, refusal );
}

static fw_status run_along_links( fw_refusal* refusal )
{
	return run_turns( FW_TURNING_ALONG, false, refusal );
}

static fw_status run_tighter_links( fw_refusal* refusal )
{
	return run_turns( FW_TURNING_TIGHTER, false, refusal );
}

static fw_status run_recalculate_links( fw_refusal* refusal )
{
	return run_turns( FW_TURNING_RECALCULATE, false, refusal );
}

static fw_status run_tighter_one_way( fw_refusal* refusal )
{
	return run_turns( FW_TURNING_TIGHTER, true, refusal );
}

static fw_status planner( fw_refusal* refusal )
{
	fw_planner* made = NULL;
	return fw_planner_create( NULL, NULL, &made, refusal );
}

static fw_status resolve( fw_refusal* refusal )
{
	fw_plan plan = easy_plan();
	fw_resolved_plan resolved;
	plan.method = "block";
	return fw_plan_resolve( NULL, &plan, &resolved, refusal );
}

static fw_status prepare( fw_refusal* refusal )
{
	fw_plan plan = easy_plan();
	fw_planner* planner = planner_make( good.d.grid );
	plan.method = "visibility-graph";
	const fw_status status = fw_planner_prepare( planner, &plan, refusal );
	assert_int_equal( fw_planner_measure( planner ).spaces, 0 ); // nothing is built before
	fw_planner_destroy( planner );
	return status;
}

static fw_status map( fw_refusal* refusal )
{
	fw_plan plan = easy_plan();
	fw_planner* planner = planner_make( good.d.grid );
	fw_map made;
	fw_query query;
	plan.method = "compass";
	const fw_status status = fw_planner_map( planner, &plan, &made, &query, refusal );
	fw_planner_destroy( planner );
	return status;
}

static fw_status with_route( bool next, fw_refusal* refusal )
{
	fw_plan plan = easy_plan();
	fw_planner* planner = planner_make( good.d.grid );
	fw_route* made = NULL;
	assert_int_equal( fw_route_create( NULL, &made ), FW_OK );
	plan.method = next ? "haastar-high" : "astar";
	const fw_status status = next ? fw_planner_route_next( planner, &plan, made, 4.0, &good.d.result.path, refusal )
	                              : fw_planner_route( planner, &plan, made, &good.d.result, refusal );
	fw_route_destroy( made );
	fw_planner_destroy( planner );
	return status;
}

static fw_status route( fw_refusal* refusal )
{
	return with_route( false, refusal );
}

static fw_status route_next( fw_refusal* refusal )
{
	return with_route( true, refusal );
}

static fw_status landmarks( fw_refusal* refusal )
{
	fw_plan plan = easy_plan();
	plan.method = "theta";
	plan.landmarks = true;
	return run( &plan, refusal );
}

static fw_status open_corners( fw_refusal* refusal )
{
	fw_plan plan = easy_plan();
	plan.method = "astar";
	plan.options.corners = FW_CORNERS_OPEN;
	return run( &plan, refusal );
}

static fw_status own_turns( fw_refusal* refusal )
{
	fw_plan plan = easy_plan();
	plan.method = "directional";
	plan.unit.turning_radius = 1.0;
	plan.turning = FW_TURNING_TIGHTER;
	return run( &plan, refusal );
}

static fw_status trail( fw_refusal* refusal )
{
	return fw_trail_create( NULL, NULL, refusal );
}

static fw_status with_trail( const char* method, fw_roads roads, fw_refusal* refusal )
{
	fw_plan plan = easy_plan();
	plan.method = method;
	plan.roads = roads;
	assert_int_equal( fw_trail_create( NULL, &plan.legs.trail, NULL ), FW_OK );
	const fw_status status = run( &plan, refusal );
	fw_trail_destroy( plan.legs.trail );
	return status;
}

static fw_status trail_method( fw_refusal* refusal )
{
	return with_trail( "astar", FW_ROADS_NONE, refusal );
}

static fw_status trail_roads( fw_refusal* refusal )
{
	return with_trail( "midpoint", FW_ROADS_ONLY, refusal );
}

static fw_status regions_roads( fw_refusal* refusal )
{
	fw_plan plan = easy_plan();
	plan.method = "compass";
	plan.roads = FW_ROADS_STEPS;
	plan.legs.regions = (const uint8_t*)"";
	return run( &plan, refusal );
}

static fw_status leg_length( fw_refusal* refusal )
{
	fw_plan plan = easy_plan();
	plan.legs.length = 0;
	return run( &plan, refusal );
}

static fw_status leg_margin( fw_refusal* refusal )
{
	fw_plan plan = easy_plan();
	plan.legs.margin = -1;
	return run( &plan, refusal );
}

static fw_status region_side( fw_refusal* refusal )
{
	fw_plan plan = easy_plan();
	plan.legs.side = 1;
	return run( &plan, refusal );
}

static fw_status job( fw_refusal* refusal )
{
	fw_plan plan = easy_plan();
	fw_planner* planner = planner_make( good.d.grid );
	fw_job* made = NULL;
	assert_int_equal( fw_job_create( planner, &made ), FW_OK );
	plan.options.closed_moves = (const uint8_t*)"";
	plan.method = "astar-turns";
	plan.unit.turning_radius = 1.0;
	const fw_status status = fw_job_begin( made, &plan, refusal );
	fw_job_destroy( made );
	fw_planner_destroy( planner );
	return status;
}

static fw_status queue_of( int32_t capacity, int32_t priority, fw_refusal* refusal )
{
	const fw_plan plan = easy_plan();
	fw_planner* planner = planner_make( good.d.grid );
	fw_queue_def def = fw_default_queue_def();
	fw_queue* made = NULL;
	fw_request id;
	def.planner = planner;
	def.capacity = capacity;
	fw_status status = fw_queue_create( &def, &made, refusal );
	for ( int32_t i = 0; i < 2 && status == FW_OK; i++ )
	{
		status = fw_queue_add( made, &plan, priority, 0, &id, refusal );
	}
	fw_queue_destroy( made );
	fw_planner_destroy( planner );
	return status;
}

static fw_status queue( fw_refusal* refusal )
{
	return queue_of( 0, 0, refusal );
}

static fw_status queue_priority( fw_refusal* refusal )
{
	return queue_of( 4, FW_QUEUE_MAX_PRIORITY + 1, refusal );
}

static fw_status queue_full( fw_refusal* refusal )
{
	return queue_of( 1, 0, refusal );
}

static void test_calls( void** state )
{
	(void)state;
	static const refused_call calls[] = {
	    { run_range, FW_ERR_ARGUMENT, FW_REFUSAL_RANGE, "ring", "ring is -1; it must be 0 to 6 tiles" },
	    { run_method, FW_ERR_UNKNOWN, FW_REFUSAL_NAME, "method",
	      "method 'jsp' is not in the table of methods; fw_method_at() lists it" },
	    { run_size, FW_ERR_UNSUPPORTED, FW_REFUSAL_TRAIT, "unit.size",
	      "method 'directional' plans for discs alone; set unit.size to 0" },
	    { run_square_backing, FW_ERR_UNSUPPORTED, FW_REFUSAL_COMBINATION, "unit.size",
	      "unit.size must be 0, as squares drive no curves" },
	    { run_forward_backing, FW_ERR_UNSUPPORTED, FW_REFUSAL_COMBINATION, "unit.reverse",
	      "unit.reverse must be true for FW_TURNING_BACKING, which backs up" },
	    { run_curves_over_links, FW_ERR_UNSUPPORTED, FW_REFUSAL_TRAIT, "unit.turning_radius",
	      "unit.turning_radius must be 0 on a grid with links or one-way tiles for this unit, as no method with "
	      "headings "
	      "honors them" },
	    { run_jps_over_links, FW_ERR_UNSUPPORTED, FW_REFUSAL_TRAIT, "map.grid",
	      "method 'jps' knows no links and no one-way tiles, and they count for this unit; astar and aastar do" },
	    { run_along_links, FW_ERR_UNSUPPORTED, FW_REFUSAL_COMBINATION, "turning",
	      "turning does not go with grid: the path takes a link, which these turns do not know; set turning to "
	      "FW_TURNING_NONE" },
	    { run_tighter_links, FW_ERR_UNSUPPORTED, FW_REFUSAL_COMBINATION, "turning",
	      "turning does not go with grid: the path takes a link, which these turns do not know; set turning to "
	      "FW_TURNING_NONE" },
	    { run_recalculate_links, FW_ERR_UNSUPPORTED, FW_REFUSAL_TRAIT, "grid",
	      "grid has links or one-way tiles that matter to this unit; take \"astar\" without cones, lanes and "
	      "recalculation" },
	    { run_tighter_one_way, FW_ERR_UNSUPPORTED, FW_REFUSAL_COMBINATION, "turning",
	      "turning must be FW_TURNING_NONE or FW_TURNING_IGNORE on a grid with one-way tiles" },
	    { planner, FW_ERR_ARGUMENT, FW_REFUSAL_NULL, "grid", "grid is null" },
	    { resolve, FW_ERR_UNSUPPORTED, FW_REFUSAL_TRAIT, "options.anchor",
	      "method 'block' knows tile corners alone; set options.anchor to FW_ANCHOR_CORNER" },
	    { prepare, FW_ERR_UNSUPPORTED, FW_REFUSAL_TRAIT, "unit.radius",
	      "method 'visibility-graph' plans for a point alone; set unit.radius to 0" },
	    { map, FW_ERR_UNSUPPORTED, FW_REFUSAL_COMBINATION, "method",
	      "method is made of several searches, which have no one map; plan with fw_planner_run()" },
	    { route, FW_ERR_UNSUPPORTED, FW_REFUSAL_TRAIT, "method",
	      "method needs a hierarchy to plan a route; take \"haastar-high\"" },
	    { route_next, FW_ERR_STATE, FW_REFUSAL_STATE, "route", "route leads nowhere; call fw_search_route() first" },
	    { landmarks, FW_ERR_UNSUPPORTED, FW_REFUSAL_TRAIT, "landmarks",
	      "landmarks must be false for a method without a hierarchy; \"haastar-high\" has one" },
	    { open_corners, FW_ERR_UNSUPPORTED, FW_REFUSAL_TRAIT, "options.corners",
	      "options.corners must be FW_CORNERS_CLOSED, as only any-angle methods pass between blocked corners" },
	    { own_turns, FW_ERR_UNSUPPORTED, FW_REFUSAL_COMBINATION, "turning",
	      "turning must be FW_TURNING_NONE, as a method with headings makes its own turns" },
	    { trail, FW_ERR_ARGUMENT, FW_REFUSAL_NULL, "trail", "trail is null" },
	    { trail_method, FW_ERR_UNSUPPORTED, FW_REFUSAL_TRAIT, "legs.trail",
	      "method 'astar' plans the whole way at once; set legs.trail to NULL, or take \"midpoint\"" },
	    { trail_roads, FW_ERR_UNSUPPORTED, FW_REFUSAL_COMBINATION, "legs.trail",
	      "legs.trail does not go with roads: legs do not know roads and lanes" },
	    { regions_roads, FW_ERR_UNSUPPORTED, FW_REFUSAL_COMBINATION, "legs.regions",
	      "legs.regions does not go with roads: legs do not know roads and lanes" },
	    { leg_length, FW_ERR_ARGUMENT, FW_REFUSAL_RANGE, "legs.length",
	      "legs.length is 0; it must be 1 to 16384 tiles" },
	    { leg_margin, FW_ERR_ARGUMENT, FW_REFUSAL_RANGE, "legs.margin",
	      "legs.margin is -1; it must be 0 to 16384 tiles" },
	    { region_side, FW_ERR_ARGUMENT, FW_REFUSAL_RANGE, "legs.side", "legs.side is 1; it must be 2 to 16384 tiles" },
	    { job, FW_ERR_UNSUPPORTED, FW_REFUSAL_COMBINATION, "options.closed_moves",
	      "options.closed_moves must be null, as this plan closes moves or tiles of its own" },
	    { queue, FW_ERR_ARGUMENT, FW_REFUSAL_RANGE, "capacity", "capacity is 0; it must be 1 to 1048576" },
	    { queue_priority, FW_ERR_ARGUMENT, FW_REFUSAL_RANGE, "priority",
	      "priority is 1000001; it must be -1000000 to 1000000" },
	    { queue_full, FW_ERR_CAPACITY, FW_REFUSAL_SYSTEM, "", NULL },
	};
	check_refused( calls, COUNT( calls ) );
}

// The units and ends that methods may take.
typedef struct shape
{
	double radius, turning_radius;
	int32_t size;
	fw_anchor anchor;
	bool is_wide;
} shape;

static const shape shapes[] = {
    { 0.4, 0.0, 0, FW_ANCHOR_CENTER, false }, { 0.9, 0.0, 0, FW_ANCHOR_CENTER, true },
    { 0.4, 1.0, 0, FW_ANCHOR_CENTER, false }, { 0.9, 1.0, 0, FW_ANCHOR_CENTER, true },
    { 0.0, 0.0, 0, FW_ANCHOR_CENTER, false }, { 0.0, 0.0, 0, FW_ANCHOR_CORNER, false },
    { 0.0, 0.0, 2, FW_ANCHOR_CENTER, true },
};

// Ends at which no unit, or no wide one, can stand.
typedef struct bad_end
{
	double x, y;
	fw_reason at_start, at_goal;
	bool is_narrow;
} bad_end;

static const bad_end ends[] = {
    { -2.0, 3.0, FW_REASON_START_OFF_MAP, FW_REASON_GOAL_OFF_MAP, false },
    { 5.0, 30.0, FW_REASON_START_OFF_MAP, FW_REASON_GOAL_OFF_MAP, false },
    { 10.0, 9.0, FW_REASON_START_BLOCKED, FW_REASON_GOAL_BLOCKED, false },
    { 8.0, 9.0, FW_REASON_START_TOO_NARROW, FW_REASON_GOAL_TOO_NARROW, true },
};

static fw_plan plan_for( const fw_method* method, const shape* unit )
{
	const double inside = unit->anchor == FW_ANCHOR_CENTER ? 0.5 : 0.0;
	fw_plan plan = planner_plan( unit->radius, unit->turning_radius, ( fw_pose ){ 3.0 + inside, 3.0 + inside, 0.0 },
	                             ( fw_pose ){ 16.0 + inside, 15.0 + inside, 0.0 } );
	plan.unit.size = unit->size;
	plan.start_any_heading = true;
	plan.options.anchor = unit->anchor;
	plan.method = method->name;
	return plan;
}

static void move_to( fw_pose* pose, const bad_end* end, fw_anchor anchor )
{
	const double inside = anchor == FW_ANCHOR_CENTER ? 0.5 : 0.0;
	pose->x = end->x + inside;
	pose->y = end->y + inside;
}

static int32_t check_ends( fw_planner* planner, fw_grid* grid, const fw_method* method, const shape* unit )
{
	const fw_plan plan = plan_for( method, unit );
	fw_resolved_plan resolved;
	fw_result result = { 0 };
	if ( fw_plan_resolve( grid, &plan, &resolved, NULL ) != FW_OK )
	{
		return 0;
	}
	fw_refusal refusal = { 0 };
	if ( fw_planner_run( planner, &plan, &result, &refusal ) != FW_OK )
	{
		fail_msg( "%s: %s", method->name, refusal.text );
	}
	assert_int_equal( result.outcome, FW_FOUND );
	for ( int32_t i = 0; i < 2 * COUNT( ends ); i++ )
	{
		const bad_end* end = &ends[i / 2];
		const bool start = i % 2 == 0;
		fw_plan moved = plan;
		move_to( start ? &moved.start : &moved.goal, end, unit->anchor );
		assert_int_equal( fw_planner_run( planner, &moved, &result, NULL ), FW_OK );
		const bool fits = end->is_narrow && !unit->is_wide;
		const fw_reason reason = fits ? FW_REASON_NONE : start ? end->at_start : end->at_goal;
		if ( result.reason != reason || result.outcome != ( fits ? FW_FOUND : FW_UNREACHABLE ) )
		{
			fail_msg( "%s, radius %g, size %d, end %d: %s, expected was: %s", method->name, unit->radius,
			          (int)unit->size, (int)i, fw_reason_text( result.reason ), fw_reason_text( reason ) );
		}
	}
	fw_result_free( &result );
	return 1;
}

// All methods tell apart that an end is off the map, blocked, and too narrow.
static void test_ends( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 20, 20 );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 9, 8, 3, 3 }, FW_TERRAIN_TREES, NULL ), FW_OK );
	fw_planner* planner = planner_make( grid );
	for ( int32_t i = 0; i < fw_method_count(); i++ )
	{
		int32_t run = 0;
		for ( int32_t k = 0; k < COUNT( shapes ); k++ )
		{
			run += check_ends( planner, grid, fw_method_at( i ), &shapes[k] );
		}
		if ( run == 0 )
		{
			fail_msg( "no shape suits %s", fw_method_at( i )->name );
		}
	}
	fw_planner_destroy( planner );
	fw_grid_destroy( grid );
}

int run_test_refusal_plan( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test_setup_teardown( test_calls, open_world, close_world ),
	    cmocka_unit_test( test_ends ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
