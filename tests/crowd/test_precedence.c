// SPDX-License-Identifier: MIT
// Precedence: crowds whose units append any legal pieces at any time never touch each other or a wall, and all pieces
// that were appended are driven to their ends; also after cuts and edits of the map.
#include "crowd/precedence.h"
#include "oracle.h"
#include "support.h"
#include "support_watch.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#define UNITS 60
#define ROOM 16
#define TICK 0.05

typedef struct scene
{
	fw_grid* grid;
	fw_precedence order;
	test_memory memory;
	test_watched watched[UNITS];
	double before[UNITS];
	int64_t appended, waited, walls, fronts; // pieces, ticks, and refusals
} scene;

static scene* make_scene( fw_grid* grid )
{
	scene* s = calloc( 1, sizeof( *s ) );
	assert_non_null( s );
	s->grid = grid;
	s->memory = test_memory_make();
	const fw_allocator allocator = test_memory_allocator( &s->memory );
	fw_precedence_init( &s->order, &allocator, grid, TICK, ROOM );
	return s;
}

static void free_scene( scene* s )
{
	assert_int_equal( fw_precedence_memory( &s->order ), s->memory.bytes );
	fw_precedence_free( &s->order );
	test_memory_check_empty( &s->memory );
	fw_grid_destroy( s->grid );
	free( s );
}

static fw_unit any_unit( test_random* random )
{
	fw_unit unit = fw_default_unit();
	unit.radius =
	    test_random_chance( random, 0.1 ) ? test_random_real( random, 0.8, 1.8 ) : test_random_real( random, 0.1, 0.5 );
	unit.speed = test_random_real( random, 0.5, 4.0 );
	unit.acceleration = test_random_real( random, 1.0, 12.0 );
	unit.braking = test_random_real( random, 1.0, 12.0 );
	unit.turning_radius = test_random_chance( random, 0.3 ) ? test_random_real( random, 0.3, 2.0 ) : 0.0;
	unit.lateral = test_random_chance( random, 0.5 ) ? test_random_real( random, 0.2, 2.0 ) : 0.0;
	return unit;
}

static bool add_any( scene* s, test_random* random, int32_t index )
{
	const int32_t width = fw_grid_width( s->grid );
	const int32_t height = fw_grid_height( s->grid );
	const fw_unit unit = any_unit( random );
	const fw_pose pose = test_random_center( random, width, height, 45.0 * test_random_int( random, 8 ) );
	int32_t blocker;
	s->before[index] = 0.0;
	return fw_precedence_add( &s->order, index, &unit, pose, &blocker ) == FW_OK;
}

// Steps between tile centers, so that many meet head-on and at corners, and pieces of any direction and length; for
// vehicles arcs.
static fw_segment any_piece( const scene* s, test_random* random, int32_t index )
{
	const fw_mover* mover = &s->order.stop.movers[index];
	const fw_unit* unit = &s->order.units[index].unit;
	const fw_vec2 front = mover->course.front;
	if ( unit->turning_radius > 0.0 )
	{
		const fw_gear gear = test_random_chance( random, 0.2 ) ? FW_GEAR_REVERSE : FW_GEAR_FORWARD;
		const double turned = gear == mover->course.gear ? 0.0 : FW_PI;
		const double motion = fw_atan2( mover->course.direction.y, mover->course.direction.x ) + turned;
		const double length = test_random_real( random, 0.1, 4.0 );
		if ( test_random_chance( random, 0.7 ) )
		{
			const double side = test_random_chance( random, 0.5 ) ? 1.0 : -1.0;
			const double heading = gear == FW_GEAR_REVERSE ? motion + FW_PI : motion;
			return fw_segment_arc( front, heading, unit->turning_radius,
			                       side * fmin( length / unit->turning_radius, 6.0 ), gear );
		}
		return fw_segment_line(
		    front, ( fw_vec2 ){ front.x + length * cos( motion ), front.y + length * sin( motion ) }, gear );
	}
	if ( test_random_chance( random, 0.7 ) )
	{
		const int32_t dx = test_random_int( random, 3 ) - 1;
		const int32_t dy = test_random_int( random, 3 ) - 1;
		const int32_t steps = 1 + test_random_int( random, 3 );
		const fw_vec2 to = { floor( front.x ) + 0.5 + dx * steps, floor( front.y ) + 0.5 + dy * steps };
		return fw_segment_line( front, to, FW_GEAR_FORWARD );
	}
	return test_random_segment( random, front, mover->course.direction, 0.0, 4.0 );
}

