// SPDX-License-Identifier: MIT
// Tile paths and passes over paths, for tests.
#include "support_smooth.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

fw_smoother smooth_by( const drive* d )
{
	fw_smoother smoother = fw_default_smoother();
	smoother.grid = d->grid;
	smoother.unit = &d->def.unit;
	return smoother;
}

int32_t smooth_waypoints( const fw_path* path )
{
	int32_t count = 0;
	for ( int32_t i = 0; i < path->count; ++i )
	{
		count += path->segments[i].waypoint || i == 0 ? 1 : 0;
	}
	return count;
}

void smooth_tile_path( fw_path* path, const int32_t ( *tiles )[2], int32_t count )
{
	fw_path_clear( path, ( fw_pose ){ tiles[0][0] + 0.5, tiles[0][1] + 0.5, 0 } );
	for ( int32_t i = 1; i < count; ++i )
	{
		const fw_vec2 to = { tiles[i][0] + 0.5, tiles[i][1] + 0.5 };
		assert_int_equal( fw_path_append_line( path, to, FW_GEAR_FORWARD ), FW_OK );
	}
}

void smooth_check_ends( const fw_path* path, fw_pose start, fw_pose goal, bool keep_goal_heading )
{
	goal.heading = keep_goal_heading ? goal.heading : (double)NAN;
	test_check_ends( path, start, goal );
}
