// SPDX-License-Identifier: MIT
// 288 orders to groups of mixed sizes: 60 walkers and 6 tanks gather around one point of a published map. How much
// later are the last ones there than the slowest would be alone, and how close do all stand in the end?
//   bench_group_orders [FIRST COUNT [FILE]]   FILE receives where all are, twice a second, of these orders
#include "fairway/planner.h"
#include "fairway/world.h"
#include "haa.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STEP 0.05 // [s]
#define ORDERS 288
#define WALKERS 60
#define TANKS 6
#define UNITS ( WALKERS + TANKS )
#define RINGS 12
#define NEAREST 20.0 // paths of tanks [tiles]
#define FURTHEST 320.0
#define PATIENCE 8.0 // times as long as the slowest takes alone
#define WANTED 1.3
#define TRIES 100000

static const char* const maps[] = { "sc1/Brushfire", "bg512/AR0602SR", "dao/brc202d", "sc1/WheelofWar" };
#define MAPS ( (int32_t)( sizeof( maps ) / sizeof( maps[0] ) ) )

typedef struct setting
{
	int32_t number;
	fw_grid* grid;
	fw_planner* planner;
	fw_world_unit_def defs[2]; // walker, tank
	fw_pose from, to;
	fw_pose starts[UNITS]; // walkers first
} setting;

typedef struct outcome
{
	double alone, first, half, most, last; // [s]
	double still;                          // since then nobody moved by half a tile
	int32_t last_unit, left;
	double compact, off; // area over the units' own; distance of the middle from the goal [tiles]
	int64_t overlaps;
} outcome;

static bool is_tank( int32_t unit )
{
	return unit >= WALKERS;
}

static fw_pose draw_tile( const fw_grid* grid, uint64_t* random )
{
	const int32_t x = haa_below( random, fw_grid_width( grid ) );
	const int32_t y = haa_below( random, fw_grid_height( grid ) );
	return ( fw_pose ){ x + 0.5, y + 0.5, 0.0 };
}

static double draw( uint64_t* random, double from, double to )
{
	return from + ( to - from ) * haa_below( random, 1000 ) / 1000.0;
}

// Walkers turn on the spot; tanks in arcs, and drive backward, too.
static void draw_units( setting* s, uint64_t* random )
{
	s->defs[0] = fw_default_world_unit_def();
	s->defs[1] = fw_default_world_unit_def();
	s->defs[0].unit.radius = draw( random, 0.3, 0.45 );
	s->defs[0].unit.speed = draw( random, 1.6, 2.4 );
	s->defs[1].unit.radius = draw( random, 0.9, 1.4 );
	s->defs[1].unit.speed = draw( random, 1.6, 2.4 );
	s->defs[1].unit.turning_radius = 1.5;
	s->defs[1].unit.reverse = true;
}

static double tank_path( const setting* s, fw_pose from, double turning_radius )
{
	fw_result result;
	fw_plan plan = fw_default_plan();
	fw_result_init( &result, NULL );
	plan.unit = s->defs[1].unit;
	plan.unit.turning_radius = turning_radius;
	plan.start = from;
	plan.goal = s->to;
	plan.goal_any_heading = true;
	const bool found = fw_planner_run( s->planner, &plan, &result, NULL ) == FW_OK && result.outcome == FW_FOUND;
	const double length = found ? result.length : 0.0;
	fw_result_free( &result );
	return length;
}

static bool is_in_reach( double length )
{
	return length >= NEAREST && length <= FURTHEST;
}

static fw_world* make_world( const setting* s )
{
	fw_world_def def = fw_default_world_def();
	fw_world* world = NULL;
	def.grid = s->grid;
	haa_check( fw_world_create( &def, &world, NULL ), "world" );
	return world;
}

// Adds units in squares around the start, where they fit. @return whether all did.
static bool place_units( setting* s, fw_world* world, bool tanks )
{
	const double apart = tanks ? 2.0 * s->defs[1].unit.radius + 0.2 : 1.0;
	int32_t count = tanks ? WALKERS : 0;
	const int32_t wanted = tanks ? UNITS : WALKERS;
	for ( int32_t ring = 0; ring < RINGS && count < wanted; ring++ )
	{
		const int32_t side = 2 * ring + 1;
		for ( int32_t i = 0; i < side * side && count < wanted; i++ )
		{
			const int32_t dx = i % side - ring;
			const int32_t dy = i / side - ring;
			const fw_pose pose = { s->from.x + apart * dx, s->from.y + apart * dy, 0.0 };
			fw_unit_id id;
			if ( ( abs( dx ) == ring || abs( dy ) == ring ) &&
			     fw_world_add( world, &s->defs[tanks], &pose, 1, &id, NULL ) == FW_OK )
			{
				s->starts[count++] = pose;
			}
		}
	}
	return count == wanted;
}

// A tank at a wall may find no way to turn.
static bool have_paths( const setting* s )
{
	bool have = true;
	for ( int32_t i = WALKERS; i < UNITS && have; i++ )
	{
		have = tank_path( s, s->starts[i], s->defs[1].unit.turning_radius ) > 0.0;
	}
	return have;
}

