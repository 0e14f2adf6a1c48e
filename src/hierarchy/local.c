// SPDX-License-Identifier: MIT
// Dijkstra's algorithm (E. W. Dijkstra, "A Note on Two Problems in Connexion with Graphs", 1959) over the tiles of one
// cluster, and plain paths of octile length, which make it unnecessary for most pairs of tiles.
#include "hierarchy/local.h"

#include <string.h>

void fw_local_read( fw_local* local, const fw_layer* plane, int32_t x, int32_t y, int32_t width, int32_t height )
{
	const uint32_t mask = ( ( 1u << width ) - 1u ) << 1;
	local->width = width;
	local->height = height;
	local->rows[0] = 0;
	for ( int32_t row = 0; row < height; row++ )
	{
		local->rows[row + 1] = (uint32_t)fw_layer_bits( plane, x - 1, y + row ) & mask;
	}
	local->rows[height + 1] = 0;
}

// Are all tiles of a straight line free?
static bool straight_free( const fw_layer* plane, int32_t x0, int32_t y0, int32_t x1, int32_t y1 )
{
	if ( y0 == y1 )
	{
		return fw_layer_run_free( plane, y0, x0 < x1 ? x0 : x1, x0 < x1 ? x1 : x0 );
	}
	const uint32_t bit = (uint32_t)( x0 + FW_LAYER_PAD );
	const uint64_t* word = fw_layer_row( plane, y0 < y1 ? y0 : y1 ) + ( bit >> 6 );
	uint64_t all = UINT64_MAX;
	for ( int32_t n = y0 < y1 ? y1 - y0 : y0 - y1; n >= 0; n--, word += plane->stride )
	{
		all &= *word;
	}
	return ( all >> ( bit & 63 ) & 1 ) != 0;
}

// The same of a diagonal line of n steps, with the tiles beside each.
static bool diagonal_free( const fw_layer* plane, int32_t x, int32_t y, int32_t dx, int32_t dy, int32_t n )
{
	if ( n == 0 )
	{
		return true;
	}
	const uint64_t* row = fw_layer_row( plane, y );
	const int32_t next = dy * plane->stride;
	uint32_t left = (uint32_t)( ( dx > 0 ? x : x - 1 ) + FW_LAYER_PAD ); // of the two columns of a step
	if ( ( fw_layer_few( row, left ) & 3u ) != 3u )
	{
		return false;
	}
	// A row between two steps holds the tiles of both: three.
	left -= dx > 0 ? 0 : 1;
	for ( ; n > 1; n--, left += (uint32_t)dx )
	{
		row += next;
		if ( ( fw_layer_few( row, left ) & 7u ) != 7u )
		{
			return false;
		}
	}
	return ( fw_layer_few( row + next, left + ( dx > 0 ? 0 : 1 ) ) & 3u ) == 3u;
}

fw_octile fw_octile_path( const fw_layer* plane, int32_t x0, int32_t y0, int32_t x1, int32_t y1 )
{
	const int32_t dx = fw_sign_of( x1 - x0 );
	const int32_t dy = fw_sign_of( y1 - y0 );
	const int32_t wide = dx * ( x1 - x0 );
	const int32_t high = dy * ( y1 - y0 );
	const int32_t across = wide < high ? wide : high;
	const int32_t bend_x = x0 + dx * across;
	const int32_t bend_y = y0 + dy * across;
	// What is straight is tested in less time.
	if ( straight_free( plane, bend_x, bend_y, x1, y1 ) && diagonal_free( plane, x0, y0, dx, dy, across ) )
	{
		return FW_OCTILE_DIAGONAL_FIRST;
	}
	const int32_t turn_x = x1 - dx * across;
	const int32_t turn_y = y1 - dy * across;
	if ( across > 0 && straight_free( plane, x0, y0, turn_x, turn_y ) &&
	     diagonal_free( plane, turn_x, turn_y, dx, dy, across ) )
	{
		return FW_OCTILE_STRAIGHT_FIRST;
	}
	return FW_OCTILE_NONE;
}

