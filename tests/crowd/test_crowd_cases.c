// SPDX-License-Identifier: MIT
// Crowds of a few units in known places: each test is one thing that they must be able to do.
#include "support_crowd.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

static void test_alone( void** state )
{
	(void)state;
	test_crowd* s = test_crowd_make( test_field( 30, 9 ) );
	const int32_t a = test_crowd_put( s, 0.4, 2.5, 4.5 );
	assert_int_equal( fw_crowd_look( s->crowd, a ).mode, FW_CROWD_STANDS );
	assert_true( test_crowd_send( s, a, 26.5, 4.5 ) );
	test_crowd_pass( s, 3.0 );
	assert_int_equal( fw_crowd_look( s->crowd, a ).mode, FW_CROWD_DRIVES );
	assert_true( fabs( fw_crowd_look( s->crowd, a ).speed - 2.0 ) < 1e-9 );
	const double left = fw_crowd_path_left( s->crowd, a );
	assert_true( fabs( left - ( 26.5 - fw_crowd_stop_pose( s->crowd, a ).x ) ) < 1e-9 );
	test_crowd_run_home( s, test_crowd_alone( 24.0 ) - 3.0 + 1.0 );
	assert_int_equal( fw_crowd_look( s->crowd, a ).mode, FW_CROWD_STANDS );
	// A path to where it is, and one that begins elsewhere.
	fw_path path;
	fw_path_init( &path, NULL );
	fw_path_clear( &path, fw_crowd_stop_pose( s->crowd, a ) );
	assert_int_equal( test_crowd_drive( s, a, &path ), FW_OK );
	test_crowd_pass( s, 0.2 );
	assert_int_equal( fw_crowd_look( s->crowd, a ).mode, FW_CROWD_STANDS );
	fw_path_clear( &path, ( fw_pose ){ 26.5, 4.6, 0.0 } );
	test_line_to( &path, 20.5, 4.5, FW_GEAR_FORWARD );
	assert_int_equal( test_crowd_drive( s, a, &path ), FW_ERR_MISMATCH );
	fw_path_free( &path );
	test_crowd_free( s );
}

// Who is off its path on open ground needs no guide; beside a wall it takes one, and knows the same.
static void test_open_ground( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 40, 40 );
	test_crowd* s = test_crowd_make( grid );
	const int32_t a = test_crowd_put( s, 0.4, 5.5, 20.5 );
	assert_true( test_crowd_send( s, a, 35.5, 20.5 ) );
	crowd_unit* unit = &s->crowd->units[a];
	unit->on_path = false;
	assert_true( fabs( fw_crowd_left_in_sight( s->crowd, a ) - 30.0 ) < 1e-9 );
	assert_int_equal( unit->guide, -1 );
	test_block( grid, 6, 22 );
	assert_true( fabs( fw_crowd_left_in_sight( s->crowd, a ) - 30.0 ) < 1e-5 );
	assert_int_equal( unit->guide, 0 );
	test_crowd_free( s );
}

// Who is off its path by less than counts as nearer steps to its goal all the same, also among others that stand close.
static void test_last_bit( void** state )
{
	(void)state;
	test_crowd* s = test_crowd_make( test_field( 20, 20 ) );
	for ( int32_t i = 0; i < 9; i++ )
	{
		(void)test_crowd_put( s, 0.36, 9.5 + i % 3, 9.5 + i / 3 );
	}
	assert_true( test_crowd_send( s, 4, 10.493, 10.501 ) );
	s->crowd->units[4].on_path = false;
	test_crowd_run_home( s, 2.0 );
	test_crowd_free( s );
}

