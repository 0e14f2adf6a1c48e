// SPDX-License-Identifier: MIT
// The method "taut" for discs and squares: against the shortest paths over all positions where a path may turn, by
// Dijkstra's algorithm over every pair of them; and ends off centers, slices, memory, and refusals.
#include "fairway/search.h"
#include "support.h"
#include "support_walker.h"

#include "sweep/sweep.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define METHOD "taut"
#define COUNT( array ) ( (int32_t)( sizeof( array ) / sizeof( ( array )[0] ) ) )
#define BENDS 8 // positions around a corner

// Positions, and the straight lines between them that the unit can drive.
typedef struct net
{
	const fw_grid* grid;
	fw_unit unit;
	int32_t count;
	fw_vec2* places; // [count]
	double* legs;    // [count * count], INFINITY if there is none
} net;

static fw_unit unit_of( int32_t size, double radius )
{
	fw_unit unit = fw_default_unit();
	unit.size = size;
	unit.radius = radius;
	unit.capabilities = FW_CAP_GROUND;
	return unit;
}

static bool is_blocked( const fw_grid* grid, int32_t x, int32_t y )
{
	return !fw_grid_passable( grid, x, y, FW_CAP_GROUND );
}

static bool can_drive( const fw_grid* grid, const fw_unit* unit, fw_vec2 from, fw_vec2 to )
{
	const fw_segment line = fw_segment_line( from, to, FW_GEAR_FORWARD );
	return fw_layer_sweep_unit( fw_grid_layer( grid, unit->capabilities ), unit, &line );
}

// The paths of a square turn at tile centers, those of a disc around corners at its radius.
static void list_places( net* n )
{
	const int32_t width = fw_grid_width( n->grid );
	const int32_t height = fw_grid_height( n->grid );
	n->places = malloc( (size_t)( width + 1 ) * (size_t)( height + 1 ) * BENDS * sizeof( *n->places ) );
	for ( int32_t i = 0; i < ( width + 1 ) * ( height + 1 ); i++ )
	{
		const int32_t x = i % ( width + 1 );
		const int32_t y = i / ( width + 1 );
		const int32_t around = is_blocked( n->grid, x - 1, y - 1 ) + is_blocked( n->grid, x, y - 1 ) +
		                       is_blocked( n->grid, x - 1, y ) + is_blocked( n->grid, x, y );
		for ( int32_t k = 0; k < ( n->unit.size > 0 ? 1 : around == 1 || around == 2 ? BENDS : 0 ); k++ )
		{
			const double reach = n->unit.radius / cos( FW_PI / BENDS ) + 1e-6;
			const double angle = 2.0 * FW_PI * k / BENDS;
			const fw_vec2 at = n->unit.size > 0 ? ( fw_vec2 ){ x + 0.5, y + 0.5 }
			                                    : ( fw_vec2 ){ x + reach * cos( angle ), y + reach * sin( angle ) };
			if ( can_drive( n->grid, &n->unit, at, ( fw_vec2 ){ at.x, at.y + 1e-9 } ) )
			{
				n->places[n->count++] = at;
			}
		}
	}
}

static net net_make( const fw_grid* grid, fw_unit unit )
{
	net n = { .grid = grid, .unit = unit };
	list_places( &n );
	n.legs = malloc( ( (size_t)n.count * (size_t)n.count + 1 ) * sizeof( double ) );
	for ( int32_t i = 0; i < n.count; i++ )
	{
		for ( int32_t k = 0; k <= i; k++ )
		{
			const bool free = can_drive( grid, &unit, n.places[i], n.places[k] );
			n.legs[i * n.count + k] = n.legs[k * n.count + i] =
			    free ? hypot( n.places[k].x - n.places[i].x, n.places[k].y - n.places[i].y ) : INFINITY;
		}
	}
	return n;
}

static void net_free( net* n )
{
	free( n->places );
	free( n->legs );
}

