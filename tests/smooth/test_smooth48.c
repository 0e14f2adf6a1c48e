// SPDX-License-Identifier: MIT
// Legal turns along a tile path: against all chains of exact curves, on the failures of the simple pass that the
// article draws, where it gives up, and what it refuses.
#include "base/core.h"
#include "support.h"

#include "fairway/planner.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#define HEADINGS 8

typedef struct scene
{
	fw_grid* grid;
	fw_primitives* primitives;
	fw_unit unit;
	fw_smoother smoother;
	fw_path tile_path, path;
} scene;

// Takes over the grid.
static void scene_open( scene* s, fw_grid* grid, double radius, double turning_radius )
{
	*s = ( scene ){ .grid = grid, .unit = test_unit( radius, turning_radius ) };
	fw_primitives_def def = fw_default_primitives_def();
	def.radius = radius;
	def.turning_radius = turning_radius;
	def.lattice = FW_LATTICE_TILES;
	def.prune = false;
	def.by_position = true;
	assert_int_equal( fw_primitives_create( &def, &s->primitives, NULL ), FW_OK );
	assert_int_equal( fw_grid_add_layer( grid, s->unit.capabilities, NULL ), FW_OK );
	s->smoother = ( fw_smoother ){ .cookie = FW_COOKIE, .grid = s->grid, .unit = &s->unit };
	fw_path_init( &s->tile_path, NULL );
	fw_path_init( &s->path, NULL );
}

static void scene_close( scene* s )
{
	fw_path_free( &s->tile_path );
	fw_path_free( &s->path );
	fw_primitives_destroy( s->primitives );
	fw_grid_destroy( s->grid );
}

// The tile path of standard A*, also put into s->path. False if there is none.
static bool scene_tile_path( scene* s, fw_pose start, fw_pose goal, int32_t neighbors )
{
	fw_planner* planner = NULL;
	fw_result result = { 0 };
	assert_int_equal( fw_planner_create( s->grid, NULL, &planner ), FW_OK );
	fw_plan plan = fw_default_plan();
	plan.method = "astar";
	plan.unit = s->unit;
	plan.options.neighbors = neighbors;
	plan.start = start;
	plan.goal = goal;
	plan.smooth = false;
	assert_int_equal( fw_planner_run( planner, &plan, &result, NULL ), FW_OK );
	const bool found = result.outcome == FW_FOUND;
	assert_int_equal( fw_path_copy( &s->tile_path, &result.path ), FW_OK );
	assert_int_equal( fw_path_copy( &s->path, &result.path ), FW_OK );
	fw_result_free( &result );
	fw_planner_destroy( planner );
	return found;
}

static fw_smooth48_report scene_smooth( scene* s, const fw_smooth48_def* def )
{
	fw_smooth48_report report = { 0 };
	const uint64_t before = fw_path_hash( &s->path );
	assert_int_equal( fw_smooth48( &s->smoother, def, &s->path, &report, NULL ), FW_OK );
	if ( report.found )
	{
		test_check_legal( s->grid, &s->unit, &s->path );
	}
	else
	{
		assert_int_equal( fw_path_hash( &s->path ), before );
	}
	return report;
}

static fw_smooth48_def def_of( const scene* s )
{
	fw_smooth48_def def = fw_default_smooth48_def();
	def.primitives = s->primitives;
	return def;
}

// The tiles of a tile path, one after the other.
static int32_t list_tiles( const fw_path* tile_path, fw_vec2* tiles, int32_t capacity )
{
	int32_t count = 0;
	for ( int32_t i = 0; i < tile_path->count; i++ )
	{
		const fw_segment* line = &tile_path->segments[i];
		const int32_t steps =
		    (int32_t)( fmax( fabs( line->to.x - line->from.x ), fabs( line->to.y - line->from.y ) ) + 0.5 );
		for ( int32_t k = i == 0 ? 0 : 1; k <= steps; k++ )
		{
			assert_true( count < capacity );
			tiles[count++] = ( fw_vec2 ){ line->from.x + ( line->to.x - line->from.x ) * k / steps,
			                              line->from.y + ( line->to.y - line->from.y ) * k / steps };
		}
	}
	return count;
}

