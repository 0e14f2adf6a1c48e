// SPDX-License-Identifier: MIT
// Units with an outline among each other and among walkers: polygons that stand where worlds say, looked at four times
// a tick, never come nearer to each other or to a wall than their rounding, and they arrive.
#include "fairway/world.h"
#include "support.h"
#include "support_outline.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define STEP 0.0125 // [s]
#define UNITS 48

typedef struct traffic
{
	fw_world* world;
	double frame; // [s]
	int32_t count;
	fw_unit_id ids[UNITS];
	fw_unit units[UNITS];
	bool arrived[UNITS];
	int32_t arrivals[UNITS];
	bool ordered[UNITS];
} traffic;

static fw_unit make_car( void )
{
	fw_unit car = fw_default_unit();
	car.radius = 0.0;
	car.outline = fw_outline_rectangle( 3.0, 2.0, 0.5 );
	car.turning_radius = 3.0;
	car.reverse = true;
	return car;
}

static fw_unit make_walker( void )
{
	return fw_default_unit();
}

static traffic* begin( traffic* t, fw_grid* grid )
{
	fw_world_def def = fw_default_world_def();
	*t = ( traffic ){ .frame = STEP };
	def.grid = grid;
	assert_int_equal( fw_world_create( &def, &t->world, NULL ), FW_OK );
	fw_grid_destroy( grid );
	return t;
}

static bool add( traffic* t, const fw_unit* unit, fw_pose at )
{
	fw_world_unit_def def = fw_default_world_unit_def();
	def.unit = *unit;
	const fw_status status = fw_world_add( t->world, &def, &at, 1, &t->ids[t->count], NULL );
	assert_true( status == FW_OK || status == FW_ERR_BLOCKED );
	t->units[t->count] = *unit;
	t->count += status == FW_OK ? 1 : 0;
	return status == FW_OK;
}

static void send( traffic* t, int32_t index, fw_pose to, bool any_heading )
{
	fw_order order = fw_default_order();
	order.goal = to;
	order.goal_any_heading = any_heading;
	assert_int_equal( fw_world_order( t->world, &t->ids[index], 1, &order, NULL ), FW_OK );
	t->ordered[index] = true;
	t->arrived[index] = false;
}

static void drive( traffic* t, const fw_unit* unit, fw_pose from, fw_pose to, bool any_heading )
{
	assert_true( add( t, unit, from ) );
	send( t, t->count - 1, to, any_heading );
}

// Fails if two overlap, or one and a wall. Of outlines that are far apart the discs around them tell.
static void check( const traffic* t )
{
	const fw_unit_arrays all = fw_world_units( t->world );
	test_polygon polygons[UNITS];
	assert_int_equal( all.count, t->count );
	for ( int32_t i = 0; i < all.count; i++ )
	{
		const fw_unit* unit = &t->units[i];
		polygons[i] = test_polygon_at( &unit->outline, ( fw_pose ){ all.x[i], all.y[i], all.heading[i] } );
		const double wall = test_to_walls( fw_world_grid( t->world ), unit->capabilities, &polygons[i], unit->radius );
		if ( wall < unit->radius || wall == 0.0 )
		{
			fail_msg( "unit %d is in a wall at %.3f s: %g", (int)i, fw_world_time( t->world ), wall );
		}
		for ( int32_t k = 0; k < i; k++ )
		{
			const double far = hypot( all.x[i] - all.x[k], all.y[i] - all.y[k] );
			const double sum = unit->radius + t->units[k].radius;
			const double gap =
			    far > all.radius[i] + all.radius[k] ? INFINITY : test_between( &polygons[i], &polygons[k] );
			if ( gap < sum || gap == 0.0 )
			{
				fail_msg( "units %d and %d overlap at %.3f s: %g", (int)k, (int)i, fw_world_time( t->world ),
				          gap - sum );
			}
		}
	}
}

static int32_t count_left( const traffic* t )
{
	int32_t left = 0;
	for ( int32_t i = 0; i < t->count; i++ )
	{
		left += t->ordered[i] && !t->arrived[i] ? 1 : 0;
	}
	return left;
}

