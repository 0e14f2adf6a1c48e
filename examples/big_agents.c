// SPDX-License-Identifier: MIT
// Units of many classes share one abstract graph of the map: infantry of one tile, jeeps of 2 x 2 and tanks of 3 x 3
// tiles, boats, and amphibious units. Then a building appears while a tank is driving.
#include <fairway/fairway.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LAND FW_CAP_GROUND
#define BOTH ( FW_CAP_GROUND | FW_CAP_WATER )

// T: trees, W: water. The forest has gaps of one, two and three tiles.
static const char drawn[] = "....................TTT.........................\n"
                            "................................................\n"
                            "................................................\n"
                            "................................................\n"
                            "....................TTT.......WWWWWWW...........\n"
                            "...WWWWWWW..........TTT.....WWWWWWWWWWWW........\n"
                            "..WWWWWWWWWW...............WWWWWW..WWWWWW.......\n"
                            "..WWWWWWWWWWW..............WWWWW....WWWWW.......\n"
                            "...WWWWWWWWWW.......TTT....WWWWWW..WWWWWW.......\n"
                            ".....WWWWWWW........TTT.....WWWWWWWWWWWW........\n"
                            "..............................WWWWWWW...........\n"
                            "....................TTT.........................\n"
                            "....................TTT.........................\n"
                            "................................................\n"
                            "................................................\n"
                            "................................................\n"
                            "....................TTT.........................\n"
                            "....................TTT.........................\n";

// Where the building appears: in the gap of three tiles at the bottom.
static const fw_rect building = { 19, 12, 4, 4 };

typedef struct unit_class
{
	const char* name;
	uint32_t capabilities;
	int32_t size;                       // tiles a side
	int32_t from_x, from_y, to_x, to_y; // top left tiles
} unit_class;

static const unit_class classes[] = {
    { "infantry", LAND, 1, 7, 12, 40, 12 },  { "jeep", LAND, 2, 7, 12, 40, 12 },
    { "tank", LAND, 3, 7, 12, 40, 12 },      { "boat", FW_CAP_WATER, 2, 28, 6, 38, 7 },
    { "amphibious", BOTH, 2, 4, 2, 38, 12 },
};
#define CLASSES ( (int)( sizeof( classes ) / sizeof( classes[0] ) ) )

static void check( fw_status status, const char* what )
{
	if ( status != FW_OK )
	{
		fprintf( stderr, "%s: %s\n", what, fw_status_text( status ) );
		exit( EXIT_FAILURE );
	}
}

// One hierarchy for all: each capability set with each size.
static fw_hierarchy* build( fw_grid* grid )
{
	fw_hierarchy_def def = fw_default_hierarchy_def();
	def.cluster = 8;
	def.capability_count = 3;
	def.capabilities[0] = LAND;
	def.capabilities[1] = FW_CAP_WATER;
	def.capabilities[2] = BOTH;
	def.size_count = 3;
	def.sizes[0] = 1;
	def.sizes[1] = 2;
	def.sizes[2] = 3;
	for ( int32_t i = 0; i < def.capability_count; i++ )
	{
		// Smoothing reads it, and the hierarchy then needs no clearances of its own.
		check( fw_grid_add_layer( grid, def.capabilities[i], NULL ), "layer" );
	}
	fw_hierarchy* hierarchy = NULL;
	check( fw_hierarchy_create( grid, &def, &hierarchy, NULL ), "hierarchy" );
	return hierarchy;
}

// The map, with every tile that the unit passes over.
static void draw( const fw_grid* grid, const unit_class* unit, const fw_path* path )
{
	char rows[32][64] = { { 0 } };
	for ( int32_t y = 0; y < fw_grid_height( grid ); y++ )
	{
		for ( int32_t x = 0; x < fw_grid_width( grid ); x++ )
		{
			rows[y][x] = fw_grid_terrain( grid, fw_grid_get( grid, x, y ) )->letter;
		}
	}
	for ( double at = 0.0; at <= path->length; at += 0.25 )
	{
		const fw_pose pose = fw_path_at( path, at ).pose;
		for ( int32_t i = 0; i < unit->size * unit->size; i++ )
		{
			// The middle of each of its tiles.
			rows[(int32_t)floor( pose.y ) + i / unit->size][(int32_t)floor( pose.x ) + i % unit->size] = 'x';
		}
	}
	for ( int32_t y = 0; y < fw_grid_height( grid ); y++ )
	{
		printf( "    %s\n", rows[y] );
	}
}

static fw_query query_of( const unit_class* unit )
{
	fw_query query = fw_default_query();
	query.method = "haastar-high";
	query.unit.size = unit->size;
	query.unit.capabilities = unit->capabilities;
	query.start = fw_make_pose( unit->from_x + 0.5, unit->from_y + 0.5, 0.0 );
	query.goal = fw_make_pose( unit->to_x + 0.5, unit->to_y + 0.5, 0.0 );
	return query;
}