static bool is_legal( const scene* s, const fw_curve* curve )
{
	fw_path path = { 0 };
	int32_t count = 0;
	fw_path_clear( &path, curve->start );
	assert_int_equal( fw_path_append_curve( &path, curve ), FW_OK );
	assert_int_equal( fw_validate( s->grid, &s->unit, &path, NULL, NULL, 0, &count, NULL ), FW_OK );
	fw_path_free( &path );
	return count == 0;
}

// The furthest tile along the path that any chain of curves leads to, each judged by the validator alone.
static int32_t furthest_by_hand( const scene* s, const fw_vec2* tiles, int32_t count, double start_heading )
{
	bool* reached = calloc( (size_t)count * HEADINGS, sizeof( *reached ) );
	assert_non_null( reached );
	reached[(int32_t)( start_heading / ( FW_PI / 4.0 ) + 0.5 ) % HEADINGS] = true;
	int32_t furthest = 0;
	for ( int32_t i = 0; i < count * HEADINGS; i++ )
	{
		const int32_t from = i / HEADINGS;
		for ( int32_t to = from + 1; reached[i] && to <= from + FW_SMOOTH48_AHEAD && to < count; to++ )
		{
			for ( int32_t h = 0; h < HEADINGS; h++ )
			{
				const fw_pose a = { tiles[from].x, tiles[from].y, fw_radians( 45.0 * ( i % HEADINGS ) ) };
				const fw_pose b = { tiles[to].x, tiles[to].y, fw_radians( 45.0 * h ) };
				fw_curve curves[6];
				const int32_t words =
				    fw_curve_all( a, b, s->unit.turning_radius, FW_WORDS_SIX, FW_GEAR_FORWARD, curves );
				for ( int32_t w = 0; w < words && !reached[to * HEADINGS + h]; w++ )
				{
					reached[to * HEADINGS + h] = is_legal( s, &curves[w] );
				}
				furthest = reached[to * HEADINGS + h] && to > furthest ? to : furthest;
			}
		}
	}
	free( reached );
	return furthest;
}

static void test_finds_what_there_is( void** state )
{
	(void)state;
	test_random random = test_random_make( 5 );
	int32_t found = 0;
	int32_t failed = 0;
	for ( int32_t round = 0; round < test_rounds( 60 ); round++ )
	{
		const double turning_radius = 0.8 + 0.4 * ( round % 4 );
		scene s;
		scene_open( &s, test_random_map( &random, 14, 11, 0.12 ), 0.4, turning_radius );
		const fw_pose start = test_random_stand( &random, 14, 11 );
		const fw_pose goal = test_random_center( &random, 14, 11, 0.0 );
		if ( scene_tile_path( &s, start, goal, round % 2 == 0 ? 4 : 8 ) && s.tile_path.count > 0 )
		{
			fw_vec2 tiles[256];
			const int32_t count = list_tiles( &s.tile_path, tiles, 256 );
			const fw_smooth48_def def = def_of( &s );
			const fw_smooth48_report report = scene_smooth( &s, &def );
			const int32_t furthest = furthest_by_hand( &s, tiles, count, start.heading );
			assert_int_equal( report.waypoints, count );
			assert_int_equal( report.found, furthest == count - 1 );
			assert_int_equal( report.furthest, furthest );
			assert_true( report.position.x == tiles[furthest].x && report.position.y == tiles[furthest].y );
			found += report.found;
			failed += !report.found;
			if ( report.found )
			{
				test_check_ends( &s.path, start, ( fw_pose ){ goal.x, goal.y, NAN } );
			}
		}
		scene_close( &s );
	}
	assert_true( found > test_rounds( 15 ) && failed > test_rounds( 5 ) );
}

