// SPDX-License-Identifier: MIT
// Standard A* against Dijkstra's algorithm on random maps, with each of its options; why there is no path.
#include "annotate/space.h"
#include "oracle.h"
#include "support_walker.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

static oracle_moves moves_of( const fw_query* query )
{
	return query->options.neighbors == 4   ? ORACLE_FOUR
	       : query->options.corner_cutting ? ORACLE_EIGHT_CUTTING
	                                       : ORACLE_EIGHT;
}

static oracle_query oracle_query_of( const walker* w, const fw_query* query )
{
	// The library treats a point as a disc of 1e-6.
	return ( oracle_query ){ .grid = w->grid,
	                         .capabilities = w->space->capabilities,
	                         .radius = fmax( w->space->radius, 1e-6 ),
	                         .moves = moves_of( query ),
	                         .costs = !query->options.ignore_costs };
}

static bool tile_stands( const walker* w, double x, double y )
{
	return oracle_stands( w->grid, w->space->capabilities, fmax( w->space->radius, 1e-6 ), ( fw_vec2 ){ x, y } );
}

static double cost_at( const walker* w, const fw_query* query, fw_vec2 at )
{
	const uint8_t id = fw_grid_get( w->grid, (int32_t)floor( at.x ), (int32_t)floor( at.y ) );
	return query->options.ignore_costs ? 1.0 : fw_grid_terrain( w->grid, id )->cost;
}

// Every step of a path from tile center to tile center, its cost and its turns, from the path alone.
static int32_t check_steps( const walker* w, const fw_query* query )
{
	const fw_path* path = &w->result.path;
	fw_vec2 at = { path->start.x, path->start.y };
	double length = 0.0;
	double cost = 0.0;
	int32_t turns = 0;
	fw_vec2 last = { 0.0, 0.0 };
	for ( int32_t i = 0; i < path->count; i++ )
	{
		const fw_segment* s = &path->segments[i];
		assert_int_equal( s->kind, FW_SEGMENT_LINE );
		assert_true( s->from.x == at.x && s->from.y == at.y );
		const fw_vec2 step = { s->to.x - at.x, s->to.y - at.y };
		const bool diagonal = step.x != 0.0 && step.y != 0.0;
		assert_true( fmax( fabs( step.x ), fabs( step.y ) ) == 1.0 &&
		             ( !diagonal || fabs( step.x ) == fabs( step.y ) ) );
		assert_true( !diagonal || query->options.neighbors == 8 );
		assert_true( tile_stands( w, s->to.x, s->to.y ) );
		assert_true( !diagonal || query->options.corner_cutting ||
		             ( tile_stands( w, s->to.x, at.y ) && tile_stands( w, at.x, s->to.y ) ) );
		const double part = diagonal ? FW_SQRT2 : 1.0;
		length += part;
		cost += part * ( cost_at( w, query, at ) + cost_at( w, query, s->to ) ) / 2.0;
		turns += i > 0 && ( step.x != last.x || step.y != last.y );
		last = step;
		at = s->to;
	}
	assert_true( fabs( w->result.length - length ) < 1e-9 * fmax( 1.0, length ) );
	assert_true( fabs( w->result.cost - cost - turns * query->options.turn_penalty ) < 1e-9 * fmax( 1.0, cost ) );
	return turns;
}

static void random_tile( test_random* random, const walker* w, int32_t* x, int32_t* y )
{
	*x = test_random_int( random, fw_grid_width( w->grid ) );
	*y = test_random_int( random, fw_grid_height( w->grid ) );
}

static bool random_standing_tile( test_random* random, const walker* w, int32_t* x, int32_t* y )
{
	for ( int32_t i = 0; i < 1000; i++ )
	{
		random_tile( random, w, x, y );
		if ( fw_space_stands( w->space, *x, *y ) )
		{
			return true;
		}
	}
	return false;
}

// Between two tiles on which the unit can stand.
static fw_query random_query( test_random* random, const walker* w )
{
	int32_t x, y, goal_x, goal_y;
	assert_true( random_standing_tile( random, w, &x, &y ) );
	assert_true( random_standing_tile( random, w, &goal_x, &goal_y ) );
	return walker_query( w, "astar", FW_ANCHOR_CENTER, x, y, goal_x, goal_y );
}

