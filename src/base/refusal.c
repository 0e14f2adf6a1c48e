// SPDX-License-Identifier: MIT
// Texts of status codes and of the version, sentences of refusals, and the checks that most calls begin with.
#include "base/refusal.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Enough digits to read any double back as itself, and the room that they need as "%e" and, below 1e17, as "%f".
#define DIGITS_MAX 17
#define FORMAT_ROOM 40

void fw_say_bytes( fw_sentence* out, const char* bytes, size_t size )
{
	for ( size_t i = 0; i < size && out->used + 1 < out->capacity; i++ )
	{
		out->text[out->used++] = bytes[i];
	}
	out->text[out->used] = 0;
}

static bool is_digit( char c )
{
	return c >= '0' && c <= '9';
}

// The digits that a number of the C library begins with. A locale changes only the point, to any bytes.
static void say_digits( fw_sentence* out, const char* form )
{
	for ( const char* at = form; *at != 0 && *at != 'e'; at++ )
	{
		if ( is_digit( *at ) )
		{
			fw_say_bytes( out, at, 1 );
		}
		else if ( is_digit( at[-1] ) )
		{
			fw_say_bytes( out, ".", 1 );
		}
	}
}

// The fewest digits that read back as the value, the same in every locale: "64", "0.001", "1e300". A whole number below
// 1e17 has all of its digits.
static void say_number( fw_sentence* out, double value )
{
	if ( !isfinite( value ) )
	{
		fw_say( out, "%s", isnan( value ) ? "not a number" : value > 0.0 ? "infinite" : "minus infinite" );
		return;
	}
	const double size = fabs( value );
	char form[FORMAT_ROOM];
	int places = 0;
	for ( ; places < DIGITS_MAX; places++ )
	{
		snprintf( form, sizeof( form ), "%.*e", places, size );
		if ( strtod( form, NULL ) == size )
		{
			break;
		}
	}
	const int power = (int)strtol( strchr( form, 'e' ) + 1, NULL, 10 );
	const bool plain = power >= -6 && power < DIGITS_MAX;
	if ( plain )
	{
		snprintf( form, sizeof( form ), "%.*f", places > power ? places - power : 0, size );
	}
	fw_say( out, "%s", value < 0.0 ? "-" : "" );
	say_digits( out, form );
	if ( !plain )
	{
		fw_say( out, "e%g", (double)power );
	}
}

static void say( fw_sentence* out, const char* words, va_list values )
{
	for ( ; *words != 0; words++ )
	{
		if ( *words != '%' )
		{
			fw_say_bytes( out, words, 1 );
		}
		else if ( *++words == 's' )
		{
			const char* text = va_arg( values, const char* );
			fw_say_bytes( out, text, strlen( text ) );
		}
		else
		{
			FW_ASSERT( *words == 'g' );
			say_number( out, va_arg( values, double ) );
		}
	}
}

void fw_say( fw_sentence* out, const char* words, ... )
{
	va_list values;
	va_start( values, words );
	say( out, words, values );
	va_end( values );
}

fw_sentence fw_refusal_begin( fw_refusal* refusal, fw_status status, fw_refusal_kind kind, const char* field,
                              const char* other )
{
	*refusal = ( fw_refusal ){ .status = status, .kind = kind };
	fw_say( &( fw_sentence ){ refusal->field, 0, sizeof( refusal->field ) }, "%s", field );
	fw_say( &( fw_sentence ){ refusal->other, 0, sizeof( refusal->other ) }, "%s", other != NULL ? other : "" );
	return ( fw_sentence ){ .text = refusal->text, .capacity = sizeof( refusal->text ) };
}

fw_status fw_refuse_as( fw_refusal* refusal, fw_status status, fw_refusal_kind kind, const char* field,
                        const char* other, const char* words, ... )
{
	if ( refusal != NULL )
	{
		fw_sentence out = fw_refusal_begin( refusal, status, kind, field, other );
		va_list values;
		va_start( values, words );
		say( &out, words, values );
		va_end( values );
	}
	return status;
}

