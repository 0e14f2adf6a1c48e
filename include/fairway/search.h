// SPDX-License-Identifier: MIT
/// @file
/// One interface for every search method: context, query, begin / step / result, and the table of methods.
///
/// A search runs in slices: fw_search_begin(), then fw_search_step() until the outcome is no longer #FW_RUNNING, then
/// fw_search_result(). fw_search_run() is the loop around them. Budgets count expanded nodes, so a search gives the
/// same answer on every machine.
///
/// A search over a hierarchy finds a chain of abstract nodes. fw_search_result() refines all of it into a path at once.
/// A route keeps the chain and refines it part by part: a unit gets its first steps at once, and the rest while it
/// drives. A route has its own memory, so the context can serve other searches in between. It has no pointer to the
/// hierarchy, so a newer one can replace it.
#ifndef FAIRWAY_SEARCH_H
#define FAIRWAY_SEARCH_H

#include "fairway/hierarchy.h"
#include "fairway/lddb.h"
#include "fairway/path.h"
#include "fairway/primitives.h"
#include "fairway/space.h"
#include "fairway/sweep.h"

FW_BEGIN_DECLS

/// The outcome of a search.
typedef enum fw_outcome
{
	FW_RUNNING = 0,       ///< not finished: step again
	FW_FOUND = 1,         ///< the path reaches the goal
	FW_UNREACHABLE = 2,   ///< there is no path for this method; see the reason
	FW_OUT_OF_BUDGET = 3, ///< the query's limit of expansions was reached first
	FW_PARTIAL = 4,       ///< the path does not lead to the goal, but to the nearest tile that can be reached, see
	                      ///< fw_plan::nearest, or to the end of a leg, see fw_legs::trail
} fw_outcome;

/// The reason why there is no path.
typedef enum fw_reason
{
	FW_REASON_NONE = 0,          ///< there is a path, or the search still runs
	FW_REASON_START_BLOCKED = 1, ///< the unit may not enter the tile where it starts
	FW_REASON_GOAL_BLOCKED = 2,  ///< the unit may not enter the tile of the goal
	FW_REASON_OTHER_REGION = 3,  ///< no path leads from start to goal for this unit; known without a search
	FW_REASON_EXHAUSTED = 4,     ///< the method searched all nodes that it can reach
	FW_REASON_NO_TURN = 5,       ///< tiles connect start and goal, but no legal turns do
	FW_REASON_EXPANSIONS = 6,    ///< the query's limit of expansions was reached
	FW_REASON_WINDOW = 7,        ///< there is no path inside the query's search window
	FW_REASON_COST_RANGE = 8, ///< the path would cost more than the method can count: 1.4 million tiles; with headings,
	                          ///< half of that; Block methods, 440,000
	FW_REASON_NO_MIDPOINT = 9,       ///< method "midpoint": the unit cannot stand at a point of the line to the goal
	FW_REASON_DEAD_END = 10,         ///< method "compass": no region that leads towards the goal is left
	FW_REASON_START_OFF_MAP = 11,    ///< the start lies outside the map
	FW_REASON_GOAL_OFF_MAP = 12,     ///< the goal, with its tolerance, lies outside the map
	FW_REASON_START_TOO_NARROW = 13, ///< the unit may enter the tile where it starts, but hits something beside it. A
	                                 ///< search over a hierarchy that serves no smaller units reports
	                                 ///< #FW_REASON_START_BLOCKED instead; planners ask the grid
	FW_REASON_GOAL_TOO_NARROW = 14,  ///< the same at the goal
	FW_REASON_LEG = 15,              ///< the path is one leg of the way to the goal, see fw_legs::trail
} fw_reason;

FW_API const char*
fw_outcome_text( fw_outcome outcome ); ///< "running", "found", "unreachable", "out-of-budget", "partial"
FW_API const char* fw_reason_text( fw_reason reason ); ///< an English sentence

