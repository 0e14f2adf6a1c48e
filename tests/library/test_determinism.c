// SPDX-License-Identifier: MIT
// The same problems give the same bits with every compiler, level and machine: outcomes, costs, counters and paths of
// all methods against the table golden/paths.csv.
//
// `tests_library test_determinism --write` writes the table anew, after a change that is meant to change paths.
// `tests_library test_determinism --plans FILE` writes the problems as plans, with what this build finds, as lines of
// JSON: tests of the npm package plan the same (wasm/test/golden.test.mjs).
#include "base/file.h"
#include "fairway/io.h"
#include "fairway/planner.h"
#include "fairway/smooth.h"
#include "run_files.h"
#include "search/directional/speeds.h"
#include "support_drive.h"

#include <errno.h>
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define TABLE FW_TEST_MAPS "/../golden/paths.csv"
#define HEADER "problem,outcome,reason,cost,turns,expanded,generated,path\n"
#define QUERIES 4
#define ROW 160

typedef struct unit_def
{
	const char* name;
	double radius, turning_radius;
	fw_lattice lattice;
	int32_t headings;
	bool reverse;
	fw_anchor anchor;
	int32_t size;
} unit_def;

static const unit_def units[] = {
    { "walker", 0.3, 0.0, FW_LATTICE_GAPS, 8, false, FW_ANCHOR_CENTER, 0 },
    { "cart", 0.45, 0.7, FW_LATTICE_TILES, 8, true, FW_ANCHOR_CENTER, 0 },
    { "car", 0.5, 1.5, FW_LATTICE_HALF, 8, false, FW_ANCHOR_CENTER, 0 },
    { "truck", 0.9, 3.0, FW_LATTICE_GAPS, 8, false, FW_ANCHOR_CENTER, 0 },
    { "tank", 0.9, 0.7, FW_LATTICE_GAPS, 8, true, FW_ANCHOR_CENTER, 0 },
    { "bike", 0.3, 0.7, FW_LATTICE_TILES, 16, false, FW_ANCHOR_CENTER, 0 },
    { "point", 0.0, 0.0, FW_LATTICE_TILES, 8, false, FW_ANCHOR_CENTER, 0 },
    { "corner", 0.0, 0.0, FW_LATTICE_TILES, 8, false, FW_ANCHOR_CORNER, 0 },
    { "wagon", 0.0, 0.0, FW_LATTICE_TILES, 8, false, FW_ANCHOR_CENTER, 2 },
};
#define UNITS ( sizeof( units ) / sizeof( units[0] ) )

static const char* const pictures[] = {
    "......................\n" // a gap two tiles wide, and a wall with a door
    "..........#...........\n"
    "..........#.......#...\n"
    "..........#.......#...\n"
    "..................#...\n"
    "..................#...\n"
    "..........#.......#...\n"
    "..........#...........\n"
    "..........#...........\n"
    "..........#...........\n",
    "############..........\n" // a lane that bends
    "............##........\n"
    ".............##.......\n"
    "..............##......\n"
    "######..........######\n"
    "########...........###\n"
    "##########............\n"
    "###########...........\n"
    "############..........\n",
    "......................\n" // a mine field between two houses
    "...####...............\n"
    "...####..SSSSSS.......\n"
    ".........SSSSSS.......\n"
    ".........SSSSSS.......\n"
    ".........SSSSSS.......\n"
    "...............###....\n"
    "......................\n"
    "......................\n",
};
#define PICTURES ( sizeof( pictures ) / sizeof( pictures[0] ) )
#define MAPS ( PICTURES + 3 )

static fw_grid* make_map( size_t index )
{
	test_random random = test_random_make( 900 + index );
	if ( index >= PICTURES )
	{
		return index % 2 == 0 ? test_random_grid( &random, 40, 36, 0.01 * (double)index )
		                      : test_random_town( &random, 48, 40, 24, 5 );
	}
	fw_grid* grid = test_grid( pictures[index] );
	fw_terrain mines = *fw_grid_terrain( grid, FW_TERRAIN_SWAMP );
	mines.cost = 3.7;
	assert_int_equal( fw_grid_set_terrain( grid, FW_TERRAIN_SWAMP, &mines, NULL ), FW_OK );
	return grid;
}

