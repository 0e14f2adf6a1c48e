// SPDX-License-Identifier: MIT
// Reading a file for a reader of texts, and writing one.
#ifndef FW_IO_FILE_H
#define FW_IO_FILE_H

#include "fairway/io.h"

// A file's contents while they are parsed.
typedef struct fw_file_text
{
	fw_allocator allocator;
	char* bytes;
	size_t size;
} fw_file_text;

// Sets the error when it fails. The caller calls fw_file_text_free() only when it does not.
fw_status fw_file_text_read( const char* file, const fw_allocator* allocator, fw_file_text* text,
                             fw_source_error* error );
void fw_file_text_free( fw_file_text* text );

// FW_ERR_IO: the file may be there in part.
fw_status fw_file_write( const char* file, const char* bytes, size_t size );

#endif
