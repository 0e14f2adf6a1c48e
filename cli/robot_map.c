// SPDX-License-Identifier: MIT
// Maps of robots. Format: the documentation of map_server of ROS, "Map format" (nav2_map_server).
#include "robot_map.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#define LEVELS 8      // terrains between ground and walls
#define DEAREST 5.0   // cost of the last of them
#define FIRST_LEVEL 6 // behind the standard terrains
#define RESOLUTION_MAX 1000.0
#define ORIGIN_MAX 1e6

static fw_status fault_of( fw_refusal* refusal, yaml_mark_t at, const char* format, const char* name,
                           const char* found )
{
	return fault_at( refusal, FW_ERR_SYNTAX, at.index, (int32_t)at.line + 1, (int32_t)at.column + 1, format, name,
	                 found );
}

static const char* text_of( const yaml_node_t* node )
{
	return node->type == YAML_SCALAR_NODE ? (const char*)node->data.scalar.value : "a list";
}

static bool read_double( const yaml_node_t* node, double least, double most, double* number )
{
	char* end;
	const char* text = text_of( node );
	const double value = strtod( text, &end );
	if ( node->type != YAML_SCALAR_NODE || end == text || *end != 0 || !( value >= least && value <= most ) )
	{
		return false;
	}
	*number = value;
	return true;
}

static bool read_origin( yaml_document_t* document, const yaml_node_t* node, map_frame* frame )
{
	double* const parts[3] = { &frame->x, &frame->y, &frame->yaw };
	int32_t count = 0;
	if ( node->type != YAML_SEQUENCE_NODE )
	{
		return false;
	}
	for ( const yaml_node_item_t* item = node->data.sequence.items.start; item < node->data.sequence.items.top; item++ )
	{
		if ( count == 3 ||
		     !read_double( yaml_document_get_node( document, *item ), -ORIGIN_MAX, ORIGIN_MAX, parts[count] ) )
		{
			return false;
		}
		count++;
	}
	return count == 3;
}

static bool read_flag( const yaml_node_t* node, bool* flag )
{
	const char* text = text_of( node );
	*flag = strcmp( text, "1" ) == 0 || strcmp( text, "true" ) == 0;
	return *flag || strcmp( text, "0" ) == 0 || strcmp( text, "false" ) == 0;
}

static bool read_mode( const yaml_node_t* node, robot_map_mode* mode )
{
	static const char* const names[] = { "trinary", "scale", "raw" };
	int32_t i = 0;
	while ( i < 3 && strcmp( text_of( node ), names[i] ) != 0 )
	{
		i++;
	}
	*mode = (robot_map_mode)i;
	return i < 3;
}

static bool read_image( const yaml_node_t* node, robot_map* map )
{
	const char* text = text_of( node );
	if ( node->type != YAML_SCALAR_NODE || text[0] == 0 || strlen( text ) >= sizeof( map->image ) )
	{
		return false;
	}
	memcpy( map->image, text, strlen( text ) + 1 );
	return true;
}

enum
{
	KEY_IMAGE = 1,
	KEY_RESOLUTION = 2,
	KEY_ORIGIN = 4,
};

// One key of the map; what was found is noted in `known`.
static fw_status read_key( yaml_document_t* document, const yaml_node_t* key, const yaml_node_t* value, robot_map* map,
                           int32_t* known, fw_refusal* refusal )
{
	const char* name = text_of( key );
	const char* wanted = NULL;
	if ( strcmp( name, "image" ) == 0 )
	{
		wanted = read_image( value, map ) ? NULL : "the name of a picture";
		*known |= KEY_IMAGE;
	}
	else if ( strcmp( name, "resolution" ) == 0 )
	{
		const bool good = read_double( value, 0.0, RESOLUTION_MAX, &map->frame.resolution );
		wanted = good && map->frame.resolution > 0.0 ? NULL : "meters above 0 and up to 1000";
		*known |= KEY_RESOLUTION;
	}
	else if ( strcmp( name, "origin" ) == 0 )
	{
		wanted = read_origin( document, value, &map->frame ) ? NULL : "[x, y, yaw]";
		*known |= KEY_ORIGIN;
	}
	else if ( strcmp( name, "negate" ) == 0 )
	{
		wanted = read_flag( value, &map->negate ) ? NULL : "0 or 1";
	}
	else if ( strcmp( name, "occupied_thresh" ) == 0 )
	{
		wanted = read_double( value, 0.0, 1.0, &map->occupied ) ? NULL : "a number from 0 to 1";
	}
	else if ( strcmp( name, "free_thresh" ) == 0 )
	{
		wanted = read_double( value, 0.0, 1.0, &map->free ) ? NULL : "a number from 0 to 1";
	}
	else if ( strcmp( name, "mode" ) == 0 )
	{
		wanted = read_mode( value, &map->mode ) ? NULL : "trinary, scale or raw";
	}
	return wanted == NULL
	           ? FW_OK
	           : fault_of( refusal, value->start_mark, "expected %s, found '%.60s'", wanted, text_of( value ) );
}

