// SPDX-License-Identifier: MIT
// Shortest paths of a point through a block: straight lines between corners, bending only at corners of blocked tiles.
//
// A shortest path among polygons bends at their corners alone (T. Lozano-Perez, M. A. Wesley, "An Algorithm for
// Planning Collision-Free Paths Among Polyhedral Obstacles", 1979). The visibility graph has therefore at most 16 inner
// points, and all its distances are those of R. W. Floyd, "Algorithm 97: Shortest Path" (1962) between these, with one
// leg more at either end.
#include "lddb/block.h"

#define HIGH 32
#define BENDS_MAX ( ( FW_LDDB_SIZE_MAX - 1 ) * ( FW_LDDB_SIZE_MAX - 1 ) )

// An edge is closed where both of its tiles are blocked, or the one that is in the block.
static uint64_t closed_edges( const fw_lddb_block* block, uint32_t pattern )
{
	const uint32_t row = ( 1u << block->size ) - 1u;
	return ( pattern | row << block->size * block->size ) & ( pattern << block->size | row );
}

// Four tiles meet at each inner corner: the bits of all four are moved to that of the one right below.
static fw_lddb_walls walls_of( const fw_lddb_block* block, uint32_t pattern )
{
	const uint32_t a = pattern, b = pattern << 1, c = pattern << block->size, d = c << 1;
	const uint32_t odd = a ^ b ^ c ^ d; // one or three blocked
	const uint32_t three = ( a & b & ( c | d ) ) | ( c & d & ( a | b ) );
	const uint32_t across = ~( a ^ d ) & ~( b ^ c ) & ( a ^ b ); // two that touch at the corner alone
	const bool open = block->corners == FW_CORNERS_OPEN;
	const uint32_t passes = open ? 0u : across & block->inner;
	return ( fw_lddb_walls ){
	    .tiles_and_rows = pattern | closed_edges( block, pattern ) << HIGH,
	    .columns_and_passes = closed_edges( block, fw_lddb_transpose( block, pattern ) ) | (uint64_t)passes << HIGH,
	    .bends = ( ( odd & ~three ) | ( open ? across : 0u ) ) & block->inner,
	};
}

FW_INLINE bool is_clear( const fw_lddb_line* line, const fw_lddb_walls* walls )
{
	return ( ( line->tiles_and_rows & walls->tiles_and_rows ) |
	         ( line->columns_and_passes & walls->columns_and_passes ) ) == 0;
}

FW_INLINE uint64_t clear_length( const fw_lddb_line* line, const fw_lddb_walls* walls )
{
	return is_clear( line, walls ) ? line->length : FW_LDDB_FAR;
}

// The inner corners at which paths may bend.
static int32_t list_bends( const fw_lddb_block* block, const fw_lddb_walls* walls, int32_t* bends )
{
	int32_t count = 0;
	for ( uint32_t left = walls->bends; left != 0; left &= left - 1 )
	{
		const int32_t tile = FW_CTZ64( left );
		bends[count++] = fw_lddb_point_at( block, tile % block->size, tile / block->size );
	}
	return count;
}

// Legs from a point to all bends.
static void list_legs( const fw_lddb_block* block, const fw_lddb_walls* walls, int32_t from, const int32_t* bends,
                       int32_t count, uint64_t* legs )
{
	const fw_lddb_line* lines = block->lines + from * block->points;
	for ( int32_t i = 0; i < count; i++ )
	{
		legs[i] = clear_length( &lines[bends[i]], walls );
	}
}

typedef struct bend_graph
{
	fw_lddb_walls walls;
	int32_t count;
	int32_t points[BENDS_MAX];
	uint64_t between[BENDS_MAX][BENDS_MAX];
	uint64_t legs[FW_LDDB_NODES_MAX][BENDS_MAX]; // from the nodes
} bend_graph;

static void make_graph( const fw_lddb_block* block, uint32_t pattern, bend_graph* graph )
{
	graph->walls = walls_of( block, pattern );
	graph->count = list_bends( block, &graph->walls, graph->points );
	for ( int32_t i = 0; i < graph->count; i++ )
	{
		list_legs( block, &graph->walls, graph->points[i], graph->points, graph->count, graph->between[i] );
	}
	for ( int32_t i = 0; i < block->nodes; i++ )
	{
		list_legs( block, &graph->walls, block->point_of[i], graph->points, graph->count, graph->legs[i] );
	}
	for ( int32_t via = 0; via < graph->count; via++ )
	{
		for ( int32_t i = 0; i < graph->count; i++ )
		{
			const uint64_t leg = graph->between[i][via];
			for ( int32_t j = 0; leg < FW_LDDB_FAR && j < graph->count; j++ )
			{
				const uint64_t length = leg + graph->between[via][j];
				graph->between[i][j] = length < graph->between[i][j] ? length : graph->between[i][j];
			}
		}
	}
}

