// SPDX-License-Identifier: MIT
// Paths around others, for units that are held up. They are searched on a copy of the map on which the tiles of others
// around the unit are blocked: one search at a time, in slices.
#include "grid/grid.h"
#include "planner/job.h"
#include "world/world.h"

#include <math.h>

// A unit that is held up looks for a detour at most this often [s].
#define SEARCH_EVERY 1.0
// Nobody takes a detour that takes so much longer, or than it has waited [s]. With 3 s units of circle.json and
// sizes.json wait longer, above 10 s nothing is gained; without a limit people of alley.json wander around the houses.
#define WORTH_A_WALK 15.0
// Others are in the way within so many tiles; who is further away will be elsewhere by then.
#define NEAR 24
#define WINDOW ( 2 * NEAR + 1 )
// The most that a search may expand: where there is no detour it would flood the map.
#define NODES_MAX 100000
// What the copy costs, in nodes: blocking the tiles of a window takes about as long, and finding the regions of the
// whole map anew as long as one for so many of its tiles.
#define WINDOW_CHARGE 1000
#define TILES_PER_NODE 64

// The map with a terrain that nobody may enter.
static fw_status copy_map( fw_world* world )
{
	const fw_terrain wall = { .name = "unit", .letter = '@', .cost = 1.0 };
	const int32_t count = fw_grid_terrain_count( world->grid );
	int32_t blocked = 0;
	while ( blocked < count && fw_grid_terrain( world->grid, blocked )->capabilities != 0 )
	{
		blocked++;
	}
	world->blocked = (uint8_t)blocked;
	return fw_grid_copy( world->grid, &world->allocator, blocked == count ? &wall : NULL, &world->marked );
}

fw_status fw_world_open_detours( fw_world* world )
{
	FW_TRY( copy_map( world ) );
	FW_TRY( fw_planner_create( world->marked, &world->allocator, &world->around, NULL ) );
	return fw_job_create( world->around, &world->job );
}

void fw_world_close_detours( fw_world* world )
{
	fw_job_destroy( world->job );
	fw_planner_destroy( world->around );
	fw_grid_destroy( world->marked );
}

static fw_rect window_round( const fw_world* world, fw_pose pose )
{
	const int32_t left = (int32_t)fmax( 0.0, floor( pose.x ) - NEAR );
	const int32_t top = (int32_t)fmax( 0.0, floor( pose.y ) - NEAR );
	const int32_t right = (int32_t)fmin( fw_grid_width( world->grid ), floor( pose.x ) + NEAR + 1.0 );
	const int32_t bottom = (int32_t)fmin( fw_grid_height( world->grid ), floor( pose.y ) + NEAR + 1.0 );
	return ( fw_rect ){ left, top, right - left, bottom - top };
}

// Copies the window, but for its marked tiles, which become walls.
static void copy_window( fw_world* world, const uint8_t* marked )
{
	uint8_t tiles[WINDOW * WINDOW];
	const fw_rect rect = world->window;
	for ( int32_t y = 0; y < rect.height; y++ )
	{
		memcpy( &tiles[y * WINDOW], fw_grid_row( world->grid, rect.y + y ) + rect.x, (size_t)rect.width );
		for ( int32_t x = 0; x < rect.width && marked != NULL; x++ )
		{
			uint8_t* tile = &tiles[y * WINDOW + x];
			*tile = marked[y * WINDOW + x] != 0 ? world->blocked : *tile;
		}
	}
	if ( rect.height > 0 )
	{
		(void)fw_grid_write( world->marked, rect, tiles, WINDOW, NULL );
	}
}

// The part of a window that holds all its marked tiles.
static fw_rect part_of( fw_rect window, const uint8_t* marked )
{
	int32_t left = window.width;
	int32_t right = 0;
	int32_t top = -1;
	int32_t bottom = 0;
	for ( int32_t y = 0; y < window.height; y++ )
	{
		for ( int32_t x = 0; x < window.width; x++ )
		{
			if ( marked[y * WINDOW + x] != 0 )
			{
				left = x < left ? x : left;
				right = x + 1 > right ? x + 1 : right;
				top = top < 0 ? y : top;
				bottom = y + 1;
			}
		}
	}
	return top < 0 ? ( fw_rect ){ 0 } : ( fw_rect ){ window.x + left, window.y + top, right - left, bottom - top };
}

// Makes walls of the tiles that the unit should keep off.
static void open_window( fw_world* world, const world_unit* unit )
{
	uint8_t marked[WINDOW * WINDOW] = { 0 };
	const fw_rect window = window_round( world, fw_engine_look( world->engine, unit->body ).pose );
	fw_engine_keep_off( world->engine, unit->body, window, marked, WINDOW );
	world->window = part_of( window, marked );
	if ( world->window.height > 0 )
	{
		copy_window( world, &marked[( world->window.y - window.y ) * WINDOW + world->window.x - window.x] );
	}
}

static void close_window( fw_world* world )
{
	copy_window( world, NULL );
	world->detours_for = -1;
}

void fw_world_drop_detour( fw_world* world, int32_t slot )
{
	if ( world->detours_for == slot )
	{
		close_window( world );
	}
}

