// SPDX-License-Identifier: MIT
// Which tiles does a disc touch while its center moves along a line or an arc? Exact, row by row.
//
// A row of tiles is a band a <= y <= b. Where the center's path is monotone in y, every horizontal line cuts the swept
// area in one interval (the intervals of the discs change continuously along the path), so the part of the area inside
// the band projects onto one interval of x, and a tile of the row is touched exactly when it overlaps that interval.
// The ends of the interval lie on the discs at both ends or on the two curves at distance r from the path; both have
// closed forms. An arc is cut at its highest and lowest points to be monotone.
#include "sweep/sweep.h"
#include "sweep/rows.h"

#include <math.h>

// A point is swept as a disc of this radius, so that it does not slip between two tiles that meet at a corner.
#define SWEEP_MIN_RADIUS 1e-6
// The sum of three such numbers is a tile index that fits 32 bits; no map reaches so far.
#define SWEEP_FAR 5e8

// A piece of the center's path that is monotone in y: a line (side 0), or an arc on the right (+1) or left (-1) of its
// center.
typedef struct center_piece
{
	fw_vec2 e0, e1; // ends
	fw_vec2 center;
	double radius; // of the arc
	double side;
} center_piece;

// One of the two lines beside a line.
typedef struct offset_line
{
	double x0, y0; // its first end
	double top, bottom;
	double slope; // x by y; by the line's own ends: where they differ by rounding alone, the piece's would lead far off
	bool level;
} offset_line;

static offset_line make_offset_line( const center_piece* piece, double nx, double ny )
{
	const double y0 = piece->e0.y + ny;
	const double y1 = piece->e1.y + ny;
	const bool level = y0 == y1;
	const double slope = level ? 0.0 : ( piece->e1.x - piece->e0.x ) / ( y1 - y0 );
	return ( offset_line ){ piece->e0.x + nx, y0, lesser( y0, y1 ), greater( y0, y1 ), slope, level };
}

FW_INLINE void include_offset_line( interval* span, const offset_line* line, double a, double b )
{
	const double lo = greater( a, line->top );
	const double hi = lesser( b, line->bottom );
	if ( lo <= hi && !line->level )
	{
		include( span, line->x0 + ( lo - line->y0 ) * line->slope );
		include( span, line->x0 + ( hi - line->y0 ) * line->slope );
	}
}

// The arc at distance rho from the center (negative: on the far side) over the same angles.
FW_INLINE void include_offset_arc( interval* span, const center_piece* piece, double rho, double a, double b )
{
	const double scale = rho / piece->radius;
	const double y0 = ( piece->e0.y - piece->center.y ) * scale;
	const double y1 = ( piece->e1.y - piece->center.y ) * scale;
	const double lo = greater( a - piece->center.y, lesser( y0, y1 ) );
	const double hi = lesser( b - piece->center.y, greater( y0, y1 ) );
	if ( lo <= hi )
	{
		const double sign = rho < 0.0 ? -piece->side : piece->side;
		include( span, piece->center.x + sign * sqrt( greater( 0.0, rho * rho - lo * lo ) ) );
		include( span, piece->center.x + sign * sqrt( greater( 0.0, rho * rho - hi * hi ) ) );
		if ( lo < 0.0 && hi > 0.0 )
		{
			include( span, piece->center.x + sign * fabs( rho ) );
		}
	}
}

