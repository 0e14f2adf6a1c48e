// SPDX-License-Identifier: MIT
// Gaps between discs.
//
// Arcs are compared by their chords. No point of an arc is further from the point of its chord at the same fraction
// than radius * sweep^2 / 8, an eighth of its second derivative. Where that bound does not decide, the arcs are halved,
// which divides it by four; so the number of halvings grows with the logarithm of the precision only.
#include "crowd/gap.h"
#include "geom/geom.h"

#include <math.h>

#define KEEP_TOLERANCE 1e-9
#define CLOSE_TOLERANCE 1e-3

// The square of the distance from the origin to the line from a to b.
FW_INLINE double square_from_origin( fw_vec2 a, fw_vec2 b )
{
	const fw_vec2 along = fw_minus( b, a );
	const double square = fw_dot( along, along );
	const double part = -fw_dot( a, along );
	if ( part <= 0.0 || square == 0.0 )
	{
		return fw_dot( a, a );
	}
	if ( part >= square )
	{
		return fw_dot( b, b );
	}
	const double t = part / square;
	const fw_vec2 foot = { a.x + t * along.x, a.y + t * along.y };
	return fw_dot( foot, foot );
}

FW_INLINE double square_to_line( fw_vec2 point, fw_vec2 a, fw_vec2 b )
{
	return square_from_origin( fw_minus( a, point ), fw_minus( b, point ) );
}

static double square_between_lines( fw_vec2 a, fw_vec2 b, fw_vec2 c, fw_vec2 d )
{
	const fw_vec2 ab = fw_minus( b, a );
	const fw_vec2 cd = fw_minus( d, c );
	const double c_side = fw_cross( ab, fw_minus( c, a ) );
	const double d_side = fw_cross( ab, fw_minus( d, a ) );
	const double a_side = fw_cross( cd, fw_minus( a, c ) );
	const double b_side = fw_cross( cd, fw_minus( b, c ) );
	if ( ( c_side > 0.0 ) != ( d_side > 0.0 ) && ( a_side > 0.0 ) != ( b_side > 0.0 ) && c_side != d_side )
	{
		return 0.0;
	}
	const double one = fmin( square_to_line( a, c, d ), square_to_line( b, c, d ) );
	const double other = fmin( square_to_line( c, a, b ), square_to_line( d, a, b ) );
	return fmin( one, other );
}

// How far the points of a leg may be from those of its chord.
FW_INLINE double bend_of( const fw_leg* path )
{
	return path->radius * path->sweep * path->sweep / 8.0;
}

static fw_vec2 middle_of( const fw_leg* path )
{
	if ( path->radius == 0.0 )
	{
		return ( fw_vec2 ){ 0.5 * ( path->from.x + path->to.x ), 0.5 * ( path->from.y + path->to.y ) };
	}
	double sine;
	double cosine;
	fw_sincos( path->start + 0.5 * path->sweep, &sine, &cosine );
	return ( fw_vec2 ){ path->center.x + path->radius * cosine, path->center.y + path->radius * sine };
}

static void halve( const fw_leg* path, fw_leg halves[2] )
{
	const fw_vec2 middle = middle_of( path );
	halves[0] = *path;
	halves[0].to = middle;
	halves[0].sweep = 0.5 * path->sweep;
	halves[1] = *path;
	halves[1].from = middle;
	halves[1].start = path->start + halves[0].sweep;
	halves[1].sweep = path->sweep - halves[0].sweep;
}

fw_leg fw_leg_of( const fw_segment* segment, double from, double to, fw_vec2 begin, fw_vec2 end )
{
	if ( segment->kind != FW_SEGMENT_ARC )
	{
		return ( fw_leg ){ .from = begin, .to = end };
	}
	const double angle = segment->sweep / segment->length;
	return ( fw_leg ){ .from = begin,
	                   .to = end,
	                   .center = segment->center,
	                   .radius = segment->radius,
	                   .start = segment->start + from * angle,
	                   .sweep = ( to - from ) * angle };
}

fw_gap_shape fw_gap_shape_of( const fw_unit* unit )
{
	fw_gap_shape shape = { .radius = unit->radius, .core = unit->outline.count > 0 ? &unit->outline : NULL };
	for ( int32_t i = 0; i < unit->outline.count; i++ )
	{
		shape.far = fmax( shape.far, fw_length( unit->outline.corners[i].x, unit->outline.corners[i].y ) );
	}
	return shape;
}

static bool are_discs( const fw_gap_shape* a, const fw_gap_shape* b )
{
	return a->core == NULL && b->core == NULL;
}

// Does the distance of two points that move along their legs stay at `least` or above?
static bool stay_apart( const fw_leg* a, const fw_leg* b, double least )
{
	const fw_vec2 before = fw_minus( a->from, b->from );
	const fw_vec2 after = fw_minus( a->to, b->to );
	const double square = square_from_origin( before, after );
	const double bend = bend_of( a ) + bend_of( b );
	if ( square >= ( least + bend ) * ( least + bend ) )
	{
		return true;
	}
	if ( bend <= 0.5 * KEEP_TOLERANCE || fw_dot( before, before ) < least * least ||
	     fw_dot( after, after ) < least * least )
	{
		return false;
	}
	fw_leg a_halves[2];
	fw_leg b_halves[2];
	halve( a, a_halves );
	halve( b, b_halves );
	return stay_apart( &a_halves[0], &b_halves[0], least ) && stay_apart( &a_halves[1], &b_halves[1], least );
}

