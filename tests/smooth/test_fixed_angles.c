// SPDX-License-Identifier: MIT
// Paths in the angles in which a unit was drawn: each line in one of these directions, near to the original path, from
// end to end, and legal wherever the report says so.
#include "oracle.h"
#include "smooth/knots.h"
#include "support.h"
#include "support_planner.h"

#include "fairway/fixed_angles.h"
#include "fairway/grid.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// The distance from a point to a segment, by the C library's trigonometry.
static double distance_to( const fw_segment* segment, fw_vec2 p )
{
	if ( segment->kind == FW_SEGMENT_ARC )
	{
		const double dx = p.x - segment->center.x;
		const double dy = p.y - segment->center.y;
		const double side = segment->sweep < 0.0 ? -1.0 : 1.0;
		const double turned = fmod( fmod( side * ( atan2( dy, dx ) - segment->start ), FW_TAU ) + FW_TAU, FW_TAU );
		return turned <= fabs( segment->sweep ) ? fabs( hypot( dx, dy ) - segment->radius )
		                                        : fmin( hypot( p.x - segment->from.x, p.y - segment->from.y ),
		                                                hypot( p.x - segment->to.x, p.y - segment->to.y ) );
	}
	const double dx = segment->to.x - segment->from.x;
	const double dy = segment->to.y - segment->from.y;
	const double square = dx * dx + dy * dy;
	const double t = square > 0.0 ? ( ( p.x - segment->from.x ) * dx + ( p.y - segment->from.y ) * dy ) / square : 0.0;
	const double part = fmax( 0.0, fmin( 1.0, t ) );
	return hypot( p.x - segment->from.x - part * dx, p.y - segment->from.y - part * dy );
}

static double distance_to_path( const fw_path* path, fw_vec2 p )
{
	double least = INFINITY;
	for ( int32_t i = 0; i < path->count; i++ )
	{
		least = path->segments[i].kind != FW_SEGMENT_LINK ? fmin( least, distance_to( &path->segments[i], p ) ) : least;
	}
	return least;
}

// The maximum distance from samples of one path to the other.
static double furthest( const fw_path* from, const fw_path* to )
{
	double most = 0.0;
	for ( int32_t i = 0; i < from->count; i++ )
	{
		for ( int32_t k = 0; k <= 40 && from->segments[i].kind != FW_SEGMENT_LINK; k++ )
		{
			most = fmax( most, distance_to_path( to, oracle_point( &from->segments[i], k / 40.0 ) ) );
		}
	}
	return most;
}

// Each line leads in one of the directions, in the gear of the unit.
static void check_directions( const fw_sprites* sprites, const fw_path* path )
{
	for ( int32_t i = 0; i < path->count; i++ )
	{
		const fw_segment* line = &path->segments[i];
		if ( line->kind == FW_SEGMENT_LINK )
		{
			continue;
		}
		assert_int_equal( line->kind, FW_SEGMENT_LINE );
		const double dx = line->to.x - line->from.x;
		const double dy = line->to.y - line->from.y;
		double least = INFINITY;
		for ( int32_t k = 0; k < sprites->count; k++ )
		{
			const double reverse = line->gear == FW_GEAR_REVERSE ? FW_PI : 0.0;
			const double heading = sprites->offset + FW_TAU * k / sprites->count + reverse;
			const double along = dx * cos( heading ) + dy * sin( heading );
			least = fmin( least, hypot( dx - along * cos( heading ), dy - along * sin( heading ) ) +
			                         ( along > 0.0 ? 0.0 : INFINITY ) );
		}
		assert_true( least <= 1e-8 );
	}
}

static double worst_depth( const fw_grid* grid, const fw_unit* unit, const fw_path* path )
{
	double worst = -INFINITY;
	for ( int32_t i = 0; i < path->count; i++ )
	{
		worst = fmax( worst, oracle_swept_depth( grid, unit->capabilities, unit->radius, &path->segments[i], 0.01 ) );
	}
	return worst;
}

