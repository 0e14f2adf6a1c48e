// SPDX-License-Identifier: MIT
// Landmarks of hierarchies: their distances are those over edges; searches with them find paths of the same cost and
// expand fewer nodes; which classes they serve, what is refused, memory; plans with them.
#include "fairway/hierarchy.h"
#include "hierarchy/hierarchy.h"
#include "hierarchy/landmarks.h"
#include "search/hierarchical/haastar.h"
#include "support_hierarchy.h"
#include "support_planner.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

static fw_hierarchy* build( const fw_grid* grid, const fw_hierarchy_def* def )
{
	fw_hierarchy* hierarchy = NULL;
	assert_int_equal( fw_hierarchy_create( grid, def, &hierarchy, NULL ), FW_OK );
	return hierarchy;
}

static fw_landmarks* find( const fw_hierarchy* hierarchy, uint32_t capabilities, int32_t size, int32_t count )
{
	fw_landmarks* landmarks = NULL;
	assert_int_equal( fw_landmarks_create( hierarchy, capabilities, size, count, &landmarks, NULL ), FW_OK );
	assert_ptr_equal( landmarks->hierarchy, hierarchy );
	assert_int_equal( landmarks->count, count );
	return landmarks;
}

static void set_cost( fw_grid* grid, uint8_t index, double cost )
{
	fw_terrain terrain = *fw_grid_terrain( grid, index );
	terrain.cost = cost;
	assert_int_equal( fw_grid_set_terrain( grid, index, &terrain, NULL ), FW_OK );
}

// The end of an edge: the cluster and the node in it.
static uint32_t end_of( const fw_hierarchy* hierarchy, int32_t cluster, const fw_abstract_edge* edge, uint32_t* next )
{
	*next = (uint32_t)cluster;
	if ( edge->side == FW_SIDE_NONE )
	{
		return edge->to;
	}
	*next = (uint32_t)( cluster + fw_step_x[2 * edge->side] + fw_step_y[2 * edge->side] * hierarchy->columns );
	return fw_cluster_side( hierarchy->clusters[*next], fw_side_opposite( edge->side ) )[edge->to];
}

// A proof that distances are minimal: no edge shortens one, and an edge leads to each except that of a landmark.
static int32_t check_node( const fw_landmarks* landmarks, int32_t kind, int32_t cluster, int32_t node )
{
	const fw_hierarchy* hierarchy = landmarks->hierarchy;
	const fw_cluster* of = hierarchy->clusters[cluster];
	const fw_abstract_node* at = &fw_cluster_nodes( of )[node];
	bool reached[FW_LANDMARKS_MAX] = { false };
	bool alone = true;
	int32_t sources = 0;
	for ( uint32_t i = at->first_edge; i < at[1].first_edge; i++ )
	{
		const fw_abstract_edge* edge = &fw_cluster_edges( of )[i];
		uint32_t next;
		const uint32_t to = end_of( hierarchy, cluster, edge, &next );
		for ( int32_t k = 0; k < landmarks->count && fw_class_serves( &hierarchy->classes, edge->unit_class, kind );
		      k++ )
		{
			const uint32_t far = fw_landmarks_distances( landmarks, 0, (uint32_t)cluster, k )[node];
			const uint32_t there = fw_landmarks_distances( landmarks, 0, next, k )[to];
			assert_true( far <= there + edge->cost );
			reached[k] = reached[k] || far == there + edge->cost;
			alone = false;
		}
	}
	for ( int32_t k = 0; k < landmarks->count && !alone; k++ )
	{
		const uint32_t far = fw_landmarks_distances( landmarks, 0, (uint32_t)cluster, k )[node];
		assert_true( far == 0 || reached[k] );
		sources += far == 0;
	}
	return sources;
}

