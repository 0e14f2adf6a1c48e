// SPDX-License-Identifier: MIT
// Writing whole files; fw_file_read() reads them.
#ifndef FW_BASE_FILE_H
#define FW_BASE_FILE_H

#include "fairway/base.h"

// FW_ERR_IO: the file may be there in part.
fw_status fw_file_write( const char* file, const char* bytes, size_t size );

#endif
