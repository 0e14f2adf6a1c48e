// SPDX-License-Identifier: MIT
// A scene as SVG that browsers play.
#ifndef CLI_FILM_SVG_H
#define CLI_FILM_SVG_H

#include "film.h"

bool film_write_svg( film* of, const char* file ); // says on standard error what is wrong

#endif
