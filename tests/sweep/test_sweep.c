// SPDX-License-Identifier: MIT
// The sweep: its answers for random lines and arcs against depths measured along them, the tiles it lists against
// distances to tiles, touching against overlapping.
#include "fairway/sweep.h"
#include "oracle.h"
#include "support.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define SLACK 1e-7 // as the header promises
#define MIN 1e-6   // radius of a point
#define DISC( size ) ( &( fw_unit ){ .capabilities = FW_CAP_GROUND, .radius = size } )
#define CLOSE 2.5e-4 // below the resolution of the measurements

// A quantity at a point that changes at most as fast as the point moves.
typedef double measure( const void* context, fw_vec2 point );

typedef struct climb
{
	measure* of;
	const void* context;
	const fw_segment* segment;
	double best, enough;
} climb;

// Searches for the maximum between two parts of the segment; halves that cannot contain a larger value are left out.
static void climb_between( climb* c, double a, double value_a, double b, double value_b )
{
	const double length = ( b - a ) * c->segment->length;
	if ( c->best > c->enough || length < CLOSE || ( value_a + value_b + length ) / 2.0 <= c->best )
	{
		return;
	}
	const double middle = ( a + b ) / 2.0;
	const double value = c->of( c->context, oracle_point( c->segment, middle ) );
	c->best = fmax( c->best, value );
	climb_between( c, a, value_a, middle, value );
	climb_between( c, middle, value, b, value_b );
}

// The maximum along the segment to within CLOSE, or any value above `enough`.
static double maximum( measure* of, const void* context, const fw_segment* segment, double enough )
{
	const double first = of( context, oracle_point( segment, 0.0 ) );
	const double last = of( context, oracle_point( segment, 1.0 ) );
	climb c = { of, context, segment, fmax( first, last ), enough };
	climb_between( &c, 0.0, first, 1.0, last );
	return c.best;
}

typedef struct disc_on_map
{
	const fw_grid* grid;
	double radius;
} disc_on_map;

static double depth_at( const void* context, fw_vec2 point )
{
	const disc_on_map* disc = context;
	return oracle_depth( disc->grid, FW_CAP_GROUND, disc->radius, point );
}

static fw_segment random_line( test_random* random, double size )
{
	const fw_vec2 from = test_random_point( random, 0, size, size );
	const double length = pow( 10.0, test_random_real( random, -3, 1.2 ) );
	const double angle = test_random_real( random, 0, FW_TAU );
	fw_vec2 to = { from.x + length * cos( angle ), from.y + length * sin( angle ) };
	switch ( test_random_int( random, 6 ) )
	{
	case 0:
		to.x = from.x;
		break;
	case 1:
		to.y = from.y;
		break;
	default:
		break;
	}
	return fw_segment_line( from, to, FW_GEAR_FORWARD );
}

static fw_segment random_arc( test_random* random, double size )
{
	const fw_vec2 from = test_random_point( random, 0, size, size );
	const double radius = pow( 10.0, test_random_real( random, -2, 2 ) );
	const double most = fmin( FW_TAU, 25.0 / radius );
	double sweep = test_random_chance( random, 0.2 ) ? most : test_random_real( random, 0, most );
	double heading = test_random_real( random, -FW_PI, FW_PI );
	if ( test_random_chance( random, 0.3 ) )
	{
		heading = fw_radians( 45.0 * test_random_int( random, 8 ) );
	}
	if ( test_random_chance( random, 0.3 ) && most > FW_PI / 4 )
	{
		sweep = fmin( fw_radians( 45.0 * ( 1 + test_random_int( random, 8 ) ) ), most );
	}
	const bool left = test_random_chance( random, 0.5 );
	const fw_gear gear = test_random_chance( random, 0.5 ) ? FW_GEAR_FORWARD : FW_GEAR_REVERSE;
	return fw_segment_arc( from, heading, radius, left ? sweep : -sweep, gear );
}

static fw_segment random_segment( test_random* random, double size )
{
	return test_random_chance( random, 0.3 ) ? random_line( random, size ) : random_arc( random, size );
}

