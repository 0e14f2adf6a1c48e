// SPDX-License-Identifier: MIT
// Scenes from JSON: what they say arrives, each fault is told with its place, and spreading is the same everywhere.
#include "scene_read.h"
#include "support.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// A scene that is right, in parts that a test can replace.
#define ROWS "\"rows\":[\"..........\",\".@@.......\",\"..........\"]"
#define KINDS "\"kinds\":[{\"name\":\"a\"},{\"name\":\"b\",\"radius\":0.9}]"
#define UNITS "\"units\":[{\"kind\":\"a\",\"start\":[0.5,0.5],\"goal\":[9.5,2.5]}]"

static char* with_parts( const char* head, const char* map, const char* kinds, const char* units, const char* rest )
{
	static char text[4096];
	snprintf( text, sizeof( text ), "{\"format\":\"fairway-scene\",\"version\":1%s,%s,%s,%s%s}", head, map, kinds,
	          units, rest );
	return text;
}

static bool read( const char* text, scene* out, field_error* error )
{
	scene_init( out );
	return scene_read( text, strlen( text ), "somewhere/test.json", out, error );
}

static void good( const char* text, scene* out )
{
	field_error error = { 0 };
	if ( !read( text, out, &error ) )
	{
		fail_msg( "%s: %s: %s (%d:%d)", text, error.place, error.text, (int)error.line, (int)error.column );
	}
}

static void bad( const char* text, const char* place, const char* words )
{
	field_error error = { 0 };
	scene of;
	assert_false( read( text, &of, &error ) );
	if ( strcmp( error.place, place ) != 0 || strstr( error.text, words ) == NULL || error.status == FW_OK )
	{
		fail_msg( "%s: '%s: %s' is not '%s: %s'", text, error.place, error.text, place, words );
	}
	assert_null( of.grid );
	assert_null( of.units );
	assert_int_equal( of.unit_count, 0 );
}

static void test_defaults( void** state )
{
	(void)state;
	scene of;
	good( with_parts( "", ROWS, KINDS, UNITS, "" ), &of );
	assert_int_equal( fw_grid_width( of.grid ), 10 );
	assert_int_equal( fw_grid_height( of.grid ), 3 );
	assert_false( fw_grid_passable( of.grid, 1, 1, FW_CAP_GROUND ) );
	assert_true( of.seconds == 60.0 );
	assert_string_equal( of.title, "" );
	assert_int_equal( of.kind_count, 2 );
	const fw_unit plain = fw_default_unit();
	assert_true( of.kinds[0].unit.radius == plain.radius && of.kinds[0].unit.speed == plain.speed );
	assert_true( of.kinds[1].unit.radius == 0.9 );
	assert_true( of.kinds[0].smooth == fw_default_plan().smooth );
	assert_int_not_equal( of.kinds[0].color, of.kinds[1].color );
	assert_int_equal( of.unit_count, 1 );
	assert_true( of.units[0].goal_any_heading );
	assert_int_equal( of.edit_count, 0 );
	const fw_plan plan = scene_plan( &of, 0 );
	assert_null( plan.method );
	assert_int_equal( plan.options.neighbors, 8 );
	assert_true( plan.goal.x == 9.5 && plan.goal.y == 2.5 && plan.goal_any_heading );
	scene_free( &of );
}

