// SPDX-License-Identifier: MIT
// Crowds of any units on any maps: nobody ever touches anybody or a wall, whatever happens on the way; the same calls
// give the same bits; memory that runs out changes nothing; and where there is room, all come home.
#include "oracle.h"
#include "support_crowd.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void fill( fw_grid* grid, int32_t x, int32_t y, int32_t width, int32_t height, int32_t terrain )
{
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ x, y, width, height }, (uint8_t)terrain, NULL ), FW_OK );
}

// Rooms whose walls have doors of one to three tiles.
static fw_grid* rooms( test_random* random, int32_t width, int32_t height )
{
	fw_grid* grid = test_field( width, height );
	for ( int32_t x = 9; x < width - 4; x += 10 )
	{
		fill( grid, x, 0, 1, height, FW_TERRAIN_OUT );
		for ( int32_t y = 2; y < height - 3; y += 10 )
		{
			const int32_t top = y + test_random_int( random, 4 );
			const int32_t tall = 1 + test_random_int( random, 3 );
			fill( grid, x, top, 1, tall, FW_TERRAIN_GROUND );
		}
	}
	for ( int32_t y = 9; y < height - 4; y += 10 )
	{
		for ( int32_t x = 0; x < width; x += 10 )
		{
			fill( grid, x, y, 10 < width - x ? 10 : width - x, 1, FW_TERRAIN_OUT );
			if ( width - x > 6 )
			{
				const int32_t left = x + 2 + test_random_int( random, 3 );
				const int32_t wide = 1 + test_random_int( random, 2 );
				fill( grid, left, y, wide, 1, FW_TERRAIN_GROUND );
			}
		}
	}
	return grid;
}

// Lanes of one to three tiles between solid blocks.
static fw_grid* lanes( test_random* random, int32_t width, int32_t height )
{
	fw_grid* grid = test_field( width, height );
	for ( int32_t y = 3; y < height - 6; y += 4 + test_random_int( random, 3 ) )
	{
		for ( int32_t x = 3; x < width - 10; x += 9 + test_random_int( random, 3 ) )
		{
			fill( grid, x, y, 8, 3, FW_TERRAIN_OUT );
		}
	}
	return grid;
}

static fw_grid* any_map( test_random* random, int32_t kind )
{
	const int32_t width = 24 + test_random_int( random, 20 );
	const int32_t height = 20 + test_random_int( random, 20 );
	return kind == 0   ? rooms( random, width, height )
	       : kind == 1 ? lanes( random, width, height )
	       : kind == 2 ? test_random_town( random, width, height, 12, 6 )
	                   : test_random_map( random, width, height, test_random_real( random, 0.0, 0.3 ) );
}

static fw_unit any_unit( test_random* random )
{
	fw_unit unit = test_unit( 0.4, 0.0 );
	unit.radius = test_random_chance( random, 0.5 ) ? 0.4 : test_random_real( random, 0.15, 0.9 );
	unit.turning_radius = test_random_chance( random, 0.15 ) ? test_random_real( random, 0.5, 2.0 ) : 0.0;
	unit.reverse = test_random_chance( random, 0.5 );
	unit.speed = test_random_real( random, 0.5, 4.0 );
	unit.acceleration = test_random_real( random, 1.0, 12.0 );
	unit.braking = test_random_real( random, 1.0, 12.0 );
	return unit;
}

static int32_t add_any( test_crowd* s, test_random* random, const fw_unit* unit )
{
	for ( int32_t tries = 0; tries < 50; tries++ )
	{
		int32_t index = -1;
		const fw_pose pose = test_random_stand( random, fw_grid_width( s->grid ), fw_grid_height( s->grid ) );
		if ( test_crowd_add( s, unit, pose, &index ) == FW_OK )
		{
			return index;
		}
	}
	return -1;
}

static bool send_anywhere( test_crowd* s, test_random* random, int32_t index )
{
	const fw_pose to = test_random_center( random, fw_grid_width( s->grid ), fw_grid_height( s->grid ), 0.0 );
	return test_crowd_send( s, index, to.x, to.y );
}

