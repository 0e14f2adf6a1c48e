// SPDX-License-Identifier: MIT
// The parts of a grid, for the files that edit it.
#ifndef FW_GRID_GRID_H
#define FW_GRID_GRID_H

#include "base/archive.h"
#include "base/refusal.h"
#include "fairway/grid.h"
#include "grid/layer.h"

// How many edited rectangles are remembered one by one; for older edits the whole map counts as edited.
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
	fw_rect dirty[FW_DIRTY_MAX]; // the rectangle of revision r is at r % FW_DIRTY_MAX
	fw_layer layers[FW_GRID_MAX_LAYERS];
	uint32_t layer_capabilities[FW_GRID_MAX_LAYERS];
	int32_t layer_count;
	fw_link* links; // [link_count], sorted as fw_grid_link_at() says
	int32_t link_count, link_capacity;
	uint8_t* exits;        // [width * height], null while every tile has all of them
	int64_t one_way_count; // tiles that do not have all exits
};

FW_INLINE bool fw_grid_inside( const fw_grid* grid, int32_t x, int32_t y )
{
	return (uint32_t)x < (uint32_t)grid->width && (uint32_t)y < (uint32_t)grid->height;
}

// The terrain ids of a row of the map.
FW_INLINE const uint8_t* fw_grid_row( const fw_grid* grid, int32_t y )
{
	return grid->tiles + (size_t)y * (size_t)grid->width;
}

extern const fw_ranges fw_grid_def_ranges, fw_terrain_ranges, fw_link_ranges, fw_unit_ranges;

// Of the lowest bits, from FW_CAP_GROUND on; the last is null.
extern const char* const fw_capability_names[];

// The conditions for an outline and what it goes with; one without corners meets them.
fw_status fw_outline_check( const fw_unit* unit, fw_refusal* refusal );
// Have they the same corners in the same order?
bool fw_outline_same( const fw_outline* one, const fw_outline* other );
// Is each corner's image under these factors, 1 or -1, a corner too?
bool fw_outline_maps( const fw_outline* outline, double x, double y );
// Twice its area, positive where the corners go round from +x towards +y.
double fw_outline_area( const fw_outline* outline );

// A disc as the bytes of a file.
void fw_pass_unit( fw_bytes* io, fw_unit* unit );

// Has the rectangle no negative side?
fw_status fw_grid_check_rect( fw_refusal* refusal, const fw_grid* grid, fw_rect rect );
// Another grid with the same tiles, terrains and one-way tiles, but without links and layers. `more` is added to its
// terrains; NULL: nothing is.
fw_status fw_grid_copy( const fw_grid* grid, const fw_allocator* allocator, const fw_terrain* more, fw_grid** copy );

// The part of a rectangle that lies on the map; it has no area if there is none.
fw_rect fw_grid_clip( const fw_grid* grid, fw_rect rect );
// Raises the revision for an edit of these tiles.
void fw_grid_note_edit( fw_grid* grid, fw_rect rect );

// Makes room for this many more links, and for exits if `one_way`, so that adding links and fw_exits_put() cannot fail.
// False if memory is out; links and exits are then as they were.
bool fw_grid_reserve( fw_grid* grid, int32_t links, bool one_way );
// fw_grid_set_exits() for a rectangle inside the map. There must be room for exits; it is kept.
void fw_exits_put( fw_grid* grid, fw_rect rect, uint32_t directions );
// Frees the room for exits if every tile has all of them.
void fw_exits_trim( fw_grid* grid );
// The directions in which a unit on a tile may step: those that all tiles under it allow. `size` is the side of a
// square, or 0 for a disc, which counts as the tile under its center. Cost: O(size^2).
uint32_t fw_exits_of_unit( const fw_grid* grid, int32_t size, int32_t x, int32_t y );
// Do one-way tiles allow the unit to go straight from one point to another? A line over a corner of tiles is a diagonal
// step. If there are one-way tiles, no line may leave the map. Cost: O(tiles on the line x size^2).
bool fw_exits_allow( const fw_grid* grid, int32_t size, fw_vec2 from, fw_vec2 to );

// The smallest rectangle that covers all edits after `revision`; the whole map if the edits are older than the grid
// remembers (64 rectangles). False if nothing changed.
bool fw_grid_dirty( const fw_grid* grid, uint64_t revision, fw_rect* rect );
// The same as rectangles far from each other: two are one where that takes no more tiles than both. Gives their number.
int32_t fw_grid_dirty_parts( const fw_grid* grid, uint64_t revision, fw_rect parts[FW_DIRTY_MAX] );
// The cheapest link between two tiles that a unit with these capabilities may use; NULL if there is none.
const fw_link* fw_grid_link_find( const fw_grid* grid, int32_t from_x, int32_t from_y, int32_t to_x, int32_t to_y,
                                  uint32_t capabilities );

// Removes the link at an index of the list; later ones move up. @return FW_ERR_ARGUMENT if there is none.
fw_status fw_grid_remove_link( fw_grid* grid, int32_t index );

#endif
