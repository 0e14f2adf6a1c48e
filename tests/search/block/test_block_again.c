// SPDX-License-Identifier: MIT
// Block A* gives the same paths with any database, slices, memory and earlier edits; heuristics and weights.
#include "lddb/lddb.h"
#include "support_block.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char* const methods[] = { "block4", "block8", "block", "block-ps", "block-ps" };
#define METHODS 5

// A query for any of the methods; the last method uses centers.
static fw_query random_query( test_random* random, const fw_grid* grid, int32_t method )
{
	const sight_rules rules = { grid, LAND, FW_CORNERS_CLOSED };
	const int32_t off = method == 2 || method == 3 ? 0 : 1;
	sight_point start = block_random_corner( random, &rules );
	sight_point goal = block_random_corner( random, &rules );
	start.x = start.x - off < 0 ? off : start.x - off;
	start.y = start.y - off < 0 ? off : start.y - off;
	goal.x = goal.x - off < 0 ? off : goal.x - off;
	goal.y = goal.y - off < 0 ? off : goal.y - off;
	fw_query query = block_query( methods[method], start, goal );
	query.options.corners = test_random_chance( random, 0.5 ) ? FW_CORNERS_CLOSED : FW_CORNERS_OPEN;
	query.options.block_size = 2 + test_random_int( random, 4 );
	return query;
}

typedef struct heard
{
	int64_t expanded, opened;
	double width, height;
} heard;

static void hear( void* context, const fw_heard* what )
{
	const fw_event event = what->event;
	const fw_pose pose = what->pose;
	heard* h = context;
	assert_true( pose.x >= 0.0 && pose.y >= 0.0 && pose.x <= h->width + 5.0 && pose.y <= h->height + 5.0 );
	h->expanded += event == FW_EVENT_EXPAND ? 1 : 0;
	h->opened += event == FW_EVENT_OPEN ? 1 : 0;
}

static void slices_listener_and_counters( void** state )
{
	(void)state;
	test_random random = test_random_make( 44 );
	int32_t heard_open = 0;
	for ( int32_t round = 0; round < test_rounds( 60 ); round++ )
	{
		walker w;
		walker_open( &w, test_random_grid( &random, 60, 50, 0.3 ), 0.0, LAND );
		for ( int32_t m = 0; m < METHODS; m++ )
		{
			fw_query query = random_query( &random, w.grid, m );
			heard h = { .width = 60.0, .height = 50.0 };
			fw_result whole;
			fw_result_init( &whole, NULL );
			assert_int_equal( fw_search_run( w.search, &w.map, &query, &whole, NULL ), FW_OK );
			query.options.listener = ( fw_listener ){ hear, &h };
			assert_int_equal( fw_search_begin( w.search, &w.map, &query, NULL ), FW_OK );
			fw_outcome outcome = FW_RUNNING;
			while ( outcome == FW_RUNNING )
			{
				assert_int_equal( fw_search_step( w.search, 1 + round % 3, &outcome, NULL ), FW_OK );
			}
			assert_int_equal( fw_search_result( w.search, &w.result ), FW_OK );
			walker_check_same( &whole, &w.result );
			assert_true( h.expanded == whole.counters.expanded );
			heard_open += h.opened > 0 ? 1 : 0;
			const fw_counters* c = &whole.counters;
			assert_true( c->heap_pops <= c->heap_pushes && c->expanded <= c->heap_pops );
			assert_true( c->expanded == 0 || c->generated > 0 );
			assert_true( c->hit_checks == 0 && c->field == 0 );
			if ( c->expanded > 3 )
			{
				query.options.max_expansions = 3;
				assert_int_equal( walker_solve( &w, &query )->outcome, FW_OUT_OF_BUDGET );
				assert_int_equal( w.result.counters.expanded, 3 );
				query.options.max_expansions = c->expanded + 1;
				assert_int_equal( walker_solve( &w, &query )->outcome, whole.outcome );
			}
			fw_result_free( &whole );
		}
		walker_close( &w );
	}
	assert_true( heard_open > test_rounds( 100 ) );
}

