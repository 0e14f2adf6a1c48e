// SPDX-License-Identifier: MIT
// A scene in time: who is sent when, what the crowd asks for, and what is measured on the way.
#include "simulation.h"

#include <math.h>
#include <stdlib.h>

// A unit that has to look for a detour around others does so at most this often [s].
#define ANSWER_EVERY 1.0
// Nobody takes a detour that takes so much longer, or than it has waited [s]. With 3 s units of circle.json and
// sizes.json wait longer, above 10 s nothing is gained; without a limit people of alley.json wander around the houses.
#define WORTH_A_WALK 15.0
// Others are in the way within so many tiles; who is further away will be elsewhere by then.
#define NEAR 24
// A unit stops when it gets slower than the one part of its top speed after it was faster than the other.
#define SLOW 0.05
#define FAST 0.5
// The most that a search for a detour may expand: where there is none it would flood the map.
#define DETOUR_NODES 100000

static fw_status make_objects( simulation* run )
{
	const scene* of = run->of;
	fw_crowd_def def = fw_default_crowd_def();
	fw_status status = scene_copy_grid( of, &run->grid );
	status = status == FW_OK ? scene_copy_grid( of, &run->detours ) : status;
	status = status == FW_OK ? fw_planner_create( run->grid, NULL, &run->planner, NULL ) : status;
	status = status == FW_OK ? fw_planner_create( run->detours, NULL, &run->detour_planner, NULL ) : status;
	def.grid = run->grid;
	return status == FW_OK ? fw_crowd_create( &def, &run->crowd, NULL ) : status;
}

static fw_status add_units( simulation* run )
{
	fw_status status = FW_OK;
	for ( int32_t i = 0; i < run->of->kind_count; i++ )
	{
		run->how[i] = fw_default_profile_def();
		run->how[i].unit = run->of->kinds[i].unit;
	}
	for ( int32_t i = 0; i < run->of->unit_count && status == FW_OK; i++ )
	{
		const scene_unit* one = &run->of->units[i];
		run->units[i].wants_since = -1.0;
		run->units[i].at = one->start;
		run->by_x[i] = i;
		status = fw_crowd_add( run->crowd, &run->how[one->kind], one->start, &run->units[i].id, NULL );
	}
	return status;
}

fw_status simulation_begin( const scene* of, simulation* out )
{
	*out = ( simulation ){ .of = of, .closest = INFINITY, .closest_a = -1, .closest_b = -1 };
	out->how = calloc( (size_t)of->kind_count, sizeof( fw_profile_def ) );
	out->units = calloc( (size_t)of->unit_count, sizeof( simulation_unit ) );
	out->by_x = calloc( (size_t)of->unit_count, sizeof( int32_t ) );
	out->edited = calloc( (size_t)of->edit_count + 1, sizeof( double ) );
	const bool room = out->how != NULL && out->units != NULL && out->by_x != NULL && out->edited != NULL;
	fw_status status = room ? make_objects( out ) : FW_ERR_MEMORY;
	status = status == FW_OK ? add_units( out ) : status;
	for ( int32_t i = 0; i < of->edit_count && status == FW_OK; i++ )
	{
		out->edited[i] = NAN;
	}
	if ( status != FW_OK )
	{
		simulation_end( out );
	}
	return status;
}

void simulation_end( simulation* run )
{
	fw_crowd_destroy( run->crowd );
	fw_planner_destroy( run->planner );
	fw_planner_destroy( run->detour_planner );
	fw_grid_destroy( run->grid );
	fw_grid_destroy( run->detours );
	fw_result_free( &run->result );
	free( run->how );
	free( run->units );
	free( run->by_x );
	free( run->edited );
	*run = ( simulation ){ 0 };
}

double simulation_time( const simulation* run )
{
	return (double)run->steps * SIMULATION_STEP;
}

// A plan from where the unit can leave its present path.
static fw_status plan_from_stop( simulation* run, fw_planner* planner, int32_t index, int64_t limit )
{
	fw_plan plan = scene_plan( run->of, index );
	plan.start = fw_crowd_get( run->crowd, run->units[index].id ).stop;
	plan.options.max_expansions = limit;
	run->planned += 1;
	run->asks = index;
	return fw_planner_run( planner, &plan, &run->result, &run->refusal );
}

