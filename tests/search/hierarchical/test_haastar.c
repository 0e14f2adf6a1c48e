// SPDX-License-Identifier: MIT
// Hierarchical Annotated A*: against Dijkstra's algorithm over the edges of the abstraction, over terrain costs, in
// slices; entrances, transitions and both kinds of dominance on maps that show the figures of the paper.
#include "hierarchy/hierarchy.h"
#include "support_hierarchy.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define COUNT( array ) ( (int32_t)( sizeof( array ) / sizeof( ( array )[0] ) ) )

static fw_hierarchy* build( const fw_grid* grid, const fw_hierarchy_def* def )
{
	fw_hierarchy* hierarchy = NULL;
	assert_int_equal( fw_hierarchy_create( grid, def, &hierarchy, NULL ), FW_OK );
	return hierarchy;
}

// All edges of an abstraction.
typedef struct edges
{
	fw_hierarchy_edge* items; // [count]
	int32_t count, capacity;
} edges;

static void collect( void* context, const fw_hierarchy_edge* edge )
{
	edges* all = context;
	if ( all->count == all->capacity )
	{
		all->capacity = 2 * all->capacity + 64;
		all->items = realloc( all->items, (size_t)all->capacity * sizeof( *all->items ) );
		assert_non_null( all->items );
	}
	all->items[all->count++] = *edge;
}

static edges edges_of( const fw_hierarchy* hierarchy )
{
	edges all = { 0 };
	fw_hierarchy_visit( hierarchy, collect, &all );
	return all;
}

static int32_t count_inter( const edges* all )
{
	int32_t count = 0;
	for ( int32_t i = 0; i < all->count; i++ )
	{
		count += all->items[i].inter;
	}
	return count;
}

// Costs from a tile to all others over the edges that a class can use, by rounds over all edges (R. Bellman, 1958).
static double* edge_distances( const edges* all, const fw_grid* grid, uint32_t capabilities, int32_t size,
                               int32_t from )
{
	const int32_t width = fw_grid_width( grid );
	const int32_t tiles = width * fw_grid_height( grid );
	double* far = malloc( (size_t)tiles * sizeof( *far ) );
	assert_non_null( far );
	for ( int32_t i = 0; i < tiles; i++ )
	{
		far[i] = INFINITY;
	}
	far[from] = 0.0;
	for ( bool changed = true; changed; )
	{
		changed = false;
		for ( int32_t i = 0; i < all->count; i++ )
		{
			const fw_hierarchy_edge* edge = &all->items[i];
			const int32_t a = edge->from_y * width + edge->from_x;
			const int32_t b = edge->to_y * width + edge->to_x;
			if ( ( edge->capabilities & ~capabilities ) != 0 || edge->size < size )
			{
				continue;
			}
			// Costs that differ by less than rounding are equal.
			if ( far[a] + edge->cost < far[b] - 1e-9 )
			{
				far[b] = far[a] + edge->cost;
				changed = true;
			}
			if ( far[b] + edge->cost < far[a] - 1e-9 )
			{
				far[a] = far[b] + edge->cost;
				changed = true;
			}
		}
	}
	return far;
}

// Swamp that costs three times as much to cross.
static void make_costly( fw_grid* grid )
{
	fw_terrain terrain = *fw_grid_terrain( grid, FW_TERRAIN_SWAMP );
	terrain.cost = 3.0;
	assert_int_equal( fw_grid_set_terrain( grid, FW_TERRAIN_SWAMP, &terrain, NULL ), FW_OK );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 0, 0, 3, 2 }, FW_TERRAIN_SWAMP, NULL ), FW_OK );
}

