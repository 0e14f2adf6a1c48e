// SPDX-License-Identifier: MIT
// Speeds along paths of tests.
#ifndef TESTS_SUPPORT_PROFILE_H
#define TESTS_SUPPORT_PROFILE_H

#include "fairway/motion.h"

fw_profile* profile_of( const fw_profile_def* def, const fw_path* path );
double profile_time_of( const fw_profile_def* def, const fw_path* path );

#endif
