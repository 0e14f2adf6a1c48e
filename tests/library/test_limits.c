// SPDX-License-Identifier: MIT
// The limits of the library: positions far outside the map, maps of one tile and of the largest size, the largest unit,
// the longest and the most expensive paths. Nothing overflows, and each search ends with the right outcome.
#include "fairway/planner.h"
#include "support_drive.h"
#include "sweep/turn_table.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#define COUNT( array ) ( (int32_t)( sizeof( array ) / sizeof( ( array )[0] ) ) )

static const char* const methods[] = { "astar", "directional", "directional24" };

static void open_with_lattice( drive* d, fw_grid* grid, fw_lattice lattice )
{
	drive_def def = { .unit = fw_default_unit(), .ring = 2, .headings = 8, .lattice = lattice };
	def.unit.turning_radius = 1.0;
	drive_open( d, grid, &def );
}

static void test_far_positions( void** state )
{
	(void)state;
	const double places[] = { 1e300, -1e300, 1e9, -1e9, 3e9, 40.0, -1.0, 5e-324, -0.0, 1.7e308 };
	const double tolerances[] = { 0.0, 5e-324, 0.5, 100.0, 1e6 };
	drive d;
	open_with_lattice( &d, test_field( 12, 9 ), FW_LATTICE_HALF );
	for ( int32_t i = 0; i < COUNT( methods ) * COUNT( places ) * COUNT( tolerances ) * 3 * 6;
	      i += test_every( 1 ) | 1 )
	{
		const int32_t method = i % COUNT( methods );
		const int32_t axes = i / COUNT( methods ) % 3;
		const int32_t heuristic = i / COUNT( methods ) / 3 % 6;
		const double place = places[i / COUNT( methods ) / 3 / 6 % COUNT( places )];
		const double tolerance = tolerances[i / COUNT( methods ) / 3 / 6 / COUNT( places )];
		const fw_pose here = { 2.5, 2.5, 0.0 };
		const fw_pose there = { axes == 1 ? 6.5 : place, axes == 2 ? 4.5 : place, 1e6 };
		fw_query q = drive_query_by( &d, methods[method], here, there );
		q.goal_tolerance = tolerance;
		q.options.heuristic = (fw_heuristic)heuristic;
		const bool foreign = method == 0 && heuristic >= FW_HEURISTIC_TABLE;
		assert_int_equal( drive_try( &d, &q ), foreign ? FW_ERR_UNSUPPORTED : FW_OK );
		const double dx = axes == 1 ? 0.0 : fmax( fmax( -place, place - 12.0 ), 0.0 );
		const double dy = axes == 2 ? 0.0 : fmax( fmax( -place, place - 9.0 ), 0.0 );
		const bool beyond = fmax( dx, dy ) > tolerance;
		if ( !foreign && beyond )
		{
			assert_int_equal( d.result.outcome, FW_UNREACHABLE );
			assert_int_equal( d.result.counters.expanded, 0 );
		}
		assert_true( foreign || tolerance < 100.0 || beyond || fmax( dx, dy ) > 40.0 || d.result.outcome == FW_FOUND );
		const fw_pose swap = q.start;
		q.start = q.goal;
		q.goal = swap;
		assert_int_equal( drive_try( &d, &q ), foreign ? FW_ERR_UNSUPPORTED : FW_OK );
		assert_true( foreign || d.result.outcome == FW_UNREACHABLE );
	}
	drive_close( &d );
}

// From one end of the map to the other and on the spot, with every method and lattice, or every pair of these.
static void check_shape( int32_t width, int32_t height, bool every_pair )
{
	for ( int32_t lattice = FW_LATTICE_GAPS; lattice <= FW_LATTICE_HALF; lattice++ )
	{
		drive d;
		open_with_lattice( &d, test_field( width, height ), (fw_lattice)lattice );
		const fw_pose here = { 0.5, 0.5, width >= height ? 0.0 : FW_PI / 2.0 };
		const fw_pose there = { width - 0.5, height - 0.5, here.heading };
		for ( int32_t method = 0; method < COUNT( methods ); method++ )
		{
			if ( !every_pair && ( lattice + method ) % 3 != ( width > height ? 0 : 1 ) )
			{
				continue;
			}
			fw_query q = drive_query_by( &d, methods[method], here, here );
			assert_int_equal( drive_try( &d, &q ), FW_OK );
			assert_int_equal( d.result.outcome, FW_FOUND );
			assert_true( d.result.length == 0.0 );
			q = drive_query_by( &d, methods[method], here, there );
			assert_int_equal( drive_try( &d, &q ), FW_OK );
			assert_int_equal( d.result.outcome, FW_FOUND );
			assert_true( d.result.length >= fw_length( width - 1.0, height - 1.0 ) - 1e-6 );
			q.start = ( fw_pose ){ width, height, 0.0 };
			assert_int_equal( drive_try( &d, &q ), FW_OK );
			assert_int_equal( d.result.reason, FW_REASON_START_BLOCKED );
		}
		drive_close( &d );
	}
}

