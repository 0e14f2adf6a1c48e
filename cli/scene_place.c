// SPDX-License-Identifier: MIT
// Where the units of a scene stand and go.
#include "scene_place.h"

#include "fairway/sweep.h"

#include <math.h>
#include <stdlib.h>

// Rows of tiles under the largest unit, where an outline may list some twice.
#define ROWS_MAX 1024
// So far an outline moves ahead to have a heading: less than sweeps count as touching [tiles].
#define NUDGE 5e-8
// The least gap between two starts [tiles].
#define GAP 1e-6

struct scene_disc
{
	double x, y, radius; // of an outline the largest disc inside of it: the world compares them as they are
};

static uint64_t next_random( scene_places* places )
{
	uint64_t x = places->random;
	x ^= x >> 12;
	x ^= x << 25;
	x ^= x >> 27;
	places->random = x;
	return x * 0x2545f4914f6cdd1dull;
}

bool scene_places_make( scene_places* places, const fw_grid* grid, uint64_t seed )
{
	const size_t tiles = (size_t)fw_grid_width( grid ) * (size_t)fw_grid_height( grid );
	*places = ( scene_places ){ .grid = grid, .taken = calloc( tiles, 1 ) };
	// A seed of few bits would begin with numbers of few bits.
	places->random = ( seed + 1 ) * 0x9e3779b97f4a7c15ull;
	places->random = places->random != 0 ? places->random : 1;
	for ( int32_t i = 0; i < 8; i++ )
	{
		next_random( places );
	}
	return places->taken != NULL;
}

void scene_places_free( scene_places* places )
{
	free( places->taken );
	free( places->starts );
	*places = ( scene_places ){ 0 };
}

typedef enum room
{
	ROOM_FREE,
	ROOM_TAKEN,
	ROOM_BLOCKED,
} room;

// May the unit be there? Marks the tiles when it is asked to and all of them are passable.
static room visit( scene_places* places, const fw_unit* unit, fw_pose pose, uint32_t use, bool mark )
{
	const fw_vec2 at = { pose.x, pose.y };
	const double nudge = unit->outline.count > 0 ? NUDGE : 0.0;
	const fw_vec2 to = { at.x + nudge * fw_cos( pose.heading ), at.y + nudge * fw_sin( pose.heading ) };
	const fw_segment spot = { .kind = FW_SEGMENT_LINE, .from = at, .to = to, .length = nudge };
	fw_sweep_row rows[ROWS_MAX];
	const int32_t count = fw_sweep_rows( unit, &spot, rows, ROWS_MAX );
	const int32_t width = fw_grid_width( places->grid );
	room found = count <= ROWS_MAX ? ROOM_FREE : ROOM_BLOCKED;
	for ( int32_t i = 0; i < count && found != ROOM_BLOCKED; i++ )
	{
		for ( int32_t x = rows[i].x0; x <= rows[i].x1 && found != ROOM_BLOCKED; x++ )
		{
			if ( !fw_grid_passable( places->grid, x, rows[i].y, unit->capabilities ) )
			{
				found = ROOM_BLOCKED;
			}
			else if ( ( places->taken[(size_t)rows[i].y * (size_t)width + (size_t)x] & use ) != 0 )
			{
				found = ROOM_TAKEN;
			}
		}
	}
	for ( int32_t i = 0; i < count && mark && found != ROOM_BLOCKED; i++ )
	{
		for ( int32_t x = rows[i].x0; x <= rows[i].x1; x++ )
		{
			places->taken[(size_t)rows[i].y * (size_t)width + (size_t)x] |= (uint8_t)use;
		}
	}
	return found;
}

static bool touches_start( const scene_places* places, const fw_unit* unit, fw_pose pose )
{
	bool touches = false;
	for ( int32_t i = 0; i < places->start_count && !touches; i++ )
	{
		const struct scene_disc* other = &places->starts[i];
		touches = hypot( other->x - pose.x, other->y - pose.y ) < other->radius + fw_unit_inner_radius( unit ) + GAP;
	}
	return touches;
}

static bool note_start( scene_places* places, const fw_unit* unit, fw_pose pose )
{
	if ( places->start_count == places->start_capacity )
	{
		const int32_t capacity = 2 * places->start_capacity + 64;
		struct scene_disc* more = realloc( places->starts, (size_t)capacity * sizeof( *more ) );
		if ( more == NULL )
		{
			return false;
		}
		places->starts = more;
		places->start_capacity = capacity;
	}
	places->starts[places->start_count++] = ( struct scene_disc ){ pose.x, pose.y, fw_unit_inner_radius( unit ) };
	return true;
}

bool scene_places_take( scene_places* places, const fw_unit* unit, fw_pose pose, uint32_t use, bool* blocked )
{
	const room found = visit( places, unit, pose, use, true );
	*blocked = found == ROOM_BLOCKED;
	if ( use == SCENE_GOAL )
	{
		return true;
	}
	// Discs that share no tile may touch at a tile's border.
	const bool clear = found != ROOM_BLOCKED && !touches_start( places, unit, pose );
	return clear && note_start( places, unit, pose );
}

static fw_pose tile_center( double x, double y, double heading )
{
	return ( fw_pose ){ floor( x ) + 0.5, floor( y ) + 0.5, heading };
}

// Tiles by chance, and after so many that would not do the next ones in their order: a nearly full rectangle ends too.
#define TRIES 64

static bool pick_tile( scene_places* places, const scene_spread* spread, const fw_unit* unit, uint32_t use,
                       fw_pose* pose )
{
	const int64_t width = (int64_t)spread->numbers[2];
	const int64_t tiles = width * (int64_t)spread->numbers[3];
	int64_t tile = 0;
	for ( int64_t i = 0; i < TRIES + tiles; i++ )
	{
		tile = i < TRIES ? (int64_t)( next_random( places ) % (uint64_t)tiles ) : ( tile + 1 ) % tiles;
		const double x = spread->numbers[0] + (double)( tile % width );
		const double y = spread->numbers[1] + (double)( tile / width );
		*pose = tile_center( x, y, spread->heading );
		if ( visit( places, unit, *pose, use, false ) == ROOM_FREE )
		{
			return true;
		}
	}
	return false;
}

bool scene_places_pick( scene_places* places, const scene_spread* spread, const fw_unit* unit, int32_t index,
                        int32_t count, uint32_t use, fw_pose* pose )
{
	const double* n = spread->numbers;
	const double part = count > 1 ? (double)index / ( count - 1.0 ) : 0.0;
	const double angle = spread->from + FW_TAU * index / count;
	// On a circle they face its center.
	const double inwards = spread->any_heading ? fw_angle_signed( angle + FW_PI ) : spread->heading;
	switch ( spread->kind )
	{
	case SPREAD_POSE:
		*pose = ( fw_pose ){ n[0], n[1], spread->heading };
		return true;
	case SPREAD_LINE:
		*pose = tile_center( n[0] + part * ( n[2] - n[0] ), n[1] + part * ( n[3] - n[1] ), spread->heading );
		return true;
	case SPREAD_CIRCLE:
		*pose = tile_center( n[0] + n[2] * fw_cos( angle ), n[1] + n[2] * fw_sin( angle ), inwards );
		return true;
	case SPREAD_RECT:
		return pick_tile( places, spread, unit, use, pose );
	}
	return false;
}
