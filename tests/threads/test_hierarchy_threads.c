// SPDX-License-Identifier: MIT
// Four threads search hierarchies while a fifth edits the map and builds the next ones. The preset tsan builds this
// with ThreadSanitizer.
#include "hierarchy/hierarchy.h"
#include "support_hierarchy.h"
#include "workers.h"

#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#define READERS 4
#define EDITS 150
#define SIDE 120

// A hierarchy with the number of threads that search it; the last one destroys a hierarchy that is no longer current.
typedef struct snapshot
{
	fw_hierarchy* hierarchy;
	fw_landmarks* landmarks; // of every other one
	int32_t users;
} snapshot;

typedef struct world
{
	pthread_mutex_t lock; // of what follows
	snapshot* current;
	bool ended;
} world;

typedef struct reader
{
	world* shared;
	uint64_t seed;
	int32_t queries, found;
	bool good;
} reader;

static snapshot* acquire( world* shared, bool* ended )
{
	pthread_mutex_lock( &shared->lock );
	snapshot* taken = shared->current;
	taken->users++;
	*ended = shared->ended;
	pthread_mutex_unlock( &shared->lock );
	return taken;
}

static void drop( world* shared, snapshot* taken )
{
	pthread_mutex_lock( &shared->lock );
	taken->users--;
	const bool last = taken->users == 0;
	pthread_mutex_unlock( &shared->lock );
	if ( last )
	{
		fw_landmarks_destroy( taken->landmarks );
		fw_hierarchy_destroy( taken->hierarchy );
		free( taken );
	}
}

static void publish( world* shared, fw_hierarchy* hierarchy )
{
	snapshot* made = malloc( sizeof( *made ) );
	if ( made == NULL )
	{
		abort();
	}
	*made = ( snapshot ){ .hierarchy = hierarchy, .users = 1 }; // one for being the current one
	if ( hierarchy->revision % 2 == 0 &&
	     fw_landmarks_create( hierarchy, TEST_LAND, 1, 4, &made->landmarks, NULL ) != FW_OK )
	{
		abort();
	}
	pthread_mutex_lock( &shared->lock );
	snapshot* old = shared->current;
	shared->current = made;
	pthread_mutex_unlock( &shared->lock );
	if ( old != NULL )
	{
		drop( shared, old );
	}
}

// Does the path keep to tiles where the class could stand when the hierarchy was made?
static bool keeps_to_plane( const fw_hierarchy* hierarchy, const fw_query* query, const fw_path* path )
{
	const int32_t kind = fw_hierarchy_class( hierarchy, query->unit.capabilities, query->unit.size );
	const fw_layer* plane = fw_hierarchy_plane( hierarchy, kind );
	for ( int32_t i = 0; i < path->count; i++ )
	{
		const fw_segment* s = &path->segments[i];
		const int32_t steps = (int32_t)fmax( fabs( s->to.x - s->from.x ), fabs( s->to.y - s->from.y ) );
		for ( int32_t k = 0; k <= steps; k++ )
		{
			const double x = s->from.x + ( s->to.x - s->from.x ) * k / steps;
			const double y = s->from.y + ( s->to.y - s->from.y ) * k / steps;
			if ( !fw_layer_get( plane, (int32_t)floor( x ), (int32_t)floor( y ) ) )
			{
				return false;
			}
		}
	}
	return true;
}

static void* read_all( void* context )
{
	reader* r = context;
	test_random random = test_random_make( r->seed );
	fw_search* search = NULL;
	fw_result result;
	fw_result again;
	fw_result_init( &result, NULL );
	fw_result_init( &again, NULL );
	r->good = fw_search_create( NULL, &search ) == FW_OK;
	for ( bool ended = false; !ended && r->good; )
	{
		snapshot* taken = acquire( r->shared, &ended );
		const fw_map map = { .hierarchy = taken->hierarchy, .landmarks = taken->landmarks };
		const int32_t size = 1 + test_random_int( &random, 2 );
		const fw_query query = test_hierarchy_random_query( &random, SIDE, SIDE, "haastar-high", TEST_LAND, size );
		r->good = fw_search_run( search, &map, &query, &result, NULL ) == FW_OK &&
		          keeps_to_plane( taken->hierarchy, &query, &result.path ) &&
		          fw_search_run( search, &map, &query, &again, NULL ) == FW_OK && result.outcome == again.outcome &&
		          fw_path_hash( &result.path ) == fw_path_hash( &again.path );
		r->queries++;
		r->found += result.outcome == FW_FOUND;
		drop( r->shared, taken );
	}
	fw_result_free( &result );
	fw_result_free( &again );
	fw_search_destroy( search );
	return NULL;
}

