// SPDX-License-Identifier: MIT
// Many problems on one map: the runs, the rows of results, the files of paths, and the figures over all of them.
#define _POSIX_C_SOURCE 200809L
#include "batch.h"
#include "files.h"
#include "message.h"
#include "values.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#define PATH_SIZE 4096

static bool make_one( const char* folder )
{
#if defined( _WIN32 )
	return mkdir( folder ) == 0 || errno == EEXIST;
#else
	return mkdir( folder, 0777 ) == 0 || errno == EEXIST;
#endif
}

// With all that lead to it.
static bool make_folder( const char* folder )
{
	char part[PATH_SIZE];
	const size_t size = strlen( folder );
	bool good = size < sizeof( part );
	for ( size_t i = 1; i <= size && good; i++ )
	{
		if ( folder[i] == '/' || folder[i] == '\0' )
		{
			memcpy( part, folder, i );
			part[i] = '\0';
			good = make_one( part );
		}
	}
	if ( !good )
	{
		complain( "%s: %s", folder, size < sizeof( part ) ? strerror( errno ) : "the name is too long" );
	}
	return good;
}

static bool open_csv( batch* all )
{
	const char* file = all->given->csv;
	if ( file == NULL || all->csv != NULL )
	{
		return true;
	}
	all->csv = file_create( file );
	if ( all->csv != NULL )
	{
		csv_header( all->csv, all->poses );
	}
	return all->csv != NULL;
}

bool batch_open( batch* all, const char* name, options* given, bool poses )
{
	*all = ( batch ){ .name = name, .given = given, .poses = poses };
	trip_init( &all->done );
	all->done.sprites = trip_sprites( given );
	return loaded_map_open( &all->world, given );
}

int32_t batch_limit( const batch* all, int32_t count )
{
	const int64_t limit = all->given->limit;
	return limit > 0 && limit < count ? (int32_t)limit : count;
}

bool batch_begin( batch* all, int32_t count )
{
	const options* given = all->given;
	all->problems = batch_limit( all, count );
	if ( ( given->json_dir != NULL && !make_folder( given->json_dir ) ) || !open_csv( all ) )
	{
		return false;
	}
	if ( all->csv != stdout )
	{
		progress_begin( &all->bar, "problems", all->problems );
	}
	return true;
}

bool batch_prepare( batch* all, const fw_plan* plan )
{
	const double before = clock_microseconds();
	const bool good = trip_prepare( &all->done, all->name, &all->world, plan );
	all->prepare_microseconds += clock_microseconds() - before;
	return good;
}

bool batch_run( batch* all, const fw_plan* plan, const fw_unit* judged )
{
	return trip_run( &all->done, all->name, &all->world, plan, judged, 0.0 );
}

static bool count_run( batch* all, const trip* done, const record* row, double against )
{
	const fw_result* result = &done->result;
	bool good = samples_add( &all->microseconds, done->microseconds );
	good = samples_add( &all->expanded, (double)result->counters.expanded ) && good;
	if ( result->outcome != FW_FOUND )
	{
		all->reasons[(uint32_t)result->reason < BATCH_REASONS ? result->reason : 0] += 1;
		return good;
	}
	all->solved += 1;
	all->legal += row->legal;
	good = samples_add( &all->lengths, result->length ) && good;
	good = samples_add( &all->turned, trip_turned( done ) ) && good;
	return against > 0.0 ? samples_add( &all->ratios, result->length / against ) && good : good;
}

static bool write_json( const batch* all, const trip* done, const fw_plan* plan, int64_t index )
{
	if ( all->given->json_dir == NULL )
	{
		return true;
	}
	char file[PATH_SIZE + 32];
	snprintf( file, sizeof( file ), "%s/%lld.json", all->given->json_dir, (long long)index );
	return trip_write_json( done, &all->world, plan, file );
}

bool batch_record( batch* all, const trip* done, const fw_plan* plan, const record* row, double against )
{
	if ( !count_run( all, done, row, against ) )
	{
		complain( "%s: %s", all->name, fw_status_text( FW_ERR_MEMORY ) );
		return false;
	}
	if ( all->csv != NULL )
	{
		csv_row( all->csv, row, done, all->poses );
	}
	if ( !write_json( all, done, plan, row->index ) )
	{
		return false;
	}
	progress_show( &all->bar, (int64_t)all->microseconds.count );
	return true;
}

void batch_print_head( const batch* all, const fw_plan* plan )
{
	printf( "map         %s, %d x %d tiles\n", complain_name( all->world.file ), (int)fw_grid_width( all->world.grid ),
	        (int)fw_grid_height( all->world.grid ) );
	grid_print_costs( all->world.grid );
	if ( all->done.resolved.method != NULL ) // no problem, no choice
	{
		trip_print_method( &all->done, plan );
	}
	printf( "solved      %lld of %d\n", (long long)all->solved, (int)all->problems );
}

void batch_print_reasons( const batch* all )
{
	for ( int32_t i = 0; i < BATCH_REASONS; i++ )
	{
		if ( all->reasons[i] > 0 )
		{
			printf( "            %lld unsolved: %s\n", (long long)all->reasons[i], fw_reason_text( (fw_reason)i ) );
		}
	}
}

void batch_print_times( batch* all )
{
	if ( all->given->no_times )
	{
		printf( "expanded    mean %.1f\n", samples_mean( &all->expanded ) );
		return;
	}
	const double mean = samples_mean( &all->microseconds );
	printf( "time        mean %.1f, median %.1f, p95 %.1f, p99 %.1f microseconds\n", mean,
	        samples_percentile( &all->microseconds, 50.0 ), samples_percentile( &all->microseconds, 95.0 ),
	        samples_percentile( &all->microseconds, 99.0 ) );
	printf( "expanded    mean %.1f\n", samples_mean( &all->expanded ) );
	printf( "tables      %.1f ms to build, %.1f MB held by the planner\n", all->prepare_microseconds * 1e-3,
	        (double)fw_planner_measure( all->world.planner ).total * 1e-6 );
	printf( "memory      %.1f MB peak of the process\n", peak_memory() * 1e-6 );
}

void batch_forget( batch* all )
{
	samples_free( &all->lengths );
	samples_free( &all->ratios );
	samples_free( &all->microseconds );
	samples_free( &all->expanded );
	samples_free( &all->turned );
	memset( all->reasons, 0, sizeof( all->reasons ) );
	all->prepare_microseconds = 0.0;
	all->solved = 0;
	all->legal = 0;
}

bool batch_close( batch* all )
{
	progress_end( &all->bar );
	const bool good = all->csv == NULL || file_close( all->csv, all->given->csv, true );
	trip_free( &all->done );
	batch_forget( all );
	loaded_map_close( &all->world );
	return good;
}
