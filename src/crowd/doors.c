// SPDX-License-Identifier: MIT
// Units spread over doors.
//
// A door is a tile between two blocked ones that has a way round. Paths are planned for each unit alone, so most of
// them lead through a few doors, and the rooms between these become so full that nobody can turn. A while after it has
// set out, a unit that turns on the spot, in a narrow place, estimates when it gets to its goal if it comes through
// each door on its path as the last one of all whose paths lead there. If a door is what holds it up, it asks its world
// for a path around all doors that at least as many have to pass. It takes that path if the same estimate is lower
// there. Searches are made one after the other, and each knows the paths that came of those before. The way back to its
// path leads through no other door between rooms, or all would come through the nearest one again.
#include "crowd/crowd.h"
#include "geom/geom.h"

#include <stdlib.h>

// Points of a path at which its tiles are looked up are this far apart [tiles].
#define SAMPLE 0.35
// A door joins rooms if so many tiles on both sides of it are blocked, and two rows of so many before and behind it are
// free.
#define WALL 2
#define ROOM 4

// What an estimate finds.
typedef struct estimate
{
	double time;  // until the unit is at its goal [s]
	int32_t most; // units that have to pass the door which decides that; 0: it waits at none
} estimate;

static int32_t list_doors( fw_crowd* crowd, const crowd_unit* unit, const fw_path* path, crowd_door doors[] )
{
	int32_t count = 0;
	double begin = 0.0;
	fw_tile_step last = { (int32_t)floor( path->start.x ), (int32_t)floor( path->start.y ) };
	for ( int32_t i = 0; i < path->count; i++ )
	{
		const fw_segment* segment = &path->segments[i];
		const int32_t samples = 1 + (int32_t)( segment->length / SAMPLE );
		for ( int32_t k = 1; k <= samples; k++ )
		{
			const double at = segment->length * k / samples;
			const fw_vec2 place = fw_segment_point( segment, at );
			const fw_tile_step tile = { (int32_t)floor( place.x ), (int32_t)floor( place.y ) };
			for ( int32_t axis = 0; axis < 2; axis++ )
			{
				const int32_t id = fw_straits_door( &crowd->straits, unit->unit.capabilities, last, tile, axis == 0 );
				if ( id >= 0 && count < CROWD_DOORS )
				{
					doors[count++] = ( crowd_door ){ id, path->length - begin - at };
				}
			}
			last = tile;
		}
		begin += segment->length;
	}
	return count;
}

// Between an edit and the next tick straits are those of before: which ones are found then depends on what was asked
// for until then.
static bool has_straits( const fw_crowd* crowd )
{
	return crowd->straits.revision == fw_grid_revision( crowd->grid );
}

void fw_crowd_list_doors( fw_crowd* crowd, int32_t index )
{
	crowd_unit* unit = &crowd->units[index];
	const bool counts = unit->walks && unit->half_width <= 0.5;
	unit->door_count = !counts                ? 0
	                   : has_straits( crowd ) ? list_doors( crowd, unit, &unit->path, unit->doors )
	                                          : CROWD_DOORS_LATER;
	unit->queues = false;
}

static double path_left( const crowd_unit* unit )
{
	return unit->path.length - unit->at;
}

static void count_unit( const fw_crowd* crowd, const crowd_unit* unit, int32_t change )
{
	const double left = path_left( unit );
	for ( int32_t k = 0; k < unit->door_count; k++ )
	{
		const int32_t id = unit->doors[k].rest < left ? unit->doors[k].strait : -1;
		fw_strait* door = fw_straits_get( &crowd->straits, id );
		if ( door != NULL )
		{
			door->due += change;
		}
	}
}

// Counts the units that have still to pass each door.
static void count_all( const fw_crowd* crowd )
{
	for ( int32_t i = 0; i < crowd->straits.count; i++ )
	{
		crowd->straits.slots[i].due = 0;
	}
	for ( int32_t i = 0; i < crowd->count; i++ )
	{
		const crowd_unit* unit = &crowd->units[i];
		if ( unit->used && unit->away > 0.0 && unit->has_goal )
		{
			count_unit( crowd, unit, 1 );
		}
	}
}

// For a unit that is counted.
static estimate estimate_last( const fw_crowd* crowd, const crowd_unit* unit, const crowd_door doors[], int32_t count,
                               double left )
{
	const double speed = crowd_speed( unit );
	estimate e = { left / speed, 0 };
	for ( int32_t k = 0; k < count; k++ )
	{
		const int32_t id = doors[k].rest < left ? doors[k].strait : -1;
		const fw_strait* door = fw_straits_get( &crowd->straits, id );
		const double time = door != NULL ? CROWD_DOOR_SECONDS * door->due + doors[k].rest / speed : 0.0;
		if ( time > e.time )
		{
			e = ( estimate ){ time, door->due };
		}
	}
	return e;
}

static estimate estimate_path( const fw_crowd* crowd, const crowd_unit* unit )
{
	return estimate_last( crowd, unit, unit->doors, unit->door_count, path_left( unit ) );
}

void fw_crowd_look_at_doors( fw_crowd* crowd, int32_t index, bool* counted )
{
	crowd_unit* unit = &crowd->units[index];
	const bool looks = unit->looks_at_doors && unit->door_count > 0;
	unit->looks_at_doors = false;
	if ( looks )
	{
		if ( !*counted )
		{
			count_all( crowd );
		}
		*counted = true;
		unit->queues = estimate_path( crowd, unit ).most > 0;
	}
}

