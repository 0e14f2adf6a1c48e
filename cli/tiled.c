// SPDX-License-Identifier: MIT
// Maps of the editor Tiled: what a map in XML and one in JSON have in common. Format: doc.mapeditor.org, "TMX Map
// Format" and "Global Tile IDs".
#include "tiled.h"
#include "values.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>
#include <zstd.h>

#define GID_MASK 0x0FFFFFFFu // the bits above turn the tile
#define TILES_MAX 100000     // of a tileset
#define ZSTD_RATIO 40000u    // no frame makes more of a byte: 128 KiB of one and three bytes of header

bool tiled_terrain( const char* name, uint8_t* terrain )
{
	const int32_t found = strcmp( name, "blocked" ) == 0 ? FW_TERRAIN_OUT : value_terrain( name, strlen( name ) );
	*terrain = (uint8_t)( found < 0 ? TILED_NO_TERRAIN : found );
	return found >= 0;
}

static fw_status expected( const char** words, fw_status status, const char* what )
{
	*words = what;
	return status;
}

fw_status tiled_size( tiled_map* map, double width, double height, const char** words )
{
	const bool whole =
	    width >= 1.0 && height >= 1.0 && floor( width ) == width && floor( height ) == height && map->width == 0;
	if ( !whole || width > FW_GRID_MAX_SIDE || height > FW_GRID_MAX_SIDE )
	{
		return expected( words, whole ? FW_ERR_TOO_LARGE : FW_ERR_SYNTAX, "one map with sides from 1 to 16384 tiles" );
	}
	map->width = (int32_t)width;
	map->height = (int32_t)height;
	map->terrain = FW_TERRAIN_GROUND;
	return FW_OK;
}

fw_status tiled_add_set( tiled_map* map, double first, const char** words )
{
	if ( map->set_count == TILED_SETS_MAX )
	{
		return expected( words, FW_ERR_TOO_LARGE, "at most 256 tilesets" );
	}
	if ( !( first >= 1.0 && first <= GID_MASK ) )
	{
		return expected( words, FW_ERR_SYNTAX, "a firstgid from 1 on" );
	}
	map->sets[map->set_count++] = ( tile_set ){ .first = (uint32_t)first, .terrain = TILED_NO_TERRAIN };
	return FW_OK;
}

fw_status tiled_set_tile( tile_set* set, double id, uint8_t terrain, const char** words )
{
	if ( !( id >= 0.0 && id < TILES_MAX ) )
	{
		return expected( words, FW_ERR_SYNTAX, "the id of a tile, up to 99999" );
	}
	const uint32_t tile = (uint32_t)id;
	if ( tile >= set->count )
	{
		const uint32_t count = 2 * tile + 16;
		uint8_t* grown = realloc( set->terrains, count );
		if ( grown == NULL )
		{
			return FW_ERR_MEMORY;
		}
		memset( grown + set->count, TILED_NO_TERRAIN, count - set->count );
		set->terrains = grown;
		set->count = count;
	}
	set->terrains[tile] = terrain;
	return FW_OK;
}

fw_status tiled_begin_layer( tiled_map* map, const char** words )
{
	const size_t cells = (size_t)map->width * (size_t)map->height;
	if ( map->width == 0 )
	{
		return expected( words, FW_ERR_SYNTAX, "the size of the map before its layers" );
	}
	if ( map->cells == NULL )
	{
		map->cells = malloc( cells );
		if ( map->cells == NULL )
		{
			return FW_ERR_MEMORY;
		}
		memset( map->cells, TILED_NO_TERRAIN, cells );
	}
	return FW_OK;
}

// The tileset that a tile is of is the last one that begins at or before it.
static uint8_t terrain_of( const tiled_map* map, uint32_t gid )
{
	const tile_set* best = NULL;
	for ( int32_t i = 0; i < map->set_count; i++ )
	{
		const tile_set* set = &map->sets[i];
		best = set->first <= gid && ( best == NULL || set->first >= best->first ) ? set : best;
	}
	if ( best == NULL )
	{
		return TILED_NO_TERRAIN;
	}
	const uint32_t tile = gid - best->first;
	const uint8_t own = tile < best->count ? best->terrains[tile] : TILED_NO_TERRAIN;
	return own != TILED_NO_TERRAIN ? own : best->terrain;
}

