// SPDX-License-Identifier: MIT
// What leads where. Tiles that can be left in all directions are joined by steps to and fro, so the nodes of the graph
// are regions of these and single one-way tiles, and what is kept follows the runs of the map and its one-way tiles.
#include "annotate/clearance.h"
#include "annotate/reachability.h"
#include "fairway/space.h"

#include "annotate/parts.h"
#include "annotate/region.h"
#include "annotate/space.h"
#include "grid/exits.h"
#include "grid/steps.h"

#include <math.h>
#include <string.h>

#define NO_NODE UINT32_MAX

struct fw_reachability
{
	fw_allocator allocator;
	const fw_grid* grid;
	uint64_t revision;
	uint32_t capabilities;
	int32_t size;
	double radius;
	int32_t width, height;
	fw_regions regions; // of tiles that can be left in all directions
	uint32_t region_count;
	uint32_t* one_way; // [one_way_count], the other tiles where the unit stands, row by row
	uint32_t one_way_count;
	fw_parts parts; // of the regions, then the one-way tiles
};

// While it is made.
typedef struct builder
{
	fw_reachability* reach;
	fw_layer stands; // a copy of the space's plane, or made of the clearance
	uint8_t* exits;  // [width * height], of the unit on each tile; null where there are no one-way tiles
	fw_arcs arcs;
	uint32_t* rows;    // [3 * (width + 2)], nodes of three rows while arcs are listed, NO_NODE beside the map
	int32_t filled;    // the last row of these
	uint32_t one_ways; // before the next row
} builder;

fw_reachability_def fw_default_reachability_def( void )
{
	return ( fw_reachability_def ){ .cookie = FW_COOKIE, .size = 1 };
}

static uint32_t tile_of( const fw_reachability* reach, int32_t x, int32_t y )
{
	return (uint32_t)y * (uint32_t)reach->width + (uint32_t)x;
}

// Is it a tile where the unit stands and may not step in all directions?
static bool is_one_way( const builder* b, int32_t x, int32_t y )
{
	return b->exits != NULL && b->exits[tile_of( b->reach, x, y )] != FW_EXIT_ALL;
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
	uint32_t low = 0;
	uint32_t high = reach->one_way_count;
	while ( low < high )
	{
		const uint32_t middle = low + ( high - low ) / 2;
		low = reach->one_way[middle] < tile ? middle + 1 : low;
		high = reach->one_way[middle] < tile ? high : middle;
	}
	const bool found = low < reach->one_way_count && reach->one_way[low] == tile;
	return found ? reach->region_count + low : NO_NODE;
}

// The exits of the unit on each tile. False when memory is out.
static bool find_exits( builder* b )
{
	const fw_reachability* reach = b->reach;
	const size_t width = (size_t)reach->width;
	if ( fw_grid_one_way_count( reach->grid ) == 0 )
	{
		return true;
	}
	b->exits = fw_alloc( &reach->allocator, width * (size_t)reach->height, 1 );
	if ( b->exits == NULL )
	{
		return false;
	}
	// By rows, then by columns; what lies ahead is still that of single tiles, or of rows.
	const size_t side = reach->size > 0 ? (size_t)reach->size : 1;
	for ( size_t y = 0; y < (size_t)reach->height; y++ )
	{
		uint8_t* row = b->exits + y * width;
		for ( size_t x = 0; x < width; x++ )
		{
			row[x] = (uint8_t)fw_grid_exits( reach->grid, (int32_t)x, (int32_t)y );
		}
		for ( size_t i = 1; i < side; i++ )
		{
			// The same as of all tiles ahead, since each pass goes one tile further.
			for ( size_t x = 0; x + 1 < width; x++ )
			{
				row[x] &= row[x + 1];
			}
		}
	}
	for ( size_t y = 0; y < (size_t)reach->height; y++ )
	{
		uint8_t* row = b->exits + y * width;
		for ( size_t below = y + 1; below < y + side && below < (size_t)reach->height; below++ )
		{
			for ( size_t x = 0; x < width; x++ )
			{
				row[x] &= b->exits[below * width + x];
			}
		}
	}
	return true;
}

