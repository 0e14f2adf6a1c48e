// SPDX-License-Identifier: MIT
// Lines of sight by clipping the line against each tile's inside, in fractions of integers. Source: Y. Liang, B.
// Barsky, "A New Concept and Method for Line Clipping" (1984).
#include "support_sight.h"

#include <math.h>

// above / below, below > 0
typedef struct fraction
{
	int64_t above, below;
} fraction;

static bool is_less( fraction a, fraction b )
{
	return a.above * b.below < b.above * a.below;
}

static int32_t least( int32_t a, int32_t b )
{
	return a < b ? a : b;
}

static int32_t most( int32_t a, int32_t b )
{
	return a > b ? a : b;
}

static int64_t floored( int64_t above, int64_t below )
{
	return above / below - ( above % below < 0 ? 1 : 0 );
}

static bool is_blocked( const sight_rules* rules, int32_t x, int32_t y )
{
	return !fw_grid_passable( rules->grid, x, y, rules->capabilities );
}

// The part of the line, from 0 to 1, that lies between two borders of an axis; the borders do not belong to it.
static bool clip( int64_t from, int64_t delta, int64_t low, int64_t high, fraction* enters, fraction* leaves )
{
	if ( delta == 0 )
	{
		return low < from && from < high;
	}
	const fraction at_low = { delta > 0 ? low - from : from - low, delta > 0 ? delta : -delta };
	const fraction at_high = { delta > 0 ? high - from : from - high, at_low.below };
	const fraction first = delta > 0 ? at_low : at_high;
	const fraction last = delta > 0 ? at_high : at_low;
	*enters = is_less( *enters, first ) ? first : *enters;
	*leaves = is_less( last, *leaves ) ? last : *leaves;
	return true;
}

bool sight_enters( sight_point a, sight_point b, int32_t tile_x, int32_t tile_y )
{
	fraction enters = { 0, 1 };
	fraction leaves = { 1, 1 };
	return clip( a.x, (int64_t)b.x - a.x, 2 * tile_x, 2 * tile_x + 2, &enters, &leaves ) &&
	       clip( a.y, (int64_t)b.y - a.y, 2 * tile_y, 2 * tile_y + 2, &enters, &leaves ) && is_less( enters, leaves );
}

bool sight_is_double( const sight_rules* rules, sight_point p )
{
	if ( p.x % 2 != 0 || p.y % 2 != 0 )
	{
		return false;
	}
	const bool nw = is_blocked( rules, p.x / 2 - 1, p.y / 2 - 1 );
	const bool ne = is_blocked( rules, p.x / 2, p.y / 2 - 1 );
	const bool sw = is_blocked( rules, p.x / 2 - 1, p.y / 2 );
	const bool se = is_blocked( rules, p.x / 2, p.y / 2 );
	return ( nw && se && !ne && !sw ) || ( ne && sw && !nw && !se );
}

bool sight_touches_free( const sight_rules* rules, sight_point p )
{
	for ( int32_t y = p.y / 2 - 1; y <= p.y / 2; y++ )
	{
		for ( int32_t x = p.x / 2 - 1; x <= p.x / 2; x++ )
		{
			const bool touches = 2 * x <= p.x && p.x <= 2 * x + 2 && 2 * y <= p.y && p.y <= 2 * y + 2;
			if ( touches && !is_blocked( rules, x, y ) )
			{
				return true;
			}
		}
	}
	return false;
}

