// SPDX-License-Identifier: MIT
// Files for the readers of texts.
#include "io/file_text.h"

#include "base/core.h"
#include "base/file.h"
#include "base/refusal.h"

fw_status fw_file_text_read( const char* file, const fw_allocator* allocator, fw_file_text* text, fw_refusal* refusal )
{
	if ( file == NULL )
	{
		return FW_CHECK_NULL( refusal, file );
	}
	text->allocator = fw_allocator_or_default( allocator );
	const fw_status status = fw_file_read( file, &text->allocator, &text->bytes, &text->size );
	return status == FW_OK ? FW_OK : fw_refuse_status( refusal, status );
}

void fw_file_text_free( fw_file_text* text )
{
	fw_free( &text->allocator, text->bytes, text->size, 1 );
}
