// SPDX-License-Identifier: MIT
// Tables of a block that do not depend on its pattern.
#include "lddb/block.h"

#include <math.h>
#include <stdlib.h>

#define HIGH 32 // where the second half of a word of obstacles begins

// Symmetries are numbered by what is done: 1 swaps x and y, 2 then reflects x, 4 then reflects y.
static uint32_t reflect_x( int32_t size, uint32_t first_column, uint32_t pattern )
{
	uint32_t reflected = 0;
	for ( int32_t x = 0; x < size; x++ )
	{
		reflected |= ( pattern >> x & first_column ) << ( size - 1 - x );
	}
	return reflected;
}

static uint32_t reflect_y( int32_t size, uint32_t pattern )
{
	const uint32_t row = ( 1u << size ) - 1u;
	uint32_t reflected = 0;
	for ( int32_t y = 0; y < size; y++ )
	{
		reflected |= ( pattern >> y * size & row ) << ( size - 1 - y ) * size;
	}
	return reflected;
}

uint32_t fw_lddb_transpose( const fw_lddb_block* block, uint32_t pattern )
{
	uint32_t transposed = pattern & block->diagonals[0];
	for ( int32_t d = 1; d < block->size; d++ )
	{
		const int32_t distance = d * ( block->size - 1 );
		transposed |= ( pattern & block->diagonals[d] ) << distance | ( pattern >> distance & block->diagonals[d] );
	}
	return transposed;
}

uint32_t fw_lddb_canonical( const fw_lddb_block* block, uint32_t pattern, int32_t* symmetry )
{
	const int32_t size = block->size;
	uint32_t turned[FW_LDDB_SYMMETRIES];
	turned[0] = pattern;
	turned[1] = fw_lddb_transpose( block, pattern );
	turned[2] = reflect_x( size, block->first, turned[0] );
	turned[3] = reflect_x( size, block->first, turned[1] );
	uint32_t least = pattern;
	*symmetry = 0;
	for ( int32_t s = 1; s < FW_LDDB_SYMMETRIES; s++ )
	{
		turned[s] = s < 4 ? turned[s] : reflect_y( size, turned[s - 4] );
		*symmetry = turned[s] < least ? s : *symmetry;
		least = turned[s] < least ? turned[s] : least;
	}
	return least;
}

static int32_t turned_point( const fw_lddb_block* block, int32_t symmetry, int32_t point )
{
	const int32_t x = point % ( block->side + 1 );
	const int32_t y = point / ( block->side + 1 );
	const int32_t u = ( symmetry & 1 ) != 0 ? y : x;
	const int32_t v = ( symmetry & 1 ) != 0 ? x : y;
	return fw_lddb_point_at( block, ( symmetry & 2 ) != 0 ? block->side - u : u,
	                         ( symmetry & 4 ) != 0 ? block->side - v : v );
}

static void number_nodes( fw_lddb_block* block )
{
	const int32_t s = block->side;
	for ( int32_t i = 0; i < block->points; i++ )
	{
		block->node_of[i] = FW_LDDB_NO_NODE;
	}
	for ( int32_t i = 0; i < block->nodes; i++ )
	{
		const int32_t along = i % s;
		const int32_t x[4] = { along, s, s - along, 0 };
		const int32_t y[4] = { 0, along, s, s - along };
		const int32_t point = fw_lddb_point_at( block, x[i / s], y[i / s] );
		block->point_of[i] = (uint8_t)point;
		block->node_of[point] = (uint8_t)i;
	}
}

static int32_t pair_index( const fw_lddb_block* block, int32_t a, int32_t b )
{
	const int32_t low = a < b ? a : b;
	const int32_t high = a < b ? b : a;
	return low * ( 2 * block->nodes - low - 1 ) / 2 + high - low - 1;
}

