// SPDX-License-Identifier: MIT
// Trigonometry against the C library over the whole range of doubles, exact values, and angle reduction.
#include "fairway/math.h"
#include "geom/geom.h"
#include "support.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static double from_bits( uint64_t bits )
{
	double value;
	memcpy( &value, &bits, sizeof value );
	return value;
}

static uint64_t to_bits( double value )
{
	uint64_t bits;
	memcpy( &bits, &value, sizeof bits );
	return bits;
}

// Any finite double; all exponents are equally likely.
static double random_finite( test_random* random )
{
	for ( ;; )
	{
		const double value = from_bits( test_random_next( random ) );
		if ( isfinite( value ) )
		{
			return value;
		}
	}
}

static double sincos_error( double angle )
{
	double sine, cosine;
	fw_sincos( angle, &sine, &cosine );
	assert_true( sine == fw_sin( angle ) && cosine == fw_cos( angle ) );
	const long double es = fabsl( (long double)sine - sinl( (long double)angle ) );
	const long double ec = fabsl( (long double)cosine - cosl( (long double)angle ) );
	return (double)( es > ec ? es : ec );
}

static void raise_to( double* worst, double value )
{
	if ( !( value <= *worst ) ) // also if not a number
	{
		*worst = value;
	}
}

static void sine_and_cosine_match_libm( void** state )
{
	(void)state;
	test_random random = test_random_make( 0x9e3779b97f4a7c15u );
	double worst = 0.0;
	for ( int32_t i = 0; i < test_rounds( 1000000 ); i++ )
	{
		raise_to( &worst, sincos_error( random_finite( &random ) ) );
		raise_to( &worst, sincos_error( test_random_real( &random, -7.0, 7.0 ) ) );
		raise_to( &worst, sincos_error( test_random_real( &random, -3e6, 3e6 ) ) );
		raise_to( &worst, sincos_error( test_random_real( &random, -1.0, 1.0 ) * 1e300 * 1e8 ) );
	}
	for ( int32_t k = -200000; k <= 200000; k += test_every( 1 ) | 1 ) // odd: every multiple of pi / 4
	{
		const double multiple = k * ( FW_PI / 4.0 );
		raise_to( &worst, sincos_error( multiple ) );
		raise_to( &worst, sincos_error( from_bits( to_bits( multiple ) + 1 ) ) );
	}
	const double edges[] = { 0.0,    999999.9999999999,      1e6,      1e6 + 1e-9, 0x1p52,    0x1p53, 0x1p54, 0x1p86,
	                         0x1p87, 1.7976931348623157e308, 0x1p1023, 0x1p-1022,  0x1p-1074, 1e22,   6.0,    1e300 };
	for ( size_t i = 0; i < sizeof edges / sizeof edges[0]; i++ )
	{
		raise_to( &worst, sincos_error( edges[i] ) );
		raise_to( &worst, sincos_error( -edges[i] ) );
	}
	// The double that comes closest to a multiple of pi / 2.
	const double closest = 6381956970095103.0 * 0x1p797;
	assert_true( fabs( fw_cos( closest ) ) < 1e-17 );
	print_message( "sin, cos: largest error %.3g\n", worst );
	assert_true( worst < 1e-15 );
}

static void sine_and_cosine_are_symmetric( void** state )
{
	(void)state;
	test_random random = test_random_make( 77 );
	for ( int32_t i = 0; i < test_rounds( 1000000 ); i++ )
	{
		const double angle = i % 2 == 0 ? random_finite( &random ) : test_random_real( &random, -20.0, 20.0 );
		assert_true( fw_sin( -angle ) == -fw_sin( angle ) );
		assert_true( fw_cos( -angle ) == fw_cos( angle ) );
	}
	assert_true( to_bits( fw_sin( 0.0 ) ) == to_bits( 0.0 ) && to_bits( fw_sin( -0.0 ) ) == to_bits( -0.0 ) );
	assert_true( fw_cos( 0.0 ) == 1.0 && fw_cos( FW_PI ) == -1.0 && fw_sin( FW_PI / 2.0 ) == 1.0 );
}

