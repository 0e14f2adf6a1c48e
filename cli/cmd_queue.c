// SPDX-License-Identifier: MIT
// fairway queue: the problems of a scenario as requests of an army, served frame by frame.
#include "batch.h"
#include "commands.h"
#include "message.h"
#include "refusal.h"
#include "values.h"

#include "fairway/queue.h"

#include <stdlib.h>

typedef struct queue_tally
{
	int64_t frames, expansions, charges, largest; // nodes, the largest of one frame
	int64_t outcomes[FW_PARTIAL + 1];
	int64_t slow, failed;
	fw_status status; // of the first that failed
	fw_refusal refusal;
	samples waits, milliseconds;
	trip plan; // what it comes to
} queue_tally;

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
                           const fw_grid* grid, int32_t count, int32_t* next, fw_refusal* refusal )
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
		status = fw_queue_add( queue, &plan, 0, (uint64_t)*next, &id, refusal );
	}
	return status;
}

// Takes the results of a frame.
static fw_status take_all( fw_queue* queue, fw_result* result, queue_tally* count )
{
	for ( fw_request id = fw_queue_poll( queue ); id != 0; id = fw_queue_poll( queue ) )
	{
		fw_request_info info;
		bool good = fw_queue_info( queue, id, &info ) == FW_OK;
		if ( good && info.status != FW_OK && count->failed == 0 )
		{
			count->status = info.status;
			count->refusal = info.refusal != NULL ? *info.refusal : ( fw_refusal ){ 0 };
		}
		good = good && fw_queue_take( queue, id, result ) == FW_OK;
		if ( !good || !samples_add( &count->waits, (double)( info.done - info.added ) ) )
		{
			return FW_ERR_MEMORY;
		}
		count->failed += info.status != FW_OK;
		count->slow += info.slow;
		count->outcomes[result->outcome] += info.status == FW_OK;
	}
	return FW_OK;
}

static fw_status serve( fw_queue* queue, const options* given, const fw_plan* plan, const fw_scen* scen,
                        const fw_grid* grid, int32_t count, queue_tally* sum )
{
	fw_result result = { 0 };
	fw_queue_stats stats = { 0 };
	int32_t next = 0;
	fw_status status = FW_OK;
	progress bar;
	progress_begin( &bar, "requests", count );
	while ( status == FW_OK && ( next < count || stats.waiting + stats.running > 0 ) )
	{
		status = add_some( queue, given, plan, scen, grid, count, &next, &sum->refusal );
		const double before = clock_microseconds();
		status = status == FW_OK ? fw_queue_frame( queue, &stats ) : status;
		const bool kept = samples_add( &sum->milliseconds, ( clock_microseconds() - before ) * 1e-3 );
		status = status == FW_OK && !kept ? FW_ERR_MEMORY : status;
		sum->frames += 1;
		sum->expansions += stats.expansions;
		sum->charges += stats.charges;
		sum->largest = stats.expansions > sum->largest ? stats.expansions : sum->largest;
		status = status == FW_OK ? take_all( queue, &result, sum ) : status;
		progress_show( &bar, (int64_t)sum->waits.count );
	}
	progress_end( &bar );
	fw_result_free( &result );
	return status;
}

static void print_spread( const char* name, const char* unit, int digits, samples* list )
{
	printf( "%-11s mean %.*f, median %.*f, 99th percentile %.*f, most %.*f%s\n", name, digits, samples_mean( list ),
	        digits, samples_percentile( list, 50.0 ), digits, samples_percentile( list, 99.0 ), digits,
	        samples_percentile( list, 100.0 ), unit );
}

static void print_report( const loaded_map* world, const options* given, const fw_plan* plan, const fw_queue_def* def,
                          int32_t count, queue_tally* sum )
{
	grid_print_costs( world->grid );
	trip_print_method( &sum->plan, plan );
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

// Says on standard error what went wrong.
static bool run( loaded_map* world, const options* given, const fw_plan* plan, const fw_scen* scen )
{
	const int32_t count = given->limit > 0 && given->limit < scen->count ? (int32_t)given->limit : scen->count;
	const fw_queue_def def = queue_def( given, world->planner, count );
	queue_tally sum = { 0 };
	fw_queue* queue = NULL;
	progress bar;
	progress_begin( &bar, "building tables", 0 );
	const bool good = trip_prepare( &sum.plan, "queue", world, plan );
	progress_end( &bar );
	if ( !good )
	{
		return false;
	}
	fw_status status = fw_queue_create( &def, &queue, &sum.refusal );
	status = status == FW_OK ? serve( queue, given, plan, scen, world->grid, count, &sum ) : status;
	status = status == FW_OK ? sum.status : status;
	if ( status == FW_OK )
	{
		print_report( world, given, plan, &def, count, &sum );
	}
	else
	{
		refusal_complain( "queue", status, &sum.refusal );
	}
	samples_free( &sum.waits );
	samples_free( &sum.milliseconds );
	fw_queue_destroy( queue );
	return status == FW_OK;
}

int command_queue( options* given )
{
	loaded_map world = { 0 };
	fw_scen scen = { 0 };
	if ( !loaded_map_open( &world, given ) )
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
