// SPDX-License-Identifier: MIT
// The file format of worlds, little-endian: 8 bytes "FWWORLD\n", u32 version, then the fields in the order in which the
// functions named fw_pass_... and pass_... list them, and a checksum. A bool or a small enumeration is one byte, a
// double its 8 bytes, a number of things is 4 bytes before them.
//
// Not in the file is what searches hold: they begin again, also in the world that was saved, so that both go on alike.
#include "base/file.h"
#include "grid/grid.h"
#include "path/archive.h"
#include "world/world.h"

#include <float.h>
#include <math.h>

#define VERSION 13
#define LETTERS "FWWORLD\n"
// In bytes, at least.
#define SLOT_BYTES 20
#define ROW_BYTES 39
#define EDIT_BYTES 27
#define EVENT_BYTES 28
// Unit classes that a planner keeps: more need not be prepared.
#define CLASSES_MAX 16

static fw_status pass_slots( fw_bytes* io, fw_world* world )
{
	const int32_t slots = fw_pass_count( io, world->slots, FW_WORLD_MAX_UNITS, SLOT_BYTES );
	if ( fw_reads( io ) && !fw_world_reserve( world, slots, 0 ) )
	{
		return FW_ERR_MEMORY;
	}
	// Also those that are not read are gone over if the file ends before them.
	for ( int32_t i = 0; fw_reads( io ) && i < slots; i++ )
	{
		world->units[i] = ( world_unit ){ .used = false, .index = -1 };
		fw_path_init( &world->units[i].path, &world->allocator );
	}
	world->slots = slots;
	for ( int32_t i = 0; i < slots; i++ )
	{
		FW_TRY( fw_pass_world_unit( io, world, i ) );
	}
	return fw_passed( io );
}

// What fw_world_units() shows, which may be older than the last order.
static void pass_row( fw_bytes* io, fw_world* world, int32_t row )
{
	world_rows* rows = &world->rows;
	int32_t slot = fw_reads( io ) ? -1 : (int32_t)( rows->ids[row] & UINT32_MAX );
	fw_pass_int( io, &slot, 0, world->slots - 1 );
	world_unit* unit = io->ok ? &world->units[slot] : NULL;
	fw_must( io, unit != NULL && unit->used && unit->index < 0 );
	if ( !io->ok )
	{
		return;
	}
	unit->index = row;
	rows->ids[row] = (uint64_t)unit->generation << 32 | (uint32_t)slot;
	rows->radius[row] = fw_unit_outer_radius( &unit->plan.unit );
	fw_pass_number( io, &rows->x[row], -FW_PLACE_MAX, FW_PLACE_MAX );
	fw_pass_number( io, &rows->y[row], -FW_PLACE_MAX, FW_PLACE_MAX );
	fw_pass_number( io, &rows->heading[row], -DBL_MAX, DBL_MAX );
	fw_pass_number( io, &rows->speed[row], 0.0, INFINITY );
	rows->state[row] = (fw_unit_state)fw_pass( io, (uint64_t)rows->state[row], 1, FW_UNIT_NO_PATH );
	rows->reason[row] = (fw_reason)fw_pass( io, (uint64_t)rows->reason[row], 1, FW_REASON_LEG );
	rows->stuck[row] = (fw_stuck)fw_pass( io, (uint64_t)rows->stuck[row], 1, FW_STUCK_LOST );
}

static fw_status pass_rows( fw_bytes* io, fw_world* world )
{
	const int32_t count = fw_pass_count( io, world->count, world->slots, ROW_BYTES );
	if ( fw_reads( io ) && !fw_world_reserve( world, 0, count ) )
	{
		return FW_ERR_MEMORY;
	}
	int32_t units = 0;
	for ( int32_t i = 0; i < world->slots; i++ )
	{
		units += world->units[i].used ? 1 : 0;
	}
	fw_must( io, units == count );
	for ( int32_t i = 0; i < count; i++ )
	{
		pass_row( io, world, i );
	}
	world->count = count;
	return fw_passed( io );
}

