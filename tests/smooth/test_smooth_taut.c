// SPDX-License-Identifier: MIT
// The taut pass: lengths by hand; and over random maps, for every unit class, paths that are legal, never longer, and
// cannot be pulled tighter at any of their waypoints.
#include "base/core.h"
#include "fairway/smooth.h"
#include "support.h"
#include "support_links.h"
#include "support_smooth.h"
#include "support_walker.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#define COUNT( array ) ( (int32_t)( sizeof( array ) / sizeof( ( array )[0] ) ) )

static fw_unit unit_of( int32_t size, double radius )
{
	fw_unit unit = fw_default_unit();
	unit.size = size;
	unit.radius = radius;
	unit.capabilities = FW_CAP_GROUND;
	return unit;
}

// Pulls a tile path taut; returns its length then.
static double pull( fw_grid* grid, const fw_unit* unit, const int32_t ( *tiles )[2], int32_t count, fw_path* path )
{
	const fw_smoother smoother = { .cookie = FW_COOKIE, .grid = grid, .unit = unit };
	assert_int_equal( fw_grid_add_layer( grid, unit->capabilities, NULL ), FW_OK );
	smooth_tile_path( path, tiles, count );
	const fw_pose start = path->start;
	const fw_pose goal = fw_path_end( path );
	assert_int_equal( fw_smooth_taut( &smoother, path, NULL ), FW_OK );
	test_check_legal( grid, unit, path );
	smooth_check_ends( path, start, goal, false );
	return path->length;
}

static void lengths_by_hand( void** state )
{
	(void)state;
	fw_path path;
	fw_path_init( &path, NULL );
	fw_grid* grid = test_grid( ".....\n.....\n..#..\n.....\n.....\n" );
	static const int32_t open[][2] = { { 0, 0 }, { 1, 0 }, { 2, 1 }, { 3, 0 }, { 4, 0 } };
	static const int32_t round[][2] = { { 0, 2 }, { 1, 1 }, { 2, 1 }, { 3, 1 }, { 4, 2 } };
	const fw_unit point = unit_of( 0, 0.0 );
	assert_true( fabs( pull( grid, &point, open, 5, &path ) - 4.0 ) < 1e-12 );
	assert_int_equal( path.count, 1 );
	// Over both upper corners of the tile.
	assert_true( fabs( pull( grid, &point, round, 5, &path ) - ( 2.0 * hypot( 1.5, 0.5 ) + 1.0 ) ) < 1e-9 );
	assert_int_equal( path.count, 3 );
	// The length that a disc adds: a part of a circle at each of them.
	const fw_unit disc = unit_of( 0, 0.4 );
	const double tangent = sqrt( 1.5 * 1.5 + 0.5 * 0.5 - 0.4 * 0.4 );
	const double turned = atan2( 0.5, 1.5 ) + asin( 0.4 / hypot( 1.5, 0.5 ) );
	const double exact = 2.0 * tangent + 1.0 + 2.0 * 0.4 * turned;
	const double length = pull( grid, &disc, round, 5, &path );
	assert_true( length > exact && length < exact + 0.02 );
	// A square of one tile stands on tile centers where its corner touches the tile's corner.
	const fw_unit square = unit_of( 1, 0.0 );
	assert_true( fabs( pull( grid, &square, round, 5, &path ) - ( 2.0 + 2.0 * sqrt( 2.0 ) ) ) < 1e-12 );
	// From the left of the tile to below it by a detour and back: nothing holds the string.
	static const int32_t back[][2] = { { 0, 0 }, { 4, 0 }, { 0, 0 }, { 0, 4 } };
	assert_true( fabs( pull( grid, &disc, back, 4, &path ) - 4.0 ) < 1e-12 );
	static const int32_t home[][2] = { { 0, 0 }, { 4, 0 }, { 0, 0 } };
	assert_true( pull( grid, &disc, home, 3, &path ) < 8.0 );
	fw_path_free( &path );
	fw_grid_destroy( grid );
}

