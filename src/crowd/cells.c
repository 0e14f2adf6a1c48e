// SPDX-License-Identifier: MIT
// Boxes in the cells of a lattice.
#include "crowd/cells.h"

#define FAR ( FW_CELLS_MAX - FW_CELLS_NEAR )
// Of a search over more cells a side, the lists need not be fetched: more would be asked for than is kept.
#define FETCHED 4

FW_INLINE fw_cell_range range_of( const fw_cells* cells, const fw_box* box )
{
	const double scale = cells->scale;
	return ( fw_cell_range ){ fw_floor_to_int( box->x0 * scale ), fw_floor_to_int( box->y0 * scale ),
	                          fw_floor_to_int( box->x1 * scale ), fw_floor_to_int( box->y1 * scale ) };
}

// Squares of 4 x 4 cells share a line of the cache. Two odd factors near the golden ratio, as neighboring squares shall
// not share one.
FW_INLINE int32_t bucket_of( const fw_cells* cells, int32_t x, int32_t y )
{
	const uint32_t hash = ( (uint32_t)x >> 2 ) * 0x9E3779B1u + ( (uint32_t)y >> 2 ) * 0x85EBCA77u;
	const uint32_t square = ( hash ^ hash >> 15 ) << 4;
	const uint32_t cell = ( (uint32_t)y & 3 ) << 2 | ( (uint32_t)x & 3 );
	return (int32_t)( ( square | cell ) & (uint32_t)( cells->buckets - 1 ) );
}

// The link of a node.
FW_INLINE int32_t* next_of( const fw_cells* cells, int32_t node )
{
	const uint32_t item = (uint32_t)node / FW_CELLS_MAX;
	const uint32_t n = (uint32_t)node % FW_CELLS_MAX;
	return n < FW_CELLS_NEAR ? &cells->items[item].next[n] : &cells->next[(size_t)item * FAR + n - FW_CELLS_NEAR];
}

void fw_cells_init( fw_cells* cells, const fw_allocator* allocator, double side )
{
	*cells = ( fw_cells ){ .allocator = *allocator, .side = side, .scale = 1.0 / side };
}

static size_t go_over( fw_cells* cells, const fw_allocator* freeing )
{
	fw_holdings holdings = { .allocator = freeing };
	FW_HOLD( &holdings, cells->heads, cells->buckets );
	FW_HOLD( &holdings, cells->items, cells->capacity );
	FW_HOLD( &holdings, cells->next, cells->capacity * FAR );
	FW_HOLD( &holdings, cells->found, cells->capacity );
	return holdings.bytes;
}

void fw_cells_free( fw_cells* cells )
{
	go_over( cells, &cells->allocator );
	fw_cells_init( cells, &cells->allocator, cells->side );
}

size_t fw_cells_memory( const fw_cells* cells )
{
	fw_cells copy = *cells;
	return go_over( &copy, NULL );
}

void fw_cells_reset( fw_cells* cells, double side )
{
	cells->side = side;
	cells->scale = 1.0 / side;
	for ( int32_t i = 0; i < cells->buckets; i++ )
	{
		cells->heads[i] = -1;
	}
	for ( int32_t i = 0; i < cells->capacity; i++ )
	{
		cells->items[i].range = ( fw_cell_range ){ 0, 0, -1, -1 };
	}
}

static void link_all( fw_cells* cells, int32_t item, const fw_cell_range* range )
{
	int32_t node = item * FW_CELLS_MAX;
	for ( int32_t y = range->y0; y <= range->y1; y++ )
	{
		for ( int32_t x = range->x0; x <= range->x1; x++ )
		{
			int32_t* head = &cells->heads[bucket_of( cells, x, y )];
			*next_of( cells, node ) = *head;
			*head = node++;
		}
	}
}

static void unlink_all( fw_cells* cells, int32_t item, const fw_cell_range* range )
{
	int32_t node = item * FW_CELLS_MAX;
	for ( int32_t y = range->y0; y <= range->y1; y++ )
	{
		for ( int32_t x = range->x0; x <= range->x1; x++ )
		{
			int32_t* link = &cells->heads[bucket_of( cells, x, y )];
			while ( *link != node )
			{
				link = next_of( cells, *link );
			}
			*link = *next_of( cells, node++ );
		}
	}
}

