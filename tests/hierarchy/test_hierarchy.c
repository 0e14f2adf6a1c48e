// SPDX-License-Identifier: MIT
// Hierarchies: they find a path exactly if there is one over tiles, for every size and capability, before and after
// edits; the paths are legal; an update equals a new hierarchy, and the old one stays as it was.
#include "hierarchy/hierarchy.h"
#include "support_hierarchy.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// The connected parts for the squares of one class, by a flood fill; labels by tile, 0 where no square can stand.
static int32_t* flood_labels( const fw_grid* grid, uint32_t capabilities, int32_t size )
{
	const int32_t width = fw_grid_width( grid );
	const int32_t height = fw_grid_height( grid );
	int32_t* labels = calloc( (size_t)width * (size_t)height, sizeof( *labels ) );
	int32_t* queue = malloc( (size_t)width * (size_t)height * sizeof( *queue ) );
	assert_non_null( labels );
	assert_non_null( queue );
	for ( int32_t i = 0; i < width * height; i++ )
	{
		bool stands = true;
		for ( int32_t k = 0; k < size * size && stands; k++ )
		{
			stands = fw_grid_passable( grid, i % width + k % size, i / width + k / size, capabilities );
		}
		labels[i] = stands ? -1 : 0;
	}
	int32_t label = 0;
	for ( int32_t i = 0; i < width * height; i++ )
	{
		int32_t count = 0;
		if ( labels[i] < 0 )
		{
			labels[i] = ++label;
			queue[count++] = i;
		}
		while ( count > 0 )
		{
			const int32_t at = queue[--count];
			const int32_t next[4] = { at % width > 0 ? at - 1 : at, at % width < width - 1 ? at + 1 : at,
			                          at >= width ? at - width : at, at < width * ( height - 1 ) ? at + width : at };
			for ( int32_t k = 0; k < 4; k++ )
			{
				if ( labels[next[k]] < 0 )
				{
					labels[next[k]] = label;
					queue[count++] = next[k];
				}
			}
		}
	}
	free( queue );
	return labels;
}

// The objects that the tests search with.
typedef struct searcher
{
	fw_search* search;
	fw_result result;
	int64_t cases, found;
} searcher;

static searcher searcher_open( void )
{
	searcher s = { 0 };
	assert_int_equal( fw_search_create( NULL, &s.search ), FW_OK );
	fw_result_init( &s.result, NULL );
	return s;
}

static void searcher_close( searcher* s )
{
	fw_result_free( &s->result );
	fw_search_destroy( s->search );
}

// Random pairs of tiles of one class, most of them tiles on which such units stand.
static void check_pairs( searcher* s, test_random* random, const fw_grid* grid, const fw_hierarchy* hierarchy,
                         uint32_t capabilities, int32_t size, int32_t pairs )
{
	const fw_map map = { .hierarchy = hierarchy }; // `grid` may be a copy
	const int32_t width = fw_grid_width( grid );
	const char* method = test_hierarchy_method( fw_hierarchy_definition( hierarchy )->quality );
	int32_t* labels = flood_labels( grid, capabilities, size );
	for ( int32_t i = 0; i < pairs; i++ )
	{
		int32_t at[2];
		for ( int32_t k = 0; k < 2; k++ )
		{
			at[k] = test_random_int( random, width * fw_grid_height( grid ) );
			for ( int32_t tries = 0; tries < 8 && labels[at[k]] == 0; tries++ )
			{
				at[k] = test_random_int( random, width * fw_grid_height( grid ) );
			}
		}
		const fw_query query = test_hierarchy_query( method, capabilities, size, at[0] % width, at[0] / width,
		                                             at[1] % width, at[1] / width );
		assert_int_equal( fw_search_run( s->search, &map, &query, &s->result, NULL ), FW_OK );
		const bool connected = labels[at[0]] != 0 && labels[at[0]] == labels[at[1]];
		if ( ( s->result.outcome == FW_FOUND ) != connected )
		{
			test_print_grid( grid, ( fw_rect ){ 0, 0, width, fw_grid_height( grid ) } );
			fail_msg( "%s, size %d, clusters of %d, (%g, %g) to (%g, %g): %s, but %s", method, (int)size,
			          (int)fw_hierarchy_definition( hierarchy )->cluster, query.start.x, query.start.y, query.goal.x,
			          query.goal.y, fw_reason_text( s->result.reason ), connected ? "connected" : "not connected" );
		}
		assert_true( connected || s->result.counters.expanded == 0 );
		if ( connected && i % 8 == 0 )
		{
			test_check_legal( grid, &query.unit, &s->result.path );
			test_check_ends( &s->result.path, ( fw_pose ){ query.start.x, query.start.y, NAN },
			                 ( fw_pose ){ query.goal.x, query.goal.y, NAN } );
		}
		s->cases++;
		s->found += connected;
	}
	free( labels );
}

