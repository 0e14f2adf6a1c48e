// SPDX-License-Identifier: MIT
// The open lists against a list that is searched linearly.
#include "base/bucket_queue.h"
#include "base/calendar_queue.h"
#include "base/open_list.h"
#include "support.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define MOST 4000

typedef struct item
{
	uint32_t f, g, node;
	int32_t came; // when
} item;

typedef struct slow_list
{
	item items[MOST];
	int32_t count;
} slow_list;

// f, then larger g, then node.
static bool before_by_g( const item* a, const item* b )
{
	return a->f != b->f ? a->f < b->f : a->g != b->g ? a->g > b->g : a->node < b->node;
}

// f, then last pushed.
static bool before_by_time( const item* a, const item* b )
{
	return a->f != b->f ? a->f < b->f : a->came > b->came;
}

static item take_first( slow_list* list, bool ( *before )( const item*, const item* ) )
{
	int32_t best = 0;
	for ( int32_t i = 1; i < list->count; i++ )
	{
		best = before( &list->items[i], &list->items[best] ) ? i : best;
	}
	const item taken = list->items[best];
	list->items[best] = list->items[--list->count];
	return taken;
}

static void the_heap_keeps_its_order( void** state )
{
	(void)state;
	test_random random = test_random_make( 1 );
	const fw_allocator allocator = fw_default_allocator();
	slow_list* slow = calloc( 1, sizeof( *slow ) );
	assert_non_null( slow );
	fw_open_list list = { 0 };
	int64_t pushes = 0;
	int64_t pops = 0;
	for ( int32_t round = 0; round < 40; round++ )
	{
		slow->count = 0;
		fw_open_clear( &list );
		assert_true( fw_open_is_empty( &list ) );
		for ( int32_t i = 0; i < 2000; i++ )
		{
			if ( slow->count > 0 && test_random_chance( &random, 0.45 ) )
			{
				const item wanted = take_first( slow, before_by_g );
				assert_int_equal( fw_open_first_f( &list ), wanted.f );
				const fw_open_entry taken = fw_open_pop( &list, &pops );
				assert_int_equal( fw_open_f( &taken ), wanted.f );
				assert_int_equal( fw_open_g( &taken ), wanted.g );
				assert_int_equal( taken.node, wanted.node );
			}
			else
			{
				const uint32_t f =
				    round % 2 == 0 ? (uint32_t)test_random_int( &random, 50 ) : (uint32_t)test_random_next( &random );
				const item made = { f, f == 0 ? 0 : (uint32_t)( test_random_next( &random ) % f ), (uint32_t)i, i };
				slow->items[slow->count++] = made;
				assert_true( fw_open_push( &list, &allocator, &pushes, fw_open_key( f, made.g ), made.node ) );
			}
			assert_int_equal( fw_open_is_empty( &list ), slow->count == 0 );
		}
	}
	assert_true( pushes > 0 && pops > 0 );
	fw_open_hold( &( fw_holdings ){ .allocator = &allocator }, &list );
	free( slow );
}

// Pushes lie between the f that was popped last and `spread` above it, as in a search.
static void the_buckets_keep_their_order( void** state )
{
	(void)state;
	test_random random = test_random_make( 2 );
	const fw_allocator allocator = fw_default_allocator();
	const int32_t spreads[] = { 1, 2, 64, 65, 700, 4097, 6727, (int32_t)FW_BUCKET_COUNT };
	slow_list* slow = calloc( 1, sizeof( *slow ) );
	fw_bucket_queue* list = calloc( 1, sizeof( *list ) );
	assert_true( slow != NULL && list != NULL );
	for ( int32_t round = 0; round < 64; round++ )
	{
		slow->count = 0;
		uint32_t f = (uint32_t)test_random_int( &random, 100000 );
		fw_bucket_clear( list, f );
		assert_true( fw_bucket_is_empty( list ) );
		const double taken_share = test_random_real( &random, 0.35, 0.6 ); // few or many wait
		for ( int32_t i = 0; i < 3000; i++ )
		{
			if ( slow->count > 0 && test_random_chance( &random, taken_share ) )
			{
				const item wanted = take_first( slow, before_by_time );
				assert_int_equal( fw_bucket_first_f( list ), wanted.f );
				const fw_bucket_entry taken = fw_bucket_pop( list );
				f = wanted.f;
				assert_int_equal( list->f, wanted.f );
				assert_int_equal( taken.node, wanted.node );
				assert_int_equal( list->f - taken.h, wanted.g );
			}
			else
			{
				const int32_t more =
				    test_random_chance( &random, 0.3 ) ? 0 : test_random_int( &random, spreads[round % 8] );
				const uint32_t h = (uint32_t)test_random_int( &random, 1000 );
				const item made = { f + (uint32_t)more, f + (uint32_t)more - h, (uint32_t)i, i };
				slow->items[slow->count++] = made;
				assert_true( fw_bucket_push( list, &allocator, made.f, h, made.node ) );
			}
			assert_int_equal( fw_bucket_is_empty( list ), slow->count == 0 );
		}
		// Half of the rounds leave entries for the next clear.
		while ( round % 2 == 0 && slow->count > 0 )
		{
			assert_int_equal( fw_bucket_pop( list ).node, take_first( slow, before_by_time ).node );
		}
	}
	fw_bucket_hold( &( fw_holdings ){ .allocator = &allocator }, list );
	free( list );
	free( slow );
}

