// SPDX-License-Identifier: MIT
// Turns that back up: always legal along tile paths with some room, and as cheap as a search over three-point turns
// finds them.
#include "support.h"
#include "support_planner.h"

#include "fairway/planner.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static fw_unit reversing( double radius, double turning_radius )
{
	fw_unit unit = test_unit( radius, turning_radius );
	unit.reverse = true;
	return unit;
}

static int32_t violations_of( const fw_grid* grid, const fw_unit* unit, const fw_path* path )
{
	int32_t count = 0;
	assert_int_equal( fw_validate( grid, unit, path, NULL, NULL, 0, &count, NULL ), FW_OK );
	return count;
}

static double cost_of( const fw_grid* grid, const fw_unit* unit, const fw_path* path )
{
	fw_smoother smoother = fw_default_smoother();
	smoother.grid = grid;
	smoother.unit = unit;
	return fw_smoother_cost( &smoother, path );
}

static fw_backing_report turn_of( const fw_grid* grid, const fw_unit* unit, int32_t most, fw_path* path )
{
	fw_smoother smoother = fw_default_smoother();
	smoother.grid = grid;
	smoother.unit = unit;
	fw_backing_def def = fw_default_backing_def();
	def.max_turns = most;
	fw_backing_report report = { .illegal = -1 };
	assert_int_equal( fw_turn_backing( &smoother, &def, path, &report, NULL ), FW_OK );
	return report;
}

#define SMALL 3 // tiles along a side of the maps, which are all tried
#define TILES ( SMALL * SMALL )

// The tile path of fewest steps to four neighbors over the free tiles of a mask; false if there is none.
static bool shortest_tile_path( uint32_t map, int32_t start, int32_t goal, double degrees, fw_path* path )
{
	static const int32_t dx[4] = { 1, 0, -1, 0 };
	static const int32_t dy[4] = { 0, 1, 0, -1 };
	int32_t next[TILES];
	int32_t queue[TILES];
	int32_t count = 0;
	memset( next, -1, sizeof( next ) );
	next[goal] = goal;
	queue[count++] = goal;
	for ( int32_t i = 0; i < count; i++ )
	{
		for ( int32_t d = 0; d < 4; d++ )
		{
			const int32_t x = queue[i] % SMALL + dx[d];
			const int32_t y = queue[i] / SMALL + dy[d];
			const int32_t tile = y * SMALL + x;
			if ( x >= 0 && x < SMALL && y >= 0 && y < SMALL && ( map >> tile & 1 ) != 0 && next[tile] < 0 )
			{
				next[tile] = queue[i];
				queue[count++] = tile;
			}
		}
	}
	fw_path_clear( path, test_center( start % SMALL, start / SMALL, degrees ) );
	for ( int32_t tile = start; tile != goal && next[start] >= 0; )
	{
		tile = next[tile];
		const fw_vec2 to = { tile % SMALL + 0.5, tile / SMALL + 0.5 };
		assert_int_equal( fw_path_append_line( path, to, FW_GEAR_FORWARD ), FW_OK );
	}
	return start != goal && next[start] >= 0;
}

// Every map of 3 x 3 tiles, every tile path in it, every heading: with the room that the header demands, nothing is
// hit.
static void test_legal_along_all_small_tile_paths( void** state )
{
	(void)state;
	static const double rooms[4][2] = { { 0.4, 0.5 }, { 0.4, 1.5 }, { 0.25, 3.0 }, { 0.45, 0.75 } };
	fw_path path = { 0 };
	const int32_t every = test_every( 1 ) == 1 ? 1 : 61;
	int64_t tile_paths = 0;
	int64_t backed = 0;
	for ( uint32_t map = 0; map < 1u << TILES; map++ )
	{
		fw_grid* grid = test_field( SMALL, SMALL );
		assert_int_equal( fw_grid_add_layer( grid, FW_CAP_GROUND, NULL ), FW_OK );
		for ( int32_t tile = 0; tile < TILES; tile++ )
		{
			if ( ( map >> tile & 1 ) == 0 )
			{
				test_block( grid, tile % SMALL, tile / SMALL );
			}
		}
		for ( int32_t i = 0; i < TILES * TILES * 8; i++ )
		{
			const int32_t start = i / 8 % TILES;
			const int32_t goal = i / 8 / TILES;
			// The headings that are left out come with the images of the map under rotation and reflection.
			if ( ( (int32_t)map * 5 + start * 3 + goal + i ) % every != 0 || ( map >> start & map >> goal & 1 ) == 0 ||
			     !shortest_tile_path( map, start, goal, 45.0 * ( i % 8 ), &path ) )
			{
				continue;
			}
			const double* room = rooms[tile_paths % 4];
			const fw_unit unit = reversing( room[0], room[1] );
			const int32_t most = (int32_t)ceil( FW_PI / 3.0 * unit.turning_radius / ( 0.5 - unit.radius ) - 1e-9 );
			const fw_pose end = fw_path_end( &path );
			const fw_pose begin = path.start;
			const fw_backing_report report = turn_of( grid, &unit, most, &path );
			assert_int_equal( report.illegal, 0 );
			test_check_legal( grid, &unit, &path );
			test_check_ends( &path, begin, ( fw_pose ){ end.x, end.y, NAN } );
			assert_int_equal( report.gear_changes, test_cusps( &path ) );
			tile_paths++;
			backed += report.backed;
		}
		fw_grid_destroy( grid );
	}
	fw_path_free( &path );
	assert_true( tile_paths > 50000 / every && backed > 50000 / every );
}

