// SPDX-License-Identifier: MIT
// Links in paths: queries of such a path, what the validator says about it, and what passes do with it.
#include "fairway/grid.h"
#include "fairway/path.h"
#include "fairway/smooth.h"
#include "support_links.h"
#include "support_trial.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

// East, a link, and on to the south.
static void open_path( fw_path* path )
{
	fw_path_init( path, NULL );
	fw_path_clear( path, ( fw_pose ){ 1.5, 1.5, 0.0 } );
	test_line_to( path, 4.5, 1.5, FW_GEAR_FORWARD );
	assert_int_equal( fw_path_append_link( path, ( fw_vec2 ){ 10.5, 12.5 } ), FW_OK );
}

static void links_have_no_length( void** state )
{
	(void)state;
	fw_path path;
	open_path( &path );
	assert_true( path.length == 3.0 && path.count == 2 && path.segments[1].waypoint );
	// The unit keeps its heading, also where the link is the last segment, or the first.
	const fw_pose end = fw_path_end( &path );
	assert_true( end.x == 10.5 && end.y == 12.5 && end.heading == 0.0 );
	assert_true( fw_path_at( &path, 3.0 ).pose.x == 10.5 && fw_path_at( &path, 9.0 ).pose.y == 12.5 );
	assert_true( fabs( fw_path_at( &path, 2.999 ).pose.x - 4.499 ) < 1e-12 );
	assert_int_equal( fw_path_at( &path, 3.0 ).segment, 1 );
	test_line_to( &path, 10.5, 14.5, FW_GEAR_FORWARD );
	assert_true( path.length == 5.0 );
	const fw_path_state behind = fw_path_at( &path, 3.0 );
	assert_true( behind.pose.x == 10.5 && behind.pose.y == 12.5 && behind.segment == 2 );
	assert_true( fabs( behind.pose.heading - FW_PI / 2.0 ) < 1e-12 && behind.curvature == 0.0 );
	// It turns only once, from east to south.
	assert_int_equal( fw_path_turn_count( &path ), 1 );
	assert_true( fabs( fw_path_turn_angle( &path ) - FW_PI / 2.0 ) < 1e-12 );
	fw_path_free( &path );

	fw_path_init( &path, NULL );
	fw_path_clear( &path, ( fw_pose ){ 1.5, 1.5, 2.0 } );
	assert_int_equal( fw_path_append_link( &path, ( fw_vec2 ){ 7.5, 2.5 } ), FW_OK );
	assert_int_equal( fw_path_append_link( &path, ( fw_vec2 ){ 3.5, 4.5 } ), FW_OK );
	assert_true( path.length == 0.0 && fw_path_end( &path ).heading == 2.0 && fw_path_end( &path ).x == 3.5 );
	assert_int_equal( fw_path_append_link( &path, ( fw_vec2 ){ NAN, 2.5 } ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_path_append_link( NULL, ( fw_vec2 ){ 1.0, 2.5 } ), FW_ERR_ARGUMENT );
	fw_path_free( &path );
}

// A unit whose heading does not count faces where it will drive, not where a link leads.
static void paths_begin_where_they_drive( void** state )
{
	(void)state;
	fw_path path;
	fw_path_init( &path, NULL );
	fw_path_clear( &path, ( fw_pose ){ 9.5, 1.5, 2.0 } );
	assert_true( fw_path_begin( &path ).heading == 2.0 && fw_path_begin( &path ).x == 9.5 );
	assert_int_equal( fw_path_append_link( &path, ( fw_vec2 ){ 1.5, 1.5 } ), FW_OK );
	assert_true( fw_path_begin( &path ).heading == 2.0 && fw_path_begin( &path ).x == 9.5 );
	assert_int_equal( fw_path_append_link( &path, ( fw_vec2 ){ 5.5, 4.5 } ), FW_OK );
	test_line_to( &path, 8.5, 4.5, FW_GEAR_FORWARD );
	const fw_pose begin = fw_path_begin( &path );
	assert_true( begin.x == 9.5 && begin.y == 1.5 && begin.heading == 0.0 );
	fw_path_free( &path );
}

static void paths_with_links_turn_round( void** state )
{
	(void)state;
	fw_path path;
	open_path( &path );
	test_line_to( &path, 10.5, 14.5, FW_GEAR_FORWARD );
	fw_path again = { 0 };
	assert_int_equal( fw_path_copy( &again, &path ), FW_OK );
	fw_path_reverse( &path );
	assert_true( fw_path_hash( &path ) != fw_path_hash( &again ) );
	assert_int_equal( path.segments[1].kind, FW_SEGMENT_LINK );
	assert_true( path.segments[1].from.x == 10.5 && path.segments[1].to.x == 4.5 && path.length == 5.0 );
	assert_true( fw_path_end( &path ).x == 1.5 && fw_path_end( &path ).heading == 0.0 );
	fw_path_reverse( &path );
	assert_true( fw_path_hash( &path ) == fw_path_hash( &again ) );
	path.segments[1].kind = FW_SEGMENT_LINE;
	assert_true( fw_path_hash( &path ) != fw_path_hash( &again ) );
	fw_path_free( &again );
	fw_path_free( &path );
}

static fw_segment* add_link( trial* t, double x, double y )
{
	const fw_segment link = { .kind = FW_SEGMENT_LINK, .from = trial_end( t ), .to = { x, y }, .waypoint = true };
	return trial_add( t, link );
}

static void the_validator_knows_links( void** state )
{
	(void)state;
	fw_grid* grid = test_grid( "....................\n"
	                           "....................\n"
	                           "....................\n"
	                           "##########....######\n"
	                           "....................\n" );
	links_add( grid, 4, 1, 12, 4, 7.0, FW_CAP_GROUND );
	links_add( grid, 4, 1, 13, 4, 7.0, FW_CAP_WATER );
	links_add( grid, 4, 1, 4, 3, 7.0, FW_CAP_GROUND );
	trial t;
	trial_begin( &t, 0.4, 0.0, 1.5, 1.5, 0.0 );
	trial_line( &t, 4.5, 1.5, FW_GEAR_FORWARD );
	add_link( &t, 12.5, 4.5 );
	trial_line( &t, 15.5, 4.5, FW_GEAR_FORWARD );
	trial_judge_legal( &t, grid );
	t.unit.turning_radius = 2.0; // it goes on in the same heading
	trial_judge_legal( &t, grid );
	t.unit.turning_radius = 0.0;
	// Not with other capabilities, nor back, nor from beside the center, nor elsewhere.
	t.unit.capabilities = FW_CAP_WATER;
	trial_judge( &t, grid );
	assert_non_null( trial_found( &t, 1, FW_VIOLATION_LINK ) );
	const struct
	{
		double x, y, to_x, to_y;
	} wrong[] = { { 12.5, 4.5, 4.5, 1.5 }, { 4.5, 1.6, 12.5, 4.5 }, { 4.5, 1.5, 13.5, 4.5 }, { 4.5, 1.5, 12.5, 4.4 } };
	for ( size_t i = 0; i < sizeof( wrong ) / sizeof( wrong[0] ); i++ )
	{
		trial_begin( &t, 0.3, 0.0, wrong[i].x, wrong[i].y, 0.0 );
		add_link( &t, wrong[i].to_x, wrong[i].to_y );
		trial_judge_only( &t, grid, 0, FW_VIOLATION_LINK, 1.0, wrong[i].x, wrong[i].y );
	}
	// Onto a blocked tile, with a length, from somewhere else.
	trial_begin( &t, 0.4, 0.0, 4.5, 1.5, 0.0 );
	add_link( &t, 4.5, 3.5 );
	trial_judge( &t, grid );
	assert_non_null( trial_found( &t, 0, FW_VIOLATION_COLLISION ) );
	trial_begin( &t, 0.4, 0.0, 4.5, 1.5, 0.0 );
	add_link( &t, 12.5, 4.5 )->length = 3.0;
	trial_judge( &t, grid );
	assert_non_null( trial_found( &t, 0, FW_VIOLATION_LENGTH ) );
	trial_begin( &t, 0.4, 0.0, 3.5, 1.5, 0.0 );
	add_link( &t, 12.5, 4.5 )->from = ( fw_vec2 ){ 4.5, 1.5 };
	trial_judge_only( &t, grid, 0, FW_VIOLATION_GAP, 1.0, 4.5, 1.5 );
	fw_grid_destroy( grid );
}

static void the_validator_knows_one_way_tiles( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 20, 10 );
	assert_int_equal( fw_grid_set_exits( grid, ( fw_rect ){ 5, 0, 2, 10 }, FW_EXIT_EAST, NULL ), FW_OK );
	trial t;
	trial_begin( &t, 0.4, 0.0, 2.5, 2.5, 0.0 );
	trial_line( &t, 9.5, 2.5, FW_GEAR_FORWARD );
	trial_judge_legal( &t, grid );
	trial_line( &t, 2.5, 2.5, FW_GEAR_FORWARD );
	trial_judge_only( &t, grid, 1, FW_VIOLATION_ONE_WAY, 2.0, 6.0, 2.5 );
	// A diagonal step needs its own bit; within its tile the unit may move in any direction.
	trial_begin( &t, 0.4, 0.0, 5.2, 2.2, 0.0 );
	trial_line( &t, 5.8, 2.8, FW_GEAR_FORWARD );
	trial_line( &t, 5.2, 2.2, FW_GEAR_FORWARD );
	trial_judge_legal( &t, grid );
	trial_begin( &t, 0.4, 0.0, 5.5, 2.5, 0.0 );
	trial_line( &t, 6.5, 3.5, FW_GEAR_FORWARD );
	trial_judge_only( &t, grid, 0, FW_VIOLATION_ONE_WAY, 1.0, 6.0, 3.0 );
	assert_int_equal( fw_grid_set_exits( grid, ( fw_rect ){ 5, 2, 1, 1 }, FW_EXIT_SOUTH_EAST, NULL ), FW_OK );
	trial_judge_legal( &t, grid );
	// Over a border and back to it by two segments, and along it.
	assert_int_equal( fw_grid_set_exits( grid, ( fw_rect ){ 5, 2, 1, 1 }, FW_EXIT_WEST, NULL ), FW_OK );
	trial_begin( &t, 0.4, 0.0, 5.5, 2.5, 0.0 );
	trial_line( &t, 6.0, 2.5, FW_GEAR_FORWARD );
	trial_judge_legal( &t, grid );
	trial_line( &t, 6.5, 2.5, FW_GEAR_FORWARD );
	trial_judge_only( &t, grid, 1, FW_VIOLATION_ONE_WAY, 1.0, 6.0, 2.5 );
	trial_begin( &t, 0.4, 0.0, 5.5, 2.5, 0.0 );
	trial_line( &t, 6.0, 2.5, FW_GEAR_FORWARD );
	trial_line( &t, 6.0, 3.5, FW_GEAR_FORWARD );
	trial_judge_only( &t, grid, 1, FW_VIOLATION_ONE_WAY, 1.0, 6.0, 3.0 );
	// A square counts with all of its tiles.
	trial_begin( &t, 0.4, 0.0, 4.5, 2.5, 0.0 );
	t.unit.size = 2;
	trial_line( &t, 4.5, 5.5, FW_GEAR_FORWARD );
	trial_judge_only( &t, grid, 0, FW_VIOLATION_ONE_WAY, 3.0, 4.5, 3.0 );
	// Arcs too: a half circle from west of the lane to east of it, and back.
	trial_begin( &t, 0.4, 2.0, 4.0, 8.0, -FW_PI / 2.0 );
	trial_arc( &t, -FW_PI / 2.0, 2.0, FW_PI / 4.0, FW_GEAR_FORWARD );
	trial_judge_legal( &t, grid );
	trial_begin( &t, 0.4, 2.0, 8.0, 8.0, -FW_PI / 2.0 );
	trial_arc( &t, -FW_PI / 2.0, 2.0, -0.7 * FW_PI, FW_GEAR_FORWARD );
	trial_judge( &t, grid );
	assert_non_null( trial_found( &t, 0, FW_VIOLATION_ONE_WAY ) );
	fw_grid_destroy( grid );
}

