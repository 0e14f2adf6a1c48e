// SPDX-License-Identifier: MIT
// The cost of a straight line over terrains: its length inside of each tile, in closed form from one crossing of a tile
// border to the next (the tile walk of J. Amanatides, A. Woo, "A Fast Voxel Traversal Algorithm for Ray Tracing",
// 1987). Differs from it: tiles of one cost are summed up as one stretch, so that over one terrain the cost is exactly
// its cost times the length. Cost: O(tiles crossed).
#include "search/vertices.h"

typedef struct terrain_view
{
	const uint8_t* tiles;
	const fw_terrain* terrains; // the whole table of the grid
	int32_t width, height;
	uint32_t capabilities;
	int32_t beside_x, beside_y; // the other tile at an edge, where the line runs along one; else 0, 0
} terrain_view;

// The crossings of a line with the tile borders across one axis; t runs from 0 to 1 along the line.
typedef struct axis
{
	double from, delta;
	int32_t tile, step;
	int32_t border; // that is crossed next
	double t;       // of that crossing
} axis;

static axis axis_make( double from, double to )
{
	axis a = { .from = from, .delta = to - from, .tile = (int32_t)floor( from ), .step = to < from ? -1 : 1 };
	// A line that starts on a border has the tile ahead of it below.
	a.tile -= a.step < 0 && floor( from ) == from ? 1 : 0;
	a.border = a.step < 0 ? a.tile : a.tile + 1;
	a.t = a.delta != 0.0 ? ( a.border - from ) / a.delta : INFINITY;
	return a;
}

FW_INLINE void axis_cross( axis* a )
{
	a->tile += a->step;
	a->border += a->step;
	a->t = ( a->border - a->from ) / a->delta;
}

FW_INLINE const fw_terrain* terrain_at( const terrain_view* g, int32_t x, int32_t y )
{
	const bool inside = (uint32_t)x < (uint32_t)g->width && (uint32_t)y < (uint32_t)g->height;
	return &g->terrains[inside ? g->tiles[(size_t)y * (size_t)g->width + (size_t)x] : FW_TERRAIN_OUT];
}

FW_INLINE double cost_at( const terrain_view* g, int32_t x, int32_t y )
{
	const fw_terrain* here = terrain_at( g, x, y );
	if ( FW_LIKELY( g->beside_x == 0 && g->beside_y == 0 ) )
	{
		return here->cost;
	}
	const fw_terrain* beside = terrain_at( g, x + g->beside_x, y + g->beside_y );
	const bool enters_here = ( here->capabilities & g->capabilities ) != 0;
	const bool enters_beside = ( beside->capabilities & g->capabilities ) != 0;
	if ( enters_here != enters_beside )
	{
		return enters_here ? here->cost : beside->cost;
	}
	return here->cost < beside->cost ? here->cost : beside->cost;
}

double fw_line_cost( const fw_grid* grid, uint32_t capabilities, fw_vec2 from, fw_vec2 to )
{
	axis x = axis_make( from.x, to.x );
	axis y = axis_make( from.y, to.y );
	const terrain_view g = {
	    .tiles = fw_grid_tiles( grid ),
	    .terrains = fw_grid_terrain( grid, 0 ),
	    .width = fw_grid_width( grid ),
	    .height = fw_grid_height( grid ),
	    .capabilities = capabilities,
	    .beside_x = x.delta == 0.0 && floor( from.x ) == from.x ? -1 : 0,
	    .beside_y = y.delta == 0.0 && floor( from.y ) == from.y ? -1 : 0,
	};
	double sum = 0.0;
	double since = 0.0; // where the stretch of this cost began
	double cost = cost_at( &g, x.tile, y.tile );
	while ( x.t < 1.0 || y.t < 1.0 )
	{
		// At a corner the tile that is entered for no length adds nothing.
		axis* next = x.t <= y.t ? &x : &y;
		const double t = next->t;
		axis_cross( next );
		const double ahead = cost_at( &g, x.tile, y.tile );
		if ( ahead != cost )
		{
			sum += cost * ( t - since );
			since = t;
			cost = ahead;
		}
	}
	return ( sum + cost * ( 1.0 - since ) ) * fw_length( x.delta, y.delta );
}
