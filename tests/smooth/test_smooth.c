// SPDX-License-Identifier: MIT
// Passes over paths: string pulling, straight and curved; turns that ignore blocked tiles; the clean-up.
#include "fairway/smooth.h"
#include "support_drive.h"
#include "support_smooth.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

// The zigzag of figure 2: steps to eight neighbors towards a goal at another angle, in the open.
static void test_zigzag( void** state )
{
	(void)state;
	static const int32_t tiles[][2] = { { 1, 1 }, { 2, 2 }, { 3, 2 }, { 4, 3 }, { 5, 3 },
	                                    { 6, 4 }, { 7, 4 }, { 8, 5 }, { 9, 5 } };
	drive_def def = drive_def_of( 0.4, 0.0 );
	drive d;
	drive_open( &d, test_field( 12, 8 ), &def );
	fw_path* path = &d.result.path;
	smooth_tile_path( path, tiles, 9 );
	const fw_smoother s = smooth_by( &d );
	assert_int_equal( fw_smooth_straight( &s, path, NULL ), FW_OK );
	assert_int_equal( path->count, 1 );
	assert_true( path->segments[0].waypoint );
	assert_true( fabs( path->length - hypot( 8, 4 ) ) < 1e-12 );
	smooth_check_ends( path, test_center( 1, 1, 0 ), test_center( 9, 5, 0 ), false );
	// Once more changes nothing.
	const uint64_t hash = fw_path_hash( path );
	assert_int_equal( fw_smooth_straight( &s, path, NULL ), FW_OK );
	assert_true( fw_path_hash( path ) == hash );
	drive_close( &d );
}

// Figure 2 has a house beside the zigzag: the waypoint at its corner stays, all others are removed.
static void test_zigzag_round_a_house( void** state )
{
	(void)state;
	const char* picture = ".............\n"
	                      ".............\n"
	                      ".............\n"
	                      "....####.....\n"
	                      "....####.....\n"
	                      "....####.....\n"
	                      ".............\n";
	static const int32_t tiles[][2] = { { 3, 5 }, { 3, 4 }, { 3, 3 }, { 3, 2 }, { 4, 2 },  { 5, 2 },
	                                    { 6, 2 }, { 7, 2 }, { 8, 2 }, { 9, 1 }, { 10, 1 }, { 11, 0 } };
	drive_def def = drive_def_of( 0.4, 0.0 );
	drive d;
	drive_open( &d, test_grid( picture ), &def );
	fw_path* path = &d.result.path;
	smooth_tile_path( path, tiles, 12 );
	test_check_legal( d.grid, &def.unit, path );
	const fw_smoother s = smooth_by( &d );
	assert_int_equal( fw_smooth_straight( &s, path, NULL ), FW_OK );
	test_check_legal( d.grid, &def.unit, path );
	assert_int_equal( path->count, 2 );
	assert_true( hypot( path->segments[1].from.x - 3.5, path->segments[1].from.y - 2.5 ) < 1e-12 );
	drive_close( &d );
}

// If the tile path itself is not possible, or no waypoint can be removed, the pass leaves the path alone.
static void test_impossible_stretches( void** state )
{
	(void)state;
	const char* picture = "......#......\n"
	                      "......#......\n"
	                      "......#......\n"
	                      "......#......\n";
	static const int32_t tiles[][2] = { { 1, 1 }, { 3, 2 }, { 5, 1 }, { 7, 1 }, { 9, 2 }, { 11, 1 } };
	drive_def def = drive_def_of( 0.4, 0.0 );
	drive d;
	drive_open( &d, test_grid( picture ), &def );
	fw_path* path = &d.result.path;
	smooth_tile_path( path, tiles, 6 );
	const fw_smoother s = smooth_by( &d );
	assert_int_equal( fw_smooth_straight( &s, path, NULL ), FW_OK );
	assert_int_equal( path->count, 3 ); // to the wall, through it, on
	assert_true( path->segments[1].from.x == 5.5 && path->segments[1].to.x == 7.5 );
	drive_close( &d );
	// A corridor with a corner: the one waypoint is needed.
	drive_open( &d, test_grid( "...#\n##.#\n##.#\n" ), &def );
	smooth_tile_path( path, ( const int32_t[][2] ){ { 0, 0 }, { 2, 0 }, { 2, 2 } }, 3 );
	const uint64_t hash = fw_path_hash( path );
	const fw_smoother corner = smooth_by( &d );
	assert_int_equal( fw_smooth_straight( &corner, path, NULL ), FW_OK );
	assert_true( fw_path_hash( path ) == hash );
	drive_close( &d );
}