static void not_finite_gives_nan( void** state )
{
	(void)state;
	const double bad[] = { INFINITY, -INFINITY, NAN };
	for ( int32_t i = 0; i < 3; i++ )
	{
		double sine = 0.0, cosine = 0.0;
		fw_sincos( bad[i], &sine, &cosine );
		assert_true( isnan( sine ) && isnan( cosine ) );
		assert_true( isnan( fw_sin( bad[i] ) ) && isnan( fw_cos( bad[i] ) ) );
		assert_true( isnan( fw_angle_positive( bad[i] ) ) && isnan( fw_angle_signed( bad[i] ) ) );
	}
	assert_true( isnan( fw_atan2( NAN, 1.0 ) ) && isnan( fw_atan2( 1.0, NAN ) ) && isnan( fw_atan2( NAN, NAN ) ) );
	assert_true( isnan( fw_atan2( INFINITY, NAN ) ) && isnan( fw_acos( NAN ) ) );
	assert_true( isnan( fw_radians( NAN ) ) && isnan( fw_degrees( NAN ) ) );
}

static double atan2_error( double y, double x )
{
	const double plain = y == 0.0 ? fabs( y ) : y; // the C library distinguishes 0 and -0
	return (double)fabsl( (long double)fw_atan2( y, x ) - atan2l( (long double)plain, (long double)x ) );
}

static void arc_tangent_matches_libm( void** state )
{
	(void)state;
	test_random random = test_random_make( 123456789 );
	double worst = 0.0;
	for ( int32_t i = 0; i < test_rounds( 1000000 ); i++ )
	{
		double y = random_finite( &random );
		double x = random_finite( &random );
		raise_to( &worst, atan2_error( y, x ) );
		y = test_random_real( &random, -1.0, 1.0 );
		x = test_random_real( &random, -1.0, 1.0 );
		raise_to( &worst, atan2_error( y, x ) );
		const double scale = from_bits( ( 1 + test_random_next( &random ) % 2046 ) << 52 );
		y = scale * test_random_real( &random, -1.0, 1.0 );
		x = scale * test_random_real( &random, -1.0, 1.0 );
		raise_to( &worst, atan2_error( y, x ) );
		// next to the borders between the pieces of the table
		const double whole = (double)( test_random_next( &random ) % 33 );
		const double ratio = ( whole + test_random_real( &random, -1e-12, 1e-12 ) ) / 32.0;
		raise_to( &worst, atan2_error( ratio, 1.0 ) );
		raise_to( &worst, atan2_error( -1.0, -ratio ) );
	}
	print_message( "atan2: largest error %.3g\n", worst );
	assert_true( worst < 1e-15 );
}

static void arc_tangent_of_axes_and_diagonals( void** state )
{
	(void)state;
	const double sizes[] = { 0x1p-1074, 1e-308, 1e-200, 0.3, 1.0, 7.7, 1e154, 1e200, 1.7976931348623157e308, INFINITY };
	for ( size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++ )
	{
		const double a = sizes[i];
		assert_true( to_bits( fw_atan2( 0.0, a ) ) == to_bits( 0.0 ) );
		assert_true( fw_atan2( -0.0, a ) == 0.0 );
		assert_true( fw_atan2( a, a ) == 0.78539816339744830962 );
		assert_true( fw_atan2( a, 0.0 ) == 1.57079632679489661923 );
		assert_true( fw_atan2( a, -a ) == 2.35619449019234492885 );
		assert_true( fw_atan2( 0.0, -a ) == FW_PI && fw_atan2( -0.0, -a ) == FW_PI );
		assert_true( fw_atan2( -a, -a ) == -2.35619449019234492885 );
		assert_true( fw_atan2( -a, 0.0 ) == -1.57079632679489661923 );
		assert_true( fw_atan2( -a, a ) == -0.78539816339744830962 );
	}
	assert_true( fw_atan2( 0.0, 0.0 ) == 0.0 && fw_atan2( 0.0, -0.0 ) == 0.0 && fw_atan2( -0.0, -0.0 ) == 0.0 );
	assert_true( fw_atan2( 1.0, INFINITY ) == 0.0 && fw_atan2( 1.0, -INFINITY ) == FW_PI );
	assert_true( fw_atan2( -INFINITY, 1.0 ) == -FW_PI / 2.0 );
}

static void arc_tangent_is_symmetric( void** state )
{
	(void)state;
	test_random random = test_random_make( 5 );
	for ( int32_t i = 0; i < test_rounds( 1000000 ); i++ )
	{
		const double y = i % 2 == 0 ? random_finite( &random ) : test_random_real( &random, -2.0, 2.0 );
		const double x = i % 2 == 0 ? random_finite( &random ) : test_random_real( &random, -2.0, 2.0 );
		const double angle = fw_atan2( y, x );
		assert_true( angle >= -FW_PI && angle <= FW_PI );
		if ( y != 0.0 )
		{
			assert_true( fw_atan2( -y, x ) == -angle );
		}
	}
}

