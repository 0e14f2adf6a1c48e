// SPDX-License-Identifier: MIT
// Starts and goals of directional searches: exact poses, free headings, tolerances, the events of a listener, and the
// published pose problems.
#include "fairway/smooth.h"
#include "support_benchmarks.h"
#include "support_drive.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#define HEADINGS 8

static double cost_of( drive* d, const fw_query* q )
{
	return drive_run( d, q ) == FW_FOUND ? d->result.cost : (double)INFINITY;
}

// A free heading at either end costs as much as the cheapest fixed one.
static void test_free_headings_are_the_best_fixed_ones( void** state )
{
	(void)state;
	test_random random = test_random_make( 51 );
	drive_def def = drive_def_of( 0.4, 1.0 );
	def.ring = 2;
	def.unpruned = true;
	drive d;
	drive_open( &d, test_field( 2, 2 ), &def );
	int32_t found = 0;
	for ( int32_t i = 0; i < test_rounds( 6 ); ++i )
	{
		drive_set_grid( &d, test_random_grid( &random, 16, 16, 0.1 ) );
		fw_pose start = { 0 }, goal = { 0 };
		assert_true( drive_random_pose( &d, &random, &start ) && drive_random_pose( &d, &random, &goal ) );
		fw_query q = drive_query( &d, start, goal );
		q.options.heuristic = FW_HEURISTIC_ZERO;
		double best_start = (double)INFINITY, best_goal = (double)INFINITY;
		for ( int32_t h = 0; h < HEADINGS; ++h )
		{
			q.start.heading = FW_TAU * h / HEADINGS;
			best_start = fmin( best_start, cost_of( &d, &q ) );
		}
		q.start_any_heading = true;
		const double free_start = cost_of( &d, &q );
		q.start_any_heading = false;
		q.start = start;
		const double free_goal = cost_of( &d, &q );
		q.goal_any_heading = false;
		for ( int32_t h = 0; h < HEADINGS; ++h )
		{
			q.goal.heading = FW_TAU * h / HEADINGS;
			best_goal = fmin( best_goal, cost_of( &d, &q ) );
		}
		found += isfinite( free_start ) && isfinite( free_goal ) ? 1 : 0;
		assert_true( isfinite( best_start ) == isfinite( free_start ) );
		assert_true( isinf( free_start ) || fabs( free_start - best_start ) <= 2e-3 );
		// The last curve may end in any direction, so that a free goal can be cheaper than all eight headings.
		assert_true( isinf( free_goal ) ? isinf( best_goal ) : free_goal <= best_goal + 2e-3 );
	}
	assert_true( found >= test_rounds( 3 ) );
	drive_close( &d );
}

static void test_tolerance( void** state )
{
	(void)state;
	test_random random = test_random_make( 52 );
	drive_def def = drive_def_of( 0.45, 1.5 );
	drive d;
	drive_open( &d, test_random_town( &random, 40, 40, 25, 4 ), &def );
	int32_t found = 0;
	for ( int32_t i = 0; i < test_rounds( 20 ); ++i )
	{
		fw_pose start = { 0 }, goal = { 0 };
		assert_true( drive_random_pose( &d, &random, &start ) && drive_random_exact_pose( &d, &random, &goal ) );
		fw_query q = drive_query( &d, start, goal );
		q.options.heuristic = FW_HEURISTIC_ZERO;
		const double exact = cost_of( &d, &q );
		if ( isinf( exact ) )
		{
			continue;
		}
		double before = exact;
		for ( q.goal_tolerance = 0.8; q.goal_tolerance < 30; q.goal_tolerance *= 2 )
		{
			for ( q.options.heuristic = FW_HEURISTIC_BEST; q.options.heuristic <= FW_HEURISTIC_FIELD;
			      q.options.heuristic++ )
			{
				const double cost = cost_of( &d, &q ); // the run checks the end
				assert_true( isfinite( cost ) );
				if ( q.options.heuristic == FW_HEURISTIC_ZERO )
				{
					assert_true( cost <= before + 2e-3 );
					before = cost;
				}
			}
		}
		found++;
	}
	assert_true( found >= test_rounds( 10 ) );
	// A goal inside a wall can be approached, but not reached.
	fw_query q = drive_query( &d, test_center( 0, 0, 0 ), test_center( 20, 20, 0 ) );
	drive_set_grid( &d, test_field( 40, 40 ) );
	test_block( d.grid, 20, 20 );
	assert_int_equal( fw_space_update( d.space ), FW_OK );
	assert_int_equal( drive_run( &d, &q ), FW_UNREACHABLE );
	assert_int_equal( d.result.reason, FW_REASON_GOAL_BLOCKED );
	q.goal_tolerance = 1.5;
	assert_int_equal( drive_run( &d, &q ), FW_FOUND );
	drive_close( &d );
}

