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

// A part of a tile path in one direction, with the unit vector to the side of the lane.
typedef struct straight
{
	int32_t first, last; // tiles
	int32_t side_x, side_y;
	bool along; // along an axis; diagonal roads have no halves
} straight;

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

// The minimum of road_tiles_beside() over the tiles nearby on the same straight part of the path, to the side of the
// lane (1) or to the other one (-1).
static int32_t narrowest( const fw_marks* m, const straight* s, int32_t at, int32_t side )
{
	const int32_t from = at - MEETING > s->first ? at - MEETING : s->first;
	const int32_t to = at + MEETING < s->last ? at + MEETING : s->last;
	int32_t least = WIDEST;
	for ( int32_t i = from; i <= to; i++ )
	{
		const int32_t one = road_tiles_beside( m, &m->path[i], side * s->side_x, side * s->side_y );
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
	const double needed = 2.0 * fw_roads_half_width( unit );
	const int32_t half = needed <= width / 2 ? width / 2 : ( width + 1 ) / 2;
	return needed <= half ? ( across ){ road.to - half + 1, road.to } : road;
}

// A strip for the unit, as near to a tile as possible.
static across strip_of( const fw_unit* unit, across part, int32_t tile )
{
	const int32_t needed = (int32_t)ceil( fmax( 1.0, 2.0 * fw_roads_half_width( unit ) ) );
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

// The straight part that begins at a tile.
static straight straight_from( const fw_marks* m, int32_t first )
{
	const fw_path_tile* tiles = m->path;
	const int32_t dx = tiles[first + 1].x - tiles[first].x;
	const int32_t dy = tiles[first + 1].y - tiles[first].y;
	const int32_t side = m->def->lane == FW_LANE_LEFT ? -1 : 1;
	straight s = { first, first + 1, -dy * side, dx * side, dx * dx + dy * dy == 1 };
	while ( s.last + 1 < m->path_count && !tiles[s.last].turn )
	{
		s.last++;
	}
	return s;
}

// Keeps free the tiles where one road meets another at a turn, and those where a unit enters the road. A lane does not
// lie on the tile path; with one, the width of the road is kept free in addition.
static void free_ends( const fw_marks* m, const straight* s )
{
	const bool any_lane = m->def->lane == FW_LANE_ANY;
	int32_t width = 1;
	if ( s->along && !any_lane )
	{
		const int32_t at = ( s->first + s->last ) / 2;
		width += narrowest( m, s, at, 1 ) + narrowest( m, s, at, -1 );
	}
	for ( int32_t i = s->first; i <= s->last; i++ )
	{
		const fw_path_tile* at = &m->path[i];
		const bool end = i == 0 || i + 1 == m->path_count;
		if ( !at->road || ( end && !any_lane ) )
		{
			fw_marks_around( m, at->x, at->y, m->turn_tiles + width, FW_MARK_FREE );
		}
		else if ( !end && ( i == s->first || i == s->last ) )
		{
			fw_marks_around( m, at->x, at->y, m->turn_tiles > width ? m->turn_tiles : width, FW_MARK_FREE );
		}
	}
}

static void mark_across( const fw_marks* m, const fw_path_tile* at, const straight* s, across road )
{
	const bool any_lane = m->def->lane == FW_LANE_ANY;
	const across lane = any_lane ? road : half_of( m->unit, road );
	const int32_t middle = any_lane ? 0 : ( lane.from + lane.to ) / 2;
	const across open = m->def->narrow ? strip_of( m->unit, lane, middle ) : lane;
	for ( int32_t offset = road.from; offset <= road.to; offset++ )
	{
		uint8_t* mark = fw_marks_at( m, at->x + offset * s->side_x, at->y + offset * s->side_y );
		const bool closed = ( offset < open.from || offset > open.to ) && ( *mark & FW_MARK_FREE ) == 0;
		*mark |= closed ? FW_MARK_BLOCKED : 0;
	}
}

static void mark_along( const fw_marks* m, const straight* s )
{
	for ( int32_t i = s->first; i <= s->last && s->along; i++ )
	{
		const across road = { -narrowest( m, s, i, -1 ), narrowest( m, s, i, 1 ) };
		if ( m->path[i].road && road.from > -WIDEST && road.to < WIDEST )
		{
			mark_across( m, &m->path[i], s, road );
		}
	}
}

void fw_marks_lane( const fw_marks* m )
{
	// All ends before the first lane.
	for ( int32_t pass = 0; pass < 2; pass++ )
	{
		for ( int32_t first = 0; first + 1 < m->path_count; )
		{
			const straight s = straight_from( m, first );
			pass == 0 ? free_ends( m, &s ) : mark_along( m, &s );
			first = s.last;
		}
	}
}