static void arc_cosine_matches_libm( void** state )
{
	(void)state;
	test_random random = test_random_make( 99 );
	double worst = 0.0;
	for ( int32_t i = 0; i < test_rounds( 1000000 ); i++ )
	{
		const double x = i % 2 == 0 ? test_random_real( &random, -1.0, 1.0 ) : 1.0 - fabs( random_finite( &random ) );
		const double inside = fabs( x ) <= 1.0 ? x : test_random_real( &random, 0.999999, 1.0 );
		raise_to( &worst, (double)fabsl( (long double)fw_acos( inside ) - acosl( (long double)inside ) ) );
		raise_to( &worst, (double)fabsl( (long double)fw_acos( -inside ) - acosl( (long double)-inside ) ) );
	}
	print_message( "acos: largest error %.3g\n", worst );
	assert_true( worst < 1e-15 );
	assert_true( fw_acos( 1.0 ) == 0.0 && fw_acos( -1.0 ) == FW_PI && fw_acos( 0.0 ) == FW_PI / 2.0 );
	assert_true( fw_acos( 1.5 ) == 0.0 && fw_acos( -7.0 ) == FW_PI );
	assert_true( fw_acos( INFINITY ) == 0.0 && fw_acos( -INFINITY ) == FW_PI );
}

// Do two angles point in the same direction?
static bool same_direction( double a, double b, double slack )
{
	return fabs( fw_sin( a ) - fw_sin( b ) ) <= slack && fabs( fw_cos( a ) - fw_cos( b ) ) <= slack;
}

static void angles_are_reduced( void** state )
{
	(void)state;
	test_random random = test_random_make( 31337 );
	for ( int32_t i = 0; i < test_rounds( 1000000 ); i++ )
	{
		const double angle = i % 3 == 0 ? random_finite( &random )
		                                : test_random_real( &random, -1.0, 1.0 ) * ( i % 3 == 1 ? 15.0 : 1e7 );
		const double positive = fw_angle_positive( angle );
		const double signed_angle = fw_angle_signed( angle );
		assert_true( positive >= 0.0 && positive < FW_TAU - 1e-9 );
		assert_true( signed_angle > -FW_PI && signed_angle <= FW_PI );
		assert_true( same_direction( angle, signed_angle, 2e-15 ) );
		assert_true( same_direction( angle, positive, positive == 0.0 ? 1.1e-9 : 2e-15 ) );
		// a reduced angle stays as it is
		assert_true( fw_angle_positive( positive ) == positive );
		assert_true( fw_angle_signed( signed_angle ) == signed_angle );
	}
	assert_true( fw_angle_signed( FW_PI ) == FW_PI && fw_angle_signed( -FW_PI ) == FW_PI );
	assert_true( fabs( fw_angle_signed( 3.0 * FW_PI ) ) >= FW_PI - 1e-15 );
	assert_true( fw_angle_signed( FW_TAU ) == 0.0 && fw_angle_signed( -FW_TAU ) == 0.0 );
	assert_true( fw_angle_signed( from_bits( to_bits( FW_PI ) + 1 ) ) < 0.0 );
	assert_true( fw_angle_positive( 1.7976931348623157e308 ) >= 0.0 );
}

static void almost_full_turns_are_none( void** state )
{
	(void)state;
	for ( double below = 1e-18; below < 0.99e-9; below *= 1.7 )
	{
		for ( int32_t turns = -3; turns <= 3; turns++ )
		{
			assert_true( fw_angle_positive( turns * FW_TAU - below ) < 3e-15 );
		}
		assert_true( fw_angle_positive( -below ) == 0.0 );
		assert_true( fw_angle_positive( FW_TAU - below ) == 0.0 );
	}
	assert_true( fw_angle_positive( -0x1p-1074 ) == 0.0 );
	assert_true( to_bits( fw_angle_positive( -0.0 ) ) == to_bits( 0.0 ) );
	assert_true( fw_angle_positive( FW_TAU ) == 0.0 && fw_angle_positive( -FW_TAU ) == 0.0 );
	assert_true( fw_angle_positive( FW_TAU - 1.1e-9 ) > 6.28 );
	assert_true( fw_angle_positive( -1.1e-9 ) > 6.28 );
	assert_true( fw_angle_positive( 1e-12 ) == 1e-12 );
	// a growing angle never gives a smaller one until it wraps, and wraps once
	double before = -1.0;
	int32_t wraps = 0;
	for ( int32_t i = 0; i <= 2000000; i++ )
	{
		const double now = fw_angle_positive( 4.0 + i * 2e-6 );
		wraps += now < before ? 1 : 0;
		before = now;
	}
	assert_int_equal( wraps, 1 );
}