// The header's promise needs room, not lanes: the tile path of a larger disc leaves that room, also with eight
// neighbors.
static void test_legal_where_there_is_room( void** state )
{
	(void)state;
	test_random random = test_random_make( 4 );
	fw_path path = { 0 };
	int32_t tile_paths = 0;
	int32_t backed = 0;
	int32_t fitting = 0;
	for ( int32_t round = 0; round < test_rounds( 500 ); round++ )
	{
		fw_grid* grid = test_random_map( &random, 24, 18, 0.2 );
		const double radius = 0.2 + 0.3 * ( round % 4 );
		const double room = 0.05 + 0.05 * ( round % 3 );
		const fw_unit unit = reversing( radius, 0.75 * ( 1 + round % 5 ) );
		const int32_t most = (int32_t)ceil( FW_PI / 3.0 * unit.turning_radius / room - 1e-9 );
		fw_pose start = test_random_center( &random, 24, 18, 0.0 );
		start.heading = fw_radians( test_random_real( &random, -180.0, 180.0 ) );
		const fw_pose goal = test_random_center( &random, 24, 18, 0.0 );
		if ( most <= FW_BACKING_MAX && planner_walk( grid, radius + room, round % 2 == 0 ? 4 : 8, start, goal, &path ) )
		{
			const fw_backing_report report = turn_of( grid, &unit, most, &path );
			assert_int_equal( report.illegal, 0 );
			test_check_legal( grid, &unit, &path );
			test_check_ends( &path, start, ( fw_pose ){ goal.x, goal.y, NAN } );
			assert_int_equal( report.gear_changes, test_cusps( &path ) );
			tile_paths++;
			backed += report.backed;
			fitting += report.gear_changes == 0 ? 1 : 0;
		}
		fw_grid_destroy( grid );
	}
	fw_path_free( &path );
	assert_true( tile_paths > test_rounds( 100 ) && backed > test_rounds( 100 ) && fitting > test_rounds( 10 ) );
}

// Turns that fit are driven as if nothing were in the way.
static void test_no_backing_where_turns_fit( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 30, 30 );
	assert_int_equal( fw_grid_add_layer( grid, FW_CAP_GROUND, NULL ), FW_OK );
	const fw_unit unit = reversing( 0.4, 2.0 );
	fw_smoother smoother = fw_default_smoother();
	smoother.grid = grid;
	smoother.unit = &unit;
	fw_path path = { 0 };
	fw_path other = { 0 };
	fw_path_clear( &path, test_center( 3, 3, 0 ) );
	test_line_to( &path, 15.5, 3.5, FW_GEAR_FORWARD );
	test_line_to( &path, 15.5, 20.5, FW_GEAR_FORWARD );
	test_line_to( &path, 5.5, 20.5, FW_GEAR_FORWARD );
	assert_int_equal( fw_path_copy( &other, &path ), FW_OK );
	const fw_backing_report report = turn_of( grid, &unit, 16, &path );
	assert_true( report.backed == 0 && report.gear_changes == 0 && report.illegal == 0 && report.tightened == 0 );
	assert_int_equal( fw_turn_ignoring( &smoother, &other, NULL ), FW_OK );
	assert_int_equal( fw_path_hash( &path ), fw_path_hash( &other ) );
	fw_path_free( &other );
	fw_path_free( &path );
	fw_grid_destroy( grid );
}

static const char driveway[] = "######...#####\n"
                               "######...#####\n"
                               "######...#####\n"
                               "######...#####\n"
                               "######...#####\n"
                               "..............\n"
                               "..............\n"
                               "..............\n";

