// SPDX-License-Identifier: MIT
// Maps of robots: a picture, and a YAML file that says where it lies and which shades are walls (the format of ROS
// map_server).
#ifndef CLI_ROBOT_MAP_H
#define CLI_ROBOT_MAP_H

#include "frame.h"
#include "raster.h"

#include "fairway/grid.h"

typedef enum robot_map_mode
{
	ROBOT_MAP_TRINARY = 0, // free, occupied or unknown
	ROBOT_MAP_SCALE = 1,   // shades between free and occupied cost more the darker they are
	ROBOT_MAP_RAW = 2,     // shades are occupancies in percent, above 100 unknown
} robot_map_mode;

typedef struct robot_map
{
	char image[1024]; // name of the picture, as written
	map_frame frame;  // height 0: that of the picture, not known yet
	double occupied, free;
	bool negate; // light is occupied
	robot_map_mode mode;
} robot_map;

// Reads the YAML. Keys that it does not know are left out; `image`, `resolution` and `origin` must be there.
// @return FW_ERR_SYNTAX with line and column; FW_ERR_MEMORY.
fw_status robot_map_parse( const char* text, size_t size, robot_map* map, fw_refusal* refusal );
// The grid of its picture: ground, FW_TERRAIN_OUT, and eight terrains of costs up to 5 for what lies between in modes
// scale and raw. Unknown cells are ground or blocked. @return as fw_grid_create().
fw_status robot_map_grid( robot_map* map, const raster* image, bool unknown_is_free, fw_grid** grid,
                          fw_refusal* refusal );

#endif