static void test_start_is_the_goal( void** state )
{
	(void)state;
	drive_def def = drive_def_of( 0.4, 1.5 );
	drive d;
	drive_open( &d, test_field( 20, 20 ), &def );
	static const fw_pose poses[] = { { 10.5, 10.5, 0 }, { 9.3, 8.77, 1.234 }, { 10.0, 10.5, FW_PI / 4 } };
	for ( size_t i = 0; i < 3; ++i )
	{
		for ( int32_t any = 0; any <= 1; ++any )
		{
			fw_query q = drive_query( &d, poses[i], poses[i] );
			q.goal_any_heading = any == 1;
			assert_int_equal( drive_run( &d, &q ), FW_FOUND );
			assert_true( d.result.length <= 1e-9 );
		}
	}
	// A full turn on the spot is impossible for a unit that needs room to turn.
	fw_query q = drive_query( &d, poses[0], poses[0] );
	q.goal.heading = FW_PI;
	q.goal_any_heading = false;
	assert_int_equal( drive_run( &d, &q ), FW_FOUND );
	assert_true( d.result.length > 2 * FW_PI * 1.5 - 4 );
	drive_close( &d );
}

// Exact poses near each other are joined by one curve.
static void test_near_poses( void** state )
{
	(void)state;
	test_random random = test_random_make( 53 );
	drive_def def = drive_def_of( 0.4, 1.5 );
	drive d;
	drive_open( &d, test_field( 40, 40 ), &def );
	for ( int32_t i = 0; i < test_rounds( 60 ); ++i )
	{
		const fw_vec2 start_at = test_random_point( &random, 18, 22, 22 );
		const fw_pose start = { start_at.x, start_at.y, test_random_real( &random, -FW_PI, FW_PI ) };
		const fw_vec2 goal_at = test_random_point( &random, 18, 22, 22 );
		const fw_pose goal = { goal_at.x, goal_at.y, test_random_real( &random, -FW_PI, FW_PI ) };
		fw_query q = drive_query( &d, start, goal );
		q.goal_any_heading = i % 2 == 0;
		q.options.heuristic = i % 4 < 2 ? FW_HEURISTIC_ZERO : FW_HEURISTIC_BEST;
		fw_curve shortest;
		const fw_vec2 at = { goal.x, goal.y };
		assert_true( q.goal_any_heading
		                 ? fw_curve_shortest_to_point( start, at, 1.5, FW_GEAR_FORWARD, &shortest )
		                 : fw_curve_shortest( start, goal, 1.5, FW_WORDS_SIX, FW_GEAR_FORWARD, &shortest ) );
		assert_int_equal( drive_run( &d, &q ), FW_FOUND );
		assert_true( d.result.length <= shortest.length + 2e-3 );
	}
	drive_close( &d );
}

