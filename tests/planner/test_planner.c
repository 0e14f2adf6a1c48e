// SPDX-License-Identifier: MIT
// The planner: defaults, methods, what it keeps, edits, many units, passes, retries, mistakes.
#include "annotate/space.h"
#include "fairway/planner.h"
#include "support.h"
#include "support_planner.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static void check_path( const fw_grid* grid, const fw_plan* plan, const fw_result* result )
{
	test_check_legal( grid, &plan->unit, &result->path );
	fw_pose start = plan->start, goal = plan->goal;
	const bool spins = plan->unit.turning_radius == 0;
	start.heading = spins ? (double)NAN : start.heading;
	goal.heading = spins || plan->goal_any_heading ? (double)NAN : goal.heading;
	test_check_ends( &result->path, start, goal );
	assert_true( fabs( result->length - result->path.length ) < 1e-12 );
	assert_true( result->cost >= result->length - 1e-3 );
}

static void test_defaults( void** state )
{
	(void)state;
	const fw_plan plan = fw_default_plan();
	assert_null( plan.method );
	assert_true( plan.smooth && plan.clean_up && plan.second_try && plan.turning == FW_TURNING_NONE );
	assert_int_equal( plan.lattice, FW_LATTICE_GAPS );
	assert_int_equal( plan.ring, 0 );
	assert_int_equal( plan.headings, 8 );
	assert_true( plan.options.weight == 0.0 );
	assert_true( plan.goal_any_heading && !plan.start_any_heading );
}

static void test_methods( void** state )
{
	fw_query query;
	(void)state;
	fw_grid* grid = test_field( 30, 30 );
	fw_planner* planner = planner_make( grid );
	fw_result result = { 0 };
	// Without a turning radius, straight lines, or the steps of standard A*.
	fw_plan plan = planner_plan( 0.4, 0.0, test_center( 3, 3, 0 ), test_center( 20, 10, 0 ) );
	assert_int_equal( fw_planner_run( planner, &plan, &result, NULL ), FW_OK );
	assert_int_equal( result.outcome, FW_FOUND );
	check_path( grid, &plan, &result );
	assert_int_equal( result.path.count, 1 );
	assert_true( fabs( result.length - hypot( 17, 7 ) ) < 1e-9 );
	assert_true( fabs( result.cost - result.length ) < 1e-9 );
	assert_string_equal( planner_method( grid, &plan )->name, "taut" );
	plan.method = "astar";
	assert_int_equal( fw_planner_run( planner, &plan, &result, NULL ), FW_OK );
	assert_true( fabs( result.length - hypot( 17, 7 ) ) < 1e-9 );
	plan.smooth = false;
	assert_int_equal( fw_planner_run( planner, &plan, &result, NULL ), FW_OK );
	assert_true( fabs( result.length - ( 10 + 7 * FW_SQRT2 ) ) < 1e-6 );
	// With one, curves.
	plan = planner_plan( 0.4, 2.0, test_center( 3, 3, 180 ), test_center( 20, 10, 0 ) );
	assert_int_equal( fw_planner_run( planner, &plan, &result, NULL ), FW_OK );
	assert_int_equal( result.outcome, FW_FOUND );
	check_path( grid, &plan, &result );
	const double cleaned = result.length;
	plan.clean_up = false;
	assert_int_equal( fw_planner_run( planner, &plan, &result, NULL ), FW_OK );
	check_path( grid, &plan, &result );
	assert_true( cleaned <= result.length + 1e-9 );
	// Every method of the table by name.
	for ( int32_t i = 0; i < fw_method_count(); ++i )
	{
		plan.method = fw_method_at( i )->name;
		if ( ( fw_method_at( i )->traits & FW_TRAIT_COMBINED ) != 0 )
		{
			continue; // they have no one map
		}
		const fw_status status = fw_planner_run( planner, &plan, &result, NULL );
		if ( status == FW_ERR_UNSUPPORTED )
		{
			assert_true( fw_method_at( i )->traits & FW_TRAIT_CORNERS ); // it is for points only
			continue;
		}
		assert_int_equal( status, FW_OK );
		assert_int_equal( result.outcome, FW_FOUND );
		fw_map map = { 0 };
		assert_int_equal( fw_planner_map( planner, &plan, &map, &query, NULL ), FW_OK );
		const bool headings = ( fw_method_at( i )->traits & FW_TRAIT_HEADINGS ) != 0;
		assert_true( headings == ( map.primitives != NULL ) );
		const fw_vec2 from = { plan.start.x, plan.start.y };
		const fw_vec2 to = { plan.goal.x, plan.goal.y };
		assert_true( map.space == NULL || fw_space_may_connect( map.space, from, to ) );
		if ( fw_method_at( i )->ring > 0 )
		{
			assert_int_equal( fw_primitives_definition( map.primitives )->ring, fw_method_at( i )->ring );
		}
	}
	// Turns laid over a walk.
	plan = planner_plan( 0.4, 2.0, test_center( 10, 10, 180 ), test_center( 20, 20, 0 ) );
	plan.method = "astar";
	plan.turning = FW_TURNING_IGNORE;
	assert_int_equal( fw_planner_run( planner, &plan, &result, NULL ), FW_OK );
	check_path( grid, &plan, &result );
	assert_int_equal( result.path.segments[0].kind, FW_SEGMENT_ARC );
	assert_true( fabs( result.cost - result.length ) < 1e-9 );
	fw_result_free( &result );
	fw_planner_destroy( planner );
	fw_grid_destroy( grid );
}

