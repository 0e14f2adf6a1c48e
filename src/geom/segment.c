// SPDX-License-Identifier: MIT
// Line and arc segments.
#include "base/core.h"
#include "fairway/curve.h"
#include "geom/geom.h"

#include <math.h>

static double motion_heading( double heading, fw_gear gear )
{
	return gear == FW_GEAR_REVERSE ? heading + FW_PI : heading;
}

fw_segment fw_segment_line( fw_vec2 from, fw_vec2 to, fw_gear gear )
{
	return ( fw_segment ){
	    .kind = FW_SEGMENT_LINE,
	    .gear = gear,
	    .from = from,
	    .to = to,
	    .length = fw_length( to.x - from.x, to.y - from.y ),
	};
}

fw_segment fw_segment_arc( fw_vec2 from, double heading, double radius, double sweep, fw_gear gear )
{
	const double side = sweep < 0.0 ? -1.0 : 1.0;
	const double motion = motion_heading( heading, gear );
	double sine0, cosine0, sine1, cosine1;
	fw_sincos( motion, &sine0, &cosine0 );
	fw_sincos( motion + sweep, &sine1, &cosine1 );
	const double reach = side * radius;
	const fw_vec2 center = { from.x - reach * sine0, from.y + reach * cosine0 };
	return ( fw_segment ){
	    .kind = FW_SEGMENT_ARC,
	    .gear = gear,
	    .from = from,
	    .to = { center.x + reach * sine1, center.y - reach * cosine1 },
	    .center = center,
	    .radius = radius,
	    .start = fw_angle_signed( motion - side * ( FW_PI / 2.0 ) ),
	    .sweep = sweep,
	    .length = radius * fabs( sweep ),
	};
}

// Ends are returned exactly as stored, so that paths sampled at joins have no gaps.
fw_vec2 fw_segment_point( const fw_segment* segment, double distance )
{
	if ( distance <= 0.0 )
	{
		return segment->from;
	}
	if ( distance >= segment->length )
	{
		return segment->to;
	}
	const double t = distance / segment->length;
	if ( segment->kind == FW_SEGMENT_LINE )
	{
		return ( fw_vec2 ){ segment->from.x + t * ( segment->to.x - segment->from.x ),
		                    segment->from.y + t * ( segment->to.y - segment->from.y ) };
	}
	double sine, cosine;
	fw_sincos( segment->start + t * segment->sweep, &sine, &cosine );
	return ( fw_vec2 ){ segment->center.x + segment->radius * cosine, segment->center.y + segment->radius * sine };
}

fw_pose fw_segment_pose_at( const fw_segment* segment, double distance )
{
	const double clamped = distance > 0.0 ? fmin( distance, segment->length ) : 0.0;
	const fw_vec2 point = fw_segment_point( segment, clamped );
	double motion;
	if ( segment->kind != FW_SEGMENT_ARC )
	{
		motion = fw_atan2( segment->to.y - segment->from.y, segment->to.x - segment->from.x );
	}
	else
	{
		const double t = segment->length > 0.0 ? clamped / segment->length : 0.0;
		const double side = segment->sweep < 0.0 ? -1.0 : 1.0;
		motion = segment->start + t * segment->sweep + side * ( FW_PI / 2.0 );
	}
	return ( fw_pose ){ point.x, point.y, fw_angle_signed( motion_heading( motion, segment->gear ) ) };
}
