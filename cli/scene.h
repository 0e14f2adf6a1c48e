// SPDX-License-Identifier: MIT
// Scenes: a map, unit classes, who goes where and when, and what changes on the way. docs/scene-json.md describes the
// format. Built apart from the program, so that tests and benchmarks run the same scenes.
#ifndef CLI_SCENE_H
#define CLI_SCENE_H

#include "json_fields.h"

#include "fairway/world.h"

#define SCENE_KINDS_MAX 16
#define SCENE_UNITS_MAX 4096
#define SCENE_EDITS_MAX 256
#define SCENE_ORDERS_MAX 256
#define SCENE_ENTRIES_MAX 32 // of an order
#define SCENE_SECONDS_MAX 3600.0
#define SCENE_RADIUS_MIN 0.05
#define SCENE_SPEED_MIN 0.001
#define SCENE_SPEED_MAX 1000.0
#define SCENE_NEAR_GOAL 0.1 // [tiles]

// One kind of unit, and how its paths are planned.
typedef struct scene_kind
{
	char name[32];
	fw_unit unit;
	uint32_t color;  // 0xRRGGBB
	char method[32]; // empty: the automatic choice
	int32_t neighbors;
	bool smooth;
	fw_turning turns;
	fw_legs legs; // without regions
} scene_kind;

typedef struct scene_unit
{
	int32_t kind;
	fw_pose start, goal;
	bool goal_any_heading;
	bool has_goal;  // of its own; else it stands at `goal` until there is an order
	double time;    // at which it is sent first [s]
	int32_t group;  // entry of the file
	int32_t orders; // how many there are for it
} scene_unit;

// An order to all units of some entries.
typedef struct scene_order
{
	double time; // [s]
	fw_order order;
	int32_t leader; // unit
	int32_t entries[SCENE_ENTRIES_MAX];
	int32_t count;    // of entries
	fw_vec2* offsets; // of FW_SHAPE_OWN
} scene_order;

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
	fw_grid* grid;    // as at the begin
	uint8_t* regions; // by tile, NULL: none
	double seconds;
	bool crowd; // of a scenario: its units have arrived while they are within SCENE_NEAR_GOAL of their goals, others
	            // when they park; alone they would drive at top speed at once; seconds are 0: by its longest path
	uint64_t seed;
	scene_kind kinds[SCENE_KINDS_MAX];
	int32_t kind_count;
	scene_unit* units; // [unit_count] in the order of the file
	int32_t unit_count;
	scene_order* orders; // [order_count] by time
	int32_t order_count;
	scene_edit* edits; // [edit_count] by time
	int32_t edit_count;
} scene;

void scene_init( scene* out );
void scene_free( scene* out );
// The next one, with defaults and a color, not counted yet.
scene_kind* scene_next_kind( scene* of );
int32_t scene_find_kind( const scene* of, const char* name );               // -1: none
bool scene_order_lists( const scene_order* order, const scene_unit* unit ); // is it for this unit?
// The plan of a unit, from its start to its goal.
fw_plan scene_plan( const scene* of, int32_t unit );
// The same map once more, for who edits it.
fw_status scene_copy_grid( const scene* of, fw_grid** grid );

#endif