static void distances_are_minimal_over_edges( void** state )
{
	(void)state;
	test_random random = test_random_make( 51 );
	int32_t sources = 0;
	for ( int32_t round = 0; round < test_rounds( 80 ); round++ )
	{
		fw_grid* grid = test_random_world_of( &random, 8, 60 );
		set_cost( grid, FW_TERRAIN_SWAMP, round % 3 == 0 ? 3.0 : 1.0 );
		const fw_hierarchy_def def = test_random_hierarchy( &random );
		fw_hierarchy* hierarchy = build( grid, &def );
		const uint32_t capabilities = def.capabilities[test_random_int( &random, def.capability_count )];
		const int32_t size = def.sizes[test_random_int( &random, def.size_count )];
		fw_landmarks* landmarks =
		    find( hierarchy, capabilities, size, 1 + test_random_int( &random, FW_LANDMARKS_MAX ) );
		for ( int32_t i = 0; i < hierarchy->columns * hierarchy->rows; i++ )
		{
			for ( int32_t node = 0; node < hierarchy->clusters[i]->node_count; node++ )
			{
				sources += check_node( landmarks, landmarks->unit_class, i, node );
			}
		}
		fw_landmarks_destroy( landmarks );
		fw_hierarchy_destroy( hierarchy );
		fw_grid_destroy( grid );
	}
	assert_true( sources > test_rounds( 500 ) );
}

// The answer of a search to one problem.
typedef struct answer
{
	fw_outcome outcome;
	uint32_t cost;
	int64_t expanded;
} answer;

static answer ask( fw_search* search, const fw_map* map, const fw_query* query, fw_result* result )
{
	assert_int_equal( fw_search_run( search, map, query, result, NULL ), FW_OK );
	const fw_haastar_state* state = fw_search_state( search, &fw_engine_haastar );
	const uint32_t cost = result->outcome == FW_FOUND ? fw_haastar_cost( state ) : 0;
	return ( answer ){ result->outcome, cost, result->counters.expanded };
}

// Over random pairs of one class, with landmarks of another class that serve it. Costs must be the same if `exact`.
static void compare( test_random* random, const fw_landmarks* landmarks, const fw_query* like, int32_t pairs,
                     bool exact, answer sums[2] )
{
	const fw_hierarchy* hierarchy = landmarks->hierarchy;
	fw_search* search = NULL;
	fw_result result;
	fw_result_init( &result, NULL );
	assert_int_equal( fw_search_create( NULL, &search ), FW_OK );
	for ( int32_t i = 0; i < pairs; i++ )
	{
		fw_query query = *like;
		query.start = test_random_center( random, hierarchy->width, hierarchy->height, 0.0 );
		query.goal = test_random_center( random, hierarchy->width, hierarchy->height, 0.0 );
		fw_map map = { .hierarchy = hierarchy };
		const answer without = ask( search, &map, &query, &result );
		map.landmarks = landmarks;
		const answer with = ask( search, &map, &query, &result );
		assert_int_equal( with.outcome, without.outcome );
		assert_true( with.cost >= without.cost && ( !exact || with.cost == without.cost ) );
		if ( with.outcome == FW_FOUND && i % 8 == 0 )
		{
			test_check_legal( fw_hierarchy_grid( hierarchy ), &query.unit, &result.path );
		}
		query.options.heuristic = FW_HEURISTIC_ZERO;
		if ( i % 8 == 0 )
		{
			const answer blind = ask( search, &map, &query, &result );
			map.landmarks = NULL;
			assert_true( blind.expanded == ask( search, &map, &query, &result ).expanded );
		}
		sums[0].cost += without.cost / FW_LOCAL_ONE;
		sums[1].cost += with.cost / FW_LOCAL_ONE;
		sums[0].expanded += without.expanded;
		sums[1].expanded += with.expanded;
	}
	fw_result_free( &result );
	fw_search_destroy( search );
}

