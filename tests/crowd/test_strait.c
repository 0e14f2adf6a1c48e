// SPDX-License-Identifier: MIT
// Straits against a search by brute force on random maps with edits, those ahead of a unit, and the table of them.
#include "crowd/strait.h"
#include "support.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

#define RADIUS 0.4

static fw_straits make( const fw_grid* grid )
{
	const fw_allocator allocator = fw_default_allocator();
	fw_straits straits;
	fw_straits_init( &straits, &allocator, grid );
	return straits;
}

// Is a run of tiles across free, with no free tile at its ends?
static bool is_section( const fw_grid* grid, bool along_x, int32_t along, int32_t lo, int32_t hi, uint32_t caps )
{
	for ( int32_t across = lo - 1; across <= hi + 1; across++ )
	{
		const bool free =
		    along_x ? fw_grid_passable( grid, along, across, caps ) : fw_grid_passable( grid, across, along, caps );
		if ( free != ( across >= lo && across <= hi ) )
		{
			return false;
		}
	}
	return true;
}

// The strait of a tile by trying all runs; false if there is none.
static bool expect( const fw_grid* grid, int32_t x, int32_t y, bool along_x, uint32_t caps, fw_strait* out )
{
	const int32_t along = along_x ? x : y;
	const int32_t across = along_x ? y : x;
	for ( int32_t lo = across - FW_STRAIT_WIDTH_MAX + 1; lo <= across; lo++ )
	{
		for ( int32_t hi = across; hi < lo + FW_STRAIT_WIDTH_MAX; hi++ )
		{
			if ( !is_section( grid, along_x, along, lo, hi, caps ) )
			{
				continue;
			}
			*out = ( fw_strait ){ .along_x = along_x, .lo = lo, .hi = hi, .from = along, .to = along };
			for ( int32_t at = along - 1; is_section( grid, along_x, at, lo, hi, caps ); at-- )
			{
				out->from = at;
			}
			for ( int32_t at = along + 1; is_section( grid, along_x, at, lo, hi, caps ); at++ )
			{
				out->to = at;
			}
			return true;
		}
	}
	return false;
}

static bool same_place( const fw_strait* a, const fw_strait* b )
{
	return a->along_x == b->along_x && a->lo == b->lo && a->hi == b->hi && a->from == b->from && a->to == b->to;
}

// Compares the answer for a tile.
static int32_t check_tile( fw_straits* straits, int32_t x, int32_t y, bool along_x, uint32_t caps )
{
	fw_strait wanted;
	const bool is_one = expect( straits->grid, x, y, along_x, caps, &wanted );
	const int32_t id = fw_straits_at( straits, x, y, along_x, caps );
	const fw_strait* found = fw_straits_get( straits, id );
	if ( is_one != ( found != NULL ) || ( is_one && !same_place( found, &wanted ) ) )
	{
		test_print_grid( straits->grid, ( fw_rect ){ x - 8, y - 8, 17, 17 } );
		fail_msg( "tile %d, %d, along %c: wrong", (int)x, (int)y, along_x ? 'x' : 'y' );
	}
	assert_true( !is_one || found->width == found->hi - found->lo + 1 );
	return id;
}

static uint32_t random_caps( test_random* random )
{
	const uint32_t sets[4] = { FW_CAP_GROUND, FW_CAP_WATER, FW_CAP_GROUND | FW_CAP_WATER, 0 };
	return sets[test_random_int( random, 4 )];
}

static void edit( test_random* random, fw_grid* grid, fw_rect* rect )
{
	const uint8_t terrains[3] = { FW_TERRAIN_GROUND, FW_TERRAIN_OUT, FW_TERRAIN_WATER };
	*rect = test_random_rect( random, fw_grid_width( grid ), fw_grid_height( grid ), 3, 3 );
	assert_int_equal( fw_grid_fill( grid, *rect, terrains[test_random_int( random, 3 )], NULL ), FW_OK );
}

