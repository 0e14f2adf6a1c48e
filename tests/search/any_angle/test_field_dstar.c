// SPDX-License-Identifier: MIT
// Field D*: its closed forms against numeric minimization; its paths against a plain check of legality and a visibility
// graph; discs; slices, memory, reasons. Terrain costs: test_field_dstar_costs.c.
#include "search/any_angle/field_dstar.h"
#include "support_benchmarks.h"
#include "support_lines.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#define METHOD "field-dstar"
#define CAPABILITIES ( FW_CAP_GROUND | FW_CAP_SWAMP | FW_CAP_WATER )

// The cost of crossing a cell whose opposite side has the value `near` at one end and `far` at the other, by trying
// points.
static double try_through( double near, double far, double c, double b )
{
	const int32_t steps = 400;
	double best = near + b;
	for ( int32_t i = 0; i <= steps; i++ )
	{
		const double x = (double)i / steps;
		for ( int32_t k = 0; k <= steps; k++ )
		{
			const double y = (double)k / steps;
			best = fmin( best, b * x + c * hypot( 1.0 - x, y ) + near * ( 1.0 - y ) + far * y );
		}
	}
	return best;
}

static void closed_forms_equal_numeric_minimisation( void** state )
{
	(void)state;
	test_random random = test_random_make( 1 );
	for ( int32_t i = 0; i < test_rounds( 200 ); i++ )
	{
		const double c = test_random_real( &random, 1.0, 5.0 );
		const double b = test_random_chance( &random, 0.3 ) ? c : test_random_real( &random, 1.0, c );
		const double near = test_random_real( &random, 0.0, 10.0 );
		const double far = near + test_random_real( &random, -1.2, 0.3 ) * c;
		const double wanted = try_through( near, far, c, b );
		const double is = fw_dstar_through( near, far, c, b );
		assert_true( is <= wanted + 1e-12 && is > wanted - 1e-4 * c );
		double slant = INFINITY;
		for ( int32_t k = 0; k <= 1000; k++ )
		{
			slant = fmin( slant, b * k / 1000.0 + c * hypot( 1.0 - k / 1000.0, 1.0 ) );
		}
		assert_true( fabs( fw_dstar_slant( c, b ) - slant ) < 1e-5 * c );
	}
	assert_true( fw_dstar_through( INFINITY, INFINITY, 1.0, 1.0 ) == INFINITY );
	assert_true( fw_dstar_through( INFINITY, 3.0, 1.0, 1.0 ) == 3.0 + FW_SQRT2 );
	assert_true( fw_dstar_through( 3.0, INFINITY, 1.0, 1.0 ) == 4.0 );
}

// Without obstacles every path is within 0.02 % of the straight line (the worst of these is 0.008 %).
static void open_fields_are_crossed_almost_straight( void** state )
{
	(void)state;
	walker w;
	walker_open( &w, test_field( 80, 60 ), 0.0, CAPABILITIES );
	double worst = 0.0;
	for ( int32_t anchor = 0; anchor < 2; anchor++ )
	{
		for ( int32_t i = 0; i < 80 * 60; i += test_every( 7 ) )
		{
			const fw_query query = walker_query( &w, METHOD, (fw_anchor)anchor, 3, 5, i % 80, i / 80 );
			assert_int_equal( walker_solve( &w, &query )->outcome, FW_FOUND );
			const double straight = hypot( query.goal.x - query.start.x, query.goal.y - query.start.y );
			assert_true( w.result.length >= straight - 1e-9 && w.result.cost == w.result.length );
			worst = straight > 0.0 ? fmax( worst, w.result.length / straight - 1.0 ) : worst;
			test_check_lines( &w, &query );
		}
	}
	assert_true( worst < 0.0002 );
	walker_close( &w );
}

