// SPDX-License-Identifier: MIT
// The scenes of the project: each one is read and runs for a while. Brute force watches that nobody overlaps anybody or
// a wall, or is faster than it can be; hashes hold that every step is the same on every machine.
#include "scene_read.h"
#include "simulation.h"
#include "support.h"
#include "support_outline.h"

#include <dirent.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define SLACK 1e-6

typedef struct known_scene
{
	const char* name;
	double seconds;
	int32_t arrived; // by then
	uint64_t hash;
} known_scene;

// After a change of what units do: build/dev/tests/tests_cli test_scenes prints the rows as they are.
static const known_scene known[] = {
    { "alley", 60.0, 8, 0x320d83bc90b781d9 },       { "army", 100.0, 34, 0x120e4203d87346bf },
    { "carpark", 90.0, 23, 0x4f139c6a2e356a9b },    { "channel", 170.0, 20, 0xd1de16fb2b87de7b },
    { "circle", 70.0, 100, 0x3898b645cae04301 },    { "convoy", 60.0, 11, 0x003a2e590c4e820b },
    { "corridor-1", 60.0, 6, 0x92d70afe899372b8 },  { "corridor-2", 60.0, 6, 0x3fdd67ca53dd1bb8 },
    { "crossroads", 60.0, 40, 0x126d197c442e5838 }, { "doorway", 60.0, 51, 0x48d0e7d7ceff601e },
    { "formation", 90.0, 12, 0x466dd2e20dd7ef54 },  { "gates", 60.0, 16, 0x70ab9653039dfa41 },
    { "harbour", 110.0, 32, 0x10bb8db268555ad4 },   { "ships", 120.0, 12, 0x586762c2a045dbab },
    { "sizes", 80.0, 30, 0x162f28f7946d1e24 },
};

#define KNOWN_COUNT ( (int32_t)( sizeof( known ) / sizeof( known[0] ) ) )

static void load( const char* name, scene* out )
{
	char file[512];
	field_error error;
	snprintf( file, sizeof( file ), "%s/%s.json", FW_TEST_SCENES, name );
	scene_init( out );
	if ( !scene_load( file, out, &error ) )
	{
		fail_msg( "%s: %s: %s", file, error.place, error.text );
	}
}

static double to_tile( fw_pose pose, int32_t x, int32_t y )
{
	const double dx = pose.x - fmin( fmax( pose.x, x ), x + 1.0 );
	const double dy = pose.y - fmin( fmax( pose.y, y ), y + 1.0 );
	return sqrt( dx * dx + dy * dy );
}

static fw_pose pose_of( const simulation* run, int32_t index )
{
	const fw_unit_arrays all = fw_world_units( run->world );
	return ( fw_pose ){ all.x[index], all.y[index], all.heading[index] };
}

static const fw_unit* unit_of( const simulation* run, int32_t index )
{
	return &run->of->kinds[run->of->units[index].kind].unit;
}

static void check_walls( const simulation* run, const char* name, int32_t index, fw_pose at )
{
	const fw_unit* kind = unit_of( run, index );
	const double radius = kind->radius;
	if ( kind->outline.count > 0 )
	{
		const test_polygon stands = test_polygon_at( &kind->outline, at );
		const double wall = test_to_walls( fw_world_grid( run->world ), kind->capabilities, &stands, radius );
		if ( wall < radius || wall == 0.0 )
		{
			fail_msg( "%s, %.2f s: the outline of unit %d is in a wall", name, simulation_time( run ), (int)index );
		}
		return;
	}
	for ( int32_t y = (int32_t)floor( at.y - radius ); y <= at.y + radius; y++ )
	{
		for ( int32_t x = (int32_t)floor( at.x - radius ); x <= at.x + radius; x++ )
		{
			if ( to_tile( at, x, y ) < radius - SLACK &&
			     !fw_grid_passable( fw_world_grid( run->world ), x, y, kind->capabilities ) )
			{
				fail_msg( "%s, %.2f s: unit %d at (%.3f, %.3f) is on tile %d, %d, which it may not enter", name,
				          simulation_time( run ), (int)index, at.x, at.y, (int)x, (int)y );
			}
		}
	}
}

