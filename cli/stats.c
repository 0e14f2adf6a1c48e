// SPDX-License-Identifier: MIT
// Samples and what to say about them, the clock, and the memory of the process.
#define _DEFAULT_SOURCE
#define _POSIX_C_SOURCE 200809L
#include "stats.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>
#if !defined( _WIN32 )
#include <sys/resource.h>
#endif

bool samples_add( samples* list, double value )
{
	if ( list->count == list->capacity )
	{
		const size_t capacity = list->capacity * 2 + 64;
		double* grown = realloc( list->values, capacity * sizeof( double ) );
		if ( grown == NULL )
		{
			return false;
		}
		list->values = grown;
		list->capacity = capacity;
	}
	list->values[list->count++] = value;
	return true;
}

void samples_free( samples* list )
{
	free( list->values );
	*list = ( samples ){ 0 };
}

double samples_mean( const samples* list )
{
	double sum = 0.0;
	for ( size_t i = 0; i < list->count; i++ )
	{
		sum += list->values[i];
	}
	return list->count > 0 ? sum / (double)list->count : 0.0;
}

static int compare_numbers( const void* a, const void* b )
{
	const double x = *(const double*)a;
	const double y = *(const double*)b;
	return ( x > y ) - ( x < y );
}

double samples_percentile( samples* list, double percentage )
{
	if ( list->count == 0 )
	{
		return 0.0;
	}
	qsort( list->values, list->count, sizeof( double ), compare_numbers );
	const double rank = ceil( percentage / 100.0 * (double)list->count );
	const size_t index = rank < 1.0 ? 0 : (size_t)rank - 1;
	return list->values[index < list->count ? index : list->count - 1];
}

double clock_microseconds( void )
{
#if defined( CLOCK_THREAD_CPUTIME_ID )
	struct timespec now;
	if ( clock_gettime( CLOCK_THREAD_CPUTIME_ID, &now ) == 0 )
	{
		return (double)now.tv_sec * 1e6 + (double)now.tv_nsec * 1e-3;
	}
#endif
	return (double)clock() * ( 1e6 / (double)CLOCKS_PER_SEC );
}

double peak_memory( void )
{
#if defined( _WIN32 )
	return 0.0;
#else
	struct rusage usage;
	if ( getrusage( RUSAGE_SELF, &usage ) != 0 )
	{
		return 0.0;
	}
#if defined( __APPLE__ )
	return (double)usage.ru_maxrss;
#else
	return (double)usage.ru_maxrss * 1024.0;
#endif
#endif
}