// A unit that went round another one on open ground goes straight on to its goal, and that line is its path then. When
// it is blocked, the unit asks for another path.
static void test_way_back( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 60, 40 );
	test_crowd* s = test_crowd_make( grid );
	const int32_t a = test_crowd_put( s, 0.4, 5.5, 20.5 );
	const int32_t b = test_crowd_put( s, 0.4, 15.5, 20.5 );
	fw_crowd_hold( s->crowd, b, true );
	assert_true( test_crowd_send( s, a, 55.5, 20.5 ) );
	const crowd_unit* unit = &s->crowd->units[a];
	const int64_t given = unit->path_number;
	for ( int32_t tick = 0; tick < 500 && ( !unit->on_path || unit->path_number == given ); tick++ )
	{
		test_crowd_pass( s, CROWD_TICK );
	}
	assert_true( unit->on_path && unit->path_number != given );
	assert_int_equal( unit->path.count, 1 );
	assert_true( fabs( unit->path.segments[0].from.y - 20.5 ) > 0.1 );
	assert_true( unit->path.segments[0].to.x == 55.5 && unit->path.segments[0].to.y == 20.5 );
	assert_true( fabs( unit->path.length - unit->path.segments[0].length ) < 1e-12 );
	for ( int32_t y = 10; y < 30; y++ )
	{
		test_block( grid, 40, y );
	}
	test_crowd_pass( s, CROWD_TICK );
	assert_false( unit->on_path );
	test_crowd_pass( s, 5.0 );
	assert_true( fw_crowd_look( s->crowd, a ).lost );
	assert_true( test_crowd_send( s, a, 55.5, 20.5 ) );
	test_crowd_run_home( s, 60.0 );
	assert_true( fabs( test_crowd_x( s, a ) - 55.5 ) < 1e-6 );
	test_crowd_free( s );
}

// In a corridor with one bay, near either end, two change places. Without swaps (swap.c) that takes over 33 s.
static void test_swap( void** state )
{
	(void)state;
	static const char* const maps[3] = {
	    "####################\n....................\n##########.#########\n####################\n",
	    "####################\n....................\n##.#################\n####################\n",
	    "#################.##\n....................\n####################\n####################\n",
	};
	for ( int32_t i = 0; i < 6; i++ )
	{
		test_crowd* s = test_crowd_make( test_grid( maps[i % 3] ) );
		const int32_t a = test_crowd_put( s, i < 3 ? 0.4 : 0.3, 0.5, 1.5 );
		const int32_t b = test_crowd_put( s, i < 3 ? 0.4 : 0.45, 19.5, 1.5 );
		assert_true( test_crowd_send( s, a, 19.5, 1.5 ) && test_crowd_send( s, b, 0.5, 1.5 ) );
		test_crowd_run_home( s, 32.0 );
		test_crowd_free( s );
	}
}

// A unit at its goal near the mouth of a blind lane lets another one in, whose goal is deeper, and returns. It wants
// nothing by itself, so the other one must pull it out.
static void test_pull( void** state )
{
	(void)state;
	test_crowd* s = test_crowd_make( test_grid( "###########.....\n"
	                                            "#...............\n"
	                                            "###########.....\n" ) );
	const int32_t a = test_crowd_put( s, 0.4, 9.5, 1.5 );
	const int32_t b = test_crowd_put( s, 0.4, 14.5, 1.5 );
	assert_true( test_crowd_send( s, a, 8.5, 1.5 ) );
	test_crowd_run_home( s, 3.0 );
	assert_true( test_crowd_send( s, b, 3.5, 1.5 ) );
	test_crowd_run_home( s, 16.0 );
	test_crowd_free( s );
}

// A wide unit whose longest step would leave no room to the one that it pushes takes a shorter one.
static void test_wide_steps( void** state )
{
	(void)state;
	test_crowd* s = test_crowd_make( test_grid( "....######........\n"
	                                            "..................\n"
	                                            "..................\n"
	                                            "....######........\n" ) );
	const int32_t wide = test_crowd_put( s, 0.9, 5.0, 2.0 );
	assert_true( test_crowd_put( s, 0.45, 6.5, 2.5 ) > wide );
	assert_true( test_crowd_send( s, wide, 15.0, 2.0 ) );
	test_crowd_run_home( s, 30.0 );
	test_crowd_free( s );
}

// Two that can pass each other only where the one that ranks first is.
static void test_wide_pairs( void** state )
{
	(void)state;
	static const double pairs[5][10] = {
	    { 8, 5, 2.0, 2.0, 6.0, 4.0, 5.5, 4.0, 2.5, 1.5 }, { 9, 4, 2.5, 1.5, 7.5, 2.5, 8.0, 1.5, 4.5, 2.5 },
	    { 9, 4, 7.0, 2.5, 2.0, 1.0, 5.5, 1.0, 5.5, 2.5 }, { 9, 4, 6.0, 2.0, 4.0, 3.0, 2.0, 2.0, 7.5, 2.5 },
	    { 8, 5, 5.5, 4.0, 7.0, 2.0, 7.0, 2.5, 1.5, 3.5 },
	};
	for ( int32_t i = 0; i < 5; i++ )
	{
		const double* p = pairs[i];
		test_crowd* s = test_crowd_make( test_field( (int32_t)p[0], (int32_t)p[1] ) );
		const int32_t a = test_crowd_put( s, 0.9, p[2], p[3] );
		const int32_t b = test_crowd_put( s, 0.9, p[6], p[7] );
		assert_true( test_crowd_send( s, a, p[4], p[5] ) && test_crowd_send( s, b, p[8], p[9] ) );
		test_crowd_run_home( s, 60.0 );
		test_crowd_free( s );
	}
}

