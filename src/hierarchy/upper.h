// SPDX-License-Identifier: MIT
// The third level: clusters of clusters, in the form of clusters whose nodes are some of the nodes on their borders.
#ifndef FW_HIERARCHY_UPPER_H
#define FW_HIERARCHY_UPPER_H

#include "hierarchy/window.h"

// The most transitions of one side of an upper cluster, before most of them are left out.
#define FW_UPPER_SIDE_MAX 512

// A transition of a lower cluster that lies on the border of an upper one.
typedef struct fw_upper_transition
{
	uint8_t unit_class;
	int16_t at;               // tiles from the border's first one
	uint32_t first, second;   // nodes, counted through both upper clusters
	int16_t first_x, first_y; // tiles on the map
	int16_t second_x, second_y;
} fw_upper_transition;

typedef struct fw_upper_side
{
	fw_upper_transition items[FW_UPPER_SIDE_MAX];
	int32_t count;
} fw_upper_side;

// Scratch of building. Zeroed before the first time.
typedef struct fw_upper_scratch
{
	fw_window window;
	fw_upper_side sides[FW_SIDE_COUNT];
	uint32_t* labels[2]; // [label_capacity] by class and node, of both upper clusters of a border
	int32_t label_capacity[2];
	fw_cluster_draft draft;
} fw_upper_scratch;

void fw_upper_scratch_free( fw_upper_scratch* scratch, const fw_allocator* allocator );
size_t fw_upper_scratch_memory( const fw_upper_scratch* scratch ); // beside itself

// The lower clusters of an upper one.
fw_rect fw_upper_clusters( const fw_hierarchy* hierarchy, int32_t ux, int32_t uy );

// Lower clusters to a side of an upper one, so that it is about 160 tiles long.
int32_t fw_upper_span( int32_t cluster );

// Builds the upper cluster in column ux and row uy. FW_ERR_MEMORY; FW_ERR_TOO_LARGE where it would have too many nodes.
fw_status fw_upper_build( const fw_hierarchy* hierarchy, int32_t ux, int32_t uy, fw_upper_scratch* scratch,
                          const fw_allocator* allocator, fw_cluster** cluster );

// Builds the third level of a hierarchy, over that of an older one where there is one. Maps that are too intricate for
// it get none. False when memory is out.
bool fw_uppers_build( fw_hierarchy* hierarchy, const fw_hierarchy* old, fw_upper_scratch* scratch );
void fw_uppers_drop( fw_hierarchy* hierarchy );

#endif