// The map of a plan and its query belong together: a search of one's own gives the plan's path, to the bit.
static void test_map_with_its_query( void** state )
{
	(void)state;
	test_random random = test_random_make( 5 );
	fw_grid* grid = test_random_town( &random, 40, 40, 30, 4 );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 0, 0, 8, 8 }, FW_TERRAIN_GROUND, NULL ), FW_OK );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 32, 29, 8, 8 }, FW_TERRAIN_GROUND, NULL ), FW_OK );
	fw_planner* planner = planner_make( grid );
	fw_search* search = NULL;
	fw_result planned = { 0 };
	fw_result searched = { 0 };
	int32_t found = 0;
	assert_int_equal( fw_search_create( NULL, &search ), FW_OK );
	for ( int32_t i = 0; i < fw_method_count(); i++ )
	{
		const fw_method* method = fw_method_at( i );
		const bool headings = ( method->traits & FW_TRAIT_HEADINGS ) != 0;
		const bool corners = ( method->traits & ( FW_TRAIT_ONLY_CORNERS | FW_TRAIT_POINT ) ) != 0;
		fw_plan plan = planner_plan( corners ? 0.0 : 0.4, headings ? 1.5 : 0.0, test_center( 2, 2, 0 ),
		                             test_center( 36, 33, 90 ) );
		plan.method = method->name;
		plan.options.anchor = corners ? FW_ANCHOR_CORNER : FW_ANCHOR_CENTER;
		plan.smooth = plan.clean_up = plan.second_try = false;
		fw_map map = { 0 };
		fw_query query;
		const bool combined = ( method->traits & FW_TRAIT_COMBINED ) != 0;
		const fw_status status = fw_planner_map( planner, &plan, &map, &query, NULL );
		// The automatic choice has one map where it comes to one search.
		assert_true( status == FW_OK || ( combined && status == FW_ERR_UNSUPPORTED ) );
		if ( status == FW_OK )
		{
			assert_int_equal( fw_search_run( search, &map, &query, &searched, NULL ), FW_OK );
			assert_int_equal( fw_planner_run( planner, &plan, &planned, NULL ), FW_OK );
			assert_int_equal( planned.outcome, searched.outcome );
			assert_true( fw_path_hash( &planned.path ) == fw_path_hash( &searched.path ) );
			assert_int_equal( planned.counters.expanded, searched.counters.expanded );
			found += searched.outcome == FW_FOUND ? 1 : 0;
		}
	}
	assert_true( found >= 20 );
	// A charge is for the turns that a pass makes; the search before it has none.
	fw_plan charged = planner_plan( 0.4, 1.5, test_center( 2, 2, 0 ), test_center( 36, 33, 90 ) );
	fw_map map = { 0 };
	fw_query query;
	charged.method = "astar";
	charged.turning = FW_TURNING_ALONG;
	charged.options.turn_charge = 1.0;
	assert_int_equal( fw_planner_map( planner, &charged, &map, &query, NULL ), FW_OK );
	assert_int_equal( fw_search_run( search, &map, &query, &searched, NULL ), FW_OK );
	assert_int_equal( searched.outcome, FW_FOUND );
	fw_result_free( &planned );
	fw_result_free( &searched );
	fw_search_destroy( search );
	fw_planner_destroy( planner );
	fw_grid_destroy( grid );
}

