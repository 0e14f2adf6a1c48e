// SPDX-License-Identifier: MIT
// Crowds under watch.
#include "support_crowd.h"
#include "grid/grid.h"
#include "oracle.h"
#include "support_planner.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define PATIENCE 5.0 // [s]

test_crowd* test_crowd_make( fw_grid* grid )
{
	test_crowd* s = calloc( 1, sizeof( *s ) );
	assert_non_null( s );
	s->grid = grid;
	s->planner = planner_make( grid );
	s->memory = test_memory_make();
	s->hash = 0xcbf29ce484222325u;
	const fw_allocator allocator = test_memory_allocator( &s->memory );
	assert_int_equal( fw_crowd_create( &allocator, grid, PATIENCE, &s->crowd ), FW_OK );
	return s;
}

void test_crowd_free( test_crowd* s )
{
	assert_int_equal( fw_crowd_memory( s->crowd ), s->memory.bytes );
	fw_crowd_destroy( s->crowd );
	test_memory_check_empty( &s->memory );
	fw_planner_destroy( s->planner );
	fw_grid_destroy( s->grid );
	free( s );
}

fw_status test_crowd_add( test_crowd* s, const fw_unit* unit, fw_pose pose, int32_t* index )
{
	int32_t blocker = -7;
	const fw_status status = fw_crowd_add( s->crowd, unit, false, pose, index, &blocker );
	if ( status == FW_OK )
	{
		assert_true( *index < TEST_CROWD_MAX );
		s->before[*index] = 0.0;
		s->sent[*index] = false;
	}
	return status;
}

int32_t test_crowd_put( test_crowd* s, double radius, double x, double y )
{
	const fw_unit unit = test_unit( radius, 0.0 );
	int32_t index = -1;
	return test_crowd_add( s, &unit, ( fw_pose ){ x, y, 0.0 }, &index ) == FW_OK ? index : -1;
}

void test_crowd_remove( test_crowd* s, int32_t index )
{
	fw_crowd_remove( s->crowd, index );
	s->sent[index] = false;
}

bool test_crowd_plan( test_crowd* s, int32_t index, double x, double y, fw_path* path )
{
	const fw_pose stop = fw_crowd_stop_pose( s->crowd, index );
	fw_plan plan = planner_plan( 0.0, 0.0, stop, ( fw_pose ){ x, y, 0.0 } );
	fw_result result = { 0 };
	plan.unit = s->crowd->units[index].unit;
	plan.goal_any_heading = true;
	fw_path_init( path, NULL );
	const bool found = fw_planner_run( s->planner, &plan, &result, NULL ) == FW_OK && result.path.count > 0 &&
	                   fw_path_copy( path, &result.path ) == FW_OK;
	fw_result_free( &result );
	return found;
}

fw_status test_crowd_drive( test_crowd* s, int32_t index, const fw_path* path )
{
	const fw_status status = fw_crowd_drive( s->crowd, index, path, true );
	if ( status == FW_OK )
	{
		s->goals[index] =
		    path->count > 0 ? path->segments[path->count - 1].to : ( fw_vec2 ){ path->start.x, path->start.y };
		s->sent[index] = true;
	}
	return status;
}

bool test_crowd_send( test_crowd* s, int32_t index, double x, double y )
{
	fw_path path;
	const bool found = test_crowd_plan( s, index, x, y, &path );
	if ( found )
	{
		assert_int_equal( test_crowd_drive( s, index, &path ), FW_OK );
	}
	fw_path_free( &path );
	return found;
}

bool test_crowd_is_home( const test_crowd* s, int32_t index )
{
	const fw_crowd_view view = fw_crowd_look( s->crowd, index );
	return view.speed == 0.0 && hypot( view.pose.x - s->goals[index].x, view.pose.y - s->goals[index].y ) < 1e-6;
}

