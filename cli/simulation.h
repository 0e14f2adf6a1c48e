// SPDX-License-Identifier: MIT
// A scene in time: plans by fw_planner, units of a fw_crowd, in steps of a twentieth of a second. The same scene gives
// the same bits everywhere.
#ifndef CLI_SIMULATION_H
#define CLI_SIMULATION_H

#include "scene.h"

#include "fairway/crowd.h"

#define SIMULATION_STEP 0.05 // [s]

typedef enum simulation_state
{
	SIMULATION_WAITS = 0,   // was not sent yet
	SIMULATION_TRAVELS = 1, // or makes room for others
	SIMULATION_ARRIVED = 2,
	SIMULATION_NO_PATH = 3, // there is none
} simulation_state;

typedef struct simulation_unit
{
	fw_crowd_id id; // in the crowd
	simulation_state state;
	fw_reason reason;     // why there is no path
	double length;        // of its first path [tiles]
	double free;          // what that would have taken it alone [s]
	fw_pose at;           // after the last step
	double driven;        // so far [tiles]
	double arrived;       // [s]
	double stuck_for;     // the longest that it was stuck [s]
	fw_crowd_stuck stuck; // why, when that was last so
	double wants_since;   // it looks for a detour since then, negative: it does not [s]
	double next_answer;   // no new path before this time [s]
	int32_t answers;      // paths around others
	int32_t stops;        // how often it came to a stand elsewhere than at its goal
	bool moves;           // was fast since then
} simulation_unit;

typedef struct simulation
{
	const scene* of;
	fw_grid* grid;
	fw_planner* planner;
	fw_grid* detours; // the map with tiles of others blocked, while a detour is looked for
	fw_planner* detour_planner;
	fw_crowd* crowd;
	fw_result result;
	fw_refusal refusal;     // why the last step failed
	fw_profile_def* how;    // [kind_count]
	simulation_unit* units; // [unit_count]
	int32_t asks;           // unit for which a path was asked for last
	int64_t steps;
	int32_t edits;   // made so far
	double* edited;  // [edit_count] when each was made, NAN: not yet
	int64_t planned; // paths
	int64_t answers; // of these, around others
	int32_t* by_x;   // [unit_count] the units from left to right
	double closest;  // least distance between two discs at any step [tiles], negative: they overlapped
	int32_t closest_a, closest_b;
	double closest_time;
	uint64_t hash; // of where everybody was at every step
} simulation;

fw_status simulation_begin( const scene* of, simulation* out );
// Edits, sends whose time has come, one step of the crowd, answers.
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
// "units with priority are in its way"
const char* simulation_stuck_text( fw_crowd_stuck stuck );

#endif
