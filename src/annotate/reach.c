// SPDX-License-Identifier: MIT
// What leads where. Tiles that can be left in all directions are joined by steps to and fro, so the nodes of the graph
// are regions of these and single one-way tiles, and what is kept follows the runs of the map and its one-way tiles.
#include "annotate/clearance.h"
#include "annotate/reachability.h"
#include "fairway/space.h"

#include "annotate/space.h"
#include "base/arena.h"
#include "grid/grid.h"
#include "grid/steps.h"

#include <math.h>
#include <string.h>

#define NO_NODE UINT32_MAX

// While it is made.
typedef struct builder
{
	fw_reachability* reach;
	fw_arena arena;
	const fw_layer* stands; // the space's plane, or `made`
	fw_layer made;          // of the clearance
	uint8_t* exits;         // [width * height], of the unit on each tile; null where there are no one-way tiles
	fw_arcs arcs;
} builder;

fw_reachability_def fw_default_reachability_def( void )
{
	return ( fw_reachability_def ){ .cookie = FW_COOKIE, .size = 1 };
}

static uint32_t tile_of( const fw_reachability* reach, int32_t x, int32_t y )
{
	return (uint32_t)y * (uint32_t)reach->width + (uint32_t)x;
}

// NO_NODE where the unit does not stand.
static uint32_t node_at( const fw_reachability* reach, int32_t x, int32_t y )
{
	const uint32_t label = fw_regions_at( &reach->regions, x, y );
	if ( label != 0 )
	{
		return label - 1;
	}
	if ( x < 0 || y < 0 || x >= reach->width || y >= reach->height )
	{
		return NO_NODE;
	}
	const uint32_t tile = tile_of( reach, x, y );
	int32_t low = 0;
	int32_t high = reach->one_way_count;
	while ( low < high )
	{
		const int32_t middle = low + ( high - low ) / 2;
		low = reach->one_way[middle] < tile ? middle + 1 : low;
		high = reach->one_way[middle] < tile ? high : middle;
	}
	const bool found = low < reach->one_way_count && reach->one_way[low] == tile;
	return found ? reach->regions.regions + (uint32_t)low : NO_NODE;
}

// The exits of the unit on each tile.
static fw_status find_exits( builder* b )
{
	const fw_grid* grid = b->reach->grid;
	const size_t width = (size_t)grid->width;
	const size_t tiles = width * (size_t)grid->height;
	if ( grid->one_way_count == 0 )
	{
		return FW_OK;
	}
	b->exits = fw_arena_take( &b->arena, tiles, 1 );
	FW_TRY( b->exits != NULL ? FW_OK : FW_ERR_MEMORY );
	memcpy( b->exits, grid->exits, tiles );
	// Of squares of 2, 3, ... tiles a side: what lies ahead is still that of the smaller square.
	for ( int32_t side = 2; side <= b->reach->size; side++ )
	{
		for ( uint8_t* row = b->exits; row < b->exits + tiles; row += width )
		{
			for ( size_t x = 0; x + 1 < width; x++ )
			{
				row[x] &= row[x + 1];
			}
		}
		for ( size_t tile = 0; tile + width < tiles; tile++ )
		{
			b->exits[tile] &= b->exits[tile + width];
		}
	}
	return FW_OK;
}

// The bits of a row where the unit stands and may step in all directions.
static void plain_row( const void* context, int32_t y, uint64_t* words )
{
	const builder* b = context;
	for ( int32_t x = 0; x < b->reach->width; x += 64 )
	{
		uint64_t bits = fw_layer_bits( b->stands, x, y );
		for ( uint64_t rest = b->exits != NULL ? bits : 0; rest != 0; rest &= rest - 1 )
		{
			const int32_t bit = FW_CTZ64( rest );
			bits &= b->exits[tile_of( b->reach, x + bit, y )] != FW_EXIT_ALL ? ~( (uint64_t)1 << bit ) : ~(uint64_t)0;
		}
		*words++ = bits;
	}
}

// Adds an arc unless it is one of those from `first` on.
static fw_status add_arc( builder* b, int32_t first, uint32_t from, uint32_t to )
{
	bool known = from == to;
	for ( int32_t i = first; i < b->arcs.count && !known; i++ )
	{
		known = b->arcs.items[i].from == from && b->arcs.items[i].to == to;
	}
	const fw_arc arc = { from, to };
	return known || FW_PUSH( &b->reach->allocator, &b->arcs.items, &b->arcs.count, &b->arcs.capacity, arc )
	           ? FW_OK
	           : FW_ERR_MEMORY;
}

