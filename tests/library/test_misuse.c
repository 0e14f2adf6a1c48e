// SPDX-License-Identifier: MIT
// Values that no caller should pass, for every public function that returns a status: each call is refused with its
// status, and the objects work afterwards.
#include "annotate/space.h"
#include "fairway/fairway.h"
#include "grid/grid.h"
#include "support_drive.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#define COUNT( array ) ( (int32_t)( sizeof( array ) / sizeof( ( array )[0] ) ) )

static const double not_numbers[] = { NAN, INFINITY, -INFINITY };
static const char* const methods[] = { "astar", "directional", "directional24" };

static void open_with_lattice( drive* d, fw_grid* grid, fw_lattice lattice )
{
	drive_def def = { .unit = fw_default_unit(), .ring = 2, .headings = 8, .lattice = lattice };
	def.unit.turning_radius = 1.0;
	drive_open( d, grid, &def );
}

static void test_numbers_of_queries( void** state )
{
	(void)state;
	drive d;
	open_with_lattice( &d, test_field( 12, 9 ), FW_LATTICE_GAPS );
	const fw_pose start = { 2.5, 2.5, 0.0 };
	const fw_pose goal = { 9.5, 6.5, 0.0 };
	for ( int32_t method = 0; method < COUNT( methods ); method++ )
	{
		const fw_query good = drive_query_by( &d, methods[method], start, goal );
		fw_query q;
		double* const fields[] = { &q.start.x,          &q.start.y,        &q.start.heading,
		                           &q.goal.x,           &q.goal.y,         &q.goal.heading,
		                           &q.options.weight,   &q.goal_tolerance, &q.options.turn_penalty,
		                           &q.unit.radius,      &q.unit.speed,     &q.unit.turning_radius,
		                           &q.unit.acceleration };
		for ( int32_t i = 0; i < COUNT( fields ); i++ )
		{
			for ( int32_t k = 0; k < COUNT( not_numbers ); k++ )
			{
				q = good;
				*fields[i] = not_numbers[k];
				assert_int_equal( drive_try( &d, &q ), FW_ERR_ARGUMENT );
			}
		}
		const struct
		{
			double weight, tolerance, penalty;
			int32_t neighbors, heuristic;
			fw_status status;
		} limits[] = {
		    { 1.0, 0.0, 0.0, 8, 0, FW_OK },
		    { 16.0, 1e6, 1000.0, 4, 3, FW_OK },
		    { 0.999, 0.0, 0.0, 8, 0, FW_ERR_ARGUMENT },
		    { 16.001, 0.0, 0.0, 8, 0, FW_ERR_ARGUMENT },
		    { -1.0, 0.0, 0.0, 8, 0, FW_ERR_ARGUMENT },
		    { 1.0, -1e-300, 0.0, 8, 0, FW_ERR_ARGUMENT },
		    { 1.0, 1.1e6, 0.0, 8, 0, FW_ERR_ARGUMENT },
		    { 1.0, 0.0, -1.0, 8, 0, FW_ERR_ARGUMENT },
		    { 1.0, 0.0, 1001.0, 8, 0, FW_ERR_ARGUMENT },
		    { 1.0, 0.0, 0.0, 0, 0, FW_ERR_ARGUMENT },
		    { 1.0, 0.0, 0.0, -4, 0, FW_ERR_ARGUMENT },
		    { 1.0, 0.0, 0.0, 6, 0, FW_ERR_ARGUMENT },
		    { 1.0, 0.0, 0.0, 8, 6, FW_ERR_ARGUMENT },
		    { 1.0, 0.0, 0.0, 8, 1000000, FW_ERR_ARGUMENT },
		};
		for ( int32_t i = 0; i < COUNT( limits ); i++ )
		{
			q = good;
			q.options.weight = limits[i].weight;
			q.goal_tolerance = limits[i].tolerance;
			q.options.turn_penalty = limits[i].penalty;
			q.options.neighbors = limits[i].neighbors;
			q.options.heuristic = (fw_heuristic)limits[i].heuristic;
			assert_int_equal( drive_try( &d, &q ), limits[i].status );
			assert_true( limits[i].status != FW_OK || d.result.outcome == FW_FOUND );
		}
		const int32_t windows[] = { INT32_MIN, -2, 0, 1, 20000, INT32_MAX };
		for ( int32_t i = 0; i < COUNT( windows ); i++ )
		{
			q = good;
			q.options.window = windows[i];
			assert_int_equal( drive_try( &d, &q ), FW_OK );
			assert_int_equal( d.result.outcome, FW_FOUND );
		}
	}
	drive_close( &d );
}

