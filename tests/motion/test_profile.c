// SPDX-License-Identifier: MIT
// Speeds along paths: ramps, corners, gears, terrains and links by hand; and what is refused.
#include "support.h"
#include "support_profile.h"

#include "fairway/grid.h"
#include "fairway/motion.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static void set_swamp_cost( fw_grid* grid, double cost )
{
	fw_terrain swamp = *fw_grid_terrain( grid, FW_TERRAIN_SWAMP );
	swamp.cost = cost;
	assert_int_equal( fw_grid_set_terrain( grid, FW_TERRAIN_SWAMP, &swamp, NULL ), FW_OK );
}

// The textbook cases, by hand.
static void test_ramps( void** state )
{
	(void)state;
	fw_profile_def def = fw_default_profile_def(); // speed 2, acceleration 2, braking 4
	fw_path path = { 0 };
	test_line_to( &path, 10, 0, FW_GEAR_FORWARD );
	fw_profile* profile = profile_of( &def, &path );
	// 1 s up over 1 tile, half a second down over half a tile, 8.5 tiles at 2 between them.
	test_close_to( fw_profile_time( profile ), 1.0 + 4.25 + 0.5, 1e-12 );
	int32_t count = 0;
	const fw_profile_knot* knots = fw_profile_knots( profile, &count );
	assert_int_equal( count, 4 );
	test_close_to( knots[1].distance, 1.0, 1e-12 );
	test_close_to( knots[2].distance, 9.5, 1e-12 );
	test_close_to( fw_profile_speed_at( profile, 0.25 ), 1.0, 1e-12 );
	test_close_to( fw_profile_time_at( profile, 0.25 ), 0.5, 1e-12 );
	test_close_to( fw_profile_time_at( profile, 10.0 ), 5.75, 1e-12 );
	test_close_to( fw_profile_speed_at( profile, 10.0 ), 0.0, 0.0 );
	const fw_motion middle = fw_profile_state( profile, 0.5 );
	test_close_to( middle.pose.x, 0.25, 1e-12 );
	assert_true( middle.acceleration == 2.0 && middle.segment == 0 && middle.curvature == 0.0 );
	assert_true( fw_profile_state( profile, 99.0 ).pose.x == 10.0 && fw_profile_state( profile, -1.0 ).pose.x == 0.0 );
	fw_profile_destroy( profile );

	// Too short for top speed: v^2 = 2 a b L / (a + b).
	fw_path_clear( &path, ( fw_pose ){ 0 } );
	test_line_to( &path, 0.6, 0, FW_GEAR_FORWARD );
	const double peak = sqrt( 2.0 * 2.0 * 4.0 * 0.6 / 6.0 );
	test_close_to( profile_time_of( &def, &path ), peak / 2.0 + peak / 4.0, 1e-12 );
	// From one speed to another.
	def.start_speed = 2.0;
	def.end_speed = 2.0;
	test_close_to( profile_time_of( &def, &path ), 0.3, 1e-12 );
	// At its end it is no faster than it may be.
	def.end_speed = 50.0;
	profile = profile_of( &def, &path );
	assert_true( fw_profile_speed_at( profile, 0.6 ) == 2.0 && fw_profile_overspeed( profile ) == 0.0 );
	fw_profile_destroy( profile );
	// An empty path.
	fw_path_clear( &path, ( fw_pose ){ 3, 4, 1 } );
	profile = profile_of( &def, &path );
	assert_true( fw_profile_time( profile ) == 0.0 && fw_profile_state( profile, 1.0 ).pose.y == 4.0 );
	assert_int_equal( fw_profile_state( profile, 0.0 ).segment, -1 );
	fw_profile_destroy( profile );
	fw_path_free( &path );
}