static void test_straight_pass_refuses( void** state )
{
	(void)state;
	drive_def def = drive_def_of( 0.4, 1.0 );
	drive d;
	drive_open( &d, test_field( 20, 20 ), &def );
	const fw_query q = drive_query( &d, test_center( 3, 3, 90 ), test_center( 15, 8, 0 ) );
	assert_int_equal( drive_run( &d, &q ), FW_FOUND );
	fw_path* path = &d.result.path;
	const uint64_t hash = fw_path_hash( path );
	const fw_smoother s = smooth_by( &d );
	assert_int_equal( fw_smooth_straight( &s, path, NULL ), FW_ERR_UNSUPPORTED );
	assert_true( fw_path_hash( path ) == hash );
	fw_path_clear( path, test_center( 3, 3, 0 ) );
	test_line_to( path, 2, 3.5, FW_GEAR_REVERSE );
	assert_int_equal( fw_smooth_straight( &s, path, NULL ), FW_ERR_UNSUPPORTED );
	assert_int_equal( path->count, 1 );
	drive_close( &d );
}

typedef fw_status ( *pass )( const fw_smoother* smoother, fw_path* path, fw_refusal* refusal );

static fw_status clean_free( const fw_smoother* smoother, fw_path* path, fw_refusal* refusal )
{
	return fw_clean_up( smoother, path, false, refusal );
}

static fw_status clean_fixed( const fw_smoother* smoother, fw_path* path, fw_refusal* refusal )
{
	return fw_clean_up( smoother, path, true, refusal );
}

static const pass passes[] = { fw_smooth_straight, fw_smooth_curved, fw_turn_ignoring, clean_free, clean_fixed };
#define PASSES ( sizeof( passes ) / sizeof( passes[0] ) )

static void test_mistakes( void** state )
{
	(void)state;
	drive_def def = drive_def_of( 0.4, 1.0 );
	drive d;
	drive_open( &d, test_field( 9, 9 ), &def );
	fw_path* path = &d.result.path;
	smooth_tile_path( path, ( const int32_t[][2] ){ { 1, 1 }, { 4, 1 }, { 6, 3 } }, 3 );
	const uint64_t hash = fw_path_hash( path );
	for ( size_t i = 0; i < PASSES; ++i )
	{
		fw_smoother s = smooth_by( &d );
		assert_int_equal( passes[i]( NULL, path, NULL ), FW_ERR_ARGUMENT );
		assert_int_equal( passes[i]( &s, NULL, NULL ), FW_ERR_ARGUMENT );
		s.grid = NULL;
		assert_int_equal( passes[i]( &s, path, NULL ), FW_ERR_ARGUMENT );
		s = smooth_by( &d );
		s.unit = NULL;
		assert_int_equal( passes[i]( &s, path, NULL ), FW_ERR_ARGUMENT );
		fw_unit unit = def.unit;
		unit.turning_radius = (double)NAN;
		s.unit = &unit;
		assert_int_equal( passes[i]( &s, path, NULL ), FW_ERR_ARGUMENT );
		unit = def.unit;
		unit.capabilities = FW_CAP_WATER; // the grid keeps no layer for them
		assert_int_not_equal( passes[i]( &s, path, NULL ), FW_OK );
		assert_true( fw_path_hash( path ) == hash );
	}
	drive_close( &d );
}

static void test_empty_path( void** state )
{
	(void)state;
	drive_def def = drive_def_of( 0.4, 1.0 );
	drive d;
	drive_open( &d, test_field( 9, 9 ), &def );
	const fw_smoother s = smooth_by( &d );
	for ( size_t i = 0; i < PASSES; ++i )
	{
		fw_path_clear( &d.result.path, test_center( 3, 3, 90 ) );
		assert_int_equal( passes[i]( &s, &d.result.path, NULL ), FW_OK );
		assert_int_equal( d.result.path.count, 0 );
		smooth_check_ends( &d.result.path, test_center( 3, 3, 90 ), test_center( 3, 3, 90 ), true );
	}
	drive_close( &d );
}

static fw_grid* random_map( test_random* random, double radius, int32_t side )
{
	const double share = radius < 0.5 ? 0.12 : radius < 0.8 ? 0.06 : 0.03;
	return test_random_map( random, side, side, share );
}

