// SPDX-License-Identifier: MIT
// Whole files, and the standard streams in their place: "-" is standard input or output, and so is "-.svg" as a name
// that says its kind.
#ifndef CLI_FILES_H
#define CLI_FILES_H

#include "fairway/base.h"

#include <stdio.h>

bool file_is_standard( const char* name );
bool file_ends_with( const char* name, const char* end ); // and is longer
bool file_is_json( const char* name );                    // by its end, or "-"
const char* file_base( const char* name );                // what follows the last slash

// Reads all of it. The text ends with a zero that `size` does not count, and is for free(). FW_ERR_IO leaves errno.
fw_status file_take( const char* name, char** text, size_t* size );
// The same; says on standard error what is wrong and returns NULL.
char* file_read( const char* name, size_t* size );

// The next line of a text that is neither empty nor a comment (#), ended by a zero in place; counts lines. False behind
// the last one.
bool file_line( char** text, char** line, int32_t* number );

// Begins to write a file; says on standard error what is wrong and returns NULL.
FILE* file_create( const char* name );
// Ends it. False, with a message, where not all could be written; `good` is false where the writer knows that already.
bool file_close( FILE* stream, const char* name, bool good );

#endif
