// SPDX-License-Identifier: MIT
// Routes: the parts that are refined add up to the whole path, whatever is done in between; misuse, memory.
#include "hierarchy/hierarchy.h"
#include "search/engine.h"
#include "support_route.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

// The remaining length is at least the straight distance and, if terrain costs do not count, at most the length that
// the search has found minus the length that was refined.
static void check_left( const test_route_world* w, double made )
{
	const fw_pose place = fw_route_position( w->route );
	const double dx = fabs( floor( w->whole.path.segments[w->whole.path.count - 1].to.x ) - floor( place.x ) );
	const double dy = fabs( floor( w->whole.path.segments[w->whole.path.count - 1].to.y ) - floor( place.y ) );
	const double octile = fmax( dx, dy ) + fmin( dx, dy ) * ( FW_SQRT2 - 1.0 );
	const double left = fw_route_left( w->route );
	// The route begins at a tile center, the path at the unit's position.
	const fw_pose start = w->whole.path.start;
	const double off = hypot( start.x - floor( start.x ) - 0.5, start.y - floor( start.y ) - 0.5 );
	assert_true( left >= octile * ( 1.0 - 1e-6 ) );
	assert_true( w->hierarchy->has_costs || made + left <= ( w->result.cost + off ) * ( 1.0 + 1e-6 ) );
}

// Other searches in the same context.
static void search_others( test_route_world* w, test_random* random )
{
	const fw_map map = { .grid = w->grid, .hierarchy = w->hierarchy };
	const fw_query other = test_route_query( w, random );
	fw_result result;
	fw_result_init( &result, NULL );
	if ( test_random_chance( random, 0.5 ) )
	{
		assert_int_equal( fw_search_run( w->search, &map, &other, &result, NULL ), FW_OK );
	}
	else
	{
		// And a search that stays unfinished.
		fw_outcome outcome;
		assert_int_equal( fw_search_begin( w->search, &map, &other, NULL ), FW_OK );
		assert_int_equal( fw_search_step( w->search, 3, &outcome, NULL ), FW_OK );
	}
	fw_result_free( &result );
}

typedef struct counts
{
	int32_t paths, stretches, cuts_of_lines;
} counts;

// All parts on one path, and each on a path of its own.
static void check_stretches( test_route_world* w, const fw_query* query, test_random* random, counts* count )
{
	fw_path path = { 0 };
	const double most = test_random_chance( random, 0.3 ) ? 0.5 : 60.0;
	while ( !fw_route_is_done( w->route ) )
	{
		const int32_t segments = path.count;
		test_route_add( w, test_random_real( random, 1e-14, most ), &path );
		if ( !fw_route_is_done( w->route ) )
		{
			check_left( w, path.length );
		}
		count->stretches++;
		count->cuts_of_lines += path.count == segments;
		if ( test_random_chance( random, 0.3 ) )
		{
			search_others( w, random );
		}
	}
	test_route_check_same( &path, &w->whole.path );
	assert_int_equal( fw_route_next( w->route, w->search, w->hierarchy, 1.0, &path, NULL ), FW_OK );
	test_route_check_same( &path, &w->whole.path );

	const fw_map map = { .grid = w->grid, .hierarchy = w->hierarchy };
	assert_int_equal( fw_search_run( w->search, &map, query, &w->result, NULL ), FW_OK );
	assert_int_equal( fw_search_route( w->search, w->route, &w->result, NULL ), FW_OK );
	double length = 0.0;
	fw_pose at = w->whole.path.start;
	while ( !fw_route_is_done( w->route ) )
	{
		fw_path_clear( &path, ( fw_pose ){ -7.0, 99.0, 1.0 } );
		test_route_add( w, test_random_real( random, 1.0, most + 1.0 ), &path );
		test_check_legal( w->grid, &query->unit, &path );
		test_check_ends( &path, at, fw_route_position( w->route ) );
		at = fw_path_end( &path );
		length += path.length;
	}
	assert_true( fabs( length - w->whole.path.length ) <= 1e-9 * ( 1.0 + length ) );
	assert_true( test_distance_between( at, query->goal ) == 0.0 );
	fw_path_free( &path );
	count->paths++;
}

