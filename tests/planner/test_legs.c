// SPDX-License-Identifier: MIT
// Far ways leg by leg: each next point is the one that a slow and simple reading of the definition chooses, over drawn
// regions and squares, on a map that changes on the way; legs join, and where one fails there is a reason.
#include "fairway/grid.h"
#include "fairway/motion.h"
#include "support.h"
#include "support_answer.h"
#include "support_planner.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define SIDE_MAX 90
#define TILES_MAX ( SIDE_MAX * SIDE_MAX )
#define TRAIL_MAX 512
#define LEGS_MAX 600

// Areas by definition: a tile's label is the first tile of its area in reading order.
typedef struct atlas
{
	const fw_grid* grid;
	int32_t width, height, side;
	const uint8_t* regions;
	int32_t labels[TILES_MAX]; // -1: blocked
	int32_t visited[TRAIL_MAX];
	int32_t visited_count;
} atlas;

static bool is_open( const atlas* a, int32_t x, int32_t y )
{
	return x >= 0 && y >= 0 && x < a->width && y < a->height && fw_grid_passable( a->grid, x, y, FW_CAP_GROUND );
}

static int32_t key_of( const atlas* a, int32_t x, int32_t y )
{
	const int32_t drawn = a->regions != NULL ? a->regions[y * a->width + x] : 0;
	return drawn != 0 ? drawn : 1000 + y / a->side * 1000 + x / a->side;
}

static void label_all( atlas* a )
{
	for ( int32_t i = 0; i < a->width * a->height; i++ )
	{
		a->labels[i] = is_open( a, i % a->width, i / a->width ) ? i : -1;
	}
	for ( bool changed = true; changed; )
	{
		changed = false;
		for ( int32_t n = 0; n < 2 * a->width * a->height; n++ )
		{
			const int32_t last = a->width * a->height - 1;
			const int32_t i = n <= last ? n : 2 * last + 1 - n; // to and fro
			const int32_t x = i % a->width;
			const int32_t y = i / a->width;
			for ( int32_t k = 0; k < 4 && a->labels[i] >= 0; k++ )
			{
				const int32_t to_x = x + ( k == 0 ) - ( k == 1 );
				const int32_t to_y = y + ( k == 2 ) - ( k == 3 );
				const int32_t to = to_y * a->width + to_x;
				if ( is_open( a, to_x, to_y ) && key_of( a, x, y ) == key_of( a, to_x, to_y ) &&
				     a->labels[to] < a->labels[i] )
				{
					a->labels[i] = a->labels[to];
					changed = true;
				}
			}
		}
	}
}

// The middle of an area, and the tile of it that is nearest to that.
static int32_t middle_of( const atlas* a, int32_t area, fw_vec2* middle )
{
	const int32_t x = area % a->width;
	const int32_t y = area / a->width;
	double sum_x = 0.0;
	double sum_y = 0.0;
	int32_t count = 0;
	for ( int32_t i = 0; i < a->width * a->height; i++ )
	{
		sum_x += a->labels[i] == area ? i % a->width + 0.5 : 0.0;
		sum_y += a->labels[i] == area ? i / a->width + 0.5 : 0.0;
		count += a->labels[i] == area ? 1 : 0;
	}
	*middle = ( fw_vec2 ){ sum_x / count, sum_y / count };
	if ( key_of( a, x, y ) >= 1000 )
	{
		*middle = ( fw_vec2 ){ ( x / a->side + 0.5 ) * a->side, ( y / a->side + 0.5 ) * a->side };
	}
	int32_t best = area;
	double nearest = INFINITY;
	for ( int32_t i = 0; i < a->width * a->height; i++ )
	{
		const double away = pow( i % a->width + 0.5 - middle->x, 2 ) + pow( i / a->width + 0.5 - middle->y, 2 );
		if ( a->labels[i] == area && away < nearest )
		{
			nearest = away;
			best = i;
		}
	}
	return best;
}

static int32_t eighth_of( double dx, double dy )
{
	return ( (int32_t)floor( ( atan2( dy, dx ) + FW_PI / 8.0 ) / ( FW_PI / 4.0 ) ) + 8 ) % 8;
}

static bool step_leads( const atlas* a, int32_t x, int32_t y, int32_t dx, int32_t dy )
{
	return is_open( a, x, y ) && is_open( a, x + dx, y + dy ) && is_open( a, x + dx, y ) && is_open( a, x, y + dy );
}

