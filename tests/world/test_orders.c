// SPDX-License-Identifier: MIT
// Orders to many units: places around one goal, exchanges on the way, patrols, and units that follow another one.
#include "play.h"
#include "support_benchmarks.h"
#include "world/world.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#define MANY 66

static const fw_world_unit_def* walkers( void )
{
	static fw_world_unit_def def;
	def = fw_default_world_unit_def();
	return &def;
}

// Adds units in rows from a corner, `apart` tiles from each other, where they fit.
static void add_block( fw_world* world, const fw_world_unit_def* def, fw_rect block, double apart, fw_unit_id* ids,
                       int32_t count )
{
	int32_t added = 0;
	for ( int32_t i = 0; added < count && i < block.width * block.height; i++ )
	{
		const fw_pose pose =
		    at( block.x + 0.5 + apart * ( i % block.width ), block.y + 0.5 + apart * ( i / block.width ) );
		added += fw_world_add( world, def, &pose, 1, &ids[added], NULL ) == FW_OK ? 1 : 0;
	}
	assert_int_equal( added, count );
}

static fw_order order_of( fw_order_kind kind, double x, double y )
{
	fw_order order = fw_default_order();
	order.kind = kind;
	order.goal = at( x, y );
	return order;
}

static void give( const play* on, const fw_unit_id* ids, int32_t count, fw_order order )
{
	assert_int_equal( fw_world_order( on->world, ids, count, &order, NULL ), FW_OK );
}

static const world_unit* unit_of( const play* on, fw_unit_id id )
{
	return &on->world->units[slot_of( on->world, id )];
}

static double from_place( const play* on, fw_unit_id id )
{
	const fw_pose place = unit_of( on, id )->place;
	return fw_length( x_of( on, id ) - place.x, y_of( on, id ) - place.y );
}

// All places are on free ground, and so far from each other.
static void check_places( const play* on, const fw_unit_id* ids, int32_t count, double spacing )
{
	for ( int32_t i = 0; i < count; i++ )
	{
		const world_unit* one = unit_of( on, ids[i] );
		check_walls( fw_world_grid( on->world ), one->place.x, one->place.y, one->plan.unit.radius );
		for ( int32_t k = 0; k < i; k++ )
		{
			const world_unit* other = unit_of( on, ids[k] );
			const double apart = fw_length( one->place.x - other->place.x, one->place.y - other->place.y );
			assert_true( apart >= one->plan.unit.radius + other->plan.unit.radius + spacing - SLACK );
		}
	}
}

static void test_gather( void** state )
{
	(void)state;
	play on = play_on( test_field( 60, 40 ), 20000, NULL );
	const fw_world_unit_def tank = tanks();
	fw_unit_id ids[12];
	add_block( on.world, &tank, ( fw_rect ){ 3, 3, 3, 1 }, 4.0, ids, 3 );
	add_block( on.world, walkers(), ( fw_rect ){ 3, 10, 3, 3 }, 2.0, ids + 3, 9 );
	give( &on, ids, 12, order_of( FW_ORDER_GATHER, 45.0, 20.0 ) );
	check_places( &on, ids, 12, 0.2 );
	for ( int32_t i = 0; i < 12; i++ )
	{
		const fw_pose place = unit_of( &on, ids[i] )->place;
		assert_true( fw_length( place.x - 45.0, place.y - 20.0 ) < ( i < 3 ? 2.5 : 4.5 ) );
	}
	run( &on, 90.0 );
	assert_int_equal( on.seen[FW_WORLD_STARTED], 12 );
	assert_true( on.seen[FW_WORLD_ARRIVED] >= 12 && on.seen[FW_WORLD_NO_PATH] == 0 );
	check_places( &on, ids, 12, 0.0 ); // who has stayed or made room stands as near to others as it could
	for ( int32_t i = 0; i < 12; i++ )
	{
		assert_int_equal( state_of( &on, ids[i] ), FW_UNIT_IDLE );
		assert_true( from_place( &on, ids[i] ) < 1.5 );
	}
	fw_world_destroy( on.world );
}

