// SPDX-License-Identifier: MIT
/// @file
/// Everything behind one call: "plan this unit's path". Caches what the unit classes need.
#ifndef FAIRWAY_PLANNER_H
#define FAIRWAY_PLANNER_H

#include "fairway/roads.h"
#include "fairway/search.h"
#include "fairway/smooth.h"

FW_BEGIN_DECLS

/// Runs plans on one grid. It caches the spaces, motion primitives, clearances, hierarchies and landmarks of the last
/// few unit classes, and their #fw_reachability where links or one-way tiles matter. The cache changes no path: a plan
/// gives the same one whatever was planned before.
typedef struct fw_planner fw_planner;

#define FW_MARGIN_MAX 16.0 ///< tiles

/// How a path of straight lines gets turns.
typedef enum fw_turning
{
	FW_TURNING_NONE = 0,        ///< the path of a method without #FW_TRAIT_HEADINGS ignores fw_unit::turning_radius
	FW_TURNING_IGNORE = 1,      ///< fw_turn_ignoring(): also through blocked tiles
	FW_TURNING_ALONG = 2,       ///< fw_smooth48(): legal turns along the tile path, or #FW_REASON_NO_TURN. Then
	                            ///< fw_clean_up(), or with `smooth` alone fw_smooth_curved(). Not for methods with
	                            ///< #FW_TRAIT_ANY_ANGLE
	FW_TURNING_TIGHTER = 3,     ///< fw_turn_tighter(): tighter turns where there is no room; best with 4 neighbors
	FW_TURNING_BACKING = 4,     ///< fw_turn_backing(): in reverse where there is no room
	FW_TURNING_RECALCULATE = 5, ///< closes the steps at which a turn hit something and searches again, up to 100 times;
	                            ///< with `smooth` it turns the smoothed path. Then as #FW_TURNING_ALONG. Only for
	                            ///< "astar" and "aastar"
} fw_turning;

/// What a unit remembers of a far way that it plans leg by leg, see fw_legs::trail: where it has been. 8 bytes for
/// each area of "compass".
typedef struct fw_trail fw_trail;

FW_API fw_status fw_trail_create( const fw_allocator* allocator, fw_trail** trail,
                                  fw_refusal* refusal ); ///< allocator NULL: the default one
FW_API void fw_trail_destroy( fw_trail* trail );         ///< NULL is allowed
FW_API void fw_trail_clear( fw_trail* trail ); ///< forgets all; a plan to another goal does so too. NULL is allowed

/// How methods with #FW_TRAIT_LEGS divide a far way. Part of #fw_plan; fw_default_plan() sets it.
typedef struct fw_legs
{
	int32_t length; ///< "midpoint": a leg is at most this long along each axis [tiles, 1..#FW_GRID_MAX_SIDE]; 40
	int32_t margin; ///< "midpoint": a leg stays within so many tiles around its ends [0..#FW_GRID_MAX_SIDE]; 10
	int32_t side;   ///< "compass": side of the squares [tiles, 2..#FW_GRID_MAX_SIDE]; 16
	const uint8_t* regions; ///< "compass": a region for each tile of the grid, row by row, instead of squares; tiles of
	                        ///< one number are one region, and those of number 0 are divided into squares. See
	                        ///< fw_regions_load(). It must not change until the plan is done, and takes no roads and
	                        ///< lanes (#FW_ERR_UNSUPPORTED). NULL: squares everywhere
	/// Plan only the next leg, on the map as it is now. The outcome is #FW_PARTIAL, with #FW_REASON_LEG, if the path
	/// ends on the way, and #FW_FOUND if it leads to the goal. The next plan begins where this path ends, or within 2
	/// tiles of that, with the same trail. For one plan at a time; not with roads, lanes and other methods
	/// (#FW_ERR_UNSUPPORTED). NULL: the whole way.
	fw_trail* trail;
} fw_legs;

