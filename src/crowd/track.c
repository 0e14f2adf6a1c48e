// SPDX-License-Identifier: MIT
// Tracks: what a unit drives now, from where it is over any lines to its path.
#include "crowd/crowd.h"

#include <math.h>

double fw_crowd_main_at( const crowd_unit* unit, double distance )
{
	return distance >= unit->tail ? unit->tail_main + ( distance - unit->tail ) : unit->main_at;
}

// How far it gets if it brakes as hard as it can, along what it owns.
static double stop_distance( const crowd_unit* unit )
{
	return fmin( unit->at + unit->speed * unit->speed / ( 2.0 * unit->how.unit.braking ), unit->owned );
}

fw_pose fw_crowd_stop_pose( const crowd_unit* unit )
{
	double begin;
	double end;
	const double distance = stop_distance( unit );
	if ( !( distance > unit->at ) || unit->track.count == 0 )
	{
		return unit->pose;
	}
	const fw_segment* segment = fw_crowd_segment( unit, distance, &begin, &end );
	return segment != NULL ? fw_segment_pose_at( segment, distance - begin ) : unit->pose;
}

// The track from where the unit is to where it will stop.
static fw_status begin_track( fw_crowd* crowd, const crowd_unit* unit, double stops )
{
	fw_status status = FW_OK;
	double from = unit->at;
	fw_path_clear( &crowd->scratch, unit->pose );
	while ( from < stops && status == FW_OK )
	{
		double begin;
		double end;
		const fw_segment* segment = fw_crowd_segment( unit, from, &begin, &end );
		const double until = segment != NULL ? fmin( stops, end ) : from;
		if ( !( until > from ) )
		{
			break;
		}
		const fw_segment part = fw_segment_part( segment, from - begin, until - begin );
		status = fw_path_append( &crowd->scratch, &part );
		from = until;
	}
	return status;
}

static fw_status add_tail( fw_crowd* crowd, const fw_path* main, double from )
{
	fw_status status = FW_OK;
	double begin = 0.0;
	for ( int32_t i = 0; i < main->count && status == FW_OK; i++ )
	{
		const fw_segment* segment = &main->segments[i];
		const double low = fmax( from - begin, 0.0 );
		if ( low < segment->length )
		{
			const fw_segment part = fw_segment_part( segment, low, segment->length );
			status = fw_path_append( &crowd->scratch, &part );
		}
		begin += segment->length;
	}
	return status;
}

bool fw_crowd_lay( fw_crowd* crowd, int32_t index, const fw_vec2* points, int32_t count, const fw_path* main,
                   double from, crowd_errand errand )
{
	crowd_unit* unit = &crowd->units[index];
	fw_status status = begin_track( crowd, unit, stop_distance( unit ) );
	for ( int32_t i = 0; i < count && status == FW_OK; i++ )
	{
		status = fw_path_append_line( &crowd->scratch, points[i], FW_GEAR_FORWARD );
	}
	if ( main != NULL && status == FW_OK )
	{
		const fw_pose joint = main->count > 0 ? fw_path_at( main, from ).pose : main->start;
		status = fw_path_append_line( &crowd->scratch, ( fw_vec2 ){ joint.x, joint.y }, FW_GEAR_FORWARD );
	}
	const double tail = crowd->scratch.length;
	status = status == FW_OK && main != NULL ? add_tail( crowd, main, from ) : status;
	fw_profile_def how = unit->how;
	how.start_any_heading = false;
	const stretch* now = unit->track.count > 0 ? &unit->track.stretches[unit->stretch] : NULL;
	const profile_start start = {
	    .speed = unit->speed,
	    .gear = now != NULL ? unit->track.path.segments[now->segment].gear : FW_GEAR_FORWARD,
	};
	status = status == FW_OK ? fw_profile_prepare( &crowd->spare, &how, &crowd->scratch, start, NULL ) : status;
	if ( status != FW_OK )
	{
		crowd->failed = status;
		return false;
	}
	fw_crowd_shrink( crowd, index );
	const double left_main = fw_crowd_main_at( unit, unit->owned );
	const fw_profile old = unit->track;
	unit->track = crowd->spare;
	crowd->spare = old;
	for ( int32_t i = 0; i < unit->claim_count; i++ )
	{
		unit->claims[i].until -= unit->at;
	}
	unit->main_at = left_main;
	unit->tail = main != NULL ? tail : INFINITY;
	unit->tail_main = from;
	unit->owned -= unit->at;
	unit->pass_begin -= unit->at;
	unit->pass_clear -= unit->at;
	unit->at = 0.0;
	unit->stretch = 0;
	unit->pause = -1.0;
	unit->errand = errand;
	unit->waits = 0.0;
	unit->blocker = -1;
	unit->pass_stale = true;
	unit->holds = INFINITY;
	unit->meets_since = -1.0;
	unit->lets_go = false;
	return true;
}
