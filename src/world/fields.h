// SPDX-License-Identifier: MIT
// The store of the distance fields of a world: which places have one, and which get one.
#ifndef FW_WORLD_FIELDS_H
#define FW_WORLD_FIELDS_H

#include "world/world.h"

// Places that are counted at once, for units of several classes or orders in one line.
#define FW_FIELD_COUNTS 32

// Where the units of a field go, or of a place without one.
typedef struct field_key
{
	fw_vec2 at;
	const fw_unit* unit;
} field_key;

typedef struct field_count
{
	field_key key;
	int32_t units;
	double tiles; // the furthest of them to the goal
	bool tried;   // is there no room for its field?
} field_count;

typedef struct field_counts
{
	field_count list[FW_FIELD_COUNTS];
	int32_t next; // the one that gives way
} field_counts;

// The field of a place; NULL: it has none.
world_field* fw_fields_find( fw_world* world, const field_key* key );
// Counts a unit for a place without a field. If that is worth it now, the place gets one.
void fw_fields_count( fw_world* world, field_counts* counts, const world_unit* unit, const field_key* key );
// Is there memory for a slice of growth? Drops fields that nobody waits for.
bool fw_fields_have_room( fw_world* world, const fw_goal_field* growing );
// May a way lead there? False is certain.
bool fw_fields_connect( fw_world* world, const fw_unit* unit, fw_vec2 from, fw_vec2 to );

FW_INLINE bool fw_fields_on_map( const fw_world* world, fw_vec2 at )
{
	return at.x >= 0.0 && at.y >= 0.0 && at.x < fw_grid_width( world->grid ) && at.y < fw_grid_height( world->grid );
}

FW_INLINE bool fw_fields_see( const fw_world* world, const fw_unit* unit, fw_vec2 from, fw_vec2 to )
{
	const fw_segment line = fw_segment_line( from, to, FW_GEAR_FORWARD );
	return fw_sweep_segment( world->grid, unit, &line );
}

#endif
