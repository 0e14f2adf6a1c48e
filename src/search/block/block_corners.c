// SPDX-License-Identifier: MIT
// Block A* over tile corners: the expansion of a block, four nodes at a time, for each size.
#include "base/lanes.h"
#include "search/block/block.h"

// A window of bits, eight to a row: the tiles of a block and one around it, or the corners of the block. The tile
// north-west of corner (x, y) has the same bit as that corner, and the others follow.
#define WINDOW_ROW 8
#define WINDOW_ROWS 0x0101010101010101u

// The first `side` bits of the first `side` rows.
FW_INLINE uint64_t square_of( int32_t side )
{
	return ( WINDOW_ROWS >> ( WINDOW_ROW * ( WINDOW_ROW - side ) ) ) * ( ( (uint64_t)1 << side ) - 1u );
}

FW_INLINE uint64_t window_at( int32_t size, const fw_layer* plane, int32_t x, int32_t y )
{
	const uint64_t* row = fw_layer_row( plane, size * y - 1 );
	const uint32_t first = (uint32_t)( size * x - 1 + FW_LAYER_PAD );
	const uint32_t mask = ( 1u << ( size + 2 ) ) - 1u;
	uint64_t window = 0;
	for ( int32_t i = 0; i < size + 2; i++ )
	{
		window |= (uint64_t)( fw_layer_few( row, first ) & mask ) << ( WINDOW_ROW * i );
		row += plane->stride;
	}
	return window;
}

// The corners that lie between two blocked tiles diagonally.
FW_INLINE uint64_t double_corners( uint64_t nw )
{
	const uint64_t ne = nw >> 1;
	const uint64_t sw = nw >> WINDOW_ROW;
	const uint64_t se = nw >> ( WINDOW_ROW + 1 );
	return ( nw & se & ~ne & ~sw ) | ( ne & sw & ~nw & ~se );
}

// The corners round a block as nodes.
FW_INLINE uint32_t nodes_of( int32_t size, uint64_t corners )
{
	// Six bits from the last to the first.
	static const uint8_t turned[64] = { 0, 32, 16, 48, 8,  40, 24, 56, 4, 36, 20, 52, 12, 44, 28, 60,
	                                    2, 34, 18, 50, 10, 42, 26, 58, 6, 38, 22, 54, 14, 46, 30, 62,
	                                    1, 33, 17, 49, 9,  41, 25, 57, 5, 37, 21, 53, 13, 45, 29, 61,
	                                    3, 35, 19, 51, 11, 43, 27, 59, 7, 39, 23, 55, 15, 47, 31, 63 };
	const uint32_t row = ( 1u << ( size + 1 ) ) - 1u;
	uint32_t nodes = (uint32_t)corners & row;
	nodes |= (uint32_t)turned[corners >> ( WINDOW_ROW * size ) & row] >> ( 5 - size ) << ( 2 * size );
	for ( int32_t y = 1; y < size; y++ )
	{
		nodes |= (uint32_t)( corners >> ( WINDOW_ROW * y + size ) & 1u ) << ( size + y );
		nodes |= (uint32_t)( corners >> ( WINDOW_ROW * y ) & 1u ) << ( 4 * size - y );
	}
	return nodes;
}

// The first g of the nodes of a block, of which some are usable, four at a time.
FW_INLINE void set_usable( int32_t size, fw_block* block, uint32_t usable )
{
#define FIRST_G( bits, node ) ( ( ( bits ) >> (node)&1 ) != 0 ? FW_BLOCK_FAR : -INFINITY )
#define FIRST_FOUR( bits )                                                                                             \
	{                                                                                                                  \
		FIRST_G( bits, 0 ), FIRST_G( bits, 1 ), FIRST_G( bits, 2 ), FIRST_G( bits, 3 )                                 \
	}
	static const float first[16][4] = { FIRST_FOUR( 0 ),  FIRST_FOUR( 1 ),  FIRST_FOUR( 2 ),  FIRST_FOUR( 3 ),
	                                    FIRST_FOUR( 4 ),  FIRST_FOUR( 5 ),  FIRST_FOUR( 6 ),  FIRST_FOUR( 7 ),
	                                    FIRST_FOUR( 8 ),  FIRST_FOUR( 9 ),  FIRST_FOUR( 10 ), FIRST_FOUR( 11 ),
	                                    FIRST_FOUR( 12 ), FIRST_FOUR( 13 ), FIRST_FOUR( 14 ), FIRST_FOUR( 15 ) };
	block->usable = usable;
	for ( int32_t i = 0; i < size; i++ )
	{
		fw_lanes_store( fw_block_corners( block ) + 4 * i, fw_lanes_load( first[usable >> 4 * i & 15u] ) );
	}
#undef FIRST_FOUR
#undef FIRST_G
}