static void turn_pairs( fw_lddb_block* block )
{
	for ( int32_t s = 0; s < FW_LDDB_SYMMETRIES; s++ )
	{
		for ( int32_t a = 0; a < block->nodes; a++ )
		{
			for ( int32_t b = a + 1; b < block->nodes; b++ )
			{
				const int32_t turned_a = block->node_of[turned_point( block, s, block->point_of[a] )];
				const int32_t turned_b = block->node_of[turned_point( block, s, block->point_of[b] )];
				block->pair_of[s][pair_index( block, a, b )] = (uint8_t)pair_index( block, turned_a, turned_b );
			}
		}
	}
}

static uint32_t tile_bit( const fw_lddb_block* block, int32_t x, int32_t y )
{
	const bool inside = x >= 0 && y >= 0 && x < block->size && y < block->size;
	return inside ? 1u << ( y * block->size + x ) : 0u;
}

static void find_tiles_around( fw_lddb_block* block )
{
	for ( int32_t point = 0; point < block->points; point++ )
	{
		const int32_t x = point % ( block->side + 1 );
		const int32_t y = point / ( block->side + 1 );
		block->around[point] = tile_bit( block, x, y );
		if ( block->kind == FW_LDDB_CORNERS )
		{
			block->around[point] |=
			    tile_bit( block, x - 1, y - 1 ) | tile_bit( block, x, y - 1 ) | tile_bit( block, x - 1, y );
		}
	}
}

// Equal lengths must be equal numbers: the roots of 2, of 8 and of 18 are 1, 2 and 3 times the same one.
static uint64_t leg_length( int32_t dx, int32_t dy )
{
	int32_t rest = dx * dx + dy * dy;
	uint64_t times = 1;
	for ( int32_t factor = 2; factor * factor <= rest; factor++ )
	{
		for ( ; rest % ( factor * factor ) == 0; rest /= factor * factor )
		{
			times *= (uint64_t)factor;
		}
	}
	return times * (uint64_t)( sqrt( (double)rest ) * 0x1p52 );
}

static int32_t common_divisor( int32_t a, int32_t b )
{
	while ( b != 0 )
	{
		const int32_t rest = a % b;
		a = b;
		b = rest;
	}
	return abs( a );
}

// The tiles of the box around the line that have corners on both sides of it.
static uint64_t tiles_crossed( const fw_lddb_block* block, int32_t x, int32_t y, int32_t dx, int32_t dy )
{
	uint64_t crossed = 0;
	for ( int32_t v = 0; v < abs( dy ); v++ )
	{
		for ( int32_t u = 0; u < abs( dx ); u++ )
		{
			const int32_t tile_x = dx > 0 ? u : -1 - u;
			const int32_t tile_y = dy > 0 ? v : -1 - v;
			int32_t sides = 0;
			for ( int32_t i = 0; i < 4; i++ )
			{
				const int32_t cross = dx * ( tile_y + ( i >> 1 ) ) - dy * ( tile_x + ( i & 1 ) );
				sides |= cross > 0 ? 1 : cross < 0 ? 2 : 0;
			}
			crossed |= sides == 3 ? tile_bit( block, x + tile_x, y + tile_y ) : 0u;
		}
	}
	return crossed;
}

static fw_lddb_line line_between( const fw_lddb_block* block, int32_t from, int32_t to )
{
	const int32_t size = block->size;
	const int32_t x = from % ( size + 1 ), y = from / ( size + 1 );
	const int32_t dx = to % ( size + 1 ) - x, dy = to / ( size + 1 ) - y;
	const int32_t steps = common_divisor( dx, dy );
	fw_lddb_line line = { tiles_crossed( block, x, y, dx, dy ), 0, leg_length( dx, dy ) };
	for ( int32_t i = 1; i < steps; i++ )
	{
		line.columns_and_passes |= (uint64_t)tile_bit( block, x + dx / steps * i, y + dy / steps * i ) << HIGH;
	}
	for ( int32_t i = 0; dy == 0 && i < abs( dx ); i++ )
	{
		line.tiles_and_rows |= (uint64_t)1 << ( HIGH + y * size + ( dx > 0 ? x : x + dx ) + i );
	}
	for ( int32_t i = 0; dx == 0 && i < abs( dy ); i++ )
	{
		line.columns_and_passes |= (uint64_t)1 << ( x * size + ( dy > 0 ? y : y + dy ) + i );
	}
	return line;
}

