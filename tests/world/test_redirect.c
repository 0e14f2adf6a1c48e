// SPDX-License-Identifier: MIT
// Formations that are sent elsewhere on their march.
#include "play.h"
#include "world/world.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#define COUNT 9
#define NEAR_PLACE 2.0 // [tiles]

static fw_order form( fw_shape shape, double x, double y )
{
	fw_order order = fw_default_order();
	order.kind = FW_ORDER_FORM;
	order.shape = shape;
	order.spacing = 1.2;
	order.goal = at( x, y );
	return order;
}

static void give( const play* on, const fw_unit_id* ids, fw_order order )
{
	assert_int_equal( fw_world_order( on->world, ids, COUNT, &order, NULL ), FW_OK );
}

static void add_squad( const play* on, const fw_world_unit_def* def, double x, double y, fw_unit_id* ids )
{
	for ( int32_t i = 0; i < COUNT; i++ )
	{
		const double apart = 2.0 * def->unit.radius + 1.2;
		const fw_pose pose = at( x + apart * ( i % 3 ), y + apart * ( i / 3 ) );
		assert_int_equal( fw_world_add( on->world, def, &pose, 1, &ids[i], NULL ), FW_OK );
	}
}

static const world_march* march_of( const play* on, fw_unit_id id )
{
	return &on->world->groups[on->world->units[slot_of( on->world, id )].group].march;
}

static void run_until_set_off( play* on, fw_unit_id id )
{
	const double end = fw_world_time( on->world ) + 40.0;
	while ( !march_of( on, id )->goes || march_of( on, id )->forms || march_of( on, id )->speed < 1.2 )
	{
		run( on, STEP );
		assert_true( fw_world_time( on->world ) < end );
	}
}

static void run_until_idle( play* on, double seconds )
{
	const double end = fw_world_time( on->world ) + seconds;
	bool idle = false;
	while ( !idle )
	{
		run( on, STEP );
		assert_true( fw_world_time( on->world ) < end );
		const fw_unit_arrays all = fw_world_units( on->world );
		idle = true;
		for ( int32_t i = 0; i < all.count; i++ )
		{
			idle = idle && all.state[i] == FW_UNIT_IDLE;
		}
	}
}

static double slowest( const play* on )
{
	const fw_unit_arrays all = fw_world_units( on->world );
	double least = INFINITY;
	for ( int32_t i = 0; i < all.count; i++ )
	{
		least = fmin( least, all.speed[i] );
	}
	return least;
}

static double furthest_from_place( const play* on, const fw_unit_id* ids )
{
	double most = 0.0;
	for ( int32_t i = 0; i < COUNT; i++ )
	{
		const world_unit* unit = &on->world->units[slot_of( on->world, ids[i] )];
		const world_group* group = &on->world->groups[unit->group];
		const fw_vec2 place = fw_route_place( group, unit->folded, group->march.at );
		most = fmax( most, fw_length( x_of( on, ids[i] ) - place.x, y_of( on, ids[i] ) - place.y ) );
	}
	return most;
}

static void check_there( const play* on, const fw_unit_id* ids, double x, double y, double within )
{
	double middle_x = 0.0;
	double middle_y = 0.0;
	for ( int32_t i = 0; i < COUNT; i++ )
	{
		middle_x += x_of( on, ids[i] ) / COUNT;
		middle_y += y_of( on, ids[i] ) / COUNT;
	}
	assert_true( fw_length( middle_x - x, middle_y - y ) < within );
}

// Each second the goal is another one: nobody stops for that, and all are near their places in the shape.
static void test_goes_on( void** state )
{
	(void)state;
	play on = play_on( test_field( 90, 60 ), 20000, NULL );
	const fw_world_unit_def walker = fw_default_world_unit_def();
	fw_unit_id ids[COUNT];
	add_squad( &on, &walker, 5.5, 12.5, ids );
	give( &on, ids, form( FW_SHAPE_BOX, 80.5, 14.5 ) );
	run_until_set_off( &on, ids[0] );
	for ( int32_t i = 1; i <= 20; i++ )
	{
		give( &on, ids, form( FW_SHAPE_BOX, 80.5, 14.5 + 1.5 * i ) );
		for ( double end = fw_world_time( on.world ) + 1.0; fw_world_time( on.world ) < end - 0.5 * STEP; )
		{
			run( &on, STEP );
			assert_true( slowest( &on ) > 0.5 );
			assert_true( furthest_from_place( &on, ids ) < NEAR_PLACE );
		}
		assert_int_equal( on.seen[FW_WORLD_STARTED], ( i + 1 ) * COUNT );
	}
	assert_int_equal( on.seen[FW_WORLD_ARRIVED], 0 );
	assert_true( march_of( &on, ids[0] )->route.length < 140.0 ); // what lies far behind is gone
	run_until_idle( &on, 60.0 );
	assert_int_equal( on.seen[FW_WORLD_ARRIVED], COUNT );
	check_there( &on, ids, 80.5, 44.5, 0.5 );
	fw_world_destroy( on.world );
}