// A unit faces in the direction of the segment that it drives, and of the last one when it has arrived. What it has
// still to drive is known.
static void check_pose( const scene* s, int32_t index )
{
	const fw_mover* mover = &s->order.stop.movers[index];
	const test_watched* watched = &s->watched[index];
	const fw_course_point front = fw_course_front( &mover->course );
	assert_true( mover->left == fw_course_length( &mover->course, fw_mover_stop( mover ), front ) );
	double at = watched->at + mover->speed;
	int32_t k = 0;
	while ( k < watched->count - 1 && at > watched->segments[k].length - 1e-8 )
	{
		at -= watched->segments[k++].length;
	}
	if ( watched->count > 0 )
	{
		const fw_pose expected = fw_segment_pose_at( &watched->segments[k], at );
		const fw_pose is = { mover->place.x, mover->place.y, mover->heading };
		assert_true( hypot( is.x - expected.x, is.y - expected.y ) < 1e-7 );
		assert_true( test_angle_between( is.heading, expected.heading ) < 1e-5 );
	}
}

// The turning speed of a vehicle, and the speed of corners.
static void check_speeds( const scene* s, int32_t index )
{
	const fw_mover* mover = &s->order.stop.movers[index];
	const test_watched* watched = &s->watched[index];
	const fw_unit* unit = &s->order.units[index].unit;
	double passed = -watched->at;
	test_watch_check_corners( watched, mover );
	for ( int32_t k = 0; k < watched->count && passed < mover->speed - 1e-8; k++ )
	{
		const fw_segment* segment = &watched->segments[k];
		assert_true( segment->kind != FW_SEGMENT_ARC ||
		             mover->speed <= fw_turn_speed( unit, segment->radius ) * TICK + 1e-9 );
		passed += segment->length;
	}
}

static void check_walls( scene* s )
{
	for ( int32_t i = 0; i < s->order.stop.count; i++ )
	{
		const fw_mover* mover = &s->order.stop.movers[i];
		const fw_unit* unit = &s->order.units[i].unit;
		for ( int32_t k = 1; mover->used && mover->speed > 0.0 && k <= 2; k++ )
		{
			const fw_vec2 place = test_watched_place( &s->watched[i], 0.5 * k * mover->speed );
			assert_true( oracle_depth( s->grid, unit->capabilities, unit->radius, place ) <= 2e-7 );
		}
	}
}

static fw_append append_line( scene* s, int32_t index, fw_vec2 to, int32_t* blocker )
{
	const fw_segment line = fw_segment_line( s->order.stop.movers[index].course.front, to, FW_GEAR_FORWARD );
	return fw_precedence_append( &s->order, index, &line, 1.0, blocker );
}

// One tick: all units drive, in any order; then samples are checked.
static void pass_tick( scene* s, test_random* random )
{
	const int32_t count = s->order.stop.count;
	const int32_t first = count > 0 ? test_random_int( random, count ) : 0;
	const int32_t stride = test_random_chance( random, 0.5 ) ? 1 : count - 1;
	for ( int32_t n = 0; n < count; n++ )
	{
		const int32_t i = ( first + n * stride ) % count;
		const double wish = test_random_chance( random, 0.05 ) ? 0.02 : INFINITY;
		if ( s->order.stop.movers[i].used && fw_precedence_begin_drive( &s->order, i ) )
		{
			s->waited += fw_precedence_drive( &s->order, i, wish, 0.0, 0 ) >= 0 ? 1 : 0;
		}
	}
	for ( int32_t i = 0; i < count; i++ )
	{
		test_watch( &s->watched[i], &s->order.stop.movers[i].course, s->order.stop.movers[i].at );
	}
	fw_safe_stop_advance( &s->order.stop, &( fw_parallel ){ 0 } );
	test_watch_check( s->watched, &s->order.stop, s->before );
	for ( int32_t i = 0; i < count; i++ )
	{
		if ( s->order.stop.movers[i].used )
		{
			check_speeds( s, i );
			check_pose( s, i );
		}
	}
}

