// SPDX-License-Identifier: MIT
// The third level: clusters of clusters, in the form of clusters whose nodes are some of the nodes on their borders.
#ifndef FW_HIERARCHY_UPPER_H
#define FW_HIERARCHY_UPPER_H

#include "hierarchy/window.h"

// Scratch of building. Zeroed before the first time.
typedef struct fw_upper_scratch
{
	fw_window window;
	fw_cluster_draft draft;
} fw_upper_scratch;

void fw_upper_scratch_hold( fw_holdings* holdings, fw_upper_scratch* scratch );

// The lower clusters of an upper one.
fw_rect fw_upper_clusters( const fw_hierarchy* hierarchy, int32_t ux, int32_t uy );

// Lower clusters to a side of an upper one, so that it is about 160 tiles long.
int32_t fw_upper_span( int32_t cluster );

// Builds the third level of a hierarchy, over that of an older one where there is one. Maps that are too intricate for
// it get none. False when memory is out.
bool fw_uppers_build( fw_hierarchy* hierarchy, const fw_hierarchy* old, fw_upper_scratch* scratch );
void fw_uppers_drop( fw_hierarchy* hierarchy );

#endif
