// SPDX-License-Identifier: MIT
// Turns along tile paths by every pass that adds them, and Directional A*: how many paths are legal, how many legs hit
// something all the same, their length, gear changes, rounds and time.
//   FAIRWAY_BENCHMARKS=FOLDER bench_turning [MAP]    problems of AR0602SR and brc202d
#include "haa.h"

#include <fairway/fairway.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define UNIT_RADIUS 0.4
#define FIRST 1500    // problems of a scenario
#define LIMIT 1000000 // nodes of one plan: Directional A* takes minutes to find that there is no path
#define RADII 3
#define VARIANTS 9

static const double radii[RADII] = { 1.0, 2.0, 3.0 };

// A tile path, and the pass that adds its turns.
typedef struct turning_variant
{
	const char* name;
	fw_turning turns;
	int32_t neighbors;
	bool smooth;
} turning_variant;

static const turning_variant variants[VARIANTS] = {
    { "`ignore`", FW_TURNING_IGNORE, 8, true },           { "`tighter`", FW_TURNING_TIGHTER, 4, false },
    { "`backing`", FW_TURNING_BACKING, 4, false },        { "`backing`", FW_TURNING_BACKING, 8, false },
    { "`backing`", FW_TURNING_BACKING, 8, true },         { "`recalculate`", FW_TURNING_RECALCULATE, 8, false },
    { "`recalculate`", FW_TURNING_RECALCULATE, 8, true }, { "`along`", FW_TURNING_ALONG, 8, true },
    { "`directional`", FW_TURNING_NONE, 8, true },
};

typedef struct turning_sums
{
	int32_t tile_paths, found, legal, most_rounds, again;
	int64_t legs, illegal, backed, changes, rounds;
	double length, ms, worst_ms;
} turning_sums;

// The legs of a path of turns, and how many of them hit something.
static void count_legs( const fw_grid* grid, const fw_unit* unit, const fw_path* path, turning_sums* s )
{
	bool hits = false;
	for ( int32_t i = 0; i < path->count; i++ )
	{
		const bool begins = path->segments[i].waypoint || i == 0;
		s->illegal += begins && hits ? 1 : 0;
		s->legs += begins ? 1 : 0;
		hits = ( hits && !begins ) || !fw_sweep_segment( grid, unit, &path->segments[i] );
	}
	s->illegal += hits ? 1 : 0;
}

static fw_plan plan_of( const fw_scen_problem* problem, double turning_radius, const turning_variant* by )
{
	fw_plan plan = fw_default_plan();
	plan.unit.radius = UNIT_RADIUS;
	plan.unit.turning_radius = turning_radius;
	plan.unit.capabilities = FW_CAP_GROUND | FW_CAP_SWAMP;
	plan.unit.reverse = by->turns == FW_TURNING_BACKING;
	plan.start = ( fw_pose ){ problem->start_x + 0.5, problem->start_y + 0.5, 0.0 };
	plan.goal = ( fw_pose ){ problem->goal_x + 0.5, problem->goal_y + 0.5, 0.0 };
	plan.start_any_heading = true;
	plan.options.max_expansions = LIMIT;
	plan.method = by->turns == FW_TURNING_NONE ? "directional" : "astar";
	plan.options.neighbors = by->neighbors;
	plan.turning = by->turns;
	plan.smooth = by->smooth;
	return plan;
}