static double net_distance( const net* n, fw_vec2 start, fw_vec2 goal )
{
	double* g = malloc( (size_t)( n->count + 1 ) * sizeof( double ) );
	bool* closed = calloc( (size_t)( n->count + 1 ), sizeof( bool ) );
	double best = can_drive( n->grid, &n->unit, start, goal ) ? hypot( goal.x - start.x, goal.y - start.y ) : INFINITY;
	for ( int32_t i = 0; i < n->count; i++ )
	{
		const fw_vec2 at = n->places[i];
		g[i] = can_drive( n->grid, &n->unit, start, at ) ? hypot( at.x - start.x, at.y - start.y ) : INFINITY;
	}
	for ( ;; )
	{
		int32_t next = -1;
		for ( int32_t i = 0; i < n->count; i++ )
		{
			next = !closed[i] && g[i] < best && ( next < 0 || g[i] < g[next] ) ? i : next;
		}
		if ( next < 0 )
		{
			break;
		}
		closed[next] = true;
		const fw_vec2 at = n->places[next];
		const double rest = hypot( goal.x - at.x, goal.y - at.y );
		best = g[next] + rest < best && can_drive( n->grid, &n->unit, at, goal ) ? g[next] + rest : best;
		for ( int32_t i = 0; i < n->count; i++ )
		{
			g[i] = fmin( g[i], g[next] + n->legs[next * n->count + i] );
		}
	}
	free( g );
	free( closed );
	return best;
}

// A walker whose space is for a unit that may be a square.
static void open( walker* w, fw_grid* grid, const fw_unit* unit )
{
	walker_open( w, grid, unit->radius, unit->capabilities );
	fw_space_destroy( w->space );
	fw_space_def def = fw_default_space_def();
	def.size = unit->size;
	def.radius = unit->radius;
	def.capabilities = unit->capabilities;
	def.lattice = FW_LATTICE_TILES;
	assert_int_equal( fw_space_create( grid, &def, &w->space, NULL ), FW_OK );
	w->map.space = w->space;
}

static fw_query query_of( const fw_unit* unit, fw_pose start, fw_pose goal )
{
	fw_query query = fw_default_query();
	query.method = METHOD;
	query.unit = *unit;
	query.start = start;
	query.goal = goal;
	return query;
}

static void check_path( const walker* w, const fw_query* query )
{
	const fw_result* result = &w->result;
	test_check_legal( w->grid, &query->unit, &result->path );
	test_check_ends( &result->path, ( fw_pose ){ query->start.x, query->start.y, NAN },
	                 ( fw_pose ){ query->goal.x, query->goal.y, NAN } );
	assert_true( fabs( result->length - result->path.length ) < 1e-9 && fabs( result->cost - result->length ) < 1e-9 );
}

typedef struct tally
{
	int32_t paths, equal;
	double excess, worst; // of lengths divided by the shortest
} tally;

static void compare_on_map( tally* t, test_random* random, const fw_unit* unit, fw_grid* grid )
{
	walker w;
	open( &w, grid, unit );
	net n = net_make( grid, *unit );
	for ( int32_t i = 0; i < 10; i++ )
	{
		const fw_pose start = test_random_center( random, fw_grid_width( grid ), fw_grid_height( grid ), 0.0 );
		const fw_pose goal = test_random_center( random, fw_grid_width( grid ), fw_grid_height( grid ), 0.0 );
		const fw_query query = query_of( unit, start, goal );
		if ( walker_solve( &w, &query )->outcome != FW_FOUND )
		{
			continue;
		}
		check_path( &w, &query );
		const double wanted = net_distance( &n, ( fw_vec2 ){ start.x, start.y }, ( fw_vec2 ){ goal.x, goal.y } );
		const double more = wanted > 0.0 ? w.result.length / wanted - 1.0 : 0.0;
		// The path of a square consists of lines of the net.
		assert_true( unit->size == 0 || more > -1e-9 );
		t->paths++;
		t->equal += more < 1e-9;
		t->excess += more;
		t->worst = fmax( t->worst, more );
	}
	net_free( &n );
	walker_close( &w );
}

