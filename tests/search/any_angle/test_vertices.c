// SPDX-License-Identifier: MIT
// The vertices of the any-angle methods: steps, lines of sight, ends and paths, for points against the judge of lines,
// for discs against the sweep.
#include "annotate/space.h"
#include "support_sight.h"
#include "support_walker.h"

#include "fairway/sweep.h"
#include "search/vertices.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#define LAND ( FW_CAP_GROUND | FW_CAP_SWAMP )

// Reads a query as an engine does.
static fw_outcome begin( walker* w, const fw_query* query, fw_vertices* vertices )
{
	w->search->map = w->map;
	w->search->query = *query;
	w->search->counters = ( fw_counters ){ 0 };
	fw_search_finish( w->search, FW_RUNNING, FW_REASON_NONE );
	fw_vertices_begin( w->search, vertices );
	return w->search->outcome;
}

static fw_query query_for( const walker* w, fw_anchor anchor, fw_corners corners, double x0, double y0, double x1,
                           double y1 )
{
	fw_query query = fw_default_query();
	query.unit.radius = w->space->radius;
	query.unit.capabilities = LAND;
	query.options.anchor = anchor;
	query.options.corners = corners;
	query.start = ( fw_pose ){ x0, y0, 0.0 };
	query.goal = ( fw_pose ){ x1, y1, 0.0 };
	return query;
}

static sight_point place( const fw_vertices* v, int32_t x, int32_t y )
{
	const int32_t half = v->anchor == FW_ANCHOR_CORNER ? 0 : 1;
	return ( sight_point ){ 2 * x + half, 2 * y + half };
}

static bool is_end( const fw_vertices* v, int32_t x, int32_t y )
{
	return ( x == v->start_x && y == v->start_y ) || ( x == v->goal_x && y == v->goal_y );
}

// A step leads to a neighbor in line of sight; into a double corner only if it is the goal, out of one only if it is
// the start.
static bool wants_step( const sight_rules* rules, const fw_vertices* v, int32_t x, int32_t y, int32_t nx, int32_t ny )
{
	return sight_judge_leg( rules, place( v, x, y ), place( v, nx, ny ), x == v->start_x && y == v->start_y,
	                        nx == v->goal_x && ny == v->goal_y );
}

static void check_steps( const walker* w, const fw_vertices* v )
{
	const sight_rules rules = { w->grid, LAND, v->corners };
	for ( int32_t i = 0; i < v->width * v->height; i++ )
	{
		const int32_t x = i % v->width;
		const int32_t y = i / v->width;
		const bool stands = sight_touches_free( &rules, place( v, x, y ) );
		const uint32_t steps = stands ? fw_vertices_steps( v, x, y ) : 0;
		for ( int32_t k = 0; k < 8 && stands; k++ )
		{
			const bool wanted = wants_step( &rules, v, x, y, x + fw_step_x[k], y + fw_step_y[k] );
			if ( ( steps >> k & 1 ) != ( wanted ? 1u : 0u ) )
			{
				test_print_grid( w->grid, ( fw_rect ){ 0, 0, fw_grid_width( w->grid ), fw_grid_height( w->grid ) } );
				fail_msg( "step %d from vertex (%d, %d), anchor %d, double corners %s: wanted %d", (int)k, (int)x,
				          (int)y, (int)v->anchor, v->corners == FW_CORNERS_OPEN ? "open" : "closed", wanted ? 1 : 0 );
			}
		}
	}
}

// Vertices on double corners other than the ends do not matter: no path has them.
static void check_lines( walker* w, const fw_vertices* v, test_random* random )
{
	const sight_rules rules = { w->grid, LAND, v->corners };
	for ( int32_t i = 0; i < 100; i++ )
	{
		const bool from_start = test_random_chance( random, 0.3 );
		const bool to_goal = test_random_chance( random, 0.3 );
		const int32_t ax = from_start ? v->start_x : test_random_int( random, v->width );
		const int32_t ay = from_start ? v->start_y : test_random_int( random, v->height );
		const int32_t bx = to_goal ? v->goal_x : test_random_int( random, v->width );
		const int32_t by = to_goal ? v->goal_y : test_random_int( random, v->height );
		const sight_point a = place( v, ax, ay );
		const sight_point b = place( v, bx, by );
		const bool other_double =
		    v->corners == FW_CORNERS_CLOSED && ( ( sight_is_double( &rules, a ) && !is_end( v, ax, ay ) ) ||
		                                         ( sight_is_double( &rules, b ) && !is_end( v, bx, by ) ) );
		if ( other_double || ( a.x == b.x && a.y == b.y ) )
		{
			continue;
		}
		const int64_t checks = w->search->counters.sight_checks;
		const bool wanted = sight_judge_leg( &rules, a, b, is_end( v, ax, ay ), is_end( v, bx, by ) );
		assert_int_equal( fw_vertices_sees( w->search, v, ax, ay, bx, by ), wanted );
		assert_int_equal( fw_vertices_sees( w->search, v, bx, by, ax, ay ), wanted );
		assert_true( w->search->counters.sight_checks == checks + 2 );
	}
}

