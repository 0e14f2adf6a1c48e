// SPDX-License-Identifier: MIT
// Taking vertices out of a finished path where a straight line may take their place.
#ifndef FW_SEARCH_ANY_ANGLE_POST_SMOOTH_H
#define FW_SEARCH_ANY_ANGLE_POST_SMOOTH_H

#include "search/vertices.h"

// A vertex of a path.
typedef struct fw_vertex
{
	int32_t x, y;
} fw_vertex;

// Takes vertices out of a path [count], in place; its first and last stay. With `costs` only where the straight line
// costs no more over its terrains than what it replaces. Returns how many are left.
int32_t fw_post_smooth( fw_search* search, const fw_vertices* vertices, bool costs, fw_vertex* path, int32_t count );

#endif