// Converts a copy and checks all that the header promises.
static fw_fixed_angles_report convert( const fw_grid* grid, const fw_unit* unit, const fw_fixed_angles_def* def,
                                       const fw_path* old, fw_path* path )
{
	fw_smoother smoother = fw_default_smoother();
	smoother.grid = grid;
	smoother.unit = unit;
	fw_fixed_angles_report report = { 0 };
	assert_int_equal( fw_path_copy( path, old ), FW_OK );
	assert_int_equal( fw_fixed_angles( &smoother, def, path, &report, NULL ), FW_OK );
	const double half = FW_PI / def->sprites.count;
	check_directions( &def->sprites, path );
	const fw_pose end = fw_path_end( old );
	const fw_pose new_end = fw_path_end( path );
	assert_true( path->segments[0].from.x == old->segments[0].from.x );
	assert_true( path->segments[0].from.y == old->segments[0].from.y );
	assert_true( new_end.x == end.x && new_end.y == end.y );
	assert_true( furthest( path, old ) <= report.deviation + 1e-7 );
	assert_true( furthest( old, path ) <= 2.0 * report.deviation + 1e-7 );
	assert_true( path->length <= old->length / cos( half ) + 1e-6 );
	assert_true( fw_fixed_angles_slide( &def->sprites, path ).mean < 1e-6 );
	assert_int_equal( test_cusps( path ), test_cusps( old ) );
	fw_unit turning = *unit;
	turning.turning_radius = 0.0;
	if ( report.illegal == 0 )
	{
		test_check_legal( grid, &turning, path );
	}
	return report;
}

// Planned paths of discs over random maps, by curves, in both gears, and by lines of any angle.
static void test_random_paths( void** state )
{
	(void)state;
	static const int32_t counts[] = { 4, 5, 8, 12, 16, 32 };
	test_random random = test_random_make( 5 );
	int32_t found = 0, legal = 0, hit = 0;
	fw_path path = { 0 };
	for ( int32_t round = 0; round < test_rounds( 240 ); round++ )
	{
		fw_grid* grid = test_random_map( &random, 40, 30, 0.12 );
		fw_planner* planner = planner_make( grid );
		const bool lines = round % 3 == 0;
		const fw_pose start = test_random_stand( &random, 40, 30 );
		const fw_pose goal = test_random_center( &random, 40, 30, 0 );
		fw_plan plan = planner_plan( 0.4, lines ? 0.0 : 0.7 + 0.6 * ( round % 4 ), start, goal );
		plan.method = lines ? "theta" : "directional";
		plan.unit.reverse = round % 3 == 2;
		plan.clean_up = round % 2 == 0;
		fw_result result = { 0 };
		assert_int_equal( fw_planner_run( planner, &plan, &result, NULL ), FW_OK );
		if ( result.outcome == FW_FOUND && result.path.count > 0 )
		{
			fw_fixed_angles_def def = fw_default_fixed_angles_def();
			def.sprites.count = counts[round % 6];
			def.sprites.offset = round % 4 == 0 ? test_random_real( &random, -6.0, 6.0 ) : 0.0;
			def.deviation = round % 5 == 0 ? 0.3 : INFINITY;
			const fw_fixed_angles_report report = convert( grid, &plan.unit, &def, &result.path, &path );
			const double depth = worst_depth( grid, &plan.unit, &path );
			assert_true( report.illegal > 0 ? depth > 1e-8 : depth < 1e-6 );
			found++;
			legal += report.illegal == 0 ? 1 : 0;
			hit += report.divided;
		}
		fw_result_free( &result );
		fw_planner_destroy( planner );
		fw_grid_destroy( grid );
	}
	fw_path_free( &path );
	assert_true( found > test_rounds( 150 ) && legal >= found - test_rounds( 5 ) && hit > test_rounds( 100 ) );
}

