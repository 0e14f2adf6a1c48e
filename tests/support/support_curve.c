// SPDX-License-Identifier: MIT
// Curves driven piece by piece with the C library's trigonometry, and what must hold of every curve.
#include "support_curve.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

const int32_t curve_sides[8][3] = {
    { -1, 0, -1 }, { 1, 0, 1 }, { -1, 0, 1 }, { 1, 0, -1 }, { -1, 1, -1 }, { 1, -1, 1 }, { -1, 0, 0 }, { 1, 0, 0 },
};

fw_pose curve_drive( fw_pose pose, int32_t side, double amount, double radius, fw_gear gear )
{
	const double flip = gear == FW_GEAR_REVERSE ? FW_PI : 0.0;
	const double before = pose.heading + flip;
	if ( side == 0 )
	{
		return ( fw_pose ){ pose.x + amount * cos( before ), pose.y + amount * sin( before ), pose.heading };
	}
	const double after = before + side * amount;
	return ( fw_pose ){ pose.x + side * radius * ( sin( after ) - sin( before ) ),
	                    pose.y - side * radius * ( cos( after ) - cos( before ) ), after - flip };
}

fw_pose curve_drive_all( const fw_curve* curve )
{
	fw_pose pose = curve->start;
	for ( int32_t i = 0; i < 3; i++ )
	{
		pose = curve_drive( pose, curve_sides[curve->word][i], curve->part[i], curve->radius, curve->gear );
	}
	return pose;
}

static double summed_length( const fw_curve* curve )
{
	double sum = 0.0;
	for ( int32_t i = 0; i < 3; i++ )
	{
		assert_true( curve->part[i] >= 0.0 );
		const bool arc = curve_sides[curve->word][i] != 0;
		assert_true( !arc || curve->part[i] < FW_TAU );
		sum += arc ? curve->part[i] * curve->radius : curve->part[i];
	}
	return sum;
}

// It begins at the start, its segments join without gaps or corners, arcs lie on their circles, lengths add up.
static void check_segments( const fw_curve* curve, fw_pose end )
{
	fw_segment segments[3];
	const int32_t count = fw_curve_segments( curve, segments );
	assert_in_range( count, 0, 3 );
	double length = 0.0;
	fw_vec2 at = { curve->start.x, curve->start.y };
	for ( int32_t i = 0; i < count; i++ )
	{
		const fw_segment* s = &segments[i];
		assert_true( s->from.x == at.x && s->from.y == at.y );
		assert_true( s->gear == curve->gear && !s->waypoint );
		assert_true( s->length >= 0.9e-9 );
		if ( s->kind == FW_SEGMENT_ARC )
		{
			assert_true( s->radius == curve->radius );
			assert_true( fabs( s->length - s->radius * fabs( s->sweep ) ) < 1e-9 );
			assert_true( fabs( hypot( s->from.x - s->center.x, s->from.y - s->center.y ) - s->radius ) < 2e-9 );
			assert_true( fabs( hypot( s->to.x - s->center.x, s->to.y - s->center.y ) - s->radius ) < 2e-9 );
			const double last = s->start + s->sweep;
			assert_true( hypot( s->center.x + s->radius * cos( last ) - s->to.x,
			                    s->center.y + s->radius * sin( last ) - s->to.y ) < 1e-9 );
		}
		length += s->length;
		at = s->to;
	}
	assert_true( hypot( at.x - end.x, at.y - end.y ) < 1e-8 );
	assert_true( fabs( length - curve->length ) < 1e-8 );
}

void curve_check( const fw_curve* curve, fw_pose start, fw_pose goal )
{
	assert_true( memcmp( &curve->start, &start, sizeof start ) == 0 );
	const fw_pose driven = curve_drive_all( curve );
	const fw_pose last = fw_curve_pose_at( curve, curve->length );
	assert_true( test_distance_between( driven, goal ) < 1e-8 &&
	             test_angle_between( driven.heading, goal.heading ) < 1e-8 );
	assert_true( test_distance_between( last, goal ) < 1e-8 &&
	             test_angle_between( last.heading, goal.heading ) < 1e-8 );
	assert_true( fabs( summed_length( curve ) - curve->length ) <= 1e-14 * curve->length );
	check_segments( curve, goal );
}
