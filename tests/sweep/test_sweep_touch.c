// SPDX-License-Identifier: MIT
// Where does a drive begin to touch a tile? For outlines and discs that only just touch: the radius at which the sweep
// changes its mind is the distance of the bare outline from the tile, found by samples and nested intervals.
#include "fairway/sweep.h"
#include "support.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define SIDE 16
#define PARTS 600      // samples along a drive
#define SLACK 2e-6     // between the two answers: the sweep's is 1e-6
#define RADIUS_MAX 4.0 // of the rounded outline

static double from_edge( fw_vec2 a, fw_vec2 b, fw_vec2 p )
{
	const double dx = b.x - a.x;
	const double dy = b.y - a.y;
	const double square = dx * dx + dy * dy;
	const double on = square > 0.0 ? ( ( p.x - a.x ) * dx + ( p.y - a.y ) * dy ) / square : 0.0;
	const double part = fmin( fmax( on, 0.0 ), 1.0 );
	return hypot( p.x - a.x - part * dx, p.y - a.y - part * dy );
}

static bool covers( const fw_vec2* corners, int32_t count, fw_vec2 p )
{
	int32_t left = 0;
	int32_t right = 0;
	for ( int32_t i = 0; i < count; i++ )
	{
		const fw_vec2 a = corners[i];
		const fw_vec2 b = corners[( i + 1 ) % count];
		const double side = ( b.x - a.x ) * ( p.y - a.y ) - ( b.y - a.y ) * ( p.x - a.x );
		left += side < 0.0;
		right += side > 0.0;
	}
	return count > 2 && ( left == 0 || right == 0 );
}

static bool cross( fw_vec2 a, fw_vec2 b, fw_vec2 p, fw_vec2 q )
{
	const double p_side = ( b.x - a.x ) * ( p.y - a.y ) - ( b.y - a.y ) * ( p.x - a.x );
	const double q_side = ( b.x - a.x ) * ( q.y - a.y ) - ( b.y - a.y ) * ( q.x - a.x );
	const double a_side = ( q.x - p.x ) * ( a.y - p.y ) - ( q.y - p.y ) * ( a.x - p.x );
	const double b_side = ( q.x - p.x ) * ( b.y - p.y ) - ( q.y - p.y ) * ( b.x - p.x );
	return p_side * q_side < 0.0 && a_side * b_side < 0.0;
}

// The distance of two convex shapes, 0 if they overlap.
static double between( const fw_vec2* a, int32_t a_count, const fw_vec2* b, int32_t b_count )
{
	double nearest = covers( a, a_count, b[0] ) || covers( b, b_count, a[0] ) ? 0.0 : INFINITY;
	for ( int32_t i = 0; i < a_count; i++ )
	{
		const fw_vec2 i_next = a[( i + 1 ) % a_count];
		for ( int32_t k = 0; k < b_count; k++ )
		{
			const fw_vec2 k_next = b[( k + 1 ) % b_count];
			nearest = fmin( nearest, from_edge( a[i], i_next, b[k] ) );
			nearest = fmin( nearest, from_edge( b[k], k_next, a[i] ) );
			nearest = cross( a[i], i_next, b[k], k_next ) ? 0.0 : nearest;
		}
	}
	return nearest;
}

typedef struct drive
{
	fw_unit unit;
	fw_segment segment;
	fw_vec2 tile[4];
} drive;

// At a part of the way, 0 to 1. The pose is this test's own.
static double distance_at( const drive* d, double part )
{
	const fw_segment* s = &d->segment;
	fw_vec2 at;
	double heading;
	if ( s->kind == FW_SEGMENT_LINE )
	{
		at = ( fw_vec2 ){ s->from.x + part * ( s->to.x - s->from.x ), s->from.y + part * ( s->to.y - s->from.y ) };
		heading = atan2( s->to.y - s->from.y, s->to.x - s->from.x );
	}
	else
	{
		const double angle = s->start + part * s->sweep;
		at = ( fw_vec2 ){ s->center.x + s->radius * cos( angle ), s->center.y + s->radius * sin( angle ) };
		heading = angle + ( s->sweep > 0.0 ? 0.5 : -0.5 ) * FW_PI;
	}
	heading += s->gear == FW_GEAR_REVERSE ? FW_PI : 0.0;
	fw_vec2 corners[FW_OUTLINE_MAX] = { at };
	for ( int32_t i = 0; i < d->unit.outline.count; i++ )
	{
		const fw_vec2 c = d->unit.outline.corners[i];
		corners[i] = ( fw_vec2 ){ at.x + c.x * cos( heading ) - c.y * sin( heading ),
		                          at.y + c.x * sin( heading ) + c.y * cos( heading ) };
	}
	return between( corners, d->unit.outline.count > 0 ? d->unit.outline.count : 1, d->tile, 4 );
}

