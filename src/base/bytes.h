// SPDX-License-Identifier: MIT
// Numbers as little-endian bytes, so that files are the same on every machine.
#ifndef FW_BASE_BYTES_H
#define FW_BASE_BYTES_H

#include "base/core.h"
#include "base/refusal.h"

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

// The bytes of a file. One function describes a format for both directions: the numbers that it passes are written or
// read. It begins with 8 letters and a version and ends with a checksum, which the format itself does not pass.
typedef struct fw_bytes
{
	char* to;         // null: the bytes are read, or only counted
	const char* from; // null: they are written or counted
	size_t at, size;  // how many were passed; how many can be read
	bool ok;          // false as soon as something that was read cannot be
} fw_bytes;

// Writes a number, or reads one that must be at most `max`. Returns it; 0 where it is not ok, and no more is read then.
FW_INLINE uint64_t fw_pass( fw_bytes* io, uint64_t value, int32_t bytes, uint64_t max )
{
	if ( io->from != NULL )
	{
		const char* at = io->from + io->at;
		const bool there = (size_t)bytes <= io->size - io->at;
		value = there ? fw_get( &at, bytes ) : 0;
		if ( FW_UNLIKELY( !there || value > max ) )
		{
			io->size = io->at;
			io->ok = false;
			return 0;
		}
	}
	if ( io->to != NULL )
	{
		char* at = io->to + io->at;
		fw_put( &at, value, bytes );
	}
	io->at += (size_t)bytes;
	return value;
}

// A format that is written: passes what the context holds.
typedef void fw_bytes_format( fw_bytes* io, const void* context );

// How many bytes a file has, and the file itself in a block of so many. The format is called once by each.
size_t fw_bytes_count( fw_bytes_format* format, const void* context );
void fw_bytes_fill( char* to, const char* letters, uint32_t version, fw_bytes_format* format, const void* context );
// The bytes of a file, which the caller gives back through the allocator.
fw_status fw_bytes_write( const fw_allocator* allocator, const char* letters, uint32_t version, fw_bytes_format* format,
                          const void* context, char** bytes, size_t* size );
// Begins to read a file after its version; not ok where letters, version or checksum differ. `bytes` may be null.
fw_bytes fw_bytes_read( const char* bytes, size_t size, const char* letters, uint32_t version );
// After reading failed at a byte. Of #FW_ERR_SYNTAX the refusal says what is wrong with the bytes, and where that is
// seen. `bytes` may be null. `field` is what the caller calls them. Does nothing for FW_OK.
fw_status fw_bytes_refuse( fw_refusal* refusal, fw_status status, const char* field, const char* bytes, size_t size,
                           const char* letters, uint32_t version, size_t at );

#endif
