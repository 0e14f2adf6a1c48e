// SPDX-License-Identifier: MIT
// A scene in time: an fw_world in steps of a fortieth of a second. It reads the scene, gives its orders and edits when
// their time has come, and measures. The same scene gives the same bits everywhere.
#ifndef CLI_SIMULATION_H
#define CLI_SIMULATION_H

#include "scene.h"

#include "fairway/world.h"

#define SIMULATION_STEP 0.025 // [s]

typedef enum simulation_state
{
	SIMULATION_WAITS = 0,   // was not sent yet
	SIMULATION_TRAVELS = 1, // or makes room for others
	SIMULATION_ARRIVED = 2,
	SIMULATION_NO_PATH = 3, // there is none
} simulation_state;

typedef struct simulation_unit
{
	fw_unit_id id; // in the world
	simulation_state state;
	fw_reason reason; // why there is no path
	double length;    // of its first path [tiles]
	double free;      // what that would have taken it alone [s]
	fw_pose at;       // after the last step
	double driven;    // so far [tiles]
	double arrived;   // [s]
	double stuck_for; // the longest that it was stuck [s]
	fw_stuck stuck;   // why, when that was last so
	bool sent;
	int32_t orders; // of the scene, that were given
	int32_t stops;  // how often it came to a stand elsewhere than at its goal
	bool moves;     // was fast since then
} simulation_unit;

typedef struct simulation
{
	const scene* of;
	fw_world* world;
	fw_refusal refusal;     // why the last step failed
	simulation_unit* units; // [unit_count]
	int32_t asks;           // kind of the unit that failed
	int64_t steps;
	int32_t ordered; // orders of the scene that were given
	fw_unit_id* ids; // [unit_count] of the units of an order
	int32_t due;     // edits that the world knows
	int32_t edits;   // of these, made so far
	int32_t* made;   // [edit_count] which ones, in that order
	double* edited;  // [edit_count] when each was made, NAN: not yet
	int32_t* by_x;   // [unit_count] the units from left to right
	double closest;  // least gap between two units at any step [tiles], negative: they overlapped
	int32_t closest_a, closest_b;
	double closest_time;
	uint64_t hash; // of where everybody was at every step
} simulation;

// Where it fails, `refusal` and `asks` say why; there is nothing to give back.
fw_status simulation_begin( const scene* of, simulation* out );
// Edits and orders whose time has come, and one step of the world.
fw_status simulation_step( simulation* run );
void simulation_end( simulation* run ); // gives everything back; a zeroed one is allowed

double simulation_time( const simulation* run );
// When it is over where nobody says otherwise [s]: as the scene says; of a scenario, when there were paths, so much
// after the longest one takes at top speed.
#define SIMULATION_PATIENCE 300.0
double simulation_limit( const simulation* run );
// Has everybody arrived for good, or no path, and is nothing to come?
bool simulation_is_done( const simulation* run );
// How much later than alone a unit that has arrived did so [s].
double simulation_delay( const simulation* run, int32_t unit );
// Is a unit stuck now, and why?
fw_stuck simulation_stuck( const simulation* run, int32_t unit );

#endif