static void degrees_and_back( void** state )
{
	(void)state;
	volatile long double one = 1.0L;
	const long double quarter_pi = 0.785398163397448309615660845819875721L;
	for ( int32_t k = -20000; k <= 20000; k++ )
	{
		const double radians = fw_radians( 45.0 * k );
		if ( one + 0x1p-60L != one ) // wider than double, also on the machine that runs the program
		{
			const double size = fabs( radians );
			const double ulp = from_bits( to_bits( size ) + 1 ) - size;
			assert_true( fabsl( (long double)radians - quarter_pi * k ) <= 0.5005L * (long double)ulp );
		}
		assert_true( fw_degrees( radians ) == 45.0 * k );
	}
	assert_true( fw_radians( 45.0 ) == 0.78539816339744830962 && fw_radians( 135.0 ) == 2.35619449019234492885 );
	assert_true( fw_radians( 180.0 ) == FW_PI && fw_radians( 360.0 ) == FW_TAU && fw_radians( -90.0 ) == -FW_PI / 2 );
	assert_true( fw_degrees( FW_PI ) == 180.0 && fw_degrees( FW_PI / 4 ) == 45.0 && fw_degrees( 0.0 ) == 0.0 );
	test_random random = test_random_make( 4242 );
	for ( int32_t i = 0; i < test_rounds( 200000 ); i++ )
	{
		const double degrees = test_random_real( &random, -1e4, 1e4 );
		const double radians = fw_radians( degrees );
		assert_true( fabs( radians - degrees * ( FW_PI / 180.0 ) ) <= 1e-15 * fabs( degrees ) );
		assert_true( fabs( fw_degrees( radians ) - degrees ) <= 1e-15 * fabs( degrees ) );
	}
}

static void lengths( void** state )
{
	(void)state;
	assert_true( fw_length( 3.0, -4.0 ) == 5.0 && fw_length( 0.0, 0.0 ) == 0.0 && fw_length( -2.0, 0.0 ) == 2.0 );
	assert_true( fw_length( 1.0, 1.0 ) == FW_SQRT2 );
}

// The exact bits, so that a compiler that contracts or reorders is caught.
static void bits_are_fixed( void** state )
{
	(void)state;
	test_random random = test_random_make( 2024 );
	uint64_t hash = 0xcbf29ce484222325u;
	for ( int32_t i = 0; i < 100000; i++ )
	{
		const double wide = random_finite( &random );
		const double a = test_random_real( &random, -10.0, 10.0 );
		const double b = test_random_real( &random, -10.0, 10.0 );
		const double values[] = { fw_sin( wide ),   fw_cos( wide ),          fw_sin( a ),       fw_cos( a ),
		                          fw_atan2( a, b ), fw_acos( a * 0.1 ),      fw_length( a, b ), fw_angle_positive( a ),
		                          fw_radians( a ),  fw_angle_signed( wide ), fw_degrees( b ) };
		for ( size_t k = 0; k < sizeof values / sizeof values[0]; k++ )
		{
			hash = ( hash ^ to_bits( values[k] ) ) * 0x100000001b3u;
		}
	}
	print_message( "hash of all results: %016llx\n", (unsigned long long)hash );
	assert_true( hash == 0xa6b42239c3f9307fu );
}

int run_test_math( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( sine_and_cosine_match_libm ),
	    cmocka_unit_test( sine_and_cosine_are_symmetric ),
	    cmocka_unit_test( not_finite_gives_nan ),
	    cmocka_unit_test( arc_tangent_matches_libm ),
	    cmocka_unit_test( arc_tangent_of_axes_and_diagonals ),
	    cmocka_unit_test( arc_tangent_is_symmetric ),
	    cmocka_unit_test( arc_cosine_matches_libm ),
	    cmocka_unit_test( angles_are_reduced ),
	    cmocka_unit_test( almost_full_turns_are_none ),
	    cmocka_unit_test( degrees_and_back ),
	    cmocka_unit_test( lengths ),
	    cmocka_unit_test( bits_are_fixed ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
