// SPDX-License-Identifier: MIT
// The cost of clearances and of the spaces of squares: to make them, to update them for a new building, and in memory.
#include "haa.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// One clearance, or the space of squares of one size.
typedef struct annotation
{
	const char* name;
	fw_clearance_metric metric;
	int32_t size; // 0: a clearance
	fw_clearance* clearance;
	fw_space* space;
} annotation;

static void make( annotation* a, fw_grid* grid )
{
	if ( a->size > 0 )
	{
		a->space = haa_space( grid, a->size );
		return;
	}
	fw_clearance_def def = fw_default_clearance_def();
	def.metric = a->metric;
	haa_check( fw_clearance_create( grid, &def, &a->clearance, NULL ), a->name );
}

static void give_back( annotation* a )
{
	fw_space_destroy( a->space );
	fw_clearance_destroy( a->clearance );
	a->space = NULL;
	a->clearance = NULL;
}

static void update( annotation* a )
{
	haa_check( a->size > 0 ? fw_space_update( a->space ) : fw_clearance_update( a->clearance ), a->name );
}

static void report( annotation* a, fw_grid* grid, int32_t places, int32_t passes )
{
	const double clock = haa_clock_cost();
	double best = INFINITY;
	double* us = haa_take( (size_t)places, sizeof( *us ) );
	uint64_t random = 1;
	for ( int32_t pass = 0; pass < passes; pass++ )
	{
		give_back( a );
		const double before = haa_now();
		make( a, grid );
		best = fmin( best, haa_now() - before - clock );
	}
	for ( int32_t i = 0; i < places; i++ )
	{
		const fw_rect rect = haa_draw_position( grid, HAA_BUILDING, &random );
		haa_check( fw_grid_fill( grid, rect, FW_TERRAIN_OUT, NULL ), "building" );
		const double before = haa_now();
		update( a );
		us[i] = haa_now() - before - clock;
		haa_check( fw_grid_fill( grid, rect, FW_TERRAIN_GROUND, NULL ), "building" );
		update( a );
	}
	const size_t bytes = a->size > 0 ? fw_space_memory( a->space ) : fw_clearance_memory( a->clearance );
	printf( "%-28s %10.2f %12.2f %10.2f %10.0f\n", a->name, best * 1e-3, haa_quantile( us, places, 0.5 ),
	        haa_quantile( us, places, 0.95 ), (double)bytes / 1024.0 );
	give_back( a );
	free( us );
}

void haa_report_annotations( int32_t places, int32_t passes )
{
	annotation rows[] = {
	    { .name = "true clearance", .metric = FW_CLEARANCE_TRUE },
	    { .name = "Brushfire clearance", .metric = FW_CLEARANCE_BRUSHFIRE },
	    { .name = "space of squares, size 1", .size = 1 },
	    { .name = "space of squares, size 2", .size = 2 },
	    { .name = "space of squares, size 3", .size = 3 },
	};
	fw_grid* grid = haa_town();
	printf( "\nannotations of the same map, and %d buildings on it\n", (int)places );
	printf( "%-28s %10s %12s %10s %10s\n", "annotation", "made ms", "building us", "p95 us", "KiB" );
	for ( size_t i = 0; i < sizeof( rows ) / sizeof( rows[0] ); i++ )
	{
		report( &rows[i], grid, places, passes );
	}
	fw_grid_destroy( grid );
}