static fw_grid* random_map( test_random* random )
{
	fw_grid* grid = test_random_map( random, 8 + test_random_int( random, 40 ), 8 + test_random_int( random, 40 ),
	                                 test_random_real( random, 0.1, 0.6 ) );
	fw_rect rect;
	for ( int32_t i = 0; i < 30; i++ )
	{
		edit( random, grid, &rect );
	}
	return grid;
}

static void check_all( fw_straits* straits, uint32_t caps )
{
	for ( int32_t y = -1; y <= fw_grid_height( straits->grid ); y++ )
	{
		for ( int32_t x = -1; x <= fw_grid_width( straits->grid ); x++ )
		{
			check_tile( straits, x, y, true, caps );
			check_tile( straits, x, y, false, caps );
		}
	}
}

static void test_rectangles( void** state )
{
	(void)state;
	test_random random = test_random_make( 1 );
	for ( int32_t round = 0; round < test_rounds( 200 ); round++ )
	{
		fw_grid* grid = random_map( &random );
		fw_straits straits = make( grid );
		check_all( &straits, random_caps( &random ) );
		for ( int32_t tick = 0; tick < 20; tick++ )
		{
			fw_rect rect;
			for ( int32_t i = test_random_int( &random, 3 ); i > 0; i-- )
			{
				edit( &random, grid, &rect );
			}
			fw_straits_begin_tick( &straits, 0.05 * tick );
			for ( int32_t i = 0; i < 200; i++ )
			{
				const fw_pose at = test_random_center( &random, fw_grid_width( grid ), fw_grid_height( grid ), 0.0 );
				const bool along_x = test_random_chance( &random, 0.5 );
				check_tile( &straits, (int32_t)at.x, (int32_t)at.y, along_x, random_caps( &random ) );
			}
		}
		check_all( &straits, random_caps( &random ) );
		fw_straits_free( &straits );
		fw_grid_destroy( grid );
	}
}

// A tile has one number for all that ask, as long as nothing changes next to its strait.
static void test_numbers( void** state )
{
	(void)state;
	fw_grid* grid = test_grid( "################\n"
	                           "#...#..........#\n"
	                           "#..............#\n"
	                           "#...#..........#\n"
	                           "#####WWW########\n"
	                           "################\n" );
	fw_straits straits = make( grid );
	const int32_t door = fw_straits_at( &straits, 4, 2, true, FW_CAP_GROUND );
	const int32_t room = fw_straits_at( &straits, 1, 1, true, FW_CAP_GROUND );
	assert_true( door >= 0 && room >= 0 && door != room );
	assert_int_equal( fw_straits_at( &straits, 3, 3, true, FW_CAP_GROUND ), room );
	assert_int_equal( fw_straits_at( &straits, 4, 2, true, FW_CAP_GROUND | FW_CAP_WATER ), door );
	assert_int_equal( fw_straits_at( &straits, 4, 2, false, FW_CAP_GROUND ), -1 );
	// Where there is water the room is wider for those who swim.
	const int32_t right = fw_straits_at( &straits, 6, 3, true, FW_CAP_GROUND );
	const int32_t wide = fw_straits_at( &straits, 6, 3, true, FW_CAP_GROUND | FW_CAP_WATER );
	assert_true( right >= 0 && wide >= 0 && right != wide );
	assert_int_equal( fw_straits_get( &straits, right )->width, 3 );
	assert_int_equal( fw_straits_get( &straits, wide )->width, 4 );
	// Beside a strait nothing changes it; next to its corner does.
	fw_straits_begin_tick( &straits, 1.0 );
	fw_straits_inside( &straits, door, 0, RADIUS, ( fw_vec2 ){ 0.0, 0.0 } );
	test_block( grid, 7, 2 );
	fw_straits_begin_tick( &straits, 2.0 );
	assert_int_equal( fw_straits_at( &straits, 4, 2, true, FW_CAP_GROUND ), door );
	assert_int_equal( fw_straits_get( &straits, door )->was_inside, 1 );
	assert_null( fw_straits_get( &straits, right ) );
	test_block( grid, 5, 3 );
	fw_straits_begin_tick( &straits, 3.0 );
	assert_null( fw_straits_get( &straits, door ) );
	assert_true( fw_straits_at( &straits, 4, 2, true, FW_CAP_GROUND ) != door );
	fw_straits_free( &straits );
	fw_grid_destroy( grid );
}

