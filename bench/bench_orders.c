// SPDX-License-Identifier: MIT
// What one order to many units costs a world: nodes, steps and time until the last one has its path.
//   bench_orders [FOLDER/MAP [X Y GOAL_X GOAL_Y]]   in $FAIRWAY_BENCHMARKS; units stand around tile (X, Y)
#include "fairway/world.h"
#include "haa.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define STEP ( 1.0 / 60.0 ) // [s]
#define STEPS_MAX 20000
#define RINGS 400

typedef struct ends
{
	int32_t from_x, from_y, to_x, to_y; // tiles
} ends;

typedef struct figures
{
	int32_t started, steps;
	int64_t nodes;
	double order, ms, worst; // processor time [ms]
	double length;           // sum [tiles]
} figures;

// The i-th tile of a ring of tiles.
static fw_pose place_on( const ends* of, int32_t ring, int32_t i, double apart )
{
	const int32_t edge = ring > 0 ? i / ( 2 * ring ) : 0;
	const int32_t along = ring > 0 ? i % ( 2 * ring ) - ring : 0;
	const int32_t dx[4] = { along, ring, -along, -ring };
	const int32_t dy[4] = { -ring, along, ring, -along };
	return ( fw_pose ){ of->from_x + 0.5 + apart * dx[edge], of->from_y + 0.5 + apart * dy[edge], 0.0 };
}

static int32_t add( fw_world* world, fw_unit_id* ids, int32_t wanted, const ends* of, double radius )
{
	fw_world_unit_def def = fw_default_world_unit_def();
	def.unit.radius = radius;
	int32_t count = 0;
	for ( int32_t ring = 0; ring < RINGS && count < wanted; ring++ )
	{
		for ( int32_t i = 0; i < ( ring > 0 ? 8 * ring : 1 ) && count < wanted; i++ )
		{
			const fw_pose pose = place_on( of, ring, i, radius > 0.5 ? 2.0 : 1.0 );
			count += fw_world_add( world, &def, &pose, 1, &ids[count], NULL ) == FW_OK ? 1 : 0;
		}
	}
	return count;
}

static void step( fw_world* world, figures* f )
{
	const double before = haa_now();
	haa_check( fw_world_step( world, STEP, NULL ), "step" );
	const double ms = ( haa_now() - before ) * 1e-3;
	int32_t count = 0;
	const fw_world_event* events = fw_world_events( world, &count );
	for ( int32_t i = 0; i < count; i++ )
	{
		f->started += events[i].kind == FW_WORLD_STARTED ? 1 : 0;
		f->length += events[i].kind == FW_WORLD_STARTED ? events[i].distance : 0.0;
	}
	f->steps++;
	f->nodes += fw_world_measure( world ).nodes;
	f->ms += ms;
	f->worst = ms > f->worst ? ms : f->worst;
}

static void run( fw_grid* grid, fw_order_kind kind, int32_t wanted, double radius, const ends* of )
{
	fw_world_def def = fw_default_world_def();
	def.grid = grid;
	fw_world* world = NULL;
	haa_check( fw_world_create( &def, &world, NULL ), "world" );
	fw_unit_id* ids = haa_take( (size_t)wanted, sizeof( *ids ) );
	const int32_t count = add( world, ids, wanted, of, radius );
	fw_order order = fw_default_order();
	order.kind = kind;
	order.goal = ( fw_pose ){ of->to_x + 0.5, of->to_y + 0.5, 0.0 };
	figures f = { 0 };
	const double before = haa_now();
	haa_check( fw_world_order( world, ids, count, &order, NULL ), "order" );
	f.order = ( haa_now() - before ) * 1e-3;
	while ( f.steps < STEPS_MAX && ( f.steps == 0 || fw_world_measure( world ).planning > 0 ) )
	{
		step( world, &f );
	}
	printf( "%-6s %5d %6.1f %7d %9" PRId64 " %6d %8.1f %8.1f %8.1f %8.1f %8.1f\n",
	        kind == FW_ORDER_GO ? "go" : "gather", (int)count, radius, (int)f.started, f.nodes, (int)f.steps, f.order,
	        f.ms, f.worst, f.length / ( f.started > 0 ? f.started : 1 ), (double)fw_world_memory( world ) / 1048576.0 );
	fflush( stdout );
	fw_world_destroy( world );
	free( ids );
}

int main( int argc, char** argv )
{
	const char* name = argc > 1 ? argv[1] : "bg512/AR0700SR";
	fw_grid* grid = haa_load( name );
	ends of = { 120, 130, 400, 400 };
	if ( argc > 5 )
	{
		of = ( ends ){ atoi( argv[2] ), atoi( argv[3] ), atoi( argv[4] ), atoi( argv[5] ) };
	}
	printf( "%s, %d %d to %d %d; times with those of the crowd\n", name, (int)of.from_x, (int)of.from_y, (int)of.to_x,
	        (int)of.to_y );
	printf( "%-6s %5s %6s %7s %9s %6s %8s %8s %8s %8s %8s\n", "order", "units", "radius", "started", "nodes", "steps",
	        "order ms", "steps ms", "worst ms", "length", "MiB" );
	run( grid, FW_ORDER_GATHER, 40, 0.4, &of );
	run( grid, FW_ORDER_GATHER, 400, 0.4, &of );
	run( grid, FW_ORDER_GO, 400, 0.4, &of );
	run( grid, FW_ORDER_GATHER, 4000, 0.4, &of );
	run( grid, FW_ORDER_GATHER, 400, 0.8, &of );
	fw_grid_destroy( grid );
	return 0;
}
