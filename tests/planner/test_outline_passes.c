// SPDX-License-Identifier: MIT
// Plans for outlines that are made of tile paths and passes, by blocks, on roads, in slices: every path judged by the
// validator, which shares no code with the sweep; what they find against Directional A*; what is refused.
#include "fairway/fixed_angles.h"
#include "fairway/planner.h"
#include "fairway/queue.h"
#include "fairway/roads.h"
#include "fairway/sweep.h"
#include "support.h"
#include "support_benchmarks.h"
#include "support_planner.h"
#include "support_vehicle.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

// How the path is made.
typedef struct manner
{
	const char* method;
	fw_turning turning;
	bool promises; // legal turns; else a path may hit something, and says so
} manner;

static const manner manners[] = {
    { "astar", FW_TURNING_ALONG, true },       { "jps", FW_TURNING_ALONG, true },
    { "astar-turns", FW_TURNING_NONE, true },  { "astar", FW_TURNING_RECALCULATE, true },
    { "midpoint", FW_TURNING_ALONG, true },    { "block-directional", FW_TURNING_NONE, true },
    { "hdirectional", FW_TURNING_NONE, true }, { "astar", FW_TURNING_TIGHTER, false },
    { "astar", FW_TURNING_BACKING, false },    { "theta", FW_TURNING_BACKING, false },
    { "astar", FW_TURNING_IGNORE, false },
};

#define MANNERS ( (int32_t)( sizeof( manners ) / sizeof( manners[0] ) ) )

static fw_plan plan_for( const test_vehicle* of, const manner* by, fw_pose start, fw_pose goal )
{
	fw_plan plan = planner_plan( of->radius, of->turning_radius, start, goal );
	plan.unit.outline = of->outline;
	plan.unit.reverse = by->turning == FW_TURNING_BACKING;
	plan.method = by->method;
	plan.turning = by->turning;
	return plan;
}

// Sweep and validator must agree on whether the outline hits something.
static bool is_legal( const fw_grid* grid, const fw_plan* plan, const fw_path* path )
{
	fw_unit unit = plan->unit;
	// As tight as the pass may turn.
	unit.turning_radius = plan->turning == FW_TURNING_TIGHTER ? 0.05 : unit.turning_radius;
	const bool swept = fw_sweep_path( grid, &unit, path ) == path->count;
	fw_violation violations[64];
	int32_t count = 0;
	assert_int_equal( fw_validate( grid, &unit, path, NULL, violations, 64, &count, NULL ), FW_OK );
	bool hits = false;
	for ( int32_t i = 0; i < count && i < 64; i++ )
	{
		hits = hits || violations[i].kind == FW_VIOLATION_COLLISION;
	}
	assert_true( hits == !swept );
	assert_true( count == 0 || hits );
	return count == 0;
}