// One alone goes to the goal itself, not to a tile beside it.
static void test_gather_alone( void** state )
{
	(void)state;
	play on = play_on( test_field( 20, 20 ), 20000, NULL );
	const fw_unit_id unit = add( on.world, 2.5, 2.5 );
	fw_order order = order_of( FW_ORDER_GATHER, 12.3, 14.7 );
	give( &on, &unit, 1, order );
	run( &on, 20.0 );
	const fw_unit_arrays all = fw_world_units( on.world );
	assert_true( fabs( all.x[0] - 12.3 ) < 1e-6 && fabs( all.y[0] - 14.7 ) < 1e-6 );
	fw_world_destroy( on.world );
}

// The goal is in a wall, or on an island: the places are on the ground that the units can reach. Those on the island
// get places there.
static void test_gather_out_of_reach( void** state )
{
	(void)state;
	play on = play_text( "........#.......\n"
	                     "........#.......\n"
	                     "........#.......\n"
	                     "........#.......\n" );
	fw_unit_id ids[8];
	add_block( on.world, walkers(), ( fw_rect ){ 0, 0, 2, 3 }, 1.0, ids, 6 );
	add_block( on.world, walkers(), ( fw_rect ){ 14, 0, 2, 1 }, 1.0, ids + 6, 2 );
	for ( int32_t x = 8; x < 13; x += 4 )
	{
		give( &on, ids, 8, order_of( FW_ORDER_GATHER, x + 0.5, 1.5 ) );
		check_places( &on, ids, 8, 0.2 );
		for ( int32_t i = 0; i < 8; i++ )
		{
			assert_true( i < 6 ? unit_of( &on, ids[i] )->place.x < 8.0 : unit_of( &on, ids[i] )->place.x > 9.0 );
		}
	}
	run( &on, 40.0 );
	assert_true( on.seen[FW_WORLD_NO_PATH] == 0 && on.seen[FW_WORLD_STARTED] == 8 && on.seen[FW_WORLD_ARRIVED] >= 8 );
	fw_world_destroy( on.world );
}

// Two groups at one goal, beside a unit that stands there.
static void test_gather_beside_others( void** state )
{
	(void)state;
	play on = play_on( test_field( 40, 30 ), 20000, NULL );
	fw_unit_id ids[17];
	add_block( on.world, walkers(), ( fw_rect ){ 1, 1, 4, 2 }, 2.0, ids, 8 );
	add_block( on.world, walkers(), ( fw_rect ){ 1, 20, 4, 2 }, 2.0, ids + 8, 8 );
	ids[16] = add( on.world, 30.5, 15.5 );
	go( on.world, ids[16], 30.5, 15.5 );
	run( &on, 1.0 );
	give( &on, ids, 8, order_of( FW_ORDER_GATHER, 30.5, 15.5 ) );
	give( &on, ids + 8, 8, order_of( FW_ORDER_GATHER, 30.5, 15.5 ) );
	check_places( &on, ids, 17, 0.2 );
	fw_world_destroy( on.world );
}

