// SPDX-License-Identifier: MIT
// Refusals of worlds.
#include "support_refusal.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

// A world with one unit, in the setup of the test.
static fw_world* world_of;
static fw_unit_id unit_of;
static fw_world_unit_def def_of;

static const fw_pose on_the_left = { 2.5, 2.5, 0.0 };
static const fw_pose on_the_right = { 9.5, 6.5, 0.0 };

static int open_game( void** state )
{
	open_world( state );
	def_of = fw_default_world_unit_def();
	assert_int_equal( fw_world_create( &good.game, &world_of, NULL ), FW_OK );
	return (int)fw_world_add( world_of, &def_of, &on_the_left, 1, &unit_of, NULL );
}

static int close_game( void** state )
{
	fw_world_destroy( world_of );
	return close_world( state );
}

static fw_status create_null( fw_refusal* refusal )
{
	return fw_world_create( &good.game, NULL, refusal );
}

static fw_status create_grid( fw_refusal* refusal )
{
	fw_world* made = NULL;
	const fw_world_def def = fw_default_world_def();
	return fw_world_create( &def, &made, refusal );
}

static fw_status create_nodes( fw_refusal* refusal )
{
	fw_world* made = NULL;
	fw_world_def def = good.game;
	def.step_nodes = 63;
	return fw_world_create( &def, &made, refusal );
}

static fw_status create_links( fw_refusal* refusal )
{
	fw_world* made = NULL;
	assert_int_equal( fw_grid_add_link( good.d.grid, &good.link, NULL ), FW_OK );
	const fw_status status = fw_world_create( &good.game, &made, refusal );
	assert_int_equal( fw_grid_remove_links( good.d.grid, 1, 1, 3, 3, NULL ), FW_OK );
	assert_null( made );
	return status;
}

// Adds a unit of a spoiled definition, and puts that right again.
static fw_status add( const fw_pose* pose, int32_t count, fw_refusal* refusal )
{
	fw_unit_id id = 0;
	const fw_status status = fw_world_add( world_of, &def_of, pose, count, &id, refusal );
	assert_true( id == 0 && fw_world_units( world_of ).count == 1 );
	def_of = fw_default_world_unit_def();
	return status;
}

static fw_status add_cookie( fw_refusal* refusal )
{
	def_of.cookie = 0;
	return add( &on_the_right, 1, refusal );
}

static fw_status add_null( fw_refusal* refusal )
{
	return add( NULL, 1, refusal );
}

static fw_status add_count( fw_refusal* refusal )
{
	return add( &on_the_right, -1, refusal );
}

static fw_status add_too_many( fw_refusal* refusal )
{
	return add( &on_the_right, FW_WORLD_MAX_UNITS, refusal );
}

static fw_status add_unit( fw_refusal* refusal )
{
	def_of.unit.radius = -1.0;
	return add( &on_the_right, 1, refusal );
}

static fw_status add_square( fw_refusal* refusal )
{
	def_of.unit.size = 2;
	return add( &on_the_right, 1, refusal );
}

static fw_status add_method( fw_refusal* refusal )
{
	def_of.plan.method = "jsp";
	return add( &on_the_right, 1, refusal );
}

static fw_status add_corners( fw_refusal* refusal )
{
	def_of.unit.turning_radius = 3.0;
	def_of.plan.method = "astar";
	return add( &on_the_right, 1, refusal );
}

static fw_status add_passes( fw_refusal* refusal )
{
	def_of.unit.turning_radius = 1.0;
	def_of.plan.turning = FW_TURNING_BACKING;
	return add( &on_the_right, 1, refusal );
}

static fw_status add_other( fw_refusal* refusal )
{
	return add( &on_the_left, 1, refusal );
}

static fw_status add_outside( fw_refusal* refusal )
{
	const fw_pose pose = { 50.5, 2.5, 0.0 };
	return add( &pose, 1, refusal );
}

static fw_status remove_unknown( fw_refusal* refusal )
{
	const fw_unit_id ids[2] = { unit_of, 77 };
	return fw_world_remove( world_of, ids, 2, refusal );
}

