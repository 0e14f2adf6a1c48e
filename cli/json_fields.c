// SPDX-License-Identifier: MIT
// Reading the fields of JSON objects: types, bounds, and the place of what is wrong.
#include "json_fields.h"
#include "message.h"
#include "values.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

json_t* field_load( const char* text, size_t size, field_error* error )
{
	json_error_t cause;
	*error = ( field_error ){ .status = FW_OK };
	json_t* root = json_loadb( text, size, JSON_REJECT_DUPLICATES, &cause );
	if ( root == NULL )
	{
		const bool memory = json_error_code( &cause ) == json_error_out_of_memory;
		error->status = memory ? FW_ERR_MEMORY : FW_ERR_SYNTAX;
		error->line = (int32_t)cause.line;
		error->column = (int32_t)cause.column;
		snprintf( error->text, sizeof( error->text ), "%s", cause.text );
	}
	return root;
}

void field_complain( const char* file, const field_error* error )
{
	if ( error->line > 0 )
	{
		complain( "%s:%d:%d: %s", complain_name( file ), (int)error->line, (int)error->column, error->text );
	}
	else
	{
		complain( "%s: %s%s%s", complain_name( file ), error->place, error->place[0] != '\0' ? ": " : "", error->text );
	}
}

bool field_refuse( field_reader* in, const char* key, const char* format, ... )
{
	va_list arguments;
	va_start( arguments, format );
	in->error->status = FW_ERR_SYNTAX;
	snprintf( in->error->place, sizeof( in->error->place ), "%s%s%s", in->place,
	          in->place[0] != '\0' && key[0] != '\0' ? "." : "", key );
	vsnprintf( in->error->text, sizeof( in->error->text ), format, arguments );
	va_end( arguments );
	return false;
}

const json_t* field_member( field_reader* in, const json_t* object, const char* key, json_type type, const char* what )
{
	const json_t* value = json_object_get( object, key );
	if ( value == NULL )
	{
		field_refuse( in, key, "this key is missing" );
		return NULL;
	}
	if ( json_typeof( value ) != type )
	{
		field_refuse( in, key, "expected %s", what );
		return NULL;
	}
	return value;
}

bool field_check( field_reader* in, const char* key, const json_t* value, double low, double high, double* number )
{
	if ( !json_is_number( value ) )
	{
		return field_refuse( in, key, "expected a number" );
	}
	const double read = json_number_value( value );
	if ( !isfinite( read ) || read < low || read > high )
	{
		return field_refuse( in, key, "%g is not between %g and %g", read, low, high );
	}
	*number = read;
	return true;
}

bool field_number( field_reader* in, const json_t* object, const char* key, double low, double high, double* number )
{
	const json_t* value = json_object_get( object, key );
	if ( value == NULL )
	{
		return field_refuse( in, key, "this key is missing" );
	}
	return field_check( in, key, value, low, high, number );
}

bool field_optional( field_reader* in, const json_t* object, const char* key, double low, double high, double* number )
{
	const json_t* value = json_object_get( object, key );
	return value == NULL || json_is_null( value ) || field_check( in, key, value, low, high, number );
}

bool field_text( field_reader* in, const json_t* object, const char* key, char* text, size_t capacity )
{
	const json_t* value = json_object_get( object, key );
	if ( value == NULL || json_is_null( value ) )
	{
		return true;
	}
	if ( !json_is_string( value ) )
	{
		return field_refuse( in, key, "expected a string" );
	}
	if ( json_string_length( value ) >= capacity )
	{
		return field_refuse( in, key, "the string is longer than %d bytes", (int)capacity - 1 );
	}
	memcpy( text, json_string_value( value ), json_string_length( value ) + 1 );
	return true;
}

