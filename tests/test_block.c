// SPDX-License-Identifier: MIT
// Block A*: over tiles it equals standard A*, over corners its paths are legal, found exactly when steps lead there, no
// longer than steps and no shorter than the exact optimum; whatever the database, the slices and the memory.
#include "support_sight.h"
#include "support_walker.h"

#include "fairway/io.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define LAND ( FW_CAP_GROUND | FW_CAP_SWAMP )

// What a block keeps of lengths are floats: a path may be so much longer than the best of its kind.
#define ROUNDED 1e-4

static fw_query query_for( const char* method, sight_point start, sight_point goal )
{
	fw_query query = fw_default_query();
	query.method = method;
	query.unit.radius = 0.0;
	query.unit.capabilities = LAND;
	query.anchor = start.x % 2 == 0 ? FW_ANCHOR_CORNER : FW_ANCHOR_CENTRE;
	query.start = ( fw_pose ){ start.x / 2.0, start.y / 2.0, 0.0 };
	query.goal = ( fw_pose ){ goal.x / 2.0, goal.y / 2.0, 0.0 };
	return query;
}

static const fw_result* solve( walker* w, const fw_query* query )
{
	assert_int_equal( fw_search_run( w->search, &w->map, query, &w->result ), FW_OK );
	return &w->result;
}

static sight_point point_of( fw_pose pose )
{
	return ( sight_point ){ (int32_t)( 2.0 * pose.x ), (int32_t)( 2.0 * pose.y ) };
}

static void fail_query( const walker* w, const fw_query* query, const char* what )
{
	if ( fw_grid_width( w->grid ) <= 120 && fw_grid_height( w->grid ) <= 120 )
	{
		test_print_grid( w->grid, ( fw_rect ){ 0, 0, fw_grid_width( w->grid ), fw_grid_height( w->grid ) } );
	}
	for ( int32_t i = 0; i < w->result.path.count; i++ )
	{
		const fw_segment* s = &w->result.path.segments[i];
		fprintf( stderr, "(%.9g, %.9g) to (%.9g, %.9g)\n", s->from.x, s->from.y, s->to.x, s->to.y );
	}
	fail_msg( "%s from (%.17g, %.17g) to (%.17g, %.17g), radius %g, double corners %s, %s, length %.9f: %s",
	          query->method, query->start.x, query->start.y, query->goal.x, query->goal.y, query->unit.radius,
	          query->corners == FW_CORNERS_OPEN ? "open" : "closed", fw_reason_text( w->result.reason ),
	          w->result.length, what );
}

// --- over tiles ---

static void check_tiles( walker* w, fw_pose start, fw_pose goal, bool centres )
{
	for ( int32_t neighbours = 4; neighbours <= 8; neighbours += 4 )
	{
		fw_query query = fw_default_query();
		query.unit.radius = fw_space_radius( w->space );
		query.unit.capabilities = LAND;
		query.neighbours = neighbours;
		query.start = start;
		query.goal = goal;
		const fw_result* result = solve( w, &query );
		const fw_outcome outcome = result->outcome;
		const fw_reason reason = result->reason;
		const double length = result->length;
		query.method = neighbours == 4 ? "block4" : "block8";
		result = solve( w, &query );
		if ( result->outcome != outcome || result->reason != reason )
		{
			fail_query( w, &query, fw_reason_text( reason ) );
		}
		if ( centres && fabs( result->length - length ) > 1e-9 )
		{
			printf( "A* has %.17g\n", length );
			fail_query( w, &query, "A* has another length" );
		}
		assert_true( fabs( result->cost - result->length ) < 1e-9 );
		if ( outcome == FW_FOUND )
		{
			test_check_legal( w->grid, &query.unit, &result->path );
			test_check_ends( &result->path, ( fw_pose ){ start.x, start.y, NAN }, ( fw_pose ){ goal.x, goal.y, NAN } );
		}
	}
}

static int32_t random_side( test_random* random )
{
	switch ( test_random_int( random, 6 ) )
	{
	case 0:
		return 1;
	case 1:
		return 4 * ( 1 + test_random_int( random, 8 ) );
	case 2:
		return 1 + test_random_int( random, 120 );
	default:
		return 1 + test_random_int( random, 24 );
	}
}

static fw_pose random_centre( test_random* random, const fw_grid* grid )
{
	return ( fw_pose ){ test_random_int( random, fw_grid_width( grid ) ) + 0.5,
	                    test_random_int( random, fw_grid_height( grid ) ) + 0.5, 0.0 };
}

static void tiles_equal_standard_astar( void** state )
{
	(void)state;
	const double radii[] = { 0.0, 0.0, 0.4, 0.5, 0.9, 1.3 };
	test_random random = test_random_make( 40 );
	int32_t found = 0;
	for ( int32_t round = 0; round < 900; round++ )
	{
		const double radius = radii[test_random_int( &random, 6 )];
		const double share = test_random_real( &random, 0.0, radius < 0.8 ? 0.5 : 0.12 );
		fw_grid* grid = test_random_map( &random, random_side( &random ), random_side( &random ), share );
		walker w;
		walker_open( &w, grid, radius, LAND );
		for ( int32_t i = 0; i < 6; i++ )
		{
			fw_pose start = random_centre( &random, grid );
			fw_pose goal = i == 5 ? start : random_centre( &random, grid );
			check_tiles( &w, start, goal, true );
			found += w.result.outcome == FW_FOUND ? 1 : 0;
			if ( i % 3 == 0 )
			{
				start.x += test_random_real( &random, -0.5, 0.5 );
				goal.y += test_random_real( &random, -0.5, 0.5 );
				check_tiles( &w, start, goal, false );
			}
		}
		walker_close( &w );
	}
	assert_true( found > 1500 );
}