// The arcs that a one-way tile has a part in: steps from it, steps to it from tiles that are none, and diagonal steps
// of such that pass it, whose tiles need not be one region.
static fw_status add_steps( builder* b, uint32_t* const around[3], int32_t x, uint32_t exits )
{
	const uint32_t regions = b->reach->regions.regions;
	const int32_t first = b->arcs.count;
	const uint32_t own = around[1][x];
	uint32_t nodes[8];
	for ( int32_t d = 0; d < 8; d++ )
	{
		nodes[d] = around[1 + fw_step_y[d]][x + fw_step_x[d]];
	}
	for ( int32_t d = 0; d < 8; d++ )
	{
		const uint32_t left = nodes[( d + 7 ) % 8];
		const uint32_t right = nodes[( d + 1 ) % 8];
		const bool passed = d % 2 == 1 && left != NO_NODE && right != NO_NODE;
		if ( nodes[d] == NO_NODE || ( d % 2 == 1 && !passed ) )
		{
			continue;
		}
		FW_TRY( ( exits >> d & 1u ) != 0 ? add_arc( b, first, own, nodes[d] ) : FW_OK );
		FW_TRY( nodes[d] < regions ? add_arc( b, first, nodes[d], own ) : FW_OK );
		if ( passed && left < regions && right < regions )
		{
			FW_TRY( add_arc( b, first, left, right ) );
			FW_TRY( add_arc( b, first, right, left ) );
		}
	}
	return FW_OK;
}

// Lists the nodes of a row and the one-way tiles among them; below the map there are none.
static fw_status list_row( builder* b, int32_t y, uint32_t* nodes )
{
	fw_reachability* reach = b->reach;
	memset( nodes, 0, (size_t)reach->width * sizeof( *nodes ) );
	if ( y < reach->height )
	{
		fw_regions_row( &reach->regions, y, nodes );
	}
	for ( int32_t x = 0; x < reach->width; x++ )
	{
		nodes[x]--; // without a label it becomes NO_NODE
	}
	for ( int32_t x = 0; x < reach->width && y < reach->height; x++ )
	{
		if ( b->exits[tile_of( reach, x, y )] == FW_EXIT_ALL || !fw_layer_get( b->stands, x, y ) )
		{
			continue;
		}
		FW_TRY( reach->one_way_count < FW_REACHABILITY_MAX_ONE_WAY ? FW_OK : FW_ERR_TOO_LARGE );
		nodes[x] = reach->regions.regions + (uint32_t)reach->one_way_count;
		if ( !FW_PUSH( &reach->allocator, &reach->one_way, &reach->one_way_count, &reach->one_way_capacity,
		               tile_of( reach, x, y ) ) )
		{
			return FW_ERR_MEMORY;
		}
	}
	return FW_OK;
}

// Lists the one-way tiles where the unit stands, and their arcs.
static fw_status list_one_way( builder* b )
{
	const fw_reachability* reach = b->reach;
	const size_t stride = (size_t)reach->width + 2;
	uint32_t* rows = b->exits != NULL ? fw_arena_take( &b->arena, 3 * stride, sizeof( *rows ) ) : NULL;
	if ( rows == NULL )
	{
		return b->exits != NULL ? FW_ERR_MEMORY : FW_OK;
	}
	memset( rows, 0xff, 3 * stride * sizeof( *rows ) );
	uint32_t* around[3] = { rows + 1, rows + stride + 1, rows + 2 * stride + 1 };
	int32_t index = 0;
	for ( int32_t y = 0; y <= reach->height; y++ )
	{
		// The row above is complete once this one is listed.
		const int32_t end = reach->one_way_count;
		FW_TRY( list_row( b, y, around[2] ) );
		for ( ; index < end; index++ )
		{
			const uint32_t tile = reach->one_way[index];
			FW_TRY( add_steps( b, around, (int32_t)( tile % (uint32_t)reach->width ), b->exits[tile] ) );
		}
		uint32_t* above = around[0];
		around[0] = around[1];
		around[1] = around[2];
		around[2] = above;
	}
	return FW_OK;
}

static fw_status add_links( builder* b )
{
	const fw_reachability* reach = b->reach;
	for ( int32_t i = 0; i < fw_grid_link_count( reach->grid ); i++ )
	{
		const fw_link* link = fw_grid_link_at( reach->grid, i );
		const uint32_t from = node_at( reach, link->from_x, link->from_y );
		const uint32_t to = node_at( reach, link->to_x, link->to_y );
		const bool usable = ( link->capabilities & reach->capabilities ) != 0 && from != NO_NODE && to != NO_NODE;
		FW_TRY( usable ? add_arc( b, b->arcs.count, from, to ) : FW_OK );
	}
	return FW_OK;
}

