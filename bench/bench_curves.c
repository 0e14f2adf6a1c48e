// SPDX-License-Identifier: MIT
// Time of the curves between random poses [ns per call], best of five runs over a million pairs; how often three arcs
// are the shortest; and how often another curve is free where the shortest one hits something.
#include "fairway/curve.h"
#include "fairway/sweep.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define PAIRS 1000000
#define RUNS 5
#define RADIUS 3.0
#define BLOCKED_PAIRS 100000
#define BLOCKED_SIDE 64

typedef struct pair
{
	fw_pose start, goal;
} pair;

typedef double ( *measured )( const pair* pairs, const fw_curve* curves );

static double random_unit( uint64_t* state )
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return (double)( *state >> 11 ) * 0x1p-53;
}

static fw_pose random_pose( uint64_t* state, double side )
{
	const double x = side * random_unit( state );
	const double y = side * random_unit( state );
	return ( fw_pose ){ x, y, FW_TAU * random_unit( state ) - FW_PI };
}

static double shortest( const pair* pairs, uint32_t words )
{
	double sum = 0.0;
	for ( int32_t i = 0; i < PAIRS; i++ )
	{
		fw_curve curve;
		if ( fw_curve_shortest( pairs[i].start, pairs[i].goal, RADIUS, words, FW_GEAR_FORWARD, &curve ) )
		{
			sum += curve.length;
		}
	}
	return sum;
}

static double shortest_of_four( const pair* pairs, const fw_curve* curves )
{
	(void)curves;
	return shortest( pairs, FW_WORDS_FOUR );
}

static double shortest_of_six( const pair* pairs, const fw_curve* curves )
{
	(void)curves;
	return shortest( pairs, FW_WORDS_SIX );
}

static double all_six( const pair* pairs, const fw_curve* unused )
{
	(void)unused;
	double sum = 0.0;
	for ( int32_t i = 0; i < PAIRS; i++ )
	{
		fw_curve curves[6];
		const int32_t count =
		    fw_curve_all( pairs[i].start, pairs[i].goal, RADIUS, FW_WORDS_SIX, FW_GEAR_FORWARD, curves );
		sum += curves[count - 1].length;
	}
	return sum;
}

static double to_point( const pair* pairs, const fw_curve* curves )
{
	(void)curves;
	double sum = 0.0;
	for ( int32_t i = 0; i < PAIRS; i++ )
	{
		const fw_vec2 goal = { pairs[i].goal.x, pairs[i].goal.y };
		fw_curve curve;
		if ( fw_curve_shortest_to_point( pairs[i].start, goal, RADIUS, FW_GEAR_FORWARD, &curve ) )
		{
			sum += curve.length;
		}
	}
	return sum;
}

static double segments( const pair* pairs, const fw_curve* curves )
{
	(void)pairs;
	double sum = 0.0;
	for ( int32_t i = 0; i < PAIRS; i++ )
	{
		fw_segment out[3];
		sum += fw_curve_segments( &curves[i], out );
	}
	return sum;
}

static double sample( const pair* pairs, const fw_curve* curves )
{
	double sum = 0.0;
	for ( int32_t i = 0; i < PAIRS; i++ )
	{
		const double part = ( pairs[i].goal.heading + FW_PI ) / FW_TAU;
		sum += fw_curve_pose_at( &curves[i], part * curves[i].length ).x;
	}
	return sum;
}

static void report( const char* name, measured function, const pair* pairs, const fw_curve* curves )
{
	double best = 1e300;
	volatile double kept = 0.0; // so that no compiler removes the work
	for ( int32_t run = 0; run < RUNS; run++ )
	{
		const clock_t before = clock(); // processor time, so that other programs count less
		kept = function( pairs, curves );
		const double seconds = (double)( clock() - before ) / CLOCKS_PER_SEC;
		best = seconds < best ? seconds : best;
	}
	printf( "%-28s %7.1f ns\n", name, best * 1e9 / PAIRS );
	(void)kept;
}

// For how many pairs one of the words of three arcs is shorter than all four of arc, line and arc.
static void report_three_arcs( const pair* pairs, const fw_curve* curves )
{
	int32_t count = 0;
	double most = 1.0;
	for ( int32_t i = 0; i < PAIRS; i++ )
	{
		fw_curve four;
		fw_curve_shortest( pairs[i].start, pairs[i].goal, RADIUS, FW_WORDS_FOUR, FW_GEAR_FORWARD, &four );
		const double ratio = four.length / curves[i].length;
		count += ratio > 1.0 + 1e-9;
		most = ratio > most ? ratio : most;
	}
	printf( "three arcs are the shortest  %7.2f %%, the best of the four at worst %.2f times as long\n",
	        100.0 * count / PAIRS, most );
}

