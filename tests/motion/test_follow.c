// SPDX-License-Identifier: MIT
// Followers: the same position however frames divide the time, orders at any moment, and new paths on the move.
#include "support.h"

#include "fairway/grid.h"
#include "fairway/motion.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static void line_to( fw_path* path, double x, double y, fw_gear gear )
{
	assert_int_equal( fw_path_append_line( path, ( fw_vec2 ){ x, y }, gear ), FW_OK );
}

// Lines and arcs from a pose, mostly without corners.
static void random_path( test_random* random, fw_pose start, bool cusps, fw_path* path )
{
	fw_path_clear( path, start );
	fw_pose at = start;
	fw_gear gear = FW_GEAR_FORWARD;
	const int32_t count = 1 + test_random_int( random, 8 );
	for ( int32_t i = 0; i < count; i++ )
	{
		gear = cusps && test_random_chance( random, 0.3 ) ? (fw_gear)( 1 - (int)gear ) : gear;
		at.heading += test_random_chance( random, 0.3 ) ? test_random_real( random, -2.5, 2.5 ) : 0.0;
		const double length = test_random_real( random, 0.05, 4.0 );
		const double radius = test_random_real( random, 0.2, 4.0 );
		const double sweep = length / radius * ( test_random_chance( random, 0.5 ) ? 1.0 : -1.0 );
		const double motion = at.heading + ( gear == FW_GEAR_REVERSE ? FW_PI : 0.0 );
		const fw_vec2 from = { at.x, at.y };
		const fw_vec2 to = { at.x + length * cos( motion ), at.y + length * sin( motion ) };
		const fw_segment segment = test_random_chance( random, 0.5 )
		                               ? fw_segment_arc( from, at.heading, radius, sweep, gear )
		                               : fw_segment_line( from, to, gear );
		assert_int_equal( fw_path_append( path, &segment ), FW_OK );
		at = fw_segment_pose_at( &segment, segment.length );
	}
}

static fw_profile_def random_def( test_random* random )
{
	fw_profile_def def = fw_default_profile_def();
	def.unit.reverse = true;
	def.unit.turning_radius = test_random_chance( random, 0.5 ) ? 0.0 : 2.0;
	def.unit.acceleration = test_random_real( random, 0.5, 4.0 );
	def.unit.braking = test_random_real( random, 0.5, 8.0 );
	def.start_any_heading = test_random_chance( random, 0.5 );
	def.corner_slack = test_random_chance( random, 0.5 ) ? 0.0 : 0.1;
	def.gear_time = test_random_chance( random, 0.5 ) ? 0.0 : 0.4;
	return def;
}

static bool same( const fw_motion* a, const fw_motion* b )
{
	return a->pose.x == b->pose.x && a->pose.y == b->pose.y && a->pose.heading == b->pose.heading &&
	       a->distance == b->distance && a->speed == b->speed && a->time == b->time && a->segment == b->segment;
}

