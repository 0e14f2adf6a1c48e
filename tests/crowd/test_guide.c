// SPDX-License-Identifier: MIT
// Guides: never less than Dijkstra's algorithm finds over the lattice of the whole map, from all points of the path;
// and as much wherever the way leads through the window.
#include "crowd/guide.h"
#include "fairway/planner.h"
#include "fairway/sweep.h"
#include "oracle.h"
#include "support.h"
#include "support_planner.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// Sums of floats, and what is not worth another node.
#define SLACK 1e-3
// A guide looks at points of the path that are a tile apart; between them few nodes may have so much more: those that
// see the path only there.
#define COARSE 0.3
// The oracle looks at points of the path that are this far apart, with a disc that is smaller by as much: so it misses
// nothing that a point between two of them sees.
#define SAMPLE ( 1.0 / 64.0 )

// What is left at each node of the map, or of a window.
typedef struct field
{
	const fw_grid* grid;
	fw_unit unit;
	int32_t step, width, height;
	fw_node first;
	double* left;
	bool* stands; // [width * height]
} field;

static bool sees( const field* f, double radius, fw_vec2 from, fw_vec2 to )
{
	const fw_segment line = fw_segment_line( from, to, FW_GEAR_FORWARD );
	const fw_unit disc = { .capabilities = f->unit.capabilities, .radius = fmax( radius, 0.0 ) };
	return fw_sweep_segment( f->grid, &disc, &line );
}

static fw_node node_of( const field* f, int32_t index )
{
	return ( fw_node ){ f->first.x + f->step * ( index % f->width ), f->first.y + f->step * ( index / f->width ) };
}

static int32_t index_of( const field* f, fw_node node )
{
	const int32_t x = node.x - f->first.x;
	const int32_t y = node.y - f->first.y;
	const bool inside = x >= 0 && y >= 0 && x < f->width * f->step && y < f->height * f->step;
	return inside ? y / f->step * f->width + x / f->step : -1;
}

static field make_field( const fw_grid* grid, const fw_unit* unit, const fw_guide* window )
{
	const int32_t step = fw_node_step( unit->radius );
	field f = { .grid = grid, .unit = *unit, .step = step, .width = FW_GUIDE_SIDE, .height = FW_GUIDE_SIDE };
	if ( window != NULL )
	{
		f.first = window->first;
	}
	else
	{
		f.first = step == 2 ? ( fw_node ){ 1, 1 } : ( fw_node ){ 0, 0 };
		f.width = fw_grid_width( grid ) * 2 / step + ( step == 1 ? 1 : 0 );
		f.height = fw_grid_height( grid ) * 2 / step + ( step == 1 ? 1 : 0 );
	}
	const size_t count = (size_t)f.width * (size_t)f.height;
	f.left = malloc( count * sizeof( double ) );
	f.stands = malloc( count * sizeof( bool ) );
	assert_true( f.left != NULL && f.stands != NULL );
	for ( int32_t i = 0; i < f.width * f.height; i++ )
	{
		const fw_node node = node_of( &f, i );
		f.left[i] = INFINITY;
		f.stands[i] = step == 2 ? fw_grid_passable( grid, node.x >> 1, node.y >> 1, unit->capabilities )
		                        : oracle_stands( grid, unit->capabilities, unit->radius, fw_node_place( node ) );
	}
	return f;
}

static void free_field( field* f )
{
	free( f->left );
	free( f->stands );
}

// By the rule of standard A* for the centers of tiles, by the swept disc for half tiles.
static bool joins( const field* f, fw_node from, int32_t dx, int32_t dy )
{
	const fw_node to = { from.x + dx * f->step, from.y + dy * f->step };
	const int32_t a = index_of( f, from );
	const int32_t b = index_of( f, to );
	if ( b < 0 || !f->stands[a] || !f->stands[b] )
	{
		return false;
	}
	if ( f->step == 1 )
	{
		return sees( f, f->unit.radius, fw_node_place( from ), fw_node_place( to ) );
	}
	return dx == 0 || dy == 0 ||
	       ( fw_grid_passable( f->grid, to.x >> 1, from.y >> 1, f->unit.capabilities ) &&
	         fw_grid_passable( f->grid, from.x >> 1, to.y >> 1, f->unit.capabilities ) );
}

