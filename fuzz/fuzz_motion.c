// SPDX-License-Identifier: MIT
// Speeds along any path, and a unit that follows it: never above the limits of speed, acceleration and braking unless
// the profile says by how much, always on the path, forward in time and distance. Orders to brake, to go on and to take
// over another path at any moment change no speed at once; one step gives the same bits as many steps of the same total
// time.
#include "motion/profile.h"
#include "world.h"

#include <math.h>

#define SAMPLES 40
#define SLACK 1e-6 // of speeds [tiles/s] and positions [tiles], relative to their limits

static const fw_segment no_segment = { .kind = FW_SEGMENT_LINE };

static bool near( double a, double b )
{
	return fabs( a - b ) <= SLACK * ( 1.0 + fabs( a ) );
}

static fw_profile_def def_of( input* in, const world* w )
{
	fw_profile_def def = fw_default_profile_def();
	fw_unit* unit = &def.unit;
	def.allocator = w->allocator;
	unit->speed = 0.25 * ( 1 + take( in, 40 ) );
	unit->acceleration = 0.25 * ( 1 + take( in, 40 ) );
	unit->braking = 0.25 * ( 1 + take( in, 40 ) );
	unit->lateral = chance( in, 2 ) ? 0.25 * take( in, 40 ) : 0.0;
	unit->turning_radius = chance( in, 2 ) ? 0.5 * take( in, 6 ) : 0.0;
	unit->reverse = true;
	unit->reverse_factor = 1.0 + take( in, 4 ) * 0.5;
	def.grid = chance( in, 2 ) ? w->grid : NULL;
	def.start_any_heading = chance( in, 2 );
	def.start_speed = chance( in, 3 ) ? real( in, 0.0, 2.0 * unit->speed ) : 0.0;
	def.end_speed = chance( in, 3 ) ? real( in, 0.0, 2.0 * unit->speed ) : 0.0;
	def.corner_slack = chance( in, 2 ) ? 0.0 : real( in, 0.0, 1.0 );
	def.corner_angle = chance( in, 3 ) ? real( in, 0.0, FW_PI ) : def.corner_angle;
	def.turn_rate = real( in, 0.001, 12.0 );
	def.gear_time = chance( in, 3 ) ? real( in, 0.0, 3.0 ) : 0.0;
	return def;
}

// One field with any number, which is refused if it is out of range.
static void check_refused( input* in, const fw_profile_def* good, const fw_path* path )
{
	fw_profile_def def = *good;
	fw_profile* profile = NULL;
	double* const fields[] = { &def.start_speed,  &def.end_speed,    &def.corner_slack,       &def.corner_angle,
	                           &def.turn_rate,    &def.gear_time,    &def.unit.speed,         &def.unit.acceleration,
	                           &def.unit.braking, &def.unit.lateral, &def.unit.turning_radius };
	*fields[take( in, sizeof( fields ) / sizeof( fields[0] ) )] = world_wild( in );
	const fw_status status = fw_profile_create( &def, path, &profile, NULL );
	CHECK( status == fw_profile_def_check( &def, NULL ) && ( status == FW_OK ) == ( profile != NULL ) );
	if ( status == FW_OK )
	{
		const double time = fw_profile_time( profile );
		const fw_motion at = fw_profile_state( profile, 0.5 * time );
		CHECK( time >= 0.0 && at.speed >= 0.0 && isfinite( at.pose.x ) && isfinite( at.pose.y ) );
	}
	fw_profile_destroy( profile );
	def = *good;
	def.cookie++;
	CHECK( fw_profile_create( &def, path, &profile, NULL ) == FW_ERR_DEF );
}

// A path with a coordinate or a length that is not finite.
static void check_unsound( input* in, const world* w, const fw_profile_def* def, const fw_path* path )
{
	fw_path bad;
	fw_profile* profile = NULL;
	fw_path_init( &bad, &w->allocator );
	CHECK( fw_path_copy( &bad, path ) == FW_OK );
	if ( bad.count > 0 )
	{
		fw_segment* s = &bad.segments[take( in, (uint32_t)bad.count )];
		double* const fields[] = { &s->from.x, &s->to.y, &s->length, &s->length };
		const double values[] = { NAN, INFINITY, NAN, -1.0 };
		const uint32_t which = take( in, 4 );
		*fields[which] = values[which];
		CHECK( fw_profile_create( def, &bad, &profile, NULL ) == FW_ERR_ARGUMENT );
	}
	fw_path_free( &bad );
}

