// SPDX-License-Identifier: MIT
// Profiles: definitions, memory, and queries.
#include "motion/profile.h"

#include "geom/geom.h"

#include <math.h>

// For each stretch: brake to its limit, accelerate, keep it, brake; and one for the arrival.
#define KNOTS_OF_STRETCH 4

fw_profile_def fw_default_profile_def( void )
{
	return ( fw_profile_def ){
	    .cookie = FW_COOKIE,
	    .unit = fw_default_unit(),
	    .start_any_heading = true,
	    .corner_slack = 0.05,
	    .corner_angle = 2.0 * FW_PI / 3.0,
	    .turn_rate = FW_TAU,
	};
}

static const fw_range ranges[] = {
    { "start_speed", offsetof( fw_profile_def, start_speed ), FW_FIELD_DOUBLE, 0.0, 1e6, " tiles/s" },
    { "end_speed", offsetof( fw_profile_def, end_speed ), FW_FIELD_DOUBLE, 0.0, 1e6, " tiles/s" },
    { "corner_slack", offsetof( fw_profile_def, corner_slack ), FW_FIELD_DOUBLE, 0.0, 1.0, " tiles" },
    { "corner_angle", offsetof( fw_profile_def, corner_angle ), FW_FIELD_DOUBLE, 0.0, FW_PI, " rad" },
    { "turn_rate", offsetof( fw_profile_def, turn_rate ), FW_FIELD_DOUBLE, 1e-3, 1e6, " rad/s" },
    { "gear_time", offsetof( fw_profile_def, gear_time ), FW_FIELD_DOUBLE, 0.0, 1000.0, " s" },
};
const fw_ranges fw_profile_def_ranges = FW_RANGES( "def", "fw_default_profile_def()", ranges );

fw_status fw_profile_def_check( const fw_profile_def* def, fw_refusal* refusal )
{
	FW_TRY( fw_check( refusal, &fw_profile_def_ranges, def ) );
	return fw_unit_check( &def->unit, refusal );
}

// Arcs are cut at the borders of tiles in each of their circles.
#define SWEEP_MAX ( 100.0 * FW_TAU )

static fw_status check_path( fw_refusal* refusal, const fw_path* path )
{
	if ( !isfinite( path->start.x ) || !isfinite( path->start.y ) || !isfinite( path->start.heading ) )
	{
		return fw_refuse( refusal, FW_ERR_ARGUMENT, FW_REFUSAL_VALUE, "path.start", NULL, "is not finite" );
	}
	for ( int32_t i = 0; i < path->count; i++ )
	{
		const fw_segment* s = &path->segments[i];
		const double sum = s->from.x + s->from.y + s->to.x + s->to.y + s->length;
		const bool is_arc = s->kind == FW_SEGMENT_ARC;
		if ( !isfinite( sum ) || s->length < 0.0 ||
		     ( is_arc && ( !isfinite( s->center.x + s->center.y + s->start ) || !isfinite( s->radius ) ||
		                   s->radius <= 0.0 || !( fabs( s->sweep ) <= SWEEP_MAX ) ) ) )
		{
			const fw_status status =
			    fw_refuse( refusal, FW_ERR_ARGUMENT, FW_REFUSAL_VALUE, "segment", NULL,
			               "is not finite, has a negative length, or turns more than a hundred times" );
			return fw_refuse_entry( refusal, status, "path.segments", i );
		}
	}
	return FW_OK;
}

void fw_profile_init( fw_profile* profile, const fw_allocator* allocator )
{
	*profile = ( fw_profile ){ .allocator = fw_allocator_or_default( allocator ) };
	fw_path_init( &profile->path, &profile->allocator );
}

void fw_profile_clear( fw_profile* profile )
{
	const fw_allocator* allocator = &profile->allocator;
	fw_free( allocator, profile->stretches, (size_t)profile->capacity, sizeof( stretch ) );
	fw_free( allocator, profile->knots, (size_t)profile->knot_capacity, sizeof( fw_profile_knot ) );
	fw_free( allocator, profile->cuts, (size_t)profile->cut_capacity, sizeof( double ) );
	fw_path_free( &profile->path );
}