// The straits of all tiles, as they are, in an array of at least two for each tile.
static int32_t list_all( fw_straits* straits, fw_strait* all )
{
	int32_t count = 0;
	for ( int32_t y = 0; y < fw_grid_height( straits->grid ); y++ )
	{
		for ( int32_t x = 0; x < fw_grid_width( straits->grid ); x++ )
		{
			for ( int32_t axis = 0; axis < 2; axis++ )
			{
				const int32_t id = fw_straits_at( straits, x, y, axis == 0, FW_CAP_GROUND );
				if ( id >= 0 )
				{
					all[count++] = *fw_straits_get( straits, id );
				}
			}
		}
	}
	return count;
}

static bool touches( const fw_strait* strait, fw_rect rect )
{
	const int32_t x0 = strait->along_x ? strait->from : strait->lo;
	const int32_t x1 = strait->along_x ? strait->to : strait->hi;
	const int32_t y0 = strait->along_x ? strait->lo : strait->from;
	const int32_t y1 = strait->along_x ? strait->hi : strait->to;
	return rect.x <= x1 + 1 && rect.x + rect.width >= x0 && rect.y <= y1 + 1 && rect.y + rect.height >= y0;
}

// An edit makes those invalid that it touches, and no others.
static void test_edits( void** state )
{
	(void)state;
	static fw_strait all[2 * 48 * 48];
	test_random random = test_random_make( 2 );
	int32_t lost = 0;
	int32_t kept = 0;
	for ( int32_t round = 0; round < test_rounds( 200 ); round++ )
	{
		fw_grid* grid = random_map( &random );
		fw_straits straits = make( grid );
		for ( int32_t tick = 1; tick <= 5; tick++ )
		{
			fw_rect rect;
			int32_t count = list_all( &straits, all );
			edit( &random, grid, &rect );
			fw_straits_begin_tick( &straits, tick );
			for ( int32_t i = 0; i < count; i++ )
			{
				const bool is_lost = fw_straits_get( &straits, all[i].id ) == NULL;
				assert_int_equal( is_lost, touches( &all[i], rect ) );
				lost += is_lost ? 1 : 0;
				kept += is_lost ? 0 : 1;
			}
			// Once: the next tick has nothing to forget.
			count = list_all( &straits, all );
			fw_straits_begin_tick( &straits, tick + 0.5 );
			for ( int32_t i = 0; i < count; i++ )
			{
				assert_non_null( fw_straits_get( &straits, all[i].id ) );
			}
		}
		fw_straits_free( &straits );
		fw_grid_destroy( grid );
	}
	assert_true( lost > 100 && kept > 1000 );
}

// Tiles that were asked for, and those next to them in the same row, are not looked at again: until the tick after an
// edit, their answer is the old one.
static void test_known_tiles( void** state )
{
	(void)state;
	fw_grid* grid = test_grid( "##########\n..........\n##########\n" );
	fw_straits straits = make( grid );
	const int32_t id = fw_straits_at( &straits, 4, 1, true, FW_CAP_GROUND );
	test_block( grid, 9, 1 );
	assert_int_equal( fw_straits_at( &straits, 4, 1, true, FW_CAP_GROUND ), id );
	assert_int_equal( fw_straits_at( &straits, 5, 1, true, FW_CAP_GROUND ), id );
	assert_int_equal( fw_straits_at( &straits, 3, 1, true, FW_CAP_GROUND ), id );
	fw_straits_begin_tick( &straits, 1.0 );
	assert_int_not_equal( fw_straits_at( &straits, 4, 1, true, FW_CAP_GROUND ), id );
	fw_straits_free( &straits );
	fw_grid_destroy( grid );
}

