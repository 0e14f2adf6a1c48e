// SPDX-License-Identifier: MIT
// Refusals of searches and routes, and the table of what each method does.
#include "search/engine.h"
#include "search/requirements.h"
#include "support_refusal.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static fw_status no_method( fw_refusal* refusal )
{
	fw_query query = good.query;
	query.method = "jsp";
	return fw_search_begin( good.d.search, &good.d.map, &query, refusal );
}

static fw_status jps_window( fw_refusal* refusal )
{
	fw_query query = good.query;
	query.method = "jps";
	query.unit.turning_radius = 0.0;
	query.options.window = 3;
	return fw_search_run( good.d.search, &good.d.map, &query, &good.d.result, refusal );
}

static fw_status no_primitives( fw_refusal* refusal )
{
	fw_map map = good.d.map;
	map.primitives = NULL;
	return fw_search_begin( good.d.search, &map, &good.query, refusal );
}

static fw_status other_primitives( fw_refusal* refusal )
{
	fw_query query = good.query;
	query.unit.turning_radius = 2.0;
	return fw_search_begin( good.d.search, &good.d.map, &query, refusal );
}

static fw_status other_database( fw_refusal* refusal )
{
	fw_lddb_def def = fw_default_lddb_def();
	def.kind = FW_LDDB_TILES4;
	fw_lddb* made = NULL;
	assert_int_equal( fw_lddb_create( &def, &made, NULL ), FW_OK );
	fw_map map = good.d.map;
	map.lddb = made;
	fw_query query = good.query;
	query.method = "block8";
	query.unit.turning_radius = 0.0;
	const fw_status status = fw_search_begin( good.d.search, &map, &query, refusal );
	fw_lddb_destroy( made );
	return status;
}

static fw_status stale_space( fw_refusal* refusal )
{
	test_block( good.d.grid, 0, 0 );
	const fw_status status = fw_search_begin( good.d.search, &good.d.map, &good.query, refusal );
	assert_int_equal( fw_space_update( good.d.space ), FW_OK );
	return status;
}

static fw_status too_fast( fw_refusal* refusal )
{
	fw_query query = good.query;
	query.options.start_speed = 3.0;
	return fw_search_begin( good.d.search, &good.d.map, &query, refusal );
}

static fw_status step( fw_refusal* refusal )
{
	assert_int_equal( fw_search_begin( good.d.search, &good.d.map, &good.query, NULL ), FW_OK );
	return fw_search_step( good.d.search, 0, NULL, refusal );
}

static fw_status best( fw_refusal* refusal )
{
	fw_query query = good.query;
	query.method = "block8";
	query.unit.turning_radius = 0.0;
	assert_int_equal( fw_search_begin( good.d.search, &good.d.map, &query, NULL ), FW_OK );
	return fw_search_best( good.d.search, &good.d.result, refusal );
}

static fw_status route( fw_refusal* refusal )
{
	fw_route* made = NULL;
	assert_int_equal( fw_route_create( NULL, &made ), FW_OK );
	assert_int_equal( fw_search_begin( good.d.search, &good.d.map, &good.query, NULL ), FW_OK );
	const fw_status status = fw_search_route( good.d.search, made, &good.d.result, refusal );
	fw_route_destroy( made );
	return status;
}

static fw_status route_next( fw_refusal* refusal )
{
	fw_route* made = NULL;
	fw_hierarchy* hierarchy = NULL;
	assert_int_equal( fw_route_create( NULL, &made ), FW_OK );
	assert_int_equal( fw_hierarchy_create( good.d.grid, &good.hierarchy, &hierarchy, NULL ), FW_OK );
	const fw_status status = fw_route_next( made, good.d.search, hierarchy, 8.0, &good.d.result.path, refusal );
	fw_hierarchy_destroy( hierarchy );
	fw_route_destroy( made );
	return status;
}

static void test_calls( void** state )
{
	(void)state;
	static const refused_call calls[] = {
	    { no_method, FW_ERR_UNKNOWN, FW_REFUSAL_NAME, "method",
	      "method 'jsp' is not in the table of methods; fw_method_at() lists it" },
	    { jps_window, FW_ERR_UNSUPPORTED, FW_REFUSAL_TRAIT, "options.window",
	      "method 'jps' searches the whole map; set options.window to -1" },
	    { no_primitives, FW_ERR_ARGUMENT, FW_REFUSAL_NULL, "map.primitives",
	      "map.primitives is null, and the method needs it" },
	    { other_primitives, FW_ERR_MISMATCH, FW_REFUSAL_MISMATCH, "map.primitives",
	      "map.primitives does not fit unit: radius, outline and turning_radius must be the same" },
	    { other_database, FW_ERR_MISMATCH, FW_REFUSAL_MISMATCH, "map.lddb",
	      "map.lddb does not fit method: it must be of the search's block size, kind and corner rule" },
	    { stale_space, FW_ERR_STALE, FW_REFUSAL_STALE, "map.space",
	      "map.space is older than the grid; update it by fw_space_update()" },
	    { too_fast, FW_ERR_ARGUMENT, FW_REFUSAL_RANGE, "options.start_speed",
	      "options.start_speed is 3; it must be 0 to 2" },
	    { step, FW_ERR_ARGUMENT, FW_REFUSAL_RANGE, "expansions", "expansions is 0; it must be at least 1" },
	    { best, FW_ERR_UNSUPPORTED, FW_REFUSAL_TRAIT, "search", "method 'block8' has no path before its search ends" },
	    { route, FW_ERR_UNSUPPORTED, FW_REFUSAL_TRAIT, "search",
	      "method 'directional' makes no routes; methods with FW_TRAIT_HIERARCHY do" },
	    { route_next, FW_ERR_STATE, FW_REFUSAL_STATE, "route", "route leads nowhere; call fw_search_route() first" },
	};
	check_refused( calls, COUNT( calls ) );
}

