// SPDX-License-Identifier: MIT
// Queues: an army's requests within the budget of every frame and with the paths of plans in one go, nobody left
// waiting, requests that come, go and meet edits at random, handles that are out of date.
#include "fairway/grid.h"
#include "fairway/queue.h"
#include "support.h"
#include "support_planner.h"
#include "support_queue.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define SIDE QUEUE_SIDE

typedef struct world
{
	fw_grid* grid;
	fw_planner* planner;
	fw_planner* other; // plans in one go
	fw_queue_def def;
	fw_queue* queue;
	fw_result result, wanted;
} world;

static world world_make( fw_grid* grid )
{
	world w = { .grid = grid, .planner = planner_make( grid ), .other = planner_make( grid ) };
	w.def = fw_default_queue_def();
	w.def.planner = w.planner;
	return w;
}

static void world_open( world* w )
{
	assert_int_equal( fw_queue_create( &w->def, &w->queue, NULL ), FW_OK );
}

static void world_free( world* w )
{
	fw_queue_destroy( w->queue );
	fw_result_free( &w->result );
	fw_result_free( &w->wanted );
	fw_planner_destroy( w->planner );
	fw_planner_destroy( w->other );
	fw_grid_destroy( w->grid );
}

static fw_request add( world* w, const fw_plan* plan, int32_t priority, uint64_t tag )
{
	fw_request id = 0;
	assert_int_equal( fw_queue_add( w->queue, plan, priority, tag, &id, NULL ), FW_OK );
	assert_true( id != 0 );
	return id;
}

static fw_queue_stats frame( world* w )
{
	fw_queue_stats stats;
	assert_int_equal( fw_queue_frame( w->queue, &stats ), FW_OK );
	assert_true( stats.expansions <= w->def.frame_expansions );
	return stats;
}

static fw_request_info info_of( const world* w, fw_request id )
{
	fw_request_info info;
	assert_int_equal( fw_queue_info( w->queue, id, &info ), FW_OK );
	assert_true( info.id == id );
	return info;
}

// Takes the first result and holds it against a plan in one go.
static uint64_t take( world* w, const fw_plan* plans )
{
	const fw_request id = fw_queue_poll( w->queue );
	const fw_request_info info = info_of( w, id );
	assert_int_equal( info.state, FW_REQUEST_DONE );
	assert_int_equal( info.status, FW_OK );
	assert_int_equal( fw_queue_take( w->queue, id, &w->result ), FW_OK );
	assert_int_equal( fw_queue_info( w->queue, id, &( fw_request_info ){ 0 } ), FW_ERR_UNKNOWN );
	assert_int_equal( fw_planner_run( w->other, &plans[info.tag], &w->wanted, NULL ), FW_OK );
	assert_int_equal( w->result.outcome, w->wanted.outcome );
	assert_int_equal( w->result.reason, w->wanted.reason );
	assert_true( fw_path_hash( &w->result.path ) == fw_path_hash( &w->wanted.path ) );
	assert_memory_equal( &w->result.counters, &w->wanted.counters, sizeof( fw_counters ) );
	assert_int_equal( info.report.branch, fw_planner_report( w->other ).branch );
	assert_true( info.expanded >= w->result.counters.expanded );
	return info.tag;
}

#define ARMY 1600

// The worst case that P. Yap and others name: eight players of 200 units each. Two runs do the same.
static void test_army( void** state )
{
	(void)state;
	static fw_plan plans[ARMY];
	int64_t frames[2] = { 0 };
	for ( int32_t run = 0; run < 2; run++ )
	{
		test_random random = test_random_make( 51 );
		world w = world_make( test_random_town( &random, SIDE, SIDE, 40, 8 ) );
		w.def.frame_expansions = 3000;
		w.def.slow_after = 400;
		w.def.contexts = 3;
		w.def.capacity = ARMY;
		world_open( &w );
		for ( int32_t i = 0; i < ARMY; i++ )
		{
			plans[i] = queue_random_plan( &random );
			add( &w, &plans[i], i / 200, (uint64_t)i );
		}
		fw_request one_more;
		assert_int_equal( fw_queue_add( w.queue, &plans[0], 0, 0, &one_more, NULL ), FW_ERR_CAPACITY );
		int64_t cost = 0;
		int64_t debt = 0;
		int32_t slow = 0;
		int32_t served = 0;
		while ( served < ARMY )
		{
			const fw_queue_stats stats = frame( &w );
			cost += stats.expansions + stats.charges;
			assert_true( cost - stats.debt <= ( stats.frame ) * w.def.frame_expansions );
			assert_int_equal( stats.waiting + stats.running + stats.done, ARMY - served );
			assert_int_equal( stats.frame, frames[run] + 1 );
			// A frame leaves nothing of its budget while there is work.
			assert_true( debt + stats.expansions + stats.charges >= w.def.frame_expansions ||
			             stats.waiting + stats.running == 0 );
			debt = stats.debt;
			frames[run]++;
			while ( fw_queue_poll( w.queue ) != 0 )
			{
				slow += info_of( &w, fw_queue_poll( w.queue ) ).slow;
				(void)take( &w, plans );
				served++;
			}
			assert_true( frames[run] < 5000 );
		}
		print_message( "%d requests in %lld frames, %d slow\n", ARMY, (long long)frames[run], slow );
		assert_true( slow > 5 );
		world_free( &w );
	}
	assert_int_equal( frames[0], frames[1] );
}

