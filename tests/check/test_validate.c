// SPDX-License-Identifier: MIT
// The validator: legal paths pass, and each kind of violation is found with its segment, position and amount.
#include "fairway/validate.h"

#include "support_trial.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static void legal_lines_and_arcs( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 24, 16 );
	trial t;
	trial_begin( &t, 0.9, 2.0, 3, 4, 0 );
	trial_line( &t, 6, 4, FW_GEAR_FORWARD );
	trial_arc( &t, 0, 2.0, FW_PI / 2, FW_GEAR_FORWARD );
	trial_arc( &t, FW_PI / 2, 2.5, -FW_PI / 2, FW_GEAR_FORWARD );
	trial_line( &t, 20, trial_end( &t ).y, FW_GEAR_FORWARD );
	trial_judge_legal( &t, grid );
	// A whole circle, and more than one.
	trial_begin( &t, 0.9, 2.0, 8, 4, 0 );
	trial_arc( &t, 0, 3.0, FW_TAU, FW_GEAR_FORWARD );
	trial_arc( &t, 0, 2.0, 2.25 * FW_TAU, FW_GEAR_FORWARD );
	trial_judge_legal( &t, grid );
	// Corners, tight arcs and turns of radius 0 are legal for a unit that turns on the spot.
	trial_begin( &t, 0.9, 0, 3, 4, 1 );
	trial_line( &t, 6, 9, FW_GEAR_FORWARD );
	trial_line( &t, 6, 2, FW_GEAR_FORWARD );
	trial_arc( &t, 2, 0.1, 1, FW_GEAR_FORWARD );
	trial_arc( &t, -1, 0, 1, FW_GEAR_FORWARD );
	trial_judge_legal( &t, grid );
	fw_grid_destroy( grid );
}

static void legal_touching( void** state )
{
	(void)state;
	fw_grid* grid = test_grid( "#######\n"
	                           ".......\n"
	                           "##.####\n"
	                           "##.####\n" );
	trial t;
	trial_begin( &t, 0.5, 0, 0.5, 1.5, 0 );
	trial_line( &t, 2.5, 1.5, FW_GEAR_FORWARD );
	trial_line( &t, 2.5, 3.5, FW_GEAR_FORWARD );
	trial_line( &t, 2.5, 1.5, FW_GEAR_FORWARD );
	trial_line( &t, 6.5, 1.5, FW_GEAR_FORWARD );
	trial_judge_legal( &t, grid );
	// Half a turn around the corner (2, 2) at exactly the distance of the radius.
	trial_begin( &t, 0.5, 0.5, 1.5, 1.5, 0 );
	trial_line( &t, 2, 1.5, FW_GEAR_FORWARD );
	trial_arc( &t, 0, 0.5, FW_PI / 2, FW_GEAR_FORWARD );
	trial_line( &t, 2.5, 3.5, FW_GEAR_FORWARD );
	trial_judge_legal( &t, grid );
	t.unit.radius = 0.5 + 2e-6;
	trial_judge( &t, grid );
	assert_int_equal( t.count, 3 );
	trial_found( &t, 1, FW_VIOLATION_COLLISION );
	fw_grid_destroy( grid );
}

static void legal_point( void** state )
{
	(void)state;
	fw_grid* grid = test_grid( "....\n"
	                           ".#..\n"
	                           "..#.\n"
	                           "....\n" );
	trial t;
	trial_begin( &t, 0, 0, 0, 0, 0 );
	trial_line( &t, 4, 0, FW_GEAR_FORWARD ); // along the map's border
	trial_line( &t, 0, 4, FW_GEAR_FORWARD ); // through the point where two blocked tiles meet
	trial_line( &t, 1, 1, FW_GEAR_FORWARD );
	trial_line( &t, 2, 1, FW_GEAR_FORWARD ); // along a blocked tile's edge
	trial_judge_legal( &t, grid );
	fw_grid_destroy( grid );
}

