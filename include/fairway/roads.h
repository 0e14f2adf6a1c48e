// SPDX-License-Identifier: MIT
/// @file
/// Roads: which tiles are roads, and how a plan keeps to them or to one side of them. Plans with roads make grids of
/// their own; the caller's grid does not change. How it works: docs/algorithms/roads.md. Source: M. Pinter, "Toward
/// More Realistic Pathfinding" (2001), "The Road Problem".
#ifndef FAIRWAY_ROADS_H
#define FAIRWAY_ROADS_H

#include "fairway/grid.h"
#include "fairway/path.h"

FW_BEGIN_DECLS

/// How a plan keeps to roads.
typedef enum fw_roads
{
	FW_ROADS_NONE = 0,  ///< not at all: a road is ground like any other
	FW_ROADS_STEPS = 1, ///< passes leave the waypoints on roads as they are. Automatic method: "directional8" for a
	                    ///< unit with a turning radius, else "astar"
	FW_ROADS_ONLY = 2,  ///< all other tiles are blocked, if the unit can stand on roads at start and goal
	FW_ROADS_RINGS = 3, ///< the ring is wide enough for a turn by 90 degrees, and curves between two positions on roads
	                    ///< keep to roads; passes as with #FW_ROADS_STEPS
	FW_ROADS_CONES = 4, ///< the plan finds a tile path first. Then it blocks tiles beside its road (#fw_cones), except
	                    ///< near its turns, where the unit may need room
} fw_roads;

/// The side of a road of two tiles or more to which a unit keeps.
typedef enum fw_lane
{
	FW_LANE_ANY = 0,
	FW_LANE_RIGHT = 1,
	FW_LANE_LEFT = 2,
} fw_lane;

/// The terrains that are named "road", as bits of 1 << index.
FW_API uint32_t fw_roads_terrains( const fw_grid* grid );

/// Blocked tiles that keep a unit to the roads of a tile path, on a copy of the grid around it.
typedef struct fw_cones fw_cones;

/// Do the cones block this tile of the map?
FW_API bool fw_cones_has( const fw_cones* cones, int32_t x, int32_t y );

FW_END_DECLS

#endif