void fw_world_forget_detour( fw_world* world )
{
	if ( world->detours_for >= 0 )
	{
		fw_world_line_up_first( world, world->detours_for, LINE_DETOURS );
		close_window( world );
	}
}

void fw_world_watch( fw_world* world, int32_t slot, const fw_body_state* now )
{
	world_unit* unit = &world->units[slot];
	// One that waits for another one's path stands by itself now and then: that is no end of it.
	if ( now->state == FW_UNIT_MOVING && now->speed > 0.0 && !now->wants_path )
	{
		unit->wants_since = -1.0;
	}
	if ( now->wants_path && takes_detours( unit ) )
	{
		unit->wants_since = unit->wants_since < 0.0 ? world->time : unit->wants_since;
		if ( world->time >= unit->next_detour )
		{
			fw_world_line_up( world, slot, LINE_DETOURS );
		}
	}
}

static int64_t window_charge( const fw_world* world )
{
	return WINDOW_CHARGE + (int64_t)fw_grid_width( world->grid ) * fw_grid_height( world->grid ) / TILES_PER_NODE;
}

// Begins the search of a unit, around others or as if there were none.
static void begin_search( fw_world* world, int32_t slot, bool around )
{
	world_unit* unit = &world->units[slot];
	fw_plan plan = unit->plan;
	plan.start = fw_engine_stop_pose( world->engine, unit->body );
	plan.options.max_expansions = NODES_MAX;
	if ( unit->leg )
	{
		plan.method = "astar"; // to the end of the leg, whatever leads there
		plan.goal = fw_path_end( &unit->path );
		plan.goal_any_heading = true;
		plan.goal_tolerance = 0.0;
	}
	world->detours_for = slot;
	world->detours_around = around;
	world->left -= window_charge( world );
	world->window = ( fw_rect ){ 0 };
	if ( around )
	{
		open_window( world, unit );
	}
	const fw_status status = fw_job_begin( world->job, &plan, NULL );
	if ( status != FW_OK )
	{
		unit->next_detour = world->time + SEARCH_EVERY;
		note_failure( world, status == FW_ERR_MEMORY ? status : FW_OK );
		close_window( world );
	}
}

// Begins the search of the first unit in the line that still wants one and may take what it finds. False if there is
// none.
static bool begin( fw_world* world )
{
	while ( world->left > 0 && world->detours_for < 0 && world->first[LINE_DETOURS] >= 0 )
	{
		const int32_t slot = fw_world_serve( world, LINE_DETOURS );
		world_unit* unit = &world->units[slot];
		if ( !takes_detours( unit ) || !fw_engine_look( world->engine, unit->body ).wants_path )
		{
			continue;
		}
		if ( fw_engine_may_take( world->engine, unit->body ) )
		{
			begin_search( world, slot, true );
			continue;
		}
		// Charged as if it had been searched for: else a crowd that spreads would fill each tick with those in vain.
		world->left -= window_charge( world );
		unit->next_detour = world->time + SEARCH_EVERY;
	}
	return world->detours_for >= 0;
}

// One that has lost its path takes any, but around others none that is so long: they move on. Tanks of
// bench_group_orders that had made room in a queue went round half the map, and came 200 s after the others.
static bool is_worth_it( const fw_world* world, const world_unit* unit )
{
	const fw_body_state now = fw_engine_look( world->engine, unit->body );
	const double longer = world->result.path.length - fw_engine_left( world->engine, unit->body );
	const double waited = world->time - unit->wants_since;
	const double speed = fw_engine_speed( world->engine, unit->body );
	return ( now.any_path && !world->detours_around ) || longer / speed <= fmax( WORTH_A_WALK, waited );
}

static void finish( fw_world* world, fw_status status )
{
	const int32_t slot = world->detours_for;
	world_unit* unit = &world->units[slot];
	close_window( world );
	world->stats.plans++;
	unit->next_detour = world->time + SEARCH_EVERY;
	status = status == FW_OK ? fw_job_result( world->job, &world->result ) : status;
	const bool takes = status == FW_OK && takes_detours( unit );
	if ( takes && world->result.outcome == FW_FOUND && is_worth_it( world, unit ) )
	{
		status = fw_world_give_path( world, slot, false );
		world->stats.detours += status == FW_OK ? 1 : 0;
		unit->next_detour = status == FW_ERR_MISMATCH ? world->time : unit->next_detour; // it has moved on
	}
	else if ( takes && world->detours_around && fw_engine_look( world->engine, unit->body ).any_path )
	{
		begin_search( world, slot, false ); // those that shut it in, or that it would go round, may move
	}
	note_failure( world, status == FW_ERR_MEMORY ? status : FW_OK );
}

void fw_world_find_detours( fw_world* world )
{
	while ( world->left > 0 && begin( world ) && world->left > 0 )
	{
		fw_outcome outcome = FW_RUNNING;
		const int64_t before = fw_job_spent( world->job );
		const fw_status status = fw_job_step( world->job, world->left, &outcome );
		const int64_t spent = fw_job_spent( world->job ) - before;
		world->left -= spent > 0 ? spent : 1;
		world->stats.nodes += spent;
		if ( status != FW_OK || outcome != FW_RUNNING )
		{
			finish( world, status );
		}
	}
}
