// SPDX-License-Identifier: MIT
// Files of links and one-way tiles: any text is refused with a position and changes nothing, or its contents are
// written and read again the same; then searches find a path exactly if one part of the map leads to another, and their
// paths are legal, also after smoothing.
#include "fairway/fairway.h"
#include "fuzz_check.h"

#define WIDTH 37
#define HEIGHT 23

static fw_grid* open_grid( ledger* book )
{
	fw_grid_def def = fw_default_grid_def();
	fw_grid* grid = NULL;
	def.allocator = ledger_allocator( book );
	def.width = WIDTH;
	def.height = HEIGHT;
	CHECK( fw_grid_create( &def, &grid, NULL ) == FW_OK );
	for ( int32_t i = 0; i < 6; i++ )
	{
		const fw_rect wall = { i * 6 + 3, i % 2 == 0 ? 0 : 3, 1, HEIGHT - 3 };
		CHECK( fw_grid_fill( grid, wall, i == 3 ? FW_TERRAIN_WATER : FW_TERRAIN_OUT, NULL ) == FW_OK );
	}
	return grid;
}

static const char* const directions[8] = { "e", "se", "s", "sw", "w", "nw", "n", "ne" };

static size_t print_exits( const fw_grid* grid, int32_t tile, char* out, size_t room )
{
	const uint32_t exits = fw_grid_exits( grid, tile % WIDTH, tile / WIDTH );
	int count = snprintf( out, room, "one-way %d %d 1 1 ", tile % WIDTH, tile / WIDTH );
	const char* between = "";
	for ( int32_t d = 0; d < 8 && exits != FW_EXIT_ALL && exits != 0; d++ )
	{
		if ( ( exits >> d & 1u ) != 0 )
		{
			count += snprintf( out + count, room - (size_t)count, "%s%s", between, directions[d] );
			between = ",";
		}
	}
	count += snprintf( out + count, room - (size_t)count, "%s\n",
	                   exits == FW_EXIT_ALL ? "all"
	                   : exits == 0         ? "none"
	                                        : "" );
	return (size_t)count;
}

static void check_same( const fw_grid* a, const fw_grid* b )
{
	CHECK( fw_grid_link_count( a ) == fw_grid_link_count( b ) );
	CHECK( fw_grid_one_way_count( a ) == fw_grid_one_way_count( b ) );
	for ( int32_t i = 0; i < fw_grid_link_count( a ); i++ )
	{
		const fw_link* p = fw_grid_link_at( a, i );
		const fw_link* q = fw_grid_link_at( b, i );
		CHECK( p->from_x == q->from_x && p->from_y == q->from_y && p->to_x == q->to_x && p->to_y == q->to_y );
		CHECK( p->cost == q->cost && p->capabilities == q->capabilities );
	}
	for ( int32_t i = 0; i < WIDTH * HEIGHT; i++ )
	{
		CHECK( fw_grid_exits( a, i % WIDTH, i / WIDTH ) == fw_grid_exits( b, i % WIDTH, i / WIDTH ) );
	}
}

static void check_round_trip( const fw_grid* grid )
{
	static const char* const names[5] = { "ground", "water", "swamp", "trees", "road" };
	const size_t room = (size_t)fw_grid_link_count( grid ) * 128 + (size_t)WIDTH * HEIGHT * 64 + 1;
	char* text = malloc( room );
	CHECK( text != NULL );
	size_t size = 0;
	for ( int32_t i = 0; i < fw_grid_link_count( grid ); i++ )
	{
		const fw_link* l = fw_grid_link_at( grid, i );
		size += (size_t)snprintf( text + size, room - size, "link %d %d %d %d %.17g", l->from_x, l->from_y, l->to_x,
		                          l->to_y, l->cost );
		for ( int32_t c = 0; c < 5 && l->capabilities != UINT32_MAX; c++ )
		{
			const uint32_t before = l->capabilities & ( ( 1u << c ) - 1u );
			const bool has = ( l->capabilities >> c & 1u ) != 0;
			size += has ? (size_t)snprintf( text + size, room - size, "%s%s", before != 0 ? "," : " ", names[c] ) : 0;
		}
		size += (size_t)snprintf( text + size, room - size, "\n" );
	}
	for ( int32_t i = 0; i < WIDTH * HEIGHT; i++ )
	{
		size += print_exits( grid, i, text + size, room - size );
	}
	CHECK( size < room );
	ledger book = { 0 };
	fw_grid* again = open_grid( &book );
	CHECK( fw_links_parse( text, size, again, NULL ) == FW_OK );
	check_same( grid, again );
	fw_grid_destroy( again );
	CHECK( book.live == 0 );
	free( text );
}

