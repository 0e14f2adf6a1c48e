// SPDX-License-Identifier: MIT
// The units of a scene, spread over their positions, and what changes on the way, from JSON.
#include "scene_units.h"
#include "scene_place.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// [x, y] or [x, y, degrees].
static bool read_pose( field_reader* in, const json_t* value, const char* key, scene_spread* spread )
{
	const size_t size = json_array_size( value );
	for ( size_t i = 0; i < size && size <= 3; i++ )
	{
		char name[48];
		snprintf( name, sizeof( name ), "%s[%d]", key, (int)i );
		if ( !field_check( in, name, json_array_get( value, i ), -FIELD_COORDINATE_MAX, FIELD_COORDINATE_MAX,
		                   &spread->numbers[i] ) )
		{
			return false;
		}
	}
	spread->heading = size == 3 ? fw_radians( spread->numbers[2] ) : 0.0;
	spread->any_heading = size != 3;
	return size == 2 || size == 3 || field_refuse( in, key, "expected 2 or 3 numbers" );
}

static bool is_whole_rect( const double* numbers, const fw_grid* grid )
{
	bool whole = numbers[2] >= 1.0 && numbers[3] >= 1.0;
	for ( int32_t i = 0; i < 4; i++ )
	{
		whole = whole && numbers[i] == floor( numbers[i] ) && numbers[i] >= 0.0;
	}
	return whole && numbers[0] + numbers[2] <= fw_grid_width( grid ) &&
	       numbers[1] + numbers[3] <= fw_grid_height( grid );
}

static bool read_area( field_reader* in, const json_t* value, const fw_grid* grid, scene_spread* spread )
{
	static const char* const names[] = { "line", "circle", "rect" };
	static const size_t sizes[] = { 4, 3, 4 };
	double from = 0.0;
	double heading = NAN;
	int32_t found = -1;
	if ( !field_known( in, value, "line|circle|rect|from|heading" ) ||
	     !field_optional( in, value, "from", -720.0, 720.0, &from ) ||
	     !field_optional( in, value, "heading", -720.0, 720.0, &heading ) )
	{
		return false;
	}
	for ( int32_t i = 0; i < 3; i++ )
	{
		if ( json_object_get( value, names[i] ) == NULL )
		{
			continue;
		}
		if ( found >= 0 )
		{
			return field_refuse( in, names[i], "there is a %s already", names[found] );
		}
		found = i;
	}
	if ( found < 0 )
	{
		return field_refuse( in, "", "expected a line, a circle or a rect" );
	}
	spread->kind = found == 0 ? SPREAD_LINE : found == 1 ? SPREAD_CIRCLE : SPREAD_RECT;
	spread->from = fw_radians( from );
	spread->any_heading = isnan( heading );
	spread->heading = spread->any_heading ? 0.0 : fw_radians( heading );
	return field_numbers( in, value, names[found], sizes[found], -FIELD_COORDINATE_MAX, FIELD_COORDINATE_MAX,
	                      spread->numbers ) &&
	       ( found < 2 || is_whole_rect( spread->numbers, grid ) ||
	         field_refuse( in, "rect", "expected x, y, width and height in whole tiles, on the map" ) );
}

static bool read_spread( field_reader* in, const json_t* object, const char* key, const fw_grid* grid,
                         scene_spread* spread )
{
	const json_t* value = json_object_get( object, key );
	*spread = ( scene_spread ){ .kind = SPREAD_POSE };
	if ( value == NULL )
	{
		return field_refuse( in, key, "this key is missing" );
	}
	if ( json_is_array( value ) )
	{
		return read_pose( in, value, key, spread );
	}
	if ( !json_is_object( value ) )
	{
		return field_refuse( in, key, "expected a pose, or an object with a line, a circle or a rect" );
	}
	const size_t size = strlen( in->place );
	snprintf( in->place + size, sizeof( in->place ) - size, ".%s", key );
	const bool good = read_area( in, value, grid, spread );
	in->place[size] = '\0';
	return good;
}