// Gives each touched run of tiles to `take` until it returns false. True when all were taken.
FW_INLINE bool sweep_monotone( const center_piece* piece, double r, const fw_row_choice* among, fw_take_row* take,
                               void* context )
{
	const double top = lesser( piece->e0.y, piece->e1.y ) - r;
	const double bottom = greater( piece->e0.y, piece->e1.y ) + r;
	double nx = 0.0;
	double ny = 0.0;
	if ( piece->side == 0.0 )
	{
		const double length = fw_length( piece->e1.x - piece->e0.x, piece->e1.y - piece->e0.y );
		if ( length > 0.0 )
		{
			nx = -( piece->e1.y - piece->e0.y ) / length * r;
			ny = ( piece->e1.x - piece->e0.x ) / length * r;
		}
	}
	const offset_line one = make_offset_line( piece, nx, ny );
	const offset_line other = make_offset_line( piece, -nx, -ny );
	const int32_t last = ceil_to_int( bottom ) - 1;
	for ( int32_t y = floor_to_int( top ); y <= last; y++ )
	{
		if ( among != NULL && ( among->rows >> ( y - among->y ) & 1 ) == 0 )
		{
			continue;
		}
		const double a = (double)y;
		const double b = a + 1.0;
		interval span = { INFINITY, -INFINITY };
		include_disc( &span, piece->e0, r, a, b );
		include_disc( &span, piece->e1, r, a, b );
		if ( piece->side == 0.0 )
		{
			include_offset_line( &span, &one, a, b );
			include_offset_line( &span, &other, a, b );
		}
		else
		{
			include_offset_arc( &span, piece, piece->radius + r, a, b );
			include_offset_arc( &span, piece, piece->radius - r, a, b );
		}
		if ( span.x0 < span.x1 )
		{
			const fw_sweep_row row = { y, floor_to_int( span.x0 ), ceil_to_int( span.x1 ) - 1 };
			if ( row.x0 <= row.x1 && !take( context, row ) )
			{
				return false;
			}
		}
	}
	return true;
}

static bool is_near( fw_vec2 p )
{
	return fabs( p.x ) < SWEEP_FAR && fabs( p.y ) < SWEEP_FAR;
}

// False for numbers that are not finite as well; fmax() and fmin() would let NaN through.
static bool is_in_range( double radius, const fw_segment* segment )
{
	const bool ends = is_near( segment->from ) && is_near( segment->to ) && radius < SWEEP_FAR;
	return ends && ( segment->kind == FW_SEGMENT_LINE ||
	                 ( is_near( segment->center ) && segment->radius > 0.0 && segment->radius < SWEEP_FAR &&
	                   isfinite( segment->start ) && isfinite( segment->sweep ) ) );
}

// Cuts an arc into pieces that are monotone in y; at most five.
static int32_t split_arc( const fw_segment* arc, center_piece pieces[5] )
{
	const bool forward = arc->sweep >= 0.0;
	const double begin = fw_angle_positive( forward ? arc->start : arc->start + arc->sweep );
	const double end = begin + fmin( fabs( arc->sweep ), FW_TAU );
	fw_vec2 from = forward ? arc->from : arc->to;
	const fw_vec2 to = forward ? arc->to : arc->from;
	// Left of the center where the angle is between 90 and 270 degrees.
	int32_t count = 0;
	double cut = begin < FW_PI / 2 ? FW_PI / 2 : begin < 3 * FW_PI / 2 ? 3 * FW_PI / 2 : 5 * FW_PI / 2;
	bool left = begin >= FW_PI / 2 && begin < 3 * FW_PI / 2;
	bool low = !left; // the next cut is the arc's lowest point on the screen (largest y)
	while ( cut < end && count < 4 )
	{
		const fw_vec2 at = { arc->center.x, arc->center.y + ( low ? arc->radius : -arc->radius ) };
		pieces[count++] = ( center_piece ){ from, at, arc->center, arc->radius, left ? -1.0 : 1.0 };
		from = at;
		left = !left;
		low = !low;
		cut += FW_PI;
	}
	pieces[count++] = ( center_piece ){ from, to, arc->center, arc->radius, left ? -1.0 : 1.0 };
	return count;
}

FW_INLINE bool sweep_segment( double radius, const fw_segment* segment, const fw_row_choice* among, fw_take_row* take,
                              void* context )
{
	const double r = fmax( radius, SWEEP_MIN_RADIUS ) - SWEEP_SLACK;
	if ( !is_in_range( radius, segment ) )
	{
		return false;
	}
	if ( segment->kind == FW_SEGMENT_LINE )
	{
		const center_piece piece = { segment->from, segment->to, { 0.0, 0.0 }, 0.0, 0.0 };
		return sweep_monotone( &piece, r, among, take, context );
	}
	center_piece pieces[5];
	const int32_t count = split_arc( segment, pieces );
	for ( int32_t i = 0; i < count; i++ )
	{
		if ( !sweep_monotone( &pieces[i], r, among, take, context ) )
		{
			return false;
		}
	}
	return true;
}

