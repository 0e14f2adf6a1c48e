// SPDX-License-Identifier: MIT
// Formations: their shapes, marches round corners and through gates, and what happens to them on the way.
#include "play.h"
#include "world/world.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#define MANY 40

static fw_order form( fw_shape shape, double x, double y )
{
	fw_order order = fw_default_order();
	order.kind = FW_ORDER_FORM;
	order.shape = shape;
	order.spacing = 1.2;
	order.goal = at( x, y );
	return order;
}

static void give( const play* on, const fw_unit_id* ids, int32_t count, fw_order order )
{
	assert_int_equal( fw_world_order( on->world, ids, count, &order, NULL ), FW_OK );
}

static void add_rows( fw_world* world, const fw_world_unit_def* def, double x, double y, double apart, fw_unit_id* ids,
                      int32_t count )
{
	for ( int32_t i = 0; i < count; i++ )
	{
		const fw_pose pose = at( x + apart * ( i % 3 ), y + apart * ( i / 3 ) );
		assert_int_equal( fw_world_add( world, def, &pose, 1, &ids[i], NULL ), FW_OK );
	}
}

static void add_walkers( const play* on, double x, double y, fw_unit_id* ids, int32_t count )
{
	const fw_world_unit_def def = fw_default_world_unit_def();
	add_rows( on->world, &def, x, y, 2.0, ids, count );
}

static const world_unit* unit_of( const play* on, fw_unit_id id )
{
	return &on->world->units[slot_of( on->world, id )];
}

static double apart( fw_vec2 a, fw_vec2 b )
{
	return fw_length( a.x - b.x, a.y - b.y );
}

static void run_until_idle( play* on, double seconds )
{
	const double end = fw_world_time( on->world ) + seconds;
	bool idle = false;
	while ( !idle && fw_world_time( on->world ) < end )
	{
		assert_int_equal( step( on ), FW_OK );
		const fw_unit_arrays all = fw_world_units( on->world );
		idle = fw_world_time( on->world ) > 1.0;
		for ( int32_t i = 0; i < all.count; i++ )
		{
			idle = idle && all.state[i] == FW_UNIT_IDLE;
		}
	}
	assert_true( idle );
}

static void test_shapes( void** state )
{
	(void)state;
	fw_vec2 offsets[MANY], folded[MANY];
	shape_rank ranks[MANY];
	for ( int32_t count = 1; count <= MANY; count++ )
	{
		for ( fw_shape shape = FW_SHAPE_BOX; shape < FW_SHAPE_OWN; shape++ )
		{
			double first = -INFINITY;
			double last = INFINITY;
			fw_shape_form( shape, 1.5, offsets, count );
			fw_shape_fold( offsets, count, 3, 1.5, ranks, folded );
			for ( int32_t i = 0; i < count; i++ )
			{
				first = fmax( first, offsets[i].x );
				last = fmin( last, offsets[i].x );
				assert_true( fabs( folded[i].y ) <= 1.5 );
				for ( int32_t k = 0; k < i; k++ )
				{
					assert_true( apart( offsets[i], offsets[k] ) >= 1.5 - SLACK );
					assert_true( apart( folded[i], folded[k] ) >= 1.5 - SLACK );
					assert_true( offsets[i].x <= offsets[k].x || folded[i].x >= folded[k].x );
				}
			}
			assert_true( fabs( first + last ) < SLACK );
		}
	}
	fw_shape_form( FW_SHAPE_LINE, 2.0, offsets, 4 );
	assert_true( offsets[0].x == 0.0 && offsets[0].y == -3.0 && offsets[3].y == 3.0 );
	fw_shape_form( FW_SHAPE_COLUMN, 2.0, offsets, 3 );
	assert_true( offsets[0].x == 2.0 && offsets[2].x == -2.0 && offsets[1].y == 0.0 );
	fw_shape_form( FW_SHAPE_WEDGE, 2.0, offsets, 5 );
	assert_true( offsets[0].x == 2.0 && offsets[0].y == 0.0 && offsets[3].y == -4.0 && offsets[4].x == -2.0 );
}