/// The work that a search did; the same on every machine.
typedef struct fw_counters
{
	/// Nodes taken from the open list and expanded. With "visibility-graph" and "taut" 8 rows of tiles that an expanded
	/// node looks through, or begins to, count as a node. Methods with headings expand a node in up to four stages.
	/// Each stage counts, those of the search from the goal too; a listener hears of the node with the first one alone.
	int64_t expanded;
	int64_t generated; ///< successors that were generated
	int64_t reopened;  ///< closed nodes to which a cheaper path was found
	int64_t heap_pushes;
	int64_t heap_pops;
	int64_t hit_checks;   ///< curves tested against the map
	int64_t sight_checks; ///< lines of sight tested
	int64_t field;        ///< tiles of the distance field that were grown
} fw_counters;

/// The events of a search, for drawing.
typedef enum fw_event
{
	FW_EVENT_EXPAND = 0, ///< a node left the open list to be expanded. A*, Jump Point Search and the Theta* methods
	                     ///< also tell of the goal, which fw_counters::expanded does not count
	FW_EVENT_OPEN = 1,   ///< a node was put on the open list
	FW_EVENT_FIELD = 2,  ///< the distance field grew over a tile
	FW_EVENT_BEGIN = 3,  ///< a search begins, at its start; a plan may take several
	FW_EVENT_BACK = 4,   ///< methods with a perimeter: a node of the search from the goal was expanded
} fw_event;

/// What a listener hears.
typedef struct fw_heard
{
	fw_event event;
	fw_pose pose; ///< of the node. A block is heard at its middle
	// Of #FW_EVENT_FIELD, g is the distance to the goal over places where the unit stands, with terrain costs and, with
	// a turn charge, turns [tiles]. Of #FW_EVENT_EXPAND:
	fw_pose parent; ///< the node before it on the path by which it is expanded; the pose itself at the begin of a path,
	                ///< and always with the Block methods and field-dstar, whose nodes have no single parent
	double g;       ///< the cost from the start, with field-dstar from the goal [tiles]
	double h;       ///< the estimate of the cost that remains, weighted [tiles]; f is g + h
	bool bounded[2];  ///< ap-theta: has the range of headings from the parent in which neighbors count as in sight a
	                  ///< lower and an upper bound
	double bounds[2]; ///< and these [rad]
	// Of all:
	int32_t side; ///< Block methods: side of the block, which is the node [tiles]; else 0
	/// Block methods: the cost from the start to each tile at the border of the block, or corner on it, clockwise from
	/// the upper left one, as the search knows it before the blocks around learn of it [tiles; INFINITY: no path so
	/// far]. Valid during the call. NULL: other methods, and #FW_EVENT_BEGIN
	const double* values; // [value_count] 4 ( side - 1 ) of tiles, 4 side of corners
	int32_t value_count;
} fw_heard;

/// Receives the events of a search, each for the time of the call. The thread that searches calls it. A listener
/// changes no result.
typedef struct fw_listener
{
	void ( *hear )( void* context, const fw_heard* heard ); ///< NULL: no listener
	void* context;
} fw_listener;

/// How a search estimates the cost that remains to the goal.
typedef enum fw_heuristic
{
	FW_HEURISTIC_BEST = 0, ///< the method's own best heuristic
	FW_HEURISTIC_OCTILE = 1,
	FW_HEURISTIC_EUCLIDEAN = 2,
	FW_HEURISTIC_ZERO = 3,  ///< no estimate: Dijkstra's algorithm
	FW_HEURISTIC_TABLE = 4, ///< directional: only Pinter's table of arc-then-line distances
	FW_HEURISTIC_FIELD = 5, ///< directional: only the distance field from the goal
} fw_heuristic;

/// The points of the grid that are the nodes of a search.
///
/// If a start or goal is not on a node, a node near it stands for it: a corner, usually the nearest, or the center of
/// its tile (or of a tile beside it if the unit cannot stand there). The path begins and ends where the query says and
/// leads over that node, or past it if the line is free. So a method that promises the shortest path promises it from
/// node to node. Methods with headings use the ends as they are.
typedef enum fw_anchor
{
	FW_ANCHOR_CENTER = 0, ///< tile centers
	FW_ANCHOR_CORNER = 1, ///< tile corners, for a point (unit radius 0), with methods that have #FW_TRAIT_CORNERS
} fw_anchor;

