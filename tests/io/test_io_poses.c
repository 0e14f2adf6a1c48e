// SPDX-License-Identifier: MIT
// Pose files: their lines and comments, and where each fault is.
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on
#include "fairway/io.h"
#include "support.h"
#include "support_io.h"

#include <string.h>

#define COUNT( array ) ( sizeof( array ) / sizeof( ( array )[0] ) )

static fw_status parse_poses( const char* text, fw_pose_set* poses, fw_refusal* error )
{
	return fw_poses_parse( text, strlen( text ), NULL, poses, error );
}

static void test_poses( void** state )
{
	(void)state;
	fw_pose_set poses;
	fw_refusal error = { 0 };
	assert_int_equal( parse_poses( "# pose benchmark. map: bg512/with blank.map \r\n"
	                               "  # bitmap: no; map: second.map\r\n"
	                               "\r\n"
	                               "107.5 110.5 90 104.5 119.5 any 0.9 3.0\r\n"
	                               "#comment\r\n"
	                               " 1\t2 -45.25  3 4e0 270 0 64 ",
	                               &poses, &error ),
	                  FW_OK );
	assert_int_equal( error.status, FW_OK );
	assert_int_equal( poses.count, 2 );
	assert_string_equal( poses.map, "bg512/with blank.map" );
	const fw_pose_problem* p = poses.problems;
	assert_true( p->start.x == 107.5 && p->start.y == 110.5 && p->start.heading == fw_radians( 90.0 ) );
	assert_true( p->goal.x == 104.5 && p->goal.y == 119.5 && p->goal.heading == 0.0 && p->goal_any_heading );
	assert_true( p->radius == 0.9 && p->turning_radius == 3.0 );
	p++;
	assert_true( p->start.x == 1.0 && p->start.y == 2.0 && p->start.heading == fw_radians( -45.25 ) );
	assert_true( p->goal.x == 3.0 && p->goal.y == 4.0 && p->goal.heading == fw_radians( 270.0 ) );
	assert_false( p->goal_any_heading );
	assert_true( p->radius == 0.0 && p->turning_radius == 64.0 );
	fw_poses_free( &poses );
	assert_int_equal( poses.count, 0 );
	fw_poses_free( &poses );

	assert_int_equal( parse_poses( "", &poses, NULL ), FW_OK );
	assert_int_equal( poses.count, 0 );
	assert_null( poses.problems );
	assert_string_equal( poses.map, "" );
	assert_int_equal( parse_poses( "#map:\n# map: \r\n#  bitmap: x\n#map: a", &poses, NULL ), FW_OK );
	assert_string_equal( poses.map, "a" );
	fw_poses_free( &poses );
}

static void test_outlines( void** state )
{
	(void)state;
	fw_pose_set poses;
	assert_int_equal( parse_poses( "# map: a\noutline -0.5,-0.5 1.9,-0.5 1.9,0.5 -0.5,0.5\nreverse\n"
	                               "1 2 3 4 5 any 0 2.5\n",
	                               &poses, NULL ),
	                  FW_OK );
	assert_int_equal( poses.count, 1 );
	assert_int_equal( poses.outline.count, 4 );
	assert_true( poses.outline.corners[2].x == 1.9 && poses.outline.corners[2].y == 0.5 );
	assert_true( poses.reverse );
	fw_poses_free( &poses );
	assert_int_equal( parse_poses( "1 2 3 4 5 any 0 2.5\n", &poses, NULL ), FW_OK );
	assert_int_equal( poses.outline.count, 0 );
	assert_false( poses.reverse );
	fw_poses_free( &poses );
}

