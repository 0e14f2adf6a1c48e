// SPDX-License-Identifier: MIT
// Theta*, Lazy Theta* and A* with post-smoothing: known answers, legal lines on random maps, terrain costs, slices,
// memory; AP Theta*: slices, refusals, memory.
#include "annotate/space.h"
#include "support_legs.h"
#include "support_walker.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define LAND ( FW_CAP_GROUND | FW_CAP_SWAMP )

static const char* const methods[] = { "theta", "lazy-theta", "astar-ps", "ap-theta" };
#define METHODS 3        // for all vertices and units
#define CORNER_METHODS 4 // with that for points at tile corners alone
#define AP_THETA 3

// Between points in half tiles; even ones are corners.
static fw_query query_for( const walker* w, const char* method, lines_point start, lines_point goal )
{
	fw_query query = fw_default_query();
	query.method = method;
	query.unit.radius = w->space->radius;
	query.unit.capabilities = w->space->capabilities;
	query.start = ( fw_pose ){ (double)start.x / 2.0, (double)start.y / 2.0, 0.0 };
	query.goal = ( fw_pose ){ (double)goal.x / 2.0, (double)goal.y / 2.0, 0.0 };
	query.options.anchor = start.x % 2 == 0 ? FW_ANCHOR_CORNER : FW_ANCHOR_CENTER;
	return query;
}

static void check_found( walker* w, const fw_query* query, double length )
{
	const fw_result* result = walker_solve( w, query );
	assert_int_equal( result->outcome, FW_FOUND );
	if ( fabs( result->length - length ) > 1e-9 )
	{
		fail_msg( "%s: length %.12g, wanted %.12g", query->method, result->length, length );
	}
	const lines rules = { w->grid, query->unit.capabilities, query->options.corners == FW_CORNERS_CLOSED };
	lines_check_path( &rules, &result->path, lines_point_of( query->start.x, query->start.y ),
	                  lines_point_of( query->goal.x, query->goal.y ) );
}

static void open_land_is_one_line( void** state )
{
	(void)state;
	walker w;
	walker_open( &w, test_field( 40, 30 ), 0.0, LAND );
	for ( int32_t m = 0; m < METHODS; m++ )
	{
		for ( int64_t half = 0; half < 2; half++ )
		{
			const lines_point a = { 6 + half, 4 + half };
			const lines_point b = { 70 + half, 46 + half };
			const fw_query query = query_for( &w, methods[m], a, b );
			check_found( &w, &query, fw_length( 32.0, 21.0 ) );
			assert_int_equal( w.result.path.count, 1 );
			assert_true( fabs( w.result.cost - w.result.length ) < 1e-12 );
		}
		const fw_query still = query_for( &w, methods[m], ( lines_point ){ 8, 8 }, ( lines_point ){ 8, 8 } );
		check_found( &w, &still, 0.0 );
		assert_int_equal( w.result.path.count, 0 );
	}
	walker_close( &w );
}

static void round_a_block( void** state )
{
	(void)state;
	walker w;
	walker_open( &w,
	             test_grid( ".........\n"
	                        ".........\n"
	                        "...###...\n"
	                        "...###...\n"
	                        ".........\n" ),
	             0.0, LAND );
	for ( int32_t m = 0; m < METHODS; m++ )
	{
		// Past the block, touching two of its corners; the smoothed steps leave it too late.
		fw_query query = query_for( &w, methods[m], ( lines_point ){ 0, 6 }, ( lines_point ){ 18, 6 } );
		const double along = m == 2 ? fw_length( 3.0, 1.0 ) + 5.0 + FW_SQRT2 : 2.0 * fw_length( 3.0, 1.0 ) + 3.0;
		check_found( &w, &query, along );
		// Along the border of the block without a bend.
		query = query_for( &w, methods[m], ( lines_point ){ 2, 4 }, ( lines_point ){ 16, 4 } );
		check_found( &w, &query, 7.0 );
		assert_int_equal( w.result.path.count, 1 );
		// Paths over centers may not bend at corners.
		query = query_for( &w, methods[m], ( lines_point ){ 5, 5 }, ( lines_point ){ 13, 5 } );
		check_found( &w, &query, 2.0 * FW_SQRT2 + 2.0 );
	}
	walker_close( &w );
}