// The gap between two units; outlines that overlap fail.
static double gap_of( const simulation* run, const char* name, const fw_pose* last, int32_t i, int32_t k )
{
	const fw_unit* one = unit_of( run, i );
	const fw_unit* other = unit_of( run, k );
	if ( one->outline.count == 0 && other->outline.count == 0 )
	{
		return hypot( last[i].x - last[k].x, last[i].y - last[k].y ) - one->radius - other->radius;
	}
	const test_polygon a = test_polygon_at( &one->outline, last[i] );
	const test_polygon b = test_polygon_at( &other->outline, last[k] );
	const double between = test_between( &a, &b );
	if ( between == 0.0 )
	{
		fail_msg( "%s, %.2f s: units %d and %d overlap", name, simulation_time( run ), (int)i, (int)k );
	}
	return between - one->radius - other->radius;
}

// Checks one moment against the one before; returns the least gap between two units.
static double check_moment( const simulation* run, const char* name, fw_pose* last )
{
	const int32_t count = run->of->unit_count;
	double least = INFINITY;
	for ( int32_t i = 0; i < count; i++ )
	{
		const fw_pose now = pose_of( run, i );
		const fw_unit* kind = unit_of( run, i );
		const double moved = hypot( now.x - last[i].x, now.y - last[i].y );
		check_walls( run, name, i, now );
		if ( moved > kind->speed * SIMULATION_STEP + SLACK )
		{
			fail_msg( "%s, %.2f s: unit %d moved %.4f tiles in a step", name, simulation_time( run ), (int)i, moved );
		}
		last[i] = now;
	}
	for ( int32_t i = 0; i < count; i++ )
	{
		for ( int32_t k = i + 1; k < count; k++ )
		{
			least = fmin( least, gap_of( run, name, last, i, k ) );
		}
	}
	if ( least < -SLACK )
	{
		fail_msg( "%s, %.2f s: two units overlap by %g", name, simulation_time( run ), -least );
	}
	return least;
}

static int32_t count_arrived( const simulation* run )
{
	int32_t arrived = 0;
	for ( int32_t i = 0; i < run->of->unit_count; i++ )
	{
		arrived += run->units[i].state == SIMULATION_ARRIVED ? 1 : 0;
	}
	return arrived;
}

static bool play( const known_scene* row )
{
	scene of;
	simulation run;
	load( row->name, &of );
	assert_int_equal( simulation_begin( &of, &run ), FW_OK );
	fw_pose* last = calloc( (size_t)of.unit_count, sizeof( fw_pose ) );
	assert_non_null( last );
	for ( int32_t i = 0; i < of.unit_count; i++ )
	{
		last[i] = pose_of( &run, i );
	}
	double least = INFINITY;
	while ( simulation_time( &run ) < row->seconds && !simulation_is_done( &run ) )
	{
		assert_int_equal( simulation_step( &run ), FW_OK );
		least = fmin( least, check_moment( &run, row->name, last ) );
	}
	assert_true( fabs( least - run.closest ) < 1e-12 );
	const int32_t arrived = count_arrived( &run );
	const bool same = run.hash == row->hash && arrived == row->arrived;
	if ( !same )
	{
		fprintf( stderr, "    { \"%s\", %.1f, %d, 0x%016llx },\n", row->name, row->seconds, (int)arrived,
		         (unsigned long long)run.hash );
	}
	free( last );
	simulation_end( &run );
	scene_free( &of );
	return same;
}

static void test_known( void** state )
{
	(void)state;
	int32_t different = 0;
	for ( int32_t i = 0; i < KNOWN_COUNT; i++ )
	{
		different += play( &known[i] ) ? 0 : 1;
	}
	assert_int_equal( different, 0 );
}