// A tile's center, or with `more` a corner beside it.
static sight_point random_spot( test_random* random, const fw_grid* grid, int32_t more )
{
	const int32_t x = 2 * test_random_int( random, fw_grid_width( grid ) + more ) + 1 - more;
	return ( sight_point ){ x, 2 * test_random_int( random, fw_grid_height( grid ) + more ) + 1 - more };
}

// Often a double corner.
static sight_point random_end( test_random* random, const sight_rules* rules, fw_anchor anchor )
{
	const int32_t more = anchor == FW_ANCHOR_CORNER ? 1 : 0;
	const bool wants_double = more != 0 && test_random_chance( random, 0.5 );
	sight_point at = { 0, 0 };
	for ( int32_t i = 0; i < 30; i++ )
	{
		at = random_spot( random, rules->grid, more );
		if ( wants_double ? sight_is_double( rules, at ) : sight_touches_free( rules, at ) )
		{
			break;
		}
	}
	return at;
}

static void steps_and_sight_of_points( void** state )
{
	(void)state;
	test_random random = test_random_make( 60 );
	int32_t doubles = 0;
	for ( int32_t round = 0; round < test_rounds( 800 ); round++ )
	{
		walker w;
		const int32_t width = 1 + test_random_int( &random, 20 );
		const int32_t height = 1 + test_random_int( &random, 20 );
		walker_open( &w, test_random_map( &random, width, height, test_random_real( &random, 0.0, 0.6 ) ), 0.0, LAND );
		for ( int32_t i = 0; i < 8; i++ )
		{
			const fw_anchor anchor = i % 4 < 3 ? FW_ANCHOR_CORNER : FW_ANCHOR_CENTER;
			const int32_t more = anchor == FW_ANCHOR_CORNER ? 1 : 0;
			const sight_rules rules = { w.grid, LAND, i < 6 ? FW_CORNERS_CLOSED : FW_CORNERS_OPEN };
			const sight_point start = random_end( &random, &rules, anchor );
			const sight_point goal = random_end( &random, &rules, anchor );
			const fw_query query =
			    query_for( &w, anchor, rules.corners, start.x / 2.0, start.y / 2.0, goal.x / 2.0, goal.y / 2.0 );
			fw_vertices v = { 0 };
			if ( begin( &w, &query, &v ) == FW_RUNNING )
			{
				doubles += v.start_is_double || v.goal_is_double ? 1 : 0;
				assert_int_equal( v.width, width + more );
				assert_int_equal( v.height, height + more );
				check_steps( &w, &v );
				check_lines( &w, &v, &random );
			}
		}
		walker_close( &w );
	}
	assert_true( doubles > test_rounds( 200 ) );
}