// One step, or frames of 1/64 s, give the same bits; frames of any length come within rounding of the sum.
static void test_frames_do_not_matter( void** state )
{
	(void)state;
	test_random random = test_random_make( 3 );
	fw_follower* one = NULL;
	fw_follower* many = NULL;
	fw_follower* odd = NULL;
	assert_int_equal( fw_follower_create( NULL, &one, NULL ), FW_OK );
	assert_int_equal( fw_follower_create( NULL, &many, NULL ), FW_OK );
	assert_int_equal( fw_follower_create( NULL, &odd, NULL ), FW_OK );
	fw_path path = { 0 };
	for ( int32_t round = 0; round < 200; round++ )
	{
		const fw_profile_def def = random_def( &random );
		random_path( &random, ( fw_pose ){ 5, 5, 1 }, round % 2 == 0, &path );
		assert_int_equal( fw_follower_begin( one, &def, &path, NULL ), FW_OK );
		assert_int_equal( fw_follower_begin( many, &def, &path, NULL ), FW_OK );
		assert_int_equal( fw_follower_begin( odd, &def, &path, NULL ), FW_OK );
		fw_motion a = { 0 };
		fw_motion b = { 0 };
		fw_motion c = { 0 };
		double time = 0.0;
		while ( !fw_follower_is_done( one ) )
		{
			const int32_t frames = 1 + test_random_int( &random, 100 );
			assert_int_equal( fw_follower_step( one, frames / 64.0, &a, NULL ), FW_OK );
			for ( int32_t i = 0; i < frames; i++ )
			{
				assert_int_equal( fw_follower_step( many, 1.0 / 64.0, &b, NULL ), FW_OK );
			}
			assert_true( same( &a, &b ) );
			time += frames / 64.0;
			const double third = frames / 64.0 / 7.0;
			for ( int32_t i = 0; i < 7; i++ )
			{
				assert_int_equal( fw_follower_step( odd, third, &c, NULL ), FW_OK );
			}
			assert_true( test_distance_between( a.pose, c.pose ) < 1e-12 * ( 1.0 + time ) );
			assert_true( fabs( a.speed - c.speed ) < 1e-7 );
		}
		assert_true( fw_follower_is_done( many ) );
		assert_true( fw_follower_measure( one ).left == 0.0 && fw_follower_measure( one ).time_left == 0.0 );
		const fw_pose end = fw_path_end( &path );
		assert_true( test_distance_between( a.pose, end ) < 1e-9 && a.speed == 0.0 );
	}
	fw_path_free( &path );
	fw_follower_destroy( one );
	fw_follower_destroy( many );
	fw_follower_destroy( odd );
}

// Orders and new paths at random moments: the unit never jumps, never speeds up or brakes harder than it can, and stays
// on its path.
static void test_orders_at_any_time( void** state )
{
	(void)state;
	test_random random = test_random_make( 8 );
	fw_follower* unit = NULL;
	assert_int_equal( fw_follower_create( NULL, &unit, NULL ), FW_OK );
	fw_path path = { 0 };
	int32_t replans = 0;
	int32_t stops = 0;
	for ( int32_t round = 0; round < 300; round++ )
	{
		const fw_profile_def def = random_def( &random );
		random_path( &random, ( fw_pose ){ 5, 5, 1 }, round % 2 == 0, &path );
		assert_int_equal( fw_follower_begin( unit, &def, &path, NULL ), FW_OK );
		fw_motion before = fw_follower_now( unit );
		bool free_of_limits = false; // after a path that demanded too much
		for ( int32_t frame = 0; frame < 3000 && !fw_follower_is_done( unit ); frame++ )
		{
			const double step = test_random_real( &random, 0.0, 0.05 );
			const int32_t order = test_random_int( &random, 60 );
			if ( order == 0 )
			{
				assert_int_equal( fw_follower_brake( unit ), FW_OK );
			}
			if ( order <= 3 && order > 0 )
			{
				assert_int_equal( fw_follower_go( unit ), FW_OK );
			}
			if ( order == 4 && frame % 7 == 0 )
			{
				const double ahead = test_random_chance( &random, 0.5 ) ? 0.0 : test_random_real( &random, 0, 2 );
				const fw_motion there = fw_follower_ahead( unit, ahead );
				random_path( &random, there.pose, round % 2 == 0, &path );
				// Straight ahead at first, so that there is nothing to brake for at once.
				assert_int_equal( fw_follower_replan( unit, &path, there.distance, NULL ), FW_OK );
				free_of_limits = free_of_limits || fw_follower_measure( unit ).overspeed > 0.0;
				const fw_motion taken = fw_follower_now( unit );
				assert_true( test_distance_between( taken.pose, before.pose ) < 1e-9 );
				assert_true( free_of_limits || fabs( taken.speed - before.speed ) < 1e-6 );
				assert_true( fabs( taken.time - before.time ) < 1e-9 );
				before.distance = 0.0;
				replans++;
			}
			fw_motion now;
			assert_int_equal( fw_follower_step( unit, step, &now, NULL ), FW_OK );
			const double fastest = fmax( before.speed, now.speed ) + def.unit.acceleration * step;
			const double moved = test_distance_between( now.pose, before.pose );
			assert_true( moved <= fastest * step + 1e-9 );
			if ( !free_of_limits )
			{
				assert_true( now.speed - before.speed <= def.unit.acceleration * step + 1e-6 );
				assert_true( before.speed - now.speed <= def.unit.braking * step + 1e-6 );
			}
			assert_true( now.distance >= before.distance - 1e-9 );
			const fw_path* on = fw_follower_path( unit );
			const double off = test_distance_between( fw_path_at( on, now.distance ).pose, now.pose );
			assert_true( off < 1e-6 );
			stops += fw_follower_measure( unit ).held && now.speed == 0.0 ? 1 : 0;
			before = now;
		}
		assert_int_equal( fw_follower_go( unit ), FW_OK );
		assert_int_equal( fw_follower_step( unit, 1000.0, &before, NULL ), FW_OK );
		assert_true( fw_follower_is_done( unit ) && before.speed == 0.0 );
		assert_true( test_distance_between( before.pose, fw_path_end( fw_follower_path( unit ) ) ) < 1e-9 );
	}
	assert_true( replans > 100 && stops > 100 );
	fw_path_free( &path );
	fw_follower_destroy( unit );
}