// Removes and adds units, gives other orders, stops, and edits the map.
static void disturb( test_crowd* s, test_random* random, int32_t count )
{
	const int32_t index = test_random_int( random, count );
	const int32_t what = test_random_int( random, 12 );
	if ( !s->crowd->units[index].used )
	{
		const fw_unit unit = any_unit( random );
		(void)add_any( s, random, &unit );
	}
	else if ( what < 1 )
	{
		test_crowd_remove( s, index );
	}
	else if ( what < 2 )
	{
		fw_crowd_stop( s->crowd, index );
		s->sent[index] = false;
	}
	else if ( what < 4 )
	{
		const fw_rect rect = test_random_rect( random, fw_grid_width( s->grid ), fw_grid_height( s->grid ), 3, 3 );
		const bool wall = test_random_chance( random, 0.5 );
		if ( !wall || !fw_crowd_uses( s->crowd, rect ) )
		{
			fill( s->grid, rect.x, rect.y, rect.width, rect.height, wall ? FW_TERRAIN_OUT : FW_TERRAIN_GROUND );
		}
	}
	else
	{
		(void)send_anywhere( s, random, index );
	}
}

static void play_any( uint64_t seed, int32_t kind, int32_t ticks )
{
	test_random random = test_random_make( seed );
	test_crowd* s = test_crowd_make( any_map( &random, kind ) );
	const int32_t count = 2 + test_random_int( &random, 39 );
	for ( int32_t i = 0; i < count; i++ )
	{
		const fw_unit unit = any_unit( &random );
		const int32_t index = add_any( s, &random, &unit );
		if ( index >= 0 )
		{
			(void)send_anywhere( s, &random, index );
		}
	}
	const double often = test_random_chance( &random, 0.5 ) ? 0.3 : 0.02;
	for ( int32_t tick = 0; tick < ticks; tick++ )
	{
		if ( test_random_chance( &random, often ) )
		{
			disturb( s, &random, count );
		}
		test_crowd_begin( s );
		// An edit in the middle of a tick counts from the next one on.
		if ( test_random_chance( &random, 0.1 ) && s->crowd->units[0].used )
		{
			(void)send_anywhere( s, &random, 0 );
		}
		test_crowd_end( s );
	}
	test_crowd_free( s );
}

static void test_any( void** state )
{
	(void)state;
	for ( int32_t round = 0; round < test_rounds( 160 ); round++ )
	{
		play_any( 100 + (uint64_t)round, round % 4, 400 );
	}
}

// Tiles that forbid directions: nobody leaves one in a direction that it forbids, not even if it is pushed.
static void test_one_ways( void** state )
{
	(void)state;
	static const uint32_t exits[4] = { FW_EXIT_WEST, FW_EXIT_EAST, FW_EXIT_NORTH, FW_EXIT_SOUTH };
	test_random random = test_random_make( 5 );
	for ( int32_t round = 0; round < test_rounds( 40 ); round++ )
	{
		test_crowd* s = test_crowd_make( test_field( 20, 20 ) );
		for ( int32_t i = 0; i < 8; i++ )
		{
			const fw_rect rect = test_random_rect( &random, 20, 20, 4, 4 );
			const uint32_t allowed = FW_EXIT_ALL & ~exits[test_random_int( &random, 4 )];
			assert_int_equal( fw_grid_set_exits( s->grid, rect, allowed, NULL ), FW_OK );
		}
		for ( int32_t i = 0; i < 25; i++ )
		{
			const fw_unit unit = any_unit( &random );
			const int32_t index = add_any( s, &random, &unit );
			if ( index >= 0 )
			{
				(void)send_anywhere( s, &random, index );
			}
		}
		test_crowd_pass( s, 20.0 );
		test_crowd_free( s );
	}
}