static void step( traffic* t )
{
	int32_t events = 0;
	assert_int_equal( fw_world_step( t->world, t->frame, NULL ), FW_OK );
	const fw_world_event* seen = fw_world_events( t->world, &events );
	for ( int32_t i = 0; i < events; i++ )
	{
		for ( int32_t k = 0; k < t->count; k++ )
		{
			const bool arrives = seen[i].kind == FW_WORLD_ARRIVED && seen[i].unit == t->ids[k];
			t->arrived[k] = t->arrived[k] || arrives;
			t->arrivals[k] += arrives ? 1 : 0;
		}
	}
	check( t );
}

// Plays until all have arrived, or for some time. Gives how many have not.
static int32_t play( traffic* t, double seconds )
{
	check( t );
	while ( count_left( t ) > 0 && fw_world_time( t->world ) < seconds )
	{
		step( t );
	}
	return count_left( t );
}

static void end( traffic* t )
{
	fw_world_destroy( t->world );
}

static void test_two_meet( void** state )
{
	(void)state;
	const fw_rect road = { 0, 4, 50, 8 };
	const fw_unit car = make_car();
	traffic t;
	begin( &t, test_rooms( 50, 16, &road, 1 ) );
	drive( &t, &car, ( fw_pose ){ 4.5, 8.0, 0.0 }, ( fw_pose ){ 45.5, 8.0, 0.0 }, true );
	drive( &t, &car, ( fw_pose ){ 45.5, 8.0, FW_PI }, ( fw_pose ){ 4.5, 8.0, FW_PI }, true );
	assert_int_equal( play( &t, 60.0 ), 0 );
	end( &t );
}

static void test_car_and_walkers( void** state )
{
	(void)state;
	const fw_rect yard = { 0, 0, 40, 24 };
	const fw_unit car = make_car();
	const fw_unit walker = make_walker();
	traffic t;
	begin( &t, test_rooms( 40, 24, &yard, 1 ) );
	drive( &t, &car, ( fw_pose ){ 4.5, 12.0, 0.0 }, ( fw_pose ){ 34.5, 12.0, 0.0 }, false );
	for ( int32_t i = 0; i < 20; i++ )
	{
		const double x = 10.5 + i;
		const bool down = i % 2 == 0;
		drive( &t, &walker, ( fw_pose ){ x, down ? 3.5 : 20.5, 0.0 }, ( fw_pose ){ x, down ? 20.5 : 3.5, 0.0 }, true );
	}
	// One stands where the car goes, and makes room.
	assert_true( add( &t, &walker, ( fw_pose ){ 20.5, 12.5, 0.0 } ) );
	assert_int_equal( play( &t, 90.0 ), 0 );
	end( &t );
}

static void test_car_park( void** state )
{
	(void)state;
	// Two rows of five that face a lane between them leave through one gate.
	const fw_rect rooms[] = { { 0, 2, 24, 14 }, { 24, 6, 6, 6 }, { 30, 0, 26, 20 } };
	const fw_unit car = make_car();
	traffic t;
	begin( &t, test_rooms( 56, 20, rooms, 3 ) );
	for ( int32_t i = 0; i < 10; i++ )
	{
		const int32_t column = i / 2;
		const bool below = i % 2 != 0;
		const fw_pose from = { 3.5 + 3.0 * column, below ? 15.0 : 3.0, below ? -0.5 * FW_PI : 0.5 * FW_PI };
		const fw_pose to = { 36.5 + 4.0 * column, below ? 15.0 : 5.0, 0.0 };
		drive( &t, &car, from, to, true );
	}
	assert_int_equal( play( &t, 180.0 ), 0 );
	end( &t );
}

static void test_lay_by( void** state )
{
	(void)state;
	// They can pass in the middle only; and there a car must leave its lane to let the other one pass.
	const fw_rect rooms[] = { { 0, 10, 60, 3 }, { 22, 6, 18, 7 } };
	const fw_unit car = make_car();
	traffic t;
	begin( &t, test_rooms( 60, 18, rooms, 2 ) );
	drive( &t, &car, ( fw_pose ){ 4.5, 11.5, 0.0 }, ( fw_pose ){ 54.5, 11.5, 0.0 }, true );
	drive( &t, &car, ( fw_pose ){ 55.5, 11.5, FW_PI }, ( fw_pose ){ 5.5, 11.5, FW_PI }, true );
	assert_int_equal( play( &t, 150.0 ), 0 );
	end( &t );
}

