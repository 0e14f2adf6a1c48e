// SPDX-License-Identifier: MIT
// Jump points: the lengths, outcomes and reasons of standard A* on maps of all shapes, paths of steps that exist and
// that bend only where they turn; whatever the slices, the edits and the memory. Published scenarios.
#include "annotate/space.h"
#include "fairway/io.h"
#include "support_walker.h"

#include <inttypes.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define LAND ( FW_CAP_GROUND | FW_CAP_SWAMP )
#define COUNT( array ) ( (int32_t)( sizeof( array ) / sizeof( ( array )[0] ) ) )

static fw_query query_for( const walker* w, const char* method, fw_pose start, fw_pose goal )
{
	fw_query query = fw_default_query();
	query.method = method;
	query.unit.radius = fw_space_radius( w->space );
	query.unit.capabilities = fw_space_capabilities( w->space );
	query.start = start;
	query.goal = goal;
	return query;
}

static const fw_result* solve( walker* w, const fw_query* query )
{
	assert_int_equal( fw_search_run( w->search, &w->map, query, &w->result ), FW_OK );
	return &w->result;
}

static void fail_query( const walker* w, const fw_query* query, const char* what )
{
	if ( fw_grid_width( w->grid ) <= 200 && fw_grid_height( w->grid ) <= 200 )
	{
		test_print_grid( w->grid, ( fw_rect ){ 0, 0, fw_grid_width( w->grid ), fw_grid_height( w->grid ) } );
	}
	for ( int32_t i = 0; i < w->result.path.count && i < 100; i++ )
	{
		const fw_segment* s = &w->result.path.segments[i];
		fprintf( stderr, "(%.9g, %.9g) to (%.9g, %.9g)\n", s->from.x, s->from.y, s->to.x, s->to.y );
	}
	fail_msg( "%s on %" PRId32 " x %" PRId32 " from (%.17g, %.17g) to (%.17g, %.17g), radius %g: %s, length %.9f: %s",
	          query->method, fw_grid_width( w->grid ), fw_grid_height( w->grid ), query->start.x, query->start.y,
	          query->goal.x, query->goal.y, query->unit.radius, fw_reason_text( w->result.reason ), w->result.length,
	          what );
}

// Between tile centres: every step exists, and no waypoint lies on a straight line.
static void check_steps( const walker* w, const fw_query* query )
{
	const fw_path* path = &w->result.path;
	int32_t x = (int32_t)floor( path->start.x );
	int32_t y = (int32_t)floor( path->start.y );
	int32_t last_x = 0;
	int32_t last_y = 0;
	for ( int32_t i = 0; i < path->count; i++ )
	{
		const int32_t to_x = (int32_t)floor( path->segments[i].to.x );
		const int32_t to_y = (int32_t)floor( path->segments[i].to.y );
		const int32_t dx = ( to_x > x ) - ( to_x < x );
		const int32_t dy = ( to_y > y ) - ( to_y < y );
		if ( path->segments[i].to.x != to_x + 0.5 || path->segments[i].to.y != to_y + 0.5 || ( dx == 0 && dy == 0 ) )
		{
			fail_query( w, query, "a waypoint is no other tile's centre" );
		}
		if ( dx == last_x && dy == last_y )
		{
			fail_query( w, query, "a waypoint where it does not turn" );
		}
		last_x = dx;
		last_y = dy;
		for ( ; x != to_x || y != to_y; x += dx, y += dy )
		{
			if ( ( dx != 0 && x == to_x ) || ( dy != 0 && y == to_y ) )
			{
				fail_query( w, query, "a line that is not made of steps" );
			}
			if ( !fw_space_stands( w->space, x + dx, y + dy ) || !fw_space_stands( w->space, x + dx, y ) ||
			     !fw_space_stands( w->space, x, y + dy ) )
			{
				fail_query( w, query, "a step that does not exist" );
			}
		}
	}
}

// What the query gives by `jps` against what it gives by `astar`; true when there is a path.
static bool check_against_astar( walker* w, fw_query query, fw_heuristic of_astar )
{
	const fw_heuristic heuristic = query.heuristic;
	query.method = "astar";
	query.heuristic = of_astar;
	const fw_result* result = solve( w, &query );
	const fw_outcome outcome = result->outcome;
	const fw_reason reason = result->reason;
	const double length = result->length;
	query.method = "jps";
	query.heuristic = heuristic;
	result = solve( w, &query );
	if ( result->outcome != outcome || result->reason != reason )
	{
		fail_query( w, &query, fw_reason_text( reason ) );
	}
	if ( fabs( result->length - length ) > 1e-9 )
	{
		fprintf( stderr, "A* has %.17g\n", length );
		fail_query( w, &query, "A* has another length" );
	}
	assert_true( fabs( result->cost - result->length ) <= 1e-9 );
	if ( outcome != FW_FOUND )
	{
		assert_int_equal( result->path.count, 0 );
		return false;
	}
	test_check_legal( w->grid, &query.unit, &result->path );
	test_check_ends( &result->path, ( fw_pose ){ query.start.x, query.start.y, NAN },
	                 ( fw_pose ){ query.goal.x, query.goal.y, NAN } );
	return true;
}

