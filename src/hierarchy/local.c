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

FW_INLINE uint32_t bits_around( const fw_local* local, uint32_t place )
{
	const uint32_t* row = &local->rows[place >> 5];
	const uint32_t shift = ( place & 31u ) - 1u;
	return ( row[-1] >> shift & 7u ) | ( row[0] >> shift & 7u ) << 3 | ( row[1] >> shift & 7u ) << 6;
}

// What steps from a tile cost where there are costs.
typedef struct tile_costs
{
	const uint8_t* terrain; // of the tile; that of others lies around it
	int32_t stride;
	const uint32_t* of[2]; // straight and diagonal steps, by terrain
} tile_costs;

FW_INLINE tile_costs costs_from( const fw_local* local, uint32_t place )
{
	const int32_t x = (int32_t)( place & 31 ) - 1;
	const int32_t y = (int32_t)( place >> 5 ) - 1;
	const uint8_t* own = local->terrain + y * local->stride + x;
	return ( tile_costs ){ own, local->stride, { local->costs->straight[*own], local->costs->diagonal[*own] } };
}

// `from` is null where there are none.
FW_INLINE uint32_t step_cost( const tile_costs* from, int32_t direction )
{
	static const uint32_t plain[8] = { FW_LOCAL_ONE, FW_LOCAL_DIAGONAL, FW_LOCAL_ONE, FW_LOCAL_DIAGONAL,
	                                   FW_LOCAL_ONE, FW_LOCAL_DIAGONAL, FW_LOCAL_ONE, FW_LOCAL_DIAGONAL };
	if ( from == NULL )
	{
		return plain[direction];
	}
	return from->of[direction & 1][from->terrain[fw_step_y[direction] * from->stride + fw_step_x[direction]]];
}

// From a tile to all others, or with an estimate to one.
typedef struct target
{
	bool is_one;
	int32_t x, y;
} target;

FW_INLINE uint32_t estimate( const target* to, uint32_t place )
{
	return to->is_one ? fw_local_octile( (int32_t)( place & 31 ) - 1 - to->x, (int32_t)( place >> 5 ) - 1 - to->y ) : 0;
}

FW_INLINE bool push( fw_local_search* search, const fw_allocator* allocator, uint32_t g, uint32_t h, uint32_t place )
{
	return fw_short_push( &search->open, allocator, ( g + h ) / FW_LOCAL_ONE, g, place );
}

static bool begin( fw_local_search* search, const fw_allocator* allocator, const fw_local* local, uint32_t start,
                   const target* to )
{
	const uint32_t h = estimate( to, start );
	memset( search->g + 32, 0xFF, (size_t)local->height * 32 * sizeof( search->g[0] ) );
	fw_short_clear( &search->open, h / FW_LOCAL_ONE );
	search->g[start] = 0;
	search->from[start] = FW_STEP_NONE;
	return push( search, allocator, 0, h, start );
}

// Expands the next tile. False when memory is out. `has_costs` is a constant where this is inlined.
FW_INLINE bool expand_next( fw_local_search* search, const fw_allocator* allocator, const fw_local* local,
                            bool has_costs, const target* to )
{
	static const int32_t offsets[8] = { 1, 33, 32, 31, -1, -33, -32, -31 };
	const fw_bucket_entry top = fw_short_pop( &search->open );
	const uint32_t place = top.node;
	const uint32_t g = top.h;
	if ( g != search->g[place] )
	{
		return true; // a shorter path was found since
	}
	const tile_costs costs = has_costs ? costs_from( local, place ) : ( tile_costs ){ 0 };
	const uint32_t around = bits_around( local, place );
	uint32_t steps = has_costs ? search->steps.legal8[around] : search->steps.canonical[search->from[place]][around];
	for ( ; steps != 0; steps &= steps - 1 )
	{
		const int32_t direction = FW_CTZ64( steps );
		const uint32_t next = place + (uint32_t)offsets[direction];
		const uint32_t next_g = g + step_cost( has_costs ? &costs : NULL, direction );
		if ( next_g < search->g[next] )
		{
			search->g[next] = next_g;
			search->from[next] = (uint8_t)direction;
			if ( !push( search, allocator, next_g, estimate( to, next ), next ) )
			{
				return false;
			}
		}
	}
	return true;
}

// Expands tiles until no path, or none to the one target, can get shorter. False when memory is out.
FW_INLINE bool expand( fw_local_search* search, const fw_allocator* allocator, const fw_local* local, bool has_costs,
                       const target* to )
{
	const uint32_t* goal = &search->g[fw_local_place( to->x, to->y )];
	// A path over a tile that is left in the goal's bucket may be shorter.
	while ( !fw_short_is_empty( &search->open ) &&
	        ( !to->is_one || *goal == FW_LOCAL_FAR || search->open.f <= *goal / FW_LOCAL_ONE ) )
	{
		if ( !expand_next( search, allocator, local, has_costs, to ) )
		{
			return false;
		}
	}
	return true;
}

FW_INLINE bool run( fw_local_search* search, const fw_allocator* allocator, const fw_local* local, fw_local_tile from,
                    const target* to )
{
	return begin( search, allocator, local, (uint32_t)fw_local_place( from.x, from.y ), to ) &&
	       ( local->costs == NULL ? expand( search, allocator, local, false, to )
	                              : expand( search, allocator, local, true, to ) );
}

bool fw_local_distances( fw_local_search* search, const fw_allocator* allocator, const fw_local* local,
                         fw_local_tile from, const fw_local_tile* to, int32_t count, uint32_t* distances )
{
	const target all = { false, 0, 0 };
	const bool ok = run( search, allocator, local, from, &all );
	for ( int32_t i = 0; i < count && ok; i++ )
	{
		distances[i] = search->g[fw_local_place( to[i].x, to[i].y )];
	}
	return ok;
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

fw_status fw_local_search_path( fw_local_search* search, const fw_allocator* allocator, const fw_local* local,
                                fw_local_tile from, fw_local_tile to )
{
	const target one = { true, to.x, to.y };
	if ( !run( search, allocator, local, from, &one ) )
	{
		return FW_ERR_MEMORY;
	}
	return search->g[fw_local_place( to.x, to.y )] != FW_LOCAL_FAR ? FW_OK : FW_ERR_MISMATCH;
}

// The part spreads along rows a word at a time, until that changes nothing any more.
// Adds all tiles that steps lead to from tiles of a part; `part` is rows as of the cluster.
static void fill( const fw_local* local, uint32_t* part )
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
			fill( local, part );
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