// A single tile is a strait along x and another one along y.
static void test_both_axes( void** state )
{
	(void)state;
	fw_grid* grid = test_grid( "####\n####\n##.#\n####\n" );
	fw_straits straits = make( grid );
	const int32_t ids[2] = { fw_straits_at( &straits, 2, 2, true, FW_CAP_GROUND ),
	                         fw_straits_at( &straits, 2, 2, false, FW_CAP_GROUND ) };
	assert_true( ids[0] >= 0 && ids[1] >= 0 && ids[0] != ids[1] );
	fw_straits_free( &straits );
	fw_grid_destroy( grid );
}

static void test_no_strait( void** state )
{
	(void)state;
	fw_grid* grid = test_grid( "###\n...\n###\n" );
	fw_straits straits = make( grid );
	const int32_t id = fw_straits_at( &straits, 1, 1, true, FW_CAP_GROUND );
	test_block( grid, 0, 1 );
	fw_straits_begin_tick( &straits, 1.0 );
	const int32_t numbers[4] = { -1, id, id + 1, INT32_MAX };
	for ( int32_t i = 0; i < 4; i++ )
	{
		assert_null( fw_straits_get( &straits, numbers[i] ) );
		fw_straits_want( &straits, numbers[i], 0, RADIUS, ( fw_vec2 ){ 0.0, 0.0 } );
		fw_straits_inside( &straits, numbers[i], 0, RADIUS, ( fw_vec2 ){ 0.0, 0.0 } );
		fw_straits_enter( &straits, numbers[i], 0, RADIUS );
	}
	assert_int_equal( straits.listed_count, 0 );
	fw_straits_settle( &straits );
	fw_straits_free( &straits );
	fw_grid_destroy( grid );
}

// A path as directions of steps from (x, y): digits 0 to 7 turn from +x towards +y.
static int32_t path_of( const char* steps, int32_t x, int32_t y, fw_tile_step* tiles )
{
	static const int32_t dx[8] = { 1, 1, 0, -1, -1, -1, 0, 1 };
	static const int32_t dy[8] = { 0, 1, 1, 1, 0, -1, -1, -1 };
	int32_t count = 0;
	tiles[count++] = ( fw_tile_step ){ x, y };
	for ( ; *steps != 0; steps++ )
	{
		x += dx[*steps - '0'];
		y += dy[*steps - '0'];
		tiles[count++] = ( fw_tile_step ){ x, y };
	}
	return count;
}

// The straits ahead as text: axis, first tile along, direction and steps of each.
static void check_ahead( fw_straits* straits, const char* steps, int32_t x, int32_t y, double radius, int32_t max,
                         const char* wanted )
{
	fw_tile_step tiles[9];
	fw_strait_ahead ahead[4];
	char text[128] = "";
	size_t used = 0;
	const int32_t count = path_of( steps, x, y, tiles );
	const int32_t found = fw_straits_ahead( straits, FW_CAP_GROUND, false, radius, tiles, count, ahead, max );
	for ( int32_t i = 0; i < found; i++ )
	{
		const fw_strait* strait = fw_straits_get( straits, ahead[i].strait );
		used += (size_t)snprintf( text + used, sizeof( text ) - used, "%c%d%c%d ", strait->along_x ? 'x' : 'y',
		                          (int)strait->from, ahead[i].direction == 0 ? '+' : '-', (int)ahead[i].steps );
	}
	assert_string_equal( text, wanted );
}