static void check_all_classes( searcher* s, test_random* random, const fw_grid* grid, const fw_hierarchy* hierarchy,
                               int32_t pairs )
{
	const fw_hierarchy_def* def = fw_hierarchy_definition( hierarchy );
	for ( int32_t c = 0; c < def->capability_count; c++ )
	{
		for ( int32_t k = 0; k < def->size_count; k++ )
		{
			check_pairs( s, random, grid, hierarchy, def->capabilities[c], def->sizes[k], pairs );
		}
	}
}

static fw_hierarchy* build( const fw_grid* grid, const fw_hierarchy_def* def )
{
	fw_hierarchy* hierarchy = NULL;
	assert_int_equal( fw_hierarchy_create( grid, def, &hierarchy, NULL ), FW_OK );
	return hierarchy;
}

static void check_equal( const fw_hierarchy* a, const fw_hierarchy* b )
{
	assert_int_equal( a->columns, b->columns );
	assert_int_equal( a->rows, b->rows );
	for ( int32_t i = 0; i < a->columns * a->rows; i++ )
	{
		assert_true( fw_cluster_equals( a->clusters[i], b->clusters[i] ) );
	}
	assert_int_equal( fw_regions_memory( a ), fw_regions_memory( b ) );
	const size_t parts = a->regions->first[a->regions->clusters];
	assert_memory_equal( a->regions->labels, b->regions->labels, parts * sizeof( uint32_t ) );
	assert_int_equal( a->uppers != NULL, b->uppers != NULL );
	for ( int32_t i = 0; a->uppers != NULL && i < a->upper_columns * a->upper_rows; i++ )
	{
		assert_true( fw_cluster_equals( a->uppers[i], b->uppers[i] ) );
	}
	for ( int32_t kind = 0; kind < a->classes.count; kind++ )
	{
		assert_memory_equal( a->planes[kind]->layer.words, b->planes[kind]->layer.words,
		                     fw_layer_words( a->width, a->height ) * sizeof( uint64_t ) );
	}
}

// A hundred thousand cases in all, a third of them after edits.
static void a_path_is_found_exactly_if_there_is_one( void** state )
{
	(void)state;
	test_random random = test_random_make( 11 );
	searcher s = searcher_open();
	while ( s.cases < test_rounds( 100000 ) )
	{
		fw_grid* grid = test_random_world_of( &random, 1, 70 );
		const fw_hierarchy_def def = test_random_hierarchy( &random );
		fw_hierarchy* hierarchy = build( grid, &def );
		check_all_classes( &s, &random, grid, hierarchy, 60 );
		for ( int32_t edit = 0; edit < 2; edit++ )
		{
			fw_hierarchy* next = NULL;
			test_random_build( &random, grid );
			assert_int_equal( fw_hierarchy_update( hierarchy, &next, NULL ), FW_OK );
			fw_hierarchy_destroy( hierarchy );
			hierarchy = next;
			check_all_classes( &s, &random, grid, hierarchy, 15 );
		}
		fw_hierarchy_destroy( hierarchy );
		fw_grid_destroy( grid );
	}
	assert_true( s.found > s.cases / 4 && s.found < s.cases * 9 / 10 );
	searcher_close( &s );
}

