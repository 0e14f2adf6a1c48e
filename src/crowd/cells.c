// SPDX-License-Identifier: MIT
// Boxes in the cells of a lattice.
#include "crowd/cells.h"

#define FAR ( FW_CELLS_MAX - FW_CELLS_NEAR )
// Of a search over more cells a side, the buckets need not be fetched: more would be asked for than is kept.
#define FETCHED 4

FW_INLINE fw_cell_range range_of( const fw_cells* cells, const fw_box* box )
{
	const double scale = cells->scale;
	return ( fw_cell_range ){ fw_floor_to_int( box->x0 * scale ), fw_floor_to_int( box->y0 * scale ),
	                          fw_floor_to_int( box->x1 * scale ), fw_floor_to_int( box->y1 * scale ) };
}

// Squares of 4 x 4 cells lie side by side.
FW_INLINE fw_cell_bucket* bucket_of( const fw_cells* cells, int32_t x, int32_t y )
{
	const uint32_t column = (uint32_t)x & ( ( 1u << cells->bits_x ) - 1 );
	const uint32_t row = (uint32_t)y & ( ( 1u << cells->bits_y ) - 1 );
	const uint32_t square = ( row >> 2 ) << ( cells->bits_x - 2 ) | column >> 2;
	return &cells->buckets[square << 4 | ( row & 3 ) << 2 | ( column & 3 )];
}

// The name of a cell among those that share its bucket, as entries have it.
FW_INLINE uint32_t name_of( const fw_cells* cells, int32_t x, int32_t y )
{
	const uint32_t high_x = ( (uint32_t)x & ( ( 1u << FW_CELLS_BITS ) - 1 ) ) >> cells->bits_x;
	const uint32_t high_y = ( (uint32_t)y & ( ( 1u << FW_CELLS_BITS ) - 1 ) ) >> cells->bits_y;
	return ( high_y << ( FW_CELLS_BITS - cells->bits_x ) | high_x ) << 2;
}

// The lowest bit of the item in an entry. Those below it are enough: there are twice as many buckets as items.
FW_INLINE int32_t item_bit( const fw_cells* cells )
{
	return 2 + 2 * FW_CELLS_BITS - cells->bits_x - cells->bits_y;
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
	FW_HOLD( &holdings, cells->room, cells->room != NULL ? cells->bucket_count + 1 : 0 );
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
	for ( int32_t i = 0; i < cells->bucket_count; i++ )
	{
		cells->buckets[i].count = 0;
		cells->buckets[i].more = -1;
	}
	for ( int32_t i = 0; i < cells->capacity; i++ )
	{
		cells->items[i].range = ( fw_cell_range ){ 0, 0, -1, -1 };
	}
}

FW_INLINE int32_t node_at( int32_t item, const fw_cell_range* range, int32_t x, int32_t y )
{
	return item * FW_CELLS_MAX + ( y - range->y0 ) * ( range->x1 - range->x0 + 1 ) + x - range->x0;
}

// The number of a cell in an item's box that ends in these bits.
FW_INLINE int32_t cell_like( int32_t first, uint32_t bits )
{
	return first + (int32_t)( ( bits - (uint32_t)first ) & ( ( 1u << FW_CELLS_BITS ) - 1 ) );
}

// The last of a full bucket, which is that of a cell, becomes the first of the list behind it.
static void make_room( fw_cells* cells, fw_cell_bucket* bucket, int32_t x, int32_t y )
{
	const uint32_t last = bucket->first[--bucket->count];
	const int32_t item = (int32_t)( last >> item_bit( cells ) );
	const fw_cell_range* range = &cells->items[item].range;
	const uint32_t name = ( last & ( ( 1u << item_bit( cells ) ) - 1 ) ) >> 2;
	const uint32_t column = (uint32_t)x & ( ( 1u << cells->bits_x ) - 1 );
	const uint32_t row = (uint32_t)y & ( ( 1u << cells->bits_y ) - 1 );
	const int32_t own_x = cell_like( range->x0, name << cells->bits_x | column );
	const int32_t own_y = cell_like( range->y0, ( name >> ( FW_CELLS_BITS - cells->bits_x ) ) << cells->bits_y | row );
	const int32_t node = node_at( item, range, own_x, own_y );
	*next_of( cells, node ) = bucket->more;
	bucket->more = node;
}

static void link_all( fw_cells* cells, int32_t item, const fw_cell_range* range )
{
	for ( int32_t y = range->y0; y <= range->y1; y++ )
	{
		for ( int32_t x = range->x0; x <= range->x1; x++ )
		{
			fw_cell_bucket* bucket = bucket_of( cells, x, y );
			if ( bucket->count == FW_CELLS_FIRST )
			{
				make_room( cells, bucket, x, y );
			}
			for ( int32_t i = bucket->count++; i > 0; i-- )
			{
				bucket->first[i] = bucket->first[i - 1];
			}
			const uint32_t edges = ( x == range->x0 ? 1u : 0u ) | ( y == range->y0 ? 2u : 0u );
			bucket->first[0] = (uint32_t)item << item_bit( cells ) | name_of( cells, x, y ) | edges;
		}
	}
}

