// SPDX-License-Identifier: MIT
// The default allocator, and allocation with checked sizes over any allocator.
#include "base/core.h"

#include <stdlib.h>
#include <string.h>

static void* default_resize( void* context, void* block, size_t old_size, size_t new_size )
{
	(void)context;
	(void)old_size;
	if ( new_size == 0 )
	{
		free( block );
		return NULL;
	}
	return realloc( block, new_size );
}

fw_allocator fw_default_allocator( void )
{
	return ( fw_allocator ){ .resize = default_resize, .context = NULL };
}

fw_allocator fw_allocator_or_default( const fw_allocator* allocator )
{
	return allocator != NULL && allocator->resize != NULL ? *allocator : fw_default_allocator();
}

void* fw_realloc( const fw_allocator* allocator, void* block, size_t old_count, size_t new_count, size_t size )
{
	if ( new_count == 0 || size == 0 || new_count > SIZE_MAX / size )
	{
		return NULL;
	}
	return allocator->resize( allocator->context, block, old_count * size, new_count * size );
}

void* fw_alloc( const fw_allocator* allocator, size_t count, size_t size )
{
	return fw_realloc( allocator, NULL, 0, count, size );
}

void* fw_alloc_zero( const fw_allocator* allocator, size_t count, size_t size )
{
	void* block = fw_alloc( allocator, count, size );
	return block != NULL ? memset( block, 0, count * size ) : NULL;
}

void fw_free( const fw_allocator* allocator, void* block, size_t count, size_t size )
{
	if ( block != NULL )
	{
		allocator->resize( allocator->context, block, count * size, 0 );
	}
}

void fw_hold( fw_holdings* holdings, void* block, size_t count, size_t size )
{
	holdings->bytes += block != NULL ? count * size : 0;
	if ( holdings->allocator != NULL )
	{
		fw_free( holdings->allocator, block, count, size );
	}
}

static int32_t grown_capacity( int32_t capacity, int32_t needed )
{
	const int32_t doubled = capacity > INT32_MAX / 2 ? INT32_MAX : capacity * 2;
	const int32_t room = doubled > needed ? doubled : needed;
	return room < 16 ? 16 : room;
}

bool fw_grow( const fw_allocator* allocator, void** array, int32_t* capacity, int32_t needed, size_t size )
{
	const int32_t new_capacity = grown_capacity( *capacity, needed );
	void* grown = fw_realloc( allocator, *array, (size_t)*capacity, (size_t)new_capacity, size );
	if ( grown == NULL )
	{
		return false;
	}
	*array = grown;
	*capacity = new_capacity;
	return true;
}

bool fw_grow_lines( const fw_allocator* allocator, void** array, void** block, int32_t* capacity, int32_t needed,
                    size_t size )
{
	FW_ASSERT( size % FW_CACHE_LINE == 0 );
	const int32_t new_capacity = grown_capacity( *capacity, needed );
	char* grown = fw_alloc( allocator, (size_t)new_capacity + 1, size );
	if ( grown == NULL )
	{
		return false;
	}
	const size_t over = (size_t)( (uintptr_t)grown % FW_CACHE_LINE );
	char* begin = grown + ( over > 0 ? FW_CACHE_LINE - over : 0 );
	if ( *block != NULL )
	{
		memcpy( begin, *array, (size_t)*capacity * size );
		fw_free( allocator, *block, (size_t)*capacity + 1, size );
	}
	*block = grown;
	*array = begin;
	*capacity = new_capacity;
	return true;
}

bool fw_shrink( const fw_allocator* allocator, void** array, int32_t* capacity, int32_t count, size_t size )
{
	void* shrunk = *array != NULL
	                   ? allocator->resize( allocator->context, *array, (size_t)*capacity * size, (size_t)count * size )
	                   : NULL;
	if ( count > 0 && shrunk == NULL )
	{
		return false;
	}
	*array = shrunk;
	*capacity = count;
	return true;
}
