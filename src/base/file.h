// SPDX-License-Identifier: MIT
// Whole files.
#ifndef FW_BASE_FILE_H
#define FW_BASE_FILE_H

#include "base/refusal.h"

#define FW_FILE_MAX ( 1 << 30 ) // bytes

// What a file contains, without a zero at the end.
typedef struct fw_file
{
	fw_allocator allocator;
	char* bytes;
	size_t size;
} fw_file;

// The caller calls fw_file_free() only after success. Files above FW_FILE_MAX are refused with FW_ERR_TOO_LARGE.
fw_status fw_file_read( const char* file, const fw_allocator* allocator, fw_file* read, fw_refusal* refusal );
void fw_file_free( fw_file* file );
// Writes a file, and gives its bytes back to their allocator. FW_ERR_IO: the file may be there in part.
fw_status fw_file_write( const char* file, const fw_allocator* allocator, char* bytes, size_t size );

#endif
