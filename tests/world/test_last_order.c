// SPDX-License-Identifier: MIT
// What a unit was last ordered, and which way it faces when it has carried that out.
#include "play.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#define SIDE 40
#define COUNT 9
#define EAST 0.0
#define NORTH ( -0.5 * FW_PI )

static play play_squad( fw_unit_id* ids )
{
	const play on = play_on( test_field( SIDE, SIDE ), 20000, NULL );
	for ( int32_t i = 0; i < COUNT; i++ )
	{
		ids[i] = add( on.world, 4.5 + 1.0 * ( i % 3 ), 4.5 + 1.0 * ( i / 3 ) );
	}
	return on;
}

static fw_order order_to( fw_order_kind kind, double x, double y )
{
	fw_order order = fw_default_order();
	order.kind = kind;
	order.goal = at( x, y );
	return order;
}

static fw_order facing( fw_order order, double heading )
{
	order.goal.heading = heading;
	order.goal_any_heading = false;
	return order;
}

static void give( const play* on, const fw_unit_id* ids, int32_t count, fw_order order )
{
	assert_int_equal( fw_world_order( on->world, ids, count, &order, NULL ), FW_OK );
}

static fw_order last_of( const fw_world* world, fw_unit_id id, fw_pose* place )
{
	fw_order order;
	assert_true( fw_world_last_order( world, id, &order, place ) );
	assert_null( order.offsets );
	return order;
}

static double heading_of( const play* on, fw_unit_id id )
{
	return fw_world_units( on->world ).heading[fw_world_find( on->world, id )];
}

static void check_at( const play* on, fw_unit_id id, fw_pose place, double near )
{
	assert_true( fw_length( x_of( on, id ) - place.x, y_of( on, id ) - place.y ) <= near );
}

static void check_facing( const play* on, const fw_unit_id* ids, double heading )
{
	for ( int32_t i = 0; i < COUNT; i++ )
	{
		assert_int_equal( state_of( on, ids[i] ), FW_UNIT_IDLE );
		assert_float_equal( heading_of( on, ids[i] ), heading, SLACK );
	}
}

static fw_world* load_again( fw_world* world )
{
	fw_world* loaded = copy_of( world );
	assert_true( fw_world_hash( loaded ) == fw_world_hash( world ) );
	return loaded;
}

static void test_none( void** state )
{
	(void)state;
	fw_unit_id ids[COUNT];
	play on = play_squad( ids );
	fw_order order = order_to( FW_ORDER_FORM, 1.0, 2.0 );
	fw_pose place = at( 3.0, 4.0 );
	assert_false( fw_world_last_order( on.world, ids[0], &order, &place ) );
	assert_false( fw_world_last_order( on.world, 0, &order, &place ) );
	assert_int_equal( order.kind, FW_ORDER_FORM );
	assert_float_equal( place.x, 3.0, 0.0 );
	go( on.world, ids[0], 20.5, 20.5 );
	assert_true( fw_world_last_order( on.world, ids[0], &order, &place ) );
	assert_int_equal( fw_world_remove( on.world, ids, 1, NULL ), FW_OK );
	assert_false( fw_world_last_order( on.world, ids[0], &order, &place ) );
	fw_world_destroy( on.world );
}

// Before, on the way and after it.
static void test_go_and_stop( void** state )
{
	(void)state;
	fw_unit_id ids[COUNT];
	play on = play_squad( ids );
	fw_order given = facing( order_to( FW_ORDER_GO, 30.5, 4.5 ), NORTH );
	given.goal_tolerance = 0.25;
	give( &on, ids, 1, given );
	for ( int32_t i = 0; i < 4; i++ )
	{
		fw_pose place;
		const fw_order order = last_of( on.world, ids[0], &place );
		assert_int_equal( order.kind, FW_ORDER_GO );
		assert_false( order.goal_any_heading );
		assert_float_equal( order.goal_tolerance, 0.25, 0.0 );
		assert_memory_equal( &order.goal, &given.goal, sizeof( fw_pose ) );
		assert_memory_equal( &place, &given.goal, sizeof( fw_pose ) );
		run( &on, 6.0 );
	}
	assert_int_equal( on.seen[FW_WORLD_ARRIVED], 1 );
	go( on.world, ids[1], 30.5, 20.5 );
	run( &on, 3.0 );
	give( &on, &ids[1], 1, order_to( FW_ORDER_STOP, 0.0, 0.0 ) );
	fw_pose place;
	assert_int_equal( last_of( on.world, ids[1], &place ).kind, FW_ORDER_STOP );
	run( &on, 3.0 );
	assert_int_equal( last_of( on.world, ids[1], &place ).kind, FW_ORDER_STOP );
	check_at( &on, ids[1], place, SLACK );
	give( &on, &ids[1], 1, order_to( FW_ORDER_HOLD, 0.0, 0.0 ) );
	assert_int_equal( last_of( on.world, ids[1], &place ).kind, FW_ORDER_HOLD );
	fw_world_destroy( on.world );
}