// The slots that are free, in the order in which they will be taken.
static void pass_free( fw_bytes* io, fw_world* world )
{
	int32_t* link = &world->free;
	for ( int32_t i = 0; i <= world->slots && io->ok; i++ )
	{
		fw_pass_int( io, link, -1, world->slots - 1 );
		if ( *link < 0 || !io->ok )
		{
			fw_must( io, i == world->slots - world->count );
			return;
		}
		fw_must( io, io->ok && !world->units[*link].used );
		link = &world->units[*link].index;
	}
	fw_must( io, false ); // a circle
}

// A line is whole if it has each of its slots once, and ends.
static bool is_line( const fw_world* world, int32_t line )
{
	int32_t lined = 0;
	int32_t last = -1;
	for ( int32_t i = 0; i < world->slots; i++ )
	{
		lined += world->units[i].lined[line] ? 1 : 0;
	}
	int32_t slot = world->first[line];
	for ( ; slot >= 0 && lined > 0 && world->units[slot].lined[line]; lined-- )
	{
		last = slot;
		slot = world->units[slot].next[line];
	}
	return slot < 0 && lined == 0 && last == world->last[line];
}

static void pass_lines( fw_bytes* io, fw_world* world )
{
	for ( int32_t line = 0; line < LINE_COUNT; line++ )
	{
		fw_pass_int( io, &world->first[line], -1, world->slots - 1 );
		fw_pass_int( io, &world->last[line], -1, world->slots - 1 );
		fw_must( io, io->ok && is_line( world, line ) );
	}
}

static fw_status pass_edits( fw_bytes* io, fw_world* world )
{
	fw_pass_long( io, &world->edit_numbers, 0, INT64_MAX / 2 );
	fw_pass_long( io, &world->openings, 0, world->edit_numbers );
	const int32_t count = fw_pass_count( io, world->edit_count, FW_WORLD_MAX_EDITS, EDIT_BYTES );
	if ( fw_reads( io ) && !FW_GROW( &world->allocator, &world->edits, &world->edit_capacity, count ) )
	{
		return FW_ERR_MEMORY;
	}
	world->edit_count = count;
	for ( int32_t i = 0; i < count; i++ )
	{
		world_edit* edit = &world->edits[i];
		fw_rect* rect = &edit->rect;
		fw_pass_long( io, &edit->number, 1, world->edit_numbers );
		fw_pass_int( io, &rect->x, 0, INT32_MAX );
		fw_pass_int( io, &rect->y, 0, INT32_MAX );
		fw_pass_int( io, &rect->width, -INT32_MAX, INT32_MAX );
		fw_pass_int( io, &rect->height, -INT32_MAX, INT32_MAX );
		edit->terrain = (uint8_t)fw_pass( io, edit->terrain, 1, (uint64_t)fw_grid_terrain_count( world->grid ) - 1 );
		fw_pass_bool( io, &edit->made );
		fw_pass_bool( io, &edit->opens );
		fw_must( io, (int64_t)rect->x + rect->width <= fw_grid_width( world->grid ) );
		fw_must( io, (int64_t)rect->y + rect->height <= fw_grid_height( world->grid ) );
	}
	return fw_passed( io );
}

static fw_status pass_events( fw_bytes* io, fw_world* world )
{
	const int32_t count = fw_pass_count( io, world->event_count, INT32_MAX, EVENT_BYTES );
	if ( fw_reads( io ) && !FW_GROW( &world->allocator, &world->events, &world->event_capacity, count ) )
	{
		return FW_ERR_MEMORY;
	}
	world->event_count = count;
	for ( int32_t i = 0; i < count; i++ )
	{
		fw_world_event* event = &world->events[i];
		event->kind = (fw_world_event_kind)fw_pass( io, (uint64_t)event->kind, 1, FW_WORLD_EDITED );
		event->reason = (fw_reason)fw_pass( io, (uint64_t)event->reason, 1, FW_REASON_LEG );
		event->stuck = (fw_stuck)fw_pass( io, (uint64_t)event->stuck, 1, FW_STUCK_LOST );
		event->status = (fw_status)fw_pass( io, (uint64_t)event->status, 1, FW_ERR_BLOCKED );
		event->unit = fw_pass( io, event->unit, 8, UINT64_MAX );
		fw_pass_long( io, &event->edit, 0, INT64_MAX );
		fw_pass_number( io, &event->distance, 0.0, DBL_MAX );
	}
	return fw_passed( io );
}

