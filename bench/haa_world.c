// SPDX-License-Identifier: MIT
// Maps, units and clock of the benchmarks of hierarchies and of plans.
#define _POSIX_C_SOURCE 199309L // clock_gettime(): some searches take microseconds

#include "haa.h"

#include "any_angle_sets.h"
#include "fairway/io.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define DRAWS 100000 // tries for each position
#define TOWN_SIDE 1024
#define LAND ( FW_CAP_GROUND | FW_CAP_SWAMP )

const int32_t haa_clusters[HAA_CLUSTERS] = { 10, 15, 20 };

void haa_check( fw_status status, const char* what )
{
	if ( status != FW_OK )
	{
		fprintf( stderr, "bench: %s: %s\n", what, fw_status_text( status ) );
		exit( EXIT_FAILURE );
	}
}

void* haa_take( size_t count, size_t size )
{
	void* memory = calloc( count > 0 ? count : 1, size );
	haa_check( memory != NULL ? FW_OK : FW_ERR_MEMORY, "memory" );
	return memory;
}

double haa_now( void )
{
	struct timespec t;
	clock_gettime( CLOCK_PROCESS_CPUTIME_ID, &t );
	return (double)t.tv_sec * 1e6 + (double)t.tv_nsec * 1e-3;
}

// It asks the system, which takes about a tenth of the time of a short search.
double haa_clock_cost( void )
{
	const int32_t times = 20000;
	const double before = haa_now();
	for ( int32_t i = 1; i < times; i++ )
	{
		haa_now();
	}
	return ( haa_now() - before ) / times;
}

// Xorshift64* (G. Marsaglia 2003, S. Vigna 2014).
int32_t haa_below( uint64_t* random, int32_t limit )
{
	*random ^= *random >> 12;
	*random ^= *random << 25;
	*random ^= *random >> 27;
	const uint32_t drawn = (uint32_t)( *random * 0x2545F4914F6CDD1Du >> 32 );
	return (int32_t)( (uint64_t)drawn * (uint64_t)limit >> 32 );
}

static int compare_doubles( const void* a, const void* b )
{
	const double x = *(const double*)a;
	const double y = *(const double*)b;
	return ( x > y ) - ( x < y );
}

double haa_quantile( double* values, int32_t count, double share )
{
	if ( count == 0 )
	{
		return 0.0;
	}
	qsort( values, (size_t)count, sizeof( *values ), compare_doubles );
	return values[(int32_t)( share * ( count - 1 ) + 0.5 )];
}

fw_hierarchy* haa_build( const fw_grid* grid, int32_t cluster, fw_quality quality )
{
	fw_hierarchy_def def = fw_default_hierarchy_def();
	def.cluster = cluster;
	def.capabilities[0] = LAND;
	def.size_count = HAA_SIZES;
	for ( int32_t i = 0; i < HAA_SIZES; i++ )
	{
		def.sizes[i] = i + 1;
	}
	def.quality = quality;
	fw_hierarchy* hierarchy = NULL;
	haa_check( fw_hierarchy_create( grid, &def, &hierarchy, NULL ), "hierarchy" );
	return hierarchy;
}

fw_landmarks* haa_landmarks( const fw_hierarchy* hierarchy, int32_t size, int32_t count )
{
	fw_landmarks* landmarks = NULL;
	haa_check( fw_landmarks_create( hierarchy, LAND, size, count, &landmarks, NULL ), "landmarks" );
	return landmarks;
}

fw_space* haa_space( fw_grid* grid, int32_t size )
{
	fw_space_def def = fw_default_space_def();
	def.capabilities = LAND;
	def.size = size;
	def.lattice = FW_LATTICE_TILES;
	fw_space* space = NULL;
	haa_check( fw_space_create( grid, &def, &space, NULL ), "space" );
	return space;
}

fw_clearance* haa_clearance( const fw_grid* grid )
{
	fw_clearance_def def = fw_default_clearance_def();
	def.capabilities = LAND;
	fw_clearance* clearance = NULL;
	haa_check( fw_clearance_create( grid, &def, &clearance, NULL ), "clearance" );
	return clearance;
}

fw_query haa_query( const char* method, int32_t size, int32_t start_x, int32_t start_y, int32_t goal_x, int32_t goal_y )
{
	fw_query query = fw_default_query();
	query.method = method;
	query.unit.size = size;
	query.unit.capabilities = LAND;
	query.start = ( fw_pose ){ start_x + 0.5, start_y + 0.5, 0.0 };
	query.goal = ( fw_pose ){ goal_x + 0.5, goal_y + 0.5, 0.0 };
	return query;
}

void haa_file( char* file, size_t capacity, const char* name, const char* end )
{
	const char* folder = any_folder();
	if ( folder == NULL )
	{
		fprintf( stderr, "bench: FAIRWAY_BENCHMARKS names no folder of benchmark maps\n" );
		exit( EXIT_FAILURE );
	}
	const int written = snprintf( file, capacity, "%s/%s%s", folder, name, end );
	haa_check( written > 0 && (size_t)written < capacity ? FW_OK : FW_ERR_TOO_LARGE, name );
}

