// SPDX-License-Identifier: MIT
// Scans the rows of tiles outward from a point, keeping the parts of each row line that are in sight.
// Sources: the line-of-sight scans of S. Oh, H. W. Leong, "Edge N-Level Sparse Visibility Graphs" (2017), and the
// intervals of D. Harabor, A. Grastien, D. Oz, V. Aksakalli, "Optimal Any-Angle Pathfinding in Practice" (2016).
// Differs from them: the ends of an interval are directions to lattice points, so that all comparisons are of integers,
// and free runs and corners are found by words of bits.
//
// A view that has shrunk to one line is dropped: such a line touches corners on both sides, and the last one of them
// before the view shrank is in the list.
#include "search/any_angle/visible_corners.h"

#include <math.h>

// Views nearer than this are always in reach: to ask takes longer than to look [half tiles].
#define NEAR 96

// One scan: what stays the same from row to row.
typedef struct scan
{
	const fw_layer* tiles;
	bool open;              // double corners are turned at
	int32_t x, y;           // of the point [half tiles]
	int32_t own;            // its lattice column, far away where it is between two
	int32_t side_x, side_y; // the quadrant
	fw_visible_corners* result;
	const fw_allocator* allocator;
} scan;

// The x at which a direction meets a row line [half tiles], rounded down and up.
typedef struct ray_crossing
{
	int32_t floor, ceil;
} ray_crossing;

// At most 2^15 half tiles each, so the product holds.
FW_INLINE ray_crossing cross_line( const scan* s, fw_ray ray, int32_t distance )
{
	const int32_t product = ray.x * distance;
	int32_t quotient = product / ray.y;
	const int32_t rest = product - quotient * ray.y;
	quotient -= rest < 0 ? 1 : 0;
	return ( ray_crossing ){ s->x + quotient, s->x + quotient + ( rest != 0 ? 1 : 0 ) };
}

// Is direction a to the left of b, that is, at a smaller x on each line?
FW_INLINE bool is_left( fw_ray a, fw_ray b )
{
	return (int64_t)a.x * b.y < (int64_t)b.x * a.y;
}

// The first tile from x on that is free (or blocked), or `end` when there is none before.
FW_INLINE int32_t next_tile( const uint64_t* row, int32_t x, int32_t end, bool free )
{
	const uint64_t flip = free ? 0 : ~(uint64_t)0;
	const uint32_t bit = (uint32_t)( x + FW_LAYER_PAD );
	int32_t word = (int32_t)( bit >> 6 );
	uint64_t bits = ( row[word] ^ flip ) & ~(uint64_t)0 << ( bit & 63 );
	const int32_t last = ( end + FW_LAYER_PAD - 1 ) >> 6;
	while ( bits == 0 && word < last )
	{
		bits = row[++word] ^ flip;
	}
	if ( bits == 0 )
	{
		return end;
	}
	const int32_t found = word * 64 + FW_CTZ64( bits ) - FW_LAYER_PAD;
	return found < end ? found : end;
}

// The first blocked tile from x on to the left.
FW_INLINE int32_t previous_blocked( const uint64_t* row, int32_t x )
{
	const uint32_t bit = (uint32_t)( x + FW_LAYER_PAD );
	uint32_t word = bit >> 6;
	uint64_t bits = ~row[word] & ~(uint64_t)0 >> ( 63 - ( bit & 63 ) );
	while ( bits == 0 )
	{
		bits = ~row[--word];
	}
	return (int32_t)word * 64 + 63 - FW_CLZ64( bits ) - FW_LAYER_PAD;
}

FW_INLINE bool add_corner( const scan* s, int32_t x, int32_t y )
{
	fw_visible_corners* result = s->result;
	return FW_PUSH( s->allocator, &result->corners, &result->count, &result->capacity,
	                ( fw_corner ){ (int16_t)x, (int16_t)y } );
}

