// SPDX-License-Identifier: MIT
// Orders that are given again and again: in each frame, as programs do, or by a player who clicks.
#include "play.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#define COUNT 12
#define SECONDS 12.0

typedef struct squad
{
	play on;
	fw_unit_id ids[COUNT + 1]; // the last one is a leader
} squad;

static const char* const map = "................................................\n"
                               "................................................\n"
                               "................................................\n"
                               "................................................\n"
                               "................................................\n"
                               "................................................\n"
                               "................................................\n"
                               "................................................\n"
                               "................................................\n"
                               "................................................\n"
                               "....................@@@@@.......................\n"
                               "....................@@@@@.......................\n"
                               "....................@@@@@.......................\n"
                               "....................@@@@@.......................\n"
                               "....................@@@@@.......................\n"
                               "....................@@@@@.......................\n"
                               "....................@@@@@.......................\n"
                               "....................@@@@@.......................\n"
                               "....................@@@@@.......................\n"
                               "....................@@@@@.......................\n";

static squad muster( bool drives )
{
	squad made = { .on = play_text( map ) };
	const fw_world_unit_def def = drives ? tanks() : fw_default_world_unit_def();
	for ( int32_t i = 0; i <= COUNT; i++ )
	{
		const fw_pose pose = i < COUNT ? at( 2.5 + 2.5 * ( i % 4 ), 10.5 + 2.5 * ( i / 4 ) ) : at( 14.5, 13.5 );
		assert_int_equal( fw_world_add( made.on.world, &def, &pose, 1, &made.ids[i], NULL ), FW_OK );
	}
	return made;
}

static void give( squad* to, int32_t count, fw_order order )
{
	assert_int_equal( fw_world_order( to->on.world, to->ids, count, &order, NULL ), FW_OK );
}

// Given in each frame, an order is carried out in the same bits as if it were given once. Some list a unit twice.
static void check_repeated( bool drives, fw_order order )
{
	squad once = muster( drives );
	squad again = muster( drives );
	fw_vec2 offsets[COUNT];
	for ( int32_t i = 0; i < COUNT; i++ )
	{
		offsets[i] = ( fw_vec2 ){ 2.5 * ( i % 2 ), 2.5 * ( i / 2 ) - 6.0 };
	}
	order.offsets = order.shape == FW_SHAPE_OWN ? offsets : NULL;
	order.leader = order.kind == FW_ORDER_FOLLOW ? once.ids[COUNT] : 0; // the same one in both
	go( once.on.world, once.ids[COUNT], 44.5, 4.5 );
	go( again.on.world, again.ids[COUNT], 44.5, 4.5 );
	give( &once, COUNT, order );
	for ( int32_t i = 0; i < (int32_t)( SECONDS / STEP ); i++ )
	{
		give( &again, COUNT, order );
		assert_int_equal( step( &once.on ), FW_OK );
		assert_int_equal( step( &again.on ), FW_OK );
		assert_true( fw_world_hash( once.on.world ) == fw_world_hash( again.on.world ) );
	}
	assert_int_equal( once.on.seen[FW_WORLD_STARTED], COUNT + 1 );
	assert_int_equal( again.on.seen[FW_WORLD_STARTED], COUNT + 1 );
	fw_world_destroy( once.on.world );
	fw_world_destroy( again.on.world );
}

static void test_each_frame( void** state )
{
	(void)state;
	static const fw_order_kind kinds[] = { FW_ORDER_GATHER, FW_ORDER_PATROL, FW_ORDER_FOLLOW, FW_ORDER_FORM,
	                                       FW_ORDER_GO };
	for ( int32_t i = 0; i < 12; i++ )
	{
		fw_order order = fw_default_order();
		order.kind = kinds[i % 5];
		order.goal = at( 40.5, 15.5 );
		order.goal_tolerance = order.kind == FW_ORDER_GO ? 1.0 : 0.0;
		order.goal_any_heading = i % 2 == 0;
		order.shape = i == 8 || i == 3 ? FW_SHAPE_OWN : FW_SHAPE_WEDGE;
		check_repeated( i >= 5, order );
	}
}

// What is not the same is carried out: another place, other units, another shape; and once all have arrived, all.
static void test_changes( void** state )
{
	(void)state;
	squad s = muster( false );
	fw_order order = fw_default_order();
	order.kind = FW_ORDER_FORM;
	order.goal = at( 40.5, 5.5 );
	give( &s, COUNT, order );
	run( &s.on, 2.0 );
	assert_int_equal( s.on.seen[FW_WORLD_STARTED], COUNT );
	order.shape = FW_SHAPE_LINE;
	give( &s, COUNT, order );
	run( &s.on, 2.0 );
	assert_int_equal( s.on.seen[FW_WORLD_STARTED], 2 * COUNT );
	order.goal.x = 38.5;
	give( &s, COUNT, order );
	run( &s.on, 2.0 );
	assert_int_equal( s.on.seen[FW_WORLD_STARTED], 3 * COUNT );
	order.goal_any_heading = false;
	give( &s, COUNT, order );
	run( &s.on, 2.0 );
	assert_int_equal( s.on.seen[FW_WORLD_STARTED], 4 * COUNT );
	give( &s, COUNT - 1, order );
	run( &s.on, 2.0 );
	assert_int_equal( s.on.seen[FW_WORLD_STARTED], 5 * COUNT - 1 );
	give( &s, COUNT, order );
	run( &s.on, 60.0 );
	assert_int_equal( s.on.seen[FW_WORLD_STARTED], 6 * COUNT - 1 );
	assert_int_equal( s.on.seen[FW_WORLD_ARRIVED], COUNT );
	give( &s, COUNT, order );
	run( &s.on, 2.0 );
	assert_int_equal( s.on.seen[FW_WORLD_STARTED], 7 * COUNT - 1 );
	fw_world_destroy( s.on.world );
}

int run_test_repeat( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_each_frame ),
	    cmocka_unit_test( test_changes ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