static void legal_reverse( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 16, 16 );
	trial t;
	// Forward to the east, back around a bend: the unit's heading stays, its motion flips.
	trial_begin( &t, 0.4, 2, 4, 6, 0 );
	t.unit.reverse = true;
	trial_line( &t, 8, 6, FW_GEAR_FORWARD );
	trial_arc( &t, FW_PI, 2, -FW_PI / 2, FW_GEAR_REVERSE );
	trial_line( &t, 6, 10, FW_GEAR_REVERSE );
	trial_judge_legal( &t, grid );
	// The unit now faces -y.
	trial_line( &t, 6, 3, FW_GEAR_FORWARD );
	trial_judge_legal( &t, grid );
	fw_grid_destroy( grid );
}

static void empty_path( void** state )
{
	(void)state;
	fw_grid* grid = test_grid( "...\n"
	                           "..#\n" );
	trial t;
	trial_begin( &t, 0.5, 1, 0.5, 0.5, 3 );
	trial_judge_legal( &t, grid );
	assert_int_equal( fw_validate( grid, &t.unit, &t.path, NULL, NULL, 0, &t.count, NULL ), FW_OK );
	assert_int_equal( t.count, 0 );
	t.path.start.x = 1.75;
	t.path.start.y = 1.5;
	trial_judge_only( &t, grid, -1, FW_VIOLATION_COLLISION, 0.25, 1.75, 1.5 );
	trial_begin( &t, 0.4, 1, 0.5, 0.5, 3 );
	t.path.length = 2;
	trial_judge_only( &t, grid, -1, FW_VIOLATION_LENGTH, 2, 0.5, 0.5 );
	fw_grid_destroy( grid );
}

static void collision_ahead( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 16, 9 );
	test_block( grid, 12, 4 );
	trial t;
	trial_begin( &t, 0.4, 0, 2.5, 4.5, 0 );
	trial_line( &t, 6.5, 4.5, FW_GEAR_FORWARD );
	trial_line( &t, 11.75, 4.5, FW_GEAR_FORWARD );
	trial_judge_only( &t, grid, 1, FW_VIOLATION_COLLISION, 0.15, 11.75, 4.5 );
	// The border of the map is a wall.
	trial_begin( &t, 0.6, 0, 2.5, 4.5, 0 );
	trial_line( &t, 0.5, 4.5, FW_GEAR_FORWARD );
	trial_judge_only( &t, grid, 0, FW_VIOLATION_COLLISION, 0.1, 0.5, 4.5 );
	fw_grid_destroy( grid );
}

static void collision_beside( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 16, 12 );
	// Nearer than the disc's edge, but no corner of the tile and no sample at a tile center is inside it.
	test_block( grid, 7, 6 );
	trial t;
	trial_begin( &t, 1.4, 0, 7.2, 2.5, 0 );
	trial_line( &t, 7.2, 4.75, FW_GEAR_FORWARD );
	trial_judge_only( &t, grid, 0, FW_VIOLATION_COLLISION, 0.15, 7.2, 4.75 );
	trial_begin( &t, 1.4, 0, 2, 4.9, 0 );
	trial_line( &t, 13, 4.9, FW_GEAR_FORWARD );
	trial_judge( &t, grid );
	trial_check_amount( trial_found( &t, 0, FW_VIOLATION_COLLISION ), 0.3 );
	assert_true( t.found[0].position.x >= 7 - 1e-6 && t.found[0].position.x <= 8 + 1e-6 );
	// The same with the disc just passing.
	trial_begin( &t, 1.1, 0, 2, 4.9, 0 );
	trial_line( &t, 13, 4.9, FW_GEAR_FORWARD );
	trial_judge_legal( &t, grid );
	fw_grid_destroy( grid );
}

