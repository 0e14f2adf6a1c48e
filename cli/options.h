// SPDX-License-Identifier: MIT
// What the command line of a command says: its options and files.
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include "color_map.h"

#include "fairway/fixed_angles.h"
#include "fairway/hierarchy.h"
#include "fairway/planner.h"
#include "fairway/space.h"

enum
{
	COMMAND_PLAN = 1 << 0,
	COMMAND_COMPARE = 1 << 1,
	COMMAND_SCEN = 1 << 2,
	COMMAND_POSES = 1 << 3,
	COMMAND_CHECK = 1 << 4,
	COMMAND_INFO = 1 << 5,
	COMMAND_METHODS = 1 << 6,
	COMMAND_ABSTRACT = 1 << 7,
	COMMAND_SIMULATE = 1 << 8,
	COMMAND_QUEUE = 1 << 9,
};

// Layers of a picture.
enum
{
	SHOW_EXPANDED = 1 << 0,
	SHOW_FOOTPRINT = 1 << 1,
	SHOW_WAYPOINTS = 1 << 2,
};

// What the colors of a path mean.
enum
{
	COLOR_BY_GEAR = 0,
	COLOR_BY_SPEED = 1,
};

#define OPTIONS_FILES 64
#define OPTIONS_OUTS 16
#define OPTIONS_MAX 136

typedef struct options
{
	fw_plan plan;
	fw_fixed_angles_def sprites; // no angles: paths stay as they are
	const char* files[OPTIONS_FILES];
	int32_t file_count;
	const char* outs[OPTIONS_OUTS];
	int32_t out_count;
	uint32_t show;
	double scale; // pixels per tile, 0: by the size of the map
	double first; // stretch of the route that is wanted [tiles], 0: all of it
	double crop;  // margin around the path [tiles], negative: the whole map
	fw_rect view; // tiles to show, empty: all
	fw_clearance_metric clearance;
	fw_quality quality;
	uint32_t sets[FW_HIERARCHY_MAX_CLASSES]; // the capability sets, one for each time the option was given
	int32_t set_count;                       // also of those for which there was no room
	int32_t sizes[FW_HIERARCHY_MAX_CLASSES];
	int32_t size_count;
	int32_t levels;  // 0: by the size of the map
	int32_t threads; // 0: one
	const char* save;
	const char* abstraction;
	const char* regions;          // file of regions, NULL: none
	const char* links;            // file of links and one-way tiles, NULL: none
	double costs[FW_TERRAIN_MAX]; // by standard terrain, 0: as it is
	map_color colors[COLORS_MAX]; // of pictures that are maps
	int32_t color_count;
	int32_t unknown; // of a robot's map: 1: it is free
	bool meters;     // poses and lengths of the command line are in meters, y up
	const char* csv;
	const char* profile; // file of positions by time, NULL: none
	int32_t color_by;    // COLOR_BY_
	const char* exact;   // file of exact lengths
	const char* methods; // with commas, as written, NULL: not given
	const char* json_dir;
	int64_t limit;                        // 0: all
	int64_t frame_expansions, slow_after; // of a queue, 0: its defaults
	int32_t contexts, per_frame;          // requests that come with a frame, 0: all with the first
	double seconds;                       // of a scene, 0: as it says
	const char* scen;                     // file of the units of a crowd, NULL: there is a scene
	int32_t units;                        // of these the first so many, 0: all
	const char* trajectory;               // file of all positions by time, NULL: none
	int32_t rate;                         // frames a second, 0: not said
	bool trails;
	const char* film; // of the search, NULL: none
	bool tree;
	bool whole;
	bool any_map;
	bool no_times;
	bool json;
	bool given[OPTIONS_MAX]; // by row of the table
} options;

// One command: what main() needs to call it and to explain it.
typedef struct command_row
{
	const char* name;
	uint32_t bit;
	int32_t files;       // positional arguments
	bool lists;          // takes other numbers of files as well
	const char* usage;   // what follows the name
	const char* summary; // one line
	const char* example; // a command line
	const char* details; // paragraphs, each ended by a line feed
	const char* status;  // what the exit status means
	int ( *run )( options* given );
} command_row;

typedef enum parsed
{
	PARSED_RUN = 0,
	PARSED_HELP = 1,     // asked for: what most people need
	PARSED_HELP_ALL = 2, // asked for: all of it
	PARSED_BAD = 3,      // reported on standard error
} parsed;

// Reads the arguments of a command; argv[0] is its name.
parsed options_parse( const command_row* command, int argc, char** argv, options* given );
// Was this option on the command line?
bool options_given( const options* given, const char* name );

#endif
