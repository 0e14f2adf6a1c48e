// SPDX-License-Identifier: MIT
// Whole files.
#ifndef FW_BASE_FILE_H
#define FW_BASE_FILE_H

#include "fairway/base.h"

// Reads a whole file into memory of the allocator (not zero-ended); the caller frees `size` bytes through it.
// Files above 1 GiB are refused with FW_ERR_TOO_LARGE.
fw_status fw_file_read( const char* file, const fw_allocator* allocator, char** text, size_t* size );
// Writes a file, and gives its bytes back to their allocator. FW_ERR_IO: the file may be there in part.
fw_status fw_file_write( const char* file, const fw_allocator* allocator, char* bytes, size_t size );

#endif
