// SPDX-License-Identifier: MIT
// Refusals of the library in the words of the command line.
#ifndef CLI_REFUSAL_H
#define CLI_REFUSAL_H

#include "fairway/base.h"

// Says on standard error why the library refused what the options say: fields by the options that set them, constants
// by their words. `who` is the command.
void refusal_complain( const char* who, fw_status status, const fw_refusal* refusal );

#endif
