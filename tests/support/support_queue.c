// SPDX-License-Identifier: MIT
// Plans of an army, for queues.
#include "support_queue.h"

// One of the unit classes of an army.
fw_plan queue_random_plan( test_random* random )
{
	static const char* const methods[] = { "astar", "jps", "haastar-high", "aastar", "auto", "lazy-theta", NULL };
	const int32_t kind = test_random_int( random, 7 );
	const fw_pose start = test_random_stand( random, QUEUE_SIDE, QUEUE_SIDE );
	const fw_pose goal = test_random_stand( random, QUEUE_SIDE, QUEUE_SIDE );
	fw_plan plan = planner_plan( 0.4, kind == 4 ? 1.0 : 0.0, start, goal );
	plan.method = methods[kind];
	plan.nearest = kind == 0 || test_random_chance( random, 0.3 );
	plan.unit.size = kind == 1 ? 1 + test_random_int( random, 2 ) : 0;
	return plan;
}

fw_plan queue_near_plan( int32_t i )
{
	fw_plan plan =
	    planner_plan( 0.4, 0.0, ( fw_pose ){ 10.5, 10.5 + i % 50, 0.0 }, ( fw_pose ){ 13.5, 10.5 + i % 50, 0.0 } );
	plan.method = "astar";
	return plan;
}