FW_INLINE void meet( int32_t size, const fw_block_state* state, fw_block* block )
{
	const uint64_t window = window_at( size, state->plane, block->x, block->y );
	if ( window == square_of( size + 2 ) )
	{
		block->pattern = 0;
		set_usable( size, block, ( 1u << 4 * size ) - 1u );
		return;
	}
	const uint64_t inner = window & square_of( size ) << ( WINDOW_ROW + 1 );
	const uint64_t touched = inner | inner >> 1 | inner >> WINDOW_ROW | inner >> ( WINDOW_ROW + 1 );
	const uint64_t shut = state->vertices.corners == FW_CORNERS_CLOSED ? double_corners( window ) : 0;
	uint32_t free = 0;
	for ( int32_t y = 0; y < size; y++ )
	{
		free |= (uint32_t)( inner >> ( WINDOW_ROW * ( y + 1 ) + 1 ) & ( ( 1u << size ) - 1u ) ) << ( size * y );
	}
	block->pattern = ~free & ( ( 1u << size * size ) - 1u );
	set_usable( size, block, nodes_of( size, touched & ~shut ) );
}

void fw_block_meet_corners( const fw_block_state* state, fw_block* block )
{
	FW_BLOCK_BY_SIZE( state->size, meet, state, block );
}

// The least of the lanes that are chosen.
FW_INLINE float least_of( fw_lanes lanes, fw_lane_ints chosen )
{
	const fw_lanes kept = fw_lanes_select( chosen, lanes, fw_lanes_of( INFINITY ) );
	const fw_lanes two = fw_lanes_min( kept, fw_lanes_reverse( kept ) );
	return FW_LANE( two, 0 ) < FW_LANE( two, 1 ) ? FW_LANE( two, 0 ) : FW_LANE( two, 1 );
}

// What a block gives to one beside it, and what makes the heap value of that.
typedef struct gift
{
	const float* from; // g here
	const float* f;
	float* to; // g there
	uint32_t dirty;
	float min_f, min_g;
} gift;

FW_INLINE void give_four( gift* give, int32_t own, int32_t other )
{
	const fw_lanes new_g = fw_lanes_reverse( fw_lanes_load( give->from + own ) );
	const fw_lanes old_g = fw_lanes_load( give->to + other );
	const fw_lane_ints less =
	    fw_ints_and( fw_lanes_less( new_g, old_g ), fw_lanes_at_least( new_g, fw_lanes_of( 0.0f ) ) );
	const uint32_t dirty = fw_ints_bits( less );
	if ( dirty != 0 )
	{
		give->dirty |= dirty << other;
		give->min_f = least_of( fw_lanes_reverse( fw_lanes_load( give->f + own ) ), less );
		give->min_g = least_of( new_g, less );
		fw_lanes_store( give->to + other, fw_lanes_select( less, new_g, old_g ) );
	}
}

FW_INLINE void give_one( gift* give, int32_t own, int32_t other )
{
	const float g = give->from[own];
	if ( g >= 0.0f && g < give->to[other] )
	{
		give->to[other] = g;
		give->dirty |= 1u << other;
		give->min_f = give->f[own] < give->min_f ? give->f[own] : give->min_f;
		give->min_g = g < give->min_g ? g : give->min_g;
	}
}

