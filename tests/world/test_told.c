// SPDX-License-Identifier: MIT
// Who does not arrive is told that it is stuck, after a bounded time and whatever it moves.
#include "play.h"
#include "world/world.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#define LANE 14

static fw_unit_id put_vehicle( fw_world* world, double x, double y, bool reverse )
{
	fw_world_unit_def def = fw_default_world_unit_def();
	def.unit.radius = 0.45;
	def.unit.turning_radius = 2.0;
	def.unit.reverse = reverse;
	const fw_pose pose = { x, y, FW_PI };
	fw_unit_id id = 0;
	assert_int_equal( fw_world_add( world, &def, &pose, 1, &id, NULL ), FW_OK );
	return id;
}

// A lane with a dead end on the left of a field: a walker and a vehicle in it, each in the other's way. A vehicle that
// cannot back up gets to its goal, and shuts the walker in.
static void check_told_in_lane( fw_vec2 walker, fw_vec2 vehicle, bool reverse )
{
	fw_grid* grid = test_field( LANE + 16, 9 );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 0, 0, LANE, 9 }, FW_TERRAIN_OUT, NULL ), FW_OK );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 0, 4, LANE, 1 }, FW_TERRAIN_GROUND, NULL ), FW_OK );
	play on = play_on( grid, 20000, NULL );
	const fw_unit_id ids[2] = { add( on.world, walker.x, 4.5 ), put_vehicle( on.world, vehicle.x, 4.5, reverse ) };
	go( on.world, ids[0], walker.y, 4.5 );
	fw_order order = fw_default_order();
	order.goal = ( fw_pose ){ vehicle.y, 4.5, FW_PI };
	assert_int_equal( fw_world_order( on.world, &ids[1], 1, &order, NULL ), FW_OK );
	run( &on, 120.0 );
	for ( int32_t second = 0; second < 60; second++ )
	{
		run( &on, 1.0 );
		const bool is_home = x_of( &on, ids[0] ) == walker.y; // for a moment
		assert_int_equal( state_of( &on, ids[0] ), is_home ? FW_UNIT_IDLE : FW_UNIT_STUCK );
		assert_int_equal( state_of( &on, ids[1] ), reverse ? FW_UNIT_STUCK : FW_UNIT_IDLE );
		assert_true( reverse || x_of( &on, ids[1] ) == vehicle.y );
	}
	fw_world_destroy( on.world );
}

// Whether it stands for ever behind one that moves to and fro, or drives to and fro itself: who gets no nearer is told
// so. Places on the lane are x: where a unit begins, y: where it goes.
static void test_told_in_lane( void** state )
{
	(void)state;
	for ( int32_t reverse = 0; reverse < 2; reverse++ )
	{
		check_told_in_lane( ( fw_vec2 ){ 10.5, 6.5 }, ( fw_vec2 ){ 18.5, 2.5 }, reverse > 0 );
		check_told_in_lane( ( fw_vec2 ){ 2.5, 20.5 }, ( fw_vec2 ){ 10.5, 4.5 }, reverse > 0 );
		check_told_in_lane( ( fw_vec2 ){ 2.5, 20.5 }, ( fw_vec2 ){ 10.5, 1.5 }, reverse > 0 );
	}
	check_told_in_lane( ( fw_vec2 ){ 3.5, 6.5 }, ( fw_vec2 ){ 6.5, 3.5 }, true );
}

// In each turn another one comes over the goal of a unit for some seconds. How often does the unit come home? While it
// is away it is told to be stuck from a second on, and not in the first quarter of the time until then, nor while it
// is at home.
static int32_t count_home( int32_t turn, int32_t over, int32_t seconds, int32_t told_from )
{
	play on = play_on( test_field( 40, 1 ), 20000, NULL );
	const fw_unit_id pushed = add( on.world, 20.5, 0.5 );
	const fw_unit_id other = add( on.world, 14.5, 0.5 );
	go( on.world, pushed, 22.5, 0.5 );
	int32_t times_home = 0;
	int32_t at_home = 0; // for so many seconds
	for ( int32_t second = 0; second < seconds; second++ )
	{
		if ( second % turn == 0 || second % turn == over )
		{
			// The other one comes as far as beyond the goal, or goes back.
			go( on.world, other, second % turn == 0 ? 23.5 : 20.5, 0.5 );
		}
		run( &on, 1.0 );
		const bool home = x_of( &on, pushed ) == 22.5;
		at_home = home ? at_home + 1 : 0;
		times_home += at_home == 1 ? 1 : 0;
		const bool stuck = state_of( &on, pushed ) == FW_UNIT_STUCK;
		assert_true( home || stuck || second < told_from );
		assert_true( !stuck || ( second > told_from / 4 && !home ) );
	}
	fw_world_destroy( on.world );
	return times_home;
}

// Who is pushed off its goal again and again is stuck, also if it comes back for some seconds each time, but not if it
// is there for nearly all the time.
static void test_told_over_goal( void** state )
{
	(void)state;
	assert_true( count_home( 8, 4, 120, 80 ) >= 3 );
	assert_true( count_home( 14, 5, 400, 240 ) >= 10 );
	assert_true( count_home( 40, 2, 400, 1600 ) >= 8 );
}

// Who drives on leg by leg gets nearer to the end of none: that is no reason to tell it so.
static void test_not_told_on_legs( void** state )
{
	(void)state;
	play on = play_on( test_field( 220, 12 ), 20000, NULL );
	const fw_unit_id ids[3] = { add( on.world, 12.5, 5.5 ), add( on.world, 10.5, 5.5 ),
	                            put_vehicle( on.world, 5.5, 5.5, false ) };
	fw_order order = fw_default_order();
	order.kind = FW_ORDER_FORM;
	order.goal = at( 200.5, 5.5 );
	assert_int_equal( fw_world_order( on.world, ids, 2, &order, NULL ), FW_OK );
	order.kind = FW_ORDER_FOLLOW;
	order.leader = ids[1];
	assert_int_equal( fw_world_order( on.world, &ids[2], 1, &order, NULL ), FW_OK );
	run( &on, 130.0 );
	assert_int_equal( on.seen[FW_WORLD_STUCK], 0 );
	assert_true( on.seen[FW_WORLD_ARRIVED] >= 2 );
	fw_world_destroy( on.world );
}

int run_test_told( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_told_in_lane ),
	    cmocka_unit_test( test_told_over_goal ),
	    cmocka_unit_test( test_not_told_on_legs ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
