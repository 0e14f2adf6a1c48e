// SPDX-License-Identifier: MIT
// Guides: what is left to drive from each node of a window around a unit to the end of its path.
//
// Each node near the path has what is left of it; A* (P. Hart, N. Nilsson, B. Raphael, 1968) finds the others from
// there, towards the unit, as far as somebody asks for them. So distances are true as far as the way back to the path
// stays inside of the window.
//
// Memory: 4.4 KB for each guide, at most FW_GUIDES_MAX, and 73 KB. The guide that was unused for longest is taken for
// another unit.
#ifndef FW_CROWD_GUIDE_H
#define FW_CROWD_GUIDE_H

#include "base/core.h"
#include "fairway/path.h"
#include "field/node.h"

#include <math.h>

#define FW_GUIDE_SIDE 32 // nodes
#define FW_GUIDES_MAX 2048
// So many are filled in a tick before who stands waits for its own. A fill, with the search in it, takes some 40 us:
// without the limit all 400 units of random-400 fill theirs in the tick after their order, which takes 18 ms.
#define FW_GUIDES_FILLED 96
#define FW_GUIDE_KEEPS_OFF 8 // tiles
// A unit so close to the border of its window gets another one [nodes].
#define FW_GUIDE_BORDER 8

#define FW_GUIDE_BORDER_NODES ( 4 * ( FW_GUIDE_SIDE - 1 ) )
// Each node is noted once when the search goes on, and once for each neighbor; those of the border once more.
#define FW_GUIDE_OPEN ( 9 * FW_GUIDE_SIDE * FW_GUIDE_SIDE + FW_GUIDE_BORDER_NODES )

#define FW_GUIDE_NODES ( FW_GUIDE_SIDE * FW_GUIDE_SIDE )

typedef struct fw_guide
{
	int32_t owner;                      // -1: free
	int64_t used;                       // tick in which it was last used
	int32_t older, newer;               // those that were used before and after it, -1: none
	uint64_t revision;                  // of the grid
	int32_t step;                       // between nodes
	fw_node first;                      // top left
	uint64_t reached;                   // what is left is final at the nodes before this one in their order
	bool sees;                          // a point of the path that may be far away
	fw_vec2 far;                        // that point
	double far_left;                    // what is left there
	uint64_t looked[2];                 // the nodes of the border that have looked for it
	uint32_t closed[FW_GUIDE_SIDE];     // tiles that it does not lead over, by rows
	uint32_t dear[FW_GUIDE_SIDE];       // tiles that cost more, as they are near a wall, by rows
	int32_t keeps_off;                  // walls, by so many tiles, where there is room
	uint64_t open[FW_GUIDE_NODES / 64]; // the nodes that are reached, and not yet expanded
} fw_guide;

// What is left at each node [tiles]; infinite: no way.
typedef struct fw_guide_field
{
	float left[FW_GUIDE_NODES];
} fw_guide_field;

typedef struct fw_guides
{
	fw_allocator allocator;
	const fw_grid* grid;
	fw_guide* guides;       // [count]
	fw_guide_field* fields; // [count]; apart, as most questions are answered by the guide itself
	int32_t count, capacity, field_capacity;
	int32_t taken;          // those before this one were taken; the others were never used
	int32_t oldest, newest; // of those that were taken, by their last use; -1: none
	int32_t filled;         // since the caller last set it to 0
	uint64_t* open;         // [FW_GUIDE_OPEN] a heap of four ways
	int32_t open_count;
	double to_middle[FW_GUIDE_NODES]; // of a node, in steps: at least so many
} fw_guides;

// guides.c: the set of them.

void fw_guides_init( fw_guides* guides, const fw_allocator* allocator, const fw_grid* grid );
void fw_guides_free( fw_guides* guides );
size_t fw_guides_memory( const fw_guides* guides );

// Makes room for guides of so many units. False if memory is out.
bool fw_guides_reserve( fw_guides* guides, int32_t units );
// Forgets all of them, and goes on with those of so many units, for which there is room.
void fw_guides_forget( fw_guides* guides, int32_t units );
// A guide that nobody has used in this tick; -1: there is none.
int32_t fw_guides_take( fw_guides* guides, int32_t owner, int64_t tick );
// A guide is used in a tick.
void fw_guides_use( fw_guides* guides, int32_t index, int64_t tick );

// guide.c: one of them.

// Is it a guide around a place, for this unit and the grid as it is?
bool fw_guide_is_good( const fw_guides* guides, int32_t index, int32_t owner, fw_vec2 place );
// Fills it as far as it is known before somebody asks.
// @param closed tiles that it does not lead over, if its nodes are centers of tiles and none of these is one-way
// @param far a point of the path that is seen from `place`, with what is `left` there; NULL: none
// @param keeps_off so many tiles around walls cost more [0..FW_GUIDE_KEEPS_OFF], if its nodes are centers of tiles and
// none of these is one-way
void fw_guide_fill( fw_guides* guides, int32_t index, const fw_unit* unit, const fw_path* path, fw_vec2 place,
                    const fw_vec2* far, double left, const fw_node* closed, int32_t closed_count, int32_t keeps_off );

// The length of a segment for a unit that steps over the lattice. Distances of guides are all of this kind, so that a
// unit finds its own path no shorter than one beside it.
FW_INLINE double fw_guide_length( const fw_segment* segment )
{
	const double x = fabs( segment->to.x - segment->from.x );
	const double y = fabs( segment->to.y - segment->from.y );
	return x > y ? x + ( sqrt( 2.0 ) - 1.0 ) * y : y + ( sqrt( 2.0 ) - 1.0 ) * x;
}

// What is left at a node of a guide that is good, for its unit; infinite outside of the window.
double fw_guide_left( fw_guides* guides, int32_t index, const fw_unit* unit, fw_node node );

// Do one-way tiles let a unit drive a segment?
bool fw_exits_allow_segment( const fw_grid* grid, const fw_segment* segment );

#endif
