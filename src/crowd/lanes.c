// SPDX-License-Identifier: MIT
// Lanes: on which side a unit drives before, in and behind a strait, and whether it may enter.
#include "crowd/crowd.h"

// Points of a path at which its tiles are looked up are this far apart [tiles].
#define SAMPLE 0.35
#define TILES ( CROWD_FAR + 1 )

// Can it turn round in a lane, and be planned for by unravel.c?
static bool is_nimble( const crowd_unit* unit )
{
	return unit->walks && unit->unit.radius <= 0.5;
}

void fw_crowd_count_in_straits( fw_crowd* crowd, int32_t index )
{
	crowd_unit* unit = &crowd->units[index];
	const fw_strait* inside = unit->is_inside ? fw_straits_get( &crowd->straits, unit->inside.strait ) : NULL;
	unit->is_inside = unit->is_inside && unit->away > 0.0 && inside != NULL &&
	                  ( fw_strait_holds( inside, crowd_mover( crowd, index )->place ) ||
	                    fw_strait_holds( inside, crowd_front( crowd, index ) ) );
	if ( unit->is_inside )
	{
		fw_straits_inside( &crowd->straits, unit->inside.strait, unit->inside.direction, unit->half_width,
		                   crowd_mover( crowd, index )->place );
	}
	for ( int32_t k = 0; k < unit->ahead_count && unit->away > 0.0; k++ )
	{
		fw_straits_want( &crowd->straits, unit->ahead[k].strait, unit->ahead[k].direction, unit->half_width,
		                 crowd_mover( crowd, index )->place );
	}
}

static bool add_tile( fw_tile_step* tiles, int32_t* count, fw_vec2 place )
{
	fw_add_tile( tiles, count, place );
	return *count < TILES;
}

// What is left at a node and those around it, row by row.
typedef struct around
{
	double left[9];
	int32_t x, y; // the steps to the next node
} around;

// From node to node most are known already: `last` is where it came from, NULL at first.
static double left_at( fw_crowd* crowd, int32_t index, int32_t guide, fw_node to, int32_t k, const around* last )
{
	const int32_t x = last != NULL ? k % 3 + last->x : -1;
	const int32_t y = last != NULL ? k / 3 + last->y : -1;
	return x >= 0 && x < 3 && y >= 0 && y < 3 ? last->left[3 * y + x] : fw_crowd_left_by( crowd, index, guide, to );
}

static int32_t tiles_of_guide( fw_crowd* crowd, int32_t index, fw_tile_step* tiles )
{
	const fw_unit* unit = &crowd->units[index].unit;
	const int32_t step = fw_node_step( unit->radius );
	const int32_t guide = fw_crowd_guide( crowd, index );
	fw_node node = fw_node_near( crowd_front( crowd, index ), step );
	int32_t count = 0;
	around seen[2];
	const around* last = NULL;
	double left = fw_crowd_left_by( crowd, index, guide, node );
	while ( add_tile( tiles, &count, fw_node_place( node ) ) && left > 0.5 )
	{
		around* now = &seen[last == &seen[0] ? 1 : 0];
		int32_t next = -1;
		double least = INFINITY;
		for ( int32_t k = 0; k < 9; k++ )
		{
			const fw_node to = { node.x + ( k % 3 - 1 ) * step, node.y + ( k / 3 - 1 ) * step };
			const double length = ( k & 1 ) != 0 ? 1.0 : sqrt( 2.0 );
			now->left[k] = k != 4 ? left_at( crowd, index, guide, to, k, last ) : left;
			if ( now->left[k] < left && now->left[k] + 0.5 * step * length < least - 1e-4 &&
			     fw_node_joins( crowd->grid, unit, node, to ) )
			{
				least = now->left[k] + 0.5 * step * length;
				next = k;
			}
		}
		if ( next < 0 )
		{
			break;
		}
		now->x = next % 3 - 1;
		now->y = next / 3 - 1;
		node = ( fw_node ){ node.x + now->x * step, node.y + now->y * step };
		left = now->left[next];
		last = now;
	}
	return count;
}

