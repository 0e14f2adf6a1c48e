// SPDX-License-Identifier: MIT
// Directional A* on maps drawn for it: the situations of figures 8 and 12 of M. Pinter, "Toward More Realistic
// Pathfinding" (2001), rings, gaps between tile centers, the reverse gear, terrain that costs.
#include "base/core.h"
#include "fairway/smooth.h"
#include "support_drive.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

// Figure 8: the shortest tile path goes around a corner between two walls where the turn does not fit. Turns added to
// it clip a wall; the directional search takes the longer, wide path and stays legal.
static void test_figure_8( void** state )
{
	(void)state;
	const char* picture = "########################......\n"
	                      "########################......\n"
	                      "########################......\n"
	                      "########################......\n"
	                      "..............................\n"
	                      "..............................\n"
	                      "##############.#########......\n"
	                      "##############.#########......\n"
	                      "##############.#########......\n"
	                      "##############.#########......\n"
	                      "..............................\n"
	                      "..............................\n"
	                      "..............................\n"
	                      "..............................\n"
	                      "..............................\n";
	drive_def def = drive_def_of( 0.4, 3.0 );
	drive d;
	drive_open( &d, test_grid( picture ), &def );
	fw_query q = drive_query( &d, test_center( 2, 4, 0 ), test_center( 14, 12, 90 ) );
	q.method = "astar";
	assert_int_equal( fw_search_run( d.search, &d.map, &q, &d.result, NULL ), FW_OK );
	assert_int_equal( d.result.outcome, FW_FOUND );
	const double tile_path_length = d.result.length;
	const fw_smoother smoother = { .cookie = FW_COOKIE, .grid = d.grid, .unit = &def.unit };
	assert_int_equal( fw_smooth_straight( &smoother, &d.result.path, NULL ), FW_OK );
	assert_int_equal( fw_turn_ignoring( &smoother, &d.result.path, NULL ), FW_OK );
	int32_t violations = -1;
	assert_int_equal( fw_validate( d.grid, &def.unit, &d.result.path, NULL, NULL, 0, &violations, NULL ), FW_OK );
	assert_true( violations > 0 );
	q.method = "directional48";
	assert_int_equal( drive_run( &d, &q ), FW_FOUND );
	assert_true( d.result.length > tile_path_length + 1 );
	// It does not lead through the shaft.
	for ( double s = 0; s < d.result.length; s += 0.1 )
	{
		const fw_pose at = fw_path_at( &d.result.path, s ).pose;
		assert_false( at.x > 14 && at.x < 15 && at.y > 6 && at.y < 10 );
	}
	drive_close( &d );
}

// Figure 12: the goal lies straight behind the unit, in a street too narrow to turn in. It drives on to the square,
// turns there, and comes back.
static void test_figure_12( void** state )
{
	(void)state;
	const char* picture = "#####################........\n"
	                      "#####################........\n"
	                      "#####################........\n"
	                      ".............................\n"
	                      ".............................\n"
	                      "#####################........\n"
	                      "#####################........\n"
	                      "#####################........\n"
	                      "#####################........\n";
	drive_def def = drive_def_of( 0.5, 3.0 );
	drive d;
	drive_open( &d, test_grid( picture ), &def );
	fw_query q = drive_query( &d, test_center( 10, 3, 0 ), test_center( 4, 3, 180 ) );
	assert_int_equal( drive_run( &d, &q ), FW_FOUND );
	double farthest = 0;
	for ( double s = 0; s < d.result.length; s += 0.1 )
	{
		farthest = fmax( farthest, fw_path_at( &d.result.path, s ).pose.x );
	}
	assert_true( farthest > 22 );
	assert_true( fw_path_turn_angle( &d.result.path ) > FW_PI - 1e-6 );
	drive_close( &d );
}

