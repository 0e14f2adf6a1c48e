// SPDX-License-Identifier: MIT
/// @file
/// Passes from path to path. Each works on waypoints (fw_segment::waypoint) and leaves the path as it was if it fails.
/// Passes over curves refuse squares (fw_unit::size) with #FW_ERR_UNSUPPORTED. Links stay where they are, and no pass
/// joins the parts on both sides of one. Straight smoothing honors one-way tiles; fw_smooth_curved() and fw_clean_up()
/// refuse them. Sources: M. Pinter, "Toward More Realistic Pathfinding" (2001), Listing 1 and "Legal Turns: The Basic
/// Methods"; the clean-up pass is our own.
#ifndef FAIRWAY_SMOOTH_H
#define FAIRWAY_SMOOTH_H

#include "fairway/grid.h"
#include "fairway/path.h"
#include "fairway/primitives.h"

FW_BEGIN_DECLS

/// What a pass needs. The grid must have a layer for the unit's capabilities (fw_grid_add_layer(), which
/// fw_space_create() calls); otherwise passes return #FW_ERR_STATE.
typedef struct fw_smoother
{
	uint32_t cookie; ///< set by fw_default_smoother()
	const fw_grid* grid;
	const fw_unit* unit;
	fw_allocator allocator; ///< for scratch memory; zeroed: the default one
	bool ignore_costs;      ///< compare lengths only, as if every terrain cost 1
	uint32_t keep_terrains; ///< terrains, bits of 1 << index: straight and curved smoothing and the clean-up leave
	                        ///< waypoints on them, and the segments between two such waypoints, as they are. For roads
	                        ///< that units must not leave; 0: none
	double turn_charge;     ///< as fw_search_options::turn_charge, for passes over curves [tiles/rad, 0..1000]
} fw_smoother;

/// No grid and no unit, which you set; the default allocator, terrain costs count, nothing is kept, no turn charge.
FW_API fw_smoother fw_default_smoother( void );

/// The cost of a path for the unit [tiles]: its length times the cost of the terrain under its center line, times the
/// reverse factor in reverse, plus the penalty of each change of gear, the cost of each link, and the turn charge. The
/// passes below compare this cost instead of lengths if terrain costs count or there is a turn charge.
FW_API double fw_smoother_cost( const fw_smoother* smoother, const fw_path* path );

/// String pulling (Listing 1) on paths of lines: removes each waypoint if the unit can drive straight from the last
/// kept waypoint to the next one. The path must consist of lines and links; the tile centers that a line along a row, a
/// column or a diagonal passes count as waypoints.
FW_API fw_status fw_smooth_straight( const fw_smoother* smoother, fw_path* path, fw_refusal* refusal );

/// The taut pass on paths of lines: pulls the path like a string to the shortest one that passes obstacles on the same
/// sides, never across a blocked tile. A disc goes around a corner in bends of 45 degrees at most, a square in one
/// bend. The lines may come from tile paths or any-angle methods. The path never gets longer, or more expensive if
/// costs count; if it would, or if there is no room for the bends, it stays as it is. Refuses arcs, reverse gear,
/// positions that are not finite, fw_smoother::keep_terrains and grids with one-way tiles with #FW_ERR_UNSUPPORTED.
/// Cost: O(rows passed) for each corner that the path touches.
FW_API fw_status fw_smooth_taut( const fw_smoother* smoother, fw_path* path, fw_refusal* refusal );

/// String pulling on paths of curves: removes each waypoint if a legal curve past it, from pose to pose, exists and is
/// not longer. For paths whose waypoints have headings.
FW_API fw_status fw_smooth_curved( const fw_smoother* smoother, fw_path* path, fw_refusal* refusal );

/// Adds turns that ignore blocked tiles: from waypoint to waypoint by the shorter arc-then-line curve, beginning with
/// the path's start heading. The unit may clip corners: judge the result with fw_validate().
FW_API fw_status fw_turn_ignoring( const fw_smoother* smoother, fw_path* path, fw_refusal* refusal );

