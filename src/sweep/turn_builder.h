// SPDX-License-Identifier: MIT
// What the steps of building a turn table share.
#ifndef FW_SWEEP_TURN_BUILDER_H
#define FW_SWEEP_TURN_BUILDER_H

#include "base/arena.h"
#include "sweep/turn_table.h"

// Rows that one curve may sweep: an arc of the largest radius with the largest disc, cut in five.
#define FW_TURN_ROWS_MAX 8192

// A curve while the table is built.
typedef struct turn_candidate
{
	double length;
	uint64_t near[FW_NEAR_WORDS]; // the tiles swept in the near window
	uint32_t rows, row_count;     // in the builder's rows: sorted, merged, relative to the first pose's tile
	int8_t dx, dy;
	uint8_t phase, heading, from_phase, from_heading, word;
	bool dropped;
} turn_candidate;

typedef struct turn_builder
{
	fw_allocator allocator;
	fw_arena arena; // holds the builder itself and what does not grow
	fw_turns* turns;
	turn_candidate* candidates;
	int32_t count, capacity;
	fw_sweep_row* rows;
	int32_t row_count, row_capacity;
	int32_t* first_at; // [headings * box * headings]: first curve between tile centres in the ring, see turn_place()
	int32_t* count_at; // and how many follow one another
	fw_sweep_row scratch[FW_TURN_ROWS_MAX];
} turn_builder;

// All curves worth a place in the table; false when memory is out.
bool fw_turn_enumerate( turn_builder* builder );
// Marks the curves that chains of others cover.
void fw_turn_prune( turn_builder* builder );

// The place of the curves from heading `from` to heading `to` over (dx, dy) tiles.
FW_INLINE size_t turn_place( const turn_builder* builder, int32_t from, int32_t dx, int32_t dy, int32_t to )
{
	const int32_t ring = builder->turns->def.ring;
	const int32_t side = 2 * ring + 1;
	const int32_t box = ( dy + ring ) * side + dx + ring;
	return (size_t)( ( from * side * side + box ) * builder->turns->headings + to );
}

// Sets the bits of the tiles in the near window; false when some lie outside of it.
bool fw_turn_near_bits( const fw_sweep_row* rows, uint32_t count, uint64_t near[FW_NEAR_WORDS] );

// Are all tiles of a, moved by (dx, dy), in b? Both sorted by row, then column, without overlaps.
bool fw_rows_within( const fw_sweep_row* a, uint32_t a_count, int32_t dx, int32_t dy, const fw_sweep_row* b,
                     uint32_t b_count );

#endif