static void collision_with_corner( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 12, 12 );
	test_block( grid, 6, 4 );
	trial t;
	// A diagonal past the corner (6, 5).
	const double missed = sqrt( 0.5 );
	trial_begin( &t, 0.75, 0, 1, 1, 0 );
	trial_line( &t, 9, 9, FW_GEAR_FORWARD );
	trial_judge_only( &t, grid, 0, FW_VIOLATION_COLLISION, 0.75 - missed, 5.5, 5.5 );
	// Too short for any sample to hit; found by searching between the deepest ones.
	t.unit.radius = missed + 5e-6;
	t.options.step = 0.3;
	trial_judge( &t, grid );
	assert_true( fabs( trial_found( &t, 0, FW_VIOLATION_COLLISION )->amount - 5e-6 ) < 1e-7 );
	t.unit.radius = missed - 1e-9;
	trial_judge_legal( &t, grid );
	// An arc around (3, 8) of radius 4 past the same corner, whose distance from the circle is sqrt(18) - 4.
	trial_begin( &t, 0.5, 4, 3, 4, 0 );
	trial_arc( &t, 0, 4, FW_PI / 2, FW_GEAR_FORWARD );
	trial_judge_only( &t, grid, 0, FW_VIOLATION_COLLISION, 0.5 - ( sqrt( 18 ) - 4 ), 3 + 4 * sqrt( 0.5 ),
	                  8 - 4 * sqrt( 0.5 ) );
	t.options.step = 1;
	trial_judge_only( &t, grid, 0, FW_VIOLATION_COLLISION, 0.5 - ( sqrt( 18 ) - 4 ), 3 + 4 * sqrt( 0.5 ),
	                  8 - 4 * sqrt( 0.5 ) );
	fw_grid_destroy( grid );
}

static void collision_of_point( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 12, 12 );
	test_block( grid, 5, 5 );
	trial t;
	trial_begin( &t, 0, 0, 1, 5.3, 0 );
	trial_line( &t, 11, 5.3, FW_GEAR_FORWARD );
	trial_judge( &t, grid );
	assert_int_equal( t.count, 1 );
	trial_check_amount( trial_found( &t, 0, FW_VIOLATION_COLLISION ), 0.3 );
	trial_begin( &t, 0, 0, 4, 5, 0 );
	trial_line( &t, 6, 7, FW_GEAR_FORWARD ); // meets the corner (5, 6) only
	trial_line( &t, 4, 4.5, FW_GEAR_FORWARD );
	trial_judge( &t, grid );
	assert_int_equal( t.count, 1 );
	assert_int_equal( t.found[0].segment, 1 );
	// Along the edge between two blocked tiles, which is inside neither.
	test_block( grid, 5, 6 );
	trial_begin( &t, 0, 0, 3, 6, 0 );
	trial_line( &t, 5.5, 6, FW_GEAR_FORWARD );
	trial_judge_only( &t, grid, 0, FW_VIOLATION_COLLISION, 0.5, 5.5, 6 );
	fw_grid_destroy( grid );
}

static void collision_with_terrain( void** state )
{
	(void)state;
	fw_grid* grid = test_grid( "........\n"
	                           "...WWWWW\n"
	                           "........\n" );
	trial t;
	trial_begin( &t, 0.4, 0, 1.5, 1.5, 0 );
	trial_line( &t, 2.8, 1.5, FW_GEAR_FORWARD );
	trial_judge_only( &t, grid, 0, FW_VIOLATION_COLLISION, 0.2, 2.8, 1.5 );
	t.unit.capabilities |= FW_CAP_WATER;
	trial_judge_legal( &t, grid );
	t.unit.capabilities = FW_CAP_WATER;
	trial_judge( &t, grid );
	trial_check_amount( trial_found( &t, 0, FW_VIOLATION_COLLISION ),
	                    1.4 ); // at 1.5 the distance to free tiles is above the limit that counts
	t.path.start.x = t.segments[0].from.x = 2.5;
	t.path.length = t.segments[0].length = 0.3;
	trial_judge( &t, grid );
	trial_check_amount( trial_found( &t, 0, FW_VIOLATION_COLLISION ), 0.9 );
	fw_grid_destroy( grid );
}

static void tight_arc( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 12, 12 );
	trial t;
	trial_begin( &t, 0.4, 2, 4, 4, 0 );
	trial_arc( &t, 0, 2, 1, FW_GEAR_FORWARD );
	trial_arc( &t, 1, 1.75, -1, FW_GEAR_FORWARD );
	const fw_vec2 place = t.segments[1].from;
	trial_judge_only( &t, grid, 1, FW_VIOLATION_RADIUS, 0.25, place.x, place.y );
	t.options.radius_slack = 0.3;
	trial_judge_legal( &t, grid );
	// No circle has a negative radius, even if its numbers agree with one another.
	trial_begin( &t, 0.4, 0, 4, 4, 0 );
	trial_arc( &t, 0, -2, 1, FW_GEAR_FORWARD )->length = 2;
	t.path.length = 2;
	trial_judge_only( &t, grid, 0, FW_VIOLATION_RADIUS, 2, 4, 4 );
	fw_grid_destroy( grid );
}

