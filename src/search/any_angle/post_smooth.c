// SPDX-License-Identifier: MIT
// Post-smoothing: keep a vertex, drop those after it as long as the one behind them is in sight.
// Source: A. Botea, M. Mueller, J. Schaeffer, "Near Optimal Hierarchical Path-Finding" (2004), as A. Nash describes it
// for A* in "Theta*: Any-Angle Path Planning for Smoother Trajectories in Continuous Environments" (2010).
// Differs from it: on maps with terrain costs a straight line must also be no dearer. Cost: O(count) sight checks.
#include "search/vertices.h"

// Sums are added in another order than those that they are held against.
#define SLACK 1e-9

static double stretch_cost( const fw_search* search, fw_vec2 a, fw_vec2 b )
{
	return fw_line_cost( search->map.grid, search->query.unit.capabilities, a, b );
}

int32_t fw_post_smooth( fw_search* search, const fw_vertices* vertices, bool costs, fw_vec2* path, int32_t count )
{
	if ( count < 3 )
	{
		return count;
	}
	int32_t kept = 1;
	double cost = costs ? stretch_cost( search, path[0], path[1] ) : 0.0; // from the last kept to path[i]
	for ( int32_t i = 1; i + 1 < count; i++ )
	{
		const fw_vec2 from = path[kept - 1];
		const fw_vec2 to = path[i + 1];
		const double last = costs ? stretch_cost( search, path[i], to ) : 0.0;
		const double straight = costs ? stretch_cost( search, from, to ) : 0.0;
		const bool is_worth = !costs || straight <= ( cost + last ) * ( 1.0 + SLACK );
		if ( is_worth &&
		     fw_vertices_sees( search, vertices, (int32_t)from.x, (int32_t)from.y, (int32_t)to.x, (int32_t)to.y ) )
		{
			cost = straight;
			continue;
		}
		path[kept++] = path[i];
		cost = last;
	}
	path[kept++] = path[count - 1];
	return kept;
}
