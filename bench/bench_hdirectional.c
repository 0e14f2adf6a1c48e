// SPDX-License-Identifier: MIT
// Legal turns on large maps: "hdirectional" against "directional", by success, length, work and time.
#include "archipelago.h"
#include "fairway/planner.h"
#include "fairway/validate.h"
#include "haa.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIDE 4096
#define UNITS 4
#define METHODS 2
#define DRAWS 100000
#define MARGIN 8      // cut off around the largest region of a map, so that each copy leads to the next
#define LIMIT 1000000 // nodes of one search

static const char* const methods[METHODS] = { "directional", "hdirectional" };
static const double units[UNITS][2] = { { 0.4, 1.0 }, { 0.9, 3.0 }, { 1.4, 6.0 }, { 2.4, 10.0 } };

typedef struct guided_problem
{
	fw_pose start, goal;
} guided_problem;

typedef struct guided_answer
{
	fw_outcome outcome;
	double length, ms, clean_ms;
	int64_t expanded, field;
	bool legal;
} guided_answer;

// Ends that are at least a quarter of the map's side apart, in columns and rows together, and connected for the unit.
// False if there are none.
static bool draw_problem( const fw_space* space, int32_t side, uint64_t* random, guided_problem* drawn )
{
	for ( int32_t tries = 0; tries < DRAWS; tries++ )
	{
		const int32_t x = haa_below( random, side );
		const int32_t y = haa_below( random, side );
		const int32_t goal_x = haa_below( random, side );
		const int32_t goal_y = haa_below( random, side );
		const uint32_t region = fw_space_region( space, x, y );
		if ( abs( goal_x - x ) + abs( goal_y - y ) >= side / 4 && region != 0 &&
		     region == fw_space_region( space, goal_x, goal_y ) )
		{
			const double start_heading = FW_PI / 4.0 * haa_below( random, 8 );
			const double goal_heading = FW_PI / 4.0 * haa_below( random, 8 );
			*drawn =
			    ( guided_problem ){ { x + 0.5, y + 0.5, start_heading }, { goal_x + 0.5, goal_y + 0.5, goal_heading } };
			return true;
		}
	}
	return false;
}

static fw_plan plan_of( uint32_t capabilities, int32_t unit )
{
	fw_plan plan = fw_default_plan();
	plan.unit.capabilities = capabilities;
	plan.unit.radius = units[unit][0];
	plan.unit.turning_radius = units[unit][1];
	plan.options.max_expansions = LIMIT;
	plan.clean_up = false; // it is timed separately
	return plan;
}

static void solve( fw_planner* planner, const fw_grid* grid, const fw_plan* plan, const guided_problem* problems,
                   guided_answer* answers, int32_t count )
{
	fw_result result;
	fw_result_init( &result, NULL );
	fw_plan one = *plan;
	haa_check( fw_planner_prepare( planner, &one, NULL ), "prepare" );
	for ( int32_t i = 0; i < count; i++ )
	{
		one.start = problems[i].start;
		one.goal = problems[i].goal;
		one.goal_any_heading = i % 2 == 0;
		const double before = haa_now();
		haa_check( fw_planner_run( planner, &one, &result, NULL ), "plan" );
		const double found = haa_now();
		answers[i].ms = ( found - before ) * 1e-3;
		if ( result.outcome == FW_FOUND )
		{
			fw_smoother smoother = fw_default_smoother();
			smoother.grid = grid;
			smoother.unit = &one.unit;
			haa_check( fw_clean_up( &smoother, &result.path, !one.goal_any_heading, NULL ), "clean-up" );
			answers[i].clean_ms = ( haa_now() - found ) * 1e-3;
		}
		answers[i].outcome = result.outcome;
		answers[i].length = result.path.length;
		answers[i].expanded = result.counters.expanded;
		answers[i].field = result.counters.field;
		int32_t violations = 0;
		if ( result.outcome == FW_FOUND )
		{
			haa_check( fw_validate( grid, &one.unit, &result.path, NULL, NULL, 0, &violations, NULL ), "validate" );
		}
		answers[i].legal = violations == 0;
	}
	fw_result_free( &result );
}

// Sums over the problems that both methods solved, and the time for the others.
typedef struct guided_sums
{
	int32_t found, illegal, both;
	double ms, base_ms, clean_ms, other_ms, excess, worst;
	int64_t expanded, field;
} guided_sums;