static void stretches_are_the_path( test_random* random, int32_t rounds, bool large, counts* count )
{
	for ( int32_t round = 0; round < rounds; round++ )
	{
		test_route_world w;
		const fw_hierarchy_def def = test_route_def( random, large );
		test_route_open( &w, test_route_grid( random, large, round % 4 == 0 ), &def );
		assert_int_equal( w.hierarchy->uppers != NULL, large );
		for ( int32_t i = 0; i < 12; i++ )
		{
			fw_query query = test_route_query( &w, random );
			if ( large )
			{
				query.start.x = 2.5 + test_random_int( random, 9 );
				query.goal.x = fw_grid_width( w.grid ) - 2.5 - test_random_int( random, 9 );
			}
			if ( round % 3 == 0 )
			{
				query.start.x += test_random_real( random, -0.4, 0.4 );
				query.goal.y += test_random_real( random, -0.4, 0.4 );
			}
			if ( test_route_plan( &w, &query ) )
			{
				check_stretches( &w, &query, random, count );
			}
		}
		test_route_close( &w );
	}
}

static void stretches_of_two_levels( void** state )
{
	(void)state;
	test_random random = test_random_make( 61 );
	counts count = { 0 };
	stretches_are_the_path( &random, test_rounds( 150 ), false, &count );
	assert_true( count.paths > test_rounds( 300 ) && count.stretches > test_rounds( 1000 ) &&
	             count.cuts_of_lines > test_rounds( 20 ) );
}

static void stretches_of_three_levels( void** state )
{
	(void)state;
	test_random random = test_random_make( 62 );
	counts count = { 0 };
	stretches_are_the_path( &random, test_rounds( 16 ), true, &count );
	assert_true( count.paths > test_rounds( 60 ) && count.stretches > test_rounds( 1500 ) &&
	             count.cuts_of_lines > test_rounds( 50 ) );
}

// A search in slices is not disturbed by refinement between the slices.
static void stretches_between_the_slices_of_a_search( void** state )
{
	(void)state;
	test_random random = test_random_make( 63 );
	test_route_world w;
	fw_hierarchy_def def = fw_default_hierarchy_def();
	def.cluster = 5;
	def.levels = 3;
	test_route_open( &w, test_random_town( &random, 300, 200, 250, 10 ), &def );
	const fw_map map = { .grid = w.grid, .hierarchy = w.hierarchy };
	int32_t compared = 0;
	for ( int32_t round = 0; round < 30; round++ )
	{
		const fw_query query = test_route_query( &w, &random );
		const fw_query other = test_route_query( &w, &random );
		if ( !test_route_plan( &w, &query ) )
		{
			continue;
		}
		fw_path path = { 0 };
		fw_outcome outcome = FW_RUNNING;
		assert_int_equal( fw_search_begin( w.search, &map, &other, NULL ), FW_OK );
		while ( outcome == FW_RUNNING )
		{
			assert_int_equal( fw_search_step( w.search, 2, &outcome, NULL ), FW_OK );
			test_route_add( &w, 5.0, &path );
		}
		test_route_add( &w, INFINITY, &path );
		test_route_check_same( &path, &w.whole.path );
		assert_int_equal( fw_search_result( w.search, &w.result ), FW_OK );
		assert_int_equal( fw_search_run( w.whole_search, &map, &other, &w.whole, NULL ), FW_OK );
		assert_int_equal( w.result.outcome, w.whole.outcome );
		test_route_check_same( &w.result.path, &w.whole.path );
		compared += w.result.outcome == FW_FOUND;
		fw_path_free( &path );
	}
	assert_true( compared > 15 );
	test_route_close( &w );
}