static const char* benchmarks( void )
{
	const char* folder = getenv( "FAIRWAY_BENCHMARKS" );
	if ( folder == NULL )
	{
		printf( "skipped: FAIRWAY_BENCHMARKS does not name the folder of the benchmark maps\n" );
		skip();
	}
	return folder;
}

static void tiles_on_scenarios( const char* folder, const char* name, double radius, int32_t every )
{
	char file[1024];
	fw_grid* grid = NULL;
	fw_scen scen = { 0 };
	snprintf( file, sizeof( file ), "%s/%s.map", folder, name );
	assert_int_equal( fw_map_load( file, NULL, &grid, NULL ), FW_OK );
	snprintf( file, sizeof( file ), "%s/%s.map.scen", folder, name );
	assert_int_equal( fw_scen_load( file, NULL, &scen, NULL ), FW_OK );
	walker w;
	walker_open( &w, grid, radius, LAND );
	int32_t found = 0;
	for ( int32_t i = 0; i < scen.count; i += every )
	{
		const fw_scen_problem p = fw_scen_scaled( &scen, i, grid );
		check_tiles( &w, ( fw_pose ){ p.start_x + 0.5, p.start_y + 0.5, 0.0 },
		             ( fw_pose ){ p.goal_x + 0.5, p.goal_y + 0.5, 0.0 }, true );
		found += w.result.outcome == FW_FOUND ? 1 : 0;
	}
	assert_true( found > 0 );
	walker_close( &w );
	fw_scen_free( &scen );
}

static void tiles_equal_standard_astar_on_scenarios( void** state )
{
	(void)state;
	const char* folder = benchmarks();
	const char* names[] = { "dao/brc202d", "bg512/AR0602SR", "sc1/WheelofWar", "random/random512-40-0",
	                        "mazes/maze512-8-0" };
	for ( size_t i = 0; i < sizeof( names ) / sizeof( names[0] ); i++ )
	{
		tiles_on_scenarios( folder, names[i], 0.4, 10 );
		if ( i < 3 )
		{
			tiles_on_scenarios( folder, names[i], 0.9, 30 );
		}
	}
}

// --- over corners ---

static sight_point random_corner( test_random* random, const sight_rules* rules )
{
	const int32_t width = fw_grid_width( rules->grid );
	const int32_t height = fw_grid_height( rules->grid );
	sight_point at = { 0, 0 };
	const bool wants_double = test_random_chance( random, 0.25 );
	for ( int32_t i = 0; i < 40; i++ )
	{
		at = ( sight_point ){ 2 * test_random_int( random, width + 1 ), 2 * test_random_int( random, height + 1 ) };
		if ( wants_double ? sight_is_double( rules, at ) : sight_touches_free( rules, at ) )
		{
			break;
		}
	}
	return at;
}

// Distances from the start to all corners by steps to the eight corners around, by Dijkstra's algorithm; the way to the
// goal ends there.
static double steps_optimum( const sight_rules* rules, sight_point start, sight_point goal )
{
	const int32_t columns = fw_grid_width( rules->grid ) + 1;
	const int32_t rows = fw_grid_height( rules->grid ) + 1;
	double* g = malloc( (size_t)( columns * rows ) * sizeof( double ) );
	int32_t* queue = malloc( (size_t)( columns * rows ) * 9 * sizeof( int32_t ) );
	assert_true( g != NULL && queue != NULL );
	for ( int32_t i = 0; i < columns * rows; i++ )
	{
		g[i] = INFINITY;
	}
	const int32_t last = goal.y / 2 * columns + goal.x / 2;
	const int32_t first = start.y / 2 * columns + start.x / 2;
	bool changed = sight_touches_free( rules, start );
	g[first] = changed ? 0.0 : INFINITY;
	// A queue of those that became nearer, until none does.
	int32_t head = 0;
	int32_t count = changed ? 1 : 0;
	const int32_t room = columns * rows * 9;
	queue[0] = first;
	for ( ; count > 0; count-- )
	{
		const int32_t at = queue[head];
		head = ( head + 1 ) % room;
		const sight_point a = { at % columns * 2, at / columns * 2 };
		for ( int32_t k = 0; k < 9 && ( at != last || at == first ); k++ )
		{
			const sight_point b = { a.x + 2 * ( k % 3 ) - 2, a.y + 2 * ( k / 3 ) - 2 };
			if ( k == 4 || b.x < 0 || b.y < 0 || b.x >= 2 * columns || b.y >= 2 * rows )
			{
				continue;
			}
			const int32_t to = b.y / 2 * columns + b.x / 2;
			const double reached = g[at] + ( k % 2 == 0 ? FW_SQRT2 : 1.0 );
			if ( reached < g[to] - 1e-9 && sight_judge_leg( rules, a, b, at == first, to == last ) )
			{
				g[to] = reached;
				assert_true( count < room );
				queue[( head + count++ - 1 + room ) % room] = to;
			}
		}
	}
	const double answer = g[last];
	free( g );
	free( queue );
	return answer;
}

