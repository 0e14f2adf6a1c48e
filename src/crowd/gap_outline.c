// SPDX-License-Identifier: MIT
// The gap between units of which one has an outline, while both drive.
//
// Seen from one unit, the other one moves. No corner of it is further from the chord of what it drives in an interval
// of time than the square of the interval, times an eighth of its largest acceleration as seen from there. So the
// distance between the one and the hull of the other at both ends of the interval, less that bound, is a lower bound of
// the gap. Both views are tried: an edge along which the other one slides stands still in its own. Where neither
// decides, the interval is halved, which divides the bound by four.
//
// Distances are those of E. Gilbert, D. Johnson, S. Keerthi, "A Fast Procedure for Computing the Distance Between
// Complex Objects in Three-Dimensional Space" (1988), in the plane. Only a line that parts both hulls counts as a lower
// bound, so a search that ends too early accepts nothing.
#include "crowd/gap.h"
#include "geom/geom.h"

#include <math.h>

// Two hulls have so many corners, at both ends of an interval.
#define CORNERS ( 2 * FW_OUTLINE_MAX )
// A distance is known when its bounds are this close [tiles].
#define CLOSE 1e-11
#define ROUNDS 32
// Intervals in which nobody moves more than this are not halved [tiles], nor are more than so many.
#define TOLERANCE 5e-10
#define INTERVALS 4096
// A gap to a unit that stands is found this exactly [tiles]; one above the second to a hundredth. So many parts of a
// segment are looked at.
#define GAP_SURE 1e-7
#define GAP_COARSE 1e-3
#define APPROACHES 1024
// Parts of two segments that may come near each other are not cut below this length [tiles], nor more than so many.
#define CLOSE_ENOUGH 5e-4
#define MEETINGS 1024

// A unit that drives a leg.
typedef struct body
{
	fw_leg path;
	const fw_vec2* corners;
	int32_t count;
	double far;  // of the corners from the point that follows the path
	double turn; // of its heading
} body;

typedef struct placed
{
	fw_vec2 at;
	double sine, cosine; // of its heading
} placed;

typedef struct moment
{
	double time; // 0..1
	placed a, b;
} moment;

typedef struct pair
{
	body a, b;
	double need;
	double bend_a, bend_b; // as seen from there, for all of the time
	double speed;          // at which corners of both approach each other at most
	int32_t left;          // intervals
} pair;

typedef struct bounds
{
	double low, high;
} bounds;

static fw_vec2 nearest_on( fw_vec2 a, fw_vec2 b )
{
	const fw_vec2 along = fw_minus( b, a );
	const double square = fw_dot( along, along );
	const double part = square > 0.0 ? fmin( fmax( -fw_dot( a, along ) / square, 0.0 ), 1.0 ) : 0.0;
	return ( fw_vec2 ){ a.x + part * along.x, a.y + part * along.y };
}

// Keeps of up to three points those between which the nearest one to the origin lies, and gives that.
static fw_vec2 reduce( fw_vec2 points[3], int32_t* count )
{
	if ( *count < 3 )
	{
		return nearest_on( points[0], points[1] );
	}
	const double one = fw_cross( points[0], points[1] );
	const double two = fw_cross( points[1], points[2] );
	const double three = fw_cross( points[2], points[0] );
	if ( ( one > 0.0 && two > 0.0 && three > 0.0 ) || ( one < 0.0 && two < 0.0 && three < 0.0 ) )
	{
		return ( fw_vec2 ){ 0.0, 0.0 };
	}
	// The last point is nearer than the others, so the edge between these is not the nearest.
	const fw_vec2 first = nearest_on( points[0], points[2] );
	const fw_vec2 second = nearest_on( points[1], points[2] );
	const bool swaps = fw_dot( first, first ) <= fw_dot( second, second );
	points[swaps ? 1 : 0] = points[2];
	*count = 2;
	return swaps ? first : second;
}

