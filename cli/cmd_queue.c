// SPDX-License-Identifier: MIT
// fairway queue: the problems of a scenario as requests of an army, served frame by frame.
#include "batch.h"
#include "commands.h"
#include "message.h"
#include "refusal.h"
#include "values.h"

#include "fairway/queue.h"

#include <stdlib.h>

typedef struct tally
{
	int64_t frames, expansions, charges, largest; // nodes, the largest of one frame
	int64_t outcomes[FW_PARTIAL + 1];
	int64_t slow, failed;
	fw_status status; // of the first that failed
	samples waits, milliseconds;
} tally;

static fw_queue_def queue_def( const options* given, fw_planner* planner, int32_t requests )
{
	fw_queue_def def = fw_default_queue_def();
	def.planner = planner;
	def.capacity = requests > 0 ? requests : 1;
	def.frame_expansions = given->frame_expansions > 0 ? given->frame_expansions : def.frame_expansions;
	def.contexts = given->contexts > 0 ? given->contexts : def.contexts;
	def.slow_after = given->slow_after > 0 ? given->slow_after : def.slow_after;
	return def;
}

// Adds the requests that come with a frame.
static fw_status add_some( fw_queue* queue, const options* given, const fw_plan* pattern, const fw_scen* scen,
                           const fw_grid* grid, int32_t count, int32_t* next )
{
	fw_status status = FW_OK;
	const int64_t end = given->per_frame > 0 ? *next + (int64_t)given->per_frame : count;
	for ( ; status == FW_OK && *next < count && *next < end; ( *next )++ )
	{
		const fw_scen_problem problem = fw_scen_scaled( scen, *next, grid );
		fw_plan plan = *pattern;
		fw_request id;
		plan.start = scenario_tile( plan.options.anchor, problem.start_x, problem.start_y );
		plan.goal = scenario_tile( plan.options.anchor, problem.goal_x, problem.goal_y );
		status = fw_queue_add( queue, &plan, 0, (uint64_t)*next, &id, NULL );
	}
	return status;
}

// Takes the results of a frame.
static bool take_all( fw_queue* queue, fw_result* result, tally* count )
{
	for ( fw_request id = fw_queue_poll( queue ); id != 0; id = fw_queue_poll( queue ) )
	{
		fw_request_info info;
		if ( fw_queue_info( queue, id, &info ) != FW_OK || fw_queue_take( queue, id, result ) != FW_OK ||
		     !samples_add( &count->waits, (double)( info.done - info.added ) ) )
		{
			return false;
		}
		count->status = count->failed == 0 ? info.status : count->status;
		count->failed += info.status != FW_OK;
		count->slow += info.slow;
		count->outcomes[result->outcome] += info.status == FW_OK;
	}
	return true;
}

static bool serve( fw_queue* queue, const options* given, const fw_plan* plan, const fw_scen* scen, const fw_grid* grid,
                   int32_t count, tally* sum )
{
	fw_result result = { 0 };
	fw_queue_stats stats = { 0 };
	int32_t next = 0;
	bool good = true;
	progress bar;
	progress_begin( &bar, "requests", count );
	while ( good && ( next < count || stats.waiting + stats.running > 0 ) )
	{
		good = add_some( queue, given, plan, scen, grid, count, &next ) == FW_OK;
		const double before = clock_microseconds();
		good = good && fw_queue_frame( queue, &stats ) == FW_OK;
		good = good && samples_add( &sum->milliseconds, ( clock_microseconds() - before ) * 1e-3 );
		sum->frames += 1;
		sum->expansions += stats.expansions;
		sum->charges += stats.charges;
		sum->largest = stats.expansions > sum->largest ? stats.expansions : sum->largest;
		good = good && take_all( queue, &result, sum );
		progress_show( &bar, (int64_t)sum->waits.count );
	}
	progress_end( &bar );
	fw_result_free( &result );
	return good;
}

static void print_spread( const char* name, const char* unit, int digits, samples* list )
{
	printf( "%-11s mean %.*f, median %.*f, 99th percentile %.*f, most %.*f%s\n", name, digits, samples_mean( list ),
	        digits, samples_percentile( list, 50.0 ), digits, samples_percentile( list, 99.0 ), digits,
	        samples_percentile( list, 100.0 ), unit );
}

static void print_report( const loaded_map* world, const options* given, const fw_plan* plan, const fw_queue_def* def,
                          int32_t count, tally* sum )
{
	char method[TRIP_METHOD_TEXT];
	trip_method_text( world->grid, plan, NULL, method );
	grid_print_costs( world->grid );
	printf( "method      %s\n", method );
	printf( "budget      %lld nodes a frame, %d contexts, slow after %lld\n", (long long)def->frame_expansions,
	        (int)def->contexts, (long long)def->slow_after );
	printf( "requests    %d, %lld slow\n", (int)count, (long long)sum->slow );
	for ( fw_outcome o = FW_FOUND; o <= FW_PARTIAL; o++ )
	{
		if ( sum->outcomes[o] > 0 )
		{
			printf( "            %lld %s\n", (long long)sum->outcomes[o], fw_outcome_text( o ) );
		}
	}
	printf( "frames      %lld\n", (long long)sum->frames );
	printf( "expanded    %lld nodes, %lld in the fullest frame; paths were charged %lld\n", (long long)sum->expansions,
	        (long long)sum->largest, (long long)sum->charges );
	print_spread( "waits", " frames", 1, &sum->waits );
	if ( !given->no_times )
	{
		print_spread( "times", " ms a frame", 3, &sum->milliseconds );
	}
}

static bool run( loaded_map* world, const options* given, const fw_plan* plan, const fw_scen* scen )
{
	const int32_t count = given->limit > 0 && given->limit < scen->count ? (int32_t)given->limit : scen->count;
	const fw_queue_def def = queue_def( given, world->planner, count );
	tally sum = { 0 };
	fw_queue* queue = NULL;
	fw_status status = fw_planner_prepare( world->planner, plan, NULL );
	status = status == FW_OK ? fw_queue_create( &def, &queue, NULL ) : status;
	bool good = status == FW_OK;
	if ( good && !serve( queue, given, plan, scen, world->grid, count, &sum ) )
	{
		status = FW_ERR_MEMORY;
	}
	status = status == FW_OK ? sum.status : status;
	good = status == FW_OK;
	if ( good )
	{
		print_report( world, given, plan, &def, count, &sum );
	}
	else
	{
		refusal_tell( "queue", world, plan, status );
	}
	samples_free( &sum.waits );
	samples_free( &sum.milliseconds );
	fw_queue_destroy( queue );
	return good;
}

int command_queue( options* given )
{
	loaded_map world = { 0 };
	fw_scen scen = { 0 };
	if ( given->plan.method == NULL && given->plan.unit.turning_radius == 0.0 )
	{
		given->plan.method = "astar";
	}
	if ( !trip_settle( &given->plan, options_given( given, "radius" ) ) || !loaded_map_open( &world, given ) )
	{
		return EXIT_BAD;
	}
	bool good = scenario_read( given, &scen );
	if ( good )
	{
		given->plan.start_any_heading = true;
		given->plan.goal_any_heading = true;
		good = run( &world, given, &given->plan, &scen );
		fw_scen_free( &scen );
	}
	loaded_map_close( &world );
	return good ? EXIT_GOOD : EXIT_BAD;
}
