// SPDX-License-Identifier: MIT
// Distance fields: what is settled is, bit for bit, what a plain Dijkstra's algorithm finds on the map as it is, after
// any edits; paths are legal and as long as the values say.
#include "field/goal_field.h"

#include "fairway/smooth.h"
#include "grid/layer.h"
#include "oracle.h"
#include "support.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#define SIDE 40
#define NODES_MAX ( ( 2 * SIDE + 1 ) * ( 2 * SIDE + 1 ) )
#define SLACK 1e-7

// ---- the oracle

typedef struct oracle
{
	const fw_grid* grid;
	fw_unit unit;
	bool wide;
	int32_t width, height;
	uint32_t left[NODES_MAX];
	bool taken[NODES_MAX];
} oracle;

static fw_vec2 place_at( const oracle* o, int32_t x, int32_t y )
{
	return o->wide ? ( fw_vec2 ){ 0.5 * x, 0.5 * y } : ( fw_vec2 ){ x + 0.5, y + 0.5 };
}

static double clamp( double value, double low, double high )
{
	return value < low ? low : value > high ? high : value;
}

static double to_tile( fw_vec2 p, int32_t x, int32_t y )
{
	const double dx = p.x - clamp( p.x, x, x + 1.0 );
	const double dy = p.y - clamp( p.y, y, y + 1.0 );
	return sqrt( dx * dx + dy * dy );
}

static double to_line( fw_vec2 p, fw_vec2 a, fw_vec2 b )
{
	const double dx = b.x - a.x;
	const double dy = b.y - a.y;
	const double length = dx * dx + dy * dy;
	const double t = length > 0.0 ? clamp( ( ( p.x - a.x ) * dx + ( p.y - a.y ) * dy ) / length, 0.0, 1.0 ) : 0.0;
	const double ex = a.x + t * dx - p.x;
	const double ey = a.y + t * dy - p.y;
	return sqrt( ex * ex + ey * ey );
}

// Of a line that is no longer than two tiles: where it crosses a tile, it crosses one of its borders or ends inside.
static double line_to_tile( fw_vec2 a, fw_vec2 b, int32_t x, int32_t y )
{
	double least = fmin( to_tile( a, x, y ), to_tile( b, x, y ) );
	for ( int32_t i = 0; i < 4; i++ )
	{
		const fw_vec2 corner = { x + i % 2, y + i / 2 };
		least = fmin( least, to_line( corner, a, b ) );
	}
	for ( int32_t i = 1; i < 64; i++ )
	{
		const fw_vec2 p = { a.x + ( b.x - a.x ) * i / 64.0, a.y + ( b.y - a.y ) * i / 64.0 };
		least = to_tile( p, x, y ) == 0.0 ? 0.0 : least;
	}
	return least;
}

static bool drives( const oracle* o, fw_vec2 a, fw_vec2 b )
{
	const double r = fmax( o->unit.radius, 1e-6 ); // so a point does not slip between tiles
	for ( int32_t y = (int32_t)floor( fmin( a.y, b.y ) - r ) - 1; y <= fmax( a.y, b.y ) + r + 1.0; y++ )
	{
		for ( int32_t x = (int32_t)floor( fmin( a.x, b.x ) - r ) - 1; x <= fmax( a.x, b.x ) + r + 1.0; x++ )
		{
			if ( !fw_grid_passable( o->grid, x, y, o->unit.capabilities ) && line_to_tile( a, b, x, y ) < r - SLACK )
			{
				return false;
			}
		}
	}
	return true;
}

static double cost_at( const oracle* o, int32_t x, int32_t y )
{
	const fw_vec2 p = place_at( o, x, y );
	const uint8_t terrain = fw_grid_get( o->grid, (int32_t)floor( p.x ), (int32_t)floor( p.y ) );
	return fw_grid_terrain( o->grid, terrain )->cost;
}

static bool joins( const oracle* o, int32_t x, int32_t y, int32_t dx, int32_t dy )
{
	if ( x + dx < 0 || y + dy < 0 || x + dx >= o->width || y + dy >= o->height )
	{
		return false;
	}
	return drives( o, place_at( o, x, y ), place_at( o, x + dx, y + dy ) );
}

static uint32_t straight( const oracle* o, fw_vec2 a, fw_vec2 b )
{
	const double x = fabs( a.x - b.x );
	const double y = fabs( a.y - b.y );
	return (uint32_t)( ( o->wide ? 2.0 : 1.0 ) * ( fmax( x, y ) * 70.0 + fmin( x, y ) * 29.0 ) + 0.5 );
}