// Adds those of the lattice points x0..x1 of the line beyond a row of tiles that a path may turn at.
FW_INLINE bool add_corners_of_line( const scan* s, int32_t row, int32_t x0, int32_t x1 )
{
	const int32_t line = s->side_y > 0 ? row + 1 : row;
	for ( int32_t x = x0; x <= x1; x += 63 )
	{
		// The tiles behind and ahead, left and right of each.
		const uint64_t bl = fw_layer_bits( s->tiles, x - 1, row );
		const uint64_t br = bl >> 1;
		const uint64_t al = fw_layer_bits( s->tiles, x - 1, row + s->side_y );
		const uint64_t ar = al >> 1;
		// To the right a path touches tiles ahead on its left, and behind on its right.
		uint64_t found = s->side_x > 0 ? bl & ar & ( br ^ al ) : br & al & ( bl ^ ar );
		const uint64_t twice = s->open ? ( s->side_x > 0 ? bl & ar & ~( br | al ) : br & al & ~( bl | ar ) ) : 0;
		found |= twice;
		const uint32_t column = (uint32_t)( s->own - x );
		if ( column < 63 )
		{
			const uint64_t own = (uint64_t)1 << column;
			const uint64_t straight =
			    ( al & ar & ( bl ^ br ) ) | ( s->open ? ( bl ^ br ) & ( al ^ ar ) & ( bl ^ al ) : 0 );
			found = ( found & ~own ) | ( straight & own );
		}
		found &= x1 - x < 62 ? ~(uint64_t)0 >> ( 63 - ( x1 - x ) ) : ~(uint64_t)0 >> 1;
		for ( ; found != 0; found &= found - 1 )
		{
			if ( FW_UNLIKELY( !add_corner( s, x + FW_CTZ64( found ), line ) ) )
			{
				return false;
			}
		}
	}
	return true;
}

// The views that are still to be looked through: a stack, and its top aside, which is the next row's as a rule.
typedef struct view_stack
{
	fw_view top;
	bool has_top;
	int32_t count; // below, in the result
} view_stack;

// What is in sight of the line beyond a row lies between lo and hi: adds its corners and keeps the view for the next
// row. False when memory is out.
FW_INLINE bool take_line( const scan* s, fw_view view, int32_t distance, ray_crossing lo, ray_crossing hi,
                          view_stack* views )
{
	if ( !add_corners_of_line( s, view.row, ( lo.ceil + 1 ) >> 1, hi.floor >> 1 ) )
	{
		return false;
	}
	if ( !is_left( view.lo, view.hi ) )
	{
		return true;
	}
	view.row += s->side_y;
	view.near = distance;
	view.first = lo.floor >> 1;
	view.last = ( ( hi.ceil + 1 ) >> 1 ) - 1;
	fw_visible_corners* result = s->result;
	const bool good =
	    !views->has_top || FW_PUSH( s->allocator, &result->views, &views->count, &result->view_capacity, views->top );
	views->top = view;
	views->has_top = true;
	return good;
}

// Looks through a row of tiles: each free run that the view enters lets a part of it through.
FW_INLINE bool look_through( const scan* s, fw_view view, view_stack* views )
{
	const uint64_t* row = fw_layer_row( s->tiles, view.row );
	const int32_t far = view.near + 2;
	const ray_crossing lo = cross_line( s, view.lo, far );
	const ray_crossing hi = cross_line( s, view.hi, far );
	const int32_t lo_tile = lo.floor >> 1;
	const int32_t hi_tile = ( ( hi.ceil + 1 ) >> 1 ) - 1;
	// A slanted end of the view may be far outside of the map at the next line.
	const int32_t first = lo_tile >= view.first ? view.first : lo_tile > -1 ? lo_tile : -1;
	const int32_t last = hi_tile <= view.last ? view.last : hi_tile < s->tiles->width ? hi_tile : s->tiles->width;
	for ( int32_t x = first; x <= last; )
	{
		const int32_t a = next_tile( row, x, last + 1, true );
		if ( a > view.last )
		{
			break;
		}
		const int32_t b = next_tile( row, a, last + 1, false );
		x = b;
		if ( b <= view.first )
		{
			continue;
		}
		fw_view part = view;
		ray_crossing part_lo = lo;
		ray_crossing part_hi = hi;
		const fw_ray wall_a = { 2 * a - s->x, 2 * a >= s->x ? view.near : far };
		const fw_ray wall_b = { 2 * b - s->x, 2 * b <= s->x ? view.near : far };
		if ( a > first && is_left( part.lo, wall_a ) )
		{
			part.lo = wall_a;
			part_lo = cross_line( s, wall_a, far );
		}
		if ( b <= last && is_left( wall_b, part.hi ) )
		{
			part.hi = wall_b;
			part_hi = cross_line( s, wall_b, far );
		}
		if ( !is_left( part.hi, part.lo ) && FW_UNLIKELY( !take_line( s, part, far, part_lo, part_hi, views ) ) )
		{
			return false;
		}
	}
	return true;
}

