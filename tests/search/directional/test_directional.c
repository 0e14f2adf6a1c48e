// SPDX-License-Identifier: MIT
// Directional A*: every path is legal and leads from pose to pose, for any unit, lattice, ring and headings; weights,
// pruned tables, slices, budgets, and why there is no path.
#include "support_drive.h"
#include "sweep/turn_table.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

// A map on which a unit of this radius finds a path now and then.
static fw_grid* random_map( test_random* random, double radius, int32_t width, int32_t height )
{
	const double share = radius < 0.5 ? 0.15 : radius < 0.8 ? 0.06 : radius < 1.2 ? 0.03 : 0.012;
	return test_random_map( random, width, height, share );
}

typedef struct legal_def
{
	const char* method;
	double radius, turning_radius;
	int32_t ring, headings;
	fw_lattice lattice;
	bool no_loops, reverse;
} legal_def;

static const legal_def legal_defs[] = {
    { "directional8", 0.3, 0.7, 1, 8, FW_LATTICE_GAPS, false, false },
    { "directional8", 0.4, 0.7, 1, 16, FW_LATTICE_HALF, false, false },
    { "directional8", 0.9, 1.5, 1, 8, FW_LATTICE_TILES, false, true },
    { "directional24", 0.9, 1.5, 2, 8, FW_LATTICE_GAPS, false, false },
    { "directional24", 0.45, 0.7, 2, 16, FW_LATTICE_TILES, false, false },
    { "directional24", 0.6, 0.7, 2, 8, FW_LATTICE_HALF, false, true },
    { "directional48", 0.9, 3.0, 3, 8, FW_LATTICE_GAPS, false, false },
    { "directional48", 1.4, 3.0, 3, 8, FW_LATTICE_TILES, true, false },
    { "directional48", 1.4, 1.5, 3, 8, FW_LATTICE_HALF, true, false },
    { "directional48", 0.3, 0.0, 3, 8, FW_LATTICE_GAPS, false, false },
    { "directional", 0.9, 3.0, 0, 8, FW_LATTICE_GAPS, true, true },
    { "directional", 0.5, 1.5, 0, 16, FW_LATTICE_GAPS, true, false },
    { "directional", 0.7, 0.0, 0, 8, FW_LATTICE_HALF, false, false },
    { "directional", 0.0, 0.7, 2, 8, FW_LATTICE_TILES, false, false },
};

static fw_query random_query( drive* d, test_random* random, const char* method )
{
	fw_pose start = { 0 }, goal = { 0 };
	const bool exact_start = test_random_chance( random, 0.5 ), exact_goal = test_random_chance( random, 0.5 );
	assert_true( exact_start ? drive_random_exact_pose( d, random, &start ) : drive_random_pose( d, random, &start ) );
	assert_true( exact_goal ? drive_random_exact_pose( d, random, &goal ) : drive_random_pose( d, random, &goal ) );
	fw_query q = drive_query( d, start, goal );
	static const double weights[] = { 1.0, 1.1, 2.0, 8.0 };
	q.method = method;
	q.goal_any_heading = test_random_chance( random, 0.5 );
	q.start_any_heading = test_random_chance( random, 0.2 );
	q.options.weight = weights[test_random_int( random, 4 )];
	q.options.heuristic = (fw_heuristic)test_random_int( random, FW_HEURISTIC_FIELD + 1 );
	q.goal_tolerance = test_random_chance( random, 0.2 ) ? test_random_real( random, 0, 2 ) : 0;
	q.options.max_expansions = 20000;
	return q;
}

static void test_every_path_is_legal( void** state )
{
	(void)state;
	test_random random = test_random_make( 31 );
	for ( size_t i = 0; i < sizeof( legal_defs ) / sizeof( legal_defs[0] ); ++i )
	{
		const legal_def* l = &legal_defs[i];
		drive_def def = drive_def_of( l->radius, l->turning_radius );
		def.ring = l->ring;
		def.headings = l->headings;
		def.lattice = l->lattice;
		def.no_loops = l->no_loops;
		def.unit.reverse = l->reverse;
		drive d;
		drive_open( &d, test_field( 2, 2 ), &def );
		int32_t found = 0;
		for ( int32_t k = 0; k < 5 * test_rounds( 8 ); ++k )
		{
			if ( k % 5 == 0 )
			{
				drive_set_grid( &d, random_map( &random, l->radius, 24 + k, 20 ) );
			}
			const fw_query q = random_query( &d, &random, l->method );
			found += drive_run( &d, &q ) == FW_FOUND ? 1 : 0; // this checks the path
		}
		if ( found < test_rounds( 8 ) )
		{
			fail_msg( "%s, radius %g, turning radius %g: only %d paths found", l->method, l->radius, l->turning_radius,
			          (int)found );
		}
		drive_close( &d );
	}
}