static double random_radius( test_random* random )
{
	switch ( test_random_int( random, 6 ) )
	{
	case 0:
		return 0.0;
	case 1:
		return 0.5 * test_random_int( random, 8 );
	case 2:
		return test_random_real( random, 2, 6 );
	default:
		return test_random_real( random, 0, 2 );
	}
}

static void print_segment( const fw_segment* s, double radius )
{
	if ( s->kind == FW_SEGMENT_LINE )
	{
		fprintf( stderr, "line (%.17g, %.17g) to (%.17g, %.17g)", s->from.x, s->from.y, s->to.x, s->to.y );
	}
	else
	{
		fprintf( stderr, "arc from (%.17g, %.17g) center (%.17g, %.17g) radius %.17g start %.17g sweep %.17g",
		         s->from.x, s->from.y, s->center.x, s->center.y, s->radius, s->start, s->sweep );
	}
	fprintf( stderr, ", disc %.17g\n", radius );
}

static void hits_are_as_measured( void** state )
{
	(void)state;
	test_random random = test_random_make( 1 );
	int32_t hits = 0;
	int32_t misses = 0;
	const int32_t every = test_every( 1 ) == 1 ? 1 : 40;
	for ( int32_t round = 0; round < 60; round++ )
	{
		const double blocked = round % 3 == 0 ? 0.2 : round % 3 == 1 ? 0.05 : 0.01;
		fw_grid* grid = test_random_grid( &random, 24, 24, blocked );
		assert_int_equal( fw_grid_add_layer( grid, FW_CAP_GROUND, NULL ), FW_OK );
		for ( int32_t i = 0; i < 1000 / every; i++ )
		{
			const fw_segment segment = random_segment( &random, 24 );
			const double radius = random_radius( &random );
			const bool free = fw_sweep_segment( grid, DISC( radius ), &segment );
			const disc_on_map disc = { grid, fmax( radius, MIN ) };
			const double depth = maximum( depth_at, &disc, &segment, CLOSE );
			const bool wrong = free ? depth > SLACK + 1e-9 : depth < -CLOSE;
			if ( wrong )
			{
				print_segment( &segment, radius );
				test_print_grid( grid, ( fw_rect ){ 0, 0, 24, 24 } );
				fail_msg( "the sweep says %s, the depth is %.9g", free ? "free" : "hit", depth );
			}
			hits += !free;
			misses += free;
		}
		fw_grid_destroy( grid );
	}
	assert_true( hits > 8000 / every && misses > 8000 / every );
}

static void a_layer_changes_nothing( void** state )
{
	(void)state;
	test_random random = test_random_make( 2 );
	fw_grid* plain = test_random_grid( &random, 30, 30, 0.05 );
	fw_grid* layered = test_field( 30, 30 );
	for ( int32_t i = 0; i < 900; i++ )
	{
		if ( !fw_grid_passable( plain, i % 30, i / 30, FW_CAP_GROUND ) )
		{
			test_block( layered, i % 30, i / 30 );
		}
	}
	assert_int_equal( fw_grid_add_layer( layered, FW_CAP_GROUND, NULL ), FW_OK );
	int32_t free = 0;
	for ( int32_t i = 0; i < test_rounds( 50000 ); i++ )
	{
		const fw_segment segment = random_segment( &random, 30 );
		const double radius = random_radius( &random );
		const bool answer = fw_sweep_segment( plain, DISC( radius ), &segment );
		assert_int_equal( answer, fw_sweep_segment( layered, DISC( radius ), &segment ) );
		free += answer;
	}
	assert_true( free > test_rounds( 5000 ) );
	fw_grid_destroy( plain );
	fw_grid_destroy( layered );
}

typedef struct tile
{
	int32_t x, y;
} tile;

// Nearness, so that the maximum belongs to the minimum distance.
static double nearness( const void* context, fw_vec2 point )
{
	const tile* t = context;
	const double dx = point.x - fmin( fmax( point.x, t->x ), t->x + 1.0 );
	const double dy = point.y - fmin( fmax( point.y, t->y ), t->y + 1.0 );
	return -sqrt( dx * dx + dy * dy );
}

#define ROWS 400