static fw_status remove_null( fw_refusal* refusal )
{
	return fw_world_remove( world_of, NULL, 2, refusal );
}

static fw_status order_unknown( fw_refusal* refusal )
{
	const fw_unit_id ids[2] = { unit_of, 77 };
	return fw_world_order( world_of, ids, 2, &good.order, refusal );
}

static fw_status order_count( fw_refusal* refusal )
{
	return fw_world_order( world_of, &unit_of, -1, &good.order, refusal );
}

static fw_status order_kind( fw_refusal* refusal )
{
	fw_order order = good.order;
	order.kind = (fw_order_kind)99;
	return fw_world_order( world_of, &unit_of, 1, &order, refusal );
}

static fw_status order_spacing( fw_refusal* refusal )
{
	fw_order order = good.order;
	order.kind = FW_ORDER_GATHER;
	order.spacing = -1.0;
	return fw_world_order( world_of, &unit_of, 1, &order, refusal );
}

static fw_status form( fw_shape shape, const fw_vec2* offsets, fw_refusal* refusal )
{
	fw_order order = good.order;
	order.kind = FW_ORDER_FORM;
	order.shape = shape;
	order.offsets = offsets;
	return fw_world_order( world_of, &unit_of, 1, &order, refusal );
}

static fw_status form_shape( fw_refusal* refusal )
{
	return form( (fw_shape)5, NULL, refusal );
}

static fw_status form_null( fw_refusal* refusal )
{
	return form( FW_SHAPE_OWN, NULL, refusal );
}

static fw_status form_offsets( fw_refusal* refusal )
{
	const fw_vec2 offset = { 0.0, NAN };
	return form( FW_SHAPE_OWN, &offset, refusal );
}

static fw_status follow( fw_unit_id leader, double distance, fw_refusal* refusal )
{
	fw_order order = good.order;
	order.kind = FW_ORDER_FOLLOW;
	order.leader = leader;
	order.distance = distance;
	return fw_world_order( world_of, &unit_of, 1, &order, refusal );
}

static fw_status follow_nobody( fw_refusal* refusal )
{
	return follow( 77, 1.0, refusal );
}

static fw_status follow_itself( fw_refusal* refusal )
{
	return follow( unit_of, 1.0, refusal );
}

static fw_status follow_distance( fw_refusal* refusal )
{
	return follow( 77, 1001.0, refusal );
}

// The method of the unit goes to the goal itself.
static fw_status order_tolerance( fw_refusal* refusal )
{
	fw_world_unit_def def = fw_default_world_unit_def();
	fw_unit_id unit = 0;
	fw_order order = fw_default_order();
	def.plan.method = "compass";
	order.goal_tolerance = 2.0;
	assert_int_equal( fw_world_add( world_of, &def, &on_the_right, 1, &unit, NULL ), FW_OK );
	const fw_status status = fw_world_order( world_of, &unit, 1, &order, refusal );
	assert_int_equal( fw_world_remove( world_of, &unit, 1, NULL ), FW_OK );
	return status;
}

// Formations are of discs.
static fw_status form_cars( fw_refusal* refusal )
{
	fw_world_unit_def def = fw_default_world_unit_def();
	fw_unit_id unit = 0;
	fw_order order = fw_default_order();
	def.unit.outline = fw_outline_rectangle( 0.6, 0.4, 0.3 );
	def.unit.radius = 0.0;
	def.unit.turning_radius = 1.0;
	order.kind = FW_ORDER_FORM;
	assert_int_equal( fw_world_add( world_of, &def, &on_the_right, 1, &unit, NULL ), FW_OK );
	const fw_status status = fw_world_order( world_of, &unit, 1, &order, refusal );
	assert_int_equal( fw_world_remove( world_of, &unit, 1, NULL ), FW_OK );
	return status;
}

static fw_status add_turntable( fw_refusal* refusal )
{
	fw_world_unit_def def = fw_default_world_unit_def();
	fw_unit_id unit = 0;
	def.unit.outline = fw_outline_rectangle( 0.6, 0.4, 0.3 );
	return fw_world_add( world_of, &def, &on_the_right, 1, &unit, refusal );
}

