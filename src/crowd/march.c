// SPDX-License-Identifier: MIT
// One frame of a crowd: each unit, by priority, claims as much of its path as it needs, and drives only so fast that it
// can still stop within that.
#include "crowd/passage.h"

#include <math.h>

// Nearer to where it stops it is there [tiles], if it is as slow as this [tiles/s].
#define ARRIVED ( 1.0 / 512.0 )
#define CREEP 0.15

// How much more than necessary is claimed, so that a curved path is not claimed in tiny pieces [tiles].
#define SPARE 0.05

// A remaining length that gets shorter by less is no progress [tiles].
#define PROGRESS 0.5

// Nodes that searches may expand in a frame, so that no frame takes long; other searches wait for the next one.
#define BUDGET 4096
#define RANK_EVERY 0.1 // [s]

// The stretch that a distance lies in, from one on.
static int32_t stretch_at( const fw_profile* track, int32_t from, double distance )
{
	int32_t k = from;
	while ( k + 1 < track->count && track->stretches[k].kind == STRETCH_DRIVE &&
	        distance >= track->stretches[k].begin + track->stretches[k].length )
	{
		k++;
	}
	return k;
}

// Where the unit has to stand next: before a pause, or where its track ends; far away where that is beyond `reach`.
static double next_stop( const crowd_unit* unit, double reach )
{
	const fw_profile* track = &unit->track;
	for ( int32_t k = unit->stretch; k < track->count; k++ )
	{
		const stretch* here = &track->stretches[k];
		if ( here->kind != STRETCH_DRIVE )
		{
			return here->begin;
		}
		if ( here->begin > reach )
		{
			return INFINITY;
		}
	}
	const stretch* last = &track->stretches[track->count - 1];
	return last->begin + last->length;
}

// The most that the path allows at a distance.
static double path_speed( const crowd_unit* unit, double distance )
{
	const fw_profile* track = &unit->track;
	const int32_t k = stretch_at( track, unit->stretch, distance );
	const stretch* here = &track->stretches[k];
	if ( here->kind != STRETCH_DRIVE )
	{
		return 0.0;
	}
	const double next = k + 1 < track->count ? track->stretches[k + 1].most : track->end_most;
	const double rest = fmax( 0.0, here->begin + here->length - distance );
	return sqrt( fmin( here->limit, next + 2.0 * unit->how.unit.braking * rest ) );
}

// The greatest speed after a frame from which the unit can stop within `room`.
static double stopping_speed( const crowd_unit* unit, double room, double seconds )
{
	const double b = unit->how.unit.braking;
	const double half = 0.5 * seconds;
	const double square = half * half + 2.0 * ( room - unit->speed * half ) / b;
	return square > 0.0 ? b * ( sqrt( square ) - half ) : -1.0;
}

static void place( crowd_unit* unit )
{
	unit->stretch = stretch_at( &unit->track, unit->stretch, unit->at );
	const stretch* here = &unit->track.stretches[unit->stretch];
	const double distance = fmin( unit->at, here->begin + here->length );
	const double part = unit->pause >= 0.0 && here->seconds > 0.0 ? 1.0 - unit->pause / here->seconds : 0.0;
	unit->pose = fw_stretch_motion( &unit->track, unit->stretch, distance, part ).pose;
}

void fw_crowd_settle( fw_crowd* crowd, int32_t index )
{
	crowd_unit* unit = &crowd->units[index];
	unit->errand = ERRAND_NONE;
	unit->main_at = unit->main.length;
	unit->tail = INFINITY;
	unit->stuck = FW_CROWD_NOT_STUCK;
	unit->wants_path = false;
	unit->trail_count = 0;
	unit->pass_first = false;
	fw_crowd_leave_passage( crowd, index );
	fw_crowd_shrink( crowd, index );
	fw_crowd_promise( crowd, index, -1 );
	fw_crowd_park( crowd, index );
}

static void arrive( fw_crowd* crowd, int32_t index )
{
	crowd_unit* unit = &crowd->units[index];
	unit->speed = 0.0;
	fw_crowd_shrink( crowd, index );
	if ( unit->errand == ERRAND_GOAL )
	{
		fw_crowd_settle( crowd, index );
	}
}

bool fw_crowd_at_end( const crowd_unit* unit )
{
	const fw_profile* track = &unit->track;
	if ( track->count == 0 )
	{
		return true;
	}
	const stretch* last = &track->stretches[track->count - 1];
	return unit->stretch == track->count - 1 && last->kind == STRETCH_DRIVE && unit->speed == 0.0 &&
	       unit->at >= last->begin + last->length;
}

// Standing in a pause; true while it lasts.
static bool pause( crowd_unit* unit, double seconds )
{
	const stretch* here = &unit->track.stretches[unit->stretch];
	if ( here->kind == STRETCH_DRIVE )
	{
		return false;
	}
	unit->pause = ( unit->pause < 0.0 ? here->seconds : unit->pause ) - seconds;
	if ( unit->pause <= 0.0 )
	{
		unit->pause = -1.0;
		unit->pose.heading = fw_angle_signed( here->heading + here->turn );
		if ( unit->stretch + 1 < unit->track.count )
		{
			unit->stretch++;
			return unit->track.stretches[unit->stretch].kind != STRETCH_DRIVE;
		}
		return false;
	}
	place( unit );
	return true;
}

