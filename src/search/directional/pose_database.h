// SPDX-License-Identifier: MIT
// The local distance database of block-directional: the cheapest chains of curves between the poses of a block of 4 x 4
// tiles that do not leave it.
//
// An entry is known by the 8 x 8 tiles round its block: whatever curves of it may sweep. Its rows, one for each pose
// that chains begin at, are made when first asked for, and kept from search to search.
//
// Inner curves are those that the database knows: from tile center to tile center of a block, not loops, and sweeping
// no tile beyond the window. All others a search has to test itself.
#ifndef FW_SEARCH_DIRECTIONAL_POSE_DATABASE_H
#define FW_SEARCH_DIRECTIONAL_POSE_DATABASE_H

#include "base/core.h"
#include "sweep/turn_table.h"

#define FW_POSE_SIDE 4
#define FW_POSE_TILES 16
#define FW_POSE_MARGIN 2
#define FW_POSE_WINDOW 8 // FW_POSE_SIDE and the margin on both sides: one word
#define FW_POSE_MAX 256  // poses of a block with 16 headings
#define FW_POSE_WORDS ( FW_POSE_MAX / 64 )
#define FW_POSE_NONE UINT32_MAX
// Beyond this all is forgotten and made anew, so that memory does not follow the number of maps searched.
#define FW_POSE_ENTRIES_MAX 8192
#define FW_POSE_WAYS_MAX 4000000

// An inner curve from one pose of a block to another.
typedef struct fw_pose_curve
{
	uint64_t tiles; // of the window that it sweeps
	uint32_t edge;  // of the turn table
	uint32_t to;    // pose
} fw_pose_curve;

// What a row says of one pose: how far it is, and by which curve it is reached last.
typedef struct fw_pose_path
{
	uint32_t cost : 24;
	uint32_t to : 8;
	uint32_t edge;
} fw_pose_path;

// The paths from one pose, in stages like curves: the straightest first. A search that offered all of them at once
// would spend its time on estimates of poses that it does not want.
typedef struct fw_pose_row
{
	uint32_t begin;                // of its paths, plus one; 0: not made yet
	uint16_t end[FW_TURN_STAGES];  // of the paths of each stage, counted from the begin
	int32_t least[FW_TURN_STAGES]; // least excess of a stage: cost minus octile cost; INT32_MAX where it is empty
} fw_pose_row;

typedef struct fw_pose_database
{
	bool ready;
	fw_primitives_def def; // of the table that the curves are from
	int32_t poses;         // of a block: tile times headings plus heading
	int32_t headings;
	uint16_t* inner; // [inner_count] by edge: for which tiles of a block it is an inner curve
	int32_t inner_count, inner_capacity;
	fw_pose_curve* curves; // by pose
	int32_t curve_count, curve_capacity;
	uint32_t first[FW_POSE_MAX + 1]; // curves of a pose

	uint32_t* slots; // [2 * FW_POSE_ENTRIES_MAX], 1 + entry, by hash of the key
	uint64_t* keys;  // [entry_count]
	int32_t entry_count, entry_capacity;
	fw_pose_row* rows; // [entry_count * poses]
	int32_t row_capacity;
	fw_pose_path* paths;
	int32_t path_count, path_capacity;
} fw_pose_database;

// Ready for a table; what was known of another one is forgotten. False when memory is out.
bool fw_pose_database_begin( fw_pose_database* database, const fw_allocator* allocator,
                             const fw_primitives* primitives );
// The blocked tiles round the block at (x, y), counted in blocks.
uint64_t fw_pose_window( const fw_layer* tiles, int32_t x, int32_t y );
// The entry of a window; FW_POSE_NONE when memory is out. It is valid until another one is asked for: all are forgotten
// when they have become too many.
uint32_t fw_pose_database_entry( fw_pose_database* database, const fw_allocator* allocator, uint64_t window );
// The row of a pose of an entry's block. Null when memory is out.
const fw_pose_row* fw_pose_database_row( fw_pose_database* database, const fw_allocator* allocator,
                                         const fw_primitives* primitives, uint32_t entry, uint32_t pose );
void fw_pose_database_hold( fw_holdings* holdings, fw_pose_database* database );

// The paths of a stage of a row.
FW_INLINE const fw_pose_path* fw_pose_row_stage( const fw_pose_database* database, const fw_pose_row* row,
                                                 int32_t stage, int32_t* count )
{
	const int32_t begin = stage > 0 ? row->end[stage - 1] : 0;
	*count = row->end[stage] - begin;
	return database->paths + row->begin - 1 + begin;
}

// Of the poses with a bit the one with the least cost, FW_POSE_NONE where there is none.
FW_INLINE uint32_t fw_pose_cheapest( const uint64_t waiting[FW_POSE_WORDS], const uint32_t* costs )
{
	uint32_t least = UINT32_MAX;
	uint32_t cheapest = FW_POSE_NONE;
	for ( uint32_t w = 0; w < FW_POSE_WORDS; w++ )
	{
		for ( uint64_t bits = waiting[w]; bits != 0; bits &= bits - 1 )
		{
			const uint32_t pose = 64 * w + (uint32_t)FW_CTZ64( bits );
			if ( costs[pose] < least )
			{
				least = costs[pose];
				cheapest = pose;
			}
		}
	}
	return cheapest;
}

// Does the database know this curve where it begins at the tile (counted row by row) of a block?
FW_INLINE bool fw_pose_is_inner( const fw_pose_database* database, uint32_t edge, uint32_t tile )
{
	return ( database->inner[edge] >> tile & 1 ) != 0;
}

#endif
