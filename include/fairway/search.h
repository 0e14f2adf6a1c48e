// SPDX-License-Identifier: MIT
/// @file
/// One interface for every search method: context, query, begin / step / result, and the table of methods.
///
/// A search runs in slices: fw_search_begin(), then fw_search_step() until the outcome is no longer #FW_RUNNING, then
/// fw_search_result(). fw_search_run() is the loop around them. Budgets are counted in expanded nodes, so a search
/// gives the same answer on every machine.
///
/// A long way that becomes a path stretch by stretch: a unit gets its first steps at once, and the rest while it
/// drives.
///
/// What a search over a hierarchy finds is a chain of abstract nodes. fw_search_result() turns all of it into a path at
/// once; a route keeps the chain and does so as far as it is asked to. It is on its own memory, so that the context can
/// search for others in between, and knows no hierarchy, so that this can be replaced by a newer one.
#ifndef FAIRWAY_SEARCH_H
#define FAIRWAY_SEARCH_H

#include "fairway/hierarchy.h"
#include "fairway/lddb.h"
#include "fairway/path.h"
#include "fairway/primitives.h"
#include "fairway/space.h"
#include "fairway/sweep.h"

FW_BEGIN_DECLS

/// What became of a search.
typedef enum fw_outcome
{
	FW_RUNNING = 0,       ///< not finished: step again
	FW_FOUND = 1,         ///< the path reaches the goal
	FW_UNREACHABLE = 2,   ///< there is no path for this method; see the reason
	FW_OUT_OF_BUDGET = 3, ///< the query's limit of expansions was reached first
	FW_PARTIAL = 4, ///< the goal cannot be reached; the path leads to the nearest tile that can, see fw_plan::nearest
} fw_outcome;

/// Why there is no path.
typedef enum fw_reason
{
	FW_REASON_NONE = 0,          ///< there is one, or the search still runs
	FW_REASON_START_BLOCKED = 1, ///< the unit does not fit where it starts
	FW_REASON_GOAL_BLOCKED = 2,  ///< the unit does not fit at the goal
	FW_REASON_OTHER_REGION = 3,  ///< nothing leads from start to goal for this unit; nothing was searched
	FW_REASON_EXHAUSTED = 4,     ///< all that the method can reach was searched
	FW_REASON_NO_TURN = 5,       ///< tiles connect start and goal, but no legal turns do
	FW_REASON_EXPANSIONS = 6,    ///< the query's limit of expansions was reached
	FW_REASON_WINDOW = 7,        ///< there is no path inside of the query's search window
	FW_REASON_COST_RANGE = 8,    ///< the path would cost more than the method's numbers hold: 1.4 million tiles; with
	                             ///< headings, half of that; Block methods, 440,000
	FW_REASON_NO_MIDPOINT = 9,   ///< method "midpoint": a point of the line to the goal is at an impossible place
	FW_REASON_DEAD_END = 10,     ///< method "compass": no region is left that leads on towards the goal
} fw_reason;

FW_API const char*
fw_outcome_text( fw_outcome outcome ); ///< "running", "found", "unreachable", "out-of-budget", "partial"
FW_API const char* fw_reason_text( fw_reason reason ); ///< an English sentence

/// How much work a search did; the same on every machine.
typedef struct fw_counters
{
	int64_t expanded;  ///< nodes taken from the open list and expanded
	int64_t generated; ///< children looked at
	int64_t reopened;  ///< closed nodes that a shorter way was found to
	int64_t heap_pushes;
	int64_t heap_pops;
	int64_t hit_checks;   ///< curves tested against the map
	int64_t sight_checks; ///< lines of sight tested
	int64_t field;        ///< tiles of the distance field that were grown
} fw_counters;

/// What a listener hears, for drawing.
typedef enum fw_event
{
	FW_EVENT_EXPAND = 0, ///< a node left the open list
	FW_EVENT_OPEN = 1,   ///< a node was put on the open list
	FW_EVENT_FIELD = 2,  ///< the distance field grew over a tile
} fw_event;

