// SPDX-License-Identifier: MIT
// Traffic of straits: lanes and sides, and gates with simulated streams.
#include "crowd/strait.h"
#include "support.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#define TICK 0.05 // [s]
#define RADIUS 0.4

static void test_lanes( void** state )
{
	(void)state;
	const struct
	{
		int32_t width;
		double radius;
		int32_t lanes;
	} cases[] = { { 1, 0.1, 1 },
	              { 1, 0.5, 1 },
	              { 2, 0.4, 2 },
	              { 4, 0.5, 4 },
	              { 4, 0.51, 3 },
	              { 2, 0.9, 1 },
	              { 4, 0.9, 2 },
	              { 3, 0.9, 1 },
	              { 3, 0.7, 2 },
	              { 4, 1.0, 2 },
	              { 1, 0.6, 0 },
	              { 4, 2.0 / 3.0, 3 },
	              { 3, ( 0.1 + 0.2 ) * 2.5, 2 },
	              { 4, 2.0, 1 } };
	for ( size_t i = 0; i < sizeof( cases ) / sizeof( cases[0] ); i++ )
	{
		const fw_strait strait = { .width = cases[i].width };
		assert_int_equal( fw_strait_lanes( &strait, cases[i].radius ), cases[i].lanes );
	}
}

typedef struct side_case
{
	bool along_x;
	int32_t width, direction;
	double radius;
	fw_strait_stage stage;
	fw_strait_rule rule;
	int32_t lo, hi;
} side_case;

// The strait begins at tile 10.
static void test_sides( void** state )
{
	(void)state;
	const side_case cases[] = {
	    // Right of +x is +y, right of +y is -x.
	    { true, 2, 0, RADIUS, FW_STRAIT_ENTERS, FW_STRAIT_ON, 11, INT32_MAX },
	    { true, 2, 1, RADIUS, FW_STRAIT_ENTERS, FW_STRAIT_ON, INT32_MIN, 10 },
	    { false, 2, 0, RADIUS, FW_STRAIT_ENTERS, FW_STRAIT_ON, INT32_MIN, 10 },
	    { false, 2, 1, RADIUS, FW_STRAIT_ENTERS, FW_STRAIT_ON, 11, INT32_MAX },
	    // Two lanes have no gate.
	    { true, 2, 0, RADIUS, FW_STRAIT_WAITS, FW_STRAIT_ON, 11, INT32_MAX },
	    { true, 2, 0, RADIUS, FW_STRAIT_LEAVES, FW_STRAIT_ON, 11, INT32_MAX },
	    // Of three the middle one is of no side.
	    { true, 3, 0, RADIUS, FW_STRAIT_ENTERS, FW_STRAIT_ON, 12, INT32_MAX },
	    { true, 3, 1, RADIUS, FW_STRAIT_LEAVES, FW_STRAIT_ON, INT32_MIN, 10 },
	    { false, 3, 0, RADIUS, FW_STRAIT_WAITS, FW_STRAIT_ON, INT32_MIN, 10 },
	    { true, 5, 0, 0.8, FW_STRAIT_ENTERS, FW_STRAIT_ON, 13, INT32_MAX },
	    { true, 3, 0, 0.7, FW_STRAIT_ENTERS, FW_STRAIT_ON, 11, INT32_MAX },
	    { true, 3, 1, 0.7, FW_STRAIT_ENTERS, FW_STRAIT_ON, INT32_MIN, 11 },
	    { true, 4, 1, RADIUS, FW_STRAIT_LEAVES, FW_STRAIT_ON, INT32_MIN, 11 },
	    // With one lane who leaves drives straight on, and who waits keeps off its way, whatever the direction.
	    { true, 1, 0, RADIUS, FW_STRAIT_ENTERS, FW_STRAIT_ON, 10, INT32_MAX },
	    { true, 1, 0, RADIUS, FW_STRAIT_LEAVES, FW_STRAIT_ON, 10, 10 },
	    { true, 1, 0, RADIUS, FW_STRAIT_WAITS, FW_STRAIT_BESIDE, 9, 11 },
	    { false, 1, 1, RADIUS, FW_STRAIT_WAITS, FW_STRAIT_BESIDE, 9, 11 },
	    { true, 1, 0, 0.0, FW_STRAIT_WAITS, FW_STRAIT_BESIDE, 9, 11 },
	    { true, 1, 0, 0.5, FW_STRAIT_WAITS, FW_STRAIT_BESIDE, 9, 11 },
	    { true, 2, 0, 0.7, FW_STRAIT_WAITS, FW_STRAIT_BESIDE, 9, 12 },
	    { true, 2, 0, ( 0.1 + 0.2 ) * 2.5, FW_STRAIT_WAITS, FW_STRAIT_BESIDE, 9, 12 },
	    { true, 2, 0, 0.9, FW_STRAIT_ENTERS, FW_STRAIT_ON, 11, INT32_MAX },
	    { true, 2, 0, 0.9, FW_STRAIT_LEAVES, FW_STRAIT_ON, 10, 11 },
	    { true, 2, 0, 0.9, FW_STRAIT_WAITS, FW_STRAIT_BESIDE, 8, 13 },
	    { true, 3, 1, 0.9, FW_STRAIT_WAITS, FW_STRAIT_BESIDE, 9, 13 },
	    // More lanes have no sides.
	    { true, 5, 0, RADIUS, FW_STRAIT_WAITS, FW_STRAIT_ANYWHERE, INT32_MIN, INT32_MAX },
	};
	for ( size_t i = 0; i < sizeof( cases ) / sizeof( cases[0] ); i++ )
	{
		const side_case* c = &cases[i];
		const fw_strait strait = { .along_x = c->along_x, .lo = 10, .hi = 10 + c->width - 1, .width = c->width };
		int32_t lo;
		int32_t hi;
		assert_int_equal( fw_strait_side( &strait, c->direction, c->radius, c->stage, &lo, &hi ), c->rule );
		assert_int_equal( lo, c->lo );
		assert_int_equal( hi, c->hi );
	}
}