// The shortest of the paths whose legs these are.
FW_INLINE uint64_t min_sum( const uint64_t* a, const uint64_t* b, int32_t count )
{
	uint64_t least = FW_LDDB_FAR;
	for ( int32_t i = 0; i < count; i++ )
	{
		least = a[i] + b[i] < least ? a[i] + b[i] : least;
	}
	return least;
}

// The lengths of the paths from a point, whose legs these are, to the nodes from `first` on.
static void reach_nodes( const fw_lddb_block* block, const bend_graph* graph, int32_t from, const uint64_t* legs,
                         int32_t first, uint64_t* lengths )
{
	const fw_lddb_line* lines = block->lines + from * block->points;
	uint64_t reached[BENDS_MAX];
	for ( int32_t i = 0; i < graph->count; i++ )
	{
		reached[i] = min_sum( legs, graph->between[i], graph->count );
	}
	for ( int32_t to = first; to < block->nodes; to++ )
	{
		const fw_lddb_line* line = &lines[block->point_of[to]];
		*lengths++ = is_clear( line, &graph->walls ) ? line->length : min_sum( reached, graph->legs[to], graph->count );
	}
}

static void find_pairs( const fw_lddb_block* block, uint32_t pattern, uint64_t* lengths )
{
	bend_graph graph;
	make_graph( block, pattern, &graph );
	for ( int32_t from = 0; from < block->nodes; from++ )
	{
		reach_nodes( block, &graph, block->point_of[from], graph.legs[from], from + 1, lengths );
		lengths += block->nodes - from - 1;
	}
}

static void find_nodes( const fw_lddb_block* block, uint32_t pattern, int32_t from, uint64_t* lengths )
{
	bend_graph graph;
	uint64_t legs[BENDS_MAX];
	make_graph( block, pattern, &graph );
	list_legs( block, &graph.walls, from, graph.points, graph.count, legs );
	reach_nodes( block, &graph, from, legs, 0, lengths );
	const uint8_t own = block->node_of[from];
	if ( own != FW_LDDB_NO_NODE )
	{
		lengths[own] = fw_lddb_is_blocked( block, pattern, from ) ? FW_LDDB_FAR : 0;
	}
}

// The nearest bend that is not settled, or -1.
static int32_t nearest( const uint64_t* lengths, uint32_t settled, int32_t count )
{
	int32_t best = -1;
	for ( int32_t i = 0; i < count; i++ )
	{
		const bool open = ( settled >> i & 1u ) == 0 && lengths[i] < FW_LDDB_FAR;
		best = open && ( best < 0 || lengths[i] < lengths[best] ) ? i : best;
	}
	return best;
}

// Dijkstra's algorithm from the goal, so that following the next points gives the bends in order.
static uint64_t path_round( const fw_lddb_block* block, const fw_lddb_walls* walls, int32_t from, int32_t to,
                            int32_t* bends, int32_t* count )
{
	int32_t points[BENDS_MAX], next[BENDS_MAX];
	uint64_t lengths[BENDS_MAX], legs[BENDS_MAX];
	const int32_t most = list_bends( block, walls, points );
	if ( most == 0 )
	{
		return FW_LDDB_FAR;
	}
	list_legs( block, walls, to, points, most, lengths );
	for ( int32_t i = 0; i < most; i++ )
	{
		next[i] = -1;
	}
	uint32_t settled = 0;
	for ( int32_t i; ( i = nearest( lengths, settled, most ) ) >= 0; )
	{
		settled |= 1u << i;
		list_legs( block, walls, points[i], points, most, legs );
		for ( int32_t j = 0; j < most; j++ )
		{
			next[j] = lengths[i] + legs[j] < lengths[j] ? i : next[j];
			lengths[j] = lengths[i] + legs[j] < lengths[j] ? lengths[i] + legs[j] : lengths[j];
		}
	}
	list_legs( block, walls, from, points, most, legs );
	const uint64_t length = min_sum( legs, lengths, most );
	// Of equal paths the one with the longest first leg: others have a bend that is none.
	int32_t at = -1;
	for ( int32_t i = 0; i < most && length < FW_LDDB_FAR; i++ )
	{
		at = legs[i] + lengths[i] == length && ( at < 0 || lengths[i] < lengths[at] ) ? i : at;
	}
	for ( ; at >= 0; at = next[at] )
	{
		bends[( *count )++] = points[at];
	}
	return length;
}

static uint64_t find_path( const fw_lddb_block* block, uint32_t pattern, int32_t from, int32_t to, int32_t* bends,
                           int32_t* count )
{
	*count = 0;
	if ( from == to )
	{
		return fw_lddb_is_blocked( block, pattern, from ) ? FW_LDDB_FAR : 0;
	}
	const fw_lddb_walls walls = walls_of( block, pattern );
	const fw_lddb_line* line = &block->lines[from * block->points + to];
	return is_clear( line, &walls ) ? line->length : path_round( block, &walls, from, to, bends, count );
}

const fw_lddb_paths fw_lddb_corner_paths = { find_pairs, find_nodes, find_path };