static void test_budgets_and_slices( void** state )
{
	(void)state;
	drive d;
	open_with_lattice( &d, test_field( 30, 30 ), FW_LATTICE_GAPS );
	fw_outcome outcome;
	assert_int_equal( fw_search_step( d.search, 1, &outcome, NULL ), FW_ERR_STATE );
	assert_int_equal( fw_search_result( d.search, &d.result ), FW_ERR_STATE );
	for ( int32_t method = 0; method < COUNT( methods ); method++ )
	{
		fw_query q =
		    drive_query_by( &d, methods[method], ( fw_pose ){ 2.5, 2.5, 0.0 }, ( fw_pose ){ 27.5, 27.5, 0.0 } );
		q.goal_any_heading = false;
		q.options.max_expansions = 1;
		assert_int_equal( drive_try( &d, &q ), FW_OK );
		assert_int_equal( d.result.outcome, FW_OUT_OF_BUDGET );
		assert_int_equal( d.result.counters.expanded, 1 );
		q.options.max_expansions = INT64_MAX;
		assert_int_equal( fw_search_begin( d.search, &d.map, &q, NULL ), FW_OK );
		assert_int_equal( fw_search_step( d.search, 0, &outcome, NULL ), FW_ERR_ARGUMENT );
		assert_int_equal( fw_search_step( d.search, -1, &outcome, NULL ), FW_ERR_ARGUMENT );
		assert_int_equal( fw_search_step( d.search, INT64_MIN, &outcome, NULL ), FW_ERR_ARGUMENT );
		assert_int_equal( fw_search_step( d.search, 1, NULL, NULL ), FW_OK );
		assert_int_equal( fw_search_result( d.search, &d.result ), FW_OK );
		assert_int_equal( d.result.outcome, FW_RUNNING );
		assert_int_equal( fw_search_step( d.search, INT64_MAX, &outcome, NULL ), FW_OK );
		assert_int_equal( outcome, FW_FOUND );
		assert_int_equal( fw_search_step( d.search, INT64_MAX, &outcome, NULL ), FW_OK );
		assert_int_equal( outcome, FW_FOUND );
	}
	drive_close( &d );
}