static void heading_jump( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 16, 16 );
	trial t;
	trial_begin( &t, 0.4, 1, 4, 4, 0 );
	trial_line( &t, 8, 4, FW_GEAR_FORWARD );
	trial_line( &t, 8, 9, FW_GEAR_FORWARD );
	trial_judge_only( &t, grid, 1, FW_VIOLATION_HEADING, FW_PI / 2, 8, 4 );
	t.unit.turning_radius = 0;
	trial_judge_legal( &t, grid );
	// Compared with the path's own start.
	trial_begin( &t, 0.4, 1, 4, 4, 0.25 );
	trial_line( &t, 8, 4, FW_GEAR_FORWARD );
	trial_judge_only( &t, grid, 0, FW_VIOLATION_HEADING, 0.25, 4, 4 );
	t.options.heading_slack = 0.26;
	trial_judge_legal( &t, grid );
	// Turns of the angle by full circles are no jump.
	trial_begin( &t, 0.4, 1, 4, 4, 6 * FW_TAU );
	trial_line( &t, 8, 4, FW_GEAR_FORWARD );
	trial_judge_legal( &t, grid );
	// Between arcs: the second begins as if the first had turned less.
	trial_begin( &t, 0.4, 1, 8, 4, 0 );
	trial_arc( &t, 0, 1, 1, FW_GEAR_FORWARD );
	trial_arc( &t, 0.9, 1, 1, FW_GEAR_FORWARD );
	trial_judge_only( &t, grid, 1, FW_VIOLATION_HEADING, 0.1, t.segments[1].from.x, t.segments[1].from.y );
	// And an arc that turns in the other direction than its start angle says.
	trial_begin( &t, 0.4, 1, 8, 8, 0 );
	trial_arc( &t, FW_PI, 1, 1, FW_GEAR_FORWARD );
	trial_judge_only( &t, grid, 0, FW_VIOLATION_HEADING, FW_PI, 8, 8 );
	fw_grid_destroy( grid );
}

static void heading_and_gears( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 16, 16 );
	trial t;
	// On in the same direction of motion, but with the unit facing in the opposite direction.
	trial_begin( &t, 0.4, 1, 4, 4, 0 );
	t.unit.reverse = true;
	trial_line( &t, 8, 4, FW_GEAR_FORWARD );
	trial_line( &t, 12, 4, FW_GEAR_REVERSE );
	trial_judge_only( &t, grid, 1, FW_VIOLATION_HEADING, FW_PI, 8, 4 );
	// Back without a change of gear.
	trial_begin( &t, 0.4, 1, 4, 4, 0 );
	trial_line( &t, 8, 4, FW_GEAR_FORWARD );
	trial_line( &t, 6, 4, FW_GEAR_FORWARD );
	trial_judge_only( &t, grid, 1, FW_VIOLATION_HEADING, FW_PI, 8, 4 );
	fw_grid_destroy( grid );
}

static void heading_of_short_lines( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 1000, 16 );
	trial t;
	// Rounding of the ends turns so short a line by more than the slack; that is no fault of the path.
	trial_begin( &t, 0.4, 1, 900.3, 4.1, 0.3 );
	trial_line( &t, 900.3 + 3e-9 * cos( 0.3 ), 4.1 + 3e-9 * sin( 0.3 ), FW_GEAR_FORWARD );
	trial_arc( &t, 0.3, 2, -1, FW_GEAR_FORWARD );
	trial_judge_legal( &t, grid );
	// Too short to have a heading at all.
	trial_begin( &t, 0.4, 1, 900.3, 4.1, 0.3 );
	trial_line( &t, 900.3, 4.1, FW_GEAR_FORWARD );
	trial_line( &t, 900.3, 4.1 + 5e-10, FW_GEAR_FORWARD );
	trial_arc( &t, 0.3, 2, 0, FW_GEAR_FORWARD );
	trial_arc( &t, 0.3, 2, -1, FW_GEAR_FORWARD );
	trial_judge_legal( &t, grid );
	// But many of them do not add up to a legal turn.
	trial_begin( &t, 0.4, 1, 900.3, 4.1, 0 );
	for ( int32_t i = 1; i <= 50; ++i )
	{
		trial_line( &t, trial_end( &t ).x + 3e-9 * cos( 0.02 * i ), trial_end( &t ).y + 3e-9 * sin( 0.02 * i ),
		            FW_GEAR_FORWARD );
	}
	trial_judge( &t, grid );
	assert_true( t.count > 0 );
	assert_int_equal( t.found[0].kind, FW_VIOLATION_HEADING );
	fw_grid_destroy( grid );
}