int32_t test_crowd_away( const test_crowd* s )
{
	int32_t away = 0;
	for ( int32_t i = 0; i < s->crowd->count; i++ )
	{
		away += s->crowd->units[i].used && s->sent[i] && !test_crowd_is_home( s, i ) ? 1 : 0;
	}
	return away;
}

void test_crowd_print( const test_crowd* s )
{
	test_print_grid( s->grid, ( fw_rect ){ 0, 0, fw_grid_width( s->grid ), fw_grid_height( s->grid ) } );
	for ( int32_t i = 0; i < s->crowd->count; i++ )
	{
		const crowd_unit* unit = &s->crowd->units[i];
		const fw_crowd_view view = fw_crowd_look( s->crowd, i );
		if ( unit->used && s->sent[i] && !test_crowd_is_home( s, i ) )
		{
			print_message( "%d r %.2f at %.3f,%.3f to %.3f,%.3f mode %d answer %d waits for %d left %g\n", (int)i,
			               unit->unit.radius, view.pose.x, view.pose.y, s->goals[i].x, s->goals[i].y, (int)view.mode,
			               (int)unit->answer, (int)view.waits_for, fw_crowd_path_left( s->crowd, i ) );
		}
	}
}

static void check_ground( const test_crowd* s, int32_t index )
{
	const fw_mover* mover = &s->crowd->precedence.stop.movers[index];
	const fw_unit* unit = &s->crowd->units[index].unit;
	for ( int32_t k = 1; mover->speed > 0.0 && k <= 4; k++ )
	{
		const fw_vec2 place = test_watched_place( &s->watched[index], 0.25 * k * mover->speed );
		assert_true( oracle_depth( s->grid, unit->capabilities, unit->radius, place ) <= 2e-7 );
	}
}

// Each part of a segment by itself: where it turns on a corner of tiles, a chord would lead over another tile.
static void check_exits( const test_crowd* s, int32_t index )
{
	const test_watched* watched = &s->watched[index];
	double rest = s->crowd->precedence.stop.movers[index].speed;
	double at = watched->at;
	for ( int32_t k = 0; k < watched->count && rest > 1e-9; k++ )
	{
		const fw_segment* segment = &watched->segments[k];
		const double to = fmin( at + rest, segment->length );
		const int32_t chords = segment->kind == FW_SEGMENT_ARC ? 8 : 1;
		fw_vec2 last = oracle_point( segment, at / segment->length );
		for ( int32_t i = 1; i <= chords && to > at; i++ )
		{
			const fw_vec2 place = oracle_point( segment, ( at + ( to - at ) * i / chords ) / segment->length );
			if ( !fw_exits_allow( s->grid, 0, last, place ) )
			{
				fail_msg( "unit %d (turning radius %g) drives from %.9f, %.9f to %.9f, %.9f against a one-way tile",
				          (int)index, s->crowd->units[index].unit.turning_radius, last.x, last.y, place.x, place.y );
			}
			last = place;
		}
		rest -= to - at;
		at = 0.0;
	}
}

static void mix( test_crowd* s, double value )
{
	uint64_t bits;
	memcpy( &bits, &value, sizeof( bits ) );
	s->hash = ( s->hash ^ bits ) * 0x100000001b3u;
	s->hash ^= s->hash >> 29;
}

void test_crowd_begin( test_crowd* s )
{
	assert_int_equal( fw_crowd_step( s->crowd, 0.5 * CROWD_TICK ), FW_OK );
}