// The cost from the tile of the start to the tile of the goal by Dijkstra's algorithm.
static double min_cost( const walker* w, const fw_query* query )
{
	const oracle_query problem = oracle_query_of( w, query );
	return oracle_distance( &problem, (int32_t)floor( query->start.x ), (int32_t)floor( query->start.y ),
	                        (int32_t)floor( query->goal.x ), (int32_t)floor( query->goal.y ) );
}

// Ground and swamps that cost three and five times as much: the mean of any two is an integer, so that the integer
// costs of a search are exact.
static fw_grid* random_swamps( test_random* random, int32_t width, int32_t height, double blocked )
{
	fw_grid* grid = test_random_grid( random, width, height, blocked );
	const uint8_t wet[2] = { FW_TERRAIN_SWAMP, FW_TERRAIN_WATER };
	for ( int32_t i = 0; i < 2; i++ )
	{
		fw_terrain terrain = *fw_grid_terrain( grid, wet[i] );
		terrain.cost = 3.0 + 2.0 * i;
		assert_int_equal( fw_grid_set_terrain( grid, wet[i], &terrain, NULL ), FW_OK );
		for ( int32_t n = 0; n < width * height / 12; n++ )
		{
			const int32_t x = test_random_int( random, width );
			const int32_t y = test_random_int( random, height );
			if ( fw_grid_get( grid, x, y ) != FW_TERRAIN_OUT )
			{
				const fw_rect tile = { x, y, 1, 1 };
				assert_int_equal( fw_grid_fill( grid, tile, wet[i], NULL ), FW_OK );
			}
		}
	}
	return grid;
}

typedef struct variant
{
	double radius, blocked;
	int32_t neighbors;
	bool corner_cutting, costs;
	fw_heuristic heuristic;
} variant;

static int32_t check_problem( walker* w, const variant* v, const double* distances, int32_t x, int32_t y,
                              int32_t goal_x, int32_t goal_y )
{
	fw_query query = walker_query( w, "astar", FW_ANCHOR_CENTER, x, y, goal_x, goal_y );
	query.options.neighbors = v->neighbors;
	query.options.corner_cutting = v->corner_cutting;
	query.options.heuristic = v->heuristic;
	const fw_result* result = walker_solve( w, &query );
	const double wanted = distances[goal_y * fw_grid_width( w->grid ) + goal_x];
	if ( !tile_stands( w, query.start.x, query.start.y ) )
	{
		assert_int_equal( result->outcome, FW_UNREACHABLE );
		assert_true( test_fails_at_start( result->reason ) );
		return 0;
	}
	if ( !tile_stands( w, query.goal.x, query.goal.y ) )
	{
		assert_int_equal( result->outcome, FW_UNREACHABLE );
		assert_true( test_fails_at_goal( result->reason ) );
		return 0;
	}
	if ( wanted == INFINITY )
	{
		assert_int_equal( result->outcome, FW_UNREACHABLE );
		assert_int_equal( result->reason, v->corner_cutting ? FW_REASON_EXHAUSTED : FW_REASON_OTHER_REGION );
		assert_int_equal( result->path.count, 0 );
		return 0;
	}
	assert_int_equal( result->outcome, FW_FOUND );
	assert_int_equal( result->reason, FW_REASON_NONE );
	if ( fabs( result->cost - wanted ) > 1e-6 * fmax( 1.0, wanted ) )
	{
		test_print_grid( w->grid, ( fw_rect ){ 0, 0, fw_grid_width( w->grid ), fw_grid_height( w->grid ) } );
		fail_msg( "from (%d, %d) to (%d, %d): cost %.9g, wanted %.9g", (int)x, (int)y, (int)goal_x, (int)goal_y,
		          result->cost, wanted );
	}
	check_steps( w, &query );
	test_check_ends( &result->path, ( fw_pose ){ query.start.x, query.start.y, NAN },
	                 ( fw_pose ){ query.goal.x, query.goal.y, NAN } );
	if ( !v->corner_cutting )
	{
		test_check_legal( w->grid, &query.unit, &result->path );
	}
	return 1;
}

