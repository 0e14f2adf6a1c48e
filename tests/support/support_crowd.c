// SPDX-License-Identifier: MIT
// Scenes of many units: planned, sent off, stepped, and watched by brute force all the while.
#include "support_crowd.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#define SLACK 1e-6

test_crowd test_crowd_make( fw_grid* grid )
{
	test_crowd scene = { .grid = grid };
	fw_crowd_def def = fw_default_crowd_def();
	def.grid = grid;
	assert_int_equal( fw_crowd_create( &def, &scene.crowd, NULL ), FW_OK );
	assert_int_equal( fw_planner_create( grid, NULL, &scene.planner ), FW_OK );
	scene.others = test_field( fw_grid_width( grid ), fw_grid_height( grid ) );
	assert_int_equal( fw_planner_create( scene.others, NULL, &scene.for_others ), FW_OK );
	return scene;
}

void test_crowd_free( test_crowd* scene )
{
	fw_crowd_destroy( scene->crowd );
	fw_planner_destroy( scene->planner );
	fw_planner_destroy( scene->for_others );
	fw_grid_destroy( scene->others );
	fw_grid_destroy( scene->grid );
}

fw_crowd_id test_crowd_add( test_crowd* scene, const fw_unit* unit, double x, double y )
{
	fw_profile_def how = fw_default_profile_def();
	how.unit = *unit;
	fw_crowd_id unit_id = 0;
	assert_int_equal( fw_crowd_add( scene->crowd, &how, ( fw_pose ){ x, y, 0 }, &unit_id, NULL ), FW_OK );
	return unit_id;
}

bool test_crowd_send( test_crowd* scene, fw_crowd_id unit, const fw_unit* kind, double x, double y )
{
	fw_plan plan = fw_default_plan();
	fw_result result = { 0 };
	plan.unit = *kind;
	plan.start = fw_crowd_get( scene->crowd, unit ).stop;
	plan.goal = ( fw_pose ){ x, y, 0 };
	assert_int_equal( fw_planner_run( scene->planner, &plan, &result, NULL ), FW_OK );
	const bool found = result.outcome == FW_FOUND;
	if ( found )
	{
		assert_int_equal( fw_crowd_send( scene->crowd, unit, &result.path, NULL ), FW_OK );
	}
	fw_result_free( &result );
	return found;
}

static void check_walls( const test_crowd* scene, int32_t index, const fw_crowd_unit* unit )
{
	for ( int32_t y = (int32_t)floor( unit->pose.y - unit->radius ); y <= unit->pose.y + unit->radius; y++ )
	{
		for ( int32_t x = (int32_t)floor( unit->pose.x - unit->radius ); x <= unit->pose.x + unit->radius; x++ )
		{
			const double dx = unit->pose.x - fmin( fmax( unit->pose.x, x ), x + 1.0 );
			const double dy = unit->pose.y - fmin( fmax( unit->pose.y, y ), y + 1.0 );
			if ( hypot( dx, dy ) >= unit->radius - SLACK )
			{
				continue;
			}
			if ( !fw_grid_passable( scene->grid, x, y, FW_CAP_GROUND ) ||
			     fw_crowd_owner( scene->crowd, x, y ) != fw_crowd_at( scene->crowd, index ) )
			{
				fail_msg( "%.2f s: unit %d at (%.4f, %.4f) is on tile %d, %d, of unit %llx",
				          fw_crowd_time( scene->crowd ), (int)index, unit->pose.x, unit->pose.y, (int)x, (int)y,
				          (unsigned long long)fw_crowd_owner( scene->crowd, x, y ) );
			}
		}
	}
}

void test_crowd_check( const test_crowd* scene )
{
	const int32_t count = fw_crowd_count( scene->crowd );
	fw_crowd_unit* units = calloc( (size_t)count, sizeof( fw_crowd_unit ) );
	assert_non_null( units );
	for ( int32_t i = 0; i < count; i++ )
	{
		units[i] = fw_crowd_get( scene->crowd, fw_crowd_at( scene->crowd, i ) );
		if ( units[i].used )
		{
			check_walls( scene, i, &units[i] );
		}
	}
	for ( int32_t i = 0; i < count; i++ )
	{
		for ( int32_t k = i + 1; k < count; k++ )
		{
			const double apart = hypot( units[i].pose.x - units[k].pose.x, units[i].pose.y - units[k].pose.y );
			if ( units[i].used && units[k].used && apart < units[i].radius + units[k].radius - SLACK )
			{
				fail_msg( "%.2f s: units %d and %d are %.9g apart", fw_crowd_time( scene->crowd ), (int)i, (int)k,
				          apart );
			}
		}
	}
	free( units );
}

