// SPDX-License-Identifier: MIT
// The options of all commands: one table for parsing, help, man pages and completion.
#include "option_table.h"
#include "scene.h"
#include "values.h"

#include "fairway/queue.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

// An enum is written through an int32_t.
static_assert( sizeof( fw_heuristic ) == sizeof( int32_t ) && sizeof( fw_corners ) == sizeof( int32_t ) &&
                   sizeof( fw_quality ) == sizeof( int32_t ) && sizeof( fw_roads ) == sizeof( int32_t ) &&
                   sizeof( fw_lane ) == sizeof( int32_t ) && sizeof( fw_clearance_metric ) == sizeof( int32_t ) &&
                   sizeof( fw_anchor ) == sizeof( int32_t ) && sizeof( fw_lattice ) == sizeof( int32_t ) &&
                   sizeof( fw_turning ) == sizeof( int32_t ),
               "enum size" );

static bool read_from( options* given, const char* text )
{
	return value_pose( text, &given->plan.start, &given->plan.start_any_heading );
}

static bool read_to( options* given, const char* text )
{
	return value_pose( text, &given->plan.goal, &given->plan.goal_any_heading );
}

static bool read_capability( options* given, const char* text )
{
	uint32_t* capabilities = &given->plan.unit.capabilities;
	if ( !value_capabilities( text, capabilities ) )
	{
		return false;
	}
	if ( given->set_count < FW_HIERARCHY_MAX_CLASSES )
	{
		given->sets[given->set_count] = *capabilities;
	}
	given->set_count += 1;
	return true;
}

static bool read_costs( options* given, const char* text )
{
	return value_costs( text, given->costs );
}

static bool read_colors( options* given, const char* text )
{
	return color_map_read( text, given->colors, &given->color_count );
}

static bool read_sprite_offset( options* given, const char* text )
{
	double degrees = 0.0;
	const bool good = value_number( text, -360.0, 360.0, &degrees );
	given->sprites.sprites.offset = fw_radians( degrees );
	return good;
}

static bool read_out( options* given, const char* text )
{
	if ( given->out_count == OPTIONS_OUTS )
	{
		return false;
	}
	given->outs[given->out_count++] = text;
	return text[0] != '\0';
}

static bool read_sizes( options* given, const char* text )
{
	return value_sizes( text, given->sizes, &given->size_count );
}

static bool read_outline( options* given, const char* text )
{
	return value_outline( text, &given->plan.unit.outline );
}

static bool read_box( options* given, const char* text )
{
	return value_box( text, &given->plan.unit.outline );
}

static bool read_view( options* given, const char* text )
{
	return value_rect( text, &given->view );
}

static bool read_show( options* given, const char* text )
{
	uint32_t layers = 0;
	const bool good = value_set( text, "expanded|footprint|waypoints", &layers );
	given->show |= layers;
	return good;
}

#define PLAN COMMAND_PLAN
#define COMPARE COMMAND_COMPARE
#define CHECK COMMAND_CHECK
#define INFO COMMAND_INFO
#define ABSTRACT COMMAND_ABSTRACT
#define SIMULATE COMMAND_SIMULATE
#define QUEUE COMMAND_QUEUE
#define POSES COMMAND_POSES
#define SCEN COMMAND_SCEN
#define PLAIN ( PLAN | COMPARE )
#define BATCH ( SCEN | POSES )
#define SEARCH ( PLAIN | BATCH | QUEUE )
#define SHAPED ( PLAIN | SCEN | QUEUE )
#define SMOOTHED ( SEARCH & ~(unsigned)COMPARE )
#define CLUSTERED ( SEARCH | ABSTRACT | INFO )
#define VIEWED ( INFO | ABSTRACT | SIMULATE )

