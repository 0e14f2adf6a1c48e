// SPDX-License-Identifier: MIT
// Vertices of the any-angle methods.
#include "search/vertices.h"

#include "annotate/space.h"
#include "path/path.h"
#include "search/ends.h"
#include "sweep/sweep.h"

#include <math.h>

// An end this near to a tile's corner is on it.
#define VERTEX_SLACK 1e-9
// Sums are added in another order than those that they are held against.
#define SUM_SLACK 1e-9

const uint8_t fw_corner_steps[16] = { 0x00, 0x70, 0xC1, 0xF1, 0x1C, 0x7C, 0xDD, 0xFD,
                                      0x07, 0x77, 0xC7, 0xF7, 0x1F, 0x7F, 0xDF, 0xFF };

// The tiles through which an end on a double corner is left and entered.
static uint32_t open_tiles( uint32_t around )
{
	return fw_is_double_corner( around ) && ( around & FW_TILE_SE ) != 0 ? FW_TILE_SE : around;
}

FW_INLINE uint32_t open_around( const fw_vertices* vertices, int32_t x, int32_t y )
{
	return open_tiles( fw_corner_tiles( vertices->tiles, x, y ) );
}

FW_INLINE bool is_closed_corner( const fw_vertices* vertices, int32_t x, int32_t y )
{
	return vertices->corners == FW_CORNERS_CLOSED && fw_is_double_corner( fw_corner_tiles( vertices->tiles, x, y ) );
}

FW_INLINE bool is_start( const fw_vertices* vertices, int32_t x, int32_t y )
{
	return x == vertices->start_x && y == vertices->start_y;
}

FW_INLINE bool is_goal( const fw_vertices* vertices, int32_t x, int32_t y )
{
	return x == vertices->goal_x && y == vertices->goal_y;
}

// May a line from (x, y), which may be an end on a double corner, go in this direction?
static bool may_leave( const fw_vertices* vertices, int32_t x, int32_t y, int32_t dx, int32_t dy )
{
	const uint32_t around = open_around( vertices, x, y );
	return ( dx <= 0 && dy <= 0 && ( around & FW_TILE_NW ) != 0 ) ||
	       ( dx >= 0 && dy <= 0 && ( around & FW_TILE_NE ) != 0 ) ||
	       ( dx <= 0 && dy >= 0 && ( around & FW_TILE_SW ) != 0 ) ||
	       ( dx >= 0 && dy >= 0 && ( around & FW_TILE_SE ) != 0 );
}

// Which of the corners between two rows of tiles lie between two blocked tiles that touch diagonally.
FW_INLINE uint32_t double_corners( uint32_t above, uint32_t below )
{
	return ( above ^ above >> 1 ) & ( below ^ below >> 1 ) & ( above ^ below );
}

// The steps from a corner but for those into double corners, through which no path goes on.
static uint32_t corner_steps( const fw_vertices* vertices, int32_t x, int32_t y )
{
	uint32_t rows[4];
	for ( int32_t i = 0; i < 4; i++ )
	{
		rows[i] = (uint32_t)fw_layer_bits( vertices->tiles, x - 2, y - 2 + i ) & 15u;
	}
	const uint32_t around = ( rows[1] >> 1 & 3u ) | ( rows[2] >> 1 & 3u ) << 2;
	const uint32_t above = double_corners( rows[0], rows[1] );
	const uint32_t beside = double_corners( rows[1], rows[2] );
	const uint32_t below = double_corners( rows[2], rows[3] );
	const uint32_t shut = ( beside >> 2 & 1u ) | ( below >> 2 & 1u ) << 1 | ( below >> 1 & 1u ) << 2 |
	                      ( below & 1u ) << 3 | ( beside & 1u ) << 4 | ( above & 1u ) << 5 | ( above >> 1 & 1u ) << 6 |
	                      ( above >> 2 & 1u ) << 7;
	if ( ( beside & 2 ) != 0 )
	{
		return is_start( vertices, x, y ) ? fw_corner_steps[open_tiles( around )] & ~shut : 0;
	}
	return fw_corner_steps[around] & ~shut;
}

// The step into a goal that lies on a double corner, where it leads in through the right tile.
static uint32_t step_into_goal( const fw_vertices* vertices, int32_t x, int32_t y )
{
	const uint32_t around = fw_corner_tiles( vertices->tiles, x, y );
	const bool is_shut = fw_is_double_corner( around ) && !is_start( vertices, x, y );
	const uint32_t all = is_shut ? 0 : fw_corner_steps[open_tiles( around )];
	for ( uint32_t rest = all; rest != 0; rest &= rest - 1 )
	{
		const int32_t direction = FW_CTZ64( rest );
		const int32_t dx = fw_step_x[direction];
		const int32_t dy = fw_step_y[direction];
		if ( is_goal( vertices, x + dx, y + dy ) && may_leave( vertices, x + dx, y + dy, -dx, -dy ) )
		{
			return 1u << direction;
		}
	}
	return 0;
}