// Listed twice, removed, and ordered elsewhere on the way: the rest of the group goes on.
static void test_members( void** state )
{
	(void)state;
	test_memory memory = test_memory_make();
	const fw_allocator allocator = test_memory_allocator( &memory );
	play on = play_on( test_field( 40, 20 ), 20000, &allocator );
	fw_unit_id ids[6];
	add_block( on.world, walkers(), ( fw_rect ){ 1, 1, 3, 2 }, 2.0, ids, 6 );
	const fw_unit_id twice[8] = { ids[0], ids[1], ids[2], ids[3], ids[4], ids[5], ids[1], ids[0] };
	give( &on, twice, 8, order_of( FW_ORDER_GATHER, 30.5, 10.5 ) );
	assert_int_equal( on.world->groups[0].count, 6 );
	run( &on, 2.0 );
	assert_int_equal( fw_world_remove( on.world, &ids[2], 1, NULL ), FW_OK );
	give( &on, &ids[0], 1, order_of( FW_ORDER_STOP, 0.0, 0.0 ) );
	go( on.world, ids[5], 3.5, 15.5 );
	assert_int_equal( on.world->groups[0].count, 3 );
	run( &on, 40.0 );
	assert_true( x_of( &on, ids[0] ) < 10.0 && x_of( &on, ids[5] ) == 3.5 );
	assert_true( from_place( &on, ids[1] ) < 1.5 && from_place( &on, ids[3] ) < 1.5 &&
	             from_place( &on, ids[4] ) < 1.5 );
	for ( int32_t i = 1; i < 5; i++ )
	{
		if ( i != 2 )
		{
			give( &on, &ids[i], 1, order_of( FW_ORDER_STOP, 0.0, 0.0 ) );
		}
	}
	assert_false( on.world->groups[0].used );
	give( &on, ids, 2, order_of( FW_ORDER_GATHER, 10.5, 10.5 ) );
	assert_int_equal( on.world->group_count, 1 );
	fw_world_destroy( on.world );
	test_memory_check_empty( &memory );
}

// A wall where some are to stand: they get other places.
static void test_places_blocked( void** state )
{
	(void)state;
	play on = play_on( test_field( 40, 20 ), 20000, NULL );
	fw_unit_id ids[8];
	add_block( on.world, walkers(), ( fw_rect ){ 1, 1, 4, 2 }, 2.0, ids, 8 );
	give( &on, ids, 8, order_of( FW_ORDER_GATHER, 30.5, 10.5 ) );
	run( &on, 2.0 );
	assert_int_equal( fw_world_edit( on.world, ( fw_rect ){ 31, 0, 9, 20 }, FW_TERRAIN_OUT, NULL, NULL ), FW_OK );
	run( &on, 0.1 );
	check_places( &on, ids, 8, 0.2 );
	run( &on, 60.0 );
	assert_int_equal( on.seen[FW_WORLD_NO_PATH], 0 );
	for ( int32_t i = 0; i < 8; i++ )
	{
		assert_int_equal( state_of( &on, ids[i] ), FW_UNIT_IDLE );
	}
	fw_world_destroy( on.world );
}

// The path to a dead end leads round a wall, so that the first one there is the last one by straight distance: who
// arrives first goes in furthest. At the mouth, the first two may change places.
static void test_dead_end( void** state )
{
	(void)state;
	play on = play_text( "........................\n"
	                     ".######################.\n"
	                     ".#....................#.\n"
	                     ".####################...\n"
	                     "........................\n" );
	fw_unit_id ids[6];
	for ( int32_t i = 0; i < 6; i++ )
	{
		ids[i] = add( on.world, 1.5 + 2.0 * i, 0.5 );
	}
	give( &on, ids, 6, order_of( FW_ORDER_GATHER, 2.5, 2.5 ) );
	run( &on, 30.0 );
	for ( int32_t i = 0; i < 6; i++ )
	{
		assert_int_equal( state_of( &on, ids[i] ), FW_UNIT_IDLE );
		assert_true( from_place( &on, ids[i] ) < 0.1 && y_of( &on, ids[i] ) == 2.5 );
		assert_true( i < 2 || x_of( &on, ids[i] ) < x_of( &on, ids[i - 2] ) );
	}
	assert_true( on.seen[FW_WORLD_ARRIVED] >= 6 && on.seen[FW_WORLD_STARTED] == 6 );
	fw_world_destroy( on.world );
}

