// SPDX-License-Identifier: MIT
// Vehicles with a reverse gear on small fields that they nearly fill, from random poses to random poses: all get home,
// and no two overlap.
#include "fairway/world.h"
#include "play.h"
#include "support_outline.h"

#define UNITS 16
#define SECONDS 400.0
#define EDGE 3.2 // no pose is nearer to the end of the map [tiles]
#define DRAWS 4000

typedef struct field
{
	uint64_t seed;
	int32_t count;
	int32_t side; // [tiles]
	bool cars;    // rectangles of 3 x 2 tiles; else discs
} field;

// In most of them some once shut each other in: three waited for each other in a circle; one stood before others that
// were at home and could make no room; two came home in turns, and pushed a third one to and fro; a path began with an
// arc that was too short to be driven.
static const field fields[] = {
    { 295, 4, 18, true },  { 452, 4, 18, true },  { 528, 4, 18, true }, { 686, 4, 18, true },  { 1475, 4, 18, true },
    { 105, 12, 24, true }, { 211, 12, 24, true }, { 54, 12, 28, true }, { 673, 5, 14, false }, { 42, 14, 20, false },
};

static double draw( uint64_t* state )
{
	*state = *state * 6364136223846793005u + 1442695040888963407u;
	return (double)( *state >> 33 ) / 2147483648.0;
}

static fw_pose draw_pose( uint64_t* state, double side )
{
	const double x = EDGE + draw( state ) * ( side - 2.0 * EDGE );
	const double y = EDGE + draw( state ) * ( side - 2.0 * EDGE );
	return ( fw_pose ){ x, y, draw( state ) * 2.0 * FW_PI };
}

static bool is_apart( const fw_pose* poses, int32_t count, fw_pose pose, double room )
{
	bool apart = true;
	for ( int32_t i = 0; i < count && apart; i++ )
	{
		apart = hypot( poses[i].x - pose.x, poses[i].y - pose.y ) > room;
	}
	return apart;
}

static fw_world_unit_def make_kind( bool cars )
{
	fw_world_unit_def def = fw_default_world_unit_def();
	def.unit.reverse = true;
	def.unit.radius = cars ? 0.0 : 0.9;
	def.unit.turning_radius = cars ? 3.0 : 2.0;
	if ( cars )
	{
		def.unit.outline = fw_outline_rectangle( 3.0, 2.0, 0.5 );
	}
	return def;
}

// Adds units where there is room, and sends them to goals that are apart.
static void fill( fw_world* world, const field* on, const fw_world_unit_def* kind )
{
	const double room = on->cars ? 4.4 : 2.6;
	fw_pose starts[UNITS];
	fw_pose goals[UNITS];
	fw_unit_id ids[UNITS];
	uint64_t state = on->seed * 7919 + 13;
	int32_t count = 0;
	for ( int32_t i = 0; i < 5; i++ )
	{
		(void)draw( &state );
	}
	for ( int32_t i = 0; i < DRAWS && count < on->count; i++ )
	{
		starts[count] = draw_pose( &state, on->side );
		goals[count] = draw_pose( &state, on->side );
		if ( is_apart( goals, count, goals[count], room ) && is_apart( starts, count, starts[count], 0.5 * room ) &&
		     fw_world_add( world, kind, &starts[count], 1, &ids[count], NULL ) == FW_OK )
		{
			count++;
		}
	}
	assert_true( count >= on->count - 2 );
	for ( int32_t i = 0; i < count; i++ )
	{
		fw_order order = fw_default_order();
		order.goal = goals[i];
		assert_int_equal( fw_world_order( world, &ids[i], 1, &order, NULL ), FW_OK );
	}
}

static void check_outlines( const fw_world* world, const fw_world_unit_def* kind )
{
	const fw_unit_arrays all = fw_world_units( world );
	test_polygon polygons[UNITS];
	for ( int32_t i = 0; i < all.count; i++ )
	{
		polygons[i] = test_polygon_at( &kind->unit.outline, ( fw_pose ){ all.x[i], all.y[i], all.heading[i] } );
		for ( int32_t k = 0; k < i; k++ )
		{
			assert_true( test_between( &polygons[i], &polygons[k] ) > 0.0 );
		}
	}
}

static void play_field( const field* on )
{
	const fw_world_unit_def kind = make_kind( on->cars );
	play p = play_on( test_field( on->side, on->side ), 20000, NULL );
	fill( p.world, on, &kind );
	const int32_t count = fw_world_units( p.world ).count;
	while ( p.seen[FW_WORLD_ARRIVED] < count && fw_world_time( p.world ) < SECONDS )
	{
		int32_t events = 0;
		assert_int_equal( fw_world_step( p.world, STEP, NULL ), FW_OK );
		const fw_world_event* seen = fw_world_events( p.world, &events );
		for ( int32_t i = 0; i < events; i++ )
		{
			p.seen[seen[i].kind]++;
		}
		if ( on->cars )
		{
			check_outlines( p.world, &kind );
		}
		else
		{
			check( p.world );
		}
	}
	if ( p.seen[FW_WORLD_ARRIVED] != count )
	{
		fail_msg( "seed %d: %d of %d got home", (int)on->seed, (int)p.seen[FW_WORLD_ARRIVED], (int)count );
	}
	fw_world_destroy( p.world );
}

static void test_fields( void** state )
{
	(void)state;
	for ( size_t i = 0; i < sizeof( fields ) / sizeof( fields[0] ); i++ )
	{
		play_field( &fields[i] );
	}
}

static void test_more_fields( void** state )
{
	(void)state;
	for ( int32_t i = 0; i < test_rounds( 200 ); i++ )
	{
		play_field( &( field ){ (uint64_t)i, 4, 18, true } );
		play_field( &( field ){ (uint64_t)i, 5, 14, false } );
	}
}

int run_test_packed( void );
int run_test_packed( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_fields ),
	    cmocka_unit_test( test_more_fields ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