static void edits_between_queries( void** state )
{
	(void)state;
	test_random random = test_random_make( 45 );
	for ( int32_t round = 0; round < test_rounds( 40 ); round++ )
	{
		walker w;
		walker_open( &w, test_random_grid( &random, 37, 41, 0.25 ), 0.0, LAND );
		for ( int32_t i = 0; i < 15; i++ )
		{
			const fw_rect rect = test_random_rect( &random, 37, 41, 6, 6 );
			assert_int_equal( fw_grid_fill( w.grid, rect, i % 2 == 0 ? FW_TERRAIN_OUT : FW_TERRAIN_GROUND, NULL ),
			                  FW_OK );
			const fw_query query = random_query( &random, w.grid, i % METHODS );
			assert_int_equal( fw_search_begin( w.search, &w.map, &query, NULL ), FW_ERR_STALE );
			assert_int_equal( fw_space_update( w.space ), FW_OK );
			walker_solve( &w, &query );
			fw_search* fresh = NULL;
			fw_result again;
			fw_result_init( &again, NULL );
			assert_int_equal( fw_search_create( NULL, &fresh ), FW_OK );
			assert_int_equal( fw_search_run( fresh, &w.map, &query, &again, NULL ), FW_OK );
			walker_check_same( &w.result, &again );
			fw_search_destroy( fresh );
			fw_result_free( &again );
		}
		walker_close( &w );
	}
}

static fw_lddb* make_lddb( fw_lddb_kind kind, fw_corners corners, int32_t size )
{
	fw_lddb_def def = fw_default_lddb_def();
	def.kind = kind;
	def.corners = corners;
	def.size = size;
	fw_lddb* lddb = NULL;
	assert_int_equal( fw_lddb_create( &def, &lddb, NULL ), FW_OK );
	return lddb;
}

// Adds the patterns of every other block of 5 x 5.
static void add_blocks( fw_lddb* lddb, const fw_grid* grid )
{
	for ( int32_t block = 0; block < 100; block += 2 )
	{
		uint32_t pattern = 0;
		for ( int32_t tile = 0; tile < 25; tile++ )
		{
			const int32_t x = block % 10 * 5 + tile % 5;
			const int32_t y = block / 10 * 5 + tile / 5;
			pattern |= fw_grid_get( grid, x, y ) == FW_TERRAIN_OUT ? 1u << tile : 0;
		}
		assert_int_equal( fw_lddb_add( lddb, pattern ), FW_OK );
	}
}

static bool fits( const fw_lddb* lddb, const fw_query* query )
{
	const fw_lddb_def* def = fw_lddb_definition( lddb );
	const bool corners = query->options.anchor == FW_ANCHOR_CORNER;
	const fw_lddb_kind kind = corners                                  ? FW_LDDB_CORNERS
	                          : strcmp( query->method, "block4" ) == 0 ? FW_LDDB_TILES4
	                                                                   : FW_LDDB_TILES8;
	return def->size == query->options.block_size && def->kind == kind &&
	       ( !corners || def->corners == query->options.corners );
}