// A single arc becomes the polygon around its circle: its sides touch the circle, its corners lie at the reported
// distance.
static void test_circle( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 30, 30 );
	const fw_unit unit = test_unit( 0.4, 5.0 );
	assert_int_equal( fw_grid_add_layer( grid, unit.capabilities, NULL ), FW_OK );
	fw_path old = { 0 };
	fw_path path = { 0 };
	for ( int32_t count = FW_SPRITES_MIN; count < 40; count++ )
	{
		for ( int32_t side = -1; side <= 1; side += 2 )
		{
			fw_fixed_angles_def def = fw_default_fixed_angles_def();
			def.sprites.count = count;
			fw_path_clear( &old, ( fw_pose ){ 15.0, 15.0 - 5.0 * side, 0.0 } );
			const fw_segment arc =
			    fw_segment_arc( ( fw_vec2 ){ 15.0, 15.0 - 5.0 * side }, 0.0, 5.0, side * FW_TAU, FW_GEAR_FORWARD );
			assert_int_equal( fw_path_append( &old, &arc ), FW_OK );
			const fw_fixed_angles_report report = convert( grid, &unit, &def, &old, &path );
			const double half = FW_PI / count;
			assert_int_equal( path.count,
			                  count + 1 ); // the first side is driven in two parts, at the start and the end
			assert_int_equal( report.corners, count );
			assert_int_equal( report.sharpest, 1 );
			assert_true( fabs( path.length - 2.0 * count * 5.0 * tan( half ) ) < 1e-6 );
			for ( int32_t i = 0; i + 1 < path.count; i++ )
			{
				const fw_vec2 at = path.segments[i].to;
				assert_true( fabs( hypot( at.x - 15.0, at.y - 15.0 ) - 5.0 / cos( half ) ) < 1e-7 );
			}
			assert_true( fabs( furthest( &path, &old ) - ( 5.0 / cos( half ) - 5.0 ) ) < 1e-7 );
		}
	}
	fw_path_free( &old );
	fw_path_free( &path );
	fw_grid_destroy( grid );
}

static void line_between( fw_path* path, fw_vec2 from, fw_vec2 to )
{
	fw_path_clear( path, ( fw_pose ){ from.x, from.y, 0.0 } );
	assert_int_equal( fw_path_append_line( path, to, FW_GEAR_FORWARD ), FW_OK );
}

// A straight line becomes two; if one pair hits something, the other pair; if both do, stairs.
static void test_line( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 40, 40 );
	const fw_unit unit = test_unit( 0.4, 0.0 );
	assert_int_equal( fw_grid_add_layer( grid, unit.capabilities, NULL ), FW_OK );
	fw_fixed_angles_def def = fw_default_fixed_angles_def();
	def.sprites.count = 8;
	fw_path old = { 0 };
	fw_path path = { 0 };
	line_between( &old, ( fw_vec2 ){ 2.5, 2.5 }, ( fw_vec2 ){ 32.5, 12.5 } );
	fw_fixed_angles_report report = convert( grid, &unit, &def, &old, &path );
	assert_int_equal( path.count, 2 );
	assert_true( report.stretches == 1 && report.divided == 0 && report.illegal == 0 && report.corners == 1 );
	// The corner is 20 tiles along the x axis and 10 along the diagonal: 20 * 10 / |line| off.
	assert_true( fabs( report.deviation - 200.0 / sqrt( 1000.0 ) ) < 1e-9 );
	assert_true( fabs( furthest( &path, &old ) - report.deviation ) < 1e-9 );
	assert_true( path.segments[0].to.x == 22.5 && path.segments[0].to.y == 2.5 );

	test_block( grid, 20, 2 );
	report = convert( grid, &unit, &def, &old, &path );
	assert_true( path.count == 2 && report.illegal == 0 && report.divided == 0 );
	assert_true( fabs( path.segments[0].to.y - 12.5 ) < 1e-9 );

	test_block( grid, 12, 12 );
	report = convert( grid, &unit, &def, &old, &path );
	assert_true( path.count > 2 && report.illegal == 0 && report.divided == 1 );
	assert_true( report.sharpest == 1 && report.deviation < 4.0 );

	// One step of tiles between blocked ones, in a direction that no sprite has: nothing helps there.
	test_block( grid, 16, 7 );
	test_block( grid, 17, 6 );
	report = convert( grid, &unit, &def, &old, &path );
	assert_true( report.illegal > 0 && report.divided > 3 );
	assert_true( distance_to_path( &old, report.position ) < 1e-9 );
	assert_true( fabs( report.position.x - 17.0 ) < 1.5 );
	// Nor at a wall behind them: the first position is reported.
	const fw_vec2 first = report.position;
	const int32_t illegal = report.illegal;
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 28, 0, 1, fw_grid_height( grid ) }, FW_TERRAIN_OUT, NULL ),
	                  FW_OK );
	report = convert( grid, &unit, &def, &old, &path );
	assert_true( report.illegal > illegal && report.position.x == first.x && report.position.y == first.y );
	fw_path_free( &old );
	fw_path_free( &path );
	fw_grid_destroy( grid );
}