// A path that a pass has changed, or of another origin, is continued from its end.
static void paths_of_others( void** state )
{
	(void)state;
	test_random random = test_random_make( 66 );
	test_route_world w;
	fw_hierarchy_def def = fw_default_hierarchy_def();
	def.cluster = 8;
	test_route_open( &w, test_random_town( &random, 120, 120, 60, 8 ), &def );
	int32_t joined = 0;
	for ( int32_t round = 0; round < 40; round++ )
	{
		const fw_query query = test_route_query( &w, &random );
		if ( !test_route_plan( &w, &query ) || w.whole.length < 20.0 )
		{
			continue;
		}
		fw_path path = { 0 };
		test_route_add( &w, 5.0, &path );
		// One line to the position instead of the path there.
		const fw_pose place = fw_route_position( w.route );
		fw_path_clear( &path, query.start );
		test_line_to( &path, place.x, place.y, FW_GEAR_FORWARD );
		while ( !fw_route_is_done( w.route ) )
		{
			test_route_add( &w, 5.0, &path );
		}
		assert_true( test_distance_between( fw_path_end( &path ), query.goal ) == 0.0 );
		// And one that ends elsewhere.
		assert_true( test_route_plan( &w, &query ) );
		assert_int_equal( fw_route_next( w.route, w.search, w.hierarchy, 5.0, &path, NULL ), FW_ERR_ARGUMENT );
		// A line back over the position.
		fw_path_clear( &path, ( fw_pose ){ query.start.x + 3.0, query.start.y, 0.0 } );
		test_line_to( &path, query.start.x, query.start.y, FW_GEAR_REVERSE );
		test_route_add( &w, INFINITY, &path );
		assert_int_equal( path.count, w.whole.path.count + 1 );
		joined++;
		fw_path_free( &path );
	}
	assert_true( joined > 10 );
	test_route_close( &w );
}

