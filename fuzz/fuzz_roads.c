// SPDX-License-Identifier: MIT
// Roads: views and cones of small maps with edits between, and plans with roads and lanes. A view is open exactly on
// roads, and equals a new one; cones block only the tiles that they report; plans give the same in any planner and in
// any slices; their paths are legal, over roads alone if the report says so, and within the cones that they were
// planned with.
#include "path/path.h"
#include "roads/roads.h"
#include "world.h"

#include <math.h>

#define ALL_CAPS ( FW_CAP_GROUND | FW_CAP_WATER | FW_CAP_SWAMP | FW_CAP_TREES | FW_CAP_ROAD )

static const char* const methods[] = { "astar", "directional", "jps", "directional8", "auto", "astar-turns", NULL };
#define METHODS ( sizeof( methods ) / sizeof( methods[0] ) )

static void pave( input* in, const world* w )
{
	for ( uint32_t n = 1 + take( in, 6 ); n > 0; n-- )
	{
		fw_rect road = { 0, 0, w->width, w->height };
		const int32_t wide = 1 + (int32_t)take( in, 4 );
		if ( chance( in, 2 ) )
		{
			road.y = (int32_t)take( in, (uint32_t)w->height );
			road.height = wide;
		}
		else
		{
			road.x = (int32_t)take( in, (uint32_t)w->width );
			road.width = wide;
		}
		CHECK( fw_grid_fill( w->grid, road, FW_TERRAIN_ROAD, NULL ) == FW_OK );
	}
}

static uint32_t terrains_of( input* in, const world* w )
{
	return chance( in, 4 ) ? take( in, 256 ) : fw_roads_terrains( w->grid );
}

static void check_view( const world* w, const fw_road_view* view, uint32_t terrains )
{
	fw_grid* grid = fw_road_view_grid( view );
	fw_road_view* fresh = NULL;
	CHECK( fw_road_view_create( w->grid, terrains, &w->allocator, &fresh ) == FW_OK );
	CHECK( fw_grid_width( grid ) == w->width && fw_grid_height( grid ) == w->height );
	for ( int32_t y = -1; y <= w->height; y++ )
	{
		for ( int32_t x = -1; x <= w->width; x++ )
		{
			const bool road = fw_roads_has( w->grid, terrains == 0 ? fw_roads_terrains( w->grid ) : terrains, x, y );
			const bool open = fw_grid_passable( w->grid, x, y, ALL_CAPS );
			CHECK( fw_grid_passable( grid, x, y, ALL_CAPS ) == ( road && open ) );
			CHECK( fw_grid_get( grid, x, y ) == fw_grid_get( fw_road_view_grid( fresh ), x, y ) );
		}
	}
	CHECK( fw_road_view_memory( view ) > 0 );
	fw_road_view_destroy( fresh );
}

static fw_cones_def cones_of( input* in, const world* w )
{
	fw_cones_def def = fw_default_cones_def();
	def.allocator = w->allocator;
	def.terrains = chance( in, 4 ) ? take( in, 256 ) : 0;
	def.cones = !chance( in, 4 );
	def.lane = (fw_lane)take( in, 3 );
	def.narrow = chance( in, 2 );
	def.turn_tiles = (int32_t)take( in, chance( in, 16 ) ? 131 : 8 );
	def.verge = (int32_t)take( in, chance( in, 16 ) ? 65 : 4 );
	def.open_ends = chance( in, 2 );
	return def;
}

static void check_cones( const world* w, const fw_unit* unit, const fw_cones* cones, fw_lane lane )
{
	const fw_rect part = fw_cones_part( cones );
	fw_grid* grid = fw_cones_grid( cones );
	CHECK( part.x >= 0 && part.y >= 0 && part.width > 0 && part.height > 0 );
	CHECK( part.x + part.width <= w->width && part.y + part.height <= w->height );
	CHECK( fw_grid_width( grid ) == part.width && fw_grid_height( grid ) == part.height );
	for ( int32_t y = -1; y <= w->height; y++ )
	{
		for ( int32_t x = -1; x <= w->width; x++ )
		{
			const bool inside = fw_grid_passable( grid, x - part.x, y - part.y, unit->capabilities );
			const bool open = fw_grid_passable( w->grid, x, y, unit->capabilities );
			const bool within = x >= part.x && y >= part.y && x < part.x + part.width && y < part.y + part.height;
			CHECK( !fw_cones_has( cones, x, y ) || ( within && !inside ) );
			CHECK( !within || inside == ( open && !fw_cones_has( cones, x, y ) ) );
		}
	}
	CHECK( lane >= FW_LANE_ANY && lane <= FW_LANE_LEFT );
}