// The least distance between two parts of the way that has one low point, by thirds.
static double lowest_between( const drive* d, double a, double b )
{
	while ( b - a > 1e-7 )
	{
		const double p = a + ( b - a ) / 3.0;
		const double q = b - ( b - a ) / 3.0;
		if ( distance_at( d, p ) < distance_at( d, q ) )
		{
			b = q;
		}
		else
		{
			a = p;
		}
	}
	return fmin( distance_at( d, a ), distance_at( d, b ) );
}

static double least_distance( const drive* d )
{
	double at[PARTS + 1];
	double least = INFINITY;
	for ( int32_t i = 0; i <= PARTS; i++ )
	{
		at[i] = distance_at( d, (double)i / PARTS );
		least = fmin( least, at[i] );
	}
	// A point of the unit moves by less than this between two samples.
	const double swing = d->segment.kind == FW_SEGMENT_ARC ? 1.0 + 4.0 / d->segment.radius : 1.0;
	const double step = d->segment.length * swing / PARTS;
	const double candidate = least + step;
	for ( int32_t i = 0; i <= PARTS && least > 0.0; i++ )
	{
		const double before = i > 0 ? at[i - 1] : INFINITY;
		const double after = i < PARTS ? at[i + 1] : INFINITY;
		if ( at[i] <= candidate && at[i] <= before && at[i] <= after )
		{
			const double first = fmax( i - 1.0, 0.0 ) / PARTS;
			const double last = fmin( i + 1.0, PARTS ) / PARTS;
			least = fmin( least, lowest_between( d, first, (double)i / PARTS ) );
			least = fmin( least, lowest_between( d, (double)i / PARTS, last ) );
		}
	}
	return least;
}

static fw_outline random_outline( test_random* random )
{
	const double length = test_random_real( random, 0.2, 5.0 );
	const double width = test_random_real( random, 0.1, 2.0 );
	const double rear = test_random_real( random, 0.0, 1.0 ) * length;
	fw_outline outline = { 0 };
	switch ( test_random_int( random, 5 ) )
	{
	case 0:
		return outline;
	case 1:
		return fw_outline_rectangle( length, 0.0, rear );
	case 2:
		return fw_outline_rectangle( length, width, rear );
	case 3:
		return fw_outline_ship( length, width, 0.4 * length );
	default:
		outline.count = 3 + test_random_int( random, FW_OUTLINE_MAX - 2 );
		for ( int32_t i = 0; i < outline.count; i++ )
		{
			const double angle = FW_TAU * ( i + test_random_real( random, 0.0, 0.8 ) ) / outline.count;
			outline.corners[i] = ( fw_vec2 ){ 0.5 * length * cos( angle ), 0.5 * width * sin( angle ) };
		}
		return outline;
	}
}

