// SPDX-License-Identifier: MIT
// Exact costs into a goal with a heading, from the poses around it.
//
// A field over places does not know from which side the goal can be entered, so a search would flood all that is near
// it. The perimeter is a Dijkstra search backwards from the goal pose, over the same table: a path driven backwards in
// time is a path of the turned-round unit. Poses that it settled have their exact cost as estimate, and the poses on
// its rim seed the field, so that the estimate far away leads to where the goal can be entered (J. F. Dillenburg, P. C.
// Nelson, "Perimeter Search", 1994). It grows only while the forward search does not get on, and in balance with it.
#ifndef FW_SEARCH_DIRECTIONAL_PERIMETER_H
#define FW_SEARCH_DIRECTIONAL_PERIMETER_H

#include "base/open_list.h"
#include "search/node_pages.h"
#include "sweep/turn_table.h"

typedef struct fw_perimeter_node
{
	uint32_t g;
	uint8_t stage;
	bool seen, settled;
	uint8_t spare;
} fw_perimeter_node;

typedef struct fw_perimeter
{
	fw_node_pages pages;
	fw_open_list open;
	bool possible;                // for this query
	bool active;                  // estimates use it
	bool may_close;               // does the search heed `closed`?
	bool has_all_ends;            // were all exact curves into the goal looked at?
	bool closed;                  // all poses that lead into the goal were seen
	int32_t x, y, phase, heading; // of the goal pose
	int32_t next_approach;        // of the table's list, all before it were looked at
	int64_t expanded;

	int64_t target; // nodes to expand before the search goes on
	int64_t due;    // when the search has expanded so many nodes, the perimeter grows
} fw_perimeter;

#endif
