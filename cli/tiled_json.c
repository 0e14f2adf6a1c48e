// SPDX-License-Identifier: MIT
// Maps of the editor Tiled in JSON: .tmj, and tilesets in files of their own, .tsj.
#include "tiled.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#define DEPTH_MAX 64

typedef struct json_reader
{
	tiled_map* map;
	tiled_files files;
	fw_refusal* refusal;
} json_reader;

static fw_status refuse( const json_reader* in, fw_status status, const char* place, const char* words )
{
	return fault_at( in->refusal, status, 0, 0, 0, "%s: expected %s", place,
	                 words != NULL ? words : fw_status_text( status ) );
}

static double number( const json_t* object, const char* key )
{
	const json_t* value = json_object_get( object, key );
	return json_is_number( value ) ? json_number_value( value ) : -1.0;
}

static const char* text_of( const json_t* object, const char* key )
{
	const char* text = json_string_value( json_object_get( object, key ) );
	return text != NULL ? text : "";
}

// The property "terrain" of an object; TILED_NO_TERRAIN where it has none.
static fw_status read_terrain( const json_reader* in, const json_t* object, const char* place, uint8_t* terrain )
{
	size_t i;
	const json_t* property;
	*terrain = TILED_NO_TERRAIN;
	json_array_foreach( json_object_get( object, "properties" ), i, property )
	{
		if ( strcmp( text_of( property, "name" ), "terrain" ) == 0 &&
		     !tiled_terrain( text_of( property, "value" ), terrain ) )
		{
			return refuse( in, FW_ERR_SYNTAX, place, "a terrain: ground, swamp, water, trees, road or blocked" );
		}
	}
	return FW_OK;
}

static fw_status load( const json_reader* in, const char* text, size_t size, json_t** root )
{
	json_error_t error;
	*root = json_loadb( text, size, 0, &error );
	return *root != NULL ? FW_OK
	                     : fault_at( in->refusal, FW_ERR_SYNTAX, (size_t)error.position, error.line, error.column,
	                                 "expected JSON: %s", error.text );
}

static fw_status read_set( const json_reader* in, const json_t* object, tile_set* set )
{
	size_t i;
	const json_t* tile;
	fw_status status = read_terrain( in, object, "tilesets", &set->terrain );
	json_array_foreach( json_object_get( object, "tiles" ), i, tile )
	{
		uint8_t terrain = TILED_NO_TERRAIN;
		const char* words = NULL;
		status = status == FW_OK ? read_terrain( in, tile, "tilesets.tiles", &terrain ) : status;
		if ( status == FW_OK && terrain != TILED_NO_TERRAIN )
		{
			status = tiled_set_tile( set, number( tile, "id" ), terrain, &words );
			status = status == FW_OK ? FW_OK : refuse( in, status, "tilesets.tiles.id", words );
		}
	}
	return status;
}

static fw_status read_set_file( const json_reader* in, const char* name, tile_set* set )
{
	size_t size = 0;
	json_t* root = NULL;
	char* text = in->files.load( in->files.context, name, &size );
	fw_status status = text != NULL ? load( in, text, size, &root ) : FW_ERR_IO;
	status = status == FW_OK ? read_set( in, root, set ) : status;
	json_decref( root );
	free( text );
	return status;
}

static fw_status read_sets( const json_reader* in, const json_t* list )
{
	size_t i;
	const json_t* object;
	json_array_foreach( list, i, object )
	{
		const char* words = NULL;
		const char* source = text_of( object, "source" );
		fw_status status = tiled_add_set( in->map, number( object, "firstgid" ), &words );
		if ( status != FW_OK )
		{
			return refuse( in, status, "tilesets", words );
		}
		tile_set* set = &in->map->sets[in->map->set_count - 1];
		status = source[0] != 0 ? read_set_file( in, source, set ) : read_set( in, object, set );
		if ( status != FW_OK )
		{
			return status;
		}
	}
	return FW_OK;
}

static fw_status read_tiles( const json_reader* in, const json_t* list, uint8_t terrain )
{
	size_t i;
	const json_t* gid;
	const char* words = NULL;
	if ( json_array_size( list ) != (size_t)in->map->width * (size_t)in->map->height )
	{
		return refuse( in, FW_ERR_SYNTAX, "layers.data", "as many tiles as the map has" );
	}
	const fw_status status = tiled_begin_layer( in->map, &words );
	if ( status != FW_OK )
	{
		return refuse( in, status, "layers", words );
	}
	json_array_foreach( list, i, gid )
	{
		const json_int_t value = json_is_integer( gid ) ? json_integer_value( gid ) : -1;
		if ( value < 0 || value > UINT32_MAX )
		{
			return refuse( in, FW_ERR_SYNTAX, "layers.data", "the numbers of tiles" );
		}
		tiled_put( in->map, i, (uint32_t)value, terrain );
	}
	return FW_OK;
}

static fw_status read_layers( const json_reader* in, const json_t* list, int32_t depth )
{
	size_t i;
	const json_t* layer;
	if ( depth == DEPTH_MAX )
	{
		return refuse( in, FW_ERR_TOO_LARGE, "layers", "at most 64 groups inside of one another" );
	}
	json_array_foreach( list, i, layer )
	{
		fw_status status = FW_OK;
		const json_t* data = json_object_get( layer, "data" );
		if ( strcmp( text_of( layer, "type" ), "group" ) == 0 )
		{
			status = read_layers( in, json_object_get( layer, "layers" ), depth + 1 );
		}
		else if ( strcmp( text_of( layer, "type" ), "tilelayer" ) == 0 )
		{
			uint8_t terrain = TILED_NO_TERRAIN;
			const char* words = NULL;
			status = read_terrain( in, layer, "layers", &terrain );
			const tiled_data packed = { text_of( layer, "encoding" ), text_of( layer, "compression" ),
			                            json_string_value( data ), json_string_length( data ), terrain };
			if ( status == FW_OK && json_is_string( data ) )
			{
				status = tiled_decode( in->map, &packed, &words );
				status = status == FW_OK ? FW_OK : refuse( in, status, "layers.data", words );
			}
			else if ( status == FW_OK )
			{
				status = read_tiles( in, data, terrain );
			}
		}
		if ( status != FW_OK )
		{
			return status;
		}
	}
	return FW_OK;
}

static fw_status read_map( const json_reader* in, const json_t* root )
{
	const char* words = NULL;
	uint8_t terrain;
	if ( strcmp( text_of( root, "orientation" ), "orthogonal" ) != 0 ||
	     json_is_true( json_object_get( root, "infinite" ) ) )
	{
		return refuse( in, FW_ERR_UNSUPPORTED, "orientation", "a finite, orthogonal map of Tiled" );
	}
	fw_status status = tiled_size( in->map, number( root, "width" ), number( root, "height" ), &words );
	if ( status != FW_OK )
	{
		return refuse( in, status, "width, height", words );
	}
	status = read_terrain( in, root, "properties", &terrain );
	in->map->terrain = terrain != TILED_NO_TERRAIN ? terrain : in->map->terrain;
	status = status == FW_OK ? read_sets( in, json_object_get( root, "tilesets" ) ) : status;
	return status == FW_OK ? read_layers( in, json_object_get( root, "layers" ), 0 ) : status;
}

fw_status tiled_parse_json( const char* text, size_t size, tiled_files files, tiled_map* map, fw_refusal* refusal )
{
	const json_reader in = { map, files, refusal };
	json_t* root = NULL;
	fw_status status = load( &in, text, size, &root );
	status = status == FW_OK ? read_map( &in, root ) : status;
	json_decref( root );
	return status;
}
