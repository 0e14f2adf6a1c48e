// SPDX-License-Identifier: MIT
// Places, segments and paths as the bytes of a file (base/archive.h).
#ifndef FW_PATH_ARCHIVE_H
#define FW_PATH_ARCHIVE_H

#include "base/archive.h"
#include "fairway/path.h"

// No coordinate of a place on a map is beyond.
#define FW_PLACE_MAX 16385.0

FW_INLINE void fw_pass_vec2( fw_bytes* io, fw_vec2* point, double most )
{
	fw_pass_number( io, &point->x, -most, most );
	fw_pass_number( io, &point->y, -most, most );
}

void fw_pass_pose( fw_bytes* io, fw_pose* pose, double most );
// No links. It must be sound.
void fw_pass_segment( fw_bytes* io, fw_segment* segment );
// A path on a map. Must have been initialized where it is read. FW_ERR_MEMORY, FW_ERR_SYNTAX.
fw_status fw_pass_path( fw_bytes* io, fw_path* path );

#endif
