// SPDX-License-Identifier: MIT
// Maps, positions, paths and plans of fuzzers.
#include "world.h"

#include <math.h>

static void make_grid( input* in, world* w )
{
	static const double costs[] = { 1.0, 1.0, 1.0, 1.25, 2.0, 3.5, 64.0 };
	fw_terrain terrains[6];
	int32_t count;
	memcpy( terrains, fw_standard_terrains( &count ), sizeof( terrains ) );
	CHECK( count == 6 );
	for ( int32_t i = 1, with_costs = take( in, 3 ) == 2; i < count && with_costs; i++ )
	{
		terrains[i].cost = costs[take( in, sizeof( costs ) / sizeof( costs[0] ) )];
	}
	fw_grid_def def = fw_default_grid_def();
	def.allocator = w->allocator;
	def.width = chance( in, 10 ) ? 1 : 1 + (int32_t)take( in, WORLD_SIDE_MAX );
	def.height = chance( in, 10 ) ? 1 : 1 + (int32_t)take( in, WORLD_SIDE_MAX );
	def.terrains = terrains;
	def.terrain_count = count;
	def.fill = chance( in, 8 ) ? (uint8_t)take( in, 6 ) : FW_TERRAIN_GROUND;
	CHECK( fw_grid_create( &def, &w->grid, NULL ) == FW_OK );
	w->width = def.width;
	w->height = def.height;
	// Single tiles here and there, from few bytes.
	const uint32_t density = take( in, 4 ) * 12;
	uint32_t state = take( in, 65536 ) * 2 + 1;
	for ( int32_t i = 0; i < w->width * w->height && density > 0; i++ )
	{
		state ^= state << 13;
		state ^= state >> 17;
		state ^= state << 5;
		if ( state % 256 < density )
		{
			const uint8_t terrain = state >> 8 & 1 ? FW_TERRAIN_OUT : (uint8_t)( ( state >> 9 ) % 6 );
			fw_grid_fill( w->grid, ( fw_rect ){ i % w->width, i / w->width, 1, 1 }, terrain, NULL );
		}
	}
}

void world_edit( input* in, world* w )
{
	for ( uint32_t n = take( in, 5 ); n > 0; n-- )
	{
		const fw_rect rect = { (int32_t)take( in, 50 ) - 5, (int32_t)take( in, 50 ) - 5, (int32_t)take( in, 12 ),
		                       (int32_t)take( in, 12 ) };
		const uint8_t terrain = chance( in, 2 ) ? FW_TERRAIN_GROUND : (uint8_t)take( in, 6 );
		CHECK( fw_grid_fill( w->grid, rect, terrain, NULL ) == FW_OK );
	}
	if ( chance( in, 8 ) )
	{
		const int32_t index = (int32_t)take( in, 6 );
		fw_terrain terrain = *fw_grid_terrain( w->grid, index );
		terrain.cost = 1.0 + take( in, 4 ) / 2.0;
		CHECK( fw_grid_set_terrain( w->grid, index, &terrain, NULL ) == FW_OK );
	}
}

static double coordinate( input* in, int32_t size, uint32_t kind )
{
	static const double wild[] = { -1.0, -1e-9, 1e9, -1e9, 1e300, -1e300, 5e-324, 41.0, 2147483648.0, -0.0 };
	const double tile = (double)take( in, (uint32_t)size );
	switch ( kind )
	{
	case 0:
		return tile + real( in, 0.0, 1.0 );
	case 1:
		return tile + 0.5 * take( in, 3 );
	case 2:
		return tile + 0.5 + 1e-10 * ( (double)take( in, 40 ) - 20.0 );
	case 3:
		return wild[take( in, sizeof( wild ) / sizeof( wild[0] ) )];
	case 4:
		return real( in, -3.0, size + 3.0 );
	default:
		return tile + 0.5;
	}
}

