// SPDX-License-Identifier: MIT
// The orders of a scene to many units at once, from JSON.
#include "scene_orders.h"
#include "values.h"

#include <math.h>
#include <stdlib.h>

// The names of all kinds, in their order.
#define KINDS "go|stop|gather|patrol|follow|form|hold"
#define SHAPES "box|line|column|wedge|own"

// The number of an entry of `units`.
static bool check_entry( field_reader* in, const char* key, const json_t* value, const scene* of, int32_t* entry )
{
	double number = 0.0;
	const int32_t last = of->units[of->unit_count - 1].group;
	if ( !field_check( in, key, value, 0.0, last, &number ) )
	{
		return false;
	}
	*entry = (int32_t)number;
	return number == floor( number ) || field_refuse( in, key, "expected the number of an entry of \"units\"" );
}

static void send_with( scene* out, const scene_order* order, int32_t entry )
{
	for ( int32_t i = 0; i < out->unit_count; i++ )
	{
		scene_unit* unit = &out->units[i];
		if ( unit->group == entry && !unit->has_goal && unit->orders == 0 )
		{
			unit->time = order->time;
		}
		unit->orders += unit->group == entry ? 1 : 0;
	}
}

static bool read_entries( field_reader* in, const json_t* object, scene* out, scene_order* order )
{
	const json_t* list = field_member( in, object, "units", JSON_ARRAY, "a list of numbers of entries" );
	if ( list == NULL )
	{
		return false;
	}
	order->count = (int32_t)json_array_size( list );
	if ( order->count < 1 || order->count > SCENE_ENTRIES_MAX )
	{
		return field_refuse( in, "units", "expected 1 to %d numbers of entries", SCENE_ENTRIES_MAX );
	}
	for ( int32_t i = 0; i < order->count; i++ )
	{
		if ( !check_entry( in, "units", json_array_get( list, (size_t)i ), out, &order->entries[i] ) )
		{
			return false;
		}
		for ( int32_t k = 0; k < i; k++ )
		{
			if ( order->entries[k] == order->entries[i] )
			{
				return field_refuse( in, "units", "entry %d is listed twice", (int)order->entries[i] );
			}
		}
		send_with( out, order, order->entries[i] );
	}
	return true;
}

// [x, y] or [x, y, degrees].
static bool read_goal( field_reader* in, const json_t* object, fw_order* order )
{
	const json_t* value = json_object_get( object, "goal" );
	double numbers[3] = { 0 };
	const size_t size = json_array_size( value );
	if ( value == NULL || ( size != 2 && size != 3 ) )
	{
		return field_refuse( in, "goal", value == NULL ? "this key is missing" : "expected 2 or 3 numbers" );
	}
	for ( size_t i = 0; i < size; i++ )
	{
		if ( !field_check( in, "goal", json_array_get( value, i ), -FIELD_COORDINATE_MAX, FIELD_COORDINATE_MAX,
		                   &numbers[i] ) )
		{
			return false;
		}
	}
	order->goal = ( fw_pose ){ numbers[0], numbers[1], fw_radians( numbers[2] ) };
	order->goal_any_heading = size == 2;
	return true;
}

static bool read_leader( field_reader* in, const json_t* object, const scene* of, scene_order* order )
{
	const json_t* value = json_object_get( object, "leader" );
	int32_t entry = 0;
	if ( value == NULL )
	{
		return field_refuse( in, "leader", "this key is missing" );
	}
	if ( !check_entry( in, "leader", value, of, &entry ) )
	{
		return false;
	}
	for ( int32_t i = 0; i < order->count; i++ )
	{
		if ( order->entries[i] == entry )
		{
			return field_refuse( in, "leader", "entry %d is to follow itself", (int)entry );
		}
	}
	while ( of->units[order->leader].group != entry )
	{
		order->leader++;
	}
	return true;
}

static bool read_offset( field_reader* in, const json_t* value, fw_vec2* offset )
{
	if ( json_array_size( value ) != 2 )
	{
		return field_refuse( in, "offsets", "expected pairs of numbers" );
	}
	return field_check( in, "offsets", json_array_get( value, 0 ), -1000.0, 1000.0, &offset->x ) &&
	       field_check( in, "offsets", json_array_get( value, 1 ), -1000.0, 1000.0, &offset->y );
}