// All stand in the shape around the goal, heading as the order says.
static void check_end( const play* on, const fw_unit_id* ids, int32_t count, fw_pose goal )
{
	for ( int32_t i = 0; i < count; i++ )
	{
		const fw_vec2 offset = unit_of( on, ids[i] )->offset;
		const double x = goal.x + offset.x * fw_cos( goal.heading ) - offset.y * fw_sin( goal.heading );
		const double y = goal.y + offset.x * fw_sin( goal.heading ) + offset.y * fw_cos( goal.heading );
		assert_true( fw_length( x_of( on, ids[i] ) - x, y_of( on, ids[i] ) - y ) < 1e-3 );
		for ( int32_t k = 0; k < i; k++ )
		{
			assert_true( apart( offset, unit_of( on, ids[k] )->offset ) >= 1.5 );
		}
	}
}

static void test_open_field( void** state )
{
	(void)state;
	for ( fw_shape shape = FW_SHAPE_BOX; shape < FW_SHAPE_OWN; shape++ )
	{
		play on = play_on( test_field( 60, 40 ), 20000, NULL );
		fw_unit_id ids[6];
		fw_order order = form( shape, 45.5, 25.5 );
		order.goal.heading = 0.5 * FW_PI;
		order.goal_any_heading = false;
		add_walkers( &on, 5.5, 15.5, ids, 6 );
		give( &on, ids, 6, order );
		run_until_idle( &on, 120.0 );
		check_end( &on, ids, 6, order.goal );
		assert_int_equal( on.seen[FW_WORLD_STARTED], 6 );
		assert_int_equal( on.seen[FW_WORLD_ARRIVED], 6 );
		fw_world_destroy( on.world );
	}
}

// While it marches over open ground, everybody is near its place.
static void test_keeps_shape( void** state )
{
	(void)state;
	play on = play_on( test_field( 80, 30 ), 20000, NULL );
	fw_unit_id ids[6];
	add_walkers( &on, 5.5, 12.5, ids, 6 );
	give( &on, ids, 6, form( FW_SHAPE_BOX, 70.5, 14.5 ) );
	double marched = 0.0;
	for ( int32_t i = 0; i < 1200; i++ )
	{
		assert_int_equal( step( &on ), FW_OK );
		const world_group* group = &on.world->groups[0];
		if ( group->march.goes && !group->march.forms && group->march.at > 10.0 )
		{
			marched = group->march.at;
			assert_int_equal( group->march.files, 0 );
			for ( int32_t k = 0; k < 6; k++ )
			{
				const fw_vec2 place = fw_route_place( group, unit_of( &on, ids[k] )->folded, marched );
				assert_true( fw_length( x_of( &on, ids[k] ) - place.x, y_of( &on, ids[k] ) - place.y ) < 2.0 );
			}
		}
	}
	assert_true( marched > 60.0 );
	fw_world_destroy( on.world );
}

// The first id of the list gets the first offset.
static void test_own_offsets( void** state )
{
	(void)state;
	play on = play_on( test_field( 50, 30 ), 20000, NULL );
	const fw_vec2 offsets[4] = { { 0.0, 0.0 }, { -3.0, 2.0 }, { 2.5, -1.0 }, { -1.0, -4.0 } };
	fw_unit_id ids[4];
	fw_order order = form( FW_SHAPE_OWN, 40.5, 15.5 );
	order.goal.heading = 0.0;
	order.goal_any_heading = false;
	order.offsets = offsets;
	add_walkers( &on, 5.5, 12.5, ids, 3 );
	ids[3] = add( on.world, 9.5, 18.5 );
	const fw_unit_id listed[4] = { ids[2], ids[0], ids[3], ids[1] };
	give( &on, listed, 4, order );
	run_until_idle( &on, 90.0 );
	for ( int32_t i = 0; i < 4; i++ )
	{
		assert_true( fabs( x_of( &on, listed[i] ) - 40.5 - offsets[i].x ) < 1e-3 );
		assert_true( fabs( y_of( &on, listed[i] ) - 15.5 - offsets[i].y ) < 1e-3 );
	}
	fw_world_destroy( on.world );
}

