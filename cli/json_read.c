// SPDX-License-Identifier: MIT
// Paths from JSON. Whatever a file holds, it ends as a document within sane bounds or as one clear sentence.
#include "json.h"
#include "values.h"

#include <jansson.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>

// Bounds of a sane file: four times the side of the largest map, units as large as the library takes, and as much
// driving as a search can ask for.
#define COORDINATE_MAX 65536.0
#define RADIUS_MAX 4096.0
#define LENGTH_MAX 4e6
#define SWEEP_MAX 720.0
#define UNIT_RADIUS_MAX 64.0
#define COUNT_MAX 1000000
#define SHORTEST 1e-9

typedef struct reader
{
	path_json_error* error;
	char place[32]; // of the object that is being read, such as "segments[3]"
} reader;

#if defined( __GNUC__ )
__attribute__( ( format( printf, 3, 4 ) ) )
#endif
static bool
refuse( reader* in, const char* key, const char* format, ... )
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

static const json_t* member( reader* in, const json_t* object, const char* key, json_type type, const char* what )
{
	const json_t* value = json_object_get( object, key );
	if ( value == NULL )
	{
		refuse( in, key, "this key is missing" );
		return NULL;
	}
	if ( json_typeof( value ) != type )
	{
		refuse( in, key, "expected %s", what );
		return NULL;
	}
	return value;
}

static bool check_number( reader* in, const char* key, const json_t* value, double low, double high, double* number )
{
	if ( !json_is_number( value ) )
	{
		return refuse( in, key, "expected a number" );
	}
	const double read = json_number_value( value );
	if ( !isfinite( read ) || read < low || read > high )
	{
		return refuse( in, key, "%g is not within %g and %g", read, low, high );
	}
	*number = read;
	return true;
}

static bool read_number( reader* in, const json_t* object, const char* key, double low, double high, double* number )
{
	const json_t* value = json_object_get( object, key );
	if ( value == NULL )
	{
		return refuse( in, key, "this key is missing" );
	}
	return check_number( in, key, value, low, high, number );
}

// Leaves the number as it is where the key is missing or null.
static bool read_optional( reader* in, const json_t* object, const char* key, double high, double* number )
{
	const json_t* value = json_object_get( object, key );
	return value == NULL || json_is_null( value ) || check_number( in, key, value, 0.0, high, number );
}

static bool read_count( reader* in, const json_t* object, const char* key, int64_t* count )
{
	double number = (double)*count;
	if ( !read_optional( in, object, key, 9e15, &number ) )
	{
		return false;
	}
	*count = (int64_t)number;
	return true;
}

// Leaves the text as it is where the key is missing or null.
static bool read_text( reader* in, const json_t* object, const char* key, char* text, size_t capacity )
{
	const json_t* value = json_object_get( object, key );
	if ( value == NULL || json_is_null( value ) )
	{
		return true;
	}
	if ( !json_is_string( value ) )
	{
		return refuse( in, key, "expected a string" );
	}
	if ( json_string_length( value ) >= capacity )
	{
		return refuse( in, key, "the string is longer than %d bytes", (int)capacity - 1 );
	}
	memcpy( text, json_string_value( value ), json_string_length( value ) + 1 );
	return true;
}

// An array of `count` coordinates; where there are three the last one is an angle in degrees.
static bool read_point( reader* in, const json_t* object, const char* key, size_t count, double* numbers )
{
	const json_t* array = member( in, object, key, JSON_ARRAY, "an array of numbers" );
	if ( array == NULL )
	{
		return false;
	}
	if ( json_array_size( array ) != count )
	{
		return refuse( in, key, "expected %d numbers", (int)count );
	}
	for ( size_t i = 0; i < count; i++ )
	{
		char name[32];
		snprintf( name, sizeof( name ), "%s[%d]", key, (int)i );
		if ( !check_number( in, name, json_array_get( array, i ), -COORDINATE_MAX, COORDINATE_MAX, &numbers[i] ) )
		{
			return false;
		}
	}
	return true;
}

// As a line, which a link is not: it has no length.
static bool read_ends( reader* in, const json_t* object, fw_gear gear, fw_segment* segment )
{
	double from[2];
	double to[2];
	if ( !read_point( in, object, "from", 2, from ) || !read_point( in, object, "to", 2, to ) )
	{
		return false;
	}
	*segment = fw_segment_line( ( fw_vec2 ){ from[0], from[1] }, ( fw_vec2 ){ to[0], to[1] }, gear );
	return true;
}

static bool read_line( reader* in, const json_t* object, fw_gear gear, fw_segment* segment )
{
	return read_ends( in, object, gear, segment ) &&
	       ( segment->length > SHORTEST || refuse( in, "", "this line has no length" ) );
}

static bool read_link( reader* in, const json_t* object, fw_gear gear, fw_segment* segment )
{
	if ( !read_ends( in, object, gear, segment ) )
	{
		return false;
	}
	const bool leads = segment->length > SHORTEST;
	segment->kind = FW_SEGMENT_LINK;
	segment->length = 0.0;
	return leads || refuse( in, "", "this link leads to where it begins" );
}