static bool row_is_free( void* context, fw_sweep_row row )
{
	return fw_layer_run_free( context, row.y, row.x0, row.x1 );
}

bool fw_sweep_disc_rows( double radius, const fw_segment* segment, const fw_row_choice* among, fw_take_row* take,
                         void* context )
{
	return sweep_segment( radius, segment, among, take, context );
}

bool fw_layer_sweep( const fw_layer* layer, double radius, const fw_segment* segment )
{
	// The callback only reads; its context is untyped for the sake of the others.
	return sweep_segment( radius, segment, NULL, row_is_free, (void*)(uintptr_t)layer );
}

typedef struct tile_test
{
	const fw_grid* grid;
	uint32_t capabilities;
} tile_test;

static bool row_is_passable( void* context, fw_sweep_row row )
{
	const tile_test* test = context;
	// Outside of the map nothing is free, and a long row there need not be read.
	if ( row.x0 < 0 || row.x1 >= fw_grid_width( test->grid ) )
	{
		return false;
	}
	for ( int32_t x = row.x0; x <= row.x1; x++ )
	{
		if ( !fw_grid_passable( test->grid, x, row.y, test->capabilities ) )
		{
			return false;
		}
	}
	return true;
}

bool fw_sweep_disc( const fw_grid* grid, uint32_t capabilities, double radius, const fw_segment* segment )
{
	const fw_layer* layer = fw_grid_layer( grid, capabilities );
	if ( layer != NULL )
	{
		return fw_layer_sweep( layer, radius, segment );
	}
	tile_test test = { grid, capabilities };
	return sweep_segment( radius, segment, NULL, row_is_passable, &test );
}

// The tiles that a unit may be on: those of a layer, or where that is null, of the grid itself.
typedef struct ground
{
	const fw_layer* layer;
	tile_test tiles;
} ground;

static ground ground_of( const fw_grid* grid, uint32_t capabilities )
{
	return ( ground ){ fw_grid_layer( grid, capabilities ), { grid, capabilities } };
}

static bool row_is_ground( void* context, fw_sweep_row row )
{
	ground* on = context;
	return on->layer != NULL ? fw_layer_run_free( on->layer, row.y, row.x0, row.x1 )
	                         : row_is_passable( &on->tiles, row );
}

static bool sweep_unit( ground* on, const fw_unit* unit, const fw_segment* segment, bool goes_on )
{
	if ( unit->outline.count > 0 )
	{
		return is_in_range( fw_unit_outer_radius( unit ), segment ) &&
		       fw_sweep_outline_rows( unit, segment, on->layer, goes_on, row_is_ground, on );
	}
	return on->layer != NULL ? fw_layer_sweep( on->layer, unit->radius, segment )
	                         : sweep_segment( unit->radius, segment, NULL, row_is_passable, &on->tiles );
}

static bool stands( ground* on, const fw_unit* unit, fw_pose pose )
{
	const fw_vec2 at = fw_pose_point( pose );
	const fw_segment spot = fw_segment_line( at, at, FW_GEAR_FORWARD );
	if ( unit->outline.count == 0 )
	{
		return sweep_unit( on, unit, &spot, false );
	}
	return is_in_range( fw_unit_outer_radius( unit ), &spot ) &&
	       fw_sweep_outline_at( unit, pose, on->layer, row_is_ground, on );
}

// A curve of no length still stands somewhere.
static bool sweep_curve( ground* on, const fw_unit* unit, const fw_curve* curve )
{
	fw_segment segments[3];
	const int32_t count = fw_curve_segments( curve, segments );
	bool is_free = count > 0 ? on->layer == NULL || !fw_layer_glance_hits( on->layer, unit, segments, count )
	                         : stands( on, unit, curve->start );
	for ( int32_t i = 0; i < count && is_free; i++ )
	{
		is_free = sweep_unit( on, unit, &segments[i], i > 0 );
	}
	return is_free;
}

bool fw_layer_sweep_curve( const fw_layer* layer, const fw_unit* unit, const fw_curve* curve )
{
	ground on = { .layer = layer };
	return sweep_curve( &on, unit, curve );
}

bool fw_layer_stands( const fw_layer* layer, const fw_unit* unit, fw_pose pose )
{
	ground on = { .layer = layer };
	return stands( &on, unit, pose );
}

