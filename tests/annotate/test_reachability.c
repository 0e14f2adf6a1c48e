// SPDX-License-Identifier: MIT
// Reachability: against the tests' own flood fill on random worlds, and its limits.
#include "annotate/parts.h"
#include "annotate/reachability.h"
#include "fairway/search.h"
#include "fairway/space.h"
#include "support_links.h"
#include "support_squares.h"
#include "support_walker.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static fw_reachability* reach_of( const fw_space* space )
{
	fw_reachability_def def = fw_default_reachability_def();
	def.space = space;
	fw_reachability* reach = NULL;
	assert_int_equal( fw_reachability_create( &def, &reach, NULL ), FW_OK );
	return reach;
}

// From one tile to all; those that lead back are one part.
static int64_t check_from( const fw_reachability* reach, const links_walk* problem, int32_t x, int32_t y )
{
	const int32_t width = fw_grid_width( problem->grid );
	const int32_t tiles = width * fw_grid_height( problem->grid );
	double* distances = links_distances( problem, x, y );
	int64_t reached = 0;
	for ( int32_t i = 0; i < tiles; i++ )
	{
		const bool leads = fw_reachability_leads( reach, x, y, i % width, i / width );
		if ( leads != isfinite( distances[i] ) )
		{
			test_print_grid( problem->grid, ( fw_rect ){ 0, 0, width, tiles / width } );
			fail_msg( "size %d, (%d, %d) to (%d, %d): %d", (int)problem->size, (int)x, (int)y, (int)( i % width ),
			          (int)( i / width ), leads );
		}
		const bool both = leads && fw_reachability_leads( reach, i % width, i / width, x, y );
		const uint32_t part = fw_reachability_part( reach, x, y );
		assert_int_equal( both, part != 0 && part == fw_reachability_part( reach, i % width, i / width ) );
		reached += leads;
	}
	free( distances );
	return reached;
}

static void parts_lead_where_floods_do( void** state )
{
	(void)state;
	test_random random = test_random_make( 81 );
	int64_t reached = 0;
	int32_t joined = 0;
	for ( int32_t round = 0; round < test_rounds( 400 ); round++ )
	{
		squares s;
		const int32_t size = 1 + test_random_int( &random, 3 );
		const int32_t links = test_random_int( &random, 16 );
		const int32_t one_ways = test_random_int( &random, 14 );
		squares_open( &s, links_random_world( &random, 40, size, links, one_ways, false ), size, LINKS_LAND );
		fw_reachability_def def = fw_default_reachability_def();
		def.clearance = s.clearance;
		def.size = size;
		fw_reachability* measured = NULL;
		assert_int_equal( fw_reachability_create( &def, &measured, NULL ), FW_OK );
		fw_reachability* reach = reach_of( s.space );
		const int32_t width = fw_grid_width( s.grid );
		const int32_t height = fw_grid_height( s.grid );
		const links_walk problem = links_walk_of( s.grid, LINKS_LAND, size, 0.0 );
		for ( int32_t i = 0; i < 6; i++ )
		{
			const int32_t x = test_random_int( &random, width );
			reached += check_from( reach, &problem, x, test_random_int( &random, height ) );
		}
		for ( int32_t i = 0; i < width * height; i++ )
		{
			assert_int_equal( fw_reachability_part( reach, i % width, i / width ),
			                  fw_reachability_part( measured, i % width, i / width ) );
		}
		const fw_reachability_stats stats = fw_reachability_measure( reach );
		joined += stats.joined > 3;
		assert_true( stats.table_bytes == (size_t)( stats.joined * ( ( stats.joined + 63 ) / 64 * 8 ) ) );
		assert_int_equal( reach->size, size );
		assert_int_equal( measured->capabilities, LINKS_LAND );
		fw_reachability_destroy( measured );
		fw_reachability_destroy( reach );
		squares_close( &s );
	}
	assert_true( reached > test_rounds( 100000 ) && joined > test_rounds( 100 ) );
}

