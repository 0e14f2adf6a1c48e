// SPDX-License-Identifier: MIT
// fairway scen: all problems of MovingAI scenarios against their published lengths, or against exact ones: by several
// methods, on several maps.
#include "commands.h"
#include "crew.h"
#include "digits.h"
#include "exact.h"
#include "files.h"
#include "message.h"
#include "refusal.h"
#include "scen_files.h"
#include "values.h"

#include <string.h>

#define METHODS_MAX 16
#define METHOD_TEXT 32

// All runs of one call.
typedef struct study
{
	char methods[METHODS_MAX][METHOD_TEXT];
	fw_anchor anchors[METHODS_MAX]; // of each
	int32_t method_count;
	bool table;   // a line for each map and method, instead of a report of one
	bool begun;   // the table
	bool shorter; // a path than an exact length
	FILE* csv;    // of all runs, NULL: not wanted, or not opened yet
} study;

typedef struct scen_tally
{
	char method[METHOD_TEXT + 8]; // as rows and tables name it
	int64_t compared;             // solved ones that have a published length
	int64_t equal;
	digits printed;      // how
	exact_lengths exact; // without a file where none is given
} scen_tally;

// Takes a path into the tally. Published lengths are those between tile centers.
static bool compare( const trip* done, const record* row, double published, scen_tally* count )
{
	const fw_result* result = &done->result;
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

// Published lengths are those between tile centers.
static double published_length( const fw_plan* plan, const fw_scen_problem* problem )
{
	return plan->options.anchor == FW_ANCHOR_CENTER ? problem->length : -1.0;
}

static fw_plan plan_problem( const fw_plan* plan, const fw_scen_problem* problem )
{
	fw_plan made = *plan;
	made.start = scenario_tile( plan->options.anchor, problem->start_x, problem->start_y );
	made.goal = scenario_tile( plan->options.anchor, problem->goal_x, problem->goal_y );
	return made;
}

static bool record_problem( batch* all, const crew_slot* slot, const fw_scen_problem* problem, int32_t index,
                            scen_tally* count )
{
	const double published = published_length( &slot->plan, problem );
	const record row = {
	    .map = file_base( all->world.file ),
	    .method = count->method,
	    .index = index,
	    .sx = problem->start_x,
	    .sy = problem->start_y,
	    .gx = problem->goal_x,
	    .gy = problem->goal_y,
	    .reference = count->exact.file != NULL ? count->exact.lengths[index] : published,
	    .best = -1.0,
	    .bucket = problem->bucket,
	    .legal = trip_legal( &slot->done ),
	};
	if ( !compare( &slot->done, &row, published, count ) )
	{
		complain( "scen: %s", fw_status_text( FW_ERR_MEMORY ) );
		return false;
	}
	return batch_record( all, &slot->done, &slot->plan, &row, published );
}

// The problems from `first` on for which the crew has slots.
static bool run_window( batch* all, crew* team, const fw_plan* plan, const fw_scen* scen, int32_t first,
                        scen_tally* count )
{
	const int32_t left = all->problems - first;
	const int32_t size = left < team->window ? left : team->window;
	for ( int32_t i = 0; i < size; i++ )
	{
		const fw_scen_problem problem = fw_scen_scaled( scen, first + i, all->world.grid );
		team->slots[i].plan = plan_problem( plan, &problem );
	}
	crew_run( team, size );
	for ( int32_t i = 0; i < size; i++ )
	{
		const fw_scen_problem problem = fw_scen_scaled( scen, first + i, all->world.grid );
		if ( !crew_check( team, i ) || !record_problem( all, &team->slots[i], &problem, first + i, count ) )
		{
			return false;
		}
	}
	return true;
}

// With its anchor, where that is not the one of the others.
static void name_method( const batch* all, const options* given, const fw_plan* plan, scen_tally* count )
{
	static const char* const anchors[] = { [FW_ANCHOR_CENTER] = "@center", [FW_ANCHOR_CORNER] = "@corner" };
	const fw_method* method = all->done.resolved.method;
	const fw_anchor anchor = plan->options.anchor;
	snprintf( count->method, sizeof( count->method ), "%s%s", method != NULL ? method->name : "",
	          anchor != given->plan.options.anchor ? anchors[anchor] : "" );
}

// One method on one map.
static bool run_all( batch* all, options* given, const fw_plan* plan, const fw_scen* scen, scen_tally* count )
{
	const char* exact = given->exact;
	crew team = { 0 };
	count->printed = digits_of( scen );
	if ( exact != NULL && !exact_read( exact, scen, batch_limit( all, scen->count ), &count->exact ) )
	{
		return false;
	}
	bool good = batch_begin( all, scen->count ) && crew_open( &team, all, given, plan );
	name_method( all, given, plan, count );
	for ( int32_t first = 0; first < all->problems && good; first += team.window )
	{
		good = run_window( all, &team, plan, scen, first, count );
	}
	crew_close( &team );
	progress_end( &all->bar );
	return good;
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

// Once.
static void print_heading( study* whole, bool times )
{
	if ( whole->begun )
	{
		return;
	}
	whole->begun = true;
	printf( "%-24s %-20s %8s %7s %7s %10s %9s %9s %11s%s\n", "map", "method", "problems", "solved", "legal", "length",
	        "excess %", "worst %", "expanded", times ? "         us" : "" );
}

// Excess over the exact length, where a file gives it, else over the published one.
static void print_line( batch* all, scen_tally* count )
{
	const bool exact = count->exact.file != NULL;
	samples* list = exact ? &count->exact.excess : &all->ratios;
	const double one = exact ? 0.0 : 1.0;
	printf( "%-24s %-20s %8d %7lld %7lld %10.3f", file_base( all->world.file ), count->method, (int)all->problems,
	        (long long)all->solved, (long long)all->legal, samples_mean( &all->lengths ) );
	if ( list->count > 0 )
	{
		printf( " %9.3f %9.3f", 100.0 * ( samples_mean( list ) - one ),
		        100.0 * ( samples_percentile( list, 100.0 ) - one ) );
	}
	else
	{
		printf( " %9s %9s", "-", "-" );
	}
	printf( " %11.1f", samples_mean( &all->expanded ) );
	if ( !all->given->no_times )
	{
		printf( " %10.1f", samples_mean( &all->microseconds ) );
	}
	printf( "\n" );
}

static fw_plan plan_method( const study* whole, const options* given, int32_t index )
{
	fw_plan plan = given->plan;
	plan.method = whole->methods[index];
	plan.options.anchor = whole->anchors[index];
	plan.start_any_heading = true;
	plan.goal_any_heading = true;
	return plan;
}

static bool run_method( study* whole, batch* all, options* given, const fw_scen* scen, int32_t index )
{
	scen_tally count = { 0 };
	const fw_plan plan = plan_method( whole, given, index );
	const bool good = run_all( all, given, &plan, scen, &count );
	if ( good && all->csv != stdout )
	{
		if ( whole->table )
		{
			print_heading( whole, !given->no_times );
			print_line( all, &count );
		}
		else
		{
			print_report( all, &plan, &count );
		}
		fflush( stdout );
	}
	whole->shorter = whole->shorter || count.exact.shorter > 0;
	exact_free( &count.exact );
	return good;
}

// Before the first of them has cost time.
static bool check_methods( const study* whole, const batch* all, const options* given )
{
	fw_refusal refusal = { 0 };
	fw_status status = FW_OK;
	for ( int32_t i = 0; i < whole->method_count && status == FW_OK; i++ )
	{
		const fw_plan plan = plan_method( whole, given, i );
		fw_resolved_plan resolved;
		status = fw_plan_resolve( all->world.grid, &plan, &resolved, &refusal );
	}
	if ( status != FW_OK )
	{
		refusal_complain( "scen", status, &refusal );
	}
	return status == FW_OK;
}

static bool run_map( study* whole, options* given )
{
	batch all;
	fw_scen scen = { 0 };
	given->plan.method = whole->methods[0];
	if ( !batch_open( &all, "scen", given, false ) )
	{
		return false;
	}
	all.csv = whole->csv;
	bool good = loaded_map_abstraction( &all.world, given ) && scenario_read( given, &scen );
	good = good && check_methods( whole, &all, given );
	for ( int32_t i = 0; i < whole->method_count && good; i++ )
	{
		batch_forget( &all );
		good = ( i == 0 || loaded_map_renew( &all.world ) ) && run_method( whole, &all, given, &scen, i );
	}
	fw_scen_free( &scen );
	whole->csv = all.csv;
	all.csv = NULL;
	return batch_close( &all ) && good;
}

// With one unit for all: a point, where one of them is for a point.
static bool read_methods( options* given, study* whole )
{
	// Published lengths are those of standard A*, as it finds its paths.
	const char* list = given->methods != NULL ? given->methods : "astar";
	int32_t count = 0;
	char word[METHOD_TEXT];
	for ( ; value_word( list, count, word, sizeof( word ) ); count++ )
	{
		if ( count == METHODS_MAX )
		{
			complain( "scen: --method: at most %d", METHODS_MAX );
			return false;
		}
		whole->anchors[count] = given->plan.options.anchor;
		value_anchor( word, &whole->anchors[count] );
		memcpy( whole->methods[count], word, sizeof( word ) );
		const bool point = whole->anchors[count] == FW_ANCHOR_CORNER && !options_given( given, "radius" );
		given->plan.unit.radius = point ? 0.0 : given->plan.unit.radius;
	}
	whole->method_count = count;
	return true;
}

// Of several runs each needs a file of its own.
static bool check_table( const options* given, const study* whole, size_t maps )
{
	const char* alone = given->json_dir != NULL ? "json-dir" : given->abstraction != NULL ? "abstraction" : NULL;
	if ( whole->table && alone != NULL )
	{
		complain( "scen: --%s is for one method on one map", alone );
		return false;
	}
	if ( maps > 1 && given->exact != NULL )
	{
		complain( "scen: --exact is for one map" );
		return false;
	}
	return true;
}

static bool run_maps( study* whole, options* given, const scen_files* files )
{
	bool good = true;
	for ( size_t i = 0; i < files->count && good; i++ )
	{
		given->files[0] = files->pairs[i].map;
		given->files[1] = files->pairs[i].scen;
		good = run_map( whole, given );
	}
	return ( whole->csv == NULL || file_close( whole->csv, given->csv, true ) ) && good;
}

int command_scen( options* given )
{
	study whole = { 0 };
	scen_files files;
	given->plan.smooth = options_given( given, "smooth" );
	bool good = scen_files_find( given, &files ) && read_methods( given, &whole );
	whole.table = whole.method_count > 1 || files.count > 1;
	good = good && check_table( given, &whole, files.count ) && run_maps( &whole, given, &files );
	scen_files_free( &files );
	return !good ? EXIT_BAD : whole.shorter ? EXIT_NEGATIVE : EXIT_GOOD;
}
