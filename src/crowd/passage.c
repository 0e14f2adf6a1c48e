// SPDX-License-Identifier: MIT
// Passages: stretches of a walker's path that are one tile wide, where no two units can pass each other. A unit enters
// a passage only after it has signed up for all of it, which needs that no unit is signed up in the opposite direction;
// until then it waits before the mouth, so that others can come out. Units in the same direction follow; after a while
// those that wait at the other end have their turn.
#include "crowd/passage.h"

#include <math.h>

#define STEP 0.5 // between the places of a way that are looked at [tiles]
// Longer ones are taken in parts [tiles].
#define LONGEST 128.0
// So far before it has to wait a unit sees that a passage comes [tiles]: who is nearer to it is greater from there on.
#define SEEN 12.0
// They wait so far before a mouth [tiles]: nearer to it they leave no room for those who come out.
#define OFF_MOUTH 6.0
// Who comes out ranks before those that wait as long as it is among them [tiles].
#define CLEAR 6.0
// Between two passages there is so much room to wait [tiles], or they are one.
#define ROOM_BETWEEN 3.0
// Streams that meet take turns of so long [s], then nobody goes in who is not as near to the mouth as KEPT [tiles].
// Measured on scenes/doorway, corridor-1, crossroads and harbour, and 600 units on 64 x 64 tiles of bench_crowd: only
// in the doorway do streams last so long, and there all are through after 286 to 303 s with turns of 30 s (KEPT 1.5 to
// 3), 306 with 25, 315 to 368 with 20, 359 with 40.
#define TURN 30.0
#define KEPT 1.5
// Who has waited so long goes in, whoever is inside: that one may be waiting for it [s].
#define WAITS_AT_MAX 120.0
// A unit that has waited this long takes another path if there is one [s].
#define PATIENT 2.0
// Cross sections along a row or column count for ways that lead through them at 22.5 degrees or more; those along a
// diagonal for ways that are within that of square to them.
#define ACROSS_STRAIGHT 0.38
#define ACROSS_DIAGONAL 0.92
// The same tile is not listed twice among so many.
#define LAST_TILES 16
// Keys of ranks: who is inside, and who comes to a passage; between them are distances in 1/16 tiles.
#define KEY_INSIDE ( -0x40000000 )
#define KEY_AHEAD ( -0x20000000 )
#define KEY_FURTHEST 0x0fffffff

// The cross sections of tiles: along x, along y, and the diagonals.
static const int8_t across_x[4] = { 1, 0, 1, 1 };
static const int8_t across_y[4] = { 0, 1, 1, -1 };

static bool is_open( const fw_crowd* crowd, const crowd_unit* unit, int32_t x, int32_t y )
{
	const int32_t tile = tile_of( crowd, x, y );
	return tile >= 0 && tile_passable( crowd, unit, tile );
}

static bool is_narrow( const fw_crowd* crowd, const crowd_unit* unit, fw_pose at )
{
	const int32_t x = (int32_t)floor( at.x );
	const int32_t y = (int32_t)floor( at.y );
	fw_vec2 way;
	fw_sincos( at.heading, &way.y, &way.x );
	for ( int32_t a = 0; a < 4; a++ )
	{
		const double cross = fabs( way.x * across_y[a] - way.y * across_x[a] );
		const double least = a < 2 ? ACROSS_STRAIGHT : ACROSS_DIAGONAL * FW_SQRT2;
		if ( cross >= least && !is_open( crowd, unit, x - across_x[a], y - across_y[a] ) &&
		     !is_open( crowd, unit, x + across_x[a], y + across_y[a] ) )
		{
			return true;
		}
	}
	return false;
}

static bool place_at( const crowd_unit* unit, double distance, fw_pose* out )
{
	double begin;
	double end;
	const fw_segment* segment = fw_crowd_segment( unit, distance, &begin, &end );
	if ( segment == NULL || distance > end )
	{
		return false;
	}
	*out = fw_segment_pose_at( segment, distance - begin );
	return true;
}