// Long strips, so that paths are long enough for the third level.
static void three_levels_find_the_same( void** state )
{
	(void)state;
	test_random random = test_random_make( 16 );
	searcher s = searcher_open();
	int64_t uppers = 0;
	while ( s.cases < test_rounds( 12000 ) )
	{
		const int32_t length = 400 + test_random_int( &random, 500 );
		const int32_t width = 1 + test_random_int( &random, 60 );
		const bool across = test_random_chance( &random, 0.5 );
		fw_grid* grid =
		    test_random_town( &random, across ? length : width, across ? width : length, length * width / 150, 9 );
		for ( int32_t i = test_random_int( &random, 30 ); i > 0; i-- )
		{
			test_random_build( &random, grid );
		}
		fw_hierarchy_def def = test_random_hierarchy( &random );
		def.levels = 3;
		def.sizes[0] = 1;
		fw_hierarchy* hierarchy = build( grid, &def );
		uppers += hierarchy->uppers != NULL;
		check_all_classes( &s, &random, grid, hierarchy, 40 );
		for ( int32_t edit = 0; edit < 3; edit++ )
		{
			fw_hierarchy* next = NULL;
			test_random_build( &random, grid );
			assert_int_equal( fw_hierarchy_update( hierarchy, &next, NULL ), FW_OK );
			fw_hierarchy* anew = build( grid, &def );
			check_equal( next, anew );
			fw_hierarchy_destroy( anew );
			fw_hierarchy_destroy( hierarchy );
			hierarchy = next;
			check_all_classes( &s, &random, grid, hierarchy, 20 );
		}
		fw_hierarchy_destroy( hierarchy );
		fw_grid_destroy( grid );
	}
	assert_true( uppers > test_rounds( 10 ) && s.found > test_rounds( 2000 ) );
	searcher_close( &s );
}

// Upper clusters on all sides; an edit leaves some of them as they are.
static void edits_of_three_levels_equal_a_new_build( void** state )
{
	(void)state;
	test_random random = test_random_make( 17 );
	int32_t shared = 0;
	int32_t changed = 0;
	for ( int32_t round = 0; round < test_rounds( 12 ); round++ )
	{
		const int32_t width = 200 + test_random_int( &random, 100 );
		fw_grid* grid = test_random_town( &random, width, 200 + test_random_int( &random, 100 ), 100, 25 );
		fw_hierarchy_def def = fw_default_hierarchy_def();
		def.levels = 3;
		def.cluster = 4 + test_random_int( &random, 5 );
		def.quality = (fw_quality)test_random_int( &random, 3 );
		def.size_count = 2;
		def.sizes[1] = 2 + test_random_int( &random, 2 );
		fw_hierarchy* hierarchy = build( grid, &def );
		for ( int32_t edit = 0; edit < 12; edit++ )
		{
			const bool slim = test_random_chance( &random, 0.5 );
			const fw_rect rect = test_random_place( &random, 200, 200, slim ? 1 : 3, slim ? 40 : 3 );
			fw_hierarchy* next = NULL;
			assert_int_equal( fw_grid_fill( grid, rect, edit % 3 == 0 ? FW_TERRAIN_GROUND : FW_TERRAIN_OUT, NULL ),
			                  FW_OK );
			assert_int_equal( fw_hierarchy_update( hierarchy, &next, NULL ), FW_OK );
			// What an edit leaves wrong stays wrong, so the last comparison finds it.
			if ( ( edit + 1 ) % test_every( 1 ) == 0 || edit == 11 )
			{
				fw_hierarchy* anew = build( grid, &def );
				check_equal( next, anew );
				fw_hierarchy_destroy( anew );
			}
			for ( int32_t i = 0;
			      next->uppers != NULL && hierarchy->uppers != NULL && i < next->upper_columns * next->upper_rows; i++ )
			{
				const bool same = next->uppers[i] == hierarchy->uppers[i];
				shared += same;
				changed += !same;
			}
			fw_hierarchy_destroy( hierarchy );
			hierarchy = next;
		}
		fw_hierarchy_destroy( hierarchy );
		fw_grid_destroy( grid );
	}
	assert_true( shared > test_rounds( 500 ) && changed > test_rounds( 100 ) );
}