static void test_wrong_objects( void** state )
{
	(void)state;
	drive d, other;
	open_with_lattice( &d, test_field( 12, 9 ), FW_LATTICE_GAPS );
	open_with_lattice( &other, test_field( 12, 9 ), FW_LATTICE_HALF );
	const fw_query good = drive_query_by( &d, methods[1], ( fw_pose ){ 2.5, 2.5, 0.0 }, ( fw_pose ){ 9.5, 6.5, 0.0 } );
	fw_query q = good;
	assert_int_equal( fw_search_begin( NULL, &d.map, &q, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_search_begin( d.search, NULL, &q, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_search_begin( d.search, &d.map, NULL, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_search_step( NULL, 1, NULL, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_search_result( d.search, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_search_result( NULL, &d.result ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_search_run( d.search, &d.map, &q, NULL, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_search_create( NULL, NULL ), FW_ERR_ARGUMENT );
	const struct
	{
		const fw_grid* grid;
		const fw_space* space;
		const fw_primitives* primitives;
		fw_status status;
	} maps[] = {
	    { NULL, d.space, d.primitives, FW_ERR_ARGUMENT },
	    { d.grid, NULL, d.primitives, FW_ERR_ARGUMENT },
	    { d.grid, d.space, NULL, FW_ERR_ARGUMENT },
	    { other.grid, d.space, d.primitives, FW_ERR_MISMATCH },
	    { d.grid, other.space, d.primitives, FW_ERR_MISMATCH },
	    { d.grid, d.space, other.primitives, FW_ERR_MISMATCH },
	};
	for ( int32_t i = 0; i < COUNT( maps ); i++ )
	{
		const fw_map map = { .grid = maps[i].grid, .space = maps[i].space, .primitives = maps[i].primitives };
		assert_int_equal( fw_search_run( d.search, &map, &q, &d.result, NULL ), maps[i].status );
	}
	q.unit.radius = 0.41;
	assert_int_equal( drive_try( &d, &q ), FW_ERR_MISMATCH );
	q = good;
	q.unit.turning_radius = 1.01;
	assert_int_equal( drive_try( &d, &q ), FW_ERR_MISMATCH );
	q = good;
	q.unit.capabilities = FW_CAP_WATER;
	assert_int_equal( drive_try( &d, &q ), FW_ERR_MISMATCH );
	q = good;
	q.method = "directional8"; // its ring is not that of the table
	assert_int_equal( drive_try( &d, &q ), FW_ERR_MISMATCH );
	q.method = "no such method";
	assert_int_equal( drive_try( &d, &q ), FW_ERR_UNKNOWN );
	q.method = NULL;
	assert_int_equal( drive_try( &d, &q ), FW_ERR_UNKNOWN );
	q = good;
	q.cookie++;
	assert_int_equal( drive_try( &d, &q ), FW_ERR_DEF );

	assert_int_equal( drive_try( &d, &good ), FW_OK );
	const uint64_t before = fw_path_hash( &d.result.path );
	test_block( d.grid, 0, 0 );
	assert_false( fw_space_is_current( d.space ) );
	assert_int_equal( drive_try( &d, &good ), FW_ERR_STALE );
	assert_int_equal( fw_space_update( d.space ), FW_OK );
	assert_int_equal( drive_try( &d, &good ), FW_OK );
	assert_true( fw_path_hash( &d.result.path ) == before );
	drive_close( &other );
	drive_close( &d );
}

static void test_definitions( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 5, 5 );
	fw_space* space = NULL;
	fw_primitives* turns = NULL;
	const double radii[] = { NAN, INFINITY, -INFINITY, -1e-300, 64.0001, 1e300 };
	for ( int32_t i = 0; i < COUNT( radii ); i++ )
	{
		fw_space_def s = fw_default_space_def();
		s.radius = radii[i];
		assert_int_equal( fw_space_create( grid, &s, &space, NULL ), FW_ERR_ARGUMENT );
		fw_primitives_def t = fw_default_primitives_def();
		t.radius = radii[i];
		assert_int_equal( fw_primitives_create( &t, &turns, NULL ), FW_ERR_ARGUMENT );
		t = fw_default_primitives_def();
		t.turning_radius = radii[i];
		assert_int_equal( fw_primitives_create( &t, &turns, NULL ), FW_ERR_ARGUMENT );
	}
	const struct
	{
		int32_t ring, headings, lattice;
		uint32_t words;
	} bad[] = {
	    { -1, 8, 0, FW_WORDS_SIX },        { 7, 8, 0, FW_WORDS_SIX },
	    { INT32_MAX, 8, 0, FW_WORDS_SIX }, { 1, 0, 0, FW_WORDS_SIX },
	    { 1, -8, 0, FW_WORDS_SIX },        { 1, 12, 0, FW_WORDS_SIX },
	    { 1, INT32_MIN, 0, FW_WORDS_SIX }, { 1, 8, 3, FW_WORDS_SIX },
	    { 1, 8, 1 << 30, FW_WORDS_SIX },   { 1, 8, 0, 0 },
	    { 1, 8, 0, 0xFFFFFFFFu },
	};
	for ( int32_t i = 0; i < COUNT( bad ); i++ )
	{
		fw_primitives_def t = fw_default_primitives_def();
		t.ring = bad[i].ring;
		t.headings = bad[i].headings;
		t.lattice = (fw_lattice)bad[i].lattice;
		t.words = bad[i].words;
		assert_int_equal( fw_primitives_create( &t, &turns, NULL ), FW_ERR_ARGUMENT );
	}
	fw_space_def s = fw_default_space_def();
	fw_primitives_def t = fw_default_primitives_def();
	assert_int_equal( fw_space_create( NULL, &s, &space, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_space_create( grid, NULL, &space, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_space_create( grid, &s, NULL, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_space_update( NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_primitives_create( NULL, &turns, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_primitives_create( &t, NULL, NULL ), FW_ERR_ARGUMENT );
	s.lattice = (fw_lattice)77;
	assert_int_equal( fw_space_create( grid, &s, &space, NULL ), FW_ERR_ARGUMENT );
	s.cookie = t.cookie = 0;
	assert_int_equal( fw_space_create( grid, &s, &space, NULL ), FW_ERR_DEF );
	assert_int_equal( fw_primitives_create( &t, &turns, NULL ), FW_ERR_DEF );
	assert_null( space );
	assert_null( turns );
	fw_grid_destroy( grid );
}

static void test_grids( void** state )
{
	(void)state;
	fw_grid* grid = NULL;
	fw_grid_def def = fw_default_grid_def();
	const int32_t sides[] = { 0, -1, INT32_MIN, 16385, INT32_MAX };
	for ( int32_t i = 0; i < COUNT( sides ); i++ )
	{
		const fw_status status = sides[i] < 1 ? FW_ERR_ARGUMENT : FW_ERR_TOO_LARGE;
		def.width = sides[i];
		def.height = 3;
		assert_int_equal( fw_grid_create( &def, &grid, NULL ), status );
		def.width = 3;
		def.height = sides[i];
		assert_int_equal( fw_grid_create( &def, &grid, NULL ), status );
	}
	def = fw_default_grid_def();
	def.fill = 255;
	assert_int_equal( fw_grid_create( &def, &grid, NULL ), FW_ERR_ARGUMENT );
	fw_terrain terrain = { "all", '.', 1.0, UINT32_MAX };
	const double costs[] = { NAN, INFINITY, -INFINITY, 0.0, -1.0, 0.999, 64.001, 1e300 };
	for ( int32_t i = 0; i <= COUNT( costs ); i++ )
	{
		def = fw_default_grid_def();
		terrain.cost = i < COUNT( costs ) ? costs[i] : 1.0;
		memset( terrain.name, i < COUNT( costs ) ? 0 : 'x', sizeof( terrain.name ) );
		def.terrains = &terrain;
		def.terrain_count = 1;
		def.fill = 0;
		assert_int_equal( fw_grid_create( &def, &grid, NULL ), FW_ERR_ARGUMENT );
	}
	for ( int32_t count = -1; count <= 33; count += 34 )
	{
		def.terrain_count = count;
		assert_int_equal( fw_grid_create( &def, &grid, NULL ), FW_ERR_ARGUMENT );
	}
	def.cookie = 1;
	assert_int_equal( fw_grid_create( &def, &grid, NULL ), FW_ERR_DEF );
	assert_int_equal( fw_grid_create( NULL, &grid, NULL ), FW_ERR_ARGUMENT );
	assert_null( grid );

	grid = test_field( 7, 5 );
	const uint64_t revision = fw_grid_revision( grid );
	const int32_t ends[] = { INT32_MIN, INT32_MIN + 1, -1, 0, 7, INT32_MAX };
	for ( int32_t i = 0; i < 6 * 6 * 6 * 6; i++ )
	{
		const fw_rect rect = { ends[i % 6], ends[i / 6 % 6], ends[i / 36 % 6], ends[i / 216] };
		const bool negative = rect.width < 0 || rect.height < 0;
		assert_int_equal( fw_grid_fill( grid, rect, 1, NULL ), negative ? FW_ERR_ARGUMENT : FW_OK );
		const uint8_t tiles[35] = { 0 };
		assert_int_equal( fw_grid_write( grid, rect, tiles, 7, NULL ), FW_ERR_ARGUMENT );
		assert_true( fw_grid_get( grid, rect.x, rect.y ) == ( rect.x == 0 && rect.y == 0 ? 1 : 0 ) );
		assert_true( fw_grid_passable( grid, rect.x, rect.y, FW_CAP_GROUND ) == ( rect.x == 0 && rect.y == 0 ) );
	}
	assert_true( fw_grid_revision( grid ) > revision );
	fw_rect dirty;
	assert_false( fw_grid_dirty( grid, UINT64_MAX, &dirty ) );
	assert_true( fw_grid_dirty( grid, 0, &dirty ) );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 0, 0, 1, 1 }, 6, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_grid_fill( NULL, ( fw_rect ){ 0, 0, 1, 1 }, 1, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_grid_write( grid, ( fw_rect ){ 0, 0, 1, 1 }, NULL, 1, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_grid_set_terrain( grid, INT32_MIN, &terrain, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_grid_set_terrain( grid, 1, &terrain, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_grid_set_terrain( grid, 1, NULL, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_grid_add_layer( NULL, 1, NULL ), FW_ERR_ARGUMENT );
	for ( uint32_t layer = 0; layer < 2 * FW_GRID_MAX_LAYERS; layer++ )
	{
		assert_int_equal( fw_grid_add_layer( grid, layer * 0x10001u, NULL ),
		                  layer < FW_GRID_MAX_LAYERS ? FW_OK : FW_ERR_TOO_LARGE );
	}
	fw_grid_destroy( grid );
}

// A path of segments that no unit could drive, far from any map.
static void fill_wild( fw_path* path, int32_t kind )
{
	const double far[] = { 1e300, -1e300, 1e9, NAN, INFINITY, 1.5 };
	const double x = far[kind % COUNT( far )];
	const double length = kind < 6 ? 1e300 : kind < 12 ? -1e300 : NAN;
	fw_segment s = fw_segment_line( ( fw_vec2 ){ 1.5, 1.5 }, ( fw_vec2 ){ x, 1.5 }, FW_GEAR_FORWARD );
	fw_path_clear( path, ( fw_pose ){ 1.5, 1.5, 0.0 } );
	assert_int_equal( fw_path_append( path, &s ), FW_OK );
	s = fw_segment_arc( ( fw_vec2 ){ x, 1.5 }, x, x, 7.0, FW_GEAR_REVERSE );
	s.waypoint = true;
	assert_int_equal( fw_path_append( path, &s ), FW_OK );
	s.length = length;
	s.gear = FW_GEAR_FORWARD;
	assert_int_equal( fw_path_append( path, &s ), FW_OK );
}

static void test_paths( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 6, 6 );
	fw_terrain dear = *fw_grid_terrain( grid, FW_TERRAIN_GROUND );
	dear.cost = 3.0;
	assert_int_equal( fw_grid_set_terrain( grid, FW_TERRAIN_GROUND, &dear, NULL ), FW_OK );
	const fw_unit unit = test_unit( 0.4, 1.0 );
	fw_smoother smoother = fw_default_smoother();
	smoother.grid = grid;
	smoother.unit = &unit;
	fw_path path = { 0 };
	fw_path_clear( &path, ( fw_pose ){ 1.5, 1.5, 0.0 } );
	assert_int_equal( fw_smooth_curved( &smoother, &path, NULL ), FW_ERR_STATE ); // no layer
	assert_int_equal( fw_grid_add_layer( grid, unit.capabilities, NULL ), FW_OK );
	for ( int32_t i = 0; i < 18; i++ )
	{
		// A sample takes each end and each length.
		if ( ( i / 6 + i % 6 ) % 3 % test_every( 1 ) != 0 )
		{
			continue;
		}
		int32_t count = -1;
		fill_wild( &path, i );
		const uint64_t before = fw_path_hash( &path );
		assert_int_equal( fw_validate( grid, &unit, &path, NULL, NULL, 0, &count, NULL ), FW_OK );
		assert_true( count > 0 );
		assert_true( fw_sweep_path( grid, &unit, &path ) <= 1 );
		fw_path_at( &path, 1e308 );
		fw_path_at( &path, NAN );
		fw_path_turn_count( &path );
		fw_smoother_cost( &smoother, &path );
		assert_int_equal( fw_smooth_straight( &smoother, &path, NULL ), FW_ERR_UNSUPPORTED );
		assert_true( fw_path_hash( &path ) == before );
		fw_smooth_curved( &smoother, &path, NULL );
		fw_clean_up( &smoother, &path, i % 2 == 0, NULL );
		fw_turn_ignoring( &smoother, &path, NULL );
		assert_int_equal( fw_path_append_line( &path, ( fw_vec2 ){ NAN, 1.0 }, FW_GEAR_FORWARD ), FW_ERR_ARGUMENT );
		fw_path_reverse( &path );
	}
	fw_path_clear( &path, ( fw_pose ){ -1e308, 1.5, 0.0 } );
	assert_int_equal( fw_path_append_line( &path, ( fw_vec2 ){ 1e308, 1.5 }, FW_GEAR_FORWARD ), FW_ERR_ARGUMENT );
	fw_curve curve = { .radius = 1.0, .part = { 1.0, NAN, 1.0 } };
	assert_int_equal( fw_path_append_curve( &path, &curve ), FW_ERR_ARGUMENT );
	curve.part[1] = -1.0;
	assert_int_equal( fw_path_append_curve( &path, &curve ), FW_ERR_ARGUMENT );
	curve.part[1] = 1.0;
	curve.word = (fw_curve_word)8;
	assert_int_equal( fw_path_append_curve( &path, &curve ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_path_append_curve( NULL, &curve ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_path_append_curve( &path, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_path_append( NULL, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_path_append_line( NULL, ( fw_vec2 ){ 1.0, 1.0 }, FW_GEAR_FORWARD ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_path_copy( NULL, &path ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_path_copy( &path, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( path.count, 0 );

	assert_int_equal( fw_clean_up( NULL, &path, true, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_smooth_curved( &smoother, NULL, NULL ), FW_ERR_ARGUMENT );
	smoother.unit = NULL;
	assert_int_equal( fw_smooth_straight( &smoother, &path, NULL ), FW_ERR_ARGUMENT );
	smoother.grid = NULL;
	assert_int_equal( fw_turn_ignoring( &smoother, &path, NULL ), FW_ERR_ARGUMENT );
	int32_t count = 77;
	fw_validate_options options = fw_default_validate_options();
	options.step = NAN;
	assert_int_equal( fw_validate( grid, &unit, &path, &options, NULL, 0, &count, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_validate( grid, &unit, &path, NULL, NULL, 1, &count, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_validate( grid, &unit, &path, NULL, NULL, -1, &count, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_validate( grid, &unit, &path, NULL, NULL, 0, NULL, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( count, 77 );
	fw_path_free( &path );
	fw_grid_destroy( grid );
}

static void test_planners( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 12, 9 );
	fw_planner* planner = NULL;
	assert_int_equal( fw_planner_create( NULL, NULL, &planner, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_planner_create( grid, NULL, NULL, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_planner_create( grid, NULL, &planner, NULL ), FW_OK );
	fw_result result;
	fw_result_init( &result, NULL );
	fw_plan good = fw_default_plan();
	good.unit.turning_radius = 1.0;
	good.start = ( fw_pose ){ 2.5, 2.5, 0.0 };
	good.goal = ( fw_pose ){ 9.5, 6.5, 0.0 };
	assert_int_equal( fw_planner_run( NULL, &good, &result, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_planner_run( planner, NULL, &result, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_planner_run( planner, &good, NULL, NULL ), FW_ERR_ARGUMENT );
	fw_map map;
	fw_query query;
	assert_int_equal( fw_planner_map( planner, &good, NULL, &query, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_planner_map( planner, &good, &map, NULL, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_planner_prepare( NULL, &good, NULL ), FW_ERR_ARGUMENT );
	fw_plan bad[8];
	for ( int32_t i = 0; i < COUNT( bad ); i++ )
	{
		bad[i] = good;
	}
	bad[0].ring = 7;
	bad[1].ring = INT32_MIN;
	bad[2].headings = 0;
	bad[3].lattice = (fw_lattice)99;
	bad[4].unit.radius = NAN;
	bad[5].unit.braking = 0.0;
	bad[6].options.weight = -0.5;
	bad[7].goal.heading = INFINITY;
	for ( int32_t i = 0; i < COUNT( bad ); i++ )
	{
		assert_int_equal( fw_planner_run( planner, &bad[i], &result, NULL ), FW_ERR_ARGUMENT );
		assert_int_equal( fw_planner_run( planner, &good, &result, NULL ), FW_OK );
		assert_int_equal( result.outcome, FW_FOUND );
	}
	// Capability sets for which the grid has no more room are refused; those that it has still work.
	fw_status status = FW_OK;
	for ( uint32_t set = 1; set < 40; set++ )
	{
		bad[0] = good;
		bad[0].unit.capabilities = set << 8 | FW_CAP_GROUND;
		status = fw_planner_run( planner, &bad[0], &result, NULL );
		assert_true( status == FW_OK || status == FW_ERR_TOO_LARGE );
	}
	assert_int_equal( status, FW_ERR_TOO_LARGE );
	assert_int_equal( fw_planner_run( planner, &good, &result, NULL ), FW_OK );
	assert_int_equal( result.outcome, FW_FOUND );
	fw_result_free( &result );
	fw_planner_destroy( planner );
	fw_grid_destroy( grid );
}

static void test_files( void** state )
{
	(void)state;
	fw_grid* grid = NULL;
	fw_scen scen = { 0 };
	fw_pose_set poses = { 0 };
	size_t size = 0;
	fw_refusal error = { 0 };
	const char* const names[] = { "", "/", "/no such folder/no such file", NULL };
	for ( int32_t i = 0; i < COUNT( names ); i++ )
	{
		const fw_status status = names[i] == NULL ? FW_ERR_ARGUMENT : FW_ERR_IO;
		assert_int_equal( fw_map_load( names[i], NULL, &grid, &error ), status );
		assert_int_equal( fw_scen_load( names[i], NULL, &scen, NULL ), status );
		assert_int_equal( fw_poses_load( names[i], NULL, &poses, &error ), status );
	}
	assert_int_equal( fw_map_parse( NULL, 5, NULL, &grid, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_map_parse( "....", 4, NULL, NULL, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_scen_parse( NULL, 5, NULL, &scen, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_poses_parse( "", 0, NULL, NULL, NULL ), FW_ERR_ARGUMENT );
	fw_grid_def def = fw_default_grid_def();
	def.cookie = 0;
	assert_int_equal( fw_map_parse( "....", 4, &def, &grid, NULL ), FW_ERR_DEF );
	assert_null( grid );
	grid = test_field( 3, 2 );
	assert_int_equal( fw_map_format( grid, NULL, 0, NULL, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_map_format( NULL, NULL, 0, &size, NULL ), FW_ERR_ARGUMENT );
	char room[4] = "abc";
	assert_int_equal( fw_map_format( grid, room, sizeof( room ), &size, NULL ), FW_ERR_CAPACITY );
	assert_true( size > sizeof( room ) );
	assert_string_equal( room, "abc" );
	fw_grid_destroy( grid );
}

static void test_questions( void** state )
{
	(void)state;
	drive d;
	open_with_lattice( &d, test_field( 5, 4 ), FW_LATTICE_GAPS );
	const int32_t tiles[] = { INT32_MIN, -129, -1, 5, 200, INT32_MAX };
	for ( int32_t i = 0; i < 36; i++ )
	{
		assert_false( fw_space_stands( d.space, tiles[i % 6], tiles[i / 6] ) );
		assert_int_equal( fw_space_region( d.space, tiles[i % 6], tiles[i / 6] ), 0 );
	}
	const fw_vec2 in = { 2.5, 2.5 };
	const double far[] = { NAN, INFINITY, -INFINITY, 1e300, -1e300, 3e9, -0.0, 5e-324 };
	for ( int32_t i = 0; i < COUNT( far ); i++ )
	{
		const fw_vec2 out = { far[i], i % 2 == 0 ? 2.5 : far[i] };
		assert_false( fw_space_fits( d.space, out ) );
		assert_true( !fw_space_may_connect( d.space, in, out ) || fabs( far[i] ) < 1.0 );
		const fw_segment line = fw_segment_line( in, out, FW_GEAR_FORWARD );
		assert_false( fw_sweep_segment( d.grid, &( fw_unit ){ .capabilities = FW_CAP_GROUND, .radius = 0.4 }, &line ) );
		assert_false(
		    fw_sweep_segment( d.grid, &( fw_unit ){ .capabilities = FW_CAP_WATER, .radius = far[i] }, &line ) );
		fw_sweep_row row;
		assert_true( fabs( far[i] ) < 5e8 || fw_sweep_rows( &( fw_unit ){ .radius = 0.4 }, &line, &row, 1 ) == 0 );
	}
	assert_null( fw_method_at( INT32_MIN ) );
	assert_non_null( fw_status_text( (fw_status)-1 ) );
	assert_non_null( fw_outcome_text( (fw_outcome)99 ) );
	assert_non_null( fw_reason_text( (fw_reason)99 ) );
	assert_non_null( fw_violation_text( (fw_violation_kind)99 ) );
	assert_int_equal( fw_unit_check( NULL, NULL ), FW_ERR_ARGUMENT );
	fw_grid_destroy( NULL );
	fw_space_destroy( NULL );
	fw_primitives_destroy( NULL );
	fw_search_destroy( NULL );
	fw_planner_destroy( NULL );
	fw_path_free( NULL );
	drive_close( &d );
}

int run_test_misuse( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_numbers_of_queries ),
	    cmocka_unit_test( test_budgets_and_slices ),
	    cmocka_unit_test( test_wrong_objects ),
	    cmocka_unit_test( test_definitions ),
	    cmocka_unit_test( test_grids ),
	    cmocka_unit_test( test_paths ),
	    cmocka_unit_test( test_planners ),
	    cmocka_unit_test( test_files ),
	    cmocka_unit_test( test_questions ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
