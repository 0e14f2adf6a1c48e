// SPDX-License-Identifier: MIT
// The map of a command, as its options say: with links, terrain costs, regions, and a hierarchy from a file.
#include "loaded_map.h"
#include "files.h"
#include "message.h"
#include "tiled.h"
#include "values.h"

#include "fairway/io.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

// A file beside the map.
static char* load_beside( void* context, const char* name, size_t* size )
{
	const char* map = context;
	const size_t folder = name[0] == '/' ? 0 : (size_t)( file_base( map ) - map );
	const size_t room = folder + strlen( name ) + 1;
	char* file = malloc( room );
	if ( file == NULL )
	{
		complain( "%s", fw_status_text( FW_ERR_MEMORY ) );
		return NULL;
	}
	memcpy( file, map, folder );
	memcpy( file + folder, name, room - folder );
	char* text = file_read( file, size );
	free( file );
	return text;
}

// The picture of a robot's map has a name of its own, from the folder of the map.
static bool read_robot_picture( loaded_map* world, robot_map* map, bool unknown_is_free )
{
	raster image = { 0 };
	fw_refusal refusal = { 0 };
	size_t size = 0;
	char* bytes = load_beside( (void*)(uintptr_t)world->file, map->image, &size );
	fw_status status = bytes != NULL ? raster_read( bytes, size, &image, &refusal ) : FW_OK;
	free( bytes );
	if ( image.pixels != NULL )
	{
		status = robot_map_grid( map, &image, unknown_is_free, &world->grid, &refusal );
		world->frame = map->frame;
	}
	raster_free( &image );
	if ( status != FW_OK )
	{
		complain_file( map->image, status, &refusal );
	}
	return world->grid != NULL;
}

static fw_status read_picture( loaded_map* world, const options* given, const char* bytes, size_t size,
                               fw_refusal* refusal )
{
	raster image = { 0 };
	fw_status status = raster_read( bytes, size, &image, refusal );
	status =
	    status == FW_OK ? color_map_grid( &image, given->colors, given->color_count, &world->grid, refusal ) : status;
	raster_free( &image );
	return status;
}

static fw_status read_tiled( loaded_map* world, const char* text, size_t size, fw_refusal* refusal )
{
	const tiled_files files = { load_beside, (void*)(uintptr_t)world->file };
	return tiled_parse( text, size, files, &world->grid, refusal );
}

static bool read_map( loaded_map* world, const options* given )
{
	fw_refusal refusal = { 0 };
	robot_map map;
	size_t size = 0;
	char* text = file_read( world->file, &size );
	const bool robot = file_ends_with( world->file, ".yaml" ) || file_ends_with( world->file, ".yml" );
	const bool picture = file_ends_with( world->file, ".png" ) || file_ends_with( world->file, ".pgm" );
	const bool tiled = file_ends_with( world->file, ".tmx" ) || file_ends_with( world->file, ".tmj" );
	const fw_status status = text == NULL ? FW_OK
	                         : tiled      ? read_tiled( world, text, size, &refusal )
	                         : robot      ? robot_map_parse( text, size, &map, &refusal )
	                         : picture    ? read_picture( world, given, text, size, &refusal )
	                                      : fw_map_parse( text, size, NULL, &world->grid, &refusal );
	// Of another file that could not be read the message is there already.
	if ( status != FW_OK && !( tiled && status == FW_ERR_IO ) )
	{
		complain_file( world->file, status, &refusal );
	}
	const bool good = text != NULL && status == FW_OK;
	free( text );
	return good && ( !robot || read_robot_picture( world, &map, given->unknown == 1 ) );
}

static bool read_links( loaded_map* world, const char* file )
{
	fw_refusal refusal = { 0 };
	size_t size = 0;
	char* text = file_read( file, &size );
	const fw_status status = text != NULL ? fw_links_parse( text, size, world->grid, &refusal ) : FW_OK;
	const bool good = text != NULL && status == FW_OK;
	free( text );
	if ( status != FW_OK )
	{
		complain_file( file, status, &refusal );
	}
	return good;
}

