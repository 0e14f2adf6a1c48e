// SPDX-License-Identifier: MIT
// Random crowds of mixed sizes: small maps with doors, lanes, houses or single blocks, 2 to 60 units that turn on the
// spot, each with a goal of its own that it can reach and where nobody else's is. How many arrive, and when.
//   bench_random_crowds [CROWDS [FIRST_SEED]]          of all kinds of maps
//   bench_random_crowds --same [CROWDS [FIRST_SEED]]   the same with all units of one size
//   bench_random_crowds --show SEED                    one of the first: the map, who is left in the end, and
//                                                      trajectory.csv
#include "fairway/world.h"
#include "haa.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define UNITS_MAX 60
#define SECONDS 300.0
#define STEP 0.05 // [s]
#define TRIES 60
#define KINDS 4
#define HOME 1e-6 // [tiles]
#define SHARE_COMMON 0.5
#define COMMON_RADIUS 0.4
#define RADIUS_MIN 0.3
#define RADIUS_MAX 0.9

typedef struct crowd_case
{
	uint64_t random;
	int32_t kind;
	double common; // the share of units of one size
	fw_grid* grid;
	fw_world* world;
	fw_unit_id ids[UNITS_MAX];
	fw_vec2 goals[UNITS_MAX];
	double radii[UNITS_MAX];
	int32_t count;
	int32_t overlaps;
	int32_t told;   // how often one was told to be stuck
	int32_t untold; // who is not home in the end, and is not told to be stuck
	double last;    // when the last one came home [s]
} crowd_case;

static uint64_t draw( crowd_case* c )
{
	c->random ^= c->random >> 12;
	c->random ^= c->random << 25;
	c->random ^= c->random >> 27;
	return c->random * 0x2545F4914F6CDD1Du;
}

static int32_t draw_int( crowd_case* c, int32_t count )
{
	return (int32_t)( ( draw( c ) >> 33 ) % (uint64_t)count );
}

static double draw_real( crowd_case* c, double least, double most )
{
	return least + ( most - least ) * (double)( draw( c ) >> 11 ) * 0x1p-53;
}

static void block( crowd_case* c, int32_t x, int32_t y, int32_t width, int32_t height, uint8_t terrain )
{
	haa_check( fw_grid_fill( c->grid, ( fw_rect ){ x, y, width, height }, terrain, NULL ), "fill" );
}

// Rooms with doors of one to three tiles.
static void build_rooms( crowd_case* c, int32_t width, int32_t height )
{
	for ( int32_t x = 9; x < width - 4; x += 10 )
	{
		block( c, x, 0, 1, height, FW_TERRAIN_OUT );
		for ( int32_t y = 2; y < height - 3; y += 10 )
		{
			block( c, x, y + draw_int( c, 4 ), 1, 1 + draw_int( c, 3 ), FW_TERRAIN_GROUND );
		}
	}
	for ( int32_t y = 9; y < height - 4; y += 10 )
	{
		for ( int32_t x = 0; x < width; x += 10 )
		{
			block( c, x, y, 10, 1, FW_TERRAIN_OUT );
			block( c, x + 2 + draw_int( c, 3 ), y, 1 + draw_int( c, 3 ), 1, FW_TERRAIN_GROUND );
		}
	}
}

// Lanes of one to three tiles.
static void build_lanes( crowd_case* c, int32_t width, int32_t height )
{
	for ( int32_t y = 3; y < height - 6; y += 4 + draw_int( c, 3 ) )
	{
		for ( int32_t x = 3; x < width - 10; x += 9 + draw_int( c, 3 ) )
		{
			block( c, x, y, 8, 3, FW_TERRAIN_OUT );
		}
	}
}

static void build_houses( crowd_case* c, int32_t width, int32_t height, int32_t count, int32_t side )
{
	for ( int32_t i = 0; i < count; i++ )
	{
		block( c, draw_int( c, width ), draw_int( c, height ), 1 + draw_int( c, side ), 1 + draw_int( c, side ),
		       FW_TERRAIN_OUT );
	}
}

static void build( crowd_case* c )
{
	const int32_t width = 24 + draw_int( c, 20 );
	const int32_t height = 20 + draw_int( c, 20 );
	fw_grid_def def = fw_default_grid_def();
	def.width = width;
	def.height = height;
	def.fill = FW_TERRAIN_GROUND;
	haa_check( fw_grid_create( &def, &c->grid, NULL ), "grid" );
	switch ( c->kind )
	{
	case 0:
		build_rooms( c, width, height );
		break;
	case 1:
		build_lanes( c, width, height );
		break;
	case 2:
		build_houses( c, width, height, 12, 6 );
		break;
	default:
		build_houses( c, width, height, width * height / 12, 1 );
		break;
	}
}

