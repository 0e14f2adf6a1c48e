// SPDX-License-Identifier: MIT
// One planned path with all that is reported about it: time, verdict of the validator, figures.
#ifndef CLI_TRIP_H
#define CLI_TRIP_H

#include "json.h"
#include "loaded_map.h"

#include "fairway/validate.h"

// Fills in the method where none was given, and the radius of a point at tile corners where that was not; reports
// options that do not go together.
bool trip_settle( fw_plan* plan, bool radius_given );
// Does the path of this plan follow a turning radius?
bool trip_turning( const fw_plan* plan );
// The unit that the path is promised to suit: turning on the spot where the method knows no turns.
fw_unit trip_unit( const fw_plan* plan );
// The weight of the heuristic that the planner takes: the one of the plan, else by method.
double trip_weight( const fw_grid* grid, const fw_plan* plan );
#define TRIP_METHOD_TEXT 192 // bytes
// The method with its passes in words, as far as the angles of --sprite-angles (else NULL); `text` holds at least
// TRIP_METHOD_TEXT.
void trip_method_text( const fw_grid* grid, const fw_plan* plan, const fw_fixed_angles_def* sprites, char* text );
// How the paths of --sprite-angles are made, NULL where that was not given.
const fw_fixed_angles_def* trip_sprites( const options* given );

typedef struct trip
{
	fw_result result;
	const char* method;  // that the plan came to
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
// Plans, takes the time and judges the path for `judged`. Memory is reused from trip to trip.
fw_status trip_run( fw_planner* planner, const fw_plan* plan, const fw_unit* judged, const fw_grid* grid, trip* out );
// The same of the first stretch of the route, of at least so many tiles before it is smoothed.
fw_status trip_run_first( fw_planner* planner, const fw_plan* plan, const fw_unit* judged, const fw_grid* grid,
                          double tiles, trip* out );
// What became of the angles of --sprite-angles, in lines of a summary.
void trip_print_sprites( const trip* out );
bool trip_has_path( const trip* out ); // to the goal, with --nearest to the nearest tile, with --best-effort so far
bool trip_legal( const trip* out );    // found, and nothing against it
double trip_turned( const trip* out ); // [rad per tile]

// All that is wrong with a path, in a new list; NULL where it is nothing.
fw_status violations_find( const fw_grid* grid, const fw_unit* unit, const fw_path* path, fw_violation** violations,
                           int32_t* count );
// One violation in words; `text` holds at least 160 bytes.
void violation_text( const fw_violation* violation, char* text );
// The verdict in one line: "yes", or what is wrong first and how often; `text` holds at least 224 bytes.
void trip_verdict( const trip* out, char* text );

// The figures for a caption, or why there is no path, with tabs between; `text` holds at least 256 bytes.
void trip_figures( const trip* out, char* text );

// The trip as a document; shares the path, so free only one of the two.
path_document trip_document( const trip* out, const fw_plan* plan );
// Writes it to a file, "-" being standard output. Says on standard error what is wrong.
bool trip_write_json( const trip* out, const fw_plan* plan, const char* file );

// Is there a method of this name? Complains where there is none.
bool method_exists( const char* name );

#endif
