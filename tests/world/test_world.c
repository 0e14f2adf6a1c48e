// SPDX-License-Identifier: MIT
// Worlds: units, orders, events, the budget, the same bits on every run, and memory that runs out. Brute force
// watches that no two discs overlap, and none a wall.
#include "play.h"
#include "world/world.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void test_all_or_none( void** state )
{
	(void)state;
	play on = play_text( "......\n"
	                     "..#...\n"
	                     "......\n" );
	const fw_world_unit_def def = fw_default_world_unit_def();
	fw_pose poses[3] = { at( 0.5, 0.5 ), at( 4.5, 0.5 ), at( 2.5, 1.5 ) };
	fw_unit_id ids[3] = { 7, 8, 9 };
	fw_refusal refusal;
	assert_int_equal( fw_world_add( on.world, &def, poses, 3, ids, &refusal ), FW_ERR_BLOCKED );
	assert_string_equal( refusal.field, "poses[2]" );
	assert_true( ids[0] == 7 && ids[1] == 8 && ids[2] == 9 );
	assert_int_equal( fw_world_units( on.world ).count, 0 );
	poses[2] = at( 4.7, 0.5 ); // on the second one
	assert_int_equal( fw_world_add( on.world, &def, poses, 3, ids, &refusal ), FW_ERR_BLOCKED );
	assert_string_equal( refusal.field, "poses[2]" );
	poses[2].x = NAN;
	assert_int_equal( fw_world_add( on.world, &def, poses, 3, ids, &refusal ), FW_ERR_ARGUMENT );
	assert_string_equal( refusal.field, "poses[2].x" );
	poses[2] = at( 0.5, 2.5 );
	assert_int_equal( fw_world_add( on.world, &def, poses, 3, ids, &refusal ), FW_OK ); // nobody was left behind
	assert_int_equal( fw_world_add( on.world, &def, poses, 0, ids, &refusal ), FW_OK );
	const fw_unit_arrays all = fw_world_units( on.world );
	assert_int_equal( all.count, 3 );
	for ( int32_t i = 0; i < 3; i++ )
	{
		assert_true( all.ids[i] == ids[i] && all.x[i] == poses[i].x && all.y[i] == poses[i].y );
		assert_true( all.speed[i] == 0.0 && all.radius[i] == 0.4 && all.state[i] == FW_UNIT_IDLE );
		assert_int_equal( fw_world_path( on.world, ids[i] )->count, 0 );
	}
	fw_world_destroy( on.world );
}

static void test_stale_ids( void** state )
{
	(void)state;
	play on = play_on( test_field( 20, 10 ), 20000, NULL );
	fw_refusal refusal;
	fw_unit_id ids[5];
	for ( int32_t i = 0; i < 5; i++ )
	{
		ids[i] = add( on.world, 2.5 + 3 * i, 2.5 );
	}
	const fw_unit_id twice[3] = { ids[1], ids[3], ids[1] };
	assert_int_equal( fw_world_remove( on.world, twice, 3, &refusal ), FW_ERR_UNKNOWN );
	assert_string_equal( refusal.field, "ids[2]" );
	assert_string_equal( refusal.text, "ids[2] is listed twice" );
	assert_int_equal( fw_world_units( on.world ).count, 5 );
	assert_int_equal( fw_world_remove( on.world, twice, 2, &refusal ), FW_OK );
	const fw_unit_arrays all = fw_world_units( on.world );
	assert_true( all.count == 3 && all.ids[0] == ids[0] && all.ids[1] == ids[2] && all.ids[2] == ids[4] );
	const fw_unit_id old = ids[3];
	ids[3] = add( on.world, 2.5, 6.5 ); // in the slot of an old one
	const fw_order order = fw_default_order();
	const fw_unit_id mixed[2] = { ids[0], old };
	assert_int_equal( fw_world_order( on.world, mixed, 2, &order, &refusal ), FW_ERR_UNKNOWN );
	assert_string_equal( refusal.field, "ids[1]" );
	assert_int_equal( fw_world_remove( on.world, mixed, 2, &refusal ), FW_ERR_UNKNOWN );
	assert_int_equal( state_of( &on, ids[0] ), FW_UNIT_IDLE ); // it did not get the order
	assert_int_equal( fw_world_find( on.world, old ), -1 );
	assert_null( fw_world_path( on.world, old ) );
	assert_int_equal( fw_world_find( on.world, ids[3] ), 3 );
	assert_int_equal( fw_world_find( on.world, 0 ), -1 );
	fw_world_destroy( on.world );
}