static fw_vec2 draw_place( crowd_case* c, double radius )
{
	const double offset = radius > 0.5 ? 0.5 * draw_int( c, 2 ) : 0.5;
	const double other = radius > 0.5 ? 0.5 * draw_int( c, 2 ) : 0.5;
	return ( fw_vec2 ){ draw_int( c, fw_grid_width( c->grid ) ) + offset,
	                    draw_int( c, fw_grid_height( c->grid ) ) + other };
}

static bool is_clear( const crowd_case* c, fw_vec2 at, double radius )
{
	bool clear = true;
	for ( int32_t i = 0; i < c->count && clear; i++ )
	{
		clear = fw_length( c->goals[i].x - at.x, c->goals[i].y - at.y ) >= c->radii[i] + radius + 1e-3;
	}
	return clear;
}

// A goal that it can reach alone.
static bool draw_goal( crowd_case* c, fw_planner* planner, const fw_unit* unit, fw_vec2 from, fw_vec2* goal )
{
	for ( int32_t tries = 0; tries < TRIES; tries++ )
	{
		*goal = draw_place( c, unit->radius );
		if ( !is_clear( c, *goal, unit->radius ) )
		{
			continue;
		}
		fw_plan plan = fw_default_plan();
		plan.unit = *unit;
		plan.start = ( fw_pose ){ from.x, from.y, 0.0 };
		plan.goal = ( fw_pose ){ goal->x, goal->y, 0.0 };
		plan.goal_any_heading = true;
		fw_result result;
		fw_result_init( &result, NULL );
		const bool found = fw_planner_run( planner, &plan, &result, NULL ) == FW_OK && result.outcome == FW_FOUND;
		fw_result_free( &result );
		if ( found )
		{
			return true;
		}
	}
	return false;
}

static void add( crowd_case* c, fw_planner* planner )
{
	fw_world_unit_def def = fw_default_world_unit_def();
	def.unit.radius = draw_real( c, 0.0, 1.0 ) < c->common ? COMMON_RADIUS : draw_real( c, RADIUS_MIN, RADIUS_MAX );
	for ( int32_t tries = 0; tries < TRIES; tries++ )
	{
		const fw_vec2 at = draw_place( c, def.unit.radius );
		const fw_pose pose = { at.x, at.y, 0.0 };
		fw_vec2 goal;
		if ( fw_world_add( c->world, &def, &pose, 1, &c->ids[c->count], NULL ) != FW_OK )
		{
			continue;
		}
		if ( draw_goal( c, planner, &def.unit, at, &goal ) )
		{
			c->radii[c->count] = def.unit.radius;
			c->goals[c->count++] = goal;
			return;
		}
		haa_check( fw_world_remove( c->world, &c->ids[c->count], 1, NULL ), "remove" );
	}
}

static void make( crowd_case* c, uint64_t seed, double common )
{
	*c =
	    ( crowd_case ){ .random = seed * 0x9E3779B97F4A7C15u + 1, .kind = (int32_t)( seed % KINDS ), .common = common };
	(void)draw( c );
	build( c );
	fw_world_def def = fw_default_world_def();
	def.grid = c->grid;
	fw_planner* planner = NULL;
	haa_check( fw_world_create( &def, &c->world, NULL ), "world" );
	haa_check( fw_planner_create( c->grid, NULL, &planner, NULL ), "planner" );
	const int32_t wanted = 2 + draw_int( c, UNITS_MAX - 1 );
	for ( int32_t i = 0; i < wanted; i++ )
	{
		add( c, planner );
	}
	fw_planner_destroy( planner );
	for ( int32_t i = 0; i < c->count; i++ )
	{
		fw_order order = fw_default_order();
		order.goal = ( fw_pose ){ c->goals[i].x, c->goals[i].y, 0.0 };
		haa_check( fw_world_order( c->world, &c->ids[i], 1, &order, NULL ), "order" );
	}
}

static bool is_home( const crowd_case* c, int32_t i )
{
	const fw_unit_arrays all = fw_world_units( c->world );
	return all.speed[i] == 0.0 && fw_length( all.x[i] - c->goals[i].x, all.y[i] - c->goals[i].y ) < HOME;
}

static int32_t count_away( const crowd_case* c )
{
	int32_t away = 0;
	for ( int32_t i = 0; i < c->count; i++ )
	{
		away += is_home( c, i ) ? 0 : 1;
	}
	return away;
}

static int32_t count_overlaps( const crowd_case* c )
{
	const fw_unit_arrays all = fw_world_units( c->world );
	int32_t count = 0;
	for ( int32_t i = 0; i < all.count; i++ )
	{
		for ( int32_t k = 0; k < i; k++ )
		{
			const double apart = fw_length( all.x[i] - all.x[k], all.y[i] - all.y[k] );
			count += apart < all.radius[i] + all.radius[k] ? 1 : 0;
		}
	}
	return count;
}

static void count_told( crowd_case* c )
{
	int32_t count = 0;
	const fw_world_event* events = fw_world_events( c->world, &count );
	for ( int32_t i = 0; i < count; i++ )
	{
		c->told += events[i].kind == FW_WORLD_STUCK ? 1 : 0;
	}
}

