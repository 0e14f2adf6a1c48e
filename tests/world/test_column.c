// SPDX-License-Identifier: MIT
// Columns: members of a group go round corners side by side, on paths that are legal.
#include "motion/profile.h"
#include "play.h"
#include "world/world.h"

#define UNITS 256
#define FILES 4 // of 36

typedef struct party
{
	play on;
	int32_t count;
	fw_unit_id ids[UNITS];
} party;

// Puts walkers on free tiles of a square, row by row, and gives all of them one order.
static void send_to( party* p, fw_order_kind kind, int32_t count, int32_t x, int32_t y, int32_t side, fw_pose goal )
{
	fw_order order = fw_default_order();
	order.kind = kind;
	order.goal = goal;
	for ( int32_t i = 0; i < side * side && p->count < count; i++ )
	{
		const fw_world_unit_def def = fw_default_world_unit_def();
		const fw_pose pose = at( x + i % side + 0.5, y + i / side + 0.5 );
		p->count += fw_world_add( p->on.world, &def, &pose, 1, &p->ids[p->count], NULL ) == FW_OK ? 1 : 0;
	}
	assert_int_equal( fw_world_order( p->on.world, p->ids, p->count, &order, NULL ), FW_OK );
}

static void send( party* p, int32_t count, int32_t x, int32_t y, int32_t side, fw_pose goal )
{
	send_to( p, FW_ORDER_GATHER, count, x, y, side, goal );
}

static int32_t count_away( const party* p )
{
	int32_t away = 0;
	for ( int32_t i = 0; i < p->count; i++ )
	{
		away += state_of( &p->on, p->ids[i] ) != FW_UNIT_IDLE ? 1 : 0;
	}
	return away;
}

// A wall that all have to go round, with room on the other side.
static fw_grid* make_wall( void )
{
	fw_grid* grid = test_field( 60, 40 );
	for ( int32_t y = 16; y < 40; y++ )
	{
		test_block( grid, 29, y );
		test_block( grid, 30, y );
	}
	return grid;
}

// Where a path crosses the line that goes on from a wall.
static double crosses( const fw_path* path, double x )
{
	double y = -1.0;
	for ( int32_t i = 0; i < path->count; i++ )
	{
		const fw_segment* s = &path->segments[i];
		if ( s->from.x < x && s->to.x >= x )
		{
			y = s->from.y + ( x - s->from.x ) / ( s->to.x - s->from.x ) * ( s->to.y - s->from.y );
		}
	}
	return y;
}

// The file that passes a corner so far away: the first one is 0.2 tiles off, each other one a tile further out.
static int32_t file_of( double off )
{
	const int32_t file = (int32_t)floor( off + 0.5 );
	assert_true( file >= 0 && file < FILES && off - file < 0.5 );
	return file;
}

static double radius_of( void )
{
	return fw_default_world_unit_def().unit.radius;
}

// Who stands on the left of the way has a file on the left.
static void test_side_by_side( void** state )
{
	(void)state;
	party p = { .on = play_on( make_wall(), 20000, NULL ) };
	send( &p, 36, 8, 28, 6, at( 50.0, 31.0 ) );
	run( &p.on, 1.0 );
	int32_t files[FILES] = { 0 };
	double left[FILES] = { 0.0 };
	for ( int32_t i = 0; i < p.count; i++ )
	{
		const double off = 16.0 - radius_of() - crosses( fw_world_path( p.on.world, p.ids[i] ), 30.0 );
		const int32_t file = file_of( off );
		files[file]++;
		// The way goes up and to the right, by about as much.
		left[file] -= ( i % 6 + i / 6 ) / 9.0;
	}
	for ( int32_t file = 0; file < FILES; file++ )
	{
		assert_int_equal( files[file], 9 );
		assert_true( file == 0 || left[file] > left[file - 1] + 1.0 );
	}
	double time = 1.0;
	for ( ; count_away( &p ) > 0 && time < 60.0; time += STEP )
	{
		assert_int_equal( step( &p.on ), FW_OK );
	}
	assert_true( time < 37.0 );
	fw_world_destroy( p.on.world );
}

// Who goes round a corner on the right next to it goes round one on the left furthest out: nobody has to cross.
static void test_never_cross( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 60, 40 );
	for ( int32_t y = 0; y < 25; y++ )
	{
		test_block( grid, 20, 39 - y );
		test_block( grid, 40, y );
	}
	party p = { .on = play_on( grid, 20000, NULL ) };
	send( &p, 36, 8, 28, 6, at( 52.0, 10.0 ) );
	run( &p.on, 1.0 );
	for ( int32_t i = 0; i < p.count; i++ )
	{
		const fw_path* path = fw_world_path( p.on.world, p.ids[i] );
		const int32_t right = file_of( 15.0 - radius_of() - crosses( path, 20.5 ) );
		const int32_t left = file_of( crosses( path, 40.5 ) - 25.0 - radius_of() );
		assert_int_equal( right + left, FILES - 1 );
	}
	fw_world_destroy( p.on.world );
}