// On an empty map every method for units that turn on the spot goes straight, wherever in their tiles the ends are.
static void test_ends_off_center( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 12, 12 );
	fw_planner* planner = planner_make( grid );
	fw_result result = { 0 };
	const fw_pose start = { 1.2, 1.3, 0.0 };
	const fw_pose goals[] = { { 5.2, 5.2, 0.0 }, { 1.4, 1.4, 0.0 }, { 9.7, 1.3, 0.0 }, { 1.2, 8.8, 0.0 } };
	for ( size_t i = 0; i < 4 * 4; i++ )
	{
		const fw_pose goal = goals[i % 4];
		fw_plan plan = planner_plan( i < 8 ? 0.4 : 0.0, 0.0, start, goal );
		plan.method = i < 4 ? "theta" : i < 8 ? NULL : i < 12 ? "visibility-graph" : "block-ps";
		plan.options.anchor = i < 12 ? FW_ANCHOR_CENTER : FW_ANCHOR_CORNER;
		assert_int_equal( fw_planner_run( planner, &plan, &result, NULL ), FW_OK );
		assert_int_equal( result.outcome, FW_FOUND );
		assert_int_equal( result.path.count, 1 );
		assert_true( fabs( result.length - hypot( goal.x - start.x, goal.y - start.y ) ) < 1e-9 );
	}
	fw_result_free( &result );
	fw_planner_destroy( planner );
	fw_grid_destroy( grid );
}

// Who names no method gets one that can do what is asked.
static void test_method_by_plan( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 8, 8 );
	fw_plan plan = planner_plan( 0.4, 0.0, test_center( 1, 1, 0 ), test_center( 6, 6, 0 ) );
	assert_string_equal( planner_method( NULL, &plan )->name, "taut" );
	fw_plan other = plan;
	other.options.neighbors = 4;
	assert_string_equal( planner_method( grid, &other )->name, "astar" );
	other = plan;
	other.goal_tolerance = 0.5;
	assert_string_equal( planner_method( grid, &other )->name, "astar" );
	other = plan;
	other.turning = FW_TURNING_IGNORE;
	assert_string_equal( planner_method( grid, &other )->name, "astar" );
	other = plan;
	other.unit.turning_radius = 1.0;
	assert_string_equal( planner_method( grid, &other )->name, "directional" );
	other.turning = FW_TURNING_ALONG;
	assert_string_equal( planner_method( grid, &other )->name, "astar" );
	fw_terrain dear = *fw_grid_terrain( grid, FW_TERRAIN_GROUND );
	dear.cost = 2.0;
	assert_int_equal( fw_grid_set_terrain( grid, FW_TERRAIN_GROUND, &dear, NULL ), FW_OK );
	assert_string_equal( planner_method( grid, &plan )->name, "astar" );
	plan.options.ignore_costs = true;
	assert_string_equal( planner_method( grid, &plan )->name, "taut" );
	plan.unit.radius = 0.0;
	assert_string_equal( planner_method( grid, &plan )->name, "visibility-graph" );
	plan.options.ignore_costs = false;
	plan.options.anchor = FW_ANCHOR_CORNER;
	assert_string_equal( planner_method( grid, &plan )->name, "theta" );
	plan.method = "no such";
	assert_null( planner_method( grid, &plan ) );
	assert_null( planner_method( grid, NULL ) );
	fw_grid_destroy( grid );
}

