// SPDX-License-Identifier: MIT
// Trigonometry from additions, multiplications, divisions and square roots alone, so that IEEE 754 fixes every bit.
// Reduction of huge angles after M. Payne and R. Hanek, "Radian Reduction for Trigonometric Functions" (1983).
#include "base/core.h"
#include "fairway/math.h"
#include "geom/geom.h"

#include <math.h>
#include <string.h>

#define PI_HALF 1.5707963267948966
#define PI_HALF_LOW 6.123233995736766e-17 // pi / 2 - PI_HALF
#define PI_LOW 1.2246467991473532e-16
#define TWO_OVER_PI 0.6366197723675814

// pi / 2 in three pieces; the first two have 33 bits, so their products with a count below 2^20 are exact.
#define PI_HALF_1 1.5707963267341256
#define PI_HALF_2 6.077100506303966e-11
#define PI_HALF_3 2.0222662487959506e-21

#define SMALL_ANGLE 1.0e6 // keeps the number of quarter turns below 2^20

// Two zero limbs, then the bits of 2 / pi, most significant first. The zeros let small exponents use the same code.
static const uint32_t two_over_pi_bits[38] = {
    0x00000000u, 0x00000000u, 0xa2f9836eu, 0x4e441529u, 0xfc2757d1u, 0xf534ddc0u, 0xdb629599u, 0x3c439041u,
    0xfe5163abu, 0xdebbc561u, 0xb7246e3au, 0x424dd2e0u, 0x06492eeau, 0x09d1921cu, 0xfe1deb1cu, 0xb129a73eu,
    0xe88235f5u, 0x2ebb4484u, 0xe99c7026u, 0xb45f7e41u, 0x3991d639u, 0x835339f4u, 0x9c845f8bu, 0xbdf9283bu,
    0x1ff897ffu, 0xde05980fu, 0xef2f118bu, 0x5a0a6d1fu, 0x6d367ecfu, 0x27cb09b7u, 0x4f463f66u, 0x9e5fea2du,
    0x7527bac7u, 0xebe5f17bu, 0x3d0739f7u, 0x8a5292eau, 0x6bfb5fb1u, 0x1f8d5d08u,
};

// atan(i / 16)
static const double atan_table[17] = {
    0.0,
    0.06241880999595735,
    0.12435499454676144,
    0.18534794999569476,
    0.24497866312686414,
    0.3028848683749714,
    0.35877067027057225,
    0.4124104415973873,
    0.4636476090008061,
    0.5123894603107377,
    0.5585993153435624,
    0.6022873461349642,
    0.6435011087932844,
    0.6823165548747481,
    0.7188299996216245,
    0.7531512809621944,
    0.7853981633974483,
};

// angle = quarter * pi / 2 + rest, |rest| a little above pi / 4 at most; 0 <= angle < SMALL_ANGLE.
FW_INLINE int32_t reduce_small( double angle, double* rest )
{
	const int32_t quarter = (int32_t)( angle * TWO_OVER_PI + 0.5 );
	const double n = (double)quarter;
	*rest = ( ( angle - n * PI_HALF_1 ) - n * PI_HALF_2 ) - n * PI_HALF_3;
	return quarter & 3;
}

// The same for any finite angle >= 1. Multiplies the 53 bits of the angle by only those bits of 2 / pi whose products
// are neither whole turns nor too small to matter, and keeps to integers throughout.
static int32_t reduce_large( double angle, double* rest )
{
	uint64_t bits;
	memcpy( &bits, &angle, sizeof bits );
	const int32_t exponent = (int32_t)( bits >> 52 & 0x7ff ) - 1075;
	const uint64_t mantissa = ( bits & 0xfffffffffffffu ) | 0x10000000000000u;
	const uint64_t low = mantissa & 0xffffffffu;
	const uint64_t high = mantissa >> 32;
	const int32_t first = ( exponent + 62 ) / 32;
	const int32_t shift = exponent + 62 - 32 * first;
	FW_ASSERT( exponent >= -62 && first + 4 < 38 );

	// product = mantissa * limbs[first..first + 4], least significant limb first
	uint32_t product[7] = { 0 };
	uint64_t carry_low = 0, carry_high = 0;
	for ( int32_t i = 0; i < 5; i++ )
	{
		const uint64_t limb = two_over_pi_bits[first + 4 - i];
		carry_low += limb * low + product[i];
		product[i] = (uint32_t)carry_low;
		carry_low >>= 32;
		carry_high += limb * high + product[i + 1];
		product[i + 1] = (uint32_t)carry_high;
		carry_high >>= 32;
	}
	const uint64_t top = (uint64_t)product[5] + carry_low;
	product[5] = (uint32_t)top;

	const uint64_t upper = (uint64_t)product[4] << 32 | product[3];
	const uint64_t lower = (uint64_t)product[2] << 32 | product[1];
	const uint64_t turns = shift == 0 ? upper : upper << shift | lower >> ( 64 - shift );
	const uint64_t tail = lower << shift;
	uint64_t fraction = turns << 2 | tail >> 62;
	int32_t quarter = (int32_t)( turns >> 62 );
	if ( fraction >> 63 != 0 )
	{
		quarter++;
		fraction = ~fraction + 1;
		*rest = -( (double)fraction * 0x1p-64 * PI_HALF );
	}
	else
	{
		*rest = (double)fraction * 0x1p-64 * PI_HALF;
	}
	return quarter & 3;
}