static void lengths_equal_dijkstra( void** state )
{
	(void)state;
	const variant variants[] = {
	    { 0.4, 0.30, 8, false, false, FW_HEURISTIC_BEST },      { 0.5, 0.20, 8, false, false, FW_HEURISTIC_OCTILE },
	    { 0.0, 0.35, 8, false, false, FW_HEURISTIC_BEST },      { 0.9, 0.06, 8, false, false, FW_HEURISTIC_BEST },
	    { 1.6, 0.02, 8, false, false, FW_HEURISTIC_BEST },      { 0.4, 0.30, 8, false, false, FW_HEURISTIC_EUCLIDEAN },
	    { 0.4, 0.30, 8, false, false, FW_HEURISTIC_ZERO },      { 0.4, 0.25, 4, false, false, FW_HEURISTIC_BEST },
	    { 0.4, 0.25, 4, false, false, FW_HEURISTIC_EUCLIDEAN }, { 0.9, 0.06, 4, false, false, FW_HEURISTIC_OCTILE },
	    { 0.4, 0.40, 8, true, false, FW_HEURISTIC_BEST },       { 0.9, 0.08, 8, true, false, FW_HEURISTIC_BEST },
	    { 0.4, 0.40, 8, true, false, FW_HEURISTIC_ZERO },       { 0.4, 0.20, 8, false, true, FW_HEURISTIC_BEST },
	    { 0.4, 0.20, 8, false, true, FW_HEURISTIC_EUCLIDEAN },  { 0.4, 0.20, 4, false, true, FW_HEURISTIC_BEST },
	    { 0.4, 0.35, 8, true, true, FW_HEURISTIC_BEST },        { 0.9, 0.05, 8, false, true, FW_HEURISTIC_ZERO },
	};
	test_random random = test_random_make( 1 );
	int32_t found = 0;
	for ( size_t i = 0; i < sizeof( variants ) / sizeof( variants[0] ); i++ )
	{
		const variant* v = &variants[i];
		for ( int32_t round = 0; round < test_rounds( 40 ); round++ )
		{
			const int32_t width = 5 + test_random_int( &random, 70 );
			const int32_t height = 5 + test_random_int( &random, 45 );
			walker w;
			walker_open( &w,
			             v->costs ? random_swamps( &random, width, height, v->blocked )
			                      : test_random_grid( &random, width, height, v->blocked ),
			             v->radius, v->costs ? FW_CAP_GROUND | FW_CAP_SWAMP | FW_CAP_WATER : FW_CAP_GROUND );
			fw_query query = walker_query( &w, "astar", FW_ANCHOR_CENTER, 0, 0, 0, 0 );
			query.options.neighbors = v->neighbors;
			query.options.corner_cutting = v->corner_cutting;
			const oracle_query problem = oracle_query_of( &w, &query );
			for ( int32_t start = 0; start < 3; start++ )
			{
				int32_t x, y;
				random_tile( &random, &w, &x, &y );
				double* distances = oracle_distances( &problem, x, y );
				for ( int32_t goal = 0; goal < 12; goal++ )
				{
					int32_t goal_x, goal_y;
					random_tile( &random, &w, &goal_x, &goal_y );
					found += check_problem( &w, v, distances, x, y, goal_x, goal_y );
				}
				found += check_problem( &w, v, distances, x, y, x, y );
				free( distances );
			}
			walker_close( &w );
		}
	}
	assert_true( found > test_rounds( 10000 ) );
}

