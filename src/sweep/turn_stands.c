// SPDX-License-Identifier: MIT
// Where an outline stands on the lattice.
//
// An outline touches the same tiles at every pose of the lattice that has the same kind of point and the same heading.
// They are found once, as bits of a window, and a point's window of the map answers for all headings.
#include "sweep/rows.h"
#include "sweep/sweep.h"
#include "sweep/turn_builder.h"

static bool add_row( void* context, fw_sweep_row row )
{
	fw_turn_stand* stand = context;
	const fw_turn_row run = { (int16_t)row.y, (int16_t)row.x0, (int16_t)row.x1 };
	uint64_t near[FW_NEAR_WORDS];
	fw_turn_near_bits( &run, 1, 0, 0, near );
	for ( int32_t w = 0; w < FW_NEAR_WORDS; w++ )
	{
		stand->near[w] |= near[w];
	}
	stand->far |=
	    row.y < -FW_NEAR_REACH || row.y >= FW_NEAR_REACH || row.x0 < -FW_NEAR_REACH || row.x1 >= FW_NEAR_REACH;
	return true;
}

static fw_pose pose_at( const fw_primitives* primitives, int32_t x, int32_t y, int32_t phase, int32_t heading )
{
	const fw_vec2 at = fw_lattice_point( x, y, phase );
	return fw_make_pose( at.x, at.y, fw_primitives_angle( primitives, heading ) );
}

fw_status fw_turn_add_stands( fw_primitives* primitives )
{
	const int32_t count = primitives->phases * primitives->headings;
	if ( primitives->unit.outline.count == 0 )
	{
		return FW_OK;
	}
	primitives->stands = fw_alloc_zero( &primitives->allocator, (size_t)count, sizeof( fw_turn_stand ) );
	for ( int32_t i = 0; i < count && primitives->stands != NULL; i++ )
	{
		const fw_pose pose = pose_at( primitives, 0, 0, i / primitives->headings, i % primitives->headings );
		fw_sweep_outline_at( &primitives->unit, pose, NULL, add_row, &primitives->stands[i] );
	}
	return primitives->stands != NULL ? FW_OK : FW_ERR_MEMORY;
}

uint32_t fw_turn_stands( const fw_primitives* primitives, const fw_layer* tiles, int32_t x, int32_t y, int32_t phase )
{
	if ( primitives->stands == NULL )
	{
		return UINT32_MAX;
	}
	const fw_turn_stand* stands = &primitives->stands[phase * primitives->headings];
	uint64_t window[FW_NEAR_WORDS];
	fw_near_window( tiles, x, y, window );
	uint32_t free = 0;
	for ( int32_t heading = 0; heading < primitives->headings; heading++ )
	{
		const fw_turn_stand* stand = &stands[heading];
		const bool is_free =
		    !fw_near_hit( stand->near, window ) &&
		    ( !stand->far || fw_layer_stands( tiles, &primitives->unit, pose_at( primitives, x, y, phase, heading ) ) );
		free |= is_free ? 1u << heading : 0;
	}
	return free;
}
