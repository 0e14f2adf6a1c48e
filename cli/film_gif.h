// SPDX-License-Identifier: MIT
// A scene as GIF.
#ifndef CLI_FILM_GIF_H
#define CLI_FILM_GIF_H

#include "film.h"

bool film_write_gif( film* of, const char* file ); // says on standard error what is wrong

#endif
