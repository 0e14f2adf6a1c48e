// SPDX-License-Identifier: MIT
// The store of the distance fields of a world.
#include "world/fields.h"

#include "fairway/space.h"

#include <math.h>

// A field is not worth it for fewer units; nor for those that save less than it costs: each saves so many nodes for
// each tile to the goal, and the field takes so many for its square, but no more than the map has tiles. By
// bench_orders, on maps of 512 x 512: a search over 400 tiles takes as long as 2,000 to 4,500 nodes.
#define UNITS_MIN 8
#define NODES_SAVED 8.0
#define NODES_TAKEN 3.0
// What a field may take between two looks at the memory.
#define SLICE_BYTES ( (size_t)1 << 20 )
// Of a field and of a page of it.
#define OWN_BYTES ( (size_t)48 << 10 )
#define PAGE_BYTES ( (size_t)1 << 10 )

static bool is_same( const field_key* a, const field_key* b )
{
	return a->at.x == b->at.x && a->at.y == b->at.y && a->unit->radius == b->unit->radius &&
	       a->unit->capabilities == b->unit->capabilities;
}

world_field* fw_fields_find( fw_world* world, const field_key* key )
{
	world_field* found = NULL;
	for ( int32_t i = 0; i < FW_FIELDS_MAX && found == NULL; i++ )
	{
		world_field* field = &world->fields[i];
		const field_key own = { field->at, field->field != NULL ? &field->field->unit : key->unit };
		found = field->field != NULL && is_same( &own, key ) ? field : NULL;
	}
	return found;
}

static void drop( world_field* field )
{
	fw_goal_field_destroy( field->field );
	*field = ( world_field ){ .field = NULL };
}

size_t fw_fields_memory( const fw_world* world )
{
	size_t bytes = 0;
	for ( int32_t i = 0; i < FW_FIELDS_MAX; i++ )
	{
		bytes += world->fields[i].field != NULL ? fw_goal_field_memory( world->fields[i].field ) : 0;
	}
	return bytes;
}

void fw_fields_close( fw_world* world )
{
	for ( int32_t i = 0; i < FW_FIELDS_MAX; i++ )
	{
		drop( &world->fields[i] );
	}
}

// Drops the field that was unused for longest. NULL: all are in use.
static world_field* drop_oldest( fw_world* world )
{
	world_field* oldest = NULL;
	for ( int32_t i = 0; i < FW_FIELDS_MAX; i++ )
	{
		world_field* field = &world->fields[i];
		if ( field->field != NULL && field->used < world->time && ( oldest == NULL || field->used < oldest->used ) )
		{
			oldest = field;
		}
	}
	if ( oldest != NULL )
	{
		drop( oldest );
	}
	return oldest;
}

// What a field takes at most, on every platform: which one is dropped must not depend on the size of a pointer.
static size_t size_of( const fw_goal_field* field )
{
	const size_t places = (size_t)field->columns * (size_t)field->rows;
	const size_t open = (size_t)field->open.store.capacity * sizeof( fw_bucket_entry );
	return OWN_BYTES + places * 8 + (size_t)field->page_count * PAGE_BYTES + open;
}

// In a slice the open list may double.
bool fw_fields_have_room( fw_world* world, const fw_goal_field* growing )
{
	size_t bytes;
	do
	{
		bytes = SLICE_BYTES + (size_t)growing->open.store.capacity * sizeof( fw_bucket_entry );
		for ( int32_t i = 0; i < FW_FIELDS_MAX; i++ )
		{
			bytes += world->fields[i].field != NULL ? size_of( world->fields[i].field ) : 0;
		}
	} while ( bytes > FW_FIELDS_BYTES && drop_oldest( world ) != NULL );
	return bytes <= FW_FIELDS_BYTES;
}

bool fw_fields_connect( fw_world* world, const fw_unit* unit, fw_vec2 from, fw_vec2 to )
{
	const fw_space* space = NULL;
	return fw_group_space( world, unit, &space ) == FW_OK && fw_space_may_connect( space, from, to );
}

// Where a field for units like this one begins: at what they have in common, or where nobody can stand there, at its
// own goal. False: it gets to neither.
static bool find_goal( fw_world* world, const world_unit* unit, const field_key* key, fw_vec2* goal )
{
	const fw_vec2 from = stop_of( world, unit );
	const fw_vec2 goals[2] = { key->at, { unit->plan.goal.x, unit->plan.goal.y } };
	bool found = false;
	for ( int32_t i = 0; i < 2 && !found; i++ )
	{
		*goal = goals[i];
		found = fw_fields_on_map( world, *goal ) && fw_fields_see( world, key->unit, *goal, *goal ) &&
		        fw_fields_connect( world, key->unit, from, *goal );
	}
	return found;
}

static void open_field( fw_world* world, const field_key* key, fw_vec2 goal )
{
	world_field* place = NULL;
	for ( int32_t i = 0; i < FW_FIELDS_MAX && place == NULL; i++ )
	{
		place = world->fields[i].field == NULL ? &world->fields[i] : NULL;
	}
	place = place != NULL ? place : drop_oldest( world );
	if ( place == NULL )
	{
		return;
	}
	note_failure( world, fw_goal_field_create( &world->allocator, world->grid, key->unit, goal, &place->field ) );
	place->at = key->at;
	place->used = world->time;
	if ( place->field != NULL && !fw_fields_have_room( world, place->field ) )
	{
		drop( place );
	}
}

static bool is_worth_it( const fw_world* world, const field_count* count )
{
	const double tiles = (double)fw_grid_width( world->grid ) * fw_grid_height( world->grid );
	const double taken = fmin( NODES_TAKEN * count->tiles * count->tiles, tiles );
	const double pages = taken * sizeof( uint32_t ) * ( count->key.unit->radius > 0.5 ? 4.0 : 1.0 );
	return count->units >= UNITS_MIN && count->units * NODES_SAVED * count->tiles >= taken &&
	       pages <= (double)( FW_FIELDS_BYTES / 2 );
}

void fw_fields_count( fw_world* world, field_counts* counts, const world_unit* unit, const field_key* key )
{
	const fw_vec2 from = stop_of( world, unit );
	field_count* own = NULL;
	if ( fw_fields_find( world, key ) != NULL )
	{
		return;
	}
	for ( int32_t i = 0; i < FW_FIELD_COUNTS && own == NULL; i++ )
	{
		own = counts->list[i].units > 0 && is_same( &counts->list[i].key, key ) ? &counts->list[i] : NULL;
	}
	if ( own == NULL )
	{
		own = &counts->list[counts->next];
		counts->next = ( counts->next + 1 ) % FW_FIELD_COUNTS;
		*own = ( field_count ){ .key = *key };
	}
	own->units++;
	own->tiles = fmax( own->tiles, fw_length( key->at.x - from.x, key->at.y - from.y ) );
	fw_vec2 goal;
	if ( !own->tried && is_worth_it( world, own ) && find_goal( world, unit, key, &goal ) )
	{
		own->tried = true;
		open_field( world, key, goal );
	}
}