// Ends off the lattice, fixed headings, terrain costs: the path begins and ends as it should.
static void test_ends( void** state )
{
	(void)state;
	test_random random = test_random_make( 6 );
	int32_t found = 0;
	for ( int32_t round = 0; round < test_rounds( 80 ); round++ )
	{
		scene s;
		fw_grid* grid = test_random_map( &random, 20, 16, 0.05 );
		if ( round % 4 == 3 )
		{
			fw_terrain swamp = *fw_grid_terrain( grid, FW_TERRAIN_SWAMP );
			swamp.cost = 3.0;
			assert_int_equal( fw_grid_set_terrain( grid, FW_TERRAIN_SWAMP, &swamp, NULL ), FW_OK );
			assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 5, 5, 6, 6 }, FW_TERRAIN_SWAMP, NULL ), FW_OK );
		}
		scene_open( &s, grid, 0.3, 1.0 );
		fw_pose start = test_random_center( &random, 20, 16, 0.0 );
		fw_pose goal = test_random_center( &random, 20, 16, 0.0 );
		start.heading = test_random_real( &random, -3.0, 3.0 );
		goal.heading = test_random_real( &random, -3.0, 3.0 );
		if ( round % 2 == 0 )
		{
			start.x += test_random_real( &random, -0.15, 0.15 );
			goal.y += test_random_real( &random, -0.15, 0.15 );
		}
		if ( scene_tile_path( &s, start, goal, 8 ) && s.tile_path.count > 1 )
		{
			fw_smooth48_def def = def_of( &s );
			def.goal_any_heading = round % 3 == 0;
			def.start_any_heading = round % 5 == 0;
			def.goal_heading = goal.heading;
			if ( scene_smooth( &s, &def ).found )
			{
				start.heading = def.start_any_heading ? NAN : start.heading;
				goal.heading = def.goal_any_heading ? NAN : goal.heading;
				test_check_ends( &s.path, start, goal );
				found++;
			}
		}
		scene_close( &s );
	}
	assert_true( found > test_rounds( 15 ) );
}

// From a start slightly off the lattice the unit drives no full circle, which a curve of the table from there might.
static void test_ends_a_hair_off( void** state )
{
	(void)state;
	for ( double turning_radius = 3.0; turning_radius <= 6.0; turning_radius += 3.0 )
	{
		scene s;
		scene_open( &s, test_field( 30, 30 ), 0.4, turning_radius );
		for ( int32_t i = 0; i < 48; i++ )
		{
			const double hair = ( i % 2 == 0 ? 1.0 : -1.0 ) * pow( 10.0, -8.0 - i / 4 * 0.4 );
			fw_pose start = test_center( 15, 15, 0 );
			start.y += i % 4 < 2 ? hair : 0.0;
			start.heading += i % 4 < 2 ? 0.0 : hair;
			fw_path_clear( &s.path, start );
			for ( int32_t x = 16; x < 24; x++ )
			{
				test_line_to( &s.path, x + 0.5, 15.5, FW_GEAR_FORWARD );
			}
			const fw_smooth48_def def = def_of( &s );
			assert_true( scene_smooth( &s, &def ).found );
			assert_true( s.path.length < 8.1 );
			test_check_ends( &s.path, start, ( fw_pose ){ 23.5, 15.5, NAN } );
		}
		scene_close( &s );
	}
}