static void threads_search_while_one_edits( void** state )
{
	(void)state;
	test_random random = test_random_make( 31 );
	fw_grid* grid = test_random_town( &random, SIDE, SIDE, 60, 8 );
	fw_hierarchy_def def = fw_default_hierarchy_def();
	def.cluster = 10;
	def.size_count = 2;
	def.sizes[1] = 2;
	fw_hierarchy* hierarchy = NULL;
	assert_int_equal( fw_hierarchy_create( grid, &def, &hierarchy, NULL ), FW_OK );
	world shared = { .current = NULL };
	assert_int_equal( pthread_mutex_init( &shared.lock, NULL ), 0 );
	publish( &shared, hierarchy );
	reader readers[READERS] = { { 0 } };
	pthread_t threads[READERS];
	for ( int32_t i = 0; i < READERS; i++ )
	{
		readers[i] = ( reader ){ .shared = &shared, .seed = (uint64_t)( 100 + i ) };
		assert_int_equal( pthread_create( &threads[i], NULL, read_all, &readers[i] ), 0 );
	}
	for ( int32_t i = 0; i < EDITS; i++ )
	{
		fw_hierarchy* next = NULL;
		test_random_build( &random, grid );
		assert_int_equal( fw_hierarchy_update( hierarchy, &next, NULL ), FW_OK );
		publish( &shared, next );
		hierarchy = next;
	}
	pthread_mutex_lock( &shared.lock );
	shared.ended = true;
	pthread_mutex_unlock( &shared.lock );
	for ( int32_t i = 0; i < READERS; i++ )
	{
		assert_int_equal( pthread_join( threads[i], NULL ), 0 );
		assert_true( readers[i].good );
		assert_true( readers[i].queries > 0 );
	}
	drop( &shared, shared.current );
	pthread_mutex_destroy( &shared.lock );
	fw_grid_destroy( grid );
}

// A parallel-for that goes backwards and changes workers, since the order must not matter.
static void run_backwards( void* context, int32_t count,
                           void ( *task )( void* argument, int32_t index, int32_t worker ), void* argument )
{
	const int32_t workers = *(const int32_t*)context;
	for ( int32_t i = count - 1; i >= 0; i-- )
	{
		task( argument, i, i % workers );
	}
}

static void any_number_of_threads_builds_the_same( void** state )
{
	(void)state;
	test_random random = test_random_make( 32 );
	for ( int32_t round = 0; round < 6; round++ )
	{
		fw_grid* grid = test_random_world( &random, 150, 130 );
		fw_hierarchy_def def = test_random_hierarchy( &random );
		fw_hierarchy* alone = NULL;
		assert_int_equal( fw_hierarchy_create( grid, &def, &alone, NULL ), FW_OK );
		for ( int32_t threads = 1; threads <= 2 * READERS; threads++ )
		{
			int32_t workers = ( threads - 1 ) % READERS + 1;
			fw_hierarchy* made = NULL;
			def.parallel =
			    threads > READERS ? ( fw_parallel ){ run_backwards, &workers, workers } : workers_of( &workers );
			assert_int_equal( fw_hierarchy_create( grid, &def, &made, NULL ), FW_OK );
			for ( int32_t i = 0; i < alone->columns * alone->rows; i++ )
			{
				assert_true( fw_cluster_equals( alone->clusters[i], made->clusters[i] ) );
			}
			fw_hierarchy_destroy( made );
		}
		fw_hierarchy_destroy( alone );
		fw_grid_destroy( grid );
	}
	fw_hierarchy_def def = fw_default_hierarchy_def();
	fw_hierarchy* made = NULL;
	fw_grid* grid = test_field( 9, 9 );
	def.parallel = ( fw_parallel ){ run_backwards, NULL, 0 };
	assert_int_equal( fw_hierarchy_create( grid, &def, &made, NULL ), FW_ERR_ARGUMENT );
	fw_grid_destroy( grid );
}

int run_test_hierarchy_threads( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( threads_search_while_one_edits ),
	    cmocka_unit_test( any_number_of_threads_builds_the_same ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