// A unit of one tile fits through every gap, so it can only miss a shorter path; for wider units there are gaps through
// which no tile center leads.
static void near_the_shortest_on_random_maps( void** state )
{
	(void)state;
	static const struct
	{
		int32_t size;
		double radius, mean, worst;
	} kinds[] = {
	    { 0, 0.1, 0.002, 0.05 }, { 0, 0.4, 0.005, 0.15 }, { 0, 0.45, 0.005, 0.15 },
	    { 1, 0.0, 0.005, 0.15 }, { 2, 0.0, 0.005, 0.15 }, { 3, 0.0, 0.005, 0.15 },
	};
	test_random random = test_random_make( 9 );
	for ( int32_t k = 0; k < COUNT( kinds ); k++ )
	{
		tally t = { 0 };
		const fw_unit unit = unit_of( kinds[k].size, kinds[k].radius );
		const int32_t room = fw_unit_side( &unit );
		for ( int32_t round = 0; round < test_rounds( 40 ); round++ )
		{
			const int32_t side = ( unit.size > 0 ? 6 + 3 * unit.size : 6 ) + test_random_int( &random, 4 );
			compare_on_map( &t, &random, &unit,
			                test_random_map( &random, side + room, side,
			                                 test_random_real( &random, 0.1, 0.15 + 0.25 / ( room * room ) ) ) );
		}
		assert_true( t.paths >= test_rounds( 30 ) );
		assert_true( t.excess / t.paths < kinds[k].mean && t.worst < kinds[k].worst );
	}
}

// Ends anywhere, if the unit fits.
static void ends_off_centers( void** state )
{
	(void)state;
	test_random random = test_random_make( 31 );
	int32_t found = 0;
	for ( int32_t round = 0; round < 60; round++ )
	{
		const double radii[] = { 0.2, 0.4, 0.9 };
		const fw_unit unit = unit_of( 0, radii[round % 3] );
		walker w;
		open( &w, test_random_map( &random, 24, 20, round % 3 == 2 ? 0.05 : 0.2 ), &unit );
		for ( int32_t i = 0; i < 20; i++ )
		{
			const fw_vec2 a = test_random_point( &random, 0.0, 24.0, 20.0 );
			const fw_vec2 b = test_random_point( &random, 0.0, 24.0, 20.0 );
			const fw_query query = query_of( &unit, ( fw_pose ){ a.x, a.y, 0.0 }, ( fw_pose ){ b.x, b.y, 0.0 } );
			if ( walker_solve( &w, &query )->outcome == FW_FOUND )
			{
				check_path( &w, &query );
				found++;
			}
		}
		walker_close( &w );
	}
	assert_true( found > 300 );
}

static void points_have_their_shortest_paths( void** state )
{
	(void)state;
	test_random random = test_random_make( 8 );
	const fw_unit unit = unit_of( 0, 0.0 );
	for ( int32_t round = 0; round < 60; round++ )
	{
		walker w;
		open( &w, test_random_map( &random, 30, 30, test_random_real( &random, 0.05, 0.5 ) ), &unit );
		for ( int32_t i = 0; i < 10; i++ )
		{
			fw_query query = walker_random_query( &w, &random, METHOD, FW_ANCHOR_CENTER );
			const fw_outcome outcome = walker_solve( &w, &query )->outcome;
			const double length = w.result.length;
			query.method = "visibility-graph";
			assert_int_equal( walker_solve( &w, &query )->outcome, outcome );
			assert_true( fabs( w.result.length - length ) < 1e-9 );
		}
		walker_close( &w );
	}
}

static void check_reason( const char* picture, fw_pose start, fw_pose goal, fw_reason reason )
{
	walker w;
	const fw_unit unit = unit_of( 0, 0.4 );
	open( &w, test_grid( picture ), &unit );
	const fw_query query = query_of( &unit, start, goal );
	assert_int_equal( walker_solve( &w, &query )->outcome, FW_UNREACHABLE );
	assert_int_equal( w.result.reason, reason );
	assert_int_equal( w.result.path.count, 0 );
	walker_close( &w );
}

static void tells_why_there_is_no_path( void** state )
{
	(void)state;
	const char* blocked = "#..\n...\n...\n";
	check_reason( blocked, test_center( 0, 0, 0 ), test_center( 2, 2, 0 ), FW_REASON_START_BLOCKED );
	check_reason( blocked, test_center( 2, 2, 0 ), test_center( 0, 0, 0 ), FW_REASON_GOAL_BLOCKED );
	check_reason( ".#.\n.#.\n", test_center( 0, 0, 0 ), test_center( 2, 1, 0 ), FW_REASON_OTHER_REGION );
	check_reason( ".#\n#.\n", test_center( 0, 0, 0 ), test_center( 1, 1, 0 ), FW_REASON_OTHER_REGION );
}

