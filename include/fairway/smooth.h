// SPDX-License-Identifier: MIT
/// @file
/// Passes from path to path. Each works on waypoints (fw_segment::waypoint) and leaves the path as it was when it
/// fails. Those over curves refuse units that are squares (fw_unit::size) with #FW_ERR_UNSUPPORTED. Links stay in their
/// places, and nothing goes past one; one-way tiles count for straight smoothing, and are refused by fw_smooth_curved()
/// and fw_clean_up(). Sources: M. Pinter,
/// "Toward More Realistic Pathfinding" (2001), Listing 1 and "Legal Turns: The Basic Methods"; the clean-up pass is our
/// own.
#ifndef FAIRWAY_SMOOTH_H
#define FAIRWAY_SMOOTH_H

#include "fairway/grid.h"
#include "fairway/path.h"
#include "fairway/primitives.h"

FW_BEGIN_DECLS

/// What a pass needs. The grid must have a layer for the unit's capabilities (fw_grid_add_layer(), which
/// fw_space_create() calls), or else passes return #FW_ERR_STATE.
typedef struct fw_smoother
{
	const fw_grid* grid;
	const fw_unit* unit;
	fw_allocator allocator; ///< for scratch; zeroed: the default one
	bool ignore_costs;      ///< compare lengths only, as if every terrain cost 1
	uint32_t keep;          ///< terrains, bits of 1 << index, whose waypoints straight and curved smoothing and the
	                        ///< clean-up leave where they are, and the ways between two of them as they are: roads,
	                        ///< on which nothing is to be cut; 0: none
	double turn_charge;     ///< fw_query::turn_charge: what passes over curves count for turning [tiles/rad, 0..1000]
} fw_smoother;

/// What a path costs the unit: its length, times the cost of the terrain under its center line, times the reverse
/// factor where it drives backwards, and the penalty of each change of gear, and the cost of each link, and the charge
/// for what it turns [tiles]. Where the map's terrains cost differently, or turning is charged, the passes below
/// compare this instead of lengths.
FW_API double fw_smoother_cost( const fw_smoother* smoother, const fw_path* path );

/// The simple smoothing pass (Listing 1) over straight walks: takes out each waypoint that the disc can pass by on
/// the straight line from the last kept waypoint to the next one. The path must consist of lines and links; tiles that
/// a line along a row, a column or a diagonal passes from center to center count as waypoints.
FW_API fw_status fw_smooth_straight( const fw_smoother* smoother, fw_path* path );

/// The taut pass over straight walks: the shortest path that this one can be pulled into like a string, never across a
/// blocked tile, so that it keeps to the sides of obstacles that it goes along. Round a corner a disc goes in bends of
/// 45 degrees at most, a square in one. Takes any lines, be they those of tiles or of any-angle methods. Never longer, or
/// dearer where costs count; where it would be, or where there is no room for the bends, the path stays as it is.
/// Refuses arcs, reverse gear, fw_smoother::keep and grids with one-way tiles with #FW_ERR_UNSUPPORTED. Cost: O(rows
/// passed), for each corner that it touches.
FW_API fw_status fw_smooth_taut( const fw_smoother* smoother, fw_path* path );

/// Simple smoothing over curves: takes out each waypoint where the shortest legal curve from pose to pose past it exists
/// and is not longer. For paths whose waypoints have headings.
FW_API fw_status fw_smooth_curved( const fw_smoother* smoother, fw_path* path );

/// Post-processed turns that ignore blocked tiles: from waypoint to waypoint by the shorter arc-then-line curve,
/// beginning with the path's start heading. May clip corners: judge the result with fw_validate().
FW_API fw_status fw_turn_ignoring( const fw_smoother* smoother, fw_path* path );

#define FW_TIGHTER_MIN 0.001 ///< tiles

/// How fw_turn_tighter() is to turn. Made by fw_default_tighter_def(), then changed.
typedef struct fw_tighter_def
{
	uint32_t cookie;   ///< set by fw_default_tighter_def()
	double min_radius; ///< [tiles, #FW_TIGHTER_MIN..the unit's turning radius]
} fw_tighter_def;

/// What fw_turn_tighter() did.
typedef struct fw_tighter_report
{
	int32_t tightened; ///< turns that are tighter than the unit's
	int32_t illegal;   ///< legs that hit something with the least radius too
	double tightest;   ///< radius of a turn [tiles]; the unit's where none is tighter
	double slowest;    ///< what fw_turn_speed() says of it [tiles/s]
} fw_tighter_report;

FW_API fw_tighter_def fw_default_tighter_def( void ); ///< least radius 0.05

/// Post-processed turns that get tighter where they would hit something, for units that slow down in turns: from
/// waypoint to waypoint by the shorter arc-then-line curve, beginning with the path's start heading, with the largest
/// radius tried that hits nothing and turns by five eighths of a circle at most, else with the least one. For walks in
/// steps to four neighbors, of discs that have twice the least radius of room on each side in a lane of one tile, no
/// leg stays illegal; judge it with a unit of the least radius. Refuses links, one-way tiles, changes of gear, and
/// poses that are not finite, with #FW_ERR_UNSUPPORTED. Source: M. Pinter, "Toward More Realistic Pathfinding" (2001),
/// "Legal Turns: The Basic Methods".
FW_API fw_status fw_turn_tighter( const fw_smoother* smoother, const fw_tighter_def* def, fw_path* path,
                                  fw_tighter_report* report );

