// SPDX-License-Identifier: MIT
// Paths as points: arcs become chords whose sagitta is at most the deviation.
#include "base/core.h"
#include "fairway/path.h"
#include "geom/geom.h"

#include <math.h>

// With a smaller deviation an arc of the largest radius would need more chords than an int can count.
#define CHORDS_MAX 1e6

static int32_t chords_of( const fw_segment* segment, double deviation )
{
	if ( segment->kind != FW_SEGMENT_ARC )
	{
		return 1;
	}
	// The sagitta of a chord that spans the angle a is r - r cos( a / 2 ).
	const double widest = 2.0 * fw_acos( 1.0 - fmin( deviation / segment->radius, 1.0 ) );
	const double chords = ceil( fabs( segment->sweep ) / widest );
	return (int32_t)fmax( 1.0, fmin( chords, CHORDS_MAX ) );
}

fw_status fw_path_points( const fw_path* path, double deviation, fw_vec2* points, int32_t capacity, int32_t* count )
{
	if ( path == NULL || count == NULL || !( deviation > 0.0 ) || capacity < 0 || ( points == NULL && capacity > 0 ) )
	{
		return FW_ERR_ARGUMENT;
	}
	int64_t needed = 1;
	for ( int32_t i = 0; i < path->count; i++ )
	{
		needed += chords_of( &path->segments[i], deviation );
	}
	if ( needed > INT32_MAX )
	{
		return FW_ERR_ARGUMENT;
	}
	*count = (int32_t)needed;
	if ( needed > capacity )
	{
		return points == NULL ? FW_OK : FW_ERR_CAPACITY;
	}
	*points++ = ( fw_vec2 ){ path->start.x, path->start.y };
	for ( int32_t i = 0; i < path->count; i++ )
	{
		const fw_segment* segment = &path->segments[i];
		const int32_t chords = chords_of( segment, deviation );
		for ( int32_t k = 1; k < chords; k++ )
		{
			const fw_pose pose = fw_segment_pose_at( segment, segment->length * k / chords );
			*points++ = ( fw_vec2 ){ pose.x, pose.y };
		}
		*points++ = segment->to;
	}
	return FW_OK;
}