static double distance_to_line( fw_vec2 p, fw_vec2 a, fw_vec2 b )
{
	const double dx = b.x - a.x, dy = b.y - a.y;
	const double part = fmin( fmax( ( ( p.x - a.x ) * dx + ( p.y - a.y ) * dy ) / ( dx * dx + dy * dy ), 0 ), 1 );
	return hypot( p.x - a.x - part * dx, p.y - a.y - part * dy );
}

// Free tiles along a line that bends by 45 degrees twice.
static fw_grid* bent_street( double half_width )
{
	static const fw_vec2 line[] = { { 0.5, 4.5 }, { 9.5, 4.5 }, { 16.5, 11.5 }, { 26.5, 11.5 } };
	fw_grid* grid = test_field( 27, 17 );
	for ( int32_t y = 0; y < 17; ++y )
	{
		for ( int32_t x = 0; x < 27; ++x )
		{
			double distance = 100;
			for ( int32_t i = 0; i < 3; ++i )
			{
				distance = fmin( distance, distance_to_line( ( fw_vec2 ){ x + 0.5, y + 0.5 }, line[i], line[i + 1] ) );
			}
			if ( distance > half_width )
			{
				test_block( grid, x, y );
			}
		}
	}
	return grid;
}

static fw_outcome along_bent_street( const char* method, double turning_radius, int32_t ring, bool goal_any_heading )
{
	drive_def def = drive_def_of( 0.9, turning_radius );
	def.ring = ring;
	def.lattice = FW_LATTICE_TILES;
	drive d;
	drive_open( &d, bent_street( 1.9 ), &def );
	fw_query q = drive_query_by( &d, method, test_center( 1, 4, 0 ), test_center( 25, 11, 0 ) );
	q.goal_any_heading = goal_any_heading;
	const fw_outcome outcome = drive_run( &d, &q );
	drive_close( &d );
	return outcome;
}

// A turn by 45 degrees needs three tiles, and the street has no room for loops.
static void test_wider_rings_find_more( void** state )
{
	(void)state;
	assert_int_equal( along_bent_street( "directional8", 3.0, 1, false ), FW_UNREACHABLE );
	assert_int_equal( along_bent_street( "directional24", 3.0, 2, false ), FW_UNREACHABLE );
	assert_int_equal( along_bent_street( "directional48", 3.0, 3, false ), FW_FOUND );
	// A tighter turn fits into two tiles.
	assert_int_equal( along_bent_street( "directional", 2.0, 1, true ), FW_UNREACHABLE );
	assert_int_equal( along_bent_street( "directional", 2.0, 2, true ), FW_FOUND );
}

// A gap two tiles wide has room for a disc of radius 0.9, but for none of its tile centers.
static void test_gaps_between_centers( void** state )
{
	(void)state;
	const char* picture = "...........#...........\n"
	                      "...........#...........\n"
	                      "...........#...........\n"
	                      "...........#...........\n"
	                      ".......................\n"
	                      ".......................\n"
	                      "...........#...........\n"
	                      "...........#...........\n"
	                      "...........#...........\n"
	                      "...........#...........\n";
	static const fw_lattice lattices[] = { FW_LATTICE_TILES, FW_LATTICE_GAPS, FW_LATTICE_HALF };
	static const double turning[] = { 0.0, 0.7, 1.5, 3.0 };
	for ( size_t i = 0; i < 4 * 3; ++i )
	{
		drive_def def = drive_def_of( 0.9, turning[i / 3] );
		def.lattice = lattices[i % 3];
		def.ring = turning[i / 3] > 2.0 ? 3 : 2;
		drive d;
		drive_open( &d, test_grid( picture ), &def );
		const fw_query q = drive_query( &d, test_center( 2, 2, 0 ), test_center( 20, 7, 0 ) );
		const fw_outcome outcome = drive_run( &d, &q );
		const bool found = outcome == FW_FOUND;
		if ( found != ( def.lattice != FW_LATTICE_TILES ) )
		{
			fail_msg( "turning radius %g, lattice %d: %s", turning[i / 3], (int)def.lattice,
			          fw_outcome_text( outcome ) );
		}
		if ( !found )
		{
			assert_int_equal( d.result.reason, FW_REASON_NO_TURN );
		}
		drive_close( &d );
	}
}

