// SPDX-License-Identifier: MIT
// How a planned path is driven: the time to arrive, and rows of places by time.
#ifndef CLI_DRIVE_H
#define CLI_DRIVE_H

#include "trip.h"

#include "fairway/motion.h"

// Does the method, or any option, ask for speeds?
bool drive_wanted( const options* given, const trip* done );
// The profile of the trip's path, NULL where it has none. False, with a message, where that fails.
bool drive_make( const options* given, const loaded_map* world, const trip* done, fw_profile** profile );
// One row every twentieth of a second; "-" is standard output. Says on standard error what is wrong.
bool drive_write( const fw_profile* profile, const char* file );

#endif