// A unit that is too fast all along, and may be too fast at the end: it brakes, and no harder than it can.
static void test_too_fast_to_the_end( void** state )
{
	(void)state;
	fw_profile_def def = fw_default_profile_def(); // speed 2, braking 4
	fw_path path = { 0 };
	test_line_to( &path, 2, 0, FW_GEAR_FORWARD );
	def.start_speed = 8.0;
	def.end_speed = 10.0;
	fw_profile* profile = profile_of( &def, &path );
	const double arrives = sqrt( 64.0 - 2.0 * 4.0 * 2.0 );
	test_close_to( fw_profile_time( profile ), ( 8.0 - arrives ) / 4.0, 1e-12 );
	test_close_to( fw_profile_speed_at( profile, 2.0 ), arrives, 1e-12 );
	test_close_to( fw_profile_overspeed( profile ), 6.0, 1e-12 );
	fw_profile_destroy( profile );
	// If there is time, it slows down to top speed, and keeps it.
	test_line_to( &path, 20, 0, FW_GEAR_FORWARD );
	profile = profile_of( &def, &path );
	test_close_to( fw_profile_time( profile ), 6.0 / 4.0 + ( 20.0 - 7.5 ) / 2.0, 1e-12 );
	test_close_to( fw_profile_speed_at( profile, 20.0 ), 2.0, 1e-12 );
	fw_profile_destroy( profile );
	fw_path_free( &path );
}

// Outside the map no border counts: a path of any length takes no more time and memory than the map needs.
static void test_far_outside_the_map( void** state )
{
	(void)state;
	static const double far[] = { 1e6, 1e9, 1e17, 1e100 };
	fw_grid* grid = test_field( 20, 20 );
	set_swamp_cost( grid, 2.0 );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 10, 0, 5, 20 }, FW_TERRAIN_SWAMP, NULL ), FW_OK );
	for ( int32_t i = 0; i < 8; i++ )
	{
		test_memory memory = test_memory_make();
		fw_profile_def def = fw_default_profile_def();
		fw_path path = { 0 };
		const double sign = i % 2 == 0 ? 1.0 : -1.0;
		def.allocator = test_memory_allocator( &memory );
		def.grid = grid;
		fw_path_clear( &path, ( fw_pose ){ 2.5, 5.5, 0 } );
		test_line_to( &path, 12.5, 5.5, FW_GEAR_FORWARD );
		test_line_to( &path, sign * far[i / 2], 5.5, FW_GEAR_FORWARD );
		const fw_segment arc = fw_segment_arc( ( fw_vec2 ){ sign * far[i / 2], 5.5 }, sign > 0 ? 0.0 : FW_PI,
		                                       far[i / 2], FW_PI, FW_GEAR_FORWARD );
		assert_int_equal( fw_path_append( &path, &arc ), FW_OK );
		fw_profile* profile = profile_of( &def, &path );
		// Half of the speed from where the swamp begins on.
		test_close_to( fw_profile_speed_at( profile, 7.0 ), 2.0, 1e-9 );
		test_close_to( fw_profile_speed_at( profile, 8.0 ), 1.0, 1e-9 );
		assert_true( memory.peak < 16384 );
		fw_profile_destroy( profile );
		fw_path_free( &path );
		test_memory_check_empty( &memory );
	}
	fw_grid_destroy( grid );
}