static void list_tile( fw_crowd* crowd, crowd_unit* unit, fw_pose at, double distance )
{
	const int32_t tile = tile_at( crowd, ( fw_vec2 ){ at.x, at.y } );
	const double eighths = ( fw_angle_signed( at.heading ) + FW_TAU ) / ( FW_TAU / 8.0 );
	const int32_t octant = (int32_t)floor( eighths + 0.5 ) % 8;
	for ( int32_t i = unit->pass_count - 1; i >= 0 && i >= unit->pass_count - LAST_TILES; i-- )
	{
		if ( unit->pass[i].tile == tile && unit->pass[i].slot == octant / 4 )
		{
			unit->pass[i].until = distance;
			return;
		}
	}
	if ( tile < 0 )
	{
		return;
	}
	if ( !FW_GROW( &crowd->allocator, &unit->pass, &unit->pass_capacity, unit->pass_count + 1 ) )
	{
		crowd->failed = FW_ERR_MEMORY;
		return;
	}
	unit->pass[unit->pass_count++] = ( pass_tile ){ distance, tile, (uint8_t)( octant / 4 ), (uint8_t)octant };
}

// Finds the next passage that begins before a distance, and lists its tiles.
static void scan( fw_crowd* crowd, crowd_unit* unit, double until )
{
	fw_pose at;
	double distance = fmax( unit->scanned, unit->at );
	bool narrow = false;
	unit->pass_count = 0;
	while ( distance <= until && !narrow )
	{
		if ( !place_at( unit, distance, &at ) )
		{
			unit->scanned = INFINITY;
			return;
		}
		narrow = is_narrow( crowd, unit, at );
		distance += narrow ? 0.0 : STEP;
	}
	unit->scanned = distance;
	if ( !narrow )
	{
		return;
	}
	unit->pass_begin = distance;
	unit->pass_end = distance;
	for ( ; distance <= fmin( unit->pass_end + ROOM_BETWEEN, unit->pass_begin + LONGEST ); distance += STEP )
	{
		if ( !place_at( unit, distance, &at ) )
		{
			break;
		}
		if ( is_narrow( crowd, unit, at ) )
		{
			unit->pass_end = distance;
			list_tile( crowd, unit, at, distance );
		}
	}
	unit->pass_state = PASS_AHEAD;
	unit->gate = fmax( unit->pass_begin - OFF_MOUTH, fmin( unit->owned, unit->pass_begin - STEP ) );
}

// Are two directions, in eighths of a turn, opposed?
static bool opposed( int32_t a, int32_t b )
{
	const int32_t apart = ( a - b + 8 ) % 8;
	return apart >= 3 && apart <= 5;
}

// Since when the unit that is noted as waiting for a tile does so; infinite where it no longer does.
static double waits_since( const fw_crowd* crowd, int32_t waiter, int32_t tile )
{
	const crowd_unit* unit = waiter >= 0 && waiter < crowd->count ? &crowd->units[waiter] : NULL;
	if ( unit == NULL || !unit->used || unit->gate_since < 0.0 )
	{
		return INFINITY;
	}
	if ( unit->errand == ERRAND_ROOM && unit->push_ends > crowd->time )
	{
		return unit->gate_since;
	}
	if ( unit->pass_state != PASS_AHEAD || unit->pass_stale )
	{
		return INFINITY;
	}
	for ( int32_t i = 0; i < unit->pass_count; i++ )
	{
		if ( unit->pass[i].tile == tile )
		{
			return unit->gate_since;
		}
	}
	return INFINITY;
}

static bool may_enter( const fw_crowd* crowd, int32_t index )
{
	const crowd_unit* unit = &crowd->units[index];
	const double since = unit->gate_since >= 0.0 ? unit->gate_since : crowd->time;
	double opened = -INFINITY;
	for ( int32_t i = 0; i < unit->pass_count; i++ )
	{
		const pass_tile* one = &unit->pass[i];
		const pass_record* of = &crowd->passages[one->tile];
		for ( int32_t s = 0; s < 2; s++ )
		{
			const bool against = opposed( of->octant[s], one->octant );
			if ( of->slots[s].users > 0 && against )
			{
				return false;
			}
			opened = of->slots[s].users > 0 ? fmax( opened, of->slots[s].opened ) : opened;
		}
	}
	// Others go this way now: who stands in the mouth before them has to go first, and the turn lasts a while.
	const bool in_mouth = unit->pass_let && unit->pass_begin - unit->at < OFF_MOUTH - STEP;
	if ( opened > -INFINITY && ( in_mouth || crowd->time - opened < TURN ) )
	{
		return true;
	}
	bool first = true;
	for ( int32_t i = 0; i < unit->pass_count && first; i++ )
	{
		const pass_tile* one = &unit->pass[i];
		const pass_record* of = &crowd->passages[one->tile];
		for ( int32_t s = 0; s < 2; s++ )
		{
			first = first && ( !opposed( of->wait_octant[s], one->octant ) ||
			                   waits_since( crowd, of->slots[s].waiter, one->tile ) >= since );
		}
	}
	return first;
}