static void test_objects_are_kept( void** state )
{
	fw_query query;
	(void)state;
	fw_grid* grid = test_field( 30, 30 );
	fw_planner* planner = planner_make( grid );
	fw_plan plan = planner_plan( 0.4, 1.0, test_center( 3, 3, 0 ), test_center( 20, 10, 0 ) );
	fw_map first = { 0 }, again = { 0 };
	assert_int_equal( fw_planner_prepare( planner, &plan, NULL ), FW_OK );
	assert_int_equal( fw_planner_map( planner, &plan, &first, &query, NULL ), FW_OK );
	assert_ptr_equal( first.grid, grid );
	assert_int_equal( fw_primitives_definition( first.primitives )->ring, 2 );
	const size_t bytes = fw_planner_measure( planner ).total;
	assert_true( bytes > fw_space_memory( first.space ) + fw_primitives_memory( first.primitives ) );
	plan.goal = test_center( 5, 20, 90 );
	plan.unit.speed = 7; // concerns no map
	assert_int_equal( fw_planner_map( planner, &plan, &again, &query, NULL ), FW_OK );
	assert_ptr_equal( first.space, again.space );
	assert_ptr_equal( first.primitives, again.primitives );
	assert_int_equal( fw_planner_measure( planner ).total, bytes );
	// Another turning radius shares the space; another lattice shares nothing; a walk takes what is there.
	plan.unit.turning_radius = 2;
	assert_int_equal( fw_planner_map( planner, &plan, &again, &query, NULL ), FW_OK );
	assert_ptr_equal( first.space, again.space );
	assert_ptr_not_equal( first.primitives, again.primitives );
	plan.lattice = FW_LATTICE_TILES;
	assert_int_equal( fw_planner_map( planner, &plan, &again, &query, NULL ), FW_OK );
	assert_ptr_not_equal( first.space, again.space );
	plan.method = "astar";
	assert_int_equal( fw_planner_map( planner, &plan, &again, &query, NULL ), FW_OK );
	assert_true( again.space->radius == 0.4 );
	assert_null( again.primitives );
	assert_true( fw_planner_measure( planner ).total > bytes );
	fw_planner_destroy( planner );
	fw_grid_destroy( grid );
}