// A limit on the deviation is kept in the open, at the lowest possible cost.
static void test_limit( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 60, 60 );
	const fw_unit unit = test_unit( 0.4, 0.0 );
	assert_int_equal( fw_grid_add_layer( grid, unit.capabilities, NULL ), FW_OK );
	test_random random = test_random_make( 77 );
	fw_path old = { 0 };
	fw_path path = { 0 };
	int32_t before = 0;
	for ( int32_t round = 0; round < 100; round++ )
	{
		fw_fixed_angles_def def = fw_default_fixed_angles_def();
		def.sprites.count = 4 + round % 20;
		def.min_length = FW_FIXED_ANGLES_MIN_LENGTH;
		const fw_pose a = test_random_pose( &random, 50.0 );
		const fw_pose b = test_random_pose( &random, 50.0 );
		line_between( &old, ( fw_vec2 ){ a.x + 5.0, a.y + 5.0 }, ( fw_vec2 ){ b.x + 5.0, b.y + 5.0 } );
		for ( def.deviation = 4.0; def.deviation > 0.1; def.deviation *= 0.5 )
		{
			const fw_fixed_angles_report report = convert( grid, &unit, &def, &old, &path );
			const bool fresh = def.deviation == 4.0;
			assert_true( report.deviation <= def.deviation );
			assert_true( fresh || report.stretches <= 2 * before );
			before = report.stretches > 1 ? report.stretches : 1;
		}
	}
	fw_path_free( &old );
	fw_path_free( &path );
	fw_grid_destroy( grid );
}

// A path that has the angles already stays, to the bit; so does a path that the pass made.
static void test_stays( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 60, 60 );
	const fw_unit unit = test_unit( 0.4, 0.0 );
	assert_int_equal( fw_grid_add_layer( grid, unit.capabilities, NULL ), FW_OK );
	test_random random = test_random_make( 3 );
	fw_path old = { 0 };
	fw_path once = { 0 };
	fw_path twice = { 0 };
	for ( int32_t round = 0; round < 50; round++ )
	{
		fw_fixed_angles_def def = fw_default_fixed_angles_def();
		def.sprites.count = 4 + test_random_int( &random, 40 );
		fw_path_clear( &old, ( fw_pose ){ 30.0, 30.0, 0.0 } );
		for ( int32_t i = 0; i < 6; i++ )
		{
			const fw_pose at = test_random_pose( &random, 50.0 );
			test_line_to( &old, at.x + 5.0, at.y + 5.0, FW_GEAR_FORWARD );
		}
		convert( grid, &unit, &def, &old, &once );
		const fw_fixed_angles_report report = convert( grid, &unit, &def, &once, &twice );
		assert_true( fw_path_hash( &once ) == fw_path_hash( &twice ) && report.deviation == 0.0 );
	}
	fw_path_free( &old );
	fw_path_free( &once );
	fw_path_free( &twice );
	fw_grid_destroy( grid );
}

// Links stay, no line leads against one-way tiles, and squares work too.
static void test_links_and_squares( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 40, 30 );
	fw_unit unit = test_unit( 0.4, 0.0 );
	assert_int_equal( fw_grid_add_layer( grid, unit.capabilities, NULL ), FW_OK );
	fw_link link = { .from_x = 12, .from_y = 7, .to_x = 3, .to_y = 20, .cost = 2.0, .capabilities = unit.capabilities };
	assert_int_equal( fw_grid_add_link( grid, &link, NULL ), FW_OK );
	// The second line may not begin along the diagonal.
	assert_int_equal( fw_grid_set_exits( grid, ( fw_rect ){ 0, 20, 40, 1 }, FW_EXIT_WEST | FW_EXIT_SOUTH, NULL ),
	                  FW_OK );
	fw_path old = { 0 };
	fw_path path = { 0 };
	fw_path_clear( &old, ( fw_pose ){ 2.5, 3.5, 0.0 } );
	test_line_to( &old, 12.5, 7.5, FW_GEAR_FORWARD );
	assert_int_equal( fw_path_append_link( &old, ( fw_vec2 ){ 3.5, 20.5 } ), FW_OK );
	test_line_to( &old, 6.5, 28.5, FW_GEAR_FORWARD );
	fw_fixed_angles_def def = fw_default_fixed_angles_def();
	def.sprites.count = 8;
	fw_fixed_angles_report report = convert( grid, &unit, &def, &old, &path );
	assert_int_equal( report.illegal, 0 );
	int32_t links = 0;
	for ( int32_t i = 0; i < path.count; i++ )
	{
		links += path.segments[i].kind == FW_SEGMENT_LINK ? 1 : 0;
	}
	assert_int_equal( links, 1 );
	assert_true( path.count == 5 && path.segments[3].to.x == 3.5 && path.segments[3].to.y > 24.0 );
	unit.size = 2;
	line_between( &old, ( fw_vec2 ){ 2.5, 2.5 }, ( fw_vec2 ){ 30.5, 12.5 } );
	test_block( grid, 20, 2 );
	report = convert( grid, &unit, &def, &old, &path );
	assert_true( report.illegal == 0 && path.count == 2 && path.segments[0].to.y > 5.0 );
	fw_path_free( &old );
	fw_path_free( &path );
	fw_grid_destroy( grid );
}