// One for each unit of the entries, in the order of the file.
static bool read_offsets( field_reader* in, const json_t* object, const scene* of, scene_order* order )
{
	const json_t* list = field_member( in, object, "offsets", JSON_ARRAY, "a list of [ahead, right]" );
	size_t units = 0;
	for ( int32_t i = 0; i < of->unit_count; i++ )
	{
		units += scene_order_lists( order, &of->units[i] ) ? 1 : 0;
	}
	if ( list == NULL )
	{
		return false;
	}
	if ( json_array_size( list ) != units )
	{
		return field_refuse( in, "offsets", "expected %d, one for each unit", (int)units );
	}
	order->offsets = calloc( units, sizeof( fw_vec2 ) );
	if ( order->offsets == NULL )
	{
		return field_fail( in, "offsets", FW_ERR_MEMORY );
	}
	order->order.offsets = order->offsets;
	bool good = true;
	for ( size_t i = 0; i < units && good; i++ )
	{
		good = read_offset( in, json_array_get( list, i ), &order->offsets[i] );
	}
	return good;
}

static bool read_shape( field_reader* in, const json_t* object, const scene* of, scene_order* order )
{
	char shape[16] = "box";
	if ( !field_text( in, object, "shape", shape, sizeof( shape ) ) )
	{
		return false;
	}
	const int32_t index = value_choice( shape, SHAPES );
	if ( index < 0 )
	{
		return field_refuse( in, "shape", "expected %s", SHAPES );
	}
	order->order.shape = (fw_shape)index;
	return order->order.shape != FW_SHAPE_OWN || read_offsets( in, object, of, order );
}

static bool read_order( field_reader* in, const json_t* object, scene* out )
{
	scene_order* order = &out->orders[out->order_count];
	char kind[16] = "";
	*order = ( scene_order ){ .order = fw_default_order() };
	if ( !json_is_object( object ) )
	{
		return field_refuse( in, "", "expected an object" );
	}
	if ( !field_known( in, object, "time|units|order|goal|spacing|leader|distance|shape|offsets" ) ||
	     !field_optional( in, object, "time", 0.0, SCENE_SECONDS_MAX, &order->time ) ||
	     field_member( in, object, "order", JSON_STRING, "a string" ) == NULL ||
	     !field_text( in, object, "order", kind, sizeof( kind ) ) ||
	     !field_optional( in, object, "spacing", 0.0, FIELD_RADIUS_MAX, &order->order.spacing ) ||
	     !field_optional( in, object, "distance", 0.0, 1000.0, &order->order.distance ) ||
	     !read_entries( in, object, out, order ) )
	{
		return false;
	}
	const int32_t index = value_choice( kind, KINDS );
	if ( index < 0 )
	{
		return field_refuse( in, "order", "expected %s", KINDS );
	}
	order->order.kind = (fw_order_kind)index;
	out->order_count += 1;
	if ( out->order_count > 1 && order->time < order[-1].time )
	{
		return field_refuse( in, "time", "earlier than that of the order before" );
	}
	const bool follows = order->order.kind == FW_ORDER_FOLLOW;
	if ( order->order.kind == FW_ORDER_FORM && !read_shape( in, object, out, order ) )
	{
		return false;
	}
	return order->order.kind == FW_ORDER_STOP || order->order.kind == FW_ORDER_HOLD ||
	       ( follows ? read_leader( in, object, out, order ) : read_goal( in, object, &order->order ) );
}

bool scene_read_orders( field_reader* in, const json_t* root, scene* out )
{
	if ( json_object_get( root, "orders" ) == NULL )
	{
		return true;
	}
	const json_t* list = field_list( in, root, "orders", 0, SCENE_ORDERS_MAX );
	out->orders = list != NULL ? calloc( json_array_size( list ) + 1, sizeof( scene_order ) ) : NULL;
	if ( list == NULL || out->orders == NULL )
	{
		return list != NULL ? field_fail( in, "orders", FW_ERR_MEMORY ) : false;
	}
	for ( size_t i = 0; i < json_array_size( list ); i++ )
	{
		field_at_entry( in, "orders", i );
		if ( !read_order( in, json_array_get( list, i ), out ) )
		{
			return false;
		}
	}
	in->place[0] = '\0';
	return true;
}
