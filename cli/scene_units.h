// SPDX-License-Identifier: MIT
// The units of a scene, spread over their positions, and what changes on the way, from JSON.
#ifndef CLI_SCENE_UNITS_H
#define CLI_SCENE_UNITS_H

#include "scene.h"

bool scene_read_units( field_reader* in, const json_t* root, scene* out ); // after map and kinds
bool scene_read_edits( field_reader* in, const json_t* root, scene* out );

#endif
