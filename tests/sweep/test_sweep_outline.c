// SPDX-License-Identifier: MIT
// Sweeps of outlines against depths that are measured at dense poses, with polygons and tiles and no rows; what is free
// and what is touched when an outline just fits; corners that are cut between poses.
#include "fairway/sweep.h"
#include "fairway/validate.h"
#include "support.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define SIDE 20
#define SLACK 4e-7   // overlaps that may count as touching
#define CLOSE 2.5e-4 // below the resolution of the measurements

static fw_unit make_unit( double radius, fw_outline outline )
{
	fw_unit unit = fw_default_unit();
	unit.capabilities = FW_CAP_GROUND;
	unit.turning_radius = 1.0;
	unit.radius = radius;
	unit.outline = outline;
	return unit;
}

// Corners on an ellipse about the reference point or beside it, in either order.
static fw_unit random_unit( test_random* random )
{
	fw_unit unit;
	do
	{
		const double long_half = test_random_real( random, 0.2, 3.0 );
		const double wide_half = test_random_real( random, 0.1, 1.5 );
		const double shift = test_random_real( random, -0.6, 0.6 ) * long_half;
		const double side = test_random_chance( random, 0.5 ) ? 0.0 : 0.5 * wide_half;
		const int32_t count = 3 + test_random_int( random, 6 );
		const double way = test_random_chance( random, 0.5 ) ? 1.0 : -1.0;
		unit = make_unit( test_random_chance( random, 0.5 ) ? 0.0 : test_random_real( random, 0.0, 1.0 ),
		                  ( fw_outline ){ .count = count } );
		for ( int32_t i = 0; i < count; i++ )
		{
			const double angle = way * FW_TAU * ( i + test_random_real( random, 0.0, 0.7 ) ) / count;
			unit.outline.corners[i] = ( fw_vec2 ){ shift + long_half * cos( angle ), side + wide_half * sin( angle ) };
		}
		if ( test_random_chance( random, 0.4 ) )
		{
			unit.outline = fw_outline_rectangle( 2.0 * long_half, 2.0 * wide_half, long_half - shift );
		}
		if ( test_random_chance( random, 0.1 ) )
		{
			unit.radius = test_random_real( random, 0.1, 1.0 );
			unit.outline = fw_outline_rectangle( 2.0 * long_half, 0.0, long_half - shift );
		}
	} while ( fw_unit_check( &unit, NULL ) != FW_OK );
	return unit;
}

// The distance of a point from an outline at the origin, negative inside of it.
static double distance_from( const fw_outline* outline, fw_vec2 p )
{
	double nearest = INFINITY;
	int32_t left = 0;
	int32_t right = 0;
	for ( int32_t i = 0; i < outline->count; i++ )
	{
		const fw_vec2 a = outline->corners[i];
		const fw_vec2 b = outline->corners[( i + 1 ) % outline->count];
		const double dx = b.x - a.x;
		const double dy = b.y - a.y;
		const double on = ( ( p.x - a.x ) * dx + ( p.y - a.y ) * dy ) / ( dx * dx + dy * dy );
		const double part = fmin( fmax( on, 0.0 ), 1.0 );
		nearest = fmin( nearest, hypot( p.x - a.x - part * dx, p.y - a.y - part * dy ) );
		const double side = dx * ( p.y - a.y ) - dy * ( p.x - a.x );
		left += side < 0.0;
		right += side > 0.0;
	}
	return left == 0 || right == 0 ? ( outline->count > 2 ? -nearest : nearest ) : nearest;
}

// Seen from the unit, how near does a tile come? From points along its edges; those inside are as deep as they are.
static double depth_of_tile( const fw_unit* unit, fw_pose pose, int32_t x, int32_t y )
{
	const int32_t parts = 8;
	const double c = cos( pose.heading );
	const double s = sin( pose.heading );
	double least = INFINITY;
	for ( int32_t i = 0; i <= parts; i++ )
	{
		for ( int32_t k = 0; k <= parts; k++ )
		{
			const double dx = x + (double)i / parts - pose.x;
			const double dy = y + (double)k / parts - pose.y;
			const fw_vec2 seen = { dx * c + dy * s, -dx * s + dy * c };
			least = fmin( least, distance_from( &unit->outline, seen ) );
		}
	}
	return unit->radius - least;
}