static bool check_problem( walker* w, fw_pose start, fw_pose goal )
{
	const fw_query query = query_for( w, "jps", start, goal );
	const bool found = check_against_astar( w, query, FW_HEURISTIC_BEST );
	if ( found )
	{
		check_steps( w, &query );
	}
	return found;
}

// --- maps ---

// Sides about which a look at a word begins or ends, and all others.
static int32_t random_side( test_random* random )
{
	const int32_t near = test_random_int( random, 5 ) - 2;
	switch ( test_random_int( random, 8 ) )
	{
	case 0:
		return 1;
	case 1:
		return 63 * ( 1 + test_random_int( random, 3 ) ) + near;
	case 2:
		return 64 * ( 1 + test_random_int( random, 3 ) ) + near;
	case 3:
		return 56 * ( 1 + test_random_int( random, 3 ) ) + near;
	case 4:
		return 1 + test_random_int( random, 200 );
	default:
		return 1 + test_random_int( random, 24 );
	}
}

// Walls with doors, at random distances from one another.
static fw_grid* random_rooms( test_random* random, int32_t width, int32_t height )
{
	fw_grid* grid = test_field( width, height );
	const int32_t size = 1 + test_random_int( random, 12 );
	for ( int32_t y = size; y < height; y += size + 1 )
	{
		assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 0, y, width, 1 }, FW_TERRAIN_OUT ), FW_OK );
	}
	for ( int32_t x = size; x < width; x += size + 1 )
	{
		assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ x, 0, 1, height }, FW_TERRAIN_OUT ), FW_OK );
	}
	const int32_t rooms = ( width / size + 1 ) * ( height / size + 1 );
	for ( int32_t i = 0; i < 2 * rooms; i++ )
	{
		const bool across = test_random_chance( random, 0.5 );
		const int32_t wall = size + ( size + 1 ) * test_random_int( random, ( across ? height : width ) / size + 1 );
		const int32_t along = test_random_int( random, across ? width : height );
		const int32_t wide = 1 + test_random_int( random, 2 );
		const fw_rect door = across ? ( fw_rect ){ along, wall, wide, 1 } : ( fw_rect ){ wall, along, 1, wide };
		if ( ( across ? height : width ) > wall )
		{
			assert_int_equal( fw_grid_fill( grid, door, FW_TERRAIN_GROUND ), FW_OK );
		}
	}
	return grid;
}

static fw_grid* random_map( test_random* random, double radius )
{
	const int32_t width = random_side( random );
	const int32_t height = random_side( random );
	if ( radius < 0.5 && test_random_chance( random, 0.25 ) )
	{
		return random_rooms( random, width, height );
	}
	const double most = radius < 0.5 ? 0.6 : radius < 1.0 ? 0.15 : 0.06;
	return test_random_map( random, width, height, test_random_real( random, 0.0, most ) );
}

static fw_pose centre_of( int32_t x, int32_t y )
{
	return ( fw_pose ){ x + 0.5, y + 0.5, 0.0 };
}

static fw_pose random_centre( test_random* random, const walker* w )
{
	const int32_t width = fw_grid_width( w->grid );
	const int32_t height = fw_grid_height( w->grid );
	int32_t x = test_random_int( random, width );
	int32_t y = test_random_int( random, height );
	for ( int32_t i = 0; i < 6 && !fw_space_stands( w->space, x, y ); i++ )
	{
		x = test_random_int( random, width );
		y = test_random_int( random, height );
	}
	return centre_of( x, y );
}

static void open_random( walker* w, test_random* random )
{
	const double radii[] = { 0.0, 0.4, 0.4, 0.9, 1.4 };
	const double radius = radii[test_random_int( random, COUNT( radii ) )];
	walker_open( w, random_map( random, radius ), radius, LAND );
}

// --- against A* ---

