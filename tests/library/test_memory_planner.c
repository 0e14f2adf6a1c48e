// SPDX-License-Identifier: MIT
// Memory that runs out in the planner, in directional searches and in the passes: it is reported, nothing leaks,
// objects are usable afterwards; and a search allocates nothing once it has run searches as large.
#include "fairway/planner.h"
#include "support_drive.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static const char* const picture = "..................\n"
                                   "..................\n"
                                   "......####........\n"
                                   "......####........\n"
                                   "..........#.......\n"
                                   "...........#......\n"
                                   "......#...........\n"
                                   "......#......####.\n"
                                   "......#......####.\n"
                                   "..................\n"
                                   "..................\n";

// A grid in this memory, so that the layer that a space adds counts as well.
static fw_grid* grid_in( const fw_allocator* allocator )
{
	fw_grid* plain = test_grid( picture );
	fw_grid_def def = fw_default_grid_def();
	def.width = fw_grid_width( plain );
	def.height = fw_grid_height( plain );
	def.allocator = *allocator;
	fw_grid* grid = NULL;
	assert_int_equal( fw_grid_create( &def, &grid, NULL ), FW_OK );
	for ( int32_t y = 0; y < def.height; ++y )
	{
		for ( int32_t x = 0; x < def.width; ++x )
		{
			assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ x, y, 1, 1 }, fw_grid_get( plain, x, y ), NULL ),
			                  FW_OK );
		}
	}
	fw_grid_destroy( plain );
	return grid;
}

// By plan: `charge` for turning.
static fw_plan small_plan_by( const char* method, double charge )
{
	fw_plan plan = fw_default_plan();
	plan.method = method;
	plan.options.turn_charge = charge;
	plan.unit = test_unit( 0.4, 0.7 );
	plan.unit.lateral = 2.0; // used for speeds only
	plan.start = test_center( 1, 4, 0 );
	plan.goal = test_center( 16, 9, 0 );
	plan.goal_any_heading = false;
	plan.lattice = FW_LATTICE_TILES;
	plan.second_try = false;
	return plan;
}

static fw_plan small_plan( void )
{
	return small_plan_by( "directional48", 0.0 );
}

static void test_create( void** state )
{
	(void)state;
	fw_grid* grid = test_grid( picture );
	fw_status status = FW_ERR_MEMORY;
	int64_t n = 0;
	for ( ; status == FW_ERR_MEMORY; ++n )
	{
		test_memory memory = test_memory_make();
		test_memory_fail_in( &memory, n, false );
		const fw_allocator allocator = test_memory_allocator( &memory );
		fw_planner* planner = NULL;
		status = fw_planner_create( grid, &allocator, &planner, NULL );
		assert_true( status == FW_OK || status == FW_ERR_MEMORY );
		assert_true( ( status == FW_OK ) == ( planner != NULL ) );
		fw_planner_destroy( planner );
		test_memory_check_empty( &memory );
	}
	assert_true( n >= 3 );
	fw_grid_destroy( grid );
}

// The n-th allocation fails, or the n-th and all after it; then there is memory again, and all is as it would have
// been.
static void fail_while( fw_plan plan, bool running, bool fail_on )
{
	uint64_t hash = 0;
	fw_status status = FW_ERR_MEMORY;
	int64_t failures = 0;
	for ( int64_t n = 0; status == FW_ERR_MEMORY; n += test_every( running ? 1 : 1 + (int32_t)n / 16 ) )
	{
		test_memory memory = test_memory_make();
		const fw_allocator allocator = test_memory_allocator( &memory );
		fw_grid* grid = grid_in( &allocator );
		fw_planner* planner = NULL;
		fw_result result;
		fw_result_init( &result, &allocator );
		assert_int_equal( fw_planner_create( grid, &allocator, &planner, NULL ), FW_OK );
		if ( running )
		{
			assert_int_equal( fw_planner_prepare( planner, &plan, NULL ), FW_OK );
		}
		test_memory_fail_in( &memory, n, fail_on );
		status = running ? fw_planner_run( planner, &plan, &result, NULL ) : fw_planner_prepare( planner, &plan, NULL );
		assert_true( status == FW_OK || status == FW_ERR_MEMORY );
		failures += status == FW_ERR_MEMORY ? 1 : 0;
		test_memory_fail_never( &memory );
		assert_int_equal( fw_planner_run( planner, &plan, &result, NULL ), FW_OK );
		assert_int_equal( result.outcome, FW_FOUND );
		test_check_legal( grid, &plan.unit, &result.path );
		assert_true( hash == 0 || hash == fw_path_hash( &result.path ) );
		hash = fw_path_hash( &result.path );
		fw_result_free( &result );
		fw_planner_destroy( planner );
		fw_grid_destroy( grid );
		test_memory_check_empty( &memory );
	}
	assert_true( failures >= test_rounds( 8 ) );
}

