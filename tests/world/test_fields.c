// SPDX-License-Identifier: MIT
// Units of a world that share a distance field: all get paths, about as long as the planner's own, for a fraction of
// the nodes; after edits, within the memory, and with the same bits.
#include "grid/grid.h"
#include "play.h"
#include "world/world.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#define MANY 100
#define MOST 1000

// Adds units in rows of 25, where they fit, and gives them one order.
static int32_t send( play* on, fw_rect block, double radius, int32_t count, fw_order order, fw_unit_id* ids )
{
	fw_world_unit_def def = fw_default_world_unit_def();
	def.unit.radius = radius;
	int32_t added = 0;
	for ( int32_t i = 0; added < count && i < block.width * block.height; i++ )
	{
		const double apart = radius > 0.5 ? 2.0 : 1.0;
		const fw_pose pose =
		    at( block.x + 0.5 + apart * ( i % block.width ), block.y + 0.5 + apart * ( i / block.width ) );
		added += fw_world_add( on->world, &def, &pose, 1, &ids[added], NULL ) == FW_OK ? 1 : 0;
	}
	assert_true( added > 0 );
	assert_int_equal( fw_world_order( on->world, ids, added, &order, NULL ), FW_OK );
	return added;
}

static fw_order order_to( fw_order_kind kind, double x, double y )
{
	fw_order order = fw_default_order();
	order.kind = kind;
	order.goal = at( x, y );
	return order;
}

static int32_t count_fields( const play* on )
{
	int32_t count = 0;
	for ( int32_t i = 0; i < FW_FIELDS_MAX; i++ )
	{
		count += on->world->fields[i].field != NULL ? 1 : 0;
	}
	return count;
}

typedef enum map_kind
{
	HOUSES = 0,
	SINGLES = 1, // single blocked tiles
	SWAMPS = 2,  // houses, and ground that costs more
} map_kind;

static fw_grid* draw_map( uint64_t seed, int32_t side, map_kind kind )
{
	test_random random = test_random_make( seed );
	fw_grid* grid = kind != SINGLES ? test_random_town( &random, side, side, side * side / 60, 7 )
	                                : test_random_grid( &random, side, side, 0.15 );
	fw_terrain swamp = *fw_grid_terrain( grid, FW_TERRAIN_SWAMP );
	swamp.cost = 2.5;
	assert_int_equal( fw_grid_set_terrain( grid, FW_TERRAIN_SWAMP, &swamp, NULL ), FW_OK );
	for ( int32_t i = 0; i < 40 && kind == SWAMPS; i++ )
	{
		const fw_rect rect = test_random_rect( &random, side, side, 15, 15 );
		assert_int_equal( fw_grid_fill( grid, rect, FW_TERRAIN_SWAMP, NULL ), FW_OK );
	}
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 2, 2, 26, 12 }, FW_TERRAIN_GROUND, NULL ), FW_OK );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ side - 22, side - 22, 14, 14 }, FW_TERRAIN_GROUND, NULL ),
	                  FW_OK );
	return grid;
}

// Steps until nobody waits for a path; @return the nodes of all steps.
static int64_t plan_all( play* on, int32_t* steps )
{
	int64_t nodes = 0;
	for ( *steps = 0; *steps == 0 || fw_world_measure( on->world ).planning > 0; *steps += 1 )
	{
		assert_true( *steps < 2000 );
		assert_int_equal( fw_world_step( on->world, 0.001, NULL ), FW_OK );
		const int64_t now = fw_world_measure( on->world ).nodes;
		assert_true( now <= on->world->def.step_nodes );
		nodes += now;
	}
	return nodes;
}

// What the planner itself makes of the same paths.
typedef struct compared
{
	int64_t nodes;
	double ours, own, worst;
} compared;

