// SPDX-License-Identifier: MIT
// Narrow places, where two units with a turning radius cannot pass each other: one is given all of its path through
// such a place at once, or waits so far before it that others can come out.
#include "crowd/crowd.h"
#include "motion/profile.h"

// Steps across a path at which tiles are looked up [tiles].
#define ACROSS 0.5

// How far it is free to one side of a place, up to `most`.
static double free_width( const fw_crowd* crowd, const fw_unit* unit, fw_vec2 place, fw_vec2 side, double most )
{
	double width = 0.0;
	while ( width < most &&
	        fw_grid_passable( crowd->grid, (int32_t)floor( place.x + ( width + ACROSS ) * side.x ),
	                          (int32_t)floor( place.y + ( width + ACROSS ) * side.y ), unit->capabilities ) )
	{
		width += ACROSS;
	}
	return width;
}

static bool is_narrow( const fw_crowd* crowd, const crowd_unit* unit, double at )
{
	const fw_vec2 place = crowd_path_point( unit, at );
	const fw_vec2 next = crowd_path_point( unit, fmin( at + 0.5, unit->path.length ) );
	const double length = fw_length( next.x - place.x, next.y - place.y );
	if ( !( length > 0.0 ) )
	{
		return false;
	}
	const fw_vec2 side = { -( next.y - place.y ) / length, ( next.x - place.x ) / length };
	const double most = 2.0 * ( unit->unit.radius + crowd->widest );
	const double right = free_width( crowd, &unit->unit, place, side, most );
	const double left = free_width( crowd, &unit->unit, place, ( fw_vec2 ){ -side.x, -side.y }, most );
	return left + right < most;
}

double crowd_vehicle_target( const fw_crowd* crowd, int32_t index, double piece )
{
	const crowd_unit* unit = &crowd->units[index];
	const double to = fmin( unit->at + piece, unit->path.length );
	const double room = fmax( CROWD_NARROW_TURNS * unit->unit.turning_radius, 2.0 * crowd->widest );
	double at = unit->at;
	while ( at <= to + room && at < unit->path.length && !is_narrow( crowd, unit, at ) )
	{
		at += 1.0;
	}
	if ( crowd->vehicles < 2 || at > to + room || at >= unit->path.length )
	{
		return to;
	}
	double open = at; // it has been open since then
	while ( at < unit->path.length && at - open < room && at - unit->at < CROWD_NARROW_MAX )
	{
		at += 1.0;
		open = is_narrow( crowd, unit, at ) ? at : open;
	}
	return fmin( at, unit->path.length );
}

// Does a unit drive the same way as this one where its front is in the way of a part?
static bool goes_along( const fw_crowd* crowd, int32_t other, const fw_segment* part )
{
	const crowd_unit* unit = &crowd->units[other];
	const fw_vec2 front = crowd_front( crowd, other );
	const fw_vec2 next = crowd_path_point( unit, fmin( unit->at + 1.0, unit->path.length ) );
	const double x = part->to.x - part->from.x;
	const double y = part->to.y - part->from.y;
	return unit->on_path && unit->away > 0.0 && x * ( next.x - front.x ) + y * ( next.y - front.y ) > 0.0;
}

// The unit whose front is in the way of a unit's path; -1: none, -2: it cannot be driven at all.
static int32_t find_in_way( fw_crowd* crowd, int32_t index, double to, bool* along, crowd_claim* claim )
{
	const crowd_unit* unit = &crowd->units[index];
	fw_safe_stop* stop = &crowd->precedence.stop;
	const fw_mover* mover = crowd_mover( crowd, index );
	for ( double at = unit->at; at < to; )
	{
		fw_segment parts[CROWD_PARTS];
		double end = to;
		const int32_t count = crowd_path_parts( unit, at, &end, parts );
		for ( int32_t k = 0; k < count; k++ )
		{
			const fw_box box = fw_box_of( &parts[k] );
			const int32_t near = fw_safe_stop_near( stop, &box, mover->outline.radius + FW_PRECEDENCE_GAP );
			for ( int32_t i = 0; i < near; i++ )
			{
				const int32_t other = stop->cells.found[i];
				if ( other != index && fw_precedence_meets_front( mover, &parts[k], crowd_mover( crowd, other ) ) )
				{
					*along = goes_along( crowd, other, &parts[k] );
					claim->unit = index;
					claim->count = count;
					memcpy( claim->parts, parts, sizeof( parts ) );
					return other;
				}
			}
		}
		if ( !( end > at ) )
		{
			return -2;
		}
		at = end;
	}
	return -1;
}

crowd_answer crowd_drive_through( fw_crowd* crowd, int32_t index, double to )
{
	crowd_unit* unit = &crowd->units[index];
	bool along = false;
	const int32_t other = find_in_way( crowd, index, to, &along, &crowd->claims[crowd->depth] );
	if ( other != -1 )
	{
		unit->waits_for = other;
		if ( other >= 0 && !along && crowd->units[other].round != crowd->ticks && crowd->depth + 1 < CROWD_DEPTH &&
		     crowd_ranks_before( crowd, crowd->root, other ) )
		{
			crowd->depth++;
			(void)crowd_decide( crowd, other, CROWD_ASIDE );
			crowd->depth--;
		}
		return along ? CROWD_UNDECIDED : CROWD_FAIL;
	}
	bool moved = false;
	while ( unit->at < to )
	{
		fw_segment parts[CROWD_PARTS];
		double end = to;
		const double before = unit->at;
		const int32_t count = crowd_path_parts( unit, unit->at, &end, parts );
		if ( count == 0 || !crowd_append( crowd, index, parts, count, end, false ) || !( unit->at > before ) )
		{
			break;
		}
		moved = true;
	}
	unit->through = moved ? unit->at : unit->through;
	return moved ? CROWD_MOVED : CROWD_FAIL;
}
