// SPDX-License-Identifier: MIT
// SVG as text.
#define _POSIX_C_SOURCE 200809L
#include "svg_text.h"
#include "page.h"

#include <stdlib.h>
#include <string.h>

static cairo_status_t pour( void* context, const unsigned char* bytes, unsigned int size )
{
	return fwrite( bytes, 1, size, context ) == size ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR;
}

char* svg_text( double width, double height, bool ( *draw )( cairo_t* cairo, void* context ), void* context )
{
	char* text = NULL;
	size_t size = 0;
	FILE* stream = open_memstream( &text, &size );
	if ( stream == NULL )
	{
		return NULL;
	}
	cairo_surface_t* surface = page_svg_surface( pour, stream, width, height );
	cairo_t* cairo = cairo_create( surface );
	bool good = draw( cairo, context ) && cairo_status( cairo ) == CAIRO_STATUS_SUCCESS;
	cairo_destroy( cairo );
	cairo_surface_finish( surface );
	good = cairo_surface_status( surface ) == CAIRO_STATUS_SUCCESS && good;
	cairo_surface_destroy( surface );
	good = fclose( stream ) == 0 && good;
	char* end = good ? strstr( text, "</svg>" ) : NULL;
	if ( end == NULL )
	{
		free( text );
		return NULL;
	}
	*end = '\0';
	return text;
}

// The nearest place where a name is given or used; NULL: none. `after` is behind what leads to it.
static const char* next_name( const char* text, const char** after )
{
	static const char* const leads[] = { " id=\"", "url(#", "href=\"#" };
	const char* nearest = NULL;
	for ( size_t i = 0; i < sizeof( leads ) / sizeof( leads[0] ); i++ )
	{
		const char* at = strstr( text, leads[i] );
		if ( at != NULL && ( nearest == NULL || at < nearest ) )
		{
			nearest = at;
			*after = at + strlen( leads[i] );
		}
	}
	return nearest;
}

void svg_text_inner( FILE* out, const char* text, const char* prefix )
{
	const char* root = strstr( text, "<svg" );
	const char* at = root != NULL ? strchr( root, '>' ) : NULL;
	at = at != NULL ? at + 1 : text;
	for ( const char* after = at; next_name( at, &after ) != NULL; at = after )
	{
		fwrite( at, 1, (size_t)( after - at ), out );
		fputs( prefix, out );
	}
	fputs( at, out );
}

void svg_number( FILE* out, double value, int32_t decimals )
{
	char text[48];
	snprintf( text, sizeof( text ), "%.*f", (int)decimals, value );
	size_t size = strlen( text );
	while ( decimals > 0 && text[size - 1] == '0' )
	{
		size--;
	}
	size -= text[size - 1] == '.' ? 1 : 0;
	text[size] = '\0';
	fputs( strcmp( text, "-0" ) == 0 ? "0" : text, out );
}
