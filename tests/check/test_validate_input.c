// SPDX-License-Identifier: MIT
// The validator on wild input: not finite, huge, too many, wrong arguments, random paths against the oracle.
#include "fairway/validate.h"

#include "oracle.h"
#include "support_trial.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static void not_finite( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 16, 16 );
	trial t;
	const double bad[3] = { (double)NAN, (double)INFINITY, -(double)INFINITY };
	for ( int32_t i = 0; i < 30; ++i )
	{
		trial_begin( &t, 0.4, 1, 4, 4, 0 );
		trial_line( &t, 5, 4, FW_GEAR_FORWARD );
		fw_segment* s = trial_arc( &t, 0, 3, 1, FW_GEAR_FORWARD );
		double* fields[] = { &s->from.x,   &s->from.y, &s->to.x,  &s->to.y,  &s->center.x,
		                     &s->center.y, &s->radius, &s->start, &s->sweep, &s->length };
		*fields[i % 10] = bad[i / 10];
		trial_judge( &t, grid );
		trial_found( &t, 1, FW_VIOLATION_NUMBER );
		assert_int_equal( t.count, 1 );
	}
	for ( int32_t i = 0; i < 12; ++i )
	{
		trial_begin( &t, 0.4, 1, 4, 4, 0 );
		trial_line( &t, 5, 4, FW_GEAR_FORWARD );
		trial_line( &t, 6, 4, FW_GEAR_FORWARD );
		double* fields[] = { &t.path.start.x, &t.path.start.y, &t.path.start.heading, &t.path.length };
		*fields[i % 4] = bad[i / 4];
		trial_judge( &t, grid );
		trial_found( &t, i % 4 == 3 ? 1 : 0, FW_VIOLATION_NUMBER );
		assert_int_equal( t.count, 1 );
	}
	// The fields of arcs are ignored in a line.
	trial_begin( &t, 0.4, 1, 4, 4, 0 );
	fw_segment* s = trial_line( &t, 5, 4, FW_GEAR_FORWARD );
	s->center.x = s->center.y = s->radius = s->start = s->sweep = (double)NAN;
	trial_judge_legal( &t, grid );
	fw_grid_destroy( grid );
}

static void huge_numbers( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 16, 16 );
	static const double sizes[] = { 1e4, 2147483648.0, 1e12, 1e19, 1e150, 1e300, DBL_MAX };
	trial t;
	for ( size_t i = 0; i < sizeof sizes / sizeof sizes[0]; ++i )
	{
		const double size = sizes[i];
		trial_begin( &t, 0.4, 1, 4, 4, 0 );
		trial_line( &t, size, 4, FW_GEAR_FORWARD )->length = size - 4;
		t.path.length = size - 4;
		trial_judge( &t, grid );
		const fw_violation* v = trial_found( &t, 0, FW_VIOLATION_OUTSIDE );
		assert_true( fabs( v->amount - ( size - 16 ) ) <= 1e-9 * size );
		assert_true( v->position.x == size );
		assert_true( trial_found( &t, 0, FW_VIOLATION_COLLISION )->amount >= 0.4 );
		assert_int_equal( t.count, 2 );

		trial_begin( &t, 64, 64, -size, size, 0 );
		trial_add( &t, ( fw_segment ){ .from = { -size, size }, .to = { size, -size }, .length = size } );
		trial_add( &t, ( fw_segment ){ .from = { size, -size }, .to = { -size, -size }, .length = 1 } );
		trial_judge( &t, grid );
		trial_found( &t, 0, FW_VIOLATION_OUTSIDE );
		trial_found( &t, 1, FW_VIOLATION_HEADING );

		trial_begin( &t, 0.4, 1, 4, 4, 0 );
		trial_add( &t, ( fw_segment ){ .kind = FW_SEGMENT_ARC,
		                               .from = { 4, 4 },
		                               .to = { 4, 4 },
		                               .center = { 4, 4 },
		                               .radius = size / 2,
		                               .start = size,
		                               .sweep = -size / 2,
		                               .length = 1 } );
		trial_judge( &t, grid );
		trial_found( &t, 0, FW_VIOLATION_OUTSIDE );
		trial_add( &t, ( fw_segment ){ .kind = FW_SEGMENT_ARC,
		                               .from = { 4, 4 },
		                               .to = { 4, 4 },
		                               .center = { size, size },
		                               .radius = size,
		                               .start = 0,
		                               .sweep = 1e-9,
		                               .length = size * 1e-9 } );
		trial_judge( &t, grid );
		assert_true( t.count > 0 );
	}
	fw_grid_destroy( grid );
}