static int32_t tiles_of_line( fw_vec2 from, fw_vec2 to, fw_tile_step* tiles )
{
	const double length = fw_length( to.x - from.x, to.y - from.y );
	int32_t count = 0;
	for ( double at = 0.0; at < length; at += SAMPLE )
	{
		const fw_vec2 place = { from.x + at / length * ( to.x - from.x ), from.y + at / length * ( to.y - from.y ) };
		if ( !add_tile( tiles, &count, place ) )
		{
			break;
		}
	}
	return count;
}

// The tiles on the way back to the path.
static int32_t tiles_of_way_back( fw_crowd* crowd, int32_t index, fw_tile_step* tiles )
{
	return fw_crowd_sees_path( crowd, index )
	           ? tiles_of_line( crowd_front( crowd, index ), crowd->units[index].seen, tiles )
	           : tiles_of_guide( crowd, index, tiles );
}

void fw_crowd_look_for_straits( fw_crowd* crowd, int32_t index )
{
	fw_tile_step tiles[TILES];
	crowd_unit* unit = &crowd->units[index];
	const double left = unit->has_goal ? fw_crowd_left_in_sight( crowd, index ) : 0.0;
	unit->ahead_count = 0;
	if ( left < CROWD_AROUND || !( left < INFINITY ) )
	{
		return;
	}
	const int32_t count =
	    unit->on_path ? fw_crowd_path_tiles( unit, SAMPLE, tiles, TILES ) : tiles_of_way_back( crowd, index, tiles );
	unit->ahead_count = fw_straits_ahead( &crowd->straits, unit->unit.capabilities, is_nimble( unit ), unit->half_width,
	                                      tiles, count, unit->ahead, CROWD_STRAITS );
}

// Does a unit that comes out of a strait still keep to its side?
static const fw_strait* comes_out( const fw_crowd* crowd, int32_t index )
{
	const crowd_unit* unit = &crowd->units[index];
	const fw_strait* strait = fw_straits_get( &crowd->straits, unit->inside.strait );
	const fw_vec2 front = crowd_front( crowd, index );
	if ( strait == NULL || strait->wanted[1 - unit->inside.direction] == 0 ||
	     !fw_strait_meets( strait, unit->inside.direction, front ) )
	{
		return NULL;
	}
	const double along = strait->along_x ? front.x : front.y;
	const double beyond = unit->inside.direction == 0 ? along - strait->to - 1 : strait->from - along;
	return beyond < CROWD_FAR ? strait : NULL;
}

// The strait that it comes to, if it meets others there.
static const fw_strait* comes_to( const fw_crowd* crowd, int32_t index )
{
	const crowd_unit* unit = &crowd->units[index];
	const fw_strait* strait = fw_straits_get( &crowd->straits, unit->ahead_count > 0 ? unit->ahead[0].strait : -1 );
	const int32_t direction = unit->ahead[0].direction;
	return strait != NULL && strait->wanted[1 - direction] > 0 &&
	               fw_strait_meets( strait, direction, crowd_front( crowd, index ) )
	           ? strait
	           : NULL;
}

crowd_lane fw_crowd_find_lane( const fw_crowd* crowd, int32_t index )
{
	const crowd_unit* unit = &crowd->units[index];
	const fw_vec2 front = crowd_front( crowd, index );
	const fw_strait* strait = comes_out( crowd, index );
	int32_t direction = unit->inside.direction;
	fw_strait_stage stage = FW_STRAIT_LEAVES;
	crowd_lane lane = { .hard = strait != NULL && fw_strait_holds( strait, front ) };
	if ( strait == NULL )
	{
		strait = comes_to( crowd, index );
		if ( strait == NULL )
		{
			return lane;
		}
		direction = unit->ahead[0].direction;
		lane.hard = unit->ahead[0].steps <= CROWD_FAR;
		stage = strait->open[direction] || fw_strait_holds( strait, front ) ? FW_STRAIT_ENTERS : FW_STRAIT_WAITS;
	}
	if ( crowd->time - unit->moved < ( stage == FW_STRAIT_WAITS ? CROWD_AT_LAST : CROWD_LATER ) )
	{
		lane.along_x = strait->along_x;
		lane.rule = fw_strait_side( strait, direction, unit->half_width, stage, &lane.lo, &lane.hi );
	}
	return lane;
}