// Tiles of one row whose inside contains points of the line. Only the columns of the line in this row are tested, with
// one more on each side.
static bool row_is_clear( const sight_rules* rules, sight_point a, sight_point b, int32_t row )
{
	int64_t left = least( a.x, b.x );
	int64_t right = most( a.x, b.x );
	const int64_t dx = (int64_t)b.x - a.x;
	const int64_t dy = (int64_t)b.y - a.y;
	if ( dy != 0 )
	{
		const int64_t sign = dy > 0 ? 1 : -1;
		const int64_t top = most( 2 * row, least( a.y, b.y ) );
		const int64_t bottom = least( 2 * row + 2, most( a.y, b.y ) );
		const int64_t x0 = a.x + floored( sign * dx * ( top - a.y ), sign * dy );
		const int64_t x1 = a.x + floored( sign * dx * ( bottom - a.y ), sign * dy );
		left = x0 < x1 ? x0 : x1;
		right = ( x0 < x1 ? x1 : x0 ) + 1;
	}
	for ( int32_t x = (int32_t)floored( left, 2 ) - 1; x <= (int32_t)floored( right, 2 ) + 1; x++ )
	{
		if ( is_blocked( rules, x, row ) && sight_enters( a, b, x, row ) )
		{
			return false;
		}
	}
	return true;
}

// Edges between two blocked tiles along which the line runs for some length.
static bool edges_are_clear( const sight_rules* rules, sight_point a, sight_point b )
{
	const bool horizontal = a.y == b.y && a.y % 2 == 0;
	const bool vertical = a.x == b.x && a.x % 2 == 0;
	if ( !horizontal && !vertical )
	{
		return true;
	}
	const int32_t from = horizontal ? least( a.x, b.x ) : least( a.y, b.y );
	const int32_t to = horizontal ? most( a.x, b.x ) : most( a.y, b.y );
	for ( int32_t i = from / 2; 2 * i < to; i++ )
	{
		const bool shut = horizontal ? is_blocked( rules, i, a.y / 2 - 1 ) && is_blocked( rules, i, a.y / 2 )
		                             : is_blocked( rules, a.x / 2 - 1, i ) && is_blocked( rules, a.x / 2, i );
		if ( shut )
		{
			return false;
		}
	}
	return true;
}

// Double corners inside the line.
static bool corners_are_clear( const sight_rules* rules, sight_point a, sight_point b )
{
	const int64_t dx = (int64_t)b.x - a.x;
	const int64_t dy = (int64_t)b.y - a.y;
	const bool flat = dy == 0;
	const int32_t from = flat ? least( a.x, b.x ) : least( a.y, b.y );
	const int32_t to = flat ? most( a.x, b.x ) : most( a.y, b.y );
	for ( int32_t i = 2 * ( from / 2 ) + 2; i < to; i += 2 )
	{
		const int64_t rest = flat ? 0 : dx * ( i - a.y ) % dy;
		const int64_t x = flat ? i : a.x + dx * ( i - a.y ) / dy;
		const sight_point at = { (int32_t)x, flat ? a.y : i };
		if ( rest == 0 && sight_is_double( rules, at ) )
		{
			return false;
		}
	}
	return true;
}

static bool is_on_map( const sight_rules* rules, sight_point p )
{
	return p.x >= 0 && p.y >= 0 && p.x <= 2 * fw_grid_width( rules->grid ) && p.y <= 2 * fw_grid_height( rules->grid );
}

bool sight_judge_line( const sight_rules* rules, sight_point a, sight_point b )
{
	if ( !is_on_map( rules, a ) || !is_on_map( rules, b ) )
	{
		return false;
	}
	if ( a.x == b.x && a.y == b.y )
	{
		return sight_touches_free( rules, a );
	}
	for ( int32_t row = least( a.y, b.y ) / 2; 2 * row < most( a.y, b.y ) + ( a.y == b.y ? 1 : 0 ); row++ )
	{
		if ( !row_is_clear( rules, a, b, row ) )
		{
			return false;
		}
	}
	return edges_are_clear( rules, a, b ) && ( rules->corners == FW_CORNERS_OPEN || corners_are_clear( rules, a, b ) );
}

// May a path that ends in p have its next point there?
static bool may_leave( const sight_rules* rules, sight_point p, sight_point next, bool is_end )
{
	if ( rules->corners == FW_CORNERS_OPEN || !sight_is_double( rules, p ) )
	{
		return true;
	}
	const bool south_east_is_free = !is_blocked( rules, p.x / 2, p.y / 2 );
	return is_end && ( !south_east_is_free || ( next.x >= p.x && next.y >= p.y ) );
}

