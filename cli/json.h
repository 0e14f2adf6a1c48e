// SPDX-License-Identifier: MIT
// Paths as JSON, written and read; docs/path-json.md describes the format.
#ifndef CLI_JSON_H
#define CLI_JSON_H

#include "frame.h"
#include "json_fields.h"

#include "fairway/path.h"
#include "fairway/search.h"

#include <stdio.h>

// All that a file of the format holds. The strings point to static storage or into the document itself.
typedef struct path_document
{
	bool found;
	char outcome[32];
	char reason[160]; // empty for null
	char method[48];
	fw_anchor anchor;
	fw_unit unit;  // its radii, reverse gear and capabilities
	double length; // as stated; the length of the geometry is that of the path
	double cost;
	int64_t expanded, generated;
	double left;         // behind the end of a first stretch, negative: it is the whole path; written, not read
	map_frame frame;     // of its map, without a resolution: none; written, not read
	double seconds;      // until it arrives, negative: not known; written, not read
	double microseconds; // negative: not known, null in the file
	fw_path path;        // without segments unless found
} path_document;

// An empty document that may be read into or freed.
void path_document_init( path_document* document );
void path_document_free( path_document* document );

// False when memory is out or a number is not finite; whether the file took it all is for the caller to ask.
bool path_json_write( const path_document* document, FILE* file );

// Reads a text into an initialized document, which stays empty when the text is not of the format.
bool path_json_read( const char* text, size_t size, path_document* document, field_error* error );

#endif
