// SPDX-License-Identifier: MIT
// Exact lengths of a scenario's problems from a file, and how far the paths are above them.
#include "exact.h"
#include "files.h"
#include "message.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Printed lengths are rounded, sums of square roots too.
#define SLACK 1e-6

// So many paths that are too short are reported one by one.
#define TOLD_MAX 5

static bool read_numbers( const char* line, double numbers[5] )
{
	for ( int32_t i = 0; i < 5; i++ )
	{
		char* end = NULL;
		numbers[i] = strtod( line, &end );
		if ( end == line || !isfinite( numbers[i] ) || numbers[i] < 0.0 )
		{
			return false;
		}
		line = end;
	}
	return line[strspn( line, " \t" )] == '\0';
}

static bool is_of( const double numbers[5], const fw_scen_problem* problem )
{
	return numbers[0] == problem->start_x && numbers[1] == problem->start_y && numbers[2] == problem->goal_x &&
	       numbers[3] == problem->goal_y;
}

static bool read_text( char* text, const fw_scen* scen, int32_t count, exact_lengths* exact )
{
	int32_t number = 0;
	char* line = NULL;
	while ( exact->count < count && file_line( &text, &line, &number ) )
	{
		double numbers[5];
		if ( !read_numbers( line, numbers ) )
		{
			complain( "%s:%d:1: expected sx sy gx gy length", exact->file, (int)number );
			return false;
		}
		if ( !is_of( numbers, &scen->problems[exact->count] ) )
		{
			complain( "%s:%d:1: problem %d of the scenario has another start or goal", exact->file, (int)number,
			          (int)exact->count );
			return false;
		}
		exact->lengths[exact->count++] = numbers[4];
	}
	if ( exact->count < count )
	{
		complain( "%s: the file ends before problem %d", exact->file, (int)exact->count );
	}
	return exact->count == count;
}

bool exact_read( const char* file, const fw_scen* scen, int32_t count, exact_lengths* exact )
{
	size_t size = 0;
	*exact = ( exact_lengths ){ .file = file, .worst_problem = -1 };
	char* text = file_read( file, &size );
	exact->lengths = malloc( ( (size_t)count + 1 ) * sizeof( double ) );
	if ( text != NULL && exact->lengths == NULL )
	{
		complain( "%s: %s", file, fw_status_text( FW_ERR_MEMORY ) );
	}
	const bool good = text != NULL && exact->lengths != NULL && read_text( text, scen, count, exact );
	free( text );
	return good;
}

static bool is_shorter( const exact_lengths* exact, int64_t problem, double length )
{
	return length < exact->lengths[problem] - SLACK;
}

bool exact_compare( exact_lengths* exact, int64_t problem, double length )
{
	const double least = exact->lengths[problem];
	const bool equal = fabs( length - least ) <= SLACK;
	const double excess = equal ? 0.0 : least > 0.0 ? length / least - 1.0 : HUGE_VAL;
	if ( exact->worst_problem < 0 || excess > exact->worst )
	{
		exact->worst = excess;
		exact->worst_problem = problem;
	}
	if ( is_shorter( exact, problem, length ) )
	{
		exact->shorter += 1;
		if ( exact->shorter <= TOLD_MAX )
		{
			complain( "%s: problem %lld: a path of %.9f tiles is shorter than the exact length %.9f", exact->file,
			          (long long)problem, length, least );
		}
	}
	return samples_add( &exact->excess, excess );
}

void exact_print( exact_lengths* exact )
{
	if ( exact->excess.count == 0 )
	{
		return;
	}
	printf( "exact       excess mean %.4f %%, median %.4f %%, p99 %.4f %%, worst %.4f %% (problem %lld)\n",
	        100.0 * samples_mean( &exact->excess ), 100.0 * samples_percentile( &exact->excess, 50.0 ),
	        100.0 * samples_percentile( &exact->excess, 99.0 ), 100.0 * exact->worst, (long long)exact->worst_problem );
	if ( exact->shorter > 0 )
	{
		printf( "            %lld shorter than the exact length: not a path, or not exact\n",
		        (long long)exact->shorter );
	}
}

void exact_free( exact_lengths* exact )
{
	free( exact->lengths );
	samples_free( &exact->excess );
	*exact = ( exact_lengths ){ 0 };
}
