// SPDX-License-Identifier: MIT
// Traffic of straits: counts, gates, and the side on which a unit drives.
#include "crowd/strait.h"

#include <math.h>

// Four tiles have three lanes for a radius of 2/3, however that is rounded.
#define LANE_SLACK 1e-9
// Beyond the coordinates of any map [tiles].
#define NOWHERE 1e9
// Units side by side still meet [tiles].
#define SIDE_BY_SIDE 1.0

void fw_straits_begin_tick( fw_straits* straits, double time )
{
	for ( int32_t i = 0; i < straits->listed_count; i++ )
	{
		fw_strait* strait = fw_straits_get( straits, straits->listed[i] );
		strait->was_inside = strait->inside[0] + strait->inside[1];
		for ( int32_t d = 0; d < 2; d++ )
		{
			strait->wanted[d] = 0;
			strait->inside[d] = 0;
			strait->open[d] = true;
		}
		strait->gated = false;
	}
	straits->listed_count = 0;
	straits->tick++;
	straits->time = time;
	fw_straits_refresh( straits );
}

// The strait, which has traffic in this tick from now on; NULL if there is none.
static fw_strait* list( fw_straits* straits, int32_t id, double radius )
{
	fw_strait* strait = fw_straits_get( straits, id );
	if ( strait == NULL )
	{
		return NULL;
	}
	if ( strait->listed != straits->tick )
	{
		strait->idle_since = strait->listed + 1 == straits->tick ? strait->idle_since : straits->time;
		strait->listed = straits->tick;
		strait->last[0] = NOWHERE;
		strait->last[1] = -NOWHERE;
		straits->listed[straits->listed_count++] = id;
	}
	strait->touched = straits->tick;
	strait->gated = strait->gated || fw_strait_lanes( strait, radius ) <= 1;
	return strait;
}

static void note_place( fw_strait* strait, int32_t direction, fw_vec2 place )
{
	const double along = strait->along_x ? place.x : place.y;
	double* last = &strait->last[direction];
	*last = direction == 0 ? fmin( *last, along ) : fmax( *last, along );
}

void fw_straits_want( fw_straits* straits, int32_t id, int32_t direction, double radius, fw_vec2 place )
{
	fw_strait* strait = list( straits, id, radius );
	if ( strait != NULL )
	{
		strait->wanted[direction]++;
		note_place( strait, direction, place );
	}
}

void fw_straits_inside( fw_straits* straits, int32_t id, int32_t direction, double radius, fw_vec2 place )
{
	fw_strait* strait = list( straits, id, radius );
	if ( strait != NULL )
	{
		strait->inside[direction]++;
		note_place( strait, direction, place );
	}
}

void fw_straits_enter( fw_straits* straits, int32_t id, int32_t direction, double radius )
{
	fw_strait* strait = list( straits, id, radius );
	if ( strait == NULL )
	{
		return;
	}
	strait->inside[direction]++;
	strait->used++;
	strait->idle_since = straits->time;
	if ( strait->gated )
	{
		const bool batch_is_over = strait->used >= FW_STRAIT_BATCH && strait->wanted[1 - direction] > 0;
		strait->open[1 - direction] = false;
		strait->open[direction] = strait->open[direction] && !batch_is_over;
	}
}

static void turn( fw_strait* strait, int32_t direction, double time )
{
	strait->direction = direction;
	strait->used = 0;
	strait->idle_since = time;
}

