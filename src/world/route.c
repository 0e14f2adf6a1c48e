// SPDX-License-Identifier: MIT
// The route of a formation: the path of its middle, and the room on both sides of it.
#include "fairway/sweep.h"
#include "world/world.h"

#include <math.h>

// The room is measured each half tile.
#define SAMPLE 0.5
// So exactly, in pitches of the formation.
#define EXACT 0.125
// A formation that folds has room for so much of its column before and behind the route [tiles].
#define STRAIGHT_MAX 64.0
// A formation heads along a chord of the route, so that it does not swing round in corners: so long to both sides
// [tiles], or this part of its half width.
#define CHORD_MIN 1.5
#define CHORD_PART 0.75
// The room at a place is the least of so many tiles before and behind it.
#define AROUND 1.5

static fw_vec2 point_at( const world_group* group, double at )
{
	const fw_path* route = &group->march.route;
	const double beyond = at < 0.0 ? at : fmax( at - route->length, 0.0 );
	const fw_pose pose = fw_path_at( route, at ).pose;
	double sine, cosine;
	fw_sincos( pose.heading, &sine, &cosine );
	return ( fw_vec2 ){ pose.x + beyond * cosine, pose.y + beyond * sine };
}

// The direction in which the formation heads there.
static fw_vec2 axis_at( const world_group* group, double at )
{
	const double half_chord = fmax( CHORD_MIN, CHORD_PART * group->march.half_width );
	const fw_vec2 from = point_at( group, at - half_chord );
	const fw_vec2 to = point_at( group, at + half_chord );
	const fw_vec2 chord = { to.x - from.x, to.y - from.y };
	const double length = fw_length( chord.x, chord.y );
	return length > 0.0 ? ( fw_vec2 ){ chord.x / length, chord.y / length } : ( fw_vec2 ){ 1.0, 0.0 };
}

static fw_vec2 beside( const world_group* group, double at, double y )
{
	const fw_vec2 middle = point_at( group, at );
	const fw_vec2 axis = axis_at( group, at );
	return ( fw_vec2 ){ middle.x - y * axis.y, middle.y + y * axis.x };
}

static bool is_free( const fw_world* world, const world_group* group, double at, double y )
{
	const fw_unit* widest = &group->march.widest;
	const fw_segment line = fw_segment_line( point_at( group, at ), beside( group, at, y ), FW_GEAR_FORWARD );
	return fw_sweep_segment( world->grid, widest, &line );
}

static double room_to( const fw_world* world, const world_group* group, double at, double side )
{
	const double most = group->march.side;
	if ( is_free( world, group, at, side * most ) )
	{
		return most;
	}
	double free = 0.0;
	double blocked = most;
	while ( blocked - free > EXACT * group->march.pitch )
	{
		const double middle = 0.5 * ( free + blocked );
		const bool good = is_free( world, group, at, side * middle );
		free = good ? middle : free;
		blocked = good ? blocked : middle;
	}
	return free;
}

fw_status fw_route_measure( fw_world* world, world_group* group, double up_to )
{
	world_march* march = &group->march;
	const double end = fmin( up_to, march->end );
	while ( march->begin + march->room_count * SAMPLE <= end )
	{
		const double at = march->begin + march->room_count * SAMPLE;
		const route_room room = { room_to( world, group, at, -1.0 ), room_to( world, group, at, 1.0 ) };
		if ( !FW_PUSH( &world->allocator, &march->room, &march->room_count, &march->room_capacity, room ) )
		{
			return FW_ERR_MEMORY;
		}
	}
	return FW_OK;
}

// How far is the ground free straight on from an end of the route?
static double straight_on( const fw_world* world, const world_group* group, double from, double step )
{
	const fw_unit* widest = &group->march.widest;
	double free = 0.0;
	while ( fabs( free ) < fmin( STRAIGHT_MAX, group->count * group->march.pitch ) )
	{
		const fw_segment line =
		    fw_segment_line( point_at( group, from + free ), point_at( group, from + free + step ), FW_GEAR_FORWARD );
		if ( !fw_sweep_segment( world->grid, widest, &line ) )
		{
			break;
		}
		free += step;
	}
	return free;
}

void fw_route_begin( const fw_world* world, world_group* group )
{
	world_march* march = &group->march;
	march->room_count = 0;
	march->begin = straight_on( world, group, 0.0, -SAMPLE );
	march->end = march->route.length + straight_on( world, group, march->route.length, SAMPLE );
}

static int32_t sample_of( const world_march* march, double at )
{
	return (int32_t)fmin( fmax( floor( ( at - march->begin ) / SAMPLE + 0.5 ), 0.0 ), march->room_count - 1.0 );
}

double fw_route_width( const world_group* group, double from, double to )
{
	const world_march* march = &group->march;
	double width = INFINITY;
	for ( int32_t i = sample_of( march, from ); i >= 0 && i <= sample_of( march, to ); i++ )
	{
		width = fmin( width, march->room[i].left + march->room[i].right );
	}
	return width;
}

fw_vec2 fw_route_place( const world_group* group, fw_vec2 folded, double at )
{
	const world_march* march = &group->march;
	const double there = fmin( fmax( at + folded.x, march->begin ), march->end );
	double left = march->side;
	double right = march->side;
	for ( int32_t i = sample_of( march, there - AROUND ); i >= 0 && i <= sample_of( march, there + AROUND ); i++ )
	{
		left = fmin( left, march->room[i].left );
		right = fmin( right, march->room[i].right );
	}
	// All of the row moves to the side where there is room.
	const double low = -left - march->low.y;
	const double high = right - march->high.y;
	const double shift = low > high ? 0.5 * ( low + high ) : fmin( fmax( 0.0, low ), high );
	return beside( group, there, fmin( fmax( folded.y + shift, -left ), right ) );
}

double fw_route_project( const world_group* group, fw_vec2 point, double near )
{
	double best = near;
	double least = INFINITY;
	for ( int32_t i = -8; i <= 16; i++ )
	{
		const fw_vec2 middle = point_at( group, near + 0.25 * i );
		const double away = fw_length( middle.x - point.x, middle.y - point.y );
		best = away < least ? near + 0.25 * i : best;
		least = fmin( least, away );
	}
	return best;
}
