// SPDX-License-Identifier: MIT
// Crowds on random maps: no unit overlaps another one or a wall at any step, whatever is ordered meanwhile; walkers
// whose goals do not touch all arrive; the same orders give the same bits.
#include "support_crowd.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

static fw_profile_def random_how( test_random* random, bool wide )
{
	fw_profile_def how = fw_default_profile_def();
	how.unit = test_unit( test_random_real( random, 0.1, 0.5 ), 0.0 );
	how.unit.speed = test_random_real( random, 0.5, 4.0 );
	how.unit.acceleration = test_random_real( random, 0.5, 6.0 );
	how.unit.braking = test_random_real( random, 0.5, 8.0 );
	how.corner_slack = test_random_chance( random, 0.3 ) ? 0.0 : 0.1;
	if ( wide )
	{
		how.unit.radius = test_random_real( random, 0.5, 1.6 );
		how.unit.turning_radius = test_random_chance( random, 0.5 ) ? 0.0 : test_random_real( random, 1.0, 3.0 );
	}
	return how;
}

// Any orders, at any moment.
static void test_anything_goes( void** state )
{
	(void)state;
	test_random random = test_random_make( 17 );
	int64_t moved = 0;
	int64_t sent = 0;
	for ( int32_t round = 0; round < test_rounds( 12 ); round++ )
	{
		const int32_t side = 16 + test_random_int( &random, 20 );
		test_crowd scene = test_crowd_make( test_random_town( &random, side, side, side, 4 ) );
		fw_unit kinds[40];
		fw_crowd_id used[40];
		for ( int32_t i = 0; i < 40; i++ )
		{
			used[i] = 0;
		}
		for ( int32_t step = 0; step < 1200; step++ )
		{
			const int32_t i = test_random_int( &random, 40 );
			const double x = test_random_int( &random, side ) + 0.5;
			const double y = test_random_int( &random, side ) + test_random_real( &random, 0.2, 0.8 );
			if ( used[i] == 0 && step % 3 == 0 )
			{
				const fw_profile_def how = random_how( &random, i % 6 == 0 );
				fw_crowd_id made = 0;
				const fw_status status = fw_crowd_add( scene.crowd, &how, ( fw_pose ){ x, y, 1.0 }, &made, NULL );
				assert_true( status == FW_OK || status == FW_ERR_BLOCKED );
				used[i] = status == FW_OK ? made : 0;
				kinds[i] = how.unit;
			}
			else if ( used[i] != 0 && step % 5 == 0 )
			{
				kinds[i].radius = fw_crowd_get( scene.crowd, used[i] ).radius;
				sent += test_crowd_send( &scene, used[i], &kinds[i], x, y ) ? 1 : 0;
			}
			else if ( used[i] != 0 && step % 97 == 0 )
			{
				assert_int_equal( fw_crowd_remove( scene.crowd, used[i] ), FW_OK );
				used[i] = 0;
			}
			assert_int_equal( fw_crowd_step( scene.crowd, test_random_real( &random, 0.01, 0.1 ), NULL ), FW_OK );
			test_crowd_check( &scene );
			moved += used[i] != 0 && fw_crowd_get( scene.crowd, used[i] ).speed > 0.0 ? 1 : 0;
		}
		test_crowd_free( &scene );
	}
	assert_true( moved > test_rounds( 500 ) && sent > test_rounds( 200 ) );
}

// No two goals touch each other, so that all units can stand on them at once.
static bool is_apart( double goals[][2], int32_t count, double x, double y )
{
	bool apart = true;
	for ( int32_t i = 0; i < count && apart; i++ )
	{
		apart = fabs( goals[i][0] - x ) > 1.5 || fabs( goals[i][1] - y ) > 1.5;
	}
	return apart;
}

static int32_t away_total;
static int32_t units_total;

// One crowd on a map of houses; how long it took, and its hash.
static double run_town( uint64_t seed, uint64_t* hash )
{
	test_random random = test_random_make( seed );
	const int32_t side = 24 + test_random_int( &random, 12 );
	test_crowd scene = test_crowd_make( test_random_town( &random, side, side, side / 2, 5 ) );
	const fw_unit unit = test_unit( 0.4, 0.0 );
	double goals[40][2];
	fw_crowd_id units[40];
	int32_t count = 0;
	for ( int32_t tries = 0; tries < 400 && count < 40; tries++ )
	{
		const double x = test_random_int( &random, side ) + 0.5;
		const double y = test_random_int( &random, side ) + 0.5;
		const double gx = test_random_int( &random, side ) + 0.5;
		const double gy = test_random_int( &random, side ) + 0.5;
		fw_profile_def how = fw_default_profile_def();
		how.unit = unit;
		if ( !is_apart( goals, count, gx, gy ) ||
		     fw_crowd_add( scene.crowd, &how, ( fw_pose ){ x, y, 0 }, &units[count], NULL ) != FW_OK )
		{
			continue;
		}
		if ( !test_crowd_send( &scene, units[count], &unit, gx, gy ) )
		{
			assert_int_equal( fw_crowd_remove( scene.crowd, units[count] ), FW_OK );
			continue;
		}
		goals[count][0] = gx;
		goals[count++][1] = gy;
	}
	if ( !test_crowd_run( &scene, 900.0, NULL ) )
	{
		test_crowd_print( &scene );
		fail_msg( "seed %d: not all have arrived", (int)seed );
	}
	for ( int32_t i = 0; i < count; i++ )
	{
		const fw_crowd_unit at = fw_crowd_get( scene.crowd, units[i] );
		const double off = hypot( at.pose.x - goals[i][0], at.pose.y - goals[i][1] );
		assert_true( at.sent == 1 && fabs( at.left - off ) < 1e-9 );
		away_total += off > 1e-6 ? 1 : 0;
	}
	units_total += count;
	*hash = fw_crowd_hash( scene.crowd );
	const double time = fw_crowd_time( scene.crowd );
	test_crowd_free( &scene );
	return time;
}

static void test_all_arrive( void** state )
{
	(void)state;
	double longest = 0.0;
	uint64_t hash;
	for ( uint64_t seed = 1; seed <= 60; seed += (uint64_t)test_every( 1 ) )
	{
		longest = fmax( longest, run_town( seed, &hash ) );
	}
	// Two would yield to each other in a dead end forever.
	longest = fmax( longest, run_town( 587, &hash ) );
	print_message( "the last of these crowds arrives after %.1f s; %d of %d units are not at their goals\n", longest,
	               (int)away_total, (int)units_total );
	assert_true( away_total <= units_total / 50 );
}

static void test_same_bits( void** state )
{
	(void)state;
	uint64_t first;
	uint64_t again;
	run_town( 7, &first );
	run_town( 7, &again );
	assert_int_equal( first, again );
	assert_int_equal( first, 0xac698f1417b08cabu );
}

int run_test_crowd_random( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_anything_goes ),
	    cmocka_unit_test( test_all_arrive ),
	    cmocka_unit_test( test_same_bits ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