static void test_edits_are_noticed( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 30, 20 );
	fw_planner* planner = planner_make( grid );
	fw_result result = { 0 };
	for ( int32_t curves = 0; curves <= 1; ++curves )
	{
		assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 0, 0, 30, 20 }, FW_TERRAIN_GROUND, NULL ), FW_OK );
		fw_plan plan = planner_plan( 0.4, curves ? 1.5 : 0.0, test_center( 3, 10, 0 ), test_center( 26, 10, 0 ) );
		assert_int_equal( fw_planner_run( planner, &plan, &result, NULL ), FW_OK );
		assert_true( fabs( result.length - 23 ) < 1e-9 );
		assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 15, 0, 1, 16 }, FW_TERRAIN_OUT, NULL ), FW_OK );
		assert_int_equal( fw_planner_run( planner, &plan, &result, NULL ), FW_OK );
		assert_int_equal( result.outcome, FW_FOUND );
		check_path( grid, &plan, &result );
		assert_true( result.length > 25 );
		assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 15, 0, 1, 20 }, FW_TERRAIN_OUT, NULL ), FW_OK );
		assert_int_equal( fw_planner_run( planner, &plan, &result, NULL ), FW_OK );
		assert_int_equal( result.outcome, FW_UNREACHABLE );
		assert_int_equal( result.reason, FW_REASON_OTHER_REGION );
		assert_int_equal( result.path.count, 0 );
		// Terrain that begins to cost asks for another turn table.
		assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 15, 0, 1, 20 }, FW_TERRAIN_GROUND, NULL ), FW_OK );
		assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 10, 8, 6, 5 }, FW_TERRAIN_SWAMP, NULL ), FW_OK );
		fw_terrain mines = *fw_grid_terrain( grid, FW_TERRAIN_SWAMP );
		mines.cost = 9;
		mines.capabilities = FW_CAP_GROUND;
		assert_int_equal( fw_grid_set_terrain( grid, FW_TERRAIN_SWAMP, &mines, NULL ), FW_OK );
		assert_int_equal( fw_planner_run( planner, &plan, &result, NULL ), FW_OK );
		assert_int_equal( result.outcome, FW_FOUND );
		check_path( grid, &plan, &result );
		assert_true( result.length > 23.3 && result.cost < result.length + 1 );
		plan.options.ignore_costs = true;
		assert_int_equal( fw_planner_run( planner, &plan, &result, NULL ), FW_OK );
		assert_true( fabs( result.length - 23 ) < 1e-9 && fabs( result.cost - 23 ) < 1e-9 );
	}
	fw_result_free( &result );
	fw_planner_destroy( planner );
	fw_grid_destroy( grid );
}

// More units than the planner keeps: each gets its own path, again and again, and memory stays bounded.
static void test_many_units( void** state )
{
	(void)state;
	test_random random = test_random_make( 71 );
	fw_grid* grid = test_random_town( &random, 48, 48, 20, 4 );
	fw_planner* planner = planner_make( grid );
	fw_result result = { 0 };
	uint64_t hashes[40] = { 0 };
	size_t bytes = 0;
	for ( int32_t round = 0; round < 3; ++round )
	{
		for ( int32_t i = 0; i < 40; ++i )
		{
			fw_plan plan = planner_plan( 0.2 + 0.03 * i, 0.5 + 0.05 * ( i % 20 ), test_center( 24, 2, 90 ),
			                             test_center( 30, 44, 0 ) );
			plan.lattice = i % 3 == 0 ? FW_LATTICE_TILES : FW_LATTICE_GAPS;
			plan.ring = 1; // few motion primitives, as each kind has its own
			plan.options.max_expansions = 5000;
			assert_int_equal( fw_planner_run( planner, &plan, &result, NULL ), FW_OK );
			if ( result.outcome == FW_FOUND )
			{
				check_path( grid, &plan, &result );
			}
			const uint64_t hash = fw_path_hash( &result.path );
			assert_true( round == 0 || hash == hashes[i] );
			hashes[i] = hash;
		}
		assert_true( round == 0 || fw_planner_measure( planner ).total <= bytes + bytes / 4 );
		bytes = fw_planner_measure( planner ).total;
	}
	fw_result_free( &result );
	fw_planner_destroy( planner );
	fw_grid_destroy( grid );
}

