// SPDX-License-Identifier: MIT
// Maps and problems for the benchmark of the any-angle methods: published ones, random ones, and enlarged ones.
#define _POSIX_C_SOURCE 200809L // opendir()

#include "any_angle_sets.h"

#include "fairway/io.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DRAWS 1000 // tries for each random problem

void any_check( fw_status status, const char* what )
{
	if ( status != FW_OK )
	{
		fprintf( stderr, "bench_any_angle: %s: %s\n", what, fw_status_text( status ) );
		exit( EXIT_FAILURE );
	}
}

static void* take( size_t count, size_t size )
{
	void* memory = calloc( count > 0 ? count : 1, size );
	any_check( memory != NULL ? FW_OK : FW_ERR_MEMORY, "maps" );
	return memory;
}

const char* any_folder( void )
{
	const char* folder = getenv( "FAIRWAY_BENCHMARKS" );
	return folder != NULL && folder[0] != '\0' ? folder : NULL;
}

// Xorshift64* (G. Marsaglia 2003, S. Vigna 2014).
static uint32_t next( uint64_t* random )
{
	*random ^= *random >> 12;
	*random ^= *random << 25;
	*random ^= *random >> 27;
	return (uint32_t)( *random * 0x2545F4914F6CDD1Du >> 32 );
}

static int32_t below( uint64_t* random, int32_t limit )
{
	return (int32_t)( (uint64_t)next( random ) * (uint64_t)limit >> 32 );
}

// Neighboring seeds must not start with similar numbers.
static uint64_t seeded( uint64_t seed )
{
	uint64_t random = ( seed + 1 ) * 0x9E3779B97F4A7C15u;
	for ( int32_t i = 0; i < 8; i++ )
	{
		next( &random );
	}
	return random;
}

static int compare_names( const void* a, const void* b )
{
	return strcmp( a, b );
}

int32_t any_list( const char* folder, char ( *names )[64], int32_t capacity )
{
	return any_list_files( folder, ".map.scen", names, capacity );
}

int32_t any_list_files( const char* folder, const char* end, char ( *names )[64], int32_t capacity )
{
	char path[1024];
	snprintf( path, sizeof( path ), "%s/%s", any_folder() != NULL ? any_folder() : "", folder );
	DIR* directory = any_folder() != NULL ? opendir( path ) : NULL;
	if ( directory == NULL )
	{
		return 0;
	}
	int32_t count = 0;
	for ( const struct dirent* entry = readdir( directory ); entry != NULL && count < capacity;
	      entry = readdir( directory ) )
	{
		const size_t length = strlen( entry->d_name );
		if ( length > strlen( end ) && strcmp( entry->d_name + length - strlen( end ), end ) == 0 )
		{
			const int written = snprintf( names[count], sizeof( names[0] ), "%s/%.*s", folder,
			                              (int)( length - strlen( end ) ), entry->d_name );
			count += written > 0 && written < (int)sizeof( names[0] );
		}
	}
	closedir( directory );
	qsort( names, (size_t)count, sizeof( names[0] ), compare_names );
	return count;
}

static void add_space( any_map* map )
{
	fw_space_def def = fw_default_space_def();
	def.radius = 0.0;
	def.lattice = FW_LATTICE_TILES;
	any_check( fw_space_create( map->grid, &def, &map->space, NULL ), "space" );
}

static fw_grid* new_grid( int32_t width, int32_t height )
{
	fw_grid_def def = fw_default_grid_def();
	def.width = width;
	def.height = height;
	def.fill = FW_TERRAIN_GROUND;
	fw_grid* grid = NULL;
	any_check( fw_grid_create( &def, &grid, NULL ), "grid" );
	return grid;
}

void any_random_map( any_map* map, int32_t side, int32_t blocked, uint64_t seed )
{
	*map = ( any_map ){ .grid = new_grid( side, side ) };
	uint64_t random = seeded( seed );
	uint8_t* tiles = take( (size_t)side * (size_t)side, 1 );
	for ( int32_t i = 0; i < side * side; i++ )
	{
		tiles[i] = below( &random, 100 ) < blocked ? FW_TERRAIN_OUT : FW_TERRAIN_GROUND;
	}
	const fw_rect all = { 0, 0, side, side };
	any_check( fw_grid_write( map->grid, all, tiles, (size_t)side, NULL ), "random map" );
	free( tiles );
	add_space( map );
}