fw_status fw_refuse( fw_refusal* refusal, fw_status status, fw_refusal_kind kind, const char* field, const char* other,
                     const char* words )
{
	return fw_refuse_as( refusal, status, kind, field, other, "%s %s", field, words );
}

fw_status fw_refuse_cookie( fw_refusal* refusal, const char* field, const char* maker )
{
	return fw_refuse_as( refusal, FW_ERR_DEF, FW_REFUSAL_COOKIE, field, NULL, "%s was not made by %s", field, maker );
}

fw_status fw_refuse_stale( fw_refusal* refusal, const char* field, const char* update )
{
	return fw_refuse_as( refusal, FW_ERR_STALE, FW_REFUSAL_STALE, field, NULL,
	                     "%s is older than the grid; update it by %s", field, update );
}

fw_status fw_refuse_pair( fw_refusal* refusal, fw_status status, const char* field, const char* other,
                          const char* words )
{
	return fw_refuse_as( refusal, status, FW_REFUSAL_COMBINATION, field, other, "%s does not go with %s: %s", field,
	                     other, words );
}

fw_status fw_refuse_mismatch( fw_refusal* refusal, const char* field, const char* other, const char* words )
{
	return fw_refuse_as( refusal, FW_ERR_MISMATCH, FW_REFUSAL_MISMATCH, field, other, "%s does not fit %s: %s", field,
	                     other, words );
}

fw_status fw_refuse_status( fw_refusal* refusal, fw_status status )
{
	return status == FW_OK
	           ? status
	           : fw_refuse_as( refusal, status, FW_REFUSAL_SYSTEM, "", NULL, "%s", fw_status_text( status ) );
}

static void say_range( fw_sentence* out, const fw_range* range )
{
	const bool open = range->max > INT32_MAX - 1.0;
	fw_say( out, "%s", range->type == FW_FIELD_OR_0 ? "it must be 0, or " : "it must be " );
	if ( open && range->min < INT32_MIN )
	{
		fw_say( out, "finite" );
		return;
	}
	fw_say( out, open ? "at least %g" : "%g", range->min );
	if ( range->min != range->max && !open )
	{
		fw_say( out, range->type == FW_FIELD_ENDS ? " or %g" : " to %g", range->max );
	}
	fw_say( out, "%s", range->measure != NULL ? range->measure : "" );
}

static fw_status refuse_range( fw_refusal* refusal, fw_status status, const fw_range* range, double value )
{
	if ( refusal != NULL )
	{
		fw_sentence out = fw_refusal_begin( refusal, status, FW_REFUSAL_RANGE, range->field, NULL );
		refusal->value = value;
		refusal->min = range->min;
		refusal->max = range->max;
		fw_say( &out, "%s is %g; ", range->field, value );
		say_range( &out, range );
	}
	return status;
}

fw_status fw_refuse_range( fw_refusal* refusal, fw_status status, const char* field, double value, double min,
                           double max )
{
	return refuse_range( refusal, status, &( fw_range ){ .field = field, .min = min, .max = max }, value );
}

fw_status fw_refuse_value( fw_refusal* refusal, const char* field, double value, const char* words )
{
	fw_refuse_as( refusal, FW_ERR_ARGUMENT, FW_REFUSAL_VALUE, field, NULL, "%s is %g; %s", field, value, words );
	if ( refusal != NULL )
	{
		refusal->value = value;
	}
	return FW_ERR_ARGUMENT;
}

static bool is_allowed( const fw_range* range, double value )
{
	const bool inside = value >= range->min && value <= range->max; // not for NaN
	return range->type == FW_FIELD_ENDS ? value == range->min || value == range->max
	                                    : inside || ( range->type == FW_FIELD_OR_0 && value == 0.0 );
}

