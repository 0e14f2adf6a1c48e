// SPDX-License-Identifier: MIT
// Where a map lies in the world of a robot: poses in meters, y up, and in tiles.
#ifndef CLI_FRAME_H
#define CLI_FRAME_H

#include "fairway/math.h"

// Where a map lies: the lower left corner of its lowest row, in meters, and its turn.
typedef struct map_frame
{
	double resolution; // meters a tile; 0: there is no frame
	double x, y, yaw;  // [m, m, rad]
	int32_t height;    // of the map [tiles]
} map_frame;

// A pose in meters, y up, as one in tiles, and back.
fw_pose frame_to_tiles( const map_frame* frame, fw_pose meters );
fw_pose frame_to_meters( const map_frame* frame, fw_pose tiles );

#endif
