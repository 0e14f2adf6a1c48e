// SPDX-License-Identifier: MIT
// Turns for tile paths: ignoring blocked tiles, along the tile path, tighter, backing up, by searching again. Plans
// give the same in any planner and in any slices, and are legal where that is promised; passes say which legs hit
// something, keep to the radius that they report, and leave the path as it was if they refuse it.
#include "world.h"

#include <math.h>

#define HITS ( 1u << FW_VIOLATION_COLLISION | 1u << FW_VIOLATION_OUTSIDE )

static const char* const methods[] = { "astar", "jps", "aastar", "theta", "midpoint", "compass", NULL };
#define METHODS ( sizeof( methods ) / sizeof( methods[0] ) )

// The conditions for a plan's path, whatever it may hit.
static void check_plan( const world* w, const fw_plan* plan, const fw_result* result )
{
	const fw_unit* unit = &plan->unit;
	const bool curves = unit->turning_radius > 0.0;
	fw_unit driver = *unit;
	uint32_t kinds = UINT32_MAX;
	if ( plan->turning == FW_TURNING_NONE || ( !curves && plan->turning != FW_TURNING_IGNORE ) )
	{
		driver.turning_radius = 0.0;
	}
	if ( plan->turning == FW_TURNING_TIGHTER || plan->turning == FW_TURNING_BACKING )
	{
		const double least = plan->turning == FW_TURNING_TIGHTER ? 0.05 : unit->turning_radius;
		driver.turning_radius =
		    fmin( unit->turning_radius, plan->min_turning_radius > 0.0 ? plan->min_turning_radius : least );
	}
	if ( curves && plan->turning != FW_TURNING_NONE && plan->turning != FW_TURNING_ALONG &&
	     plan->turning != FW_TURNING_RECALCULATE )
	{
		kinds &= ~HITS;
	}
	CHECK( count_violations( w->grid, &driver, &result->path, kinds ) == 0 );
	const fw_pose end = fw_path_end( &result->path );
	CHECK( plan->start_any_heading || result->path.start.heading == plan->start.heading );
	CHECK( result->outcome != FW_FOUND || fw_length( end.x - plan->goal.x, end.y - plan->goal.y ) < 1e-6 );
}

static void run_plan( input* in, const world* w, fw_planner* planner, fw_plan* plan )
{
	static const double least[] = { 0.0, 0.05, 0.3, 1.0 };
	fw_result result;
	fw_result_init( &result, &w->allocator );
	plan->turning = (fw_turning)take( in, FW_TURNING_RECALCULATE + 1 );
	plan->min_turning_radius = chance( in, 16 ) ? world_wild( in ) : pick( in, least, 4 );
	const fw_status status = fw_planner_run( planner, plan, &result, NULL );
	CHECK( status == FW_OK || status == FW_ERR_UNSUPPORTED || status == FW_ERR_ARGUMENT );
	CHECK( status != FW_OK || plan->min_turning_radius == 0.0 || plan->min_turning_radius >= FW_TIGHTER_MIN );
	check_plan_again( in, w, planner, plan, status, &result );
	if ( status == FW_OK && ( result.outcome == FW_FOUND || result.outcome == FW_PARTIAL ) )
	{
		check_plan( w, plan, &result );
	}
	fw_result_free( &result );
}

static fw_status run_tighter( input* in, const fw_smoother* smoother, fw_path* path, fw_unit* driver, int32_t* illegal )
{
	fw_tighter_def def = fw_default_tighter_def();
	fw_tighter_report report = { 0 };
	def.min_radius = chance( in, 8 ) ? world_wild( in ) : real( in, FW_TIGHTER_MIN, driver->turning_radius );
	const fw_status status = fw_turn_tighter( smoother, &def, path, &report, NULL );
	CHECK( status != FW_OK || ( report.tightest >= def.min_radius && report.tightest <= driver->turning_radius ) );
	*illegal = report.illegal;
	driver->turning_radius = report.tightest;
	return status;
}