uint32_t fw_vertices_steps( const fw_vertices* vertices, int32_t x, int32_t y )
{
	if ( vertices->anchor == FW_ANCHOR_CENTER )
	{
		const uint32_t around = fw_steps_around( vertices->stands, x, y );
		if ( !vertices->is_point )
		{
			return vertices->steps.legal8[around];
		}
		// A point touches the corner of a tile beside its diagonal step, and passes between two only where it may.
		const uint32_t cut = vertices->steps.legal8_cutting[around];
		const uint32_t straight = vertices->steps.legal4[around];
		const uint32_t sides = straight << 1 | straight >> 1 | ( straight & 1 ) << 7;
		return vertices->corners == FW_CORNERS_OPEN ? cut : straight | ( cut & sides & 0xAAu );
	}
	if ( vertices->corners == FW_CORNERS_OPEN )
	{
		return fw_corner_steps[fw_corner_tiles( vertices->tiles, x, y )];
	}
	const uint32_t steps = corner_steps( vertices, x, y );
	return FW_UNLIKELY( vertices->goal_is_double ) ? steps | step_into_goal( vertices, x, y ) : steps;
}

// The same of any vertex: only ends lie on double corners.
static bool is_open( const fw_vertices* vertices, int32_t x, int32_t y, int32_t dx, int32_t dy )
{
	const bool is_double = ( vertices->start_is_double && is_start( vertices, x, y ) ) ||
	                       ( vertices->goal_is_double && is_goal( vertices, x, y ) );
	return !is_double || may_leave( vertices, x, y, dx, dy );
}

bool fw_vertices_sees( fw_search* search, const fw_vertices* vertices, int32_t ax, int32_t ay, int32_t bx, int32_t by )
{
	search->counters.sight_checks++;
	if ( !vertices->is_point )
	{
		const fw_segment line = fw_segment_line( fw_vertex_point( vertices, ax, ay ),
		                                         fw_vertex_point( vertices, bx, by ), FW_GEAR_FORWARD );
		return fw_layer_sweep_unit( vertices->tiles, vertices->unit, &line );
	}
	const int32_t half = vertices->anchor == FW_ANCHOR_CORNER ? 0 : 1;
	if ( FW_UNLIKELY( vertices->start_is_double || vertices->goal_is_double ) )
	{
		if ( !is_open( vertices, ax, ay, bx - ax, by - ay ) || !is_open( vertices, bx, by, ax - bx, ay - by ) )
		{
			return false;
		}
	}
	return fw_layer_sight( vertices->tiles, vertices->corners, 2 * ax + half, 2 * ay + half, 2 * bx + half,
	                       2 * by + half );
}

// The corner of the grid for an end: the nearest one of a free tile that holds it. False where there is none. Off the
// corners, a closed double one would be passed to reach its other side, so it counts only for the tile
// through which it is left; the corner to the north-west of the tile always does.
static bool corner_of( const fw_vertices* vertices, fw_pose pose, int32_t* x, int32_t* y )
{
	const double width = vertices->width;
	const double height = vertices->height;
	if ( !( pose.x > -1.0 && pose.y > -1.0 && pose.x < width && pose.y < height ) )
	{
		return false;
	}
	const double right = floor( pose.x + 0.5 );
	const double below = floor( pose.y + 0.5 );
	const bool is_on = fabs( pose.x - right ) <= VERTEX_SLACK && fabs( pose.y - below ) <= VERTEX_SLACK;
	const int32_t tile_x = (int32_t)floor( pose.x + VERTEX_SLACK );
	const int32_t tile_y = (int32_t)floor( pose.y + VERTEX_SLACK );
	double nearest = INFINITY;
	// Corners of the tiles that hold the end, later ones first.
	for ( int32_t i = 0; i < 16; i++ )
	{
		const int32_t tx = tile_x - ( i & 1 );
		const int32_t ty = tile_y - ( i >> 1 & 1 );
		const int32_t cx = tx + 1 - ( i >> 2 & 1 );
		const int32_t cy = ty + 1 - ( i >> 3 );
		const bool holds = pose.x <= tx + 1 + VERTEX_SLACK && pose.y <= ty + 1 + VERTEX_SLACK;
		const double distance = ( pose.x - cx ) * ( pose.x - cx ) + ( pose.y - cy ) * ( pose.y - cy );
		if ( holds && distance < nearest && fw_layer_get( vertices->tiles, tx, ty ) &&
		     ( is_on || ( cx == tx && cy == ty ) || !is_closed_corner( vertices, cx, cy ) ) )
		{
			nearest = distance;
			*x = cx;
			*y = cy;
		}
	}
	return nearest < INFINITY;
}

