// SPDX-License-Identifier: MIT
// Formations on published maps, from blocks of units that head anywhere: how much later is the last one at its place
// than the way would take at top speed, and who is not there after three times that and a minute?
//   bench_formations [ORDERS]   of each kind on each map, 20 by default
#include "fairway/planner.h"
#include "fairway/sweep.h"
#include "fairway/world.h"
#include "haa.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define STEP 0.05 // [s]
#define UNITS_MAX 24
#define NEAREST 40.0 // goals [tiles]
#define FURTHEST 110.0
#define LONGEST 160.0 // paths [tiles]
#define PATIENCE 3.0  // times the way at top speed, and these seconds
#define PATIENCE_SECONDS 60.0
#define TRIES 20000

static const char* const maps[] = { "sc1/Brushfire", "bg512/AR0602SR", "dao/brc202d", "sc1/WheelofWar" };
#define MAPS ( (int32_t)( sizeof( maps ) / sizeof( maps[0] ) ) )

typedef struct kind
{
	const char* name;
	int32_t count;
	double radius, turning_radius, spacing;
	fw_shape shape;
} kind;

static const kind kinds[] = {
    { "9 tanks, box, 0.2", 9, 0.9, 1.5, 0.2, FW_SHAPE_BOX },
    { "9 tanks, box, 0.5", 9, 0.9, 1.5, 0.5, FW_SHAPE_BOX },
    { "9 tanks, box, 1.2", 9, 0.9, 1.5, 1.2, FW_SHAPE_BOX },
    { "12 tanks, line, 0.5", 12, 0.9, 1.5, 0.5, FW_SHAPE_LINE },
    { "6 tanks, wedge, 0.5", 6, 0.9, 1.5, 0.5, FW_SHAPE_WEDGE },
    { "24 walkers, box, 0.5", 24, 0.4, 0.0, 0.5, FW_SHAPE_BOX },
};
#define KINDS ( (int32_t)( sizeof( kinds ) / sizeof( kinds[0] ) ) )

typedef struct setting
{
	const kind* of;
	const fw_grid* grid;
	fw_planner* planner;
	uint64_t random;
	fw_world* world;
	fw_world_unit_def def;
	fw_unit_id ids[UNITS_MAX];
	double way; // [s]
} setting;

static fw_pose draw_pose( setting* s )
{
	const double x = haa_below( &s->random, fw_grid_width( s->grid ) ) + 0.5;
	const double y = haa_below( &s->random, fw_grid_height( s->grid ) ) + 0.5;
	return ( fw_pose ){ x, y, 2.0 * FW_PI * haa_below( &s->random, 1000 ) / 1000.0 };
}

static bool finds_way( setting* s, fw_pose from, fw_pose to )
{
	fw_plan plan = fw_default_plan();
	plan.unit = s->def.unit;
	plan.start = from;
	plan.goal = to;
	plan.goal_any_heading = true;
	fw_result result;
	fw_result_init( &result, NULL );
	const bool found = fw_planner_run( s->planner, &plan, &result, NULL ) == FW_OK && result.outcome == FW_FOUND &&
	                   result.path.length <= LONGEST;
	s->way = found ? result.path.length / s->def.unit.speed : 0.0;
	fw_result_free( &result );
	return found;
}

// A block of units, twice as wide as deep.
static bool add_block( setting* s, fw_pose middle )
{
	const int32_t wide = 2 * (int32_t)ceil( sqrt( s->of->count ) );
	const double apart = 2.0 * s->of->radius + 0.6;
	int32_t added = 0;
	for ( int32_t i = 0; i < wide * wide && added < s->of->count; i++ )
	{
		const fw_pose pose = { middle.x + apart * ( i % wide - wide / 2 ), middle.y + apart * ( i / wide - wide / 4 ),
		                       middle.heading };
		added += fw_sweep_pose( s->grid, &s->def.unit, pose ) &&
		                 fw_world_add( s->world, &s->def, &pose, 1, &s->ids[added], NULL ) == FW_OK
		             ? 1
		             : 0;
	}
	return added == s->of->count;
}

static void order( setting* s )
{
	for ( int32_t i = 0; i < TRIES; i++ )
	{
		const fw_pose from = draw_pose( s );
		const fw_pose to = draw_pose( s );
		const double apart = fw_length( to.x - from.x, to.y - from.y );
		if ( apart < NEAREST || apart > FURTHEST || !finds_way( s, from, to ) )
		{
			continue;
		}
		fw_world_def def = fw_default_world_def();
		def.grid = s->grid;
		haa_check( fw_world_create( &def, &s->world, NULL ), "world" );
		fw_order march = fw_default_order();
		march.kind = FW_ORDER_FORM;
		march.shape = s->of->shape;
		march.spacing = s->of->spacing;
		march.goal = to;
		if ( add_block( s, from ) && fw_world_order( s->world, s->ids, s->of->count, &march, NULL ) == FW_OK )
		{
			return;
		}
		fw_world_destroy( s->world );
	}
	haa_check( FW_ERR_UNSUPPORTED, "no order found" );
}

static int32_t count_away( const setting* s )
{
	const fw_unit_arrays all = fw_world_units( s->world );
	int32_t away = 0;
	for ( int32_t i = 0; i < all.count; i++ )
	{
		away += all.state[i] != FW_UNIT_IDLE ? 1 : 0;
	}
	return away;
}

static void report( const char* map, fw_planner* planner, const fw_grid* grid, int32_t orders, const kind* of )
{
	setting s = { .of = of, .grid = grid, .planner = planner, .random = 0x9E3779B97F4A7C15u };
	s.def = fw_default_world_unit_def();
	s.def.unit.radius = of->radius;
	s.def.unit.turning_radius = of->turning_radius;
	s.def.unit.reverse = of->turning_radius > 0.0;
	double sum = 0.0;
	double worst = 0.0;
	int32_t left = 0;
	for ( int32_t i = 0; i < orders; i++ )
	{
		order( &s );
		int32_t away = of->count;
		while ( away > 0 && fw_world_time( s.world ) < PATIENCE * s.way + PATIENCE_SECONDS )
		{
			haa_check( fw_world_step( s.world, STEP, NULL ), "step" );
			away = count_away( &s );
		}
		const double ratio = fw_world_time( s.world ) / s.way;
		sum += ratio;
		worst = fmax( worst, ratio );
		left += away;
		fw_world_destroy( s.world );
	}
	printf( "%-15s %-20s %3d orders, last over the way %.2f, worst %.2f, left %d of %d\n", map, of->name, (int)orders,
	        sum / orders, worst, (int)left, (int)( orders * of->count ) );
	fflush( stdout );
}

int main( int argc, char** argv )
{
	const int32_t orders = argc > 1 ? atoi( argv[1] ) : 20;
	for ( int32_t i = 0; i < MAPS && orders > 0; i++ )
	{
		fw_grid* grid = haa_load( maps[i] );
		fw_planner* planner = NULL;
		haa_check( fw_planner_create( grid, NULL, &planner, NULL ), "planner" );
		for ( int32_t k = 0; k < KINDS; k++ )
		{
			report( maps[i], planner, grid, orders, &kinds[k] );
		}
		fw_planner_destroy( planner );
		fw_grid_destroy( grid );
	}
	return 0;
}