static double cost_at( const field* f, fw_node node )
{
	return fw_grid_terrain( f->grid, fw_grid_get( f->grid, node.x >> 1, node.y >> 1 ) )->cost;
}

static double octile( fw_vec2 a, fw_vec2 b )
{
	const double x = fabs( a.x - b.x );
	const double y = fabs( a.y - b.y );
	return fmax( x, y ) + ( sqrt( 2.0 ) - 1.0 ) * fmin( x, y );
}

// Lets a point of the path be seen by the nodes around it, as many as `reach` away.
static void seed( field* f, fw_vec2 place, double left, double radius, int32_t reach )
{
	const fw_node near = fw_node_near( place, f->step );
	for ( int32_t k = 0; k < ( 2 * reach + 1 ) * ( 2 * reach + 1 ); k++ )
	{
		const int32_t dx = k % ( 2 * reach + 1 ) - reach;
		const int32_t dy = k / ( 2 * reach + 1 ) - reach;
		const fw_node node = { near.x + dx * f->step, near.y + dy * f->step };
		const int32_t index = index_of( f, node );
		const double total = left + octile( fw_node_place( node ), place );
		if ( index >= 0 && total < f->left[index] - 1e-9 && sees( f, radius, fw_node_place( node ), place ) )
		{
			f->left[index] = total;
		}
	}
}

static double left_of( const fw_path* path, int32_t from )
{
	double left = 0.0;
	for ( int32_t i = from; i < path->count; i++ )
	{
		left += octile( path->segments[i].from, path->segments[i].to );
	}
	return left;
}

// All points of the path, from its end: a point that is nearer to the goal never has more.
static void seed_all( field* f, const fw_path* path )
{
	seed( f, path->count > 0 ? path->segments[path->count - 1].to : ( fw_vec2 ){ path->start.x, path->start.y }, 0.0,
	      f->unit.radius, 2 );
	for ( int32_t i = path->count - 1; i >= 0; i-- )
	{
		const fw_segment* segment = &path->segments[i];
		const double rest = left_of( path, i + 1 );
		const int32_t samples = 1 + (int32_t)( segment->length / SAMPLE );
		for ( int32_t k = samples; k >= 0; k-- )
		{
			const fw_vec2 place = oracle_point( segment, (double)k / samples );
			const double part = 1.0 - (double)k / samples;
			seed( f, place, rest + part * octile( segment->from, segment->to ), f->unit.radius - SAMPLE, 2 );
		}
	}
}

static void seed_vertices( field* f, const fw_path* path )
{
	for ( int32_t i = 0; i <= path->count; i++ )
	{
		const fw_vec2 place = i < path->count ? path->segments[i].from
		                      : i > 0         ? path->segments[i - 1].to
		                                      : ( fw_vec2 ){ path->start.x, path->start.y };
		if ( index_of( f, fw_node_near( place, f->step ) ) >= 0 )
		{
			seed( f, place, left_of( path, i ), f->unit.radius, 1 );
		}
	}
}

// Lets nodes pass on what they have until nothing changes: Dijkstra's algorithm without an order.
static void settle( field* f )
{
	const bool costs = fw_grid_has_costs( f->grid, f->unit.capabilities );
	for ( bool changed = true; changed; )
	{
		changed = false;
		for ( int32_t pass = 0; pass < 2; pass++ )
		{
			for ( int32_t n = 0; n < f->width * f->height; n++ )
			{
				const int32_t i = pass == 0 ? n : f->width * f->height - 1 - n;
				const fw_node node = node_of( f, i );
				for ( int32_t k = 0; k < 9 && f->stands[i]; k++ )
				{
					const int32_t dx = k % 3 - 1;
					const int32_t dy = k / 3 - 1;
					const fw_node to = { node.x + dx * f->step, node.y + dy * f->step };
					const int32_t other = index_of( f, to );
					const double length = 0.5 * f->step * ( dx != 0 && dy != 0 ? sqrt( 2.0 ) : 1.0 );
					if ( k == 4 || other < 0 || !( f->left[other] + length < f->left[i] - 1e-9 ) )
					{
						continue;
					}
					const double mean = costs ? 0.5 * ( cost_at( f, node ) + cost_at( f, to ) ) : 1.0;
					if ( f->left[other] + length * mean < f->left[i] - 1e-9 && joins( f, node, dx, dy ) )
					{
						f->left[i] = f->left[other] + length * mean;
						changed = true;
					}
				}
			}
		}
	}
}