static fw_segment random_segment( test_random* random )
{
	const fw_vec2 from = test_random_point( random, 3, SIDE - 3, SIDE - 3 );
	const double heading = test_random_chance( random, 0.4 ) ? fw_radians( 45.0 * test_random_int( random, 8 ) )
	                                                         : test_random_real( random, -FW_PI, FW_PI );
	const fw_gear gear = test_random_chance( random, 0.5 ) ? FW_GEAR_FORWARD : FW_GEAR_REVERSE;
	if ( test_random_chance( random, 0.3 ) )
	{
		const double length = test_random_real( random, 0.01, 6.0 );
		const fw_vec2 to = { from.x + length * cos( heading ), from.y + length * sin( heading ) };
		return fw_segment_line( from, to, gear );
	}
	const double radius = test_random_chance( random, 0.5 ) ? test_random_real( random, 0.3, 8.0 ) : 2.5;
	double sweep = test_random_real( random, 0.01, fmin( FW_TAU, 8.0 / radius ) );
	sweep = test_random_chance( random, 0.2 ) ? fmin( fw_radians( 90.0 ), 8.0 / radius ) : sweep;
	sweep = test_random_chance( random, 0.1 ) ? FW_TAU : sweep;
	return fw_segment_arc( from, heading, radius, test_random_chance( random, 0.5 ) ? sweep : -sweep, gear );
}

static void print_case( const fw_unit* unit, const fw_segment* s )
{
	fprintf( stderr, "radius %.17g, corners", unit->radius );
	for ( int32_t i = 0; i < unit->outline.count; i++ )
	{
		fprintf( stderr, " %.17g,%.17g", unit->outline.corners[i].x, unit->outline.corners[i].y );
	}
	fprintf( stderr, "; %s gear %d (%.17g, %.17g) to (%.17g, %.17g) center (%.17g, %.17g) radius %.17g sweep %.17g\n",
	         s->kind == FW_SEGMENT_LINE ? "line" : "arc", (int)s->gear, s->from.x, s->from.y, s->to.x, s->to.y,
	         s->center.x, s->center.y, s->radius, s->sweep );
}

static bool is_listed( const fw_sweep_row* rows, int32_t count, int32_t x, int32_t y )
{
	bool listed = false;
	for ( int32_t i = 0; i < count && !listed; i++ )
	{
		listed = rows[i].y == y && rows[i].x0 <= x && x <= rows[i].x1;
	}
	return listed;
}

// A tile that a sampled pose overlaps is in the rows, and one in the rows is overlapped or nearly so by a pose.
static void rows_are_the_tiles_touched( void** state )
{
	(void)state;
	static fw_sweep_row rows[4096];
	test_random random = test_random_make( 41 );
	int64_t touched = 0;
	for ( int32_t round = 0; round < test_rounds( 400 ); round++ )
	{
		const fw_unit unit = random_unit( &random );
		const fw_segment segment = random_segment( &random );
		const int32_t count = fw_sweep_rows( &unit, &segment, rows, 4096 );
		assert_in_range( count, 1, 4096 );
		const double reach = fw_unit_outer_radius( &unit );
		const double swing = segment.kind == FW_SEGMENT_ARC ? 1.0 + reach / segment.radius : 1.0;
		const double step = 0.01;
		const int32_t poses = (int32_t)ceil( segment.length * swing / step ) + 1;
		for ( int32_t y = -8; y < SIDE + 8; y++ )
		{
			for ( int32_t x = -8; x < SIDE + 8; x++ )
			{
				double deepest = -INFINITY;
				for ( int32_t i = 0; i <= poses && deepest <= SLACK; )
				{
					const fw_pose at = fw_segment_pose_at( &segment, segment.length * i / poses );
					const double depth = depth_of_tile( &unit, at, x, y );
					deepest = fmax( deepest, depth );
					// A pose moves no point of the unit by more than a step, and samples of a tile lie an eighth apart.
					i += depth < -0.2 ? 1 + (int32_t)( ( -depth - 0.2 ) / step ) : 1;
				}
				const bool listed = is_listed( rows, count, x, y );
				if ( deepest > SLACK ? !listed : listed && deepest < -0.1 )
				{
					print_case( &unit, &segment );
					fail_msg( "tile (%d, %d) is %slisted, depth %.9g", (int)x, (int)y, listed ? "" : "not ", deepest );
				}
				touched += listed;
			}
		}
	}
	assert_true( touched > test_rounds( 400 ) * 4 );
}

