// SPDX-License-Identifier: MIT
// Refusals of grids, files, and what is built of maps.
#include "support_refusal.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static fw_status fill( fw_refusal* refusal )
{
	return fw_grid_fill( good.d.grid, ( fw_rect ){ 0, 0, 1, -2 }, 1, refusal );
}

static fw_status fill_with( fw_refusal* refusal )
{
	return fw_grid_fill( good.d.grid, ( fw_rect ){ 0, 0, 1, 1 }, 6, refusal );
}

static fw_status write_outside( fw_refusal* refusal )
{
	const uint8_t tiles[4] = { 1 };
	return fw_grid_write( good.d.grid, ( fw_rect ){ 10, 0, 4, 1 }, tiles, 4, refusal );
}

static fw_status write_wrong( fw_refusal* refusal )
{
	const uint8_t tiles[2] = { 1, 99 };
	return fw_grid_write( good.d.grid, ( fw_rect ){ 0, 0, 2, 1 }, tiles, 2, refusal );
}

static fw_status set_terrain( fw_refusal* refusal )
{
	return fw_grid_set_terrain( good.d.grid, 6, &good.terrain, refusal );
}

static fw_status terrains( fw_refusal* refusal )
{
	fw_terrain list[2] = { good.terrain, good.terrain };
	list[1].cost = 0.5;
	fw_grid_def def = fw_default_grid_def();
	def.terrains = list;
	def.terrain_count = 2;
	CALL_CREATE( grid, &def );
}

static fw_status add_layer( fw_refusal* refusal )
{
	return fw_grid_add_layer( NULL, 1, refusal );
}

static fw_status add_link( fw_refusal* refusal )
{
	const fw_link link = { 1, 1, 1, 1, 0.0, 1 };
	return fw_grid_add_link( good.d.grid, &link, refusal );
}

static fw_status remove_links( fw_refusal* refusal )
{
	return fw_grid_remove_links( good.d.grid, 0, 0, 12, 0, refusal );
}

static fw_status no_links( fw_refusal* refusal )
{
	return fw_grid_remove_links( good.d.grid, 0, 0, 1, 0, refusal );
}

static fw_status set_exits( fw_refusal* refusal )
{
	return fw_grid_set_exits( good.d.grid, ( fw_rect ){ 0, 0, 1, 1 }, 256, refusal );
}

static fw_status map_parse( fw_refusal* refusal )
{
	return fw_map_parse( ".", 1, NULL, NULL, refusal );
}

static fw_status map_load( fw_refusal* refusal )
{
	fw_grid* made = NULL;
	return fw_map_load( NULL, NULL, &made, refusal );
}

static fw_status map_format( fw_refusal* refusal )
{
	char text[8];
	return fw_map_format( good.d.grid, text, sizeof( text ), NULL, refusal );
}

static fw_status scen_parse( fw_refusal* refusal )
{
	static const char text[] = "0 a.map 1 1 0 0 0 0 x";
	fw_scen scen;
	return fw_scen_parse( text, strlen( text ), NULL, &scen, refusal );
}

static fw_status scen_load( fw_refusal* refusal )
{
	fw_scen scen;
	return fw_scen_load( "no-such-folder/file", NULL, &scen, refusal );
}

static fw_status poses_parse( fw_refusal* refusal )
{
	fw_pose_set poses;
	return fw_poses_parse( NULL, 3, NULL, &poses, refusal );
}

static fw_status poses_load( fw_refusal* refusal )
{
	fw_pose_set poses;
	return fw_poses_load( NULL, NULL, &poses, refusal );
}

static fw_status links_parse( fw_refusal* refusal )
{
	return fw_links_parse( "link 99", 7, good.d.grid, refusal );
}

static fw_status links_load( fw_refusal* refusal )
{
	return fw_links_load( "file", NULL, refusal );
}

static fw_status regions_parse( fw_refusal* refusal )
{
	uint8_t regions[1] = { 7 };
	const fw_status status = fw_regions_parse( "ab", 2, good.d.grid, regions, refusal );
	assert_int_equal( regions[0], 7 );
	return status;
}

static fw_status regions_null( fw_refusal* refusal )
{
	return fw_regions_parse( "ab", 2, good.d.grid, NULL, refusal );
}