// The rule for corners between two blocked tiles, if the path leads through one, or begins or ends there.
static void double_corners( void** state )
{
	(void)state;
	walker w;
	walker_open( &w,
	             test_grid( ".#\n"
	                        "#.\n" ),
	             0.0, LAND );
	for ( int32_t m = 0; m < METHODS; m++ )
	{
		fw_query query = query_for( &w, methods[m], ( lines_point ){ 0, 0 }, ( lines_point ){ 4, 4 } );
		const fw_result* result = walker_solve( &w, &query );
		assert_int_equal( result->outcome, FW_UNREACHABLE );
		assert_int_equal( result->reason, FW_REASON_OTHER_REGION );
		query.options.corners = FW_CORNERS_OPEN;
		check_found( &w, &query, 2.0 * FW_SQRT2 );

		query = query_for( &w, methods[m], ( lines_point ){ 2, 2 }, ( lines_point ){ 4, 4 } );
		check_found( &w, &query, FW_SQRT2 );
		query = query_for( &w, methods[m], ( lines_point ){ 4, 4 }, ( lines_point ){ 2, 2 } );
		check_found( &w, &query, FW_SQRT2 );
		query = query_for( &w, methods[m], ( lines_point ){ 2, 2 }, ( lines_point ){ 0, 0 } );
		assert_int_equal( walker_solve( &w, &query )->outcome, FW_UNREACHABLE );
		query.options.corners = FW_CORNERS_OPEN;
		check_found( &w, &query, FW_SQRT2 );

		query = query_for( &w, methods[m], ( lines_point ){ 1, 1 }, ( lines_point ){ 3, 3 } );
		assert_int_equal( walker_solve( &w, &query )->outcome, FW_UNREACHABLE );
		query.options.corners = FW_CORNERS_OPEN;
		check_found( &w, &query, FW_SQRT2 );
	}
	walker_close( &w );
}

static lines_point random_point( test_random* random, const fw_grid* grid, bool corner )
{
	const int32_t more = corner ? 1 : 0;
	const int64_t x = test_random_int( random, fw_grid_width( grid ) + more );
	const int64_t y = test_random_int( random, fw_grid_height( grid ) + more );
	return ( lines_point ){ 2 * x + 1 - more, 2 * y + 1 - more };
}

static bool stands( const walker* w, lines_point p )
{
	const bool corner = p.x % 2 == 0;
	for ( int64_t i = 0; i < ( corner ? 4 : 1 ); i++ )
	{
		if ( fw_grid_passable( w->grid, (int32_t)( p.x / 2 - ( i & 1 ) ), (int32_t)( p.y / 2 - i / 2 ), LAND ) )
		{
			return true;
		}
	}
	return false;
}

// One problem for one method: found exactly if steps lead there, clear, no shorter than the best path over corners.
static void check_random( walker* w, const fw_query* query, double steps, double optimum )
{
	const fw_result* result = walker_solve( w, query );
	if ( steps == INFINITY )
	{
		assert_int_equal( result->outcome, FW_UNREACHABLE );
		return;
	}
	check_found( w, query, result->length );
	assert_true( result->length >= optimum - 1e-9 );
	assert_true( result->length <= steps * 1.05 + 1e-9 );
	assert_true( fabs( result->cost - result->length ) < 1e-9 );
	if ( strcmp( query->method, "astar-ps" ) == 0 )
	{
		assert_true( result->length <= steps + 1e-9 );
	}
}