// A database that is complete, has some patterns, is empty, or is of another kind.
static void shared_databases( void** state )
{
	int32_t served[6] = { 0 };
	(void)state;
	static const int32_t sizes[8] = { 4, 4, 4, 4, 4, 3, 2, 5 };
	fw_lddb* lddbs[8];
	for ( int32_t i = 0; i < 8; i++ )
	{
		lddbs[i] = make_lddb( i == 3   ? FW_LDDB_TILES8
		                      : i == 4 ? FW_LDDB_TILES4
		                               : FW_LDDB_CORNERS,
		                      i == 2 ? FW_CORNERS_OPEN : FW_CORNERS_CLOSED, sizes[i] );
	}
	assert_int_equal( fw_lddb_fill( lddbs[0], NULL ), FW_OK );
	for ( uint32_t pattern = 0; pattern < 65536; pattern += 3 )
	{
		assert_int_equal( fw_lddb_add( lddbs[1], pattern ), FW_OK );
		assert_int_equal( fw_lddb_add( lddbs[2], pattern ), FW_OK );
		assert_int_equal( fw_lddb_add( lddbs[3], pattern ), FW_OK );
		assert_int_equal( fw_lddb_add( lddbs[4], pattern ), FW_OK );
	}
	assert_int_equal( fw_lddb_fill( lddbs[5], NULL ), FW_OK );
	assert_int_equal( fw_lddb_fill( lddbs[6], NULL ), FW_OK );
	test_random random = test_random_make( 46 );
	for ( int32_t round = 0; round < test_rounds( 25 ); round++ )
	{
		walker w;
		walker_open( &w, test_random_grid( &random, 50, 50, test_random_real( &random, 0.05, 0.45 ) ), 0.0, LAND );
		add_blocks( lddbs[7], w.grid );
		for ( int32_t i = 0; i < 4 * METHODS; i++ )
		{
			// Each size comes with corners and with tiles, at closed corners and at open ones.
			fw_query query = random_query( &random, w.grid, i % METHODS );
			query.options.corners = i < 2 * METHODS ? FW_CORNERS_CLOSED : FW_CORNERS_OPEN;
			query.options.block_size = 2 + ( i / METHODS + i ) % 4;
			walker_solve( &w, &query );
			for ( int32_t k = 0; k < 8; k++ )
			{
				fw_search* fresh = NULL;
				fw_result again;
				fw_result_init( &again, NULL );
				assert_int_equal( fw_search_create( NULL, &fresh ), FW_OK );
				fw_map map = w.map;
				map.lddb = lddbs[k];
				for ( int32_t n = 0; n < 2; n++ )
				{
					const fw_status status = fw_search_run( fresh, &map, &query, &again, NULL );
					assert_int_equal( status, fits( lddbs[k], &query ) ? FW_OK : FW_ERR_MISMATCH );
					if ( status == FW_OK )
					{
						walker_check_same( &w.result, &again );
						served[query.options.block_size]++;
					}
				}
				// Without it the tables made from it still serve.
				map.lddb = NULL;
				assert_int_equal( fw_search_run( fresh, &map, &query, &again, NULL ), FW_OK );
				walker_check_same( &w.result, &again );
				fw_search_destroy( fresh );
				fw_result_free( &again );
			}
		}
		walker_close( &w );
	}
	for ( int32_t size = 2; size <= 5; size++ )
	{
		assert_true( served[size] >= 2 );
	}
	for ( int32_t i = 0; i < 8; i++ )
	{
		fw_lddb_destroy( lddbs[i] );
	}
}

// 40,000 blocks with nearly as many patterns need more tables than are kept: these are forgotten on the way, there and
// back, and the paths are those of A* all the same.
static void tables_are_forgotten( void** state )
{
	(void)state;
	test_random random = test_random_make( 50 );
	walker w;
	walker_open( &w, test_random_grid( &random, 1000, 1000, 0.3 ), 0.0, LAND );
	const fw_rect ends[] = { { 0, 0, 3, 3 }, { 997, 997, 3, 3 } };
	for ( int32_t i = 0; i < 2; i++ )
	{
		assert_int_equal( fw_grid_fill( w.grid, ends[i], FW_TERRAIN_GROUND, NULL ), FW_OK );
	}
	assert_int_equal( fw_space_update( w.space ), FW_OK );
	for ( int32_t i = 0; i < 2; i++ )
	{
		fw_query query = block_query( "block8", ( sight_point ){ i == 0 ? 3 : 1997, i == 0 ? 3 : 1997 },
		                              ( sight_point ){ i == 0 ? 1997 : 3, i == 0 ? 1997 : 3 } );
		query.options.heuristic = FW_HEURISTIC_ZERO;
		query.options.block_size = 5;
		const double length = walker_solve( &w, &query )->length;
		assert_int_equal( w.result.outcome, FW_FOUND );
		assert_true( w.result.counters.expanded > 39000 );
		query.method = "astar";
		query.options.block_size = 4;
		assert_true( fabs( walker_solve( &w, &query )->length - length ) < 1e-3 );
	}
	fw_query query = block_query( "block", ( sight_point ){ 2, 2 }, ( sight_point ){ 1998, 1998 } );
	query.options.heuristic = FW_HEURISTIC_ZERO;
	query.options.block_size = 5;
	for ( int32_t i = 0; i < 2; i++ )
	{
		walker_solve( &w, &query );
		fw_search* fresh = NULL;
		fw_result again;
		fw_result_init( &again, NULL );
		assert_int_equal( fw_search_create( NULL, &fresh ), FW_OK );
		assert_int_equal( fw_search_run( fresh, &w.map, &query, &again, NULL ), FW_OK );
		walker_check_same( &w.result, &again );
		assert_true( again.counters.expanded > 39000 );
		assert_true( fw_search_memory( fresh ) < 36000000 );
		fw_search_destroy( fresh );
		fw_result_free( &again );
	}
	walker_close( &w );
}