static void discs_too( void** state )
{
	(void)state;
	test_random random = test_random_make( 82 );
	for ( int32_t round = 0; round < test_rounds( 150 ); round++ )
	{
		walker w;
		const double radius = round % 2 == 0 ? 0.3 : 0.8;
		walker_open( &w, links_random_world( &random, 40, 2, 8, 10, false ), radius, LINKS_LAND );
		fw_reachability* reach = reach_of( w.space );
		assert_true( reach->radius == radius && reach->size == 0 );
		const links_walk problem = links_walk_of( w.grid, LINKS_LAND, 0, radius );
		for ( int32_t i = 0; i < 6; i++ )
		{
			const int32_t x = test_random_int( &random, fw_grid_width( w.grid ) );
			check_from( reach, &problem, x, test_random_int( &random, fw_grid_height( w.grid ) ) );
		}
		fw_reachability_destroy( reach );
		walker_close( &w );
	}
}

static void parts_of_plain_maps_are_regions( void** state )
{
	(void)state;
	test_random random = test_random_make( 83 );
	for ( int32_t round = 0; round < test_rounds( 60 ); round++ )
	{
		walker w;
		walker_open( &w, test_random_map( &random, 60, 50, 0.4 ), 0.4, LINKS_LAND );
		fw_reachability* reach = reach_of( w.space );
		for ( int32_t i = 0; i < 60 * 50; i++ )
		{
			assert_int_equal( fw_reachability_part( reach, i % 60, i / 60 ) != 0,
			                  fw_space_region( w.space, i % 60, i / 60 ) != 0 );
			const int32_t j = test_random_int( &random, 60 * 50 );
			const uint32_t a = fw_space_region( w.space, i % 60, i / 60 );
			assert_int_equal( fw_reachability_leads( reach, i % 60, i / 60, j % 60, j / 60 ),
			                  a != 0 && a == fw_space_region( w.space, j % 60, j / 60 ) );
		}
		assert_int_equal( fw_reachability_measure( reach ).table_bytes, 0 );
		assert_int_equal( fw_reachability_part( reach, -1, 0 ), 0 );
		assert_int_equal( fw_reachability_part( reach, 60, 0 ), 0 );
		assert_int_equal( fw_reachability_part( reach, 0, 50 ), 0 );
		fw_reachability_destroy( reach );
		walker_close( &w );
	}
}

// Rooms of one tile in rows, with walls between them and a link from each to the next one.
static fw_grid* rooms( int32_t count )
{
	fw_grid* grid = test_field( 201, 2 * ( ( count + 99 ) / 100 ) + 1 );
	for ( int32_t y = 0; y < fw_grid_height( grid ); y++ )
	{
		for ( int32_t x = 0; x < 201; x++ )
		{
			const int32_t room = y / 2 * 100 + x / 2;
			if ( y % 2 == 0 || x % 2 == 0 || room >= count )
			{
				test_block( grid, x, y );
			}
		}
	}
	for ( int32_t i = 0; i + 1 < count && i < FW_LINKS_MAX; i++ )
	{
		links_add( grid, i % 100 * 2 + 1, i / 100 * 2 + 1, ( i + 1 ) % 100 * 2 + 1, ( i + 1 ) / 100 * 2 + 1, 1.0,
		           LINKS_LAND );
	}
	return grid;
}

static void a_thousand_regions_take_a_bit_for_each_two( void** state )
{
	(void)state;
	walker w;
	walker_open( &w, rooms( 1000 ), 0.4, LINKS_LAND );
	fw_reachability* reach = reach_of( w.space );
	const fw_reachability_stats stats = fw_reachability_measure( reach );
	assert_int_equal( stats.parts, 1000 );
	assert_int_equal( stats.joined, 1000 );
	assert_int_equal( stats.table_bytes, 128000 );
	for ( int32_t a = 0; a < 1000; a += 7 )
	{
		for ( int32_t b = 0; b < 1000; b++ )
		{
			assert_int_equal(
			    fw_reachability_leads( reach, a % 100 * 2 + 1, a / 100 * 2 + 1, b % 100 * 2 + 1, b / 100 * 2 + 1 ),
			    a <= b );
		}
	}
	// A link from the last back to the first makes them one part.
	links_add( w.grid, 199, 19, 1, 1, 0.0, FW_CAP_SWAMP );
	assert_false( fw_reachability_is_current( reach ) );
	fw_reachability_destroy( reach );
	fw_reachability_def def = fw_default_reachability_def();
	def.space = w.space;
	assert_int_equal( fw_reachability_create( &def, &reach, NULL ), FW_ERR_STALE );
	assert_int_equal( fw_space_update( w.space ), FW_OK );
	reach = reach_of( w.space );
	assert_int_equal( fw_reachability_measure( reach ).parts, 1 );
	assert_int_equal( fw_reachability_measure( reach ).joined, 0 );
	fw_reachability_destroy( reach );
	walker_close( &w );
}