// The region of one of the four tiles round a corner, 0 where the corner is not left through it.
static uint32_t region_at( const fw_search* search, const fw_vertices* vertices, int32_t x, int32_t y, int32_t i )
{
	const bool open = ( open_around( vertices, x, y ) >> i & 1 ) != 0;
	return open ? fw_space_region( search->map.space, x - 1 + ( i & 1 ), y - 1 + ( i >> 1 ) ) : 0;
}

static bool share_region( const fw_search* search, const fw_vertices* vertices )
{
	bool shared = false;
	for ( int32_t i = 0; i < 16 && !shared; i++ )
	{
		const uint32_t region = region_at( search, vertices, vertices->start_x, vertices->start_y, i / 4 );
		shared = region != 0 && region == region_at( search, vertices, vertices->goal_x, vertices->goal_y, i % 4 );
	}
	return shared;
}

static void begin_corners( fw_search* search, fw_vertices* vertices )
{
	const fw_query* query = &search->query;
	vertices->width++;
	vertices->height++;
	const bool starts = corner_of( vertices, query->start, &vertices->start_x, &vertices->start_y );
	if ( !starts || !corner_of( vertices, query->goal, &vertices->goal_x, &vertices->goal_y ) )
	{
		fw_end_fails_on_grid( search, !starts );
		return;
	}
	if ( vertices->corners == FW_CORNERS_CLOSED && !share_region( search, vertices ) )
	{
		fw_search_finish( search, FW_UNREACHABLE, FW_REASON_OTHER_REGION );
		return;
	}
	vertices->start_is_double = is_closed_corner( vertices, vertices->start_x, vertices->start_y );
	vertices->goal_is_double = is_closed_corner( vertices, vertices->goal_x, vertices->goal_y );
}

static void begin_centers( fw_search* search, fw_vertices* vertices )
{
	const fw_space* space = search->map.space;
	if ( !fw_ends_fit( search ) )
	{
		return;
	}
	if ( !fw_end_tile( search, true, &vertices->start_x, &vertices->start_y ) ||
	     !fw_end_tile( search, false, &vertices->goal_x, &vertices->goal_y ) )
	{
		fw_search_finish( search, FW_UNREACHABLE, FW_REASON_EXHAUSTED );
	}
	else if ( ( vertices->corners == FW_CORNERS_CLOSED || !vertices->is_point ) &&
	          fw_space_region( space, vertices->start_x, vertices->start_y ) !=
	              fw_space_region( space, vertices->goal_x, vertices->goal_y ) )
	{
		fw_search_finish( search, FW_UNREACHABLE, FW_REASON_OTHER_REGION );
	}
}

void fw_vertices_begin( fw_search* search, fw_vertices* vertices )
{
	fw_steps_prepare( &vertices->steps );
	vertices->tiles = search->map.space->tiles;
	vertices->stands = &search->map.space->planes[0];
	vertices->unit = &search->query.unit;
	vertices->is_point = search->query.unit.radius == 0.0 && search->query.unit.size == 0;
	vertices->anchor = search->query.options.anchor;
	vertices->corners = search->query.options.corners;
	vertices->width = vertices->tiles->width;
	vertices->height = vertices->tiles->height;
	vertices->start_is_double = false;
	vertices->goal_is_double = false;
	vertices->anchor == FW_ANCHOR_CORNER ? begin_corners( search, vertices ) : begin_centers( search, vertices );
}

// Does b lie on the straight line from a to c?
static bool is_between( fw_vec2 a, fw_vec2 b, fw_vec2 c )
{
	const double cross = ( b.x - a.x ) * ( c.y - b.y ) - ( b.y - a.y ) * ( c.x - b.x );
	const double dot = ( b.x - a.x ) * ( c.x - b.x ) + ( b.y - a.y ) * ( c.y - b.y );
	return cross == 0.0 && dot > 0.0;
}

static double cost_of( const fw_search* search, fw_vec2 from, fw_vec2 to )
{
	return fw_search_has_costs( search ) ? fw_line_cost( search->map.grid, search->query.unit.capabilities, from, to )
	                                     : fw_length( to.x - from.x, to.y - from.y );
}

