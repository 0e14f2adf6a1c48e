// SPDX-License-Identifier: MIT
// The limits along a path: one stretch for each segment, or for each terrain that it crosses, and the pauses between.
// Source of the speed in corners: S. K. Jeon, firmware Grbl (2011), "junction deviation": the arc that touches both
// lines and leaves the corner by the slack, driven at the unit's limit of lateral acceleration.
#include "geom/geom.h"
#include "grid/grid.h"
#include "motion/profile.h"

#include "fairway/grid.h"

#include <math.h>
#include <stdlib.h>

// Headings that differ by less are the same; rounding at joints of curves is smaller [rad].
#define CORNER_SLACK 1e-6

// What is carried from segment to segment.
typedef struct stretch_maker
{
	double distance;
	double heading;
	bool any_heading; // nothing was driven yet, and the heading does not count
	bool stands;      // before the next segment, whatever it is
	bool moves;       // in `gear`
	fw_gear gear;
	double corner; // squared speed, of the next drive
} stretch_maker;

static fw_status add( fw_profile* profile, stretch made )
{
	return FW_PUSH( &profile->allocator, &profile->stretches, &profile->count, &profile->capacity, made )
	           ? FW_OK
	           : FW_ERR_MEMORY;
}

// The lateral acceleration in a corner. A unit without turning radius has the grip that it brakes with.
static double side_pull( const fw_unit* unit )
{
	if ( unit->lateral > 0.0 )
	{
		return unit->lateral;
	}
	return unit->turning_radius > 0.0 ? unit->speed * unit->speed / unit->turning_radius : unit->braking;
}

// The squared speed in a corner; 0 if the unit has to stop.
static double corner_limit( const fw_profile_def* def, double turn )
{
	const double sharp = fabs( turn );
	const double quarter = fw_sin( 0.25 * sharp );
	if ( sharp <= CORNER_SLACK || quarter == 0.0 )
	{
		return INFINITY;
	}
	if ( sharp > def->corner_angle )
	{
		return 0.0;
	}
	const double radius = def->corner_slack * fmax( 0.0, fw_cos( 0.5 * sharp ) ) / ( 2.0 * quarter * quarter );
	const double by_rate = def->turn_rate * radius;
	return fmin( side_pull( &def->unit ) * radius, by_rate * by_rate );
}

static int compare_cuts( const void* a, const void* b )
{
	const double x = *(const double*)a;
	const double y = *(const double*)b;
	return ( x > y ) - ( x < y );
}

static bool add_cut( fw_profile* profile, double t )
{
	return !( t > 0.0 && t < 1.0 ) ||
	       FW_PUSH( &profile->allocator, &profile->cuts, &profile->cut_count, &profile->cut_capacity, t );
}

static bool cut_arc_at( fw_profile* profile, const fw_segment* segment, double angle )
{
	const double whole = fabs( segment->sweep );
	const double ahead = segment->sweep > 0.0 ? angle - segment->start : segment->start - angle;
	bool good = true;
	for ( double turned = fw_angle_positive( ahead ); turned < whole && good; turned += FW_TAU )
	{
		good = add_cut( profile, turned / whole );
	}
	return good;
}

// Where a segment crosses the borders of tiles across one axis. Outside the map nothing changes, so there are no
// borders.
static bool cut_axis( fw_profile* profile, const fw_segment* segment, bool across_y, int32_t tiles )
{
	const bool arc = segment->kind == FW_SEGMENT_ARC;
	const double from = across_y ? segment->from.y : segment->from.x;
	const double to = across_y ? segment->to.y : segment->to.x;
	const double center = across_y ? segment->center.y : segment->center.x;
	const double quarter = across_y ? FW_PI / 2.0 : 0.0;
	const double low = arc ? center - segment->radius : fmin( from, to );
	const double high = arc ? center + segment->radius : fmax( from, to );
	const int32_t end = (int32_t)fmax( fmin( ceil( high ), tiles + 1.0 ), 0.0 );
	bool good = true;
	for ( int32_t border = (int32_t)fmin( fmax( floor( low ) + 1.0, 0.0 ), tiles + 1.0 ); border < end && good;
	      border++ )
	{
		const double angle = arc ? fw_acos( ( border - center ) / segment->radius ) : 0.0;
		good = arc ? cut_arc_at( profile, segment, quarter + angle ) && cut_arc_at( profile, segment, quarter - angle )
		           : add_cut( profile, ( border - from ) / ( to - from ) );
	}
	return good;
}

