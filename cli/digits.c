// SPDX-License-Identifier: MIT
// How exactly a scenario prints its lengths, and whether a length is the printed one.
#include "digits.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// What a stream prints by default.
#define STREAM_DIGITS 6

// Such files come from programs that add up in single precision: one step of it may have turned the last digit.
#define SINGLE_STEP 1.2e-7

static int32_t larger( int32_t a, int32_t b )
{
	return a > b ? a : b;
}

static void take( digits* all, double length )
{
	char text[64];
	snprintf( text, sizeof( text ), "%.12f", length );
	size_t size = strlen( text );
	while ( text[size - 1] == '0' )
	{
		text[--size] = '\0';
	}
	const size_t whole = strcspn( text, "." );
	const int32_t decimals = (int32_t)( size - whole - 1 );
	all->decimals = larger( all->decimals, decimals );
	all->significant = larger( all->significant, decimals + ( length >= 1.0 ? (int32_t)whole : 0 ) );
}

digits digits_of( const fw_scen* scen )
{
	digits all = { 0, 0 };
	for ( int32_t i = 0; i < scen->count; i++ )
	{
		if ( scen->problems[i].length >= 0.0 && scen->problems[i].length < 1e9 )
		{
			take( &all, scen->problems[i].length );
		}
	}
	return all;
}

bool digits_equal( const digits* printed, double length, double published )
{
	double unit = pow( 10.0, -printed->decimals );
	double slack = 1e-9;
	if ( printed->significant <= STREAM_DIGITS && published >= 1.0 )
	{
		const double whole = floor( log10( published ) ) + 1.0;
		unit = fmax( unit, pow( 10.0, whole - STREAM_DIGITS ) );
		slack += SINGLE_STEP * published;
	}
	return fabs( length - published ) <= 0.5 * unit * ( 1.0 + 1e-6 ) + slack;
}
