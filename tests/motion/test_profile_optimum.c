// SPDX-License-Identifier: MIT
// Speeds along paths: limits hold at dense samples, and nothing legal is faster, by a dynamic program over distance and
// speed that uses neither ramps nor passes; people slow down for tight turns.
#include "support.h"
#include "support_profile.h"

#include "fairway/motion.h"
#include "fairway/planner.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#define CELL ( 1.0 / 64.0 ) // of the dynamic program [tiles]

// A path of lines and arcs whose lengths are whole cells, with cusps if `cusps`.
static void random_path( test_random* random, bool cusps, fw_path* path )
{
	fw_path_clear( path, ( fw_pose ){ 0, 0, test_random_real( random, -3, 3 ) } );
	fw_pose at = path->start;
	fw_gear gear = FW_GEAR_FORWARD;
	const int32_t count = 1 + test_random_int( random, 7 );
	for ( int32_t i = 0; i < count; i++ )
	{
		const double length = CELL * ( 1 + test_random_int( random, 160 ) );
		gear = cusps && test_random_chance( random, 0.3 ) ? (fw_gear)( 1 - (int)gear ) : gear;
		const double bend = test_random_chance( random, 0.4 ) ? test_random_real( random, -2.5, 2.5 ) : 0.0;
		at.heading += bend;
		fw_segment segment;
		if ( test_random_chance( random, 0.5 ) )
		{
			const double radius = test_random_real( random, 0.1, 5.0 );
			const double sweep = length / radius * ( test_random_chance( random, 0.5 ) ? 1.0 : -1.0 );
			segment = fw_segment_arc( ( fw_vec2 ){ at.x, at.y }, at.heading, radius, sweep, gear );
		}
		else
		{
			const double motion = at.heading + ( gear == FW_GEAR_REVERSE ? FW_PI : 0.0 );
			const fw_vec2 to = { at.x + length * cos( motion ), at.y + length * sin( motion ) };
			segment = fw_segment_line( ( fw_vec2 ){ at.x, at.y }, to, gear );
		}
		assert_int_equal( fw_path_append( path, &segment ), FW_OK );
		at = fw_segment_pose_at( &segment, segment.length );
	}
}

static fw_profile_def random_def( test_random* random )
{
	fw_profile_def def = fw_default_profile_def();
	def.unit.reverse = true;
	def.unit.speed = test_random_real( random, 0.5, 4.0 );
	def.unit.reverse_factor = test_random_real( random, 1.0, 3.0 );
	def.unit.turning_radius = test_random_chance( random, 0.3 ) ? 0.0 : test_random_real( random, 0.5, 4.0 );
	def.unit.lateral = test_random_chance( random, 0.5 ) ? 0.0 : test_random_real( random, 0.2, 4.0 );
	// Multiples of one another, so that the levels of the dynamic program contain both.
	def.unit.acceleration = 0.5 * ( 1 + test_random_int( random, 4 ) );
	def.unit.braking = def.unit.acceleration * ( 1 + test_random_int( random, 3 ) );
	def.corner_slack = test_random_chance( random, 0.3 ) ? 0.0 : test_random_real( random, 0.0, 0.3 );
	def.corner_angle = test_random_real( random, 0.5, 3.1 );
	def.turn_rate = test_random_real( random, 0.5, 8.0 );
	def.gear_time = test_random_chance( random, 0.5 ) ? 0.0 : test_random_real( random, 0.0, 1.0 );
	return def;
}

// The limit of a segment, as the headers say it.
static double limit_of( const fw_profile_def* def, const fw_segment* segment )
{
	const fw_unit* unit = &def->unit;
	double limit = segment->gear == FW_GEAR_REVERSE ? unit->speed / unit->reverse_factor : unit->speed;
	if ( segment->kind == FW_SEGMENT_ARC )
	{
		const double pull = unit->lateral > 0.0          ? unit->lateral
		                    : unit->turning_radius > 0.0 ? unit->speed * unit->speed / unit->turning_radius
		                                                 : INFINITY;
		limit = fmin( limit, sqrt( pull * segment->radius ) );
	}
	return limit;
}

// The limit at the joint of two segments, and how long the unit stands there.
static double joint_of( const fw_profile_def* def, const fw_segment* a, const fw_segment* b, double* stands )
{
	const fw_unit* unit = &def->unit;
	const double turn =
	    test_angle_between( fw_segment_pose_at( a, a->length ).heading, fw_segment_pose_at( b, 0.0 ).heading );
	double limit = INFINITY;
	if ( turn > 1e-6 )
	{
		const double pull = unit->lateral > 0.0          ? unit->lateral
		                    : unit->turning_radius > 0.0 ? unit->speed * unit->speed / unit->turning_radius
		                                                 : unit->braking;
		// The arc that touches both lines has its center on the bisector.
		const double half = ( FW_PI - turn ) / 2.0;
		const double radius = def->corner_slack * sin( half ) / ( 1.0 - sin( half ) );
		limit = fmin( sqrt( pull * radius ), def->turn_rate * radius );
		limit = turn > def->corner_angle ? 0.0 : limit;
	}
	limit = a->gear != b->gear ? 0.0 : limit;
	*stands = limit == 0.0 ? turn / def->turn_rate * ( turn > 1e-6 ) : 0.0;
	*stands += a->gear != b->gear ? def->gear_time : 0.0;
	return limit;
}

