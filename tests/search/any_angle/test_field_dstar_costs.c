// SPDX-License-Identifier: MIT
// Field D* over terrains of several costs: against Dijkstra's algorithm, and against optima in closed form.
#include "support_lines.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#define METHOD "field-dstar"
#define CAPABILITIES ( FW_CAP_GROUND | FW_CAP_SWAMP | FW_CAP_WATER )

static fw_vec2 place_of( fw_pose pose )
{
	return ( fw_vec2 ){ pose.x, pose.y };
}

static bool passable( const fw_grid* grid, int32_t x, int32_t y )
{
	return fw_grid_passable( grid, x, y, CAPABILITIES );
}

static bool is_whole( double a )
{
	return floor( a ) == a;
}

// The cost of the path by small steps: each costs as much as the cheapest enterable tile that contains its middle.
static double sampled_cost( const fw_grid* grid, const fw_path* path )
{
	double sum = 0.0;
	for ( int32_t i = 0; i < path->count; i++ )
	{
		const fw_segment* s = &path->segments[i];
		const int32_t steps = (int32_t)( s->length * 500.0 ) + 1;
		for ( int32_t k = 0; k < steps; k++ )
		{
			const double t = ( k + 0.5 ) / steps;
			const double x = s->from.x + ( s->to.x - s->from.x ) * t, y = s->from.y + ( s->to.y - s->from.y ) * t;
			double cheapest = INFINITY;
			for ( int32_t j = 0; j < 4; j++ )
			{
				const int32_t tx = (int32_t)floor( x ) - ( ( j & 1 ) != 0 && is_whole( x ) );
				const int32_t ty = (int32_t)floor( y ) - ( ( j & 2 ) != 0 && is_whole( y ) );
				const double cost = fw_grid_terrain( grid, fw_grid_get( grid, tx, ty ) )->cost;
				cheapest = passable( grid, tx, ty ) ? fmin( cheapest, cost ) : cheapest;
			}
			sum += cheapest * s->length / steps;
		}
	}
	return sum;
}

// At most 0.5 % more expensive than the best path over corners and their eight neighbors (none of these is; of 5000
// others the worst was 0.2 %); on average 3 % cheaper.
static void costs_against_dijkstra( void** state )
{
	(void)state;
	test_random random = test_random_make( 13 );
	int32_t found = 0;
	double worst = -1.0;
	double sum = 0.0;
	double sum_steps = 0.0;
	for ( int32_t round = 0; round < test_rounds( 150 ); round++ )
	{
		walker w;
		walker_open( &w, test_random_costs( &random, 18, 14, 0.05 * ( round % 4 ), 10 + round % 20 ), 0.0,
		             CAPABILITIES );
		for ( int32_t i = 0; i < 3; i++ )
		{
			const fw_query query = walker_random_query( &w, &random, METHOD, FW_ANCHOR_CORNER );
			const fw_result* result = walker_solve( &w, &query );
			const double steps = test_least( &w, &query, TEST_NET_STEPS );
			if ( result->outcome != FW_FOUND )
			{
				assert_true( steps == INFINITY || test_fails_at_start( result->reason ) ||
				             test_fails_at_goal( result->reason ) );
				continue;
			}
			test_check_lines( &w, &query );
			const double sampled = sampled_cost( w.grid, &result->path );
			assert_true( fabs( sampled - result->cost ) < 0.01 * fmax( sampled, 1.0 ) );
			worst = steps > 0.0 ? fmax( worst, result->cost / steps - 1.0 ) : worst;
			sum += result->cost;
			sum_steps += steps;
			found++;
		}
		walker_close( &w );
	}
	assert_true( found > test_rounds( 250 ) );
	assert_true( worst < 0.005 );
	assert_true( sum < 0.97 * sum_steps );
}

static void a_minefield_is_gone_round( void** state )
{
	(void)state;
	for ( int32_t anchor = 0; anchor < 2; anchor++ )
	{
		walker w;
		fw_grid* grid = test_field( 40, 30 );
		test_set_cost( grid, FW_TERRAIN_SWAMP, 40.0 );
		assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 10, 3, 20, 20 }, FW_TERRAIN_SWAMP, NULL ), FW_OK );
		walker_open( &w, grid, 0.0, CAPABILITIES );
		const fw_query query = walker_query( &w, METHOD, (fw_anchor)anchor, 2, 10, 38, 12 );
		assert_int_equal( walker_solve( &w, &query )->outcome, FW_FOUND );
		test_check_lines( &w, &query );
		const fw_vec2 a = place_of( query.start ), b = place_of( query.goal );
		const double optimum = hypot( 10 - a.x, 3 - a.y ) + 20.0 + hypot( b.x - 30, b.y - 3 );
		assert_true( fabs( w.result.cost - w.result.length ) < 1e-9 * optimum ); // not one mine
		assert_true( w.result.cost >= optimum - 1e-9 && w.result.cost < 1.002 * optimum );
		// Without costs the path goes straight across.
		fw_query straight = query;
		straight.options.ignore_costs = true;
		assert_true( walker_solve( &w, &straight )->length < 1.002 * hypot( b.x - a.x, b.y - a.y ) );
		walker_close( &w );
	}
}