#define F( field ) offsetof( options, field )
#define FLAG( field ) VALUE_SET, F( field ), 0, 0, NULL, NULL, NULL, NULL, true
#define UNFLAG( field ) VALUE_CLEAR, F( field ), 0, 0, NULL, NULL, NULL, NULL, true
#define NUMBER( field, low, high, value ) VALUE_NUMBER, F( field ), low, high, value, NULL, NULL, NULL, false
#define INT32( field, low, high, value ) VALUE_INT32, F( field ), low, high, value, NULL, NULL, NULL, false
#define INT64( field, low, high, value ) VALUE_INT64, F( field ), low, high, value, NULL, NULL, NULL, false
#define CHOICE( field, value, choices ) VALUE_CHOICE, F( field ), 0, 0, value, choices, NULL, NULL, false
#define NUMERAL( field, choices ) VALUE_NUMERAL, F( field ), 0, 0, choices, choices, NULL, NULL, false
#define METHOD( field ) VALUE_METHOD, F( field ), 0, 0, "NAME", NULL, NULL, NULL, false
#define METHODS( field ) VALUE_METHODS, F( field ), 0, 0, "NAME,...", NULL, NULL, NULL, false
#define FILENAME( field, value ) VALUE_FILE, F( field ), 0, 0, value, NULL, NULL, NULL, false
#define CUSTOM( read, value, wanted ) VALUE_CUSTOM, 0, 0, 0, value, NULL, wanted, read, false
#define LIST( read, value, choices ) VALUE_CUSTOM, 0, 0, 0, value, choices, NULL, read, true
#define POSE( read ) CUSTOM( read, "X,Y[,DEG]", "X,Y[,DEG], numbers up to 65536" )
#define OUT VALUE_CUSTOM, 0, 0, 0, "FILE", NULL, "a file name, and this at most 16 times", read_out, true
#define TERRAINS "ground|water|swamp|trees|road"

