// SPDX-License-Identifier: MIT
// The files of films: SVG that browsers play, GIF, and PNG of the last moment.
#ifndef CLI_FILM_FILE_H
#define CLI_FILM_FILE_H

#include "film.h"

// Does the file name end like a film?
bool film_is_name( const char* file );
// Can one be made of the scene? To be asked before the units set off. Says on standard error what is wrong.
bool film_check( const scene* of, const options* given, const char* file );
// Writes one, its kind by the end of the name. Says on standard error what is wrong.
bool film_write( const recording* tape, const simulation* run, const options* given, const char* file );

#endif