// The table as text, row by row.
typedef struct table
{
	char* text;
	size_t size, capacity;
	int32_t rows;
} table;

static void add_row( table* t, const char* problem, const fw_result* r )
{
	if ( t->capacity - t->size < ROW )
	{
		t->capacity = t->capacity > 0 ? 2 * t->capacity : 65536;
		t->text = realloc( t->text, t->capacity );
		assert_non_null( t->text );
	}
	const int length =
	    snprintf( t->text + t->size, ROW, "%s,%s,%d,%.17g,%" PRId32 ",%" PRId64 ",%" PRId64 ",%016" PRIx64 "\n",
	              problem, fw_outcome_text( r->outcome ), (int)r->reason, r->cost, fw_path_turn_count( &r->path ),
	              r->counters.expanded, r->counters.generated, fw_path_hash( &r->path ) );
	assert_true( length > 0 && length < ROW );
	t->size += (size_t)length;
	t->rows++;
}

// Passes over the found path, each a row of its own.
static void add_passes( table* t, drive* d, const fw_query* q, const char* problem )
{
	const bool headings = ( fw_method_find( q->method )->traits & FW_TRAIT_HEADINGS ) != 0;
	fw_smoother smoother = fw_default_smoother();
	smoother.grid = d->grid;
	smoother.unit = &q->unit;
	smoother.turn_charge = q->options.turn_charge;
	fw_path* path = &d->result.path;
	char name[80];
	for ( int32_t i = 0; i < 2; ++i )
	{
		fw_status status;
		const char* pass;
		if ( headings )
		{
			pass = i == 0 ? "curved" : "clean";
			status = i == 0 ? fw_smooth_curved( &smoother, path, NULL )
			                : fw_clean_up( &smoother, path, !q->goal_any_heading, NULL );
		}
		else
		{
			pass = i == 0 ? "straight" : "turns";
			if ( i == 1 && q->unit.size > 0 )
			{
				break;
			}
			status = i == 0 ? fw_smooth_straight( &smoother, path, NULL ) : fw_turn_ignoring( &smoother, path, NULL );
		}
		assert_int_equal( status, FW_OK );
		d->result.cost = fw_smoother_cost( &smoother, path );
		snprintf( name, sizeof( name ), "%s-%s", problem, pass );
		add_row( t, name, &d->result );
	}
}

// The same with landmarks.
static void add_led( table* t, drive* d, const fw_query* q, const char* problem )
{
	fw_landmarks* landmarks = NULL;
	fw_map map = d->map;
	assert_int_equal(
	    fw_landmarks_create( map.hierarchy, q->unit.capabilities, fw_unit_side( &q->unit ), 3, &landmarks, NULL ),
	    FW_OK );
	map.landmarks = landmarks;
	assert_int_equal( fw_search_run( d->search, &map, q, &d->result, NULL ), FW_OK );
	add_row( t, problem, &d->result );
	fw_landmarks_destroy( landmarks );
}

// The same with blocks of another size.
static void add_sized( table* t, drive* d, const fw_query* q, const char* problem )
{
	if ( q->options.block_size != 4 )
	{
		assert_int_equal( fw_search_run( d->search, &d->map, q, &d->result, NULL ), FW_OK );
		add_row( t, problem, &d->result );
	}
}

