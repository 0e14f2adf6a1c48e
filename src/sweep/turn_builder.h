// SPDX-License-Identifier: MIT
// What the steps of building a turn table share. They fail when memory is out.
#ifndef FW_SWEEP_TURN_BUILDER_H
#define FW_SWEEP_TURN_BUILDER_H

#include "base/arena.h"
#include "sweep/turn_table.h"

// Rows that one curve may sweep: a full turn of the widest outline, all of whose edges and corners sweep rows of their
// own.
#define FW_TURN_ROWS_MAX 16384

// Two lattice poses: the phase of the first one, the displacement to the second in half tiles, the headings of both.
typedef struct turn_ends
{
	int32_t phase, x, y;
	int32_t from, to;
} turn_ends;

// A curve while the table is built. Its first pose has a base heading.
typedef struct turn_candidate
{
	turn_ends ends;
	double length, turned;
	uint64_t near[FW_NEAR_WORDS]; // the tiles swept in the near window
	uint32_t rows, row_count;     // in the builder's rows: sorted, merged, relative to the first pose's tile
	int32_t partner;              // its mirror image from a base heading, see fw_turn_mirror(); -1: none
	int32_t position;             // in its fan
	int16_t first_arc;            // how far it turns [degrees]
	uint8_t word;
	uint8_t bend; // number of its radius
	bool dropped;
} turn_candidate;

// The curves between the same two poses, which follow one another.
typedef struct turn_siblings
{
	int32_t first;
	int16_t count;
	int16_t needless;    // more, that were left out
	bool is_by_rounding; // words or choices: mirror images of such curves are computed themselves
} turn_siblings;

typedef struct turn_builder
{
	fw_arena arena; // holds what does not grow
	fw_primitives* primitives;
	fw_vec2 directions[16];     // of the headings
	turn_candidate* candidates; // from the base headings
	int32_t count, capacity;
	fw_turn_row* rows;
	int32_t row_count, row_capacity;
	turn_siblings* places; // the curves between two poses, by fw_turn_place(); wide turns have no place
	fw_sweep_row swept[FW_TURN_ROWS_MAX];
	fw_turn_row scratch[FW_TURN_ROWS_MAX];
	fw_turn_row sides[4][FW_TURN_ROWS_MAX]; // one set, turned by quarters; the first one is scratch
} turn_builder;

// All curves worth a place in the table from the base headings.
fw_status fw_turn_enumerate( turn_builder* builder );
// Marks the curves that chains of others cover.
fw_status fw_turn_prune( turn_builder* builder );
// Fills the table with the curves kept, turned by quarters.
fw_status fw_turn_add_fans( turn_builder* builder );
// Lists the curves into each heading.
fw_status fw_turn_add_approaches( turn_builder* builder );
// Adds the length of a curve's center line on each tile to the table's cells. `sure`: no point of it is so close to a
// border of tiles that its images could have it on the other side.
fw_status fw_turn_add_cells( fw_primitives* primitives, const fw_curve* curve, bool* sure );

// How many headings are computed; the others are their images under turns by 90 degrees.
FW_INLINE int32_t fw_base_headings( const fw_primitives* primitives )
{
	return primitives->headings >= 4 ? primitives->headings / 4 : primitives->headings;
}

// Numbers the pairs of poses with x and y up to `reach`, in the order in which they are enumerated.
FW_INLINE int32_t fw_turn_place( const fw_primitives* primitives, const turn_ends* ends, int32_t reach )
{
	const int32_t side = 2 * reach + 1;
	const int32_t start = ends->phase * fw_base_headings( primitives ) + ends->from;
	return ( ( start * side + ends->y + reach ) * side + ends->x + reach ) * primitives->headings + ends->to;
}

FW_INLINE bool fw_turn_is_on_tiles( const turn_ends* ends )
{
	return ends->phase == 0 && ( ( ends->x | ends->y ) & 1 ) == 0;
}

// Does the second pose lie in the ring around the first?
FW_INLINE bool fw_turn_is_in_ring( const fw_primitives* primitives, const turn_ends* ends )
{
	const int32_t reach = 2 * primitives->def.ring;
	return ends->x >= -reach && ends->x <= reach && ends->y >= -reach && ends->y <= reach;
}

FW_INLINE bool fw_near_within( const uint64_t a[FW_NEAR_WORDS], const uint64_t b[FW_NEAR_WORDS] )
{
	return ( ( a[0] & ~b[0] ) | ( a[1] & ~b[1] ) | ( a[2] & ~b[2] ) | ( a[3] & ~b[3] ) ) == 0;
}

// The mirror that takes a base heading to a base heading.
FW_INLINE uint32_t fw_turn_mirror( int32_t heading )
{
	return heading == 0 ? FW_IMAGE_FLIP_Y : FW_IMAGE_SWAP;
}

// An image turned by another quarter: (x, y) goes to (-y, x).
FW_INLINE uint32_t fw_turn_quarter( uint32_t image )
{
	return ( ~image & FW_IMAGE_SWAP ) | ( image & FW_IMAGE_FLIP_Y ? 0u : FW_IMAGE_FLIP_X ) |
	       ( image & FW_IMAGE_FLIP_X ? FW_IMAGE_FLIP_Y : 0u );
}

// The image under a turn by so many quarters.
FW_INLINE uint32_t fw_turn_quarters( int32_t quarters )
{
	uint32_t image = 0;
	for ( int32_t q = 0; q < quarters; q++ )
	{
		image = fw_turn_quarter( image );
	}
	return image;
}

// The image of two poses about the first one. x and y may also be in tiles.
FW_INLINE turn_ends fw_turn_image( const fw_primitives* primitives, turn_ends ends, uint32_t image )
{
	const int32_t all = primitives->headings;
	turn_ends at = ends;
	if ( image & FW_IMAGE_SWAP )
	{
		at.phase = ( ends.phase & 1 ) << 1 | ends.phase >> 1;
		at.x = ends.y;
		at.y = ends.x;
		at.from = all / 4 - ends.from;
		at.to = all / 4 - ends.to;
	}
	if ( image & FW_IMAGE_FLIP_X )
	{
		at.x = -at.x;
		at.from = all / 2 - at.from;
		at.to = all / 2 - at.to;
	}
	if ( image & FW_IMAGE_FLIP_Y )
	{
		at.y = -at.y;
		at.from = -at.from;
		at.to = -at.to;
	}
	at.from &= all - 1; // there are 1, 8 or 16
	at.to &= all - 1;
	return at;
}

// Sorts what was swept by row and column and joins what overlaps or touches; returns how many runs are left.
int32_t fw_turn_rows_collect( const fw_sweep_row* swept, int32_t count, fw_turn_row* rows );

// The bits of the tiles in the near window, after the flips of an image about the point of a phase.
void fw_turn_near_bits( const fw_turn_row* rows, uint32_t count, uint32_t image, int32_t phase,
                        uint64_t near[FW_NEAR_WORDS] );

// Are all tiles of a, moved by (dx, dy), in b? Both sorted by row, then column, without overlaps.
bool fw_turn_rows_within( const fw_turn_row* a, uint32_t a_count, int32_t dx, int32_t dy, const fw_turn_row* b,
                          uint32_t b_count );

// The image of a set of tiles about the point of a phase, other than the set itself. Returns how many runs it has.
uint32_t fw_turn_rows_image( turn_builder* builder, const fw_turn_row* rows, uint32_t count, uint32_t image,
                             int32_t phase, fw_turn_row* made );

#endif
