// SPDX-License-Identifier: MIT
// A file's contents while they are parsed.
#ifndef FW_IO_FILE_TEXT_H
#define FW_IO_FILE_TEXT_H

#include "fairway/base.h"

typedef struct fw_file_text
{
	fw_allocator allocator;
	char* bytes;
	size_t size;
} fw_file_text;

// Fills the refusal if it fails. The caller calls fw_file_text_free() only after success.
fw_status fw_file_text_read( const char* file, const fw_allocator* allocator, fw_file_text* text, fw_refusal* refusal );
void fw_file_text_free( fw_file_text* text );

#endif