static void drive( fw_crowd* crowd, int32_t index, double seconds )
{
	crowd_unit* unit = &crowd->units[index];
	const fw_unit* kind = &unit->how.unit;
	const double fastest = unit->speed + kind->acceleration * seconds;
	const double needs = fastest * fastest / ( 2.0 * kind->braking ) + fastest * seconds + SPARE;
	const double stop = next_stop( unit, unit->at + needs );
	const double gate = fw_crowd_gate( crowd, index, fmin( unit->at + needs, stop ) );
	const double wanted = fmin( unit->at + needs, fmin( stop, gate ) );
	if ( wanted > unit->owned )
	{
		fw_crowd_extend( crowd, index, wanted );
	}
	else
	{
		unit->blocker = -1;
	}
	const double room = fmin( unit->owned, fmin( stop, fmax( gate, unit->at ) ) ) - unit->at;
	if ( room <= ARRIVED && unit->speed <= CREEP )
	{
		unit->speed = 0.0;
		unit->at = stop - unit->at <= ARRIVED && unit->owned >= stop ? stop : unit->at;
	}
	else
	{
		const double hardest = unit->speed - kind->braking * seconds;
		const double path = path_speed( unit, unit->at + unit->speed * seconds );
		const double safe = stopping_speed( unit, room, seconds );
		const double speed = fmax( 0.0, fmin( safe, fmax( hardest, fmin( fastest, path ) ) ) );
		const double moved =
		    speed > 0.0 ? 0.5 * ( unit->speed + speed ) * seconds : unit->speed * unit->speed / ( 2.0 * kind->braking );
		unit->at += fmin( moved, fmax( room, 0.0 ) );
		unit->speed = speed;
	}
	// On the brink of a pause the next stretch is that pause.
	while ( unit->stretch + 1 < unit->track.count && unit->track.stretches[unit->stretch].kind == STRETCH_DRIVE &&
	        unit->at >= unit->track.stretches[unit->stretch].begin + unit->track.stretches[unit->stretch].length )
	{
		unit->stretch++;
	}
	place( unit );
	unit->trail_count = unit->at >= unit->tail ? 0 : unit->trail_count;
	fw_crowd_release( crowd, index );
}

static void advance( fw_crowd* crowd, int32_t index, double seconds )
{
	crowd_unit* unit = &crowd->units[index];
	if ( unit->errand == ERRAND_NONE )
	{
		return;
	}
	if ( unit->track.count == 0 && unit->errand == ERRAND_GOAL )
	{
		arrive( crowd, index );
		return;
	}
	if ( fw_crowd_at_end( unit ) )
	{
		unit->waits += seconds; // who made room waits for a way back
		return;
	}
	if ( unit->speed == 0.0 && pause( unit, seconds ) )
	{
		return;
	}
	const double before = unit->at;
	drive( crowd, index, seconds );
	unit->waits = unit->speed == 0.0 && unit->at - before < ARRIVED ? unit->waits + seconds : 0.0;
	if ( fw_crowd_at_end( unit ) )
	{
		arrive( crowd, index );
	}
}

static void note_progress( fw_crowd* crowd, crowd_unit* unit )
{
	const double left = fw_crowd_left( unit );
	if ( unit->errand == ERRAND_NONE || left < unit->min_left - PROGRESS )
	{
		unit->min_left = unit->errand == ERRAND_NONE ? INFINITY : left;
		unit->since = crowd->time;
		unit->stuck = FW_CROWD_NOT_STUCK;
		unit->failures = 0;
		unit->tries = 0;
		unit->no_room = false;
		unit->wants_path = false;
	}
}

fw_status fw_crowd_step( fw_crowd* crowd, double seconds, fw_refusal* refusal )
{
	FW_TRY( FW_CHECK_NULL( refusal, crowd ) );
	FW_TRY( fw_check_range( refusal, "seconds", seconds, 1e-9, 0.25 ) );
	crowd->failed = FW_OK;
	crowd->time += seconds;
	crowd->budget = BUDGET;
	if ( crowd->time >= crowd->next_rank )
	{
		crowd->next_rank = crowd->time + RANK_EVERY;
		fw_crowd_rank( crowd );
	}
	fw_crowd_look( crowd );
	// Arrivals change the order; no unit may move twice or not at all for that reason.
	for ( int32_t i = 0; i < crowd->ordered; i++ )
	{
		crowd->turn[i] = crowd->order[i];
	}
	const int32_t count = crowd->ordered;
	for ( int32_t i = 0; i < count; i++ )
	{
		advance( crowd, crowd->turn[i], seconds );
	}
	for ( int32_t i = 0; i < count; i++ )
	{
		const int32_t index = crowd->turn[i];
		crowd_unit* unit = &crowd->units[index];
		if ( unit->promised >= 0 && unit->promise_ends < crowd->time )
		{
			fw_crowd_promise( crowd, index, -1 );
		}
		if ( unit->errand != ERRAND_NONE && unit->speed == 0.0 && crowd->time >= unit->next_try )
		{
			fw_crowd_resolve( crowd, index );
		}
		note_progress( crowd, unit );
	}
	return fw_refuse_status( refusal, crowd->failed );
}