static guided_sums add_up( const guided_answer* answers, const guided_answer* base, int32_t count, double* ms )
{
	guided_sums s = { 0 };
	for ( int32_t i = 0; i < count; i++ )
	{
		const guided_answer* a = &answers[i];
		s.found += a->outcome == FW_FOUND;
		s.illegal += !a->legal;
		if ( a->outcome != FW_FOUND || base[i].outcome != FW_FOUND )
		{
			s.other_ms += a->ms;
			continue;
		}
		const double more = a->length / base[i].length - 1.0;
		ms[s.both++] = a->ms;
		s.ms += a->ms;
		s.base_ms += base[i].ms;
		s.clean_ms += a->clean_ms;
		s.expanded += a->expanded;
		s.field += a->field;
		s.excess += more;
		s.worst = fmax( s.worst, more );
	}
	return s;
}

static void report( const char* method, const guided_answer* answers, const guided_answer* base, int32_t count )
{
	double* ms = haa_take( (size_t)count, sizeof( *ms ) );
	const guided_sums s = add_up( answers, base, count, ms );
	const int32_t both = s.both > 0 ? s.both : 1;
	const int32_t others = count > s.both ? count - s.both : 1;
	printf( "  %-13s %4d/%-4d %7d %8.2f %8.2f %8.2f %7.1f %8.2f %9" PRId64 " %9" PRId64 " %7.2f %7.2f %9.1f\n", method,
	        (int)s.found, (int)count, (int)s.illegal, haa_quantile( ms, s.both, 0.5 ), haa_quantile( ms, s.both, 0.95 ),
	        s.ms / both, s.ms > 0.0 ? s.base_ms / s.ms : 0.0, s.clean_ms / both, s.expanded / both, s.field / both,
	        100.0 * s.excess / both, 100.0 * s.worst, s.other_ms / others );
	free( ms );
}

static void report_map( const char* name, fw_grid* grid, uint32_t capabilities, int32_t count )
{
	const int32_t side = fw_grid_width( grid );
	fw_planner* planner = NULL;
	haa_check( fw_planner_create( grid, NULL, &planner ), "planner" );
	guided_problem* problems = haa_take( (size_t)count, sizeof( *problems ) );
	guided_answer* answers[METHODS];
	printf( "\n%s, %d x %d tiles, %d problems a unit\n", name, (int)side, (int)side, (int)count );
	printf( "  %-13s %9s %7s %8s %8s %8s %7s %8s %9s %9s %7s %7s %9s\n", "method", "found", "illegal", "median", "p95",
	        "mean ms", "faster", "clean-up", "expanded", "field", "excess", "worst %", "others ms" );
	for ( int32_t unit = 0; unit < UNITS; unit++ )
	{
		fw_plan plan = plan_of( capabilities, unit );
		plan.method = methods[0];
		fw_map map;
		fw_query query;
		haa_check( fw_planner_map( planner, &plan, &map, &query, NULL ), "map" );
		uint64_t random = 1;
		int32_t drawn = 0;
		while ( drawn < count && draw_problem( map.space, side, &random, &problems[drawn] ) )
		{
			drawn++;
		}
		if ( drawn < count )
		{
			continue; // no room for such a unit
		}
		printf( "radius %.1f, turning radius %.0f\n", units[unit][0], units[unit][1] );
		for ( int32_t m = 0; m < METHODS; m++ )
		{
			answers[m] = haa_take( (size_t)count, sizeof( guided_answer ) );
			plan.method = methods[m];
			solve( planner, grid, &plan, problems, answers[m], count );
			report( methods[m], answers[m], answers[0], count );
			fflush( stdout );
		}
		for ( int32_t m = 0; m < METHODS; m++ )
		{
			free( answers[m] );
		}
	}
	free( problems );
	fw_planner_destroy( planner );
}

int main( int argc, char** argv )
{
	const int32_t count = argc > 1 ? atoi( argv[1] ) : 40;
	static const char* const names[] = { "bg512/AR0602SR", "bg512/AR0700SR", "wc3maps512/dustwallowkeys",
	                                     "dao/brc202d" };
	const char* only = argc > 2 ? argv[2] : "";
	if ( strstr( "archipelago", only ) != NULL )
	{
		fw_grid* sea = archipelago_make( SIDE );
		haa_check( sea != NULL ? FW_OK : FW_ERR_MEMORY, "archipelago" );
		report_map( "archipelago", sea, FW_CAP_WATER, count );
		fw_grid_destroy( sea );
	}
	for ( size_t i = 0; i < sizeof( names ) / sizeof( names[0] ); i++ )
	{
		if ( strstr( names[i], only ) != NULL )
		{
			fw_grid* small = haa_load( names[i] );
			fw_grid* grid = haa_mirror( small, haa_middle( small, MARGIN ), SIDE );
			fw_grid_destroy( small );
			report_map( names[i], grid, FW_CAP_GROUND | FW_CAP_SWAMP, count );
			fw_grid_destroy( grid );
		}
	}
	return EXIT_SUCCESS;
}
