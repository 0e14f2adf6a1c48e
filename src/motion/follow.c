// SPDX-License-Identifier: MIT
// A follower: a profile and a clock. Each order restarts the clock. The motion between two orders is a function of the
// clock alone, so it does not depend on how frames divide the time.
#include "fairway/motion.h"
#include "motion/profile.h"

#include <float.h>
#include <math.h>

// Paths join if their ends are no further apart [tiles].
#define JOIN_SLACK 1e-6

typedef enum follow_mode
{
	FOLLOW_GO = 0,    // by the profile
	FOLLOW_BRAKE = 1, // as hard as it can, then it stands
	FOLLOW_PAUSE = 2, // the profile's clock stands still, during an action at a standstill
} follow_mode;

struct fw_follower
{
	fw_allocator allocator;
	fw_profile profile;
	fw_profile spare; // the next profile is made here, so that a failure changes nothing
	fw_path joined;   // scratch
	bool begun;
	follow_mode mode;
	double before;      // time from begin to the last order
	double clock, rest; // since then; `rest` is the rounding error of the sum of the steps
	double distance;    // where it began to brake
	double speed;       // with which
	int32_t stretch;    // in which
};

fw_status fw_follower_create( const fw_allocator* allocator, fw_follower** follower, fw_refusal* refusal )
{
	FW_TRY( FW_CHECK_NULL( refusal, follower ) );
	const fw_allocator used = fw_allocator_or_default( allocator );
	fw_follower* made = fw_alloc_zero( &used, 1, sizeof( fw_follower ) );
	if ( made == NULL )
	{
		return fw_refuse_status( refusal, FW_ERR_MEMORY );
	}
	made->allocator = used;
	fw_profile_init( &made->profile, &used );
	fw_profile_init( &made->spare, &used );
	fw_path_init( &made->joined, &used );
	*follower = made;
	return FW_OK;
}

void fw_follower_destroy( fw_follower* follower )
{
	if ( follower != NULL )
	{
		const fw_allocator allocator = follower->allocator;
		fw_profile_clear( &follower->profile );
		fw_profile_clear( &follower->spare );
		fw_path_free( &follower->joined );
		fw_free( &allocator, follower, 1, sizeof( fw_follower ) );
	}
}

static void restart_clock( fw_follower* follower )
{
	follower->before += follower->clock;
	follower->clock = 0.0;
	follower->rest = 0.0;
}

static fw_status take( fw_follower* follower, const fw_profile_def* def, const fw_path* path, profile_start start,
                       fw_refusal* refusal )
{
	const fw_status status = fw_profile_take( &follower->spare, def, path, start, refusal );
	if ( status == FW_OK )
	{
		const fw_profile old = follower->profile;
		follower->profile = follower->spare;
		follower->spare = old;
		follower->begun = true;
		follower->mode = FOLLOW_GO;
		restart_clock( follower );
	}
	return status;
}

fw_status fw_follower_begin( fw_follower* follower, const fw_profile_def* def, const fw_path* path,
                             fw_refusal* refusal )
{
	FW_TRY( FW_CHECK_NULL( refusal, follower, def, path ) );
	const fw_status status = take( follower, def, path, fw_profile_start( def, path ), refusal );
	follower->before = status == FW_OK ? 0.0 : follower->before;
	return status;
}

// The pose after braking for some time.
static fw_motion braking_state( const fw_follower* follower, double clock )
{
	const double braking = follower->profile.def.unit.braking;
	const double stops = follower->speed / braking;
	const double since = fmin( clock, stops );
	const double distance = follower->distance + since * ( follower->speed - 0.5 * braking * since );
	int32_t index = follower->stretch;
	while ( index + 1 < follower->profile.count && follower->profile.stretches[index + 1].begin <= distance &&
	        follower->profile.stretches[index + 1].kind == STRETCH_DRIVE )
	{
		index++;
	}
	// A unit that is too fast stops where it should.
	const double end = follower->profile.stretches[index].begin + follower->profile.stretches[index].length;
	const bool moves = clock < stops && distance < end;
	fw_motion motion = fw_stretch_motion( &follower->profile, index, fmin( distance, end ), 0.0 );
	motion.speed = moves ? follower->speed - braking * since : 0.0;
	motion.acceleration = moves ? -braking : 0.0;
	return motion;
}