static void test_everything( void** state )
{
	(void)state;
	scene of;
	good(
	    with_parts( ",\"title\":\"all of it\",\"seed\":12,\"seconds\":7.5", ROWS,
	                "\"kinds\":[{\"name\":\"car\",\"radius\":0.3,\"turning_radius\":1.5,\"speed\":4,\"acceleration\":3,"
	                "\"braking\":5,\"lateral\":6,\"reverse\":true,\"capabilities\":\"ground,road\",\"color\":"
	                "\"#12aBcd\",\"method\":\"astar\",\"neighbors\":4,\"smooth\":false,\"turns\":\"tighter\",\"leg_"
	                "length\":9,\"leg_margin\":0,\"region_side\":5}]",
	                "\"units\":[{\"kind\":\"car\",\"count\":2,\"start\":{\"line\":[0.5,0.5,4.5,0.5],\"heading\":90},"
	                "\"goal\":[9.5,2.5,180],\"time\":2,\"every\":0.5}]",
	                ",\"edits\":[{\"time\":3,\"rect\":[4,1,2,1],\"terrain\":\"W\"}]" ),
	    &of );
	const scene_kind* kind = &of.kinds[0];
	assert_string_equal( of.title, "all of it" );
	assert_true( of.seconds == 7.5 && of.seed == 12 );
	assert_true( kind->unit.radius == 0.3 && kind->unit.turning_radius == 1.5 && kind->unit.speed == 4.0 );
	assert_true( kind->unit.acceleration == 3.0 && kind->unit.braking == 5.0 && kind->unit.lateral == 6.0 );
	assert_true( kind->unit.reverse && kind->unit.capabilities == ( FW_CAP_GROUND | FW_CAP_ROAD ) );
	assert_int_equal( kind->color, 0x12abcd );
	assert_int_equal( of.unit_count, 2 );
	assert_true( of.units[0].time == 2.0 && of.units[1].time == 2.5 );
	assert_true( of.units[0].start.x == 0.5 && of.units[1].start.x == 4.5 );
	assert_true( fabs( of.units[0].start.heading - fw_radians( 90.0 ) ) < 1e-12 );
	const fw_plan plan = scene_plan( &of, 1 );
	assert_string_equal( plan.method, "astar" );
	assert_int_equal( plan.options.neighbors, 4 );
	assert_int_equal( plan.legs.length, 9 );
	assert_int_equal( plan.legs.margin, 0 );
	assert_int_equal( plan.legs.side, 5 );
	assert_true( !plan.smooth && plan.turning == FW_TURNING_TIGHTER && !plan.goal_any_heading );
	assert_int_equal( of.edit_count, 1 );
	assert_int_equal( of.edits[0].terrain, FW_TERRAIN_WATER );
	assert_true( of.edits[0].time == 3.0 && of.edits[0].rect.x == 4 && of.edits[0].rect.width == 2 );
	scene_free( &of );
}

#define TWO                                                                                                            \
	"\"units\":[{\"kind\":\"a\",\"count\":2,\"start\":{\"line\":[0.5,0.5,4.5,0.5]}},{\"kind\":\"a\",\"start\":[9.5,"   \
	"2.5]}]"
#define ORDER( fields ) ",\"orders\":[{\"units\":[0],\"order\":" fields "}]"

