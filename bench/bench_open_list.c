// SPDX-License-Identifier: MIT
// Open lists of A* on maps of 60 x 60 tiles: an unordered list, a sorted one and a heap over one matrix of nodes, and
// the textbook's linked lists. All but the times is the same on every machine.
#include "matrix_astar.h"
#include "textbook_astar.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define PROBLEMS 200
#define RUNS 5

typedef struct problems
{
	bool is_free[MATRIX_NODES];
	int32_t start[PROBLEMS], goal[PROBLEMS];
	double length[PROBLEMS];
} problems;

typedef struct figures
{
	int64_t expanded, seen;
	double seconds; // the least of all runs
} figures;

static uint64_t random_bits( uint64_t* state )
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state >> 11;
}

static int32_t random_below( uint64_t* state, int32_t limit )
{
	return (int32_t)( random_bits( state ) % (uint64_t)limit );
}

// A share of the tiles blocked [%]; or, with -1, rooms of 9 x 9 tiles with a door in each wall.
static void make_map( problems* p, int32_t percent, uint64_t* state )
{
	for ( int32_t i = 0; i < MATRIX_NODES; i++ )
	{
		const bool wall = i % MATRIX_SIDE % 10 == 9 || i / MATRIX_SIDE % 10 == 9;
		p->is_free[i] = percent < 0 ? !wall : random_below( state, 100 ) >= percent;
	}
	for ( int32_t i = 0; i < 36 && percent < 0; i++ )
	{
		const int32_t corner = i / 6 * 10 * MATRIX_SIDE + i % 6 * 10;
		p->is_free[corner + 9 + MATRIX_SIDE * random_below( state, 9 )] = true;
		p->is_free[corner + 9 * MATRIX_SIDE + random_below( state, 9 )] = true;
	}
}

// Random ends that are connected.
static void make_problems( problems* p, uint64_t* state )
{
	for ( int32_t i = 0; i < PROBLEMS; )
	{
		const int32_t start = random_below( state, MATRIX_NODES );
		const int32_t goal = random_below( state, MATRIX_NODES );
		if ( p->is_free[start] && p->is_free[goal] )
		{
			const matrix_result result = matrix_astar( p->is_free, start, goal, MATRIX_HEAP );
			p->start[i] = start;
			p->goal[i] = goal;
			p->length[i] = result.length;
			i += result.found ? 1 : 0;
		}
	}
}

static matrix_result by_textbook( const problems* p, int32_t i )
{
	const textbook_map map = { p->is_free, MATRIX_SIDE, MATRIX_SIDE };
	const textbook_result result = textbook_astar( &map, p->start[i] % MATRIX_SIDE, p->start[i] / MATRIX_SIDE,
	                                               p->goal[i] % MATRIX_SIDE, p->goal[i] / MATRIX_SIDE );
	return ( matrix_result ){ result.found, result.length, result.expanded, 0 };
}

// The matrix with one of its open lists, or -1: the textbook.
static figures run( const problems* p, int32_t open )
{
	figures best = { .seconds = INFINITY };
	for ( int32_t k = 0; k < RUNS; k++ )
	{
		figures now = { 0 };
		const clock_t before = clock(); // processor time, so that other programs count less
		for ( int32_t i = 0; i < PROBLEMS; i++ )
		{
			const matrix_result result =
			    open < 0 ? by_textbook( p, i ) : matrix_astar( p->is_free, p->start[i], p->goal[i], (matrix_open)open );
			now.expanded += result.expanded;
			now.seen += result.seen;
			if ( !result.found || fabs( result.length - p->length[i] ) > 1e-6 * p->length[i] )
			{
				fprintf( stderr, "bench_open_list: problem %d is %g long, not %g\n", (int)i, result.length,
				         p->length[i] );
				exit( EXIT_FAILURE );
			}
		}
		now.seconds = (double)( clock() - before ) / CLOCKS_PER_SEC;
		best = now.seconds < best.seconds ? now : best;
	}
	return best;
}

int main( void )
{
	const struct
	{
		const char* name;
		int32_t percent;
	} maps[] = { { "empty", 0 }, { "10 %", 10 }, { "20 %", 20 }, { "30 %", 30 }, { "rooms", -1 } };
	uint64_t state = 0x9e3779b97f4a7c15u;
	printf( "%d problems a map of %d x %d tiles; compared: entries of the open list for each node expanded\n", PROBLEMS,
	        MATRIX_SIDE, MATRIX_SIDE );
	printf(
	    "%-6s %8s | compared: unordered   sorted     heap | time over the heap's: unordered   sorted textbook | us\n",
	    "map", "expanded" );
	for ( size_t i = 0; i < sizeof( maps ) / sizeof( maps[0] ); i++ )
	{
		problems p;
		make_map( &p, maps[i].percent, &state );
		make_problems( &p, &state );
		const figures unordered = run( &p, MATRIX_UNORDERED );
		const figures sorted = run( &p, MATRIX_SORTED );
		const figures heap = run( &p, MATRIX_HEAP );
		const figures textbook = run( &p, -1 );
		const double nodes = (double)heap.expanded;
		printf( "%-6s %8.1f | %19.1f %8.1f %8.1f | %31.2f %8.2f %8.1f | %.1f\n", maps[i].name, nodes / PROBLEMS,
		        (double)unordered.seen / nodes, (double)sorted.seen / nodes, (double)heap.seen / nodes,
		        unordered.seconds / heap.seconds, sorted.seconds / heap.seconds, textbook.seconds / heap.seconds,
		        heap.seconds * 1e6 / PROBLEMS );
	}
	return EXIT_SUCCESS;
}
