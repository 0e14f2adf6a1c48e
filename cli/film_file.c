// SPDX-License-Identifier: MIT
// The files of films: which kinds there are, and what fits into them.
#include "film_file.h"
#include "files.h"
#include "film_gif.h"
#include "film_svg.h"
#include "gif_reel.h"
#include "message.h"
#include "page.h"

bool film_is_name( const char* file )
{
	return picture_is_name( file ) || file_ends_with( file, ".gif" );
}

bool film_check( const scene* of, const options* given, const char* file )
{
	picture image = picture_of( of->grid, given );
	if ( !picture_take_view( &image, given ) )
	{
		return false;
	}
	return !file_ends_with( file, ".gif" ) ||
	       gif_reel_check( image.view.width * image.scale, image.view.height * image.scale, file, "--view" );
}

static bool write_kind( film* of, const char* file )
{
	if ( file_ends_with( file, ".svg" ) )
	{
		return film_write_svg( of, file );
	}
	if ( file_ends_with( file, ".gif" ) )
	{
		return film_write_gif( of, file );
	}
	const fw_status status = film_show( of, of->tape->frames - 1 );
	of->image.terrains = 0; // a still picture has those of its moment
	if ( status != FW_OK )
	{
		complain( "%s: %s", file, fw_status_text( status ) );
	}
	return status == FW_OK && page_write( &of->image, file );
}

bool film_write( const recording* tape, const simulation* run, const options* given, const char* file )
{
	film of;
	const bool good = film_open( &of, tape, run, given, file ) && write_kind( &of, file );
	film_close( &of );
	return good;
}