// Smoothing straightens the path between links and leaves links as they are; the cost of a link is that of the map.
static void passes_keep_links( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 30, 30 );
	links_add( grid, 6, 4, 20, 20, 5.5, FW_CAP_GROUND );
	links_add( grid, 6, 4, 20, 20, 4.5, FW_CAP_WATER );
	assert_int_equal( fw_grid_add_layer( grid, FW_CAP_GROUND, NULL ), FW_OK );
	fw_unit unit = test_unit( 0.4, 0.0 );
	fw_smoother smoother = fw_default_smoother();
	smoother.grid = grid;
	smoother.unit = &unit;
	fw_path path;
	fw_path_init( &path, NULL );
	fw_path_clear( &path, ( fw_pose ){ 1.5, 1.5, 0.0 } );
	const fw_vec2 before[] = { { 4.5, 1.5 }, { 6.5, 3.5 }, { 6.5, 4.5 } };
	const fw_vec2 after[] = { { 20.5, 23.5 }, { 22.5, 25.5 } };
	for ( int32_t i = 0; i < 3; i++ )
	{
		assert_int_equal( fw_path_append_line( &path, before[i], FW_GEAR_FORWARD ), FW_OK );
	}
	assert_int_equal( fw_path_append_link( &path, ( fw_vec2 ){ 20.5, 20.5 } ), FW_OK );
	for ( int32_t i = 0; i < 2; i++ )
	{
		assert_int_equal( fw_path_append_line( &path, after[i], FW_GEAR_FORWARD ), FW_OK );
	}
	assert_true( fabs( fw_smoother_cost( &smoother, &path ) - path.length - 5.5 ) < 1e-12 );
	assert_int_equal( fw_smooth_straight( &smoother, &path, NULL ), FW_OK );
	assert_int_equal( path.count, 3 );
	assert_int_equal( path.segments[1].kind, FW_SEGMENT_LINK );
	test_check_legal( grid, &unit, &path );
	assert_true( fabs( path.length - hypot( 5, 3 ) - hypot( 2, 5 ) ) < 1e-12 );
	fw_path other = { 0 };
	assert_int_equal( fw_path_copy( &other, &path ), FW_OK );
	unit.turning_radius = 1.0;
	assert_int_equal( fw_turn_ignoring( &smoother, &path, NULL ), FW_OK );
	test_check_legal( grid, &unit, &path );
	test_check_ends( &path, ( fw_pose ){ 1.5, 1.5, 0.0 }, ( fw_pose ){ 22.5, 25.5, NAN } );
	const double length = path.length;
	assert_int_equal( fw_clean_up( &smoother, &path, false, NULL ), FW_OK );
	assert_int_equal( fw_smooth_curved( &smoother, &path, NULL ), FW_OK );
	assert_true( path.length <= length + 1e-9 );
	test_check_legal( grid, &unit, &path );
	int32_t links = 0;
	for ( int32_t i = 0; i < path.count; i++ )
	{
		links += path.segments[i].kind == FW_SEGMENT_LINK;
	}
	assert_int_equal( links, 1 );
	// Curves are not tested against one-way tiles, so no pass makes any there.
	assert_int_equal( fw_grid_set_exits( grid, ( fw_rect ){ 29, 29, 1, 1 }, 0, NULL ), FW_OK );
	const uint64_t hash = fw_path_hash( &path );
	assert_int_equal( fw_clean_up( &smoother, &path, false, NULL ), FW_ERR_UNSUPPORTED );
	assert_int_equal( fw_smooth_curved( &smoother, &path, NULL ), FW_ERR_UNSUPPORTED );
	assert_true( fw_path_hash( &path ) == hash );
	fw_path_free( &other );
	fw_path_free( &path );
	fw_grid_destroy( grid );
}