// Snell's law: the sines of the angles are in the inverse ratio of the costs.
static void light_is_refracted( void** state )
{
	(void)state;
	walker w;
	fw_grid* grid = test_field( 60, 40 );
	test_set_cost( grid, FW_TERRAIN_SWAMP, 2.0 );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 0, 20, 60, 20 }, FW_TERRAIN_SWAMP, NULL ), FW_OK );
	walker_open( &w, grid, 0.0, CAPABILITIES );
	double worst_place = 0.0, worst_cost = 0.0;
	for ( int32_t i = 0; i < test_rounds( 60 ); i++ )
	{
		const fw_query query = walker_query( &w, METHOD, i % 2 == 0 ? FW_ANCHOR_CORNER : FW_ANCHOR_CENTER, 1 + i % 20,
		                                     i % 13, 30 + i % 29, 39 - i % 14 );
		assert_int_equal( walker_solve( &w, &query )->outcome, FW_FOUND );
		const fw_vec2 a = place_of( query.start ), b = place_of( query.goal );
		double lo = a.x, hi = b.x;
		for ( int32_t round = 0; round < 200; round++ )
		{
			const double one = lo + ( hi - lo ) / 3.0, other = hi - ( hi - lo ) / 3.0;
			const double cost_one = hypot( one - a.x, 20 - a.y ) + 2.0 * hypot( b.x - one, b.y - 20 );
			const double cost_other = hypot( other - a.x, 20 - a.y ) + 2.0 * hypot( b.x - other, b.y - 20 );
			lo = cost_one > cost_other ? one : lo;
			hi = cost_one > cost_other ? hi : other;
		}
		const double optimum = hypot( lo - a.x, 20 - a.y ) + 2.0 * hypot( b.x - lo, b.y - 20 );
		assert_true( w.result.cost >= optimum - 1e-9 );
		worst_cost = fmax( worst_cost, w.result.cost / optimum - 1.0 );
		for ( int32_t k = 0; k < w.result.path.count; k++ )
		{
			const fw_vec2 to = w.result.path.segments[k].to;
			worst_place = to.y == 20.0 ? fmax( worst_place, fabs( to.x - lo ) ) : worst_place;
		}
	}
	assert_true( worst_cost < 0.001 ); // the worst of these is 0.05 %
	assert_true( worst_place < 1.0 );  // tiles, for paths up to 70 tiles long; the worst of these is 0.7
	walker_close( &w );
}

static void heuristics_and_weights( void** state )
{
	(void)state;
	test_random random = test_random_make( 6 );
	double best = 0.0, zero = 0.0, hasty = 0.0;
	int64_t expanded = 0, expanded_zero = 0, expanded_hasty = 0;
	for ( int32_t round = 0; round < test_rounds( 30 ); round++ )
	{
		walker w;
		walker_open( &w, test_random_costs( &random, 60, 50, 0.1, 12 ), 0.0, CAPABILITIES );
		fw_query query = walker_random_query( &w, &random, METHOD, FW_ANCHOR_CORNER );
		if ( walker_solve( &w, &query )->outcome == FW_FOUND )
		{
			best += w.result.cost;
			expanded += w.result.counters.expanded;
			query.options.heuristic = FW_HEURISTIC_ZERO;
			zero += walker_solve( &w, &query )->cost;
			expanded_zero += w.result.counters.expanded;
			query.options.heuristic = FW_HEURISTIC_EUCLIDEAN;
			query.options.weight = 2.0;
			hasty += walker_solve( &w, &query )->cost;
			expanded_hasty += w.result.counters.expanded;
			test_check_lines( &w, &query );
			assert_true( w.result.counters.heap_pops <= w.result.counters.heap_pushes );
		}
		for ( fw_heuristic h = FW_HEURISTIC_TABLE; h <= FW_HEURISTIC_FIELD; h++ )
		{
			query.options.heuristic = h;
			assert_int_equal( fw_search_begin( w.search, &w.map, &query, NULL ), FW_ERR_UNSUPPORTED );
		}
		query.options.heuristic = FW_HEURISTIC_BEST;
		query.goal_tolerance = 1.0;
		assert_int_equal( fw_search_begin( w.search, &w.map, &query, NULL ), FW_ERR_UNSUPPORTED );
		walker_close( &w );
	}
	assert_true( fabs( best / zero - 1.0 ) < 0.002 && hasty >= zero && hasty < 2.0 * zero );
	assert_true( expanded < expanded_zero && expanded_hasty < expanded );
}

int run_test_field_dstar_costs( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( costs_against_dijkstra ),
	    cmocka_unit_test( a_minefield_is_gone_round ),
	    cmocka_unit_test( light_is_refracted ),
	    cmocka_unit_test( heuristics_and_weights ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
