// SPDX-License-Identifier: MIT
// Links and one-way tiles as parts of a map: their limits and order, their memory, and the objects that an edit of them
// makes stale.
#include "annotate/clearance.h"
#include "annotate/space.h"
#include "fairway/space.h"
#include "grid/grid.h"
#include "support_links.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static void links_have_limits( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 70, 9 );
	const uint64_t revision = fw_grid_revision( grid );
	const fw_link good = { 0, 0, 69, 8, FW_LINK_COST_MAX, 1 };
	const fw_link wrong[] = {
	    { -1, 0, 3, 3, 1.0, 1 }, { 0, 9, 3, 3, 1.0, 1 },      { 0, 0, 70, 3, 1.0, 1 },
	    { 0, 0, 3, -1, 1.0, 1 }, { 3, 3, 3, 3, 1.0, 1 },      { 0, 0, 3, 3, -0.001, 1 },
	    { 0, 0, 3, 3, NAN, 1 },  { 0, 0, 3, 3, INFINITY, 1 }, { 0, 0, 3, 3, FW_LINK_COST_MAX * 1.001, 1 },
	};
	for ( size_t i = 0; i < sizeof( wrong ) / sizeof( wrong[0] ); i++ )
	{
		assert_int_equal( fw_grid_add_link( grid, &wrong[i], NULL ), FW_ERR_ARGUMENT );
	}
	assert_int_equal( fw_grid_add_link( NULL, &good, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_grid_add_link( grid, NULL, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_grid_link_count( grid ), 0 );
	assert_true( fw_grid_revision( grid ) == revision );
	for ( int32_t i = 0; i < FW_LINKS_MAX; i++ )
	{
		assert_int_equal( fw_grid_add_link( grid, &good, NULL ), FW_OK );
	}
	assert_int_equal( fw_grid_add_link( grid, &good, NULL ), FW_ERR_TOO_LARGE );
	assert_int_equal( fw_grid_link_count( grid ), FW_LINKS_MAX );
	assert_int_equal( fw_grid_remove_link( grid, FW_LINKS_MAX ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_grid_remove_link( grid, -1 ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_grid_remove_link( NULL, 0 ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_grid_remove_link( grid, 7 ), FW_OK );
	assert_int_equal( fw_grid_link_count( grid ), FW_LINKS_MAX - 1 );
	assert_int_equal( fw_grid_remove_links( grid, 0, 0, 69, 7, NULL ), FW_ERR_UNKNOWN );
	assert_int_equal( fw_grid_remove_links( grid, 0, 0, 70, 7, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_grid_remove_links( grid, 0, 0, 69, 8, NULL ), FW_OK );
	assert_int_equal( fw_grid_link_count( grid ), 0 );
	assert_null( fw_grid_link_at( grid, 0 ) );
	assert_null( fw_grid_link_at( grid, -1 ) );
	fw_grid_destroy( grid );
}

static bool in_order( const fw_link* a, const fw_link* b )
{
	const double keys[2][6] = {
	    { a->from_y, a->from_x, a->to_y, a->to_x, a->cost, a->capabilities },
	    { b->from_y, b->from_x, b->to_y, b->to_x, b->cost, b->capabilities },
	};
	int32_t i = 0;
	while ( i < 5 && keys[0][i] == keys[1][i] )
	{
		i++;
	}
	return keys[0][i] <= keys[1][i];
}

// Compared with a plain list, in any order.
static void links_are_a_sorted_list( void** state )
{
	(void)state;
	test_random random = test_random_make( 61 );
	fw_grid* grid = test_field( 6, 5 );
	fw_link list[400];
	int32_t count = 0;
	for ( int32_t round = 0; round < 3000; round++ )
	{
		fw_link link = { .from_x = test_random_int( &random, 6 ) };
		link.from_y = test_random_int( &random, 5 );
		link.to_x = test_random_int( &random, 3 );
		link.to_y = test_random_int( &random, 2 );
		link.cost = test_random_int( &random, 4 );
		link.capabilities = (uint32_t)test_random_int( &random, 4 );
		const uint64_t revision = fw_grid_revision( grid );
		if ( count < 400 && fw_grid_add_link( grid, &link, NULL ) == FW_OK )
		{
			list[count++] = link;
			fw_rect dirty;
			assert_true( fw_grid_dirty( grid, revision, &dirty ) );
			assert_true( dirty.x == link.from_x && dirty.y == link.from_y && dirty.width == 1 && dirty.height == 1 );
		}
		const fw_link* best = NULL;
		int32_t left = 0;
		const bool removes = test_random_chance( &random, 0.2 );
		for ( int32_t i = 0; i < count; i++ )
		{
			const bool same = list[i].from_x == link.from_x && list[i].from_y == link.from_y &&
			                  list[i].to_x == link.to_x && list[i].to_y == link.to_y;
			const bool usable = same && ( list[i].capabilities & 2u ) != 0;
			best = usable && ( best == NULL || list[i].cost < best->cost ) ? &list[i] : best;
		}
		const fw_link* found = fw_grid_link_find( grid, link.from_x, link.from_y, link.to_x, link.to_y, 2 );
		assert_int_equal( found != NULL, best != NULL );
		assert_true( found == NULL || ( found->cost == best->cost && ( found->capabilities & 2u ) != 0 ) );
		for ( int32_t i = 0; i < count; i++ )
		{
			const bool same = list[i].from_x == link.from_x && list[i].from_y == link.from_y &&
			                  list[i].to_x == link.to_x && list[i].to_y == link.to_y;
			list[left] = list[i];
			left += removes && same ? 0 : 1;
		}
		if ( removes )
		{
			assert_int_equal( fw_grid_remove_links( grid, link.from_x, link.from_y, link.to_x, link.to_y, NULL ),
			                  left < count ? FW_OK : FW_ERR_UNKNOWN );
		}
		count = left;
		assert_int_equal( fw_grid_link_count( grid ), count );
		for ( int32_t i = 1; i < count; i++ )
		{
			assert_true( in_order( fw_grid_link_at( grid, i - 1 ), fw_grid_link_at( grid, i ) ) );
		}
	}
	assert_true( count > 20 );
	fw_grid_destroy( grid );
}

static void exits_are_a_byte_a_tile_where_there_are_some( void** state )
{
	(void)state;
	test_memory memory = test_memory_make();
	fw_grid_def def = fw_default_grid_def();
	def.allocator = test_memory_allocator( &memory );
	def.width = 50;
	def.height = 20;
	fw_grid* grid = NULL;
	assert_int_equal( fw_grid_create( &def, &grid, NULL ), FW_OK );
	const size_t bytes = fw_grid_memory( grid );
	const uint64_t revision = fw_grid_revision( grid );
	const fw_rect all = { -5, -5, 1000, 1000 };
	assert_int_equal( fw_grid_set_exits( grid, all, FW_EXIT_ALL, NULL ), FW_OK );
	assert_true( fw_grid_memory( grid ) == bytes && fw_grid_revision( grid ) == revision );
	assert_int_equal( fw_grid_exits( grid, 3, 3 ), FW_EXIT_ALL );
	assert_int_equal( fw_grid_exits( grid, -1, 3 ), 0 );
	assert_int_equal( fw_grid_set_exits( grid, all, 256, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_grid_set_exits( grid, ( fw_rect ){ 0, 0, -1, 2 }, 1, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_grid_set_exits( NULL, all, 1, NULL ), FW_ERR_ARGUMENT );
	test_memory_fail_in( &memory, 0, true );
	assert_int_equal( fw_grid_set_exits( grid, all, FW_EXIT_EAST, NULL ), FW_ERR_MEMORY );
	const fw_link link = { 0, 0, 1, 1, 1.0, 1 };
	assert_int_equal( fw_grid_add_link( grid, &link, NULL ), FW_ERR_MEMORY );
	assert_true( fw_grid_memory( grid ) == bytes && fw_grid_revision( grid ) == revision );
	assert_true( fw_grid_is_plain( grid, UINT32_MAX ) );
	test_memory_fail_never( &memory );

	assert_int_equal( fw_grid_set_exits( grid, ( fw_rect ){ 40, 15, 20, 2 }, FW_EXIT_EAST, NULL ), FW_OK );
	assert_int_equal( fw_grid_one_way_count( grid ), 20 );
	assert_int_equal( fw_grid_memory( grid ), bytes + 1000 );
	assert_int_equal( memory.bytes, bytes + 1000 );
	assert_int_equal( fw_grid_exits( grid, 40, 16 ), FW_EXIT_EAST );
	assert_int_equal( fw_grid_exits( grid, 40, 17 ), FW_EXIT_ALL );
	fw_rect dirty;
	assert_true( fw_grid_dirty( grid, revision, &dirty ) );
	assert_true( dirty.x == 40 && dirty.y == 15 && dirty.width == 10 && dirty.height == 2 );
	assert_false( fw_grid_is_plain( grid, 0 ) );
	assert_int_equal( fw_grid_set_exits( grid, ( fw_rect ){ 41, 15, 3, 9 }, 0, NULL ), FW_OK );
	assert_int_equal( fw_grid_one_way_count( grid ), 20 + 9 );
	assert_int_equal( fw_grid_set_exits( grid, all, FW_EXIT_ALL, NULL ), FW_OK );
	assert_int_equal( fw_grid_one_way_count( grid ), 0 );
	assert_int_equal( fw_grid_memory( grid ), bytes );
	assert_true( fw_grid_is_plain( grid, 0 ) );
	assert_int_equal( fw_grid_set_exits( grid, all, FW_EXIT_WEST, NULL ), FW_OK );
	assert_int_equal( fw_grid_add_link( grid, &link, NULL ), FW_OK );
	assert_int_equal( fw_grid_memory( grid ), memory.bytes );
	fw_grid_destroy( grid );
	test_memory_check_empty( &memory );
}

static void plain_is_a_matter_of_capabilities( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 5, 5 );
	links_add( grid, 0, 0, 3, 3, 0.0, 0 );
	assert_true( fw_grid_is_plain( grid, UINT32_MAX ) );
	links_add( grid, 0, 0, 3, 3, 0.0, FW_CAP_WATER | FW_CAP_TREES );
	assert_true( fw_grid_is_plain( grid, FW_CAP_GROUND ) );
	assert_false( fw_grid_is_plain( grid, FW_CAP_GROUND | FW_CAP_TREES ) );
	assert_null( fw_grid_link_find( grid, 0, 0, 3, 3, FW_CAP_GROUND ) );
	assert_non_null( fw_grid_link_find( grid, 0, 0, 3, 3, FW_CAP_TREES ) );
	assert_null( fw_grid_link_find( grid, 3, 3, 0, 0, FW_CAP_TREES ) );
	fw_grid_destroy( grid );
}

static void edits_make_stale( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 30, 30 );
	const fw_space_def space_def = fw_default_space_def();
	const fw_clearance_def clearance_def = fw_default_clearance_def();
	fw_space* space = NULL;
	fw_clearance* clearance = NULL;
	assert_int_equal( fw_space_create( grid, &space_def, &space, NULL ), FW_OK );
	assert_int_equal( fw_clearance_create( grid, &clearance_def, &clearance, NULL ), FW_OK );
	for ( int32_t edit = 0; edit < 4; edit++ )
	{
		if ( edit == 0 )
		{
			links_add( grid, 1, 2, 20, 20, 3.0, 1 );
		}
		assert_int_equal( edit == 1   ? fw_grid_set_exits( grid, ( fw_rect ){ 3, 3, 2, 2 }, FW_EXIT_EAST, NULL )
		                  : edit == 2 ? fw_grid_remove_link( grid, 0 )
		                  : edit == 3 ? fw_grid_set_exits( grid, ( fw_rect ){ 3, 3, 2, 2 }, FW_EXIT_ALL, NULL )
		                              : FW_OK,
		                  FW_OK );
		assert_false( fw_space_is_current( space ) );
		assert_false( fw_clearance_is_current( clearance ) );
		assert_int_equal( fw_space_update( space ), FW_OK );
		assert_int_equal( fw_clearance_update( clearance ), FW_OK );
		assert_true( fw_space_is_current( space ) && fw_clearance_is_current( clearance ) );
	}
	fw_clearance_destroy( clearance );
	fw_space_destroy( space );
	fw_grid_destroy( grid );
}

// A straight line is allowed exactly if the validator allows it.
static void lines_are_judged_as_the_validator_does( void** state )
{
	(void)state;
	test_random random = test_random_make( 62 );
	int32_t allowed = 0;
	int32_t forbidden = 0;
	for ( int32_t round = 0; round < test_rounds( 400 ); round++ )
	{
		fw_grid* grid = test_field( 24, 20 );
		for ( int32_t i = 0; i < 30; i++ )
		{
			const fw_rect rect = test_random_place( &random, 24, 20, 2, 2 );
			assert_int_equal( fw_grid_set_exits( grid, rect, (uint32_t)test_random_int( &random, 256 ), NULL ), FW_OK );
		}
		for ( int32_t i = 0; i < 30; i++ )
		{
			fw_unit unit = test_unit( 0.0, 0.0 );
			unit.size = test_random_int( &random, 4 );
			const int32_t far = unit.size > 0 ? unit.size : 1;
			const bool centers = test_random_chance( &random, 0.7 );
			// At the distance of rounding to single precision.
			const double off = test_random_chance( &random, 0.4 ) ? 1e-7 : 0.0;
			fw_vec2 ends[2];
			for ( int32_t e = 0; e < 2; e++ )
			{
				ends[e].x = test_random_real( &random, 0.5, 24.4 - far );
				ends[e].y = test_random_real( &random, 0.5, 20.4 - far );
				ends[e].x = centers ? floor( ends[e].x ) + 0.5 + test_random_real( &random, -off, off ) : ends[e].x;
				ends[e].y = centers ? floor( ends[e].y ) + 0.5 + test_random_real( &random, -off, off ) : ends[e].y;
			}
			fw_path path;
			fw_path_init( &path, NULL );
			fw_path_clear( &path, ( fw_pose ){ ends[0].x, ends[0].y, 0.0 } );
			assert_int_equal( fw_path_append_line( &path, ends[1], FW_GEAR_FORWARD ), FW_OK );
			int32_t count = 0;
			fw_violation found;
			const fw_status status = fw_validate( grid, &unit, &path, NULL, &found, 1, &count, NULL );
			assert_int_equal( status, FW_OK );
			assert_true( count == 0 || ( count == 1 && found.kind == FW_VIOLATION_ONE_WAY && found.amount >= 1.0 ) );
			if ( fw_exits_allow( grid, unit.size, ends[0], ends[1] ) != ( count == 0 ) )
			{
				fail_msg( "size %d from (%.17g, %.17g) to (%.17g, %.17g): %d violations", (int)unit.size, ends[0].x,
				          ends[0].y, ends[1].x, ends[1].y, (int)count );
			}
			allowed += count == 0;
			forbidden += count > 0;
			fw_path_free( &path );
		}
		fw_grid_destroy( grid );
	}
	assert_true( allowed > test_rounds( 1000 ) && forbidden > test_rounds( 1000 ) );
}

int run_test_links_map( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( links_have_limits ),
	    cmocka_unit_test( links_are_a_sorted_list ),
	    cmocka_unit_test( exits_are_a_byte_a_tile_where_there_are_some ),
	    cmocka_unit_test( plain_is_a_matter_of_capabilities ),
	    cmocka_unit_test( edits_make_stale ),
	    cmocka_unit_test( lines_are_judged_as_the_validator_does ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