// In a lane two tiles wide two that cannot pass each other there change places by its bay, in which a third one stands.
// Without joint plans none of these pairs comes home.
static void test_wide_lane( void** state )
{
	(void)state;
	static const double xs[3] = { 2.0, 4.0, 6.0 };
	for ( int32_t i = 0; i < 27; i++ )
	{
		test_crowd* s = test_crowd_make( test_grid( "################\n"
		                                            "................\n"
		                                            "................\n"
		                                            "#######..#######\n"
		                                            "#######..#######\n"
		                                            "#######..#######\n" ) );
		const int32_t a = test_crowd_put( s, 0.88, xs[i % 3], 2.0 );
		const int32_t b = test_crowd_put( s, 0.7, 8.0 + xs[i / 3 % 3], 2.0 );
		assert_true( test_crowd_put( s, 0.4, 7.5, 4.5 ) > b );
		assert_true( test_crowd_send( s, a, 8.0 + xs[i / 9], 2.0 ) );
		assert_true( test_crowd_send( s, b, xs[( i + 1 ) % 3], 2.0 ) );
		test_crowd_run_home( s, 30.0 );
		test_crowd_free( s );
	}
}

// A vehicle follows another one to the same end in a gate, also if the first one gets its path anew in each tick: one
// gets there, and the other one stands close behind it.
static void test_shared_end( void** state )
{
	(void)state;
	for ( int32_t i = 0; i < 8; i++ )
	{
		test_crowd* s = test_crowd_make( test_grid( "........................\n"
		                                            "........................\n"
		                                            "########......##########\n" ) );
		fw_unit car = test_unit( 0.7, 1.5 );
		const double end = 12.0 + 0.5 * ( i / 4 );
		int32_t a = -1;
		int32_t b = -1;
		car.reverse = i % 2 == 1;
		assert_int_equal( test_crowd_add( s, &car, ( fw_pose ){ 6.0, 1.0, 0.0 }, &a ), FW_OK );
		assert_int_equal( test_crowd_add( s, &car, ( fw_pose ){ 3.0, 1.0, 0.0 }, &b ), FW_OK );
		assert_true( test_crowd_send( s, b, end, 1.0 ) && test_crowd_send( s, a, end, 1.0 ) );
		for ( int32_t tick = 0; tick < 400; tick++ )
		{
			const fw_pose stop = fw_crowd_stop_pose( s->crowd, a );
			fw_path path;
			fw_path_init( &path, NULL );
			fw_path_clear( &path, stop );
			if ( i / 2 % 2 == 1 && stop.x < end - 0.01 )
			{
				test_line_to( &path, end, stop.y, FW_GEAR_FORWARD );
				(void)fw_crowd_drive( s->crowd, a, &path, false );
			}
			fw_path_free( &path );
			test_crowd_pass( s, CROWD_TICK );
		}
		assert_true( fabs( test_crowd_x( s, a ) - end ) < 0.02 && test_crowd_x( s, b ) > end - 1.6 );
		test_crowd_free( s );
	}
}

// Units that stand packed in a lane, not at nodes, come to nodes before a plan moves them: the last ones first, as they
// make room for the others.
static void test_packed( void** state )
{
	(void)state;
	test_crowd* s = test_crowd_make( test_grid( "........############........\n"
	                                            "............................\n"
	                                            "........############........\n" ) );
	for ( int32_t i = 0; i < 4; i++ )
	{
		assert_int_equal( test_crowd_put( s, 0.4, 13.3 + 0.8001 * i, 1.5 ), i );
	}
	const int32_t other = test_crowd_put( s, 0.4, 11.5, 1.5 );
	assert_true( test_crowd_send( s, other, 26.5, 1.5 ) );
	for ( int32_t i = 0; i < 4; i++ )
	{
		assert_true( test_crowd_send( s, i, 1.5 + i, 1.5 ) );
	}
	s->crowd->units[other].best_time = -100.0;
	assert_true( fw_crowd_unravel( s->crowd, other ) );
	for ( int32_t i = 0; i < 5; i++ )
	{
		const double x = crowd_front( s->crowd, i ).x - 0.5;
		assert_true( fabs( x - floor( x + 0.5 ) ) < 1e-9 );
	}
	test_crowd_run_home( s, 60.0 );
	test_crowd_free( s );
}

