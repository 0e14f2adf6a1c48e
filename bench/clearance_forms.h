// SPDX-License-Identifier: MIT
// Ways to hold true clearances in less memory, for comparison with those of the library.
#ifndef BENCH_CLEARANCE_FORMS_H
#define BENCH_CLEARANCE_FORMS_H

#include "fairway/space.h"

// Half bytes: numbers up to FORM_HALF_MAX.
#define FORM_HALF_MAX 15

typedef struct form_halves
{
	uint8_t* bytes;
	size_t stride, size;
} form_halves;

// Runs of equal numbers: the columns where they begin, row by row.
typedef struct form_runs
{
	uint32_t* rows; // [height + 1] first run of each
	uint16_t* begins;
	uint8_t* values;
	int32_t width, height;
	size_t size;
} form_runs;

// Blocks of 8 x 8 tiles: one number where all are equal, else 64.
typedef struct form_blocks
{
	uint32_t* blocks; // a number, or FORM_OWN + the place of the first of 64
	uint8_t* values;
	int32_t columns, width, height;
	size_t size;
} form_blocks;

form_halves form_halves_make( const fw_clearance* from, int32_t width, int32_t height );
form_runs form_runs_make( const fw_clearance* from, int32_t width, int32_t height );
form_blocks form_blocks_make( const fw_clearance* from, int32_t width, int32_t height );
void form_halves_free( form_halves* form );
void form_runs_free( form_runs* form );
void form_blocks_free( form_blocks* form );

// As fw_clearance_around(): where squares of `size` tiles stand in the three rows of three tiles around (x, y), which
// lie in the map.
uint32_t form_halves_around( const form_halves* form, int32_t size, int32_t x, int32_t y );
uint32_t form_runs_around( const form_runs* form, int32_t size, int32_t x, int32_t y );
uint32_t form_blocks_around( const form_blocks* form, int32_t size, int32_t x, int32_t y );

#endif
