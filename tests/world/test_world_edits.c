// SPDX-License-Identifier: MIT
// Edits of a world: they wait for units, take paths away and open better ones, and detours on a second map.
#include "play.h"
#include "world/world.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

static void test_edits_wait( void** state )
{
	(void)state;
	play on = play_on( test_field( 20, 5 ), 20000, NULL );
	const fw_grid* grid = fw_world_grid( on.world );
	const fw_unit_id unit = add( on.world, 2.5, 2.5 );
	edit( &on, 2, 2, 1, 2, FW_TERRAIN_OUT );   // under the unit: waits
	edit( &on, 2, 3, 1, 1, FW_TERRAIN_SWAMP ); // would be undone by the first one
	edit( &on, 9, 0, 1, 1, FW_TERRAIN_OUT );   // waits for nobody
	assert_int_equal( fw_grid_get( grid, 2, 2 ), FW_TERRAIN_GROUND );
	assert_int_equal( fw_grid_get( grid, 2, 3 ), FW_TERRAIN_GROUND );
	assert_int_equal( fw_grid_get( grid, 9, 0 ), FW_TERRAIN_OUT );
	run( &on, 2.0 );
	assert_int_equal( on.seen[FW_WORLD_EDITED], 1 );
	assert_int_equal( on.last[FW_WORLD_EDITED].edit, 3 );
	assert_int_equal( fw_world_measure( on.world ).edits, 2 );
	go( on.world, unit, 15.5, 2.5 );
	run( &on, 3.0 );
	assert_int_equal( on.seen[FW_WORLD_EDITED], 3 );
	assert_int_equal( on.last[FW_WORLD_EDITED].edit, 2 );
	assert_int_equal( fw_world_measure( on.world ).edits, 0 );
	assert_int_equal( fw_grid_get( grid, 2, 2 ), FW_TERRAIN_OUT );
	assert_int_equal( fw_grid_get( grid, 2, 3 ), FW_TERRAIN_SWAMP );
	run( &on, 8.0 );
	assert_true( x_of( &on, unit ) == 15.5 );
	fw_world_destroy( on.world );
}

// A house that is no longer wanted: the unit on its ground may stay, and what was to be built beside it need not wait.
static void test_canceled( void** state )
{
	(void)state;
	play on = play_on( test_field( 20, 5 ), 20000, NULL );
	const fw_grid* grid = fw_world_grid( on.world );
	const fw_unit_id unit = add( on.world, 2.5, 2.5 );
	int64_t house = 0;
	int64_t well = 0;
	assert_int_equal( fw_world_edit( on.world, ( fw_rect ){ 2, 2, 1, 2 }, FW_TERRAIN_OUT, &house, NULL ), FW_OK );
	assert_int_equal( fw_world_edit( on.world, ( fw_rect ){ 2, 3, 1, 1 }, FW_TERRAIN_WATER, &well, NULL ), FW_OK );
	run( &on, 1.0 );
	assert_int_equal( fw_world_measure( on.world ).edits, 2 );
	assert_int_equal( fw_world_cancel_edit( on.world, house, NULL ), FW_OK );
	assert_int_equal( fw_world_cancel_edit( on.world, house, NULL ), FW_ERR_UNKNOWN );
	run( &on, STEP );
	assert_int_equal( fw_world_measure( on.world ).edits, 0 );
	assert_int_equal( on.seen[FW_WORLD_EDITED], 1 );
	assert_int_equal( on.last[FW_WORLD_EDITED].edit, well );
	assert_int_equal( fw_grid_get( grid, 2, 2 ), FW_TERRAIN_GROUND );
	assert_int_equal( fw_grid_get( grid, 2, 3 ), FW_TERRAIN_WATER );
	// One that was made, reported or not, stays.
	assert_int_equal( fw_world_cancel_edit( on.world, well, NULL ), FW_ERR_UNKNOWN );
	edit( &on, 9, 0, 1, 1, FW_TERRAIN_OUT );
	assert_int_equal( fw_world_cancel_edit( on.world, 3, NULL ), FW_ERR_UNKNOWN );
	go( on.world, unit, 15.5, 2.5 );
	run( &on, 10.0 );
	assert_true( x_of( &on, unit ) == 15.5 );
	assert_int_equal( fw_grid_get( grid, 2, 2 ), FW_TERRAIN_GROUND );
	fw_world_destroy( on.world );
}