// Who gains speed slowly takes longer for each step, so it is stuck later.
static void test_slow_is_not_stuck( void** state )
{
	(void)state;
	for ( int32_t slow = 0; slow < 2; slow++ )
	{
		test_crowd* s = test_crowd_make( test_field( 12, 12 ) );
		fw_unit unit = test_unit( 0.4, 0.0 );
		unit.speed = 2.0;
		unit.acceleration = slow == 1 ? 2.0 : 8.0;
		unit.braking = slow == 1 ? 4.0 : 8.0;
		int32_t index;
		assert_int_equal( test_crowd_add( s, &unit, ( fw_pose ){ 2.5, 2.5, 0.0 }, &index ), FW_OK );
		assert_true( test_crowd_send( s, index, 9.5, 2.5 ) );
		// 1.63 times as long: a tile takes 0.75 s and 1.22 s.
		s->crowd->units[index].best_time = -13.0;
		assert_true( fw_crowd_unravel( s->crowd, index ) == ( slow == 0 ) );
		s->crowd->units[index].best_time = -13.1;
		s->crowd->units[index].next_plan = 0.0;
		assert_true( fw_crowd_unravel( s->crowd, index ) );
		test_crowd_free( s );
	}
}

// The goal of one is in a lane, that of the other one at the end of it: who comes through the lane must make room
// behind it before both are at home. Without a plan for both (fw_crowd_trades()) they push each other to and fro for 20
// s.
static void test_trade( void** state )
{
	(void)state;
	static const char* const maps[2] = {
	    ".@.@.....@...\n......@......\n@..@.........\n...@..@@@....\n.@.@..@@....@\n",
	    "...@.....@.@.\n......@......\n.........@..@\n....@@@..@...\n@....@@..@.@.\n",
	};
	for ( int32_t i = 0; i < 2; i++ )
	{
		test_crowd* s = test_crowd_make( test_grid( maps[i] ) );
		const int32_t a = test_crowd_put( s, 0.4, i == 0 ? 4.5 : 8.5, 2.5 );
		const int32_t b = test_crowd_put( s, 0.4, i == 0 ? 1.5 : 11.5, 1.5 );
		assert_true( test_crowd_send( s, a, 6.5, 2.5 ) );
		test_crowd_run_home( s, 10.0 );
		assert_true( test_crowd_send( s, b, i == 0 ? 7.5 : 5.5, 2.5 ) );
		test_crowd_run_home( s, 10.0 );
		test_crowd_free( s );
	}
}

// A unit at its goal in a corridor lets another one pass, and returns.
static void test_lets_pass( void** state )
{
	(void)state;
	test_crowd* s = test_crowd_make( test_grid( "####################\n"
	                                            "....................\n"
	                                            "############.#######\n" ) );
	const int32_t a = test_crowd_put( s, 0.4, 6.5, 1.5 );
	const int32_t b = test_crowd_put( s, 0.4, 0.5, 1.5 );
	assert_true( test_crowd_send( s, a, 10.5, 1.5 ) );
	test_crowd_run_home( s, 10.0 );
	assert_true( test_crowd_send( s, b, 19.5, 1.5 ) );
	bool yielded = false;
	double furthest = 0.0;
	for ( int32_t tick = 0; tick < 800 && test_crowd_away( s ) > 0; tick++ )
	{
		test_crowd_pass( s, CROWD_TICK );
		yielded |= fw_crowd_look( s->crowd, a ).mode == FW_CROWD_YIELDS;
		furthest = fmax( furthest, hypot( test_crowd_x( s, a ) - 10.5, test_crowd_y( s, a ) - 1.5 ) );
	}
	assert_int_equal( test_crowd_away( s ), 0 );
	assert_true( yielded && furthest > 1.0 );
	test_crowd_free( s );
}