static void memory_is_reused_and_its_lack_reported( void** state )
{
	(void)state;
	test_random random = test_random_make( 47 );
	walker w;
	walker_open( &w, test_random_grid( &random, 90, 70, 0.35 ), 0.0, LAND );
	for ( int32_t m = 0; m < METHODS; m++ )
	{
		fw_query query = random_query( &random, w.grid, m );
		query.options.corners = FW_CORNERS_OPEN;
		while ( walker_solve( &w, &query )->outcome != FW_FOUND || w.result.counters.expanded < 60 )
		{
			query = random_query( &random, w.grid, m );
		}
		test_memory memory = test_memory_make();
		const fw_allocator allocator = test_memory_allocator( &memory );
		fw_status status = FW_ERR_MEMORY;
		int64_t failures = 0;
		for ( int64_t n = 0; status == FW_ERR_MEMORY; n++ )
		{
			fw_search* search = NULL;
			fw_result result;
			fw_result_init( &result, &allocator );
			test_memory_fail_in( &memory, n, n % 2 == 0 );
			status = fw_search_create( &allocator, &search );
			status = status == FW_OK ? fw_search_run( search, &w.map, &query, &result, NULL ) : status;
			assert_true( status == FW_OK || status == FW_ERR_MEMORY );
			failures += status == FW_OK ? 0 : 1;
			test_memory_fail_never( &memory );
			if ( search != NULL )
			{
				// A context that failed can be used again, and allocates nothing when it is warm.
				assert_int_equal( fw_search_run( search, &w.map, &query, &result, NULL ), FW_OK );
				walker_check_same( &w.result, &result );
				assert_int_equal( fw_search_memory( search ) + (size_t)result.path.capacity * sizeof( fw_segment ),
				                  memory.bytes );
				const int64_t asked = memory.asked;
				assert_int_equal( fw_search_run( search, &w.map, &query, &result, NULL ), FW_OK );
				walker_check_same( &w.result, &result );
				assert_true( memory.asked == asked );
			}
			fw_result_free( &result );
			fw_search_destroy( search );
			test_memory_check_empty( &memory );
		}
		assert_true( failures > 10 );
	}
	walker_close( &w );
}