static void steps_and_sight_of_discs( void** state )
{
	(void)state;
	const double radii[] = { 0.4, 0.5, 0.9, 1.6 };
	test_random random = test_random_make( 61 );
	for ( int32_t round = 0; round < 80; round++ )
	{
		walker w;
		const double radius = radii[round % 4];
		walker_open( &w, test_random_map( &random, 30, 25, 0.2 / ( 1.0 + 4.0 * radius ) ), radius, LAND );
		const fw_query query = query_for( &w, FW_ANCHOR_CENTER, FW_CORNERS_CLOSED, 2.5, 2.5, 20.5, 20.5 );
		fw_vertices v = { 0 };
		begin( &w, &query, &v );
		for ( int32_t i = 0; i < 30 * 25; i++ )
		{
			const int32_t x = i % 30;
			const int32_t y = i / 30;
			if ( !fw_space_stands( w.space, x, y ) )
			{
				continue;
			}
			const uint32_t steps = fw_vertices_steps( &v, x, y );
			for ( int32_t k = 0; k < 8; k++ )
			{
				const int32_t nx = x + fw_step_x[k];
				const int32_t ny = y + fw_step_y[k];
				const bool wanted = fw_space_stands( w.space, nx, ny ) && fw_space_stands( w.space, x, ny ) &&
				                    fw_space_stands( w.space, nx, y );
				assert_int_equal( steps >> k & 1, wanted );
			}
			const int32_t bx = test_random_int( &random, 30 );
			const int32_t by = test_random_int( &random, 25 );
			const fw_segment line =
			    fw_segment_line( ( fw_vec2 ){ x + 0.5, y + 0.5 }, ( fw_vec2 ){ bx + 0.5, by + 0.5 }, FW_GEAR_FORWARD );
			assert_int_equal(
			    fw_vertices_sees( w.search, &v, x, y, bx, by ),
			    fw_sweep_segment( w.grid, &( fw_unit ){ .capabilities = LAND, .radius = radius }, &line ) );
		}
		walker_close( &w );
	}
}

// Can a point get from one corner to another by legal steps?
static bool flood_reaches( const sight_rules* rules, const fw_vertices* v )
{
	const int32_t count = v->width * v->height;
	int32_t* queue = malloc( (size_t)count * sizeof( int32_t ) );
	bool* seen = calloc( (size_t)count, sizeof( bool ) );
	assert_true( queue != NULL && seen != NULL );
	const int32_t last = v->goal_y * v->width + v->goal_x;
	int32_t tail = 0;
	queue[tail++] = v->start_y * v->width + v->start_x;
	seen[queue[0]] = true;
	for ( int32_t head = 0; head < tail; head++ )
	{
		const int32_t x = queue[head] % v->width;
		const int32_t y = queue[head] / v->width;
		for ( int32_t k = 0; k < 8; k++ )
		{
			const int32_t nx = x + fw_step_x[k];
			const int32_t ny = y + fw_step_y[k];
			const int32_t to = ny * v->width + nx;
			if ( nx >= 0 && ny >= 0 && nx < v->width && ny < v->height && !seen[to] &&
			     wants_step( rules, v, x, y, nx, ny ) )
			{
				seen[to] = true;
				queue[tail++] = to;
			}
		}
	}
	const bool answer = seen[last];
	free( queue );
	free( seen );
	return answer;
}

// Ends are refused exactly if there is no free tile, and as separate regions exactly if steps do not lead there.
static void refused_where_nothing_leads( void** state )
{
	(void)state;
	test_random random = test_random_make( 62 );
	int32_t other = 0;
	for ( int32_t round = 0; round < test_rounds( 3000 ); round++ )
	{
		walker w;
		const int32_t width = 1 + test_random_int( &random, 10 );
		const int32_t height = 1 + test_random_int( &random, 10 );
		walker_open( &w, test_random_map( &random, width, height, test_random_real( &random, 0.2, 0.7 ) ), 0.0, LAND );
		const sight_rules rules = { w.grid, LAND, FW_CORNERS_CLOSED };
		const fw_anchor anchor = round % 3 < 2 ? FW_ANCHOR_CORNER : FW_ANCHOR_CENTER;
		const double half = anchor == FW_ANCHOR_CORNER ? 0.0 : 0.5;
		const int32_t more = anchor == FW_ANCHOR_CORNER ? 1 : 0;
		for ( int32_t i = 0; i < 6; i++ )
		{
			const sight_point start = random_spot( &random, w.grid, more );
			const sight_point goal = random_spot( &random, w.grid, more );
			const fw_query query =
			    query_for( &w, anchor, FW_CORNERS_CLOSED, start.x / 2.0, start.y / 2.0, goal.x / 2.0, goal.y / 2.0 );
			fw_vertices v = { 0 };
			const fw_outcome outcome = begin( &w, &query, &v );
			const fw_reason reason = w.search->reason;
			assert_int_equal( test_fails_at_start( reason ), !sight_touches_free( &rules, start ) );
			if ( test_fails_at_start( reason ) )
			{
				continue;
			}
			assert_int_equal( test_fails_at_goal( reason ), !sight_touches_free( &rules, goal ) );
			if ( test_fails_at_goal( reason ) )
			{
				continue;
			}
			assert_true( v.start_x + half == query.start.x && v.start_y + half == query.start.y );
			assert_true( v.goal_x + half == query.goal.x && v.goal_y + half == query.goal.y );
			assert_int_equal( v.start_is_double, sight_is_double( &rules, start ) && outcome == FW_RUNNING );
			const bool same = start.x == goal.x && start.y == goal.y;
			assert_int_equal( outcome == FW_RUNNING, same || flood_reaches( &rules, &v ) );
			assert_int_equal( reason, outcome == FW_RUNNING ? FW_REASON_NONE : FW_REASON_OTHER_REGION );
			other += outcome == FW_RUNNING ? 0 : 1;
		}
		walker_close( &w );
	}
	assert_true( other > test_rounds( 1000 ) );
}

