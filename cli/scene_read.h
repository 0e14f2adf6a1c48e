// SPDX-License-Identifier: MIT
// Scenes from JSON.
#ifndef CLI_SCENE_READ_H
#define CLI_SCENE_READ_H

#include "scene.h"

// Reads a text into an initialized scene, which stays empty when the text is not of the format. The map's file is
// looked for beside `file`.
bool scene_read( const char* text, size_t size, const char* file, scene* out, field_error* error );
// The same of a file, "-" being standard input; FW_ERR_IO where that cannot be read.
bool scene_load( const char* file, scene* out, field_error* error );

#endif