// A scene that is in the folder and not in the table would be tested by nobody.
static void test_all_are_known( void** state )
{
	(void)state;
	DIR* folder = opendir( FW_TEST_SCENES );
	assert_non_null( folder );
	int32_t found = 0;
	for ( struct dirent* entry = readdir( folder ); entry != NULL; entry = readdir( folder ) )
	{
		const size_t size = strlen( entry->d_name );
		if ( size < 6 || strcmp( entry->d_name + size - 5, ".json" ) != 0 )
		{
			continue;
		}
		int32_t i = 0;
		while ( i < KNOWN_COUNT &&
		        ( strlen( known[i].name ) != size - 5 || strncmp( known[i].name, entry->d_name, size - 5 ) != 0 ) )
		{
			i++;
		}
		if ( i == KNOWN_COUNT )
		{
			fail_msg( "%s is not in the table of this test", entry->d_name );
		}
		found += 1;
	}
	closedir( folder );
	assert_int_equal( found, KNOWN_COUNT );
}

static void read_text( const char* text, scene* out )
{
	field_error error = { 0 };
	scene_init( out );
	if ( !scene_read( text, strlen( text ), "test.json", out, &error ) )
	{
		fail_msg( "%s: %s", error.place, error.text );
	}
}

#define HEAD "{\"format\":\"fairway-scene\",\"version\":1,"

static void run_until( simulation* run, double seconds )
{
	while ( simulation_time( run ) < seconds - 0.5 * SIMULATION_STEP )
	{
		assert_int_equal( simulation_step( run ), FW_OK );
	}
}

// Alone there is no delay; sent later, the unit stands until then.
static void test_alone( void** state )
{
	(void)state;
	scene of;
	simulation run;
	read_text( HEAD "\"rows\":[\"....................\"],\"kinds\":[{\"name\":\"a\"}],\"units\":[{\"kind\":\"a\","
	                "\"start\":[0.5,0.5],\"goal\":[18.5,0.5],\"time\":2}]}",
	           &of );
	assert_int_equal( simulation_begin( &of, &run ), FW_OK );
	run_until( &run, 2.0 );
	assert_int_equal( run.units[0].state, SIMULATION_WAITS );
	assert_true( pose_of( &run, 0 ).x == 0.5 );
	run_until( &run, 30.0 );
	assert_int_equal( run.units[0].state, SIMULATION_ARRIVED );
	// 18 tiles: 1 s to 2 tiles/s over one tile, half a second to brake over half a tile. A crowd changes speeds at the
	// begin of a tick of 0.05 s.
	assert_true( fabs( run.units[0].free - 9.75 ) < 1e-9 );
	assert_true( fabs( simulation_delay( &run, 0 ) ) <= 0.05 + 1e-9 );
	assert_true( isinf( run.closest ) );
	assert_true( simulation_is_done( &run ) );
	simulation_end( &run );
	scene_free( &of );
}

// Orders come in their time, to all units of their entries; a unit without a goal stands until then.
static void test_orders( void** state )
{
	(void)state;
	scene of;
	simulation run;
	read_text( HEAD "\"rows\":[\"....................\",\"....................\",\"....................\"],"
	                "\"kinds\":[{\"name\":\"a\"}],\"units\":[{\"kind\":\"a\",\"count\":2,\"start\":{\"line\":[0.5,"
	                "0.5,0.5,2.5]}},{\"kind\":\"a\",\"start\":[4.5,1.5]},{\"kind\":\"a\",\"start\":[19.5,0.5]}],"
	                "\"orders\":[{\"time\":1,\"units\":[1,0],\"order\":\"gather\",\"goal\":[15.5,1.5]},"
	                "{\"time\":20,\"units\":[0],\"order\":\"follow\",\"leader\":1},{\"time\":21,\"units\":[1],"
	                "\"order\":\"go\",\"goal\":[2.5,1.5]}]}",
	           &of );
	assert_int_equal( simulation_begin( &of, &run ), FW_OK );
	run_until( &run, 1.0 );
	assert_int_equal( run.units[0].state, SIMULATION_WAITS );
	run_until( &run, 19.0 );
	for ( int32_t i = 0; i < 3; i++ )
	{
		assert_int_equal( run.units[i].state, SIMULATION_ARRIVED );
		assert_true( pose_of( &run, i ).x > 13.0 );
	}
	assert_false( simulation_is_done( &run ) );
	run_until( &run, 45.0 );
	assert_true( simulation_is_done( &run ) );
	assert_int_equal( run.units[3].state, SIMULATION_WAITS );
	assert_true( pose_of( &run, 2 ).x == 2.5 && pose_of( &run, 0 ).x < 8.0 && pose_of( &run, 1 ).x < 8.0 );
	simulation_end( &run );
	scene_free( &of );
}

