// SPDX-License-Identifier: MIT
// The sweep of a square that does not turn, along a line. Its sides stay along rows and columns, so in each row of
// tiles it covers the columns between where it is when it enters the row and when it leaves it.
#include "sweep/sweep.h"

#include <math.h>

// As in the sweep of a disc: overlaps up to this count as touching.
#define SQUARE_SLACK 1e-7

bool fw_layer_sweep_square( const fw_layer* layer, int32_t size, const fw_segment* line )
{
	const double side = size - 2.0 * SQUARE_SLACK;
	const double left = line->from.x - 0.5 + SQUARE_SLACK;
	const double top = line->from.y - 0.5 + SQUARE_SLACK;
	const double dx = line->to.x - line->from.x;
	const double dy = line->to.y - line->from.y;
	const double highest = fmin( top, top + dy );
	const double lowest = fmax( top, top + dy ) + side;
	// Also false for what is no number, and for places that integers cannot count.
	if ( !( fmin( left, left + dx ) > 0.0 && fmax( left, left + dx ) + side < layer->width && highest > 0.0 &&
	        lowest < layer->height ) )
	{
		return false;
	}
	const int32_t last = (int32_t)ceil( lowest ) - 1;
	for ( int32_t y = (int32_t)floor( highest ); y <= last; y++ )
	{
		double enter = 0.0;
		double leave = 1.0;
		if ( dy != 0.0 )
		{
			const double a = ( y - side - top ) / dy;
			const double b = ( y + 1.0 - top ) / dy;
			enter = fmin( fmax( 0.0, fmin( a, b ) ), 1.0 );
			leave = fmin( fmax( enter, fmax( a, b ) ), 1.0 );
		}
		const double x0 = left + dx * ( dx > 0.0 ? enter : leave );
		const double x1 = left + dx * ( dx > 0.0 ? leave : enter ) + side;
		if ( !fw_layer_run_free( layer, y, (int32_t)floor( x0 ), (int32_t)ceil( x1 ) - 1 ) )
		{
			return false;
		}
	}
	return true;
}

bool fw_layer_sweep_unit( const fw_layer* layer, const fw_unit* unit, const fw_segment* segment )
{
	return unit->size > 0 ? fw_layer_sweep_square( layer, unit->size, segment )
	                      : fw_layer_sweep( layer, unit->radius, segment );
}
