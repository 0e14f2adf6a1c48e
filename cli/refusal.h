// SPDX-License-Identifier: MIT
// Why a method refuses a plan, in words that say what it would take.
#ifndef CLI_REFUSAL_H
#define CLI_REFUSAL_H

#include "trip.h"

// Says on standard error why planning failed with `status`. `who` stands before it: the command.
void refusal_tell( const char* who, const loaded_map* world, const fw_plan* plan, fw_status status );

#endif
