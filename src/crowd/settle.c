// SPDX-License-Identifier: MIT
// Units with the same goal, or with goals too close for both: the first one there keeps it, the others stand around it.
#include "crowd/crowd.h"

bool fw_crowd_holds_goal( const fw_crowd* crowd, int32_t holder, int32_t index )
{
	const crowd_unit* one = &crowd->units[holder];
	const crowd_unit* two = &crowd->units[index];
	return ( one->has_goal || one->settled ) && !( one->away > 0.0 ) && two->has_goal &&
	       fw_length( one->goal.x - two->goal.x, one->goal.y - two->goal.y ) < one->unit.radius + two->unit.radius;
}

void fw_crowd_settle( fw_crowd* crowd, int32_t index )
{
	crowd_unit* unit = &crowd->units[index];
	const int32_t holder = unit->waits_for;
	unit->goes_round = holder >= 0 && crowd->units[holder].used && fw_crowd_holds_goal( crowd, holder, index );
	if ( unit->goes_round && crowd->time - unit->best_time >= CROWD_SETTLE_AFTER )
	{
		unit->has_goal = false;
		unit->settled = true;
		unit->visited = true;
		unit->away = 0.0;
		unit->answer = CROWD_UNDECIDED;
	}
}