typedef struct end_case
{
	const char* picture;
	double x, y;
	int32_t corner_x, corner_y; // that stands for it with closed double corners; -1: none
} end_case;

static void ends_off_the_corners( void** state )
{
	(void)state;
	const end_case cases[] = {
	    { "..\n..\n", 0.4, 0.4, 0, 0 },
	    { "..\n..\n", 0.6, 0.4, 1, 0 },
	    { "..\n..\n", 0.5, 0.5, 1, 1 },
	    { "..\n..\n", 2.0, 2.0, 2, 2 },
	    { "..\n..\n", 2.1, 2.0, -1, -1 },
	    { "..\n..\n", -0.1, 0.0, -1, -1 },
	    { "..\n..\n", 1e300, 0.0, -1, -1 },
	    { "..\n..\n", -1e300, 1e300, -1, -1 },
	    // Within the slack of a corner a point is on it, on any side.
	    { "#.\n..\n", 1.0 - 5e-10, 1.0 - 5e-10, 1, 1 },
	    { "#.\n..\n", 1.0 - 5e-9, 1.0 - 5e-9, -1, -1 },
	    { "#.\n..\n", 1.0, 0.9, 1, 1 },
	    { "#.\n..\n", 0.9, 1.0, 1, 1 },
	    { "##\n#.\n", 0.9, 1.0, -1, -1 },
	    { "##\n#.\n", 1.0, 1.0, 1, 1 },
	    // Beside a double corner: the corner itself if its south-east tile contains the end, else another corner of the
	    // tile.
	    { ".#\n#.\n", 1.1, 1.2, 1, 1 },
	    { ".#\n#.\n", 0.9, 0.8, 1, 0 },
	    { ".#\n#.\n", 0.8, 0.9, 0, 1 },
	    { ".#\n#.\n", 1.0, 1.0, 1, 1 },
	    { "#.\n.#\n", 1.1, 0.8, 1, 0 },
	    { "#.\n.#\n", 0.8, 1.1, 0, 1 },
	    { "#.#\n.#.\n#.#\n", 0.9, 1.9, 0, 2 },
	    // All corners of the tile are double: the one to its north-west.
	    { ".#.\n#.#\n.#.\n", 1.9, 1.9, 1, 1 },
	    { ".#.\n#.#\n.#.\n", 2.0, 1.9, 1, 1 },
	};
	for ( size_t i = 0; i < sizeof( cases ) / sizeof( cases[0] ); i++ )
	{
		const end_case* c = &cases[i];
		walker w;
		walker_open( &w, test_grid( c->picture ), 0.0, LAND );
		const fw_query query = query_for( &w, FW_ANCHOR_CORNER, FW_CORNERS_CLOSED, c->x, c->y, c->x, c->y );
		fw_vertices v = { 0 };
		begin( &w, &query, &v );
		if ( c->corner_x < 0 )
		{
			assert_true( test_fails_at_start( w.search->reason ) );
		}
		else if ( w.search->outcome != FW_RUNNING || v.start_x != c->corner_x || v.start_y != c->corner_y )
		{
			fail_msg( "case %d: (%g, %g) became (%d, %d)", (int)i, c->x, c->y, (int)v.start_x, (int)v.start_y );
		}
		walker_close( &w );
	}
}