static fw_status check_rows( fw_refusal* refusal, const fw_ranges* ranges, const void* object )
{
	for ( int32_t i = 0; i < ranges->count; i++ )
	{
		const fw_range* row = &ranges->rows[i];
		const void* field = (const char*)object + row->offset;
		const double value = row->type < FW_FIELD_INT ? *(const double*)field : *(const int32_t*)field;
		if ( !is_allowed( row, value ) )
		{
			const bool large = row->type == FW_FIELD_SIZE && value > row->max;
			return refuse_range( refusal, large ? FW_ERR_TOO_LARGE : FW_ERR_ARGUMENT, row, value );
		}
	}
	return FW_OK;
}

fw_status fw_check( fw_refusal* refusal, const fw_ranges* ranges, const void* object )
{
	if ( object == NULL )
	{
		return fw_check_null( refusal, ranges->name, &object, 1 );
	}
	if ( ranges->maker != NULL && *(const uint32_t*)object != FW_COOKIE )
	{
		return fw_refuse_cookie( refusal, ranges->name, ranges->maker );
	}
	return check_rows( refusal, ranges, object );
}

fw_status fw_check_range( fw_refusal* refusal, const char* field, double value, double min, double max )
{
	const fw_range range = { .field = field, .min = min, .max = max };
	return is_allowed( &range, value ) ? FW_OK : refuse_range( refusal, FW_ERR_ARGUMENT, &range, value );
}

fw_status fw_refuse_entry( fw_refusal* refusal, fw_status status, const char* list, int32_t index )
{
	if ( refusal != NULL && status != FW_OK )
	{
		const fw_refusal old = *refusal;
		fw_sentence field = { .text = refusal->field, .capacity = sizeof( refusal->field ) };
		fw_say( &field, "%s[%g]%s", list, (double)index, old.field + strcspn( old.field, "." ) );
		fw_sentence out = { .text = refusal->text, .capacity = sizeof( refusal->text ) };
		fw_say( &out, "%s%s", refusal->field, old.text + strlen( old.field ) );
	}
	return status;
}

fw_status fw_check_null( fw_refusal* refusal, const char* names, const void* const* pointers, int32_t count )
{
	int32_t first = 0;
	while ( first < count && pointers[first] != NULL )
	{
		first++;
	}
	if ( first == count )
	{
		return FW_OK;
	}
	for ( ; first > 0; first-- )
	{
		names += strcspn( names, "," ) + 1;
	}
	char field[sizeof( refusal->field )];
	fw_sentence name = { .text = field, .capacity = sizeof( field ) };
	for ( names += strspn( names, " " ); *names != 0 && *names != ','; names++ )
	{
		const bool arrow = names[0] == '-' && names[1] == '>';
		fw_say_bytes( &name, arrow ? "." : names, 1 );
		names += arrow;
	}
	return fw_refuse( refusal, FW_ERR_ARGUMENT, FW_REFUSAL_NULL, field, NULL, "is null" );
}

const char* fw_status_text( fw_status status )
{
	static const char* const texts[] = {
	    "no error",
	    "an argument is null, not finite or out of its range",
	    "a definition was not made by its fw_default_... function",
	    "out of memory",
	    "an object is older than the grid it was built from",
	    "a text is not of its format",
	    "a file could not be opened, read or written",
	    "a size is above the library's limit",
	    "the array is too small",
	    "nothing has this name",
	    "called out of order",
	    "this method cannot do what is asked",
	    "these objects were not built for one another",
	    "the position is off the map, blocked or taken",
	};
	return FW_TEXT_OF( texts, status, "unknown status" );
}

#define TEXT_( x ) #x
#define TEXT( x ) TEXT_( x )

const char* fw_version( void )
{
	return TEXT( FW_VERSION_MAJOR ) "." TEXT( FW_VERSION_MINOR ) "." TEXT( FW_VERSION_PATCH );
}
