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

static void drop( fw_hierarchy* hierarchy, int32_t ux, int32_t uy )
{
	if ( ux >= 0 && uy >= 0 && ux < hierarchy->upper_columns && uy < hierarchy->upper_rows )
	{
		fw_cluster** upper = &hierarchy->uppers[uy * hierarchy->upper_columns + ux];
		fw_cluster_release( *upper, &hierarchy->allocator );
		*upper = NULL;
	}
}

// Shares the upper clusters of an older hierarchy but for those that an edit changes: with a cluster that is another
// one now; and, since stand-ins depend on what both sides of a border connect, those beside one that has such a cluster
// at the border, or connects otherwise now.
static void share_uppers( fw_hierarchy* hierarchy, const fw_hierarchy* old )
{
	const int32_t span = hierarchy->upper_side / hierarchy->def.cluster;
	for ( int32_t i = 0; i < hierarchy->upper_columns * hierarchy->upper_rows; i++ )
	{
		hierarchy->uppers[i] = fw_cluster_share( old->uppers[i] );
	}
	for ( int32_t i = 0; i < hierarchy->columns * hierarchy->rows; i++ )
	{
		if ( hierarchy->clusters[i] == old->clusters[i] )
		{
			continue;
		}
		const bool otherwise = !fw_regions_same( hierarchy, old, i );
		const int32_t cx = i % hierarchy->columns;
		const int32_t cy = i / hierarchy->columns;
		drop( hierarchy, cx / span, cy / span );
		for ( int32_t side = 0; side < FW_SIDE_COUNT; side++ )
		{
			const int32_t reach = otherwise ? span : 1;
			const int32_t x = cx + fw_step_x[2 * side] * reach;
			const int32_t y = cy + fw_step_y[2 * side] * reach;
			if ( x >= 0 && y >= 0 && ( x / span != cx / span || y / span != cy / span ) )
			{
				drop( hierarchy, x / span, y / span );
			}
		}
	}
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
	if ( status == FW_OK && old != NULL && old->uppers != NULL )
	{
		share_uppers( hierarchy, old );
	}
	for ( int32_t i = 0; i < count && status == FW_OK; i++ )
	{
		if ( hierarchy->uppers[i] == NULL )
		{
			const int32_t ux = i % hierarchy->upper_columns;
			const int32_t uy = i / hierarchy->upper_columns;
			status = fw_upper_build( hierarchy, ux, uy, scratch, &hierarchy->allocator, &hierarchy->uppers[i] );
		}
	}
	if ( status != FW_OK )
	{
		fw_uppers_drop( hierarchy );
	}
	return status != FW_ERR_MEMORY;
}
