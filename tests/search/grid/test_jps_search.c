// SPDX-License-Identifier: MIT
// Jump points behind the search interface: slices, budgets, refusals, counters and listeners, contexts that move
// between maps, and memory that runs out.
#include "annotate/space.h"
#include "support_jps.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#define COUNT( array ) ( (int32_t)( sizeof( array ) / sizeof( ( array )[0] ) ) )

static void slices_equal_a_run( void** state )
{
	(void)state;
	test_random random = test_random_make( 87 );
	fw_result sliced;
	fw_result_init( &sliced, NULL );
	for ( int32_t round = 0; round < 150; round++ )
	{
		walker w;
		test_jps_open_random( &w, &random );
		const fw_query query = test_jps_random_query( &w, "jps", &random );
		test_jps_solve( &w, &query );
		const int64_t slice = 1 + test_random_int( &random, 5 );
		fw_outcome outcome = FW_RUNNING;
		assert_int_equal( fw_search_begin( w.search, &w.map, &query, NULL ), FW_OK );
		for ( int64_t before = 0; outcome == FW_RUNNING; )
		{
			assert_int_equal( fw_search_step( w.search, slice, &outcome, NULL ), FW_OK );
			assert_int_equal( fw_search_result( w.search, &sliced ), FW_OK );
			assert_true( sliced.counters.expanded <= before + slice );
			assert_true( outcome != FW_RUNNING || sliced.counters.expanded == before + slice );
			before = sliced.counters.expanded;
		}
		test_jps_check_same( &sliced, &w.result );
		walker_close( &w );
	}
	fw_result_free( &sliced );
}

static void budgets_are_kept( void** state )
{
	(void)state;
	test_random random = test_random_make( 88 );
	walker w;
	walker_open( &w, test_random_grid( &random, 100, 100, 0.2 ), 0.4, TEST_JPS_LAND );
	int32_t cut = 0;
	for ( int32_t round = 0; round < 60; round++ )
	{
		fw_query query = test_jps_random_query( &w, "jps", &random );
		const int64_t needed = test_jps_solve( &w, &query )->counters.expanded;
		if ( w.result.outcome != FW_FOUND || needed < 2 )
		{
			continue;
		}
		query.options.max_expansions = 1 + test_random_int( &random, (int32_t)needed - 1 );
		test_jps_solve( &w, &query );
		assert_int_equal( w.result.outcome, FW_OUT_OF_BUDGET );
		assert_int_equal( w.result.reason, FW_REASON_EXPANSIONS );
		assert_int_equal( w.result.counters.expanded, query.options.max_expansions );
		query.options.max_expansions = needed + 1;
		assert_int_equal( test_jps_solve( &w, &query )->outcome, FW_FOUND );
		assert_int_equal( w.result.counters.expanded, needed );
		cut++;
	}
	assert_true( cut > 30 );
	walker_close( &w );
}

static void what_it_cannot_do_is_refused( void** state )
{
	(void)state;
	walker w;
	walker_open( &w, test_field( 12, 9 ), 0.0, TEST_JPS_LAND );
	const fw_query good = test_jps_query( &w, "jps", test_center( 1, 1, 0.0 ), test_center( 9, 6, 0.0 ) );
	fw_query bad[7];
	for ( int32_t i = 0; i < COUNT( bad ); i++ )
	{
		bad[i] = good;
	}
	bad[0].options.neighbors = 4;
	bad[1].options.corner_cutting = true;
	bad[2].options.turn_penalty = 0.5;
	bad[3].options.window = 0;
	bad[4].goal_tolerance = 1.0;
	bad[5].options.anchor = FW_ANCHOR_CORNER;
	bad[6].options.heuristic = FW_HEURISTIC_TABLE;
	for ( int32_t i = 0; i < COUNT( bad ); i++ )
	{
		assert_int_equal( fw_search_run( w.search, &w.map, &bad[i], &w.result, NULL ), FW_ERR_UNSUPPORTED );
		assert_int_equal( test_jps_solve( &w, &good )->outcome, FW_FOUND );
	}
	bad[6].options.heuristic = FW_HEURISTIC_FIELD;
	assert_int_equal( fw_search_run( w.search, &w.map, &bad[6], &w.result, NULL ), FW_ERR_UNSUPPORTED );
	walker_close( &w );
}