// The same of the short ring, which leaves entries for the next clear as well.
static void the_short_ring_keeps_its_order( void** state )
{
	(void)state;
	test_random random = test_random_make( 4 );
	const fw_allocator allocator = fw_default_allocator();
	const int32_t spreads[] = { 1, 2, 30, (int32_t)FW_SHORT_COUNT };
	slow_list* slow = calloc( 1, sizeof( *slow ) );
	fw_short_queue list = { 0 };
	assert_non_null( slow );
	for ( int32_t round = 0; round < 32; round++ )
	{
		slow->count = 0;
		fw_short_clear( &list, (uint32_t)test_random_int( &random, 1000 ) );
		assert_true( fw_short_is_empty( &list ) );
		const double taken_share = test_random_real( &random, 0.35, 0.6 ); // few or many wait
		for ( int32_t i = 0; i < 3000; i++ )
		{
			if ( slow->count > 0 && test_random_chance( &random, taken_share ) )
			{
				const item wanted = take_first( slow, before_by_time );
				const fw_bucket_entry taken = fw_short_pop( &list );
				assert_int_equal( list.f, wanted.f );
				assert_int_equal( taken.node, wanted.node );
				assert_int_equal( taken.h, wanted.g );
			}
			else
			{
				const uint32_t f = list.f + (uint32_t)test_random_int( &random, spreads[round % 4] );
				const item made = { f, (uint32_t)test_random_int( &random, 1000 ), (uint32_t)i, i };
				slow->items[slow->count++] = made;
				assert_true( fw_short_push( &list, &allocator, f, made.g, made.node ) );
			}
			assert_int_equal( fw_short_is_empty( &list ), slow->count == 0 );
		}
	}
	fw_short_hold( &( fw_holdings ){ .allocator = &allocator }, &list );
	free( slow );
}

static void check_first( fw_calendar_queue* list, const fw_allocator* allocator, slow_list* slow, uint32_t* f )
{
	fw_open_entry taken = { 0 };
	const item wanted = take_first( slow, before_by_g );
	assert_true( fw_calendar_pop( list, allocator, &taken ) );
	assert_int_equal( fw_open_f( &taken ), wanted.f );
	assert_int_equal( fw_open_g( &taken ), wanted.g );
	assert_int_equal( taken.node, wanted.node );
	*f = wanted.f;
}

// Most pushes lie above the f that was popped last, by less than a bucket up to more than the ring, and some below it.
static void the_ring_keeps_its_order( void** state )
{
	(void)state;
	test_random random = test_random_make( 3 );
	const fw_allocator allocator = fw_default_allocator();
	const int32_t ring = (int32_t)( FW_CALENDAR_BUCKETS << FW_CALENDAR_SHIFT );
	const int32_t spreads[] = { 1, 3, 1 << FW_CALENDAR_SHIFT, 700, 20000, ring - 1, ring + 1000, 4 * ring };
	slow_list* slow = calloc( 1, sizeof( *slow ) );
	fw_calendar_queue* list = calloc( 1, sizeof( *list ) );
	assert_true( slow != NULL && list != NULL );
	for ( int32_t round = 0; round < 96; round++ )
	{
		slow->count = 0;
		uint32_t f = (uint32_t)test_random_int( &random, 3 * ring );
		fw_calendar_clear( list );
		assert_true( fw_calendar_is_empty( list ) );
		const double taken_share = test_random_real( &random, 0.35, 0.6 ); // few or many wait
		for ( int32_t i = 0; i < 3000; i++ )
		{
			if ( slow->count > 0 && test_random_chance( &random, taken_share ) )
			{
				check_first( list, &allocator, slow, &f );
			}
			else
			{
				const uint32_t more = (uint32_t)test_random_int( &random, spreads[round % 8] );
				const bool back = round % 3 == 0 && more < f && test_random_chance( &random, 0.2 );
				const uint32_t to = back ? f - more : f + more;
				const item made = { to, to == 0 ? 0 : (uint32_t)test_random_next( &random ) % to % 4, (uint32_t)i, i };
				slow->items[slow->count++] = made;
				assert_true( fw_calendar_push( list, &allocator, fw_open_key( to, made.g ), made.node ) );
			}
			assert_int_equal( fw_calendar_is_empty( list ), slow->count == 0 );
		}
		// Half of the rounds leave entries for the next clear.
		while ( round % 2 == 0 && slow->count > 0 )
		{
			check_first( list, &allocator, slow, &f );
		}
	}
	fw_calendar_hold( &( fw_holdings ){ .allocator = &allocator }, list );
	free( list );
	free( slow );
}

int run_test_open_list( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( the_heap_keeps_its_order ),
	    cmocka_unit_test( the_buckets_keep_their_order ),
	    cmocka_unit_test( the_short_ring_keeps_its_order ),
	    cmocka_unit_test( the_ring_keeps_its_order ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