// From node to node the search costs as much as the cheapest route over edges; with weak dominance, whose edges may be
// detours, no more. With terrain costs, so that there is no string pulling.
static void the_cheapest_route_over_edges_is_found( void** state )
{
	(void)state;
	test_random random = test_random_make( 21 );
	fw_search* search = NULL;
	fw_result result;
	fw_result_init( &result, NULL );
	assert_int_equal( fw_search_create( NULL, &search ), FW_OK );
	int32_t compared = 0;
	for ( int32_t round = 0; round < test_rounds( 150 ); round++ )
	{
		fw_grid* grid = test_random_world_of( &random, 8, 40 );
		make_costly( grid );
		const int32_t width = fw_grid_width( grid );
		fw_hierarchy_def def = test_random_hierarchy( &random );
		def.capabilities[0] = TEST_LAND;
		def.capability_count = 1;
		fw_hierarchy* hierarchy = build( grid, &def );
		const edges all = edges_of( hierarchy );
		for ( int32_t i = 0; i < 6 && all.count > 0; i++ )
		{
			const fw_hierarchy_edge* edge = &all.items[test_random_int( &random, all.count )];
			const int32_t size = def.sizes[test_random_int( &random, def.size_count )];
			if ( size > edge->size )
			{
				continue;
			}
			double* far = edge_distances( &all, grid, TEST_LAND, size, edge->from_y * width + edge->from_x );
			for ( int32_t k = 0; k < 10; k++ )
			{
				const fw_hierarchy_edge* other = &all.items[test_random_int( &random, all.count )];
				const fw_query query = test_hierarchy_query( test_hierarchy_method( def.quality ), TEST_LAND, size,
				                                             edge->from_x, edge->from_y, other->to_x, other->to_y );
				const fw_map map = { .grid = grid, .hierarchy = hierarchy };
				const double expected = far[other->to_y * width + other->to_x];
				assert_int_equal( fw_search_run( search, &map, &query, &result, NULL ), FW_OK );
				if ( other->size < size )
				{
					continue;
				}
				assert_int_equal( result.outcome == FW_FOUND, isfinite( expected ) );
				if ( result.outcome == FW_FOUND )
				{
					const bool good = def.quality == FW_QUALITY_LOW ? result.cost <= expected + 1e-6
					                                                : fabs( result.cost - expected ) <= 1e-6;
					assert_true( good );
					test_check_legal( grid, &query.unit, &result.path );
					compared++;
				}
			}
			free( far );
		}
		free( all.items );
		fw_hierarchy_destroy( hierarchy );
		fw_grid_destroy( grid );
	}
	assert_true( compared > test_rounds( 1000 ) );
	fw_result_free( &result );
	fw_search_destroy( search );
}

// The cost of the path, by its steps.
static double cost_of_steps( const fw_grid* grid, const fw_path* path )
{
	double cost = 0.0;
	for ( int32_t i = 0; i < path->count; i++ )
	{
		const fw_segment* s = &path->segments[i];
		const int32_t steps = (int32_t)fmax( fabs( s->to.x - s->from.x ), fabs( s->to.y - s->from.y ) );
		for ( int32_t k = 0; k < steps; k++ )
		{
			const double x = s->from.x + ( s->to.x - s->from.x ) * k / steps;
			const double y = s->from.y + ( s->to.y - s->from.y ) * k / steps;
			const double dx = ( s->to.x - s->from.x ) / steps;
			const double dy = ( s->to.y - s->from.y ) / steps;
			const uint8_t a = fw_grid_get( grid, (int32_t)floor( x ), (int32_t)floor( y ) );
			const uint8_t b = fw_grid_get( grid, (int32_t)floor( x + dx ), (int32_t)floor( y + dy ) );
			cost += s->length / steps * ( fw_grid_terrain( grid, a )->cost + fw_grid_terrain( grid, b )->cost ) / 2.0;
		}
	}
	return cost;
}

static void costs_are_those_of_the_steps( void** state )
{
	(void)state;
	test_random random = test_random_make( 22 );
	fw_search* search = NULL;
	fw_result result;
	fw_result_init( &result, NULL );
	assert_int_equal( fw_search_create( NULL, &search ), FW_OK );
	for ( int32_t round = 0; round < test_rounds( 60 ); round++ )
	{
		fw_grid* grid = test_random_world( &random, 50, 50 );
		make_costly( grid );
		fw_hierarchy_def def = fw_default_hierarchy_def();
		def.cluster = 4 + test_random_int( &random, 20 );
		fw_hierarchy* hierarchy = build( grid, &def );
		fw_clearance_def measured = fw_default_clearance_def();
		fw_clearance* clearance = NULL;
		assert_int_equal( fw_clearance_create( grid, &measured, &clearance, NULL ), FW_OK );
		const fw_map map = { .grid = grid, .hierarchy = hierarchy, .clearance = clearance };
		for ( int32_t i = 0; i < 20; i++ )
		{
			fw_query query = test_hierarchy_random_query( &random, 50, 50, "haastar-high", TEST_LAND, 1 );
			assert_int_equal( fw_search_run( search, &map, &query, &result, NULL ), FW_OK );
			if ( result.outcome == FW_FOUND )
			{
				const double cost = result.cost;
				assert_true( fabs( cost - cost_of_steps( grid, &result.path ) ) <= 1e-6 * ( 1.0 + cost ) );
				query.method = "aastar";
				assert_int_equal( fw_search_run( search, &map, &query, &result, NULL ), FW_OK );
				assert_true( result.cost <= cost + 1e-6 * ( 1.0 + cost ) );
			}
			query.method = "haastar-high";
			query.options.ignore_costs = true;
			assert_int_equal( fw_search_run( search, &map, &query, &result, NULL ), FW_ERR_UNSUPPORTED );
		}
		fw_clearance_destroy( clearance );
		fw_hierarchy_destroy( hierarchy );
		fw_grid_destroy( grid );
	}
	fw_result_free( &result );
	fw_search_destroy( search );
}