// One without a goal makes room, and stays where that brought it.
// A tank that has shut two walkers in between itself and a wall makes room for them by a shorter piece than the one
// that it would drive: those who find no room for that are asked once more.
static void test_shut_in( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 32, 14 );
	for ( int32_t y = 0; y < 14; y++ )
	{
		for ( int32_t x = y < 4 ? 31 : y < 7 ? 30 : y < 10 ? 28 : 26; x < 32; x++ )
		{
			test_block( grid, x, y );
		}
	}
	test_crowd* s = test_crowd_make( grid );
	fw_unit tank = fw_default_unit();
	tank.radius = 1.112;
	tank.turning_radius = 1.5;
	tank.reverse = true;
	int32_t index;
	assert_int_equal( test_crowd_add( s, &tank, ( fw_pose ){ 27.85, 5.75, -0.667 }, &index ), FW_OK );
	const int32_t a = test_crowd_put( s, 0.365, 29.5, 5.5 );
	const int32_t b = test_crowd_put( s, 0.365, 29.5, 6.5 );
	fw_path path;
	fw_path_init( &path, NULL );
	fw_path_clear( &path, fw_crowd_stop_pose( s->crowd, index ) );
	const fw_vec2 from = { 27.85, 5.75 };
	const fw_segment arc = fw_segment_arc( from, -0.667, tank.turning_radius, -2.54, FW_GEAR_FORWARD );
	const fw_pose end = fw_segment_pose_at( &arc, arc.length );
	assert_int_equal( fw_path_append( &path, &arc ), FW_OK );
	test_line_to( &path, end.x + 20.0 * cos( end.heading ), end.y + 20.0 * sin( end.heading ), FW_GEAR_FORWARD );
	assert_int_equal( test_crowd_drive( s, index, &path ), FW_OK );
	fw_path_free( &path );
	assert_true( test_crowd_send( s, a, 6.5, 11.5 ) && test_crowd_send( s, b, 4.5, 11.5 ) );
	test_crowd_run_home( s, test_crowd_alone( 25.0 ) + 4.0 );
	test_crowd_free( s );
}

static void test_makes_room( void** state )
{
	(void)state;
	test_crowd* s = test_crowd_make( test_grid( "####################\n"
	                                            "....................\n"
	                                            "############.#######\n" ) );
	const int32_t a = test_crowd_put( s, 0.4, 10.5, 1.5 );
	const int32_t b = test_crowd_put( s, 0.4, 0.5, 1.5 );
	assert_true( test_crowd_send( s, b, 19.5, 1.5 ) );
	test_crowd_run_home( s, 40.0 );
	test_crowd_pass( s, 1.0 );
	const double x = test_crowd_x( s, a );
	const double y = test_crowd_y( s, a );
	assert_true( x != 10.5 && x < 18.5 );
	test_crowd_pass( s, 3.0 );
	assert_true( test_crowd_x( s, a ) == x && test_crowd_y( s, a ) == y );
	assert_int_equal( fw_crowd_look( s->crowd, a ).mode, FW_CROWD_STANDS );
	test_crowd_free( s );
}

// Who holds makes room neither for a unit that turns on the spot nor for a vehicle.
static void test_holds( void** state )
{
	(void)state;
	test_crowd* s = test_crowd_make( test_grid( "####################\n"
	                                            "....................\n"
	                                            "############.#######\n" ) );
	fw_unit car = test_unit( 0.4, 0.5 );
	int32_t vehicle = -1;
	const int32_t a = test_crowd_put( s, 0.4, 10.5, 1.5 );
	const int32_t b = test_crowd_put( s, 0.4, 4.5, 1.5 );
	assert_int_equal( test_crowd_add( s, &car, ( fw_pose ){ 19.5, 1.5, FW_PI }, &vehicle ), FW_OK );
	fw_crowd_hold( s->crowd, a, true );
	assert_true( test_crowd_send( s, b, 13.5, 1.5 ) && test_crowd_send( s, vehicle, 7.5, 1.5 ) );
	test_crowd_pass( s, 30.0 );
	assert_true( test_crowd_x( s, a ) == 10.5 && test_crowd_y( s, a ) == 1.5 );
	assert_true( test_crowd_x( s, b ) < 10.0 && test_crowd_x( s, vehicle ) > 11.0 );
	test_crowd_remove( s, vehicle );
	fw_crowd_hold( s->crowd, a, false );
	test_crowd_pass( s, 30.0 );
	assert_true( test_crowd_x( s, b ) == 13.5 );
	test_crowd_free( s );
}

