// SPDX-License-Identifier: MIT
// The corners visible from a point, against lines of sight to every lattice point.
#include "support_spots.h"
#include "support_walker.h"

#include "annotate/space.h"
#include "search/any_angle/visible_corners.h"

#include <math.h>

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

static bool is_listed( const fw_visible_corners* visible, spot at )
{
	for ( int32_t i = 0; i < visible->count; i++ )
	{
		if ( 2 * visible->corners[i].x == at.x && 2 * visible->corners[i].y == at.y )
		{
			return true;
		}
	}
	return false;
}

static bool may_turn( const fw_layer* tiles, fw_corners corners, spot from, spot at )
{
	fw_cone cones[2];
	const fw_corner corner = { (int16_t)( at.x / 2 ), (int16_t)( at.y / 2 ) };
	return fw_corner_cones( tiles, corners, corner, at.x - from.x, at.y - from.y, cones ) > 0;
}

static bool has_listed_between( const fw_visible_corners* visible, spot from, spot to )
{
	for ( int32_t i = 0; i < visible->count; i++ )
	{
		const spot at = { 2 * visible->corners[i].x, 2 * visible->corners[i].y };
		if ( spots_is_between( from, at, to ) )
		{
			return true;
		}
	}
	return false;
}

// All in one go, wherever they are.
static void list_all( const walker* w, fw_corners corners, spot from, const fw_cone* cone, fw_visible_corners* visible )
{
	const fw_allocator allocator = fw_default_allocator();
	int32_t rows = INT32_MAX;
	visible->reach = ( fw_reach ){ .longer = INFINITY };
	assert_true(
	    fw_visible_corners_list( visible, &allocator, w->space->tiles, corners, from.x, from.y, cone, &rows ) );
	assert_int_equal( visible->view_count, 0 );
	assert_int_equal( visible->beyond_count, 0 );
}

// Are all places of a view's line further from the point and the goal together than the reach?
static bool is_far( const fw_view* view, int32_t side_y, fw_vec2 goal, double sum )
{
	const double x0 = (double)view->lo.x * view->near / view->lo.y;
	const double x1 = (double)view->hi.x * view->near / view->hi.y;
	const double y = view->near * side_y;
	bool far = true;
	for ( int32_t i = 0; i <= 100; i++ )
	{
		const double x = x0 + ( x1 - x0 ) * i / 100;
		far = far && sqrt( x * x + y * y ) + sqrt( ( x - goal.x ) * ( x - goal.x ) + ( y - goal.y ) * ( y - goal.y ) ) >
		                 sum - 1e-9;
	}
	return far;
}

// Row by row, and within a narrow reach that opens later, the same corners come out.
static void check_parts( const walker* w, fw_corners corners, spot from, const fw_cone* cone,
                         const fw_visible_corners* expected )
{
	const fw_allocator allocator = fw_default_allocator();
	fw_visible_corners parts = { 0 };
	fw_view* later = NULL;
	int32_t count = 0, capacity = 0, listed = 0;
	const fw_vec2 goal = { 60.0 * cone->side_x, 40.0 * cone->side_y };
	const double longer = 3.0;
	const double sum = sqrt( goal.x * goal.x + goal.y * goal.y ) + longer;
	parts.reach = ( fw_reach ){ .goal = goal, .longer = longer };
	bool begins = true;
	while ( begins || parts.view_count > 0 || count > 0 )
	{
		if ( !begins && parts.view_count == 0 )
		{
			parts.reach = ( fw_reach ){ .longer = INFINITY };
			assert_true( FW_PUSH( &allocator, &parts.views, &parts.view_count, &parts.view_capacity, later[--count] ) );
		}
		begins = false;
		int32_t rows = 1 + listed % 3;
		assert_true(
		    fw_visible_corners_list( &parts, &allocator, w->space->tiles, corners, from.x, from.y, cone, &rows ) );
		assert_true( rows >= 0 );
		for ( int32_t i = 0; i < parts.count; i++, listed++ )
		{
			assert_true( is_listed( expected, ( spot ){ 2 * parts.corners[i].x, 2 * parts.corners[i].y } ) );
		}
		for ( int32_t i = 0; i < parts.beyond_count; i++ )
		{
			assert_true( is_far( &parts.beyond[i], cone->side_y, goal, sum ) );
			assert_true( FW_PUSH( &allocator, &later, &count, &capacity, parts.beyond[i] ) );
		}
	}
	assert_int_equal( listed, expected->count );
	fw_holdings freed = { .allocator = &allocator };
	FW_HOLD( &freed, later, capacity );
	fw_visible_corners_hold( &freed, &parts );
}

