// SPDX-License-Identifier: MIT
// Directional A* along the route of a hierarchy: it finds what Directional A* finds, searches less of the map, and
// widens its corridor if the guide led it astray.
#include "support_drive.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#define MAPS 4      // for each unit
#define LIMIT 15000 // nodes of a search that decide most problems

static fw_query query_by( drive* d, const char* method, fw_pose start, fw_pose goal )
{
	drive_hierarchy( d, fw_method_find( method ) );
	fw_query query = drive_query( d, start, goal );
	query.method = method;
	return query;
}

typedef struct unit_def
{
	double radius, turning_radius;
	fw_lattice lattice;
	bool reverse;
} unit_def;

static const unit_def units[] = {
    { 0.4, 0.0, FW_LATTICE_TILES, false }, { 0.4, 1.5, FW_LATTICE_GAPS, false }, { 0.9, 3.0, FW_LATTICE_GAPS, false },
    { 0.9, 1.5, FW_LATTICE_HALF, true },   { 1.4, 3.0, FW_LATTICE_GAPS, false }, { 0.3, 2.0, FW_LATTICE_GAPS, true },
};

static fw_query random_query( drive* d, test_random* random )
{
	fw_pose start = { 0 };
	fw_pose goal = { 0 };
	const bool exact = test_random_chance( random, 0.3 );
	assert_true( exact ? drive_random_exact_pose( d, random, &start ) : drive_random_pose( d, random, &start ) );
	assert_true( exact ? drive_random_exact_pose( d, random, &goal ) : drive_random_pose( d, random, &goal ) );
	fw_query query = query_by( d, "hdirectional", start, goal );
	query.goal_any_heading = test_random_chance( random, 0.5 );
	query.start_any_heading = test_random_chance( random, 0.2 );
	query.goal_tolerance = test_random_chance( random, 0.2 ) ? test_random_real( random, 0.0, 4.0 ) : 0.0;
	query.options.weight = test_random_chance( random, 0.5 ) ? 1.0 : 1.1;
	query.options.max_expansions = LIMIT;
	return query;
}

static void test_finds_what_directional_finds( void** state )
{
	(void)state;
	test_random random = test_random_make( 77 );
	int32_t found = 0;
	int32_t none = 0;
	const int32_t problems = test_every( 1 ) == 1 ? 12 : 5;
	double length = 0.0;
	double flat_length = 0.0;
	for ( size_t i = 0; i < (size_t)test_rounds( MAPS ) * sizeof( units ) / sizeof( units[0] ); i++ )
	{
		const unit_def* u = &units[i % ( sizeof( units ) / sizeof( units[0] ) )];
		drive_def def = drive_def_of( u->radius, u->turning_radius );
		def.lattice = u->lattice;
		def.unit.reverse = u->reverse;
		const double share = u->radius < 0.5 ? 0.2 : u->radius < 1.0 ? 0.04 : 0.015;
		drive d;
		drive_open( &d, test_random_map( &random, 150, 110, share ), &def );
		for ( int32_t k = 0; k < problems; k++ )
		{
			fw_query query = random_query( &d, &random );
			const fw_outcome outcome = drive_run( &d, &query );
			const double own = d.result.length;
			query.method = "directional";
			const fw_outcome flat = drive_run( &d, &query );
			if ( outcome == FW_OUT_OF_BUDGET || flat == FW_OUT_OF_BUDGET )
			{
				continue;
			}
			assert_int_equal( outcome, flat );
			found += outcome == FW_FOUND;
			none += outcome == FW_UNREACHABLE;
			length += outcome == FW_FOUND ? own : 0.0;
			flat_length += outcome == FW_FOUND ? d.result.length : 0.0;
		}
		drive_close( &d );
	}
	assert_true( found > test_rounds( 100 ) && none > test_rounds( 10 ) );
	assert_true( length < 1.03 * flat_length );
}

// A large field with walls across it that leave gaps at alternate ends.
static fw_grid* walls( int32_t side, int32_t apart, int32_t gap )
{
	fw_grid* grid = test_field( side, side );
	for ( int32_t y = apart; y + 1 < side; y += apart )
	{
		const int32_t x = y / apart % 2 == 0 ? 0 : gap;
		assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ x, y, side - gap, 1 }, FW_TERRAIN_OUT, NULL ), FW_OK );
	}
	return grid;
}

static void test_expands_less( void** state )
{
	(void)state;
	const drive_def def = drive_def_of( 0.9, 3.0 );
	drive d;
	drive_open( &d, walls( 480, 120, 20 ), &def );
	fw_query query = query_by( &d, "hdirectional", test_center( 60, 60, 0 ), test_center( 400, 420, 0 ) );
	assert_int_equal( drive_run( &d, &query ), FW_FOUND );
	const fw_counters own = d.result.counters;
	const double length = d.result.length;
	query.method = "directional";
	assert_int_equal( drive_run( &d, &query ), FW_FOUND );
	assert_true( 2 * own.field < d.result.counters.field );
	assert_true( length < 1.02 * d.result.length );
	drive_close( &d );
}

