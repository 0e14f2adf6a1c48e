// SPDX-License-Identifier: MIT
// Traffic of straits: counts, gates, and the side on which a unit drives.
#include "crowd/strait.h"

#include <math.h>

// Four tiles have three lanes for a radius of 2/3, however that is rounded.
#define LANE_SLACK 1e-9

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
		straits->listed[straits->listed_count++] = id;
	}
	strait->touched = straits->tick;
	strait->gated = strait->gated || fw_strait_lanes( strait, radius ) <= 1;
	return strait;
}

void fw_straits_want( fw_straits* straits, int32_t id, int32_t direction, double radius )
{
	fw_strait* strait = list( straits, id, radius );
	if ( strait != NULL )
	{
		strait->wanted[direction]++;
	}
}

void fw_straits_inside( fw_straits* straits, int32_t id, int32_t direction, double radius )
{
	fw_strait* strait = list( straits, id, radius );
	if ( strait != NULL )
	{
		strait->inside[direction]++;
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
		if ( inside == 0 && ( unused || strait->used >= FW_STRAIT_BATCH ) )
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

int32_t fw_strait_lanes( const fw_strait* strait, double radius )
{
	return (int32_t)floor( strait->width / fmax( 1.0, 2.0 * radius ) + LANE_SLACK );
}

bool fw_strait_side( const fw_strait* strait, int32_t direction, double radius, bool may_enter, int32_t* lo,
                     int32_t* hi )
{
	const int32_t lanes = fw_strait_lanes( strait, radius );
	*lo = INT32_MIN;
	*hi = INT32_MAX;
	if ( lanes > FW_STRAIT_LANES_MAX )
	{
		return false;
	}
	int32_t off = strait->width / 2;
	if ( lanes <= 1 && !may_enter )
	{
		// Those who come out drive along the axis, which is in the middle of a tile or between two.
		const double first = strait->width % 2 == 0 ? 0.5 : 0.0;
		off += (int32_t)fmax( 1.0, ceil( 2.0 * radius - first - LANE_SLACK ) );
	}
	// y points down: who drives towards +x has +y at its right, who drives towards +y has -x there.
	if ( strait->along_x == ( direction == 0 ) )
	{
		*lo = strait->lo + off;
	}
	else
	{
		*hi = strait->hi - off;
	}
	return true;
}

bool fw_strait_holds( const fw_strait* strait, fw_vec2 position )
{
	const double along = strait->along_x ? position.x : position.y;
	const double across = strait->along_x ? position.y : position.x;
	return across > strait->lo && across < strait->hi + 1 && along > strait->from - FW_STRAIT_MOUTH &&
	       along < strait->to + 1 + FW_STRAIT_MOUTH;
}
