// SPDX-License-Identifier: MIT
// One planned path with all that is reported about it: time, verdict of the validator, figures.
#ifndef CLI_TRIP_H
#define CLI_TRIP_H

#include "json.h"
#include "loaded_map.h"

#include "fairway/validate.h"

// How the paths of --sprite-angles are made, NULL where that was not given.
const fw_fixed_angles_def* trip_sprites( const options* given );

typedef struct trip
{
	fw_result result;
	fw_resolved_plan resolved; // what the plan comes to, of trip_prepare()
	double left;         // of the route, where the path is its first stretch [tiles]; negative: it is the whole path
	double seconds;      // until it arrives; negative: not to be shown
	double microseconds; // negative: not to be shown
	int32_t searches;    // that the plan took
	fw_roads roads;      // how these were treated in the end
	fw_lane lane;        // that was kept to
	fw_branch branch;    // which step led to the path
	fw_violation* violations;
	int32_t violation_count;
	const fw_fixed_angles_def* sprites; // set after trip_init(); NULL: the path stays as it is
	fw_fixed_angles_report fixed;       // with sprites, as the next one
	fw_slide slide;                     // of the path before, where headings are rounded to pictures
	bool wrong_heading; // the unit cannot arrive with this heading and then have the one that was asked for
	double arrival;     // heading at the end [degrees, -180 to 180]
} trip;

void trip_init( trip* out );
void trip_free( trip* out );
// Finds what a plan comes to on this map, and builds what the planner needs for it. These report on standard error why
// the library refuses it; `who` is the command.
bool trip_prepare( trip* out, const char* who, const loaded_map* world, const fw_plan* plan );
// Plans as prepared, takes the time and judges the path for `judged`, NULL: for the unit that the plan promises to
// suit. Memory is reused from trip to trip. Where `first` is above 0, plans only the first stretch of the route, of at
// least so many tiles before it is smoothed.
bool trip_run( trip* out, const char* who, const loaded_map* world, const fw_plan* plan, const fw_unit* judged,
               double first );
// The same, for threads that must not write over each other: why the library refuses it is the caller's to report.
fw_status trip_try( trip* out, const loaded_map* world, const fw_plan* plan, const fw_unit* judged, double first,
                    fw_refusal* refusal );
// Does the path follow a turning radius?
bool trip_has_headings( const fw_resolved_plan* resolved );
#define TRIP_METHOD_TEXT 192 // bytes
// The method with its passes in words, as far as the angles of --sprite-angles (else NULL); `text` holds at least
// TRIP_METHOD_TEXT.
void trip_method_text( const fw_plan* plan, const fw_resolved_plan* resolved, const fw_fixed_angles_def* sprites,
                       char* text );
// The same with the weight, as the line of a summary.
void trip_print_method( const trip* out, const fw_plan* plan );
// What became of the angles of --sprite-angles, in lines of a summary.
void trip_print_sprites( const trip* out );
bool trip_has_path( const trip* out ); // to the goal, with --nearest to the nearest tile, with --best-effort so far
bool trip_legal( const trip* out );    // found, and nothing against it
double trip_turned( const trip* out ); // [rad per tile]

// All that is wrong with a path, in a new list; NULL where it is nothing.
fw_status violations_find( const fw_grid* grid, const fw_unit* unit, const fw_path* path, fw_violation** violations,
                           int32_t* count, fw_refusal* refusal );
// One violation in words; `text` holds at least 160 bytes.
void violation_text( const fw_violation* violation, char* text );
// The verdict in one line: "yes", or what is wrong first and how often; `text` holds at least 224 bytes.
void trip_verdict( const trip* out, char* text );

// The figures for a caption, or why there is no path, with tabs between; `text` holds at least 256 bytes.
void trip_figures( const trip* out, char* text );

// Writes the trip to a file, "-" being standard output. Says on standard error what is wrong.
bool trip_write_json( const trip* out, const loaded_map* world, const fw_plan* plan, const char* file );

#endif