// In a lane of one-way tiles each tile is a part.
static void large_tables_are_refused( void** state )
{
	(void)state;
	for ( int32_t more = 0; more < 2; more++ )
	{
		walker w;
		walker_open( &w, test_field( FW_REACHABILITY_MAX_PARTS / 8 + more, 8 ), 0.4, LINKS_LAND );
		assert_int_equal( fw_grid_set_exits( w.grid, ( fw_rect ){ 0, 0, 16384, 8 }, FW_EXIT_EAST, NULL ), FW_OK );
		assert_int_equal( fw_space_update( w.space ), FW_OK );
		fw_reachability_def def = fw_default_reachability_def();
		def.space = w.space;
		fw_reachability* reach = NULL;
		assert_int_equal( fw_reachability_create( &def, &reach, NULL ), more == 0 ? FW_OK : FW_ERR_TOO_LARGE );
		assert_true( more == 1 || fw_reachability_measure( reach ).joined == FW_REACHABILITY_MAX_PARTS );
		assert_true( more == 1 ||
		             ( fw_reachability_leads( reach, 0, 3, FW_REACHABILITY_MAX_PARTS / 8 - 1, 3 ) &&
		               !fw_reachability_leads( reach, 1, 3, 0, 3 ) && !fw_reachability_leads( reach, 0, 3, 5, 4 ) ) );
		fw_reachability_destroy( reach );
		walker_close( &w );
	}
	walker w;
	walker_open( &w, test_field( 1025, 1024 ), 0.4, LINKS_LAND );
	assert_int_equal( fw_grid_set_exits( w.grid, ( fw_rect ){ 0, 0, 1025, 1024 }, 0, NULL ), FW_OK );
	assert_int_equal( fw_space_update( w.space ), FW_OK );
	fw_reachability_def def = fw_default_reachability_def();
	def.space = w.space;
	fw_reachability* reach = NULL;
	assert_int_equal( fw_reachability_create( &def, &reach, NULL ), FW_ERR_TOO_LARGE );
	assert_null( reach );
	walker_close( &w );
}

static void the_nearest_tile_is_one_that_is_led_to( void** state )
{
	(void)state;
	test_random random = test_random_make( 84 );
	int32_t off = 0;
	for ( int32_t round = 0; round < test_rounds( 300 ); round++ )
	{
		walker w;
		walker_open( &w, links_random_world( &random, 30, 1, 6, 6, false ), 0.4, LINKS_LAND );
		fw_reachability* reach = reach_of( w.space );
		const int32_t width = fw_grid_width( w.grid );
		const int32_t height = fw_grid_height( w.grid );
		const int32_t x = test_random_int( &random, width );
		const int32_t y = test_random_int( &random, height );
		const fw_vec2 point = test_random_point( &random, -5.0, width + 5.0, height + 5.0 );
		double least = INFINITY;
		for ( int32_t i = 0; i < width * height; i++ )
		{
			const double distance = hypot( i % width + 0.5 - point.x, i / width + 0.5 - point.y );
			least = fw_reachability_leads( reach, x, y, i % width, i / width ) && distance < least ? distance : least;
		}
		int32_t nx = -7;
		int32_t ny = -7;
		assert_int_equal( fw_reachability_nearest( reach, x, y, point, &nx, &ny ), isfinite( least ) );
		assert_true( !isfinite( least ) || ( fw_reachability_leads( reach, x, y, nx, ny ) &&
		                                     fabs( hypot( nx + 0.5 - point.x, ny + 0.5 - point.y ) - least ) < 1e-9 ) );
		off += isfinite( least ) && least > 1.5;
		assert_false( fw_reachability_nearest( reach, x, y, ( fw_vec2 ){ NAN, 0.0 }, &nx, &ny ) );
		fw_reachability_destroy( reach );
		walker_close( &w );
	}
	assert_true( off > test_rounds( 30 ) );
}