void fw_vertices_append( fw_search* search, fw_result* result, fw_vec2 to )
{
	const fw_vec2 from = fw_path_tip( &result->path );
	if ( from.x != to.x || from.y != to.y )
	{
		result->cost += cost_of( search, from, to );
		fw_search_fail( search, fw_path_append_line( &result->path, to, FW_GEAR_FORWARD ) );
	}
}

// An end off its vertex goes straight to the point after it where it can, so that the path does not go to the vertex
// and back.
static bool skips( const fw_search* search, const fw_vertices* vertices, fw_vec2 end, fw_vec2 vertex, fw_vec2 next )
{
	const fw_segment line = fw_segment_line( end, next, FW_GEAR_FORWARD );
	const bool clear = vertices->is_point ? fw_layer_sight_points( vertices->tiles, vertices->corners, end, next )
	                                      : fw_layer_sweep_unit( vertices->tiles, vertices->unit, &line );
	return clear &&
	       cost_of( search, end, next ) <= cost_of( search, end, vertex ) + cost_of( search, vertex, next ) + 1e-9;
}

void fw_vertices_path_to( fw_search* search, const fw_vertices* vertices, const fw_points* list, fw_vec2 goal,
                          fw_result* result )
{
	const fw_vec2* points = list->at;
	const fw_vec2 start = { search->query.start.x, search->query.start.y };
	const bool start_off = start.x != points[0].x || start.y != points[0].y;
	const bool goal_off = goal.x != points[list->count - 1].x || goal.y != points[list->count - 1].y;
	int32_t first = 0;
	int32_t last = list->count - 1;
	while ( start_off && first < last && skips( search, vertices, start, points[first], points[first + 1] ) )
	{
		first++;
	}
	while ( goal_off && last >= first &&
	        skips( search, vertices, goal, points[last], last > first ? points[last - 1] : start ) )
	{
		last--;
	}
	fw_vec2 before = start;
	for ( int32_t i = first; i <= last; i++ )
	{
		const fw_vec2 next = i < last ? points[i + 1] : goal;
		if ( !is_between( before, points[i], next ) )
		{
			fw_vertices_append( search, result, points[i] );
			before = points[i];
		}
	}
	fw_vertices_append( search, result, goal );
}

void fw_vertices_path( fw_search* search, const fw_vertices* vertices, const fw_points* points, fw_result* result )
{
	const fw_vec2 goal = { search->query.goal.x, search->query.goal.y };
	fw_vertices_path_to( search, vertices, points, goal, result );
}

void fw_points_reverse( fw_points* points )
{
	for ( int32_t i = 0, k = points->count - 1; i < k; i++, k-- )
	{
		const fw_vec2 other = points->at[i];
		points->at[i] = points->at[k];
		points->at[k] = other;
	}
}

void fw_points_smooth( fw_search* search, const fw_vertices* vertices, fw_points* points )
{
	if ( points->count < 3 )
	{
		return;
	}
	fw_vec2* at = points->at;
	int32_t kept = 1;
	const bool costs = fw_search_has_costs( search );
	double cost = costs ? cost_of( search, at[0], at[1] ) : 0.0; // from the last kept to at[i]
	for ( int32_t i = 1; i + 1 < points->count; i++ )
	{
		const fw_vec2 from = at[kept - 1];
		const fw_vec2 to = at[i + 1];
		const double last = costs ? cost_of( search, at[i], to ) : 0.0;
		const double straight = costs ? cost_of( search, from, to ) : 0.0;
		const bool drops =
		    straight <= ( cost + last ) * ( 1.0 + SUM_SLACK ) &&
		    fw_vertices_sees( search, vertices, (int32_t)from.x, (int32_t)from.y, (int32_t)to.x, (int32_t)to.y );
		if ( !drops )
		{
			at[kept++] = at[i];
		}
		cost = drops ? straight : last;
	}
	at[kept++] = at[points->count - 1];
	points->count = kept;
}

double fw_vertices_min_cost( const fw_search* search )
{
	double least = INFINITY;
	for ( int32_t i = 0; fw_search_has_costs( search ) && i < fw_grid_terrain_count( search->map.grid ); i++ )
	{
		const fw_terrain* terrain = fw_grid_terrain( search->map.grid, i );
		if ( ( terrain->capabilities & search->query.unit.capabilities ) != 0 )
		{
			least = fmin( least, terrain->cost );
		}
	}
	return least < INFINITY ? least : 1.0;
}
