// SPDX-License-Identifier: MIT
// A distance field: what is left to drive from each node to one goal, for all units of one class that go there.
//
// Dijkstra's algorithm (E. W. Dijkstra, "A Note on Two Problems in Connexion with Graphs", 1959) from the goal, over
// the nodes of node.h, grown no further than somebody asks. For discs that turn on the spot, on maps without one-way
// tiles. Values are integers in nodes' steps of FW_GOAL_STRAIGHT, times the mean cost of both terrains. The goal may
// lie off the nodes: nodes around it from which it can be driven to straight have the distance.
//
// A value is settled if it is not above `open.f`. It is then the least sum over all ways, so it does not depend on the
// order in which nodes were taken, nor on the edits before.
//
// Edits. Let T be all nodes in reach of the edited tiles: each edge that the edit opens, closes or changes has both
// ends in T. Let m be the least settled value in T, or `open.f` where there is none, or no limit where nothing is open.
// Values up to m stay true, all others are forgotten:
//  - The old way of a node with a value up to m goes over nodes with less, so over no edge of T: it is still there.
//  - A new way that is shorter must use an edge of T. Before the first one it has only edges that were there before, so
//    the way to its first node in T is m or longer, and the way is longer than m.
// The goal with the lines to the nodes around it counts as a node: if it is in reach, nothing stays. What is forgotten
// is grown again, from those that stay, when somebody asks.
//
// Paths. Both ends descend to the goal. Where the two descents meet, one of them is turned round and joined to the
// other: the way through the tree of shortest paths. It is at most twice the shorter descent longer than the shortest
// one. So all places around the goal share one field.
//
// Memory: 4 bytes for each node, in pages of 16 x 16 that are made when the field reaches them, and 45 KB.
#ifndef FW_FIELD_GOAL_FIELD_H
#define FW_FIELD_GOAL_FIELD_H

#include "base/bucket_queue.h"
#include "fairway/path.h"
#include "field/node.h"
#include "grid/steps.h"

// A step to a neighbor straight ahead, and a diagonal one: 99/70 is the square root of 2 up to 0.005 %. With the
// highest cost of a terrain, 64, steps fit the ring of the bucket queue.
#define FW_GOAL_STRAIGHT 70u
#define FW_GOAL_DIAGONAL 99u
#define FW_GOAL_NONE UINT32_MAX

typedef struct fw_goal_field
{
	fw_allocator allocator;
	const fw_grid* grid;
	const fw_layer* tiles; // of the grid, for the class
	fw_unit unit;          // only its radius and capabilities count
	fw_vec2 goal;
	uint64_t revision;
	bool costs;
	bool broken; // memory was out while it grew: it begins anew
	int32_t step;
	int32_t width, height; // [nodes]
	int32_t columns, rows; // of pages
	uint32_t** pages;      // [columns * rows], NULL: no node has a value
	int32_t page_count;
	fw_bucket_queue open;
	fw_steps steps;
	fw_vec2* bends; // [bend_count], scratch of a path
	int32_t bend_count, bend_capacity;
} fw_goal_field;

// The grid must live longer and have a layer for the unit's capabilities, and no one-way tiles. FW_ERR_MEMORY.
fw_status fw_goal_field_create( const fw_allocator* allocator, const fw_grid* grid, const fw_unit* unit, fw_vec2 goal,
                                fw_goal_field** field );
void fw_goal_field_destroy( fw_goal_field* field ); // NULL is allowed
size_t fw_goal_field_memory( const fw_goal_field* field );

typedef enum fw_goal_reach
{
	FW_GOAL_REACHED = 0, // what is left is known
	FW_GOAL_FAR = 1,     // not before the field has grown by more nodes
	FW_GOAL_CUT_OFF = 2, // no way leads there over nodes
	FW_GOAL_FAILED = 3,  // memory is out
} fw_goal_reach;

// Takes over edits of the grid, and grows until it knows what is left from a place.
// @param nodes how many it may settle; receives how many of these are left
// @param left receives that, NULL is allowed
fw_goal_reach fw_goal_field_reach( fw_goal_field* field, fw_vec2 place, int64_t* nodes, uint32_t* left );
// The way from one place to another, which both have been reached since the last edit: straight from bend to bend.
// FW_ERR_MEMORY.
fw_status fw_goal_field_path( fw_goal_field* field, fw_pose from, fw_vec2 to, fw_path* path );

// goal_repair.c: takes over edits.
void fw_goal_field_repair( fw_goal_field* field );

// For the parts of a field. A node is known by its column and row.
FW_INLINE fw_node fw_goal_node( const fw_goal_field* field, int32_t x, int32_t y )
{
	return ( fw_node ){ field->step * x + field->step - 1, field->step * y + field->step - 1 };
}

FW_INLINE bool fw_goal_has( const fw_goal_field* field, int32_t x, int32_t y )
{
	return (uint32_t)x < (uint32_t)field->width && (uint32_t)y < (uint32_t)field->height;
}

FW_INLINE uint32_t** fw_goal_page( const fw_goal_field* field, int32_t x, int32_t y )
{
	return &field->pages[(size_t)( y >> 4 ) * (size_t)field->columns + (size_t)( x >> 4 )];
}

// The node must be one of the field.
FW_INLINE uint32_t fw_goal_value( const fw_goal_field* field, int32_t x, int32_t y )
{
	const uint32_t* page = *fw_goal_page( field, x, y );
	return page != NULL ? page[( y & 15 ) << 4 | ( x & 15 )] : FW_GOAL_NONE;
}

// The directions, as bits, in which the steps of small units lead from a node; all of wide ones, which fw_goal_joins()
// tests.
FW_INLINE uint32_t fw_goal_directions( const fw_goal_field* field, int32_t x, int32_t y )
{
	return field->step == 2 ? field->steps.legal8[fw_steps_around( field->tiles, x, y )] : 255u;
}

// Does an edge lead there?
bool fw_goal_joins( const fw_goal_field* field, int32_t x, int32_t y, int32_t direction );
uint32_t fw_goal_weight( const fw_goal_field* field, int32_t x, int32_t y, int32_t direction );

// A node from which a place can be driven to straight.
typedef struct fw_goal_anchor
{
	int32_t x, y;
	uint32_t distance;
} fw_goal_anchor;

// All of them; of a place on a node, this node. Returns how many.
int32_t fw_goal_anchors( const fw_goal_field* field, fw_vec2 place, fw_goal_anchor anchors[9] );
// Gives the nodes around the goal what is left, and the neighbors of a node.
void fw_goal_seed( fw_goal_field* field );
void fw_goal_expand( fw_goal_field* field, int32_t x, int32_t y );

FW_INLINE bool fw_goal_is_goal( const fw_goal_field* field, fw_vec2 place )
{
	return place.x == field->goal.x && place.y == field->goal.y;
}

#endif
