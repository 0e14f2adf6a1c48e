// SPDX-License-Identifier: MIT
// Every any-angle method against exact lengths that others computed: none is shorter, an optimal one is as long.
//
// Takes a sample of the problems: one in 20 for optimal methods, one in 400 for the others. The argument `--all` takes
// every one, and the name of a method takes that method alone.
#include "support_walker.h"

#include "base/core.h"
#include "fairway/io.h"

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SLACK 1e-6

static const char* const maps[] = {
    "dao/brc202d",    "dao/lak303d",      "dao/orz100d",       "bg512/AR0602SR",        "bg512/AR0700SR",
    "sc1/WheelofWar", "rooms/32room_000", "mazes/maze512-8-0", "random/random512-10-0", "random/random512-40-0",
};

#define MAPS ( sizeof( maps ) / sizeof( maps[0] ) )

// What the command line asks for.
typedef struct choice
{
	bool all;
	const char* method; // null: every one
} choice;

// One line of a file of lengths, in tiles of the scenario.
typedef struct known_way
{
	int32_t start_x, start_y, goal_x, goal_y;
	double length;
} known_way;

typedef struct known_ways
{
	known_way* ways; // [count]
	int32_t count, capacity;
} known_ways;

static const char* const anchor_names[] = { [FW_ANCHOR_CENTRE] = "centre", [FW_ANCHOR_CORNER] = "corner" };

static void ways_load( known_ways* known, const char* folder, const char* map, fw_anchor anchor )
{
	char name[1024];
	snprintf( name, sizeof( name ), "%s/oracle/%s/%s.map.any", folder, anchor_names[anchor], strchr( map, '/' ) + 1 );
	FILE* file = fopen( name, "r" );
	if ( file == NULL )
	{
		fail_msg( "%s is missing", name );
		return;
	}
	const fw_allocator allocator = fw_default_allocator();
	known->count = 0;
	char line[256];
	while ( fgets( line, sizeof( line ), file ) != NULL )
	{
		known_way way;
		assert_int_equal( sscanf( line, "%" SCNd32 " %" SCNd32 " %" SCNd32 " %" SCNd32 " %lf", &way.start_x,
		                          &way.start_y, &way.goal_x, &way.goal_y, &way.length ),
		                  5 );
		assert_true( FW_GROW( &allocator, &known->ways, &known->capacity, known->count + 1 ) );
		known->ways[known->count++] = way;
	}
	fclose( file );
	assert_true( known->count > 0 );
}

static fw_grid* load_map( const char* folder, const char* map )
{
	char name[1024];
	snprintf( name, sizeof( name ), "%s/%s.map", folder, map );
	fw_grid* grid = NULL;
	if ( fw_map_load( name, NULL, &grid, NULL ) != FW_OK )
	{
		fail_msg( "%s is missing", name );
	}
	return grid;
}

// False where the method does not know the anchor.
static bool check_method( walker* w, const known_ways* known, const char* map, const fw_method* method,
                          fw_anchor anchor, int32_t every )
{
	const bool is_exact = ( method->traits & FW_TRAIT_OPTIMAL ) != 0;
	const double half = anchor == FW_ANCHOR_CORNER ? 0.0 : 0.5;
	fw_query query = fw_default_query();
	query.method = method->name;
	query.anchor = anchor;
	query.unit.radius = 0.0;
	double excess = 0.0;
	double worst = 0.0;
	double expanded = 0.0;
	int32_t count = 0;
	for ( int32_t i = 0; i < known->count; i += every )
	{
		const known_way way = known->ways[i];
		query.start = ( fw_pose ){ way.start_x + half, way.start_y + half, 0.0 };
		query.goal = ( fw_pose ){ way.goal_x + half, way.goal_y + half, 0.0 };
		const fw_status status = fw_search_run( w->search, &w->map, &query, &w->result );
		if ( status == FW_ERR_UNSUPPORTED && i == 0 )
		{
			return false;
		}
		assert_int_equal( status, FW_OK );
		const double more = w->result.length - way.length;
		if ( w->result.outcome != FW_FOUND || more < -SLACK || ( is_exact && more > SLACK ) )
		{
			fail_msg( "%s on %s, %s, line %" PRId32 ": %s, %.9f, shortest is %.9f", method->name, map,
			          anchor_names[anchor], i + 1, fw_outcome_text( w->result.outcome ), w->result.length, way.length );
		}
		excess += way.length > 0.0 ? more / way.length : 0.0;
		worst = fmax( worst, fabs( more ) );
		expanded += (double)w->result.counters.expanded;
		count++;
	}
	printf( "%-22s %s %-16s %5" PRId32 " problems, mean excess %8.5f %%, most %.2e tiles, %.0f expanded\n", map,
	        anchor_names[anchor], method->name, count, 100.0 * excess / count, worst, expanded / count );
	fflush( stdout );
	return true;
}

static void no_method_is_shorter_than_possible( void** state )
{
	const choice* chosen = *state;
	const char* folder = getenv( "FAIRWAY_BENCHMARKS" );
	if ( folder == NULL )
	{
		printf( "skipped: FAIRWAY_BENCHMARKS does not name the folder of the benchmark maps\n" );
		skip();
	}
	known_ways known = { 0 };
	int32_t checked = 0;
	for ( size_t m = 0; m < MAPS; m++ )
	{
		walker w;
		walker_open( &w, load_map( folder, maps[m] ), 0.0, fw_default_unit().capabilities );
		for ( int32_t i = 0; i < 2 * fw_method_count(); i++ )
		{
			const fw_method* method = fw_method_at( i % fw_method_count() );
			const fw_anchor anchor = i < fw_method_count() ? FW_ANCHOR_CORNER : FW_ANCHOR_CENTRE;
			const bool knows = anchor == FW_ANCHOR_CENTRE || ( method->traits & FW_TRAIT_CORNERS ) != 0;
			if ( ( method->traits & FW_TRAIT_ANY_ANGLE ) == 0 || !knows ||
			     ( chosen->method != NULL && strcmp( chosen->method, method->name ) != 0 ) )
			{
				continue;
			}
			ways_load( &known, folder, maps[m], anchor );
			const int32_t sample = ( method->traits & FW_TRAIT_OPTIMAL ) != 0 ? 20 : 400;
			const bool supports = check_method( &w, &known, maps[m], method, anchor, chosen->all ? 1 : sample );
			assert_true( supports || anchor == FW_ANCHOR_CENTRE );
			checked += supports ? 1 : 0;
		}
		walker_close( &w );
	}
	const fw_allocator allocator = fw_default_allocator();
	fw_free( &allocator, known.ways, (size_t)known.capacity, sizeof( *known.ways ) );
	assert_true( checked > 0 );
}

int main( int argc, char** argv )
{
	choice chosen = { false, NULL };
	for ( int i = 1; i < argc; i++ )
	{
		if ( strcmp( argv[i], "--all" ) == 0 )
		{
			chosen.all = true;
		}
		else
		{
			chosen.method = argv[i];
		}
	}
	const struct CMUnitTest tests[] = { cmocka_unit_test_prestate( no_method_is_shorter_than_possible, &chosen ) };
	return cmocka_run_group_tests( tests, NULL, NULL );
}