typedef struct heard
{
	int64_t expanded, opened;
} heard;

// Where costs differ little, a tile improves others of its own bucket again and again, so that in a large cluster more
// offers are made than it has tiles eight times over.
static void a_large_cluster_of_many_costs_is_searched( void** state )
{
	(void)state;
	fw_terrain terrains[32] = { 0 };
	test_random random = test_random_make( 7 );
	fw_grid_def def = fw_default_grid_def();
	fw_hierarchy_def levels = fw_default_hierarchy_def();
	fw_grid* grid = NULL;
	fw_search* search = NULL;
	fw_result result;
	for ( int32_t i = 0; i < COUNT( terrains ); i++ )
	{
		snprintf( terrains[i].name, sizeof( terrains[i].name ), "t%d", (int)i );
		terrains[i].letter = (char)( 'A' + i );
		terrains[i].cost = 1.0 + 0.015 * i / 31.0;
		terrains[i].capabilities = FW_CAP_GROUND;
	}
	def.width = def.height = levels.cluster = 30;
	def.terrains = terrains;
	def.terrain_count = COUNT( terrains );
	levels.capabilities[0] = FW_CAP_GROUND;
	assert_int_equal( fw_grid_create( &def, &grid, NULL ), FW_OK );
	for ( int32_t i = 0; i < 900; i++ )
	{
		fw_grid_fill( grid, ( fw_rect ){ i % 30, i / 30, 1, 1 }, (uint8_t)test_random_int( &random, 32 ), NULL );
	}
	fw_hierarchy* hierarchy = build( grid, &levels );
	fw_space_def stands = fw_default_space_def();
	fw_space* space = NULL;
	stands.capabilities = FW_CAP_GROUND;
	assert_int_equal( fw_space_create( grid, &stands, &space, NULL ), FW_OK );
	assert_int_equal( fw_search_create( NULL, &search ), FW_OK );
	fw_result_init( &result, NULL );
	fw_map map = fw_default_map();
	map.grid = grid;
	map.space = space;
	map.hierarchy = hierarchy;
	for ( int32_t y = 13; y < 19; y++ )
	{
		fw_query query = fw_default_query();
		query.unit.capabilities = FW_CAP_GROUND;
		query.start = test_center( 0, 0, 0 );
		query.goal = test_center( 29, y, 0 );
		query.method = "astar";
		assert_int_equal( fw_search_run( search, &map, &query, &result, NULL ), FW_OK );
		const double least = result.cost;
		query.method = "haastar-high";
		assert_int_equal( fw_search_run( search, &map, &query, &result, NULL ), FW_OK );
		assert_int_equal( result.outcome, FW_FOUND );
		assert_true( result.cost > least - 0.01 && result.cost < least + 0.01 );
	}
	fw_result_free( &result );
	fw_search_destroy( search );
	fw_space_destroy( space );
	fw_hierarchy_destroy( hierarchy );
	fw_grid_destroy( grid );
}

static void hear( void* context, const fw_heard* what )
{
	const fw_event event = what->event;
	const fw_pose pose = what->pose;
	heard* all = context;
	assert_true( isfinite( pose.x ) && isfinite( pose.y ) );
	all->expanded += event == FW_EVENT_EXPAND;
	all->opened += event == FW_EVENT_OPEN;
}