// With another goal a unit that waits has waited no less: else one that a player sends on twice a second would never
// look for a way out. Who stood without a goal begins anew.
static void test_other_goals( void** state )
{
	(void)state;
	test_crowd* s = test_crowd_make( test_field( 30, 1 ) );
	const int32_t a = test_crowd_put( s, 0.4, 2.5, 0.5 );
	const int32_t b = test_crowd_put( s, 0.4, 8.5, 0.5 );
	fw_crowd_hold( s->crowd, b, true );
	assert_true( test_crowd_send( s, a, 20.5, 0.5 ) );
	test_crowd_pass( s, 5.0 );
	const double since = s->crowd->units[a].best_time;
	assert_true( since > 0.0 && since < 4.0 );
	assert_true( test_crowd_send( s, a, 21.5, 0.5 ) );
	assert_true( s->crowd->units[a].best_time == since );
	fw_crowd_hold( s->crowd, b, false );
	assert_true( test_crowd_send( s, b, 25.5, 0.5 ) );
	assert_true( s->crowd->units[b].best_time == s->crowd->time );
	test_crowd_run_home( s, 20.0 );
	test_crowd_free( s );
}

// Nobody can pass: the one with a goal says that it is stuck, by whom, and goes on as soon as the other is gone.
static void test_stuck( void** state )
{
	(void)state;
	test_crowd* s = test_crowd_make( test_field( 12, 1 ) );
	const int32_t a = test_crowd_put( s, 0.4, 0.5, 0.5 );
	const int32_t b = test_crowd_put( s, 0.4, 11.5, 0.5 );
	assert_true( test_crowd_send( s, a, 11.5, 0.5 ) && test_crowd_send( s, b, 0.5, 0.5 ) );
	test_crowd_pass( s, 30.0 );
	const fw_crowd_view view = fw_crowd_look( s->crowd, a );
	const fw_crowd_view other = fw_crowd_look( s->crowd, b );
	assert_true( view.stuck > 0.0 || other.stuck > 0.0 );
	test_crowd_remove( s, b );
	test_crowd_run_home( s, 20.0 );
	test_crowd_free( s );
}

// A stop: braking as fast as it can, then a standstill without a goal, also at a place between nodes.
static void test_stop( void** state )
{
	(void)state;
	test_crowd* s = test_crowd_make( test_field( 30, 9 ) );
	const int32_t a = test_crowd_put( s, 0.4, 2.5, 4.5 );
	assert_true( test_crowd_send( s, a, 26.5, 4.5 ) );
	test_crowd_pass( s, 3.0 );
	fw_crowd_stop( s->crowd, a );
	const fw_pose stop = fw_crowd_stop_pose( s->crowd, a );
	assert_true( stop.x - test_crowd_x( s, a ) < 0.6 );
	s->sent[a] = false;
	test_crowd_pass( s, 1.0 );
	assert_true( fabs( test_crowd_x( s, a ) - stop.x ) < 1e-9 && fw_crowd_look( s->crowd, a ).speed == 0.0 );
	assert_int_equal( fw_crowd_look( s->crowd, a ).mode, FW_CROWD_STANDS );
	assert_true( test_crowd_send( s, a, 2.5, 4.5 ) );
	test_crowd_run_home( s, 10.0 );
	test_crowd_free( s );
}