fw_status fw_profile_prepare( fw_profile* profile, const fw_profile_def* def, const fw_path* path, profile_start start,
                              fw_refusal* refusal )
{
	FW_TRY( fw_profile_def_check( def, refusal ) );
	FW_TRY( FW_CHECK_NULL( refusal, path ) );
	FW_TRY( check_path( refusal, path ) );
	profile->def = *def;
	fw_status status = fw_path_copy( &profile->path, path );
	status = status == FW_OK ? fw_stretches_find( profile, start ) : status;
	if ( status == FW_OK )
	{
		profile->end = fw_path_end( &profile->path );
		fw_stretches_brake( profile );
	}
	return fw_refuse_status( refusal, status );
}

fw_status fw_profile_take( fw_profile* profile, const fw_profile_def* def, const fw_path* path, profile_start start,
                           fw_refusal* refusal )
{
	FW_TRY( fw_profile_prepare( profile, def, path, start, refusal ) );
	if ( profile->count > ( INT32_MAX - 1 ) / KNOTS_OF_STRETCH )
	{
		return fw_refuse_status( refusal, FW_ERR_TOO_LARGE );
	}
	if ( !FW_GROW( &profile->allocator, &profile->knots, &profile->knot_capacity,
	               KNOTS_OF_STRETCH * profile->count + 1 ) )
	{
		return fw_refuse_status( refusal, FW_ERR_MEMORY );
	}
	fw_profile_run( profile, 0, 0.0, start.speed );
	return FW_OK;
}

fw_status fw_profile_create( const fw_profile_def* def, const fw_path* path, fw_profile** profile, fw_refusal* refusal )
{
	FW_TRY( FW_CHECK_NULL( refusal, def, path, profile ) );
	FW_TRY( fw_profile_def_check( def, refusal ) );
	const fw_allocator allocator = fw_allocator_or_default( &def->allocator );
	fw_profile* made = fw_alloc( &allocator, 1, sizeof( fw_profile ) );
	if ( made == NULL )
	{
		return fw_refuse_status( refusal, FW_ERR_MEMORY );
	}
	fw_profile_init( made, &allocator );
	const fw_status status = fw_profile_take( made, def, path, fw_profile_start( def, path ), refusal );
	if ( status != FW_OK )
	{
		fw_profile_destroy( made );
		return status;
	}
	*profile = made;
	return FW_OK;
}

void fw_profile_destroy( fw_profile* profile )
{
	if ( profile != NULL )
	{
		const fw_allocator allocator = profile->allocator;
		fw_profile_clear( profile );
		fw_free( &allocator, profile, 1, sizeof( fw_profile ) );
	}
}

double fw_profile_time( const fw_profile* profile )
{
	return profile->knots[profile->knot_count - 1].time;
}

double fw_profile_length( const fw_profile* profile )
{
	return profile->knots[profile->knot_count - 1].distance;
}

double fw_profile_overspeed( const fw_profile* profile )
{
	return profile->overspeed;
}

const fw_profile_knot* fw_profile_knots( const fw_profile* profile, int32_t* count )
{
	*count = profile->knot_count;
	return profile->knots;
}

int32_t fw_profile_knot_before( const fw_profile* profile, double time )
{
	int32_t low = 0;
	int32_t high = profile->knot_count; // is later
	while ( high - low > 1 )
	{
		const int32_t middle = low + ( high - low ) / 2;
		*( profile->knots[middle].time <= time ? &low : &high ) = middle;
	}
	return low;
}

// The first knot that is not nearer; the last one if all are.
static int32_t knot_at_distance( const fw_profile* profile, double distance )
{
	int32_t low = -1; // is nearer
	int32_t high = profile->knot_count - 1;
	while ( high - low > 1 )
	{
		const int32_t middle = low + ( high - low ) / 2;
		*( profile->knots[middle].distance < distance ? &low : &high ) = middle;
	}
	return high;
}