static double backwards( const fw_path* path )
{
	double length = 0;
	for ( int32_t i = 0; i < path->count; ++i )
	{
		length += path->segments[i].gear == FW_GEAR_REVERSE ? path->segments[i].length : 0;
	}
	return length;
}

static const char* const dead_end = "####################\n"
                                    "#########...........\n"
                                    "#########...........\n"
                                    "............########\n"
                                    "............########\n"
                                    "#########...........\n"
                                    "#########...........\n"
                                    "####################\n";

// A unit that faces the end of a lane must back out of it.
static void test_reverse_out_of_a_dead_end( void** state )
{
	(void)state;
	const char* picture = "####################\n"
	                      "####################\n"
	                      "..............######\n"
	                      "..............######\n"
	                      "......##############\n"
	                      "......##############\n"
	                      "......##############\n"
	                      "####################\n";
	drive_def def = drive_def_of( 0.45, 1.5 );
	def.ring = 2;
	def.headings = 8;
	drive d;
	drive_open( &d, test_grid( picture ), &def );
	fw_query q = drive_query( &d, test_center( 12, 2, 0 ), test_center( 2, 5, 90 ) );
	assert_int_equal( drive_run( &d, &q ), FW_UNREACHABLE );
	assert_int_equal( d.result.reason, FW_REASON_NO_TURN );
	drive_close( &d );
	def.unit.reverse = true;
	drive_open( &d, test_grid( picture ), &def );
	q = drive_query( &d, test_center( 12, 2, 0 ), test_center( 2, 5, 90 ) );
	assert_int_equal( drive_run( &d, &q ), FW_FOUND );
	assert_true( backwards( &d.result.path ) > 5 );
	// It may not drive forward, although it has the gear.
	q.goal_any_heading = false;
	assert_int_equal( drive_run( &d, &q ), FW_FOUND );
	assert_true( test_cusps( &d.result.path ) >= 1 );
	drive_close( &d );
}

// Reverse is expensive: in the open a unit turns around instead, and a higher penalty gives fewer changes of gear.
static void test_reverse_costs( void** state )
{
	(void)state;
	drive_def def = drive_def_of( 0.45, 3.0 );
	def.unit.reverse = true;
	def.ring = 3;
	double cost = 0;
	int32_t changes = INT32_MAX;
	for ( double penalty = 0.0; penalty <= 16.0; penalty = penalty * 4.0 + 1.0 )
	{
		def.unit.reverse_penalty = penalty;
		def.unit.reverse_factor = 1.5;
		drive d;
		drive_open( &d, test_grid( dead_end ), &def );
		fw_query q = drive_query( &d, test_center( 17, 1, 180 ), test_center( 17, 6, 0 ) );
		q.goal_any_heading = false;
		q.options.heuristic = FW_HEURISTIC_ZERO;
		assert_int_equal( drive_run( &d, &q ), FW_FOUND );
		assert_true( d.result.cost >= cost );
		assert_true( test_cusps( &d.result.path ) <= changes );
		assert_true( d.result.cost >= d.result.length + 0.5 * backwards( &d.result.path ) - 0.01 );
		cost = d.result.cost;
		changes = test_cusps( &d.result.path );
		drive_close( &d );
	}
	drive d;
	drive_open( &d, test_field( 30, 30 ), &def );
	fw_query q = drive_query( &d, test_center( 10, 15, 0 ), test_center( 25, 15, 0 ) );
	assert_int_equal( drive_run( &d, &q ), FW_FOUND );
	assert_true( backwards( &d.result.path ) == 0 );
	drive_close( &d );
}