static void unlink_one( fw_cells* cells, int32_t item, int32_t node, int32_t x, int32_t y )
{
	fw_cell_bucket* bucket = bucket_of( cells, x, y );
	const uint32_t entry = (uint32_t)item << item_bit( cells ) | name_of( cells, x, y );
	for ( int32_t i = 0; i < bucket->count; i++ )
	{
		if ( ( bucket->first[i] & ~3u ) == entry )
		{
			bucket->count--;
			for ( ; i < bucket->count; i++ )
			{
				bucket->first[i] = bucket->first[i + 1];
			}
			return;
		}
	}
	int32_t* link = &bucket->more;
	while ( *link != node )
	{
		link = next_of( cells, *link );
	}
	*link = *next_of( cells, node );
}

static void unlink_all( fw_cells* cells, int32_t item, const fw_cell_range* range )
{
	for ( int32_t y = range->y0; y <= range->y1; y++ )
	{
		for ( int32_t x = range->x0; x <= range->x1; x++ )
		{
			unlink_one( cells, item, node_at( item, range, x, y ), x, y );
		}
	}
}

bool fw_cells_reserve( fw_cells* cells, int32_t capacity )
{
	if ( capacity <= cells->capacity )
	{
		return true;
	}
	int32_t bits = 6;
	while ( 1 << bits < 2 * capacity )
	{
		bits++;
	}
	fw_cells grown = {
	    .allocator = cells->allocator, .side = cells->side, .bits_x = ( bits + 1 ) / 2, .bits_y = bits / 2 };
	const fw_allocator* allocator = &grown.allocator;
	grown.bucket_count = 1 << bits;
	grown.room = fw_alloc( allocator, (size_t)grown.bucket_count + 1, sizeof( *grown.room ) );
	grown.items = fw_alloc( allocator, (size_t)capacity, sizeof( *grown.items ) );
	grown.next = fw_alloc( allocator, (size_t)capacity * FAR, sizeof( *grown.next ) );
	grown.found = fw_alloc( allocator, (size_t)capacity, sizeof( *grown.found ) );
	grown.capacity = capacity;
	if ( grown.room == NULL || grown.items == NULL || grown.next == NULL || grown.found == NULL )
	{
		fw_cells_free( &grown );
		return false;
	}
	const size_t over = (size_t)( (uintptr_t)grown.room % sizeof( *grown.room ) );
	grown.buckets = (fw_cell_bucket*)(void*)( (char*)grown.room + ( over > 0 ? sizeof( *grown.room ) - over : 0 ) );
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
	if ( !fw_cells_same( own, &range ) )
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

// Asks for all buckets at once: of a crowd of thousands they are in no cache.
static void fetch( const fw_cells* cells, const fw_cell_range* range )
{
	for ( int32_t y = range->y0; y <= range->y1; y++ )
	{
		for ( int32_t x = range->x0; x <= range->x1; x++ )
		{
			FW_PREFETCH( bucket_of( cells, x, y ) );
		}
	}
}

// Those of a cell beyond the first ones of its bucket.
static int32_t find_more( const fw_cells* cells, const fw_cell_range* range, int32_t x, int32_t y, int32_t node,
                          int32_t* found )
{
	int32_t count = 0;
	for ( ; node >= 0; node = *next_of( cells, node ) )
	{
		// Other cells share the bucket, some of them of the same item.
		const int32_t item = (int32_t)( (uint32_t)node / FW_CELLS_MAX );
		const fw_cell_range* own = &cells->items[item].range;
		if ( is_first_of( own, range, x, y ) && node == node_at( item, own, x, y ) )
		{
			found[count++] = item;
		}
	}
	return count;
}

// Those of a row of a range.
FW_INLINE int32_t find_row( const fw_cells* of, const fw_cell_range* range, int32_t y, int32_t* found )
{
	// By value: writing what is found could change what a pointer leads to.
	const fw_cells cells = *of;
	const int32_t bit = item_bit( &cells );
	const uint32_t in_row = y > range->y0 ? 2u : 0u;
	int32_t count = 0;
	for ( int32_t x = range->x0; x <= range->x1; x++ )
	{
		// Who is in a cell before this one, too, was found there.
		const uint32_t edges = ( x > range->x0 ? 1u : 0u ) | in_row;
		const uint32_t wanted = name_of( &cells, x, y ) | edges;
		const uint32_t mask = ( ( 1u << bit ) - 4u ) | edges;
		const fw_cell_bucket* bucket = bucket_of( &cells, x, y );
		const int32_t first = bucket->count;
		const int32_t more = bucket->more;
		for ( int32_t i = 0; i < first; i++ )
		{
			const uint32_t entry = bucket->first[i];
			if ( ( entry & mask ) == wanted )
			{
				found[count++] = (int32_t)( entry >> bit );
			}
		}
		count += more >= 0 ? find_more( of, range, x, y, more, &found[count] ) : 0;
	}
	return count;
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
		count += find_row( cells, &range, y, &found[count] );
	}
	return count;
}

fw_cell_range fw_cells_of( const fw_cells* cells, const fw_box* box )
{
	return range_of( cells, box );
}