static void maps_by_hand( void** state )
{
	(void)state;
	walker w;
	walker_open( &w,
	             test_grid( ".......\n"
	                        "..#....\n"
	                        "..##...\n"
	                        ".......\n" ),
	             0.0, CAPABILITIES );
	fw_query query = walker_query( &w, METHOD, FW_ANCHOR_CORNER, 2, 3, 4, 1 );
	assert_int_equal( walker_solve( &w, &query )->outcome, FW_FOUND );
	assert_true( fabs( w.result.length - 4.0 ) < 1e-9 ); // along two sides of a blocked tile
	query = walker_query( &w, METHOD, FW_ANCHOR_CENTER, 0, 3, 6, 3 );
	walker_solve( &w, &query );
	assert_true( fabs( w.result.length - 6.0 ) < 1e-9 && w.result.path.count == 1 );
	walker_close( &w );

	walker_open( &w,
	             test_grid( "..#\n"
	                        ".#.\n"
	                        "#..\n" ),
	             0.0, CAPABILITIES );
	query = walker_query( &w, METHOD, FW_ANCHOR_CORNER, 0, 0, 3, 3 );
	assert_int_equal( walker_solve( &w, &query )->reason, FW_REASON_OTHER_REGION );
	query.options.corners = FW_CORNERS_OPEN;
	assert_int_equal( walker_solve( &w, &query )->outcome, FW_FOUND );
	assert_true( fabs( w.result.length - 2.0 * hypot( 2.0, 1.0 ) ) < 1e-9 );
	test_check_lines( &w, &query );
	query = walker_query( &w, METHOD, FW_ANCHOR_CENTER, 1, 1, 0, 0 );
	assert_int_equal( walker_solve( &w, &query )->reason, FW_REASON_START_BLOCKED );
	query = walker_query( &w, METHOD, FW_ANCHOR_CENTER, 0, 0, 2, 0 );
	assert_int_equal( walker_solve( &w, &query )->reason, FW_REASON_GOAL_BLOCKED );
	query = walker_query( &w, METHOD, FW_ANCHOR_CENTER, 0, 0, 0, 0 );
	assert_int_equal( walker_solve( &w, &query )->outcome, FW_FOUND );
	assert_true( w.result.length == 0.0 && w.result.path.count == 0 );
	walker_close( &w );
}

// Never shorter than the optimum, and within 1 % of it (the worst of these is 0.76 %, the mean 0.02 %).
static void random_maps_against_a_visibility_graph( void** state )
{
	(void)state;
	test_random random = test_random_make( 2 );
	int32_t found = 0;
	int32_t missing = 0;
	double worst = 0.0;
	double sum = 0.0;
	for ( int32_t round = 0; round < test_rounds( 240 ); round++ )
	{
		walker w;
		walker_open( &w, test_random_map( &random, 13, 10, 0.1 + 0.1 * ( round % 4 ) ), 0.0, CAPABILITIES );
		for ( int32_t i = 0; i < 6; i++ )
		{
			fw_query query =
			    walker_random_query( &w, &random, METHOD, i % 2 == 0 ? FW_ANCHOR_CORNER : FW_ANCHOR_CENTER );
			query.options.corners = round % 3 == 0 ? FW_CORNERS_OPEN : FW_CORNERS_CLOSED;
			const fw_result* result = walker_solve( &w, &query );
			if ( test_fails_at_start( result->reason ) || test_fails_at_goal( result->reason ) )
			{
				continue;
			}
			const double optimum = test_least( &w, &query, TEST_NET_SIGHT );
			assert_int_equal( result->outcome == FW_FOUND, optimum < INFINITY );
			if ( result->outcome != FW_FOUND )
			{
				missing++;
				continue;
			}
			test_check_lines( &w, &query );
			assert_true( result->length >= optimum - 1e-9 && result->cost == result->length );
			worst = optimum > 0.0 ? fmax( worst, result->length / optimum - 1.0 ) : worst;
			sum += optimum > 0.0 ? result->length / optimum - 1.0 : 0.0;
			found++;
		}
		walker_close( &w );
	}
	assert_true( found > test_rounds( 500 ) && missing > test_rounds( 50 ) );
	assert_true( worst < 0.01 && sum / found < 0.0005 );
}