// Leaves the entries that wait and are the best of their tiles, in their order.
static FW_NOINLINE void drop_stale( fw_local_search* search )
{
	fw_local_entry kept[FW_LOCAL_TILES];
	int32_t count = 0;
	for ( int32_t bucket = 0; bucket < FW_LOCAL_BUCKETS; bucket++ )
	{
		int16_t* link = &search->heads[bucket];
		for ( int16_t i = *link; i >= 0; i = search->entries[i].next )
		{
			if ( search->entries[i].g == search->g[search->entries[i].place] )
			{
				kept[count] = search->entries[i];
				*link = (int16_t)count;
				link = &kept[count++].next;
			}
		}
		*link = -1;
	}
	memcpy( search->entries, kept, (size_t)count * sizeof( kept[0] ) );
	search->count = count;
	search->waiting = count;
}

static void push( fw_local_search* search, uint32_t g, uint32_t h, int32_t place )
{
	int16_t* head = &search->heads[( g + h ) / FW_LOCAL_ONE % FW_LOCAL_BUCKETS];
	search->entries[search->count] = ( fw_local_entry ){ g, (uint16_t)place, *head };
	*head = (int16_t)search->count++;
	search->waiting++;
}

// Takes an entry of the first bucket that has one. Something must be waiting.
static fw_local_entry pop( fw_local_search* search )
{
	while ( search->heads[search->bucket % FW_LOCAL_BUCKETS] < 0 )
	{
		search->bucket++;
	}
	int16_t* head = &search->heads[search->bucket % FW_LOCAL_BUCKETS];
	const fw_local_entry entry = search->entries[*head];
	*head = entry.next;
	search->waiting--;
	return entry;
}

FW_INLINE uint32_t bits_around( const fw_local* local, int32_t place )
{
	const uint32_t* row = &local->rows[place >> 5];
	const uint32_t shift = ( (uint32_t)place & 31u ) - 1u;
	return ( row[-1] >> shift & 7u ) | ( row[0] >> shift & 7u ) << 3 | ( row[1] >> shift & 7u ) << 6;
}

static uint32_t step_cost( const fw_local* local, int32_t place, int32_t next, int32_t direction )
{
	if ( local->costs == NULL )
	{
		return direction & 1 ? FW_LOCAL_DIAGONAL : FW_LOCAL_ONE;
	}
	const uint8_t a = local->terrain[( ( place >> 5 ) - 1 ) * local->stride + ( place & 31 ) - 1];
	const uint8_t b = local->terrain[( ( next >> 5 ) - 1 ) * local->stride + ( next & 31 ) - 1];
	return direction & 1 ? local->costs->diagonal[a][b] : local->costs->straight[a][b];
}

// From a tile to all others, or with an estimate to one.
typedef struct target
{
	bool is_one;
	int32_t x, y;
} target;

FW_INLINE uint32_t estimate( const target* to, int32_t place )
{
	return to->is_one ? fw_local_octile( ( place & 31 ) - 1 - to->x, ( place >> 5 ) - 1 - to->y ) : 0;
}

static void begin( fw_local_search* search, const fw_local* local, int32_t start, const target* to )
{
	memset( search->g + 32, 0xFF, (size_t)local->height * 32 * sizeof( search->g[0] ) );
	memset( search->heads, 0xFF, sizeof( search->heads ) );
	search->bucket = estimate( to, start ) / FW_LOCAL_ONE;
	search->count = 0;
	search->waiting = 0;
	search->g[start] = 0;
	search->from[start] = FW_STEP_NONE;
	push( search, 0, estimate( to, start ), start );
}

