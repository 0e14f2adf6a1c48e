// SPDX-License-Identifier: MIT
// Films of searches: what all kinds of them have.
#include "search_film.h"
#include "files.h"

#include <math.h>

// The longer side of the map where nobody says how large [pixels].
#define FILM_SIDE 720.0
#define TILE_MAX 32.0

// The moments of a film together, and each of them [1/100 s].
#define ALL_STAY 900
#define STAY_MIN 6
#define STAY_MAX 60

bool search_film_is_name( const char* file )
{
	return file_ends_with( file, ".gif" ) || file_ends_with( file, ".svg" );
}

int32_t search_film_stay( const search_film* of )
{
	const int32_t each = ALL_STAY / of->tape->moment_count;
	return each < STAY_MIN ? STAY_MIN : each > STAY_MAX ? STAY_MAX : each;
}

bool search_film_new( const search_film* of, int32_t moment, int32_t* first_mark, int32_t* first_node )
{
	const search_moment* now = &of->tape->moments[moment];
	const search_moment none = { 0 };
	const search_moment* last = moment > 0 ? now - 1 : &none;
	*first_mark = now->first_mark > last->marks ? now->first_mark : last->marks;
	*first_node = now->first_node > last->nodes ? now->first_node : last->nodes;
	return now->first_mark > last->first_mark || now->first_node > last->first_node;
}

static void choose_scale( picture* image )
{
	const double exact = FILM_SIDE / fmax( image->view.width, image->view.height );
	if ( image->scale <= 0.0 )
	{
		image->scale = exact >= 1.0 ? fmin( TILE_MAX, floor( exact ) ) : exact;
	}
}

// What there is to explain.
static picture_search key_of( const search_tape* tape, bool tree )
{
	picture_search key = { .film = true, .tree = tree, .kinds = tape->kinds };
	key.corners = tape->mark_count > 0 && tape->marks[0].corner;
	for ( int32_t i = 0; i < tape->moment_count; i++ )
	{
		const search_moment* at = &tape->moments[i];
		key.fan = key.fan || at->now.bounded[0] || at->now.bounded[1];
		key.ways = key.ways || at->points - at->first_point > 1;
	}
	return key;
}

bool search_film_write( const search_tape* tape, const picture* image, bool tree, const char* file )
{
	search_film of = {
	    .tape = tape,
	    .image = *image,
	    .search = key_of( tape, tree ),
	};
	choose_scale( &of.image );
	of.image.search = &of.search;
	return page_measure( &of.image, file, &of.page ) &&
	       ( file_ends_with( file, ".gif" ) ? search_film_gif( &of, file ) : search_film_svg( &of, file ) );
}