static void test_orders( void** state )
{
	(void)state;
	scene of;
	good( with_parts( "", ROWS, KINDS, TWO,
	                  ",\"orders\":[{\"time\":2,\"units\":[1,0],\"order\":\"gather\",\"goal\":[5,2.5],\"spacing\":1},"
	                  "{\"time\":4,\"units\":[1],\"order\":\"follow\",\"leader\":0,\"distance\":3},"
	                  "{\"time\":5,\"units\":[0],\"order\":\"form\",\"shape\":\"own\",\"goal\":[5,2.5,90],"
	                  "\"offsets\":[[1,2],[-3,0.5]]},{\"time\":6,\"units\":[0,1],\"order\":\"stop\"}]" ),
	      &of );
	assert_int_equal( of.order_count, 4 );
	assert_true( !of.units[0].has_goal && of.units[0].time == 2.0 && of.units[2].time == 2.0 );
	assert_int_equal( of.orders[0].order.kind, FW_ORDER_GATHER );
	assert_true( of.orders[0].order.goal.x == 5.0 && of.orders[0].order.goal_any_heading );
	assert_true( of.orders[0].order.spacing == 1.0 );
	assert_true( scene_order_lists( &of.orders[0], &of.units[0] ) &&
	             !scene_order_lists( &of.orders[1], &of.units[0] ) );
	assert_int_equal( of.orders[1].order.kind, FW_ORDER_FOLLOW );
	assert_true( of.orders[1].leader == 0 && of.orders[1].order.distance == 3.0 );
	assert_true( of.orders[2].order.shape == FW_SHAPE_OWN && of.orders[2].order.offsets[1].x == -3.0 );
	assert_false( of.orders[2].order.goal_any_heading );
	assert_int_equal( of.orders[3].order.kind, FW_ORDER_STOP );
	scene_free( &of );
	bad( with_parts( "", ROWS, KINDS, TWO, ORDER( "\"run\"" ) ), "orders[0].order", "expected go|stop|gather" );
	bad( with_parts( "", ROWS, KINDS, TWO, ORDER( "\"go\"" ) ), "orders[0].goal", "missing" );
	bad( with_parts( "", ROWS, KINDS, TWO, ORDER( "\"go\",\"goal\":[1]" ) ), "orders[0].goal", "2 or 3 numbers" );
	bad( with_parts( "", ROWS, KINDS, TWO, ORDER( "\"go\",\"goal\":[1,\"x\"]" ) ), "orders[0].goal", "expected" );
	bad( with_parts( "", ROWS, KINDS, TWO, ORDER( "\"follow\"" ) ), "orders[0].leader", "missing" );
	bad( with_parts( "", ROWS, KINDS, TWO, ORDER( "\"follow\",\"leader\":0" ) ), "orders[0].leader", "follow itself" );
	bad( with_parts( "", ROWS, KINDS, TWO, ORDER( "\"follow\",\"leader\":2" ) ), "orders[0].leader",
	     "between 0 and 1" );
	bad( with_parts( "", ROWS, KINDS, TWO, ORDER( "\"follow\",\"leader\":0.5" ) ), "orders[0].leader",
	     "the number of" );
	bad( with_parts( "", ROWS, KINDS, TWO, ORDER( "\"form\",\"goal\":[1,1],\"shape\":\"ring\"" ) ), "orders[0].shape",
	     "expected box" );
	bad( with_parts( "", ROWS, KINDS, TWO, ORDER( "\"form\",\"goal\":[1,1],\"shape\":\"own\"" ) ), "orders[0].offsets",
	     "missing" );
	bad( with_parts( "", ROWS, KINDS, TWO, ORDER( "\"form\",\"goal\":[1,1],\"shape\":\"own\",\"offsets\":[[1,1]]" ) ),
	     "orders[0].offsets", "expected 2" );
	bad( with_parts( "", ROWS, KINDS, TWO,
	                 ORDER( "\"form\",\"goal\":[1,1],\"shape\":\"own\",\"offsets\":[[1,1],[2]]" ) ),
	     "orders[0].offsets", "pairs" );
	bad( with_parts( "", ROWS, KINDS, TWO, ",\"orders\":[{\"units\":[],\"order\":\"stop\"}]" ), "orders[0].units",
	     "expected 1 to 32" );
	bad( with_parts( "", ROWS, KINDS, TWO, ",\"orders\":[{\"units\":[1,1],\"order\":\"stop\"}]" ), "orders[0].units",
	     "listed twice" );
	bad( with_parts( "", ROWS, KINDS, TWO,
	                 ",\"orders\":[{\"time\":2,\"units\":[1],\"order\":\"stop\"},{\"units\":[1],"
	                 "\"order\":\"stop\"}]" ),
	     "orders[1].time", "earlier" );
	bad( with_parts( "", ROWS, KINDS, TWO, ",\"orders\":[7]" ), "orders[0]", "expected an object" );
	bad( with_parts( "", ROWS, KINDS, TWO, ",\"orders\":{}" ), "orders", "expected" );
}

static void test_costs( void** state )
{
	(void)state;
	scene of;
	fw_grid* copy = NULL;
	good( with_parts( ",\"costs\":{\"swamp\":3,\"r\":1.5}", ROWS, KINDS, UNITS, "" ), &of );
	assert_true( fw_grid_terrain( of.grid, FW_TERRAIN_SWAMP )->cost == 3.0 );
	assert_true( fw_grid_terrain( of.grid, FW_TERRAIN_ROAD )->cost == 1.5 );
	assert_true( fw_grid_terrain( of.grid, FW_TERRAIN_GROUND )->cost == 1.0 );
	assert_int_equal( scene_copy_grid( &of, &copy ), FW_OK );
	assert_true( fw_grid_terrain( copy, FW_TERRAIN_SWAMP )->cost == 3.0 );
	fw_grid_destroy( copy );
	scene_free( &of );
	bad( with_parts( ",\"costs\":3", ROWS, KINDS, UNITS, "" ), "costs", "expected an object" );
	bad( with_parts( ",\"costs\":{\"lava\":3}", ROWS, KINDS, UNITS, "" ), "costs.lava", "expected ground, swamp" );
	bad( with_parts( ",\"costs\":{\"@\":3}", ROWS, KINDS, UNITS, "" ), "costs.@", "expected ground, swamp" );
	bad( with_parts( ",\"costs\":{\"road\":0.5}", ROWS, KINDS, UNITS, "" ), "costs.road", "not between" );
	bad( with_parts( ",\"costs\":{\"road\":2,\"R\":3}", ROWS, KINDS, UNITS, "" ), "costs.R", "a cost already" );
	bad( with_parts( ",\"costs\":{\"road\":\"2\"}", ROWS, KINDS, UNITS, "" ), "costs.road", "expected a number" );
}

