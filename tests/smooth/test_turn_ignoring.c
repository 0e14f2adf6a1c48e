// SPDX-License-Identifier: MIT
// Turns that ignore blocked tiles: from waypoint to waypoint by an arc and a line, as short as possible.
#include "fairway/smooth.h"
#include "support_drive.h"
#include "support_smooth.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static int32_t violations( const drive* d, const fw_path* path, fw_violation_kind* kind )
{
	fw_violation first = { 0 };
	int32_t count = -1;
	assert_int_equal( fw_validate( d->grid, &d->def.unit, path, NULL, &first, 1, &count, NULL ), FW_OK );
	*kind = first.kind;
	return count;
}

static void test_turn_ignoring( void** state )
{
	(void)state;
	// In the open nothing is clipped; heading and waypoints are kept.
	static const int32_t tiles[][2] = { { 5, 15 }, { 15, 15 }, { 25, 8 }, { 35, 20 } };
	drive_def def = drive_def_of( 0.4, 2.0 );
	drive d;
	drive_open( &d, test_field( 45, 32 ), &def );
	fw_path* path = &d.result.path;
	smooth_tile_path( path, tiles, 4 );
	path->start.heading = FW_PI / 2;
	const fw_smoother s = smooth_by( &d );
	assert_int_equal( fw_turn_ignoring( &s, path, NULL ), FW_OK );
	test_check_legal( d.grid, &def.unit, path );
	smooth_check_ends( path, test_center( 5, 15, 90 ), test_center( 35, 20, 0 ), false );
	assert_int_equal( smooth_waypoints( path ), 3 );
	int32_t next = 0;
	for ( int32_t i = 0; i < path->count; ++i )
	{
		const fw_segment* segment = &path->segments[i];
		if ( segment->waypoint )
		{
			assert_true( hypot( segment->from.x - tiles[next][0] - 0.5, segment->from.y - tiles[next][1] - 0.5 ) <
			             1e-9 );
			next++;
		}
		assert_true( segment->kind == FW_SEGMENT_LINE || segment->radius == 2.0 );
	}
	drive_close( &d );
	// A street with a corner has no room for the turn after it: the disc hits the far wall there, and nothing else is
	// wrong.
	drive_open( &d,
	            test_grid( "##########\n"
	                       "..........\n"
	                       "########..\n"
	                       "########..\n"
	                       "########..\n"
	                       "########..\n" ),
	            &def );
	smooth_tile_path( path, ( const int32_t[][2] ){ { 0, 1 }, { 8, 1 }, { 8, 5 } }, 3 );
	const fw_smoother corner = smooth_by( &d );
	test_check_ends( path, test_center( 0, 1, 0 ), test_center( 8, 5, 90 ) );
	assert_int_equal( fw_turn_ignoring( &corner, path, NULL ), FW_OK );
	fw_violation_kind kind = FW_VIOLATION_NUMBER;
	const int32_t count = violations( &d, path, &kind );
	assert_true( count > 0 );
	fw_violation found[16];
	int32_t all = 0;
	assert_int_equal( fw_validate( d.grid, &def.unit, path, NULL, found, 16, &all, NULL ), FW_OK );
	for ( int32_t i = 0; i < all; ++i )
	{
		assert_true( found[i].kind == FW_VIOLATION_COLLISION || found[i].kind == FW_VIOLATION_OUTSIDE );
		assert_true( found[i].position.x > 8 );
	}
	drive_close( &d );
}

static void test_turn_ignoring_property( void** state )
{
	(void)state;
	test_random random = test_random_make( 64 );
	for ( int32_t i = 0; i < 200; ++i )
	{
		drive_def def = drive_def_of( 0.3, test_random_real( &random, 0, 4 ) );
		const fw_unit unit = def.unit;
		fw_grid* grid = test_field( 60, 60 );
		assert_int_equal( fw_grid_add_layer( grid, unit.capabilities, NULL ), FW_OK );
		fw_path path = { 0 };
		fw_path_clear( &path, ( fw_pose ){ 30, 30, test_random_real( &random, -FW_PI, FW_PI ) } );
		fw_vec2 last = { 30, 30 };
		for ( int32_t k = 0; k < 6; ++k )
		{
			last = test_random_point( &random, 20, 40, 40 );
			assert_int_equal( fw_path_append_line( &path, last, FW_GEAR_FORWARD ), FW_OK );
		}
		const fw_pose start = path.start;
		fw_smoother s = fw_default_smoother();
		s.grid = grid;
		s.unit = &unit;
		assert_int_equal( fw_turn_ignoring( &s, &path, NULL ), FW_OK );
		test_check_legal( grid, &unit, &path ); // there is nothing to clip
		smooth_check_ends( &path, start, ( fw_pose ){ last.x, last.y, 0 }, false );
		fw_path_free( &path );
		fw_grid_destroy( grid );
	}
}

int run_test_turn_ignoring( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_turn_ignoring ),
	    cmocka_unit_test( test_turn_ignoring_property ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
