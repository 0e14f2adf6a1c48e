// SPDX-License-Identifier: MIT
// What a margin costs and gives: lengths, expansions and times of plans with margins against those without, and the
// gaps to walls along their paths. Problems are the longest of each scenario file, one in so many.
//
// bench_margin MAP SCENARIO [PROBLEMS]
#include "fairway/io.h"
#include "fairway/planner.h"
#include "fairway/validate.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define FAR 8    // tiles; gaps above count as this
#define STEP 0.1 // between places along a path where the gap is measured [tiles]

typedef struct margin_row
{
	const char* title;
	double radius, turning_radius, margin;
} margin_row;

static const margin_row rows[] = {
    { "disc 0.4", 0.4, 0.0, 0.0 },        { "disc 0.4", 0.4, 0.0, 0.5 },        { "disc 0.4", 0.4, 0.0, 1.0 },
    { "disc 0.4", 0.4, 0.0, 2.0 },        { "disc 0.4", 0.4, 0.0, 4.0 },        { "turning, 0.4, 2", 0.4, 2.0, 0.0 },
    { "turning, 0.4, 2", 0.4, 2.0, 0.5 }, { "turning, 0.4, 2", 0.4, 2.0, 1.0 }, { "turning, 0.4, 2", 0.4, 2.0, 2.0 },
    { "turning, 0.4, 2", 0.4, 2.0, 4.0 },
};

typedef struct margin_sum
{
	int32_t found, legal;
	double length, worst, least, gap, measured, expanded, us, slowest;
} margin_sum;

static double now( void )
{
	struct timespec t;
	timespec_get( &t, TIME_UTC );
	return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

static double gap_at( const fw_grid* grid, const fw_unit* unit, fw_pose at )
{
	double nearest = FAR + unit->radius;
	for ( int32_t y = (int32_t)floor( at.y ) - FAR - 1; y <= (int32_t)floor( at.y ) + FAR + 1; y++ )
	{
		for ( int32_t x = (int32_t)floor( at.x ) - FAR - 1; x <= (int32_t)floor( at.x ) + FAR + 1; x++ )
		{
			if ( !fw_grid_passable( grid, x, y, unit->capabilities ) )
			{
				const double dx = fmax( fmax( x - at.x, at.x - x - 1.0 ), 0.0 );
				const double dy = fmax( fmax( y - at.y, at.y - y - 1.0 ), 0.0 );
				nearest = fmin( nearest, sqrt( dx * dx + dy * dy ) );
			}
		}
	}
	return nearest - unit->radius;
}

static void add_gaps( const fw_grid* grid, const fw_unit* unit, const fw_result* result, margin_sum* sum )
{
	for ( double at = 0.0; at < result->length; at += STEP )
	{
		const double gap = gap_at( grid, unit, fw_path_at( &result->path, at ).pose );
		sum->gap += gap;
		sum->measured += 1.0;
		sum->least = fmin( sum->least, gap );
	}
}

static void run_row( const fw_grid* grid, fw_planner* planner, const fw_scen* scen, int32_t every,
                     const margin_row* row, double* plain, margin_sum* sum )
{
	fw_result result = { 0 };
	*sum = ( margin_sum ){ .least = FAR };
	for ( int32_t i = scen->count - 1, k = 0; i >= 0; i -= every, k++ )
	{
		const fw_scen_problem problem = fw_scen_scaled( scen, i, grid );
		fw_plan plan = fw_default_plan();
		plan.unit.radius = row->radius;
		plan.unit.turning_radius = row->turning_radius;
		plan.start = fw_make_pose( problem.start_x + 0.5, problem.start_y + 0.5, 0.0 );
		plan.goal = fw_make_pose( problem.goal_x + 0.5, problem.goal_y + 0.5, 0.0 );
		plan.start_any_heading = true;
		plan.goal_any_heading = true;
		plan.margin = row->margin;
		if ( fw_planner_prepare( planner, &plan, NULL ) != FW_OK )
		{
			continue;
		}
		const double start = now();
		const fw_status status = fw_planner_run( planner, &plan, &result, NULL );
		const double us = now() - start;
		if ( status != FW_OK || result.outcome != FW_FOUND )
		{
			continue;
		}
		fw_violation violation;
		int32_t violations = 0;
		const fw_validate_options judge = fw_default_validate_options();
		plain[k] = row->margin == 0.0 ? result.length : plain[k];
		sum->found++;
		sum->legal +=
		    fw_validate( grid, &plan.unit, &result.path, &judge, &violation, 1, &violations, NULL ) == FW_OK &&
		    violations == 0;
		sum->length += result.length / plain[k];
		sum->worst = fmax( sum->worst, result.length / plain[k] );
		sum->expanded += (double)result.counters.expanded;
		sum->us += us;
		sum->slowest = fmax( sum->slowest, us );
		add_gaps( grid, &plan.unit, &result, sum );
	}
	fw_result_free( &result );
}

int main( int argc, char** argv )
{
	fw_grid* grid = NULL;
	fw_scen scen = { 0 };
	fw_planner* planner = NULL;
	if ( argc < 3 || fw_map_load( argv[1], NULL, &grid, NULL ) != FW_OK ||
	     fw_scen_load( argv[2], NULL, &scen, NULL ) != FW_OK ||
	     fw_planner_create( grid, NULL, &planner, NULL ) != FW_OK || scen.count == 0 )
	{
		fprintf( stderr, "usage: bench_margin MAP SCENARIO [PROBLEMS]\n" );
		return 2;
	}
	const int32_t problems = argc > 3 ? atoi( argv[3] ) : 100;
	const int32_t every = scen.count > problems && problems > 0 ? scen.count / problems : 1;
	double* plain = calloc( (size_t)( scen.count / every ) + 2, sizeof( double ) );
	printf( "| unit | margin | found | legal | length | worst | mean gap | least gap | nodes | ms | worst ms |\n" );
	printf( "|---|---|---|---|---|---|---|---|---|---|---|\n" );
	for ( size_t i = 0; i < sizeof( rows ) / sizeof( rows[0] ) && plain != NULL; i++ )
	{
		margin_sum s;
		run_row( grid, planner, &scen, every, &rows[i], plain, &s );
		const double count = s.found > 0 ? s.found : 1;
		printf( "| %s | %g | %d | %d | %.3f | %.2f | %.2f | %.2f | %.0f | %.2f | %.0f |\n", rows[i].title,
		        rows[i].margin, (int)s.found, (int)s.legal, s.length / count, s.worst, s.gap / s.measured, s.least,
		        s.expanded / count, s.us / count / 1e3, s.slowest / 1e3 );
	}
	free( plain );
	fw_planner_destroy( planner );
	fw_scen_free( &scen );
	fw_grid_destroy( grid );
	return 0;
}