// Two halls with a short passage between them that bends too sharply for the unit, and a wide passage far away.
static fw_grid* halls( void )
{
	fw_grid* grid = test_field( 110, 84 );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 45, 0, 20, 66 }, FW_TERRAIN_OUT, NULL ), FW_OK );
	for ( int32_t x = 45; x < 65; x++ )
	{
		const int32_t y = x % 4 < 2 ? 20 : 22;
		assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ x, y, 1, 1 }, FW_TERRAIN_GROUND, NULL ), FW_OK );
		if ( x % 2 == 0 )
		{
			assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ x, 20, 1, 3 }, FW_TERRAIN_GROUND, NULL ), FW_OK );
		}
	}
	return grid;
}

static void test_widens_where_the_guide_led_astray( void** state )
{
	(void)state;
	const drive_def def = drive_def_of( 0.4, 3.0 );
	drive d;
	drive_open( &d, halls(), &def );
	fw_query tile_query = query_by( &d, "haastar-high", test_center( 30, 20, 0 ), test_center( 80, 20, 0 ) );
	tile_query.unit.turning_radius = 0.0;
	assert_int_equal( drive_run( &d, &tile_query ), FW_FOUND );
	assert_true( d.result.length < 90.0 );
	fw_query query = query_by( &d, "hdirectional", test_center( 30, 20, 0 ), test_center( 80, 20, 0 ) );
	assert_int_equal( drive_run( &d, &query ), FW_FOUND );
	assert_true( d.result.length > 110.0 );
	const double length = d.result.length;
	query.method = "directional";
	assert_int_equal( drive_run( &d, &query ), FW_FOUND );
	assert_true( length == d.result.length ); // the whole map was searched in the end
	drive_close( &d );
}

// Two rooms with a lane between them whose bend blocks units with a wide turning radius, and a lane around the south.
// There is so little room that a corridor is soon exhausted.
static fw_grid* rooms( void )
{
	static const fw_rect free[] = { { 20, 16, 8, 8 },    { 52, 16, 8, 8 },   { 28, 20, 12, 1 }, { 39, 20, 1, 4 },
	                                { 39, 23, 13, 1 },   { 22, 24, 3, 90 },  { 55, 24, 3, 90 }, { 22, 108, 36, 3 },
	                                { 22, 104, 10, 10 }, { 48, 104, 10, 10 } };
	fw_grid* grid = test_field( 80, 130 );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 0, 0, 80, 130 }, FW_TERRAIN_OUT, NULL ), FW_OK );
	for ( size_t i = 0; i < sizeof( free ) / sizeof( free[0] ); i++ )
	{
		assert_int_equal( fw_grid_fill( grid, free[i], FW_TERRAIN_GROUND, NULL ), FW_OK );
	}
	return grid;
}

// An exhausted corridor proves nothing if curves led out of it.
static void test_leaves_an_exhausted_corridor( void** state )
{
	(void)state;
	const drive_def def = drive_def_of( 0.4, 3.0 );
	drive d;
	drive_open( &d, rooms(), &def );
	fw_query query = query_by( &d, "hdirectional", test_center( 24, 20, 90 ), test_center( 56, 20, 270 ) );
	assert_int_equal( drive_run( &d, &query ), FW_FOUND );
	assert_true( d.result.length > 150.0 );
	query.method = "directional";
	assert_int_equal( drive_run( &d, &query ), FW_FOUND );
	drive_close( &d );
}

// A search that is decided inside a corridor needs no wider one.
static void test_trapped_start_is_noticed_once( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 200, 60 );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 10, 20, 16, 16 }, FW_TERRAIN_OUT, NULL ), FW_OK );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 12, 22, 10, 12 }, FW_TERRAIN_GROUND, NULL ), FW_OK );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 22, 22, 2, 1 }, FW_TERRAIN_GROUND, NULL ), FW_OK );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 23, 23, 1, 2 }, FW_TERRAIN_GROUND, NULL ), FW_OK );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 23, 25, 3, 1 }, FW_TERRAIN_GROUND, NULL ), FW_OK );
	const drive_def def = drive_def_of( 0.4, 3.0 );
	drive d;
	drive_open( &d, grid, &def );
	fw_query query = query_by( &d, "directional", test_center( 16, 28, 0 ), test_center( 190, 30, 0 ) );
	assert_int_equal( drive_run( &d, &query ), FW_UNREACHABLE );
	const fw_counters flat = d.result.counters;
	assert_true( flat.expanded > 200 );
	query = query_by( &d, "hdirectional", query.start, query.goal );
	assert_int_equal( drive_run( &d, &query ), FW_UNREACHABLE );
	assert_int_equal( d.result.reason, FW_REASON_NO_TURN );
	assert_true( d.result.counters.expanded < flat.expanded + 150 ); // with the nodes of the guide
	drive_close( &d );
}