static void costs_that_matter_are_refused( void** state )
{
	(void)state;
	const fw_terrain terrains[] = { { "plain", '.', 1.0, FW_CAP_GROUND }, { "mud", 'm', 3.0, FW_CAP_SWAMP } };
	fw_grid_def def = fw_default_grid_def();
	def.terrains = terrains;
	def.terrain_count = COUNT( terrains );
	def.fill = 0;
	def.width = 8;
	def.height = 6;
	for ( int32_t i = 0; i < 2; i++ )
	{
		walker w;
		fw_grid* grid = NULL;
		assert_int_equal( fw_grid_create( &def, &grid, NULL ), FW_OK );
		assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 3, 1, 2, 5 }, 1, NULL ), FW_OK );
		walker_open( &w, grid, 0.4, i == 0 ? TEST_JPS_LAND : FW_CAP_GROUND );
		fw_query query = test_jps_query( &w, "jps", test_center( 0, 3, 0.0 ), test_center( 7, 4, 0.0 ) );
		// For a unit that cannot enter the mud, all other ground costs the same.
		const fw_status status = i == 0 ? FW_ERR_UNSUPPORTED : FW_OK;
		assert_int_equal( fw_search_run( w.search, &w.map, &query, &w.result, NULL ), status );
		query.options.ignore_costs = true;
		assert_true( test_jps_check_against_astar( &w, query, FW_HEURISTIC_BEST ) );
		walker_close( &w );
	}
}

typedef struct heard
{
	const walker* w;
	int64_t expanded, opened;
	fw_pose last;
} heard;

static void hear( void* context, const fw_heard* what )
{
	const fw_event event = what->event;
	const fw_pose pose = what->pose;
	heard* h = context;
	h->expanded += event == FW_EVENT_EXPAND ? 1 : 0;
	h->opened += event == FW_EVENT_OPEN ? 1 : 0;
	h->last = event == FW_EVENT_EXPAND ? pose : h->last;
	assert_true( event == FW_EVENT_BEGIN ||
	             fw_space_stands( h->w->space, (int32_t)floor( pose.x ), (int32_t)floor( pose.y ) ) );
}

static void counters_and_listeners( void** state )
{
	(void)state;
	test_random random = test_random_make( 89 );
	fw_result loud;
	fw_result_init( &loud, NULL );
	int64_t expanded = 0;
	int64_t by_astar = 0;
	for ( int32_t round = 0; round < 120; round++ )
	{
		walker w;
		test_jps_open_random( &w, &random );
		fw_query query = test_jps_random_query( &w, "astar", &random );
		by_astar += test_jps_solve( &w, &query )->counters.expanded;
		query.method = "jps";
		const fw_counters c = test_jps_solve( &w, &query )->counters;
		expanded += c.expanded;
		assert_true( c.generated >= c.expanded && c.generated >= c.heap_pushes && c.reopened == 0 );
		assert_true( c.sight_checks == 0 && c.hit_checks == 0 && c.field == 0 );
		heard h = { .w = &w };
		query.options.listener = ( fw_listener ){ hear, &h };
		assert_int_equal( fw_search_run( w.search, &w.map, &query, &loud, NULL ), FW_OK );
		test_jps_check_same( &loud, &w.result );
		// The goal leaves the open list without being expanded.
		assert_int_equal( h.expanded, c.expanded + ( loud.outcome == FW_FOUND ? 1 : 0 ) );
		assert_true( h.opened >= h.expanded && h.opened <= c.generated );
		assert_true( loud.outcome != FW_FOUND || ( h.last.x == query.goal.x && h.last.y == query.goal.y ) );
		walker_close( &w );
	}
	assert_true( expanded * 2 < by_astar );
	fw_result_free( &loud );
}

static void contexts_move_between_maps( void** state )
{
	(void)state;
	test_random random = test_random_make( 90 );
	walker w[4];
	for ( int32_t i = 0; i < 4; i++ )
	{
		test_jps_open_random( &w[i], &random );
	}
	fw_result moved;
	fw_result_init( &moved, NULL );
	for ( int32_t round = 0; round < 400; round++ )
	{
		walker* at = &w[test_random_int( &random, 4 )];
		const fw_query query = test_jps_random_query( at, "jps", &random );
		test_jps_solve( at, &query );
		assert_int_equal( fw_search_run( w[0].search, &at->map, &query, &moved, NULL ), FW_OK );
		test_jps_check_same( &moved, &at->result );
	}
	fw_result_free( &moved );
	for ( int32_t i = 0; i < 4; i++ )
	{
		walker_close( &w[i] );
	}
}