// Every quality, on worlds with terrain costs and without, for the class of the landmarks, and for larger classes and
// those with fewer capabilities.
static void paths_cost_the_same( void** state )
{
	(void)state;
	test_random random = test_random_make( 52 );
	answer sums[2][2] = { { { 0 } } };
	for ( int32_t round = 0; round < test_rounds( 120 ); round++ )
	{
		const bool exact = round % 2 == 0;
		fw_grid* grid = test_random_world_of( &random, 8, 80 );
		set_cost( grid, FW_TERRAIN_SWAMP, exact ? 2.5 : 1.0 );
		assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 0, 0, 2, 2 }, FW_TERRAIN_SWAMP, NULL ), FW_OK );
		const fw_hierarchy_def def = test_random_hierarchy( &random );
		fw_hierarchy* hierarchy = build( grid, &def );
		const uint32_t capabilities = def.capabilities[test_random_int( &random, def.capability_count )];
		fw_landmarks* landmarks = find( hierarchy, capabilities, def.sizes[0], 1 + test_random_int( &random, 8 ) );
		for ( int32_t i = 0; i < def.capability_count * def.size_count; i++ )
		{
			const uint32_t others = def.capabilities[i / def.size_count];
			const fw_query like = test_hierarchy_query( test_hierarchy_method( def.quality ), others,
			                                            def.sizes[i % def.size_count], 0, 0, 0, 0 );
			if ( ( others & ~capabilities ) == 0 )
			{
				compare( &random, landmarks, &like, 20, exact && hierarchy->has_costs, sums[exact] );
			}
		}
		fw_landmarks_destroy( landmarks );
		fw_hierarchy_destroy( hierarchy );
		fw_grid_destroy( grid );
	}
	assert_true( sums[1][1].expanded < sums[1][0].expanded );
	assert_true( sums[0][1].expanded < sums[0][0].expanded );
	assert_true( sums[0][1].cost > 1000 && sums[0][1].cost < 1.01 * sums[0][0].cost );
}

// A town of winding streets, where paths are far from straight, with two levels and with three.
static void far_fewer_nodes_in_towns( void** state )
{
	(void)state;
	test_random random = test_random_make( 53 );
	for ( int32_t levels = 2; levels <= 3; levels++ )
	{
		fw_grid* grid = test_random_town( &random, 640, 500, 900, 40 );
		fw_hierarchy_def def = fw_default_hierarchy_def();
		def.cluster = 10;
		def.levels = levels;
		fw_hierarchy* hierarchy = build( grid, &def );
		fw_landmarks* landmarks = find( hierarchy, TEST_LAND, 1, FW_LANDMARKS_DEFAULT );
		answer sums[2] = { { 0 } };
		const fw_query like = test_hierarchy_query( "haastar-high", TEST_LAND, 1, 0, 0, 0, 0 );
		compare( &random, landmarks, &like, 200, false, sums );
		print_message( "%d levels: %lld nodes with landmarks, %lld without; cost %u and %u\n", (int)levels,
		               (long long)sums[1].expanded, (long long)sums[0].expanded, sums[1].cost, sums[0].cost );
		assert_true( 3 * sums[1].expanded < 2 * sums[0].expanded );
		assert_true( sums[1].cost < 1.002 * sums[0].cost );
		fw_landmarks_destroy( landmarks );
		fw_hierarchy_destroy( hierarchy );
		fw_grid_destroy( grid );
	}
}

// Longer than a distance can be stored: one corridor back and forth over the most expensive terrain.
static void distances_beyond_the_limit_are_underestimated( void** state )
{
	(void)state;
	test_random random = test_random_make( 54 );
	fw_grid* grid = test_field( 110, 110 );
	set_cost( grid, FW_TERRAIN_SWAMP, 64.0 );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 0, 0, 110, 110 }, FW_TERRAIN_SWAMP, NULL ), FW_OK );
	for ( int32_t y = 1; y < 110; y += 2 )
	{
		assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ y % 4 == 1 ? 0 : 1, y, 109, 1 }, FW_TERRAIN_OUT, NULL ),
		                  FW_OK );
	}
	fw_hierarchy_def def = fw_default_hierarchy_def();
	def.cluster = 11;
	fw_hierarchy* hierarchy = build( grid, &def );
	fw_landmarks* landmarks = find( hierarchy, TEST_LAND, 1, 2 );
	bool capped = false;
	for ( uint32_t i = 0; i < 2 * landmarks->levels[0].nodes; i++ )
	{
		capped = capped || landmarks->levels[0].distances[i] == FW_LANDMARKS_FAR;
	}
	assert_true( capped );
	answer sums[2] = { { 0 } };
	const fw_query like = test_hierarchy_query( "haastar-high", TEST_LAND, 1, 0, 0, 0, 0 );
	compare( &random, landmarks, &like, 100, true, sums );
	fw_landmarks_destroy( landmarks );
	fw_hierarchy_destroy( hierarchy );
	fw_grid_destroy( grid );
}