static void test_faults_of_the_text( void** state )
{
	(void)state;
	field_error error = { 0 };
	scene of;
	assert_false( read( "{\n\"format\":", &of, &error ) );
	assert_int_equal( error.line, 2 );
	assert_false( read( "{\"seed\":1,\"seed\":2}", &of, &error ) );
	assert_true( error.line > 0 );
	bad( "[]", "", "expected an object" );
	bad( "{}", "format", "missing" );
	bad( "{\"format\":\"fairway-path\",\"version\":1}", "format", "expected \"fairway-scene\"" );
	bad( "{\"format\":\"fairway-scene\",\"version\":2}", "version", "version 2 is not known" );
	bad( with_parts( ",\"sead\":1", ROWS, KINDS, UNITS, "" ), "sead", "not known" );
	bad( with_parts( ",\"seed\":1.5", ROWS, KINDS, UNITS, "" ), "seed", "whole" );
	bad( with_parts( ",\"seed\":-1", ROWS, KINDS, UNITS, "" ), "seed", "not between" );
	bad( with_parts( ",\"seconds\":0", ROWS, KINDS, UNITS, "" ), "seconds", "not between" );
	bad( with_parts( ",\"title\":7", ROWS, KINDS, UNITS, "" ), "title", "expected a string" );
}

static void test_faults_of_maps( void** state )
{
	(void)state;
	bad( with_parts( "", "\"seed\":1", KINDS, UNITS, "" ), "map", "missing" );
	bad( with_parts( "", ROWS ",\"map\":\"a.map\"", KINDS, UNITS, "" ), "map", "there is a map and there are rows" );
	bad( with_parts( "", "\"map\":3", KINDS, UNITS, "" ), "map", "expected the name" );
	bad( with_parts( ",\"regions\":3", ROWS, KINDS, UNITS, "" ), "regions", "expected the name" );
	bad( with_parts( ",\"regions\":\"none\"", ROWS, KINDS, UNITS, "" ), "regions", "somewhere/none: No such file" );
	bad( with_parts( "", "\"map\":\"none.map\"", KINDS, UNITS, "" ), "map", "somewhere/none.map: No such file" );
	bad( with_parts( "", "\"rows\":[]", KINDS, UNITS, "" ), "rows", "expected rows" );
	bad( with_parts( "", "\"rows\":[\"..\",3]", KINDS, UNITS, "" ), "rows[1]", "expected a string" );
	bad( with_parts( "", "\"rows\":[\"..\",\"\"]", KINDS, UNITS, "" ), "rows[1]", "expected letters" );
	bad( with_parts( "", "\"rows\":[\"..\",\".\\n.\"]", KINDS, UNITS, "" ), "rows[1]", "expected letters" );
	bad( with_parts( "", "\"rows\":[\"..\",\".x\"]", KINDS, UNITS, "" ), "rows[1]", "expected a letter" );
	bad( with_parts( "", "\"rows\":[\"...\",\"..\"]", KINDS, UNITS, "" ), "rows[1]", "" );
}

#define ONE_KIND( fields ) with_parts( "", ROWS, "\"kinds\":[{\"name\":\"a\"," fields "}]", UNITS, "" )