// From any pose the path straight back is one curve, and the first gear is free.
static void test_straight_back( void** state )
{
	(void)state;
	static const fw_pose starts[] = { { 10.5, 10.5, 0 }, { 10.3, 10.7, 0 }, { 10.3, 10.7, 1.1 } };
	drive_def def = drive_def_of( 0.45, 1.5 );
	def.unit.reverse = true;
	def.unit.reverse_factor = 1.5;
	def.unit.reverse_penalty = 5;
	def.ring = 2;
	drive d;
	drive_open( &d, test_field( 22, 22 ), &def );
	for ( size_t i = 0; i < 3; ++i )
	{
		const fw_pose a = starts[i];
		fw_query q =
		    drive_query( &d, a, ( fw_pose ){ a.x - 3 * cos( a.heading ), a.y - 3 * sin( a.heading ), a.heading } );
		q.goal_any_heading = false;
		q.options.heuristic = FW_HEURISTIC_ZERO;
		assert_int_equal( drive_run( &d, &q ), FW_FOUND );
		if ( d.result.cost > 3 * 1.5 + 0.01 )
		{
			fail_msg( "from (%g, %g, %g) three tiles straight back cost %.4f, not 4.5", a.x, a.y, a.heading,
			          d.result.cost );
		}
		assert_true( fabs( backwards( &d.result.path ) - 3 ) < 1e-6 );
	}
	drive_close( &d );
}

// A mine field on the straight line: expensive ground that the unit may enter.
static void test_terrain_costs( void** state )
{
	(void)state;
	const char* picture = "........................\n"
	                      "........................\n"
	                      "........................\n"
	                      ".........SSSSSS.........\n"
	                      ".........SSSSSS.........\n"
	                      ".........SSSSSS.........\n"
	                      ".........SSSSSS.........\n"
	                      ".........SSSSSS.........\n"
	                      "........................\n"
	                      "........................\n"
	                      "........................\n";
	drive_def def = drive_def_of( 0.4, 1.5 );
	def.unit.capabilities = FW_CAP_GROUND | FW_CAP_SWAMP;
	def.costs = true;
	for ( int32_t dear = 0; dear <= 1; ++dear )
	{
		fw_grid* grid = test_grid( picture );
		fw_terrain mines = *fw_grid_terrain( grid, FW_TERRAIN_SWAMP );
		mines.cost = dear ? 10 : 1.05;
		assert_int_equal( fw_grid_set_terrain( grid, FW_TERRAIN_SWAMP, &mines, NULL ), FW_OK );
		drive d;
		drive_open( &d, grid, &def );
		fw_query q = drive_query( &d, test_center( 2, 5, 0 ), test_center( 21, 5, 0 ) );
		assert_int_equal( drive_run( &d, &q ), FW_FOUND );
		double mined = 0;
		for ( double s = 0; s < d.result.length; s += 0.01 )
		{
			const fw_pose at = fw_path_at( &d.result.path, s ).pose;
			mined += fw_grid_get( grid, (int32_t)at.x, (int32_t)at.y ) == FW_TERRAIN_SWAMP ? 0.01 : 0;
		}
		assert_true( dear ? mined < 0.1 : mined > 5.5 );
		assert_true( dear ? d.result.length > 19.5 : fabs( d.result.length - 19 ) < 1e-6 );
		assert_true( fabs( d.result.cost - ( d.result.length + ( mines.cost - 1 ) * mined ) ) < 0.3 );
		q.options.ignore_costs = true;
		assert_int_equal( drive_run( &d, &q ), FW_FOUND );
		assert_true( fabs( d.result.length - 19 ) < 1e-6 );
		drive_close( &d );
	}
}

int run_test_directional_figures( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_figure_8 ),
	    cmocka_unit_test( test_figure_12 ),
	    cmocka_unit_test( test_wider_rings_find_more ),
	    cmocka_unit_test( test_gaps_between_centers ),
	    cmocka_unit_test( test_reverse_out_of_a_dead_end ),
	    cmocka_unit_test( test_reverse_costs ),
	    cmocka_unit_test( test_straight_back ),
	    cmocka_unit_test( test_terrain_costs ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