// The path is legal and its length what it says.
static void check_path( const walker* w, const fw_query* query )
{
	const sight_rules rules = { w->grid, LAND, query->corners };
	const char* fault = sight_judge_path( &rules, &w->result.path, point_of( query->start ), point_of( query->goal ) );
	if ( fault != NULL )
	{
		fail_query( w, query, fault );
	}
	assert_true( w->result.length == w->result.path.length );
	assert_true( fabs( w->result.cost - w->result.length ) < 1e-9 );
}

typedef struct excess
{
	double sum, most;
	int32_t count;
} excess;

// One problem by one method. `steps`: the best way over steps; `optimum`: the best way of all.
static void check_corners( walker* w, const fw_query* query, double steps, double optimum, excess* sum )
{
	const fw_result* result = solve( w, query );
	if ( ( result->outcome == FW_FOUND ) != ( steps < INFINITY ) )
	{
		fail_query( w, query, steps < INFINITY ? "there is a way" : "there is no way" );
	}
	if ( result->outcome != FW_FOUND )
	{
		assert_int_equal( result->path.count, 0 );
		return;
	}
	check_path( w, query );
	if ( result->length < optimum - 1e-9 || result->length > steps * query->weight + ROUNDED )
	{
		printf( "steps %.9f, optimum %.9f\n", steps, optimum );
		fail_query( w, query, result->length < optimum - 1e-9 ? "shorter than can be" : "longer than steps" );
	}
	const double part = optimum > 0.0 ? result->length / optimum - 1.0 : 0.0;
	sum->sum += part;
	sum->most = fmax( sum->most, part );
	sum->count++;
}

static void check_both( walker* w, sight_point start, sight_point goal, fw_corners corners, excess sums[2] )
{
	const sight_rules rules = { w->grid, LAND, corners };
	fw_query query = query_for( "visibility-graph", start, goal );
	query.corners = corners;
	const double steps = steps_optimum( &rules, start, goal );
	const fw_result* best = solve( w, &query );
	const double optimum = best->outcome == FW_FOUND ? best->length : INFINITY;
	assert_int_equal( best->outcome == FW_FOUND, steps < INFINITY && sight_touches_free( &rules, goal ) );
	query.method = "block";
	check_corners( w, &query, steps, optimum, &sums[0] );
	const double length = w->result.length;
	const bool found = w->result.outcome == FW_FOUND;
	query.method = "block-ps";
	check_corners( w, &query, steps, optimum, &sums[1] );
	assert_true( !found || w->result.length <= length + 1e-9 );
}

static void corners_on_random_maps( void** state )
{
	(void)state;
	test_random random = test_random_make( 41 );
	excess sums[2] = { { 0 } };
	for ( int32_t round = 0; round < 2500; round++ )
	{
		const int32_t most = round % 4 == 0 ? 50 : 14;
		const int32_t width = round % 11 == 0 ? 1 : 1 + test_random_int( &random, most );
		const int32_t height = round % 13 == 0 ? 1 : 1 + test_random_int( &random, most );
		walker w;
		walker_open( &w, test_random_map( &random, width, height, test_random_real( &random, 0.0, 0.6 ) ), 0.0, LAND );
		for ( int32_t i = 0; i < 4; i++ )
		{
			const fw_corners corners = i % 2 == 0 ? FW_CORNERS_CLOSED : FW_CORNERS_OPEN;
			const sight_rules rules = { w.grid, LAND, corners };
			const sight_point start = random_corner( &random, &rules );
			const sight_point goal = random_corner( &random, &rules );
			check_both( &w, start, round % 50 == 0 ? start : goal, corners, sums );
		}
		walker_close( &w );
	}
	for ( int32_t m = 0; m < 2; m++ )
	{
		printf( "%s: %d paths, %.3f %% too long, at most %.2f %%\n", m == 0 ? "block" : "block-ps", (int)sums[m].count,
		        100.0 * sums[m].sum / sums[m].count, 100.0 * sums[m].most );
		assert_true( sums[m].count > 3000 );
		assert_true( sums[m].sum / sums[m].count < ( m == 0 ? 0.02 : 0.01 ) );
	}
}

// From and to every corner of maps of two to four blocks: inside, on borders, where four blocks meet.
static void all_corners_of_small_maps( void** state )
{
	(void)state;
	test_random random = test_random_make( 42 );
	excess sums[2] = { { 0 } };
	for ( int32_t round = 0; round < 12; round++ )
	{
		const int32_t width = round % 3 == 0 ? 4 : 5 + test_random_int( &random, 4 );
		const int32_t height = round % 4 == 0 ? 4 : 5 + test_random_int( &random, 4 );
		walker w;
		walker_open( &w, test_random_grid( &random, width, height, test_random_real( &random, 0.2, 0.5 ) ), 0.0, LAND );
		const int32_t count = ( width + 1 ) * ( height + 1 );
		for ( int32_t i = 0; i < count * count; i++ )
		{
			const sight_point start = { i / count % ( width + 1 ) * 2, i / count / ( width + 1 ) * 2 };
			const sight_point goal = { i % count % ( width + 1 ) * 2, i % count / ( width + 1 ) * 2 };
			check_both( &w, start, goal, i % 2 == 0 ? FW_CORNERS_CLOSED : FW_CORNERS_OPEN, sums );
		}
		walker_close( &w );
	}
}