static bool are_neighbors( const atlas* a, int32_t one, int32_t other )
{
	for ( int32_t i = 0; i < a->width * a->height; i++ )
	{
		for ( int32_t k = 0; k < 9 && a->labels[i] == one; k++ )
		{
			const int32_t dx = k % 3 - 1;
			const int32_t dy = k / 3 - 1;
			if ( step_leads( a, i % a->width, i / a->width, dx, dy ) && a->labels[i + dy * a->width + dx] == other )
			{
				return true;
			}
		}
	}
	return false;
}

static bool was_visited( const atlas* a, int32_t area )
{
	bool visited = false;
	for ( int32_t i = 0; i < a->visited_count; i++ )
	{
		visited = visited || a->labels[a->visited[i]] == area;
	}
	return visited;
}

// Where the compass leads from one tile: the middle tile of the next area, the goal itself in its area, -1 nowhere.
static int32_t next_of( const atlas* a, int32_t at, int32_t goal )
{
	const int32_t here = a->labels[at];
	const fw_pose to = { goal % a->width + 0.5, goal / a->width + 0.5, 0.0 };
	if ( a->labels[goal] == here )
	{
		return goal;
	}
	fw_vec2 from;
	middle_of( a, here, &from );
	int32_t best = -1;
	double least = INFINITY;
	for ( int32_t area = 0; area < a->width * a->height; area++ )
	{
		if ( a->labels[area] != area || area == here || was_visited( a, area ) || !are_neighbors( a, here, area ) )
		{
			continue;
		}
		fw_vec2 middle;
		const int32_t tile = middle_of( a, area, &middle );
		const int32_t turn = abs(
		    ( eighth_of( middle.x - from.x, middle.y - from.y ) - eighth_of( to.x - from.x, to.y - from.y ) + 12 ) % 8 -
		    4 );
		const double away = hypot( tile % a->width + 0.5 - to.x, tile / a->width + 0.5 - to.y );
		const double worth = a->labels[goal] == area ? -1.0 : turn * 1e6 + away;
		if ( worth < least - 1e-9 && ( turn < 3 || worth < 0.0 ) )
		{
			least = worth;
			best = tile;
		}
	}
	return best;
}

static int32_t tile_of( const atlas* a, fw_pose pose )
{
	return (int32_t)floor( pose.y ) * a->width + (int32_t)floor( pose.x );
}

// Rectangles of few letters, so that regions have holes and several pieces; the number 0 stays in between.
static void draw_regions( test_random* random, uint8_t* regions, int32_t width, int32_t height )
{
	memset( regions, 0, (size_t)width * (size_t)height );
	for ( int32_t n = test_random_int( random, 24 ); n >= 0; n-- )
	{
		const fw_rect rect = test_random_rect( random, width, height, 40, 40 );
		const uint8_t region = (uint8_t)( test_random_int( random, 4 ) * 85 ); // 0, 85, 170, 255
		for ( int32_t y = rect.y; y < rect.y + rect.height; y++ )
		{
			for ( int32_t x = rect.x; x < rect.x + rect.width; x++ )
			{
				if ( x >= 0 && y >= 0 && x < width && y < height )
				{
					regions[y * width + x] = region;
				}
			}
		}
	}
}

// Blocks or opens some ground, but not under the unit.
static void edit( test_random* random, fw_grid* grid, fw_pose unit )
{
	const int32_t width = fw_grid_width( grid );
	const int32_t height = fw_grid_height( grid );
	const fw_rect rect = test_random_rect( random, width, height, 8, 8 );
	const bool opens = test_random_chance( random, 0.3 );
	const bool stands =
	    unit.x >= rect.x && unit.y >= rect.y && unit.x < rect.x + rect.width && unit.y < rect.y + rect.height;
	if ( !stands )
	{
		assert_int_equal( fw_grid_fill( grid, rect, opens ? FW_TERRAIN_GROUND : FW_TERRAIN_OUT, NULL ), FW_OK );
	}
}

typedef struct journey
{
	int32_t legs, found, failed, of_drawn;
} journey;