static void test_straight_property( void** state )
{
	(void)state;
	test_random random = test_random_make( 61 );
	static const double radii[] = { 0.0, 0.3, 0.5, 0.9, 1.4 };
	int32_t found = 0;
	double before = 0, after = 0;
	for ( int32_t i = 0; i < test_rounds( 60 ); ++i )
	{
		drive_def def = drive_def_of( radii[i % 5], 0.0 );
		def.lattice = FW_LATTICE_TILES;
		def.ring = 1;
		drive d;
		drive_open( &d, random_map( &random, def.unit.radius, 40 ), &def );
		fw_pose start = { 0 }, goal = { 0 };
		assert_true( drive_random_pose( &d, &random, &start ) && drive_random_pose( &d, &random, &goal ) );
		fw_query q = drive_query( &d, start, goal );
		q.method = "astar";
		fw_path* path = &d.result.path;
		if ( drive_run( &d, &q ) == FW_FOUND )
		{
			const double length = path->length;
			const int32_t count = path->count;
			const fw_smoother s = smooth_by( &d );
			assert_int_equal( fw_smooth_straight( &s, path, NULL ), FW_OK );
			d.result.length = d.result.cost = path->length;
			drive_check( &d, &q, &d.result );
			assert_true( path->length <= length + 1e-9 && path->count <= count );
			before += length;
			after += path->length;
			found++;
		}
		drive_close( &d );
	}
	assert_true( found > test_rounds( 30 ) );
	assert_true( after < 0.99 * before );
}

// A path of a directional search for some unit, as the input of a pass.
typedef struct subject
{
	drive d;
	fw_query q;
} subject;

static bool find_path( subject* s, test_random* random, int32_t i )
{
	static const double units[][2] = { { 0.3, 0.7 }, { 0.45, 1.5 }, { 0.9, 3.0 }, { 0.9, 0.7 }, { 0.4, 0.0 } };
	drive_def def = drive_def_of( units[i % 5][0], units[i % 5][1] );
	def.ring = 0;
	def.no_loops = true;
	def.unit.reverse = i % 3 == 0;
	drive_open( &s->d, random_map( random, def.unit.radius, 40 ), &def );
	fw_pose start = { 0 }, goal = { 0 };
	assert_true( drive_random_exact_pose( &s->d, random, &start ) && drive_random_pose( &s->d, random, &goal ) );
	s->q = drive_query( &s->d, start, goal );
	s->q.goal_any_heading = i % 2 == 0;
	s->q.options.weight = 1.1;
	s->q.options.max_expansions = 20000;
	if ( drive_run( &s->d, &s->q ) == FW_FOUND && s->d.result.path.count > 0 )
	{
		return true;
	}
	drive_close( &s->d );
	return false;
}

// The conditions for every pass that keeps paths legal.
static void check_pass( subject* s, pass run, bool keeps_goal_heading )
{
	fw_path* path = &s->d.result.path;
	const double length = path->length;
	const int32_t changes = test_cusps( path );
	const fw_pose start = path->start, goal = fw_path_end( path );
	const fw_smoother smoother = smooth_by( &s->d );
	assert_int_equal( run( &smoother, path, NULL ), FW_OK );
	test_check_legal( s->d.grid, &s->d.def.unit, path );
	const bool spins = s->d.def.unit.turning_radius == 0;
	smooth_check_ends( path, start, goal, keeps_goal_heading && !spins );
	const fw_pose first = fw_segment_pose_at( &path->segments[0], 0 );
	assert_true( spins || fabs( fw_angle_signed( first.heading - start.heading ) ) <= 1e-6 );
	assert_true( path->length <= length + 1e-9 );
	assert_int_equal( test_cusps( path ), changes );
	double sum = 0;
	for ( int32_t i = 0; i < path->count; ++i )
	{
		sum += path->segments[i].length;
	}
	assert_true( fabs( sum - path->length ) <= 1e-9 * ( 1 + sum ) );
}

static void test_curved_property( void** state )
{
	(void)state;
	test_random random = test_random_make( 62 );
	int32_t found = 0, before = 0, after = 0;
	for ( int32_t i = 0; i < test_rounds( 2 ) * 30; ++i ) // 30: every unit, in both gears, to any heading
	{
		subject s;
		if ( find_path( &s, &random, i ) )
		{
			before += smooth_waypoints( &s.d.result.path );
			check_pass( &s, fw_smooth_curved, true );
			after += smooth_waypoints( &s.d.result.path );
			found++;
			drive_close( &s.d );
		}
	}
	assert_true( found > test_rounds( 25 ) );
	assert_true( after < before );
}