static bool place_unit( field_reader* in, scene_places* places, const char* key, const scene_spread* spread,
                        const fw_unit* unit, int32_t index, int32_t count, fw_pose* pose )
{
	const uint32_t use = strcmp( key, "start" ) == 0 ? SCENE_START : SCENE_GOAL;
	bool blocked = false;
	fw_unit stands = *unit;
	if ( use == SCENE_GOAL && spread->any_heading && unit->outline.count > 0 )
	{
		// With some heading it may fit.
		stands.radius = fw_unit_inner_radius( unit );
		stands.outline.count = 0;
	}
	if ( !scene_places_pick( places, spread, &stands, index, count, use, pose ) )
	{
		return field_refuse( in, key, "there is no room for unit %d of %d", (int)index + 1, (int)count );
	}
	return scene_places_take( places, &stands, *pose, use, &blocked ) ||
	       field_refuse( in, key, "unit %d of %d at (%g, %g) %s", (int)index + 1, (int)count, pose->x, pose->y,
	                     blocked ? "stands on a tile that it may not enter" : "touches another unit" );
}

typedef struct unit_group
{
	int32_t kind, count;
	scene_spread start, goal;
	bool has_goal;
	double time, every;
} unit_group;

static bool read_group( field_reader* in, const json_t* object, const scene* of, bool has_orders, unit_group* group )
{
	*group = ( unit_group ){ .count = 1 };
	char name[sizeof( of->kinds[0].name )] = "";
	double count = 1.0;
	if ( !json_is_object( object ) )
	{
		return field_refuse( in, "", "expected an object" );
	}
	if ( !field_known( in, object, "kind|count|start|goal|time|every" ) ||
	     field_member( in, object, "kind", JSON_STRING, "a string" ) == NULL ||
	     !field_text( in, object, "kind", name, sizeof( name ) ) ||
	     !field_optional( in, object, "count", 1.0, SCENE_UNITS_MAX, &count ) ||
	     !read_spread( in, object, "start", of->grid, &group->start ) ||
	     ( ( !has_orders || json_object_get( object, "goal" ) != NULL ) &&
	       !read_spread( in, object, "goal", of->grid, &group->goal ) ) ||
	     !field_optional( in, object, "time", 0.0, SCENE_SECONDS_MAX, &group->time ) ||
	     !field_optional( in, object, "every", 0.0, SCENE_SECONDS_MAX, &group->every ) )
	{
		return false;
	}
	group->kind = scene_find_kind( of, name );
	group->has_goal = json_object_get( object, "goal" ) != NULL;
	group->count = (int32_t)count;
	if ( group->kind < 0 )
	{
		return field_refuse( in, "kind", "there is no kind '%s'", name );
	}
	if ( count != floor( count ) )
	{
		return field_refuse( in, "count", "expected a whole number" );
	}
	return of->unit_count + group->count <= SCENE_UNITS_MAX ||
	       field_refuse( in, "count", "more than %d units", SCENE_UNITS_MAX );
}

// All starts of the group first: its goals may be anywhere, also where it stands.
static bool place_group( field_reader* in, scene_places* places, const unit_group* group, int32_t entry, scene* out )
{
	const fw_unit* unit = &out->kinds[group->kind].unit;
	scene_unit* made = out->units + out->unit_count;
	for ( int32_t i = 0; i < group->count; i++ )
	{
		made[i] = ( scene_unit ){
		    .kind = group->kind,
		    .goal_any_heading = group->goal.any_heading,
		    .has_goal = group->has_goal,
		    .time = group->time + group->every * i,
		    .group = entry,
		};
		if ( !place_unit( in, places, "start", &group->start, unit, i, group->count, &made[i].start ) )
		{
			return false;
		}
	}
	for ( int32_t i = 0; i < group->count; i++ )
	{
		made[i].goal = made[i].start;
		if ( group->has_goal && !place_unit( in, places, "goal", &group->goal, unit, i, group->count, &made[i].goal ) )
		{
			return false;
		}
	}
	out->unit_count += group->count;
	return true;
}