static double speed_after( const fw_profile_knot* knot, double distance )
{
	const double square = knot->speed * knot->speed + 2.0 * knot->acceleration * ( distance - knot->distance );
	return sqrt( fmax( 0.0, square ) );
}

double fw_profile_speed_at( const fw_profile* profile, double distance )
{
	int32_t index = knot_at_distance( profile, distance );
	const fw_profile_knot* knots = profile->knots;
	if ( index > 0 && knots[index].distance > distance )
	{
		return speed_after( &knots[index - 1], distance );
	}
	double least = knots[index].speed;
	while ( index + 1 < profile->knot_count && knots[index + 1].distance <= knots[index].distance )
	{
		least = fmin( least, knots[++index].speed );
	}
	return least;
}

double fw_profile_time_at( const fw_profile* profile, double far )
{
	// Beyond the last distance, the time would be the end of a pause there.
	const double distance = fmin( far, fw_profile_length( profile ) );
	const int32_t index = knot_at_distance( profile, distance );
	const fw_profile_knot* knot = &profile->knots[index];
	if ( index == 0 || !( knot->distance > distance ) )
	{
		return knot->time;
	}
	const fw_profile_knot* before = knot - 1;
	const double sum = before->speed + speed_after( before, distance );
	return sum > 0.0 ? before->time + 2.0 * ( distance - before->distance ) / sum : before->time;
}

fw_segment fw_segment_part( const fw_segment* segment, double from, double to )
{
	fw_segment part = *segment;
	const fw_pose begin = fw_segment_pose_at( segment, from );
	const fw_pose end = fw_segment_pose_at( segment, to );
	part.from = ( fw_vec2 ){ begin.x, begin.y };
	part.to = ( fw_vec2 ){ end.x, end.y };
	part.length = to - from;
	if ( segment->kind == FW_SEGMENT_ARC )
	{
		part.start = fw_angle_signed( segment->start + from / segment->length * segment->sweep );
		part.sweep = ( to - from ) / segment->length * segment->sweep;
	}
	return part;
}

fw_motion fw_stretch_motion( const fw_profile* profile, int32_t index, double distance, double part )
{
	const stretch* here = &profile->stretches[index];
	const fw_segment* segment = &profile->path.segments[here->segment];
	fw_motion motion = { .distance = distance, .gear = segment->gear, .segment = here->segment };
	if ( here->kind == STRETCH_DRIVE )
	{
		motion.pose = fw_segment_pose_at( segment, here->into + ( distance - here->begin ) );
		motion.curvature = fw_segment_curvature( segment );
		return motion;
	}
	motion.pose = ( fw_pose ){ segment->from.x, segment->from.y, fw_angle_signed( here->heading + part * here->turn ) };
	return motion;
}

fw_motion fw_profile_state( const fw_profile* profile, double time )
{
	const double clock = fmin( fmax( time, 0.0 ), fw_profile_time( profile ) );
	const int32_t index = fw_profile_knot_before( profile, clock );
	const fw_profile_knot* knot = &profile->knots[index];
	if ( index == profile->knot_count - 1 )
	{
		const fw_segment* last = profile->path.count > 0 ? &profile->path.segments[profile->path.count - 1] : NULL;
		return ( fw_motion ){
		    .time = clock,
		    .distance = knot->distance,
		    .pose = profile->end,
		    .speed = knot->speed,
		    .curvature = last != NULL ? fw_segment_curvature( last ) : 0.0,
		    .gear = last != NULL ? last->gear : FW_GEAR_FORWARD,
		    .segment = profile->path.count - 1,
		};
	}
	const double since = clock - knot->time;
	const double whole = knot[1].time - knot->time;
	const double driven = since * ( knot->speed + 0.5 * knot->acceleration * since );
	const double distance = fmin( knot->distance + fmax( driven, 0.0 ), knot[1].distance );
	fw_motion motion =
	    fw_stretch_motion( profile, knot->stretch, distance, whole > 0.0 ? fmin( since / whole, 1.0 ) : 1.0 );
	motion.time = clock;
	motion.speed = fmax( 0.0, knot->speed + knot->acceleration * since );
	motion.acceleration = knot->acceleration;
	return motion;
}