static void misuse( void** state )
{
	(void)state;
	test_route_world w;
	test_route_world other;
	fw_hierarchy_def def = fw_default_hierarchy_def();
	def.cluster = 8;
	test_route_open( &w, test_field( 60, 40 ), &def );
	def.sizes[0] = 2;
	test_route_open( &other, test_field( 60, 40 ), &def );
	const fw_map map = { .grid = w.grid, .hierarchy = w.hierarchy };
	fw_query query = test_hierarchy_query( "haastar-high", TEST_LAND, 1, 1, 3, 50, 30 );
	fw_path path = { 0 };

	assert_int_equal( fw_route_create( NULL, NULL ), FW_ERR_ARGUMENT );
	fw_route_destroy( NULL );
	assert_true( fw_route_is_done( w.route ) && fw_route_left( w.route ) == 0.0 );
	assert_int_equal( fw_route_next( w.route, w.search, w.hierarchy, 1.0, &path, NULL ), FW_ERR_STATE );
	assert_int_equal( fw_search_route( w.search, w.route, &w.result, NULL ), FW_ERR_STATE );
	assert_int_equal( fw_search_run( w.search, &map, &query, &w.whole, NULL ), FW_OK );
	assert_int_equal( fw_search_route( NULL, w.route, &w.result, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_search_route( w.search, NULL, &w.result, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_search_route( w.search, w.route, NULL, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_search_route( w.search, w.route, &w.result, NULL ), FW_OK );

	assert_int_equal( fw_route_next( NULL, w.search, w.hierarchy, 1.0, &path, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_route_next( w.route, NULL, w.hierarchy, 1.0, &path, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_route_next( w.route, w.search, NULL, 1.0, &path, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_route_next( w.route, w.search, w.hierarchy, 1.0, NULL, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_route_next( w.route, w.search, w.hierarchy, 0.0, &path, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_route_next( w.route, w.search, w.hierarchy, -1.0, &path, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_route_next( w.route, w.search, w.hierarchy, (double)NAN, &path, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_route_next( w.route, w.search, other.hierarchy, 1.0, &path, NULL ), FW_ERR_MISMATCH );
	// The same grid with other clusters, and for other units.
	fw_hierarchy* unlike = NULL;
	def.sizes[0] = 1;
	def.cluster = 9;
	assert_int_equal( fw_hierarchy_create( w.grid, &def, &unlike, NULL ), FW_OK );
	assert_int_equal( fw_route_next( w.route, w.search, unlike, 1.0, &path, NULL ), FW_ERR_MISMATCH );
	fw_hierarchy_destroy( unlike );
	def.cluster = 8;
	def.sizes[0] = 3;
	assert_int_equal( fw_hierarchy_create( w.grid, &def, &unlike, NULL ), FW_OK );
	assert_int_equal( fw_route_next( w.route, w.search, unlike, 1.0, &path, NULL ), FW_ERR_MISMATCH );
	fw_hierarchy_destroy( unlike );
	assert_int_equal( path.count, 0 );
	// A context that has never searched provides its scratch memory as well.
	fw_search* fresh = NULL;
	assert_int_equal( fw_search_create( NULL, &fresh ), FW_OK );
	assert_int_equal( fw_route_next( w.route, fresh, w.hierarchy, INFINITY, &path, NULL ), FW_OK );
	test_route_check_same( &path, &w.whole.path );
	fw_search_destroy( fresh );

	// Other methods give no route, and the route stays as it was.
	fw_space_def space_def = fw_default_space_def();
	space_def.size = 1;
	space_def.capabilities = TEST_LAND;
	fw_space* space = NULL;
	assert_int_equal( fw_space_create( w.grid, &space_def, &space, NULL ), FW_OK );
	const fw_map tiles = { .grid = w.grid, .space = space };
	query.method = "jps";
	assert_int_equal( fw_search_run( w.search, &tiles, &query, &w.result, NULL ), FW_OK );
	assert_int_equal( fw_search_route( w.search, w.route, &w.result, NULL ), FW_ERR_UNSUPPORTED );
	assert_true( test_distance_between( fw_route_position( w.route ), query.goal ) == 0.0 );
	fw_space_destroy( space );

	// A search that still runs, or found no path, gives no route.
	query.method = "haastar-high";
	assert_int_equal( fw_search_begin( w.search, &map, &query, NULL ), FW_OK );
	assert_int_equal( fw_search_route( w.search, w.route, &w.result, NULL ), FW_OK );
	assert_int_equal( w.result.outcome, FW_RUNNING );
	assert_int_equal( fw_route_next( w.route, w.search, w.hierarchy, 1.0, &path, NULL ), FW_ERR_STATE );
	fw_path_free( &path );
	test_route_close( &other );
	test_route_close( &w );
}

// A unit that stands at its goal, or a tile beside it.
static void short_routes( void** state )
{
	(void)state;
	test_route_world w;
	fw_hierarchy_def def = fw_default_hierarchy_def();
	def.cluster = 5;
	test_route_open( &w, test_field( 20, 20 ), &def );
	for ( int32_t x = 7; x < 12; x++ )
	{
		for ( int32_t off = 0; off < 2; off++ )
		{
			fw_query query = test_hierarchy_query( "haastar-high", TEST_LAND, 1, 9, 9, x, 10 );
			query.goal.y = off == 0 ? 9.5 : 9.75;
			query.start.x += off * 0.25;
			fw_path path = { 0 };
			assert_true( test_route_plan( &w, &query ) );
			while ( !fw_route_is_done( w.route ) )
			{
				test_route_add( &w, 0.1, &path );
			}
			test_route_check_same( &path, &w.whole.path );
			fw_path_free( &path );
		}
	}
	test_route_close( &w );
}

// A cluster with a single winding path through it, and an open cluster on either side.
static fw_grid* winding( int32_t side )
{
	fw_grid* grid = test_field( 3 * side, side );
	const int32_t last = ( side - 1 ) / 2 * 2;
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ side, 0, side, side }, FW_TERRAIN_OUT, NULL ), FW_OK );
	for ( int32_t y = 0; y <= last; y++ )
	{
		const bool row = y % 2 == 0;
		const int32_t x = row || y % 4 == 3 ? side + 1 : 2 * side - 2;
		assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ x, y, row ? side - 2 : 1, 1 }, FW_TERRAIN_GROUND, NULL ),
		                  FW_OK );
	}
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ side, 0, 1, 1 }, FW_TERRAIN_GROUND, NULL ), FW_OK );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 2 * side - 1, last, 1, 1 }, FW_TERRAIN_GROUND, NULL ), FW_OK );
	return grid;
}