static void test_holds( void** state )
{
	(void)state;
	const fw_strait strait = { .along_x = false, .lo = 5, .hi = 6, .from = 2, .to = 3, .width = 2 };
	assert_true( fw_strait_holds( &strait, ( fw_vec2 ){ 5.5, 3.0 } ) );
	assert_true( fw_strait_holds( &strait, ( fw_vec2 ){ 6.9, 1.7 } ) );
	assert_true( fw_strait_holds( &strait, ( fw_vec2 ){ 5.1, 4.3 } ) );
	assert_false( fw_strait_holds( &strait, ( fw_vec2 ){ 6.0, 1.5 } ) );
	assert_false( fw_strait_holds( &strait, ( fw_vec2 ){ 6.0, 4.5 } ) );
	assert_false( fw_strait_holds( &strait, ( fw_vec2 ){ 4.9, 3.0 } ) );
	assert_false( fw_strait_holds( &strait, ( fw_vec2 ){ 7.1, 3.0 } ) );
}

#define STREAM_MAX 64

// Two streams through a strait along x: a unit wants it from `seen` seconds before it is there, enters if it is open
// and the one before it is 1 tile ahead, and is inside for as long as it takes.
typedef struct streams
{
	fw_grid* grid;
	fw_straits straits;
	int32_t id;
	double radius;
	double crossing;               // [s]
	double seen;                   // [s]
	bool insiders_want;            // units want it until they are out
	int32_t count[2];              // units in all
	double comes_at[2];            // the first one [s]
	double apart[2];               // the next ones [s]
	double entered[2][STREAM_MAX]; // when [s]; 0: not yet
	double time;
	int32_t in_row;   // entries in the same direction since the other one was first kept waiting
	int32_t most;     // of these
	int32_t last;     // direction of the last entry
	int32_t meetings; // entries while others drive against them
	double longest;   // that somebody waited [s]
	uint64_t trace;   // hash of all that was decided
} streams;