static void test_faults_of_kinds( void** state )
{
	(void)state;
	bad( with_parts( "", ROWS, "\"kinds\":{}", UNITS, "" ), "kinds", "expected an array" );
	bad( with_parts( "", ROWS, "\"kinds\":[]", UNITS, "" ), "kinds", "expected 1 to 16" );
	bad( with_parts( "", ROWS, "\"kinds\":[3]", UNITS, "" ), "kinds[0]", "expected an object" );
	bad( with_parts( "", ROWS, "\"kinds\":[{}]", UNITS, "" ), "kinds[0].name", "missing" );
	bad( with_parts( "", ROWS, "\"kinds\":[{\"name\":\"\"}]", UNITS, "" ), "kinds[0].name", "expected a name" );
	bad( with_parts( "", ROWS, "\"kinds\":[{\"name\":\"a\"},{\"name\":\"a\"}]", UNITS, "" ), "kinds[1].name",
	     "there are two kinds" );
	bad( ONE_KIND( "\"raduis\":1" ), "kinds[0].raduis", "not known" );
	bad( ONE_KIND( "\"radius\":0" ), "kinds[0].radius", "not between" );
	bad( ONE_KIND( "\"radius\":\"1\"" ), "kinds[0].radius", "expected a number" );
	bad( ONE_KIND( "\"turning_radius\":65" ), "kinds[0].turning_radius", "not between" );
	bad( ONE_KIND( "\"turning_radius\":0.0001" ), "kinds[0].turning_radius", "it must be 0, or 0.001 to 64 tiles" );
	bad( ONE_KIND( "\"speed\":0" ), "kinds[0].speed", "not between" );
	bad( ONE_KIND( "\"acceleration\":-1" ), "kinds[0].acceleration", "not between" );
	bad( ONE_KIND( "\"braking\":1e9" ), "kinds[0].braking", "not between" );
	bad( ONE_KIND( "\"lateral\":-1" ), "kinds[0].lateral", "not between" );
	bad( ONE_KIND( "\"reverse\":1" ), "kinds[0].reverse", "expected true or false" );
	bad( ONE_KIND( "\"capabilities\":\"lava\"" ), "kinds[0].capabilities", "expected names" );
	bad( ONE_KIND( "\"color\":\"red\"" ), "kinds[0].color", "expected a color" );
	bad( ONE_KIND( "\"color\":\"#12345\"" ), "kinds[0].color", "expected a color" );
	bad( ONE_KIND( "\"color\":\"#12345g\"" ), "kinds[0].color", "expected a color" );
	bad( ONE_KIND( "\"method\":\"magic\"" ), "kinds[0].method", "there is no method" );
	bad( ONE_KIND( "\"neighbors\":6" ), "kinds[0].neighbors", "expected 4 or 8" );
	bad( ONE_KIND( "\"leg_length\":0" ), "kinds[0].leg_length", "not between" );
	bad( ONE_KIND( "\"leg_margin\":-1" ), "kinds[0].leg_margin", "not between" );
	bad( ONE_KIND( "\"region_side\":2.5" ), "kinds[0].region_side", "expected a whole number" );
	bad( ONE_KIND( "\"smooth\":\"yes\"" ), "kinds[0].smooth", "expected true or false" );
	bad( ONE_KIND( "\"turns\":\"wild\"" ), "kinds[0].turns", "expected none|along|tighter" );
}

#define ONE_UNIT( fields ) with_parts( "", ROWS, KINDS, "\"units\":[{\"kind\":\"a\"," fields "}]", "" )
#define STARTING( start ) ONE_UNIT( "\"start\":" start ",\"goal\":[9.5,2.5]" )