// The field around a goal off the tile centers knows which points have a line of sight to it: here those within a tile
// and a half of it lie behind other tiles, and the path to it ends in a longer line.
static void test_field_sees_the_goal( void** state )
{
	(void)state;
	drive_def def = drive_def_of( 0.9, 0.0 );
	def.lattice = FW_LATTICE_TILES;
	def.unit.reverse = true;
	def.unit.reverse_factor = 2.0;
	def.unit.reverse_penalty = 1.0;
	fw_grid* grid = test_field( 13, 9 );
	test_block( grid, 7, 5 );
	test_block( grid, 4, 8 );
	test_block( grid, 6, 8 );
	drive d;
	drive_open( &d, grid, &def );
	const fw_pose start = { 1.13368, 3.5, FW_TAU * 0.75 };
	const fw_pose goal = { 7.5, 7.16034, 0.0 };
	fw_query q = drive_query( &d, start, goal );
	q.options.heuristic = FW_HEURISTIC_ZERO;
	const double least = cost_of( &d, &q );
	assert_true( least < 8.0 );
	for ( q.options.heuristic = FW_HEURISTIC_BEST; q.options.heuristic <= FW_HEURISTIC_FIELD; q.options.heuristic++ )
	{
		assert_true( cost_of( &d, &q ) <= 1.05 * least );
	}
	drive_close( &d );
}

typedef struct heard
{
	int64_t events[FW_EVENT_BACK + 1];
	const drive* d;
	fw_vec2 goal;
} heard;

static void hear( void* context, const fw_heard* what )
{
	const fw_event event = what->event;
	const fw_pose pose = what->pose;
	heard* h = context;
	assert_true( event >= FW_EVENT_EXPAND && event <= FW_EVENT_BACK );
	h->events[event]++;
	assert_true( pose.x >= 0 && pose.y >= 0 && pose.x <= fw_grid_width( h->d->grid ) &&
	             pose.y <= fw_grid_height( h->d->grid ) && isfinite( pose.heading ) );
	if ( event == FW_EVENT_FIELD )
	{
		// Diagonal steps are counted short by 0.03 %; the goal's distance from its place counts too.
		const double straight = hypot( pose.x - h->goal.x, pose.y - h->goal.y );
		assert_true( what->g >= 0.9996 * straight - 0.75 && what->g <= 1.5 * straight + 60.0 );
	}
}

static void test_listener( void** state )
{
	(void)state;
	test_random random = test_random_make( 54 );
	drive_def def = drive_def_of( 0.9, 3.0 );
	drive d;
	drive_open( &d, test_random_town( &random, 50, 50, 20, 4 ), &def );
	fw_pose start = { 0 }, goal = { 0 };
	assert_true( drive_random_pose( &d, &random, &start ) );
	fw_outcome outcome = FW_UNREACHABLE;
	for ( int32_t i = 0; i < 50 && outcome != FW_FOUND; ++i )
	{
		assert_true( drive_random_pose( &d, &random, &goal ) );
		const fw_query q = drive_query( &d, start, goal );
		outcome = hypot( start.x - goal.x, start.y - goal.y ) > 20 ? drive_run( &d, &q ) : outcome;
	}
	assert_int_equal( outcome, FW_FOUND );
	const uint64_t hash = fw_path_hash( &d.result.path );
	fw_query q = drive_query( &d, start, goal );
	heard h = { .d = &d, .goal = { goal.x, goal.y } };
	q.options.listener = ( fw_listener ){ hear, &h };
	assert_int_equal( drive_run( &d, &q ), FW_FOUND );
	assert_true( fw_path_hash( &d.result.path ) == hash );
	assert_true( h.events[FW_EVENT_EXPAND] > 0 && h.events[FW_EVENT_EXPAND] <= d.result.counters.expanded );
	assert_true( h.events[FW_EVENT_OPEN] > 0 );
	assert_int_equal( h.events[FW_EVENT_BEGIN], 1 );
	assert_int_equal( h.events[FW_EVENT_BACK], 0 ); // the goal has any heading
	assert_true( h.events[FW_EVENT_FIELD] == d.result.counters.field );
	drive_close( &d );
}

// The results of the pose problems of one map.
typedef struct pose_sum
{
	int32_t asked, found, known;
	double ratios; // length divided by the shortest known length, after the clean-up
	double raw_turned, raw_length, turned, length;
} pose_sum;

