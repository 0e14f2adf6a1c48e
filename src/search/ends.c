// SPDX-License-Identifier: MIT
// Ends of searches over tiles.
#include "search/ends.h"

#include "annotate/space.h"
#include "grid/grid.h"
#include "sweep/sweep.h"

#include <math.h>

// A square that overlaps a tile by so little touches it.
#define END_SLACK 1e-7

void fw_end_fails( fw_search* search, bool start, bool on_map, bool narrow )
{
	const fw_reason off = start ? FW_REASON_START_OFF_MAP : FW_REASON_GOAL_OFF_MAP;
	const fw_reason wide = start ? FW_REASON_START_TOO_NARROW : FW_REASON_GOAL_TOO_NARROW;
	const fw_reason blocked = start ? FW_REASON_START_BLOCKED : FW_REASON_GOAL_BLOCKED;
	fw_search_finish( search, FW_UNREACHABLE, !on_map ? off : narrow ? wide : blocked );
}

void fw_end_fails_on_grid( fw_search* search, bool start )
{
	const fw_grid* grid = search->map.grid;
	const fw_pose at = start ? search->query.start : search->query.goal;
	const bool on_map = at.x >= 0.0 && at.y >= 0.0 && at.x <= fw_grid_width( grid ) && at.y <= fw_grid_height( grid );
	const bool narrow =
	    on_map && fw_grid_passable( grid, (int32_t)at.x, (int32_t)at.y, search->query.unit.capabilities );
	fw_end_fails( search, start, on_map, narrow );
}

bool fw_ends_fit( fw_search* search )
{
	const fw_query* query = &search->query;
	const fw_space* space = search->map.space;
	const bool starts = fw_space_fits( space, ( fw_vec2 ){ query->start.x, query->start.y } );
	const bool ends = query->goal_tolerance == 0.0 ? fw_space_fits( space, ( fw_vec2 ){ query->goal.x, query->goal.y } )
	                                               : !fw_search_goal_is_beyond( search );
	if ( !starts || !ends )
	{
		fw_end_fails_on_grid( search, !starts );
	}
	return starts && ends;
}

// Does the unit get straight from one place to the other?
static bool leads_straight( const fw_search* search, fw_vec2 from, fw_vec2 to )
{
	const fw_unit* unit = &search->query.unit;
	const fw_segment line = fw_segment_line( from, to, FW_GEAR_FORWARD );
	return line.length == 0.0 || ( fw_layer_sweep_unit( search->map.space->tiles, unit, &line ) &&
	                               fw_exits_allow( search->map.grid, unit->size, from, to ) );
}

bool fw_end_tile( const fw_search* search, bool start, int32_t* x, int32_t* y )
{
	const fw_pose pose = start ? search->query.start : search->query.goal;
	const int32_t own_x = (int32_t)floor( pose.x );
	const int32_t own_y = (int32_t)floor( pose.y );
	double nearest = INFINITY;
	// Most ends are on a center.
	if ( pose.x == own_x + 0.5 && pose.y == own_y + 0.5 && fw_space_stands( search->map.space, own_x, own_y ) )
	{
		*x = own_x;
		*y = own_y;
		return true;
	}
	const fw_vec2 place = { pose.x, pose.y };
	for ( int32_t i = 0; i < 9; i++ )
	{
		const int32_t cx = own_x + i % 3 - 1;
		const int32_t cy = own_y + i / 3 - 1;
		const fw_vec2 center = { cx + 0.5, cy + 0.5 };
		const double distance = i == 4 ? -1.0 : fw_length( center.x - pose.x, center.y - pose.y );
		if ( distance < nearest && fw_space_stands( search->map.space, cx, cy ) &&
		     ( start ? leads_straight( search, place, center ) : leads_straight( search, center, place ) ) )
		{
			nearest = distance;
			*x = cx;
			*y = cy;
		}
	}
	return nearest < INFINITY;
}

// A square is free exactly where the up to four squares on whole tiles around it are, and then so is the path to them.
bool fw_end_square( fw_stands* stands, const void* context, fw_pose pose, int32_t* x, int32_t* y )
{
	const double left = pose.x - 0.5;
	const double top = pose.y - 0.5;
	if ( !( left >= -1.0 && left <= FW_GRID_MAX_SIDE && top >= -1.0 && top <= FW_GRID_MAX_SIDE ) )
	{
		return false;
	}
	for ( int32_t cy = (int32_t)floor( top + END_SLACK ); cy <= (int32_t)ceil( top - END_SLACK ); cy++ )
	{
		for ( int32_t cx = (int32_t)floor( left + END_SLACK ); cx <= (int32_t)ceil( left - END_SLACK ); cx++ )
		{
			if ( !stands( context, cx, cy ) )
			{
				return false;
			}
		}
	}
	*x = (int32_t)floor( pose.x );
	*y = (int32_t)floor( pose.y );
	return true;
}
