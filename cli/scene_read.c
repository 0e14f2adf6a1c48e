// SPDX-License-Identifier: MIT
// Scenes from JSON. Whatever a file holds, it ends as a scene that can be run or as one clear sentence with its place.
#include "scene_read.h"
#include "files.h"
#include "scene_orders.h"
#include "scene_units.h"
#include "values.h"

#include "fairway/io.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PATH_MAX_BYTES 1024

// The name of a file beside another one.
static bool beside( const char* file, const char* name, char* path )
{
	const char* slash = strrchr( file, '/' );
	const int folder = name[0] == '/' || slash == NULL ? 0 : (int)( slash - file + 1 );
	const int size = snprintf( path, PATH_MAX_BYTES, "%.*s%s", folder, file, name );
	return size > 0 && size < PATH_MAX_BYTES;
}

// A file of the scene could not be read: false.
static bool refuse_file( field_reader* in, const char* key, const char* path, fw_status status,
                         const fw_refusal* fault )
{
	if ( fault->line > 0 )
	{
		field_refuse( in, key, "%s:%d:%d: %s", path, (int)fault->line, (int)fault->column, fault->text );
	}
	else
	{
		field_refuse( in, key, "%s: %s", path,
		              status == FW_ERR_IO && errno != 0 ? strerror( errno ) : fw_status_text( status ) );
	}
	in->error->status = status == FW_ERR_MEMORY ? status : FW_ERR_SYNTAX;
	return false;
}

static bool read_map_file( field_reader* in, const json_t* value, const char* file, scene* out )
{
	char path[PATH_MAX_BYTES];
	fw_refusal fault = { 0 };
	if ( !json_is_string( value ) )
	{
		return field_refuse( in, "map", "expected the name of a map's file" );
	}
	if ( !beside( file, json_string_value( value ), path ) )
	{
		return field_refuse( in, "map", "the name is too long" );
	}
	errno = 0;
	const fw_status status = fw_map_load( path, NULL, &out->grid, &fault );
	return status == FW_OK || refuse_file( in, "map", path, status, &fault );
}

// The name of a file of regions.
static bool read_regions( field_reader* in, const json_t* root, const char* file, scene* out )
{
	const json_t* value = json_object_get( root, "regions" );
	char path[PATH_MAX_BYTES];
	fw_refusal fault = { 0 };
	if ( value == NULL )
	{
		return true;
	}
	if ( !json_is_string( value ) || !beside( file, json_string_value( value ), path ) )
	{
		return field_refuse( in, "regions", "expected the name of a file of regions" );
	}
	out->regions = malloc( (size_t)fw_grid_width( out->grid ) * (size_t)fw_grid_height( out->grid ) );
	errno = 0;
	const fw_status status =
	    out->regions != NULL ? fw_regions_load( path, out->grid, out->regions, &fault ) : FW_ERR_MEMORY;
	return status == FW_OK || refuse_file( in, "regions", path, status, &fault );
}

// The rows as one text, each with its end of line; NULL, with a message, where one is no string.
static char* join_rows( field_reader* in, const json_t* rows, size_t* size )
{
	*size = 0;
	for ( size_t i = 0; i < json_array_size( rows ); i++ )
	{
		const json_t* row = json_array_get( rows, i );
		char key[32];
		snprintf( key, sizeof( key ), "rows[%d]", (int)i );
		if ( !json_is_string( row ) )
		{
			field_refuse( in, key, "expected a string" );
			return NULL;
		}
		// What would end the row early, or make the text one of the other form of maps.
		if ( strpbrk( json_string_value( row ), "\r\n" ) != NULL || json_string_length( row ) == 0 )
		{
			field_refuse( in, key, "expected letters of terrains" );
			return NULL;
		}
		*size += json_string_length( row ) + 1;
	}
	char* text = malloc( *size + 1 );
	size_t at = 0;
	for ( size_t i = 0; i < json_array_size( rows ) && text != NULL; i++ )
	{
		const json_t* row = json_array_get( rows, i );
		memcpy( text + at, json_string_value( row ), json_string_length( row ) );
		at += json_string_length( row );
		text[at++] = '\n';
	}
	if ( text == NULL )
	{
		field_fail( in, "rows", FW_ERR_MEMORY );
	}
	return text;
}

