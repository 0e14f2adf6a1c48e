// SPDX-License-Identifier: MIT
// Every any-angle method against published exact lengths: no path is shorter, and an optimal method's path is as long.
//
// Takes a sample of the problems: one in 20 for optimal methods, one in 400 for the others. The argument `--all` takes
// all problems; the name of a method tests only that method.
#include "run_files.h"
#include "support_benchmarks.h"
#include "support_walker.h"

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <inttypes.h>
#include <math.h>
#include <string.h>

#define SLACK 1e-6

static const char* const maps[] = {
    "dao/brc202d",    "dao/lak303d",      "dao/orz100d",       "bg512/AR0602SR",        "bg512/AR0700SR",
    "sc1/WheelofWar", "rooms/32room_000", "mazes/maze512-8-0", "random/random512-10-0", "random/random512-40-0",
};

#define MAPS ( sizeof( maps ) / sizeof( maps[0] ) )

// The arguments of the command line.
typedef struct choice
{
	bool all;
	const char* method; // null: all methods
} choice;

// False if the method does not support the anchor.
static bool check_method( walker* w, const char* map, const fw_method* method, fw_anchor anchor, int32_t every )
{
	const bool is_exact = ( method->traits & FW_TRAIT_OPTIMAL ) != 0;
	const char* anchor_name = anchor == FW_ANCHOR_CORNER ? "corner" : "center";
	FILE* lengths = test_benchmark_lengths( map, anchor );
	double excess = 0.0;
	double worst = 0.0;
	double expanded = 0.0;
	int32_t count = 0;
	test_shortest s;
	for ( int32_t i = 0; test_next_shortest( lengths, &s ); i++ )
	{
		if ( i % every != 0 )
		{
			continue;
		}
		const fw_query query = walker_query( w, method->name, anchor, s.start_x, s.start_y, s.goal_x, s.goal_y );
		const fw_status status = fw_search_run( w->search, &w->map, &query, &w->result, NULL );
		if ( status == FW_ERR_UNSUPPORTED && i == 0 )
		{
			fclose( lengths );
			return false;
		}
		assert_int_equal( status, FW_OK );
		const double more = w->result.length - s.length;
		if ( w->result.outcome != FW_FOUND || more < -SLACK || ( is_exact && more > SLACK ) )
		{
			fail_msg( "%s on %s, %s, line %" PRId32 ": %s, %.9f, shortest is %.9f", method->name, map, anchor_name,
			          i + 1, fw_outcome_text( w->result.outcome ), w->result.length, s.length );
		}
		excess += s.length > 0.0 ? more / s.length : 0.0;
		worst = fmax( worst, fabs( more ) );
		expanded += (double)w->result.counters.expanded;
		count++;
	}
	fclose( lengths );
	assert_true( count > 0 );
	printf( "%-22s %s %-16s %5" PRId32 " problems, mean excess %8.5f %%, most %.2e tiles, %.0f expanded\n", map,
	        anchor_name, method->name, count, 100.0 * excess / count, worst, expanded / count );
	fflush( stdout );
	return true;
}

static void no_method_is_shorter_than_possible( void** state )
{
	const choice* chosen = *state;
	int32_t checked = 0;
	for ( size_t m = 0; m < MAPS; m++ )
	{
		walker w;
		walker_open( &w, test_benchmark_map( maps[m] ), 0.0, fw_default_unit().capabilities );
		for ( int32_t i = 0; i < 2 * fw_method_count(); i++ )
		{
			const fw_method* method = fw_method_at( i % fw_method_count() );
			const fw_anchor anchor = i < fw_method_count() ? FW_ANCHOR_CORNER : FW_ANCHOR_CENTER;
			const bool knows = anchor == FW_ANCHOR_CENTER || ( method->traits & FW_TRAIT_CORNERS ) != 0;
			if ( ( method->traits & FW_TRAIT_ANY_ANGLE ) == 0 || !knows ||
			     ( chosen->method != NULL && strcmp( chosen->method, method->name ) != 0 ) )
			{
				continue;
			}
			const int32_t sample = ( method->traits & FW_TRAIT_OPTIMAL ) != 0 ? test_every( 20 ) : test_every( 400 );
			const bool supports = check_method( &w, maps[m], method, anchor, chosen->all ? 1 : sample );
			assert_true( supports || anchor == FW_ANCHOR_CENTER );
			checked += supports ? 1 : 0;
		}
		walker_close( &w );
	}
	assert_true( checked > 0 );
}

int run_test_oracle_lengths( void )
{
	choice chosen = { false, NULL };
	for ( int i = 0; test_argument( i ) != NULL; i++ )
	{
		if ( strcmp( test_argument( i ), "--all" ) == 0 )
		{
			chosen.all = true;
		}
		else
		{
			chosen.method = test_argument( i );
		}
	}
	const struct CMUnitTest tests[] = { cmocka_unit_test_prestate( no_method_is_shorter_than_possible, &chosen ) };
	return cmocka_run_group_tests( tests, NULL, NULL );
}