static fw_status fill( builder* b, const fw_reachability_def* def )
{
	fw_reachability* reach = b->reach;
	b->stands = def->space != NULL ? &def->space->planes[0] : &b->made;
	if ( def->space == NULL )
	{
		FW_TRY( fw_layer_init( &b->made, &reach->allocator, reach->width, reach->height ) ? FW_OK : FW_ERR_MEMORY );
		fw_clearance_plane( def->clearance, reach->size, ( fw_rect ){ 0, 0, reach->width, reach->height }, &b->made );
	}
	FW_TRY( find_exits( b ) );
	uint64_t* row = fw_arena_take( &b->arena, (size_t)( reach->width + 63 ) / 64, sizeof( uint64_t ) );
	const fw_plane_source plain = { reach->width, reach->height, plain_row, b, row };
	FW_TRY( row != NULL && fw_regions_build( &reach->regions, &reach->allocator, &plain, NULL, 0 ) ? FW_OK
	                                                                                               : FW_ERR_MEMORY );
	FW_TRY( list_one_way( b ) );
	FW_TRY( add_links( b ) );
	return fw_parts_build( &reach->parts, &b->arena, reach->regions.regions + (uint32_t)reach->one_way_count, &b->arcs,
	                       FW_REACHABILITY_MAX_PARTS );
}

static fw_status build( fw_reachability* reach, const fw_reachability_def* def )
{
	builder b = { .reach = reach, .arena = { .allocator = reach->allocator } };
	const fw_status status = fill( &b, def );
	fw_arena_free( &b.arena );
	fw_layer_free( &b.made, &reach->allocator );
	fw_free( &reach->allocator, b.arcs.items, (size_t)b.arcs.capacity, sizeof( fw_arc ) );
	return status;
}

static const fw_range ranges[] = {
    { "size", offsetof( fw_reachability_def, size ), FW_FIELD_INT, 1, FW_UNIT_MAX_SIZE, " tiles" },
};
const fw_ranges fw_reachability_def_ranges = FW_RANGES( "def", "fw_default_reachability_def()", ranges );

static fw_status check_definition( fw_refusal* refusal, const fw_reachability_def* def )
{
	FW_TRY( fw_check( refusal, &fw_reachability_def_ranges, def ) );
	if ( def->space != NULL && def->clearance != NULL )
	{
		return fw_refuse_pair( refusal, FW_ERR_ARGUMENT, "space", "clearance", "set one of them, not both" );
	}
	if ( def->space != NULL )
	{
		return fw_space_is_current( def->space ) ? FW_OK : fw_refuse_stale( refusal, "space", "fw_space_update()" );
	}
	if ( def->clearance == NULL )
	{
		return fw_refuse( refusal, FW_ERR_ARGUMENT, FW_REFUSAL_NULL, "space", "clearance",
		                  "and clearance are null; set one of them" );
	}
	if ( fw_clearance_definition( def->clearance )->metric != FW_CLEARANCE_TRUE )
	{
		return fw_refuse( refusal, FW_ERR_ARGUMENT, FW_REFUSAL_VALUE, "clearance", NULL,
		                  "has another metric; it must be FW_CLEARANCE_TRUE" );
	}
	return fw_clearance_is_current( def->clearance ) ? FW_OK
	                                                 : fw_refuse_stale( refusal, "clearance", "fw_clearance_update()" );
}

fw_status fw_reachability_create( const fw_reachability_def* def, fw_reachability** reach, fw_refusal* refusal )
{
	FW_TRY( FW_CHECK_NULL( refusal, def, reach ) );
	FW_TRY( check_definition( refusal, def ) );
	const fw_allocator allocator = fw_allocator_or_default( &def->allocator );
	fw_reachability* made = fw_alloc_zero( &allocator, 1, sizeof( *made ) );
	FW_TRY( fw_refuse_status( refusal, made != NULL ? FW_OK : FW_ERR_MEMORY ) );
	const bool spaced = def->space != NULL;
	made->allocator = allocator;
	made->grid = spaced ? def->space->grid : def->clearance->grid;
	made->revision = fw_grid_revision( made->grid );
	made->capabilities = spaced ? def->space->capabilities : fw_clearance_definition( def->clearance )->capabilities;
	made->size = spaced ? def->space->size : def->size;
	made->radius = spaced ? def->space->radius : 0.0;
	made->width = fw_grid_width( made->grid );
	made->height = fw_grid_height( made->grid );
	fw_status status = build( made, def );
	if ( status != FW_OK )
	{
		fw_reachability_destroy( made );
		return status != FW_ERR_TOO_LARGE
		           ? fw_refuse_status( refusal, status )
		           : fw_refuse(
		                 refusal, status, FW_REFUSAL_SYSTEM, "grid", NULL,
		                 "has more one-way tiles, or parts that they and the links join, than a table may hold" );
	}
	*reach = made;
	return FW_OK;
}