// Such a path is refined in one part, and the remaining length counts it before the path comes there.
static void winding_routes( void** state )
{
	(void)state;
	test_route_world w;
	fw_hierarchy_def def = fw_default_hierarchy_def();
	def.cluster = FW_CLUSTER_MAX;
	const int32_t side = def.cluster;
	test_route_open( &w, winding( side ), &def );
	const fw_query query = test_hierarchy_query( "haastar-high", TEST_LAND, 1, 0, 0, 3 * side - 1, 0 );
	assert_true( test_route_plan( &w, &query ) );
	fw_path path = { 0 };
	double longest = 0.0;
	while ( !fw_route_is_done( w.route ) )
	{
		const double before = path.length;
		assert_int_equal( fw_route_next( w.route, w.search, w.hierarchy, 1.0, &path, NULL ), FW_OK );
		assert_true( fabs( path.length + fw_route_left( w.route ) - w.result.cost ) < 1e-2 );
		longest = fmax( longest, path.length - before );
	}
	assert_true( longest > 400.0 && longest <= 0.5 * side * side );
	test_route_check_same( &path, &w.whole.path );
	fw_path_free( &path );
	test_route_close( &w );
}

// Every allocation fails in turn: the route and the path are as before, and refinement goes on when there is memory.
static void every_allocation_may_fail( void** state )
{
	(void)state;
	test_random random = test_random_make( 67 );
	test_route_world w;
	fw_hierarchy_def def = fw_default_hierarchy_def();
	def.cluster = 5;
	def.levels = 3;
	test_route_open( &w, test_random_town( &random, 300, 100, 150, 8 ), &def );
	assert_int_equal( fw_grid_fill( w.grid, ( fw_rect ){ 0, 0, 6, 6 }, FW_TERRAIN_GROUND, NULL ), FW_OK );
	assert_int_equal( fw_grid_fill( w.grid, ( fw_rect ){ 292, 92, 8, 8 }, FW_TERRAIN_GROUND, NULL ), FW_OK );
	test_route_update( &w );
	const fw_query query = test_hierarchy_query( "haastar-high", TEST_LAND, 1, 2, 2, 297, 97 );
	assert_true( test_route_plan( &w, &query ) );
	for ( int32_t for_good = 0; for_good < 2; for_good++ )
	{
		int64_t n = 0;
		for ( bool failed = true; failed; n++ )
		{
			test_memory memory = test_memory_make();
			const fw_allocator allocator = test_memory_allocator( &memory );
			fw_search* lender = NULL;
			fw_route* route = NULL;
			fw_path path;
			fw_path_init( &path, &allocator );
			failed = false;
			test_memory_fail_in( &memory, n, for_good == 1 );
			for ( bool made = false; !made; )
			{
				const fw_status status = route == NULL    ? fw_route_create( &allocator, &route )
				                         : lender == NULL ? fw_search_create( &allocator, &lender )
				                                          : fw_search_route( w.search, route, &w.result, NULL );
				assert_true( status == FW_OK || status == FW_ERR_MEMORY );
				made = status == FW_OK && lender != NULL && !fw_route_is_done( route );
				if ( status == FW_ERR_MEMORY )
				{
					failed = true;
					test_memory_fail_never( &memory );
				}
			}
			while ( !fw_route_is_done( route ) )
			{
				const uint64_t hash = fw_path_hash( &path );
				const double left = fw_route_left( route );
				const fw_status status = fw_route_next( route, lender, w.hierarchy, 7.0, &path, NULL );
				assert_true( status == FW_OK || status == FW_ERR_MEMORY );
				if ( status == FW_ERR_MEMORY )
				{
					failed = true;
					assert_true( fw_path_hash( &path ) == hash && fw_route_left( route ) == left );
					test_memory_fail_never( &memory );
				}
			}
			test_route_check_same( &path, &w.whole.path );
			assert_int_equal( fw_route_memory( route ) + fw_search_memory( lender ) +
			                      (size_t)path.capacity * sizeof( fw_segment ),
			                  memory.bytes );
			fw_path_free( &path );
			fw_route_destroy( route );
			fw_search_destroy( lender );
			test_memory_check_empty( &memory );
		}
		assert_true( n > 10 );
	}
	test_route_close( &w );
}