static void check_path( const fw_grid* grid, const fw_unit* unit, fw_path* path )
{
	int32_t count = 0;
	CHECK( fw_validate( grid, unit, path, NULL, NULL, 0, &count, NULL ) == FW_OK && count == 0 );
	fw_smoother smoother = fw_default_smoother();
	smoother.grid = grid;
	smoother.unit = unit;
	const double before = fw_smoother_cost( &smoother, path );
	CHECK( fw_smooth_straight( &smoother, path, NULL ) == FW_OK );
	CHECK( fw_validate( grid, unit, path, NULL, NULL, 0, &count, NULL ) == FW_OK && count == 0 );
	CHECK( fw_smoother_cost( &smoother, path ) <= before + 1e-6 );
}

// Without the reachability, so that the search has to find out.
static void check_searches( fw_grid* grid, int32_t size, uint32_t seed )
{
	fw_space_def space_def = fw_default_space_def();
	fw_reachability_def def = fw_default_reachability_def();
	fw_space* space = NULL;
	fw_reachability* reach = NULL;
	fw_search* search = NULL;
	fw_result result = { 0 };
	space_def.size = size;
	CHECK( fw_space_create( grid, &space_def, &space, NULL ) == FW_OK );
	def.space = space;
	CHECK( fw_reachability_create( &def, &reach, NULL ) == FW_OK );
	CHECK( fw_search_create( NULL, &search ) == FW_OK );
	const fw_map map = { .grid = grid, .space = space };
	for ( int32_t i = 0; i < 8; i++ )
	{
		uint32_t at[4];
		for ( int32_t k = 0; k < 4; k++ )
		{
			seed = seed * 1664525u + 1013904223u;
			at[k] = ( seed >> 16 ) % ( k % 2 == 0 ? WIDTH : HEIGHT );
		}
		fw_query query = fw_default_query();
		query.unit.size = size;
		query.start = ( fw_pose ){ at[0] + 0.5, at[1] + 0.5, 0.0 };
		query.goal = ( fw_pose ){ at[2] + 0.5, at[3] + 0.5, 0.0 };
		CHECK( fw_search_run( search, &map, &query, &result, NULL ) == FW_OK );
		CHECK( ( result.outcome == FW_FOUND ) ==
		       fw_reachability_leads( reach, (int32_t)at[0], (int32_t)at[1], (int32_t)at[2], (int32_t)at[3] ) );
		if ( result.outcome == FW_FOUND )
		{
			check_path( grid, &query.unit, &result.path );
		}
	}
	fw_result_free( &result );
	fw_search_destroy( search );
	fw_reachability_destroy( reach );
	fw_space_destroy( space );
}

int LLVMFuzzerTestOneInput( const uint8_t* data, size_t size )
{
	ledger book = { 0 };
	fw_grid* grid = open_grid( &book );
	const uint64_t revision = fw_grid_revision( grid );
	fw_refusal error = { 0 };
	const fw_status status = fw_links_parse( (const char*)data, size, grid, &error );
	check_error( (const char*)data, size, status, &error );
	if ( status == FW_OK )
	{
		check_round_trip( grid );
		check_searches( grid, (int32_t)( size % 3 ), (uint32_t)( size * 2654435761u ) );
	}
	else
	{
		CHECK( fw_grid_is_plain( grid, UINT32_MAX ) && fw_grid_revision( grid ) == revision );
	}
	fw_grid_destroy( grid );
	CHECK( book.live == 0 );
	return 0;
}