static fw_status regions_load( fw_refusal* refusal )
{
	return fw_regions_load( "file", NULL, NULL, refusal );
}

static fw_status reachability( fw_refusal* refusal )
{
	const fw_reachability_def def = fw_default_reachability_def();
	CALL_CREATE( reachability, &def );
}

static fw_status primitives( fw_refusal* refusal )
{
	fw_primitives_def def = fw_default_primitives_def();
	def.words = 1;
	CALL_CREATE( primitives, &def );
}

static fw_status lddb_fill( fw_refusal* refusal )
{
	fw_lddb_def def = fw_default_lddb_def();
	fw_lddb* made = NULL;
	def.size = 5;
	assert_int_equal( fw_lddb_create( &def, &made, NULL ), FW_OK );
	const fw_status status = fw_lddb_fill( made, refusal );
	fw_lddb_destroy( made );
	return status;
}

static fw_status lddb_load( fw_refusal* refusal )
{
	fw_lddb* made = NULL;
	return fw_lddb_load( NULL, NULL, &made, refusal );
}

static fw_status hierarchy_sizes( fw_refusal* refusal )
{
	fw_hierarchy_def def = fw_default_hierarchy_def();
	def.size_count = 2;
	def.sizes[1] = 1;
	CALL_CREATE( hierarchy, good.d.grid, &def );
}

static fw_status hierarchy_levels( fw_refusal* refusal )
{
	fw_hierarchy_def def = fw_default_hierarchy_def();
	def.levels = 1;
	CALL_CREATE( hierarchy, good.d.grid, &def );
}

static fw_status hierarchy_exits( fw_refusal* refusal )
{
	fw_grid* grid = test_field( 20, 20 );
	fw_hierarchy* made = NULL;
	assert_int_equal( fw_grid_set_exits( grid, ( fw_rect ){ 0, 0, 1, 1 }, 1, NULL ), FW_OK );
	const fw_status status = fw_hierarchy_create( grid, &good.hierarchy, &made, refusal );
	fw_grid_destroy( grid );
	return status;
}

static fw_status hierarchy_update( fw_refusal* refusal )
{
	fw_hierarchy* next = NULL;
	return fw_hierarchy_update( NULL, &next, refusal );
}

static fw_status hierarchy_load( fw_refusal* refusal )
{
	fw_hierarchy* made = NULL;
	return fw_hierarchy_load( good.d.grid, FW_TEST_MAPS "/blank.map", NULL, &made, refusal );
}

static fw_status landmarks( fw_refusal* refusal )
{
	fw_hierarchy* made = NULL;
	fw_landmarks* marks = NULL;
	assert_int_equal( fw_hierarchy_create( good.d.grid, &good.hierarchy, &made, NULL ), FW_OK );
	const fw_status status = fw_landmarks_create( made, 1, 1, 17, &marks, refusal );
	fw_hierarchy_destroy( made );
	return status;
}

static fw_status clearance_without_layer( fw_refusal* refusal )
{
	fw_clearance_def def = good.clearance;
	def.capabilities = FW_CAP_TREES;
	def.on_demand = true;
	CALL_CREATE( clearance, good.d.grid, &def );
}