/// The map as a search sees it. Made by fw_default_map() (`= { 0 }` in C or `{}` in C++ does as well); then set the
/// objects that the method uses. Searches only read them, so threads may share them.
typedef struct fw_map
{
	const fw_grid* grid;   ///< may be NULL for #FW_TRAIT_HIERARCHY
	const fw_space* space; ///< of this grid, current, for the unit's radius or size and its capabilities. May be
	                       ///< NULL for #FW_TRAIT_CLEARANCE; with it such methods see at once that no path exists on a
	                       ///< plain grid
	const fw_primitives* primitives; ///< for the unit's radii and the space's lattice
	const fw_lddb* lddb; ///< #FW_TRAIT_LDDB: prepared entries, of the search's block size, kind and corner rule. NULL
	                     ///< and missing entries: made on first use
	const fw_clearance* clearance; ///< #FW_TRAIT_CLEARANCE: true clearance of this grid, current, for the unit's
	                               ///< capabilities; serves units of all sizes
	const fw_hierarchy*
	    hierarchy; ///< #FW_TRAIT_HIERARCHY: for the unit's class, of the method's quality. Such methods search it as it
	               ///< is and do not read the grid, which may change meanwhile. #FW_TRAIT_GUIDE: of the grid, current,
	               ///< for the unit's capabilities and fw_unit_side(), of any quality
	const fw_landmarks* landmarks; ///< #FW_TRAIT_HIERARCHY, #FW_TRAIT_GUIDE: of this hierarchy and for the unit's
	                               ///< class: fewer nodes are expanded. #FW_ERR_MISMATCH for those of another
	                               ///< hierarchy, or that do not serve the unit, see fw_landmarks_create()
	const fw_space* roads; ///< #FW_TRAIT_ROADS: the space of a grid on which only roads are open. Curves between two
	                       ///< positions in it keep to roads. Of a grid of the same size, current, for the unit's
	                       ///< radius and capabilities, with #FW_LATTICE_HALF. NULL: curves lead anywhere. Methods
	                       ///< without the trait refuse it (#FW_ERR_UNSUPPORTED)
	const fw_reachability* reachability; ///< #FW_TRAIT_LINKS: reachability for the unit on this grid, current. With it,
	                                     ///< searches also see at once on grids that are not plain that no path leads
	                                     ///< to the goal, and searches over clearances on all grids
} fw_map;

FW_API fw_map fw_default_map( void ); ///< nothing, not even a grid; as C and C++ write alike

/// Options of a search. Part of #fw_query and #fw_plan; their fw_default_... functions set it.
typedef struct fw_search_options
{
	fw_heuristic heuristic;
	double weight; ///< of the heuristic [1..16]; above 1 trades length for speed. Methods with #FW_TRAIT_HIERARCHY
	               ///< ignore it, as it would make them slower. 0 in a plan: chosen by method
	int64_t max_expansions; ///< 0 or less: no limit
	int32_t neighbors;      ///< astar, aastar: 4 or 8
	bool corner_cutting;    ///< astar: diagonal steps past a blocked tile
	int32_t block_size;     ///< #FW_TRAIT_LDDB: side of the blocks [tiles, 2..5]
	double turn_penalty;    ///< astar, aastar: cost of each change of direction [tiles, 0..1000]
	const uint8_t*
	    closed_moves; ///< astar, aastar: steps that are closed: one byte for each tile of the grid, row by row, with
	                  ///< the FW_EXIT_ bit (grid.h) of each step that is closed. Links stay open. Must not change until
	                  ///< the search is done. NULL: none. All other methods refuse it (#FW_ERR_UNSUPPORTED)
	double turn_charge; ///< methods with #FW_TRAIT_HEADINGS, units with a turning radius: cost of turning, in addition
	                    ///< to the length, by angle [tiles/rad, 0..1000]. Units that lose time in turns then take paths
	                    ///< with few of them. Not for block-directional and methods with #FW_TRAIT_SPEED
	                    ///< (#FW_ERR_UNSUPPORTED). Best with fw_primitives_def::keep_straighter
	int32_t end_moves;  ///< #FW_TRAIT_HEADINGS, units with a turning radius: so many short exact moves, such as the
	                    ///< shuffling of parallel parking, may be expanded at each end [0..4096]: at a goal with a
	                    ///< heading, and at the start of a unit without reverse gear, the first of them along with the
	                    ///< lattice, all others where no lattice pose leads on from the start, or into the goal. 0:
	                    ///< none. Plans use them in their second try, 4096 by default
	double start_speed; ///< #FW_TRAIT_SPEED: speed at the start, forward [tiles/s, 0..the unit's top speed]
	bool goal_any_speed; ///< #FW_TRAIT_SPEED: the unit need not stop at the goal
	int32_t window; ///< astar, aastar: margin around start and goal that bounds the search [tiles]; -1: the whole map
	bool ignore_costs;  ///< plan as if every terrain cost 1
	fw_anchor anchor;   ///< nodes on tile centers or on tile corners
	fw_corners corners; ///< any-angle methods: may a point pass between two blocked tiles that touch at a corner? Steps
	                    ///< over tiles, such as those of the Block methods at centers, never do
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
	bool start_any_heading; ///< start.heading does not count. For methods with headings, a start within 1e-9 tiles of a
	                        ///< lattice point is that point; any other is an exact position with the headings of the
	                        ///< lattice
	bool goal_any_heading;  ///< goal.heading does not count. It never does for a unit that turns on the spot
	double goal_tolerance;  ///< the path may end at this distance from the goal [tiles, >= 0]
	fw_search_options options;
} fw_query;