// The minimum time through a lattice of cells and levels of squared speed, in which acceleration or braking over a cell
// changes the speed by a whole number of levels. All drives of the lattice keep the limits, so none may be faster than
// the profile; and the profile must not be much faster than the best of them.
static double best_time( const fw_profile_def* def, const fw_path* path, int32_t fine )
{
	const double cell = CELL / fine;
	const double level = 2.0 * def->unit.acceleration * cell;
	const int32_t down = (int32_t)lround( def->unit.braking / def->unit.acceleration );
	const int32_t levels = (int32_t)( def->unit.speed * def->unit.speed / level ) + 1;
	double* times = calloc( 2 * (size_t)levels, sizeof( double ) );
	double* roots = calloc( (size_t)levels, sizeof( double ) );
	assert_true( times != NULL && roots != NULL );
	double* now = times;
	double* then = times + levels;
	for ( int32_t k = 0; k < levels; k++ )
	{
		now[k] = k == 0 ? 0.0 : INFINITY;
		roots[k] = sqrt( k * level );
	}
	double standing = 0.0;
	for ( int32_t i = 0; i < path->count; i++ )
	{
		const fw_segment* segment = &path->segments[i];
		const double limit = limit_of( def, segment );
		double stands = 0.0;
		const double joint = i > 0 ? joint_of( def, segment - 1, segment, &stands ) : INFINITY;
		standing += stands;
		for ( int32_t k = 0; k < levels; k++ )
		{
			now[k] = roots[k] > fmin( limit, joint ) ? INFINITY : now[k];
		}
		const int32_t cells = (int32_t)lround( segment->length / cell );
		for ( int32_t c = 0; c < cells; c++ )
		{
			for ( int32_t k = 0; k < levels; k++ )
			{
				then[k] = INFINITY;
				for ( int32_t from = k - 1 > 0 ? k - 1 : 0; from <= k + down && from < levels; from++ )
				{
					if ( roots[k] <= limit && from + k > 0 && now[from] < INFINITY )
					{
						then[k] = fmin( then[k], now[from] + 2.0 * cell / ( roots[from] + roots[k] ) );
					}
				}
			}
			double* other = now;
			now = then;
			then = other;
		}
	}
	const double best = now[0];
	free( times );
	free( roots );
	return best + standing;
}

static void test_nothing_is_faster( void** state )
{
	(void)state;
	test_random random = test_random_make( 11 );
	fw_path path = { 0 };
	double worst = 0.0;
	for ( int32_t round = 0; round < ( test_every( 1 ) == 1 ? 300 : 12 ); round++ )
	{
		const fw_profile_def def = random_def( &random );
		random_path( &random, round % 2 == 1, &path );
		const double time = profile_time_of( &def, &path );
		const double coarse = best_time( &def, &path, 1 );
		const double fine = best_time( &def, &path, 4 );
		assert_true( time <= coarse + 1e-9 && time <= fine + 1e-9 );
		// The lattice's own error falls with its cells.
		const double excess = fine / time - 1.0;
		worst = fmax( worst, excess );
		if ( !( excess < 0.09 ) )
		{
			fail_msg( "round %d: %.9g s, the best of the lattice is %.9g, then %.9g", (int)round, time, coarse, fine );
		}
	}
	assert_true( worst > 1e-5 ); // else the lattice was never tested
	fw_path_free( &path );
}

