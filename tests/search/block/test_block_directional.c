// SPDX-License-Identifier: MIT
// Block A* over poses: as cheap as Directional A* over the same table, its paths legal; its database against chains
// that are found one by one; for any slices, earlier searches and memory.
#include "support_drive.h"
#include "support_walker.h"

#include "annotate/space.h"
#include "search/directional/pose_database.h"

#include <inttypes.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define METHOD "block-directional"

typedef struct trial
{
	double radius, turning_radius;
	fw_lattice lattice;
	int32_t headings, side;
	double blocked;
	int32_t maps;
	bool no_loops;
} trial;

static const trial trials[] = {
    { 0.3, 0.7, FW_LATTICE_TILES, 8, 16, 0.15, 6, false }, { 0.4, 1.0, FW_LATTICE_GAPS, 8, 12, 0.12, 4, false },
    { 0.9, 2.0, FW_LATTICE_GAPS, 8, 18, 0.02, 4, true },   { 0.9, 3.0, FW_LATTICE_TILES, 8, 20, 0.01, 3, false },
    { 1.4, 1.5, FW_LATTICE_TILES, 8, 20, 0.01, 3, true },  { 0.4, 0.0, FW_LATTICE_GAPS, 8, 14, 0.2, 6, false },
    { 0.3, 0.7, FW_LATTICE_TILES, 16, 11, 0.1, 3, true },  { 0.5, 0.7, FW_LATTICE_HALF, 8, 9, 0.08, 2, true },
};
#define TRIALS ( sizeof( trials ) / sizeof( trials[0] ) )

static void open_trial( drive* d, const trial* t, test_random* random )
{
	drive_def def = drive_def_of( t->radius, t->turning_radius );
	def.lattice = t->lattice;
	def.headings = t->headings;
	def.no_loops = t->no_loops;
	drive_open( d, test_random_map( random, t->side, t->side, t->blocked ), &def );
}

// The cost in integers, curve by curve; a waypoint begins a curve.
static int64_t integer_cost( const fw_path* path )
{
	int64_t cost = 0;
	double length = 0.0;
	for ( int32_t i = 0; i < path->count; ++i )
	{
		length += path->segments[i].length;
		if ( i + 1 == path->count || path->segments[i + 1].waypoint )
		{
			cost += (int64_t)floor( length * 2378.0 + 0.5 );
			length = 0.0;
		}
	}
	return cost;
}

static bool random_query( drive* d, test_random* random, int32_t kind, fw_query* query )
{
	fw_pose start, goal;
	const bool ok =
	    ( kind & 4 ? drive_random_exact_pose( d, random, &start ) : drive_random_pose( d, random, &start ) ) &&
	    ( kind & 2 ? drive_random_exact_pose( d, random, &goal ) : drive_random_pose( d, random, &goal ) );
	if ( ok )
	{
		*query = drive_query_by( d, METHOD, start, goal );
		query->goal_any_heading = ( kind & 1 ) == 0;
		query->start_any_heading = kind == 8;
	}
	return ok;
}

// --- the search ---

static void without_an_estimate_it_costs_what_directional_costs( void** state )
{
	(void)state;
	int32_t found = 0, asked = 0;
	for ( size_t i = 0; i < TRIALS; i++ )
	{
		test_random random = test_random_make( 40 + i );
		for ( int32_t map = 0; map < test_rounds( trials[i].maps ); map++ )
		{
			drive d;
			open_trial( &d, &trials[i], &random );
			for ( int32_t kind = 0; kind < 9; kind++ )
			{
				fw_query query;
				if ( !random_query( &d, &random, kind, &query ) )
				{
					continue;
				}
				query.options.heuristic = FW_HEURISTIC_ZERO;
				const fw_outcome outcome = drive_run( &d, &query );
				const int64_t cost = outcome == FW_FOUND ? integer_cost( &d.result.path ) : -1;
				query.method = "directional48";
				assert_int_equal( drive_run( &d, &query ), outcome );
				const int64_t wanted = outcome == FW_FOUND ? integer_cost( &d.result.path ) : -1;
				if ( cost != wanted )
				{
					fail_msg( "trial %zu, map %d, query %d: cost %" PRId64 " instead of %" PRId64, i, (int)map,
					          (int)kind, cost, wanted );
				}
				asked++;
				found += outcome == FW_FOUND ? 1 : 0;
			}
			drive_close( &d );
		}
	}
	assert_true( found * 2 > asked && found < asked );
}

