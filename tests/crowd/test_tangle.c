// SPDX-License-Identifier: MIT
// The problem of a tangle: members keep off those that are none, whatever shape these have.
#include "crowd/tangle.h"
#include "support_crowd.h"
#include "support_outline.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

// Places on a link.
#define SAMPLES 8

// Does a link lead the member past an outline that stands?
static bool is_clear( const fw_joint_problem* problem, int32_t node, int32_t next, const test_polygon* outline )
{
	const fw_vec2 from = fw_joint_place( problem, node );
	const fw_vec2 to = fw_joint_place( problem, next );
	bool clear = true;
	for ( int32_t i = 0; i <= SAMPLES && clear; i++ )
	{
		const double part = (double)i / SAMPLES;
		const fw_vec2 at = { from.x + part * ( to.x - from.x ), from.y + part * ( to.y - from.y ) };
		clear = test_between( &( test_polygon ){ .count = 1, .at = { at } }, outline ) > problem->agents[0].radius;
	}
	return clear;
}

// The number of nodes that the only member reaches; all links on the way are clear of an outline.
static int32_t count_reached( const fw_joint_problem* problem, const test_polygon* outline )
{
	const fw_joint_agent* agent = &problem->agents[0];
	bool reached[FW_JOINT_NODES] = { false };
	int32_t queue[FW_JOINT_NODES];
	int32_t count = 0;
	for ( int32_t i = 0; i < agent->entry_count; i++ )
	{
		queue[count++] = agent->entries[i];
		reached[agent->entries[i]] = true;
	}
	for ( int32_t i = 0; i < count; i++ )
	{
		for ( int32_t k = 0; k < 8; k++ )
		{
			if ( ( agent->links[queue[i]] & 1 << k ) == 0 )
			{
				continue;
			}
			const int32_t next = fw_joint_neighbor( queue[i], k );
			assert_true( is_clear( problem, queue[i], next, outline ) );
			queue[count] = next;
			count += reached[next] ? 0 : 1;
			reached[next] = true;
		}
	}
	return count;
}

static void test_keeps_off_outlines( void** state )
{
	(void)state;
	test_crowd* s = test_crowd_make( test_field( 30, 12 ) );
	fw_unit car = fw_default_unit();
	car.radius = 0.0;
	car.outline = fw_outline_rectangle( 3.0, 2.0, 0.5 );
	car.turning_radius = 3.0;
	int32_t index;
	assert_int_equal( test_crowd_add( s, &car, ( fw_pose ){ 12.0, 6.0, 0.3 }, &index ), FW_OK );
	const test_polygon outline = test_polygon_at( &car.outline, ( fw_pose ){ 12.0, 6.0, 0.3 } );
	const int32_t walker = test_crowd_put( s, 0.7, 8.5, 6.5 );
	assert_true( test_crowd_send( s, walker, 20.5, 6.5 ) );

	fw_joint_problem* problem = fw_joint_plan_problem( &s->crowd->joint );
	crowd_tangle* tangle = calloc( 1, sizeof( *tangle ) );
	assert_non_null( problem );
	assert_non_null( tangle );
	problem->first = ( fw_node ){ 0, 0 };
	problem->agent_count = 0;
	tangle->crowd = s->crowd;
	tangle->problem = problem;
	tangle->side = FW_JOINT_SIDE;
	fw_crowd_tangle_add( tangle, walker );
	const int32_t past_walls = count_reached( problem, &( test_polygon ){ .count = 1, .at = { { -9.0, -9.0 } } } );
	assert_int_equal( fw_crowd_tangle_prepare( tangle ), -1 );
	const int32_t past_all = count_reached( problem, &outline );
	assert_true( past_all > past_walls / 2 && past_all < past_walls );
	free( tangle );
	test_crowd_free( s );
}

int run_test_tangle( void );
int run_test_tangle( void )
{
	const struct CMUnitTest tests[] = { cmocka_unit_test( test_keeps_off_outlines ) };
	return cmocka_run_group_tests( tests, NULL, NULL );
}
