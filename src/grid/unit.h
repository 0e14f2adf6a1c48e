// SPDX-License-Identifier: MIT
// The ranges of a unit's fields.
#ifndef FW_GRID_UNIT_H
#define FW_GRID_UNIT_H

#include "base/refusal.h"

extern const fw_ranges fw_unit_ranges;

#endif
