// SPDX-License-Identifier: MIT
// What the files of Field D* share: the lattice of cells, the values of its vertices, the closed forms.
//
// A cell is a square of side 1 inside of which every place is legal, a vertex one of its corners. For a point the cells
// are the free tiles. For a disc they are the squares between four tile centers where it stands on all four: the place
// of such a square (or of the side between two centers) that is nearest to any tile is one of its corners, so where the
// corners are legal all of it is. Lattice coordinates count from the first vertex: a tile corner, or a tile's center.
#ifndef FW_SEARCH_ANY_ANGLE_FIELD_DSTAR_H
#define FW_SEARCH_ANY_ANGLE_FIELD_DSTAR_H

#include "base/open_list.h"
#include "search/node_pages.h"
#include "search/vertices.h"

#include <math.h>

// A vertex with its value, the cost from there to the goal: how far the bits of the value lie below those of infinity,
// so that a node of a fresh page, which is zero, is infinitely far. The top bit says that the vertex was expanded.
typedef struct fw_dstar_node
{
	uint64_t nearness;
} fw_dstar_node;

#define FW_DSTAR_CLOSED ( (uint64_t)1 << 63 )

// All places from which the goal is reached straight over one terrain, as far as they were looked at.
typedef struct fw_dstar_clearing
{
	int32_t x0, y0, x1, y1; // first and last vertex
	double cost;
} fw_dstar_clearing;

typedef struct fw_dstar
{
	fw_vertices vertices; // of the query's ends
	fw_node_pages pages;
	fw_open_list open;

	bool disc;                  // which cells
	const uint8_t* terrain;     // null where costs do not matter, as for discs
	const fw_terrain* terrains; // the table of the grid
	int32_t map_width;
	int32_t columns, rows;                    // of vertices
	fw_vec2 start, goal;                      // lattice coordinates
	int32_t start_x, start_y, goal_x, goal_y; // the vertices at the ends, -1 where they lie inside of cells
	uint32_t start_cells, goal_cells;         // FW_TILE_ bits: through which cells those vertices are left and entered
	fw_dstar_clearing clearing;

	double least;       // cost of the cheapest terrain
	double hurry;       // the heuristic is this times the distance
	double margin;      // by which f may exceed the start's value until the values that it depends on are known
	double start_value; // so far

	fw_points trail;  // of the path in lattice coordinates
	fw_points points; // and in tiles
} fw_dstar;

FW_INLINE double fw_dstar_lesser( double a, double b )
{
	return a < b ? a : b;
}

FW_INLINE double fw_dstar_distance( fw_vec2 a, fw_vec2 b )
{
	return sqrt( ( a.x - b.x ) * ( a.x - b.x ) + ( a.y - b.y ) * ( a.y - b.y ) );
}

// From a vertex to the opposite one of a cell that costs c, at first along a side that costs b <= c where that pays.
FW_INLINE double fw_dstar_slant( double c, double b )
{
	const double square = c * c - b * b;
	return square > b * b ? b + sqrt( square ) : FW_SQRT2 * c;
}

// From a vertex through a cell that costs c to its far side, whose near end lies straight ahead along a side that costs
// b <= c: the least cost to go to the near end and on with value `near`, to the far end and on with `far`, or to a
// place between, where the value is taken to be linear. In closed form, after the paper: with f = near - far, the third
// path meets the far side at f / sqrt(c^2 - f^2) from its near end. Paths that follow the side and cross the cell to a
// place between never cost less than all of these, because their cost is linear in how far they follow the side.
FW_INLINE double fw_dstar_through( double near, double far, double c, double b )
{
	const double straight = near + b;
	const double fall = near - far;
	if ( !( fall > 0.0 ) )
	{
		return straight;
	}
	const double slant = far + fw_dstar_slant( c, b );
	const double square = c * c - fall * fall;
	const double crossing = square > fall * fall ? near + sqrt( square ) : slant;
	const double least = crossing < slant ? crossing : slant;
	return straight < least ? straight : least;
}

#define FW_DSTAR_INFINITE_BITS 0x7FF0000000000000u