static compared compare( const play* on, const fw_unit_id* ids, int32_t count, double radius )
{
	compared sum = { 0 };
	fw_planner* planner = NULL;
	fw_result result = { 0 };
	fw_grid* grid = NULL;
	assert_int_equal( fw_grid_copy( fw_world_grid( on->world ), &on->world->allocator, NULL, &grid ), FW_OK );
	assert_int_equal( fw_planner_create( grid, NULL, &planner, NULL ), FW_OK );
	fw_smoother smoother = fw_default_smoother();
	smoother.grid = grid;
	for ( int32_t i = 0; i < count; i++ )
	{
		const fw_path* path = fw_world_path( on->world, ids[i] );
		fw_plan plan = fw_default_plan();
		plan.unit.radius = radius;
		plan.start = path->start;
		plan.goal = fw_path_end( path );
		smoother.unit = &plan.unit;
		test_check_legal( grid, &plan.unit, path );
		assert_int_equal( fw_planner_run( planner, &plan, &result, NULL ), FW_OK );
		assert_int_equal( result.outcome, FW_FOUND );
		sum.nodes += result.counters.expanded;
		const double cost = fw_smoother_cost( &smoother, path );
		sum.ours += cost;
		sum.own += result.cost;
		sum.worst = fmax( sum.worst, result.cost > 0.0 ? cost / result.cost : 1.0 );
	}
	fw_result_free( &result );
	fw_planner_destroy( planner );
	fw_grid_destroy( grid );
	return sum;
}

typedef struct scene
{
	map_kind map;
	fw_order_kind order;
	double radius;
	int32_t share; // the field takes at most such a part of the planner's nodes
} scene;

// Units that all plan for one place.
static compared play_order( uint64_t seed, const scene* of )
{
	play on = play_on( draw_map( seed, 150, of->map ), 20000, NULL );
	fw_unit_id ids[MANY];
	int32_t steps = 0;
	const fw_order order = order_to( of->order, 135.5, 135.5 );
	const int32_t count = send( &on, ( fw_rect ){ 2, 2, 25, 20 }, of->radius, MANY, order, ids );
	const int64_t nodes = plan_all( &on, &steps );
	assert_int_equal( count_fields( &on ), 1 );
	for ( int32_t i = 0; i < count; i++ )
	{
		assert_true( fw_world_path( on.world, ids[i] )->count > 0 );
	}
	const compared sum = compare( &on, ids, count, of->radius );
	assert_true( of->share * nodes <= sum.nodes );
	fw_world_destroy( on.world );
	return sum;
}

static void test_one_place( void** state )
{
	(void)state;
	static const scene scenes[] = {
	    { HOUSES, FW_ORDER_GATHER, 0.4, 2 },   { HOUSES, FW_ORDER_GO, 0.4, 2 },
	    { HOUSES, FW_ORDER_GATHER, 0.8, 1 },   { SINGLES, FW_ORDER_GATHER, 0.4, 10 },
	    { SINGLES, FW_ORDER_PATROL, 0.4, 10 }, { SWAMPS, FW_ORDER_GATHER, 0.4, 10 },
	};
	compared sum = { 0 };
	for ( uint64_t i = 0; i < 18; i++ )
	{
		const compared one = play_order( i + 1, &scenes[i % 6] );
		sum.ours += one.ours;
		sum.own += one.own;
		sum.worst = fmax( sum.worst, one.worst );
	}
	print_message( "costs %.4f of the planner's, the worst %.4f\n", sum.ours / sum.own, sum.worst );
	assert_true( sum.ours <= 1.01 * sum.own && sum.worst < 1.15 );
}

// With a small budget a field takes many steps, and all wait for it.
static void test_budget( void** state )
{
	(void)state;
	play on = play_on( draw_map( 3, 150, SINGLES ), 64, NULL );
	fw_unit_id ids[MANY];
	int32_t steps = 0;
	(void)send( &on, ( fw_rect ){ 2, 2, 25, 20 }, 0.4, MANY, order_to( FW_ORDER_GATHER, 135.5, 135.5 ), ids );
	(void)plan_all( &on, &steps );
	assert_true( steps > 30 );
	fw_world_destroy( on.world );
}

