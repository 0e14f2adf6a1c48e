// SPDX-License-Identifier: MIT
// Jump points: the lengths, outcomes and reasons of standard A* on maps of all shapes, paths of legal steps with
// waypoints only at turns; with any heuristic, weight and edits.
#include "annotate/space.h"
#include "support_jps.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#define COUNT( array ) ( (int32_t)( sizeof( array ) / sizeof( ( array )[0] ) ) )

static void lengths_equal_astar( void** state )
{
	(void)state;
	test_random random = test_random_make( 81 );
	int32_t found = 0;
	for ( int32_t round = 0; round < test_rounds( 1200 ); round++ )
	{
		walker w;
		test_jps_open_random( &w, &random );
		for ( int32_t i = 0; i < 6; i++ )
		{
			const fw_pose start = test_jps_random_center( &random, &w );
			found +=
			    test_jps_check_problem( &w, start, i == 5 ? start : test_jps_random_center( &random, &w ) ) ? 1 : 0;
		}
		walker_close( &w );
	}
	assert_true( found > test_rounds( 3000 ) );
}

// Every pair of tiles of tiny maps: all patterns of 3 x 3 tiles, at all borders.
static void all_pairs_of_tiny_maps( void** state )
{
	(void)state;
	test_random random = test_random_make( 82 );
	for ( int32_t round = 0; round < test_rounds( 60 ); round++ )
	{
		walker w;
		const int32_t width = 1 + test_random_int( &random, 5 );
		const int32_t height = 1 + test_random_int( &random, 5 );
		walker_open( &w, test_random_grid( &random, width, height, test_random_real( &random, 0.0, 0.5 ) ), 0.4,
		             TEST_JPS_LAND );
		const int32_t tiles = width * height;
		for ( int32_t i = 0; i < tiles * tiles; i++ )
		{
			test_jps_check_problem( &w, test_center( i % tiles % width, i % tiles / width, 0.0 ),
			                        test_center( i / tiles % width, i / tiles / width, 0.0 ) );
		}
		walker_close( &w );
	}
}

static void ends_off_the_centers( void** state )
{
	(void)state;
	test_random random = test_random_make( 83 );
	int32_t found = 0;
	for ( int32_t round = 0; round < test_rounds( 300 ); round++ )
	{
		walker w;
		test_jps_open_random( &w, &random );
		for ( int32_t i = 0; i < 4; i++ )
		{
			fw_pose start = test_jps_random_center( &random, &w );
			fw_pose goal = test_jps_random_center( &random, &w );
			double* const ends[] = { &start.x, &start.y, &goal.x, &goal.y };
			for ( int32_t k = 0; k < 4; k++ )
			{
				*ends[k] += test_random_chance( &random, 0.5 ) ? test_random_real( &random, -0.6, 0.6 ) : 0.0;
			}
			// A point that may pass between blocked tiles does not do so by a step.
			fw_query query = test_jps_query( &w, "jps", start, goal );
			query.options.corners = i % 2 == 0 ? FW_CORNERS_OPEN : FW_CORNERS_CLOSED;
			found += test_jps_check_against_astar( &w, query, FW_HEURISTIC_BEST ) ? 1 : 0;
		}
		walker_close( &w );
	}
	assert_true( found > test_rounds( 300 ) );
}

static void ends_off_the_map( void** state )
{
	(void)state;
	const double places[] = { -1.0, 1e300, -1e300, 1e9, 3e9, -0.0, 0.0, 12.0, 9.0, 5e-324 };
	walker w;
	walker_open( &w, test_field( 12, 9 ), 0.4, TEST_JPS_LAND );
	for ( int32_t i = 0; i < COUNT( places ); i++ )
	{
		const fw_pose here = test_center( 3, 4, 0.0 );
		const fw_pose there[] = { { places[i], 4.5, 0.0 }, { 3.5, places[i], 0.0 }, { places[i], places[i], 0.0 } };
		for ( int32_t k = 0; k < 3; k++ )
		{
			test_jps_check_against_astar( &w, test_jps_query( &w, "jps", here, there[k] ), FW_HEURISTIC_BEST );
			test_jps_check_against_astar( &w, test_jps_query( &w, "jps", there[k], here ), FW_HEURISTIC_BEST );
		}
	}
	walker_close( &w );
}

