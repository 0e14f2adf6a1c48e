// SPDX-License-Identifier: MIT
// Decimal numbers from and to text, independent of the locale and of the C library.
#ifndef FW_IO_NUMBER_H
#define FW_IO_NUMBER_H

#include "base/core.h"

// A whole number that fills all bytes: an optional sign and digits. Beyond int64_t it stays at the nearest end, so that
// a range test refuses it. False if the bytes are not such a number.
bool fw_number_int( const char* bytes, size_t size, int64_t* value );

// A decimal number that fills all bytes: an optional sign, digits with an optional point, an optional exponent.
// Correctly rounded for up to 19 significant digits; later digits move the result by less than 0.01 ulp. Infinite if
// too large. False if the bytes are not such a number.
bool fw_number_double( const char* bytes, size_t size, double* value );

#endif
