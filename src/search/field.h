// SPDX-License-Identifier: MIT
// A distance field from the goal over the places where the unit stands, grown only as far as somebody asks.
//
// It is an A* search from the goal towards the start in the octile metric, over tile centers and the half-tile points
// in gaps. The value of a settled place is its exact distance in that metric. It may be kept to a corridor: a part of
// the map in square cells of tiles. Where terrains have costs, half of each step between tile centers counts as either
// tile costs, and a line of a gap as the cheaper of the two.
//
// With turns each place has eight values, by the direction in which the unit moves there, and turning costs: so the
// field knows of the turns that walls force.
#ifndef FW_SEARCH_FIELD_H
#define FW_SEARCH_FIELD_H

#include "annotate/space.h"
#include "base/bucket_queue.h"
#include "grid/steps.h"
#include "search/engine.h"
#include "search/node_pages.h"

// log2 of the side of a cell. The pages of node stores have no larger ones and so lie each in one cell.
#define FW_CORRIDOR_SHIFT 4

typedef struct fw_corridor
{
	fw_directory cells; // [rows * columns], those that were noted are in it
	int32_t columns, rows;
} fw_corridor;

// Begins an empty corridor on a map of this size. False when memory is out.
bool fw_corridor_begin( fw_corridor* corridor, const fw_allocator* allocator, int32_t width, int32_t height );
// Adds the cells of all tiles from (x0, y0) to (x1, y1) and of those up to `margin` tiles around, as far as the map
// goes.
void fw_corridor_add( fw_corridor* corridor, int32_t x0, int32_t y0, int32_t x1, int32_t y1, int32_t margin );

FW_INLINE bool fw_corridor_has( const fw_corridor* corridor, int32_t x, int32_t y )
{
	const size_t row = (size_t)( y >> FW_CORRIDOR_SHIFT ) * (size_t)corridor->columns;
	return fw_directory_has( &corridor->cells, row + (size_t)( x >> FW_CORRIDOR_SHIFT ) );
}

// One half tile; its diagonal is 41. One unit is FW_FIELD_SCALE search costs: 2 * 29 * 41 = 2378.
#define FW_FIELD_HALF 29u
#define FW_FIELD_HALF_DIAGONAL 41u
#define FW_FIELD_SCALE 41u
#define FW_FIELD_NONE 0xFFFFFFFFu

// A place whose value is known beforehand, waiting for its turn.
typedef struct fw_field_seed_entry
{
	uint32_t f;
	uint32_t node;
	uint32_t value;
	int32_t hx, hy; // its point [half tiles]
} fw_field_seed_entry;

// What turning costs in a field [field units].
typedef struct fw_field_turns
{
	uint32_t eighth; // by 45 degrees
	uint32_t gear;   // to change gear, and so to move the other way; FW_FIELD_NONE: the unit cannot
} fw_field_turns;

typedef struct fw_field
{
	const fw_space* space;
	double radius;
	const fw_corridor* corridor; // that it does not leave; null: the whole map
	fw_node_pages pages;
	fw_steps steps;
	fw_bucket_queue open;       // what is not settled has at least the f taken last
	fw_field_seed_entry* seeds; // [seed_count], by f once one has had its turn; those before seed_next have
	int32_t seed_count, seed_next, seed_capacity;
	int32_t start_x, start_y; // what it grows towards [half tiles]
	bool has_gaps;
	int32_t shift; // log2 of the directions of a place
	fw_field_turns turns;
	const uint8_t* tiles;           // terrains; null: they all cost the same
	int32_t width;                  // of a row of tiles
	uint32_t costs[FW_TERRAIN_MAX]; // of terrains [1/256]
} fw_field;

// Begins a field without seeds that grows towards the query's start, inside of a corridor where there is one. False
// when memory is out. `turns` is null for one without.
bool fw_field_begin( fw_search* search, fw_field* field, const fw_corridor* corridor, bool has_costs,
                     const fw_field_turns* turns );
// A place whose value is known beforehand [field units]; with turns in the goal's heading. Only before the field grows.
void fw_field_add_seed( fw_search* search, fw_field* field, int32_t x, int32_t y, int32_t phase, uint32_t value );
// Grows until the place is settled and returns its value, FW_FIELD_NONE where the goal cannot be reached from. The
// direction is 0 in a field without turns.
uint32_t fw_field_settle( fw_search* search, fw_field* field, int32_t x, int32_t y, int32_t phase, int32_t direction );
// The value of a settled place; else a lower bound, with `exact` false. Never grows.
uint32_t fw_field_peek( const fw_field* field, int32_t x, int32_t y, int32_t phase, int32_t direction, bool* exact );
void fw_field_hold( fw_holdings* holdings, fw_field* field );

#endif
