// SPDX-License-Identifier: MIT
// Passes, cones and profiles of paths that no unit could drive: segments that are off the map, not finite, do not join,
// or are not as long as they say. Each call ends soon, leaves the path as it was if it refuses, and makes no numbers
// that are not finite.
#include "roads/roads.h"
#include "support.h"

#include "fairway/fixed_angles.h"
#include "fairway/motion.h"
#include "fairway/roads.h"
#include "fairway/smooth.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#define SIDE 8
#define PATHS 1500

typedef struct world
{
	fw_grid* grid;
	fw_unit unit;
	fw_primitives* primitives;
} world;

// Mostly on the map.
static double wild( test_random* random )
{
	static const double far[] = { 0.0, -0.0, 7.999, 8.0,    8.0001, -0.1,    -1.0,     1e9,       -1e9,
	                              5e8, 1e17, 1e300, -1e300, 1e-300, 16384.0, INFINITY, -INFINITY, NAN };
	const double near = 0.5 + test_random_int( random, SIDE );
	const double other = far[test_random_int( random, sizeof( far ) / sizeof( far[0] ) )];
	return test_random_chance( random, 0.75 ) ? near : other;
}

static fw_vec2 wild_place( test_random* random )
{
	const double x = wild( random );
	return ( fw_vec2 ){ x, wild( random ) };
}

static fw_gear random_gear( test_random* random )
{
	return test_random_chance( random, 0.15 ) ? FW_GEAR_REVERSE : FW_GEAR_FORWARD;
}

static fw_segment wild_arc( test_random* random, fw_vec2 from )
{
	const double heading = wild( random );
	const double radius = wild( random );
	const double sweep = wild( random );
	fw_segment arc = fw_segment_arc( from, heading, radius, sweep, random_gear( random ) );
	double* const fields[] = { &arc.radius, &arc.sweep, &arc.start, &arc.center.x };
	for ( int32_t i = 0; i < 4; i++ )
	{
		*fields[i] = test_random_chance( random, 0.1 ) ? wild( random ) : *fields[i];
	}
	return arc;
}

// Steps from tile to tile, or any points.
static void wild_path( test_random* random, fw_path* path )
{
	const bool steps = test_random_chance( random, 0.5 );
	const double curved = test_random_chance( random, 0.5 ) ? 0.5 : 0.0;
	const int32_t count = test_random_int( random, 5 );
	fw_vec2 at = steps ? ( fw_vec2 ){ 1.5, 1.5 } : wild_place( random );
	fw_path_clear( path, ( fw_pose ){ at.x, at.y, test_random_chance( random, 0.75 ) ? 0.0 : wild( random ) } );
	for ( int32_t i = 0; i < count; i++ )
	{
		const fw_rect step = test_random_place( random, 3, 3, 1, 1 );
		const fw_vec2 to = steps ? ( fw_vec2 ){ at.x + step.x - 1, at.y + step.y - 1 } : wild_place( random );
		const fw_vec2 from = steps || test_random_chance( random, 0.7 ) ? at : wild_place( random );
		fw_segment segment = test_random_chance( random, curved ) ? wild_arc( random, at )
		                                                          : fw_segment_line( from, to, random_gear( random ) );
		segment.length = test_random_chance( random, 0.15 ) ? wild( random ) : segment.length;
		segment.kind = test_random_chance( random, 0.05 ) ? FW_SEGMENT_LINK : segment.kind;
		segment.waypoint = test_random_chance( random, 0.5 );
		assert_int_equal( fw_path_append( path, &segment ), FW_OK );
		at = segment.to;
	}
}

static fw_status tighter( const world* w, const fw_smoother* smoother, fw_path* path )
{
	(void)w;
	const fw_tighter_def def = fw_default_tighter_def();
	fw_tighter_report report;
	return fw_turn_tighter( smoother, &def, path, &report, NULL );
}

static fw_status backing( const world* w, const fw_smoother* smoother, fw_path* path )
{
	(void)w;
	const fw_backing_def def = fw_default_backing_def();
	fw_backing_report report;
	return fw_turn_backing( smoother, &def, path, &report, NULL );
}

static fw_status along( const world* w, const fw_smoother* smoother, fw_path* path )
{
	fw_smooth48_def def = fw_default_smooth48_def();
	def.primitives = w->primitives;
	def.partial = true;
	fw_smooth48_report report;
	return fw_smooth48( smoother, &def, path, &report, NULL );
}

static fw_status angles( const world* w, const fw_smoother* smoother, fw_path* path )
{
	(void)w;
	fw_fixed_angles_def def = fw_default_fixed_angles_def();
	def.deviation = 0.05;
	fw_fixed_angles_report report;
	return fw_fixed_angles( smoother, &def, path, &report, NULL );
}