/// What to plan. Made by fw_default_plan(), then changed.
typedef struct fw_plan
{
	uint32_t cookie;    ///< set by fw_default_plan()
	const char* method; ///< a name from the table of methods; NULL or "auto": the best for this unit, goal and map
	fw_unit unit;
	fw_pose start;
	fw_pose goal;
	bool start_any_heading;    ///< see fw_query
	bool goal_any_heading;     ///< see fw_query
	double goal_tolerance;     ///< see fw_query
	fw_search_options options; ///< weight 0: by method, see fw_resolved_plan::weight. Open corners are refused if
	                           ///< `method` names one that is not any-angle
	bool smooth;               ///< fw_smooth_straight() on paths of straight lines
	fw_turning turning;        ///< how paths of straight lines get turns; refused if `method` names one with headings
	double min_turning_radius; ///< for #FW_TURNING_TIGHTER [tiles, >= #FW_TIGHTER_MIN; 0: 0.05] and
	                           ///< #FW_TURNING_BACKING [the same; 0: the unit's]; at most the unit's turning radius
	bool clean_up;             ///< fw_clean_up() on paths of curves
	bool second_try;           ///< if 20,000 nodes give no legal turns, search again on all half-tile points
	bool nearest; ///< if no path leads to the goal, plan to the nearest tile that can be reached, with any heading and
	              ///< no tolerance. The outcome is #FW_PARTIAL, with the reason why the goal failed. Not between
	              ///< corners. #FW_ERR_TOO_LARGE if this needs a #fw_reachability that is too large
	bool best_effort;   ///< if options.max_expansions are used up, return the path so far, as fw_job_best() does. The
	                    ///< outcome is still #FW_OUT_OF_BUDGET. The path is empty if the search has none to give; a
	                    ///< plan without a method then takes a search that has one
	fw_lattice lattice; ///< of methods with headings
	int32_t ring;       ///< of "directional" [1..#FW_RING_MAX]; 0: by turning radius
	int32_t headings;   ///< of methods with headings: 8 or 16
	fw_roads roads; ///< how to treat roads. #FW_ROADS_CONES and lanes need a disc or an outline, tile centers, and a
	                ///< grid that is plain for the unit; they allow no closed moves
	fw_lane lane;   ///< the side to keep to on roads two tiles wide or wider, whatever `roads` says
	uint32_t road_terrains; ///< terrains that count as roads, bits of 1 << index; 0: fw_roads_terrains()
	double margin; ///< keep this much away from walls where there is room [tiles, 0..#FW_MARGIN_MAX]; 0: none. Walls
	               ///< are tiles that the unit may not enter, and the map's border; the gap is that of its disc, of an
	               ///< outline that of fw_unit_inner_radius(). The planner's caches hold a copy of the grid for it. For
	               ///< methods with #FW_TRAIT_COSTS; not with roads, lanes and ignore_costs
	double margin_cost; ///< ground beside a wall costs 1 + margin_cost times as much, less by steps of a quarter of the
	                    ///< margin; fw_result::cost includes it [0..#FW_TERRAIN_COST_MAX]; 3 by default
	fw_legs legs;       ///< of methods with #FW_TRAIT_LEGS
	int32_t cluster;    ///< of hierarchies: side [#FW_CLUSTER_MIN..#FW_CLUSTER_MAX]; 0: 15
	bool landmarks;     ///< of hierarchies: search with #FW_LANDMARKS_DEFAULT landmarks. The first plan of a unit class
	                ///< finds them, and so does the first plan after each edit: for maps that seldom change. Refused if
	                ///< `method` names a method without a hierarchy, and off if the method is chosen automatically
} fw_plan;

/// fw_default_unit(), which turns on the spot; any heading at the goal, but not at the start; automatic method and
/// weight; smoothing, clean-up and second try on; no turning; #FW_LATTICE_GAPS, ring by turning radius, 8 headings;
/// legs of 40 tiles with a margin of 10, squares of 16, no trail.
FW_API fw_plan fw_default_plan( void );

