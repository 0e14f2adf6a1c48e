// SPDX-License-Identifier: MIT
// The sweep against a bit plane, for callers that have looked the plane up once.
#ifndef FW_SWEEP_SWEEP_H
#define FW_SWEEP_SWEEP_H

#include "fairway/sweep.h"
#include "grid/layer.h"

bool fw_layer_sweep( const fw_layer* layer, double radius, const fw_segment* segment );
// The unit's disc, outline or square, the latter along lines only, since squares do not turn.
bool fw_layer_sweep_unit( const fw_layer* layer, const fw_unit* unit, const fw_segment* segment );
// One segment of a path on which the unit keeps its heading from each to the next, all of which shall be free: what it
// touches where a segment begins is left to the one before.
bool fw_layer_sweep_part( const fw_layer* layer, const fw_unit* unit, const fw_segment* segments, int32_t which );
bool fw_layer_sweep_curve( const fw_layer* layer, const fw_unit* unit, const fw_curve* curve );
// Is it seen at a glance that the unit's outline hits something along segments? False: it may still, or has none.
bool fw_layer_glance_hits( const fw_layer* layer, const fw_unit* unit, const fw_segment* segments, int32_t count );
bool fw_layer_stands( const fw_layer* layer, const fw_unit* unit, fw_pose pose );

// fw_sweep_segment() of a disc.
bool fw_sweep_disc( const fw_grid* grid, uint32_t capabilities, double radius, const fw_segment* segment );

#endif
