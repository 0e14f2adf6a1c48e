// SPDX-License-Identifier: MIT
// Maps: any text is refused with a position, or is a map that is written and read again the same. The memory is bounded
// by the text and not by its header. The same text as regions is refused, or fills their array.
#include "fairway/io.h"
#include "fuzz_check.h"

static void check_same( const fw_grid* a, const fw_grid* b )
{
	CHECK( fw_grid_width( a ) == fw_grid_width( b ) && fw_grid_height( a ) == fw_grid_height( b ) );
	for ( int32_t y = 0; y < fw_grid_height( a ); y++ )
	{
		for ( int32_t x = 0; x < fw_grid_width( a ); x++ )
		{
			CHECK( fw_grid_get( a, x, y ) < fw_grid_terrain_count( a ) );
			CHECK( fw_grid_get( a, x, y ) == fw_grid_get( b, x, y ) );
		}
	}
}

static void check_round_trip( const fw_grid* grid, const fw_grid_def* def )
{
	size_t size = 0;
	CHECK( fw_map_format( grid, NULL, 0, &size, NULL ) == FW_OK );
	char* text = malloc( size ); // exact, so that a read beyond the end is noticed
	CHECK( text != NULL );
	CHECK( fw_map_format( grid, text, size - 1, NULL, NULL ) == FW_ERR_CAPACITY );
	CHECK( fw_map_format( grid, text, size, NULL, NULL ) == FW_OK );
	fw_grid* again = NULL;
	CHECK( fw_map_parse( text, size, def, &again, NULL ) == FW_OK );
	check_same( grid, again );
	fw_grid_destroy( again );
	free( text );
}

static void check_map( const char* text, size_t size, const fw_terrain* terrains, int32_t count )
{
	ledger book = { 0 };
	fw_grid_def def = fw_default_grid_def();
	def.allocator = ledger_allocator( &book );
	def.terrains = terrains;
	def.terrain_count = count;
	fw_grid* grid = NULL;
	fw_refusal error = { 0 };
	const fw_status status = fw_map_parse( text, size, &def, &grid, &error );
	check_error( text, size, status, &error );
	CHECK( ( grid != NULL ) == ( status == FW_OK ) );
	CHECK( book.peak <= size + 8192 );
	if ( grid != NULL )
	{
		check_round_trip( grid, &def );
		fw_grid_destroy( grid );
	}
	CHECK( book.live == 0 );
	CHECK( fw_map_parse( text, size, &def, &grid, NULL ) == status ); // without an error report
	if ( status == FW_OK )
	{
		fw_grid_destroy( grid );
	}
}

// Regions of a small map: all are those of characters, or nothing was written.
static void check_regions( const char* text, size_t size )
{
	enum
	{
		WIDTH = 5,
		HEIGHT = 3
	};
	fw_grid_def def = fw_default_grid_def();
	fw_grid* grid = NULL;
	def.width = WIDTH;
	def.height = HEIGHT;
	CHECK( fw_grid_create( &def, &grid, NULL ) == FW_OK );
	uint8_t* regions = malloc( WIDTH * HEIGHT ); // exact, so that a write beyond the end is noticed
	CHECK( regions != NULL );
	memset( regions, 255, WIDTH * HEIGHT );
	fw_refusal error = { 0 };
	const fw_status status = fw_regions_parse( text, size, grid, regions, &error );
	check_error( text, size, status, &error );
	for ( int32_t i = 0; i < WIDTH * HEIGHT; i++ )
	{
		CHECK( status == FW_OK ? regions[i] == 0 || ( regions[i] > ' ' && regions[i] <= '~' ) : regions[i] == 255 );
	}
	free( regions );
	fw_grid_destroy( grid );
}

int LLVMFuzzerTestOneInput( const uint8_t* data, size_t size )
{
	static const fw_terrain terrains[] = {
	    { "rock", '#', 1.0, 0 },
	    { "ground", 'g', 1.0, FW_CAP_GROUND },
	    { "grass", 'G', 2.0, FW_CAP_GROUND },
	    { "type", 't', 1.0, FW_CAP_TREES },
	    { "tilde", '~', 1.0, FW_CAP_WATER },
	};
	check_map( (const char*)data, size, NULL, 0 );
	check_regions( (const char*)data, size );
	check_map( (const char*)data, size, terrains, (int32_t)( sizeof( terrains ) / sizeof( terrains[0] ) ) );
	return 0;
}