static void random_maps( void** state )
{
	(void)state;
	test_random random = test_random_make( 3 );
	int32_t found = 0;
	int64_t reopened[METHODS] = { 0 };
	for ( int32_t round = 0; round < test_rounds( 260 ); round++ )
	{
		const int32_t width = 2 + test_random_int( &random, 12 );
		const int32_t height = 2 + test_random_int( &random, 12 );
		walker w;
		walker_open( &w, test_random_map( &random, width, height, test_random_real( &random, 0.05, 0.5 ) ), 0.0, LAND );
		for ( int32_t i = 0; i < 8; i++ )
		{
			const lines_point start = random_point( &random, w.grid, i % 2 == 0 );
			const lines_point goal = random_point( &random, w.grid, i % 2 == 0 );
			const bool closed = i % 4 < 2;
			const lines rules = { w.grid, LAND, closed };
			const bool ends = stands( &w, start ) && stands( &w, goal );
			const double steps = ends ? lines_step_optimum( &rules, start, goal ) : INFINITY;
			const double optimum = steps < INFINITY ? lines_optimum( &rules, start, goal ) : INFINITY;
			found += steps < INFINITY ? 1 : 0;
			for ( int32_t m = 0; m < METHODS; m++ )
			{
				fw_query query = query_for( &w, methods[m], start, goal );
				query.options.corners = closed ? FW_CORNERS_CLOSED : FW_CORNERS_OPEN;
				check_random( &w, &query, steps, optimum );
				reopened[m] += w.result.counters.reopened;
				query.options.heuristic = i % 3 == 0 ? FW_HEURISTIC_ZERO : FW_HEURISTIC_EUCLIDEAN;
				check_random( &w, &query, steps, optimum );
			}
		}
		walker_close( &w );
	}
	assert_true( found > test_rounds( 500 ) );
	assert_true( reopened[0] > 0 && reopened[1] == 0 && reopened[2] == 0 ); // for Theta* only
}

// The validator is the judge of discs.
static void units_with_a_radius( void** state )
{
	(void)state;
	const double radii[] = { 0.4, 0.5, 0.9, 1.3 };
	test_random random = test_random_make( 6 );
	int32_t found = 0;
	for ( int32_t round = 0; round < test_rounds( 80 ); round++ )
	{
		const double radius = radii[round % 4];
		walker w;
		walker_open( &w, test_random_map( &random, 40, 30, 0.25 / ( 1.0 + 4.0 * radius ) ), radius, LAND );
		for ( int32_t i = 0; i < 4; i++ )
		{
			const lines_point start = random_point( &random, w.grid, false );
			const lines_point goal = random_point( &random, w.grid, false );
			fw_query query = query_for( &w, "astar", start, goal );
			if ( i % 2 == 1 )
			{
				// Off the centers, if the disc fits there.
				query.start.x += test_random_real( &random, -0.4, 0.4 );
				query.goal.y += test_random_real( &random, -0.4, 0.4 );
			}
			const fw_outcome wanted = walker_solve( &w, &query )->outcome;
			const double steps = w.result.length;
			for ( int32_t m = 0; m < METHODS; m++ )
			{
				query.method = methods[m];
				const fw_result* result = walker_solve( &w, &query );
				assert_int_equal( result->outcome, wanted );
				if ( result->outcome != FW_FOUND )
				{
					continue;
				}
				found++;
				test_check_legal( w.grid, &query.unit, &result->path );
				test_check_ends( &result->path, ( fw_pose ){ query.start.x, query.start.y, NAN },
				                 ( fw_pose ){ query.goal.x, query.goal.y, NAN } );
				assert_true( result->length <= steps * ( m == 2 ? 1.0 : 1.05 ) + 1e-9 );
				assert_true( result->length >= test_distance_between( query.start, query.goal ) - 1e-9 );
			}
		}
		walker_close( &w );
	}
	assert_true( found > test_rounds( 200 ) );
}

static void set_swamp_cost( fw_grid* grid, double cost )
{
	fw_terrain terrain = *fw_grid_terrain( grid, FW_TERRAIN_SWAMP );
	terrain.cost = cost;
	assert_int_equal( fw_grid_set_terrain( grid, FW_TERRAIN_SWAMP, &terrain, NULL ), FW_OK );
}

// The cheapest tile that contains or touches a point.
static const fw_terrain* terrain_below( const fw_grid* grid, double x, double y )
{
	const fw_terrain* best = NULL;
	for ( int32_t i = 0; i < 4; i++ )
	{
		const int32_t tile_x = (int32_t)floor( x + ( i & 1 ? 1e-7 : -1e-7 ) );
		const int32_t tile_y = (int32_t)floor( y + ( i & 2 ? 1e-7 : -1e-7 ) );
		const fw_terrain* terrain = fw_grid_terrain( grid, fw_grid_get( grid, tile_x, tile_y ) );
		const bool enters = ( terrain->capabilities & LAND ) != 0;
		best = enters && ( best == NULL || terrain->cost < best->cost ) ? terrain : best;
	}
	assert_non_null( best );
	return best;
}

