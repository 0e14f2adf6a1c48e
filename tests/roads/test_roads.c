// SPDX-License-Identifier: MIT
// Roads: copies of maps on which only roads are open, room for turns, cones beside roads and down their middle,
// waypoints that stay.
#include "oracle.h"
#include "roads/roads.h"
#include "support.h"
#include "support_roads.h"

#include "fairway/grid.h"
#include "fairway/roads.h"
#include "fairway/smooth.h"
#include "fairway/space.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void line_to( fw_path* path, double x, double y )
{
	test_line_to( path, x, y, FW_GEAR_FORWARD );
}

// The deepest overlap of a disc that drives east along y = 0, north by an arc at the corner (0, 0), and on along x = 0,
// with the tiles beside both roads from `tiles` tiles off the corner on. Measured sample by sample and tile by tile.
static double corner_depth( double radius, double turning, int32_t tiles )
{
	const int32_t side = 2 * (int32_t)ceil( turning ) + 12;
	const int32_t at = side / 2;
	fw_grid* grid = test_field( side, side );
	for ( int32_t i = 0; i < side; i++ )
	{
		for ( int32_t beside = -1; beside <= 1; beside += 2 )
		{
			if ( at - i >= tiles )
			{
				test_block( grid, i, at + beside );
			}
			if ( at - i >= tiles )
			{
				test_block( grid, at + beside, i );
			}
		}
	}
	const double middle = at + 0.5;
	const fw_segment arc =
	    fw_segment_arc( ( fw_vec2 ){ middle - turning, middle }, 0.0, turning, -0.5 * FW_PI, FW_GEAR_FORWARD );
	double depth = oracle_swept_depth( grid, FW_CAP_GROUND, radius, &arc, 0.002 );
	const fw_segment before = fw_segment_line( ( fw_vec2 ){ 2.0, middle }, arc.from, FW_GEAR_FORWARD );
	const fw_segment after = fw_segment_line( arc.to, ( fw_vec2 ){ middle, 2.0 }, FW_GEAR_FORWARD );
	depth = fmax( depth, oracle_swept_depth( grid, FW_CAP_GROUND, radius, &before, 0.01 ) );
	depth = fmax( depth, oracle_swept_depth( grid, FW_CAP_GROUND, radius, &after, 0.01 ) );
	fw_grid_destroy( grid );
	return depth;
}

// Fewer tiles than stated are not enough, and more are not needed.
static void test_turn_tiles( void** state )
{
	(void)state;
	test_random random = test_random_make( 4 );
	int32_t seen[8] = { 0 };
	for ( int32_t round = 0; round < 120; round++ )
	{
		fw_unit unit = fw_default_unit();
		unit.radius = test_random_real( &random, 0.05, 0.5 );
		unit.turning_radius = test_random_real( &random, 0.5, 6.0 );
		const int32_t tiles = fw_roads_turn_tiles( &unit );
		assert_true( corner_depth( unit.radius, unit.turning_radius, tiles ) < 1e-3 );
		// With one tile less the overlap is large.
		const double exact =
		    unit.turning_radius + 0.5 -
		    sqrt( fmax( 0.0, ( 0.5 - unit.radius ) * ( 2.0 * unit.turning_radius - unit.radius - 0.5 ) ) );
		if ( tiles > 1 && exact - floor( exact ) > 0.05 )
		{
			assert_true( corner_depth( unit.radius, unit.turning_radius, tiles - 1 ) > 1e-4 );
		}
		seen[tiles]++;
	}
	assert_true( seen[1] > 0 && seen[2] > 0 && seen[5] > 0 );
	fw_unit unit = fw_default_unit();
	unit.turning_radius = 2.0;
	assert_int_equal( fw_roads_turn_tiles( &unit ), 2 ); // as in figure 16
	unit.turning_radius = 0.0;
	assert_int_equal( fw_roads_turn_tiles( &unit ), 1 );
	unit.radius = 2.0;
	unit.turning_radius = 3.0;
	assert_int_equal( fw_roads_turn_tiles( &unit ), 4 );
}

