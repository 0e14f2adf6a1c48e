// SPDX-License-Identifier: MIT
// Crowds from scenarios: units, radii and places as the file says, each fault with line and column, and rows of
// positions from which nothing is missing.
#include "scene_scenario.h"
#include "simulation.h"
#include "support.h"
#include "trajectory.h"

#include "fairway/io.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// Two columns change sides through a gap of three tiles.
#define MAP                                                                                                            \
	"type octile\nheight 7\nwidth 12\nmap\n.....@@.....\n.....@@.....\n............\n............\n............\n"     \
	".....@@.....\n.....@@.....\n"

#define CROWD                                                                                                          \
	"version 1\n"                                                                                                      \
	"0\tgap.map\t12\t7\t0\t1\t11\t1\t11\n"                                                                             \
	"# radius 0.3\r\n"                                                                                                 \
	"0\tgap.map\t12\t7\t11\t3\t0\t3\t11\r\n"                                                                           \
	"\n"                                                                                                               \
	"  # nothing about a radius\n"                                                                                     \
	"1 maps/gap.map 12 7 0 5 11 5\n"                                                                                   \
	"#radius  0.45 \n"                                                                                                 \
	"1 gap.map 11 6 0 0"

static bool read( const char* text, const scene_scenario* how, scene* out, field_error* error )
{
	char copy[2048];
	snprintf( copy, sizeof( copy ), "%s", text );
	scene_init( out );
	assert_int_equal( fw_map_parse( MAP, strlen( MAP ), NULL, &out->grid, NULL ), FW_OK );
	const bool good = scene_read_scenario( copy, strlen( copy ), how, out, error );
	if ( !good )
	{
		assert_int_not_equal( error->status, FW_OK );
		assert_true( error->text[0] != '\0' );
		scene_free( out );
	}
	return good;
}

static const scene_scenario plain = { .map = "here/gap.map", .speed = 2.0 };

static void good( const char* text, const scene_scenario* how, scene* out )
{
	field_error error;
	if ( !read( text, how, out, &error ) )
	{
		fail_msg( "%s: %d:%d: %s", text, (int)error.line, (int)error.column, error.text );
	}
}

static void bad( const char* text, const scene_scenario* how, int32_t line, int32_t column, const char* words )
{
	field_error error;
	scene of;
	assert_false( read( text, how, &of, &error ) );
	if ( error.line != line || error.column != column || strstr( error.text, words ) == NULL )
	{
		fail_msg( "%s: '%d:%d: %s' is not '%d:%d: %s'", text, (int)error.line, (int)error.column, error.text, (int)line,
		          (int)column, words );
	}
}

static void test_units( void** state )
{
	(void)state;
	static const double radii[] = { 0.4, 0.3, 0.3, 0.45 };
	static const double ends[][4] = {
	    { 0.5, 1.5, 11.5, 1.5 }, { 11.5, 3.5, 0.5, 3.5 }, { 0.5, 5.5, 11.5, 5.5 }, { 11.5, 6.5, 0.5, 0.5 } };
	scene of;
	good( CROWD, &plain, &of );
	assert_int_equal( of.unit_count, 4 );
	assert_int_equal( of.kind_count, 3 );
	assert_true( of.crowd );
	for ( int32_t i = 0; i < 4; i++ )
	{
		const scene_unit* unit = &of.units[i];
		assert_true( of.kinds[unit->kind].unit.radius == radii[i] );
		assert_true( of.kinds[unit->kind].unit.speed == 2.0 );
		assert_true( unit->start.x == ends[i][0] && unit->start.y == ends[i][1] );
		assert_true( unit->goal.x == ends[i][2] && unit->goal.y == ends[i][3] );
		assert_true( unit->goal_any_heading && unit->time == 0.0 );
	}
	const fw_plan plan = scene_plan( &of, 0 );
	assert_null( plan.method );
	scene_free( &of );
}

static void test_choices( void** state )
{
	(void)state;
	scene of;
	good( CROWD, &( scene_scenario ){ .units = 2, .radius = 0.25, .speed = 3.0 }, &of );
	assert_int_equal( of.unit_count, 2 );
	assert_int_equal( of.kind_count, 1 );
	assert_true( of.kinds[0].unit.radius == 0.25 && of.kinds[0].unit.speed == 3.0 );
	scene_free( &of );
	good( "\xEF\xBB\xBF# radius 2\n0 other.map 12 7 2 3 9 3", &( scene_scenario ){ .speed = 2.0 }, &of );
	assert_true( of.unit_count == 1 && of.kinds[0].unit.radius == 2.0 );
	scene_free( &of );
	// Discs that share tiles and do not touch.
	good( "# radius 0.9\n0 gap.map 12 7 1 1 9 3\n0 gap.map 12 7 3 1 9 5\n", &plain, &of );
	assert_int_equal( of.unit_count, 2 );
	scene_free( &of );
}