// If any waypoint moves a little towards the line past it, the unit hits something.
static void check_taut( const fw_grid* grid, const fw_unit* unit, const fw_path* path )
{
	for ( int32_t i = 0; i + 1 < path->count; i++ )
	{
		const fw_vec2 a = path->segments[i].from;
		const fw_vec2 b = path->segments[i].to;
		const fw_vec2 c = path->segments[i + 1].to;
		const double one = hypot( a.x - b.x, a.y - b.y );
		const double two = hypot( c.x - b.x, c.y - b.y );
		const fw_vec2 inward = { ( a.x - b.x ) / one + ( c.x - b.x ) / two, ( a.y - b.y ) / one + ( c.y - b.y ) / two };
		const double turn = hypot( inward.x, inward.y );
		if ( turn < 1e-3 )
		{
			continue; // so little that the slack of the sweep would hide the move
		}
		fw_path moved;
		fw_path_init( &moved, NULL );
		fw_path_clear( &moved, ( fw_pose ){ a.x, a.y, 0.0 } );
		test_line_to( &moved, b.x + 0.01 * inward.x / turn, b.y + 0.01 * inward.y / turn, FW_GEAR_FORWARD );
		test_line_to( &moved, c.x, c.y, FW_GEAR_FORWARD );
		int32_t violations = 0;
		assert_int_equal( fw_validate( grid, unit, &moved, NULL, NULL, 0, &violations, NULL ), FW_OK );
		assert_true( violations > 0 );
		fw_path_free( &moved );
	}
}

static fw_grid* random_map( test_random* random, double room )
{
	const int32_t width = 4 + test_random_int( random, 40 );
	const int32_t height = 4 + test_random_int( random, 40 );
	return test_random_map( random, width, height, test_random_real( random, 0.0, 0.4 / ( room * room ) ) );
}

// A legal tile path, pulled taut.
static void check_steps( walker* w, const fw_unit* unit, const fw_query* query )
{
	if ( walker_solve( w, query )->outcome != FW_FOUND )
	{
		return;
	}
	const fw_smoother smoother = { .cookie = FW_COOKIE, .grid = w->grid, .unit = unit };
	fw_path* path = &w->result.path;
	const double before = path->length;
	const fw_pose start = path->start;
	const fw_pose goal = fw_path_end( path );
	assert_int_equal( fw_smooth_taut( &smoother, path, NULL ), FW_OK );
	assert_true( path->length <= before );
	test_check_legal( w->grid, unit, path );
	smooth_check_ends( path, start, goal, false );
	check_taut( w->grid, unit, path );
	const double length = path->length;
	assert_int_equal( fw_smooth_taut( &smoother, path, NULL ), FW_OK );
	assert_true( path->length <= length && path->length >= length - 0.02 * path->count );
}

static void random_paths( void** state )
{
	(void)state;
	static const double kinds[][2] = { { 0, 0.0 }, { 0, 0.1 }, { 0, 0.4 }, { 0, 0.5 }, { 0, 0.9 }, { 0, 1.4 },
	                                   { 0, 2.6 }, { 1, 0.0 }, { 2, 0.0 }, { 3, 0.0 }, { 5, 0.0 } };
	static const char* const methods[] = { "jps", "astar", "theta", "lazy-theta" };
	test_random random = test_random_make( 20261122 );
	for ( int32_t round = 0; round < test_rounds( 330 ); round++ )
	{
		const double* kind = kinds[round % COUNT( kinds )];
		const fw_unit unit = unit_of( (int32_t)kind[0], kind[1] );
		walker w;
		walker_open( &w, random_map( &random, fw_unit_side( &unit ) ), unit.radius, FW_CAP_GROUND );
		fw_space_def def = fw_default_space_def();
		def.capabilities = FW_CAP_GROUND;
		def.size = unit.size;
		def.radius = unit.radius;
		fw_space* space = NULL;
		assert_int_equal( fw_space_create( w.grid, &def, &space, NULL ), FW_OK );
		w.map.space = space;
		for ( int32_t i = 0; i < 12; i++ )
		{
			fw_query query = walker_random_query( &w, &random, methods[i % COUNT( methods )], FW_ANCHOR_CENTER );
			query.unit = unit;
			check_steps( &w, &unit, &query );
		}
		fw_space_destroy( space );
		walker_close( &w );
	}
}