// A unit that backs out: it stands still in the cusp for the gear time.
static void test_gears_and_corners( void** state )
{
	(void)state;
	fw_profile_def def = fw_default_profile_def();
	def.unit.reverse = true;
	def.gear_time = 0.7;
	fw_path path = { 0 };
	test_line_to( &path, 5, 0, FW_GEAR_FORWARD );
	test_line_to( &path, 2, 0, FW_GEAR_REVERSE );
	fw_profile* profile = profile_of( &def, &path );
	// Reverse at half of the speed: 2 / reverse_factor.
	test_close_to( fw_profile_time( profile ), ( 1.0 + 1.75 + 0.5 ) + 0.7 + ( 0.5 + ( 3.0 - 0.25 - 0.125 ) + 0.25 ),
	               1e-12 );
	test_close_to( fw_profile_speed_at( profile, 5.0 ), 0.0, 0.0 );
	const fw_motion stands = fw_profile_state( profile, 3.25 + 0.35 );
	assert_true( stands.speed == 0.0 && stands.pose.x == 5.0 && stands.gear == FW_GEAR_REVERSE );
	test_close_to( fw_profile_state( profile, 3.25 + 0.7 + 1.0 ).speed, 1.0, 1e-12 );
	fw_profile_destroy( profile );

	// A right angle on the spot: a quarter of a second at one turn per second.
	fw_path_clear( &path, ( fw_pose ){ 0 } );
	test_line_to( &path, 5, 0, FW_GEAR_FORWARD );
	test_line_to( &path, 5, 5, FW_GEAR_FORWARD );
	def.corner_slack = 0.0;
	profile = profile_of( &def, &path );
	const double side = 1.0 + 1.75 + 0.5;
	test_close_to( fw_profile_time( profile ), side + 0.25 + side, 1e-12 );
	test_close_to( fw_profile_state( profile, side + 0.125 ).pose.heading, FW_PI / 4.0, 1e-9 );
	test_close_to( fw_profile_state( profile, side + 0.125 ).distance, 5.0, 1e-12 );
	fw_profile_destroy( profile );
	// With slack at the speed of the arc that leaves the corner by that much: r = 0.1 cos 45 / (1 - cos 45).
	def.corner_slack = 0.1;
	const double radius = 0.1 * sqrt( 0.5 ) / ( 1.0 - sqrt( 0.5 ) );
	profile = profile_of( &def, &path );
	test_close_to( fw_profile_speed_at( profile, 5.0 ), sqrt( 4.0 * radius ), 1e-9 );
	fw_profile_destroy( profile );
	def.turn_rate = 1.0;
	profile = profile_of( &def, &path );
	test_close_to( fw_profile_speed_at( profile, 5.0 ), radius, 1e-9 );
	fw_profile_destroy( profile );
	// Facing elsewhere at first.
	def = fw_default_profile_def();
	path.start.heading = FW_PI;
	const double along = profile_time_of( &def, &path );
	def.start_any_heading = false;
	test_close_to( profile_time_of( &def, &path ), along + 0.5, 1e-9 );
	fw_path_free( &path );
}

static void test_terrains_and_links( void** state )
{
	(void)state;
	fw_grid* grid = test_grid( "..SSS...\n" );
	set_swamp_cost( grid, 2.0 );
	fw_profile_def def = fw_default_profile_def();
	def.grid = grid;
	def.unit.acceleration = def.unit.braking = 1e6;
	fw_path path = { 0 };
	fw_path_clear( &path, ( fw_pose ){ 0.5, 0.5, 0 } );
	test_line_to( &path, 7.5, 0.5, FW_GEAR_FORWARD );
	test_close_to( profile_time_of( &def, &path ), 4.0 / 2.0 + 3.0 / 1.0, 1e-5 );
	def.unit.acceleration = def.unit.braking = 2.0;
	fw_profile* profile = profile_of( &def, &path );
	test_close_to( fw_profile_speed_at( profile, 1.5 ), 1.0,
	               1e-12 ); // it enters the swamp no faster than that than that
	test_close_to( fw_profile_speed_at( profile, 4.5 ), 1.0, 1e-12 );
	fw_profile_destroy( profile );
	// An arc over it: the length of each part is exact. The circle of radius 4 around (4, 4.5) crosses x = 2 and x = 5.
	fw_path_clear( &path, ( fw_pose ){ 0.5, 0.5, 0 } );
	const fw_segment arc = fw_segment_arc( ( fw_vec2 ){ 0.5, 0.5 }, 0.05, 80.0, -0.08, FW_GEAR_FORWARD );
	assert_int_equal( fw_path_append( &path, &arc ), FW_OK );
	def.unit.acceleration = def.unit.braking = 1e6;
	double slow = 0.0;
	for ( int32_t i = 0; i < 100000; i++ )
	{
		const double x = fw_segment_pose_at( &arc, ( i + 0.5 ) / 1e5 * arc.length ).x;
		slow += x > 2.0 && x < 5.0 ? arc.length / 1e5 : 0.0;
	}
	test_close_to( profile_time_of( &def, &path ), ( arc.length - slow ) / 2.0 + slow, 1e-4 );

	const fw_link ferry = { 1, 0, 6, 0, 3.0, FW_CAP_GROUND };
	assert_int_equal( fw_grid_add_link( grid, &ferry, NULL ), FW_OK );
	def.unit = fw_default_unit();
	fw_path_clear( &path, ( fw_pose ){ 0.5, 0.5, 0 } );
	test_line_to( &path, 1.5, 0.5, FW_GEAR_FORWARD );
	assert_int_equal( fw_path_append_link( &path, ( fw_vec2 ){ 6.5, 0.5 } ), FW_OK );
	profile = profile_of( &def, &path );
	const double first = sqrt( 2.0 * 2.0 * 4.0 / 6.0 ) * ( 1.0 / 2.0 + 1.0 / 4.0 );
	test_close_to( fw_profile_time( profile ), first + 1.5, 1e-12 );
	assert_true( fw_profile_state( profile, first + 1.4 ).pose.x == 1.5 );
	assert_true( fw_profile_state( profile, first + 1.6 ).pose.x == 6.5 );
	fw_profile_destroy( profile );
	def.grid = NULL;
	test_close_to( profile_time_of( &def, &path ), first, 1e-12 );
	fw_path_free( &path );
	fw_grid_destroy( grid );
}