static void lengths_equal_astar( void** state )
{
	(void)state;
	test_random random = test_random_make( 81 );
	int32_t found = 0;
	for ( int32_t round = 0; round < 1200; round++ )
	{
		walker w;
		open_random( &w, &random );
		for ( int32_t i = 0; i < 6; i++ )
		{
			const fw_pose start = random_centre( &random, &w );
			found += check_problem( &w, start, i == 5 ? start : random_centre( &random, &w ) ) ? 1 : 0;
		}
		walker_close( &w );
	}
	assert_true( found > 3000 );
}

// Every pair of tiles of tiny maps: all that the 3 x 3 tiles around can be, at all borders.
static void all_pairs_of_tiny_maps( void** state )
{
	(void)state;
	test_random random = test_random_make( 82 );
	for ( int32_t round = 0; round < 60; round++ )
	{
		walker w;
		const int32_t width = 1 + test_random_int( &random, 5 );
		const int32_t height = 1 + test_random_int( &random, 5 );
		walker_open( &w, test_random_grid( &random, width, height, test_random_real( &random, 0.0, 0.5 ) ), 0.4, LAND );
		const int32_t tiles = width * height;
		for ( int32_t i = 0; i < tiles * tiles; i++ )
		{
			check_problem( &w, centre_of( i % tiles % width, i % tiles / width ),
			               centre_of( i / tiles % width, i / tiles / width ) );
		}
		walker_close( &w );
	}
}

static void ends_off_the_centres( void** state )
{
	(void)state;
	test_random random = test_random_make( 83 );
	int32_t found = 0;
	for ( int32_t round = 0; round < 300; round++ )
	{
		walker w;
		open_random( &w, &random );
		for ( int32_t i = 0; i < 4; i++ )
		{
			fw_pose start = random_centre( &random, &w );
			fw_pose goal = random_centre( &random, &w );
			double* const ends[] = { &start.x, &start.y, &goal.x, &goal.y };
			for ( int32_t k = 0; k < 4; k++ )
			{
				*ends[k] += test_random_chance( &random, 0.5 ) ? test_random_real( &random, -0.6, 0.6 ) : 0.0;
			}
			// A point that may pass between blocked tiles does not where it steps.
			fw_query query = query_for( &w, "jps", start, goal );
			query.corners = i % 2 == 0 ? FW_CORNERS_OPEN : FW_CORNERS_CLOSED;
			found += check_against_astar( &w, query, FW_HEURISTIC_BEST ) ? 1 : 0;
		}
		walker_close( &w );
	}
	assert_true( found > 300 );
}

static void ends_off_the_map( void** state )
{
	(void)state;
	const double places[] = { -1.0, 1e300, -1e300, 1e9, 3e9, -0.0, 0.0, 12.0, 9.0, 5e-324 };
	walker w;
	walker_open( &w, test_field( 12, 9 ), 0.4, LAND );
	for ( int32_t i = 0; i < COUNT( places ); i++ )
	{
		const fw_pose here = centre_of( 3, 4 );
		const fw_pose there[] = { { places[i], 4.5, 0.0 }, { 3.5, places[i], 0.0 }, { places[i], places[i], 0.0 } };
		for ( int32_t k = 0; k < 3; k++ )
		{
			check_against_astar( &w, query_for( &w, "jps", here, there[k] ), FW_HEURISTIC_BEST );
			check_against_astar( &w, query_for( &w, "jps", there[k], here ), FW_HEURISTIC_BEST );
		}
	}
	walker_close( &w );
}

// A* leaves children out by the same table unless it is asked for another estimate, so both are compared with one that
// looks at all neighbours.
static void estimates_change_no_length( void** state )
{
	(void)state;
	const fw_heuristic heuristics[] = { FW_HEURISTIC_BEST, FW_HEURISTIC_ZERO, FW_HEURISTIC_EUCLIDEAN,
	                                    FW_HEURISTIC_OCTILE };
	test_random random = test_random_make( 84 );
	int64_t expanded[4] = { 0 };
	for ( int32_t round = 0; round < 200; round++ )
	{
		walker w;
		open_random( &w, &random );
		for ( int32_t i = 0; i < 8; i++ )
		{
			fw_query query = query_for( &w, "jps", random_centre( &random, &w ), random_centre( &random, &w ) );
			query.heuristic = heuristics[i % 4];
			check_against_astar( &w, query, FW_HEURISTIC_EUCLIDEAN );
			expanded[i % 4] += w.result.counters.expanded;
		}
		walker_close( &w );
	}
	assert_true( expanded[1] > expanded[0] && expanded[1] > expanded[2] );
}