/// Who hears the events of a search, called by the thread that searches.
typedef struct fw_listener
{
	void ( *hear )( void* context, fw_event event, fw_pose pose ); ///< NULL: nobody listens
	void* context;
} fw_listener;

/// How the cost that remains to the goal is estimated.
typedef enum fw_heuristic
{
	FW_HEURISTIC_BEST = 0, ///< the method's own best one
	FW_HEURISTIC_OCTILE = 1,
	FW_HEURISTIC_EUCLIDEAN = 2,
	FW_HEURISTIC_ZERO = 3,  ///< nothing: Dijkstra's algorithm
	FW_HEURISTIC_TABLE = 4, ///< directional: Pinter's table of arc-then-line distances alone
	FW_HEURISTIC_FIELD = 5, ///< directional: the distance field from the goal alone
} fw_heuristic;

/// Which points of the grid are the nodes, or vertices, of a search.
///
/// A start or goal that is on no vertex is taken to one near by: to a corner, as a rule the nearest, or to the center
/// of its tile (of a tile beside where the unit does not stand in its own). The path begins and ends where the query
/// says and goes over that vertex, or past it where the way is free. So a method that promises the shortest path does
/// so from vertex to vertex. Methods with headings take ends as they are.
typedef enum fw_anchor
{
	FW_ANCHOR_CENTER = 0, ///< tile centers
	FW_ANCHOR_CORNER = 1, ///< tile corners, for a point (unit radius 0), with methods that have #FW_TRAIT_CORNERS
} fw_anchor;

/// The map as a search sees it. All are shared, read only. NULL is allowed for what the method does not use.
typedef struct fw_map
{
	const fw_grid* grid;
	const fw_space* space; ///< of this grid, current, for the unit's radius or size and its capabilities;
	                       ///< #FW_TRAIT_CLEARANCE: used where it is such, to know at once what is not connected on a
	                       ///< plain grid, else passed over
	const fw_primitives* primitives; ///< for the unit's radii and the space's lattice
	const fw_lddb* lddb; ///< Block methods: entries made before; used where it is of size 4 and of the search's kind
	                     ///< and corner rule, else passed over. NULL, or what is missing: made when first met
	const fw_clearance* clearance; ///< #FW_TRAIT_CLEARANCE: true clearance of this grid, current, for the unit's
	                               ///< capabilities, of units of all sizes
	const fw_hierarchy* hierarchy; ///< #FW_TRAIT_HIERARCHY: for the unit's class, of the method's quality. It is
	                               ///< searched as it is, also while the grid changes, which such methods do not read.
	                               ///< #FW_TRAIT_GUIDE: of the grid, current, for the unit's capabilities and
	                               ///< fw_unit_side(), of any quality
	const fw_landmarks* landmarks; ///< #FW_TRAIT_HIERARCHY, #FW_TRAIT_GUIDE: of this hierarchy and for the unit's
	                               ///< class, so that fewer nodes are tried (#FW_ERR_MISMATCH for those of another
	                               ///< hierarchy, or that do not serve the unit, see fw_landmarks_create())
	const fw_space* roads; ///< methods with headings: where the unit stands on roads alone, so that curves from one
	                       ///< such place to another keep to roads. Of a grid of the same size (fw_road_view_grid()),
	                       ///< current, for the unit's radius and capabilities, with #FW_LATTICE_HALF. NULL: curves
	                       ///< lead where they can. Not for block-directional (#FW_ERR_UNSUPPORTED)
	const fw_reachability* reachability; ///< #FW_TRAIT_LINKS: what leads where for the unit on this grid, current; with
	                                     ///< it, searches know at once that nothing leads to the goal also on grids
	                                     ///< that are not plain, and those over clearances on all
} fw_map;