/// A plan with all decisions made: what it left open is chosen, and what does not apply is off.
typedef struct fw_resolved_plan
{
	const fw_method* method; ///< a row of the table of methods, never "auto"
	const fw_method* rival;  ///< searches too, and the shorter path is taken; with #FW_TRAIT_SPEED and a clean-up it
	                         ///< searches first, and the path that arrives earlier is taken; NULL: none does
	bool automatic;          ///< the plan named no method, or "auto"
	double weight;           ///< of the heuristic
	bool smooth;             ///< see fw_plan; on curves fw_smooth_curved()
	fw_turning turning;      ///< the same
	bool clean_up;           ///< the same
	bool taut;               ///< automatic choice: fw_smooth_taut() is the last pass
	bool second_try;         ///< the same
	bool other_heading; ///< automatic choice: if nothing reaches the goal with its heading, search once more with any
	                    ///< heading. The outcome is then #FW_PARTIAL, with #FW_REASON_NO_TURN
	fw_lattice lattice; ///< of methods with headings
	int32_t ring;       ///< of methods with headings, 0 for others
	uint32_t road_terrains; ///< terrains that count as roads
	double turning_radius;  ///< the path has no tighter turns than this [tiles]; 0: the unit may turn on the spot
} fw_resolved_plan;

/// Decides what the plan leaves open. Every function below that takes a plan begins with this. A plan that names no
/// method gets one by the first rule that applies:
/// - turning radius above 0, `turning` none: "directional" ("directional8" with #FW_ROADS_STEPS);
/// - costs, links or one-way tiles that matter to the unit, a tolerance, #FW_ROADS_STEPS, any `turning`, or an option
///   that fw_search_options marks as astar's: "astar" (between corners "theta");
/// - points: "visibility-graph"; discs up to radius 0.5: "taut"; wider ones: the shorter path of "directional" and
///   "taut"; squares: that of "taut" and "jps". With best_effort or roads: discs "directional", squares "jps".
/// @param grid NULL: any grid whose terrains all cost the same.
/// @return #FW_ERR_UNKNOWN for the method's name; #FW_ERR_UNSUPPORTED if fields exclude one another; #FW_ERR_ARGUMENT,
/// #FW_ERR_DEF.
FW_API fw_status fw_plan_resolve( const fw_grid* grid, const fw_plan* plan, fw_resolved_plan* resolved,
                                  fw_refusal* refusal );

/// A planner for one grid, which must live longer. One thread at a time.
FW_API fw_status fw_planner_create( fw_grid* grid, const fw_allocator* allocator, fw_planner** planner,
                                    fw_refusal* refusal );
FW_API void fw_planner_destroy( fw_planner* planner ); ///< NULL is allowed

/// Gives the planner a hierarchy of its grid that was built or loaded elsewhere. It serves all sizes and capabilities
/// that it was made for. It replaces an earlier one of the same quality and cluster; of all others the planner keeps
/// the last 3. The planner updates and destroys it.
/// @return #FW_ERR_MISMATCH for a hierarchy of another grid, which stays the caller's; #FW_ERR_ARGUMENT for one that
/// the planner has already.
FW_API fw_status fw_planner_add_hierarchy( fw_planner* planner, fw_hierarchy* hierarchy );
/// Builds or updates what the plan's unit class needs, so that fw_planner_run() only searches. Optional. Of discs a
/// second try still builds its table when it is first needed.
FW_API fw_status fw_planner_prepare( fw_planner* planner, const fw_plan* plan, fw_refusal* refusal );
/// The query of the plan's search, and a map with the shared objects that it reads: for searches in other threads. The
/// objects stay until the planner is used again. Methods with #FW_TRAIT_COMBINED have no single map
/// (#FW_ERR_UNSUPPORTED).
FW_API fw_status fw_planner_map( fw_planner* planner, const fw_plan* plan, fw_map* map, fw_query* query,
                                 fw_refusal* refusal );