// The distance between the hulls of some points; not needed any better once it is known to be `enough`.
static bounds distance_between( const fw_vec2* p, int32_t p_count, const fw_vec2* q, int32_t q_count, double enough )
{
	fw_vec2 simplex[3] = { fw_minus( q[0], p[0] ) };
	fw_vec2 nearest = simplex[0];
	int32_t count = 1;
	bounds found = { 0.0, INFINITY };
	for ( int32_t round = 0; round < ROUNDS; round++ )
	{
		const double length = fw_length( nearest.x, nearest.y );
		if ( length < CLOSE )
		{
			return ( bounds ){ 0.0, 0.0 };
		}
		found.high = fmin( found.high, length );
		const fw_vec2 axis = { nearest.x / length, nearest.y / length };
		int32_t high = 0;
		int32_t low = 0;
		for ( int32_t i = 1; i < p_count; i++ )
		{
			high = fw_dot( axis, p[i] ) > fw_dot( axis, p[high] ) ? i : high;
		}
		for ( int32_t i = 1; i < q_count; i++ )
		{
			low = fw_dot( axis, q[i] ) < fw_dot( axis, q[low] ) ? i : low;
		}
		found.low = fmax( found.low, fw_dot( axis, q[low] ) - fw_dot( axis, p[high] ) );
		if ( found.low >= enough || found.high - found.low < CLOSE )
		{
			break;
		}
		simplex[count++] = fw_minus( q[low], p[high] );
		nearest = reduce( simplex, &count );
	}
	return found;
}

static placed place_at( const body* unit, double time )
{
	const fw_leg* path = &unit->path;
	placed out = { .cosine = 1.0 };
	if ( path->radius == 0.0 )
	{
		out.at = ( fw_vec2 ){ path->from.x + time * ( path->to.x - path->from.x ),
		                      path->from.y + time * ( path->to.y - path->from.y ) };
	}
	else
	{
		double sine;
		double cosine;
		fw_sincos( path->start + time * path->sweep, &sine, &cosine );
		out.at = ( fw_vec2 ){ path->center.x + path->radius * cosine, path->center.y + path->radius * sine };
	}
	if ( unit->count > 1 )
	{
		fw_sincos( path->heading + time * unit->turn, &out.sine, &out.cosine );
	}
	return out;
}

// The corners of a unit as another one sees them.
static void see( const body* unit, const placed* here, const placed* from, fw_vec2* out )
{
	for ( int32_t i = 0; i < unit->count; i++ )
	{
		const fw_vec2 c = unit->corners[i];
		const double x = here->at.x - from->at.x + c.x * here->cosine - c.y * here->sine;
		const double y = here->at.y - from->at.y + c.x * here->sine + c.y * here->cosine;
		out[i] = ( fw_vec2 ){ x * from->cosine + y * from->sine, y * from->cosine - x * from->sine };
	}
}

static double square( double x )
{
	return x * x;
}

// An eighth of the largest acceleration of a corner of another unit as one sees it.
static double bend_of( const body* from, const body* other )
{
	const fw_leg* path = &other->path;
	const fw_vec2 center = from->path.center;
	double most = square( path->sweep ) * ( path->radius + other->far );
	if ( from->turn == 0.0 )
	{
		most = ( path->radius > 0.0 ? most : 0.0 ) + square( from->path.sweep ) * from->path.radius;
	}
	else if ( path->radius > 0.0 )
	{
		// It turns about its own center, and that about the center of the one that looks.
		const double away = fw_length( path->center.x - center.x, path->center.y - center.y );
		most = square( from->turn ) * away + square( path->sweep - from->turn ) * ( path->radius + other->far );
	}
	else
	{
		const double begin = fw_length( path->from.x - center.x, path->from.y - center.y );
		const double end = fw_length( path->to.x - center.x, path->to.y - center.y );
		const double speed = fw_length( path->to.x - path->from.x, path->to.y - path->from.y );
		most = square( from->turn ) * ( fmax( begin, end ) + other->far ) + 2.0 * fabs( from->turn ) * speed;
	}
	return most / 8.0;
}

static double speed_of( const body* unit )
{
	const fw_leg* path = &unit->path;
	return path->radius > 0.0 ? fabs( path->sweep ) * ( path->radius + unit->far )
	                          : fw_length( path->to.x - path->from.x, path->to.y - path->from.y );
}

static body body_of( const fw_gap_shape* shape, const fw_leg* path )
{
	static const fw_vec2 center = { 0.0, 0.0 };
	const bool has_corners = shape->core != NULL;
	return ( body ){ .path = *path,
	                 .corners = has_corners ? shape->core->corners : &center,
	                 .count = has_corners ? shape->core->count : 1,
	                 .far = shape->far,
	                 .turn = has_corners ? path->sweep : 0.0 };
}

static moment moment_at( const pair* of, double time )
{
	return ( moment ){ time, place_at( &of->a, time ), place_at( &of->b, time ) };
}

