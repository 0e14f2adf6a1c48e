// SPDX-License-Identifier: MIT
// What the search interface refuses: null arguments, calls out of order, bad numbers, objects that do not belong
// together.
#include "support_walker.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static void null_arguments_are_refused( void** state )
{
	(void)state;
	walker w;
	walker_open_default( &w, test_field( 8, 8 ) );
	fw_query query = walker_query_of( 1.5, 1.5, 6.5, 6.5 );
	fw_result result = { 0 };
	fw_outcome outcome;
	assert_int_equal( fw_search_create( NULL, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_search_begin( NULL, &w.map, &query, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_search_begin( w.search, NULL, &query, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_search_begin( w.search, &w.map, NULL, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_search_step( NULL, 1, &outcome, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_search_result( NULL, &result ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_search_result( w.search, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_search_run( w.search, &w.map, &query, NULL, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_search_run( w.search, NULL, &query, &result, NULL ), FW_ERR_ARGUMENT );
	fw_map map = w.map;
	map.grid = NULL;
	assert_int_equal( fw_search_begin( w.search, &map, &query, NULL ), FW_ERR_ARGUMENT );
	map = w.map;
	map.space = NULL;
	assert_int_equal( fw_search_begin( w.search, &map, &query, NULL ), FW_ERR_ARGUMENT );
	fw_search_destroy( NULL );
	// The caller may ignore the outcome.
	assert_int_equal( fw_search_begin( w.search, &w.map, &query, NULL ), FW_OK );
	assert_int_equal( fw_search_step( w.search, 1000, NULL, NULL ), FW_OK );
	assert_int_equal( fw_search_result( w.search, &result ), FW_OK );
	assert_int_equal( result.outcome, FW_FOUND );
	fw_result_free( &result );
	walker_close( &w );
}

static void calls_out_of_order_are_refused( void** state )
{
	(void)state;
	walker w;
	walker_open_default( &w, test_field( 8, 8 ) );
	fw_query query = walker_query_of( 1.5, 1.5, 6.5, 6.5 );
	fw_result result = { 0 };
	fw_outcome outcome = FW_OUT_OF_BUDGET;
	assert_int_equal( fw_search_step( w.search, 1, &outcome, NULL ), FW_ERR_STATE );
	assert_int_equal( fw_search_result( w.search, &result ), FW_ERR_STATE );
	assert_int_equal( outcome, FW_OUT_OF_BUDGET );
	assert_int_equal( fw_search_begin( w.search, &w.map, &query, NULL ), FW_OK );
	assert_int_equal( fw_search_step( w.search, 0, &outcome, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_search_step( w.search, -1, &outcome, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_search_step( w.search, INT64_MIN, &outcome, NULL ), FW_ERR_ARGUMENT );
	// While it runs there are counters, but no path.
	assert_int_equal( fw_search_step( w.search, 1, &outcome, NULL ), FW_OK );
	assert_int_equal( outcome, FW_RUNNING );
	assert_int_equal( fw_search_result( w.search, &result ), FW_OK );
	assert_int_equal( result.outcome, FW_RUNNING );
	assert_int_equal( result.counters.expanded, 1 );
	assert_int_equal( result.path.count, 0 );
	while ( outcome == FW_RUNNING )
	{
		assert_int_equal( fw_search_step( w.search, 1, &outcome, NULL ), FW_OK );
	}
	assert_int_equal( outcome, FW_FOUND );
	// More steps change nothing, and the result can be extracted again.
	assert_int_equal( fw_search_result( w.search, &result ), FW_OK );
	const uint64_t hash = fw_path_hash( &result.path );
	const int64_t expanded = result.counters.expanded;
	assert_int_equal( fw_search_step( w.search, 100, &outcome, NULL ), FW_OK );
	assert_int_equal( outcome, FW_FOUND );
	assert_int_equal( fw_search_result( w.search, &result ), FW_OK );
	assert_true( fw_path_hash( &result.path ) == hash );
	assert_int_equal( result.counters.expanded, expanded );
	fw_result_free( &result );
	walker_close( &w );
}

static void a_refused_begin_leaves_the_search_as_it_was( void** state )
{
	(void)state;
	walker w;
	walker_open_default( &w, test_field( 8, 8 ) );
	fw_query query = walker_query_of( 1.5, 1.5, 6.5, 6.5 );
	fw_result result = { 0 };
	fw_outcome outcome;
	assert_int_equal( fw_search_begin( w.search, &w.map, &query, NULL ), FW_OK );
	assert_int_equal( fw_search_step( w.search, 2, &outcome, NULL ), FW_OK );
	fw_query wrong = query;
	wrong.options.weight = 0.0;
	assert_int_equal( fw_search_begin( w.search, &w.map, &wrong, NULL ), FW_ERR_ARGUMENT );
	wrong = query;
	wrong.method = "nothing";
	assert_int_equal( fw_search_begin( w.search, &w.map, &wrong, NULL ), FW_ERR_UNKNOWN );
	assert_int_equal( fw_search_step( w.search, 1000, &outcome, NULL ), FW_OK );
	assert_int_equal( outcome, FW_FOUND );
	assert_int_equal( fw_search_result( w.search, &result ), FW_OK );
	assert_true( fabs( result.length - 5 * FW_SQRT2 ) < 1e-9 );
	fw_result_free( &result );
	walker_close( &w );
}

static void bad_numbers_are_refused( void** state )
{
	(void)state;
	walker w;
	walker_open_default( &w, test_field( 8, 8 ) );
	const fw_query good = walker_query_of( 1.5, 1.5, 6.5, 6.5 );
	fw_query query;
	const double wild[] = { NAN, INFINITY, -INFINITY };
	for ( size_t i = 0; i < 3; i++ )
	{
		for ( int32_t field = 0; field < 16; field++ )
		{
			query = good;
			double* const fields[] = { &query.start.x,
			                           &query.start.y,
			                           &query.start.heading,
			                           &query.goal.x,
			                           &query.goal.y,
			                           &query.goal.heading,
			                           &query.goal_tolerance,
			                           &query.options.weight,
			                           &query.options.turn_penalty,
			                           &query.unit.radius,
			                           &query.unit.turning_radius,
			                           &query.unit.reverse_factor,
			                           &query.unit.speed,
			                           &query.unit.acceleration,
			                           &query.unit.braking,
			                           &query.unit.reverse_penalty };
			*fields[field] = wild[i];
			assert_int_equal( walker_begin( &w, &query ), FW_ERR_ARGUMENT );
		}
	}
	const struct
	{
		double tolerance, weight, penalty;
	} numbers[] = { { -1e-9, 1, 0 }, { 1.1e6, 1, 0 }, { 0, 0.999, 0 },  { 0, 16.001, 0 },
	                { 0, -1, 0 },    { 0, 0, 0 },     { 0, 1, -0.001 }, { 0, 1, 1000.1 } };
	for ( size_t i = 0; i < sizeof( numbers ) / sizeof( numbers[0] ); i++ )
	{
		query = good;
		query.goal_tolerance = numbers[i].tolerance;
		query.options.weight = numbers[i].weight;
		query.options.turn_penalty = numbers[i].penalty;
		assert_int_equal( walker_begin( &w, &query ), FW_ERR_ARGUMENT );
	}
	const int32_t neighbors[] = { 0, 1, 6, 9, -8, INT32_MAX };
	for ( size_t i = 0; i < 6; i++ )
	{
		query = good;
		query.options.neighbors = neighbors[i];
		assert_int_equal( walker_begin( &w, &query ), FW_ERR_ARGUMENT );
	}
	query = good;
	query.options.heuristic = (fw_heuristic)6;
	assert_int_equal( walker_begin( &w, &query ), FW_ERR_ARGUMENT );
	query.options.heuristic = (fw_heuristic)-1;
	assert_int_equal( walker_begin( &w, &query ), FW_ERR_ARGUMENT );
	query = good;
	query.cookie = 0;
	assert_int_equal( walker_begin( &w, &query ), FW_ERR_DEF );
	query = good;
	query.method = NULL;
	assert_int_equal( walker_begin( &w, &query ), FW_ERR_UNKNOWN );
	query.method = "Astar";
	assert_int_equal( walker_begin( &w, &query ), FW_ERR_UNKNOWN );
	for ( fw_heuristic h = FW_HEURISTIC_TABLE; h <= FW_HEURISTIC_FIELD; h++ )
	{
		query = good;
		query.options.heuristic = h;
		assert_int_equal( walker_begin( &w, &query ), FW_ERR_UNSUPPORTED );
	}
	// Any finite position is allowed, on the map or far from it.
	query = good;
	query.start = ( fw_pose ){ 1e300, -1e300, 1e300 };
	assert_int_equal( walker_begin( &w, &query ), FW_OK );
	query = good;
	query.goal = ( fw_pose ){ -1e300, 1e18, -1e300 };
	query.goal_tolerance = 3.0;
	assert_int_equal( walker_begin( &w, &query ), FW_OK );
	fw_outcome outcome;
	assert_int_equal( fw_search_step( w.search, 1000, &outcome, NULL ), FW_OK );
	assert_int_equal( outcome, FW_UNREACHABLE );
	walker_close( &w );
}

static void objects_must_belong_together( void** state )
{
	(void)state;
	walker w;
	walker other;
	walker_open_default( &w, test_field( 8, 8 ) );
	walker_open_default( &other, test_field( 8, 8 ) );
	const fw_query good = walker_query_of( 1.5, 1.5, 6.5, 6.5 );
	fw_query query = good;
	fw_map map = { .grid = w.grid, .space = other.space };
	assert_int_equal( fw_search_begin( w.search, &map, &query, NULL ), FW_ERR_MISMATCH );
	query.unit.radius = 0.41;
	assert_int_equal( walker_begin( &w, &query ), FW_ERR_MISMATCH );
	query = good;
	query.unit.capabilities |= FW_CAP_WATER;
	assert_int_equal( walker_begin( &w, &query ), FW_ERR_MISMATCH );
	// Roads are not passed over by a method that does not keep to them.
	query = good;
	map = ( fw_map ){ .grid = w.grid, .space = w.map.space, .roads = w.map.space };
	fw_refusal refusal = { 0 };
	assert_int_equal( fw_search_begin( w.search, &map, &query, &refusal ), FW_ERR_UNSUPPORTED );
	assert_string_equal( refusal.field, "map.roads" );
	assert_int_equal( refusal.trait, FW_TRAIT_ROADS );
	// A method without headings needs neither motion primitives nor a turning radius.
	query = good;
	query.unit.turning_radius = 3.0;
	assert_int_equal( walker_begin( &w, &query ), FW_OK );
	query.method = "directional";
	assert_int_equal( walker_begin( &w, &query ), FW_ERR_ARGUMENT );
	walker_close( &other );
	walker_close( &w );
}

static void an_old_space_is_stale( void** state )
{
	(void)state;
	walker w;
	walker_open_default( &w, test_field( 8, 8 ) );
	fw_query query = walker_query_of( 1.5, 1.5, 6.5, 6.5 );
	assert_int_equal( walker_begin( &w, &query ), FW_OK );
	test_block( w.grid, 4, 4 );
	assert_int_equal( walker_begin( &w, &query ), FW_ERR_STALE );
	assert_int_equal( fw_space_update( w.space ), FW_OK );
	assert_int_equal( walker_begin( &w, &query ), FW_OK );
	fw_result result = { 0 };
	assert_int_equal( fw_search_run( w.search, &w.map, &query, &result, NULL ), FW_OK );
	assert_true( result.length > 5 * FW_SQRT2 + 0.1 );
	fw_result_free( &result );
	walker_close( &w );
}

int run_test_search_misuse( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( null_arguments_are_refused ),
	    cmocka_unit_test( calls_out_of_order_are_refused ),
	    cmocka_unit_test( a_refused_begin_leaves_the_search_as_it_was ),
	    cmocka_unit_test( bad_numbers_are_refused ),
	    cmocka_unit_test( objects_must_belong_together ),
	    cmocka_unit_test( an_old_space_is_stale ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
