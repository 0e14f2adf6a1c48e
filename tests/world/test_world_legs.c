// SPDX-License-Identifier: MIT
// Units that go leg by leg: each leg begins where the last one ends, without a stop, on the map as it is then; a way
// that is shut is told, and found when it opens.
#include "play.h"

#include <string.h>

#define WIDTH 120
#define HEIGHT 40
#define LEGS_MAX 100

static fw_unit_id add_by( fw_world* world, const char* method, double turning_radius, fw_pose pose )
{
	fw_world_unit_def def = fw_default_world_unit_def();
	fw_unit_id id = 0;
	def.plan.method = method;
	def.unit.turning_radius = turning_radius;
	def.plan.turning = turning_radius > 0.0 ? FW_TURNING_ALONG : FW_TURNING_NONE;
	def.plan.legs.length = 20;
	def.plan.legs.side = 12;
	assert_int_equal( fw_world_add( world, &def, &pose, 1, &id, NULL ), FW_OK );
	return id;
}

// What a unit drove, and how slow it was before it was near the goal.
typedef struct drive_log
{
	int32_t legs;
	double longest, slowest;
	fw_pose at;
} drive_log;

// Runs until the unit has arrived, or has no path. It never jumps, and every new path begins where it drives.
static drive_log follow( play* on, fw_unit_id unit, fw_pose to, double seconds )
{
	drive_log log = { .slowest = INFINITY };
	uint64_t hash = 0;
	const double begun = fw_world_time( on->world );
	const double end = begun + seconds;
	const int32_t over = on->seen[FW_WORLD_ARRIVED] + on->seen[FW_WORLD_NO_PATH];
	log.at = at( x_of( on, unit ), y_of( on, unit ) );
	while ( fw_world_time( on->world ) < end && on->seen[FW_WORLD_ARRIVED] + on->seen[FW_WORLD_NO_PATH] == over )
	{
		assert_int_equal( step( on ), FW_OK );
		const fw_path* path = fw_world_path( on->world, unit );
		const fw_pose now = at( x_of( on, unit ), y_of( on, unit ) );
		assert_true( hypot( now.x - log.at.x, now.y - log.at.y ) <= 2.0 * STEP + 1e-9 ); // at its top speed of 2
		if ( fw_path_hash( path ) != hash )
		{
			hash = fw_path_hash( path );
			log.legs++;
			log.longest = fmax( log.longest, path->length );
			assert_true( log.legs <= LEGS_MAX );
		}
		const bool drives = fw_world_time( on->world ) > begun + 2.0 && hypot( now.x - to.x, now.y - to.y ) > 1.5;
		log.slowest = drives ? fmin( log.slowest, speed_of( on, unit ) ) : log.slowest;
		log.at = now;
	}
	return log;
}

static void test_on_open_ground( void** state )
{
	(void)state;
	static const char* const methods[] = { "compass", "midpoint" };
	for ( int32_t i = 0; i < 4; i++ )
	{
		play on = play_on( test_field( WIDTH, HEIGHT ), 20000, NULL );
		const fw_unit_id unit = add_by( on.world, methods[i % 2], i / 2 * 1.0, at( 3.5, 20.5 ) );
		go( on.world, unit, 115.5, 26.5 );
		const drive_log log = follow( &on, unit, at( 115.5, 26.5 ), 120.0 );
		assert_int_equal( on.seen[FW_WORLD_ARRIVED], 1 );
		assert_int_equal( on.seen[FW_WORLD_STARTED], 1 );
		assert_int_equal( on.last[FW_WORLD_STARTED].reason, FW_REASON_LEG );
		assert_true( fabs( log.at.x - 115.5 ) < 1e-6 && fabs( log.at.y - 26.5 ) < 1e-6 );
		assert_true( log.legs >= 6 && log.longest < 30.0 );
		assert_true( log.slowest > 1.5 ); // no stop where legs meet, only corners
		fw_world_destroy( on.world );
	}
}