static void test_too_many_edits( void** state )
{
	(void)state;
	play on = play_on( test_field( 20, 5 ), 20000, NULL );
	fw_refusal refusal;
	int64_t number = 0;
	for ( int32_t i = 0; i < FW_WORLD_MAX_EDITS; i++ )
	{
		edit( &on, i % 20, 0, 1, 1, FW_TERRAIN_ROAD );
	}
	const fw_rect rect = { 0, 0, 1, 1 };
	assert_int_equal( fw_world_edit( on.world, rect, FW_TERRAIN_OUT, &number, &refusal ), FW_ERR_CAPACITY );
	assert_int_equal( number, 0 );
	assert_int_equal( fw_grid_get( fw_world_grid( on.world ), 0, 0 ), FW_TERRAIN_ROAD );
	assert_int_equal( step( &on ), FW_OK );
	assert_int_equal( on.seen[FW_WORLD_EDITED], FW_WORLD_MAX_EDITS );
	assert_int_equal( fw_world_edit( on.world, rect, FW_TERRAIN_OUT, &number, &refusal ), FW_OK );
	assert_int_equal( number, FW_WORLD_MAX_EDITS + 1 );
	fw_world_destroy( on.world );
}

static void test_path_lost( void** state )
{
	(void)state;
	play on = play_on( test_field( 30, 9 ), 20000, NULL );
	const fw_unit_id unit = add( on.world, 2.5, 4.5 );
	const fw_unit_id other = add( on.world, 2.5, 0.5 );
	go( on.world, unit, 27.5, 4.5 );
	go( on.world, other, 27.5, 0.5 );
	run( &on, 3.0 );
	const int64_t plans = fw_world_measure( on.world ).plans;
	edit( &on, 3, 2, 1, 7, FW_TERRAIN_OUT ); // behind it
	run( &on, STEP );
	assert_int_equal( on.seen[FW_WORLD_PATH_LOST], 0 );
	edit( &on, 20, 3, 1, 6, FW_TERRAIN_OUT ); // before it, not before the other one
	run( &on, STEP );
	assert_int_equal( on.seen[FW_WORLD_PATH_LOST], 1 );
	assert_true( on.last[FW_WORLD_PATH_LOST].unit == unit );
	assert_int_equal( fw_world_measure( on.world ).plans, plans + 1 ); // a wall gives nobody else a better path
	assert_true( speed_of( &on, unit ) > 1.5 && fw_world_path( on.world, unit )->length > 19.0 );
	assert_int_equal( on.seen[FW_WORLD_STARTED], 2 );
	edit( &on, 20, 0, 1, 3, FW_TERRAIN_OUT ); // no path is left
	run( &on, 5.0 );
	assert_int_equal( on.seen[FW_WORLD_NO_PATH], 2 );
	assert_int_equal( state_of( &on, unit ), FW_UNIT_NO_PATH );
	assert_true( speed_of( &on, unit ) == 0.0 );
	edit( &on, 20, 4, 1, 1, FW_TERRAIN_GROUND );
	run( &on, 30.0 );
	assert_int_equal( on.seen[FW_WORLD_STARTED], 4 );
	assert_int_equal( on.seen[FW_WORLD_ARRIVED], 2 );
	assert_true( x_of( &on, unit ) == 27.5 && x_of( &on, other ) == 27.5 );
	fw_world_destroy( on.world );
}

// Wherever units are on their way when a building stands in it, and whatever they look for there, they get other paths.
static void check_lost_on_way( fw_order_kind kind, double turning_radius, double seconds )
{
	enum
	{
		COUNT = 30
	};
	play on = play_on( test_field( 100, 40 ), 20000, NULL );
	fw_world_unit_def def = fw_default_world_unit_def();
	def.unit.turning_radius = turning_radius;
	fw_unit_id ids[COUNT];
	fw_order order = fw_default_order();
	order.kind = kind;
	for ( int32_t i = 0; i < COUNT; i++ )
	{
		const fw_pose pose = at( 3.5 + 2 * ( i / 6 ), 14.5 + 2 * ( i % 6 ) );
		assert_int_equal( fw_world_add( on.world, &def, &pose, 1, &ids[i], NULL ), FW_OK );
	}
	for ( int32_t i = 0; i < COUNT; i += kind == FW_ORDER_GO ? 1 : COUNT )
	{
		order.goal = at( 80.5 + 2 * ( i / 6 ), 24.5 - 2 * ( i % 6 ) );
		assert_int_equal( fw_world_order( on.world, &ids[i], kind == FW_ORDER_GO ? 1 : COUNT, &order, NULL ), FW_OK );
	}
	run( &on, seconds );
	edit( &on, 45, 4, 2, 32, FW_TERRAIN_OUT );
	run( &on, 90.0 );
	assert_true( on.seen[FW_WORLD_PATH_LOST] > 0 );
	assert_int_equal( on.seen[FW_WORLD_NO_PATH], 0 );
	assert_true( on.seen[FW_WORLD_ARRIVED] >= COUNT || turning_radius > 0.0 ); // vehicles may shut each other in
	fw_world_destroy( on.world );
}