static bool listed( const fw_sweep_row* rows, int32_t count, int32_t x, int32_t y )
{
	for ( int32_t i = 0; i < count; i++ )
	{
		if ( rows[i].y == y && rows[i].x0 <= x && x <= rows[i].x1 )
		{
			return true;
		}
	}
	return false;
}

static void rows_are_the_touched_tiles( void** state )
{
	(void)state;
	test_random random = test_random_make( 3 );
	fw_sweep_row rows[ROWS];
	const int32_t rounds = test_every( 1 ) == 1 ? 1500 : 60;
	for ( int32_t round = 0; round < rounds; round++ )
	{
		const fw_segment segment = random_segment( &random, 4 );
		const double radius = random_radius( &random );
		const int32_t count = fw_sweep_rows( DISC( radius ), &segment, rows, ROWS );
		assert_in_range( count, 1, ROWS );
		double x0 = INFINITY, y0 = INFINITY, x1 = -INFINITY, y1 = -INFINITY;
		for ( int32_t i = 0; i <= 64; i++ )
		{
			const fw_vec2 p = oracle_point( &segment, i / 64.0 );
			x0 = fmin( x0, p.x ), y0 = fmin( y0, p.y ), x1 = fmax( x1, p.x ), y1 = fmax( y1, p.y );
		}
		const double margin = radius + segment.length / 64.0 + 1.5;
		for ( int32_t i = 0; i < count; i++ )
		{
			assert_true( rows[i].x0 <= rows[i].x1 );
			assert_true( rows[i].x0 > x0 - margin - 1 && rows[i].x1 < x1 + margin );
			assert_true( rows[i].y > y0 - margin - 1 && rows[i].y < y1 + margin );
		}
		const double reach = fmax( radius, MIN ) - SLACK;
		for ( int32_t y = (int32_t)floor( y0 - margin ); y <= y1 + margin; y++ )
		{
			for ( int32_t x = (int32_t)floor( x0 - margin ); x <= x1 + margin; x++ )
			{
				const tile t = { x, y };
				const bool touched = listed( rows, count, x, y );
				const double distance = -maximum( nearness, &t, &segment, CLOSE - reach );
				if ( touched ? distance > reach + CLOSE : distance < reach - 1e-9 )
				{
					print_segment( &segment, radius );
					fail_msg( "tile (%d, %d) at distance %.9g is %s", (int)x, (int)y, distance,
					          touched ? "listed" : "left out" );
				}
			}
		}
	}
}

// Rounding makes level lines slope by a few last bits; that must not extend the sweep beyond their ends.
static void lines_level_but_for_rounding( void** state )
{
	(void)state;
	test_random random = test_random_make( 14 );
	fw_sweep_row rows[ROWS];
	for ( int32_t round = 0; round < test_rounds( 20000 ); round++ )
	{
		const double x = test_random_int( &random, 12 ) / 2.0;
		const fw_vec2 from = { x, test_random_int( &random, 12 ) / 2.0 };
		const double length = 0.5 * ( 1 + test_random_int( &random, 10 ) );
		const double bits = from.y * 0x1p-53 * ( test_random_int( &random, 9 ) - 4 );
		const fw_vec2 to = { from.x + ( test_random_chance( &random, 0.5 ) ? length : -length ), from.y + bits };
		const bool upright = test_random_chance( &random, 0.3 );
		const fw_segment level = fw_segment_line( from, to, FW_GEAR_FORWARD );
		const fw_segment line =
		    upright ? fw_segment_line( ( fw_vec2 ){ from.y, from.x }, ( fw_vec2 ){ to.y, to.x }, FW_GEAR_FORWARD )
		            : level;
		const double radius = test_random_int( &random, 30 ) / 10.0;
		const double reach = fmax( radius, MIN );
		const int32_t count = fw_sweep_rows( DISC( radius ), &line, rows, ROWS );
		assert_in_range( count, 1, ROWS );
		for ( int32_t i = 0; i < count; i++ )
		{
			assert_true( rows[i].x0 >= floor( fmin( line.from.x, line.to.x ) - reach ) );
			assert_true( rows[i].x1 <= ceil( fmax( line.from.x, line.to.x ) + reach ) - 1 );
			const tile first = { rows[i].x0, rows[i].y };
			const tile last = { rows[i].x1, rows[i].y };
			assert_true( -maximum( nearness, &first, &line, CLOSE - reach ) < reach + CLOSE );
			assert_true( -maximum( nearness, &last, &line, CLOSE - reach ) < reach + CLOSE );
		}
	}
}