static int32_t violations_of( const fw_grid* grid, const fw_unit* unit, const fw_segment* segment, double slack,
                              double* depth )
{
	fw_path path = { 0 };
	fw_path_clear( &path, fw_segment_pose_at( segment, 0.0 ) );
	assert_int_equal( fw_path_append( &path, segment ), FW_OK );
	fw_validate_options options = fw_default_validate_options();
	options.depth_slack = slack;
	options.heading_slack = 1e-4;
	options.step = 0.02;
	fw_violation found[8];
	int32_t count = 0;
	fw_unit judged = *unit;
	judged.reverse = true;
	judged.turning_radius = 0.01;
	assert_int_equal( fw_validate( grid, &judged, &path, &options, found, 8, &count, NULL ), FW_OK );
	fw_path_free( &path );
	int32_t hits = 0;
	for ( int32_t i = 0; i < count; i++ )
	{
		hits += found[i].kind == FW_VIOLATION_COLLISION;
		*depth = found[i].kind == FW_VIOLATION_COLLISION ? found[i].amount : *depth;
	}
	return hits;
}

// The validator measures distances between polygons and tiles at dense poses, and shares no code with the sweep.
static void sweep_and_validator_agree( void** state )
{
	(void)state;
	test_random random = test_random_make( 42 );
	int32_t hits = 0;
	int32_t misses = 0;
	for ( int32_t round = 0; round < 40; round++ )
	{
		fw_grid* grid = test_random_grid( &random, SIDE, SIDE, round % 2 == 0 ? 0.03 : 0.008 );
		for ( int32_t i = 0; i < test_rounds( 400 ); i++ )
		{
			const fw_unit unit = random_unit( &random );
			const fw_segment segment = random_segment( &random );
			const bool free = fw_sweep_segment( grid, &unit, &segment );
			double depth = 0.0;
			const int32_t found = violations_of( grid, &unit, &segment, free ? SLACK : 0.0, &depth );
			double near = 0.0;
			fw_unit wider = unit;
			wider.radius += 0.002;
			// The samples may miss what is touched between them.
			const bool missed = !free && found == 0 && violations_of( grid, &wider, &segment, 0.0, &near ) == 0;
			if ( ( free && found > 0 ) || missed )
			{
				print_case( &unit, &segment );
				test_print_grid( grid, ( fw_rect ){ 0, 0, SIDE, SIDE } );
				fail_msg( "the sweep says %s, the validator finds %d, depth %.9g", free ? "free" : "hit", (int)found,
				          depth );
			}
			hits += !free;
			misses += free;
		}
		fw_grid_destroy( grid );
	}
	assert_true( hits > 40 * test_rounds( 400 ) / 10 && misses > 40 * test_rounds( 400 ) / 10 );
}

// Are all tiles free that a segment touches? From the list of rows, which leaves nothing out.
static bool rows_are_free( const fw_grid* grid, const fw_unit* unit, const fw_segment* segment )
{
	static fw_sweep_row rows[4096];
	const int32_t count = fw_sweep_rows( unit, segment, rows, 4096 );
	bool free = count <= 4096;
	for ( int32_t i = 0; i < count && free; i++ )
	{
		for ( int32_t x = rows[i].x0; x <= rows[i].x1; x++ )
		{
			free = free && fw_grid_passable( grid, x, rows[i].y, FW_CAP_GROUND );
		}
	}
	return free;
}

