// SPDX-License-Identifier: MIT
// The sweep against a bit plane, for callers that have looked the plane up once.
#ifndef FW_SWEEP_SWEEP_H
#define FW_SWEEP_SWEEP_H

#include "fairway/sweep.h"
#include "grid/layer.h"

bool fw_layer_sweep( const fw_layer* layer, double radius, const fw_segment* segment );
// The disc or the square of a unit, the latter along lines only, since squares do not turn.
bool fw_layer_sweep_unit( const fw_layer* layer, const fw_unit* unit, const fw_segment* segment );
bool fw_layer_sweep_curve( const fw_layer* layer, double radius, const fw_curve* curve );

#endif