static void lengths_by_hand( void** state )
{
	(void)state;
	const struct
	{
		const char* picture;
		sight_point start, goal;
		fw_corners corners;
		double length; // 0 where there is no way
	} cases[] = {
	    // Inside of one block, over the border of two, along the border of two.
	    { "....\n.#..\n....\n....\n", { 2, 2 }, { 4, 4 }, FW_CORNERS_CLOSED, 2.0 },
	    { "........\n........\n", { 0, 0 }, { 16, 4 }, FW_CORNERS_CLOSED, 2.0 * sqrt( 17.0 ) },
	    { "....#...\n....#...\n........\n", { 8, 0 }, { 8, 6 }, FW_CORNERS_CLOSED, 3.0 },
	    { "...##...\n...##...\n........\n", { 8, 0 }, { 8, 6 }, FW_CORNERS_CLOSED, 0.0 },
	    { "...##...\n...##...\n........\n", { 8, 4 }, { 8, 6 }, FW_CORNERS_CLOSED, 1.0 },
	    // Where four blocks meet: two of them blocked there.
	    { "........\n........\n........\n...#....\n....#...\n........\n",
	      { 6, 10 },
	      { 10, 6 },
	      FW_CORNERS_OPEN,
	      2.0 * FW_SQRT2 },
	    { "........\n........\n........\n...#....\n....#...\n........\n",
	      { 6, 10 },
	      { 10, 6 },
	      FW_CORNERS_CLOSED,
	      4.0 },
	    { "........\n........\n........\n...#....\n....#...\n........\n",
	      { 8, 8 },
	      { 10, 6 },
	      FW_CORNERS_CLOSED,
	      FW_SQRT2 },
	    { "........\n........\n........\n...#....\n....#...\n........\n",
	      { 8, 8 },
	      { 6, 10 },
	      FW_CORNERS_CLOSED,
	      FW_SQRT2 },
	    // With the south-east tile free the other side is out of reach but round about.
	    { ".#\n#.\n", { 2, 2 }, { 4, 4 }, FW_CORNERS_CLOSED, FW_SQRT2 },
	    { ".#\n#.\n", { 2, 2 }, { 0, 0 }, FW_CORNERS_CLOSED, 0.0 },
	    { ".#\n#.\n", { 0, 0 }, { 2, 2 }, FW_CORNERS_CLOSED, 0.0 },
	    { ".#\n#.\n", { 2, 2 }, { 0, 0 }, FW_CORNERS_OPEN, FW_SQRT2 },
	    { ".#\n#.\n", { 2, 2 }, { 2, 2 }, FW_CORNERS_CLOSED, -1.0 },
	};
	for ( size_t i = 0; i < sizeof( cases ) / sizeof( cases[0] ); i++ )
	{
		walker w;
		walker_open( &w, test_grid( cases[i].picture ), 0.0, LAND );
		for ( int32_t m = 0; m < 2; m++ )
		{
			fw_query query = query_for( m == 0 ? "block" : "block-ps", cases[i].start, cases[i].goal );
			query.corners = cases[i].corners;
			const fw_result* result = solve( &w, &query );
			assert_int_equal( result->outcome, cases[i].length == 0.0 ? FW_UNREACHABLE : FW_FOUND );
			if ( fabs( result->length - fmax( cases[i].length, 0.0 ) ) > 1e-9 )
			{
				fail_query( &w, &query, "another length" );
			}
		}
		walker_close( &w );
	}
}

// Ends off the corners, in and on the border of free tiles.
static void ends_off_the_corners( void** state )
{
	(void)state;
	test_random random = test_random_make( 43 );
	int32_t found = 0;
	for ( int32_t round = 0; round < 400; round++ )
	{
		walker w;
		const int32_t width = 1 + test_random_int( &random, 14 );
		const int32_t height = 1 + test_random_int( &random, 14 );
		walker_open( &w, test_random_map( &random, width, height, test_random_real( &random, 0.0, 0.6 ) ), 0.0, LAND );
		for ( int32_t i = 0; i < 8; i++ )
		{
			fw_query query =
			    query_for( i % 2 == 0 ? "block" : "block-ps", ( sight_point ){ 0, 0 }, ( sight_point ){ 0, 0 } );
			query.corners = i % 4 < 2 ? FW_CORNERS_CLOSED : FW_CORNERS_OPEN;
			query.start.x = test_random_real( &random, 0.0, width );
			query.start.y = test_random_real( &random, 0.0, height );
			query.goal.x = test_random_real( &random, 0.0, width );
			query.goal.y = test_random_int( &random, height + 1 );
			const fw_result* result = solve( &w, &query );
			if ( result->outcome == FW_FOUND && query.corners == FW_CORNERS_CLOSED )
			{
				test_check_legal( w.grid, &query.unit, &result->path );
			}
			if ( result->outcome == FW_FOUND )
			{
				found++;
				test_check_ends( &result->path, ( fw_pose ){ query.start.x, query.start.y, NAN },
				                 ( fw_pose ){ query.goal.x, query.goal.y, NAN } );
			}
			// The tile of the start and one beside the goal are connected exactly when there is a way.
			const uint32_t from = fw_space_region( w.space, (int32_t)query.start.x, (int32_t)query.start.y );
			const uint32_t above = fw_space_region( w.space, (int32_t)query.goal.x, (int32_t)query.goal.y - 1 );
			const uint32_t below = fw_space_region( w.space, (int32_t)query.goal.x, (int32_t)query.goal.y );
			if ( query.corners == FW_CORNERS_CLOSED &&
			     ( result->outcome == FW_FOUND ) != ( from != 0 && ( from == above || from == below ) ) )
			{
				fail_query( &w, &query, "the regions say otherwise" );
			}
		}
		walker_close( &w );
	}
	assert_true( found > 500 );
}