// Each has a place of its own, and stands there in the end. A world that is loaded tells the same.
static void test_gather( void** state )
{
	(void)state;
	fw_unit_id ids[COUNT];
	play on = play_squad( ids );
	fw_order given = facing( order_to( FW_ORDER_GATHER, 30.5, 30.5 ), NORTH );
	given.spacing = 0.5;
	give( &on, ids, COUNT, given );
	run( &on, 2.0 );
	fw_world* loaded = load_again( on.world );
	for ( int32_t i = 0; i < COUNT; i++ )
	{
		fw_pose place, same;
		const fw_order order = last_of( on.world, ids[i], &place );
		const fw_order again = last_of( loaded, ids[i], &same );
		assert_int_equal( order.kind, FW_ORDER_GATHER );
		assert_float_equal( order.spacing, 0.5, 0.0 );
		assert_memory_equal( &order.goal, &given.goal, sizeof( fw_pose ) );
		assert_int_equal( again.kind, order.kind );
		assert_float_equal( again.spacing, order.spacing, 0.0 );
		assert_memory_equal( &order.goal, &again.goal, sizeof( fw_pose ) );
		assert_memory_equal( &place, &same, sizeof( fw_pose ) );
	}
	fw_world_destroy( loaded );
	run( &on, 30.0 );
	for ( int32_t i = 0; i < COUNT; i++ )
	{
		fw_pose place;
		last_of( on.world, ids[i], &place );
		check_at( &on, ids[i], place, SLACK );
	}
	check_facing( &on, ids, NORTH );
	fw_world_destroy( on.world );
}

static void test_patrol_and_follow( void** state )
{
	(void)state;
	fw_unit_id ids[COUNT];
	play on = play_squad( ids );
	fw_pose place;
	give( &on, ids, 1, order_to( FW_ORDER_PATROL, 20.5, 4.5 ) );
	assert_int_equal( last_of( on.world, ids[0], &place ).kind, FW_ORDER_PATROL );
	assert_float_equal( place.x, 20.5, SLACK );
	fw_order follow = order_to( FW_ORDER_FOLLOW, 0.0, 0.0 );
	follow.leader = ids[0];
	give( &on, &ids[1], 1, follow );
	while ( on.seen[FW_WORLD_ARRIVED] == 0 || on.last[FW_WORLD_ARRIVED].unit != ids[0] )
	{
		run( &on, STEP );
	}
	assert_float_equal( last_of( on.world, ids[0], &place ).goal.x, 20.5, 0.0 );
	assert_float_equal( place.x, 4.5, SLACK ); // back to where it was
	assert_true( last_of( on.world, ids[1], &place ).leader == ids[0] );
	assert_int_equal( fw_world_remove( on.world, ids, 1, NULL ), FW_OK );
	run( &on, 10.0 );
	const fw_order order = last_of( on.world, ids[1], &place );
	assert_int_equal( order.kind, FW_ORDER_FOLLOW );
	assert_true( order.leader == ids[0] );
	check_at( &on, ids[1], place, SLACK );
	fw_world_destroy( on.world );
}