static double* read_best( const char* name, int32_t count )
{
	char file[64];
	snprintf( file, sizeof( file ), "poses/%s.best", name );
	FILE* f = test_benchmark_file( file );
	double* best = calloc( (size_t)count, sizeof( double ) );
	assert_non_null( best );
	char line[256];
	while ( fgets( line, sizeof( line ), f ) != NULL )
	{
		int index = 0;
		double length = 0;
		if ( sscanf( line, "%d %lf", &index, &length ) == 2 && index >= 0 && index < count )
		{
			best[index] = length;
		}
	}
	fclose( f );
	return best;
}

static void solve( drive* d, const fw_pose_problem* p, double best, pose_sum* sum )
{
	fw_query q = drive_query( d, p->start, p->goal );
	q.method = "directional48";
	q.goal_any_heading = p->goal_any_heading;
	q.options.weight = 1.1;
	q.options.max_expansions = 100000;
	sum->asked++;
	if ( drive_run( d, &q ) != FW_FOUND )
	{
		return;
	}
	fw_path* path = &d->result.path;
	sum->found++;
	sum->raw_turned += fw_path_turn_angle( path );
	sum->raw_length += path->length;
	fw_smoother smoother = fw_default_smoother();
	smoother.grid = d->grid;
	smoother.unit = &d->def.unit;
	assert_int_equal( fw_clean_up( &smoother, path, !p->goal_any_heading, NULL ), FW_OK );
	d->result.length = d->result.cost = path->length;
	drive_check( d, &q, &d->result );
	sum->turned += fw_path_turn_angle( path );
	sum->length += path->length;
	if ( best > 0 )
	{
		sum->known++;
		sum->ratios += path->length / best;
	}
}

static pose_sum solve_set( const char* map, const char* name )
{
	fw_grid* grid = test_benchmark_map( map );
	fw_pose_set set = test_benchmark_poses( name );
	double* best = read_best( name, set.count );
	pose_sum sum = { 0 };
	drive_def def = drive_def_of( set.problems[0].radius, set.problems[0].turning_radius );
	def.unit.capabilities = fw_default_unit().capabilities;
	drive d;
	drive_open( &d, grid, &def );
	for ( int32_t i = 0; i < set.count; i += test_every( 1 ) )
	{
		assert_true( set.problems[i].radius == def.unit.radius );
		assert_true( set.problems[i].turning_radius == def.unit.turning_radius );
		solve( &d, &set.problems[i], best[i], &sum );
	}
	print_message( "  %s: %d of %d found, %.4f times the shortest known, %.4f radians a tile (%.4f before)\n", name,
	               (int)sum.found, (int)sum.asked, sum.ratios / sum.known, sum.turned / sum.length,
	               sum.raw_turned / sum.raw_length );
	drive_close( &d );
	fw_poses_free( &set );
	free( best );
	return sum;
}

static void check_poses( bool fixed, int32_t min_found )
{
	const pose_sum a = solve_set( "dao/brc202d", fixed ? "brc202d-fix" : "brc202d" );
	const pose_sum b = solve_set( "bg512/AR0602SR", fixed ? "AR0602SR-fix" : "AR0602SR" );
	assert_int_equal( a.asked + b.asked, test_rounds( 80 ) );
	assert_true( 80 * ( a.found + b.found ) >= min_found * ( a.asked + b.asked ) );
	assert_true( ( a.ratios + b.ratios ) / ( a.known + b.known ) <= 1.0 );
	assert_true( 2 * ( a.turned + b.turned ) / ( a.length + b.length ) <=
	             ( a.raw_turned + b.raw_turned ) / ( a.raw_length + b.raw_length ) );
}

static void test_poses_free( void** state )
{
	(void)state;
	check_poses( false, 80 );
}

static void test_poses_fixed( void** state )
{
	(void)state;
	check_poses( true, 77 );
}

int run_test_directional_goals( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_free_headings_are_the_best_fixed_ones ),
	    cmocka_unit_test( test_tolerance ),
	    cmocka_unit_test( test_start_is_the_goal ),
	    cmocka_unit_test( test_near_poses ),
	    cmocka_unit_test( test_field_sees_the_goal ),
	    cmocka_unit_test( test_listener ),
	    cmocka_unit_test( test_poses_free ),
	    cmocka_unit_test( test_poses_fixed ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
