// SPDX-License-Identifier: MIT
// What is the same for all patterns of one size of block: its boundary nodes, its eight symmetries, the lines between
// its corners, and the lengths that paths have.
//
// Lengths are whole numbers of 2^-52 tiles, so that sums have no order and equal paths have equal lengths. That rounds
// no leg: a leg is a whole number times the root of a number without square factors, which is rounded to a double.
#ifndef FW_LDDB_BLOCK_H
#define FW_LDDB_BLOCK_H

#include "base/core.h"
#include "fairway/lddb.h"

#define FW_LDDB_POINTS_MAX ( ( FW_LDDB_SIZE_MAX + 1 ) * ( FW_LDDB_SIZE_MAX + 1 ) )
#define FW_LDDB_PAIRS_MAX ( FW_LDDB_NODES_MAX * ( FW_LDDB_NODES_MAX - 1 ) / 2 )
#define FW_LDDB_SYMMETRIES 8
#define FW_LDDB_NO_NODE 0xFFu

#define FW_LDDB_UNIT ( (uint64_t)1 << 52 ) // one tile
#define FW_LDDB_FAR ( (uint64_t)1 << 60 )  // no path; three of them do not overflow

// The straight line between two corners, and what must not be in its way.
typedef struct fw_lddb_line
{
	uint64_t tiles_and_rows;     // see fw_lddb_walls
	uint64_t columns_and_passes; // see fw_lddb_walls
	uint64_t length;
} fw_lddb_line;

// What of a pattern is in the way of lines.
typedef struct fw_lddb_walls
{
	uint64_t tiles_and_rows;     // blocked tiles; from bit 32 closed horizontal edges
	uint64_t columns_and_passes; // closed vertical edges; from bit 32 corners that cannot be passed through
	uint32_t bends;              // corners where a shortest path may bend, by the tile right below of them
} fw_lddb_walls;

// The paths of so many straight and so many diagonal steps.
typedef struct fw_lddb_level
{
	uint64_t length;
	uint8_t straight, diagonal;
} fw_lddb_level;

typedef struct fw_lddb_block fw_lddb_block;

// How paths are found, by the kind of nodes. Lengths are at least FW_LDDB_FAR where there is no path.
typedef struct fw_lddb_paths
{
	// Between all pairs of nodes, (0, 1) (0, 2) ... (1, 2) ...
	void ( *pairs )( const fw_lddb_block* block, uint32_t pattern, uint64_t* lengths );
	// From a point to all nodes.
	void ( *nodes )( const fw_lddb_block* block, uint32_t pattern, int32_t from, uint64_t* lengths );
	// Between two points; also the points where it bends, in order.
	uint64_t ( *between )( const fw_lddb_block* block, uint32_t pattern, int32_t from, int32_t to, int32_t* bends,
	                       int32_t* count );
} fw_lddb_paths;

extern const fw_lddb_paths fw_lddb_corner_paths, fw_lddb_tile_paths;

struct fw_lddb_block
{
	const fw_lddb_paths* paths;
	fw_lddb_kind kind;
	fw_corners corners;
	int32_t size;                         // tiles along a side
	int32_t side;                         // points along a side, less one
	int32_t nodes;                        // on the boundary
	int32_t pairs;                        // of these
	int32_t points;                       // corners or tiles, row by row
	uint32_t all;                         // tiles
	uint32_t first;                       // column of tiles
	uint32_t inner;                       // corners with four tiles around, by the tile right below of them
	uint32_t diagonals[FW_LDDB_SIZE_MAX]; // tiles whose x is their y and so much
	int32_t levels_count;
	fw_lddb_line* lines;                 // [points * points] of corners
	fw_lddb_level* levels;               // of tiles, shortest first
	uint32_t around[FW_LDDB_POINTS_MAX]; // tiles at a point
	uint8_t node_of[FW_LDDB_POINTS_MAX]; // or FW_LDDB_NO_NODE
	uint8_t point_of[FW_LDDB_NODES_MAX];
	uint8_t pair_of[FW_LDDB_SYMMETRIES][FW_LDDB_PAIRS_MAX]; // where a pair lies in a turned block
};

// False when memory is out.
bool fw_lddb_block_init( fw_lddb_block* block, const fw_lddb_def* def );
void fw_lddb_block_hold( fw_holdings* holdings, fw_lddb_block* block ); // beside the struct itself

// The least of the pattern's eight turned and reflected ones, and which of them that is.
uint32_t fw_lddb_canonical( const fw_lddb_block* block, uint32_t pattern, int32_t* symmetry );
uint32_t fw_lddb_transpose( const fw_lddb_block* block, uint32_t pattern );

// [tiles]
FW_INLINE double fw_lddb_tiles( uint64_t length )
{
	return (double)(int64_t)length * 0x1p-52;
}

FW_INLINE bool fw_lddb_is_blocked( const fw_lddb_block* block, uint32_t pattern, int32_t point )
{
	return ( block->around[point] & ~pattern ) == 0;
}

FW_INLINE int32_t fw_lddb_point_at( const fw_lddb_block* block, int32_t x, int32_t y )
{
	return y * ( block->side + 1 ) + x;
}

#endif
