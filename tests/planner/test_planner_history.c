// SPDX-License-Identifier: MIT
// What a planner was asked before changes no answer: one that has seen other units, methods and states of the map gives
// the bits of a new one.
#include "fairway/grid.h"
#include "fairway/queue.h"
#include "support.h"
#include "support_planner.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#define SIDE 44
#define METHODS_MAX 64

static fw_pose random_place( test_random* random )
{
	const double x = test_random_int( random, SIDE ) + 0.5;
	const double y = test_random_int( random, SIDE ) + 0.5;
	return ( fw_pose ){ x, y, fw_radians( 45.0 * test_random_int( random, 8 ) ) };
}

// A map on which capabilities and costs may matter.
static fw_grid* random_world( test_random* random )
{
	fw_grid* grid = test_random_map( random, SIDE, SIDE, test_random_real( random, 0.02, 0.25 ) );
	for ( int32_t i = test_random_int( random, 8 ); i > 0; i-- )
	{
		const int32_t x = test_random_int( random, SIDE );
		const int32_t y = test_random_int( random, SIDE );
		const bool wet = test_random_chance( random, 0.5 );
		assert_int_equal(
		    fw_grid_fill( grid, ( fw_rect ){ x, y, 5, 4 }, wet ? FW_TERRAIN_SWAMP : FW_TERRAIN_ROAD, NULL ), FW_OK );
	}
	if ( test_random_chance( random, 0.3 ) )
	{
		fw_terrain swamp = *fw_grid_terrain( grid, FW_TERRAIN_SWAMP );
		swamp.cost = 2.5;
		assert_int_equal( fw_grid_set_terrain( grid, FW_TERRAIN_SWAMP, &swamp, NULL ), FW_OK );
	}
	return grid;
}

static fw_plan random_plan( test_random* random, const fw_method* method )
{
	static const double radii[] = { 0.4, 0.4, 0.0, 0.5, 0.3 };
	static const int32_t clusters[] = { 0, 0, 6, 11 };
	const bool headings = ( method->traits & FW_TRAIT_HEADINGS ) != 0;
	const bool sized = !headings && ( method->traits & FW_TRAIT_SQUARES ) != 0;
	const bool corners = ( method->traits & FW_TRAIT_ONLY_CORNERS ) != 0;
	const bool point = corners || ( method->traits & FW_TRAIT_POINT ) != 0;
	const double radius = point ? 0.0 : radii[test_random_int( random, 5 )];
	const fw_pose start = random_place( random );
	const fw_pose goal = random_place( random );
	fw_plan plan = planner_plan( radius, 0.0, start, goal );
	plan.method = method->name;
	plan.unit.turning_radius = headings ? 0.5 * ( 1 + test_random_int( random, 3 ) ) : 0.0;
	plan.unit.size = sized && test_random_chance( random, 0.5 ) ? 1 + test_random_int( random, 3 ) : 0;
	plan.unit.capabilities = test_random_chance( random, 0.5 ) ? FW_CAP_GROUND : FW_CAP_GROUND | FW_CAP_SWAMP;
	plan.unit.reverse = headings && test_random_chance( random, 0.2 );
	plan.goal_any_heading = test_random_chance( random, 0.6 );
	plan.options.anchor = corners ? FW_ANCHOR_CORNER : FW_ANCHOR_CENTER;
	plan.options.max_expansions = 3000;
	plan.nearest = test_random_chance( random, 0.3 );
	plan.smooth = test_random_chance( random, 0.5 );
	plan.cluster = clusters[test_random_int( random, 4 )];
	plan.roads = test_random_chance( random, 0.1 ) ? FW_ROADS_ONLY : FW_ROADS_NONE;
	// Other tables take longer to make.
	plan.lattice = headings && test_random_chance( random, 0.2 ) ? FW_LATTICE_HALF : FW_LATTICE_GAPS;
	return plan;
}

static void check_same( const fw_plan* plan, const fw_result* used, const fw_result* fresh )
{
	if ( used->outcome != fresh->outcome || used->reason != fresh->reason || used->length != fresh->length ||
	     used->cost != fresh->cost || fw_path_hash( &used->path ) != fw_path_hash( &fresh->path ) ||
	     memcmp( &used->counters, &fresh->counters, sizeof( used->counters ) ) != 0 )
	{
		fail_msg( "%s, size %d: %s, %.9f, %lld expanded by one that was asked before; %s, %.9f, %lld by a new one",
		          plan->method, (int)plan->unit.size, fw_outcome_text( used->outcome ), used->length,
		          (long long)used->counters.expanded, fw_outcome_text( fresh->outcome ), fresh->length,
		          (long long)fresh->counters.expanded );
	}
}

