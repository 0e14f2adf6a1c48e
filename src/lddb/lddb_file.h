// SPDX-License-Identifier: MIT
// Databases as bytes; fw_lddb_save() and fw_lddb_load() only add the file.
#ifndef FW_LDDB_LDDB_FILE_H
#define FW_LDDB_LDDB_FILE_H

#include "base/core.h"
#include "fairway/lddb.h"

// The caller gives back `size` bytes through the allocator.
fw_status fw_lddb_format( const fw_lddb* lddb, const fw_allocator* allocator, char** bytes, size_t* size );
// FW_ERR_SYNTAX or FW_ERR_MEMORY; memory is bounded by what the bytes hold, not by what they say.
fw_status fw_lddb_parse( const char* bytes, size_t size, const fw_allocator* allocator, fw_lddb** lddb );

#endif