// One way by the compass, each leg against the atlas.
static void follow_compass( test_random* random, fw_grid* grid, fw_planner* planner, fw_plan plan, bool edits,
                            journey* j )
{
	static atlas a;
	a = ( atlas ){ .grid = grid,
	               .width = fw_grid_width( grid ),
	               .height = fw_grid_height( grid ),
	               .side = plan.legs.side,
	               .regions = plan.legs.regions };
	fw_result leg = { 0 };
	const int32_t goal = tile_of( &a, plan.goal );
	for ( int32_t n = 0; n < LEGS_MAX; n++ )
	{
		const int32_t at = tile_of( &a, plan.start );
		label_all( &a );
		const int32_t wanted = next_of( &a, at, goal );
		if ( !was_visited( &a, a.labels[at] ) )
		{
			assert_true( a.visited_count < TRAIL_MAX );
			a.visited[a.visited_count++] = at;
		}
		assert_int_equal( fw_planner_run( planner, &plan, &leg, NULL ), FW_OK );
		if ( leg.outcome == FW_UNREACHABLE )
		{
			const bool known = leg.reason == FW_REASON_OTHER_REGION || leg.reason == FW_REASON_GOAL_BLOCKED;
			assert_true( known || ( leg.reason == FW_REASON_DEAD_END && ( wanted < 0 || n > 32 ) ) );
			j->failed++;
			break;
		}
		assert_int_equal( leg.path.start.x == plan.start.x && leg.path.start.y == plan.start.y, true );
		test_check_legal( grid, &plan.unit, &leg.path );
		const fw_pose end = fw_path_end( &leg.path );
		assert_int_equal( tile_of( &a, end ), wanted );
		j->legs++;
		j->of_drawn += key_of( &a, wanted % a.width, wanted / a.width ) < 1000;
		if ( leg.outcome == FW_FOUND )
		{
			assert_true( test_distance_between( end, plan.goal ) < 1e-9 );
			j->found++;
			break;
		}
		assert_int_equal( leg.outcome, FW_PARTIAL );
		assert_int_equal( leg.reason, FW_REASON_LEG );
		plan.start = end;
		if ( edits )
		{
			edit( random, grid, end );
		}
		assert_true( n + 1 < LEGS_MAX );
	}
	fw_result_free( &leg );
}

static void compass_by_definition( void** state )
{
	(void)state;
	test_random random = test_random_make( 1504 );
	static uint8_t regions[TILES_MAX];
	journey j = { 0 };
	fw_trail* trail = NULL;
	assert_int_equal( fw_trail_create( NULL, &trail, NULL ), FW_OK );
	for ( int32_t world = 0; world < test_rounds( 60 ); world++ )
	{
		const int32_t width = 20 + test_random_int( &random, SIDE_MAX - 20 );
		const int32_t height = 20 + test_random_int( &random, SIDE_MAX - 20 );
		fw_grid* grid = test_random_map( &random, width, height, test_random_real( &random, 0.02, 0.3 ) );
		fw_planner* planner = planner_make( grid );
		draw_regions( &random, regions, width, height );
		for ( int32_t problem = 0; problem < 6; problem++ )
		{
			fw_plan plan = planner_plan( 0.4, 0.0, test_random_center( &random, width, height, 0.0 ),
			                             test_random_center( &random, width, height, 0.0 ) );
			plan.method = "compass";
			plan.smooth = problem % 2 == 0;
			plan.legs.side = 2 + test_random_int( &random, 30 );
			plan.legs.regions = world % 3 != 0 ? regions : NULL;
			plan.legs.trail = trail;
			fw_trail_clear( trail );
			if ( fw_grid_passable( grid, (int32_t)plan.start.x, (int32_t)plan.start.y, FW_CAP_GROUND ) &&
			     fw_grid_passable( grid, (int32_t)plan.goal.x, (int32_t)plan.goal.y, FW_CAP_GROUND ) )
			{
				follow_compass( &random, grid, planner, plan, problem >= 3, &j );
			}
		}
		fw_planner_destroy( planner );
		fw_grid_destroy( grid );
	}
	fw_trail_destroy( trail );
	print_message( "%d legs, %d of them into drawn regions; %d found, %d failed\n", j.legs, j.of_drawn, j.found,
	               j.failed );
	assert_true( j.legs > test_rounds( 500 ) && j.of_drawn > test_rounds( 100 ) );
	assert_true( j.found > test_rounds( 150 ) && j.failed >= test_rounds( 10 ) );
}

