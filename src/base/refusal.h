// SPDX-License-Identifier: MIT
// Refusals: why a call does not do what it was asked, as data and as one sentence. Every function here fills the
// refusal if it is not null and returns the status, so that a check ends with one line. Calls that succeed only run
// checks.
#ifndef FW_BASE_REFUSAL_H
#define FW_BASE_REFUSAL_H

#include "base/core.h"

// The text of the refusal is made of `words` and what follows by fw_say(). `other` may be null.
fw_status fw_refuse_as( fw_refusal* refusal, fw_status status, fw_refusal_kind kind, const char* field,
                        const char* other, const char* words, ... ) FW_PRINTF( 6, 7 );
// The text of the refusal is the field's name, a blank and `words`.
fw_status fw_refuse( fw_refusal* refusal, fw_status status, fw_refusal_kind kind, const char* field, const char* other,
                     const char* words );
// `maker` is the function that makes it: "fw_default_plan()".
fw_status fw_refuse_cookie( fw_refusal* refusal, const char* field, const char* maker );
// The status for a whole number beyond a limit of the library may be #FW_ERR_TOO_LARGE.
fw_status fw_refuse_range( fw_refusal* refusal, fw_status status, const char* field, double value, double min,
                           double max );
// `words` say what it must be: "it must be 4 or 8".
fw_status fw_refuse_value( fw_refusal* refusal, const char* field, double value, const char* words );
// `words` say why and what would do.
fw_status fw_refuse_pair( fw_refusal* refusal, fw_status status, const char* field, const char* other,
                          const char* words );
fw_status fw_refuse_mismatch( fw_refusal* refusal, const char* field, const char* other, const char* words );
// `update` is the function that brings it up to date: "fw_space_update()".
fw_status fw_refuse_stale( fw_refusal* refusal, const char* field, const char* update );
// A failure of the kind #FW_REFUSAL_SYSTEM; the text is the status' own sentence. Does nothing for FW_OK.
fw_status fw_refuse_status( fw_refusal* refusal, fw_status status );

// Refuses the first pointer that is null, by its name in the source.
#define FW_CHECK_NULL( refusal, ... )                                                                                  \
	fw_check_null( refusal, #__VA_ARGS__, ( const void* const[] ){ __VA_ARGS__ },                                      \
	               (int32_t)( sizeof( ( const void* const[] ){ __VA_ARGS__ } ) / sizeof( const void* ) ) )
fw_status fw_check_null( fw_refusal* refusal, const char* names, const void* const* pointers, int32_t count );

// A field that has a range. Enumerations are FW_FIELD_INT.
typedef enum fw_field_type
{
	FW_FIELD_DOUBLE,
	FW_FIELD_OR_0, // a double in the range, or 0
	FW_FIELD_INT,  // int32_t, as are all that follow
	FW_FIELD_ENDS, // an int32_t that is `min` or `max`
	FW_FIELD_SIZE, // int32_t; #FW_ERR_TOO_LARGE above the range
} fw_field_type;

typedef struct fw_range
{
	const char* field; // as refusals name it: "unit.radius"
	size_t offset;
	fw_field_type type;
	double min, max;
	const char* measure; // follows the range: " tiles"; null: nothing
} fw_range;

// The conditions for every object of one struct.
typedef struct fw_ranges
{
	const char* name;  // of the parameter
	const char* maker; // "fw_default_plan()" if the struct begins with a cookie; else null
	const fw_range* rows;
	int32_t count;
} fw_ranges;

#define FW_RANGES( name, maker, rows )                                                                                 \
	{                                                                                                                  \
		name, maker, rows, (int32_t)( sizeof( rows ) / sizeof( ( rows )[0] ) )                                         \
	}

// Refuses null, a wrong cookie, and the first field that is out of its range or NaN.
fw_status fw_check( fw_refusal* refusal, const fw_ranges* ranges, const void* object );
// The same for a value that is in no struct. Above INT32_MAX `max` counts as no limit.
fw_status fw_check_range( fw_refusal* refusal, const char* field, double value, double min, double max );
// Unless the status is FW_OK, renames "terrain.cost" to "terrains[3].cost".
fw_status fw_refuse_entry( fw_refusal* refusal, fw_status status, const char* list, int32_t index );

// A sentence that grows up to its room and always ends with a zero.
typedef struct fw_sentence
{
	char* text;
	size_t used, capacity;
} fw_sentence;

// Clears the refusal, sets the given fields, and begins its text. The refusal must not be null.
fw_sentence fw_refusal_begin( fw_refusal* refusal, fw_status status, fw_refusal_kind kind, const char* field,
                              const char* other );
void fw_say_bytes( fw_sentence* out, const char* bytes, size_t size );
// Words as those of printf, with "%s" and "%g" only. A number gets the fewest digits that read back as this value, the
// same in every locale: "64", "0.001", "1e300".
void fw_say( fw_sentence* out, const char* words, ... ) FW_PRINTF( 2, 3 );

#endif