void test_crowd_print( const test_crowd* scene )
{
	static const char* const modes[] = { "parked", "moving", "waiting", "yielding" };
	const fw_crowd_counters c = fw_crowd_count_events( scene->crowd );
	for ( int32_t i = 0; i < fw_crowd_count( scene->crowd ); i++ )
	{
		const fw_crowd_unit u = fw_crowd_get( scene->crowd, fw_crowd_at( scene->crowd, i ) );
		fprintf( stderr, "%3d (%.3f, %.3f) v %.3f %s stuck %d left %.2f goal (%.2f, %.2f)\n", (int)i, u.pose.x,
		         u.pose.y, u.speed, modes[u.mode], (int)u.stuck, u.left, u.goal.x, u.goal.y );
	}
	fprintf( stderr, "%.2f s: %lld conflicts, %lld detours, %lld yields, %lld returns, %lld inherited, %lld swaps\n",
	         fw_crowd_time( scene->crowd ), (long long)c.conflicts, (long long)c.detours, (long long)c.yields,
	         (long long)c.returns, (long long)c.inherited, (long long)c.swaps );
}

// Plans for a unit that wants a path, on a map on which the tiles that it must avoid are blocked.
static void answer( test_crowd* scene, fw_crowd_id unit, const fw_unit* kind )
{
	const fw_crowd_unit at = fw_crowd_get( scene->crowd, unit );
	for ( int32_t y = 0; y < fw_grid_height( scene->grid ); y++ )
	{
		for ( int32_t x = 0; x < fw_grid_width( scene->grid ); x++ )
		{
			const bool free = fw_grid_passable( scene->grid, x, y, kind->capabilities ) &&
			                  !fw_crowd_keep_off( scene->crowd, unit, x, y );
			const uint8_t terrain = free ? FW_TERRAIN_GROUND : FW_TERRAIN_OUT;
			assert_int_equal( fw_grid_fill( scene->others, ( fw_rect ){ x, y, 1, 1 }, terrain, NULL ), FW_OK );
		}
	}
	fw_plan plan = fw_default_plan();
	fw_result result = { 0 };
	plan.unit = *kind;
	plan.unit.radius = at.radius;
	plan.start = at.stop;
	plan.goal = at.goal;
	plan.options.max_expansions = 20000;
	assert_int_equal( fw_planner_run( scene->for_others, &plan, &result, NULL ), FW_OK );
	if ( result.outcome == FW_FOUND )
	{
		assert_int_equal( fw_crowd_answer( scene->crowd, unit, &result.path, NULL ), FW_OK );
		scene->answers++;
	}
	fw_result_free( &result );
}

bool test_crowd_run( test_crowd* scene, double seconds, const fw_unit* kind )
{
	const double end = fw_crowd_time( scene->crowd ) + seconds;
	while ( fw_crowd_time( scene->crowd ) < end && !fw_crowd_is_done( scene->crowd ) )
	{
		assert_int_equal( fw_crowd_step( scene->crowd, TEST_CROWD_STEP, NULL ), FW_OK );
		test_crowd_check( scene );
		const bool answers = kind != NULL && fw_crowd_time( scene->crowd ) >= scene->next_answer;
		scene->next_answer = answers ? fw_crowd_time( scene->crowd ) + 1.0 : scene->next_answer;
		for ( int32_t i = 0; i < fw_crowd_count( scene->crowd ) && answers; i++ )
		{
			const fw_crowd_id unit = fw_crowd_at( scene->crowd, i );
			if ( fw_crowd_get( scene->crowd, unit ).wants_path )
			{
				answer( scene, unit, kind );
			}
		}
	}
	return fw_crowd_is_done( scene->crowd );
}