static void test_faults_of_units( void** state )
{
	(void)state;
	bad( with_parts( "", ROWS, KINDS, "\"units\":[]", "" ), "units", "expected 1 to" );
	bad( with_parts( "", ROWS, KINDS, "\"units\":[7]", "" ), "units[0]", "expected an object" );
	bad( with_parts( "", ROWS, KINDS, "\"units\":[{\"kind\":\"c\",\"start\":[0.5,0.5],\"goal\":[1,1]}]", "" ),
	     "units[0].kind", "there is no kind 'c'" );
	bad( ONE_UNIT( "\"goal\":[1,1]" ), "units[0].start", "missing" );
	bad( ONE_UNIT( "\"start\":[0.5,0.5]" ), "units[0].goal", "missing" );
	bad( ONE_UNIT( "\"start\":[0.5,0.5],\"goal\":[1,1],\"speed\":3" ), "units[0].speed", "not known" );
	bad( ONE_UNIT( "\"start\":[0.5,0.5],\"goal\":[1,1],\"count\":0" ), "units[0].count", "not between" );
	bad( ONE_UNIT( "\"start\":[0.5,0.5],\"goal\":[1,1],\"count\":1.5" ), "units[0].count", "whole" );
	bad( ONE_UNIT( "\"start\":[0.5,0.5],\"goal\":[1,1],\"time\":-1" ), "units[0].time", "not between" );
	bad( ONE_UNIT( "\"start\":[0.5,0.5],\"goal\":[1,1],\"every\":-1" ), "units[0].every", "not between" );
	bad( STARTING( "7" ), "units[0].start", "expected a pose" );
	bad( STARTING( "[1]" ), "units[0].start", "expected 2 or 3 numbers" );
	bad( STARTING( "[1,2,3,4]" ), "units[0].start", "expected 2 or 3 numbers" );
	bad( STARTING( "[1,\"2\"]" ), "units[0].start[1]", "expected a number" );
	bad( STARTING( "[1.5,1.5]" ), "units[0].start", "that it may not enter" );
	bad( STARTING( "[-3,1.5]" ), "units[0].start", "that it may not enter" );
	bad( STARTING( "{}" ), "units[0].start", "expected a line, a circle or a rect" );
	bad( STARTING( "{\"square\":[1,2,3,4]}" ), "units[0].start.square", "not known" );
	bad( STARTING( "{\"line\":[1,2,3,4],\"circle\":[1,2,3]}" ), "units[0].start.circle", "there is a line already" );
	bad( STARTING( "{\"line\":[1,2,3]}" ), "units[0].start.line", "expected 4 numbers" );
	bad( STARTING( "{\"circle\":[1,2,\"3\"]}" ), "units[0].start.circle[2]", "expected a number" );
	bad( STARTING( "{\"rect\":[0,0,11,1]}" ), "units[0].start.rect", "on the map" );
	bad( STARTING( "{\"rect\":[0,0,0.5,1]}" ), "units[0].start.rect", "whole tiles" );
	bad( STARTING( "{\"rect\":[0,0,1,1],\"heading\":\"east\"}" ), "units[0].start.heading", "expected a number" );
	bad( STARTING( "{\"circle\":[1,2,3],\"from\":1e6}" ), "units[0].start.from", "not between" );
	bad( ONE_UNIT( "\"start\":{\"rect\":[0,0,4,1]},\"goal\":[9,2],\"count\":5" ), "units[0].start",
	     "no room for unit 5 of 5" );
	bad( ONE_UNIT( "\"start\":[0.5,0.5],\"goal\":[9,2],\"count\":2" ), "units[0].start", "touches another unit" );
}

#define ONE_EDIT( fields ) with_parts( "", ROWS, KINDS, UNITS, ",\"edits\":[{" fields "}]" )

static void test_faults_of_edits( void** state )
{
	(void)state;
	bad( with_parts( "", ROWS, KINDS, UNITS, ",\"edits\":3" ), "edits", "expected an array" );
	bad( with_parts( "", ROWS, KINDS, UNITS, ",\"edits\":[3]" ), "edits[0]", "expected an object" );
	bad( ONE_EDIT( "\"rect\":[0,0,1,1],\"terrain\":\".\"" ), "edits[0].time", "missing" );
	bad( ONE_EDIT( "\"time\":1,\"terrain\":\".\"" ), "edits[0].rect", "missing" );
	bad( ONE_EDIT( "\"time\":1,\"rect\":[0,0,1,1]" ), "edits[0].terrain", "missing" );
	bad( ONE_EDIT( "\"time\":1,\"rect\":[0,0,1,4],\"terrain\":\".\"" ), "edits[0].rect", "on the map" );
	bad( ONE_EDIT( "\"time\":1,\"rect\":[0,0,1,1],\"terrain\":\"x\"" ), "edits[0].terrain", "not a letter" );
	bad( ONE_EDIT( "\"time\":1,\"rect\":[0,0,1,1],\"terrain\":\"..\"" ), "edits[0].terrain", "not a letter" );
	bad( ONE_EDIT( "\"time\":1,\"rect\":[0,0,1,1],\"terrain\":\".\",\"by\":1" ), "edits[0].by", "not known" );
	bad(
	    ONE_EDIT( "\"time\":2,\"rect\":[0,0,1,1],\"terrain\":\".\"},{\"time\":1,\"rect\":[0,0,1,1],\"terrain\":\".\"" ),
	    "edits[1].time", "earlier" );
}