static fw_plan far_plan( bool reachable )
{
	fw_plan plan = planner_plan( 0.4, 0.0, ( fw_pose ){ 1.5, 1.5, 0.0 }, ( fw_pose ){ 78.5, 78.5, 0.0 } );
	plan.method = "astar";
	plan.options.heuristic = FW_HEURISTIC_ZERO;
	plan.smooth = false;
	plan.goal.x = reachable ? plan.goal.x : 70.5;
	return plan;
}

// Far searches keep no near one from being done in the frame that it is added in; with one context they do.
static void test_slow_ones_starve_nobody( void** state )
{
	(void)state;
	for ( int32_t contexts = 1; contexts <= 4; contexts += 3 )
	{
		world w = world_make( test_field( SIDE, SIDE ) );
		w.def.contexts = contexts;
		w.def.frame_expansions = 500;
		w.def.slow_after = 60;
		w.def.slow_expansions = 300;
		world_open( &w );
		fw_plan plans[400];
		int32_t count = 0;
		for ( ; count < 8; count++ )
		{
			plans[count] = far_plan( true );
			add( &w, &plans[count], 5, (uint64_t)count );
		}
		int32_t waited = 0;
		int32_t done = 0;
		int32_t far_done = 0;
		for ( int32_t f = 0; done < count; f++ )
		{
			fw_request id = 0;
			if ( f >= 20 && count < 200 )
			{
				plans[count] = queue_near_plan( count );
				id = add( &w, &plans[count], 0, (uint64_t)count );
				count++;
			}
			frame( &w );
			waited += id != 0 && info_of( &w, id ).state != FW_REQUEST_DONE;
			for ( ; fw_queue_poll( w.queue ) != 0; done++ )
			{
				far_done += take( &w, plans ) < 8;
			}
			assert_true( f < 1000 );
		}
		assert_int_equal( far_done, 8 );
		assert_true( contexts == 1 ? waited > 50 : waited == 0 );
		world_free( &w );
	}
}

// A request without priority in a stream of urgent ones that alone fill every frame: it is served by the frame that the
// header promises, and not much before.
static void test_aging( void** state )
{
	(void)state;
	world w = world_make( test_field( SIDE, SIDE ) );
	w.def.frame_expansions = 200;
	w.def.aging = 5;
	w.def.capacity = 4000;
	world_open( &w );
	static fw_plan plans[4000];
	const int32_t priority = 8;
	plans[0] = queue_near_plan( 0 );
	const fw_request humble = add( &w, &plans[0], 0, 0 );
	int32_t count = 1;
	int32_t before = 0; // added so early that they may overtake it
	int64_t done_in = 0;
	for ( int32_t f = 0; f < 400 && done_in == 0; f++ )
	{
		for ( int32_t i = 0; i < 10 && count < 4000; i++, count++ )
		{
			plans[count] = queue_near_plan( count );
			add( &w, &plans[count], priority, (uint64_t)count );
			before += f < priority * w.def.aging;
		}
		frame( &w );
		done_in = info_of( &w, humble ).done;
	}
	assert_true( done_in > priority * w.def.aging );
	// Those before it, and nobody else, have been served; the frame's last one may still be under way.
	int32_t served = 0;
	for ( ; fw_queue_poll( w.queue ) != 0; served++ )
	{
		(void)take( &w, plans );
	}
	assert_true( served >= before && served <= before + 9 );
	world_free( &w );
}