// clang-format off
static const option_row rows[] = {
	{ "from", POSE( read_from ), GROUP_ENDS, PLAIN, PLAIN, NULL,
	  "start in tiles: the center of tile (3, 5) is 3.5,5.5; without DEG the unit may face anywhere" },
	{ "to", POSE( read_to ), GROUP_ENDS, PLAIN, PLAIN, NULL,
	  "goal; degrees count from +x towards +y, which is down; without DEG any heading will do" },
	{ "tolerance", NUMBER( plan.goal_tolerance, 0, FW_GRID_MAX_SIDE, "T" ), GROUP_ENDS, SEARCH, 0, "0",
	  "arriving this near to the goal is enough [tiles]" },
	{ "nearest", FLAG( plan.nearest ), GROUP_ENDS, PLAN | QUEUE, PLAN, NULL,
	  "where no path leads to the goal, go to the nearest tile that can be reached; plan then exits with 1" },
	{ "first", NUMBER( first, 1, 1e6, "TILES" ), GROUP_ENDS, PLAN, 0, NULL,
	  "only the first stretch of at least this length, and how much is left then; smoothing may make it shorter; "
	  "methods haastar-... only" },

	{ "radius", NUMBER( plan.unit.radius, 0, 64, "R" ), GROUP_UNIT, SHAPED | INFO, SHAPED, "0.4, at tile corners 0",
	  "radius of the unit's disc [tiles]" },
	{ "size", INT32( plan.unit.size, 0, FW_UNIT_MAX_SIZE, "K" ), GROUP_UNIT, SHAPED | INFO, SHAPED, "0",
	  "the unit is a square of K x K tiles, placed by its top left tile; 0: a disc" },
	{ "box", CUSTOM( read_box, "LxW[+REAR]", "LxW or LxW+REAR such as 4x1.6+0.8, at most 64, REAR of the length L behind the unit's point" ), GROUP_UNIT, SHAPED | CHECK, PLAIN, NULL,
	  "the unit is a rectangle L long and W wide, REAR of it behind the point that follows the path [tiles]" },
	{ "outline", CUSTOM( read_outline, "X,Y,...", "X,Y,X,Y,...: two to eight corners, convex, with 0,0 on or inside of them" ), GROUP_UNIT, SHAPED | CHECK, 0, NULL,
	  "corners of the unit, x ahead, y to its right, from the point that follows the path; rounded by --radius" },
	{ "turning-radius", NUMBER( plan.unit.turning_radius, 0, 64, "T" ), GROUP_UNIT, SHAPED | INFO, SHAPED, "0",
	  "radius of the tightest circle that the unit can drive [tiles]; 0: it turns on the spot" },
	{ "capability", LIST( read_capability, "NAME,...", TERRAINS ), GROUP_UNIT, ABSTRACT, 0, "ground,swamp",
	  "terrains that a unit may enter: ground, water, swamp, trees, road; once more for each further set, up to 8" },
	{ "sizes", CUSTOM( read_sizes, "K,...", "up to 8 sizes from 1 to 64, each once, such as 1,2,3" ), GROUP_UNIT, ABSTRACT, 0, "1",
	  "sides of the square units [tiles]; 1 stands for discs of radius up to 0.5 too" },
	{ "capability", VALUE_CUSTOM, 0, 0, 0, "NAME,...", TERRAINS, NULL, read_capability, false, GROUP_UNIT, SEARCH | INFO, SEARCH, "ground,swamp",
	  "terrains that the unit may enter: ground, water, swamp, trees, road" },
	{ "reverse", FLAG( plan.unit.reverse ), GROUP_UNIT, SEARCH | CHECK, PLAIN | POSES, NULL,
	  "the unit may drive backwards" },
	{ "reverse-factor", NUMBER( plan.unit.reverse_factor, 1, 100, "F" ), GROUP_UNIT, SEARCH, 0, "2",
	  "cost of a tile in reverse, as a multiple of its cost forward" },
	{ "reverse-penalty", NUMBER( plan.unit.reverse_penalty, 0, 1000, "P" ), GROUP_UNIT, SEARCH, 0, "2",
	  "cost of each change of gear [tiles]" },
	{ "radius", NUMBER( plan.unit.radius, 0, 64, "R" ), GROUP_UNIT, CHECK, 0, "of the file",
	  "radius of the unit's disc [tiles], also where the file is about a square" },
	{ "size", INT32( plan.unit.size, 0, FW_UNIT_MAX_SIZE, "K" ), GROUP_UNIT, CHECK, 0, "of the file",
	  "the unit is a square of K x K tiles; 0: a disc" },
	{ "turning-radius", NUMBER( plan.unit.turning_radius, 0, 64, "T" ), GROUP_UNIT, CHECK, 0, "of the file",
	  "radius of the tightest circle that the unit can drive [tiles]; 0: it turns on the spot" },
	{ "capability", VALUE_CUSTOM, 0, 0, 0, "NAME,...", TERRAINS, NULL, read_capability, false, GROUP_UNIT, CHECK, 0, "of the file",
	  "terrains that the unit may enter: ground, water, swamp, trees, road" },

	{ "radius", NUMBER( plan.unit.radius, SCENE_RADIUS_MIN, FIELD_RADIUS_MAX, "R" ), GROUP_UNIT, SIMULATE, 0, "of the file, else 0.4",
	  "radius of all units of --scen [tiles]" },
	{ "box", CUSTOM( read_box, "LxW[+REAR]", "LxW or LxW+REAR such as 4x1.6+0.8, at most 64, REAR of the length L behind the unit's point" ), GROUP_UNIT, SIMULATE, 0, NULL,
	  "all units of --scen are rectangles L long and W wide, REAR of it behind the point that follows the path [tiles]" },
	{ "turning-radius", NUMBER( plan.unit.turning_radius, 0, 64, "T" ), GROUP_UNIT, SIMULATE, 0, "0",
	  "radius of the tightest circle that units of --scen can drive [tiles]; 0: they turn on the spot" },
	{ "reverse", FLAG( plan.unit.reverse ), GROUP_UNIT, SIMULATE, 0, NULL,
	  "units of --scen may drive backwards" },

	{ "cost", VALUE_CUSTOM, 0, 0, 0, "NAME=F,...", NULL, "NAME=F,... such as swamp=3,road=1.5: ground, swamp, water, trees, road or their letters, each once, F from 1 to 64",
	  read_costs, true, GROUP_MAP, SEARCH | CHECK | INFO | ABSTRACT, SEARCH, "1 each",
	  "terrain costs, each 1 to 64, such as swamp=3: ground, swamp, water, trees, road, or a letter of the map" },
	{ "ignore-costs", FLAG( plan.options.ignore_costs ), GROUP_MAP, SEARCH, 0, NULL,
	  "plan as if every terrain cost 1" },
	{ "links", FILENAME( links, "FILE" ), GROUP_MAP, SHAPED | CHECK | INFO, 0, NULL,
	  "links and one-way tiles of the map: lines 'link X Y TO_X TO_Y COST [NAME,...]' and "
	  "'one-way X Y W H DIRECTIONS', the latter of e,se,s,sw,w,nw,n,ne, or none" },
	{ "regions", FILENAME( regions, "FILE" ), GROUP_MAP, SEARCH, 0, NULL,
	  "regions for compass: a text map of the same size, one character for each region, . for none" },
	{ "colors", CUSTOM( read_colors, "RRGGBB=NAME,...", "RRGGBB=NAME,... such as 3a7f00=swamp: ground, swamp, water, trees, road or blocked" ), GROUP_MAP, SEARCH | CHECK | INFO | ABSTRACT, 0, NULL,
	  "terrains of the colors of a .png or .pgm map; light grays are ground, dark ones blocked" },
	{ "unknown", CHOICE( unknown, "blocked|free", "blocked|free" ), GROUP_MAP, SEARCH | CHECK | INFO | ABSTRACT, 0, "blocked",
	  "what the unknown cells of a robot's map (.yaml) are" },
	{ "meters", FLAG( meters ), GROUP_MAP, PLAN, 0, NULL,
	  "poses and lengths of the command line are in meters, y up, as a robot's map (.yaml) says where it lies" },
	{ "any-map", FLAG( any_map ), GROUP_MAP, BATCH | QUEUE | SIMULATE, BATCH | QUEUE, NULL,
	  "also take problems that name another map" },

	{ "method", METHOD( plan.method ), GROUP_METHOD, PLAN, PLAN, "auto, which suits unit, goal and map",
	  "search method; 'fairway methods' lists them" },
	{ "method", METHOD( plan.method ), GROUP_METHOD, COMPARE, COMPARE, "auto, which suits unit, goal and map",
	  "method of the last path; 'fairway methods' lists them" },
	{ "method", METHODS( methods ), GROUP_METHOD, SCEN, SCEN, "astar",
	  "search methods, up to 16, one after the other; NAME@corner or NAME@center sets the anchor of one; 'fairway methods' "
	  "lists them" },
	{ "method", METHOD( plan.method ), GROUP_METHOD, POSES | QUEUE, POSES | QUEUE, "auto, which suits unit, goal and map",
	  "search method; 'fairway methods' lists them" },
	{ "method", METHOD( plan.method ), GROUP_METHOD, INFO, 0, NULL,
	  "also print what a planner keeps in memory for plans by this method; 'fairway methods' lists them" },
	{ "methods", METHODS( methods ), GROUP_METHOD, COMPARE, COMPARE, NULL,
	  "compare up to 12 methods over one map instead; NAME@corner or NAME@center sets the anchor of one" },
	{ "weight", NUMBER( plan.options.weight, 1, 16, "W" ), GROUP_METHOD, SEARCH & ~(unsigned)COMPARE, POSES, "1; 1.1 for methods with headings",
	  "weight of the heuristic: above 1 the search is faster, and the path at most that factor longer" },
	{ "weight", NUMBER( plan.options.weight, 1, 16, "W" ), GROUP_METHOD, COMPARE, 0, "1; 1.1 for methods with headings",
	  "weight of the heuristic of the last path, or of all --methods" },
	{ "heuristic", CHOICE( plan.options.heuristic, "NAME", "best|octile|euclidean|zero|table|field" ), GROUP_METHOD, SEARCH, 0, "best",
	  "estimate of the cost that remains: best, octile, euclidean, zero, table or field" },
	{ "anchor", CHOICE( plan.options.anchor, "center|corner", "center|corner" ), GROUP_METHOD, SHAPED, 0, "center",
	  "search over tile centers or tile corners; corners are for a point (radius 0)" },
	{ "corners", CHOICE( plan.options.corners, "closed|open", "closed|open" ), GROUP_METHOD, SHAPED, 0, "closed",
	  "open: a point may pass between two blocked tiles that touch at a corner; any-angle methods only" },
	{ "neighbors", NUMERAL( plan.options.neighbors, "4|8" ), GROUP_METHOD, SEARCH, 0, "8",
	  "directions of a step in tile paths" },
	{ "block-size", INT32( plan.options.block_size, 2, 5, "N" ), GROUP_METHOD, SEARCH, 0, "4",
	  "side of the blocks of block, block-ps, block4 and block8 [tiles]" },
	{ "corner-cutting", FLAG( plan.options.corner_cutting ), GROUP_METHOD, SEARCH, 0, NULL,
	  "let diagonal steps pass a blocked tile" },
	{ "turn-penalty", NUMBER( plan.options.turn_penalty, 0, 1000, "P" ), GROUP_METHOD, SEARCH, 0, "0",
	  "cost of each change of direction in astar and aastar [tiles]" },
	{ "turn-charge", NUMBER( plan.options.turn_charge, 0, 1000, "C" ), GROUP_METHOD, SEARCH, 0, "0",
	  "cost of turning in methods with headings and --turns along [tiles per radian]" },
	{ "window", INT32( plan.options.window, -1, FW_GRID_MAX_SIDE, "MARGIN" ), GROUP_METHOD, SEARCH, 0, "-1",
	  "search only this many tiles around start and goal; -1: the whole map" },
	{ "leg-length", INT32( plan.legs.length, 1, FW_GRID_MAX_SIDE, "N" ), GROUP_METHOD, SEARCH, 0, "40",
	  "longest leg of midpoint along each axis [tiles]" },
	{ "leg-margin", INT32( plan.legs.margin, 0, FW_GRID_MAX_SIDE, "N" ), GROUP_METHOD, SEARCH, 0, "10",
	  "how far around its ends a leg of midpoint may lead [tiles]" },
	{ "region-side", INT32( plan.legs.side, 2, FW_GRID_MAX_SIDE, "N" ), GROUP_METHOD, SEARCH, 0, "16",
	  "side of the squares that are the regions of compass where --regions draws none [tiles]" },
	{ "max-expansions", INT64( plan.options.max_expansions, 0, 9e15, "N" ), GROUP_METHOD, SEARCH, 0, "0",
	  "give up after expanding this many nodes; 0: never" },
	{ "best-effort", FLAG( plan.best_effort ), GROUP_METHOD, PLAN, 0, NULL,
	  "when --max-expansions are used up, return the path so far (exit status 1)" },

	{ "lattice", CHOICE( plan.lattice, "gaps|tiles|half", "gaps|tiles|half" ), GROUP_LATTICE, SEARCH, 0, "gaps",
	  "positions: tile centers with half-tile points in narrow gaps, tile centers alone, or all half-tile points" },
	{ "ring", INT32( plan.ring, 0, FW_RING_MAX, "N" ), GROUP_LATTICE, SEARCH, 0, "0",
	  "how many tiles away successors may lie; 0: by turning radius" },
	{ "headings", NUMERAL( plan.headings, "8|16" ), GROUP_LATTICE, SEARCH, 0, "8",
	  "headings at each position" },
	{ "no-second-try", UNFLAG( plan.second_try ), GROUP_LATTICE, SEARCH, 0, NULL,
	  "no second try on all half-tile points where no path was found" },
	{ "end-moves", INT32( plan.options.end_moves, 0, 4096, "N" ), GROUP_LATTICE, SEARCH, 0, "4096",
	  "short exact moves that the second try may make at either end, as for parking; 0: none" },

	{ "cluster", INT32( plan.cluster, FW_CLUSTER_MIN, FW_CLUSTER_MAX, "N" ), GROUP_HIERARCHY, CLUSTERED, 0, "15",
	  "side of the clusters, for methods haastar-... and hdirectional [tiles]" },
	{ "landmarks", FLAG( plan.landmarks ), GROUP_HIERARCHY, PLAN | BATCH | QUEUE | INFO, 0, NULL,
	  "search by landmarks: fewer nodes, once the landmarks are found" },
	{ "abstraction", FILENAME( abstraction, "FILE" ), GROUP_HIERARCHY, PLAN | SCEN, 0, NULL,
	  "read the hierarchy that 'fairway abstract --save' wrote for this map, instead of building one" },
	{ "levels", INT32( levels, 2, 3, "N" ), GROUP_HIERARCHY, ABSTRACT, 0, "3 above 2048 tiles a side, else 2",
	  "2: tiles and clusters; 3: also clusters of clusters, for long paths" },
	{ "quality", CHOICE( quality, "NAME", "initial|high|low" ), GROUP_HIERARCHY, ABSTRACT, 0, "high",
	  "which edges are kept: high, low or initial, as for the methods haastar-..." },
	{ "threads", INT32( threads, 1, 64, "N" ), GROUP_HIERARCHY, ABSTRACT, 0, "1",
	  "threads that build it; the result is the same" },
	{ "save", FILENAME( save, "FILE" ), GROUP_HIERARCHY, ABSTRACT, 0, NULL,
	  "write the hierarchy to a file, for --abstraction; also -o FILE" },

	{ "smooth", FLAG( plan.smooth ), GROUP_PATH, SMOOTHED & ~(unsigned)SCEN, 0, NULL,
	  "straighten tile paths by string pulling (default)" },
	{ "no-smooth", UNFLAG( plan.smooth ), GROUP_PATH, SMOOTHED & ~(unsigned)SCEN, PLAN | QUEUE, NULL,
	  "leave tile paths as the search made them, zigzags and all" },
	{ "smooth", FLAG( plan.smooth ), GROUP_PATH, SCEN, SCEN, NULL,
	  "straighten tile paths by string pulling" },
	{ "turns", CHOICE( plan.turning, "HOW", "none|ignore|along|tighter|backing|recalculate" ), GROUP_PATH, SMOOTHED, PLAN, "none",
	  "turns for paths of lines. ignore: also past blocked tiles; along: legal turns along the tile path; "
	  "tighter: as tight as they must be; backing: three-point turns where there is no room (with --reverse); "
	  "recalculate: search again without the steps at which turns hit something" },
	{ "min-turning-radius", NUMBER( plan.min_turning_radius, FW_TIGHTER_MIN, 64, "M" ), GROUP_PATH, SMOOTHED, 0, "0.05, or for backing the turning radius",
	  "tightest turn of --turns tighter, and of --turns backing before it backs up [tiles]" },
	{ "clean", FLAG( plan.clean_up ), GROUP_PATH, SEARCH, 0, NULL,
	  "clean up paths of curves (default)" },
	{ "no-clean", UNFLAG( plan.clean_up ), GROUP_PATH, SEARCH, 0, NULL,
	  "leave paths of curves as the search made them" },
	{ "roads", CHOICE( plan.roads, "HOW", "none|steps|only|rings|cones" ), GROUP_PATH, PLAN | BATCH, 0, "none",
	  "keep to roads, terrain road (R). steps: passes leave the waypoints on roads alone; only: roads and nothing else; "
	  "rings: curves stay on roads; cones: tiles beside the road are blocked, with room at turns" },
	{ "lane", CHOICE( plan.lane, "any|right|left", "any|right|left" ), GROUP_PATH, PLAN | BATCH, 0, "any",
	  "keep to this side of roads that are two tiles wide or more" },
	{ "margin", NUMBER( plan.margin, 0, FW_MARGIN_MAX, "M" ), GROUP_PATH, PLAN | BATCH, 0, "0",
	  "keep this much away from walls where there is room [tiles]; for methods that honor terrain costs" },
	{ "margin-cost", NUMBER( plan.margin_cost, 0, FW_TERRAIN_COST_MAX, "C" ), GROUP_PATH, PLAN | BATCH, 0, "3",
	  "ground beside a wall costs 1 + C times as much, for --margin" },
	{ "sprite-angles", INT32( sprites.sprites.count, FW_SPRITES_MIN, FW_SPRITES_MAX, "N" ), GROUP_PATH, PLAN | BATCH, 0, NULL,
	  "make the path of lines in N directions, for units drawn from N angles; it is judged for a unit that turns on the spot" },
	{ "sprite-offset", CUSTOM( read_sprite_offset, "DEG", "a number from -360 to 360" ), GROUP_PATH, PLAN | BATCH, 0, "0",
	  "heading of the first sprite [degrees]" },
	{ "sprite-deviation", NUMBER( sprites.deviation, 0.01, FW_GRID_MAX_SIDE, "D" ), GROUP_PATH, PLAN | BATCH, 0, "as far as nothing is hit",
	  "keep this near to the planned path where that is possible [tiles]" },

	{ "speed", NUMBER( plan.unit.speed, 1e-6, 1e6, "V" ), GROUP_SPEED, PLAN, 0, "2",
	  "top speed [tiles/s]; with any option of this group the time of arrival is printed" },
	{ "speed", NUMBER( plan.unit.speed, 1e-6, 1e6, "V" ), GROUP_SPEED, SEARCH & ~(unsigned)PLAN, 0, "2",
	  "top speed [tiles/s]; the options of this group are for directional-speed" },
	{ "speed", NUMBER( plan.unit.speed, SCENE_SPEED_MIN, SCENE_SPEED_MAX, "V" ), GROUP_SPEED, SIMULATE, 0, "2",
	  "top speed of the units of --scen [tiles/s]" },
	{ "acceleration", NUMBER( plan.unit.acceleration, 1e-6, 1e6, "A" ), GROUP_SPEED, SEARCH, 0, "2",
	  "acceleration [tiles/s^2]" },
	{ "braking", NUMBER( plan.unit.braking, 1e-6, 1e6, "B" ), GROUP_SPEED, SEARCH, 0, "4",
	  "deceleration [tiles/s^2]" },
	{ "lateral", NUMBER( plan.unit.lateral, 0, 1e6, "G" ), GROUP_SPEED, SEARCH, 0, "0",
	  "limit of the lateral acceleration in turns [tiles/s^2]; 0: that of top speed at the turning radius" },
	{ "start-speed", NUMBER( plan.options.start_speed, 0, 1e6, "V" ), GROUP_SPEED, PLAIN, 0, "0",
	  "speed at the start, at most the top speed [tiles/s]" },
	{ "any-speed", FLAG( plan.options.goal_any_speed ), GROUP_SPEED, PLAIN, 0, NULL,
	  "the unit need not stop at the goal" },
	{ "profile", FILENAME( profile, "FILE" ), GROUP_SPEED, PLAN, 0, NULL,
	  "write as CSV where the unit is every 1/20 s; - is standard output" },
	{ "color-by", CHOICE( color_by, "gear|speed", "gear|speed" ), GROUP_SPEED, PLAN, 0, "gear",
	  "what the colors of the path mean in pictures" },

	{ "limit", INT64( limit, 1, INT32_MAX, "N" ), GROUP_PROBLEMS, BATCH | QUEUE, BATCH | QUEUE, NULL,
	  "only the first N problems" },
	{ "exact", FILENAME( exact, "FILE" ), GROUP_PROBLEMS, SCEN, SCEN, NULL,
	  "compare with the exact lengths of a file: one line 'sx sy gx gy length' for each problem" },
	{ "threads", INT32( threads, 1, 64, "N" ), GROUP_PROBLEMS, SCEN, SCEN, "1",
	  "threads that plan, each with tables of its own; the results are the same" },
	{ "frame-expansions", INT64( frame_expansions, 2, 1e9, "N" ), GROUP_PROBLEMS, QUEUE, QUEUE, "20000",
	  "nodes that may be expanded in one frame" },
	{ "contexts", INT32( contexts, 1, FW_QUEUE_MAX_CONTEXTS, "K" ), GROUP_PROBLEMS, QUEUE, QUEUE, "2",
	  "searches side by side; all but one may be slow" },
	{ "slow-after", INT64( slow_after, 1, 1e9, "N" ), GROUP_PROBLEMS, QUEUE, QUEUE, "5000",
	  "nodes after which a search counts as slow" },
	{ "per-frame", INT32( per_frame, 1, 1e6, "N" ), GROUP_PROBLEMS, QUEUE, QUEUE, "all with the first",
	  "requests that come with each frame" },
	{ "scen", FILENAME( scen, "FILE" ), GROUP_PROBLEMS, SIMULATE, 0, NULL,
	  "a unit for each line of a MovingAI scenario, from tile center to tile center of the map, all at once; - is "
	  "standard input" },
	{ "units", INT32( units, 1, SCENE_UNITS_MAX, "N" ), GROUP_PROBLEMS, SIMULATE, 0, "all",
	  "only the first N units of --scen" },
	{ "seconds", NUMBER( seconds, 0.05, SCENE_SECONDS_MAX, "N" ), GROUP_PROBLEMS, SIMULATE, 0, "as the scene says; with --scen 300 more than the longest path takes",
	  "stop after this time; a simulation also ends one second after all have arrived" },

	{ "out", OUT, GROUP_OUTPUT, PLAN, PLAN, NULL,
	  "write FILE.json, FILE.svg, FILE.png, or poses to FILE.csv or FILE.yaml, instead of a summary; - is JSON on standard output, -.svg and -.png "
	  "are pictures there; up to 16 times" },
	{ "out", OUT, GROUP_OUTPUT, COMPARE, COMPARE, NULL,
	  "draw FILE.svg or FILE.png; up to 16 times" },
	{ "clearance", CHOICE( clearance, "NAME", "true|brushfire" ), GROUP_OUTPUT, INFO, 0, NULL,
	  "print how much room there is. true: squares with the tile at their top left; brushfire: steps to the nearest wall" },
	{ "out", OUT, GROUP_OUTPUT, INFO, 0, NULL,
	  "draw the clearance: FILE.svg or FILE.png; up to 16 times" },
	{ "out", OUT, GROUP_OUTPUT, ABSTRACT, 0, NULL,
	  "draw the hierarchy: FILE.svg or FILE.png; up to 16 times" },
	{ "out", OUT, GROUP_OUTPUT, SIMULATE, 0, NULL,
	  "write a film as FILE.svg or FILE.gif, its end as FILE.png, or FILE.json; - is JSON on standard output; up to 16 times" },
	{ "csv", FILENAME( csv, "FILE" ), GROUP_OUTPUT, BATCH, BATCH, NULL,
	  "write one row for each problem; - is standard output" },
	{ "csv", FILENAME( csv, "FILE" ), GROUP_OUTPUT, COMPARE, COMPARE, NULL,
	  "write one row for each path; - is standard output, and replaces the table" },
	{ "csv", FILENAME( csv, "FILE" ), GROUP_OUTPUT, SIMULATE, 0, NULL,
	  "write one row for each unit; - is standard output" },
	{ "trajectory", FILENAME( trajectory, "FILE" ), GROUP_OUTPUT, SIMULATE, 0, NULL,
	  "write as CSV where each unit is every 1/40 s; - is standard output" },
	{ "json-dir", FILENAME( json_dir, "DIR" ), GROUP_OUTPUT, BATCH, BATCH, NULL,
	  "write the path of problem N to DIR/N.json" },
	{ "fps", NUMERAL( rate, "1|2|4|5|10|20" ), GROUP_OUTPUT, SIMULATE, 0, "10",
	  "frames per second of GIF and JSON" },
	{ "film", FILENAME( film, "FILE" ), GROUP_OUTPUT, PLAN, PLAN, NULL,
	  "write the search as a film, FILE.gif or FILE.svg: open and closed nodes, the one that is expanded, and the path" },
	{ "tree", FLAG( tree ), GROUP_OUTPUT, PLAN, 0, NULL,
	  "draw a line from each expanded node to its parent in pictures and films; in pictures also g, h and f where a tile has 40 pixels, and blocks with the order of their expansions" },
	{ "trails", FLAG( trails ), GROUP_OUTPUT, SIMULATE, 0, NULL,
	  "draw the paths that the units have driven" },
	{ "show", LIST( read_show, "LAYER,...", "expanded|footprint|waypoints" ), GROUP_OUTPUT, PLAIN, 0, "footprint,waypoints",
	  "layers of pictures: expanded, footprint, waypoints" },
	{ "view", CUSTOM( read_view, "X,Y,W,H", "X,Y,W,H, whole numbers, W and H at least 1" ), GROUP_OUTPUT, VIEWED, 0, "the whole map",
	  "draw only W x H tiles from tile (X, Y)" },
	{ "scale", NUMBER( scale, 0.05, 256, "PIXELS" ), GROUP_OUTPUT, PLAIN | VIEWED, 0, "the picture has about 1200, a film 720 pixels",
	  "pixels for each tile" },
	{ "crop", NUMBER( crop, 0, FW_GRID_MAX_SIDE, "MARGIN" ), GROUP_OUTPUT, PLAIN, 0, NULL,
	  "show only this many tiles around the path" },
	{ "whole", FLAG( whole ), GROUP_OUTPUT, COMPARE, 0, NULL,
	  "show the whole map, also where the paths are small on it" },
	{ "no-times", FLAG( no_times ), GROUP_OUTPUT, PLAIN | ABSTRACT | QUEUE | SCEN, 0, NULL,
	  "leave times out, so that all output is the same on every run" },
	{ "json", FLAG( json ), GROUP_OUTPUT, COMMAND_METHODS, 0, NULL,
	  "print JSON" },
};
// clang-format on