fw_grid* haa_load( const char* name )
{
	char file[1024];
	haa_file( file, sizeof( file ), name, ".map" );
	fw_grid* grid = NULL;
	haa_check( fw_map_load( file, NULL, &grid, NULL ), file );
	return grid;
}

// The region with the most tiles: regions are numbered from 1.
static uint32_t largest_region( const fw_space* space, int32_t width, int32_t height )
{
	const size_t tiles = (size_t)width * (size_t)height;
	int32_t* sizes = haa_take( tiles + 1, sizeof( *sizes ) );
	uint32_t best = 0;
	for ( size_t i = 0; i < tiles; i++ )
	{
		const uint32_t region = fw_space_region( space, (int32_t)i % width, (int32_t)i / width );
		sizes[region] += region != 0;
		best = sizes[region] > sizes[best] ? region : best;
	}
	free( sizes );
	return best;
}

fw_rect haa_middle( fw_grid* grid, int32_t margin )
{
	const int32_t width = fw_grid_width( grid );
	const int32_t height = fw_grid_height( grid );
	fw_space* space = haa_space( grid, 1 );
	const uint32_t region = largest_region( space, width, height );
	int32_t left = width;
	int32_t top = height;
	int32_t right = 0;
	int32_t bottom = 0;
	for ( int32_t i = 0; i < width * height; i++ )
	{
		const int32_t x = i % width;
		const int32_t y = i / width;
		if ( fw_space_region( space, x, y ) == region )
		{
			left = x < left ? x : left;
			top = y < top ? y : top;
			right = x + 1 > right ? x + 1 : right;
			bottom = y + 1;
		}
	}
	fw_space_destroy( space );
	return ( fw_rect ){ left + margin, top + margin, right - left - 2 * margin, bottom - top - 2 * margin };
}

// A position in one of the copies; every other copy is mirrored.
static int32_t folded( int32_t at, int32_t length )
{
	const int32_t place = at % ( 2 * length );
	return place < length ? place : 2 * length - 1 - place;
}

fw_grid* haa_mirror( const fw_grid* grid, fw_rect part, int32_t side )
{
	fw_grid_def def = fw_default_grid_def();
	def.width = side;
	def.height = side;
	fw_grid* made = NULL;
	haa_check( fw_grid_create( &def, &made, NULL ), "large map" );
	uint8_t* row = haa_take( (size_t)side, 1 );
	for ( int32_t y = 0; y < side; y++ )
	{
		for ( int32_t x = 0; x < side; x++ )
		{
			row[x] = fw_grid_get( grid, part.x + folded( x, part.width ), part.y + folded( y, part.height ) );
		}
		haa_check( fw_grid_write( made, ( fw_rect ){ 0, y, side, 1 }, row, (size_t)side, NULL ), "large map" );
	}
	free( row );
	return made;
}

int64_t haa_tile_graph( const fw_grid* grid )
{
	int64_t count = 0;
	for ( int32_t i = 0; i < fw_grid_width( grid ) * fw_grid_height( grid ); i++ )
	{
		const int32_t x = i % fw_grid_width( grid );
		const int32_t y = i / fw_grid_width( grid );
		if ( !fw_grid_passable( grid, x, y, LAND ) )
		{
			continue;
		}
		const bool left = fw_grid_passable( grid, x - 1, y, LAND );
		const bool right = fw_grid_passable( grid, x + 1, y, LAND );
		const bool below = fw_grid_passable( grid, x, y + 1, LAND );
		const bool below_left = fw_grid_passable( grid, x - 1, y + 1, LAND );
		const bool below_right = fw_grid_passable( grid, x + 1, y + 1, LAND );
		count += 1 + right + below + ( below && right && below_right ) + ( below && left && below_left );
	}
	return count;
}

fw_grid* haa_town( void )
{
	fw_grid* small = haa_load( HAA_TOWN );
	const fw_rect whole = { 0, 0, fw_grid_width( small ), fw_grid_height( small ) };
	fw_grid* grid = haa_mirror( small, whole, TOWN_SIDE );
	fw_grid_destroy( small );
	return grid;
}

fw_rect haa_draw_position( const fw_grid* grid, int32_t side, uint64_t* random )
{
	fw_rect rect = { 0, 0, side, side };
	bool is_free = false;
	for ( int32_t tries = 0; !is_free; tries++ )
	{
		haa_check( tries < DRAWS ? FW_OK : FW_ERR_ARGUMENT, "no place for a building" );
		rect.x = haa_below( random, fw_grid_width( grid ) );
		rect.y = haa_below( random, fw_grid_height( grid ) );
		is_free = true;
		for ( int32_t i = 0; i < side * side; i++ )
		{
			const uint8_t terrain = fw_grid_get( grid, rect.x + i % side, rect.y + i / side );
			is_free = is_free && terrain == FW_TERRAIN_GROUND;
		}
	}
	return rect;
}