// The limit of the speed on a segment at a point.
static double limit_of( const fw_profile_def* def, const fw_segment* segment, fw_pose pose )
{
	double cost = 1.0;
	if ( def->grid != NULL )
	{
		const int32_t x = (int32_t)fmin( fmax( floor( pose.x ), -1.0 ), FW_GRID_MAX_SIDE );
		const int32_t y = (int32_t)fmin( fmax( floor( pose.y ), -1.0 ), FW_GRID_MAX_SIDE );
		const bool open = fw_grid_passable( def->grid, x, y, def->unit.capabilities );
		cost = open ? fw_grid_terrain( def->grid, fw_grid_get( def->grid, x, y ) )->cost : 1.0;
	}
	const double back = segment->gear == FW_GEAR_REVERSE ? def->unit.reverse_factor : 1.0;
	const double straight = def->unit.speed / ( cost * back );
	const bool turns = segment->kind == FW_SEGMENT_ARC;
	return turns ? fmin( straight, fw_turn_speed( &def->unit, segment->radius ) ) : straight;
}

// Is a point so near to a border of tiles that the terrain of either side may count?
static bool at_border( fw_pose pose )
{
	return fabs( pose.x - floor( pose.x + 0.5 ) ) < 1e-6 || fabs( pose.y - floor( pose.y + 0.5 ) ) < 1e-6;
}

static void check_motion( const fw_profile_def* def, const fw_path* path, const fw_motion* at, double over )
{
	const fw_path_state place = fw_path_at( path, at->distance );
	CHECK( at->distance >= 0.0 && at->distance <= path->length * ( 1.0 + 1e-12 ) + 1e-12 );
	CHECK( near( place.pose.x, at->pose.x ) && near( place.pose.y, at->pose.y ) );
	CHECK( at->speed >= 0.0 && isfinite( at->pose.heading ) );
	CHECK( at->acceleration <= def->unit.acceleration * ( 1.0 + SLACK ) );
	CHECK( at->acceleration >= -def->unit.braking * ( 1.0 + SLACK ) );
	CHECK( at->segment >= -1 && at->segment < path->count );
	const fw_segment* segment = at->segment >= 0 ? &path->segments[at->segment] : &no_segment;
	CHECK( at->segment < 0 || at->gear == segment->gear );
	CHECK( at_border( at->pose ) || at->segment < 0 ||
	       at->speed <= limit_of( def, segment, at->pose ) * ( 1.0 + SLACK ) + SLACK + over );
}

static void check_knots( const fw_profile_def* def, const fw_profile* profile )
{
	int32_t count = 0;
	const fw_profile_knot* knots = fw_profile_knots( profile, &count );
	const double over = fw_profile_overspeed( profile );
	CHECK( count >= 1 && knots[0].time == 0.0 && knots[0].distance == 0.0 );
	CHECK( over >= 0.0 && near( knots[count - 1].time, fw_profile_time( profile ) ) );
	CHECK( over > 0.0 || knots[0].speed <= def->start_speed * ( 1.0 + SLACK ) );
	for ( int32_t i = 1; i < count; i++ )
	{
		const fw_profile_knot* a = &knots[i - 1];
		const fw_profile_knot* b = &knots[i];
		CHECK( b->time >= a->time && b->distance >= a->distance && b->speed >= 0.0 );
		const double passed = b->time - a->time;
		// After a stop a knot begins anew; otherwise speeds are continuous.
		const double ended = a->speed + a->acceleration * passed;
		CHECK( over > 0.0 || b->distance == a->distance || fabs( ended - b->speed ) <= 1e-4 * ( 1.0 + a->speed ) ||
		       b->speed == 0.0 );
	}
	CHECK( over > 0.0 || knots[count - 1].speed <= def->end_speed * ( 1.0 + SLACK ) + SLACK );
}

