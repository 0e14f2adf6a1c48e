// SPDX-License-Identifier: MIT
// A few among many: units stand at their goals on three quarters of the free tiles of a small random map, but for some,
// each of which goes to where the next one stands. How many arrive, and when.
//   bench_parked [CROWDS [FIRST_SEED]]
#include "fairway/world.h"
#include "haa.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define SIDE_MAX 20
#define TILES_MAX ( SIDE_MAX * SIDE_MAX )
#define SHARE 0.75 // of the free tiles
#define SECONDS 400.0
#define STEP 0.05 // [s]
#define RADIUS 0.4
#define HOME 1e-6 // [tiles]

// Of odd and even seeds.
static const int32_t sides[2] = { 16, SIDE_MAX };
static const int32_t movers[2] = { 12, 8 };

typedef struct parked
{
	uint64_t random;
	int32_t side, movers;
	fw_grid* grid;
	fw_world* world;
	int32_t places[TILES_MAX]; // tiles that are joined, in random order
	int32_t place_count;
	fw_unit_id ids[TILES_MAX];
	fw_vec2 goals[TILES_MAX];
	int32_t count;
} parked;

static int32_t draw( parked* p, int32_t count )
{
	p->random ^= p->random >> 12;
	p->random ^= p->random << 25;
	p->random ^= p->random >> 27;
	return (int32_t)( ( p->random * 0x2545F4914F6CDD1Du >> 33 ) % (uint64_t)count );
}

static bool is_free( const parked* p, int32_t x, int32_t y )
{
	return fw_grid_passable( p->grid, x, y, FW_CAP_GROUND );
}

static void build( parked* p )
{
	fw_grid_def def = fw_default_grid_def();
	def.width = p->side;
	def.height = p->side;
	def.fill = FW_TERRAIN_GROUND;
	haa_check( fw_grid_create( &def, &p->grid, NULL ), "grid" );
	for ( int32_t i = 0; i < p->side * p->side / 5; i++ )
	{
		const int32_t x = draw( p, p->side );
		const int32_t y = draw( p, p->side );
		haa_check( fw_grid_fill( p->grid, ( fw_rect ){ x, y, 1, 1 }, FW_TERRAIN_OUT, NULL ), "wall" );
	}
}

// The tiles that are joined to one, which are marked. Returns how many.
static int32_t list_joined( const parked* p, int32_t first, bool marked[TILES_MAX], int32_t tiles[TILES_MAX] )
{
	static const int32_t across[4] = { 1, -1, 0, 0 };
	static const int32_t down[4] = { 0, 0, 1, -1 };
	int32_t count = 0;
	tiles[count++] = first;
	marked[first] = true;
	for ( int32_t i = 0; i < count; i++ )
	{
		for ( int32_t k = 0; k < 4; k++ )
		{
			const int32_t x = tiles[i] % p->side + across[k];
			const int32_t y = tiles[i] / p->side + down[k];
			if ( is_free( p, x, y ) && !marked[y * p->side + x] )
			{
				marked[y * p->side + x] = true;
				tiles[count++] = y * p->side + x;
			}
		}
	}
	return count;
}

// The largest part of the map.
static void find_places( parked* p )
{
	bool marked[TILES_MAX] = { false };
	int32_t tiles[TILES_MAX];
	for ( int32_t i = 0; i < p->side * p->side; i++ )
	{
		const int32_t count =
		    is_free( p, i % p->side, i / p->side ) && !marked[i] ? list_joined( p, i, marked, tiles ) : 0;
		for ( int32_t k = 0; k < count && count > p->place_count; k++ )
		{
			p->places[k] = tiles[k];
		}
		p->place_count = count > p->place_count ? count : p->place_count;
	}
	for ( int32_t i = p->place_count - 1; i > 0; i-- )
	{
		const int32_t k = draw( p, i + 1 );
		const int32_t tile = p->places[i];
		p->places[i] = p->places[k];
		p->places[k] = tile;
	}
}

static fw_vec2 middle_of( const parked* p, int32_t place )
{
	const int32_t tile = p->places[place];
	return ( fw_vec2 ){ tile % p->side + 0.5, tile / p->side + 0.5 };
}

static void fill( parked* p )
{
	fw_world_def def = fw_default_world_def();
	def.grid = p->grid;
	haa_check( fw_world_create( &def, &p->world, NULL ), "world" );
	fw_world_unit_def unit = fw_default_world_unit_def();
	unit.unit.radius = RADIUS;
	p->count = (int32_t)( SHARE * p->place_count );
	for ( int32_t i = 0; i < p->count; i++ )
	{
		const fw_vec2 at = middle_of( p, i );
		const fw_pose pose = { at.x, at.y, 0.0 };
		haa_check( fw_world_add( p->world, &unit, &pose, 1, &p->ids[i], NULL ), "unit" );
		p->goals[i] = i < p->movers ? middle_of( p, ( i + 1 ) % p->movers ) : at;
	}
	for ( int32_t i = 0; i < p->count; i++ )
	{
		fw_order order = fw_default_order();
		order.goal = ( fw_pose ){ p->goals[i].x, p->goals[i].y, 0.0 };
		haa_check( fw_world_order( p->world, &p->ids[i], 1, &order, NULL ), "order" );
	}
}

static int32_t count_away( const parked* p )
{
	const fw_unit_arrays all = fw_world_units( p->world );
	int32_t away = 0;
	for ( int32_t i = 0; i < p->count; i++ )
	{
		away += all.speed[i] > 0.0 || fw_length( all.x[i] - p->goals[i].x, all.y[i] - p->goals[i].y ) > HOME ? 1 : 0;
	}
	return away;
}

int main( int argc, char** argv )
{
	const uint64_t crowds = argc > 1 ? strtoull( argv[1], NULL, 10 ) : 800;
	const uint64_t first = argc > 2 ? strtoull( argv[2], NULL, 10 ) : 1;
	int32_t units = 0, bad = 0, left = 0;
	double longest = 0.0;
	for ( uint64_t seed = first; seed < first + crowds; seed++ )
	{
		parked* p = haa_take( 1, sizeof( *p ) );
		*p =
		    ( parked ){ .random = seed * 0x9E3779B97F4A7C15u + 1, .side = sides[seed % 2], .movers = movers[seed % 2] };
		build( p );
		find_places( p );
		fill( p );
		int32_t away = 1;
		while ( away > 0 && fw_world_time( p->world ) < SECONDS )
		{
			haa_check( fw_world_step( p->world, STEP, NULL ), "step" );
			away = count_away( p );
		}
		longest = away == 0 ? fmax( longest, fw_world_time( p->world ) ) : longest;
		units += p->count;
		left += away;
		bad += away > 0 ? 1 : 0;
		if ( away > 0 )
		{
			printf( "seed %llu: %d of %d are not home\n", (unsigned long long)seed, (int)away, (int)p->count );
			fflush( stdout );
		}
		fw_world_destroy( p->world );
		fw_grid_destroy( p->grid );
		free( p );
	}
	printf( "%llu crowds, %d units: %d not home after %.0f s in %d crowds; all others after %.1f s at most\n",
	        (unsigned long long)crowds, (int)units, (int)left, SECONDS, (int)bad, longest );
	return 0;
}