static void rows_come_from_the_top( void** state )
{
	(void)state;
	test_random random = test_random_make( 4 );
	fw_sweep_row all[ROWS];
	fw_sweep_row some[ROWS];
	for ( int32_t round = 0; round < 500; round++ )
	{
		const fw_segment segment = random_line( &random, 10 );
		const int32_t count = fw_sweep_rows( DISC( 0.7 ), &segment, all, ROWS );
		for ( int32_t i = 1; i < count; i++ )
		{
			assert_int_equal( all[i].y, all[i - 1].y + 1 );
		}
		assert_int_equal( fw_sweep_rows( DISC( 0.7 ), &segment, NULL, 0 ), count );
		memset( some, 0x5A, sizeof( some ) );
		assert_int_equal( fw_sweep_rows( DISC( 0.7 ), &segment, some, count / 2 ), count );
		assert_memory_equal( some, all, (size_t)( count / 2 ) * sizeof( some[0] ) );
		assert_int_equal( some[count / 2].y, 0x5A5A5A5A ); // not written beyond the capacity
	}
}

static bool line_free( const fw_grid* grid, double radius, double x0, double y0, double x1, double y1 )
{
	const fw_segment line = fw_segment_line( ( fw_vec2 ){ x0, y0 }, ( fw_vec2 ){ x1, y1 }, FW_GEAR_FORWARD );
	return fw_sweep_segment( grid, DISC( radius ), &line );
}

static void sliding_along_walls_is_free( void** state )
{
	(void)state;
	fw_grid* grid = test_grid( "##########\n"
	                           "#........#\n"
	                           "##########\n"
	                           "#........#\n"
	                           "#........#\n"
	                           "##########\n" );
	for ( int32_t layer = 0; layer < 2; layer++ )
	{
		assert_true( line_free( grid, 0.5, 1.5, 1.5, 8.5, 1.5 ) );
		assert_true( line_free( grid, 0.5, 8.5, 1.5, 1.5, 1.5 ) );
		assert_false( line_free( grid, 0.5 + 1e-6, 1.5, 1.5, 8.5, 1.5 ) );
		assert_false( line_free( grid, 0.5, 1.5, 1.5 + 1e-6, 8.5, 1.5 + 1e-6 ) );
		assert_false( line_free( grid, 0.5, 1.5 - 1e-6, 1.5, 8.5, 1.5 ) );
		assert_true( line_free( grid, 1.0, 2.0, 4.0, 8.0, 4.0 ) );
		assert_false( line_free( grid, 1.0 + 1e-6, 2.5, 4.0, 7.5, 4.0 ) );
		assert_false( line_free( grid, 1.0, 2.0, 4.0, 8.0 + 1e-6, 4.0 ) );
		assert_true( line_free( grid, 0.0, 1.1, 1.0 + 1e-6, 8.9, 1.0 + 1e-6 ) );
		assert_true( line_free( grid, 0.4, 1.4, 1.6, 1.4, 1.6 ) ); // standing still
		assert_false( line_free( grid, 0.4, 1.4, 1.7, 1.4, 1.7 ) );
		assert_int_equal( fw_grid_add_layer( grid, FW_CAP_GROUND, NULL ), FW_OK );
	}
	fw_grid_destroy( grid );
}