static void test_weight_bounds_the_cost( void** state )
{
	(void)state;
	test_random random = test_random_make( 32 );
	drive_def def = drive_def_of( 0.45, 1.5 );
	def.ring = 2;
	drive d;
	drive_open( &d, test_field( 2, 2 ), &def );
	int64_t patient = 0, hasty = 0;
	int32_t asked = 0;
	for ( int32_t i = 0; i < test_rounds( 30 ); ++i )
	{
		drive_set_grid( &d, random_map( &random, 0.45, 30, 30 ) );
		fw_pose start = { 0 }, goal = { 0 };
		assert_true( drive_random_pose( &d, &random, &start ) && drive_random_pose( &d, &random, &goal ) );
		fw_query q = drive_query( &d, start, goal );
		q.options.heuristic = FW_HEURISTIC_ZERO;
		if ( drive_run( &d, &q ) != FW_FOUND )
		{
			continue;
		}
		const double least = d.result.cost;
		q.options.heuristic = FW_HEURISTIC_EUCLIDEAN;
		for ( q.options.weight = 1.0; q.options.weight <= 16.0; q.options.weight *= 2.0 )
		{
			assert_int_equal( drive_run( &d, &q ), FW_FOUND );
			assert_true( d.result.cost <= q.options.weight * least + 2e-3 );
			patient += q.options.weight == 1.0 ? d.result.counters.expanded : 0;
			hasty += q.options.weight == 2.0 ? d.result.counters.expanded : 0;
			asked++;
		}
	}
	assert_true( asked > test_rounds( 60 ) );
	assert_true( 2 * hasty < patient ); // the weight is there for speed
	drive_close( &d );
}

// With a tolerance the goal needs no turn towards its center: with weight 1 the estimate must not include one.
static void test_estimates_with_tolerance( void** state )
{
	(void)state;
	drive_def def = drive_def_of( 0.4, 1.0 );
	def.ring = 2;
	def.lattice = FW_LATTICE_TILES;
	drive d;
	drive_open( &d, test_field( 12, 9 ), &def );
	test_random random = test_random_make( 91 );
	for ( int32_t i = 0; i < test_rounds( 200 ); i++ )
	{
		fw_pose from = { 0 }, to = { 0 };
		assert_true( drive_random_pose( &d, &random, &from ) && drive_random_pose( &d, &random, &to ) );
		fw_query q = drive_query_by( &d, "directional24", from, to );
		q.goal_any_heading = test_random_chance( &random, 0.5 );
		q.goal_tolerance = test_random_real( &random, 0.5, 3.0 );
		q.options.heuristic = FW_HEURISTIC_ZERO;
		const fw_outcome outcome = drive_run( &d, &q );
		const double best = d.result.cost + 0.01;
		q.options.heuristic = FW_HEURISTIC_TABLE;
		assert_int_equal( drive_run( &d, &q ), outcome );
		assert_true( d.result.cost <= best );
		// The octile metric of the field may be too high by 8 percent.
		q.options.heuristic = FW_HEURISTIC_BEST;
		assert_int_equal( drive_run( &d, &q ), outcome );
		assert_true( d.result.cost <= best * 1.0824 );
	}
	drive_close( &d );
}

// Leaving out curves that chains of others cover changes no minimal cost.
static void test_pruning_loses_nothing( void** state )
{
	(void)state;
	static const drive_def defs[] = {
	    { .ring = 2, .headings = 8, .lattice = FW_LATTICE_TILES },
	    { .ring = 3, .headings = 8, .lattice = FW_LATTICE_GAPS },
	    { .ring = 2, .headings = 16, .lattice = FW_LATTICE_TILES, .no_loops = true },
	};
	static const double units[][2] = { { 0.3, 0.7 }, { 0.9, 1.5 }, { 0.5, 1.5 } };
	test_random random = test_random_make( 33 );
	for ( size_t i = 0; i < sizeof( defs ) / sizeof( defs[0] ); ++i )
	{
		drive_def def = defs[i];
		def.unit = test_unit( units[i][0], units[i][1] );
		drive all, pruned;
		drive_open( &pruned, test_field( 2, 2 ), &def );
		def.unpruned = true;
		drive_open( &all, test_field( 2, 2 ), &def );
		assert_true( (int32_t)all.primitives->edge_count > (int32_t)pruned.primitives->edge_count );
		int32_t found = 0;
		for ( int32_t k = 0; k < test_rounds( 12 ); ++k )
		{
			test_random same = random;
			drive_set_grid( &all, random_map( &random, def.unit.radius, 20, 20 ) );
			drive_set_grid( &pruned, random_map( &same, def.unit.radius, 20, 20 ) );
			fw_pose start = { 0 }, goal = { 0 };
			assert_true( drive_random_pose( &all, &random, &start ) && drive_random_pose( &all, &random, &goal ) );
			fw_query q = drive_query( &all, start, goal );
			q.options.heuristic = FW_HEURISTIC_ZERO;
			q.goal_any_heading = k % 2 == 0;
			assert_int_equal( drive_run( &all, &q ), drive_run( &pruned, &q ) );
			assert_true( fabs( all.result.length - pruned.result.length ) <= 2e-3 );
			found += all.result.outcome == FW_FOUND ? 1 : 0;
		}
		assert_true( found >= test_rounds( 3 ) );
		drive_close( &all );
		drive_close( &pruned );
	}
}