static fw_status run_backing( input* in, const fw_smoother* smoother, fw_path* path, fw_unit* driver, int32_t* illegal )
{
	fw_backing_def def = fw_default_backing_def();
	fw_backing_report report = { 0 };
	def.min_radius = chance( in, 3 ) ? real( in, FW_TIGHTER_MIN, driver->turning_radius ) : 0.0;
	def.min_radius = chance( in, 8 ) ? world_wild( in ) : def.min_radius;
	def.max_turns = chance( in, 8 ) ? (int32_t)take( in, 0 ) : 1 + (int32_t)take( in, 16 );
	const fw_status status = fw_turn_backing( smoother, &def, path, &report, NULL );
	CHECK( status != FW_OK || ( def.max_turns >= 1 && def.max_turns <= FW_BACKING_MAX ) );
	if ( status == FW_OK && driver->turning_radius > 0.0 )
	{
		int32_t changes = 0;
		for ( int32_t i = 1; i < path->count; i++ )
		{
			changes += path->segments[i].gear != path->segments[i - 1].gear ? 1 : 0;
		}
		CHECK( changes == report.gear_changes );
		driver->turning_radius = report.tightened > 0 ? def.min_radius : driver->turning_radius;
	}
	*illegal = report.illegal;
	return status;
}

// The passes on any lines, over any terrain.
static void run_pass( input* in, const world* w, const fw_plan* plan )
{
	fw_unit unit = plan->unit;
	unit.turning_radius = unit.turning_radius > 0.0 ? unit.turning_radius : 1.0;
	unit.reverse = unit.reverse || chance( in, 2 );
	CHECK( fw_grid_add_layer( w->grid, unit.capabilities, NULL ) == FW_OK );
	fw_smoother smoother = fw_default_smoother();
	smoother.grid = w->grid;
	smoother.unit = &unit;
	smoother.allocator = w->allocator;
	fw_unit driver = unit;
	fw_path old;
	fw_path path;
	int32_t illegal = 0;
	fw_path_init( &old, &w->allocator );
	fw_path_init( &path, &w->allocator );
	fw_path_clear( &old, world_center( in, w ) );
	for ( uint32_t n = take( in, 6 ); n > 0; n-- )
	{
		const fw_pose to = chance( in, 3 ) ? world_pose( in, w ) : world_center( in, w );
		world_line( &old, ( fw_vec2 ){ to.x, to.y }, FW_GEAR_FORWARD );
	}
	CHECK( fw_path_copy( &path, &old ) == FW_OK );
	const fw_status status = chance( in, 2 ) ? run_backing( in, &smoother, &path, &driver, &illegal )
	                                         : run_tighter( in, &smoother, &path, &driver, &illegal );
	if ( status != FW_OK )
	{
		check_same_path( &old, &path );
	}
	// The validator takes minutes for lines of millions of tiles.
	else if ( old.length < 1000.0 && path.length < 10000.0 )
	{
		const bool clear = illegal == 0 && path.count > 0;
		CHECK( count_violations( w->grid, &driver, &path, clear ? UINT32_MAX : UINT32_MAX & ~HITS ) == 0 );
	}
	fw_path_free( &old );
	fw_path_free( &path );
}

int LLVMFuzzerTestOneInput( const uint8_t* data, size_t size )
{
	input in = { data, size };
	world w;
	fw_planner* planner = NULL;
	world_open( &in, &w );
	CHECK( fw_planner_create( w.grid, &w.allocator, &planner ) == FW_OK );
	for ( uint32_t round = 0; round == 0 || ( round < 4 && in.left > 0 ); round++ )
	{
		fw_plan plan = world_plan( &in, &w, methods, METHODS );
		if ( chance( &in, 3 ) )
		{
			run_pass( &in, &w, &plan );
		}
		else
		{
			run_plan( &in, &w, planner, &plan );
		}
		world_edit( &in, &w );
	}
	fw_planner_destroy( planner );
	world_close( &w );
	return 0;
}
