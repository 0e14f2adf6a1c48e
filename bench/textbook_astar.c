// SPDX-License-Identifier: MIT
// A* as in its pseudocode: an open list kept sorted by insertion, and a closed list, both linked; whether a tile is on
// one of them is found by scanning it. Correct, and made without regard to speed.
#include "textbook_astar.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct node
{
	int32_t x, y;
	double g, f;
	const struct node* parent;
	struct node* next; // in its list
} node;

typedef struct textbook_problem
{
	const textbook_map* map;
	int32_t goal_x, goal_y;
	node* open; // smallest f first
	node* closed;
} textbook_problem;

static double octile( int32_t dx, int32_t dy )
{
	const double x = fabs( (double)dx );
	const double y = fabs( (double)dy );
	return fmax( x, y ) + ( sqrt( 2.0 ) - 1.0 ) * fmin( x, y );
}

static bool is_free( const textbook_map* map, int32_t x, int32_t y )
{
	return x >= 0 && y >= 0 && x < map->width && y < map->height && map->free[y * map->width + x];
}

static node* make_node( const textbook_problem* p, int32_t x, int32_t y, double g, const node* parent )
{
	node* made = malloc( sizeof( *made ) );
	if ( made == NULL )
	{
		fprintf( stderr, "out of memory\n" );
		exit( EXIT_FAILURE );
	}
	*made = ( node ){ x, y, g, g + octile( x - p->goal_x, y - p->goal_y ), parent, NULL };
	return made;
}

static void insert_sorted( node** list, node* made )
{
	while ( *list != NULL && ( *list )->f <= made->f )
	{
		list = &( *list )->next;
	}
	made->next = *list;
	*list = made;
}

// The link of the list to the node of a tile; its end if there is none.
static node** find( node** list, int32_t x, int32_t y )
{
	while ( *list != NULL && ( ( *list )->x != x || ( *list )->y != y ) )
	{
		list = &( *list )->next;
	}
	return list;
}

static void offer( textbook_problem* p, const node* parent, int32_t dx, int32_t dy )
{
	const int32_t x = parent->x + dx;
	const int32_t y = parent->y + dy;
	const bool legal = is_free( p->map, x, y ) && is_free( p->map, x, parent->y ) && is_free( p->map, parent->x, y );
	if ( !legal || *find( &p->closed, x, y ) != NULL )
	{
		return;
	}
	const double g = parent->g + ( dx != 0 && dy != 0 ? sqrt( 2.0 ) : 1.0 );
	node** known = find( &p->open, x, y );
	if ( *known != NULL )
	{
		if ( ( *known )->g <= g )
		{
			return;
		}
		node* worse = *known;
		*known = worse->next;
		free( worse );
	}
	insert_sorted( &p->open, make_node( p, x, y, g, parent ) );
}

static void free_list( node* list )
{
	while ( list != NULL )
	{
		node* next = list->next;
		free( list );
		list = next;
	}
}

textbook_result textbook_astar( const textbook_map* map, int32_t start_x, int32_t start_y, int32_t goal_x,
                                int32_t goal_y )
{
	textbook_problem p = { .map = map, .goal_x = goal_x, .goal_y = goal_y };
	textbook_result result = { 0 };
	p.open = make_node( &p, start_x, start_y, 0.0, NULL );
	while ( p.open != NULL )
	{
		node* best = p.open;
		p.open = best->next;
		best->next = p.closed;
		p.closed = best;
		if ( best->x == goal_x && best->y == goal_y )
		{
			result.found = true;
			result.length = best->g;
			break;
		}
		result.expanded++;
		for ( int32_t dy = -1; dy <= 1; dy++ )
		{
			for ( int32_t dx = -1; dx <= 1; dx++ )
			{
				if ( dx != 0 || dy != 0 )
				{
					offer( &p, best, dx, dy );
				}
			}
		}
	}
	free_list( p.open );
	free_list( p.closed );
	return result;
}