// The cost of a path, summed up over many small steps; `swamp` receives the length inside swamp.
static double cost_in_steps( const fw_grid* grid, const fw_path* path, double* swamp )
{
	double cost = 0.0;
	*swamp = 0.0;
	for ( int32_t i = 0; i < path->count; i++ )
	{
		const fw_segment* s = &path->segments[i];
		const int32_t count = 1 + (int32_t)( s->length * 2000.0 );
		for ( int32_t k = 0; k < count; k++ )
		{
			const double t = ( k + 0.5 ) / count;
			const fw_terrain* terrain =
			    terrain_below( grid, s->from.x + t * ( s->to.x - s->from.x ), s->from.y + t * ( s->to.y - s->from.y ) );
			cost += terrain->cost * s->length / count;
			*swamp += terrain->capabilities == FW_CAP_SWAMP ? s->length / count : 0.0;
		}
	}
	return cost;
}

// A mine field between start and goal: crossing it costs 32 + 8 (cost - 1), the detour about 39.6.
static void mine_field( void** state )
{
	(void)state;
	const double prices[] = { 1.2, 1.5, 3.0, 8.0 };
	for ( int32_t i = 0; i < 4; i++ )
	{
		walker w;
		fw_grid* grid = test_field( 40, 40 );
		assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 16, 10, 8, 20 }, FW_TERRAIN_SWAMP, NULL ), FW_OK );
		set_swamp_cost( grid, prices[i] );
		walker_open( &w, grid, 0.0, LAND );
		const double through = 24.0 + 8.0 * prices[i];
		const double round = 2.0 * fw_length( 12.0, 10.0 ) + 8.0;
		for ( int32_t m = 0; m < METHODS; m++ )
		{
			fw_query query = query_for( &w, methods[m], ( lines_point ){ 8, 40 }, ( lines_point ){ 72, 40 } );
			const fw_result* result = walker_solve( &w, &query );
			assert_int_equal( result->outcome, FW_FOUND );
			double swamp = 0.0;
			const double cost = cost_in_steps( w.grid, &result->path, &swamp );
			assert_true( fabs( cost - result->cost ) < 0.01 );
			assert_true( fabs( swamp - ( through < round ? 8.0 : 0.0 ) ) < 0.2 );
			assert_true( result->cost <= fmin( through, round ) * ( m == 2 ? 1.05 : 1.005 ) );

			query.options.ignore_costs = true;
			check_found( &w, &query, 32.0 );
			assert_true( w.result.cost == 32.0 );
		}
		walker_close( &w );
	}
}

// Costs agree with the sum over small steps, and are no worse than those of steps to neighbors only.
static void random_grounds( void** state )
{
	(void)state;
	test_random random = test_random_make( 8 );
	for ( int32_t round = 0; round < test_rounds( 60 ); round++ )
	{
		walker w;
		fw_grid* grid = test_random_map( &random, 30, 24, 0.2 );
		for ( int32_t i = 0; i < 12; i++ )
		{
			const fw_rect part = test_random_rect( &random, 30, 24, 6, 6 );
			assert_int_equal( fw_grid_fill( grid, part, FW_TERRAIN_SWAMP, NULL ), FW_OK );
		}
		set_swamp_cost( grid, test_random_real( &random, 1.1, 6.0 ) );
		walker_open( &w, grid, 0.0, LAND );
		for ( int32_t i = 0; i < 6; i++ )
		{
			const lines_point start = random_point( &random, w.grid, false );
			const lines_point goal = random_point( &random, w.grid, false );
			fw_query query = query_for( &w, "astar", start, goal );
			const fw_outcome wanted = walker_solve( &w, &query )->outcome;
			const double steps = w.result.cost;
			for ( int32_t m = 0; m < METHODS; m++ )
			{
				query.method = methods[m];
				const fw_result* result = walker_solve( &w, &query );
				assert_int_equal( result->outcome, wanted );
				if ( wanted != FW_FOUND )
				{
					continue;
				}
				check_found( &w, &query, result->length );
				double swamp = 0.0;
				const double cost = cost_in_steps( w.grid, &result->path, &swamp );
				assert_true( fabs( cost - result->cost ) < 0.01 + 0.001 * cost );
				assert_true( result->cost <= steps * ( m == 2 ? 1.0 : 1.05 ) + 1e-9 );
			}
		}
		walker_close( &w );
	}
}