static void check_view( const fw_grid* grid, uint32_t terrains, const fw_grid* view )
{
	for ( int32_t y = -1; y <= fw_grid_height( grid ); y++ )
	{
		for ( int32_t x = -1; x <= fw_grid_width( grid ); x++ )
		{
			const bool road = fw_roads_has( grid, terrains, x, y );
			assert_int_equal( fw_grid_passable( view, x, y, FW_CAP_GROUND ),
			                  road && fw_grid_passable( grid, x, y, FW_CAP_GROUND ) );
			assert_true( !road || fw_grid_get( view, x, y ) == fw_grid_get( grid, x, y ) );
			assert_int_equal( fw_grid_exits( view, x, y ), fw_grid_exits( grid, x, y ) );
		}
	}
	assert_int_equal( fw_grid_link_count( view ), fw_grid_link_count( grid ) );
}

// After any edits a view equals a new one.
static void test_view( void** state )
{
	(void)state;
	test_random random = test_random_make( 8 );
	for ( int32_t round = 0; round < 20; round++ )
	{
		fw_grid* grid = test_random_grid( &random, 40, 25, 0.1 );
		const uint32_t terrains = round % 2 == 0 ? 0 : 1u << FW_TERRAIN_ROAD | 1u << FW_TERRAIN_SWAMP;
		const uint32_t meant = terrains != 0 ? terrains : 1u << FW_TERRAIN_ROAD;
		assert_int_equal( fw_roads_terrains( grid ), 1u << FW_TERRAIN_ROAD );
		fw_road_view* view = NULL;
		assert_int_equal( fw_road_view_create( grid, terrains, NULL, &view ), FW_OK );
		assert_int_equal( fw_grid_add_layer( fw_road_view_grid( view ), FW_CAP_GROUND, NULL ), FW_OK );
		for ( int32_t edit = 0; edit < 30; edit++ )
		{
			const int32_t x = test_random_int( &random, 40 );
			const int32_t y = test_random_int( &random, 25 );
			const int32_t kind = test_random_int( &random, 8 );
			if ( kind == 0 )
			{
				const fw_link link = { x, y, ( x + 7 ) % 40, y, 1.0, FW_CAP_GROUND };
				assert_int_equal( fw_grid_add_link( grid, &link, NULL ), FW_OK );
			}
			else if ( kind == 1 )
			{
				assert_int_equal( fw_grid_set_exits( grid, ( fw_rect ){ x, y, 9, 2 }, FW_EXIT_EAST, NULL ), FW_OK );
			}
			else if ( kind == 2 )
			{
				fw_terrain road = *fw_grid_terrain( grid, FW_TERRAIN_ROAD );
				road.cost = 1.0 + edit % 3;
				assert_int_equal( fw_grid_set_terrain( grid, FW_TERRAIN_ROAD, &road, NULL ), FW_OK );
			}
			else
			{
				roads_fill( grid, x, y, 1 + edit % 9, 1 + edit % 4, (uint8_t)test_random_int( &random, 6 ) );
			}
			if ( edit % 3 == 0 )
			{
				assert_int_equal( fw_road_view_update( view ), FW_OK );
				check_view( grid, meant, fw_road_view_grid( view ) );
				assert_true( fw_grid_terrain( fw_road_view_grid( view ), FW_TERRAIN_ROAD )->cost ==
				             fw_grid_terrain( grid, FW_TERRAIN_ROAD )->cost );
			}
		}
		fw_road_view_destroy( view );
		fw_grid_destroy( grid );
	}
}

// A road of some width that goes east and then north; the tile path turns once, in the middle of the corner.
static fw_grid* bend( int32_t width, fw_path* tile_path )
{
	fw_grid* grid = test_field( 60, 60 );
	roads_fill( grid, 2, 40, 30 + width, width, FW_TERRAIN_ROAD );
	roads_fill( grid, 32, 2, width, 38 + width, FW_TERRAIN_ROAD );
	const double middle = ( width - 1 ) / 2 + 0.5;
	fw_path_clear( tile_path, ( fw_pose ){ 2.5, 40.0 + middle, 0.0 } );
	line_to( tile_path, 32.0 + middle, 40.0 + middle );
	line_to( tile_path, 32.0 + middle, 2.5 );
	return grid;
}