// A disc moves through squares between tile centers: legal by the validator, and no longer than A* over the centers.
static void discs( void** state )
{
	(void)state;
	test_random random = test_random_make( 4 );
	const double radii[] = { 0.3, 0.5, 0.7, 1.2 };
	int32_t found = 0;
	double sum = 0.0, sum_steps = 0.0;
	for ( int32_t round = 0; round < test_rounds( 240 ); round++ )
	{
		const double radius = radii[round % 4];
		const double blocked = radius < 0.6 ? 0.25 : 0.05;
		walker w;
		walker_open( &w, test_random_map( &random, 40, 30, blocked ), radius, CAPABILITIES );
		for ( int32_t i = 0; i < 5; i++ )
		{
			fw_query query = walker_random_query( &w, &random, METHOD, FW_ANCHOR_CENTER );
			const fw_outcome outcome = walker_solve( &w, &query )->outcome;
			const double cost = w.result.cost;
			if ( outcome == FW_FOUND )
			{
				test_check_legal( w.grid, &query.unit, &w.result.path );
				test_check_ends( &w.result.path, ( fw_pose ){ query.start.x, query.start.y, NAN },
				                 ( fw_pose ){ query.goal.x, query.goal.y, NAN } );
			}
			query.method = "astar";
			assert_int_equal( walker_solve( &w, &query )->outcome, outcome );
			if ( outcome == FW_FOUND )
			{
				assert_true( cost <= w.result.cost + 1e-6 );
				sum += cost;
				sum_steps += w.result.cost;
				found++;
			}
		}
		walker_close( &w );
	}
	assert_true( found > test_rounds( 300 ) && sum < 0.98 * sum_steps );
	walker w;
	walker_open( &w, test_random_costs( &random, 30, 30, 0.0, 9 ), 0.4, CAPABILITIES );
	fw_query query = walker_query( &w, METHOD, FW_ANCHOR_CENTER, 2, 2, 25, 20 );
	assert_int_equal( fw_search_begin( w.search, &w.map, &query, NULL ), FW_ERR_UNSUPPORTED );
	query.options.ignore_costs = true;
	assert_int_equal( walker_solve( &w, &query )->outcome, FW_FOUND );
	walker_close( &w );
}

static void slices_and_repeats_are_equal( void** state )
{
	(void)state;
	test_random random = test_random_make( 5 );
	for ( int32_t round = 0; round < test_rounds( 40 ); round++ )
	{
		walker w;
		walker_open( &w, test_random_costs( &random, 50, 40, 0.2, round % 2 == 0 ? 0 : 30 ), 0.0, CAPABILITIES );
		fw_query query = walker_random_query( &w, &random, METHOD, (fw_anchor)( round % 2 ) );
		const fw_result* result = walker_solve( &w, &query );
		const fw_counters whole = result->counters;
		const uint64_t hash = fw_path_hash( &result->path );
		if ( result->outcome == FW_FOUND && result->length > 0.0 )
		{
			assert_true( whole.expanded > 0 && whole.generated >= whole.expanded && whole.heap_pushes > 0 );
		}
		fw_outcome outcome = FW_RUNNING;
		assert_int_equal( fw_search_begin( w.search, &w.map, &query, NULL ), FW_OK );
		while ( outcome == FW_RUNNING )
		{
			assert_int_equal( fw_search_step( w.search, 1 + round % 5, &outcome, NULL ), FW_OK );
		}
		assert_int_equal( fw_search_result( w.search, &w.result ), FW_OK );
		assert_int_equal( fw_path_hash( &result->path ), hash );
		assert_memory_equal( &result->counters, &whole, sizeof( whole ) );
		if ( whole.expanded > 10 )
		{
			query.options.max_expansions = 10;
			assert_int_equal( walker_solve( &w, &query )->outcome, FW_OUT_OF_BUDGET );
			assert_int_equal( result->counters.expanded, 10 );
		}
		walker_close( &w );
	}
}