// A corridor of this length and width in open ground.
static streams make_streams( int32_t length, int32_t width, const fw_allocator* allocator )
{
	const int32_t side = 9;
	streams s = { .radius = RADIUS, .crossing = ( length + 1 ) / 2.0, .seen = 4.0, .last = -1 };
	s.grid = test_field( length + 2 * side, 2 * side + 1 );
	assert_int_equal( fw_grid_fill( s.grid, ( fw_rect ){ side, 0, length, 2 * side + 1 }, FW_TERRAIN_OUT, NULL ),
	                  FW_OK );
	assert_int_equal( fw_grid_fill( s.grid, ( fw_rect ){ side, side, length, width }, FW_TERRAIN_GROUND, NULL ),
	                  FW_OK );
	fw_straits_init( &s.straits, allocator, s.grid );
	s.id = fw_straits_at( &s.straits, side, side, true, FW_CAP_GROUND );
	assert_true( s.id >= 0 );
	for ( int32_t d = 0; d < 2; d++ )
	{
		s.apart[d] = 0.5;
	}
	return s;
}

static void free_streams( streams* s )
{
	fw_straits_free( &s->straits );
	fw_grid_destroy( s->grid );
}

static bool is_inside( const streams* s, int32_t d, int32_t i )
{
	return s->entered[d][i] > 0.0 && s->time < s->entered[d][i] + s->crossing;
}

static int32_t count_inside( const streams* s, int32_t d )
{
	int32_t inside = 0;
	for ( int32_t i = 0; i < s->count[d]; i++ )
	{
		inside += is_inside( s, d, i ) ? 1 : 0;
	}
	return inside;
}

static double arrival_of( const streams* s, int32_t d, int32_t i )
{
	return s->comes_at[d] + s->apart[d] * i;
}

static void enter( streams* s, int32_t d, int32_t i, bool others_wait )
{
	s->meetings += count_inside( s, 1 - d ) > 0 ? 1 : 0;
	s->longest = s->time - arrival_of( s, d, i ) > s->longest ? s->time - arrival_of( s, d, i ) : s->longest;
	s->in_row = !others_wait ? 0 : s->last == d ? s->in_row + 1 : 1;
	s->most = s->in_row > s->most ? s->in_row : s->most;
	s->last = d;
	s->entered[d][i] = s->time;
	fw_straits_enter( &s->straits, s->id, d, s->radius );
	s->trace = ( s->trace ^ (uint64_t)( 64 * d + i + 1 ) ) * 0x100000001B3u;
}

// One tick; returns how many have not come through yet.
static int32_t step( streams* s )
{
	int32_t left = 0;
	int32_t waiting[2] = { 0, 0 };
	s->time += TICK;
	fw_straits_begin_tick( &s->straits, s->time );
	for ( int32_t d = 0; d < 2; d++ )
	{
		for ( int32_t i = 0; i < s->count[d]; i++ )
		{
			const bool waits = s->entered[d][i] == 0.0;
			left += waits || is_inside( s, d, i ) ? 1 : 0;
			if ( is_inside( s, d, i ) )
			{
				fw_straits_inside( &s->straits, s->id, d, s->radius, ( fw_vec2 ){ 0.0, 0.0 } );
				fw_straits_want( &s->straits, s->insiders_want ? s->id : -1, d, s->radius, ( fw_vec2 ){ 0.0, 0.0 } );
			}
			else if ( waits && s->time > arrival_of( s, d, i ) - s->seen )
			{
				waiting[d]++;
				fw_straits_want( &s->straits, s->id, d, s->radius, ( fw_vec2 ){ 0.0, 0.0 } );
			}
		}
	}
	fw_straits_settle( &s->straits );
	for ( int32_t d = 0; d < 2; d++ )
	{
		int32_t i = 0;
		while ( i < s->count[d] && s->entered[d][i] > 0.0 )
		{
			i++;
		}
		const bool room = i == 0 || s->time > s->entered[d][i - 1] + 0.5;
		if ( i < s->count[d] && room && s->time >= arrival_of( s, d, i ) &&
		     fw_straits_get( &s->straits, s->id )->open[d] )
		{
			enter( s, d, i, waiting[1 - d] > 0 );
		}
	}
	s->trace = ( s->trace ^ (uint64_t)left ) * 0x100000001B3u;
	return left;
}