// --- the same again ---

static void check_same( const fw_result* a, const fw_result* b )
{
	assert_int_equal( a->outcome, b->outcome );
	assert_int_equal( a->reason, b->reason );
	assert_memory_equal( &a->counters, &b->counters, sizeof( a->counters ) );
	assert_true( a->length == b->length && a->cost == b->cost );
	assert_int_equal( a->path.count, b->path.count );
	assert_true( fw_path_hash( &a->path ) == fw_path_hash( &b->path ) );
}

static const char* const methods[] = { "block4", "block8", "block", "block-ps", "block-ps" };
#define METHODS 5

// A query for any of the methods: the last at centres.
static fw_query random_query( test_random* random, const fw_grid* grid, int32_t method )
{
	const sight_rules rules = { grid, LAND, FW_CORNERS_CLOSED };
	const int32_t off = method == 2 || method == 3 ? 0 : 1;
	sight_point start = random_corner( random, &rules );
	sight_point goal = random_corner( random, &rules );
	start.x = start.x - off < 0 ? off : start.x - off;
	start.y = start.y - off < 0 ? off : start.y - off;
	goal.x = goal.x - off < 0 ? off : goal.x - off;
	goal.y = goal.y - off < 0 ? off : goal.y - off;
	fw_query query = query_for( methods[method], start, goal );
	query.corners = test_random_chance( random, 0.5 ) ? FW_CORNERS_CLOSED : FW_CORNERS_OPEN;
	return query;
}

typedef struct heard
{
	int64_t expanded, opened;
	double width, height;
} heard;

static void hear( void* context, fw_event event, fw_pose pose )
{
	heard* h = context;
	assert_true( pose.x >= 0.0 && pose.y >= 0.0 && pose.x <= h->width + 4.0 && pose.y <= h->height + 4.0 );
	h->expanded += event == FW_EVENT_EXPAND ? 1 : 0;
	h->opened += event == FW_EVENT_OPEN ? 1 : 0;
}

static void slices_listener_and_counters( void** state )
{
	(void)state;
	test_random random = test_random_make( 44 );
	int32_t heard_open = 0;
	for ( int32_t round = 0; round < 60; round++ )
	{
		walker w;
		walker_open( &w, test_random_grid( &random, 60, 50, 0.3 ), 0.0, LAND );
		for ( int32_t m = 0; m < METHODS; m++ )
		{
			fw_query query = random_query( &random, w.grid, m );
			heard h = { .width = 60.0, .height = 50.0 };
			fw_result whole;
			fw_result_init( &whole, NULL );
			assert_int_equal( fw_search_run( w.search, &w.map, &query, &whole ), FW_OK );
			query.listener = ( fw_listener ){ hear, &h };
			assert_int_equal( fw_search_begin( w.search, &w.map, &query ), FW_OK );
			fw_outcome outcome = FW_RUNNING;
			while ( outcome == FW_RUNNING )
			{
				assert_int_equal( fw_search_step( w.search, 1 + round % 3, &outcome ), FW_OK );
			}
			assert_int_equal( fw_search_result( w.search, &w.result ), FW_OK );
			check_same( &whole, &w.result );
			assert_true( h.expanded == whole.counters.expanded );
			heard_open += h.opened > 0 ? 1 : 0;
			const fw_counters* c = &whole.counters;
			assert_true( c->heap_pops <= c->heap_pushes && c->expanded <= c->heap_pops );
			assert_true( c->expanded == 0 || c->generated > 0 );
			assert_true( c->hit_checks == 0 && c->field == 0 );
			if ( c->expanded > 3 )
			{
				query.max_expansions = 3;
				assert_int_equal( solve( &w, &query )->outcome, FW_OUT_OF_BUDGET );
				assert_int_equal( w.result.counters.expanded, 3 );
				query.max_expansions = c->expanded + 1;
				assert_int_equal( solve( &w, &query )->outcome, whole.outcome );
			}
			fw_result_free( &whole );
		}
		walker_close( &w );
	}
	printf( "%d searches told of blocks that were opened\n", (int)heard_open );
}

static void edits_between_queries( void** state )
{
	(void)state;
	test_random random = test_random_make( 45 );
	for ( int32_t round = 0; round < 40; round++ )
	{
		walker w;
		walker_open( &w, test_random_grid( &random, 37, 41, 0.25 ), 0.0, LAND );
		for ( int32_t i = 0; i < 15; i++ )
		{
			const fw_rect rect = { test_random_int( &random, 37 ), test_random_int( &random, 41 ),
			                       1 + test_random_int( &random, 6 ), 1 + test_random_int( &random, 6 ) };
			assert_int_equal( fw_grid_fill( w.grid, rect, i % 2 == 0 ? FW_TERRAIN_OUT : FW_TERRAIN_GROUND ), FW_OK );
			const fw_query query = random_query( &random, w.grid, i % METHODS );
			assert_int_equal( fw_search_begin( w.search, &w.map, &query ), FW_ERR_STALE );
			assert_int_equal( fw_space_update( w.space ), FW_OK );
			solve( &w, &query );
			fw_search* fresh = NULL;
			fw_result again;
			fw_result_init( &again, NULL );
			assert_int_equal( fw_search_create( NULL, &fresh ), FW_OK );
			assert_int_equal( fw_search_run( fresh, &w.map, &query, &again ), FW_OK );
			check_same( &w.result, &again );
			fw_search_destroy( fresh );
			fw_result_free( &again );
		}
		walker_close( &w );
	}
}