// A path that ends with a link: a distance beyond its length gives the time of arrival, as its length does.
static void test_beyond_the_end( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 12, 3 );
	const fw_link ferry = { 4, 1, 10, 1, 6.0, FW_CAP_GROUND };
	assert_int_equal( fw_grid_add_link( grid, &ferry, NULL ), FW_OK );
	fw_path path = { 0 };
	fw_path_clear( &path, ( fw_pose ){ 0.5, 1.5, 0 } );
	assert_int_equal( fw_path_append_line( &path, ( fw_vec2 ){ 4.5, 1.5 }, FW_GEAR_FORWARD ), FW_OK );
	assert_int_equal( fw_path_append_link( &path, ( fw_vec2 ){ 10.5, 1.5 } ), FW_OK );
	fw_profile_def def = fw_default_profile_def();
	def.grid = grid;
	fw_profile* profile = profile_of( &def, &path );
	const double arrives = fw_profile_time_at( profile, 4.0 );
	test_close_to( fw_profile_time( profile ), arrives + 3.0, 1e-12 );
	assert_true( fw_profile_time_at( profile, 4.5 ) == arrives );
	assert_true( fw_profile_time_at( profile, INFINITY ) == arrives );
	fw_profile_destroy( profile );
	fw_path_free( &path );
	fw_grid_destroy( grid );
}

// Too fast for what follows: it brakes all along, the profile says by how much, and the unit stands where it must.
static void test_overspeed( void** state )
{
	(void)state;
	fw_profile_def def = fw_default_profile_def();
	fw_path path = { 0 };
	test_line_to( &path, 0.25, 0, FW_GEAR_FORWARD );
	def.start_speed = 2.0; // it it needs half a tile to stop
	fw_profile* profile = profile_of( &def, &path );
	test_close_to( fw_profile_overspeed( profile ), sqrt( 4.0 - 8.0 * 0.25 ), 1e-12 );
	test_close_to( fw_profile_time( profile ), 2.0 * 0.25 / ( 2.0 + sqrt( 2.0 ) ), 1e-12 );
	assert_true( fw_profile_state( profile, 9.0 ).speed == 0.0 );
	fw_profile_destroy( profile );
	// Above top speed, with room: it slows down to top speed and keeps it.
	def.start_speed = 4.0;
	fw_path_clear( &path, ( fw_pose ){ 0 } );
	test_line_to( &path, 10, 0, FW_GEAR_FORWARD );
	profile = profile_of( &def, &path );
	test_close_to( fw_profile_overspeed( profile ), 2.0, 1e-12 );
	test_close_to( fw_profile_time( profile ), 0.5 + ( 10.0 - 1.5 - 0.5 ) / 2.0 + 0.5, 1e-12 );
	fw_profile_destroy( profile );
	// Exactly enough room is enough.
	def.start_speed = 2.0;
	fw_path_clear( &path, ( fw_pose ){ 0 } );
	test_line_to( &path, 0.5, 0, FW_GEAR_FORWARD );
	profile = profile_of( &def, &path );
	assert_true( fw_profile_overspeed( profile ) == 0.0 );
	fw_profile_destroy( profile );
	fw_path_free( &path );
}

