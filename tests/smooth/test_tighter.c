// SPDX-License-Identifier: MIT
// Turns that get tighter: always legal along tile paths with four neighbors, as wide as possible, and slower.
#include "support.h"
#include "support_planner.h"

#include "fairway/planner.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static double least_arc( const fw_path* path )
{
	double least = INFINITY;
	for ( int32_t i = 0; i < path->count; i++ )
	{
		least = path->segments[i].kind == FW_SEGMENT_ARC ? fmin( least, path->segments[i].radius ) : least;
	}
	return least;
}

static void test_legal_along_four_neighbors( void** state )
{
	(void)state;
	test_random random = test_random_make( 9 );
	int32_t tile_paths = 0;
	int32_t tightened = 0;
	fw_path path = { 0 };
	for ( int32_t round = 0; round < test_rounds( 300 ); round++ )
	{
		fw_grid* grid = test_random_map( &random, 24, 18, 0.25 );
		fw_unit unit = test_unit( 0.25 + 0.05 * ( round % 4 ), 0.5 + 0.5 * ( round % 5 ) );
		fw_pose start = test_random_center( &random, 24, 18, 0.0 );
		start.heading = fw_radians( test_random_real( &random, -180.0, 180.0 ) );
		const fw_pose goal = test_random_center( &random, 24, 18, 0.0 );
		if ( planner_walk( grid, unit.radius, 4, start, goal, &path ) )
		{
			fw_smoother smoother = fw_default_smoother();
			smoother.grid = grid;
			smoother.unit = &unit;
			const fw_tighter_def def = fw_default_tighter_def();
			fw_tighter_report report = { 0 };
			assert_int_equal( fw_turn_tighter( &smoother, &def, &path, &report, NULL ), FW_OK );
			assert_int_equal( report.illegal, 0 );
			assert_true( report.tightest >= def.min_radius );
			assert_true( report.slowest == fw_turn_speed( &unit, report.tightest ) );
			const double least = least_arc( &path );
			assert_true( least >= report.tightest - 1e-12 );
			assert_true( report.tightened == 0 || least <= unit.turning_radius );
			fw_unit slow = unit;
			slow.turning_radius = report.tightest;
			test_check_legal( grid, &slow, &path );
			test_check_ends( &path, start, ( fw_pose ){ goal.x, goal.y, NAN } );
			tile_paths++;
			tightened += report.tightened;
		}
		fw_grid_destroy( grid );
	}
	fw_path_free( &path );
	assert_true( tile_paths > test_rounds( 100 ) && tightened > test_rounds( 300 ) );
}

// A turn with enough room keeps the unit's radius; one between walls reduces it by as much as necessary.
static void test_no_tighter_than_needed( void** state )
{
	(void)state;
	fw_grid* open = test_field( 30, 30 );
	assert_int_equal( fw_grid_add_layer( open, FW_CAP_GROUND, NULL ), FW_OK );
	fw_unit unit = test_unit( 0.4, 2.0 );
	fw_smoother smoother = fw_default_smoother();
	smoother.grid = open;
	smoother.unit = &unit;
	const fw_tighter_def def = fw_default_tighter_def();
	fw_tighter_report report = { 0 };
	fw_path path = { 0 };
	fw_path_clear( &path, test_center( 3, 3, 0 ) );
	test_line_to( &path, 15.5, 3.5, FW_GEAR_FORWARD );
	test_line_to( &path, 15.5, 20.5, FW_GEAR_FORWARD );
	assert_int_equal( fw_turn_tighter( &smoother, &def, &path, &report, NULL ), FW_OK );
	assert_int_equal( report.tightened, 0 );
	assert_true( report.tightest == 2.0 && report.slowest == unit.speed );
	test_check_legal( open, &unit, &path );
	// So does the turn of a unit that faces away.
	fw_path_clear( &path, test_center( 20, 15, 180 ) );
	test_line_to( &path, 27.5, 15.5, FW_GEAR_FORWARD );
	assert_int_equal( fw_turn_tighter( &smoother, &def, &path, &report, NULL ), FW_OK );
	assert_true( report.illegal == 0 && report.tightest == 2.0 );
	// To a point inside its turning circle a unit does not drive a loop, although there is room for one.
	fw_path_clear( &path, test_center( 12, 12, 0 ) );
	test_line_to( &path, 12.5, 14.2, FW_GEAR_FORWARD );
	assert_int_equal( fw_turn_tighter( &smoother, &def, &path, &report, NULL ), FW_OK );
	assert_true( report.illegal == 0 && report.tightened == 1 && path.length < 5.0 );
	fw_grid_destroy( open );

	fw_grid* lanes = test_grid( "#######\n"
	                            "#.....#\n"
	                            "#####.#\n"
	                            "#####.#\n"
	                            "#####.#\n"
	                            "#######\n" );
	smoother.grid = lanes;
	assert_true( planner_walk( lanes, 0.4, 4, test_center( 1, 1, 0 ), test_center( 5, 4, 0 ), &path ) );
	assert_int_equal( fw_turn_tighter( &smoother, &def, &path, &report, NULL ), FW_OK );
	assert_int_equal( report.illegal, 0 );
	assert_true( report.tightened >= 1 && report.tightest < 0.5 && report.tightest > 0.05 );
	assert_true( report.slowest < 0.5 * unit.speed );
	unit.turning_radius = 1.02 * report.tightest / 0.84; // the next wider one that was tried
	fw_path again = { 0 };
	assert_true( planner_walk( lanes, 0.4, 4, test_center( 1, 1, 0 ), test_center( 5, 4, 0 ), &again ) );
	fw_tighter_def firm = def;
	firm.min_radius = unit.turning_radius;
	assert_int_equal( fw_turn_tighter( &smoother, &firm, &again, &report, NULL ), FW_OK );
	assert_true( report.illegal > 0 );
	fw_path_free( &again );
	fw_path_free( &path );
	fw_grid_destroy( lanes );
}