static fw_lddb* make_lddb( fw_lddb_kind kind, fw_corners corners, int32_t size )
{
	fw_lddb_def def = fw_default_lddb_def();
	def.kind = kind;
	def.corners = corners;
	def.size = size;
	fw_lddb* lddb = NULL;
	assert_int_equal( fw_lddb_create( &def, &lddb ), FW_OK );
	return lddb;
}

// A database that is complete, has every third pattern, is empty, or is of another kind.
static void shared_databases( void** state )
{
	(void)state;
	fw_lddb* lddbs[6];
	for ( int32_t i = 0; i < 6; i++ )
	{
		lddbs[i] = make_lddb( i == 3   ? FW_LDDB_TILES8
		                      : i == 4 ? FW_LDDB_TILES4
		                               : FW_LDDB_CORNERS,
		                      i == 2 ? FW_CORNERS_OPEN : FW_CORNERS_CLOSED, i == 5 ? 3 : 4 );
	}
	assert_int_equal( fw_lddb_fill( lddbs[0] ), FW_OK );
	for ( uint32_t pattern = 0; pattern < 65536; pattern += 3 )
	{
		assert_int_equal( fw_lddb_add( lddbs[1], pattern ), FW_OK );
		assert_int_equal( fw_lddb_add( lddbs[2], pattern ), FW_OK );
		assert_int_equal( fw_lddb_add( lddbs[3], pattern ), FW_OK );
		assert_int_equal( fw_lddb_add( lddbs[4], pattern ), FW_OK );
	}
	assert_int_equal( fw_lddb_fill( lddbs[5] ), FW_OK );
	test_random random = test_random_make( 46 );
	for ( int32_t round = 0; round < 25; round++ )
	{
		walker w;
		walker_open( &w, test_random_grid( &random, 50, 50, test_random_real( &random, 0.05, 0.45 ) ), 0.0, LAND );
		for ( int32_t i = 0; i < 2 * METHODS; i++ )
		{
			const fw_query query = random_query( &random, w.grid, i % METHODS );
			solve( &w, &query );
			for ( int32_t k = 0; k < 6; k++ )
			{
				fw_search* fresh = NULL;
				fw_result again;
				fw_result_init( &again, NULL );
				assert_int_equal( fw_search_create( NULL, &fresh ), FW_OK );
				fw_map map = w.map;
				map.lddb = lddbs[k];
				for ( int32_t n = 0; n < 2; n++ )
				{
					assert_int_equal( fw_search_run( fresh, &map, &query, &again ), FW_OK );
					check_same( &w.result, &again );
				}
				// Without it the tables that came from it serve on, and with another one too.
				map.lddb = k % 2 == 0 ? NULL : lddbs[0];
				assert_int_equal( fw_search_run( fresh, &map, &query, &again ), FW_OK );
				check_same( &w.result, &again );
				fw_search_destroy( fresh );
				fw_result_free( &again );
			}
		}
		walker_close( &w );
	}
	for ( int32_t i = 0; i < 6; i++ )
	{
		fw_lddb_destroy( lddbs[i] );
	}
}

static void memory_is_kept_and_its_lack_told( void** state )
{
	(void)state;
	test_random random = test_random_make( 47 );
	walker w;
	walker_open( &w, test_random_grid( &random, 90, 70, 0.35 ), 0.0, LAND );
	for ( int32_t m = 0; m < METHODS; m++ )
	{
		fw_query query = random_query( &random, w.grid, m );
		query.corners = FW_CORNERS_OPEN;
		while ( solve( &w, &query )->outcome != FW_FOUND || w.result.counters.expanded < 60 )
		{
			query = random_query( &random, w.grid, m );
		}
		test_memory memory = test_memory_make();
		const fw_allocator allocator = test_memory_allocator( &memory );
		fw_status status = FW_ERR_MEMORY;
		int64_t failures = 0;
		for ( int64_t n = 0; status == FW_ERR_MEMORY; n++ )
		{
			fw_search* search = NULL;
			fw_result result;
			fw_result_init( &result, &allocator );
			test_memory_fail_in( &memory, n, n % 2 == 0 );
			status = fw_search_create( &allocator, &search );
			status = status == FW_OK ? fw_search_run( search, &w.map, &query, &result ) : status;
			assert_true( status == FW_OK || status == FW_ERR_MEMORY );
			failures += status == FW_OK ? 0 : 1;
			test_memory_fail_never( &memory );
			if ( search != NULL )
			{
				// What failed once can be used again, and asks for nothing when it is warm.
				assert_int_equal( fw_search_run( search, &w.map, &query, &result ), FW_OK );
				check_same( &w.result, &result );
				assert_int_equal( fw_search_memory( search ) + (size_t)result.path.capacity * sizeof( fw_segment ),
				                  memory.bytes );
				const int64_t asked = memory.asked;
				assert_int_equal( fw_search_run( search, &w.map, &query, &result ), FW_OK );
				check_same( &w.result, &result );
				assert_true( memory.asked == asked );
			}
			fw_result_free( &result );
			fw_search_destroy( search );
			test_memory_check_empty( &memory );
		}
		assert_true( failures > 10 );
	}
	walker_close( &w );
}