static bool find_cuts( fw_profile* profile, const fw_segment* segment )
{
	const fw_grid* grid = profile->def.grid;
	profile->cut_count = 0;
	const bool good = grid == NULL || ( cut_axis( profile, segment, false, fw_grid_width( grid ) ) &&
	                                    cut_axis( profile, segment, true, fw_grid_height( grid ) ) );
	if ( profile->cut_count > 1 )
	{
		qsort( profile->cuts, (size_t)profile->cut_count, sizeof( double ), compare_cuts );
	}
	return good;
}

// The cost of the terrain at a point; on a border, of the cheaper side that the unit may enter; 1 if it may enter
// neither.
static double cost_at( const fw_profile_def* def, fw_pose place )
{
	const int32_t x = (int32_t)fmin( fmax( floor( place.x ), -1.0 ), FW_GRID_MAX_SIDE );
	const int32_t y = (int32_t)fmin( fmax( floor( place.y ), -1.0 ), FW_GRID_MAX_SIDE );
	const int32_t left = place.x == floor( place.x ) ? x - 1 : x;
	const int32_t top = place.y == floor( place.y ) ? y - 1 : y;
	double least = INFINITY;
	for ( int32_t row = top; row <= y; row++ )
	{
		for ( int32_t column = left; column <= x; column++ )
		{
			if ( fw_grid_passable( def->grid, column, row, def->unit.capabilities ) )
			{
				const fw_terrain* terrain = fw_grid_terrain( def->grid, fw_grid_get( def->grid, column, row ) );
				least = fmin( least, terrain->cost );
			}
		}
	}
	return least < INFINITY ? least : 1.0;
}

static double speed_limit( const fw_profile_def* def, const fw_segment* segment, double cost )
{
	const double gear = segment->gear == FW_GEAR_REVERSE ? def->unit.reverse_factor : 1.0;
	const double straight = def->unit.speed / ( cost * gear );
	const bool turns = segment->kind == FW_SEGMENT_ARC && segment->sweep != 0.0;
	return turns ? fmin( straight, fw_turn_speed( &def->unit, segment->radius ) ) : straight;
}

static fw_status add_pause( fw_profile* profile, stretch_maker* at, int32_t segment, stretch_kind kind, double seconds,
                            double turn )
{
	const double heading = at->heading;
	at->heading = fw_angle_signed( heading + turn );
	return add( profile, ( stretch ){ .kind = kind,
	                                  .segment = segment,
	                                  .begin = at->distance,
	                                  .corner = INFINITY,
	                                  .seconds = seconds,
	                                  .heading = heading,
	                                  .turn = turn } );
}

static fw_status add_link( fw_profile* profile, stretch_maker* at, int32_t index )
{
	const fw_profile_def* def = &profile->def;
	const fw_segment* segment = &profile->path.segments[index];
	const fw_link* link = NULL;
	if ( def->grid != NULL && fmax( fabs( segment->from.x ), fabs( segment->to.x ) ) < 1e6 &&
	     fmax( fabs( segment->from.y ), fabs( segment->to.y ) ) < 1e6 )
	{
		link = fw_grid_link_find( def->grid, (int32_t)floor( segment->from.x ), (int32_t)floor( segment->from.y ),
		                          (int32_t)floor( segment->to.x ), (int32_t)floor( segment->to.y ),
		                          def->unit.capabilities );
	}
	at->stands = true;
	return add_pause( profile, at, index, STRETCH_WAIT, link != NULL ? link->cost / def->unit.speed : 0.0, 0.0 );
}