// Cones around a tile path of standard A*.
static void run_cones( input* in, const world* w, fw_planner* planner, const fw_plan* plan )
{
	fw_result result;
	fw_cones* cones = NULL;
	fw_plan tile_plan = *plan;
	fw_cones_def def = cones_of( in, w );
	fw_result_init( &result, &w->allocator );
	tile_plan.method = "astar";
	tile_plan.unit.turning_radius = 0.0;
	tile_plan.smooth = chance( in, 8 );
	tile_plan.turning = FW_TURNING_NONE;
	CHECK( fw_planner_run( planner, &tile_plan, &result, NULL ) == FW_OK );
	if ( result.outcome == FW_FOUND )
	{
		CHECK( fw_cones_create( w->grid, &plan->unit, &def, &result.path, &cones ) == FW_OK );
		check_cones( w, &plan->unit, cones, def.lane );
	}
	fw_cones_destroy( cones );
	fw_result_free( &result );
}

// Also legal on the map that was searched: roads alone, or the map of the cones.
static void check_where( const world* w, const fw_planner* planner, const fw_plan* plan, const fw_unit* driver,
                         const fw_path* path )
{
	const fw_plan_report report = fw_planner_report( planner );
	const fw_cones* cones = fw_planner_cones( planner );
	fw_path moved;
	fw_path_init( &moved, &w->allocator );
	CHECK( report.lane == FW_LANE_ANY || report.lane == plan->lane );
	CHECK( report.roads == FW_ROADS_NONE || report.roads == plan->roads );
	CHECK( fw_path_copy( &moved, path ) == FW_OK );
	if ( report.roads == FW_ROADS_ONLY )
	{
		fw_road_view* view = NULL;
		CHECK( fw_road_view_create( w->grid, plan->road_terrains, &w->allocator, &view ) == FW_OK );
		check_legal( fw_road_view_grid( view ), driver, path );
		fw_road_view_destroy( view );
	}
	if ( cones != NULL )
	{
		const fw_rect part = fw_cones_part( cones );
		fw_path_move( &moved, -part.x, -part.y );
		check_legal( fw_cones_grid( cones ), driver, &moved );
	}
	fw_path_free( &moved );
}

static void run_plan( input* in, const world* w, fw_planner* planner, fw_plan* plan )
{
	fw_result result;
	fw_result_init( &result, &w->allocator );
	plan->roads = (fw_roads)take( in, chance( in, 32 ) ? 100 : FW_ROADS_CONES + 1 );
	plan->lane = chance( in, 2 ) ? (fw_lane)take( in, chance( in, 32 ) ? 100 : 3 ) : FW_LANE_ANY;
	plan->road_terrains = chance( in, 6 ) ? take( in, 256 ) : 0;
	const fw_status status = fw_planner_run( planner, plan, &result, NULL );
	CHECK( status == FW_OK || status == FW_ERR_UNSUPPORTED || status == FW_ERR_ARGUMENT );
	CHECK( status != FW_OK || ( plan->roads >= FW_ROADS_NONE && plan->roads <= FW_ROADS_CONES ) );
	if ( status == FW_OK && ( result.outcome == FW_FOUND || result.outcome == FW_PARTIAL ) )
	{
		const fw_method* method = fw_method_find( fw_planner_report( planner ).method );
		fw_unit driver = plan->unit;
		fw_resolved_plan resolved;
		CHECK( fw_plan_resolve( w->grid, plan, &resolved, NULL ) == FW_OK );
		driver.turning_radius = resolved.turning_radius;
		CHECK( method != NULL );
		check_legal( w->grid, &driver, &result.path );
		check_where( w, planner, plan, &driver, &result.path );
	}
	check_plan_again( in, w, planner, plan, status, &result );
	fw_result_free( &result );
}

static void check_turn_tiles( input* in )
{
	fw_unit unit = fw_default_unit();
	unit.radius = real( in, 0.0, 64.0 );
	unit.turning_radius = chance( in, 4 ) ? 0.0 : real( in, 0.001, 64.0 );
	const int32_t tiles = fw_roads_turn_tiles( &unit );
	CHECK( tiles >= 1 && tiles <= 66 );
}

int LLVMFuzzerTestOneInput( const uint8_t* data, size_t size )
{
	input in = { data, size };
	world w;
	fw_planner* planner = NULL;
	fw_road_view* view = NULL;
	world_open( &in, &w );
	pave( &in, &w );
	check_turn_tiles( &in );
	const uint32_t terrains = terrains_of( &in, &w );
	CHECK( fw_planner_create( w.grid, &w.allocator, &planner, NULL ) == FW_OK );
	CHECK( fw_road_view_create( w.grid, terrains, &w.allocator, &view ) == FW_OK );
	for ( uint32_t round = 0; round == 0 || ( round < 4 && in.left > 0 ); round++ )
	{
		fw_plan plan = world_plan( &in, &w, methods, METHODS );
		CHECK( fw_road_view_update( view ) == FW_OK );
		check_view( &w, view, terrains );
		if ( chance( &in, 3 ) )
		{
			run_cones( &in, &w, planner, &plan );
		}
		else
		{
			run_plan( &in, &w, planner, &plan );
		}
		world_edit( &in, &w );
	}
	fw_road_view_destroy( view );
	fw_planner_destroy( planner );
	world_close( &w );
	return 0;
}