// What is left at all nodes, by the simplest form of the algorithm but for the search for the next node.
static void solve( oracle* o, fw_vec2 goal )
{
	const int32_t count = o->width * o->height;
	bool on_node = false;
	for ( int32_t i = 0; i < count; i++ )
	{
		const fw_vec2 p = place_at( o, i % o->width, i / o->width );
		on_node = on_node || ( p.x == goal.x && p.y == goal.y );
	}
	for ( int32_t i = 0; i < count; i++ )
	{
		const fw_vec2 p = place_at( o, i % o->width, i / o->width );
		const fw_vec2 near = { o->wide ? floor( 2.0 * goal.x + 0.5 ) / 2.0 : floor( goal.x ) + 0.5,
		                       o->wide ? floor( 2.0 * goal.y + 0.5 ) / 2.0 : floor( goal.y ) + 0.5 };
		const double most = on_node ? 0.0 : o->wide ? 0.5 : 1.0;
		const bool around = fabs( p.x - near.x ) <= most && fabs( p.y - near.y ) <= most;
		o->left[i] = around && drives( o, p, goal ) ? straight( o, p, goal ) : UINT32_MAX;
		o->taken[i] = false;
	}
	// Rounds over all nodes until nothing changes.
	for ( bool changed = true; changed; )
	{
		changed = false;
		for ( int32_t i = 0; i < count; i++ )
		{
			const int32_t x = i % o->width;
			const int32_t y = i / o->width;
			for ( int32_t k = 0; o->left[i] != UINT32_MAX && !o->taken[i] && k < 9; k++ )
			{
				const int32_t dx = k % 3 - 1;
				const int32_t dy = k / 3 - 1;
				const double length = dx != 0 && dy != 0 ? 99.0 : 70.0;
				if ( k == 4 || !joins( o, x, y, dx, dy ) )
				{
					continue;
				}
				const double mean = 0.5 * ( cost_at( o, x, y ) + cost_at( o, x + dx, y + dy ) );
				const uint32_t total = o->left[i] + (uint32_t)( mean * length + 0.5 );
				const int32_t to = ( y + dy ) * o->width + x + dx;
				if ( total < o->left[to] )
				{
					o->left[to] = total;
					o->taken[to] = false;
					changed = true;
				}
			}
			o->taken[i] = true; // until it gets less
		}
	}
}

static oracle* make_oracle( const fw_grid* grid, const fw_unit* unit )
{
	oracle* o = calloc( 1, sizeof( *o ) );
	assert_non_null( o );
	o->grid = grid;
	o->unit = *unit;
	o->wide = unit->radius > 0.5;
	o->width = ( o->wide ? 2 : 1 ) * fw_grid_width( grid ) + ( o->wide ? 1 : 0 );
	o->height = ( o->wide ? 2 : 1 ) * fw_grid_height( grid ) + ( o->wide ? 1 : 0 );
	assert_true( o->width * o->height <= NODES_MAX );
	return o;
}

// Of the nodes that are settled; @return how many.
static int32_t compare( const fw_goal_field* field, oracle* o )
{
	int32_t settled = 0;
	solve( o, field->goal );
	const bool done = fw_bucket_is_empty( &field->open );
	for ( int32_t i = 0; i < o->width * o->height; i++ )
	{
		const uint32_t value = fw_goal_value( field, i % o->width, i / o->width );
		const bool is_settled = value <= field->open.f;
		settled += is_settled ? 1 : 0;
		if ( is_settled || done )
		{
			assert_int_equal( value, o->left[i] );
		}
		else
		{
			assert_true( o->left[i] > field->open.f && value >= o->left[i] );
		}
	}
	return settled;
}

// ---- the tests

static fw_grid* draw_map( test_random* random, bool costs )
{
	const int32_t width = 12 + test_random_int( random, SIDE - 12 );
	const int32_t height = 12 + test_random_int( random, SIDE - 12 );
	fw_grid* grid = test_random_map( random, width, height, test_random_real( random, 0.0, 0.25 ) );
	fw_terrain swamp = *fw_grid_terrain( grid, FW_TERRAIN_SWAMP );
	swamp.cost = costs ? 2.3 : 1.0;
	assert_int_equal( fw_grid_set_terrain( grid, FW_TERRAIN_SWAMP, &swamp, NULL ), FW_OK );
	return grid;
}

static void edit( test_random* random, fw_grid* grid )
{
	const uint8_t terrains[] = { FW_TERRAIN_OUT, FW_TERRAIN_GROUND, FW_TERRAIN_SWAMP, FW_TERRAIN_GROUND };
	const fw_rect rect = test_random_rect( random, fw_grid_width( grid ), fw_grid_height( grid ), 5, 5 );
	assert_int_equal( fw_grid_fill( grid, rect, terrains[test_random_int( random, 4 )], NULL ), FW_OK );
}