// The i-th problem of a unit on a map.
static fw_query make_query( drive* d, test_random* random, const fw_method* method, const unit_def* unit, size_t map,
                            int32_t i )
{
	fw_pose start = { 0 }, goal = { 0 };
	const bool stands =
	    i % 2 == 0 ? drive_random_pose( d, random, &start ) && drive_random_pose( d, random, &goal )
	               : drive_random_exact_pose( d, random, &start ) && drive_random_exact_pose( d, random, &goal );
	assert_true( stands );
	fw_query q = drive_query( d, start, goal );
	q.method = method->name;
	q.goal_any_heading = i < 2;
	q.start_any_heading = i == 3;
	q.options.weight = i % 3 == 0 ? 1.0 : 1.1;
	q.options.max_expansions = 3000;
	q.options.heuristic = ( map + (size_t)i ) % 5 == 0 ? FW_HEURISTIC_OCTILE : FW_HEURISTIC_BEST;
	q.options.anchor = unit->anchor;
	q.options.corners = i == 3 ? FW_CORNERS_OPEN : FW_CORNERS_CLOSED;
	q.options.ignore_costs = ( method->traits & FW_TRAIT_COSTS ) == 0;
	return q;
}

static test_random map_random( size_t map )
{
	return test_random_make( 1000 * map + 7 );
}

// A problem that the method does not support (a size, costs, tile corners) has no row.
static void add_problems( table* t, drive* d, const char* method, const unit_def* unit, size_t map )
{
	test_random random = map_random( map );
	drive_hierarchy( d, fw_method_find( method ) );
	const bool has_blocks = ( fw_method_find( method )->traits & FW_TRAIT_LDDB ) != 0;
	for ( int32_t i = 0; i < QUERIES; ++i )
	{
		fw_query q = make_query( d, &random, fw_method_find( method ), unit, map, i );
		const fw_status status = fw_search_run( d->search, &d->map, &q, &d->result, NULL );
		assert_true( status == FW_OK || status == FW_ERR_UNSUPPORTED );
		if ( status == FW_ERR_UNSUPPORTED )
		{
			continue;
		}
		char problem[64];
		snprintf( problem, sizeof( problem ), "map%zu-%s-%s-%d", map, unit->name, method, (int)i );
		add_row( t, problem, &d->result );
		if ( d->result.outcome == FW_FOUND )
		{
			add_passes( t, d, &q, problem );
		}
		if ( i == 1 && d->map.hierarchy != NULL )
		{
			snprintf( problem, sizeof( problem ), "map%zu-%s-%s-led", map, unit->name, method );
			add_led( t, d, &q, problem );
		}
		for ( int32_t size = 2; size <= 5 && i % 2 == 1 && has_blocks; size++ )
		{
			q.options.block_size = size;
			snprintf( problem, sizeof( problem ), "map%zu-%s-%s-%d-size%d", map, unit->name, method, (int)i,
			          (int)size );
			add_sized( t, d, &q, problem );
		}
		q.options.block_size = 4;
		// The same once more with a turn charge.
		q.options.turn_charge = 1.5;
		if ( i == 2 && fw_search_run( d->search, &d->map, &q, &d->result, NULL ) == FW_OK )
		{
			snprintf( problem, sizeof( problem ), "map%zu-%s-%s-charged", map, unit->name, method );
			add_row( t, problem, &d->result );
			if ( d->result.outcome == FW_FOUND )
			{
				add_passes( t, d, &q, problem );
			}
		}
	}
}

#define RINGS 4

// A drive for a unit and a method. Those of a unit with the same ring share one.
static drive* drive_for( drive drives[RINGS], const unit_def* unit, const fw_method* method )
{
	drive* d = &drives[method->ring];
	if ( d->search == NULL )
	{
		drive_def def = drive_def_of( unit->radius, unit->turning_radius );
		def.unit.capabilities = FW_CAP_GROUND | FW_CAP_SWAMP;
		def.unit.reverse = unit->reverse;
		def.unit.size = unit->size;
		def.lattice = unit->lattice;
		def.headings = unit->headings;
		def.ring = method->ring;
		def.no_loops = method->ring == 0 || def.headings == 16;
		def.costs = true;
		drive_open( d, test_field( 2, 2 ), &def );
	}
	return d;
}

