// SPDX-License-Identifier: MIT
// Plans that prefer roads, in a town with streets of one to four tiles, houses and open land: how often each mode is
// kept to, how much of a path leads off the road and how far, and its cost in length and time.
//   bench_roads [PROBLEMS [COST [RADIUS]]]    COST of a tile off the road; a road tile costs 1 (default 1); RADIUS:
//   only
//                                             this turning radius; rows of docs/algorithms/roads.md
#include "fairway/planner.h"
#include "fairway/space.h"
#include "fairway/validate.h"
#include "haa.h"
#include "roads/roads.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define SIDE 256
#define STREETS 26
#define HOUSES 260
#define STEP 0.1
#define FAR 12 // tiles in which the nearest road is searched

static const double turning_radii[] = { 1.0, 2.0, 4.0 };
#define UNITS 3
#define MODES 10 // five without a lane, five with the right one

static void fill( fw_grid* grid, int32_t x, int32_t y, int32_t width, int32_t height, uint8_t terrain )
{
	haa_check( fw_grid_fill( grid, ( fw_rect ){ x, y, width, height }, terrain, NULL ), "fill" );
}

static fw_grid* make_town( double cost )
{
	uint64_t random = 7;
	fw_grid* grid = NULL;
	fw_grid_def def = fw_default_grid_def();
	def.width = def.height = SIDE;
	haa_check( fw_grid_create( &def, &grid, NULL ), "grid" );
	for ( int32_t i = 0; i < HOUSES; i++ )
	{
		fill( grid, haa_below( &random, SIDE ), haa_below( &random, SIDE ), 2 + haa_below( &random, 6 ),
		      2 + haa_below( &random, 6 ), FW_TERRAIN_OUT );
	}
	for ( int32_t i = 0; i < STREETS; i++ )
	{
		const int32_t width = 1 + haa_below( &random, 4 );
		const int32_t at = haa_below( &random, SIDE - 4 );
		const int32_t from = haa_below( &random, SIDE / 2 );
		const int32_t length = SIDE / 3 + haa_below( &random, SIDE / 3 );
		fill( grid, i % 2 ? at : from, i % 2 ? from : at, i % 2 ? width : length, i % 2 ? length : width,
		      FW_TERRAIN_ROAD );
	}
	fw_terrain ground = *fw_grid_terrain( grid, FW_TERRAIN_GROUND );
	ground.cost = cost;
	haa_check( fw_grid_set_terrain( grid, FW_TERRAIN_GROUND, &ground, NULL ), "cost" );
	return grid;
}

typedef struct road_sums
{
	int32_t found, kept, lane, illegal;
	double length, base, off, furthest, aslant, samples, ms;
	double* times;
} road_sums;

// The distance of a point from the nearest road [tiles, up to FAR].
static double beside_road( const fw_grid* grid, fw_vec2 at )
{
	const uint32_t roads = fw_roads_terrains( grid );
	double least = FAR;
	for ( int32_t y = (int32_t)at.y - FAR; y <= (int32_t)at.y + FAR; y++ )
	{
		for ( int32_t x = (int32_t)at.x - FAR; x <= (int32_t)at.x + FAR; x++ )
		{
			if ( ( roads >> fw_grid_get( grid, x, y ) & 1 ) != 0 )
			{
				const double dx = fmax( fmax( x - at.x, at.x - x - 1.0 ), 0.0 );
				const double dy = fmax( fmax( y - at.y, at.y - y - 1.0 ), 0.0 );
				least = fmin( least, fw_length( dx, dy ) );
			}
		}
	}
	return least;
}

static void measure( const fw_grid* grid, const fw_space* roads, const fw_unit* unit, const fw_result* result,
                     road_sums* s )
{
	int32_t violations = 0;
	haa_check( fw_validate( grid, unit, &result->path, NULL, NULL, 0, &violations, NULL ), "validate" );
	s->illegal += violations > 0;
	s->length += result->length;
	for ( double at = 0.0; at <= result->length; at += STEP )
	{
		const fw_pose pose = fw_path_at( &result->path, at ).pose;
		const bool off = !fw_space_fits( roads, ( fw_vec2 ){ pose.x, pose.y } );
		const double turn = pose.heading / ( 0.5 * FW_PI );
		s->off += off;
		s->furthest = fmax( s->furthest, off ? beside_road( grid, ( fw_vec2 ){ pose.x, pose.y } ) : 0.0 );
		s->aslant += fabs( turn - floor( turn + 0.5 ) ) > 0.03;
		s->samples += 1.0;
	}
}