// Heuristics that may overestimate give other paths, which are legal and hardly longer.
static void with_estimates_it_finds_what_directional_finds( void** state )
{
	(void)state;
	const fw_heuristic heuristics[] = { FW_HEURISTIC_BEST, FW_HEURISTIC_FIELD, FW_HEURISTIC_TABLE, FW_HEURISTIC_OCTILE,
	                                    FW_HEURISTIC_EUCLIDEAN };
	// The sample takes each heuristic once, and changes the kind and the weight with it.
	const int32_t step = test_every( 1 ) == 1 ? 1 : 11;
	double lengths = 0.0, wanted = 0.0;
	for ( size_t i = 0; i < TRIALS; i++ )
	{
		test_random random = test_random_make( 60 + i );
		drive d;
		open_trial( &d, &trials[i], &random );
		for ( int32_t n = 0; n < 45; n += step )
		{
			fw_query query;
			if ( !random_query( &d, &random, n % 9, &query ) )
			{
				continue;
			}
			query.options.heuristic = heuristics[n / 9];
			query.options.weight = n % 2 == 0 ? 1.0 : 1.1;
			const fw_outcome outcome = drive_run( &d, &query );
			lengths += d.result.length;
			query.method = "directional48";
			assert_int_equal( drive_run( &d, &query ), outcome );
			wanted += d.result.length;
		}
		drive_close( &d );
	}
	assert_true( lengths < 1.02 * wanted );
}

// Entries of an earlier search in the database change nothing, nor does another table in between, nor do slices.
static void slices_and_earlier_searches_change_nothing( void** state )
{
	(void)state;
	fw_search* used = NULL;
	assert_int_equal( fw_search_create( NULL, &used ), FW_OK );
	fw_result sliced;
	fw_result_init( &sliced, NULL );
	for ( size_t n = 0; n < (size_t)test_rounds( 6 ) * TRIALS; n++ )
	{
		test_random random = test_random_make( 80 + n );
		drive d;
		open_trial( &d, &trials[n % TRIALS], &random );
		fw_query query;
		if ( random_query( &d, &random, (int32_t)n % 9, &query ) )
		{
			drive_run( &d, &query );
			fw_outcome outcome = FW_RUNNING;
			assert_int_equal( fw_search_begin( used, &d.map, &query, NULL ), FW_OK );
			int64_t steps = 0;
			for ( ; outcome == FW_RUNNING; steps++ )
			{
				assert_int_equal( fw_search_step( used, 1 + (int64_t)n % 3, &outcome, NULL ), FW_OK );
			}
			assert_int_equal( fw_search_result( used, &sliced ), FW_OK );
			assert_true( steps >= sliced.counters.expanded / 3 );
			walker_check_same( &sliced, &d.result );
		}
		drive_close( &d );
	}
	fw_result_free( &sliced );
	fw_search_destroy( used );
}

static void open_field( drive* d )
{
	const drive_def def = drive_def_of( 0.4, 1.0 );
	drive_open( d, test_field( 60, 40 ), &def );
}

static void on_open_land_it_expands_fewer_poses( void** state )
{
	(void)state;
	drive d;
	open_field( &d );
	fw_query query = drive_query_by( &d, METHOD, test_center( 5, 5, 0 ), test_center( 52, 31, 0 ) );
	assert_int_equal( drive_run( &d, &query ), FW_FOUND );
	const int64_t expanded = d.result.counters.expanded;
	query.method = "directional48";
	assert_int_equal( drive_run( &d, &query ), FW_FOUND );
	assert_true( expanded < d.result.counters.expanded );
	drive_close( &d );
}

static void it_stops_at_its_budget( void** state )
{
	(void)state;
	drive d;
	open_field( &d );
	fw_query query = drive_query_by( &d, METHOD, test_center( 5, 5, 0 ), test_center( 52, 31, 0 ) );
	query.options.heuristic = FW_HEURISTIC_ZERO;
	for ( query.options.max_expansions = 1; query.options.max_expansions < 40; query.options.max_expansions++ )
	{
		assert_int_equal( drive_run( &d, &query ), FW_OUT_OF_BUDGET );
		assert_int_equal( d.result.counters.expanded, query.options.max_expansions );
	}
	drive_close( &d );
}