// A line of five folds for a gate that one unit fits through, and is a line again behind it.
static void test_gate( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 60, 24 );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 28, 0, 2, 11 }, FW_TERRAIN_OUT, NULL ), FW_OK );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 28, 13, 2, 11 }, FW_TERRAIN_OUT, NULL ), FW_OK );
	play on = play_on( grid, 20000, NULL );
	fw_unit_id ids[5];
	add_walkers( &on, 6.5, 10.5, ids, 5 );
	fw_order order = form( FW_SHAPE_LINE, 52.5, 12.0 );
	order.goal_any_heading = false;
	give( &on, ids, 5, order );
	bool folded = false;
	for ( int32_t i = 0; i < 2400 && on.seen[FW_WORLD_ARRIVED] < 5; i++ )
	{
		assert_int_equal( step( &on ), FW_OK );
		const world_march* march = &on.world->groups[0].march;
		folded = folded || ( march->goes && march->files == 1 );
	}
	assert_true( folded && !on.world->groups[0].march.goes );
	assert_int_equal( on.seen[FW_WORLD_ARRIVED], 5 );
	for ( int32_t i = 0; i < 5; i++ )
	{
		assert_true( fabs( x_of( &on, ids[i] ) - 52.5 ) < 0.01 );
	}
	fw_world_destroy( on.world );
}

// The goal is beside a wall, and a stranger stands there: who has no place in the shape stands beside it.
static void test_blocked_places( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 40, 20 );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 28, 0, 12, 20 }, FW_TERRAIN_OUT, NULL ), FW_OK );
	play on = play_on( grid, 20000, NULL );
	fw_unit_id ids[6];
	add_walkers( &on, 4.5, 8.5, ids, 6 );
	(void)add( on.world, 25.5, 9.5 );
	give( &on, ids, 6, form( FW_SHAPE_BOX, 27.0, 10.5 ) );
	run_until_idle( &on, 120.0 );
	for ( int32_t i = 0; i < 6; i++ )
	{
		const fw_pose place = unit_of( &on, ids[i] )->place;
		check_walls( fw_world_grid( on.world ), place.x, place.y, 0.4 );
		assert_true( fw_length( x_of( &on, ids[i] ) - 27.0, y_of( &on, ids[i] ) - 10.5 ) < 6.0 );
	}
	assert_int_equal( on.seen[FW_WORLD_ARRIVED], 6 );
	fw_world_destroy( on.world );
}

// Vehicles drive curves.
static void test_vehicles( void** state )
{
	(void)state;
	play on = play_on( test_field( 70, 50 ), 20000, NULL );
	fw_world_unit_def def = fw_default_world_unit_def();
	fw_unit_id ids[4];
	def.unit.radius = 0.9;
	def.unit.turning_radius = 1.5;
	add_rows( on.world, &def, 5.5, 20.5, 5.0, ids, 3 );
	fw_order order = form( FW_SHAPE_COLUMN, 55.5, 30.5 );
	order.spacing = 2.0;
	give( &on, ids, 3, order );
	run_until_idle( &on, 150.0 );
	assert_int_equal( on.seen[FW_WORLD_ARRIVED], 3 );
	for ( int32_t i = 0; i < 3; i++ )
	{
		assert_true( fw_length( x_of( &on, ids[i] ) - 55.5, y_of( &on, ids[i] ) - 30.5 ) < 6.0 );
	}
	fw_world_destroy( on.world );
}

// Tanks that stand close to each other and head away from their way, between houses: each gets to the goal.
static void test_crowded_vehicles( void** state )
{
	(void)state;
	for ( int32_t i = 0; i < 6; i++ )
	{
		test_random random = test_random_make( (uint64_t)i + 1 );
		fw_grid* grid = test_field( 110, 70 );
		for ( int32_t k = 0; k < 24; k++ )
		{
			const int32_t x = 30 + test_random_int( &random, 56 );
			const fw_rect house = { x, test_random_int( &random, 66 ), 2, 4 };
			assert_int_equal( fw_grid_fill( grid, house, FW_TERRAIN_OUT, NULL ), FW_OK );
		}
		play on = play_on( grid, 20000, NULL );
		const fw_world_unit_def tank = tanks();
		fw_unit_id ids[9];
		for ( int32_t k = 0; k < 9; k++ )
		{
			const fw_pose pose = { 14.5 + 2.4 * ( k % 3 ), 30.5 + 2.4 * ( k / 3 ), 0.9 * i };
			assert_int_equal( fw_world_add( on.world, &tank, &pose, 1, &ids[k], NULL ), FW_OK );
		}
		fw_order order = form( FW_SHAPE_BOX, 98.5, 35.5 );
		order.spacing = 0.5;
		give( &on, ids, 9, order );
		run_until_idle( &on, 130.0 );
		assert_true( on.seen[FW_WORLD_ARRIVED] >= 9 );
		fw_world_destroy( on.world );
	}
}

