// SPDX-License-Identifier: MIT
// Vehicles that have lost their path behind one that stands: which path around it they take.
#include "crowd/crowd.h"
#include "play.h"
#include "world/world.h"

#define WIDTH 44
#define HEIGHT 44
#define LANE 3   // row of the near lane
#define FAR 40   // row of the other one
#define BEGIN 16 // columns of both lanes
#define END 28
#define WAITED 60.0 // [s]

// Two rooms, with a lane between them, and another one far from it.
static fw_grid* two_lanes( void )
{
	const fw_rect rooms[] = { { 0, 0, BEGIN, HEIGHT },
	                          { END, 0, WIDTH - END, HEIGHT },
	                          { BEGIN, LANE, END - BEGIN, 3 },
	                          { BEGIN, FAR, END - BEGIN, 3 } };
	return test_rooms( WIDTH, HEIGHT, rooms, 4 );
}

static fw_unit_id add_vehicle( fw_world* world, double x, double y )
{
	fw_world_unit_def def = fw_default_world_unit_def();
	def.unit.radius = 0.8;
	def.unit.turning_radius = 2.0;
	def.unit.reverse = true;
	const fw_pose pose = at( x, y );
	fw_unit_id id = 0;
	assert_int_equal( fw_world_add( world, &def, &pose, 1, &id, NULL ), FW_OK );
	return id;
}

static const world_unit* unit_of( const play* on, fw_unit_id id )
{
	return &on->world->units[slot_of( on->world, id )];
}

// A vehicle that stands before one that holds in the near lane.
static fw_unit_id stand_behind( play* on )
{
	const fw_unit_id holder = add_vehicle( on->world, BEGIN + 2.5, LANE + 1.5 );
	const fw_unit_id unit = add_vehicle( on->world, 4.5, LANE + 1.5 );
	fw_order hold = fw_default_order();
	hold.kind = FW_ORDER_HOLD;
	assert_int_equal( fw_world_order( on->world, &holder, 1, &hold, NULL ), FW_OK );
	run( on, WAITED );
	go( on->world, unit, WIDTH - 3.5, LANE + 1.5 );
	run( on, 1.0 );
	for ( double t = 0.0; t < 20.0 && speed_of( on, unit ) > 0.0; t += STEP )
	{
		run( on, STEP );
	}
	assert_true( speed_of( on, unit ) == 0.0 );
	assert_int_equal( fw_world_measure( on->world ).detours, 0 );
	return unit;
}

// As if it had made room and was off its path. The length of the path that it takes then.
static double lose_path( play* on, fw_unit_id unit )
{
	fw_crowd* crowd = (fw_crowd*)on->world->engine;
	const fw_body body = unit_of( on, unit )->body;
	crowd->units[body].on_path = false;
	for ( double t = 0.0; t < 2.0 && fw_world_measure( on->world ).detours == 0; t += STEP )
	{
		assert_true( fw_engine_look( on->world->engine, body ).any_path );
		run( on, STEP );
	}
	assert_int_equal( fw_world_measure( on->world ).detours, 1 );
	return unit_of( on, unit )->path.length;
}

// Through the other lane it is 33 s longer: it keeps to the near one, as if nobody stood there.
static void test_far( void** state )
{
	(void)state;
	play on = play_on( two_lanes(), 20000, NULL );
	const fw_unit_id unit = stand_behind( &on );
	const double straight = WIDTH - 3.5 - x_of( &on, unit );
	test_close_to( lose_path( &on, unit ), straight, 0.5 );
	fw_world_destroy( on.world );
}

// It takes a path around that is a few seconds longer.
static void test_near( void** state )
{
	(void)state;
	play on = play_on( two_lanes(), 20000, NULL );
	const fw_unit_id unit = stand_behind( &on );
	edit( &on, BEGIN, LANE + 6, END - BEGIN, 3, FW_TERRAIN_GROUND ); // before, it would not have come to a stand
	run( &on, 0.25 );                                                // it looks for a path anew
	const double straight = WIDTH - 3.5 - x_of( &on, unit );
	const double length = lose_path( &on, unit );
	assert_true( length > straight + 2.0 && length < straight + 30.0 );
	fw_world_destroy( on.world );
}

// Who has waited for as long as the way round takes goes there.
static void test_patient( void** state )
{
	(void)state;
	play on = play_on( two_lanes(), 20000, NULL );
	const fw_unit_id unit = stand_behind( &on );
	const double straight = WIDTH - 3.5 - x_of( &on, unit );
	on.world->units[slot_of( on.world, unit )].wants_since = fw_world_time( on.world ) - WAITED;
	assert_true( lose_path( &on, unit ) > straight + 60.0 );
	fw_world_destroy( on.world );
}

int run_test_detours( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_far ),
	    cmocka_unit_test( test_near ),
	    cmocka_unit_test( test_patient ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
