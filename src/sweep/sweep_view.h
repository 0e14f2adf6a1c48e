// SPDX-License-Identifier: MIT
// What is blocked around a leg. Where the question is whether all is free, parts and rows whose boxes hold nothing that
// is blocked are left out: of most legs that is all but the rows beside one corner.
#ifndef FW_SWEEP_SWEEP_VIEW_H
#define FW_SWEEP_SWEEP_VIEW_H

#include "sweep/rows.h"

// The columns and rows that something keeps to.
typedef struct box
{
	interval x, y;
} box;

FW_INLINE void add_box( box* of, const box* more )
{
	of->x = ( interval ){ lesser( of->x.x0, more->x.x0 ), greater( of->x.x1, more->x.x1 ) };
	of->y = ( interval ){ lesser( of->y.x0, more->y.x0 ), greater( of->y.x1, more->y.x1 ) };
}

#define VIEW_SIDE 64

// The tiles around a leg: which of them are not free, with one bit for each column.
typedef struct view
{
	uint64_t blocked[VIEW_SIDE];
	int32_t x, y; // of the first bit
} view;

// Where rows go: to a caller who wants all of them, or where there is a view, only whether all tiles are free counts.
typedef struct row_sink
{
	fw_take_row* take;
	void* context;
	const view* seen;
} row_sink;

// The bits of the columns that an interval touches.
FW_INLINE uint64_t columns_of( const view* seen, interval x )
{
	const int32_t first = floor_to_int( x.x0 ) - seen->x;
	const int32_t last = ceil_to_int( x.x1 ) - 1 - seen->x;
	return first > last ? 0 : ~(uint64_t)0 << ( first & 63 ) & ~(uint64_t)0 >> ( 63 - ( last & 63 ) );
}

// Is it known that nothing in a row between two columns is blocked?
FW_INLINE bool is_spared( const row_sink* sink, int32_t y, interval x )
{
	return sink->seen != NULL && ( sink->seen->blocked[y - sink->seen->y] & columns_of( sink->seen, x ) ) == 0;
}

// Looks around a box. False where that is larger than a view, or farther from the map than its rows are padded.
bool fw_view_around( view* made, const fw_layer* layer, const box* of );
// Is it known that nothing in a box is blocked?
bool fw_view_spares( const row_sink* sink, const box* of );
// The rows of a box that hold something blocked.
fw_row_choice fw_view_rows( const view* seen, const box* of );
// A fw_take_row: true as long as rows are free in the view that is the context.
bool fw_view_row_is_free( void* context, fw_sweep_row row );

#endif