static void pass_gate( int32_t frames )
{
	// Three of each side change sides through a gate that is wide enough for one.
	const fw_rect rooms[] = { { 0, 0, 24, 24 }, { 24, 10, 8, 4 }, { 32, 0, 24, 24 } };
	const fw_unit car = make_car();
	traffic t;
	begin( &t, test_rooms( 56, 24, rooms, 3 ) );
	t.frame = 1.0 / frames;
	for ( int32_t i = 0; i < 6; i++ )
	{
		const bool east = i % 2 != 0;
		const double y = 4.0 + 8.0 * ( i / 2 );
		drive( &t, &car, ( fw_pose ){ east ? 50.5 : 5.5, y, east ? FW_PI : 0.0 },
		       ( fw_pose ){ east ? 12.5 : 43.5, y + ( east ? 2.0 : -2.0 ), 0.0 }, true );
	}
	assert_int_equal( play( &t, 90.0 ), 0 );
	end( &t );
}

// They arrive in frames of any length: a path that one in the gate takes must not take the ground of those behind it.
static void test_gate( void** state )
{
	(void)state;
	const int32_t frames[] = { 10, 20, 80, 25, 40, 60, 120 }; // a second
	const int32_t every = test_every( 1 ) == 1 ? 1 : 2;
	for ( int32_t i = 0; i < (int32_t)( sizeof( frames ) / sizeof( frames[0] ) ); i += every )
	{
		pass_gate( frames[i] );
	}
}

// Who cannot get past one that does not go is told so: it does not seem to wait for others that do.
static void test_shut_in( void** state )
{
	(void)state;
	const fw_rect lane = { 0, 4, 60, 3 };
	const fw_unit car = make_car();
	traffic t;
	begin( &t, test_rooms( 60, 12, &lane, 1 ) );
	assert_true( add( &t, &car, ( fw_pose ){ 30.5, 5.5, 0.0 } ) );
	fw_order hold = fw_default_order();
	hold.kind = FW_ORDER_HOLD;
	assert_int_equal( fw_world_order( t.world, t.ids, 1, &hold, NULL ), FW_OK );
	drive( &t, &car, ( fw_pose ){ 12.5, 5.5, 0.0 }, ( fw_pose ){ 54.5, 5.5, 0.0 }, true );
	drive( &t, &car, ( fw_pose ){ 4.5, 5.5, 0.0 }, ( fw_pose ){ 50.5, 5.5, 0.0 }, true );
	assert_int_equal( play( &t, 45.0 ), 2 );
	const fw_unit_arrays all = fw_world_units( t.world );
	for ( int32_t i = 1; i < 3; i++ )
	{
		assert_int_equal( all.state[i], FW_UNIT_STUCK );
		assert_int_equal( all.stuck[i], FW_STUCK_NO_ROOM );
	}
	end( &t );
}

// Cars on a yard, in files of four, that all head east.
static void begin_yard( traffic* t, int32_t count )
{
	const fw_rect yard = { 0, 0, 64, 32 };
	const fw_unit car = make_car();
	begin( t, test_rooms( 64, 32, &yard, 1 ) );
	for ( int32_t i = 0; i < count; i++ )
	{
		assert_true( add( t, &car, ( fw_pose ){ 4.5 + 5.0 * ( i / 4 ), 5.0 + 6.0 * ( i % 4 ), 0.0 } ) );
	}
}

static void order_all( traffic* t, const fw_order* order, int32_t first )
{
	assert_int_equal( fw_world_order( t->world, t->ids + first, t->count - first, order, NULL ), FW_OK );
	for ( int32_t i = first; i < t->count; i++ )
	{
		t->ordered[i] = true;
	}
}

static void check_headings( const traffic* t, double heading )
{
	const fw_unit_arrays all = fw_world_units( t->world );
	for ( int32_t i = 0; i < t->count; i++ )
	{
		assert_true( fabs( remainder( all.heading[i] - heading, 2.0 * FW_PI ) ) < 1e-6 );
	}
}