static void test_cones_beside( void** state )
{
	(void)state;
	fw_path tile_path = { 0 };
	for ( int32_t width = 1; width <= 4; width++ )
	{
		fw_grid* grid = bend( width, &tile_path );
		fw_unit unit = test_unit( 0.4, 0.7 * width );
		fw_cones_def def = fw_default_cones_def();
		fw_cones* cones = NULL;
		def.narrow = false;
		assert_int_equal( fw_cones_create( grid, &unit, &def, &tile_path, &cones ), FW_OK );
		const fw_rect part = fw_cones_part( cones );
		const int32_t tiles = fw_roads_turn_tiles( &unit );
		const int32_t turn_x = (int32_t)tile_path.segments[0].to.x;
		const int32_t turn_y = (int32_t)tile_path.segments[0].to.y;
		assert_true( part.x == 0 && part.y == 0 && part.width < 60 );
		int32_t open = 0;
		for ( int32_t y = 0; y < part.height; y++ )
		{
			for ( int32_t x = 0; x < part.width; x++ )
			{
				const bool road = fw_roads_has( grid, fw_roads_terrains( grid ), x, y );
				const bool near = abs( x - turn_x ) < tiles && abs( y - turn_y ) < tiles;
				assert_int_equal( fw_cones_has( cones, x, y ), !road && !near );
				assert_int_equal( fw_grid_passable( fw_cones_grid( cones ), x, y, unit.capabilities ), road || near );
				open += !road && near;
			}
		}
		assert_true( open > 0 || tiles <= 1 || width > 2 );
		fw_cones_destroy( cones );
		fw_grid_destroy( grid );
	}
	fw_path_free( &tile_path );
}

// A tile path over open land has room there, and none along its road except where it leaves it.
static void test_cones_off_road( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 60, 30 );
	roads_fill( grid, 10, 10, 30, 1, FW_TERRAIN_ROAD );
	const fw_unit unit = test_unit( 0.4, 2.0 );
	fw_path tile_path = { 0 };
	fw_path_clear( &tile_path, ( fw_pose ){ 10.5, 10.5, 0.0 } );
	line_to( &tile_path, 55.5, 10.5 );
	fw_cones_def def = fw_default_cones_def();
	fw_cones* cones = NULL;
	assert_int_equal( fw_cones_create( grid, &unit, &def, &tile_path, &cones ), FW_OK );
	for ( int32_t x = 10; x < 36; x++ )
	{
		assert_true( fw_cones_has( cones, x, 9 ) && fw_cones_has( cones, x, 11 ) && fw_cones_has( cones, x, 12 ) );
		assert_false( fw_cones_has( cones, x, 10 ) || fw_cones_has( cones, x, 14 ) );
	}
	for ( int32_t x = 40; x < 58; x++ )
	{
		assert_false( fw_cones_has( cones, x, 9 ) || fw_cones_has( cones, x, 11 ) );
	}
	fw_cones_destroy( cones );
	// Wide units have a verge.
	def.verge = 1;
	assert_int_equal( fw_cones_create( grid, &unit, &def, &tile_path, &cones ), FW_OK );
	assert_true( !fw_cones_has( cones, 20, 9 ) && fw_cones_has( cones, 20, 8 ) );
	fw_cones_destroy( cones );
	fw_path_free( &tile_path );
	fw_grid_destroy( grid );
}

