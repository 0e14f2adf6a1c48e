// SPDX-License-Identifier: MIT
// The diagonals of jump points: from every tile of a diagonal, where do the scans along its row and its column end?
//
//          bit of a word
//          0             .. 63
//   row 0  S > > > > > > # . .   This scan ends at a blocked tile: it finds nothing.
//   row 1  v 1 > > > J . . . .   J is a jump point: the row below is free again behind a blocked tile.
//   row 2  v v 2 > # . . . . .   This one ends at once.
//   row 3  v v v 3 > > > > > >   No end in the word: fw_scan() reads the words that follow.
//
// S is the first tile of a diagonal to the right and down, 1 to 3 are its steps; > are the scans along rows. The scans
// along columns (v) are the same over a plane with x and y exchanged.
//
// A strip holds these words: of each row 64 tiles, all from the byte of S on. It carries words and what follows from
// them from step to step, so a step reads one new word of each strip, and two steps are computed side by side. Most
// scans find nothing. Bits gather which ones do: a branch could not be predicted.
#ifndef FW_SEARCH_GRID_JUMP_WALK_H
#define FW_SEARCH_GRID_JUMP_WALK_H

#include "base/lanes.h"
#include "grid/layer.h"

// Tiles of a word that a scan can use: it may begin anywhere in the first byte.
#define FW_SCAN 56
// Steps of a diagonal in one call: beyond them too little of the words lies ahead.
#define FW_DIAGONAL_STEPS 32

// The byte of a padded row that holds a bit.
FW_INLINE const unsigned char* fw_scan_byte( const uint64_t* row, uint32_t bit )
{
	return (const unsigned char*)row + ( bit >> 3 );
}

// 64 tiles of a padded row from a byte on, as if the lowest byte of a word came first.
FW_INLINE uint64_t fw_scan_bits( const unsigned char* byte )
{
#if FW_LITTLE_ENDIAN
	uint64_t bits;
	memcpy( &bits, byte, sizeof( bits ) );
	return bits;
#else
	const uint32_t place = (uint32_t)( (uintptr_t)byte & 7 ) * 8;
	const uint64_t* word = (const uint64_t*)(const void*)( byte - place / 8 );
	return word[0] >> place | word[1] << 1 << ( 63 - place );
#endif
}

// The free tiles of a row whose forerunner is blocked: a path beside it may turn there.
FW_INLINE uint64_t fw_scan_turns( uint64_t row, bool up )
{
	return row & ~( up ? row << 1 : row >> 1 );
}

// Along a row beyond `at`, towards larger places or smaller ones: the next one that is blocked or where a path may
// turn.
FW_INLINE int32_t fw_scan( const uint64_t* row, ptrdiff_t stride, int32_t at, bool up )
{
	uint32_t bit = (uint32_t)( at + FW_LAYER_PAD - ( up ? 0 : FW_SCAN ) );
	uint64_t ahead = up ? ~(uint64_t)1 << ( bit & 7 ) : ( (uint64_t)1 << FW_SCAN << ( bit & 7 ) ) - 1;
	for ( ;; bit += (uint32_t)( up ? FW_SCAN : -FW_SCAN ) )
	{
		const uint64_t own = fw_scan_bits( fw_scan_byte( row, bit ) );
		const uint64_t turns = fw_scan_turns( fw_scan_bits( fw_scan_byte( row - stride, bit ) ), up ) |
		                       fw_scan_turns( fw_scan_bits( fw_scan_byte( row + stride, bit ) ), up );
		const uint64_t stops = ( ~own | turns ) & ahead;
		if ( FW_LIKELY( stops != 0 ) )
		{
			return (int32_t)( bit & ~7u ) + ( up ? FW_CTZ64( stops ) : 63 - FW_CLZ64( stops ) ) - FW_LAYER_PAD;
		}
		ahead = up ? ~(uint64_t)1 : ( (uint64_t)1 << FW_SCAN ) - 1;
	}
}

// fw_two: the words of two lines of a diagonal, one step apart. This: the second of them and the first of the two
// after.
FW_INLINE fw_two fw_two_between( fw_two two, fw_two after )
{
	return FW_LANES_MAKE( fw_two, FW_LANE( two, 1 ), FW_LANE( after, 0 ) );
}

