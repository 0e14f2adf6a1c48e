// SPDX-License-Identifier: MIT
// fairway scen: all problems of a MovingAI scenario against their published lengths, or against exact ones.
#include "batch.h"
#include "commands.h"
#include "digits.h"
#include "exact.h"
#include "files.h"
#include "message.h"

typedef struct scen_tally
{
	int64_t compared; // solved ones that have a published length
	int64_t equal;
	digits printed;      // how
	exact_lengths exact; // without a file where none is given
} scen_tally;

// Takes the last path into the tally. Published lengths are those between tile centers.
static bool compare( batch* all, const record* row, double published, scen_tally* count )
{
	const fw_result* result = &all->done.result;
	if ( result->outcome != FW_FOUND )
	{
		return true;
	}
	if ( published >= 0.0 )
	{
		count->compared += 1;
		count->equal += digits_equal( &count->printed, result->length, published );
	}
	if ( count->exact.file == NULL )
	{
		return true;
	}
	return exact_compare( &count->exact, row->index, result->length );
}

static bool run_problem( batch* all, fw_plan* plan, const fw_scen* scen, int32_t index, scen_tally* count )
{
	const fw_scen_problem problem = fw_scen_scaled( scen, index, all->world.grid );
	const fw_anchor anchor = plan->options.anchor;
	const double published = anchor == FW_ANCHOR_CENTER ? problem.length : -1.0;
	plan->start = scenario_tile( anchor, problem.start_x, problem.start_y );
	plan->goal = scenario_tile( anchor, problem.goal_x, problem.goal_y );
	if ( !batch_run( all, plan, NULL ) )
	{
		return false;
	}
	const record row = {
	    .map = file_base( all->world.file ),
	    .index = index,
	    .sx = problem.start_x,
	    .sy = problem.start_y,
	    .gx = problem.goal_x,
	    .gy = problem.goal_y,
	    .reference = count->exact.file != NULL ? count->exact.lengths[index] : published,
	    .best = -1.0,
	    .bucket = problem.bucket,
	    .legal = trip_legal( &all->done ),
	};
	if ( !compare( all, &row, published, count ) )
	{
		complain( "scen: %s", fw_status_text( FW_ERR_MEMORY ) );
		return false;
	}
	return batch_record( all, plan, &row, published );
}

static bool run_all( batch* all, fw_plan* plan, const fw_scen* scen, scen_tally* count )
{
	const char* exact = all->given->exact;
	count->printed = digits_of( scen );
	if ( exact != NULL && !exact_read( exact, scen, batch_limit( all, scen->count ), &count->exact ) )
	{
		return false;
	}
	if ( !batch_begin( all, scen->count ) || !batch_prepare( all, plan ) )
	{
		return false;
	}
	for ( int32_t i = 0; i < all->problems; i++ )
	{
		if ( !run_problem( all, plan, scen, i, count ) )
		{
			return false;
		}
	}
	progress_end( &all->bar );
	return true;
}

static void print_report( batch* all, const fw_plan* plan, scen_tally* count )
{
	batch_print_head( all, plan );
	batch_print_reasons( all );
	printf( "legal       %lld of %lld\n", (long long)all->legal, (long long)all->solved );
	printf( "length      mean %.6f tiles\n", samples_mean( &all->lengths ) );
	if ( count->compared > 0 )
	{
		printf( "published   mean ratio %.6f, worst %.6f\n", samples_mean( &all->ratios ),
		        samples_percentile( &all->ratios, 100.0 ) );
		printf( "equal       %lld of %lld to the printed digits\n", (long long)count->equal,
		        (long long)count->compared );
	}
	exact_print( &count->exact );
	batch_print_times( all );
}

int command_scen( options* given )
{
	batch all;
	fw_scen scen = { 0 };
	// Published lengths are those of standard A*, as it finds its paths.
	given->plan.method = given->plan.method != NULL ? given->plan.method : "astar";
	given->plan.smooth = options_given( given, "smooth" );
	if ( !batch_open( &all, "scen", given, false ) )
	{
		return EXIT_BAD;
	}
	bool shorter = false;
	bool good = loaded_map_abstraction( &all.world, given ) && scenario_read( given, &scen );
	if ( good )
	{
		fw_plan plan = given->plan;
		plan.start_any_heading = true;
		plan.goal_any_heading = true;
		scen_tally count = { 0 };
		good = run_all( &all, &plan, &scen, &count );
		if ( good && all.csv != stdout )
		{
			print_report( &all, &plan, &count );
		}
		shorter = count.exact.shorter > 0;
		exact_free( &count.exact );
		fw_scen_free( &scen );
	}
	good = batch_close( &all ) && good;
	return !good ? EXIT_BAD : shorter ? EXIT_NEGATIVE : EXIT_GOOD;
}
