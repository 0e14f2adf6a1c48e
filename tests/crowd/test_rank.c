// SPDX-License-Identifier: MIT
// Ranks: vehicles of one size, of which one stands and another one comes from behind; walkers on their ways.
#include "support_crowd.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#define ROW 2.5

// A lane in which one stands before a vehicle that holds, and another one follows it from far away.
typedef struct column
{
	test_crowd* crowd;
	int32_t front, rear;
} column;

static int32_t put_vehicle( test_crowd* s, double x )
{
	fw_unit unit = test_unit( 0.8, 2.0 );
	unit.speed = 2.0;
	int32_t index = -1;
	assert_int_equal( test_crowd_add( s, &unit, ( fw_pose ){ x, ROW, 0.0 }, &index ), FW_OK );
	return index;
}

static column make_column( int32_t front_group, int32_t rear_group )
{
	const fw_rect lane = { 0, 1, 70, 3 };
	column made = { .crowd = test_crowd_make( test_rooms( 70, 5, &lane, 1 ) ) };
	made.front = put_vehicle( made.crowd, 50.5 );
	made.rear = put_vehicle( made.crowd, 5.5 );
	const int32_t holder = put_vehicle( made.crowd, 56.5 );
	fw_crowd_hold( made.crowd->crowd, holder, true );
	fw_crowd_join( made.crowd->crowd, made.front, front_group, 0, 0 );
	fw_crowd_join( made.crowd->crowd, made.rear, rear_group, 0, 0 );
	assert_true( test_crowd_send( made.crowd, made.front, 66.5, ROW ) );
	assert_true( test_crowd_send( made.crowd, made.rear, 64.5, ROW ) );
	return made;
}

// Does exactly one of both rank before the other one, and is that the front one?
static bool front_ranks_first( const column* c )
{
	const bool front = fw_crowd_ranks_before( c->crowd->crowd, c->front, c->rear );
	assert_int_equal( fw_crowd_ranks_before( c->crowd->crowd, c->rear, c->front ), !front );
	return front;
}

// Time since a unit was given a piece.
static double idle( const column* c, int32_t index )
{
	return c->crowd->crowd->time - c->crowd->crowd->units[index].moved;
}

static void pass_until_idle( const column* c, int32_t index, double seconds )
{
	for ( int32_t tick = 0; tick < 2000 && idle( c, index ) < seconds; tick++ )
	{
		test_crowd_pass( c->crowd, CROWD_TICK );
	}
	assert_true( idle( c, index ) >= seconds );
}

// The one with the longer path ranks first until the one before it has stood for long, and again when both have.
static void test_one_group( void** state )
{
	(void)state;
	const column c = make_column( 0, 0 );
	pass_until_idle( &c, c.front, CROWD_LATER - 1.0 );
	assert_false( front_ranks_first( &c ) );
	pass_until_idle( &c, c.front, CROWD_LATER );
	assert_true( idle( &c, c.rear ) < CROWD_LATER );
	assert_true( front_ranks_first( &c ) );
	pass_until_idle( &c, c.rear, CROWD_LATER );
	assert_false( front_ranks_first( &c ) );
	test_crowd_free( c.crowd );
}

// Between those of two groups, or of none, it counts for nothing who stands.
static void test_others( void** state )
{
	(void)state;
	for ( int32_t group = -1; group < 1; group++ )
	{
		const column c = make_column( group, group < 0 ? -1 : 1 );
		pass_until_idle( &c, c.front, CROWD_LATER );
		assert_true( idle( &c, c.rear ) < CROWD_LATER );
		assert_false( front_ranks_first( &c ) );
		test_crowd_free( c.crowd );
	}
}

// How long one stood before its order counts for nothing: it does not begin as one that is held up.
static void test_after_a_rest( void** state )
{
	(void)state;
	const fw_rect lane = { 0, 1, 70, 3 };
	test_crowd* s = test_crowd_make( test_rooms( 70, 5, &lane, 1 ) );
	const int32_t front = put_vehicle( s, 50.5 );
	test_crowd_pass( s, 2.0 * CROWD_LATER );
	const int32_t rear = put_vehicle( s, 5.5 );
	fw_crowd_join( s->crowd, front, 0, 0, 0 );
	fw_crowd_join( s->crowd, rear, 0, 0, 0 );
	assert_true( test_crowd_send( s, rear, 64.5, ROW ) );
	test_crowd_pass( s, 1.0 );
	assert_true( test_crowd_send( s, front, 66.5, ROW ) );
	const column c = { s, front, rear };
	assert_false( front_ranks_first( &c ) );
	test_crowd_free( s );
}

static void check_order( const test_crowd* s, int32_t first, int32_t second )
{
	assert_true( fw_crowd_ranks_before( s->crowd, first, second ) );
	assert_false( fw_crowd_ranks_before( s->crowd, second, first ) );
}

// Of two walkers the one that has more left ranks first, but not before the other one has driven for some tiles.
static void test_walkers( void** state )
{
	(void)state;
	const fw_rect lanes[] = { { 0, 1, 120, 1 }, { 0, 3, 120, 1 } };
	test_crowd* s = test_crowd_make( test_rooms( 120, 5, lanes, 2 ) );
	const int32_t longer = test_crowd_put( s, 0.4, 4.5, 1.5 );
	const int32_t waits = test_crowd_put( s, 0.4, 4.5, 3.5 );
	fw_crowd_hold( s->crowd, test_crowd_put( s, 0.4, 10.5, 3.5 ), true );
	assert_true( test_crowd_send( s, longer, 94.5, 1.5 ) && test_crowd_send( s, waits, 90.5, 3.5 ) );
	check_order( s, longer, waits );
	test_crowd_pass( s, 1.0 );
	check_order( s, longer, waits );
	test_crowd_pass( s, 14.0 );
	check_order( s, waits, longer );
	// A member of a group keeps its rank.
	fw_crowd_join( s->crowd, longer, 0, 0, 0 );
	check_order( s, longer, waits );
	test_crowd_free( s );
}

int run_test_rank( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_one_group ),
	    cmocka_unit_test( test_others ),
	    cmocka_unit_test( test_after_a_rest ),
	    cmocka_unit_test( test_walkers ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
