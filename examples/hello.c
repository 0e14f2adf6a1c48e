// SPDX-License-Identifier: MIT
// The smallest useful program: a wide ship finds its path into the harbor and to its berth.
#include <fairway/fairway.h>

#include <stdio.h>

int main( int argc, char** argv )
{
	fw_plan plan = fw_default_plan(); // the planner chooses the method
	plan.unit.radius = 1.4;
	plan.unit.turning_radius = 5;
	plan.unit.capabilities = FW_CAP_WATER;
	plan.start = fw_make_pose( 12.5, 33.5, fw_radians( 0 ) );
	plan.goal = fw_make_pose( 54.5, 33.5, fw_radians( -90 ) );
	plan.goal_any_heading = false;

	fw_refusal why;
	fw_grid* grid = NULL;
	fw_planner* planner = NULL;
	fw_result result;
	fw_result_init( &result, NULL );
	const bool planned = fw_map_load( argc > 1 ? argv[1] : "maps/harbour.map", NULL, &grid, &why ) == FW_OK &&
	                     fw_planner_create( grid, NULL, &planner, &why ) == FW_OK &&
	                     fw_planner_run( planner, &plan, &result, &why ) == FW_OK;
	const bool found = planned && result.outcome == FW_FOUND;
	puts( !planned ? why.text : found ? "found" : fw_reason_text( result.reason ) );
	for ( double distance = 0; found && distance < result.length + 20; distance += 20 )
	{
		const fw_pose at = fw_path_at( &result.path, distance ).pose;
		printf( "(%.2f, %.2f) facing %.0f degrees\n", at.x, at.y, fw_degrees( at.heading ) );
	}

	fw_result_free( &result );
	fw_planner_destroy( planner );
	fw_grid_destroy( grid );
	return found ? 0 : 1;
}