static void test_lost_on_way( void** state )
{
	(void)state;
	for ( double seconds = 1.0; seconds < 10.0; seconds += 3.5 )
	{
		check_lost_on_way( FW_ORDER_GO, 0.0, seconds );
		check_lost_on_way( FW_ORDER_GATHER, 0.0, seconds );
		check_lost_on_way( FW_ORDER_GO, 1.0, seconds );
	}
}

// Units that go round each other are off their paths for a while. An edit where nobody goes is none of their business.
static void test_path_kept( void** state )
{
	(void)state;
	play on = play_text( "....................\n"
	                     "....................\n"
	                     "....................\n"
	                     ".........#..........\n"
	                     "....................\n"
	                     ".....#..............\n"
	                     "..............#.....\n"
	                     "....................\n"
	                     ".........#..........\n"
	                     "....................\n" );
	for ( int32_t i = 0; i < 10; i++ )
	{
		go( on.world, add( on.world, i % 2 == 0 ? 1.5 + i / 2 : 18.5 - i / 2, 4.5 ),
		    i % 2 == 0 ? 18.5 - i / 2 : 1.5 + i / 2, 4.5 );
	}
	for ( int32_t i = 0; i < 20; i++ )
	{
		run( &on, 0.5 );
		edit( &on, i, 0, 1, 1, FW_TERRAIN_OUT );
	}
	assert_int_equal( on.seen[FW_WORLD_EDITED], 19 );
	assert_int_equal( on.seen[FW_WORLD_PATH_LOST], 0 );
	assert_true( on.seen[FW_WORLD_ARRIVED] > 0 );
	fw_world_destroy( on.world );
}

// A gate opens: units under way take the shorter path.
static void test_better_path( void** state )
{
	(void)state;
	play on = play_text( "..........#.........\n"
	                     "..........#.........\n"
	                     "..........#.........\n"
	                     "..........#.........\n"
	                     "..........#.........\n"
	                     "..........#.........\n"
	                     "..........#.........\n"
	                     "....................\n" );
	const fw_unit_id unit = add( on.world, 2.5, 0.5 );
	go( on.world, unit, 17.5, 0.5 );
	run( &on, 1.0 );
	const double before = fw_world_path( on.world, unit )->length;
	edit( &on, 10, 0, 1, 2, FW_TERRAIN_GROUND );
	run( &on, STEP );
	assert_true( fw_world_path( on.world, unit )->length < before - 2.0 );
	assert_int_equal( on.seen[FW_WORLD_PATH_LOST], 0 );
	run( &on, 10.0 );
	assert_true( x_of( &on, unit ) == 17.5 );
	assert_int_equal( on.seen[FW_WORLD_STARTED], 1 );
	fw_world_destroy( on.world );
}

// The same where the search for the shorter path takes many steps: the unit drives on, and keeps its path in the end.
static void test_slow_better_path( void** state )
{
	(void)state;
	play on = play_on( test_field( 60, 40 ), 64, NULL );
	fw_world_unit_def def = fw_default_world_unit_def();
	def.plan.method = "astar";
	def.plan.options.heuristic = FW_HEURISTIC_ZERO;
	const fw_pose pose = at( 2.5, 0.5 );
	fw_unit_id unit = 0;
	edit( &on, 40, 0, 1, 35, FW_TERRAIN_OUT );
	assert_int_equal( fw_world_add( on.world, &def, &pose, 1, &unit, NULL ), FW_OK );
	go( on.world, unit, 57.5, 0.5 );
	while ( on.seen[FW_WORLD_STARTED] == 0 )
	{
		run( &on, STEP );
	}
	run( &on, 1.0 );
	const double length = fw_world_path( on.world, unit )->length;
	edit( &on, 40, 20, 1, 1, FW_TERRAIN_GROUND );
	double slowest = 2.0;
	while ( fw_world_measure( on.world ).planning > 0 || fw_world_measure( on.world ).plans == 1 )
	{
		run( &on, STEP );
		slowest = fmin( slowest, speed_of( &on, unit ) );
	}
	assert_int_equal( fw_world_measure( on.world ).plans, 4 );
	assert_true( slowest > 1.5 && fw_world_path( on.world, unit )->length == length );
	run( &on, 60.0 );
	assert_int_equal( on.seen[FW_WORLD_ARRIVED], 1 );
	assert_true( on.seen[FW_WORLD_STARTED] == 1 && x_of( &on, unit ) == 57.5 );
	fw_world_destroy( on.world );
}