// False when memory is out.
static bool find_standing( builder* b, const fw_reachability_def* def )
{
	const fw_reachability* reach = b->reach;
	if ( !fw_layer_init( &b->stands, &reach->allocator, reach->width, reach->height ) )
	{
		return false;
	}
	if ( def->space != NULL )
	{
		memcpy( b->stands.words, fw_space_plane( def->space, 0 )->words,
		        fw_layer_words( reach->width, reach->height ) * sizeof( uint64_t ) );
		return true;
	}
	for ( int32_t y = 0; y < reach->height; y++ )
	{
		for ( int32_t x = 0; x < reach->width; x++ )
		{
			fw_layer_put( &b->stands, x, y, fw_clearance_at( def->clearance, x, y ) >= reach->size );
		}
	}
	return true;
}

static void plain_row( const void* context, int32_t y, uint64_t* words )
{
	const builder* b = context;
	for ( int32_t x = 0; x < b->reach->width; x += 64 )
	{
		uint64_t bits = fw_layer_bits( &b->stands, x, y );
		for ( uint64_t rest = b->exits != NULL ? bits : 0; rest != 0; rest &= rest - 1 )
		{
			const int32_t bit = FW_CTZ64( rest );
			bits &= is_one_way( b, x + bit, y ) ? ~( (uint64_t)1 << bit ) : ~(uint64_t)0;
		}
		*words++ = bits;
	}
}

// Lists the one-way tiles where the unit stands.
static fw_status list_one_way( builder* b )
{
	fw_reachability* reach = b->reach;
	for ( int32_t pass = 0; pass < 2 && b->exits != NULL; pass++ )
	{
		uint32_t count = 0;
		for ( int32_t y = 0; y < reach->height; y++ )
		{
			for ( int32_t x = 0; x < reach->width; x++ )
			{
				if ( !is_one_way( b, x, y ) || !fw_layer_get( &b->stands, x, y ) )
				{
					continue;
				}
				if ( pass == 1 )
				{
					reach->one_way[count] = tile_of( reach, x, y );
				}
				count++;
			}
		}
		if ( pass == 0 && count > FW_REACHABILITY_MAX_ONE_WAY )
		{
			return FW_ERR_TOO_LARGE;
		}
		if ( pass == 0 && count > 0 )
		{
			reach->one_way = fw_alloc( &reach->allocator, (size_t)count, sizeof( uint32_t ) );
			if ( reach->one_way == NULL )
			{
				return FW_ERR_MEMORY;
			}
			reach->one_way_count = count;
		}
		pass += count == 0 ? 1 : 0;
	}
	return FW_OK;
}

// Adds an arc unless it is one of those from `first` on. False when memory is out.
static bool add_arc( builder* b, int32_t first, uint32_t from, uint32_t to )
{
	bool known = from == to;
	for ( int32_t i = first; i < b->arcs.count && !known; i++ )
	{
		known = b->arcs.items[i].from == from && b->arcs.items[i].to == to;
	}
	if ( known )
	{
		return true;
	}
	if ( !FW_GROW( &b->reach->allocator, &b->arcs.items, &b->arcs.capacity, b->arcs.count + 1 ) )
	{
		return false;
	}
	b->arcs.items[b->arcs.count++] = ( fw_arc ){ from, to };
	return true;
}

static uint32_t* row_of( const builder* b, int32_t y )
{
	return b->rows + (size_t)( ( y + 3 ) % 3 ) * ( (size_t)b->reach->width + 2 ) + 1;
}