// Units that are removed while their searches wait and run, and new ones in their slots.
static void test_removed_while_planning( void** state )
{
	(void)state;
	play on = play_on( test_field( 60, 20 ), 64, NULL );
	fw_world_unit_def def = fw_default_world_unit_def();
	def.plan.method = "astar";
	fw_unit_id ids[10];
	for ( int32_t i = 0; i < 10; i++ )
	{
		const fw_pose pose = at( 2.5, 1.5 + 1.5 * i );
		assert_int_equal( fw_world_add( on.world, &def, &pose, 1, &ids[i], NULL ), FW_OK );
		go( on.world, ids[i], 50.5, 15.5 - i );
	}
	assert_int_equal( step( &on ), FW_OK );
	assert_true( fw_world_measure( on.world ).planning > 5 );
	assert_int_equal( fw_world_remove( on.world, ids, 5, NULL ), FW_OK );
	const fw_unit_id made = add( on.world, 30.5, 10.5 );
	run( &on, 60.0 );
	assert_int_equal( on.seen[FW_WORLD_STARTED], 5 );
	assert_int_equal( on.seen[FW_WORLD_ARRIVED], 5 );
	assert_int_equal( fw_world_measure( on.world ).planning, 0 );
	assert_int_equal( state_of( &on, made ), FW_UNIT_IDLE );
	fw_world_destroy( on.world );
}

static void test_go_and_arrive( void** state )
{
	(void)state;
	play on = play_on( test_field( 20, 10 ), 20000, NULL );
	const fw_unit_id unit = add( on.world, 2.5, 2.5 );
	go( on.world, unit, 17.5, 2.5 );
	assert_int_equal( state_of( &on, unit ), FW_UNIT_PLANNING );
	assert_int_equal( step( &on ), FW_OK );
	assert_int_equal( on.seen[FW_WORLD_STARTED], 1 );
	assert_true( on.last[FW_WORLD_STARTED].unit == unit && fabs( on.last[FW_WORLD_STARTED].distance - 15.0 ) < 1e-9 );
	assert_int_equal( state_of( &on, unit ), FW_UNIT_MOVING );
	assert_true( fabs( fw_world_path( on.world, unit )->length - 15.0 ) < 1e-9 );
	run( &on, 10.0 );
	assert_int_equal( on.seen[FW_WORLD_ARRIVED], 1 );
	assert_true( on.last[FW_WORLD_ARRIVED].distance < 1e-9 && x_of( &on, unit ) == 17.5 );
	assert_int_equal( state_of( &on, unit ), FW_UNIT_IDLE );
	go( on.world, unit, 17.5, 2.5 ); // where it is
	run( &on, 1.0 );
	assert_int_equal( on.seen[FW_WORLD_ARRIVED], 2 );
	fw_world_destroy( on.world );
}

// All to one place, by one order: who is there makes room for the next one, and in the end all stand around it.
static void test_one_goal_for_all( void** state )
{
	(void)state;
	play on = play_on( test_field( 30, 20 ), 20000, NULL );
	const fw_world_unit_def def = fw_default_world_unit_def();
	fw_order order = fw_default_order();
	fw_pose poses[9];
	fw_unit_id ids[9];
	for ( int32_t i = 0; i < 9; i++ )
	{
		poses[i] = at( 2.5 + i % 3, 8.5 + i / 3 );
	}
	order.goal = at( 22.5, 9.5 );
	assert_int_equal( fw_world_add( on.world, &def, poses, 9, ids, NULL ), FW_OK );
	assert_int_equal( fw_world_order( on.world, ids, 9, &order, NULL ), FW_OK );
	run( &on, 150.0 );
	assert_int_equal( on.seen[FW_WORLD_STARTED], 9 );
	assert_int_equal( on.seen[FW_WORLD_ARRIVED], 9 );
	int32_t there = 0;
	for ( int32_t i = 0; i < 9; i++ )
	{
		const double left = hypot( x_of( &on, ids[i] ) - 22.5, y_of( &on, ids[i] ) - 9.5 );
		there += left < 1e-9 ? 1 : 0;
		assert_true( left < 2.5 ); // close around it, and not in a line
		assert_int_equal( state_of( &on, ids[i] ), FW_UNIT_IDLE );
	}
	assert_int_equal( there, 1 );
	fw_world_destroy( on.world );
}