#define FW_BACKING_MAX 64 ///< three-point turns in a row

/// How fw_turn_backing() is to turn. Made by fw_default_backing_def(), then changed.
typedef struct fw_backing_def
{
	uint32_t cookie;   ///< set by fw_default_backing_def()
	double min_radius; ///< turns get tighter down to it before the unit backs up [tiles, #FW_TIGHTER_MIN..the
	                   ///< unit's turning radius; 0: they keep the unit's]
	int32_t most;      ///< three-point turns in a row where there is little room [1..#FW_BACKING_MAX]
} fw_backing_def;

/// What fw_turn_backing() did.
typedef struct fw_backing_report
{
	int32_t backed;       ///< turns with a part in reverse
	int32_t gear_changes; ///< of the whole path
	int32_t tightened;    ///< turns that are tighter than the unit's
	int32_t illegal;      ///< legs that hit something all the same
} fw_backing_report;

FW_API fw_backing_def fw_default_backing_def( void ); ///< the unit's radius, 16 three-point turns in a row

/// Post-processed turns that back up where they would hit something: along the straight legs of the walk by the shorter
/// arc-then-line curve, and where that hits something or turns by more than five eighths of a circle, by the cheapest
/// legal maneuver of a family: the unit stops short or goes on or back straight, goes forward in an arc, back in an
/// arc and straight, and forward to the next waypoint; or it makes three-point turns on the spot. Cheapest by length,
/// the unit's reverse factor and its penalty for changes of gear; terrain does not count. Where the disc has `room` to
/// all sides at each waypoint, with room >= pi / 3 * turning radius / `most`, and can drive straight from each to the
/// next, no leg stays illegal. Squares, units that may not reverse, links, one-way tiles, changes of gear, and poses
/// that are not finite, are refused with #FW_ERR_UNSUPPORTED; of a unit that turns on the spot the path stays as it is.
/// Cost: some 80,000 short curves at most for a turn that does not fit, mostly far fewer. Source: M. Pinter, "Toward
/// More Realistic Pathfinding" (2001), "Legal Turns: The Basic Methods".
/// @return #FW_OK; #FW_ERR_ARGUMENT, #FW_ERR_DEF, #FW_ERR_UNSUPPORTED, #FW_ERR_STATE, #FW_ERR_MEMORY.
FW_API fw_status fw_turn_backing( const fw_smoother* smoother, const fw_backing_def* def, fw_path* path,
                                  fw_backing_report* report );

#define FW_SMOOTH48_AHEAD 3 ///< waypoints

/// How fw_smooth48() is to go. Made by fw_default_smooth48_def(), then changed.
typedef struct fw_smooth48_def
{
	uint32_t cookie; ///< set by fw_default_smooth48_def()
	const fw_primitives*
	    primitives;         ///< for the unit's radii, with `places` and a ring of #FW_SMOOTH48_AHEAD or more; best with
	                        ///< loops and not pruned: chains that make up for pruned curves leave the waypoints
	bool start_any_heading; ///< else that of fw_path::start
	bool goal_any_heading;
	double goal_heading; ///< [rad]
	int32_t back;        ///< gives up when it falls back so many waypoints behind the furthest one [>= 1]; 0: never
	bool partial;        ///< where there are no turns to the goal, leave the path with those to the furthest waypoint
} fw_smooth48_def;

/// What fw_smooth48() did.
typedef struct fw_smooth48_report
{
	bool found;        ///< the path has legal turns all along now; else it is as it was, or ends early when `partial`
	int32_t waypoints; ///< of the walk, with start and goal
	int32_t furthest;  ///< waypoint, counted from 0, that legal turns lead to
	fw_vec2 place;     ///< of that waypoint
	int64_t expanded;  ///< poses
} fw_smooth48_report;

FW_API fw_smooth48_def fw_default_smooth48_def( void ); ///< no table, start's heading, goal with any, whole

/// The better smoothing pass: legal turns along a walk. A Directional A* whose places are the waypoints of the path,
/// each leading to those one, two or three ahead by any curve of the table, and whose estimate is what remains of the
/// walk. Waypoints are as of fw_smooth_straight(), on the map, and all but the first and the last must be tile centers.
/// Links, one-way tiles, and units that turn on the spot, are refused with #FW_ERR_UNSUPPORTED. Where there is nowhere
/// to go there are no turns, and headings that count must agree. Cost: O(waypoints x headings), mostly O(waypoints).
/// Source: M. Pinter, "Toward More Realistic Pathfinding" (2001), "A Better Smoothing Pass".
/// @return #FW_OK also where there are no such turns; #FW_ERR_ARGUMENT, #FW_ERR_DEF, #FW_ERR_MISMATCH for a table of
/// another unit, #FW_ERR_UNSUPPORTED, #FW_ERR_STATE, #FW_ERR_MEMORY.
FW_API fw_status fw_smooth48( const fw_smoother* smoother, const fw_smooth48_def* def, fw_path* path,
                              fw_smooth48_report* report );

/// The clean-up pass for paths of curves: takes out waypoints as far ahead as legal curves reach, turns the headings
/// at the others towards their neighbors and moves them where that is shorter, until nothing gets better. Start and
/// goal stay where they are; the goal's heading is kept when `keep_goal_heading`. Never longer, always legal where the
/// path was.
FW_API fw_status fw_clean_up( const fw_smoother* smoother, fw_path* path, bool keep_goal_heading );

FW_END_DECLS

#endif