static void test_poses_faults( void** state )
{
	(void)state;
	static const struct
	{
		const char* text;
		fw_status status;
		size_t byte;
		int32_t line, column;
	} cases[] = {
	    { "1 2 3 4 5 6 7\n", FW_ERR_SYNTAX, 13, 1, 14 },
	    { "# a\n1 2 3 4 5 6 7 8 9\n", FW_ERR_SYNTAX, 20, 2, 17 },
	    { "1 2 3 4 5 6 7 8 # end\n", FW_ERR_SYNTAX, 16, 1, 17 },
	    { "1 2 any 4 5 6 7 8\n", FW_ERR_SYNTAX, 4, 1, 5 },
	    { "1 2 3 4 5 anything 7 8\n", FW_ERR_SYNTAX, 10, 1, 11 },
	    { "-1 2 3 4 5 6 7 8\n", FW_ERR_SYNTAX, 0, 1, 1 },
	    { "1 16384.5 3 4 5 6 7 8\n", FW_ERR_SYNTAX, 2, 1, 3 },
	    { "1 2 36001 4 5 6 7 8\n", FW_ERR_SYNTAX, 4, 1, 5 },
	    { "1 2 3 1e5 5 6 7 8\n", FW_ERR_SYNTAX, 6, 1, 7 },
	    { "1 2 3 4 nan 6 7 8\n", FW_ERR_SYNTAX, 8, 1, 9 },
	    { "1 2 3 4 5 inf 7 8\n", FW_ERR_SYNTAX, 10, 1, 11 },
	    { "1 2 3 4 5 6 64.1 8\n", FW_ERR_SYNTAX, 12, 1, 13 },
	    { "1 2 3 4 5 6 -0.1 8\n", FW_ERR_SYNTAX, 12, 1, 13 },
	    { "1 2 3 4 5 6 7 65\n", FW_ERR_SYNTAX, 14, 1, 15 },
	    { "1 2 3 4 5 6 7 8x\n", FW_ERR_SYNTAX, 14, 1, 15 },
	    { "1 2 3 4 5 6 7 8e\n", FW_ERR_SYNTAX, 14, 1, 15 },
	    { "1 2 3 4 5 6 7 1.2.3\n", FW_ERR_SYNTAX, 14, 1, 15 },
	    { "1 2 3 4 5 6 7 .\n", FW_ERR_SYNTAX, 14, 1, 15 },
	    { "outline\n", FW_ERR_SYNTAX, 0, 1, 1 },
	    { "#\noutline 1,1 2\n", FW_ERR_SYNTAX, 14, 2, 13 },
	    { "outline 1,1 2,65\n", FW_ERR_SYNTAX, 14, 1, 15 },
	    { "outline 0,0 1,\n", FW_ERR_SYNTAX, 14, 1, 15 },
	    // The reference point lies beside it.
	    { "#\noutline 1,0 2,0 2,1\n\n", FW_ERR_SYNTAX, 2, 2, 1 },
	    { "outline 0,0 1,0 1,1 0,1 0,0 0,0 0,0 0,0 0,0\n", FW_ERR_TOO_LARGE, 40, 1, 41 },
	    { "1 2 3 4 5 6 7 8\nreverse\n", FW_ERR_SYNTAX, 16, 2, 1 },
	    { "reverse 1\n", FW_ERR_SYNTAX, 8, 1, 9 },
	    { "1 2 3 4 5 6 7 8\n# map: a\x02\n", FW_ERR_SYNTAX, 24, 2, 9 },
	};
	fw_pose_set poses = { .count = 77 };
	fw_refusal error = { 0 };
	for ( size_t i = 0; i < COUNT( cases ); i++ )
	{
		assert_int_equal( parse_poses( cases[i].text, &poses, &error ), cases[i].status );
		test_check_fault( &error, cases[i].status, cases[i].byte, cases[i].line, cases[i].column );
		assert_int_equal( poses.count, 77 );
	}
	assert_int_equal( fw_poses_parse( "# a\0b\n", 6, NULL, &poses, &error ), FW_ERR_SYNTAX );
	test_check_fault( &error, FW_ERR_SYNTAX, 3, 1, 4 );
	char name[300] = "# map: ";
	memset( name + 7, 'a', 256 );
	name[7 + 256] = 0;
	assert_int_equal( parse_poses( name, &poses, &error ), FW_ERR_TOO_LARGE );
	test_check_fault( &error, FW_ERR_TOO_LARGE, 7, 1, 8 );
	assert_int_equal( poses.count, 77 );
	assert_int_equal( fw_poses_parse( NULL, 1, NULL, &poses, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_poses_parse( "", 0, NULL, NULL, NULL ), FW_ERR_ARGUMENT );
	name[7 + 255] = 0;
	assert_int_equal( parse_poses( name, &poses, &error ), FW_OK );
	assert_int_equal( strlen( poses.map ), 255 );
	fw_poses_free( &poses );
}

int run_test_io_poses( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_poses ),
	    cmocka_unit_test( test_outlines ),
	    cmocka_unit_test( test_poses_faults ),
	};
	return cmocka_run_group_tests_name( "io_poses", tests, NULL, NULL );
}
