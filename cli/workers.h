// SPDX-License-Identifier: MIT
// Threads for the library to build with.
#ifndef CLI_WORKERS_H
#define CLI_WORKERS_H

#include "fairway/base.h"

// Spreads work over so many threads; `count` must live as long as it is used. One thread: none is started.
fw_parallel workers_of( const int32_t* count );

#endif