// Costs whose means are not exact in integers: as exact as rounding allows.
static void costs_are_rounded_fairly( void** state )
{
	(void)state;
	test_random random = test_random_make( 2 );
	for ( int32_t round = 0; round < test_rounds( 60 ); round++ )
	{
		fw_grid* grid = random_swamps( &random, 40, 30, 0.15 );
		fw_terrain swamp = *fw_grid_terrain( grid, FW_TERRAIN_SWAMP );
		swamp.cost = test_random_real( &random, 1.0, 4.0 );
		assert_int_equal( fw_grid_set_terrain( grid, FW_TERRAIN_SWAMP, &swamp, NULL ), FW_OK );
		walker w;
		walker_open( &w, grid, 0.4, FW_CAP_GROUND | FW_CAP_SWAMP | FW_CAP_WATER );
		fw_query query = random_query( &random, &w );
		query.options.ignore_costs = round % 4 == 0;
		const double wanted = min_cost( &w, &query );
		const fw_result* result = walker_solve( &w, &query );
		if ( wanted < INFINITY )
		{
			assert_int_equal( result->outcome, FW_FOUND );
			check_steps( &w, &query );
			assert_true( result->cost > wanted - 1e-9 );
			assert_true( result->cost < wanted + result->path.count / 2378.0 );
		}
		walker_close( &w );
	}
}

static void weights_bound_the_cost( void** state )
{
	(void)state;
	test_random random = test_random_make( 3 );
	const double weights[] = { 1.0, 1.1, 1.5, 2.0, 5.0, 16.0 };
	int64_t expanded[6] = { 0 };
	for ( int32_t round = 0; round < test_rounds( 120 ); round++ )
	{
		walker w;
		walker_open( &w, test_random_town( &random, 60, 60, 60, 8 ), 0.4, FW_CAP_GROUND );
		fw_query query = random_query( &random, &w );
		double best = 0.0;
		for ( size_t i = 0; i < 6; i++ )
		{
			query.options.weight = weights[i];
			const fw_result* result = walker_solve( &w, &query );
			if ( result->outcome != FW_FOUND )
			{
				assert_int_equal( result->reason, FW_REASON_OTHER_REGION );
				break;
			}
			check_steps( &w, &query );
			best = i == 0 ? result->length : best;
			assert_true( result->length >= best - 1e-9 );
			assert_true( result->length <= best * ( weights[i] + 1.0 / 256 ) + 1e-6 );
			expanded[i] += result->counters.expanded;
		}
		walker_close( &w );
	}
	assert_true( expanded[3] < expanded[0] && expanded[5] < expanded[0] );
}

static void a_tolerance_ends_at_the_nearest_tile_within( void** state )
{
	(void)state;
	test_random random = test_random_make( 4 );
	int32_t found = 0;
	for ( int32_t round = 0; round < test_rounds( 400 ); round++ )
	{
		walker w;
		walker_open( &w, test_random_grid( &random, 30, 24, 0.3 ), 0.4, FW_CAP_GROUND );
		int32_t x, y;
		assert_true( random_standing_tile( &random, &w, &x, &y ) );
		fw_query query = walker_query( &w, "astar", FW_ANCHOR_CENTER, x, y, 0, 0 );
		// Also on blocked tiles and outside the map.
		query.goal.x = test_random_real( &random, -4, 34 );
		query.goal.y = test_random_real( &random, -4, 28 );
		query.goal_tolerance = test_random_real( &random, 0.01, 8 );
		query.options.neighbors = round % 3 == 0 ? 4 : 8;
		query.options.heuristic = (fw_heuristic)( round % 4 );
		const oracle_query problem = oracle_query_of( &w, &query );
		double* distances = oracle_distances( &problem, x, y );
		double wanted = INFINITY;
		for ( int32_t i = 0; i < 30 * 24; i++ )
		{
			const double away = hypot( i % 30 + 0.5 - query.goal.x, i / 30 + 0.5 - query.goal.y );
			assert_true( fabs( away - query.goal_tolerance ) > 1e-12 );
			wanted = away < query.goal_tolerance ? fmin( wanted, distances[i] ) : wanted;
		}
		const fw_result* result = walker_solve( &w, &query );
		if ( wanted == INFINITY )
		{
			const double off_x = fmax( fmax( -query.goal.x, query.goal.x - 30 ), 0 );
			const double off_y = fmax( fmax( -query.goal.y, query.goal.y - 24 ), 0 );
			const bool beyond = hypot( off_x, off_y ) > query.goal_tolerance;
			assert_int_equal( result->outcome, FW_UNREACHABLE );
			assert_int_equal( result->reason, beyond ? FW_REASON_GOAL_OFF_MAP : FW_REASON_EXHAUSTED );
		}
		else
		{
			assert_int_equal( result->outcome, FW_FOUND );
			assert_true( fabs( result->cost - wanted ) < 1e-6 * fmax( 1.0, wanted ) );
			check_steps( &w, &query );
			const fw_pose end = fw_path_end( &result->path );
			assert_true( hypot( end.x - query.goal.x, end.y - query.goal.y ) <= query.goal_tolerance );
			found++;
		}
		free( distances );
		walker_close( &w );
	}
	assert_true( found > test_rounds( 200 ) );
}

