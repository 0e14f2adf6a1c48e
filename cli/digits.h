// SPDX-License-Identifier: MIT
// How exactly a scenario prints its lengths, and whether a length is the printed one.
#ifndef CLI_DIGITS_H
#define CLI_DIGITS_H

#include "fairway/io.h"

// A scenario prints a fixed number of decimals, or a fixed number of significant digits without trailing zeros. A
// single number does not show which; all of them together do.
typedef struct digits
{
	int32_t decimals;    // the most that any length of the file has
	int32_t significant; // the same for significant digits
} digits;

digits digits_of( const fw_scen* scen );
// Would this length be printed as the published one?
bool digits_equal( const digits* printed, double length, double published );

#endif