static fw_vec2 on_circle( fw_vec2 center, double radius, double angle )
{
	double sine = 0.0;
	double cosine = 0.0;
	fw_sincos( angle, &sine, &cosine );
	return ( fw_vec2 ){ center.x + radius * cosine, center.y + radius * sine };
}

static bool read_arc( reader* in, const json_t* object, fw_gear gear, fw_segment* segment )
{
	double center[2];
	double radius = 0.0;
	double start = 0.0;
	double sweep = 0.0;
	if ( !read_point( in, object, "center", 2, center ) ||
	     !read_number( in, object, "radius", SHORTEST, RADIUS_MAX, &radius ) ||
	     !read_number( in, object, "start", -SWEEP_MAX, SWEEP_MAX, &start ) ||
	     !read_number( in, object, "sweep", -SWEEP_MAX, SWEEP_MAX, &sweep ) )
	{
		return false;
	}
	const double first = fw_radians( start );
	const double turn = fw_radians( sweep );
	*segment = ( fw_segment ){
	    .kind = FW_SEGMENT_ARC,
	    .gear = gear,
	    .center = { center[0], center[1] },
	    .radius = radius,
	    .start = first,
	    .sweep = turn,
	    .length = radius * fabs( turn ),
	};
	segment->from = on_circle( segment->center, radius, first );
	segment->to = on_circle( segment->center, radius, first + turn );
	return segment->length > SHORTEST || refuse( in, "", "this arc has no length" );
}

static bool read_segment( reader* in, const json_t* object, fw_segment* segment )
{
	if ( !json_is_object( object ) )
	{
		return refuse( in, "", "expected an object" );
	}
	const json_t* kind = member( in, object, "kind", JSON_STRING, "a string" );
	const json_t* gear = kind != NULL ? member( in, object, "gear", JSON_STRING, "a string" ) : NULL;
	if ( gear == NULL )
	{
		return false;
	}
	const int32_t kind_index = value_choice( json_string_value( kind ), "line|arc|link" );
	const int32_t gear_index = value_choice( json_string_value( gear ), "forward|reverse" );
	if ( kind_index < 0 )
	{
		return refuse( in, "kind", "expected \"line\", \"arc\" or \"link\"" );
	}
	if ( gear_index < 0 )
	{
		return refuse( in, "gear", "expected \"forward\" or \"reverse\"" );
	}
	const fw_gear moved = (fw_gear)gear_index;
	return kind_index == 0   ? read_line( in, object, moved, segment )
	       : kind_index == 1 ? read_arc( in, object, moved, segment )
	                         : read_link( in, object, moved, segment );
}

static bool append( reader* in, path_document* document, const fw_segment* segment )
{
	const fw_status status = fw_path_append( &document->path, segment );
	if ( status == FW_OK && document->path.length > LENGTH_MAX )
	{
		return refuse( in, "", "the path is longer than %g tiles", LENGTH_MAX );
	}
	if ( status != FW_OK )
	{
		refuse( in, "", "%s", fw_status_text( status ) );
		in->error->status = status;
	}
	return status == FW_OK;
}

static bool read_segments( reader* in, const json_t* root, bool has_start, path_document* document )
{
	const json_t* array = member( in, root, "segments", JSON_ARRAY, "an array" );
	if ( array == NULL )
	{
		return false;
	}
	if ( json_array_size( array ) > COUNT_MAX )
	{
		return refuse( in, "segments", "more than %d segments", COUNT_MAX );
	}
	if ( json_array_size( array ) > 0 && !document->found )
	{
		return refuse( in, "segments", "a path that was not found has none" );
	}
	for ( size_t i = 0; i < json_array_size( array ); i++ )
	{
		fw_segment segment;
		snprintf( in->place, sizeof( in->place ), "segments[%d]", (int)i );
		if ( !read_segment( in, json_array_get( array, i ), &segment ) )
		{
			return false;
		}
		if ( i == 0 && !has_start )
		{
			fw_path_clear( &document->path, fw_segment_pose_at( &segment, 0.0 ) );
		}
		if ( !append( in, document, &segment ) )
		{
			return false;
		}
	}
	in->place[0] = '\0';
	return true;
}

