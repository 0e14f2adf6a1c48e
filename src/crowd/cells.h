// SPDX-License-Identifier: MIT
// Which units may be near? Boxes in the cells of a square lattice, in a hash table.
//
// Memory: FW_CELLS_MAX * 4 + 20 bytes for each item, and at least 8 and at most 16 for its share of the table.
#ifndef FW_CROWD_CELLS_H
#define FW_CROWD_CELLS_H

#include "base/core.h"

// The cells that one box may cover: a diagonal of seven cells takes 64.
#define FW_CELLS_MAX 64

// A box [tiles].
typedef struct fw_box
{
	double x0, y0, x1, y1;
} fw_box;

typedef struct fw_cell_range
{
	int32_t x0, y0, x1, y1; // cells, both ends included; x1 < x0: none
} fw_cell_range;

// Links of an item that lie beside its range, as most boxes cover no more cells.
#define FW_CELLS_NEAR 12

typedef struct fw_cell_item
{
	fw_cell_range range;
	int32_t next[FW_CELLS_NEAR]; // by cell: a node, item * FW_CELLS_MAX + n, -1: none
} fw_cell_item;

typedef struct fw_cells
{
	fw_allocator allocator;
	double side;         // of a cell [tiles]
	double scale;        // 1 / side
	int32_t* heads;      // [buckets] the first node of each list, -1: none
	int32_t buckets;     // a power of two
	fw_cell_item* items; // [capacity] what a search reads of an item is one line of the cache
	int32_t* next;       // [capacity * ( FW_CELLS_MAX - FW_CELLS_NEAR )] the other links
	int32_t* found;      // [capacity] room for what one search finds
	int32_t capacity;    // items
} fw_cells;

void fw_cells_init( fw_cells* cells, const fw_allocator* allocator, double side );
void fw_cells_free( fw_cells* cells );
size_t fw_cells_memory( const fw_cells* cells );
// Makes room for the items 0 to capacity - 1. False if memory is out; all is as before then.
bool fw_cells_reserve( fw_cells* cells, int32_t capacity );
// Empties the table and gives its cells another side.
void fw_cells_reset( fw_cells* cells, double side );

bool fw_cells_fits( const fw_cells* cells, const fw_box* box ); // does it cover few enough cells?
// Puts an item, which may be in already, into the cells of a box that fits.
void fw_cells_put( fw_cells* cells, int32_t item, const fw_box* box );
void fw_cells_take( fw_cells* cells, int32_t item );
// Lists each item once that has a cell in common with the box, and gives their number. The order is any, but the same
// for the same calls. Several threads may search at once.
// @param found [capacity]
int32_t fw_cells_find( const fw_cells* cells, const fw_box* box, int32_t* found );

#endif