static void count_untold( crowd_case* c )
{
	const fw_unit_arrays all = fw_world_units( c->world );
	for ( int32_t i = 0; i < c->count; i++ )
	{
		c->untold += is_home( c, i ) || all.state[i] == FW_UNIT_STUCK ? 0 : 1;
	}
}

// Steps until all are home; returns how many are not.
static int32_t play( crowd_case* c, FILE* trajectory )
{
	int32_t away = count_away( c );
	while ( away > 0 && fw_world_time( c->world ) < SECONDS )
	{
		haa_check( fw_world_step( c->world, STEP, NULL ), "step" );
		c->overlaps += count_overlaps( c );
		count_told( c );
		away = count_away( c );
		const fw_unit_arrays all = fw_world_units( c->world );
		for ( int32_t i = 0; i < all.count && trajectory != NULL; i++ )
		{
			fprintf( trajectory, "%.2f,%d,%.6f,%.6f,%.4f,%g\n", fw_world_time( c->world ), (int)i, all.x[i], all.y[i],
			         all.heading[i], all.radius[i] );
		}
	}
	c->last = fw_world_time( c->world );
	count_untold( c );
	return away;
}

static void drop( crowd_case* c )
{
	fw_world_destroy( c->world );
	fw_grid_destroy( c->grid );
}

static void show( uint64_t seed )
{
	crowd_case* c = haa_take( 1, sizeof( *c ) );
	make( c, seed, SHARE_COMMON );
	FILE* out = fopen( "trajectory.csv", "w" );
	haa_check( out != NULL ? FW_OK : FW_ERR_IO, "trajectory.csv" );
	const int32_t away = play( c, out );
	fclose( out );
	const fw_unit_arrays all = fw_world_units( c->world );
	for ( int32_t y = 0; y < fw_grid_height( c->grid ); y++ )
	{
		for ( int32_t x = 0; x < fw_grid_width( c->grid ); x++ )
		{
			putchar( fw_grid_get( c->grid, x, y ) == FW_TERRAIN_GROUND ? '.' : '@' );
		}
		putchar( '\n' );
	}
	printf( "%d of %d are not home after %.1f s\n", (int)away, (int)c->count, c->last );
	for ( int32_t i = 0; i < c->count; i++ )
	{
		printf( "%d r %.2f at %.3f,%.3f to %.3f,%.3f %s state %d stuck %s\n", (int)i, all.radius[i], all.x[i], all.y[i],
		        c->goals[i].x, c->goals[i].y, is_home( c, i ) ? "home" : "AWAY", (int)all.state[i],
		        fw_stuck_text( all.stuck[i] ) );
	}
	drop( c );
	free( c );
}

int main( int argc, char** argv )
{
	if ( argc > 2 && strcmp( argv[1], "--show" ) == 0 )
	{
		show( strtoull( argv[2], NULL, 10 ) );
		return 0;
	}
	const int skip = argc > 1 && strcmp( argv[1], "--same" ) == 0 ? 1 : 0;
	const uint64_t crowds = argc > 1 + skip ? strtoull( argv[1 + skip], NULL, 10 ) : 400;
	const uint64_t first = argc > 2 + skip ? strtoull( argv[2 + skip], NULL, 10 ) : 1;
	static const char* const names[KINDS] = { "rooms", "lanes", "houses", "blocks" };
	int32_t units[KINDS] = { 0 }, away[KINDS] = { 0 }, runs[KINDS] = { 0 }, bad[KINDS] = { 0 }, overlaps = 0, told = 0,
	        untold = 0;
	double time[KINDS] = { 0.0 };
	crowd_case* c = haa_take( 1, sizeof( *c ) );
	for ( uint64_t seed = first; seed < first + crowds; seed++ )
	{
		make( c, seed, skip > 0 ? 1.0 : SHARE_COMMON );
		const int32_t left = play( c, NULL );
		units[c->kind] += c->count;
		away[c->kind] += left;
		runs[c->kind]++;
		bad[c->kind] += left > 0 ? 1 : 0;
		time[c->kind] += c->last;
		overlaps += c->overlaps;
		told += c->told;
		untold += c->untold;
		if ( left > 0 )
		{
			printf( "seed %llu: %d of %d are not home\n", (unsigned long long)seed, (int)left, (int)c->count );
			fflush( stdout );
		}
		drop( c );
	}
	for ( int32_t i = 0; i < KINDS; i++ )
	{
		printf( "%-7s %5d crowds %6d units %5d not home in %4d crowds, %6.1f s on average\n", names[i], (int)runs[i],
		        (int)units[i], (int)away[i], (int)bad[i], time[i] / ( runs[i] > 0 ? runs[i] : 1 ) );
	}
	printf( "%d overlaps; units were stuck %d times; %d are neither home in the end nor stuck\n", (int)overlaps,
	        (int)told, (int)untold );
	free( c );
	return 0;
}