static void test_sprites( void** state )
{
	(void)state;
	for ( int32_t count = FW_SPRITES_MIN; count <= 130; count++ )
	{
		const fw_sprites sprites = { .count = count };
		for ( int32_t k = -count; k < 2 * count; k++ )
		{
			const fw_vec2 at = fw_sprites_direction( &sprites, k );
			const double heading = fw_sprites_heading( &sprites, k );
			assert_true( fabs( at.x - cos( heading ) ) < 1e-14 && fabs( at.y - sin( heading ) ) < 1e-14 );
			assert_int_equal( fw_sprites_nearest( &sprites, heading + 0.4 * FW_TAU / count ), ( k + count ) % count );
			assert_int_equal( fw_sprites_nearest( &sprites, heading - 0.4 * FW_TAU / count ), ( k + count ) % count );
			const fw_vec2 mirrored = fw_sprites_direction( &sprites, -k );
			assert_true( count % 4 != 0 || ( mirrored.x == at.x && mirrored.y == -at.y ) );
			const fw_vec2 turned = fw_sprites_direction( &sprites, count / 4 - k );
			assert_true( count % 4 != 0 || ( turned.x == at.y && turned.y == at.x ) );
			assert_true( fw_sprites_between( &sprites, k, k + 1 ) == 1 && fw_sprites_between( &sprites, k, k ) == 0 );
		}
		assert_int_equal( fw_sprites_between( &sprites, 0, count / 2 + 1 ), count - count / 2 - 1 );
	}
	const fw_sprites east = { .count = 8 };
	assert_true( fw_sprites_direction( &east, 0 ).x == 1.0 && fw_sprites_direction( &east, 2 ).x == 0.0 );
	assert_true( fw_sprites_direction( &east, 1 ).x == fw_sprites_direction( &east, 1 ).y );
}

// Against many samples of the heading.
static void test_slide( void** state )
{
	(void)state;
	test_random random = test_random_make( 12 );
	fw_path path = { 0 };
	for ( int32_t round = 0; round < test_rounds( 60 ); round++ )
	{
		const int32_t angles = 4 + test_random_int( &random, 20 );
		const fw_sprites sprites = { angles, test_random_real( &random, -6.0, 6.0 ) };
		fw_path_clear( &path, ( fw_pose ){ 0.0, 0.0, test_random_real( &random, -3.0, 3.0 ) } );
		for ( int32_t i = 0; i < 4; i++ )
		{
			const fw_pose end = fw_path_end( &path );
			const fw_gear gear = i == 2 ? FW_GEAR_REVERSE : FW_GEAR_FORWARD;
			const fw_segment arc = fw_segment_arc( ( fw_vec2 ){ end.x, end.y }, end.heading, 1.5,
			                                       test_random_real( &random, -4.0, 4.0 ), gear );
			assert_int_equal( fw_path_append( &path, &arc ), FW_OK );
		}
		double sum = 0.0, worst = 0.0;
		const int32_t samples = 20000;
		for ( int32_t i = 0; i < samples; i++ )
		{
			const double facing = fw_path_at( &path, path.length * ( i + 0.5 ) / samples ).pose.heading;
			double least = INFINITY;
			for ( int32_t k = 0; k < sprites.count; k++ )
			{
				least = fmin( least, test_angle_between( facing, sprites.offset + FW_TAU * k / sprites.count ) );
			}
			sum += least / samples;
			worst = fmax( worst, least );
		}
		const fw_slide slide = fw_fixed_angles_slide( &sprites, &path );
		assert_true( fabs( slide.mean - sum ) < 1e-4 && fabs( slide.worst - worst ) < 2e-3 );
	}
	fw_path_free( &path );
}