// On a map the sweep leaves out what boxes show to be free; the list of rows has all.
static void what_is_left_out_is_free( void** state )
{
	(void)state;
	test_random random = test_random_make( 43 );
	int32_t hits = 0;
	for ( int32_t round = 0; round < test_rounds( 40000 ); round++ )
	{
		fw_grid* grid = test_random_grid( &random, SIDE, SIDE, test_random_chance( &random, 0.5 ) ? 0.03 : 0.005 );
		assert_int_equal( fw_grid_add_layer( grid, FW_CAP_GROUND, NULL ), FW_OK );
		const fw_unit unit = random_unit( &random );
		const fw_segment segment = random_segment( &random );
		const bool free = rows_are_free( grid, &unit, &segment );
		if ( free != fw_sweep_segment( grid, &unit, &segment ) )
		{
			print_case( &unit, &segment );
			fail_msg( "of the rows listed %s is blocked", free ? "none" : "one" );
		}
		hits += !free;
		fw_grid_destroy( grid );
	}
	assert_in_range( hits, test_rounds( 40000 ) / 5, test_rounds( 40000 ) * 9 / 10 );
}

// Along a curve what a segment touches at first is left to the one before, and corners are looked at before the sweep.
static void curves_are_free_where_their_segments_are( void** state )
{
	(void)state;
	test_random random = test_random_make( 44 );
	int32_t hits = 0;
	int32_t curves = 0;
	for ( int32_t round = 0; round < test_rounds( 8000 ); round++ )
	{
		fw_grid* grid = test_random_grid( &random, SIDE, SIDE, test_random_chance( &random, 0.5 ) ? 0.03 : 0.005 );
		assert_int_equal( fw_grid_add_layer( grid, FW_CAP_GROUND, NULL ), FW_OK );
		const fw_unit unit = random_unit( &random );
		const fw_segment ends[2] = { random_segment( &random ), random_segment( &random ) };
		const fw_gear gear = test_random_chance( &random, 0.5 ) ? FW_GEAR_FORWARD : FW_GEAR_REVERSE;
		fw_curve all[6];
		const int32_t count = fw_curve_all( fw_segment_pose_at( &ends[0], 0.0 ), fw_segment_pose_at( &ends[1], 0.0 ),
		                                    test_random_real( &random, 0.5, 3.0 ), FW_WORDS_SIX, gear, all );
		for ( int32_t i = 0; i < count; i++ )
		{
			fw_segment segments[3];
			const int32_t parts = fw_curve_segments( &all[i], segments );
			bool free = true;
			for ( int32_t k = 0; k < parts; k++ )
			{
				free = free && rows_are_free( grid, &unit, &segments[k] );
			}
			assert_int_equal( free, fw_sweep_curve( grid, &unit, &all[i] ) );
			hits += !free;
			curves++;
		}
		fw_grid_destroy( grid );
	}
	assert_true( hits > curves / 5 && hits < curves * 19 / 20 );
}

static void curves_that_no_map_holds_are_not_free( void** state )
{
	(void)state;
	fw_grid* grid = test_field( SIDE, SIDE );
	assert_int_equal( fw_grid_add_layer( grid, FW_CAP_GROUND, NULL ), FW_OK );
	const fw_unit truck = make_unit( 0.0, fw_outline_rectangle( 4.0, 1.6, 0.8 ) );
	const double lengths[] = { NAN, INFINITY, 1e300, 1e12, 1e5 };
	for ( size_t i = 0; i < sizeof( lengths ) / sizeof( lengths[0] ); i++ )
	{
		fw_curve curve;
		assert_true( fw_curve_shortest( fw_make_pose( 5.0, 5.0, 0.0 ), fw_make_pose( 12.0, 9.0, 1.0 ), 2.0,
		                                FW_WORDS_SIX, FW_GEAR_FORWARD, &curve ) );
		assert_true( fw_sweep_curve( grid, &truck, &curve ) );
		curve.part[1] = lengths[i];
		assert_false( fw_sweep_curve( grid, &truck, &curve ) );
	}
	fw_grid_destroy( grid );
}

static bool drives( const fw_grid* grid, const fw_unit* unit, fw_vec2 from, fw_vec2 to )
{
	const fw_segment line = fw_segment_line( from, to, FW_GEAR_FORWARD );
	return fw_sweep_segment( grid, unit, &line );
}

// A street two tiles wide between walls, along x.
static fw_grid* make_street( void )
{
	fw_grid* grid = test_field( SIDE, SIDE );
	for ( int32_t x = 0; x < SIDE; x++ )
	{
		test_block( grid, x, 7 );
		test_block( grid, x, 10 );
	}
	return grid;
}