static void refuses_what_it_cannot_do( void** state )
{
	(void)state;
	walker w;
	const fw_unit unit = unit_of( 0, 0.4 );
	open( &w, test_field( 5, 5 ), &unit );
	const fw_query good = query_of( &unit, test_center( 0, 0, 0 ), test_center( 4, 4, 0 ) );
	assert_int_equal( walker_begin( &w, &good ), FW_OK );
	fw_query query = good;
	query.goal_tolerance = 0.5;
	assert_int_equal( walker_begin( &w, &query ), FW_ERR_UNSUPPORTED );
	query = good;
	query.options.heuristic = FW_HEURISTIC_OCTILE;
	assert_int_equal( walker_begin( &w, &query ), FW_ERR_UNSUPPORTED );
	walker_close( &w );
	const fw_unit point = unit_of( 0, 0.0 );
	open( &w, test_field( 5, 5 ), &point );
	query = walker_query( &w, METHOD, FW_ANCHOR_CORNER, 0, 0, 4, 4 );
	assert_int_equal( walker_begin( &w, &query ), FW_ERR_UNSUPPORTED );
	walker_close( &w );
}

static void slices_and_straight_looks( void** state )
{
	(void)state;
	test_random random = test_random_make( 78 );
	walker w;
	const fw_unit unit = unit_of( 0, 0.4 );
	open( &w, test_random_grid( &random, 60, 60, 0.2 ), &unit );
	for ( int32_t i = 0; i < 30; i++ )
	{
		const fw_query query = walker_random_query( &w, &random, METHOD, FW_ANCHOR_CENTER );
		const fw_result whole = *walker_solve( &w, &query );
		const uint64_t hash = fw_path_hash( &w.result.path );
		fw_outcome outcome = FW_RUNNING;
		assert_int_equal( walker_begin( &w, &query ), FW_OK );
		while ( outcome == FW_RUNNING )
		{
			assert_int_equal( fw_search_step( w.search, 1, &outcome, NULL ), FW_OK );
		}
		assert_int_equal( fw_search_result( w.search, &w.result ), FW_OK );
		assert_int_equal( outcome, whole.outcome );
		assert_true( fw_path_hash( &w.result.path ) == hash && w.result.counters.expanded == whole.counters.expanded );
		// A goal in line of sight takes no search.
		assert_true( w.result.path.count != 1 || w.result.counters.expanded == 0 );
	}
	walker_close( &w );
}

static void memory_is_kept_and_its_lack_told( void** state )
{
	(void)state;
	test_random random = test_random_make( 5 );
	walker w;
	const fw_unit unit = unit_of( 0, 0.4 );
	open( &w, test_random_grid( &random, 60, 60, 0.15 ), &unit );
	const fw_query query = query_of( &unit, test_center( 0, 0, 0 ), test_center( 59, 59, 0 ) );
	assert_int_equal( walker_solve( &w, &query )->outcome, FW_FOUND );
	const double length = w.result.length;
	test_memory memory = test_memory_make();
	const fw_allocator allocator = test_memory_allocator( &memory );
	fw_status status = FW_ERR_MEMORY;
	for ( int64_t n = 0; status == FW_ERR_MEMORY && n < 1000; n++ )
	{
		fw_search* search = NULL;
		fw_result result;
		fw_result_init( &result, &allocator );
		test_memory_fail_in( &memory, n, true );
		status = fw_search_create( &allocator, &search );
		status = status == FW_OK ? fw_search_run( search, &w.map, &query, &result, NULL ) : status;
		test_memory_fail_never( &memory );
		if ( search != NULL )
		{
			assert_int_equal( fw_search_run( search, &w.map, &query, &result, NULL ), FW_OK );
			assert_true( result.length == length );
			assert_true( fw_search_memory( search ) + (size_t)result.path.capacity * sizeof( fw_segment ) ==
			             memory.bytes );
			const int64_t asked = memory.asked;
			assert_int_equal( fw_search_run( search, &w.map, &query, &result, NULL ), FW_OK );
			assert_true( memory.asked == asked );
		}
		fw_result_free( &result );
		fw_search_destroy( search );
		test_memory_check_empty( &memory );
	}
	assert_int_equal( status, FW_OK );
	walker_close( &w );
}

int run_test_taut( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( near_the_shortest_on_random_maps ), cmocka_unit_test( ends_off_centers ),
	    cmocka_unit_test( points_have_their_shortest_paths ), cmocka_unit_test( tells_why_there_is_no_path ),
	    cmocka_unit_test( refuses_what_it_cannot_do ),        cmocka_unit_test( slices_and_straight_looks ),
	    cmocka_unit_test( memory_is_kept_and_its_lack_told ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