// Back to where it comes from: all form up anew, and nobody is left.
static void test_turns_round( void** state )
{
	(void)state;
	const fw_world_unit_def defs[2] = { fw_default_world_unit_def(), tanks() };
	for ( int32_t i = 0; i < 2; i++ )
	{
		play on = play_on( test_field( 90, 60 ), 20000, NULL );
		fw_unit_id ids[COUNT];
		add_squad( &on, &defs[i], 15.5, 25.5, ids );
		give( &on, ids, form( FW_SHAPE_WEDGE, 75.5, 30.5 ) );
		run_until_set_off( &on, ids[0] );
		give( &on, ids, form( FW_SHAPE_WEDGE, 12.5, 30.5 ) );
		run( &on, 2.0 );
		assert_true( i == 1 || march_of( &on, ids[0] )->forms );
		run_until_idle( &on, 120.0 );
		check_there( &on, ids, 12.5, 30.5, 2.5 );
		fw_world_destroy( on.world );
	}
}

// Vehicles, by own offsets, sent to one side: the formation goes on, though one that is ahead of its place waits.
static void test_vehicles( void** state )
{
	(void)state;
	play on = play_on( test_field( 120, 80 ), 20000, NULL );
	const fw_world_unit_def tank = tanks();
	fw_vec2 offsets[COUNT];
	fw_unit_id ids[COUNT];
	add_squad( &on, &tank, 5.5, 12.5, ids );
	for ( int32_t i = 0; i < COUNT; i++ )
	{
		offsets[i] = ( fw_vec2 ){ 4.0 * ( i % 3 ) - 4.0, 4.0 * ( i / 3 ) - 4.0 };
	}
	fw_order order = form( FW_SHAPE_OWN, 100.5, 16.5 );
	order.offsets = offsets;
	give( &on, ids, order );
	run_until_set_off( &on, ids[0] );
	order.goal = at( 90.5, 60.5 );
	fw_vec2 turned[COUNT]; // the same places, listed the other way round
	fw_unit_id back[COUNT];
	for ( int32_t i = 0; i < COUNT; i++ )
	{
		turned[i] = offsets[COUNT - 1 - i];
		back[i] = ids[COUNT - 1 - i];
	}
	order.offsets = turned;
	const fw_unit_id other = add( on.world, 110.5, 70.5 );
	const fw_unit_id twice[COUNT + 1] = { other, other, other, other, other, other, other, other, other, other };
	fw_order gather = fw_default_order(); // of another group between the two orders
	gather.kind = FW_ORDER_GATHER;
	gather.goal = at( 110.5, 75.5 );
	assert_int_equal( fw_world_order( on.world, twice, COUNT + 1, &gather, NULL ), FW_OK );
	give( &on, back, order );
	for ( double end = fw_world_time( on.world ) + 10.0; fw_world_time( on.world ) < end; )
	{
		run( &on, STEP );
		assert_true( march_of( &on, ids[0] )->speed > 1.0 && furthest_from_place( &on, ids ) < 2.0 * NEAR_PLACE );
	}
	assert_false( march_of( &on, ids[0] )->forms );
	run_until_idle( &on, 120.0 );
	check_there( &on, ids, 90.5, 60.5, 1.5 );
	fw_world_destroy( on.world );
}

// A search that takes many steps is done when the formation has come past, or at the end of its route.
static void test_slow_search( void** state )
{
	(void)state;
	const fw_world_unit_def walker = fw_default_world_unit_def();
	for ( int64_t nodes = 64; nodes <= 1024; nodes *= 4 )
	{
		fw_grid* grid = test_field( 120, 60 );
		for ( int32_t i = 0; i < 12; i++ )
		{
			const fw_rect house = { 30 + 7 * i, 5 + 17 * ( i % 3 ), 2, 12 };
			assert_int_equal( fw_grid_fill( grid, house, FW_TERRAIN_OUT, NULL ), FW_OK );
		}
		play on = play_on( grid, nodes, NULL );
		fw_unit_id ids[COUNT];
		add_squad( &on, &walker, 5.5, 12.5, ids );
		give( &on, ids, form( FW_SHAPE_BOX, 28.5, 14.5 ) );
		run_until_set_off( &on, ids[0] );
		give( &on, ids, form( FW_SHAPE_BOX, 114.5, 50.5 ) );
		run_until_idle( &on, 200.0 );
		assert_int_equal( on.seen[FW_WORLD_STARTED], 2 * COUNT );
		assert_int_equal( on.seen[FW_WORLD_ARRIVED], COUNT );
		check_there( &on, ids, 114.5, 50.5, 1.0 );
		fw_world_destroy( on.world );
	}
}