static void pass_stats( fw_bytes* io, fw_world* world )
{
	fw_pass_number( io, &world->time, 0.0, DBL_MAX );
	fw_pass_long( io, &world->stats.nodes, 0, INT64_MAX );
	fw_pass_int( io, &world->stats.planning, 0, FW_WORLD_MAX_UNITS );
	fw_pass_int( io, &world->stats.edits, 0, FW_WORLD_MAX_EDITS );
	fw_pass_long( io, &world->stats.plans, 0, INT64_MAX / 2 );
	fw_pass_long( io, &world->stats.detours, 0, INT64_MAX / 2 );
}

// All but the definition and the map.
static fw_status pass_state( fw_bytes* io, fw_world* world )
{
	fw_pass_edited( io, world->grid );
	FW_TRY( fw_engine_pass( io, world->engine ) );
	FW_TRY( pass_slots( io, world ) );
	FW_TRY( pass_rows( io, world ) );
	pass_free( io, world );
	pass_lines( io, world );
	FW_TRY( fw_passed( io ) );
	FW_TRY( fw_pass_groups( io, world ) );
	FW_TRY( pass_edits( io, world ) );
	FW_TRY( pass_events( io, world ) );
	pass_stats( io, world );
	return fw_passed( io );
}

static void pass_def( fw_bytes* io, fw_world_def* def )
{
	fw_pass_long( io, &def->step_nodes, INT64_MIN, INT64_MAX );
	fw_pass_number( io, &def->patience, -DBL_MAX, DBL_MAX );
}

// The same number of bytes before and after searches are forgotten.
static void write_all( fw_bytes* io, const void* context )
{
	fw_world* world = *(fw_world* const*)context;
	if ( io->to != NULL )
	{
		fw_world_forget_detour( world );
		fw_world_forget_requests( world );
		fw_fields_close( world );
		fw_engine_forget( world->engine );
	}
	pass_def( io, &world->def );
	(void)fw_pass_map( io, &world->allocator, &world->grid );
	(void)pass_state( io, world );
}

static fw_status check_plans( const fw_world* world, fw_refusal* refusal )
{
	for ( int32_t i = 0; i < world->slots; i++ )
	{
		const fw_search_options* options = &world->units[i].plan.options;
		if ( world->units[i].used && world->units[i].plan.legs.regions != NULL )
		{
			return fw_refuse( refusal, FW_ERR_UNSUPPORTED, FW_REFUSAL_VALUE, "plan.legs", NULL,
			                  "of a unit have drawn regions, which cannot be saved" );
		}
		if ( world->units[i].used && ( options->closed_moves != NULL || options->listener.hear != NULL ) )
		{
			return fw_refuse( refusal, FW_ERR_UNSUPPORTED, FW_REFUSAL_VALUE, "plan.options", NULL,
			                  "of a unit have closed moves or a listener, which cannot be saved" );
		}
	}
	return FW_OK;
}

fw_status fw_world_format( fw_world* world, char* bytes, size_t capacity, size_t* needed, fw_refusal* refusal )
{
	const void* result = bytes != NULL ? (const void*)bytes : needed;
	FW_TRY( fw_check_null( refusal, "world, bytes", ( const void*[] ){ world, result }, 2 ) );
	FW_TRY( check_plans( world, refusal ) );
	const size_t size = fw_bytes_count( write_all, &world );
	if ( needed != NULL )
	{
		*needed = size;
	}
	if ( bytes == NULL || capacity < size )
	{
		return bytes == NULL
		           ? FW_OK
		           : fw_refuse_range( refusal, FW_ERR_CAPACITY, "capacity", (double)capacity, (double)size, INFINITY );
	}
	fw_bytes_fill( bytes, LETTERS, VERSION, write_all, &world );
	return FW_OK;
}

bool fw_world_same_outline( const fw_outline* a, const fw_outline* b )
{
	bool same = a->count == b->count;
	for ( int32_t i = 0; i < a->count && same; i++ )
	{
		same = a->corners[i].x == b->corners[i].x && a->corners[i].y == b->corners[i].y;
	}
	return same;
}