typedef struct counted
{
	int64_t finite, equal, coarse;
} counted;

// A guide of the unit, around a place.
static fw_guides make_guides( const fw_grid* grid, const fw_allocator* allocator )
{
	fw_guides guides;
	const fw_allocator own = fw_allocator_or_default( allocator );
	fw_guides_init( &guides, &own, grid );
	assert_true( fw_guides_reserve( &guides, 1 ) );
	assert_int_equal( fw_guides_take( &guides, 0, 1 ), 0 );
	return guides;
}

// Asks for all nodes, in an order that depends on a number: 0 goes from one to the next.
static void ask_all( fw_guides* guides, const fw_unit* unit, int32_t order )
{
	const fw_guide* guide = &guides->guides[0];
	for ( int32_t i = 0; i < FW_GUIDE_SIDE * FW_GUIDE_SIDE; i++ )
	{
		const int32_t k = ( i * ( 2 * order + 1 ) + 37 * order ) % ( FW_GUIDE_SIDE * FW_GUIDE_SIDE );
		const fw_node node = { guide->first.x + k % FW_GUIDE_SIDE * guide->step,
		                       guide->first.y + k / FW_GUIDE_SIDE * guide->step };
		const double left = fw_guide_left( guides, 0, unit, node );
		assert_true( left == (double)guides->fields[0].left[k] );
	}
}

// Compares a guide with the fields of the map and of its window, where it may have so much more.
static void compare( fw_guides* guides, const field* map, const field* window, double more, counted* counts )
{
	const fw_guide* guide = &guides->guides[0];
	for ( int32_t y = 0; y < FW_GUIDE_SIDE; y++ )
	{
		for ( int32_t x = 0; x < FW_GUIDE_SIDE; x++ )
		{
			const fw_node node = { guide->first.x + x * guide->step, guide->first.y + y * guide->step };
			const double is = fw_guide_left( guides, 0, &map->unit, node );
			const int32_t on_map = index_of( map, node );
			const double least = on_map >= 0 ? map->left[on_map] : INFINITY;
			const double most = window->left[y * FW_GUIDE_SIDE + x];
			if ( is < least - SLACK || ( more < COARSE && is > most + more ) )
			{
				test_print_grid( map->grid, ( fw_rect ){ guide->first.x / 2, guide->first.y / 2, 33, 33 } );
				fail_msg( "node %d, %d: %.6f is left, not %.6f to %.6f", (int)node.x, (int)node.y, is, least, most );
			}
			counts->coarse += is > most + more ? 1 : 0;
			counts->finite += least < INFINITY ? 1 : 0;
			counts->equal += least < INFINITY && is <= least + SLACK ? 1 : 0;
		}
	}
}

// The same path with a vertex at least every half tile.
static void split( const fw_path* path, fw_path* out )
{
	fw_path_init( out, NULL );
	fw_path_clear( out, path->start );
	for ( int32_t i = 0; i < path->count; i++ )
	{
		const fw_segment* segment = &path->segments[i];
		const int32_t parts = 1 + (int32_t)( 2.0 * segment->length );
		for ( int32_t k = 1; k <= parts; k++ )
		{
			const fw_vec2 to = k < parts ? oracle_point( segment, (double)k / parts ) : segment->to;
			test_line_to( out, to.x, to.y, FW_GEAR_FORWARD );
		}
	}
}