static void test_slices_change_nothing( void** state )
{
	(void)state;
	test_random random = test_random_make( 34 );
	drive_def def = drive_def_of( 0.9, 3.0 );
	drive d;
	drive_open( &d, test_random_town( &random, 60, 60, 25, 4 ), &def );
	int32_t found = 0;
	for ( int32_t i = 0; i < test_rounds( 12 ); ++i )
	{
		fw_query q = random_query( &d, &random, "directional48" );
		q.options.max_expansions = i % 3 == 0 ? 40 : 5000;
		drive_run( &d, &q );
		const fw_outcome outcome = d.result.outcome;
		const fw_counters counters = d.result.counters;
		const uint64_t hash = fw_path_hash( &d.result.path );
		found += outcome == FW_FOUND ? 1 : 0;
		for ( int64_t n = 1; n < 3000; n = 3 * n + 2 )
		{
			fw_outcome now = FW_RUNNING;
			assert_int_equal( fw_search_begin( d.search, &d.map, &q, NULL ), FW_OK );
			while ( now == FW_RUNNING )
			{
				assert_int_equal( fw_search_result( d.search, &d.result ), FW_OK );
				const int64_t before = d.result.counters.expanded;
				assert_int_equal( fw_search_step( d.search, n, &now, NULL ), FW_OK );
				assert_int_equal( fw_search_result( d.search, &d.result ), FW_OK );
				assert_true( d.result.counters.expanded <= before + n );
			}
			assert_int_equal( now, outcome );
			assert_memory_equal( &d.result.counters, &counters, sizeof( counters ) );
			assert_true( fw_path_hash( &d.result.path ) == hash );
		}
	}
	assert_true( found >= test_rounds( 4 ) );
	drive_close( &d );
}

static void check_reason( drive* d, const fw_query* q, fw_outcome outcome, fw_reason reason )
{
	drive_run( d, q );
	if ( d->result.outcome != outcome || d->result.reason != reason )
	{
		fail_msg( "%s: %s, expected was %s: %s", fw_outcome_text( d->result.outcome ),
		          fw_reason_text( d->result.reason ), fw_outcome_text( outcome ), fw_reason_text( reason ) );
	}
}

static void test_reasons( void** state )
{
	(void)state;
	const char* picture = "............#.......\n"
	                      "............#.......\n"
	                      "............#.......\n"
	                      "............#.......\n"
	                      "............#.......\n"
	                      "............#.......\n"
	                      "......##....#.......\n"
	                      "......##....#.......\n"
	                      "............#.......\n"
	                      "............#.......\n"
	                      "............#.......\n"
	                      "............#.......\n";
	drive_def def = drive_def_of( 0.9, 1.5 );
	def.ring = 2;
	drive d;
	drive_open( &d, test_grid( picture ), &def );
	fw_query q = drive_query( &d, test_center( 2, 2, 0 ), test_center( 9, 9, 0 ) );
	check_reason( &d, &q, FW_FOUND, FW_REASON_NONE );
	q.start = test_center( 0, 0, 0 );
	check_reason( &d, &q, FW_UNREACHABLE, FW_REASON_START_TOO_NARROW );
	q.start = test_center( 6, 8, 0 );
	check_reason( &d, &q, FW_UNREACHABLE, FW_REASON_START_TOO_NARROW );
	q.start = test_center( 6, 7, 0 );
	check_reason( &d, &q, FW_UNREACHABLE, FW_REASON_START_BLOCKED );
	q.start = test_center( -3, 2, 0 );
	check_reason( &d, &q, FW_UNREACHABLE, FW_REASON_START_OFF_MAP );
	q.start = test_center( 2, 2, 0 );
	q.goal = test_center( 8, 7, 0 );
	check_reason( &d, &q, FW_UNREACHABLE, FW_REASON_GOAL_TOO_NARROW );
	q.goal = test_center( 7, 7, 0 );
	check_reason( &d, &q, FW_UNREACHABLE, FW_REASON_GOAL_BLOCKED );
	q.goal = test_center( 100, 2, 0 );
	check_reason( &d, &q, FW_UNREACHABLE, FW_REASON_GOAL_OFF_MAP );
	q.goal = test_center( 16, 5, 0 );
	check_reason( &d, &q, FW_UNREACHABLE, FW_REASON_OTHER_REGION );
	assert_int_equal( d.result.counters.expanded, 0 );
	assert_int_equal( d.result.counters.field, 0 );
	q.goal = test_center( 9, 9, 0 );
	q.options.max_expansions = 2;
	check_reason( &d, &q, FW_OUT_OF_BUDGET, FW_REASON_EXPANSIONS );
	assert_int_equal( d.result.counters.expanded, 2 );
	q.options.max_expansions = 100000;
	check_reason( &d, &q, FW_FOUND, FW_REASON_NONE );
	drive_close( &d );
}