// Links that lead away from the next part of the path: a straight line past them would be shorter, and is not taken.
static void smoothing_goes_past_no_link( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 20, 20 );
	assert_int_equal( fw_grid_add_layer( grid, FW_CAP_GROUND, NULL ), FW_OK );
	const fw_unit unit = test_unit( 0.4, 0.0 );
	fw_smoother smoother = fw_default_smoother();
	smoother.grid = grid;
	smoother.unit = &unit;
	const fw_vec2 ends[2][3] = {
	    { { 9.5, 1.5 }, { 5.5, 1.5 }, { 5.5, 4.5 } },
	    { { 3.5, 1.5 }, { 18.5, 18.5 }, { 5.5, 6.5 } },
	};
	for ( int32_t i = 0; i < 2; i++ )
	{
		links_add( grid, (int32_t)ends[i][0].x, (int32_t)ends[i][0].y, (int32_t)ends[i][1].x, (int32_t)ends[i][1].y,
		           0.0, FW_CAP_GROUND );
		fw_path path;
		fw_path_init( &path, NULL );
		fw_path_clear( &path, ( fw_pose ){ 1.5, 1.5, 0.0 } );
		assert_int_equal( fw_path_append_line( &path, ends[i][0], FW_GEAR_FORWARD ), FW_OK );
		assert_int_equal( fw_path_append_link( &path, ends[i][1] ), FW_OK );
		assert_int_equal( fw_path_append_line( &path, ends[i][2], FW_GEAR_FORWARD ), FW_OK );
		const uint64_t hash = fw_path_hash( &path );
		assert_int_equal( fw_smooth_straight( &smoother, &path, NULL ), FW_OK );
		assert_true( fw_path_hash( &path ) == hash );
		fw_path_free( &path );
	}
	fw_grid_destroy( grid );
}

