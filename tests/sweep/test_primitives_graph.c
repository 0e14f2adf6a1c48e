// SPDX-License-Identifier: MIT
// Motion primitives as a graph: Dijkstra's algorithm over lattice poses finds the same lengths with and without
// pruning, and the same as over all curves computed anew.
#include "annotate/space.h"
#include "support.h"
#include "support_primitives.h"
#include "sweep/turn_table.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

// A small map, its lattice poses, and Dijkstra's algorithm over edges between them.
typedef struct pose_world
{
	const fw_grid* grid;
	const fw_space* space;
	const fw_primitives* primitives;
	int32_t width, height, states;
	double* distance; // [height * width * 4 * headings]
	bool* done;
	double* length; // of each edge
} pose_world;

static int32_t state_of( const pose_world* w, int32_t x, int32_t y, int32_t phase, int32_t heading )
{
	return ( ( y * w->width + x ) * 4 + phase ) * w->primitives->headings + heading;
}

static void make_world( pose_world* w, const fw_grid* grid, const fw_space* space, const fw_primitives* turns )
{
	*w = ( pose_world ){ .grid = grid,
	                     .space = space,
	                     .primitives = turns,
	                     .width = fw_grid_width( grid ),
	                     .height = fw_grid_height( grid ) };
	w->states = w->width * w->height * 4 * turns->headings;
	w->distance = calloc( (size_t)w->states, sizeof( double ) );
	w->done = calloc( (size_t)w->states, sizeof( bool ) );
	w->length = calloc( turns->edge_count, sizeof( double ) );
	assert_true( w->distance != NULL && w->done != NULL && w->length != NULL );
	for ( uint32_t e = 0; e < turns->edge_count; e++ )
	{
		w->length[e] = test_primitives_curve( turns, &turns->edges[e] ).length;
	}
}

static void free_world( pose_world* w )
{
	free( w->distance );
	free( w->done );
	free( w->length );
}

static bool usable( const pose_world* w, int32_t x, int32_t y, int32_t phase )
{
	const fw_layer* plane = &w->space->planes[phase];
	return x >= 0 && y >= 0 && x < w->width && y < w->height && plane->words != NULL && fw_layer_get( plane, x, y );
}

static void relax( pose_world* w, int32_t x, int32_t y, int32_t phase, int32_t heading, double distance )
{
	double* old = &w->distance[state_of( w, x, y, phase, heading )];
	*old = fmin( *old, distance );
}

typedef void expand_pose( pose_world* w, int32_t x, int32_t y, int32_t phase, int32_t heading, double distance );

// By the edges of the table.
static void expand_edges( pose_world* w, int32_t x, int32_t y, int32_t phase, int32_t heading, double distance )
{
	const fw_layer* tiles = w->space->tiles;
	uint64_t window[FW_NEAR_WORDS];
	fw_near_window( tiles, x, y, window );
	const fw_turn_fan* fan = fw_primitives_fan( w->primitives, phase, heading );
	for ( uint32_t i = fan->begin[0]; i < fan->begin[FW_TURN_STAGES]; i++ )
	{
		const fw_turn_edge* edge = &w->primitives->edges[i];
		if ( usable( w, x + edge->dx, y + edge->dy, edge->phase ) && !fw_near_hit( edge->near, window ) &&
		     !( edge->far && fw_turn_far_hit( w->primitives, edge, tiles, x, y ) ) )
		{
			relax( w, x + edge->dx, y + edge->dy, edge->phase, edge->heading, distance + w->length[i] );
		}
	}
}

// By all curves between tile centers of the ring, computed and swept anew.
static void expand_curves( pose_world* w, int32_t x, int32_t y, int32_t phase, int32_t heading, double distance )
{
	const fw_primitives_def* def = fw_primitives_definition( w->primitives );
	const fw_pose start = { x + 0.5, y + 0.5, fw_radians( 360.0 * heading / w->primitives->headings ) };
	assert_int_equal( phase, 0 );
	for ( int32_t i = 0; i < ( 2 * def->ring + 1 ) * ( 2 * def->ring + 1 ); i++ )
	{
		const int32_t dx = i % ( 2 * def->ring + 1 ) - def->ring;
		const int32_t dy = i / ( 2 * def->ring + 1 ) - def->ring;
		for ( int32_t to = 0; to < w->primitives->headings && ( dx != 0 || dy != 0 ) && usable( w, x + dx, y + dy, 0 );
		      to++ )
		{
			const fw_pose goal = { start.x + dx, start.y + dy, fw_radians( 360.0 * to / w->primitives->headings ) };
			fw_curve curves[6];
			const int32_t count = fw_curve_all( start, goal, def->turning_radius, def->words, FW_GEAR_FORWARD, curves );
			for ( int32_t c = 0; c < count; c++ )
			{
				if ( fw_sweep_curve( w->grid, &( fw_unit ){ .capabilities = FW_CAP_GROUND, .radius = def->radius },
				                     &curves[c] ) )
				{
					relax( w, x + dx, y + dy, 0, to, distance + curves[c].length );
				}
			}
		}
	}
}

static void dijkstra( pose_world* w, int32_t x, int32_t y, int32_t heading, expand_pose* expand )
{
	for ( int32_t i = 0; i < w->states; i++ )
	{
		w->distance[i] = INFINITY;
		w->done[i] = false;
	}
	w->distance[state_of( w, x, y, 0, heading )] = 0.0;
	for ( ;; )
	{
		int32_t best = -1;
		for ( int32_t i = 0; i < w->states; i++ )
		{
			best = !w->done[i] && w->distance[i] < ( best < 0 ? INFINITY : w->distance[best] ) ? i : best;
		}
		if ( best < 0 )
		{
			return;
		}
		w->done[best] = true;
		const int32_t place = best / w->primitives->headings;
		expand( w, place / 4 % w->width, place / 4 / w->width, place % 4, best % w->primitives->headings,
		        w->distance[best] );
	}
}

