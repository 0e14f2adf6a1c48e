// SPDX-License-Identifier: MIT
// How long is a curve's center line on each tile? Summed up over points 1/16 tile apart at most.
#include "geom/geom.h"
#include "sweep/turn_builder.h"

#include <math.h>

#define STEP ( 1.0 / 16.0 )
// Each point is the one before, moved; those closer than this to a border of tiles are computed exactly.
#define MOVED_SLACK 1e-6
// A point this close to a border may be on its other side in an image.
#define AT_BORDER 1e-7

// The center line of a curve by tile.
typedef struct cell_sum
{
	fw_primitives* primitives;
	const fw_curve* curve;
	uint32_t first; // cell of the curve
	int32_t steps;
	double step; // length that a point stands for
	bool sure;
} cell_sum;

typedef struct tile_box
{
	double x0, x1, y0, y1;
} tile_box;

FW_INLINE bool is_at_border( fw_vec2 at, double slack )
{
	return fabs( at.x - floor( at.x + 0.5 ) ) < slack || fabs( at.y - floor( at.y + 0.5 ) ) < slack;
}

// Makes the tile of a point the last cell. Returns the box whose points are on it beyond doubt.
static tile_box find_cell( cell_sum* sum, int32_t i, fw_vec2 at )
{
	fw_primitives* primitives = sum->primitives;
	if ( is_at_border( at, MOVED_SLACK ) )
	{
		const fw_pose pose = fw_curve_pose_at( sum->curve, sum->curve->length * ( i + 0.5 ) / sum->steps );
		at = ( fw_vec2 ){ pose.x, pose.y };
		sum->sure = sum->sure && !is_at_border( at, AT_BORDER );
	}
	const double x = floor( at.x );
	const double y = floor( at.y );
	const fw_turn_cell cell = { (int16_t)x, (int16_t)y, 0.0f };
	const fw_turn_cell* next = primitives->cells + primitives->cell_count;
	if ( primitives->cell_count == sum->first || next[-1].dx != cell.dx || next[-1].dy != cell.dy )
	{
		primitives->cells[primitives->cell_count++] = cell;
	}
	return ( tile_box ){ x + MOVED_SLACK, x + 1.0 - MOVED_SLACK, y + MOVED_SLACK, y + 1.0 - MOVED_SLACK };
}

// Adds the points i..until - 1 of a curve, which lie on one of its segments, the first of them at a distance along it.
static void add_points( cell_sum* sum, const fw_segment* segment, double distance, int32_t i, int32_t until )
{
	const bool is_arc = segment->kind == FW_SEGMENT_ARC;
	const fw_vec2 center = is_arc ? segment->center : segment->from;
	const fw_pose begin = fw_segment_pose_at( segment, distance );
	const double turn = is_arc ? copysign( sum->step / segment->radius, segment->sweep ) : 0.0;
	const double forward = is_arc ? 0.0 : sum->step;
	const fw_vec2 move = { forward * fw_cos( begin.heading ), forward * fw_sin( begin.heading ) };
	const double cosine = fw_cos( turn );
	const double sine = fw_sin( turn );
	fw_vec2 at = { begin.x, begin.y };
	while ( i < until )
	{
		const tile_box box = find_cell( sum, i, at );
		float* length = &sum->primitives->cells[sum->primitives->cell_count - 1].length;
		do
		{
			const double x = at.x - center.x;
			const double y = at.y - center.y;
			at.x = center.x + cosine * x - sine * y + move.x;
			at.y = center.y + sine * x + cosine * y + move.y;
			*length += (float)sum->step;
			i++;
		} while ( i < until && at.x > box.x0 && at.x < box.x1 && at.y > box.y0 && at.y < box.y1 );
	}
}

fw_status fw_turn_add_cells( fw_primitives* primitives, const fw_curve* curve, bool* sure )
{
	fw_segment segments[3];
	const int32_t count = fw_curve_segments( curve, segments );
	const int32_t steps = (int32_t)ceil( curve->length / STEP );
	cell_sum sum = { primitives, curve, primitives->cell_count, steps, curve->length / steps, true };
	// Each point may begin a cell.
	FW_TRY( FW_GROW( &primitives->allocator, &primitives->cells, &primitives->cell_capacity,
	                 (int32_t)primitives->cell_count + steps )
	            ? FW_OK
	            : FW_ERR_MEMORY );
	double begin = 0.0;
	for ( int32_t k = 0, i = 0; k < count; k++ )
	{
		const double end = begin + segments[k].length;
		const int32_t until = k + 1 < count ? (int32_t)ceil( end / sum.step - 0.5 ) : steps;
		add_points( &sum, &segments[k], sum.step * ( i + 0.5 ) - begin, i, until );
		begin = end;
		i = until;
	}
	*sure = sum.sure;
	return FW_OK;
}
