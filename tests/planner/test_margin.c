// SPDX-License-Identifier: MIT
// Room to walls: which tiles cost more, against distances found tile by tile; edits; paths that keep away from walls
// where there is room, and go through where there is none; what a margin does not go with.
#include "annotate/margin.h"
#include "fairway/planner.h"
#include "fairway/queue.h"
#include "support.h"
#include "support_planner.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define SIDE 40

static bool is_wall( const fw_grid* grid, uint32_t capabilities, int32_t x, int32_t y )
{
	return x < 0 || y < 0 || x >= fw_grid_width( grid ) || y >= fw_grid_height( grid ) ||
	       !fw_grid_passable( grid, x, y, capabilities );
}

// From a point to the nearest wall, no further than `far`.
static double wall_distance( const fw_grid* grid, uint32_t capabilities, double x, double y, int32_t far )
{
	double nearest = INFINITY;
	for ( int32_t ty = (int32_t)floor( y ) - far; ty <= (int32_t)floor( y ) + far; ty++ )
	{
		for ( int32_t tx = (int32_t)floor( x ) - far; tx <= (int32_t)floor( x ) + far; tx++ )
		{
			if ( is_wall( grid, capabilities, tx, ty ) )
			{
				const double dx = fmax( fmax( tx - x, x - tx - 1.0 ), 0.0 );
				const double dy = fmax( fmax( ty - y, y - ty - 1.0 ), 0.0 );
				nearest = fmin( nearest, hypot( dx, dy ) );
			}
		}
	}
	return nearest;
}

static void check_view( const fw_grid* grid, const fw_margin_def* def, const fw_margin_view* view )
{
	const fw_grid* copy = fw_margin_view_grid( view );
	for ( int32_t y = 0; y < fw_grid_height( grid ); y++ )
	{
		for ( int32_t x = 0; x < fw_grid_width( grid ); x++ )
		{
			const fw_terrain* own = fw_grid_terrain( grid, fw_grid_get( grid, x, y ) );
			const fw_terrain* seen = fw_grid_terrain( copy, fw_grid_get( copy, x, y ) );
			double cost = own->cost;
			if ( !is_wall( grid, def->capabilities, x, y ) )
			{
				const double at_x = x + 0.5 + def->shift;
				const double at_y = y + 0.5 + def->shift;
				const double gap = wall_distance( grid, def->capabilities, at_x, at_y, 12 ) - def->radius;
				// The fourth quarter of the margin away from the wall is level 1.
				const double level = 4.0 - fmax( floor( 4.0 * gap / def->margin + 1e-9 ), 0.0 );
				cost *= 1.0 + def->cost * fmax( level, 0.0 ) / 4.0;
			}
			test_close_to( seen->cost, fmin( cost, 64.0 ), 1e-9 );
			assert_int_equal( seen->capabilities, own->capabilities );
		}
	}
}

static void ground_near_walls_costs_more( void** state )
{
	(void)state;
	test_random random = test_random_make( 5 );
	for ( int32_t round = 0; round < test_rounds( 200 ); round++ )
	{
		fw_grid* grid = test_random_map( &random, SIDE, SIDE, 0.02 );
		const int32_t size = round % 3 == 0 ? 1 + test_random_int( &random, 4 ) : 0;
		fw_margin_def def = { .capabilities = round % 2 == 0 ? FW_CAP_GROUND : FW_CAP_GROUND | FW_CAP_SWAMP };
		def.radius = size > 0 ? 0.5 * size : 0.25 * test_random_int( &random, 8 );
		def.shift = size > 0 ? 0.5 * ( size - 1 ) : 0.0;
		def.margin = 0.25 + 0.25 * test_random_int( &random, 16 );
		def.cost = 0.5 + test_random_int( &random, 5 );
		fw_margin_view* view = NULL;
		assert_int_equal( fw_margin_view_create( grid, &def, NULL, &view ), FW_OK );
		check_view( grid, &def, view );
		for ( int32_t edit = 0; edit < 4; edit++ )
		{
			const fw_rect rect = test_random_rect( &random, SIDE, SIDE, 6, 6 );
			const uint8_t terrain = (uint8_t)test_random_int( &random, 4 );
			assert_int_equal( fw_grid_fill( grid, rect, terrain, NULL ), FW_OK );
			if ( edit == 2 )
			{
				fw_terrain swamp = *fw_grid_terrain( grid, FW_TERRAIN_SWAMP );
				swamp.cost = 1.5 + round % 3;
				swamp.capabilities ^= round % 5 == 0 ? FW_CAP_GROUND : 0;
				assert_int_equal( fw_grid_set_terrain( grid, FW_TERRAIN_SWAMP, &swamp, NULL ), FW_OK );
			}
			assert_int_equal( fw_margin_view_update( view ), FW_OK );
			check_view( grid, &def, view );
		}
		fw_margin_view_destroy( view );
		fw_grid_destroy( grid );
	}
}

