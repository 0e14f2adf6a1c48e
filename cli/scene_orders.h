// SPDX-License-Identifier: MIT
// The orders of a scene to many units at once, from JSON.
#ifndef CLI_SCENE_ORDERS_H
#define CLI_SCENE_ORDERS_H

#include "scene.h"

bool scene_read_orders( field_reader* in, const json_t* root, scene* out ); // after units

#endif
