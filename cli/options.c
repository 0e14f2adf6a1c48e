// SPDX-License-Identifier: MIT
// The options of all commands: one table says their names, values, bounds, help and which commands take them.
#define _GNU_SOURCE
#include "options.h"
#include "message.h"
#include "values.h"

#include "fairway/queue.h"

#include <assert.h>
#include <getopt.h>
#include <stdio.h>
#include <string.h>

typedef enum value_kind
{
	VALUE_SET,    // bool, becomes true
	VALUE_CLEAR,  // bool, becomes false
	VALUE_NUMBER, // double
	VALUE_INT32,
	VALUE_INT64,
	VALUE_CHOICE, // int32_t or enum: the place in `choices`, counted on after the last one
	VALUE_TEXT,   // const char*
	VALUE_CUSTOM, // `read` takes it
} value_kind;

typedef struct option_row
{
	const char* name;
	value_kind kind;
	size_t place; // in options
	double low, high;
	const char* choices; // words that are taken, NULL: see `value`
	const char* value;   // its name in the help, NULL where there is none
	uint32_t commands;
	const char* help;
	bool ( *read )( options* given, const char* text );
} option_row;

// An enum is written through an int32_t.
static_assert( sizeof( fw_heuristic ) == sizeof( int32_t ) && sizeof( fw_corners ) == sizeof( int32_t ) &&
                   sizeof( fw_quality ) == sizeof( int32_t ) && sizeof( fw_roads ) == sizeof( int32_t ) &&
                   sizeof( fw_lane ) == sizeof( int32_t ) && sizeof( fw_clearance_metric ) == sizeof( int32_t ),
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

static bool read_neighbors( options* given, const char* text )
{
	const int32_t index = value_choice( text, "4|8" );
	given->plan.options.neighbors = index == 0 ? 4 : 8;
	return index >= 0;
}

static bool read_headings( options* given, const char* text )
{
	const int32_t index = value_choice( text, "8|16" );
	given->plan.headings = index == 1 ? 16 : 8;
	return index >= 0;
}

static bool read_lattice( options* given, const char* text )
{
	const int32_t index = value_choice( text, "gaps|tiles|half|0|1|2" );
	given->plan.lattice = (fw_lattice)( index % 3 );
	return index >= 0;
}

static bool read_anchor( options* given, const char* text )
{
	const int32_t index = value_choice( text, "center|corner|center" );
	given->plan.options.anchor = index == 1 ? FW_ANCHOR_CORNER : FW_ANCHOR_CENTER;
	return index >= 0;
}

static bool read_turns( options* given, const char* text )
{
	const int32_t index = value_choice( text, "ignore|along|tighter|backing|recalculate" );
	given->plan.turning = index >= 0 ? (fw_turning)( FW_TURNING_IGNORE + index ) : FW_TURNING_NONE;
	return index >= 0;
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

// What the steps of a simulation can be divided into.
static bool read_rate( options* given, const char* text )
{
	static const int32_t rates[] = { 1, 2, 4, 5, 10, 20 };
	const int32_t index = value_choice( text, "1|2|4|5|10|20" );
	given->rate = index >= 0 ? rates[index] : 0;
	return index >= 0;
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

#define PLAIN ( COMMAND_PLAN | COMMAND_COMPARE )
#define BATCH ( COMMAND_SCEN | COMMAND_POSES )
#define SEARCH ( PLAIN | BATCH | COMMAND_QUEUE )
#define SIZED ( PLAIN | COMMAND_SCEN | COMMAND_CHECK | COMMAND_QUEUE )
#define CLUSTERED ( PLAIN | COMMAND_SCEN | COMMAND_QUEUE | COMMAND_POSES | COMMAND_ABSTRACT | COMMAND_INFO )
#define DRAWN ( COMMAND_INFO | COMMAND_ABSTRACT )
#define VIEWED ( DRAWN | COMMAND_SIMULATE )
#define ANCHORED ( PLAIN | COMMAND_SCEN | COMMAND_QUEUE )
#define POSE "X,Y[,DEG], numbers up to 65536"
#define NAMES "a file name, and this no more than 16 times"
#define PLAN( field ) offsetof( options, plan.field )
#define FIELD( field ) offsetof( options, field )

// clang-format off
static const option_row rows[] = {
	{ "from", VALUE_CUSTOM, 0, 0, 0, POSE, "X,Y[,DEG]", PLAIN, "start in tiles (the center of tile 3,5 is 3.5,5.5); without DEG any heading", read_from },
	{ "to", VALUE_CUSTOM, 0, 0, 0, POSE, "X,Y[,DEG]", PLAIN, "goal; degrees count from +x towards +y (down)", read_to },
	{ "method", VALUE_TEXT, PLAN( method ), 0, 0, NULL, "NAME", SEARCH, "search method, see 'fairway methods'", NULL },
	{ "method", VALUE_TEXT, PLAN( method ), 0, 0, NULL, "NAME", COMMAND_INFO, "also tell what a planner keeps for plans by this method, see 'fairway methods'", NULL },
	{ "methods", VALUE_TEXT, FIELD( methods ), 0, 0, NULL, "NAME,...", COMMAND_COMPARE, "these methods, all over one map; NAME@corner and NAME@center say the anchor", NULL },
	{ "anchor", VALUE_CUSTOM, 0, 0, 0, NULL, "center|corner", ANCHORED, "search over tile centers (default) or tile corners; corners are for a point: radius 0", read_anchor },
	{ "corners", VALUE_CHOICE, PLAN( options.corners ), 0, 0, "closed|open", "closed|open", ANCHORED, "any-angle methods: may a point pass between two blocked tiles that touch at a corner (default closed)", NULL },
	{ "radius", VALUE_NUMBER, PLAN( unit.radius ), 0, 64, NULL, "R", SIZED | COMMAND_INFO, "radius of the unit's disc [tiles] (default 0.4, 0 with --anchor corner; check: the one of the file)", NULL },
	{ "cluster", VALUE_INT32, PLAN( cluster ), FW_CLUSTER_MIN, FW_CLUSTER_MAX, NULL, "N", CLUSTERED, "tiles a side of the clusters of a hierarchy, which the methods haastar-... search and hdirectional is led by (default 15)", NULL },
	{ "landmarks", VALUE_SET, PLAN( landmarks ), 0, 0, NULL, NULL, COMMAND_PLAN | BATCH | COMMAND_QUEUE | COMMAND_INFO, "search a hierarchy by landmarks: fewer nodes, once these are found", NULL },
	{ "size", VALUE_INT32, PLAN( unit.size ), 0, FW_UNIT_MAX_SIZE, NULL, "K", SIZED | COMMAND_INFO, "the unit is a square of K x K tiles, by its top left tile; 0: a disc (default; check: the one of the file)", NULL },
	{ "turning-radius", VALUE_NUMBER, PLAN( unit.turning_radius ), 0, 64, NULL, "T", SIZED | COMMAND_INFO, "turning radius [tiles]; 0 turns on the spot (default 0; check: the one of the file)", NULL },
	{ "capability", VALUE_CUSTOM, 0, 0, 0, "ground|water|swamp|trees|road", "NAME,...", SEARCH | COMMAND_CHECK | COMMAND_INFO, "ground, water, swamp, trees, road (default ground,swamp)", read_capability },
	{ "capability", VALUE_CUSTOM, 0, 0, 0, "ground|water|swamp|trees|road", "NAME,...", COMMAND_ABSTRACT, "a set of ground, water, swamp, trees, road (default ground,swamp); once more for each further set, up to 8", read_capability },
	{ "sizes", VALUE_CUSTOM, 0, 0, 0, "up to 8 sizes from 1 to 64, each once, such as 1,2,3", "K,...", COMMAND_ABSTRACT, "sides of the units that are squares, or discs of radius up to 0.5 [tiles] (default 1)", read_sizes },
	{ "levels", VALUE_INT32, FIELD( levels ), 2, 3, NULL, "N", COMMAND_ABSTRACT, "2: tiles and clusters, 3: also clusters of clusters, for long ways (default 3 above 2048 tiles a side)", NULL },
	{ "threads", VALUE_INT32, FIELD( threads ), 1, 64, NULL, "N", COMMAND_ABSTRACT, "build with so many threads (default 1); the result is the same", NULL },
	{ "save", VALUE_TEXT, FIELD( save ), 0, 0, NULL, "FILE", COMMAND_ABSTRACT, "write the hierarchy, for --abstraction; also -o FILE", NULL },
	{ "links", VALUE_TEXT, FIELD( links ), 0, 0, NULL, "FILE", ANCHORED | COMMAND_CHECK | COMMAND_INFO, "links and one-way tiles of the map: lines 'link X Y TO_X TO_Y COST [NAME,...]' and 'one-way X Y W H e,se,s,sw,w,nw,n,ne|none'", NULL },
	{ "abstraction", VALUE_TEXT, FIELD( abstraction ), 0, 0, NULL, "FILE", COMMAND_PLAN | COMMAND_SCEN, "a hierarchy of this map that 'fairway abstract --save' wrote, instead of building one", NULL },
	{ "quality", VALUE_CHOICE, FIELD( quality ), 0, 0, "initial|high|low", "NAME", COMMAND_ABSTRACT, "high, low or initial: what is kept, as of the methods haastar-... (default high)", NULL },
	{ "clearance", VALUE_CHOICE, FIELD( clearance ), 0, 0, "true|brushfire", "NAME", COMMAND_INFO, "tell the room at each tile: true, squares from the tile to the right and down, or brushfire, steps from a wall", NULL },
	{ "speed", VALUE_NUMBER, PLAN( unit.speed ), 1e-6, 1e6, NULL, "V", COMMAND_PLAN, "top speed [tiles/s] (default 2); with it, or another option of speeds, the time to arrive is told", NULL },
	{ "speed", VALUE_NUMBER, PLAN( unit.speed ), 1e-6, 1e6, NULL, "V", SEARCH & ~(unsigned)COMMAND_PLAN, "top speed [tiles/s], for directional-speed as the next three options (default 2)", NULL },
	{ "acceleration", VALUE_NUMBER, PLAN( unit.acceleration ), 1e-6, 1e6, NULL, "A", SEARCH, "[tiles/s^2] (default 2)", NULL },
	{ "braking", VALUE_NUMBER, PLAN( unit.braking ), 1e-6, 1e6, NULL, "B", SEARCH, "[tiles/s^2] (default 4)", NULL },
	{ "lateral", VALUE_NUMBER, PLAN( unit.lateral ), 0, 1e6, NULL, "G", SEARCH, "pull to the side that the unit stands in turns [tiles/s^2]; 0: that of top speed at its turning radius (default)", NULL },
	{ "profile", VALUE_TEXT, FIELD( profile ), 0, 0, NULL, "FILE", COMMAND_PLAN, "write where the unit is every twentieth of a second, as CSV; - is standard output", NULL },
	{ "color-by", VALUE_CHOICE, FIELD( color_by ), 0, 0, "gear|speed", "gear|speed", COMMAND_PLAN, "what the colors of the path in pictures tell (default gear)", NULL },
	{ "reverse", VALUE_SET, PLAN( unit.reverse ), 0, 0, NULL, NULL, SEARCH | COMMAND_CHECK, "the unit may drive backwards", NULL },
	{ "reverse-factor", VALUE_NUMBER, PLAN( unit.reverse_factor ), 1, 100, NULL, "F", SEARCH, "cost of a tile in reverse over one forward (default 2)", NULL },
	{ "reverse-penalty", VALUE_NUMBER, PLAN( unit.reverse_penalty ), 0, 1000, NULL, "P", SEARCH, "cost of a change of gear [tiles] (default 2)", NULL },
	{ "heuristic", VALUE_CHOICE, PLAN( options.heuristic ), 0, 0, "best|octile|euclidean|zero|table|field", "NAME", SEARCH, "best, octile, euclidean, zero, table or field", NULL },
	{ "weight", VALUE_NUMBER, PLAN( options.weight ), 1, 16, NULL, "W", SEARCH, "weight of the heuristic (default 1; 1.1 for methods with headings; compare: of the last path)", NULL },
	{ "max-expansions", VALUE_INT64, PLAN( options.max_expansions ), 0, 9e15, NULL, "N", SEARCH, "give up after so many expanded nodes; 0 never", NULL },
	{ "neighbors", VALUE_CUSTOM, 0, 0, 0, NULL, "4|8", SEARCH, "steps of the grid search (default 8)", read_neighbors },
	{ "corner-cutting", VALUE_SET, PLAN( options.corner_cutting ), 0, 0, NULL, NULL, SEARCH, "let diagonal steps pass a blocked tile", NULL },
	{ "turn-penalty", VALUE_NUMBER, PLAN( options.turn_penalty ), 0, 1000, NULL, "P", SEARCH, "cost of a change of direction in a grid search [tiles]", NULL },
	{ "turn-charge", VALUE_NUMBER, PLAN( options.turn_charge ), 0, 1000, NULL, "C", SEARCH, "what turning costs besides the way, methods with headings and --turns along [tiles per radian] (default 0)", NULL },
	{ "start-speed", VALUE_NUMBER, PLAN( options.start_speed ), 0, 1e6, NULL, "V", PLAIN, "how fast the unit is at the start [tiles/s], at most its top speed (default 0)", NULL },
	{ "any-speed", VALUE_SET, PLAN( options.goal_any_speed ), 0, 0, NULL, NULL, PLAIN, "it need not stand still at the goal", NULL },
	{ "window", VALUE_INT32, PLAN( options.window ), -1, FW_GRID_MAX_SIDE, NULL, "MARGIN", SEARCH, "search only so many tiles round start and goal; -1 the whole map", NULL },
	{ "tolerance", VALUE_NUMBER, PLAN( goal_tolerance ), 0, FW_GRID_MAX_SIDE, NULL, "T", SEARCH, "it is enough to come so near to the goal [tiles]", NULL },
	{ "ignore-costs", VALUE_SET, PLAN( options.ignore_costs ), 0, 0, NULL, NULL, SEARCH, "plan as if every terrain cost 1", NULL },
	{ "lattice", VALUE_CUSTOM, 0, 0, 0, NULL, "gaps|tiles|half", SEARCH, "waypoints of methods with headings (also 0, 1, 2; default gaps)", read_lattice },
	{ "ring", VALUE_INT32, PLAN( ring ), 0, FW_RING_MAX, NULL, "N", SEARCH, "how many tiles children lie away; 0 by turning radius", NULL },
	{ "headings", VALUE_CUSTOM, 0, 0, 0, NULL, "8|16", SEARCH, "headings of a waypoint (default 8)", read_headings },
	{ "smooth", VALUE_SET, PLAN( smooth ), 0, 0, NULL, NULL, SEARCH & ~(unsigned)COMMAND_COMPARE, "smooth paths of straight lines, but those of any-angle methods", NULL },
	{ "no-smooth", VALUE_CLEAR, PLAN( smooth ), 0, 0, NULL, NULL, SEARCH & ~(unsigned)COMMAND_COMPARE, "leave them as the search made them (default)", NULL },
	{ "turns", VALUE_CUSTOM, 0, 0, 0, NULL, "ignore|along|tighter|backing|recalculate", SEARCH & ~(unsigned)COMMAND_COMPARE, "turns for straight paths: that ignore blocked tiles, legal ones along their tiles (smooth48), or where there is no room tighter ones, or some in reverse (with --reverse), or a search without the moves that hit something", read_turns },
	{ "least-radius", VALUE_NUMBER, PLAN( min_turning_radius ), FW_TIGHTER_MIN, 64, NULL, "M", SEARCH & ~(unsigned)COMMAND_COMPARE, "--turns tighter: the tightest turn [tiles] (default 0.05); --turns backing: the same before it backs up (default T)", NULL },
	{ "roads", VALUE_CHOICE, PLAN( roads ), 0, 0, "none|steps|only|rings|cones", "none|steps|only|rings|cones", COMMAND_PLAN | BATCH, "keep to roads: steps that no pass changes, roads only, curves that stay on roads (rings), or cones beside them (default none)", NULL },
	{ "lane", VALUE_CHOICE, PLAN( lane ), 0, 0, "any|right|left", "any|right|left", COMMAND_PLAN | BATCH, "keep to this side of roads of two tiles or more (default any)", NULL },
	{ "sprite-angles", VALUE_INT32, FIELD( sprites.sprites.count ), FW_SPRITES_MIN, FW_SPRITES_MAX, NULL, "N", COMMAND_PLAN | BATCH, "make the path of lines in so many directions, for units drawn in N angles; judged for a unit that turns on the spot", NULL },
	{ "sprite-offset", VALUE_CUSTOM, 0, 0, 0, "a number from -360 to 360", "DEG", COMMAND_PLAN | BATCH, "--sprite-angles: heading of the first picture [degrees] (default 0)", read_sprite_offset },
	{ "sprite-deviation", VALUE_NUMBER, FIELD( sprites.deviation ), 0.01, FW_GRID_MAX_SIDE, NULL, "D", COMMAND_PLAN | BATCH, "--sprite-angles: lead no further off than so many tiles where that can be (default: as far as nothing is hit)", NULL },
	{ "clean", VALUE_SET, PLAN( clean_up ), 0, 0, NULL, NULL, SEARCH, "clean up paths of curves (default)", NULL },
	{ "no-clean", VALUE_CLEAR, PLAN( clean_up ), 0, 0, NULL, NULL, SEARCH, "leave them as the search made them", NULL },
	{ "nearest", VALUE_SET, PLAN( nearest ), 0, 0, NULL, NULL, COMMAND_PLAN | COMMAND_QUEUE, "where the goal cannot be reached, go to the tile nearest to it that can (plan: exit code 1)", NULL },
	{ "first", VALUE_NUMBER, FIELD( first ), 1, 1e6, NULL, "TILES", COMMAND_PLAN, "only the first stretch of at least so many tiles, fewer where --smooth makes it shorter, and what is left then; methods haastar-...", NULL },
	{ "no-retry", VALUE_CLEAR, PLAN( second_try ), 0, 0, NULL, NULL, SEARCH, "no second try on half-tile points", NULL },
	{ "out", VALUE_CUSTOM, 0, 0, 0, NAMES, "FILE", PLAIN, "write FILE.json, FILE.svg or FILE.png; - is JSON on standard output; up to 16 times", read_out },
	{ "out", VALUE_CUSTOM, 0, 0, 0, NAMES, "FILE", DRAWN, "draw FILE.svg or FILE.png; up to 16 times", read_out },
	{ "out", VALUE_CUSTOM, 0, 0, 0, NAMES, "FILE", COMMAND_SIMULATE, "write FILE.svg or FILE.gif, moving, FILE.png of the end, or FILE.json; - is JSON on standard output; up to 16 times", read_out },
	{ "seconds", VALUE_NUMBER, FIELD( seconds ), 0.05, 3600, NULL, "N", COMMAND_SIMULATE, "so long at most (default: as the scene says); it ends a second after all have arrived", NULL },
	{ "fps", VALUE_CUSTOM, 0, 0, 0, "1|2|4|5|10|20", "N", COMMAND_SIMULATE, "frames a second of GIF and JSON: 1, 2, 4, 5, 10 or 20 (default 10)", read_rate },
	{ "trails", VALUE_SET, FIELD( trails ), 0, 0, NULL, NULL, COMMAND_SIMULATE, "draw where the units came along", NULL },
	{ "view", VALUE_CUSTOM, 0, 0, 0, "X,Y,W,H, whole numbers, W and H at least 1", "X,Y,W,H", VIEWED, "draw only these tiles: W x H of them, from tile X,Y", read_view },
	{ "show", VALUE_CUSTOM, 0, 0, 0, "expanded|footprint|waypoints", "LAYER,...", PLAIN, "layers of pictures: expanded, footprint, waypoints (default the last two)", read_show },
	{ "scale", VALUE_NUMBER, FIELD( scale ), 0.05, 256, NULL, "PIXELS", PLAIN | VIEWED, "pixels per tile (default: about 1200 pixels in all)", NULL },
	{ "crop", VALUE_NUMBER, FIELD( crop ), 0, FW_GRID_MAX_SIDE, NULL, "MARGIN", PLAIN, "show only the path's surroundings, so many tiles round it", NULL },
	{ "no-times", VALUE_SET, FIELD( no_times ), 0, 0, NULL, NULL, PLAIN | COMMAND_ABSTRACT | COMMAND_QUEUE, "no times in tables, captions and JSON, so that all output is the same on every run", NULL },
	{ "whole", VALUE_SET, FIELD( whole ), 0, 0, NULL, NULL, COMMAND_COMPARE, "show the whole map, also where the paths are small on it", NULL },
	{ "best-effort", VALUE_SET, PLAN( best_effort ), 0, 0, NULL, NULL, COMMAND_PLAN, "where --max-expansions are used up, the path so far; exit code 1", NULL },
	{ "frame-expansions", VALUE_INT64, FIELD( frame_expansions ), 2, 1e9, NULL, "N", COMMAND_QUEUE, "nodes that may be expanded in one frame (default 20000)", NULL },
	{ "contexts", VALUE_INT32, FIELD( contexts ), 1, FW_QUEUE_MAX_CONTEXTS, NULL, "K", COMMAND_QUEUE, "searches at once; all but one may be slow (default 2)", NULL },
	{ "slow-after", VALUE_INT64, FIELD( slow_after ), 1, 1e9, NULL, "N", COMMAND_QUEUE, "nodes after which a search is slow (default 5000)", NULL },
	{ "per-frame", VALUE_INT32, FIELD( per_frame ), 1, 1e6, NULL, "N", COMMAND_QUEUE, "so many problems come with each frame (default: all with the first)", NULL },
	{ "limit", VALUE_INT64, FIELD( limit ), 1, INT32_MAX, NULL, "N", BATCH | COMMAND_QUEUE, "only the first N problems", NULL },
	{ "exact", VALUE_TEXT, FIELD( exact ), 0, 0, NULL, "FILE", COMMAND_SCEN, "compare with exact lengths: one line 'sx sy gx gy length' per problem", NULL },
	{ "csv", VALUE_TEXT, FIELD( csv ), 0, 0, NULL, "FILE", BATCH, "write one row per problem; - is standard output", NULL },
	{ "csv", VALUE_TEXT, FIELD( csv ), 0, 0, NULL, "FILE", COMMAND_SIMULATE, "write one row per unit; - is standard output", NULL },
	{ "json-dir", VALUE_TEXT, FIELD( json_dir ), 0, 0, NULL, "DIR", BATCH, "write the path of problem N to DIR/N.json", NULL },
	{ "any-map", VALUE_SET, FIELD( any_map ), 0, 0, NULL, NULL, BATCH | COMMAND_QUEUE, "also take problems that name another map", NULL },
	{ "json", VALUE_SET, FIELD( json ), 0, 0, NULL, NULL, COMMAND_METHODS, "print JSON", NULL },
	{ "help", VALUE_CUSTOM, 0, 0, 0, NULL, NULL, ~0u, "this text", NULL },
};
// clang-format on

#define HELP_COLUMN 29 // of the explanations
#define ROW_COUNT ( sizeof( rows ) / sizeof( rows[0] ) )
static_assert( ROW_COUNT <= OPTIONS_MAX, "room in options.given" );

static bool store_integer( void* place, const option_row* row, const char* text )
{
	int64_t number = 0;
	if ( !value_integer( text, (int64_t)row->low, (int64_t)row->high, &number ) )
	{
		return false;
	}
	if ( row->kind == VALUE_INT64 )
	{
		memcpy( place, &number, sizeof( number ) );
		return true;
	}
	const int32_t narrow = (int32_t)number;
	memcpy( place, &narrow, sizeof( narrow ) );
	return true;
}

static bool store_choice( void* place, const option_row* row, const char* text )
{
	const int32_t index = value_choice( text, row->choices );
	memcpy( place, &index, sizeof( index ) );
	return index >= 0;
}

static bool store( options* given, const option_row* row, const char* text )
{
	void* place = (char*)given + row->place;
	switch ( row->kind )
	{
	case VALUE_SET:
	case VALUE_CLEAR:
		*(bool*)place = row->kind == VALUE_SET;
		return true;
	case VALUE_NUMBER:
		return value_number( text, row->low, row->high, (double*)place );
	case VALUE_INT32:
	case VALUE_INT64:
		return store_integer( place, row, text );
	case VALUE_CHOICE:
		return store_choice( place, row, text );
	case VALUE_TEXT:
		*(const char**)place = text;
		return text[0] != '\0';
	case VALUE_CUSTOM:
		return row->read( given, text );
	}
	return false;
}

static void complain_value( const command_row* command, const option_row* row, const char* text )
{
	if ( row->kind == VALUE_NUMBER || row->kind == VALUE_INT32 || row->kind == VALUE_INT64 )
	{
		complain( "%s: --%s '%s': expected %s from %.15g to %.15g", command->name, row->name, text,
		          row->kind == VALUE_NUMBER ? "a number" : "a whole number", row->low, row->high );
		return;
	}
	complain( "%s: --%s '%s': expected %s", command->name, row->name, text,
	          row->choices != NULL ? row->choices : row->value );
}

static void defaults( options* given )
{
	*given = ( options ){ .plan = fw_default_plan(), .crop = -1.0 };
	given->plan.unit = fw_default_unit();
	given->plan.method = NULL;
	// The zigzag of a grid search is what the search found: smoothing is for those who ask.
	given->plan.smooth = false;
	given->plan.turning = FW_TURNING_NONE;
	given->quality = FW_QUALITY_HIGH;
	given->sprites = fw_default_fixed_angles_def();
	given->sprites.sprites.count = 0;
}

// The options of one command in getopt's form; val is the row plus one.
static void list_options( const command_row* command, struct option* list )
{
	size_t count = 0;
	for ( size_t i = 0; i < ROW_COUNT; i++ )
	{
		if ( ( rows[i].commands & command->bit ) != 0 )
		{
			list[count++] = ( struct option ){
			    .name = rows[i].name,
			    .has_arg = rows[i].value != NULL ? required_argument : no_argument,
			    .val = (int)i + 256,
			};
		}
	}
	list[count] = ( struct option ){ 0 };
}

bool options_given( const options* given, const char* name )
{
	for ( size_t i = 0; i < ROW_COUNT; i++ )
	{
		if ( strcmp( rows[i].name, name ) == 0 && given->given[i] )
		{
			return true;
		}
	}
	return false;
}

// What says nothing without another option.
static const struct
{
	const char *option, *needed;
} needs[] = {
    { "least-radius", "turns" },
    { "sprite-offset", "sprite-angles" },
    { "sprite-deviation", "sprite-angles" },
    { "best-effort", "max-expansions" },
    { "scale", "out" },
    { "crop", "out" },
    { "show", "out" },
    { "view", "out" },
    { "trails", "out" },
    { "fps", "out" },
};

static bool check_needs( const command_row* command, const options* given )
{
	for ( size_t i = 0; i < sizeof( needs ) / sizeof( needs[0] ); i++ )
	{
		if ( options_given( given, needs[i].option ) && !options_given( given, needs[i].needed ) )
		{
			complain( "%s: --%s needs --%s", command->name, needs[i].option, needs[i].needed );
			return false;
		}
	}
	return true;
}

static bool is_output( const char* file )
{
	return file != NULL && strcmp( file, "-" ) == 0;
}

// Two documents in one stream are none.
static bool check_outputs( const command_row* command, const options* given )
{
	int32_t count = ( is_output( given->csv ) ? 1 : 0 ) + ( is_output( given->profile ) ? 1 : 0 );
	for ( int32_t i = 0; i < given->out_count; i++ )
	{
		count += is_output( given->outs[i] ) ? 1 : 0;
	}
	if ( count > 1 )
	{
		complain( "%s: standard output (-) takes one file", command->name );
	}
	return count <= 1;
}

static parsed take_files( const command_row* command, int argc, char** argv, options* given )
{
	given->file_count = argc - optind;
	if ( given->file_count != command->files )
	{
		complain( "%s: expected %d file%s, got %d; see 'fairway %s --help'", command->name, (int)command->files,
		          command->files == 1 ? "" : "s", (int)given->file_count, command->name );
		return PARSED_BAD;
	}
	for ( int32_t i = 0; i < given->file_count; i++ )
	{
		given->files[i] = argv[optind + i];
	}
	return check_needs( command, given ) && check_outputs( command, given ) ? PARSED_RUN : PARSED_BAD;
}

// What is wrong where getopt stopped; it leaves the option in optopt when it knows which one is meant.
static const char* option_fault( int code )
{
	if ( code == ':' )
	{
		return "needs a value";
	}
	return optopt >= 256 ? "takes no value" : "no such option, or short for several";
}

static size_t row_of( const char* name )
{
	size_t i = 0;
	while ( i + 1 < ROW_COUNT && strcmp( rows[i].name, name ) != 0 )
	{
		i++;
	}
	return i;
}

// Does the command know -o FILE?
static bool takes_save( const command_row* command )
{
	return ( rows[row_of( "save" )].commands & command->bit ) != 0;
}

parsed options_parse( const command_row* command, int argc, char** argv, options* given )
{
	struct option list[OPTIONS_MAX + 1];
	list_options( command, list );
	defaults( given );
	opterr = 0;
	optind = 1;
	for ( ;; )
	{
		const int at = optind;
		const int code = getopt_long( argc, argv, takes_save( command ) ? ":ho:" : ":h", list, NULL );
		if ( code == -1 )
		{
			return take_files( command, argc, argv, given );
		}
		if ( code == 'h' || ( code >= 256 && strcmp( rows[code - 256].name, "help" ) == 0 ) )
		{
			options_help( command );
			return PARSED_HELP;
		}
		if ( code == ':' || code == '?' )
		{
			complain( "%s: '%s': %s; see 'fairway %s --help'", command->name, argv[optind > at ? optind - 1 : at],
			          option_fault( code ), command->name );
			return PARSED_BAD;
		}
		const size_t index = code == 'o' ? row_of( "save" ) : (size_t)code - 256;
		const option_row* row = &rows[index];
		given->given[index] = true;
		if ( !store( given, row, optarg ) )
		{
			complain_value( command, row, optarg );
			return PARSED_BAD;
		}
	}
}

static void print_row( const option_row* row )
{
	const bool bounded = row->kind == VALUE_NUMBER || row->kind == VALUE_INT32 || row->kind == VALUE_INT64;
	const char* value = row->value != NULL ? row->value : "";
	const int used = printf( "  --%s%s%s", row->name, value[0] != '\0' ? " " : "", value );
	printf( "%*s%s", used < HELP_COLUMN ? HELP_COLUMN - used : 1, "", row->help );
	if ( bounded )
	{
		printf( "; %.15g to %.15g", row->low, row->high );
	}
	putchar( '\n' );
}

void options_help( const command_row* command )
{
	printf( "usage: fairway %s %s\n\n%s.\n\noptions:\n", command->name, command->usage, command->summary );
	for ( size_t i = 0; i < ROW_COUNT; i++ )
	{
		if ( ( rows[i].commands & command->bit ) != 0 )
		{
			print_row( &rows[i] );
		}
	}
	if ( command->details != NULL )
	{
		printf( "\n%s", command->details );
	}
}
