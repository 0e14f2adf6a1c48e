// SPDX-License-Identifier: MIT
// The map of a command, as its options say: with links, terrain costs, regions, and a hierarchy from a file.
#ifndef CLI_LOADED_MAP_H
#define CLI_LOADED_MAP_H

#include "options.h"
#include "robot_map.h"

// A map that was read and the planner over it.
typedef struct loaded_map
{
	const char* file;
	fw_grid* grid;
	fw_planner* planner;
	map_frame frame;  // of a robot's map
	uint8_t* regions; // by tile, NULL: none
} loaded_map;

// Reads the first file of the command, and gives the plan the regions. Says on standard error what is wrong.
bool loaded_map_open( loaded_map* world, options* given );
// Gives the map a new planner, which has no tables yet. Says on standard error what is wrong.
bool loaded_map_renew( loaded_map* world );
void loaded_map_close( loaded_map* world );

// Gives the planner the hierarchy of --abstraction, where it was given, and the plan its method and cluster. Says on
// standard error what is wrong.
bool loaded_map_abstraction( loaded_map* world, options* given );

#endif