// Looks through the row that the point lies in or on: from its own column to the first blocked tile on the scan's side.
FW_INLINE bool look_from_point( const scan* s, const fw_cone* cone, view_stack* views )
{
	const int32_t row = s->side_y > 0 ? s->y >> 1 : ( s->y - 1 ) >> 1;
	const int32_t own = s->side_x > 0 ? s->x >> 1 : ( s->x - 1 ) >> 1;
	const int32_t far = 2 - ( s->y & 1 );
	if ( !fw_layer_get( s->tiles, own, row ) )
	{
		return true;
	}
	// As if the scan went to the right.
	const uint64_t* tiles = fw_layer_row( s->tiles, row );
	const fw_ray wall = { s->side_x > 0 ? 2 * next_tile( tiles, own, s->tiles->width, false ) - s->x
	                                    : s->x - 2 * ( previous_blocked( tiles, own ) + 1 ),
	                      far };
	fw_ray flat = { cone->flat_x, cone->flat_y };
	flat = is_left( wall, flat ) ? wall : flat;
	flat.x *= s->side_x;
	const fw_ray steep = { s->side_x * cone->steep_x, cone->steep_y };
	const fw_view view = { s->side_x > 0 ? steep : flat, s->side_x > 0 ? flat : steep, row, 0, 0, 0 };
	return is_left( view.hi, view.lo ) ||
	       take_line( s, view, far, cross_line( s, view.lo, far ), cross_line( s, view.hi, far ), views );
}

// Along the row line that the point lies on: the first corner to turn at. A path turns here round a tile behind it.
FW_INLINE bool look_along( const scan* s )
{
	const int32_t y = s->y / 2;
	const int32_t width = s->tiles->width;
	int32_t x = s->x / 2 + s->side_x;
	// Windows of 63 corners; bit i belongs to corner `low` + i.
	for ( ; x >= 0 && x <= width; x += 63 * s->side_x )
	{
		const int32_t low = s->side_x > 0 ? x : x - 62 < -60 ? -60 : x - 62;
		const uint64_t valid = s->side_x > 0 ? ~(uint64_t)0 >> 1 : ~(uint64_t)0 >> ( 63 - ( x - low ) );
		const uint64_t above = fw_layer_bits( s->tiles, low - 1, y - 1 );
		const uint64_t below = fw_layer_bits( s->tiles, low - 1, y );
		const uint64_t up_behind = s->side_x > 0 ? above : above >> 1;
		const uint64_t up_ahead = s->side_x > 0 ? above >> 1 : above;
		const uint64_t down_behind = s->side_x > 0 ? below : below >> 1;
		const uint64_t down_ahead = s->side_x > 0 ? below >> 1 : below;
		const uint64_t twice = ( up_behind ^ down_behind ) & ( up_ahead ^ down_ahead ) & ( up_behind ^ up_ahead );
		const uint64_t turn = ( ( up_behind ^ down_behind ) & up_ahead & down_ahead ) | ( s->open ? twice : 0 );
		const uint64_t stop = ( ~( up_behind | down_behind ) | twice | turn ) & valid;
		if ( stop != 0 )
		{
			const int32_t i = s->side_x > 0 ? FW_CTZ64( stop ) : 63 - FW_CLZ64( stop );
			return ( turn >> i & 1 ) == 0 || add_corner( s, low + i, y );
		}
	}
	return true;
}

// An ellipse lies in an oblong along the line between its foci.
static void measure_reach( fw_reach* reach )
{
	const double apart = sqrt( reach->goal.x * reach->goal.x + reach->goal.y * reach->goal.y );
	reach->is_measured = true;
	reach->axis = apart > 0.0 ? ( fw_vec2 ){ reach->goal.x / apart, reach->goal.y / apart } : ( fw_vec2 ){ 1.0, 0.0 };
	reach->aside = sqrt( reach->longer * ( 2.0 * apart + reach->longer ) ) * 0.5;
	reach->ahead = apart + 0.5 * reach->longer;
	reach->behind = -0.5 * reach->longer;
}