// Draws a start and a goal; where units stand that have no path the order is none.
static void draw_order( setting* s )
{
	uint64_t random = 1000u + (uint64_t)s->number;
	draw_units( s, &random );
	for ( int32_t i = 0; i < TRIES; i++ )
	{
		s->from = draw_tile( s->grid, &random );
		s->to = draw_tile( s->grid, &random );
		// The path of a disc tells in less time that there is none.
		const double radius = s->defs[1].unit.turning_radius;
		if ( !is_in_reach( tank_path( s, s->from, 0.0 ) ) || !is_in_reach( tank_path( s, s->from, radius ) ) )
		{
			continue;
		}
		fw_world* world = make_world( s );
		const bool fit = place_units( s, world, true ) && place_units( s, world, false );
		fw_world_destroy( world );
		if ( fit && have_paths( s ) )
		{
			return;
		}
	}
	haa_check( FW_ERR_BLOCKED, "no such order" );
}

// How long a unit takes with nobody else there.
static double time_alone( const setting* s, int32_t unit )
{
	fw_world* world = make_world( s );
	fw_unit_id id;
	haa_check( fw_world_add( world, &s->defs[is_tank( unit )], &s->starts[unit], 1, &id, NULL ), "unit" );
	fw_order order = fw_default_order();
	order.kind = FW_ORDER_GATHER;
	order.goal = s->to;
	haa_check( fw_world_order( world, &id, 1, &order, NULL ), "order" );
	const fw_unit_arrays all = fw_world_units( world );
	do
	{
		haa_check( fw_world_step( world, STEP, NULL ), "step" );
	} while ( all.state[0] != FW_UNIT_IDLE && all.state[0] != FW_UNIT_NO_PATH );
	const double seconds = all.state[0] == FW_UNIT_IDLE ? fw_world_time( world ) : 0.0;
	fw_world_destroy( world );
	return seconds;
}

static int64_t count_overlaps( const fw_unit_arrays* all )
{
	int64_t count = 0;
	for ( int32_t a = 0; a < all->count; a++ )
	{
		for ( int32_t b = a + 1; b < all->count; b++ )
		{
			const double dx = all->x[a] - all->x[b];
			const double dy = all->y[a] - all->y[b];
			const double room = all->radius[a] + all->radius[b];
			count += dx * dx + dy * dy < room * room ? 1 : 0;
		}
	}
	return count;
}

// The area of a disc as wide as the group: of one that is full the mean squared distance is half the squared radius.
static void measure_end( const setting* s, const fw_unit_arrays* all, outcome* out )
{
	double sum = 0.0;
	double x = 0.0;
	double y = 0.0;
	double squares = 0.0;
	for ( int32_t i = 0; i < all->count; i++ )
	{
		const double area = all->radius[i] * all->radius[i];
		sum += area;
		x += area * all->x[i];
		y += area * all->y[i];
	}
	x /= sum;
	y /= sum;
	for ( int32_t i = 0; i < all->count; i++ )
	{
		const double r = all->radius[i];
		const double dx = all->x[i] - x;
		const double dy = all->y[i] - y;
		squares += r * r * ( dx * dx + dy * dy + 0.5 * r * r );
	}
	out->compact = 2.0 * squares / ( sum * sum );
	out->off = hypot( x - s->to.x, y - s->to.y );
}

static int compare( const void* a, const void* b )
{
	const double left = *(const double*)a;
	const double right = *(const double*)b;
	return left < right ? -1 : left > right;
}

typedef struct watch
{
	double home[UNITS]; // time since which it stands idle
	double x[UNITS], y[UNITS], moved[UNITS];
} watch;

static void note( watch* w, const fw_unit_arrays* all, double time )
{
	for ( int32_t i = 0; i < UNITS; i++ )
	{
		w->home[i] = all->state[i] == FW_UNIT_IDLE ? w->home[i] : time;
		if ( hypot( all->x[i] - w->x[i], all->y[i] - w->y[i] ) > 0.5 )
		{
			w->x[i] = all->x[i];
			w->y[i] = all->y[i];
			w->moved[i] = time;
		}
	}
}

static void write_rows( FILE* file, const setting* s, const fw_unit_arrays* all, const fw_world* world )
{
	for ( int32_t i = 0; i < UNITS && file != NULL; i++ )
	{
		fprintf( file, "%d,%.2f,%d,%.4f,%.4f,%.4f,%.3f,%d\n", (int)s->number, fw_world_time( world ), (int)i, all->x[i],
		         all->y[i], all->heading[i], all->radius[i], (int)all->state[i] );
	}
}

static bool is_over( const fw_unit_arrays* all )
{
	bool over = true;
	for ( int32_t i = 0; i < UNITS && over; i++ )
	{
		over = all->state[i] == FW_UNIT_IDLE || all->state[i] == FW_UNIT_NO_PATH;
	}
	return over;
}