static void test_clean_up_property( void** state )
{
	(void)state;
	test_random random = test_random_make( 63 );
	int32_t found = 0, with_cusps = 0;
	double before = 0, after = 0, turned_before = 0, turned_after = 0;
	for ( int32_t i = 0; i < test_rounds( 4 ) * 30; ++i ) // 30: every unit, in both gears, to any heading
	{
		subject s;
		if ( !find_path( &s, &random, i ) )
		{
			continue;
		}
		fw_path* path = &s.d.result.path;
		before += path->length;
		turned_before += fw_path_turn_angle( path );
		with_cusps += test_cusps( path ) > 0 ? 1 : 0;
		const bool keep = !s.q.goal_any_heading;
		check_pass( &s, keep ? clean_fixed : clean_free, keep );
		after += path->length;
		turned_after += fw_path_turn_angle( path );
		// Once more gains next to nothing.
		const double length = path->length;
		check_pass( &s, keep ? clean_fixed : clean_free, keep );
		if ( path->length < length - 1e-3 * ( 1 + length ) )
		{
			fail_msg( "path %d: a second clean-up shortens %.6f to %.6f", (int)i, length, path->length );
		}
		found++;
		drive_close( &s.d );
	}
	assert_true( found > test_rounds( 50 ) && with_cusps > test_rounds( 5 ) );
	assert_true( after < 0.995 * before );
	assert_true( turned_after < 0.8 * turned_before );
	print_message( "  %.4f of the length, %.4f of the turning\n", after / before, turned_after / turned_before );
}

// The unit changes gear after a pass wherever it did before, even if a path without that would be much shorter; only
// the clean-up leaves out what it does not need.
static void test_cusps_are_kept( void** state )
{
	(void)state;
	drive_def def = drive_def_of( 0.3, 1.0 );
	def.unit.reverse = true;
	drive d;
	drive_open( &d, test_field( 20, 20 ), &def );
	const fw_smoother s = smooth_by( &d );
	fw_path* path = &d.result.path;
	static const struct
	{
		double x;
		fw_gear gear;
	} stops[] = { { 7.5, FW_GEAR_FORWARD }, { 10.5, FW_GEAR_FORWARD }, { 9.5, FW_GEAR_REVERSE },
	              { 8.5, FW_GEAR_REVERSE }, { 11.5, FW_GEAR_FORWARD }, { 14.5, FW_GEAR_FORWARD } };
	for ( size_t i = 0; i < PASSES; ++i )
	{
		if ( passes[i] == fw_smooth_straight || passes[i] == fw_turn_ignoring )
		{
			continue;
		}
		fw_path_clear( path, test_center( 4, 5, 0 ) );
		for ( size_t k = 0; k < 6; ++k )
		{
			assert_int_equal( fw_path_append_line( path, ( fw_vec2 ){ stops[k].x, 5.5 }, stops[k].gear ), FW_OK );
		}
		assert_int_equal( passes[i]( &s, path, NULL ), FW_OK );
		const bool cleans = passes[i] == clean_free || passes[i] == clean_fixed;
		assert_int_equal( path->count, cleans ? 1 : 3 );
		assert_int_equal( test_cusps( path ), cleans ? 0 : 2 );
		assert_true( cleans ||
		             ( path->segments[1].gear == FW_GEAR_REVERSE && fabs( path->segments[1].to.x - 8.5 ) < 1e-9 ) );
		test_check_legal( d.grid, &def.unit, path );
		smooth_check_ends( path, test_center( 4, 5, 0 ), test_center( 14, 5, 0 ), true );
	}
	drive_close( &d );
}

