// SPDX-License-Identifier: MIT
// The engine of worlds: a crowd.
#include "world/engine.h"

#include "base/refusal.h"
#include "crowd/crowd.h"

#include <float.h>

static fw_crowd* crowd_of( fw_engine* engine )
{
	return (fw_crowd*)engine;
}

static const fw_crowd* seen( const fw_engine* engine )
{
	return (const fw_crowd*)engine;
}

fw_status fw_engine_create( const fw_allocator* allocator, const fw_grid* grid, double patience, fw_engine** engine,
                            fw_refusal* refusal )
{
	fw_crowd* crowd = NULL;
	const fw_status status = fw_crowd_create( allocator, grid, patience, &crowd );
	*engine = (fw_engine*)crowd;
	return fw_refuse_status( refusal, status );
}

void fw_engine_destroy( fw_engine* engine )
{
	fw_crowd_destroy( crowd_of( engine ) );
}

size_t fw_engine_memory( const fw_engine* engine )
{
	return fw_crowd_memory( seen( engine ) );
}

static fw_status check_pose( fw_refusal* refusal, fw_pose at )
{
	FW_TRY( fw_check_range( refusal, "at.x", at.x, -DBL_MAX, DBL_MAX ) );
	FW_TRY( fw_check_range( refusal, "at.y", at.y, -DBL_MAX, DBL_MAX ) );
	return fw_check_range( refusal, "at.heading", at.heading, -DBL_MAX, DBL_MAX );
}

static fw_status refuse_position( fw_refusal* refusal, const fw_grid* grid, fw_pose at, int32_t blocker )
{
	const bool on_map = at.x >= 0.0 && at.y >= 0.0 && at.x < fw_grid_width( grid ) && at.y < fw_grid_height( grid );
	return fw_refuse( refusal, FW_ERR_BLOCKED, FW_REFUSAL_POSITION, "at", blocker >= 0 ? "unit" : "grid",
	                  blocker >= 0 ? "touches another unit, or ground that it needs to stop"
	                  : on_map     ? "touches a tile that the unit may not enter, or the end of the map"
	                               : "is off the map" );
}

fw_status fw_engine_add( fw_engine* engine, const fw_unit* unit, bool slowed, fw_pose at, fw_body* body,
                         fw_refusal* refusal )
{
	int32_t index = -1;
	int32_t blocker = -1;
	FW_TRY( check_pose( refusal, at ) );
	fw_crowd* crowd = crowd_of( engine );
	const fw_status status = fw_crowd_add( crowd, unit, slowed, at, &index, &blocker );
	*body = (fw_body)index;
	return status == FW_ERR_BLOCKED ? refuse_position( refusal, crowd->grid, at, blocker )
	                                : fw_refuse_status( refusal, status );
}

void fw_engine_remove( fw_engine* engine, fw_body body )
{
	fw_crowd_remove( crowd_of( engine ), (int32_t)body );
}

fw_status fw_engine_drive( fw_engine* engine, fw_body body, const fw_path* path, bool sent )
{
	return fw_crowd_drive( crowd_of( engine ), (int32_t)body, path, sent );
}

void fw_engine_stop( fw_engine* engine, fw_body body )
{
	fw_crowd_stop( crowd_of( engine ), (int32_t)body );
}

_Static_assert( FW_ENGINE_FILES - 1 == FW_GUIDE_KEEPS_OFF, "files of a column" );

void fw_engine_join( fw_engine* engine, fw_body body, int32_t group, int32_t left, int32_t right )
{
	fw_crowd_join( crowd_of( engine ), (int32_t)body, group, left, right );
}

void fw_engine_hold( fw_engine* engine, fw_body body, bool holds )
{
	fw_crowd_hold( crowd_of( engine ), (int32_t)body, holds );
}

void fw_engine_pace( fw_engine* engine, fw_body body, double pace )
{
	fw_crowd_pace( crowd_of( engine ), (int32_t)body, pace );
}

double fw_engine_speed( const fw_engine* engine, fw_body body )
{
	return fw_crowd_speed( seen( engine ), (int32_t)body );
}

fw_status fw_engine_share( fw_engine* engine, const fw_parallel* parallel )
{
	return fw_crowd_share( crowd_of( engine ), parallel ) ? FW_OK : FW_ERR_MEMORY;
}

int32_t fw_engine_decisions( const fw_engine* engine, double seconds )
{
	return fw_crowd_decisions( seen( engine ), seconds );
}

fw_status fw_engine_step( fw_engine* engine, double seconds, fw_refusal* refusal )
{
	return fw_refuse_status( refusal, fw_crowd_step( crowd_of( engine ), seconds ) );
}

fw_status fw_engine_pass( fw_bytes* io, fw_engine* engine )
{
	return fw_crowd_pass( io, crowd_of( engine ) );
}

void fw_engine_forget( fw_engine* engine )
{
	fw_crowd_forget( crowd_of( engine ) );
}

bool fw_engine_claim( fw_engine* engine, fw_body body )
{
	return body <= INT32_MAX && fw_crowd_claim( crowd_of( engine ), (int32_t)body );
}

void fw_engine_fetch( const fw_engine* engine, fw_body body )
{
	fw_crowd_fetch( seen( engine ), (int32_t)body );
}

fw_body_state fw_engine_look( const fw_engine* engine, fw_body body )
{
	static const fw_unit_state states[] = {
	    [FW_CROWD_STANDS] = FW_UNIT_IDLE,
	    [FW_CROWD_DRIVES] = FW_UNIT_MOVING,
	    [FW_CROWD_WAITS] = FW_UNIT_WAITING,
	    [FW_CROWD_YIELDS] = FW_UNIT_YIELDING,
	};
	const fw_crowd_view view = fw_crowd_look( seen( engine ), (int32_t)body );
	const bool no_room = view.waits_for == -1 || view.shut_in;
	const fw_stuck why = view.lost      ? FW_STUCK_LOST
	                     : view.at_wall ? FW_STUCK_WALL
	                     : no_room      ? FW_STUCK_NO_ROOM
	                                    : FW_STUCK_WAITING;
	return ( fw_body_state ){
	    .pose = view.pose,
	    .speed = view.speed,
	    .state = states[view.mode],
	    .stuck = view.held_up ? why : FW_STUCK_NOT,
	    .locked = view.stuck > 0.0,
	    .wants_path = view.wants_path,
	    .any_path = view.lost,
	};
}

bool fw_engine_cruises( const fw_engine* engine, fw_body body, fw_pose* pose, double* speed )
{
	return fw_crowd_cruises( seen( engine ), (int32_t)body, pose, speed );
}

double fw_engine_left( const fw_engine* engine, fw_body body )
{
	return fw_crowd_path_left( seen( engine ), (int32_t)body );
}

fw_pose fw_engine_stop_pose( const fw_engine* engine, fw_body body )
{
	return fw_crowd_stop_pose( seen( engine ), (int32_t)body );
}

bool fw_engine_uses( const fw_engine* engine, fw_rect rect )
{
	return fw_crowd_uses( seen( engine ), rect );
}

void fw_engine_keep_off( fw_engine* engine, fw_body body, fw_rect rect, uint8_t* tiles, int32_t stride )
{
	fw_crowd_mark( crowd_of( engine ), (int32_t)body, rect, tiles, stride );
}

bool fw_engine_may_take( fw_engine* engine, fw_body body )
{
	return fw_crowd_may_take( crowd_of( engine ), (int32_t)body );
}
