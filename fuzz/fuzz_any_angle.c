// SPDX-License-Identifier: MIT
// The any-angle methods against each other: the bytes give a small map, a few queries, and edits of the map between
// them. For a point, every method finds a path at an anchor exactly if the others do, an exact judge finds it legal,
// and none is shorter than the visibility graph's. For a disc, they find one exactly if standard A* does, and the
// validator judges. All answers are the same in slices and in another context.
#include "fairway/search.h"
#include "fairway/validate.h"
#include "fuzz_check.h"
#include "fuzz_input.h"
#include "lddb/lddb.h"

// The judge of the tests, which needs no other file of them.
#include "../tests/support/support_sight.c"

#include <math.h>

#define SIDE_MAX 26
#define QUERIES 6
#define LAND ( FW_CAP_GROUND | FW_CAP_SWAMP )

typedef struct world
{
	ledger book;
	fw_allocator allocator;
	fw_grid* grid;
	fw_space* space;
	fw_search* search;
	fw_search* other; // a context with another history
	fw_lddb* lddb;
	double radius;
	int32_t width, height;
} world;

static void make_world( input* in, world* w )
{
	static const double radii[] = { 0.0, 0.0, 0.0, 0.4, 0.5, 0.9 };
	w->allocator = ledger_allocator( &w->book );
	fw_grid_def def = fw_default_grid_def();
	def.allocator = w->allocator;
	def.width = 1 + (int32_t)take( in, SIDE_MAX );
	def.height = 1 + (int32_t)take( in, SIDE_MAX );
	CHECK( fw_grid_create( &def, &w->grid, NULL ) == FW_OK );
	w->width = def.width;
	w->height = def.height;
	w->radius = radii[take( in, 6 )];
	// Single tiles here and there, from few bytes.
	const uint32_t density = take( in, 5 ) * 32;
	uint32_t state = take( in, 65536 ) * 2 + 1;
	for ( int32_t i = 0; i < w->width * w->height; i++ )
	{
		state ^= state << 13;
		state ^= state >> 17;
		state ^= state << 5;
		if ( state % 256 < density )
		{
			fw_grid_fill( w->grid, ( fw_rect ){ i % w->width, i / w->width, 1, 1 }, FW_TERRAIN_OUT, NULL );
		}
	}
	fw_space_def space = fw_default_space_def();
	space.allocator = w->allocator;
	space.capabilities = LAND;
	space.radius = w->radius;
	CHECK( fw_space_create( w->grid, &space, &w->space, NULL ) == FW_OK );
	CHECK( fw_search_create( &w->allocator, &w->search ) == FW_OK );
	CHECK( fw_search_create( &w->allocator, &w->other ) == FW_OK );
	fw_lddb_def lddb = fw_default_lddb_def();
	lddb.allocator = w->allocator;
	CHECK( fw_lddb_create( &lddb, &w->lddb, NULL ) == FW_OK );
	for ( uint32_t n = take( in, 4 ); n > 0; n-- )
	{
		CHECK( fw_lddb_add( w->lddb, take( in, 65536 ) ) == FW_OK );
	}
}

static void edit( input* in, world* w )
{
	for ( uint32_t n = take( in, 6 ); n > 0; n-- )
	{
		const fw_rect rect = { (int32_t)take( in, (uint32_t)w->width ), (int32_t)take( in, (uint32_t)w->height ),
		                       1 + (int32_t)take( in, 3 ), 1 + (int32_t)take( in, 3 ) };
		CHECK( fw_grid_fill( w->grid, rect, take( in, 2 ) == 0 ? FW_TERRAIN_OUT : FW_TERRAIN_GROUND, NULL ) == FW_OK );
	}
	CHECK( fw_space_update( w->space ) == FW_OK );
}

static sight_point point_of( fw_pose pose )
{
	return ( sight_point ){ (int32_t)( 2.0 * pose.x ), (int32_t)( 2.0 * pose.y ) };
}

static bool is_on_vertex( const fw_query* query, fw_pose pose )
{
	const double half = query->options.anchor == FW_ANCHOR_CORNER ? 0.0 : 0.5;
	return floor( pose.x ) + half == pose.x && floor( pose.y ) + half == pose.y;
}