void tiled_put( tiled_map* map, size_t cell, uint32_t gid, uint8_t layer )
{
	const uint32_t tile = gid & GID_MASK;
	const uint8_t terrain = tile == 0 ? TILED_NO_TERRAIN : layer != TILED_NO_TERRAIN ? layer : terrain_of( map, tile );
	map->cells[cell] = terrain != TILED_NO_TERRAIN ? terrain : map->cells[cell];
}

static fw_status read_csv( tiled_map* map, const tiled_data* data, const char** words )
{
	const size_t cells = (size_t)map->width * (size_t)map->height;
	if ( data->size < 2 * cells - 1 )
	{
		return expected( words, FW_ERR_SYNTAX, "as many tiles as the map has" );
	}
	const char* at = data->text;
	const char* end = data->text + data->size;
	const fw_status status = tiled_begin_layer( map, words );
	for ( size_t i = 0; i < cells && status == FW_OK; i++ )
	{
		uint64_t gid = 0;
		int32_t digits = 0;
		while ( at < end && ( strchr( " \t\r\n", *at ) != NULL && *at != 0 ) )
		{
			at++;
		}
		for ( ; at < end && *at >= '0' && *at <= '9' && digits < 11; at++, digits++ )
		{
			gid = 10 * gid + (uint64_t)( *at - '0' );
		}
		while ( at < end && ( strchr( " \t\r\n", *at ) != NULL && *at != 0 ) )
		{
			at++;
		}
		const bool more = i + 1 < cells;
		if ( digits == 0 || gid > UINT32_MAX || ( more ? at == end || *at != ',' : at != end ) )
		{
			return expected( words, FW_ERR_SYNTAX, "as many tiles as the map has, with commas between" );
		}
		at += more ? 1 : 0;
		tiled_put( map, i, (uint32_t)gid, data->terrain );
	}
	return status;
}

// Decodes into `bytes`, which are as many as three of four characters make. Returns how many; SIZE_MAX: it is no
// base64.
static size_t from_base64( const char* text, size_t size, uint8_t* bytes )
{
	uint32_t bits = 0;
	int32_t count = 0;
	size_t used = 0;
	for ( size_t i = 0; i < size && text[i] != '='; i++ )
	{
		const char c = text[i];
		const int32_t digit = c >= 'A' && c <= 'Z'   ? c - 'A'
		                      : c >= 'a' && c <= 'z' ? c - 'a' + 26
		                      : c >= '0' && c <= '9' ? c - '0' + 52
		                      : c == '+'             ? 62
		                      : c == '/'             ? 63
		                                             : -1;
		if ( digit < 0 )
		{
			if ( c == ' ' || c == '\n' || c == '\r' || c == '\t' )
			{
				continue;
			}
			return SIZE_MAX;
		}
		bits = bits << 6 | (uint32_t)digit;
		count += 6;
		if ( count >= 8 )
		{
			count -= 8;
			bytes[used++] = (uint8_t)( bits >> count );
		}
	}
	return used;
}

// Does the stream, zlib's or gzip's, hold exactly so many bytes?
static bool inflate_all( const uint8_t* bytes, size_t size, uint8_t* out, size_t wanted )
{
	z_stream stream = { .next_in = (Bytef*)(uintptr_t)bytes, .avail_in = (uInt)size };
	if ( size > UINT32_MAX || wanted > UINT32_MAX || inflateInit2( &stream, 15 + 32 ) != Z_OK )
	{
		return false;
	}
	stream.next_out = out;
	stream.avail_out = (uInt)wanted;
	const int end = inflate( &stream, Z_FINISH );
	inflateEnd( &stream );
	return end == Z_STREAM_END && stream.avail_out == 0;
}

// The gids of a layer, four bytes each from the lowest on, out of what base64 held.
static bool unpack( const tiled_data* data, const uint8_t* bytes, size_t size, uint8_t* out, size_t wanted )
{
	const char* how = data->compression != NULL ? data->compression : "";
	if ( how[0] == 0 )
	{
		memcpy( out, bytes, size == wanted ? size : 0 );
		return size == wanted;
	}
	return strcmp( how, "zstd" ) == 0 ? ZSTD_decompress( out, wanted, bytes, size ) == wanted
	                                  : inflate_all( bytes, size, out, wanted );
}

