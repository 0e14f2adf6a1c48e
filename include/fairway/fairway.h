// SPDX-License-Identifier: MIT
/// @file
/// All of Fairway: realistic paths on grid maps.
#ifndef FAIRWAY_FAIRWAY_H
#define FAIRWAY_FAIRWAY_H

#include "fairway/base.h"
#include "fairway/curve.h"
#include "fairway/fixed_angles.h"
#include "fairway/grid.h"
#include "fairway/hierarchy.h"
#include "fairway/io.h"
#include "fairway/lddb.h"
#include "fairway/math.h"
#include "fairway/motion.h"
#include "fairway/path.h"
#include "fairway/planner.h"
#include "fairway/primitives.h"
#include "fairway/queue.h"
#include "fairway/roads.h"
#include "fairway/search.h"
#include "fairway/smooth.h"
#include "fairway/space.h"
#include "fairway/sweep.h"
#include "fairway/unit.h"
#include "fairway/validate.h"
#include "fairway/world.h"

#endif