static void run( streams* s, double until )
{
	while ( step( s ) > 0 )
	{
		if ( s->time > until )
		{
			fail_msg( "not all are through after %g s", until );
		}
	}
}

// Both directions get through, one at a time, in batches.
static void test_streams( void** state )
{
	(void)state;
	const fw_allocator allocator = fw_default_allocator();
	for ( int32_t length = 1; length <= 40; length += 13 )
	{
		streams s = make_streams( length, 1, &allocator );
		s.count[0] = STREAM_MAX;
		s.count[1] = STREAM_MAX;
		s.comes_at[1] = 3.0;
		run( &s, 200.0 + 7.0 * s.crossing );
		assert_int_equal( s.meetings, 0 );
		assert_int_equal( s.most, FW_STRAIT_BATCH );
		print_message( "%d tiles: %.1f s, longest wait %.1f s\n", (int)length, s.time, s.longest );
		free_streams( &s );
	}
}

// A few against many do not wait for all of these.
static void test_few_against_many( void** state )
{
	(void)state;
	const fw_allocator allocator = fw_default_allocator();
	streams s = make_streams( 3, 1, &allocator );
	s.count[0] = STREAM_MAX;
	s.count[1] = 1;
	s.comes_at[1] = 5.0;
	double passed_at = 0.0;
	while ( step( &s ) > 0 )
	{
		passed_at = passed_at == 0.0 ? s.entered[1][0] : passed_at;
	}
	// A batch has entered when it is there, or enters while it waits.
	assert_true( passed_at > 5.0 && passed_at < 18.0 );
	assert_int_equal( s.meetings, 0 );
	assert_true( s.most <= FW_STRAIT_BATCH );
	free_streams( &s );
}

// Those behind a unit, and those of its own direction, do not come against it.
static void test_meets( void** state )
{
	(void)state;
	const fw_allocator allocator = fw_default_allocator();
	streams s = make_streams( 9, 1, &allocator );
	const fw_strait* strait = fw_straits_get( &s.straits, s.id );
	const double y = strait->lo + 0.5;
	fw_straits_begin_tick( &s.straits, 1.0 );
	fw_straits_want( &s.straits, s.id, 1, RADIUS, ( fw_vec2 ){ 20.5, y } );
	fw_straits_inside( &s.straits, s.id, 1, RADIUS, ( fw_vec2 ){ 12.5, y } );
	fw_straits_inside( &s.straits, s.id, 0, RADIUS, ( fw_vec2 ){ 3.5, y } );
	assert_true( fw_strait_meets( strait, 0, ( fw_vec2 ){ 3.5, y } ) );
	assert_true( fw_strait_meets( strait, 0, ( fw_vec2 ){ 20.5, y } ) );
	assert_false( fw_strait_meets( strait, 0, ( fw_vec2 ){ 22.0, y } ) );
	assert_true( fw_strait_meets( strait, 1, ( fw_vec2 ){ 12.5, y } ) );
	assert_false( fw_strait_meets( strait, 1, ( fw_vec2 ){ 2.0, y } ) );
	free_streams( &s );
}

// One direction alone is never held up.
static void test_one_stream( void** state )
{
	(void)state;
	const fw_allocator allocator = fw_default_allocator();
	for ( int32_t d = 0; d < 2; d++ )
	{
		streams s = make_streams( 20, 1, &allocator );
		s.count[d] = STREAM_MAX;
		s.apart[d] = 0.6;
		run( &s, 60.0 );
		assert_true( s.longest < 2.0 * TICK );
		free_streams( &s );
	}
}

// The side that may enter does not come: the direction changes after six seconds, counted from when both want it.
static void test_unused( void** state )
{
	(void)state;
	const fw_allocator allocator = fw_default_allocator();
	streams s = make_streams( 2, 1, &allocator );
	s.count[0] = 1;
	s.count[1] = 1;
	s.seen = 100.0;
	s.comes_at[0] = 50.0;
	s.comes_at[1] = 20.0;
	s.time = 19.0;
	run( &s, 60.0 );
	assert_true( s.entered[1][0] > 19.0 + FW_STRAIT_UNUSED );
	assert_true( s.entered[1][0] < 19.0 + FW_STRAIT_UNUSED + 4.0 * TICK );
	assert_int_equal( s.meetings, 0 );
	free_streams( &s );
}