static void test_faults( void** state )
{
	(void)state;
	bad( "", &plain, 0, 0, "there are 0 units" );
	bad( "version 1\n# radius 0.3\n", &plain, 0, 0, "there are 0 units" );
	bad( CROWD, &( scene_scenario ){ .units = 5, .speed = 2.0 }, 0, 0, "there are only 4 units" );
	bad( "version 2\n", &plain, 1, 9, "expected the version 1 or 1.0" );
	bad( "version 1\n# x\n0 gap.map 12 7 0\n", &plain, 3, 17, "expected at least 4 numbers" );
	bad( "# x\n0 gap.map 12 7 0 1 12 1 11\n", &plain, 2, 20, "expected the goal's x from 0 to 11" );
	bad( "version 1\n# radius 0.4x\n", &plain, 2, 10, "expected a radius from 0.05 to 64" );
	bad( "# radius 65\n", &plain, 1, 10, "expected a radius" );
	bad( "#radius\n", &plain, 1, 8, "expected a radius" );
	bad( "# radius 1 2\n", &plain, 1, 10, "expected a radius" );
	bad( "0 gap.map 12 7 0 1 11 1\n0 x/map.gap 12 7 0 2 11 2\n", &plain, 2, 3, "this unit is for the map 'x/map.gap'" );
	bad( "0 gap.map 12 7 5 1 11 1 3\n", &plain, 1, 16, "the start of unit 0, radius 0.4, lies on a tile that it may" );
	bad( "0 gap.map 0 1 6 6\n", &plain, 1, 15, "the goal of unit 0, radius 0.4, lies on a tile that it may not" );
	bad( "# radius 1.6\n0 gap.map 12 7 2 3 5 2 3\n", &plain, 2, 20, "the goal of unit 0, radius 1.6" );
	bad( "0 gap.map 12 7 0 1 11 1\n\n0 gap.map 12 7 0 1 11 2\n", &plain, 3, 16,
	     "the start of unit 1, radius 0.4, touches another unit's start" );
}

static void test_too_many( void** state )
{
	(void)state;
	char text[2048] = "";
	for ( int32_t i = 0; i <= SCENE_KINDS_MAX; i++ )
	{
		const size_t used = strlen( text );
		snprintf( text + used, sizeof( text ) - used, "# radius 0.%d\n0 gap.map 12 7 %d %d 9 3\n", 10 + (int)i,
		          (int)i % 5, (int)i / 5 );
	}
	bad( text, &plain, 2 * SCENE_KINDS_MAX + 2, 1, "more than 16 radii" );
}

// No text may lead out of its bounds.
static void test_mutations( void** state )
{
	(void)state;
	static const char letters[] = "\n\t #\r0-.";
	char text[sizeof( CROWD )] = CROWD;
	field_error error;
	scene of;
	int32_t read_well = 0;
	for ( size_t i = 0; i < strlen( CROWD ); i++ )
	{
		for ( size_t k = 0; k < sizeof( letters ); k++ ) // the last one ends the text
		{
			text[i] = letters[k];
			if ( read( text, &plain, &of, &error ) )
			{
				read_well += 1;
				scene_free( &of );
			}
		}
		text[i] = CROWD[i];
	}
	assert_true( read_well > 0 );
}

// Reads the rows of a step, and compares them with where the units are; the moves of the step before lead here.
static void check_rows( FILE* rows, const simulation* run, fw_vec2* last )
{
	const fw_unit_arrays all = fw_world_units( run->world );
	for ( int32_t i = 0; i < run->of->unit_count; i++ )
	{
		char line[160];
		double time = 0.0;
		int unit = -1;
		double x = 0.0;
		double y = 0.0;
		double heading = 0.0;
		double radius = 0.0;
		assert_non_null( fgets( line, sizeof( line ), rows ) );
		assert_int_equal( sscanf( line, "%lf,%d,%lf,%lf,%lf,%lf", &time, &unit, &x, &y, &heading, &radius ), 6 );
		const fw_pose at = { all.x[i], all.y[i], all.heading[i] };
		const fw_unit* kind = &run->of->kinds[run->of->units[i].kind].unit;
		assert_int_equal( unit, i );
		assert_true( fabs( time - simulation_time( run ) ) < 1e-6 );
		assert_true( fabs( x - at.x ) < 1e-6 && fabs( y - at.y ) < 1e-6 );
		assert_true( fabs( heading - fw_degrees( at.heading ) ) < 1e-6 );
		assert_true( radius == kind->radius );
		assert_true( hypot( x - last[i].x, y - last[i].y ) <= kind->speed * SIMULATION_STEP + 2e-6 );
		last[i] = ( fw_vec2 ){ x, y };
	}
}

