// SPDX-License-Identifier: MIT
// Queues: 1,600 requests at once, such as from eight players with 200 units each (P. Yap and others, "Block A*", 2011),
// on game maps. For each method the number of frames, the time of a frame, and how long a unit waits; with one, two and
// four contexts. Requests are problems of the map's scenario, taken evenly; all objects are prepared before.
//
// bench_queue [REQUESTS [MAP]]
#include "fairway/queue.h"

#include "fairway/io.h"
#include "haa.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define REQUESTS 1600
#define LIMIT 100000 // nodes of one request
#define FRAMES_MAX 100000
#define LAND ( FW_CAP_GROUND | FW_CAP_SWAMP )

// The budget of a frame is the number of nodes that take about 16 million instructions.
typedef struct army
{
	const char* method;
	double turning_radius;
	int64_t frame, slow;
} army;

static const army armies[] = {
    { "astar", 0.0, 80000, 5000 },
    { "jps", 0.0, 12000, 500 },
    { "haastar-high", 0.0, 16000, 1000 },
    { "auto", 1.0, 8000, 2000 },
};

typedef struct figures
{
	double* ms;
	double* waits;
	int32_t frames, done, found, slow, over;
	double expansions;
} figures;

static fw_plan plan_of( const army* a, const fw_scen_problem* p, int32_t i )
{
	fw_plan plan = fw_default_plan();
	plan.method = a->method;
	plan.unit.capabilities = LAND;
	plan.unit.radius = 0.4;
	plan.unit.turning_radius = a->turning_radius;
	plan.start = ( fw_pose ){ p->start_x + 0.5, p->start_y + 0.5, i % 8 * FW_PI / 4.0 };
	plan.goal = ( fw_pose ){ p->goal_x + 0.5, p->goal_y + 0.5, 0.0 };
	plan.options.max_expansions = LIMIT;
	return plan;
}

static void take_all( fw_queue* queue, fw_result* result, figures* f )
{
	for ( fw_request id = fw_queue_poll( queue ); id != 0; id = fw_queue_poll( queue ) )
	{
		fw_request_info info;
		haa_check( fw_queue_info( queue, id, &info ), "info" );
		haa_check( info.status, "request" );
		haa_check( fw_queue_take( queue, id, result ), "take" );
		f->waits[f->done++] = (double)( info.done - info.added );
		f->found += result->outcome == FW_FOUND;
		f->slow += info.slow;
	}
}

static void serve( fw_queue* queue, const army* a, figures* f )
{
	fw_result result = { 0 };
	fw_queue_stats stats = { .waiting = 1 };
	while ( stats.waiting + stats.running > 0 && f->frames < FRAMES_MAX )
	{
		const double before = haa_now();
		haa_check( fw_queue_frame( queue, &stats ), "frame" );
		f->ms[f->frames++] = ( haa_now() - before ) * 1e-3;
		f->expansions += (double)stats.expansions;
		f->over += stats.expansions > a->frame;
		take_all( queue, &result, f );
	}
	fw_result_free( &result );
}

static void run( fw_grid* grid, const fw_scen* scen, const army* a, int32_t contexts, int32_t count )
{
	fw_planner* planner = NULL;
	fw_queue* queue = NULL;
	figures f = {
	    haa_take( FRAMES_MAX, sizeof( double ) ), haa_take( (size_t)count, sizeof( double ) ), 0, 0, 0, 0, 0, 0.0 };
	haa_check( fw_planner_create( grid, NULL, &planner, NULL ), "planner" );
	fw_queue_def def = fw_default_queue_def();
	def.planner = planner;
	def.capacity = count;
	def.contexts = contexts;
	def.frame_expansions = a->frame;
	def.slow_after = a->slow;
	haa_check( fw_queue_create( &def, &queue, NULL ), "queue" );
	for ( int32_t i = 0; i < count; i++ )
	{
		const fw_plan plan = plan_of( a, &scen->problems[(int64_t)i * scen->count / count], i );
		fw_request id;
		haa_check( i == 0 ? fw_planner_prepare( planner, &plan, NULL ) : FW_OK, "prepare" );
		haa_check( fw_queue_add( queue, &plan, 0, 0, &id, NULL ), "add" );
	}
	serve( queue, a, &f );
	double sum = 0.0;
	for ( int32_t i = 0; i < f.done; i++ )
	{
		sum += f.waits[i];
	}
	printf( "  %-14s %2d %6d %5d/%-5d %5d %10.0f %8.3f %8.3f %8.3f %8.1f %8.0f %8.0f %4d\n", a->method, (int)contexts,
	        (int)f.frames, (int)f.found, (int)f.done, (int)f.slow, f.expansions, haa_quantile( f.ms, f.frames, 0.5 ),
	        haa_quantile( f.ms, f.frames, 0.99 ), haa_quantile( f.ms, f.frames, 1.0 ), sum / f.done,
	        haa_quantile( f.waits, f.done, 0.99 ), haa_quantile( f.waits, f.done, 1.0 ), (int)f.over );
	fflush( stdout );
	fw_queue_destroy( queue );
	fw_planner_destroy( planner );
	free( f.ms );
	free( f.waits );
}

int main( int argc, char** argv )
{
	static const char* const names[] = { "bg512/AR0700SR", "sc1/WheelofWar" };
	static const int32_t contexts[] = { 1, 2, 4 };
	const int32_t count = argc > 1 ? atoi( argv[1] ) : REQUESTS;
	const char* only = argc > 2 ? argv[2] : "";
	if ( count < 1 )
	{
		fprintf( stderr, "bench_queue: '%s' is no number of requests\n", argv[1] );
		return 1;
	}
	for ( size_t m = 0; m < sizeof( names ) / sizeof( names[0] ); m++ )
	{
		char file[1024];
		fw_scen scen = { 0 };
		if ( strstr( names[m], only ) == NULL )
		{
			continue;
		}
		fw_grid* grid = haa_load( names[m] );
		haa_file( file, sizeof( file ), names[m], ".map.scen" );
		haa_check( fw_scen_load( file, NULL, &scen, NULL ), file );
		printf( "%s, %d requests at once\n", names[m], (int)count );
		printf( "  method    contexts frames       found  slow   expanded   median      p99  most ms mean wait      "
		        "p99     "
		        "most over\n" );
		for ( size_t a = 0; a < sizeof( armies ) / sizeof( armies[0] ); a++ )
		{
			for ( size_t c = 0; c < sizeof( contexts ) / sizeof( contexts[0] ); c++ )
			{
				run( grid, &scen, &armies[a], contexts[c], count );
			}
		}
		fw_scen_free( &scen );
		fw_grid_destroy( grid );
	}
	return 0;
}