static void paths_on_random_maps( void** state )
{
	(void)state;
	test_random random = test_random_make( 4711 );
	int32_t found[MANNERS] = { 0 };
	int32_t hits = 0;
	for ( int32_t map = 0; map < test_rounds( 10 ); map++ )
	{
		fw_grid* grid = test_random_grid( &random, 40, 40, map % 2 == 0 ? 0.02 : 0.01 + 0.005 * map );
		fw_planner* planner = planner_make( grid );
		fw_result result = { 0 };
		for ( int32_t i = 0; i < 12 * MANNERS; i++ )
		{
			const manner* by = &manners[i % MANNERS];
			// Three a map: their tables take most of the time.
			const int32_t kind = ( map + test_random_int( &random, 3 ) ) % TEST_VEHICLES;
			const test_vehicle of = test_vehicle_of( kind );
			const fw_pose start = test_random_stand( &random, 40, 40 );
			const fw_pose goal = test_random_stand( &random, 40, 40 );
			fw_plan plan = plan_for( &of, by, start, goal );
			plan.start_any_heading = test_random_chance( &random, 0.2 );
			plan.goal_any_heading = !by->promises || test_random_chance( &random, 0.5 );
			plan.smooth = test_random_chance( &random, 0.5 );
			plan.clean_up = test_random_chance( &random, 0.7 );
			plan.options.max_expansions = 20000;
			fw_refusal refusal = { 0 };
			const fw_status status = fw_planner_run( planner, &plan, &result, &refusal );
			assert_int_equal( status, FW_OK );
			if ( result.outcome != FW_FOUND )
			{
				assert_true( result.reason != FW_REASON_NONE );
				continue;
			}
			const bool legal = is_legal( grid, &plan, &result.path );
			assert_true( legal || !by->promises );
			fw_pose from = plan.start;
			fw_pose to = plan.goal;
			from.heading = plan.start_any_heading ? (double)NAN : from.heading;
			to.heading = plan.goal_any_heading || by->turning == FW_TURNING_RECALCULATE ? (double)NAN : to.heading;
			test_check_ends( &result.path, from, to );
			found[i % MANNERS] += legal;
			hits += !legal;
		}
		fw_result_free( &result );
		fw_planner_destroy( planner );
		fw_grid_destroy( grid );
	}
	for ( int32_t i = 0; i < MANNERS; i++ )
	{
		assert_true( found[i] > 0 );
	}
	assert_true( hits > 0 );
}

// The inner disc stands where the outline does not.
static void ends_hold_the_outline( void** state )
{
	(void)state;
	const char* const rows = "................\n"
	                         "................\n"
	                         "..####..........\n"
	                         ".....#..........\n"
	                         "..####..........\n"
	                         "................\n"
	                         "................\n";
	fw_grid* grid = test_grid( rows );
	fw_planner* planner = planner_make( grid );
	fw_result result = { 0 };
	const test_vehicle of = test_vehicle_of( 1 );
	for ( int32_t i = 0; i < MANNERS; i++ )
	{
		const manner* by = &manners[i];
		const fw_pose bay = test_center( 3, 3, 0 );
		const fw_pose open = test_center( 12, 3, 0 );
		fw_plan plan = plan_for( &of, by, bay, open );
		assert_int_equal( fw_planner_run( planner, &plan, &result, NULL ), FW_OK );
		assert_int_equal( result.outcome, FW_UNREACHABLE );
		assert_int_equal( result.reason, FW_REASON_START_TOO_NARROW );
		// Some passes arrive with any heading, and may hit something there.
		plan.start = open;
		plan.goal = bay;
		plan.goal_any_heading = false;
		assert_int_equal( fw_planner_run( planner, &plan, &result, NULL ), FW_OK );
		const bool faces = by->turning == FW_TURNING_ALONG || by->turning == FW_TURNING_NONE;
		assert_true( !faces || result.reason == FW_REASON_GOAL_TOO_NARROW );
	}
	fw_result_free( &result );
	fw_planner_destroy( planner );
	fw_grid_destroy( grid );
}