static bool read_unit( reader* in, const json_t* root, fw_unit* unit )
{
	const json_t* object = member( in, root, "unit", JSON_OBJECT, "an object" );
	if ( object == NULL )
	{
		return false;
	}
	snprintf( in->place, sizeof( in->place ), "unit" );
	char names[64] = "";
	double size = 0.0;
	if ( !read_optional( in, object, "size", FW_UNIT_MAX_SIZE, &size ) ||
	     !read_number( in, object, "radius", 0.0, UNIT_RADIUS_MAX, &unit->radius ) ||
	     !read_number( in, object, "turning_radius", 0.0, UNIT_RADIUS_MAX, &unit->turning_radius ) ||
	     !read_text( in, object, "capabilities", names, sizeof( names ) ) )
	{
		return false;
	}
	if ( names[0] != '\0' && !value_capabilities( names, &unit->capabilities ) )
	{
		return refuse( in, "capabilities", "expected names such as \"ground,swamp\"" );
	}
	if ( size != floor( size ) )
	{
		return refuse( in, "size", "expected a whole number of tiles" );
	}
	const json_t* reverse = json_object_get( object, "reverse" );
	if ( reverse != NULL && !json_is_boolean( reverse ) )
	{
		return refuse( in, "reverse", "expected true or false" );
	}
	unit->reverse = json_is_true( reverse );
	unit->size = (int32_t)size;
	in->place[0] = '\0';
	return true;
}

static bool read_identity( reader* in, const json_t* root, path_document* document )
{
	const json_t* format = member( in, root, "format", JSON_STRING, "a string" );
	const json_t* version = format != NULL ? member( in, root, "version", JSON_INTEGER, "an integer" ) : NULL;
	if ( version == NULL )
	{
		return false;
	}
	if ( strcmp( json_string_value( format ), "fairway-path" ) != 0 )
	{
		return refuse( in, "format", "expected \"fairway-path\"" );
	}
	if ( json_integer_value( version ) != 1 )
	{
		return refuse( in, "version", "version %lld is not known, only 1", (long long)json_integer_value( version ) );
	}
	const json_t* found = json_object_get( root, "found" );
	if ( !json_is_boolean( found ) )
	{
		return refuse( in, "found", found == NULL ? "this key is missing" : "expected true or false" );
	}
	document->found = json_is_true( found );
	return true;
}

// Files from before there were anchors have none: then it was tile centres.
static bool read_anchor( reader* in, const json_t* root, fw_anchor* anchor )
{
	char name[16] = "centre";
	if ( !read_text( in, root, "anchor", name, sizeof( name ) ) )
	{
		return false;
	}
	const int32_t index = value_choice( name, "centre|corner" );
	*anchor = index == 1 ? FW_ANCHOR_CORNER : FW_ANCHOR_CENTRE;
	return index >= 0 || refuse( in, "anchor", "expected \"centre\" or \"corner\"" );
}

static bool read_figures( reader* in, const json_t* root, path_document* document )
{
	const bool lengths = document->found ? read_number( in, root, "length", 0.0, LENGTH_MAX, &document->length )
	                                     : read_optional( in, root, "length", LENGTH_MAX, &document->length );
	return lengths && read_optional( in, root, "cost", 1e12, &document->cost ) &&
	       read_count( in, root, "expanded", &document->expanded ) &&
	       read_count( in, root, "generated", &document->generated ) &&
	       read_optional( in, root, "microseconds", 1e18, &document->microseconds ) &&
	       read_text( in, root, "outcome", document->outcome, sizeof( document->outcome ) ) &&
	       read_text( in, root, "reason", document->reason, sizeof( document->reason ) ) &&
	       read_text( in, root, "method", document->method, sizeof( document->method ) ) &&
	       read_anchor( in, root, &document->anchor );
}

static bool read_root( reader* in, const json_t* root, path_document* document )
{
	if ( !json_is_object( root ) )
	{
		return refuse( in, "", "expected an object" );
	}
	if ( !read_identity( in, root, document ) || !read_figures( in, root, document ) ||
	     !read_unit( in, root, &document->unit ) )
	{
		return false;
	}
	double start[3] = { 0.0, 0.0, 0.0 };
	const bool has_start = json_object_get( root, "start" ) != NULL;
	if ( has_start && !read_point( in, root, "start", 3, start ) )
	{
		return false;
	}
	fw_path_clear( &document->path, ( fw_pose ){ start[0], start[1], fw_radians( start[2] ) } );
	return read_segments( in, root, has_start, document );
}

void path_document_init( path_document* document )
{
	*document = ( path_document ){ .unit = fw_default_unit(), .left = -1.0, .seconds = -1.0, .microseconds = -1.0 };
	fw_path_init( &document->path, NULL );
}

void path_document_free( path_document* document )
{
	fw_path_free( &document->path );
	path_document_init( document );
}

bool path_json_read( const char* text, size_t size, path_document* document, path_json_error* error )
{
	json_error_t cause;
	*error = ( path_json_error ){ .status = FW_OK };
	json_t* root = json_loadb( text, size, JSON_REJECT_DUPLICATES, &cause );
	if ( root == NULL )
	{
		const bool memory = json_error_code( &cause ) == json_error_out_of_memory;
		error->status = memory ? FW_ERR_MEMORY : FW_ERR_SYNTAX;
		error->line = (int32_t)cause.line;
		error->column = (int32_t)cause.column;
		snprintf( error->text, sizeof( error->text ), "%s", cause.text );
		return false;
	}
	reader in = { .error = error };
	const bool good = read_root( &in, root, document );
	json_decref( root );
	if ( !good )
	{
		path_document_free( document );
	}
	return good;
}