static fw_vec2 draw_place( test_random* random, const fw_grid* grid, bool on_node )
{
	const fw_vec2 p = test_random_point( random, 0.0, fw_grid_width( grid ), fw_grid_height( grid ) );
	return on_node ? ( fw_vec2 ){ floor( p.x ) + 0.5, floor( p.y ) + 0.5 } : p;
}

// Most often one where the unit can stand.
static fw_vec2 draw_goal( test_random* random, const fw_grid* grid, const fw_unit* unit )
{
	const bool on_node = test_random_chance( random, 0.5 );
	fw_vec2 goal = draw_place( random, grid, on_node );
	for ( int32_t i = 0; i < 20 && !oracle_stands( grid, unit->capabilities, unit->radius, goal ); i++ )
	{
		goal = draw_place( random, grid, on_node );
	}
	return goal;
}

static fw_goal_field* make_field( fw_grid* grid, const fw_unit* unit, fw_vec2 goal, const fw_allocator* allocator )
{
	fw_goal_field* field = NULL;
	const fw_allocator own = fw_allocator_or_default( allocator != NULL ? allocator : &( fw_allocator ){ 0 } );
	assert_int_equal( fw_grid_add_layer( grid, unit->capabilities, NULL ), FW_OK );
	assert_int_equal( fw_goal_field_create( &own, grid, unit, goal, &field ), FW_OK );
	return field;
}

// Partly grown, edited, and grown again.
static void play_edits( uint64_t seed, double radius, bool costs )
{
	test_random random = test_random_make( seed );
	fw_grid* grid = draw_map( &random, costs );
	const fw_unit unit = test_unit( radius, 0.0 );
	fw_goal_field* field = make_field( grid, &unit, draw_goal( &random, grid, &unit ), NULL );
	oracle* o = make_oracle( grid, &unit );
	for ( int32_t i = 0; i < 12; i++ )
	{
		int64_t nodes = 1 + test_random_int( &random, i % 3 == 0 ? 4000 : 300 );
		const fw_vec2 place = draw_place( &random, grid, test_random_chance( &random, 0.5 ) );
		const fw_goal_reach reach = fw_goal_field_reach( field, place, &nodes, NULL );
		assert_true( nodes >= 0 && ( reach == FW_GOAL_FAR ) <= ( nodes == 0 ) );
		(void)compare( field, o );
		for ( int32_t k = test_random_int( &random, 3 ); k >= 0 && i % 4 != 0; k-- )
		{
			edit( &random, grid );
		}
	}
	free( o );
	fw_goal_field_destroy( field );
	fw_grid_destroy( grid );
}

static void test_edits( void** state )
{
	(void)state;
	const double radii[] = { 0.0, 0.4, 0.5, 0.8, 1.3 };
	const int32_t rounds = test_rounds( 200 );
	for ( int32_t i = 0; i < rounds; i++ )
	{
		play_edits( 100 + (uint64_t)i, radii[i % 5], i % 2 == 0 );
	}
}

// An edit far away keeps what is nearer to the goal: nothing is grown again.
static void test_keeps( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 40, 40 );
	const fw_unit unit = test_unit( 0.4, 0.0 );
	fw_goal_field* field = make_field( grid, &unit, ( fw_vec2 ){ 5.5, 5.5 }, NULL );
	int64_t nodes = 2000;
	assert_int_equal( fw_goal_field_reach( field, ( fw_vec2 ){ 38.5, 38.5 }, &nodes, NULL ), FW_GOAL_REACHED );
	const int64_t grown = 2000 - nodes;
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 30, 30, 3, 3 }, FW_TERRAIN_OUT, NULL ), FW_OK );
	nodes = 0;
	assert_int_equal( fw_goal_field_reach( field, ( fw_vec2 ){ 20.5, 20.5 }, &nodes, NULL ), FW_GOAL_REACHED );
	nodes = 2000;
	assert_int_equal( fw_goal_field_reach( field, ( fw_vec2 ){ 38.5, 38.5 }, &nodes, NULL ), FW_GOAL_REACHED );
	assert_true( 2000 - nodes < grown / 2 );
	fw_goal_field_destroy( field );
	fw_grid_destroy( grid );
}

static double octile( const fw_path* path )
{
	double sum = 0.0;
	for ( int32_t i = 0; i < path->count; i++ )
	{
		const double x = fabs( path->segments[i].to.x - path->segments[i].from.x );
		const double y = fabs( path->segments[i].to.y - path->segments[i].from.y );
		sum += fmax( x, y ) * 70.0 + fmin( x, y ) * 29.0;
	}
	return sum;
}