FW_INLINE int32_t reduce( double angle, double* rest )
{
	return FW_LIKELY( angle < SMALL_ANGLE ) ? reduce_small( angle, rest ) : reduce_large( angle, rest );
}

// sin(x) for |x| up to a little above pi / 4; z = x * x. Coefficients: interpolation at Chebyshev nodes.
FW_INLINE double sine_near_zero( double x, double z )
{
	const double z2 = z * z;
	const double a = -0.16666666666666666 + z * 0.008333333333330948;
	const double b = -0.00019841269836756774 + z * 2.7557316101617874e-06;
	const double c = -2.505113165023518e-08 + z * 1.5918115263265974e-10;
	return x + x * z * ( a + z2 * ( b + z2 * c ) );
}

FW_INLINE double cosine_near_zero( double z )
{
	const double z2 = z * z;
	const double a = 0.041666666666666664 + z * -0.0013888888888887398;
	const double b = 2.480158729876456e-05 + z * -2.7557317271145144e-07;
	const double c = 2.087614614655861e-09 + z * -1.1382623647474604e-11;
	return 1.0 - ( 0.5 * z - z2 * ( a + z2 * ( b + z2 * c ) ) );
}

FW_INLINE void sincos_inline( double angle, double* sine, double* cosine )
{
	static const double sine_sign[4] = { 1.0, 1.0, -1.0, -1.0 };
	static const double cosine_sign[4] = { 1.0, -1.0, -1.0, 1.0 };
	if ( FW_UNLIKELY( !isfinite( angle ) ) )
	{
		*sine = *cosine = NAN;
		return;
	}
	double x;
	const int32_t quarter = reduce( fabs( angle ), &x );
	const double z = x * x;
	const double s = sine_near_zero( x, z );
	const double c = cosine_near_zero( z );
	const bool swap = ( quarter & 1 ) != 0;
	*sine = copysign( 1.0, angle ) * sine_sign[quarter] * ( swap ? c : s );
	*cosine = cosine_sign[quarter] * ( swap ? s : c );
}

void fw_sincos( double angle, double* sine, double* cosine )
{
	sincos_inline( angle, sine, cosine );
}

double fw_sin( double angle )
{
	double sine, cosine;
	sincos_inline( angle, &sine, &cosine );
	return sine;
}

double fw_cos( double angle )
{
	double sine, cosine;
	sincos_inline( angle, &sine, &cosine );
	return cosine;
}

// atan(small / large) for 0 <= small <= large, large > 0 and both well inside the range of doubles.
FW_INLINE double atan_of_ratio( double small, double large )
{
	const int32_t index = (int32_t)( small / large * 16.0 + 0.5 );
	const double node = (double)index * 0.0625;
	const double t = ( small - large * node ) / ( large + small * node );
	const double z = t * t;
	const double series = 1.0 / 3.0 - z * ( 1.0 / 5.0 - z * ( 1.0 / 7.0 - z * ( 1.0 / 9.0 ) ) );
	return atan_table[index] + ( t - t * z * series );
}