// A disc on a circle that touches all four walls of a room, and the same disc a little larger.
static void sliding_along_walls_in_a_circle_is_free( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 6, 6 );
	for ( int32_t sign = -1; sign <= 1; sign += 2 )
	{
		for ( int32_t heading = 0; heading < 8; heading++ )
		{
			for ( double disc = 0.5; disc < 3.0; disc += 0.25 )
			{
				const double radius = 3.0 - disc;
				const double angle = fw_radians( 45.0 * heading );
				const fw_vec2 from = { 3.0 + radius * sin( angle ) * sign, 3.0 - radius * cos( angle ) * sign };
				const fw_segment circle = fw_segment_arc( from, angle, radius, sign * FW_TAU, FW_GEAR_FORWARD );
				assert_true( fw_sweep_segment( grid, DISC( disc ), &circle ) );
				assert_false( fw_sweep_segment( grid, DISC( disc + 1e-6 ), &circle ) );
			}
		}
	}
	fw_grid_destroy( grid );
}

// Two blocked tiles that meet at a corner leave no room for a point.
static void points_do_not_slip_through_corners( void** state )
{
	(void)state;
	fw_grid* grid = test_grid( "..#.\n"
	                           ".#..\n"
	                           "....\n" );
	assert_false( line_free( grid, 0.0, 1.5, 0.5, 2.5, 1.5 ) );
	assert_false( line_free( grid, 0.0, 2.5, 1.5, 1.5, 0.5 ) );
	assert_true( line_free( grid, 0.0, 0.5, 1.5, 0.5, 2.5 ) );
	assert_true( line_free( grid, 0.0, 2.5, 1.5, 3.5, 0.5 ) == false );
	const fw_segment arc = fw_segment_arc( ( fw_vec2 ){ 1.0, 0.0 }, FW_PI / 2, 1.0, -FW_PI / 2, FW_GEAR_FORWARD );
	assert_false( fw_sweep_segment( grid, DISC( 0.0 ), &arc ) );
	fw_grid_destroy( grid );
}

static void outside_is_blocked( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 8, 8 );
	for ( int32_t layer = 0; layer < 2; layer++ )
	{
		assert_true( line_free( grid, 0.5, 0.5, 0.5, 7.5, 7.5 ) );
		assert_false( line_free( grid, 0.6, 0.5, 4, 7, 4 ) );
		assert_false( line_free( grid, 0.6, 4, 0.5, 4, 4 ) );
		assert_false( line_free( grid, 0.6, 4, 7.5, 4, 4 ) );
		assert_false( line_free( grid, 0.6, 7.5, 4, 4, 4 ) );
		assert_false( line_free( grid, 0.1, -4, 4, -2, 4 ) );
		assert_false( line_free( grid, 0.1, 4, 90, 5, 91 ) );
		assert_false( line_free( grid, 0.1, -1e8, 4, 1e8, 4 ) );
		assert_false( line_free( grid, 0.1, 4, -1e8, 4, 1e8 ) );
		assert_false( line_free( grid, 1e7, 4, 4, 5, 4 ) );
		// Out at the side and back again.
		const fw_segment arc = fw_segment_arc( ( fw_vec2 ){ 7, 2 }, 0, 2, FW_PI, FW_GEAR_FORWARD );
		assert_false( fw_sweep_segment( grid, DISC( 0.1 ), &arc ) );
		assert_int_equal( fw_grid_add_layer( grid, FW_CAP_GROUND, NULL ), FW_OK );
	}
	fw_grid_destroy( grid );
}

static void numbers_out_of_range_are_blocked( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 8, 8 );
	const double wild[] = { NAN, INFINITY, -INFINITY, 1e300, -1e300, 1e10 };
	for ( int32_t layer = 0; layer < 2; layer++ )
	{
		for ( size_t i = 0; i < sizeof( wild ) / sizeof( wild[0] ); i++ )
		{
			const double w = wild[i];
			assert_false( line_free( grid, 0.3, w, 4, 4, 4 ) );
			assert_false( line_free( grid, 0.3, 4, w, 4, 4 ) );
			assert_false( line_free( grid, 0.3, 4, 4, w, 4 ) );
			assert_false( line_free( grid, 0.3, 4, 4, 4, w ) );
			if ( !( w < 0.0 ) )
			{
				assert_false( line_free( grid, w, 4, 4, 5, 4 ) );
			}
			const fw_segment good = fw_segment_arc( ( fw_vec2 ){ 3, 3 }, 0.3, 1.5, 2.0, FW_GEAR_FORWARD );
			assert_true( fw_sweep_segment( grid, DISC( 0.3 ), &good ) );
			for ( int32_t field = 0; field < 5; field++ )
			{
				fw_segment arc = good;
				double* const fields[] = { &arc.center.x, &arc.center.y, &arc.radius, &arc.start, &arc.sweep };
				*fields[field] = w;
				// A start or sweep of many full turns is valid.
				const bool turns = field >= 3 && isfinite( w );
				assert_true( turns || !fw_sweep_segment( grid, DISC( 0.3 ), &arc ) );
				fw_sweep_row rows[8];
				assert_true( fw_sweep_rows( DISC( 0.3 ), &arc, rows, 8 ) >= 0 );
			}
		}
		assert_int_equal( fw_grid_add_layer( grid, FW_CAP_GROUND, NULL ), FW_OK );
	}
	fw_grid_destroy( grid );
}

