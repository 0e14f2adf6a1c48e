// SPDX-License-Identifier: MIT
// Which units may be near? Boxes in the cells of a square lattice, in a table that repeats itself over the plane.
//
// Memory: FW_CELLS_MAX * 4 + 20 bytes for each item, and at least 64 and at most 128 for its share of the table.
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
// Items of a bucket that lie in it: with them two buckets are one line of the cache.
#define FW_CELLS_FIRST 6
// Cells a side in which no two have the same name, as a power of two: above that of any map.
#define FW_CELLS_BITS 15

typedef struct fw_cell_item
{
	fw_cell_range range;
	int32_t next[FW_CELLS_NEAR]; // by cell: a node, item * FW_CELLS_MAX + n, -1: none
} fw_cell_item;

// The items of the cells that share a place in the table, the last one that was put in first.
typedef struct fw_cell_bucket
{
	int32_t count;
	int32_t more; // the first node of the list of the others, -1: none
	// In the low bits: 1 in the first column of the item's box, 2 in its first row, and which of the cells it is in. In
	// the others: the item.
	uint32_t first[FW_CELLS_FIRST];
} fw_cell_bucket;

typedef struct fw_cells
{
	fw_allocator allocator;
	double side;             // of a cell [tiles]
	double scale;            // 1 / side
	fw_cell_bucket* room;    // [bucket_count + 1]
	fw_cell_bucket* buckets; // [bucket_count] in it, at the begin of a line of the cache
	int32_t bucket_count;    // 2^( bits_x + bits_y )
	int32_t bits_x, bits_y;  // the table has 2^bits_x columns
	fw_cell_item* items;     // [capacity] what a search reads of an item is one line of the cache
	int32_t* next;           // [capacity * ( FW_CELLS_MAX - FW_CELLS_NEAR )] the other links
	int32_t* found;          // [capacity] room for what one search finds
	int32_t capacity;        // items
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
// The cells of a box: where two have the same, the same items are found.
fw_cell_range fw_cells_of( const fw_cells* cells, const fw_box* box );

FW_INLINE bool fw_cells_same( const fw_cell_range* a, const fw_cell_range* b )
{
	return a->x0 == b->x0 && a->y0 == b->y0 && a->x1 == b->x1 && a->y1 == b->y1;
}

#endif