// Someone stands inside for ever, in a short strait or a long one.
static void check_stuck( int32_t length, double after )
{
	const fw_allocator allocator = fw_default_allocator();
	streams s = make_streams( length, 1, &allocator );
	s.count[0] = 1;
	s.count[1] = 2;
	s.crossing = 1e9;
	s.comes_at[0] = 10.0;
	s.comes_at[1] = 12.0;
	while ( s.entered[1][0] == 0.0 && s.time < 100.0 )
	{
		step( &s );
	}
	// The other one has been waiting since it saw the strait.
	const double since = s.entered[0][0];
	assert_true( s.entered[1][0] > since + after && s.entered[1][0] < since + after + 4.0 * TICK );
	const fw_strait* strait = fw_straits_get( &s.straits, s.id );
	assert_true( strait->open[1] && !strait->open[0] );
	// It is shut again until nobody enters or leaves for as long.
	while ( s.entered[1][1] == 0.0 && s.time < 100.0 )
	{
		step( &s );
	}
	assert_true( s.entered[1][1] > s.entered[1][0] + after );
	free_streams( &s );
}

static void test_stuck( void** state )
{
	(void)state;
	check_stuck( 1, FW_STRAIT_STUCK );
	check_stuck( 8, FW_STRAIT_STUCK );
	check_stuck( 20, 20.0 * FW_STRAIT_TILE_TIME );
}

// Who leaves shows that the others are not stuck: a slow batch is not met by others.
static void test_slow_batch( void** state )
{
	(void)state;
	const fw_allocator allocator = fw_default_allocator();
	streams s = make_streams( 12, 1, &allocator );
	s.count[0] = 4;
	s.count[1] = 1;
	s.apart[0] = 3.0;
	s.comes_at[1] = 5.0;
	s.crossing = 20.5;
	run( &s, 60.0 );
	assert_int_equal( s.meetings, 0 );
	assert_true( s.entered[1][0] >= s.entered[0][3] + s.crossing );
	free_streams( &s );
}

// Two lanes are open to both, unless somebody needs both lanes.
static void test_two_lanes( void** state )
{
	(void)state;
	const fw_allocator allocator = fw_default_allocator();
	streams s = make_streams( 5, 2, &allocator );
	s.count[0] = 30;
	s.count[1] = 30;
	run( &s, 30.0 );
	assert_true( s.meetings > 10 && s.longest < 2.0 );
	free_streams( &s );
	s = make_streams( 5, 2, &allocator );
	s.count[0] = 30;
	s.count[1] = 30;
	s.radius = 0.9;
	run( &s, 200.0 );
	assert_int_equal( s.meetings, 0 );
	const fw_strait* strait = fw_straits_get( &s.straits, s.id );
	// A large unit inside keeps small ones out that come towards it, as one that wants in does.
	for ( int32_t large = 0; large < 2; large++ )
	{
		fw_straits_begin_tick( &s.straits, s.time += TICK );
		fw_straits_inside( &s.straits, s.id, 0, large == 0 ? RADIUS : 0.9, ( fw_vec2 ){ 0.0, 0.0 } );
		fw_straits_want( &s.straits, s.id, 1, RADIUS, ( fw_vec2 ){ 0.0, 0.0 } );
		fw_straits_settle( &s.straits );
		assert_int_equal( strait->gated, large == 1 );
		assert_int_equal( strait->open[1], large == 0 );
		assert_true( strait->open[0] );
	}
	free_streams( &s );
}

// One tick of a strait that nobody enters.
static const fw_strait* settle( streams* s, double time, const int32_t wanted[2], const int32_t inside[2] )
{
	s->time = time;
	fw_straits_begin_tick( &s->straits, time );
	for ( int32_t d = 0; d < 2; d++ )
	{
		for ( int32_t i = 0; i < wanted[d]; i++ )
		{
			fw_straits_want( &s->straits, s->id, d, s->radius, ( fw_vec2 ){ 0.0, 0.0 } );
		}
		for ( int32_t i = 0; i < inside[d]; i++ )
		{
			fw_straits_inside( &s->straits, s->id, d, s->radius, ( fw_vec2 ){ 0.0, 0.0 } );
		}
	}
	fw_straits_settle( &s->straits );
	return fw_straits_get( &s->straits, s->id );
}