// Has a stream had its turn, and somebody at the other end waits for the next one?
static bool turn_is_over( const fw_crowd* crowd, const crowd_unit* unit )
{
	for ( int32_t i = 0; i < unit->pass_count; i++ )
	{
		const pass_tile* one = &unit->pass[i];
		const pass_record* of = &crowd->passages[one->tile];
		if ( !( crowd->time - of->slots[one->slot].opened > TURN ) )
		{
			continue;
		}
		for ( int32_t s = 0; s < 2; s++ )
		{
			if ( opposed( of->wait_octant[s], one->octant ) &&
			     waits_since( crowd, of->slots[s].waiter, one->tile ) < INFINITY )
			{
				return true;
			}
		}
	}
	return false;
}

static void sign_up( fw_crowd* crowd, int32_t index )
{
	crowd_unit* unit = &crowd->units[index];
	for ( int32_t i = 0; i < unit->pass_count; i++ )
	{
		const pass_tile* one = &unit->pass[i];
		pass_record* of = &crowd->passages[one->tile];
		if ( of->slots[one->slot].users++ == 0 )
		{
			of->octant[one->slot] = one->octant;
			of->slots[one->slot].opened = (float)crowd->time;
		}
	}
	unit->pass_state = PASS_INSIDE;
	unit->pass_first = unit->errand == ERRAND_GOAL;
	unit->pass_clear = unit->pass_end + CLEAR;
	unit->gate = INFINITY;
	unit->pass_since = unit->gate_since < 0.0 ? crowd->time : unit->gate_since;
	unit->gate_since = -1.0;
}

// What lies before a distance others may use.
static void sign_off( fw_crowd* crowd, crowd_unit* unit, double before )
{
	int32_t kept = 0;
	for ( int32_t i = 0; i < unit->pass_count; i++ )
	{
		const pass_tile one = unit->pass[i];
		if ( one.until < before )
		{
			crowd->passages[one.tile].slots[one.slot].users--;
		}
		else
		{
			unit->pass[kept++] = one;
		}
	}
	unit->pass_count = kept;
}

bool fw_crowd_pass_kept( const crowd_unit* unit )
{
	return unit->pass_first &&
	       ( unit->pass_state != PASS_INSIDE || unit->pass_let || unit->owned > unit->pass_begin - KEPT );
}

// It is no longer signed up, and waits off the mouth, or where it is by now.
static void take_back( fw_crowd* crowd, crowd_unit* unit )
{
	for ( int32_t i = 0; i < unit->pass_count; i++ )
	{
		crowd->passages[unit->pass[i].tile].slots[unit->pass[i].slot].users--;
	}
	unit->pass_state = PASS_AHEAD;
	unit->gate = fmax( unit->pass_begin - OFF_MOUTH, fmin( unit->owned, unit->pass_begin - STEP ) );
	unit->gate_since = crowd->time;
}

static void wait( fw_crowd* crowd, int32_t index )
{
	crowd_unit* unit = &crowd->units[index];
	unit->gate_since = unit->gate_since < 0.0 ? crowd->time : unit->gate_since;
	unit->wants_path = unit->wants_path || crowd->time - unit->gate_since > PATIENT;
	unit->pass_first = false;
	for ( int32_t i = 0; i < unit->pass_count; i++ )
	{
		const pass_tile* one = &unit->pass[i];
		pass_record* of = &crowd->passages[one->tile];
		if ( waits_since( crowd, of->slots[one->slot].waiter, one->tile ) > unit->gate_since )
		{
			of->slots[one->slot].waiter = index;
			of->wait_octant[one->slot] = one->octant;
		}
	}
}