static void weights_bound_the_length( void** state )
{
	(void)state;
	const double weights[] = { 1.001, 1.1, 1.5, 3.0, 16.0 };
	test_random random = test_random_make( 85 );
	int32_t longer = 0;
	for ( int32_t round = 0; round < 250; round++ )
	{
		walker w;
		open_random( &w, &random );
		for ( int32_t i = 0; i < COUNT( weights ); i++ )
		{
			fw_query query = query_for( &w, "jps", random_centre( &random, &w ), random_centre( &random, &w ) );
			const fw_result* result = solve( &w, &query );
			const fw_outcome outcome = result->outcome;
			const double best = result->length;
			query.weight = weights[i];
			result = solve( &w, &query );
			assert_int_equal( result->outcome, outcome );
			if ( result->length > weights[i] * best + 1e-6 || result->length < best - 1e-9 )
			{
				fail_query( &w, &query, "beyond its bound" );
			}
			longer += result->length > best + 1e-9 ? 1 : 0;
			if ( outcome == FW_FOUND )
			{
				check_steps( &w, &query );
				test_check_legal( w.grid, &query.unit, &result->path );
			}
		}
		walker_close( &w );
	}
	assert_true( longer > 10 );
}

// --- the map changes ---

static void check_same_result( const fw_result* a, const fw_result* b )
{
	assert_int_equal( a->outcome, b->outcome );
	assert_int_equal( a->reason, b->reason );
	assert_memory_equal( &a->counters, &b->counters, sizeof( a->counters ) );
	assert_true( a->length == b->length && a->cost == b->cost );
	assert_true( fw_path_hash( &a->path ) == fw_path_hash( &b->path ) );
}

static void edits_equal_a_fresh_space( void** state )
{
	(void)state;
	test_random random = test_random_make( 86 );
	fw_result fresh;
	fw_result_init( &fresh, NULL );
	for ( int32_t round = 0; round < 120; round++ )
	{
		walker w;
		open_random( &w, &random );
		for ( int32_t edit = 0; edit < 5; edit++ )
		{
			const fw_rect rect = { test_random_int( &random, fw_grid_width( w.grid ) ),
			                       test_random_int( &random, fw_grid_height( w.grid ) ),
			                       1 + test_random_int( &random, 20 ), 1 + test_random_int( &random, 20 ) };
			const uint8_t terrain = test_random_chance( &random, 0.5 ) ? FW_TERRAIN_OUT : FW_TERRAIN_GROUND;
			assert_int_equal( fw_grid_fill( w.grid, rect, terrain ), FW_OK );
			fw_query query = query_for( &w, "jps", random_centre( &random, &w ), random_centre( &random, &w ) );
			const fw_status stale = fw_space_is_current( w.space ) ? FW_OK : FW_ERR_STALE;
			assert_int_equal( fw_search_run( w.search, &w.map, &query, &w.result ), stale );
			assert_int_equal( fw_space_update( w.space ), FW_OK );
			check_against_astar( &w, query, FW_HEURISTIC_BEST );

			fw_space_def def = fw_default_space_def();
			def.radius = fw_space_radius( w.space );
			def.capabilities = LAND;
			fw_space* space = NULL;
			fw_search* search = NULL;
			assert_int_equal( fw_space_create( w.grid, &def, &space ), FW_OK );
			assert_int_equal( fw_search_create( NULL, &search ), FW_OK );
			const fw_map map = { .grid = w.grid, .space = space };
			assert_int_equal( fw_search_run( search, &map, &query, &fresh ), FW_OK );
			check_same_result( &w.result, &fresh );
			fw_search_destroy( search );
			fw_space_destroy( space );
		}
		walker_close( &w );
	}
	fw_result_free( &fresh );
}

// --- the interface ---

static void slices_equal_a_run( void** state )
{
	(void)state;
	test_random random = test_random_make( 87 );
	fw_result sliced;
	fw_result_init( &sliced, NULL );
	for ( int32_t round = 0; round < 150; round++ )
	{
		walker w;
		open_random( &w, &random );
		const fw_query query = query_for( &w, "jps", random_centre( &random, &w ), random_centre( &random, &w ) );
		solve( &w, &query );
		const int64_t slice = 1 + test_random_int( &random, 5 );
		fw_outcome outcome = FW_RUNNING;
		assert_int_equal( fw_search_begin( w.search, &w.map, &query ), FW_OK );
		for ( int64_t before = 0; outcome == FW_RUNNING; )
		{
			assert_int_equal( fw_search_step( w.search, slice, &outcome ), FW_OK );
			assert_int_equal( fw_search_result( w.search, &sliced ), FW_OK );
			assert_true( sliced.counters.expanded <= before + slice );
			assert_true( outcome != FW_RUNNING || sliced.counters.expanded == before + slice );
			before = sliced.counters.expanded;
		}
		check_same_result( &sliced, &w.result );
		walker_close( &w );
	}
	fw_result_free( &sliced );
}