static double heading( input* in )
{
	switch ( take( in, 4 ) )
	{
	case 0:
		return real( in, -7.0, 7.0 );
	case 1:
		return fw_radians( 22.5 * take( in, 40 ) );
	case 2:
		return real( in, -1e6, 1e6 );
	default:
		return fw_radians( 45.0 * take( in, 16 ) );
	}
}

fw_pose world_pose( input* in, const world* w )
{
	const uint32_t kind = take( in, 16 );
	const double x = coordinate( in, w->width, kind );
	const double y = coordinate( in, w->height, chance( in, 8 ) ? take( in, 6 ) : kind );
	return ( fw_pose ){ x, y, heading( in ) };
}

fw_pose world_center( input* in, const world* w )
{
	const double x = take( in, (uint32_t)w->width ) + 0.5;
	const double y = take( in, (uint32_t)w->height ) + 0.5;
	return ( fw_pose ){ x, y, fw_radians( 45.0 * take( in, 8 ) ) };
}

double world_wild( input* in )
{
	static const double wild[] = { 0.0,  1.0,     -1.0,   NAN, INFINITY, -INFINITY, 1e300,
	                               1e-9, -1e-300, 5e-324, 1e6, 3.5,      6.5 };
	return pick( in, wild, sizeof( wild ) / sizeof( wild[0] ) );
}

void world_line( fw_path* path, fw_vec2 to, fw_gear gear )
{
	const double far = 1e150;
	const fw_status status = fw_path_append_line( path, to, gear );
	const fw_pose end = fw_path_end( path );
	// Lengths beyond are not finite.
	CHECK( status == FW_OK ||
	       ( status == FW_ERR_ARGUMENT && fabs( to.x ) + fabs( to.y ) + fabs( end.x ) + fabs( end.y ) > far ) );
}

void world_path( input* in, const world* w, fw_pose start, uint32_t most, fw_path* path )
{
	fw_path_clear( path, start );
	fw_pose at = start;
	for ( uint32_t n = take( in, most + 1 ); n > 0; n-- )
	{
		const fw_gear gear = chance( in, 4 ) ? FW_GEAR_REVERSE : FW_GEAR_FORWARD;
		if ( chance( in, 3 ) )
		{
			const double radius = 0.25 * ( 1 + take( in, 16 ) );
			const double sweep = ( (double)take( in, 64 ) - 32.0 ) / 16.0;
			const double facing = gear == FW_GEAR_FORWARD ? at.heading : at.heading + FW_PI;
			const fw_segment arc = fw_segment_arc( ( fw_vec2 ){ at.x, at.y }, facing, radius, sweep, gear );
			CHECK( sweep == 0.0 || fw_path_append( path, &arc ) == FW_OK );
		}
		else
		{
			const double x = real( in, 0.0, w->width );
			const double y = real( in, 0.0, w->height );
			world_line( path, ( fw_vec2 ){ x, y }, gear );
		}
		at = fw_path_end( path );
	}
}

fw_plan world_plan( input* in, const world* w, const char* const* methods, uint32_t count )
{
	static const double radii[] = { 0.4, 0.5, 0.3, 0.9 };
	static const double turning[] = { 1.0, 0.5, 0.8, 0.0 };
	fw_plan plan = fw_default_plan();
	plan.method = methods[take( in, count )];
	plan.unit.radius = pick( in, radii, 4 );
	plan.unit.turning_radius = pick( in, turning, 4 );
	plan.unit.capabilities = chance( in, 4 ) ? FW_CAP_GROUND : FW_CAP_GROUND | FW_CAP_ROAD | FW_CAP_SWAMP;
	plan.unit.reverse = chance( in, 3 );
	plan.start = world_center( in, w );
	plan.goal = world_center( in, w );
	plan.start_any_heading = chance( in, 3 );
	plan.goal_any_heading = !chance( in, 3 );
	plan.options.neighbors = chance( in, 4 ) ? 4 : 8;
	plan.options.max_expansions = chance( in, 2 ) ? 1 + take( in, 600 ) : 600;
	plan.smooth = chance( in, 2 );
	plan.clean_up = chance( in, 2 );
	plan.nearest = chance( in, 4 );
	plan.ring = 1 + (int32_t)take( in, 2 );
	plan.best_effort = chance( in, 6 );
	return plan;
}

