// SPDX-License-Identifier: MIT
// Which corners of blocked tiles a point sees, as far as a shortest path may turn there.
//
// A convex corner is a lattice point round which exactly one tile is blocked; with #FW_CORNERS_OPEN a double corner
// counts too. A shortest path turns nowhere else, and only towards the blocked tile: so of all directions of arrival
// half can be extended, and then only within the quadrant between going on straight and the edge of that tile.
#ifndef FW_SEARCH_ANY_ANGLE_VISIBLE_CORNERS_H
#define FW_SEARCH_ANY_ANGLE_VISIBLE_CORNERS_H

#include "sweep/sight.h"

typedef struct fw_corner
{
	int16_t x, y; // top left corner of this tile
} fw_corner;

// The directions from `steep`, nearest to the vertical, to `flat`, nearest to the horizontal, both included, of one
// quadrant. Vectors are in that quadrant's own coordinates, none negative.
typedef struct fw_cone
{
	int32_t side_x, side_y; // signs of the quadrant: 1 or -1
	int32_t steep_x, steep_y;
	int32_t flat_x, flat_y;
} fw_cone;

typedef struct fw_ray
{
	int32_t x, y; // a direction; y counts along the scan
} fw_ray;

// A part of a row line that is in sight: between two rays.
typedef struct fw_view
{
	fw_ray lo, hi;
	int32_t row;         // of tiles, that lies beyond the line
	int32_t near;        // distance of the line [half tiles]
	int32_t first, last; // tiles of that row that have more than a point of the line in sight
} fw_view;

// Where a scan goes on looking: the ellipse of the places over which the way to the goal is not much longer than the
// straight line.
typedef struct fw_reach
{
	fw_vec2 goal;     // from the point [half tiles]
	double longer;    // by this at most [half tiles]
	bool is_measured; // is the rest known? False at first
	fw_vec2 axis;
	double aside, ahead, behind;
} fw_reach;

typedef struct fw_visible_corners
{
	fw_reach reach;
	fw_corner* corners; // [count]
	int32_t count, capacity;
	fw_view* views; // [view_count], still to be looked through
	int32_t view_count, view_capacity;
	fw_view* beyond; // [beyond_count], out of reach
	int32_t beyond_count, beyond_capacity;
} fw_visible_corners;

void fw_visible_corners_hold( fw_holdings* holdings, fw_visible_corners* visible );

// Replaces the list by corners that a point sees inside of a cone and that a shortest path from there may turn at. The
// point (x, y), in half tiles, is a tile corner or a tile center; the cone is one of fw_corner_cones(), or one of the
// four whole quadrants, to be asked together. A corner in sight along a line that touches blocked tiles on both sides
// may be missing: another corner lies on that line before it, in whose cone it is.
// A call looks through `rows` views at most, each of one row, and takes them off. If there are views left it is to be
// called again; of the cone then only the quadrant counts. False when memory is out.
bool fw_visible_corners_list( fw_visible_corners* visible, const fw_allocator* allocator, const fw_layer* tiles,
                              fw_corners corners, int32_t x, int32_t y, const fw_cone* cone, int32_t* rows );

// The cones in which a shortest path that arrives at a corner in direction (dx, dy) may leave it; returns how many:
// none where it cannot turn, two only at a double corner.
int32_t fw_corner_cones( const fw_layer* tiles, fw_corners corners, fw_corner at, int32_t dx, int32_t dy,
                         fw_cone cones[2] );

// Is a direction inside of the cone?
FW_INLINE bool fw_cone_holds( const fw_cone* cone, int32_t dx, int32_t dy )
{
	const int64_t x = (int64_t)dx * cone->side_x;
	const int64_t y = (int64_t)dy * cone->side_y;
	return x >= 0 && y >= 0 && x * cone->steep_y >= y * cone->steep_x && x * cone->flat_y <= y * cone->flat_x;
}

#endif
