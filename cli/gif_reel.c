// SPDX-License-Identifier: MIT
// Films as GIF. The palette comes first in the file, so a film is drawn twice where samples are taken.
#include "gif_reel.h"
#include "files.h"
#include "gif.h"
#include "message.h"

#include <math.h>
#include <stdio.h>

// The longer side of the map [pixels]: each frame of a larger one takes about a second.
#define SIDE_MAX 4096.0

// Frames of which the palette is made.
#define SAMPLES 6

bool gif_reel_check( double width, double height, const char* file, const char* show )
{
	const bool good = fmax( width, height ) <= SIDE_MAX;
	if ( !good )
	{
		complain( "%s: the film would have %.0f x %.0f pixels; use a smaller --scale or show less of the map (%s)",
		          file, width, height, show );
	}
	return good;
}

static bool sample( const gif_reel* reel, gif_palette* palette )
{
	int32_t last = -1;
	for ( int32_t i = 0; i < SAMPLES; i++ )
	{
		const int32_t frame = ( reel->frames - 1 ) * i / ( SAMPLES - 1 );
		const uint32_t* drawn = frame > last ? reel->draw( reel->context, frame ) : NULL;
		if ( frame > last &&
		     ( drawn == NULL || !gif_palette_add( palette, drawn, (size_t)reel->width * (size_t)reel->height ) ) )
		{
			return false;
		}
		last = frame;
	}
	gif_palette_choose( palette );
	return true;
}

static bool write_frames( const gif_reel* reel, gif_file* gif )
{
	bool good = true;
	for ( int32_t frame = 0; frame < reel->frames && good; frame++ )
	{
		const uint32_t* drawn = reel->draw( reel->context, frame );
		good = drawn != NULL && gif_frame( gif, drawn, reel->stay( reel->context, frame ) );
	}
	return good;
}

static bool write_all( const gif_reel* reel, FILE* out )
{
	gif_palette palette = { 0 };
	bool good = sample( reel, &palette ) && reel->rewind( reel->context );
	gif_file* gif = good ? gif_begin( out, &palette, reel->width, reel->height ) : NULL;
	good = gif != NULL && write_frames( reel, gif );
	good = ( gif == NULL || gif_end( gif ) ) && good;
	gif_palette_free( &palette );
	return good;
}

bool gif_reel_write( const gif_reel* reel, const char* file )
{
	FILE* out = file_create( file );
	return out != NULL && file_close( out, file, write_all( reel, out ) );
}
