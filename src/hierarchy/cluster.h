// SPDX-License-Identifier: MIT
// One cluster of an abstraction: nodes and edges, and the terrains where costs matter.
//
// A class is a capability set with a size. A cluster never changes once it is built, knows nothing of where its
// neighbors lie in memory, and is shared by all hierarchies in which it is the same. Two neighbors agree on the
// transitions of their border because both compute them from the same tiles; the n-th transition of a side is the n-th
// one of the other cluster's opposite side.
#ifndef FW_HIERARCHY_CLUSTER_H
#define FW_HIERARCHY_CLUSTER_H

#include "hierarchy/local.h"

#define FW_CLASS_MAX ( FW_HIERARCHY_MAX_CLASSES * FW_HIERARCHY_MAX_CLASSES )
// Each tile of the rim may be a node.
#define FW_CLUSTER_NODES ( 4 * FW_CLUSTER_MAX )
// Transitions of one side: each tile may have one of each capability set.
#define FW_SIDE_MAX ( FW_HIERARCHY_MAX_CLASSES * FW_CLUSTER_MAX )

// Sides in the order of the directions of fw_step_x[]: right, down, left, up. FW_SIDE_NONE: an intra-edge.
enum
{
	FW_SIDE_RIGHT,
	FW_SIDE_DOWN,
	FW_SIDE_LEFT,
	FW_SIDE_UP,
	FW_SIDE_COUNT,
	FW_SIDE_NONE = FW_SIDE_COUNT,
};

FW_INLINE int32_t fw_side_opposite( int32_t side )
{
	return side ^ 2;
}

typedef struct fw_abstract_node
{
	uint8_t x, y;         // within the cluster
	uint16_t intra_edges; // its edges through the cluster, which come before those over a side
	uint32_t first_edge;
} fw_abstract_node;

typedef struct fw_abstract_edge
{
	uint32_t cost;
	uint8_t to;         // a node of the cluster; over a side, the transition
	uint8_t side;       // FW_SIDE_NONE: an intra-edge
	uint8_t unit_class; // the least one that can take it, see fw_classes
	uint8_t spare;
	uint32_t successors; // which edges of the node at its end can follow on a shortest path, see fw_successors_has()
} fw_abstract_edge;

// A set of a node's edges, by their place in its list; the last bit stands for all from there on.
#define FW_SUCCESSORS_LAST 31

FW_INLINE bool fw_successors_has( uint32_t successors, int32_t place )
{
	return ( successors >> ( place < FW_SUCCESSORS_LAST ? place : FW_SUCCESSORS_LAST ) & 1u ) != 0;
}

// Of such a set, the intra-edges of the node that it belongs to; 0: none.
FW_INLINE uint32_t fw_successors_within( uint32_t successors, const fw_abstract_node* node )
{
	return successors & ( node->intra_edges < FW_SUCCESSORS_LAST ? ( 1u << node->intra_edges ) - 1u : UINT32_MAX );
}

typedef struct fw_cluster
{
	fw_holders holders;
	uint32_t bytes; // of the whole block
	int16_t x, y;   // first tile
	uint8_t width, height;
	uint8_t node_count;
	uint8_t side_count[FW_SIDE_COUNT]; // transitions
	uint8_t spare;                     // 0: clusters are compared as bytes
	uint16_t inter_count;              // edges over a side
	uint32_t edge_count;               // with them
	// Offsets of what follows in the block.
	uint32_t edges;                  // fw_abstract_edge[edge_count]
	uint32_t nodes;                  // fw_abstract_node[node_count + 1]
	uint32_t terrain;                // uint8_t[width * height], 0 where costs do not matter
	uint32_t parts;                  // uint8_t[class_count][node_count + 1], see fw_cluster_parts()
	uint32_t of_side[FW_SIDE_COUNT]; // uint8_t[side_count]: the node of each transition
} fw_cluster;