// The whole way at once is all of its legs, where the map stays as it is.
static void whole_is_all_legs( void** state )
{
	(void)state;
	test_random random = test_random_make( 1505 );
	static uint8_t regions[TILES_MAX];
	static const char* const names[] = { "compass", "midpoint" };
	int32_t found = 0;
	fw_result leg = { 0 };
	fw_trail* trail = NULL;
	assert_int_equal( fw_trail_create( NULL, &trail, NULL ), FW_OK );
	for ( int32_t round = 0; round < test_rounds( 120 ); round++ )
	{
		fw_grid* grid = test_random_map( &random, SIDE_MAX, SIDE_MAX, 0.05 );
		fw_planner* planner = planner_make( grid );
		fw_plan plan = planner_plan( 0.4, 0.0, test_random_center( &random, SIDE_MAX, SIDE_MAX, 0.0 ),
		                             test_random_center( &random, SIDE_MAX, SIDE_MAX, 0.0 ) );
		draw_regions( &random, regions, SIDE_MAX, SIDE_MAX );
		plan.method = names[round % 2];
		plan.smooth = false;
		plan.legs.regions = regions;
		plan.legs.length = 60; // so that the second of two midpoints is never asked for
		const answer whole = answer_of( planner, grid, &plan );
		double length = 0.0;
		plan.legs.trail = trail;
		do
		{
			assert_int_equal( fw_planner_run( planner, &plan, &leg, NULL ), FW_OK );
			length += leg.length;
			plan.start = fw_path_end( &leg.path );
		} while ( leg.outcome == FW_PARTIAL );
		assert_int_equal( leg.outcome, whole.outcome );
		assert_int_equal( leg.reason, whole.reason );
		assert_true( leg.outcome != FW_FOUND || fabs( length - whole.length ) < 1e-9 );
		found += leg.outcome == FW_FOUND;
		fw_planner_destroy( planner );
		fw_grid_destroy( grid );
	}
	fw_result_free( &leg );
	fw_trail_destroy( trail );
	assert_true( found > test_rounds( 40 ) );
}

// Each leg leads nearer to the goal, whatever its length.
static void midpoints_come_nearer( void** state )
{
	(void)state;
	test_random random = test_random_make( 1506 );
	fw_result leg = { 0 };
	fw_trail* trail = NULL;
	int32_t found = 0;
	assert_int_equal( fw_trail_create( NULL, &trail, NULL ), FW_OK );
	for ( int32_t round = 0; round < test_rounds( 60 ); round++ )
	{
		fw_grid* grid = test_random_map( &random, SIDE_MAX, SIDE_MAX, 0.04 );
		fw_planner* planner = planner_make( grid );
		fw_plan plan = planner_plan( 0.4, 0.0, test_random_center( &random, SIDE_MAX, SIDE_MAX, 0.0 ),
		                             test_random_center( &random, SIDE_MAX, SIDE_MAX, 0.0 ) );
		plan.method = "midpoint";
		plan.legs.length = 1 + test_random_int( &random, 20 );
		plan.legs.margin = test_random_int( &random, 30 );
		plan.legs.trail = trail;
		do
		{
			const fw_pose before = plan.start;
			assert_int_equal( fw_planner_run( planner, &plan, &leg, NULL ), FW_OK );
			plan.start = fw_path_end( &leg.path );
			const double was = fmax( fabs( plan.goal.x - before.x ), fabs( plan.goal.y - before.y ) );
			const double is = fmax( fabs( plan.goal.x - plan.start.x ), fabs( plan.goal.y - plan.start.y ) );
			assert_true( leg.outcome != FW_PARTIAL || is < was );
			if ( leg.outcome != FW_UNREACHABLE )
			{
				test_check_legal( grid, &plan.unit, &leg.path );
			}
			edit( &random, grid, plan.start );
		} while ( leg.outcome == FW_PARTIAL );
		assert_true( leg.outcome == FW_FOUND || leg.reason != FW_REASON_NONE );
		found += leg.outcome == FW_FOUND;
		fw_planner_destroy( planner );
		fw_grid_destroy( grid );
	}
	fw_result_free( &leg );
	fw_trail_destroy( trail );
	assert_true( found > test_rounds( 10 ) );
}