static fw_query long_query( const walker* w, const char* method )
{
	return query_for( w, method, ( lines_point ){ 2, 2 }, ( lines_point ){ 118, 78 } );
}

static fw_grid* long_map( void )
{
	fw_grid* grid = test_field( 60, 40 );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 10, 0, 3, 30 }, FW_TERRAIN_OUT, NULL ), FW_OK );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 25, 8, 3, 32 }, FW_TERRAIN_OUT, NULL ), FW_OK );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 44, 0, 2, 35 }, FW_TERRAIN_OUT, NULL ), FW_OK );
	return grid;
}

static void slices_limits_and_counters( void** state )
{
	(void)state;
	walker w;
	walker_open( &w, long_map(), 0.0, LAND );
	for ( int32_t m = 0; m < CORNER_METHODS; m++ )
	{
		walker_heard counts = { 0 };
		fw_query query = long_query( &w, methods[m] );
		query.options.listener = ( fw_listener ){ walker_hear, &counts };
		const fw_result* result = walker_solve( &w, &query );
		assert_int_equal( result->outcome, FW_FOUND );
		const fw_counters whole = result->counters;
		const uint64_t hash = fw_path_hash( &result->path );
		assert_int_equal( counts.expanded, whole.expanded + 1 ); // and the goal
		assert_true( counts.opened >= counts.expanded && whole.generated >= counts.opened - 1 );
		assert_true( whole.heap_pops > 0 && whole.heap_pushes > 0 );
		assert_int_equal( whole.sight_checks == 0, m == AP_THETA );

		query.options.listener = ( fw_listener ){ 0 };
		fw_outcome outcome = FW_RUNNING;
		assert_int_equal( fw_search_begin( w.search, &w.map, &query, NULL ), FW_OK );
		for ( int64_t n = 1; outcome == FW_RUNNING; n = n % 7 + 1 )
		{
			assert_int_equal( fw_search_step( w.search, n, &outcome, NULL ), FW_OK );
		}
		for ( int32_t i = 0; i < 2; i++ )
		{
			assert_int_equal( fw_search_result( w.search, &w.result ), FW_OK );
			assert_memory_equal( &w.result.counters, &whole, sizeof( whole ) );
			assert_true( fw_path_hash( &w.result.path ) == hash );
		}

		query.options.max_expansions = 20;
		assert_int_equal( walker_solve( &w, &query )->outcome, FW_OUT_OF_BUDGET );
		assert_int_equal( w.result.counters.expanded, 20 );
		query.options.max_expansions = 0;
		query.options.weight = 4.0;
		assert_int_equal( walker_solve( &w, &query )->outcome, FW_FOUND );
		assert_true( w.result.counters.expanded < whole.expanded );
	}
	walker_close( &w );
}