// Free tiles of the largest region of a map, in any order.
static int32_t shuffled_tiles( const fw_grid* grid, test_random* random, fw_vec2* places )
{
	uint32_t count = 0;
	uint32_t* regions = oracle_regions( grid, FW_CAP_GROUND, 0.4, &count );
	const int32_t width = fw_grid_width( grid );
	const int32_t all = width * fw_grid_height( grid );
	int32_t* sizes = calloc( (size_t)count + 1, sizeof( int32_t ) );
	assert_non_null( sizes );
	uint32_t largest = 1;
	for ( int32_t i = 0; i < all; i++ )
	{
		sizes[regions[i]] += regions[i] != 0 ? 1 : 0;
		largest = sizes[regions[i]] > sizes[largest] ? regions[i] : largest;
	}
	int32_t tiles = 0;
	for ( int32_t i = 0; i < all; i++ )
	{
		if ( regions[i] == largest )
		{
			const int32_t other = test_random_int( random, tiles + 1 );
			places[tiles] = places[other];
			places[other] = ( fw_vec2 ){ i % width + 0.5, i / width + 0.5 };
			tiles++;
		}
	}
	free( sizes );
	free( regions );
	return tiles;
}

// A crowd of discs of radius 0.4 on any tiles of a region, sent to other tiles of it.
static test_crowd* make_crowd( test_random* random, int32_t kind, int32_t count )
{
	test_crowd* s = test_crowd_make( any_map( random, kind ) );
	fw_vec2 places[44 * 40];
	const int32_t tiles = shuffled_tiles( s->grid, random, places );
	for ( int32_t i = 0; i < count && i < tiles; i++ )
	{
		assert_int_equal( test_crowd_put( s, 0.4, places[i].x, places[i].y ), i );
	}
	for ( int32_t i = 0; i < count && i < tiles; i++ )
	{
		const fw_vec2 to = places[( i * 7 + 3 ) % count < tiles / 2 ? tiles - 1 - i : i];
		assert_true( test_crowd_send( s, i, to.x, to.y ) || ( to.x == places[i].x && to.y == places[i].y ) );
	}
	return s;
}

// All come home, in rooms, lanes and towns. Single units need up to 20 s; those that push nobody aside need almost
// twice the mean.
static void test_all_come_home( void** state )
{
	(void)state;
	const int32_t rounds = test_rounds( 90 );
	double sum = 0.0;
	for ( int32_t round = 0; round < rounds; round++ )
	{
		test_random random = test_random_make( 700 + (uint64_t)round );
		test_crowd* s = make_crowd( &random, round % 3, 40 + test_random_int( &random, 24 ) );
		if ( !test_crowd_run( s, 150.0 ) )
		{
			test_crowd_print( s );
			fail_msg( "round %d: %d of %d are not home", (int)round, (int)test_crowd_away( s ), (int)s->crowd->count );
		}
		sum += s->crowd->time;
		test_crowd_free( s );
	}
	assert_true( sum / rounds < 45.0 );
}

// The hash of a crowd after some ticks, each in so many steps, with orders and edits on the way.
static uint64_t play_steps( uint64_t seed, int32_t steps )
{
	test_random random = test_random_make( seed );
	test_crowd* s = make_crowd( &random, (int32_t)( seed % 3 ), 25 );
	uint64_t hash = 0;
	for ( int32_t tick = 0; tick < 200; tick++ )
	{
		if ( tick % 40 == 20 )
		{
			(void)send_anywhere( s, &random, test_random_int( &random, 25 ) );
		}
		if ( tick == 90 )
		{
			test_crowd_remove( s, 3 );
		}
		for ( int32_t i = 0; i < steps; i++ )
		{
			assert_int_equal( fw_crowd_step( s->crowd, CROWD_TICK / steps ), FW_OK );
		}
		for ( int32_t i = 0; i < s->crowd->count; i++ )
		{
			if ( s->crowd->units[i].used )
			{
				const fw_crowd_view view = fw_crowd_look( s->crowd, i );
				uint64_t bits[4];
				const double values[4] = { view.pose.x, view.pose.y, view.pose.heading, view.speed };
				memcpy( bits, values, sizeof( bits ) );
				for ( int32_t k = 0; k < 4; k++ )
				{
					hash = ( hash ^ bits[k] ) * 0x100000001b3u;
					hash ^= hash >> 31;
				}
			}
		}
	}
	test_crowd_free( s );
	return hash;
}

// By seed: the same bits of every compiler and processor.
static const uint64_t known_bits[] = {
    0,
    0x7c7e33f2bcd2c8c9,
    0x7ca695c9c6999d57,
    0x824db742cc927cd8,
    0x21d9529b0ed91d84,
    0xba584d9519b4c744,
    0x24530470bcd93f56,
};