static void run( fw_grid* grid, fw_planner* planner, const fw_space* roads, double turning_radius, int32_t count )
{
	static const char* const names[] = { "none", "steps", "only", "rings", "cones" };
	road_sums all[MODES] = { 0 };
	fw_result result;
	fw_result_init( &result, NULL );
	uint64_t random = 3;
	for ( int32_t mode = 0; mode < MODES; mode++ )
	{
		all[mode].times = haa_take( (size_t)count, sizeof( double ) );
	}
	for ( int32_t i = 0; i < count; )
	{
		fw_plan plan = fw_default_plan();
		fw_pose* ends[] = { &plan.start, &plan.goal };
		plan.unit.turning_radius = turning_radius;
		for ( int32_t k = 0; k < 2; k++ )
		{
			ends[k]->x = haa_below( &random, SIDE ) + 0.5;
			ends[k]->y = haa_below( &random, SIDE ) + 0.5;
		}
		plan.start_any_heading = true;
		const uint32_t region = fw_space_region( roads, (int32_t)plan.start.x, (int32_t)plan.start.y );
		if ( region == 0 || region != fw_space_region( roads, (int32_t)plan.goal.x, (int32_t)plan.goal.y ) )
		{
			continue;
		}
		double base = 0.0;
		for ( int32_t mode = 0; mode < MODES; mode++ )
		{
			road_sums* s = &all[mode];
			plan.roads = (fw_roads)( mode % 5 );
			plan.lane = mode >= 5 ? FW_LANE_RIGHT : FW_LANE_ANY;
			const double before = haa_now();
			haa_check( fw_planner_run( planner, &plan, &result, NULL ), "plan" );
			s->times[i] = ( haa_now() - before ) * 1e-3;
			s->ms += s->times[i];
			base = mode == 0 ? result.length : base;
			if ( result.outcome == FW_FOUND )
			{
				const fw_plan_report report = fw_planner_report( planner );
				s->found++;
				s->kept += report.roads == plan.roads;
				s->lane += report.lane == plan.lane;
				s->base += base;
				measure( grid, roads, &plan.unit, &result, s );
			}
		}
		i++;
	}
	for ( int32_t mode = 0; mode < MODES; mode++ )
	{
		const road_sums* s = &all[mode];
		printf( "| %g | %s | %s | %d of %d | %d | %d | %+.1f %% | %.2f %% | %.1f | %.0f %% | %.2f | %.2f |%s\n",
		        turning_radius, names[mode % 5], mode >= 5 ? "right" : "any", (int)s->found, (int)count, (int)s->kept,
		        (int)s->lane, 100.0 * ( s->length / s->base - 1.0 ), 100.0 * s->off / s->samples, s->furthest,
		        100.0 * s->aslant / s->samples, haa_quantile( s->times, count, 0.5 ), s->ms / count,
		        s->illegal > 0 ? " ILLEGAL" : "" );
		free( s->times );
	}
	fw_result_free( &result );
}

int main( int argc, char** argv )
{
	const int32_t count = argc > 1 ? atoi( argv[1] ) : 100;
	const double cost = argc > 2 ? atof( argv[2] ) : 1.0;
	const double only = argc > 3 ? atof( argv[3] ) : 0.0;
	if ( count < 1 || !( cost >= 1.0 && cost <= 64.0 ) )
	{
		fprintf( stderr, "usage: bench_roads [PROBLEMS [COST [RADIUS]]]\n" );
		return 2;
	}
	fw_grid* grid = make_town( cost );
	fw_planner* planner = NULL;
	fw_road_view* view = NULL;
	fw_space* roads = NULL;
	fw_space_def def = fw_default_space_def();
	haa_check( fw_planner_create( grid, NULL, &planner ), "planner" );
	haa_check( fw_road_view_create( grid, 0, NULL, &view ), "view" );
	haa_check( fw_space_create( fw_road_view_grid( view ), &def, &roads, NULL ), "space" );
	printf(
	    "| turning radius | roads | lane | found | as asked | lane kept | longer | off the road | at most | aslant | "
	    "median ms | mean ms |\n" );
	for ( int32_t i = 0; i < UNITS && only == 0.0; i++ )
	{
		run( grid, planner, roads, turning_radii[i], count );
	}
	if ( only > 0.0 )
	{
		run( grid, planner, roads, only, count );
	}
	fw_space_destroy( roads );
	fw_road_view_destroy( view );
	fw_planner_destroy( planner );
	fw_grid_destroy( grid );
	return 0;
}