// All stand at one heading: that of the order, or of the way that they came.
static void test_gather( void** state )
{
	(void)state;
	for ( int32_t round = 0; round < 2; round++ )
	{
		traffic t;
		begin_yard( &t, 8 );
		fw_order order = fw_default_order();
		order.kind = FW_ORDER_GATHER;
		order.goal = ( fw_pose ){ 48.0, 15.0, round == 0 ? 0.0 : 0.5 * FW_PI };
		order.goal_any_heading = round == 0;
		order_all( &t, &order, 0 );
		assert_int_equal( play( &t, 90.0 ), 0 );
		check_headings( &t, order.goal.heading );
		const fw_unit_arrays all = fw_world_units( t.world );
		for ( int32_t i = 0; i < t.count; i++ )
		{
			// Nine cars with the room beside them are 12 tiles long.
			assert_true( hypot( all.x[i] - 48.0, all.y[i] - 15.0 ) < 10.0 );
		}
		end( &t );
	}
}

// Beside walkers and a house, where some places have no way in.
static void test_gather_among_others( void** state )
{
	(void)state;
	traffic t;
	begin_yard( &t, 6 );
	const fw_unit walker = make_walker();
	assert_int_equal( fw_world_edit( t.world, ( fw_rect ){ 44, 10, 5, 5 }, FW_TERRAIN_OUT, NULL, NULL ), FW_OK );
	for ( int32_t i = 0; i < 6; i++ )
	{
		assert_true( add( &t, &walker, ( fw_pose ){ 18.5, 6.5 + 3.0 * i, 0.0 } ) );
	}
	fw_order order = fw_default_order();
	order.kind = FW_ORDER_GATHER;
	order.goal = ( fw_pose ){ 46.0, 13.0, 0.0 };
	order_all( &t, &order, 0 );
	assert_int_equal( play( &t, 120.0 ), 0 );
	end( &t );
}

// To and fro between the pose where each was and that of its place.
static void test_patrol( void** state )
{
	(void)state;
	traffic t;
	begin_yard( &t, 2 );
	fw_order order = fw_default_order();
	order.kind = FW_ORDER_PATROL;
	order.goal = ( fw_pose ){ 48.0, 15.0, 0.5 * FW_PI };
	order.goal_any_heading = false;
	order_all( &t, &order, 0 );
	while ( ( t.arrivals[0] < 3 || t.arrivals[1] < 3 ) && fw_world_time( t.world ) < 180.0 )
	{
		const int32_t before = t.arrivals[0];
		step( &t );
		if ( t.arrivals[0] > before )
		{
			const bool home = t.arrivals[0] % 2 == 0;
			const fw_unit_arrays all = fw_world_units( t.world );
			assert_true( fabs( remainder( all.heading[0] - ( home ? 0.0 : 0.5 * FW_PI ), 2.0 * FW_PI ) ) < 1e-6 );
			assert_true( !home || hypot( all.x[0] - 4.5, all.y[0] - 5.0 ) < 1e-6 );
		}
	}
	assert_true( t.arrivals[0] >= 3 && t.arrivals[1] >= 3 );
	end( &t );
}

static void test_follow( void** state )
{
	(void)state;
	traffic t;
	begin_yard( &t, 3 );
	fw_order order = fw_default_order();
	order.kind = FW_ORDER_FOLLOW;
	order.leader = t.ids[0];
	order_all( &t, &order, 1 );
	send( &t, 0, ( fw_pose ){ 48.0, 15.0, 0.0 }, true );
	assert_int_equal( play( &t, 60.0 ), 0 );
	send( &t, 0, ( fw_pose ){ 12.0, 25.0, 0.0 }, true );
	const double until = fw_world_time( t.world ) + 60.0;
	while ( fw_world_time( t.world ) < until )
	{
		step( &t );
	}
	const fw_unit_arrays all = fw_world_units( t.world );
	for ( int32_t i = 0; i < 3; i++ )
	{
		assert_int_equal( all.state[i], FW_UNIT_IDLE );
		assert_true( hypot( all.x[i] - all.x[0], all.y[i] - all.y[0] ) < 12.0 );
	}
	assert_true( t.arrived[0] );
	end( &t );
}

static void test_form_is_refused( void** state )
{
	(void)state;
	traffic t;
	begin_yard( &t, 2 );
	fw_order order = fw_default_order();
	fw_refusal why = { 0 };
	order.kind = FW_ORDER_FORM;
	order.goal = ( fw_pose ){ 48.0, 15.0, 0.0 };
	assert_int_equal( fw_world_order( t.world, t.ids, 2, &order, &why ), FW_ERR_UNSUPPORTED );
	assert_string_equal( why.field, "kind" );
	end( &t );
}