static fw_status read_document( yaml_document_t* document, robot_map* map, fw_refusal* refusal )
{
	static const char* const missing[] = { "image", "resolution", "origin" };
	const yaml_node_t* root = yaml_document_get_root_node( document );
	int32_t known = 0;
	if ( root == NULL || root->type != YAML_MAPPING_NODE )
	{
		return fault_at( refusal, FW_ERR_SYNTAX, 0, 1, 1, "expected the keys of a map: image, resolution, origin" );
	}
	for ( const yaml_node_pair_t* pair = root->data.mapping.pairs.start; pair < root->data.mapping.pairs.top; pair++ )
	{
		const fw_status status = read_key( document, yaml_document_get_node( document, pair->key ),
		                                   yaml_document_get_node( document, pair->value ), map, &known, refusal );
		if ( status != FW_OK )
		{
			return status;
		}
	}
	for ( int32_t i = 0; i < 3; i++ )
	{
		if ( ( known >> i & 1 ) == 0 )
		{
			return fault_of( refusal, root->end_mark, "expected the key '%s'%s", missing[i], "" );
		}
	}
	return map->free <= map->occupied ? FW_OK
	                                  : fault_of( refusal, root->start_mark,
	                                              "expected free_thresh to be at most occupied_thresh%s%s", "", "" );
}

fw_status robot_map_parse( const char* text, size_t size, robot_map* map, fw_refusal* refusal )
{
	yaml_parser_t parser;
	yaml_document_t document;
	robot_map made = { .occupied = 0.65, .free = 0.196 };
	if ( !yaml_parser_initialize( &parser ) )
	{
		return FW_ERR_MEMORY;
	}
	yaml_parser_set_input_string( &parser, (const unsigned char*)text, size );
	fw_status status = FW_OK;
	if ( !yaml_parser_load( &parser, &document ) )
	{
		const char* problem = parser.problem != NULL ? parser.problem : "it could not be read";
		status = parser.error == YAML_MEMORY_ERROR
		             ? FW_ERR_MEMORY
		             : fault_of( refusal, parser.problem_mark, "expected YAML: %s%s", problem, "" );
	}
	else
	{
		status = read_document( &document, &made, refusal );
		yaml_document_delete( &document );
	}
	yaml_parser_delete( &parser );
	if ( status == FW_OK )
	{
		*map = made;
	}
	return status;
}

// The share of the way from free to occupied of a pixel, 0 to 1; negative: unknown.
static double occupancy_of( const robot_map* map, const uint8_t* pixel )
{
	const double shade = ( pixel[0] + pixel[1] + pixel[2] ) / 3.0;
	if ( map->mode == ROBOT_MAP_RAW )
	{
		return shade <= 100.0 ? shade / 100.0 : -1.0;
	}
	if ( map->mode == ROBOT_MAP_SCALE && pixel[3] < 255 )
	{
		return -1.0;
	}
	const double occupied = ( map->negate ? shade : 255.0 - shade ) / 255.0;
	if ( occupied > map->occupied )
	{
		return 1.0;
	}
	if ( occupied < map->free )
	{
		return 0.0;
	}
	return map->mode == ROBOT_MAP_TRINARY       ? -1.0
	       : map->occupied - map->free <= 1e-12 ? 0.5
	                                            : ( occupied - map->free ) / ( map->occupied - map->free );
}

static uint8_t terrain_of( double occupancy, bool unknown_is_free )
{
	if ( occupancy < 0.0 )
	{
		return unknown_is_free ? FW_TERRAIN_GROUND : FW_TERRAIN_OUT;
	}
	if ( occupancy >= 1.0 )
	{
		return FW_TERRAIN_OUT;
	}
	const int32_t level = (int32_t)ceil( occupancy * LEVELS );
	return (uint8_t)( level == 0 ? FW_TERRAIN_GROUND : FIRST_LEVEL + level - 1 );
}

// The standard terrains and one for each level of costs.
static fw_status make_grid( const raster* image, bool levels, fw_grid** grid, fw_refusal* refusal )
{
	int32_t count;
	fw_terrain table[FIRST_LEVEL + LEVELS];
	memcpy( table, fw_standard_terrains( &count ), sizeof( fw_terrain ) * FIRST_LEVEL );
	for ( int32_t i = 0; i < LEVELS; i++ )
	{
		fw_terrain* made = &table[FIRST_LEVEL + i];
		*made = table[FW_TERRAIN_GROUND];
		memcpy( made->name, "shade 1", sizeof( "shade 1" ) );
		made->name[6] = (char)( '1' + i );
		made->letter = (char)( '1' + i );
		made->cost = 1.0 + ( DEAREST - 1.0 ) * ( i + 1 ) / LEVELS;
	}
	fw_grid_def def = fw_default_grid_def();
	def.width = image->width;
	def.height = image->height;
	def.terrains = table;
	def.terrain_count = FIRST_LEVEL + ( levels ? LEVELS : 0 );
	return fw_grid_create( &def, grid, refusal );
}

fw_status robot_map_grid( robot_map* map, const raster* image, bool unknown_is_free, fw_grid** grid,
                          fw_refusal* refusal )
{
	const bool levels = map->mode != ROBOT_MAP_TRINARY;
	const size_t width = (size_t)image->width;
	fw_grid* made = NULL;
	uint8_t* row = malloc( width );
	fw_status status = row != NULL ? make_grid( image, levels, &made, refusal ) : FW_ERR_MEMORY;
	for ( int32_t y = 0; y < image->height && status == FW_OK; y++ )
	{
		for ( size_t x = 0; x < width; x++ )
		{
			const uint8_t* pixel = image->pixels + 4 * ( (size_t)y * width + x );
			row[x] = terrain_of( occupancy_of( map, pixel ), unknown_is_free );
		}
		status = fw_grid_write( made, ( fw_rect ){ 0, y, image->width, 1 }, row, width, refusal );
	}
	free( row );
	if ( status != FW_OK )
	{
		fw_grid_destroy( made );
		return status;
	}
	map->frame.height = image->height;
	*grid = made;
	return FW_OK;
}
