// SPDX-License-Identifier: MIT
// The bytes of a fuzzer as numbers.
#ifndef FW_FUZZ_INPUT_H
#define FW_FUZZ_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct input
{
	const uint8_t* bytes;
	size_t left;
} input;

// In [0, count), from as many bytes as such a number has; 0 at their end.
static inline uint32_t take( input* in, uint32_t count )
{
	uint32_t value = 0;
	for ( uint32_t room = 1; room < count && in->left > 0; room = room > 0xFFFFFF ? count : room * 256 )
	{
		value = value << 8 | *in->bytes++;
		in->left--;
	}
	return count > 0 ? value % count : value;
}

// Rarely true, and false at the end of the bytes.
static inline bool chance( input* in, uint32_t one_of )
{
	return take( in, one_of ) == one_of - 1;
}

static inline double real( input* in, double least, double most )
{
	return least + ( most - least ) * take( in, 65536 ) / 65535.0;
}

static inline double pick( input* in, const double* values, uint32_t count )
{
	return values[take( in, count )];
}

#endif