// The article's figure 17: the simple pass looks only from its present waypoint, and turns at the wrong points.
static void test_turns_earlier_than_the_simple_pass( void** state )
{
	(void)state;
	scene s;
	scene_open( &s,
	            test_grid( "#...........\n"
	                       "............\n"
	                       "............\n"
	                       "............\n"
	                       "............\n"
	                       "............\n"
	                       "............\n"
	                       ".#..........\n"
	                       ".####.......\n" ),
	            0.4, 1.5 );
	assert_true( scene_tile_path( &s, test_center( 0, 8, 270 ), test_center( 11, 0, 0 ), 4 ) );
	fw_path simple = { 0 };
	assert_int_equal( fw_path_copy( &simple, &s.tile_path ), FW_OK );
	fw_unit walker = test_unit( 0.4, 0.0 );
	fw_smoother smoother = fw_default_smoother();
	smoother.grid = s.grid;
	smoother.unit = &walker;
	assert_int_equal( fw_smooth_straight( &smoother, &simple, NULL ), FW_OK );
	const fw_smooth48_def def = def_of( &s );
	assert_true( scene_smooth( &s, &def ).found );
	assert_int_equal( fw_smooth_curved( &s.smoother, &s.path, NULL ), FW_OK );
	assert_true( s.path.length < simple.length - 1.0 ); // although it turns in circles of 1.5 tiles
	fw_path_free( &simple );
	scene_close( &s );
}

// Figure 18: the simple pass goes straight up to a turn that it cannot make; approached at an angle the turn is
// possible.
static void test_approaches_a_turn_aslant( void** state )
{
	(void)state;
	scene s;
	scene_open( &s,
	            test_grid( "............\n"
	                       "...###....##\n"
	                       "............\n"
	                       "............\n"
	                       "............\n"
	                       "............\n"
	                       "..#.........\n"
	                       "..#.........\n"
	                       ".....##.....\n" ),
	            0.4, 2.0 );
	assert_true( scene_tile_path( &s, test_center( 0, 8, 270 ), test_center( 11, 8, 0 ), 4 ) );
	fw_path simple = { 0 };
	int32_t violations = 0;
	assert_int_equal( fw_path_copy( &simple, &s.tile_path ), FW_OK );
	assert_int_equal( fw_smooth_straight( &s.smoother, &simple, NULL ), FW_OK );
	assert_int_equal( fw_turn_ignoring( &s.smoother, &simple, NULL ), FW_OK );
	assert_int_equal( fw_validate( s.grid, &s.unit, &simple, NULL, NULL, 0, &violations, NULL ), FW_OK );
	assert_true( violations > 0 );
	const fw_smooth48_def def = def_of( &s );
	assert_true( scene_smooth( &s, &def ).found );
	fw_path_free( &simple );
	scene_close( &s );
}

// Figure 19: only a search off the tile path finds legal turns. The pass says how far it got.
static void test_fails_where_only_the_full_search_does_not( void** state )
{
	(void)state;
	scene s;
	scene_open( &s,
	            test_grid( "............\n"
	                       ".......#....\n"
	                       "............\n"
	                       ".......##...\n"
	                       ".....###....\n"
	                       "............\n"
	                       "............\n"
	                       "............\n"
	                       "............\n" ),
	            0.4, 2.0 );
	const fw_pose start = test_center( 0, 8, 270 );
	const fw_pose goal = test_center( 11, 8, 0 );
	assert_true( scene_tile_path( &s, start, goal, 4 ) );
	const fw_smooth48_def def = def_of( &s );
	const fw_smooth48_report report = scene_smooth( &s, &def );
	assert_false( report.found );
	assert_true( report.furthest < report.waypoints - 1 );
	fw_planner* planner = NULL;
	fw_result result = { 0 };
	assert_int_equal( fw_planner_create( s.grid, NULL, &planner ), FW_OK );
	fw_plan plan = fw_default_plan();
	plan.method = "directional48";
	plan.unit = s.unit;
	plan.start = start;
	plan.goal = goal;
	assert_int_equal( fw_planner_run( planner, &plan, &result, NULL ), FW_OK );
	assert_int_equal( result.outcome, FW_FOUND );
	fw_result_free( &result );
	fw_planner_destroy( planner );
	scene_close( &s );
}