#define ROW_COUNT ( sizeof( rows ) / sizeof( rows[0] ) )
static_assert( ROW_COUNT <= OPTIONS_MAX, "room in options.given" );

int32_t option_count( void )
{
	return (int32_t)ROW_COUNT;
}

const option_row* option_at( int32_t index )
{
	return &rows[index];
}

const option_row* option_next( const command_row* command, option_group group, int32_t* index )
{
	while ( *index < (int32_t)ROW_COUNT )
	{
		const option_row* row = &rows[( *index )++];
		if ( ( row->commands & command->bit ) != 0 && ( group == GROUP_COUNT || row->group == group ) )
		{
			return row;
		}
	}
	return NULL;
}

const option_row* option_find( const command_row* command, const char* name )
{
	int32_t index = 0;
	const option_row* row = option_next( command, GROUP_COUNT, &index );
	while ( row != NULL && strcmp( row->name, name ) != 0 )
	{
		row = option_next( command, GROUP_COUNT, &index );
	}
	return row;
}

const char* option_group_text( option_group group )
{
	static const char* const texts[GROUP_COUNT] = {
	    [GROUP_ENDS] = "Start and goal",
	    [GROUP_UNIT] = "Unit",
	    [GROUP_MAP] = "Map",
	    [GROUP_METHOD] = "Search",
	    [GROUP_LATTICE] = "Methods with headings",
	    [GROUP_HIERARCHY] = "Hierarchies",
	    [GROUP_PATH] = "Path",
	    [GROUP_SPEED] = "Speed",
	    [GROUP_PROBLEMS] = "Run",
	    [GROUP_OUTPUT] = "Output",
	};
	return texts[group];
}

const char* option_range_text( const option_row* row, char* text )
{
	const bool bounded = row->kind == VALUE_NUMBER || row->kind == VALUE_INT32 || row->kind == VALUE_INT64;
	int size = 0;
	text[0] = '\0';
	if ( bounded )
	{
		size = snprintf( text, 160, "%.15g to %.15g", row->low, row->high );
	}
	if ( row->usual != NULL )
	{
		snprintf( text + size, 160 - (size_t)size, "%sdefault %s", size > 0 ? ", " : "", row->usual );
	}
	return text;
}
