// SPDX-License-Identifier: MIT
// Maps of the editor Tiled in XML: .tmx, and tilesets in files of their own, .tsx.
#include "tiled.h"

#include <expat.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Where the reader is; properties belong to the innermost of these.
typedef enum xml_place
{
	IN_FILE,
	IN_MAP,
	IN_SET,
	IN_SET_TILE,
	IN_LAYER,
	IN_DATA,
	IN_OTHER, // objects, pictures and whatever else has properties of its own
} xml_place;

#define DEPTH_MAX 64
#define TILE_BYTES 7 // of <tile/>, so that a false size costs no memory

typedef struct xml_reader
{
	XML_Parser parser;
	tiled_map* map;
	tiled_files files;
	tile_set* set; // of the file, where this is that of a tileset; else of the map
	bool is_set;   // is this the file of a tileset?
	xml_place places[DEPTH_MAX];
	int32_t depth;
	double tile;   // whose properties are read
	uint8_t layer; // terrain of the layer
	char encoding[16], compression[16];
	bool has_encoding;
	char* text; // of the data
	size_t size, capacity;
	size_t cell; // of the next <tile> in the data
	size_t file_size;
	fw_status status;
	fw_refusal* refusal;
} xml_reader;

static void stop( xml_reader* in, fw_status status, const char* words, const char* more )
{
	if ( in->status == FW_OK )
	{
		in->status = status;
		(void)fault_at( in->refusal, status, (size_t)XML_GetCurrentByteIndex( in->parser ),
		                (int32_t)XML_GetCurrentLineNumber( in->parser ),
		                (int32_t)XML_GetCurrentColumnNumber( in->parser ) + 1, "expected %s%.80s", words, more );
	}
	XML_StopParser( in->parser, XML_FALSE );
}

static const char* attribute( const char** attributes, const char* name )
{
	while ( attributes[0] != NULL && strcmp( attributes[0], name ) != 0 )
	{
		attributes += 2;
	}
	return attributes[0] != NULL ? attributes[1] : "";
}

static double number( const char** attributes, const char* name )
{
	char* end;
	const char* text = attribute( attributes, name );
	const double value = strtod( text, &end );
	return end != text && *end == 0 ? value : -1.0;
}

static xml_place place_of( const xml_reader* in )
{
	return in->depth > 0 ? in->places[in->depth - 1] : IN_FILE;
}

static void take_status( xml_reader* in, fw_status status, const char* words )
{
	if ( status != FW_OK )
	{
		stop( in, status, words != NULL ? words : fw_status_text( status ), "" );
	}
}

static void begin_map( xml_reader* in, const char** attributes )
{
	const char* words = NULL;
	if ( strcmp( attribute( attributes, "orientation" ), "orthogonal" ) != 0 ||
	     strcmp( attribute( attributes, "infinite" ), "1" ) == 0 )
	{
		stop( in, FW_ERR_UNSUPPORTED, "a finite, orthogonal map", "" );
		return;
	}
	take_status( in, tiled_size( in->map, number( attributes, "width" ), number( attributes, "height" ), &words ),
	             words );
}

static fw_status read_set_file( xml_reader* in, const char* name );

static void begin_set( xml_reader* in, const char** attributes )
{
	const char* words = NULL;
	const char* source = attribute( attributes, "source" );
	if ( in->is_set )
	{
		return; // the root of its file
	}
	const fw_status status = tiled_add_set( in->map, number( attributes, "firstgid" ), &words );
	take_status( in, status, words );
	if ( status == FW_OK )
	{
		in->set = &in->map->sets[in->map->set_count - 1];
		if ( source[0] != 0 )
		{
			const fw_status other = read_set_file( in, source );
			if ( other != FW_OK )
			{
				in->status = other; // its refusal is that of the other file
				XML_StopParser( in->parser, XML_FALSE );
			}
		}
	}
}

static void begin_data( xml_reader* in, const char** attributes )
{
	const char* words = NULL;
	snprintf( in->encoding, sizeof( in->encoding ), "%s", attribute( attributes, "encoding" ) );
	snprintf( in->compression, sizeof( in->compression ), "%s", attribute( attributes, "compression" ) );
	in->has_encoding = in->encoding[0] != 0;
	in->size = 0;
	in->cell = 0;
	if ( !in->has_encoding && (size_t)in->map->width * (size_t)in->map->height > in->file_size / TILE_BYTES )
	{
		stop( in, FW_ERR_SYNTAX, "as many tiles as the map has", "" );
	}
	else if ( !in->has_encoding )
	{
		take_status( in, tiled_begin_layer( in->map, &words ), words );
	}
}

// A tile of the data, where it is written as elements.
static void take_tile( xml_reader* in, const char** attributes )
{
	const size_t cells = (size_t)in->map->width * (size_t)in->map->height;
	const char* text = attribute( attributes, "gid" );
	const double gid = text[0] != 0 ? number( attributes, "gid" ) : 0.0;
	if ( in->has_encoding || in->cell == cells || !( gid >= 0.0 && gid <= UINT32_MAX ) )
	{
		stop( in, FW_ERR_SYNTAX, "as many tiles as the map has", "" );
		return;
	}
	tiled_put( in->map, in->cell++, (uint32_t)gid, in->layer );
}