static double distance_at( const pair* of, const moment* at )
{
	fw_vec2 corners[CORNERS];
	see( &of->b, &at->b, &at->a, corners );
	return distance_between( of->a.corners, of->a.count, corners, of->b.count, of->need ).high;
}

// Is the gap kept between two moments, as one unit sees the other one?
static bool sees_gap( const body* from, const body* other, const placed seen[2], const placed here[2], double need )
{
	fw_vec2 corners[CORNERS];
	see( other, &here[0], &seen[0], corners );
	see( other, &here[1], &seen[1], corners + other->count );
	return distance_between( from->corners, from->count, corners, 2 * other->count, need ).low >= need;
}

static bool is_kept( pair* of, const moment* begin, const moment* end )
{
	const placed a[2] = { begin->a, end->a };
	const placed b[2] = { begin->b, end->b };
	const double step = end->time - begin->time;
	if ( sees_gap( &of->a, &of->b, a, b, of->need + of->bend_a * step * step ) ||
	     sees_gap( &of->b, &of->a, b, a, of->need + of->bend_b * step * step ) )
	{
		return true;
	}
	// Of two lines the hull is no more than what both sweep.
	if ( of->bend_a == 0.0 || of->speed * step <= TOLERANCE || --of->left < 0 )
	{
		return false;
	}
	const moment middle = moment_at( of, 0.5 * ( begin->time + end->time ) );
	return distance_at( of, &middle ) >= of->need && is_kept( of, begin, &middle ) && is_kept( of, &middle, end );
}

bool fw_outlines_keep_apart( const fw_gap_shape* a, const fw_leg* path_a, const fw_gap_shape* b, const fw_leg* path_b,
                             double least )
{
	pair both = { .a = body_of( a, path_a ), .b = body_of( b, path_b ), .left = INTERVALS };
	both.need = a->radius + b->radius + least;
	FW_ASSERT( both.need > 0.0 ); // how deep outlines overlap is not told
	both.bend_a = bend_of( &both.a, &both.b );
	both.bend_b = bend_of( &both.b, &both.a );
	both.speed = speed_of( &both.a ) + speed_of( &both.b );
	const moment begin = moment_at( &both, 0.0 );
	const moment end = moment_at( &both, 1.0 );
	// Most pairs are too far from each other to meet.
	const double x = begin.b.at.x - begin.a.at.x;
	const double y = begin.b.at.y - begin.a.at.y;
	const double reach = fw_gap_reach( a ) + fw_gap_reach( b ) + least + both.speed;
	if ( reach <= 0.0 || x * x + y * y >= reach * reach )
	{
		return true;
	}
	return distance_at( &both, &begin ) >= both.need && distance_at( &both, &end ) >= both.need &&
	       is_kept( &both, &begin, &end );
}

// Where another unit may be while one stands.
typedef struct approach
{
	body stands, drives;
	placed here;
	double rounding;
	double bend; // of the one that drives, for all of its path
	double high; // at a moment that was looked at
	double low;  // of all times that are done with
	int32_t left;
} approach;

static double distance_between_placed( const body* a, const placed* at, const body* b, const placed* other )
{
	fw_vec2 corners[CORNERS];
	see( b, other, at, corners );
	return distance_between( a->corners, a->count, corners, b->count, INFINITY ).high;
}

// A lower bound of the distance between two moments, in either view.
static double low_between( const approach* of, const placed* begin, const placed* end, double enough )
{
	fw_vec2 corners[CORNERS];
	const body* stands = &of->stands;
	const body* drives = &of->drives;
	see( drives, begin, &of->here, corners );
	see( drives, end, &of->here, corners + drives->count );
	const double low = distance_between( stands->corners, stands->count, corners, 2 * drives->count, enough ).low;
	if ( low >= enough || drives->turn == 0.0 )
	{
		return low;
	}
	see( stands, &of->here, begin, corners );
	see( stands, &of->here, end, corners + stands->count );
	return fmax( low, distance_between( drives->corners, drives->count, corners, 2 * stands->count, enough ).low );
}

static void approach_between( approach* of, const placed* begin, const placed* end, double from, double to )
{
	const double bend = of->bend * square( to - from );
	const double gap = of->high - of->rounding;
	if ( gap <= 0.0 )
	{
		return; // how deep they overlap is not told
	}
	const double enough = of->high - ( gap > GAP_COARSE ? 0.01 * gap : GAP_SURE );
	const double low = low_between( of, begin, end, enough + bend ) - bend;
	if ( low >= enough || of->bend == 0.0 || --of->left < 0 )
	{
		of->low = fmin( of->low, low );
		return;
	}
	const double time = 0.5 * ( from + to );
	const placed middle = place_at( &of->drives, time );
	of->high = fmin( of->high, distance_between_placed( &of->stands, &of->here, &of->drives, &middle ) );
	approach_between( of, begin, &middle, from, time );
	approach_between( of, &middle, end, time, to );
}