// Without a path all of them have none; an edit that opens one sends them off, and one that closes their route makes
// them find another one.
static void test_edits( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 50, 24 );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 25, 0, 2, 24 }, FW_TERRAIN_OUT, NULL ), FW_OK );
	play on = play_on( grid, 20000, NULL );
	fw_unit_id ids[4];
	add_walkers( &on, 4.5, 10.5, ids, 4 );
	fw_order order = form( FW_SHAPE_BOX, 40.5, 12.5 );
	give( &on, ids, 4, order );
	run( &on, 1.0 );
	assert_true( on.seen[FW_WORLD_NO_PATH] == 0 ); // the middle goes to the nearest tile that can be reached
	assert_int_equal( fw_world_edit( on.world, ( fw_rect ){ 25, 2, 2, 4 }, FW_TERRAIN_GROUND, NULL, NULL ), FW_OK );
	give( &on, ids, 4, order );
	run( &on, 5.0 );
	assert_int_equal( fw_world_edit( on.world, ( fw_rect ){ 25, 18, 2, 4 }, FW_TERRAIN_GROUND, NULL, NULL ), FW_OK );
	assert_int_equal( fw_world_edit( on.world, ( fw_rect ){ 25, 2, 2, 4 }, FW_TERRAIN_OUT, NULL, NULL ), FW_OK );
	run_until_idle( &on, 150.0 );
	assert_int_equal( on.seen[FW_WORLD_PATH_LOST], 4 );
	for ( int32_t i = 0; i < 4; i++ )
	{
		assert_true( fw_length( x_of( &on, ids[i] ) - 40.5, y_of( &on, ids[i] ) - 12.5 ) < 3.0 );
	}
	fw_world_destroy( on.world );
}

// The unit that plans the route is removed, or ordered elsewhere: another one plans it.
static void test_members_leave( void** state )
{
	(void)state;
	play on = play_on( test_field( 60, 40 ), 64, NULL );
	fw_unit_id ids[6];
	add_walkers( &on, 5.5, 15.5, ids, 6 );
	give( &on, ids, 6, form( FW_SHAPE_WEDGE, 45.5, 25.5 ) );
	for ( int32_t i = 0; i < 2; i++ )
	{
		const int32_t lead = on.world->groups[0].march.lead;
		assert_true( lead >= 0 );
		const fw_unit_id id = on.world->rows.ids[on.world->units[lead].index];
		if ( i == 0 )
		{
			assert_int_equal( fw_world_remove( on.world, &id, 1, NULL ), FW_OK );
		}
		else
		{
			fw_order stop = fw_default_order();
			stop.kind = FW_ORDER_STOP;
			give( &on, &id, 1, stop );
		}
		assert_int_equal( on.world->groups[0].count, 5 - i );
		assert_int_not_equal( on.world->groups[0].march.lead, lead );
	}
	run_until_idle( &on, 120.0 );
	assert_true( on.seen[FW_WORLD_STARTED] == 4 && on.seen[FW_WORLD_ARRIVED] == 4 );
	fw_world_destroy( on.world );
}

// Points with no room between them.
static void test_points( void** state )
{
	(void)state;
	for ( fw_shape shape = FW_SHAPE_BOX; shape <= FW_SHAPE_OWN; shape++ )
	{
		play on = play_text( "....................\n"
		                     "..........#.........\n"
		                     "....................\n" );
		fw_world_unit_def def = fw_default_world_unit_def();
		const fw_vec2 offsets[3] = { { 0.0, -3.0 }, { 0.0, 0.0 }, { 0.0, 3.0 } };
		fw_unit_id ids[3];
		def.unit.radius = 0.0;
		add_rows( on.world, &def, 1.5, 1.5, 1.0, ids, 3 );
		fw_order order = form( shape, 18.5, 1.5 );
		order.spacing = 0.0;
		order.offsets = offsets;
		give( &on, ids, 3, order );
		run( &on, 40.0 );
		assert_true( on.seen[FW_WORLD_ARRIVED] >= 1 );
		fw_world_destroy( on.world );
	}
}