// The pause between the segment before and this one.
static fw_status add_joint( fw_profile* profile, stretch_maker* at, int32_t index, double heading )
{
	const fw_profile_def* def = &profile->def;
	const fw_segment* segment = &profile->path.segments[index];
	const double turn = at->any_heading ? 0.0 : fw_angle_signed( heading - at->heading );
	fw_status status = FW_OK;
	if ( at->moves && segment->gear != at->gear )
	{
		status = add_pause( profile, at, index, STRETCH_WAIT, def->gear_time, 0.0 );
		at->stands = true;
	}
	at->corner = corner_limit( def, turn );
	if ( status == FW_OK && fabs( turn ) > CORNER_SLACK && ( at->stands || at->corner == 0.0 ) )
	{
		status = add_pause( profile, at, index, STRETCH_TURN, fabs( turn ) / def->turn_rate, turn );
		at->corner = INFINITY; // the pause is the limit
	}
	return status;
}

static fw_status add_drive( fw_profile* profile, stretch_maker* at, int32_t index )
{
	const fw_profile_def* def = &profile->def;
	const fw_segment* segment = &profile->path.segments[index];
	if ( !find_cuts( profile, segment ) )
	{
		return FW_ERR_MEMORY;
	}
	double from = 0.0;
	double cost = 0.0; // of the stretch that grows
	for ( int32_t i = 0; i <= profile->cut_count; i++ )
	{
		const double to = i < profile->cut_count ? profile->cuts[i] * segment->length : segment->length;
		if ( !( to > from ) )
		{
			continue;
		}
		const double here =
		    def->grid != NULL ? cost_at( def, fw_segment_pose_at( segment, 0.5 * ( from + to ) ) ) : 1.0;
		if ( here == cost )
		{
			stretch* last = &profile->stretches[profile->count - 1];
			last->length = to - last->into;
		}
		else
		{
			const double limit = speed_limit( def, segment, here );
			FW_TRY( add( profile, ( stretch ){ .segment = index,
			                                   .begin = at->distance + from,
			                                   .into = from,
			                                   .length = to - from,
			                                   .limit = limit * limit,
			                                   .corner = at->corner } ) );
			at->corner = INFINITY;
			cost = here;
		}
		from = to;
	}
	return FW_OK;
}

fw_status fw_stretches_find( fw_profile* profile, profile_start start )
{
	const fw_path* path = &profile->path;
	stretch_maker at = {
	    .heading = fw_angle_signed( path->start.heading ),
	    .any_heading = profile->def.start_any_heading,
	    .moves = start.speed > 0.0,
	    .gear = start.gear,
	};
	fw_status status = FW_OK;
	profile->count = 0;
	for ( int32_t i = 0; i < path->count && status == FW_OK; i++ )
	{
		const fw_segment* segment = &path->segments[i];
		if ( segment->kind == FW_SEGMENT_LINK )
		{
			status = add_link( profile, &at, i );
			continue;
		}
		if ( segment->length == 0.0 )
		{
			continue; // a point has no heading
		}
		status = add_joint( profile, &at, i, fw_segment_pose_at( segment, 0.0 ).heading );
		status = status == FW_OK ? add_drive( profile, &at, i ) : status;
		at.distance += segment->length;
		at.heading = fw_segment_pose_at( segment, segment->length ).heading;
		at.any_heading = false;
		at.stands = false;
		at.moves = true;
		at.gear = segment->gear;
	}
	return status;
}

void fw_stretches_brake( fw_profile* profile )
{
	const double braking = profile->def.unit.braking;
	profile->end_most = profile->def.end_speed * profile->def.end_speed;
	double most = profile->end_most;
	for ( int32_t i = profile->count - 1; i >= 0; i-- )
	{
		stretch* here = &profile->stretches[i];
		most = fmin( fmin( most + 2.0 * braking * here->length, here->limit ), here->corner );
		here->most = i > 0 ? fmin( most, profile->stretches[i - 1].limit ) : most;
		most = here->most;
	}
}
