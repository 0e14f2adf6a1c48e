// SPDX-License-Identifier: MIT
// Refusals of passes over paths, of motion and the validator.
#include "support_refusal.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static fw_status straight_layer( fw_refusal* refusal )
{
	fw_unit unit = good.unit;
	unit.capabilities = FW_CAP_TREES;
	return with_unit( call_straight, unit, refusal );
}

static fw_status straight_arc( fw_refusal* refusal )
{
	good.path.segments[0].kind = FW_SEGMENT_ARC;
	const fw_status status = call_straight( refusal );
	good.path.segments[0].kind = FW_SEGMENT_LINE;
	return status;
}

static fw_status taut_keep( fw_refusal* refusal )
{
	good.smoother.keep_terrains = 1;
	const fw_status status = call_taut( refusal );
	good.smoother.keep_terrains = 0;
	return status;
}

static fw_status curved_square( fw_refusal* refusal )
{
	fw_unit unit = good.unit;
	unit.size = 2;
	unit.turning_radius = 0.0;
	return with_unit( call_curved, unit, refusal );
}

static fw_status ignoring_unit( fw_refusal* refusal )
{
	fw_unit unit = good.unit;
	unit.radius = -1.0;
	return with_unit( call_ignoring, unit, refusal );
}

static fw_status clean_up_exits( fw_refusal* refusal )
{
	assert_int_equal( fw_grid_set_exits( good.d.grid, ( fw_rect ){ 0, 0, 1, 1 }, 1, NULL ), FW_OK );
	const fw_status status = call_clean_up( refusal );
	assert_int_equal( fw_grid_set_exits( good.d.grid, ( fw_rect ){ 0, 0, 1, 1 }, FW_EXIT_ALL, NULL ), FW_OK );
	assert_int_equal( fw_space_update( good.d.space ), FW_OK );
	return status;
}

static fw_status tighter_reverse( fw_refusal* refusal )
{
	good.path.segments[0].gear = FW_GEAR_REVERSE;
	const fw_status status = call_tighter( refusal );
	good.path.segments[0].gear = FW_GEAR_FORWARD;
	return status;
}

static fw_status backing_forward( fw_refusal* refusal )
{
	fw_unit unit = good.unit;
	unit.reverse = false;
	return with_unit( call_backing, unit, refusal );
}

static fw_status smooth48_spot( fw_refusal* refusal )
{
	fw_unit unit = good.unit;
	unit.turning_radius = 0.0;
	return with_unit( call_smooth48, unit, refusal );
}

static fw_status angles_path( fw_refusal* refusal )
{
	good.path.segments[0].length = 5.0;
	const fw_status status = call_angles( refusal );
	good.path.segments[0].length = 1.0;
	return status;
}

static fw_status profile_unit( fw_refusal* refusal )
{
	good.profile.unit.speed = 0.0;
	const fw_status status = call_profile( refusal );
	good.profile.unit.speed = 2.0;
	return status;
}

enum
{
	BEGIN,
	STEP,
	REPLAN
};

static fw_status with_follower( int32_t call, fw_refusal* refusal )
{
	fw_follower* made = NULL;
	assert_int_equal( fw_follower_create( NULL, &made, NULL ), FW_OK );
	if ( call == REPLAN )
	{
		assert_int_equal( fw_follower_begin( made, &good.profile, &good.path, NULL ), FW_OK );
	}
	const fw_status status = call == BEGIN  ? fw_follower_begin( made, &good.profile, NULL, refusal )
	                         : call == STEP ? fw_follower_step( made, 1.0, NULL, refusal )
	                                        : fw_follower_replan( made, &good.path, 2.0, refusal );
	fw_follower_destroy( made );
	return status;
}

static fw_status follower_create( fw_refusal* refusal )
{
	return fw_follower_create( NULL, NULL, refusal );
}

static fw_status follower_begin( fw_refusal* refusal )
{
	return with_follower( BEGIN, refusal );
}

static fw_status follower_step( fw_refusal* refusal )
{
	return with_follower( STEP, refusal );
}

static fw_status follower_replan( fw_refusal* refusal )
{
	return with_follower( REPLAN, refusal );
}

static fw_status path_points( double deviation, fw_vec2* points, int32_t capacity, fw_refusal* refusal )
{
	int32_t count = 0;
	return fw_path_points( &good.path, deviation, points, capacity, &count, refusal );
}