static fw_status edit_rect( fw_refusal* refusal )
{
	return fw_world_edit( world_of, ( fw_rect ){ 0, 0, -1, 1 }, FW_TERRAIN_OUT, NULL, refusal );
}

static fw_status edit_terrain( fw_refusal* refusal )
{
	return fw_world_edit( world_of, ( fw_rect ){ 0, 0, 1, 1 }, 6, NULL, refusal );
}

static fw_status edit_null( fw_refusal* refusal )
{
	return fw_world_edit( NULL, ( fw_rect ){ 0, 0, 1, 1 }, FW_TERRAIN_OUT, NULL, refusal );
}

static fw_status cancel_none( fw_refusal* refusal )
{
	return fw_world_cancel_edit( world_of, 7, refusal );
}

static fw_status cancel_null( fw_refusal* refusal )
{
	return fw_world_cancel_edit( NULL, 7, refusal );
}

static void run_none( void* context, int32_t count, void ( *task )( void*, int32_t, int32_t ), void* argument )
{
	(void)context;
	for ( int32_t i = 0; i < count; i++ )
	{
		task( argument, i, 0 );
	}
}

static fw_status pace_unknown( fw_refusal* refusal )
{
	const fw_unit_id ids[] = { unit_of, 99 };
	return fw_world_pace( world_of, ids, 2, 0.5, refusal );
}

static fw_status pace_none( fw_refusal* refusal )
{
	return fw_world_pace( world_of, &unit_of, 1, 0.0, refusal );
}

static fw_status pace_nan( fw_refusal* refusal )
{
	return fw_world_pace( world_of, &unit_of, 1, NAN, refusal );
}

static fw_status threads_workers( fw_refusal* refusal )
{
	const fw_parallel parallel = { .run = run_none, .workers = 65 };
	return fw_world_use_threads( world_of, &parallel, refusal );
}

static fw_status step_seconds( fw_refusal* refusal )
{
	return fw_world_step( world_of, 0.5, refusal );
}

static fw_status format_null( fw_refusal* refusal )
{
	return fw_world_format( world_of, NULL, 0, NULL, refusal );
}

static fw_status format_capacity( fw_refusal* refusal )
{
	char little[8];
	return fw_world_format( world_of, little, sizeof( little ), NULL, refusal );
}

static void hear( void* context, const fw_heard* what )
{
	(void)context;
	(void)what;
}

static fw_status format_regions( fw_refusal* refusal )
{
	fw_world_unit_def def = fw_default_world_unit_def();
	fw_unit_id unit = 0;
	size_t needed = 0;
	def.plan.legs.regions = (const uint8_t*)"";
	assert_int_equal( fw_world_add( world_of, &def, &on_the_right, 1, &unit, NULL ), FW_OK );
	const fw_status status = fw_world_format( world_of, NULL, 0, &needed, refusal );
	assert_int_equal( fw_world_remove( world_of, &unit, 1, NULL ), FW_OK );
	return status;
}

static fw_status format_listener( fw_refusal* refusal )
{
	fw_world_unit_def def = fw_default_world_unit_def();
	fw_unit_id unit = 0;
	size_t needed = 0;
	def.plan.options.listener.hear = hear;
	assert_int_equal( fw_world_add( world_of, &def, &on_the_right, 1, &unit, NULL ), FW_OK );
	const fw_status status = fw_world_format( world_of, NULL, 0, &needed, refusal );
	assert_int_equal( fw_world_remove( world_of, &unit, 1, NULL ), FW_OK );
	return status;
}

static fw_status parse_null( fw_refusal* refusal )
{
	fw_world* made = NULL;
	return fw_world_parse( NULL, 0, NULL, &made, refusal );
}

static fw_status parse_noise( fw_refusal* refusal )
{
	fw_world* made = NULL;
	return fw_world_parse( "FWWORLD\nnoise", 13, NULL, &made, refusal );
}

static fw_status save_null( fw_refusal* refusal )
{
	return fw_world_save( world_of, NULL, refusal );
}

static fw_status load_nothing( fw_refusal* refusal )
{
	fw_world* made = NULL;
	return fw_world_load( "no/such/file", NULL, &made, refusal );
}

