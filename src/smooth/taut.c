// SPDX-License-Identifier: MIT
// The taut pass: pulls straight lines round the corners that they go past. See sweep/taut.h.
#include "sweep/taut.h"

#include "smooth/knots.h"

static fw_status check( fw_refusal* refusal, const fw_smoother* smoother, const fw_path* path )
{
	FW_TRY( fw_smoother_check( refusal, smoother, path ) );
	FW_TRY( fw_smoother_check_exits( refusal, smoother ) );
	FW_TRY( fw_smoother_check_lines( refusal, path ) );
	return smoother->keep_terrains == 0
	           ? FW_OK
	           : fw_refuse( refusal, FW_ERR_UNSUPPORTED, FW_REFUSAL_VALUE, "smoother.keep_terrains", NULL,
	                        "is not 0, and the taut pass keeps no waypoints; set it to 0" );
}

// Adds the taut string of the points that were gathered, and empties them.
static fw_status append_string( fw_taut* taut, const fw_smoother* smoother, const fw_allocator* allocator,
                                fw_path* made )
{
	const fw_layer* tiles = fw_grid_layer( smoother->grid, smoother->unit->capabilities );
	fw_status status = fw_taut_pull( taut, allocator, tiles, smoother->unit ) ? FW_OK : FW_ERR_MEMORY;
	for ( int32_t i = 1; i < taut->count && status == FW_OK; i++ )
	{
		status = fw_path_append_line( made, taut->points[i], FW_GEAR_FORWARD );
	}
	taut->count = 0;
	return status;
}

// Links stay where they are, and the string between two of them is pulled.
static fw_status pull_path( fw_taut* taut, const fw_smoother* smoother, const fw_allocator* allocator,
                            const fw_path* path, fw_path* made )
{
	fw_status status = FW_OK;
	for ( int32_t i = 0; i < path->count && status == FW_OK; i++ )
	{
		const fw_segment* segment = &path->segments[i];
		if ( segment->kind == FW_SEGMENT_LINK )
		{
			status = append_string( taut, smoother, allocator, made );
			status = status == FW_OK ? fw_path_append_link( made, segment->to ) : status;
			continue;
		}
		const bool known = taut->count > 0 || fw_taut_add( taut, allocator, segment->from );
		status = known && fw_taut_add( taut, allocator, segment->to ) ? FW_OK : FW_ERR_MEMORY;
	}
	return status == FW_OK ? append_string( taut, smoother, allocator, made ) : status;
}

fw_status fw_smooth_taut( const fw_smoother* smoother, fw_path* path, fw_refusal* refusal )
{
	FW_TRY( check( refusal, smoother, path ) );
	const fw_allocator allocator = fw_allocator_or_default( &smoother->allocator );
	fw_taut taut = { 0 };
	fw_path made;
	fw_path_init( &made, &path->allocator );
	fw_path_clear( &made, path->start );
	fw_status status = pull_path( &taut, smoother, &allocator, path, &made );
	fw_taut_hold( &( fw_holdings ){ .allocator = &allocator }, &taut );
	// Over dear terrain the shorter path may be the dearer one.
	if ( status == FW_OK && fw_smoother_cost( smoother, &made ) < fw_smoother_cost( smoother, path ) )
	{
		const fw_path old = *path;
		*path = made;
		made = old;
	}
	fw_path_free( &made );
	return fw_refuse_status( refusal, status );
}