// A wall with a gate that shuts before the unit: it learns of that on the way, waits, and goes on when it opens.
static void test_gate( void** state )
{
	(void)state;
	for ( int32_t i = 0; i < 2; i++ )
	{
		play on = play_on( test_field( WIDTH, HEIGHT ), 20000, NULL );
		edit( &on, 60, 0, 1, 18, FW_TERRAIN_OUT );
		edit( &on, 60, 22, 1, 18, FW_TERRAIN_OUT );
		const fw_unit_id unit = add_by( on.world, i == 0 ? "compass" : "midpoint", 0.0, at( 3.5, 20.5 ) );
		go( on.world, unit, 115.5, 20.5 );
		run( &on, 8.0 );
		assert_true( x_of( &on, unit ) > 10.0 && x_of( &on, unit ) < 30.0 );
		edit( &on, 60, 18, 1, 4, FW_TERRAIN_OUT );
		const drive_log log = follow( &on, unit, at( 115.5, 20.5 ), 60.0 );
		assert_int_equal( on.seen[FW_WORLD_NO_PATH], 1 );
		assert_int_equal( on.last[FW_WORLD_NO_PATH].reason, FW_REASON_OTHER_REGION );
		run( &on, 1.0 );
		assert_int_equal( state_of( &on, unit ), FW_UNIT_NO_PATH );
		assert_true( log.at.x < 60.0 );
		edit( &on, 60, 30, 1, 6, FW_TERRAIN_GROUND ); // elsewhere
		follow( &on, unit, at( 115.5, 20.5 ), 120.0 );
		const bool arrived = on.seen[FW_WORLD_ARRIVED] == 1;
		assert_true( arrived || on.seen[FW_WORLD_NO_PATH] == 2 );
		assert_true( arrived || on.last[FW_WORLD_NO_PATH].reason != FW_REASON_NONE );
		edit( &on, 60, 18, 1, 4, FW_TERRAIN_GROUND );
		follow( &on, unit, at( 115.5, 20.5 ), 120.0 );
		assert_int_equal( on.seen[FW_WORLD_ARRIVED], 1 );
		assert_true( fabs( x_of( &on, unit ) - 115.5 ) < 1e-6 );
		fw_world_destroy( on.world );
	}
}

// Another order, a patrol and a removal on the way.
static void test_orders( void** state )
{
	(void)state;
	play on = play_on( test_field( WIDTH, HEIGHT ), 20000, NULL );
	fw_unit_id units[2] = { add_by( on.world, "compass", 0.0, at( 3.5, 10.5 ) ),
	                        add_by( on.world, "midpoint", 0.0, at( 3.5, 30.5 ) ) };
	fw_order order = fw_default_order();
	order.kind = FW_ORDER_PATROL;
	order.goal = at( 80.5, 20.5 );
	assert_int_equal( fw_world_order( on.world, units, 2, &order, NULL ), FW_OK );
	run( &on, 150.0 );
	assert_true( on.seen[FW_WORLD_ARRIVED] >= 4 ); // there and back
	assert_int_equal( on.seen[FW_WORLD_NO_PATH], 0 );
	go( on.world, units[0], 110.5, 5.5 );
	run( &on, 3.0 );
	assert_int_equal( fw_world_remove( on.world, &units[1], 1, NULL ), FW_OK );
	run( &on, 80.0 );
	assert_true( fabs( x_of( &on, units[0] ) - 110.5 ) < 1e-6 );
	order.kind = FW_ORDER_FORM; // the route of a formation is one way
	order.goal = at( 20.5, 20.5 );
	assert_int_equal( fw_world_order( on.world, units, 1, &order, NULL ), FW_OK );
	run( &on, 80.0 );
	assert_true( fabs( x_of( &on, units[0] ) - 20.5 ) < 2.0 );
	fw_world_destroy( on.world );
}

// Memory that runs out on the way: the unit waits, and goes on when there is some.
static void test_memory_runs_out( void** state )
{
	(void)state;
	int64_t failures = 0;
	for ( int64_t n = 0; n < 60; n++ )
	{
		test_memory memory = test_memory_make();
		const fw_allocator allocator = test_memory_allocator( &memory );
		play on = play_on( test_field( 60, 20 ), 20000, &allocator );
		const fw_unit_id unit = add_by( on.world, n % 2 == 0 ? "compass" : "midpoint", 0.0, at( 3.5, 10.5 ) );
		go( on.world, unit, 55.5, 10.5 );
		test_memory_fail_in( &memory, n / 2, n % 4 < 2 );
		for ( int32_t k = 0; k < 100; k++ )
		{
			const fw_status status = step( &on );
			assert_true( status == FW_OK || status == FW_ERR_MEMORY );
			failures += status == FW_ERR_MEMORY ? 1 : 0;
		}
		test_memory_fail_never( &memory );
		run( &on, 45.0 );
		assert_true( fabs( x_of( &on, unit ) - 55.5 ) < 1e-6 );
		assert_true( fw_world_memory( on.world ) <= memory.bytes );
		fw_world_destroy( on.world );
		test_memory_check_empty( &memory );
	}
	assert_true( failures > 20 );
}

int run_test_world_legs( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_on_open_ground ),
	    cmocka_unit_test( test_gate ),
	    cmocka_unit_test( test_orders ),
	    cmocka_unit_test( test_memory_runs_out ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
