// SPDX-License-Identifier: MIT
// From the shortest path of a point over the tiles where a unit stands to one that the unit can drive.
//
// Where the unit stands on two tiles side by side it can go straight from center to center. So there is always a legal
// path over the tiles that the point crosses; as far as they can be skipped, they are, and what is left is pulled taut.
// It goes past all obstacles on the side on which the point does. For discs up to a tile wide, and squares of one tile,
// each side of the obstacles that is open at all is open to both.
#include "search/any_angle/taut_path.h"

#include "sweep/sweep.h"

#include <stdlib.h>

// A disc goes round the corner in an arc. The chord c of its angle is known: 2 asin( c / 2 ), by the first terms.
static double turn_of_disc( double radius, fw_vec2 in, fw_vec2 out )
{
	const double dx = out.x - in.x;
	const double dy = out.y - in.y;
	const double c2 = dx * dx + dy * dy;
	return radius * sqrt( c2 ) * ( 1.0 + c2 * ( 1.0 / 24.0 + c2 * ( 3.0 / 640.0 ) ) );
}

// The corner of the unit's tile, from its center, that is farthest to one side; `other` decides where two are.
static fw_vec2 corner_of_tile( fw_vec2 aside, fw_vec2 other )
{
	const double x = aside.x != 0.0 ? aside.x : other.x;
	const double y = aside.y != 0.0 ? aside.y : other.y;
	return ( fw_vec2 ){ x > 0.0 ? 0.5 : -0.5, y > 0.0 ? 0.5 : -0.5 };
}

// The string of a square goes round a square of half a tile more on each side than the point's: it comes to one of the
// corners of that, goes on to another one where it must, and leaves.
static double turn_of_square( fw_vec2 in, fw_vec2 out )
{
	const double side = in.x * out.y - in.y * out.x > 0.0 ? 1.0 : -1.0;
	const fw_vec2 aside_in = { side * in.y, -side * in.x };
	const fw_vec2 aside_out = { side * out.y, -side * out.x };
	const fw_vec2 a = corner_of_tile( aside_in, aside_out );
	const fw_vec2 b = corner_of_tile( aside_out, aside_in );
	return a.x * in.x + a.y * in.y - b.x * out.x - b.y * out.y + fabs( b.x - a.x ) + fabs( b.y - a.y );
}

double fw_taut_path_turn( const fw_unit* unit, fw_vec2 in, fw_vec2 out )
{
	return unit->size > 0 ? turn_of_square( in, out ) : turn_of_disc( unit->radius, in, out );
}

static void add_center( fw_search* search, fw_taut_path* path, int32_t x, int32_t y )
{
	fw_points_add( search, &path->centers, ( fw_vec2 ){ x + 0.5, y + 0.5 } );
}

// Adds a tile and, where it touches the last one at a corner alone, one beside both.
static void add_tile( fw_search* search, fw_taut_path* path, const fw_layer* stands, int32_t x, int32_t y )
{
	const fw_vec2 last = path->centers.at[path->centers.count - 1];
	const int32_t last_x = (int32_t)last.x;
	const int32_t last_y = (int32_t)last.y;
	if ( last_x == x && last_y == y )
	{
		return;
	}
	if ( last_x != x && last_y != y )
	{
		const bool across = fw_layer_get( stands, x, last_y );
		add_center( search, path, across ? x : last_x, across ? last_y : y );
	}
	add_center( search, path, x, y );
}

// Half tiles from a place to the next line between tiles in a direction.
static int32_t to_line( int32_t at, int32_t sign )
{
	return ( at & 1 ) != 0 ? 1 : sign != 0 ? 2 : 0;
}

// The tile that a place is in, or that it enters in a direction.
static int32_t tile_at( int32_t at, int32_t sign )
{
	return ( at & 1 ) != 0 || sign >= 0 ? ( at - ( at & 1 ) ) / 2 : at / 2 - 1;
}