static void slices_equal_a_run( void** state )
{
	(void)state;
	test_random random = test_random_make( 23 );
	fw_grid* grid = test_random_town( &random, 200, 200, 150, 9 );
	fw_hierarchy_def def = fw_default_hierarchy_def();
	def.cluster = 8;
	fw_hierarchy* hierarchy = build( grid, &def );
	const fw_map map = { .grid = grid, .hierarchy = hierarchy };
	fw_search* search = NULL;
	fw_result whole;
	fw_result sliced;
	fw_result_init( &whole, NULL );
	fw_result_init( &sliced, NULL );
	assert_int_equal( fw_search_create( NULL, &search ), FW_OK );
	int32_t cut = 0;
	for ( int32_t round = 0; round < test_rounds( 100 ); round++ )
	{
		heard all = { 0 };
		fw_query query = test_hierarchy_random_query( &random, 200, 200, "haastar-high", TEST_LAND, 1 );
		query.options.listener = ( fw_listener ){ hear, &all };
		assert_int_equal( fw_search_run( search, &map, &query, &whole, NULL ), FW_OK );
		assert_int_equal( all.expanded, whole.counters.expanded );
		assert_int_equal( all.opened, whole.counters.heap_pushes );
		query.options.listener.hear = NULL;
		fw_outcome outcome = FW_RUNNING;
		assert_int_equal( fw_search_begin( search, &map, &query, NULL ), FW_OK );
		while ( outcome == FW_RUNNING )
		{
			assert_int_equal( fw_search_step( search, 1 + round % 4, &outcome, NULL ), FW_OK );
		}
		assert_int_equal( fw_search_result( search, &sliced ), FW_OK );
		assert_int_equal( sliced.outcome, whole.outcome );
		assert_memory_equal( &sliced.counters, &whole.counters, sizeof( whole.counters ) );
		assert_true( fw_path_hash( &sliced.path ) == fw_path_hash( &whole.path ) );
		// Weights only made searches slower.
		query.options.weight = 3.0;
		assert_int_equal( fw_search_run( search, &map, &query, &sliced, NULL ), FW_OK );
		assert_memory_equal( &sliced.counters, &whole.counters, sizeof( whole.counters ) );
		if ( whole.counters.expanded > 1 )
		{
			query.options.max_expansions = whole.counters.expanded - 1;
			assert_int_equal( fw_search_run( search, &map, &query, &sliced, NULL ), FW_OK );
			assert_int_equal( sliced.outcome, FW_OUT_OF_BUDGET );
			cut++;
		}
	}
	assert_true( cut > test_rounds( 50 ) );
	fw_result_free( &whole );
	fw_result_free( &sliced );
	fw_search_destroy( search );
	fw_hierarchy_destroy( hierarchy );
	fw_grid_destroy( grid );
}

// The article's figure 12: three entrances between two clusters, one for each capability, and for each the transition
// where clearance is largest.
static void entrances_of_each_capability( void** state )
{
	(void)state;
	fw_grid* grid = test_grid( "WW#..\n"
	                           "WW#..\n"
	                           "WW#..\n"
	                           "WW#..\n"
	                           "WW#..\n"
	                           "WW#..\n"
	                           "WW#..\n"
	                           "WW#..\n"
	                           "WW#..\n"
	                           "WW#..\n" );
	fw_hierarchy_def def = fw_default_hierarchy_def();
	def.cluster = 5;
	def.capability_count = 3;
	def.capabilities[0] = FW_CAP_GROUND;
	def.capabilities[1] = FW_CAP_WATER;
	def.capabilities[2] = FW_CAP_GROUND | FW_CAP_WATER;
	def.size_count = 2;
	def.sizes[1] = 2;
	fw_hierarchy* hierarchy = build( grid, &def );
	const edges all = edges_of( hierarchy );
	// Land and water have one transition each, in the column where a square of size 2 crosses; units with both
	// capabilities use these.
	assert_int_equal( count_inter( &all ), 2 );
	for ( int32_t i = 0; i < all.count; i++ )
	{
		const fw_hierarchy_edge* edge = &all.items[i];
		if ( edge->inter )
		{
			assert_true( edge->from_y == 4 && edge->to_y == 5 && edge->from_x == edge->to_x );
			assert_int_equal( edge->from_x, edge->capabilities == FW_CAP_WATER ? 0 : 3 );
			assert_int_equal( edge->size, 2 );
			assert_true( edge->cost == 1.0 );
		}
	}
	free( all.items );
	fw_hierarchy_destroy( hierarchy );
	fw_grid_destroy( grid );
}

