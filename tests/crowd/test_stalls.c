// SPDX-License-Identifier: MIT
// Nobody stands, or drives to and fro, for nothing.
#include "geom/geom.h"
#include "support_crowd.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

// Beside others, one that stands a hair off its goal, and is on no path, gets there.
static void test_last_hair( void** state )
{
	(void)state;
	test_crowd* s = test_crowd_make( test_field( 12, 12 ) );
	const int32_t index = test_crowd_put( s, 0.4, 5.496, 5.5 );
	assert_true( test_crowd_put( s, 0.4, 5.5, 6.5 ) >= 0 );
	assert_true( test_crowd_send( s, index, 5.5, 5.5 ) );
	s->crowd->units[index].on_path = false;
	test_crowd_run_home( s, 1.0 );
	test_crowd_free( s );
}

// Two whose goals are a hair too close: one has its own, the other one stands beside it, and neither pushes for ever.
static void test_goals_too_close( void** state )
{
	(void)state;
	test_crowd* s = test_crowd_make( test_field( 34, 13 ) );
	const int32_t a = test_crowd_put( s, 0.4, 3.5, 6.5 );
	const int32_t b = test_crowd_put( s, 0.4, 3.5, 8.5 );
	assert_true( test_crowd_send( s, a, 24.5, 6.5 ) && test_crowd_send( s, b, 24.5, 7.30005 ) );
	test_crowd_pass( s, 20.0 );
	for ( int32_t tick = 0; tick < 100; tick++ )
	{
		test_crowd_pass( s, CROWD_TICK );
		assert_int_equal( fw_crowd_look( s->crowd, a ).mode, FW_CROWD_STANDS );
		assert_int_equal( fw_crowd_look( s->crowd, b ).mode, FW_CROWD_STANDS );
	}
	test_crowd_free( s );
}

// Who was pushed off its goal lets others pass over that, but not where it stands in their way as much. Nor does a
// member of a group whose place is far away: it was at another one. Followers stood for up to 5 s.
static void test_lets_pass( void** state )
{
	(void)state;
	test_crowd* s = test_crowd_make( test_field( 34, 13 ) );
	const int32_t near = test_crowd_put( s, 0.4, 12.2, 6.5 );
	const int32_t away = test_crowd_put( s, 0.4, 10.5, 8.5 );
	const int32_t comes = test_crowd_put( s, 0.4, 7.5, 6.5 );
	assert_true( test_crowd_send( s, near, 12.5, 6.5 ) && test_crowd_send( s, away, 10.5, 6.5 ) );
	assert_true( test_crowd_send( s, comes, 30.5, 6.5 ) );
	s->crowd->units[near].visited = true;
	s->crowd->units[away].visited = true;
	assert_false( fw_crowd_lets_pass( s->crowd, near ) );
	assert_true( fw_crowd_lets_pass( s->crowd, away ) );
	const int32_t far = test_crowd_put( s, 0.4, 10.5, 11.5 );
	assert_true( test_crowd_send( s, far, 10.5, 6.5 ) );
	s->crowd->units[far].visited = true;
	assert_true( fw_crowd_lets_pass( s->crowd, far ) );
	fw_crowd_join( s->crowd, far, 0, 0, 0 );
	assert_false( fw_crowd_lets_pass( s->crowd, far ) );
	test_crowd_free( s );
}

// One that comes from the side pushes the one before it forward. That one cannot get out of its way in one step, and
// goes on all the same.
static void test_pushed_in_vain( void** state )
{
	(void)state;
	test_crowd* s = test_crowd_make( test_field( 34, 15 ) );
	const int32_t before = test_crowd_put( s, 0.4, 8.5, 6.5 );
	const int32_t beside = test_crowd_put( s, 0.4, 8.2, 7.25 );
	assert_true( test_crowd_send( s, before, 24.5, 6.5 ) && test_crowd_send( s, beside, 29.5, 0.5 ) );
	fw_crowd_join( s->crowd, before, 0, 0, 0 );
	fw_crowd_join( s->crowd, beside, 0, 0, 0 );
	test_crowd_pass( s, CROWD_TICK );
	assert_true( crowd_front( s->crowd, before ).x > 8.5 );
	test_crowd_free( s );
}