bool sight_judge_leg( const sight_rules* rules, sight_point a, sight_point b, bool a_is_end, bool b_is_end )
{
	return may_leave( rules, a, b, a_is_end ) && may_leave( rules, b, a, b_is_end ) && sight_judge_line( rules, a, b );
}

const char* sight_judge_points( const sight_rules* rules, const sight_point* points, int32_t count )
{
	if ( count == 1 )
	{
		return sight_touches_free( rules, points[0] ) ? NULL : "it stands where no free tile is";
	}
	for ( int32_t i = 0; i + 1 < count; i++ )
	{
		const sight_point a = points[i];
		const sight_point b = points[i + 1];
		if ( a.x == b.x && a.y == b.y )
		{
			return "a leg has no length";
		}
		if ( !may_leave( rules, a, b, i == 0 ) )
		{
			return i == 0 ? "it leaves its start by the wrong tile" : "it bends between two blocked tiles";
		}
		if ( i + 2 == count && !may_leave( rules, b, a, true ) )
		{
			return "it enters its goal by the wrong tile";
		}
		if ( !sight_judge_line( rules, a, b ) )
		{
			return "a leg is not clear";
		}
	}
	return NULL;
}

static bool is_half( double value )
{
	return 2.0 * value == floor( 2.0 * value ) && fabs( value ) <= FW_GRID_MAX_SIDE;
}

const char* sight_judge_path( const sight_rules* rules, const fw_path* path, sight_point start, sight_point goal )
{
	sight_point before[2] = { start, start };
	double length = 0.0;
	for ( int32_t i = 0; i < path->count; i++ )
	{
		const fw_segment* s = &path->segments[i];
		if ( s->kind != FW_SEGMENT_LINE || s->gear != FW_GEAR_FORWARD || !is_half( s->from.x ) ||
		     !is_half( s->from.y ) || !is_half( s->to.x ) || !is_half( s->to.y ) )
		{
			return "a segment is no line between points of half tiles";
		}
		const sight_point a = { (int32_t)( 2.0 * s->from.x ), (int32_t)( 2.0 * s->from.y ) };
		const sight_point b = { (int32_t)( 2.0 * s->to.x ), (int32_t)( 2.0 * s->to.y ) };
		if ( a.x != before[1].x || a.y != before[1].y )
		{
			return "segments do not join";
		}
		const int64_t cross =
		    (int64_t)( a.x - before[0].x ) * ( b.y - a.y ) - (int64_t)( a.y - before[0].y ) * ( b.x - a.x );
		const int64_t dot =
		    (int64_t)( a.x - before[0].x ) * ( b.x - a.x ) + (int64_t)( a.y - before[0].y ) * ( b.y - a.y );
		if ( i > 0 && cross == 0 && dot > 0 )
		{
			return "two segments are one line";
		}
		if ( !sight_judge_leg( rules, a, b, i == 0, i == path->count - 1 ) )
		{
			const sight_point leg[2] = { a, b };
			const char* fault = sight_judge_points( rules, leg, 2 );
			return fault != NULL ? fault : "it bends between two blocked tiles";
		}
		length += sqrt( (double)( b.x - a.x ) * ( b.x - a.x ) + (double)( b.y - a.y ) * ( b.y - a.y ) ) / 2.0;
		before[0] = a;
		before[1] = b;
	}
	if ( before[1].x != goal.x || before[1].y != goal.y )
	{
		return "it does not end at the goal";
	}
	if ( path->count == 0 && !sight_touches_free( rules, start ) )
	{
		return "it stands where no free tile is";
	}
	return fabs( length - path->length ) <= 1e-9 * ( 1.0 + length ) ? NULL : "its length is not that of its segments";
}
