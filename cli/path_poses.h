// SPDX-License-Identifier: MIT
// Paths as poses one after another: CSV, and the YAML of a nav_msgs/Path of ROS.
#ifndef CLI_PATH_POSES_H
#define CLI_PATH_POSES_H

#include "frame.h"

#include "fairway/path.h"

bool path_poses_is_name( const char* file ); // does it end in .csv, .yaml or .yml?
// A pose at each tile's length of the path at most, and at the ends of its segments: columns x, y, heading in degrees,
// and gear. With a frame they are in meters, y up; without in tiles. Says on standard error what is wrong.
bool path_poses_write( const fw_path* path, const map_frame* frame, const char* file );

#endif
