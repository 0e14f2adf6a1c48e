// SPDX-License-Identifier: MIT
// The search interface, with A*: statuses, slices, budgets, events, counters, contexts that are used again.
#include "support_walker.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static void random_query( test_random* random, const walker* w, fw_query* query )
{
	double* const fields[] = { &query->start.x, &query->start.y, &query->goal.x, &query->goal.y };
	*query = fw_default_query();
	for ( int32_t i = 0; i < 4; i++ )
	{
		const int32_t side = i % 2 == 0 ? fw_grid_width( w->grid ) : fw_grid_height( w->grid );
		*fields[i] = test_random_int( random, side ) + 0.5;
	}
}

static void the_table_of_methods( void** state )
{
	(void)state;
	assert_true( fw_method_count() >= 1 );
	assert_null( fw_method_at( -1 ) );
	assert_null( fw_method_at( fw_method_count() ) );
	assert_null( fw_method_find( "no such method" ) );
	assert_null( fw_method_find( "" ) );
	assert_null( fw_method_find( NULL ) );
	for ( int32_t i = 0; i < fw_method_count(); i++ )
	{
		const fw_method* method = fw_method_at( i );
		assert_ptr_equal( fw_method_find( method->name ), method );
		assert_true( strlen( method->summary ) > 10 );
	}
	assert_true( ( fw_method_find( "astar" )->traits & FW_TRAIT_OPTIMAL ) != 0 );
	assert_true( ( fw_method_find( "astar" )->traits & FW_TRAIT_HEADINGS ) == 0 );
}

static void outcomes_and_reasons_have_texts( void** state )
{
	(void)state;
	assert_string_equal( fw_outcome_text( FW_RUNNING ), "running" );
	assert_string_equal( fw_outcome_text( FW_FOUND ), "found" );
	assert_string_equal( fw_outcome_text( FW_UNREACHABLE ), "unreachable" );
	assert_string_equal( fw_outcome_text( FW_OUT_OF_BUDGET ), "out-of-budget" );
	assert_non_null( fw_outcome_text( (fw_outcome)99 ) );
	for ( int32_t i = 0; i <= 9; i++ )
	{
		assert_true( strlen( fw_reason_text( (fw_reason)i ) ) > 3 );
		for ( int32_t other = 0; other < i; other++ )
		{
			assert_string_not_equal( fw_reason_text( (fw_reason)i ), fw_reason_text( (fw_reason)other ) );
		}
	}
	assert_non_null( fw_reason_text( (fw_reason)-1 ) );
}

static void options_of( test_random* random, fw_query* query )
{
	switch ( test_random_int( random, 6 ) )
	{
	case 0:
		query->options.neighbors = 4;
		break;
	case 1:
		query->options.weight = 1.5;
		break;
	case 2:
		query->goal_tolerance = 3.0;
		break;
	case 3:
		query->options.turn_penalty = 1.0;
		break;
	default:
		break;
	}
}

static void slices_of_any_size_give_the_same( void** state )
{
	(void)state;
	const int64_t sizes[] = { 1, 2, 3, 7, 64, 1000, INT64_MAX };
	test_random random = test_random_make( 1 );
	walker w;
	walker_open_default( &w, test_random_town( &random, 70, 60, 90, 6 ) );
	fw_result whole = { 0 };
	fw_result sliced = { 0 };
	int32_t found = 0;
	for ( int32_t round = 0; round < 60; round++ )
	{
		fw_query query;
		random_query( &random, &w, &query );
		options_of( &random, &query );
		assert_int_equal( fw_search_run( w.search, &w.map, &query, &whole, NULL ), FW_OK );
		found += whole.outcome == FW_FOUND;
		for ( size_t i = 0; i < sizeof( sizes ) / sizeof( sizes[0] ); i++ )
		{
			fw_outcome outcome = FW_RUNNING;
			int64_t before = 0;
			assert_int_equal( walker_begin( &w, &query ), FW_OK );
			while ( outcome == FW_RUNNING )
			{
				assert_int_equal( fw_search_step( w.search, sizes[i], &outcome, NULL ), FW_OK );
				assert_int_equal( fw_search_result( w.search, &sliced ), FW_OK );
				assert_true( sliced.counters.expanded - before <= sizes[i] );
				// A slice that does not end the search uses its whole budget.
				assert_true( outcome != FW_RUNNING || sliced.counters.expanded - before == sizes[i] );
				before = sliced.counters.expanded;
			}
			walker_check_same( &whole, &sliced );
		}
	}
	assert_true( found > 20 );
	fw_result_free( &whole );
	fw_result_free( &sliced );
	walker_close( &w );
}

