// SPDX-License-Identifier: MIT
// The vertices of the any-angle methods: tile corners or tile centers, the steps between neighboring ones, lines of
// sight between any two, and the path from the exact start over vertices to the exact goal.
//
// With #FW_ANCHOR_CORNER vertex (x, y) is the top left corner of tile (x, y); there is one column and one row more
// than of tiles. With #FW_ANCHOR_CENTER it is that tile's center.
//
// A double corner is a tile corner between two blocked tiles that touch diagonally. With #FW_CORNERS_CLOSED nothing
// passes it, so it can only be an end: the start leaves and the goal is entered through the tile to the south-east, or
// where that is blocked through either of the two free ones.
#ifndef FW_SEARCH_VERTICES_H
#define FW_SEARCH_VERTICES_H

#include "grid/steps.h"
#include "search/engine.h"
#include "sweep/sight.h"

#include <math.h>

// The steps from a tile corner by the free tiles round it: each free tile lets a point go along two of its edges and
// across it.
extern const uint8_t fw_corner_steps[16];

typedef struct fw_vertices
{
	const fw_layer* tiles;  // that the unit may enter
	const fw_layer* stands; // centers where it stands
	const fw_unit* unit;    // of the query
	bool is_point;          // whose lines of sight are decided in integers
	fw_anchor anchor;
	fw_corners corners;
	int32_t width, height; // vertices in a row, and rows
	int32_t start_x, start_y, goal_x, goal_y;
	bool start_is_double, goal_is_double; // an end that is entered through some quadrants only
	fw_steps steps;
} fw_vertices;

// Points of a path, kept from search to search. Zero it before the first use.
typedef struct fw_points
{
	fw_vec2* at; // [count]
	int32_t count, capacity;
} fw_points;

FW_INLINE void fw_points_add( fw_search* search, fw_points* points, fw_vec2 at )
{
	fw_search_need( search, FW_PUSH( &search->allocator, &points->at, &points->count, &points->capacity, at ) );
}

void fw_points_reverse( fw_points* points );

// Reads the query: which vertices stand for its ends. Ends the search at once where that is known without searching,
// so look at search->outcome afterwards.
void fw_vertices_begin( fw_search* search, fw_vertices* vertices );

// The cost of the cheapest tile that the unit may enter; 1 where costs do not count.
double fw_vertices_min_cost( const fw_search* search );

// The directions (bit i: fw_step_x[i], fw_step_y[i]) in which the neighboring vertex is in sight and of use.
uint32_t fw_vertices_steps( const fw_vertices* vertices, int32_t x, int32_t y );

// Can the unit move straight from one vertex to another? Counts a sight check.
bool fw_vertices_sees( fw_search* search, const fw_vertices* vertices, int32_t ax, int32_t ay, int32_t bx, int32_t by );

// The place of a vertex.
FW_INLINE fw_vec2 fw_vertex_point( const fw_vertices* vertices, int32_t x, int32_t y )
{
	const double half = vertices->anchor == FW_ANCHOR_CORNER ? 0.0 : 0.5;
	return ( fw_vec2 ){ x + half, y + half };
}

// Distance between two vertices [tiles].
FW_INLINE double fw_vertex_distance( int32_t ax, int32_t ay, int32_t bx, int32_t by )
{
	const double dx = ax - bx;
	const double dy = ay - by;
	return sqrt( dx * dx + dy * dy );
}

// Appends the path over points, the first that of the start vertex and the last that of the goal vertex, to
// the empty path of a result: from the exact start to the exact goal, without points that lie on the straight line
// between their neighbors. Sets the cost: length, or with the terrains' costs where the query honors them.
void fw_vertices_path( fw_search* search, const fw_vertices* vertices, const fw_points* points, fw_result* result );
// The same to the last point instead of the goal, or to any place that it leads to.
void fw_vertices_path_to( fw_search* search, const fw_vertices* vertices, const fw_points* points, fw_vec2 goal,
                          fw_result* result );

// Appends a straight line and its cost to the path of a result; nothing where it ends there already.
void fw_vertices_append( fw_search* search, fw_result* result, fw_vec2 to );

// Takes vertices out of a path where a straight line may take their place, which costs no more over its terrains than
// what it replaces; the first and the last stay. Keeps a vertex and drops those after it as long as the one behind them
// is in sight.
// Source: A. Botea, M. Mueller, J. Schaeffer, "Near Optimal Hierarchical Path-Finding" (2004), as A. Nash describes it
// for A* in "Theta*: Any-Angle Path Planning for Smoother Trajectories in Continuous Environments" (2010).
// Differs from it: the condition on the cost. Cost: O(points) sight checks.
void fw_points_smooth( fw_search* search, const fw_vertices* vertices, fw_points* points );

// The cost of a straight line over the terrains below it [tiles]: for each tile its terrain's cost times the length of
// the line inside of it; along an edge between two tiles, the cheaper of those that the unit may enter. In closed form.
double fw_line_cost( const fw_grid* grid, uint32_t capabilities, fw_vec2 from, fw_vec2 to );

#endif