static void solve( fw_planner* planner, const fw_grid* grid, const fw_plan* plan, fw_result* result, turning_sums* s )
{
	const double before = haa_now();
	haa_check( fw_planner_run( planner, plan, result, NULL ), "plan" );
	const double ms = ( haa_now() - before ) * 1e-3;
	const int32_t rounds = fw_planner_report( planner ).searches;
	s->tile_paths +=
	    result->outcome != FW_FOUND && result->reason != FW_REASON_NO_TURN && result->outcome != FW_OUT_OF_BUDGET ? 0
	                                                                                                              : 1;
	s->ms += ms;
	s->worst_ms = fmax( s->worst_ms, ms );
	s->rounds += rounds;
	s->most_rounds = rounds > s->most_rounds ? rounds : s->most_rounds;
	if ( result->outcome != FW_FOUND )
	{
		return;
	}
	fw_unit judged = plan->unit;
	judged.turning_radius =
	    plan->turning == FW_TURNING_TIGHTER ? fw_default_tighter_def().min_radius : judged.turning_radius;
	int32_t violations = 0;
	haa_check( fw_validate( grid, &judged, &result->path, NULL, NULL, 0, &violations, NULL ), "validate" );
	s->found++;
	s->again += rounds > 1 ? 1 : 0;
	s->legal += violations == 0 ? 1 : 0;
	s->length += result->path.length;
	count_legs( grid, &judged, &result->path, s );
	for ( int32_t i = 1; i < result->path.count; i++ )
	{
		const fw_segment* segment = &result->path.segments[i];
		s->changes += segment->gear != segment[-1].gear ? 1 : 0;
	}
}

static void report( double radius, const turning_variant* by, const turning_sums* s )
{
	static const char* const tile_paths[2][2] = { { "4 neighbors", "4, smoothed" }, { "8 neighbors", "8, smoothed" } };
	const char* tile_path = by->turns == FW_TURNING_NONE ? "" : tile_paths[by->neighbors == 8][by->smooth];
	const double found = s->found > 0 ? s->found : 1;
	printf( "| %g | %s | %s | %d of %d | %lld | %.1f | %.1f | %.1f, %d | %.2f, %.0f |\n", radius, by->name, tile_path,
	        (int)s->legal, (int)s->tile_paths, (long long)s->illegal, s->length / found, (double)s->changes / found,
	        (double)s->rounds / ( s->tile_paths > 0 ? s->tile_paths : 1 ), (int)s->most_rounds,
	        s->ms / ( s->tile_paths > 0 ? s->tile_paths : 1 ), s->worst_ms );
	fflush( stdout );
}

static void report_map( const char* name, int32_t every )
{
	char file[4096];
	fw_scen scen = { 0 };
	fw_grid* grid = haa_load( name );
	haa_file( file, sizeof( file ), name, ".map.scen" );
	haa_check( fw_scen_load( file, NULL, &scen, NULL ), file );
	fw_planner* planner = NULL;
	fw_result result;
	fw_result_init( &result, NULL );
	haa_check( fw_planner_create( grid, NULL, &planner, NULL ), "planner" );
	printf( "\n%s, radius %g\n", name, UNIT_RADIUS );
	printf(
	    "| turning radius | turns | tile path | legal | legs that hit | length | gear changes | searches, most | ms, "
	    "most |\n" );
	printf( "|--:|---|---|--:|--:|--:|--:|--:|--:|\n" );
	for ( int32_t i = 0; i < RADII * VARIANTS; i++ )
	{
		const turning_variant* by = &variants[i % VARIANTS];
		turning_sums s = { 0 };
		for ( int32_t k = 0; k < scen.count && k < FIRST; k += every )
		{
			const fw_plan plan = plan_of( &scen.problems[k], radii[i / VARIANTS], by );
			solve( planner, grid, &plan, &result, &s );
		}
		report( radii[i / VARIANTS], by, &s );
	}
	fw_result_free( &result );
	fw_planner_destroy( planner );
	fw_scen_free( &scen );
	fw_grid_destroy( grid );
}

int main( int argc, char** argv )
{
	const char* only = argc > 1 ? argv[1] : "";
	if ( strstr( "bg512/AR0602SR", only ) != NULL )
	{
		report_map( "bg512/AR0602SR", 12 );
	}
	if ( strstr( "dao/brc202d", only ) != NULL )
	{
		report_map( "dao/brc202d", 20 );
	}
	return EXIT_SUCCESS;
}