// Too few units, places in sight, plans with wishes of their own, and units that follow search.
static void test_who_searches( void** state )
{
	(void)state;
	for ( int32_t i = 0; i < 3; i++ )
	{
		play on = play_on( i == 1 ? test_field( 150, 150 ) : draw_map( 3, 150, SINGLES ), 20000, NULL );
		fw_unit_id ids[MANY];
		int32_t steps = 0;
		fw_order order = order_to( FW_ORDER_GATHER, 135.5, 135.5 );
		order.goal_tolerance = i == 2 ? 0.5 : 0.0;
		const int32_t count = send( &on, ( fw_rect ){ 2, 2, 25, 20 }, 0.4, i == 0 ? 7 : MANY, order, ids );
		(void)plan_all( &on, &steps );
		assert_int_equal( count_fields( &on ), 0 );
		assert_true( fw_world_path( on.world, ids[count - 1] )->count > 0 );
		fw_world_destroy( on.world );
	}
}

// Why there is no path is told as for one unit alone, also beside units that get theirs.
static void test_reasons( void** state )
{
	(void)state;
	play on = play_on( test_field( 60, 60 ), 20000, NULL );
	fw_unit_id ids[61];
	assert_int_equal( fw_world_edit( on.world, ( fw_rect ){ 30, 0, 1, 50 }, FW_TERRAIN_OUT, NULL, NULL ), FW_OK );
	assert_int_equal( fw_world_edit( on.world, ( fw_rect ){ 15, 20, 1, 11 }, FW_TERRAIN_OUT, NULL, NULL ), FW_OK );
	assert_int_equal( fw_world_edit( on.world, ( fw_rect ){ 0, 30, 15, 1 }, FW_TERRAIN_OUT, NULL, NULL ), FW_OK );
	assert_int_equal( fw_world_edit( on.world, ( fw_rect ){ 0, 20, 15, 1 }, FW_TERRAIN_OUT, NULL, NULL ), FW_OK );
	const fw_order order = order_to( FW_ORDER_GO, 50.5, 10.5 );
	(void)send( &on, ( fw_rect ){ 2, 22, 10, 1 }, 0.4, 1, order, ids );
	run( &on, 0.1 );
	assert_int_equal( on.seen[FW_WORLD_NO_PATH], 1 );
	const fw_reason reason = on.last[FW_WORLD_NO_PATH].reason;
	assert_int_equal( reason, FW_REASON_OTHER_REGION );
	(void)send( &on, ( fw_rect ){ 2, 24, 10, 1 }, 0.4, 10, order, ids );
	(void)send( &on, ( fw_rect ){ 2, 2, 10, 4 }, 0.4, 40, order, ids + 10 );
	for ( int32_t i = 10; i >= 0; i -= 10 )
	{
		assert_int_equal( fw_world_order( on.world, ids + i, i == 0 ? 10 : 40, &order, NULL ), FW_OK );
	}
	run( &on, 0.1 );
	assert_int_equal( count_fields( &on ), 1 );
	assert_int_equal( on.seen[FW_WORLD_NO_PATH], 11 );
	assert_int_equal( on.last[FW_WORLD_NO_PATH].reason, reason );
	assert_int_equal( on.seen[FW_WORLD_STARTED], 40 );
	fw_world_destroy( on.world );
}

