// SPDX-License-Identifier: MIT
// What reachabilities were made for.
#ifndef FW_ANNOTATE_REACHABILITY_H
#define FW_ANNOTATE_REACHABILITY_H

#include "fairway/space.h"

// Does it know the grid's newest revision? Where not, make a new one.
bool fw_reachability_is_current( const fw_reachability* reach );
const fw_grid* fw_reachability_grid( const fw_reachability* reach );   // that it was made from
uint32_t fw_reachability_capabilities( const fw_reachability* reach ); // of its class
int32_t fw_reachability_size( const fw_reachability* reach );          // of its class: of a square, 0: a disc
double fw_reachability_radius( const fw_reachability* reach );         // of its class, 0 of a square
// The part of a tile, from 1 on; 0 where the unit does not stand. Two tiles lead to one another exactly where their
// parts are equal. Cost: O(log tiles).
uint32_t fw_reachability_part( const fw_reachability* reach, int32_t x, int32_t y );

#endif
