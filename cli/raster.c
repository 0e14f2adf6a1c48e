// SPDX-License-Identifier: MIT
// Pictures that are maps. Formats: PNG (ISO/IEC 15948), PGM (the manual page pgm(5) of Netpbm).
#include "raster.h"

#include "fairway/grid.h"

#include <png.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// No PNG has more pixels to a byte: deflate makes 1032 bytes of one, of eight pixels each.
#define PIXELS_PER_BYTE 8256u

fw_status fault_at( fw_refusal* refusal, fw_status status, size_t byte, int32_t line, int32_t column,
                    const char* format, ... )
{
	if ( refusal != NULL )
	{
		*refusal =
		    ( fw_refusal ){ .status = status, .kind = FW_REFUSAL_TEXT, .byte = byte, .line = line, .column = column };
		va_list arguments;
		va_start( arguments, format );
		vsnprintf( refusal->text, sizeof( refusal->text ), format, arguments );
		va_end( arguments );
	}
	return status;
}

static bool make( raster* image, int32_t width, int32_t height )
{
	*image = ( raster ){ .pixels = malloc( 4 * (size_t)width * (size_t)height ), .width = width, .height = height };
	return image->pixels != NULL;
}

void raster_free( raster* image )
{
	free( image->pixels );
	*image = ( raster ){ 0 };
}

static fw_status read_png( const void* bytes, size_t size, raster* image, fw_refusal* refusal )
{
	png_image png = { .version = PNG_IMAGE_VERSION };
	if ( !png_image_begin_read_from_memory( &png, bytes, size ) )
	{
		const fw_status status = fault_at( refusal, FW_ERR_SYNTAX, 0, 0, 0, "expected a PNG picture: %s", png.message );
		png_image_free( &png );
		return status;
	}
	fw_status status = FW_OK;
	if ( png.width > FW_GRID_MAX_SIDE || png.height > FW_GRID_MAX_SIDE )
	{
		status = fault_at( refusal, FW_ERR_TOO_LARGE, 0, 0, 0, "expected at most %d pixels a side, found %u x %u",
		                   FW_GRID_MAX_SIDE, (unsigned)png.width, (unsigned)png.height );
	}
	else if ( (size_t)png.width * (size_t)png.height / PIXELS_PER_BYTE > size )
	{
		status = fault_at( refusal, FW_ERR_SYNTAX, size, 0, 0, "expected %u x %u pixels, found the end of the file",
		                   (unsigned)png.width, (unsigned)png.height );
	}
	else if ( !make( image, (int32_t)png.width, (int32_t)png.height ) )
	{
		status = FW_ERR_MEMORY;
	}
	else
	{
		png.format = PNG_FORMAT_RGBA;
		if ( !png_image_finish_read( &png, NULL, image->pixels, 0, NULL ) )
		{
			status =
			    fault_at( refusal, FW_ERR_SYNTAX, size, 0, 0, "expected the pixels of a PNG picture: %s", png.message );
			raster_free( image );
		}
	}
	png_image_free( &png );
	return status;
}

// What is read next of a PGM.
typedef struct cursor
{
	const uint8_t* bytes;
	size_t size, at, row; // row: where the line begins
	int32_t line;
} cursor;

static fw_status fail( const cursor* c, fw_refusal* refusal, fw_status status, const char* wanted, unsigned long value )
{
	char found[24] = "the end of the file";
	char expected[80];
	if ( c->at < c->size )
	{
		snprintf( found, sizeof( found ), c->bytes[c->at] > ' ' && c->bytes[c->at] <= '~' ? "'%c'" : "byte %d",
		          (int)c->bytes[c->at] );
	}
	snprintf( expected, sizeof( expected ), wanted, value );
	return fault_at( refusal, status, c->at, c->line, (int32_t)( c->at - c->row ) + 1, "expected %s, found %s",
	                 expected, found );
}

static void skip_blanks( cursor* c )
{
	bool comment = false;
	for ( ; c->at < c->size && ( comment || strchr( " \t\r\n\v\f#", (int)c->bytes[c->at] ) != NULL ) &&
	        ( comment || c->bytes[c->at] != 0 );
	      c->at++ )
	{
		comment = c->bytes[c->at] == '#' || ( comment && c->bytes[c->at] != '\n' );
		if ( c->bytes[c->at] == '\n' )
		{
			c->line++;
			c->row = c->at + 1;
		}
	}
}

