// SPDX-License-Identifier: MIT
// Where a map lies in the world of a robot.
#include "frame.h"

fw_pose frame_to_tiles( const map_frame* frame, fw_pose meters )
{
	double sine, cosine;
	fw_sincos( frame->yaw, &sine, &cosine );
	const double x = ( meters.x - frame->x ) / frame->resolution;
	const double y = ( meters.y - frame->y ) / frame->resolution;
	return fw_make_pose( x * cosine + y * sine, frame->height - ( y * cosine - x * sine ),
	                     fw_angle_signed( frame->yaw - meters.heading ) );
}

fw_pose frame_to_meters( const map_frame* frame, fw_pose tiles )
{
	double sine, cosine;
	fw_sincos( frame->yaw, &sine, &cosine );
	const double x = tiles.x * frame->resolution;
	const double y = ( frame->height - tiles.y ) * frame->resolution;
	return fw_make_pose( frame->x + x * cosine - y * sine, frame->y + x * sine + y * cosine,
	                     fw_angle_signed( frame->yaw - tiles.heading ) );
}
