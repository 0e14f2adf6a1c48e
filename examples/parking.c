// SPDX-License-Identifier: MIT
// A truck backs into its bay: an outline about the rear axle, reverse gear, and the whole swept area checked.
#include <fairway/fairway.h>

#include <stdio.h>

int main( void )
{
	fw_plan plan = fw_default_plan();
	plan.unit.radius = 0; // its corners are sharp
	plan.unit.outline = fw_outline_rectangle( 4.0, 1.6, 0.8 );
	plan.unit.turning_radius = 3.5;
	plan.unit.reverse = true;
	plan.start = fw_make_pose( 2, 3, fw_radians( 90 ) );
	plan.goal = fw_make_pose( 13, 14.8, fw_radians( -90 ) );
	plan.goal_any_heading = false;

	fw_refusal why;
	fw_grid* grid = NULL;
	fw_planner* planner = NULL;
	fw_result result;
	fw_result_init( &result, NULL );
	const bool planned = fw_map_load( "docs/scenes/yard.map", NULL, &grid, &why ) == FW_OK &&
	                     fw_planner_create( grid, NULL, &planner, &why ) == FW_OK &&
	                     fw_planner_run( planner, &plan, &result, &why ) == FW_OK;
	const bool found = planned && result.outcome == FW_FOUND;
	puts( !planned ? why.text : found ? "found" : fw_reason_text( result.reason ) );
	for ( int32_t i = 0; found && i < result.path.count; i++ )
	{
		const fw_segment* segment = &result.path.segments[i];
		printf( "%s %s of %.2f tiles\n", segment->gear == FW_GEAR_REVERSE ? "back" : "ahead",
		        segment->kind == FW_SEGMENT_ARC ? "along an arc" : "straight", segment->length );
	}
	// Is every tile that the truck touches still free? Worth asking again when the map has changed.
	const bool free = found && fw_sweep_path( grid, &plan.unit, &result.path ) == result.path.count;

	fw_result_free( &result );
	fw_planner_destroy( planner );
	fw_grid_destroy( grid );
	return free ? 0 : 1;
}