static void misuse_is_told( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 40, 40 );
	fw_hierarchy_def def = fw_default_hierarchy_def();
	def.size_count = 2;
	def.sizes[1] = 2;
	def.capability_count = 2;
	def.capabilities[1] = TEST_LAND | FW_CAP_WATER;
	fw_hierarchy* hierarchy = build( grid, &def );
	fw_landmarks* landmarks = NULL;
	assert_int_equal( fw_landmarks_create( NULL, TEST_LAND, 1, 8, &landmarks, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_landmarks_create( hierarchy, TEST_LAND, 1, 8, NULL, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_landmarks_create( hierarchy, TEST_LAND, 1, 0, &landmarks, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_landmarks_create( hierarchy, TEST_LAND, 1, FW_LANDMARKS_MAX + 1, &landmarks, NULL ),
	                  FW_ERR_ARGUMENT );
	assert_int_equal( fw_landmarks_create( hierarchy, TEST_LAND, 3, 8, &landmarks, NULL ), FW_ERR_MISMATCH );
	assert_int_equal( fw_landmarks_create( hierarchy, FW_CAP_WATER, 1, 8, &landmarks, NULL ), FW_ERR_MISMATCH );
	assert_null( landmarks );
	fw_landmarks_destroy( NULL );

	fw_search* search = NULL;
	fw_result result;
	fw_result_init( &result, NULL );
	assert_int_equal( fw_search_create( NULL, &search ), FW_OK );
	fw_hierarchy* other = build( grid, &def );
	landmarks = find( hierarchy, TEST_LAND, 2, 3 );
	fw_map map = { .hierarchy = other, .landmarks = landmarks };
	fw_query query = test_hierarchy_query( "haastar-high", TEST_LAND, 2, 2, 2, 30, 30 );
	assert_int_equal( fw_search_run( search, &map, &query, &result, NULL ), FW_ERR_MISMATCH );
	map.hierarchy = hierarchy;
	assert_int_equal( fw_search_run( search, &map, &query, &result, NULL ), FW_OK );
	assert_int_equal( result.outcome, FW_FOUND );
	query.unit.size = 1; // can go where the landmarks measured nothing
	assert_int_equal( fw_search_run( search, &map, &query, &result, NULL ), FW_ERR_MISMATCH );
	query.unit.size = 2;
	query.unit.capabilities = TEST_LAND | FW_CAP_WATER;
	assert_int_equal( fw_search_run( search, &map, &query, &result, NULL ), FW_ERR_MISMATCH );
	fw_landmarks_destroy( landmarks );
	fw_hierarchy_destroy( other );
	fw_hierarchy_destroy( hierarchy );
	fw_result_free( &result );
	fw_search_destroy( search );
	fw_grid_destroy( grid );
}

// A map so small that it has no nodes at all, and one with no node that is connected to others for a class.
static void nothing_to_be_far_from( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 6, 6 );
	fw_hierarchy_def def = fw_default_hierarchy_def();
	fw_hierarchy* hierarchy = build( grid, &def );
	fw_landmarks* landmarks = find( hierarchy, TEST_LAND, 1, 4 );
	fw_search* search = NULL;
	fw_result result;
	fw_result_init( &result, NULL );
	assert_int_equal( fw_search_create( NULL, &search ), FW_OK );
	const fw_map map = { .hierarchy = hierarchy, .landmarks = landmarks };
	const fw_query query = test_hierarchy_query( "haastar-high", TEST_LAND, 1, 0, 0, 5, 5 );
	assert_int_equal( fw_search_run( search, &map, &query, &result, NULL ), FW_OK );
	assert_int_equal( result.outcome, FW_FOUND );
	fw_landmarks_destroy( landmarks );
	fw_hierarchy_destroy( hierarchy );
	fw_grid_destroy( grid );
	grid = test_field( 40, 30 );
	def.capability_count = 2;
	def.capabilities[1] = FW_CAP_WATER;
	hierarchy = build( grid, &def );
	landmarks = find( hierarchy, FW_CAP_WATER, 1, 4 );
	fw_landmarks_destroy( landmarks );
	fw_hierarchy_destroy( hierarchy );
	fw_result_free( &result );
	fw_search_destroy( search );
	fw_grid_destroy( grid );
}

static void memory_runs_out( void** state )
{
	(void)state;
	test_random random = test_random_make( 55 );
	fw_grid* grid = test_random_town( &random, 60, 50, 12, 6 );
	test_memory memory = test_memory_make();
	fw_hierarchy_def def = fw_default_hierarchy_def();
	def.allocator = test_memory_allocator( &memory );
	def.levels = 3;
	fw_hierarchy* hierarchy = build( grid, &def );
	const size_t before = memory.bytes;
	int64_t n = 0;
	for ( fw_status status = FW_ERR_MEMORY; status != FW_OK; n++ )
	{
		fw_landmarks* landmarks = NULL;
		test_memory_fail_in( &memory, n, n % 2 == 0 );
		status = fw_landmarks_create( hierarchy, TEST_LAND, 1, 5, &landmarks, NULL );
		assert_true( status == FW_OK || status == FW_ERR_MEMORY );
		assert_int_equal( landmarks != NULL, status == FW_OK );
		assert_int_equal( memory.bytes - before, landmarks != NULL ? fw_landmarks_memory( landmarks ) : 0 );
		fw_landmarks_destroy( landmarks );
		assert_int_equal( memory.bytes, before );
	}
	assert_true( n > 5 );
	test_memory_fail_never( &memory );
	fw_hierarchy_destroy( hierarchy );
	test_memory_check_empty( &memory );
	fw_grid_destroy( grid );
}

// Plans with landmarks: over the planner's own hierarchy and over a given one, before and after an edit, also as a
// guide.
static void plans_take_them( void** state )
{
	(void)state;
	test_random random = test_random_make( 56 );
	fw_grid* grid = test_random_town( &random, 200, 160, 110, 12 );
	fw_planner* planner = planner_make( grid );
	fw_result one = { 0 };
	fw_result other = { 0 };
	int64_t expanded[2] = { 0, 0 };
	for ( int32_t round = 0; round < 60; round++ )
	{
		if ( round == 30 )
		{
			fw_hierarchy_def def = fw_default_hierarchy_def();
			def.size_count = 2;
			def.sizes[1] = 2;
			assert_int_equal( fw_planner_add_hierarchy( planner, build( grid, &def ) ), FW_OK );
			assert_int_equal( fw_planner_measure( planner ).landmarks, 0 );
		}
		fw_plan plan = planner_plan( 0.4, round % 3 == 0 ? 1.0 : 0.0, test_random_center( &random, 200, 160, 0.0 ),
		                             test_random_center( &random, 200, 160, 0.0 ) );
		plan.method = round % 3 == 0 ? "hdirectional" : "haastar-high";
		plan.unit.capabilities = TEST_LAND;
		plan.goal_any_heading = true;
		plan.start_any_heading = true;
		plan.smooth = false;
		assert_int_equal( fw_planner_run( planner, &plan, &one, NULL ), FW_OK );
		plan.landmarks = true;
		assert_int_equal( fw_planner_run( planner, &plan, &other, NULL ), FW_OK );
		assert_int_equal( one.outcome, other.outcome );
		assert_true( fw_planner_measure( planner ).landmarks > 0 );
		if ( other.outcome == FW_FOUND )
		{
			test_check_legal( grid, &plan.unit, &other.path );
			assert_true( other.length < 1.3 * one.length );
		}
		expanded[0] += round % 3 == 0 ? 0 : one.counters.expanded;
		expanded[1] += round % 3 == 0 ? 0 : other.counters.expanded;
		if ( round % 20 == 7 )
		{
			test_random_build( &random, grid );
		}
	}
	assert_true( expanded[1] < expanded[0] );
	fw_result_free( &one );
	fw_result_free( &other );
	fw_planner_destroy( planner );
	fw_grid_destroy( grid );
}

int run_test_landmarks( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( distances_are_minimal_over_edges ),
	    cmocka_unit_test( paths_cost_the_same ),
	    cmocka_unit_test( far_fewer_nodes_in_towns ),
	    cmocka_unit_test( distances_beyond_the_limit_are_underestimated ),
	    cmocka_unit_test( misuse_is_told ),
	    cmocka_unit_test( nothing_to_be_far_from ),
	    cmocka_unit_test( memory_runs_out ),
	    cmocka_unit_test( plans_take_them ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