// The gear of a link has no meaning: a unit that arrives and goes on in reverse does not change gear.
static void links_change_no_gear( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 12, 12 );
	links_add( grid, 4, 1, 9, 9, 2.0, FW_CAP_GROUND );
	fw_unit unit = test_unit( 0.4, 0.0 );
	unit.reverse_penalty = 7.0;
	unit.reverse_factor = 1.0;
	fw_smoother smoother = fw_default_smoother();
	smoother.grid = grid;
	smoother.unit = &unit;
	const fw_gear gears[3][2] = { { FW_GEAR_FORWARD, FW_GEAR_FORWARD },
	                              { FW_GEAR_REVERSE, FW_GEAR_REVERSE },
	                              { FW_GEAR_REVERSE, FW_GEAR_FORWARD } };
	for ( int32_t i = 0; i < 6; i++ )
	{
		fw_path path;
		fw_path_init( &path, NULL );
		fw_path_clear( &path, ( fw_pose ){ 1.5, 1.5, 0.0 } );
		assert_int_equal( fw_path_append_line( &path, ( fw_vec2 ){ 4.5, 1.5 }, gears[i / 2][0] ), FW_OK );
		assert_int_equal( fw_path_append_link( &path, ( fw_vec2 ){ 9.5, 9.5 } ), FW_OK );
		path.segments[1].gear = i % 2 == 0 ? FW_GEAR_FORWARD : FW_GEAR_REVERSE;
		assert_int_equal( fw_path_append_line( &path, ( fw_vec2 ){ 9.5, 5.5 }, gears[i / 2][1] ), FW_OK );
		const double changes = gears[i / 2][0] == gears[i / 2][1] ? 0.0 : 1.0;
		assert_true( fabs( fw_smoother_cost( &smoother, &path ) - 9.0 - 7.0 * changes ) < 1e-9 );
		fw_path_free( &path );
	}
	fw_grid_destroy( grid );
}