// The largest unit, for which the route was planned, leaves, and the route is blocked afterwards.
static void test_largest_leaves( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 60, 30 );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 30, 10, 2, 10 }, FW_TERRAIN_OUT, NULL ), FW_OK );
	play on = play_on( grid, 20000, NULL );
	fw_world_unit_def def = fw_default_world_unit_def();
	fw_unit_id ids[4];
	def.unit.radius = 0.9;
	add_rows( on.world, &def, 12.5, 6.5, 2.0, ids, 1 );
	add_walkers( &on, 4.5, 5.5, ids + 1, 3 );
	give( &on, ids, 4, form( FW_SHAPE_COLUMN, 50.5, 12.5 ) );
	run( &on, 4.0 );
	assert_true( on.world->groups[0].march.goes );
	assert_int_equal( fw_world_remove( on.world, ids, 1, NULL ), FW_OK );
	assert_int_equal( fw_world_edit( on.world, ( fw_rect ){ 30, 0, 2, 12 }, FW_TERRAIN_OUT, NULL, NULL ), FW_OK );
	run( &on, 0.1 );
	assert_int_equal( on.seen[FW_WORLD_PATH_LOST], 3 );
	run( &on, 0.5 );
	assert_true( on.world->groups[0].march.goes );
	run_until_idle( &on, 150.0 );
	assert_int_equal( on.seen[FW_WORLD_ARRIVED], 3 );
	fw_world_destroy( on.world );
}

static fw_status march_through( const fw_allocator* allocator, test_memory* memory, fw_status* worst )
{
	fw_grid* grid = test_field( 24, 12 );
	fw_world_def def = fw_default_world_def();
	const fw_world_unit_def unit = fw_default_world_unit_def();
	const fw_pose poses[3] = { at( 2.5, 3.5 ), at( 2.5, 5.5 ), at( 4.5, 4.5 ) };
	play on = { 0 };
	fw_unit_id ids[3] = { 0 };
	const fw_order order = form( FW_SHAPE_COLUMN, 19.5, 6.5 );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 11, 0, 1, 5 }, FW_TERRAIN_OUT, NULL ), FW_OK );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 11, 6, 1, 6 }, FW_TERRAIN_OUT, NULL ), FW_OK );
	def.allocator = *allocator;
	def.grid = grid;
	fw_status status = fw_world_create( &def, &on.world, NULL );
	fw_grid_destroy( grid );
	if ( status != FW_OK )
	{
		return status;
	}
	status = fw_world_add( on.world, &unit, poses, 3, ids, NULL );
	status = status == FW_OK ? fw_world_order( on.world, ids, 3, &order, NULL ) : status;
	for ( int32_t i = 0; i < 1200 && status == FW_OK && on.seen[FW_WORLD_ARRIVED] < 3; i++ )
	{
		const fw_status stepped = step( &on );
		assert_true( stepped == FW_OK || stepped == FW_ERR_MEMORY );
		*worst = stepped != FW_OK ? stepped : *worst;
		if ( stepped != FW_OK )
		{
			test_memory_fail_never( memory );
		}
		if ( i == 100 ) // on the march
		{
			const fw_order other = form( FW_SHAPE_COLUMN, 19.5, 7.5 );
			status = fw_world_order( on.world, ids, 3, &other, NULL );
		}
	}
	assert_true( status != FW_OK || on.seen[FW_WORLD_ARRIVED] == 3 );
	fw_world_destroy( on.world );
	return status;
}

static void test_memory_runs_out( void** state )
{
	(void)state;
	test_memory memory = test_memory_make();
	const fw_allocator allocator = test_memory_allocator( &memory );
	fw_status worst = FW_OK;
	bool done = false;
	int64_t n = 0;
	for ( ; !done; n++ )
	{
		test_memory_fail_in( &memory, n, n % 2 == 1 );
		const int64_t last = memory.asked + n;
		const fw_status status = march_through( &allocator, &memory, &worst );
		assert_true( status == FW_OK || status == FW_ERR_MEMORY );
		test_memory_check_empty( &memory );
		done = memory.asked <= last;
	}
	assert_true( n > 50 && worst == FW_ERR_MEMORY );
}

int run_test_formation( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_shapes ),
	    cmocka_unit_test( test_open_field ),
	    cmocka_unit_test( test_keeps_shape ),
	    cmocka_unit_test( test_own_offsets ),
	    cmocka_unit_test( test_gate ),
	    cmocka_unit_test( test_blocked_places ),
	    cmocka_unit_test( test_vehicles ),
	    cmocka_unit_test( test_crowded_vehicles ),
	    cmocka_unit_test( test_edits ),
	    cmocka_unit_test( test_members_leave ),
	    cmocka_unit_test( test_points ),
	    cmocka_unit_test( test_largest_leaves ),
	    cmocka_unit_test( test_memory_runs_out ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
