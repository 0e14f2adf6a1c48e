// SPDX-License-Identifier: MIT
// Plans of an army, for queues.
#ifndef TESTS_SUPPORT_QUEUE_H
#define TESTS_SUPPORT_QUEUE_H

#include "support.h"
#include "support_planner.h"

#define QUEUE_SIDE 80 // of the maps that the plans are for [tiles]

// One of the unit classes of an army, between any two tiles.
fw_plan queue_random_plan( test_random* random );
// Three tiles by A*, on the i-th of 50 rows.
fw_plan queue_near_plan( int32_t i );

#endif