static void check_guide( const fw_grid* grid, const fw_unit* unit, const fw_path* path, fw_vec2 place, counted* counts )
{
	fw_guides guides = make_guides( grid, NULL );
	fw_path parts;
	split( path, &parts );
	fw_guide_fill( &guides, 0, unit, path, place, NULL, 0.0, NULL, 0, 0 );
	assert_true( fw_guide_is_good( &guides, 0, 0, place ) );
	field map = make_field( grid, unit, NULL );
	field window = make_field( grid, unit, &guides.guides[0] );
	seed_all( &map, path );
	settle( &map );
	seed_vertices( &window, &parts );
	settle( &window );
	compare( &guides, &map, &window, COARSE, counts );
	fw_guide_fill( &guides, 0, unit, &parts, place, NULL, 0.0, NULL, 0, 0 );
	compare( &guides, &map, &window, SLACK, counts );
	free_field( &map );
	free_field( &window );
	fw_path_free( &parts );
	fw_guides_free( &guides );
}

// What is left does not depend on the order in which it is asked for.
static void check_orders( const fw_grid* grid, const fw_unit* unit, const fw_path* path, fw_vec2 place )
{
	fw_guides guides = make_guides( grid, NULL );
	float first[FW_GUIDE_SIDE * FW_GUIDE_SIDE];
	for ( int32_t order = 0; order < 5; order++ )
	{
		fw_guide_fill( &guides, 0, unit, path, place, NULL, 0.0, NULL, 0, 0 );
		ask_all( &guides, unit, order );
		if ( order == 0 )
		{
			memcpy( first, guides.fields[0].left, sizeof( first ) );
		}
		assert_memory_equal( first, guides.fields[0].left, sizeof( first ) );
	}
	fw_guides_free( &guides );
}

static bool plan_path( fw_grid* grid, const fw_unit* unit, test_random* random, fw_path* path )
{
	fw_planner* planner = planner_make( grid );
	const fw_pose start = test_random_center( random, fw_grid_width( grid ), fw_grid_height( grid ), 0.0 );
	const fw_pose goal = test_random_center( random, fw_grid_width( grid ), fw_grid_height( grid ), 0.0 );
	fw_plan plan = planner_plan( unit->radius, 0.0, start, goal );
	fw_result result = { 0 };
	plan.unit = *unit;
	fw_path_init( path, NULL );
	const bool found = fw_planner_run( planner, &plan, &result, NULL ) == FW_OK && result.path.count > 0 &&
	                   fw_path_copy( path, &result.path ) == FW_OK;
	fw_result_free( &result );
	fw_planner_destroy( planner );
	return found;
}

static fw_grid* any_map( test_random* random, bool costs )
{
	const int32_t width = 20 + test_random_int( random, 30 );
	const int32_t height = 20 + test_random_int( random, 30 );
	fw_grid* grid = test_random_map( random, width, height, test_random_real( random, 0.0, 0.3 ) );
	for ( int32_t i = 0; costs && i < 12; i++ )
	{
		const fw_rect rect = test_random_rect( random, width, height, 9, 9 );
		assert_int_equal( fw_grid_fill( grid, rect, FW_TERRAIN_SWAMP, NULL ), FW_OK );
	}
	if ( costs )
	{
		fw_terrain swamp = *fw_grid_terrain( grid, FW_TERRAIN_SWAMP );
		swamp.cost = 3.0;
		assert_int_equal( fw_grid_set_terrain( grid, FW_TERRAIN_SWAMP, &swamp, NULL ), FW_OK );
	}
	return grid;
}

// Somewhere on the path or beside it, or at a border of the map.
static fw_vec2 any_place( test_random* random, const fw_grid* grid, const fw_path* path )
{
	if ( test_random_chance( random, 0.3 ) )
	{
		return test_random_point( random, 0.0, fw_grid_width( grid ), fw_grid_height( grid ) );
	}
	const fw_path_state at = fw_path_at( path, test_random_real( random, 0.0, path->length ) );
	return ( fw_vec2 ){ at.pose.x, at.pose.y };
}