static void report_all( pair* pairs, fw_curve* curves, double side )
{
	uint64_t state = 0x9e3779b97f4a7c15u;
	for ( int32_t i = 0; i < PAIRS; i++ )
	{
		pairs[i].start = random_pose( &state, side );
		pairs[i].goal = random_pose( &state, side );
		if ( !fw_curve_shortest( pairs[i].start, pairs[i].goal, RADIUS, FW_WORDS_SIX, FW_GEAR_FORWARD, &curves[i] ) )
		{
			abort();
		}
	}
	printf( "poses in %g x %g tiles, turning radius %g\n", side, side, RADIUS );
	report_three_arcs( pairs, curves );
	report( "shortest of four", shortest_of_four, pairs, curves );
	report( "shortest of six", shortest_of_six, pairs, curves );
	report( "all six, sorted", all_six, pairs, curves );
	report( "arc then line", to_point, pairs, curves );
	report( "segments of a curve", segments, pairs, curves );
	report( "pose on a curve", sample, pairs, curves );
}

typedef struct blocked_counts
{
	int32_t hit, four, six;
} blocked_counts;

// Two poses up to four tiles apart in x and y, as those of one step of a search.
static void count_blocked( const fw_grid* grid, const fw_unit* unit, const pair* ends, blocked_counts* counts )
{
	fw_curve curves[6];
	const int32_t count =
	    fw_curve_all( ends->start, ends->goal, unit->turning_radius, FW_WORDS_FOUR, FW_GEAR_FORWARD, curves );
	if ( count == 0 || !fw_sweep_pose( grid, unit, ends->start ) || !fw_sweep_pose( grid, unit, ends->goal ) ||
	     fw_sweep_curve( grid, unit, &curves[0] ) )
	{
		return;
	}
	bool is_free = false;
	for ( int32_t i = 1; i < count && !is_free; i++ )
	{
		is_free = fw_sweep_curve( grid, unit, &curves[i] );
	}
	counts->hit++;
	counts->four += is_free;
	const int32_t all =
	    fw_curve_all( ends->start, ends->goal, unit->turning_radius, FW_WORDS_SIX, FW_GEAR_FORWARD, curves );
	for ( int32_t i = 0; i < all && !is_free; i++ )
	{
		is_free = fw_sweep_curve( grid, unit, &curves[i] );
	}
	counts->six += is_free;
}

static void report_blocked( double turning_radius, int32_t percent )
{
	uint64_t state = 0x2545f4914f6cdd1du;
	fw_grid_def def = fw_default_grid_def();
	def.width = BLOCKED_SIDE;
	def.height = BLOCKED_SIDE;
	fw_grid* grid = NULL;
	if ( fw_grid_create( &def, &grid, NULL ) != FW_OK )
	{
		abort();
	}
	for ( int32_t i = 0; i < BLOCKED_SIDE * BLOCKED_SIDE; i++ )
	{
		if ( 100.0 * random_unit( &state ) < percent )
		{
			const fw_rect tile = { i % BLOCKED_SIDE, i / BLOCKED_SIDE, 1, 1 };
			fw_grid_fill( grid, tile, FW_TERRAIN_OUT, NULL );
		}
	}
	fw_unit unit = fw_default_unit();
	unit.radius = 0.4;
	unit.turning_radius = turning_radius;
	blocked_counts counts = { 0 };
	for ( int32_t i = 0; i < BLOCKED_PAIRS; i++ )
	{
		pair ends;
		ends.start = random_pose( &state, BLOCKED_SIDE );
		ends.goal = random_pose( &state, 8.0 );
		ends.goal.x += ends.start.x - 4.0;
		ends.goal.y += ends.start.y - 4.0;
		count_blocked( grid, &unit, &ends, &counts );
	}
	printf( "turning radius %g, %2d %% blocked: %6d hit, another of the four is free %5.1f %%, of the six %5.1f %%\n",
	        turning_radius, percent, counts.hit, 100.0 * counts.four / counts.hit, 100.0 * counts.six / counts.hit );
	fw_grid_destroy( grid );
}

int main( int argc, char** argv )
{
	if ( argc > 2 || ( argc == 2 && strcmp( argv[1], "--blocked" ) != 0 ) )
	{
		fprintf( stderr, "usage: bench_curves [--blocked]\n" );
		return EXIT_FAILURE;
	}
	printf( "disc of radius 0.4, poses up to 4 tiles apart, where the shortest of the four hits something\n" );
	const int32_t shares[] = { 3, 10, 20 };
	for ( int32_t i = 0; i < 6; i++ )
	{
		report_blocked( i < 3 ? 1.0 : 3.0, shares[i % 3] );
	}
	if ( argc == 2 )
	{
		return EXIT_SUCCESS;
	}
	pair* pairs = malloc( PAIRS * sizeof( pair ) );
	fw_curve* curves = malloc( PAIRS * sizeof( fw_curve ) );
	if ( pairs == NULL || curves == NULL )
	{
		fprintf( stderr, "out of memory\n" );
		return EXIT_FAILURE;
	}
	report_all( pairs, curves, 24.0 );
	report_all( pairs, curves, 8.0 );
	free( curves );
	free( pairs );
	return EXIT_SUCCESS;
}