// Who keeps off walls does not look along one.
static void test_keeps_off( void** state )
{
	(void)state;
	test_crowd* s = test_crowd_make( test_field( 40, 13 ) );
	test_block( s->grid, 17, 5 );
	const int32_t index = test_crowd_put( s, 0.4, 5.5, 6.5 );
	assert_true( test_crowd_send( s, index, 35.5, 6.5 ) );
	for ( int32_t file = 0; file < 2; file++ )
	{
		fw_vec2 to;
		double at;
		fw_crowd_join( s->crowd, index, 0, file, file );
		s->crowd->units[index].looked_path = 0;
		assert_true( fw_crowd_looks_ahead( s->crowd, index, 0.0, &to, &at ) );
		assert_true( at == ( file == 0 ? 30.0 : 8.0 ) );
	}
	test_crowd_free( s );
}

// So many tiles off the next corner of its path, or off the last one.
static void test_keeps_off_by_side( void** state )
{
	(void)state;
	fw_segment lines[] = {
	    fw_segment_line( ( fw_vec2 ){ 1.0, 1.0 }, ( fw_vec2 ){ 9.0, 1.0 }, FW_GEAR_FORWARD ),
	    fw_segment_line( ( fw_vec2 ){ 9.0, 1.0 }, ( fw_vec2 ){ 12.0, 1.0 }, FW_GEAR_FORWARD ),
	    fw_segment_line( ( fw_vec2 ){ 12.0, 1.0 }, ( fw_vec2 ){ 12.0, 8.0 }, FW_GEAR_FORWARD ), // to the right
	    fw_segment_line( ( fw_vec2 ){ 12.0, 8.0 }, ( fw_vec2 ){ 20.0, 8.0 }, FW_GEAR_FORWARD ), // to the left
	};
	crowd_unit unit = { .off_left = 1, .off_right = 3, .path = { .segments = lines, .count = 4 } };
	static const int32_t expected[] = { 3, 3, 1, 1 };
	for ( unit.segment = 0; unit.segment < 4; unit.segment++ )
	{
		assert_int_equal( fw_crowd_keeps_off( &unit ), expected[unit.segment] );
	}
	unit.segment = 0;
	unit.path.count = 2;
	assert_int_equal( fw_crowd_keeps_off( &unit ), 0 );
}

// Many that set out at once among walls: the work of a tick is bounded, and nobody stands for long.
static void test_sets_out_in_turn( void** state )
{
	(void)state;
	test_crowd* s = test_crowd_make( test_field( 48, 24 ) );
	for ( int32_t i = 0; i < 16 * 8; i++ )
	{
		test_block( s->grid, i % 16 * 3, i / 16 * 3 );
	}
	for ( int32_t i = 0; i < 16 * 8; i++ )
	{
		// Two beside each other, who change places.
		const double x = i / 2 % 16 * 3 + 1.5;
		const double y = i / 32 * 6 + 1.5;
		assert_int_equal( test_crowd_put( s, 0.4, x + i % 2, y ), i );
		assert_true( test_crowd_send( s, i, x + 1 - i % 2, y ) );
	}
	test_crowd_pass( s, CROWD_TICK );
	assert_int_equal( s->crowd->guides.filled, FW_GUIDES_FILLED );
	test_crowd_pass( s, CROWD_TICK );
	assert_int_equal( s->crowd->guides.filled, 16 * 8 - FW_GUIDES_FILLED );
	test_crowd_run_home( s, 8.0 );
	test_crowd_free( s );
}

// How far one is behind another one at top speed, if both set out side by side.
static double gap_behind( bool leader_first )
{
	test_crowd* s = test_crowd_make( test_field( 60, 1 ) );
	const int32_t one = test_crowd_put( s, 0.4, leader_first ? 2.32 : 1.5, 0.5 );
	const int32_t two = test_crowd_put( s, 0.4, leader_first ? 1.5 : 2.32, 0.5 );
	const int32_t leader = leader_first ? one : two;
	const int32_t behind = leader_first ? two : one;
	assert_true( test_crowd_send( s, leader, 58.5, 0.5 ) && test_crowd_send( s, behind, 57.5, 0.5 ) );
	test_crowd_pass( s, 8.0 );
	const double gap = test_crowd_x( s, leader ) - test_crowd_x( s, behind );
	test_crowd_free( s );
	return gap;
}