static void budgets_are_kept( void** state )
{
	(void)state;
	test_random random = test_random_make( 2 );
	walker w;
	walker_open_default( &w, test_random_town( &random, 50, 50, 40, 6 ) );
	fw_result whole = { 0 };
	fw_result part = { 0 };
	int32_t found = 0;
	for ( int32_t round = 0; round < 80; round++ )
	{
		fw_query query;
		random_query( &random, &w, &query );
		assert_int_equal( fw_search_run( w.search, &w.map, &query, &whole, NULL ), FW_OK );
		const int64_t needed = whole.counters.expanded;
		if ( whole.outcome != FW_FOUND || needed < 3 )
		{
			continue;
		}
		found++;
		const int64_t budgets[] = { 1, needed / 2, needed - 1, needed + 1, INT64_MAX };
		for ( size_t i = 0; i < 5; i++ )
		{
			query.options.max_expansions = budgets[i];
			assert_int_equal( fw_search_run( w.search, &w.map, &query, &part, NULL ), FW_OK );
			if ( budgets[i] < needed )
			{
				assert_int_equal( part.outcome, FW_OUT_OF_BUDGET );
				assert_int_equal( part.reason, FW_REASON_EXPANSIONS );
				assert_int_equal( part.counters.expanded, budgets[i] );
				assert_int_equal( part.path.count, 0 );
				assert_true( part.length == 0.0 );
				fw_outcome outcome;
				assert_int_equal( fw_search_step( w.search, 1000, &outcome, NULL ), FW_OK );
				assert_int_equal( outcome, FW_OUT_OF_BUDGET );
			}
			else
			{
				walker_check_same( &whole, &part );
			}
		}
		query.options.max_expansions = -5; // no limit either
		assert_int_equal( fw_search_run( w.search, &w.map, &query, &part, NULL ), FW_OK );
		walker_check_same( &whole, &part );
	}
	assert_true( found > 20 );
	fw_result_free( &whole );
	fw_result_free( &part );
	walker_close( &w );
}

typedef struct heard
{
	const fw_grid* grid;
	int64_t begun, expanded, opened, field;
	fw_pose last;
} heard;

static void hear( void* context, const fw_heard* what )
{
	const fw_event event = what->event;
	const fw_pose pose = what->pose;
	heard* h = context;
	h->expanded += event == FW_EVENT_EXPAND;
	h->opened += event == FW_EVENT_OPEN;
	h->field += event == FW_EVENT_FIELD;
	h->last = event == FW_EVENT_EXPAND ? pose : h->last;
	h->begun += event == FW_EVENT_BEGIN;
	assert_true( pose.x > 0 && pose.y > 0 && pose.x < fw_grid_width( h->grid ) && pose.y < fw_grid_height( h->grid ) );
	assert_true( event == FW_EVENT_BEGIN ||
	             fw_grid_passable( h->grid, (int32_t)pose.x, (int32_t)pose.y, FW_CAP_GROUND ) );
}

static void listeners_hear_every_node( void** state )
{
	(void)state;
	test_random random = test_random_make( 3 );
	walker w;
	walker_open_default( &w, test_random_grid( &random, 40, 40, 0.25 ) );
	fw_result silent = { 0 };
	fw_result loud = { 0 };
	int32_t found = 0;
	for ( int32_t round = 0; round < 60; round++ )
	{
		fw_query query;
		random_query( &random, &w, &query );
		options_of( &random, &query );
		heard h = { .grid = w.grid };
		assert_int_equal( fw_search_run( w.search, &w.map, &query, &silent, NULL ), FW_OK );
		query.options.listener = ( fw_listener ){ hear, &h };
		assert_int_equal( fw_search_run( w.search, &w.map, &query, &loud, NULL ), FW_OK );
		walker_check_same( &silent, &loud );
		assert_int_equal( h.field, 0 );
		assert_int_equal( h.begun, 1 );
		if ( loud.outcome == FW_FOUND )
		{
			// The goal leaves the open list without being expanded.
			assert_int_equal( h.expanded, loud.counters.expanded + 1 );
			const fw_pose end = fw_path_end( &loud.path );
			assert_true( h.last.x == end.x && h.last.y == end.y );
			found++;
		}
		else
		{
			assert_int_equal( h.expanded, loud.counters.expanded );
		}
		assert_true( h.opened <= loud.counters.generated );
		assert_true( h.opened + 1 >= h.expanded || loud.counters.expanded == 0 );
	}
	assert_true( found > 20 );
	fw_result_free( &silent );
	fw_result_free( &loud );
	walker_close( &w );
}

static void counters_make_sense( void** state )
{
	(void)state;
	test_random random = test_random_make( 4 );
	walker w;
	walker_open_default( &w, test_random_town( &random, 60, 60, 50, 6 ) );
	fw_result result = { 0 };
	for ( int32_t round = 0; round < 60; round++ )
	{
		fw_query query;
		random_query( &random, &w, &query );
		options_of( &random, &query );
		assert_int_equal( fw_search_run( w.search, &w.map, &query, &result, NULL ), FW_OK );
		const fw_counters* c = &result.counters;
		assert_true( c->expanded >= 0 && c->expanded <= 60 * 60 + c->reopened );
		assert_true( c->generated <= 8 * c->expanded );
		assert_true( c->heap_pops <= c->generated + 1 && c->heap_pushes <= c->generated + 1 );
		assert_true( c->hit_checks == 0 && c->sight_checks == 0 && c->field == 0 );
		// With all options off, no closed node is ever improved.
		const bool plain =
		    query.options.neighbors == 8 && query.options.weight == 1.0 && query.options.turn_penalty == 0.0;
		assert_true( !plain || c->reopened == 0 );
	}
	fw_result_free( &result );
	walker_close( &w );
}