static void test_orders_on_the_way( void** state )
{
	(void)state;
	play on = play_on( test_field( 40, 40 ), 20000, NULL );
	const fw_unit_id unit = add( on.world, 2.5, 2.5 );
	go( on.world, unit, 37.5, 2.5 );
	run( &on, 3.0 );
	go( on.world, unit, 2.5, 37.5 );
	assert_int_equal( state_of( &on, unit ), FW_UNIT_MOVING );
	run( &on, STEP );
	assert_int_equal( on.seen[FW_WORLD_STARTED], 2 );
	assert_true( speed_of( &on, unit ) > 1.0 ); // it does not stand still for it
	run( &on, 2.0 );
	fw_order order = fw_default_order();
	order.kind = FW_ORDER_STOP;
	const double before = x_of( &on, unit );
	const double above = y_of( &on, unit );
	assert_int_equal( fw_world_order( on.world, &unit, 1, &order, NULL ), FW_OK );
	run( &on, 1.0 );
	// speed^2 / ( 2 braking ) is half a tile.
	assert_true( speed_of( &on, unit ) == 0.0 );
	assert_true( hypot( x_of( &on, unit ) - before, y_of( &on, unit ) - above ) < 0.65 );
	assert_int_equal( state_of( &on, unit ), FW_UNIT_IDLE );
	assert_int_equal( on.seen[FW_WORLD_ARRIVED], 0 );
	go( on.world, unit, 5.5, 30.5 );
	run( &on, 30.0 );
	assert_int_equal( on.seen[FW_WORLD_ARRIVED], 1 );
	assert_true( x_of( &on, unit ) == 5.5 && y_of( &on, unit ) == 30.5 );
	fw_world_destroy( on.world );
}

// The search for the new order takes many steps: the unit drives on, then brakes, and does not lose its way.
static void test_slow_orders_on_the_way( void** state )
{
	(void)state;
	play on = play_on( test_field( 60, 60 ), 64, NULL );
	fw_world_unit_def def = fw_default_world_unit_def();
	def.plan.method = "astar";
	def.plan.options.heuristic = FW_HEURISTIC_ZERO;
	const fw_pose pose = at( 2.5, 2.5 );
	fw_unit_id unit = 0;
	assert_int_equal( fw_world_add( on.world, &def, &pose, 1, &unit, NULL ), FW_OK );
	go( on.world, unit, 40.5, 2.5 );
	run( &on, 6.0 );
	assert_int_equal( on.seen[FW_WORLD_STARTED], 1 );
	go( on.world, unit, 2.5, 50.5 );
	run( &on, 60.0 );
	assert_int_equal( on.seen[FW_WORLD_STARTED], 2 );
	assert_int_equal( on.seen[FW_WORLD_ARRIVED], 1 );
	assert_true( hypot( x_of( &on, unit ) - 2.5, y_of( &on, unit ) - 50.5 ) < 1e-9 );
	fw_world_destroy( on.world );
}