static void settle_gate( fw_strait* strait, double time )
{
	const int32_t inside = strait->inside[0] + strait->inside[1];
	const bool contested = strait->wanted[0] > 0 && strait->wanted[1] > 0;
	const int32_t wanted = strait->wanted[1] > 0 ? 1 : 0;
	if ( inside < strait->was_inside )
	{
		strait->idle_since = time;
	}
	if ( contested )
	{
		const bool unused = time - strait->idle_since > FW_STRAIT_UNUSED;
		const bool is_others = strait->inside[strait->direction] == 0 && inside > 0;
		if ( is_others )
		{
			turn( strait, 1 - strait->direction, time );
		}
		else if ( inside == 0 && ( unused || strait->used >= FW_STRAIT_BATCH ) )
		{
			turn( strait, 1 - strait->direction, time );
		}
		strait->open[strait->direction] = strait->inside[1 - strait->direction] == 0 && strait->used < FW_STRAIT_BATCH;
		strait->open[1 - strait->direction] = false;
	}
	else
	{
		strait->open[0] = strait->inside[1] == 0;
		strait->open[1] = strait->inside[0] == 0;
		if ( strait->wanted[wanted] > 0 && strait->direction != wanted && strait->open[wanted] )
		{
			turn( strait, wanted, time );
		}
	}
	const double stuck = fmax( FW_STRAIT_STUCK, FW_STRAIT_TILE_TIME * ( strait->to - strait->from + 1 ) );
	if ( !contested && ( strait->wanted[wanted] == 0 || strait->open[wanted] ) )
	{
		strait->idle_since = time;
	}
	else if ( time - strait->idle_since > stuck )
	{
		strait->open[0] = true;
		strait->open[1] = true;
	}
}

void fw_straits_settle( fw_straits* straits )
{
	for ( int32_t i = 0; i < straits->listed_count; i++ )
	{
		fw_strait* strait = fw_straits_get( straits, straits->listed[i] );
		if ( strait->gated )
		{
			settle_gate( strait, straits->time );
		}
		else
		{
			strait->idle_since = straits->time;
		}
	}
}

bool fw_strait_meets( const fw_strait* strait, int32_t direction, fw_vec2 place )
{
	const double along = strait->along_x ? place.x : place.y;
	const double theirs = strait->last[1 - direction];
	return direction == 0 ? theirs > along - SIDE_BY_SIDE : theirs < along + SIDE_BY_SIDE;
}

int32_t fw_strait_lanes( const fw_strait* strait, double radius )
{
	return (int32_t)floor( strait->width / fmax( 1.0, 2.0 * radius ) + LANE_SLACK );
}

fw_strait_rule fw_strait_side( const fw_strait* strait, int32_t direction, double radius, fw_strait_stage stage,
                               int32_t* lo, int32_t* hi )
{
	const int32_t lanes = fw_strait_lanes( strait, radius );
	const int32_t half = strait->width / 2;
	*lo = INT32_MIN;
	*hi = INT32_MAX;
	if ( lanes > FW_STRAIT_LANES_NIMBLE )
	{
		return FW_STRAIT_ANYWHERE;
	}
	if ( lanes <= 1 && stage != FW_STRAIT_ENTERS )
	{
		// The axis is in the middle of a tile or between two.
		const bool is_between = strait->width % 2 == 0;
		const double room = ceil( 2.0 * radius - ( is_between ? 0.5 : 0.0 ) - LANE_SLACK );
		const int32_t clear = stage == FW_STRAIT_WAITS ? (int32_t)fmax( 1.0, room ) : 0;
		*lo = strait->lo + half - ( is_between ? 1 : 0 ) - clear;
		*hi = strait->hi - half + ( is_between ? 1 : 0 ) + clear;
		return stage == FW_STRAIT_WAITS ? FW_STRAIT_BESIDE : FW_STRAIT_ON;
	}
	// Of three lanes the middle one belongs to no side: both would meet there. y points down: who drives towards +x has
	// +y at its right, who drives towards +y has -x there.
	const int32_t other = lanes == 3 ? ( strait->width + 1 ) / 2 : half;
	if ( strait->along_x == ( direction == 0 ) )
	{
		*lo = strait->lo + other;
	}
	else
	{
		*hi = strait->hi - other;
	}
	return FW_STRAIT_ON;
}

bool fw_strait_holds( const fw_strait* strait, fw_vec2 position )
{
	const double along = strait->along_x ? position.x : position.y;
	const double across = strait->along_x ? position.y : position.x;
	return across > strait->lo && across < strait->hi + 1 && along > strait->from - FW_STRAIT_MOUTH &&
	       along < strait->to + 1 + FW_STRAIT_MOUTH;
}
