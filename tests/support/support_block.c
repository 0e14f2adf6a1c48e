// SPDX-License-Identifier: MIT
// Shared by the tests of Block A*.
#include "support_block.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

fw_query block_query( const char* method, sight_point start, sight_point goal )
{
	fw_query query = fw_default_query();
	query.method = method;
	query.unit.radius = 0.0;
	query.unit.capabilities = LAND;
	query.options.anchor = start.x % 2 == 0 ? FW_ANCHOR_CORNER : FW_ANCHOR_CENTER;
	query.start = ( fw_pose ){ start.x / 2.0, start.y / 2.0, 0.0 };
	query.goal = ( fw_pose ){ goal.x / 2.0, goal.y / 2.0, 0.0 };
	return query;
}

sight_point block_point( fw_pose pose )
{
	return ( sight_point ){ (int32_t)( 2.0 * pose.x ), (int32_t)( 2.0 * pose.y ) };
}

void block_fail( const walker* w, const fw_query* query, const char* what )
{
	if ( fw_grid_width( w->grid ) <= 120 && fw_grid_height( w->grid ) <= 120 )
	{
		test_print_grid( w->grid, ( fw_rect ){ 0, 0, fw_grid_width( w->grid ), fw_grid_height( w->grid ) } );
	}
	for ( int32_t i = 0; i < w->result.path.count; i++ )
	{
		const fw_segment* s = &w->result.path.segments[i];
		fprintf( stderr, "(%.9g, %.9g) to (%.9g, %.9g)\n", s->from.x, s->from.y, s->to.x, s->to.y );
	}
	fail_msg( "%s from (%.17g, %.17g) to (%.17g, %.17g), radius %g, double corners %s, %s, length %.9f: %s",
	          query->method, query->start.x, query->start.y, query->goal.x, query->goal.y, query->unit.radius,
	          query->options.corners == FW_CORNERS_OPEN ? "open" : "closed", fw_reason_text( w->result.reason ),
	          w->result.length, what );
}

sight_point block_random_corner( test_random* random, const sight_rules* rules )
{
	const int32_t width = fw_grid_width( rules->grid );
	const int32_t height = fw_grid_height( rules->grid );
	sight_point at = { 0, 0 };
	const bool wants_double = test_random_chance( random, 0.25 );
	for ( int32_t i = 0; i < 40; i++ )
	{
		at.x = 2 * test_random_int( random, width + 1 );
		at.y = 2 * test_random_int( random, height + 1 );
		if ( wants_double ? sight_is_double( rules, at ) : sight_touches_free( rules, at ) )
		{
			break;
		}
	}
	return at;
}

// The path is legal and has the length that it states.
void block_check_path( const walker* w, const fw_query* query )
{
	const sight_rules rules = { w->grid, LAND, query->options.corners };
	const char* fault =
	    sight_judge_path( &rules, &w->result.path, block_point( query->start ), block_point( query->goal ) );
	if ( fault != NULL )
	{
		block_fail( w, query, fault );
	}
	assert_true( w->result.length == w->result.path.length );
	assert_true( fabs( w->result.cost - w->result.length ) < 1e-9 );
}