static int32_t check_same_distances( const pose_world* a, const pose_world* b )
{
	int32_t reached = 0;
	for ( int32_t i = 0; i < a->states; i++ )
	{
		const bool same = a->distance[i] == b->distance[i] || fabs( a->distance[i] - b->distance[i] ) < 1e-6;
		if ( !same )
		{
			fail_msg( "state %d: %.9g and %.9g", (int)i, a->distance[i], b->distance[i] );
		}
		reached += a->distance[i] < INFINITY;
	}
	return reached;
}

static fw_space* make_space( fw_grid* grid, const fw_primitives_def* turns )
{
	fw_space_def def = fw_default_space_def();
	def.radius = turns->radius;
	def.lattice = turns->lattice;
	def.capabilities = FW_CAP_GROUND;
	fw_space* space = NULL;
	assert_int_equal( fw_space_create( grid, &def, &space, NULL ), FW_OK );
	return space;
}

static void random_standing( test_random* random, const fw_space* space, int32_t* x, int32_t* y )
{
	for ( int32_t i = 0; i < 10000; i++ )
	{
		*x = test_random_int( random, fw_grid_width( space->grid ) );
		*y = test_random_int( random, fw_grid_height( space->grid ) );
		if ( fw_space_stands( space, *x, *y ) )
		{
			return;
		}
	}
	fail_msg( "no tile to stand on" );
}

// From a random pose by the edges of one table, and by the edges that `expand` makes; takes over the grid.
static int32_t check_same_lengths( test_random* random, fw_grid* grid, const fw_primitives* turns,
                                   const fw_primitives* others, expand_pose* expand )
{
	fw_space* space = make_space( grid, fw_primitives_definition( turns ) );
	pose_world a;
	pose_world b;
	int32_t x = 0;
	int32_t y = 0;
	make_world( &a, grid, space, turns );
	make_world( &b, grid, space, others );
	random_standing( random, space, &x, &y );
	const int32_t heading = test_random_int( random, turns->headings );
	dijkstra( &a, x, y, heading, expand_edges );
	dijkstra( &b, x, y, heading, expand );
	const int32_t reached = check_same_distances( &a, &b );
	free_world( &a );
	free_world( &b );
	fw_space_destroy( space );
	fw_grid_destroy( grid );
	return reached;
}

static void pruning_loses_nothing( void** state )
{
	(void)state;
	const struct
	{
		double radius, turning_radius, blocked;
		int32_t ring, headings;
		fw_lattice lattice;
	} cases[] = {
	    { 0.4, 1.0, 0.15, 3, 8, FW_LATTICE_GAPS },  { 0.9, 1.5, 0.05, 2, 8, FW_LATTICE_GAPS },
	    { 0.0, 1.0, 0.25, 2, 8, FW_LATTICE_TILES }, { 0.5, 2.0, 0.05, 3, 8, FW_LATTICE_TILES },
	    { 0.5, 0.0, 0.2, 3, 8, FW_LATTICE_GAPS },   { 0.4, 0.6, 0.15, 1, 16, FW_LATTICE_TILES },
	    { 0.4, 1.5, 0.08, 0, 8, FW_LATTICE_GAPS },  { 0.4, 4.0, 0.03, 0, 8, FW_LATTICE_TILES },
	};
	test_random random = test_random_make( 8 );
	for ( size_t c = 0; c < sizeof( cases ) / sizeof( cases[0] ); c++ )
	{
		fw_primitives_def def = test_primitives_def( cases[c].radius, cases[c].turning_radius, cases[c].ring,
		                                             cases[c].headings, cases[c].lattice );
		fw_primitives* pruned = test_primitives_make( def );
		def.prune = false;
		fw_primitives* whole = test_primitives_make( def );
		assert_int_equal( (int32_t)pruned->edge_count + pruned->dropped, (int32_t)whole->edge_count + whole->dropped );
		int32_t reached = 0;
		for ( int32_t round = 0; round < 4; round++ )
		{
			fw_grid* grid = test_random_grid( &random, 9, 8, cases[c].blocked );
			reached += check_same_lengths( &random, grid, pruned, whole, expand_edges );
		}
		assert_true( reached > 20 );
		fw_primitives_destroy( pruned );
		fw_primitives_destroy( whole );
	}
}

// No connection by any curve of the six words in the ring is missing.
static void the_table_equals_all_curves( void** state )
{
	(void)state;
	test_random random = test_random_make( 18 );
	const struct
	{
		double radius, turning_radius;
		int32_t ring;
	} cases[] = { { 0.4, 1.0, 2 }, { 0.6, 0.7, 1 }, { 0.0, 1.8, 3 } };
	for ( size_t c = 0; c < 3; c++ )
	{
		fw_primitives_def def =
		    test_primitives_def( cases[c].radius, cases[c].turning_radius, cases[c].ring, 8, FW_LATTICE_TILES );
		fw_primitives* turns = test_primitives_make( def );
		int32_t reached = 0;
		for ( int32_t round = 0; round < test_rounds( 2 ) + 1; round++ )
		{
			fw_grid* grid = test_random_grid( &random, 8, 7, 0.12 );
			reached += check_same_lengths( &random, grid, turns, turns, expand_curves );
		}
		assert_true( reached > 50 );
		fw_primitives_destroy( turns );
	}
}

int run_test_primitives_graph( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( pruning_loses_nothing ),
	    cmocka_unit_test( the_table_equals_all_curves ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