// Plans for every unit class; returns how many have found a path.
static int plan_all( const fw_grid* grid, const fw_hierarchy* hierarchy, fw_search* search )
{
	fw_map map = fw_default_map();
	map.grid = grid;
	map.hierarchy = hierarchy;
	fw_result result;
	fw_result_init( &result, NULL );
	int found = 0;
	for ( int i = 0; i < CLASSES; i++ )
	{
		const unit_class* unit = &classes[i];
		const fw_query query = query_of( unit );
		check( fw_search_run( search, &map, &query, &result, NULL ), unit->name );
		if ( result.outcome != FW_FOUND )
		{
			printf( "%-10s %d x %d  %s\n", unit->name, (int)unit->size, (int)unit->size,
			        fw_reason_text( result.reason ) );
			continue;
		}
		fw_smoother smoother = fw_default_smoother();
		smoother.grid = grid;
		smoother.unit = &query.unit;
		check( fw_smooth_straight( &smoother, &result.path, NULL ), unit->name );
		printf( "%-10s %d x %d  %6.2f tiles\n", unit->name, (int)unit->size, (int)unit->size, result.path.length );
		found++;
		if ( strcmp( unit->name, "tank" ) == 0 )
		{
			draw( grid, unit, &result.path );
		}
	}
	fw_result_free( &result );
	return found;
}

// Finds the route of a unit, without its steps: the route is refined while the unit drives.
static bool find_route( const fw_hierarchy* hierarchy, fw_search* search, const fw_query* query, fw_route* route )
{
	fw_map map = fw_default_map();
	map.hierarchy = hierarchy;
	fw_outcome outcome = FW_RUNNING;
	fw_result result;
	fw_result_init( &result, NULL );
	check( fw_search_begin( search, &map, query, NULL ), "route" );
	while ( outcome == FW_RUNNING )
	{
		check( fw_search_step( search, 100, &outcome, NULL ), "route" );
	}
	check( fw_search_route( search, route, &result, NULL ), "route" );
	printf( "route: %s, about %.0f tiles\n", fw_outcome_text( outcome ), fw_route_left( route ) );
	return outcome == FW_FOUND;
}

// Drives on: a part of the route at a time, and by a new route from where the unit is if the old one is blocked.
static bool drive( const fw_hierarchy* hierarchy, fw_search* search, fw_query* query, fw_route* route, int stretches )
{
	fw_path path;
	fw_path_init( &path, NULL );
	bool good = true;
	while ( stretches > 0 && good && !fw_route_is_done( route ) )
	{
		fw_path_clear( &path, fw_route_position( route ) );
		const fw_status status = fw_route_next( route, search, hierarchy, 8.0, &path, NULL );
		if ( status == FW_ERR_STALE )
		{
			printf( "the route is blocked: " );
			query->start = fw_route_position( route );
			good = find_route( hierarchy, search, query, route );
			continue;
		}
		check( status, "stretch" );
		const fw_pose place = fw_route_position( route );
		printf( "%5.2f tiles, to tile %2d,%2d\n", path.length, (int)floor( place.x ), (int)floor( place.y ) );
		stretches--;
	}
	fw_path_free( &path );
	return good;
}

int main( void )
{
	fw_grid* grid = NULL;
	fw_search* search = NULL;
	check( fw_map_parse( drawn, sizeof( drawn ) - 1, NULL, &grid, NULL ), "map" );
	check( fw_search_create( NULL, &search ), "search" );
	fw_hierarchy* hierarchy = build( grid );
	int found = plan_all( grid, hierarchy, search );

	// The route has its own memory, so the context can serve other searches in between.
	fw_route* route = NULL;
	fw_query tank = query_of( &classes[2] );
	printf( "\na tank sets off\n" );
	check( fw_route_create( NULL, &route ), "route" );
	bool driving = find_route( hierarchy, search, &tank, route ) && drive( hierarchy, search, &tank, route, 1 );

	// Threads could go on searching the old hierarchy until they are done.
	fw_hierarchy* next = NULL;
	check( fw_grid_fill( grid, building, FW_TERRAIN_OUT, NULL ), "building" );
	check( fw_hierarchy_update( hierarchy, &next, NULL ), "update" );
	fw_hierarchy_destroy( hierarchy );
	printf( "\na building appears\n\n" );
	found += plan_all( grid, next, search );
	printf( "\nthe tank drives on\n" );
	driving = driving && drive( next, search, &tank, route, 100 );

	fw_route_destroy( route );
	fw_hierarchy_destroy( next );
	fw_search_destroy( search );
	fw_grid_destroy( grid );
	return driving && found == 2 * CLASSES ? EXIT_SUCCESS : EXIT_FAILURE;
}
