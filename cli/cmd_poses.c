// SPDX-License-Identifier: MIT
// fairway poses: problems from pose to pose for units with a turning radius.
#include "batch.h"
#include "commands.h"
#include "files.h"
#include "message.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// How far a path may begin or end from where the problem says, and how wrongly it may face there.
#define END_SLACK 1e-6
#define HEADING_SLACK 1e-6

// The best known lengths by problem; negative where there is none.
typedef struct best_list
{
	double* lengths;
	int32_t count;
	bool present; // there is such a file
} best_list;

static bool read_best_line( char* line, best_list* best )
{
	char* end = NULL;
	const long index = strtol( line, &end, 10 );
	if ( end == line || index < 0 || ( *end != '\0' && strchr( " \t", *end ) == NULL ) )
	{
		return false;
	}
	if ( index >= best->count )
	{
		return true;
	}
	char* figure = end;
	const double length = strtod( figure, &end );
	best->lengths[index] = end != figure && isfinite( length ) && length > 0.0 ? length : -1.0;
	return true;
}

static bool read_best_text( const char* file, char* text, best_list* best )
{
	int32_t number = 0;
	char* line = NULL;
	while ( file_line( &text, &line, &number ) )
	{
		if ( !read_best_line( line, best ) )
		{
			complain( "%s:%d:1: expected the index of a problem", file, (int)number );
			return false;
		}
	}
	return true;
}

// NAME.poses has its best lengths in NAME.best. NULL when memory is out.
static char* best_name( const char* poses_file )
{
	const size_t size = strlen( poses_file );
	const size_t stem = size > 6 && strcmp( poses_file + size - 6, ".poses" ) == 0 ? size - 6 : size;
	char* file = malloc( stem + 6 );
	if ( file != NULL )
	{
		memcpy( file, poses_file, stem );
		memcpy( file + stem, ".best", 6 );
	}
	return file;
}

// No such file is no fault, one that cannot be read is.
static bool read_best_file( const char* file, best_list* best )
{
	char* text = NULL;
	size_t size = 0;
	errno = 0;
	const fw_status status = file_take( file, &text, &size );
	if ( status == FW_ERR_IO && errno == ENOENT )
	{
		return true;
	}
	if ( status != FW_OK )
	{
		complain_file( file, status, &( fw_refusal ){ 0 } );
		return false;
	}
	best->present = true;
	const bool good = read_best_text( file, text, best );
	free( text );
	return good;
}

static bool read_best( const char* poses_file, int32_t count, best_list* best )
{
	char* file = best_name( poses_file );
	best->lengths = malloc( ( (size_t)count + 1 ) * sizeof( double ) );
	best->count = count;
	bool good = file != NULL && best->lengths != NULL;
	if ( !good )
	{
		complain( "poses: %s", fw_status_text( FW_ERR_MEMORY ) );
	}
	for ( int32_t i = 0; i < count && good; i++ )
	{
		best->lengths[i] = -1.0;
	}
	good = good && read_best_file( file, best );
	free( file );
	return good;
}

static bool near_point( fw_pose pose, fw_pose wanted, double slack )
{
	return fw_length( pose.x - wanted.x, pose.y - wanted.y ) <= slack;
}

static bool same_heading( fw_pose pose, fw_pose wanted )
{
	return fabs( fw_angle_signed( pose.heading - wanted.heading ) ) <= HEADING_SLACK;
}

// Legal also means: from the problem's start to its goal, facing as it says where a turning radius has a meaning.
static bool keeps_to_problem( const fw_plan* query, const trip* done )
{
	const fw_path* path = &done->result.path;
	if ( path->count == 0 )
	{
		return near_point( query->start, query->goal, query->goal_tolerance + END_SLACK );
	}
	const fw_pose start = fw_segment_pose_at( &path->segments[0], 0.0 );
	const fw_pose end = fw_path_end( path );
	const bool turns = query->unit.turning_radius > 0.0 && done->sprites == NULL;
	return near_point( start, query->start, END_SLACK ) &&
	       near_point( end, query->goal, query->goal_tolerance + END_SLACK ) &&
	       ( !turns || same_heading( start, query->start ) ) &&
	       ( !turns || query->goal_any_heading || same_heading( end, query->goal ) );
}

