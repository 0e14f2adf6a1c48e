// SPDX-License-Identifier: MIT
// Edits of the map: they wait until nobody is on their ground, and units plan anew after them.
#include "grid/grid.h"
#include "motion/profile.h"
#include "world/world.h"

#include <math.h>

static bool overlap( fw_rect a, fw_rect b )
{
	return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

// Can some unit enter more tiles than before, or at a lower cost?
static bool opens_ground( const fw_world* world, const world_edit* edit )
{
	const fw_terrain* to = fw_grid_terrain( world->grid, edit->terrain );
	bool opens = false;
	for ( int32_t y = edit->rect.y; y < edit->rect.y + edit->rect.height && !opens; y++ )
	{
		for ( int32_t x = edit->rect.x; x < edit->rect.x + edit->rect.width && !opens; x++ )
		{
			const fw_terrain* from = fw_grid_terrain( world->grid, fw_grid_get( world->grid, x, y ) );
			opens = ( to->capabilities & ~from->capabilities ) != 0 || to->cost < from->cost;
		}
	}
	return opens;
}

static void try_edit( fw_world* world, int32_t index )
{
	world_edit* edit = &world->edits[index];
	bool held = fw_engine_uses( world->engine, edit->rect );
	for ( int32_t i = 0; i < index && !held; i++ )
	{
		held = !world->edits[i].made && overlap( world->edits[i].rect, edit->rect );
	}
	if ( !held )
	{
		edit->opens = opens_ground( world, edit );
		(void)fw_grid_fill( world->grid, edit->rect, edit->terrain, NULL );
		(void)fw_grid_fill( world->marked, edit->rect, edit->terrain, NULL );
		edit->made = true;
		world->openings += edit->opens ? 1 : 0;
	}
}

fw_status fw_world_edit( fw_world* world, fw_rect rect, uint8_t terrain, int64_t* edit, fw_refusal* refusal )
{
	FW_TRY( FW_CHECK_NULL( refusal, world ) );
	FW_TRY( fw_grid_check_rect( refusal, world->grid, rect ) );
	FW_TRY( fw_check_range( refusal, "terrain", terrain, 0, fw_grid_terrain_count( world->grid ) - 1 ) );
	if ( world->edit_count >= FW_WORLD_MAX_EDITS )
	{
		return fw_refuse( refusal, FW_ERR_CAPACITY, FW_REFUSAL_SYSTEM, "world", NULL,
		                  "has 4096 edits that wait or that no step has reported, which is the limit" );
	}
	const world_edit made = { world->edit_numbers + 1, fw_grid_clip( world->grid, rect ), terrain, false, false };
	if ( !FW_PUSH( &world->allocator, &world->edits, &world->edit_count, &world->edit_capacity, made ) )
	{
		return fw_refuse_status( refusal, FW_ERR_MEMORY );
	}
	world->edit_numbers = made.number;
	try_edit( world, world->edit_count - 1 );
	if ( edit != NULL )
	{
		*edit = made.number;
	}
	return FW_OK;
}

fw_status fw_world_cancel_edit( fw_world* world, int64_t edit, fw_refusal* refusal )
{
	FW_TRY( FW_CHECK_NULL( refusal, world ) );
	int32_t kept = 0;
	for ( int32_t i = 0; i < world->edit_count; i++ )
	{
		if ( world->edits[i].made || world->edits[i].number != edit )
		{
			world->edits[kept++] = world->edits[i];
		}
	}
	if ( kept == world->edit_count )
	{
		return fw_refuse( refusal, FW_ERR_UNKNOWN, FW_REFUSAL_VALUE, "edit", NULL,
		                  "is not the number of an edit that waits" );
	}
	world->edit_count = kept;
	return FW_OK;
}

// Is the rest of a unit's path blocked?
static bool is_lost( const fw_world* world, const world_unit* unit )
{
	const fw_unit* of = &unit->plan.unit;
	const fw_path* path = &unit->path;
	double behind;
	const int32_t at = fw_world_segment( world, unit, &behind );
	if ( at == path->count )
	{
		return false;
	}
	const fw_segment* of_path = &path->segments[at];
	const fw_segment here = fw_segment_part( of_path, fmin( fmax( behind, 0.0 ), of_path->length ), of_path->length );
	fw_path rest = *path;
	rest.segments += at + 1;
	rest.count -= at + 1;
	return !fw_sweep_segment( world->grid, of, &here ) || fw_sweep_path( world->grid, of, &rest ) < rest.count;
}

static void plan_anew( fw_world* world, int32_t slot, bool opens )
{
	world_unit* unit = &world->units[slot];
	if ( fw_world_marches( world, unit ) || fw_march_waits( world, slot ) )
	{
		return;
	}
	if ( unit->phase == PHASE_GOING && !unit->lost && is_lost( world, unit ) )
	{
		unit->lost = true;
		fw_world_note( world, ( fw_world_event ){ .kind = FW_WORLD_PATH_LOST, .unit = world->rows.ids[unit->index] } );
		fw_world_forget_request( world, unit ); // it is more urgent now
	}
	const bool goes = unit->phase == PHASE_GOING && !unit->lost;
	if ( unit->phase == PHASE_IDLE || ( !opens && ( goes || unit->phase == PHASE_NO_PATH ) ) )
	{
		return;
	}
	if ( unit->phase == PHASE_NO_PATH )
	{
		fw_trail_clear( unit->trail ); // where it was in vain may be the way now
	}
	unit->needs_plan = true;
	unit->misses = 0;
	fw_world_line_up( world, slot, goes ? LINE_OTHERS : LINE_URGENT );
}

void fw_world_make_edits( fw_world* world )
{
	bool any = false;
	bool opens = false;
	int32_t kept = 0;
	for ( int32_t i = 0; i < world->edit_count; i++ )
	{
		if ( !world->edits[i].made )
		{
			try_edit( world, i );
		}
	}
	for ( int32_t i = 0; i < world->edit_count; i++ )
	{
		const world_edit edit = world->edits[i];
		if ( edit.made )
		{
			any = true;
			opens = opens || edit.opens;
			fw_world_note( world, ( fw_world_event ){ .kind = FW_WORLD_EDITED, .edit = edit.number } );
		}
		else
		{
			world->edits[kept++] = edit;
		}
	}
	world->edit_count = kept;
	if ( any )
	{
		fw_march_edited( world );
		fw_groups_edited( world );
	}
	for ( int32_t i = 0; i < world->count && any; i++ )
	{
		plan_anew( world, slot_of( world, world->rows.ids[i] ), opens );
	}
}