static void check_profile( input* in, const fw_profile_def* def, const fw_path* path )
{
	fw_profile* profile = NULL;
	CHECK( fw_profile_create( def, path, &profile, NULL ) == FW_OK );
	check_knots( def, profile );
	CHECK( near( fw_profile_length( profile ), path->length ) );
	check_same_path( &profile->path, path );
	const double time = fw_profile_time( profile );
	double before = 0.0;
	for ( int32_t i = 0; i <= SAMPLES; i++ )
	{
		const fw_motion at = fw_profile_state( profile, time * i / SAMPLES );
		check_motion( def, path, &at, fw_profile_overspeed( profile ) );
		CHECK( at.distance >= before &&
		       fw_profile_time_at( profile, at.distance ) <= at.time + SLACK * ( 1.0 + time ) );
		before = at.distance;
	}
	CHECK( near( before, path->length ) );
	const double distance = chance( in, 8 ) ? -1.0 : real( in, 0.0, path->length );
	const double when = fw_profile_time_at( profile, distance );
	CHECK( when >= 0.0 && when <= time * ( 1.0 + SLACK ) + SLACK );
	CHECK( fabs( fw_profile_state( profile, when ).distance - fmax( distance, 0.0 ) ) <=
	       1e-4 * ( 1.0 + path->length ) );
	fw_profile_destroy( profile );
}

typedef struct ride
{
	const world* w;
	fw_profile_def def;
	fw_follower* unit;
	fw_follower* twin; // a follower that takes the same time in many steps
	fw_path path;
} ride;

static void check_same_motion( const fw_motion* a, const fw_motion* b )
{
	CHECK( memcmp( &a->pose, &b->pose, sizeof( a->pose ) ) == 0 && a->distance == b->distance );
	CHECK( a->speed == b->speed && a->segment == b->segment );
}

static void ride_on( input* in, ride* r )
{
	const uint32_t steps = 1 + take( in, 200 );
	const double frame = 1.0 / 64.0;
	const fw_motion before = fw_follower_now( r->unit );
	const fw_motion ahead = fw_follower_ahead( r->unit, steps * frame );
	const double over = fw_follower_measure( r->unit ).overspeed;
	fw_motion at;
	CHECK( fw_follower_step( r->unit, steps * frame, &at, NULL ) == FW_OK );
	check_motion( &r->def, fw_follower_path( r->unit ), &at, over );
	check_same_motion( &at, &ahead );
	fw_motion twin = fw_follower_now( r->twin );
	const double fastest = fmax( r->def.unit.acceleration, 0.0 ) * frame;
	for ( uint32_t i = 0; i < steps; i++ )
	{
		const fw_motion last = twin;
		CHECK( fw_follower_step( r->twin, frame, &twin, NULL ) == FW_OK );
		CHECK( twin.distance >= last.distance );
		CHECK( twin.speed <= last.speed + fastest * ( 1.0 + SLACK ) + SLACK );
		// A unit that may be fast at the end of its path has no room to brake there.
		CHECK( over > 0.0 || fw_follower_measure( r->twin ).left == 0.0 ||
		       twin.speed >= last.speed - r->def.unit.braking * frame * ( 1.0 + SLACK ) - SLACK );
		CHECK( twin.distance - last.distance <=
		       frame * ( fmax( last.speed, twin.speed ) + fastest ) * ( 1.0 + SLACK ) + SLACK );
	}
	check_same_motion( &at, &twin );
	CHECK( at.distance >= before.distance );
	CHECK( fw_follower_measure( r->unit ).left >= 0.0 && fw_follower_measure( r->unit ).stopping_distance >= 0.0 );
	CHECK( ( fw_follower_measure( r->unit ).time_left == INFINITY ) == fw_follower_measure( r->unit ).held ||
	       fw_follower_is_done( r->unit ) );
}