static void a_long_unit_fits_its_own_street( void** state )
{
	(void)state;
	fw_grid* grid = make_street();
	const fw_vec2 from = { 4.0, 9.0 };
	const fw_vec2 to = { 14.0, 9.0 };
	fw_unit unit = make_unit( 0.0, fw_outline_rectangle( 6.0, 2.0, 1.0 ) );
	assert_true( drives( grid, &unit, from, to ) );
	unit.outline = fw_outline_rectangle( 6.0, 2.0 + 4e-6, 1.0 );
	assert_false( drives( grid, &unit, from, to ) );
	// The same, rounded: a capsule and a round rectangle.
	unit = make_unit( 1.0, fw_outline_rectangle( 4.0, 0.0, 1.0 ) );
	assert_true( drives( grid, &unit, from, to ) );
	unit = make_unit( 0.5, fw_outline_rectangle( 4.0, 1.0, 1.0 ) );
	assert_true( drives( grid, &unit, from, to ) );
	unit.radius += 2e-6;
	assert_false( drives( grid, &unit, from, to ) );
	// Its axle at its very back, it leaves the wall that it stands against.
	unit = make_unit( 0.0, fw_outline_rectangle( 6.0, 2.0, 0.0 ) );
	test_block( grid, 3, 8 );
	test_block( grid, 3, 9 );
	assert_true( fw_sweep_pose( grid, &unit, fw_make_pose( 4.0, 9.0, 0.0 ) ) );
	assert_true( drives( grid, &unit, from, ( fw_vec2 ){ 10.0, 9.0 } ) );
	unit.outline = fw_outline_rectangle( 6.0, 2.0, 1e-5 );
	assert_false( drives( grid, &unit, from, ( fw_vec2 ){ 10.0, 9.0 } ) );
	assert_false( fw_sweep_pose( grid, &unit, fw_make_pose( 4.0, 9.0, 0.0 ) ) );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 3, 8, 1, 2 }, FW_TERRAIN_GROUND, NULL ), FW_OK );
	// Ahead of its axle it needs five tiles of room, behind it one.
	unit = make_unit( 0.0, fw_outline_rectangle( 6.0, 2.0, 1.0 ) );
	test_block( grid, 19, 8 );
	assert_true( drives( grid, &unit, from, to ) );
	assert_false( drives( grid, &unit, from, ( fw_vec2 ){ 14.001, 9.0 } ) );
	assert_true( fw_sweep_pose( grid, &unit, fw_make_pose( 14.0, 9.0, 0.0 ) ) );
	assert_false( fw_sweep_pose( grid, &unit, fw_make_pose( 10.0, 9.0, FW_PI / 2.0 ) ) );
	fw_grid_destroy( grid );
}

// A robot's nose cuts a corner between two free poses: tests at poses alone let it through.
static void a_corner_cut_between_poses_is_found( void** state )
{
	(void)state;
	fw_grid* grid = test_field( SIDE, SIDE );
	const fw_unit unit = make_unit( 0.0, fw_outline_rectangle( 4.0, 1.6, 0.8 ) );
	const fw_segment arc = fw_segment_arc( ( fw_vec2 ){ 6.0, 6.0 }, 0.0, 3.5, FW_PI / 2.0, FW_GEAR_FORWARD );
	assert_true( fw_sweep_segment( grid, &unit, &arc ) );
	// The outer corner of its front swings far beyond both ends of the turn.
	test_block( grid, 10, 6 );
	assert_true( fw_sweep_pose( grid, &unit, fw_segment_pose_at( &arc, 0.0 ) ) );
	assert_true( fw_sweep_pose( grid, &unit, fw_segment_pose_at( &arc, arc.length ) ) );
	assert_false( fw_sweep_segment( grid, &unit, &arc ) );
	double depth = 0.0;
	assert_int_equal( violations_of( grid, &unit, &arc, 1e-6, &depth ), 1 );
	assert_true( depth > 0.05 );
	fw_grid_destroy( grid );
	// And between the ends of a line, where none of its poses at the ends is near.
	grid = test_field( SIDE, SIDE );
	test_block( grid, 9, 6 );
	const fw_segment line = fw_segment_line( ( fw_vec2 ){ 5.0, 7.2 }, ( fw_vec2 ){ 15.0, 7.9 }, FW_GEAR_REVERSE );
	assert_true( fw_sweep_pose( grid, &unit, fw_segment_pose_at( &line, 0.0 ) ) );
	assert_true( fw_sweep_pose( grid, &unit, fw_segment_pose_at( &line, line.length ) ) );
	assert_false( fw_sweep_segment( grid, &unit, &line ) );
	fw_grid_destroy( grid );
}