static fw_status points_deviation( fw_refusal* refusal )
{
	return path_points( -0.5, NULL, 0, refusal );
}

static fw_status points_null( fw_refusal* refusal )
{
	return path_points( 0.5, NULL, 2, refusal );
}

static fw_status points_capacity( fw_refusal* refusal )
{
	fw_vec2 point;
	return path_points( 0.5, &point, 1, refusal );
}

static fw_status validate_path( fw_refusal* refusal )
{
	good.path.segments[0].kind = (fw_segment_kind)7;
	const fw_status status = call_validate( refusal );
	good.path.segments[0].kind = FW_SEGMENT_LINE;
	return status;
}

static void test_calls( void** state )
{
	(void)state;
	static const refused_call calls[] = {
	    { straight_layer, FW_ERR_STATE, FW_REFUSAL_STATE, "smoother.grid",
	      "smoother.grid has no layer for the unit's capabilities; call fw_grid_add_layer() first" },
	    { straight_arc, FW_ERR_UNSUPPORTED, FW_REFUSAL_VALUE, "path.segments[0]",
	      "path.segments[0] is an arc, in reverse or not finite; this pass takes straight lines forward" },
	    { taut_keep, FW_ERR_UNSUPPORTED, FW_REFUSAL_VALUE, "smoother.keep_terrains",
	      "smoother.keep_terrains is not 0, and the taut pass keeps no waypoints; set it to 0" },
	    { curved_square, FW_ERR_UNSUPPORTED, FW_REFUSAL_VALUE, "unit.size",
	      "unit.size is not 0, and squares drive no curves; leave the pass out" },
	    { ignoring_unit, FW_ERR_ARGUMENT, FW_REFUSAL_RANGE, "unit.radius",
	      "unit.radius is -1; it must be 0 to 64 tiles" },
	    { clean_up_exits, FW_ERR_UNSUPPORTED, FW_REFUSAL_VALUE, "smoother.grid",
	      "smoother.grid has one-way tiles, which this pass does not know; leave the pass out" },
	    { tighter_reverse, FW_ERR_UNSUPPORTED, FW_REFUSAL_VALUE, "path.waypoints[0]",
	      "path.waypoints[0] is not finite, or followed by a link or reverse gear" },
	    { backing_forward, FW_ERR_UNSUPPORTED, FW_REFUSAL_VALUE, "unit.reverse",
	      "unit.reverse is false, and this pass backs up; set it to true or leave the pass out" },
	    { smooth48_spot, FW_ERR_UNSUPPORTED, FW_REFUSAL_VALUE, "unit.turning_radius",
	      "unit.turning_radius is 0: a unit that turns on the spot needs no turns; leave the pass out" },
	    { angles_path, FW_ERR_ARGUMENT, FW_REFUSAL_VALUE, "path.segments[0]",
	      "path.segments[0] leaves the map, or its length, radius or sweep is not that of its ends" },
	    { profile_unit, FW_ERR_ARGUMENT, FW_REFUSAL_RANGE, "unit.speed",
	      "unit.speed is 0; it must be 0.000001 to 1000000 tiles/s" },
	    { follower_create, FW_ERR_ARGUMENT, FW_REFUSAL_NULL, "follower", "follower is null" },
	    { follower_begin, FW_ERR_ARGUMENT, FW_REFUSAL_NULL, "path", "path is null" },
	    { follower_step, FW_ERR_STATE, FW_REFUSAL_STATE, "follower",
	      "follower has no path; call fw_follower_begin() first" },
	    { follower_replan, FW_ERR_ARGUMENT, FW_REFUSAL_RANGE, "from", "from is 2; it must be 0 to 1" },
	    { points_deviation, FW_ERR_ARGUMENT, FW_REFUSAL_VALUE, "deviation", "deviation is -0.5; it must be above 0" },
	    { points_null, FW_ERR_ARGUMENT, FW_REFUSAL_NULL, "points", "points is null" },
	    { points_capacity, FW_ERR_CAPACITY, FW_REFUSAL_RANGE, "capacity", "capacity is 1; it must be at least 2" },
	    { validate_path, FW_ERR_ARGUMENT, FW_REFUSAL_RANGE, "path.segments[0].kind",
	      "path.segments[0].kind is 7; it must be 0 to 2" },
	};
	check_refused( calls, COUNT( calls ) );
}

int run_test_refusal_path( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test_setup_teardown( test_calls, open_world, close_world ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
