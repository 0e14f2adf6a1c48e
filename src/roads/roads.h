// SPDX-License-Identifier: MIT
// What the files of roads share: the walk as tiles, and marks on the tiles of a part of the map.
#ifndef FW_ROADS_ROADS_H
#define FW_ROADS_ROADS_H

#include "base/core.h"
#include "fairway/roads.h"

// A terrain of the table that no unit with these capabilities enters, made one more where there is none. The table has
// room for FW_TERRAIN_MAX. Returns its index, -1 where there is no room.
int32_t fw_roads_closed( fw_terrain* terrains, int32_t* count, uint32_t capabilities );

// A tile of a walk, by its place in the part of the map.
typedef struct fw_walk_tile
{
	int32_t x, y;
	bool road;
	bool turn; // the walk has another direction behind it, or a link begins or ends
} fw_walk_tile;

typedef struct fw_walk
{
	fw_walk_tile* tiles; // [count]
	int32_t count, capacity;
} fw_walk;

#define FW_MARK_BLOCKED 1 // by cones
#define FW_MARK_OPEN 2    // stays open beside a road
#define FW_MARK_FREE 4    // no lane is marked there

// A part of the map with marks.
typedef struct fw_marks
{
	const fw_grid* grid;
	const fw_unit* unit;
	uint32_t terrains; // that are roads
	fw_rect part;
	uint8_t* marks; // [width * height of the part], FW_MARK_ bits
} fw_marks;

FW_INLINE bool fw_marks_road( const fw_marks* m, int32_t x, int32_t y )
{
	return x >= 0 && y >= 0 && x < m->part.width && y < m->part.height &&
	       fw_roads_has( m->grid, m->terrains, m->part.x + x, m->part.y + y );
}

FW_INLINE uint8_t* fw_marks_at( const fw_marks* m, int32_t x, int32_t y )
{
	return m->marks + (size_t)y * (size_t)m->part.width + (size_t)x;
}

// Marks all tiles up to `reach` tiles away, diagonals counted as one, as far as the part goes.
void fw_marks_around( const fw_marks* m, int32_t x, int32_t y, int32_t reach, uint8_t mark );
// Blocks what is not of the lane along straight parts of a walk, and where `narrow` all but a strip for the unit.
void fw_marks_lane( const fw_marks* m, const fw_walk* walk, fw_lane lane, bool narrow, int32_t turn_tiles );

#endif