static void test_ahead( void** state )
{
	(void)state;
	// A corridor of 2 tiles from x = 5 to 8, a door at x = 9, a field from there on, and a door down at (12, 7).
	fw_grid* grid = test_grid( ".....####..........\n"
	                           ".....####..........\n"
	                           ".....####..........\n"
	                           ".........#.........\n"
	                           "...................\n"
	                           ".....#####.........\n"
	                           ".....#####.........\n"
	                           "############.######\n"
	                           "...................\n"
	                           "...................\n"
	                           "...................\n"
	                           "...................\n"
	                           "...................\n" );
	fw_straits straits = make( grid );
	// Straight in, from the last tile before it, within it, and out of it.
	check_ahead( &straits, "0000", 2, 4, RADIUS, 1, "x5+3 " );
	check_ahead( &straits, "0", 4, 4, RADIUS, 1, "x5+1 " );
	check_ahead( &straits, "0", 5, 4, RADIUS, 1, "x5+0 " );
	check_ahead( &straits, "4444", 8, 4, RADIUS, 1, "x5-0 " );
	check_ahead( &straits, "00", 2, 4, RADIUS, 1, "" );
	// All of them, also the door behind the corridor.
	check_ahead( &straits, "00000000", 3, 4, RADIUS, 4, "x5+2 x9+6 " );
	check_ahead( &straits, "00000000", 3, 4, RADIUS, 1, "x5+2 " );
	check_ahead( &straits, "444444", 12, 4, RADIUS, 4, "x9-3 x5-4 " );
	// A straight step in decides, whatever follows.
	check_ahead( &straits, "02", 4, 3, RADIUS, 1, "x5+1 " );
	check_ahead( &straits, "04", 4, 3, RADIUS, 1, "x5+1 " );
	// A diagonal step in goes by the step after it; without one, by itself.
	check_ahead( &straits, "10", 4, 3, RADIUS, 1, "x5+1 " );
	check_ahead( &straits, "1", 4, 3, RADIUS, 1, "x5+1 " );
	check_ahead( &straits, "16", 4, 3, RADIUS, 1, "" );
	check_ahead( &straits, "13", 4, 3, RADIUS, 1, "x5-1 " );
	// Standing in it, or driving across.
	check_ahead( &straits, "", 6, 4, RADIUS, 1, "" );
	check_ahead( &straits, "2", 6, 3, RADIUS, 1, "" );
	check_ahead( &straits, "2222", 12, 4, RADIUS, 4, "y7+3 " );
	check_ahead( &straits, "6666", 12, 9, RADIUS, 4, "y7-2 " );
	// The hall below is 5 tiles high, and the corridor has one lane for large units, and two for those of 0.5.
	check_ahead( &straits, "0000", 4, 9, RADIUS, 4, "" );
	check_ahead( &straits, "0000", 3, 4, 0.9, 1, "x5+2 " );
	fw_grid_destroy( grid );
	fw_straits_free( &straits );
	grid = test_grid( "#########\n.........\n.........\n...#.....\n#########\n" );
	straits = make( grid );
	// Three lanes regulate nobody but large units.
	check_ahead( &straits, "0000", 1, 1, RADIUS, 4, "x3+2 " );
	check_ahead( &straits, "0000", 1, 1, 0.7, 4, "x0+0 x3+2 x4+3 " );
	fw_grid_destroy( grid );
	fw_straits_free( &straits );
}