#define FW_TIGHTER_MIN 0.001 ///< tiles

/// Options of fw_turn_tighter(). Made by fw_default_tighter_def(), then changed.
typedef struct fw_tighter_def
{
	uint32_t cookie;   ///< set by fw_default_tighter_def()
	double min_radius; ///< [tiles, #FW_TIGHTER_MIN..the unit's turning radius]
} fw_tighter_def;

/// Report of fw_turn_tighter().
typedef struct fw_tighter_report
{
	int32_t tightened; ///< turns that are tighter than the unit's
	int32_t illegal;   ///< legs that hit something even with the minimum radius
	double tightest;   ///< smallest radius of a turn [tiles]; the unit's if none is tighter
	double slowest;    ///< fw_turn_speed() for it [tiles/s]
} fw_tighter_report;

FW_API fw_tighter_def fw_default_tighter_def( void ); ///< minimum radius 0.05

/// Adds turns that get tighter where they would hit something, for units that slow down in turns: from waypoint to
/// waypoint by the shorter arc-then-line curve, beginning with the path's start heading. Of the radii that the pass
/// tries, a turn gets the largest with which the unit hits nothing and turns by five eighths of a circle at most, else
/// the minimum. Tile paths with four neighbors keep no illegal leg if the disc has twice the minimum radius of room on
/// each side in a lane of one tile. Judge the path with a unit of the minimum radius. Refuses links, one-way tiles,
/// changes of gear, and poses that are not finite, with #FW_ERR_UNSUPPORTED. Source: M. Pinter, "Toward More Realistic
/// Pathfinding" (2001), "Legal Turns: The Basic Methods".
FW_API fw_status fw_turn_tighter( const fw_smoother* smoother, const fw_tighter_def* def, fw_path* path,
                                  fw_tighter_report* report, fw_refusal* refusal );

#define FW_BACKING_MAX 64 ///< three-point turns in a row

/// Options of fw_turn_backing(). Made by fw_default_backing_def(), then changed.
typedef struct fw_backing_def
{
	uint32_t cookie;   ///< set by fw_default_backing_def()
	double min_radius; ///< turns get tighter down to this radius before the unit backs up [tiles, #FW_TIGHTER_MIN..the
	                   ///< unit's turning radius; 0: they keep the unit's]
	int32_t max_turns; ///< maximum number of three-point turns in a row if there is little room [1..#FW_BACKING_MAX]
} fw_backing_def;

/// Report of fw_turn_backing().
typedef struct fw_backing_report
{
	int32_t backed;       ///< turns with a part in reverse
	int32_t gear_changes; ///< of the whole path
	int32_t tightened;    ///< turns that are tighter than the unit's
	int32_t illegal;      ///< legs that still hit something
} fw_backing_report;

FW_API fw_backing_def fw_default_backing_def( void ); ///< the unit's radius, 16 three-point turns in a row

/// Adds turns that back up where they would hit something. The unit follows the straight legs of the path by the
/// shorter arc-then-line curve. If this curve hits something or turns by more than five eighths of a circle, the unit
/// takes the cheapest legal maneuver of a family: it stops early, or drives straight ahead or back, then forward in an
/// arc, back in an arc and straight, and forward to the next waypoint; or it makes three-point turns on the spot. The
/// cost of a maneuver is its length, with the unit's reverse factor and its penalty for changes of gear, but without
/// terrain. No leg stays illegal if the disc can drive straight from each waypoint to the next, and has `room` to all
/// sides at each waypoint, with room >= pi / 3 * turning radius / `max_turns`. Refuses squares, units that may not
/// reverse, links, one-way tiles, changes of gear, and poses that are not finite, with #FW_ERR_UNSUPPORTED. For a unit
/// that turns on the spot the path stays as it is. Cost: at most some 80,000 short curves for a turn that does not fit,
/// usually far fewer. Source: M. Pinter, "Toward More Realistic Pathfinding" (2001), "Legal Turns: The Basic Methods".
/// @return #FW_OK; #FW_ERR_ARGUMENT, #FW_ERR_DEF, #FW_ERR_UNSUPPORTED, #FW_ERR_STATE, #FW_ERR_MEMORY.
FW_API fw_status fw_turn_backing( const fw_smoother* smoother, const fw_backing_def* def, fw_path* path,
                                  fw_backing_report* report, fw_refusal* refusal );