// The tiles that a straight line from one multiple of half a tile to another goes over; along a line between tiles,
// those on the side where the unit stands.
static void walk_line( fw_search* search, fw_taut_path* path, const fw_layer* stands, fw_vec2 a, fw_vec2 b )
{
	const int32_t ax = (int32_t)( 2.0 * a.x );
	const int32_t ay = (int32_t)( 2.0 * a.y );
	const int32_t dx = (int32_t)( 2.0 * b.x ) - ax;
	const int32_t dy = (int32_t)( 2.0 * b.y ) - ay;
	const int32_t beside_x = dx == 0 && ( ax & 1 ) == 0 ? 1 : 0;
	const int32_t beside_y = dy == 0 && ( ay & 1 ) == 0 ? 1 : 0;
	const int32_t sign_x = fw_sign_of( dx );
	const int32_t sign_y = fw_sign_of( dy );
	int32_t x = tile_at( ax, sign_x );
	int32_t y = tile_at( ay, sign_y );
	int64_t next_x = to_line( ax, sign_x );
	int64_t next_y = to_line( ay, sign_y );
	for ( ;; )
	{
		const bool is_here = fw_layer_get( stands, x, y );
		add_tile( search, path, stands, is_here ? x : x - beside_x, is_here ? y : y - beside_y );
		if ( next_x >= abs( dx ) && next_y >= abs( dy ) )
		{
			return;
		}
		// Which line between tiles comes first? Where both do, the line leads through a corner.
		const int64_t by_x = sign_x != 0 ? next_x * ( dy != 0 ? abs( dy ) : 1 ) : INT64_MAX;
		const int64_t by_y = sign_y != 0 ? next_y * ( dx != 0 ? abs( dx ) : 1 ) : INT64_MAX;
		x += by_x <= by_y ? sign_x : 0;
		y += by_y <= by_x ? sign_y : 0;
		next_x += by_x <= by_y ? 2 : 0;
		next_y += by_y <= by_x ? 2 : 0;
	}
}

static void add_bend( fw_search* search, fw_taut_path* path, fw_vec2 at )
{
	fw_search_need( search, fw_taut_add( &path->taut, &search->allocator, at ) );
}

// A legal path from one of the centers to another, over as few between them as halving finds.
static void skip( fw_search* search, const fw_vertices* vertices, fw_taut_path* path, int32_t from, int32_t to )
{
	const fw_vec2 b = path->centers.at[to];
	const fw_segment line = fw_segment_line( path->centers.at[from], b, FW_GEAR_FORWARD );
	if ( to - from < 2 || fw_layer_sweep_unit( vertices->tiles, vertices->unit, &line ) )
	{
		add_bend( search, path, b );
		return;
	}
	const int32_t middle = from + ( to - from ) / 2;
	skip( search, vertices, path, from, middle );
	skip( search, vertices, path, middle, to );
}

void fw_taut_path_make( fw_search* search, const fw_vertices* vertices, fw_taut_path* path, const fw_points* points,
                        fw_result* result )
{
	const fw_query* query = &search->query;
	path->centers.count = 0;
	path->taut.count = 0;
	add_bend( search, path, ( fw_vec2 ){ query->start.x, query->start.y } );
	add_center( search, path, vertices->start_x, vertices->start_y );
	add_bend( search, path, ( fw_vec2 ){ vertices->start_x + 0.5, vertices->start_y + 0.5 } );
	for ( int32_t i = 0; i + 1 < points->count && search->status == FW_OK; i++ )
	{
		const int32_t from = path->centers.count - 1;
		walk_line( search, path, vertices->stands, points->at[i], points->at[i + 1] );
		if ( path->centers.count - 1 > from )
		{
			skip( search, vertices, path, from, path->centers.count - 1 );
		}
	}
	add_bend( search, path, ( fw_vec2 ){ query->goal.x, query->goal.y } );
	if ( search->status == FW_OK &&
	     fw_search_need( search, fw_taut_pull( &path->taut, &search->allocator, vertices->tiles, vertices->unit ) ) )
	{
		for ( int32_t i = 1; i < path->taut.count; i++ )
		{
			fw_vertices_append( search, result, path->taut.points[i] );
		}
	}
}

void fw_taut_path_hold( fw_holdings* holdings, fw_taut_path* path )
{
	FW_HOLD( holdings, path->centers.at, path->centers.capacity );
	fw_taut_hold( holdings, &path->taut );
}