// Figure 4: a step to eight neighbors between two corners leaves no room for turns of any kind; it is counted.
static void test_counts_what_stays_illegal( void** state )
{
	(void)state;
	fw_grid* grid = test_grid( "..#..\n"
	                           "..#..\n"
	                           "..#..\n"
	                           ".....\n" );
	assert_int_equal( fw_grid_add_layer( grid, FW_CAP_GROUND, NULL ), FW_OK );
	const fw_unit unit = test_unit( 0.4, 1.0 );
	fw_smoother smoother = fw_default_smoother();
	smoother.grid = grid;
	smoother.unit = &unit;
	const fw_tighter_def def = fw_default_tighter_def();
	fw_tighter_report report = { 0 };
	fw_path path = { 0 };
	fw_path_clear( &path, test_center( 1, 2, 45 ) );
	test_line_to( &path, 2.5, 3.5, FW_GEAR_FORWARD );
	test_line_to( &path, 3.5, 2.5, FW_GEAR_FORWARD );
	assert_int_equal( fw_turn_tighter( &smoother, &def, &path, &report, NULL ), FW_OK );
	assert_int_equal( report.illegal, 2 );
	int32_t violations = 0;
	fw_unit slow = unit;
	slow.turning_radius = def.min_radius;
	assert_int_equal( fw_validate( grid, &slow, &path, NULL, NULL, 0, &violations, NULL ), FW_OK );
	assert_true( violations > 0 );
	fw_path_free( &path );
	fw_grid_destroy( grid );
}

static void test_speed( void** state )
{
	(void)state;
	fw_unit unit = test_unit( 0.4, 2.0 );
	unit.speed = 3.0;
	assert_true( fw_turn_speed( &unit, 2.0 ) == 3.0 && fw_turn_speed( &unit, 5.0 ) == 3.0 );
	assert_true( fabs( fw_turn_speed( &unit, 0.5 ) - 1.5 ) < 1e-12 );
	unit.turning_radius = 0.0;
	assert_true( fw_turn_speed( &unit, 0.1 ) == 3.0 );
}

static void test_refusals( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 10, 10 );
	assert_int_equal( fw_grid_add_layer( grid, FW_CAP_GROUND, NULL ), FW_OK );
	fw_unit unit = test_unit( 0.4, 1.0 );
	fw_smoother smoother = fw_default_smoother();
	smoother.grid = grid;
	smoother.unit = &unit;
	fw_tighter_def def = fw_default_tighter_def();
	fw_tighter_report report = { 0 };
	fw_path path = { 0 };
	fw_path_clear( &path, test_center( 1, 1, 0 ) );
	assert_int_equal( fw_turn_tighter( &smoother, &def, &path, &report, NULL ), FW_OK ); // an empty path
	assert_int_equal( path.count, 0 );
	test_line_to( &path, 5.5, 1.5, FW_GEAR_FORWARD );
	const uint64_t hash = fw_path_hash( &path );
	assert_int_equal( fw_turn_tighter( &smoother, NULL, &path, &report, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_turn_tighter( &smoother, &def, &path, NULL, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_turn_tighter( &smoother, &def, NULL, &report, NULL ), FW_ERR_ARGUMENT );
	const double radii[] = { 0.0, 1.5, NAN, -1.0 };
	for ( int32_t i = 0; i < 4; i++ )
	{
		def.min_radius = radii[i];
		assert_int_equal( fw_turn_tighter( &smoother, &def, &path, &report, NULL ), FW_ERR_ARGUMENT );
	}
	def = fw_default_tighter_def();
	def.cookie ^= 1;
	assert_int_equal( fw_turn_tighter( &smoother, &def, &path, &report, NULL ), FW_ERR_DEF );
	def = fw_default_tighter_def();
	test_line_to( &path, 2.5, 1.5, FW_GEAR_REVERSE );
	assert_int_equal( fw_turn_tighter( &smoother, &def, &path, &report, NULL ), FW_ERR_UNSUPPORTED );
	path.count--;
	assert_int_equal( fw_path_hash( &path ), hash );
	// No turn begins at a heading that is not finite.
	path.start.heading = NAN;
	report.illegal = 7;
	assert_int_equal( fw_turn_tighter( &smoother, &def, &path, &report, NULL ), FW_ERR_UNSUPPORTED );
	assert_int_equal( fw_path_hash( &path ), hash );
	assert_int_equal( report.illegal, 7 );
	fw_path_free( &path );
	fw_grid_destroy( grid );
}

int run_test_tighter( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_legal_along_four_neighbors ),
	    cmocka_unit_test( test_no_tighter_than_needed ),
	    cmocka_unit_test( test_counts_what_stays_illegal ),
	    cmocka_unit_test( test_speed ),
	    cmocka_unit_test( test_refusals ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