// Expands the next tile, if any is left.
FW_INLINE void expand_next( fw_local_search* search, const fw_local* local, const target* to )
{
	static const int32_t offsets[8] = { 1, 33, 32, 31, -1, -33, -32, -31 };
	if ( FW_UNLIKELY( search->count > FW_LOCAL_ENTRIES_MAX - 8 ) ) // there are 8 neighbors
	{
		drop_stale( search );
		return; // nothing may be waiting any more
	}
	const fw_local_entry top = pop( search );
	const int32_t place = top.place;
	const uint32_t g = top.g;
	if ( g != search->g[place] )
	{
		return;
	}
	const uint32_t around = bits_around( local, place );
	uint32_t steps =
	    local->costs == NULL ? search->steps.canonical[search->from[place]][around] : search->steps.legal8[around];
	for ( ; steps != 0; steps &= steps - 1 )
	{
		const int32_t direction = FW_CTZ64( steps );
		const int32_t next = place + offsets[direction];
		const uint32_t next_g = g + step_cost( local, place, next, direction );
		if ( next_g < search->g[next] )
		{
			search->g[next] = next_g;
			search->from[next] = (uint8_t)direction;
			push( search, next_g, estimate( to, next ), next );
		}
	}
}

void fw_local_distances( fw_local_search* search, const fw_local* local, fw_local_tile from, const fw_local_tile* to,
                         int32_t count, uint32_t* distances )
{
	const target all = { false, 0, 0 };
	begin( search, local, fw_local_place( from.x, from.y ), &all );
	while ( search->waiting > 0 )
	{
		expand_next( search, local, &all );
	}
	for ( int32_t i = 0; i < count; i++ )
	{
		distances[i] = search->g[fw_local_place( to[i].x, to[i].y )];
	}
}

bool fw_local_plain_distances( const fw_layer* plane, int32_t x, int32_t y, fw_local_tile from, const fw_local_tile* to,
                               int32_t count, uint32_t* distances )
{
	bool plain = true;
	for ( int32_t i = 0; i < count && plain; i++ )
	{
		const bool stands = fw_layer_get( plane, x + to[i].x, y + to[i].y );
		distances[i] = stands ? fw_local_octile( to[i].x - from.x, to[i].y - from.y ) : FW_LOCAL_FAR;
		plain = !stands || fw_octile_path( plane, x + from.x, y + from.y, x + to[i].x, y + to[i].y ) != FW_OCTILE_NONE;
	}
	return plain;
}

bool fw_local_search_path( fw_local_search* search, const fw_local* local, fw_local_tile from, fw_local_tile to )
{
	const target one = { true, to.x, to.y };
	const uint32_t* goal = &search->g[fw_local_place( to.x, to.y )];
	begin( search, local, fw_local_place( from.x, from.y ), &one );
	// What is left in the goal's bucket may still be shorter.
	while ( search->waiting > 0 && ( *goal == FW_LOCAL_FAR || search->bucket <= *goal / FW_LOCAL_ONE ) )
	{
		expand_next( search, local, &one );
	}
	return *goal != FW_LOCAL_FAR;
}

// The part spreads along rows a word at a time, until that changes nothing any more.
void fw_local_fill( const fw_local* local, uint32_t* part )
{
	for ( bool changed = true; changed; )
	{
		changed = false;
		for ( int32_t y = 1; y <= local->height; y++ )
		{
			const uint32_t own = local->rows[y];
			uint32_t bits = part[y] | ( ( part[y - 1] | part[y + 1] ) & own );
			for ( uint32_t before = 0; before != bits; )
			{
				before = bits;
				bits |= ( bits << 1 | bits >> 1 ) & own;
			}
			changed = changed || bits != part[y];
			part[y] = bits;
		}
	}
}

void fw_local_parts( const fw_local* local, uint16_t* labels )
{
	uint32_t left[FW_LOCAL_ROWS];
	uint16_t label = 0;
	memset( labels, 0, FW_LOCAL_TILES * sizeof( *labels ) );
	memcpy( left, local->rows, (size_t)( local->height + 2 ) * sizeof( uint32_t ) );
	for ( int32_t y = 1; y <= local->height; y++ )
	{
		while ( left[y] != 0 )
		{
			uint32_t part[FW_LOCAL_ROWS] = { 0 };
			part[y] = left[y] & ( 0u - left[y] );
			fw_local_fill( local, part );
			label++;
			for ( int32_t row = y; row <= local->height; row++ )
			{
				left[row] &= ~part[row];
				for ( uint32_t bits = part[row]; bits != 0; bits &= bits - 1 )
				{
					labels[row * 32 + FW_CTZ64( bits )] = label;
				}
			}
		}
	}
}
