// SPDX-License-Identifier: MIT
// Safe stop against brute force: pairs of commitments, also some that barely touch, gaps between segments, cells, and
// crowds whose units drive across each other's courses at any speed.
#include "crowd/safe_stop.h"
#include "oracle.h"
#include "support.h"
#include "support_watch.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#define ROOM 8

// A unit that is driven by a formula: on its segments, at its speed in the first tick, and braking then.
typedef struct driven
{
	fw_piece pieces[ROOM];
	fw_commitment_point points[512];
	fw_course course;
	fw_commitment commitment;
	fw_gap_shape outline;
	test_watched watched; // at the begin of the commitment
	double speed, braking;
	int32_t kept; // ticks at this speed
} driven;

static fw_vec2 place_after( const driven* unit, double time )
{
	double distance = 0.0;
	double speed = unit->speed;
	for ( int32_t tick = 0; tick < time && speed > 0.0; tick++ )
	{
		distance += fmin( 1.0, time - tick ) * speed;
		speed = unit->speed - ( tick + 2 > unit->kept ? tick + 2 - unit->kept : 0 ) * unit->braking;
	}
	return test_watched_place( &unit->watched, distance );
}

static double distance_after( const driven* a, const driven* b, double time )
{
	const fw_vec2 p = place_after( a, time );
	const fw_vec2 q = place_after( b, time );
	return hypot( p.x - q.x, p.y - q.y );
}

// The least distance near a time, by thirds; it has one minimum there, as long as the step is short.
static double least_near( const driven* a, const driven* b, double from, double to )
{
	for ( int32_t i = 0; i < 60; i++ )
	{
		const double third = ( to - from ) / 3.0;
		const bool left = distance_after( a, b, from + third ) < distance_after( a, b, to - third );
		from = left ? from : from + third;
		to = left ? to - third : to;
	}
	return distance_after( a, b, 0.5 * ( from + to ) );
}

// The least distance over all times: by samples, and by thirds around those that are near the least one.
static double least_distance( const driven* a, const driven* b, double ticks )
{
	enum
	{
		SAMPLES = 400
	};
	double sampled[SAMPLES + 1];
	double least = INFINITY;
	for ( int32_t i = 0; i <= SAMPLES; i++ )
	{
		sampled[i] = distance_after( a, b, ticks * i / SAMPLES );
		least = fmin( least, sampled[i] );
	}
	const double step = ticks / SAMPLES;
	const double slack = step * ( a->speed + b->speed );
	double found = least;
	for ( int32_t i = 0; i <= SAMPLES; i++ )
	{
		if ( sampled[i] <= least + slack )
		{
			found = fmin( found, least_near( a, b, fmax( 0.0, ( i - 1 ) * step ), ( i + 1 ) * step ) );
		}
	}
	return found;
}

static void make_driven( driven* unit, test_random* random, fw_vec2 at, fw_vec2 towards, bool arcs )
{
	unit->course = ( fw_course ){ .pieces = unit->pieces, .room = ROOM };
	unit->commitment = ( fw_commitment ){ .points = unit->points, .room = 512 };
	unit->outline = ( fw_gap_shape ){ .radius = test_random_real( random, 0.05, 0.9 ) };
	const double heading = atan2( towards.y - at.y, towards.x - at.x ) + test_random_real( random, -0.3, 0.3 );
	fw_course_clear( &unit->course, at, ( fw_vec2 ){ cos( heading ), sin( heading ) } );
	const int32_t count = 1 + test_random_int( random, 4 );
	for ( int32_t k = 0; k < count; k++ )
	{
		const fw_segment segment =
		    test_random_segment( random, unit->course.front, unit->course.direction, arcs ? 0.7 : 0.0, 2.0 );
		assert_true( fw_course_append( &unit->course, &segment, 10.0, 10.0, 0 ) );
	}
	const fw_course_point begin = { 0, 0.0 };
	const double length = fw_course_length( &unit->course, begin, fw_course_front( &unit->course ) );
	// The first tick may begin anywhere on the course.
	const fw_course_point from = fw_course_ahead( &unit->course, begin, test_random_real( random, 0.0, 0.3 * length ) );
	const fw_vec2 place = fw_course_place( &unit->course, from );
	fw_commitment_stand( &unit->commitment, place, from );
	test_watch( &unit->watched, &unit->course, fw_commitment_now( &unit->commitment )->at );
	unit->braking = test_random_real( random, 0.002, 0.05 );
	const double left = fw_course_length( &unit->course, from, fw_course_front( &unit->course ) );
	unit->speed = test_random_real( random, 0.1, 1.0 ) * fw_braking_speed( left, 0.0, unit->braking );
	const fw_commitment_point now = *fw_commitment_now( &unit->commitment );
	const double free = ( left - fw_braking_distance( unit->speed, unit->braking ) ) / unit->speed;
	unit->kept = 1 + (int32_t)fmin( fmax( 0.99 * free, 0.0 ), test_random_int( random, FW_COMMITMENT_KEPT ) );
	assert_true( fw_commitment_make( &unit->commitment, &unit->course, &now, unit->speed, unit->kept, unit->braking ) );
}