// Lists the nodes of the next row.
static void fill_row( builder* b, int32_t y )
{
	const fw_reachability* reach = b->reach;
	const uint32_t width = (uint32_t)reach->width;
	uint32_t* row = row_of( b, y );
	memset( row - 1, 0xff, ( (size_t)width + 2 ) * sizeof( uint32_t ) );
	b->filled = y;
	if ( y < 0 || y >= reach->height )
	{
		return;
	}
	for ( int32_t i = reach->regions.row_start[y]; i < reach->regions.row_start[y + 1]; i++ )
	{
		const fw_run* run = &reach->regions.runs[i];
		for ( uint32_t x = run->x0; x <= run->x1; x++ )
		{
			row[x] = run->label - 1;
		}
	}
	while ( b->one_ways < reach->one_way_count && reach->one_way[b->one_ways] / width <= (uint32_t)y )
	{
		const uint32_t tile = reach->one_way[b->one_ways];
		if ( tile / width == (uint32_t)y )
		{
			row[tile % width] = reach->region_count + b->one_ways;
		}
		b->one_ways++;
	}
}

// Makes the rows around y those at hand; they are asked for from above.
static void fill_rows( builder* b, int32_t y )
{
	const int32_t next = b->filled + 1 > y - 1 ? b->filled + 1 : y - 1;
	for ( int32_t row = next; row <= y + 1; row++ )
	{
		fill_row( b, row );
	}
}

// The arcs that a one-way tile has a part in: steps from it, steps to it from tiles that are none, and diagonal steps
// of such that pass it, whose tiles need not be one region. False when memory is out.
static bool add_steps( builder* b, int32_t x, int32_t y )
{
	const fw_reachability* reach = b->reach;
	const int32_t first = b->arcs.count;
	const uint32_t own = row_of( b, y )[x];
	const uint32_t exits = b->exits[tile_of( reach, x, y )];
	uint32_t nodes[8];
	for ( int32_t d = 0; d < 8; d++ )
	{
		nodes[d] = row_of( b, y + fw_step_y[d] )[x + fw_step_x[d]];
	}
	bool ok = true;
	for ( int32_t d = 0; d < 8 && ok; d++ )
	{
		const uint32_t left = nodes[( d + 7 ) % 8];
		const uint32_t right = nodes[( d + 1 ) % 8];
		const bool passed = d % 2 == 1 && left != NO_NODE && right != NO_NODE;
		if ( nodes[d] == NO_NODE || ( d % 2 == 1 && !passed ) )
		{
			continue;
		}
		ok = ( exits >> d & 1u ) == 0 || add_arc( b, first, own, nodes[d] );
		ok = ok && ( nodes[d] >= reach->region_count || add_arc( b, first, nodes[d], own ) );
		if ( ok && passed && left < reach->region_count && right < reach->region_count )
		{
			ok = add_arc( b, first, left, right ) && add_arc( b, first, right, left );
		}
	}
	return ok;
}

// False when memory is out.
static bool add_all_steps( builder* b )
{
	const fw_reachability* reach = b->reach;
	const size_t size = 3 * ( (size_t)reach->width + 2 );
	if ( reach->one_way_count == 0 )
	{
		return true;
	}
	b->rows = fw_alloc( &reach->allocator, size, sizeof( uint32_t ) );
	b->filled = -2;
	bool ok = b->rows != NULL;
	for ( uint32_t i = 0; i < reach->one_way_count && ok; i++ )
	{
		const int32_t y = (int32_t)( reach->one_way[i] / (uint32_t)reach->width );
		fill_rows( b, y );
		ok = add_steps( b, (int32_t)( reach->one_way[i] % (uint32_t)reach->width ), y );
	}
	fw_free( &reach->allocator, b->rows, size, sizeof( uint32_t ) );
	return ok;
}

// False when memory is out.
static bool add_arcs( builder* b )
{
	const fw_reachability* reach = b->reach;
	bool ok = add_all_steps( b );
	for ( int32_t i = 0; i < fw_grid_link_count( reach->grid ) && ok; i++ )
	{
		const fw_link* link = fw_grid_link_at( reach->grid, i );
		const uint32_t from = node_at( reach, link->from_x, link->from_y );
		const uint32_t to = node_at( reach, link->to_x, link->to_y );
		const bool usable = ( link->capabilities & reach->capabilities ) != 0 && from != NO_NODE && to != NO_NODE;
		ok = !usable || add_arc( b, b->arcs.count, from, to );
	}
	return ok;
}