bool fw_cells_reserve( fw_cells* cells, int32_t capacity )
{
	if ( capacity <= cells->capacity )
	{
		return true;
	}
	int32_t buckets = 64;
	while ( buckets < 2 * capacity )
	{
		buckets *= 2;
	}
	fw_cells grown = { .allocator = cells->allocator, .side = cells->side };
	const fw_allocator* allocator = &grown.allocator;
	grown.heads = fw_alloc( allocator, (size_t)buckets, sizeof( *grown.heads ) );
	grown.buckets = buckets;
	grown.items = fw_alloc( allocator, (size_t)capacity, sizeof( *grown.items ) );
	grown.next = fw_alloc( allocator, (size_t)capacity * FAR, sizeof( *grown.next ) );
	grown.found = fw_alloc( allocator, (size_t)capacity, sizeof( *grown.found ) );
	grown.capacity = capacity;
	if ( grown.heads == NULL || grown.items == NULL || grown.next == NULL || grown.found == NULL )
	{
		fw_cells_free( &grown );
		return false;
	}
	fw_cells_reset( &grown, cells->side );
	for ( int32_t i = 0; i < cells->capacity; i++ )
	{
		grown.items[i].range = cells->items[i].range;
		link_all( &grown, i, &grown.items[i].range );
	}
	fw_cells_free( cells );
	*cells = grown;
	return true;
}

bool fw_cells_fits( const fw_cells* cells, const fw_box* box )
{
	const fw_cell_range range = range_of( cells, box );
	const int64_t wide = (int64_t)range.x1 - range.x0 + 1;
	return wide * ( (int64_t)range.y1 - range.y0 + 1 ) <= FW_CELLS_MAX;
}

void fw_cells_put( fw_cells* cells, int32_t item, const fw_box* box )
{
	FW_ASSERT( fw_cells_fits( cells, box ) );
	const fw_cell_range range = range_of( cells, box );
	fw_cell_range* own = &cells->items[item].range;
	if ( own->x0 != range.x0 || own->y0 != range.y0 || own->x1 != range.x1 || own->y1 != range.y1 )
	{
		unlink_all( cells, item, own );
		*own = range;
		link_all( cells, item, own );
	}
}

void fw_cells_take( fw_cells* cells, int32_t item )
{
	unlink_all( cells, item, &cells->items[item].range );
	cells->items[item].range = ( fw_cell_range ){ 0, 0, -1, -1 };
}

// Is this the first cell, row by row, that two ranges have in common?
FW_INLINE bool is_first_of( const fw_cell_range* a, const fw_cell_range* b, int32_t x, int32_t y )
{
	const int32_t x0 = a->x0 > b->x0 ? a->x0 : b->x0;
	const int32_t y0 = a->y0 > b->y0 ? a->y0 : b->y0;
	return x == x0 && y == y0 && x <= a->x1 && x <= b->x1 && y <= a->y1 && y <= b->y1;
}

// Asks for the first item of each list at once: of a crowd of thousands they are in no cache.
static void fetch( const fw_cells* cells, const fw_cell_range* range )
{
	for ( int32_t y = range->y0; y <= range->y1; y++ )
	{
		for ( int32_t x = range->x0; x <= range->x1; x++ )
		{
			const int32_t node = cells->heads[bucket_of( cells, x, y )];
			FW_PREFETCH( &cells->items[node >= 0 ? node / FW_CELLS_MAX : 0] );
		}
	}
}

int32_t fw_cells_find( const fw_cells* cells, const fw_box* box, int32_t* found )
{
	const fw_cell_range range = range_of( cells, box );
	int32_t count = 0;
	if ( range.x1 - range.x0 < FETCHED && range.y1 - range.y0 < FETCHED )
	{
		fetch( cells, &range );
	}
	for ( int32_t y = range.y0; y <= range.y1; y++ )
	{
		for ( int32_t x = range.x0; x <= range.x1; x++ )
		{
			int32_t last = -1;
			for ( int32_t node = cells->heads[bucket_of( cells, x, y )]; node >= 0; node = *next_of( cells, node ) )
			{
				// Other cells share the bucket, some of them of the same item.
				const int32_t item = (int32_t)( (uint32_t)node / FW_CELLS_MAX );
				if ( item != last && is_first_of( &cells->items[item].range, &range, x, y ) )
				{
					found[count++] = item;
					last = item;
				}
			}
		}
	}
	return count;
}
