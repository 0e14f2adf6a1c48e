// SPDX-License-Identifier: MIT
// Pictures of paths on maps, as SVG and PNG: one panel or several side by side, each with its caption.
#ifndef CLI_PICTURE_H
#define CLI_PICTURE_H

#include "options.h"

#include "fairway/hierarchy.h"
#include "fairway/lddb.h"
#include "fairway/motion.h"
#include "fairway/space.h"
#include "fairway/validate.h"

// One map with one path.
typedef struct panel
{
	const char* title;
	const char* figures; // with tabs between
	const char* verdict;
	bool good;           // color of the verdict
	bool headings;       // do the waypoints have headings to show
	const fw_path* path; // may be empty; NULL where the picture is about no path
	const fw_violation* violations;
	int32_t violation_count;
	const fw_profile* speeds; // its colors; NULL: by gear
	const fw_cones* cones;    // beside the roads, NULL: none
	const uint32_t* heat;     // expanded nodes per tile [width * height of the map], NULL: not shown
} panel;

// One of many units, where it is at a moment.
typedef struct picture_unit
{
	fw_pose pose;
	int32_t kind;
	bool stuck;
	bool no_path;
	bool waits;
} picture_unit;

typedef struct picture_kind
{
	const char* name;
	const fw_unit* unit;
	double radius; // of the smallest disc around its point that holds it [tiles]
	uint32_t capabilities;
	uint32_t color;
} picture_kind;

// Many units at a moment, and where they came along.
typedef struct picture_moment
{
	const picture_kind* kinds;
	int32_t kind_count;
	const picture_unit* units; // [unit_count]
	int32_t unit_count;
	const fw_vec2* trails; // [unit_count * trail_count], those of a unit side by side
	int32_t trail_count;
	bool trailing;   // trails are shown
	double progress; // how much of the time is over [0..1]
} picture_moment;

// What a search knows of a tile or a corner.
typedef enum search_kind
{
	SEARCH_UNSEEN,
	SEARCH_FIELD,
	SEARCH_BACK, // of the search from the goal
	SEARCH_OPEN,
	SEARCH_CLOSED,
	SEARCH_KINDS,
} search_kind;

// Where it learns that.
typedef struct search_mark
{
	int32_t x, y;
	uint8_t kind;
	bool corner; // else a tile
} search_mark;

// An expanded node.
typedef struct picture_node
{
	fw_pose pose, parent;
	double g, h;
} picture_node;

// A block of Block A*.
typedef struct picture_block
{
	fw_pose middle;
	int32_t side;        // [tiles]
	int32_t first, last; // of its expansions, counted over all blocks from 1; 0: never expanded
	int32_t count;
	double values[FW_LDDB_NODES_MAX]; // [count] those of fw_heard that were heard last
} picture_block;

// A search, for the key: what is drawn of it over the picture.
typedef struct picture_search
{
	const picture_block* blocks; // [block_count] in the order in which they were met; instead of a tree
	int32_t block_count;
	const picture_node* nodes; // [node_count] of the tree
	int32_t node_count;
	bool tree; // it is shown
	bool film; // so are marks of these kinds (bits) and the node that is expanded; a film draws all this, and the
	           // path, over the picture
	uint32_t kinds;
	bool corners; // these are tile corners
	bool ways;    // nodes have parents
	bool fan;     // ranges of angles are shown
} picture_search;

typedef struct picture
{
	const fw_grid* grid;
	const fw_unit* unit;
	fw_pose start, goal;
	bool start_any_heading, goal_any_heading;
	fw_rect view;      // tiles to show, within the map
	uint32_t terrains; // bits of those in the key, 0: what is in the view. A film has all that come into it
	double scale;      // pixels per tile, 0: chosen by the size of the view
	uint32_t show;     // SHOW_ bits
	const panel* panels;
	int32_t panel_count;
	int32_t columns;
	// Instead of paths, on one panel without a path:
	const fw_clearance* clearance;
	int32_t largest; // of the clearance
	const fw_hierarchy* hierarchy;
	const picture_moment* moment;
	const picture_search* search; // beside a path, NULL: not shown
	bool overlay;                 // the lines of all panels over one map, in colors that a legend explains
} picture;

// A picture of the whole map for the ends and the unit that were given, without panels.
picture picture_of( const fw_grid* grid, const options* given );
// Takes the part of the map that was asked for; false, with a message, where that is outside of the map.
bool picture_take_view( picture* image, const options* given );
// Can pictures of these names be drawn? Reports the first that cannot.
bool picture_check_names( const options* given, const char* who );
// Does the file name end like a picture?
bool picture_is_name( const char* file );
// The tiles around start, goal and all paths, with a margin, within the map.
fw_rect picture_around( const picture* image, double margin );

#endif
