// SPDX-License-Identifier: MIT
// The parts of a grid, for the files that edit it.
#ifndef FW_GRID_GRID_H
#define FW_GRID_GRID_H

#include "base/refusal.h"
#include "fairway/grid.h"
#include "grid/layer.h"

// How many edited rectangles are remembered one by one; before these, the whole map counts as edited.
#define FW_DIRTY_MAX 64

struct fw_grid
{
	fw_allocator allocator;
	int32_t width, height;
	uint8_t* tiles; // [width * height], terrain ids
	fw_terrain terrains[FW_TERRAIN_MAX];
	int32_t terrain_count;
	int64_t tiles_of[FW_TERRAIN_MAX];
	uint64_t revision;
	fw_rect dirty[FW_DIRTY_MAX]; // of revision r at r % FW_DIRTY_MAX
	fw_layer layers[FW_GRID_MAX_LAYERS];
	uint32_t layer_capabilities[FW_GRID_MAX_LAYERS];
	int32_t layer_count;
	fw_link* links; // [link_count], sorted as fw_grid_link_at() tells
	int32_t link_count, link_capacity;
	uint8_t* exits;        // [width * height], null while every tile has all of them
	int64_t one_way_count; // tiles whose exits are not all
};

FW_INLINE bool fw_grid_inside( const fw_grid* grid, int32_t x, int32_t y )
{
	return (uint32_t)x < (uint32_t)grid->width && (uint32_t)y < (uint32_t)grid->height;
}

extern const fw_ranges fw_grid_def_ranges, fw_terrain_ranges, fw_link_ranges;

// Has the rectangle no negative side?
fw_status fw_grid_check_rect( fw_refusal* refusal, const fw_grid* grid, fw_rect rect );
// The part of a rectangle that lies on the map; without area where there is none.
fw_rect fw_grid_clip( const fw_grid* grid, fw_rect rect );
// Raises the revision for an edit of these tiles.
void fw_grid_note_edit( fw_grid* grid, fw_rect rect );

// Makes room for so many more links, and for exits where `one_way`, so that adding the one and fw_exits_put() cannot
// fail. False when memory is out; nothing but memory has changed then, and exits are as they were.
bool fw_grid_reserve( fw_grid* grid, int32_t links, bool one_way );
// fw_grid_set_exits() of a rectangle inside of the map, where there is room for exits, which stays.
void fw_exits_put( fw_grid* grid, fw_rect rect, uint32_t directions );
// Gives the room for exits back where every tile has all of them.
void fw_exits_trim( fw_grid* grid );

// The smallest rectangle that covers all edits after `revision`; false when nothing changed. The whole map when
// the edits are older than the grid remembers (64 rectangles).
bool fw_grid_dirty( const fw_grid* grid, uint64_t revision, fw_rect* rect );
// The cheapest link between two tiles that a unit with these capabilities may use, NULL when there is none.
const fw_link* fw_grid_link_find( const fw_grid* grid, int32_t from_x, int32_t from_y, int32_t to_x, int32_t to_y,
                                  uint32_t capabilities );

// Takes out one link, by its place in the list; those behind it move up. @return FW_ERR_ARGUMENT where there is none.
fw_status fw_grid_remove_link( fw_grid* grid, int32_t index, fw_refusal* refusal );

#endif