// Requests that cannot be met cost no expansion, whatever the method.
static void test_impossible( void** state )
{
	(void)state;
	world w = world_make( test_field( SIDE, SIDE ) );
	assert_int_equal( fw_grid_fill( w.grid, ( fw_rect ){ 40, 0, 2, SIDE }, FW_TERRAIN_OUT, NULL ), FW_OK );
	world_open( &w );
	int32_t count = 0;
	for ( int32_t m = 0; m < fw_method_count(); m++ )
	{
		const fw_method* method = fw_method_at( m );
		const bool corners = ( method->traits & FW_TRAIT_ONLY_CORNERS ) != 0;
		const bool point = corners || ( method->traits & FW_TRAIT_POINT ) != 0;
		fw_plan plan = planner_plan( point ? 0.0 : 0.4, ( method->traits & FW_TRAIT_HEADINGS ) != 0 ? 1.0 : 0.0,
		                             ( fw_pose ){ 5.5, 5.5, 0.0 }, ( fw_pose ){ 70.5, 70.5, 0.0 } );
		plan.method = method->name;
		plan.options.anchor = corners ? FW_ANCHOR_CORNER : FW_ANCHOR_CENTER;
		add( &w, &plan, 0, (uint64_t)m );
		count++;
	}
	const fw_queue_stats stats = frame( &w );
	assert_int_equal( stats.expansions, 0 );
	assert_int_equal( stats.finished, count );
	for ( int32_t i = 0; i < count; i++ )
	{
		const fw_request id = fw_queue_poll( w.queue );
		assert_int_equal( info_of( &w, id ).tag, i );
		assert_int_equal( fw_queue_take( w.queue, id, &w.result ), FW_OK );
		assert_int_equal( w.result.outcome, FW_UNREACHABLE );
		assert_int_equal( w.result.reason, FW_REASON_OTHER_REGION );
		assert_int_equal( w.result.counters.expanded, 0 );
	}
	// And over one-way tiles, by the table of what leads where.
	assert_int_equal( fw_grid_fill( w.grid, ( fw_rect ){ 40, 20, 2, 1 }, FW_TERRAIN_GROUND, NULL ), FW_OK );
	assert_int_equal( fw_grid_set_exits( w.grid, ( fw_rect ){ 40, 20, 2, 1 }, FW_EXIT_WEST, NULL ), FW_OK );
	for ( int32_t i = 0; i < 2; i++ )
	{
		fw_plan plan = planner_plan( 0.4, 0.0, ( fw_pose ){ 5.5, 5.5, 0.0 }, ( fw_pose ){ 70.5, 70.5, 0.0 } );
		plan.method = i == 0 ? "astar" : "aastar";
		add( &w, &plan, 0, 0 );
	}
	assert_int_equal( frame( &w ).expansions, 0 );
	world_free( &w );
}

typedef struct ask
{
	fw_request id;
	fw_plan plan;
	bool open;
} ask;

