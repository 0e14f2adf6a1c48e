// SPDX-License-Identifier: MIT
// Maps of tests of legs: drawn regions, and edits on the way.
#ifndef TESTS_PLANNER_LEGS_H
#define TESTS_PLANNER_LEGS_H

#include "fairway/grid.h"
#include "support.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#define SIDE_MAX 90
#define TILES_MAX ( SIDE_MAX * SIDE_MAX )

// Rectangles of few letters, so that regions have holes and several pieces; the number 0 stays in between.
static inline void draw_regions( test_random* random, uint8_t* regions, int32_t width, int32_t height )
{
	memset( regions, 0, (size_t)width * (size_t)height );
	for ( int32_t n = test_random_int( random, 24 ); n >= 0; n-- )
	{
		const fw_rect rect = test_random_rect( random, width, height, 40, 40 );
		const uint8_t region = (uint8_t)( test_random_int( random, 4 ) * 85 ); // 0, 85, 170, 255
		for ( int32_t y = rect.y; y < rect.y + rect.height; y++ )
		{
			for ( int32_t x = rect.x; x < rect.x + rect.width; x++ )
			{
				if ( x >= 0 && y >= 0 && x < width && y < height )
				{
					regions[y * width + x] = region;
				}
			}
		}
	}
}

// Blocks or opens some ground, but not under the unit.
static inline void edit( test_random* random, fw_grid* grid, fw_pose unit )
{
	const int32_t width = fw_grid_width( grid );
	const int32_t height = fw_grid_height( grid );
	const fw_rect rect = test_random_rect( random, width, height, 8, 8 );
	const bool opens = test_random_chance( random, 0.3 );
	const bool stands =
	    unit.x >= rect.x && unit.y >= rect.y && unit.x < rect.x + rect.width && unit.y < rect.y + rect.height;
	if ( !stands )
	{
		assert_int_equal( fw_grid_fill( grid, rect, opens ? FW_TERRAIN_GROUND : FW_TERRAIN_OUT, NULL ), FW_OK );
	}
}

#endif
