// SPDX-License-Identifier: MIT
// A line on standard error about work that takes more than a second, drawn only where that is a terminal.
#define _POSIX_C_SOURCE 200809L
#include "progress.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

#define BAR_WIDTH 40
#define FIRST_AFTER 1000000000L // nanoseconds
#define NEXT_AFTER 200000000L

static void draw( progress* bar, double seconds )
{
	if ( bar->total > 0 )
	{
		const int filled = (int)( bar->done * BAR_WIDTH / bar->total );
		fputs( "\r[", stderr );
		for ( int i = 0; i < BAR_WIDTH; i++ )
		{
			fputc( i < filled ? '#' : '.', stderr );
		}
		fprintf( stderr, "] %3d%%  %s, %lld of %lld\033[K", (int)( bar->done * 100 / bar->total ), bar->what,
		         (long long)bar->done, (long long)bar->total );
	}
	else
	{
		fprintf( stderr, "\r%s, %.0f s\033[K", bar->what, seconds );
	}
	fflush( stderr );
}

// Waits so long, or until the work is over.
static void wait_for( progress* bar, long nanoseconds )
{
	struct timespec until;
	timespec_get( &until, TIME_UTC );
	until.tv_nsec += nanoseconds % FIRST_AFTER;
	until.tv_sec += nanoseconds / FIRST_AFTER + until.tv_nsec / FIRST_AFTER;
	until.tv_nsec %= FIRST_AFTER;
	while ( !bar->over && pthread_cond_timedwait( &bar->wake, &bar->lock, &until ) == 0 )
	{
	}
}

static void* watch( void* context )
{
	progress* bar = context;
	bool drawn = false;
	pthread_mutex_lock( &bar->lock );
	wait_for( bar, FIRST_AFTER );
	for ( double seconds = 1.0; !bar->over; seconds += NEXT_AFTER * 1e-9 )
	{
		draw( bar, seconds );
		drawn = true;
		wait_for( bar, NEXT_AFTER );
	}
	if ( drawn )
	{
		fputs( "\r\033[K", stderr );
		fflush( stderr );
	}
	pthread_mutex_unlock( &bar->lock );
	return NULL;
}

void progress_begin( progress* bar, const char* what, int64_t total )
{
	*bar = ( progress ){ .what = what, .total = total };
	if ( isatty( STDERR_FILENO ) == 0 )
	{
		return;
	}
	pthread_mutex_init( &bar->lock, NULL );
	pthread_cond_init( &bar->wake, NULL );
	bar->running = pthread_create( &bar->thread, NULL, watch, bar ) == 0;
}

void progress_show( progress* bar, int64_t done )
{
	if ( bar->running )
	{
		pthread_mutex_lock( &bar->lock );
		bar->done = done;
		pthread_mutex_unlock( &bar->lock );
	}
}

void progress_end( progress* bar )
{
	if ( bar->running )
	{
		pthread_mutex_lock( &bar->lock );
		bar->over = true;
		pthread_cond_signal( &bar->wake );
		pthread_mutex_unlock( &bar->lock );
		pthread_join( bar->thread, NULL );
		bar->running = false;
	}
}