static void test_no_path( void** state )
{
	(void)state;
	play on = play_text( "......#...\n"
	                     "......#...\n"
	                     "......#...\n" );
	const fw_unit_id unit = add( on.world, 1.5, 1.5 );
	go( on.world, unit, 8.5, 1.5 );
	run( &on, 1.0 );
	assert_int_equal( on.seen[FW_WORLD_NO_PATH], 1 );
	assert_int_equal( on.last[FW_WORLD_NO_PATH].reason, FW_REASON_OTHER_REGION );
	assert_int_equal( on.last[FW_WORLD_NO_PATH].status, FW_OK );
	assert_int_equal( state_of( &on, unit ), FW_UNIT_NO_PATH );
	assert_int_equal( fw_world_units( on.world ).reason[0], FW_REASON_OTHER_REGION );
	int64_t first = 0;
	int64_t second = 0;
	assert_int_equal( fw_world_edit( on.world, ( fw_rect ){ 6, 0, 1, 1 }, FW_TERRAIN_WATER, &first, NULL ), FW_OK );
	run( &on, 1.0 );
	assert_int_equal( on.seen[FW_WORLD_NO_PATH], 1 ); // still none: it says so once
	assert_int_equal( fw_world_edit( on.world, ( fw_rect ){ 6, 1, 1, 9 }, FW_TERRAIN_GROUND, &second, NULL ), FW_OK );
	assert_true( first == 1 && second == 2 );
	run( &on, 10.0 );
	assert_int_equal( on.seen[FW_WORLD_EDITED], 2 );
	assert_int_equal( on.seen[FW_WORLD_STARTED], 1 );
	assert_true( x_of( &on, unit ) == 8.5 );
	// On the way, with the next order.
	go( on.world, unit, 1.5, 1.5 );
	run( &on, 1.5 );
	go( on.world, unit, -5.0, 1.5 );
	run( &on, 2.0 );
	assert_int_equal( on.last[FW_WORLD_NO_PATH].reason, FW_REASON_GOAL_OFF_MAP );
	assert_int_equal( state_of( &on, unit ), FW_UNIT_NO_PATH );
	assert_true( speed_of( &on, unit ) == 0.0 && x_of( &on, unit ) > 4.0 );
	fw_world_destroy( on.world );
}

static void test_texts( void** state )
{
	(void)state;
	for ( int32_t i = 0; i <= FW_STUCK_LOST; i++ )
	{
		assert_true( strlen( fw_stuck_text( (fw_stuck)i ) ) > 5 );
	}
	assert_string_equal( fw_stuck_text( (fw_stuck)77 ), "unknown" );
}

// Two in a lane that is too narrow for both: both report that they are stuck, again only after they
// were not.
static void test_stuck( void** state )
{
	(void)state;
	play on = play_on( test_field( 10, 1 ), 20000, NULL );
	const fw_unit_id a = add( on.world, 0.5, 0.5 );
	const fw_unit_id b = add( on.world, 9.5, 0.5 );
	go( on.world, a, 9.5, 0.5 );
	go( on.world, b, 0.5, 0.5 );
	run( &on, 30.0 );
	assert_int_equal( state_of( &on, a ), FW_UNIT_STUCK );
	assert_true( on.seen[FW_WORLD_STUCK] >= 2 && on.seen[FW_WORLD_STUCK] <= 8 );
	assert_int_not_equal( on.last[FW_WORLD_STUCK].stuck, FW_STUCK_NOT );
	assert_int_not_equal( fw_world_units( on.world ).stuck[0], FW_STUCK_NOT );
	assert_int_equal( fw_world_remove( on.world, &b, 1, NULL ), FW_OK );
	run( &on, 20.0 );
	assert_true( x_of( &on, a ) == 9.5 );
	fw_world_destroy( on.world );
}