// Regions in checks of three, of which one is none.
static void draw_checks( uint8_t* regions, int32_t width, int32_t height )
{
	for ( int32_t i = 0; i < width * height; i++ )
	{
		regions[i] = (uint8_t)( ( i % width / 9 + i / width / 7 ) % 3 );
	}
}

static fw_pose find_place( const fw_grid* grid, test_random* random )
{
	for ( ;; )
	{
		const fw_pose at = test_random_center( random, fw_grid_width( grid ), fw_grid_height( grid ), 0.0 );
		if ( fw_grid_passable( grid, (int32_t)at.x, (int32_t)at.y, FW_CAP_GROUND ) )
		{
			return at;
		}
	}
}

// A way at once, and leg by leg.
static void add_way( table* t, fw_planner* planner, fw_plan plan, fw_trail* trail, const char* name )
{
	fw_result r = { 0 };
	char problem[80];
	snprintf( problem, sizeof( problem ), "%s-whole", name );
	assert_int_equal( fw_planner_run( planner, &plan, &r, NULL ), FW_OK );
	add_row( t, problem, &r );
	plan.legs.trail = trail;
	for ( int32_t leg = 0; leg == 0 || r.outcome == FW_PARTIAL; leg++ )
	{
		snprintf( problem, sizeof( problem ), "%s-leg%d", name, (int)leg );
		assert_int_equal( fw_planner_run( planner, &plan, &r, NULL ), FW_OK );
		add_row( t, problem, &r );
		plan.start = fw_path_end( &r.path );
	}
	fw_result_free( &r );
}

// Methods that go leg by leg, over squares and over drawn regions, for a walker and a vehicle.
static void add_ways( table* t, size_t map )
{
	static const char* const methods[] = { "compass", "midpoint" };
	static uint8_t regions[48 * 40];
	test_random random = test_random_make( 1000 * map + 8 );
	fw_grid* grid = make_map( map );
	fw_planner* planner = NULL;
	fw_trail* trail = NULL;
	assert_int_equal( fw_planner_create( grid, NULL, &planner, NULL ), FW_OK );
	assert_int_equal( fw_trail_create( NULL, &trail, NULL ), FW_OK );
	assert_true( fw_grid_width( grid ) * fw_grid_height( grid ) <= (int32_t)sizeof( regions ) );
	draw_checks( regions, fw_grid_width( grid ), fw_grid_height( grid ) );
	for ( int32_t i = 0; i < 2 * QUERIES; i++ )
	{
		char name[64];
		fw_plan plan = fw_default_plan();
		const bool vehicle = i / 4 % 2 == 1;
		const bool drawn = i / 2 % 2 == 1;
		plan.method = methods[i % 2];
		plan.unit = test_unit( 0.3, vehicle ? 0.7 : 0.0 );
		plan.turning = vehicle ? FW_TURNING_ALONG : FW_TURNING_NONE;
		plan.start = find_place( grid, &random );
		plan.goal = find_place( grid, &random );
		plan.legs.length = 10;
		plan.legs.side = 6;
		plan.legs.regions = drawn ? regions : NULL;
		fw_trail_clear( trail );
		snprintf( name, sizeof( name ), "map%zu-%s-%s-%s-%d", map, vehicle ? "car" : "walker", plan.method,
		          drawn ? "drawn" : "squares", (int)i );
		add_way( t, planner, plan, trail, name );
	}
	fw_trail_destroy( trail );
	fw_planner_destroy( planner );
	fw_grid_destroy( grid );
}

