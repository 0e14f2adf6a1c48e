// SPDX-License-Identifier: MIT
// Sentences of refusals, and the checks that most calls begin with.
#include "base/refusal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Enough digits to read any double back as itself, and the room that "%e" needs for them.
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

void fw_say( fw_sentence* out, const char* words )
{
	fw_say_bytes( out, words, strlen( words ) );
}

// The fewest digits that read back as the value, and the power of ten of the first. A locale changes only the point.
static int32_t shortest_digits( double value, char digits[DIGITS_MAX], int32_t* power )
{
	char form[FORMAT_ROOM];
	for ( int32_t places = 0; places < DIGITS_MAX; places++ )
	{
		snprintf( form, sizeof( form ), "%.*e", (int)places, value );
		if ( strtod( form, NULL ) == value )
		{
			break;
		}
	}
	int32_t count = 0;
	const char* at = form;
	for ( ; *at != 'e'; at++ )
	{
		if ( *at >= '0' && *at <= '9' )
		{
			digits[count++] = *at;
		}
	}
	*power = (int32_t)strtol( at + 1, NULL, 10 );
	return count;
}

static void say_zeros( fw_sentence* out, int32_t count )
{
	for ( int32_t i = 0; i < count; i++ )
	{
		fw_say( out, "0" );
	}
}

void fw_say_number( fw_sentence* out, double value )
{
	if ( !isfinite( value ) )
	{
		fw_say( out, isnan( value ) ? "not a number" : value > 0.0 ? "infinite" : "minus infinite" );
		return;
	}
	char digits[DIGITS_MAX];
	int32_t power = 0;
	const int32_t count = shortest_digits( fabs( value ), digits, &power );
	const bool plain = power >= -6 && power < DIGITS_MAX;
	const int32_t whole = !plain ? 1 : power < 0 ? 0 : power + 1; // digits before the point
	const int32_t taken = whole < count ? whole : count;
	fw_say( out, value < 0.0 ? "-" : "" );
	fw_say_bytes( out, digits, (size_t)taken );
	say_zeros( out, whole - taken );
	fw_say( out, whole == 0 ? "0" : "" );
	if ( count > taken )
	{
		fw_say( out, "." );
		say_zeros( out, plain && power < 0 ? -power - 1 : 0 );
		fw_say_bytes( out, digits + taken, (size_t)( count - taken ) );
	}
	if ( !plain )
	{
		fw_say( out, "e" );
		fw_say_number( out, power );
	}
}

static void name( char room[48], const char* field, size_t size )
{
	fw_sentence out = { .text = room, .capacity = 48 };
	for ( size_t i = 0; i < size; i++ )
	{
		const bool arrow = i + 1 < size && field[i] == '-' && field[i + 1] == '>';
		fw_say_bytes( &out, arrow ? "." : field + i, 1 );
		i += arrow;
	}
}

fw_sentence fw_refusal_begin( fw_refusal* refusal, fw_status status, fw_refusal_kind kind, const char* field )
{
	memset( refusal, 0, sizeof( *refusal ) );
	refusal->status = status;
	refusal->kind = kind;
	name( refusal->field, field, strlen( field ) );
	return ( fw_sentence ){ .text = refusal->text, .capacity = sizeof( refusal->text ) };
}

static fw_status refuse( fw_refusal* refusal, fw_status status, fw_refusal_kind kind, const char* field,
                         const char* other, const char* joint, const char* words )
{
	if ( refusal != NULL )
	{
		fw_sentence out = fw_refusal_begin( refusal, status, kind, field );
		name( refusal->other, other, strlen( other ) );
		fw_say( &out, refusal->field );
		fw_say( &out, joint );
		fw_say( &out, words );
	}
	return status;
}

fw_status fw_refuse( fw_refusal* refusal, fw_status status, fw_refusal_kind kind, const char* field, const char* other,
                     const char* words )
{
	return refuse( refusal, status, kind, field, other != NULL ? other : "", " ", words );
}

fw_status fw_refuse_cookie( fw_refusal* refusal, const char* field, const char* maker )
{
	return refuse( refusal, FW_ERR_DEF, FW_REFUSAL_COOKIE, field, "", " was not made by ", maker );
}

fw_status fw_refuse_stale( fw_refusal* refusal, const char* field, const char* update )
{
	return refuse( refusal, FW_ERR_STALE, FW_REFUSAL_STALE, field, "", " is older than the grid; update it by ",
	               update );
}

static fw_status refuse_two( fw_refusal* refusal, fw_status status, fw_refusal_kind kind, const char* field,
                             const char* other, const char* joint, const char* words )
{
	if ( refusal != NULL )
	{
		refuse( refusal, status, kind, field, other, joint, other );
		fw_sentence out = { refusal->text, strlen( refusal->text ), sizeof( refusal->text ) };
		fw_say( &out, ": " );
		fw_say( &out, words );
	}
	return status;
}