/// How to search. Part of #fw_query and #fw_plan, whose fw_default_... functions set it.
typedef struct fw_search_options
{
	fw_heuristic heuristic;
	double weight;          ///< of the heuristic [1..16]; above 1 trades length for speed. Does not count for methods
	                        ///< with #FW_TRAIT_HIERARCHY, which it would make slower. In a plan 0: chosen by method
	int64_t max_expansions; ///< 0 or less: no limit
	int32_t neighbors;      ///< astar, aastar: 4 or 8
	bool corner_cutting;    ///< astar: diagonal steps past a blocked tile
	double turn_penalty;    ///< astar, aastar: cost of each change of direction [tiles, 0..1000]
	const uint8_t* closed_moves; ///< astar, aastar: steps that are not to be taken, one byte for each tile of the grid,
	                             ///< row by row, and a FW_EXIT_ bit (grid.h) for the step to each neighbor;
	                             ///< 1 closes it. Links stay open. Must stay unchanged until the search is done. NULL:
	                             ///< none. All other methods refuse it (#FW_ERR_UNSUPPORTED)
	double turn_charge; ///< methods with #FW_TRAIT_HEADINGS, of units with a turning radius: what turning costs besides
	                    ///< the length, by angle [tiles/rad, 0..1000]; so units that lose time in turns take paths with
	                    ///< few of them. Not for block-directional and methods with #FW_TRAIT_SPEED
	                    ///< (#FW_ERR_UNSUPPORTED). Best with fw_primitives_def::sparing
	double start_speed; ///< #FW_TRAIT_SPEED: the unit is as fast as this at the start, which takes it forward
	                    ///< [tiles/s, 0..its top speed]
	bool goal_any_speed; ///< #FW_TRAIT_SPEED: it need not stand still at the goal
	int32_t window;    ///< astar, aastar: margin round start and goal that bounds the search [tiles]; -1: the whole map
	bool ignore_costs; ///< plan as if every terrain cost 1
	fw_anchor anchor;  ///< nodes on tile centers or on tile corners
	fw_corners corners; ///< any-angle methods: may a point pass between two blocked tiles that touch at a corner
	                    ///< (steps over tiles, as of the Block methods at centers, never do)
	fw_listener listener;
} fw_search_options;

/// What to search for. Made by fw_default_query(), then changed.
typedef struct fw_query
{
	uint32_t cookie;    ///< set by fw_default_query()
	const char* method; ///< a name from the table of methods
	fw_unit unit;
	fw_pose start;
	fw_pose goal;
	bool start_any_heading; ///< start.heading does not count; methods with headings take a start within 1e-9 tiles of a
	                        ///< lattice point for that point, any other for an exact place with the lattice's headings
	bool goal_any_heading;  ///< goal.heading does not count
	double goal_tolerance;  ///< it is enough to come so near to the goal [tiles, >= 0]
	fw_search_options options;
} fw_query;

/// "astar", ground unit, goal with any heading, best heuristic, weight 1, no limit, 8 neighbors, no corner cutting,
/// #FW_ANCHOR_CENTER, #FW_CORNERS_CLOSED.
FW_API fw_query fw_default_query( void );

/// What a search found. Zero it or call fw_result_init() once; the path keeps its memory from search to search. After a
/// call that failed with a status its contents are of no meaning, but it can be used again and freed.
typedef struct fw_result
{
	fw_outcome outcome;
	fw_reason reason;
	fw_counters counters;
	double length; ///< of the path [tiles]
	double cost;   ///< length times terrain costs, reverse factor, penalties and charges for turning [tiles]; of
	               ///< methods with #FW_TRAIT_SPEED: fw_unit::speed times the time to arrive, as fast in reverse as the
	               ///< reverse factor's part of the speed, and penalties [tiles]
	fw_path path;  ///< empty unless found; see also fw_search_best() and fw_plan::best_effort
} fw_result;

FW_API void fw_result_init( fw_result* result, const fw_allocator* allocator ); ///< allocator NULL: the default one
FW_API void fw_result_free( fw_result* result ); ///< gives the memory of the path back; usable again

