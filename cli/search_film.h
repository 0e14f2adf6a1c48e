// SPDX-License-Identifier: MIT
// Films of searches: GIF, and SVG that browsers play.
#ifndef CLI_SEARCH_FILM_H
#define CLI_SEARCH_FILM_H

#include "page.h"
#include "search_tape.h"

// Moments of a film, where the search has so many expansions.
#define SEARCH_FILM_MOMENTS 100
// How long the path is shown at the end [1/100 s].
#define SEARCH_FILM_PATH_STAYS 300

// A recorded search and the picture of its path. Frames are its moments, and one more with the path.
typedef struct search_film
{
	const search_tape* tape;
	picture image;
	picture_search search; // of the picture
	page_place page;
} search_film;

// Does the file name end like a film?
bool search_film_is_name( const char* file );
// Writes a film, its kind by the end of the name. `image` has one panel, which outlives the call; `tree`: with lines
// from nodes to parents. Says on standard error what is wrong.
bool search_film_write( const search_tape* tape, const picture* image, bool tree, const char* file );

// How long a moment is shown [1/100 s].
int32_t search_film_stay( const search_film* of );
// What is new at a moment: marks and nodes from these on. True where another search has begun, and all before it goes.
bool search_film_new( const search_film* of, int32_t moment, int32_t* first_mark, int32_t* first_node );
bool search_film_gif( search_film* of, const char* file );
bool search_film_svg( search_film* of, const char* file );

#endif