static bool keep_apart( const driven* a, const driven* b, double least )
{
	const fw_committed one = { &a->outline, &a->course, &a->commitment, NULL };
	const fw_committed other = { &b->outline, &b->course, &b->commitment, NULL };
	return fw_commitments_keep_apart( &one, &other, least );
}

// Any two commitments; and the same with radii for which they come as near as 1e-8 to touching, from both sides.
static void check_pairs( uint64_t seed, int32_t rounds, bool arcs )
{
	test_random random = test_random_make( seed );
	driven* a = malloc( sizeof( *a ) );
	driven* b = malloc( sizeof( *b ) );
	assert_true( a != NULL && b != NULL );
	int32_t apart = 0;
	for ( int32_t round = 0; round < rounds; round++ )
	{
		const fw_vec2 here = test_random_point( &random, 0.0, 5.0, 5.0 );
		const fw_vec2 there = test_random_point( &random, 0.0, 5.0, 5.0 );
		make_driven( a, &random, here, there, arcs );
		make_driven( b, &random, there, here, arcs );
		const double ticks =
		    FW_COMMITMENT_KEPT - 1 + fmax( ceil( a->speed / a->braking ), ceil( b->speed / b->braking ) );
		double least = least_distance( a, b, ticks );
		const bool kept = keep_apart( a, b, 0.0 );
		const double sum = a->outline.radius + b->outline.radius;
		if ( fabs( least - sum ) > 1e-7 && kept != ( least > sum ) )
		{
			fail_msg( "seed %d round %d: %.12f of %.12f", (int)seed, (int)round, least, sum );
		}
		apart += kept ? 1 : 0;
		// After some ticks, it is the same for what is left.
		const int32_t passed = test_random_int( &random, 4 );
		const double gone = least_distance( a, b, passed );
		for ( int32_t i = 0; i < passed; i++ )
		{
			fw_commitment_advance( &a->commitment, a->braking );
			fw_commitment_advance( &b->commitment, b->braking );
		}
		// So it is if one of them commits itself anew, to the same.
		const fw_commitment_point now = *fw_commitment_now( &a->commitment );
		const int32_t braked = passed < a->kept ? 0 : passed - a->kept + 1;
		const double speed = fmax( 0.0, a->speed - braked * a->braking );
		const int32_t keeps = passed < a->kept ? a->kept - passed : 1;
		assert_true( fw_commitment_make( &a->commitment, &a->course, &now, speed, keeps, a->braking ) );
		if ( gone > least + 1e-7 || passed == 0 )
		{
			a->outline.radius = least;
			b->outline.radius = 0.0;
			if ( !keep_apart( a, b, -1e-8 ) || keep_apart( a, b, 1e-8 ) )
			{
				fail_msg( "seed %d round %d: least distance %.12f", (int)seed, (int)round, least );
			}
		}
	}
	assert_true( apart > rounds / 10 && apart < rounds - rounds / 10 );
	free( a );
	free( b );
}

static void test_pairs_of_lines( void** state )
{
	(void)state;
	check_pairs( 6, test_rounds( 20000 ), false );
}

static void test_pairs_of_arcs( void** state )
{
	(void)state;
	check_pairs( 7, test_rounds( 20000 ), true );
}

static fw_braking_way way_of( const fw_segment* segment )
{
	const fw_vec2 along = { ( segment->to.x - segment->from.x ) / segment->length,
	                        ( segment->to.y - segment->from.y ) / segment->length };
	return ( fw_braking_way ){ segment->from, segment->to, along, segment->length, segment->kind == FW_SEGMENT_LINE };
}