bool any_load_map( any_map* map, const char* name )
{
	*map = ( any_map ){ 0 };
	char file[1024];
	snprintf( file, sizeof( file ), "%s/%s.map", any_folder() != NULL ? any_folder() : "", name );
	const fw_status status = any_folder() != NULL ? fw_map_load( file, NULL, &map->grid, NULL ) : FW_ERR_IO;
	if ( status == FW_ERR_IO )
	{
		return false;
	}
	any_check( status, file );
	add_space( map );
	return true;
}

void any_cut_map( any_map* map, const any_map* large, int32_t side )
{
	*map = ( any_map ){ .grid = new_grid( side, side ) };
	const int32_t left = ( fw_grid_width( large->grid ) - side ) / 2;
	const int32_t top = ( fw_grid_height( large->grid ) - side ) / 2;
	for ( int32_t i = 0; i < side * side; i++ )
	{
		const fw_rect tile = { i % side, i / side, 1, 1 };
		any_check( fw_grid_fill( map->grid, tile, fw_grid_get( large->grid, left + tile.x, top + tile.y ), NULL ),
		           "cut" );
	}
	add_space( map );
}

void any_grow_map( any_map* map, const any_map* small, any_growth growth, int32_t times )
{
	const int32_t width = fw_grid_width( small->grid );
	const int32_t height = fw_grid_height( small->grid );
	*map = ( any_map ){ .grid = new_grid( width * times, height * times ) };
	uint8_t* row = take( (size_t)width * (size_t)times, 1 );
	for ( int32_t y = 0; y < height * times; y++ )
	{
		for ( int32_t x = 0; x < width * times; x++ )
		{
			row[x] = growth == ANY_TILED ? fw_grid_get( small->grid, x % width, y % height )
			                             : fw_grid_get( small->grid, x / times, y / times );
		}
		const fw_rect rect = { 0, y, width * times, 1 };
		any_check( fw_grid_write( map->grid, rect, row, (size_t)width * (size_t)times, NULL ), "larger map" );
	}
	free( row );
	add_space( map );
}

void any_free_map( any_map* map )
{
	free( map->problems );
	fw_space_destroy( map->space );
	fw_grid_destroy( map->grid );
	*map = ( any_map ){ 0 };
}

// "dao/arena" is "arena" there.
static FILE* open_oracle( const char* name, const char* kind )
{
	const char* slash = strrchr( name, '/' );
	char file[1024];
	snprintf( file, sizeof( file ), "%s/oracle/%s/%s.map.any", any_folder() != NULL ? any_folder() : "", kind,
	          slash != NULL ? slash + 1 : name );
	return fopen( file, "r" );
}

bool any_has_oracle( const char* name )
{
	FILE* file = open_oracle( name, "corner" );
	if ( file != NULL )
	{
		fclose( file );
	}
	return file != NULL;
}

// A line for each problem of the scenario; NULL if there is no such file. The caller frees it.
static double* read_oracle( const char* name, const char* kind, const fw_scen* scen )
{
	FILE* file = open_oracle( name, kind );
	if ( file == NULL )
	{
		return NULL;
	}
	double* lengths = take( (size_t)scen->count, sizeof( *lengths ) );
	for ( int32_t i = 0; i < scen->count; i++ )
	{
		double ends[4];
		const bool read =
		    fscanf( file, "%lf %lf %lf %lf %lf", &ends[0], &ends[1], &ends[2], &ends[3], &lengths[i] ) == 5;
		const double shift = ends[0] - scen->problems[i].start_x;
		any_check( read && shift >= 0.0 && shift <= 0.5 ? FW_OK : FW_ERR_SYNTAX, "exact lengths" );
	}
	fclose( file );
	return lengths;
}