static void decide( scene* s, test_random* random, double eager )
{
	for ( int32_t i = 0; i < s->order.stop.count; i++ )
	{
		const fw_mover* mover = &s->order.stop.movers[i];
		if ( mover->used && test_random_chance( random, eager ) )
		{
			const fw_segment piece = any_piece( s, random, i );
			const int64_t end = mover->course.end;
			int32_t blocker;
			const fw_append answer = fw_precedence_append( &s->order, i, &piece, 1.0, &blocker );
			assert_true( mover->course.end == end + ( answer == FW_APPEND_OK ? 1 : 0 ) );
			assert_true( ( answer == FW_APPEND_UNIT ) == ( blocker >= 0 ) );
			s->appended += answer == FW_APPEND_OK ? 1 : 0;
			s->walls += answer == FW_APPEND_WALL ? 1 : 0;
			s->fronts += answer == FW_APPEND_UNIT ? 1 : 0;
		}
	}
}

// How long one unit after the other would take, each from piece to piece at the least speed of corners.
static double slowest( const scene* s )
{
	double ticks = 10.0;
	for ( int32_t i = 0; i < s->order.stop.count; i++ )
	{
		const fw_mover* mover = &s->order.stop.movers[i];
		for ( int64_t k = mover->course.first; k < mover->course.end; k++ )
		{
			const fw_piece* piece = fw_course_piece( &mover->course, k );
			const double speed = 0.1 * fmin( piece->limit, mover->top );
			ticks +=
			    piece->segment.length / speed + mover->top / mover->acceleration + mover->top / mover->braking + 4.0;
		}
	}
	return ticks;
}

static void print_stuck( const scene* s )
{
	for ( int32_t i = 0; i < s->order.stop.count; i++ )
	{
		const fw_mover* mover = &s->order.stop.movers[i];
		const fw_course_point at = mover->at;
		if ( mover->used && at.piece < mover->course.end )
		{
			print_message( "%d r %.2f at %.4f,%.4f piece %d of %d, %.4f on it, order %d;", (int)i,
			               mover->outline.radius, mover->place.x, mover->place.y, (int)at.piece, (int)mover->course.end,
			               at.at, (int)fw_course_piece( &mover->course, at.piece )->order );
			for ( int32_t k = 0; k < s->order.units[i].count; k++ )
			{
				const fw_predecessor* p = &s->order.units[i].predecessors[k];
				print_message( " %d waits for %d of %d", (int)p->own, (int)p->piece, (int)p->unit );
			}
			print_message( "\n" );
		}
	}
}

// Nobody decides any longer: all drive to their fronts.
static void check_progress( scene* s, test_random* random )
{
	const double most = slowest( s );
	const int64_t asked = s->memory.asked;
	bool done = false;
	for ( int32_t tick = 0; tick < most && !done; tick++ )
	{
		pass_tick( s, random );
		done = true;
		for ( int32_t i = 0; i < s->order.stop.count; i++ )
		{
			const fw_mover* mover = &s->order.stop.movers[i];
			done = done && ( !mover->used || mover->at.piece == mover->course.end );
		}
	}
	if ( !done )
	{
		print_stuck( s );
		fail_msg( "not all fronts are reached" );
	}
	assert_true( s->memory.asked == asked );
}

static uint64_t hash_of( const scene* s )
{
	uint64_t hash = 1;
	for ( int32_t i = 0; i < s->order.stop.count; i++ )
	{
		const fw_mover* mover = &s->order.stop.movers[i];
		const fw_vec2 place = mover->used ? mover->place : ( fw_vec2 ){ 0.0, 0.0 };
		uint64_t bits[2];
		memcpy( bits, &place, sizeof( bits ) );
		hash = ( hash * 0x9E3779B97F4A7C15u + bits[0] ) * 0x9E3779B97F4A7C15u + bits[1];
	}
	return hash;
}

static scene* make_town( test_random* random )
{
	const int32_t side = 12 + test_random_int( random, 14 );
	scene* s = make_scene( test_random_map( random, side, side, 0.15 ) );
	for ( int32_t i = 0; i < UNITS; i++ )
	{
		add_any( s, random, i );
	}
	return s;
}