FW_INLINE double fw_dstar_value( const fw_dstar_node* node )
{
	const uint64_t bits = FW_DSTAR_INFINITE_BITS - ( node->nearness & ~FW_DSTAR_CLOSED );
	double value;
	memcpy( &value, &bits, sizeof( value ) );
	return value;
}

FW_INLINE void fw_dstar_set( fw_dstar_node* node, double value )
{
	node->nearness = FW_DSTAR_INFINITE_BITS - fw_open_bits( value );
}

FW_INLINE fw_dstar_node* fw_dstar_node_at( const fw_dstar* state, uint32_t node )
{
	return (fw_dstar_node*)(void*)state->pages.nodes + node;
}

// The value of a vertex on the lattice, infinite where the search has not come.
FW_INLINE double fw_dstar_value_of( const fw_dstar* state, int32_t x, int32_t y )
{
	const uint32_t node = fw_pages_find_tile( &state->pages, FW_PAGE_SHIFT, x, y, 0 );
	return node == FW_NO_SLOT ? INFINITY : fw_dstar_value( fw_dstar_node_at( state, node ) );
}

// The cells round a vertex as FW_TILE_ bits.
FW_INLINE uint32_t fw_dstar_cells( const fw_dstar* state, int32_t x, int32_t y )
{
	if ( !state->disc )
	{
		return fw_corner_tiles( state->vertices.tiles, x, y );
	}
	const uint32_t around = fw_steps_around( state->vertices.stands, x, y );
	const uint32_t pairs = around & around >> 1; // stands here and on the next one to the right
	const uint32_t squares = pairs & pairs >> 3;
	return ( squares & 3u ) | ( squares >> 3 & 3u ) << 2;
}

// Is the cell right of and below vertex (x, y) legal?
FW_INLINE bool fw_dstar_is_cell( const fw_dstar* state, int32_t x, int32_t y )
{
	return ( fw_dstar_cells( state, x, y ) & FW_TILE_SE ) != 0;
}

// What a length inside of a cell costs.
FW_INLINE double fw_dstar_cell_cost( const fw_dstar* state, int32_t x, int32_t y )
{
	return state->terrain == NULL
	           ? 1.0
	           : state->terrains[state->terrain[(size_t)y * (size_t)state->map_width + (size_t)x]].cost;
}

// The cost along the side from a vertex to the next one to the right (0) or below (1), infinite where it is illegal.
FW_INLINE double fw_dstar_side_cost( const fw_dstar* state, int32_t x, int32_t y, int32_t down )
{
	if ( state->disc )
	{
		const fw_layer* stands = state->vertices.stands;
		const bool legal = fw_layer_get( stands, x, y ) && fw_layer_get( stands, x + 1 - down, y + down );
		return legal ? 1.0 : INFINITY;
	}
	const fw_layer* tiles = state->vertices.tiles;
	const int32_t bx = x - down;
	const int32_t by = y - 1 + down;
	return fw_dstar_lesser( fw_layer_get( tiles, x, y ) ? fw_dstar_cell_cost( state, x, y ) : INFINITY,
	                        fw_layer_get( tiles, bx, by ) ? fw_dstar_cell_cost( state, bx, by ) : INFINITY );
}

// The same from a vertex to its neighbor along a side.
FW_INLINE double fw_dstar_cost_between( const fw_dstar* state, int32_t ax, int32_t ay, int32_t bx, int32_t by )
{
	return fw_dstar_side_cost( state, ax < bx ? ax : bx, ay < by ? ay : by, ax == bx ? 1 : 0 );
}

// May the goal be reached straight over one terrain from here?
FW_INLINE bool fw_dstar_sees_goal( const fw_dstar* state, fw_vec2 p )
{
	const fw_dstar_clearing* c = &state->clearing;
	return p.x >= c->x0 && p.x <= c->x1 && p.y >= c->y0 && p.y <= c->y1;
}

// Follows the values from the start to the goal; fills state->points with places in tiles.
void fw_dstar_walk( fw_search* search, fw_dstar* state );

#endif