bool scene_read_units( field_reader* in, const json_t* root, scene* out )
{
	const json_t* list = field_list( in, root, "units", 1, SCENE_UNITS_MAX );
	scene_places places = { 0 };
	if ( list == NULL )
	{
		return false;
	}
	const bool has_orders = json_object_get( root, "orders" ) != NULL; // then units need no goals
	out->units = calloc( SCENE_UNITS_MAX, sizeof( scene_unit ) );
	bool good = out->units != NULL && scene_places_make( &places, out->grid, out->seed );
	if ( !good )
	{
		field_fail( in, "units", FW_ERR_MEMORY );
	}
	for ( size_t i = 0; i < json_array_size( list ) && good; i++ )
	{
		unit_group group;
		field_at_entry( in, "units", i );
		good = read_group( in, json_array_get( list, i ), out, has_orders, &group ) &&
		       place_group( in, &places, &group, (int32_t)i, out );
	}
	scene_places_free( &places );
	if ( good )
	{
		in->place[0] = '\0';
	}
	return good;
}

static bool read_terrain( field_reader* in, const json_t* object, const fw_grid* grid, uint8_t* terrain )
{
	char letter[8] = "";
	if ( field_member( in, object, "terrain", JSON_STRING, "a letter" ) == NULL ||
	     !field_text( in, object, "terrain", letter, sizeof( letter ) ) )
	{
		return false;
	}
	for ( int32_t i = 0; i < fw_grid_terrain_count( grid ) && strlen( letter ) == 1; i++ )
	{
		if ( fw_grid_terrain( grid, i )->letter == letter[0] )
		{
			*terrain = (uint8_t)i;
			return true;
		}
	}
	return field_refuse( in, "terrain", "'%s' is not a letter of a terrain", letter );
}

static bool read_edit( field_reader* in, const json_t* object, scene* out )
{
	scene_edit* edit = &out->edits[out->edit_count];
	double numbers[4];
	if ( !json_is_object( object ) )
	{
		return field_refuse( in, "", "expected an object" );
	}
	if ( !field_known( in, object, "time|rect|terrain" ) ||
	     !field_number( in, object, "time", 0.0, SCENE_SECONDS_MAX, &edit->time ) ||
	     !field_numbers( in, object, "rect", 4, 0.0, FW_GRID_MAX_SIDE, numbers ) ||
	     !read_terrain( in, object, out->grid, &edit->terrain ) )
	{
		return false;
	}
	if ( !is_whole_rect( numbers, out->grid ) )
	{
		return field_refuse( in, "rect", "expected x, y, width and height in whole tiles, on the map" );
	}
	if ( out->edit_count > 0 && edit->time < edit[-1].time )
	{
		return field_refuse( in, "time", "earlier than that of the edit before" );
	}
	edit->rect = ( fw_rect ){ (int32_t)numbers[0], (int32_t)numbers[1], (int32_t)numbers[2], (int32_t)numbers[3] };
	out->edit_count += 1;
	return true;
}

bool scene_read_edits( field_reader* in, const json_t* root, scene* out )
{
	if ( json_object_get( root, "edits" ) == NULL )
	{
		return true;
	}
	const json_t* list = field_list( in, root, "edits", 0, SCENE_EDITS_MAX );
	out->edits = list != NULL ? calloc( json_array_size( list ) + 1, sizeof( scene_edit ) ) : NULL;
	if ( list == NULL || out->edits == NULL )
	{
		return list != NULL ? field_fail( in, "edits", FW_ERR_MEMORY ) : false;
	}
	for ( size_t i = 0; i < json_array_size( list ); i++ )
	{
		field_at_entry( in, "edits", i );
		if ( !read_edit( in, json_array_get( list, i ), out ) )
		{
			return false;
		}
	}
	in->place[0] = '\0';
	return true;
}