static void test_planned( void** state )
{
	(void)state;
	static const double radii[3] = { 0.3, 0.45, 0.9 };
	test_random random = test_random_make( 31 );
	counted counts[3] = { 0 };
	for ( int32_t round = 0; round < test_rounds( 300 ); round++ )
	{
		fw_grid* grid = any_map( &random, round % 4 == 3 );
		fw_unit unit = test_unit( radii[round % 3], 0.0 );
		unit.capabilities |= FW_CAP_SWAMP;
		fw_path path;
		if ( plan_path( grid, &unit, &random, &path ) )
		{
			const fw_vec2 place = any_place( &random, grid, &path );
			check_guide( grid, &unit, &path, place, &counts[round % 3] );
			check_orders( grid, &unit, &path, place );
		}
		fw_path_free( &path );
		fw_grid_destroy( grid );
	}
	for ( int32_t i = 0; i < 3; i++ )
	{
		assert_true( counts[i].finite > 500 && 3 * counts[i].equal > counts[i].finite );
		assert_true( 100 * counts[i].coarse < counts[i].finite );
	}
}

// Steps from node to node, in any direction; it may cross itself.
static void wander( const field* f, test_random* random, int32_t steps, fw_path* path )
{
	int32_t at = 0;
	fw_path_init( path, NULL );
	do
	{
		at = test_random_int( random, f->width * f->height );
	} while ( !f->stands[at] );
	const fw_vec2 start = fw_node_place( node_of( f, at ) );
	fw_path_clear( path, ( fw_pose ){ start.x, start.y, 0.0 } );
	int32_t dx = 0;
	int32_t dy = 0;
	for ( int32_t i = 0; i < steps; i++ )
	{
		if ( i % 4 == 0 || !joins( f, node_of( f, at ), dx, dy ) )
		{
			dx = test_random_int( random, 3 ) - 1;
			dy = test_random_int( random, 3 ) - 1;
		}
		const fw_node node = node_of( f, at );
		if ( ( dx != 0 || dy != 0 ) && joins( f, node, dx, dy ) )
		{
			const fw_node to = { node.x + dx * f->step, node.y + dy * f->step };
			at = index_of( f, to );
			test_line_to( path, fw_node_place( to ).x, fw_node_place( to ).y, FW_GEAR_FORWARD );
		}
	}
}

// The map is smaller than the window: the guide has all there is.
static void test_by_hand( void** state )
{
	(void)state;
	static const double radii[3] = { 0.3, 0.45, 0.9 };
	test_random random = test_random_make( 32 );
	counted counts = { 0 };
	for ( int32_t round = 0; round < test_rounds( 300 ); round++ )
	{
		const fw_unit unit = test_unit( radii[round % 3], 0.0 );
		const int32_t side = unit.radius > 0.5 ? 7 : 14;
		fw_grid* grid = test_random_map( &random, side, side, test_random_real( &random, 0.0, 0.25 ) );
		assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 1, 1, 3, 3 }, FW_TERRAIN_GROUND, NULL ), FW_OK );
		field f = make_field( grid, &unit, NULL );
		fw_path path;
		wander( &f, &random, 1 + test_random_int( &random, 40 ), &path );
		check_guide( grid, &unit, &path, ( fw_vec2 ){ 0.5 * side, 0.5 * side }, &counts );
		fw_path_free( &path );
		free_field( &f );
		fw_grid_destroy( grid );
	}
	assert_true( counts.finite > 500 && 10 * counts.equal > 9 * counts.finite );
}