// Vehicles: the next leg leaves where the last one ended, with the heading that it ended with, by legal turns.
static void vehicles_join( void** state )
{
	(void)state;
	test_random random = test_random_make( 1507 );
	fw_result leg = { 0 };
	fw_trail* trail = NULL;
	int32_t legs = 0;
	int32_t found = 0;
	int32_t no_turn = 0;
	assert_int_equal( fw_trail_create( NULL, &trail, NULL ), FW_OK );
	for ( int32_t round = 0; round < test_rounds( 60 ); round++ )
	{
		fw_grid* grid = test_random_map( &random, SIDE_MAX, SIDE_MAX, 0.02 );
		fw_planner* planner = planner_make( grid );
		fw_plan plan = planner_plan( 0.4, 1.5, test_random_stand( &random, SIDE_MAX, SIDE_MAX ),
		                             test_random_stand( &random, SIDE_MAX, SIDE_MAX ) );
		plan.method = round % 2 == 0 ? "compass" : "midpoint";
		plan.turning = FW_TURNING_ALONG;
		plan.goal_any_heading = round % 3 != 0;
		plan.options.neighbors = round % 2 == 1 ? 4 : 8; // which a search for curves does not know
		plan.options.turn_penalty = round % 3 == 1 ? 1.0 : 0.0;
		plan.options.window = round % 5 > 1 ? 90 : -1;
		plan.legs.trail = trail;
		do
		{
			assert_int_equal( fw_planner_run( planner, &plan, &leg, NULL ), FW_OK );
			if ( leg.outcome == FW_PARTIAL || leg.outcome == FW_FOUND )
			{
				const fw_pose from = fw_path_at( &leg.path, 0.0 ).pose;
				assert_true( leg.path.count == 0 || ( test_distance_between( from, plan.start ) < 1e-9 &&
				                                      test_angle_between( from.heading, plan.start.heading ) < 1e-9 ) );
				test_check_legal( grid, &plan.unit, &leg.path );
				legs++;
			}
			plan.start = fw_path_end( &leg.path );
			edit( &random, grid, plan.start );
		} while ( leg.outcome == FW_PARTIAL );
		assert_true( leg.outcome == FW_FOUND || leg.reason != FW_REASON_NONE );
		found += leg.outcome == FW_FOUND;
		if ( leg.outcome != FW_FOUND && leg.reason == FW_REASON_NO_TURN )
		{
			// Nor does any other method find a way out.
			no_turn++;
			plan.method = NULL;
			plan.turning = FW_TURNING_NONE;
			plan.legs.trail = NULL;
			plan.start = leg.path.start;
			plan.options = fw_default_plan().options;
			assert_int_equal( fw_planner_run( planner, &plan, &leg, NULL ), FW_OK );
			assert_int_equal( leg.reason, FW_REASON_NO_TURN );
		}
		fw_planner_destroy( planner );
		fw_grid_destroy( grid );
	}
	fw_result_free( &leg );
	fw_trail_destroy( trail );
	print_message( "%d legs; of %d vehicles %d arrived, %d had no turn\n", legs, test_rounds( 60 ), found, no_turn );
	assert_true( legs > test_rounds( 80 ) && found > test_rounds( 20 ) );
}

