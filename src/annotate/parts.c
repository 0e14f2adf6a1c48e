// SPDX-License-Identifier: MIT
// Tarjan's algorithm (R. E. Tarjan, "Depth-First Search and Linear Graph Algorithms", 1972) without recursion, then the
// transitive closure over the parts: they are complete in an order in which each comes after all that it leads to, so
// that one pass over the arcs is enough. Cost: O(nodes + arcs), and O(arcs between parts x parts / 64).
#include "annotate/parts.h"

#include <string.h>

#define NONE UINT32_MAX

// The arcs by the node that they leave.
typedef struct graph
{
	uint32_t nodes;
	uint32_t* first; // [nodes + 1]
	uint32_t* to;    // [arcs]
} graph;

// By counting, which keeps the order of a node's arcs.
static fw_status graph_make( graph* g, fw_arena* arena, uint32_t nodes, const fw_arcs* arcs )
{
	g->nodes = nodes;
	g->first = fw_arena_take( arena, (size_t)nodes + 1, sizeof( uint32_t ) );
	g->to = fw_arena_take( arena, (size_t)arcs->count + 1, sizeof( uint32_t ) ); // one is never used
	FW_TRY( g->first != NULL && g->to != NULL ? FW_OK : FW_ERR_MEMORY );
	for ( int32_t i = 0; i < arcs->count; i++ )
	{
		g->first[arcs->items[i].from]++;
	}
	uint32_t end = 0;
	for ( uint32_t n = 0; n <= nodes; n++ )
	{
		end += g->first[n];
		g->first[n] = end;
	}
	for ( int32_t i = arcs->count - 1; i >= 0; i-- )
	{
		g->to[--g->first[arcs->items[i].from]] = arcs->items[i].to;
	}
	return FW_OK;
}

typedef struct visit
{
	uint32_t order; // in which nodes were met, NONE: not yet
	uint32_t low;   // the least order that leads back from here
	uint32_t next;  // arc to look at
	uint32_t above; // the node that led here
} visit;

typedef struct tarjan
{
	const graph* g;
	visit* visits;   // [nodes]
	uint32_t* stack; // [nodes], met and in no part yet
	uint32_t depth;
	uint32_t met;
	uint32_t* part_of; // [nodes], from 0 on in the order of completion, NONE: in no part yet
	uint32_t count;
} tarjan;

static void meet( tarjan* t, uint32_t node, uint32_t above )
{
	t->visits[node] = ( visit ){ t->met, t->met, t->g->first[node], above };
	t->met++;
	t->stack[t->depth++] = node;
}

// Nothing more leads from the node: a part is complete where nothing leads back further. The next node to go on with.
static uint32_t leave( tarjan* t, uint32_t node )
{
	const visit* at = &t->visits[node];
	if ( at->low == at->order )
	{
		uint32_t member = NONE;
		while ( member != node )
		{
			member = t->stack[--t->depth];
			t->part_of[member] = t->count;
		}
		t->count++;
	}
	if ( at->above != NONE && at->low < t->visits[at->above].low )
	{
		t->visits[at->above].low = at->low;
	}
	return at->above;
}

static void find_parts( tarjan* t )
{
	for ( uint32_t root = 0; root < t->g->nodes; root++ )
	{
		uint32_t node = root;
		if ( t->visits[root].order != NONE )
		{
			continue;
		}
		meet( t, root, NONE );
		while ( node != NONE )
		{
			visit* at = &t->visits[node];
			if ( at->next == t->g->first[node + 1] )
			{
				node = leave( t, node );
				continue;
			}
			const uint32_t to = t->g->to[at->next++];
			if ( t->visits[to].order == NONE )
			{
				meet( t, to, node );
				node = to;
			}
			else if ( t->part_of[to] == NONE && t->visits[to].order < at->low )
			{
				at->low = t->visits[to].order;
			}
		}
	}
}