// Doors are closed and opened while a hundred units drive: nobody keeps a path through a wall, and all arrive.
static uint64_t play_doors( void )
{
	play on = play_on( test_field( 80, 50 ), 4000, NULL );
	fw_unit_id ids[60];
	const fw_rect doors[3] = { { 40, 5, 1, 4 }, { 40, 23, 1, 4 }, { 40, 41, 1, 4 } };
	assert_int_equal( fw_world_edit( on.world, ( fw_rect ){ 40, 0, 1, 50 }, FW_TERRAIN_OUT, NULL, NULL ), FW_OK );
	assert_int_equal( fw_world_edit( on.world, doors[1], FW_TERRAIN_GROUND, NULL, NULL ), FW_OK );
	const int32_t count =
	    send( &on, ( fw_rect ){ 4, 5, 6, 10 }, 0.4, 60, order_to( FW_ORDER_GATHER, 70.5, 10.5 ), ids );
	for ( int32_t i = 0; i < 12; i++ )
	{
		run( &on, 1.5 );
		const uint8_t terrain = i % 2 == 0 ? FW_TERRAIN_GROUND : FW_TERRAIN_OUT;
		assert_int_equal( fw_world_edit( on.world, doors[i / 2 % 3 == 0 ? 0 : 2], terrain, NULL, NULL ), FW_OK );
		assert_true( i != 0 || count_fields( &on ) == 1 );
	}
	run( &on, 80.0 );
	assert_int_equal( on.seen[FW_WORLD_NO_PATH], 0 );
	for ( int32_t i = 0; i < count; i++ )
	{
		assert_int_equal( state_of( &on, ids[i] ), FW_UNIT_IDLE );
		assert_true( x_of( &on, ids[i] ) > 60.0 );
	}
	const uint64_t hash = fw_world_hash( on.world );
	fw_world_destroy( on.world );
	return hash;
}

static void test_doors( void** state )
{
	(void)state;
	assert_true( play_doors() == play_doors() );
}

// An edit that closes the way is taken over by the field: the next paths, made in the same step, are legal.
static void test_repair( void** state )
{
	(void)state;
	play on = play_on( draw_map( 7, 150, SINGLES ), 1000000, NULL );
	fw_unit_id ids[MANY];
	int32_t steps = 0;
	test_random random = test_random_make( 4 );
	const int32_t count =
	    send( &on, ( fw_rect ){ 2, 2, 25, 20 }, 0.4, MANY, order_to( FW_ORDER_GATHER, 135.5, 135.5 ), ids );
	(void)plan_all( &on, &steps );
	const fw_goal_field* field = on.world->fields[0].field;
	for ( int32_t i = 0; i < 10; i++ )
	{
		const fw_rect rect = { 30 + test_random_int( &random, 90 ), 30 + test_random_int( &random, 90 ), 8, 8 };
		assert_int_equal( fw_world_edit( on.world, rect, i % 3 == 2 ? FW_TERRAIN_GROUND : FW_TERRAIN_OUT, NULL, NULL ),
		                  FW_OK );
		(void)plan_all( &on, &steps );
		assert_ptr_equal( on.world->fields[0].field, field );
		const compared sum = compare( &on, ids, count, 0.4 );
		assert_true( sum.ours <= 1.02 * sum.own );
	}
	fw_world_destroy( on.world );
}

// Fields give way to others when their memory is used up.
static void test_memory_cap( void** state )
{
	(void)state;
	static fw_unit_id ids[MOST];
	fw_grid* grid = test_field( 1000, 1000 );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 40, 0, 1, 990 }, FW_TERRAIN_OUT, NULL ), FW_OK );
	play on = play_on( grid, 1000000, NULL );
	const int32_t count = send( &on, ( fw_rect ){ 2, 2, 25, 40 }, 0.3, 160, order_to( FW_ORDER_GO, 990.5, 2.5 ), ids );
	size_t most = 0;
	int32_t fields = 0;
	for ( int32_t i = 0; i < 12; i++ )
	{
		const fw_order order = order_to( FW_ORDER_GO, 990.5 - 20.0 * i, 2.5 );
		assert_int_equal( fw_world_order( on.world, ids, count, &order, NULL ), FW_OK );
		int32_t steps = 0;
		(void)plan_all( &on, &steps );
		const size_t bytes = fw_fields_memory( on.world );
		assert_true( bytes <= FW_FIELDS_BYTES );
		most = bytes > most ? bytes : most;
		fields = count_fields( &on ) > fields ? count_fields( &on ) : fields;
	}
	assert_true( fields < 12 && most > FW_FIELDS_BYTES / 2 );
	fw_world_destroy( on.world );
}