FW_INLINE fw_two fw_two_turns( fw_two two, bool up )
{
	return fw_two_and_not( two, up ? fw_two_up( two, 1 ) : fw_two_down( two, 1 ) );
}

// fw_strip.ahead of a diagonal, by the bit of its byte that it begins at; down: FW_SCAN bits there, and one less.
static const uint64_t fw_ahead_up[8][2] = { { 2, 4 },   { 4, 8 },    { 8, 16 },    { 16, 32 },
                                            { 32, 64 }, { 64, 128 }, { 128, 256 }, { 256, 512 } };
#define FW_BELOW( bits ) ( ( (uint64_t)1 << ( bits ) ) - 1 )
static const uint64_t fw_ahead_down[8][2] = { { FW_BELOW( 56 ), FW_BELOW( 55 ) }, { FW_BELOW( 57 ), FW_BELOW( 56 ) },
                                              { FW_BELOW( 58 ), FW_BELOW( 57 ) }, { FW_BELOW( 59 ), FW_BELOW( 58 ) },
                                              { FW_BELOW( 60 ), FW_BELOW( 59 ) }, { FW_BELOW( 61 ), FW_BELOW( 60 ) },
                                              { FW_BELOW( 62 ), FW_BELOW( 61 ) }, { FW_BELOW( 63 ), FW_BELOW( 62 ) } };

// The words of the lines that a diagonal crosses; `up`: its scans run towards higher bits.
typedef struct fw_strip
{
	const unsigned char* next; // word of the line after those of this step and the next one
	ptrdiff_t step;            // bytes from line to line of the diagonal
	uint32_t place;            // bit of the diagonal's first tile in a word
	fw_two ahead;              // up: the first tile ahead of the diagonal; down: all of them
	fw_two own, turns_before, turns_own;
} fw_strip;

// The strip of a diagonal that begins at `at` of a line.
FW_INLINE fw_strip fw_strip_begin( const fw_layer* plane, int32_t line, int32_t across, int32_t at, bool up )
{
	fw_strip strip;
	const unsigned char* own =
	    fw_scan_byte( fw_layer_row( plane, line ), (uint32_t)( at + FW_LAYER_PAD - ( up ? 0 : FW_SCAN ) ) );
	strip.step = across * plane->stride * (ptrdiff_t)sizeof( uint64_t );
	strip.next = own + 2 * strip.step;
	strip.place = ( (uint32_t)at & 7 ) + ( up ? 0 : FW_SCAN );
	strip.ahead = fw_two_load( up ? fw_ahead_up[at & 7] : fw_ahead_down[at & 7] );
	strip.own = FW_LANES_MAKE( fw_two, fw_scan_bits( own ), fw_scan_bits( own + strip.step ) );
	strip.turns_own = fw_two_turns( strip.own, up );
	strip.turns_before =
	    fw_two_turns( FW_LANES_MAKE( fw_two, fw_scan_bits( own - strip.step ), FW_LANE( strip.own, 0 ) ), up );
	return strip;
}

// What the scans from two steps find, each in a sign.
typedef struct fw_glance
{
	fw_two stops; // of the scan, from its end on; see fw_stops
	fw_two found; // the scan finds something
	fw_two open;  // here and ahead, the line and the next one are free
} fw_glance;