static uint64_t run_town( uint64_t seed, int64_t* appended, int64_t* waited )
{
	test_random random = test_random_make( seed );
	scene* s = make_town( &random );
	s->order.over_vertices = seed % 2 == 0;
	const double eager = test_random_chance( &random, 0.5 ) ? 0.05 : 0.4;
	for ( int32_t phase = 0; phase < 6; phase++ )
	{
		for ( int32_t tick = 0; tick < 200; tick++ )
		{
			decide( s, &random, eager );
			pass_tick( s, &random );
			check_walls( s );
			if ( tick % 40 == 0 )
			{
				const int32_t any = test_random_int( &random, UNITS );
				if ( any < s->order.stop.count && s->order.stop.movers[any].used )
				{
					fw_precedence_remove( &s->order, any );
				}
				else
				{
					add_any( s, &random, any );
				}
			}
		}
		check_progress( s, &random );
	}
	const uint64_t hash = hash_of( s );
	assert_true( s->walls > 10 && s->fronts > 10 );
	*appended += s->appended;
	*waited += s->waited;
	free_scene( s );
	return hash;
}

static void test_towns( void** state )
{
	(void)state;
	int64_t appended = 0;
	int64_t waited = 0;
	for ( int32_t seed = 0; seed < test_rounds( 60 ); seed++ )
	{
		const uint64_t hash = run_town( (uint64_t)seed + 100, &appended, &waited );
		assert_true( seed > 0 || hash == run_town( (uint64_t)seed + 100, &appended, &waited ) );
	}
	print_message( "%d pieces, %d waits\n", (int)appended, (int)waited );
	assert_true( appended > test_rounds( 60 ) * 500 && waited > test_rounds( 60 ) * 500 );
}

// All pieces that wait, and all that are waited for, are there.
static void check_predecessors( const scene* s )
{
	for ( int32_t i = 0; i < s->order.stop.count; i++ )
	{
		const fw_precedence_unit* unit = &s->order.units[i];
		for ( int32_t k = 0; k < unit->count; k++ )
		{
			const fw_predecessor* predecessor = &unit->predecessors[k];
			assert_true( predecessor->own < s->order.stop.movers[i].course.end );
			assert_true( predecessor->piece < s->order.stop.movers[predecessor->unit].course.end );
			assert_true( predecessor->unit != i );
		}
	}
}

// Courses are cut, and the map is edited, at any time.
static void test_cuts( void** state )
{
	(void)state;
	int64_t edits = 0;
	for ( int32_t seed = 0; seed < test_rounds( 60 ); seed++ )
	{
		test_random random = test_random_make( (uint64_t)seed + 900 );
		scene* s = make_town( &random );
		for ( int32_t phase = 0; phase < 6; phase++ )
		{
			for ( int32_t tick = 0; tick < 100; tick++ )
			{
				decide( s, &random, 0.2 );
				pass_tick( s, &random );
				const int32_t any = test_random_int( &random, s->order.stop.count );
				const fw_mover* mover = &s->order.stop.movers[any];
				if ( tick % 5 == 0 && mover->used )
				{
					const int64_t piece = mover->course.first + test_random_int( &random, 4 );
					const int64_t stop = fw_mover_stop( mover ).piece;
					fw_precedence_cut( &s->order, any, piece );
					assert_true( mover->course.end <= ( piece > stop ? piece : stop + 1 ) );
					check_predecessors( s );
				}
				if ( tick % 10 == 0 )
				{
					const fw_rect rect =
					    test_random_rect( &random, fw_grid_width( s->grid ), fw_grid_height( s->grid ), 2, 2 );
					const uint8_t terrain = test_random_chance( &random, 0.5 ) ? FW_TERRAIN_OUT : FW_TERRAIN_GROUND;
					assert_int_equal( fw_grid_fill( s->grid, rect, terrain, NULL ), FW_OK );
					fw_precedence_recheck( &s->order );
					for ( int32_t i = 0; i < s->order.stop.count; i++ )
					{
						const fw_mover* other = &s->order.stop.movers[i];
						if ( !other->used )
						{
							continue;
						}
						for ( int64_t k = fw_mover_stop( other ).piece; k < other->course.end; k++ )
						{
							const fw_segment pending = fw_precedence_pending( other, k );
							const fw_unit* unit = &s->order.units[i].unit;
							assert_true( oracle_swept_depth( s->grid, unit->capabilities, unit->radius, &pending,
							                                 0.2 ) <= 2e-7 );
						}
					}
					edits++;
				}
			}
			check_progress( s, &random );
		}
		free_scene( s );
	}
	assert_true( edits > 0 );
}

