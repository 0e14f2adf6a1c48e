// SPDX-License-Identifier: MIT
// Scenes: a map, kinds of units, who goes where and when, and what changes on the way. docs/scene-json.md describes the
// format. Built apart from the program, so that tests and benchmarks run the same scenes.
#ifndef CLI_SCENE_H
#define CLI_SCENE_H

#include "json_fields.h"

#include "fairway/planner.h"

#define SCENE_KINDS_MAX 16
#define SCENE_UNITS_MAX 4096
#define SCENE_EDITS_MAX 256
#define SCENE_SECONDS_MAX 3600.0

// One kind of unit, and how its paths are planned.
typedef struct scene_kind
{
	char name[32];
	fw_unit unit;
	uint32_t color;  // 0xRRGGBB
	char method[32]; // empty: the one that fw_plan_method() takes
	int32_t neighbors;
	bool smooth;
	fw_turning turns;
} scene_kind;

typedef struct scene_unit
{
	int32_t kind;
	fw_pose start, goal;
	bool goal_any_heading;
	double time;   // at which it is sent [s]
	int32_t group; // entry of the file
} scene_unit;

// A rectangle that becomes another terrain.
typedef struct scene_edit
{
	double time; // [s]
	fw_rect rect;
	uint8_t terrain;
} scene_edit;

typedef struct scene
{
	char title[96];
	fw_grid* grid; // as at the begin
	double seconds;
	uint64_t seed;
	scene_kind kinds[SCENE_KINDS_MAX];
	int32_t kind_count;
	scene_unit* units; // [unit_count] in the order of the file
	int32_t unit_count;
	scene_edit* edits; // [edit_count] by time
	int32_t edit_count;
} scene;

void scene_init( scene* out );
void scene_free( scene* out );
// Reads a text into an initialized scene, which stays empty when the text is not of the format. The map's file is
// looked for beside `file`.
bool scene_read( const char* text, size_t size, const char* file, scene* out, field_error* error );
// The same of a file. Where that cannot be read the status is that of fw_file_read().
bool scene_load( const char* file, scene* out, field_error* error );
// The plan of a unit, from its start to its goal.
fw_plan scene_plan( const scene* of, int32_t unit );
// The same map once more, for who edits it.
fw_status scene_copy_grid( const scene* of, fw_grid** grid );

// scene_place.c: where units stand and go.

// Numbers of a seed, the same on every machine: xorshift64* (G. Marsaglia 2003, S. Vigna 2014).
typedef struct scene_places
{
	const fw_grid* grid;
	uint64_t random;
	uint8_t* taken; // by tile: bits of SCENE_START, SCENE_GOAL
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
// Takes the tiles that the unit's disc touches there; false where it may not stand on all of them (`blocked`), or one
// is taken already, but for goals on top of each other.
bool scene_places_take( scene_places* places, const fw_unit* unit, fw_pose pose, uint32_t use, bool* blocked );

#endif
