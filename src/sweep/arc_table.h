// SPDX-License-Identifier: MIT
// Pinter's heuristic table: how long is the path from a pose to a point, by an arc and a line?
// Source: M. Pinter, "Toward More Realistic Pathfinding" (2001), "The modified heuristic". Differs from it: the table
// holds lower bounds of its cells (so that a search stays optimal), finer angles, and inside of the turning circle,
// where an arc and a line lead nowhere, the distance alone.
#ifndef FW_SWEEP_ARC_TABLE_H
#define FW_SWEEP_ARC_TABLE_H

#include "base/core.h"

#include <math.h>

#define FW_ARC_ANGLES 32     // steps of the cosine of the angle to the goal, from 1 to -1
#define FW_ARC_DISTANCES 640 // steps of 1/64 tile, or of 1/64 of the scale where circles are wide

typedef struct fw_arc_table
{
	double scale;                                 // tiles that 64 steps cover
	float extra[FW_ARC_ANGLES][FW_ARC_DISTANCES]; // tiles beyond the straight distance
} fw_arc_table;

void fw_arc_table_build( fw_arc_table* table, double turning_radius );

// A lower bound of the path from a pose to a point [tiles]. (dx, dy): from the pose to the point; (c, s): its heading.
// Beyond the table the surplus over the straight distance is that of an endless one, to which it falls.

FW_INLINE double fw_arc_table_at( const fw_arc_table* table, double dx, double dy, double c, double s )
{
	const double distance = sqrt( dx * dx + dy * dy );
	if ( distance == 0.0 )
	{
		return 0.0;
	}
	const double cosine = ( dx * c + dy * s ) / distance;
	const int32_t angle = (int32_t)( ( 1.0 - cosine ) * ( FW_ARC_ANGLES / 2 ) );
	const int32_t step = (int32_t)( distance * 64.0 / table->scale );
	const int32_t row = angle < 0 ? 0 : angle < FW_ARC_ANGLES ? angle : FW_ARC_ANGLES - 1;
	const int32_t column = step < FW_ARC_DISTANCES ? step : FW_ARC_DISTANCES - 1;
	return distance + (double)table->extra[row][column];
}

#endif