// Requests come, are canceled and meet edits at random; what is taken is right on the map as it is then, where no edit
// came between.
static void test_at_random( void** state )
{
	(void)state;
	test_random random = test_random_make( 52 );
	int32_t taken = 0;
	int32_t canceled[3] = { 0 };
	for ( int32_t round = 0; round < test_rounds( 12 ); round++ )
	{
		world w = world_make( test_random_town( &random, SIDE, SIDE, 30, 8 ) );
		w.def.contexts = 1 + test_random_int( &random, 4 );
		w.def.capacity = 1 + test_random_int( &random, 60 );
		w.def.frame_expansions = 2 + test_random_int( &random, 1500 );
		w.def.slow_after = 1 + test_random_int( &random, 300 );
		w.def.slow_expansions = test_random_int( &random, 2 ) * ( 1 + w.def.frame_expansions / 3 );
		w.def.slow_expansions = w.def.slow_expansions < w.def.frame_expansions ? w.def.slow_expansions : 1;
		w.def.aging = 1 + test_random_int( &random, 20 );
		world_open( &w );
		ask asks[64] = { 0 };
		for ( int32_t f = 0; f < 150; f++ )
		{
			for ( int32_t i = 0; i < w.def.capacity; i++ )
			{
				ask* a = &asks[i];
				if ( !a->open && test_random_chance( &random, 0.1 ) )
				{
					a->plan = queue_random_plan( &random );
					a->id = add( &w, &a->plan, test_random_int( &random, 9 ) - 4, (uint64_t)i );
					a->open = true;
				}
				else if ( a->open && test_random_chance( &random, 0.02 ) )
				{
					canceled[info_of( &w, a->id ).state]++;
					assert_int_equal( fw_queue_cancel( w.queue, a->id ), FW_OK );
					assert_int_equal( fw_queue_cancel( w.queue, a->id ), FW_ERR_UNKNOWN );
					a->open = false;
				}
				else if ( a->open && test_random_chance( &random, 0.02 ) )
				{
					const fw_status status = fw_queue_best( w.queue, a->id, &w.result );
					assert_true( status == FW_OK || status == FW_ERR_UNSUPPORTED );
				}
			}
			if ( test_random_chance( &random, 0.05 ) )
			{
				const fw_rect tile = test_random_place( &random, SIDE, SIDE, 2, 1 );
				assert_int_equal( fw_grid_fill( w.grid, tile, (uint8_t)test_random_int( &random, 2 ), NULL ), FW_OK );
			}
			const fw_queue_stats stats = frame( &w );
			int32_t open = 0;
			for ( int32_t i = 0; i < w.def.capacity; i++ )
			{
				open += asks[i].open;
			}
			assert_int_equal( open, stats.waiting + stats.running + stats.done );
			assert_true( stats.running <= w.def.contexts );
			for ( ; fw_queue_poll( w.queue ) != 0; taken++ )
			{
				ask* a = &asks[info_of( &w, fw_queue_poll( w.queue ) ).tag];
				const fw_request_info info = info_of( &w, a->id );
				assert_int_equal( info.done, stats.frame );
				assert_int_equal( fw_queue_take( w.queue, a->id, &w.result ), FW_OK );
				assert_int_equal( fw_planner_run( w.other, &a->plan, &w.wanted, NULL ), FW_OK );
				assert_int_equal( w.result.outcome, w.wanted.outcome );
				assert_true( fw_path_hash( &w.result.path ) == fw_path_hash( &w.wanted.path ) );
				a->open = false;
			}
		}
		world_free( &w );
	}
	print_message( "%d taken, canceled: %d waiting, %d running\n", taken, canceled[0], canceled[1] );
	assert_true( taken > test_rounds( 500 ) && canceled[0] > test_rounds( 20 ) && canceled[1] > test_rounds( 2 ) );
}

// Who is done and who is not, when each is left in the queue.
static void test_states( void** state )
{
	(void)state;
	world w = world_make( test_field( SIDE, SIDE ) );
	w.def.frame_expansions = 100;
	w.def.slow_after = 1000;
	w.def.capacity = 3;
	world_open( &w );
	const fw_plan far = far_plan( true );
	const fw_plan near = queue_near_plan( 0 );
	fw_plan wrong = queue_near_plan( 0 );
	wrong.options.weight = 0.3;
	const fw_request first = add( &w, &far, 1, 7 );
	const fw_request second = add( &w, &near, 0, 8 );
	const fw_request third = add( &w, &wrong, 2, 9 );
	assert_int_equal( info_of( &w, first ).state, FW_REQUEST_WAITING );
	assert_int_equal( fw_queue_take( w.queue, first, &w.result ), FW_ERR_STATE );
	assert_true( fw_queue_poll( w.queue ) == 0 );
	frame( &w );
	// A mistake in a plan is its request's.
	assert_int_equal( info_of( &w, third ).state, FW_REQUEST_DONE );
	assert_int_equal( info_of( &w, third ).status, FW_ERR_ARGUMENT );
	assert_int_equal( info_of( &w, first ).state, FW_REQUEST_RUNNING );
	assert_int_equal( info_of( &w, first ).tag, 7 );
	assert_true( info_of( &w, first ).expanded > 50 );
	assert_int_equal( info_of( &w, second ).state, FW_REQUEST_WAITING );
	assert_int_equal( fw_queue_best( w.queue, first, &w.result ), FW_OK );
	assert_int_equal( w.result.outcome, FW_RUNNING );
	assert_true( w.result.path.count > 0 );
	assert_int_equal( fw_queue_best( w.queue, second, &w.result ), FW_OK );
	assert_int_equal( w.result.path.count, 0 );
	assert_int_equal( fw_queue_take( w.queue, third, &w.result ), FW_OK );
	assert_int_equal( w.result.path.count, 0 );
	// A handle that is out of date stays so when its slot is used again.
	const fw_request again = add( &w, &near, 0, 10 );
	assert_true( again != third );
	assert_int_equal( fw_queue_cancel( w.queue, third ), FW_ERR_UNKNOWN );
	assert_int_equal( fw_queue_cancel( w.queue, first ), FW_OK );
	frame( &w );
	assert_int_equal( info_of( &w, second ).state, FW_REQUEST_DONE );
	assert_int_equal( fw_queue_best( w.queue, second, &w.result ), FW_OK );
	assert_int_equal( w.result.outcome, FW_FOUND );
	assert_true( fw_queue_poll( w.queue ) == second );
	assert_true( fw_queue_memory( w.queue ) > 1000 );
	world_free( &w );
}