double fw_outline_gap_to( const fw_gap_shape* a, const fw_leg* stands, const fw_gap_shape* b, const fw_leg* path )
{
	approach of = { .stands = body_of( a, stands ), .drives = body_of( b, path ), .low = INFINITY, .left = APPROACHES };
	of.rounding = a->radius + b->radius;
	of.here = place_at( &of.stands, 0.0 );
	of.bend = path->radius > 0.0 ? fmax( bend_of( &of.stands, &of.drives ), bend_of( &of.drives, &of.stands ) ) : 0.0;
	const placed begin = place_at( &of.drives, 0.0 );
	const placed end = place_at( &of.drives, 1.0 );
	of.high = fmin( distance_between_placed( &of.stands, &of.here, &of.drives, &begin ),
	                distance_between_placed( &of.stands, &of.here, &of.drives, &end ) );
	approach_between( &of, &begin, &end, 0.0, 1.0 );
	return fmin( of.low, of.high ) - of.rounding;
}

// A part of what a unit drives.
typedef struct span
{
	const body* unit;
	double bend; // for all of its path
	double from, to;
	placed begin, end;
} span;

static span span_of( const body* unit )
{
	const fw_leg* path = &unit->path;
	const double bend = path->radius > 0.0 ? square( path->sweep ) * ( path->radius + unit->far ) / 8.0 : 0.0;
	return ( span ){ unit, bend, 0.0, 1.0, place_at( unit, 0.0 ), place_at( unit, 1.0 ) };
}

static double length_of( const span* part )
{
	return speed_of( part->unit ) * ( part->to - part->from );
}

static void cut( const span* part, span halves[2] )
{
	const double time = 0.5 * ( part->from + part->to );
	const placed middle = place_at( part->unit, time );
	halves[0] = *part;
	halves[1] = *part;
	halves[0].to = time;
	halves[0].end = middle;
	halves[1].from = time;
	halves[1].begin = middle;
}

static bool may_meet( const span* a, const span* b, double need, int32_t* left )
{
	static const placed origin = { .cosine = 1.0 };
	fw_vec2 one[CORNERS];
	fw_vec2 other[CORNERS];
	see( a->unit, &a->begin, &origin, one );
	see( a->unit, &a->end, &origin, one + a->unit->count );
	see( b->unit, &b->begin, &origin, other );
	see( b->unit, &b->end, &origin, other + b->unit->count );
	const double far = need + a->bend * square( a->to - a->from ) + b->bend * square( b->to - b->from );
	if ( distance_between( one, 2 * a->unit->count, other, 2 * b->unit->count, far ).low >= far )
	{
		return false;
	}
	const bool cuts_a = a->bend > 0.0 && ( b->bend == 0.0 || length_of( a ) > length_of( b ) );
	const span* longer = cuts_a ? a : b;
	if ( longer->bend == 0.0 || length_of( longer ) <= CLOSE_ENOUGH || --*left < 0 ||
	     distance_between_placed( a->unit, &a->begin, b->unit, &b->begin ) < need )
	{
		return true;
	}
	span halves[2];
	cut( longer, halves );
	return cuts_a ? may_meet( &halves[0], b, need, left ) || may_meet( &halves[1], b, need, left )
	              : may_meet( a, &halves[0], need, left ) || may_meet( a, &halves[1], need, left );
}

bool fw_outlines_may_close( const fw_gap_shape* a, const fw_leg* path_a, const fw_gap_shape* b, const fw_leg* path_b,
                            double least )
{
	const body one = body_of( a, path_a );
	const body other = body_of( b, path_b );
	const span all = span_of( &one );
	const span others = span_of( &other );
	const double x = path_b->from.x - path_a->from.x;
	const double y = path_b->from.y - path_a->from.y;
	const double reach = fw_gap_reach( a ) + fw_gap_reach( b ) + least + speed_of( &one ) + speed_of( &other );
	int32_t left = MEETINGS;
	return x * x + y * y < reach * reach && may_meet( &all, &others, a->radius + b->radius + least, &left );
}
