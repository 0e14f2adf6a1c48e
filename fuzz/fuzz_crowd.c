// SPDX-License-Identifier: MIT
// Crowds: units are added, removed, and sent along any lines and arcs, also into walls and each other, and the map is
// edited, at any moment. No disc ever overlaps another one or a blocked tile; all memory is freed.
#include "fairway/fairway.h"
#include "fuzz_check.h"
#include "fuzz_input.h"

#include <math.h>

#define SIDE 24
#define UNITS 16

static fw_grid* open_map( input* in )
{
	fw_grid_def def = fw_default_grid_def();
	fw_grid* grid = NULL;
	def.width = SIDE;
	def.height = SIDE;
	CHECK( fw_grid_create( &def, &grid, NULL ) == FW_OK );
	const uint32_t walls = take( in, 12 );
	for ( uint32_t i = 0; i < walls; i++ )
	{
		const fw_rect wall = { (int32_t)take( in, SIDE ), (int32_t)take( in, SIDE ), 1 + (int32_t)take( in, 5 ),
		                       1 + (int32_t)take( in, 5 ) };
		CHECK( fw_grid_fill( grid, wall, FW_TERRAIN_OUT, NULL ) == FW_OK );
	}
	CHECK( fw_grid_add_layer( grid, FW_CAP_GROUND | FW_CAP_SWAMP, NULL ) == FW_OK );
	return grid;
}

static fw_profile_def how_of( input* in )
{
	static const double radii[8] = { 0.0, 0.2, 0.4, 0.4, 0.5, 0.9, 1.5, 2.5 };
	fw_profile_def how = fw_default_profile_def();
	how.unit.radius = radii[take( in, 8 )];
	how.unit.turning_radius = take( in, 3 ) == 0 ? 1.0 : 0.0;
	how.unit.speed = 0.5 + take( in, 16 );
	how.unit.acceleration = 0.5 + take( in, 16 );
	how.unit.braking = 0.5 + take( in, 16 );
	how.corner_slack = take( in, 2 ) == 0 ? 0.0 : 0.05;
	how.gear_time = take( in, 4 ) == 0 ? 0.5 : 0.0;
	return how;
}

// Lines and arcs of both gears, at any distance from the map.
static void make_path( input* in, fw_pose start, fw_path* path )
{
	fw_path_clear( path, start );
	fw_pose at = start;
	const uint32_t count = take( in, 6 );
	for ( uint32_t i = 0; i < count; i++ )
	{
		const fw_gear gear = take( in, 4 ) == 0 ? FW_GEAR_REVERSE : FW_GEAR_FORWARD;
		if ( take( in, 3 ) == 0 )
		{
			const double radius = 0.25 * ( 1 + take( in, 16 ) );
			const double sweep = ( (double)take( in, 64 ) - 32.0 ) / 16.0;
			const fw_segment arc = fw_segment_arc( ( fw_vec2 ){ at.x, at.y }, at.heading, radius, sweep, gear );
			CHECK( fw_path_append( path, &arc ) == FW_OK );
		}
		else
		{
			const fw_vec2 to = { 0.25 * take( in, 4 * SIDE ), 0.25 * take( in, 4 * SIDE ) };
			CHECK( fw_path_append_line( path, to, gear ) == FW_OK );
		}
		at = fw_path_end( path );
	}
}

static void check_walls( const fw_crowd* crowd, const fw_grid* grid, int32_t index, const fw_crowd_unit* u )
{
	for ( int32_t y = (int32_t)floor( u->pose.y - u->radius ); y <= u->pose.y + u->radius; y++ )
	{
		for ( int32_t x = (int32_t)floor( u->pose.x - u->radius ); x <= u->pose.x + u->radius; x++ )
		{
			const double dx = u->pose.x - fmin( fmax( u->pose.x, x ), x + 1.0 );
			const double dy = u->pose.y - fmin( fmax( u->pose.y, y ), y + 1.0 );
			CHECK( hypot( dx, dy ) >= u->radius - 1e-6 ||
			       fw_crowd_owner( crowd, x, y ) == fw_crowd_at( crowd, index ) );
			CHECK( hypot( dx, dy ) >= u->radius - 1e-6 ||
			       fw_grid_passable( grid, x, y, FW_CAP_GROUND | FW_CAP_SWAMP ) );
		}
	}
}

