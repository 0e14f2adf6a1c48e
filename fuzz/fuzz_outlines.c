// SPDX-License-Identifier: MIT
// Outlines of any corners on segments of any kind: a unit is refused or swept; the rows have all tiles that samples of
// its corners and edges lie in, and none that the unit cannot reach; blocking a swept tile stops the drive, and
// blocking another one does not.
#include "fairway/fairway.h"
#include "fuzz_check.h"
#include "fuzz_input.h"

#include <math.h>

#define SIDE 64
#define ROWS_MAX 4096
#define INSET 1e-5
#define DEEP 1e-6 // sweeps leave out what overlaps by 1e-7

static double span( input* in, double most )
{
	return most * ( 2.0 * take( in, 1u << 24 ) / (double)( 1u << 24 ) - 1.0 );
}

// Often on the border between two cases.
static double number( input* in, double most )
{
	switch ( take( in, 4 ) )
	{
	case 0:
		return 0.25 * ( (double)take( in, 65 ) - 32.0 );
	case 1:
		return take( in, 2 ) == 0 ? NAN : 1e300;
	case 2:
		return span( in, 1e-6 );
	default:
		return span( in, most );
	}
}

static fw_outline outline_of( input* in )
{
	fw_outline outline = { 0 };
	const double length = 0.1 + fabs( span( in, 8.0 ) );
	const double width = take( in, 4 ) == 0 ? 0.0 : fabs( span( in, 4.0 ) );
	switch ( take( in, 4 ) )
	{
	case 0:
		outline.count = (int32_t)take( in, FW_OUTLINE_MAX + 2 );
		for ( int32_t i = 0; i < outline.count && i < FW_OUTLINE_MAX; i++ )
		{
			outline.corners[i].x = number( in, 6.0 );
			outline.corners[i].y = number( in, 6.0 );
		}
		return outline;
	case 1:
		return fw_outline_ship( length, width, 0.5 * length );
	case 2:
		outline.count = 3 + (int32_t)take( in, FW_OUTLINE_MAX - 2 );
		for ( int32_t i = 0; i < outline.count; i++ )
		{
			const double angle = FW_TAU * ( i + take( in, 200 ) / 256.0 ) / outline.count;
			outline.corners[i] = ( fw_vec2 ){ length * fw_cos( angle ), ( 0.1 + width ) * fw_sin( angle ) };
		}
		return outline;
	default:
		return fw_outline_rectangle( length, width, take( in, 5 ) / 4.0 * length );
	}
}

static fw_segment segment_of( input* in )
{
	fw_vec2 from = { 32.0 + span( in, 8.0 ), 32.0 + span( in, 8.0 ) };
	if ( take( in, 2 ) == 0 )
	{
		from = ( fw_vec2 ){ 0.5 * floor( 2.0 * from.x ), 0.5 * floor( 2.0 * from.y ) };
	}
	const fw_gear gear = take( in, 2 ) == 0 ? FW_GEAR_FORWARD : FW_GEAR_REVERSE;
	const double heading = take( in, 2 ) == 0 ? take( in, 16 ) * FW_PI / 8.0 : span( in, 7.0 );
	if ( take( in, 3 ) == 0 )
	{
		const double length = fabs( span( in, 8.0 ) );
		const fw_vec2 to = { from.x + length * fw_cos( heading ), from.y + length * fw_sin( heading ) };
		return fw_segment_line( from, to, gear );
	}
	const double sweep = take( in, 2 ) == 0 ? ( (double)take( in, 17 ) - 8.0 ) * FW_PI / 4.0 : span( in, FW_TAU );
	return fw_segment_arc( from, heading, 0.01 + fabs( span( in, 6.0 ) ), sweep, gear );
}

static bool has_tile( const fw_sweep_row* rows, int32_t count, fw_vec2 p )
{
	for ( int32_t i = 0; i < count; i++ )
	{
		if ( (double)rows[i].y == floor( p.y ) && (double)rows[i].x0 <= floor( p.x ) && floor( p.x ) <= rows[i].x1 )
		{
			return true;
		}
	}
	return false;
}

// How far a point inside of the outline is from its edges.
static double depth_of( const fw_outline* outline, double x, double y )
{
	double depth = INFINITY;
	for ( int32_t i = 0; i < outline->count; i++ )
	{
		const fw_vec2 a = outline->corners[i];
		const fw_vec2 b = outline->corners[( i + 1 ) % outline->count];
		const double side = ( b.x - a.x ) * ( y - a.y ) - ( b.y - a.y ) * ( x - a.x );
		depth = fmin( depth, fabs( side ) / fw_length( b.x - a.x, b.y - a.y ) );
	}
	return depth;
}

