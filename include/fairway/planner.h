// SPDX-License-Identifier: MIT
/// @file
/// Everything behind one call: "plan this unit's path". Keeps the spaces and turn tables of the units that it has met.
#ifndef FAIRWAY_PLANNER_H
#define FAIRWAY_PLANNER_H

#include "fairway/roads.h"
#include "fairway/search.h"
#include "fairway/smooth.h"

FW_BEGIN_DECLS

/// A grid with the spaces, turn tables, clearances, hierarchies, landmarks and, where links or one-way tiles matter,
/// #fw_reachability that its units needed so far. What it was asked before changes no answer: a hierarchy of its own is
/// for one size and one set of capabilities, so that no unit's way depends on which others came. For many of them see
/// fw_planner_add_hierarchy().
typedef struct fw_planner fw_planner;

/// How paths of straight steps get turns.
typedef enum fw_turning
{
	FW_TURNING_NONE = 0,
	FW_TURNING_IGNORE = 1, ///< fw_turn_ignoring(): also past blocked tiles
	FW_TURNING_ALONG = 2, ///< fw_smooth48(), then fw_clean_up(), or with `smooth` alone fw_smooth_curved(): legal turns
	                      ///< along the steps that were found. Where there are none: #FW_REASON_NO_TURN. Units that
	                      ///< turn on the spot need none. Not for methods with #FW_TRAIT_ANY_ANGLE
	                      ///< (#FW_ERR_UNSUPPORTED)
	FW_TURNING_TIGHTER = 3,     ///< fw_turn_tighter(): as tight as it must be, best with 4 neighbors
	FW_TURNING_BACKING = 4,     ///< fw_turn_backing(): in reverse where it must be
	FW_TURNING_RECALCULATE = 5, ///< fw_recalculate() in 100 rounds, with `smooth` of smoothed walks, then fw_clean_up()
	                            ///< or with `smooth` alone fw_smooth_curved(); "astar" and "aastar" alone
	                            ///< (#FW_ERR_UNSUPPORTED). Units that turn on the spot need none
} fw_turning;

/// A query and what to do with its path. Made by fw_default_plan(), then changed.
typedef struct fw_plan
{
	uint32_t cookie;    ///< set by fw_default_plan()
	const char* method; ///< a name from the table of methods; NULL: see fw_plan_method()
	fw_unit unit;
	fw_pose start;
	fw_pose goal;
	bool start_any_heading; ///< see fw_query
	bool goal_any_heading;  ///< see fw_query
	double goal_tolerance;  ///< see fw_query
	fw_search_options options;
	bool smooth;        ///< fw_smooth_straight() on paths of lines, but for methods with #FW_TRAIT_ANY_ANGLE
	fw_turning turning; ///< of paths of lines
	double min_radius;  ///< of #FW_TURNING_TIGHTER [tiles, >= #FW_TIGHTER_MIN; 0: 0.05] and #FW_TURNING_BACKING [the
	                    ///< same; 0: the turning radius]; never more than the turning radius
	bool clean_up;      ///< fw_clean_up() on paths of curves
	fw_lattice lattice; ///< of methods with headings
	bool nearest;       ///< where no way leads to the goal, go to the tile nearest to it that steps (and links) lead
	                    ///< to, with any heading and no tolerance: outcome #FW_PARTIAL, and why as the reason. Not
	                    ///< between corners. #FW_ERR_TOO_LARGE where that takes an #fw_reachability that is
	bool retry;         ///< where no legal turns are found in 20,000 nodes, search again on all half-tile points
	bool best_effort;   ///< where query.options.max_expansions are used up first, the path so far, as of fw_job_best()
	                    ///< (outcome #FW_OUT_OF_BUDGET as without); none where the search cannot tell
	int32_t ring;       ///< of method "directional" [1..#FW_RING_MAX]; 0: by turning radius
	int32_t headings;   ///< 8 or 16
	fw_roads roads;     ///< how to heed roads; with #FW_ROADS_CONES, and with a lane, discs alone, on grids that are
	                    ///< plain for the unit, between tile centers, without fw_query::closed_moves
	                    ///< (#FW_ERR_UNSUPPORTED). Not with routes
	fw_lane lane;       ///< to which side to keep on roads of two tiles or more, whatever `roads` says
	uint32_t road_terrains; ///< that are roads, bits of 1 << index; 0: fw_roads_terrains()
	int32_t cluster;        ///< of hierarchies (#FW_TRAIT_HIERARCHY, #FW_TRAIT_GUIDE): side
	                        ///< [#FW_CLUSTER_MIN..#FW_CLUSTER_MAX]; 0: 15
	bool landmarks; ///< of hierarchies: search by #FW_LANDMARKS_DEFAULT landmarks for the unit's class, which are
	                ///< found at its first plan and after each edit; for maps that seldom change
} fw_plan;

/// No method (see above), smoothing, clean-up and retry on, turns off, #FW_LATTICE_GAPS, ring by turning radius, 8
/// headings, query.options.weight 0, which stands for 1.1 for methods with headings and 1 for others.
FW_API fw_plan fw_default_plan( void );

/// The query of a plan: its method, unit, ends and options as they are.
FW_API fw_query fw_plan_query( const fw_plan* plan );

FW_API int32_t fw_plan_method_count( void ); ///< of the methods of plans: those of searches, then #FW_TRAIT_COMBINED
FW_API const fw_method* fw_plan_method_at( int32_t index );      ///< NULL when there is none
FW_API const fw_method* fw_plan_method_find( const char* name ); ///< NULL when there is none