// Saved before the other route is there, and after.
static void test_saved( void** state )
{
	(void)state;
	play on = play_on( test_field( 90, 60 ), 64, NULL );
	const fw_world_unit_def walker = fw_default_world_unit_def();
	fw_unit_id ids[COUNT];
	add_squad( &on, &walker, 5.5, 12.5, ids );
	give( &on, ids, form( FW_SHAPE_LINE, 80.5, 14.5 ) );
	run_until_set_off( &on, ids[0] );
	for ( int32_t i = 0; i < 3; i++ )
	{
		give( &on, ids, form( FW_SHAPE_LINE, 80.5, 20.5 + 4.0 * i ) );
		run( &on, 0.5 * i );
		fw_world* twin = copy_of( on.world );
		for ( int32_t k = 0; k < 60; k++ )
		{
			assert_int_equal( step( &on ), FW_OK );
			assert_int_equal( fw_world_step( twin, STEP, NULL ), FW_OK );
			assert_true( fw_world_hash( on.world ) == fw_world_hash( twin ) );
		}
		fw_world_destroy( twin );
	}
	run_until_idle( &on, 90.0 );
	assert_int_equal( on.seen[FW_WORLD_ARRIVED], COUNT );
	fw_world_destroy( on.world );
}

// There is no route to the other goal within the budget of its plan: all say so, and stop.
static void test_no_route( void** state )
{
	(void)state;
	play on = play_on( test_field( 90, 60 ), 20000, NULL );
	fw_world_unit_def def = fw_default_world_unit_def();
	def.plan.method = "astar";
	def.plan.options.max_expansions = 60;
	fw_unit_id ids[COUNT];
	add_squad( &on, &def, 5.5, 12.5, ids );
	give( &on, ids, form( FW_SHAPE_BOX, 50.5, 14.5 ) );
	run_until_set_off( &on, ids[0] );
	give( &on, ids, form( FW_SHAPE_BOX, 88.5, 58.5 ) );
	run( &on, 3.0 );
	assert_int_equal( on.seen[FW_WORLD_NO_PATH], COUNT );
	for ( int32_t i = 0; i < COUNT; i++ )
	{
		assert_int_equal( state_of( &on, ids[i] ), FW_UNIT_NO_PATH );
	}
	give( &on, ids, form( FW_SHAPE_BOX, 50.5, 14.5 ) );
	run_until_idle( &on, 60.0 );
	assert_int_equal( on.seen[FW_WORLD_ARRIVED], COUNT );
	fw_world_destroy( on.world );
}

// On the march, while another route is searched for, members leave, and an edit blocks the old one.
static void test_changes( void** state )
{
	(void)state;
	play on = play_on( test_field( 90, 60 ), 64, NULL );
	const fw_world_unit_def walker = fw_default_world_unit_def();
	fw_unit_id ids[COUNT];
	add_squad( &on, &walker, 5.5, 12.5, ids );
	give( &on, ids, form( FW_SHAPE_BOX, 80.5, 14.5 ) );
	run_until_set_off( &on, ids[0] );
	give( &on, ids, form( FW_SHAPE_BOX, 80.5, 30.5 ) );
	run( &on, STEP );
	const int32_t lead = march_of( &on, ids[0] )->lead;
	const fw_unit_id first = lead >= 0 ? on.world->rows.ids[on.world->units[lead].index] : ids[4];
	assert_int_equal( fw_world_remove( on.world, &first, 1, NULL ), FW_OK );
	run( &on, STEP );
	edit( &on, 40, 10, 2, 12, FW_TERRAIN_OUT );
	run_until_idle( &on, 120.0 );
	assert_int_equal( on.seen[FW_WORLD_ARRIVED], COUNT - 1 );
	fw_world_destroy( on.world );
}

int run_test_redirect( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_goes_on ),     cmocka_unit_test( test_turns_round ), cmocka_unit_test( test_vehicles ),
	    cmocka_unit_test( test_slow_search ), cmocka_unit_test( test_saved ),       cmocka_unit_test( test_no_route ),
	    cmocka_unit_test( test_changes ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