// Nodes at the border that see a point of the path far away have no less than the line to it, and no more.
static void test_far( void** state )
{
	(void)state;
	test_random random = test_random_make( 33 );
	int32_t lowered = 0;
	for ( int32_t round = 0; round < test_rounds( 200 ); round++ )
	{
		const fw_unit unit = test_unit( round % 3 == 0 ? 0.9 : 0.4, 0.0 );
		fw_grid* grid = test_random_map( &random, 50, 50, test_random_real( &random, 0.0, 0.1 ) );
		fw_path path;
		if ( plan_path( grid, &unit, &random, &path ) )
		{
			fw_path whole = path;
			split( &whole, &path );
			fw_path_free( &whole );
			const int32_t segment = test_random_int( &random, path.count );
			const fw_vec2 far = path.segments[segment].from;
			const double left = left_of( &path, segment );
			fw_guides guides = make_guides( grid, NULL );
			const fw_guide_field* found = &guides.fields[0];
			const fw_vec2 place = any_place( &random, grid, &path );
			fw_guide_fill( &guides, 0, &unit, &path, place, NULL, 0.0, NULL, 0, 0 );
			ask_all( &guides, &unit, 0 );
			const fw_guide_field without = *found;
			fw_guide_fill( &guides, 0, &unit, &path, place, &far, left, NULL, 0, 0 );
			ask_all( &guides, &unit, 0 );
			field map = make_field( grid, &unit, NULL );
			field window = make_field( grid, &unit, &guides.guides[0] );
			seed_all( &map, &path );
			seed_vertices( &window, &path );
			for ( int32_t i = 0; i < map.width * map.height; i++ )
			{
				const fw_vec2 at = fw_node_place( node_of( &map, i ) );
				const double total = left + octile( at, far );
				map.left[i] =
				    map.stands[i] && total < map.left[i] && sees( &map, unit.radius, at, far ) ? total : map.left[i];
			}
			for ( int32_t i = 0; i < FW_GUIDE_SIDE * FW_GUIDE_SIDE; i++ )
			{
				const int32_t x = i % FW_GUIDE_SIDE;
				const int32_t y = i / FW_GUIDE_SIDE;
				const fw_vec2 at = fw_node_place( node_of( &window, i ) );
				const bool border = x == 0 || y == 0 || x == FW_GUIDE_SIDE - 1 || y == FW_GUIDE_SIDE - 1;
				if ( border && sees( &map, unit.radius, at, far ) )
				{
					window.left[i] = fmin( window.left[i], left + octile( at, far ) );
				}
				assert_true( found->left[i] <= without.left[i] + (float)SLACK || !( without.left[i] < INFINITY ) );
				lowered += found->left[i] < without.left[i] - (float)SLACK ? 1 : 0;
			}
			counted counts = { 0 };
			settle( &map );
			settle( &window );
			compare( &guides, &map, &window, SLACK, &counts );
			free_field( &map );
			free_field( &window );
			fw_guides_free( &guides );
		}
		fw_path_free( &path );
		fw_grid_destroy( grid );
	}
	assert_true( lowered > 100 );
}

// No node beside the path has what is left of it beyond tiles that forbid to go there.
static void test_one_ways( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 24, 12 );
	assert_int_equal( fw_grid_set_exits( grid, ( fw_rect ){ 11, 0, 1, 11 }, FW_EXIT_WEST, NULL ), FW_OK );
	const fw_unit unit = test_unit( 0.4, 0.0 );
	fw_path path;
	fw_path_init( &path, NULL );
	fw_path_clear( &path, ( fw_pose ){ 2.5, 2.5, 0.0 } );
	test_line_to( &path, 8.5, 11.5, FW_GEAR_FORWARD );
	test_line_to( &path, 12.5, 11.5, FW_GEAR_FORWARD );
	test_line_to( &path, 12.5, 2.5, FW_GEAR_FORWARD );
	fw_guides guides = make_guides( grid, NULL );
	fw_guide_fill( &guides, 0, &unit, &path, ( fw_vec2 ){ 10.5, 5.5 }, NULL, 0.0, NULL, 0, 0 );
	for ( int32_t y = 0; y < 11; y++ )
	{
		const double left = fw_guide_left( &guides, 0, &unit, ( fw_node ){ 23, 2 * y + 1 } );
		const double wanted = 9.0 + ( 11 - y - 1 ) + 1.0 + 1.0; // west, down, diagonally or not, east, up
		assert_true( left > wanted && left < wanted + 2.0 );
	}
	fw_guides_free( &guides );
	fw_path_free( &path );
	fw_grid_destroy( grid );
}