// Gaps to segments, and between two of them, by samples.
static void test_gaps( void** state )
{
	(void)state;
	enum
	{
		SAMPLES = 120
	};
	test_random random = test_random_make( 8 );
	int32_t apart = 0;
	int32_t missed = 0;
	for ( int32_t round = 0; round < test_rounds( 20000 ); round++ )
	{
		const fw_gap_shape a = { .radius = test_random_real( &random, 0.0, 1.0 ) };
		const fw_gap_shape b = { .radius = test_random_real( &random, 0.0, 1.0 ) };
		fw_segment segments[2];
		fw_vec2 points[2][SAMPLES + 1];
		for ( int32_t k = 0; k < 2; k++ )
		{
			const fw_vec2 from = test_random_point( &random, 0.0, 4.0, 4.0 );
			const double heading = test_random_real( &random, -3.0, 3.0 );
			segments[k] = test_random_segment( &random, from, ( fw_vec2 ){ cos( heading ), sin( heading ) }, 0.6, 4.0 );
			for ( int32_t i = 0; i <= SAMPLES; i++ )
			{
				points[k][i] = oracle_point( &segments[k], (double)i / SAMPLES );
			}
		}
		const fw_vec2 at = test_random_point( &random, 0.0, 4.0, 4.0 );
		double least = INFINITY;
		double between = INFINITY;
		for ( int32_t i = 0; i <= SAMPLES; i++ )
		{
			least = fmin( least, hypot( points[0][i].x - at.x, points[0][i].y - at.y ) );
			for ( int32_t j = 0; j <= SAMPLES; j++ )
			{
				const double d = hypot( points[0][i].x - points[1][j].x, points[0][i].y - points[1][j].y );
				between = fmin( between, d );
			}
		}
		const double wanted = test_random_real( &random, 0.0, 3.0 );
		const fw_braking_way one = way_of( &segments[0] );
		const fw_braking_way other = way_of( &segments[1] );
		const bool far = fw_ways_are_apart( &one, &other, wanted );
		assert_true( !far || between >= wanted );
		apart += far ? 1 : 0;
		missed += !far && between >= wanted + 0.1 ? 1 : 0;
		const double step = segments[0].length / SAMPLES;
		const double both = ( segments[0].length + segments[1].length ) / SAMPLES;
		const double gap =
		    fw_gap_to_segment( &a, ( fw_pose ){ at.x, at.y, 0.0 }, &b, &segments[0] ) + a.radius + b.radius;
		assert_true( gap <= least + 1e-9 && gap >= least - 0.5 * step );
		const double close = between - a.radius - b.radius;
		assert_true( fw_gap_may_close( &a, &segments[0], &b, &segments[1], close + 1e-9 ) );
		assert_false( fw_gap_may_close( &a, &segments[0], &b, &segments[1], close - 0.5 * both - 1e-3 ) );
	}
	assert_true( apart > missed );
}

// Items with a cell in common are found, once, and no others but those of a neighbor cell.
static void test_cells( void** state )
{
	(void)state;
	enum
	{
		ITEMS = 200
	};
	test_random random = test_random_make( 9 );
	test_memory memory = test_memory_make();
	const fw_allocator allocator = test_memory_allocator( &memory );
	fw_cells cells;
	fw_box boxes[ITEMS];
	bool in[ITEMS] = { false };
	fw_cells_init( &cells, &allocator, 4.0 );
	for ( int32_t round = 0; round < 20000; round++ )
	{
		const int32_t item = test_random_int( &random, 1 + ITEMS * ( round < 10000 ? round : 10000 ) / 10001 );
		assert_true( fw_cells_reserve( &cells, item + 1 ) );
		const fw_vec2 at = test_random_point( &random, -40.0, 40.0, 40.0 );
		const fw_vec2 size = test_random_point( &random, 0.0, 20.0, 20.0 );
		const fw_box box = { at.x, at.y, at.x + size.x, at.y + size.y };
		if ( round % 7 == 0 && in[item] )
		{
			fw_cells_take( &cells, item );
			in[item] = false;
		}
		else if ( fw_cells_fits( &cells, &box ) )
		{
			fw_cells_put( &cells, item, &box );
			boxes[item] = box;
			in[item] = true;
		}
		const int32_t count = fw_cells_find( &cells, &box, cells.found );
		bool found[ITEMS] = { false };
		for ( int32_t i = 0; i < count; i++ )
		{
			assert_false( found[cells.found[i]] );
			found[cells.found[i]] = true;
		}
		for ( int32_t i = 0; i < ITEMS; i++ )
		{
			const bool meets = in[i] && boxes[i].x0 <= box.x1 && box.x0 <= boxes[i].x1 && boxes[i].y0 <= box.y1 &&
			                   box.y0 <= boxes[i].y1;
			const bool near = in[i] && boxes[i].x0 <= box.x1 + 4.0 && box.x0 <= boxes[i].x1 + 4.0 &&
			                  boxes[i].y0 <= box.y1 + 4.0 && box.y0 <= boxes[i].y1 + 4.0;
			assert_true( ( found[i] || !meets ) && ( near || !found[i] ) );
		}
	}
	assert_int_equal( fw_cells_memory( &cells ), memory.bytes );
	fw_cells_free( &cells );
	test_memory_check_empty( &memory );
}