// The same bits with every compiler, level and machine.
static void test_same_bits( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 60, 60 );
	const fw_unit unit = test_unit( 0.4, 0.0 );
	assert_int_equal( fw_grid_add_layer( grid, unit.capabilities, NULL ), FW_OK );
	test_random random = test_random_make( 21 );
	uint64_t hash = 0;
	fw_path path = { 0 };
	for ( int32_t round = 0; round < 40; round++ )
	{
		const int32_t x = test_random_int( &random, 60 );
		test_block( grid, x, test_random_int( &random, 60 ) );
		fw_path_clear( &path, ( fw_pose ){ 30.0, 30.0, test_random_real( &random, -3.0, 3.0 ) } );
		for ( int32_t i = 0; i < 5; i++ )
		{
			const fw_pose end = fw_path_end( &path );
			const fw_segment arc = fw_segment_arc( ( fw_vec2 ){ end.x, end.y }, end.heading, 3.0,
			                                       test_random_real( &random, -3.0, 3.0 ), FW_GEAR_FORWARD );
			assert_int_equal( fw_path_append( &path, &arc ), FW_OK );
		}
		fw_smoother smoother = fw_default_smoother();
		smoother.grid = grid;
		smoother.unit = &unit;
		fw_fixed_angles_def def = fw_default_fixed_angles_def();
		fw_fixed_angles_report report = { 0 };
		def.sprites.count = 4 + round;
		def.sprites.offset = round % 2 == 0 ? 0.0 : 0.1 * round;
		assert_int_equal( fw_fixed_angles( &smoother, &def, &path, &report, NULL ), FW_OK );
		hash = hash * 31 + fw_path_hash( &path );
	}
	assert_true( hash == 0x8e107ffa267e3caeull );
	fw_path_free( &path );
	fw_grid_destroy( grid );
}

static void test_memory_runs_out( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 30, 30 );
	const fw_unit unit = test_unit( 0.4, 0.0 );
	assert_int_equal( fw_grid_add_layer( grid, unit.capabilities, NULL ), FW_OK );
	test_memory memory = test_memory_make();
	const fw_allocator allocator = test_memory_allocator( &memory );
	fw_smoother smoother = fw_default_smoother();
	smoother.grid = grid;
	smoother.unit = &unit;
	smoother.allocator = allocator;
	fw_fixed_angles_def def = fw_default_fixed_angles_def();
	def.deviation = 0.05;
	fw_path path;
	fw_path_init( &path, &allocator );
	line_between( &path, ( fw_vec2 ){ 2.5, 2.5 }, ( fw_vec2 ){ 27.5, 11.5 } );
	const uint64_t hash = fw_path_hash( &path );
	fw_status status = FW_ERR_MEMORY;
	int64_t n = 0;
	for ( ; status != FW_OK; n++ )
	{
		fw_fixed_angles_report report = { .stretches = -7 };
		test_memory_fail_in( &memory, n, n % 2 == 0 );
		status = fw_fixed_angles( &smoother, &def, &path, &report, NULL );
		assert_true( status == FW_OK || status == FW_ERR_MEMORY );
		assert_true( status == FW_OK || ( fw_path_hash( &path ) == hash && report.stretches == -7 ) );
	}
	assert_true( n > 3 );
	test_memory_fail_never( &memory );
	fw_path_free( &path );
	test_memory_check_empty( &memory );
	fw_grid_destroy( grid );
}