fw_status fw_refuse_pair( fw_refusal* refusal, fw_status status, const char* field, const char* other,
                          const char* words )
{
	return refuse_two( refusal, status, FW_REFUSAL_COMBINATION, field, other, " does not go with ", words );
}

fw_status fw_refuse_mismatch( fw_refusal* refusal, const char* field, const char* other, const char* words )
{
	return refuse_two( refusal, FW_ERR_MISMATCH, FW_REFUSAL_MISMATCH, field, other, " does not fit ", words );
}

fw_status fw_refuse_status( fw_refusal* refusal, fw_status status )
{
	if ( refusal != NULL && status != FW_OK )
	{
		fw_sentence out = fw_refusal_begin( refusal, status, FW_REFUSAL_SYSTEM, "" );
		fw_say( &out, fw_status_text( status ) );
	}
	return status;
}

fw_status fw_refuse_unread( fw_refusal* refusal, fw_status status, const char* file )
{
	if ( refusal == NULL || status != FW_ERR_IO )
	{
		return fw_refuse_status( refusal, status );
	}
	fw_sentence out = fw_refusal_begin( refusal, status, FW_REFUSAL_SYSTEM, "file" );
	fw_say( &out, "file '" );
	fw_say( &out, file );
	fw_say( &out, "' could not be read" );
	return status;
}

fw_status fw_refuse_file( fw_refusal* refusal, fw_status status )
{
	return status == FW_ERR_SYNTAX
	           ? fw_refuse( refusal, status, FW_REFUSAL_TEXT, "file", NULL,
	                        "is not of this format, of another version, cut short or changed; save it again" )
	           : fw_refuse_status( refusal, status );
}

// "unit.radius is -1; "
static fw_sentence say_value( fw_refusal* refusal, fw_status status, fw_refusal_kind kind, const char* field,
                              double value )
{
	fw_sentence out = fw_refusal_begin( refusal, status, kind, field );
	refusal->value = value;
	fw_say( &out, refusal->field );
	fw_say( &out, " is " );
	fw_say_number( &out, value );
	fw_say( &out, "; " );
	return out;
}

static void say_range( fw_sentence* out, const fw_range* range )
{
	const bool open = range->max > INT32_MAX - 1.0;
	fw_say( out, range->type == FW_FIELD_OR_0 ? "it must be 0, or " : "it must be " );
	if ( open && range->min < INT32_MIN )
	{
		fw_say( out, "finite" );
		return;
	}
	fw_say( out, open ? "at least " : "" );
	fw_say_number( out, range->min );
	if ( range->min != range->max && !open )
	{
		fw_say( out, range->type == FW_FIELD_ENDS ? " or " : " to " );
		fw_say_number( out, range->max );
	}
	fw_say( out, range->measure != NULL ? range->measure : "" );
}

static fw_status refuse_range( fw_refusal* refusal, fw_status status, const fw_range* range, double value )
{
	if ( refusal != NULL )
	{
		fw_sentence out = say_value( refusal, status, FW_REFUSAL_RANGE, range->field, value );
		refusal->min = range->min;
		refusal->max = range->max;
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
	if ( refusal != NULL )
	{
		fw_sentence out = say_value( refusal, FW_ERR_ARGUMENT, FW_REFUSAL_VALUE, field, value );
		fw_say( &out, words );
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
	const bool good = value >= min && value <= max;
	return good ? FW_OK : fw_refuse_range( refusal, FW_ERR_ARGUMENT, field, value, min, max );
}

fw_status fw_refuse_entry( fw_refusal* refusal, fw_status status, const char* list, int32_t index )
{
	if ( refusal != NULL && status != FW_OK )
	{
		const fw_refusal old = *refusal;
		fw_sentence field = { .text = refusal->field, .capacity = sizeof( refusal->field ) };
		fw_say( &field, list );
		fw_say( &field, "[" );
		fw_say_number( &field, index );
		fw_say( &field, "]" );
		fw_say( &field, old.field + strcspn( old.field, "." ) );
		fw_sentence out = { .text = refusal->text, .capacity = sizeof( refusal->text ) };
		fw_say( &out, refusal->field );
		fw_say( &out, old.text + strlen( old.field ) );
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
	if ( refusal != NULL )
	{
		fw_sentence out = fw_refusal_begin( refusal, FW_ERR_ARGUMENT, FW_REFUSAL_NULL, "" );
		for ( int32_t i = 0; i < first; i++ )
		{
			names += strcspn( names, "," ) + 1;
			names += strspn( names, " " );
		}
		name( refusal->field, names, strcspn( names, "," ) );
		fw_say( &out, refusal->field );
		fw_say( &out, " is null" );
	}
	return FW_ERR_ARGUMENT;
}
