// SPDX-License-Identifier: MIT
// Block A* over tile corners: the expansion of a block, four nodes at a time.
#include "base/lanes.h"
#include "search/block/block.h"

static const float corner_x[FW_BLOCK_CORNERS] = { 0, 1, 2, 3, 4, 4, 4, 4, 4, 3, 2, 1, 0, 0, 0, 0 };
static const float corner_y[FW_BLOCK_CORNERS] = { 0, 0, 0, 0, 0, 1, 2, 3, 4, 4, 4, 4, 4, 3, 2, 1 };

// A window of bits, eight to a row: the tiles of a block and one around it, or the 5 x 5 corners of the block. The tile
// north-west of corner (x, y) has the same bit as that corner, and the others follow.
#define WINDOW_ROW 8
#define INNER_TILES 0x1E1E1E1E00u
#define OPEN_WINDOW 0x3F3F3F3F3F3Fu

static uint64_t window_at( const fw_layer* plane, int32_t x, int32_t y )
{
	const uint64_t* row = fw_layer_row( plane, FW_BLOCK_SIDE * y - 1 );
	const uint32_t first = (uint32_t)( FW_BLOCK_SIDE * x - 1 + FW_LAYER_PAD );
	uint64_t window = 0;
	for ( int32_t i = 0; i < FW_BLOCK_SIDE + 2; i++ )
	{
		window |= (uint64_t)( fw_layer_few( row, first ) & 63u ) << ( WINDOW_ROW * i );
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
FW_INLINE uint32_t nodes_of( uint64_t corners )
{
	static const uint8_t turned[32] = { 0, 16, 8, 24, 4, 20, 12, 28, 2, 18, 10, 26, 6, 22, 14, 30,
	                                    1, 17, 9, 25, 5, 21, 13, 29, 3, 19, 11, 27, 7, 23, 15, 31 };
	const uint32_t right = (uint32_t)( ( corners >> 12 & 1 ) | ( corners >> 19 & 2 ) | ( corners >> 26 & 4 ) );
	const uint32_t left = (uint32_t)( ( corners >> 24 & 1 ) | ( corners >> 15 & 2 ) | ( corners >> 6 & 4 ) );
	return (uint32_t)( corners & 31 ) | right << 5 | (uint32_t)turned[corners >> 32 & 31] << 8 | left << 13;
}

void fw_block_meet_corners( const fw_block_state* state, fw_block* block )
{
	const uint64_t window = window_at( state->plane, block->x, block->y );
	for ( int32_t i = 0; i < FW_BLOCK_CORNERS; i += 4 )
	{
		fw_lanes_store( block->g.corner + i, fw_lanes_of( FW_BLOCK_FAR ) );
	}
	block->usable = 0xFFFFu;
	if ( window == OPEN_WINDOW )
	{
		block->pattern = 0;
		return;
	}
	const uint64_t inner = window & INNER_TILES;
	const uint64_t touched = inner | inner >> 1 | inner >> WINDOW_ROW | inner >> ( WINDOW_ROW + 1 );
	const uint64_t shut = state->vertices.corners == FW_CORNERS_CLOSED ? double_corners( window ) : 0;
	const uint32_t free = (uint32_t)( ( inner >> 9 & 0xFu ) | ( inner >> 13 & 0xF0u ) | ( inner >> 17 & 0xF00u ) |
	                                  ( inner >> 21 & 0xF000u ) );
	block->pattern = (uint16_t)~free;
	block->usable = (uint16_t)nodes_of( touched & ~shut );
	for ( uint32_t rest = ~block->usable & 0xFFFFu; rest != 0; rest &= rest - 1 )
	{
		block->g.corner[FW_CTZ64( rest )] = -INFINITY;
	}
}

// The least of the lanes that are chosen.
FW_INLINE float least_of( fw_lanes lanes, fw_lane_ints chosen )
{
	const fw_lanes kept = fw_lanes_select( chosen, lanes, fw_lanes_of( INFINITY ) );
	const fw_lanes two = fw_lanes_min( kept, fw_lanes_reverse( kept ) );
	return FW_LANE( two, 0 ) < FW_LANE( two, 1 ) ? FW_LANE( two, 0 ) : FW_LANE( two, 1 );
}

// Where any of its nodes are to be passed on, gives a block beside its nodes by what they are here: own + i, i = 0..3,
// which are numbered other + 3 - i there, and the fifth of the side.
FW_INLINE void pass_side( fw_search* search, fw_block_state* state, uint32_t index, uint32_t nodes, int32_t dx,
                          int32_t dy, int32_t own, int32_t other, int32_t own_fifth, int32_t other_fifth,
                          const float* f )
{
	const uint32_t beside = nodes != 0 ? fw_block_beside( search, state, index, dx, dy ) : FW_NO_SLOT;
	if ( beside == FW_NO_SLOT )
	{
		return;
	}
	const float* from = fw_block_at( state, index )->g.corner;
	fw_block* to = fw_block_at( state, beside );
	const fw_lanes new_g = fw_lanes_reverse( fw_lanes_load( from + own ) );
	const fw_lanes old_g = fw_lanes_load( to->g.corner + other );
	const fw_lane_ints less =
	    fw_ints_and( fw_lanes_less( new_g, old_g ), fw_lanes_at_least( new_g, fw_lanes_of( 0.0f ) ) );
	uint32_t dirty = fw_ints_bits( less ) << other;
	float min_f = INFINITY;
	float min_g = INFINITY;
	search->counters.generated++;
	if ( dirty != 0 )
	{
		const fw_lanes new_f = fw_lanes_reverse( fw_lanes_load( f + own ) );
		min_f = least_of( new_f, less );
		min_g = least_of( new_g, less );
		fw_lanes_store( to->g.corner + other, fw_lanes_select( less, new_g, old_g ) );
	}
	if ( from[own_fifth] >= 0.0f && from[own_fifth] < to->g.corner[other_fifth] )
	{
		to->g.corner[other_fifth] = from[own_fifth];
		dirty |= 1u << other_fifth;
		min_f = f[own_fifth] < min_f ? f[own_fifth] : min_f;
		min_g = from[own_fifth] < min_g ? from[own_fifth] : min_g;
	}
	to->dirty = (uint16_t)( to->dirty | dirty );
	fw_block_open( search, state, beside, min_f, min_g );
}

// The same to a block that shares one node only.
FW_INLINE void pass_node( fw_search* search, fw_block_state* state, uint32_t index, uint32_t nodes, int32_t dx,
                          int32_t dy, int32_t own, int32_t other, const float* f )
{
	const uint32_t beside = nodes != 0 ? fw_block_beside( search, state, index, dx, dy ) : FW_NO_SLOT;
	if ( beside == FW_NO_SLOT )
	{
		return;
	}
	const float g = fw_block_at( state, index )->g.corner[own];
	fw_block* to = fw_block_at( state, beside );
	search->counters.generated++;
	if ( g < to->g.corner[other] )
	{
		to->g.corner[other] = g;
		to->dirty = (uint16_t)( to->dirty | 1u << other );
		fw_block_open( search, state, beside, f[own], g );
	}
}

// g plus the estimate of what remains, of all nodes.
static void values_of( const fw_search* search, const fw_block_state* state, const fw_block* block, float* f )
{
	const float weight =
	    search->query.options.heuristic == FW_HEURISTIC_ZERO ? 0.0f : (float)search->query.options.weight;
	const fw_lanes x0 = fw_lanes_of( (float)( FW_BLOCK_SIDE * block->x - state->goal.at.x ) );
	const fw_lanes y0 = fw_lanes_of( (float)( FW_BLOCK_SIDE * block->y - state->goal.at.y ) );
	for ( int32_t i = 0; i < FW_BLOCK_CORNERS; i += 4 )
	{
		const fw_lanes dx = fw_lanes_add( x0, fw_lanes_load( corner_x + i ) );
		const fw_lanes dy = fw_lanes_add( y0, fw_lanes_load( corner_y + i ) );
		const fw_lanes h = fw_lanes_sqrt( fw_lanes_add( fw_lanes_multiply( dx, dx ), fw_lanes_multiply( dy, dy ) ) );
		fw_lanes_store( f + i, fw_lanes_add( fw_lanes_load( block->g.corner + i ),
		                                     fw_lanes_multiply( h, fw_lanes_of( weight ) ) ) );
	}
}

void fw_block_pass_corners( fw_search* search, fw_block_state* state, uint32_t index, uint32_t nodes )
{
	float f[FW_BLOCK_CORNERS];
	values_of( search, state, fw_block_at( state, index ), f );
	pass_side( search, state, index, nodes & 0x001Fu, 0, -1, 0, 9, 4, 8, f );
	pass_side( search, state, index, nodes & 0x01F0u, 1, 0, 5, 12, 4, 0, f );
	pass_side( search, state, index, nodes & 0x1F00u, 0, 1, 8, 1, 12, 0, f );
	pass_side( search, state, index, nodes & 0xF001u, -1, 0, 12, 5, 0, 4, f );
	pass_node( search, state, index, nodes & 0x0001u, -1, -1, 0, 8, f );
	pass_node( search, state, index, nodes & 0x0010u, 1, -1, 4, 12, f );
	pass_node( search, state, index, nodes & 0x0100u, 1, 1, 8, 0, f );
	pass_node( search, state, index, nodes & 0x1000u, -1, 1, 12, 4, f );
}

// Lowers the g of all nodes through the ingress nodes (Algorithm 1 of the paper, lines 2 to 5); returns which fell.
FW_INLINE uint32_t relax( const fw_block_state* state, fw_block* block )
{
	const float( *distance )[FW_BLOCK_CORNERS] =
	    (const float( * )[FW_BLOCK_CORNERS])state->tables->at.corner[( block->table - 1 ) >> 2];
	// The table may be that of the pattern after quarter turns, each of which shifts the nodes by one vector.
	const uint32_t turned = 4 * ( ( block->table - 1 ) & 3u );
	float* g = block->g.corner;
	const fw_lanes a = fw_lanes_load( g );
	const fw_lanes b = fw_lanes_load( g + 4 );
	const fw_lanes c = fw_lanes_load( g + 8 );
	const fw_lanes d = fw_lanes_load( g + 12 );
	fw_lanes best_a = a;
	fw_lanes best_b = b;
	fw_lanes best_c = c;
	fw_lanes best_d = d;
	for ( uint32_t ingress = block->dirty; ingress != 0; ingress &= ingress - 1 )
	{
		const int32_t y = FW_CTZ64( ingress );
		const fw_lanes from = fw_lanes_of( g[y] );
		const float* row = distance[( (uint32_t)y + turned ) & 15u];
		best_a = fw_lanes_min( fw_lanes_add( from, fw_lanes_load( row + turned ) ), best_a );
		best_b = fw_lanes_min( fw_lanes_add( from, fw_lanes_load( row + ( ( turned + 4 ) & 15u ) ) ), best_b );
		best_c = fw_lanes_min( fw_lanes_add( from, fw_lanes_load( row + ( ( turned + 8 ) & 15u ) ) ), best_c );
		best_d = fw_lanes_min( fw_lanes_add( from, fw_lanes_load( row + ( ( turned + 12 ) & 15u ) ) ), best_d );
	}
	const uint32_t fell = fw_ints_bits( fw_lanes_less( best_a, a ) ) | fw_ints_bits( fw_lanes_less( best_b, b ) ) << 4 |
	                      fw_ints_bits( fw_lanes_less( best_c, c ) ) << 8 |
	                      fw_ints_bits( fw_lanes_less( best_d, d ) ) << 12;
	fw_lanes_store( g, best_a );
	fw_lanes_store( g + 4, best_b );
	fw_lanes_store( g + 8, best_c );
	fw_lanes_store( g + 12, best_d );
	return fell;
}

int32_t fw_block_best_corner( const fw_block_state* state, const fw_block* block, int32_t node, double* g )
{
	const uint32_t turned = 4 * ( ( block->table - 1 ) & 3u );
	const float* row = state->tables->at.corner[( block->table - 1 ) >> 2][( (uint32_t)node + turned ) & 15u];
	float over[FW_BLOCK_CORNERS];
	for ( uint32_t i = 0; i < FW_BLOCK_CORNERS; i += 4 )
	{
		const fw_lanes to = fw_lanes_load( block->g.corner + i );
		const fw_lanes sum = fw_lanes_add( to, fw_lanes_load( row + ( ( i + turned ) & 15u ) ) );
		fw_lanes_store( over + i, fw_lanes_select( fw_lanes_at_least( to, fw_lanes_of( 0.0f ) ), sum,
		                                           fw_lanes_of( FW_BLOCK_FAR ) ) );
	}
	over[node] = FW_BLOCK_FAR;
	int32_t best = 0;
	for ( int32_t i = 1; i < FW_BLOCK_CORNERS; i++ )
	{
		best = over[i] < over[best] ? i : best;
	}
	if ( (double)over[best] >= *g )
	{
		return -1;
	}
	*g = (double)over[best];
	return best;
}

void fw_block_expand_corners( fw_search* search, fw_block_state* state, uint32_t index )
{
	fw_block* block = fw_block_at( state, index );
	const uint32_t fell = relax( state, block );
	block->dirty = 0;
	if ( FW_UNLIKELY( block->holds_goal ) )
	{
		fw_block_look_for_goal( state, block );
	}
	// A corner that came from a neighbor was given to all that share it.
	if ( fell != 0 )
	{
		fw_block_pass_corners( search, state, index, fell );
	}
}