// A bent street whose curves are legal only between tile centers: found by trying again on all half-tile points.
static void test_retry_finds_more( void** state )
{
	(void)state;
	const char* picture = "###########################\n"
	                      "..........#################\n"
	                      "...........################\n"
	                      "............###############\n"
	                      "#########....##############\n"
	                      "##########....#############\n"
	                      "###########....############\n"
	                      "############....###########\n"
	                      "#############..............\n"
	                      "##############.............\n"
	                      "###############............\n"
	                      "###########################\n"
	                      "###########################\n";
	fw_grid* grid = test_grid( picture );
	fw_planner* planner = planner_make( grid );
	fw_result result = { 0 };
	fw_plan plan = planner_plan( 0.9, 2.0, test_center( 1, 2, 0 ), test_center( 25, 9, 0 ) );
	plan.method = "directional";
	plan.goal_any_heading = false;
	plan.second_try = false;
	assert_int_equal( fw_planner_run( planner, &plan, &result, NULL ), FW_OK );
	assert_int_equal( result.outcome, FW_UNREACHABLE );
	assert_int_equal( result.reason, FW_REASON_NO_TURN );
	const int64_t first = result.counters.expanded;
	plan.second_try = true;
	assert_int_equal( fw_planner_run( planner, &plan, &result, NULL ), FW_OK );
	assert_int_equal( result.outcome, FW_FOUND );
	check_path( grid, &plan, &result );
	assert_true( result.counters.expanded > first );
	// A limit that the first try uses up leaves nothing for the second.
	plan.options.max_expansions = first;
	assert_int_equal( fw_planner_run( planner, &plan, &result, NULL ), FW_OK );
	assert_int_not_equal( result.outcome, FW_FOUND );
	assert_true( result.counters.expanded <= first );
	// A plan that names another lattice gets that one alone.
	plan.options.max_expansions = 0;
	plan.lattice = FW_LATTICE_TILES;
	assert_int_equal( fw_planner_run( planner, &plan, &result, NULL ), FW_OK );
	assert_int_equal( result.outcome, FW_UNREACHABLE );
	fw_result_free( &result );
	fw_planner_destroy( planner );
	fw_grid_destroy( grid );
}

// Where the first try finds a path, the second never runs; a limit holds for both together.
static void test_retry_changes_nothing_else( void** state )
{
	(void)state;
	test_random random = test_random_make( 72 );
	int32_t asked = 0;
	fw_result once = { 0 }, twice = { 0 };
	for ( int32_t i = 0; i < test_rounds( 30 ); ++i )
	{
		fw_grid* grid = test_random_grid( &random, 24, 24, 0.1 );
		fw_planner* planner = planner_make( grid );
		const fw_pose start = test_random_center( &random, 24, 24, 0 );
		fw_plan plan = planner_plan( 0.45, 1.5, start, test_random_center( &random, 24, 24, 90 ) );
		plan.goal_any_heading = false;
		plan.second_try = false;
		assert_int_equal( fw_planner_run( planner, &plan, &once, NULL ), FW_OK );
		plan.second_try = true;
		assert_int_equal( fw_planner_run( planner, &plan, &twice, NULL ), FW_OK );
		assert_true( once.outcome != FW_FOUND || fw_path_hash( &once.path ) == fw_path_hash( &twice.path ) );
		assert_true( twice.counters.expanded >= once.counters.expanded );
		plan.options.max_expansions = once.counters.expanded + 5;
		assert_int_equal( fw_planner_run( planner, &plan, &twice, NULL ), FW_OK );
		assert_true( twice.counters.expanded <= plan.options.max_expansions );
		asked += once.reason == FW_REASON_NO_TURN ? 1 : 0;
		fw_planner_destroy( planner );
		fw_grid_destroy( grid );
	}
	assert_true( asked > test_rounds( 3 ) );
	fw_result_free( &once );
	fw_result_free( &twice );
}