static bool same_tables( const fw_unit* a, const fw_unit* b )
{
	return memcmp( &a->radius, &b->radius, sizeof( double ) ) == 0 &&
	       memcmp( &a->turning_radius, &b->turning_radius, sizeof( double ) ) == 0;
}

static bool run_problem( batch* all, fw_plan* plan, const fw_pose_problem* problem, int32_t index, double best )
{
	const fw_unit before = plan->unit;
	plan->unit.radius = problem->radius;
	plan->unit.turning_radius = problem->turning_radius;
	plan->start = problem->start;
	plan->goal = problem->goal;
	plan->start_any_heading = false;
	plan->goal_any_heading = problem->goal_any_heading;
	if ( ( index == 0 || !same_tables( &before, &plan->unit ) ) && !batch_prepare( all, plan ) )
	{
		return false;
	}
	if ( !batch_run( all, plan, &plan->unit ) )
	{
		return false;
	}
	const record row = {
	    .map = file_base( all->world.file ),
	    .index = index,
	    .sx = problem->start.x,
	    .sy = problem->start.y,
	    .gx = problem->goal.x,
	    .gy = problem->goal.y,
	    .reference = -1.0,
	    .best = best,
	    .legal = trip_legal( &all->done ) && keeps_to_problem( plan, &all->done ),
	};
	return batch_record( all, &all->done, plan, &row, best );
}

static bool run_all( batch* all, fw_plan* plan, const fw_pose_set* set, const best_list* best )
{
	plan->unit.outline = set->outline;
	plan->unit.reverse = plan->unit.reverse || set->reverse;
	if ( !batch_begin( all, set->count ) )
	{
		return false;
	}
	for ( int32_t i = 0; i < all->problems; i++ )
	{
		if ( !run_problem( all, plan, &set->problems[i], i, best->lengths[i] ) )
		{
			return false;
		}
	}
	progress_end( &all->bar );
	return true;
}

static void print_report( batch* all, const fw_plan* plan, const best_list* best )
{
	batch_print_head( all, plan );
	batch_print_reasons( all );
	printf( "legal       %lld of %lld\n", (long long)all->legal, (long long)all->solved );
	printf( "length      mean %.6f tiles\n", samples_mean( &all->lengths ) );
	printf( "turned      mean %.4f radians per tile\n", samples_mean( &all->turned ) );
	if ( best->present )
	{
		printf( "best known  mean ratio %.6f over %lld, worst %.6f\n", samples_mean( &all->ratios ),
		        (long long)all->ratios.count, samples_percentile( &all->ratios, 100.0 ) );
	}
	batch_print_times( all );
}

static bool read_poses( const options* given, fw_pose_set* set )
{
	const char* file = given->files[1];
	fw_refusal error = { 0 };
	size_t size = 0;
	char* text = file_read( file, &size );
	const fw_status status = text != NULL ? fw_poses_parse( text, size, NULL, set, &error ) : FW_ERR_IO;
	free( text );
	if ( text == NULL )
	{
		return false;
	}
	if ( status != FW_OK )
	{
		complain_file( given->files[1], status, &error );
		return false;
	}
	if ( !given->any_map && set->map[0] != '\0' && strcmp( file_base( set->map ), file_base( given->files[0] ) ) != 0 )
	{
		complain( "%s: these problems are for the map '%s'; --any-map takes them anyway", given->files[1], set->map );
		fw_poses_free( set );
		return false;
	}
	return true;
}

int command_poses( options* given )
{
	batch all;
	fw_pose_set set = { 0 };
	best_list best = { 0 };
	if ( !batch_open( &all, "poses", given, true ) )
	{
		return EXIT_BAD;
	}
	bool good = read_poses( given, &set );
	if ( good )
	{
		fw_plan plan = given->plan;
		good = read_best( given->files[1], set.count, &best ) && run_all( &all, &plan, &set, &best );
		if ( good && all.csv != stdout )
		{
			print_report( &all, &plan, &best );
		}
		fw_poses_free( &set );
	}
	free( best.lengths );
	good = batch_close( &all ) && good;
	return good ? EXIT_GOOD : EXIT_BAD;
}
