// SPDX-License-Identifier: MIT
// Plays a world step by step: brute force watches that no two discs overlap, and none a wall.
#ifndef TESTS_WORLD_PLAY_H
#define TESTS_WORLD_PLAY_H

#include "fairway/world.h"
#include "support.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#define STEP 0.05 // [s]
#define SLACK 1e-6
#define EVENT_KINDS 6

// A world, and how many events of each kind there were.
typedef struct play
{
	fw_world* world;
	int32_t seen[EVENT_KINDS];
	fw_world_event last[EVENT_KINDS];
} play;

static inline play play_on( fw_grid* grid, int64_t nodes, const fw_allocator* allocator )
{
	play made = { 0 };
	fw_world_def def = fw_default_world_def();
	def.grid = grid;
	def.step_nodes = nodes;
	def.patience = 5.0;
	def.allocator = allocator != NULL ? *allocator : def.allocator;
	assert_int_equal( fw_world_create( &def, &made.world, NULL ), FW_OK );
	fw_grid_destroy( grid );
	return made;
}

static inline play play_text( const char* text )
{
	return play_on( test_grid( text ), 20000, NULL );
}

static inline fw_pose at( double x, double y )
{
	return ( fw_pose ){ x, y, 0.0 };
}

static inline fw_unit_id add( fw_world* world, double x, double y )
{
	const fw_world_unit_def def = fw_default_world_unit_def();
	const fw_pose pose = at( x, y );
	fw_unit_id id = 0;
	assert_int_equal( fw_world_add( world, &def, &pose, 1, &id, NULL ), FW_OK );
	return id;
}

static inline fw_world_unit_def tanks( void )
{
	fw_world_unit_def def = fw_default_world_unit_def();
	def.unit.radius = 0.9;
	def.unit.turning_radius = 1.5;
	def.unit.reverse = true;
	return def;
}

static inline void edit( play* on, int32_t x, int32_t y, int32_t width, int32_t height, uint8_t terrain )
{
	const fw_rect rect = { x, y, width, height };
	assert_int_equal( fw_world_edit( on->world, rect, terrain, NULL, NULL ), FW_OK );
}

static inline void go( fw_world* world, fw_unit_id unit, double x, double y )
{
	fw_order order = fw_default_order();
	order.goal = at( x, y );
	assert_int_equal( fw_world_order( world, &unit, 1, &order, NULL ), FW_OK );
}

static inline void check_walls( const fw_grid* grid, double x, double y, double radius )
{
	for ( int32_t ty = (int32_t)floor( y - radius ); ty <= y + radius; ty++ )
	{
		for ( int32_t tx = (int32_t)floor( x - radius ); tx <= x + radius; tx++ )
		{
			const double dx = x - fmin( fmax( x, tx ), tx + 1.0 );
			const double dy = y - fmin( fmax( y, ty ), ty + 1.0 );
			assert_true( hypot( dx, dy ) >= radius - SLACK ||
			             fw_grid_passable( grid, tx, ty, FW_CAP_GROUND | FW_CAP_SWAMP ) );
		}
	}
}

static inline void check( const fw_world* world )
{
	const fw_unit_arrays all = fw_world_units( world );
	for ( int32_t i = 0; i < all.count; i++ )
	{
		check_walls( fw_world_grid( world ), all.x[i], all.y[i], all.radius[i] );
		assert_int_equal( fw_world_find( world, all.ids[i] ), i );
		for ( int32_t k = 0; k < i; k++ )
		{
			assert_true( hypot( all.x[i] - all.x[k], all.y[i] - all.y[k] ) >= all.radius[i] + all.radius[k] - SLACK );
		}
	}
}

static inline fw_status step( play* on )
{
	const double before = fw_world_time( on->world );
	const fw_status status = fw_world_step( on->world, STEP, NULL );
	int32_t count = 0;
	const fw_world_event* events = fw_world_events( on->world, &count );
	for ( int32_t i = 0; i < count && fw_world_time( on->world ) > before; i++ )
	{
		on->seen[events[i].kind]++;
		on->last[events[i].kind] = events[i];
	}
	check( on->world );
	return status;
}

static inline void run( play* on, double seconds )
{
	const double end = fw_world_time( on->world ) + seconds;
	while ( fw_world_time( on->world ) < end - 0.5 * STEP )
	{
		assert_int_equal( step( on ), FW_OK );
	}
}

// The world as it is read from the bytes that it is written to.
static inline fw_world* copy_of( fw_world* world )
{
	size_t size = 0;
	fw_world* copy = NULL;
	assert_int_equal( fw_world_format( world, NULL, 0, &size, NULL ), FW_OK );
	char* bytes = malloc( size );
	assert_non_null( bytes );
	assert_int_equal( fw_world_format( world, bytes, size, NULL, NULL ), FW_OK );
	assert_int_equal( fw_world_parse( bytes, size, NULL, &copy, NULL ), FW_OK );
	free( bytes );
	return copy;
}

static inline fw_unit_state state_of( const play* on, fw_unit_id unit )
{
	return fw_world_units( on->world ).state[fw_world_find( on->world, unit )];
}

static inline double x_of( const play* on, fw_unit_id unit )
{
	return fw_world_units( on->world ).x[fw_world_find( on->world, unit )];
}

static inline double y_of( const play* on, fw_unit_id unit )
{
	return fw_world_units( on->world ).y[fw_world_find( on->world, unit )];
}

static inline double speed_of( const play* on, fw_unit_id unit )
{
	return fw_world_units( on->world ).speed[fw_world_find( on->world, unit )];
}

#endif