// Zero, infinite, not a number, or so large or small that products would leave the range of doubles.
static double atan2_special( double y, double x )
{
	if ( isnan( x ) || isnan( y ) )
	{
		return NAN;
	}
	if ( x == 0.0 && y == 0.0 )
	{
		return 0.0;
	}
	double angle;
	if ( isinf( x ) || isinf( y ) )
	{
		angle = fw_atan2( isinf( y ) ? 1.0 : 0.0, isinf( x ) ? copysign( 1.0, x ) : 0.0 );
	}
	else
	{
		const double scale = fmax( fabs( x ), fabs( y ) ) > 1.0 ? 0x1p-600 : 0x1p600;
		angle = fw_atan2( fabs( y ) * scale, x * scale );
	}
	return y < 0.0 ? -angle : angle; // here, because y may have been scaled to 0
}

double fw_atan2( double y, double x )
{
	// By 2 * (x < 0) + (|y| > |x|): the result is base + sign * atan(small / large).
	static const double base[4] = { 0.0, PI_HALF, FW_PI, PI_HALF };
	static const double base_low[4] = { 0.0, PI_HALF_LOW, PI_LOW, PI_HALF_LOW };
	static const double sign[4] = { 1.0, -1.0, -1.0, 1.0 };
	const double ax = fabs( x );
	const double ay = fabs( y );
	const double large = ay > ax ? ay : ax; // these forms become instructions, not branches
	const double small = ax < ay ? ax : ay;
	if ( FW_UNLIKELY( !( large > 1e-200 && large < 1e200 && small <= large ) ) )
	{
		return atan2_special( y, x );
	}
	const int32_t octant = 2 * ( x < 0.0 ) + ( ay > ax );
	const double angle = base[octant] + ( base_low[octant] + sign[octant] * atan_of_ratio( small, large ) );
	return copysign( angle, y + 0.0 ); // -0 is 0
}

double fw_acos( double x )
{
	const double clamped = x > 1.0 ? 1.0 : ( x < -1.0 ? -1.0 : x );
	return fw_atan2( sqrt( ( 1.0 - clamped ) * ( 1.0 + clamped ) ), clamped );
}

fw_pose fw_make_pose( double x, double y, double heading )
{
	return ( fw_pose ){ x, y, heading };
}

double fw_length( double x, double y )
{
	return sqrt( x * x + y * y );
}

// Into [-pi / 4, 2 pi - pi / 4] or so, by the same reduction as the sine, so that both mean the same angle.
static double reduce_turns( double angle )
{
	if ( !isfinite( angle ) )
	{
		return NAN;
	}
	double rest;
	const int32_t quarter = reduce( fabs( angle ), &rest );
	const double positive = (double)quarter * PI_HALF + ( rest + (double)quarter * PI_HALF_LOW );
	return angle < 0.0 ? -positive : positive;
}

double fw_angle_positive( double angle )
{
	double turned = angle;
	if ( FW_UNLIKELY( !( angle >= -FW_TAU && angle < 2.0 * FW_TAU ) ) )
	{
		turned = reduce_turns( angle );
	}
	turned += turned < 0.0 ? FW_TAU : 0.0;
	turned -= turned >= FW_TAU ? FW_TAU : 0.0;
	return turned >= FW_TAU - 1e-9 ? 0.0 : turned + 0.0; // no negative zero
}

double fw_angle_signed( double angle )
{
	double turned = angle;
	if ( FW_UNLIKELY( !( angle >= -FW_TAU && angle <= FW_TAU ) ) )
	{
		turned = reduce_turns( angle );
	}
	turned -= turned > FW_PI ? FW_TAU : 0.0;
	return turned + ( turned <= -FW_PI ? FW_TAU : 0.0 );
}

// The nearest double to eighths * pi / 4.
static double eighth_turns( double eighths )
{
	const double halved = 0.5 * eighths;
	return halved * PI_HALF_1 + ( halved * PI_HALF_2 + halved * PI_HALF_3 );
}

double fw_radians( double degrees )
{
	const double eighths = degrees / 45.0;
	if ( fabs( eighths ) < 0x1p20 && eighths == floor( eighths ) && eighths * 45.0 == degrees )
	{
		return eighth_turns( eighths );
	}
	return degrees * ( FW_PI / 180.0 );
}

double fw_degrees( double radians )
{
	const double eighths = floor( radians * ( 4.0 / FW_PI ) + 0.5 );
	if ( fabs( eighths ) < 0x1p20 && radians == eighth_turns( eighths ) )
	{
		return eighths * 45.0;
	}
	return radians * ( 180.0 / FW_PI );
}
