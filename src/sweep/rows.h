// SPDX-License-Identifier: MIT
// What sweeps of discs and of outlines share: the columns that they touch in a row of tiles.
#ifndef FW_SWEEP_ROWS_H
#define FW_SWEEP_ROWS_H

#include "fairway/sweep.h"
#include "geom/geom.h"
#include "grid/layer.h"

// Overlaps this deep count as touching: far above rounding, far below anything that can be seen.
#define SWEEP_SLACK 1e-7

// Takes a touched run of tiles; false: no more are wanted.
typedef bool fw_take_row( void* context, fw_sweep_row row );

// Some of 64 rows of tiles: bit i is row y + i. All that is asked of lies among them.
typedef struct fw_row_choice
{
	int32_t y;
	uint64_t rows;
} fw_row_choice;

// Gives each touched run of tiles to `take` until it returns false. True when all were taken. Where `among` is not
// null, rows that are not among them are left out.
bool fw_sweep_disc_rows( double radius, const fw_segment* segment, const fw_row_choice* among, fw_take_row* take,
                         void* context );
// The same. Where `layer` is not null, only whether all rows are free on it counts, so most are not given to `take`.
// Where `goes_on`, what the unit touches at first was swept as the end of another segment.
bool fw_sweep_outline_rows( const fw_unit* unit, const fw_segment* segment, const fw_layer* layer, bool goes_on,
                            fw_take_row* take, void* context );
bool fw_sweep_outline_at( const fw_unit* unit, fw_pose pose, const fw_layer* layer, fw_take_row* take, void* context );

typedef struct interval
{
	double x0, x1;
} interval;

// For values that fit: one or two instructions, where the library's function is a call.
FW_INLINE int32_t floor_to_int( double x )
{
	const int32_t i = (int32_t)x;
	return i - ( (double)i > x ? 1 : 0 );
}

FW_INLINE int32_t ceil_to_int( double x )
{
	const int32_t i = (int32_t)x;
	return i + ( (double)i < x ? 1 : 0 );
}

FW_INLINE void include( interval* span, double x )
{
	span->x0 = x < span->x0 ? x : span->x0;
	span->x1 = x > span->x1 ? x : span->x1;
}

// The part of a disc between two levels.
FW_INLINE void include_disc( interval* span, fw_vec2 e, double r, double a, double b )
{
	const double nearest = e.y < a ? a : e.y > b ? b : e.y;
	const double d = e.y - nearest;
	const double half = r * r - d * d;
	if ( half >= 0.0 )
	{
		const double w = sqrt( half );
		include( span, e.x - w );
		include( span, e.x + w );
	}
}

#endif