static void walk_into_driveway( fw_path* path, double degrees )
{
	fw_path_clear( path, test_center( 1, 6, degrees ) );
	test_line_to( path, 7.5, 6.5, FW_GEAR_FORWARD );
	test_line_to( path, 7.5, 0.9, FW_GEAR_FORWARD );
}

// From the road of the picture above into the driveway to the north, by forward, back, forward.
static void three_points( fw_path* path, const fw_unit* unit, double early, double forward, double back )
{
	const double x = 7.5 - early;
	fw_path_clear( path, test_center( 1, 6, 0 ) );
	test_line_to( path, x, 6.5, FW_GEAR_FORWARD );
	const double angles[2] = { -forward, -back };
	for ( int32_t i = 0; i < 2; i++ )
	{
		const fw_pose at = fw_path_end( path );
		const fw_segment arc = fw_segment_arc( ( fw_vec2 ){ at.x, at.y }, at.heading, unit->turning_radius, angles[i],
		                                       i == 0 ? FW_GEAR_FORWARD : FW_GEAR_REVERSE );
		if ( angles[i] != 0.0 )
		{
			assert_int_equal( fw_path_append( path, &arc ), FW_OK );
		}
	}
	fw_curve rest;
	const bool exists = fw_curve_shortest_to_point( fw_path_end( path ), ( fw_vec2 ){ 7.5, 0.9 }, unit->turning_radius,
	                                                FW_GEAR_FORWARD, &rest );
	assert_true( exists );
	assert_int_equal( fw_path_append_curve( path, &rest ), FW_OK );
}

// The cost of the cheapest three-point turn, by fine steps, that the validator finds legal; `most` if none is cheaper.
static double cheapest_three_points( const fw_grid* grid, const fw_unit* unit, double most )
{
	fw_path path = { 0 };
	double least = most;
	for ( int32_t i = 0; i < 40 * 30 * 30; i += test_every( 1 ) | 1 ) // coprime to 30
	{
		three_points( &path, unit, 0.125 * ( i / 900 ), fw_radians( 3.0 * ( i / 30 % 30 ) ),
		              fw_radians( 3.0 * ( i % 30 ) ) );
		// No path costs less than its length, which takes no time to find.
		const double cost = path.length < least ? cost_of( grid, unit, &path ) : INFINITY;
		if ( cost < least && violations_of( grid, unit, &path ) == 0 )
		{
			least = cost;
		}
	}
	fw_path_free( &path );
	return least;
}

// Figure 7b: vehicles turn from a road into a driveway, by three-point turns whose cost is near the minimum.
static void test_three_point_turn( void** state )
{
	(void)state;
	static const double units[6][2] = { { 0.9, 5.0 },  { 0.9, 4.4 }, { 0.6, 4.4 },
	                                    { 0.75, 5.8 }, { 0.6, 6.5 }, { 0.9, 6.5 } };
	fw_grid* grid = test_grid( driveway );
	assert_int_equal( fw_grid_add_layer( grid, FW_CAP_GROUND, NULL ), FW_OK );
	fw_path path = { 0 };
	double worst = 0.0;
	for ( int32_t i = 0; i < 6; i++ )
	{
		const fw_unit unit = reversing( units[i][0], units[i][1] );
		walk_into_driveway( &path, 0 );
		const fw_backing_report report = turn_of( grid, &unit, 16, &path );
		test_check_legal( grid, &unit, &path );
		assert_true( report.backed == 1 && report.gear_changes == 2 && report.illegal == 0 );
		const double cost = cost_of( grid, &unit, &path );
		worst = fmax( worst, cost / cheapest_three_points( grid, &unit, cost ) );
		if ( i == 0 )
		{
			assert_int_equal( fw_path_hash( &path ), UINT64_C( 0xd84a1e33a08140b9 ) );
		}
	}
	print_message( "at most %.3f times the cheapest\n", worst );
	assert_true( worst <= 1.08 );
	fw_path_free( &path );
	fw_grid_destroy( grid );
}

