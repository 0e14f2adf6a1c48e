// SPDX-License-Identifier: MIT
// Numbers as little-endian bytes, so that files are the same on every machine.
#ifndef FW_BASE_BYTES_H
#define FW_BASE_BYTES_H

#include "base/core.h"

FW_INLINE void fw_put( char** at, uint64_t value, int32_t bytes )
{
	for ( int32_t i = 0; i < bytes; i++ )
	{
		*( *at )++ = (char)(uint8_t)( value >> 8 * i );
	}
}

FW_INLINE uint64_t fw_get( const char** at, int32_t bytes )
{
	uint64_t value = 0;
	for ( int32_t i = 0; i < bytes; i++ )
	{
		value |= (uint64_t)( uint8_t ) * ( *at )++ << 8 * i;
	}
	return value;
}

// 64-bit FNV-1a (G. Fowler, L. C. Noll, K.-P. Vo), started with FW_HASH_BEGIN and continued.
#define FW_HASH_BEGIN 0xCBF29CE484222325u

FW_INLINE uint64_t fw_hash_bytes( uint64_t hash, const void* bytes, size_t size )
{
	const uint8_t* at = bytes;
	for ( size_t i = 0; i < size; i++ )
	{
		hash = ( hash ^ at[i] ) * 0x100000001B3u;
	}
	return hash;
}

#endif
