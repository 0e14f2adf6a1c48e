// SPDX-License-Identifier: MIT
// What one order to many units costs a world: nodes, steps and time until the last one has its path.
//   bench_orders [FOLDER/MAP]
#include "fairway/world.h"
#include "haa.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define STEP ( 1.0 / 60.0 ) // [s]
#define STEPS_MAX 20000
#define AFTER 60 // steps whose mean is what a step takes without plans

// Places for units around a tile, in squares of growing side.
static int32_t add( fw_world* world, fw_unit_id* ids, int32_t wanted, int32_t x, int32_t y, double radius )
{
	fw_world_unit_def def = fw_default_world_unit_def();
	def.unit.radius = radius;
	const int32_t apart = radius > 0.5 ? 2 : 1;
	int32_t count = 0;
	for ( int32_t side = 0; side < 400 && count < wanted; side++ )
	{
		for ( int32_t i = 0; i < ( side > 0 ? 8 * side : 1 ) && count < wanted; i++ )
		{
			const int32_t edge = side > 0 ? i / ( 2 * side ) : 0;
			const int32_t along = side > 0 ? i % ( 2 * side ) - side : 0;
			const int32_t dx = edge == 0 ? along : edge == 1 ? side : edge == 2 ? -along : -side;
			const int32_t dy = edge == 0 ? -side : edge == 1 ? along : edge == 2 ? side : -along;
			const fw_pose pose = { x + 0.5 + apart * dx, y + 0.5 + apart * dy, 0.0 };
			count += fw_world_add( world, &def, &pose, 1, &ids[count], NULL ) == FW_OK ? 1 : 0;
		}
	}
	return count;
}

static double step( fw_world* world )
{
	const double before = haa_now();
	haa_check( fw_world_step( world, STEP, NULL ), "step" );
	return ( haa_now() - before ) * 1e-3;
}

static void run( fw_grid* grid, fw_order_kind kind, int32_t wanted, double radius, const int32_t ends[4] )
{
	fw_world_def def = fw_default_world_def();
	def.grid = grid;
	fw_world* world = NULL;
	haa_check( fw_world_create( &def, &world, NULL ), "world" );
	fw_unit_id* ids = haa_take( (size_t)wanted, sizeof( *ids ) );
	const int32_t count = add( world, ids, wanted, ends[0], ends[1], radius );
	fw_order order = fw_default_order();
	order.kind = kind;
	order.goal = ( fw_pose ){ ends[2] + 0.5, ends[3] + 0.5, 0.0 };
	const double before = haa_now();
	haa_check( fw_world_order( world, ids, count, &order, NULL ), "order" );
	const double given = ( haa_now() - before ) * 1e-3;
	double ms = 0.0;
	double worst = 0.0;
	double lengths = 0.0;
	int64_t nodes = 0;
	int32_t steps = 0;
	int32_t started = 0;
	for ( ; steps < STEPS_MAX && ( steps == 0 || fw_world_measure( world ).planning > 0 ); steps++ )
	{
		const double took = step( world );
		ms += took;
		worst = took > worst ? took : worst;
		nodes += fw_world_measure( world ).nodes;
		int32_t events = 0;
		const fw_world_event* list = fw_world_events( world, &events );
		for ( int32_t i = 0; i < events; i++ )
		{
			started += list[i].kind == FW_WORLD_STARTED ? 1 : 0;
			lengths += list[i].kind == FW_WORLD_STARTED ? list[i].distance : 0.0;
		}
	}
	double idle = 0.0;
	for ( int32_t i = 0; i < AFTER; i++ )
	{
		idle += step( world ) / AFTER;
	}
	printf( "%-6s %5d units r %.1f: started %5d, %8" PRId64 " nodes, %5d steps, %9.1f ms in all, worst %6.2f, "
	        "later %6.3f a step; order %6.1f ms; mean length %.2f; %.1f MiB\n",
	        kind == FW_ORDER_GO ? "go" : "gather", (int)count, radius, (int)started, nodes, (int)steps, ms, worst, idle,
	        given, lengths / ( started > 0 ? started : 1 ), (double)fw_world_memory( world ) / 1048576.0 );
	fflush( stdout );
	fw_world_destroy( world );
	free( ids );
}

int main( int argc, char** argv )
{
	fw_grid* grid = haa_load( argc > 1 ? argv[1] : "bg512/AR0700SR" );
	int32_t ends[4] = { 100, 100, 400, 400 };
	for ( int32_t i = 0; i < 4 && argc > 2 + i; i++ )
	{
		ends[i] = atoi( argv[2 + i] );
	}
	run( grid, FW_ORDER_GATHER, 40, 0.4, ends );
	run( grid, FW_ORDER_GATHER, 400, 0.4, ends );
	run( grid, FW_ORDER_GO, 400, 0.4, ends );
	run( grid, FW_ORDER_GATHER, 4000, 0.4, ends );
	run( grid, FW_ORDER_GATHER, 400, 0.8, ends );
	fw_grid_destroy( grid );
	return 0;
}