// Every tile of a rectangle once, in an order that the seed alone decides.
static void test_spreading( void** state )
{
	(void)state;
	static const char* const seeds[] = { ",\"seed\":1", ",\"seed\":1", ",\"seed\":2" };
	int32_t order[3][8];
	for ( int32_t i = 0; i < 3; i++ )
	{
		scene of;
		good(
		    with_parts(
		        seeds[i], ROWS, KINDS,
		        "\"units\":[{\"kind\":\"a\",\"count\":8,\"start\":{\"rect\":[2,0,8,1]},\"goal\":{\"rect\":[0,0,10,3]}}"
		        "]",
		        "" ),
		    &of );
		uint32_t seen = 0;
		for ( int32_t k = 0; k < 8; k++ )
		{
			order[i][k] = (int32_t)of.units[k].start.x;
			seen |= 1u << order[i][k];
			assert_true( of.units[k].start.x == floor( of.units[k].start.x ) + 0.5 && of.units[k].start.y == 0.5 );
			assert_true(
			    fw_grid_passable( of.grid, (int32_t)of.units[k].goal.x, (int32_t)of.units[k].goal.y, FW_CAP_GROUND ) );
		}
		assert_int_equal( seen, 0x3fc );
		scene_free( &of );
	}
	assert_memory_equal( order[0], order[1], sizeof( order[0] ) );
	assert_memory_not_equal( order[0], order[2], sizeof( order[0] ) );
	// Those of seed 1, from another program.
	static const int32_t known[8] = { 6, 2, 5, 9, 4, 8, 3, 7 };
	assert_memory_equal( order[0], known, sizeof( known ) );
}

static void test_circles( void** state )
{
	(void)state;
	scene of;
	good( with_parts( "", "\"rows\":[\".....\",\".....\",\".....\",\".....\",\".....\"]", KINDS,
	                  "\"units\":[{\"kind\":\"a\",\"count\":4,\"start\":{\"circle\":[2.5,2.5,2]},"
	                  "\"goal\":{\"circle\":[2.5,2.5,2],\"from\":180}}]",
	                  "" ),
	      &of );
	static const double xs[] = { 4.5, 2.5, 0.5, 2.5 };
	static const double ys[] = { 2.5, 4.5, 2.5, 0.5 };
	for ( int32_t i = 0; i < 4; i++ )
	{
		assert_true( of.units[i].start.x == xs[i] && of.units[i].start.y == ys[i] );
		assert_true( fabs( fw_angle_signed( of.units[i].start.heading - ( i + 2 ) * 0.25 * FW_TAU ) ) < 1e-12 );
		assert_true( of.units[i].goal.x == xs[( i + 2 ) % 4] && of.units[i].goal.y == ys[( i + 2 ) % 4] );
	}
	scene_free( &of );
}

// No beginning of a scene reads as one, and none of them trips the reader.
static void test_every_prefix( void** state )
{
	(void)state;
	const char* text = with_parts( ",\"seed\":3", ROWS, KINDS, UNITS,
	                               ",\"edits\":[{\"time\":1,\"rect\":[0,0,1,1],\"terrain\":\".\"}]" );
	for ( size_t size = 0; size < strlen( text ); size++ )
	{
		scene of;
		field_error error = { 0 };
		scene_init( &of );
		assert_false( scene_read( text, size, "test.json", &of, &error ) );
		assert_true( error.status == FW_ERR_SYNTAX && error.text[0] != '\0' );
	}
}

int run_test_scene( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_defaults ),
	    cmocka_unit_test( test_everything ),
	    cmocka_unit_test( test_orders ),
	    cmocka_unit_test( test_costs ),
	    cmocka_unit_test( test_faults_of_the_text ),
	    cmocka_unit_test( test_faults_of_maps ),
	    cmocka_unit_test( test_faults_of_kinds ),
	    cmocka_unit_test( test_faults_of_units ),
	    cmocka_unit_test( test_faults_of_edits ),
	    cmocka_unit_test( test_spreading ),
	    cmocka_unit_test( test_circles ),
	    cmocka_unit_test( test_every_prefix ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