static void test_shapes( void** state )
{
	(void)state;
	// A sample takes each method on one lattice of a long map.
	const bool every_pair = test_every( 1 ) == 1;
	check_shape( 1, 1, true );
	check_shape( 1, 70, true );
	check_shape( 129, 1, true );
	check_shape( FW_GRID_MAX_SIDE, 3, every_pair );
	check_shape( 2, FW_GRID_MAX_SIDE, every_pair );
}

static void test_largest_map( void** state )
{
	(void)state;
	test_memory memory = test_memory_make();
	fw_grid_def def = fw_default_grid_def();
	def.allocator = test_memory_allocator( &memory );
	def.width = def.height = FW_GRID_MAX_SIDE;
	fw_grid* grid = NULL;
	assert_int_equal( fw_grid_create( &def, &grid, NULL ), FW_OK );
	assert_true( memory.peak < 300u << 20 );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 16383, 16383, 9, 9 }, 0, NULL ), FW_OK );
	assert_int_equal( fw_grid_get( grid, 16383, 16383 ), 0 );
	fw_grid_destroy( grid );

	def.height = 256;
	assert_int_equal( fw_grid_create( &def, &grid, NULL ), FW_OK );
	fw_space_def space_def = fw_default_space_def();
	space_def.allocator = def.allocator;
	fw_space* space = NULL;
	assert_int_equal( fw_space_create( grid, &space_def, &space, NULL ), FW_OK );
	fw_search* search = NULL;
	assert_int_equal( fw_search_create( &def.allocator, &search ), FW_OK );
	const fw_map map = { .grid = grid, .space = space };
	fw_query query = fw_default_query();
	query.start = ( fw_pose ){ 0.5, 0.5, 0.0 };
	query.goal = ( fw_pose ){ 16383.5, 255.5, 0.0 };
	fw_result result;
	fw_result_init( &result, NULL );
	assert_int_equal( fw_search_run( search, &map, &query, &result, NULL ), FW_OK );
	assert_int_equal( result.outcome, FW_FOUND );
	fw_result_free( &result );
	fw_search_destroy( search );
	fw_space_destroy( space );
	fw_grid_destroy( grid );
	test_memory_check_empty( &memory );
}

// The largest possible unit: its table has to stay small, and searches with it have to end.
static void test_largest_unit( void** state )
{
	(void)state;
	for ( int32_t lattice = FW_LATTICE_GAPS; lattice <= FW_LATTICE_HALF; lattice++ )
	{
		for ( int32_t headings = 8; headings <= 16; headings += 8 )
		{
			test_memory memory = test_memory_make();
			fw_primitives_def def = fw_default_primitives_def();
			def.allocator = test_memory_allocator( &memory );
			def.radius = def.turning_radius = 64.0;
			def.ring = 0;
			def.headings = headings;
			def.lattice = (fw_lattice)lattice;
			def.loops = false;
			def.costs = true;
			fw_primitives* turns = NULL;
			assert_int_equal( fw_primitives_create( &def, &turns, NULL ), FW_OK );
			assert_int_equal( fw_primitives_definition( turns )->ring, FW_RING_MAX );
			assert_true( (int32_t)turns->edge_count > 0 && memory.peak < 50u << 20 );
			fw_primitives_destroy( turns );
			test_memory_check_empty( &memory );
		}
	}
	fw_grid* grid = test_field( 400, 300 );
	fw_planner* planner = NULL;
	assert_int_equal( fw_planner_create( grid, NULL, &planner, NULL ), FW_OK );
	fw_plan plan = fw_default_plan();
	plan.unit = test_unit( 64.0, 64.0 );
	plan.start = ( fw_pose ){ 70.5, 150.5, 0.0 };
	plan.goal = ( fw_pose ){ 330.5, 140.5, 0.0 };
	plan.options.max_expansions = 3000;
	fw_result result;
	fw_result_init( &result, NULL );
	assert_int_equal( fw_planner_run( planner, &plan, &result, NULL ), FW_OK );
	assert_int_equal( result.outcome, FW_FOUND );
	test_check_legal( grid, &plan.unit, &result.path );
	fw_result_free( &result );
	fw_planner_destroy( planner );
	fw_grid_destroy( grid );
}

