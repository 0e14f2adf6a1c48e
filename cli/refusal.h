// SPDX-License-Identifier: MIT
// Refusals of the library in the words of the command line.
#ifndef CLI_REFUSAL_H
#define CLI_REFUSAL_H

#include "fairway/base.h"

#define REFUSAL_TEXT 320

// Why the library refused what the options say: fields by the options that set them, constants by their words.
// `text` holds REFUSAL_TEXT bytes.
void refusal_text( fw_status status, const fw_refusal* refusal, char* text );
// The same on standard error; `who` is the command.
void refusal_complain( const char* who, fw_status status, const fw_refusal* refusal );

#endif