// A follower takes over each leg before the end of the last one, on a map that changes: it never jumps, turns on the
// spot or stops, but at the goal.
static void follower_drives( void** state )
{
	(void)state;
	static const char* const names[] = { "compass", "midpoint" };
	for ( int32_t i = 0; i < 2; i++ )
	{
		fw_grid* grid = test_field( 150, 60 );
		fw_planner* planner = planner_make( grid );
		fw_plan plan = planner_plan( 0.4, 1.5, test_center( 5, 30, 0 ), test_center( 140, 35, 0 ) );
		fw_profile_def how = fw_default_profile_def();
		fw_follower* unit = NULL;
		fw_result leg = { 0 };
		plan.method = names[i];
		plan.turning = FW_TURNING_ALONG;
		plan.legs.length = 25;
		how.unit = plan.unit;
		assert_int_equal( fw_trail_create( NULL, &plan.legs.trail, NULL ), FW_OK );
		assert_int_equal( fw_follower_create( NULL, &unit, NULL ), FW_OK );
		assert_int_equal( fw_planner_run( planner, &plan, &leg, NULL ), FW_OK );
		assert_int_equal( fw_follower_begin( unit, &how, &leg.path, NULL ), FW_OK );
		fw_motion before = fw_follower_now( unit );
		int32_t legs = 1;
		while ( !fw_follower_is_done( unit ) )
		{
			fw_motion now;
			assert_int_equal( fw_follower_step( unit, 1.0 / 64.0, &now, NULL ), FW_OK );
			const double moved = test_distance_between( now.pose, before.pose );
			assert_true( moved <= plan.unit.speed / 64.0 + 1e-9 );
			assert_true( test_angle_between( now.pose.heading, before.pose.heading ) <= moved / 1.5 + 1e-6 );
			assert_true( now.speed > 0.0 || leg.outcome == FW_FOUND );
			if ( leg.outcome == FW_PARTIAL && fw_follower_measure( unit ).left < 2.0 )
			{
				// A wall on the way that lies ahead.
				const fw_rect wall = { (int32_t)now.pose.x + 10, 20, 1, 20 };
				assert_int_equal( fw_grid_fill( grid, wall, legs == 3 ? FW_TERRAIN_OUT : FW_TERRAIN_GROUND, NULL ),
				                  FW_OK );
				plan.start = fw_path_end( fw_follower_path( unit ) );
				assert_int_equal( fw_planner_run( planner, &plan, &leg, NULL ), FW_OK );
				assert_true( leg.outcome == FW_PARTIAL || leg.outcome == FW_FOUND );
				test_check_legal( grid, &plan.unit, &leg.path );
				const double from = fw_follower_path( unit )->length;
				assert_int_equal( fw_follower_replan( unit, &leg.path, from, NULL ), FW_OK );
				now = fw_follower_now( unit );
				legs++;
			}
			before = now;
		}
		assert_true( legs >= 6 && leg.outcome == FW_FOUND );
		assert_true( test_distance_between( before.pose, plan.goal ) < 1e-6 );
		fw_follower_destroy( unit );
		fw_trail_destroy( plan.legs.trail );
		fw_result_free( &leg );
		fw_planner_destroy( planner );
		fw_grid_destroy( grid );
	}
}

// A trail is of one goal, and goes on after a leg that failed.
static void trails( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 96, 16 );
	fw_planner* planner = planner_make( grid );
	fw_plan plan = planner_plan( 0.4, 0.0, test_center( 8, 8, 0 ), test_center( 90, 8, 0 ) );
	fw_result leg = { 0 };
	plan.method = "compass";
	assert_int_equal( fw_trail_create( NULL, &plan.legs.trail, NULL ), FW_OK );
	// A gate shuts before the unit, and opens again: the way back leads nowhere, the way on does.
	assert_int_equal( fw_planner_run( planner, &plan, &leg, NULL ), FW_OK );
	assert_int_equal( leg.reason, FW_REASON_LEG );
	plan.start = fw_path_end( &leg.path );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 32, 0, 1, 16 }, FW_TERRAIN_OUT, NULL ), FW_OK );
	assert_int_equal( fw_planner_run( planner, &plan, &leg, NULL ), FW_OK );
	assert_int_equal( leg.reason, FW_REASON_OTHER_REGION );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 32, 4, 1, 8 }, FW_TERRAIN_GROUND, NULL ), FW_OK );
	assert_int_equal( fw_planner_run( planner, &plan, &leg, NULL ), FW_OK );
	assert_int_equal( leg.reason, FW_REASON_LEG );
	assert_true( fw_path_end( &leg.path ).x > 33.0 );
	// Back to the start, which is another goal: what was visited on the way out counts no more.
	plan.start = fw_path_end( &leg.path );
	plan.goal = test_center( 8, 8, 0 );
	assert_int_equal( fw_planner_run( planner, &plan, &leg, NULL ), FW_OK );
	assert_int_equal( leg.reason, FW_REASON_LEG );
	assert_true( fw_path_end( &leg.path ).x < 32.0 );
	fw_trail_clear( NULL );
	fw_trail_destroy( NULL );
	fw_trail_destroy( plan.legs.trail );
	fw_result_free( &leg );
	fw_planner_destroy( planner );
	fw_grid_destroy( grid );
}