void any_take_scenario( any_map* map, const char* name, int32_t count )
{
	char file[1024];
	snprintf( file, sizeof( file ), "%s/%s.map.scen", any_folder(), name );
	fw_scen scen;
	any_check( fw_scen_load( file, NULL, &scen, NULL ), file );
	double* center = read_oracle( name, "center", &scen );
	double* corner = read_oracle( name, "corner", &scen );
	map->problems = take( (size_t)count, sizeof( *map->problems ) );
	map->count = 0;
	// Spread over the file, since many are sorted by length.
	for ( int32_t i = 0; i < count && i < scen.count; i++ )
	{
		const int32_t at = count < scen.count ? (int32_t)( ( (int64_t)i * 2 + 1 ) * scen.count / ( 2 * count ) ) : i;
		const fw_scen_problem p = fw_scen_scaled( &scen, at, map->grid );
		if ( p.start_x == p.goal_x && p.start_y == p.goal_y )
		{
			continue;
		}
		any_problem* problem = &map->problems[map->count++];
		*problem = ( any_problem ){ p.start_x, p.start_y, p.goal_x, p.goal_y, { 0.0, 0.0 } };
		problem->exact[FW_ANCHOR_CENTER] = center != NULL ? center[at] : 0.0;
		problem->exact[FW_ANCHOR_CORNER] = corner != NULL ? corner[at] : 0.0;
	}
	free( center );
	free( corner );
	fw_scen_free( &scen );
}

// Regions use steps that cut no corner; other connections have to be searched.
static bool is_connected( const any_map* map, fw_search* search, fw_result* result, const any_problem* p,
                          fw_corners corners )
{
	const uint32_t region = fw_space_region( map->space, p->start_x, p->start_y );
	if ( region == 0 || !fw_space_stands( map->space, p->goal_x, p->goal_y ) ||
	     ( p->start_x == p->goal_x && p->start_y == p->goal_y ) )
	{
		return false;
	}
	if ( region == fw_space_region( map->space, p->goal_x, p->goal_y ) || corners == FW_CORNERS_CLOSED )
	{
		return region == fw_space_region( map->space, p->goal_x, p->goal_y );
	}
	fw_query query = fw_default_query();
	query.unit.radius = 0.0;
	query.options.corner_cutting = true;
	query.start = ( fw_pose ){ p->start_x + 0.5, p->start_y + 0.5, 0.0 };
	query.goal = ( fw_pose ){ p->goal_x + 0.5, p->goal_y + 0.5, 0.0 };
	const fw_map view = { .grid = map->grid, .space = map->space };
	any_check( fw_search_run( search, &view, &query, result, NULL ), "connection" );
	return result->outcome == FW_FOUND;
}

void any_draw_problems( any_map* map, fw_corners corners, int32_t count, uint64_t seed )
{
	const int32_t width = fw_grid_width( map->grid );
	const int32_t height = fw_grid_height( map->grid );
	uint64_t random = seeded( seed );
	fw_search* search = NULL;
	any_check( fw_search_create( NULL, &search ), "connection" );
	fw_result result;
	fw_result_init( &result, NULL );
	map->problems = take( (size_t)count, sizeof( *map->problems ) );
	map->count = 0;
	for ( int64_t i = 0; i < (int64_t)count * DRAWS && map->count < count; i++ )
	{
		any_problem p = { .start_x = below( &random, width ), .start_y = below( &random, height ) };
		p.goal_x = below( &random, width );
		p.goal_y = below( &random, height );
		if ( is_connected( map, search, &result, &p, corners ) )
		{
			map->problems[map->count++] = p;
		}
	}
	fw_result_free( &result );
	fw_search_destroy( search );
}

void any_scale_problems( any_map* map, const any_map* small, int32_t times )
{
	map->problems = take( (size_t)small->count, sizeof( *map->problems ) );
	map->count = small->count;
	for ( int32_t i = 0; i < small->count; i++ )
	{
		const any_problem* p = &small->problems[i];
		map->problems[i].start_x = p->start_x * times;
		map->problems[i].start_y = p->start_y * times;
		map->problems[i].goal_x = p->goal_x * times;
		map->problems[i].goal_y = p->goal_y * times;
	}
}