// Hierarchies are made for the units that come, follow edits, and may come from elsewhere.
static void test_hierarchies( void** state )
{
	fw_query query;
	(void)state;
	test_random random = test_random_make( 77 );
	fw_grid* grid = test_random_town( &random, 90, 80, 40, 7 );
	fw_planner* planner = planner_make( grid );
	fw_result result = { 0 };
	fw_plan plan = fw_default_plan();
	fw_map map = { 0 };
	plan.method = "haastar-high";
	for ( int32_t round = 0; round < 60; ++round )
	{
		plan.unit.size = 1 + round % 3;
		plan.unit.capabilities = round % 5 == 0 ? FW_CAP_GROUND : FW_CAP_GROUND | FW_CAP_SWAMP;
		plan.start = test_random_center( &random, 90, 80, 0 );
		plan.goal = test_random_center( &random, 90, 80, 0 );
		plan.method = round % 2 == 0 ? "haastar-high" : "haastar-low";
		assert_int_equal( fw_planner_run( planner, &plan, &result, NULL ), FW_OK );
		const fw_outcome outcome = result.outcome;
		if ( outcome == FW_FOUND )
		{
			check_path( grid, &plan, &result );
		}
		plan.method = "jps";
		assert_int_equal( fw_planner_run( planner, &plan, &result, NULL ), FW_OK );
		assert_int_equal( result.outcome, outcome );
		if ( round % 4 == 3 )
		{
			const fw_rect building = test_random_place( &random, 86, 76, 4, 4 );
			assert_int_equal( fw_grid_fill( grid, building, FW_TERRAIN_OUT, NULL ), FW_OK );
		}
	}
	// One hierarchy for each class of a quality, which stays while others come.
	plan.method = "haastar-high";
	assert_int_equal( fw_planner_map( planner, &plan, &map, &query, NULL ), FW_OK );
	const fw_hierarchy* kept = map.hierarchy;
	assert_int_equal( fw_hierarchy_definition( kept )->size_count, 1 );
	assert_int_equal( fw_hierarchy_definition( kept )->capability_count, 1 );
	plan.unit.size = 2;
	assert_int_equal( fw_planner_map( planner, &plan, &map, &query, NULL ), FW_OK );
	assert_ptr_not_equal( map.hierarchy, kept );
	plan.unit.size = fw_hierarchy_definition( kept )->sizes[0];
	assert_int_equal( fw_planner_map( planner, &plan, &map, &query, NULL ), FW_OK );
	assert_ptr_equal( map.hierarchy, kept );
	plan.unit.size = 2;
	plan.cluster = 8;
	assert_int_equal( fw_planner_map( planner, &plan, &map, &query, NULL ), FW_OK );
	assert_int_equal( fw_hierarchy_definition( map.hierarchy )->cluster, 8 );
	plan.cluster = FW_CLUSTER_MAX + 1;
	assert_int_equal( fw_planner_map( planner, &plan, &map, &query, NULL ), FW_ERR_ARGUMENT );

	fw_hierarchy_def def = fw_default_hierarchy_def();
	fw_hierarchy* own = NULL;
	def.cluster = 8;
	def.sizes[0] = 2;
	assert_int_equal( fw_hierarchy_create( grid, &def, &own, NULL ), FW_OK );
	assert_int_equal( fw_planner_add_hierarchy( planner, own ), FW_OK );
	assert_int_equal( fw_planner_add_hierarchy( planner, own ), FW_ERR_ARGUMENT ); // it is the planner's already
	plan.cluster = 8;
	assert_int_equal( fw_planner_map( planner, &plan, &map, &query, NULL ), FW_OK );
	assert_ptr_equal( map.hierarchy, own );
	fw_grid* other = test_field( 20, 20 );
	assert_int_equal( fw_hierarchy_create( other, &def, &own, NULL ), FW_OK );
	assert_int_equal( fw_planner_add_hierarchy( planner, own ), FW_ERR_MISMATCH );
	assert_int_equal( fw_planner_add_hierarchy( planner, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_planner_add_hierarchy( NULL, own ), FW_ERR_ARGUMENT );
	fw_hierarchy_destroy( own );
	fw_grid_destroy( other );

	// More classes than one hierarchy has room for: each gets its own.
	plan.cluster = 0;
	for ( int32_t size = 1; size <= 12; ++size )
	{
		plan.unit.size = size;
		assert_int_equal( fw_planner_map( planner, &plan, &map, &query, NULL ), FW_OK );
		bool known = false;
		for ( int32_t i = 0; i < fw_hierarchy_definition( map.hierarchy )->size_count; ++i )
		{
			known = known || fw_hierarchy_definition( map.hierarchy )->sizes[i] == size;
		}
		assert_true( known );
	}
	fw_result_free( &result );
	fw_planner_destroy( planner );
	fw_grid_destroy( grid );
}

static void test_mistakes( void** state )
{
	fw_query query;
	(void)state;
	fw_grid* grid = test_field( 20, 20 );
	fw_planner* planner = NULL;
	assert_int_equal( fw_planner_create( NULL, NULL, &planner, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_planner_create( grid, NULL, NULL, NULL ), FW_ERR_ARGUMENT );
	assert_null( planner );
	fw_planner_destroy( NULL );
	planner = planner_make( grid );
	const fw_plan good = planner_plan( 0.4, 1.0, test_center( 3, 3, 0 ), test_center( 15, 10, 0 ) );
	fw_result result = { 0 };
	fw_map map = { 0 };
	assert_int_equal( fw_planner_run( planner, &good, &result, NULL ), FW_OK );
	const uint64_t hash = fw_path_hash( &result.path );
	assert_int_equal( fw_planner_run( NULL, &good, &result, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_planner_run( planner, NULL, &result, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_planner_run( planner, &good, NULL, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_planner_prepare( NULL, &good, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_planner_prepare( planner, NULL, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_planner_map( planner, &good, NULL, &query, NULL ), FW_ERR_ARGUMENT );
	fw_plan bad = good;
	bad.method = "teleport";
	assert_int_equal( fw_planner_run( planner, &bad, &result, NULL ), FW_ERR_UNKNOWN );
	assert_int_equal( fw_planner_prepare( planner, &bad, NULL ), FW_ERR_UNKNOWN );
	bad = good;
	bad.cookie ^= 1;
	assert_int_equal( fw_planner_run( planner, &bad, &result, NULL ), FW_ERR_DEF );
	bad = good;
	bad.unit.radius = -1;
	assert_int_equal( fw_planner_run( planner, &bad, &result, NULL ), FW_ERR_ARGUMENT );
	bad = good;
	bad.options.weight = 0.5;
	assert_int_equal( fw_planner_run( planner, &bad, &result, NULL ), FW_ERR_ARGUMENT );
	bad = good;
	bad.goal.x = (double)INFINITY;
	assert_int_equal( fw_planner_run( planner, &bad, &result, NULL ), FW_ERR_ARGUMENT );
	bad = good;
	bad.headings = 12;
	assert_int_equal( fw_planner_run( planner, &bad, &result, NULL ), FW_ERR_ARGUMENT );
	bad = good;
	bad.ring = FW_RING_MAX + 1;
	assert_int_equal( fw_planner_run( planner, &bad, &result, NULL ), FW_ERR_ARGUMENT );
	bad = good;
	bad.lattice = (fw_lattice)9;
	assert_int_equal( fw_planner_run( planner, &bad, &result, NULL ), FW_ERR_ARGUMENT );
	// None of them touched the former result, and the planner works on.
	assert_int_equal( result.outcome, FW_FOUND );
	assert_true( fw_path_hash( &result.path ) == hash );
	assert_int_equal( fw_planner_map( planner, &good, &map, &query, NULL ), FW_OK );
	assert_int_equal( fw_planner_run( planner, &good, &result, NULL ), FW_OK );
	assert_true( fw_path_hash( &result.path ) == hash );
	fw_result_free( &result );
	fw_planner_destroy( planner );
	fw_grid_destroy( grid );
}

int run_test_planner( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_defaults ),           cmocka_unit_test( test_methods ),
	    cmocka_unit_test( test_map_with_its_query ), cmocka_unit_test( test_ends_off_center ),
	    cmocka_unit_test( test_method_by_plan ),     cmocka_unit_test( test_objects_are_kept ),
	    cmocka_unit_test( test_edits_are_noticed ),  cmocka_unit_test( test_many_units ),
	    cmocka_unit_test( test_retry_finds_more ),   cmocka_unit_test( test_retry_changes_nothing_else ),
	    cmocka_unit_test( test_hierarchies ),        cmocka_unit_test( test_mistakes ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
