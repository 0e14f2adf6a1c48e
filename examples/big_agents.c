// SPDX-License-Identifier: MIT
// Units of many kinds share one abstraction of the map: infantry of one tile, jeeps of 2 x 2 and tanks of 3 x 3 tiles,
// boats, and amphibious units. Then a building goes up, while a tank is on its way.
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

// Where the building goes up: in the gap of three tiles at the bottom.
static const fw_rect building = { 19, 12, 4, 4 };

typedef struct kind
{
	const char* name;
	uint32_t capabilities;
	int32_t size;                       // tiles a side
	int32_t from_x, from_y, to_x, to_y; // top left tiles
} kind;

static const kind kinds[] = {
    { "infantry", LAND, 1, 7, 12, 40, 12 },  { "jeep", LAND, 2, 7, 12, 40, 12 },
    { "tank", LAND, 3, 7, 12, 40, 12 },      { "boat", FW_CAP_WATER, 2, 28, 6, 38, 7 },
    { "amphibious", BOTH, 2, 4, 2, 38, 12 },
};
#define KINDS ( (int)( sizeof( kinds ) / sizeof( kinds[0] ) ) )

static void check( fw_status status, const char* what )
{
	if ( status != FW_OK )
	{
		fprintf( stderr, "%s: %s\n", what, fw_status_text( status ) );
		exit( EXIT_FAILURE );
	}
}

// One abstraction for all: each capability set with each size.
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
	fw_hierarchy* hierarchy = NULL;
	check( fw_hierarchy_create( grid, &def, &hierarchy, NULL ), "hierarchy" );
	for ( int32_t i = 0; i < def.capability_count; i++ )
	{
		check( fw_grid_add_layer( grid, def.capabilities[i], NULL ), "layer" ); // smoothing looks at it
	}
	return hierarchy;
}

// The map, with every tile that the unit passes over.
static void draw( const fw_grid* grid, const kind* unit, const fw_path* path )
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

static fw_query query_of( const kind* unit )
{
	fw_query query = fw_default_query();
	query.method = "haastar-high";
	query.unit.size = unit->size;
	query.unit.capabilities = unit->capabilities;
	query.start = ( fw_pose ){ unit->from_x + 0.5, unit->from_y + 0.5, 0.0 };
	query.goal = ( fw_pose ){ unit->to_x + 0.5, unit->to_y + 0.5, 0.0 };
	return query;
}

// Plans for every kind of unit; returns how many have found a way.
static int plan_all( const fw_grid* grid, const fw_hierarchy* hierarchy, fw_search* search )
{
	const fw_map map = { .grid = grid, .hierarchy = hierarchy };
	fw_result result = { 0 };
	int found = 0;
	for ( int i = 0; i < KINDS; i++ )
	{
		const kind* unit = &kinds[i];
		const fw_query query = query_of( unit );
		check( fw_search_run( search, &map, &query, &result ), unit->name );
		if ( result.outcome != FW_FOUND )
		{
			printf( "%-10s %d x %d  %s\n", unit->name, (int)unit->size, (int)unit->size,
			        fw_reason_text( result.reason ) );
			continue;
		}
		const fw_smoother smoother = { .grid = grid, .unit = &query.unit };
		check( fw_smooth_straight( &smoother, &result.path ), unit->name );
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

// Finds the way of a unit, without its steps: those are asked for while it drives.
static bool find_way( const fw_hierarchy* hierarchy, fw_search* search, const fw_query* query, fw_route* route )
{
	const fw_map map = { .hierarchy = hierarchy };
	fw_outcome outcome = FW_RUNNING;
	fw_result result = { 0 };
	check( fw_search_begin( search, &map, query ), "way" );
	while ( outcome == FW_RUNNING )
	{
		check( fw_search_step( search, 100, &outcome ), "way" );
	}
	check( fw_search_route( search, route, &result ), "way" );
	printf( "way: %s, about %.0f tiles\n", fw_outcome_text( outcome ), fw_route_left( route ) );
	return outcome == FW_FOUND;
}

// Drives on: a stretch at a time, and by a new way from where the unit is when the old one leads on no longer.
static bool drive( const fw_hierarchy* hierarchy, fw_search* search, fw_query* query, fw_route* route, int stretches )
{
	fw_path path = { 0 };
	bool good = true;
	while ( stretches > 0 && good && !fw_route_is_done( route ) )
	{
		fw_path_clear( &path, fw_route_place( route ) );
		const fw_status status = fw_route_next( route, search, hierarchy, 8.0, &path );
		if ( status == FW_ERR_STALE )
		{
			printf( "the way is blocked: " );
			query->start = fw_route_place( route );
			good = find_way( hierarchy, search, query, route );
			continue;
		}
		check( status, "stretch" );
		const fw_pose place = fw_route_place( route );
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

	// The route is on its own memory, so the context can search for others in between.
	fw_route* route = NULL;
	fw_query tank = query_of( &kinds[2] );
	printf( "\na tank sets off\n" );
	check( fw_route_create( NULL, &route ), "route" );
	bool driving = find_way( hierarchy, search, &tank, route ) && drive( hierarchy, search, &tank, route, 1 );

	// Threads that search the old hierarchy could go on with it until they are done.
	fw_hierarchy* next = NULL;
	check( fw_grid_fill( grid, building, FW_TERRAIN_OUT, NULL ), "building" );
	check( fw_hierarchy_update( hierarchy, &next, NULL ), "update" );
	fw_hierarchy_destroy( hierarchy );
	printf( "\na building goes up\n\n" );
	found += plan_all( grid, next, search );
	printf( "\nthe tank drives on\n" );
	driving = driving && drive( next, search, &tank, route, 100 );

	fw_route_destroy( route );
	fw_hierarchy_destroy( next );
	fw_search_destroy( search );
	fw_grid_destroy( grid );
	return driving && found == 2 * KINDS ? EXIT_SUCCESS : EXIT_FAILURE;
}