static fw_status time_alone( simulation* run, int32_t index )
{
	const fw_profile_def* how = &run->how[run->of->units[index].kind];
	simulation_unit* unit = &run->units[index];
	unit->length = run->result.path.length;
	unit->free = unit->length / how->unit.speed;
	if ( run->of->crowd )
	{
		return FW_OK;
	}
	fw_profile* profile = NULL;
	const fw_status status = fw_profile_create( how, &run->result.path, &profile, NULL );
	if ( status == FW_OK )
	{
		unit->free = fw_profile_time( profile );
		fw_profile_destroy( profile );
	}
	return status;
}

static fw_status send( simulation* run, int32_t index )
{
	simulation_unit* unit = &run->units[index];
	fw_status status = plan_from_stop( run, run->planner, index, 0 );
	if ( status != FW_OK )
	{
		return status;
	}
	if ( run->result.outcome != FW_FOUND )
	{
		unit->state = SIMULATION_NO_PATH;
		unit->reason = run->result.reason;
		return FW_OK;
	}
	status = time_alone( run, index );
	status = status == FW_OK ? fw_crowd_send( run->crowd, unit->id, &run->result.path, &run->refusal ) : status;
	unit->state = status == FW_OK ? SIMULATION_TRAVELS : unit->state;
	return status;
}

// One that is driving, on the map as it is now; it goes on as it did where nothing else is found.
static fw_status send_anew( simulation* run, int32_t index )
{
	const fw_status status = plan_from_stop( run, run->planner, index, 0 );
	if ( status != FW_OK || run->result.outcome != FW_FOUND )
	{
		return status;
	}
	return fw_crowd_answer( run->crowd, run->units[index].id, &run->result.path, &run->refusal );
}

// Is somebody on the ground that is to change? Walls do not go up under units, nor right before their noses.
static bool is_in_use( const simulation* run, fw_rect rect )
{
	for ( int32_t y = rect.y; y < rect.y + rect.height; y++ )
	{
		for ( int32_t x = rect.x; x < rect.x + rect.width; x++ )
		{
			if ( fw_crowd_owner( run->crowd, x, y ) != 0 )
			{
				return true;
			}
		}
	}
	return false;
}

static fw_status plan_all_anew( simulation* run )
{
	fw_status status = FW_OK;
	for ( int32_t i = 0; i < run->of->unit_count && status == FW_OK; i++ )
	{
		switch ( run->units[i].state )
		{
		case SIMULATION_TRAVELS:
			status = send_anew( run, i );
			break;
		case SIMULATION_NO_PATH:
			status = send( run, i );
			break;
		case SIMULATION_WAITS:
		case SIMULATION_ARRIVED:
			break;
		}
	}
	return status;
}

// Edits come in their order: one that has to wait holds up those behind it.
static fw_status make_edits( simulation* run )
{
	fw_status status = FW_OK;
	const int32_t before = run->edits;
	while ( run->edits < run->of->edit_count && status == FW_OK )
	{
		const scene_edit* edit = &run->of->edits[run->edits];
		if ( edit->time > simulation_time( run ) + 0.5 * SIMULATION_STEP || is_in_use( run, edit->rect ) )
		{
			break;
		}
		status = fw_grid_fill( run->grid, edit->rect, edit->terrain, NULL );
		status = status == FW_OK ? fw_grid_fill( run->detours, edit->rect, edit->terrain, NULL ) : status;
		run->edited[run->edits++] = simulation_time( run );
	}
	return status == FW_OK && run->edits > before ? plan_all_anew( run ) : status;
}

static fw_status send_all( simulation* run )
{
	fw_status status = FW_OK;
	for ( int32_t i = 0; i < run->of->unit_count && status == FW_OK; i++ )
	{
		const bool due = run->of->units[i].time <= simulation_time( run ) + 0.5 * SIMULATION_STEP;
		if ( run->units[i].state == SIMULATION_WAITS && due )
		{
			status = send( run, i );
		}
	}
	return status;
}

static fw_rect window_round( const simulation* run, fw_pose pose )
{
	const int32_t width = fw_grid_width( run->grid );
	const int32_t height = fw_grid_height( run->grid );
	const int32_t left = (int32_t)fmax( 0.0, floor( pose.x ) - NEAR );
	const int32_t top = (int32_t)fmax( 0.0, floor( pose.y ) - NEAR );
	const int32_t right = (int32_t)fmin( width, floor( pose.x ) + NEAR + 1.0 );
	const int32_t bottom = (int32_t)fmin( height, floor( pose.y ) + NEAR + 1.0 );
	return ( fw_rect ){ left, top, right - left, bottom - top };
}