// A corner where a person can turn and a truck cannot.
static void test_no_legal_turn( void** state )
{
	(void)state;
	const char* picture = "##########\n"
	                      "#.........\n"
	                      "#.########\n"
	                      "#.########\n"
	                      "#.########\n"
	                      "#.########\n"
	                      "#.########\n";
	drive_def def = drive_def_of( 0.4, 3.0 );
	drive d;
	drive_open( &d, test_grid( picture ), &def );
	fw_query q = drive_query( &d, test_center( 1, 5, 270 ), test_center( 8, 1, 0 ) );
	for ( q.options.heuristic = FW_HEURISTIC_BEST; q.options.heuristic <= FW_HEURISTIC_FIELD; q.options.heuristic++ )
	{
		check_reason( &d, &q, FW_UNREACHABLE, FW_REASON_NO_TURN );
	}
	fw_query tile_query = q;
	tile_query.method = "astar";
	tile_query.options.heuristic = FW_HEURISTIC_BEST;
	assert_int_equal( fw_search_run( d.search, &d.map, &tile_query, &d.result, NULL ), FW_OK );
	assert_int_equal( d.result.outcome, FW_FOUND );
	drive_close( &d );
}

static void test_mismatches( void** state )
{
	(void)state;
	drive_def def = drive_def_of( 0.4, 1.0 );
	def.ring = 2;
	drive d;
	drive_open( &d, test_field( 12, 12 ), &def );
	const fw_query good = drive_query( &d, test_center( 2, 2, 0 ), test_center( 9, 9, 0 ) );
	fw_query q = good;
	q.method = "directional48"; // of ring 3
	assert_int_equal( fw_search_begin( d.search, &d.map, &q, NULL ), FW_ERR_MISMATCH );
	q = good;
	q.unit.turning_radius = 1.5;
	assert_int_equal( fw_search_begin( d.search, &d.map, &q, NULL ), FW_ERR_MISMATCH );
	q = good;
	q.unit.radius = 0.3;
	assert_int_equal( fw_search_begin( d.search, &d.map, &q, NULL ), FW_ERR_MISMATCH );
	fw_map map = d.map;
	map.primitives = NULL;
	assert_int_equal( fw_search_begin( d.search, &map, &good, NULL ), FW_ERR_ARGUMENT );
	test_block( d.grid, 5, 5 );
	assert_int_equal( fw_search_begin( d.search, &d.map, &good, NULL ), FW_ERR_STALE );
	assert_int_equal( fw_space_update( d.space ), FW_OK );
	assert_int_equal( fw_search_run( d.search, &d.map, &good, &d.result, NULL ), FW_OK );
	assert_int_equal( d.result.outcome, FW_FOUND );
	// Terrain costs need a table with lengths by tile.
	fw_terrain swamp = *fw_grid_terrain( d.grid, FW_TERRAIN_SWAMP );
	swamp.cost = 4;
	swamp.capabilities = FW_CAP_GROUND;
	assert_int_equal( fw_grid_set_terrain( d.grid, FW_TERRAIN_SWAMP, &swamp, NULL ), FW_OK );
	assert_int_equal( fw_grid_fill( d.grid, ( fw_rect ){ 3, 3, 1, 1 }, FW_TERRAIN_SWAMP, NULL ), FW_OK );
	assert_int_equal( fw_space_update( d.space ), FW_OK );
	assert_int_equal( fw_search_begin( d.search, &d.map, &good, NULL ), FW_ERR_MISMATCH );
	q = good;
	q.options.ignore_costs = true;
	assert_int_equal( fw_search_run( d.search, &d.map, &q, &d.result, NULL ), FW_OK );
	assert_int_equal( d.result.outcome, FW_FOUND );
	drive_close( &d );
}

int run_test_directional( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_every_path_is_legal ),
	    cmocka_unit_test( test_weight_bounds_the_cost ),
	    cmocka_unit_test( test_estimates_with_tolerance ),
	    cmocka_unit_test( test_pruning_loses_nothing ),
	    cmocka_unit_test( test_slices_change_nothing ),
	    cmocka_unit_test( test_reasons ),
	    cmocka_unit_test( test_no_legal_turn ),
	    cmocka_unit_test( test_mismatches ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