static void published_problems( void** state )
{
	(void)state;
	const struct
	{
		const char *map, *set;
		manner by;
		int32_t least, few; // found: of all, and of every fifth
		double worst;       // mean length, as a part of that of Directional A*
	} rows[] = {
	    { "dao/brc202d", "../vehicles/car-brc202d", { "astar", FW_TURNING_ALONG, true }, 19, 3, 1.02 },
	    { "dao/brc202d", "../vehicles/car-brc202d", { "astar-turns", FW_TURNING_NONE, true }, 31, 7, 1.02 },
	    { "dao/brc202d", "../vehicles/car-brc202d", { "astar", FW_TURNING_RECALCULATE, true }, 32, 6, 1.02 },
	    { "dao/brc202d", "../vehicles/car-brc202d", { "block-directional", FW_TURNING_NONE, true }, 40, 8, 1.005 },
	    { "sc1/WheelofWar", "../vehicles/barge-WheelofWar", { "astar-turns", FW_TURNING_NONE, true }, 33, 7, 1.05 },
	};
	const bool takes_all = test_every( 1 ) == 1;
	for ( size_t i = 0; i < sizeof( rows ) / sizeof( rows[0] ); i++ )
	{
		fw_grid* grid = test_benchmark_map( rows[i].map );
		fw_pose_set problems = test_benchmark_poses( rows[i].set );
		fw_planner* planner = planner_make( grid );
		fw_result result = { 0 };
		int32_t found = 0;
		double sum = 0.0;
		for ( int32_t p = 0; p < problems.count; p += takes_all ? 1 : 5 )
		{
			const fw_pose_problem* problem = &problems.problems[p];
			const test_vehicle of = { problems.outline, problem->radius, problem->turning_radius };
			fw_plan plan = plan_for( &of, &rows[i].by, problem->start, problem->goal );
			plan.goal_any_heading = problem->goal_any_heading;
			assert_int_equal( fw_planner_run( planner, &plan, &result, NULL ), FW_OK );
			if ( result.outcome == FW_FOUND )
			{
				test_check_legal( grid, &plan.unit, &result.path );
				const double length = result.length;
				plan.method = "directional";
				plan.turning = FW_TURNING_NONE;
				assert_int_equal( fw_planner_run( planner, &plan, &result, NULL ), FW_OK );
				assert_int_equal( result.outcome, FW_FOUND );
				sum += length / result.length;
				found++;
			}
		}
		assert_true( found >= ( takes_all ? rows[i].least : rows[i].few ) );
		assert_true( sum / found < rows[i].worst );
		fw_result_free( &result );
		fw_planner_destroy( planner );
		fw_poses_free( &problems );
		fw_grid_destroy( grid );
	}
}

// Slices change nothing, and the path so far is legal whenever one asks.
static void slices_and_paths_so_far( void** state )
{
	(void)state;
	test_random random = test_random_make( 99 );
	int32_t parts = 0;
	for ( int32_t map = 0; map < test_rounds( 10 ); map++ )
	{
		fw_grid* grid = test_random_town( &random, 60, 60, 14, 8 );
		fw_planner* planner = planner_make( grid );
		fw_job* job = NULL;
		fw_result whole = { 0 };
		fw_result sliced = { 0 };
		assert_int_equal( fw_job_create( planner, &job ), FW_OK );
		const manner more[] = { { "directional", FW_TURNING_NONE, true } };
		for ( int32_t i = 0; i < 32; i++ )
		{
			const manner* by = i % 8 < 7 ? &manners[i % 8] : &more[0];
			const test_vehicle of = test_vehicle_of( i % TEST_VEHICLES );
			const fw_pose start = test_random_stand( &random, 60, 60 );
			const fw_pose goal = test_random_stand( &random, 60, 60 );
			fw_plan plan = plan_for( &of, by, start, goal );
			plan.options.max_expansions = 20000;
			assert_int_equal( fw_planner_run( planner, &plan, &whole, NULL ), FW_OK );
			fw_outcome outcome = FW_RUNNING;
			assert_int_equal( fw_job_begin( job, &plan, NULL ), FW_OK );
			while ( outcome == FW_RUNNING )
			{
				assert_int_equal( fw_job_step( job, 1000, &outcome ), FW_OK );
				const fw_status status = fw_job_best( job, &sliced );
				assert_true( status == FW_OK || status == FW_ERR_UNSUPPORTED );
				if ( status == FW_OK && outcome == FW_RUNNING && sliced.path.count > 0 )
				{
					test_check_legal( grid, &plan.unit, &sliced.path );
					parts++;
				}
			}
			assert_int_equal( fw_job_result( job, &sliced ), FW_OK );
			assert_int_equal( sliced.outcome, whole.outcome );
			assert_true( whole.outcome != FW_FOUND || fw_path_hash( &sliced.path ) == fw_path_hash( &whole.path ) );
		}
		fw_result_free( &whole );
		fw_result_free( &sliced );
		fw_job_destroy( job );
		fw_planner_destroy( planner );
		fw_grid_destroy( grid );
	}
	assert_true( parts > 10 );
}

