// SPDX-License-Identifier: MIT
// AP Theta* against the paper's definition, written down here once more with angles in doubles and linear lists, on
// which every range is held against lines of sight, tile by tile.
#include "base/open_list.h"
#include "support_legs.h"
#include "support_walker.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#define LAND ( FW_CAP_GROUND | FW_CAP_SWAMP )
#define PI 3.14159265358979323846
#define SAME 1e-7   // angles between vertices of such small maps differ by more
#define SIDE_MAX 15 // of a map, so that its vertices are numbered row by row
#define ROW 16
#define VERTICES ( ROW * ROW )

typedef struct vertex
{
	double g, low, high; // the bounds are angles from the parent, relative to the vertex
	int32_t parent;
	bool open, closed;
} vertex;

typedef struct slow_search
{
	lines rules;
	int32_t width, height; // tiles
	int32_t start, goal;
	vertex all[VERTICES];
	int64_t expanded;
	int64_t refused; // neighbors in sight of the parent that the range leaves out
} slow_search;

static lines_point half_point( int32_t v )
{
	return ( lines_point ){ 2 * ( v % ROW ), 2 * ( v / ROW ) };
}

static double c( int32_t a, int32_t b )
{
	return fw_length( a % ROW - b % ROW, a / ROW - b / ROW );
}

// From s around the parent to v, in (-pi, pi].
static double angle( int32_t s, int32_t parent, int32_t v )
{
	const double to_s = atan2( s / ROW - parent / ROW, s % ROW - parent % ROW );
	double turned = atan2( v / ROW - parent / ROW, v % ROW - parent % ROW ) - to_s;
	turned += turned <= -PI ? 2.0 * PI : turned > PI ? -2.0 * PI : 0.0;
	return turned;
}

static bool is_leg( const slow_search* all, int32_t a, int32_t b )
{
	const bool a_ends = a == all->start || a == all->goal;
	const bool b_ends = b == all->start || b == all->goal;
	return lines_leg( &all->rules, half_point( a ), half_point( b ), a_ends, b_ends );
}

static int32_t neighbor( const slow_search* all, int32_t s, int32_t i )
{
	const int32_t x = s % ROW + i % 3 - 1;
	const int32_t y = s / ROW + i / 3 - 1;
	return i == 4 || x < 0 || y < 0 || x > all->width || y > all->height ? -1 : y * ROW + x;
}

static void bound_by_tiles( const slow_search* all, int32_t s, vertex* node )
{
	for ( int32_t i = 0; i < 4; i++ )
	{
		const int32_t x = s % ROW - i % 2;
		const int32_t y = s / ROW - i / 2;
		bool low = !fw_grid_passable( all->rules.grid, x, y, LAND );
		bool high = low;
		for ( int32_t k = 0; k < 4 && low + high > 0; k++ )
		{
			// Tiles beyond the border have corners there.
			const double px = x + k % 2 - node->parent % ROW;
			const double py = y + k / 2 - node->parent / ROW;
			const double sx = s % ROW - node->parent % ROW;
			const double sy = s / ROW - node->parent / ROW;
			const double turn = sx * py - sy * px;
			const bool behind = turn == 0.0 && fw_length( px, py ) > fw_length( sx, sy );
			low = low && turn <= 0.0 && !behind;
			high = high && turn >= 0.0 && !behind;
		}
		node->low = low ? 0.0 : node->low;
		node->high = high ? 0.0 : node->high;
	}
}

static void update_bounds( slow_search* all, int32_t s )
{
	vertex* node = &all->all[s];
	const lines open_corners = { all->rules.grid, LAND, false };
	node->low = -INFINITY;
	node->high = INFINITY;
	if ( s == all->start )
	{
		return;
	}
	bound_by_tiles( all, s, node );
	for ( int32_t i = 0; i < 9; i++ )
	{
		const int32_t v = neighbor( all, s, i );
		if ( v < 0 || v == node->parent || !lines_clear( &open_corners, half_point( s ), half_point( v ) ) )
		{
			continue;
		}
		const vertex* other = &all->all[v];
		const double turned = angle( s, node->parent, v );
		if ( other->closed && other->parent == node->parent && v != all->start )
		{
			node->low = other->low + turned <= SAME ? fmax( node->low, other->low + turned ) : node->low;
			node->high = other->high + turned >= -SAME ? fmin( node->high, other->high + turned ) : node->high;
		}
		else if ( c( node->parent, v ) < c( node->parent, s ) - SAME )
		{
			node->low = turned < -SAME ? fmax( node->low, turned ) : node->low;
			node->high = turned > SAME ? fmin( node->high, turned ) : node->high;
		}
	}
}