void test_crowd_end( test_crowd* s )
{
	const fw_safe_stop* stop = &s->crowd->precedence.stop;
	fw_vec2 halfway[TEST_CROWD_MAX] = { 0 };
	for ( int32_t i = 0; i < stop->count; i++ )
	{
		test_watch( &s->watched[i], &stop->movers[i].course, stop->movers[i].at );
		if ( stop->movers[i].used )
		{
			const fw_pose pose = fw_crowd_look( s->crowd, i ).pose;
			halfway[i] = ( fw_vec2 ){ pose.x, pose.y };
		}
	}
	assert_int_equal( fw_crowd_step( s->crowd, 0.5 * CROWD_TICK ), FW_OK );
	test_watch_check( s->watched, stop, s->before );
	for ( int32_t i = 0; i < stop->count; i++ )
	{
		if ( !stop->movers[i].used )
		{
			continue;
		}
		const fw_crowd_view view = fw_crowd_look( s->crowd, i );
		const fw_vec2 half = test_watched_place( &s->watched[i], 0.5 * stop->movers[i].speed );
		assert_true( hypot( half.x - halfway[i].x, half.y - halfway[i].y ) < 1e-7 );
		assert_true( view.speed <= s->crowd->units[i].unit.speed + 1e-9 );
		const fw_unit* unit = &s->crowd->units[i].unit;
		assert_true( stop->movers[i].acceleration <= unit->acceleration * CROWD_TICK * CROWD_TICK + 1e-12 );
		assert_true( stop->movers[i].braking <= unit->braking * CROWD_TICK * CROWD_TICK + 1e-12 );
		test_watch_check_corners( &s->watched[i], &stop->movers[i] );
		check_ground( s, i );
		check_exits( s, i );
		mix( s, view.pose.x );
		mix( s, view.pose.y );
		mix( s, view.pose.heading );
		mix( s, view.speed );
		mix( s, (double)view.mode );
	}
}

bool test_crowd_run( test_crowd* s, double seconds )
{
	const int32_t ticks = (int32_t)( seconds / CROWD_TICK );
	for ( int32_t i = 0; i < ticks && test_crowd_away( s ) > 0; i++ )
	{
		test_crowd_begin( s );
		test_crowd_end( s );
	}
	return test_crowd_away( s ) == 0;
}

void test_crowd_run_home( test_crowd* s, double seconds )
{
	if ( !test_crowd_run( s, seconds ) )
	{
		test_crowd_print( s );
		fail_msg( "%d are not home", (int)test_crowd_away( s ) );
	}
}

int32_t test_crowd_count_turns( test_crowd* s, double seconds, double x )
{
	fw_vec2 last[TEST_CROWD_MAX];
	fw_vec2 course[TEST_CROWD_MAX] = { { 0.0, 0.0 } };
	int32_t turns = 0;
	for ( int32_t i = 0; i < s->crowd->count; i++ )
	{
		last[i] = ( fw_vec2 ){ test_crowd_x( s, i ), test_crowd_y( s, i ) };
	}
	for ( double time = 0.0; time < seconds - 0.5 * CROWD_TICK; time += CROWD_TICK )
	{
		test_crowd_pass( s, CROWD_TICK );
		for ( int32_t i = 0; i < s->crowd->count; i++ )
		{
			const fw_vec2 now = { test_crowd_x( s, i ), test_crowd_y( s, i ) };
			const fw_vec2 moved = { now.x - last[i].x, now.y - last[i].y };
			turns += now.x < x && moved.x * course[i].x + moved.y * course[i].y < 0.0 ? 1 : 0;
			course[i] = hypot( moved.x, moved.y ) > 0.005 ? moved : course[i];
			last[i] = now;
		}
	}
	return turns;
}

double test_crowd_alone( double tiles )
{
	return tiles / fw_default_unit().speed;
}

double test_crowd_x( const test_crowd* s, int32_t index )
{
	return fw_crowd_look( s->crowd, index ).pose.x;
}

double test_crowd_y( const test_crowd* s, int32_t index )
{
	return fw_crowd_look( s->crowd, index ).pose.y;
}

void test_crowd_pass( test_crowd* s, double seconds )
{
	for ( int32_t i = 0; i < (int32_t)( seconds / CROWD_TICK + 0.5 ); i++ )
	{
		test_crowd_begin( s );
		test_crowd_end( s );
	}
}