// An edit after which the plan is a mistake: what was searched before was searched.
static void test_mistake_by_edit( void** state )
{
	(void)state;
	world w = world_make( test_field( SIDE, SIDE ) );
	w.def.frame_expansions = 50;
	world_open( &w );
	fw_plan plan = far_plan( true );
	plan.method = "theta";
	const fw_request id = add( &w, &plan, 0, 0 );
	const int64_t expanded = frame( &w ).expansions;
	assert_true( expanded > 20 );
	assert_int_equal( info_of( &w, id ).expanded, expanded );
	const fw_link link = { 1, 1, 5, 5, 1.0, FW_CAP_GROUND };
	assert_int_equal( fw_grid_add_link( w.grid, &link, NULL ), FW_OK );
	assert_int_equal( frame( &w ).expansions, 0 );
	assert_int_equal( info_of( &w, id ).status, FW_ERR_UNSUPPORTED );
	assert_int_equal( info_of( &w, id ).expanded, expanded );
	// A mistake from the beginning was not searched for, whatever its context did before.
	const fw_request late = add( &w, &plan, 0, 1 );
	assert_int_equal( frame( &w ).expansions, 0 );
	assert_int_equal( info_of( &w, late ).status, FW_ERR_UNSUPPORTED );
	assert_int_equal( info_of( &w, late ).expanded, 0 );
	world_free( &w );
}

// What a frame is charged for one plan over a line of 40 tiles: its beginning, its distance field, and its passes by
// the tile, in nodes of the method.
static void test_charges( void** state )
{
	(void)state;
	static const struct
	{
		const char* method;
		bool passes;
		int64_t charges, field_tiles; // and one more for so many tiles of the field
	} rows[] = {
	    { "astar", true, 8 + 40 * 20, 1 },
	    { "astar", false, 8, 1 },
	    { "jps", true, 8 + 40 * 4, 1 },
	    { "directional", true, 8 + 40 * 11, 10 },
	    { "directional", false, 8, 10 },
	    { "astar-turns", true, 8 + 40 * 110, 1 },
	    { "directional-speed", true, 8 + 73, 60 },
	};
	world w = world_make( test_field( SIDE, SIDE ) );
	world_open( &w );
	for ( size_t i = 0; i < sizeof( rows ) / sizeof( rows[0] ); i++ )
	{
		const bool turns = fw_method_find( rows[i].method )->traits & FW_TRAIT_HEADINGS;
		fw_plan plan =
		    planner_plan( 0.4, turns ? 1.0 : 0.0, ( fw_pose ){ 5.5, 5.5, 0.0 }, ( fw_pose ){ 45.5, 5.5, 0.0 } );
		plan.method = rows[i].method;
		plan.smooth = plan.clean_up = rows[i].passes;
		add( &w, &plan, 0, 0 );
		const fw_queue_stats stats = frame( &w );
		assert_int_equal( stats.finished, 1 );
		assert_int_equal( stats.debt, 0 );
		(void)take( &w, &plan );
		assert_int_equal( stats.charges, rows[i].charges + w.result.counters.field / rows[i].field_tiles );
	}
	// Round a wall by both methods: three passes over either path, and one for each of four wider radii.
	assert_int_equal( fw_grid_fill( w.grid, ( fw_rect ){ 25, 0, 1, 20 }, FW_TERRAIN_OUT, NULL ), FW_OK );
	fw_plan round = planner_plan( 0.4, 1.0, ( fw_pose ){ 5.5, 5.5, 0.0 }, ( fw_pose ){ 45.5, 5.5, 0.0 } );
	round.method = "directional-speed";
	round.unit.lateral = 0.5;
	w.def.frame_expansions = 1000000;
	fw_queue_destroy( w.queue );
	world_open( &w );
	add( &w, &round, 0, 0 );
	const int64_t charges = frame( &w ).charges;
	(void)take( &w, &round );
	const double passes = 2.0 * 7.0 * 110.0 / 60.0 * w.result.length;
	assert_true( w.result.length > 45.0 && charges >= (int64_t)( 0.9 * passes ) &&
	             charges <= (int64_t)( 1.5 * passes ) );
	world_free( &w );
}