// A unit that drives three tiles too far before it backs round a corner turns back in time after the clean-up.
static void test_changes_of_gear_move( void** state )
{
	(void)state;
	drive_def def = drive_def_of( 0.3, 2.0 );
	def.unit.reverse = true;
	drive d;
	fw_grid* grid = test_field( 24, 20 ); // a street, too narrow to turn round in
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 0, 0, 24, 4 }, FW_TERRAIN_OUT, NULL ), FW_OK );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 0, 8, 24, 12 }, FW_TERRAIN_OUT, NULL ), FW_OK );
	drive_open( &d, grid, &def );
	const fw_smoother s = smooth_by( &d );
	fw_path* path = &d.result.path;
	fw_path_clear( path, test_center( 4, 5, 0 ) );
	assert_int_equal( fw_path_append_line( path, ( fw_vec2 ){ 17.5, 5.5 }, FW_GEAR_FORWARD ), FW_OK );
	assert_int_equal( fw_path_append_line( path, ( fw_vec2 ){ 14.5, 5.5 }, FW_GEAR_REVERSE ), FW_OK );
	const fw_segment arc = fw_segment_arc( ( fw_vec2 ){ 14.5, 5.5 }, 0.0, 2.0, fw_radians( -90.0 ), FW_GEAR_REVERSE );
	assert_int_equal( fw_path_append( path, &arc ), FW_OK );
	const fw_pose start = fw_path_begin( path );
	const fw_pose end = fw_path_end( path );
	const double before = fw_smoother_cost( &s, path );
	assert_int_equal( fw_clean_up( &s, path, true, NULL ), FW_OK );
	assert_true( fw_smoother_cost( &s, path ) < before - 8.5 );
	assert_int_equal( test_cusps( path ), 1 );
	test_check_legal( d.grid, &def.unit, path );
	smooth_check_ends( path, start, end, true );
	drive_close( &d );
}

// Expensive terrain: no pass undoes a detour around it.
static void test_dear_ground_is_not_cut_through( void** state )
{
	(void)state;
	const char* picture = "...............\n"
	                      "...............\n"
	                      "....SSSSSSS....\n"
	                      "....SSSSSSS....\n"
	                      "....SSSSSSS....\n"
	                      "...............\n";
	static const int32_t tiles[][2] = { { 1, 4 }, { 2, 2 }, { 4, 1 }, { 7, 1 }, { 10, 1 }, { 12, 2 }, { 13, 4 } };
	drive_def def = drive_def_of( 0.3, 0.0 );
	def.unit.capabilities = FW_CAP_GROUND | FW_CAP_SWAMP;
	fw_grid* grid = test_grid( picture );
	fw_terrain mines = *fw_grid_terrain( grid, FW_TERRAIN_SWAMP );
	mines.cost = 8;
	assert_int_equal( fw_grid_set_terrain( grid, FW_TERRAIN_SWAMP, &mines, NULL ), FW_OK );
	drive d;
	drive_open( &d, grid, &def );
	fw_path* path = &d.result.path;
	for ( size_t i = 0; i < PASSES; ++i )
	{
		if ( passes[i] == fw_turn_ignoring )
		{
			continue;
		}
		fw_smoother s = smooth_by( &d );
		smooth_tile_path( path, tiles, 7 );
		const double cost = fw_smoother_cost( &s, path );
		assert_true( fabs( cost - path->length ) < 1e-9 );
		assert_int_equal( passes[i]( &s, path, NULL ), FW_OK );
		assert_true( fw_smoother_cost( &s, path ) <= cost + 1e-6 );
		assert_true( path->length > 13 );
		s.ignore_costs = true;
		smooth_tile_path( path, tiles, 7 );
		assert_int_equal( passes[i]( &s, path, NULL ), FW_OK );
		assert_true( fabs( path->length - 12 ) < 1e-6 );
		assert_true( fabs( fw_smoother_cost( &s, path ) - 12 ) < 1e-6 );
		s.ignore_costs = false;
		assert_true( fabs( fw_smoother_cost( &s, path ) - ( 5 + 7 * 8 ) ) < 0.6 );
	}
	drive_close( &d );
}

// Reverse counts by its factor, and each change of gear by its penalty.
static void test_cost_of_a_path( void** state )
{
	(void)state;
	drive_def def = drive_def_of( 0.3, 1.0 );
	def.unit.reverse = true;
	def.unit.reverse_factor = 3;
	def.unit.reverse_penalty = 2.5;
	drive d;
	drive_open( &d, test_field( 20, 20 ), &def );
	fw_path* path = &d.result.path;
	fw_path_clear( path, test_center( 5, 5, 0 ) );
	test_line_to( path, 9.5, 5.5, FW_GEAR_FORWARD );
	test_line_to( path, 7.5, 5.5, FW_GEAR_REVERSE );
	test_line_to( path, 8.5, 5.5, FW_GEAR_FORWARD );
	const fw_smoother s = smooth_by( &d );
	assert_true( fabs( fw_smoother_cost( &s, path ) - ( 4 + 3 * 2 + 1 + 2 * 2.5 ) ) < 1e-9 );
	drive_close( &d );
}

