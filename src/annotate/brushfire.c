// SPDX-License-Identifier: MIT
// Brushfire: steps to the nearest blocked tile, by two passes over the rows instead of a fire front.
// Sources: the algorithm as H. Choset and others, "Principles of Robot Motion" (2005), describe it; the two passes of
// A. Rosenfeld, J. L. Pfaltz, "Sequential Operations in Digital Picture Processing" (1966).
#include "annotate/clearance.h"

#include "grid/grid.h"

FW_INLINE uint32_t least_of_three( const uint8_t* middle )
{
	return fw_clearance_lesser( fw_clearance_lesser( middle[-1], middle[0] ), middle[1] );
}

// Has one of these tiles, some of which may lie beyond the map, a value that reaches `steps` far?
static bool reaches( const fw_clearance* clearance, int32_t x0, int32_t y0, int32_t x1, int32_t y1, int32_t steps )
{
	const fw_rect part = fw_grid_clip( clearance->grid, ( fw_rect ){ x0, y0, x1 - x0 + 1, y1 - y0 + 1 } );
	bool found = false;
	for ( int32_t y = part.y; y < part.y + part.height && !found; y++ )
	{
		const uint8_t* row = fw_clearance_row( clearance, y );
		for ( int32_t x = part.x; x < part.x + part.width && !found; x++ )
		{
			found = row[x] >= steps;
		}
	}
	return found;
}

// An edit changes only tiles that are not nearer to a blocked tile than to the edit. The rings round the edit are
// searched for such tiles outwards; one without any is the last, since a step towards the edit takes at most one away
// from a value.
static fw_rect reach_of( const fw_clearance* clearance, fw_rect rect )
{
	int32_t ring = 1;
	for ( ; ring <= FW_CLEARANCE_MAX; ring++ )
	{
		const int32_t x0 = rect.x - ring;
		const int32_t y0 = rect.y - ring;
		const int32_t x1 = rect.x + rect.width - 1 + ring;
		const int32_t y1 = rect.y + rect.height - 1 + ring;
		if ( !reaches( clearance, x0, y0, x1, y0, ring ) && !reaches( clearance, x0, y1, x1, y1, ring ) &&
		     !reaches( clearance, x0, y0, x0, y1, ring ) && !reaches( clearance, x1, y0, x1, y1, ring ) )
		{
			break;
		}
	}
	const int32_t reach = ring - 1;
	return fw_grid_clip( clearance->grid, ( fw_rect ){ rect.x - reach, rect.y - reach, rect.width + 2 * reach,
	                                                   rect.height + 2 * reach } );
}

void fw_clearance_brushfire( fw_clearance* clearance, const fw_passable* passable, fw_rect rect )
{
	const fw_rect all = reach_of( clearance, rect );
	for ( int32_t y = all.y; y < all.y + all.height; y++ )
	{
		memset( fw_clearance_row( clearance, y ) + all.x, FW_CLEARANCE_MAX, (size_t)all.width );
	}
	for ( int32_t y = all.y; y < all.y + all.height; y++ )
	{
		const uint8_t* terrain = fw_grid_tiles( clearance->grid ) + (size_t)y * (size_t)clearance->width;
		const uint8_t* above = fw_clearance_row( clearance, y - 1 );
		uint8_t* row = fw_clearance_row( clearance, y );
		for ( int32_t x = all.x; x < all.x + all.width; x++ )
		{
			const uint32_t least = fw_clearance_lesser( least_of_three( above + x ), row[x - 1] );
			row[x] = passable->of[terrain[x]] != 0 ? (uint8_t)fw_clearance_lesser( least + 1, FW_CLEARANCE_MAX ) : 0;
		}
	}
	for ( int32_t y = all.y + all.height - 1; y >= all.y; y-- )
	{
		const uint8_t* below = fw_clearance_row( clearance, y + 1 );
		uint8_t* row = fw_clearance_row( clearance, y );
		for ( int32_t x = all.x + all.width - 1; x >= all.x; x-- )
		{
			const uint32_t least = fw_clearance_lesser( least_of_three( below + x ), row[x + 1] );
			row[x] = (uint8_t)fw_clearance_lesser( row[x], least + 1 );
		}
	}
}
