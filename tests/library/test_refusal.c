// SPDX-License-Identifier: MIT
// Refusals: their sentences and numbers, and that each call enforces both ends of every row of its table of ranges.
#include "annotate/clearance.h"
#include "annotate/space.h"
#include "check/judge.h"
#include "crowd/crowd.h"
#include "fairway/fairway.h"
#include "grid/grid.h"
#include "grid/unit.h"
#include "hierarchy/hierarchy.h"
#include "lddb/lddb.h"
#include "search/engine.h"
#include "search/requirements.h"
#include "smooth/knots.h"
#include "support_drive.h"
#include "sweep/turn_table.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#define COUNT( array ) ( (int32_t)( sizeof( array ) / sizeof( ( array )[0] ) ) )

static void test_numbers( void** state )
{
	(void)state;
	const struct
	{
		double value;
		const char* text;
	} rows[] = {
	    { 0.0, "0" },
	    { -0.0, "0" },
	    { 1.0, "1" },
	    { -1.0, "-1" },
	    { 10.0, "10" },
	    { 64.0, "64" },
	    { 0.5, "0.5" },
	    { 0.001, "0.001" },
	    { -0.04, "-0.04" },
	    { 1e-6, "0.000001" },
	    { 1.25e-7, "1.25e-7" },
	    { 1e6, "1000000" },
	    { 123456.789, "123456.789" },
	    { 4294967295.0, "4294967295" },
	    { 9007199254740991.0, "9007199254740991" },
	    { 1e16, "10000000000000000" },
	    { 1e17, "1e17" },
	    { 1e300, "1e300" },
	    { -1e-300, "-1e-300" },
	    { 0.1 + 0.2, "0.30000000000000004" },
	    { 64.00000000000001, "64.00000000000001" },
	    { 5e-324, "5e-324" },
	    { (double)NAN, "not a number" },
	    { (double)INFINITY, "infinite" },
	    { -(double)INFINITY, "minus infinite" },
	};
	for ( int32_t i = 0; i < COUNT( rows ); i++ )
	{
		char text[64];
		fw_sentence out = { .text = text, .capacity = sizeof( text ) };
		fw_say_number( &out, rows[i].value );
		assert_string_equal( text, rows[i].text );
	}
}

// Text that does not fit is cut, and always ends with a zero.
static void test_room( void** state )
{
	(void)state;
	char text[4];
	fw_sentence out = { .text = text, .capacity = sizeof( text ) };
	fw_say( &out, "ab" );
	fw_say( &out, "cd" );
	assert_string_equal( text, "abc" );
	char name[100];
	char words[400];
	memset( name, 'n', sizeof( name ) - 1 );
	memset( words, 'w', sizeof( words ) - 1 );
	name[sizeof( name ) - 1] = words[sizeof( words ) - 1] = 0;
	fw_refusal refusal;
	assert_int_equal( fw_refuse_mismatch( &refusal, name, name, words ), FW_ERR_MISMATCH );
	assert_int_equal( strlen( refusal.field ), sizeof( refusal.field ) - 1 );
	assert_int_equal( strlen( refusal.other ), sizeof( refusal.other ) - 1 );
	assert_int_equal( strlen( refusal.text ), sizeof( refusal.text ) - 1 );
}