static void test_prepare( void** state )
{
	(void)state;
	fail_while( small_plan_by( "directional48", 0.0 ), false, false );
	fail_while( small_plan_by( "directional48", 1.5 ), false, true );
	fail_while( small_plan_by( "directional-speed", 0.0 ), false, false );
}

static void test_run( void** state )
{
	(void)state;
	fail_while( small_plan_by( "directional48", 0.0 ), true, false );
	fail_while( small_plan_by( "directional48", 1.5 ), true, true );
	fail_while( small_plan_by( "directional48", 1.5 ), true, false );
	fail_while( small_plan_by( "block-directional", 0.0 ), true, false );
	fail_while( small_plan_by( "hdirectional", 0.0 ), true, false );
	fail_while( small_plan_by( "directional-speed", 0.0 ), true, false );
	fail_while( small_plan_by( "directional-speed", 0.0 ), true, true );
	fw_plan slow = small_plan_by( "directional-speed", 0.0 );
	slow.unit.lateral = 0.2; // wider radii, and a field that knows turns
	fail_while( slow, true, false );
	fail_while( slow, true, true );
	fail_while( small_plan_by( "astar-turns", 0.0 ), true, false );
	fail_while( small_plan_by( "auto", 0.0 ), true, true );
}

// What the automatic choice takes for units that turn on the spot, with the search of a rival.
static void test_run_lines( void** state )
{
	(void)state;
	fw_plan plan = small_plan_by( "auto", 0.0 );
	plan.lattice = FW_LATTICE_GAPS;
	plan.goal = test_center( 11, 9, 0 );
	plan.unit = test_unit( 0.9, 0.0 );
	fail_while( plan, true, false );
	fail_while( plan, true, true );
	plan.unit = test_unit( 0.4, 0.0 );
	plan.unit.size = 1;
	fail_while( plan, true, false );
}

typedef fw_status ( *pass )( const fw_smoother* smoother, fw_path* path, fw_refusal* refusal );

static fw_status clean_free( const fw_smoother* smoother, fw_path* path, fw_refusal* refusal )
{
	return fw_clean_up( smoother, path, false, refusal );
}

static fw_status clean_charged( const fw_smoother* smoother, fw_path* path, fw_refusal* refusal )
{
	fw_smoother charged = *smoother;
	charged.turn_charge = 2.0;
	return fw_clean_up( &charged, path, false, refusal );
}

// The passes on a path of curves, or of lines for those that need lines.
static void test_passes( void** state )
{
	(void)state;
	static const pass passes[] = { fw_smooth_straight, fw_smooth_curved, fw_turn_ignoring, clean_free, clean_charged };
	for ( size_t i = 0; i < sizeof( passes ) / sizeof( passes[0] ); ++i )
	{
		fw_status status = FW_ERR_MEMORY;
		int64_t failures = 0;
		for ( int64_t n = 0; status == FW_ERR_MEMORY; ++n )
		{
			test_memory memory = test_memory_make();
			const fw_allocator allocator = test_memory_allocator( &memory );
			fw_plan plan = small_plan();
			plan.method = i == 0 || i == 2 ? "astar" : plan.method;
			plan.smooth = plan.clean_up = false;
			fw_grid* grid = test_grid( picture );
			fw_planner* planner = NULL;
			fw_result result;
			fw_result_init( &result, &allocator );
			assert_int_equal( fw_planner_create( grid, NULL, &planner, NULL ), FW_OK );
			assert_int_equal( fw_planner_run( planner, &plan, &result, NULL ), FW_OK );
			const uint64_t hash = fw_path_hash( &result.path );
			const double length = result.path.length;
			test_memory_fail_in( &memory, n, false );
			fw_smoother smoother = fw_default_smoother();
			smoother.grid = grid;
			smoother.unit = &plan.unit;
			smoother.allocator = allocator;
			status = passes[i]( &smoother, &result.path, NULL );
			if ( status == FW_ERR_MEMORY )
			{
				assert_true( fw_path_hash( &result.path ) == hash && result.path.length == length );
				failures++;
				test_memory_fail_never( &memory );
				assert_int_equal( passes[i]( &smoother, &result.path, NULL ), FW_OK );
			}
			else
			{
				assert_int_equal( status, FW_OK );
			}
			fw_result_free( &result );
			test_memory_check_empty( &memory );
			fw_planner_destroy( planner );
			fw_grid_destroy( grid );
		}
		assert_true( failures >= 1 );
	}
}

