// SPDX-License-Identifier: MIT
// Keeping to a part of a road: the rest of it is blocked along the straight parts of a tile path.
//
// A pass that shifts the driven line would have to mend the turns between shifted lines. A half of the road with a
// higher cost would need that cost in one direction of travel only, which tiles cannot have. Blocked tiles are right
// for one tile path, and work with any search, turning radius and pass.
#include "roads/roads.h"

#include <math.h>

// Roads wider than this to one side of a tile path are squares rather than roads [tiles].
#define WIDEST 16
// Side roads up to this width do not count as width of the road that they meet [tiles].
#define MEETING 8

// The number of road tiles in a row from a tile to one side, without the tile itself.
static int32_t road_tiles_beside( const fw_marks* m, const fw_path_tile* at, int32_t dx, int32_t dy )
{
	int32_t tiles = 0;
	while ( tiles < WIDEST && fw_marks_road( m, at->x + ( tiles + 1 ) * dx, at->y + ( tiles + 1 ) * dy ) )
	{
		tiles++;
	}
	return tiles;
}

// The minimum of road_tiles_beside() over the tiles nearby on the same straight part [first, last] of the path.
static int32_t narrowest( const fw_marks* m, const fw_road_tiles* tile_path, int32_t at, int32_t first, int32_t last,
                          int32_t dx, int32_t dy )
{
	const int32_t from = at - MEETING > first ? at - MEETING : first;
	const int32_t to = at + MEETING < last ? at + MEETING : last;
	int32_t least = WIDEST;
	for ( int32_t i = from; i <= to; i++ )
	{
		const int32_t one = road_tiles_beside( m, &tile_path->tiles[i], dx, dy );
		least = one < least ? one : least;
	}
	return least;
}

// Tiles across a road, counted from the path's own tile to the side of the lane.
typedef struct across
{
	int32_t from, to;
} across;

// The half of the road on the side of the lane; all of the road if the unit is wider than half.
static across half_of( const fw_unit* unit, across road )
{
	const int32_t width = road.to - road.from + 1;
	const double needed = 2.0 * unit->radius;
	const int32_t half = needed <= width / 2 ? width / 2 : ( width + 1 ) / 2;
	return needed <= half ? ( across ){ road.to - half + 1, road.to } : road;
}

// A strip for the unit, as near to a tile as possible.
static across strip_of( const fw_unit* unit, across part, int32_t tile )
{
	const int32_t needed = (int32_t)ceil( fmax( 1.0, 2.0 * unit->radius ) );
	const int32_t width = part.to - part.from + 1;
	if ( needed >= width )
	{
		return part;
	}
	int32_t from = tile - ( needed - 1 ) / 2;
	from = from > part.from ? from : part.from;
	from = from + needed - 1 < part.to ? from : part.to - needed + 1;
	return ( across ){ from, from + needed - 1 };
}

// A part of a tile path in one direction, with the unit vector to the side of the lane.
typedef struct straight
{
	int32_t first, last; // tiles
	int32_t side_x, side_y;
	bool along; // along an axis; diagonal roads have no halves
} straight;

// How much of a road is left.
typedef struct keep
{
	fw_lane lane;
	bool narrow;
} keep;

// The straight part that begins at a tile.
static straight straight_from( const fw_road_tiles* tile_path, int32_t first, fw_lane lane )
{
	const fw_path_tile* tiles = tile_path->tiles;
	const int32_t dx = tiles[first + 1].x - tiles[first].x;
	const int32_t dy = tiles[first + 1].y - tiles[first].y;
	const int32_t side = lane == FW_LANE_LEFT ? -1 : 1;
	straight s = { first, first + 1, -dy * side, dx * side, dx * dx + dy * dy == 1 };
	while ( s.last + 1 < tile_path->count && !tiles[s.last].turn )
	{
		s.last++;
	}
	return s;
}

// Keeps free the tiles where one road meets another at a turn, and those where a unit enters the road. A lane does not
// lie on the tile path; with one, the width of the road is kept free in addition.
static void free_ends( const fw_marks* m, const fw_road_tiles* tile_path, const straight* s, fw_lane lane,
                       int32_t turn_tiles )
{
	int32_t width = 1;
	if ( s->along && lane != FW_LANE_ANY )
	{
		const int32_t at = ( s->first + s->last ) / 2;
		width += narrowest( m, tile_path, at, s->first, s->last, s->side_x, s->side_y );
		width += narrowest( m, tile_path, at, s->first, s->last, -s->side_x, -s->side_y );
	}
	for ( int32_t i = s->first; i <= s->last; i++ )
	{
		const fw_path_tile* at = &tile_path->tiles[i];
		const bool end = i == 0 || i + 1 == tile_path->count;
		if ( !at->road || ( end && lane != FW_LANE_ANY ) )
		{
			fw_marks_around( m, at->x, at->y, turn_tiles + width, FW_MARK_FREE );
		}
		else if ( !end && ( i == s->first || i == s->last ) )
		{
			fw_marks_around( m, at->x, at->y, turn_tiles > width ? turn_tiles : width, FW_MARK_FREE );
		}
	}
}

static void mark_across( const fw_marks* m, const fw_path_tile* at, const straight* s, across road, keep left )
{
	const across lane = left.lane != FW_LANE_ANY ? half_of( m->unit, road ) : road;
	const int32_t middle = left.lane != FW_LANE_ANY ? ( lane.from + lane.to ) / 2 : 0;
	const across open = left.narrow ? strip_of( m->unit, lane, middle ) : lane;
	for ( int32_t offset = road.from; offset <= road.to; offset++ )
	{
		uint8_t* mark = fw_marks_at( m, at->x + offset * s->side_x, at->y + offset * s->side_y );
		const bool closed = ( offset < open.from || offset > open.to ) && ( *mark & FW_MARK_FREE ) == 0;
		*mark |= closed ? FW_MARK_BLOCKED : 0;
	}
}

static void mark_along( const fw_marks* m, const fw_road_tiles* tile_path, const straight* s, keep left )
{
	for ( int32_t i = s->first; i <= s->last && s->along; i++ )
	{
		const across road = { -narrowest( m, tile_path, i, s->first, s->last, -s->side_x, -s->side_y ),
		                      narrowest( m, tile_path, i, s->first, s->last, s->side_x, s->side_y ) };
		if ( tile_path->tiles[i].road && road.from > -WIDEST && road.to < WIDEST )
		{
			mark_across( m, &tile_path->tiles[i], s, road, left );
		}
	}
}

void fw_marks_lane( const fw_marks* m, const fw_road_tiles* tile_path, fw_lane lane, bool narrow, int32_t turn_tiles )
{
	for ( int32_t marks = 0; marks < 2; marks++ )
	{
		int32_t first = 0;
		while ( first + 1 < tile_path->count )
		{
			const straight s = straight_from( tile_path, first, lane );
			if ( marks == 0 )
			{
				free_ends( m, tile_path, &s, lane, turn_tiles );
			}
			else
			{
				mark_along( m, tile_path, &s, ( keep ){ lane, narrow } );
			}
			first = s.last;
		}
	}
}