// --- memory ---

static fw_status run_with( const fw_allocator* allocator, const walker* w, const fw_query* query, double* length )
{
	fw_search* search = NULL;
	fw_result result;
	fw_result_init( &result, allocator );
	fw_status status = fw_search_create( allocator, &search );
	status = status == FW_OK ? fw_search_run( search, &w->map, query, &result, NULL ) : status;
	*length = result.length;
	fw_result_free( &result );
	fw_search_destroy( search );
	return status;
}

static void every_allocation_may_fail( void** state )
{
	(void)state;
	test_random random = test_random_make( 91 );
	walker w;
	walker_open( &w, test_random_grid( &random, 150, 130, 0.3 ), 0.4, TEST_JPS_LAND );
	fw_query query = test_jps_random_query( &w, "jps", &random );
	while ( test_jps_solve( &w, &query )->outcome != FW_FOUND || w.result.length < 120.0 )
	{
		query.start = test_jps_random_center( &random, &w );
		query.goal = test_jps_random_center( &random, &w );
	}
	for ( int32_t for_good = 0; for_good < 2; for_good++ )
	{
		test_memory memory = test_memory_make();
		const fw_allocator allocator = test_memory_allocator( &memory );
		fw_status status = FW_ERR_MEMORY;
		int64_t n = 0;
		for ( ; status != FW_OK; n++ )
		{
			double length = 0.0;
			test_memory_fail_in( &memory, n, for_good == 1 );
			status = run_with( &allocator, &w, &query, &length );
			assert_true( status == FW_OK || status == FW_ERR_MEMORY );
			assert_true( status != FW_OK || length == w.result.length );
			test_memory_check_empty( &memory );
		}
		assert_true( n > 15 );
	}
	walker_close( &w );
}

// A context that ran out of memory works again when there is some, and allocates nothing once it has run its searches.
static void a_warm_context( void** state )
{
	(void)state;
	test_random random = test_random_make( 92 );
	walker w;
	walker_open( &w, test_random_grid( &random, 200, 150, 0.25 ), 0.4, TEST_JPS_LAND );
	test_memory memory = test_memory_make();
	const fw_allocator allocator = test_memory_allocator( &memory );
	fw_search* search = NULL;
	fw_result result;
	fw_result_init( &result, &allocator );
	assert_int_equal( fw_search_create( &allocator, &search ), FW_OK );
	fw_query queries[40];
	for ( int32_t i = 0; i < COUNT( queries ); i++ )
	{
		queries[i] = test_jps_random_query( &w, "jps", &random );
		test_memory_fail_in( &memory, test_random_int( &random, 6 ), true );
		const fw_status status = fw_search_run( search, &w.map, &queries[i], &result, NULL );
		assert_true( status == FW_OK || status == FW_ERR_MEMORY );
		test_memory_fail_never( &memory );
		assert_int_equal( fw_search_run( search, &w.map, &queries[i], &result, NULL ), FW_OK );
		test_jps_check_same( &result, test_jps_solve( &w, &queries[i] ) );
	}
	const int64_t asked = memory.asked;
	for ( int32_t i = 0; i < COUNT( queries ); i++ )
	{
		assert_int_equal( fw_search_run( search, &w.map, &queries[i], &result, NULL ), FW_OK );
	}
	assert_int_equal( memory.asked, asked );
	fw_result_free( &result );
	assert_int_equal( fw_search_memory( search ), memory.bytes );
	fw_search_destroy( search );
	test_memory_check_empty( &memory );
	walker_close( &w );
}

int run_test_jps_search( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( slices_equal_a_run ),           cmocka_unit_test( budgets_are_kept ),
	    cmocka_unit_test( what_it_cannot_do_is_refused ), cmocka_unit_test( costs_that_matter_are_refused ),
	    cmocka_unit_test( counters_and_listeners ),       cmocka_unit_test( contexts_move_between_maps ),
	    cmocka_unit_test( every_allocation_may_fail ),    cmocka_unit_test( a_warm_context ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
