// SPDX-License-Identifier: MIT
// The plans of a batch shared among threads, a window of them at a time, so that results come in the order of problems.
#include "crew.h"
#include "message.h"
#include "refusal.h"
#include "workers.h"

#include <stdlib.h>

// Long enough that threads rarely wait for the last one of a window.
#define SLOTS_PER_THREAD 64

static bool make_slots( crew* team )
{
	team->window = team->threads > 1 ? team->threads * SLOTS_PER_THREAD : 1;
	team->slots = calloc( (size_t)team->window, sizeof( crew_slot ) );
	team->worlds = calloc( (size_t)team->threads, sizeof( loaded_map ) );
	if ( team->slots == NULL || team->worlds == NULL )
	{
		complain( "%s: %s", team->all->name, fw_status_text( FW_ERR_MEMORY ) );
		return false;
	}
	for ( int32_t i = 0; i < team->window; i++ )
	{
		trip* done = &team->slots[i].done;
		trip_init( done );
		done->resolved = team->all->done.resolved;
		done->sprites = team->all->done.sprites;
	}
	return true;
}

static bool make_world( crew* team, int32_t index, options* given, const fw_plan* plan )
{
	loaded_map* world = &team->worlds[index];
	*world = team->all->world;
	world->planner = NULL;
	trip prepared;
	trip_init( &prepared );
	const bool good = loaded_map_renew( world ) && loaded_map_abstraction( world, given ) &&
	                  trip_prepare( &prepared, team->all->name, world, plan );
	trip_free( &prepared );
	return good;
}

bool crew_open( crew* team, batch* all, options* given, const fw_plan* plan )
{
	*team = ( crew ){ .all = all, .threads = given->threads > 1 ? given->threads : 1 };
	bool good = batch_prepare( all, plan ) && make_slots( team );
	if ( good )
	{
		team->worlds[0] = all->world;
	}
	for ( int32_t i = 1; i < team->threads && good; i++ )
	{
		good = make_world( team, i, given, plan );
	}
	return good;
}

static void run_slot( void* argument, int32_t index, int32_t worker )
{
	const crew* team = argument;
	crew_slot* slot = &team->slots[index];
	slot->refusal = ( fw_refusal ){ 0 };
	slot->status = trip_try( &slot->done, &team->worlds[worker], &slot->plan, NULL, 0.0, &slot->refusal );
	slot->done.microseconds = team->all->given->no_times ? -1.0 : slot->done.microseconds;
}

void crew_run( crew* team, int32_t count )
{
	const fw_parallel parallel = workers_of( &team->threads );
	if ( parallel.run != NULL )
	{
		parallel.run( parallel.context, count, run_slot, team );
		return;
	}
	for ( int32_t i = 0; i < count; i++ )
	{
		run_slot( team, i, 0 );
	}
}

bool crew_check( const crew* team, int32_t slot )
{
	const crew_slot* of = &team->slots[slot];
	if ( of->status != FW_OK )
	{
		refusal_complain( team->all->name, of->status, &of->refusal );
	}
	return of->status == FW_OK;
}

void crew_close( crew* team )
{
	for ( int32_t i = 0; i < team->window && team->slots != NULL; i++ )
	{
		trip_free( &team->slots[i].done );
	}
	for ( int32_t i = 1; i < team->threads && team->worlds != NULL; i++ )
	{
		fw_planner_destroy( team->worlds[i].planner );
	}
	free( team->slots );
	free( team->worlds );
	*team = ( crew ){ 0 };
}
