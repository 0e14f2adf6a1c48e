// SPDX-License-Identifier: MIT
// The parts of a crowd as the bytes of a file (base/archive.h). Where they are read they must be new and empty. All
// checks are made that keep a crowd from doing harm, whatever the bytes are. FW_ERR_MEMORY, FW_ERR_SYNTAX.
#ifndef FW_CROWD_ARCHIVE_H
#define FW_CROWD_ARCHIVE_H

#include "crowd/crowd.h"
#include "path/archive.h"

// Slots for units.
#define FW_ARCHIVE_SLOTS 131072

// Pieces are numbered from the first one of each course on, and predecessors that no longer count are left out: neither
// changes what the units do.
fw_status fw_pass_precedence( fw_bytes* io, fw_precedence* precedence );
fw_status fw_pass_straits( fw_bytes* io, fw_straits* straits );

// Is each unit clear of walls up to where it will stop, and on all of its course if `all`? And are all commitments
// clear of each other?
bool fw_precedence_is_safe( fw_precedence* precedence, bool all );

#endif