static const int32_t none[2] = { 0, 0 };
static const int32_t first[2] = { 1, 0 };
static const int32_t second[2] = { 0, 1 };
static const int32_t both[2] = { 1, 1 };

// What a tick decides is gone in the next one.
static void test_counts( void** state )
{
	(void)state;
	const fw_allocator allocator = fw_default_allocator();
	const int32_t two[2] = { 0, 2 };
	streams s = make_streams( 5, 1, &allocator );
	const fw_strait* strait = settle( &s, 1.0, two, first );
	fw_straits_enter( &s.straits, s.id, 0, RADIUS );
	assert_true( strait->wanted[0] == 0 && strait->wanted[1] == 2 );
	assert_true( strait->inside[0] == 2 && strait->inside[1] == 0 );
	assert_true( strait->gated && strait->open[0] && !strait->open[1] );
	assert_int_equal( s.straits.listed_count, 1 );
	fw_straits_begin_tick( &s.straits, 2.0 );
	assert_true( strait->wanted[0] == 0 && strait->wanted[1] == 0 );
	assert_true( strait->inside[0] == 0 && strait->inside[1] == 0 );
	assert_true( !strait->gated && strait->open[0] && strait->open[1] );
	assert_int_equal( s.straits.listed_count, 0 );
	free_streams( &s );
}

// The direction is that of those who want it alone, once nobody is inside against them.
static void test_direction( void** state )
{
	(void)state;
	const fw_allocator allocator = fw_default_allocator();
	streams s = make_streams( 5, 1, &allocator );
	const fw_strait* strait = settle( &s, 1.0, second, none );
	assert_int_equal( strait->direction, 1 );
	settle( &s, 1.1, both, none );
	assert_true( strait->open[1] && !strait->open[0] );
	settle( &s, 1.2, first, second );
	assert_true( strait->direction == 1 && !strait->open[0] && strait->open[1] );
	settle( &s, 1.3, none, first );
	assert_int_equal( strait->direction, 1 );
	settle( &s, 1.4, first, none );
	assert_true( strait->direction == 0 && strait->open[0] );
	free_streams( &s );
}

// A batch ends with its last entry, and counts those before anybody waited.
static void test_batch( void** state )
{
	(void)state;
	const fw_allocator allocator = fw_default_allocator();
	streams s = make_streams( 5, 1, &allocator );
	const fw_strait* strait = fw_straits_get( &s.straits, s.id );
	for ( int32_t i = 1; i <= FW_STRAIT_BATCH - 1; i++ )
	{
		settle( &s, i * TICK, first, none );
		fw_straits_enter( &s.straits, s.id, 0, RADIUS );
		assert_int_equal( strait->used, i );
	}
	settle( &s, 2.0, both, first );
	assert_true( strait->open[0] );
	fw_straits_enter( &s.straits, s.id, 0, RADIUS );
	assert_true( !strait->open[0] && !strait->open[1] );
	settle( &s, 2.1, both, first );
	assert_true( !strait->open[0] && !strait->open[1] );
	settle( &s, 2.2, both, none );
	assert_true( !strait->open[0] && strait->open[1] );
	// Without others it goes on.
	for ( int32_t i = 1; i <= 2 * FW_STRAIT_BATCH; i++ )
	{
		settle( &s, 3.0 + i * TICK, second, second );
		fw_straits_enter( &s.straits, s.id, 1, RADIUS );
		assert_true( strait->open[1] );
	}
	free_streams( &s );
}