static void gaps( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 16, 16 );
	trial t;
	trial_begin( &t, 0.4, 0, 4, 4, 0 );
	trial_line( &t, 8, 4, FW_GEAR_FORWARD );
	trial_line( &t, 8, 9, FW_GEAR_FORWARD );
	t.segments[0].to.x = 7.5;
	t.segments[0].length = 3.5;
	t.path.length -= 0.5;
	trial_judge_only( &t, grid, 1, FW_VIOLATION_GAP, 0.5, 8, 4 );
	t.options.join_slack = 0.6;
	trial_judge_legal( &t, grid );
	// Between the start pose and the first segment.
	trial_begin( &t, 0.4, 0, 4, 4, 0 );
	trial_line( &t, 8, 4, FW_GEAR_FORWARD );
	t.path.start.y = 4.25;
	trial_judge_only( &t, grid, 0, FW_VIOLATION_GAP, 0.25, 4, 4 );
	// An arc whose center does not match its ends, and one of which only the end is wrong.
	trial_begin( &t, 0.4, 0, 4, 4, 0 );
	trial_arc( &t, 0, 3, 1, FW_GEAR_FORWARD )->center.x += 0.125;
	trial_judge_only( &t, grid, 0, FW_VIOLATION_GAP, 0.125, 4, 4 );
	trial_begin( &t, 0.4, 0, 4, 4, 0 );
	trial_arc( &t, 0, 3, 1, FW_GEAR_FORWARD )->to.y += 0.125;
	const fw_vec2 to = t.segments[0].to;
	trial_judge_only( &t, grid, 0, FW_VIOLATION_GAP, 0.125, to.x, to.y );
	fw_grid_destroy( grid );
}

static void forbidden_gear( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 16, 16 );
	trial t;
	trial_begin( &t, 0.4, 1, 4, 4, FW_PI );
	trial_line( &t, 6.5, 4, FW_GEAR_REVERSE );
	trial_judge_only( &t, grid, 0, FW_VIOLATION_GEAR, 2.5, 4, 4 );
	t.unit.reverse = true;
	trial_judge_legal( &t, grid );
	fw_grid_destroy( grid );
}

static void outside_of_map( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 10, 8 );
	trial t;
	trial_begin( &t, 0, 0, 5, 5, 0 );
	trial_line( &t, 12.5, 5, FW_GEAR_FORWARD );
	trial_judge( &t, grid );
	trial_check_amount( trial_found( &t, 0, FW_VIOLATION_OUTSIDE ), 2.5 );
	trial_check_place( trial_found( &t, 0, FW_VIOLATION_OUTSIDE ), 12.5, 5 );
	trial_found( &t, 0, FW_VIOLATION_COLLISION );
	assert_int_equal( t.count, 2 );
	trial_begin( &t, 0.4, 0, 5, 5, 0 );
	trial_line( &t, -3, -4, FW_GEAR_FORWARD );
	trial_judge( &t, grid );
	trial_check_amount( trial_found( &t, 0, FW_VIOLATION_OUTSIDE ), 5 );
	// An arc that crosses the border only with its topmost point.
	trial_begin( &t, 0, 0, 2, 2, 0 );
	trial_arc( &t, -FW_PI / 2, 2.5, FW_PI, FW_GEAR_FORWARD );
	trial_judge( &t, grid );
	trial_check_amount( trial_found( &t, 0, FW_VIOLATION_OUTSIDE ), 0.5 );
	trial_check_place( trial_found( &t, 0, FW_VIOLATION_OUTSIDE ), 4.5, -0.5 );
	fw_grid_destroy( grid );
}