static void test_slices_change_nothing( void** state )
{
	(void)state;
	const drive_def def = drive_def_of( 0.4, 3.0 );
	drive d;
	drive_open( &d, halls(), &def );
	const fw_query query = query_by( &d, "hdirectional", test_center( 30, 20, 0 ), test_center( 80, 20, 0 ) );
	assert_int_equal( drive_run( &d, &query ), FW_FOUND );
	const uint64_t hash = fw_path_hash( &d.result.path );
	const fw_counters whole = d.result.counters;
	for ( int64_t slice = 1; slice <= 1000; slice *= test_every( 10 ) )
	{
		fw_outcome outcome = FW_RUNNING;
		assert_int_equal( fw_search_begin( d.search, &d.map, &query, NULL ), FW_OK );
		while ( outcome == FW_RUNNING )
		{
			assert_int_equal( fw_search_step( d.search, slice, &outcome, NULL ), FW_OK );
		}
		assert_int_equal( fw_search_result( d.search, &d.result ), FW_OK );
		assert_int_equal( fw_path_hash( &d.result.path ), hash );
		assert_memory_equal( &d.result.counters, &whole, sizeof( whole ) );
	}
	// A budget ends it in any of its stages.
	for ( int64_t limit = 1; limit < whole.expanded; limit = limit * 3 * test_every( 1 ) / 2 + 1 )
	{
		fw_query short_query = query;
		short_query.options.max_expansions = limit;
		assert_int_equal( fw_search_run( d.search, &d.map, &short_query, &d.result, NULL ), FW_OK );
		assert_int_equal( d.result.outcome, FW_OUT_OF_BUDGET );
		assert_int_equal( d.result.counters.expanded, limit );
	}
	drive_close( &d );
}

static void test_refuses_hierarchies_of_others( void** state )
{
	(void)state;
	const drive_def def = drive_def_of( 0.9, 3.0 );
	drive d;
	drive_open( &d, test_field( 60, 60 ), &def );
	fw_query query = query_by( &d, "hdirectional", test_center( 10, 10, 0 ), test_center( 50, 50, 0 ) );
	assert_int_equal( drive_try( &d, &query ), FW_OK );
	fw_hierarchy* other = NULL;
	fw_hierarchy_def made = fw_default_hierarchy_def();
	made.capabilities[0] = d.def.unit.capabilities;
	assert_int_equal( fw_hierarchy_create( d.grid, &made, &other, NULL ), FW_OK ); // of size 1
	const fw_map right = d.map;
	d.map.hierarchy = other;
	assert_int_equal( drive_try( &d, &query ), FW_ERR_MISMATCH );
	fw_hierarchy_destroy( other );
	d.map.hierarchy = NULL;
	assert_int_equal( drive_try( &d, &query ), FW_ERR_ARGUMENT );
	fw_grid* elsewhere = test_field( 60, 60 );
	made.sizes[0] = 2;
	assert_int_equal( fw_hierarchy_create( elsewhere, &made, &other, NULL ), FW_OK );
	d.map.hierarchy = other;
	assert_int_equal( drive_try( &d, &query ), FW_ERR_MISMATCH );
	fw_hierarchy_destroy( other );
	fw_grid_destroy( elsewhere );
	// Any quality works, but not an older state of the map.
	made.quality = FW_QUALITY_LOW;
	assert_int_equal( fw_hierarchy_create( d.grid, &made, &other, NULL ), FW_OK );
	d.map.hierarchy = other;
	assert_int_equal( drive_try( &d, &query ), FW_OK );
	fw_hierarchy_destroy( other );
	d.map = right;
	test_block( d.grid, 30, 30 );
	assert_int_equal( fw_space_update( d.space ), FW_OK );
	assert_int_equal( drive_try( &d, &query ), FW_ERR_STALE );
	drive_close( &d );
}

int run_test_hdirectional( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_finds_what_directional_finds ),
	    cmocka_unit_test( test_expands_less ),
	    cmocka_unit_test( test_widens_where_the_guide_led_astray ),
	    cmocka_unit_test( test_leaves_an_exhausted_corridor ),
	    cmocka_unit_test( test_trapped_start_is_noticed_once ),
	    cmocka_unit_test( test_slices_change_nothing ),
	    cmocka_unit_test( test_refuses_hierarchies_of_others ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