static void an_update_equals_a_new_hierarchy( void** state )
{
	(void)state;
	test_random random = test_random_make( 12 );
	for ( int32_t round = 0; round < test_rounds( 120 ); round++ )
	{
		fw_grid* grid = test_random_world_of( &random, 1, 100 );
		const fw_hierarchy_def def = test_random_hierarchy( &random );
		fw_hierarchy* hierarchy = build( grid, &def );
		// With layers the new ones measure on demand, and the first one goes on with bytes.
		for ( int32_t i = 0; i < def.capability_count && round % 2 == 1; i++ )
		{
			assert_int_equal( fw_grid_add_layer( grid, def.capabilities[i], NULL ), FW_OK );
		}
		for ( int32_t edit = 0; edit < 6; edit++ )
		{
			for ( int32_t i = edit == 5 ? 70 : 1 + test_random_int( &random, 3 ); i > 0; i-- )
			{
				test_random_build( &random, grid );
			}
			if ( edit == 3 )
			{
				fw_terrain swamp = *fw_grid_terrain( grid, FW_TERRAIN_SWAMP );
				swamp.cost = round % 2 == 0 ? 3.0 : 1.0;
				assert_int_equal( fw_grid_set_terrain( grid, FW_TERRAIN_SWAMP, &swamp, NULL ), FW_OK );
			}
			fw_hierarchy* next = NULL;
			assert_int_equal( fw_hierarchy_update( hierarchy, &next, NULL ), FW_OK );
			fw_hierarchy* anew = build( grid, &def );
			check_equal( next, anew );
			assert_int_equal( next->revision, fw_grid_revision( grid ) );
			const bool kept = edit % 2 == 0; // which of the two goes on
			fw_hierarchy_destroy( kept ? anew : next );
			fw_hierarchy_destroy( hierarchy );
			hierarchy = kept ? next : anew;
		}
		fw_hierarchy_destroy( hierarchy );
		fw_grid_destroy( grid );
	}
}

// After an edit both hierarchies share the clusters that it does not touch, and the older one stays valid for the map
// before the edit.
static void old_hierarchies_live_on( void** state )
{
	(void)state;
	test_random random = test_random_make( 13 );
	fw_grid* grid = test_random_world( &random, 200, 200 );
	fw_grid* before = test_field( 200, 200 );
	for ( int32_t i = 0; i < 200 * 200; i++ )
	{
		const fw_rect tile = { i % 200, i / 200, 1, 1 };
		assert_int_equal( fw_grid_fill( before, tile, fw_grid_get( grid, i % 200, i / 200 ), NULL ), FW_OK );
	}
	fw_hierarchy_def def = fw_default_hierarchy_def();
	def.cluster = 10;
	fw_hierarchy* old = build( grid, &def );
	fw_hierarchy* next = NULL;
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 52, 57, 4, 4 }, FW_TERRAIN_OUT, NULL ), FW_OK );
	assert_int_equal( fw_hierarchy_update( old, &next, NULL ), FW_OK );
	int32_t shared = 0;
	for ( int32_t i = 0; i < old->columns * old->rows; i++ )
	{
		shared += old->clusters[i] == next->clusters[i];
	}
	assert_true( shared >= 400 - 6 && shared < 400 ); // two clusters, and their neighbors if a border has changed
	searcher s = searcher_open();
	check_all_classes( &s, &random, before, old, test_rounds( 300 ) );
	check_all_classes( &s, &random, grid, next, test_rounds( 300 ) );
	fw_hierarchy_destroy( old );
	check_all_classes( &s, &random, grid, next, test_rounds( 300 ) );
	searcher_close( &s );
	fw_hierarchy_destroy( next );
	fw_grid_destroy( before );
	fw_grid_destroy( grid );
}

// Lengths over those of Annotated A*: never shorter, and not much longer on the whole.
static void paths_are_nearly_as_short_as_on_tiles( void** state )
{
	(void)state;
	test_random random = test_random_make( 14 );
	searcher s = searcher_open();
	double sums[3][2] = { { 0.0 } };
	for ( int32_t round = 0; round < test_rounds( 60 ); round++ )
	{
		fw_grid* grid = test_random_town( &random, 120, 120, 40, 9 );
		fw_clearance_def measured = fw_default_clearance_def();
		fw_clearance* clearance = NULL;
		assert_int_equal( fw_clearance_create( grid, &measured, &clearance, NULL ), FW_OK );
		fw_hierarchy_def def = fw_default_hierarchy_def();
		def.quality = (fw_quality)( round % 3 );
		def.size_count = 2;
		def.sizes[1] = 2;
		fw_hierarchy* hierarchy = build( grid, &def );
		const fw_map map = { .grid = grid, .hierarchy = hierarchy, .clearance = clearance };
		for ( int32_t i = 0; i < 40; i++ )
		{
			fw_query query = test_hierarchy_random_query( &random, 120, 120, "aastar", TEST_LAND, 1 + i % 2 );
			assert_int_equal( fw_search_run( s.search, &map, &query, &s.result, NULL ), FW_OK );
			const double least = s.result.length;
			if ( s.result.outcome != FW_FOUND )
			{
				continue;
			}
			query.method = test_hierarchy_method( def.quality );
			assert_int_equal( fw_search_run( s.search, &map, &query, &s.result, NULL ), FW_OK );
			assert_int_equal( s.result.outcome, FW_FOUND );
			assert_true( s.result.length >= least - 1e-9 );
			assert_true( fabs( s.result.cost - s.result.length ) < 1e-9 );
			sums[def.quality][0] += least;
			sums[def.quality][1] += s.result.length;
		}
		fw_hierarchy_destroy( hierarchy );
		fw_clearance_destroy( clearance );
		fw_grid_destroy( grid );
	}
	assert_true( sums[FW_QUALITY_INITIAL][1] < 1.04 * sums[FW_QUALITY_INITIAL][0] );
	assert_true( sums[FW_QUALITY_HIGH][1] < 1.04 * sums[FW_QUALITY_HIGH][0] );
	assert_true( sums[FW_QUALITY_LOW][1] < 1.07 * sums[FW_QUALITY_LOW][0] );
	searcher_close( &s );
}