static void test_calls( void** state )
{
	(void)state;
	static const refused_call calls[] = {
	    { fill, FW_ERR_ARGUMENT, FW_REFUSAL_RANGE, "rect.height", "rect.height is -2; it must be at least 0" },
	    { fill_with, FW_ERR_ARGUMENT, FW_REFUSAL_RANGE, "terrain", "terrain is 6; it must be 0 to 5" },
	    { write_outside, FW_ERR_ARGUMENT, FW_REFUSAL_RANGE, "rect.width", "rect.width is 4; it must be 1 to 2" },
	    { write_wrong, FW_ERR_ARGUMENT, FW_REFUSAL_RANGE, "terrains", "terrains is 99; it must be 0 to 5" },
	    { set_terrain, FW_ERR_ARGUMENT, FW_REFUSAL_RANGE, "index", "index is 6; it must be 0 to 5" },
	    { terrains, FW_ERR_ARGUMENT, FW_REFUSAL_RANGE, "terrains[1].cost",
	      "terrains[1].cost is 0.5; it must be 1 to 64" },
	    { add_layer, FW_ERR_ARGUMENT, FW_REFUSAL_NULL, "grid", "grid is null" },
	    { add_link, FW_ERR_ARGUMENT, FW_REFUSAL_COMBINATION, "link.to_x",
	      "link.to_x does not go with link.from_x: a link joins two different tiles" },
	    { remove_links, FW_ERR_ARGUMENT, FW_REFUSAL_RANGE, "link.to_x", "link.to_x is 12; it must be 0 to 11" },
	    { no_links, FW_ERR_UNKNOWN, FW_REFUSAL_NAME, "grid", "grid has no link between these tiles" },
	    { set_exits, FW_ERR_ARGUMENT, FW_REFUSAL_RANGE, "directions", "directions is 256; it must be 0 to 255" },
	    { map_parse, FW_ERR_ARGUMENT, FW_REFUSAL_NULL, "grid", "grid is null" },
	    { map_load, FW_ERR_ARGUMENT, FW_REFUSAL_NULL, "file", "file is null" },
	    { map_format, FW_ERR_CAPACITY, FW_REFUSAL_RANGE, "capacity", "capacity is 8; it must be at least 151" },
	    { scen_parse, FW_ERR_SYNTAX, FW_REFUSAL_TEXT, "text", "expected a finite length, found 'x'" },
	    { scen_load, FW_ERR_IO, FW_REFUSAL_SYSTEM, "file", "file 'no-such-folder/file' could not be read" },
	    { poses_parse, FW_ERR_ARGUMENT, FW_REFUSAL_NULL, "text", "text is null" },
	    { poses_load, FW_ERR_ARGUMENT, FW_REFUSAL_NULL, "file", "file is null" },
	    { links_parse, FW_ERR_SYNTAX, FW_REFUSAL_TEXT, "text", "expected a column from 0 to 11, found '99'" },
	    { links_load, FW_ERR_ARGUMENT, FW_REFUSAL_NULL, "grid", "grid is null" },
	    { clearance_without_layer, FW_ERR_MISMATCH, FW_REFUSAL_COMBINATION, "on_demand",
	      "on_demand does not go with grid: it has no layer for the capabilities; call fw_grid_add_layer() before" },
	    { regions_parse, FW_ERR_SYNTAX, FW_REFUSAL_TEXT, "text",
	      "expected 12 letters in the row, found the end of the text" },
	    { regions_null, FW_ERR_ARGUMENT, FW_REFUSAL_NULL, "regions", "regions is null" },
	    { regions_load, FW_ERR_ARGUMENT, FW_REFUSAL_NULL, "grid", "grid is null" },
	    { reachability, FW_ERR_ARGUMENT, FW_REFUSAL_NULL, "space", "space and clearance are null; set one of them" },
	    { primitives, FW_ERR_ARGUMENT, FW_REFUSAL_VALUE, "words",
	      "words is 1; it must be FW_WORDS_FOUR or FW_WORDS_SIX, or one word more than the former" },
	    { lddb_fill, FW_ERR_TOO_LARGE, FW_REFUSAL_RANGE, "lddb.size", "lddb.size is 5; it must be 2 to 4" },
	    { lddb_load, FW_ERR_ARGUMENT, FW_REFUSAL_NULL, "file", "file is null" },
	    { hierarchy_sizes, FW_ERR_ARGUMENT, FW_REFUSAL_RANGE, "sizes[1]", "sizes[1] is 1; it must be 2 to 64" },
	    { hierarchy_levels, FW_ERR_ARGUMENT, FW_REFUSAL_VALUE, "levels", "levels is 1; it must be 0, 2 or 3" },
	    { hierarchy_exits, FW_ERR_UNSUPPORTED, FW_REFUSAL_COMBINATION, "grid",
	      "grid does not go with capabilities: it has one-way tiles, or links for them, which hierarchies do not "
	      "know" },
	    { hierarchy_update, FW_ERR_ARGUMENT, FW_REFUSAL_NULL, "hierarchy", "hierarchy is null" },
	    { hierarchy_load, FW_ERR_SYNTAX, FW_REFUSAL_TEXT, "file", "file is not of this format" },
	    { landmarks, FW_ERR_ARGUMENT, FW_REFUSAL_RANGE, "count", "count is 17; it must be 1 to 16" },
	};
	check_refused( calls, COUNT( calls ) );
}

int run_test_refusal_map( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test_setup_teardown( test_calls, open_world, close_world ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
