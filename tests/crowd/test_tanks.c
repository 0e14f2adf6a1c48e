// SPDX-License-Identifier: MIT
// Tanks among walkers, and among each other: who makes room, and for whom.
#include "crowd/candidates.h"
#include "support_crowd.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static int32_t put_tank( test_crowd* s, double x, double y, double heading )
{
	fw_unit unit = fw_default_unit();
	unit.radius = 1.2;
	unit.turning_radius = 1.5;
	unit.reverse = true;
	int32_t tank;
	assert_int_equal( test_crowd_add( s, &unit, ( fw_pose ){ x, y, heading }, &tank ), FW_OK );
	return tank;
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
	const int32_t tank = put_tank( s, 6.5, 6.5, 0.0 );
	const int32_t walker = test_crowd_put( s, 0.4, 8.5, 6.5 );
	assert_true( test_crowd_send( s, tank, 25.5, 6.5 ) && test_crowd_send( s, walker, 25.5, 5.5 ) );
	test_crowd_begin( s );
	assert_true( longest_step( s, walker, tank, false ) < 1.5 );
	const double longest = longest_step( s, walker, tank, true );
	assert_true( longest > 2.0 && longest <= 3.0 );
	test_crowd_end( s );
	test_crowd_free( s );
}

// Nobody steps into the way of a tank that waits for others to leave it, but who is in it already, or has stood for
// long.
static void test_cuts_in( void** state )
{
	(void)state;
	test_crowd* s = test_crowd_make( test_field( 30, 12 ) );
	const int32_t index = put_tank( s, 6.5, 6.5, 0.0 );
	const int32_t a = test_crowd_put( s, 0.4, 8.5, 4.5 );
	const int32_t b = test_crowd_put( s, 0.4, 9.5, 6.5 );
	const fw_vec2 in = { 8.5, 5.0 };
	const fw_vec2 beside = { 7.5, 4.5 };
	const fw_vec2 beyond = { 10.5, 6.5 };
	assert_true( test_crowd_send( s, index, 25.5, 6.5 ) );
	assert_false( fw_crowd_cuts_in( s->crowd, a, in ) );
	s->crowd->units[index].blocked = 0.0;
	assert_true( fw_crowd_cuts_in( s->crowd, a, in ) );
	assert_false( fw_crowd_cuts_in( s->crowd, a, beside ) );
	assert_false( fw_crowd_cuts_in( s->crowd, a, beyond ) );
	assert_false( fw_crowd_cuts_in( s->crowd, b, ( fw_vec2 ){ 9.0, 6.0 } ) );
	s->crowd->time = CROWD_SOON + 0.1;
	assert_false( fw_crowd_cuts_in( s->crowd, a, in ) );
	s->crowd->time = 0.0;
	test_crowd_free( s );
}

// Nor does anybody come near to one that has to leave its path to let a walker out.
static void test_leaves_room( void** state )
{
	(void)state;
	test_crowd* s = test_crowd_make( test_field( 30, 12 ) );
	const int32_t index = put_tank( s, 6.5, 6.5, 0.0 );
	const int32_t shut_in = test_crowd_put( s, 0.4, 8.5, 7.5 );
	const int32_t a = test_crowd_put( s, 0.4, 6.5, 2.5 );
	const int32_t b = test_crowd_put( s, 0.4, 6.5, 9.5 );
	const fw_vec2 nearer = { 6.5, 3.5 };
	assert_true( test_crowd_send( s, index, 25.5, 6.5 ) && test_crowd_send( s, shut_in, 25.5, 7.5 ) );
	crowd_unit* vehicle = &s->crowd->units[index];
	vehicle->waits_for = shut_in;
	s->crowd->units[shut_in].away = 1.0;
	s->crowd->units[shut_in].waits_for = -2;
	assert_false( fw_crowd_is_locked( s->crowd, index ) );
	assert_false( fw_crowd_cuts_in( s->crowd, a, nearer ) );
	s->crowd->time = CROWD_LATER;
	assert_true( fw_crowd_is_locked( s->crowd, index ) );
	assert_true( fw_crowd_cuts_in( s->crowd, a, nearer ) );
	assert_false( fw_crowd_cuts_in( s->crowd, b, ( fw_vec2 ){ 6.5, 10.5 } ) );
	const int32_t other = put_tank( s, 15.5, 6.5, FW_PI );
	assert_true( fw_crowd_cuts_in( s->crowd, other, ( fw_vec2 ){ 10.5, 6.5 } ) );
	assert_false( fw_crowd_cuts_in( s->crowd, other, ( fw_vec2 ){ 15.5, 6.5 } ) );
	s->crowd->time = CROWD_AT_LAST + 1.0;
	assert_false( fw_crowd_cuts_in( s->crowd, other, ( fw_vec2 ){ 10.5, 6.5 } ) );
	assert_false( fw_crowd_cuts_in( s->crowd, a, nearer ) );
	s->crowd->time = 0.0;
	test_crowd_free( s );
}