// Another path from a point ahead on the present one.
static void replan( input* in, ride* r )
{
	const fw_motion now = fw_follower_now( r->unit );
	const fw_motion from = fw_follower_ahead( r->unit, take( in, 64 ) / 64.0 );
	world_path( in, r->w, from.pose, 4, &r->path );
	double place = from.distance;
	if ( chance( in, 8 ) )
	{
		place = chance( in, 2 ) ? world_wild( in ) : now.distance - 1.0;
		fw_follower* one = r->unit;
		const fw_status status = fw_follower_replan( one, &r->path, place, NULL );
		CHECK( status == fw_follower_replan( r->twin, &r->path, place, NULL ) );
		CHECK( status == FW_OK || status == FW_ERR_ARGUMENT || status == FW_ERR_MISMATCH );
	}
	else
	{
		CHECK( fw_follower_replan( r->unit, &r->path, place, NULL ) == FW_OK );
		CHECK( fw_follower_replan( r->twin, &r->path, place, NULL ) == FW_OK );
	}
	const fw_motion then = fw_follower_now( r->unit );
	CHECK( near( then.pose.x, now.pose.x ) && near( then.pose.y, now.pose.y ) );
	CHECK( fw_follower_measure( r->unit ).overspeed > 0.0 || near( then.speed, now.speed ) );
}

static void order( input* in, ride* r )
{
	const double bad = world_wild( in );
	switch ( take( in, 5 ) )
	{
	case 0:
		replan( in, r );
		break;
	case 1:
		CHECK( fw_follower_brake( r->unit ) == FW_OK && fw_follower_brake( r->twin ) == FW_OK );
		CHECK( fw_follower_measure( r->unit ).held );
		break;
	case 2:
		CHECK( fw_follower_go( r->unit ) == FW_OK && fw_follower_go( r->twin ) == FW_OK );
		CHECK( !fw_follower_measure( r->unit ).held );
		break;
	case 3:
		if ( !( bad >= 0.0 && bad < INFINITY ) )
		{
			const fw_motion now = fw_follower_now( r->unit );
			CHECK( fw_follower_step( r->unit, bad, NULL, NULL ) == FW_ERR_ARGUMENT );
			const fw_motion then = fw_follower_now( r->unit );
			check_same_motion( &now, &then );
		}
		break;
	default:
		break;
	}
	ride_on( in, r );
}

static void follow( input* in, ride* r )
{
	CHECK( fw_follower_create( &r->w->allocator, &r->unit, NULL ) == FW_OK );
	CHECK( fw_follower_create( &r->w->allocator, &r->twin, NULL ) == FW_OK );
	CHECK( fw_follower_step( r->unit, 1.0, NULL, NULL ) == FW_ERR_STATE &&
	       fw_follower_brake( r->unit ) == FW_ERR_STATE );
	CHECK( fw_follower_begin( r->unit, &r->def, &r->path, NULL ) == FW_OK );
	CHECK( fw_follower_begin( r->twin, &r->def, &r->path, NULL ) == FW_OK );
	ride_on( in, r );
	for ( uint32_t i = 0; i < 24 && in->left > 0; i++ )
	{
		order( in, r );
	}
	// It arrives once it is not held.
	CHECK( fw_follower_go( r->unit ) == FW_OK );
	const double left = fw_follower_measure( r->unit ).time_left;
	CHECK( left >= 0.0 && left < INFINITY );
	CHECK( fw_follower_step( r->unit, left + 1e-3, NULL, NULL ) == FW_OK );
	CHECK( fw_follower_is_done( r->unit ) && near( fw_follower_measure( r->unit ).left, 0.0 ) );
	fw_follower_destroy( r->unit );
	fw_follower_destroy( r->twin );
}

int LLVMFuzzerTestOneInput( const uint8_t* data, size_t size )
{
	input in = { data, size };
	world w;
	ride r = { 0 };
	world_open( &in, &w );
	r.w = &w;
	r.def = def_of( &in, &w );
	fw_path_init( &r.path, &w.allocator );
	world_path( &in, &w, chance( &in, 2 ) ? world_center( &in, &w ) : world_pose( &in, &w ), 6, &r.path );
	// A grid cuts a line at each tile, and a wild line crosses too many.
	r.def.grid = r.path.length < 1000.0 ? r.def.grid : NULL;
	check_refused( &in, &r.def, &r.path );
	check_unsound( &in, &w, &r.def, &r.path );
	check_profile( &in, &r.def, &r.path );
	follow( &in, &r );
	fw_path_free( &r.path );
	world_close( &w );
	return 0;
}