static void test_same_bits( void** state )
{
	(void)state;
	for ( uint64_t seed = 1; seed < 7; seed++ )
	{
		const uint64_t hash = play_steps( seed, 1 );
		if ( hash != known_bits[seed] )
		{
			fail_msg( "seed %d: 0x%016llx", (int)seed, (unsigned long long)hash );
		}
		assert_true( play_steps( seed, 1 ) == hash );
		assert_true( play_steps( seed, 2 ) == hash );
		assert_true( play_steps( seed, 3 ) == hash );
		assert_true( play_steps( seed, 7 ) == hash );
		assert_true( play_steps( seed + 100, 1 ) != hash );
	}
}

// No tick takes memory once the crowd has been everywhere.
static void test_no_memory_per_tick( void** state )
{
	(void)state;
	test_random random = test_random_make( 9 );
	test_crowd* s = make_crowd( &random, 0, 30 );
	int64_t asked = 0;
	for ( int32_t tick = 0; tick < 2000; tick++ )
	{
		const int64_t before = s->memory.asked;
		const fw_vec2 goal = s->goals[tick % 30];
		if ( tick % 7 == 0 )
		{
			(void)test_crowd_send( s, tick / 7 % 30, goal.x, goal.y );
		}
		const int64_t drove = s->memory.asked;
		test_crowd_begin( s );
		test_crowd_end( s );
		asked += tick >= 1000 ? s->memory.asked - drove : 0;
		assert_true( drove - before <= 2 );
	}
	assert_int_equal( asked, 0 );
	test_crowd_free( s );
}

static void check_same( const fw_crowd_view* a, const fw_crowd_view* b )
{
	assert_true( a->pose.x == b->pose.x && a->pose.y == b->pose.y && a->pose.heading == b->pose.heading );
	assert_true( a->speed == b->speed && a->mode == b->mode );
}

// What a crowd does when memory is out from some call on: adding and driving change nothing, and in a step all keep
// what they have. Later they go on.
static bool lack_memory( int64_t fails )
{
	test_random random = test_random_make( 11 );
	test_crowd* s = make_crowd( &random, 0, 12 );
	test_crowd_pass( s, 1.0 );
	fw_path path;
	const fw_vec2 goal = { 0.5, 0.5 };
	assert_true( test_crowd_plan( s, 4, goal.x, goal.y, &path ) );
	test_memory_fail_in( &s->memory, fails, true );
	const int64_t last = s->memory.asked + fails;
	const fw_crowd_view four = fw_crowd_look( s->crowd, 4 );
	const double left = fw_crowd_path_left( s->crowd, 4 );
	const fw_vec2 old = s->goals[4];
	const fw_status driven = test_crowd_drive( s, 4, &path );
	const fw_crowd_view now = fw_crowd_look( s->crowd, 4 );
	assert_true( driven == FW_OK || driven == FW_ERR_MEMORY );
	if ( driven == FW_ERR_MEMORY )
	{
		check_same( &four, &now );
		assert_true( fw_crowd_path_left( s->crowd, 4 ) == left );
		assert_true( s->crowd->units[4].goal.x == old.x && s->crowd->units[4].goal.y == old.y );
	}
	for ( int32_t tick = 0; tick < 100; tick++ )
	{
		const int32_t count = s->crowd->count;
		int32_t added = -1;
		int32_t blocker = -1;
		const fw_unit unit = test_unit( 0.3, 0.0 );
		const fw_pose pose = test_random_stand( &random, fw_grid_width( s->grid ), fw_grid_height( s->grid ) );
		const fw_status status =
		    tick % 10 == 5 ? fw_crowd_add( s->crowd, &unit, false, pose, &added, &blocker ) : FW_ERR_BLOCKED;
		if ( status == FW_OK )
		{
			fw_crowd_remove( s->crowd, added );
		}
		assert_true( status == FW_OK || status == FW_ERR_BLOCKED || status == FW_ERR_MEMORY );
		assert_int_equal( s->crowd->count, count );
		const fw_status half = fw_crowd_step( s->crowd, 0.5 * CROWD_TICK );
		assert_true( half == FW_OK || half == FW_ERR_MEMORY );
		test_crowd_end( s );
	}
	const bool failed = s->memory.asked > last;
	test_memory_fail_never( &s->memory );
	if ( !test_crowd_run( s, 120.0 ) )
	{
		test_crowd_print( s );
		fail_msg( "call %d", (int)fails );
	}
	fw_path_free( &path );
	test_crowd_free( s );
	return failed;
}