// Over open ground a group loses little time: its members neither break up nor pass those who have arrived.
static void test_open_field( void** state )
{
	(void)state;
	static const fw_rect starts[] = { { 2, 2, 6, 5 }, { 4, 28, 5, 6 }, { 2, 56, 10, 3 }, { 30, 4, 6, 5 } };
	const fw_unit unit = fw_default_unit();
	for ( size_t i = 0; i < sizeof( starts ) / sizeof( starts[0] ); i++ )
	{
		play on = play_on( test_field( 64, 64 ), 20000, NULL );
		fw_unit_id ids[30];
		double x[30], y[30], arrived[30] = { 0.0 };
		add_block( on.world, walkers(), starts[i], 1.0, ids, 30 );
		for ( int32_t k = 0; k < 30; k++ )
		{
			x[k] = x_of( &on, ids[k] );
			y[k] = y_of( &on, ids[k] );
		}
		give( &on, ids, 30, order_of( FW_ORDER_GATHER, 50.5, 40.5 ) );
		while ( fw_world_time( on.world ) < 60.0 )
		{
			assert_int_equal( step( &on ), FW_OK );
			for ( int32_t k = 0; k < 30; k++ )
			{
				const bool there = state_of( &on, ids[k] ) == FW_UNIT_IDLE;
				arrived[k] = !there ? 0.0 : arrived[k] == 0.0 ? fw_world_time( on.world ) : arrived[k];
			}
		}
		double sum = 0.0;
		for ( int32_t k = 0; k < 30; k++ )
		{
			const double length = hypot( x_of( &on, ids[k] ) - x[k], y_of( &on, ids[k] ) - y[k] );
			const double starts_and_stops = 0.5 * unit.speed / unit.acceleration + 0.5 * unit.speed / unit.braking;
			assert_true( arrived[k] > 0.0 );
			sum += arrived[k] - length / unit.speed - starts_and_stops;
		}
		assert_true( sum / 30.0 < 1.5 );
		fw_world_destroy( on.world );
	}
}

static void test_patrol( void** state )
{
	(void)state;
	play on = play_on( test_field( 30, 20 ), 20000, NULL );
	fw_unit_id ids[3];
	add_block( on.world, walkers(), ( fw_rect ){ 2, 2, 1, 3 }, 3.0, ids, 3 );
	give( &on, ids, 3, order_of( FW_ORDER_PATROL, 20.5, 10.5 ) );
	double right = 0.0;
	double left = 30.0;
	for ( int32_t i = 0; i < 1400; i++ )
	{
		assert_int_equal( step( &on ), FW_OK );
		right = fmax( right, x_of( &on, ids[1] ) );
		left = i > 400 ? fmin( left, x_of( &on, ids[1] ) ) : left;
		assert_true( state_of( &on, ids[1] ) != FW_UNIT_NO_PATH );
	}
	assert_int_equal( on.seen[FW_WORLD_STARTED], 3 );
	assert_true( on.seen[FW_WORLD_ARRIVED] >= 15 );
	assert_true( right > 18.0 && left == 2.5 );
	give( &on, ids, 3, order_of( FW_ORDER_STOP, 0.0, 0.0 ) );
	run( &on, 3.0 );
	const int32_t arrived = on.seen[FW_WORLD_ARRIVED];
	run( &on, 20.0 );
	assert_int_equal( on.seen[FW_WORLD_ARRIVED], arrived );
	fw_world_destroy( on.world );
}