#define FW_SMOOTH48_AHEAD 3 ///< waypoints

/// Options of fw_smooth48(). Made by fw_default_smooth48_def(), then changed.
typedef struct fw_smooth48_def
{
	uint32_t cookie; ///< set by fw_default_smooth48_def()
	const fw_primitives*
	    primitives; ///< for the unit's radii and outline, with `by_position` and a ring of #FW_SMOOTH48_AHEAD or more;
	                ///< best with loops and not pruned, as chains that replace pruned curves leave the waypoints
	bool start_any_heading; ///< else the heading of fw_path::start
	bool goal_any_heading;
	double goal_heading; ///< [rad]
	int32_t max_back;    ///< the search gives up once it is back by this many waypoints from the furthest one [>= 1];
	                     ///< 0: never
	bool partial;        ///< if no turns lead to the goal, the path gets those to the furthest waypoint
} fw_smooth48_def;

/// Report of fw_smooth48().
typedef struct fw_smooth48_report
{
	bool found;        ///< the path now has legal turns all along; else it is as it was, or with `partial` ends early
	int32_t waypoints; ///< of the path, with start and goal
	int32_t furthest;  ///< waypoint, counted from 0, that legal turns lead to
	fw_vec2 position;  ///< of that waypoint
	int64_t expanded;  ///< poses
} fw_smooth48_report;

FW_API fw_smooth48_def
fw_default_smooth48_def( void ); ///< no primitives, the start's heading, any heading at the goal, whole path

/// Adds legal turns along a tile path (Pinter's better smoothing pass). It is a Directional A* over the waypoints of
/// the path: motion primitives lead from each waypoint to those one, two or three ahead, and the heuristic is the rest
/// of the path. Waypoints are as in fw_smooth_straight(), on the map; all but the first and the last must be tile
/// centers. Refuses links, one-way tiles, and units that turn on the spot, with #FW_ERR_UNSUPPORTED. An empty path gets
/// no turns, so headings that count must agree. Cost: O(waypoints x headings), usually O(waypoints). Source: M. Pinter,
/// "Toward More Realistic Pathfinding" (2001), "A Better Smoothing Pass".
/// @return #FW_OK also if there are no such turns; #FW_ERR_ARGUMENT, #FW_ERR_DEF, #FW_ERR_MISMATCH for motion
/// primitives of another unit, #FW_ERR_UNSUPPORTED, #FW_ERR_STATE, #FW_ERR_MEMORY.
FW_API fw_status fw_smooth48( const fw_smoother* smoother, const fw_smooth48_def* def, fw_path* path,
                              fw_smooth48_report* report, fw_refusal* refusal );

/// The clean-up pass for paths of curves. It removes waypoints that a legal curve can skip, turns the headings at the
/// others towards their neighbors, and moves waypoints if that is shorter, until nothing gets better. It moves changes
/// of gear, and leaves out those that it can do without. For outlines up to 800 small moves at random follow, the
/// same each time. Start and goal stay where they are, and the goal keeps its heading with `keep_goal_heading`. The
/// path never costs more, in one gear is never longer, and a legal path stays legal.
FW_API fw_status fw_clean_up( const fw_smoother* smoother, fw_path* path, bool keep_goal_heading, fw_refusal* refusal );

FW_END_DECLS

#endif