static void sum_up( const setting* s, const watch* w, const fw_unit_arrays* all, outcome* out )
{
	double sorted[UNITS];
	memcpy( sorted, w->home, sizeof( sorted ) );
	qsort( sorted, UNITS, sizeof( sorted[0] ), compare );
	out->first = sorted[0];
	out->half = sorted[UNITS / 2];
	out->most = sorted[UNITS * 9 / 10];
	out->last = sorted[UNITS - 1];
	for ( int32_t i = 0; i < UNITS; i++ )
	{
		out->last_unit = w->home[i] == out->last ? i : out->last_unit;
		out->left += all->state[i] != FW_UNIT_IDLE ? 1 : 0;
		out->still = fmax( out->still, w->moved[i] );
	}
	measure_end( s, all, out );
}

static outcome run( const setting* s, FILE* file )
{
	outcome out = { 0 };
	watch w = { 0 };
	fw_unit_id ids[UNITS];
	fw_world* world = make_world( s );
	// Tanks have room first, as they did when their starts were chosen.
	for ( int32_t i = 0; i < UNITS; i++ )
	{
		haa_check( fw_world_add( world, &s->defs[is_tank( i )], &s->starts[i], 1, &ids[i], NULL ), "unit" );
		out.alone = fmax( out.alone, i % 10 == 0 || is_tank( i ) ? time_alone( s, i ) : 0.0 );
	}
	fw_order order = fw_default_order();
	order.kind = FW_ORDER_GATHER;
	order.goal = s->to;
	haa_check( fw_world_order( world, ids, UNITS, &order, NULL ), "order" );
	const fw_unit_arrays all = fw_world_units( world );
	for ( int32_t step = 0; step == 0 || ( fw_world_time( world ) < PATIENCE * out.alone && !is_over( &all ) ); step++ )
	{
		haa_check( fw_world_step( world, STEP, NULL ), "step" );
		note( &w, &all, fw_world_time( world ) );
		out.overlaps += count_overlaps( &all );
		write_rows( step % 10 == 0 ? file : NULL, s, &all, world );
	}
	write_rows( file, s, &all, world );
	sum_up( s, &w, &all, &out );
	fw_world_destroy( world );
	return out;
}

static void report( const outcome* all, int32_t count )
{
	double ratios[ORDERS];
	double sum = 0.0;
	double still = 0.0;
	double compact = 0.0;
	int32_t within = 0;
	int32_t left = 0;
	int64_t overlaps = 0;
	for ( int32_t i = 0; i < count; i++ )
	{
		ratios[i] = all[i].last / all[i].alone;
		sum += ratios[i] / count;
		still += all[i].still / all[i].alone / count;
		compact += all[i].compact / count;
		within += ratios[i] <= WANTED && all[i].left == 0 ? 1 : 0;
		left += all[i].left;
		overlaps += all[i].overlaps;
	}
	qsort( ratios, (size_t)count, sizeof( ratios[0] ), compare );
	printf( "last over alone: mean %.2f, median %.2f, worst %.2f; within %.1f in %d of %d; mean until all stand %.2f\n",
	        sum, ratios[count / 2], ratios[count - 1], WANTED, (int)within, (int)count, still );
	printf( "units left %d, overlaps %" PRId64 ", area over the units' own %.2f\n", (int)left, overlaps, compact );
}

int main( int argc, char** argv )
{
	const int32_t first = argc > 2 ? atoi( argv[1] ) : 0;
	const int32_t count = argc > 2 ? atoi( argv[2] ) : ORDERS;
	FILE* file = argc > 3 ? fopen( argv[3], "w" ) : NULL;
	outcome all[ORDERS];
	if ( first < 0 || count < 1 || first + count > ORDERS || ( argc > 3 && file == NULL ) )
	{
		fprintf( stderr, "usage: bench_group_orders [FIRST COUNT [FILE]], %d orders\n", ORDERS );
		return 1;
	}
	printf( "%-15s %3s %5s %5s %7s %7s %7s %7s %7s %7s %6s %6s %4s %7s %6s\n", "map", "no", "walk", "tank", "alone",
	        "first", "half", "90 %", "last", "still", "ratio", "who", "left", "compact", "off" );
	for ( int32_t i = 0; i < count; i++ )
	{
		setting s = { .number = first + i };
		s.grid = haa_load( maps[s.number % MAPS] );
		haa_check( fw_planner_create( s.grid, NULL, &s.planner, NULL ), "planner" );
		draw_order( &s );
		all[i] = run( &s, file );
		const outcome* o = &all[i];
		printf( "%-15s %3d %5.2f %5.2f %7.1f %7.1f %7.1f %7.1f %7.1f %7.1f %6.2f %6s %4d %7.2f %6.1f\n",
		        maps[s.number % MAPS], (int)s.number, s.defs[0].unit.radius, s.defs[1].unit.radius, o->alone, o->first,
		        o->half, o->most, o->last, o->still, o->last / o->alone, is_tank( o->last_unit ) ? "tank" : "walker",
		        (int)o->left, o->compact, o->off );
		fflush( stdout );
		fw_planner_destroy( s.planner );
		fw_grid_destroy( s.grid );
	}
	report( all, count );
	return file != NULL && fclose( file ) != 0 ? 1 : 0;
}