static void test_follow( void** state )
{
	(void)state;
	play on = play_on( test_field( 60, 40 ), 20000, NULL );
	fw_unit_id ids[4];
	fw_world_unit_def def = fw_default_world_unit_def();
	def.unit.speed = 2.5;
	add_block( on.world, &def, ( fw_rect ){ 2, 2, 2, 2 }, 2.0, ids, 4 );
	const fw_unit_id leader = add( on.world, 8.5, 5.5 );
	fw_order order = order_of( FW_ORDER_FOLLOW, 0.0, 0.0 );
	order.leader = leader;
	order.distance = 1.5;
	give( &on, ids, 4, order );
	go( on.world, leader, 50.5, 5.5 );
	run( &on, 15.0 );
	for ( int32_t i = 0; i < 4; i++ )
	{
		const double away =
		    fw_length( x_of( &on, ids[i] ) - x_of( &on, leader ), y_of( &on, ids[i] ) - y_of( &on, leader ) );
		assert_true( x_of( &on, leader ) > 30.0 && away < 10.0 );
	}
	go( on.world, leader, 50.5, 35.5 );
	run( &on, 40.0 );
	for ( int32_t i = 0; i < 4; i++ )
	{
		const double away = fw_length( x_of( &on, ids[i] ) - 50.5, y_of( &on, ids[i] ) - 35.5 );
		assert_true( away > 2.3 - 0.5 && away < 6.0 );
		assert_int_equal( state_of( &on, ids[i] ), FW_UNIT_IDLE );
	}
	assert_true( on.seen[FW_WORLD_ARRIVED] >= 5 );
	assert_int_equal( fw_world_remove( on.world, &leader, 1, NULL ), FW_OK );
	run( &on, 2.0 );
	for ( int32_t i = 0; i < 4; i++ )
	{
		assert_true( y_of( &on, ids[i] ) > 29.0 );
	}
	fw_world_destroy( on.world );
}

// A unit that holds stands, and goes when it is told to.
static void test_hold( void** state )
{
	(void)state;
	play on = play_on( test_field( 30, 10 ), 20000, NULL );
	fw_unit_id ids[2];
	add_block( on.world, walkers(), ( fw_rect ){ 2, 2, 1, 2 }, 3.0, ids, 2 );
	give( &on, ids, 2, order_of( FW_ORDER_GATHER, 25.5, 5.5 ) );
	run( &on, 4.0 );
	give( &on, ids, 1, order_of( FW_ORDER_HOLD, 0.0, 0.0 ) );
	run( &on, 2.0 );
	const double x = x_of( &on, ids[0] );
	assert_true( x < 15.0 );
	assert_int_equal( state_of( &on, ids[0] ), FW_UNIT_IDLE );
	run( &on, 20.0 );
	assert_true( x_of( &on, ids[0] ) == x && x_of( &on, ids[1] ) > 23.0 );
	go( on.world, ids[0], 25.5, 2.5 );
	run( &on, 20.0 );
	assert_true( x_of( &on, ids[0] ) == 25.5 );
	fw_world_destroy( on.world );
}

// Who cannot get to its place, as somebody holds there, has arrived beside it after a while.
static void test_stays_beside( void** state )
{
	(void)state;
	play on = play_on( test_field( 30, 10 ), 20000, NULL );
	fw_unit_id ids[2];
	add_block( on.world, walkers(), ( fw_rect ){ 2, 5, 1, 1 }, 1.0, ids, 1 );
	give( &on, ids, 1, order_of( FW_ORDER_GATHER, 25.5, 5.5 ) );
	run( &on, 1.0 );
	add_block( on.world, walkers(), ( fw_rect ){ 25, 5, 1, 1 }, 1.0, ids + 1, 1 );
	give( &on, ids + 1, 1, order_of( FW_ORDER_HOLD, 0.0, 0.0 ) );
	run( &on, 20.0 );
	assert_int_equal( on.seen[FW_WORLD_ARRIVED], 0 );
	run( &on, 25.0 );
	assert_int_equal( on.seen[FW_WORLD_ARRIVED], 1 );
	assert_int_equal( state_of( &on, ids[0] ), FW_UNIT_IDLE );
	assert_true( fw_length( x_of( &on, ids[0] ) - 25.5, y_of( &on, ids[0] ) - 5.5 ) < 3.0 );
	fw_world_destroy( on.world );
}