static void budgets_are_kept( void** state )
{
	(void)state;
	test_random random = test_random_make( 88 );
	walker w;
	walker_open( &w, test_random_grid( &random, 100, 100, 0.2 ), 0.4, LAND );
	int32_t cut = 0;
	for ( int32_t round = 0; round < 60; round++ )
	{
		fw_query query = query_for( &w, "jps", random_centre( &random, &w ), random_centre( &random, &w ) );
		const int64_t needed = solve( &w, &query )->counters.expanded;
		if ( w.result.outcome != FW_FOUND || needed < 2 )
		{
			continue;
		}
		query.max_expansions = 1 + test_random_int( &random, (int32_t)needed - 1 );
		solve( &w, &query );
		assert_int_equal( w.result.outcome, FW_OUT_OF_BUDGET );
		assert_int_equal( w.result.reason, FW_REASON_EXPANSIONS );
		assert_int_equal( w.result.counters.expanded, query.max_expansions );
		query.max_expansions = needed + 1;
		assert_int_equal( solve( &w, &query )->outcome, FW_FOUND );
		assert_int_equal( w.result.counters.expanded, needed );
		cut++;
	}
	assert_true( cut > 30 );
	walker_close( &w );
}

static void what_it_cannot_do_is_refused( void** state )
{
	(void)state;
	walker w;
	walker_open( &w, test_field( 12, 9 ), 0.0, LAND );
	const fw_query good = query_for( &w, "jps", centre_of( 1, 1 ), centre_of( 9, 6 ) );
	fw_query bad[7];
	for ( int32_t i = 0; i < COUNT( bad ); i++ )
	{
		bad[i] = good;
	}
	bad[0].neighbours = 4;
	bad[1].corner_cutting = true;
	bad[2].turn_penalty = 0.5;
	bad[3].window = 0;
	bad[4].goal_tolerance = 1.0;
	bad[5].anchor = FW_ANCHOR_CORNER;
	bad[6].heuristic = FW_HEURISTIC_TABLE;
	for ( int32_t i = 0; i < COUNT( bad ); i++ )
	{
		assert_int_equal( fw_search_run( w.search, &w.map, &bad[i], &w.result ), FW_ERR_UNSUPPORTED );
		assert_int_equal( solve( &w, &good )->outcome, FW_FOUND );
	}
	bad[6].heuristic = FW_HEURISTIC_FIELD;
	assert_int_equal( fw_search_run( w.search, &w.map, &bad[6], &w.result ), FW_ERR_UNSUPPORTED );
	walker_close( &w );
}

static void costs_that_matter_are_refused( void** state )
{
	(void)state;
	const fw_terrain terrains[] = { { "plain", '.', 1.0, FW_CAP_GROUND }, { "mud", 'm', 3.0, FW_CAP_SWAMP } };
	fw_grid_def def = fw_default_grid_def();
	def.terrains = terrains;
	def.terrain_count = COUNT( terrains );
	def.fill = 0;
	def.width = 8;
	def.height = 6;
	for ( int32_t i = 0; i < 2; i++ )
	{
		walker w;
		fw_grid* grid = NULL;
		assert_int_equal( fw_grid_create( &def, &grid ), FW_OK );
		assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 3, 1, 2, 5 }, 1 ), FW_OK );
		walker_open( &w, grid, 0.4, i == 0 ? LAND : FW_CAP_GROUND );
		fw_query query = query_for( &w, "jps", centre_of( 0, 3 ), centre_of( 7, 4 ) );
		// To a unit that cannot enter the mud, all that is left costs the same.
		const fw_status status = i == 0 ? FW_ERR_UNSUPPORTED : FW_OK;
		assert_int_equal( fw_search_run( w.search, &w.map, &query, &w.result ), status );
		query.ignore_costs = true;
		assert_true( check_against_astar( &w, query, FW_HEURISTIC_BEST ) );
		walker_close( &w );
	}
}

typedef struct heard
{
	const walker* w;
	int64_t expanded, opened;
	fw_pose last;
} heard;

static void hear( void* context, fw_event event, fw_pose pose )
{
	heard* h = context;
	h->expanded += event == FW_EVENT_EXPAND ? 1 : 0;
	h->opened += event == FW_EVENT_OPEN ? 1 : 0;
	h->last = event == FW_EVENT_EXPAND ? pose : h->last;
	assert_true( fw_space_stands( h->w->space, (int32_t)floor( pose.x ), (int32_t)floor( pose.y ) ) );
}

