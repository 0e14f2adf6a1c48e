// SPDX-License-Identifier: MIT
// A sea with islands, for ships on large maps.
#ifndef BENCH_ARCHIPELAGO_H
#define BENCH_ARCHIPELAGO_H

#include "fairway/grid.h"

// A square map, about half water and half ground; always the same. NULL if memory is out.
fw_grid* archipelago_make( int32_t side );

#endif