static void costs_are_refused_and_reverse_is_not_used( void** state )
{
	(void)state;
	drive_def def = drive_def_of( 0.4, 1.0 );
	def.unit.capabilities = FW_CAP_GROUND | FW_CAP_SWAMP;
	def.unit.reverse = true;
	drive d;
	drive_open( &d, test_field( 20, 20 ), &def );
	fw_query query = drive_query_by( &d, METHOD, test_center( 12, 9, 0 ), test_center( 4, 9, 0 ) );
	assert_int_equal( drive_run( &d, &query ), FW_FOUND );
	assert_int_equal( test_cusps( &d.result.path ), 0 );
	fw_grid* swamp = test_field( 20, 20 );
	fw_terrain dear = *fw_grid_terrain( swamp, FW_TERRAIN_SWAMP );
	dear.cost = 3.0;
	assert_int_equal( fw_grid_set_terrain( swamp, FW_TERRAIN_SWAMP, &dear, NULL ), FW_OK );
	assert_int_equal( fw_grid_fill( swamp, ( fw_rect ){ 5, 5, 3, 9 }, FW_TERRAIN_SWAMP, NULL ), FW_OK );
	drive_set_grid( &d, swamp );
	assert_int_equal( drive_try( &d, &query ), FW_ERR_UNSUPPORTED );
	query.options.ignore_costs = true;
	assert_int_equal( drive_try( &d, &query ), FW_OK );
	assert_int_equal( d.result.outcome, FW_FOUND );
	drive_close( &d );
}

static void memory_may_run_out_at_any_time( void** state )
{
	(void)state;
	test_random random = test_random_make( 3 );
	drive d;
	open_trial( &d, &trials[1], &random );
	fw_query query;
	assert_true( random_query( &d, &random, 7, &query ) );
	query.options.heuristic = FW_HEURISTIC_BEST;
	for ( int32_t for_good = 0; for_good < 2; for_good++ )
	{
		fw_status status = FW_ERR_MEMORY;
		int64_t n = 0;
		for ( ; status != FW_OK; n++ )
		{
			test_memory memory = test_memory_make();
			const fw_allocator allocator = test_memory_allocator( &memory );
			fw_search* search = NULL;
			fw_result result;
			fw_result_init( &result, &allocator );
			assert_int_equal( fw_search_create( &allocator, &search ), FW_OK );
			test_memory_fail_in( &memory, n, for_good == 1 );
			status = fw_search_run( search, &d.map, &query, &result, NULL );
			test_memory_fail_never( &memory );
			assert_true( status == FW_OK || status == FW_ERR_MEMORY );
			// The context works again after a failure, and allocates nothing when the query is repeated.
			assert_int_equal( fw_search_run( search, &d.map, &query, &result, NULL ), FW_OK );
			const int64_t asked = memory.asked;
			const size_t bytes = memory.bytes;
			assert_int_equal( fw_search_run( search, &d.map, &query, &result, NULL ), FW_OK );
			assert_int_equal( memory.asked, asked );
			assert_true( fw_search_memory( search ) <= bytes );
			fw_result_free( &result );
			fw_search_destroy( search );
			test_memory_check_empty( &memory );
		}
		assert_true( n > 12 );
	}
	drive_close( &d );
}

// --- the database ---

// The cheapest chains of inner curves inside a block, by going over all curves until nothing changes, with the map
// itself instead of windows. [poses]
static void chains_of( const fw_pose_database* database, const drive* d, int32_t bx, int32_t by, uint32_t from,
                       uint32_t* cost )
{
	const fw_primitives* turns = d->map.primitives;
	for ( int32_t p = 0; p < database->poses; p++ )
	{
		cost[p] = p == (int32_t)from ? 0 : UINT32_MAX;
	}
	for ( bool changed = true; changed; )
	{
		changed = false;
		for ( int32_t p = 0; p < database->poses; p++ )
		{
			const int32_t x = 4 * bx + p / database->headings % 4;
			const int32_t y = 4 * by + p / database->headings / 4;
			uint64_t window[FW_NEAR_WORDS];
			fw_near_window( d->space->tiles, x, y, window );
			const fw_turn_fan* fan = fw_primitives_fan( turns, 0, p % database->headings );
			for ( uint32_t e = fan->begin[0]; cost[p] != UINT32_MAX && e < fan->begin[FW_TURN_STAGES]; e++ )
			{
				const fw_turn_edge* edge = &turns->edges[e];
				if ( !fw_pose_is_inner( database, e, (uint32_t)( p / database->headings ) ) ||
				     fw_near_hit( edge->near, window ) )
				{
					continue;
				}
				const int32_t tx = x + edge->dx - 4 * bx;
				const int32_t ty = y + edge->dy - 4 * by;
				assert_true( tx >= 0 && ty >= 0 && tx < 4 && ty < 4 && edge->phase == 0 && !edge->far );
				const int32_t to = ( 4 * ty + tx ) * database->headings + edge->heading;
				if ( cost[p] + edge->cost < cost[to] )
				{
					cost[to] = cost[p] + edge->cost;
					changed = true;
				}
			}
		}
	}
}