// A tank on its way into a corner lets out the walker who is there.
static void test_locked( void** state )
{
	(void)state;
	play on = play_on( test_field( 20, 20 ), 20000, NULL );
	const fw_world_unit_def tank = tanks();
	fw_unit_id driver = 0;
	add_block( on.world, &tank, ( fw_rect ){ 8, 8, 1, 1 }, 1.0, &driver, 1 );
	const fw_unit_id walker = add( on.world, 0.5, 0.5 );
	go( on.world, driver, 1.0, 1.0 );
	run( &on, 15.0 );
	assert_true( x_of( &on, driver ) < 2.0 );
	go( on.world, walker, 15.5, 0.5 );
	run( &on, 60.0 );
	assert_true( x_of( &on, walker ) == 15.5 );
	assert_true( fabs( x_of( &on, driver ) - 1.0 ) < 1e-6 && state_of( &on, driver ) == FW_UNIT_IDLE );
	fw_world_destroy( on.world );
}

// A world of a leader, followers, and a group: whatever runs out of memory, each call was done or was not.
static fw_status play_groups( const fw_allocator* allocator, test_memory* memory, fw_status* worst )
{
	fw_grid* grid = test_field( 24, 12 );
	fw_world_def def = fw_default_world_def();
	play on = { 0 };
	fw_unit_id ids[5] = { 0 };
	const fw_pose poses[5] = { at( 1.5, 1.5 ), at( 1.5, 3.5 ), at( 3.5, 1.5 ), at( 3.5, 3.5 ), at( 6.5, 6.5 ) };
	fw_order gather = order_of( FW_ORDER_GATHER, 18.5, 6.5 );
	fw_order follow = order_of( FW_ORDER_FOLLOW, 0.0, 0.0 );
	def.allocator = *allocator;
	def.grid = grid;
	fw_status status = fw_world_create( &def, &on.world, NULL );
	fw_grid_destroy( grid );
	if ( status != FW_OK )
	{
		return status;
	}
	status = fw_world_add( on.world, walkers(), poses, 5, ids, NULL );
	follow.leader = ids[4];
	status = status == FW_OK ? fw_world_order( on.world, ids, 2, &follow, NULL ) : status;
	status = status == FW_OK ? fw_world_order( on.world, ids + 2, 3, &gather, NULL ) : status;
	for ( int32_t i = 0; i < 400 && status == FW_OK; i++ )
	{
		const fw_status stepped = step( &on );
		assert_true( stepped == FW_OK || stepped == FW_ERR_MEMORY );
		*worst = stepped != FW_OK ? stepped : *worst;
		if ( stepped != FW_OK )
		{
			test_memory_fail_never( memory );
		}
	}
	assert_true( status != FW_OK || on.seen[FW_WORLD_ARRIVED] >= 5 );
	fw_world_destroy( on.world );
	return status;
}

static void test_memory_runs_out( void** state )
{
	(void)state;
	test_memory memory = test_memory_make();
	const fw_allocator allocator = test_memory_allocator( &memory );
	fw_status worst = FW_OK;
	bool done = false;
	int64_t n = 0;
	for ( ; !done; n++ )
	{
		test_memory_fail_in( &memory, n, n % 2 == 1 );
		const int64_t last = memory.asked + n;
		const fw_status status = play_groups( &allocator, &memory, &worst );
		assert_true( status == FW_OK || status == FW_ERR_MEMORY );
		test_memory_check_empty( &memory );
		done = memory.asked <= last;
	}
	assert_true( n > 50 && worst == FW_ERR_MEMORY );
}

// The army of the acceptance: 60 walkers and 6 tanks across Brushfire.
static void test_army( void** state )
{
	(void)state;
	fw_grid* grid = test_benchmark_map( "sc1/Brushfire" );
	play on = play_on( grid, 40000, NULL );
	fw_unit_id ids[MANY];
	const fw_world_unit_def tank = tanks();
	add_block( on.world, &tank, ( fw_rect ){ 34, 26, 6, 6 }, 2.0, ids, 6 );
	add_block( on.world, walkers(), ( fw_rect ){ 30, 20, 12, 20 }, 1.0, ids + 6, MANY - 6 );
	give( &on, ids, MANY, order_of( FW_ORDER_GATHER, 200.5, 173.5 ) );
	check_places( &on, ids, MANY, 0.2 );
	for ( int32_t i = 0; i < MANY; i++ )
	{
		const fw_pose place = unit_of( &on, ids[i] )->place;
		assert_true( fw_length( place.x - 200.5, place.y - 173.5 ) < 8.0 );
	}
	run( &on, 10.0 );
	assert_int_equal( on.seen[FW_WORLD_STARTED], MANY );
	fw_world_destroy( on.world );
}

