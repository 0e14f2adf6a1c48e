// SPDX-License-Identifier: MIT
// A* over a fixed matrix of nodes, as M. Pinter, "Toward More Realistic Pathfinding" (2001) has it, with the open list
// to choose: what an unordered list is worth.
#ifndef BENCH_MATRIX_ASTAR_H
#define BENCH_MATRIX_ASTAR_H

#include <stdbool.h>
#include <stdint.h>

#define MATRIX_SIDE 60
#define MATRIX_NODES ( MATRIX_SIDE * MATRIX_SIDE )

typedef enum matrix_open
{
	MATRIX_UNORDERED, // the article's: a linked list, scanned for the least
	MATRIX_SORTED,    // a linked list kept sorted
	MATRIX_HEAP,      // a binary heap
} matrix_open;

typedef struct matrix_result
{
	bool found;
	double length;
	int64_t expanded;
	int64_t seen; // entries of the open list that were compared
} matrix_result;

// Eight neighbors, no corner cutting, from node to node; a node is y * MATRIX_SIDE + x. All lists expand the same
// nodes.
matrix_result matrix_astar( const bool* is_free, int32_t start, int32_t goal, matrix_open open );

#endif