static fw_motion state_at( const fw_follower* follower, double clock )
{
	fw_motion motion = { .segment = -1 };
	if ( follower->begun )
	{
		motion = follower->mode == FOLLOW_BRAKE ? braking_state( follower, clock )
		                                        : fw_profile_state( &follower->profile, clock );
		motion.time = follower->before + clock;
	}
	return motion;
}

static fw_status check_begun( fw_refusal* refusal, const fw_follower* follower )
{
	const fw_status status = FW_CHECK_NULL( refusal, follower );
	return status != FW_OK || follower->begun ? status
	                                          : fw_refuse( refusal, FW_ERR_STATE, FW_REFUSAL_STATE, "follower", NULL,
	                                                       "has no path; call fw_follower_begin() first" );
}

fw_status fw_follower_step( fw_follower* follower, double seconds, fw_motion* motion, fw_refusal* refusal )
{
	FW_TRY( check_begun( refusal, follower ) );
	FW_TRY( fw_check_range( refusal, "seconds", seconds, 0.0, DBL_MAX ) );
	if ( follower->mode != FOLLOW_PAUSE )
	{
		// The sum and its rounding error, exactly (D. E. Knuth; T. J. Dekker 1971).
		const double sum = follower->clock + seconds;
		const double part = sum - follower->clock;
		const double lost = ( follower->clock - ( sum - part ) ) + ( seconds - part );
		const double rest = follower->rest + lost;
		follower->clock = sum + rest;
		follower->rest = rest - ( follower->clock - sum );
	}
	else
	{
		follower->before += seconds;
	}
	if ( motion != NULL )
	{
		*motion = state_at( follower, follower->clock );
	}
	return FW_OK;
}

fw_motion fw_follower_now( const fw_follower* follower )
{
	return state_at( follower, follower->clock );
}

fw_motion fw_follower_ahead( const fw_follower* follower, double seconds )
{
	const bool stands = follower->mode == FOLLOW_PAUSE || !( seconds > 0.0 );
	return state_at( follower, follower->clock + ( stands ? 0.0 : seconds ) );
}

bool fw_follower_is_done( const fw_follower* follower )
{
	return !follower->begun ||
	       ( follower->mode == FOLLOW_GO && follower->clock >= fw_profile_time( &follower->profile ) );
}

fw_follower_state fw_follower_measure( const fw_follower* follower )
{
	if ( !follower->begun )
	{
		return ( fw_follower_state ){ 0 };
	}
	const fw_motion now = fw_follower_now( follower );
	const fw_profile* profile = &follower->profile;
	const bool held = follower->mode != FOLLOW_GO;
	return ( fw_follower_state ){
	    .held = held,
	    .left = fmax( 0.0, fw_profile_length( profile ) - now.distance ),
	    .time_left = held ? INFINITY : fmax( 0.0, fw_profile_time( profile ) - follower->clock ),
	    .stopping_distance = now.speed * now.speed / ( 2.0 * profile->def.unit.braking ),
	    .overspeed = fw_profile_overspeed( profile ),
	};
}

const fw_path* fw_follower_path( const fw_follower* follower )
{
	return follower->begun ? &follower->profile.path : NULL;
}

fw_status fw_follower_brake( fw_follower* follower )
{
	FW_TRY( check_begun( NULL, follower ) );
	if ( follower->mode != FOLLOW_GO )
	{
		return FW_OK;
	}
	const fw_profile* profile = &follower->profile;
	const fw_profile_knot* knot = &profile->knots[fw_profile_knot_before( profile, follower->clock )];
	if ( knot->stretch < 0 || fw_follower_is_done( follower ) ||
	     profile->stretches[knot->stretch].kind != STRETCH_DRIVE )
	{
		follower->mode = FOLLOW_PAUSE;
		return FW_OK;
	}
	const fw_motion now = fw_follower_now( follower );
	follower->distance = now.distance;
	follower->speed = now.speed;
	follower->stretch = knot->stretch;
	follower->mode = FOLLOW_BRAKE;
	restart_clock( follower );
	return FW_OK;
}