// Adds units in squares around a point, `apart` tiles from each other, where they fit.
static int32_t add_around( fw_world* world, const fw_world_unit_def* def, double x, double y, double apart,
                           fw_unit_id* ids, int32_t wanted )
{
	int32_t count = 0;
	for ( int32_t ring = 0; count < wanted; ring++ )
	{
		const int32_t side = 2 * ring + 1;
		for ( int32_t i = 0; i < side * side && count < wanted; i++ )
		{
			const int32_t dx = i % side - ring;
			const int32_t dy = i / side - ring;
			const fw_pose pose = at( x + apart * dx, y + apart * dy );
			const bool is_border = abs( dx ) == ring || abs( dy ) == ring;
			count += is_border && fw_world_add( world, def, &pose, 1, &ids[count], NULL ) == FW_OK ? 1 : 0;
		}
	}
	return count;
}

// Tanks and walkers who set out near the goal: a tank is pushed off its place, and others stand where it would get back
// to that. It stays with them; before it could it stood there for ever.
static void test_army_nearby( void** state )
{
	(void)state;
	play on = play_on( test_benchmark_map( "sc1/Brushfire" ), 40000, NULL );
	fw_unit_id ids[16];
	const fw_world_unit_def tank = tanks();
	assert_int_equal( add_around( on.world, &tank, 160.0, 190.0, 2.0, ids, 6 ), 6 );
	assert_int_equal( add_around( on.world, walkers(), 160.5, 190.5, 1.0, ids + 6, 10 ), 10 );
	give( &on, ids, 16, order_of( FW_ORDER_GATHER, 200.5, 173.5 ) );
	run( &on, 70.0 );
	for ( int32_t i = 0; i < 16; i++ )
	{
		assert_int_equal( state_of( &on, ids[i] ), FW_UNIT_IDLE );
		assert_true( fw_length( x_of( &on, ids[i] ) - 200.5, y_of( &on, ids[i] ) - 173.5 ) < 8.0 );
	}
	fw_world_destroy( on.world );
}

// In a street six tiles wide each tank's place is in the way of others. Nobody pushes there for ever: who gets no
// nearer stays, and who makes room does so, too. Before, four of them were never home.
static void test_army_in_street( void** state )
{
	(void)state;
	play on = play_on( test_field( 70, 8 ), 40000, NULL );
	fw_unit_id ids[45];
	fw_world_unit_def tank = tanks();
	tank.unit.radius = 1.0;
	for ( int32_t i = 0; i < 5; i++ )
	{
		const fw_pose pose = at( 3.0 + 3.0 * ( i / 2 ), 1.5 + 3.0 * ( i % 2 ) );
		assert_int_equal( fw_world_add( on.world, &tank, &pose, 1, &ids[i], NULL ), FW_OK );
	}
	int32_t count = 5;
	for ( int32_t i = 0; count < 45; i++ )
	{
		const fw_pose pose = at( i / 8 + 0.5, i % 8 + 0.5 );
		count += fw_world_add( on.world, walkers(), &pose, 1, &ids[count], NULL ) == FW_OK ? 1 : 0;
	}
	give( &on, ids, count, order_of( FW_ORDER_GATHER, 60.0, 4.5 ) );
	run( &on, 80.0 );
	for ( int32_t i = 0; i < count; i++ )
	{
		assert_int_equal( state_of( &on, ids[i] ), FW_UNIT_IDLE );
		assert_true( fabs( x_of( &on, ids[i] ) - 60.0 ) < 12.0 );
	}
	assert_true( on.seen[FW_WORLD_ARRIVED] >= count );
	fw_world_destroy( on.world );
}

