// SPDX-License-Identifier: MIT
#include "support_refusal.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

arguments good;

int open_world( void** state )
{
	(void)state;
	good = ( arguments ){ .unit = fw_default_unit(),
	                      .terrain = *fw_standard_terrains( NULL ),
	                      .link = { 1, 1, 3, 3, 1.0, 0 },
	                      .grid = fw_default_grid_def(),
	                      .space = fw_default_space_def(),
	                      .clearance = fw_default_clearance_def(),
	                      .reachability = fw_default_reachability_def(),
	                      .primitives = fw_default_primitives_def(),
	                      .lddb = fw_default_lddb_def(),
	                      .hierarchy = fw_default_hierarchy_def(),
	                      .smoother = fw_default_smoother(),
	                      .tighter = fw_default_tighter_def(),
	                      .backing = fw_default_backing_def(),
	                      .smooth48 = fw_default_smooth48_def(),
	                      .angles = fw_default_fixed_angles_def(),
	                      .profile = fw_default_profile_def(),
	                      .game = fw_default_world_def(),
	                      .order = fw_default_order(),
	                      .options = fw_default_validate_options() };
	good.unit.turning_radius = 1.0;
	good.unit.reverse = true;
	const drive_def def = { .unit = good.unit, .ring = 3, .headings = 8 };
	drive_open( &good.d, test_field( 12, 9 ), &def );
	good.query = drive_query( &good.d, ( fw_pose ){ 2.5, 2.5, 0.0 }, ( fw_pose ){ 9.5, 6.5, 0.0 } );
	good.reachability.space = good.d.space;
	good.smoother.grid = good.game.grid = good.d.grid;
	good.smoother.unit = &good.unit;
	fw_primitives_def tiles = fw_default_primitives_def();
	tiles.by_position = true;
	assert_int_equal( fw_primitives_create( &tiles, &good.table, NULL ), FW_OK );
	good.smooth48.primitives = good.table;
	fw_path_clear( &good.path, ( fw_pose ){ 2.5, 2.5, 0.0 } );
	test_line_to( &good.path, 3.5, 2.5, FW_GEAR_FORWARD );
	return 0;
}

int close_world( void** state )
{
	(void)state;
	fw_path_free( &good.path );
	fw_primitives_destroy( good.table );
	drive_close( &good.d );
	return 0;
}

fw_status call_unit( fw_refusal* refusal )
{
	return fw_unit_check( &good.unit, refusal );
}

fw_status call_grid( fw_refusal* refusal )
{
	CALL_CREATE( grid, &good.grid );
}

fw_status call_terrain( fw_refusal* refusal )
{
	return fw_grid_set_terrain( good.d.grid, 0, &good.terrain, refusal );
}

fw_status call_link( fw_refusal* refusal )
{
	const fw_status status = fw_grid_add_link( good.d.grid, &good.link, refusal );
	return status != FW_OK ? status : fw_grid_remove_links( good.d.grid, 1, 1, 3, 3, refusal );
}

fw_status call_space( fw_refusal* refusal )
{
	CALL_CREATE( space, good.d.grid, &good.space );
}

fw_status call_clearance( fw_refusal* refusal )
{
	CALL_CREATE( clearance, good.d.grid, &good.clearance );
}

fw_status call_reachability( fw_refusal* refusal )
{
	assert_int_equal( fw_space_update( good.d.space ), FW_OK );
	CALL_CREATE( reachability, &good.reachability );
}

fw_status call_primitives( fw_refusal* refusal )
{
	CALL_CREATE( primitives, &good.primitives );
}

fw_status call_lddb( fw_refusal* refusal )
{
	CALL_CREATE( lddb, &good.lddb );
}

fw_status call_hierarchy( fw_refusal* refusal )
{
	CALL_CREATE( hierarchy, good.d.grid, &good.hierarchy );
}

fw_status call_profile( fw_refusal* refusal )
{
	CALL_CREATE( profile, &good.profile, &good.path );
}

