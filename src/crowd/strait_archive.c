// SPDX-License-Identifier: MIT
// Straits as bytes. What was found for which tile is not kept: it is found again.
#include "crowd/archive.h"

#include <float.h>

// In bytes, at least.
#define SLOT_BYTES 5
#define TRAFFIC_MAX 1000000
#define PLACE_MAX 1e9

static void pass_traffic( fw_bytes* io, fw_strait* strait )
{
	for ( int32_t d = 0; d < 2; d++ )
	{
		fw_pass_int( io, &strait->wanted[d], 0, TRAFFIC_MAX );
		fw_pass_int( io, &strait->inside[d], 0, TRAFFIC_MAX );
		fw_pass_number( io, &strait->last[d], -PLACE_MAX, PLACE_MAX );
		fw_pass_bool( io, &strait->open[d] );
	}
	fw_pass_bool( io, &strait->gated );
	int32_t way_round = strait->way_round;
	fw_pass_int( io, &way_round, -1, 1 );
	strait->way_round = (int8_t)way_round;
	fw_pass_int( io, &strait->direction, 0, 1 );
	fw_pass_int( io, &strait->used, 0, INT32_MAX / 2 );
	fw_pass_int( io, &strait->was_inside, 0, TRAFFIC_MAX );
	fw_pass_number( io, &strait->idle_since, -DBL_MAX, DBL_MAX );
}

static void pass_strait( fw_bytes* io, const fw_straits* straits, fw_strait* strait )
{
	fw_pass_bool( io, &strait->along_x );
	const int32_t along = strait->along_x ? fw_grid_width( straits->grid ) : fw_grid_height( straits->grid );
	const int32_t across = strait->along_x ? fw_grid_height( straits->grid ) : fw_grid_width( straits->grid );
	fw_pass_int( io, &strait->lo, 0, across - 1 );
	fw_pass_int( io, &strait->hi, strait->lo, across - 1 );
	fw_pass_int( io, &strait->from, 0, along - 1 );
	fw_pass_int( io, &strait->to, strait->from, along - 1 );
	pass_traffic( io, strait );
	strait->listed = fw_pass( io, strait->listed, 8, straits->tick );
	strait->touched = fw_pass( io, strait->touched, 8, straits->tick );
	strait->heavy = fw_pass( io, strait->heavy, 8, straits->tick );
}

static void pass_slot( fw_bytes* io, fw_straits* straits, int32_t slot )
{
	fw_strait* strait = &straits->slots[slot];
	if ( fw_reads( io ) )
	{
		*strait = ( fw_strait ){ .id = -1, .next = -1 };
	}
	bool known = strait->id >= 0;
	fw_pass_bool( io, &known );
	fw_pass_int( io, &strait->generation, 0, FW_STRAIT_GENERATIONS - 1 );
	if ( known )
	{
		pass_strait( io, straits, strait );
	}
	if ( known && fw_reads( io ) && io->ok )
	{
		fw_straits_restore( straits, slot );
	}
}

// The free slots, in the order in which they will be taken.
static void pass_free( fw_bytes* io, fw_straits* straits )
{
	int32_t* link = &straits->free;
	int32_t free = 0;
	for ( int32_t i = 0; i < straits->count; i++ )
	{
		free += straits->slots[i].id < 0 ? 1 : 0;
	}
	for ( int32_t i = 0; i <= straits->count && io->ok; i++ )
	{
		fw_pass_int( io, link, -1, straits->count - 1 );
		if ( *link < 0 || !io->ok )
		{
			fw_must( io, i == free );
			return;
		}
		fw_must( io, io->ok && straits->slots[*link].id < 0 );
		link = &straits->slots[*link].next;
	}
	fw_must( io, false ); // a circle
}

static void pass_listed( fw_bytes* io, fw_straits* straits )
{
	straits->listed_count = fw_pass_count( io, straits->listed_count, straits->count, 4 );
	for ( int32_t i = 0; i < straits->listed_count && io->ok; i++ )
	{
		fw_pass_int( io, &straits->listed[i], 0, INT32_MAX );
		const fw_strait* strait = io->ok ? fw_straits_get( straits, straits->listed[i] ) : NULL;
		fw_must( io, strait != NULL && strait->listed == straits->tick && strait->touched == straits->tick );
	}
}

fw_status fw_pass_straits( fw_bytes* io, fw_straits* straits )
{
	straits->tick = fw_pass( io, straits->tick, 8, INT64_MAX );
	straits->crowded_at = fw_pass( io, straits->crowded_at, 8, straits->tick );
	straits->revision = fw_pass( io, straits->revision, 8, fw_grid_revision( straits->grid ) );
	fw_pass_number( io, &straits->time, 0.0, DBL_MAX );
	const int32_t count = fw_pass_count( io, straits->count, FW_STRAITS_MAX, SLOT_BYTES );
	FW_TRY( fw_passed( io ) );
	if ( fw_reads( io ) && !fw_straits_reserve( straits, count ) )
	{
		return FW_ERR_MEMORY;
	}
	straits->count = count;
	for ( int32_t i = 0; i < count; i++ )
	{
		pass_slot( io, straits, i );
	}
	fw_pass_int( io, &straits->hand, 0, count > 0 ? count - 1 : 0 );
	pass_free( io, straits );
	pass_listed( io, straits );
	return fw_passed( io );
}
