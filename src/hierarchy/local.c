// SPDX-License-Identifier: MIT
// Dijkstra's algorithm (E. W. Dijkstra, "A Note on Two Problems in Connexion with Graphs", 1959) over the tiles of one
// cluster, and what makes it unnecessary: most pairs of tiles are joined by a plain path of octile length.
#include "hierarchy/local.h"

#include <string.h>

static int32_t sign_of( int32_t v )
{
	return ( v > 0 ) - ( v < 0 );
}

static uint32_t run_bits( int32_t a, int32_t b )
{
	const int32_t low = a < b ? a : b;
	const int32_t high = a < b ? b : a;
	return ( ( 2u << ( high - low ) ) - 1u ) << ( low + 1 );
}

// Are all tiles of a straight line free?
static bool straight_free( const fw_local* local, int32_t x0, int32_t y0, int32_t x1, int32_t y1 )
{
	if ( y0 == y1 )
	{
		const uint32_t run = run_bits( x0, x1 );
		return ( ~local->rows[y0 + 1] & run ) == 0;
	}
	uint32_t all = UINT32_MAX;
	for ( int32_t y = y0 < y1 ? y0 : y1; y <= ( y0 < y1 ? y1 : y0 ); y++ )
	{
		all &= local->rows[y + 1];
	}
	return ( all >> ( x0 + 1 ) & 1 ) != 0;
}

// The same of a diagonal line of n steps, with the tiles beside each.
static bool diagonal_free( const fw_local* local, int32_t x, int32_t y, int32_t dx, int32_t dy, int32_t n )
{
	const uint32_t* row = &local->rows[y + 1];
	int32_t low = dx > 0 ? x + 1 : x; // of the two columns of the step
	for ( ; n > 0; n--, row += dy, low += dx )
	{
		if ( ( ( row[0] & row[dy] ) >> low & 3u ) != 3u )
		{
			return false;
		}
	}
	return true;
}

fw_octile fw_local_octile_path( const fw_local* local, int32_t x0, int32_t y0, int32_t x1, int32_t y1 )
{
	const int32_t dx = sign_of( x1 - x0 );
	const int32_t dy = sign_of( y1 - y0 );
	const int32_t wide = dx * ( x1 - x0 );
	const int32_t high = dy * ( y1 - y0 );
	const int32_t across = wide < high ? wide : high;
	const int32_t bend_x = x0 + dx * across;
	const int32_t bend_y = y0 + dy * across;
	if ( diagonal_free( local, x0, y0, dx, dy, across ) && straight_free( local, bend_x, bend_y, x1, y1 ) )
	{
		return FW_OCTILE_DIAGONAL_FIRST;
	}
	const int32_t turn_x = x1 - dx * across;
	const int32_t turn_y = y1 - dy * across;
	if ( straight_free( local, x0, y0, turn_x, turn_y ) && diagonal_free( local, turn_x, turn_y, dx, dy, across ) )
	{
		return FW_OCTILE_STRAIGHT_FIRST;
	}
	return FW_OCTILE_NONE;
}

// The open list: a binary heap of g << 16 | place.
static void heap_push( fw_local_search* search, uint64_t entry )
{
	int32_t i = search->count++;
	for ( ; i > 0 && search->heap[( i - 1 ) / 2] > entry; i = ( i - 1 ) / 2 )
	{
		search->heap[i] = search->heap[( i - 1 ) / 2];
	}
	search->heap[i] = entry;
}

static uint64_t heap_pop( fw_local_search* search )
{
	const uint64_t top = search->heap[0];
	const uint64_t last = search->heap[--search->count];
	int32_t i = 0;
	for ( ;; )
	{
		int32_t child = 2 * i + 1;
		if ( child >= search->count )
		{
			break;
		}
		child += child + 1 < search->count && search->heap[child + 1] < search->heap[child];
		if ( search->heap[child] >= last )
		{
			break;
		}
		search->heap[i] = search->heap[child];
		i = child;
	}
	search->heap[i] = last;
	return top;
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
	const uint8_t a = local->terrain[( ( place >> 5 ) - 1 ) * local->width + ( place & 31 ) - 1];
	const uint8_t b = local->terrain[( ( next >> 5 ) - 1 ) * local->width + ( next & 31 ) - 1];
	return direction & 1 ? local->costs->diagonal[a][b] : local->costs->straight[a][b];
}

static void begin( fw_local_search* search, const fw_local* local, int32_t start )
{
	memset( search->g + 32, 0xFF, (size_t)local->height * 32 * sizeof( search->g[0] ) );
	search->count = 0;
	search->g[start] = 0;
	search->from[start] = FW_STEP_NONE;
	heap_push( search, (uint64_t)start );
}

// Expands the nearest tile. Returns its place, or -1 when none is left.
static int32_t expand_next( fw_local_search* search, const fw_local* local )
{
	static const int32_t offsets[8] = { 1, 33, 32, 31, -1, -33, -32, -31 };
	while ( search->count > 0 )
	{
		const uint64_t top = heap_pop( search );
		const int32_t place = (int32_t)( top & 0xFFFF );
		const uint32_t g = (uint32_t)( top >> 16 );
		if ( g != search->g[place] )
		{
			continue;
		}
		const uint32_t around = bits_around( local, place );
		uint32_t steps =
		    local->costs == NULL ? search->steps.canonical[search->from[place]][around] : search->steps.legal8[around];
		for ( ; steps != 0; steps &= steps - 1 )
		{
			const int32_t direction = FW_CTZ64( steps );
			const int32_t next = place + offsets[direction];
			const uint32_t far = g + step_cost( local, place, next, direction );
			if ( far < search->g[next] )
			{
				search->g[next] = far;
				search->from[next] = (uint8_t)direction;
				heap_push( search, (uint64_t)far << 16 | (uint32_t)next );
			}
		}
		return place;
	}
	return -1;
}

void fw_local_distances( fw_local_search* search, const fw_local* local, fw_local_tile from, const fw_local_tile* to,
                         int32_t count, uint32_t* distances )
{
	int32_t left = 0;
	for ( int32_t i = 0; i < count; i++ )
	{
		const bool plain = local->costs == NULL && fw_local_get( local, to[i].x, to[i].y ) &&
		                   fw_local_octile_path( local, from.x, from.y, to[i].x, to[i].y ) != FW_OCTILE_NONE;
		distances[i] = plain ? fw_local_octile( to[i].x - from.x, to[i].y - from.y ) : FW_LOCAL_FAR;
		left += !plain && fw_local_get( local, to[i].x, to[i].y );
	}
	if ( left == 0 )
	{
		return;
	}
	begin( search, local, fw_local_place( from.x, from.y ) );
	while ( expand_next( search, local ) >= 0 )
	{
	}
	for ( int32_t i = 0; i < count; i++ )
	{
		const uint32_t far = search->g[fw_local_place( to[i].x, to[i].y )];
		distances[i] = far < distances[i] ? far : distances[i];
	}
}

bool fw_local_search_path( fw_local_search* search, const fw_local* local, fw_local_tile from, fw_local_tile to )
{
	const int32_t goal = fw_local_place( to.x, to.y );
	begin( search, local, fw_local_place( from.x, from.y ) );
	for ( int32_t place = 0; place >= 0; )
	{
		place = expand_next( search, local );
		if ( place == goal )
		{
			return true;
		}
	}
	return false;
}

// A label spreads along rows a word at a time, until it changes nothing any more.
static void fill_part( const fw_local* local, uint32_t* part )
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
			fill_part( local, part );
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