static void check_points( walker* w, const fw_query* query, const fw_vec2* points, int32_t count, const fw_vec2* wanted,
                          int32_t wanted_count )
{
	fw_vertices v = { 0 };
	assert_int_equal( begin( w, query, &v ), FW_RUNNING );
	fw_path_clear( &w->result.path, query->start );
	w->result.cost = 0.0;
	fw_points list = { 0 };
	for ( int32_t i = 0; i < count; i++ )
	{
		fw_points_add( w->search, &list, points[i] );
	}
	fw_vertices_path( w->search, &v, &list, &w->result );
	fw_free( &w->search->allocator, list.at, (size_t)list.capacity, sizeof( *list.at ) );
	assert_int_equal( w->search->status, FW_OK );
	assert_int_equal( w->result.path.count, wanted_count );
	for ( int32_t i = 0; i < wanted_count; i++ )
	{
		const fw_segment* s = &w->result.path.segments[i];
		assert_true( s->to.x == wanted[i].x && s->to.y == wanted[i].y );
	}
	assert_true( fabs( w->result.cost - w->result.path.length ) < 1e-9 );
}

static void paths_over_points( void** state )
{
	(void)state;
	walker w;
	walker_open( &w, test_grid( "......\n..#...\n......\n......\n" ), 0.0, LAND );
	fw_query query = query_for( &w, FW_ANCHOR_CORNER, FW_CORNERS_CLOSED, 0.0, 0.0, 6.0, 4.0 );
	const fw_vec2 bent[] = { { 0, 0 }, { 1, 1 }, { 2, 2 }, { 4, 3 }, { 6, 4 } };
	const fw_vec2 straightened[] = { { 2, 2 }, { 6, 4 } };
	check_points( &w, &query, bent, 5, straightened, 2 );
	// A line and the same line back are not one straight line.
	const fw_vec2 back[] = { { 0, 0 }, { 4, 0 }, { 2, 0 }, { 6, 4 } };
	check_points( &w, &query, back, 4, back + 1, 3 );
	// Start and goal are one vertex: no segment if they are one point.
	query = query_for( &w, FW_ANCHOR_CORNER, FW_CORNERS_CLOSED, 3.0, 3.0, 3.0, 3.0 );
	const fw_vec2 one[] = { { 3, 3 } };
	check_points( &w, &query, one, 1, one, 0 );
	// Ends off their vertices lead straight to the farthest point in line of sight, or over the vertex if there is
	// none.
	query = query_for( &w, FW_ANCHOR_CORNER, FW_CORNERS_CLOSED, 0.2, 0.9, 5.9, 3.9 );
	const fw_vec2 off[] = { { 0, 1 }, { 1, 2 }, { 3, 3 }, { 6, 4 } };
	const fw_vec2 free_ends[] = { { 3, 3 }, { 5.9, 3.9 } };
	check_points( &w, &query, off, 4, free_ends, 2 );
	// No path goes beyond its goal and back, nor to the vertex of a start that sees the goal.
	query = query_for( &w, FW_ANCHOR_CORNER, FW_CORNERS_CLOSED, 0.2, 2.2, 5.2, 3.2 );
	const fw_vec2 beyond[] = { { 0, 2 }, { 5, 3 } };
	const fw_vec2 straight[] = { { 5.2, 3.2 } };
	check_points( &w, &query, beyond, 2, straight, 1 );
	query = query_for( &w, FW_ANCHOR_CORNER, FW_CORNERS_CLOSED, 1.2, 2.2, 1.4, 2.2 );
	const fw_vec2 same[] = { { 1, 2 } };
	const fw_vec2 near[] = { { 1.4, 2.2 } };
	check_points( &w, &query, same, 1, near, 1 );
	query = query_for( &w, FW_ANCHOR_CORNER, FW_CORNERS_CLOSED, 2.2, 0.9, 5.9, 3.9 );
	const fw_vec2 hidden[] = { { 2, 1 }, { 1, 3 }, { 6, 4 } };
	const fw_vec2 hidden_start[] = { { 2, 1 }, { 1, 3 }, { 5.9, 3.9 } };
	check_points( &w, &query, hidden, 3, hidden_start, 3 );
	walker_close( &w );
}

int run_test_vertices( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( steps_and_sight_of_points ),   cmocka_unit_test( steps_and_sight_of_discs ),
	    cmocka_unit_test( refused_where_nothing_leads ), cmocka_unit_test( ends_off_the_corners ),
	    cmocka_unit_test( paths_over_points ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