// A vehicle that turns wider where it is faster.
static void add_lorry( table* t )
{
	static const unit_def lorry = { "lorry", 0.5, 1.5, FW_LATTICE_GAPS, 8, true, FW_ANCHOR_CENTER, 0 };
	drive_def def = drive_def_of( lorry.radius, lorry.turning_radius );
	drive d;
	def.unit.reverse = lorry.reverse;
	def.unit.speed = 3.0;
	def.unit.acceleration = 1.0;
	def.unit.lateral = 0.6;
	def.ring = 0;
	def.no_loops = def.keep_straighter = true;
	fw_speeds_radii( &def.unit, def.wider );
	drive_open( &d, test_field( 2, 2 ), &def );
	for ( size_t map = 0; map < MAPS; ++map )
	{
		drive_set_grid( &d, make_map( map ) );
		add_problems( t, &d, "directional-speed", &lorry, map );
	}
	drive_close( &d );
}

// All problems of all methods; a new method in the table of methods takes part automatically.
static table make_table( void )
{
	table t = { 0 };
	for ( size_t u = 0; u < UNITS; ++u )
	{
		drive drives[RINGS] = { 0 };
		for ( int32_t m = 0; m < fw_method_count(); ++m )
		{
			const fw_method* method = fw_method_at( m );
			if ( ( method->traits & FW_TRAIT_COMBINED ) != 0 )
			{
				continue; // of plans, not of searches; see add_ways()
			}
			drive* d = drive_for( drives, &units[u], method );
			for ( size_t map = 0; map < MAPS; ++map )
			{
				drive_set_grid( d, make_map( map ) );
				add_problems( &t, d, method->name, &units[u], map );
			}
		}
		for ( int32_t ring = 0; ring < RINGS; ring++ )
		{
			drive_close( &drives[ring] );
		}
	}
	for ( size_t map = 0; map < MAPS; ++map )
	{
		add_ways( &t, map );
	}
	add_lorry( &t );
	return t;
}

static int32_t length_of_line( const char* text, const char* end )
{
	int32_t length = 0;
	while ( text + length < end && text[length] != '\n' )
	{
		length++;
	}
	return length;
}

static void compare( const char* is, const char* is_end, const char* was, const char* was_end )
{
	int32_t row = 0, different = 0;
	while ( is < is_end || was < was_end )
	{
		const int32_t a = length_of_line( was, was_end ), b = length_of_line( is, is_end );
		++row;
		if ( ( a != b || memcmp( was, is, (size_t)a ) != 0 ) && different++ < 12 )
		{
			fprintf( stderr, "row %d of the table: %.*s\n  this build gives: %.*s\n", (int)row, (int)a, was, (int)b,
			         is );
		}
		was += was < was_end ? a + 1 : 0;
		is += is < is_end ? b + 1 : 0;
	}
	if ( different > 0 )
	{
		fail_msg(
		    "%d of %d rows differ (columns: %.*s). If a change is meant to change paths, write the table anew with "
		    "tests_library test_determinism --write",
		    (int)different, (int)row, (int)strlen( HEADER ) - 1, HEADER );
	}
}

static void test_golden_table( void** state )
{
	(void)state;
	fw_file was;
	if ( fw_file_read( TABLE, NULL, &was, NULL ) != FW_OK )
	{
		fail_msg( "there is no table %s", TABLE );
	}
	const size_t header = strlen( HEADER );
	if ( was.size < header || memcmp( was.bytes, HEADER, header ) != 0 )
	{
		fail_msg( "the table does not begin with %s", HEADER );
	}
	table t = make_table();
	assert_true( t.rows >= 1000 );
	compare( t.text, t.text + t.size, was.bytes + header, was.bytes + was.size );
	free( t.text );
	fw_file_free( &was );
}

