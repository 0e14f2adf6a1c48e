// SPDX-License-Identifier: MIT
// The engine of worlds: a crowd.
#include "world/engine.h"

#include "fairway/crowd.h"

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
	fw_crowd_def def = fw_default_crowd_def();
	def.allocator = *allocator;
	def.grid = grid;
	def.patience = patience;
	const fw_status status = fw_crowd_create( &def, &crowd, refusal );
	*engine = (fw_engine*)crowd;
	return status;
}

void fw_engine_destroy( fw_engine* engine )
{
	fw_crowd_destroy( crowd_of( engine ) );
}

size_t fw_engine_memory( const fw_engine* engine )
{
	return fw_crowd_memory( seen( engine ) );
}

fw_status fw_engine_add( fw_engine* engine, const fw_profile_def* how, fw_pose at, fw_body* body, fw_refusal* refusal )
{
	return fw_crowd_add( crowd_of( engine ), how, at, body, refusal );
}

void fw_engine_remove( fw_engine* engine, fw_body body )
{
	(void)fw_crowd_remove( crowd_of( engine ), body );
}

fw_status fw_engine_drive( fw_engine* engine, fw_body body, const fw_path* path, bool sent )
{
	return ( sent ? fw_crowd_send : fw_crowd_answer )( crowd_of( engine ), body, path, NULL );
}

fw_status fw_engine_stop( fw_engine* engine, fw_body body )
{
	const fw_crowd_unit now = fw_crowd_get( seen( engine ), body );
	fw_path none = { .start = now.stop };
	return now.mode == FW_CROWD_PARKED ? FW_OK : fw_crowd_send( crowd_of( engine ), body, &none, NULL );
}

// A crowd cannot do this: its units make room when they must.
void fw_engine_hold( fw_engine* engine, fw_body body, bool holds )
{
	(void)engine;
	(void)body;
	(void)holds;
}

fw_status fw_engine_step( fw_engine* engine, double seconds, fw_refusal* refusal )
{
	return fw_crowd_step( crowd_of( engine ), seconds, refusal );
}

fw_body_state fw_engine_look( const fw_engine* engine, fw_body body )
{
	static const fw_unit_state states[] = {
	    [FW_CROWD_PARKED] = FW_UNIT_IDLE,
	    [FW_CROWD_MOVING] = FW_UNIT_MOVING,
	    [FW_CROWD_WAITING] = FW_UNIT_WAITING,
	    [FW_CROWD_YIELDING] = FW_UNIT_YIELDING,
	};
	static const fw_stuck reasons[] = {
	    [FW_CROWD_NOT_STUCK] = FW_STUCK_NOT,         [FW_CROWD_STUCK_WALL] = FW_STUCK_WALL,
	    [FW_CROWD_STUCK_NO_ROOM] = FW_STUCK_NO_ROOM, [FW_CROWD_STUCK_WAITING] = FW_STUCK_WAITING,
	    [FW_CROWD_STUCK_LOST] = FW_STUCK_LOST,
	};
	const fw_crowd_unit now = fw_crowd_get( seen( engine ), body );
	return ( fw_body_state ){
	    .pose = now.pose,
	    .speed = now.speed,
	    .state = states[now.mode],
	    .stuck = reasons[now.stuck],
	    .wants_path = now.wants_path,
	    .any_path = now.stuck == FW_CROWD_STUCK_LOST || now.stuck == FW_CROWD_STUCK_WALL,
	    .stop = now.stop,
	    .left = now.left,
	};
}

bool fw_engine_uses( const fw_engine* engine, fw_rect rect )
{
	bool used = false;
	for ( int32_t y = rect.y; y < rect.y + rect.height && !used; y++ )
	{
		for ( int32_t x = rect.x; x < rect.x + rect.width && !used; x++ )
		{
			used = fw_crowd_owner( seen( engine ), x, y ) != 0;
		}
	}
	return used;
}

bool fw_engine_keep_off( const fw_engine* engine, fw_body body, int32_t x, int32_t y )
{
	return fw_crowd_keep_off( seen( engine ), body, x, y );
}