// Curves and paths are tested by their segments; a path without length still stands somewhere.
static void curves_and_paths_are_their_segments( void** state )
{
	(void)state;
	test_random random = test_random_make( 6 );
	fw_grid* grid = test_random_grid( &random, 30, 30, 0.03 );
	fw_path path;
	fw_path_init( &path, NULL );
	int32_t free = 0;
	for ( int32_t i = 0; i < 4000; i++ )
	{
		const fw_vec2 a_at = test_random_point( &random, 2, 28, 28 );
		const fw_pose a = { a_at.x, a_at.y, test_random_real( &random, -4, 4 ) };
		const fw_vec2 b_at = test_random_point( &random, 2, 28, 28 );
		const fw_pose b = { b_at.x, b_at.y, test_random_real( &random, -4, 4 ) };
		fw_curve curve;
		assert_true( fw_curve_shortest( a, b, 1.5, FW_WORDS_SIX, FW_GEAR_FORWARD, &curve ) );
		fw_segment segments[3];
		const int32_t count = fw_curve_segments( &curve, segments );
		int32_t first = count;
		fw_path_clear( &path, a );
		for ( int32_t s = count - 1; s >= 0; s-- )
		{
			first = fw_sweep_segment( grid, DISC( 0.4 ), &segments[s] ) ? first : s;
		}
		for ( int32_t s = 0; s < count; s++ )
		{
			assert_int_equal( fw_path_append( &path, &segments[s] ), FW_OK );
		}
		assert_int_equal( fw_sweep_curve( grid, DISC( 0.4 ), &curve ), first == count );
		assert_int_equal( fw_sweep_path( grid, DISC( 0.4 ), &path ), first );
		free += first == count;
		const fw_pose here = { a.x, a.y, 1.0 };
		assert_true( fw_curve_shortest( here, here, 1.5, FW_WORDS_SIX, FW_GEAR_FORWARD, &curve ) );
		assert_int_equal( fw_sweep_curve( grid, DISC( 0.4 ), &curve ),
		                  oracle_stands( grid, FW_CAP_GROUND, 0.4, ( fw_vec2 ){ a.x, a.y } ) );
	}
	assert_in_range( free, 100, 3900 );
	fw_path_clear( &path, ( fw_pose ){ 0, 0, 0 } );
	assert_int_equal( fw_sweep_path( grid, DISC( 0.4 ), &path ), 0 );
	fw_path_free( &path );
	fw_grid_destroy( grid );
}

int run_test_sweep( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( hits_are_as_measured ),
	    cmocka_unit_test( a_layer_changes_nothing ),
	    cmocka_unit_test( rows_are_the_touched_tiles ),
	    cmocka_unit_test( lines_level_but_for_rounding ),
	    cmocka_unit_test( rows_come_from_the_top ),
	    cmocka_unit_test( sliding_along_walls_is_free ),
	    cmocka_unit_test( sliding_along_walls_in_a_circle_is_free ),
	    cmocka_unit_test( points_do_not_slip_through_corners ),
	    cmocka_unit_test( outside_is_blocked ),
	    cmocka_unit_test( numbers_out_of_range_are_blocked ),
	    cmocka_unit_test( curves_and_paths_are_their_segments ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