// A second run in the same process gives the same: no state carries over from one search to the next.
static void test_twice( void** state )
{
	(void)state;
	test_random random = test_random_make( 95 );
	drive_def def = drive_def_of( 0.9, 3.0 );
	drive warm;
	drive_open( &warm, test_random_town( &random, 60, 60, 25, 4 ), &def );
	for ( int32_t i = 0; i < 12; ++i )
	{
		fw_pose start = { 0 }, goal = { 0 };
		assert_true( drive_random_exact_pose( &warm, &random, &start ) && drive_random_pose( &warm, &random, &goal ) );
		fw_query q = drive_query( &warm, start, goal );
		q.goal_any_heading = i % 2 == 0;
		q.options.max_expansions = 20000;
		drive_run( &warm, &q );
		const uint64_t hash = fw_path_hash( &warm.result.path );
		const fw_counters counters = warm.result.counters;
		fw_search* fresh = NULL;
		assert_int_equal( fw_search_create( NULL, &fresh ), FW_OK );
		assert_int_equal( fw_search_run( fresh, &warm.map, &q, &warm.result, NULL ), FW_OK );
		assert_true( fw_path_hash( &warm.result.path ) == hash );
		assert_memory_equal( &warm.result.counters, &counters, sizeof( counters ) );
		fw_search_destroy( fresh );
	}
	drive_close( &warm );
}

// The plan of a query, without passes or with those that plans have by default.
static fw_plan make_plan( const fw_query* q, const unit_def* unit, bool passes )
{
	fw_plan plan = fw_default_plan();
	plan.method = q->method;
	plan.unit = q->unit;
	plan.start = q->start;
	plan.goal = q->goal;
	plan.start_any_heading = q->start_any_heading;
	plan.goal_any_heading = q->goal_any_heading;
	plan.options = q->options;
	if ( ( fw_method_find( q->method )->traits & FW_TRAIT_ANY_ANGLE ) == 0 )
	{
		plan.options.corners = FW_CORNERS_CLOSED; // a plan refuses what a search ignores
	}
	plan.smooth = plan.clean_up = plan.second_try = passes;
	plan.lattice = unit->lattice;
	plan.headings = unit->headings;
	plan.cluster = 6; // as drives have it
	return plan;
}

static void print_pose( FILE* file, const char* name, fw_pose pose, bool any_heading )
{
	fprintf( file, "\"%s\":{\"x\":%.17g,\"y\":%.17g", name, pose.x, pose.y );
	any_heading ? fprintf( file, "}," ) : fprintf( file, ",\"heading\":%.17g},", pose.heading );
}

// Fields as JavaScript names them; enumerations by value.
static void print_plan( FILE* file, const fw_plan* p )
{
	const fw_unit* u = &p->unit;
	fprintf( file, "\"plan\":{\"method\":\"%s\",", p->method );
	print_pose( file, "from", p->start, p->start_any_heading );
	print_pose( file, "to", p->goal, p->goal_any_heading );
	fprintf( file, "\"unit\":{\"size\":%d,\"radius\":%.17g,\"turningRadius\":%.17g,\"reverse\":%s},", (int)u->size,
	         u->radius, u->turning_radius, u->reverse ? "true" : "false" );
	fprintf( file, "\"options\":{\"weight\":%.17g,\"maxExpansions\":%" PRId64 ",\"endMoves\":%d,\"ignoreCosts\":%s},",
	         p->options.weight, p->options.max_expansions, (int)p->options.end_moves,
	         p->options.ignore_costs ? "true" : "false" );
	fprintf( file, "\"smooth\":%s,\"headings\":%d,\"cluster\":%d},", p->smooth ? "true" : "false", (int)p->headings,
	         (int)p->cluster );
	fprintf( file, "\"heuristic\":%d,\"anchor\":%d,\"corners\":%d,\"lattice\":%d,", (int)p->options.heuristic,
	         (int)p->options.anchor, (int)p->options.corners, (int)p->lattice );
}

static void print_map( FILE* file, const fw_grid* grid )
{
	fprintf( file, "{\"rows\":\"" );
	for ( int32_t y = 0; y < fw_grid_height( grid ); y++ )
	{
		for ( int32_t x = 0; x < fw_grid_width( grid ); x++ )
		{
			fputc( fw_grid_terrain( grid, fw_grid_get( grid, x, y ) )->letter, file );
		}
		fputs( "\\n", file );
	}
	fprintf( file, "\",\"swamp\":%.17g}\n", fw_grid_terrain( grid, FW_TERRAIN_SWAMP )->cost );
}

