// SPDX-License-Identifier: MIT
// Scenarios: any text is refused with a position, or its problems are written and read again the same.
#include "fairway/io.h"
#include "fuzz_check.h"

static size_t print_problem( const fw_scen* scen, const fw_scen_problem* p, char* out, size_t room )
{
	char size[32] = "";
	if ( p->map_width != 0 )
	{
		snprintf( size, sizeof( size ), "%d %d ", p->map_width, p->map_height );
	}
	const int count = snprintf( out, room, "%d %s %s%d %d %d %d %.17g\n", p->bucket, scen->names + p->map_name, size,
	                            p->start_x, p->start_y, p->goal_x, p->goal_y, p->length );
	CHECK( count > 0 && (size_t)count < room );
	return (size_t)count;
}

static void check_same( const fw_scen* a, const fw_scen* b )
{
	CHECK( a->count == b->count );
	CHECK( a->names_size == b->names_size );
	CHECK( a->names_size == 0 || memcmp( a->names, b->names, a->names_size ) == 0 );
	for ( int32_t i = 0; i < a->count; i++ )
	{
		const fw_scen_problem* p = &a->problems[i];
		const fw_scen_problem* q = &b->problems[i];
		CHECK( p->bucket == q->bucket && p->map_width == q->map_width && p->map_height == q->map_height );
		CHECK( p->start_x == q->start_x && p->start_y == q->start_y );
		CHECK( p->goal_x == q->goal_x && p->goal_y == q->goal_y );
		CHECK( p->length == q->length && p->map_name == q->map_name );
	}
}

static void check_round_trip( const fw_scen* scen )
{
	const size_t room = (size_t)scen->count * ( 160 + scen->names_size ) + 32;
	char* text = malloc( room );
	CHECK( text != NULL );
	size_t size = (size_t)snprintf( text, room, "version 1\n" );
	for ( int32_t i = 0; i < scen->count; i++ )
	{
		size += print_problem( scen, &scen->problems[i], text + size, room - size );
	}
	fw_scen again;
	CHECK( fw_scen_parse( text, size, NULL, &again, NULL ) == FW_OK );
	check_same( scen, &again );
	fw_scen_free( &again );
	free( text );
}

static void check_problem( const fw_scen* scen, int32_t index, const fw_grid* grid )
{
	const fw_scen_problem* p = &scen->problems[index];
	CHECK( p->map_name >= 0 && (size_t)p->map_name < scen->names_size );
	CHECK( p->map_name == 0 || scen->names[p->map_name - 1] == 0 );
	const char* name = scen->names + p->map_name;
	const char last = name[strlen( name ) - 1];
	CHECK( fw_scen_matches( scen, index, name ) == ( last != '/' && last != '\\' ) );
	const fw_scen_problem scaled = fw_scen_scaled( scen, index, grid );
	if ( p->map_width != 0 )
	{
		CHECK( scaled.start_x >= 0 && scaled.start_x < scaled.map_width );
		CHECK( scaled.start_y >= 0 && scaled.start_y < scaled.map_height );
		CHECK( scaled.goal_x >= 0 && scaled.goal_x < scaled.map_width );
		CHECK( scaled.goal_y >= 0 && scaled.goal_y < scaled.map_height );
	}
	CHECK( scaled.length == p->length );
}

int LLVMFuzzerTestOneInput( const uint8_t* data, size_t size )
{
	ledger book = { 0 };
	const fw_allocator allocator = ledger_allocator( &book );
	const char* text = (const char*)data;
	fw_scen scen = { 0 };
	fw_refusal error = { 0 };
	const fw_status status = fw_scen_parse( text, size, &allocator, &scen, &error );
	check_error( text, size, status, &error );
	CHECK( book.peak <= 64 * size + 8192 );
	if ( status == FW_OK )
	{
		fw_grid_def def = fw_default_grid_def();
		def.width = 1 + (int32_t)( size % 97 );
		def.height = 1 + (int32_t)( size % 61 );
		fw_grid* grid = NULL;
		CHECK( fw_grid_create( &def, &grid, NULL ) == FW_OK );
		for ( int32_t i = 0; i < scen.count; i++ )
		{
			check_problem( &scen, i, grid );
		}
		fw_grid_destroy( grid );
		check_round_trip( &scen );
	}
	fw_scen_free( &scen );
	CHECK( book.live == 0 );
	return 0;
}
