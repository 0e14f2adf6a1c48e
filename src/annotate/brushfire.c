// SPDX-License-Identifier: MIT
// Brushfire: steps to the nearest blocked tile, by two passes over the rows instead of a fire front.
// Sources: the algorithm as H. Choset and others, "Principles of Robot Motion" (2005), describe it; the two passes of
// A. Rosenfeld, J. L. Pfaltz, "Sequential Operations in Digital Picture Processing" (1966).
#include "annotate/clearance.h"

#include "grid/layer.h"

FW_INLINE uint32_t least_of_three( const uint8_t* middle )
{
	return fw_clearance_lesser( fw_clearance_lesser( middle[-1], middle[0] ), middle[1] );
}

// Has a tile of row y, columns x0 to x1, a value that reaches `steps` far?
static bool reaches( const fw_clearance* clearance, int32_t y, int32_t x0, int32_t x1, int32_t steps )
{
	if ( y < 0 || y >= clearance->height )
	{
		return false;
	}
	const uint8_t* row = fw_clearance_row( clearance, y );
	for ( int32_t x = x0 < 0 ? 0 : x0; x <= x1 && x < clearance->width; x++ )
	{
		if ( row[x] >= steps )
		{
			return true;
		}
	}
	return false;
}

static bool column_reaches( const fw_clearance* clearance, int32_t x, int32_t y0, int32_t y1, int32_t steps )
{
	for ( int32_t y = y0 < 0 ? 0 : y0; y <= y1 && y < clearance->height && x >= 0 && x < clearance->width; y++ )
	{
		if ( fw_clearance_row( clearance, y )[x] >= steps )
		{
			return true;
		}
	}
	return false;
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
		if ( !reaches( clearance, y0, x0, x1, ring ) && !reaches( clearance, y1, x0, x1, ring ) &&
		     !column_reaches( clearance, x0, y0, y1, ring ) && !column_reaches( clearance, x1, y0, y1, ring ) )
		{
			break;
		}
	}
	const int32_t reach = ring - 1;
	const int32_t left = rect.x > reach ? rect.x - reach : 0;
	const int32_t top = rect.y > reach ? rect.y - reach : 0;
	const int32_t right = rect.x + rect.width + reach;
	const int32_t bottom = rect.y + rect.height + reach;
	return ( fw_rect ){ left, top, ( right < clearance->width ? right : clearance->width ) - left,
	                    ( bottom < clearance->height ? bottom : clearance->height ) - top };
}

void fw_clearance_brushfire( fw_clearance* clearance, const fw_passable* passable, fw_rect rect )
{
	const fw_rect all = reach_of( clearance, rect );
	for ( int32_t y = all.y; y < all.y + all.height; y++ )
	{
		uint8_t* row = fw_clearance_row( clearance, y );
		for ( int32_t x = all.x; x < all.x + all.width; x++ )
		{
			row[x] = FW_CLEARANCE_MAX;
		}
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