int32_t fw_crowd_off_lane( const crowd_lane* lane, fw_vec2 place )
{
	const int32_t across = fw_floor_to_int( lane->along_x ? place.y : place.x );
	const bool is_on = across >= lane->lo && across <= lane->hi;
	switch ( lane->rule )
	{
	case FW_STRAIT_ON:
		return is_on ? 0 : across < lane->lo ? lane->lo - across : across - lane->hi;
	case FW_STRAIT_BESIDE:
		return !is_on ? 0 : 1 + ( across - lane->lo < lane->hi - across ? across - lane->lo : lane->hi - across );
	case FW_STRAIT_ANYWHERE:
		break;
	}
	return 0;
}

bool fw_crowd_nears_gate( const fw_crowd* crowd, int32_t index )
{
	const crowd_unit* unit = &crowd->units[index];
	if ( unit->ahead_count == 0 || unit->ahead[0].steps > CROWD_FAR / 2 )
	{
		return false;
	}
	const fw_strait* strait = fw_straits_get( &crowd->straits, unit->ahead[0].strait );
	return strait != NULL && strait->gated && strait->wanted[1 - unit->ahead[0].direction] > 0;
}

bool fw_crowd_waits_at_gate( const fw_crowd* crowd, int32_t index )
{
	const crowd_unit* unit = &crowd->units[index];
	if ( unit->is_inside || unit->ahead_count == 0 || unit->ahead[0].steps > CROWD_FAR )
	{
		return false;
	}
	const fw_strait* strait = fw_straits_get( &crowd->straits, unit->ahead[0].strait );
	const int32_t direction = unit->ahead[0].direction;
	return strait != NULL && strait->gated && strait->listed == crowd->straits.tick && !strait->open[direction] &&
	       crowd->time - strait->idle_since < CROWD_LATER &&
	       strait->wanted[1 - direction] + strait->inside[1 - direction] > 0;
}

// Calls for each step between tiles of a line.
static fw_tile_step tile_at( fw_vec2 from, fw_vec2 to, double part )
{
	return ( fw_tile_step ){ fw_floor_to_int( from.x + part * ( to.x - from.x ) ),
	                         fw_floor_to_int( from.y + part * ( to.y - from.y ) ) };
}

bool fw_crowd_is_shut( fw_crowd* crowd, int32_t index, fw_vec2 from, fw_vec2 to )
{
	const crowd_unit* unit = &crowd->units[index];
	const fw_tile_step here = tile_at( from, to, 0.0 );
	const fw_tile_step there = tile_at( from, to, 1.0 );
	for ( int32_t axis = 0; axis < 2; axis++ )
	{
		int32_t direction;
		const int32_t id = fw_straits_entered( &crowd->straits, unit->unit.capabilities, is_nimble( unit ), here, there,
		                                       axis == 0, &direction );
		const fw_strait* strait = fw_straits_get( &crowd->straits, id );
		const bool used = strait != NULL && strait->listed == crowd->straits.tick &&
		                  strait->wanted[1 - direction] + strait->inside[1 - direction] > 0;
		if ( used && fw_strait_lanes( strait, unit->half_width ) == 1 && !strait->open[direction] &&
		     !( unit->is_inside && unit->inside.strait == id ) )
		{
			return true;
		}
	}
	return false;
}

void fw_crowd_note_entry( fw_crowd* crowd, int32_t index, const fw_segment* part )
{
	crowd_unit* unit = &crowd->units[index];
	const int32_t steps = 1 + (int32_t)( part->length / SAMPLE );
	fw_tile_step last = tile_at( part->from, part->to, 0.0 );
	for ( int32_t k = 1; k <= steps; k++ )
	{
		const fw_tile_step tile = tile_at( part->from, part->to, (double)k / steps );
		for ( int32_t axis = 0; axis < 2 && ( tile.x != last.x || tile.y != last.y ); axis++ )
		{
			int32_t direction;
			const int32_t id = fw_straits_entered( &crowd->straits, unit->unit.capabilities, is_nimble( unit ), last,
			                                       tile, axis == 0, &direction );
			if ( id >= 0 &&
			     fw_strait_lanes( fw_straits_get( &crowd->straits, id ), unit->half_width ) <= FW_STRAIT_LANES_MAX )
			{
				unit->inside = ( fw_strait_ahead ){ id, direction, 0 };
				unit->is_inside = true;
				fw_straits_enter( &crowd->straits, id, direction, unit->half_width );
			}
		}
		last = tile;
	}
}