// All corners listed for the cones are visible, inside one of them and useful; all other such corners lie behind a
// listed one on the same line.
static void check_cones( const walker* w, fw_corners corners, spot from, const fw_cone* cones, int32_t count,
                         fw_visible_corners* visible )
{
	const fw_layer* tiles = w->space->tiles;
	const fw_allocator allocator = fw_default_allocator();
	fw_visible_corners all = { 0 };
	for ( int32_t i = 0; i < count; i++ )
	{
		list_all( w, corners, from, &cones[i], visible );
		for ( int32_t k = 0; k < visible->count; k++ )
		{
			const fw_corner corner = visible->corners[k];
			assert_true( fw_cone_holds( &cones[i], 2 * corner.x - from.x, 2 * corner.y - from.y ) );
			assert_true( FW_PUSH( &allocator, &all.corners, &all.count, &all.capacity, corner ) );
		}
		check_parts( w, corners, from, &cones[i], visible );
	}
	for ( int32_t y = 0; y <= 2 * fw_grid_height( w->grid ); y += 2 )
	{
		for ( int32_t x = 0; x <= 2 * fw_grid_width( w->grid ); x += 2 )
		{
			const spot at = { x, y };
			bool is_in = false;
			for ( int32_t i = 0; i < count; i++ )
			{
				is_in = is_in || fw_cone_holds( &cones[i], x - from.x, y - from.y );
			}
			is_in = is_in && ( x != from.x || y != from.y ) && may_turn( tiles, corners, from, at ) &&
			        spots_see( w->grid, corners, from, at );
			if ( is_in ? !is_listed( &all, at ) && !has_listed_between( &all, from, at ) : is_listed( &all, at ) )
			{
				test_print_grid( w->grid, ( fw_rect ){ 0, 0, fw_grid_width( w->grid ), fw_grid_height( w->grid ) } );
				fail_msg( "from (%g, %g): (%g, %g) is %s", from.x / 2.0, from.y / 2.0, x / 2.0, y / 2.0,
				          is_in ? "missing" : "listed" );
			}
		}
	}
	fw_visible_corners_hold( &( fw_holdings ){ .allocator = &allocator }, &all );
}

static void lists_the_visible_corners( void** state )
{
	(void)state;
	test_random random = test_random_make( 99 );
	const fw_cone around[4] = {
	    { -1, -1, 0, 1, 1, 0 }, { 1, -1, 0, 1, 1, 0 }, { -1, 1, 0, 1, 1, 0 }, { 1, 1, 0, 1, 1, 0 } };
	fw_visible_corners visible = { 0 };
	int32_t turns = 0;
	for ( int32_t round = 0; round < 90; round++ )
	{
		const int32_t width = 1 + test_random_int( &random, round % 3 == 0 ? 300 : 40 );
		const int32_t height = 1 + test_random_int( &random, round % 3 == 1 ? 150 : 20 );
		walker w;
		walker_open( &w, test_random_map( &random, width, height, test_random_real( &random, 0.0, 0.2 ) ), 0.0,
		             FW_CAP_GROUND );
		const fw_layer* tiles = w.space->tiles;
		for ( int32_t i = 0; i < 8 && spots_has_free_tile( w.grid ); i++ )
		{
			const fw_corners corners = i % 2 == 0 ? FW_CORNERS_CLOSED : FW_CORNERS_OPEN;
			spot from = spots_random( &random, w.grid, (fw_anchor)( i / 2 % 2 ) );
			check_cones( &w, corners, from, around, 4, &visible );
			// Along a taut path, over the last corner that was listed.
			for ( int32_t k = 0; k < 4 && visible.count > 0; k++ )
			{
				fw_cone cones[2];
				const fw_corner last = visible.corners[visible.count - 1];
				const spot at = { 2 * last.x, 2 * last.y };
				const int32_t count = fw_corner_cones( tiles, corners, last, at.x - from.x, at.y - from.y, cones );
				assert_true( count > 0 );
				check_cones( &w, corners, at, cones, count, &visible );
				from = at;
				turns++;
			}
		}
		walker_close( &w );
	}
	assert_true( turns > 500 );
	const fw_allocator allocator = fw_default_allocator();
	fw_visible_corners_hold( &( fw_holdings ){ .allocator = &allocator }, &visible );
}

// A wall of every length, to both sides: its end is found along its edge, and nothing beyond.
static void finds_the_end_of_a_wall( void** state )
{
	(void)state;
	const int32_t width = 200;
	const fw_allocator allocator = fw_default_allocator();
	fw_visible_corners visible = { 0 };
	for ( int32_t length = 1; length < width; length++ )
	{
		for ( int32_t side = -1; side <= 1; side += 2 )
		{
			fw_grid* grid = test_field( width, 3 );
			const int32_t end = side > 0 ? length : width - length;
			const fw_rect wall = { side > 0 ? 0 : end, 0, length, 1 };
			assert_int_equal( fw_grid_fill( grid, wall, FW_TERRAIN_OUT, NULL ), FW_OK );
			walker w;
			walker_open( &w, grid, 0.0, FW_CAP_GROUND );
			const fw_cone cone = { side, 1, 0, 1, 1, 0 };
			const int32_t from = side > 0 ? 0 : 2 * width;
			list_all( &w, FW_CORNERS_CLOSED, ( spot ){ from, 2 }, &cone, &visible );
			assert_int_equal( visible.count, 1 );
			assert_true( visible.corners[0].x == end && visible.corners[0].y == 1 );
			walker_close( &w );
		}
	}
	fw_visible_corners_hold( &( fw_holdings ){ .allocator = &allocator }, &visible );
}

int run_test_visible_corners( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( lists_the_visible_corners ),
	    cmocka_unit_test( finds_the_end_of_a_wall ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
