// SPDX-License-Identifier: MIT
// Groups of walkers of one kind that gather: thirty that cross an open field from twelve sides, and 9 to 196 that go
// round the end of a wall.
//   bench_walkers
#include "fairway/world.h"
#include "haa.h"

#include <math.h>
#include <stdio.h>

#define STEP 0.05 // [s]
#define LONGEST 400.0
#define WALKERS 196
#define SIDES 12

typedef struct walkers
{
	fw_world* world;
	fw_unit_id ids[WALKERS];
	fw_pose starts[WALKERS];
	double arrived[WALKERS]; // [s]
	int32_t count;
} walkers;

// Puts walkers in rows of a square, one on each tile.
static walkers place( const fw_grid* grid, int32_t count, fw_vec2 corner, int32_t columns )
{
	walkers w = { .count = count };
	fw_world_def def = fw_default_world_def();
	const fw_world_unit_def unit = fw_default_world_unit_def();
	def.grid = grid;
	haa_check( fw_world_create( &def, &w.world, NULL ), "world" );
	for ( int32_t i = 0; i < count; i++ )
	{
		w.starts[i] = ( fw_pose ){ floor( corner.x ) + 0.5 + i % columns, floor( corner.y ) + 0.5 + i / columns, 0.0 };
	}
	haa_check( fw_world_add( w.world, &unit, w.starts, count, w.ids, NULL ), "walkers" );
	return w;
}

// Lets them gather, and notes when each one came to rest there.
static void gather( walkers* w, double x, double y )
{
	fw_order order = fw_default_order();
	order.kind = FW_ORDER_GATHER;
	order.goal = ( fw_pose ){ x, y, 0.0 };
	haa_check( fw_world_order( w->world, w->ids, w->count, &order, NULL ), "order" );
	bool away = true;
	for ( double time = 0.0; away && time < LONGEST; time += STEP )
	{
		haa_check( fw_world_step( w->world, STEP, NULL ), "step" );
		const fw_unit_arrays all = fw_world_units( w->world );
		away = false;
		for ( int32_t i = 0; i < all.count; i++ )
		{
			const bool there = all.state[i] == FW_UNIT_IDLE;
			w->arrived[i] = there ? w->arrived[i] : time + STEP;
			away = away || !there;
		}
	}
}

// How much later a walker is there than on a straight line alone [s].
static double delay( const walkers* w, int32_t i )
{
	const fw_unit unit = fw_default_world_unit_def().unit;
	const fw_unit_arrays all = fw_world_units( w->world );
	const double tiles = hypot( all.x[i] - w->starts[i].x, all.y[i] - w->starts[i].y );
	const double changes = 0.5 * unit.speed / unit.acceleration + 0.5 * unit.speed / unit.braking;
	return w->arrived[i] - tiles / unit.speed - changes;
}

static void cross_field( void )
{
	fw_grid_def def = fw_default_grid_def();
	fw_grid* grid = NULL;
	haa_check( fw_grid_create( &def, &grid, NULL ), "grid" );
	double sum = 0.0;
	double worst_mean = 0.0;
	double worst = 0.0;
	for ( int32_t side = 0; side < SIDES; side++ )
	{
		const double x = 23.0 * cos( side * 2.0 * 3.141592653589793 / SIDES );
		const double y = 23.0 * sin( side * 2.0 * 3.141592653589793 / SIDES );
		walkers w = place( grid, 30, ( fw_vec2 ){ 29.0 + x, 29.0 + y }, 6 );
		gather( &w, 32.0 - x, 32.0 - y );
		double mean = 0.0;
		for ( int32_t i = 0; i < w.count; i++ )
		{
			const double late = delay( &w, i );
			mean += late / w.count;
			worst = fmax( worst, late );
		}
		sum += mean / SIDES;
		worst_mean = fmax( worst_mean, mean );
		fw_world_destroy( w.world );
	}
	printf(
	    "30 over a field of 64 x 64 tiles, from %d sides: later than alone by %.1f s on average, %.1f s from the worst"
	    " side, the worst walker by %.1f s\n",
	    SIDES, sum, worst_mean, worst );
	fw_grid_destroy( grid );
}

static void go_round_wall( int32_t count )
{
	fw_grid_def def = fw_default_grid_def();
	fw_grid* grid = NULL;
	def.width = 60;
	def.height = 40;
	haa_check( fw_grid_create( &def, &grid, NULL ), "grid" );
	haa_check( fw_grid_fill( grid, ( fw_rect ){ 29, 16, 2, 24 }, FW_TERRAIN_OUT, NULL ), "wall" );
	const int32_t columns = (int32_t)( ceil( sqrt( count ) ) );
	walkers w = place( grid, count, ( fw_vec2 ){ 14.0 - columns, 26.0 }, columns );
	gather( &w, 50.0, 31.0 );
	double last = 0.0;
	double mean = 0.0;
	for ( int32_t i = 0; i < count; i++ )
	{
		last = fmax( last, w.arrived[i] );
		mean += w.arrived[i] / count;
	}
	printf( "%4d round the end of a wall: %6.1f s on average, the last one %6.1f s\n", (int)count, mean, last );
	fw_world_destroy( w.world );
	fw_grid_destroy( grid );
}

int main( void )
{
	cross_field();
	for ( int32_t side = 1; side <= 14; side += side < 8 ? 1 : 2 )
	{
		go_round_wall( side * side );
	}
	return 0;
}