static void small_capacity( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 16, 16 );
	trial t;
	trial_begin( &t, 0.4, 1, 4, 4, 0 );
	for ( int32_t i = 0; i < 10; ++i )
	{
		trial_line( &t, 4 + i % 3, 5 + i % 2, FW_GEAR_REVERSE );
	}
	trial_judge( &t, grid );
	assert_true( t.count > 12 );
	for ( int32_t capacity = 0; capacity < t.count; ++capacity )
	{
		fw_violation few[TRIAL_FOUND];
		memset( few, 0x5A, sizeof few );
		fw_violation untouched = few[0];
		int32_t count = 0;
		assert_int_equal( fw_validate( grid, &t.unit, &t.path, NULL, few, capacity, &count, NULL ), FW_OK );
		assert_int_equal( count, t.count );
		for ( int32_t i = 0; i < capacity; ++i )
		{
			assert_int_equal( few[i].kind, t.found[i].kind );
			assert_int_equal( few[i].segment, t.found[i].segment );
		}
		assert_memory_equal( &few[capacity], &untouched, sizeof untouched );
	}
	fw_grid_destroy( grid );
}

static void bad_options( trial* t, const fw_grid* grid )
{
	static const double steps[] = { 0, -1, 0.0009, 1.001, (double)NAN, (double)INFINITY };
	static const double slacks[] = { -1e-9, (double)NAN, (double)INFINITY };
	int32_t count = 77;
	for ( size_t i = 0; i < sizeof steps / sizeof steps[0]; ++i )
	{
		fw_validate_options options = fw_default_validate_options();
		options.step = steps[i];
		assert_int_equal( fw_validate( grid, &t->unit, &t->path, &options, NULL, 0, &count, NULL ), FW_ERR_ARGUMENT );
	}
	for ( int32_t i = 0; i < 12; ++i )
	{
		fw_validate_options options = fw_default_validate_options();
		double* fields[] = { &options.depth_slack, &options.join_slack, &options.heading_slack, &options.radius_slack };
		*fields[i % 4] = slacks[i / 4];
		assert_int_equal( fw_validate( grid, &t->unit, &t->path, &options, NULL, 0, &count, NULL ), FW_ERR_ARGUMENT );
	}
	assert_int_equal( count, 77 );
}