// A vehicle in a lane pushes one that has arrived off its goal, and it does not get back: it says that it is stuck.
static void test_stuck_off_goal( void** state )
{
	(void)state;
	play on = play_on( test_field( 16, 1 ), 20000, NULL );
	const fw_unit_id a = add( on.world, 6.5, 0.5 );
	fw_world_unit_def def = fw_default_world_unit_def();
	def.unit.radius = 0.45;
	def.unit.turning_radius = 4.0;
	def.unit.reverse = false;
	const fw_pose pose = { 14.5, 0.5, FW_PI };
	fw_unit_id b = 0;
	go( on.world, a, 8.5, 0.5 );
	run( &on, 60.0 );
	assert_int_equal( on.seen[FW_WORLD_ARRIVED], 1 );
	assert_int_equal( fw_world_add( on.world, &def, &pose, 1, &b, NULL ), FW_OK );
	go( on.world, b, 4.5, 0.5 );
	run( &on, 6.0 );
	assert_true( x_of( &on, a ) < 8.0 );
	assert_int_equal( state_of( &on, a ), FW_UNIT_WAITING );
	run( &on, 30.0 );
	assert_int_equal( state_of( &on, a ), FW_UNIT_STUCK );
	assert_int_not_equal( fw_world_units( on.world ).stuck[0], FW_STUCK_NOT );
	assert_true( on.seen[FW_WORLD_STUCK] >= 1 );
	assert_int_equal( fw_world_remove( on.world, &b, 1, NULL ), FW_OK );
	run( &on, 20.0 );
	assert_true( x_of( &on, a ) == 8.5 );
	assert_int_equal( state_of( &on, a ), FW_UNIT_IDLE );
	fw_world_destroy( on.world );
}

// Four that cannot pass each other in a lane push each other to and fro for ever. The one that is never at its goal is
// stuck all the time, though some move, once it has got as near as it can after 163 s.
static void test_stuck_in_vain( void** state )
{
	(void)state;
	static const double radii[4] = { 0.63, 0.74, 0.54, 0.86 };
	static const double begins[4] = { 2.0, 4.5, 6.5, 12.0 };
	static const double ends[4] = { 14.0, 10.0, 17.0, 3.0 };
	play on = play_on( test_field( 20, 2 ), 20000, NULL );
	fw_unit_id ids[4];
	for ( int32_t i = 0; i < 4; i++ )
	{
		fw_world_unit_def def = fw_default_world_unit_def();
		def.unit.radius = radii[i];
		const fw_pose pose = at( begins[i], 1.0 );
		assert_int_equal( fw_world_add( on.world, &def, &pose, 1, &ids[i], NULL ), FW_OK );
	}
	for ( int32_t i = 0; i < 4; i++ )
	{
		go( on.world, ids[i], ends[i], 1.0 );
	}
	run( &on, 170.0 );
	int32_t moving = 0;
	for ( int32_t second = 0; second < 50; second++ )
	{
		run( &on, 1.0 );
		assert_int_equal( state_of( &on, ids[3] ), FW_UNIT_STUCK );
		for ( int32_t i = 0; i < 4; i++ )
		{
			moving += fw_world_units( on.world ).speed[i] > 0.0 ? 1 : 0;
		}
	}
	assert_true( moving > 0 );
	fw_world_destroy( on.world );
}

#define CROWD 60

// Two crowds that change sides, with edits on the way.
static play open_crowd( int64_t nodes, int32_t chunk, fw_unit_id* ids )
{
	play on = play_on( test_field( 40, 34 ), nodes, NULL );
	fw_world_unit_def def = fw_default_world_unit_def();
	def.plan.method = "astar";
	fw_pose poses[CROWD];
	for ( int32_t i = 0; i < CROWD; i++ )
	{
		poses[i] = at( i % 2 == 0 ? 2.5 : 37.5, 1.5 + i / 2 );
	}
	for ( int32_t i = 0; i < CROWD; i += chunk )
	{
		assert_int_equal( fw_world_add( on.world, &def, poses + i, chunk, ids + i, NULL ), FW_OK );
	}
	for ( int32_t i = 0; i < CROWD; i++ )
	{
		go( on.world, ids[i], 40.0 - poses[i].x, poses[i].y );
	}
	return on;
}

