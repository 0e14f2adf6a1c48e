// SPDX-License-Identifier: MIT
// Several methods on the same problems, one after another in small batches, so that a busy machine affects all equally.
#define _POSIX_C_SOURCE 199309L // clock_gettime(): some searches take microseconds

#include "any_angle_run.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define BATCH 8 // problems of a method in a row: enough for its memory to be in the cache

// Processor time in microseconds, so that other programs count less.
static double now( void )
{
	struct timespec t;
	clock_gettime( CLOCK_PROCESS_CPUTIME_ID, &t );
	return (double)t.tv_sec * 1e6 + (double)t.tv_nsec * 1e-3;
}

void any_run_begin( any_run* run, const any_row* rows, int32_t count, fw_corners corners, int32_t repeats )
{
	*run = ( any_run ){ .corners = corners, .repeats = repeats };
	fw_result_init( &run->result, NULL );
	for ( int32_t i = 0; i < count && run->row_count < ANY_ROWS_MAX; i++ )
	{
		if ( fw_method_find( rows[i].method ) != NULL )
		{
			any_check( fw_search_create( NULL, &run->contexts[run->row_count] ), rows[i].method );
			run->rows[run->row_count++] = rows[i];
		}
	}
}

void any_run_end( any_run* run )
{
	for ( int32_t i = 0; i < run->row_count; i++ )
	{
		fw_search_destroy( run->contexts[i] );
	}
	fw_result_free( &run->result );
	free( run->samples );
	free( run->exact );
	*run = ( any_run ){ 0 };
}

// Room for one more batch after those that count.
static void reserve( any_run* run )
{
	const int32_t need = run->count + BATCH;
	if ( need > run->capacity )
	{
		run->capacity = 2 * need;
		const size_t problems = (size_t)run->capacity;
		run->samples = realloc( run->samples, problems * (size_t)run->row_count * sizeof( *run->samples ) );
		run->exact = realloc( run->exact, problems * sizeof( *run->exact ) );
		any_check( run->samples != NULL && run->exact != NULL ? FW_OK : FW_ERR_MEMORY, "samples" );
	}
}

// The time counts if it is the minimum so far.
static bool run_one( any_run* run, int32_t row, const any_map* map, const any_problem* p, any_sample* sample )
{
	const any_row* r = &run->rows[row];
	const double shift = r->anchor == FW_ANCHOR_CENTER ? 0.5 : 0.0;
	fw_query query = fw_default_query();
	query.method = r->method;
	query.unit.radius = 0.0;
	query.options.anchor = r->anchor;
	query.options.heuristic = r->heuristic;
	query.options.corners = run->corners;
	query.options.block_size = r->block_size != 0 ? r->block_size : query.options.block_size;
	query.options.corner_cutting = run->corners == FW_CORNERS_OPEN && strcmp( r->method, "astar" ) == 0;
	query.start = ( fw_pose ){ p->start_x + shift, p->start_y + shift, 0.0 };
	query.goal = ( fw_pose ){ p->goal_x + shift, p->goal_y + shift, 0.0 };
	const fw_map view = { .grid = map->grid, .space = map->space };
	const double before = now();
	const fw_status status = fw_search_run( run->contexts[row], &view, &query, &run->result, NULL );
	const double us = now() - before;
	any_check( status, r->label );
	sample->length = run->result.length;
	sample->expanded = (double)run->result.counters.expanded;
	sample->us = us < sample->us ? us : sample->us;
	return run->result.outcome == FW_FOUND;
}

// The samples of `count` problems follow those that count; solved[] says for which of them every row found a path.
static void run_batch( any_run* run, const any_map* map, const any_problem* problems, int32_t count, bool* solved )
{
	any_sample* samples = run->samples + (size_t)run->count * (size_t)run->row_count;
	for ( int32_t i = 0; i < count * run->row_count; i++ )
	{
		samples[i] = ( any_sample ){ .us = INFINITY };
	}
	for ( int32_t repeat = 0; repeat < run->repeats; repeat++ )
	{
		for ( int32_t row = 0; row < run->row_count; row++ )
		{
			for ( int32_t i = 0; i < count; i++ )
			{
				solved[i] = solved[i] && run_one( run, row, map, &problems[i], &samples[i * run->row_count + row] );
			}
		}
	}
}