static void compare( fw_grid* grid, fw_planner* used, const fw_plan* plan, fw_result* result, fw_result* wanted )
{
	fw_planner* fresh = planner_make( grid );
	const fw_status status = fw_planner_run( used, plan, result, NULL );
	assert_int_equal( status, fw_planner_run( fresh, plan, wanted, NULL ) );
	if ( status == FW_OK )
	{
		check_same( plan, result, wanted );
		assert_int_equal( fw_planner_report( used ).branch, fw_planner_report( fresh ).branch );
	}
	else
	{
		wanted->outcome = FW_UNREACHABLE;
	}
	fw_planner_destroy( fresh );
}

// Each method as often as any other, in any order.
static void shuffle_methods( test_random* random, int32_t* order, int32_t count )
{
	for ( int32_t i = 0; i < count; i++ )
	{
		const int32_t k = test_random_int( random, i + 1 );
		order[i] = order[k];
		order[k] = i % fw_method_count();
	}
}

static void test_any_order( void** state )
{
	(void)state;
	test_random random = test_random_make( 71 );
	fw_result result = { 0 };
	fw_result wanted = { 0 };
	int32_t found[METHODS_MAX] = { 0 };
	const int32_t count = fw_method_count();
	assert_true( count <= METHODS_MAX );
	int32_t all = 0;
	for ( int32_t world = 0; world < test_rounds( 10 ); world++ )
	{
		fw_grid* grid = random_world( &random );
		fw_planner* used = planner_make( grid );
		int32_t order[2 * METHODS_MAX];
		shuffle_methods( &random, order, 2 * count );
		for ( int32_t i = 0; i < 2 * count; i++ )
		{
			const int32_t m = order[i];
			const fw_plan plan = random_plan( &random, fw_method_at( m ) );
			compare( grid, used, &plan, &result, &wanted );
			found[m] += wanted.outcome == FW_FOUND;
			if ( test_random_chance( &random, 0.05 ) )
			{
				const int32_t x = test_random_int( &random, SIDE );
				const int32_t y = test_random_int( &random, SIDE );
				const uint8_t terrain = test_random_chance( &random, 0.5 ) ? FW_TERRAIN_OUT : FW_TERRAIN_GROUND;
				assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ x, y, 3, 3 }, terrain, NULL ), FW_OK );
			}
		}
		fw_planner_destroy( used );
		fw_grid_destroy( grid );
	}
	for ( int32_t m = 0; m < count; m++ )
	{
		all += found[m];
		if ( found[m] < test_rounds( 10 ) * 3 / 10 )
		{
			fail_msg( "%s found only %d paths", fw_method_at( m )->name, (int)found[m] );
		}
	}
	assert_true( all > test_rounds( 10 ) * count / 2 );
	fw_result_free( &result );
	fw_result_free( &wanted );
}

// Units of many sizes over hierarchies, where one for all of them leaves out other ways than one for each.
static void test_sizes( void** state )
{
	(void)state;
	static const char* const methods[] = { "haastar-high", "haastar-low", "haastar-initial", "hdirectional" };
	test_random random = test_random_make( 72 );
	fw_result result = { 0 };
	fw_result wanted = { 0 };
	int32_t found = 0;
	for ( int32_t world = 0; world < test_rounds( 12 ); world++ )
	{
		fw_grid* grid = random_world( &random );
		fw_planner* used = planner_make( grid );
		for ( int32_t i = 0; i < 40; i++ )
		{
			fw_plan plan = random_plan( &random, fw_method_find( methods[i % 4] ) );
			plan.unit.turning_radius = i % 4 == 3 ? 0.5 : 0.0;
			plan.lattice = FW_LATTICE_GAPS;
			plan.cluster = i % 7 == 0 ? 7 : 0;
			compare( grid, used, &plan, &result, &wanted );
			found += wanted.outcome == FW_FOUND;
		}
		fw_planner_destroy( used );
		fw_grid_destroy( grid );
	}
	assert_true( found > test_rounds( 150 ) );
	fw_result_free( &result );
	fw_result_free( &wanted );
}

int run_test_planner_history( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_any_order ),
	    cmocka_unit_test( test_sizes ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
