// SPDX-License-Identifier: MIT
// Driving along a curve: its segments, and the pose at any distance.
#include "base/core.h"
#include "geom/geom.h"

#define SHORT_PART 1e-9 // [tiles]

// The moving unit of fw_curve_segments() and fw_curve_pose_at().
typedef struct driver
{
	double x, y;
	double heading; // of the motion
	double sine, cosine;
} driver;

static driver driver_at_start( const fw_curve* curve )
{
	driver w = { .x = curve->start.x, .y = curve->start.y };
	w.heading = fw_motion_heading( curve->start.heading, curve->gear );
	fw_sincos( w.heading, &w.sine, &w.cosine );
	return w;
}

FW_INLINE void drive_line( driver* w, double length )
{
	w->x += length * w->cosine;
	w->y += length * w->sine;
}

FW_INLINE void drive_arc( driver* w, double radius, double sweep )
{
	const double reach = sweep < 0.0 ? -radius : radius;
	w->x -= reach * w->sine;
	w->y += reach * w->cosine;
	w->heading += sweep;
	fw_sincos( w->heading, &w->sine, &w->cosine );
	w->x += reach * w->sine;
	w->y -= reach * w->cosine;
}

int32_t fw_curve_segments( const fw_curve* curve, fw_segment segments[3] )
{
	if ( (uint32_t)curve->word > FW_WORD_RS )
	{
		return 0;
	}
	int32_t count = 0;
	driver w = driver_at_start( curve );
	fw_vec2 from = { curve->start.x, curve->start.y };
	for ( int32_t i = 0; i < 3; i++ )
	{
		const double side = fw_word_sides[curve->word][i];
		const double length = side == 0.0 ? curve->part[i] : curve->part[i] * curve->radius;
		const driver before = w;
		if ( side == 0.0 )
		{
			drive_line( &w, length );
		}
		else if ( curve->part[i] != 0.0 )
		{
			drive_arc( &w, curve->radius, side * curve->part[i] );
		}
		if ( length < SHORT_PART )
		{
			continue;
		}
		const fw_vec2 to = { w.x, w.y };
		fw_segment* segment = &segments[count++];
		*segment = fw_segment_line( from, to, curve->gear );
		if ( side != 0.0 )
		{
			segment->kind = FW_SEGMENT_ARC;
			segment->center.x = before.x - side * curve->radius * before.sine;
			segment->center.y = before.y + side * curve->radius * before.cosine;
			segment->radius = curve->radius;
			segment->start = fw_angle_signed( before.heading - side * ( FW_PI / 2.0 ) );
			segment->sweep = side * curve->part[i];
			segment->length = length;
		}
		from = to;
	}
	return count;
}

fw_pose fw_curve_pose_at( const fw_curve* curve, double distance )
{
	if ( ( !( distance > 0.0 ) && curve->length > 0.0 ) || (uint32_t)curve->word > FW_WORD_RS )
	{
		return curve->start;
	}
	const bool whole = distance >= curve->length;
	double left = distance;
	driver w = driver_at_start( curve );
	for ( int32_t i = 0; i < 3; i++ )
	{
		const double side = fw_word_sides[curve->word][i];
		const double length = side == 0.0 ? curve->part[i] : curve->part[i] * curve->radius;
		const bool ends_here = !whole && left < length;
		if ( side == 0.0 )
		{
			drive_line( &w, ends_here ? left : length );
		}
		else if ( curve->part[i] != 0.0 && ( whole || left > 0.0 ) )
		{
			drive_arc( &w, curve->radius, side * ( ends_here ? left / curve->radius : curve->part[i] ) );
		}
		if ( ends_here )
		{
			break;
		}
		left -= length;
	}
	const double heading = curve->gear == FW_GEAR_REVERSE ? w.heading - FW_PI : w.heading;
	return ( fw_pose ){ w.x, w.y, fw_angle_signed( heading ) };
}
