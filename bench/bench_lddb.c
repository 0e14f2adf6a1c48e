// SPDX-License-Identifier: MIT
// The local distance database: time and memory of all patterns, and the times to add and to read one, with patterns of
// random maps.
#define _POSIX_C_SOURCE 199309L // clock_gettime(): some calls take a tenth of a microsecond

#include "fairway/lddb.h"
#include "lddb/lddb.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define RUNS 9 // repeats of everything; the fastest counts
#define PATTERNS 2000
#define REPEATS 20 // repeats of the short queries
#define VARIANTS 4

static const char* const names[VARIANTS] = { "tiles4", "tiles8", "corners closed", "corners open" };

static void check( fw_status status, const char* what )
{
	if ( status != FW_OK )
	{
		fprintf( stderr, "bench_lddb: %s: %s\n", what, fw_status_text( status ) );
		exit( EXIT_FAILURE );
	}
}

// Processor time in microseconds, so that other programs count less.
static double now( void )
{
	struct timespec t;
	clock_gettime( CLOCK_PROCESS_CPUTIME_ID, &t );
	return (double)t.tv_sec * 1e6 + (double)t.tv_nsec * 1e-3;
}

static fw_lddb* make( int32_t variant, int32_t size )
{
	fw_lddb_def def = fw_default_lddb_def();
	def.kind = variant == 0 ? FW_LDDB_TILES4 : variant == 1 ? FW_LDDB_TILES8 : FW_LDDB_CORNERS;
	def.corners = variant == 3 ? FW_CORNERS_OPEN : FW_CORNERS_CLOSED;
	def.size = size;
	fw_lddb* lddb;
	check( fw_lddb_create( &def, &lddb, NULL ), "create" );
	return lddb;
}

// Xorshift64* (G. Marsaglia 2003, S. Vigna 2014).
static uint32_t next( uint64_t* random )
{
	*random ^= *random >> 12;
	*random ^= *random << 25;
	*random ^= *random >> 27;
	return (uint32_t)( *random * 0x2545F4914F6CDD1Du >> 32 );
}

static void draw( uint32_t* patterns, int32_t size, double blocked )
{
	uint64_t random = 1;
	for ( int32_t i = 0; i < PATTERNS; i++ )
	{
		patterns[i] = 0;
		for ( int32_t tile = 0; tile < size * size; tile++ )
		{
			patterns[i] |= next( &random ) < blocked * 4294967296.0 ? 1u << tile : 0u;
		}
	}
}

static void bench_fill( int32_t variant, int32_t size )
{
	double best = INFINITY;
	fw_lddb* lddb = NULL;
	for ( int32_t run = 0; run < RUNS; run++ )
	{
		fw_lddb_destroy( lddb );
		const double begin = now();
		lddb = make( variant, size );
		check( fw_lddb_fill( lddb, NULL ), "fill" );
		best = fmin( best, now() - begin );
	}
	printf( "%-14s  %4d  %8d  %8.2f  %8.3f\n", names[variant], (int)size, (int)fw_lddb_entries( lddb ), best * 1e-3,
	        (double)fw_lddb_memory( lddb ) * 1e-6 );
	fw_lddb_destroy( lddb );
}

// [microseconds for each pattern]
typedef struct times
{
	double create, add, distances, bends;
} times;

static void bench_questions( const fw_lddb* lddb, const uint32_t* patterns, times* best )
{
	static double distances[FW_LDDB_NODES_MAX * FW_LDDB_NODES_MAX];
	const double begin = now();
	for ( int32_t i = 0; i < REPEATS * PATTERNS; i++ )
	{
		check( fw_lddb_distances( lddb, patterns[i % PATTERNS], distances ), "distances" );
	}
	const double middle = now();
	for ( int32_t i = 0; i < REPEATS * PATTERNS; i++ )
	{
		fw_vec2 bends[FW_LDDB_BENDS_MAX];
		// Between opposite corners of the block, which have coordinates 0 and `side`.
		const fw_lddb_def* def = fw_lddb_definition( lddb );
		const int32_t side = def->kind == FW_LDDB_CORNERS ? def->size : def->size - 1;
		fw_lddb_bends_between( lddb, patterns[i % PATTERNS], 0, 0, side, side, bends );
	}
	best->distances = fmin( best->distances, ( middle - begin ) / ( REPEATS * PATTERNS ) );
	best->bends = fmin( best->bends, ( now() - middle ) / ( REPEATS * PATTERNS ) );
}

static void bench_patterns( int32_t variant, int32_t size, double blocked )
{
	static uint32_t patterns[PATTERNS];
	draw( patterns, size, blocked );
	times best = { INFINITY, INFINITY, INFINITY, INFINITY };
	int32_t entries = 0;
	for ( int32_t run = 0; run < RUNS; run++ )
	{
		const double begin = now();
		fw_lddb* lddb = make( variant, size );
		const double middle = now();
		for ( int32_t i = 0; i < PATTERNS; i++ )
		{
			check( fw_lddb_add( lddb, patterns[i] ), "add" );
		}
		best.create = fmin( best.create, middle - begin );
		best.add = fmin( best.add, ( now() - middle ) / PATTERNS );
		bench_questions( lddb, patterns, &best );
		entries = fw_lddb_entries( lddb );
		fw_lddb_destroy( lddb );
	}
	printf( "%-14s  %4d  %6.0f %%  %8d  %8.1f  %8.3f  %8.3f  %8.3f\n", names[variant], (int)size, blocked * 100.0,
	        (int)entries, best.create, best.add, best.distances, best.bends );
}

int main( void )
{
	printf( "all patterns\n" );
	printf( "kind            size   entries      [ms]      [MB]\n" );
	for ( int32_t variant = 0; variant < VARIANTS; variant++ )
	{
		for ( int32_t size = 2; size <= 4; size++ )
		{
			bench_fill( variant, size );
		}
	}
	printf( "\n%d patterns of random maps, into an empty database [us, all but the first for one pattern]\n",
	        PATTERNS );
	printf( "kind            size   blocked   entries    create       add  distances    bends\n" );
	for ( int32_t variant = 0; variant < VARIANTS; variant++ )
	{
		for ( int32_t size = 3; size <= 5; size++ )
		{
			bench_patterns( variant, size, 0.2 );
			bench_patterns( variant, size, 0.4 );
		}
	}
	return EXIT_SUCCESS;
}