FW_INLINE const fw_abstract_edge* fw_cluster_edges( const fw_cluster* cluster )
{
	return (const fw_abstract_edge*)(const void*)( (const char*)cluster + cluster->edges );
}

FW_INLINE const fw_abstract_node* fw_cluster_nodes( const fw_cluster* cluster )
{
	return (const fw_abstract_node*)(const void*)( (const char*)cluster + cluster->nodes );
}

// The same while it is made.
FW_INLINE fw_abstract_edge* fw_cluster_edges_of( fw_cluster* made )
{
	return (fw_abstract_edge*)(void*)( (char*)made + made->edges );
}

FW_INLINE fw_abstract_node* fw_cluster_nodes_of( fw_cluster* made )
{
	return (fw_abstract_node*)(void*)( (char*)made + made->nodes );
}

FW_INLINE const uint8_t* fw_cluster_side( const fw_cluster* cluster, int32_t side )
{
	return (const uint8_t*)cluster + cluster->of_side[side];
}

// Which nodes edges through the cluster connect for a class: the number of each node's part from 0 on, and after those
// the number of parts. FW_PART_NONE: no edge that the class can take leads to the node.
#define FW_PART_NONE 255
FW_INLINE const uint8_t* fw_cluster_parts( const fw_cluster* cluster, int32_t unit_class )
{
	return (const uint8_t*)cluster + cluster->parts + unit_class * ( cluster->node_count + 1 );
}

// The classes of a hierarchy. Class c * size_count + s is of capability set c and size s. Who can take an edge of one
// class can take it whoever has these capabilities, and perhaps more, and is no larger.
typedef struct fw_classes
{
	int32_t count;
	int32_t capability_count, size_count;
	uint32_t capabilities[FW_HIERARCHY_MAX_CLASSES];
	int32_t sizes[FW_HIERARCHY_MAX_CLASSES];
	uint64_t serves[FW_CLASS_MAX];   // of an edge's class: the classes that can take it
	uint8_t by_demand[FW_CLASS_MAX]; // what serves most classes first
} fw_classes;

void fw_classes_make( fw_classes* classes, const fw_hierarchy_def* def );
// Can a class take an edge of class `by`?
FW_INLINE bool fw_class_serves( const fw_classes* classes, int32_t by, int32_t unit_class )
{
	return ( classes->serves[by] >> unit_class & 1u ) != 0;
}

// A crossing of a border.
typedef struct fw_transition
{
	uint8_t at;         // tiles from the border's first one
	uint8_t unit_class; // see fw_abstract_edge
} fw_transition;

// The bits of a cluster before it is built.
typedef struct fw_cluster_bits
{
	fw_rect tiles; // none: there is no such cluster
	fw_local of[FW_CLASS_MAX];
} fw_cluster_bits;

// An edge within a cluster that is being built, both ways.
typedef struct fw_built_edge
{
	uint32_t cost;
	uint8_t from, to, unit_class;
} fw_built_edge;

// The nodes and edges of a cluster or an upper cluster that is being built.
#define FW_UPPER_NODES 255 // of an upper cluster, which may have more than others
typedef struct fw_cluster_draft
{
	fw_rect tiles;
	fw_local_tile nodes[FW_UPPER_NODES];
	int32_t node_count;
	int32_t side_count[FW_SIDE_COUNT]; // transitions
	uint8_t side_nodes[FW_SIDE_COUNT][FW_UPPER_NODES], side_classes[FW_SIDE_COUNT][FW_UPPER_NODES];
	fw_built_edge* edges; // [edge_count]
	int32_t edge_count, edge_capacity;
} fw_cluster_draft;