static void print_plans( FILE* file, drive* d, fw_planner* planner, const fw_method* method, const unit_def* unit,
                         size_t map )
{
	test_random random = map_random( map );
	for ( int32_t i = 0; i < QUERIES; ++i )
	{
		const fw_query q = make_query( d, &random, method, unit, map, i );
		for ( int32_t passes = 0; passes < 2; passes++ )
		{
			const fw_plan plan = make_plan( &q, unit, passes > 0 );
			const fw_status status = fw_planner_run( planner, &plan, &d->result, NULL );
			const fw_result* r = &d->result;
			fprintf( file, "{\"problem\":\"map%zu-%s-%s-%d\",\"map\":%zu,", map, unit->name, method->name, (int)i,
			         map );
			print_plan( file, &plan );
			fprintf( file, "\"status\":%d", (int)status );
			if ( status == FW_OK )
			{
				fprintf( file,
				         ",\"outcome\":\"%s\",\"cost\":%.17g,\"expanded\":%" PRId64 ",\"generated\":%" PRId64
				         ",\"path\":\"%016" PRIx64 "\"",
				         fw_outcome_text( r->outcome ), r->cost, r->counters.expanded, r->counters.generated,
				         fw_path_hash( &r->path ) );
			}
			fputs( "}\n", file );
		}
	}
}

static int write_plans( const char* name )
{
	FILE* file = name != NULL ? fopen( name, "wb" ) : NULL;
	if ( file == NULL )
	{
		fprintf( stderr, "%s: %s\n", name != NULL ? name : "--plans needs a file", strerror( errno ) );
		return EXIT_FAILURE;
	}
	fw_grid* grids[MAPS];
	fw_planner* planners[MAPS];
	for ( size_t map = 0; map < MAPS; ++map )
	{
		grids[map] = make_map( map );
		assert_int_equal( fw_planner_create( grids[map], NULL, &planners[map], NULL ), FW_OK );
		print_map( file, grids[map] );
	}
	for ( size_t u = 0; u < UNITS; ++u )
	{
		drive drives[RINGS] = { 0 };
		for ( int32_t m = 0; m < fw_method_count(); ++m )
		{
			drive* d = drive_for( drives, &units[u], fw_method_at( m ) );
			for ( size_t map = 0; map < MAPS; ++map )
			{
				drive_set_grid( d, make_map( map ) );
				print_plans( file, d, planners[map], fw_method_at( m ), &units[u], map );
			}
		}
		for ( int32_t ring = 0; ring < RINGS; ring++ )
		{
			drive_close( &drives[ring] );
		}
	}
	for ( size_t map = 0; map < MAPS; ++map )
	{
		fw_planner_destroy( planners[map] );
		fw_grid_destroy( grids[map] );
	}
	return fclose( file ) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

static int write_table( void )
{
	table t = make_table();
	FILE* file = fopen( TABLE, "wb" );
	const bool ok = file != NULL && fputs( HEADER, file ) >= 0 && fwrite( t.text, 1, t.size, file ) == t.size;
	if ( file == NULL || fclose( file ) != 0 || !ok )
	{
		fprintf( stderr, "%s: %s\n", TABLE, strerror( errno ) );
		free( t.text );
		return EXIT_FAILURE;
	}
	printf( "%s: %d rows\n", TABLE, (int)t.rows );
	free( t.text );
	return EXIT_SUCCESS;
}

int run_test_determinism( void )
{
	const char* argument = test_argument( 0 );
	if ( argument != NULL && strcmp( argument, "--write" ) == 0 )
	{
		return write_table();
	}
	if ( argument != NULL && strcmp( argument, "--plans" ) == 0 )
	{
		return write_plans( test_argument( 1 ) );
	}
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_golden_table ),
	    cmocka_unit_test( test_twice ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