// Scans from two steps of a diagonal and goes on to the next two.
FW_INLINE fw_glance fw_strip_scan( fw_strip* strip, bool up )
{
	const fw_two none = fw_two_of( 0 );
	fw_glance glance;
	const fw_two next = FW_LANES_MAKE( fw_two, fw_scan_bits( strip->next ), fw_scan_bits( strip->next + strip->step ) );
	const fw_two turns_next = fw_two_turns( next, up );
	const fw_two turns_after = fw_two_between( strip->turns_own, turns_next );
	const fw_two turns = fw_two_or( strip->turns_before, turns_after );
	const fw_two both = fw_two_and( strip->own, fw_two_between( strip->own, next ) );
	if ( up )
	{
		// The sum carries through the free tiles ahead, so the bits that it clears are these.
		const fw_two run = fw_two_and_not( strip->own, fw_two_add( strip->own, strip->ahead ) );
		const fw_two open = fw_two_and( fw_two_and( both, fw_two_up( both, 1 ) ), strip->ahead );
		glance.stops = fw_two_and( fw_two_or( turns, fw_two_of( (uint64_t)1 << 63 ) ), run );
		glance.found = fw_two_or( glance.stops, fw_two_subtract( none, glance.stops ) );
		glance.open = fw_two_subtract( none, open );
		strip->ahead = fw_two_up( strip->ahead, 2 );
	}
	else
	{
		const fw_two free = fw_two_and( strip->own, strip->ahead );
		const fw_two walls = fw_two_xor( free, strip->ahead );
		const fw_two finds = fw_two_and( fw_two_or( turns, fw_two_of( 1 ) ), free );
		const fw_two open = fw_two_and( fw_two_and( both, fw_two_down( both, 1 ) ), strip->ahead );
		glance.stops = fw_two_or( finds, walls );
		// walls - finds - 1: negative unless the highest is a wall
		glance.found = fw_two_subtract( fw_two_subtract( walls, finds ), fw_two_of( 1 ) );
		glance.open = fw_two_subtract( fw_two_down( strip->ahead, 1 ), open );
		strip->ahead = fw_two_down( strip->ahead, 2 );
	}
	strip->next += 2 * strip->step;
	strip->turns_before = turns_after;
	strip->turns_own = turns_next;
	strip->own = next;
	return glance;
}

// What the scans of a diagonal found.
typedef struct fw_finds
{
	uint32_t steps; // that were scanned from
	bool is_over;   // the diagonal is blocked after these
	// Of the rows, of the columns:
	uint64_t found[2]; // the steps whose scan finds something
	uint32_t place[2]; // of the first step in its word
} fw_finds;

// Where the scans of a diagonal end, along the rows and along the columns, two steps in each: up at the lowest bit,
// down at the highest. Where that is the last one of the word, 63 or 0, the scan may as well end beyond.
typedef fw_two fw_stops[2][FW_DIAGONAL_STEPS / 2];

FW_INLINE uint64_t fw_stops_of( fw_stops stops, uint32_t strip, uint32_t step )
{
	uint64_t word;
	memcpy( &word, (const unsigned char*)stops[strip] + step * sizeof( word ), sizeof( word ) );
	return word;
}

// Goes diagonally from (x, y), up to FW_DIAGONAL_STEPS steps, and scans from every tile but the last.
FW_INLINE fw_finds fw_scan_diagonal( const fw_layer* planes, int32_t x, int32_t y, int32_t dx, int32_t dy,
                                     fw_stops stops )
{
	fw_strip row = fw_strip_begin( &planes[0], y, dy, x, dx > 0 );
	fw_strip column = fw_strip_begin( &planes[1], x, dx, y, dy > 0 );
	uint64_t found_row = 0; // from the top down
	uint64_t found_column = 0;
	uint32_t looks = 0;
	uint32_t open;
	do
	{
		const fw_glance along_row = fw_strip_scan( &row, dx > 0 );
		const fw_glance along_column = fw_strip_scan( &column, dy > 0 );
		stops[0][looks] = along_row.stops;
		stops[1][looks] = along_column.stops;
		looks++;
		found_row = found_row >> 2 | (uint64_t)fw_two_signs( along_row.found ) << 62;
		found_column = found_column >> 2 | (uint64_t)fw_two_signs( along_column.found ) << 62;
		open = fw_two_signs( along_row.open );
	} while ( open == 3 && FW_LIKELY( looks < FW_DIAGONAL_STEPS / 2 ) );
	const uint32_t late = ~open & 1; // the diagonal ends before the last step scanned from
	const uint64_t looked = ~( (uint64_t)late << 63 );
	const uint32_t unused = 64 - 2 * looks;
	return ( fw_finds ){ .steps = 2 * looks - late,
	                     .is_over = open != 3,
	                     .found = { ( found_row & looked ) >> unused, ( found_column & looked ) >> unused },
	                     .place = { row.place, column.place } };
}

#endif