// Each step is read back as soon as it is written.
static void check_step( trajectory* rows, const simulation* run, fw_vec2* last )
{
	const long before = ftell( rows->out );
	trajectory_take( rows, run );
	assert_int_equal( fseek( rows->out, before, SEEK_SET ), 0 );
	check_rows( rows->out, run, last );
	assert_int_equal( fgetc( rows->out ), EOF );
	assert_int_equal( fseek( rows->out, 0, SEEK_END ), 0 );
}

static void test_trajectory( void** state )
{
	(void)state;
	scene of;
	simulation run;
	fw_vec2 last[4];
	double driven[4] = { 0.0 };
	trajectory rows = { .out = tmpfile() };
	assert_non_null( rows.out );
	good( CROWD, &plain, &of );
	assert_int_equal( simulation_begin( &of, &run ), FW_OK );
	for ( int32_t i = 0; i < 4; i++ )
	{
		last[i] = ( fw_vec2 ){ of.units[i].start.x, of.units[i].start.y };
	}
	check_step( &rows, &run, last );
	while ( !simulation_is_done( &run ) && simulation_time( &run ) < 60.0 )
	{
		const fw_vec2 before[4] = { last[0], last[1], last[2], last[3] };
		assert_int_equal( simulation_step( &run ), FW_OK );
		check_step( &rows, &run, last );
		for ( int32_t i = 0; i < 4; i++ )
		{
			driven[i] += hypot( last[i].x - before[i].x, last[i].y - before[i].y );
		}
	}
	for ( int32_t i = 0; i < 4; i++ )
	{
		const simulation_unit* unit = &run.units[i];
		assert_int_equal( unit->state, SIMULATION_ARRIVED );
		assert_true( hypot( last[i].x - of.units[i].goal.x, last[i].y - of.units[i].goal.y ) <=
		             SCENE_NEAR_GOAL + 1e-5 );
		assert_true( fabs( unit->driven - driven[i] ) < 1e-3 );
		assert_true( unit->length >= 11.0 && unit->free == unit->length / 2.0 );
		assert_true( simulation_delay( &run, i ) > 0.0 );
	}
	assert_true( simulation_limit( &run ) > 305.0 && simulation_limit( &run ) < 310.0 );
	fclose( rows.out );
	simulation_end( &run );
	scene_free( &of );
}

// Drives 11 tiles alone, where the map is no barrier later.
static void drive( const scene_edit* barrier, simulation_unit* end )
{
	scene of;
	simulation run;
	good( "0 gap.map 12 7 0 3 11 3\n", &plain, &of );
	if ( barrier != NULL )
	{
		of.edits = malloc( sizeof( scene_edit ) );
		assert_non_null( of.edits );
		of.edits[0] = *barrier;
		of.edit_count = 1;
	}
	assert_int_equal( simulation_begin( &of, &run ), FW_OK );
	while ( run.units[0].state != SIMULATION_ARRIVED && simulation_time( &run ) < 20.0 )
	{
		assert_int_equal( simulation_step( &run ), FW_OK );
	}
	*end = run.units[0];
	simulation_end( &run );
	scene_free( &of );
}

// It stops where it stands after fast driving, and not at its goal.
static void test_stops( void** state )
{
	(void)state;
	simulation_unit end;
	drive( NULL, &end );
	// A quarter of a second each to 2 tiles/s and to rest, over a quarter of a tile; 5.25 s between. The last 0.1 tiles
	// take the square root of 0.025 seconds.
	assert_int_equal( end.state, SIMULATION_ARRIVED );
	assert_true( fabs( end.arrived - ( 5.75 - sqrt( 0.025 ) ) ) < SIMULATION_STEP );
	assert_int_equal( end.stops, 0 );
	const scene_edit barrier = { .time = 2.0, .rect = { 8, 0, 1, 7 }, .terrain = FW_TERRAIN_OUT };
	drive( &barrier, &end );
	assert_int_equal( end.state, SIMULATION_NO_PATH );
	assert_int_equal( end.stops, 1 );
}

int run_test_scenario( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_units ),    cmocka_unit_test( test_choices ),   cmocka_unit_test( test_faults ),
	    cmocka_unit_test( test_too_many ), cmocka_unit_test( test_mutations ), cmocka_unit_test( test_trajectory ),
	    cmocka_unit_test( test_stops ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
