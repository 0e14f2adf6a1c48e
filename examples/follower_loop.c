// SPDX-License-Identifier: MIT
// The loop of a game that moves its units itself. Trucks ask a queue for paths, the queue plans so many nodes a frame,
// and followers drive. Then a gate shuts: a truck whose path leads through it brakes, and asks for another path from
// where it will stop.
//   follower_loop [PICTURE.svg]
#include <fairway/fairway.h>

#include <stdio.h>
#include <stdlib.h>

#define TRUCKS 3
#define FRAME_TIME ( 1.0 / 64 ) // [s]
#define LAST_FRAME 3000
#define GATE_SHUTS 224 // [frame]
#define POINTS 400     // of a path that is drawn

static const char map[] = "......................#.................\n"
                          "......................#.................\n"
                          "........................................\n"
                          "........................................\n"
                          "........................................\n"
                          "......................#.................\n"
                          "......................#.................\n"
                          ".......####...........#......###........\n"
                          ".......####...........#......###........\n"
                          "......................#......###........\n"
                          "......................#.................\n"
                          "........................................\n"
                          "........................................\n"
                          "........................................\n"
                          "......................#.................\n"
                          "......................#.................\n";

static const fw_rect gate = { 22, 2, 1, 3 };

typedef struct truck
{
	fw_follower* follower;
	fw_request request; // 0: it waits for no path
	fw_motion from;     // where the path that it waits for begins
	fw_pose goal;
	bool arrived;
} truck;

typedef struct game
{
	fw_grid* grid;
	fw_planner* planner;
	fw_queue* queue;
	fw_unit unit; // all trucks are alike
	truck trucks[TRUCKS];
	double time;   // [s]
	FILE* picture; // or NULL
} game;

static void check( fw_status status )
{
	if ( status != FW_OK )
	{
		fprintf( stderr, "follower_loop: %s\n", fw_status_text( status ) );
		exit( EXIT_FAILURE );
	}
}

static void draw_map( const game* g )
{
	fprintf( g->picture, "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 16' width='1200'>\n" );
	for ( int y = 0; y < fw_grid_height( g->grid ); y++ )
	{
		for ( int x = 0; x < fw_grid_width( g->grid ); x++ )
		{
			const bool free = fw_grid_passable( g->grid, x, y, g->unit.capabilities );
			fprintf( g->picture, "<rect x='%d' y='%d' width='1' height='1' fill='%s'/>\n", x, y,
			         free ? "#eed" : "#654" );
		}
	}
}

static void draw_path( const game* g, const fw_path* path )
{
	fw_vec2 points[POINTS];
	int32_t count = 0;
	check( fw_path_points( path, 0.02, points, POINTS, &count, NULL ) );
	fprintf( g->picture, "<polyline fill='none' stroke='#36c' stroke-width='0.1' points='" );
	for ( int i = 0; i < count; i++ )
	{
		fprintf( g->picture, "%.2f,%.2f ", points[i].x, points[i].y );
	}
	fprintf( g->picture, "'/>\n" );
}

static void ask_for_path( game* g, int index )
{
	truck* t = &g->trucks[index];
	fw_plan plan = fw_default_plan();
	plan.unit = g->unit;
	plan.start = t->from.pose;
	plan.goal = t->goal;
	check( fw_queue_add( g->queue, &plan, 0, (uint64_t)index, &t->request, NULL ) );
}

// The first path sets a truck off; another one it takes over without standing still, where there is time for that.
static void take_path( game* g, fw_request request )
{
	fw_request_info info;
	fw_result result;
	fw_result_init( &result, NULL );
	check( fw_queue_info( g->queue, request, &info ) );
	check( info.status );
	check( fw_queue_take( g->queue, request, &result ) );
	truck* t = &g->trucks[info.tag];
	t->request = 0;
	if ( result.outcome == FW_FOUND && fw_follower_path( t->follower ) == NULL )
	{
		fw_profile_def def = fw_default_profile_def();
		def.unit = g->unit;
		check( fw_follower_begin( t->follower, &def, &result.path, NULL ) );
	}
	else if ( result.outcome == FW_FOUND )
	{
		check( fw_follower_replan( t->follower, &result.path, t->from.distance, NULL ) );
	}
	printf( "%5.2f s  truck %d: path %s, %.1f tiles\n", g->time, (int)info.tag, fw_outcome_text( result.outcome ),
	        result.path.length );
	if ( g->picture != NULL )
	{
		draw_path( g, &result.path );
	}
	fw_result_free( &result );
}

