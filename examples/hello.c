// SPDX-License-Identifier: MIT
// The smallest useful program: a wide ship finds its path into the harbor and to its berth.
#include <fairway/fairway.h>

#include <stdio.h>

int main( int argc, char** argv )
{
	const char* file = argc > 1 ? argv[1] : "maps/harbour.map";
	fw_grid* grid = NULL;
	fw_planner* planner = NULL;
	fw_result result;
	fw_result_init( &result, NULL );

	fw_plan plan = fw_default_plan(); // the planner chooses the method
	plan.unit.radius = 1.4;
	plan.unit.turning_radius = 5;
	plan.unit.capabilities = FW_CAP_WATER;
	plan.start = fw_make_pose( 12.5, 33.5, fw_radians( 0 ) );
	plan.goal = fw_make_pose( 54.5, 33.5, fw_radians( -90 ) );
	plan.goal_any_heading = false;

	fw_status status = fw_map_load( file, NULL, &grid, NULL );
	status = status == FW_OK ? fw_planner_create( grid, NULL, &planner ) : status;
	status = status == FW_OK ? fw_planner_run( planner, &plan, &result, NULL ) : status;
	printf( "%s, %.2f tiles\n", status == FW_OK ? fw_outcome_text( result.outcome ) : fw_status_text( status ),
	        result.length );
	const bool found = status == FW_OK && result.outcome == FW_FOUND;
	for ( int i = 0; found && i <= result.path.count; ++i )
	{
		const bool last = i == result.path.count;
		const fw_pose at = last ? fw_path_end( &result.path ) : fw_segment_pose_at( &result.path.segments[i], 0 );
		if ( last || result.path.segments[i].waypoint )
		{
			printf( "(%.2f, %.2f) facing %.0f degrees\n", at.x, at.y, fw_degrees( at.heading ) );
		}
	}

	fw_result_free( &result );
	fw_planner_destroy( planner );
	fw_grid_destroy( grid );
	return found ? 0 : 1;
}