static bool read_rows( field_reader* in, const json_t* rows, scene* out )
{
	fw_refusal fault = { 0 };
	size_t size = 0;
	if ( !json_is_array( rows ) || json_array_size( rows ) == 0 )
	{
		return field_refuse( in, "rows", "expected rows of letters" );
	}
	char* text = join_rows( in, rows, &size );
	if ( text == NULL )
	{
		return false;
	}
	const fw_status status = fw_map_parse( text, size, NULL, &out->grid, &fault );
	free( text );
	if ( status == FW_OK )
	{
		return true;
	}
	char key[48] = "rows";
	if ( fault.line > 0 )
	{
		snprintf( key, sizeof( key ), "rows[%d]", (int)fault.line - 1 );
	}
	field_refuse( in, key, "%s", fault.text[0] != '\0' ? fault.text : fw_status_text( status ) );
	in->error->status = status == FW_ERR_MEMORY ? status : FW_ERR_SYNTAX;
	return false;
}

static bool read_map( field_reader* in, const json_t* root, const char* file, scene* out )
{
	const json_t* map = json_object_get( root, "map" );
	const json_t* rows = json_object_get( root, "rows" );
	if ( ( map == NULL ) == ( rows == NULL ) )
	{
		return field_refuse(
		    in, "map", map == NULL ? "this key is missing, and so is \"rows\"" : "there is a map and there are rows" );
	}
	return map != NULL ? read_map_file( in, map, file, out ) : read_rows( in, rows, out );
}

// What terrains cost, by name or letter.
static bool read_costs( field_reader* in, const json_t* root, scene* out )
{
	const json_t* object = json_object_get( root, "costs" );
	double costs[FW_TERRAIN_MAX] = { 0 };
	if ( object == NULL )
	{
		return true;
	}
	if ( !json_is_object( object ) )
	{
		return field_refuse( in, "costs", "expected an object such as {\"swamp\": 3}" );
	}
	snprintf( in->place, sizeof( in->place ), "costs" );
	void* at = json_object_iter( (json_t*)(uintptr_t)object );
	for ( ; at != NULL; at = json_object_iter_next( (json_t*)(uintptr_t)object, at ) )
	{
		const char* name = json_object_iter_key( at );
		const int32_t terrain = value_terrain( name, strlen( name ) );
		if ( terrain < 0 || costs[terrain] != 0.0 )
		{
			return field_refuse( in, name,
			                     terrain < 0 ? "expected ground, swamp, water, trees, road or their letters"
			                                 : "this terrain has a cost already" );
		}
		if ( !field_check( in, name, json_object_iter_value( at ), VALUE_COST_MIN, VALUE_COST_MAX, &costs[terrain] ) )
		{
			return false;
		}
	}
	in->place[0] = '\0';
	return grid_set_costs( out->grid, costs ) == FW_OK || field_fail( in, "costs", FW_ERR_MEMORY );
}

static bool read_color( field_reader* in, const json_t* object, uint32_t* color )
{
	char text[16] = "";
	unsigned value = 0;
	int used = 0;
	if ( !field_text( in, object, "color", text, sizeof( text ) ) )
	{
		return false;
	}
	if ( text[0] == '\0' )
	{
		return true;
	}
	const bool good = strlen( text ) == 7 && strspn( text + 1, "0123456789abcdefABCDEF" ) == 6 &&
	                  sscanf( text, "#%6x%n", &value, &used ) == 1 && used == 7;
	*color = value;
	return good || field_refuse( in, "color", "expected a color such as \"#2e6fdb\"" );
}

static bool read_choice( field_reader* in, const json_t* object, const char* key, const char* choices, int32_t* index )
{
	char text[32] = "";
	if ( !field_text( in, object, key, text, sizeof( text ) ) )
	{
		return false;
	}
	if ( text[0] == '\0' )
	{
		return true;
	}
	*index = value_choice( text, choices );
	return *index >= 0 || field_refuse( in, key, "expected %s", choices );
}