static fw_unit any_unit( test_random* random )
{
	fw_unit unit = make_car();
	unit.speed = test_random_real( random, 1.0, 4.0 );
	unit.acceleration = test_random_real( random, 1.0, 8.0 );
	unit.braking = test_random_real( random, 1.0, 8.0 );
	if ( test_random_chance( random, 0.4 ) )
	{
		unit.outline = ( fw_outline ){ 0 };
		unit.turning_radius = test_random_chance( random, 0.2 ) ? 1.5 : 0.0;
		unit.radius = test_random_real( random, 0.2, unit.turning_radius > 0.0 ? 0.9 : 0.49 );
		return unit;
	}
	const double length = test_random_real( random, 0.8, 4.0 );
	const double width = test_random_real( random, 0.4, 2.0 );
	const int32_t kind = test_random_int( random, 4 );
	unit.outline = kind == 0   ? fw_outline_rectangle( length, 0.0, test_random_real( random, 0.0, 1.0 ) * length )
	               : kind == 1 ? fw_outline_ship( length, width, 0.4 * length )
	                           : fw_outline_rectangle( length, width, test_random_real( random, 0.1, 0.5 ) * length );
	unit.radius = kind == 0 || test_random_chance( random, 0.3 ) ? test_random_real( random, 0.1, 0.5 ) : 0.0;
	unit.turning_radius = test_random_real( random, 1.0, 4.0 );
	unit.reverse = test_random_chance( random, 0.7 );
	return unit;
}

static fw_pose any_pose( const fw_grid* grid, test_random* random )
{
	return ( fw_pose ){ test_random_real( random, 1.0, fw_grid_width( grid ) - 1.0 ),
	                    test_random_real( random, 1.0, fw_grid_height( grid ) - 1.0 ),
	                    0.25 * FW_PI * test_random_int( random, 8 ) };
}

// Houses and a wall with a gap, or none.
static fw_grid* any_town( test_random* random )
{
	fw_rect rooms[UNITS] = { { 0, 0, 20, 30 }, { 20, 8 + test_random_int( random, 8 ), 4, 4 }, { 24, 0, 16, 30 } };
	fw_grid* grid = test_rooms( 40, 30, rooms, 3 );
	for ( int32_t i = 0; i < 6; i++ )
	{
		const fw_rect house = { test_random_int( random, 36 ), test_random_int( random, 26 ),
		                        1 + test_random_int( random, 4 ), 1 + test_random_int( random, 4 ) };
		assert_int_equal( fw_grid_fill( grid, house, FW_TERRAIN_OUT, NULL ), FW_OK );
	}
	return grid;
}

// Random crowds with new orders and stops on the way. Who has a path and does not arrive is one of few.
static void test_random_crowds( void** state )
{
	(void)state;
	test_random random = test_random_make( 77 );
	int32_t ordered = 0;
	int32_t left = 0;
	for ( int32_t round = 0; round < test_rounds( 20 ); round++ )
	{
		traffic t;
		begin( &t, any_town( &random ) );
		const int32_t wanted = 4 + test_random_int( &random, 20 );
		for ( int32_t i = 0; i < 4 * wanted && t.count < wanted; i++ )
		{
			const fw_unit unit = any_unit( &random );
			if ( add( &t, &unit, any_pose( fw_world_grid( t.world ), &random ) ) )
			{
				send( &t, t.count - 1, any_pose( fw_world_grid( t.world ), &random ), true );
			}
		}
		for ( int32_t i = 0; i < 6; i++ )
		{
			(void)play( &t, fw_world_time( t.world ) + 5.0 );
			const int32_t index = test_random_int( &random, t.count );
			send( &t, index, any_pose( fw_world_grid( t.world ), &random ), true );
		}
		(void)play( &t, 120.0 );
		ordered += t.count;
		const fw_unit_arrays all = fw_world_units( t.world );
		for ( int32_t i = 0; i < t.count; i++ )
		{
			const bool late = !t.arrived[i] && all.state[i] != FW_UNIT_NO_PATH;
			left += late ? 1 : 0;
		}
		end( &t );
	}

	assert_true( left <= ordered / 16 );
}

