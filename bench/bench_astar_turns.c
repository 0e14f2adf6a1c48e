// SPDX-License-Identifier: MIT
// Plans that begin with a tile path, over published scenarios: how many problems end in which branch, and their time
// compared with a tile path with turns along it and with Directional A*. PROBLEMS problems are taken evenly from a
// scenario; the unit starts with one of the eight headings, and every other problem has a heading at the goal too.
// Times are those of the problems that Directional A* solves.
//
// bench_astar_turns [PROBLEMS [MAP]]
#include "fairway/planner.h"
#include "fairway/validate.h"

#include "fairway/io.h"
#include "haa.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LIMIT 100000 // nodes
#define BRANCHES ( FW_BRANCH_GAP + 1 )
#define LAND ( FW_CAP_GROUND | FW_CAP_SWAMP )

static const double units[][2] = { { 0.4, 1.0 }, { 0.4, 2.0 }, { 0.9, 3.0 } };

typedef struct turns_variant
{
	const char* title;
	const char* method;
	fw_turning turns;
	int32_t neighbors;
} turns_variant;

// "astar-turns" begins with the first.
static const turns_variant variants[] = {
    { "4 + along", "astar", FW_TURNING_ALONG, 4 },
    { "8 + along", "jps", FW_TURNING_ALONG, 8 },
    { "astar-turns", "astar-turns", FW_TURNING_NONE, 8 },
    { "directional", "directional", FW_TURNING_NONE, 8 },
};

enum
{
	UNITS = sizeof( units ) / sizeof( units[0] ),
	VARIANTS = sizeof( variants ) / sizeof( variants[0] ),
	BASE = VARIANTS - 1,
};

typedef struct turns_answer
{
	fw_outcome outcome;
	fw_branch branch;
	bool legal;
	double length, ms;
} turns_answer;

static turns_answer solve( fw_planner* planner, const fw_grid* grid, const fw_plan* plan, fw_result* result )
{
	const double before = haa_now();
	haa_check( fw_planner_run( planner, plan, result, NULL ), "plan" );
	turns_answer a = { .ms = ( haa_now() - before ) * 1e-3, .outcome = result->outcome, .legal = true };
	int32_t violations = 0;
	a.branch = fw_planner_report( planner ).branch;
	a.length = result->length;
	if ( result->outcome == FW_FOUND || result->outcome == FW_PARTIAL )
	{
		haa_check( fw_validate( grid, &plan->unit, &result->path, NULL, NULL, 0, &violations, NULL ), "validate" );
		a.legal = violations == 0;
	}
	return a;
}

static void report( const turns_answer* answers, const turns_answer* base, int32_t count, const char* title )
{
	int32_t found = 0, illegal = 0, both = 0, worse = 0, solvable = 0, branches[BRANCHES] = { 0 };
	double ms = 0.0, excess = 0.0, worst = 0.0;
	double* times = haa_take( (size_t)count, sizeof( *times ) );
	for ( int32_t i = 0; i < count; i++ )
	{
		const turns_answer* a = &answers[i];
		found += a->outcome == FW_FOUND;
		illegal += !a->legal;
		branches[a->branch] += 1;
		if ( base[i].outcome == FW_FOUND )
		{
			ms += a->ms;
			times[solvable++] = a->ms;
		}
		if ( a->outcome == FW_FOUND && base[i].outcome == FW_FOUND && base[i].length > 0.0 )
		{
			const double more = a->length / base[i].length - 1.0;
			both += 1;
			excess += more;
			worse += more > 0.05;
			worst = fmax( worst, more );
		}
	}
	printf( "  %-12s %5d/%-5d %3d %8.3f %8.3f %8.3f %8.2f %6d %8.1f ", title, (int)found, (int)count, (int)illegal,
	        solvable > 0 ? ms / solvable : 0.0, haa_quantile( times, solvable, 0.5 ),
	        haa_quantile( times, solvable, 0.99 ), 100.0 * excess / ( both > 0 ? both : 1 ), (int)worse,
	        100.0 * worst );
	for ( fw_branch b = FW_BRANCH_SEARCH; b < BRANCHES; b++ )
	{
		printf( " %6d", (int)branches[b] );
	}
	printf( "\n" );
	free( times );
}

