// SPDX-License-Identifier: MIT
// The time of a crowd's step: units with random goals on a map of houses, 20 steps a second until all have arrived.
#include <fairway/fairway.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define STEP 0.05      // [s]
#define LONGEST 1200.0 // [s]

// A linear congruential generator (D. E. Knuth, MMIX): the same maps everywhere.
static uint64_t seed = 1;

static int32_t random_below( int32_t end )
{
	seed = seed * 6364136223846793005u + 1442695040888963407u;
	return (int32_t)( ( seed >> 33 ) % (uint64_t)end );
}

// Time of this thread's work: other programs on the machine do not count.
static double now_ms( void )
{
	return (double)clock() * 1e3 / CLOCKS_PER_SEC;
}

static void must( fw_status status )
{
	if ( status != FW_OK )
	{
		fprintf( stderr, "bench_crowd: %s\n", fw_status_text( status ) );
		exit( 2 );
	}
}

static fw_grid* town( int32_t side )
{
	fw_grid_def def = fw_default_grid_def();
	fw_grid* grid = NULL;
	def.width = side;
	def.height = side;
	must( fw_grid_create( &def, &grid, NULL ) );
	for ( int32_t i = 0; i < side * side / 400; i++ )
	{
		const fw_rect house = { random_below( side ), random_below( side ), 1 + random_below( 6 ),
		                        1 + random_below( 6 ) };
		must( fw_grid_fill( grid, house, FW_TERRAIN_OUT, NULL ) );
	}
	return grid;
}

static void send_somewhere( fw_crowd* crowd, fw_planner* planner, fw_crowd_id unit, int32_t side, fw_result* result )
{
	fw_plan plan = fw_default_plan();
	plan.start = fw_crowd_get( crowd, unit ).stop;
	do
	{
		plan.goal = ( fw_pose ){ random_below( side ) + 0.5, random_below( side ) + 0.5, 0.0 };
		must( fw_planner_run( planner, &plan, result, NULL ) );
	} while ( result->outcome != FW_FOUND );
	must( fw_crowd_send( crowd, unit, &result->path, NULL ) );
}

static int compare( const void* a, const void* b )
{
	const double x = *(const double*)a;
	const double y = *(const double*)b;
	return ( x > y ) - ( x < y );
}

static void run( fw_crowd* crowd, int32_t units, int32_t side )
{
	double* times = malloc( sizeof( double ) * (size_t)( LONGEST / STEP + 2 ) );
	int32_t steps = 0;
	double sum = 0.0;
	if ( times == NULL )
	{
		must( FW_ERR_MEMORY );
	}
	while ( fw_crowd_time( crowd ) < LONGEST && !fw_crowd_is_done( crowd ) )
	{
		const double before = now_ms();
		must( fw_crowd_step( crowd, STEP, NULL ) );
		times[steps] = now_ms() - before;
		sum += times[steps++];
	}
	qsort( times, (size_t)steps, sizeof( double ), compare );
	int32_t away = 0;
	for ( int32_t i = 0; i < units; i++ )
	{
		away += fw_crowd_get( crowd, fw_crowd_at( crowd, i ) ).left > 1e-6 ? 1 : 0;
	}
	const fw_crowd_counters c = fw_crowd_count_events( crowd );
	printf( "| %5d | %4d | %5.2f | %5.2f | %5.2f | %6.1f | %4d | %6lld | %6lld | %5lld |\n", (int)units, (int)side,
	        sum / steps, times[(int32_t)( 0.99 * steps )], times[steps - 1], fw_crowd_time( crowd ), (int)away,
	        (long long)c.conflicts, (long long)c.detours, (long long)c.yields );
	free( times );
}

static void measure( int32_t units, int32_t side )
{
	seed = 1;
	fw_grid* grid = town( side );
	fw_planner* planner = NULL;
	fw_crowd* crowd = NULL;
	fw_result result = { 0 };
	fw_crowd_def def = fw_default_crowd_def();
	const fw_profile_def how = fw_default_profile_def();
	def.grid = grid;
	must( fw_planner_create( grid, NULL, &planner ) );
	must( fw_crowd_create( &def, &crowd, NULL ) );
	for ( int32_t i = 0; i < units; )
	{
		const fw_pose at = { random_below( side ) + 0.5, random_below( side ) + 0.5, 0.0 };
		fw_crowd_id unit;
		if ( fw_crowd_add( crowd, &how, at, &unit, NULL ) == FW_OK )
		{
			send_somewhere( crowd, planner, unit, side, &result );
			i++;
		}
	}
	run( crowd, units, side );
	fw_result_free( &result );
	fw_crowd_destroy( crowd );
	fw_planner_destroy( planner );
	fw_grid_destroy( grid );
}

int main( void )
{
	static const int32_t rows[][2] = { { 100, 512 }, { 1000, 512 }, { 4000, 512 }, { 1000, 128 }, { 600, 64 } };
	printf( "20 steps a second; ms a step: mean, 99th percentile, worst; until all have arrived\n\n"
	        "| units | side |  mean |    99 | worst |      s | away | conflicts | detours | yields |\n"
	        "|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n" );
	for ( size_t i = 0; i < sizeof( rows ) / sizeof( rows[0] ); i++ )
	{
		measure( rows[i][0], rows[i][1] );
	}
	return 0;
}