// One context used with maps of all sizes gives the same answers as a new one.
static void contexts_move_between_maps( void** state )
{
	(void)state;
	test_random random = test_random_make( 5 );
	fw_search* kept = NULL;
	assert_int_equal( fw_search_create( NULL, &kept ), FW_OK );
	fw_result a = { 0 };
	fw_result b = { 0 };
	for ( int32_t round = 0; round < 120; round++ )
	{
		walker w;
		const int32_t width = 1 + test_random_int( &random, round % 3 == 0 ? 200 : 40 );
		const int32_t height = 1 + test_random_int( &random, round % 4 == 0 ? 150 : 30 );
		walker_open_default( &w, test_random_grid( &random, width, height, 0.2 ) );
		for ( int32_t i = 0; i < 3; i++ )
		{
			fw_query query;
			random_query( &random, &w, &query );
			options_of( &random, &query );
			assert_int_equal( fw_search_run( w.search, &w.map, &query, &a, NULL ), FW_OK );
			assert_int_equal( fw_search_run( kept, &w.map, &query, &b, NULL ), FW_OK );
			walker_check_same( &a, &b );
		}
		walker_close( &w );
	}
	fw_result_free( &a );
	fw_result_free( &b );
	fw_search_destroy( kept );
}

static void nothing_is_allocated_once_warm( void** state )
{
	(void)state;
	test_random random = test_random_make( 6 );
	test_memory memory = test_memory_make();
	const fw_allocator allocator = test_memory_allocator( &memory );
	walker w;
	walker_open_default( &w, test_random_town( &random, 90, 80, 60, 6 ) );
	fw_search_destroy( w.search );
	assert_int_equal( fw_search_create( &allocator, &w.search ), FW_OK );
	fw_query queries[30];
	fw_result result;
	fw_result_init( &result, &allocator );
	int64_t warm = 0;
	for ( int32_t pass = 0; pass < 3; pass++ )
	{
		test_random same = test_random_make( 7 );
		for ( int32_t i = 0; i < 30; i++ )
		{
			random_query( &same, &w, &queries[i] );
			options_of( &same, &queries[i] );
			assert_int_equal( fw_search_run( w.search, &w.map, &queries[i], &result, NULL ), FW_OK );
		}
		assert_true( pass == 0 || memory.asked == warm );
		warm = memory.asked;
		assert_int_equal( fw_search_memory( w.search ) + (size_t)result.path.capacity * sizeof( fw_segment ),
		                  memory.bytes );
	}
	assert_true( warm > 0 );
	fw_result_free( &result );
	walker_close( &w );
	test_memory_check_empty( &memory );
}

// A result is overwritten, whatever was found before.
static void results_are_written_over( void** state )
{
	(void)state;
	walker w;
	walker_open_default( &w, test_grid( "....#..\n"
	                                    "....#..\n" ) );
	fw_result result;
	fw_result_init( &result, NULL );
	fw_query query = walker_query_of( 0.5, 0.5, 3.5, 0.5 );
	assert_int_equal( fw_search_run( w.search, &w.map, &query, &result, NULL ), FW_OK );
	assert_int_equal( result.path.count, 3 );
	query = walker_query_of( 0.5, 0.5, 6.5, 0.5 );
	assert_int_equal( fw_search_run( w.search, &w.map, &query, &result, NULL ), FW_OK );
	assert_int_equal( result.outcome, FW_UNREACHABLE );
	assert_int_equal( result.path.count, 0 );
	assert_true( result.length == 0.0 && result.cost == 0.0 && result.counters.expanded == 0 );
	// A refused query does not change it.
	query = walker_query_of( 0.5, 0.5, 2.5, 1.5 );
	assert_int_equal( fw_search_run( w.search, &w.map, &query, &result, NULL ), FW_OK );
	const double length = result.length;
	query.options.weight = NAN;
	assert_int_equal( fw_search_run( w.search, &w.map, &query, &result, NULL ), FW_ERR_ARGUMENT );
	assert_true( result.outcome == FW_FOUND && result.length == length && result.path.count == 2 );
	fw_result_free( &result );
	assert_null( result.path.segments );
	walker_close( &w );
}

int run_test_search( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( the_table_of_methods ),
	    cmocka_unit_test( outcomes_and_reasons_have_texts ),
	    cmocka_unit_test( slices_of_any_size_give_the_same ),
	    cmocka_unit_test( budgets_are_kept ),
	    cmocka_unit_test( listeners_hear_every_node ),
	    cmocka_unit_test( counters_make_sense ),
	    cmocka_unit_test( contexts_move_between_maps ),
	    cmocka_unit_test( nothing_is_allocated_once_warm ),
	    cmocka_unit_test( results_are_written_over ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
