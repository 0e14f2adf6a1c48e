// SPDX-License-Identifier: MIT
// Building of the arc-then-line heuristic.
#include "sweep/arc_table.h"
#include "geom/geom.h"

#include "fairway/curve.h"

// Surplus over the straight distance at one corner of a cell; none inside of the turning circle.
static double surplus( double radius, fw_vec2 direction, double distance )
{
	const fw_vec2 goal = { distance * direction.x, distance * direction.y };
	fw_curve curve;
	// Towards +y is a turn to the right; the other circle is never nearer.
	const bool outside = radius > 0.0 && fw_curve_to_point( ( fw_pose ){ 0.0, 0.0, 0.0 }, goal, radius, FW_WORD_RS,
	                                                        FW_GEAR_FORWARD, &curve );
	return outside ? fmax( 0.0, curve.length - distance ) : 0.0;
}

void fw_arc_table_build( fw_arc_table* table, double turning_radius )
{
	const double tiles = FW_ARC_DISTANCES / 64.0;
	// The circle must lie well inside of the table for its edge to stand for what is beyond.
	table->scale = fmax( 1.0, 4.0 * turning_radius / tiles );
	float rows[2][FW_ARC_DISTANCES + 1];
	for ( int32_t a = 0; a <= FW_ARC_ANGLES; a++ )
	{
		const double angle = fw_acos( 1.0 - 2.0 * a / FW_ARC_ANGLES );
		const fw_vec2 direction = { fw_cos( angle ), fw_sin( angle ) };
		const float* row = rows[( a + 1 ) % 2];
		float* next = rows[a % 2];
		for ( int32_t d = 0; d < FW_ARC_DISTANCES; d++ )
		{
			next[d] = (float)surplus( turning_radius, direction, d / 64.0 * table->scale );
		}
		// The last column stands for all that is beyond, where the surplus falls to that of a goal without end.
		next[FW_ARC_DISTANCES] = (float)( turning_radius * ( angle - direction.y ) );
		for ( int32_t d = 0; d < FW_ARC_DISTANCES && a > 0; d++ )
		{
			const float least = fminf( fminf( row[d], row[d + 1] ), fminf( next[d], next[d + 1] ) );
			// Between the corners the surplus may dip by rounding and curvature; measured far below this.
			table->extra[a - 1][d] = fmaxf( 0.0f, least - 0.01f );
		}
	}
}