static bool has( slow_search* all, int32_t s, int32_t v )
{
	const vertex* node = &all->all[s];
	const double turned = angle( s, node->parent, v );
	const bool inside = turned >= node->low - SAME && turned <= node->high + SAME;
	const bool sees = is_leg( all, node->parent, v );
	if ( v == all->goal && lines_is_double( &all->rules, half_point( v ) ) && all->rules.closed )
	{
		return sees;
	}
	if ( inside && !sees )
	{
		fail_msg( "%d, child of %d, takes its parent to see %d", s, node->parent, v );
	}
	all->refused += sees && !inside ? 1 : 0;
	return inside;
}

static void update_vertex( slow_search* all, int32_t s, int32_t v )
{
	vertex* node = &all->all[v];
	const int32_t parent = all->all[s].parent;
	const bool by_2 = !node->closed && s != all->start && v != parent && has( all, s, v );
	const int32_t from = by_2 ? parent : s;
	const double g = all->all[from].g + c( from, v );
	if ( !node->closed && g < node->g - 1e-9 )
	{
		node->g = g;
		node->parent = from;
		node->open = true;
	}
}

static uint64_t key_of( const slow_search* all, int32_t v )
{
	const double h = c( v, all->goal );
	return ( fw_open_bits( all->all[v].g + h ) + 0x8000u ) >> 16 << 16 | ( (uint64_t)( h * 2.0 ) ^ 0xFFFFu );
}

static int32_t take_best( const slow_search* all )
{
	int32_t best = -1;
	for ( int32_t v = 0; v < VERTICES; v++ )
	{
		best = all->all[v].open && ( best < 0 || key_of( all, v ) < key_of( all, best ) ) ? v : best;
	}
	return best;
}

// The length of the path, INFINITY if there is none.
static double slow_length( slow_search* all )
{
	for ( int32_t v = 0; v < VERTICES; v++ )
	{
		all->all[v] = ( vertex ){ .g = INFINITY, .parent = -1 };
	}
	all->all[all->start].g = 0.0;
	all->all[all->start].parent = all->start;
	all->all[all->start].open = true;
	for ( int32_t s = take_best( all ); s >= 0; s = take_best( all ) )
	{
		all->all[s].open = false;
		all->all[s].closed = true;
		if ( s == all->goal )
		{
			return all->all[s].g;
		}
		all->expanded++;
		update_bounds( all, s );
		for ( int32_t i = 0; i < 9; i++ )
		{
			const int32_t v = neighbor( all, s, i );
			if ( v >= 0 && is_leg( all, s, v ) )
			{
				update_vertex( all, s, v );
			}
		}
	}
	return INFINITY;
}

static fw_query query_for( const slow_search* all )
{
	fw_query query = fw_default_query();
	query.method = "ap-theta";
	query.unit.radius = 0.0;
	query.unit.capabilities = LAND;
	query.start = fw_make_pose( all->start % ROW, all->start / ROW, 0.0 );
	query.goal = fw_make_pose( all->goal % ROW, all->goal / ROW, 0.0 );
	query.options.anchor = FW_ANCHOR_CORNER;
	query.options.corners = all->rules.closed ? FW_CORNERS_CLOSED : FW_CORNERS_OPEN;
	return query;
}

static bool touches_free( const slow_search* all, int32_t v )
{
	bool touches = false;
	for ( int32_t i = 0; i < 4; i++ )
	{
		touches = touches || fw_grid_passable( all->rules.grid, v % ROW - i % 2, v / ROW - i / 2, LAND );
	}
	return touches;
}

static void compare( walker* w, slow_search* all, bool counts )
{
	const fw_query query = query_for( all );
	const double wanted =
	    touches_free( all, all->start ) && touches_free( all, all->goal ) ? slow_length( all ) : INFINITY;
	const fw_result* result = walker_solve( w, &query );
	assert_int_equal( result->outcome, wanted < INFINITY ? FW_FOUND : FW_UNREACHABLE );
	if ( wanted == INFINITY )
	{
		return;
	}
	lines_check_path( &all->rules, &result->path, half_point( all->start ), half_point( all->goal ) );
	if ( fabs( result->length - wanted ) > 1e-9 )
	{
		fail_msg( "length %.12g, by definition %.12g", result->length, wanted );
	}
	if ( counts )
	{
		assert_int_equal( result->counters.expanded, all->expanded );
	}
	const bool goal_is_double = all->rules.closed && lines_is_double( &all->rules, half_point( all->goal ) );
	assert_true( goal_is_double || result->counters.sight_checks == 0 );
}

