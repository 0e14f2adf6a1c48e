// SPDX-License-Identifier: MIT
// What every source file shares: asserts for our own mistakes, the cookie of definition structs, checked memory.
#ifndef FW_BASE_CORE_H
#define FW_BASE_CORE_H

#include "base/builtin.h"
#include "fairway/base.h"

#include <assert.h>
#include <string.h>

// For our own mistakes only; a caller's mistake is a status in every build.
#define FW_ASSERT( condition ) assert( condition )

// Proves that a definition struct came from its fw_default_... function, so that new fields have their defaults.
#define FW_COOKIE 0x66776179u

// The default allocator if a definition left its allocator zeroed.
fw_allocator fw_allocator_or_default( const fw_allocator* allocator );

// count * size bytes; null if the product overflows or memory is out. Contents are undefined.
void* fw_alloc( const fw_allocator* allocator, size_t count, size_t size );
// The same, zeroed.
void* fw_alloc_zero( const fw_allocator* allocator, size_t count, size_t size );
// Grows or shrinks a block of old_count to new_count elements; null leaves the old block as it was.
void* fw_realloc( const fw_allocator* allocator, void* block, size_t old_count, size_t new_count, size_t size );
// Frees a block of count elements; null is allowed.
void fw_free( const fw_allocator* allocator, void* block, size_t count, size_t size );

// Makes room for `needed` elements in a growing array; capacities at least double. False if memory is out; the array is
// then as it was. T** array, int32_t* capacity.
#define FW_GROW( allocator, array, capacity, needed )                                                                  \
	( ( needed ) <= *( capacity ) || fw_grow( allocator, (void**)( array ), capacity, needed, sizeof( **( array ) ) ) )
bool fw_grow( const fw_allocator* allocator, void** array, int32_t* capacity, int32_t needed, size_t size );

// The same for one that begins at a line of the cache, in a block of an element more; of elements of whole lines.
// T** array, T** block, int32_t* capacity.
#define FW_GROW_LINES( allocator, array, block, capacity, needed )                                                     \
	( ( needed ) <= *( capacity ) ||                                                                                   \
	  fw_grow_lines( allocator, (void**)( array ), (void**)( block ), capacity, needed, sizeof( **( array ) ) ) )
bool fw_grow_lines( const fw_allocator* allocator, void** array, void** block, int32_t* capacity, int32_t needed,
                    size_t size );
// What such a block holds.
#define FW_HOLD_LINES( holdings, block, capacity ) FW_HOLD( holdings, block, ( block ) != NULL ? ( capacity ) + 1 : 0 )

// Appends an item, which must not depend on *count, to a growing array of *count. False if memory is out.
#define FW_PUSH( allocator, array, count, capacity, ... )                                                              \
	( FW_GROW( allocator, array, capacity, *( count ) + 1 ) &&                                                         \
	  ( ( *( array ) )[( *( count ) )++] = __VA_ARGS__, true ) )

// Gives back all but the first `count` elements, so that the block can be freed by its used size alone; without
// elements the array becomes null. False if memory is out; the array is then as it was.
#define FW_SHRINK( allocator, array, capacity, count )                                                                 \
	fw_shrink( allocator, (void**)( array ), capacity, count, sizeof( **( array ) ) )
bool fw_shrink( const fw_allocator* allocator, void** array, int32_t* capacity, int32_t count, size_t size );

// The blocks that an object holds, gone over to free them or to count their bytes.
typedef struct fw_holdings
{
	const fw_allocator* allocator; // that frees them; null: they stay
	size_t bytes;                  // of those gone over so far
} fw_holdings;

// One of them, of `count` elements; null is allowed.
void fw_hold( fw_holdings* holdings, void* block, size_t count, size_t size );
#define FW_HOLD( holdings, array, count ) fw_hold( holdings, array, (size_t)( count ), sizeof( *( array ) ) )

// For values that fit: the library's floor() is a call.
FW_INLINE int32_t fw_floor_to_int( double x )
{
	const int32_t i = (int32_t)x;
	return i - ( (double)i > x ? 1 : 0 );
}

// Most names differ in their first letter, which takes no call.
FW_INLINE bool fw_same_name( const char* name, const char* other )
{
	return name[0] == other[0] && strcmp( name, other ) == 0;
}

// Ends the function with a status other than FW_OK.
#define FW_TRY( ... )                                                                                                  \
	do                                                                                                                 \
	{                                                                                                                  \
		const fw_status tried_ = __VA_ARGS__;                                                                          \
		if ( tried_ != FW_OK )                                                                                         \
		{                                                                                                              \
			return tried_;                                                                                             \
		}                                                                                                              \
	} while ( 0 )

// The text of a value in a table of all, or `unknown`.
#define FW_TEXT_OF( texts, value, unknown )                                                                            \
	( (uint32_t)( value ) < sizeof( texts ) / sizeof( ( texts )[0] ) ? ( texts )[value] : ( unknown ) )

#endif