// How it is planned: as the options of `fairway plan` of the same names.
static bool read_planning( field_reader* in, const json_t* object, scene_kind* kind )
{
	static const fw_turning turnings[] = { FW_TURNING_NONE, FW_TURNING_ALONG, FW_TURNING_TIGHTER };
	int32_t turns = 0;
	double neighbors = 8.0;
	double legs[3] = { kind->legs.length, kind->legs.margin, kind->legs.side };
	if ( !field_text( in, object, "method", kind->method, sizeof( kind->method ) ) ||
	     !field_optional( in, object, "neighbors", 4.0, 8.0, &neighbors ) ||
	     !field_bool( in, object, "smooth", &kind->smooth ) ||
	     !field_optional( in, object, "leg_length", 1.0, FW_GRID_MAX_SIDE, &legs[0] ) ||
	     !field_optional( in, object, "leg_margin", 0.0, FW_GRID_MAX_SIDE, &legs[1] ) ||
	     !field_optional( in, object, "region_side", 2.0, FW_GRID_MAX_SIDE, &legs[2] ) ||
	     !read_choice( in, object, "turns", "none|along|tighter", &turns ) )
	{
		return false;
	}
	if ( kind->method[0] != '\0' && fw_method_find( kind->method ) == NULL )
	{
		return field_refuse( in, "method", "there is no method '%s'; 'fairway methods' lists them", kind->method );
	}
	static const char* const keys[] = { "leg_length", "leg_margin", "region_side" };
	int32_t* const tiles[] = { &kind->legs.length, &kind->legs.margin, &kind->legs.side };
	for ( int32_t i = 0; i < 3; i++ )
	{
		*tiles[i] = (int32_t)legs[i];
		if ( legs[i] != *tiles[i] )
		{
			return field_refuse( in, keys[i], "expected a whole number" );
		}
	}
	kind->neighbors = (int32_t)neighbors;
	kind->turns = turnings[turns];
	return neighbors == 4.0 || neighbors == 8.0 || field_refuse( in, "neighbors", "expected 4 or 8" );
}

// [length, width] or [length, width, rear].
static bool read_box( field_reader* in, const json_t* object, fw_outline* outline )
{
	const json_t* list = json_object_get( object, "box" );
	const size_t count = json_array_size( list );
	double numbers[3] = { 0.0, 0.0, 0.0 };
	if ( list == NULL )
	{
		return true;
	}
	if ( outline->count > 0 || ( count != 2 && count != 3 ) )
	{
		return field_refuse( in, "box",
		                     outline->count > 0 ? "there is an outline already"
		                                        : "expected length, width and, if you like, rear" );
	}
	if ( !field_numbers( in, object, "box", count, 0.0, FIELD_RADIUS_MAX, numbers ) )
	{
		return false;
	}
	*outline = fw_outline_rectangle( numbers[0], numbers[1], count == 3 ? numbers[2] : 0.5 * numbers[0] );
	return true;
}

static bool read_body( field_reader* in, const json_t* object, fw_unit* unit )
{
	if ( !field_outline( in, object, &unit->outline ) || !read_box( in, object, &unit->outline ) )
	{
		return false;
	}
	// Corners are sharp unless somebody says otherwise.
	unit->radius = unit->outline.count > 2 ? 0.0 : unit->radius;
	const double least = unit->outline.count > 0 ? 0.0 : SCENE_RADIUS_MIN;
	return field_optional( in, object, "radius", least, FIELD_RADIUS_MAX, &unit->radius ) &&
	       field_optional( in, object, "turning_radius", 0.0, FIELD_RADIUS_MAX, &unit->turning_radius ) &&
	       field_optional( in, object, "speed", SCENE_SPEED_MIN, SCENE_SPEED_MAX, &unit->speed ) &&
	       field_optional( in, object, "acceleration", SCENE_SPEED_MIN, SCENE_SPEED_MAX, &unit->acceleration ) &&
	       field_optional( in, object, "braking", SCENE_SPEED_MIN, SCENE_SPEED_MAX, &unit->braking ) &&
	       field_optional( in, object, "lateral", 0.0, SCENE_SPEED_MAX, &unit->lateral ) &&
	       field_bool( in, object, "reverse", &unit->reverse ) &&
	       field_capabilities( in, object, "capabilities", &unit->capabilities );
}