// Vehicles with an outline, with and without reverse gear: paths stay legal, never cost more, end where they did, and
// are the same each time. Together they get shorter by more than waypoints moved along fixed directions make them.
static void test_vehicles_property( void** state )
{
	(void)state;
	test_random random = test_random_make( 64 );
	int32_t found = 0;
	double before = 0.0, after = 0.0;
	for ( int32_t i = 0; i < test_rounds( 60 ) * 10; i++ )
	{
		drive_def def = drive_def_of( i % 3 == 0 ? 0.2 : 0.0, 2.5 );
		def.unit.outline = fw_outline_rectangle( 2.4, 1.0, 0.5 );
		def.unit.reverse = i % 2 == 1;
		drive d;
		drive_open( &d, test_random_town( &random, 40, 40, 14, 6 ), &def );
		fw_pose start = { 0 }, goal = { 0 };
		const bool placed = drive_random_pose( &d, &random, &start ) && drive_random_pose( &d, &random, &goal );
		fw_query query = drive_query( &d, start, goal );
		query.goal_any_heading = i % 4 < 2;
		query.options.max_expansions = 20000;
		if ( placed && drive_run( &d, &query ) == FW_FOUND )
		{
			const bool keep = !query.goal_any_heading;
			const fw_smoother s = smooth_by( &d );
			fw_path again = { 0 };
			assert_int_equal( fw_path_copy( &again, &d.result.path ), FW_OK );
			const double cost = fw_smoother_cost( &s, &again );
			assert_int_equal( fw_clean_up( &s, &d.result.path, keep, NULL ), FW_OK );
			assert_int_equal( fw_clean_up( &s, &again, keep, NULL ), FW_OK );
			assert_true( fw_path_hash( &again ) == fw_path_hash( &d.result.path ) );
			assert_true( fw_smoother_cost( &s, &again ) <= cost + 1e-6 );
			test_check_legal( d.grid, &def.unit, &again );
			smooth_check_ends( &again, start, goal, keep );
			before += i < 60 ? cost : 0.0;
			after += i < 60 ? fw_smoother_cost( &s, &again ) : 0.0;
			found++;
			fw_path_free( &again );
		}
		drive_close( &d );
	}
	assert_true( found > test_rounds( 60 ) * 2 );
	// The paths of a short run; without the moves at random 0.941.
	assert_true( after < 0.94 * before );
}

// Lines of so many tiles in total that they could not be counted.
static void test_endless_path( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 8, 8 );
	fw_unit unit = fw_default_unit();
	fw_smoother smoother = fw_default_smoother();
	smoother.grid = grid;
	smoother.unit = &unit;
	fw_path path;
	fw_path_init( &path, NULL );
	fw_path_clear( &path, ( fw_pose ){ 0.5, 0.5, 0.0 } );
	assert_int_equal( fw_grid_add_layer( grid, unit.capabilities, NULL ), FW_OK );
	for ( int32_t i = 0; i < 131073; i++ )
	{
		const fw_vec2 ends[2] = { { 0.5, 0.5 }, { 16384.5, 0.5 } };
		fw_segment line = fw_segment_line( ends[i % 2], ends[( i + 1 ) % 2], FW_GEAR_FORWARD );
		line.waypoint = true;
		assert_int_equal( fw_path_append( &path, &line ), FW_OK );
	}
	assert_int_equal( fw_smooth_straight( &smoother, &path, NULL ), FW_ERR_MEMORY );
	assert_int_equal( path.count, 131073 );
	fw_path_free( &path );
	fw_grid_destroy( grid );
}

int run_test_smooth( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_zigzag ),
	    cmocka_unit_test( test_zigzag_round_a_house ),
	    cmocka_unit_test( test_impossible_stretches ),
	    cmocka_unit_test( test_straight_pass_refuses ),
	    cmocka_unit_test( test_mistakes ),
	    cmocka_unit_test( test_empty_path ),
	    cmocka_unit_test( test_straight_property ),
	    cmocka_unit_test( test_curved_property ),
	    cmocka_unit_test( test_clean_up_property ),
	    cmocka_unit_test( test_vehicles_property ),
	    cmocka_unit_test( test_dear_ground_is_not_cut_through ),
	    cmocka_unit_test( test_cost_of_a_path ),
	    cmocka_unit_test( test_cusps_are_kept ),
	    cmocka_unit_test( test_changes_of_gear_move ),
	    cmocka_unit_test( test_endless_path ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