// In both directions of travel and on both sides of the road: the open part is as wide as the unit, and differs for
// opposite directions or sides.
static void test_lanes( void** state )
{
	(void)state;
	int32_t marked = 0;
	for ( int32_t round = 0; round < 6 * 4 * 3; round++ )
	{
		const int32_t width = 1 + round % 6;
		const bool upright = round / 6 % 2 == 1;
		const bool side_road = round / 12 % 2 == 1;
		const double radius = 0.4 + 0.5 * ( round / 24 );
		const fw_unit unit = test_unit( radius, 1.0 );
		fw_grid* grid = test_field( 70, 70 );
		roads_fill( grid, upright ? 30 : 0, upright ? 0 : 30, upright ? width : 70, upright ? 70 : width,
		            FW_TERRAIN_ROAD );
		if ( side_road )
		{
			roads_fill( grid, upright ? 30 : 34, upright ? 34 : 30, upright ? 40 : 3, upright ? 3 : 40,
			            FW_TERRAIN_ROAD );
		}
		fw_cones* cones[4];
		for ( int32_t k = 0; k < 4; k++ )
		{
			const double along = k % 2 == 0 ? 1.5 : 68.5;
			const double across = 30.5 + width / 2;
			fw_path tile_path = { 0 };
			fw_path_clear( &tile_path, ( fw_pose ){ upright ? across : along, upright ? along : across, 0.0 } );
			line_to( &tile_path, upright ? across : 70.0 - along, upright ? 70.0 - along : across );
			fw_cones_def def = fw_default_cones_def();
			def.cones = false;
			def.narrow = false;
			def.lane = k < 2 ? FW_LANE_RIGHT : FW_LANE_LEFT;
			assert_int_equal( fw_cones_create( grid, &unit, &def, &tile_path, &cones[k] ), FW_OK );
			fw_path_free( &tile_path );
		}
		for ( int32_t at = 20; at < 50; at++ )
		{
			int32_t left[2] = { 0 };
			int32_t both = 0;
			for ( int32_t i = 0; i < width; i++ )
			{
				const int32_t x = upright ? 30 + i : at;
				const int32_t y = upright ? at : 30 + i;
				const bool there = fw_cones_has( cones[0], x, y );
				const bool back = fw_cones_has( cones[1], x, y );
				// Left on the outward journey is right on the return.
				assert_int_equal( fw_cones_has( cones[2], x, y ), back );
				assert_int_equal( fw_cones_has( cones[3], x, y ), there );
				// Going east with y down, right is the larger y; going south, the smaller x.
				assert_true( !there || ( upright ? 2 * i + 1 >= width : 2 * i < width ) );
				left[0] += !there;
				left[1] += !back;
				both += !there && !back;
			}
			const int32_t half = 2.0 * radius <= width / 2 ? width / 2 : ( width + 1 ) / 2;
			assert_int_equal( left[0], 2.0 * radius <= half ? half : width );
			assert_int_equal( left[0], left[1] );
			const bool halves = 2.0 * radius <= width / 2;
			assert_int_equal( both, halves ? 0 : left[0] == width ? width : width % 2 );
			marked += left[0] < width;
		}
		for ( int32_t k = 0; k < 4; k++ )
		{
			fw_cones_destroy( cones[k] );
		}
		fw_grid_destroy( grid );
	}
	assert_true( marked > 500 );
}

// Narrow cones leave a strip for the unit: in the lane, or along the tile path.
static void test_narrow( void** state )
{
	(void)state;
	for ( int32_t round = 0; round < 8 * 3 * 3; round++ )
	{
		const int32_t width = 1 + round % 8;
		const fw_lane lane = (fw_lane)( round / 8 % 3 );
		const int32_t strip = 1 + round / 24;
		const fw_unit unit = test_unit( 0.5 * strip - 0.1, 1.0 );
		fw_grid* grid = test_field( 70, 50 );
		roads_fill( grid, 0, 20, 70, width, FW_TERRAIN_ROAD );
		for ( int32_t row = 0; row < width; row++ )
		{
			fw_path tile_path = { 0 };
			fw_path_clear( &tile_path, ( fw_pose ){ 1.5, 20.5 + row, 0.0 } );
			line_to( &tile_path, 68.5, 20.5 + row );
			fw_cones_def def = fw_default_cones_def();
			fw_cones* cones = NULL;
			def.lane = lane;
			assert_int_equal( fw_cones_create( grid, &unit, &def, &tile_path, &cones ), FW_OK );
			int32_t first = -1;
			int32_t open = 0;
			for ( int32_t i = 0; i < width; i++ )
			{
				const bool is_open = !fw_cones_has( cones, 35, 20 + i );
				first = is_open && first < 0 ? i : first;
				assert_true( !is_open || i == first + open ); // in one piece
				open += is_open;
			}
			assert_int_equal( open, strip < width ? strip : width );
			const bool in_half = 2.0 * unit.radius <= ( width + 1 ) / 2;
			assert_true( lane != FW_LANE_ANY || ( first <= row && row < first + open ) );
			assert_true( lane != FW_LANE_RIGHT || !in_half || 2 * first + open >= width );
			assert_true( lane != FW_LANE_LEFT || !in_half || 2 * first + open <= width );
			fw_cones_destroy( cones );
			fw_path_free( &tile_path );
		}
		fw_grid_destroy( grid );
	}
}

