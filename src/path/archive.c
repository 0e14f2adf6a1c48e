// SPDX-License-Identifier: MIT
// Paths as bytes.
#include "path/archive.h"

#include "path/path.h"

#include <float.h>
#include <math.h>

// At least, as lines have.
#define SEGMENT_BYTES 43
#define SEGMENTS_MAX 16777216
// Larger arcs, and longer paths, are in no map.
#define RADIUS_MAX 1e5
#define LENGTH_MAX 1e9
#define TURNS_MAX ( 4.0 * FW_PI )
// A length may differ so much from that of the shape, in parts of it, and of one tile.
#define SAME 1e-6

static bool is_near( double a, double b )
{
	return fabs( a - b ) <= SAME * ( 1.0 + fabs( b ) );
}

void fw_pass_pose( fw_bytes* io, fw_pose* pose, double most )
{
	fw_pass_number( io, &pose->x, -most, most );
	fw_pass_number( io, &pose->y, -most, most );
	fw_pass_number( io, &pose->heading, -DBL_MAX, DBL_MAX );
}

void fw_pass_segment( fw_bytes* io, fw_segment* segment )
{
	segment->kind = (fw_segment_kind)fw_pass( io, (uint64_t)segment->kind, 1, FW_SEGMENT_ARC );
	segment->gear = (fw_gear)fw_pass( io, (uint64_t)segment->gear, 1, FW_GEAR_REVERSE );
	fw_pass_vec2( io, &segment->from, FW_PLACE_MAX );
	fw_pass_vec2( io, &segment->to, FW_PLACE_MAX );
	fw_pass_number( io, &segment->length, 0.0, LENGTH_MAX );
	fw_pass_bool( io, &segment->waypoint );
	if ( segment->kind == FW_SEGMENT_ARC )
	{
		fw_pass_vec2( io, &segment->center, RADIUS_MAX );
		fw_pass_number( io, &segment->radius, DBL_MIN, RADIUS_MAX );
		fw_pass_number( io, &segment->start, -TURNS_MAX, TURNS_MAX );
		fw_pass_number( io, &segment->sweep, -TURNS_MAX, TURNS_MAX );
	}
	fw_must( io, fw_segment_is_sound( segment ) );
}

fw_status fw_pass_path( fw_bytes* io, fw_path* path )
{
	fw_pass_pose( io, &path->start, FW_PLACE_MAX );
	fw_pass_number( io, &path->length, 0.0, LENGTH_MAX );
	const int32_t count = fw_pass_count( io, path->count, SEGMENTS_MAX, SEGMENT_BYTES );
	if ( fw_reads( io ) && !FW_GROW( &path->allocator, &path->segments, &path->capacity, count ) )
	{
		return FW_ERR_MEMORY;
	}
	double length = 0.0;
	path->count = count;
	for ( int32_t i = 0; i < count; i++ )
	{
		const fw_segment* segment = &path->segments[i];
		fw_pass_segment( io, &path->segments[i] );
		fw_must( io, i == 0 ||
		                 fw_length( segment->from.x - segment[-1].to.x, segment->from.y - segment[-1].to.y ) <= SAME );
		length += segment->length;
	}
	fw_must( io, is_near( path->length, length ) && ( count > 0 || path->length == 0.0 ) );
	return fw_passed( io );
}