// The second of two equal searches allocates nothing, nor do smaller ones.
static void test_warm_search_allocates_nothing( void** state )
{
	(void)state;
	static const fw_lattice lattices[] = { FW_LATTICE_TILES, FW_LATTICE_GAPS, FW_LATTICE_HALF };
	for ( int32_t i = 0; i < 6; ++i )
	{
		test_memory memory = test_memory_make();
		const fw_allocator allocator = test_memory_allocator( &memory );
		drive_def def = drive_def_of( 0.9, 1.5 );
		def.ring = 2;
		def.lattice = lattices[i % 3];
		def.unit.reverse = i >= 3;
		test_random random = test_random_make( 80 );
		drive d;
		drive_open( &d, test_random_town( &random, 48, 48, 20, 4 ), &def );
		fw_search* search = NULL;
		fw_result result;
		fw_result_init( &result, &allocator );
		assert_int_equal( fw_search_create( &allocator, &search ), FW_OK );
		fw_query queries[8];
		for ( int32_t k = 0; k < 8; ++k )
		{
			fw_pose start = { 0 }, goal = { 0 };
			assert_true( drive_random_exact_pose( &d, &random, &start ) && drive_random_pose( &d, &random, &goal ) );
			queries[k] = drive_query( &d, start, goal );
			queries[k].method = k % 3 == 2 ? "directional-speed" : "directional24";
			queries[k].options.turn_charge = k % 3 == 1 ? 2.0 : 0.0;
			queries[k].options.weight = k % 3 == 2 ? 1.6 : 1.0;
			queries[k].unit.lateral = k % 3 == 2 ? 0.5 : 0.0;
			queries[k].goal_any_heading = k % 2 == 0;
			queries[k].options.max_expansions = test_rounds( 20000 );
		}
		int64_t asked = 0;
		for ( int32_t round = 0; round < 3; ++round )
		{
			for ( int32_t k = 0; k < 8; ++k )
			{
				assert_int_equal( fw_search_run( search, &d.map, &queries[k], &result, NULL ), FW_OK );
			}
			assert_true( round == 0 || memory.asked == asked );
			asked = memory.asked;
		}
		assert_true( fw_search_memory( search ) <= memory.bytes );
		fw_search_destroy( search );
		fw_result_free( &result );
		drive_close( &d );
		test_memory_check_empty( &memory );
	}
}

// Memory that runs out during the search for the nearest tile is reported, too.
static void nearest_tile_without_memory( void** state )
{
	(void)state;
	test_memory memory = test_memory_make();
	const fw_allocator allocator = test_memory_allocator( &memory );
	int64_t n = 0;
	for ( fw_status status = FW_ERR_MEMORY; status != FW_OK; n++ )
	{
		fw_grid* grid = grid_in( &allocator );
		fw_planner* planner = NULL;
		fw_result result;
		fw_result_init( &result, &allocator );
		assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 12, 0, 1, 11 }, FW_TERRAIN_OUT, NULL ), FW_OK );
		assert_int_equal( fw_planner_create( grid, &allocator, &planner, NULL ), FW_OK );
		fw_plan plan = fw_default_plan();
		plan.method = "haastar-high";
		plan.nearest = true;
		plan.start = ( fw_pose ){ 1.5, 1.5, 0.0 };
		plan.goal = ( fw_pose ){ 16.5, 1.5, 0.0 };
		test_memory_fail_in( &memory, n, true );
		status = fw_planner_run( planner, &plan, &result, NULL );
		test_memory_fail_never( &memory );
		assert_true( status == FW_ERR_MEMORY || ( status == FW_OK && result.outcome == FW_PARTIAL ) );
		fw_result_free( &result );
		fw_planner_destroy( planner );
		fw_grid_destroy( grid );
		test_memory_check_empty( &memory );
	}
	assert_true( n > 10 );
}

int run_test_memory_planner( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_create ),
	    cmocka_unit_test( test_prepare ),
	    cmocka_unit_test( test_run ),
	    cmocka_unit_test( test_run_lines ),
	    cmocka_unit_test( test_passes ),
	    cmocka_unit_test( test_warm_search_allocates_nothing ),
	    cmocka_unit_test( nearest_tile_without_memory ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