static void test_budget( void** state )
{
	(void)state;
	fw_unit_id ids[CROWD];
	play on = open_crowd( 256, CROWD, ids );
	edit( &on, 20, 3, 1, 20, FW_TERRAIN_OUT );
	int32_t steps = 0;
	int64_t nodes = 0;
	for ( ; fw_world_measure( on.world ).planning > 0 || steps == 0; steps++ )
	{
		assert_true( steps < 2000 );
		assert_int_equal( step( &on ), FW_OK );
		assert_true( fw_world_measure( on.world ).nodes <= 256 );
		nodes += fw_world_measure( on.world ).nodes;
	}
	assert_true( steps > 3 && nodes > 3 * 256 ); // it took more than one budget
	assert_int_equal( on.seen[FW_WORLD_STARTED], CROWD );
	for ( int32_t i = 0; i < 1600; i++ )
	{
		assert_int_equal( step( &on ), FW_OK );
		assert_true( fw_world_measure( on.world ).nodes <= 256 );
	}
	assert_true( on.seen[FW_WORLD_ARRIVED] >= CROWD / 2 );
	fw_world_destroy( on.world );
}

// In frames in which many units decide less is planned than in those between them, but always something.
static void test_budget_of_frames( void** state )
{
	(void)state;
	enum
	{
		DRIVERS = 200,
		ASKERS = 12,
		NODES = 800,
		CHARGE = 2 * DRIVERS // two thirds of what is for orders
	};
	play on = play_on( test_field( 120, 60 ), NODES, NULL );
	edit( &on, 100, 0, 1, 58, FW_TERRAIN_OUT );
	for ( int32_t i = 0; i < DRIVERS; i++ )
	{
		go( on.world, add( on.world, 1.5 + 1.5 * ( i % 10 ), 1.5 + 2.0 * (double)( i / 10 ) ), 90.5 - i % 10,
		    1.5 + 2.0 * (double)( i / 10 ) );
	}
	fw_unit_id askers[ASKERS];
	fw_world_unit_def def = fw_default_world_unit_def();
	def.plan.method = "astar";
	for ( int32_t i = 0; i < ASKERS; i++ )
	{
		const fw_pose pose = at( 60.5 + 2.0 * i, 58.5 );
		assert_int_equal( fw_world_add( on.world, &def, &pose, 1, &askers[i], NULL ), FW_OK );
	}
	for ( int32_t i = 0; i < 100; i++ )
	{
		assert_int_equal( step( &on ), FW_OK );
	}
	assert_int_equal( fw_world_measure( on.world ).planning, 0 );
	for ( int32_t i = 0; i < ASKERS; i++ )
	{
		go( on.world, askers[i], 110.5, 2.5 + i );
	}
	int64_t most[3] = { 0 };
	for ( int32_t i = 0; fw_world_measure( on.world ).planning > 0 || i == 0; i++ )
	{
		assert_true( i < 600 );
		assert_int_equal( fw_world_step( on.world, STEP / 3.0, NULL ), FW_OK );
		const int64_t nodes = fw_world_measure( on.world ).nodes;
		most[i % 3] = nodes > most[i % 3] ? nodes : most[i % 3];
	}
	assert_true( most[0] > 0 && most[0] <= NODES - CHARGE );
	assert_true( most[1] > NODES - CHARGE && most[2] > NODES - CHARGE );
	fw_world_destroy( on.world );
}

static void test_same_bits( void** state )
{
	(void)state;
	fw_unit_id ids[3][CROWD];
	play on[3] = { open_crowd( 2000, CROWD, ids[0] ), open_crowd( 2000, CROWD, ids[1] ),
	               open_crowd( 2000, 12, ids[2] ) };
	uint64_t before = 0;
	for ( int32_t i = 0; i < 400; i++ )
	{
		for ( int32_t k = 0; k < 3; k++ )
		{
			assert_int_equal( step( &on[k] ), FW_OK );
			if ( i == 60 )
			{
				edit( &on[k], 18, 10, 3, 12, FW_TERRAIN_OUT );
			}
			if ( i == 100 )
			{
				assert_int_equal( fw_world_remove( on[k].world, ids[k] + 4, 9, NULL ), FW_OK );
			}
		}
		const uint64_t hash = fw_world_hash( on[0].world );
		assert_true( hash == fw_world_hash( on[1].world ) && hash == fw_world_hash( on[2].world ) );
		assert_true( hash != before );
		before = hash;
	}
	for ( int32_t k = 0; k < 3; k++ )
	{
		assert_int_equal( on[k].seen[FW_WORLD_ARRIVED], on[0].seen[FW_WORLD_ARRIVED] );
		fw_world_destroy( on[k].world );
	}
}