// Where all 32 terrains are ground there is no room for dearer ones; with 20 there is for one level.
static void full_tables_have_fewer_levels( void** state )
{
	(void)state;
	fw_terrain table[FW_TERRAIN_MAX];
	for ( int32_t i = 0; i < FW_TERRAIN_MAX; i++ )
	{
		table[i] = ( fw_terrain ){ .name = "own", .letter = (char)( 'A' + i ), .cost = 1.0 };
		table[i].capabilities = i == 0 ? 0 : FW_CAP_GROUND;
	}
	const fw_margin_def def = { .capabilities = FW_CAP_GROUND, .radius = 0.5, .margin = 2.0, .cost = 3.0 };
	fw_grid_def made = fw_default_grid_def();
	made.width = made.height = 9;
	made.terrains = table;
	made.fill = 1;
	for ( int32_t i = 0; i < 2; i++ )
	{
		fw_grid* grid = NULL;
		fw_margin_view* view = NULL;
		made.terrain_count = i == 0 ? 16 : 17;
		assert_int_equal( fw_grid_create( &made, &grid, NULL ), FW_OK );
		assert_int_equal( fw_margin_view_create( grid, &def, NULL, &view ), i == 0 ? FW_OK : FW_ERR_TOO_LARGE );
		if ( i == 0 )
		{
			const fw_grid* copy = fw_margin_view_grid( view );
			test_close_to( fw_grid_terrain( copy, fw_grid_get( copy, 4, 4 ) )->cost, 1.0, 0.0 );
			test_close_to( fw_grid_terrain( copy, fw_grid_get( copy, 1, 4 ) )->cost, 4.0, 0.0 );
		}
		fw_margin_view_destroy( view );
		fw_planner* planner = planner_make( grid );
		fw_plan plan = fw_default_plan();
		fw_result result = { 0 };
		fw_refusal refusal = { 0 };
		plan.start = fw_make_pose( 1.5, 1.5, 0.0 );
		plan.goal = fw_make_pose( 7.5, 7.5, 0.0 );
		plan.unit.capabilities = FW_CAP_GROUND;
		plan.margin = 2.0;
		assert_int_equal( fw_planner_run( planner, &plan, &result, &refusal ), i == 0 ? FW_OK : FW_ERR_TOO_LARGE );
		assert_true( i == 0 || strstr( refusal.text, "margin does not go with grid" ) != NULL );
		fw_result_free( &result );
		fw_planner_destroy( planner );
		fw_grid_destroy( grid );
	}
}

// A route in stretches, and a map for other threads, know the margin too.
static void routes_and_maps_know_it( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 60, 30 );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 20, 4, 20, 12 }, FW_TERRAIN_OUT, NULL ), FW_OK );
	fw_planner* planner = planner_make( grid );
	fw_plan plan = fw_default_plan();
	plan.method = "haastar-high";
	plan.unit = test_unit( 0.5, 0.0 );
	plan.start = fw_make_pose( 4.5, 16.5, 0.0 );
	plan.goal = fw_make_pose( 55.5, 16.5, 0.0 );
	plan.margin = 3.0;
	assert_int_equal( fw_planner_prepare( planner, &plan, NULL ), FW_OK );
	fw_map map;
	fw_query query;
	assert_int_equal( fw_planner_map( planner, &plan, &map, &query, NULL ), FW_OK );
	assert_true( map.grid != grid && fw_grid_has_costs( map.grid, plan.unit.capabilities ) );
	fw_route* route = NULL;
	fw_result result = { 0 };
	fw_path part = { 0 };
	double mean[2] = { 0.0, 0.0 };
	assert_int_equal( fw_route_create( NULL, &route ), FW_OK );
	for ( int32_t k = 0; k < 2; k++ )
	{
		double measured = 0.0;
		plan.margin = k == 0 ? 0.0 : 3.0;
		assert_int_equal( fw_planner_route( planner, &plan, route, &result, NULL ), FW_OK );
		assert_int_equal( result.outcome, FW_FOUND );
		while ( fw_route_left( route ) > 0.0 )
		{
			assert_int_equal( fw_planner_route_next( planner, &plan, route, 8.0, &part, NULL ), FW_OK );
			test_check_legal( grid, &plan.unit, &part );
			double length = 0.0;
			for ( int32_t i = 0; i < part.count; i++ )
			{
				length += part.segments[i].length;
			}
			for ( double at = 0.0; at < length; at += 0.25, measured += 1.0 )
			{
				const fw_pose pose = fw_path_at( &part, at ).pose;
				mean[k] += fmin( wall_distance( grid, plan.unit.capabilities, pose.x, pose.y, 12 ), 4.0 );
			}
		}
		mean[k] /= measured;
	}
	assert_true( mean[1] > mean[0] + 0.5 );
	fw_path_free( &part );
	fw_result_free( &result );
	fw_route_destroy( route );
	fw_planner_destroy( planner );
	fw_grid_destroy( grid );
}