// The last curve of a chain comes from a pose that the same stages hold, and completes its cost.
static void check_last( const fw_pose_database* database, const drive* d, const fw_pose_row* row, int32_t stage,
                        fw_pose_path way, uint32_t from, const uint32_t* cost )
{
	const fw_turn_edge* last = &d->map.primitives->edges[way.edge];
	const int32_t tile = (int32_t)way.to / database->headings - 4 * last->dy - last->dx;
	const uint32_t parent = (uint32_t)( tile * database->headings + last->from_heading );
	assert_int_equal( last->heading, (int32_t)way.to % database->headings );
	assert_int_equal( way.cost, cost[parent] + last->cost );
	bool held = parent == from;
	for ( int32_t s = 0; s <= stage; s++ )
	{
		int32_t count;
		const fw_pose_path* paths = fw_pose_row_stage( database, row, s, &count );
		for ( int32_t i = 0; i < count; i++ )
		{
			held = held || paths[i].to == parent;
		}
	}
	assert_true( held );
}

static void check_row( fw_pose_database* database, const fw_allocator* allocator, const drive* d, int32_t bx,
                       int32_t by, uint32_t pose, int32_t* paths_seen )
{
	uint32_t cost[FW_POSE_MAX];
	chains_of( database, d, bx, by, pose, cost );
	const uint64_t window = fw_pose_window( d->space->tiles, bx, by );
	const uint32_t entry = fw_pose_database_entry( database, allocator, window );
	assert_int_not_equal( entry, FW_POSE_NONE );
	const fw_pose_row* row = fw_pose_database_row( database, allocator, d->map.primitives, entry, pose );
	assert_non_null( row );
	int32_t expected = 0;
	for ( int32_t p = 0; p < database->poses; p++ )
	{
		expected += p != (int32_t)pose && cost[p] != UINT32_MAX ? 1 : 0;
	}
	assert_int_equal( row->end[FW_TURN_STAGES - 1], expected );
	*paths_seen += expected;
	for ( int32_t stage = 0; stage < FW_TURN_STAGES; stage++ )
	{
		int32_t count;
		const fw_pose_path* paths = fw_pose_row_stage( database, row, stage, &count );
		for ( int32_t i = 0; i < count; i++ )
		{
			assert_int_equal( paths[i].cost, cost[paths[i].to] );
			check_last( database, d, row, stage, paths[i], pose, cost );
		}
		assert_int_equal( count == 0, row->least[stage] == INT32_MAX );
	}
}

static void rows_hold_the_cheapest_chains( void** state )
{
	(void)state;
	const fw_allocator allocator = fw_default_allocator();
	fw_pose_database database = { 0 };
	int32_t paths_seen = 0;
	for ( size_t i = 0; i < TRIALS; i++ )
	{
		test_random random = test_random_make( 100 + i );
		drive d;
		open_trial( &d, &trials[i], &random );
		assert_true( fw_pose_database_begin( &database, &allocator, d.map.primitives ) );
		const int32_t blocks = ( trials[i].side + 3 ) / 4;
		for ( int32_t n = 0; n < test_rounds( 60 ); n++ )
		{
			const int32_t x = test_random_int( &random, blocks );
			const int32_t y = test_random_int( &random, blocks );
			const uint32_t pose = (uint32_t)test_random_int( &random, database.poses );
			check_row( &database, &allocator, &d, x, y, pose, &paths_seen );
		}
		// With another map and the same table the entries stay; nothing is made twice.
		const int32_t entries = database.entry_count;
		assert_true( entries > 1 );
		assert_true( fw_pose_database_begin( &database, &allocator, d.map.primitives ) );
		assert_int_equal( database.entry_count, entries );
		drive_close( &d );
	}
	assert_true( paths_seen > test_rounds( 1000 ) );
	fw_pose_database_hold( &( fw_holdings ){ .allocator = &allocator }, &database );
}

