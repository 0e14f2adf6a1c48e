// SPDX-License-Identifier: MIT
// A progress bar on standard error, drawn only where that is a terminal.
#define _POSIX_C_SOURCE 200809L
#include "progress.h"

#include <stdio.h>
#include <unistd.h>

#define BAR_WIDTH 40

void progress_begin( progress* bar, int64_t total )
{
	*bar = ( progress ){ .total = total, .shown = -1, .terminal = isatty( STDERR_FILENO ) != 0 };
	progress_show( bar, 0 );
}

void progress_show( progress* bar, int64_t done )
{
	if ( !bar->terminal || bar->total <= 0 )
	{
		return;
	}
	const int32_t permille = (int32_t)( done * 1000 / bar->total );
	if ( permille == bar->shown )
	{
		return;
	}
	bar->shown = permille;
	const int filled = permille * BAR_WIDTH / 1000;
	fputs( "\r[", stderr );
	for ( int i = 0; i < BAR_WIDTH; i++ )
	{
		fputc( i < filled ? '#' : '.', stderr );
	}
	fprintf( stderr, "] %3d%%  %lld of %lld ", (int)permille / 10, (long long)done, (long long)bar->total );
	fflush( stderr );
}

void progress_end( progress* bar )
{
	if ( bar->terminal && bar->shown >= 0 )
	{
		fputs( "\r\033[K", stderr );
		fflush( stderr );
		bar->shown = -1;
	}
}