// Two courses that cross: who appended its piece first goes first, however long it takes.
static void test_first_come( void** state )
{
	(void)state;
	for ( int32_t first = 0; first < 2; first++ )
	{
		scene* s = make_scene( test_field( 12, 12 ) );
		test_random random = test_random_make( 1 );
		const fw_unit unit = fw_default_unit();
		int32_t blocker;
		assert_int_equal( fw_precedence_add( &s->order, 0, &unit, ( fw_pose ){ 1.5, 5.5, 0.0 }, &blocker ), FW_OK );
		assert_int_equal( fw_precedence_add( &s->order, 1, &unit, ( fw_pose ){ 5.5, 3.5, 0.0 }, &blocker ), FW_OK );
		const fw_vec2 to[2] = { { 9.5, 5.5 }, { 5.5, 9.5 } };
		const int32_t second = 1 - first;
		assert_int_equal( append_line( s, first, to[first], &blocker ), FW_APPEND_OK );
		assert_int_equal( append_line( s, second, to[second], &blocker ), FW_APPEND_OK );
		assert_int_equal( s->order.units[first].count, 0 );
		assert_int_equal( s->order.units[second].count, 1 );
		bool crossed = false;
		for ( int32_t tick = 0; tick < 400; tick++ )
		{
			pass_tick( s, &random );
			const fw_vec2 a = s->order.stop.movers[0].place;
			const fw_vec2 b = s->order.stop.movers[1].place;
			const double one = first == 0 ? a.x : b.y;
			const double other = first == 0 ? b.y : a.x;
			crossed = crossed || one > 5.5;
			assert_true( crossed || other < 5.5 );
		}
		check_progress( s, &random );
		// Where one stands, no piece leads; and nobody is added in front of those that drive.
		assert_int_equal( append_line( s, 0, ( fw_vec2 ){ 5.5, 8.75 }, &blocker ), FW_APPEND_UNIT );
		assert_int_equal( blocker, 1 );
		assert_int_equal( append_line( s, 0, ( fw_vec2 ){ 9.5, 0.2 }, &blocker ), FW_APPEND_WALL );
		assert_int_equal( append_line( s, 0, ( fw_vec2 ){ 9.5, 5.5 }, &blocker ), FW_APPEND_JOIN );
		assert_int_equal( append_line( s, 0, ( fw_vec2 ){ 2.5, 5.5 }, &blocker ), FW_APPEND_OK );
		assert_int_equal( fw_precedence_add( &s->order, 2, &unit, ( fw_pose ){ 4.0, 6.0, 0.0 }, &blocker ),
		                  FW_ERR_BLOCKED );
		assert_int_equal( blocker, 0 );
		assert_int_equal( fw_precedence_add( &s->order, 2, &unit, ( fw_pose ){ 4.0, 0.3, 0.0 }, &blocker ),
		                  FW_ERR_BLOCKED );
		assert_int_equal( blocker, -1 );
		free_scene( s );
	}
}

// Units that stopped closer to each other than pieces may come to fronts can drive apart, and not closer.
static void test_close( void** state )
{
	(void)state;
	scene* s = make_scene( test_field( 12, 5 ) );
	test_random random = test_random_make( 1 );
	const fw_unit unit = fw_default_unit();
	int32_t blocker;
	assert_int_equal( fw_precedence_add( &s->order, 0, &unit, ( fw_pose ){ 5.5, 2.5, 0.0 }, &blocker ), FW_OK );
	assert_int_equal( fw_precedence_add( &s->order, 1, &unit, ( fw_pose ){ 2.5, 2.5, 0.0 }, &blocker ), FW_OK );
	assert_int_equal( append_line( s, 0, ( fw_vec2 ){ 9.5, 2.5 }, &blocker ), FW_APPEND_OK );
	assert_int_equal( append_line( s, 1, ( fw_vec2 ){ 8.4, 2.5 }, &blocker ), FW_APPEND_OK );
	for ( int32_t tick = 0; tick < 200; tick++ )
	{
		assert_true( fw_precedence_begin_drive( &s->order, 1 ) );
		assert_true( fw_precedence_drive( &s->order, 1, INFINITY, INFINITY, 0 ) == 0 || tick < 100 );
		fw_safe_stop_advance( &s->order.stop, &( fw_parallel ){ 0 } );
	}
	fw_precedence_cut( &s->order, 0, 0 );
	fw_precedence_cut( &s->order, 1, 0 );
	const fw_vec2 fronts[2] = { s->order.stop.movers[0].course.front, s->order.stop.movers[1].course.front };
	assert_true( fronts[0].x - fronts[1].x < 0.8 + FW_PRECEDENCE_GAP && fronts[0].x == 5.5 );
	assert_int_equal( append_line( s, 1, ( fw_vec2 ){ 5.0, 2.5 }, &blocker ), FW_APPEND_UNIT );
	assert_int_equal( append_line( s, 1, ( fw_vec2 ){ 4.75, 3.0 }, &blocker ), FW_APPEND_UNIT );
	assert_int_equal( append_line( s, 1, ( fw_vec2 ){ 2.5, 2.5 }, &blocker ), FW_APPEND_OK );
	assert_int_equal( append_line( s, 0, ( fw_vec2 ){ 9.5, 2.5 }, &blocker ), FW_APPEND_OK );
	check_progress( s, &random );
	free_scene( s );
}

