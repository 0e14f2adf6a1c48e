// SPDX-License-Identifier: MIT
// One planned path with all that is reported about it: time, verdict of the validator, figures.
#ifndef CLI_TRIP_H
#define CLI_TRIP_H

#include "json.h"
#include "options.h"

#include "fairway/io.h"
#include "fairway/validate.h"

// A map that was read and the planner over it.
typedef struct field
{
	const char* file;
	fw_grid* grid;
	fw_planner* planner;
} field;

// Tells what is wrong on standard error.
bool field_open( field* world, const char* file );
void field_close( field* world );

// Fills in what the method decides: its own name where none was given, the weight, and tells of a wrong one.
bool trip_settle( options* given );
// Does the path of this plan follow a turning radius?
bool trip_turning( const fw_plan* plan );
// The unit that the path is promised to suit: turning on the spot where the method knows no turns.
fw_unit trip_unit( const fw_plan* plan );

typedef struct trip
{
	fw_result result;
	double microseconds;
	fw_violation* violations;
	int32_t violation_count;
} trip;

void trip_init( trip* out );
void trip_free( trip* out );
// Plans, takes the time and judges the path for `judged`. Memory is reused from trip to trip.
fw_status trip_run( fw_planner* planner, const fw_plan* plan, const fw_unit* judged, const fw_grid* grid, trip* out );
bool trip_legal( const trip* out );    // found, and nothing against it
double trip_turned( const trip* out ); // [rad per tile]

// One violation in words; `text` holds at least 160 bytes.
void violation_text( const fw_violation* violation, char* text );
// The verdict in one line: "yes", or what is wrong first and how often; `text` holds at least 224 bytes.
void trip_verdict( const trip* out, char* text );

// The trip as a document; shares the path, so free only one of the two.
path_document trip_document( const trip* out, const fw_plan* plan );
// Writes it to a file, "-" being standard output. Tells what is wrong on standard error.
bool trip_write_json( const trip* out, const fw_plan* plan, const char* file );

#endif