static void definitions_are_checked( void** state )
{
	(void)state;
	squares s;
	squares_open( &s, test_field( 10, 10 ), 2, LINKS_LAND );
	fw_reachability* reach = NULL;
	fw_reachability_def def = { 0 };
	assert_int_equal( fw_reachability_create( &def, &reach, NULL ), FW_ERR_DEF );
	def = fw_default_reachability_def();
	assert_int_equal( fw_reachability_create( NULL, &reach, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_reachability_create( &def, NULL, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_reachability_create( &def, &reach, NULL ), FW_ERR_ARGUMENT ); // neither of both
	const int32_t wrong[] = { 0, -1, FW_UNIT_MAX_SIZE + 1 };
	for ( int32_t i = 0; i < 3; i++ )
	{
		def.clearance = s.clearance;
		def.size = wrong[i];
		assert_int_equal( fw_reachability_create( &def, &reach, NULL ), FW_ERR_ARGUMENT );
	}
	def.size = 2;
	fw_clearance_def other = fw_default_clearance_def();
	other.metric = FW_CLEARANCE_BRUSHFIRE;
	fw_clearance* brushfire = NULL;
	assert_int_equal( fw_clearance_create( s.grid, &other, &brushfire, NULL ), FW_OK );
	def.clearance = brushfire;
	assert_int_equal( fw_reachability_create( &def, &reach, NULL ), FW_ERR_ARGUMENT );
	fw_clearance_destroy( brushfire );
	def.clearance = s.clearance;
	def.space = s.space;
	fw_refusal refusal = { 0 };
	assert_int_equal( fw_reachability_create( &def, &reach, &refusal ), FW_ERR_ARGUMENT ); // one of both
	assert_string_equal( refusal.field, "space" );
	assert_string_equal( refusal.other, "clearance" );
	def.space = NULL;
	test_block( s.grid, 4, 4 );
	assert_int_equal( fw_reachability_create( &def, &reach, NULL ), FW_ERR_STALE );
	assert_null( reach );
	fw_reachability_destroy( NULL );
	squares_close( &s );
}

static void memory_may_run_out( void** state )
{
	(void)state;
	test_random random = test_random_make( 85 );
	walker w;
	walker_open( &w, links_random_world( &random, 60, 1, 30, 20, false ), 0.4, LINKS_LAND );
	for ( int32_t for_good = 0; for_good < 2; for_good++ )
	{
		test_memory memory = test_memory_make();
		fw_reachability_def def = fw_default_reachability_def();
		def.allocator = test_memory_allocator( &memory );
		def.space = w.space;
		fw_status status = FW_ERR_MEMORY;
		int64_t n = 0;
		for ( ; status != FW_OK; n++ )
		{
			fw_reachability* reach = NULL;
			test_memory_fail_in( &memory, n, for_good == 1 );
			status = fw_reachability_create( &def, &reach, NULL );
			assert_true( status == FW_OK || status == FW_ERR_MEMORY );
			assert_int_equal( reach != NULL, status == FW_OK );
			assert_true( reach == NULL || fw_reachability_measure( reach ).bytes == memory.bytes );
			fw_reachability_destroy( reach );
			test_memory_check_empty( &memory );
		}
		assert_true( n > 10 );
	}
	walker_close( &w );
}

int run_test_reachability( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( parts_lead_where_floods_do ),
	    cmocka_unit_test( discs_too ),
	    cmocka_unit_test( parts_of_plain_maps_are_regions ),
	    cmocka_unit_test( a_thousand_regions_take_a_bit_for_each_two ),
	    cmocka_unit_test( large_tables_are_refused ),
	    cmocka_unit_test( the_nearest_tile_is_one_that_is_led_to ),
	    cmocka_unit_test( definitions_are_checked ),
	    cmocka_unit_test( memory_may_run_out ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