bool field_numbers( field_reader* in, const json_t* object, const char* key, size_t count, double low, double high,
                    double* numbers )
{
	const json_t* array = field_member( in, object, key, JSON_ARRAY, "an array of numbers" );
	if ( array == NULL )
	{
		return false;
	}
	if ( json_array_size( array ) != count )
	{
		return field_refuse( in, key, "expected %d numbers", (int)count );
	}
	for ( size_t i = 0; i < count; i++ )
	{
		char name[32];
		snprintf( name, sizeof( name ), "%s[%d]", key, (int)i );
		if ( !field_check( in, name, json_array_get( array, i ), low, high, &numbers[i] ) )
		{
			return false;
		}
	}
	return true;
}

bool field_bool( field_reader* in, const json_t* object, const char* key, bool* value )
{
	const json_t* given = json_object_get( object, key );
	if ( given == NULL || json_is_null( given ) )
	{
		return true;
	}
	*value = json_is_true( given );
	return json_is_boolean( given ) || field_refuse( in, key, "expected true or false" );
}

bool field_capabilities( field_reader* in, const json_t* object, const char* key, uint32_t* capabilities )
{
	char names[64] = "";
	if ( !field_text( in, object, key, names, sizeof( names ) ) )
	{
		return false;
	}
	return names[0] == '\0' || value_capabilities( names, capabilities ) ||
	       field_refuse( in, key, "expected names such as \"ground,swamp\"" );
}

bool field_fail( field_reader* in, const char* key, fw_status status )
{
	field_refuse( in, key, "%s", fw_status_text( status ) );
	in->error->status = status;
	return false;
}

bool field_identity( field_reader* in, const json_t* root, const char* format )
{
	if ( !json_is_object( root ) )
	{
		return field_refuse( in, "", "expected an object" );
	}
	const json_t* name = field_member( in, root, "format", JSON_STRING, "a string" );
	const json_t* version = name != NULL ? field_member( in, root, "version", JSON_INTEGER, "an integer" ) : NULL;
	if ( version == NULL )
	{
		return false;
	}
	if ( strcmp( json_string_value( name ), format ) != 0 )
	{
		return field_refuse( in, "format", "expected \"%s\"", format );
	}
	const long long number = json_integer_value( version );
	return number == 1 || field_refuse( in, "version", "version %lld is not known, only 1", number );
}

bool field_known( field_reader* in, const json_t* object, const char* keys )
{
	void* at = json_object_iter( (json_t*)(uintptr_t)object );
	for ( ; at != NULL; at = json_object_iter_next( (json_t*)(uintptr_t)object, at ) )
	{
		if ( value_choice( json_object_iter_key( at ), keys ) < 0 )
		{
			return field_refuse( in, json_object_iter_key( at ), "this key is not known" );
		}
	}
	return true;
}

void field_at_entry( field_reader* in, const char* list, size_t index )
{
	snprintf( in->place, sizeof( in->place ), "%s[%d]", list, (int)index );
}

const json_t* field_list( field_reader* in, const json_t* root, const char* key, size_t least, size_t most )
{
	const json_t* list = field_member( in, root, key, JSON_ARRAY, "an array" );
	if ( list != NULL && ( json_array_size( list ) < least || json_array_size( list ) > most ) )
	{
		field_refuse( in, key, "expected %d to %d entries", (int)least, (int)most );
		return NULL;
	}
	return list;
}

static bool read_corner( field_reader* in, const json_t* value, fw_vec2* corner )
{
	return json_is_array( value ) && json_array_size( value ) == 2 &&
	       field_check( in, "outline", json_array_get( value, 0 ), -64.0, 64.0, &corner->x ) &&
	       field_check( in, "outline", json_array_get( value, 1 ), -64.0, 64.0, &corner->y );
}

bool field_outline( field_reader* in, const json_t* object, fw_outline* outline )
{
	const json_t* list = json_object_get( object, "outline" );
	const size_t count = json_array_size( list );
	bool good = list == NULL || ( json_is_array( list ) && count >= 2 && count <= FW_OUTLINE_MAX );
	for ( size_t i = 0; i < count && good; i++ )
	{
		good = read_corner( in, json_array_get( list, i ), &outline->corners[i] );
	}
	outline->count = good ? (int32_t)count : 0;
	return good || field_refuse( in, "outline", "expected two to eight corners [x, y], each number from -64 to 64" );
}