bool fw_gap_is_kept( const fw_gap_shape* a, const fw_leg* path_a, const fw_gap_shape* b, const fw_leg* path_b,
                     double least )
{
	return are_discs( a, b ) ? stay_apart( path_a, path_b, a->radius + b->radius + least )
	                         : fw_outlines_keep_apart( a, path_a, b, path_b, least );
}

// Is a direction from the center of an arc one of those to its points?
static bool is_on_side( const fw_segment* arc, fw_vec2 direction )
{
	const double side = arc->sweep < 0.0 ? -1.0 : 1.0;
	const fw_vec2 from = fw_minus( arc->from, arc->center );
	const fw_vec2 to = fw_minus( arc->to, arc->center );
	const double turned = side * arc->sweep;
	if ( turned >= FW_TAU )
	{
		return true;
	}
	if ( turned > FW_PI )
	{
		return !( side * fw_cross( to, direction ) > 0.0 && side * fw_cross( direction, from ) > 0.0 );
	}
	return side * fw_cross( from, direction ) >= 0.0 && side * fw_cross( direction, to ) >= 0.0;
}

static double distance_to_segment( fw_vec2 point, const fw_segment* segment )
{
	if ( segment->kind != FW_SEGMENT_ARC )
	{
		return sqrt( square_to_line( point, segment->from, segment->to ) );
	}
	const fw_vec2 direction = fw_minus( point, segment->center );
	if ( is_on_side( segment, direction ) )
	{
		return fabs( fw_length( direction.x, direction.y ) - segment->radius );
	}
	const fw_vec2 from = fw_minus( point, segment->from );
	const fw_vec2 to = fw_minus( point, segment->to );
	return sqrt( fmin( fw_dot( from, from ), fw_dot( to, to ) ) );
}

static fw_leg leg_of_all( const fw_segment* segment )
{
	fw_leg leg = fw_leg_of( segment, 0.0, segment->length, segment->from, segment->to );
	leg.heading = fw_segment_pose_at( segment, 0.0 ).heading;
	return leg;
}

static fw_leg leg_of_pose( fw_pose pose )
{
	const fw_vec2 place = { pose.x, pose.y };
	return ( fw_leg ){ .from = place, .to = place, .heading = pose.heading };
}

double fw_gap_to_segment( const fw_gap_shape* a, fw_pose at, const fw_gap_shape* b, const fw_segment* segment )
{
	if ( are_discs( a, b ) )
	{
		return distance_to_segment( ( fw_vec2 ){ at.x, at.y }, segment ) - a->radius - b->radius;
	}
	const fw_leg stands = leg_of_pose( at );
	const fw_leg path = leg_of_all( segment );
	return fw_outline_gap_to( a, &stands, b, &path );
}

double fw_gap_between( const fw_gap_shape* a, fw_pose at, const fw_gap_shape* b, fw_pose other )
{
	if ( are_discs( a, b ) )
	{
		return fw_length( other.x - at.x, other.y - at.y ) - a->radius - b->radius;
	}
	const fw_leg one = leg_of_pose( at );
	const fw_leg two = leg_of_pose( other );
	return fw_outline_gap_to( a, &one, b, &two );
}

static bool may_come_near( const fw_leg* a, const fw_leg* b, double least )
{
	const double a_bend = bend_of( a );
	const double b_bend = bend_of( b );
	const double bend = a_bend + b_bend;
	const double distance = sqrt( square_between_lines( a->from, a->to, b->from, b->to ) );
	if ( distance - bend >= least )
	{
		return false;
	}
	if ( distance + bend < least || 2.0 * bend <= CLOSE_TOLERANCE )
	{
		return true;
	}
	fw_leg halves[2];
	halve( a_bend > b_bend ? a : b, halves );
	return a_bend > b_bend ? may_come_near( &halves[0], b, least ) || may_come_near( &halves[1], b, least )
	                       : may_come_near( a, &halves[0], least ) || may_come_near( a, &halves[1], least );
}

bool fw_gap_may_close( const fw_gap_shape* a, const fw_segment* path_a, const fw_gap_shape* b, const fw_segment* path_b,
                       double least )
{
	if ( !are_discs( a, b ) )
	{
		const fw_leg one = leg_of_all( path_a );
		const fw_leg other = leg_of_all( path_b );
		return fw_outlines_may_close( a, &one, b, &other, least );
	}
	const fw_leg one = fw_leg_of( path_a, 0.0, path_a->length, path_a->from, path_a->to );
	const fw_leg other = fw_leg_of( path_b, 0.0, path_b->length, path_b->from, path_b->to );
	return may_come_near( &one, &other, a->radius + b->radius + least );
}