// Waypoints on roads stay, others are removed; lines that were split are joined again.
static void test_kept_waypoints( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 40, 40 );
	const fw_unit unit = test_unit( 0.4, 0.0 );
	assert_int_equal( fw_grid_add_layer( grid, unit.capabilities, NULL ), FW_OK );
	roads_fill( grid, 0, 5, 20, 4, FW_TERRAIN_ROAD );
	fw_smoother smoother = fw_default_smoother();
	smoother.grid = grid;
	smoother.unit = &unit;
	smoother.keep_terrains = fw_roads_terrains( grid );
	fw_path path = { 0 };
	for ( int32_t keeps = 0; keeps < 2; keeps++ )
	{
		fw_path_clear( &path, ( fw_pose ){ 1.5, 5.5, 0.0 } );
		line_to( &path, 10.5, 5.5 );
		line_to( &path, 11.5, 6.5 );
		line_to( &path, 18.5, 6.5 );
		line_to( &path, 22.5, 10.5 );
		line_to( &path, 22.5, 30.5 );
		line_to( &path, 30.5, 30.5 );
		smoother.keep_terrains = keeps == 1 ? fw_roads_terrains( grid ) : 0;
		assert_int_equal( fw_smooth_straight( &smoother, &path, NULL ), FW_OK );
		bool first = false, second = false, off = false;
		for ( int32_t i = 0; i < path.count; i++ )
		{
			first = first || ( path.segments[i].from.x == 10.5 && path.segments[i].from.y == 5.5 );
			second = second || ( path.segments[i].from.x == 11.5 && path.segments[i].from.y == 6.5 );
			off = off || ( path.segments[i].from.x == 22.5 && path.segments[i].from.y == 10.5 );
		}
		assert_true( first == ( keeps == 1 ) && second == ( keeps == 1 ) && !off );
		assert_true( path.segments[0].length == ( keeps == 1 ? 9.0 : path.segments[0].length ) );
	}
	// The same for the clean-up.
	const fw_unit car = test_unit( 0.4, 1.0 );
	smoother.unit = &car;
	for ( int32_t keeps = 0; keeps < 2; keeps++ )
	{
		fw_path_clear( &path, ( fw_pose ){ 1.5, 5.5, 0.0 } );
		const fw_pose poses[] = {
		    { 6.5, 6.5, 0.5 }, { 12.5, 5.5, 6.0 }, { 18.5, 6.5, 0.0 }, { 26.5, 14.5, 1.0 }, { 30.5, 30.5, 1.5 } };
		fw_pose from = path.start;
		for ( int32_t i = 0; i < 5; i++ )
		{
			fw_curve curve;
			assert_true( fw_curve_shortest( from, poses[i], 1.0, FW_WORDS_SIX, FW_GEAR_FORWARD, &curve ) );
			assert_int_equal( fw_path_append_curve( &path, &curve ), FW_OK );
			from = poses[i];
		}
		smoother.keep_terrains = keeps == 1 ? fw_roads_terrains( grid ) : 0;
		assert_int_equal( fw_clean_up( &smoother, &path, true, NULL ), FW_OK );
		int32_t stayed = 0, off = 0;
		for ( int32_t i = 0; i < path.count; i++ )
		{
			for ( int32_t k = 0; k < 4; k++ )
			{
				const fw_vec2 at = path.segments[i].from;
				const bool same = hypot( at.x - poses[k].x, at.y - poses[k].y ) < 1e-9;
				stayed += same && k < 3;
				off += same && k == 3;
			}
		}
		assert_true( stayed == ( keeps == 1 ? 3 : 0 ) && off == 0 );
		test_check_legal( grid, &car, &path );
	}
	fw_path_free( &path );
	fw_grid_destroy( grid );
}

