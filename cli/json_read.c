// SPDX-License-Identifier: MIT
// Paths from JSON. Whatever a file holds, it ends as a document within sane bounds or as one clear sentence.
#include "json.h"
#include "values.h"

#include <math.h>
#include <string.h>

// Bounds of a sane file: as much driving as a search can ask for.
#define RADIUS_MAX 4096.0
#define LENGTH_MAX 4e6
#define SWEEP_MAX 720.0
#define COUNT_MAX 1000000
#define SHORTEST 1e-9

// Coordinates; where there are three the last one is an angle in degrees.
static bool read_point( field_reader* in, const json_t* object, const char* key, size_t count, double* numbers )
{
	return field_numbers( in, object, key, count, -FIELD_COORDINATE_MAX, FIELD_COORDINATE_MAX, numbers );
}

static bool read_count( field_reader* in, const json_t* object, const char* key, int64_t* count )
{
	double number = (double)*count;
	if ( !field_optional( in, object, key, 0.0, 9e15, &number ) )
	{
		return false;
	}
	*count = (int64_t)number;
	return true;
}

// As a line, which a link is not: it has no length.
static bool read_ends( field_reader* in, const json_t* object, fw_gear gear, fw_segment* segment )
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

static bool read_line( field_reader* in, const json_t* object, fw_gear gear, fw_segment* segment )
{
	return read_ends( in, object, gear, segment ) &&
	       ( segment->length > SHORTEST || field_refuse( in, "", "this line has no length" ) );
}

static bool read_link( field_reader* in, const json_t* object, fw_gear gear, fw_segment* segment )
{
	if ( !read_ends( in, object, gear, segment ) )
	{
		return false;
	}
	const bool leads = segment->length > SHORTEST;
	segment->kind = FW_SEGMENT_LINK;
	segment->length = 0.0;
	return leads || field_refuse( in, "", "this link leads to where it begins" );
}

static fw_vec2 on_circle( fw_vec2 center, double radius, double angle )
{
	double sine = 0.0;
	double cosine = 0.0;
	fw_sincos( angle, &sine, &cosine );
	return ( fw_vec2 ){ center.x + radius * cosine, center.y + radius * sine };
}

static bool read_arc( field_reader* in, const json_t* object, fw_gear gear, fw_segment* segment )
{
	double center[2];
	double radius = 0.0;
	double start = 0.0;
	double sweep = 0.0;
	if ( !read_point( in, object, "center", 2, center ) ||
	     !field_number( in, object, "radius", SHORTEST, RADIUS_MAX, &radius ) ||
	     !field_number( in, object, "start", -SWEEP_MAX, SWEEP_MAX, &start ) ||
	     !field_number( in, object, "sweep", -SWEEP_MAX, SWEEP_MAX, &sweep ) )
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
	return segment->length > SHORTEST || field_refuse( in, "", "this arc has no length" );
}

static bool read_segment( field_reader* in, const json_t* object, fw_segment* segment )
{
	if ( !json_is_object( object ) )
	{
		return field_refuse( in, "", "expected an object" );
	}
	const json_t* kind = field_member( in, object, "kind", JSON_STRING, "a string" );
	const json_t* gear = kind != NULL ? field_member( in, object, "gear", JSON_STRING, "a string" ) : NULL;
	if ( gear == NULL )
	{
		return false;
	}
	const int32_t kind_index = value_choice( json_string_value( kind ), "line|arc|link" );
	const int32_t gear_index = value_choice( json_string_value( gear ), "forward|reverse" );
	if ( kind_index < 0 )
	{
		return field_refuse( in, "kind", "expected \"line\", \"arc\" or \"link\"" );
	}
	if ( gear_index < 0 )
	{
		return field_refuse( in, "gear", "expected \"forward\" or \"reverse\"" );
	}
	const fw_gear moved = (fw_gear)gear_index;
	return kind_index == 0   ? read_line( in, object, moved, segment )
	       : kind_index == 1 ? read_arc( in, object, moved, segment )
	                         : read_link( in, object, moved, segment );
}

static bool append( field_reader* in, path_document* document, const fw_segment* segment )
{
	const fw_status status = fw_path_append( &document->path, segment );
	if ( status == FW_OK && document->path.length > LENGTH_MAX )
	{
		return field_refuse( in, "", "the path is longer than %g tiles", LENGTH_MAX );
	}
	if ( status != FW_OK )
	{
		field_fail( in, "", status );
	}
	return status == FW_OK;
}

