// SPDX-License-Identifier: MIT
// Maps of the editor Tiled: a property "terrain" of a tile, of a tileset or of a layer names the terrain.
#ifndef CLI_TILED_H
#define CLI_TILED_H

#include "raster.h"

#include "fairway/grid.h"

#define TILED_SETS_MAX 256
#define TILED_NO_TERRAIN 0xFF

typedef struct tile_set
{
	uint32_t first;    // gid of its tile 0
	uint8_t terrain;   // of tiles that name none
	uint8_t* terrains; // [count] by tile
	uint32_t count;
} tile_set;

// A map while it is read.
typedef struct tiled_map
{
	int32_t width, height;
	uint8_t terrain; // of cells that no layer gives one
	uint8_t* cells;  // [width * height] terrains; null before the first layer
	tile_set sets[TILED_SETS_MAX];
	int32_t set_count;
} tiled_map;

// The data of a layer as the file has it.
typedef struct tiled_data
{
	const char *encoding, *compression; // as written; null: none
	const char* text;
	size_t size;
	uint8_t terrain; // of the layer
} tiled_data;

// Reads another file that the map names; the text is for free(), null where it cannot be read.
typedef char* tiled_load( void* context, const char* name, size_t* size );

typedef struct tiled_files
{
	tiled_load* load;
	void* context;
} tiled_files;

// Reads a map in XML (.tmx) or JSON (.tmj), whichever the text is. @return FW_ERR_SYNTAX, FW_ERR_TOO_LARGE,
// FW_ERR_UNSUPPORTED for what is no finite orthogonal map; FW_ERR_MEMORY, FW_ERR_IO for a file that load() did not
// read.
fw_status tiled_parse( const char* text, size_t size, tiled_files files, fw_grid** grid, fw_refusal* refusal );

// What both readers share. `words` receives what was expected where the status is not FW_OK; static text.

bool tiled_terrain( const char* name, uint8_t* terrain ); // a name, a letter or "blocked"
fw_status tiled_size( tiled_map* map, double width, double height, const char** words );
fw_status tiled_add_set( tiled_map* map, double first, const char** words );
fw_status tiled_set_tile( tile_set* set, double id, uint8_t terrain, const char** words );
fw_status tiled_begin_layer( tiled_map* map, const char** words );
void tiled_put( tiled_map* map, size_t cell, uint32_t gid, uint8_t layer );
fw_status tiled_decode( tiled_map* map, const tiled_data* data, const char** words );

fw_status tiled_parse_xml( const char* text, size_t size, tiled_files files, tiled_map* map, fw_refusal* refusal );
fw_status tiled_parse_json( const char* text, size_t size, tiled_files files, tiled_map* map, fw_refusal* refusal );

#endif