/// What a method is able to do.
enum
{
	FW_TRAIT_OPTIMAL = 1 << 0,   ///< shortest on its own graph (with weight 1 and an admissible heuristic)
	FW_TRAIT_HEADINGS = 1 << 1,  ///< honors headings and turning radius; needs fw_map::turns
	FW_TRAIT_COSTS = 1 << 2,     ///< honors terrain costs
	FW_TRAIT_REVERSE = 1 << 3,   ///< can use the reverse gear
	FW_TRAIT_ANY_ANGLE = 1 << 4, ///< lines in any direction between its nodes
	FW_TRAIT_CORNERS = 1 << 5,   ///< knows #FW_ANCHOR_CORNER
	FW_TRAIT_SQUARES = 1 << 6,   ///< plans for squares of several tiles too (fw_unit::size)
	FW_TRAIT_CLEARANCE = 1 << 7, ///< needs fw_map::clearance, but no fw_map::space; a disc of radius up to 0.5 counts
	                             ///< as a square of one tile, and larger ones are refused
	FW_TRAIT_HIERARCHY = 1 << 8, ///< needs fw_map::hierarchy and nothing else; discs as with #FW_TRAIT_CLEARANCE
	FW_TRAIT_LINKS = 1 << 9,     ///< honors links and one-way tiles; the others refuse grids that are not plain for
	                             ///< the unit (fw_grid_is_plain()) with #FW_ERR_UNSUPPORTED
	FW_TRAIT_GUIDE = 1 << 10,    ///< needs fw_map::hierarchy besides, to be led by it
	FW_TRAIT_COMBINED = 1 << 11, ///< several searches and passes: a method of plans (planner.h), of no single search
	FW_TRAIT_SPEED = 1 << 12,    ///< takes the least time, by the unit's speed, acceleration, braking and
	                             ///< fw_turn_speed(), instead of the shortest way
};

/// One row of the table of methods.
typedef struct fw_method
{
	const char* name;
	const char* summary; ///< one English sentence
	uint32_t traits;
	int32_t ring; ///< of its turn table; 0: by the definition of the table
} fw_method;

FW_API int32_t fw_method_count( void );                     ///< rows of the table of methods
FW_API const fw_method* fw_method_at( int32_t index );      ///< NULL when there is none
FW_API const fw_method* fw_method_find( const char* name ); ///< NULL when there is none
/// The quality of the hierarchy that a method with #FW_TRAIT_HIERARCHY needs; #FW_QUALITY_HIGH of others.
FW_API fw_quality fw_method_quality( const fw_method* method );

/// All scratch memory of searches. One per thread; re-used, allocates nothing once it has seen searches as large.
typedef struct fw_search fw_search;

FW_API fw_status fw_search_create( const fw_allocator* allocator, fw_search** search ); ///< NULL: default allocator
FW_API void fw_search_destroy( fw_search* search );                                     ///< NULL is allowed
FW_API size_t fw_search_memory( const fw_search* search );                              ///< bytes held now

/// Starts a search, forgetting any former one. The map's objects must stay unchanged until the search is done.
/// @return #FW_OK also when there is no path; #FW_ERR_UNKNOWN for the method, #FW_ERR_DEF, #FW_ERR_ARGUMENT,
/// #FW_ERR_STALE, #FW_ERR_MISMATCH, #FW_ERR_UNSUPPORTED, #FW_ERR_MEMORY.
FW_API fw_status fw_search_begin( fw_search* search, const fw_map* map, const fw_query* query );
/// Expands at most `expansions` nodes. @param outcome receives #FW_RUNNING or how it ended.
FW_API fw_status fw_search_step( fw_search* search, int64_t expansions, fw_outcome* outcome );
/// Counters at any time after begin; the path once the outcome is #FW_FOUND.
FW_API fw_status fw_search_result( fw_search* search, fw_result* result );
/// A path while the search still runs, or where it ended without one: to that of the expanded nodes which is nearest to
/// the goal by the method's estimate (by the straight way with #FW_HEURISTIC_ZERO), of such the one farther from the
/// start. Empty where none was expanded, and what fw_search_result() gives once the outcome is #FW_FOUND. Legal as the
/// path of a found goal is. The search goes on as if it had not been asked. Cost: O(nodes).
/// @param result receives it, beside counters, outcome and reason.
/// @return #FW_ERR_UNSUPPORTED: of haastar-..., the Block methods, visibility-graph and field-dstar; #FW_ERR_STATE
/// before fw_search_begin(); #FW_ERR_ARGUMENT, #FW_ERR_MEMORY.
FW_API fw_status fw_search_best( fw_search* search, fw_result* result );
/// begin, step to the end, result.
FW_API fw_status fw_search_run( fw_search* search, const fw_map* map, const fw_query* query, fw_result* result );