// The window acts as a map of its own: the rectangle of start and goal with a margin.
static void a_window_bounds_the_search( void** state )
{
	(void)state;
	test_random random = test_random_make( 5 );
	int32_t found = 0;
	int32_t exhausted = 0;
	for ( int32_t round = 0; round < test_rounds( 300 ); round++ )
	{
		walker w;
		walker_open( &w, test_random_grid( &random, 40, 40, 0.3 ), 0.4, FW_CAP_GROUND );
		fw_query query = random_query( &random, &w );
		const int32_t x = (int32_t)query.start.x, goal_x = (int32_t)query.goal.x;
		const int32_t y = (int32_t)query.start.y, goal_y = (int32_t)query.goal.y;
		query.options.window = test_random_int( &random, 6 );
		const int32_t x0 = ( x < goal_x ? x : goal_x ) - query.options.window;
		const int32_t y0 = ( y < goal_y ? y : goal_y ) - query.options.window;
		const int32_t x1 = ( x > goal_x ? x : goal_x ) + query.options.window;
		const int32_t y1 = ( y > goal_y ? y : goal_y ) + query.options.window;
		const fw_result* result = walker_solve( &w, &query );
		for ( int32_t i = 0; i < result->path.count; i++ )
		{
			const fw_vec2 to = result->path.segments[i].to;
			assert_true( to.x > x0 && to.x < x1 + 1 && to.y > y0 && to.y < y1 + 1 );
		}
		const bool same_region = fw_space_region( w.space, x, y ) == fw_space_region( w.space, goal_x, goal_y );
		// The same query with all tiles outside the window blocked.
		for ( int32_t i = 0; i < 1600; i++ )
		{
			if ( i % 40 < x0 || i % 40 > x1 || i / 40 < y0 || i / 40 > y1 )
			{
				test_block( w.grid, i % 40, i / 40 );
			}
		}
		const double wanted = min_cost( &w, &query );
		if ( wanted < INFINITY )
		{
			assert_int_equal( result->outcome, FW_FOUND );
			assert_true( fabs( result->cost - wanted ) < 1e-6 * fmax( 1.0, wanted ) );
			found++;
		}
		else
		{
			assert_int_equal( result->outcome, FW_UNREACHABLE );
			assert_int_equal( result->reason, same_region ? FW_REASON_WINDOW : FW_REASON_OTHER_REGION );
			exhausted += same_region;
		}
		walker_close( &w );
	}
	assert_true( found > test_rounds( 50 ) && exhausted > test_rounds( 20 ) );
}

static void a_turn_penalty_saves_turns( void** state )
{
	(void)state;
	test_random random = test_random_make( 6 );
	int64_t turns = 0;
	int64_t turns_paid = 0;
	for ( int32_t round = 0; round < test_rounds( 200 ); round++ )
	{
		walker w;
		walker_open( &w, test_random_town( &random, 50, 50, 50, 6 ), 0.4, FW_CAP_GROUND );
		fw_query query = random_query( &random, &w );
		if ( walker_solve( &w, &query )->outcome == FW_FOUND )
		{
			const double length = w.result.length;
			turns += check_steps( &w, &query );
			query.options.turn_penalty = 2.0;
			assert_int_equal( walker_solve( &w, &query )->outcome, FW_FOUND );
			turns_paid += check_steps( &w, &query );
			assert_true( w.result.length >= length - 1e-9 );
		}
		walker_close( &w );
	}
	assert_true( turns_paid < turns * 3 / 4 );

	walker w;
	walker_open( &w, test_field( 60, 60 ), 0.4, FW_CAP_GROUND );
	fw_query query = walker_query( &w, "astar", FW_ANCHOR_CENTER, 2, 3, 50, 27 );
	query.options.turn_penalty = 1000.0;
	walker_solve( &w, &query );
	assert_int_equal( check_steps( &w, &query ), 1 );
	query = walker_query( &w, "astar", FW_ANCHOR_CENTER, 2, 3, 50, 3 );
	query.options.turn_penalty = 1000.0;
	walker_solve( &w, &query );
	assert_int_equal( check_steps( &w, &query ), 0 );
	walker_close( &w );
}