static void test_misuse( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 30, 30 );
	const fw_unit unit = test_unit( 0.4, 0.0 );
	fw_smoother smoother = fw_default_smoother();
	smoother.grid = grid;
	smoother.unit = &unit;
	fw_fixed_angles_def def = fw_default_fixed_angles_def();
	fw_fixed_angles_report report = { 0 };
	fw_path path = { 0 };
	line_between( &path, ( fw_vec2 ){ 2.5, 2.5 }, ( fw_vec2 ){ 27.5, 11.5 } );
	assert_int_equal( fw_fixed_angles( &smoother, &def, &path, &report, NULL ), FW_ERR_STATE );
	assert_int_equal( fw_grid_add_layer( grid, unit.capabilities, NULL ), FW_OK );
	assert_int_equal( fw_fixed_angles( NULL, &def, &path, &report, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_fixed_angles( &smoother, NULL, &path, &report, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_fixed_angles( &smoother, &def, NULL, &report, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_fixed_angles( &smoother, &def, &path, NULL, NULL ), FW_ERR_ARGUMENT );
	fw_fixed_angles_def bad[5];
	for ( int32_t i = 0; i < 5; i++ )
	{
		bad[i] = def;
	}
	bad[0].cookie = 0;
	bad[1].sprites.count = 3;
	bad[2].deviation = 0.0;
	bad[3].min_length = 0.001;
	bad[4].deviation = NAN;
	for ( int32_t i = 0; i < 5; i++ )
	{
		assert_int_equal( fw_fixed_angles( &smoother, &bad[i], &path, &report, NULL ),
		                  i == 0 ? FW_ERR_DEF : FW_ERR_ARGUMENT );
	}
	fw_path off = { 0 };
	line_between( &off, ( fw_vec2 ){ 2.5, 2.5 }, ( fw_vec2 ){ 1e100, 11.5 } );
	assert_int_equal( fw_fixed_angles( &smoother, &def, &off, &report, NULL ), FW_ERR_ARGUMENT );
	fw_path_clear( &off, ( fw_pose ){ 2.5, 2.5, 0.0 } );
	assert_int_equal( fw_fixed_angles( &smoother, &def, &off, &report, NULL ), FW_OK );
	assert_true( off.count == 0 && report.stretches == 0 );
	fw_path_free( &off );
	fw_path_free( &path );
	fw_grid_destroy( grid );
}

// Segments with wrong numbers are refused at once, whatever length they state.
static void test_false_segments( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 30, 30 );
	const fw_unit unit = test_unit( 0.4, 0.0 );
	fw_smoother smoother = fw_default_smoother();
	smoother.grid = grid;
	smoother.unit = &unit;
	const fw_fixed_angles_def def = fw_default_fixed_angles_def();
	assert_int_equal( fw_grid_add_layer( grid, unit.capabilities, NULL ), FW_OK );
	test_block( grid, 14, 7 );
	for ( int32_t i = 0; i < 9; i++ )
	{
		fw_fixed_angles_report report = { .stretches = 7 };
		fw_path path = { 0 };
		fw_path_clear( &path, ( fw_pose ){ 2.5, 2.5, 0.0 } );
		const fw_segment arc = fw_segment_arc( ( fw_vec2 ){ 2.5, 2.5 }, 0.0, 5.0, 1.0, FW_GEAR_FORWARD );
		assert_int_equal( fw_path_append( &path, &arc ), FW_OK );
		test_line_to( &path, 27.5, 11.5, FW_GEAR_FORWARD );
		fw_segment* bent = &path.segments[0];
		fw_segment* line = &path.segments[1];
		line->length = i == 0 ? 1e9 : i == 1 ? 0.5 * line->length : i == 2 ? NAN : line->length;
		bent->length = i == 3 ? 1e9 : bent->length;
		bent->center.x += i == 4 ? 1e300 : i == 5 ? NAN : 0.0;
		bent->start += i == 6 ? 0.5 : 0.0;
		bent->to.x += i == 7 ? 0.5 : 0.0;
		assert_int_equal( fw_fixed_angles( &smoother, &def, &path, &report, NULL ), i < 8 ? FW_ERR_ARGUMENT : FW_OK );
		assert_int_equal( report.stretches == 7, i < 8 );
		fw_path_free( &path );
	}
	fw_grid_destroy( grid );
}

int run_test_fixed_angles( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_sprites ),
	    cmocka_unit_test( test_slide ),
	    cmocka_unit_test( test_circle ),
	    cmocka_unit_test( test_line ),
	    cmocka_unit_test( test_limit ),
	    cmocka_unit_test( test_stays ),
	    cmocka_unit_test( test_links_and_squares ),
	    cmocka_unit_test( test_random_paths ),
	    cmocka_unit_test( test_memory_runs_out ),
	    cmocka_unit_test( test_misuse ),
	    cmocka_unit_test( test_same_bits ),
	    cmocka_unit_test( test_false_segments ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
