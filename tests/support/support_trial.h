// SPDX-License-Identifier: MIT
// Paths written down by hand and judged by the validator. They share nothing with the curves and paths of the library,
// so that those cannot hide a mistake.
#ifndef TESTS_SUPPORT_TRIAL_H
#define TESTS_SUPPORT_TRIAL_H

#include "support.h"

#define TRIAL_SEGMENTS 64
#define TRIAL_FOUND 64

// A path in an array, and what the validator says about it.
typedef struct trial
{
	fw_segment segments[TRIAL_SEGMENTS];
	fw_path path;
	fw_unit unit;
	fw_validate_options options;
	fw_violation found[TRIAL_FOUND];
	int32_t count;
} trial;

// An empty path at a pose, a ground unit, the default options.
void trial_begin( trial* t, double radius, double turning_radius, double x, double y, double heading );
fw_vec2 trial_end( const trial* t );
fw_segment* trial_add( trial* t, fw_segment segment );
fw_segment* trial_line( trial* t, double x, double y, fw_gear gear );
// An arc from the end of the path; `motion` is the direction of motion at its start.
fw_segment* trial_arc( trial* t, double motion, double radius, double sweep, fw_gear gear );

// Runs the validator and checks the properties of every answer: finite, ordered, one of each kind per segment.
void trial_judge( trial* t, const fw_grid* grid );
void trial_judge_legal( trial* t, const fw_grid* grid );
// Fails the test unless this is the one violation.
void trial_judge_only( trial* t, const fw_grid* grid, int32_t segment, fw_violation_kind kind, double amount, double x,
                       double y );
// The violation of this kind in this segment; fails the test if it was not found.
const fw_violation* trial_found( const trial* t, int32_t segment, fw_violation_kind kind );
void trial_check_amount( const fw_violation* v, double amount );     // within 0.001
void trial_check_place( const fw_violation* v, double x, double y ); // within 0.02

#endif