// Where any of its nodes are to be passed on, gives the block beside a side its nodes by what they are here. Sides are
// numbered clockwise from the upper one.
FW_INLINE void pass_side( int32_t size, fw_search* search, fw_block_state* state, uint32_t index, uint32_t nodes,
                          int32_t side, const float* f )
{
	static const int8_t dx[4] = { 0, 1, 0, -1 };
	static const int8_t dy[4] = { -1, 0, 1, 0 };
	const int32_t count = 4 * size;
	uint32_t own_side = 0;
	for ( int32_t i = 0; i <= size; i++ )
	{
		own_side |= 1u << ( side * size + i ) % count;
	}
	const uint32_t beside =
	    ( nodes & own_side ) != 0 ? fw_block_beside( search, state, size, index, dx[side], dy[side] ) : FW_NO_SLOT;
	if ( beside == FW_NO_SLOT )
	{
		return;
	}
	fw_block* to = fw_block_at( state, size, beside );
	gift give = {
	    fw_block_corners( fw_block_at( state, size, index ) ), f, fw_block_corners( to ), 0, INFINITY, INFINITY };
	search->counters.generated++;
	// Four in a row are given at once. On the right side the first has the number 0 beyond the border.
	const int32_t row = size < 4 ? size + 1 : side == 1 ? 1 : 0;
	if ( size >= 4 )
	{
		give_four( &give, side * size + row, ( ( side + 3 ) * size - row - 3 ) % count );
	}
	for ( int32_t i = 0; i <= size; i++ )
	{
		if ( i < row || i > row + 3 || size < 4 )
		{
			give_one( &give, ( side * size + i ) % count, ( ( side + 3 ) * size - i ) % count );
		}
	}
	to->dirty |= give.dirty;
	fw_block_open( search, state, size, beside, give.min_f, give.min_g );
}

// The same to a block that shares one node only, the first of a side.
FW_INLINE void pass_node( int32_t size, fw_search* search, fw_block_state* state, uint32_t index, uint32_t nodes,
                          int32_t side, const float* f )
{
	const int32_t dx = side == 1 || side == 2 ? 1 : -1;
	const int32_t dy = side >= 2 ? 1 : -1;
	const int32_t own = side * size;
	const int32_t other = ( side + 2 ) % 4 * size;
	const uint32_t beside =
	    ( nodes >> own & 1u ) != 0 ? fw_block_beside( search, state, size, index, dx, dy ) : FW_NO_SLOT;
	if ( beside == FW_NO_SLOT )
	{
		return;
	}
	const float g = fw_block_corners( fw_block_at( state, size, index ) )[own];
	fw_block* to = fw_block_at( state, size, beside );
	search->counters.generated++;
	if ( g < fw_block_corners( to )[other] )
	{
		fw_block_corners( to )[other] = g;
		to->dirty |= 1u << other;
		fw_block_open( search, state, size, beside, f[own], g );
	}
}

// g plus the estimate of what remains, of all nodes.
FW_INLINE void values_of( int32_t size, const fw_search* search, const fw_block_state* state, const fw_block* block,
                          float* f )
{
	const float weight =
	    search->query.options.heuristic == FW_HEURISTIC_ZERO ? 0.0f : (float)search->query.options.weight;
	const fw_lanes x0 = fw_lanes_of( (float)( size * block->x - state->goal.at.x ) );
	const fw_lanes y0 = fw_lanes_of( (float)( size * block->y - state->goal.at.y ) );
	for ( int32_t i = 0; i < 4 * size; i += 4 )
	{
		const fw_lanes dx = fw_lanes_add( x0, fw_lanes_load( state->x + i ) );
		const fw_lanes dy = fw_lanes_add( y0, fw_lanes_load( state->y + i ) );
		const fw_lanes h = fw_lanes_sqrt( fw_lanes_add( fw_lanes_multiply( dx, dx ), fw_lanes_multiply( dy, dy ) ) );
		fw_lanes_store( f + i, fw_lanes_add( fw_lanes_load( fw_block_corners( block ) + i ),
		                                     fw_lanes_multiply( h, fw_lanes_of( weight ) ) ) );
	}
}

FW_INLINE void pass( int32_t size, fw_search* search, fw_block_state* state, uint32_t index, uint32_t nodes )
{
	float f[FW_LDDB_NODES_MAX];
	values_of( size, search, state, fw_block_at( state, size, index ), f );
	pass_side( size, search, state, index, nodes, 0, f );
	pass_side( size, search, state, index, nodes, 1, f );
	pass_side( size, search, state, index, nodes, 2, f );
	pass_side( size, search, state, index, nodes, 3, f );
	pass_node( size, search, state, index, nodes, 0, f );
	pass_node( size, search, state, index, nodes, 1, f );
	pass_node( size, search, state, index, nodes, 2, f );
	pass_node( size, search, state, index, nodes, 3, f );
}

void fw_block_pass_corners( fw_search* search, fw_block_state* state, uint32_t index, uint32_t nodes )
{
	FW_BLOCK_BY_SIZE( state->size, pass, search, state, index, nodes );
}

