// SPDX-License-Identifier: MIT
// Work spread over the caller's threads.
#ifndef FW_BASE_PARALLEL_H
#define FW_BASE_PARALLEL_H

#include "base/core.h"

#define FW_WORKERS_MAX 64

// Calls a task for each index from 0 to count - 1, on this thread where the caller has given no others.
FW_INLINE void fw_run_tasks( const fw_parallel* parallel, int32_t count,
                             void ( *task )( void* argument, int32_t index, int32_t worker ), void* argument )
{
	if ( parallel->run != NULL )
	{
		parallel->run( parallel->context, count, task, argument );
		return;
	}
	for ( int32_t i = 0; i < count; i++ )
	{
		task( argument, i, 0 );
	}
}

#endif