// All of a formation face the same way in the end, whether the order says which or not.
static void test_formation( void** state )
{
	(void)state;
	fw_unit_id ids[COUNT];
	play on = play_squad( ids );
	fw_pose place;
	give( &on, ids, COUNT, facing( order_to( FW_ORDER_FORM, 30.5, 30.5 ), NORTH ) );
	run( &on, 8.0 );
	assert_int_equal( last_of( on.world, ids[4], &place ).kind, FW_ORDER_FORM );
	assert_float_equal( place.x, 30.5, 0.0 );
	run( &on, 40.0 );
	check_facing( &on, ids, NORTH );
	last_of( on.world, ids[4], &place );
	check_at( &on, ids[4], place, SLACK );
	give( &on, ids, COUNT, order_to( FW_ORDER_FORM, 30.5, 8.5 ) );
	run( &on, 40.0 );
	check_facing( &on, ids, heading_of( &on, ids[0] ) );
	fw_world_destroy( on.world );
}

// It comes from the west, and turns on the spot. Ordered to come as it likes it does not turn.
static void test_facing( void** state )
{
	(void)state;
	fw_unit_id ids[COUNT];
	play on = play_squad( ids );
	give( &on, ids, 1, facing( order_to( FW_ORDER_GO, 20.5, 4.5 ), NORTH + 4.0 * FW_PI ) );
	give( &on, &ids[1], 1, order_to( FW_ORDER_GO, 20.5, 10.5 ) );
	run( &on, 3.0 );
	assert_float_equal( heading_of( &on, ids[0] ), EAST, 0.5 );
	run( &on, 12.0 );
	assert_int_equal( on.seen[FW_WORLD_ARRIVED], 2 );
	assert_float_equal( heading_of( &on, ids[0] ), NORTH, SLACK );
	assert_true( fabs( heading_of( &on, ids[1] ) - NORTH ) > 0.5 );
	give( &on, ids, 1, order_to( FW_ORDER_HOLD, 0.0, 0.0 ) ); // until it moves
	assert_int_equal( fw_world_remove( on.world, &ids[2], 1, NULL ), FW_OK );
	run( &on, 1.0 );
	assert_float_equal( heading_of( &on, ids[0] ), NORTH, SLACK );
	fw_world* before = on.world;
	on.world = load_again( before );
	fw_world_destroy( before );
	run( &on, 1.0 );
	assert_float_equal( heading_of( &on, ids[0] ), NORTH, SLACK );
	go( on.world, ids[0], 30.5, 4.5 );
	assert_float_equal( heading_of( &on, ids[0] ), NORTH, SLACK );
	run( &on, 2.0 );
	assert_float_equal( heading_of( &on, ids[0] ), EAST, SLACK );
	fw_world_destroy( on.world );
}

// Which way they are to face does not change how walkers get there: they share fields and go round corners in files.
static void test_same_ways( void** state )
{
	(void)state;
	fw_unit_id ids[2][COUNT];
	play on[2] = { play_squad( ids[0] ), play_squad( ids[1] ) };
	for ( int32_t i = 0; i < 2; i++ )
	{
		const fw_order order = order_to( FW_ORDER_GATHER, 5.5, 30.5 );
		edit( &on[i], 0, 16, 20, 2, FW_TERRAIN_OUT );
		give( &on[i], ids[i], COUNT, i == 0 ? order : facing( order, NORTH ) );
		run( &on[i], 40.0 );
		assert_int_equal( on[i].seen[FW_WORLD_ARRIVED], COUNT );
	}
	for ( int32_t i = 0; i < COUNT; i++ )
	{
		const fw_path* as_they_come = fw_world_path( on[0].world, ids[0][i] );
		const fw_path* with_heading = fw_world_path( on[1].world, ids[1][i] );
		assert_float_equal( as_they_come->length, with_heading->length, 0.0 );
		assert_float_equal( x_of( &on[0], ids[0][i] ), x_of( &on[1], ids[1][i] ), 0.0 );
	}
	fw_world_destroy( on[0].world );
	fw_world_destroy( on[1].world );
}

int run_test_last_order( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_none ),      cmocka_unit_test( test_go_and_stop ),
	    cmocka_unit_test( test_gather ),    cmocka_unit_test( test_patrol_and_follow ),
	    cmocka_unit_test( test_formation ), cmocka_unit_test( test_facing ),
	    cmocka_unit_test( test_same_ways ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
