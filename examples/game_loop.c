// SPDX-License-Identifier: MIT
// The loop of a game. A world plans for trucks and soldiers and moves them; the game gives orders, shuts a gate on the
// way, and hears what happens.
#include <fairway/fairway.h>

#include <stdio.h>
#include <stdlib.h>

#define TRUCKS 3
#define SOLDIERS 12
#define FRAME_TIME ( 1.0 / 64 ) // [s]
#define GATE_SHUTS 224          // [frame]
#define LAST_FRAME 3000

static const char map[] = "......................#.................\n"
                          "......................#.................\n"
                          "........................................\n"
                          "........................................\n"
                          "........................................\n"
                          "......................#.................\n"
                          "......................#.................\n"
                          ".......####...........#......###........\n"
                          ".......####...........#......###........\n"
                          "......................#......###........\n"
                          "......................#.................\n"
                          "........................................\n"
                          "........................................\n"
                          "........................................\n"
                          "......................#.................\n"
                          "......................#.................\n";

static const fw_rect gate = { 22, 2, 1, 3 };

static void check( fw_status status, const fw_refusal* why )
{
	if ( status != FW_OK )
	{
		fprintf( stderr, "game_loop: %s\n", why->text );
		exit( EXIT_FAILURE );
	}
}

static fw_world* make_world( void )
{
	fw_refusal why;
	fw_grid* grid = NULL;
	fw_world* world = NULL;
	fw_world_def def = fw_default_world_def();
	check( fw_map_parse( map, sizeof( map ) - 1, NULL, &grid, &why ), &why );
	def.grid = grid;
	check( fw_world_create( &def, &world, &why ), &why );
	fw_grid_destroy( grid ); // the world has its own
	return world;
}

// A column of units on the left, which goes to the right.
static void send_column( fw_world* world, const fw_world_unit_def* def, int count, double x, double y, double gap )
{
	fw_refusal why;
	fw_pose poses[SOLDIERS] = { { 0, 0, 0 } };
	fw_unit_id ids[SOLDIERS];
	for ( int i = 0; i < count; i++ )
	{
		poses[i] = fw_make_pose( x - gap * i, y, 0 );
	}
	check( fw_world_add( world, def, poses, count, ids, &why ), &why );
	for ( int i = 0; i < count; i++ )
	{
		fw_order order = fw_default_order();
		order.goal = fw_make_pose( 38.5 - gap * i, y, 0 );
		check( fw_world_order( world, &ids[i], 1, &order, &why ), &why );
	}
}

// Returns the number of units that are there, or will never be.
static int hear( const fw_world* world )
{
	int32_t count = 0;
	int ended = 0;
	const fw_world_event* events = fw_world_events( world, &count );
	for ( int i = 0; i < count; i++ )
	{
		const fw_world_event* e = &events[i];
		const int unit = fw_world_find( world, e->unit );
		printf( "%5.2f s  ", fw_world_time( world ) );
		switch ( e->kind )
		{
		case FW_WORLD_STARTED:
			printf( "unit %d sets off, %.1f tiles\n", unit, e->distance );
			break;
		case FW_WORLD_ARRIVED:
			printf( "unit %d arrives\n", unit );
			ended++;
			break;
		case FW_WORLD_NO_PATH:
			printf( "unit %d: %s\n", unit, fw_reason_text( e->reason ) );
			ended++;
			break;
		case FW_WORLD_PATH_LOST:
			printf( "unit %d plans anew\n", unit );
			break;
		case FW_WORLD_STUCK:
			printf( "unit %d is stuck: %s\n", unit, fw_stuck_text( e->stuck ) );
			break;
		case FW_WORLD_EDITED:
			printf( "the gate is shut\n" );
			break;
		}
	}
	return ended;
}

int main( void )
{
	fw_refusal why;
	fw_world* world = make_world();
	fw_world_unit_def truck = fw_default_world_unit_def();
	truck.unit.turning_radius = 1.5;
	truck.unit.speed = 4;
	truck.unit.reverse = true; // the one before the gate has to back up
	fw_world_unit_def soldier = fw_default_world_unit_def();
	soldier.unit.radius = 0.3;
	send_column( world, &truck, TRUCKS, 14.5, 3.5, 3.0 );
	send_column( world, &soldier, SOLDIERS, 14.5, 12.5, 1.0 );

	int under_way = TRUCKS + SOLDIERS;
	for ( int frame = 1; under_way > 0 && frame <= LAST_FRAME; frame++ )
	{
		if ( frame == GATE_SHUTS ) // it waits while somebody stands in it
		{
			check( fw_world_edit( world, gate, FW_TERRAIN_OUT, NULL, &why ), &why );
		}
		check( fw_world_step( world, FRAME_TIME, &why ), &why );
		under_way -= hear( world );
	}

	const fw_unit_arrays all = fw_world_units( world );
	for ( int i = 0; i < all.count; i++ )
	{
		printf( "unit %d is at (%.1f, %.1f)\n", i, all.x[i], all.y[i] );
	}
	fw_world_destroy( world );
	return under_way > 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
