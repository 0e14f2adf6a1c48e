// SPDX-License-Identifier: MIT
// Functions on paths for use inside the library.
#ifndef FW_PATH_PATH_H
#define FW_PATH_PATH_H

#include "base/core.h"
#include "fairway/path.h"

// Where a path ends. Not fw_path_end(), which is rounded and whose heading costs more than all else of tile paths.
FW_INLINE fw_vec2 fw_path_tip( const fw_path* path )
{
	return path->count > 0 ? path->segments[path->count - 1].to : ( fw_vec2 ){ path->start.x, path->start.y };
}

// Adds segments, which must not be the path's own. FW_ERR_MEMORY: none.
fw_status fw_path_append_all( fw_path* path, const fw_segment* segments, int32_t count );
// Makes `path` the path that was made, or leaves it as it is; the other one is freed.
void fw_path_replace( fw_path* path, fw_path* made, bool take );

// Are the length and the ends of a line or an arc those of its shape? Rounding does not count.
bool fw_segment_is_sound( const fw_segment* segment );

// Moves a whole path, such as from a part of a map to the whole map. A move by whole tiles towards (0, 0) and back
// again gives the same bits.
void fw_path_move( fw_path* path, double dx, double dy );

#endif
