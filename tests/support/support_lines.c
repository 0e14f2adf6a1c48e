// SPDX-License-Identifier: MIT
// Lines of a point, judged and searched plainly.
#include "support_lines.h"

#include "search/vertices.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#define SLACK 1e-9

static fw_vec2 place_of( fw_pose pose )
{
	return ( fw_vec2 ){ pose.x, pose.y };
}

static bool is_whole( double a )
{
	return floor( a ) == a;
}

static bool passable( const fw_grid* grid, uint32_t capabilities, int32_t x, int32_t y )
{
	return fw_grid_passable( grid, x, y, capabilities );
}

// Two blocked tiles that touch here, and two free ones.
static bool is_double( const fw_grid* grid, uint32_t capabilities, int32_t x, int32_t y )
{
	const bool nw = passable( grid, capabilities, x - 1, y - 1 ), ne = passable( grid, capabilities, x, y - 1 );
	const bool sw = passable( grid, capabilities, x - 1, y ), se = passable( grid, capabilities, x, y );
	return nw == se && ne == sw && nw != ne;
}

// Does the part of a line inside a tile, slightly off its border, have a length?
static bool enters( fw_vec2 a, fw_vec2 b, int32_t x, int32_t y )
{
	double t0 = 0.0, t1 = 1.0;
	const double from[2] = { a.x - x, a.y - y }, delta[2] = { b.x - a.x, b.y - a.y };
	for ( int32_t i = 0; i < 2; i++ )
	{
		if ( delta[i] == 0.0 )
		{
			t1 = from[i] <= SLACK || from[i] >= 1.0 - SLACK ? -1.0 : t1;
			continue;
		}
		const double one = ( SLACK - from[i] ) / delta[i], other = ( 1.0 - SLACK - from[i] ) / delta[i];
		t0 = fmax( t0, fmin( one, other ) );
		t1 = fmin( t1, fmax( one, other ) );
	}
	return t0 < t1;
}

// An end on a double corner is left to the south-east if that tile is free.
static bool may_leave( const fw_grid* grid, uint32_t capabilities, fw_corners corners, fw_vec2 end, fw_vec2 to )
{
	if ( corners == FW_CORNERS_OPEN || !is_whole( end.x ) || !is_whole( end.y ) ||
	     !is_double( grid, capabilities, (int32_t)end.x, (int32_t)end.y ) ||
	     !passable( grid, capabilities, (int32_t)end.x, (int32_t)end.y ) )
	{
		return true;
	}
	return to.x >= end.x && to.y >= end.y;
}

bool test_line_is_legal( const fw_grid* grid, uint32_t capabilities, fw_corners corners, fw_vec2 a, fw_vec2 b )
{
	const int32_t x0 = (int32_t)floor( fmin( a.x, b.x ) ) - 1, x1 = (int32_t)floor( fmax( a.x, b.x ) ) + 1;
	const int32_t y0 = (int32_t)floor( fmin( a.y, b.y ) ) - 1, y1 = (int32_t)floor( fmax( a.y, b.y ) ) + 1;
	const double length = hypot( b.x - a.x, b.y - a.y );
	for ( int32_t y = y0; y <= y1; y++ )
	{
		for ( int32_t x = x0; x <= x1; x++ )
		{
			if ( !passable( grid, capabilities, x, y ) && enters( a, b, x, y ) )
			{
				return false;
			}
			// Along an upper or left side with blocked tiles on both sides.
			const bool along_top = a.y == y && b.y == y && fmin( a.x, b.x ) < x + 1 && fmax( a.x, b.x ) > x;
			const bool along_left = a.x == x && b.x == x && fmin( a.y, b.y ) < y + 1 && fmax( a.y, b.y ) > y;
			if ( !passable( grid, capabilities, x, y ) &&
			     ( ( along_top && !passable( grid, capabilities, x, y - 1 ) ) ||
			       ( along_left && !passable( grid, capabilities, x - 1, y ) ) ) )
			{
				return false;
			}
			const double cross = ( x - a.x ) * ( b.y - a.y ) - ( y - a.y ) * ( b.x - a.x );
			const double dot = ( x - a.x ) * ( b.x - a.x ) + ( y - a.y ) * ( b.y - a.y );
			if ( corners == FW_CORNERS_CLOSED && fabs( cross ) <= SLACK * length && dot > SLACK &&
			     dot < length * length - SLACK && is_double( grid, capabilities, x, y ) )
			{
				return false;
			}
		}
	}
	return true;
}