static void test_calls( void** state )
{
	(void)state;
	static const refused_call calls[] = {
	    { create_null, FW_ERR_ARGUMENT, FW_REFUSAL_NULL, "world", "world is null" },
	    { create_grid, FW_ERR_ARGUMENT, FW_REFUSAL_NULL, "grid", "grid is null" },
	    { create_nodes, FW_ERR_ARGUMENT, FW_REFUSAL_RANGE, "step_nodes",
	      "step_nodes is 63; it must be 64 to 1000000000" },
	    { create_links, FW_ERR_UNSUPPORTED, FW_REFUSAL_VALUE, "grid",
	      "grid has links, which units of a world cannot use" },
	    { add_cookie, FW_ERR_DEF, FW_REFUSAL_COOKIE, "def", "def was not made by fw_default_world_unit_def()" },
	    { add_null, FW_ERR_ARGUMENT, FW_REFUSAL_NULL, "poses", "poses is null" },
	    { add_count, FW_ERR_ARGUMENT, FW_REFUSAL_RANGE, "count", "count is -1; it must be 0 to 65536" },
	    { add_too_many, FW_ERR_TOO_LARGE, FW_REFUSAL_RANGE, "count", "count is 65536; it must be 0 to 65535" },
	    { add_unit, FW_ERR_ARGUMENT, FW_REFUSAL_RANGE, "unit.radius", "unit.radius is -1; it must be 0 to 64 tiles" },
	    { add_square, FW_ERR_UNSUPPORTED, FW_REFUSAL_VALUE, "unit.size",
	      "unit.size is not 0: units of a world are discs, or have an outline" },
	    { add_turntable, FW_ERR_ARGUMENT, FW_REFUSAL_COMBINATION, "unit.outline",
	      "unit.outline does not go with unit.turning_radius: no unit with an outline turns on the spot; set one" },
	    { add_method, FW_ERR_UNKNOWN, FW_REFUSAL_NAME, "method",
	      "method 'jsp' is not in the table of methods; fw_method_at() lists it" },
	    { add_corners, FW_ERR_UNSUPPORTED, FW_REFUSAL_COMBINATION, "plan.method",
	      "plan.method does not go with unit.turning_radius: its paths have corners; set plan.turning, or take "
	      "\"directional\"" },
	    { add_passes, FW_ERR_UNSUPPORTED, FW_REFUSAL_COMBINATION, "unit.reverse",
	      "unit.reverse must be true for FW_TURNING_BACKING, which backs up" },
	    { add_other, FW_ERR_BLOCKED, FW_REFUSAL_POSITION, "poses[0]",
	      "poses[0] touches another unit, or ground that it needs to stop" },
	    { add_outside, FW_ERR_BLOCKED, FW_REFUSAL_POSITION, "poses[0]", "poses[0] is off the map" },
	    { remove_unknown, FW_ERR_UNKNOWN, FW_REFUSAL_VALUE, "ids[1]",
	      "ids[1] is no unit of this world, or was removed" },
	    { remove_null, FW_ERR_ARGUMENT, FW_REFUSAL_NULL, "ids", "ids is null" },
	    { pace_unknown, FW_ERR_UNKNOWN, FW_REFUSAL_VALUE, "ids[1]", "ids[1] is no unit of this world, or was removed" },
	    { pace_nan, FW_ERR_ARGUMENT, FW_REFUSAL_RANGE, "pace", "pace is not a number; it must be 0.1 to 1" },
	    { pace_none, FW_ERR_ARGUMENT, FW_REFUSAL_RANGE, "pace", "pace is 0; it must be 0.1 to 1" },
	    { order_unknown, FW_ERR_UNKNOWN, FW_REFUSAL_VALUE, "ids[1]",
	      "ids[1] is no unit of this world, or was removed" },
	    { order_count, FW_ERR_ARGUMENT, FW_REFUSAL_RANGE, "count", "count is -1; it must be 0 to 65536" },
	    { order_kind, FW_ERR_ARGUMENT, FW_REFUSAL_RANGE, "kind", "kind is 99; it must be 0 to 6" },
	    { order_spacing, FW_ERR_ARGUMENT, FW_REFUSAL_RANGE, "spacing", "spacing is -1; it must be 0 to 64 tiles" },
	    { form_shape, FW_ERR_ARGUMENT, FW_REFUSAL_RANGE, "shape", "shape is 5; it must be 0 to 4" },
	    { form_null, FW_ERR_ARGUMENT, FW_REFUSAL_NULL, "offsets", "offsets is null" },
	    { form_offsets, FW_ERR_ARGUMENT, FW_REFUSAL_RANGE, "offsets[0].y",
	      "offsets[0].y is not a number; it must be -1000 to 1000" },
	    { follow_nobody, FW_ERR_UNKNOWN, FW_REFUSAL_VALUE, "leader",
	      "leader is no unit of this world, or was removed" },
	    { follow_itself, FW_ERR_ARGUMENT, FW_REFUSAL_VALUE, "leader",
	      "leader is one of the units that are to follow it" },
	    { follow_distance, FW_ERR_ARGUMENT, FW_REFUSAL_RANGE, "distance",
	      "distance is 1001; it must be 0 to 1000 tiles" },
	    { form_cars, FW_ERR_UNSUPPORTED, FW_REFUSAL_VALUE, "kind",
	      "kind is a formation, and units with an outline cannot form: all other orders will do" },
	    { order_tolerance, FW_ERR_UNSUPPORTED, FW_REFUSAL_COMBINATION, "goal_tolerance",
	      "goal_tolerance must be 0, as \"compass\" looks for the region of the goal" },
	    { edit_rect, FW_ERR_ARGUMENT, FW_REFUSAL_RANGE, "rect.width", "rect.width is -1; it must be at least 0" },
	    { edit_terrain, FW_ERR_ARGUMENT, FW_REFUSAL_RANGE, "terrain", "terrain is 6; it must be 0 to 5" },
	    { edit_null, FW_ERR_ARGUMENT, FW_REFUSAL_NULL, "world", "world is null" },
	    { cancel_none, FW_ERR_UNKNOWN, FW_REFUSAL_VALUE, "edit", "edit is not the number of an edit that waits" },
	    { cancel_null, FW_ERR_ARGUMENT, FW_REFUSAL_NULL, "world", "world is null" },
	    { threads_workers, FW_ERR_ARGUMENT, FW_REFUSAL_RANGE, "workers", "workers is 65; it must be 1 to 64" },
	    { step_seconds, FW_ERR_ARGUMENT, FW_REFUSAL_RANGE, "seconds", "seconds is 0.5; it must be 1e-9 to 0.25" },
	    { format_null, FW_ERR_ARGUMENT, FW_REFUSAL_NULL, "bytes", "bytes is null" },
	    { format_capacity, FW_ERR_CAPACITY, FW_REFUSAL_RANGE, "capacity", "capacity is 8; it must be at least 2809" },
	    { format_regions, FW_ERR_UNSUPPORTED, FW_REFUSAL_VALUE, "plan.legs",
	      "plan.legs of a unit have drawn regions, which cannot be saved" },
	    { format_listener, FW_ERR_UNSUPPORTED, FW_REFUSAL_VALUE, "plan.options",
	      "plan.options of a unit have closed moves or a listener, which cannot be saved" },
	    { parse_null, FW_ERR_ARGUMENT, FW_REFUSAL_NULL, "bytes", "bytes is null" },
	    { parse_noise, FW_ERR_SYNTAX, FW_REFUSAL_TEXT, "bytes",
	      "bytes is of another version of this format: save it again" },
	    { save_null, FW_ERR_ARGUMENT, FW_REFUSAL_NULL, "file", "file is null" },
	    { load_nothing, FW_ERR_IO, FW_REFUSAL_SYSTEM, "file", "file 'no/such/file' could not be read" },
	};
	check_refused( calls, COUNT( calls ) );
	assert_int_equal( fw_world_units( world_of ).count, 1 );
	assert_true( fw_world_time( world_of ) == 0.0 );
	assert_int_equal( fw_world_step( world_of, 0.1, NULL ), FW_OK );
}

int run_test_refusal_world( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test_setup_teardown( test_calls, open_game, close_game ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