static fw_hierarchy_stats stats_of( const fw_grid* grid, fw_hierarchy_def def, fw_quality quality )
{
	def.quality = quality;
	fw_hierarchy* hierarchy = build( grid, &def );
	const fw_hierarchy_stats stats = fw_hierarchy_measure( hierarchy );
	const edges all = edges_of( hierarchy );
	assert_int_equal( all.count, stats.inter_edges + stats.intra_edges );
	assert_int_equal( count_inter( &all ), stats.inter_edges );
	free( all.items );
	fw_hierarchy_destroy( hierarchy );
	return stats;
}

// The article's figure 14: on an open map all sizes have the same edges, and strong dominance keeps one of each.
static void strong_dominance_keeps_one_of_equals( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 20, 20 );
	fw_hierarchy_def def = fw_default_hierarchy_def();
	def.cluster = 5;
	const fw_hierarchy_stats one_size = stats_of( grid, def, FW_QUALITY_HIGH );
	def.size_count = 3;
	def.sizes[1] = 2;
	def.sizes[2] = 3;
	const fw_hierarchy_stats high = stats_of( grid, def, FW_QUALITY_HIGH );
	const fw_hierarchy_stats initial = stats_of( grid, def, FW_QUALITY_INITIAL );
	assert_int_equal( initial.inter_edges, high.inter_edges );
	assert_true( initial.intra_edges > 2 * high.intra_edges );
	assert_true( high.intra_edges < 2 * one_size.intra_edges ); // near the border, large squares take other paths
	fw_grid_destroy( grid );
}

// The article's figure 15: a unit can walk from cluster to cluster, or swim and walk. A unit that can do both does not
// need the second edge, and weak dominance removes it.
static void weak_dominance_keeps_the_entrances_of_most( void** state )
{
	(void)state;
	fw_grid* grid = test_grid( ".....\n"
	                           ".....\n"
	                           ".....\n"
	                           ".####\n"
	                           "..W..\n"
	                           "..W..\n"
	                           ".####\n"
	                           ".....\n"
	                           ".....\n"
	                           ".....\n" );
	fw_hierarchy_def def = fw_default_hierarchy_def();
	def.cluster = 5;
	def.capability_count = 2;
	def.capabilities[0] = FW_CAP_GROUND;
	def.capabilities[1] = FW_CAP_GROUND | FW_CAP_WATER;
	const fw_hierarchy_stats high = stats_of( grid, def, FW_QUALITY_HIGH );
	const fw_hierarchy_stats low = stats_of( grid, def, FW_QUALITY_LOW );
	// On land there are two entrances, left and right of the water; the right one leads nowhere except through the
	// water.
	assert_int_equal( high.inter_edges, 2 );
	assert_int_equal( low.inter_edges, 2 );
	def.capabilities[0] = FW_CAP_GROUND | FW_CAP_WATER;
	def.capability_count = 1;
	assert_int_equal( stats_of( grid, def, FW_QUALITY_LOW ).inter_edges, 1 );
	fw_grid_destroy( grid );
}

// Four clusters of 10 x 10 tiles, and a wall along one of the borders between them except for some tiles.
static fw_grid* four_rooms( int32_t border, int32_t gap )
{
	static const fw_rect walls[4] = { { 10, 0, 1, 10 }, { 10, 10, 1, 10 }, { 0, 10, 10, 1 }, { 10, 10, 10, 1 } };
	fw_grid* grid = test_field( 20, 20 );
	const fw_rect wall = walls[border];
	assert_int_equal( fw_grid_fill( grid, wall, FW_TERRAIN_OUT, NULL ), FW_OK );
	const fw_rect door = { wall.x + ( wall.width > 1 ? 4 : 0 ), wall.y + ( wall.width > 1 ? 0 : 4 ),
	                       wall.width > 1 ? gap : 1, wall.width > 1 ? 1 : gap };
	if ( gap > 0 )
	{
		assert_int_equal( fw_grid_fill( grid, door, FW_TERRAIN_GROUND, NULL ), FW_OK );
	}
	return grid;
}