// Keeps the arcs between two parts and makes the parts their ends, which are numbered anew: those with an arc in or out
// first, in their order.
static fw_status number_parts( fw_parts* parts, fw_arena* arena, fw_arcs* arcs )
{
	uint32_t* numbers = fw_arena_take( arena, (size_t)parts->count, sizeof( uint32_t ) );
	FW_TRY( numbers != NULL ? FW_OK : FW_ERR_MEMORY );
	int32_t kept = 0;
	for ( int32_t i = 0; i < arcs->count; i++ )
	{
		const fw_arc arc = { parts->part_of[arcs->items[i].from], parts->part_of[arcs->items[i].to] };
		if ( arc.from != arc.to )
		{
			numbers[arc.from] = 1;
			numbers[arc.to] = 1;
			arcs->items[kept++] = arc;
		}
	}
	arcs->count = kept;
	for ( uint32_t p = 0; p < parts->count; p++ )
	{
		parts->joined += numbers[p];
	}
	uint32_t joined = 0;
	uint32_t alone = parts->joined;
	for ( uint32_t p = 0; p < parts->count; p++ )
	{
		numbers[p] = numbers[p] != 0 ? ++joined : ++alone;
	}
	for ( uint32_t n = 0; n < parts->nodes; n++ )
	{
		parts->part_of[n] = numbers[parts->part_of[n]];
	}
	for ( int32_t i = 0; i < arcs->count; i++ )
	{
		arcs->items[i] = ( fw_arc ){ numbers[arcs->items[i].from] - 1, numbers[arcs->items[i].to] - 1 };
	}
	return FW_OK;
}

static fw_status close_table( fw_parts* parts, fw_arena* arena, const fw_arcs* arcs )
{
	graph g;
	parts->words = ( parts->joined + 63 ) / 64;
	if ( parts->joined == 0 )
	{
		return FW_OK;
	}
	parts->leads = fw_alloc_zero( &arena->allocator, (size_t)parts->joined * parts->words, sizeof( uint64_t ) );
	FW_TRY( parts->leads != NULL ? graph_make( &g, arena, parts->joined, arcs ) : FW_ERR_MEMORY );
	for ( uint32_t part = 0; part < parts->joined; part++ )
	{
		uint64_t* row = parts->leads + (size_t)part * parts->words;
		row[part / 64] |= (uint64_t)1 << ( part % 64 );
		for ( uint32_t i = g.first[part]; i < g.first[part + 1]; i++ )
		{
			const uint32_t to = g.to[i];
			const uint64_t* other = parts->leads + (size_t)to * parts->words;
			const bool known = ( row[to / 64] >> ( to % 64 ) & 1u ) != 0;
			// What comes later leads nowhere near here.
			for ( uint32_t w = 0; w <= to / 64 && !known; w++ )
			{
				row[w] |= other[w];
			}
		}
	}
	return FW_OK;
}

fw_status fw_parts_build( fw_parts* parts, fw_arena* arena, uint32_t nodes, fw_arcs* arcs, uint32_t most )
{
	graph g;
	tarjan t = { .g = &g };
	*parts = ( fw_parts ){ .nodes = nodes };
	if ( nodes == 0 )
	{
		return FW_OK;
	}
	t.part_of = parts->part_of = fw_alloc( &arena->allocator, nodes, sizeof( uint32_t ) );
	t.visits = fw_arena_take( arena, nodes, sizeof( visit ) );
	t.stack = fw_arena_take( arena, nodes, sizeof( uint32_t ) );
	FW_TRY( t.part_of != NULL && t.visits != NULL && t.stack != NULL ? FW_OK : FW_ERR_MEMORY );
	FW_TRY( graph_make( &g, arena, nodes, arcs ) );
	memset( t.visits, 0xff, nodes * sizeof( visit ) );
	memset( t.part_of, 0xff, nodes * sizeof( uint32_t ) );
	find_parts( &t );
	parts->count = t.count;
	FW_TRY( number_parts( parts, arena, arcs ) );
	return parts->joined <= most ? close_table( parts, arena, arcs ) : FW_ERR_TOO_LARGE;
}

void fw_parts_hold( fw_holdings* holdings, const fw_parts* parts )
{
	FW_HOLD( holdings, parts->part_of, parts->nodes );
	FW_HOLD( holdings, parts->leads, (size_t)parts->joined * parts->words );
}