// A link stays; the parts before and after it are pulled separately.
static void links_stay( void** state )
{
	(void)state;
	fw_grid* grid = test_grid( "......#......\n......#......\n......#......\n" );
	links_add( grid, 5, 1, 7, 1, 3.0, FW_CAP_GROUND );
	const fw_unit unit = unit_of( 0, 0.4 );
	const fw_smoother smoother = { .cookie = FW_COOKIE, .grid = grid, .unit = &unit };
	fw_path path;
	fw_path_init( &path, NULL );
	assert_int_equal( fw_grid_add_layer( grid, unit.capabilities, NULL ), FW_OK );
	smooth_tile_path( &path, ( const int32_t[][2] ){ { 0, 1 }, { 2, 0 }, { 5, 1 } }, 3 );
	assert_int_equal( fw_path_append_link( &path, ( fw_vec2 ){ 7.5, 1.5 } ), FW_OK );
	test_line_to( &path, 9.5, 2.5, FW_GEAR_FORWARD );
	test_line_to( &path, 12.5, 1.5, FW_GEAR_FORWARD );
	assert_int_equal( fw_smooth_taut( &smoother, &path, NULL ), FW_OK );
	assert_int_equal( path.count, 3 );
	assert_int_equal( path.segments[1].kind, FW_SEGMENT_LINK );
	assert_true( fabs( path.length - 10.0 ) < 1e-12 );
	test_check_legal( grid, &unit, &path );
	fw_path_free( &path );
	fw_grid_destroy( grid );
}

// The short path leads through a swamp that costs ten times as much.
static void dear_ground_is_not_cut_through( void** state )
{
	(void)state;
	fw_grid* grid = test_grid( ".......\n.SSSSS.\n.SSSSS.\n.SSSSS.\n" );
	fw_terrain swamp = *fw_grid_terrain( grid, FW_TERRAIN_SWAMP );
	swamp.cost = 10.0;
	assert_int_equal( fw_grid_set_terrain( grid, FW_TERRAIN_SWAMP, &swamp, NULL ), FW_OK );
	fw_unit unit = unit_of( 0, 0.4 );
	unit.capabilities = FW_CAP_GROUND | FW_CAP_SWAMP;
	fw_smoother smoother = { .cookie = FW_COOKIE, .grid = grid, .unit = &unit };
	assert_int_equal( fw_grid_add_layer( grid, unit.capabilities, NULL ), FW_OK );
	static const int32_t tiles[][2] = { { 0, 3 }, { 0, 0 }, { 6, 0 }, { 6, 3 } };
	fw_path path;
	fw_path_init( &path, NULL );
	smooth_tile_path( &path, tiles, 4 );
	assert_int_equal( fw_smooth_taut( &smoother, &path, NULL ), FW_OK );
	assert_true( path.length == 12.0 );
	smoother.ignore_costs = true;
	assert_int_equal( fw_smooth_taut( &smoother, &path, NULL ), FW_OK );
	assert_true( fabs( path.length - 6.0 ) < 1e-12 );
	fw_path_free( &path );
	fw_grid_destroy( grid );
}

static void check_refused( const fw_smoother* smoother, fw_path* path, fw_status status )
{
	const int32_t count = path->count;
	const uint64_t hash = fw_path_hash( path );
	assert_int_equal( fw_smooth_taut( smoother, path, NULL ), status );
	assert_true( path->count == count && fw_path_hash( path ) == hash );
}

static void refuses_what_it_cannot_do( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 9, 9 );
	fw_unit unit = unit_of( 0, 0.4 );
	fw_smoother smoother = { .cookie = FW_COOKIE, .grid = grid, .unit = &unit };
	fw_path path;
	fw_path_init( &path, NULL );
	static const int32_t tiles[][2] = { { 1, 1 }, { 3, 1 }, { 3, 3 } };
	smooth_tile_path( &path, tiles, 3 );
	check_refused( &smoother, &path, FW_ERR_STATE );
	assert_int_equal( fw_grid_add_layer( grid, unit.capabilities, NULL ), FW_OK );
	check_refused( NULL, &path, FW_ERR_ARGUMENT );
	assert_int_equal( fw_smooth_taut( &smoother, NULL, NULL ), FW_ERR_ARGUMENT );
	smoother.keep_terrains = 1;
	check_refused( &smoother, &path, FW_ERR_UNSUPPORTED );
	smoother.keep_terrains = 0;
	test_line_to( &path, 2.5, 3.5, FW_GEAR_REVERSE );
	check_refused( &smoother, &path, FW_ERR_UNSUPPORTED );
	smooth_tile_path( &path, tiles, 3 );
	const fw_segment arc = fw_segment_arc( ( fw_vec2 ){ 3.5, 3.5 }, 0.0, 1.0, 1.0, FW_GEAR_FORWARD );
	assert_int_equal( fw_path_append( &path, &arc ), FW_OK );
	check_refused( &smoother, &path, FW_ERR_UNSUPPORTED );
	smooth_tile_path( &path, tiles, 3 );
	unit.radius = -1.0;
	check_refused( &smoother, &path, FW_ERR_ARGUMENT );
	unit.radius = 0.4;
	smoother.unit = NULL;
	check_refused( &smoother, &path, FW_ERR_ARGUMENT );
	fw_path_free( &path );
	fw_grid_destroy( grid );
}

