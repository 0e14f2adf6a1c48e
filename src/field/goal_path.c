// SPDX-License-Identifier: MIT
// Paths from a distance field.
#include "field/goal_field.h"

// One end on its way to the goal.
typedef struct descent
{
	int32_t x, y;
	int32_t direction; // of its last step, -1: none
	uint32_t left;
	bool ended; // at the goal
} descent;

static fw_vec2 place_of( const fw_goal_field* field, const descent* at )
{
	return at->ended ? field->goal : fw_node_place( fw_goal_node( field, at->x, at->y ) );
}

// At the node with the least sum.
static descent begin_at( const fw_goal_field* field, fw_vec2 place )
{
	descent at = { .direction = -1, .ended = fw_goal_is_goal( field, place ) };
	fw_goal_anchor anchors[9];
	const int32_t count = at.ended ? 0 : fw_goal_anchors( field, place, anchors );
	uint32_t least = FW_GOAL_NONE;
	for ( int32_t i = 0; i < count; i++ )
	{
		const uint32_t value = fw_goal_value( field, anchors[i].x, anchors[i].y );
		if ( value <= field->open.f && value + anchors[i].distance < least )
		{
			least = value + anchors[i].distance;
			at.x = anchors[i].x;
			at.y = anchors[i].y;
			at.left = value;
		}
	}
	return at;
}

// Does the way to the goal lead in this direction?
static bool leads( const fw_goal_field* field, const descent* at, int32_t direction )
{
	const int32_t x = at->x + fw_step_x[direction];
	const int32_t y = at->y + fw_step_y[direction];
	if ( !fw_goal_has( field, x, y ) )
	{
		return false;
	}
	const uint32_t value = fw_goal_value( field, x, y );
	return value < at->left && value + fw_goal_weight( field, at->x, at->y, direction ) == at->left &&
	       fw_goal_joins( field, at->x, at->y, direction );
}

// Goes on straight where that is as short. Ends at the goal where no neighbor leads there.
static void descend( const fw_goal_field* field, descent* at )
{
	int32_t direction = at->direction >= 0 && leads( field, at, at->direction ) ? at->direction : -1;
	for ( int32_t k = 0; k < 8 && direction < 0; k++ )
	{
		direction = leads( field, at, k ) ? k : -1;
	}
	at->ended = direction < 0;
	at->direction = direction;
	if ( !at->ended )
	{
		at->x += fw_step_x[direction];
		at->y += fw_step_y[direction];
		at->left = fw_goal_value( field, at->x, at->y );
	}
}

static bool have_met( const descent* a, const descent* b )
{
	return a->ended || b->ended ? a->ended && b->ended : a->x == b->x && a->y == b->y;
}

static bool note_bend( fw_goal_field* field, fw_vec2 at )
{
	return FW_PUSH( &field->allocator, &field->bends, &field->bend_count, &field->bend_capacity, at );
}

// Takes a step, and notes where it was if it turns there: on the path, or where that is NULL, among the bends.
static fw_status advance( fw_goal_field* field, descent* at, fw_path* path )
{
	const int32_t before = at->direction;
	const fw_vec2 place = place_of( field, at );
	descend( field, at );
	if ( at->direction == before && !at->ended )
	{
		return FW_OK;
	}
	return path != NULL                ? fw_path_append_line( path, place, FW_GEAR_FORWARD )
	       : note_bend( field, place ) ? FW_OK
	                                   : FW_ERR_MEMORY;
}

fw_status fw_goal_field_path( fw_goal_field* field, fw_pose from, fw_vec2 to, fw_path* path )
{
	descent a = begin_at( field, ( fw_vec2 ){ from.x, from.y } );
	descent b = begin_at( field, to );
	fw_path_clear( path, from );
	field->bend_count = 0;
	FW_TRY( note_bend( field, to ) ? FW_OK : FW_ERR_MEMORY );
	while ( !have_met( &a, &b ) )
	{
		// Who has more left goes on: so neither passes the place where they meet.
		const bool first = !a.ended && ( b.ended || a.left >= b.left );
		FW_TRY( advance( field, first ? &a : &b, first ? path : NULL ) );
	}
	FW_TRY( fw_path_append_line( path, place_of( field, &a ), FW_GEAR_FORWARD ) );
	for ( int32_t i = field->bend_count - 1; i >= 0; i-- )
	{
		FW_TRY( fw_path_append_line( path, field->bends[i], FW_GEAR_FORWARD ) );
	}
	return FW_OK;
}