// A queue on one line closes up to its gap, and a unit waits clear of a standing one's course.
static void test_queue( void** state )
{
	(void)state;
	scene* s = make_scene( test_field( 30, 5 ) );
	test_random random = test_random_make( 1 );
	const fw_unit unit = fw_default_unit();
	int32_t blocker;
	for ( int32_t i = 0; i < 5; i++ )
	{
		assert_int_equal( fw_precedence_add( &s->order, i, &unit, ( fw_pose ){ 8.5 - 2.0 * i, 2.5, 0.0 }, &blocker ),
		                  FW_OK );
	}
	for ( int32_t i = 0; i < 5; i++ )
	{
		const fw_vec2 to = { 20.0 - 0.801 * i, 2.5 };
		assert_int_equal( append_line( s, i, to, &blocker ), FW_APPEND_OK );
	}
	int32_t ticks = 0;
	while ( s->order.stop.movers[4].at.piece == 0 && ticks < 1000 )
	{
		pass_tick( s, &random );
		ticks++;
	}
	// 16.3 tiles at 0.1 in a tick, and what it takes to gain and lose speed.
	assert_in_range( ticks, 163, 220 );
	free_scene( s );
}

// One that has to wait for another one to cross its way comes there as that one is past it: it never slows down to a
// tenth of its top speed.
static void test_arrives_in_time( void** state )
{
	(void)state;
	scene* s = make_scene( test_field( 30, 12 ) );
	const fw_unit unit = fw_default_unit();
	double slowest = INFINITY;
	int32_t blocker;
	assert_int_equal( fw_precedence_add( &s->order, 0, &unit, ( fw_pose ){ 15.5, 1.5, 0.0 }, &blocker ), FW_OK );
	assert_int_equal( fw_precedence_add( &s->order, 1, &unit, ( fw_pose ){ 10.5, 6.5, 0.0 }, &blocker ), FW_OK );
	assert_int_equal( append_line( s, 0, ( fw_vec2 ){ 15.5, 10.5 }, &blocker ), FW_APPEND_OK );
	assert_int_equal( append_line( s, 1, ( fw_vec2 ){ 25.5, 6.5 }, &blocker ), FW_APPEND_OK );
	const fw_mover* mover = &s->order.stop.movers[1];
	for ( int32_t tick = 0; tick < 300; tick++ )
	{
		for ( int32_t i = 0; i < 2; i++ )
		{
			if ( fw_precedence_begin_drive( &s->order, i ) )
			{
				(void)fw_precedence_drive( &s->order, i, INFINITY, 0.0, 0 );
			}
		}
		fw_safe_stop_advance( &s->order.stop, &( fw_parallel ){ 0 } );
		slowest = mover->place.x > 11.5 && mover->place.x < 20.0 ? fmin( slowest, mover->speed ) : slowest;
	}
	assert_true( slowest > 0.1 * mover->top );
	free_scene( s );
}