static uint64_t play_paths( uint64_t seed, double radius )
{
	test_random random = test_random_make( seed );
	fw_grid* grid = draw_map( &random, false );
	const fw_unit unit = test_unit( radius, 0.0 );
	const fw_vec2 goal = draw_goal( &random, grid, &unit );
	fw_goal_field* field = make_field( grid, &unit, goal, NULL );
	fw_path path = { 0 };
	uint64_t hash = 0;
	for ( int32_t i = 0; i < 30; i++ )
	{
		uint32_t left[2] = { 0, 0 };
		int64_t nodes = 100000;
		const fw_vec2 from = draw_place( &random, grid, i % 2 == 0 );
		const fw_vec2 to = i % 3 == 0 ? goal : draw_place( &random, grid, i % 5 == 0 );
		if ( fw_goal_field_reach( field, from, &nodes, &left[0] ) != FW_GOAL_REACHED ||
		     fw_goal_field_reach( field, to, &nodes, &left[1] ) != FW_GOAL_REACHED )
		{
			continue;
		}
		const fw_pose start = { from.x, from.y, 1.0 };
		assert_int_equal( fw_goal_field_path( field, start, to, &path ), FW_OK );
		test_check_legal( grid, &unit, &path );
		test_check_ends( &path, start, ( fw_pose ){ to.x, to.y, NAN } );
		hash = hash * 31 + fw_path_hash( &path );
		const double scale = radius > 0.5 ? 2.0 : 1.0;
		assert_true( octile( &path ) * scale <= (double)left[0] + left[1] + 4.0 );
		fw_smoother smoother = fw_default_smoother();
		smoother.grid = grid;
		smoother.unit = &unit;
		assert_int_equal( fw_smooth_taut( &smoother, &path, NULL ), FW_OK );
		test_check_legal( grid, &unit, &path );
	}
	fw_path_free( &path );
	fw_goal_field_destroy( field );
	fw_grid_destroy( grid );
	return hash;
}

static void test_paths( void** state )
{
	(void)state;
	const double radii[] = { 0.0, 0.4, 0.5, 0.8, 1.3 };
	const int32_t rounds = test_rounds( 400 );
	int32_t with_paths = 0;
	for ( int32_t i = 0; i < rounds; i++ )
	{
		with_paths += play_paths( 7000 + (uint64_t)i, radii[i % 5] ) != 0 ? 1 : 0;
	}
	assert_true( with_paths > rounds / 2 );
}

// The same bits from every compiler and on every machine.
static void test_bits( void** state )
{
	(void)state;
	assert_true( play_paths( 7006, 0.4 ) == 0xa6dfc369e2d7a84u );
	assert_true( play_paths( 7003, 0.8 ) == 0xc99456c394b2a407u );
}

// Every allocation fails once; then all goes on as if it had not.
static void test_out_of_memory( void** state )
{
	(void)state;
	for ( int64_t n = 0; n < 200; n++ )
	{
		test_memory memory = test_memory_make();
		const fw_allocator allocator = test_memory_allocator( &memory );
		fw_grid* grid = test_field( 40, 40 );
		const fw_unit unit = test_unit( 0.8, 0.0 );
		assert_int_equal( fw_grid_add_layer( grid, unit.capabilities, NULL ), FW_OK );
		test_memory_fail_in( &memory, n, false );
		fw_goal_field* field = NULL;
		fw_status status = fw_goal_field_create( &allocator, grid, &unit, ( fw_vec2 ){ 3.0, 3.0 }, &field );
		const fw_vec2 far = { 37.0, 36.0 };
		fw_path path;
		fw_path_init( &path, &allocator );
		if ( status == FW_OK )
		{
			int64_t nodes = 100000;
			const fw_goal_reach reach = fw_goal_field_reach( field, far, &nodes, NULL );
			assert_true( reach == FW_GOAL_REACHED || reach == FW_GOAL_FAILED );
			test_memory_fail_never( &memory );
			oracle* o = make_oracle( grid, &unit );
			nodes = 100000;
			assert_int_equal( fw_goal_field_reach( field, far, &nodes, NULL ), FW_GOAL_REACHED );
			assert_true( n % 20 != 0 || compare( field, o ) > 1000 );
			free( o );
			assert_int_equal( memory.bytes, fw_goal_field_memory( field ) );
			assert_int_equal( fw_goal_field_path( field, ( fw_pose ){ 3.5, 3.5, 0.0 }, far, &path ), FW_OK );
		}
		fw_path_free( &path );
		fw_goal_field_destroy( field );
		fw_grid_destroy( grid );
		test_memory_check_empty( &memory );
	}
}

int run_test_goal_field( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_edits ), cmocka_unit_test( test_keeps ),         cmocka_unit_test( test_paths ),
	    cmocka_unit_test( test_bits ),  cmocka_unit_test( test_out_of_memory ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
