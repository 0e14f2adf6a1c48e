// SPDX-License-Identifier: MIT
// What the source files of curves share, and others with them.
#ifndef FW_GEOM_GEOM_H
#define FW_GEOM_GEOM_H

#include "base/core.h"
#include "fairway/curve.h"

#include <math.h>

// The sides of a word's parts: +1 for R, which turns from +x towards +y, -1 for L, 0 for a line.
extern const int8_t fw_word_sides[8][3];

// The library's fmin() and fmax() honor NaN and signed zeros and are calls; these are one or two instructions.
FW_INLINE double lesser( double a, double b )
{
	return a < b ? a : b;
}

FW_INLINE double greater( double a, double b )
{
	return a > b ? a : b;
}

FW_INLINE double fw_dot( fw_vec2 a, fw_vec2 b )
{
	return a.x * b.x + a.y * b.y;
}

FW_INLINE double fw_cross( fw_vec2 a, fw_vec2 b )
{
	return a.x * b.y - a.y * b.x;
}

FW_INLINE fw_vec2 fw_minus( fw_vec2 a, fw_vec2 b )
{
	return ( fw_vec2 ){ a.x - b.x, a.y - b.y };
}

FW_INLINE fw_vec2 fw_pose_point( fw_pose pose )
{
	return ( fw_vec2 ){ pose.x, pose.y };
}

// In reverse gear a unit moves away from where it faces. Into (-pi, pi].
FW_INLINE double fw_motion_heading( double heading, fw_gear gear )
{
	return fw_angle_signed( gear == FW_GEAR_REVERSE ? heading + FW_PI : heading );
}

// Does the path through three points go straight on at the second? Angles whose sine is below 1e-12 are none.
FW_INLINE bool fw_goes_straight( fw_vec2 a, fw_vec2 b, fw_vec2 c )
{
	const fw_vec2 one = { b.x - a.x, b.y - a.y };
	const fw_vec2 two = { c.x - b.x, c.y - b.y };
	const double lengths = fw_length( one.x, one.y ) * fw_length( two.x, two.y );
	return fabs( one.x * two.y - one.y * two.x ) <= 1e-12 * lengths && one.x * two.x + one.y * two.y > 0.0;
}

// The distance of a point from a line with two ends.
FW_INLINE double fw_distance_to_line( fw_vec2 point, fw_vec2 from, fw_vec2 to )
{
	const fw_vec2 along = fw_minus( to, from );
	const fw_vec2 off = fw_minus( point, from );
	const double square = fw_dot( along, along );
	const double part = square > 0.0 ? fmin( fmax( fw_dot( off, along ) / square, 0.0 ), 1.0 ) : 0.0;
	return fw_length( off.x - part * along.x, off.y - part * along.y );
}

// The point of a segment at a distance from its start; its ends exactly as stored.
fw_vec2 fw_segment_point( const fw_segment* segment, double distance );

// The curvature along a segment, positive where it turns from +x towards +y [1/tiles].
FW_INLINE double fw_segment_curvature( const fw_segment* segment )
{
	const bool turns = segment->kind == FW_SEGMENT_ARC && segment->sweep != 0.0 && segment->radius > 0.0;
	return turns ? copysign( 1.0, segment->sweep ) / segment->radius : 0.0;
}

// The arc cosine in [0, pi]; the argument is clamped to [-1, 1]; error below 1e-15.
double fw_acos( double x );
// The same angle in [0, 2 pi). An angle within 1e-9 below 2 pi becomes 0, so that a turn which rounding made slightly
// negative is no turn and not a full circle.
double fw_angle_positive( double angle );

// One of the six curves from pose to pose. False if this word does not exist between the two.
bool fw_curve_to_pose( fw_pose start, fw_pose goal, double radius, fw_curve_word word, fw_gear gear, fw_curve* curve );

// The sum of the angles by which the unit turns along it, to either side [rad].
double fw_curve_turned( const fw_curve* curve );

#endif