// Paths that no unit can drive stay as they are: through a wall, off the map, with numbers that are not finite.
static void impossible_paths_stay( void** state )
{
	(void)state;
	static const double wild[] = { NAN, INFINITY, -INFINITY, 1e300, -1e300, -3.0, 9.5, 1e9 };
	fw_grid* grid = test_grid( "...#....\n...#....\n...#....\n" );
	for ( int32_t i = 0; i < 3 * COUNT( wild ) + 3; i++ )
	{
		const fw_unit unit = i % 3 == 0 ? unit_of( 0, 0.4 ) : i % 3 == 1 ? unit_of( 0, 0.0 ) : unit_of( 2, 0.0 );
		const fw_smoother smoother = { .cookie = FW_COOKIE, .grid = grid, .unit = &unit };
		assert_int_equal( fw_grid_add_layer( grid, unit.capabilities, NULL ), FW_OK );
		fw_path path;
		fw_path_init( &path, NULL );
		fw_path_clear( &path, test_center( 0, 0, 0 ) );
		const fw_vec2 points[] = {
		    { 0.5, 0.5 }, { 2.5, 1.5 }, { 5.5, i / 3 < COUNT( wild ) ? wild[i / 3] : 0.5 }, { 6.5, 0.5 } };
		for ( int32_t k = 0; k + 1 < COUNT( points ); k++ )
		{
			const fw_segment line = fw_segment_line( points[k], points[k + 1], FW_GEAR_FORWARD );
			assert_int_equal( fw_path_append( &path, &line ), FW_OK );
		}
		const uint64_t hash = fw_path_hash( &path );
		const bool finite = isfinite( fw_length( points[2].x, points[2].y ) );
		assert_int_equal( fw_smooth_taut( &smoother, &path, NULL ), finite ? FW_OK : FW_ERR_UNSUPPORTED );
		assert_true( fw_path_hash( &path ) == hash );
		fw_path_free( &path );
	}
	fw_grid_destroy( grid );
}

static void lack_of_memory_leaves_the_path( void** state )
{
	(void)state;
	test_random random = test_random_make( 3 );
	walker w;
	walker_open( &w, test_random_grid( &random, 60, 60, 0.15 ), 0.4, FW_CAP_GROUND );
	fw_query query = walker_query( &w, "jps", FW_ANCHOR_CENTER, 0, 0, 59, 59 );
	assert_int_equal( walker_solve( &w, &query )->outcome, FW_FOUND );
	test_memory memory = test_memory_make();
	const fw_smoother smoother = {
	    .cookie = FW_COOKIE, .grid = w.grid, .unit = &query.unit, .allocator = test_memory_allocator( &memory ) };
	const uint64_t hash = fw_path_hash( &w.result.path );
	fw_status status = FW_ERR_MEMORY;
	for ( int64_t n = 0; status == FW_ERR_MEMORY; n++ )
	{
		assert_true( fw_path_hash( &w.result.path ) == hash );
		test_memory_fail_in( &memory, n, true );
		status = fw_smooth_taut( &smoother, &w.result.path, NULL );
		assert_true( status == FW_ERR_MEMORY || n > 3 );
		test_memory_check_empty( &memory );
	}
	assert_int_equal( status, FW_OK );
	assert_true( fw_path_hash( &w.result.path ) != hash );
	walker_close( &w );
}

int run_test_smooth_taut( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( lengths_by_hand ),
	    cmocka_unit_test( random_paths ),
	    cmocka_unit_test( links_stay ),
	    cmocka_unit_test( dear_ground_is_not_cut_through ),
	    cmocka_unit_test( refuses_what_it_cannot_do ),
	    cmocka_unit_test( impossible_paths_stay ),
	    cmocka_unit_test( lack_of_memory_leaves_the_path ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