/// Plans a path: prepare, search, passes. See fw_search_run() for the result.
FW_API fw_status fw_planner_run( fw_planner* planner, const fw_plan* plan, fw_result* result, fw_refusal* refusal );

/// The step of a plan that found its path.
typedef enum fw_branch
{
	FW_BRANCH_NONE = 0,    ///< none: there is no path
	FW_BRANCH_SEARCH = 1,  ///< the search
	FW_BRANCH_FINER = 2,   ///< the second try, on all half-tile points, see docs/methods.md
	FW_BRANCH_ALONG = 3,   ///< "astar-turns": legal turns along a tile path
	FW_BRANCH_GAP = 4,     ///< "astar-turns": the same, with a search over the gap that had no legal turns
	FW_BRANCH_HEADING = 5, ///< the search with any heading at the goal, see fw_resolved_plan::other_heading
	FW_BRANCH_LEGS = 6,    ///< "midpoint", "compass": searches one after the other
	FW_BRANCH_RIVAL = 7,   ///< the search by the rival, see fw_resolved_plan::rival
} fw_branch;

FW_API const char* fw_branch_text( fw_branch branch ); ///< a few English words, such as "turns along a tile path"

/// What a plan did.
typedef struct fw_plan_report
{
	fw_branch branch;
	const char* method; ///< of the last search
	int32_t searches;   ///< begun, also those that began again after an edit
	fw_roads roads;     ///< how roads were treated in the end: #FW_ROADS_NONE if an end of an #FW_ROADS_ONLY plan is on
	                    ///< no road, or if even the loosest cones left no room
	fw_lane lane;       ///< the path keeps to it
} fw_plan_report;

FW_API fw_plan_report fw_planner_report( const fw_planner* planner ); ///< of the last fw_planner_run()
/// The cones that shaped the path of the last fw_planner_run(); NULL if there were none. The planner owns them, until
/// it plans again.
FW_API const fw_cones* fw_planner_cones( const fw_planner* planner );

/// Like fw_planner_run(), for a method with #FW_TRAIT_HIERARCHY. It keeps the chain of abstract nodes in a route, and
/// fw_planner_route_next() refines the route into a path. See fw_search_route() for the result.
/// @return #FW_ERR_UNSUPPORTED for other methods, and with `turning`, `roads` or `lane`. After an error the route is as
/// it was, or empty if the goal was cut off and the search to the nearest tile failed.
FW_API fw_status fw_planner_route( fw_planner* planner, const fw_plan* plan, fw_route* route, fw_result* result,
                                   fw_refusal* refusal );
/// The next stretch of a route, on the grid as it is now. It is smoothed by itself if the plan says so. See
/// fw_route_next().
/// @param plan of the route: its unit, method and smoothing count. #FW_ERR_MISMATCH if the unit is of another class.
/// @param tiles see fw_route_next(); smoothing may make the stretch shorter.
/// @param path receives this stretch alone, from the end of the last one. After an error it is empty, with one
/// exception: if smoothing runs out of memory (#FW_ERR_MEMORY), it is the unsmoothed stretch, and the route has
/// advanced.
FW_API fw_status fw_planner_route_next( fw_planner* planner, const fw_plan* plan, fw_route* route, double tiles,
                                        fw_path* path, fw_refusal* refusal );

/// The memory that a planner holds [bytes], without the grid.
typedef struct fw_planner_usage
{
	size_t total;
	size_t search; ///< scratch memory of searches
	size_t spaces; ///< with the grids of roads and margins, and all that is made for these
	size_t clearances;
	size_t primitives;
	size_t hierarchies; ///< with what they share
	size_t landmarks;
	size_t reachabilities;
} fw_planner_usage;

FW_API fw_planner_usage fw_planner_measure( const fw_planner* planner ); ///< O(objects)

FW_END_DECLS

#endif