static void shut_gate( game* g )
{
	printf( "%5.2f s  the gate shuts\n", g->time );
	check( fw_grid_fill( g->grid, gate, FW_TERRAIN_OUT, NULL ) );
	for ( int i = 0; i < TRUCKS; i++ )
	{
		truck* t = &g->trucks[i];
		const fw_path* path = fw_follower_path( t->follower );
		const int hit = fw_sweep_path( g->grid, &g->unit, path );
		if ( hit < path->count && fw_follower_now( t->follower ).pose.x < gate.x ) // not those behind it
		{
			printf( "%5.2f s  truck %d brakes\n", g->time, i );
			check( fw_follower_brake( t->follower ) );
			t->from = fw_follower_ahead( t->follower, 10 );
			ask_for_path( g, i );
		}
	}
}

// Moves a truck by one frame; true while it has somewhere to go.
static bool drive( game* g, int index, int frame )
{
	truck* t = &g->trucks[index];
	fw_motion now = t->from;
	if ( fw_follower_path( t->follower ) != NULL )
	{
		check( fw_follower_step( t->follower, FRAME_TIME, &now, NULL ) );
	}
	if ( g->picture != NULL && frame % 32 == 0 )
	{
		fprintf( g->picture, "<circle cx='%.2f' cy='%.2f' r='%.2f' fill='#c33' fill-opacity='0.4'/>\n", now.pose.x,
		         now.pose.y, g->unit.radius );
	}
	if ( t->request == 0 && !t->arrived && fw_follower_is_done( t->follower ) )
	{
		printf( "%5.2f s  truck %d arrives\n", g->time, index );
		t->arrived = true;
	}
	return !t->arrived;
}

int main( int argc, char** argv )
{
	static game g; // zeroed
	g.unit = fw_default_unit();
	g.unit.turning_radius = 1.5;
	g.unit.speed = 4;
	check( fw_map_parse( map, sizeof( map ) - 1, NULL, &g.grid, NULL ) );
	check( fw_planner_create( g.grid, NULL, &g.planner, NULL ) );
	fw_queue_def def = fw_default_queue_def();
	def.planner = g.planner;
	def.frame_expansions = 20; // so few that a path takes several frames
	def.slow_after = 10;
	check( fw_queue_create( &def, &g.queue, NULL ) );
	if ( argc > 1 )
	{
		g.picture = fopen( argv[1], "w" );
		check( g.picture != NULL ? FW_OK : FW_ERR_IO );
		draw_map( &g );
	}
	for ( int i = 0; i < TRUCKS; i++ )
	{
		g.trucks[i].from.pose = fw_make_pose( 14.5 - 6 * i, 3.5 + i, fw_radians( 0 ) );
		g.trucks[i].goal = fw_make_pose( 36.5, 2.5 + 3 * i, fw_radians( 0 ) );
		check( fw_follower_create( NULL, &g.trucks[i].follower, NULL ) );
		ask_for_path( &g, i );
	}

	bool busy = true;
	for ( int frame = 1; busy && frame <= LAST_FRAME; frame++ )
	{
		g.time = frame * FRAME_TIME;
		if ( frame == GATE_SHUTS )
		{
			shut_gate( &g );
		}
		check( fw_queue_frame( g.queue, NULL ) );
		for ( fw_request done; ( done = fw_queue_poll( g.queue ) ) != 0; )
		{
			take_path( &g, done );
		}
		busy = false;
		for ( int i = 0; i < TRUCKS; i++ )
		{
			busy = drive( &g, i, frame ) || busy;
		}
	}

	for ( int i = 0; i < TRUCKS; i++ )
	{
		fw_follower_destroy( g.trucks[i].follower );
	}
	fw_queue_destroy( g.queue );
	fw_planner_destroy( g.planner );
	fw_grid_destroy( g.grid );
	if ( g.picture != NULL )
	{
		fprintf( g.picture, "</svg>\n" );
		fclose( g.picture );
	}
	return busy ? EXIT_FAILURE : EXIT_SUCCESS;
}
