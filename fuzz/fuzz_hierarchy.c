// SPDX-License-Identifier: MIT
// Files of hierarchies: any bytes are refused, or writing what was read gives the same bytes; what was read can be
// searched and takes over edits. Checksum and hash of the map are corrected first, or nothing would get past them.
#include "base/bytes.h"
#include "fairway/search.h"
#include "fuzz_check.h"
#include "hierarchy/hierarchy.h"

#define WIDTH 30
#define HEIGHT 22
// Magic, version, width and height; cluster, quality and levels follow before the hash of the map.
#define FIXED 20
#define HASH 32
#define HEADER 40

// Walls with holes, and some swamp.
static fw_grid* make_map( void )
{
	fw_grid_def def = fw_default_grid_def();
	fw_grid* grid = NULL;
	def.width = WIDTH;
	def.height = HEIGHT;
	CHECK( fw_grid_create( &def, &grid, NULL ) == FW_OK );
	for ( int32_t i = 0; i < WIDTH * HEIGHT; i++ )
	{
		const int32_t x = i % WIDTH;
		const int32_t y = i / WIDTH;
		const bool wall = ( x % 9 == 4 && y % 7 != 2 ) || ( y % 8 == 5 && x % 5 != 1 );
		const uint8_t terrain = wall ? FW_TERRAIN_OUT : x > 20 && y > 14 ? FW_TERRAIN_SWAMP : FW_TERRAIN_GROUND;
		CHECK( fw_grid_fill( grid, ( fw_rect ){ x, y, 1, 1 }, terrain, NULL ) == FW_OK );
	}
	return grid;
}

// The beginning of every file of this map.
static void mend( const fw_grid* grid, char* bytes, size_t size )
{
	const fw_hierarchy_def def = fw_default_hierarchy_def();
	fw_hierarchy* real = NULL;
	char* right = NULL;
	size_t right_size = 0;
	CHECK( fw_hierarchy_create( grid, &def, &real, NULL ) == FW_OK );
	CHECK( fw_hierarchy_format( real, &right, &right_size ) == FW_OK );
	if ( size >= HEADER + 8 )
	{
		memcpy( bytes, right, FIXED );
		memcpy( bytes + HASH, right + HASH, HEADER - HASH );
		char* end = bytes + size - 8;
		fw_put( &end, fw_hash_bytes( FW_HASH_BEGIN, bytes, size - 8 ), 8 );
	}
	free( right );
	fw_hierarchy_destroy( real );
}

// Refines the route of a search in parts, over the hierarchy that it searched or a newer one.
static void drive( fw_search* search, const fw_hierarchy* hierarchy, fw_route* route )
{
	fw_path path = { 0 };
	fw_result result = { 0 };
	fw_status status = fw_search_route( search, route, &result, NULL );
	CHECK( status == FW_OK );
	while ( status == FW_OK && !fw_route_is_done( route ) )
	{
		status = fw_route_next( route, search, hierarchy, 5.0, &path, NULL );
		CHECK( status == FW_OK || status == FW_ERR_MISMATCH || status == FW_ERR_STALE );
	}
	fw_path_free( &path );
}

// With the next state, if there is one, for routes.
static void search_all( const fw_hierarchy* hierarchy, const fw_hierarchy* next )
{
	static const char* const methods[] = { "haastar-initial", "haastar-high", "haastar-low" };
	const fw_hierarchy_def* def = fw_hierarchy_definition( hierarchy );
	fw_map map = { .hierarchy = hierarchy };
	fw_landmarks* landmarks = NULL;
	CHECK( fw_landmarks_create( hierarchy, def->capabilities[0], def->sizes[0], 3, &landmarks, NULL ) == FW_OK );
	fw_search* search = NULL;
	fw_route* route = NULL;
	fw_result result;
	fw_result_init( &result, NULL );
	CHECK( fw_search_create( NULL, &search ) == FW_OK );
	CHECK( fw_route_create( NULL, &route ) == FW_OK );
	for ( int32_t i = 0; i < 24; i++ )
	{
		fw_query query = fw_default_query();
		query.method = methods[def->quality];
		query.unit.capabilities = def->capabilities[i % def->capability_count];
		query.unit.size = def->sizes[i % def->size_count];
		query.start = ( fw_pose ){ i * 7 % WIDTH + 0.5, i * 5 % HEIGHT + 0.5, 0.0 };
		query.goal = ( fw_pose ){ i * 11 % WIDTH + 0.5, i * 13 % HEIGHT + 0.5, 0.0 };
		map.landmarks = landmarks;
		const fw_status led = fw_search_run( search, &map, &query, &result, NULL );
		CHECK( led == FW_OK || led == FW_ERR_MISMATCH );
		map.landmarks = NULL;
		const fw_status status = fw_search_run( search, &map, &query, &result, NULL );
		CHECK( status == FW_OK || status == FW_ERR_MISMATCH );
		drive( search, hierarchy, route );
		if ( next != NULL )
		{
			drive( search, next, route );
		}
	}
	fw_route_destroy( route );
	fw_result_free( &result );
	fw_search_destroy( search );
	fw_landmarks_destroy( landmarks );
}

static void check_read( fw_grid* grid, fw_hierarchy* hierarchy, const char* bytes, size_t size )
{
	char* again = NULL;
	size_t again_size = 0;
	fw_hierarchy* next = NULL;
	CHECK( fw_hierarchy_format( hierarchy, &again, &again_size ) == FW_OK );
	CHECK( again_size == size && memcmp( again, bytes, size ) == 0 );
	hierarchy->allocator.resize( hierarchy->allocator.context, again, again_size, 0 );
	CHECK( fw_grid_fill( grid, ( fw_rect ){ 10, 8, 3, 3 }, FW_TERRAIN_OUT, NULL ) == FW_OK );
	const fw_status status = fw_hierarchy_update( hierarchy, &next, NULL );
	CHECK( status == FW_OK || status == FW_ERR_MISMATCH );
	search_all( hierarchy, next );
	if ( status == FW_OK )
	{
		search_all( next, NULL );
	}
	fw_hierarchy_destroy( next );
}

int LLVMFuzzerTestOneInput( const uint8_t* data, size_t size )
{
	ledger book = { 0 };
	const fw_allocator allocator = ledger_allocator( &book );
	char* bytes = malloc( size + 1 );
	fw_grid* grid = make_map();
	CHECK( bytes != NULL );
	if ( size > 0 )
	{
		memcpy( bytes, data, size );
	}
	mend( grid, bytes, size );
	fw_hierarchy* hierarchy = NULL;
	const fw_status status = fw_hierarchy_parse( grid, bytes, size, &allocator, &hierarchy, NULL );
	CHECK( status == FW_OK || status == FW_ERR_SYNTAX || status == FW_ERR_STALE );
	CHECK( ( hierarchy != NULL ) == ( status == FW_OK ) );
	if ( status == FW_OK )
	{
		check_read( grid, hierarchy, bytes, size );
	}
	fw_hierarchy_destroy( hierarchy );
	CHECK( book.live == 0 );
	free( bytes );
	fw_grid_destroy( grid );
	return 0;
}