static void test_brake_and_go( void** state )
{
	(void)state;
	fw_follower* unit = NULL;
	assert_int_equal( fw_follower_create( NULL, &unit, NULL ), FW_OK );
	fw_motion now = { 0 };
	assert_int_equal( fw_follower_step( unit, 1.0, &now, NULL ), FW_ERR_STATE );
	assert_int_equal( fw_follower_brake( unit ), FW_ERR_STATE );
	assert_int_equal( fw_follower_go( unit ), FW_ERR_STATE );
	assert_true( fw_follower_is_done( unit ) && fw_follower_path( unit ) == NULL );
	fw_profile_def def = fw_default_profile_def(); // speed 2, acceleration 2, braking 4
	fw_path path = { 0 };
	line_to( &path, 10, 0, FW_GEAR_FORWARD );
	assert_int_equal( fw_follower_begin( unit, &def, &path, NULL ), FW_OK );
	assert_int_equal( fw_follower_step( unit, 1.5, &now, NULL ), FW_OK );
	assert_true( now.pose.x == 2.0 && now.speed == 2.0 );
	assert_true( fw_follower_measure( unit ).stopping_distance == 0.5 );
	assert_int_equal( fw_follower_brake( unit ), FW_OK );
	assert_true( isinf( fw_follower_measure( unit ).time_left ) && fw_follower_measure( unit ).left == 8.0 );
	assert_int_equal( fw_follower_step( unit, 0.25, &now, NULL ), FW_OK );
	assert_true( now.speed == 1.0 && now.pose.x == 2.375 );
	assert_int_equal( fw_follower_step( unit, 10.0, &now, NULL ), FW_OK );
	assert_true( now.speed == 0.0 && now.pose.x == 2.5 && now.time == 11.75 );
	assert_true( fw_follower_measure( unit ).held && !fw_follower_is_done( unit ) );
	assert_int_equal( fw_follower_go( unit ), FW_OK );
	assert_true( fabs( fw_follower_measure( unit ).time_left - ( 1.0 + ( 7.5 - 1.5 ) / 2.0 + 0.5 ) ) < 1e-12 );
	assert_int_equal( fw_follower_step( unit, 1.0, &now, NULL ), FW_OK );
	assert_true( now.pose.x == 3.5 );
	// A tenth of a second, summed up ten thousand times, is a thousand seconds to the last bit.
	assert_int_equal( fw_follower_begin( unit, &def, &path, NULL ), FW_OK );
	for ( int32_t i = 1; i <= 10000; i++ )
	{
		assert_int_equal( fw_follower_step( unit, 0.1, &now, NULL ), FW_OK );
		assert_true( now.time == i * 0.1 );
	}
	// A pause at a standstill is interrupted and goes on.
	fw_path_clear( &path, ( fw_pose ){ 0 } );
	line_to( &path, 4, 0, FW_GEAR_FORWARD );
	line_to( &path, 2, 0, FW_GEAR_REVERSE );
	def.gear_time = 1.0;
	def.unit.reverse = true;
	assert_int_equal( fw_follower_begin( unit, &def, &path, NULL ), FW_OK );
	const double arrives = 1.0 + 2.5 / 2.0 + 0.5;
	assert_int_equal( fw_follower_step( unit, 2.25, &now, NULL ), FW_OK ); // where it would brake anyway
	assert_int_equal( fw_follower_brake( unit ), FW_OK );
	assert_int_equal( fw_follower_step( unit, 3.0, &now, NULL ), FW_OK );
	assert_true( now.pose.x == 4.0 && now.gear == FW_GEAR_FORWARD );
	assert_int_equal( fw_follower_go( unit ), FW_OK );
	assert_int_equal( fw_follower_step( unit, 0.75, &now, NULL ), FW_OK );
	assert_true( now.pose.x == 4.0 && now.gear == FW_GEAR_REVERSE );
	assert_int_equal( fw_follower_begin( unit, &def, &path, NULL ), FW_OK );
	assert_int_equal( fw_follower_step( unit, arrives + 0.5, &now, NULL ), FW_OK );
	assert_int_equal( fw_follower_brake( unit ), FW_OK );
	assert_int_equal( fw_follower_step( unit, 5.0, &now, NULL ), FW_OK );
	assert_true( now.pose.x == 4.0 && fw_follower_ahead( unit, 3.0 ).pose.x == 4.0 );
	assert_int_equal( fw_follower_go( unit ), FW_OK );
	assert_int_equal( fw_follower_step( unit, 0.49, &now, NULL ), FW_OK );
	assert_true( now.pose.x == 4.0 );
	assert_int_equal( fw_follower_step( unit, 0.51, &now, NULL ), FW_OK );
	assert_true( now.pose.x < 4.0 && fabs( now.time - ( arrives + 0.5 + 5.0 + 1.0 ) ) < 1e-9 );
	fw_path_free( &path );
	fw_follower_destroy( unit );
}

