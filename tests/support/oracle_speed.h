// SPDX-License-Identifier: MIT
// The quickest drive over lattice poses and speed levels by Dijkstra's algorithm, for comparison with
// directional-speed. Its times come from the envelope of all limits, those of the search from backward and forward
// passes.
#ifndef TESTS_ORACLE_SPEED_H
#define TESTS_ORACLE_SPEED_H

#include "oracle_drive.h"

// The minimum time along a curve from one speed to another [s]; to < 0: to any. Negative if impossible.
double oracle_speed_time( const fw_unit* unit, const fw_curve* curve, double from, double to );

// The costs of the drives from one start: fw_unit::speed times seconds in search costs, 1/2378 of a tile, rounded curve
// by curve, and the penalties of changes of gear.
typedef struct oracle_trips oracle_trips;

oracle_trips* oracle_trips_from( oracle_curves* curves, const fw_grid* grid, fw_pose start, bool any_heading,
                                 double speed );
// -1 if no drive leads there.
int64_t oracle_trips_to( const oracle_trips* trips, fw_pose goal, bool any_heading, double tolerance, bool any_speed );
void oracle_trips_free( oracle_trips* trips );

#endif