bool fw_sweep_segment( const fw_grid* grid, const fw_unit* unit, const fw_segment* segment )
{
	ground on = ground_of( grid, unit->capabilities );
	return sweep_unit( &on, unit, segment, false );
}

bool fw_sweep_pose( const fw_grid* grid, const fw_unit* unit, fw_pose pose )
{
	ground on = ground_of( grid, unit->capabilities );
	return stands( &on, unit, pose );
}

bool fw_sweep_curve( const fw_grid* grid, const fw_unit* unit, const fw_curve* curve )
{
	ground on = ground_of( grid, unit->capabilities );
	return sweep_curve( &on, unit, curve );
}

int32_t fw_sweep_path( const fw_grid* grid, const fw_unit* unit, const fw_path* path )
{
	int32_t i = 0;
	while ( i < path->count && fw_sweep_segment( grid, unit, &path->segments[i] ) )
	{
		i++;
	}
	return i;
}

typedef struct row_list
{
	fw_sweep_row* rows;
	int32_t capacity, count;
} row_list;

static bool list_row( void* context, fw_sweep_row row )
{
	row_list* list = context;
	if ( list->count < list->capacity )
	{
		list->rows[list->count] = row;
	}
	list->count++;
	return true;
}

int32_t fw_sweep_rows( const fw_unit* unit, const fw_segment* segment, fw_sweep_row* rows, int32_t capacity )
{
	row_list list = { rows, rows != NULL ? capacity : 0, 0 };
	if ( unit->outline.count == 0 )
	{
		sweep_segment( unit->radius, segment, NULL, list_row, &list );
	}
	else if ( is_in_range( fw_unit_outer_radius( unit ), segment ) )
	{
		fw_sweep_outline_rows( unit, segment, NULL, false, list_row, &list );
	}
	return list.count;
}

// A square's sides stay along rows and columns, so in each row of tiles it covers the columns between where it is when
// it enters the row and when it leaves it.
static bool sweep_square( const fw_layer* layer, int32_t size, const fw_segment* line )
{
	const double side = size - 2.0 * SWEEP_SLACK;
	const double left = line->from.x - 0.5 + SWEEP_SLACK;
	const double top = line->from.y - 0.5 + SWEEP_SLACK;
	const double dx = line->to.x - line->from.x;
	const double dy = line->to.y - line->from.y;
	const double highest = fmin( top, top + dy );
	const double lowest = fmax( top, top + dy ) + side;
	// Also false for what is no number, and for places that integers cannot count.
	if ( !( fmin( left, left + dx ) > 0.0 && fmax( left, left + dx ) + side < layer->width && highest > 0.0 &&
	        lowest < layer->height ) )
	{
		return false;
	}
	const int32_t last = (int32_t)ceil( lowest ) - 1;
	for ( int32_t y = (int32_t)floor( highest ); y <= last; y++ )
	{
		double enter = 0.0;
		double leave = 1.0;
		if ( dy != 0.0 )
		{
			const double a = ( y - side - top ) / dy;
			const double b = ( y + 1.0 - top ) / dy;
			enter = fmin( fmax( 0.0, fmin( a, b ) ), 1.0 );
			leave = fmin( fmax( enter, fmax( a, b ) ), 1.0 );
		}
		const double x0 = left + dx * ( dx > 0.0 ? enter : leave );
		const double x1 = left + dx * ( dx > 0.0 ? leave : enter ) + side;
		if ( !fw_layer_run_free( layer, y, (int32_t)floor( x0 ), (int32_t)ceil( x1 ) - 1 ) )
		{
			return false;
		}
	}
	return true;
}

bool fw_layer_sweep_unit( const fw_layer* layer, const fw_unit* unit, const fw_segment* segment )
{
	ground on = { .layer = layer };
	return unit->size > 0 ? sweep_square( layer, unit->size, segment ) : sweep_unit( &on, unit, segment, false );
}

bool fw_layer_sweep_part( const fw_layer* layer, const fw_unit* unit, const fw_segment* segments, int32_t which )
{
	ground on = { .layer = layer };
	return sweep_unit( &on, unit, &segments[which], which > 0 );
}