static void counters_and_listeners( void** state )
{
	(void)state;
	test_random random = test_random_make( 89 );
	fw_result loud;
	fw_result_init( &loud, NULL );
	int64_t expanded = 0;
	int64_t by_astar = 0;
	for ( int32_t round = 0; round < 120; round++ )
	{
		walker w;
		open_random( &w, &random );
		fw_query query = query_for( &w, "astar", random_centre( &random, &w ), random_centre( &random, &w ) );
		by_astar += solve( &w, &query )->counters.expanded;
		query.method = "jps";
		const fw_counters c = solve( &w, &query )->counters;
		expanded += c.expanded;
		assert_true( c.generated >= c.expanded && c.generated >= c.heap_pushes && c.reopened == 0 );
		assert_true( c.sight_checks == 0 && c.hit_checks == 0 && c.field == 0 );
		heard h = { .w = &w };
		query.listener = ( fw_listener ){ hear, &h };
		assert_int_equal( fw_search_run( w.search, &w.map, &query, &loud ), FW_OK );
		check_same_result( &loud, &w.result );
		// The goal leaves the open list without being expanded.
		assert_int_equal( h.expanded, c.expanded + ( loud.outcome == FW_FOUND ? 1 : 0 ) );
		assert_true( h.opened >= h.expanded && h.opened <= c.generated );
		assert_true( loud.outcome != FW_FOUND || ( h.last.x == query.goal.x && h.last.y == query.goal.y ) );
		walker_close( &w );
	}
	assert_true( expanded * 2 < by_astar );
	fw_result_free( &loud );
}

static void contexts_move_between_maps( void** state )
{
	(void)state;
	test_random random = test_random_make( 90 );
	walker w[4];
	for ( int32_t i = 0; i < 4; i++ )
	{
		open_random( &w[i], &random );
	}
	fw_result moved;
	fw_result_init( &moved, NULL );
	for ( int32_t round = 0; round < 400; round++ )
	{
		walker* at = &w[test_random_int( &random, 4 )];
		const fw_query query = query_for( at, "jps", random_centre( &random, at ), random_centre( &random, at ) );
		solve( at, &query );
		assert_int_equal( fw_search_run( w[0].search, &at->map, &query, &moved ), FW_OK );
		check_same_result( &moved, &at->result );
	}
	fw_result_free( &moved );
	for ( int32_t i = 0; i < 4; i++ )
	{
		walker_close( &w[i] );
	}
}

// --- memory ---

static fw_status run_with( const fw_allocator* allocator, const walker* w, const fw_query* query, double* length )
{
	fw_search* search = NULL;
	fw_result result;
	fw_result_init( &result, allocator );
	fw_status status = fw_search_create( allocator, &search );
	status = status == FW_OK ? fw_search_run( search, &w->map, query, &result ) : status;
	*length = result.length;
	fw_result_free( &result );
	fw_search_destroy( search );
	return status;
}

static void every_allocation_may_fail( void** state )
{
	(void)state;
	test_random random = test_random_make( 91 );
	walker w;
	walker_open( &w, test_random_grid( &random, 150, 130, 0.3 ), 0.4, LAND );
	fw_query query = query_for( &w, "jps", random_centre( &random, &w ), random_centre( &random, &w ) );
	while ( solve( &w, &query )->outcome != FW_FOUND || w.result.length < 120.0 )
	{
		query.start = random_centre( &random, &w );
		query.goal = random_centre( &random, &w );
	}
	for ( int32_t for_good = 0; for_good < 2; for_good++ )
	{
		test_memory memory = test_memory_make();
		const fw_allocator allocator = test_memory_allocator( &memory );
		fw_status status = FW_ERR_MEMORY;
		int64_t n = 0;
		for ( ; status != FW_OK; n++ )
		{
			double length = 0.0;
			test_memory_fail_in( &memory, n, for_good == 1 );
			status = run_with( &allocator, &w, &query, &length );
			assert_true( status == FW_OK || status == FW_ERR_MEMORY );
			assert_true( status != FW_OK || length == w.result.length );
			test_memory_check_empty( &memory );
		}
		assert_true( n > 15 );
	}
	walker_close( &w );
}

