// SPDX-License-Identifier: MIT
// Strongly connected parts of a directed graph, and which part leads to which.
#ifndef FW_ANNOTATE_PARTS_H
#define FW_ANNOTATE_PARTS_H

#include "base/arena.h"

typedef struct fw_arc
{
	uint32_t from, to;
} fw_arc;

// A growing list of arcs.
typedef struct fw_arcs
{
	fw_arc* items; // [count]
	int32_t count, capacity;
} fw_arcs;

typedef struct fw_parts
{
	uint32_t* part_of; // [nodes], from 1 on; those with an arc in or out first, what is led to before what leads there
	uint32_t nodes;
	uint32_t count;
	uint32_t joined; // parts with an arc in or out
	uint32_t words;  // of a row of the table
	uint64_t* leads; // [joined * words]: bit b of row a: part a + 1 leads to part b + 1
} fw_parts;

// Of nodes 0 to nodes - 1. Takes the arcs over and leaves them in disorder; the arena is for scratch, its allocator for
// what stays. FW_ERR_MEMORY; FW_ERR_TOO_LARGE above `most` joined parts. In any case fw_parts_hold() must follow.
fw_status fw_parts_build( fw_parts* parts, fw_arena* arena, uint32_t nodes, fw_arcs* arcs, uint32_t most );
void fw_parts_hold( fw_holdings* holdings, const fw_parts* parts );

FW_INLINE bool fw_parts_lead( const fw_parts* parts, uint32_t from, uint32_t to )
{
	return from == to ||
	       ( from <= parts->joined && to <= parts->joined &&
	         ( parts->leads[(size_t)( from - 1 ) * parts->words + ( to - 1 ) / 64] >> ( ( to - 1 ) % 64 ) & 1u ) != 0 );
}

#endif