static fw_status cones( const world* w, const fw_smoother* smoother, fw_path* path )
{
	(void)smoother;
	fw_cones_def def = fw_default_cones_def();
	def.lane = FW_LANE_RIGHT;
	fw_cones* made = NULL;
	const fw_status status = fw_cones_create( w->grid, &w->unit, &def, path, &made );
	assert_int_equal( status == FW_OK, made != NULL );
	fw_cones_destroy( made );
	return status;
}

static fw_status profile( const world* w, const fw_smoother* smoother, fw_path* path )
{
	(void)smoother;
	fw_profile_def def = fw_default_profile_def();
	def.unit = w->unit;
	fw_profile* made = NULL;
	const fw_status status = fw_profile_create( &def, path, &made, NULL );
	assert_int_equal( status == FW_OK, made != NULL );
	assert_true( status != FW_OK || fw_profile_time( made ) >= 0.0 );
	fw_profile_destroy( made );
	return status;
}

static fw_status straight( const world* w, const fw_smoother* smoother, fw_path* path )
{
	(void)w;
	return fw_smooth_straight( smoother, path, NULL );
}

static fw_status clean( const world* w, const fw_smoother* smoother, fw_path* path )
{
	(void)w;
	return fw_clean_up( smoother, path, true, NULL );
}

static const struct
{
	const char* name;
	fw_status ( *run )( const world* w, const fw_smoother* smoother, fw_path* path );
} passes[] = { { "tighter", tighter }, { "backing", backing }, { "along", along },       { "angles", angles },
               { "cones", cones },     { "profile", profile }, { "straight", straight }, { "clean", clean } };
#define PASSES ( (int32_t)( sizeof( passes ) / sizeof( passes[0] ) ) )

static void world_open( world* w )
{
	w->grid = test_field( SIDE, SIDE );
	assert_int_equal( fw_grid_fill( w->grid, ( fw_rect ){ 0, 2, SIDE, 1 }, FW_TERRAIN_ROAD, NULL ), FW_OK );
	assert_int_equal( fw_grid_fill( w->grid, ( fw_rect ){ 4, 4, 2, 1 }, FW_TERRAIN_OUT, NULL ), FW_OK );
	w->unit = test_unit( 0.4, 1.0 );
	w->unit.reverse = true;
	assert_int_equal( fw_grid_add_layer( w->grid, w->unit.capabilities, NULL ), FW_OK );
	fw_primitives_def def = fw_default_primitives_def();
	def.lattice = FW_LATTICE_TILES;
	def.prune = false;
	def.by_position = true;
	assert_int_equal( fw_primitives_create( &def, &w->primitives, NULL ), FW_OK );
}

static bool is_finite( const fw_path* path )
{
	bool finite = isfinite( path->length );
	for ( int32_t i = 0; i < path->count; i++ )
	{
		const fw_segment* s = &path->segments[i];
		finite = finite && isfinite( s->from.x + s->from.y ) && isfinite( s->to.x + s->to.y ) && isfinite( s->length );
	}
	return finite;
}

static void test_wild_paths( void** state )
{
	(void)state;
	test_random random = test_random_make( 77 );
	world w;
	int32_t taken[PASSES] = { 0 };
	int32_t refused[PASSES] = { 0 };
	fw_path path = { 0 };
	fw_path made = { 0 };
	world_open( &w );
	fw_smoother smoother = fw_default_smoother();
	smoother.grid = w.grid;
	smoother.unit = &w.unit;
	for ( int32_t i = 0; i < test_rounds( PATHS ); i++ )
	{
		wild_path( &random, &path );
		for ( int32_t p = 0; p < PASSES; p++ )
		{
			assert_int_equal( fw_path_copy( &made, &path ), FW_OK );
			const bool good = passes[p].run( &w, &smoother, &made ) == FW_OK;
			taken[p] += good;
			refused[p] += !good;
			if ( good ? is_finite( &path ) && !is_finite( &made ) : fw_path_hash( &made ) != fw_path_hash( &path ) )
			{
				fail_msg( "path %d by %s: %s", (int)i, passes[p].name, good ? "not finite" : "not as it was" );
			}
		}
	}
	for ( int32_t p = 0; p < PASSES; p++ )
	{
		assert_true( taken[p] > test_rounds( 100 ) && ( refused[p] > test_rounds( 100 ) || passes[p].run == clean ) );
	}
	fw_path_free( &path );
	fw_path_free( &made );
	fw_primitives_destroy( w.primitives );
	fw_grid_destroy( w.grid );
}

int run_test_wild_paths( void )
{
	const struct CMUnitTest tests[] = { cmocka_unit_test( test_wild_paths ) };
	return cmocka_run_group_tests( tests, NULL, NULL );
}