static void test_entered( void** state )
{
	(void)state;
	fw_grid* grid = test_grid( "...##.......\n...##.......\n............\n............\n"
	                           "...##.......\n...##.......\n...##.......\n...##.......\n"
	                           "...##.......\n...##.......\n...##.......\n...##.......\n" );
	fw_straits straits = make( grid );
	const int32_t id = fw_straits_at( &straits, 3, 2, true, FW_CAP_GROUND );
	const struct
	{
		fw_tile_step from, to;
		bool along_x;
		int32_t id, direction;
	} cases[] = {
	    { { 2, 2 }, { 3, 2 }, true, id, 0 },  { { 5, 2 }, { 4, 3 }, true, id, 1 }, { { 3, 2 }, { 4, 2 }, true, -1, 7 },
	    { { 3, 2 }, { 3, 3 }, true, -1, 7 },  { { 3, 2 }, { 2, 2 }, true, -1, 7 }, { { 2, 2 }, { 3, 2 }, false, -1, 7 },
	    { { 2, 2 }, { 3, 3 }, false, -1, 7 }, { { 3, 1 }, { 3, 2 }, true, -1, 7 },
	};
	for ( size_t i = 0; i < sizeof( cases ) / sizeof( cases[0] ); i++ )
	{
		int32_t direction = 7;
		const int32_t found = fw_straits_entered( &straits, FW_CAP_GROUND, false, cases[i].from, cases[i].to,
		                                          cases[i].along_x, &direction );
		assert_int_equal( found, cases[i].id );
		assert_int_equal( direction, cases[i].direction );
	}
	fw_straits_free( &straits );
	fw_grid_destroy( grid );
}

// A door is a strait of one tile with a way round, entered along its axis.
static void test_doors( void** state )
{
	(void)state;
	const fw_tile_step west = { 3, 1 };
	const fw_tile_step in = { 4, 1 };
	fw_grid* grid = test_grid( "....#....\n.........\n....#....\n....#....\n.........\n....#....\n" );
	fw_straits straits = make( grid );
	const int32_t id = fw_straits_at( &straits, 4, 1, true, FW_CAP_GROUND );
	assert_true( id >= 0 );
	assert_int_equal( fw_straits_door( &straits, FW_CAP_GROUND, west, in, true ), id );
	assert_int_equal( fw_straits_door( &straits, FW_CAP_GROUND, west, in, false ), -1 );
	assert_int_equal( fw_straits_door( &straits, FW_CAP_GROUND, in, in, true ), -1 );
	assert_int_equal( fw_straits_door( &straits, FW_CAP_GROUND, in, west, true ), -1 );
	fw_straits_free( &straits );
	fw_grid_destroy( grid );
	// Two tiles long, and with no way round.
	grid = test_grid( "....##...\n.........\n....##...\n....##...\n.........\n....##...\n" );
	straits = make( grid );
	assert_int_equal( fw_straits_door( &straits, FW_CAP_GROUND, west, in, true ), -1 );
	fw_straits_free( &straits );
	fw_grid_destroy( grid );
	grid = test_grid( "....#....\n.........\n....#....\n....#....\n....#....\n....#....\n" );
	straits = make( grid );
	assert_int_equal( fw_straits_door( &straits, FW_CAP_GROUND, west, in, true ), -1 );
	fw_straits_free( &straits );
	fw_grid_destroy( grid );
}

// A field of pillars: every other tile of every other row is blocked, which makes a strait of each tile between two.
static fw_grid* pillars( int32_t side )
{
	fw_grid* grid = test_field( side, side );
	for ( int32_t y = 0; y < side; y += 2 )
	{
		for ( int32_t x = 0; x < side; x += 2 )
		{
			test_block( grid, x, y );
		}
	}
	return grid;
}

// Asks for straits n to n + count - 1 of the pillars; returns how many there are.
static int32_t ask_pillars( fw_straits* straits, int32_t n, int32_t count )
{
	const int32_t row = fw_grid_width( straits->grid ) / 2 - 1;
	int32_t found = 0;
	for ( int32_t i = n; i < n + count; i++ )
	{
		const int32_t id = fw_straits_at( straits, 1 + i % row * 2, i / row * 2, false, FW_CAP_GROUND );
		found += id >= 0 ? 1 : 0;
	}
	return found;
}