static void by_definition( void** state )
{
	(void)state;
	test_random random = test_random_make( 41 );
	int64_t refused = 0;
	for ( int32_t round = 0; round < test_rounds( 2000 ); round++ )
	{
		const int32_t width = 2 + test_random_int( &random, SIDE_MAX - 1 );
		const int32_t height = 2 + test_random_int( &random, SIDE_MAX - 1 );
		walker w;
		walker_open( &w, test_random_map( &random, width, height, test_random_real( &random, 0.0, 0.5 ) ), 0.0, LAND );
		for ( int32_t i = 0; i < 8; i++ )
		{
			slow_search all = { .rules = { w.grid, LAND, i % 2 == 0 }, .width = width, .height = height };
			all.start = test_random_int( &random, width + 1 ) + ROW * test_random_int( &random, height + 1 );
			all.goal = test_random_int( &random, width + 1 ) + ROW * test_random_int( &random, height + 1 );
			compare( &w, &all, true );
			refused += all.refused;
		}
		walker_close( &w );
	}
	assert_true( refused > 0 );
}

// A vertex may be expanded before a nearer neighbor, beyond which its range then does not reach, although the parent
// sees further. So the path can be longer than that of Theta*.
static void longer_than_theta( void** state )
{
	(void)state;
	walker w;
	walker_open( &w, test_grid( "...#..\n......\n...##.\n.##...\n......\n" ), 0.0, LAND );
	slow_search all = { .rules = { w.grid, LAND, true }, .width = 6, .height = 5, .start = 0, .goal = 5 * ROW + 6 };
	compare( &w, &all, true );
	const double length = w.result.length;
	assert_true( all.refused > 0 );
	fw_query query = query_for( &all );
	query.method = "theta";
	assert_true( length - walker_solve( &w, &query )->length > 0.01 );
	walker_close( &w );
}

// Over terrain costs, with a weight, and without an estimate vertices are expanded in other orders; all lines stay
// legal.
static void legal_in_any_order( void** state )
{
	(void)state;
	test_random random = test_random_make( 43 );
	int32_t found = 0;
	for ( int32_t round = 0; round < test_rounds( 300 ); round++ )
	{
		walker w;
		fw_grid* grid = test_random_map( &random, 15, 15, test_random_real( &random, 0.0, 0.4 ) );
		assert_int_equal( fw_grid_fill( grid, test_random_rect( &random, 15, 15, 9, 9 ), FW_TERRAIN_SWAMP, NULL ),
		                  FW_OK );
		fw_terrain swamp = *fw_grid_terrain( grid, FW_TERRAIN_SWAMP );
		swamp.cost = test_random_real( &random, 1.0, 6.0 );
		assert_int_equal( fw_grid_set_terrain( grid, FW_TERRAIN_SWAMP, &swamp, NULL ), FW_OK );
		walker_open( &w, grid, 0.0, LAND );
		for ( int32_t i = 0; i < 8; i++ )
		{
			slow_search all = { .rules = { w.grid, LAND, i % 2 == 0 }, .width = 15, .height = 15 };
			all.start = test_random_int( &random, 16 ) + ROW * test_random_int( &random, 16 );
			all.goal = test_random_int( &random, 16 ) + ROW * test_random_int( &random, 16 );
			fw_query query = query_for( &all );
			query.options.weight = i < 4 ? 1.0 : 2.0;
			query.options.heuristic = i % 4 < 2 ? FW_HEURISTIC_BEST : FW_HEURISTIC_ZERO;
			const fw_outcome outcome = walker_solve( &w, &query )->outcome;
			found += outcome == FW_FOUND ? 1 : 0;
			if ( outcome == FW_FOUND )
			{
				lines_check_path( &all.rules, &w.result.path, half_point( all.start ), half_point( all.goal ) );
			}
			query.method = "theta";
			assert_int_equal( walker_solve( &w, &query )->outcome, outcome );
		}
		walker_close( &w );
	}
	assert_true( found > 0 );
}

int run_test_ap_theta( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( by_definition ),
	    cmocka_unit_test( longer_than_theta ),
	    cmocka_unit_test( legal_in_any_order ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
