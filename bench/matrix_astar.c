// SPDX-License-Identifier: MIT
// A* over a fixed matrix of nodes: nothing is allocated, a bit for each node says whether this search has touched it,
// and a flag whether it is open. Only the open list differs.
#include "matrix_astar.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define NONE ( -1 )
// Whole numbers, so that the order of sums decides nothing: 3363 / 2378 is the root of 2 to within 6e-8.
#define STRAIGHT 2378
#define DIAGONAL 3363

typedef struct node
{
	int32_t g, f;
	int16_t next, previous; // in a list
	int16_t at;             // in the heap
	bool is_open;
} node;

typedef struct matrix
{
	const bool* is_free;
	int32_t goal;
	matrix_open open;
	int64_t seen;
	uint64_t touched[( MATRIX_NODES + 63 ) / 64];
	node nodes[MATRIX_NODES];
	int16_t first; // of the list
	int16_t heap[MATRIX_NODES];
	int16_t count; // of the heap
} matrix;

// The order is total: by f, then larger g, then index.
static bool is_before( matrix* m, int32_t a, int32_t b )
{
	const node* one = &m->nodes[a];
	const node* other = &m->nodes[b];
	m->seen++;
	return one->f != other->f ? one->f < other->f : one->g != other->g ? one->g > other->g : a < b;
}

static void link_before( matrix* m, int32_t i, int32_t previous, int32_t next )
{
	m->nodes[i].previous = (int16_t)previous;
	m->nodes[i].next = (int16_t)next;
	if ( next != NONE )
	{
		m->nodes[next].previous = (int16_t)i;
	}
	if ( previous != NONE )
	{
		m->nodes[previous].next = (int16_t)i;
	}
	else
	{
		m->first = (int16_t)i;
	}
}

static void take_out( matrix* m, int32_t i )
{
	const node* out = &m->nodes[i];
	if ( out->next != NONE )
	{
		m->nodes[out->next].previous = out->previous;
	}
	if ( out->previous != NONE )
	{
		m->nodes[out->previous].next = out->next;
	}
	else
	{
		m->first = out->next;
	}
}

static void insert_sorted( matrix* m, int32_t i )
{
	int32_t previous = NONE;
	int32_t next = m->first;
	while ( next != NONE && !is_before( m, i, next ) )
	{
		previous = next;
		next = m->nodes[next].next;
	}
	link_before( m, i, previous, next );
}

static void put( matrix* m, int32_t place, int32_t i )
{
	m->heap[place] = (int16_t)i;
	m->nodes[i].at = (int16_t)place;
}

static void sift_up( matrix* m, int32_t i )
{
	int32_t place = m->nodes[i].at;
	while ( place > 0 && is_before( m, i, m->heap[( place - 1 ) / 2] ) )
	{
		put( m, place, m->heap[( place - 1 ) / 2] );
		place = ( place - 1 ) / 2;
	}
	put( m, place, i );
}

static void sift_down( matrix* m, int32_t i )
{
	int32_t place = 0;
	for ( int32_t child = 1; child < m->count; child = 2 * place + 1 )
	{
		child += child + 1 < m->count && is_before( m, m->heap[child + 1], m->heap[child] );
		if ( is_before( m, i, m->heap[child] ) )
		{
			break;
		}
		put( m, place, m->heap[child] );
		place = child;
	}
	put( m, place, i );
}

// The node is new, or cheaper than before.
static void add( matrix* m, int32_t i, bool is_new )
{
	switch ( m->open )
	{
	case MATRIX_UNORDERED:
		if ( is_new )
		{
			link_before( m, i, NONE, m->first );
		}
		break;
	case MATRIX_SORTED:
		if ( !is_new )
		{
			take_out( m, i );
		}
		insert_sorted( m, i );
		break;
	case MATRIX_HEAP:
		if ( is_new )
		{
			put( m, m->count++, i );
		}
		sift_up( m, i );
		break;
	}
}

static int32_t take( matrix* m )
{
	if ( m->open == MATRIX_HEAP )
	{
		const int32_t best = m->count > 0 ? m->heap[0] : NONE;
		if ( m->count > 0 && --m->count > 0 )
		{
			sift_down( m, m->heap[m->count] );
		}
		return best;
	}
	int32_t best = m->first;
	if ( m->open == MATRIX_UNORDERED && best != NONE )
	{
		for ( int32_t i = m->nodes[best].next; i != NONE; i = m->nodes[i].next )
		{
			best = is_before( m, i, best ) ? i : best;
		}
	}
	if ( best != NONE )
	{
		take_out( m, best );
	}
	return best;
}

static int32_t octile( int32_t a, int32_t b )
{
	const int32_t x = abs( a % MATRIX_SIDE - b % MATRIX_SIDE );
	const int32_t y = abs( a / MATRIX_SIDE - b / MATRIX_SIDE );
	const int32_t diagonal = x < y ? x : y;
	return STRAIGHT * ( x + y - 2 * diagonal ) + DIAGONAL * diagonal;
}

static void offer( matrix* m, int32_t i, int32_t g )
{
	const uint64_t bit = UINT64_C( 1 ) << ( i & 63 );
	const bool is_new = ( m->touched[i / 64] & bit ) == 0;
	node* to = &m->nodes[i];
	if ( is_new || ( to->is_open && g < to->g ) )
	{
		m->touched[i / 64] |= bit;
		to->is_open = true;
		to->g = g;
		to->f = g + octile( i, m->goal );
		add( m, i, is_new );
	}
}

static void expand( matrix* m, int32_t i )
{
	const int32_t x = i % MATRIX_SIDE;
	const int32_t y = i / MATRIX_SIDE;
	m->nodes[i].is_open = false;
	for ( int32_t dy = -1; dy <= 1; dy++ )
	{
		for ( int32_t dx = -1; dx <= 1; dx++ )
		{
			const bool inside = x + dx >= 0 && y + dy >= 0 && x + dx < MATRIX_SIDE && y + dy < MATRIX_SIDE;
			const int32_t to = i + dy * MATRIX_SIDE + dx;
			if ( inside && to != i && m->is_free[to] && m->is_free[i + dx] && m->is_free[i + dy * MATRIX_SIDE] )
			{
				offer( m, to, m->nodes[i].g + ( dx != 0 && dy != 0 ? DIAGONAL : STRAIGHT ) );
			}
		}
	}
}

matrix_result matrix_astar( const bool* is_free, int32_t start, int32_t goal, matrix_open open )
{
	matrix m;
	memset( m.touched, 0, sizeof( m.touched ) );
	m.is_free = is_free;
	m.goal = goal;
	m.open = open;
	m.seen = 0;
	m.first = NONE;
	m.count = 0;
	matrix_result result = { 0 };
	offer( &m, start, 0 );
	for ( int32_t i = take( &m ); i != NONE; i = take( &m ) )
	{
		if ( i == goal )
		{
			result.found = true;
			result.length = (double)m.nodes[i].g / STRAIGHT;
			break;
		}
		result.expanded++;
		expand( &m, i );
	}
	result.seen = m.seen;
	return result;
}
