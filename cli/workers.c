// SPDX-License-Identifier: MIT
// Threads for the library to build with.
#include "workers.h"

#include <pthread.h>

#define WORKERS_MAX 64

typedef struct job
{
	pthread_mutex_t lock; // of the next index
	int32_t next, count;
	void ( *task )( void* argument, int32_t index, int32_t worker );
	void* argument;
} job;

typedef struct hand
{
	job* of;
	int32_t worker;
} hand;

static void* work( void* context )
{
	const hand* own = context;
	for ( ;; )
	{
		pthread_mutex_lock( &own->of->lock );
		const int32_t index = own->of->next++;
		pthread_mutex_unlock( &own->of->lock );
		if ( index >= own->of->count )
		{
			return NULL;
		}
		own->of->task( own->of->argument, index, own->worker );
	}
}

// The calling thread is the first worker, so that all is done even where no other can be started.
static void run( void* context, int32_t count, void ( *task )( void* argument, int32_t index, int32_t worker ),
                 void* argument )
{
	const int32_t workers = *(const int32_t*)context;
	job all = { .lock = PTHREAD_MUTEX_INITIALIZER, .count = count, .task = task, .argument = argument };
	pthread_t threads[WORKERS_MAX];
	hand hands[WORKERS_MAX];
	int32_t started = 1;
	for ( ; started < workers; started++ )
	{
		hands[started] = ( hand ){ &all, started };
		if ( pthread_create( &threads[started], NULL, work, &hands[started] ) != 0 )
		{
			break;
		}
	}
	hands[0] = ( hand ){ &all, 0 };
	work( &hands[0] );
	for ( int32_t i = 1; i < started; i++ )
	{
		pthread_join( threads[i], NULL );
	}
	pthread_mutex_destroy( &all.lock );
}

fw_parallel workers_of( const int32_t* count )
{
	return *count > 1 ? ( fw_parallel ){ run, (void*)count, *count } : ( fw_parallel ){ 0 };
}