// A road of a given width on open land that costs the same, with a corner.
static fw_grid* make_bend( int32_t width )
{
	fw_grid* grid = test_field( 60, 60 );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 0, 40, 30 + width, width }, FW_TERRAIN_ROAD, NULL ), FW_OK );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 30, 0, width, 40 }, FW_TERRAIN_ROAD, NULL ), FW_OK );
	return grid;
}

// Between cones the whole outline keeps to what they leave.
static void cones_hold_the_outline( void** state )
{
	(void)state;
	int32_t coned = 0;
	const int32_t rounds = test_rounds( 60 ); // each vehicle on each width of road
	for ( int32_t i = 0; i < rounds; i++ )
	{
		const test_vehicle of = test_vehicle_of( i % TEST_VEHICLES );
		const int32_t width = 1 + i % 4;
		fw_grid* grid = make_bend( width );
		fw_planner* planner = planner_make( grid );
		fw_result result = { 0 };
		const manner by = { "directional", FW_TURNING_NONE, true };
		const double middle = 0.5 * width;
		fw_plan plan = plan_for( &of, &by, fw_make_pose( 6.0, 40.0 + middle, 0.0 ),
		                         fw_make_pose( 30.0 + middle, 6.0, -FW_PI / 2.0 ) );
		plan.roads = i % 3 == 2 ? FW_ROADS_ONLY : FW_ROADS_CONES;
		plan.lane = i % 3 == 1 ? FW_LANE_RIGHT : FW_LANE_ANY;
		plan.unit.capabilities = FW_CAP_GROUND | FW_CAP_ROAD;
		assert_int_equal( fw_planner_run( planner, &plan, &result, NULL ), FW_OK );
		const fw_cones* cones = fw_planner_cones( planner );
		const fw_plan_report report = fw_planner_report( planner );
		if ( result.outcome == FW_FOUND )
		{
			test_check_legal( grid, &plan.unit, &result.path );
		}
		coned += result.outcome == FW_FOUND && report.roads == FW_ROADS_CONES;
		for ( int32_t s = 0; s < result.path.count && result.outcome == FW_FOUND; s++ )
		{
			fw_sweep_row swept[400];
			const int32_t count = fw_sweep_rows( &plan.unit, &result.path.segments[s], swept, 400 );
			assert_true( count <= 400 );
			for ( int32_t r = 0; r < count; r++ )
			{
				for ( int32_t x = swept[r].x0; x <= swept[r].x1; x++ )
				{
					assert_false( cones != NULL && fw_cones_has( cones, x, swept[r].y ) );
					assert_true( report.roads != FW_ROADS_ONLY ||
					             fw_grid_get( grid, x, swept[r].y ) == FW_TERRAIN_ROAD );
				}
			}
		}
		fw_result_free( &result );
		fw_planner_destroy( planner );
		fw_grid_destroy( grid );
	}
	assert_true( 2 * coned >= rounds );
}

