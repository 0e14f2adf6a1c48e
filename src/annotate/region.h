// SPDX-License-Identifier: MIT
// Connected regions of a bit plane under steps to the four neighbors, kept as labeled runs of each row.
//
// Runs instead of a label per bit: game maps have about a hundred times fewer runs than tiles, so a map of 16384 x
// 16384 stays small and relabeling after an edit is cheap.
#ifndef FW_ANNOTATE_REGION_H
#define FW_ANNOTATE_REGION_H

#include "base/core.h"
#include "fairway/math.h"

typedef struct fw_run
{
	uint16_t x0, x1; // first and last column; doubled planes reach 32768
} fw_run;

// The runs of some rows are a band. They are joined within their band first, and the bands then where they meet: an
// edit changes few bands.
typedef struct fw_band
{
	fw_run* runs; // [count], by row, then column
	int32_t count, capacity;
	uint32_t* parts; // [count] of the runs, from 0 on: those that are connected within the band
	int32_t parts_capacity;
	uint32_t part_count;
	uint32_t first_part; // how many the bands before have
} fw_band;

typedef struct fw_regions
{
	fw_band* bands; // [band_count]
	int32_t band_count;
	int32_t band_bits;  // a band has 2^band_bits rows
	int32_t* row_start; // [height + band_count] in the runs of its band; behind each band where its last row ends
	uint32_t* labels;   // [part_count] of the parts' regions, from 1 on
	int32_t labels_capacity;
	uint32_t part_count;
	uint32_t regions;
	int32_t height; // 0: not built
} fw_regions;

// Fills `words` with the bits of a row, first column in bit 0, for fw_regions_build().
typedef void fw_row_source( const void* context, int32_t y, uint64_t* words );

// What a plane of width x height bits is read from. `row` is scratch for one row of words.
typedef struct fw_plane_source
{
	int32_t width, height;
	fw_row_source* rows;
	const void* context;
	uint64_t* row;
} fw_plane_source;

// Labels a plane, of which only the rows of these parts have changed since the last time; the first time all rows
// count. False if memory is out: then no bit has a label until it is built again.
// O(runs of the bands that changed + runs where bands meet + parts).
bool fw_regions_build( fw_regions* regions, const fw_allocator* allocator, const fw_plane_source* from,
                       const fw_rect* parts, int32_t count );
void fw_regions_hold( fw_holdings* holdings, const fw_regions* regions );

// The label of a bit, 0 where it is not set or outside. O(log runs of the row).
uint32_t fw_regions_at( const fw_regions* regions, int32_t x, int32_t y );
// Writes the labels of a row, and leaves the columns alone that have none.
void fw_regions_row( const fw_regions* regions, int32_t y, uint32_t* labels );

// The bit of a region whose middle lies nearest to a point, the upper one of two, then the left one. False where no bit
// has this label. O(rows up to there x log runs of a row, and runs passed by).
bool fw_regions_nearest( const fw_regions* regions, uint32_t label, double px, double py, int32_t* x, int32_t* y );

#endif
