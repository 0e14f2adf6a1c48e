// SPDX-License-Identifier: MIT
// The arena: pieces are aligned, zeroed and apart; sizes are checked; all memory is freed.
#include "base/arena.h"
#include "support.h"

#include <setjmp.h>
#include <stdalign.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void pieces_are_aligned_zeroed_and_apart( void** state )
{
	(void)state;
	const fw_allocator allocator = fw_default_allocator();
	fw_arena arena = { .allocator = allocator };
	unsigned char* pieces[200];
	for ( size_t i = 0; i < 200; i++ )
	{
		const size_t size = i * i * 7 % 9001 + 1;
		pieces[i] = fw_arena_take( &arena, 1, size );
		assert_non_null( pieces[i] );
		assert_int_equal( (uintptr_t)pieces[i] % alignof( max_align_t ), 0 );
		for ( size_t k = 0; k < size; k++ )
		{
			assert_int_equal( pieces[i][k], 0 );
		}
		memset( pieces[i], (int)i + 1, size );
	}
	for ( size_t i = 0; i < 200; i++ )
	{
		const size_t size = i * i * 7 % 9001 + 1;
		for ( size_t k = 0; k < size; k++ )
		{
			assert_int_equal( pieces[i][k], (unsigned char)( i + 1 ) );
		}
	}
	fw_arena_free( &arena );
	assert_null( arena.newest );
}

static void sizes_are_checked( void** state )
{
	(void)state;
	const fw_allocator allocator = fw_default_allocator();
	fw_arena arena = { .allocator = allocator };
	assert_null( fw_arena_take( &arena, 0, 8 ) );
	assert_null( fw_arena_take( &arena, 8, 0 ) );
	assert_null( fw_arena_take( &arena, SIZE_MAX, 2 ) );
	assert_null( fw_arena_take( &arena, SIZE_MAX / 4 + 1, 4 ) );
	assert_null( fw_arena_take( &arena, SIZE_MAX - 8, 1 ) );
	assert_null( arena.newest );
	fw_arena_free( &arena );
}

static void failed_allocations_are_reported_and_freed( void** state )
{
	(void)state;
	for ( int32_t n = 0; n < 3; n++ )
	{
		test_memory memory = test_memory_make();
		test_memory_fail_in( &memory, n, false );
		const fw_allocator allocator = test_memory_allocator( &memory );
		fw_arena arena = { .allocator = allocator };
		int32_t taken = 0;
		while ( taken < 3 && fw_arena_take( &arena, 1, 3000 ) != NULL )
		{
			taken++;
		}
		assert_int_equal( taken, n == 0 ? 0 : n == 1 ? 1 : 3 );
		fw_arena_free( &arena );
		test_memory_check_empty( &memory );
	}
}

int run_test_arena( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( pieces_are_aligned_zeroed_and_apart ),
	    cmocka_unit_test( sizes_are_checked ),
	    cmocka_unit_test( failed_allocations_are_reported_and_freed ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