// A path so long that its weighted estimate does not fit 32 bits: it must neither wrap around nor keep the search busy.
static void test_long_path( void** state )
{
	(void)state;
	const int32_t side = 723;
	fw_grid* grid = test_field( side, side );
	for ( int32_t y = 3; y < side; y += 4 )
	{
		assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ y % 8 == 3 ? 0 : 3, y, side - 3, 1 }, 0, NULL ), FW_OK );
	}
	fw_planner* planner = NULL;
	fw_result result;
	fw_result_init( &result, NULL );
	assert_int_equal( fw_planner_create( grid, NULL, &planner, NULL ), FW_OK );
	double least = 0.0;
	const double weights[] = { 1.0, 1.1, 16.0 };
	for ( int32_t i = 0; i < COUNT( weights ); i++ )
	{
		fw_plan plan = fw_default_plan();
		plan.method = "directional";
		plan.start = ( fw_pose ){ 1.5, 1.5, 0.0 };
		plan.goal = ( fw_pose ){ side - 1.5, side - 1.5, 0.0 };
		plan.options.weight = weights[i];
		plan.options.max_expansions = 2000000;
		plan.second_try = plan.clean_up = false;
		assert_int_equal( fw_planner_run( planner, &plan, &result, NULL ), FW_OK );
		assert_int_equal( result.outcome, FW_FOUND );
		least = i == 0 ? result.cost : least;
		assert_true( least * 2378.0 * 16.0 > 4294967296.0 );
		assert_true( result.cost >= least - 1.0 && result.cost <= least * 1.2 );
	}
	fw_result_free( &result );
	fw_planner_destroy( planner );
	fw_grid_destroy( grid );
}

typedef struct mire
{
	fw_grid* grid;
	fw_planner* planner;
	fw_plan plan;
	fw_result result;
} mire;

// A unit that reverses at the largest factor, over the most expensive ground.
static mire mire_make( int32_t width, int32_t height )
{
	const fw_terrain mud = { "mud", '.', 64.0, FW_CAP_GROUND };
	fw_grid_def def = fw_default_grid_def();
	def.terrains = &mud;
	def.terrain_count = 1;
	def.fill = 0;
	def.width = width;
	def.height = height;
	mire m = { .plan = fw_default_plan() };
	fw_result_init( &m.result, NULL );
	assert_int_equal( fw_grid_create( &def, &m.grid, NULL ), FW_OK );
	assert_int_equal( fw_planner_create( m.grid, NULL, &m.planner, NULL ), FW_OK );
	m.plan.unit = test_unit( 0.4, 64.0 );
	m.plan.unit.reverse = true;
	m.plan.unit.reverse_factor = 100.0;
	m.plan.unit.reverse_penalty = 1000.0;
	m.plan.goal_any_heading = false;
	m.plan.second_try = m.plan.clean_up = false;
	return m;
}

static void mire_free( mire* m )
{
	fw_result_free( &m->result );
	fw_planner_destroy( m->planner );
	fw_grid_destroy( m->grid );
}

// Circles back to the unit's own position: forward ones cost a hundredth of those in reverse, whose cost does not fit
// 32 bits. With this radius it is slightly more than a multiple of 2^32.
static void test_dear_circles( void** state )
{
	(void)state;
	mire m = mire_make( 600, 600 );
	m.plan.unit.turning_radius = 45.0;
	m.plan.ring = 1;
	m.plan.start = ( fw_pose ){ 300.3, 300.5, 0.3 };
	m.plan.goal = ( fw_pose ){ 301.5, 301.5, 2.0 };
	m.plan.options.max_expansions = 4000;
	assert_int_equal( fw_planner_run( m.planner, &m.plan, &m.result, NULL ), FW_OK );
	assert_int_equal( m.result.outcome, FW_FOUND );
	test_close_to( m.result.cost, 64.0 * m.result.length, 1.0 );
	test_check_legal( m.grid, &m.plan.unit, &m.result.path );
	mire_free( &m );
}

// Backwards through a lane too narrow to turn in. The cost is exact or out of range; it never wraps around to a lower
// one, not even if the sum is once or twice 2^32 (at 282 and 564 tiles).
static void test_dear_lanes( void** state )
{
	(void)state;
	const double lengths[] = { 10, 60, 105, 115, 158, 200, 283, 300, 380, 565, 600, 1000 };
	for ( int32_t i = 0; i < COUNT( lengths ) * 2; i++ )
	{
		const double length = lengths[i / 2];
		mire m = mire_make( 10 + (int32_t)length, 1 );
		m.plan.method = methods[1 + i % 2];
		m.plan.ring = 1; // few motion primitives, as each planner makes its own
		m.plan.start = ( fw_pose ){ 4.75 + length, 0.5, 0.0 };
		m.plan.goal = ( fw_pose ){ 4.5, 0.5, 0.0 };
		assert_int_equal( fw_planner_run( m.planner, &m.plan, &m.result, NULL ), FW_OK );
		if ( length < 110.0 )
		{
			assert_int_equal( m.result.outcome, FW_FOUND );
			test_close_to( m.result.cost, 64.0 * 100.0 * ( length + 0.25 ), 1.0 );
		}
		else
		{
			assert_int_equal( m.result.outcome, FW_UNREACHABLE );
			assert_int_equal( m.result.reason, FW_REASON_COST_RANGE );
		}
		mire_free( &m );
	}
}

int run_test_limits( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_far_positions ), cmocka_unit_test( test_shapes ),
	    cmocka_unit_test( test_largest_map ),   cmocka_unit_test( test_largest_unit ),
	    cmocka_unit_test( test_long_path ),     cmocka_unit_test( test_dear_circles ),
	    cmocka_unit_test( test_dear_lanes ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