static int compare_levels( const void* a, const void* b )
{
	const uint64_t x = ( (const fw_lddb_level*)a )->length;
	const uint64_t y = ( (const fw_lddb_level*)b )->length;
	return x < y ? -1 : x > y;
}

// A shortest path is on no tile twice, which bounds its steps.
static void list_levels( const fw_lddb_block* block, fw_lddb_level* levels )
{
	const int32_t most = block->points - 1;
	int32_t count = 0;
	for ( int32_t straight = 0; straight <= most; straight++ )
	{
		const int32_t most_diagonal = block->kind == FW_LDDB_TILES8 ? most - straight : 0;
		for ( int32_t diagonal = 0; diagonal <= most_diagonal; diagonal++ )
		{
			levels[count++] = ( fw_lddb_level ){
			    .length = (uint64_t)straight * FW_LDDB_UNIT + (uint64_t)diagonal * leg_length( 1, 1 ),
			    .straight = (uint8_t)straight,
			    .diagonal = (uint8_t)diagonal,
			};
		}
	}
	FW_ASSERT( count == block->levels_count );
	qsort( levels, (size_t)count, sizeof( *levels ), compare_levels );
}

static void set_sizes( fw_lddb_block* block, const fw_lddb_def* def )
{
	const int32_t size = def->size;
	const bool corners = def->kind == FW_LDDB_CORNERS;
	*block = ( fw_lddb_block ){ .kind = def->kind, .corners = def->corners, .size = size };
	block->paths = corners ? &fw_lddb_corner_paths : &fw_lddb_tile_paths;
	block->side = corners ? size : size - 1;
	block->nodes = 4 * block->side;
	block->pairs = block->nodes * ( block->nodes - 1 ) / 2;
	block->points = ( block->side + 1 ) * ( block->side + 1 );
	block->all = ( 1u << size * size ) - 1u;
	for ( int32_t y = 0; y < size; y++ )
	{
		block->first |= 1u << y * size;
		for ( int32_t x = y; x < size; x++ )
		{
			block->diagonals[x - y] |= 1u << ( y * size + x );
		}
	}
	block->inner = block->all & ~block->first & ~( ( 1u << size ) - 1u );
	block->levels_count = corners ? 0 : block->points * ( def->kind == FW_LDDB_TILES8 ? block->points + 1 : 2 ) / 2;
}

bool fw_lddb_block_init( fw_lddb_block* block, const fw_lddb_def* def )
{
	set_sizes( block, def );
	number_nodes( block );
	turn_pairs( block );
	find_tiles_around( block );
	if ( block->kind != FW_LDDB_CORNERS )
	{
		block->levels = fw_alloc( &def->allocator, (size_t)block->levels_count, sizeof( *block->levels ) );
		if ( block->levels != NULL )
		{
			list_levels( block, block->levels );
		}
		return block->levels != NULL;
	}
	block->lines = fw_alloc( &def->allocator, (size_t)( block->points * block->points ), sizeof( *block->lines ) );
	for ( int32_t i = 0; block->lines != NULL && i < block->points * block->points; i++ )
	{
		block->lines[i] = line_between( block, i / block->points, i % block->points );
	}
	return block->lines != NULL;
}

void fw_lddb_block_hold( fw_holdings* holdings, fw_lddb_block* block )
{
	FW_HOLD( holdings, block->lines, block->points * block->points );
	FW_HOLD( holdings, block->levels, block->levels_count );
}