// Blocks, and units that each go to the opposite point.
static fw_grid* open_blocks( int32_t side )
{
	fw_grid* grid = test_field( side, side );
	for ( int32_t i = 0; i < side / 10 * ( side / 10 ); i++ )
	{
		const int32_t x = 10 * ( i % ( side / 10 ) );
		const int32_t y = 10 * ( i / ( side / 10 ) );
		const fw_rect block = { x + 1 + i % 3, y + 1 + i % 4, 2 + i % 5, 2 + i / 7 % 4 };
		assert_int_equal( fw_grid_fill( grid, block, FW_TERRAIN_OUT, NULL ), FW_OK );
	}
	return grid;
}

static double planned_length( fw_planner* planner, fw_pose start, fw_pose goal )
{
	fw_result result;
	fw_plan plan = fw_default_plan();
	plan.start = start;
	plan.goal = goal;
	plan.goal_any_heading = true;
	fw_result_init( &result, NULL );
	assert_int_equal( fw_planner_run( planner, &plan, &result, NULL ), FW_OK );
	const double length = result.length;
	fw_result_free( &result );
	return length;
}

// Of hundreds of orders at once the first get shortest paths, and all others paths that are hardly longer.
static void test_crowd_of_orders( void** state )
{
	(void)state;
	const int32_t side = 200;
	fw_unit_id ids[4 * MANY];
	fw_grid* own = open_blocks( side );
	fw_planner* planner = NULL;
	assert_int_equal( fw_planner_create( own, NULL, &planner, NULL ), FW_OK );
	play on = play_on( open_blocks( side ), 1000000, NULL );
	for ( int32_t i = 0; i < 4 * MANY; i++ )
	{
		const double x = 10.0 * ( i % 20 ) + 0.5;
		const double y = 10.0 * ( i / 20 ) + 0.5;
		ids[i] = add( on.world, x, y );
		go( on.world, ids[i], side - 10.0 - x + 1.0, side - 10.0 - y + 1.0 );
	}
	assert_int_equal( fw_world_step( on.world, STEP, NULL ), FW_OK );
	int32_t longer = 0;
	for ( int32_t i = 0; i < 4 * MANY && i < 256; i++ )
	{
		const fw_path* path = fw_world_path( on.world, ids[i] );
		const double least = planned_length( planner, path->start, fw_path_end( path ) );
		assert_true( path->count > 0 && path->length <= 1.011 * least + 1e-9 );
		assert_true( i >= 64 || fabs( path->length - least ) < 1e-9 );
		longer += path->length > least + 1e-6 ? 1 : 0;
	}
	assert_true( longer > 0 );
	fw_world_destroy( on.world );
	fw_planner_destroy( planner );
	fw_grid_destroy( own );
}

int run_test_orders( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_gather ),
	    cmocka_unit_test( test_gather_alone ),
	    cmocka_unit_test( test_gather_out_of_reach ),
	    cmocka_unit_test( test_gather_beside_others ),
	    cmocka_unit_test( test_members ),
	    cmocka_unit_test( test_places_blocked ),
	    cmocka_unit_test( test_dead_end ),
	    cmocka_unit_test( test_open_field ),
	    cmocka_unit_test( test_patrol ),
	    cmocka_unit_test( test_follow ),
	    cmocka_unit_test( test_hold ),
	    cmocka_unit_test( test_stays_beside ),
	    cmocka_unit_test( test_locked ),
	    cmocka_unit_test( test_memory_runs_out ),
	    cmocka_unit_test( test_army ),
	    cmocka_unit_test( test_army_nearby ),
	    cmocka_unit_test( test_army_in_street ),
	    cmocka_unit_test( test_crowd_of_orders ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