void any_run_map( any_run* run, const any_map* map )
{
	for ( int32_t first = 0; first < map->count; first += BATCH )
	{
		const int32_t count = map->count - first < BATCH ? map->count - first : BATCH;
		bool solved[BATCH];
		memset( solved, true, sizeof( solved ) );
		reserve( run );
		run_batch( run, map, map->problems + first, count, solved );
		const size_t rows = (size_t)run->row_count;
		const any_sample* from = run->samples + (size_t)run->count * rows;
		for ( int32_t i = 0; i < count; i++, from += rows )
		{
			if ( solved[i] )
			{
				memmove( run->samples + (size_t)run->count * rows, from, rows * sizeof( *from ) );
				memcpy( run->exact[run->count], map->problems[first + i].exact, sizeof( run->exact[0] ) );
				run->count++;
			}
			else
			{
				run->dropped++;
			}
		}
	}
}

int32_t any_run_find( const any_run* run, const char* label )
{
	for ( int32_t i = 0; i < run->row_count; i++ )
	{
		if ( strcmp( run->rows[i].label, label ) == 0 )
		{
			return i;
		}
	}
	return -1;
}

static int32_t find_exact_row( const any_run* run, fw_anchor anchor )
{
	for ( int32_t i = 0; i < run->row_count; i++ )
	{
		if ( strcmp( run->rows[i].method, "visibility-graph" ) == 0 && run->rows[i].anchor == anchor )
		{
			return i;
		}
	}
	return -1;
}

static int compare_doubles( const void* a, const void* b )
{
	const double x = *(const double*)a;
	const double y = *(const double*)b;
	return ( x > y ) - ( x < y );
}

// The smallest value that `part` of all do not exceed.
static double percentile( const double* sorted, int32_t count, double part )
{
	const int32_t rank = (int32_t)ceil( part * count );
	return sorted[rank < 1 ? 0 : rank - 1];
}

static void take_times( const any_run* run, int32_t row, any_stats* stats )
{
	double* times = malloc( (size_t)run->count * sizeof( *times ) );
	any_check( times != NULL ? FW_OK : FW_ERR_MEMORY, "times" );
	for ( int32_t i = 0; i < run->count; i++ )
	{
		times[i] = run->samples[i * run->row_count + row].us;
		stats->us += times[i] / run->count;
	}
	qsort( times, (size_t)run->count, sizeof( *times ), compare_doubles );
	stats->us50 = percentile( times, run->count, 0.5 );
	stats->us99 = percentile( times, run->count, 0.99 );
	free( times );
}

any_stats any_run_stats( const any_run* run, int32_t row )
{
	any_stats stats = { .memory = fw_search_memory( run->contexts[row] ) };
	if ( run->count == 0 )
	{
		return stats;
	}
	const fw_anchor anchor = run->rows[row].anchor;
	const int32_t exact_row = find_exact_row( run, anchor );
	for ( int32_t i = 0; i < run->count; i++ )
	{
		const any_sample* samples = &run->samples[i * run->row_count];
		stats.distance += samples[row].length / run->count;
		stats.expanded += samples[row].expanded / run->count;
		const double exact = run->exact[i][anchor] > 0.0 ? run->exact[i][anchor]
		                     : exact_row >= 0            ? samples[exact_row].length
		                                                 : 0.0;
		if ( exact > 0.0 )
		{
			const double excess = samples[row].length / exact - 1.0;
			stats.excess += excess;
			stats.worst = stats.compared == 0 || excess > stats.worst ? excess : stats.worst;
			stats.compared++;
		}
	}
	stats.excess = stats.compared > 0 ? stats.excess / stats.compared : 0.0;
	take_times( run, row, &stats );
	return stats;
}
