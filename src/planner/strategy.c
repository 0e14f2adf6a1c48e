// SPDX-License-Identifier: MIT
// The steps that strategies return.
#include "planner/strategy.h"

fw_next fw_take_search( const fw_task* task, const fw_plan* plan, const fw_method* method, int64_t limit )
{
	return ( fw_next ){
	    .kind = FW_TAKE_SEARCH, .cache = task->cache, .plan = *plan, .method = method, .limit = limit };
}

fw_next fw_take_path( const fw_task* task, fw_branch branch )
{
	return ( fw_next ){ .kind = FW_TAKE_PATH,
	                    .cache = task->cache,
	                    .plan = *task->plan,
	                    .passes = fw_passes_of( task->plan, task->resolved->method ),
	                    .branch = branch };
}

fw_next fw_take_end( const fw_task* task, fw_outcome outcome, fw_reason reason )
{
	return ( fw_next ){ .kind = FW_TAKE_END, .cache = task->cache, .outcome = outcome, .reason = reason };
}

fw_next fw_take_its_end( const fw_task* task )
{
	return fw_take_end( task, task->result->outcome, task->result->reason );
}

fw_next fw_take_no_turn( const fw_task* task )
{
	return task->left < 0 ? fw_take_end( task, FW_OUT_OF_BUDGET, FW_REASON_EXPANSIONS )
	                      : fw_take_end( task, FW_UNREACHABLE, FW_REASON_NO_TURN );
}

fw_next fw_take_failure( fw_status status )
{
	return ( fw_next ){ .kind = FW_TAKE_END, .status = status };
}