static void take_property( xml_reader* in, const char** attributes )
{
	const char* words = NULL;
	uint8_t terrain;
	if ( strcmp( attribute( attributes, "name" ), "terrain" ) != 0 || place_of( in ) == IN_OTHER )
	{
		return;
	}
	if ( !tiled_terrain( attribute( attributes, "value" ), &terrain ) )
	{
		stop( in, FW_ERR_SYNTAX, "ground, swamp, water, trees, road or blocked, found ",
		      attribute( attributes, "value" ) );
		return;
	}
	switch ( place_of( in ) )
	{
	case IN_MAP:
		in->map->terrain = terrain;
		break;
	case IN_SET:
		in->set->terrain = terrain;
		break;
	case IN_SET_TILE:
		take_status( in, tiled_set_tile( in->set, in->tile, terrain, &words ), words );
		break;
	case IN_LAYER:
		in->layer = terrain;
		break;
	default:
		break;
	}
}

// What an element is, by where it stands.
static xml_place enter( xml_reader* in, const char* name, const char** attributes )
{
	const xml_place at = place_of( in );
	if ( at == IN_FILE && strcmp( name, in->is_set ? "tileset" : "map" ) != 0 )
	{
		stop( in, FW_ERR_SYNTAX, in->is_set ? "a tileset of Tiled" : "a map of Tiled", "" );
	}
	else if ( at == IN_FILE && !in->is_set )
	{
		begin_map( in, attributes );
		return IN_MAP;
	}
	else if ( strcmp( name, "tileset" ) == 0 && ( at == IN_MAP || at == IN_FILE ) )
	{
		begin_set( in, attributes );
		return IN_SET;
	}
	else if ( strcmp( name, "tile" ) == 0 && at == IN_SET )
	{
		in->tile = number( attributes, "id" );
		return IN_SET_TILE;
	}
	else if ( strcmp( name, "layer" ) == 0 && at == IN_MAP )
	{
		in->layer = TILED_NO_TERRAIN;
		return IN_LAYER;
	}
	else if ( strcmp( name, "data" ) == 0 && at == IN_LAYER )
	{
		begin_data( in, attributes );
		return IN_DATA;
	}
	else if ( strcmp( name, "tile" ) == 0 && at == IN_DATA )
	{
		take_tile( in, attributes );
	}
	else if ( strcmp( name, "property" ) == 0 )
	{
		take_property( in, attributes );
	}
	// Groups and lists of properties belong to what they stand in.
	return strcmp( name, "group" ) == 0 || strcmp( name, "properties" ) == 0 ? at : IN_OTHER;
}

static void on_start( void* context, const char* name, const char** attributes )
{
	xml_reader* in = context;
	if ( in->status != FW_OK )
	{
		return;
	}
	if ( in->depth == DEPTH_MAX )
	{
		stop( in, FW_ERR_TOO_LARGE, "at most 64 elements inside of one another", "" );
		return;
	}
	const xml_place place = enter( in, name, attributes );
	in->places[in->depth++] = place;
}

static void on_end( void* context, const char* name )
{
	xml_reader* in = context;
	const char* words = NULL;
	(void)name;
	if ( in->status != FW_OK )
	{
		return;
	}
	const xml_place place = in->places[--in->depth];
	if ( place != IN_DATA )
	{
		return;
	}
	const tiled_data data = { in->encoding, in->compression, in->text, in->size, in->layer };
	const bool whole = in->cell == (size_t)in->map->width * (size_t)in->map->height;
	const fw_status status = in->has_encoding ? tiled_decode( in->map, &data, &words ) : whole ? FW_OK : FW_ERR_SYNTAX;
	take_status( in, status, words != NULL ? words : "as many tiles as the map has" );
}

static void on_text( void* context, const char* text, int size )
{
	xml_reader* in = context;
	if ( in->status != FW_OK || place_of( in ) != IN_DATA || !in->has_encoding )
	{
		return;
	}
	if ( in->size + (size_t)size + 1 > in->capacity )
	{
		const size_t capacity = 2 * in->capacity + (size_t)size + 1024;
		char* grown = realloc( in->text, capacity );
		if ( grown == NULL )
		{
			in->status = FW_ERR_MEMORY;
			XML_StopParser( in->parser, XML_FALSE );
			return;
		}
		in->text = grown;
		in->capacity = capacity;
	}
	memcpy( in->text + in->size, text, (size_t)size );
	in->size += (size_t)size;
}

static fw_status run( xml_reader* in, const char* text, size_t size )
{
	in->file_size = size;
	in->parser = XML_ParserCreate( NULL );
	if ( in->parser == NULL )
	{
		return FW_ERR_MEMORY;
	}
	XML_SetUserData( in->parser, in );
	XML_SetElementHandler( in->parser, on_start, on_end );
	XML_SetCharacterDataHandler( in->parser, on_text );
	if ( size > INT32_MAX )
	{
		in->status = FW_ERR_TOO_LARGE;
	}
	else if ( XML_Parse( in->parser, text, (int)size, 1 ) != XML_STATUS_OK && in->status == FW_OK )
	{
		stop( in, FW_ERR_SYNTAX, "XML: ", XML_ErrorString( XML_GetErrorCode( in->parser ) ) );
	}
	XML_ParserFree( in->parser );
	free( in->text );
	return in->status;
}

static fw_status read_set_file( xml_reader* in, const char* name )
{
	size_t size = 0;
	char* text = in->files.load( in->files.context, name, &size );
	xml_reader other = { .map = in->map, .files = in->files, .set = in->set, .is_set = true, .refusal = in->refusal };
	const fw_status status = text != NULL ? run( &other, text, size ) : FW_ERR_IO;
	free( text );
	return status;
}

fw_status tiled_parse_xml( const char* text, size_t size, tiled_files files, tiled_map* map, fw_refusal* refusal )
{
	xml_reader in = { .map = map, .files = files, .refusal = refusal };
	return run( &in, text, size );
}
