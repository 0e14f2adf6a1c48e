// SPDX-License-Identifier: MIT
/// @file
/// Vectors, poses, rectangles, and trigonometry with the same bits on every platform.
#ifndef FAIRWAY_MATH_H
#define FAIRWAY_MATH_H

#include "fairway/base.h"

FW_BEGIN_DECLS

#define FW_PI 3.14159265358979323846    ///< half a turn
#define FW_TAU 6.28318530717958647693   ///< a full turn
#define FW_SQRT2 1.41421356237309504880 ///< the diagonal of a tile

/// A point or a displacement [tiles].
typedef struct fw_vec2
{
	double x, y;
} fw_vec2;

/// A position and a heading [tiles, radians from +x towards +y].
typedef struct fw_pose
{
	double x, y, heading;
} fw_pose;

FW_API fw_pose fw_make_pose( double x, double y, double heading ); ///< as C and C++ write alike

/// The tiles x <= column < x + width, y <= row < y + height.
typedef struct fw_rect
{
	int32_t x, y, width, height;
} fw_rect;

/// Sine and cosine at once, for any finite angle; the absolute error is below 1e-15. If the angle is not finite, both
/// are NaN.
FW_API void fw_sincos( double angle, double* sine, double* cosine );
FW_API double fw_sin( double angle ); ///< see fw_sincos()
FW_API double fw_cos( double angle ); ///< see fw_sincos()

/// The angle of the vector (x, y) in (-pi, pi]; 0 for the zero vector. The error is below 1e-15.
FW_API double fw_atan2( double y, double x );

/// sqrt(x*x + y*y), for values whose squares do not overflow.
FW_API double fw_length( double x, double y );

/// The same angle in (-pi, pi].
FW_API double fw_angle_signed( double angle );

FW_API double fw_radians( double degrees ); ///< multiples of 45 degrees give the nearest double
FW_API double fw_degrees( double radians ); ///< the inverse of fw_radians()

FW_END_DECLS

#endif
