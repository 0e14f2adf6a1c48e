// SPDX-License-Identifier: MIT
// Fields of an object as the bytes of a file (bytes.h). One function lists the fields of a struct for both directions:
// it writes them, or reads them into their places and checks them. A file that is not ok leaves zeros, and the caller
// drops the object.
#ifndef FW_BASE_ARCHIVE_H
#define FW_BASE_ARCHIVE_H

#include "base/bytes.h"

FW_INLINE bool fw_reads( const fw_bytes* io )
{
	return io->from != NULL;
}

// What must be true of all that was read so far. If it is not, the file is at fault here, and no more is read.
FW_INLINE void fw_must( fw_bytes* io, bool is_true )
{
	if ( FW_UNLIKELY( io->from != NULL && !is_true ) )
	{
		io->size = io->at;
		io->ok = false;
	}
}

FW_INLINE void fw_pass_bool( fw_bytes* io, bool* value )
{
	*value = fw_pass( io, !fw_reads( io ) && *value ? 1 : 0, 1, 1 ) != 0;
}

FW_INLINE void fw_pass_bits( fw_bytes* io, uint32_t* value )
{
	*value = (uint32_t)fw_pass( io, *value, 4, UINT32_MAX );
}

FW_INLINE void fw_pass_long( fw_bytes* io, int64_t* value, int64_t min, int64_t max )
{
	*value = (int64_t)fw_pass( io, (uint64_t)*value, 8, UINT64_MAX );
	fw_must( io, *value >= min && *value <= max );
}

FW_INLINE void fw_pass_int( fw_bytes* io, int32_t* value, int32_t min, int32_t max )
{
	*value = (int32_t)(uint32_t)fw_pass( io, (uint32_t)*value, 4, UINT32_MAX );
	fw_must( io, *value >= min && *value <= max );
}

// NaN is no number.
FW_INLINE void fw_pass_number( fw_bytes* io, double* value, double min, double max )
{
	uint64_t bits;
	memcpy( &bits, value, sizeof( bits ) );
	bits = fw_pass( io, bits, 8, UINT64_MAX );
	memcpy( value, &bits, sizeof( bits ) );
	fw_must( io, *value >= min && *value <= max );
}

// The number of things that follow, each of at least so many bytes: a file that is cut short or changed cannot ask for
// much more memory than it has bytes.
FW_INLINE int32_t fw_pass_count( fw_bytes* io, int32_t count, int32_t max, size_t bytes )
{
	fw_pass_int( io, &count, 0, max );
	fw_must( io, (size_t)count <= ( io->size - io->at ) / bytes );
	return io->ok ? count : 0;
}

// Bytes as they are.
FW_INLINE void fw_pass_block( fw_bytes* io, void* block, size_t size )
{
	fw_must( io, size <= io->size - io->at );
	if ( io->from != NULL && io->ok )
	{
		memcpy( block, io->from + io->at, size );
	}
	if ( io->to != NULL )
	{
		memcpy( io->to + io->at, block, size );
	}
	io->at += io->from == NULL || io->ok ? size : 0;
}

// How a function ends that has read all of its object.
FW_INLINE fw_status fw_passed( const fw_bytes* io )
{
	return io->ok ? FW_OK : FW_ERR_SYNTAX;
}

#endif