// NULL where the database is of another kind than the search's.
static const fw_lddb* database_for( const world* w, const fw_query* query )
{
	const fw_lddb_def* def = fw_lddb_definition( w->lddb );
	const bool fits = query->options.anchor == FW_ANCHOR_CORNER && query->options.corners == def->corners;
	return fits ? w->lddb : NULL;
}

static void run( const world* w, const fw_query* query, bool shared, fw_result* result )
{
	const fw_map map = { .grid = w->grid, .space = w->space, .lddb = shared ? database_for( w, query ) : NULL };
	CHECK( fw_search_run( w->search, &map, query, result, NULL ) == FW_OK );
}

static bool can( const world* w, const fw_query* query )
{
	const fw_map map = { .grid = w->grid, .space = w->space };
	const fw_status status = fw_search_begin( w->search, &map, query, NULL );
	CHECK( status == FW_OK || status == FW_ERR_UNSUPPORTED );
	return status == FW_OK;
}

static void check_path( const world* w, const fw_query* query, const fw_result* result )
{
	const fw_path* path = &result->path;
	const fw_pose end = fw_path_end( path );
	CHECK( path->start.x == query->start.x && path->start.y == query->start.y );
	CHECK( end.x == query->goal.x && end.y == query->goal.y );
	CHECK( fabs( result->length - path->length ) <= 1e-9 );
	if ( w->radius == 0.0 && is_on_vertex( query, query->start ) && is_on_vertex( query, query->goal ) &&
	     strcmp( query->method, "field-dstar" ) != 0 )
	{
		const sight_rules rules = { w->grid, LAND, query->options.corners };
		const char* fault = sight_judge_path( &rules, path, point_of( query->start ), point_of( query->goal ) );
		if ( fault != NULL )
		{
			fprintf( stderr, "%s: %s\n", query->method, fault );
		}
		CHECK( fault == NULL );
	}
	else if ( query->options.corners == FW_CORNERS_CLOSED )
	{
		fw_violation worst = { 0 };
		int32_t count = -1;
		CHECK( fw_validate( w->grid, &query->unit, path, NULL, &worst, 1, &count, NULL ) == FW_OK );
		if ( count != 0 )
		{
			fprintf( stderr, "%s: segment %d at %.17g %.17g: %s by %g\n", query->method, worst.segment,
			         worst.position.x, worst.position.y, fw_violation_text( worst.kind ), worst.amount );
		}
		CHECK( count == 0 );
	}
}

static void check_same( const fw_result* a, const fw_result* b )
{
	CHECK( a->outcome == b->outcome && a->reason == b->reason );
	CHECK( memcmp( &a->counters, &b->counters, sizeof( a->counters ) ) == 0 );
	CHECK( a->cost == b->cost && a->length == b->length );
	CHECK( a->path.count == b->path.count && fw_path_hash( &a->path ) == fw_path_hash( &b->path ) );
}

// In slices, in another context, with a database that may know some patterns.
static void check_again( input* in, const world* w, const fw_query* query, const fw_result* first )
{
	fw_result result;
	fw_result_init( &result, &w->allocator );
	run( w, query, true, &result );
	check_same( first, &result );
	const fw_map map = {
	    .grid = w->grid, .space = w->space, .lddb = take( in, 2 ) == 0 ? database_for( w, query ) : NULL };
	CHECK( fw_search_begin( w->other, &map, query, NULL ) == FW_OK );
	const int64_t slice = 1 + take( in, 40 );
	fw_outcome outcome = FW_RUNNING;
	while ( outcome == FW_RUNNING )
	{
		CHECK( fw_search_step( w->other, slice, &outcome, NULL ) == FW_OK );
	}
	CHECK( fw_search_result( w->other, &result ) == FW_OK );
	check_same( first, &result );
	fw_result_free( &result );
}

// Over centers, block-ps and taut go over tiles as steps do, which do not pass double corners.
static bool is_judged_by_others( const fw_query* query, const fw_method* method )
{
	const bool steps = strcmp( method->name, "block-ps" ) == 0 || strcmp( method->name, "taut" ) == 0;
	return !steps || query->options.anchor == FW_ANCHOR_CORNER || query->options.corners == FW_CORNERS_CLOSED;
}