// Where the table of a block may be that of its pattern after quarter turns, each of them shifts the nodes by one
// vector.
FW_INLINE uint32_t shift_of( int32_t size, const fw_block* block )
{
	return size == 4 ? 4 * ( ( block->table - 1 ) & 3u ) : 0;
}

FW_INLINE uint32_t shifted( int32_t size, uint32_t node, uint32_t shift )
{
	return size == 4 ? ( node + shift ) & 15u : node;
}

// Lowers the g of all nodes through the ingress nodes (Algorithm 1 of the paper, lines 2 to 5); returns which fell.
FW_INLINE uint32_t relax( int32_t size, fw_block* block, const float* table )
{
	const uint32_t shift = shift_of( size, block );
	float* g = fw_block_corners( block );
	fw_lanes best[FW_LDDB_SIZE_MAX];
	for ( int32_t i = 0; i < size; i++ )
	{
		best[i] = fw_lanes_load( g + 4 * i );
	}
	for ( uint32_t ingress = block->dirty; ingress != 0; ingress &= ingress - 1 )
	{
		const uint32_t y = (uint32_t)FW_CTZ64( ingress );
		const fw_lanes from = fw_lanes_of( g[y] );
		const float* row = table + 4 * (uint32_t)size * shifted( size, y, shift );
		for ( int32_t i = 0; i < size; i++ )
		{
			const fw_lanes over = fw_lanes_load( row + shifted( size, 4 * (uint32_t)i, shift ) );
			best[i] = fw_lanes_min( fw_lanes_add( from, over ), best[i] );
		}
	}
	uint32_t fell = 0;
	for ( int32_t i = 0; i < size; i++ )
	{
		fell |= fw_ints_bits( fw_lanes_less( best[i], fw_lanes_load( g + 4 * i ) ) ) << ( 4 * i );
		fw_lanes_store( g + 4 * i, best[i] );
	}
	return fell;
}

FW_INLINE void find_best( int32_t size, const fw_block* block, const float* table, int32_t node, double* g,
                          int32_t* best )
{
	const uint32_t shift = shift_of( size, block );
	const float* row = table + 4 * (uint32_t)size * shifted( size, (uint32_t)node, shift );
	float over[FW_LDDB_NODES_MAX];
	for ( int32_t i = 0; i < 4 * size; i += 4 )
	{
		const fw_lanes to = fw_lanes_load( fw_block_corners( block ) + i );
		const fw_lanes sum = fw_lanes_add( to, fw_lanes_load( row + shifted( size, (uint32_t)i, shift ) ) );
		fw_lanes_store( over + i, fw_lanes_select( fw_lanes_at_least( to, fw_lanes_of( 0.0f ) ), sum,
		                                           fw_lanes_of( FW_BLOCK_FAR ) ) );
	}
	over[node] = FW_BLOCK_FAR;
	int32_t least = 0;
	for ( int32_t i = 1; i < 4 * size; i++ )
	{
		least = over[i] < over[least] ? i : least;
	}
	if ( over[least] < FW_BLOCK_FAR && (double)over[least] < *g )
	{
		*g = (double)over[least];
		*best = least;
	}
}

int32_t fw_block_best_corner( const fw_block_state* state, const fw_block* block, const float* table, int32_t node,
                              double* g )
{
	int32_t best = -1;
	FW_BLOCK_BY_SIZE( state->size, find_best, block, table, node, g, &best );
	return best;
}

FW_INLINE void expand( int32_t size, fw_search* search, fw_block_state* state, uint32_t index, const float* table )
{
	fw_block* block = fw_block_at( state, size, index );
	const uint32_t fell = relax( size, block, table );
	block->dirty = 0;
	if ( FW_UNLIKELY( block->holds_goal ) )
	{
		fw_block_look_for_goal( state, block );
	}
	if ( fw_search_is_heard( search ) )
	{
		fw_block_tell( search, state, block, FW_EVENT_EXPAND, block->g_least );
	}
	// A corner that came from a neighbor was given to all that share it.
	if ( fell != 0 )
	{
		pass( size, search, state, index, fell );
	}
}

void fw_block_expand_corners( fw_search* search, fw_block_state* state, uint32_t index, const float* table )
{
	FW_BLOCK_BY_SIZE( state->size, expand, search, state, index, table );
}