static bool find_regions( builder* b )
{
	fw_reachability* reach = b->reach;
	const size_t words = (size_t)( reach->width + 63 ) / 64;
	uint64_t* row = fw_alloc( &reach->allocator, words, sizeof( uint64_t ) );
	const bool ok = row != NULL && fw_regions_build( &reach->regions, &reach->allocator, reach->width, reach->height,
	                                                 plain_row, b, row );
	fw_free( &reach->allocator, row, words, sizeof( uint64_t ) );
	for ( int32_t i = 0; ok && i < reach->regions.count; i++ )
	{
		const uint32_t label = reach->regions.runs[i].label;
		reach->region_count = label > reach->region_count ? label : reach->region_count;
	}
	return ok;
}

static fw_status build( fw_reachability* reach, const fw_reachability_def* def )
{
	builder b = { .reach = reach };
	fw_status status = find_standing( &b, def ) && find_exits( &b ) && find_regions( &b ) ? FW_OK : FW_ERR_MEMORY;
	status = status == FW_OK ? list_one_way( &b ) : status;
	if ( status == FW_OK && !add_arcs( &b ) )
	{
		status = FW_ERR_MEMORY;
	}
	if ( status == FW_OK )
	{
		status = fw_parts_build( &reach->parts, &reach->allocator, reach->region_count + reach->one_way_count, &b.arcs,
		                         FW_REACHABILITY_MAX_PARTS );
	}
	fw_layer_free( &b.stands, &reach->allocator );
	fw_free( &reach->allocator, b.exits, (size_t)reach->width * (size_t)reach->height, 1 );
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
	if ( made == NULL )
	{
		return fw_refuse_status( refusal, FW_ERR_MEMORY );
	}
	const bool spaced = def->space != NULL;
	made->allocator = allocator;
	made->grid = spaced ? fw_space_grid( def->space ) : fw_clearance_grid( def->clearance );
	made->revision = fw_grid_revision( made->grid );
	made->capabilities =
	    spaced ? fw_space_capabilities( def->space ) : fw_clearance_definition( def->clearance )->capabilities;
	made->size = spaced ? fw_space_size( def->space ) : def->size;
	made->radius = spaced ? fw_space_radius( def->space ) : 0.0;
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

void fw_reachability_destroy( fw_reachability* reach )
{
	if ( reach == NULL )
	{
		return;
	}
	const fw_allocator allocator = reach->allocator;
	fw_regions_free( &reach->regions, &allocator );
	fw_free( &allocator, reach->one_way, (size_t)reach->one_way_count, sizeof( uint32_t ) );
	fw_parts_free( &reach->parts, &allocator );
	fw_free( &allocator, reach, 1, sizeof( *reach ) );
}

bool fw_reachability_is_current( const fw_reachability* reach )
{
	return reach->revision == fw_grid_revision( reach->grid );
}

const fw_grid* fw_reachability_grid( const fw_reachability* reach )
{
	return reach->grid;
}

uint32_t fw_reachability_capabilities( const fw_reachability* reach )
{
	return reach->capabilities;
}

int32_t fw_reachability_size( const fw_reachability* reach )
{
	return reach->size;
}

double fw_reachability_radius( const fw_reachability* reach )
{
	return reach->radius;
}

fw_reachability_stats fw_reachability_measure( const fw_reachability* reach )
{
	const size_t table = (size_t)reach->parts.joined * reach->parts.words * sizeof( uint64_t );
	return ( fw_reachability_stats ){
	    .parts = reach->parts.count,
	    .joined = reach->parts.joined,
	    .one_way = reach->one_way_count,
	    .table_bytes = table,
	    .bytes = sizeof( *reach ) + table + (size_t)reach->regions.capacity * sizeof( fw_run ) +
	             ( (size_t)reach->height + 1 ) * sizeof( int32_t ) + (size_t)reach->one_way_count * sizeof( uint32_t ) +
	             (size_t)reach->parts.nodes * sizeof( uint32_t ),
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