static void hold( fw_holdings* holdings, const fw_reachability* reach )
{
	fw_regions_hold( holdings, &reach->regions );
	fw_parts_hold( holdings, &reach->parts );
	FW_HOLD( holdings, reach->one_way, reach->one_way_capacity );
}

void fw_reachability_destroy( fw_reachability* reach )
{
	if ( reach == NULL )
	{
		return;
	}
	const fw_allocator allocator = reach->allocator;
	hold( &( fw_holdings ){ .allocator = &allocator }, reach );
	fw_free( &allocator, reach, 1, sizeof( *reach ) );
}

fw_reachability_stats fw_reachability_measure( const fw_reachability* reach )
{
	fw_holdings holdings = { .bytes = sizeof( *reach ) };
	hold( &holdings, reach );
	return ( fw_reachability_stats ){
	    .parts = reach->parts.count,
	    .joined = reach->parts.joined,
	    .one_way = (uint32_t)reach->one_way_count,
	    .table_bytes = (size_t)reach->parts.joined * reach->parts.words * sizeof( uint64_t ),
	    .bytes = holdings.bytes,
	};
}

uint32_t fw_reachability_part( const fw_reachability* reach, int32_t x, int32_t y )
{
	const uint32_t node = node_at( reach, x, y );
	return node != NO_NODE ? reach->parts.part_of[node] : 0;
}

bool fw_reachability_leads( const fw_reachability* reach, int32_t x, int32_t y, int32_t to_x, int32_t to_y )
{
	const uint32_t from = fw_reachability_part( reach, x, y );
	const uint32_t to = from != 0 ? fw_reachability_part( reach, to_x, to_y ) : 0;
	return to != 0 && fw_parts_lead( &reach->parts, from, to );
}

// The nearest tile so far.
typedef struct near_part
{
	uint32_t from; // part
	double px, py;
	double squared;
	int32_t x, y;
} near_part;

// Takes the tile if it is nearer and led to. False where the row has nothing nearer further on in this direction.
static bool take_tile( near_part* best, const fw_reachability* reach, int32_t x, int32_t y )
{
	const double dx = x + 0.5 - best->px;
	const double dy = y + 0.5 - best->py;
	const double squared = dx * dx + dy * dy;
	if ( squared >= best->squared )
	{
		return false;
	}
	const uint32_t part = fw_reachability_part( reach, x, y );
	if ( part == 0 || !fw_parts_lead( &reach->parts, best->from, part ) )
	{
		return true;
	}
	best->squared = squared;
	best->x = x;
	best->y = y;
	return false;
}

bool fw_reachability_nearest( const fw_reachability* reach, int32_t x, int32_t y, fw_vec2 point, int32_t* nearest_x,
                              int32_t* nearest_y )
{
	near_part best = { fw_reachability_part( reach, x, y ), point.x, point.y, INFINITY, 0, 0 };
	if ( best.from == 0 || !isfinite( point.x ) || !isfinite( point.y ) )
	{
		return false;
	}
	const int32_t column = (int32_t)fmin( fmax( floor( point.x ), 0.0 ), reach->width - 1.0 );
	const int32_t row = (int32_t)fmin( fmax( floor( point.y ), 0.0 ), reach->height - 1.0 );
	for ( int32_t k = 0; k < 2 * reach->height; k++ )
	{
		// Up and down in turn, beginning with the point's own row.
		const int32_t at = k % 2 == 0 ? row - k / 2 : row + ( k + 1 ) / 2;
		if ( at < 0 || at >= reach->height )
		{
			continue;
		}
		for ( int32_t cx = column; cx >= 0 && take_tile( &best, reach, cx, at ); cx-- )
		{
		}
		for ( int32_t cx = column + 1; cx < reach->width && take_tile( &best, reach, cx, at ); cx++ )
		{
		}
	}
	*nearest_x = best.x;
	*nearest_y = best.y;
	return true;
}