static void heuristics_and_weights( void** state )
{
	(void)state;
	test_random random = test_random_make( 48 );
	int64_t expanded[3] = { 0 };
	for ( int32_t round = 0; round < test_rounds( 60 ); round++ )
	{
		walker w;
		walker_open( &w, test_random_grid( &random, 70, 60, test_random_real( &random, 0.05, 0.4 ) ), 0.0, LAND );
		for ( int32_t i = 0; i < 2 * METHODS; i++ )
		{
			const int32_t m = i % METHODS;
			fw_query query = random_query( &random, w.grid, m );
			const fw_result* result = walker_solve( &w, &query );
			const fw_outcome outcome = result->outcome;
			const double length = result->length;
			const bool searched = result->counters.expanded > 0;
			expanded[0] += result->counters.expanded;
			const fw_heuristic heuristics[] = { FW_HEURISTIC_EUCLIDEAN, FW_HEURISTIC_OCTILE, FW_HEURISTIC_ZERO };
			for ( int32_t k = 0; k < 3; k++ )
			{
				// The octile heuristic overestimates lines of any angle.
				if ( m >= 2 && heuristics[k] == FW_HEURISTIC_OCTILE )
				{
					continue;
				}
				query.options.heuristic = heuristics[k];
				assert_int_equal( walker_solve( &w, &query )->outcome, outcome );
				expanded[1] += k == 2 ? w.result.counters.expanded : 0;
				// Smoothing makes different paths from equal ones; for a goal in line of sight no search runs.
				const bool equal = strcmp( query.method, "block-ps" ) != 0 && ( k < 2 || searched );
				const double slack = equal ? 1e-3 : 0.12 * length;
				if ( fabs( w.result.length - length ) > slack )
				{
					printf( "best heuristic %.9f\n", length );
					block_fail( &w, &query, "another length with another heuristic" );
				}
			}
			query.options.heuristic = FW_HEURISTIC_BEST;
			query.options.weight = round % 3 == 0 ? 1.2 : round % 3 == 1 ? 3.0 : 16.0;
			assert_int_equal( walker_solve( &w, &query )->outcome, outcome );
			expanded[2] += w.result.counters.expanded;
			if ( outcome == FW_FOUND && m < 4 )
			{
				assert_true( w.result.length <= query.options.weight * length + 1e-3 );
				assert_true( m >= 2 || w.result.length >= length - 1e-9 );
				assert_true( w.result.length >= test_distance_between( query.start, query.goal ) - 1e-9 );
				if ( m >= 2 )
				{
					block_check_path( &w, &query );
				}
				else
				{
					test_check_legal( w.grid, &query.unit, &w.result.path );
				}
			}
		}
		walker_close( &w );
	}
	printf( "%lld blocks expanded, %lld without a heuristic, %lld with weights\n", (long long)expanded[0],
	        (long long)expanded[1], (long long)expanded[2] );
	assert_true( expanded[1] > expanded[0] );
}

// One lane back and forth, `lanes` times: its length is about `lanes` times `width` tiles.
static fw_grid* serpentine( int32_t width, int32_t lanes )
{
	fw_grid* grid = test_field( width, 2 * lanes - 1 );
	for ( int32_t i = 1; i < lanes; i++ )
	{
		const fw_rect wall = { i % 2 == 0 ? 1 : 0, 2 * i - 1, width - 1, 1 };
		assert_int_equal( fw_grid_fill( grid, wall, FW_TERRAIN_OUT, NULL ), FW_OK );
	}
	return grid;
}

// With a weight f may exceed the maximum length of a path; lengths beyond it are reported as too long.
static void paths_of_hundreds_of_thousands_of_tiles( void** state )
{
	(void)state;
	for ( int32_t i = 0; i < 4; i++ )
	{
		const bool corners = i % 2 == 1;
		const int32_t lanes = i < 2 ? 100 : 120;
		walker w;
		walker_open( &w, serpentine( 4000, lanes ), 0.0, LAND );
		const int32_t y = 2 * ( 2 * lanes - 2 ) + 1;
		fw_query query = corners ? block_query( "block", ( sight_point ){ 0, 0 }, ( sight_point ){ 0, y + 1 } )
		                         : block_query( "block8", ( sight_point ){ 1, 1 }, ( sight_point ){ 1, y } );
		query.options.weight = i < 2 ? 16.0 : 1.0;
		const fw_result* result = walker_solve( &w, &query );
		assert_int_equal( result->outcome, i < 2 ? FW_FOUND : FW_UNREACHABLE );
		assert_int_equal( result->reason, i < 2 ? FW_REASON_NONE : FW_REASON_COST_RANGE );
		assert_true( i >= 2 || ( result->length > 390000.0 && result->length < 410000.0 ) );
		walker_close( &w );
	}
}

int run_test_block_again( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( slices_listener_and_counters ),
	    cmocka_unit_test( edits_between_queries ),
	    cmocka_unit_test( shared_databases ),
	    cmocka_unit_test( tables_are_forgotten ),
	    cmocka_unit_test( memory_is_reused_and_its_lack_reported ),
	    cmocka_unit_test( heuristics_and_weights ),
	    cmocka_unit_test( paths_of_hundreds_of_thousands_of_tiles ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