// How often a unit decides on a line of many pieces with a corner behind it, and where it is after each tick.
static int32_t count_decisions( bool over_vertices, double at[200] )
{
	scene* s = make_scene( test_field( 20, 8 ) );
	const fw_unit unit = fw_default_unit();
	int32_t blocker;
	int32_t decisions = 0;
	s->order.over_vertices = over_vertices;
	assert_int_equal( fw_precedence_add( &s->order, 0, &unit, ( fw_pose ){ 1.5, 1.5, 0.0 }, &blocker ), FW_OK );
	for ( int32_t i = 1; i <= 10; i++ )
	{
		assert_int_equal( append_line( s, 0, ( fw_vec2 ){ 1.5 + i, 1.5 }, &blocker ), FW_APPEND_OK );
	}
	assert_int_equal( append_line( s, 0, ( fw_vec2 ){ 11.5, 5.5 }, &blocker ), FW_APPEND_OK );
	for ( int32_t tick = 0; tick < 200; tick++ )
	{
		if ( fw_precedence_begin_drive( &s->order, 0 ) )
		{
			(void)fw_precedence_drive( &s->order, 0, INFINITY, 0.0, 0 );
			decisions++;
		}
		fw_safe_stop_advance( &s->order.stop, &( fw_parallel ){ 0 } );
		check_speeds( s, 0 );
		at[tick] = s->order.stop.movers[0].place.x + s->order.stop.movers[0].place.y;
	}
	assert_true( s->order.stop.movers[0].at.piece == 11 );
	free_scene( s );
	return decisions;
}

// Who keeps its speed over vertices decides less, and drives the same.
static void test_vertices( void** state )
{
	(void)state;
	double one[200];
	double other[200];
	const int32_t many = count_decisions( false, one );
	const int32_t few = count_decisions( true, other );
	assert_true( few + 40 < many );
	for ( int32_t tick = 0; tick < 200; tick++ )
	{
		test_close_to( other[tick], one[tick], 1e-9 );
	}
}

// Of several units whose fronts are in the way, the one with the lowest index is reported, wherever it stands.
static void test_blockers( void** state )
{
	(void)state;
	for ( int32_t turned = 0; turned < 2; turned++ )
	{
		scene* s = make_scene( test_field( 12, 5 ) );
		const fw_unit unit = fw_default_unit();
		int32_t blocker;
		for ( int32_t i = 0; i < 4; i++ )
		{
			const double x = turned == 0 ? 2.5 + 2.0 * i : 8.5 - 2.0 * i;
			assert_int_equal( fw_precedence_add( &s->order, i, &unit, ( fw_pose ){ x, 2.5, 0.0 }, &blocker ), FW_OK );
		}
		assert_int_equal( fw_precedence_add( &s->order, 4, &unit, ( fw_pose ){ 10.5, 2.5, 0.0 }, &blocker ), FW_OK );
		assert_int_equal( append_line( s, 4, ( fw_vec2 ){ 1.0, 2.5 }, &blocker ), FW_APPEND_UNIT );
		assert_int_equal( blocker, 0 );
		free_scene( s );
	}
}

// Where memory is out, nothing is appended.
static void test_memory_out( void** state )
{
	(void)state;
	scene* s = make_scene( test_field( 12, 12 ) );
	const fw_unit unit = fw_default_unit();
	int32_t blocker;
	assert_int_equal( fw_precedence_add( &s->order, 0, &unit, ( fw_pose ){ 1.5, 5.5, 0.0 }, &blocker ), FW_OK );
	test_memory_fail_in( &s->memory, 0, true );
	assert_int_equal( append_line( s, 0, ( fw_vec2 ){ 4.0, 5.5 }, &blocker ), FW_APPEND_MEMORY );
	assert_int_equal( fw_precedence_add( &s->order, 40, &unit, ( fw_pose ){ 5.5, 5.5, 0.0 }, &blocker ),
	                  FW_ERR_MEMORY );
	test_memory_fail_never( &s->memory );
	assert_int_equal( s->order.stop.movers[0].course.end, 0 );
	assert_int_equal( append_line( s, 0, ( fw_vec2 ){ 4.0, 5.5 }, &blocker ), FW_APPEND_OK );
	free_scene( s );
}

int run_test_precedence( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_towns ),           cmocka_unit_test( test_cuts ),
	    cmocka_unit_test( test_first_come ),      cmocka_unit_test( test_close ),
	    cmocka_unit_test( test_vertices ),        cmocka_unit_test( test_queue ),
	    cmocka_unit_test( test_arrives_in_time ), cmocka_unit_test( test_blockers ),
	    cmocka_unit_test( test_memory_out ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
