// SPDX-License-Identifier: MIT
// What was heard of a search: the tiles that it marks, its nodes with their parents, and where it is at moments that
// lie evenly in its expansions.
#ifndef CLI_SEARCH_TAPE_H
#define CLI_SEARCH_TAPE_H

#include "picture.h"

// Nodes beyond these are not kept, so that a huge search does not fill the memory: ways back to the start end there.
#define SEARCH_NODES_MAX ( 1 << 20 )

typedef struct search_moment
{
	int32_t first_mark, first_node; // of the search that runs
	int32_t marks, nodes, points;   // how many there are by then
	int32_t first_point;            // of the way from the node that is expanded back to the start
	bool expanding;                 // there is such a node
	fw_heard now;                   // and this is it
} search_moment;

typedef struct search_tape
{
	bool corners;        // nodes are tile corners
	uint32_t kinds;      // of marks that occur, bits by search_kind
	search_mark* marks;  // [mark_count] each rises above what its tile was
	picture_node* nodes; // [node_count] in the order of expansion
	// [block_count] of the last search, where no moments were asked for
	picture_block* blocks;
	fw_vec2* points; // [point_count]
	int32_t mark_count, node_count, block_count, point_count;
	int32_t mark_capacity, node_capacity, block_capacity, point_capacity;
	search_moment* moments; // [moment_count] the first before the first expansion, the last at the end
	int32_t moment_count;
} search_tape;

// Runs the plan again, twice: to count expansions, and to record `moments` of them (fewer where there are not so many)
// and one before. To be freed in any case.
fw_status search_tape_make( search_tape* tape, fw_planner* planner, const fw_grid* grid, const fw_plan* plan,
                            const fw_resolved_plan* resolved, int32_t moments, fw_refusal* refusal );
void search_tape_free( search_tape* tape );

#endif