#define WINDOW ( 2 * NEAR + 1 )

// Copies a part of the map to the one for detours, with or without the tiles that the unit is to keep off.
static fw_status copy_window( simulation* run, fw_rect rect, fw_crowd_id keep_off_for )
{
	uint8_t tiles[WINDOW * WINDOW];
	for ( int32_t y = 0; y < rect.height; y++ )
	{
		for ( int32_t x = 0; x < rect.width; x++ )
		{
			const bool off = keep_off_for != 0 && fw_crowd_keep_off( run->crowd, keep_off_for, rect.x + x, rect.y + y );
			tiles[y * WINDOW + x] = off ? (uint8_t)FW_TERRAIN_OUT : fw_grid_get( run->grid, rect.x + x, rect.y + y );
		}
	}
	return fw_grid_write( run->detours, rect, tiles, WINDOW, NULL );
}

// One that has lost its path takes any.
static bool is_worth_it( const simulation* run, int32_t index, const fw_crowd_unit* at )
{
	const double longer = run->result.path.length - at->left;
	const double waited = simulation_time( run ) - run->units[index].wants_since;
	return at->stuck == FW_CROWD_STUCK_LOST || at->stuck == FW_CROWD_STUCK_WALL ||
	       longer / run->of->kinds[run->of->units[index].kind].unit.speed <= fmax( WORTH_A_WALK, waited );
}

// A path for one that wants another, around those that are in its way now.
static fw_status answer( simulation* run, int32_t index, const fw_crowd_unit* at )
{
	simulation_unit* unit = &run->units[index];
	const fw_rect rect = window_round( run, at->pose );
	unit->next_answer = simulation_time( run ) + ANSWER_EVERY;
	fw_status status = copy_window( run, rect, unit->id );
	status = status == FW_OK ? plan_from_stop( run, run->detour_planner, index, DETOUR_NODES ) : status;
	const fw_status back = copy_window( run, rect, 0 );
	if ( status == FW_OK && run->result.outcome == FW_FOUND && is_worth_it( run, index, at ) )
	{
		status = fw_crowd_answer( run->crowd, unit->id, &run->result.path, &run->refusal );
		run->answers += status == FW_OK ? 1 : 0;
		unit->answers += status == FW_OK ? 1 : 0;
	}
	return status != FW_OK ? status : back;
}

// Where it got to in this step: has it arrived, was that a stop?
static void follow( simulation* run, int32_t index, const fw_crowd_unit* at )
{
	simulation_unit* unit = &run->units[index];
	const scene_unit* one = &run->of->units[index];
	const double moved = fw_length( at->pose.x - unit->at.x, at->pose.y - unit->at.y );
	const double part = moved / ( SIMULATION_STEP * run->of->kinds[one->kind].unit.speed );
	const bool near = fw_length( at->pose.x - one->goal.x, at->pose.y - one->goal.y ) <= SCENE_NEAR_GOAL;
	unit->at = at->pose;
	unit->driven += moved;
	if ( unit->state == SIMULATION_TRAVELS && ( run->of->crowd ? near : at->mode == FW_CROWD_PARKED ) )
	{
		unit->state = SIMULATION_ARRIVED;
		unit->arrived = simulation_time( run );
	}
	else if ( unit->state == SIMULATION_ARRIVED && run->of->crowd && !near )
	{
		unit->state = SIMULATION_TRAVELS;
	}
	unit->stops += unit->moves && part < SLOW && !near ? 1 : 0;
	unit->moves = part > FAST || ( unit->moves && part >= SLOW );
}

static fw_status look_after( simulation* run, int32_t index )
{
	simulation_unit* unit = &run->units[index];
	const fw_crowd_unit at = fw_crowd_get( run->crowd, unit->id );
	const double now = simulation_time( run );
	follow( run, index, &at );
	if ( at.stuck != FW_CROWD_NOT_STUCK )
	{
		unit->stuck = at.stuck;
		unit->stuck_for += SIMULATION_STEP;
	}
	// One that waits for another one's path stands by itself now and then: that is no end of it.
	if ( at.mode == FW_CROWD_MOVING && at.speed > 0.0 && !at.wants_path )
	{
		unit->wants_since = -1.0;
	}
	if ( !at.wants_path )
	{
		return FW_OK;
	}
	unit->wants_since = unit->wants_since < 0.0 ? now : unit->wants_since;
	return now >= unit->next_answer ? answer( run, index, &at ) : FW_OK;
}