// A wall waits until who stands there is gone, then all go round it; who has no path gets one when a gap opens.
static void test_edits( void** state )
{
	(void)state;
	scene of;
	simulation run;
	read_text( HEAD "\"rows\":[\"..........@.\",\"..........@.\",\"..........@.\"],\"kinds\":[{\"name\":\"a\"}],"
	                "\"units\":[{\"kind\":\"a\",\"start\":[0.5,1.5],\"goal\":[9.5,1.5],\"time\":1},"
	                "{\"kind\":\"a\",\"start\":[2.5,0.5],\"goal\":[11.5,0.5]}],\"edits\":["
	                "{\"time\":0.5,\"rect\":[0,1,1,1],\"terrain\":\"@\"},{\"time\":6,\"rect\":[10,0,1,1],"
	                "\"terrain\":\".\"}]}",
	           &of );
	assert_int_equal( simulation_begin( &of, &run ), FW_OK );
	run_until( &run, 0.9 );
	assert_int_equal( run.edits, 0 );
	assert_true( isnan( run.edited[0] ) );
	assert_int_equal( run.units[1].state, SIMULATION_NO_PATH );
	run_until( &run, 5.0 );
	assert_int_equal( run.edits, 1 );
	assert_true( run.edited[0] > 1.0 && run.edited[0] < 3.0 );
	assert_false( fw_grid_passable( fw_world_grid( run.world ), 0, 1, FW_CAP_GROUND ) );
	assert_true( fw_grid_passable( of.grid, 0, 1, FW_CAP_GROUND ) );
	assert_int_equal( run.units[1].state, SIMULATION_NO_PATH );
	assert_false( simulation_is_done( &run ) );
	run_until( &run, 20.0 );
	assert_true( run.edited[1] == 6.0 );
	assert_int_equal( run.units[0].state, SIMULATION_ARRIVED );
	assert_int_equal( run.units[1].state, SIMULATION_ARRIVED );
	assert_true( pose_of( &run, 1 ).x == 11.5 );
	simulation_end( &run );
	scene_free( &of );
}

// A wall across the way of one that is under way: it plans anew at once.
static void test_replans( void** state )
{
	(void)state;
	scene of;
	simulation run;
	read_text( HEAD "\"rows\":[\"............\",\"............\",\"............\"],\"kinds\":[{\"name\":\"a\"}],"
	                "\"units\":[{\"kind\":\"a\",\"start\":[0.5,0.5],\"goal\":[11.5,0.5]}],\"edits\":["
	                "{\"time\":2,\"rect\":[8,0,1,2],\"terrain\":\"@\"}]}",
	           &of );
	assert_int_equal( simulation_begin( &of, &run ), FW_OK );
	run_until( &run, 2.1 );
	assert_int_equal( run.edits, 1 );
	assert_int_equal( fw_world_measure( run.world ).plans, 2 );
	run_until( &run, 15.0 );
	assert_int_equal( run.units[0].state, SIMULATION_ARRIVED );
	simulation_end( &run );
	scene_free( &of );
}

int run_test_scenes( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_all_are_known ), cmocka_unit_test( test_alone ),   cmocka_unit_test( test_orders ),
	    cmocka_unit_test( test_edits ),         cmocka_unit_test( test_replans ), cmocka_unit_test( test_known ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