void test_check_lines( const walker* w, const fw_query* query )
{
	const uint32_t capabilities = query->unit.capabilities;
	const fw_path* path = &w->result.path;
	fw_vec2 at = place_of( query->start );
	bool ok = true;
	double length = 0.0;
	for ( int32_t i = 0; i < path->count; i++ )
	{
		const fw_segment* s = &path->segments[i];
		ok = ok && s->kind == FW_SEGMENT_LINE && s->from.x == at.x && s->from.y == at.y &&
		     test_line_is_legal( w->grid, capabilities, query->options.corners, s->from, s->to );
		const bool inner = i > 0 && is_whole( at.x ) && is_whole( at.y ) && query->options.corners == FW_CORNERS_CLOSED;
		ok = ok && !( inner && is_double( w->grid, capabilities, (int32_t)at.x, (int32_t)at.y ) );
		ok = ok && ( i > 0 || may_leave( w->grid, capabilities, query->options.corners, s->from, s->to ) );
		ok =
		    ok && ( i + 1 < path->count || may_leave( w->grid, capabilities, query->options.corners, s->to, s->from ) );
		length += hypot( s->to.x - s->from.x, s->to.y - s->from.y );
		at = s->to;
	}
	if ( !ok || at.x != query->goal.x || at.y != query->goal.y || fabs( length - w->result.length ) > 1e-9 * length )
	{
		test_print_grid( w->grid, ( fw_rect ){ 0, 0, fw_grid_width( w->grid ), fw_grid_height( w->grid ) } );
		fail_msg( "illegal path from (%g, %g) to (%g, %g)", query->start.x, query->start.y, query->goal.x,
		          query->goal.y );
	}
}

typedef struct net
{
	fw_vec2* points; // the first is the start, the second the goal
	int32_t count;
	bool steps; // edges only to the eight neighbors, and with terrain costs
} net;

// Dijkstra's algorithm over all pairs of points; INFINITY if there is no path.
static double least( const walker* w, const fw_query* query, const net* n )
{
	const uint32_t capabilities = query->unit.capabilities;
	double* cost = malloc( (size_t)n->count * sizeof( double ) );
	bool* done = calloc( (size_t)n->count, sizeof( bool ) );
	assert_true( cost != NULL && done != NULL );
	for ( int32_t i = 0; i < n->count; i++ )
	{
		cost[i] = i == 0 ? 0.0 : INFINITY;
	}
	for ( ;; )
	{
		int32_t at = -1;
		for ( int32_t i = 0; i < n->count; i++ )
		{
			at = !done[i] && cost[i] < INFINITY && ( at < 0 || cost[i] < cost[at] ) ? i : at;
		}
		if ( at < 0 || at == 1 )
		{
			break;
		}
		done[at] = true;
		const fw_vec2 a = n->points[at];
		for ( int32_t i = 0; i < n->count; i++ )
		{
			const fw_vec2 b = n->points[i];
			const bool near = fmax( fabs( a.x - b.x ), fabs( a.y - b.y ) ) <= 1.0;
			if ( done[i] || ( n->steps && !near ) ||
			     ( at == 0 && !may_leave( w->grid, capabilities, query->options.corners, a, b ) ) ||
			     ( i == 1 && !may_leave( w->grid, capabilities, query->options.corners, b, a ) ) ||
			     cost[at] + hypot( b.x - a.x, b.y - a.y ) >= cost[i] ||
			     !test_line_is_legal( w->grid, capabilities, query->options.corners, a, b ) )
			{
				continue;
			}
			const double edge = n->steps ? fw_line_cost( w->grid, capabilities, a, b ) : hypot( b.x - a.x, b.y - a.y );
			cost[i] = fmin( cost[i], cost[at] + edge );
		}
	}
	const double found = cost[1];
	free( cost );
	free( done );
	return found;
}

double test_least( const walker* w, const fw_query* query, test_net kind )
{
	const uint32_t capabilities = query->unit.capabilities;
	const bool all = kind == TEST_NET_STEPS;
	const int32_t width = fw_grid_width( w->grid ), height = fw_grid_height( w->grid );
	net n = { .steps = all };
	n.points = malloc( ( (size_t)( width + 1 ) * (size_t)( height + 1 ) + 2 ) * sizeof( fw_vec2 ) );
	assert_non_null( n.points );
	n.points[n.count++] = place_of( query->start );
	n.points[n.count++] = place_of( query->goal );
	for ( int32_t y = 0; y <= height; y++ )
	{
		for ( int32_t x = 0; x <= width; x++ )
		{
			const int32_t around =
			    passable( w->grid, capabilities, x, y ) + passable( w->grid, capabilities, x - 1, y ) +
			    passable( w->grid, capabilities, x, y - 1 ) + passable( w->grid, capabilities, x - 1, y - 1 );
			const bool shut = query->options.corners == FW_CORNERS_CLOSED && is_double( w->grid, capabilities, x, y );
			if ( around > 0 && !shut && ( all || around < 4 ) )
			{
				n.points[n.count++] = ( fw_vec2 ){ x, y };
			}
		}
	}
	const double found = least( w, query, &n );
	free( n.points );
	return found;
}

void test_set_cost( fw_grid* grid, uint8_t terrain, double cost )
{
	fw_terrain changed = *fw_grid_terrain( grid, terrain );
	changed.cost = cost;
	assert_int_equal( fw_grid_set_terrain( grid, terrain, &changed, NULL ), FW_OK );
}

fw_grid* test_random_costs( test_random* random, int32_t width, int32_t height, double blocked, int32_t patches )
{
	fw_grid* grid = test_random_grid( random, width, height, blocked );
	test_set_cost( grid, FW_TERRAIN_SWAMP, 2.5 );
	test_set_cost( grid, FW_TERRAIN_WATER, 6.0 );
	for ( int32_t i = 0; i < patches; i++ )
	{
		const fw_rect patch = test_random_rect( random, width, height, 5, 4 );
		fw_grid_fill( grid, patch, i % 2 == 0 ? FW_TERRAIN_SWAMP : FW_TERRAIN_WATER, NULL );
	}
	return grid;
}