static void report_unit( fw_planner* planner, fw_grid* grid, const fw_scen* scen, int32_t count, int32_t unit,
                         turns_answer* all[UNITS][VARIANTS], int32_t* total )
{
	fw_result result;
	fw_result_init( &result, NULL );
	uint64_t random = 1;
	for ( int32_t i = 0; i < count; i++ )
	{
		const fw_scen_problem* p = &scen->problems[(int64_t)i * scen->count / count];
		fw_plan plan = fw_default_plan();
		fw_plan* query = &plan;
		query->unit.capabilities = LAND;
		query->unit.radius = units[unit][0];
		query->unit.turning_radius = units[unit][1];
		query->options.max_expansions = LIMIT;
		query->start = ( fw_pose ){ p->start_x + 0.5, p->start_y + 0.5, haa_below( &random, 8 ) * FW_PI / 4.0 };
		query->goal = ( fw_pose ){ p->goal_x + 0.5, p->goal_y + 0.5, haa_below( &random, 8 ) * FW_PI / 4.0 };
		query->goal_any_heading = i % 2 == 0;
		for ( int32_t w = 0; w < VARIANTS; w++ )
		{
			query->method = variants[w].method;
			query->options.neighbors = variants[w].neighbors;
			plan.turning = variants[w].turns;
			haa_check( i == 0 ? fw_planner_prepare( planner, &plan, NULL ) : FW_OK, "prepare" );
			all[unit][w][*total] = solve( planner, grid, &plan, &result );
		}
		( *total )++;
	}
	fw_result_free( &result );
}

int main( int argc, char** argv )
{
	static const char* const names[] = { "bg512/AR0406SR", "bg512/AR0602SR",      "bg512/AR0700SR",
	                                     "dao/brc202d",    "dao/lak303d",         "dao/orz100d",
	                                     "dao/den520d",    "sc1/Aftershock",      "sc1/Brushfire",
	                                     "sc1/WheelofWar", "wc3maps512/duskwood", "wc3maps512/dustwallowkeys" };
	const size_t maps = sizeof( names ) / sizeof( names[0] );
	const int32_t count = argc > 1 ? atoi( argv[1] ) : 50;
	const char* only = argc > 2 ? argv[2] : "";
	turns_answer* all[UNITS][VARIANTS];
	int32_t totals[UNITS] = { 0 };
	for ( int32_t i = 0; i < UNITS * VARIANTS; i++ )
	{
		all[i / VARIANTS][i % VARIANTS] = haa_take( (size_t)count * maps, sizeof( turns_answer ) );
	}
	for ( size_t i = 0; i < maps; i++ )
	{
		if ( strstr( names[i], only ) == NULL )
		{
			continue;
		}
		fw_grid* grid = haa_load( names[i] );
		fw_planner* planner = NULL;
		fw_scen scen = { 0 };
		char file[1024];
		haa_file( file, sizeof( file ), names[i], ".map.scen" );
		haa_check( fw_scen_load( file, NULL, &scen, NULL ), file );
		haa_check( fw_planner_create( grid, NULL, &planner, NULL ), "planner" );
		for ( int32_t unit = 0; unit < UNITS; unit++ )
		{
			report_unit( planner, grid, &scen, count, unit, all, &totals[unit] );
		}
		fw_planner_destroy( planner );
		fw_scen_free( &scen );
		fw_grid_destroy( grid );
	}
	printf( "  %-12s %11s %3s %8s %8s %8s %8s %6s %8s  %6s %6s %6s %6s\n", "variant", "found", "bad", "mean ms",
	        "median", "p99", "excess", "> 5 %", "worst %", "search", "finer", "along", "gap" );
	for ( int32_t unit = 0; unit < UNITS; unit++ )
	{
		printf( "radius %.1f, turning radius %.0f\n", units[unit][0], units[unit][1] );
		for ( int32_t w = 0; w < VARIANTS; w++ )
		{
			report( all[unit][w], all[unit][BASE], totals[unit], variants[w].title );
		}
	}
	for ( int32_t i = 0; i < UNITS * VARIANTS; i++ )
	{
		free( all[i / VARIANTS][i % VARIANTS] );
	}
	return EXIT_SUCCESS;
}