static void what_is_not_supported( void** state )
{
	(void)state;
	walker w;
	walker_open( &w, long_map(), 0.0, LAND );
	for ( int32_t m = 0; m < CORNER_METHODS; m++ )
	{
		const fw_query plain = long_query( &w, methods[m] );
		fw_query query = plain;
		query.options.heuristic = FW_HEURISTIC_TABLE;
		assert_int_equal( fw_search_run( w.search, &w.map, &query, &w.result, NULL ), FW_ERR_UNSUPPORTED );
		query.options.heuristic = FW_HEURISTIC_FIELD;
		assert_int_equal( fw_search_run( w.search, &w.map, &query, &w.result, NULL ), FW_ERR_UNSUPPORTED );
		query.options.heuristic = FW_HEURISTIC_OCTILE;
		assert_int_equal( fw_search_run( w.search, &w.map, &query, &w.result, NULL ),
		                  m == 2 ? FW_OK : FW_ERR_UNSUPPORTED );
		query = plain;
		query.goal_tolerance = 1.0;
		assert_int_equal( fw_search_run( w.search, &w.map, &query, &w.result, NULL ), FW_ERR_UNSUPPORTED );
		// Options of standard A* only.
		for ( int32_t i = 0; i < 4; i++ )
		{
			query = plain;
			query.options.neighbors = i == 0 ? 4 : 8;
			query.options.corner_cutting = i == 1;
			query.options.turn_penalty = i == 2 ? 0.5 : 0.0;
			query.options.window = i == 3 ? 10 : -1;
			assert_int_equal( fw_search_run( w.search, &w.map, &query, &w.result, NULL ), FW_ERR_UNSUPPORTED );
		}
		const fw_method* method = fw_method_find( methods[m] );
		assert_non_null( method );
		const uint32_t own = m == AP_THETA ? FW_TRAIT_POINT | FW_TRAIT_ONLY_CORNERS : FW_TRAIT_SQUARES;
		assert_int_equal( method->traits & ~(uint32_t)FW_TRAIT_BEST,
		                  FW_TRAIT_COSTS | FW_TRAIT_ANY_ANGLE | FW_TRAIT_CORNERS | own );
		query = plain;
		query.options.anchor = FW_ANCHOR_CENTER;
		query.start = fw_make_pose( 1.5, 1.5, 0.0 );
		query.goal = fw_make_pose( 58.5, 38.5, 0.0 );
		assert_int_equal( fw_search_run( w.search, &w.map, &query, &w.result, NULL ),
		                  m == AP_THETA ? FW_ERR_UNSUPPORTED : FW_OK );
	}
	walker_close( &w );
}

static void memory_runs_out( void** state )
{
	(void)state;
	walker w;
	walker_open( &w, long_map(), 0.0, LAND );
	for ( int32_t m = 0; m < CORNER_METHODS; m++ )
	{
		const fw_query query = long_query( &w, methods[m] );
		for ( int64_t n = 0;; n++ )
		{
			test_memory memory = test_memory_make();
			const fw_allocator allocator = test_memory_allocator( &memory );
			fw_search* search = NULL;
			fw_result result;
			assert_int_equal( fw_search_create( &allocator, &search ), FW_OK );
			fw_result_init( &result, &allocator );
			test_memory_fail_in( &memory, n, n % 2 == 0 );
			const fw_status status = fw_search_run( search, &w.map, &query, &result, NULL );
			test_memory_fail_never( &memory );
			if ( status == FW_OK )
			{
				// Once warm, searches allocate nothing.
				assert_true( n > 6 );
				const int64_t asked = memory.asked;
				assert_int_equal( fw_search_run( search, &w.map, &query, &result, NULL ), FW_OK );
				assert_int_equal( memory.asked, asked );
			}
			else
			{
				assert_int_equal( status, FW_ERR_MEMORY );
				assert_int_equal( fw_search_run( search, &w.map, &query, &result, NULL ), FW_OK );
			}
			assert_int_equal( result.outcome, FW_FOUND );
			assert_int_equal( fw_search_memory( search ) + (size_t)result.path.capacity * sizeof( fw_segment ),
			                  memory.bytes );
			fw_result_free( &result );
			fw_search_destroy( search );
			test_memory_check_empty( &memory );
			if ( status == FW_OK )
			{
				break;
			}
		}
	}
	walker_close( &w );
}

int run_test_theta( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( open_land_is_one_line ), cmocka_unit_test( round_a_block ),
	    cmocka_unit_test( double_corners ),        cmocka_unit_test( random_maps ),
	    cmocka_unit_test( units_with_a_radius ),   cmocka_unit_test( mine_field ),
	    cmocka_unit_test( random_grounds ),        cmocka_unit_test( slices_limits_and_counters ),
	    cmocka_unit_test( what_is_not_supported ), cmocka_unit_test( memory_runs_out ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