static void test_memory_runs_out( void** state )
{
	(void)state;
	int64_t n = 0;
	while ( lack_memory( n ) )
	{
		n++;
	}
	assert_true( n > 0 );
}

// Nothing is left behind by a crowd that could not be made, or got no unit.
static void test_memory_at_first( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 9, 9 );
	const fw_unit unit = test_unit( 0.4, 0.0 );
	bool done = false;
	for ( int64_t n = 0; !done; n++ )
	{
		test_memory memory = test_memory_make();
		const fw_allocator allocator = test_memory_allocator( &memory );
		fw_crowd* crowd = NULL;
		test_memory_fail_in( &memory, n, true );
		const fw_status made = fw_crowd_create( &allocator, grid, 5.0, &crowd );
		assert_int_equal( made, crowd != NULL ? FW_OK : FW_ERR_MEMORY );
		if ( made == FW_OK )
		{
			int32_t index = -1;
			int32_t blocker;
			const fw_status added = fw_crowd_add( crowd, &unit, false, test_center( 4, 4, 0.0 ), &index, &blocker );
			assert_int_equal( crowd->count, added == FW_OK ? 1 : 0 );
			done = added == FW_OK;
			assert_true( done || added == FW_ERR_MEMORY );
			assert_int_equal( fw_crowd_memory( crowd ), memory.bytes );
			test_memory_fail_never( &memory );
			assert_true( done ||
			             fw_crowd_add( crowd, &unit, false, test_center( 4, 4, 0.0 ), &index, &blocker ) == FW_OK );
			assert_int_equal( fw_crowd_step( crowd, 1.0 ), FW_OK );
			fw_crowd_destroy( crowd );
		}
		test_memory_check_empty( &memory );
	}
	fw_grid_destroy( grid );
}

// While a joint plan is made in a lane, one that is about to become a member is removed, and a vehicle gets its slot.
// It must not be moved like one that turns on the spot.
static void test_slot_of_a_member( void** state )
{
	(void)state;
	fw_unit car = fw_default_unit();
	car.radius = 0.35;
	car.turning_radius = 1.0;
	int32_t added = 0;
	for ( int32_t i = 0; i < 16; i++ )
	{
		test_crowd* s = test_crowd_make( test_grid( "################\n"
		                                            "................\n"
		                                            "................\n"
		                                            "#######..#######\n"
		                                            "#######..#######\n"
		                                            "#######..#######\n" ) );
		const int32_t a = test_crowd_put( s, 0.88, 2.0, 2.0 );
		const int32_t b = test_crowd_put( s, 0.7, 10.0, 2.0 );
		const int32_t gone = i % 2 == 0 ? b : test_crowd_put( s, 0.6, 7.6, 5.0 );
		assert_true( test_crowd_send( s, a, 14.0, 2.0 ) && test_crowd_send( s, b, 2.0, 2.0 ) );
		for ( int32_t tick = 0; tick < 2000 && !fw_crowd_is_disentangling( s->crowd ); tick++ )
		{
			test_crowd_pass( s, CROWD_TICK );
		}
		assert_true( fw_crowd_is_disentangling( s->crowd ) );
		test_crowd_pass( s, i / 2 * CROWD_TICK );
		const fw_pose stands = fw_crowd_stop_pose( s->crowd, gone );
		int32_t index = -1;
		test_crowd_remove( s, gone );
		if ( test_crowd_add( s, &car, stands, &index ) != FW_OK )
		{
			test_crowd_free( s ); // the plan is ready, and others go there
			continue;
		}
		assert_int_equal( index, gone );
		added++;
		fw_pose before = fw_crowd_look( s->crowd, index ).pose;
		for ( int32_t tick = 0; tick < 400; tick++ )
		{
			test_crowd_pass( s, CROWD_TICK );
			const fw_pose now = fw_crowd_look( s->crowd, index ).pose;
			const double driven = fw_length( now.x - before.x, now.y - before.y );
			const double along =
			    fabs( ( now.x - before.x ) * cos( before.heading ) + ( now.y - before.y ) * sin( before.heading ) );
			assert_true( fabs( fw_angle_signed( now.heading - before.heading ) ) <= driven * 1.01 + 1e-6 );
			assert_true( along >= 0.99 * driven - 1e-6 );
			before = now;
		}
		test_crowd_free( s );
	}
	assert_true( added >= 2 );
}