// The tiles of units that stand or stop there are in use, and those that a unit has yet to decide to enter are not.
static void test_uses( void** state )
{
	(void)state;
	test_crowd* s = test_crowd_make( test_field( 30, 9 ) );
	const int32_t a = test_crowd_put( s, 0.4, 2.5, 4.5 );
	assert_true( fw_crowd_uses( s->crowd, ( fw_rect ){ 2, 4, 1, 1 } ) );
	assert_false( fw_crowd_uses( s->crowd, ( fw_rect ){ 4, 4, 1, 1 } ) );
	assert_true( test_crowd_send( s, a, 26.5, 4.5 ) );
	test_crowd_pass( s, 3.0 );
	const int32_t x = (int32_t)floor( fw_crowd_stop_pose( s->crowd, a ).x );
	assert_true( fw_crowd_uses( s->crowd, ( fw_rect ){ x, 4, 1, 1 } ) );
	assert_false( fw_crowd_uses( s->crowd, ( fw_rect ){ x + 2, 4, 1, 1 } ) );
	assert_false( fw_crowd_uses( s->crowd, ( fw_rect ){ 2, 4, 1, 1 } ) );
	// Another one is refused where it stands, and where it is about to drive.
	int32_t index;
	int32_t blocker;
	const fw_unit unit = test_unit( 0.4, 0.0 );
	const fw_pose there = { test_crowd_x( s, a ) + 0.7, 4.5, 0.0 };
	assert_int_equal( fw_crowd_add( s->crowd, &unit, false, there, &index, &blocker ), FW_ERR_BLOCKED );
	assert_int_equal( blocker, a );
	assert_int_equal( fw_crowd_add( s->crowd, &unit, false, ( fw_pose ){ 0.2, 4.5, 0.0 }, &index, &blocker ),
	                  FW_ERR_BLOCKED );
	assert_int_equal( blocker, -1 );
	// A wall on its way, where it need not be: it stops before it, and has lost its path.
	assert_int_equal( fw_grid_fill( s->grid, ( fw_rect ){ 20, 0, 1, 9 }, FW_TERRAIN_OUT, NULL ), FW_OK );
	test_crowd_pass( s, 15.0 );
	assert_true( test_crowd_x( s, a ) < 19.6 + 1e-6 && fw_crowd_look( s->crowd, a ).speed == 0.0 );
	test_crowd_free( s );
}

// Several to one place: one has it, the others stand around it, and nobody moves any longer. They still make room for
// one that goes elsewhere, and take other orders.
static void test_one_goal( void** state )
{
	(void)state;
	for ( int32_t count = 2; count <= 16; count += 7 )
	{
		test_crowd* s = test_crowd_make( test_field( 34, 13 ) );
		for ( int32_t i = 0; i < count; i++ )
		{
			assert_int_equal( test_crowd_put( s, 0.4, 1.5 + i / 4, 4.5 + i % 4 ), i );
		}
		for ( int32_t i = 0; i < count; i++ )
		{
			assert_true( test_crowd_send( s, i, 24.5, 6.5 ) );
		}
		test_crowd_pass( s, 60.0 );
		double sum = 0.0;
		for ( int32_t i = 0; i < count; i++ )
		{
			const double away = hypot( test_crowd_x( s, i ) - 24.5, test_crowd_y( s, i ) - 6.5 );
			assert_int_equal( fw_crowd_look( s->crowd, i ).mode, FW_CROWD_STANDS );
			assert_true( away < 7.5 );
			sum += away;
		}
		assert_true( sum / count < 3.0 );
		assert_int_equal( test_crowd_away( s ), count - 1 );
		for ( int32_t i = 0; i < count; i++ )
		{
			s->sent[i] = false;
		}
		const int32_t last = test_crowd_put( s, 0.4, 1.5, 6.5 );
		assert_true( test_crowd_send( s, last, 32.5, 6.5 ) );
		test_crowd_run_home( s, 25.0 );
		assert_true( test_crowd_send( s, 0, 3.5, 2.5 ) && test_crowd_send( s, 1, 3.5, 10.5 ) );
		test_crowd_run_home( s, 25.0 );
		test_crowd_free( s );
	}
}

int run_test_crowd_cases( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_alone ),
	    cmocka_unit_test( test_pull ),
	    cmocka_unit_test( test_wide_steps ),
	    cmocka_unit_test( test_wide_pairs ),
	    cmocka_unit_test( test_wide_lane ),
	    cmocka_unit_test( test_packed ),
	    cmocka_unit_test( test_shared_end ),
	    cmocka_unit_test( test_open_ground ),
	    cmocka_unit_test( test_last_bit ),
	    cmocka_unit_test( test_way_back ),
	    cmocka_unit_test( test_swap ),
	    cmocka_unit_test( test_trade ),
	    cmocka_unit_test( test_slow_is_not_stuck ),
	    cmocka_unit_test( test_lets_pass ),
	    cmocka_unit_test( test_makes_room ),
	    cmocka_unit_test( test_shut_in ),
	    cmocka_unit_test( test_holds ),
	    cmocka_unit_test( test_one_goal ),
	    cmocka_unit_test( test_other_goals ),
	    cmocka_unit_test( test_stuck ),
	    cmocka_unit_test( test_stop ),
	    cmocka_unit_test( test_uses ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
