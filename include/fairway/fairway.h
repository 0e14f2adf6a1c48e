// SPDX-License-Identifier: MIT
/// @file
/// All of Fairway: realistic paths on grid maps.
#ifndef FAIRWAY_FAIRWAY_H
#define FAIRWAY_FAIRWAY_H

#include "fairway/base.h"
#include "fairway/clearance.h"
#include "fairway/crowd.h"
#include "fairway/curve.h"
#include "fairway/fixed_angles.h"
#include "fairway/follow.h"
#include "fairway/grid.h"
#include "fairway/hierarchy.h"
#include "fairway/io.h"
#include "fairway/job.h"
#include "fairway/landmarks.h"
#include "fairway/lddb.h"
#include "fairway/link.h"
#include "fairway/math.h"
#include "fairway/path.h"
#include "fairway/planner.h"
#include "fairway/profile.h"
#include "fairway/queue.h"
#include "fairway/reach.h"
#include "fairway/recalculate.h"
#include "fairway/roads.h"
#include "fairway/route.h"
#include "fairway/search.h"
#include "fairway/sight.h"
#include "fairway/smooth.h"
#include "fairway/space.h"
#include "fairway/sprites.h"
#include "fairway/sweep.h"
#include "fairway/turns.h"
#include "fairway/unit.h"
#include "fairway/validate.h"

#endif
