// SPDX-License-Identifier: MIT
// Who is signed up for a passage.
#ifndef FW_CROWD_PASSAGE_H
#define FW_CROWD_PASSAGE_H

#include "crowd/crowd.h"

// The distance along its track that a unit which needs its way up to `needs` must not go beyond now.
double fw_crowd_gate( fw_crowd* crowd, int32_t index, double needs );
// Its place before all that have nothing to do with a passage, negative; 0: it is one of those. Who is in one, or comes
// out, is before those that come to one, and who is nearer to its begin or further in before others.
int32_t fw_crowd_pass_key( const crowd_unit* unit );
// Does it go on through its passage, or come out of it, whoever waits?
bool fw_crowd_pass_kept( const crowd_unit* unit );
// Is the tile in a passage that others are in, for whom this unit waits?
bool fw_crowd_pass_in_use( const fw_crowd* crowd, int32_t index, int32_t tile );
// It is no longer signed up.
void fw_crowd_leave_passage( fw_crowd* crowd, int32_t index );

#endif