void fw_crowd_leave_passage( fw_crowd* crowd, int32_t index )
{
	crowd_unit* unit = &crowd->units[index];
	if ( unit->pass_state == PASS_INSIDE )
	{
		sign_off( crowd, unit, INFINITY );
	}
	unit->pass_count = 0;
	unit->pass_state = PASS_NONE;
	unit->pass_let = false;
	unit->gate = INFINITY;
	unit->gate_since = -1.0;
}

// Its way is another one: what it knew of passages is no longer so. True where it was inside of one.
static bool begin_anew( fw_crowd* crowd, int32_t index )
{
	crowd_unit* unit = &crowd->units[index];
	const bool inside = unit->pass_state == PASS_INSIDE && unit->at >= unit->pass_begin - STEP;
	fw_crowd_leave_passage( crowd, index );
	unit->pass_stale = false;
	unit->scanned = 0.0;
	return inside;
}

// Since when it waits for its turn. Who was sent aside, or found a way round, before it came in has its turn still.
static double waited_from( const fw_crowd* crowd, const crowd_unit* unit )
{
	if ( !unit->pass_stale || unit->pass_state != PASS_INSIDE )
	{
		return unit->gate_since;
	}
	return turn_is_over( crowd, unit ) ? crowd->time : unit->pass_since;
}

double fw_crowd_gate( fw_crowd* crowd, int32_t index, double needs )
{
	crowd_unit* unit = &crowd->units[index];
	if ( !unit->walks )
	{
		return INFINITY;
	}
	const double since = waited_from( crowd, unit );
	const bool was_inside = unit->pass_stale && begin_anew( crowd, index );
	if ( unit->pass_state == PASS_INSIDE )
	{
		sign_off( crowd, unit, unit->at - 2.0 * unit->radius - STEP );
		if ( unit->at > unit->pass_end + unit->radius + STEP )
		{
			unit->scanned = fmax( unit->scanned, unit->pass_end + STEP );
			fw_crowd_leave_passage( crowd, index );
		}
	}
	if ( unit->pass_state == PASS_INSIDE && unit->errand == ERRAND_GOAL && unit->pass_first &&
	     !fw_crowd_pass_kept( unit ) && turn_is_over( crowd, unit ) )
	{
		take_back( crowd, unit );
	}
	unit->pass_first = unit->pass_first && unit->at < unit->pass_clear && unit->errand == ERRAND_GOAL;
	if ( unit->pass_state == PASS_NONE )
	{
		scan( crowd, unit, needs + SEEN + OFF_MOUTH );
		unit->gate_since = unit->pass_state == PASS_AHEAD || unit->errand == ERRAND_ROOM ? since : -1.0;
	}
	if ( unit->pass_state != PASS_AHEAD )
	{
		return unit->gate;
	}
	const bool inside = unit->owned > unit->gate || ( was_inside && unit->pass_begin - unit->at <= ROOM_BETWEEN );
	const bool waited = unit->gate_since >= 0.0 && crowd->time - unit->gate_since > WAITS_AT_MAX;
	if ( inside || unit->errand == ERRAND_ROOM || ( needs > unit->gate && ( waited || may_enter( crowd, index ) ) ) )
	{
		sign_up( crowd, index );
	}
	else if ( needs > unit->gate )
	{
		wait( crowd, index );
	}
	return unit->gate;
}

int32_t fw_crowd_pass_key( const crowd_unit* unit )
{
	if ( unit->errand != ERRAND_GOAL || ( !unit->pass_first && unit->pass_state != PASS_AHEAD ) )
	{
		return 0;
	}
	const double in = fmin( fmax( 16.0 * ( unit->at - unit->pass_begin ), -KEY_FURTHEST ), KEY_FURTHEST );
	return ( unit->pass_first ? KEY_INSIDE : KEY_AHEAD ) - (int32_t)in;
}

bool fw_crowd_pass_in_use( const fw_crowd* crowd, int32_t index, int32_t tile )
{
	const pass_slot* slots = crowd->passages[tile].slots;
	return crowd->units[index].gate_since >= 0.0 && slots[0].users + slots[1].users > 0;
}