// In a dead end of one tile only shuffling on the spot helps, with as many parts as the room demands; with fewer the
// unit hits a wall.
static void test_room_decides_how_many( void** state )
{
	(void)state;
	fw_grid* grid = test_grid( "###########\n"
	                           "#.........#\n"
	                           "###########\n" );
	assert_int_equal( fw_grid_add_layer( grid, FW_CAP_GROUND, NULL ), FW_OK );
	const fw_unit unit = reversing( 0.4, 1.0 );
	fw_path path = { 0 };
	int32_t enough = 0;
	for ( int32_t most = 1; most <= 16; most++ )
	{
		fw_path_clear( &path, test_center( 1, 1, 180 ) );
		test_line_to( &path, 9.5, 1.5, FW_GEAR_FORWARD );
		const fw_backing_report report = turn_of( grid, &unit, most, &path );
		assert_int_equal( report.illegal == 0, violations_of( grid, &unit, &path ) == 0 );
		assert_int_equal( report.illegal == 0, report.backed == 1 );
		assert_true( enough == 0 || report.gear_changes == 2 * enough );
		enough = enough == 0 && report.illegal == 0 ? most : enough;
		// It starts straight ahead from the point where it has turned.
		const fw_segment* last = &path.segments[path.count - 1];
		assert_true( report.illegal > 0 || ( last->kind == FW_SEGMENT_LINE && fabs( last->from.x - 1.5 ) < 1e-9 &&
		                                     fabs( last->from.y - 1.5 ) < 1e-9 && fabs( last->to.y - 1.5 ) < 1e-9 ) );
	}
	// At least as many as the extent of an arc, turning radius x angle / 4, demands; at most as many as the header
	// says.
	assert_true( enough >= 7 && enough <= 11 );
	fw_path_free( &path );
	fw_grid_destroy( grid );
}

// To a point inside its turning circle a unit backs up, or loops if changing gear costs more.
static void test_gears_have_their_price( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 30, 30 );
	assert_int_equal( fw_grid_add_layer( grid, FW_CAP_GROUND, NULL ), FW_OK );
	fw_path path = { 0 };
	for ( int32_t i = 0; i < 2; i++ )
	{
		fw_unit unit = reversing( 0.4, 2.0 );
		unit.reverse_penalty = i == 0 ? 0.0 : 1000.0;
		fw_path_clear( &path, test_center( 12, 12, 0 ) );
		test_line_to( &path, 12.5, 14.2, FW_GEAR_FORWARD );
		const fw_backing_report report = turn_of( grid, &unit, 16, &path );
		assert_int_equal( report.illegal, 0 );
		assert_int_equal( report.backed, i == 0 ? 1 : 0 );
		assert_int_equal( report.gear_changes > 0, i == 0 );
		test_check_legal( grid, &unit, &path );
	}
	fw_path_free( &path );
	fw_grid_destroy( grid );
}

// With a minimum radius, units turn tighter where that is enough and back up where it is not.
static void test_tighter_before_backing( void** state )
{
	(void)state;
	fw_grid* grid = test_grid( driveway );
	assert_int_equal( fw_grid_add_layer( grid, FW_CAP_GROUND, NULL ), FW_OK );
	const fw_unit unit = reversing( 0.9, 5.0 );
	fw_smoother smoother = fw_default_smoother();
	smoother.grid = grid;
	smoother.unit = &unit;
	fw_path path = { 0 };
	for ( int32_t i = 0; i < 2; i++ )
	{
		fw_backing_def def = fw_default_backing_def();
		def.min_radius = i == 0 ? 4.5 : 0.3;
		fw_backing_report report = { 0 };
		walk_into_driveway( &path, 0 );
		assert_int_equal( fw_turn_backing( &smoother, &def, &path, &report, NULL ), FW_OK );
		assert_int_equal( report.illegal, 0 );
		assert_int_equal( report.backed, i == 0 ? 1 : 0 );
		assert_int_equal( report.tightened, i == 0 ? 0 : 1 );
		fw_unit slow = unit;
		slow.turning_radius = def.min_radius;
		test_check_legal( grid, &slow, &path );
	}
	fw_path_free( &path );
	fw_grid_destroy( grid );
}