// A world that is saved now and then, and each that is loaded, go on in the same bits.
static void test_saved( void** state )
{
	(void)state;
	test_random random = test_random_make( 78 );
	for ( int32_t round = 0; round < test_rounds( 10 ); round++ )
	{
		traffic t;
		begin( &t, any_town( &random ) );
		for ( int32_t i = 0; i < 40; i++ )
		{
			const fw_unit unit = any_unit( &random );
			if ( add( &t, &unit, any_pose( fw_world_grid( t.world ), &random ) ) )
			{
				send( &t, t.count - 1, any_pose( fw_world_grid( t.world ), &random ), i % 2 == 0 );
			}
		}
		for ( int32_t i = 0; i < 6; i++ )
		{
			(void)play( &t, fw_world_time( t.world ) + test_random_real( &random, 0.1, 4.0 ) );
			char* bytes = NULL;
			size_t size = 0;
			assert_int_equal( fw_world_format( t.world, NULL, 0, &size, NULL ), FW_OK );
			bytes = malloc( size );
			assert_int_equal( fw_world_format( t.world, bytes, size, &size, NULL ), FW_OK );
			fw_world* loaded = NULL;
			assert_int_equal( fw_world_parse( bytes, size, NULL, &loaded, NULL ), FW_OK );
			free( bytes );
			for ( int32_t k = 0; k < 200; k++ )
			{
				step( &t );
				assert_int_equal( fw_world_step( loaded, STEP, NULL ), FW_OK );
				assert_true( fw_world_hash( loaded ) == fw_world_hash( t.world ) );
			}
			fw_world_destroy( loaded );
		}
		end( &t );
	}
}

// An edit waits while the outline needs the ground, and no longer.
static void test_edits_wait( void** state )
{
	(void)state;
	const fw_rect yard = { 0, 0, 30, 12 };
	const fw_unit car = make_car();
	traffic t;
	begin( &t, test_rooms( 30, 12, &yard, 1 ) );
	// It covers x 4 to 7 and y 5 to 7.
	assert_true( add( &t, &car, ( fw_pose ){ 4.5, 6.0, 0.0 } ) );
	int64_t edit = 0;
	assert_int_equal( fw_world_edit( t.world, ( fw_rect ){ 4, 7, 3, 1 }, FW_TERRAIN_OUT, &edit, NULL ), FW_OK );
	assert_int_equal( fw_world_edit( t.world, ( fw_rect ){ 6, 6, 1, 1 }, FW_TERRAIN_OUT, &edit, NULL ), FW_OK );
	step( &t );
	assert_false( fw_grid_passable( fw_world_grid( t.world ), 5, 7, FW_CAP_GROUND ) );
	assert_true( fw_grid_passable( fw_world_grid( t.world ), 6, 6, FW_CAP_GROUND ) );
	assert_int_equal( fw_world_measure( t.world ).edits, 1 );
	send( &t, 0, ( fw_pose ){ 24.5, 6.0, 0.0 }, false );
	assert_int_equal( play( &t, 30.0 ), 0 );
	assert_false( fw_grid_passable( fw_world_grid( t.world ), 6, 6, FW_CAP_GROUND ) );
	end( &t );
}

// Out of a bay only moves to and fro lead.
static void test_leaves_bay( void** state )
{
	(void)state;
	traffic t;
	begin( &t, test_bay() );
	fw_unit car = make_car();
	car.outline = fw_outline_rectangle( 3.0, 1.4, 0.7 );
	car.turning_radius = 2.5;
	drive( &t, &car, ( fw_pose ){ 14.3, 8.85, fw_radians( 3.0 ) }, ( fw_pose ){ 4.5, 6.5, 0.0 }, true );
	assert_int_equal( play( &t, 60.0 ), 0 );
	end( &t );
}

int run_test_world_outlines( void );
int run_test_world_outlines( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_two_meet ),
	    cmocka_unit_test( test_car_and_walkers ),
	    cmocka_unit_test( test_car_park ),
	    cmocka_unit_test( test_lay_by ),
	    cmocka_unit_test( test_gate ),
	    cmocka_unit_test( test_shut_in ),
	    cmocka_unit_test( test_gather ),
	    cmocka_unit_test( test_gather_among_others ),
	    cmocka_unit_test( test_patrol ),
	    cmocka_unit_test( test_follow ),
	    cmocka_unit_test( test_form_is_refused ),
	    cmocka_unit_test( test_random_crowds ),
	    cmocka_unit_test( test_saved ),
	    cmocka_unit_test( test_edits_wait ),
	    cmocka_unit_test( test_leaves_bay ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