// The mean and the least gap to walls along a path, without its ends.
static double gap_along( const fw_grid* grid, const fw_plan* plan, const fw_path* path, double length, double* least )
{
	double sum = 0.0;
	int32_t count = 0;
	*least = INFINITY;
	for ( double at = 4.0; at < length - 4.0; at += 0.1, count++ )
	{
		const fw_pose pose = fw_path_at( path, at ).pose;
		const double gap = wall_distance( grid, plan->unit.capabilities, pose.x, pose.y, 12 ) - plan->unit.radius;
		*least = fmin( *least, gap );
		sum += fmin( gap, 4.0 );
	}
	return sum / count;
}

static void paths_keep_away_where_there_is_room( void** state )
{
	(void)state;
	// A block in the way, and behind it a wall with a door of two tiles.
	fw_grid* grid = test_field( SIDE, SIDE );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 8, 14, 8, 12 }, FW_TERRAIN_OUT, NULL ), FW_OK );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 26, 0, 2, SIDE }, FW_TERRAIN_OUT, NULL ), FW_OK );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 26, 22, 2, 2 }, FW_TERRAIN_GROUND, NULL ), FW_OK );
	fw_planner* planner = planner_make( grid );
	fw_result result = { 0 };
	for ( int32_t i = 0; i < 5; i++ )
	{
		static const char* const methods[] = { NULL, NULL, "directional", "theta", "haastar-high" };
		fw_plan plan = fw_default_plan();
		plan.method = methods[i];
		plan.unit = test_unit( 0.5, i == 1 ? 2.0 : 0.0 );
		plan.start = fw_make_pose( 3.5, 20.5, 0.0 );
		plan.goal = fw_make_pose( 36.5, 20.5, 0.0 );
		plan.goal_any_heading = true;
		double mean[2], least, length[2];
		for ( int32_t k = 0; k < 2; k++ )
		{
			plan.margin = k == 0 ? 0.0 : 2.0;
			assert_int_equal( fw_planner_run( planner, &plan, &result, NULL ), FW_OK );
			assert_int_equal( result.outcome, FW_FOUND );
			test_check_legal( grid, &plan.unit, &result.path );
			test_check_ends( &result.path, plan.start, fw_make_pose( 36.5, 20.5, NAN ) );
			length[k] = result.length;
			mean[k] = gap_along( grid, &plan, &result.path, result.length, &least );
			assert_true( least > -1e-6 ); // the door is as wide for both
			assert_true( k == 0 || result.cost > result.length + 1.0 );
		}
		assert_true( mean[1] > mean[0] + 0.5 );
		assert_true( length[1] < 1.25 * length[0] );
	}
	fw_result_free( &result );
	fw_planner_destroy( planner );
	fw_grid_destroy( grid );
}

// The same plan by a planner that has planned on other maps, with other margins, and in slices.
static void plans_do_not_depend_on_the_past( void** state )
{
	(void)state;
	test_random random = test_random_make( 6 );
	fw_grid* grid = test_random_town( &random, SIDE, SIDE, 12, 6 );
	fw_planner* planner = planner_make( grid );
	fw_result first = { 0 };
	fw_result second = { 0 };
	for ( int32_t round = 0; round < test_rounds( 300 ); round++ )
	{
		fw_plan plan = fw_default_plan();
		plan.unit = test_unit( 0.3 + 0.2 * test_random_int( &random, 3 ), test_random_int( &random, 3 ) );
		plan.start = test_random_stand( &random, SIDE, SIDE );
		plan.goal = test_random_stand( &random, SIDE, SIDE );
		plan.margin = 0.5 * test_random_int( &random, 5 );
		plan.margin_cost = test_random_int( &random, 4 );
		plan.nearest = round % 4 == 0;
		fw_planner* fresh = planner_make( grid );
		assert_int_equal( fw_planner_run( planner, &plan, &first, NULL ), FW_OK );
		assert_int_equal( fw_planner_run( fresh, &plan, &second, NULL ), FW_OK );
		assert_int_equal( first.outcome, second.outcome );
		assert_int_equal( fw_path_hash( &first.path ), fw_path_hash( &second.path ) );
		assert_true( memcmp( &first.cost, &second.cost, sizeof( double ) ) == 0 );
		fw_job* job = NULL;
		fw_outcome outcome = FW_RUNNING;
		assert_int_equal( fw_job_create( planner, &job ), FW_OK );
		assert_int_equal( fw_job_begin( job, &plan, NULL ), FW_OK );
		while ( outcome == FW_RUNNING )
		{
			assert_int_equal( fw_job_step( job, 50, &outcome ), FW_OK );
		}
		assert_int_equal( outcome, first.outcome );
		assert_int_equal( fw_job_result( job, &second ), FW_OK );
		assert_int_equal( fw_path_hash( &second.path ), fw_path_hash( &first.path ) );
		fw_job_destroy( job );
		fw_planner_destroy( fresh );
		test_block( grid, test_random_int( &random, SIDE ), test_random_int( &random, SIDE ) );
	}
	fw_result_free( &first );
	fw_result_free( &second );
	fw_planner_destroy( planner );
	fw_grid_destroy( grid );
}