// On the way back of a patrol the left is where the right was.
static void test_patrol( void** state )
{
	(void)state;
	party p = { .on = play_on( make_wall(), 20000, NULL ) };
	send_to( &p, FW_ORDER_PATROL, 36, 8, 28, 6, at( 50.0, 31.0 ) );
	run( &p.on, 1.0 );
	int32_t files[36];
	for ( int32_t i = 0; i < p.count; i++ )
	{
		files[i] = p.on.world->units[slot_of( p.on.world, p.ids[i] )].file;
	}
	run( &p.on, 35.0 );
	int32_t back = 0;
	for ( int32_t i = 0; i < p.count; i++ )
	{
		const world_unit* unit = &p.on.world->units[slot_of( p.on.world, p.ids[i] )];
		const bool comes_back = unit->place.x < 30.0;
		assert_int_equal( unit->file, comes_back ? FILES - 1 - files[i] : files[i] );
		back += comes_back ? 1 : 0;
	}
	assert_true( back > 0 );
	fw_world_destroy( p.on.world );
}

static int32_t file_in( const party* p, int32_t i )
{
	return p->on.world->units[slot_of( p->on.world, p->ids[i] )].file;
}

static void send_again( party* p, fw_pose goal )
{
	fw_order order = fw_default_order();
	order.kind = FW_ORDER_GATHER;
	order.goal = goal;
	assert_int_equal( fw_world_order( p->on.world, p->ids, p->count, &order, NULL ), FW_OK );
}

// A player clicks twice a second: all keep their files, and go round the corner side by side, as with one order.
// Shortest paths from beside a corner lead past it in one file.
static void test_other_goals( void** state )
{
	(void)state;
	double times[2] = { 0.0, 0.0 };
	for ( int32_t k = 0; k < 2; k++ )
	{
		party p = { .on = play_on( make_wall(), 20000, NULL ) };
		send( &p, 144, 8, 28, 12, at( 50.0, 31.0 ) );
		run( &p.on, 1.0 );
		int32_t files[144];
		for ( int32_t i = 0; i < p.count; i++ )
		{
			files[i] = file_in( &p, i );
		}
		for ( ; count_away( &p ) > 0 && times[k] < 90.0; times[k] += 0.5 )
		{
			run( &p.on, 0.5 );
			if ( k == 1 && times[k] < 25.0 )
			{
				send_again( &p, at( 50.0 + fmod( 7.0 * times[k], 3.0 ), 31.0 ) );
				for ( int32_t i = 0; i < p.count; i++ )
				{
					assert_int_equal( file_in( &p, i ), files[i] );
				}
			}
		}
		fw_world_destroy( p.on.world );
	}
	assert_true( times[1] < 1.1 * times[0] );
}

// A group that is sent back has its left where its right was.
static void test_turns_back( void** state )
{
	(void)state;
	party p = { .on = play_on( test_field( 60, 40 ), 20000, NULL ) };
	send( &p, 36, 20, 17, 6, at( 50.0, 20.0 ) );
	for ( int32_t k = 0; k < 2; k++ )
	{
		run( &p.on, 3.0 );
		double sums[FILES] = { 0.0 };
		for ( int32_t i = 0; i < p.count; i++ )
		{
			sums[file_in( &p, i )] += y_of( &p.on, p.ids[i] );
		}
		for ( int32_t file = 1; file < FILES; file++ )
		{
			assert_true( k == 0 ? sums[file] > sums[file - 1] + 3.0 : sums[file] < sums[file - 1] - 3.0 );
		}
		send_again( &p, at( 5.0, 20.0 ) );
	}
	fw_world_destroy( p.on.world );
}

// Who leaves a column, or its group, can be saved.
static void test_leaves_column( void** state )
{
	(void)state;
	party p = { .on = play_on( make_wall(), 20000, NULL ) };
	send( &p, 36, 8, 28, 6, at( 50.0, 31.0 ) );
	run( &p.on, 1.0 );
	fw_order order = fw_default_order();
	order.kind = FW_ORDER_STOP;
	assert_int_equal( fw_world_order( p.on.world, p.ids, p.count, &order, NULL ), FW_OK );
	run( &p.on, 1.0 );
	fw_world_destroy( copy_of( p.on.world ) );
	fw_world_destroy( p.on.world );
}

// In the open nobody waits for long. One of eight once stood for 15 s beside its path: the point of it that it saw was
// nearer than all nodes, so that no step led nearer.
static void test_few( void** state )
{
	(void)state;
	for ( int32_t count = 4; count <= 12; count++ )
	{
		party p = { .on = play_on( make_wall(), 20000, NULL ) };
		int32_t side = 2;
		while ( side * side < count )
		{
			side++;
		}
		send( &p, count, 8, 28, side, at( 50.0, 31.0 ) );
		run( &p.on, 32.0 );
		assert_int_equal( count_away( &p ), 0 );
		fw_world_destroy( p.on.world );
	}
}