fw_status fw_follower_go( fw_follower* follower )
{
	FW_TRY( check_begun( NULL, follower ) );
	if ( follower->mode == FOLLOW_BRAKE )
	{
		const fw_motion now = fw_follower_now( follower );
		fw_profile* profile = &follower->profile;
		// Pauses at the point where it stands are still to come.
		int32_t first = follower->stretch;
		while ( first + 1 < profile->count &&
		        profile->stretches[first].begin + profile->stretches[first].length < now.distance )
		{
			first++;
		}
		fw_profile_run( profile, first, now.distance, now.speed );
		restart_clock( follower );
	}
	follower->mode = FOLLOW_GO;
	return FW_OK;
}

static bool joins( fw_vec2 end, fw_vec2 begin )
{
	return fabs( begin.x - end.x ) <= JOIN_SLACK && fabs( begin.y - end.y ) <= JOIN_SLACK;
}

// How many segments of a path lead to an end of a link at this distance, the first such end or a later one; -1 if none
// does. A unit pauses there, so that one distance can stand for several positions.
static int32_t segments_to( const fw_path* path, int32_t first, double distance, fw_vec2 end )
{
	double begin = 0.0;
	for ( int32_t i = 0; i < path->count && begin <= distance + JOIN_SLACK; i++ )
	{
		const fw_segment* segment = &path->segments[i];
		if ( i >= first && segment->kind == FW_SEGMENT_LINK && begin >= distance - JOIN_SLACK &&
		     ( joins( segment->from, end ) || joins( segment->to, end ) ) )
		{
			return joins( segment->from, end ) ? i : i + 1;
		}
		begin += segment->length;
	}
	return -1;
}

// Puts the segments of the present path between two distances in front of the new path.
static fw_status join( fw_follower* follower, const fw_path* path, fw_motion now, double from, int32_t count )
{
	const fw_path* old = &follower->profile.path;
	fw_status status = FW_OK;
	double begin = 0.0;
	fw_path_clear( &follower->joined, now.pose );
	for ( int32_t i = 0; i < count && status == FW_OK && begin <= from + JOIN_SLACK; i++ )
	{
		const fw_segment* segment = &old->segments[i];
		const double low = fmax( now.distance - begin, 0.0 );
		const double high = fmin( from - begin, segment->length );
		if ( i >= now.segment && ( high > low || segment->kind == FW_SEGMENT_LINK ) )
		{
			const fw_segment part = segment->kind == FW_SEGMENT_LINK ? *segment : fw_segment_part( segment, low, high );
			status = fw_path_append( &follower->joined, &part );
		}
		begin += segment->length;
	}
	for ( int32_t i = 0; i < path->count && status == FW_OK; i++ )
	{
		status = fw_path_append( &follower->joined, &path->segments[i] );
	}
	return status;
}

fw_status fw_follower_replan( fw_follower* follower, const fw_path* path, double from, fw_refusal* refusal )
{
	FW_TRY( FW_CHECK_NULL( refusal, follower, path ) );
	FW_TRY( check_begun( refusal, follower ) );
	const fw_motion now = fw_follower_now( follower );
	const fw_path* old = &follower->profile.path;
	FW_TRY( fw_check_range( refusal, "from", from, now.distance, fw_profile_length( &follower->profile ) ) );
	const fw_pose there = fw_path_at( old, from ).pose;
	const fw_vec2 begin = path->count > 0 ? path->segments[0].from : ( fw_vec2 ){ path->start.x, path->start.y };
	const bool is_here = from == now.distance && joins( ( fw_vec2 ){ now.pose.x, now.pose.y }, begin );
	int32_t count = is_here ? 0 : segments_to( old, now.segment, from, begin );
	if ( count < 0 && joins( ( fw_vec2 ){ there.x, there.y }, begin ) )
	{
		count = old->count;
	}
	if ( count < 0 )
	{
		return fw_refuse_mismatch( refusal, "path", "from", "it must begin where the present path is there" );
	}
	FW_TRY( fw_refuse_status( refusal, join( follower, path, now, from, count ) ) );
	fw_profile_def def = follower->profile.def;
	def.start_any_heading = false;
	return take( follower, &def, &follower->joined, ( profile_start ){ .speed = now.speed, .gear = now.gear },
	             refusal );
}
