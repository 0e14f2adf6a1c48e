// SPDX-License-Identifier: MIT
// What happened in a scene, step by step: the stuff of moving pictures, of JSON frames and of a row per unit.
#ifndef CLI_RECORDING_H
#define CLI_RECORDING_H

#include "options.h"
#include "simulation.h"

// What is to be seen of a unit.
typedef enum recorded_look
{
	LOOK_PARKED = 0,
	LOOK_MOVING = 1,
	LOOK_WAITING = 2,
	LOOK_YIELDING = 3,
	LOOK_STUCK = 4,
	LOOK_NO_PATH = 5,
} recorded_look;

typedef struct recorded
{
	fw_pose pose;
	double speed; // [tiles/s]
	recorded_look look;
	double facing;  // the heading that is drawn: it turns no faster than a person can follow
	int32_t waited; // for so many steps
} recorded;

typedef struct recording
{
	int32_t units, frames, capacity;
	recorded* all; // [frames * units]
} recording;

void recording_init( recording* tape );
void recording_free( recording* tape );
// Adds a frame: how things stand now.
fw_status recording_take( recording* tape, const simulation* run );
// Does a unit wait, and not only for a moment?
bool recording_waits( const recorded* unit );
const recorded* recording_at( const recording* tape, int32_t frame, int32_t unit );
// Every how many frames of the recording one is shown.
int32_t recording_stride( const options* given );

// Write a file, "-" being standard output; say on standard error what is wrong.
bool recording_write_json( const recording* tape, const simulation* run, const options* given, const char* file );
bool recording_write_csv( const simulation* run, const char* file );

#endif