// Who cruises is where a closer look says, and that finds nothing else of note.
static void test_cruise( void** state )
{
	(void)state;
	test_crowd* s = test_crowd_make( test_field( 40, 24 ) );
	assert_int_equal( fw_grid_fill( s->grid, ( fw_rect ){ 16, 0, 8, 10 }, FW_TERRAIN_OUT, NULL ), FW_OK );
	const int32_t count = 40;
	for ( int32_t i = 0; i < count; i++ )
	{
		const double x = i % 2 == 0 ? 1.5 + i % 8 : 38.5 - i % 8;
		const int32_t index = test_crowd_put( s, 0.3 + 0.01 * ( i % 10 ), x, 1.5 + 2 * ( i / 4 ) );
		assert_true( test_crowd_send( s, index, 40.0 - x, 1.5 + 2 * ( i / 4 ) ) );
	}
	int32_t cruising = 0;
	int32_t looked_at = 0;
	for ( int32_t frame = 0; frame < 1800; frame++ )
	{
		assert_int_equal( fw_crowd_step( s->crowd, frame % 7 == 0 ? CROWD_TICK : 1.0 / 60.0 ), FW_OK );
		for ( int32_t i = 0; i < count; i++ )
		{
			fw_pose pose;
			double speed;
			const fw_crowd_view view = fw_crowd_look( s->crowd, i );
			const bool moves = view.mode == FW_CROWD_DRIVES;
			looked_at += moves ? 1 : 0;
			if ( !fw_crowd_cruises( s->crowd, i, &pose, &speed ) )
			{
				continue;
			}
			cruising++;
			assert_memory_equal( &pose, &view.pose, sizeof( pose ) );
			assert_true( moves && speed == view.speed && speed > 0.0 );
			assert_false( view.stuck > 0.0 || view.held_up || view.wants_path || view.lost );
		}
	}
	assert_true( cruising > looked_at / 3 && cruising < looked_at && looked_at > 0 );
	test_crowd_free( s );
}

// A step into a wall is why a unit is held up only if its path leads there.
static void test_at_wall( void** state )
{
	(void)state;
	test_crowd* s = test_crowd_make( test_field( 20, 8 ) );
	const int32_t index = test_crowd_put( s, 0.4, 4.5, 4.5 );
	assert_true( test_crowd_send( s, index, 15.5, 4.5 ) );
	crowd_unit* unit = &s->crowd->units[index];
	unit->gain_time = -2.0 * CROWD_AT_LAST;
	unit->waits_for = -2;
	fw_crowd_view view = fw_crowd_look( s->crowd, index );
	assert_true( view.held_up && !view.at_wall );
	assert_int_equal( fw_grid_fill( s->grid, ( fw_rect ){ 5, 0, 1, 8 }, FW_TERRAIN_OUT, NULL ), FW_OK );
	view = fw_crowd_look( s->crowd, index );
	assert_true( view.held_up && view.at_wall );
	unit->waits_for = -1;
	assert_false( fw_crowd_look( s->crowd, index ).at_wall );
	test_crowd_free( s );
}

int run_test_crowd( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_cruise ),
	    cmocka_unit_test( test_at_wall ),
	    cmocka_unit_test( test_any ),
	    cmocka_unit_test( test_one_ways ),
	    cmocka_unit_test( test_all_come_home ),
	    cmocka_unit_test( test_same_bits ),
	    cmocka_unit_test( test_no_memory_per_tick ),
	    cmocka_unit_test( test_memory_runs_out ),
	    cmocka_unit_test( test_slot_of_a_member ),
	    cmocka_unit_test( test_memory_at_first ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