static bool read_segments( field_reader* in, const json_t* root, bool has_start, path_document* document )
{
	const json_t* array = field_member( in, root, "segments", JSON_ARRAY, "an array" );
	if ( array == NULL )
	{
		return false;
	}
	if ( json_array_size( array ) > COUNT_MAX )
	{
		return field_refuse( in, "segments", "more than %d segments", COUNT_MAX );
	}
	if ( json_array_size( array ) > 0 && !document->found )
	{
		return field_refuse( in, "segments", "a path that was not found has none" );
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

static bool read_unit( field_reader* in, const json_t* root, fw_unit* unit )
{
	const json_t* object = field_member( in, root, "unit", JSON_OBJECT, "an object" );
	if ( object == NULL )
	{
		return false;
	}
	snprintf( in->place, sizeof( in->place ), "unit" );
	double size = 0.0;
	if ( !field_optional( in, object, "size", 0.0, FW_UNIT_MAX_SIZE, &size ) ||
	     !field_number( in, object, "radius", 0.0, FIELD_RADIUS_MAX, &unit->radius ) ||
	     !field_number( in, object, "turning_radius", 0.0, FIELD_RADIUS_MAX, &unit->turning_radius ) ||
	     !field_capabilities( in, object, "capabilities", &unit->capabilities ) ||
	     !field_bool( in, object, "reverse", &unit->reverse ) )
	{
		return false;
	}
	if ( size != floor( size ) )
	{
		return field_refuse( in, "size", "expected a whole number of tiles" );
	}
	unit->size = (int32_t)size;
	if ( !field_outline( in, object, &unit->outline ) )
	{
		return false;
	}
	in->place[0] = '\0';
	return true;
}

static bool read_identity( field_reader* in, const json_t* root, path_document* document )
{
	if ( !field_identity( in, root, "fairway-path" ) )
	{
		return false;
	}
	const json_t* found = json_object_get( root, "found" );
	if ( !json_is_boolean( found ) )
	{
		return field_refuse( in, "found", found == NULL ? "this key is missing" : "expected true or false" );
	}
	document->found = json_is_true( found );
	return true;
}

// Files from before there were anchors have none: then it was tile centers.
static bool read_anchor( field_reader* in, const json_t* root, fw_anchor* anchor )
{
	char name[16] = "center";
	if ( !field_text( in, root, "anchor", name, sizeof( name ) ) )
	{
		return false;
	}
	const int32_t index = value_choice( name, "center|corner" );
	*anchor = index == 1 ? FW_ANCHOR_CORNER : FW_ANCHOR_CENTER;
	return index >= 0 || field_refuse( in, "anchor", "expected \"center\" or \"corner\"" );
}

static bool read_figures( field_reader* in, const json_t* root, path_document* document )
{
	const bool lengths = document->found ? field_number( in, root, "length", 0.0, LENGTH_MAX, &document->length )
	                                     : field_optional( in, root, "length", 0.0, LENGTH_MAX, &document->length );
	return lengths && field_optional( in, root, "cost", 0.0, 1e12, &document->cost ) &&
	       read_count( in, root, "expanded", &document->expanded ) &&
	       read_count( in, root, "generated", &document->generated ) &&
	       field_optional( in, root, "microseconds", 0.0, 1e18, &document->microseconds ) &&
	       field_text( in, root, "outcome", document->outcome, sizeof( document->outcome ) ) &&
	       field_text( in, root, "reason", document->reason, sizeof( document->reason ) ) &&
	       field_text( in, root, "method", document->method, sizeof( document->method ) ) &&
	       read_anchor( in, root, &document->anchor );
}

static bool read_root( field_reader* in, const json_t* root, path_document* document )
{
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

bool path_json_read( const char* text, size_t size, path_document* document, field_error* error )
{
	json_t* root = field_load( text, size, error );
	if ( root == NULL )
	{
		return false;
	}
	field_reader in = { .error = error };
	const bool good = read_root( &in, root, document );
	json_decref( root );
	if ( !good )
	{
		path_document_free( document );
	}
	return good;
}