// The stage of a row that contains a pose; FW_TURN_STAGES if none does.
static int32_t stage_in( const fw_pose_database* database, const fw_pose_row* row, uint32_t pose )
{
	for ( int32_t stage = 0; stage < FW_TURN_STAGES; stage++ )
	{
		int32_t count;
		const fw_pose_path* paths = fw_pose_row_stage( database, row, stage, &count );
		for ( int32_t i = 0; i < count; i++ )
		{
			if ( paths[i].to == pose )
			{
				return stage;
			}
		}
	}
	return FW_TURN_STAGES;
}

// In this window chains over poses with more excess than their ends are the cheapest, as slanted lines are shorter than
// octile steps.
static void no_chain_leads_over_a_later_stage( void** state )
{
	(void)state;
	const fw_allocator allocator = fw_default_allocator();
	fw_pose_database database = { 0 };
	drive_def def = drive_def_of( 0.4, 0.8 );
	def.lattice = FW_LATTICE_TILES;
	def.no_loops = true;
	drive d;
	drive_open( &d, test_field( 8, 8 ), &def );
	assert_true( fw_pose_database_begin( &database, &allocator, d.map.primitives ) );
	const uint32_t entry = fw_pose_database_entry( &database, &allocator, 0x50000c84020u );
	for ( uint32_t from = 0; from < (uint32_t)database.poses; from++ )
	{
		const fw_pose_row* row = fw_pose_database_row( &database, &allocator, d.map.primitives, entry, from );
		assert_non_null( row );
		for ( int32_t i = 0; i < row->end[FW_TURN_STAGES - 1]; i++ )
		{
			const fw_pose_path path = database.paths[row->begin - 1 + (uint32_t)i];
			const fw_turn_edge* last = &d.map.primitives->edges[path.edge];
			const int32_t tile = (int32_t)path.to / 8 - 4 * last->dy - last->dx;
			const uint32_t parent = (uint32_t)( 8 * tile + last->from_heading );
			assert_true( parent == from || stage_in( &database, row, parent ) <= stage_in( &database, row, path.to ) );
		}
	}
	fw_pose_database_hold( &( fw_holdings ){ .allocator = &allocator }, &database );
	drive_close( &d );
}

// More entries than it keeps: it drops them, and goes on.
static void it_forgets_when_it_is_full( void** state )
{
	(void)state;
	const fw_allocator allocator = fw_default_allocator();
	fw_pose_database database = { 0 };
	drive d;
	open_field( &d );
	assert_true( fw_pose_database_begin( &database, &allocator, d.map.primitives ) );
	test_random random = test_random_make( 9 );
	for ( int32_t n = 0; n < 3 * FW_POSE_ENTRIES_MAX; n++ )
	{
		const uint64_t window = test_random_next( &random );
		const uint32_t entry = fw_pose_database_entry( &database, &allocator, window );
		assert_true( entry < FW_POSE_ENTRIES_MAX );
		assert_true( database.keys[entry] == window );
		assert_int_equal( fw_pose_database_entry( &database, &allocator, window ), entry );
	}
	fw_pose_database_hold( &( fw_holdings ){ .allocator = &allocator }, &database );
	drive_close( &d );
}

int run_test_block_directional( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( without_an_estimate_it_costs_what_directional_costs ),
	    cmocka_unit_test( with_estimates_it_finds_what_directional_finds ),
	    cmocka_unit_test( slices_and_earlier_searches_change_nothing ),
	    cmocka_unit_test( on_open_land_it_expands_fewer_poses ),
	    cmocka_unit_test( it_stops_at_its_budget ),
	    cmocka_unit_test( costs_are_refused_and_reverse_is_not_used ),
	    cmocka_unit_test( memory_may_run_out_at_any_time ),
	    cmocka_unit_test( rows_hold_the_cheapest_chains ),
	    cmocka_unit_test( no_chain_leads_over_a_later_stage ),
	    cmocka_unit_test( it_forgets_when_it_is_full ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