static void memory_runs_out_and_is_not_asked_for_twice( void** state )
{
	(void)state;
	test_random random = test_random_make( 7 );
	walker w;
	walker_open( &w, test_random_costs( &random, 70, 60, 0.1, 10 ), 0.0, CAPABILITIES );
	for ( int32_t anchor = 0; anchor < 2; anchor++ )
	{
		const fw_query query = walker_query( &w, METHOD, (fw_anchor)anchor, 1, 2, 66, 55 );
		assert_int_equal( fw_grid_fill( w.grid, ( fw_rect ){ 1, 2, 1, 1 }, FW_TERRAIN_GROUND, NULL ), FW_OK );
		assert_int_equal( fw_grid_fill( w.grid, ( fw_rect ){ 66, 55, 1, 1 }, FW_TERRAIN_GROUND, NULL ), FW_OK );
		assert_int_equal( fw_space_update( w.space ), FW_OK );
		test_memory memory = test_memory_make();
		const fw_allocator allocator = test_memory_allocator( &memory );
		fw_status status = FW_ERR_MEMORY;
		int64_t n = 0;
		for ( ; status != FW_OK; n++ )
		{
			fw_search* search = NULL;
			fw_result result;
			test_memory_fail_in( &memory, n, true );
			fw_result_init( &result, &allocator );
			status = fw_search_create( &allocator, &search );
			status = status == FW_OK ? fw_search_run( search, &w.map, &query, &result, NULL ) : status;
			assert_true( status == FW_OK || status == FW_ERR_MEMORY );
			if ( status == FW_OK )
			{
				assert_int_equal( result.outcome, FW_FOUND );
				const int64_t asked = memory.asked;
				const uint64_t hash = fw_path_hash( &result.path );
				assert_int_equal( fw_search_run( search, &w.map, &query, &result, NULL ), FW_OK );
				assert_int_equal( memory.asked, asked );
				assert_int_equal( fw_path_hash( &result.path ), hash );
				assert_true( fw_search_memory( search ) <= memory.bytes );
			}
			fw_search_destroy( search );
			fw_result_free( &result );
			test_memory_check_empty( &memory );
		}
		assert_true( n > 10 );
	}
	walker_close( &w );
}

// The exact lengths of a real map: never shorter, on average at most 0.1 % longer.
static void a_real_map( void** state )
{
	(void)state;
	walker w;
	walker_open( &w, test_benchmark_map( "dao/lak303d" ), 0.0, CAPABILITIES );
	for ( int32_t anchor = 0; anchor < 2; anchor++ )
	{
		FILE* lengths = test_benchmark_lengths( "dao/lak303d", (fw_anchor)anchor );
		double sum = 0.0;
		int32_t count = 0;
		test_shortest s;
		for ( int32_t i = 0; test_next_shortest( lengths, &s ); i++ )
		{
			if ( i % test_every( 5 ) != 0 || s.length == 0.0 )
			{
				continue;
			}
			const fw_query query =
			    walker_query( &w, METHOD, (fw_anchor)anchor, s.start_x, s.start_y, s.goal_x, s.goal_y );
			assert_int_equal( walker_solve( &w, &query )->outcome, FW_FOUND );
			test_check_lines( &w, &query );
			assert_true( w.result.length >= s.length - 1e-6 );
			sum += w.result.length / s.length - 1.0;
			count++;
		}
		fclose( lengths );
		print_message( "lak303d: mean excess %.4f %% of %d\n", 100.0 * sum / count, (int)count );
		assert_true( count > test_rounds( 200 ) && sum / count < 0.001 );
	}
	walker_close( &w );
}

int run_test_field_dstar( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( closed_forms_equal_numeric_minimisation ),
	    cmocka_unit_test( open_fields_are_crossed_almost_straight ),
	    cmocka_unit_test( maps_by_hand ),
	    cmocka_unit_test( random_maps_against_a_visibility_graph ),
	    cmocka_unit_test( discs ),
	    cmocka_unit_test( slices_and_repeats_are_equal ),
	    cmocka_unit_test( memory_runs_out_and_is_not_asked_for_twice ),
	    cmocka_unit_test( a_real_map ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
