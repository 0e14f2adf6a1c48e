// SPDX-License-Identifier: MIT
// Units that set out together spread.
//
// Paths are planned for each unit alone, so all who cross a place meet there, however much room there is beside it. A
// while after it has set out, a unit that turns on the spot and is in the open, with no vehicle near, asks its world
// for a path that keeps off those ahead of it that have set out as lately. It takes that path only if it does not come
// where their crowd on its own path ends: before a door it would only get another place in the queue. Where it has come
// there itself, or nobody is in the way any more, it needs no search to know that.
#include "crowd/crowd.h"
#include "fairway/sweep.h"

// Points of the path at which others are looked for are this far apart [tiles].
#define SAMPLE 0.5

// In a narrow place others would have to make room for a unit that turns back.
static bool is_in_the_open( fw_crowd* crowd, int32_t index )
{
	const fw_vec2 front = crowd_front( crowd, index );
	bool open = true;
	for ( int32_t axis = 0; axis < 2 && open; axis++ )
	{
		open = fw_straits_at( &crowd->straits, fw_floor_to_int( front.x ), fw_floor_to_int( front.y ), axis == 0,
		                      crowd->units[index].unit.capabilities ) < 0;
	}
	return open;
}

// Vehicles make no room, and would meet those that turn back head-on.
static bool sees_vehicles( fw_crowd* crowd, int32_t index )
{
	if ( crowd->all_vehicles == 0 )
	{
		return false;
	}
	fw_safe_stop* stop = &crowd->precedence.stop;
	const fw_vec2 front = crowd_front( crowd, index );
	const fw_box box = { front.x, front.y, front.x, front.y };
	const int32_t near = fw_safe_stop_near( stop, &box, 2 * CROWD_FAR );
	bool sees = false;
	for ( int32_t i = 0; i < near && !sees; i++ )
	{
		sees = !crowd->units[stop->cells.found[i]].walks;
	}
	return sees;
}

// Nothing is gained beside a straight way on which all keep their distance.
static bool sees_goal( const fw_crowd* crowd, int32_t index )
{
	const crowd_unit* unit = &crowd->units[index];
	const fw_segment line = fw_segment_line( crowd_front( crowd, index ), unit->goal, FW_GEAR_FORWARD );
	return fw_sweep_segment( crowd->grid, &unit->unit, &line );
}

void fw_crowd_set_out( crowd_unit* unit, double time )
{
	unit->spread = unit->walks ? CROWD_SPREAD_LATER : CROWD_SPREAD_OVER;
	unit->next_spread = time + CROWD_WHILE;
}

void fw_crowd_spread( fw_crowd* crowd, int32_t index, double left )
{
	crowd_unit* unit = &crowd->units[index];
	if ( unit->spread == CROWD_SPREAD_OVER || crowd->time < unit->next_spread )
	{
		return;
	}
	// Who was not asked in time was far from the end of what it has to drive, or at its goal.
	const bool due = unit->spread == CROWD_SPREAD_LATER && crowd->time < unit->next_spread + CROWD_WHILE;
	const bool open = is_in_the_open( crowd, index );
	const bool now = due && left > CROWD_AROUND && open && !sees_vehicles( crowd, index ) &&
	                 !( sees_goal( crowd, index ) && fw_crowd_is_among_own( crowd, index ) );
	unit->spread = now ? CROWD_SPREAD_NOW : CROWD_SPREAD_OVER;
	unit->next_spread = crowd->time + CROWD_WHILE;
	unit->looks_for_others = now;
	unit->looks_at_doors = due && !open;
}

// Does somebody spread, too, whose course has a cell in common with the box?
static bool is_crowded( fw_crowd* crowd, int32_t index, const fw_box* box )
{
	fw_safe_stop* stop = &crowd->precedence.stop;
	const int32_t near = fw_safe_stop_near( stop, box, 0.0 );
	bool crowded = false;
	for ( int32_t i = 0; i < near && !crowded; i++ )
	{
		const int32_t other = stop->cells.found[i];
		crowded = other != index && crowd->units[other].spread == CROWD_SPREAD_NOW;
	}
	return crowded;
}

// The last place on the path where one is in the way. False if less than `least` of the path is crowded [tiles].
static bool find_end( fw_crowd* crowd, int32_t index, double least, fw_vec2* end )
{
	const crowd_unit* unit = &crowd->units[index];
	const double last = fmin( unit->at + 2 * CROWD_FAR, unit->path.length );
	const double near = unit->unit.radius + CROWD_MARGIN;
	fw_cell_range known = { 0, 0, -1, -1 };
	bool is_known_crowded = false;
	double crowded = 0.0;
	for ( double at = unit->at; at < last; at += SAMPLE )
	{
		const fw_vec2 place = fw_crowd_path_point( unit, at );
		const fw_box box = { place.x - near, place.y - near, place.x + near, place.y + near };
		const fw_cell_range cells = fw_cells_of( &crowd->precedence.stop.cells, &box );
		is_known_crowded = fw_cells_same( &cells, &known ) ? is_known_crowded : is_crowded( crowd, index, &box );
		known = cells;
		if ( is_known_crowded )
		{
			crowded += SAMPLE;
			*end = place;
		}
	}
	return crowded > 0.0 && crowded >= least;
}

void fw_crowd_look_for_others( fw_crowd* crowd, int32_t index )
{
	crowd_unit* unit = &crowd->units[index];
	fw_vec2 end;
	if ( unit->looks_for_others )
	{
		unit->looks_for_others = false;
		unit->crowded = find_end( crowd, index, CROWD_AROUND, &end );
	}
}

bool fw_crowd_spreads( const fw_crowd* crowd, int32_t index )
{
	const crowd_unit* unit = &crowd->units[index];
	return unit->spread == CROWD_SPREAD_NOW && unit->crowded && unit->away > 0.0;
}

bool fw_crowd_may_keep_apart( fw_crowd* crowd, int32_t index )
{
	const fw_pose stop = fw_crowd_stop_pose( crowd, index );
	fw_vec2 end = { 0.0, 0.0 };
	return find_end( crowd, index, 0.0, &end ) && fw_length( end.x - stop.x, end.y - stop.y ) >= CROWD_NEAR;
}

bool fw_crowd_keeps_apart( fw_crowd* crowd, int32_t index, const fw_path* path )
{
	const fw_gap_shape point = { .radius = 0.0 };
	fw_vec2 end = { 0.0, 0.0 };
	bool apart = find_end( crowd, index, 0.0, &end );
	const fw_pose there = { end.x, end.y, 0.0 };
	for ( int32_t i = 0; i < path->count && apart; i++ )
	{
		apart = fw_gap_to_segment( &point, there, &point, &path->segments[i] ) >= CROWD_NEAR;
	}
	return apart;
}