// Ends and headings often lie on tile borders and on the headings of the lattices, where the exact cases are.
static drive random_drive( test_random* random )
{
	drive d = { .unit = fw_default_unit() };
	d.unit.capabilities = FW_CAP_GROUND;
	d.unit.turning_radius = 1.0;
	do
	{
		d.unit.outline = random_outline( random );
		d.unit.radius = RADIUS_MAX;
	} while ( fw_unit_check( &d.unit, NULL ) != FW_OK );
	fw_vec2 from = test_random_point( random, 4.0, SIDE - 4.0, SIDE - 4.0 );
	if ( test_random_chance( random, 0.3 ) )
	{
		from = ( fw_vec2 ){ 0.5 * floor( 2.0 * from.x ), 0.5 * floor( 2.0 * from.y ) };
	}
	const double heading = test_random_chance( random, 0.4 ) ? fw_radians( 22.5 * test_random_int( random, 16 ) )
	                                                         : test_random_real( random, -FW_PI, FW_PI );
	const fw_gear gear = test_random_chance( random, 0.5 ) ? FW_GEAR_FORWARD : FW_GEAR_REVERSE;
	const double length = test_random_real( random, 0.05, 6.0 );
	if ( test_random_chance( random, 0.3 ) )
	{
		const fw_vec2 to = { from.x + length * fw_cos( heading ), from.y + length * fw_sin( heading ) };
		d.segment = fw_segment_line( from, to, gear );
		return d;
	}
	const double radius = test_random_chance( random, 0.3 ) ? 0.5 + 0.5 * test_random_int( random, 8 )
	                                                        : test_random_real( random, 0.2, 8.0 );
	double sweep = fmin( FW_TAU, length / radius );
	sweep = test_random_chance( random, 0.3 )
	            ? fmin( fw_radians( 45.0 * ( 1 + test_random_int( random, 8 ) ) ), FW_TAU )
	            : sweep;
	d.segment = fw_segment_arc( from, heading, radius, test_random_chance( random, 0.5 ) ? sweep : -sweep, gear );
	return d;
}

static bool is_free( const fw_grid* grid, const drive* d, double radius )
{
	fw_unit unit = d->unit;
	unit.radius = radius;
	return fw_sweep_segment( grid, &unit, &d->segment );
}

// The radius at which the sweep first touches the tile; 0 if it does without any.
static double touching_radius( const fw_grid* grid, const drive* d, int64_t* sweeps )
{
	double free = 0.0;
	double hit = RADIUS_MAX;
	while ( hit - free > 1e-8 )
	{
		const double middle = 0.5 * ( free + hit );
		( *sweeps )++;
		if ( is_free( grid, d, middle ) )
		{
			free = middle;
		}
		else
		{
			hit = middle;
		}
	}
	return free;
}

static void sweeps_begin_to_touch_at_the_distance( void** state )
{
	(void)state;
	test_random random = test_random_make( 77 );
	int64_t sweeps = 0;
	int32_t judged = 0;
	const int32_t rounds = test_rounds( 20000 );
	for ( int32_t round = 0; round < rounds; round++ )
	{
		drive d = random_drive( &random );
		const int32_t x = test_random_int( &random, SIDE );
		const int32_t y = test_random_int( &random, SIDE );
		const fw_vec2 tile[4] = { { x, y }, { x + 1.0, y }, { x + 1.0, y + 1.0 }, { x, y + 1.0 } };
		memcpy( d.tile, tile, sizeof( tile ) );
		const double distance = least_distance( &d );
		// Beyond the border everything is blocked, and must not be nearer than the tile.
		fw_grid* grid = test_field( 5 * SIDE, 5 * SIDE );
		test_block( grid, x + 2 * SIDE, y + 2 * SIDE );
		d.segment.from.x += 2.0 * SIDE;
		d.segment.from.y += 2.0 * SIDE;
		d.segment.to.x += 2.0 * SIDE;
		d.segment.to.y += 2.0 * SIDE;
		d.segment.center.x += 2.0 * SIDE;
		d.segment.center.y += 2.0 * SIDE;
		if ( distance > SLACK && distance < RADIUS_MAX - SLACK )
		{
			const double radius = touching_radius( grid, &d, &sweeps );
			judged++;
			if ( fabs( radius - distance ) > SLACK )
			{
				fail_msg( "round %d: touches from radius %.9f, the distance is %.9f; %s, gear %d", (int)round, radius,
				          distance, d.segment.kind == FW_SEGMENT_LINE ? "line" : "arc", (int)d.segment.gear );
			}
		}
		else
		{
			sweeps++;
			assert_true( is_free( grid, &d, 1e-3 ) == ( distance > 1e-3 ) );
		}
		fw_grid_destroy( grid );
	}
	print_message( "%lld sweeps, %d of %d drives\n", (long long)sweeps, (int)judged, (int)rounds );
	assert_true( judged > rounds / 4 );
}

int run_test_sweep_touch( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( sweeps_begin_to_touch_at_the_distance ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
