// SPDX-License-Identifier: MIT
// What the source files of the validator share: the path that is judged, and what was found so far.
#ifndef FW_CHECK_JUDGE_H
#define FW_CHECK_JUDGE_H

#include "base/refusal.h"
#include "fairway/grid.h"
#include "fairway/validate.h"

#define FW_JUDGE_KINDS ( (int32_t)FW_VIOLATION_ONE_WAY + 1 )

extern const fw_ranges fw_validate_options_ranges;

typedef struct fw_judge
{
	const fw_grid* grid;
	const fw_unit* unit;
	fw_validate_options options;
	double width, height;
	fw_violation* out;
	int32_t capacity;
	int32_t count;
	int32_t segment;
	fw_vec2 ahead; // where the unit faces, for its outline
	bool found[FW_JUDGE_KINDS];
	fw_violation worst[FW_JUDGE_KINDS];
} fw_judge;

typedef struct fw_judge_tile
{
	int32_t x, y;
} fw_judge_tile;

// What the path carries from one segment to the next.
typedef struct fw_carry
{
	bool has_end;
	fw_vec2 end;
	bool has_heading;
	fw_vec2 heading; // a vector of any length
	bool has_tile;
	fw_judge_tile tile; // that the path is on; set only if there are one-way tiles
} fw_carry;

// Keeps the worst violation of its kind in the segment.
void fw_judge_note( fw_judge* j, fw_violation_kind kind, fw_vec2 place, double amount );
// The point at a fraction of the segment. Arcs of more than a full circle are followed once around.
fw_vec2 fw_judge_point( const fw_segment* s, double part );
// The depth by which an outline that faces `ahead` overlaps blocked tiles; negative: their distance, at most `margin`.
double fw_judge_outline_depth( const fw_judge* j, fw_vec2 p, fw_vec2 ahead, double margin );
// Follows the segment from tile to tile and judges its use of one-way tiles.
void fw_judge_one_way( fw_judge* j, const fw_segment* s, double length, fw_carry* at );

#endif