// All of 32 terrains may be entered: there is none to block detours with. With 31 there is room for one.
static void test_terrains( void** state )
{
	(void)state;
	fw_terrain terrains[FW_TERRAIN_MAX];
	for ( int32_t i = 0; i < FW_TERRAIN_MAX; i++ )
	{
		terrains[i] =
		    ( fw_terrain ){ .name = "t", .letter = (char)( 'A' + i ), .cost = 1.0, .capabilities = FW_CAP_GROUND };
	}
	for ( int32_t count = FW_TERRAIN_MAX - 1; count <= FW_TERRAIN_MAX; count++ )
	{
		fw_grid_def def = fw_default_grid_def();
		fw_grid* grid = NULL;
		fw_refusal refusal;
		fw_world* world = NULL;
		def.terrains = terrains;
		def.terrain_count = count;
		def.width = 12;
		def.height = 3;
		assert_int_equal( fw_grid_create( &def, &grid, NULL ), FW_OK );
		fw_world_def of = fw_default_world_def();
		of.grid = grid;
		const fw_status status = fw_world_create( &of, &world, &refusal );
		assert_int_equal( status, count < FW_TERRAIN_MAX ? FW_OK : FW_ERR_UNSUPPORTED );
		fw_grid_destroy( grid );
		if ( status == FW_OK )
		{
			play on = { .world = world };
			const fw_unit_id a = add( world, 1.5, 1.5 );
			const fw_unit_id b = add( world, 10.5, 1.5 );
			assert_int_equal( fw_grid_terrain_count( fw_world_grid( world ) ), count );
			go( world, a, 10.5, 1.5 );
			go( world, b, 1.5, 1.5 );
			run( &on, 40.0 );
			assert_true( x_of( &on, a ) == 10.5 && x_of( &on, b ) == 1.5 );
			fw_world_destroy( world );
		}
	}
}

// One-way tiles come along, links are refused.
static void test_exits_and_links( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 12, 3 );
	fw_refusal refusal;
	fw_world* world = NULL;
	const fw_link link = { 1, 1, 9, 1, 1.0, FW_CAP_GROUND };
	fw_world_def def = fw_default_world_def();
	def.grid = grid;
	assert_int_equal( fw_grid_set_exits( grid, ( fw_rect ){ 6, 0, 1, 3 }, FW_EXIT_WEST, NULL ), FW_OK );
	assert_int_equal( fw_grid_add_link( grid, &link, NULL ), FW_OK );
	assert_int_equal( fw_world_create( &def, &world, &refusal ), FW_ERR_UNSUPPORTED );
	assert_string_equal( refusal.field, "grid" );
	assert_int_equal( fw_grid_remove_links( grid, 1, 1, 9, 1, NULL ), FW_OK );
	assert_int_equal( fw_world_create( &def, &world, &refusal ), FW_OK );
	assert_int_equal( fw_grid_exits( fw_world_grid( world ), 6, 1 ), FW_EXIT_WEST );
	assert_int_equal( fw_grid_one_way_count( fw_world_grid( world ) ), 3 );
	play on = { .world = world };
	const fw_unit_id unit = add( world, 1.5, 1.5 );
	go( world, unit, 10.5, 1.5 );
	run( &on, 1.0 );
	assert_int_equal( state_of( &on, unit ), FW_UNIT_NO_PATH );
	fw_world_destroy( world );
	fw_grid_destroy( grid );
}