fw_status call_game( fw_refusal* refusal )
{
	CALL_CREATE( world, &good.game );
}

fw_status call_order( fw_refusal* refusal )
{
	const fw_world_unit_def def = fw_default_world_unit_def();
	const fw_pose pose = { 2.5, 2.5, 0.0 };
	fw_unit_id unit = 0;
	fw_world* made = NULL;
	assert_int_equal( fw_world_create( &good.game, &made, NULL ), FW_OK );
	assert_int_equal( fw_world_add( made, &def, &pose, 1, &unit, NULL ), FW_OK );
	const fw_status status = fw_world_order( made, &unit, 1, &good.order, refusal );
	assert_int_equal( fw_world_units( made ).state[0], status == FW_OK ? FW_UNIT_PLANNING : FW_UNIT_IDLE );
	fw_world_destroy( made );
	return status;
}

fw_status call_query( fw_refusal* refusal )
{
	assert_int_equal( fw_space_update( good.d.space ), FW_OK );
	return fw_search_run( good.d.search, &good.d.map, &good.query, &good.d.result, refusal );
}

// Passes work on copies of the path.
static fw_path* copy_of_path( void )
{
	assert_int_equal( fw_path_copy( &good.d.result.path, &good.path ), FW_OK );
	return &good.d.result.path;
}

fw_status call_straight( fw_refusal* refusal )
{
	return fw_smooth_straight( &good.smoother, copy_of_path(), refusal );
}

fw_status call_taut( fw_refusal* refusal )
{
	return fw_smooth_taut( &good.smoother, copy_of_path(), refusal );
}

fw_status call_curved( fw_refusal* refusal )
{
	return fw_smooth_curved( &good.smoother, copy_of_path(), refusal );
}

fw_status call_ignoring( fw_refusal* refusal )
{
	return fw_turn_ignoring( &good.smoother, copy_of_path(), refusal );
}

fw_status call_clean_up( fw_refusal* refusal )
{
	return fw_clean_up( &good.smoother, copy_of_path(), false, refusal );
}

fw_status call_tighter( fw_refusal* refusal )
{
	fw_tighter_report report;
	return fw_turn_tighter( &good.smoother, &good.tighter, copy_of_path(), &report, refusal );
}

fw_status call_backing( fw_refusal* refusal )
{
	fw_backing_report report;
	return fw_turn_backing( &good.smoother, &good.backing, copy_of_path(), &report, refusal );
}

fw_status call_smooth48( fw_refusal* refusal )
{
	fw_smooth48_report report;
	return fw_smooth48( &good.smoother, &good.smooth48, copy_of_path(), &report, refusal );
}

fw_status call_angles( fw_refusal* refusal )
{
	fw_fixed_angles_report report;
	return fw_fixed_angles( &good.smoother, &good.angles, copy_of_path(), &report, refusal );
}

fw_status call_validate( fw_refusal* refusal )
{
	int32_t count;
	return fw_validate( good.d.grid, &good.unit, &good.path, &good.options, NULL, 0, &count, refusal );
}

// A pass for another unit.
fw_status with_unit( fw_status ( *call )( fw_refusal* ), fw_unit unit, fw_refusal* refusal )
{
	good.smoother.unit = &unit;
	const fw_status status = call( refusal );
	good.smoother.unit = &good.unit;
	return status;
}

void check_refused( const refused_call* rows, int32_t count )
{
	for ( int32_t i = 0; i < count; i++ )
	{
		const refused_call* row = &rows[i];
		fw_refusal refusal = { 0 };
		assert_int_equal( row->call( &refusal ), row->status );
		assert_string_equal( refusal.text, row->text != NULL ? row->text : fw_status_text( row->status ) );
		assert_string_equal( refusal.field, row->field );
		assert_int_equal( refusal.status, row->status );
		assert_int_equal( refusal.kind, row->kind );
		assert_int_equal( row->call( NULL ), row->status );
	}
}
