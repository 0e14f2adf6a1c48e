// SPDX-License-Identifier: MIT
// Room to walls as terrain costs: a copy of a grid on which ground near walls is dearer. All that honors costs then
// keeps away from walls where there is room, and goes through narrow places where there is none.
#ifndef FW_ANNOTATE_MARGIN_H
#define FW_ANNOTATE_MARGIN_H

#include "fairway/grid.h"

typedef struct fw_margin_def
{
	uint32_t capabilities; // of the unit: what it may not enter is a wall, and so is what lies outside of the map
	double radius;         // of the disc whose gap to walls counts [tiles]
	double shift;          // of its center from that of the tile it stands on, to the right and down [tiles]: squares
	double margin;         // gaps from this one on cost nothing [tiles]
	double cost;           // a wall that is touched makes ground dearer by this factor, less one
} fw_margin_def;

// Tiles between none and all of the charge: their gaps are told apart by quarters of the margin.
#define FW_MARGIN_LEVELS 4

typedef struct fw_margin_view fw_margin_view;

// Each terrain that the unit may enter gets a copy for each level: fewer levels where the table has no room for four.
// @return FW_ERR_TOO_LARGE where it has none for one; FW_ERR_MEMORY. Cost: O(tiles x rows within margin and radius).
fw_status fw_margin_view_create( const fw_grid* grid, const fw_margin_def* def, const fw_allocator* allocator,
                                 fw_margin_view** view );
void fw_margin_view_destroy( fw_margin_view* view ); // NULL is allowed
// Takes over all edits of the grid, as edits of the copy, of the tiles that they are within reach of.
// @return as fw_margin_view_create(). After FW_ERR_MEMORY the next call takes over the rest.
fw_status fw_margin_view_update( fw_margin_view* view );
fw_grid* fw_margin_view_grid( const fw_margin_view* view ); // belongs to the view; layers may be added to it
size_t fw_margin_view_memory( const fw_margin_view* view ); // bytes

#endif
