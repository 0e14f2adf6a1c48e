// SPDX-License-Identifier: MIT
// Paths written down by hand and judged by the validator.
#include "support_trial.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

void trial_begin( trial* t, double radius, double turning_radius, double x, double y, double heading )
{
	memset( t, 0, sizeof *t );
	t->path.start = ( fw_pose ){ x, y, heading };
	t->path.segments = t->segments;
	t->path.capacity = TRIAL_SEGMENTS;
	t->unit = test_unit( radius, turning_radius );
	t->options = fw_default_validate_options();
}

fw_vec2 trial_end( const trial* t )
{
	return t->path.count > 0 ? t->segments[t->path.count - 1].to : ( fw_vec2 ){ t->path.start.x, t->path.start.y };
}

fw_segment* trial_add( trial* t, fw_segment segment )
{
	assert_true( t->path.count < TRIAL_SEGMENTS );
	t->segments[t->path.count] = segment;
	t->path.length += segment.length;
	return &t->segments[t->path.count++];
}

fw_segment* trial_line( trial* t, double x, double y, fw_gear gear )
{
	const fw_vec2 from = trial_end( t );
	const fw_vec2 to = { x, y };
	return trial_add( t, ( fw_segment ){ .kind = FW_SEGMENT_LINE,
	                                     .gear = gear,
	                                     .from = from,
	                                     .to = to,
	                                     .length = hypot( x - from.x, y - from.y ) } );
}

// An arc from the end of the path; `motion` is the direction of motion at its start.
fw_segment* trial_arc( trial* t, double motion, double radius, double sweep, fw_gear gear )
{
	const double side = sweep > 0 ? 1 : -1;
	fw_segment arc = { .kind = FW_SEGMENT_ARC, .gear = gear, .radius = radius, .sweep = sweep };
	arc.from = trial_end( t );
	arc.start = motion - side * FW_PI / 2;
	arc.center = ( fw_vec2 ){ arc.from.x - radius * cos( arc.start ), arc.from.y - radius * sin( arc.start ) };
	arc.to = ( fw_vec2 ){ arc.center.x + radius * cos( arc.start + sweep ),
	                      arc.center.y + radius * sin( arc.start + sweep ) };
	arc.length = radius * fabs( sweep );
	return trial_add( t, arc );
}

void trial_judge( trial* t, const fw_grid* grid )
{
	t->count = -1;
	assert_int_equal( fw_validate( grid, &t->unit, &t->path, &t->options, t->found, TRIAL_FOUND, &t->count, NULL ),
	                  FW_OK );
	for ( int32_t i = 0; i < t->count && i < TRIAL_FOUND; ++i )
	{
		assert_true( isfinite( t->found[i].amount ) );
		assert_true( t->found[i].amount >= 0 );
		assert_true( isfinite( t->found[i].position.x ) && isfinite( t->found[i].position.y ) );
		if ( i > 0 )
		{
			const fw_violation *a = &t->found[i - 1], *b = &t->found[i];
			assert_true( a->segment < b->segment || ( a->segment == b->segment && a->kind < b->kind ) );
		}
	}
}

void trial_judge_legal( trial* t, const fw_grid* grid )
{
	trial_judge( t, grid );
	for ( int32_t i = 0; i < t->count && i < TRIAL_FOUND; ++i )
	{
		print_message( "segment %d: %s by %.9g\n", t->found[i].segment, fw_violation_text( t->found[i].kind ),
		               t->found[i].amount );
	}
	assert_int_equal( t->count, 0 );
}

// The violation of this kind in this segment; fails the test if it was not found.
const fw_violation* trial_found( const trial* t, int32_t segment, fw_violation_kind kind )
{
	for ( int32_t i = 0; i < t->count && i < TRIAL_FOUND; ++i )
	{
		if ( t->found[i].kind == kind && t->found[i].segment == segment )
		{
			return &t->found[i];
		}
	}
	fail_msg( "no %s violation was found in segment %d", fw_violation_text( kind ), segment );
	return NULL;
}

void trial_check_amount( const fw_violation* v, double amount )
{
	if ( !( fabs( v->amount - amount ) <= 1e-3 ) )
	{
		fail_msg( "%s by %.9g, not by %.9g", fw_violation_text( v->kind ), v->amount, amount );
	}
}

void trial_check_place( const fw_violation* v, double x, double y )
{
	if ( !( hypot( v->position.x - x, v->position.y - y ) <= 0.02 ) )
	{
		fail_msg( "%s at (%.6f, %.6f), not at (%.6f, %.6f)", fw_violation_text( v->kind ), v->position.x, v->position.y,
		          x, y );
	}
}

void trial_judge_only( trial* t, const fw_grid* grid, int32_t segment, fw_violation_kind kind, double amount, double x,
                       double y )
{
	trial_judge( t, grid );
	const fw_violation* v = trial_found( t, segment, kind );
	trial_check_amount( v, amount );
	trial_check_place( v, x, y );
	assert_int_equal( t->count, 1 );
}
