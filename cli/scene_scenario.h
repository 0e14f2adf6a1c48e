// SPDX-License-Identifier: MIT
// Crowds from MovingAI scenarios: a unit for each line, from the center of its start tile to that of its goal tile.
#ifndef CLI_SCENE_SCENARIO_H
#define CLI_SCENE_SCENARIO_H

#include "scene.h"

typedef struct scene_scenario
{
	const char* map;       // name of the map's file, which all lines must name; NULL: any
	int32_t units;         // the first so many, 0: all
	double radius;         // of all; 0: of the last line "# radius R" before the unit, else the default unit's
	double speed;          // top speed [tiles/s]
	fw_outline outline;    // without corners: discs
	double turning_radius; // [tiles]
	bool reverse;
} scene_scenario;

// Reads a text into an initialized scene that has its map. Comments become blanks in the text. After an error, which
// always has a line where it is about one, the scene is for scene_free().
bool scene_read_scenario( char* text, size_t size, const scene_scenario* how, scene* out, field_error* error );

#endif