static void test_refusals( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 10, 10 );
	assert_int_equal( fw_grid_add_layer( grid, FW_CAP_GROUND, NULL ), FW_OK );
	fw_unit unit = reversing( 0.4, 1.0 );
	fw_smoother smoother = fw_default_smoother();
	smoother.grid = grid;
	smoother.unit = &unit;
	fw_backing_def def = fw_default_backing_def();
	fw_backing_report report = { .illegal = 7 };
	fw_path path = { 0 };
	fw_path_clear( &path, test_center( 1, 1, 0 ) );
	test_line_to( &path, 5.5, 1.5, FW_GEAR_FORWARD );
	const uint64_t hash = fw_path_hash( &path );
	assert_int_equal( fw_turn_backing( NULL, &def, &path, &report, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_turn_backing( &smoother, NULL, &path, &report, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_turn_backing( &smoother, &def, NULL, &report, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_turn_backing( &smoother, &def, &path, NULL, NULL ), FW_ERR_ARGUMENT );
	const fw_backing_def wrong[] = {
	    { def.cookie ^ 1, 0.0, 1 }, { def.cookie, 0.0, 0 }, { def.cookie, 0.0, FW_BACKING_MAX + 1 },
	    { def.cookie, 1.5, 1 },     { def.cookie, NAN, 1 }, { def.cookie, -1.0, 1 } };
	for ( int32_t i = 0; i < 6; i++ )
	{
		assert_int_equal( fw_turn_backing( &smoother, &wrong[i], &path, &report, NULL ),
		                  i == 0 ? FW_ERR_DEF : FW_ERR_ARGUMENT );
	}
	unit.reverse = false;
	assert_int_equal( fw_turn_backing( &smoother, &def, &path, &report, NULL ), FW_ERR_UNSUPPORTED );
	unit.reverse = true;
	path.start.heading = NAN;
	assert_int_equal( fw_turn_backing( &smoother, &def, &path, &report, NULL ), FW_ERR_UNSUPPORTED );
	path.start.heading = 0.0;
	assert_int_equal( fw_path_append_link( &path, ( fw_vec2 ){ 7.5, 7.5 } ), FW_OK );
	assert_int_equal( fw_turn_backing( &smoother, &def, &path, &report, NULL ), FW_ERR_UNSUPPORTED );
	path.count--;
	assert_int_equal( fw_path_hash( &path ), hash );
	assert_int_equal( report.illegal, 7 );
	// A unit that turns on the spot does not need it.
	unit.turning_radius = 0.0;
	unit.reverse = false;
	assert_int_equal( fw_turn_backing( &smoother, &def, &path, &report, NULL ), FW_OK );
	assert_int_equal( fw_path_hash( &path ), hash );
	assert_true( report.illegal == 0 && report.backed == 0 );
	unit.turning_radius = 1.0;
	unit.reverse = true;
	fw_path_clear( &path, test_center( 1, 1, 0 ) );
	assert_int_equal( fw_turn_backing( &smoother, &def, &path, &report, NULL ), FW_OK ); // an empty path
	assert_int_equal( path.count, 0 );
	fw_path_free( &path );
	fw_grid_destroy( grid );
}

// Without memory the path stays as it was, and nothing leaks.
static void test_memory_runs_out( void** state )
{
	(void)state;
	fw_grid* grid = test_grid( driveway );
	assert_int_equal( fw_grid_add_layer( grid, FW_CAP_GROUND, NULL ), FW_OK );
	const fw_unit unit = reversing( 0.9, 5.0 );
	test_memory memory = test_memory_make();
	const fw_allocator allocator = test_memory_allocator( &memory );
	fw_smoother smoother = fw_default_smoother();
	smoother.grid = grid;
	smoother.unit = &unit;
	smoother.allocator = allocator;
	const fw_backing_def def = fw_default_backing_def();
	fw_status status = FW_ERR_MEMORY;
	int64_t n = 0;
	for ( ; status != FW_OK; n++ )
	{
		fw_path path;
		fw_path_init( &path, &allocator );
		walk_into_driveway( &path, 180 );
		const uint64_t hash = fw_path_hash( &path );
		fw_backing_report report = { .illegal = 7 };
		test_memory_fail_in( &memory, n, n % 2 == 0 );
		status = fw_turn_backing( &smoother, &def, &path, &report, NULL );
		test_memory_fail_never( &memory );
		assert_true( status == FW_OK || status == FW_ERR_MEMORY );
		assert_int_equal( status != FW_OK, fw_path_hash( &path ) == hash );
		assert_int_equal( status != FW_OK, report.illegal == 7 );
		fw_path_free( &path );
		test_memory_check_empty( &memory );
	}
	assert_true( n > 2 );
	fw_grid_destroy( grid );
}

int run_test_backing( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_legal_along_all_small_tile_paths ),
	    cmocka_unit_test( test_legal_where_there_is_room ),
	    cmocka_unit_test( test_no_backing_where_turns_fit ),
	    cmocka_unit_test( test_three_point_turn ),
	    cmocka_unit_test( test_room_decides_how_many ),
	    cmocka_unit_test( test_gears_have_their_price ),
	    cmocka_unit_test( test_tighter_before_backing ),
	    cmocka_unit_test( test_refusals ),
	    cmocka_unit_test( test_memory_runs_out ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