// One of the four borders at a corner needs no transition, unless another one leads nowhere or is too narrow for units
// of that size. Corners take part like the squares of one color of a chessboard. Large clusters keep all transitions.
static void weak_dominance_goes_round_corners( void** state )
{
	(void)state;
	fw_hierarchy_def def = fw_default_hierarchy_def();
	def.cluster = 10;
	int32_t dropped = 0;
	for ( int32_t border = 0; border < 4; border++ )
	{
		fw_grid* grid = four_rooms( border, 0 );
		def.size_count = 1;
		assert_int_equal( stats_of( grid, def, FW_QUALITY_LOW ).inter_edges, 3 );
		fw_grid_destroy( grid );
		grid = four_rooms( border, 1 );
		assert_int_equal( stats_of( grid, def, FW_QUALITY_LOW ).inter_edges, 3 );
		def.size_count = 2;
		def.sizes[1] = 2;
		const int64_t inter = stats_of( grid, def, FW_QUALITY_LOW ).inter_edges;
		assert_true( inter == 3 || inter == 4 );
		dropped += inter == 3;
		fw_grid_destroy( grid );
	}
	assert_int_equal( dropped, 1 ); // the border whose transitions are dropped
	def.size_count = 1;
	fw_grid* grid = test_field( 40, 40 );
	assert_int_equal( stats_of( grid, def, FW_QUALITY_LOW ).inter_edges, 24 - 5 );
	fw_grid_destroy( grid );
	grid = test_field( 60, 60 );
	def.cluster = 15;
	assert_int_equal( stats_of( grid, def, FW_QUALITY_LOW ).inter_edges, 24 );
	fw_grid_destroy( grid );
}

// Over open ground no unit detours over transitions, however near the next cluster is.
static void near_goals_in_line_of_sight_are_approached_straight( void** state )
{
	(void)state;
	test_random random = test_random_make( 25 );
	fw_grid* grid = test_field( 90, 90 );
	fw_search* search = NULL;
	fw_result result;
	fw_result_init( &result, NULL );
	assert_int_equal( fw_search_create( NULL, &search ), FW_OK );
	for ( int32_t quality = 0; quality < 3; quality++ )
	{
		fw_hierarchy_def def = fw_default_hierarchy_def();
		def.cluster = 10;
		def.quality = (fw_quality)quality;
		fw_hierarchy* hierarchy = build( grid, &def );
		const fw_map map = { .grid = grid, .hierarchy = hierarchy };
		for ( int32_t i = 0; i < 100; i++ )
		{
			fw_query query =
			    test_hierarchy_random_query( &random, 40, 40, test_hierarchy_method( def.quality ), TEST_LAND, 1 );
			assert_int_equal( fw_search_run( search, &map, &query, &result, NULL ), FW_OK );
			const double dx = fabs( query.goal.x - query.start.x );
			const double dy = fabs( query.goal.y - query.start.y );
			test_close_to( result.length, fmax( dx, dy ) + ( FW_SQRT2 - 1.0 ) * fmin( dx, dy ), 1e-6 );
		}
		fw_hierarchy_destroy( hierarchy );
	}
	fw_result_free( &result );
	fw_search_destroy( search );
	fw_grid_destroy( grid );
}

static void qualities_differ_in_size( void** state )
{
	(void)state;
	test_random random = test_random_make( 24 );
	fw_grid* grid = test_random_town( &random, 300, 300, 200, 12 );
	fw_hierarchy_def def = fw_default_hierarchy_def();
	def.size_count = 3;
	def.sizes[1] = 2;
	def.sizes[2] = 3;
	for ( def.cluster = 10; def.cluster <= 20; def.cluster += 5 )
	{
		const fw_hierarchy_stats initial = stats_of( grid, def, FW_QUALITY_INITIAL );
		const fw_hierarchy_stats high = stats_of( grid, def, FW_QUALITY_HIGH );
		const fw_hierarchy_stats low = stats_of( grid, def, FW_QUALITY_LOW );
		assert_int_equal( initial.nodes, high.nodes );
		assert_true( high.intra_edges < initial.intra_edges );
		assert_true( 2 * ( low.nodes + low.inter_edges + low.intra_edges ) <
		             high.nodes + high.inter_edges + high.intra_edges );
		assert_true( low.bytes < high.bytes && high.bytes < initial.bytes );
	}
	fw_grid_destroy( grid );
}

int run_test_haastar( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( the_cheapest_route_over_edges_is_found ),
	    cmocka_unit_test( costs_are_those_of_the_steps ),
	    cmocka_unit_test( a_large_cluster_of_many_costs_is_searched ),
	    cmocka_unit_test( slices_equal_a_run ),
	    cmocka_unit_test( entrances_of_each_capability ),
	    cmocka_unit_test( strong_dominance_keeps_one_of_equals ),
	    cmocka_unit_test( weak_dominance_keeps_the_entrances_of_most ),
	    cmocka_unit_test( weak_dominance_goes_round_corners ),
	    cmocka_unit_test( near_goals_in_line_of_sight_are_approached_straight ),
	    cmocka_unit_test( qualities_differ_in_size ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