// A large group comes to rest. When each of these went on to its own place, they pushed each other to and fro for ever.
static void test_comes_to_rest( void** state )
{
	(void)state;
	party p = { .on = play_on( make_wall(), 20000, NULL ) };
	send( &p, UNITS, 8, 28, 16, at( 50.0, 31.0 ) );
	assert_true( p.count > 180 );
	run( &p.on, 130.0 );
	assert_int_equal( count_away( &p ), 0 );
	fw_world_destroy( p.on.world );
}

// Few, those of other orders, and where ground costs more or tiles are one-way, keep to the shortest path.
static void test_keep_to_paths( void** state )
{
	(void)state;
	enum
	{
		FEW,
		COSTS,
		ONE_WAY,
		GO,
		KINDS
	};
	for ( int32_t kind = 0; kind < KINDS; kind++ )
	{
		fw_grid* grid = make_wall();
		fw_terrain mud = *fw_grid_terrain( grid, FW_TERRAIN_GROUND );
		mud.cost = 2.0;
		if ( kind == ONE_WAY )
		{
			assert_int_equal( fw_grid_set_exits( grid, ( fw_rect ){ 2, 2, 1, 1 }, FW_EXIT_WEST, NULL ), FW_OK );
		}
		if ( kind == COSTS )
		{
			assert_int_equal( fw_grid_set_terrain( grid, FW_TERRAIN_SWAMP, &mud, NULL ), FW_OK );
			assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 2, 2, 1, 1 }, FW_TERRAIN_SWAMP, NULL ), FW_OK );
		}
		party p = { .on = play_on( grid, 20000, NULL ) };
		const fw_order_kind order = kind == GO ? FW_ORDER_GO : FW_ORDER_GATHER;
		send_to( &p, order, kind == FEW ? 4 : 36, 8, 28, 6, at( 50.0, 31.0 ) );
		run( &p.on, 1.0 );
		for ( int32_t i = 0; i < p.count; i++ )
		{
			const double y = crosses( fw_world_path( p.on.world, p.ids[i] ), 30.0 );
			assert_true( y > 15.4 && y < 16.0 );
		}
		fw_world_destroy( p.on.world );
	}
}

// What is left of all paths is legal; what lies behind may be blocked by now. The number of those with bends.
static int32_t check_paths( const party* p )
{
	int32_t bends = 0;
	for ( int32_t i = 0; i < p->count; i++ )
	{
		const world_unit* unit = &p->on.world->units[slot_of( p->on.world, p->ids[i] )];
		double behind = 0.0;
		const int32_t at = fw_world_segment( p->on.world, unit, &behind );
		if ( at == unit->path.count || unit->lost )
		{
			continue;
		}
		const fw_segment* now = &unit->path.segments[at];
		const fw_segment part = fw_segment_part( now, fmin( fmax( behind, 0.0 ), now->length ), now->length );
		fw_path rest;
		fw_path_init( &rest, NULL );
		fw_path_clear( &rest, ( fw_pose ){ part.from.x, part.from.y, 0.0 } );
		for ( int32_t k = at; k < unit->path.count; k++ )
		{
			assert_int_equal( fw_path_append( &rest, k == at ? &part : &unit->path.segments[k] ), FW_OK );
		}
		test_check_legal( fw_world_grid( p->on.world ), &unit->plan.unit, &rest );
		bends += rest.count > 1 ? 1 : 0;
		fw_path_free( &rest );
	}
	return bends;
}

static void test_legal( void** state )
{
	(void)state;
	test_random random = test_random_make( 5 );
	int32_t bends = 0;
	for ( int32_t map = 0; map < test_rounds( 12 ); map++ )
	{
		fw_grid* grid = test_random_grid( &random, 48, 48, map % 2 == 0 ? 0.04 : 0.2 );
		party p = { .on = play_on( grid, 20000, NULL ) };
		send( &p, 40, 2, 2, 9, at( 44.5, 44.5 ) );
		for ( int32_t k = 0; k < 6; k++ )
		{
			run( &p.on, 0.5 + k );
			bends += check_paths( &p );
			send_again( &p, at( 44.5 - 3 * k, 44.5 - k % 5 ) );
			edit( &p.on, 5 * k % 48, 7 * k % 48, 2, 1, FW_TERRAIN_OUT );
		}
		fw_world_destroy( p.on.world );
	}
	assert_true( bends > 50 );
}

int run_test_column( void );
int run_test_column( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_side_by_side ),  cmocka_unit_test( test_never_cross ),
	    cmocka_unit_test( test_patrol ),        cmocka_unit_test( test_leaves_column ),
	    cmocka_unit_test( test_other_goals ),   cmocka_unit_test( test_turns_back ),
	    cmocka_unit_test( test_few ),           cmocka_unit_test( test_comes_to_rest ),
	    cmocka_unit_test( test_keep_to_paths ), cmocka_unit_test( test_legal ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