static void heuristics_and_weights( void** state )
{
	(void)state;
	test_random random = test_random_make( 48 );
	int64_t expanded[3] = { 0 };
	for ( int32_t round = 0; round < 60; round++ )
	{
		walker w;
		walker_open( &w, test_random_grid( &random, 70, 60, test_random_real( &random, 0.05, 0.4 ) ), 0.0, LAND );
		for ( int32_t i = 0; i < 2 * METHODS; i++ )
		{
			const int32_t m = i % METHODS;
			fw_query query = random_query( &random, w.grid, m );
			const fw_result* result = solve( &w, &query );
			const fw_outcome outcome = result->outcome;
			const double length = result->length;
			expanded[0] += result->counters.expanded;
			const fw_heuristic heuristics[] = { FW_HEURISTIC_EUCLIDEAN, FW_HEURISTIC_OCTILE, FW_HEURISTIC_ZERO };
			for ( int32_t k = 0; k < 3; k++ )
			{
				// The octile estimate is too much where lines have any angle.
				if ( m >= 2 && heuristics[k] == FW_HEURISTIC_OCTILE )
				{
					continue;
				}
				query.heuristic = heuristics[k];
				assert_int_equal( solve( &w, &query )->outcome, outcome );
				expanded[1] += k == 2 ? w.result.counters.expanded : 0;
				// Smoothing makes other paths of equal ones, and a goal in sight is not searched for without an
				// estimate.
				const bool equal = strcmp( query.method, "block-ps" ) != 0 && k < 2;
				const double slack = equal || m < 2 ? 1e-3 : 0.12 * length;
				if ( fabs( w.result.length - length ) > slack )
				{
					printf( "best heuristic %.9f\n", length );
					fail_query( &w, &query, "another length with another estimate" );
				}
			}
			query.heuristic = FW_HEURISTIC_BEST;
			query.weight = round % 3 == 0 ? 1.2 : round % 3 == 1 ? 3.0 : 16.0;
			assert_int_equal( solve( &w, &query )->outcome, outcome );
			expanded[2] += w.result.counters.expanded;
			if ( outcome == FW_FOUND && m < 4 )
			{
				assert_true( w.result.length <= query.weight * length + 1e-3 );
				assert_true( m >= 2 || w.result.length >= length - 1e-9 );
				assert_true( w.result.length >= test_distance_between( query.start, query.goal ) - 1e-9 );
				if ( m >= 2 )
				{
					check_path( &w, &query );
				}
				else
				{
					test_check_legal( w.grid, &query.unit, &w.result.path );
				}
			}
		}
		walker_close( &w );
	}
	assert_true( expanded[1] > expanded[0] && expanded[2] < expanded[0] );
}

static void refuses_what_it_cannot_do( void** state )
{
	(void)state;
	walker w;
	walker_open( &w, test_grid( "...\n.#.\n...\n" ), 0.0, LAND );
	for ( int32_t m = 0; m < METHODS; m++ )
	{
		const int32_t off = m == 2 || m == 3 ? 0 : 1;
		const fw_query good = query_for( methods[m], ( sight_point ){ off, off }, ( sight_point ){ 4 + off, 4 + off } );
		assert_int_equal( fw_search_begin( w.search, &w.map, &good ), FW_OK );
		fw_query query = good;
		query.goal_tolerance = 0.5;
		assert_int_equal( fw_search_begin( w.search, &w.map, &query ), FW_ERR_UNSUPPORTED );
		query = good;
		query.heuristic = FW_HEURISTIC_TABLE;
		assert_int_equal( fw_search_begin( w.search, &w.map, &query ), FW_ERR_UNSUPPORTED );
		query.heuristic = FW_HEURISTIC_FIELD;
		assert_int_equal( fw_search_begin( w.search, &w.map, &query ), FW_ERR_UNSUPPORTED );
		query = good;
		query.anchor = good.anchor == FW_ANCHOR_CENTRE ? FW_ANCHOR_CORNER : FW_ANCHOR_CENTRE;
		assert_int_equal( fw_search_begin( w.search, &w.map, &query ),
		                  strcmp( good.method, "block-ps" ) == 0 ? FW_OK : FW_ERR_UNSUPPORTED );
	}
	fw_terrain dear = *fw_grid_terrain( w.grid, FW_TERRAIN_SWAMP );
	dear.cost = 2.0;
	assert_int_equal( fw_grid_set_terrain( w.grid, FW_TERRAIN_SWAMP, &dear ), FW_OK );
	assert_int_equal( fw_grid_fill( w.grid, ( fw_rect ){ 0, 0, 1, 1 }, FW_TERRAIN_SWAMP ), FW_OK );
	assert_int_equal( fw_space_update( w.space ), FW_OK );
	for ( int32_t m = 0; m < METHODS; m++ )
	{
		const int32_t off = m == 2 || m == 3 ? 0 : 1;
		fw_query query = query_for( methods[m], ( sight_point ){ off, off }, ( sight_point ){ 4 + off, 4 + off } );
		assert_int_equal( fw_search_begin( w.search, &w.map, &query ), FW_ERR_UNSUPPORTED );
		query.ignore_costs = true;
		assert_int_equal( fw_search_begin( w.search, &w.map, &query ), FW_OK );
	}
	walker_close( &w );

	walker_open( &w, test_field( 8, 8 ), 0.4, LAND );
	fw_query query = query_for( "block", ( sight_point ){ 2, 2 }, ( sight_point ){ 8, 8 } );
	query.unit.radius = 0.4;
	assert_int_equal( fw_search_begin( w.search, &w.map, &query ), FW_ERR_UNSUPPORTED );
	walker_close( &w );
}

