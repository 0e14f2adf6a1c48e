// SPDX-License-Identifier: MIT
// Where the units of a scene stand and go. Two discs on different tiles never overlap, so tiles are what is taken;
// discs that share one are compared.
#ifndef CLI_SCENE_PLACE_H
#define CLI_SCENE_PLACE_H

#include "fairway/grid.h"

// Numbers of a seed, the same on every machine: xorshift64* (G. Marsaglia 2003, S. Vigna 2014).
typedef struct scene_places
{
	const fw_grid* grid;
	uint64_t random;
	uint8_t* taken; // by tile: bits of SCENE_START, SCENE_GOAL
	struct scene_disc* starts;
	int32_t start_count, start_capacity;
} scene_places;

enum
{
	SCENE_START = 1 << 0,
	SCENE_GOAL = 1 << 1,
};

// How the units of one entry are spread: all at one pose, evenly along a line or a circle, or anywhere in a rectangle.
typedef struct scene_spread
{
	enum
	{
		SPREAD_POSE = 0,
		SPREAD_LINE = 1,
		SPREAD_CIRCLE = 2,
		SPREAD_RECT = 3,
	} kind;
	double numbers[4]; // x, y / x, y, to x, to y / center, radius / x, y, width, height
	double from;       // angle at which a circle begins [rad]
	double heading;    // [rad]
	bool any_heading;
} scene_spread;

bool scene_places_make( scene_places* places, const fw_grid* grid, uint64_t seed );
void scene_places_free( scene_places* places );
// The place of unit `index` of `count`; on a line, a circle and in a rectangle, a tile center. False where a rectangle
// has no room left.
bool scene_places_pick( scene_places* places, const scene_spread* spread, const fw_unit* unit, int32_t index,
                        int32_t count, uint32_t use, fw_pose* pose );
// Takes the tiles that the unit's disc touches there; false where it may not stand on all of them (`blocked`), where it
// touches one that starts there, or if memory is out. Goals may be on top of each other.
bool scene_places_take( scene_places* places, const fw_unit* unit, fw_pose pose, uint32_t use, bool* blocked );

#endif