// A lane whose end cannot be left: the rule saves searching all of it again.
static void test_gives_up( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 80, 9 );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 75, 0, 5, 8 }, FW_TERRAIN_OUT, NULL ), FW_OK );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 74, 8, 1, 1 }, FW_TERRAIN_OUT, NULL ), FW_OK );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 77, 3, 1, 6 }, FW_TERRAIN_GROUND, NULL ), FW_OK );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 75, 5, 2, 1 }, FW_TERRAIN_GROUND, NULL ), FW_OK );
	scene s;
	scene_open( &s, grid, 0.4, 2.0 );
	assert_true( scene_tile_path( &s, test_center( 2, 4, 0 ), test_center( 77, 8, 0 ), 8 ) );
	fw_smooth48_def def = def_of( &s );
	def.max_back = 6;
	const fw_smooth48_report soon = scene_smooth( &s, &def );
	def.max_back = 0;
	const fw_smooth48_report late = scene_smooth( &s, &def );
	assert_false( soon.found || late.found );
	assert_int_equal( soon.furthest, late.furthest );
	assert_true( 2 * soon.expanded < late.expanded );
	scene_close( &s );
}

static void test_refusals( void** state )
{
	(void)state;
	scene s;
	scene_open( &s, test_field( 12, 12 ), 0.4, 1.0 );
	assert_true( scene_tile_path( &s, test_center( 1, 1, 0 ), test_center( 9, 7, 0 ), 8 ) );
	fw_smooth48_report report = { 0 };
	fw_smooth48_def def = def_of( &s );
	assert_int_equal( fw_smooth48( NULL, &def, &s.path, &report, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_smooth48( &s.smoother, NULL, &s.path, &report, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_smooth48( &s.smoother, &def, NULL, &report, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_smooth48( &s.smoother, &def, &s.path, NULL, NULL ), FW_ERR_ARGUMENT );
	def.goal_heading = NAN;
	assert_int_equal( fw_smooth48( &s.smoother, &def, &s.path, &report, NULL ), FW_ERR_ARGUMENT );
	def = def_of( &s );
	def.max_back = -1;
	assert_int_equal( fw_smooth48( &s.smoother, &def, &s.path, &report, NULL ), FW_ERR_ARGUMENT );
	def = def_of( &s );
	def.primitives = NULL;
	assert_int_equal( fw_smooth48( &s.smoother, &def, &s.path, &report, NULL ), FW_ERR_ARGUMENT );
	def = def_of( &s );
	def.cookie ^= 1;
	assert_int_equal( fw_smooth48( &s.smoother, &def, &s.path, &report, NULL ), FW_ERR_DEF );
	def = def_of( &s );
	s.unit.turning_radius = 2.0;
	assert_int_equal( fw_smooth48( &s.smoother, &def, &s.path, &report, NULL ), FW_ERR_MISMATCH );
	s.unit.turning_radius = 1.0;
	fw_primitives* bare = NULL;
	fw_primitives_def table = *fw_primitives_definition( s.primitives );
	table.by_position = false;
	assert_int_equal( fw_primitives_create( &table, &bare, NULL ), FW_OK );
	def.primitives = bare;
	assert_int_equal( fw_smooth48( &s.smoother, &def, &s.path, &report, NULL ), FW_ERR_MISMATCH );
	fw_primitives_destroy( bare );
	def = def_of( &s );
	// A line that leads through no tile centers is no tile path.
	fw_path_clear( &s.path, test_center( 1, 1, 0 ) );
	test_line_to( &s.path, 9.5, 4.5, FW_GEAR_FORWARD );
	assert_int_equal( fw_smooth48( &s.smoother, &def, &s.path, &report, NULL ), FW_ERR_UNSUPPORTED );
	// Nor is a line off the map.
	const double far[] = { -7.5, 40.5, 4e9, 1e300 };
	for ( int32_t i = 0; i < 4; i++ )
	{
		const fw_vec2 to = { far[i] + 1.0, far[i] };
		fw_path_clear( &s.path, ( fw_pose ){ far[i], far[i], 0.0 } );
		if ( fw_path_append_line( &s.path, to, FW_GEAR_FORWARD ) == FW_OK && s.path.count > 0 )
		{
			assert_int_equal( fw_smooth48( &s.smoother, &def, &s.path, &report, NULL ), FW_ERR_UNSUPPORTED );
		}
	}
	// Nor is a step of an impossible length.
	const double long_steps[] = { 1e17, INFINITY, NAN, -1.0 };
	for ( int32_t i = 0; i < 4; i++ )
	{
		fw_path_clear( &s.path, test_center( 1, 1, 0 ) );
		test_line_to( &s.path, 2.5, 1.5, FW_GEAR_FORWARD );
		s.path.segments[0].length = long_steps[i];
		assert_int_equal( fw_smooth48( &s.smoother, &def, &s.path, &report, NULL ), FW_ERR_ARGUMENT );
	}
	scene_close( &s );
	scene_open( &s, test_field( 12, 12 ), 0.4, 0.0 );
	assert_true( scene_tile_path( &s, test_center( 1, 1, 0 ), test_center( 9, 7, 0 ), 8 ) );
	def = def_of( &s );
	assert_int_equal( fw_smooth48( &s.smoother, &def, &s.path, &report, NULL ), FW_ERR_UNSUPPORTED );
	scene_close( &s );
}

// An empty path has no turns, so the headings must agree.
static void test_tile_path_of_one_tile( void** state )
{
	(void)state;
	scene s;
	scene_open( &s, test_field( 12, 12 ), 0.4, 1.0 );
	fw_smooth48_def def = def_of( &s );
	for ( int32_t i = 0; i < 8; i++ )
	{
		const bool agrees = ( i & 1 ) != 0;
		def.start_any_heading = ( i & 2 ) != 0;
		def.goal_any_heading = ( i & 4 ) != 0;
		def.goal_heading = agrees ? fw_radians( -270.0 ) : 1.0;
		fw_path_clear( &s.path, test_center( 1, 1, 90 ) );
		const fw_smooth48_report report = scene_smooth( &s, &def );
		assert_int_equal( report.found, agrees || def.start_any_heading || def.goal_any_heading );
		assert_int_equal( report.waypoints, 1 );
		assert_true( s.path.count == 0 && report.furthest == 0 && report.position.x == 1.5 &&
		             report.position.y == 1.5 );
		const bool turned = def.start_any_heading && !def.goal_any_heading;
		const fw_pose pose = { 1.5, 1.5, turned ? def.goal_heading : FW_PI / 2.0 };
		test_check_ends( &s.path, pose, pose );
	}
	scene_close( &s );
}

// A tile path that returns over its own tiles needs no path from a tile to itself, and no turn there.
static void test_tile_path_that_returns( void** state )
{
	(void)state;
	scene s;
	scene_open( &s, test_grid( "........\n" ), 0.4, 1.0 );
	fw_path_clear( &s.path, test_center( 1, 0, 0 ) );
	test_line_to( &s.path, 2.5, 0.5, FW_GEAR_FORWARD );
	test_line_to( &s.path, 0.5, 0.5, FW_GEAR_FORWARD );
	test_line_to( &s.path, 6.5, 0.5, FW_GEAR_FORWARD );
	const fw_smooth48_def def = def_of( &s );
	assert_true( scene_smooth( &s, &def ).found );
	assert_true( fabs( s.path.length - 5.0 ) < 1e-9 );
	test_check_ends( &s.path, test_center( 1, 0, 0 ), test_center( 6, 0, 0 ) );
	scene_close( &s );
}

static fw_plan plan_along( void )
{
	fw_plan plan = fw_default_plan();
	plan.method = "astar";
	plan.unit = test_unit( 0.4, 1.0 );
	plan.start = test_center( 1, 1, 0 );
	plan.goal = test_center( 9, 7, 90 );
	plan.goal_any_heading = false;
	plan.turning = FW_TURNING_ALONG;
	return plan;
}

static void test_planner( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 12, 12 );
	fw_planner* planner = NULL;
	fw_result result = { 0 };
	assert_int_equal( fw_planner_create( grid, NULL, &planner ), FW_OK );
	fw_plan plan = plan_along();
	// Once prepared a planner makes no more tables.
	assert_int_equal( fw_planner_prepare( planner, &plan, NULL ), FW_OK );
	const size_t tables = fw_planner_measure( planner ).primitives;
	assert_int_equal( fw_planner_run( planner, &plan, &result, NULL ), FW_OK );
	assert_int_equal( result.outcome, FW_FOUND );
	assert_true( tables > 0 && fw_planner_measure( planner ).primitives == tables );
	test_check_ends( &result.path, plan.start, plan.goal );
	const uint64_t hash = fw_path_hash( &result.path );
	// A refused call leaves the former result as it was.
	plan.method = "theta";
	assert_int_equal( fw_planner_run( planner, &plan, &result, NULL ), FW_ERR_UNSUPPORTED );
	assert_int_equal( fw_planner_prepare( planner, &plan, NULL ), FW_ERR_UNSUPPORTED );
	plan = plan_along();
	plan.turning = (fw_turning)9;
	assert_int_equal( fw_planner_run( planner, &plan, &result, NULL ), FW_ERR_ARGUMENT );
	plan.turning = FW_TURNING_TIGHTER;
	const double radii[] = { NAN, -1.0, FW_TIGHTER_MIN / 2.0, INFINITY };
	for ( int32_t i = 0; i < 4; i++ )
	{
		plan.min_turning_radius = radii[i];
		assert_int_equal( fw_planner_run( planner, &plan, &result, NULL ), FW_ERR_ARGUMENT );
	}
	assert_true( result.outcome == FW_FOUND && fw_path_hash( &result.path ) == hash );
	// At the goal's position but with another heading there is no room to turn.
	plan = plan_along();
	plan.goal = test_center( 1, 1, 90 );
	assert_int_equal( fw_planner_run( planner, &plan, &result, NULL ), FW_OK );
	assert_true( result.outcome == FW_UNREACHABLE && result.reason == FW_REASON_NO_TURN );
	fw_result_free( &result );
	fw_planner_destroy( planner );
	fw_grid_destroy( grid );
}

static void test_without_memory( void** state )
{
	(void)state;
	scene s;
	scene_open( &s, test_field( 30, 30 ), 0.4, 1.0 );
	assert_true( scene_tile_path( &s, test_center( 1, 1, 90 ), test_center( 27, 20, 0 ), 4 ) );
	test_memory memory = test_memory_make();
	s.smoother.allocator = test_memory_allocator( &memory );
	const fw_smooth48_def def = def_of( &s );
	const uint64_t tile_path = fw_path_hash( &s.tile_path );
	fw_smooth48_report report = { 0 };
	fw_status status = FW_ERR_MEMORY;
	for ( int64_t n = 0; status != FW_OK; n++ )
	{
		test_memory_fail_in( &memory, n, false );
		status = fw_smooth48( &s.smoother, &def, &s.path, &report, NULL );
		assert_true( status == FW_OK || status == FW_ERR_MEMORY );
		assert_true( status == FW_OK || fw_path_hash( &s.path ) == tile_path );
		test_memory_check_empty( &memory );
	}
	assert_true( report.found );
	scene_close( &s );
}

int run_test_smooth48( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_finds_what_there_is ),
	    cmocka_unit_test( test_ends ),
	    cmocka_unit_test( test_ends_a_hair_off ),
	    cmocka_unit_test( test_turns_earlier_than_the_simple_pass ),
	    cmocka_unit_test( test_approaches_a_turn_aslant ),
	    cmocka_unit_test( test_fails_where_only_the_full_search_does_not ),
	    cmocka_unit_test( test_gives_up ),
	    cmocka_unit_test( test_refusals ),
	    cmocka_unit_test( test_tile_path_of_one_tile ),
	    cmocka_unit_test( test_tile_path_that_returns ),
	    cmocka_unit_test( test_planner ),
	    cmocka_unit_test( test_without_memory ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