// A* prunes successors by the same table unless another heuristic is chosen, so both are compared with a search that
// generates all neighbors.
static void estimates_change_no_length( void** state )
{
	(void)state;
	const fw_heuristic heuristics[] = { FW_HEURISTIC_BEST, FW_HEURISTIC_ZERO, FW_HEURISTIC_EUCLIDEAN,
	                                    FW_HEURISTIC_OCTILE };
	test_random random = test_random_make( 84 );
	int64_t expanded[4] = { 0 };
	for ( int32_t round = 0; round < test_rounds( 200 ); round++ )
	{
		walker w;
		test_jps_open_random( &w, &random );
		for ( int32_t i = 0; i < 8; i++ )
		{
			fw_query query = test_jps_random_query( &w, "jps", &random );
			query.options.heuristic = heuristics[i % 4];
			test_jps_check_against_astar( &w, query, FW_HEURISTIC_EUCLIDEAN );
			expanded[i % 4] += w.result.counters.expanded;
		}
		walker_close( &w );
	}
	assert_true( expanded[1] > expanded[0] && expanded[1] > expanded[2] );
}

static void weights_bound_the_length( void** state )
{
	(void)state;
	const double weights[] = { 1.001, 1.1, 1.5, 3.0, 16.0 };
	test_random random = test_random_make( 85 );
	int32_t longer = 0;
	for ( int32_t round = 0; round < test_rounds( 250 ); round++ )
	{
		walker w;
		test_jps_open_random( &w, &random );
		for ( int32_t i = 0; i < COUNT( weights ); i++ )
		{
			fw_query query = test_jps_random_query( &w, "jps", &random );
			const fw_result* result = test_jps_solve( &w, &query );
			const fw_outcome outcome = result->outcome;
			const double best = result->length;
			query.options.weight = weights[i];
			result = test_jps_solve( &w, &query );
			assert_int_equal( result->outcome, outcome );
			if ( result->length > weights[i] * best + 1e-6 || result->length < best - 1e-9 )
			{
				test_jps_fail( &w, &query, "beyond its bound" );
			}
			longer += result->length > best + 1e-9 ? 1 : 0;
			if ( outcome == FW_FOUND )
			{
				test_jps_check_steps( &w, &query );
				test_check_legal( w.grid, &query.unit, &result->path );
			}
		}
		walker_close( &w );
	}
	assert_true( longer > test_rounds( 10 ) );
}

static void edits_equal_a_fresh_space( void** state )
{
	(void)state;
	test_random random = test_random_make( 86 );
	fw_result fresh;
	fw_result_init( &fresh, NULL );
	for ( int32_t round = 0; round < test_rounds( 120 ); round++ )
	{
		walker w;
		test_jps_open_random( &w, &random );
		for ( int32_t edit = 0; edit < 5; edit++ )
		{
			const fw_rect rect = test_random_rect( &random, fw_grid_width( w.grid ), fw_grid_height( w.grid ), 20, 20 );
			const uint8_t terrain = test_random_chance( &random, 0.5 ) ? FW_TERRAIN_OUT : FW_TERRAIN_GROUND;
			assert_int_equal( fw_grid_fill( w.grid, rect, terrain, NULL ), FW_OK );
			fw_query query = test_jps_random_query( &w, "jps", &random );
			const fw_status stale = fw_space_is_current( w.space ) ? FW_OK : FW_ERR_STALE;
			assert_int_equal( fw_search_run( w.search, &w.map, &query, &w.result, NULL ), stale );
			assert_int_equal( fw_space_update( w.space ), FW_OK );
			test_jps_check_against_astar( &w, query, FW_HEURISTIC_BEST );

			fw_space_def def = fw_default_space_def();
			def.radius = w.space->radius;
			def.capabilities = TEST_JPS_LAND;
			fw_space* space = NULL;
			fw_search* search = NULL;
			assert_int_equal( fw_space_create( w.grid, &def, &space, NULL ), FW_OK );
			assert_int_equal( fw_search_create( NULL, &search ), FW_OK );
			const fw_map map = { .grid = w.grid, .space = space };
			assert_int_equal( fw_search_run( search, &map, &query, &fresh, NULL ), FW_OK );
			test_jps_check_same( &w.result, &fresh );
			fw_search_destroy( search );
			fw_space_destroy( space );
		}
		walker_close( &w );
	}
	fw_result_free( &fresh );
}

int run_test_jps( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( lengths_equal_astar ),        cmocka_unit_test( all_pairs_of_tiny_maps ),
	    cmocka_unit_test( ends_off_the_centers ),       cmocka_unit_test( ends_off_the_map ),
	    cmocka_unit_test( estimates_change_no_length ), cmocka_unit_test( weights_bound_the_length ),
	    cmocka_unit_test( edits_equal_a_fresh_space ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