// From and to any point where the disc fits, not only tile centers.
static void ends_off_the_tile_centers( void** state )
{
	(void)state;
	test_random random = test_random_make( 7 );
	const double radii[] = { 0.0, 0.3, 0.5, 0.8, 1.2 };
	int32_t found = 0;
	int32_t blocked = 0;
	for ( int32_t round = 0; round < test_rounds( 200 ); round++ )
	{
		const double radius = radii[round % 5];
		walker w;
		walker_open( &w, test_random_grid( &random, 30, 30, radius < 0.6 ? 0.2 : 0.04 ), radius, FW_CAP_GROUND );
		for ( int32_t i = 0; i < 20; i++ )
		{
			fw_query query = walker_query( &w, "astar", FW_ANCHOR_CENTER, 0, 0, 0, 0 );
			const fw_vec2 from = test_random_point( &random, 0, 30, 30 );
			const fw_vec2 to = test_random_point( &random, 0, 30, 30 );
			query.start = ( fw_pose ){ from.x, from.y, 0.0 };
			query.goal = ( fw_pose ){ to.x, to.y, 0.0 };
			const bool start_fits = tile_stands( &w, query.start.x, query.start.y );
			const bool goal_fits = tile_stands( &w, query.goal.x, query.goal.y );
			const fw_result* result = walker_solve( &w, &query );
			if ( !start_fits || !goal_fits )
			{
				assert_true( start_fits ? test_fails_at_goal( result->reason )
				                        : test_fails_at_start( result->reason ) );
				blocked++;
			}
			else if ( result->outcome == FW_FOUND )
			{
				test_check_ends( &result->path, ( fw_pose ){ query.start.x, query.start.y, NAN },
				                 ( fw_pose ){ query.goal.x, query.goal.y, NAN } );
				test_check_legal( w.grid, &query.unit, &result->path );
				assert_true( fabs( result->cost - result->length ) < 1e-9 );
				// A disc smaller than half a tile reaches the center of its own tile.
				if ( radius <= 0.5 && i == 0 )
				{
					const fw_vec2 a = { floor( query.start.x ), floor( query.start.y ) };
					const fw_vec2 b = { floor( query.goal.x ), floor( query.goal.y ) };
					const double tiles = min_cost( &w, &query );
					const double legs = hypot( query.start.x - a.x - 0.5, query.start.y - a.y - 0.5 ) +
					                    hypot( query.goal.x - b.x - 0.5, query.goal.y - b.y - 0.5 );
					assert_true( fabs( result->length - tiles - legs ) < 1e-6 );
				}
				found++;
			}
			else
			{
				assert_true( result->reason == FW_REASON_OTHER_REGION || result->reason == FW_REASON_EXHAUSTED );
			}
		}
		walker_close( &w );
	}
	assert_true( found > test_rounds( 500 ) && blocked > test_rounds( 500 ) );
}

int run_test_astar( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( lengths_equal_dijkstra ),     cmocka_unit_test( costs_are_rounded_fairly ),
	    cmocka_unit_test( weights_bound_the_cost ),     cmocka_unit_test( a_tolerance_ends_at_the_nearest_tile_within ),
	    cmocka_unit_test( a_window_bounds_the_search ), cmocka_unit_test( a_turn_penalty_saves_turns ),
	    cmocka_unit_test( ends_off_the_tile_centers ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
