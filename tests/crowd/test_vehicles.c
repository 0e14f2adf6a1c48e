// SPDX-License-Identifier: MIT
// Units with a turning radius among each other: all of them arrive, and no two of them, nor one and a wall, ever touch.
#include "fairway/world.h"
#include "support.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#define STEP 0.05 // [s]
#define SLACK 1e-6
#define UNITS 16

// Vehicles of one kind, and where they go.
typedef struct fleet
{
	double radius, turning_radius;
	bool reverse;
	int32_t count;
	fw_pose from[UNITS];
	fw_pose to[UNITS];
} fleet;

static void check_walls( const fw_grid* grid, double x, double y, double radius )
{
	for ( int32_t ty = (int32_t)floor( y - radius ); ty <= y + radius; ty++ )
	{
		for ( int32_t tx = (int32_t)floor( x - radius ); tx <= x + radius; tx++ )
		{
			const double dx = x - fmin( fmax( x, tx ), tx + 1.0 );
			const double dy = y - fmin( fmax( y, ty ), ty + 1.0 );
			assert_true( hypot( dx, dy ) >= radius - SLACK || fw_grid_passable( grid, tx, ty, FW_CAP_GROUND ) );
		}
	}
}

static void check( const fw_world* world )
{
	const fw_unit_arrays all = fw_world_units( world );
	for ( int32_t i = 0; i < all.count; i++ )
	{
		check_walls( fw_world_grid( world ), all.x[i], all.y[i], all.radius[i] );
		for ( int32_t k = 0; k < i; k++ )
		{
			const double gap = hypot( all.x[i] - all.x[k], all.y[i] - all.y[k] ) - all.radius[i] - all.radius[k];
			assert_true( gap >= -SLACK );
		}
	}
}

static fw_world* begin( fw_grid* grid, const fleet* ships )
{
	fw_world* world = NULL;
	fw_world_def def = fw_default_world_def();
	def.grid = grid;
	assert_int_equal( fw_world_create( &def, &world, NULL ), FW_OK );
	fw_grid_destroy( grid );
	fw_world_unit_def kind = fw_default_world_unit_def();
	kind.unit.radius = ships->radius;
	kind.unit.turning_radius = ships->turning_radius;
	kind.unit.reverse = ships->reverse;
	fw_unit_id ids[UNITS];
	assert_int_equal( fw_world_add( world, &kind, ships->from, ships->count, ids, NULL ), FW_OK );
	for ( int32_t i = 0; i < ships->count; i++ )
	{
		fw_order order = fw_default_order();
		order.goal = ships->to[i];
		assert_int_equal( fw_world_order( world, &ids[i], 1, &order, NULL ), FW_OK );
	}
	return world;
}

// Plays until all have arrived, which they must within a time. Gives it.
static double play( fw_grid* grid, const fleet* ships, double seconds )
{
	fw_world* world = begin( grid, ships );
	int32_t arrived = 0;
	while ( arrived < ships->count && fw_world_time( world ) < seconds )
	{
		int32_t events = 0;
		assert_int_equal( fw_world_step( world, STEP, NULL ), FW_OK );
		const fw_world_event* seen = fw_world_events( world, &events );
		for ( int32_t i = 0; i < events; i++ )
		{
			arrived += seen[i].kind == FW_WORLD_ARRIVED ? 1 : 0;
		}
		check( world );
	}
	const double time = fw_world_time( world );
	assert_int_equal( arrived, ships->count );
	fw_world_destroy( world );
	return time;
}

static void test_head_on( void** state )
{
	(void)state;
	const fw_rect sea = { 0, 0, 70, 30 };
	const fleet ships = { .radius = 1.4,
	                      .turning_radius = 5.0,
	                      .count = 2,
	                      .from = { { 5.5, 15.5, 0.0 }, { 64.5, 15.5, FW_PI } },
	                      .to = { { 64.5, 15.5, 0.0 }, { 5.5, 15.5, FW_PI } } };
	play( test_rooms( 70, 30, &sea, 1 ), &ships, 60.0 );
}

static void test_lane( void** state )
{
	(void)state;
	// A lane with a lay-by in the middle: they can pass only there.
	const fw_rect rooms[] = { { 0, 10, 60, 3 }, { 24, 7, 14, 9 } };
	const fleet trucks = { .radius = 0.8,
	                       .turning_radius = 2.0,
	                       .reverse = true,
	                       .count = 2,
	                       .from = { { 4.5, 11.5, 0.0 }, { 55.5, 11.5, FW_PI } },
	                       .to = { { 55.5, 11.5, 0.0 }, { 4.5, 11.5, FW_PI } } };
	play( test_rooms( 60, 20, rooms, 2 ), &trucks, 120.0 );
}

static void test_car_park( void** state )
{
	(void)state;
	// Two rows that face each other leave through one gate.
	const fw_rect rooms[] = { { 0, 0, 30, 30 }, { 30, 14, 4, 3 }, { 34, 0, 26, 30 } };
	fleet cars = { .radius = 0.8, .turning_radius = 2.0, .reverse = true, .count = 10 };
	for ( int32_t i = 0; i < cars.count; i++ )
	{
		const int32_t column = i / 2;
		const bool below = i % 2 != 0;
		cars.from[i] = ( fw_pose ){ 4.5 + 4.0 * column, below ? 22.5 : 7.5, below ? -0.5 * FW_PI : 0.5 * FW_PI };
		cars.to[i] = ( fw_pose ){ 40.5 + 4.0 * column, below ? 22.5 : 7.5, 0.0 };
	}
	play( test_rooms( 60, 30, rooms, 3 ), &cars, 120.0 );
}

static void test_channel( void** state )
{
	(void)state;
	// Three of each side; in the channel between both harbors no two can pass.
	const fw_rect rooms[] = { { 0, 0, 30, 30 }, { 30, 13, 20, 4 }, { 50, 0, 30, 30 } };
	fleet ships = { .radius = 1.2, .turning_radius = 4.0, .count = 6 };
	for ( int32_t i = 0; i < ships.count; i++ )
	{
		const bool east = i % 2 != 0;
		const double y = 5.5 + 9.0 * ( i / 2 );
		ships.from[i] = ( fw_pose ){ east ? 72.5 : 7.5, y, east ? FW_PI : 0.0 };
		ships.to[i] = ( fw_pose ){ east ? 17.5 : 62.5, y + ( east ? 4.0 : -3.0 ), 0.0 };
	}
	play( test_rooms( 80, 30, rooms, 3 ), &ships, 240.0 );
}

// One behind the other in a bay, before its wall: none can turn out of it before the other one has backed up, and there
// is less room to do so than a curve to make room takes.
static void test_bay( void** state )
{
	(void)state;
	const fw_rect rooms[] = { { 0, 0, 40, 6 }, { 0, 6, 7, 4 } };
	const fleet tanks = { .radius = 1.18,
	                      .turning_radius = 1.5,
	                      .reverse = true,
	                      .count = 2,
	                      .from = { { 2.5, 8.0, 0.0 }, { 5.07, 8.0, 0.0 } },
	                      .to = { { 30.5, 3.0, 0.0 }, { 35.5, 3.0, 0.0 } } };
	play( test_rooms( 40, 10, rooms, 2 ), &tanks, 60.0 );
}

int run_test_vehicles( void );
int run_test_vehicles( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_head_on ),  cmocka_unit_test( test_bay ),     cmocka_unit_test( test_lane ),
	    cmocka_unit_test( test_car_park ), cmocka_unit_test( test_channel ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