// Points of the outline's edges, drawn in a little towards the middle of it, are in the rows.
static void check_samples( const fw_unit* unit, const fw_segment* s, const fw_sweep_row* rows, int32_t count )
{
	const int32_t corners = unit->outline.count;
	fw_vec2 middle = { 0.0, 0.0 };
	for ( int32_t i = 0; i < corners; i++ )
	{
		middle.x += unit->outline.corners[i].x / corners;
		middle.y += unit->outline.corners[i].y / corners;
	}
	for ( int32_t part = 0; part <= 24; part++ )
	{
		const fw_pose at = fw_segment_pose_at( s, s->length * part / 24.0 );
		double sine, cosine;
		fw_sincos( at.heading, &sine, &cosine );
		for ( int32_t i = 0; i < 4 * corners; i++ )
		{
			const fw_vec2 a = unit->outline.corners[i / 4];
			const fw_vec2 b = unit->outline.corners[( i / 4 + 1 ) % corners];
			const double x = a.x + 0.25 * ( i % 4 ) * ( b.x - a.x );
			const double y = a.y + 0.25 * ( i % 4 ) * ( b.y - a.y );
			const double far = fmax( fw_length( middle.x - x, middle.y - y ), INSET );
			const double px = x + INSET / far * ( middle.x - x );
			const double py = y + INSET / far * ( middle.y - y );
			const fw_vec2 p = { at.x + px * cosine - py * sine, at.y + px * sine + py * cosine };
			const bool deep = unit->radius + depth_of( &unit->outline, px, py ) > DEEP;
			CHECK( !deep || has_tile( rows, count, p ) );
		}
	}
}

// The tile blocked, does the unit still drive? As its rows say.
static void check_tile( const fw_unit* unit, const fw_segment* s, int32_t x, int32_t y, bool swept )
{
	fw_grid_def def = fw_default_grid_def();
	def.width = SIDE;
	def.height = SIDE;
	fw_grid* grid = NULL;
	CHECK( fw_grid_create( &def, &grid, NULL ) == FW_OK );
	CHECK( fw_sweep_segment( grid, unit, s ) );
	CHECK( fw_grid_fill( grid, ( fw_rect ){ x, y, 1, 1 }, FW_TERRAIN_OUT, NULL ) == FW_OK );
	CHECK( fw_sweep_segment( grid, unit, s ) == !swept );
	fw_grid_destroy( grid );
}

int LLVMFuzzerTestOneInput( const uint8_t* data, size_t size )
{
	static fw_sweep_row rows[ROWS_MAX];
	input in = { data, size };
	fw_unit unit = fw_default_unit();
	unit.turning_radius = 1.0;
	unit.outline = outline_of( &in );
	unit.radius = take( &in, 2 ) == 0 ? 0.0 : fabs( number( &in, 2.0 ) );
	const fw_segment s = segment_of( &in );
	const int32_t count = fw_sweep_rows( &unit, &s, rows, ROWS_MAX );
	if ( fw_unit_check( &unit, NULL ) != FW_OK || unit.outline.count == 0 || s.length == 0.0 )
	{
		return 0; // no crash is all that is asked for; a line without length has no heading
	}
	CHECK( count >= 1 && count <= ROWS_MAX );
	CHECK( fw_sweep_rows( &unit, &s, NULL, 0 ) == count );
	check_samples( &unit, &s, rows, count );
	const double reach = fw_unit_outer_radius( &unit );
	if ( reach > 10.0 )
	{
		return 0; // it may leave the map
	}
	for ( int32_t i = 0; i < count; i++ )
	{
		CHECK( rows[i].x0 <= rows[i].x1 && rows[i].x0 >= 0 && rows[i].x1 < SIDE );
	}
	const fw_sweep_row* row = &rows[take( &in, (uint32_t)count )];
	const int32_t x = row->x0 + (int32_t)take( &in, (uint32_t)( row->x1 - row->x0 + 1 ) );
	check_tile( &unit, &s, x, row->y, true );
	const int32_t beside_x = row->x0 > 0 ? row->x0 - 1 : 0;
	const fw_vec2 beside = { beside_x + 0.5, row->y + 0.5 };
	check_tile( &unit, &s, beside_x, row->y, has_tile( rows, count, beside ) );
	return 0;
}