// Dense samples of the motion keep every limit and lie on the path.
static void check_states( const fw_profile_def* def, const fw_path* path, const fw_profile* profile )
{
	const double total = fw_profile_time( profile );
	const int32_t count = 4000;
	const double step = total / count;
	double driven = 0.0;
	fw_motion before = fw_profile_state( profile, 0.0 );
	for ( int32_t i = 1; i <= count; i++ )
	{
		const fw_motion now = fw_profile_state( profile, i * step );
		const double change = ( now.speed - before.speed ) / step;
		assert_true( change <= def->unit.acceleration + 1e-6 && change >= -def->unit.braking - 1e-6 );
		assert_true( now.distance >= before.distance );
		assert_true( now.speed <= limit_of( def, &path->segments[now.segment] ) + 1e-9 );
		// The mean of both speeds is exact unless a knot lies between.
		const double off = now.distance - before.distance - 0.5 * ( now.speed + before.speed ) * step;
		assert_true( fabs( off ) <= 0.5 * ( def->unit.acceleration + def->unit.braking ) * step * step );
		driven += 0.5 * ( now.speed + before.speed ) * step;
		const fw_path_state there = fw_path_at( path, now.distance );
		assert_true( test_distance_between( there.pose, now.pose ) < 1e-9 );
		if ( now.speed > 0.0 && now.segment == there.segment )
		{
			assert_true( test_angle_between( there.pose.heading, now.pose.heading ) < 1e-6 );
			assert_true( now.curvature == there.curvature && now.gear == there.gear );
		}
		// Speed and time by distance agree with speed and distance by time.
		if ( now.speed > 1e-3 )
		{
			assert_true( fabs( fw_profile_speed_at( profile, now.distance ) - now.speed ) < 1e-6 / now.speed );
			assert_true( fabs( fw_profile_time_at( profile, now.distance ) - now.time ) < 1e-6 / now.speed );
		}
		before = now;
	}
	assert_true( fabs( driven - path->length ) < 0.01 );
	before = fw_profile_state( profile, total );
	assert_true( before.speed == 0.0 );
	test_close_to( before.distance, path->length, 1e-9 );
}

static void test_states_keep_limits( void** state )
{
	(void)state;
	test_random random = test_random_make( 5 );
	fw_path path = { 0 };
	for ( int32_t round = 0; round < test_rounds( 200 ); round++ )
	{
		const fw_profile_def def = random_def( &random );
		random_path( &random, round % 2 == 1, &path );
		fw_profile* profile = profile_of( &def, &path );
		assert_true( fw_profile_overspeed( profile ) == 0.0 );
		check_states( &def, &path, profile );
		for ( int32_t i = 1; i < path.count; i++ )
		{
			double stands = 0.0;
			double at = 0.0;
			for ( int32_t k = 0; k < i; k++ )
			{
				at += path.segments[k].length;
			}
			const double joint = joint_of( &def, &path.segments[i - 1], &path.segments[i], &stands );
			assert_true( fw_profile_speed_at( profile, at ) <= joint + 1e-6 );
		}
		fw_profile_destroy( profile );
	}
	fw_path_free( &path );
}

// People slow down before a tight turn and speed up after it; without slowing down they need the wide turn.
static void test_fluid_turning_radius( void** state )
{
	(void)state;
	fw_grid* grid = test_grid( "##########\n"
	                           "#........#\n"
	                           "########.#\n"
	                           "########.#\n"
	                           "########.#\n"
	                           "########.#\n"
	                           "########.#\n"
	                           "##########\n" );
	assert_int_equal( fw_grid_add_layer( grid, FW_CAP_GROUND, NULL ), FW_OK );
	fw_unit unit = test_unit( 0.4, 3.0 );
	fw_smoother smoother = fw_default_smoother();
	smoother.grid = grid;
	smoother.unit = &unit;
	fw_path path = { 0 };
	fw_path_clear( &path, ( fw_pose ){ 1.5, 1.5, 0 } );
	test_line_to( &path, 8.5, 1.5, FW_GEAR_FORWARD );
	test_line_to( &path, 8.5, 6.5, FW_GEAR_FORWARD );
	const fw_tighter_def tighter = fw_default_tighter_def();
	fw_tighter_report report;
	assert_int_equal( fw_turn_tighter( &smoother, &tighter, &path, &report, NULL ), FW_OK );
	assert_true( report.illegal == 0 && report.slowest < 0.5 * unit.speed );
	fw_profile_def def = fw_default_profile_def();
	def.unit = unit;
	fw_profile* profile = profile_of( &def, &path );
	check_states( &def, &path, profile );
	double begin = 0.0;
	for ( int32_t i = 0; i < path.count; i++ )
	{
		const fw_segment* s = &path.segments[i];
		if ( s->kind == FW_SEGMENT_ARC && s->radius == report.tightest )
		{
			test_close_to( fw_profile_speed_at( profile, begin + 0.5 * s->length ), report.slowest, 1e-9 );
			assert_true( fw_profile_speed_at( profile, begin - 1.0 ) > 1.5 * report.slowest );
			assert_true( fw_profile_speed_at( profile, begin + s->length + 1.0 ) > 1.5 * report.slowest );
		}
		begin += s->length;
	}
	fw_profile_destroy( profile );
	fw_path_free( &path );
	fw_grid_destroy( grid );
}

int run_test_profile_optimum( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_nothing_is_faster ),
	    cmocka_unit_test( test_states_keep_limits ),
	    cmocka_unit_test( test_fluid_turning_radius ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