typedef struct crowd_scene
{
	fw_safe_stop stop;
	test_watched watched[60];
	double before[60];
} crowd_scene;

static void add_any( crowd_scene* s, test_random* random, int32_t index )
{
	const double heading = test_random_real( random, -3.0, 3.0 );
	const double top = test_random_real( random, 0.02, 0.3 );
	const fw_mover_def def = {
	    .outline = { .radius = test_random_real( random, 0.1, index % 10 == 0 ? 2.5 : 0.6 ) },
	    .top = top,
	    .acceleration = top / test_random_real( random, 0.8, 10.0 ),
	    .braking = top / test_random_real( random, 0.8, 10.0 ),
	    .place = test_random_point( random, 0.0, 20.0, 20.0 ),
	    .facing = { cos( heading ), sin( heading ) },
	};
	int32_t blocker;
	const fw_status status = fw_safe_stop_add( &s->stop, index, &def, &blocker );
	assert_true( status == FW_OK || ( status == FW_ERR_BLOCKED && blocker >= 0 && blocker != index ) );
	s->before[index] = 0.0;
}

// Everybody drives anywhere, as fast as safe stop allows; nothing touches, and nothing is allocated.
static void test_crowds( void** state )
{
	(void)state;
	test_random random = test_random_make( 10 );
	test_memory memory = test_memory_make();
	const fw_allocator allocator = test_memory_allocator( &memory );
	int64_t refused = 0;
	int64_t accepted = 0;
	for ( int32_t round = 0; round < test_rounds( 30 ); round++ )
	{
		crowd_scene* s = calloc( 1, sizeof( *s ) );
		assert_non_null( s );
		fw_safe_stop_init( &s->stop, &allocator, ROOM );
		for ( int32_t i = 0; i < 60; i++ )
		{
			add_any( s, &random, i );
		}
		for ( int32_t tick = 0; tick < 600; tick++ )
		{
			const int64_t asked = memory.asked;
			const bool may_allocate = tick % 50 == 0;
			const int32_t any = test_random_int( &random, 60 );
			if ( may_allocate && s->stop.movers[any].used )
			{
				fw_safe_stop_remove( &s->stop, any );
			}
			else if ( may_allocate )
			{
				add_any( s, &random, any );
			}
			for ( int32_t i = 0; i < s->stop.count; i++ )
			{
				fw_mover* mover = &s->stop.movers[i];
				if ( mover->used && test_random_chance( &random, 0.2 ) )
				{
					const fw_segment segment =
					    test_random_segment( &random, mover->course.front, mover->course.direction, 0.4, 3.0 );
					fw_safe_stop_append( &s->stop, i, &segment, mover->top, 0 );
				}
				const double most = fmin( mover->top, mover->speed + mover->acceleration );
				const double speed = mover->used ? most * test_random_real( &random, 0.1, 1.0 ) : 0.0;
				int32_t blocker = -1;
				if ( mover->used && speed > mover->speed - mover->braking )
				{
					const int32_t kept = 1 + test_random_int( &random, FW_COMMITMENT_KEPT );
					const bool safe = fw_safe_stop_commit( &s->stop, i, speed, kept, 0, &blocker );
					assert_true( !safe || blocker == -1 );
					accepted += safe ? 1 : 0;
					refused += blocker >= 0 ? 1 : 0;
				}
				test_watch( &s->watched[i], &mover->course, mover->at );
			}
			fw_safe_stop_advance( &s->stop, &( fw_parallel ){ 0 } );
			test_watch_check( s->watched, &s->stop, s->before );
			assert_true( may_allocate || memory.asked == asked );
		}
		assert_int_equal( fw_safe_stop_memory( &s->stop ), memory.bytes );
		fw_safe_stop_free( &s->stop );
		test_memory_check_empty( &memory );
		free( s );
	}
	assert_true( refused > test_rounds( 3000 ) && accepted > test_rounds( 30000 ) );
}