static uint64_t hash_number( uint64_t hash, double value )
{
	uint64_t bits;
	memcpy( &bits, &value, sizeof bits );
	return ( hash ^ bits ) * 0x100000001b3u;
}

// The same bits with every compiler.
static void test_golden( void** state )
{
	(void)state;
	fw_grid* grid = test_grid( "..SS....\n"
	                           "..S.....\n"
	                           "........\n" );
	set_swamp_cost( grid, 1.7 );
	fw_profile_def def = fw_default_profile_def();
	def.grid = grid;
	def.unit.reverse = true;
	def.unit.lateral = 0.9;
	fw_path path = { 0 };
	fw_path_clear( &path, ( fw_pose ){ 0.6, 0.7, 0 } );
	test_line_to( &path, 3.1, 1.2, FW_GEAR_FORWARD );
	test_line_to( &path, 4.0, 2.5, FW_GEAR_FORWARD );
	const fw_segment arc = fw_segment_arc( ( fw_vec2 ){ 4.0, 2.5 }, 0.9, 1.5, -1.1, FW_GEAR_FORWARD );
	assert_int_equal( fw_path_append( &path, &arc ), FW_OK );
	test_line_to( &path, 4.5, 1.5, FW_GEAR_REVERSE );
	fw_profile* profile = profile_of( &def, &path );
	int32_t count = 0;
	const fw_profile_knot* knots = fw_profile_knots( profile, &count );
	uint64_t hash = 0xcbf29ce484222325u;
	for ( int32_t i = 0; i < count; i++ )
	{
		hash = hash_number( hash_number( hash, knots[i].time ), knots[i].distance );
		hash = hash_number( hash_number( hash, knots[i].speed ), knots[i].acceleration );
	}
	const fw_motion middle = fw_profile_state( profile, 0.5 * fw_profile_time( profile ) );
	hash = hash_number( hash_number( hash, middle.pose.x ), middle.pose.heading );
	assert_int_equal( hash, 0x2979e1fbe36d7677u );
	fw_profile_destroy( profile );
	fw_path_free( &path );
	fw_grid_destroy( grid );
}

// Lengths and begins of stretches are rounded separately.
static void test_knots_in_order( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 8, 8 );
	set_swamp_cost( grid, 2.0 );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 3, 0, 3, 8 }, FW_TERRAIN_SWAMP, NULL ), FW_OK );
	test_random random = test_random_make( 12 );
	fw_profile_def def = fw_default_profile_def();
	def.grid = grid;
	def.unit.speed = 8.0; // it accelerates over several stretches
	fw_path path = { 0 };
	for ( int32_t round = 0; round < 2000; round++ )
	{
		fw_path_clear( &path, ( fw_pose ){ 2.5, 2.5, 0 } );
		for ( int32_t i = 0; i < 3; i++ )
		{
			const fw_pose at = fw_path_end( &path );
			const double sweep = test_random_real( &random, -3.0, 3.0 );
			const fw_segment arc = fw_segment_arc( ( fw_vec2 ){ at.x, at.y }, at.heading, 1.5, sweep, FW_GEAR_FORWARD );
			assert_int_equal( fw_path_append( &path, &arc ), FW_OK );
			const double x = test_random_real( &random, 0.0, 8.0 );
			test_line_to( &path, x, test_random_real( &random, 0.0, 8.0 ), FW_GEAR_FORWARD );
		}
		fw_profile* profile = profile_of( &def, &path );
		int32_t count = 0;
		const fw_profile_knot* knots = fw_profile_knots( profile, &count );
		for ( int32_t i = 1; i < count; i++ )
		{
			assert_true( knots[i].distance >= knots[i - 1].distance && knots[i].time >= knots[i - 1].time );
		}
		fw_profile_destroy( profile );
	}
	fw_path_free( &path );
	fw_grid_destroy( grid );
}