static bool read_kind( field_reader* in, const json_t* object, scene* out )
{
	scene_kind* kind = scene_next_kind( out );
	if ( !json_is_object( object ) )
	{
		return field_refuse( in, "", "expected an object" );
	}
	if ( !field_known( in, object,
	                   "name|radius|outline|box|turning_radius|speed|acceleration|braking|lateral|reverse|capabilities|"
	                   "color|method|"
	                   "neighbors|smooth|turns|leg_length|leg_margin|region_side" ) ||
	     field_member( in, object, "name", JSON_STRING, "a string" ) == NULL ||
	     !field_text( in, object, "name", kind->name, sizeof( kind->name ) ) || !read_body( in, object, &kind->unit ) ||
	     !read_color( in, object, &kind->color ) || !read_planning( in, object, kind ) )
	{
		return false;
	}
	if ( kind->name[0] == '\0' || scene_find_kind( out, kind->name ) >= 0 )
	{
		return field_refuse( in, "name",
		                     kind->name[0] == '\0' ? "expected a name" : "there are two kinds of this name" );
	}
	fw_refusal refusal;
	if ( fw_unit_check( &kind->unit, &refusal ) != FW_OK )
	{
		const char* dot = strchr( refusal.field, '.' );
		return field_refuse( in, dot != NULL ? dot + 1 : "", "%s", refusal.text );
	}
	out->kind_count += 1;
	return true;
}

static bool read_kinds( field_reader* in, const json_t* root, scene* out )
{
	const json_t* list = field_list( in, root, "kinds", 1, SCENE_KINDS_MAX );
	for ( size_t i = 0; list != NULL && i < json_array_size( list ); i++ )
	{
		field_at_entry( in, "kinds", i );
		if ( !read_kind( in, json_array_get( list, i ), out ) )
		{
			return false;
		}
	}
	in->place[0] = '\0';
	return list != NULL;
}

static bool read_root( field_reader* in, const json_t* root, const char* file, scene* out )
{
	double seed = 1.0;
	if ( !field_identity( in, root, "fairway-scene" ) ||
	     !field_known( in, root,
	                   "format|version|title|map|rows|regions|costs|seed|seconds|kinds|units|orders|edits" ) ||
	     !field_text( in, root, "title", out->title, sizeof( out->title ) ) ||
	     !field_optional( in, root, "seed", 0.0, 9e15, &seed ) ||
	     !field_optional( in, root, "seconds", 0.05, SCENE_SECONDS_MAX, &out->seconds ) )
	{
		return false;
	}
	if ( seed != floor( seed ) )
	{
		return field_refuse( in, "seed", "expected a whole number" );
	}
	out->seed = (uint64_t)seed;
	return read_map( in, root, file, out ) && read_regions( in, root, file, out ) && read_costs( in, root, out ) &&
	       read_kinds( in, root, out ) && scene_read_units( in, root, out ) && scene_read_orders( in, root, out ) &&
	       scene_read_edits( in, root, out );
}

bool scene_read( const char* text, size_t size, const char* file, scene* out, field_error* error )
{
	json_t* root = field_load( text, size, error );
	if ( root == NULL )
	{
		return false;
	}
	field_reader in = { .error = error };
	const bool good = read_root( &in, root, file, out );
	json_decref( root );
	if ( !good )
	{
		scene_free( out );
	}
	return good;
}

bool scene_load( const char* file, scene* out, field_error* error )
{
	char* text = NULL;
	size_t size = 0;
	errno = 0;
	const fw_status status = file_take( file, &text, &size );
	if ( status != FW_OK )
	{
		*error = ( field_error ){ .status = status };
		snprintf( error->text, sizeof( error->text ), "%s",
		          status == FW_ERR_IO && errno != 0 ? strerror( errno ) : fw_status_text( status ) );
		return false;
	}
	const bool good = scene_read( text, size, file, out, error );
	free( text );
	return good;
}