// All methods at one query.
static void check_methods( input* in, const world* w, const fw_query* asked )
{
	fw_result result;
	fw_result_init( &result, &w->allocator );
	fw_query query = *asked;
	const bool on_vertices = is_on_vertex( &query, query.start ) && is_on_vertex( &query, query.goal );
	double least = 0.0;
	int32_t is_found = -1;
	query.method = w->radius > 0.0 ? "astar" : "visibility-graph";
	query.options.weight = 1.0;
	if ( can( w, &query ) )
	{
		run( w, &query, false, &result );
		is_found = result.outcome == FW_FOUND ? 1 : 0;
		least = w->radius == 0.0 ? result.length : 0.0;
	}
	query.options.weight = asked->options.weight;
	for ( int32_t i = 0; i < fw_method_count(); i++ )
	{
		const fw_method* method = fw_method_at( i );
		query.method = method->name;
		if ( ( method->traits & FW_TRAIT_ANY_ANGLE ) == 0 || !can( w, &query ) )
		{
			continue;
		}
		run( w, &query, false, &result );
		CHECK( result.outcome == FW_FOUND || result.outcome == FW_UNREACHABLE );
		CHECK( ( result.outcome == FW_FOUND ) == ( result.reason == FW_REASON_NONE ) );
		if ( is_judged_by_others( &query, method ) )
		{
			const int32_t found = result.outcome == FW_FOUND ? 1 : 0;
			if ( is_found >= 0 && found != is_found )
			{
				fprintf( stderr, "%s: %s\n", method->name, fw_reason_text( result.reason ) );
			}
			CHECK( is_found < 0 || found == is_found );
			is_found = found;
		}
		if ( result.outcome == FW_FOUND )
		{
			check_path( w, &query, &result );
			if ( on_vertices && result.length < least - 1e-9 )
			{
				fprintf( stderr, "%s: %.12f is less than %.12f\n", method->name, result.length, least );
			}
			CHECK( !on_vertices || result.length >= least - 1e-9 );
		}
		check_again( in, w, &query, &result );
	}
	fw_result_free( &result );
}

// A coordinate on a vertex, now and then anywhere.
static double coordinate( input* in, int32_t size, fw_anchor anchor, bool anywhere )
{
	if ( anywhere )
	{
		return take( in, 65536 ) / 65535.0 * ( size + 0.2 ) - 0.1;
	}
	return anchor == FW_ANCHOR_CORNER ? (double)take( in, (uint32_t)size + 1 ) : take( in, (uint32_t)size ) + 0.5;
}

static fw_query make_query( input* in, const world* w )
{
	static const double weights[] = { 1.0, 1.0, 1.0, 1.3, 4.0 };
	static const fw_heuristic heuristics[] = { FW_HEURISTIC_BEST, FW_HEURISTIC_BEST, FW_HEURISTIC_EUCLIDEAN,
	                                           FW_HEURISTIC_ZERO };
	const uint32_t kind = take( in, 256 );
	fw_query query = fw_default_query();
	query.unit.radius = w->radius;
	query.unit.capabilities = LAND;
	query.options.anchor = w->radius == 0.0 && kind % 4 < 3 ? FW_ANCHOR_CORNER : FW_ANCHOR_CENTER;
	query.options.corners = kind / 4 % 2 == 0 ? FW_CORNERS_CLOSED : FW_CORNERS_OPEN;
	query.options.heuristic = heuristics[kind / 8 % 4];
	query.options.weight = weights[kind / 32 % 5];
	const bool anywhere = take( in, 8 ) == 7;
	query.start.x = coordinate( in, w->width, query.options.anchor, anywhere );
	query.start.y = coordinate( in, w->height, query.options.anchor, anywhere );
	query.goal.x = coordinate( in, w->width, query.options.anchor, anywhere );
	query.goal.y = coordinate( in, w->height, query.options.anchor, anywhere );
	return query;
}

int LLVMFuzzerTestOneInput( const uint8_t* data, size_t size )
{
	input in = { data, size };
	world w = { 0 };
	make_world( &in, &w );
	for ( int32_t round = 0; round == 0 || ( round < QUERIES && in.left > 0 ); round++ )
	{
		const fw_query query = make_query( &in, &w );
		check_methods( &in, &w, &query );
		edit( &in, &w );
	}
	fw_lddb_destroy( w.lddb );
	fw_search_destroy( w.search );
	fw_search_destroy( w.other );
	fw_space_destroy( w.space );
	fw_grid_destroy( w.grid );
	CHECK( w.book.live == 0 );
	return 0;
}