// A unit that commits itself to nothing more stops, where braking takes it.
static void test_stops( void** state )
{
	(void)state;
	fw_safe_stop stop;
	int32_t blocker;
	fw_safe_stop_init( &stop, NULL, ROOM );
	const fw_mover_def def = { { .radius = 0.4 }, 0.1, 0.1, 0.02, { 2.0, 2.0 }, { 1.0, 0.0 } };
	assert_int_equal( fw_safe_stop_add( &stop, 0, &def, &blocker ), FW_OK );
	const fw_segment line = fw_segment_line( def.place, ( fw_vec2 ){ 5.0, 2.0 }, FW_GEAR_FORWARD );
	assert_true( fw_safe_stop_append( &stop, 0, &line, 1.0, 0 ) );
	assert_true( fw_safe_stop_commit( &stop, 0, 0.1, 1, 0, &blocker ) );
	const double speeds[7] = { 0.1, 0.08, 0.06, 0.04, 0.02, 0.0, 0.0 };
	double x = 2.0;
	for ( int32_t i = 0; i < 7; i++ )
	{
		fw_safe_stop_advance( &stop, &( fw_parallel ){ 0 } );
		x += speeds[i];
		test_close_to( stop.movers[0].speed, speeds[i], 1e-12 );
		test_close_to( stop.movers[0].place.x, x, 1e-12 );
	}
	// Nobody may be added where it stands, or will stand.
	assert_true( fw_safe_stop_commit( &stop, 0, 0.1, 1, 0, &blocker ) );
	fw_mover_def other = def;
	other.place.x = x + 0.3 + 0.8 - 1e-4;
	assert_int_equal( fw_safe_stop_add( &stop, 1, &other, &blocker ), FW_ERR_BLOCKED );
	assert_int_equal( blocker, 0 );
	other.place.x = x + 0.3 + 0.8 + 1e-4;
	assert_int_equal( fw_safe_stop_add( &stop, 1, &other, &blocker ), FW_OK );
	fw_safe_stop_free( &stop );
}

// Where memory is out, nothing has changed.
static void test_memory_out( void** state )
{
	(void)state;
	test_memory memory = test_memory_make();
	const fw_allocator allocator = test_memory_allocator( &memory );
	for ( int32_t fail = 0; fail < 14; fail++ )
	{
		fw_safe_stop stop;
		int32_t blocker;
		fw_safe_stop_init( &stop, &allocator, ROOM );
		const fw_mover_def def = { { .radius = 0.4 }, 0.1, 0.1, 0.02, { 2.0, 2.0 }, { 1.0, 0.0 } };
		test_memory_fail_in( &memory, fail, true );
		const fw_status status = fw_safe_stop_add( &stop, 20, &def, &blocker );
		test_memory_fail_never( &memory );
		assert_true( status == ( fail < 12 ? FW_ERR_MEMORY : FW_OK ) );
		assert_true( fail >= 12 || stop.count == 0 );
		if ( status != FW_OK )
		{
			assert_int_equal( fw_safe_stop_add( &stop, 20, &def, &blocker ), FW_OK );
		}
		assert_int_equal( fw_safe_stop_memory( &stop ), memory.bytes );
		fw_safe_stop_free( &stop );
		test_memory_check_empty( &memory );
	}
}

// The same for threads: who asks again has room for all of them.
static void test_memory_of_threads( void** state )
{
	(void)state;
	test_memory memory = test_memory_make();
	const fw_allocator allocator = test_memory_allocator( &memory );
	for ( int32_t fail = 0; fail < 7; fail++ )
	{
		fw_safe_stop stop;
		int32_t blocker;
		fw_safe_stop_init( &stop, &allocator, ROOM );
		const fw_mover_def def = { { .radius = 0.4 }, 0.1, 0.1, 0.02, { 2.0, 2.0 }, { 1.0, 0.0 } };
		assert_int_equal( fw_safe_stop_add( &stop, 20, &def, &blocker ), FW_OK );
		test_memory_fail_in( &memory, fail, true );
		assert_true( fw_safe_stop_share( &stop, 3 ) == ( fail >= 5 ) );
		test_memory_fail_never( &memory );
		assert_true( fw_safe_stop_share( &stop, 3 ) );
		for ( int32_t i = 0; i < 3; i++ )
		{
			assert_true( stop.scratch[i].capacity >= stop.capacity );
			assert_true( stop.scratch[i].proposal.room >= stop.movers[20].commitment.room );
		}
		assert_int_equal( fw_safe_stop_memory( &stop ), memory.bytes );
		fw_safe_stop_free( &stop );
		test_memory_check_empty( &memory );
	}
}

int run_test_safe_stop( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_pairs_of_lines ), cmocka_unit_test( test_pairs_of_arcs ),
	    cmocka_unit_test( test_gaps ),           cmocka_unit_test( test_cells ),
	    cmocka_unit_test( test_crowds ),         cmocka_unit_test( test_stops ),
	    cmocka_unit_test( test_memory_out ),     cmocka_unit_test( test_memory_of_threads ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