static void lines_are_refused( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 20, 20 );
	fw_planner* planner = planner_make( grid );
	fw_result result = { 0 };
	const struct
	{
		manner by;
		int32_t kind;
		const char *field, *words;
	} rows[] = {
	    { { "astar", FW_TURNING_NONE, false }, 1, "unit.outline", "makes corners, where no outline turns" },
	    { { "theta", FW_TURNING_NONE, false }, 1, "unit.outline", "set turning" },
	    { { "midpoint", FW_TURNING_NONE, false }, 1, "unit.outline", "makes corners" },
	    { { "haastar-high", FW_TURNING_TIGHTER, false }, 0, "unit.outline", "discs as large as the one inside" },
	    { { "visibility-graph", FW_TURNING_TIGHTER, false }, 1, "unit.outline", "discs as large as the one inside" },
	    { { "theta", FW_TURNING_ALONG, false }, 1, "turning", "tile path" },
	};
	for ( size_t i = 0; i < sizeof( rows ) / sizeof( rows[0] ); i++ )
	{
		const test_vehicle of = test_vehicle_of( rows[i].kind );
		const fw_plan plan = plan_for( &of, &rows[i].by, test_center( 4, 4, 0 ), test_center( 15, 15, 0 ) );
		fw_refusal refusal = { 0 };
		assert_int_equal( fw_planner_run( planner, &plan, &result, &refusal ), FW_ERR_UNSUPPORTED );
		assert_string_equal( refusal.field, rows[i].field );
		assert_non_null( strstr( refusal.text, rows[i].words ) );
	}
	// A hierarchy's discs are large enough for a car's inner one.
	const test_vehicle car = test_vehicle_of( 1 );
	const manner by = { "haastar-high", FW_TURNING_ALONG, true };
	const fw_plan plan = plan_for( &car, &by, test_center( 4, 4, 0 ), test_center( 15, 4, 0 ) );
	assert_int_equal( fw_planner_run( planner, &plan, &result, NULL ), FW_OK );
	assert_int_equal( result.outcome, FW_FOUND );
	test_check_legal( grid, &plan.unit, &result.path );
	// Lines in a few angles have corners.
	const fw_fixed_angles_def def = fw_default_fixed_angles_def();
	fw_fixed_angles_report report;
	fw_smoother smoother = fw_default_smoother();
	smoother.grid = grid;
	smoother.unit = &plan.unit;
	fw_refusal refusal = { 0 };
	assert_int_equal( fw_fixed_angles( &smoother, &def, &result.path, &report, &refusal ), FW_ERR_UNSUPPORTED );
	assert_string_equal( refusal.field, "unit.outline" );
	// Tables of another outline are no tables of this one.
	fw_primitives_def table = fw_default_primitives_def();
	table.radius = plan.unit.radius;
	table.turning_radius = plan.unit.turning_radius;
	table.by_position = true;
	fw_smooth48_def along = fw_default_smooth48_def();
	fw_smooth48_report turned;
	fw_primitives* primitives = NULL;
	assert_int_equal( fw_primitives_create( &table, &primitives, NULL ), FW_OK );
	along.primitives = primitives;
	fw_path path;
	fw_path_init( &path, NULL );
	path.start = test_center( 4, 4, 0 );
	test_line_to( &path, 8.5, 4.5, FW_GEAR_FORWARD );
	assert_int_equal( fw_smooth48( &smoother, &along, &path, &turned, &refusal ), FW_ERR_MISMATCH );
	assert_non_null( strstr( refusal.text, "radii and outline" ) );
	fw_path_free( &path );
	fw_primitives_destroy( primitives );
	fw_result_free( &result );
	fw_planner_destroy( planner );
	fw_grid_destroy( grid );
}

// Each request for memory refused in turn, with the tables there, so that all that is asked for is the job's own.
static void memory_runs_out( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 40, 40 );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 18, 16, 4, 6 }, FW_TERRAIN_OUT, NULL ), FW_OK );
	const test_vehicle of = test_vehicle_of( 4 );
	const int64_t step = 1 + test_every( 1 ) / 2;
	for ( int32_t i = 0; i < MANNERS; i++ )
	{
		fw_plan plan = plan_for( &of, &manners[i], test_center( 3, 3, 45 ), test_center( 36, 35, 0 ) );
		plan.goal_any_heading = !manners[i].promises;
		plan.roads = manners[i].turning == FW_TURNING_ALONG ? FW_ROADS_CONES : FW_ROADS_NONE;
		assert_true( test_vehicle_memory( grid, &plan, step ) > 8 );
	}
	fw_grid_destroy( grid );
}

int run_test_outline_passes( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( paths_on_random_maps ),   cmocka_unit_test( ends_hold_the_outline ),
	    cmocka_unit_test( published_problems ),     cmocka_unit_test( slices_and_paths_so_far ),
	    cmocka_unit_test( cones_hold_the_outline ), cmocka_unit_test( lines_are_refused ),
	    cmocka_unit_test( memory_runs_out ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
