// SPDX-License-Identifier: MIT
// Vehicles and ships that will meet head-on.
#ifndef FW_CROWD_MEET_H
#define FW_CROWD_MEET_H

#include "crowd/crowd.h"

// Notes where a vehicle will be, and whom it will meet. It wants another path then, or stops.
void fw_crowd_meet( fw_crowd* crowd, int32_t index );
// Is the tile on the course of one that it will meet, up to where?
bool fw_crowd_on_course( const fw_crowd* crowd, int32_t index, int32_t tile );
// Will another unit that holds tiles now be gone when this one, which steers clear of a third one, comes there?
bool fw_crowd_drives_off( const fw_crowd* crowd, int32_t index, int32_t other );

#endif
