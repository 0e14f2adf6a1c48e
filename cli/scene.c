// SPDX-License-Identifier: MIT
// Scenes: making and freeing them, and what they say of units and maps.
#include "scene.h"

#include <stdlib.h>
#include <string.h>

#define SECONDS_DEFAULT 60.0

// Of kinds that name none; apart for who takes red for green, and from every terrain.
static const uint32_t colors[] = { 0xd1495b, 0x2e6fdb, 0xedae49, 0x8d3fb0, 0x1f9e89, 0xe377c2, 0x6b4423, 0x30343f };

#define COLOR_COUNT ( (int32_t)( sizeof( colors ) / sizeof( colors[0] ) ) )

void scene_init( scene* out )
{
	*out = ( scene ){ .seconds = SECONDS_DEFAULT, .seed = 1 };
}

void scene_free( scene* out )
{
	fw_grid_destroy( out->grid );
	free( out->regions );
	free( out->units );
	for ( int32_t i = 0; i < out->order_count; i++ )
	{
		free( out->orders[i].offsets );
	}
	free( out->orders );
	free( out->edits );
	scene_init( out );
}

scene_kind* scene_next_kind( scene* of )
{
	const fw_plan plain = fw_default_plan();
	scene_kind* kind = &of->kinds[of->kind_count];
	*kind = ( scene_kind ){
	    .unit = fw_default_unit(),
	    .color = colors[of->kind_count % COLOR_COUNT],
	    .neighbors = plain.options.neighbors,
	    .smooth = plain.smooth,
	    .turns = plain.turning,
	    .legs = plain.legs,
	};
	return kind;
}

int32_t scene_find_kind( const scene* of, const char* name )
{
	int32_t i = 0;
	while ( i < of->kind_count && strcmp( of->kinds[i].name, name ) != 0 )
	{
		i++;
	}
	return i < of->kind_count ? i : -1;
}

bool scene_order_lists( const scene_order* order, const scene_unit* unit )
{
	bool listed = false;
	for ( int32_t i = 0; i < order->count; i++ )
	{
		listed = listed || order->entries[i] == unit->group;
	}
	return listed;
}

fw_plan scene_plan( const scene* of, int32_t unit )
{
	const scene_unit* one = &of->units[unit];
	const scene_kind* kind = &of->kinds[one->kind];
	fw_plan plan = fw_default_world_unit_def().plan;
	plan.unit = kind->unit;
	plan.method = kind->method[0] != '\0' ? kind->method : NULL;
	plan.options.neighbors = kind->neighbors;
	plan.start = one->start;
	plan.start_any_heading = false;
	plan.goal = one->goal;
	plan.goal_any_heading = one->goal_any_heading;
	plan.smooth = kind->smooth;
	plan.turning = kind->turns;
	plan.legs = kind->legs;
	plan.legs.regions = of->regions;
	return plan;
}

fw_status scene_copy_grid( const scene* of, fw_grid** grid )
{
	fw_grid_def def = fw_default_grid_def();
	def.width = fw_grid_width( of->grid );
	def.height = fw_grid_height( of->grid );
	fw_terrain terrains[FW_TERRAIN_MAX];
	def.terrains = terrains;
	def.terrain_count = fw_grid_terrain_count( of->grid );
	for ( int32_t i = 0; i < def.terrain_count; i++ )
	{
		terrains[i] = *fw_grid_terrain( of->grid, i );
	}
	fw_status status = fw_grid_create( &def, grid, NULL );
	for ( int32_t y = 0; y < def.height && status == FW_OK; y++ )
	{
		uint8_t row[FW_GRID_MAX_SIDE];
		for ( int32_t x = 0; x < def.width; x++ )
		{
			row[x] = fw_grid_get( of->grid, x, y );
		}
		status = fw_grid_write( *grid, ( fw_rect ){ 0, y, def.width, 1 }, row, (size_t)def.width, NULL );
	}
	if ( status != FW_OK )
	{
		fw_grid_destroy( *grid );
		*grid = NULL;
	}
	return status;
}
