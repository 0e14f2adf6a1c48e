// SPDX-License-Identifier: MIT
// The table of arc-then-line distances never exceeds the shortest path to a point and is close to it.
#include "fairway/curve.h"
#include "support.h"
#include "sweep/arc_table.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

// The shortest path to a point with any heading at the end, almost exact: arc then line, or the best of many headings,
// improved by halving the step.
static double shortest_to_point( double radius, fw_vec2 goal )
{
	const fw_pose start = { 0.0, 0.0, 0.0 };
	fw_curve curve;
	double best = INFINITY;
	double best_heading = 0.0;
	if ( fw_curve_shortest_to_point( start, goal, radius, FW_GEAR_FORWARD, &curve ) )
	{
		best = curve.length;
	}
	double step = FW_TAU / 256;
	for ( int32_t i = 0; i < 256; i++ )
	{
		const fw_pose end = { goal.x, goal.y, i * step };
		if ( fw_curve_shortest( start, end, radius, FW_WORDS_SIX, FW_GEAR_FORWARD, &curve ) && curve.length < best )
		{
			best = curve.length;
			best_heading = i * step;
		}
	}
	for ( ; step > 1e-9; step /= 2.0 )
	{
		for ( int32_t side = -1; side <= 1; side += 2 )
		{
			const fw_pose end = { goal.x, goal.y, best_heading + side * step };
			if ( fw_curve_shortest( start, end, radius, FW_WORDS_SIX, FW_GEAR_FORWARD, &curve ) && curve.length < best )
			{
				best = curve.length;
				best_heading += side * step;
			}
		}
	}
	return best;
}

static void the_arc_table_is_a_lower_bound( void** state )
{
	(void)state;
	const double circles[] = { 0.3, 1.0, 3.0, 8.0, 64.0 };
	test_random random = test_random_make( 12 );
	fw_arc_table* table = malloc( sizeof( *table ) );
	assert_non_null( table );
	for ( size_t c = 0; c < sizeof( circles ) / sizeof( circles[0] ); c++ )
	{
		const double radius = circles[c];
		double worst = 0.0;
		double above = -INFINITY;
		fw_vec2 above_at = { 0 };
		fw_arc_table_build( table, radius );
		for ( int32_t i = 0; i < test_rounds( 2500 ); i++ )
		{
			// Everywhere, with many points near the pose.
			const double reach = radius * pow( 10.0, test_random_real( &random, -1.5, 1.2 ) );
			const double direction = test_random_real( &random, -FW_PI, FW_PI );
			const fw_vec2 goal = { reach * cos( direction ), reach * sin( direction ) };
			const double turn = test_random_real( &random, -FW_PI, FW_PI );
			// The table holds for any heading: rotate everything.
			const double dx = goal.x * cos( turn ) - goal.y * sin( turn );
			const double dy = goal.x * sin( turn ) + goal.y * cos( turn );
			const double bound = fw_arc_table_at( table, dx, dy, cos( turn ), sin( turn ) );
			const double shortest = shortest_to_point( radius, goal );
			assert_true( bound >= reach - 1e-9 );
			above_at = bound - shortest > above ? goal : above_at;
			above = fmax( above, bound - shortest );
			// Not so near to the circle that a corner of the table's cell lies inside it.
			const double center = hypot( goal.x, fabs( goal.y ) - radius );
			fw_curve curve;
			if ( reach < table->scale * FW_ARC_DISTANCES / 64 && center > radius * 1.3 + 2.0 * table->scale / 64 &&
			     fw_curve_shortest_to_point( ( fw_pose ){ 0, 0, 0 }, goal, radius, FW_GEAR_FORWARD, &curve ) )
			{
				worst = fmax( worst, curve.length - bound );
			}
		}
		if ( above > 1e-9 )
		{
			fail_msg( "turning radius %g: the bound is %.9g above the shortest path to (%.9g, %.9g)", radius, above,
			          above_at.x, above_at.y );
		}
		assert_true( worst < 0.75 * fmax( 1.0, radius ) );
		assert_true( fw_arc_table_at( table, 0.0, 0.0, 1.0, 0.0 ) == 0.0 );
	}
	fw_arc_table_build( table, 0.0 );
	for ( int32_t i = 0; i < 1000; i++ )
	{
		const double dx = test_random_real( &random, -30, 30 );
		const double dy = test_random_real( &random, -30, 30 );
		assert_true( fw_arc_table_at( table, dx, dy, 0.6, 0.8 ) == sqrt( dx * dx + dy * dy ) );
	}
	free( table );
}

int run_test_arc_table( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( the_arc_table_is_a_lower_bound ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
