// SPDX-License-Identifier: MIT
// The parts of a profile: stretches of the path with their limits, and the knots made from them.
#ifndef FW_MOTION_PROFILE_H
#define FW_MOTION_PROFILE_H

#include "base/refusal.h"
#include "fairway/motion.h"

typedef enum stretch_kind
{
	STRETCH_DRIVE = 0,
	STRETCH_TURN = 1, // on the spot
	STRETCH_WAIT = 2, // a change of gear, or a link
} stretch_kind;

// A part of a segment with one limit, or a pause at a standstill. All speeds are squared: they change linearly over
// distance, so that nothing needs roots.
typedef struct stretch
{
	stretch_kind kind;
	int32_t segment;
	double begin;   // distance along the path
	double into;    // the same along the segment
	double length;  // 0 of a pause
	double limit;   // 0 of a pause
	double corner;  // maximum at its begin
	double most;    // at its begin, so that the unit can brake for all later limits
	double seconds; // of a pause
	double heading; // before it turns on the spot, or in a pause
	double turn;    // signed angle
} stretch;

struct fw_profile
{
	fw_allocator allocator;
	fw_profile_def def;
	fw_path path;
	stretch* stretches;
	int32_t count, capacity;
	fw_profile_knot* knots; // room for all that any start can need, so that fw_profile_run() allocates nothing
	int32_t knot_count, knot_capacity;
	double* cuts; // scratch: where a segment crosses borders of tiles [0..1]
	int32_t cut_count, cut_capacity;
	double end_most; // maximum at the end, squared
	double overspeed;
	fw_pose end;
};

// The motion of the unit at the beginning: a unit that moves in the other gear must stop first.
typedef struct profile_start
{
	double speed;
	fw_gear gear; // of a unit that moves
} profile_start;

// That of a definition: a unit that moves is in the gear of the path.
FW_INLINE profile_start fw_profile_start( const fw_profile_def* def, const fw_path* path )
{
	return ( profile_start ){ def->start_speed, path->count > 0 ? path->segments[0].gear : FW_GEAR_FORWARD };
}

void fw_profile_init( fw_profile* profile, const fw_allocator* allocator );
void fw_profile_clear( fw_profile* profile ); // frees the memory
// Takes a copy of a path and finds stretches, limits and knots. After an error the profile can only be used for another
// call.
fw_status fw_profile_take( fw_profile* profile, const fw_profile_def* def, const fw_path* path, profile_start start,
                           fw_refusal* refusal );
// The same without knots, for callers that do not follow one profile to its end.
fw_status fw_profile_prepare( fw_profile* profile, const fw_profile_def* def, const fw_path* path, profile_start start,
                              fw_refusal* refusal );
// The part of a segment between two distances along it.
fw_segment fw_segment_part( const fw_segment* segment, double from, double to );

// The stretches of the profile's path.
fw_status fw_stretches_find( fw_profile* profile, profile_start start );
// Sets the speed of each stretch from which the unit can brake for all that follow.
void fw_stretches_brake( fw_profile* profile );
// Makes the knots from a distance on, with the clock at 0. The distance lies in the stretch `first` or a later one.
// O(stretches).
void fw_profile_run( fw_profile* profile, int32_t first, double distance, double speed );

// The motion in a stretch at a distance along the path; `part` of a pause is over (0..1).
fw_motion fw_stretch_motion( const fw_profile* profile, int32_t index, double distance, double part );
// The knot before a time: the last one that is not later.
int32_t fw_profile_knot_before( const fw_profile* profile, double time );

extern const fw_ranges fw_profile_def_ranges;
// FW_ERR_ARGUMENT if a field is out of its range, FW_ERR_DEF if fw_default_profile_def() did not make the definition.
fw_status fw_profile_def_check( const fw_profile_def* def, fw_refusal* refusal );
double fw_profile_length( const fw_profile* profile ); // of the path [tiles]

#endif