// A context that ran out of memory works on when there is some again, and asks for none once it has seen its searches.
static void a_warm_context( void** state )
{
	(void)state;
	test_random random = test_random_make( 92 );
	walker w;
	walker_open( &w, test_random_grid( &random, 200, 150, 0.25 ), 0.4, LAND );
	test_memory memory = test_memory_make();
	const fw_allocator allocator = test_memory_allocator( &memory );
	fw_search* search = NULL;
	fw_result result;
	fw_result_init( &result, &allocator );
	assert_int_equal( fw_search_create( &allocator, &search ), FW_OK );
	fw_query queries[40];
	for ( int32_t i = 0; i < COUNT( queries ); i++ )
	{
		queries[i] = query_for( &w, "jps", random_centre( &random, &w ), random_centre( &random, &w ) );
		test_memory_fail_in( &memory, test_random_int( &random, 6 ), true );
		const fw_status status = fw_search_run( search, &w.map, &queries[i], &result );
		assert_true( status == FW_OK || status == FW_ERR_MEMORY );
		test_memory_fail_never( &memory );
		assert_int_equal( fw_search_run( search, &w.map, &queries[i], &result ), FW_OK );
		check_same_result( &result, solve( &w, &queries[i] ) );
	}
	const int64_t asked = memory.asked;
	for ( int32_t i = 0; i < COUNT( queries ); i++ )
	{
		assert_int_equal( fw_search_run( search, &w.map, &queries[i], &result ), FW_OK );
	}
	assert_int_equal( memory.asked, asked );
	fw_result_free( &result );
	assert_int_equal( fw_search_memory( search ), memory.bytes );
	fw_search_destroy( search );
	test_memory_check_empty( &memory );
	walker_close( &w );
}

// --- large maps ---

static void maps_of_the_greatest_side( void** state )
{
	(void)state;
	for ( int32_t i = 0; i < 4; i++ )
	{
		const bool is_wide = i % 2 == 0;
		const int32_t side = i < 2 ? 3 : 40;
		const int32_t width = is_wide ? FW_GRID_MAX_SIDE : side;
		const int32_t height = is_wide ? side : FW_GRID_MAX_SIDE;
		test_random random = test_random_make( 93 );
		walker w;
		walker_open( &w, i < 2 ? test_field( width, height ) : test_random_grid( &random, width, height, 0.15 ), 0.4,
		             LAND );
		const fw_rect corner = { 0, 0, 6, 6 };
		const fw_rect far_corner = { width - 6, height - 6, 6, 6 };
		assert_int_equal( fw_grid_fill( w.grid, corner, FW_TERRAIN_GROUND ), FW_OK );
		assert_int_equal( fw_grid_fill( w.grid, far_corner, FW_TERRAIN_GROUND ), FW_OK );
		assert_int_equal( fw_space_update( w.space ), FW_OK );
		assert_true( check_problem( &w, centre_of( 0, 0 ), centre_of( width - 1, height - 1 ) ) );
		assert_true( check_problem( &w, centre_of( width - 1, height - 1 ), centre_of( 0, 0 ) ) );
		walker_close( &w );
	}
}

// Corridors as long as a map can be, one after the other: with 85 of them the way is 1.39 million tiles long, with 90
// it costs more than is counted. Columns too.
static void the_longest_way( void** state )
{
	(void)state;
	for ( int32_t i = 0; i < 4; i++ )
	{
		const bool is_wide = i % 2 == 0;
		const int32_t corridors = i < 2 ? 85 : 90;
		const int32_t across = 2 * corridors - 1;
		fw_grid* grid = is_wide ? test_field( FW_GRID_MAX_SIDE, across ) : test_field( across, FW_GRID_MAX_SIDE );
		for ( int32_t wall = 1; wall < across; wall += 2 )
		{
			const int32_t from = wall % 4 == 1 ? 0 : 1;
			const fw_rect rect = is_wide ? ( fw_rect ){ from, wall, FW_GRID_MAX_SIDE - 1, 1 }
			                             : ( fw_rect ){ wall, from, 1, FW_GRID_MAX_SIDE - 1 };
			assert_int_equal( fw_grid_fill( grid, rect, FW_TERRAIN_OUT ), FW_OK );
		}
		walker w;
		walker_open( &w, grid, 0.4, LAND );
		const int32_t end = corridors % 2 == 0 ? 0 : FW_GRID_MAX_SIDE - 1;
		const fw_pose goal = is_wide ? centre_of( end, across - 1 ) : centre_of( across - 1, end );
		fw_query query = query_for( &w, "jps", centre_of( 0, 0 ), goal );
		assert_int_equal( check_against_astar( &w, query, FW_HEURISTIC_BEST ), i < 2 );
		assert_int_equal( w.result.reason, i < 2 ? FW_REASON_NONE : FW_REASON_COST_RANGE );
		// However much the estimate weighs, no sum runs over.
		query.weight = 16.0;
		solve( &w, &query );
		assert_int_equal( w.result.outcome, i < 2 ? FW_FOUND : FW_UNREACHABLE );
		walker_close( &w );
	}
}