static bool is_same_class( const fw_plan* a, const fw_plan* b )
{
	return a->method == b->method && a->unit.radius == b->unit.radius &&
	       a->unit.turning_radius == b->unit.turning_radius && a->unit.capabilities == b->unit.capabilities &&
	       fw_world_same_outline( &a->unit.outline, &b->unit.outline );
}

// Builds what the plans of the units need, so that no step does.
static fw_status prepare( fw_world* world )
{
	const fw_plan* known[CLASSES_MAX];
	int32_t count = 0;
	for ( int32_t i = 0; i < world->slots && count < CLASSES_MAX; i++ )
	{
		const fw_plan* plan = &world->units[i].plan;
		bool found = !world->units[i].used;
		for ( int32_t k = 0; k < count && !found; k++ )
		{
			found = is_same_class( known[k], plan );
		}
		if ( found )
		{
			continue;
		}
		known[count++] = plan;
		// Other failures are those of the unit's next order.
		const fw_status status = fw_planner_prepare( world->planner, plan, NULL );
		FW_TRY( status == FW_ERR_MEMORY ? status : FW_OK );
		const fw_status around = fw_planner_prepare( world->around, plan, NULL );
		FW_TRY( around == FW_ERR_MEMORY ? around : FW_OK );
	}
	return FW_OK;
}

// The definition and the map are read, and the world is made from them.
static fw_status read_world( fw_bytes* io, const fw_allocator* allocator, fw_world** world )
{
	fw_world_def def = fw_default_world_def();
	fw_grid* grid = NULL;
	def.allocator = *allocator;
	pass_def( io, &def );
	fw_status status = fw_pass_map( io, allocator, &grid );
	def.grid = grid;
	status = status == FW_OK ? fw_world_create( &def, world, NULL ) : status;
	fw_grid_destroy( grid );
	FW_TRY( status == FW_ERR_MEMORY || status == FW_OK ? status : FW_ERR_SYNTAX );
	FW_TRY( pass_state( io, *world ) );
	return io->at == io->size ? prepare( *world ) : FW_ERR_SYNTAX;
}

// `bytes` may be null.
static fw_status parse( const char* field, const char* bytes, size_t size, const fw_allocator* allocator,
                        fw_world** world, fw_refusal* refusal )
{
	const fw_allocator own = fw_allocator_or_default( allocator );
	fw_bytes io = fw_bytes_read( bytes, size, LETTERS, VERSION );
	fw_world* made = NULL;
	const fw_status status = io.ok ? read_world( &io, &own, &made ) : FW_ERR_SYNTAX;
	if ( status != FW_OK )
	{
		fw_world_destroy( made );
		return fw_bytes_refuse( refusal, status, field, bytes, size, LETTERS, VERSION, io.at );
	}
	*world = made;
	return FW_OK;
}

fw_status fw_world_parse( const char* bytes, size_t size, const fw_allocator* allocator, fw_world** world,
                          fw_refusal* refusal )
{
	FW_TRY( FW_CHECK_NULL( refusal, bytes, world ) );
	return parse( "bytes", bytes, size, allocator, world, refusal );
}

fw_status fw_world_save( fw_world* world, const char* file, fw_refusal* refusal )
{
	size_t size = 0;
	FW_TRY( FW_CHECK_NULL( refusal, world, file ) );
	FW_TRY( fw_world_format( world, NULL, 0, &size, refusal ) );
	char* bytes = fw_alloc( &world->allocator, size, 1 );
	if ( bytes == NULL )
	{
		return fw_refuse_status( refusal, FW_ERR_MEMORY );
	}
	fw_bytes_fill( bytes, LETTERS, VERSION, write_all, &world );
	const fw_status status = fw_file_write( file, &world->allocator, bytes, size );
	return status == FW_ERR_IO ? fw_refuse_as( refusal, status, FW_REFUSAL_SYSTEM, "file", NULL,
	                                           "file '%s' could not be written", file )
	                           : status;
}

fw_status fw_world_load( const char* file, const fw_allocator* allocator, fw_world** world, fw_refusal* refusal )
{
	FW_TRY( FW_CHECK_NULL( refusal, file, world ) );
	fw_file read;
	FW_TRY( fw_file_read( file, allocator, &read, refusal ) );
	const fw_status status = parse( "file", read.bytes, read.size, &read.allocator, world, refusal );
	fw_file_free( &read );
	return status;
}