static void misuse_is_refused( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 30, 30 );
	fw_hierarchy* hierarchy = NULL;
	fw_hierarchy_def def = fw_default_hierarchy_def();
	assert_int_equal( fw_hierarchy_create( NULL, &def, &hierarchy, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_hierarchy_create( grid, NULL, &hierarchy, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_hierarchy_create( grid, &def, NULL, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_hierarchy_update( NULL, &hierarchy, NULL ), FW_ERR_ARGUMENT );
	fw_hierarchy_def wrong[8];
	for ( int32_t i = 0; i < 8; i++ )
	{
		wrong[i] = def;
	}
	wrong[0].cluster = FW_CLUSTER_MAX + 1;
	wrong[1].cluster = FW_CLUSTER_MIN - 1;
	wrong[2].size_count = 0;
	wrong[3].sizes[0] = FW_UNIT_MAX_SIZE + 1;
	wrong[4].size_count = 2; // both 1 and 0
	wrong[5].capability_count = 2;
	wrong[5].capabilities[1] = wrong[5].capabilities[0];
	wrong[6].quality = (fw_quality)3;
	wrong[7].capability_count = FW_HIERARCHY_MAX_CLASSES + 1;
	for ( int32_t i = 0; i < 8; i++ )
	{
		assert_int_equal( fw_hierarchy_create( grid, &wrong[i], &hierarchy, NULL ), FW_ERR_ARGUMENT );
	}
	def.cookie = 0;
	assert_int_equal( fw_hierarchy_create( grid, &def, &hierarchy, NULL ), FW_ERR_DEF );
	assert_null( hierarchy );
	fw_hierarchy_destroy( NULL );

	def = fw_default_hierarchy_def();
	hierarchy = build( grid, &def );
	assert_int_equal( fw_hierarchy_update( hierarchy, NULL, NULL ), FW_ERR_ARGUMENT );
	searcher s = searcher_open();
	fw_map map = { .hierarchy = hierarchy };
	fw_query query = test_hierarchy_query( "haastar-high", TEST_LAND, 1, 2, 2, 20, 25 );
	assert_int_equal( fw_search_run( s.search, &map, &query, &s.result, NULL ), FW_OK );
	assert_int_equal( s.result.outcome, FW_FOUND );
	map.grid = test_field( 8, 8 );
	fw_refusal refusal = { 0 };
	assert_int_equal( fw_search_run( s.search, &map, &query, &s.result, &refusal ), FW_ERR_MISMATCH );
	assert_string_equal( refusal.field, "map.hierarchy" );
	assert_string_equal( refusal.other, "map.grid" );
	fw_grid_destroy( (fw_grid*)map.grid );
	map.grid = NULL;
	query.unit.size = 0; // a disc within a tile
	assert_int_equal( fw_search_run( s.search, &map, &query, &s.result, NULL ), FW_OK );
	query.unit.radius = 0.7;
	assert_int_equal( fw_search_run( s.search, &map, &query, &s.result, NULL ), FW_ERR_UNSUPPORTED );
	query.unit.size = 2;
	assert_int_equal( fw_search_run( s.search, &map, &query, &s.result, NULL ), FW_ERR_MISMATCH );
	query.unit.size = 1;
	query.method = "haastar-low";
	assert_int_equal( fw_search_run( s.search, &map, &query, &s.result, NULL ), FW_ERR_MISMATCH );
	query.method = "haastar-high";
	query.options.neighbors = 4;
	assert_int_equal( fw_search_run( s.search, &map, &query, &s.result, NULL ), FW_ERR_UNSUPPORTED );
	query.options.neighbors = 8;
	query.goal_tolerance = 2.0;
	assert_int_equal( fw_search_run( s.search, &map, &query, &s.result, NULL ), FW_ERR_UNSUPPORTED );
	query.goal_tolerance = 0.0;
	map.hierarchy = NULL;
	assert_int_equal( fw_search_run( s.search, &map, &query, &s.result, NULL ), FW_ERR_ARGUMENT );
	searcher_close( &s );
	fw_hierarchy_destroy( hierarchy );
	fw_grid_destroy( grid );
}

// At each allocation of building, updating and searching in turn.
static void memory_runs_out( void** state )
{
	(void)state;
	test_random random = test_random_make( 15 );
	fw_grid* grid = test_random_town( &random, 60, 50, 12, 6 );
	fw_hierarchy_def def = fw_default_hierarchy_def();
	test_memory memory = test_memory_make();
	def.allocator = test_memory_allocator( &memory );
	def.size_count = 2;
	def.sizes[1] = 2;
	def.levels = 3;
	int64_t n = 0;
	for ( fw_status status = FW_ERR_MEMORY; status != FW_OK; n++ )
	{
		fw_hierarchy* hierarchy = NULL;
		test_memory_fail_in( &memory, n, n % 2 == 0 );
		status = fw_hierarchy_create( grid, &def, &hierarchy, NULL );
		assert_true( status == FW_OK || status == FW_ERR_MEMORY );
		assert_int_equal( hierarchy != NULL, status == FW_OK );
		fw_hierarchy_destroy( hierarchy );
		test_memory_check_empty( &memory );
	}
	assert_true( n > 20 );

	test_memory_fail_never( &memory );
	fw_hierarchy* hierarchy = build( grid, &def );
	const fw_hierarchy_stats stats = fw_hierarchy_measure( hierarchy );
	assert_int_equal( stats.bytes + stats.shared_bytes, memory.bytes );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 20, 20, 3, 3 }, FW_TERRAIN_OUT, NULL ), FW_OK );
	n = 0;
	for ( fw_status status = FW_ERR_MEMORY; status != FW_OK; n++ )
	{
		fw_hierarchy* next = NULL;
		test_memory_fail_in( &memory, n, true );
		status = fw_hierarchy_update( hierarchy, &next, NULL );
		assert_true( status == FW_OK || status == FW_ERR_MEMORY );
		assert_int_equal( next != NULL, status == FW_OK );
		test_memory_fail_never( &memory );
		fw_hierarchy_destroy( next );
	}
	assert_true( n > 4 );

	const fw_allocator own = test_memory_allocator( &memory );
	const fw_map map = { .grid = grid, .hierarchy = hierarchy };
	const fw_query query = test_hierarchy_query( "haastar-high", TEST_LAND, 1, 2, 2, 55, 45 );
	n = 0;
	for ( fw_status status = FW_ERR_MEMORY; status != FW_OK; n++ )
	{
		fw_search* search = NULL;
		fw_result result;
		fw_result_init( &result, &own );
		test_memory_fail_in( &memory, n, false );
		status = fw_search_create( &own, &search );
		status = status == FW_OK ? fw_search_run( search, &map, &query, &result, NULL ) : status;
		assert_true( status == FW_OK || status == FW_ERR_MEMORY );
		test_memory_fail_never( &memory );
		if ( status == FW_OK )
		{
			// Once warm, searches allocate nothing.
			const int64_t asked = memory.asked;
			assert_int_equal( fw_search_run( search, &map, &query, &result, NULL ), FW_OK );
			assert_int_equal( memory.asked, asked );
		}
		fw_result_free( &result );
		fw_search_destroy( search );
	}
	assert_true( n > 5 );
	fw_hierarchy_destroy( hierarchy );
	test_memory_check_empty( &memory );
	fw_grid_destroy( grid );
}

int run_test_hierarchy( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( a_path_is_found_exactly_if_there_is_one ),
	    cmocka_unit_test( three_levels_find_the_same ),
	    cmocka_unit_test( edits_of_three_levels_equal_a_new_build ),
	    cmocka_unit_test( an_update_equals_a_new_hierarchy ),
	    cmocka_unit_test( old_hierarchies_live_on ),
	    cmocka_unit_test( paths_are_nearly_as_short_as_on_tiles ),
	    cmocka_unit_test( misuse_is_refused ),
	    cmocka_unit_test( memory_runs_out ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