/// "astar", ground unit, goal with any heading, best heuristic, weight 1, no limit, 8 neighbors, no corner cutting,
/// blocks of 4 x 4, #FW_ANCHOR_CENTER, #FW_CORNERS_CLOSED.
FW_API fw_query fw_default_query( void );

/// The result of a search. Call fw_result_init() once (`= { 0 }` in C or `{}` in C++ does as well); the path keeps its
/// memory from search to search. After a call that did not return #FW_OK its contents have no meaning, but it can be
/// used again and freed.
typedef struct fw_result
{
	fw_outcome outcome;
	fw_reason reason;
	fw_counters counters;
	double length; ///< of the path [tiles]
	double cost;   ///< length with terrain costs, reverse factor, penalties and turn charge [tiles]. For methods with
	             ///< #FW_TRAIT_SPEED: fw_unit::speed times the time of the path, with top speed divided by the reverse
	             ///< factor in reverse, and penalties [tiles]
	fw_path
	    path; ///< empty unless the outcome is #FW_FOUND or #FW_PARTIAL; see fw_search_best() and fw_plan::best_effort
} fw_result;

FW_API void fw_result_init( fw_result* result, const fw_allocator* allocator ); ///< allocator NULL: the default one
FW_API void fw_result_free( fw_result* result ); ///< frees the memory of the path; usable again