static void stated_lengths( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 16, 16 );
	trial t;
	trial_begin( &t, 0.4, 0, 4, 4, 0 );
	trial_line( &t, 8, 4, FW_GEAR_FORWARD );
	trial_line( &t, 9, 4, FW_GEAR_FORWARD );
	t.segments[0].length = 4.5;
	t.path.length = 5.5;
	trial_judge_only( &t, grid, 0, FW_VIOLATION_LENGTH, 0.5, 4, 4 );
	t.segments[0].length = -4;
	t.path.length = -3;
	trial_judge_only( &t, grid, 0, FW_VIOLATION_LENGTH, 8, 4, 4 );
	t.segments[0].length = 4;
	t.path.length = 4.75;
	trial_judge_only( &t, grid, 1, FW_VIOLATION_LENGTH, 0.25, 9, 4 );
	trial_begin( &t, 0.4, 0, 4, 4, 0 );
	trial_arc( &t, 0, 3, 1, FW_GEAR_FORWARD )->length = 2.5;
	t.path.length = 2.5;
	trial_judge_only( &t, grid, 0, FW_VIOLATION_LENGTH, 0.5, 4, 4 );
	fw_grid_destroy( grid );
}

static void order_and_worst( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 20, 12 );
	test_block( grid, 6, 5 );  // 0.3 deep beside the line along y = 4.2
	test_block( grid, 12, 2 ); // out of reach on the other side
	trial t;
	trial_begin( &t, 1.1, 3, 2, 4, 0.5 );
	fw_segment* s = trial_line( &t, 16, 4, FW_GEAR_REVERSE );
	s->length += 2;
	t.path.length += 2;
	t.segments[0].from.y = 4.2;
	t.segments[0].to.y = 4.2;
	trial_line( &t, 17, 4.2, FW_GEAR_FORWARD );
	trial_arc( &t, 0, 2.5, 0.1, FW_GEAR_FORWARD );
	trial_judge( &t, grid );
	static const fw_violation_kind kinds[] = { FW_VIOLATION_COLLISION, FW_VIOLATION_HEADING, FW_VIOLATION_GAP,
	                                           FW_VIOLATION_GEAR,      FW_VIOLATION_LENGTH,  FW_VIOLATION_HEADING,
	                                           FW_VIOLATION_RADIUS };
	static const int32_t segments[] = { 0, 0, 0, 0, 0, 1, 2 };
	assert_int_equal( t.count, 7 );
	for ( int32_t i = 0; i < 7; ++i )
	{
		assert_int_equal( t.found[i].kind, kinds[i] );
		assert_int_equal( t.found[i].segment, segments[i] );
	}
	trial_check_amount( &t.found[0], 0.3 );
	trial_check_amount( &t.found[2], 0.2 );
	test_block( grid, 12, 4 );
	trial_judge( &t, grid );
	trial_check_amount( &t.found[0], 1.1 + 0.2 ); // the center passes 0.2 inside the edge
	assert_true( t.found[0].position.x > 12 && t.found[0].position.x < 13 );
	fw_grid_destroy( grid );
}

int run_test_validate( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( legal_lines_and_arcs ),
	    cmocka_unit_test( legal_touching ),
	    cmocka_unit_test( legal_point ),
	    cmocka_unit_test( legal_reverse ),
	    cmocka_unit_test( empty_path ),
	    cmocka_unit_test( collision_ahead ),
	    cmocka_unit_test( collision_beside ),
	    cmocka_unit_test( collision_with_corner ),
	    cmocka_unit_test( collision_of_point ),
	    cmocka_unit_test( collision_with_terrain ),
	    cmocka_unit_test( tight_arc ),
	    cmocka_unit_test( heading_jump ),
	    cmocka_unit_test( heading_and_gears ),
	    cmocka_unit_test( heading_of_short_lines ),
	    cmocka_unit_test( gaps ),
	    cmocka_unit_test( forbidden_gear ),
	    cmocka_unit_test( outside_of_map ),
	    cmocka_unit_test( stated_lengths ),
	    cmocka_unit_test( order_and_worst ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
