// SPDX-License-Identifier: MIT
// What the two halves of the reader of scenes share.
#ifndef CLI_SCENE_READ_H
#define CLI_SCENE_READ_H

#include "scene.h"

// Faults are in this entry of a list from now on.
void scene_at_entry( field_reader* in, const char* list, size_t index );
// A list of so many entries; NULL, and told, where it is none.
const json_t* scene_read_list( field_reader* in, const json_t* root, const char* key, size_t least, size_t most );
int32_t scene_find_kind( const scene* of, const char* name ); // -1: none

bool scene_read_units( field_reader* in, const json_t* root, scene* out ); // after map and kinds
bool scene_read_edits( field_reader* in, const json_t* root, scene* out );

#endif