/// What a method can do or needs.
enum
{
	FW_TRAIT_OPTIMAL = 1 << 0,   ///< shortest on its own graph (with weight 1 and an admissible heuristic)
	FW_TRAIT_HEADINGS = 1 << 1,  ///< honors headings and turning radius; needs fw_map::primitives
	FW_TRAIT_COSTS = 1 << 2,     ///< honors terrain costs
	FW_TRAIT_REVERSE = 1 << 3,   ///< can use the reverse gear
	FW_TRAIT_ANY_ANGLE = 1 << 4, ///< lines in any direction between its nodes
	FW_TRAIT_CORNERS = 1 << 5,   ///< supports #FW_ANCHOR_CORNER
	FW_TRAIT_SQUARES = 1 << 6,   ///< also plans for squares of several tiles (fw_unit::size)
	FW_TRAIT_CLEARANCE = 1 << 7, ///< needs fw_map::clearance, but no fw_map::space; a disc of radius up to 0.5 counts
	                             ///< as a square of one tile, and larger discs are refused
	FW_TRAIT_HIERARCHY = 1 << 8, ///< needs only fw_map::hierarchy; discs as with #FW_TRAIT_CLEARANCE
	FW_TRAIT_LINKS = 1 << 9,  ///< honors links and one-way tiles; other methods refuse grids that are not plain for the
	                          ///< unit (fw_grid_is_plain()) with #FW_ERR_UNSUPPORTED
	FW_TRAIT_GUIDE = 1 << 10, ///< also needs fw_map::hierarchy, which guides it
	FW_TRAIT_COMBINED = 1 << 11, ///< several searches and passes: a method of plans (planner.h), not of a single search
	FW_TRAIT_SPEED = 1 << 12, ///< minimizes the time instead of the length, by the unit's speed, acceleration, braking
	                          ///< and fw_turn_speed()
	FW_TRAIT_NEIGHBORS = 1 << 13,      ///< honors fw_search_options::neighbors
	FW_TRAIT_CORNER_CUTTING = 1 << 14, ///< honors fw_search_options::corner_cutting
	FW_TRAIT_PENALTY = 1 << 15,        ///< honors fw_search_options::turn_penalty
	FW_TRAIT_CLOSED_MOVES = 1 << 16,   ///< honors fw_search_options::closed_moves
	FW_TRAIT_WINDOW = 1 << 17,         ///< honors fw_search_options::window
	FW_TRAIT_TOLERANCE = 1 << 18,      ///< honors fw_query::goal_tolerance
	FW_TRAIT_CHARGE = 1 << 19,         ///< honors fw_search_options::turn_charge
	FW_TRAIT_ROADS = 1 << 20,          ///< honors fw_map::roads
	FW_TRAIT_BEST = 1 << 21,           ///< knows fw_search_best()
	FW_TRAIT_LDDB = 1 << 22,           ///< can use fw_map::lddb; at corners without FW_HEURISTIC_OCTILE
	FW_TRAIT_POINT = 1 << 23,          ///< plans only for a point (fw_unit::radius 0)
	FW_TRAIT_POINT_COSTS = 1 << 24,    ///< honors terrain costs only for a point
	FW_TRAIT_ONLY_CORNERS = 1 << 25,   ///< knows only #FW_ANCHOR_CORNER
	FW_TRAIT_OUTLINE = 1 << 26,        ///< also plans for units with an outline (fw_unit::outline)
	FW_TRAIT_LEGS = 1 << 27,           ///< goes leg by leg, and can plan one at a time (fw_legs::trail)
};

/// One row of the table of methods.
typedef struct fw_method
{
	const char* name;
	const char* summary; ///< one English sentence
	uint32_t traits;
	int32_t ring;        ///< of its motion primitives; 0: by their definition
	uint32_t heuristics; ///< that it supports, bits of 1 << fw_heuristic
	fw_quality quality;  ///< of the hierarchy that it needs; only with #FW_TRAIT_HIERARCHY or #FW_TRAIT_GUIDE
} fw_method;

FW_API int32_t fw_method_count( void );                     ///< rows of the table of methods
FW_API const fw_method* fw_method_at( int32_t index );      ///< NULL if there is none
FW_API const fw_method* fw_method_find( const char* name ); ///< NULL if there is none

/// The scratch memory of searches, also called a context. One for each thread; used again, it allocates nothing once it
/// has run searches as large.
typedef struct fw_search fw_search;

FW_API fw_status fw_search_create( const fw_allocator* allocator, fw_search** search ); ///< NULL: default allocator
FW_API void fw_search_destroy( fw_search* search );                                     ///< NULL is allowed
FW_API size_t fw_search_memory( const fw_search* search );                              ///< bytes held now