static void test_misuse( void** state )
{
	(void)state;
	world w = world_make( test_field( 8, 8 ) );
	fw_request id = 0;
	fw_request_info info;
	const fw_plan plan = queue_near_plan( 0 );
	assert_int_equal( fw_queue_create( NULL, &w.queue, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_queue_create( &w.def, NULL, NULL ), FW_ERR_ARGUMENT );
	fw_queue_def bad[12];
	for ( size_t i = 0; i < 12; i++ )
	{
		bad[i] = w.def;
	}
	bad[0].cookie = 0;
	bad[1].planner = NULL;
	bad[2].capacity = 0;
	bad[3].capacity = FW_QUEUE_MAX_CAPACITY + 1;
	bad[4].contexts = 0;
	bad[5].contexts = FW_QUEUE_MAX_CONTEXTS + 1;
	bad[6].frame_expansions = 1;
	bad[7].slow_expansions = -1;
	bad[8].slow_expansions = bad[8].frame_expansions;
	bad[9].slow_after = 0;
	bad[10].aging = 0;
	bad[11].aging = 1000001;
	for ( size_t i = 0; i < 12; i++ )
	{
		assert_int_equal( fw_queue_create( &bad[i], &w.queue, NULL ), i == 0 ? FW_ERR_DEF : FW_ERR_ARGUMENT );
		assert_null( w.queue );
	}
	world_open( &w );
	assert_int_equal( fw_queue_add( NULL, &plan, 0, 0, &id, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_queue_add( w.queue, NULL, 0, 0, &id, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_queue_add( w.queue, &plan, 0, 0, NULL, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_queue_add( w.queue, &plan, FW_QUEUE_MAX_PRIORITY + 1, 0, &id, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_queue_add( w.queue, &plan, -FW_QUEUE_MAX_PRIORITY - 1, 0, &id, NULL ), FW_ERR_ARGUMENT );
	fw_plan unknown = plan;
	unknown.method = "no such";
	assert_int_equal( fw_queue_add( w.queue, &unknown, 0, 0, &id, NULL ), FW_ERR_UNKNOWN );
	assert_int_equal( fw_queue_frame( NULL, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_queue_frame( w.queue, NULL ), FW_OK );
	static const fw_request strange[] = { 0, 1, UINT64_MAX, UINT64_C( 1 ) << 32, UINT64_C( 3 ) << 32 | 5 };
	for ( size_t i = 0; i < sizeof( strange ) / sizeof( strange[0] ); i++ )
	{
		assert_int_equal( fw_queue_cancel( w.queue, strange[i] ), FW_ERR_UNKNOWN );
		assert_int_equal( fw_queue_info( w.queue, strange[i], &info ), FW_ERR_UNKNOWN );
		assert_int_equal( fw_queue_best( w.queue, strange[i], &w.result ), FW_ERR_UNKNOWN );
		assert_int_equal( fw_queue_take( w.queue, strange[i], &w.result ), FW_ERR_UNKNOWN );
	}
	assert_int_equal( fw_queue_cancel( NULL, 1 ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_queue_info( w.queue, 1, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_queue_best( w.queue, 1, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_queue_take( w.queue, 1, NULL ), FW_ERR_ARGUMENT );
	assert_true( fw_queue_poll( NULL ) == 0 );
	fw_queue_destroy( NULL );
	world_free( &w );
}

int run_test_queue( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_army ),
	    cmocka_unit_test( test_slow_ones_starve_nobody ),
	    cmocka_unit_test( test_aging ),
	    cmocka_unit_test( test_impossible ),
	    cmocka_unit_test( test_at_random ),
	    cmocka_unit_test( test_states ),
	    cmocka_unit_test( test_mistake_by_edit ),
	    cmocka_unit_test( test_charges ),
	    cmocka_unit_test( test_misuse ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