// Whatever runs out of memory, the world goes on, and all get their paths.
static fw_status play_memory( const fw_allocator* allocator, test_memory* memory, fw_status* worst )
{
	play on = { 0 };
	fw_unit_id ids[12] = { 0 };
	fw_pose poses[12];
	fw_world_def def = fw_default_world_def();
	fw_grid* grid = test_field( 30, 20 );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 15, 0, 1, 18 }, FW_TERRAIN_OUT, NULL ), FW_OK );
	def.allocator = *allocator;
	def.grid = grid;
	fw_status status = fw_world_create( &def, &on.world, NULL );
	fw_grid_destroy( grid );
	if ( status != FW_OK )
	{
		return status;
	}
	for ( int32_t i = 0; i < 12; i++ )
	{
		poses[i] = at( 2.5 + i % 4, 2.5 + i / 4 );
	}
	const fw_world_unit_def walker = fw_default_world_unit_def();
	const fw_order order = order_to( FW_ORDER_GATHER, 25.5, 5.5 );
	status = fw_world_add( on.world, &walker, poses, 12, ids, NULL );
	status = status == FW_OK ? fw_world_order( on.world, ids, 12, &order, NULL ) : status;
	for ( int32_t i = 0; i < 4 && status == FW_OK; i++ )
	{
		const fw_status stepped = step( &on );
		assert_true( stepped == FW_OK || stepped == FW_ERR_MEMORY );
		*worst = stepped != FW_OK ? stepped : *worst;
		if ( stepped != FW_OK )
		{
			test_memory_fail_never( memory );
		}
		assert_int_equal( memory->bytes, fw_world_memory( on.world ) );
	}
	assert_true( status != FW_OK || on.seen[FW_WORLD_STARTED] == 12 );
	assert_true( status != FW_OK || memory->fail_at >= 0 || *worst != FW_OK || count_fields( &on ) == 1 );
	fw_world_destroy( on.world );
	return status;
}

// A world is saved while a field grows, and when all have their paths: it and the one that is loaded go on alike.
static void test_saves( void** state )
{
	(void)state;
	for ( int32_t steps = 1; steps < 60; steps = 2 * steps + 1 )
	{
		play on = play_on( draw_map( 5, 120, HOUSES ), 400, NULL );
		fw_unit_id ids[MANY];
		send( &on, ( fw_rect ){ 2, 2, 25, 6 }, 0.4, MANY, order_to( FW_ORDER_GATHER, 110.0, 100.0 ), ids );
		for ( int32_t i = 0; i < steps; i++ )
		{
			assert_int_equal( fw_world_step( on.world, STEP, NULL ), FW_OK );
		}
		assert_true( count_fields( &on ) > 0 );
		fw_world* other = copy_of( on.world );
		for ( int32_t i = 0; i < 200; i++ )
		{
			assert_true( fw_world_hash( on.world ) == fw_world_hash( other ) );
			assert_int_equal( fw_world_step( on.world, STEP, NULL ), FW_OK );
			assert_int_equal( fw_world_step( other, STEP, NULL ), FW_OK );
		}
		fw_world_destroy( other );
		fw_world_destroy( on.world );
	}
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
		const fw_status status = play_memory( &allocator, &memory, &worst );
		assert_true( status == FW_OK || status == FW_ERR_MEMORY );
		test_memory_check_empty( &memory );
		done = memory.asked <= last;
	}
	assert_true( n > 50 && worst == FW_ERR_MEMORY );
}

int run_test_fields( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_saves ),           cmocka_unit_test( test_one_place ),
	    cmocka_unit_test( test_budget ),          cmocka_unit_test( test_who_searches ),
	    cmocka_unit_test( test_reasons ),         cmocka_unit_test( test_doors ),
	    cmocka_unit_test( test_repair ),          cmocka_unit_test( test_memory_cap ),
	    cmocka_unit_test( test_memory_runs_out ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