// Scratch of building.
typedef struct fw_cluster_scratch
{
	fw_local_search search;
	fw_cluster_bits own;
	fw_cluster_bits near[FW_SIDE_COUNT];
	fw_transition transitions[FW_SIDE_COUNT][FW_SIDE_MAX];
	int32_t transition_count[FW_SIDE_COUNT];
	uint16_t parts[2][FW_LOCAL_TILES];
	fw_cluster_bits diagonal; // of fw_around_drop(), and so the next two
	fw_transition around[2][FW_SIDE_MAX];
	uint16_t around_parts[4][FW_LOCAL_TILES];
	uint16_t ends[FW_CLASS_MAX][FW_SIDE_MAX][2]; // parts at both ends of transitions
	fw_cluster_draft draft;
	uint32_t known[FW_CLUSTER_NODES][FW_CLUSTER_NODES];  // by edges
	uint32_t direct[FW_CLUSTER_NODES][FW_CLUSTER_NODES]; // by one edge
	uint64_t* pairs;                                     // [pair_capacity]
	int32_t pair_capacity;
} fw_cluster_scratch;

void fw_cluster_scratch_hold( fw_holdings* holdings, fw_cluster_scratch* scratch ); // beside itself

// A cluster with the place, size and counts of `head` and, unless it is an upper one, its terrain where costs matter;
// the rest is zero. Null when memory is out.
fw_cluster* fw_cluster_create( const fw_cluster* head, const fw_hierarchy* hierarchy, bool is_upper );
// Empties a draft.
void fw_draft_begin( fw_cluster_draft* draft, fw_rect tiles );
// Adds a transition of a side at a tile, which becomes a node. False where there would be too many.
bool fw_draft_add_transition( fw_cluster_draft* draft, int32_t side, fw_local_tile tile, uint8_t unit_class );
// The cluster that was drafted, for now without parts and which edges can follow those within; null when memory is out.
fw_cluster* fw_draft_finish( const fw_cluster_draft* draft, const fw_hierarchy* hierarchy, bool is_upper );
// Notes the parts, once all edges are there.
void fw_cluster_find_parts( fw_cluster* cluster, const fw_classes* classes );
// The tile of a border at a side of a cluster.
fw_local_tile fw_cluster_border( const fw_cluster_bits* bits, int32_t side, int32_t at );

FW_INLINE int32_t fw_cluster_place( const fw_cluster_bits* bits, int32_t side, int32_t at )
{
	const fw_local_tile tile = fw_cluster_border( bits, side, at );
	return fw_local_place( tile.x, tile.y );
}

// The bits of the cluster in column cx and row cy of clusters.
void fw_cluster_bits_read( const fw_hierarchy* hierarchy, int32_t cx, int32_t cy, fw_cluster_bits* bits );
// The transitions between a cluster and its neighbor at one side [FW_SIDE_MAX], by place.
int32_t fw_entrances_find( const fw_hierarchy* hierarchy, const fw_cluster_bits* own, const fw_cluster_bits* near,
                           int32_t side, fw_cluster_scratch* scratch, fw_transition* transitions );
// Takes out those that are gone; returns how many are left.
int32_t fw_transitions_drop( fw_transition* transitions, int32_t count, const bool* gone );
// Do transitions go that others connect round a corner? A cluster then depends on all eight around it.
bool fw_around_matters( const fw_hierarchy_def* def );
// Drops such of those of one side of a cluster, once all sides have theirs.
void fw_around_drop( const fw_hierarchy* hierarchy, int32_t cx, int32_t cy, int32_t side, fw_cluster_scratch* scratch );
// Builds a cluster; null when memory is out.
fw_cluster* fw_cluster_build( const fw_hierarchy* hierarchy, int32_t cx, int32_t cy, fw_cluster_scratch* scratch );
// The place of the node on a tile in its cluster; -1 where there is none.
int32_t fw_cluster_node( const fw_cluster* cluster, int32_t x, int32_t y );
bool fw_cluster_equals( const fw_cluster* a, const fw_cluster* b );
fw_cluster* fw_cluster_share( fw_cluster* cluster );
void fw_cluster_release( fw_cluster* cluster, const fw_allocator* allocator );

#endif
