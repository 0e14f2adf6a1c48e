// SPDX-License-Identifier: MIT
// The compass: each next point is the one that a slow and simple reading of the definition chooses, over drawn regions
// and squares, on a map that changes on the way.
#include "fairway/grid.h"
#include "legs.h"
#include "support.h"
#include "support_planner.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

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

int run_test_compass( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( compass_by_definition ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