// By insertion: from step to step few units pass each other.
static void sort_by_x( simulation* run )
{
	for ( int32_t i = 1; i < run->of->unit_count; i++ )
	{
		const int32_t unit = run->by_x[i];
		int32_t to = i;
		while ( to > 0 && run->units[run->by_x[to - 1]].at.x > run->units[unit].at.x )
		{
			run->by_x[to] = run->by_x[to - 1];
			to--;
		}
		run->by_x[to] = unit;
	}
}

static void measure_pair( simulation* run, int32_t i, int32_t k )
{
	const scene* of = run->of;
	const double a = of->kinds[of->units[i].kind].unit.radius;
	const double b = of->kinds[of->units[k].kind].unit.radius;
	const double dx = run->units[i].at.x - run->units[k].at.x;
	const double dy = run->units[i].at.y - run->units[k].at.y;
	const double reach = run->closest + a + b;
	if ( fabs( dx ) < reach && fabs( dy ) < reach && dx * dx + dy * dy < reach * reach )
	{
		run->closest = fw_length( dx, dy ) - a - b;
		run->closest_a = i;
		run->closest_b = k;
		run->closest_time = simulation_time( run );
	}
}

static void measure( simulation* run )
{
	const int32_t count = run->of->unit_count;
	double widest = 0.0;
	for ( int32_t i = 0; i < run->of->kind_count; i++ )
	{
		widest = fmax( widest, run->of->kinds[i].unit.radius );
	}
	sort_by_x( run );
	for ( int32_t s = 0; s < count; s++ )
	{
		const int32_t a = run->by_x[s];
		for ( int32_t t = s + 1; t < count; t++ )
		{
			const int32_t b = run->by_x[t];
			if ( run->units[b].at.x - run->units[a].at.x >= run->closest + 2.0 * widest )
			{
				break;
			}
			measure_pair( run, a < b ? a : b, a < b ? b : a );
		}
	}
}

fw_status simulation_step( simulation* run )
{
	fw_status status = make_edits( run );
	status = status == FW_OK ? send_all( run ) : status;
	status = status == FW_OK ? fw_crowd_step( run->crowd, SIMULATION_STEP, &run->refusal ) : status;
	run->steps += 1;
	for ( int32_t i = 0; i < run->of->unit_count && status == FW_OK; i++ )
	{
		status = look_after( run, i );
	}
	measure( run );
	run->hash = ( run->hash ^ fw_crowd_hash( run->crowd ) ) * 0x100000001b3ull;
	return status;
}

double simulation_limit( const simulation* run )
{
	double longest = 0.0;
	for ( int32_t i = 0; i < run->of->unit_count; i++ )
	{
		longest = fmax( longest, run->units[i].free );
	}
	return run->of->crowd ? fmin( longest + SIMULATION_PATIENCE, SCENE_SECONDS_MAX ) : run->of->seconds;
}

bool simulation_is_done( const simulation* run )
{
	bool done = run->edits == run->of->edit_count && ( run->of->crowd || fw_crowd_is_done( run->crowd ) );
	for ( int32_t i = 0; i < run->of->unit_count && done; i++ )
	{
		done = run->units[i].state == SIMULATION_ARRIVED || run->units[i].state == SIMULATION_NO_PATH;
	}
	return done;
}

double simulation_delay( const simulation* run, int32_t unit )
{
	const simulation_unit* one = &run->units[unit];
	return one->arrived - run->of->units[unit].time - one->free;
}

const char* simulation_stuck_text( fw_crowd_stuck stuck )
{
	switch ( stuck )
	{
	case FW_CROWD_NOT_STUCK:
		return "not stuck";
	case FW_CROWD_STUCK_WALL:
		return "its path leads into a wall";
	case FW_CROWD_STUCK_NO_ROOM:
		return "the unit in its way has nowhere to go";
	case FW_CROWD_STUCK_WAITING:
		return "units with priority are in its way";
	case FW_CROWD_STUCK_LOST:
		return "it made room and finds no path back";
	}
	return "for another reason";
}