/// Starts a search and ends any earlier one. The map's objects must not change until the search is done.
/// @return #FW_OK also if there is no path; #FW_ERR_UNKNOWN for the method, #FW_ERR_DEF, #FW_ERR_ARGUMENT,
/// #FW_ERR_STALE, #FW_ERR_MISMATCH, #FW_ERR_UNSUPPORTED, #FW_ERR_MEMORY.
FW_API fw_status fw_search_begin( fw_search* search, const fw_map* map, const fw_query* query, fw_refusal* refusal );
/// Expands at most `expansions` nodes. @param outcome receives #FW_RUNNING or the outcome.
FW_API fw_status fw_search_step( fw_search* search, int64_t expansions, fw_outcome* outcome, fw_refusal* refusal );
/// Gives the counters at any time after begin, and the path once the outcome is #FW_FOUND.
FW_API fw_status fw_search_result( fw_search* search, fw_result* result );
/// Gives a path while the search still runs, or after it ended without one. The path leads to the expanded node that is
/// nearest to the goal by the method's estimate (by the straight distance with #FW_HEURISTIC_ZERO); among equals, to
/// the one farthest from the start. It is empty if no node was expanded, and that of fw_search_result() once the
/// outcome is #FW_FOUND. It is as legal as a path to the goal. The search itself is not affected. Cost: O(nodes).
/// @param result receives the path, counters, outcome and reason.
/// @return #FW_ERR_UNSUPPORTED for haastar-..., the Block methods, visibility-graph and field-dstar; #FW_ERR_STATE
/// before fw_search_begin(); #FW_ERR_ARGUMENT, #FW_ERR_MEMORY.
FW_API fw_status fw_search_best( fw_search* search, fw_result* result, fw_refusal* refusal );
/// Runs a whole search: begin, steps to the end, result.
FW_API fw_status fw_search_run( fw_search* search, const fw_map* map, const fw_query* query, fw_result* result,
                                fw_refusal* refusal );

/// The route of one unit, with the position up to which it has become a path. Used again, it allocates nothing once it
/// has held a route as long. One thread at a time.
typedef struct fw_route fw_route;

FW_API fw_status fw_route_create( const fw_allocator* allocator, fw_route** route ); ///< NULL: default allocator
FW_API void fw_route_destroy( fw_route* route );                                     ///< NULL is allowed

/// Moves the chain that a search has found into a route, in place of the route's earlier one; if the search found none,
/// the route is empty. Call it instead of fw_search_result(), for methods with #FW_TRAIT_HIERARCHY, while the searched
/// hierarchy still exists.
/// @param result receives all but the path, which is empty with length 0. The cost is that of the abstract route.
/// @return #FW_ERR_STATE before a search was begun; #FW_ERR_UNSUPPORTED for other methods; #FW_ERR_MEMORY. The route is
/// then as it was.
FW_API fw_status fw_search_route( fw_search* search, fw_route* route, fw_result* result, fw_refusal* refusal );

/// Refines the next part of the route and adds it to a path. A line that continues the last part makes the path's last
/// segment longer. So if all parts are added to one path and the hierarchy stays the same, the path equals that of
/// fw_search_result(), bit for bit.
///
/// The hierarchy may be of another state of the grid than the searched one. Each step is legal in the hierarchy that
/// you pass. If the route is blocked in it, the call returns #FW_ERR_STALE: plan anew from the end of the path. The
/// call sees at once that a node ahead is blocked, or cut off from all that follow. It sees that the path between two
/// nodes is blocked when refinement gets there. It does not see new shortcuts.
/// @param search provides its scratch memory; a search in it, running or done, is not disturbed.
/// @param tiles minimum length of the part, unless the goal is nearer [>= 1e-9]; INFINITY: all that is left. The part
/// ends at a node of the route, usually at most some 90 tiles later. A path that winds through one cluster is not
/// divided; it can be as long as half the number of the cluster's tiles.
/// @param path ends where the last part did, or is empty and begins there.
/// @return #FW_OK also if nothing is left; #FW_ERR_STATE without a route; #FW_ERR_MISMATCH for a hierarchy of another
/// grid, cluster or class, or from a forged file; #FW_ERR_ARGUMENT; #FW_ERR_STALE; #FW_ERR_MEMORY. After an error path
/// and route are as they were. Cost: O(length of the part + segments of the path), and O(nodes ahead) if the hierarchy
/// is another one.
FW_API fw_status fw_route_next( fw_route* route, fw_search* search, const fw_hierarchy* hierarchy, double tiles,
                                fw_path* path, fw_refusal* refusal );

FW_API bool fw_route_is_done( const fw_route* route ); ///< at the goal, or without a route
/// The cost of the route from the end of the refined part to the goal [tiles]; 0 if done. String pulling makes paths a
/// little shorter. On a third level, the part up to its next node is an estimate: steps on an empty map with cost 1.
/// Cost: O(nodes ahead).
FW_API double fw_route_left( const fw_route* route );
FW_API fw_pose fw_route_position( const fw_route* route ); ///< the end of the refined part; at first the start

FW_END_DECLS

#endif