static void test_sentences( void** state )
{
	(void)state;
	fw_refusal refusal;
	assert_int_equal( fw_refuse( NULL, FW_ERR_STATE, FW_REFUSAL_STATE, "a", NULL, "b" ), FW_ERR_STATE );
	assert_int_equal( fw_refuse_cookie( NULL, "a", "b" ), FW_ERR_DEF );
	assert_int_equal( fw_refuse_range( NULL, FW_ERR_TOO_LARGE, "a", 1, 2, 3 ), FW_ERR_TOO_LARGE );
	assert_int_equal( fw_refuse_value( NULL, "a", 1, "b" ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_refuse_pair( NULL, FW_ERR_UNSUPPORTED, "a", "b", "c" ), FW_ERR_UNSUPPORTED );
	assert_int_equal( fw_refuse_mismatch( NULL, "a", "b", "c" ), FW_ERR_MISMATCH );
	assert_int_equal( fw_refuse_stale( NULL, "a", "b" ), FW_ERR_STALE );
	assert_int_equal( fw_refuse_status( NULL, FW_ERR_MEMORY ), FW_ERR_MEMORY );
	assert_int_equal( fw_refuse_cookie( &refusal, "plan", "fw_default_plan()" ), FW_ERR_DEF );
	assert_string_equal( refusal.text, "plan was not made by fw_default_plan()" );
	assert_int_equal( fw_refuse_value( &refusal, "n", 5, "it must be 4 or 8" ), FW_ERR_ARGUMENT );
	assert_string_equal( refusal.text, "n is 5; it must be 4 or 8" );
	assert_true( refusal.value == 5.0 && refusal.kind == FW_REFUSAL_VALUE );
	assert_int_equal( fw_refuse_stale( &refusal, "map.space", "fw_space_update()" ), FW_ERR_STALE );
	assert_string_equal( refusal.text, "map.space is older than the grid; update it by fw_space_update()" );
	assert_true( refusal.value == 0.0 && refusal.status == FW_ERR_STALE && refusal.kind == FW_REFUSAL_STALE );
	assert_int_equal( fw_refuse_mismatch( &refusal, "map->space", "grid", "it is of another" ), FW_ERR_MISMATCH );
	assert_string_equal( refusal.field, "map.space" );
	assert_string_equal( refusal.other, "grid" );
	assert_string_equal( refusal.text, "map.space does not fit grid: it is of another" );
	assert_int_equal( fw_refuse_status( &refusal, FW_ERR_MEMORY ), FW_ERR_MEMORY );
	assert_string_equal( refusal.text, fw_status_text( FW_ERR_MEMORY ) );
	assert_string_equal( refusal.field, "" );
	assert_true( refusal.kind == FW_REFUSAL_SYSTEM );
	const struct
	{
		const void *grid, *def;
	} map = { "", NULL }, *in = &map;
	assert_int_equal( FW_CHECK_NULL( &refusal, in, in->grid ), FW_OK );
	assert_true( refusal.kind == FW_REFUSAL_SYSTEM ); // as it was
	assert_int_equal( FW_CHECK_NULL( NULL, in, in->grid, in->def ), FW_ERR_ARGUMENT );
	assert_int_equal( FW_CHECK_NULL( &refusal, in, in->grid, in->def ), FW_ERR_ARGUMENT );
	assert_string_equal( refusal.text, "in.def is null" );
	assert_true( refusal.kind == FW_REFUSAL_NULL );
}

// A call that begins with a table of ranges, with an object that the call takes.
typedef struct checked
{
	const fw_ranges* ranges;
	void* object;
	fw_status ( *call )( fw_refusal* refusal );
} checked;

// The arguments of the calls, all of them good.
typedef struct world
{
	drive d;
	fw_unit unit;
	fw_terrain terrain;
	fw_link link;
	fw_grid_def grid;
	fw_space_def space;
	fw_clearance_def clearance;
	fw_reachability_def reachability;
	fw_primitives_def primitives;
	fw_lddb_def lddb;
	fw_hierarchy_def hierarchy;
	fw_query query;
	fw_smoother smoother;
	fw_tighter_def tighter;
	fw_backing_def backing;
	fw_smooth48_def smooth48;
	fw_fixed_angles_def angles;
	fw_profile_def profile;
	fw_crowd_def crowd;
	fw_validate_options options;
	fw_path path; // one line of a tile
	fw_primitives* table;
} world;

static world w;

static int open_world( void** state )
{
	(void)state;
	w = ( world ){ .unit = fw_default_unit(),
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
	               .crowd = fw_default_crowd_def(),
	               .options = fw_default_validate_options() };
	w.unit.turning_radius = 1.0;
	w.unit.reverse = true;
	const drive_def def = { .unit = w.unit, .ring = 3, .headings = 8 };
	drive_open( &w.d, test_field( 12, 9 ), &def );
	w.query = drive_query( &w.d, ( fw_pose ){ 2.5, 2.5, 0.0 }, ( fw_pose ){ 9.5, 6.5, 0.0 } );
	w.reachability.space = w.d.space;
	w.smoother.grid = w.crowd.grid = w.d.grid;
	w.smoother.unit = &w.unit;
	fw_primitives_def places = fw_default_primitives_def();
	places.places = true;
	assert_int_equal( fw_primitives_create( &places, &w.table, NULL ), FW_OK );
	w.smooth48.primitives = w.table;
	fw_path_clear( &w.path, ( fw_pose ){ 2.5, 2.5, 0.0 } );
	test_line_to( &w.path, 3.5, 2.5, FW_GEAR_FORWARD );
	return 0;
}

static int close_world( void** state )
{
	(void)state;
	fw_path_free( &w.path );
	fw_primitives_destroy( w.table );
	drive_close( &w.d );
	return 0;
}

// A call that makes an object of a definition.
#define CALL_CREATE( type, ... )                                                                                       \
	fw_##type* made = NULL;                                                                                            \
	const fw_status status = fw_##type##_create( __VA_ARGS__, &made, refusal );                                        \
	fw_##type##_destroy( made );                                                                                       \
	return status

static fw_status call_unit( fw_refusal* refusal )
{
	return fw_unit_check( &w.unit, refusal );
}

static fw_status call_grid( fw_refusal* refusal )
{
	CALL_CREATE( grid, &w.grid );
}

static fw_status call_terrain( fw_refusal* refusal )
{
	return fw_grid_set_terrain( w.d.grid, 0, &w.terrain, refusal );
}

static fw_status call_link( fw_refusal* refusal )
{
	const fw_status status = fw_grid_add_link( w.d.grid, &w.link, refusal );
	return status != FW_OK ? status : fw_grid_remove_links( w.d.grid, 1, 1, 3, 3, refusal );
}

static fw_status call_space( fw_refusal* refusal )
{
	CALL_CREATE( space, w.d.grid, &w.space );
}

static fw_status call_clearance( fw_refusal* refusal )
{
	CALL_CREATE( clearance, w.d.grid, &w.clearance );
}

static fw_status call_reachability( fw_refusal* refusal )
{
	assert_int_equal( fw_space_update( w.d.space ), FW_OK );
	CALL_CREATE( reachability, &w.reachability );
}

static fw_status call_primitives( fw_refusal* refusal )
{
	CALL_CREATE( primitives, &w.primitives );
}

static fw_status call_lddb( fw_refusal* refusal )
{
	CALL_CREATE( lddb, &w.lddb );
}

static fw_status call_hierarchy( fw_refusal* refusal )
{
	CALL_CREATE( hierarchy, w.d.grid, &w.hierarchy );
}

static fw_status call_profile( fw_refusal* refusal )
{
	CALL_CREATE( profile, &w.profile, &w.path );
}

static fw_status call_crowd( fw_refusal* refusal )
{
	CALL_CREATE( crowd, &w.crowd );
}

static fw_status call_query( fw_refusal* refusal )
{
	assert_int_equal( fw_space_update( w.d.space ), FW_OK );
	return fw_search_run( w.d.search, &w.d.map, &w.query, &w.d.result, refusal );
}

// Passes work on copies of the path.
static fw_path* copy_of_path( void )
{
	assert_int_equal( fw_path_copy( &w.d.result.path, &w.path ), FW_OK );
	return &w.d.result.path;
}

static fw_status call_straight( fw_refusal* refusal )
{
	return fw_smooth_straight( &w.smoother, copy_of_path(), refusal );
}

static fw_status call_taut( fw_refusal* refusal )
{
	return fw_smooth_taut( &w.smoother, copy_of_path(), refusal );
}

static fw_status call_curved( fw_refusal* refusal )
{
	return fw_smooth_curved( &w.smoother, copy_of_path(), refusal );
}

static fw_status call_ignoring( fw_refusal* refusal )
{
	return fw_turn_ignoring( &w.smoother, copy_of_path(), refusal );
}

static fw_status call_clean_up( fw_refusal* refusal )
{
	return fw_clean_up( &w.smoother, copy_of_path(), false, refusal );
}

static fw_status call_tighter( fw_refusal* refusal )
{
	fw_tighter_report report;
	return fw_turn_tighter( &w.smoother, &w.tighter, copy_of_path(), &report, refusal );
}

static fw_status call_backing( fw_refusal* refusal )
{
	fw_backing_report report;
	return fw_turn_backing( &w.smoother, &w.backing, copy_of_path(), &report, refusal );
}

static fw_status call_smooth48( fw_refusal* refusal )
{
	fw_smooth48_report report;
	return fw_smooth48( &w.smoother, &w.smooth48, copy_of_path(), &report, refusal );
}

static fw_status call_angles( fw_refusal* refusal )
{
	fw_fixed_angles_report report;
	return fw_fixed_angles( &w.smoother, &w.angles, copy_of_path(), &report, refusal );
}

static fw_status call_validate( fw_refusal* refusal )
{
	int32_t count;
	return fw_validate( w.d.grid, &w.unit, &w.path, &w.options, NULL, 0, &count, refusal );
}

// Puts a value just outside one end of the range into the field.
static void leave_range( const fw_range* row, void* field, bool below )
{
	const double end = below ? row->min : row->max;
	if ( row->type == FW_FIELD_DOUBLE || row->type == FW_FIELD_OR_0 )
	{
		const double value = nextafter( end, below ? -INFINITY : INFINITY );
		memcpy( field, &value, sizeof( value ) );
		return;
	}
	const int32_t value = (int32_t)end + ( below ? -1 : 1 );
	memcpy( field, &value, sizeof( value ) );
}

static void check_row( const checked* in, const fw_range* row, bool below )
{
	char* const field = (char*)in->object + row->offset;
	const bool real = row->type == FW_FIELD_DOUBLE || row->type == FW_FIELD_OR_0;
	const size_t size = real ? sizeof( double ) : sizeof( int32_t );
	char before[sizeof( double )];
	memcpy( before, field, size );
	leave_range( row, field, below );
	fw_refusal refusal;
	const fw_status status = in->call( &refusal );
	if ( status == FW_OK )
	{
		fail_msg( "%s %s its range is allowed", row->field, below ? "below" : "above" );
	}
	assert_int_equal( status, row->type == FW_FIELD_SIZE && !below ? FW_ERR_TOO_LARGE : FW_ERR_ARGUMENT );
	assert_int_equal( refusal.status, status );
	assert_int_equal( refusal.kind, FW_REFUSAL_RANGE );
	assert_string_equal( refusal.field, row->field );
	assert_true( below ? refusal.value < row->min : refusal.value > row->max );
	assert_true( refusal.min == row->min && refusal.max == row->max );
	assert_true( strlen( refusal.text ) < sizeof( refusal.text ) - 1 );
	assert_int_equal( in->call( NULL ), status );
	if ( real )
	{
		const double nothing = (double)NAN;
		memcpy( field, &nothing, size );
		assert_int_equal( in->call( &refusal ), FW_ERR_ARGUMENT );
		assert_string_equal( refusal.field, row->field );
	}
	memcpy( field, before, size );
}

static void check_cookie( const checked* in )
{
	fw_refusal refusal;
	uint32_t* const cookie = in->object;
	const uint32_t good = *cookie;
	*cookie = 0;
	assert_int_equal( in->call( &refusal ), FW_ERR_DEF );
	assert_int_equal( refusal.kind, FW_REFUSAL_COOKIE );
	assert_string_equal( refusal.field, in->ranges->name );
	assert_non_null( strstr( refusal.text, in->ranges->maker ) );
	*cookie = good;
}

static void test_ranges( void** state )
{
	(void)state;
	const checked calls[] = {
	    { &fw_unit_ranges, &w.unit, call_unit },
	    { &fw_grid_def_ranges, &w.grid, call_grid },
	    { &fw_terrain_ranges, &w.terrain, call_terrain },
	    { &fw_link_ranges, &w.link, call_link },
	    { &fw_space_def_ranges, &w.space, call_space },
	    { &fw_clearance_def_ranges, &w.clearance, call_clearance },
	    { &fw_reachability_def_ranges, &w.reachability, call_reachability },
	    { &fw_primitives_def_ranges, &w.primitives, call_primitives },
	    { &fw_lddb_def_ranges, &w.lddb, call_lddb },
	    { &fw_hierarchy_def_ranges, &w.hierarchy, call_hierarchy },
	    { &fw_query_ranges, &w.query, call_query },
	    { &fw_options_ranges, &w.query.options, call_query },
	    { &fw_smoother_ranges, &w.smoother, call_curved },
	    { &fw_tighter_def_ranges, &w.tighter, call_tighter },
	    { &fw_backing_def_ranges, &w.backing, call_backing },
	    { &fw_smooth48_def_ranges, &w.smooth48, call_smooth48 },
	    { &fw_fixed_angles_def_ranges, &w.angles, call_angles },
	    { &fw_profile_def_ranges, &w.profile, call_profile },
	    { &fw_crowd_def_ranges, &w.crowd, call_crowd },
	    { &fw_validate_options_ranges, &w.options, call_validate },
	};
	for ( int32_t i = 0; i < COUNT( calls ); i++ )
	{
		const fw_ranges* ranges = calls[i].ranges;
		assert_int_equal( calls[i].call( NULL ), FW_OK );
		for ( int32_t k = 0; k < ranges->count; k++ )
		{
			const fw_range* row = &ranges->rows[k];
			check_row( &calls[i], row, true );
			// Some whole numbers and some others have no upper end.
			if ( row->max < INT32_MAX || ( row->max < INFINITY && row->type == FW_FIELD_DOUBLE ) )
			{
				check_row( &calls[i], row, false );
			}
		}
		if ( ranges->maker != NULL )
		{
			check_cookie( &calls[i] );
		}
		assert_int_equal( calls[i].call( NULL ), FW_OK );
	}
}

static void test_units( void** state )
{
	(void)state;
	fw_refusal refusal = { .line = 7 };
	fw_unit unit = fw_default_unit();
	assert_int_equal( fw_unit_check( &unit, &refusal ), FW_OK );
	assert_int_equal( refusal.line, 7 ); // as it was
	unit.radius = -1.0;
	assert_int_equal( fw_unit_check( &unit, &refusal ), FW_ERR_ARGUMENT );
	assert_string_equal( refusal.text, "unit.radius is -1; it must be 0 to 64 tiles" );
	assert_int_equal( refusal.line, 0 );
	unit = fw_default_unit();
	unit.speed = 0.0;
	assert_int_equal( fw_unit_check( &unit, &refusal ), FW_ERR_ARGUMENT );
	assert_string_equal( refusal.text, "unit.speed is 0; it must be 0.000001 to 1000000 tiles/s" );
	unit = fw_default_unit();
	unit.turning_radius = 65.0;
	assert_int_equal( fw_unit_check( &unit, &refusal ), FW_ERR_ARGUMENT );
	assert_string_equal( refusal.text, "unit.turning_radius is 65; it must be 0, or 0.001 to 64 tiles" );
	unit.size = 2;
	unit.turning_radius = 1.0;
	assert_int_equal( fw_unit_check( &unit, &refusal ), FW_ERR_ARGUMENT );
	assert_string_equal( refusal.text,
	                     "unit.turning_radius does not go with unit.size: squares do not turn; set one of them to 0" );
	assert_true( refusal.kind == FW_REFUSAL_COMBINATION );
	assert_int_equal( fw_unit_check( NULL, &refusal ), FW_ERR_ARGUMENT );
	assert_string_equal( refusal.text, "unit is null" );
}

// Calls with arguments of their own; each is refused.

static fw_status fill( fw_refusal* refusal )
{
	return fw_grid_fill( w.d.grid, ( fw_rect ){ 0, 0, 1, -2 }, 1, refusal );
}

static fw_status fill_with( fw_refusal* refusal )
{
	return fw_grid_fill( w.d.grid, ( fw_rect ){ 0, 0, 1, 1 }, 6, refusal );
}

static fw_status write_outside( fw_refusal* refusal )
{
	const uint8_t tiles[4] = { 1 };
	return fw_grid_write( w.d.grid, ( fw_rect ){ 10, 0, 4, 1 }, tiles, 4, refusal );
}

static fw_status write_wrong( fw_refusal* refusal )
{
	const uint8_t tiles[2] = { 1, 99 };
	return fw_grid_write( w.d.grid, ( fw_rect ){ 0, 0, 2, 1 }, tiles, 2, refusal );
}

static fw_status set_terrain( fw_refusal* refusal )
{
	return fw_grid_set_terrain( w.d.grid, 6, &w.terrain, refusal );
}

static fw_status terrains( fw_refusal* refusal )
{
	fw_terrain list[2] = { w.terrain, w.terrain };
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
	return fw_grid_add_link( w.d.grid, &link, refusal );
}

static fw_status remove_links( fw_refusal* refusal )
{
	return fw_grid_remove_links( w.d.grid, 0, 0, 12, 0, refusal );
}

static fw_status no_links( fw_refusal* refusal )
{
	return fw_grid_remove_links( w.d.grid, 0, 0, 1, 0, refusal );
}

static fw_status set_exits( fw_refusal* refusal )
{
	return fw_grid_set_exits( w.d.grid, ( fw_rect ){ 0, 0, 1, 1 }, 256, refusal );
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
	return fw_map_format( w.d.grid, text, sizeof( text ), NULL, refusal );
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
	return fw_links_parse( "link 99", 7, w.d.grid, refusal );
}

static fw_status links_load( fw_refusal* refusal )
{
	return fw_links_load( "file", NULL, refusal );
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
	CALL_CREATE( hierarchy, w.d.grid, &def );
}

static fw_status hierarchy_levels( fw_refusal* refusal )
{
	fw_hierarchy_def def = fw_default_hierarchy_def();
	def.levels = 1;
	CALL_CREATE( hierarchy, w.d.grid, &def );
}

static fw_status hierarchy_exits( fw_refusal* refusal )
{
	fw_grid* grid = test_field( 20, 20 );
	fw_hierarchy* made = NULL;
	assert_int_equal( fw_grid_set_exits( grid, ( fw_rect ){ 0, 0, 1, 1 }, 1, NULL ), FW_OK );
	const fw_status status = fw_hierarchy_create( grid, &w.hierarchy, &made, refusal );
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
	return fw_hierarchy_load( w.d.grid, FW_TEST_MAPS "/blank.map", NULL, &made, refusal );
}

static fw_status landmarks( fw_refusal* refusal )
{
	fw_hierarchy* made = NULL;
	fw_landmarks* marks = NULL;
	assert_int_equal( fw_hierarchy_create( w.d.grid, &w.hierarchy, &made, NULL ), FW_OK );
	const fw_status status = fw_landmarks_create( made, 1, 1, 17, &marks, refusal );
	fw_hierarchy_destroy( made );
	return status;
}

static fw_status no_method( fw_refusal* refusal )
{
	fw_query query = w.query;
	query.method = "jsp";
	return fw_search_begin( w.d.search, &w.d.map, &query, refusal );
}

static fw_status jps_window( fw_refusal* refusal )
{
	fw_query query = w.query;
	query.method = "jps";
	query.unit.turning_radius = 0.0;
	query.options.window = 3;
	return fw_search_run( w.d.search, &w.d.map, &query, &w.d.result, refusal );
}

static fw_status no_primitives( fw_refusal* refusal )
{
	fw_map map = w.d.map;
	map.primitives = NULL;
	return fw_search_begin( w.d.search, &map, &w.query, refusal );
}

static fw_status other_primitives( fw_refusal* refusal )
{
	fw_query query = w.query;
	query.unit.turning_radius = 2.0;
	return fw_search_begin( w.d.search, &w.d.map, &query, refusal );
}

static fw_status other_database( fw_refusal* refusal )
{
	fw_lddb_def def = fw_default_lddb_def();
	def.kind = FW_LDDB_TILES4;
	fw_lddb* made = NULL;
	assert_int_equal( fw_lddb_create( &def, &made, NULL ), FW_OK );
	fw_map map = w.d.map;
	map.lddb = made;
	fw_query query = w.query;
	query.method = "block8";
	query.unit.turning_radius = 0.0;
	const fw_status status = fw_search_begin( w.d.search, &map, &query, refusal );
	fw_lddb_destroy( made );
	return status;
}

static fw_status stale_space( fw_refusal* refusal )
{
	test_block( w.d.grid, 0, 0 );
	const fw_status status = fw_search_begin( w.d.search, &w.d.map, &w.query, refusal );
	assert_int_equal( fw_space_update( w.d.space ), FW_OK );
	return status;
}

static fw_status too_fast( fw_refusal* refusal )
{
	fw_query query = w.query;
	query.options.start_speed = 3.0;
	return fw_search_begin( w.d.search, &w.d.map, &query, refusal );
}

static fw_status step( fw_refusal* refusal )
{
	assert_int_equal( fw_search_begin( w.d.search, &w.d.map, &w.query, NULL ), FW_OK );
	return fw_search_step( w.d.search, 0, NULL, refusal );
}

static fw_status best( fw_refusal* refusal )
{
	fw_query query = w.query;
	query.method = "block8";
	query.unit.turning_radius = 0.0;
	assert_int_equal( fw_search_begin( w.d.search, &w.d.map, &query, NULL ), FW_OK );
	return fw_search_best( w.d.search, &w.d.result, refusal );
}

static fw_status route( fw_refusal* refusal )
{
	fw_route* made = NULL;
	assert_int_equal( fw_route_create( NULL, &made ), FW_OK );
	assert_int_equal( fw_search_begin( w.d.search, &w.d.map, &w.query, NULL ), FW_OK );
	const fw_status status = fw_search_route( w.d.search, made, &w.d.result, refusal );
	fw_route_destroy( made );
	return status;
}

static fw_status route_next( fw_refusal* refusal )
{
	fw_route* made = NULL;
	fw_hierarchy* hierarchy = NULL;
	assert_int_equal( fw_route_create( NULL, &made ), FW_OK );
	assert_int_equal( fw_hierarchy_create( w.d.grid, &w.hierarchy, &hierarchy, NULL ), FW_OK );
	const fw_status status = fw_route_next( made, w.d.search, hierarchy, 8.0, &w.d.result.path, refusal );
	fw_hierarchy_destroy( hierarchy );
	fw_route_destroy( made );
	return status;
}

// A pass for another unit.
static fw_status with_unit( fw_status ( *call )( fw_refusal* ), fw_unit unit, fw_refusal* refusal )
{
	w.smoother.unit = &unit;
	const fw_status status = call( refusal );
	w.smoother.unit = &w.unit;
	return status;
}

static fw_status straight_layer( fw_refusal* refusal )
{
	fw_unit unit = w.unit;
	unit.capabilities = FW_CAP_TREES;
	return with_unit( call_straight, unit, refusal );
}

static fw_status straight_arc( fw_refusal* refusal )
{
	w.path.segments[0].kind = FW_SEGMENT_ARC;
	const fw_status status = call_straight( refusal );
	w.path.segments[0].kind = FW_SEGMENT_LINE;
	return status;
}

static fw_status taut_keep( fw_refusal* refusal )
{
	w.smoother.keep = 1;
	const fw_status status = call_taut( refusal );
	w.smoother.keep = 0;
	return status;
}

static fw_status curved_square( fw_refusal* refusal )
{
	fw_unit unit = w.unit;
	unit.size = 2;
	unit.turning_radius = 0.0;
	return with_unit( call_curved, unit, refusal );
}

static fw_status ignoring_unit( fw_refusal* refusal )
{
	fw_unit unit = w.unit;
	unit.radius = -1.0;
	return with_unit( call_ignoring, unit, refusal );
}

static fw_status clean_up_exits( fw_refusal* refusal )
{
	assert_int_equal( fw_grid_set_exits( w.d.grid, ( fw_rect ){ 0, 0, 1, 1 }, 1, NULL ), FW_OK );
	const fw_status status = call_clean_up( refusal );
	assert_int_equal( fw_grid_set_exits( w.d.grid, ( fw_rect ){ 0, 0, 1, 1 }, FW_EXIT_ALL, NULL ), FW_OK );
	assert_int_equal( fw_space_update( w.d.space ), FW_OK );
	return status;
}

static fw_status tighter_reverse( fw_refusal* refusal )
{
	w.path.segments[0].gear = FW_GEAR_REVERSE;
	const fw_status status = call_tighter( refusal );
	w.path.segments[0].gear = FW_GEAR_FORWARD;
	return status;
}

static fw_status backing_forward( fw_refusal* refusal )
{
	fw_unit unit = w.unit;
	unit.reverse = false;
	return with_unit( call_backing, unit, refusal );
}

static fw_status smooth48_spot( fw_refusal* refusal )
{
	fw_unit unit = w.unit;
	unit.turning_radius = 0.0;
	return with_unit( call_smooth48, unit, refusal );
}

static fw_status angles_path( fw_refusal* refusal )
{
	w.path.segments[0].length = 5.0;
	const fw_status status = call_angles( refusal );
	w.path.segments[0].length = 1.0;
	return status;
}

static fw_status profile_unit( fw_refusal* refusal )
{
	w.profile.unit.speed = 0.0;
	const fw_status status = call_profile( refusal );
	w.profile.unit.speed = 2.0;
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
	assert_int_equal( fw_follower_create( NULL, &made ), FW_OK );
	if ( call == REPLAN )
	{
		assert_int_equal( fw_follower_begin( made, &w.profile, &w.path, NULL ), FW_OK );
	}
	const fw_status status = call == BEGIN  ? fw_follower_begin( made, &w.profile, NULL, refusal )
	                         : call == STEP ? fw_follower_step( made, 1.0, NULL, refusal )
	                                        : fw_follower_replan( made, &w.path, 2.0, refusal );
	fw_follower_destroy( made );
	return status;
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

enum
{
	ON_A_TREE,
	ON_ANOTHER,
	OFF_THE_MAP,
	SEND,
	ANSWER,
	CROWD_STEP
};

static fw_status with_crowd( int32_t call, fw_refusal* refusal )
{
	static const fw_pose positions[] = { { 11.5, 8.5, 0.0 }, { 2.6, 3.0, 0.0 }, { 50.5, 2.5, 0.0 } };
	const fw_rect tree = { 11, 8, 1, 1 };
	fw_crowd* crowd = NULL;
	int32_t unit = -1;
	assert_int_equal( fw_crowd_create( &w.crowd, &crowd, NULL ), FW_OK );
	assert_int_equal( fw_crowd_add( crowd, &w.profile, ( fw_pose ){ 2.5, 2.5, 0.0 }, &unit, NULL ), FW_OK );
	assert_int_equal( fw_grid_fill( w.d.grid, tree, FW_TERRAIN_TREES, NULL ), FW_OK );
	const fw_status status = call <= OFF_THE_MAP ? fw_crowd_add( crowd, &w.profile, positions[call], &unit, refusal )
	                         : call == SEND      ? fw_crowd_send( crowd, 5, &w.path, refusal )
	                         : call == ANSWER    ? fw_crowd_answer( crowd, unit, NULL, refusal )
	                                             : fw_crowd_step( crowd, 1.0, refusal );
	assert_int_equal( fw_grid_fill( w.d.grid, tree, FW_TERRAIN_GROUND, NULL ), FW_OK );
	assert_int_equal( fw_space_update( w.d.space ), FW_OK );
	fw_crowd_destroy( crowd );
	return status;
}

static fw_status crowd_tree( fw_refusal* refusal )
{
	return with_crowd( ON_A_TREE, refusal );
}

static fw_status crowd_other( fw_refusal* refusal )
{
	return with_crowd( ON_ANOTHER, refusal );
}

static fw_status crowd_outside( fw_refusal* refusal )
{
	return with_crowd( OFF_THE_MAP, refusal );
}

static fw_status crowd_send( fw_refusal* refusal )
{
	return with_crowd( SEND, refusal );
}

static fw_status crowd_answer( fw_refusal* refusal )
{
	return with_crowd( ANSWER, refusal );
}

static fw_status crowd_step( fw_refusal* refusal )
{
	return with_crowd( CROWD_STEP, refusal );
}

static fw_status validate_path( fw_refusal* refusal )
{
	w.path.segments[0].kind = (fw_segment_kind)7;
	const fw_status status = call_validate( refusal );
	w.path.segments[0].kind = FW_SEGMENT_LINE;
	return status;
}

// Every public function that takes a refusal.
static const struct
{
	fw_status ( *call )( fw_refusal* refusal );
	fw_status status;
	fw_refusal_kind kind;
	const char *field, *text;
} refused[] = {
    { fill, FW_ERR_ARGUMENT, FW_REFUSAL_RANGE, "rect.height", "rect.height is -2; it must be at least 0" },
    { fill_with, FW_ERR_ARGUMENT, FW_REFUSAL_RANGE, "terrain", "terrain is 6; it must be 0 to 5" },
    { write_outside, FW_ERR_ARGUMENT, FW_REFUSAL_RANGE, "rect.width", "rect.width is 4; it must be 1 to 2" },
    { write_wrong, FW_ERR_ARGUMENT, FW_REFUSAL_RANGE, "terrains", "terrains is 99; it must be 0 to 5" },
    { set_terrain, FW_ERR_ARGUMENT, FW_REFUSAL_RANGE, "index", "index is 6; it must be 0 to 5" },
    { terrains, FW_ERR_ARGUMENT, FW_REFUSAL_RANGE, "terrains[1].cost", "terrains[1].cost is 0.5; it must be 1 to 64" },
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
    { scen_load, FW_ERR_IO, FW_REFUSAL_SYSTEM, "", NULL },
    { poses_parse, FW_ERR_ARGUMENT, FW_REFUSAL_NULL, "text", "text is null" },
    { poses_load, FW_ERR_ARGUMENT, FW_REFUSAL_NULL, "file", "file is null" },
    { links_parse, FW_ERR_SYNTAX, FW_REFUSAL_TEXT, "text", "expected a column from 0 to 11, found '99'" },
    { links_load, FW_ERR_ARGUMENT, FW_REFUSAL_NULL, "grid", "grid is null" },
    { reachability, FW_ERR_ARGUMENT, FW_REFUSAL_NULL, "space", "space and clearance are null; set one of them" },
    { primitives, FW_ERR_ARGUMENT, FW_REFUSAL_VALUE, "words",
      "words is 1; it must be FW_WORDS_FOUR or FW_WORDS_SIX, or one word more than the former" },
    { lddb_fill, FW_ERR_TOO_LARGE, FW_REFUSAL_RANGE, "lddb.size", "lddb.size is 5; it must be 2 to 4" },
    { lddb_load, FW_ERR_ARGUMENT, FW_REFUSAL_NULL, "file", "file is null" },
    { hierarchy_sizes, FW_ERR_ARGUMENT, FW_REFUSAL_RANGE, "sizes[1]", "sizes[1] is 1; it must be 2 to 64" },
    { hierarchy_levels, FW_ERR_ARGUMENT, FW_REFUSAL_VALUE, "levels", "levels is 1; it must be 0, 2 or 3" },
    { hierarchy_exits, FW_ERR_UNSUPPORTED, FW_REFUSAL_COMBINATION, "grid",
      "grid does not go with capabilities: it has one-way tiles, or links for them, which hierarchies do not know" },
    { hierarchy_update, FW_ERR_ARGUMENT, FW_REFUSAL_NULL, "hierarchy", "hierarchy is null" },
    { hierarchy_load, FW_ERR_SYNTAX, FW_REFUSAL_TEXT, "file",
      "file is not of this format, of another version, cut short or changed; save it again" },
    { landmarks, FW_ERR_ARGUMENT, FW_REFUSAL_RANGE, "count", "count is 17; it must be 1 to 16" },
    { no_method, FW_ERR_UNKNOWN, FW_REFUSAL_NAME, "method",
      "method 'jsp' is not in the table of methods; fw_method_at() lists it" },
    { jps_window, FW_ERR_UNSUPPORTED, FW_REFUSAL_TRAIT, "options.window",
      "method 'jps' searches the whole map; set options.window to -1" },
    { no_primitives, FW_ERR_ARGUMENT, FW_REFUSAL_NULL, "map.primitives",
      "map.primitives is null, and the method needs it" },
    { other_primitives, FW_ERR_MISMATCH, FW_REFUSAL_MISMATCH, "map.primitives",
      "map.primitives does not fit unit: radius and turning_radius must be the same" },
    { other_database, FW_ERR_MISMATCH, FW_REFUSAL_MISMATCH, "map.lddb",
      "map.lddb does not fit method: it must be of size 4, and of the search's kind and corner rule" },
    { stale_space, FW_ERR_STALE, FW_REFUSAL_STALE, "map.space",
      "map.space is older than the grid; update it by fw_space_update()" },
    { too_fast, FW_ERR_ARGUMENT, FW_REFUSAL_RANGE, "options.start_speed",
      "options.start_speed is 3; it must be 0 to 2" },
    { step, FW_ERR_ARGUMENT, FW_REFUSAL_RANGE, "expansions", "expansions is 0; it must be at least 1" },
    { best, FW_ERR_UNSUPPORTED, FW_REFUSAL_TRAIT, "search", "method 'block8' has no path before its search ends" },
    { route, FW_ERR_UNSUPPORTED, FW_REFUSAL_TRAIT, "search",
      "method 'directional' makes no routes; methods with FW_TRAIT_HIERARCHY do" },
    { route_next, FW_ERR_STATE, FW_REFUSAL_STATE, "route", "route leads nowhere; call fw_search_route() first" },
    { straight_layer, FW_ERR_STATE, FW_REFUSAL_STATE, "smoother.grid",
      "smoother.grid has no layer for the unit's capabilities; call fw_grid_add_layer() first" },
    { straight_arc, FW_ERR_UNSUPPORTED, FW_REFUSAL_VALUE, "path.segments[0]",
      "path.segments[0] is an arc, in reverse or not finite; this pass takes straight lines forward" },
    { taut_keep, FW_ERR_UNSUPPORTED, FW_REFUSAL_VALUE, "smoother.keep",
      "smoother.keep is not 0, and the taut pass keeps no waypoints; set it to 0" },
    { curved_square, FW_ERR_UNSUPPORTED, FW_REFUSAL_VALUE, "unit.size",
      "unit.size is not 0, and squares drive no curves; leave the pass out" },
    { ignoring_unit, FW_ERR_ARGUMENT, FW_REFUSAL_RANGE, "unit.radius", "unit.radius is -1; it must be 0 to 64 tiles" },
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
    { follower_begin, FW_ERR_ARGUMENT, FW_REFUSAL_NULL, "path", "path is null" },
    { follower_step, FW_ERR_STATE, FW_REFUSAL_STATE, "follower",
      "follower has no path; call fw_follower_begin() first" },
    { follower_replan, FW_ERR_ARGUMENT, FW_REFUSAL_RANGE, "from", "from is 2; it must be 0 to 1" },
    { crowd_tree, FW_ERR_BLOCKED, FW_REFUSAL_POSITION, "at",
      "at is where the disc touches a tile that the unit may not enter, or the end of the map" },
    { crowd_other, FW_ERR_BLOCKED, FW_REFUSAL_POSITION, "at", "at is where the disc touches tiles of unit 0" },
    { crowd_outside, FW_ERR_BLOCKED, FW_REFUSAL_POSITION, "at", "at is off the map" },
    { crowd_send, FW_ERR_ARGUMENT, FW_REFUSAL_VALUE, "unit", "unit is 5; the crowd has no unit of this number" },
    { crowd_answer, FW_ERR_ARGUMENT, FW_REFUSAL_NULL, "path", "path is null" },
    { crowd_step, FW_ERR_ARGUMENT, FW_REFUSAL_RANGE, "seconds", "seconds is 1; it must be 1e-9 to 0.25" },
    { validate_path, FW_ERR_ARGUMENT, FW_REFUSAL_RANGE, "path.segments[0].kind",
      "path.segments[0].kind is 7; it must be 0 to 2" },
};

static void test_calls( void** state )
{
	(void)state;
	for ( int32_t i = 0; i < COUNT( refused ); i++ )
	{
		fw_refusal refusal = { 0 };
		assert_int_equal( refused[i].call( &refusal ), refused[i].status );
		assert_string_equal( refusal.text,
		                     refused[i].text != NULL ? refused[i].text : fw_status_text( refused[i].status ) );
		assert_string_equal( refusal.field, refused[i].field );
		assert_int_equal( refusal.status, refused[i].status );
		assert_int_equal( refusal.kind, refused[i].kind );
		assert_int_equal( refused[i].call( NULL ), refused[i].status );
	}
}

// What most methods take: a point between the nodes that the method knows.
static fw_query plain_query( const fw_method* method )
{
	fw_query query = w.query;
	query.method = method->name;
	query.unit.radius = 0.0;
	query.options.anchor = ( method->traits & FW_TRAIT_ONLY_CORNERS ) != 0 ? FW_ANCHOR_CORNER : FW_ANCHOR_CENTER;
	return query;
}

static void ask( fw_query* query, int32_t row )
{
	static const uint8_t closed[1] = { 0 };
	const char* field = fw_requirement_at( row )->field;
	query->options.window = strcmp( field, "options.window" ) == 0 ? 5 : -1;
	query->options.neighbors = strcmp( field, "options.neighbors" ) == 0 ? 4 : 8;
	query->options.corner_cutting = strcmp( field, "options.corner_cutting" ) == 0;
	query->options.turn_penalty = strcmp( field, "options.turn_penalty" ) == 0 ? 1.0 : 0.0;
	query->options.closed_moves = strcmp( field, "options.closed_moves" ) == 0 ? closed : NULL;
	query->options.turn_charge = strcmp( field, "options.turn_charge" ) == 0 ? 1.0 : 0.0;
	query->goal_tolerance = strcmp( field, "goal_tolerance" ) == 0 ? 1.0 : 0.0;
}

// Each method refuses exactly the options that the table of requirements says.
static void test_requirements( void** state )
{
	(void)state;
	assert_null( fw_requirement_at( -1 ) );
	assert_null( fw_requirement_at( fw_requirement_count() ) );
	int32_t refusals = 0;
	for ( int32_t i = 0; i < fw_method_count(); i++ )
	{
		const fw_method* method = fw_method_at( i );
		for ( int32_t k = 0; k < fw_requirement_count(); k++ )
		{
			const fw_requirement* row = fw_requirement_at( k );
			fw_query query = plain_query( method );
			assert_int_equal( fw_check_requirements( NULL, &query, method, w.d.grid ), FW_OK );
			const fw_query plain = query;
			ask( &query, k );
			if ( row->other != NULL || memcmp( &plain, &query, sizeof( query ) ) == 0 )
			{
				continue; // not of an option that can be asked alone
			}
			fw_refusal refusal = { 0 };
			const fw_status status = fw_check_requirements( &refusal, &query, method, w.d.grid );
			assert_int_equal( status, fw_method_meets( method, row ) ? FW_OK : FW_ERR_UNSUPPORTED );
			if ( status != FW_OK )
			{
				assert_string_equal( refusal.field, row->field );
				assert_true( refusal.trait == row->needs && refusal.kind == FW_REFUSAL_TRAIT );
				refusals++;
			}
		}
	}
	assert_true( refusals > 60 );
}

// The table of methods agrees with what their engines have.
static void test_methods( void** state )
{
	(void)state;
	for ( int32_t i = 0; i < fw_method_count(); i++ )
	{
		const fw_method* method = fw_method_at( i );
		const fw_engine* engine = fw_method_row_find( method->name )->engine;
		assert_int_equal( engine->best != NULL, ( method->traits & FW_TRAIT_BEST ) != 0 );
		assert_true( ( method->heuristics & 1u << FW_HEURISTIC_BEST ) != 0 );
		fw_query query = plain_query( method );
		for ( int32_t k = 0; k <= (int32_t)FW_HEURISTIC_FIELD; k++ )
		{
			query.options.heuristic = (fw_heuristic)k;
			const bool octile = k == (int32_t)FW_HEURISTIC_OCTILE && query.options.anchor == FW_ANCHOR_CORNER;
			const bool known = ( method->heuristics >> k & 1u ) != 0 && !octile;
			assert_int_equal( fw_check_requirements( NULL, &query, method, w.d.grid ),
			                  known ? FW_OK : FW_ERR_UNSUPPORTED );
		}
	}
}

int run_test_refusal( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_numbers ),
	    cmocka_unit_test( test_room ),
	    cmocka_unit_test( test_sentences ),
	    cmocka_unit_test_setup_teardown( test_ranges, open_world, close_world ),
	    cmocka_unit_test( test_units ),
	    cmocka_unit_test_setup_teardown( test_calls, open_world, close_world ),
	    cmocka_unit_test_setup_teardown( test_requirements, open_world, close_world ),
	    cmocka_unit_test_setup_teardown( test_methods, open_world, close_world ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
