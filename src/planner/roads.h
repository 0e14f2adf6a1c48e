// SPDX-License-Identifier: MIT
// What others ask of the strategy of roads.
#ifndef FW_PLANNER_ROADS_H
#define FW_PLANNER_ROADS_H

#include "roads/roads.h"

// The cones of its state (null is allowed), null where there are none.
const fw_cones* fw_roads_cones( const void* state );
void fw_roads_clear( void* state ); // gives them back

#endif