bool fw_crowd_queues( const fw_crowd* crowd, int32_t index )
{
	const crowd_unit* unit = &crowd->units[index];
	return unit->queues && unit->away > 0.0 && crowd->time < unit->next_spread;
}

bool fw_crowd_is_faster( fw_crowd* crowd, int32_t index, const fw_path* path )
{
	crowd_unit* unit = &crowd->units[index];
	crowd_unit other = *unit;
	unit->queues = false;
	if ( !has_straits( crowd ) )
	{
		return false;
	}
	other.path = *path;
	other.at = 0.0;
	other.door_count = list_doors( crowd, unit, path, other.doors );
	count_all( crowd );
	const double before = estimate_path( crowd, unit ).time;
	count_unit( crowd, unit, -1 );
	count_unit( crowd, &other, 1 );
	return estimate_path( crowd, &other ).time < before;
}

void fw_crowd_mark_doors( fw_crowd* crowd, int32_t index, fw_rect rect, uint8_t* tiles, int32_t stride )
{
	const crowd_unit* unit = &crowd->units[index];
	count_all( crowd );
	const int32_t most = estimate_path( crowd, unit ).most;
	count_unit( crowd, unit, -1 );
	for ( int32_t i = 0; i < crowd->straits.count && most > 0; i++ )
	{
		const fw_strait* door = &crowd->straits.slots[i];
		const int32_t x = ( door->along_x ? door->from : door->lo ) - rect.x;
		const int32_t y = ( door->along_x ? door->lo : door->from ) - rect.y;
		if ( door->id >= 0 && door->due >= most - 1 && door->due > 0 && x >= 0 && y >= 0 && x < rect.width &&
		     y < rect.height )
		{
			tiles[y * stride + x] = 1;
		}
	}
}

static bool is_free( const fw_crowd* crowd, const crowd_unit* unit, const fw_strait* door, int32_t along,
                     int32_t across )
{
	const int32_t x = door->along_x ? door->from + along : door->lo + across;
	const int32_t y = door->along_x ? door->lo + across : door->from + along;
	return fw_grid_passable( crowd->grid, x, y, unit->unit.capabilities );
}

// Does it lead through a wall from one room to another? In a map of single blocked tiles doors are everywhere, and a
// unit that is pushed through one would have to go far (random-32-32-20 with 400 units).
static bool joins_rooms( const fw_crowd* crowd, const crowd_unit* unit, const fw_strait* door )
{
	bool wall = true;
	for ( int32_t k = 1; k <= WALL && wall; k++ )
	{
		wall = !is_free( crowd, unit, door, 0, -k ) && !is_free( crowd, unit, door, 0, k );
	}
	int32_t rooms = 0;
	for ( int32_t side = -1; side <= 1 && wall; side += 2 )
	{
		bool left = true;
		bool right = true;
		for ( int32_t k = 1; k <= ROOM; k++ )
		{
			const bool middle = is_free( crowd, unit, door, side * k, 0 );
			left = left && middle && is_free( crowd, unit, door, side * k, -1 );
			right = right && middle && is_free( crowd, unit, door, side * k, 1 );
		}
		rooms += left || right ? 1 : 0;
	}
	return rooms == 2;
}

static bool passes( const crowd_unit* unit, const fw_strait* door )
{
	bool found = false;
	for ( int32_t k = 0; k < unit->door_count && !found; k++ )
	{
		found = unit->doors[k].strait == door->id;
	}
	return found;
}

// Are all doors on its path known by their numbers?
static bool knows_doors( const fw_crowd* crowd, const crowd_unit* unit )
{
	bool known = unit->door_count > 0 && unit->door_count < CROWD_DOORS && has_straits( crowd );
	for ( int32_t k = 0; k < unit->door_count && known; k++ )
	{
		known = fw_straits_get( &crowd->straits, unit->doors[k].strait ) != NULL;
	}
	return known;
}

int32_t fw_crowd_list_other_doors( const fw_crowd* crowd, int32_t index, fw_node tiles[CROWD_OTHER_DOORS] )
{
	const crowd_unit* unit = &crowd->units[index];
	const fw_vec2 front = crowd_front( crowd, index );
	const fw_node here = { fw_floor_to_int( front.x ), fw_floor_to_int( front.y ) };
	int32_t count = 0;
	const int32_t all = knows_doors( crowd, unit ) ? crowd->straits.count : 0;
	for ( int32_t i = 0; i < all && count < CROWD_OTHER_DOORS; i++ )
	{
		const fw_strait* door = &crowd->straits.slots[i];
		const fw_node tile = { door->along_x ? door->from : door->lo, door->along_x ? door->lo : door->from };
		const bool is_near = abs( tile.x - here.x ) <= FW_GUIDE_SIDE && abs( tile.y - here.y ) <= FW_GUIDE_SIDE;
		const bool is_door = door->id >= 0 && door->from == door->to && door->width == 1 && door->way_round > 0;
		if ( is_door && is_near && ( tile.x != here.x || tile.y != here.y ) && !passes( unit, door ) &&
		     joins_rooms( crowd, unit, door ) )
		{
			tiles[count++] = tile;
		}
	}
	return count;
}