// Times count from when somebody waits.
static void test_idle( void** state )
{
	(void)state;
	const fw_allocator allocator = fw_default_allocator();
	streams s = make_streams( 5, 1, &allocator );
	const fw_strait* strait = fw_straits_get( &s.straits, s.id );
	int32_t changes = 0;
	for ( int32_t i = 0; i < 600; i++ )
	{
		const int32_t before = strait->direction;
		settle( &s, i * TICK, both, none );
		changes += strait->direction != before ? 1 : 0;
	}
	assert_int_equal( changes, 4 );
	// Not while one direction waits for nobody, though nobody enters.
	for ( int32_t i = 0; i < 400; i++ )
	{
		settle( &s, 30.0 + i * TICK, second, none );
	}
	settle( &s, 50.0, both, none );
	assert_int_equal( strait->direction, 1 );
	// Not while somebody is inside and nobody waits.
	for ( int32_t i = 0; i < 400; i++ )
	{
		settle( &s, 60.0 + i * TICK, none, second );
	}
	settle( &s, 80.0, first, second );
	assert_false( strait->open[0] );
	// Not while there is nobody.
	settle( &s, 199.0, none, none );
	settle( &s, 200.0, first, second );
	assert_false( strait->open[0] );
	free_streams( &s );
	// Not while it has no gate.
	s = make_streams( 5, 2, &allocator );
	for ( int32_t i = 0; i < 400; i++ )
	{
		strait = settle( &s, i * TICK, first, second );
		assert_true( strait->open[0] );
	}
	s.radius = 0.9;
	settle( &s, 20.0, first, second );
	assert_false( strait->open[0] );
	free_streams( &s );
}

// While both directions want a gate, it belongs to the one that is inside.
static void test_gate_is_theirs( void** state )
{
	(void)state;
	const fw_allocator allocator = fw_default_allocator();
	streams s = make_streams( 5, 1, &allocator );
	fw_strait* strait = fw_straits_get( &s.straits, s.id );
	strait->direction = 0;
	settle( &s, 1.0, both, second );
	assert_int_equal( strait->direction, 1 );
	assert_true( strait->open[1] && !strait->open[0] );
	free_streams( &s );
}

// Random streams: nobody meets anybody, all get through, and a second run decides the same.
static void test_random_streams( void** state )
{
	(void)state;
	for ( uint64_t seed = 1; seed <= (uint64_t)test_rounds( 300 ); seed++ )
	{
		uint64_t traces[2];
		for ( int32_t again = 0; again < 2; again++ )
		{
			test_memory memory = test_memory_make();
			const fw_allocator allocator = test_memory_allocator( &memory );
			test_random random = test_random_make( seed );
			streams s = make_streams( 1 + test_random_int( &random, 30 ), 1, &allocator );
			for ( int32_t d = 0; d < 2; d++ )
			{
				s.count[d] = test_random_int( &random, STREAM_MAX );
				s.comes_at[d] = test_random_real( &random, 0.0, 40.0 );
				s.apart[d] = test_random_real( &random, 0.1, 3.0 );
			}
			s.insiders_want = test_random_chance( &random, 0.5 );
			const int64_t asked = memory.asked;
			run( &s, 1000.0 );
			assert_int_equal( s.meetings, 0 );
			assert_true( s.most <= FW_STRAIT_BATCH );
			assert_int_equal( memory.asked, asked );
			traces[again] = s.trace;
			free_streams( &s );
			test_memory_check_empty( &memory );
		}
		assert_true( traces[0] == traces[1] );
	}
}

int run_test_strait_traffic( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_lanes ),
	    cmocka_unit_test( test_sides ),
	    cmocka_unit_test( test_meets ),
	    cmocka_unit_test( test_gate_is_theirs ),
	    cmocka_unit_test( test_holds ),
	    cmocka_unit_test( test_streams ),
	    cmocka_unit_test( test_few_against_many ),
	    cmocka_unit_test( test_one_stream ),
	    cmocka_unit_test( test_unused ),
	    cmocka_unit_test( test_stuck ),
	    cmocka_unit_test( test_slow_batch ),
	    cmocka_unit_test( test_two_lanes ),
	    cmocka_unit_test( test_counts ),
	    cmocka_unit_test( test_direction ),
	    cmocka_unit_test( test_batch ),
	    cmocka_unit_test( test_idle ),
	    cmocka_unit_test( test_random_streams ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