static bool read_regions( loaded_map* world, const char* file )
{
	const size_t tiles = (size_t)fw_grid_width( world->grid ) * (size_t)fw_grid_height( world->grid );
	fw_refusal refusal = { 0 };
	size_t size = 0;
	char* text = file_read( file, &size );
	world->regions = text != NULL ? malloc( tiles ) : NULL;
	const fw_status status = text == NULL ? FW_OK
	                         : world->regions == NULL
	                             ? FW_ERR_MEMORY
	                             : fw_regions_parse( text, size, world->grid, world->regions, &refusal );
	const bool good = text != NULL && status == FW_OK;
	free( text );
	if ( status != FW_OK )
	{
		complain_file( file, status, &refusal );
	}
	return good;
}

bool loaded_map_open( loaded_map* world, options* given )
{
	*world = ( loaded_map ){ .file = given->files[0] };
	bool good = read_map( world, given ) && ( given->links == NULL || read_links( world, given->links ) ) &&
	            ( given->regions == NULL || read_regions( world, given->regions ) );
	given->plan.legs.regions = world->regions;
	fw_status status = good ? grid_set_costs( world->grid, given->costs ) : FW_OK;
	status = good && status == FW_OK ? fw_planner_create( world->grid, NULL, &world->planner, NULL ) : status;
	if ( status != FW_OK )
	{
		complain( "%s: %s", complain_name( world->file ), fw_status_text( status ) );
		good = false;
	}
	if ( !good )
	{
		loaded_map_close( world );
	}
	return good;
}

bool loaded_map_renew( loaded_map* world )
{
	fw_planner_destroy( world->planner );
	world->planner = NULL;
	const fw_status status = fw_planner_create( world->grid, NULL, &world->planner, NULL );
	if ( status != FW_OK )
	{
		complain( "%s: %s", complain_name( world->file ), fw_status_text( status ) );
	}
	return status == FW_OK;
}

// The method that searches hierarchies of a quality.
static const char* method_of( fw_quality quality )
{
	int32_t i = 0;
	while ( ( fw_method_at( i )->traits & FW_TRAIT_HIERARCHY ) == 0 || fw_method_at( i )->quality != quality )
	{
		i++;
	}
	return fw_method_at( i )->name;
}

// Is the hierarchy for the method and the unit of the plan?
static bool suits( const fw_hierarchy_def* def, const fw_plan* plan, const char* file )
{
	const fw_method* method = plan->method != NULL ? fw_method_find( plan->method ) : NULL;
	const fw_unit* unit = &plan->unit;
	const int32_t size = fw_unit_side( unit );
	bool sized = false;
	bool able = false;
	for ( int32_t i = 0; i < def->size_count; i++ )
	{
		sized = sized || def->sizes[i] == size;
	}
	for ( int32_t i = 0; i < def->capability_count; i++ )
	{
		able = able || def->capabilities[i] == unit->capabilities;
	}
	const uint32_t led = FW_TRAIT_HIERARCHY | FW_TRAIT_GUIDE;
	if ( method == NULL || ( method->traits & led ) == 0 || method->quality != def->quality )
	{
		complain( "%s: this hierarchy is for --method %s, not for '%s'", file, method_of( def->quality ),
		          plan->method != NULL ? plan->method : "auto" );
	}
	else if ( !sized || !able )
	{
		complain( "%s: the hierarchy was not made for units of this %s%s%s", file,
		          sized            ? ""
		          : unit->size > 0 ? "--size"
		                           : "--radius",
		          sized || able ? "" : ", nor of this ", able ? "" : "--capability" );
	}
	else
	{
		return true;
	}
	return false;
}

bool loaded_map_abstraction( loaded_map* world, options* given )
{
	const char* file = given->abstraction;
	fw_hierarchy* hierarchy = NULL;
	if ( file == NULL )
	{
		return true;
	}
	fw_refusal refusal = { 0 };
	errno = 0;
	const fw_status status = fw_hierarchy_load( world->grid, file, NULL, &hierarchy, &refusal );
	if ( status != FW_OK )
	{
		complain_file( file, status, &refusal );
		return false;
	}
	const fw_hierarchy_def* def = fw_hierarchy_definition( hierarchy );
	given->plan.cluster = def->cluster;
	if ( !suits( def, &given->plan, file ) || fw_planner_add_hierarchy( world->planner, hierarchy ) != FW_OK )
	{
		fw_hierarchy_destroy( hierarchy );
		return false;
	}
	return true;
}

void loaded_map_close( loaded_map* world )
{
	fw_planner_destroy( world->planner );
	fw_grid_destroy( world->grid );
	free( world->regions );
	*world = ( loaded_map ){ 0 };
}
