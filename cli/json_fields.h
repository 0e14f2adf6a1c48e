// SPDX-License-Identifier: MIT
// Reading the fields of JSON objects: what a reader takes is of the type and within the bounds that it asked for, or
// the file is refused with the place and one clear sentence.
#ifndef CLI_JSON_FIELDS_H
#define CLI_JSON_FIELDS_H

#include "fairway/unit.h"

#include <jansson.h>

// Coordinates of a sane file: four times the side of the largest map.
#define FIELD_COORDINATE_MAX 65536.0
// Units as large as the library takes.
#define FIELD_RADIUS_MAX 64.0

// Where and why a text is not of its format. `place` is the key, such as "segments[3].center"; line and column are 0
// where only the content is at fault.
typedef struct field_error
{
	fw_status status;
	int32_t line, column;
	char place[112];
	char text[160];
} field_error;

typedef struct field_reader
{
	field_error* error;
	char place[64]; // of the object that is being read, such as "segments[3]"
} field_reader;

// Says on standard error what is wrong with a file.
void field_complain( const char* file, const field_error* error );

// The functions below return false or NULL, and set the error, where the field is not as it should be.

// The value of a text; for json_decref().
json_t* field_load( const char* text, size_t size, field_error* error );
// Always false.
#if defined( __GNUC__ )
__attribute__( ( format( printf, 3, 4 ) ) )
#endif
bool field_refuse( field_reader* in, const char* key, const char* format, ... );
// The same for a failure of the library, with its status.
bool field_fail( field_reader* in, const char* key, fw_status status );
// Are `format` (this word) and `version` (1) right?
bool field_identity( field_reader* in, const json_t* root, const char* format );
// Has the object no keys but those of "a|b|c"?
bool field_known( field_reader* in, const json_t* object, const char* keys );

const json_t* field_member( field_reader* in, const json_t* object, const char* key, json_type type, const char* what );
// Is this value a number within the bounds? Writes it where it is.
bool field_check( field_reader* in, const char* key, const json_t* value, double low, double high, double* number );
// Faults are in this entry of a list from now on.
void field_at_entry( field_reader* in, const char* list, size_t index );
// A list of so many entries; NULL, with the error set, where it is none.
const json_t* field_list( field_reader* in, const json_t* root, const char* key, size_t least, size_t most );
bool field_number( field_reader* in, const json_t* object, const char* key, double low, double high, double* number );
// An array of so many numbers, all within the bounds.
bool field_numbers( field_reader* in, const json_t* object, const char* key, size_t count, double low, double high,
                    double* numbers );

// Where the key is missing, or null, these leave the value as it is.
bool field_optional( field_reader* in, const json_t* object, const char* key, double low, double high, double* number );
bool field_text( field_reader* in, const json_t* object, const char* key, char* text, size_t capacity );
bool field_bool( field_reader* in, const json_t* object, const char* key, bool* value );
// Names such as "ground,swamp"; none leave it as it is too.
// "outline": two to eight corners. None where the key is missing.
bool field_outline( field_reader* in, const json_t* object, fw_outline* outline );
bool field_capabilities( field_reader* in, const json_t* object, const char* key, uint32_t* capabilities );

#endif