static void test_new_paths( void** state )
{
	(void)state;
	fw_follower* unit = NULL;
	assert_int_equal( fw_follower_create( NULL, &unit, NULL ), FW_OK );
	const fw_profile_def def = fw_default_profile_def();
	fw_path path = { 0 };
	fw_path other = { 0 };
	line_to( &path, 10, 0, FW_GEAR_FORWARD );
	assert_int_equal( fw_follower_replan( unit, &path, 0.0, NULL ), FW_ERR_STATE );
	assert_int_equal( fw_follower_begin( unit, &def, &path, NULL ), FW_OK );
	fw_motion now;
	assert_int_equal( fw_follower_step( unit, 1.5, &now, NULL ), FW_OK ); // at x = 2, with speed 2
	// Straight ahead from here, and from further ahead: nothing is lost.
	fw_path_clear( &other, now.pose );
	line_to( &other, 12, 0, FW_GEAR_FORWARD );
	assert_int_equal( fw_follower_replan( unit, &other, now.distance, NULL ), FW_OK );
	assert_true( fw_follower_now( unit ).speed == 2.0 && fw_follower_measure( unit ).overspeed == 0.0 );
	assert_true( fabs( fw_follower_measure( unit ).time_left - ( 9.5 / 2.0 + 0.5 ) ) < 1e-12 );
	fw_path_clear( &other, ( fw_pose ){ 7, 0, 0 } );
	line_to( &other, 7, 9, FW_GEAR_FORWARD );
	assert_int_equal( fw_follower_replan( unit, &other, 5.0, NULL ), FW_OK );
	assert_true( fw_follower_measure( unit ).overspeed == 0.0 );
	assert_true( fabs( fw_follower_measure( unit ).left - 14.0 ) < 1e-12 );
	assert_int_equal( fw_follower_step( unit, 100.0, &now, NULL ), FW_OK );
	assert_true( now.pose.x == 7.0 && now.pose.y == 9.0 );
	// A path that turns back at once demands too much, and the call says so.
	assert_int_equal( fw_follower_begin( unit, &def, &path, NULL ), FW_OK );
	assert_int_equal( fw_follower_step( unit, 1.5, &now, NULL ), FW_OK );
	fw_path_clear( &other, now.pose );
	line_to( &other, 0, 0, FW_GEAR_FORWARD );
	assert_int_equal( fw_follower_replan( unit, &other, now.distance, NULL ), FW_OK );
	assert_true( fw_follower_measure( unit ).overspeed == 2.0 );
	fw_path_clear( &other, now.pose );
	line_to( &other, 0, 0, FW_GEAR_REVERSE );
	assert_int_equal( fw_follower_begin( unit, &def, &path, NULL ), FW_OK );
	assert_int_equal( fw_follower_step( unit, 1.5, &now, NULL ), FW_OK );
	assert_int_equal( fw_follower_replan( unit, &other, now.distance, NULL ), FW_OK );
	assert_true( fw_follower_measure( unit ).overspeed == 2.0 );
	// From elsewhere, or from behind: refused, and the unit goes on.
	assert_int_equal( fw_follower_begin( unit, &def, &path, NULL ), FW_OK );
	assert_int_equal( fw_follower_step( unit, 1.5, &now, NULL ), FW_OK );
	fw_path_clear( &other, ( fw_pose ){ 2, 0.1, 0 } );
	line_to( &other, 5, 0, FW_GEAR_FORWARD );
	assert_int_equal( fw_follower_replan( unit, &other, 2.0, NULL ), FW_ERR_MISMATCH );
	assert_int_equal( fw_follower_replan( unit, &path, 1.0, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_follower_replan( unit, &path, 11.0, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_follower_replan( unit, &path, NAN, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_follower_step( unit, NAN, &now, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_follower_step( unit, -1.0, &now, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_follower_step( unit, 0.5, &now, NULL ), FW_OK );
	assert_true( now.pose.x == 3.0 && now.speed == 2.0 );
	fw_path_free( &path );
	fw_path_free( &other );
	fw_follower_destroy( unit );
}

// A search may begin where a unit will be while it waits for a link: the path then keeps only the links before that
// one.
static void test_new_path_before_a_link( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 20, 4 );
	const fw_link links[2] = { { 5, 1, 10, 1, 4.0, FW_CAP_GROUND }, { 10, 1, 15, 1, 4.0, FW_CAP_GROUND } };
	assert_int_equal( fw_grid_add_link( grid, &links[0], NULL ), FW_OK );
	assert_int_equal( fw_grid_add_link( grid, &links[1], NULL ), FW_OK );
	fw_profile_def def = fw_default_profile_def();
	def.grid = grid;
	fw_follower* unit = NULL;
	assert_int_equal( fw_follower_create( NULL, &unit, NULL ), FW_OK );
	fw_path path = { 0 };
	fw_path other = { 0 };
	test_random random = test_random_make( 8 );
	for ( int32_t round = 0; round < 200; round++ )
	{
		// In parts: subtracting their lengths one by one may miss their sum by rounding.
		fw_path_clear( &path, ( fw_pose ){ 0.5, 1.5, 0 } );
		for ( double x = 0.5; x < 5.0; x += test_random_real( &random, 0.1, 0.9 ) )
		{
			line_to( &path, x, 1.5, FW_GEAR_FORWARD );
		}
		line_to( &path, 5.5, 1.5, FW_GEAR_FORWARD );
		assert_int_equal( fw_path_append_link( &path, ( fw_vec2 ){ 10.5, 1.5 } ), FW_OK );
		assert_int_equal( fw_path_append_link( &path, ( fw_vec2 ){ 15.5, 1.5 } ), FW_OK );
		line_to( &path, 18.5, 1.5, FW_GEAR_FORWARD );
		assert_int_equal( fw_follower_begin( unit, &def, &path, NULL ), FW_OK );
		// It gets to the first link after 3.25 s, and waits 2 s for each.
		const double wait = round % 2 == 0 ? 4.0 : 6.0;
		const double now = round % 3 == 0 ? 1.0 : round % 3 == 1 ? 4.0 : 0.0;
		assert_int_equal( fw_follower_step( unit, now, NULL, NULL ), FW_OK );
		const fw_motion ahead = fw_follower_ahead( unit, wait - now );
		assert_true( ahead.pose.x == ( round % 2 == 0 ? 5.5 : 10.5 ) );
		fw_path_clear( &other, ahead.pose );
		line_to( &other, ahead.pose.x, 3.5, FW_GEAR_FORWARD );
		assert_int_equal( fw_follower_replan( unit, &other, ahead.distance, NULL ), FW_OK );
		const fw_path* joined = fw_follower_path( unit );
		for ( int32_t i = 1; i < joined->count; i++ )
		{
			assert_true( fabs( joined->segments[i].from.x - joined->segments[i - 1].to.x ) < 1e-6 );
		}
		fw_motion end;
		assert_int_equal( fw_follower_step( unit, 100.0, &end, NULL ), FW_OK );
		assert_true( end.pose.x == ahead.pose.x && end.pose.y == 3.5 );
	}
	fw_path_free( &path );
	fw_path_free( &other );
	fw_follower_destroy( unit );
	fw_grid_destroy( grid );
}

// Only begin and replan allocate memory, and if they get none the unit goes on as before.
static void test_memory_runs_out( void** state )
{
	(void)state;
	test_random random = test_random_make( 2 );
	fw_path path = { 0 };
	fw_path longer = { 0 };
	line_to( &path, 3, 0, FW_GEAR_FORWARD );
	random_path( &random, ( fw_pose ){ 1, 0, 0 }, true, &longer );
	for ( int32_t i = 0; i < 60; i++ )
	{
		line_to( &longer, i % 2, i, FW_GEAR_FORWARD );
	}
	test_memory memory = test_memory_make();
	const fw_allocator allocator = test_memory_allocator( &memory );
	const fw_profile_def def = fw_default_profile_def();
	fw_status status = FW_ERR_MEMORY;
	int64_t n = 0;
	for ( ; status != FW_OK; n++ )
	{
		fw_follower* unit = NULL;
		test_memory_fail_in( &memory, n, n % 2 == 1 );
		status = fw_follower_create( &allocator, &unit, NULL );
		status = status == FW_OK ? fw_follower_begin( unit, &def, &path, NULL ) : status;
		if ( status == FW_OK )
		{
			const int64_t asked = memory.asked;
			fw_motion now;
			assert_int_equal( fw_follower_step( unit, 1.0, &now, NULL ), FW_OK );
			assert_true( now.pose.x == 1.0 );
			assert_int_equal( fw_follower_brake( unit ), FW_OK );
			assert_int_equal( fw_follower_go( unit ), FW_OK );
			assert_int_equal( memory.asked, asked );
			status = fw_follower_replan( unit, &longer, now.distance, NULL );
			if ( status != FW_OK )
			{
				assert_int_equal( fw_follower_step( unit, 100.0, &now, NULL ), FW_OK );
				assert_true( now.pose.x == 3.0 );
			}
		}
		assert_true( status == FW_OK || status == FW_ERR_MEMORY );
		fw_follower_destroy( unit );
		test_memory_check_empty( &memory );
	}
	assert_true( n > 6 );
	fw_path_free( &path );
	fw_path_free( &longer );
}

int run_test_follow( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_frames_do_not_matter ),   cmocka_unit_test( test_orders_at_any_time ),
	    cmocka_unit_test( test_brake_and_go ),           cmocka_unit_test( test_new_paths ),
	    cmocka_unit_test( test_new_path_before_a_link ), cmocka_unit_test( test_memory_runs_out ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