/// One unit's way, and how much of it has become a path. Re-used from way to way, it allocates nothing once it has held
/// one as long. One thread at a time.
typedef struct fw_route fw_route;

FW_API fw_status fw_route_create( const fw_allocator* allocator, fw_route** route ); ///< NULL: default allocator
FW_API void fw_route_destroy( fw_route* route );                                     ///< NULL is allowed

/// Instead of fw_search_result(), for a method with #FW_TRAIT_HIERARCHY, as long as the hierarchy that was searched is
/// there: the route forgets its former way and takes over the one that was found, or none where none was.
/// @param result receives all but the path, which is left empty with length 0; its cost is that of the abstract way.
/// @return #FW_ERR_STATE before a search was begun; #FW_ERR_UNSUPPORTED for other methods; #FW_ERR_MEMORY. The route
/// is then as it was.
FW_API fw_status fw_search_route( fw_search* search, fw_route* route, fw_result* result );

/// Adds the next stretch to a path. All of them together are what fw_search_result() would have given, bit for bit,
/// when each is added to the one path as it was left and the hierarchy stays the same: a line that goes on from the
/// last stretch makes the path's last segment longer.
///
/// The hierarchy may be another state of the grid than the one that was searched. Each step is legal in the one given
/// here. Where the way does not lead on in it, the answer is #FW_ERR_STALE: plan anew from where the path ends. That is
/// told at once where a node ahead is blocked, or cut off from the next ones altogether, since the state before; where
/// just a way between two nodes is blocked, once the stretch comes there. New short cuts are not noticed.
/// @param search lends its scratch; a search in it, running or done, is not disturbed.
/// @param tiles the stretch is at least so long if the goal is not nearer [> 0]; INFINITY: all that is left. It
/// ends where a node of the way is reached: at most some 90 tiles later, but that a way which winds through a cluster
/// is not parted, and may be as long as half of the cluster's tiles are many.
/// @param path ends where the last stretch did, or is empty and begins there.
/// @return #FW_OK also when there is nothing left; #FW_ERR_STATE without a way; #FW_ERR_MISMATCH for a hierarchy of
/// another grid, cluster or class, or from a forged file; #FW_ERR_ARGUMENT; #FW_ERR_STALE; #FW_ERR_MEMORY. After an
/// error path and route are as they were. Cost: O(stretch + segments of the path), and O(nodes ahead) where the
/// hierarchy is another one.
FW_API fw_status fw_route_next( fw_route* route, fw_search* search, const fw_hierarchy* hierarchy, double tiles,
                                fw_path* path );

FW_API bool fw_route_is_done( const fw_route* route ); ///< at the goal, or without a way
/// What the way that was found costs from where the stretches end to the goal [tiles]. Paths are pulled straight and a
/// little shorter. Between two nodes of the third level it is an estimate: of plain steps over terrains that cost 1, as
/// far as the next of these. 0 when done. Cost: O(nodes looked at ahead).
FW_API double fw_route_left( const fw_route* route );
FW_API fw_pose fw_route_place( const fw_route* route ); ///< where the stretches end; at first the start
FW_API fw_pose fw_route_goal( const fw_route* route );  ///< of the search

FW_END_DECLS

#endif