// All legs of a way, with a new try for each that finds no memory. Returns how often that was.
static int64_t drive_in( test_memory* memory, int64_t n, bool fail_on, uint64_t* hash )
{
	static uint8_t regions[60 * 40];
	test_random random = test_random_make( 1508 );
	const fw_allocator allocator = test_memory_allocator( memory );
	fw_grid* grid = test_field( 60, 40 );
	fw_planner* planner = NULL;
	fw_plan plan = planner_plan( 0.4, 1.5, test_center( 3, 20, 0 ), test_center( 55, 25, 0 ) );
	fw_result leg;
	int64_t failures = 0;
	draw_regions( &random, regions, 60, 40 );
	test_block( grid, 30, 20 );
	fw_result_init( &leg, &allocator );
	plan.method = "compass";
	plan.turning = FW_TURNING_ALONG;
	plan.legs.regions = regions;
	plan.legs.side = 9;
	assert_int_equal( fw_planner_create( grid, &allocator, &planner, NULL ), FW_OK );
	assert_int_equal( fw_planner_prepare( planner, &plan, NULL ), FW_OK );
	test_memory_fail_in( memory, n, fail_on );
	fw_status status = fw_trail_create( &allocator, &plan.legs.trail, NULL );
	assert_true( ( status == FW_OK ) == ( plan.legs.trail != NULL ) );
	do
	{
		if ( status == FW_ERR_MEMORY )
		{
			failures++;
			test_memory_fail_never( memory );
			status = plan.legs.trail == NULL ? fw_trail_create( &allocator, &plan.legs.trail, NULL ) : FW_OK;
		}
		assert_int_equal( status, FW_OK );
		status = fw_planner_run( planner, &plan, &leg, NULL );
		if ( status == FW_OK )
		{
			plan.start = fw_path_end( &leg.path );
			*hash = *hash * 31 + fw_path_hash( &leg.path );
		}
	} while ( status == FW_ERR_MEMORY || leg.outcome == FW_PARTIAL );
	assert_int_equal( leg.outcome, FW_FOUND );
	fw_trail_destroy( plan.legs.trail );
	fw_result_free( &leg );
	fw_planner_destroy( planner );
	fw_grid_destroy( grid );
	return failures;
}

static void memory_runs_out( void** state )
{
	(void)state;
	uint64_t wanted = 0;
	int64_t failures = 0;
	test_memory memory = test_memory_make();
	assert_int_equal( drive_in( &memory, INT64_MAX / 2, false, &wanted ), 0 );
	test_memory_check_empty( &memory );
	for ( int64_t n = 0; n == 0 || failures == n; n++ )
	{
		uint64_t hash = 0;
		memory = test_memory_make();
		failures += drive_in( &memory, n, n % 2 == 1, &hash );
		assert_true( hash == wanted );
		test_memory_check_empty( &memory );
	}
	assert_true( failures > 8 );
}

// The same ways again allocate nothing.
static void warm_legs_allocate_nothing( void** state )
{
	(void)state;
	test_memory memory = test_memory_make();
	const fw_allocator allocator = test_memory_allocator( &memory );
	fw_grid* grid = test_field( 80, 60 );
	fw_planner* planner = NULL;
	fw_result leg;
	int64_t asked = 0;
	fw_result_init( &leg, &allocator );
	assert_int_equal( fw_planner_create( grid, &allocator, &planner, NULL ), FW_OK );
	fw_plan plan = planner_plan( 0.4, 0.0, test_center( 3, 20, 0 ), test_center( 75, 50, 0 ) );
	plan.method = "compass";
	plan.smooth = false; // passes have scratch of their own
	for ( int32_t round = 0; round < 3; round++ )
	{
		plan.start = test_center( 3, 20, 0 );
		assert_int_equal( fw_planner_run( planner, &plan, &leg, NULL ), FW_OK );
		assert_true( round < 2 || memory.asked == asked );
		asked = memory.asked;
	}
	assert_true( fw_planner_measure( planner ).total <= memory.bytes );
	fw_result_free( &leg );
	fw_planner_destroy( planner );
	fw_grid_destroy( grid );
	test_memory_check_empty( &memory );
}

int run_test_legs( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( compass_by_definition ), cmocka_unit_test( whole_is_all_legs ),
	    cmocka_unit_test( midpoints_come_nearer ), cmocka_unit_test( vehicles_join ),
	    cmocka_unit_test( follower_drives ),       cmocka_unit_test( trails ),
	    cmocka_unit_test( memory_runs_out ),       cmocka_unit_test( warm_legs_allocate_nothing ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
