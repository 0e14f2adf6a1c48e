// SPDX-License-Identifier: MIT
// The upper clusters of a hierarchy: all of them, or those that an edit touches.
#include "hierarchy/upper.h"

void fw_uppers_drop( fw_hierarchy* hierarchy )
{
	const int32_t count = hierarchy->upper_columns * hierarchy->upper_rows;
	for ( int32_t i = 0; i < count && hierarchy->uppers != NULL; i++ )
	{
		fw_cluster_release( hierarchy->uppers[i], &hierarchy->allocator );
	}
	fw_free( &hierarchy->allocator, hierarchy->uppers, (size_t)count, sizeof( fw_cluster* ) );
	hierarchy->uppers = NULL;
}

// Has a cluster of the upper one, or of one beside it, changed since an older hierarchy?
static bool has_changed( const fw_hierarchy* hierarchy, const fw_hierarchy* old, int32_t ux, int32_t uy )
{
	const int32_t span = hierarchy->upper_side / hierarchy->def.cluster;
	bool changed = false;
	for ( int32_t cy = ( uy - 1 ) * span; cy < ( uy + 2 ) * span; cy++ )
	{
		for ( int32_t cx = ( ux - 1 ) * span; cx < ( ux + 2 ) * span; cx++ )
		{
			const bool corner =
			    ( cx < ux * span || cx >= ( ux + 1 ) * span ) && ( cy < uy * span || cy >= ( uy + 1 ) * span );
			const bool inside = cx >= 0 && cy >= 0 && cx < hierarchy->columns && cy < hierarchy->rows;
			const int32_t i = cy * hierarchy->columns + cx;
			changed = changed || ( inside && !corner && hierarchy->clusters[i] != old->clusters[i] );
		}
	}
	return changed;
}

bool fw_uppers_build( fw_hierarchy* hierarchy, const fw_hierarchy* old, fw_upper_scratch* scratch )
{
	const int32_t span = fw_upper_span( hierarchy->def.cluster );
	hierarchy->upper_side = span * hierarchy->def.cluster;
	hierarchy->upper_columns = ( hierarchy->columns + span - 1 ) / span;
	hierarchy->upper_rows = ( hierarchy->rows + span - 1 ) / span;
	const int32_t count = hierarchy->upper_columns * hierarchy->upper_rows;
	hierarchy->uppers = fw_alloc_zero( &hierarchy->allocator, (size_t)count, sizeof( fw_cluster* ) );
	fw_status status = hierarchy->uppers != NULL ? FW_OK : FW_ERR_MEMORY;
	const bool shares = old != NULL && old->uppers != NULL;
	for ( int32_t i = 0; i < count && status == FW_OK; i++ )
	{
		const int32_t ux = i % hierarchy->upper_columns;
		const int32_t uy = i / hierarchy->upper_columns;
		if ( shares && !has_changed( hierarchy, old, ux, uy ) )
		{
			hierarchy->uppers[i] = fw_cluster_share( old->uppers[i] );
			continue;
		}
		status = fw_upper_build( hierarchy, ux, uy, scratch, &hierarchy->allocator, &hierarchy->uppers[i] );
	}
	if ( status != FW_OK )
	{
		fw_uppers_drop( hierarchy );
	}
	return status != FW_ERR_MEMORY;
}