static void check( const fw_crowd* crowd, const fw_grid* grid )
{
	fw_crowd_unit units[UNITS];
	const int32_t count = fw_crowd_count( crowd );
	CHECK( count <= UNITS );
	for ( int32_t i = 0; i < count; i++ )
	{
		units[i] = fw_crowd_get( crowd, fw_crowd_at( crowd, i ) );
		CHECK( !units[i].used || ( isfinite( units[i].pose.heading ) && units[i].speed >= 0.0 ) );
		if ( units[i].used )
		{
			check_walls( crowd, grid, i, &units[i] );
		}
		for ( int32_t k = 0; k < i; k++ )
		{
			const double apart = hypot( units[i].pose.x - units[k].pose.x, units[i].pose.y - units[k].pose.y );
			CHECK( !units[i].used || !units[k].used || apart >= units[i].radius + units[k].radius - 1e-6 );
		}
	}
}

static void edit( fw_grid* grid, const fw_crowd* crowd, input* in )
{
	const int32_t x = (int32_t)take( in, SIDE );
	const int32_t y = (int32_t)take( in, SIDE );
	const bool blocks = fw_crowd_owner( crowd, x, y ) == 0 && take( in, 2 ) == 0;
	CHECK( fw_grid_fill( grid, ( fw_rect ){ x, y, 1, 1 }, blocks ? FW_TERRAIN_OUT : FW_TERRAIN_GROUND, NULL ) ==
	       FW_OK );
}

static void order( fw_crowd* crowd, fw_grid* grid, input* in, fw_path* path )
{
	const fw_crowd_id unit = fw_crowd_at( crowd, (int32_t)take( in, UNITS ) );
	const fw_crowd_unit at = fw_crowd_get( crowd, unit );
	const uint32_t what = take( in, 16 );
	fw_crowd_id made;
	if ( !at.used && fw_crowd_count( crowd ) < UNITS )
	{
		const fw_profile_def how = how_of( in );
		const fw_pose place = { 0.25 * take( in, 4 * SIDE ), 0.25 * take( in, 4 * SIDE ), take( in, 8 ) };
		const fw_status status = fw_crowd_add( crowd, &how, place, &made, NULL );
		CHECK( status == FW_OK || status == FW_ERR_BLOCKED );
	}
	else if ( what == 0 )
	{
		CHECK( fw_crowd_remove( crowd, unit ) == ( at.used ? FW_OK : FW_ERR_UNKNOWN ) );
	}
	else if ( what == 1 )
	{
		edit( grid, crowd, in );
	}
	else if ( at.used )
	{
		make_path( in, at.stop, path );
		CHECK( ( what % 2 == 0 ? fw_crowd_send : fw_crowd_answer )( crowd, unit, path, NULL ) == FW_OK );
	}
}

int LLVMFuzzerTestOneInput( const uint8_t* data, size_t size )
{
	input in = { data, size };
	ledger book = { 0 };
	fw_grid* grid = open_map( &in );
	fw_crowd_def def = fw_default_crowd_def();
	fw_crowd* crowd = NULL;
	fw_path path = { 0 };
	def.allocator = ledger_allocator( &book );
	def.grid = grid;
	CHECK( fw_crowd_create( &def, &crowd, NULL ) == FW_OK );
	while ( in.left > 0 )
	{
		order( crowd, grid, &in, &path );
		const uint32_t steps = take( &in, 64 );
		const double seconds = 0.01 * ( 1 + take( &in, 25 ) );
		for ( uint32_t i = 0; i < steps; i++ )
		{
			CHECK( fw_crowd_step( crowd, seconds, NULL ) == FW_OK );
			check( crowd, grid );
		}
	}
	fw_path_free( &path );
	fw_crowd_destroy( crowd );
	CHECK( book.live == 0 );
	fw_grid_destroy( grid );
	return 0;
}
