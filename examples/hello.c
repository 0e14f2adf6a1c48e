// SPDX-License-Identifier: MIT
// The smallest useful program: a wide ship looks for its way into the harbour and to its berth.
#include <fairway/fairway.h>

#include <stdio.h>

int main( int argc, char** argv )
{
	const char* file = argc > 1 ? argv[1] : "maps/harbour.map";
	fw_grid* grid = NULL;
	fw_planner* planner = NULL;
	fw_result result = { 0 };

	fw_plan plan = fw_default_plan();
	plan.unit.radius = 1.4;
	plan.unit.turning_radius = 5;
	plan.unit.capabilities = FW_CAP_WATER;
	plan.start = ( fw_pose ){ 12.5, 33.5, fw_radians( 0 ) };
	plan.goal = ( fw_pose ){ 54.5, 33.5, fw_radians( -90 ) };
	plan.goal_any_heading = false;

	fw_status status = fw_map_load( file, NULL, &grid, NULL );
	status = status == FW_OK ? fw_planner_create( grid, NULL, &planner ) : status;
	status = status == FW_OK ? fw_planner_run( planner, &plan, &result ) : status;
	if ( status != FW_OK )
	{
		fprintf( stderr, "%s: %s\n", file, fw_status_text( status ) );
	}
	else
	{
		printf( "%s, %.2f tiles\n", fw_outcome_text( result.outcome ), result.length );
	}
	for ( int i = 0; i < result.path.count; ++i )
	{
		const fw_segment* s = &result.path.segments[i];
		printf( "%-4s to (%5.2f, %5.2f)  %5.2f tiles  %6.1f degrees\n", s->kind == FW_SEGMENT_ARC ? "arc" : "line",
		        s->to.x, s->to.y, s->length, s->kind == FW_SEGMENT_ARC ? fw_degrees( s->sweep ) : 0.0 );
	}

	const bool found = status == FW_OK && result.outcome == FW_FOUND;
	fw_result_free( &result );
	fw_planner_destroy( planner );
	fw_grid_destroy( grid );
	return found ? 0 : 1;
}
