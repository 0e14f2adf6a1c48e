// SPDX-License-Identifier: MIT
// Roads over land, and plans that prefer them.
#include "support_roads.h"

#include "oracle.h"
#include "support.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

void roads_fill( fw_grid* grid, int32_t x, int32_t y, int32_t width, int32_t height, uint8_t terrain )
{
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ x, y, width, height }, terrain, NULL ), FW_OK );
}

fw_grid* roads_bend( int32_t width )
{
	fw_grid* grid = test_field( 50, 50 );
	roads_fill( grid, 2, 36, 28 + width, width, FW_TERRAIN_ROAD );
	roads_fill( grid, 30, 2, width, 34 + width, FW_TERRAIN_ROAD );
	return grid;
}

fw_plan roads_plan( double radius, double turning_radius, fw_roads roads )
{
	fw_plan plan = planner_plan( radius, turning_radius, ( fw_pose ){ 4.5, 36.5, 0.0 }, ( fw_pose ){ 30.5, 4.5, 0.0 } );
	plan.method = NULL;
	plan.roads = roads;
	return plan;
}

double roads_overlap( const fw_grid* grid, double radius, const fw_path* path )
{
	return roads_overlap_beyond( grid, radius, path, ( fw_vec2 ){ path->start.x, path->start.y }, 0.0 );
}

double roads_overlap_beyond( const fw_grid* grid, double radius, const fw_path* path, fw_vec2 from, double least )
{
	double worst = 0.0;
	for ( double at = 0.0; at <= path->length; at += ROADS_STEP )
	{
		const fw_pose pose = fw_path_at( path, at ).pose;
		if ( fmax( fabs( pose.x - from.x ), fabs( pose.y - from.y ) ) >= least )
		{
			worst = fmax( worst, oracle_depth( grid, FW_CAP_ROAD, radius, ( fw_vec2 ){ pose.x, pose.y } ) );
		}
	}
	return worst;
}

fw_plan_report roads_run( fw_planner* planner, const fw_plan* plan, const fw_grid* grid, fw_result* result )
{
	assert_int_equal( fw_planner_run( planner, plan, result, NULL ), FW_OK );
	if ( result->outcome == FW_FOUND )
	{
		test_check_legal( grid, &plan->unit, &result->path );
		test_check_ends( &result->path, plan->start, ( fw_pose ){ plan->goal.x, plan->goal.y, NAN } );
		assert_true( fabs( result->length - result->path.length ) < 1e-9 );
	}
	return fw_planner_report( planner );
}