// Smoothing does not take a shortcut that a one-way tile forbids.
static void smoothing_obeys_one_way_tiles( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 12, 12 );
	assert_int_equal( fw_grid_add_layer( grid, FW_CAP_GROUND, NULL ), FW_OK );
	const fw_unit unit = test_unit( 0.4, 0.0 );
	fw_smoother smoother = fw_default_smoother();
	smoother.grid = grid;
	smoother.unit = &unit;
	for ( int32_t round = 0; round < 2; round++ )
	{
		fw_path path;
		fw_path_init( &path, NULL );
		fw_path_clear( &path, ( fw_pose ){ 1.5, 1.5, 0.0 } );
		test_line_to( &path, 1.5, 9.5, FW_GEAR_FORWARD );
		test_line_to( &path, 9.5, 9.5, FW_GEAR_FORWARD );
		const double length = path.length;
		assert_int_equal( fw_smooth_straight( &smoother, &path, NULL ), FW_OK );
		test_check_legal( grid, &unit, &path );
		assert_int_equal( path.count == 1, round == 0 );
		assert_true( path.length < length );
		fw_path_free( &path );
		assert_int_equal(
		    fw_grid_set_exits( grid, ( fw_rect ){ 4, 0, 2, 9 }, FW_EXIT_ALL & ~(uint32_t)FW_EXIT_EAST, NULL ), FW_OK );
	}
	fw_grid_destroy( grid );
}

int run_test_links_path( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( links_have_no_length ),
	    cmocka_unit_test( paths_begin_where_they_drive ),
	    cmocka_unit_test( paths_with_links_turn_round ),
	    cmocka_unit_test( the_validator_knows_links ),
	    cmocka_unit_test( the_validator_knows_one_way_tiles ),
	    cmocka_unit_test( passes_keep_links ),
	    cmocka_unit_test( smoothing_goes_past_no_link ),
	    cmocka_unit_test( links_change_no_gear ),
	    cmocka_unit_test( smoothing_obeys_one_way_tiles ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