// Two pass each other in a lane with a bay, a wall appears, one gets another order.
static fw_status meet( const fw_allocator* allocator, const fw_grid* grid, test_memory* memory, fw_status* worst )
{
	const fw_pose poses[2] = { at( 2.5, 1.5 ), at( 17.5, 1.5 ) };
	fw_world_def def = fw_default_world_def();
	const fw_world_unit_def unit = fw_default_world_unit_def();
	play on = { 0 };
	fw_unit_id ids[2] = { 0, 0 };
	def.allocator = *allocator;
	def.grid = grid;
	fw_status status = fw_world_create( &def, &on.world, NULL );
	if ( status != FW_OK )
	{
		return status;
	}
	status = fw_world_add( on.world, &unit, poses, 2, ids, NULL );
	assert_int_equal( fw_world_units( on.world ).count, status == FW_OK ? 2 : 0 );
	if ( status == FW_OK )
	{
		go( on.world, ids[0], 17.5, 1.5 );
		go( on.world, ids[1], 2.5, 1.5 );
		status = fw_world_edit( on.world, ( fw_rect ){ 9, 0, 1, 1 }, FW_TERRAIN_GROUND, NULL, NULL );
		assert_int_equal( fw_grid_get( fw_world_grid( on.world ), 9, 0 ), status == FW_OK ? 1 : 0 );
	}
	for ( int32_t i = 0; i < 800 && status == FW_OK && on.seen[FW_WORLD_ARRIVED] < 2; i++ )
	{
		const fw_status stepped = step( &on );
		assert_true( stepped == FW_OK || stepped == FW_ERR_MEMORY );
		*worst = stepped != FW_OK ? stepped : *worst;
		if ( stepped != FW_OK )
		{
			test_memory_fail_never( memory );
		}
	}
	assert_true( status != FW_OK || on.seen[FW_WORLD_ARRIVED] == 2 );
	assert_true( status != FW_OK || on.seen[FW_WORLD_STARTED] == 2 );
	fw_world_destroy( on.world );
	return status;
}

static void test_memory_runs_out( void** state )
{
	(void)state;
	fw_grid* grid = test_grid( "......########......\n"
	                           "....................\n"
	                           "......########......\n" );
	test_memory memory = test_memory_make();
	const fw_allocator allocator = test_memory_allocator( &memory );
	fw_status worst = FW_OK;
	bool done = false;
	int64_t n = 0;
	for ( ; !done; n++ )
	{
		test_memory_fail_in( &memory, n, n % 2 == 1 );
		const int64_t last = memory.asked + n;
		const fw_status status = meet( &allocator, grid, &memory, &worst );
		assert_true( status == FW_OK || status == FW_ERR_MEMORY );
		test_memory_check_empty( &memory );
		done = memory.asked <= last;
	}
	assert_true( n > 30 && worst == FW_ERR_MEMORY );
	fw_grid_destroy( grid );
}

// What the world says it holds is what it holds.
static void test_memory_is_counted( void** state )
{
	(void)state;
	test_memory memory = test_memory_make();
	const fw_allocator allocator = test_memory_allocator( &memory );
	play on = play_on( test_field( 30, 20 ), 20000, &allocator );
	const size_t empty = fw_world_memory( on.world );
	for ( int32_t i = 0; i < 20; i++ )
	{
		go( on.world, add( on.world, 1.5 + i, 1.5 ), 28.5 - i, 18.5 );
	}
	run( &on, 2.0 );
	assert_true( fw_world_memory( on.world ) > empty + 20 * 500 );
	fw_world_destroy( on.world );
	test_memory_check_empty( &memory );
}

int run_test_world( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_all_or_none ),
	    cmocka_unit_test( test_stale_ids ),
	    cmocka_unit_test( test_removed_while_planning ),
	    cmocka_unit_test( test_go_and_arrive ),
	    cmocka_unit_test( test_one_goal_for_all ),
	    cmocka_unit_test( test_orders_on_the_way ),
	    cmocka_unit_test( test_slow_orders_on_the_way ),
	    cmocka_unit_test( test_no_path ),
	    cmocka_unit_test( test_texts ),
	    cmocka_unit_test( test_stuck ),
	    cmocka_unit_test( test_stuck_off_goal ),
	    cmocka_unit_test( test_stuck_in_vain ),
	    cmocka_unit_test( test_budget ),
	    cmocka_unit_test( test_budget_of_frames ),
	    cmocka_unit_test( test_same_bits ),
	    cmocka_unit_test( test_terrains ),
	    cmocka_unit_test( test_exits_and_links ),
	    cmocka_unit_test( test_memory_runs_out ),
	    cmocka_unit_test( test_memory_is_counted ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