// Who follows one that drives later in a tick, as its number is higher, comes as close to it as one that drives before.
static void test_follows_closely( void** state )
{
	(void)state;
	assert_true( fabs( gap_behind( true ) - gap_behind( false ) ) < 0.01 );
}

// Of 60 on a circle, each to the opposite side, few are pushed back the way that they came: 63 times they turn back,
// without the costs of that, and of steps over those that come against them, 83 times.
static void test_turns_back( void** state )
{
	(void)state;
	test_crowd* s = test_crowd_make( test_field( 40, 40 ) );
	enum
	{
		COUNT = 60
	};
	fw_vec2 last[COUNT];
	for ( int32_t i = 0; i < COUNT; i++ )
	{
		double x, y;
		fw_sincos( 2.0 * FW_PI * i / COUNT, &y, &x );
		last[i] = ( fw_vec2 ){ 20.5 + floor( 18.0 * x ), 20.5 + floor( 18.0 * y ) };
		assert_int_equal( test_crowd_put( s, 0.45, last[i].x, last[i].y ), i );
	}
	for ( int32_t i = 0; i < COUNT; i++ )
	{
		assert_true( test_crowd_send( s, i, last[( i + COUNT / 2 ) % COUNT].x, last[( i + COUNT / 2 ) % COUNT].y ) );
	}
	const int32_t turns = test_crowd_count_turns( s, 40.0, INFINITY );
	test_crowd_run_home( s, 1.0 );
	assert_true( turns < 73 );
	test_crowd_free( s );
}

// One is at its goal in an aisle, before a crossing, and another one comes through. The one steps into the crossing
// aisle, not on ahead: else the other one backs up for it, and it comes out and is driven in again.
static void test_steps_into_branch( void** state )
{
	(void)state;
	test_crowd* s = test_crowd_make( test_grid( "#########.#########.###\n"
	                                            "#########.#########.###\n"
	                                            ".......................\n"
	                                            "#########.#########.###\n"
	                                            "#########.#########.###\n" ) );
	const int32_t stands = test_crowd_put( s, 0.4, 9.5, 0.5 );
	const int32_t comes = test_crowd_put( s, 0.4, 0.5, 2.5 );
	assert_true( test_crowd_send( s, stands, 8.5, 2.5 ) && test_crowd_send( s, comes, 13.5, 2.5 ) );
	test_crowd_run_home( s, 8.0 );
	test_crowd_free( s );
}

// One stands at its goal, and another one comes past: does the first one stay where it is?
static void come_past( double x, double y, double from_y, double to_y )
{
	test_crowd* s = test_crowd_make( test_field( 24, 24 ) );
	const int32_t stands = test_crowd_put( s, 0.4, x, y - 1.0 );
	const int32_t comes = test_crowd_put( s, 0.4, 2.5, from_y );
	assert_true( test_crowd_send( s, stands, x, y ) );
	test_crowd_run_home( s, 3.0 );
	assert_true( test_crowd_send( s, comes, 20.5, to_y ) );
	for ( int32_t tick = 0; tick < 300 && test_crowd_away( s ) > 0; tick++ )
	{
		test_crowd_pass( s, CROWD_TICK );
		assert_true( test_crowd_x( s, stands ) == x && test_crowd_y( s, stands ) == y );
	}
	assert_int_equal( test_crowd_away( s ), 0 );
	test_crowd_free( s );
}

// Who comes past one at its goal goes round it, if that is hardly longer, also where only the middle of a step would
// touch it, and where it must step aside first.
static void test_spares_goal( void** state )
{
	(void)state;
	come_past( 10.5, 9.5, 2.5, 20.5 );
	come_past( 10.5, 10.5, 10.5, 10.5 );
}

int run_test_stalls( void );
int run_test_stalls( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_last_hair ),         cmocka_unit_test( test_goals_too_close ),
	    cmocka_unit_test( test_steps_into_branch ), cmocka_unit_test( test_spares_goal ),
	    cmocka_unit_test( test_lets_pass ),         cmocka_unit_test( test_pushed_in_vain ),
	    cmocka_unit_test( test_keeps_off ),         cmocka_unit_test( test_follows_closely ),
	    cmocka_unit_test( test_keeps_off_by_side ), cmocka_unit_test( test_turns_back ),
	    cmocka_unit_test( test_sets_out_in_turn ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