// What most methods take: a point between the nodes that the method knows.
static fw_query plain_query( const fw_method* method )
{
	fw_query query = good.query;
	query.method = method->name;
	query.unit.radius = 0.0;
	query.options.anchor = ( method->traits & FW_TRAIT_ONLY_CORNERS ) != 0 ? FW_ANCHOR_CORNER : FW_ANCHOR_CENTER;
	return query;
}

static void ask( fw_query* query, int32_t row )
{
	static const uint8_t closed[1] = { 0 };
	const char* field = fw_requirement_at( row )->field;
	query->options.window = strcmp( field, "options.window" ) == 0 ? 5 : -1;
	query->options.neighbors = strcmp( field, "options.neighbors" ) == 0 ? 4 : 8;
	query->options.block_size = strcmp( field, "options.block_size" ) == 0 ? 5 : 4;
	query->options.corner_cutting = strcmp( field, "options.corner_cutting" ) == 0;
	query->options.turn_penalty = strcmp( field, "options.turn_penalty" ) == 0 ? 1.0 : 0.0;
	query->options.closed_moves = strcmp( field, "options.closed_moves" ) == 0 ? closed : NULL;
	query->options.turn_charge = strcmp( field, "options.turn_charge" ) == 0 ? 1.0 : 0.0;
	query->goal_tolerance = strcmp( field, "goal_tolerance" ) == 0 ? 1.0 : 0.0;
}

// Each method refuses exactly the options that the table of requirements says.
static void test_requirements( void** state )
{
	(void)state;
	assert_null( fw_requirement_at( -1 ) );
	assert_null( fw_requirement_at( fw_requirement_count() ) );
	int32_t refusals = 0;
	for ( int32_t i = 0; i < fw_method_count(); i++ )
	{
		const fw_method* method = fw_method_at( i );
		for ( int32_t k = 0; k < fw_requirement_count(); k++ )
		{
			const fw_requirement* row = fw_requirement_at( k );
			fw_query query = plain_query( method );
			assert_int_equal( fw_check_requirements( NULL, &query, method, good.d.grid ), FW_OK );
			const fw_query plain = query;
			ask( &query, k );
			if ( row->other != NULL || memcmp( &plain, &query, sizeof( query ) ) == 0 )
			{
				continue; // not of an option that can be asked alone
			}
			fw_refusal refusal = { 0 };
			const fw_status status = fw_check_requirements( &refusal, &query, method, good.d.grid );
			assert_int_equal( status, fw_method_meets( method, row ) ? FW_OK : FW_ERR_UNSUPPORTED );
			if ( status != FW_OK )
			{
				assert_string_equal( refusal.field, row->field );
				assert_true( refusal.trait == row->needs && refusal.kind == FW_REFUSAL_TRAIT );
				refusals++;
			}
		}
	}
	assert_true( refusals > 60 );
}

// The table of methods agrees with what their engines have.
static void test_methods( void** state )
{
	(void)state;
	for ( int32_t i = 0; i < fw_method_count(); i++ )
	{
		const fw_method* method = fw_method_at( i );
		if ( ( method->traits & FW_TRAIT_COMBINED ) != 0 )
		{
			continue; // has no engine
		}
		const fw_engine* engine = fw_method_row_find( method->name )->engine;
		assert_int_equal( engine->best != NULL, ( method->traits & FW_TRAIT_BEST ) != 0 );
		assert_true( ( method->heuristics & 1u << FW_HEURISTIC_BEST ) != 0 );
		fw_query query = plain_query( method );
		for ( int32_t k = 0; k <= (int32_t)FW_HEURISTIC_FIELD; k++ )
		{
			query.options.heuristic = (fw_heuristic)k;
			const bool octile = k == (int32_t)FW_HEURISTIC_OCTILE && query.options.anchor == FW_ANCHOR_CORNER;
			const bool known = ( method->heuristics >> k & 1u ) != 0 && !octile;
			assert_int_equal( fw_check_requirements( NULL, &query, method, good.d.grid ),
			                  known ? FW_OK : FW_ERR_UNSUPPORTED );
		}
	}
}

int run_test_refusal_search( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test_setup_teardown( test_calls, open_world, close_world ),
	    cmocka_unit_test_setup_teardown( test_requirements, open_world, close_world ),
	    cmocka_unit_test_setup_teardown( test_methods, open_world, close_world ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
