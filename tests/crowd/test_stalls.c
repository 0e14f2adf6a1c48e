// SPDX-License-Identifier: MIT
// Nobody stands, or drives to and fro, for nothing.
#include "crowd/candidates.h"
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

// Who was pushed off its goal lets others pass over that, but not where it stands in their way as much.
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
	fw_crowd_join( s->crowd, before, 0, 0 );
	fw_crowd_join( s->crowd, beside, 0, 0 );
	test_crowd_pass( s, CROWD_TICK );
	assert_true( crowd_front( s->crowd, before ).x > 8.5 );
	test_crowd_free( s );
}

// The longest step over the lattice that a walker may make out of the way of a tank.
static double longest_step( test_crowd* s, int32_t walker, int32_t tank, bool backs_up )
{
	fw_crowd* crowd = s->crowd;
	const fw_vec2 front = crowd_front( crowd, walker );
	crowd_decision d = { .crowd = crowd, .unit = &crowd->units[walker], .index = walker, .push = CROWD_ASIDE };
	d.partner = -1;
	d.front = front;
	d.left = fw_crowd_left( crowd, walker );
	d.node = fw_node_near( front, 2 );
	d.on_node = true;
	d.candidates = crowd->candidates[0];
	crowd->root = tank;
	crowd->depth = 0;
	crowd->backs_up = backs_up;
	fw_crowd_list_candidates( &d );
	double longest = 0.0;
	for ( int32_t i = 0; i < d.count; i++ )
	{
		const fw_vec2 to = d.candidates[i].to;
		const bool is_node = to.x - floor( to.x ) == 0.5 && to.y - floor( to.y ) == 0.5;
		longest = is_node ? fmax( longest, hypot( to.x - front.x, to.y - front.y ) ) : longest;
	}
	return longest;
}

// A tank that backs up may need more room than one step clears.
static void test_out_of_the_way( void** state )
{
	(void)state;
	test_crowd* s = test_crowd_make( test_field( 30, 12 ) );
	fw_unit unit = fw_default_unit();
	unit.radius = 1.2;
	unit.turning_radius = 1.5;
	unit.reverse = true;
	int32_t tank;
	assert_int_equal( test_crowd_add( s, &unit, ( fw_pose ){ 6.5, 6.5, 0.0 }, &tank ), FW_OK );
	const int32_t walker = test_crowd_put( s, 0.4, 8.5, 6.5 );
	assert_true( test_crowd_send( s, tank, 25.5, 6.5 ) && test_crowd_send( s, walker, 25.5, 5.5 ) );
	test_crowd_begin( s );
	assert_true( longest_step( s, walker, tank, false ) < 1.5 );
	const double longest = longest_step( s, walker, tank, true );
	assert_true( longest > 2.0 && longest <= 3.0 );
	test_crowd_end( s );
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
		fw_crowd_join( s->crowd, index, 0, file );
		s->crowd->units[index].looked_path = 0;
		assert_true( fw_crowd_looks_ahead( s->crowd, index, 0.0, &to, &at ) );
		assert_true( at == ( file == 0 ? 30.0 : 8.0 ) );
	}
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

int run_test_stalls( void );
int run_test_stalls( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_last_hair ),       cmocka_unit_test( test_goals_too_close ),
	    cmocka_unit_test( test_lets_pass ),       cmocka_unit_test( test_pushed_in_vain ),
	    cmocka_unit_test( test_out_of_the_way ),  cmocka_unit_test( test_keeps_off ),
	    cmocka_unit_test( test_follows_closely ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