static void test_memory_runs_out( void** state )
{
	(void)state;
	fw_path tile_path = { 0 };
	fw_grid* grid = bend( 2, &tile_path );
	const fw_unit unit = test_unit( 0.4, 2.0 );
	test_memory memory = test_memory_make();
	const fw_allocator allocator = test_memory_allocator( &memory );
	for ( int32_t what = 0; what < 2; what++ )
	{
		fw_status status = FW_ERR_MEMORY;
		int64_t n = 0;
		for ( ; status != FW_OK; n++ )
		{
			fw_cones_def def = fw_default_cones_def();
			fw_cones* cones = NULL;
			fw_road_view* view = NULL;
			def.allocator = allocator;
			def.lane = FW_LANE_RIGHT;
			test_memory_fail_in( &memory, n, n % 2 == 0 );
			status = what == 0 ? fw_cones_create( grid, &unit, &def, &tile_path, &cones )
			                   : fw_road_view_create( grid, 0, &allocator, &view );
			assert_true( status == FW_OK || status == FW_ERR_MEMORY );
			assert_int_equal( cones != NULL || view != NULL, status == FW_OK );
			fw_cones_destroy( cones );
			fw_road_view_destroy( view );
			test_memory_check_empty( &memory );
		}
		assert_true( n > 3 );
	}
	test_memory_fail_never( &memory );
	// A view that could not take an edit over takes it over later.
	fw_road_view* view = NULL;
	assert_int_equal( fw_road_view_create( grid, 0, &allocator, &view ), FW_OK );
	roads_fill( grid, 5, 40, 3, 2, FW_TERRAIN_GROUND );
	test_memory_fail_in( &memory, 0, true );
	assert_int_equal( fw_road_view_update( view ), FW_ERR_MEMORY );
	test_memory_fail_never( &memory );
	assert_int_equal( fw_road_view_update( view ), FW_OK );
	check_view( grid, fw_roads_terrains( grid ), fw_road_view_grid( view ) );
	fw_road_view_destroy( view );
	test_memory_check_empty( &memory );
	fw_path_free( &tile_path );
	fw_grid_destroy( grid );
}