static void nothing_is_allocated_once_warm( void** state )
{
	(void)state;
	test_random random = test_random_make( 68 );
	test_route_world w;
	fw_hierarchy_def def = fw_default_hierarchy_def();
	def.cluster = 5;
	def.levels = 3;
	test_route_open( &w, test_random_town( &random, 300, 200, 200, 8 ), &def );
	test_memory memory = test_memory_make();
	const fw_allocator allocator = test_memory_allocator( &memory );
	fw_search* search = NULL;
	fw_route* route = NULL;
	fw_path path;
	fw_result result;
	fw_path_init( &path, &allocator );
	fw_result_init( &result, &allocator );
	assert_int_equal( fw_search_create( &allocator, &search ), FW_OK );
	assert_int_equal( fw_route_create( &allocator, &route ), FW_OK );
	const fw_map map = { .grid = w.grid, .hierarchy = w.hierarchy };
	fw_query queries[8];
	for ( int32_t i = 0; i < 8; i++ )
	{
		queries[i] = test_route_query( &w, &random );
	}
	int64_t warm = 0;
	int32_t found = 0;
	for ( int32_t i = 0; i < 16; i++ )
	{
		warm = i == 8 ? memory.asked : warm;
		fw_outcome outcome = FW_RUNNING;
		assert_int_equal( fw_search_begin( search, &map, &queries[i % 8], NULL ), FW_OK );
		assert_int_equal( fw_search_step( search, INT64_MAX, &outcome, NULL ), FW_OK );
		assert_int_equal( fw_search_route( search, route, &result, NULL ), FW_OK );
		fw_path_clear( &path, queries[i % 8].start );
		while ( !fw_route_is_done( route ) )
		{
			assert_int_equal( fw_route_next( route, search, w.hierarchy, 10.0, &path, NULL ), FW_OK );
		}
		found += outcome == FW_FOUND;
	}
	assert_true( found > 8 && warm > 0 );
	assert_int_equal( memory.asked, warm );
	fw_path_free( &path );
	fw_result_free( &result );
	fw_route_destroy( route );
	fw_search_destroy( search );
	test_memory_check_empty( &memory );
	test_route_close( &w );
}

int run_test_route( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( stretches_of_two_levels ),
	    cmocka_unit_test( stretches_of_three_levels ),
	    cmocka_unit_test( stretches_between_the_slices_of_a_search ),
	    cmocka_unit_test( paths_of_others ),
	    cmocka_unit_test( misuse ),
	    cmocka_unit_test( short_routes ),
	    cmocka_unit_test( winding_routes ),
	    cmocka_unit_test( every_allocation_may_fail ),
	    cmocka_unit_test( nothing_is_allocated_once_warm ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