// A tank that needs a longer part of its path at once asks those in its way to clear it, but nobody who is before
// another one that drives the same way.
static void test_asks_nobody_ahead( void** state )
{
	(void)state;
	for ( int32_t i = 0; i < 4; i++ )
	{
		const bool leads = i % 2 == 1;
		const double heading = i / 2 == 0 ? 0.0 : FW_PI;
		const double sign = i / 2 == 0 ? 1.0 : -1.0;
		test_crowd* s = test_crowd_make( test_field( 40, 13 ) );
		const int32_t tank = put_tank( s, 20.0 - 15.5 * sign, 6.5, heading );
		const int32_t walker = test_crowd_put( s, 0.4, 20.0 + 0.5 * sign, 5.5 );
		int32_t first = walker;
		if ( leads )
		{
			first = put_tank( s, 20.0 - 9.5 * sign, 6.5, heading );
			assert_true( test_crowd_send( s, first, 20.0 + 16.5 * sign, 6.5 ) );
		}
		assert_true( test_crowd_send( s, tank, 20.0 + 15.5 * sign, 6.5 ) );
		test_crowd_begin( s );
		s->crowd->root = tank;
		assert_int_equal( fw_crowd_drive_through( s->crowd, tank, 20.0 ), leads ? CROWD_UNDECIDED : CROWD_FAIL );
		assert_int_equal( s->crowd->units[tank].waits_for, first );
		assert_true( s->crowd->units[walker].round == ( leads ? -1 : s->crowd->ticks ) );
		test_crowd_end( s );
		test_crowd_free( s );
	}
}

// A tank in the way of one that is locked goes away from that one, and not nearer to it on its path.
static void test_gets_away( void** state )
{
	(void)state;
	test_crowd* s = test_crowd_make( test_field( 40, 13 ) );
	const int32_t locked = put_tank( s, 10.5, 6.5, 0.0 );
	const int32_t tank = put_tank( s, 16.5, 6.5, FW_PI );
	assert_true( test_crowd_send( s, tank, 2.5, 2.5 ) );
	test_crowd_begin( s );
	s->crowd->root = locked;
	s->crowd->backs_up = true;
	const fw_vec2 before = crowd_front( s->crowd, tank );
	assert_int_equal( fw_crowd_decide( s->crowd, tank, CROWD_ASIDE ), CROWD_MOVED );
	const fw_vec2 front = crowd_front( s->crowd, tank );
	assert_true( hypot( front.x - 10.5, front.y - 6.5 ) > hypot( before.x - 10.5, before.y - 6.5 ) );
	test_crowd_end( s );
	test_crowd_free( s );
}

// A tank has to back up if those that wait for each other lead back to it, and if the one in its way is at home; but
// not once it is at home itself.
static void test_is_locked( void** state )
{
	(void)state;
	test_crowd* s = test_crowd_make( test_field( 40, 20 ) );
	int32_t row[3];
	for ( int32_t i = 0; i < 3; i++ )
	{
		row[i] = put_tank( s, 6.5 + 5.0 * i, 6.5, 0.0 );
		assert_true( test_crowd_send( s, row[i], 8.5 + 12.0 * i, 15.5 ) );
	}
	crowd_unit* units = s->crowd->units;
	for ( int32_t i = 0; i < 3; i++ )
	{
		units[row[i]].waits_for = row[( i + 1 ) % 3];
	}
	assert_false( fw_crowd_is_locked( s->crowd, row[0] ) );
	s->crowd->time = CROWD_LATER;
	assert_true( fw_crowd_is_locked( s->crowd, row[0] ) );
	units[row[1]].moved = 0.5 * CROWD_LATER;
	assert_false( fw_crowd_is_locked( s->crowd, row[0] ) );
	units[row[1]].away = 0.0;
	assert_true( fw_crowd_is_locked( s->crowd, row[0] ) );
	fw_crowd_hold( s->crowd, row[1], true );
	assert_false( fw_crowd_is_locked( s->crowd, row[0] ) );
	fw_crowd_hold( s->crowd, row[1], false );
	units[row[0]].away = 0.0;
	assert_false( fw_crowd_is_locked( s->crowd, row[0] ) );
	s->crowd->time = 0.0;
	test_crowd_free( s );
}

// Two that meet in a lane wait for each other, but not for one that has got nowhere for long: it will not move off.
static void test_stands_for_ever( void** state )
{
	(void)state;
	const fw_rect lane = { 0, 1, 60, 3 };
	test_crowd* s = test_crowd_make( test_rooms( 60, 5, &lane, 1 ) );
	const int32_t one = put_tank( s, 5.5, 2.5, 0.0 );
	const int32_t other = put_tank( s, 50.5, 2.5, FW_PI );
	assert_true( test_crowd_send( s, one, 55.5, 2.5 ) && test_crowd_send( s, other, 4.5, 2.5 ) );
	s->crowd->vehicles = 2;
	s->crowd->time = 2.0 * CROWD_AT_LAST;
	s->crowd->units[one].best_time = s->crowd->time;
	s->crowd->units[other].best_time = s->crowd->time - CROWD_AT_LAST + 1.0;
	assert_int_equal( fw_crowd_in_impasse( s->crowd, one ), other );
	s->crowd->units[other].best_time -= 1.0;
	assert_int_equal( fw_crowd_in_impasse( s->crowd, one ), -1 );
	assert_int_equal( fw_crowd_in_impasse( s->crowd, other ), -1 );
	s->crowd->time = 0.0;
	test_crowd_free( s );
}

int run_test_tanks( void );
int run_test_tanks( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_is_locked ),      cmocka_unit_test( test_stands_for_ever ),
	    cmocka_unit_test( test_out_of_the_way ), cmocka_unit_test( test_cuts_in ),
	    cmocka_unit_test( test_leaves_room ),    cmocka_unit_test( test_asks_nobody_ahead ),
	    cmocka_unit_test( test_gets_away ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
