// SPDX-License-Identifier: MIT
// Paths in the angles in which a unit was drawn: how often they are legal, with each straight stretch as two lines and
// with stretches divided if these hit something, and their cost in corners, length, deviation and time.
//   bench_angles PROBLEMS MAP SCEN ...     the first PROBLEMS of each scenario; rows of docs/algorithms/fixed-angles.md
#include "fairway/fixed_angles.h"
#include "fairway/io.h"
#include "fairway/planner.h"
#include "fairway/validate.h"
#include "haa.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define UNDIVIDED 1e6 // tiles: longer than all stretches

typedef struct unit_row
{
	const char* method;
	double radius, turning_radius;
} unit_row;

static const unit_row units[] = {
    { "theta", 0.4, 0.0 },       { "theta", 0.9, 0.0 },       { "directional", 0.4, 1.0 },
    { "directional", 0.4, 2.0 }, { "directional", 0.9, 3.0 },
};
static const int32_t counts[] = { 8, 16, 32 };
#define UNITS ( (int32_t)( sizeof( units ) / sizeof( units[0] ) ) )
#define COUNTS ( (int32_t)( sizeof( counts ) / sizeof( counts[0] ) ) )

typedef struct angle_sums
{
	int64_t paths, undivided, legal, sharp;
	double corners, length, old_length, off, worst_off, slide, worst_slide, microseconds;
} angle_sums;

static fw_fixed_angles_report convert( const fw_grid* grid, const fw_unit* unit, int32_t count, double least,
                                       const fw_path* old, fw_path* path )
{
	fw_smoother smoother = fw_default_smoother();
	smoother.grid = grid;
	smoother.unit = unit;
	fw_fixed_angles_def def = fw_default_fixed_angles_def();
	fw_fixed_angles_report report;
	def.sprites.count = count;
	def.min_length = least;
	haa_check( fw_path_copy( path, old ), "copy" );
	haa_check( fw_fixed_angles( &smoother, &def, path, &report, NULL ), "angles" );
	return report;
}

static void take( const fw_grid* grid, const fw_unit* unit, int32_t count, const fw_path* old, fw_path* path,
                  angle_sums* s )
{
	const double least = fw_default_fixed_angles_def().min_length;
	const fw_sprites sprites = { .count = count };
	const fw_slide slide = fw_fixed_angles_slide( &sprites, old );
	s->undivided += convert( grid, unit, count, UNDIVIDED, old, path ).illegal == 0;
	const double before = haa_now();
	const fw_fixed_angles_report report = convert( grid, unit, count, least, old, path );
	s->microseconds += haa_now() - before;
	fw_unit turning = *unit;
	turning.turning_radius = 0.0;
	int32_t violations = 0;
	haa_check( fw_validate( grid, &turning, path, NULL, NULL, 0, &violations, NULL ), "validate" );
	s->paths += 1;
	s->legal += violations == 0;
	s->sharp += report.sharpest > 1;
	s->corners += report.corners;
	s->length += path->length;
	s->old_length += old->length;
	s->off += report.deviation;
	s->worst_off = fmax( s->worst_off, report.deviation );
	s->slide += slide.mean * old->length;
	s->worst_slide = fmax( s->worst_slide, slide.worst );
}

static void run_unit( fw_grid* grid, fw_planner* planner, const fw_scen* scen, int32_t limit, const unit_row* row,
                      const char* name )
{
	angle_sums all[COUNTS] = { 0 };
	fw_plan plan = fw_default_plan();
	fw_result result;
	fw_path path = { 0 };
	fw_result_init( &result, NULL );
	plan.method = row->method;
	plan.unit.radius = row->radius;
	plan.unit.turning_radius = row->turning_radius;
	plan.options.max_expansions = 200000;
	plan.start_any_heading = true;
	for ( int32_t i = 0; i < scen->count && i < limit; i++ )
	{
		const fw_scen_problem problem = fw_scen_scaled( scen, i * ( scen->count / limit ), grid );
		plan.start = ( fw_pose ){ problem.start_x + 0.5, problem.start_y + 0.5, 0.0 };
		plan.goal = ( fw_pose ){ problem.goal_x + 0.5, problem.goal_y + 0.5, 0.0 };
		haa_check( fw_planner_run( planner, &plan, &result, NULL ), "plan" );
		for ( int32_t c = 0; c < COUNTS && result.outcome == FW_FOUND && result.path.count > 0; c++ )
		{
			take( grid, &plan.unit, counts[c], &result.path, &path, &all[c] );
		}
	}
	for ( int32_t c = 0; c < COUNTS; c++ )
	{
		const angle_sums* s = &all[c];
		const double paths = s->paths > 0 ? (double)s->paths : 1.0;
		printf( "| %s | `%s`, %g | %g | %d | %lld | %lld | %lld | %.1f | %lld | %.2f %% | %.2f | %.1f | %.1f | %.1f | "
		        "%.0f |\n",
		        name, row->method, row->radius, row->turning_radius, (int)counts[c], (long long)s->paths,
		        (long long)s->undivided, (long long)s->legal, s->corners / paths, (long long)s->sharp,
		        100.0 * ( s->length / s->old_length - 1.0 ), s->off / paths, s->worst_off,
		        fw_degrees( s->slide / s->old_length ), fw_degrees( s->worst_slide ), s->microseconds / paths );
	}
	fflush( stdout );
	fw_path_free( &path );
	fw_result_free( &result );
}

int main( int argc, char** argv )
{
	const int32_t limit = argc > 1 ? atoi( argv[1] ) : 0;
	if ( limit < 1 || argc < 4 || argc % 2 != 0 )
	{
		fprintf( stderr, "usage: bench_angles PROBLEMS MAP SCEN ...\n" );
		return 2;
	}
	printf( "| map | method, radius | turning radius | angles | paths | legal undivided | legal | corners | paths with "
	        "sharp ones | longer | off, mean | off, worst | slide, mean | worst | microseconds |\n" );
	for ( int32_t i = 2; i + 1 < argc; i += 2 )
	{
		fw_grid* grid = NULL;
		fw_planner* planner = NULL;
		fw_scen scen = { 0 };
		haa_check( fw_map_load( argv[i], NULL, &grid, NULL ), argv[i] );
		haa_check( fw_scen_load( argv[i + 1], NULL, &scen, NULL ), argv[i + 1] );
		haa_check( fw_planner_create( grid, NULL, &planner ), "planner" );
		for ( int32_t u = 0; u < UNITS; u++ )
		{
			run_unit( grid, planner, &scen, limit < scen.count ? limit : scen.count, &units[u], argv[i] );
		}
		fw_planner_destroy( planner );
		fw_scen_free( &scen );
		fw_grid_destroy( grid );
	}
	return 0;
}