// If the terrain table is full, one of the map's own terrains stands for blocked tiles. It must not be taken for a
// cone, and must stay closed if the map opens it later.
static void test_full_table( void** state )
{
	(void)state;
	fw_terrain terrains[FW_TERRAIN_MAX] = { { .name = "wall", .letter = '#', .cost = 1.0 },
	                                        { .name = "cliff", .letter = '%', .cost = 1.0 } };
	for ( int32_t i = 2; i < FW_TERRAIN_MAX; i++ )
	{
		terrains[i] =
		    ( fw_terrain ){ .name = "land", .letter = (char)( '?' + i ), .cost = 1.0, .capabilities = FW_CAP_GROUND };
	}
	strcpy( terrains[5].name, "road" );
	fw_grid* grid = NULL;
	fw_grid_def def = fw_default_grid_def();
	def.width = def.height = 30;
	def.terrains = terrains;
	def.terrain_count = FW_TERRAIN_MAX;
	def.fill = 2;
	assert_int_equal( fw_grid_create( &def, &grid, NULL ), FW_OK );
	roads_fill( grid, 0, 10, 30, 2, 5 );
	roads_fill( grid, 3, 14, 1, 1, 0 );
	const fw_unit unit = fw_default_unit();
	fw_path tile_path = { .start = { 2.5, 10.5, 0.0 } };
	line_to( &tile_path, 25.5, 10.5 );
	fw_cones* cones = NULL;
	const fw_cones_def cones_def = fw_default_cones_def();
	assert_int_equal( fw_cones_create( grid, &unit, &cones_def, &tile_path, &cones ), FW_OK );
	assert_true( fw_cones_has( cones, 4, 14 ) );
	assert_false( fw_cones_has( cones, 3, 14 ) );
	fw_cones_destroy( cones );
	fw_road_view* view = NULL;
	assert_int_equal( fw_road_view_create( grid, 0, NULL, &view ), FW_OK );
	for ( int32_t i = 0; i < 2; i++ )
	{
		terrains[i].capabilities = FW_CAP_GROUND;
		assert_int_equal( fw_grid_set_terrain( grid, i, &terrains[i], NULL ), FW_OK );
		assert_int_equal( fw_road_view_update( view ), i == 0 ? FW_OK : FW_ERR_TOO_LARGE );
		assert_false( fw_grid_passable( fw_road_view_grid( view ), 5, 5, FW_CAP_GROUND ) );
		assert_true( fw_grid_passable( fw_road_view_grid( view ), 5, 10, FW_CAP_GROUND ) );
	}
	fw_road_view_destroy( view );
	fw_path_free( &tile_path );
	fw_grid_destroy( grid );
}

static void test_misuse( void** state )
{
	(void)state;
	fw_path tile_path = { 0 };
	fw_grid* grid = bend( 2, &tile_path );
	fw_unit unit = test_unit( 0.4, 2.0 );
	fw_cones* cones = NULL;
	fw_cones_def def = fw_default_cones_def();
	assert_int_equal( fw_cones_create( NULL, &unit, &def, &tile_path, &cones ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_cones_create( grid, NULL, &def, &tile_path, &cones ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_cones_create( grid, &unit, NULL, &tile_path, &cones ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_cones_create( grid, &unit, &def, NULL, &cones ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_cones_create( grid, &unit, &def, &tile_path, NULL ), FW_ERR_ARGUMENT );
	fw_cones_def bad = def;
	bad.cookie = 0;
	assert_int_equal( fw_cones_create( grid, &unit, &bad, &tile_path, &cones ), FW_ERR_DEF );
	bad = def;
	bad.verge = -1;
	assert_int_equal( fw_cones_create( grid, &unit, &bad, &tile_path, &cones ), FW_ERR_ARGUMENT );
	bad = def;
	bad.turn_tiles = 131;
	assert_int_equal( fw_cones_create( grid, &unit, &bad, &tile_path, &cones ), FW_ERR_ARGUMENT );
	unit.size = 2;
	unit.turning_radius = 0.0;
	assert_int_equal( fw_cones_create( grid, &unit, &def, &tile_path, &cones ), FW_ERR_UNSUPPORTED );
	unit.size = 0;
	line_to( &tile_path, 200.0, 2.5 );
	assert_int_equal( fw_cones_create( grid, &unit, &def, &tile_path, &cones ), FW_ERR_ARGUMENT );
	fw_path_clear( &tile_path, ( fw_pose ){ 5.5, 40.5, 0.0 } );
	assert_int_equal( fw_cones_create( grid, &unit, &def, &tile_path, &cones ), FW_OK );
	fw_cones_destroy( cones );
	assert_int_equal( fw_road_view_create( NULL, 0, NULL, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_road_view_update( NULL ), FW_ERR_ARGUMENT );
	fw_path_free( &tile_path );
	fw_grid_destroy( grid );
}

int run_test_roads( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_turn_tiles ),     cmocka_unit_test( test_view ),
	    cmocka_unit_test( test_cones_beside ),   cmocka_unit_test( test_cones_off_road ),
	    cmocka_unit_test( test_lanes ),          cmocka_unit_test( test_narrow ),
	    cmocka_unit_test( test_kept_waypoints ), cmocka_unit_test( test_memory_runs_out ),
	    cmocka_unit_test( test_misuse ),         cmocka_unit_test( test_full_table ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