static void margins_are_refused_where_they_do_nothing( void** state )
{
	(void)state;
	fw_grid* grid = test_field( SIDE, SIDE );
	fw_plan plan = fw_default_plan();
	plan.unit = test_unit( 0.4, 0.0 );
	plan.margin = 1.0;
	fw_resolved_plan resolved;
	fw_refusal refusal = { 0 };
	assert_int_equal( fw_plan_resolve( grid, &plan, &resolved, &refusal ), FW_OK );
	assert_string_equal( resolved.method->name, "astar" );
	plan.method = "jps";
	assert_int_equal( fw_plan_resolve( grid, &plan, &resolved, &refusal ), FW_ERR_UNSUPPORTED );
	assert_string_equal( refusal.field, "margin" );
	assert_int_equal( refusal.trait, FW_TRAIT_COSTS );
	plan.method = "visibility-graph"; // honors costs for points
	assert_int_equal( fw_plan_resolve( grid, &plan, &resolved, &refusal ), FW_ERR_UNSUPPORTED );
	plan.margin_cost = 0.0;
	plan.method = "jps";
	assert_int_equal( fw_plan_resolve( grid, &plan, &resolved, &refusal ), FW_OK );
	plan = fw_default_plan();
	plan.margin = 1.0;
	plan.lane = FW_LANE_RIGHT;
	assert_int_equal( fw_plan_resolve( grid, &plan, &resolved, &refusal ), FW_ERR_UNSUPPORTED );
	assert_string_equal( refusal.other, "roads" );
	plan.lane = FW_LANE_ANY;
	plan.options.ignore_costs = true;
	assert_int_equal( fw_plan_resolve( grid, &plan, &resolved, &refusal ), FW_ERR_UNSUPPORTED );
	assert_string_equal( refusal.other, "options.ignore_costs" );
	plan.options.ignore_costs = false;
	plan.margin = 16.5;
	assert_int_equal( fw_plan_resolve( grid, &plan, &resolved, &refusal ), FW_ERR_ARGUMENT );
	assert_string_equal( refusal.field, "margin" );
	fw_grid_destroy( grid );
}

static void memory_runs_out( void** state )
{
	(void)state;
	fw_grid* grid = test_field( SIDE, SIDE );
	test_block( grid, 20, 20 );
	test_memory memory = test_memory_make();
	const fw_allocator allocator = test_memory_allocator( &memory );
	const fw_margin_def def = { .capabilities = FW_CAP_GROUND, .radius = 0.5, .margin = 2.0, .cost = 3.0 };
	fw_margin_view* view = NULL;
	fw_status status = FW_ERR_MEMORY;
	int64_t n = 0;
	for ( ; status != FW_OK; n++ )
	{
		test_memory_fail_in( &memory, n, n % 2 == 0 );
		status = fw_margin_view_create( grid, &def, &allocator, &view );
		assert_true( status == FW_OK || ( status == FW_ERR_MEMORY && view == NULL ) );
		assert_true( status == FW_OK || memory.blocks == 0 );
	}
	assert_true( n > 4 );
	test_memory_fail_never( &memory );
	test_block( grid, 5, 30 );
	for ( n = 0, status = FW_ERR_MEMORY; status != FW_OK; n++ )
	{
		test_memory_fail_in( &memory, n, true );
		status = fw_margin_view_update( view );
		assert_true( status == FW_OK || status == FW_ERR_MEMORY );
	}
	assert_true( n > 1 );
	test_memory_fail_never( &memory );
	check_view( grid, &def, view );
	fw_margin_view_destroy( view );
	test_memory_check_empty( &memory );
	fw_grid_destroy( grid );
}

int run_test_margin( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( ground_near_walls_costs_more ),
	    cmocka_unit_test( full_tables_have_fewer_levels ),
	    cmocka_unit_test( routes_and_maps_know_it ),
	    cmocka_unit_test( paths_keep_away_where_there_is_room ),
	    cmocka_unit_test( plans_do_not_depend_on_the_past ),
	    cmocka_unit_test( margins_are_refused_where_they_do_nothing ),
	    cmocka_unit_test( memory_runs_out ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