static void bad_arguments( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 16, 16 );
	trial t;
	trial_begin( &t, 0.4, 1, 4, 4, 0 );
	trial_line( &t, 8, 4, FW_GEAR_FORWARD );
	int32_t count = 77;
	assert_int_equal( fw_validate( NULL, &t.unit, &t.path, NULL, NULL, 0, &count, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_validate( grid, NULL, &t.path, NULL, NULL, 0, &count, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_validate( grid, &t.unit, NULL, NULL, NULL, 0, &count, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_validate( grid, &t.unit, &t.path, NULL, NULL, 0, NULL, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_validate( grid, &t.unit, &t.path, NULL, NULL, 1, &count, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_validate( grid, &t.unit, &t.path, NULL, t.found, -1, &count, NULL ), FW_ERR_ARGUMENT );
	bad_options( &t, grid );
	t.unit.radius = -1;
	assert_int_equal( fw_validate( grid, &t.unit, &t.path, NULL, NULL, 0, &count, NULL ), FW_ERR_ARGUMENT );
	t.unit.radius = 0.4;
	fw_path path = t.path;
	path.segments = NULL;
	assert_int_equal( fw_validate( grid, &t.unit, &path, NULL, NULL, 0, &count, NULL ), FW_ERR_ARGUMENT );
	path = t.path;
	path.count = -1;
	assert_int_equal( fw_validate( grid, &t.unit, &path, NULL, NULL, 0, &count, NULL ), FW_ERR_ARGUMENT );
	t.segments[0].kind = (fw_segment_kind)3;
	assert_int_equal( fw_validate( grid, &t.unit, &t.path, NULL, NULL, 0, &count, NULL ), FW_ERR_ARGUMENT );
	t.segments[0].kind = FW_SEGMENT_LINE;
	t.segments[0].gear = (fw_gear)2;
	assert_int_equal( fw_validate( grid, &t.unit, &t.path, NULL, NULL, 0, &count, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( count, 77 );
	fw_grid_destroy( grid );
}

static void texts( void** state )
{
	(void)state;
	static const char* const expected[] = { "collision", "radius", "heading", "gap",  "gear",
	                                        "outside",   "length", "number",  "link", "one-way" };
	for ( int32_t i = 0; i < 10; ++i )
	{
		assert_string_equal( fw_violation_text( (fw_violation_kind)i ), expected[i] );
	}
	assert_non_null( fw_violation_text( (fw_violation_kind)99 ) );
}

static void random_segment( trial* t, test_random* random, const fw_grid* grid )
{
	const double x = test_random_real( random, 0, fw_grid_width( grid ) );
	const double y = test_random_real( random, 0, fw_grid_height( grid ) );
	static const double radii[] = { 0, 0.3, 0.5, 0.9, 1.4, 2.5 };
	trial_begin( t, radii[test_random_int( random, 6 )], 0, x, y, 0 );
	if ( test_random_chance( random, 0.5 ) )
	{
		const double to_x = x + test_random_real( random, -6, 6 );
		trial_line( t, to_x, y + test_random_real( random, -6, 6 ), FW_GEAR_FORWARD );
	}
	else
	{
		const double motion = test_random_real( random, -4, 4 );
		const double radius = test_random_real( random, 0.2, 4 );
		trial_arc( t, motion, radius, test_random_real( random, -FW_TAU, FW_TAU ), FW_GEAR_FORWARD );
	}
}

// Samples of the oracle are 0.01 apart, so the deepest point is within 0.005 of one of them, and no deeper than that.
static void agrees_with_oracle( void** state )
{
	(void)state;
	test_random random = test_random_make( 20 );
	int32_t legal = 0;
	for ( int32_t round = 0; round < 40; ++round )
	{
		fw_grid* grid = test_random_grid( &random, 24, 20, 0.002 + 0.002 * round );
		for ( int32_t i = 0; i < test_rounds( 40 ); ++i )
		{
			trial t;
			random_segment( &t, &random, grid );
			trial_judge( &t, grid );
			const double expected =
			    oracle_swept_depth( grid, t.unit.capabilities, t.unit.radius, &t.segments[0], 0.01 );
			double depth = 0;
			for ( int32_t k = 0; k < t.count; ++k )
			{
				if ( t.found[k].kind == FW_VIOLATION_COLLISION )
				{
					depth = t.found[k].amount;
					const double there = oracle_depth( grid, t.unit.capabilities, t.unit.radius, t.found[k].position );
					assert_true( fabs( there - depth ) <= 1e-9 );
				}
			}
			legal += depth == 0 ? 1 : 0;
			// The validator's own samples are coarser; it may miss no more than this between them.
			assert_true( expected < 1e-4 || depth >= expected - 1e-4 );
			assert_true( depth <= fmax( expected, 0 ) + 0.005 );
		}
		fw_grid_destroy( grid );
	}
	assert_in_range( legal, test_rounds( 200 ), test_rounds( 1400 ) );
}

// A path along every row of a large map and back: many samples, and all of them are judged.
static void long_path( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 1024, 80 );
	test_block( grid, 700, 61 );
	trial t;
	trial_begin( &t, 1.5, 3, 4, 4, 0 );
	for ( int32_t i = 0; i < 10; ++i )
	{
		const bool east = i % 2 == 0;
		trial_line( &t, east ? 1018 : 6, trial_end( &t ).y, FW_GEAR_FORWARD );
		trial_arc( &t, east ? 0 : FW_PI, 3.5, east ? FW_PI : -FW_PI, FW_GEAR_FORWARD );
	}
	trial_judge( &t, grid );
	assert_int_equal( t.count, 1 );
	trial_check_amount( trial_found( &t, 16, FW_VIOLATION_COLLISION ), 0.5 );
	assert_true( t.found[0].position.x >= 699.99 && t.found[0].position.x <= 701.01 );
	fw_grid_destroy( grid );
}

int run_test_validate_input( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( not_finite ),    cmocka_unit_test( huge_numbers ), cmocka_unit_test( small_capacity ),
	    cmocka_unit_test( bad_arguments ), cmocka_unit_test( texts ),        cmocka_unit_test( agrees_with_oracle ),
	    cmocka_unit_test( long_path ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