static void outlines_are_checked( void** state )
{
	(void)state;
	const struct
	{
		fw_outline outline;
		double radius, turning_radius;
		bool good;
	} cases[] = {
	    { fw_outline_rectangle( 4.0, 1.6, 0.8 ), 0.0, 3.5, true },
	    { fw_outline_ship( 7.0, 2.0, 1.5 ), 0.2, 6.0, true },
	    { fw_outline_rectangle( 4.0, 0.0, 0.8 ), 0.5, 3.5, true },
	    { fw_outline_rectangle( 4.0, 0.0, 0.8 ), 0.0, 3.5, false },  // no width
	    { fw_outline_rectangle( 4.0, 0.0, 0.8 ), 1e-4, 3.5, false }, // hardly any
	    { fw_outline_rectangle( 4.0, 1e-4, 0.8 ), 0.0, 3.5, false },
	    { fw_outline_rectangle( 4.0, 1.6, 0.8 ), 0.0, 0.0, false },  // on the spot
	    { fw_outline_rectangle( 4.0, 1.6, -0.1 ), 0.0, 3.5, false }, // the axle behind it
	    { fw_outline_rectangle( 80.0, 1.6, 0.8 ), 0.0, 3.5, false },
	    { { 1, { { 0, 0 } } }, 0.5, 3.5, false },
	    { { 9, { { 0, 0 } } }, 0.5, 3.5, false },
	    { { 3, { { -1, -1 }, { NAN, 0 }, { -1, 1 } } }, 0.5, 3.5, false },
	    { { 4, { { -1, -1 }, { 1, 1 }, { 1, -1 }, { -1, 1 } } }, 0.5, 3.5, false },     // crosses itself
	    { { 4, { { -1, -1 }, { 2, -1 }, { 0.1, 0.1 }, { -1, 2 } } }, 0.5, 3.5, false }, // a notch
	    { { 3, { { -1, 0 }, { 1, 0 }, { 2, 0 } } }, 0.5, 3.5, false },                  // no area
	};
	for ( size_t i = 0; i < sizeof( cases ) / sizeof( cases[0] ); i++ )
	{
		fw_unit unit = make_unit( cases[i].radius, cases[i].outline );
		unit.turning_radius = cases[i].turning_radius;
		fw_refusal refusal = { 0 };
		const fw_status status = fw_unit_check( &unit, &refusal );
		assert_int_equal( status, cases[i].good ? FW_OK : FW_ERR_ARGUMENT );
		assert_true( cases[i].good || strncmp( refusal.field, "unit.outline", 12 ) == 0 );
	}
	const fw_unit truck = make_unit( 0.0, fw_outline_rectangle( 4.0, 1.6, 0.8 ) );
	assert_true( fabs( fw_unit_inner_radius( &truck ) - 0.8 ) < 1e-12 );
	assert_true( fabs( fw_unit_outer_radius( &truck ) - hypot( 3.2, 0.8 ) ) < 1e-12 );
}

int run_test_sweep_outline( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( rows_are_the_tiles_touched ),
	    cmocka_unit_test( sweep_and_validator_agree ),
	    cmocka_unit_test( what_is_left_out_is_free ),
	    cmocka_unit_test( curves_are_free_where_their_segments_are ),
	    cmocka_unit_test( curves_that_no_map_holds_are_not_free ),
	    cmocka_unit_test( a_long_unit_fits_its_own_street ),
	    cmocka_unit_test( a_corner_cut_between_poses_is_found ),
	    cmocka_unit_test( outlines_are_checked ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