static void check_reason( const char* picture, const char* method, sight_point start, sight_point goal,
                          fw_corners corners, fw_reason reason )
{
	walker w;
	walker_open( &w, test_grid( picture ), 0.0, LAND );
	fw_query query = query_for( method, start, goal );
	query.corners = corners;
	const fw_result* result = solve( &w, &query );
	assert_int_equal( result->outcome, FW_UNREACHABLE );
	assert_int_equal( result->reason, reason );
	assert_int_equal( result->path.count, 0 );
	walker_close( &w );
}

static void tells_why_there_is_no_path( void** state )
{
	(void)state;
	const char* blocked = "##.\n##.\n...\n";
	for ( int32_t m = 2; m < 4; m++ )
	{
		check_reason( blocked, methods[m], ( sight_point ){ 2, 2 }, ( sight_point ){ 6, 6 }, FW_CORNERS_CLOSED,
		              FW_REASON_START_BLOCKED );
		check_reason( blocked, methods[m], ( sight_point ){ 6, 6 }, ( sight_point ){ 2, 2 }, FW_CORNERS_CLOSED,
		              FW_REASON_GOAL_BLOCKED );
		check_reason( blocked, methods[m], ( sight_point ){ 8, 6 }, ( sight_point ){ 6, 6 }, FW_CORNERS_CLOSED,
		              FW_REASON_START_BLOCKED );
		check_reason( ".#.\n.#.\n", methods[m], ( sight_point ){ 0, 0 }, ( sight_point ){ 6, 0 }, FW_CORNERS_CLOSED,
		              FW_REASON_OTHER_REGION );
		check_reason( ".#.\n.#.\n", methods[m], ( sight_point ){ 0, 0 }, ( sight_point ){ 6, 0 }, FW_CORNERS_OPEN,
		              FW_REASON_EXHAUSTED );
	}
}

// Three scenarios against the exact lengths, at corners.
static void exact_lengths( void** state )
{
	(void)state;
	const char* folder = benchmarks();
	const char* names[] = { "dao/brc202d", "bg512/AR0602SR", "random/random512-40-0" };
	for ( size_t n = 0; n < sizeof( names ) / sizeof( names[0] ); n++ )
	{
		char file[1024];
		fw_grid* grid = NULL;
		snprintf( file, sizeof( file ), "%s/%s.map", folder, names[n] );
		assert_int_equal( fw_map_load( file, NULL, &grid, NULL ), FW_OK );
		walker w;
		walker_open( &w, grid, 0.0, LAND );
		snprintf( file, sizeof( file ), "%s/oracle/corner%s.map.any", folder, strchr( names[n], '/' ) );
		FILE* stream = fopen( file, "r" );
		assert_non_null( stream );
		excess sums[2] = { { 0 } };
		char text[256];
		for ( int32_t i = 0; fgets( text, sizeof( text ), stream ) != NULL; i++ )
		{
			int sx, sy, gx, gy;
			double wanted;
			assert_int_equal( sscanf( text, "%d %d %d %d %lf", &sx, &sy, &gx, &gy, &wanted ), 5 );
			for ( int32_t m = 0; m < 2 && i % 10 == 0; m++ )
			{
				const fw_query query =
				    query_for( methods[2 + m], ( sight_point ){ 2 * sx, 2 * sy }, ( sight_point ){ 2 * gx, 2 * gy } );
				check_corners( &w, &query, 2.0 * wanted + 1.0, wanted - 1e-8, &sums[m] );
			}
		}
		fclose( stream );
		walker_close( &w );
		printf( "%s: block %.3f %%, block-ps %.3f %% too long\n", names[n], 100.0 * sums[0].sum / sums[0].count,
		        100.0 * sums[1].sum / sums[1].count );
		assert_true( sums[0].sum / sums[0].count < 0.02 && sums[1].sum / sums[1].count < 0.01 );
	}
}

int main( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( tiles_equal_standard_astar ),
	    cmocka_unit_test( tiles_equal_standard_astar_on_scenarios ),
	    cmocka_unit_test( lengths_by_hand ),
	    cmocka_unit_test( tells_why_there_is_no_path ),
	    cmocka_unit_test( refuses_what_it_cannot_do ),
	    cmocka_unit_test( corners_on_random_maps ),
	    cmocka_unit_test( all_corners_of_small_maps ),
	    cmocka_unit_test( ends_off_the_corners ),
	    cmocka_unit_test( slices_listener_and_counters ),
	    cmocka_unit_test( edits_between_queries ),
	    cmocka_unit_test( shared_databases ),
	    cmocka_unit_test( memory_is_kept_and_its_lack_told ),
	    cmocka_unit_test( heuristics_and_weights ),
	    cmocka_unit_test( exact_lengths ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