// Does a view lie out of reach as a whole?
static bool is_beyond( const scan* s, fw_reach* reach, const fw_view* view )
{
	if ( !reach->is_measured )
	{
		measure_reach( reach );
	}
	const double y = view->near * s->side_y;
	const double x0 = 2 * view->first - s->x;
	const double x1 = 2 * view->last + 2 - s->x;
	const double aside0 = reach->axis.x * y - reach->axis.y * x0;
	const double aside1 = reach->axis.x * y - reach->axis.y * x1;
	const double along0 = reach->axis.x * x0 + reach->axis.y * y;
	const double along1 = reach->axis.x * x1 + reach->axis.y * y;
	return ( aside0 > reach->aside && aside1 > reach->aside ) || ( aside0 < -reach->aside && aside1 < -reach->aside ) ||
	       ( along0 > reach->ahead && along1 > reach->ahead ) || ( along0 < reach->behind && along1 < reach->behind );
}

bool fw_visible_corners_list( fw_visible_corners* visible, const fw_allocator* allocator, const fw_layer* tiles,
                              fw_corners corners, int32_t x, int32_t y, const fw_cone* cone, int32_t* rows )
{
	visible->count = 0;
	visible->beyond_count = 0;
	const scan s = { tiles,
	                 corners == FW_CORNERS_OPEN,
	                 x,
	                 y,
	                 ( x & 1 ) == 0 ? x / 2 : INT32_MIN / 2,
	                 cone->side_x,
	                 cone->side_y,
	                 visible,
	                 allocator };
	view_stack views = { .count = visible->view_count };
	int32_t left = *rows;
	bool good = true;
	if ( views.count == 0 )
	{
		good = ( cone->flat_y != 0 || ( y & 1 ) != 0 || look_along( &s ) ) && look_from_point( &s, cone, &views );
		left--;
	}
	for ( ; good && left > 0 && ( views.has_top || views.count > 0 ); left-- )
	{
		const fw_view view = views.has_top ? views.top : visible->views[--views.count];
		views.has_top = false;
		good = FW_UNLIKELY( view.near >= NEAR && is_beyond( &s, &visible->reach, &view ) )
		           ? FW_PUSH( allocator, &visible->beyond, &visible->beyond_count, &visible->beyond_capacity, view )
		           : look_through( &s, view, &views );
	}
	good = good && ( !views.has_top ||
	                 FW_PUSH( allocator, &visible->views, &views.count, &visible->view_capacity, views.top ) );
	visible->view_count = views.count;
	*rows = left;
	return good;
}

int32_t fw_corner_cones( const fw_layer* tiles, fw_corners corners, fw_corner at, int32_t dx, int32_t dy,
                         fw_cone cones[2] )
{
	const uint32_t around = fw_corner_tiles( tiles, at.x, at.y );
	const uint32_t blocked = ~around & 15u;
	const bool is_turn =
	    ( blocked & ( blocked - 1 ) ) == 0 || ( corners == FW_CORNERS_OPEN && fw_is_double_corner( around ) );
	int32_t count = 0;
	for ( int32_t i = 0; i < 4 && is_turn; i++ )
	{
		const int32_t side_x = ( i & 1 ) != 0 ? 1 : -1;
		const int32_t side_y = ( i & 2 ) != 0 ? 1 : -1;
		if ( ( blocked >> i & 1 ) == 0 )
		{
			continue;
		}
		// As if the blocked tile lay down and right.
		const int32_t x = dx * side_x;
		const int32_t y = dy * side_y;
		if ( x >= 0 && y < 0 )
		{
			cones[count++] = ( fw_cone ){ side_x, -side_y, x, -y, 1, 0 };
		}
		else if ( x < 0 && y >= 0 )
		{
			cones[count++] = ( fw_cone ){ -side_x, side_y, 0, 1, -x, y };
		}
	}
	return count;
}

void fw_visible_corners_hold( fw_holdings* holdings, fw_visible_corners* visible )
{
	FW_HOLD( holdings, visible->corners, visible->capacity );
	FW_HOLD( holdings, visible->views, visible->view_capacity );
	FW_HOLD( holdings, visible->beyond, visible->beyond_capacity );
}