int32_t count_violations( const fw_grid* grid, const fw_unit* unit, const fw_path* path, uint32_t kinds )
{
	fw_violation found[64];
	int32_t count = -1;
	int32_t counted = 0;
	CHECK( fw_validate( grid, unit, path, NULL, found, 64, &count, NULL ) == FW_OK );
	for ( int32_t i = 0; i < count && i < 64; i++ )
	{
		const bool counts = ( kinds >> found[i].kind & 1u ) != 0;
		counted += counts ? 1 : 0;
		if ( counts )
		{
			fprintf( stderr, "segment %d at %.17g %.17g: %s by %g\n", found[i].segment, found[i].position.x,
			         found[i].position.y, fw_violation_text( found[i].kind ), found[i].amount );
		}
	}
	return counted;
}

void check_legal( const fw_grid* grid, const fw_unit* unit, const fw_path* path )
{
	CHECK( count_violations( grid, unit, path, UINT32_MAX ) == 0 );
}

void check_same_path( const fw_path* a, const fw_path* b )
{
	CHECK( a->count == b->count && fw_path_hash( a ) == fw_path_hash( b ) );
	CHECK( memcmp( &a->start, &b->start, sizeof( fw_pose ) ) == 0 && a->length == b->length );
}

void check_same_result( const fw_result* a, const fw_result* b )
{
	CHECK( a->outcome == b->outcome && a->reason == b->reason );
	CHECK( memcmp( &a->counters, &b->counters, sizeof( a->counters ) ) == 0 );
	CHECK( a->cost == b->cost && a->length == b->length );
	CHECK( a->path.count == b->path.count && fw_path_hash( &a->path ) == fw_path_hash( &b->path ) );
	CHECK( memcmp( &a->path.start, &b->path.start, sizeof( fw_pose ) ) == 0 );
}

static void check_in_slices( input* in, const world* w, fw_planner* planner, const fw_plan* plan,
                             const fw_result* whole )
{
	fw_job* job = NULL;
	fw_result result;
	fw_result_init( &result, &w->allocator );
	CHECK( fw_job_create( planner, &job ) == FW_OK );
	CHECK( fw_job_begin( job, plan, NULL ) == FW_OK );
	fw_outcome outcome = FW_RUNNING;
	while ( outcome == FW_RUNNING )
	{
		CHECK( fw_job_step( job, 1 + take( in, 40 ), &outcome ) == FW_OK );
	}
	CHECK( fw_job_result( job, &result ) == FW_OK );
	check_same_result( &result, whole );
	fw_job_destroy( job );
	fw_result_free( &result );
}

void check_plan_again( input* in, const world* w, fw_planner* planner, const fw_plan* plan, fw_status status,
                       const fw_result* result )
{
	fw_planner* other = NULL;
	fw_result fresh;
	fw_result_init( &fresh, &w->allocator );
	CHECK( fw_planner_create( w->grid, &w->allocator, &other ) == FW_OK );
	CHECK( status == fw_planner_run( other, plan, &fresh, NULL ) );
	if ( status == FW_OK )
	{
		check_same_result( result, &fresh );
		check_in_slices( in, w, planner, plan, result );
	}
	fw_result_free( &fresh );
	fw_planner_destroy( other );
}

void world_open( input* in, world* w )
{
	*w = ( world ){ 0 };
	w->allocator = ledger_allocator( &w->book );
	make_grid( in, w );
}

void world_close( world* w )
{
	fw_grid_destroy( w->grid );
	CHECK( w->book.live == 0 );
}