// A limit of the plan may forbid the search for a better path: the unit keeps what it has.
static void test_no_better_path( void** state )
{
	(void)state;
	play on = play_on( test_field( 30, 9 ), 20000, NULL );
	fw_world_unit_def def = fw_default_world_unit_def();
	def.plan.method = "astar";
	def.plan.options.heuristic = FW_HEURISTIC_ZERO;
	def.plan.options.max_expansions = 40;
	const fw_pose pose = at( 12.5, 4.5 );
	fw_unit_id unit = 0;
	assert_int_equal( fw_world_add( on.world, &def, &pose, 1, &unit, NULL ), FW_OK );
	go( on.world, unit, 27.5, 4.5 );
	run( &on, STEP );
	assert_int_equal( on.last[FW_WORLD_NO_PATH].reason, FW_REASON_EXPANSIONS );
	go( on.world, unit, 15.5, 4.5 );
	run( &on, 0.5 );
	assert_int_equal( on.seen[FW_WORLD_STARTED], 1 );
	edit( &on, 0, 0, 12, 9, FW_TERRAIN_OUT );
	edit( &on, 0, 0, 12, 9, FW_TERRAIN_GROUND ); // as it was, and yet it opens ground
	run( &on, 5.0 );
	assert_int_equal( on.seen[FW_WORLD_NO_PATH], 1 );
	assert_true( x_of( &on, unit ) == 15.5 );
	fw_world_destroy( on.world );
}

// Two vehicles meet head-on. The search for a detour takes many steps; the unit may be removed meanwhile, or get
// another order.
static void test_slow_detours( void** state )
{
	(void)state;
	for ( int32_t trial = 0; trial < 3; trial++ )
	{
		play on = play_on( test_field( 40, 30 ), 64, NULL );
		fw_world_unit_def def = fw_default_world_unit_def();
		def.unit.turning_radius = 1.0;
		def.plan.method = "directional";
		const fw_pose poses[2] = { at( 2.5, 14.5 ), { 37.5, 14.5, FW_PI } };
		fw_unit_id ids[2];
		assert_int_equal( fw_world_add( on.world, &def, poses, 2, ids, NULL ), FW_OK );
		go( on.world, ids[0], 36.5, 14.5 );
		go( on.world, ids[1], 3.5, 14.5 );
		for ( int32_t i = 0; i < 4000 && on.world->detours_for < 0; i++ )
		{
			run( &on, STEP );
		}
		assert_true( on.world->detours_for >= 0 );
		const fw_unit_id who = ids[on.world->detours_for];
		const fw_unit_id other = ids[1 - on.world->detours_for];
		if ( trial == 1 )
		{
			assert_int_equal( fw_world_remove( on.world, &who, 1, NULL ), FW_OK );
		}
		else if ( trial == 2 )
		{
			go( on.world, who, x_of( &on, who ) < 20.0 ? 36.5 : 3.5, 22.5 );
		}
		assert_true( trial == 0 || on.world->detours_for < 0 );
		run( &on, 200.0 );
		assert_int_equal( on.seen[FW_WORLD_ARRIVED], trial == 1 ? 1 : 2 );
		assert_int_equal( state_of( &on, other ), FW_UNIT_IDLE );
		for ( int32_t i = 0; i < 40 * 30 && on.world->detours_for < 0; i++ )
		{
			const int32_t x = i % 40;
			assert_int_equal( fw_grid_get( on.world->marked, x, i / 40 ), fw_grid_get( on.world->grid, x, i / 40 ) );
		}
		fw_world_destroy( on.world );
	}
}

int run_test_world_edits( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_edits_wait ),     cmocka_unit_test( test_canceled ),
	    cmocka_unit_test( test_too_many_edits ), cmocka_unit_test( test_path_lost ),
	    cmocka_unit_test( test_lost_on_way ),    cmocka_unit_test( test_path_kept ),
	    cmocka_unit_test( test_better_path ),    cmocka_unit_test( test_slow_better_path ),
	    cmocka_unit_test( test_no_better_path ), cmocka_unit_test( test_slow_detours ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