static fw_status read_base64( tiled_map* map, const tiled_data* data, const char** words )
{
	const size_t cells = (size_t)map->width * (size_t)map->height;
	if ( 4 * cells / ZSTD_RATIO > data->size )
	{
		return expected( words, FW_ERR_SYNTAX, "as many tiles as the map has" );
	}
	uint8_t* packed = malloc( data->size + 4 );
	uint8_t* gids = malloc( 4 * cells );
	fw_status status = packed != NULL && gids != NULL ? FW_OK : FW_ERR_MEMORY;
	if ( status == FW_OK )
	{
		const size_t size = from_base64( data->text, data->size, packed );
		status =
		    size != SIZE_MAX && unpack( data, packed, size, gids, 4 * cells )
		        ? FW_OK
		        : expected( words, FW_ERR_SYNTAX, "base64 of as many tiles as the map has, as its compression says" );
	}
	status = status == FW_OK ? tiled_begin_layer( map, words ) : status;
	for ( size_t i = 0; i < cells && status == FW_OK; i++ )
	{
		const uint8_t* g = gids + 4 * i;
		const uint32_t gid = g[0] | (uint32_t)g[1] << 8 | (uint32_t)g[2] << 16 | (uint32_t)g[3] << 24;
		tiled_put( map, i, gid, data->terrain );
	}
	free( packed );
	free( gids );
	return status;
}

fw_status tiled_decode( tiled_map* map, const tiled_data* data, const char** words )
{
	const char* how = data->compression != NULL ? data->compression : "";
	if ( data->encoding != NULL && strcmp( data->encoding, "csv" ) == 0 )
	{
		return read_csv( map, data, words );
	}
	if ( data->encoding != NULL && strcmp( data->encoding, "base64" ) == 0 &&
	     ( how[0] == 0 || strcmp( how, "gzip" ) == 0 || strcmp( how, "zlib" ) == 0 || strcmp( how, "zstd" ) == 0 ) )
	{
		return read_base64( map, data, words );
	}
	return expected( words, FW_ERR_UNSUPPORTED, "tiles as csv or base64, compressed by nothing, gzip, zlib or zstd" );
}

static fw_status make_grid( const tiled_map* map, fw_grid** grid, fw_refusal* refusal )
{
	const size_t cells = (size_t)map->width * (size_t)map->height;
	fw_grid_def def = fw_default_grid_def();
	def.width = map->width;
	def.height = map->height;
	if ( map->cells == NULL )
	{
		return fault_at( refusal, FW_ERR_SYNTAX, 0, 0, 0, "expected a map with a layer of tiles" );
	}
	for ( size_t i = 0; i < cells; i++ )
	{
		map->cells[i] = map->cells[i] != TILED_NO_TERRAIN ? map->cells[i] : map->terrain;
	}
	fw_grid* made = NULL;
	fw_status status = fw_grid_create( &def, &made, refusal );
	const fw_rect all = { 0, 0, map->width, map->height };
	status = status == FW_OK ? fw_grid_write( made, all, map->cells, (size_t)map->width, refusal ) : status;
	if ( status != FW_OK )
	{
		fw_grid_destroy( made );
		return status;
	}
	*grid = made;
	return FW_OK;
}

fw_status tiled_parse( const char* text, size_t size, tiled_files files, fw_grid** grid, fw_refusal* refusal )
{
	tiled_map* map = calloc( 1, sizeof( *map ) );
	if ( map == NULL )
	{
		return FW_ERR_MEMORY;
	}
	const size_t blank = strspn( text, " \t\r\n" );
	fw_status status = blank < size && text[blank] == '{' ? tiled_parse_json( text, size, files, map, refusal )
	                                                      : tiled_parse_xml( text, size, files, map, refusal );
	status = status == FW_OK ? make_grid( map, grid, refusal ) : status;
	for ( int32_t i = 0; i < map->set_count; i++ )
	{
		free( map->sets[i].terrains );
	}
	free( map->cells );
	free( map );
	return status;
}