/// The method that a plan takes on this grid: the one named, but "auto" for a unit that turns on the spot stands for no
/// name. Without a name: "directional" for a unit with a turning radius where
/// `turns` are off, else "block-ps", or for a point (radius 0) "visibility-graph", or for a square (fw_unit::size)
/// "jps"; but "astar" ("theta" at tile corners) where the grid's costs, links or one-way tiles matter, `turns` are on,
/// or the query asks for a tolerance or for what fw_query marks as astar's. NULL when there is none of that name.
/// @param grid may be NULL: one whose terrains all cost the same.
FW_API const fw_method* fw_plan_method( const fw_grid* grid, const fw_plan* plan );

/// A planner for one grid, which must live longer. One thread at a time.
FW_API fw_status fw_planner_create( fw_grid* grid, const fw_allocator* allocator, fw_planner** planner );
FW_API void fw_planner_destroy( fw_planner* planner ); ///< NULL is allowed

/// Gives the planner a hierarchy of its grid that was built or read elsewhere, for all units of its sizes and
/// capabilities, instead of one of the same quality and cluster that it was given before; of other ones it keeps the
/// last 3 besides. It follows edits. The planner destroys it. @return #FW_ERR_MISMATCH for another grid's; it then
/// stays the caller's. #FW_ERR_ARGUMENT for one that it was given already.
FW_API fw_status fw_planner_add_hierarchy( fw_planner* planner, fw_hierarchy* hierarchy );
/// Builds or updates what a plan for such a unit needs, so that fw_planner_run() only searches. Optional.
FW_API fw_status fw_planner_prepare( fw_planner* planner, const fw_plan* plan );
/// The map with the shared objects for this plan, prepared where needed, and the query that the plan's search asks:
/// for searches in other threads. Methods with #FW_TRAIT_COMBINED have no one map (#FW_ERR_UNSUPPORTED).
FW_API fw_status fw_planner_map( fw_planner* planner, const fw_plan* plan, fw_map* map, fw_query* query );
/// Plans a path: prepare, search, passes. See fw_search_run() for the result.
FW_API fw_status fw_planner_run( fw_planner* planner, const fw_plan* plan, fw_result* result );
/// Which of several ways led to a path.
typedef enum fw_branch
{
	FW_BRANCH_NONE = 0,    ///< none did
	FW_BRANCH_SEARCH = 1,  ///< the search of the method
	FW_BRANCH_FINER = 2,   ///< one more on all half-tile points (fw_plan::retry)
	FW_BRANCH_ALONG = 3,   ///< a walk, with legal turns along it
	FW_BRANCH_GAP = 4,     ///< the same, with a search with headings between where its turns from both ends broke off
	FW_BRANCH_HEADING = 5, ///< a search to the goal with any heading, as none led there with the one that was asked for
	FW_BRANCH_LEGS = 6,    ///< walks one after the other, by methods "midpoint" and "compass"
} fw_branch;

FW_API const char* fw_branch_text( fw_branch branch ); ///< a few English words, such as "turns along a walk"

/// What a plan did.
typedef struct fw_plan_report
{
	fw_branch branch;
	const char* method; ///< of the last search, from the table of methods
	int32_t searches;   ///< how many were begun, with those that an edit made begin anew
	fw_roads roads;     ///< how roads were heeded in the end: #FW_ROADS_NONE where an end of an #FW_ROADS_ONLY plan is
	                    ///< on no road, or cones left no room even when loosened
	fw_lane lane;       ///< that was kept to
} fw_plan_report;

FW_API fw_plan_report fw_planner_report( const fw_planner* planner ); ///< of the last fw_planner_run()
/// The cones that the path of the last fw_planner_run() was planned with, NULL where there were none; the planner's,
/// until it plans again.
FW_API const fw_cones* fw_planner_cones( const fw_planner* planner );
/// Instead of fw_planner_run() for a method with #FW_TRAIT_HIERARCHY: the way is kept in a route and becomes a path by
/// fw_planner_route_next(). See fw_search_route() for the result; #FW_PARTIAL as of fw_planner_run().
/// @return #FW_ERR_UNSUPPORTED for other methods, and with fw_plan::turns. After an error the route is as it was, or
/// without a way where the goal was cut off and the search to the nearest tile failed.
FW_API fw_status fw_planner_route( fw_planner* planner, const fw_plan* plan, fw_route* route, fw_result* result );
/// The next stretch of a route, on the grid as it is now, smoothed by itself where the plan says so. See
/// fw_route_next().
/// @param plan of the route, for its unit, method and smoothing.
/// @param tiles of fw_route_next(); smoothing may make the stretch shorter.
/// @param path receives the stretch alone, from where the last one ended; empty after an error, but where the pass ran
/// out of memory (#FW_ERR_MEMORY): then the stretch as it was found, and the route has gone on.
FW_API fw_status fw_planner_route_next( fw_planner* planner, const fw_plan* plan, fw_route* route, double tiles,
                                        fw_path* path );
/// What a planner keeps, by kind of object [bytes].
typedef struct fw_planner_usage
{
	size_t search; ///< scratch of the searches
	size_t spaces;
	size_t clearances;
	size_t primitives;
	size_t hierarchies; ///< with what they share
	size_t landmarks;   ///< of the hierarchies (fw_plan::landmarks)
	size_t reaches;
} fw_planner_usage;

FW_API fw_planner_usage fw_planner_measure( const fw_planner* planner ); ///< O(objects)
FW_API size_t fw_planner_memory( const fw_planner* planner ); ///< bytes of all that it keeps, without the grid

FW_END_DECLS

#endif