static void test_limit( void** state )
{
	(void)state;
	test_memory memory = test_memory_make();
	const fw_allocator allocator = test_memory_allocator( &memory );
	fw_grid* grid = pillars( 400 );
	fw_straits straits;
	fw_straits_init( &straits, &allocator, grid );
	const int32_t more = FW_STRAITS_MAX + 5000;
	assert_int_equal( ask_pillars( &straits, 0, more ), FW_STRAITS_MAX );
	// It notices that there is none to give back, and does not look for one each time.
	assert_true( straits.crowded_at == straits.tick );
	assert_int_equal( memory.bytes, fw_straits_memory( &straits ) );
	assert_true( memory.bytes <= FW_STRAITS_MAX * 160 + sizeof( fw_way_round ) );
	const int64_t asked = memory.asked;
	const int32_t first = fw_straits_at( &straits, 1, 0, false, FW_CAP_GROUND );
	fw_straits_begin_tick( &straits, 1.0 );
	assert_int_equal( ask_pillars( &straits, FW_STRAITS_MAX, 10 ), 0 );
	// Some are still in use: they keep their numbers, and the others give way.
	fw_straits_begin_tick( &straits, 2.0 );
	fw_straits_want( &straits, first, 0, RADIUS, ( fw_vec2 ){ 0.0, 0.0 } );
	assert_int_equal( ask_pillars( &straits, FW_STRAITS_MAX, 10 ), 10 );
	fw_straits_begin_tick( &straits, 3.0 );
	assert_int_equal( ask_pillars( &straits, FW_STRAITS_MAX + 10, FW_STRAITS_MAX ), FW_STRAITS_MAX - 11 );
	assert_int_equal( fw_straits_get( &straits, first )->from, 0 );
	assert_null( fw_straits_get( &straits, first + 1 ) );
	assert_int_equal( memory.asked, asked );
	fw_straits_free( &straits );
	test_memory_check_empty( &memory );
	fw_grid_destroy( grid );
}

// Without memory there is no strait, those that are known stay, and it works again afterwards.
static void test_memory_fails( void** state )
{
	(void)state;
	test_memory memory = test_memory_make();
	const fw_allocator allocator = test_memory_allocator( &memory );
	fw_grid* grid = pillars( 40 );
	for ( int32_t n = 0; n < 8; n++ )
	{
		fw_straits straits;
		fw_straits_init( &straits, &allocator, grid );
		assert_int_equal( fw_straits_memory( &straits ), 0 );
		const int32_t before = n < 4 ? 0 : ask_pillars( &straits, 0, 64 );
		fw_straits_begin_tick( &straits, 1.0 );
		const int32_t first = before > 0 ? fw_straits_at( &straits, 1, 0, false, FW_CAP_GROUND ) : -1;
		fw_straits_inside( &straits, first, 1, RADIUS, ( fw_vec2 ){ 0.0, 0.0 } );
		test_memory_fail_in( &memory, n % 4, false );
		assert_int_equal( fw_straits_at( &straits, 21, 20, false, FW_CAP_GROUND ), -1 );
		test_memory_fail_never( &memory );
		assert_int_equal( memory.bytes, fw_straits_memory( &straits ) );
		assert_int_equal( ask_pillars( &straits, 0, 100 ), 100 );
		if ( first >= 0 )
		{
			assert_int_equal( fw_straits_at( &straits, 1, 0, false, FW_CAP_GROUND ), first );
			assert_int_equal( fw_straits_get( &straits, first )->inside[1], 1 );
			fw_straits_begin_tick( &straits, 2.0 );
			assert_int_equal( fw_straits_get( &straits, first )->inside[1], 0 );
		}
		fw_straits_free( &straits );
		test_memory_check_empty( &memory );
	}
	fw_grid_destroy( grid );
}

int run_test_strait( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_rectangles ),  cmocka_unit_test( test_numbers ),      cmocka_unit_test( test_edits ),
	    cmocka_unit_test( test_known_tiles ), cmocka_unit_test( test_both_axes ),    cmocka_unit_test( test_no_strait ),
	    cmocka_unit_test( test_ahead ),       cmocka_unit_test( test_entered ),      cmocka_unit_test( test_doors ),
	    cmocka_unit_test( test_limit ),       cmocka_unit_test( test_memory_fails ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
