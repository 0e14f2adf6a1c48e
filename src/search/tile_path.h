// SPDX-License-Identifier: MIT
// A tile path that is given step by step, or many steps of one direction at once, and becomes lines from turn to
// turn.
#ifndef FW_SEARCH_TILE_PATH_H
#define FW_SEARCH_TILE_PATH_H

#include "grid/steps.h"
#include "path/path.h"
#include "search/engine.h"

typedef struct fw_tile_path
{
	fw_path* path;
	double cost; // of its lines, where terrains do not count
	fw_status status;
	int32_t x, y;   // where the last line ends, so far
	int32_t dx, dy; // its direction
} fw_tile_path;

FW_INLINE void fw_tile_path_append( fw_tile_path* tiles, double x, double y )
{
	const fw_vec2 from = fw_path_tip( tiles->path );
	if ( tiles->status == FW_OK && ( from.x != x || from.y != y ) )
	{
		tiles->cost += fw_length( x - from.x, y - from.y );
		tiles->status = fw_path_append_line( tiles->path, ( fw_vec2 ){ x, y }, FW_GEAR_FORWARD );
	}
}

// Goes on along a row, a column or a diagonal.
FW_INLINE void fw_tile_path_go( fw_tile_path* tiles, int32_t dx, int32_t dy )
{
	if ( ( dx != 0 || dy != 0 ) && ( fw_sign_of( dx ) != tiles->dx || fw_sign_of( dy ) != tiles->dy ) )
	{
		fw_tile_path_append( tiles, tiles->x + 0.5, tiles->y + 0.5 );
		tiles->dx = fw_sign_of( dx );
		tiles->dy = fw_sign_of( dy );
	}
	tiles->x += dx;
	tiles->y += dy;
}

// Of the path and the line that goes on [tiles].
FW_INLINE double fw_tile_path_length( const fw_tile_path* tiles )
{
	const fw_vec2 from = fw_path_tip( tiles->path );
	return tiles->path->length + fw_length( tiles->x + 0.5 - from.x, tiles->y + 0.5 - from.y );
}

// Ends its last line where it is.
FW_INLINE void fw_tile_path_rest( fw_tile_path* tiles )
{
	fw_tile_path_append( tiles, tiles->x + 0.5, tiles->y + 0.5 );
}

// Ends it at the query's goal.
FW_INLINE void fw_tile_path_end( fw_tile_path* tiles, fw_pose goal )
{
	fw_tile_path_rest( tiles );
	fw_tile_path_append( tiles, goal.x, goal.y );
}

#endif
