// SPDX-License-Identifier: MIT
// Paths to JSON. Keys keep their order and each segment has its line, so that versions of a file compare well.
#include "json.h"
#include "values.h"

#include <jansson.h>
#include <stdlib.h>

#define DUMP_FLAGS ( JSON_ENCODE_ANY | JSON_COMPACT | JSON_REAL_PRECISION( 17 ) )

// Shorter pieces are none: they would have no direction.
#define SHORTEST 1e-9

static const char* gear_text( fw_gear gear )
{
	return gear == FW_GEAR_REVERSE ? "reverse" : "forward";
}

static json_t* segment_json( const fw_segment* segment )
{
	if ( segment->kind != FW_SEGMENT_ARC )
	{
		return json_pack( "{s:s,s:s,s:[f,f],s:[f,f]}", "kind", segment->kind == FW_SEGMENT_LINK ? "link" : "line",
		                  "gear", gear_text( segment->gear ), "from", segment->from.x, segment->from.y, "to",
		                  segment->to.x, segment->to.y );
	}
	return json_pack( "{s:s,s:s,s:[f,f],s:f,s:f,s:f}", "kind", "arc", "gear", gear_text( segment->gear ), "center",
	                  segment->center.x, segment->center.y, "radius", segment->radius, "start",
	                  fw_degrees( segment->start ), "sweep", fw_degrees( segment->sweep ) );
}

static json_t* capabilities_json( uint32_t capabilities )
{
	char names[64];
	value_capabilities_text( capabilities, names );
	return json_string( names );
}

static bool add_outline( json_t* object, const fw_outline* outline )
{
	json_t* list = json_array();
	bool good = list != NULL;
	for ( int32_t i = 0; i < outline->count && good; i++ )
	{
		good = json_array_append_new( list, json_pack( "[f,f]", outline->corners[i].x, outline->corners[i].y ) ) == 0;
	}
	return json_object_set_new( object, "outline", list ) == 0 && good;
}

static json_t* unit_json( const fw_unit* unit )
{
	json_t* object =
	    json_pack( "{s:f,s:f,s:b,s:o}", "radius", unit->radius, "turning_radius", unit->turning_radius, "reverse",
	               unit->reverse ? 1 : 0, "capabilities", capabilities_json( unit->capabilities ) );
	if ( unit->size > 0 && object != NULL && json_object_set_new( object, "size", json_integer( unit->size ) ) != 0 )
	{
		json_decref( object );
		return NULL;
	}
	if ( unit->outline.count > 0 && object != NULL && !add_outline( object, &unit->outline ) )
	{
		json_decref( object );
		return NULL;
	}
	return object;
}

static json_t* number_or_null( bool given, double number )
{
	return given ? json_real( number ) : json_null();
}

static json_t* header_json( const path_document* document )
{
	const fw_pose start = document->path.start;
	json_t* header =
	    json_pack( "{s:s,s:i,s:b,s:s,s:s?,s:s,s:o}", "format", "fairway-path", "version", 1, "found", document->found,
	               "outcome", document->outcome, "reason", document->reason[0] != '\0' ? document->reason : NULL,
	               "method", document->method, "unit", unit_json( &document->unit ) );
	if ( header == NULL )
	{
		return NULL;
	}
	int failed = 0;
	if ( document->anchor == FW_ANCHOR_CORNER )
	{
		failed |= json_object_set_new( header, "anchor", json_string( "corner" ) );
	}
	failed |= json_object_set_new( header, "length", number_or_null( document->found, document->length ) );
	failed |= json_object_set_new( header, "cost", number_or_null( document->found, document->cost ) );
	if ( document->left >= 0.0 )
	{
		failed |= json_object_set_new( header, "left", json_real( document->left ) );
	}
	if ( document->seconds >= 0.0 )
	{
		failed |= json_object_set_new( header, "seconds", json_real( document->seconds ) );
	}
	if ( document->frame.resolution > 0.0 )
	{
		const map_frame* frame = &document->frame;
		failed |=
		    json_object_set_new( header, "frame",
		                         json_pack( "{s:f,s:[f,f,f],s:i}", "resolution", frame->resolution, "origin", frame->x,
		                                    frame->y, fw_degrees( frame->yaw ), "height", (int)frame->height ) );
	}
	failed |= json_object_set_new( header, "expanded", json_integer( document->expanded ) );
	failed |= json_object_set_new( header, "generated", json_integer( document->generated ) );
	failed |= json_object_set_new( header, "microseconds",
	                               number_or_null( document->microseconds >= 0.0, document->microseconds ) );
	if ( document->found )
	{
		failed |= json_object_set_new( header, "start",
		                               json_pack( "[f,f,f]", start.x, start.y, fw_degrees( start.heading ) ) );
	}
	if ( failed != 0 )
	{
		json_decref( header );
		return NULL;
	}
	return header;
}

// Takes the value over.
static bool dump_value( json_t* value, FILE* file )
{
	const bool good = value != NULL && json_dumpf( value, file, DUMP_FLAGS ) == 0;
	json_decref( value );
	return good;
}

static bool dump_segments( const fw_path* path, FILE* file )
{
	const char* between = "\n    ";
	fputs( "  \"segments\": [", file );
	for ( int32_t i = 0; i < path->count; i++ )
	{
		if ( path->segments[i].length <= SHORTEST && path->segments[i].kind != FW_SEGMENT_LINK )
		{
			continue;
		}
		fputs( between, file );
		if ( !dump_value( segment_json( &path->segments[i] ), file ) )
		{
			return false;
		}
		between = ",\n    ";
	}
	fputs( between[0] == ',' ? "\n  ]\n" : "]\n", file );
	return true;
}

bool path_json_write( const path_document* document, FILE* file )
{
	json_t* header = header_json( document );
	if ( header == NULL )
	{
		return false;
	}
	bool good = true;
	const char* key = NULL;
	json_t* value = NULL;
	fputs( "{\n", file );
	json_object_foreach( header, key, value )
	{
		fprintf( file, "  \"%s\": ", key );
		good = good && dump_value( json_incref( value ), file );
		fputs( ",\n", file );
	}
	json_decref( header );
	good = good && dump_segments( &document->path, file );
	fputs( "}\n", file );
	return good;
}