// --- published scenarios ---

static const char* folder_or_skip( void )
{
	const char* folder = getenv( "FAIRWAY_BENCHMARKS" );
	if ( folder == NULL )
	{
		printf( "skipped: FAIRWAY_BENCHMARKS does not name the folder of the benchmark maps\n" );
		skip();
	}
	return folder;
}

// Lengths have two decimals in some sets and six digits in others, rounded or cut off.
static bool length_matches( double length, double published, int32_t decimals )
{
	const double digits = published < 1.0 ? 1.0 : floor( log10( published ) );
	const double unit = decimals > 0 ? pow( 10.0, -decimals ) : pow( 10.0, digits - 5.0 );
	return fabs( length - published ) <= 1.01 * unit;
}

// The mean of expanded nodes.
static double run_scenario( const char* folder, const char* name, int32_t decimals, int32_t every )
{
	char file[1024];
	fw_grid* grid = NULL;
	fw_scen scen = { 0 };
	snprintf( file, sizeof( file ), "%s/%s.map", folder, name );
	assert_int_equal( fw_map_load( file, NULL, &grid, NULL ), FW_OK );
	snprintf( file, sizeof( file ), "%s/%s.map.scen", folder, name );
	assert_int_equal( fw_scen_load( file, NULL, &scen, NULL ), FW_OK );
	walker w;
	const fw_unit unit = fw_default_unit();
	walker_open( &w, grid, unit.radius, unit.capabilities );
	int64_t expanded = 0;
	int32_t count = 0;
	for ( int32_t i = 0; i < scen.count; i += every, count++ )
	{
		const fw_scen_problem p = fw_scen_scaled( &scen, i, grid );
		const fw_query query =
		    query_for( &w, "jps", centre_of( p.start_x, p.start_y ), centre_of( p.goal_x, p.goal_y ) );
		solve( &w, &query );
		if ( w.result.outcome != FW_FOUND || !length_matches( w.result.length, p.length, decimals ) )
		{
			fail_msg( "%s, problem %" PRId32 ": %s, length %.9f instead of %.9f", name, i,
			          fw_reason_text( w.result.reason ), w.result.length, p.length );
		}
		check_steps( &w, &query );
		expanded += w.result.counters.expanded;
	}
	assert_true( count > 50 );
	walker_close( &w );
	fw_scen_free( &scen );
	return (double)expanded / count;
}

static void published_lengths( void** state )
{
	(void)state;
	const char* folder = folder_or_skip();
	run_scenario( folder, "dao/brc202d", 0, 5 );
	run_scenario( folder, "bg512/AR0602SR", 2, 5 );
	run_scenario( folder, "sc1/WheelofWar", 0, 5 );
	run_scenario( folder, "random/random512-40-0", 0, 5 );
	run_scenario( folder, "mazes/maze512-8-0", 0, 5 );
	run_scenario( folder, "rooms/32room_000", 0, 5 );
}

static void few_nodes_are_expanded( void** state )
{
	(void)state;
	const double mean = run_scenario( folder_or_skip(), "dao/brc202d", 0, 1 );
	if ( mean > 330.0 )
	{
		fail_msg( "%.1f nodes are expanded on average", mean );
	}
}

int main( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( lengths_equal_astar ),
	    cmocka_unit_test( all_pairs_of_tiny_maps ),
	    cmocka_unit_test( ends_off_the_centres ),
	    cmocka_unit_test( ends_off_the_map ),
	    cmocka_unit_test( estimates_change_no_length ),
	    cmocka_unit_test( weights_bound_the_length ),
	    cmocka_unit_test( edits_equal_a_fresh_space ),
	    cmocka_unit_test( slices_equal_a_run ),
	    cmocka_unit_test( budgets_are_kept ),
	    cmocka_unit_test( what_it_cannot_do_is_refused ),
	    cmocka_unit_test( costs_that_matter_are_refused ),
	    cmocka_unit_test( counters_and_listeners ),
	    cmocka_unit_test( contexts_move_between_maps ),
	    cmocka_unit_test( every_allocation_may_fail ),
	    cmocka_unit_test( a_warm_context ),
	    cmocka_unit_test( maps_of_the_greatest_side ),
	    cmocka_unit_test( the_longest_way ),
	    cmocka_unit_test( published_lengths ),
	    cmocka_unit_test( few_nodes_are_expanded ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