static fw_status read_number( cursor* c, unsigned long least, unsigned long most, const char* wanted,
                              unsigned long* number, fw_refusal* refusal )
{
	skip_blanks( c );
	const size_t first = c->at;
	unsigned long value = 0;
	for ( ; c->at < c->size && c->bytes[c->at] >= '0' && c->bytes[c->at] <= '9' && value <= 1000000; c->at++ )
	{
		value = 10 * value + (unsigned long)( c->bytes[c->at] - '0' );
	}
	if ( c->at == first || value < least || value > most )
	{
		c->at = first;
		return fail( c, refusal, value > most ? FW_ERR_TOO_LARGE : FW_ERR_SYNTAX, wanted, most );
	}
	*number = value;
	return FW_OK;
}

static void put_shade( raster* image, size_t pixel, unsigned long value, unsigned long most )
{
	const uint8_t shade = (uint8_t)( most == 255 ? value : ( 2 * 255 * value + most ) / ( 2 * most ) );
	memset( image->pixels + 4 * pixel, shade, 3 );
	image->pixels[4 * pixel + 3] = 255;
}

static fw_status read_shades( cursor* c, bool plain, unsigned long most, raster* image, fw_refusal* refusal )
{
	const size_t pixels = (size_t)image->width * (size_t)image->height;
	for ( size_t i = 0; i < pixels; i++ )
	{
		unsigned long value = 0;
		if ( plain )
		{
			const fw_status status = read_number( c, 0, most, "a shade from 0 to %lu", &value, refusal );
			if ( status != FW_OK )
			{
				return status;
			}
		}
		else
		{
			const uint8_t* at = c->bytes + c->at;
			value = most > 255 ? 256ul * at[0] + at[1] : at[0];
			if ( value > most )
			{
				return fail( c, refusal, FW_ERR_SYNTAX, "a shade from 0 to %lu", most );
			}
			c->at += most > 255 ? 2 : 1;
		}
		put_shade( image, i, value, most );
	}
	return FW_OK;
}

static fw_status read_pgm( const void* bytes, size_t size, raster* image, fw_refusal* refusal )
{
	cursor c = { bytes, size, 2, 0, 1 };
	const bool plain = c.bytes[1] == '2';
	unsigned long width, height, most;
	fw_status status = read_number( &c, 1, FW_GRID_MAX_SIDE, "a width from 1 to %lu", &width, refusal );
	status =
	    status == FW_OK ? read_number( &c, 1, FW_GRID_MAX_SIDE, "a height from 1 to %lu", &height, refusal ) : status;
	status =
	    status == FW_OK ? read_number( &c, 1, 65535, "the lightest shade, from 1 to %lu", &most, refusal ) : status;
	if ( status != FW_OK )
	{
		return status;
	}
	c.at += !plain && c.at < c.size ? 1 : 0; // the one blank before the shades
	const size_t each = plain || most <= 255 ? 1 : 2;
	if ( ( c.size - c.at ) / each < (size_t)width * (size_t)height )
	{
		c.at = c.size;
		return fail( &c, refusal, FW_ERR_SYNTAX, "%lu pixels", width * height );
	}
	if ( !make( image, (int32_t)width, (int32_t)height ) )
	{
		return FW_ERR_MEMORY;
	}
	status = read_shades( &c, plain, most, image, refusal );
	if ( status != FW_OK )
	{
		raster_free( image );
	}
	return status;
}

fw_status raster_read( const void* bytes, size_t size, raster* image, fw_refusal* refusal )
{
	static const uint8_t png_mark[8] = { 0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n' };
	*image = ( raster ){ 0 };
	if ( size >= sizeof( png_mark ) && memcmp( bytes, png_mark, sizeof( png_mark ) ) == 0 )
	{
		return read_png( bytes, size, image, refusal );
	}
	if ( size > 2 && ( memcmp( bytes, "P2", 2 ) == 0 || memcmp( bytes, "P5", 2 ) == 0 ) )
	{
		return read_pgm( bytes, size, image, refusal );
	}
	return fault_at( refusal, FW_ERR_SYNTAX, 0, 0, 0,
	                 "expected a PNG picture, or a gray map that begins with P2 or P5" );
}