static void test_refusals( void** state )
{
	(void)state;
	fw_path path = { 0 };
	test_line_to( &path, 4, 3, FW_GEAR_FORWARD );
	fw_profile* profile = NULL;
	fw_profile_def def = fw_default_profile_def();
	assert_int_equal( fw_profile_create( NULL, &path, &profile, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_profile_create( &def, NULL, &profile, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_profile_create( &def, &path, NULL, NULL ), FW_ERR_ARGUMENT );
	def.cookie ^= 1;
	assert_int_equal( fw_profile_create( &def, &path, &profile, NULL ), FW_ERR_DEF );
	double* const fields[] = { &def.start_speed,  &def.end_speed, &def.corner_slack,
	                           &def.corner_angle, &def.turn_rate, &def.gear_time };
	const double bad[] = { -1.0, NAN, INFINITY };
	for ( int32_t i = 0; i < 6; i++ )
	{
		for ( int32_t k = 0; k < 3; k++ )
		{
			def = fw_default_profile_def();
			*fields[i] = bad[k];
			assert_int_equal( fw_profile_create( &def, &path, &profile, NULL ), FW_ERR_ARGUMENT );
		}
	}
	def = fw_default_profile_def();
	def.unit.lateral = -1.0;
	assert_int_equal( fw_profile_create( &def, &path, &profile, NULL ), FW_ERR_ARGUMENT );
	def = fw_default_profile_def();
	path.segments[0].length = NAN;
	assert_int_equal( fw_profile_create( &def, &path, &profile, NULL ), FW_ERR_ARGUMENT );
	static const double sweeps[] = { 1e17, -1e17, 630.0, NAN };
	for ( int32_t i = 0; i < 4; i++ )
	{
		const fw_segment arc = fw_segment_arc( ( fw_vec2 ){ 4, 3 }, 0, 2, 1.0, FW_GEAR_FORWARD );
		fw_path_clear( &path, ( fw_pose ){ 4, 3, 0 } );
		assert_int_equal( fw_path_append( &path, &arc ), FW_OK );
		path.segments[0].sweep = sweeps[i];
		assert_int_equal( fw_profile_create( &def, &path, &profile, NULL ), FW_ERR_ARGUMENT );
	}
	assert_null( profile );
	fw_path_free( &path );
}

static void test_memory_runs_out( void** state )
{
	(void)state;
	fw_grid* grid = test_grid( "..SS....\n" );
	set_swamp_cost( grid, 3.0 );
	fw_path path = { 0 };
	for ( int32_t i = 0; i < 40; i++ )
	{
		test_line_to( &path, i % 2 == 0 ? 7 : 1, i % 3 * 0.1, FW_GEAR_FORWARD );
	}
	test_memory memory = test_memory_make();
	fw_profile_def def = fw_default_profile_def();
	def.allocator = test_memory_allocator( &memory );
	def.grid = grid;
	fw_status status = FW_ERR_MEMORY;
	int64_t n = 0;
	for ( ; status != FW_OK; n++ )
	{
		fw_profile* profile = NULL;
		test_memory_fail_in( &memory, n, n % 2 == 0 );
		status = fw_profile_create( &def, &path, &profile, NULL );
		assert_true( status == FW_OK || status == FW_ERR_MEMORY );
		assert_int_equal( profile != NULL, status == FW_OK );
		fw_profile_destroy( profile );
		test_memory_check_empty( &memory );
	}
	assert_true( n > 4 );
	fw_path_free( &path );
	fw_grid_destroy( grid );
}

int run_test_profile( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_ramps ),
	    cmocka_unit_test( test_too_fast_to_the_end ),
	    cmocka_unit_test( test_far_outside_the_map ),
	    cmocka_unit_test( test_gears_and_corners ),
	    cmocka_unit_test( test_terrains_and_links ),
	    cmocka_unit_test( test_beyond_the_end ),
	    cmocka_unit_test( test_overspeed ),
	    cmocka_unit_test( test_golden ),
	    cmocka_unit_test( test_knots_in_order ),
	    cmocka_unit_test( test_refusals ),
	    cmocka_unit_test( test_memory_runs_out ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
