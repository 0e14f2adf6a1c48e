// SPDX-License-Identifier: MIT
// What the owner of a queue spends beside it.
#ifndef FW_PLANNER_CHARGE_H
#define FW_PLANNER_CHARGE_H

#include "fairway/queue.h"

// Takes nodes off the budget of the next frame, or of several if they are more than that.
void fw_queue_charge( fw_queue* queue, int64_t nodes );

#endif