// Tiles near walls cost half of a tile more for who keeps off them. Below a straight path, three tiles above a wall.
static void test_keeps_off( void** state )
{
	(void)state;
	static const double dearer[4][3] = { { 0.0, 0.0, 0.0 }, { 0.0, 0.0, 0.5 }, { 0.0, 0.5, 1.0 }, { 0.0, 0.5, 1.0 } };
	fw_grid* grid = test_field( 40, 40 );
	for ( int32_t x = 0; x < 40; x++ )
	{
		test_block( grid, x, 24 );
	}
	const fw_unit unit = test_unit( 0.4, 0.0 );
	assert_int_equal( fw_grid_add_layer( grid, unit.capabilities, NULL ), FW_OK );
	fw_path path;
	fw_path_init( &path, NULL );
	fw_path_clear( &path, ( fw_pose ){ 10.5, 20.5, 0.0 } );
	test_line_to( &path, 30.5, 20.5, FW_GEAR_FORWARD );
	fw_guides guides = make_guides( grid, NULL );
	for ( int32_t off = 0; off < 4; off++ )
	{
		fw_guide_fill( &guides, 0, &unit, &path, ( fw_vec2 ){ 20.5, 20.5 }, NULL, 0.0, NULL, 0, off );
		for ( int32_t row = 0; row < 3; row++ )
		{
			// Diagonally away from the wall, as long as that is no more than along it.
			const double left = fw_guide_left( &guides, 0, &unit, ( fw_node ){ 41, 2 * ( 21 + row ) + 1 } );
			const double down = 1.0 + row;
			const double plain = 10.0 - down + sqrt( 2.0 ) * down;
			assert_true( fabs( left - plain - sqrt( 2.0 ) * dearer[off][row] ) < SLACK );
		}
	}
	fw_guides_free( &guides );
	fw_path_free( &path );
	fw_grid_destroy( grid );
}

// Guides go to another unit in the order in which they were last used, none that was used in this tick.
static void test_owners( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 60, 60 );
	test_memory memory = test_memory_make();
	const fw_allocator allocator = test_memory_allocator( &memory );
	fw_guides guides;
	fw_guides_init( &guides, &allocator, grid );
	assert_int_equal( fw_guides_take( &guides, 0, 1 ), -1 );
	test_memory_fail_in( &memory, 0, true );
	assert_false( fw_guides_reserve( &guides, 3 ) );
	assert_int_equal( guides.count, 0 );
	test_memory_fail_never( &memory );
	assert_true( fw_guides_reserve( &guides, 3 ) );
	assert_int_equal( fw_guides_memory( &guides ), memory.bytes );
	for ( int32_t i = 0; i < 3; i++ )
	{
		const int32_t index = fw_guides_take( &guides, 7 + i, 5 );
		assert_int_equal( index, i );
	}
	for ( int32_t i = 2; i >= 0; i-- )
	{
		fw_guides_use( &guides, i, 5 - i );
	}
	assert_int_equal( fw_guides_take( &guides, 10, 3 ), -1 );
	assert_int_equal( fw_guides_take( &guides, 10, 4 ), 2 );
	fw_guides_use( &guides, 2, 6 );
	assert_int_equal( fw_guides_take( &guides, 11, 6 ), 1 );

	const fw_unit unit = test_unit( 0.4, 0.0 );
	const fw_vec2 place = { 30.5, 30.5 };
	fw_path path;
	fw_path_init( &path, NULL );
	fw_path_clear( &path, ( fw_pose ){ 30.5, 30.5, 0.0 } );
	test_line_to( &path, 50.5, 30.5, FW_GEAR_FORWARD );
	fw_guide_fill( &guides, 1, &unit, &path, place, NULL, 0.0, NULL, 0, 0 );
	assert_true( fw_guide_is_good( &guides, 1, 11, place ) );
	assert_false( fw_guide_is_good( &guides, 1, 10, place ) );
	assert_false( fw_guide_is_good( &guides, -1, 11, place ) );
	assert_true( fw_guide_is_good( &guides, 1, 11, ( fw_vec2 ){ 37.5, 22.5 } ) );
	assert_false( fw_guide_is_good( &guides, 1, 11, ( fw_vec2 ){ 38.5, 30.5 } ) );
	assert_false( fw_guide_is_good( &guides, 1, 11, ( fw_vec2 ){ 30.5, 21.5 } ) );
	test_block( grid, 1, 1 );
	assert_false( fw_guide_is_good( &guides, 1, 11, place ) );
	fw_path_free( &path );
	fw_guides_free( &guides );
	test_memory_check_empty( &memory );
	fw_grid_destroy( grid );
}

int run_test_guide( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_planned ),  cmocka_unit_test( test_by_hand ), cmocka_unit_test( test_far ),
	    cmocka_unit_test( test_one_ways ), cmocka_unit_test( test_owners ),  cmocka_unit_test( test_keeps_off ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
