// SPDX-License-Identifier: MIT
// Worlds that are saved and loaded: the world saved and the world loaded give the same bits from then on, whatever is
// done to both; damaged files are refused, or harmless.
#include "base/bytes.h"
#include "play.h"
#include "world/world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define UNITS 40

// Rooms with doors of one and two tiles, which are straits, and open ground.
static const char* const rooms = "........................................\n"
                                 "........................................\n"
                                 "........................................\n"
                                 "........................................\n"
                                 "..............#.........................\n"
                                 "..............#.........................\n"
                                 "..............#.........................\n"
                                 "##.###########################.#########\n"
                                 "........................................\n"
                                 "........................................\n"
                                 "........................................\n"
                                 "........................................\n"
                                 "##########..##############.#############\n"
                                 "##########..##############.#############\n"
                                 "##########..##############.#############\n"
                                 "........................................\n"
                                 "........................................\n"
                                 "........................................\n"
                                 "........................................\n"
                                 "........................................\n"
                                 "........................................\n"
                                 "........................................\n";

typedef struct bytes
{
	char* at;
	size_t size;
} bytes;

static bytes save( fw_world* world )
{
	bytes saved = { NULL, 0 };
	size_t again = 0;
	assert_int_equal( fw_world_format( world, NULL, 0, &saved.size, NULL ), FW_OK );
	saved.at = malloc( saved.size );
	assert_int_equal( fw_world_format( world, saved.at, saved.size, &again, NULL ), FW_OK );
	assert_true( again == saved.size );
	return saved;
}

static fw_world* load( const bytes* from, const fw_allocator* allocator )
{
	fw_world* world = NULL;
	fw_refusal why = { .byte = 0 };
	if ( fw_world_parse( from->at, from->size, allocator, &world, &why ) != FW_OK )
	{
		fail_msg( "refused at byte %u of %u", (unsigned)why.byte, (unsigned)from->size );
	}
	return world;
}

static void check_same_bytes( fw_world* a, fw_world* b )
{
	const bytes one = save( a );
	const bytes two = save( b );
	assert_true( one.size == two.size );
	for ( size_t i = 0; i < one.size; i++ )
	{
		if ( one.at[i] != two.at[i] )
		{
			fail_msg( "byte %u of %u differs", (unsigned)i, (unsigned)one.size );
		}
	}
	free( one.at );
	free( two.at );
}

// What a player does by chance: the same to both worlds.
typedef struct player
{
	fw_world* worlds[2]; // the second one may be null
	fw_unit_id units[UNITS];
	int32_t count;
	uint64_t chance;
	bool vehicles;
} player;

static int32_t draw( player* by, int32_t below )
{
	by->chance = by->chance * 6364136223846793005u + 1442695040888963407u;
	return (int32_t)( ( by->chance >> 33 ) % (uint64_t)below );
}

static void add_some( player* by )
{
	static const double radii[6] = { 0.2, 0.3, 0.4, 0.4, 0.45, 0.9 };
	static const char* const methods[6] = { NULL, "astar", "jps", "theta", "compass", "midpoint" };
	fw_world_unit_def def = fw_default_world_unit_def();
	const bool drives = by->vehicles && draw( by, 3 ) == 0;
	def.unit.radius = drives ? 0.4 : radii[draw( by, 6 )];
	def.unit.turning_radius = drives ? 1.0 : 0.0;
	def.unit.reverse = drives && draw( by, 2 ) == 0;
	def.unit.speed = 1.0 + draw( by, 4 );
	def.slowed_by_costs = draw( by, 4 ) == 0;
	def.plan.method = drives ? NULL : methods[draw( by, 6 )];
	def.plan.legs.side = 6;
	def.plan.legs.length = 8;
	def.plan.nearest = draw( by, 3 ) == 0;
	const fw_pose pose = { 0.5 * draw( by, 80 ), 0.5 * draw( by, 44 ), draw( by, 6 ) };
	fw_unit_id ids[2] = { 0, 0 };
	fw_status status[2] = { FW_OK, FW_OK };
	for ( int32_t i = 0; i < 2 && by->worlds[i] != NULL; i++ )
	{
		status[i] = fw_world_add( by->worlds[i], &def, &pose, 1, &ids[i], NULL );
	}
	assert_true( by->worlds[1] == NULL || ( ids[0] == ids[1] && status[0] == status[1] ) );
	if ( status[0] == FW_OK )
	{
		by->units[by->count++] = ids[0];
	}
}

static void order_some( player* by )
{
	fw_unit_id chosen[8];
	fw_vec2 offsets[8];
	fw_order order = fw_default_order();
	const int32_t count = 1 + draw( by, by->count < 8 ? by->count : 8 );
	const int32_t first = draw( by, by->count );
	order.kind = (fw_order_kind)draw( by, 7 );
	order.goal = ( fw_pose ){ 0.5 * draw( by, 80 ), 0.5 * draw( by, 44 ), draw( by, 6 ) };
	order.goal_any_heading = draw( by, 4 ) > 0;
	order.shape = (fw_shape)draw( by, 5 );
	order.leader = by->units[draw( by, by->count )];
	order.offsets = offsets;
	for ( int32_t i = 0; i < count; i++ )
	{
		chosen[i] = by->units[( first + i ) % by->count];
		offsets[i] = ( fw_vec2 ){ draw( by, 5 ) - 2, draw( by, 5 ) - 2 };
	}
	fw_status status[2] = { FW_OK, FW_OK };
	for ( int32_t i = 0; i < 2 && by->worlds[i] != NULL; i++ )
	{
		status[i] = fw_world_order( by->worlds[i], chosen, count, &order, NULL );
	}
	assert_true( by->worlds[1] == NULL || status[0] == status[1] );
}

static void act( player* by )
{
	const int32_t what = draw( by, 12 );
	if ( ( what < 2 && by->count < UNITS ) || by->count < 6 )
	{
		add_some( by );
	}
	else if ( what == 2 )
	{
		const int32_t gone = draw( by, by->count );
		for ( int32_t i = 0; i < 2 && by->worlds[i] != NULL; i++ )
		{
			assert_int_equal( fw_world_remove( by->worlds[i], &by->units[gone], 1, NULL ), FW_OK );
		}
		by->units[gone] = by->units[--by->count];
	}
	else if ( what < 5 )
	{
		const fw_rect rect = { draw( by, 40 ), draw( by, 22 ), 1 + draw( by, 3 ), 1 + draw( by, 2 ) };
		const uint8_t terrain = (uint8_t)( draw( by, 3 ) == 0 ? FW_TERRAIN_OUT : FW_TERRAIN_GROUND );
		for ( int32_t i = 0; i < 2 && by->worlds[i] != NULL; i++ )
		{
			assert_int_equal( fw_world_edit( by->worlds[i], rect, terrain, NULL, NULL ), FW_OK );
		}
	}
	else
	{
		order_some( by );
	}
}

static void check_same( const fw_world* a, const fw_world* b )
{
	int32_t counts[2];
	const fw_world_event* one = fw_world_events( a, &counts[0] );
	const fw_world_event* two = fw_world_events( b, &counts[1] );
	const fw_world_stats mine = fw_world_measure( a );
	const fw_world_stats theirs = fw_world_measure( b );
	assert_true( fw_world_hash( a ) == fw_world_hash( b ) );
	assert_true( fw_world_time( a ) == fw_world_time( b ) );
	assert_int_equal( counts[0], counts[1] );
	for ( int32_t i = 0; i < counts[0]; i++ )
	{
		assert_true( one[i].kind == two[i].kind && one[i].reason == two[i].reason && one[i].stuck == two[i].stuck );
		assert_true( one[i].status == two[i].status && one[i].unit == two[i].unit && one[i].edit == two[i].edit );
		assert_true( one[i].distance == two[i].distance );
	}
	assert_true( mine.nodes == theirs.nodes && mine.planning == theirs.planning && mine.edits == theirs.edits );
	assert_true( mine.plans == theirs.plans && mine.detours == theirs.detours );
}

static void play_on_both( player* by, int32_t steps, int32_t every )
{
	static const double seconds[4] = { 0.05, 1.0 / 60.0, 0.1, 0.03 };
	for ( int32_t i = 0; i < steps; i++ )
	{
		if ( draw( by, every ) == 0 )
		{
			act( by );
		}
		const double frame = seconds[draw( by, 4 )];
		for ( int32_t k = 0; k < 2 && by->worlds[k] != NULL; k++ )
		{
			assert_int_equal( fw_world_step( by->worlds[k], frame, NULL ), FW_OK );
		}
		check( by->worlds[0] );
		if ( by->worlds[1] != NULL )
		{
			check_same( by->worlds[0], by->worlds[1] );
		}
	}
}

static fw_world* open_rooms( int64_t nodes, bool one_way )
{
	fw_grid* grid = test_grid( rooms );
	fw_terrain mud = *fw_grid_terrain( grid, FW_TERRAIN_SWAMP );
	mud.cost = 2.5;
	assert_int_equal( fw_grid_set_terrain( grid, FW_TERRAIN_SWAMP, &mud, NULL ), FW_OK );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 20, 16, 5, 4 }, FW_TERRAIN_SWAMP, NULL ), FW_OK );
	const uint32_t exits = FW_EXIT_ALL & ~(uint32_t)( FW_EXIT_NORTH | FW_EXIT_NORTH_EAST | FW_EXIT_NORTH_WEST );
	assert_int_equal( fw_grid_set_exits( grid, ( fw_rect ){ 2, 7, 1, 1 }, one_way ? exits : FW_EXIT_ALL, NULL ),
	                  FW_OK );
	return play_on( grid, nodes, NULL ).world;
}

static void test_goes_on_alike( void** state )
{
	(void)state;
	static const int64_t nodes[4] = { 64, 300, 2000, 20000 };
	const int32_t games = test_rounds( 40 );
	for ( int32_t game = 0; game < games; game++ )
	{
		player by = { .chance = (uint64_t)game, .vehicles = game % 2 == 0 };
		by.worlds[0] = open_rooms( nodes[game / 2 % 4], game % 6 == 1 );
		play_on_both( &by, 40 + 10 * draw( &by, 40 ), 2 + game % 5 );
		const uint64_t before = fw_world_hash( by.worlds[0] );
		const bytes saved = save( by.worlds[0] );
		assert_true( fw_world_hash( by.worlds[0] ) == before );
		test_memory memory = test_memory_make();
		const fw_allocator allocator = test_memory_allocator( &memory );
		by.worlds[1] = load( &saved, &allocator );
		check_same( by.worlds[0], by.worlds[1] );
		check_same_bytes( by.worlds[0], by.worlds[1] );
		play_on_both( &by, 250, 2 + game % 9 );
		check_same_bytes( by.worlds[0], by.worlds[1] );
		free( saved.at );
		fw_world_destroy( by.worlds[0] );
		fw_world_destroy( by.worlds[1] );
		test_memory_check_empty( &memory );
	}
}

// A small world in which all kinds of things are going on.
static fw_world* busy_world( const fw_allocator* allocator )
{
	fw_grid* grid = test_grid( "..........\n"
	                           "..........\n"
	                           "....##.###\n"
	                           "..........\n"
	                           "..........\n" );
	fw_world* world = play_on( grid, 100, allocator ).world;
	fw_unit_id ids[6];
	fw_world_unit_def def = fw_default_world_unit_def();
	for ( int32_t i = 0; i < 6; i++ )
	{
		const fw_pose pose = at( 0.5 + i, i % 2 == 0 ? 1.5 : 3.5 );
		def.plan.method = i == 1 ? "jps" : NULL;
		def.unit.turning_radius = i == 5 ? 0.5 : 0.0;
		def.unit.outline = i == 5 ? fw_outline_rectangle( 0.7, 0.2, 0.2 ) : ( fw_outline ){ 0 };
		def.unit.radius = i == 5 ? 0.1 : 0.4;
		// Its table is built again in each of thousands of changed worlds: the smallest there is.
		def.plan.second_try = false;
		def.plan.ring = i == 5 ? 1 : 0;
		def.plan.lattice = i == 5 ? FW_LATTICE_TILES : def.plan.lattice;
		assert_int_equal( fw_world_add( world, &def, &pose, 1, &ids[i], NULL ), FW_OK );
	}
	fw_order order = fw_default_order();
	order.kind = FW_ORDER_FORM;
	order.goal = at( 7.5, 3.5 );
	assert_int_equal( fw_world_order( world, ids, 2, &order, NULL ), FW_OK );
	order.kind = FW_ORDER_GATHER;
	assert_int_equal( fw_world_order( world, &ids[2], 2, &order, NULL ), FW_OK );
	go( world, ids[5], 8.5, 0.5 );
	for ( int32_t i = 0; i < 60; i++ )
	{
		assert_int_equal( fw_world_step( world, 0.03, NULL ), FW_OK );
	}
	assert_true( fw_world_units( world ).x[fw_world_find( world, ids[5] )] != 5.5 );
	go( world, ids[5], 0.5, 4.5 );
	assert_int_equal( fw_world_remove( world, &ids[4], 1, NULL ), FW_OK );
	const int32_t row = fw_world_find( world, ids[0] );
	const fw_rect under = { (int32_t)fw_world_units( world ).x[row], (int32_t)fw_world_units( world ).y[row], 1, 1 };
	assert_int_equal( fw_world_edit( world, under, FW_TERRAIN_OUT, NULL, NULL ), FW_OK );
	assert_int_equal( fw_world_step( world, 0.03, NULL ), FW_OK );
	return world;
}

// All that a world tells of what was read: it must be refused, or do no harm.
static bool try_bytes( const bytes* from, test_memory* memory )
{
	fw_world* world = NULL;
	fw_refusal why;
	const fw_allocator allocator = test_memory_allocator( memory );
	const fw_status status = fw_world_parse( from->at, from->size, &allocator, &world, &why );
	assert_true( status == FW_OK || status == FW_ERR_SYNTAX );
	assert_true( ( status == FW_OK ) == ( world != NULL ) );
	assert_true( status == FW_OK || ( why.byte <= from->size && why.kind == FW_REFUSAL_TEXT ) );
	for ( int32_t i = 0; i < 12 && world != NULL; i++ )
	{
		assert_int_equal( fw_world_step( world, 0.1, NULL ), FW_OK );
		const fw_unit_arrays all = fw_world_units( world );
		for ( int32_t k = 0; k < all.count; k++ )
		{
			assert_true( all.x[k] >= 0.0 && all.x[k] <= 10.0 && all.y[k] >= 0.0 && all.y[k] <= 5.0 );
		}
	}
	fw_world_destroy( world );
	test_memory_check_empty( memory );
	return status == FW_OK;
}

static void set_checksum( const bytes* in )
{
	char* end = in->at + in->size - 8;
	fw_put( &end, fw_hash_bytes( FW_HASH_BEGIN, in->at, in->size - 8 ), 8 );
}

static void test_cut_short( void** state )
{
	(void)state;
	fw_world* world = busy_world( NULL );
	const bytes whole = save( world );
	test_memory memory = test_memory_make();
	for ( size_t size = 0; size < whole.size; size += (size_t)test_every( 1 ) )
	{
		char* part = malloc( size + 8 );
		memcpy( part, whole.at, size );
		bytes cut = { part, size };
		assert_false( try_bytes( &cut, &memory ) );
		cut.size = size + 8; // and as if it were whole
		set_checksum( &cut );
		assert_false( cut.size < whole.size && try_bytes( &cut, &memory ) );
		free( part );
	}
	free( whole.at );
	fw_world_destroy( world );
}

static void test_changed( void** state )
{
	(void)state;
	static const uint8_t masks[5] = { 0x01, 0x80, 0xff, 0x40, 0x12 };
	fw_world* world = busy_world( NULL );
	const bytes saved = save( world );
	test_memory memory = test_memory_make();
	int32_t loaded = 0;
	for ( size_t i = 0; i < saved.size - 8; i += (size_t)test_every( 7 ) )
	{
		const char before = saved.at[i];
		saved.at[i] = (char)( (uint8_t)before ^ masks[i % 5] );
		assert_false( try_bytes( &saved, &memory ) );
		set_checksum( &saved );
		loaded += try_bytes( &saved, &memory ) ? 1 : 0;
		saved.at[i] = before;
		set_checksum( &saved );
	}
	assert_true( loaded > 0 );
	assert_true( try_bytes( &saved, &memory ) );
	free( saved.at );
	fw_world_destroy( world );
}

static void check_cause( const bytes* from, size_t size, size_t least, size_t most, const char* text )
{
	fw_world* world = NULL;
	fw_refusal why;
	assert_int_equal( fw_world_parse( from->at, size, NULL, &world, &why ), FW_ERR_SYNTAX );
	assert_true( why.byte >= least && why.byte <= most );
	assert_string_equal( why.text, text );
}

// Each cause has a sentence of its own.
static void test_causes( void** state )
{
	(void)state;
	static const char* const changed = "bytes was cut short or changed after it was saved";
	fw_world* world = busy_world( NULL );
	const bytes saved = save( world );
	check_cause( &saved, 0, 0, 0, "bytes is not of this format" );
	check_cause( &saved, 10, 10, 10, changed );
	check_cause( &saved, saved.size - 1, saved.size - 1, saved.size - 1, changed );
	saved.at[saved.size / 2] ^= 1;
	check_cause( &saved, saved.size, saved.size, saved.size, changed );
	memset( saved.at + 12, 0xff, 8 ); // step_nodes
	set_checksum( &saved );
	check_cause( &saved, saved.size, 12, saved.size,
	             "bytes holds values that are never saved: it was changed, and its checksum with it" );
	saved.at[8] ^= 1;
	check_cause( &saved, saved.size, 8, 8, "bytes is of another version of this format: save it again" );
	saved.at[0] ^= 1;
	check_cause( &saved, saved.size, 0, 0, "bytes is not of this format" );
	free( saved.at );
	fw_world_destroy( world );
}

static void test_memory_runs_out( void** state )
{
	(void)state;
	fw_world* world = busy_world( NULL );
	const bytes saved = save( world );
	fw_status status = FW_ERR_MEMORY;
	int64_t n = 0;
	for ( ; status == FW_ERR_MEMORY; n++ )
	{
		test_memory memory = test_memory_make();
		const fw_allocator allocator = test_memory_allocator( &memory );
		fw_world* made = NULL;
		test_memory_fail_in( &memory, n, n % 2 == 1 );
		status = fw_world_parse( saved.at, saved.size, &allocator, &made, NULL );
		assert_true( status == FW_OK || status == FW_ERR_MEMORY );
		assert_true( ( status == FW_OK ) == ( made != NULL ) );
		fw_world_destroy( made );
		test_memory_check_empty( &memory );
	}
	assert_true( n > 40 );
	free( saved.at );
	fw_world_destroy( world );
}

static void test_files( void** state )
{
	(void)state;
	static const char* const file = "test_world_save.tmp";
	test_memory memory = test_memory_make();
	const fw_allocator allocator = test_memory_allocator( &memory );
	fw_world* world = busy_world( &allocator );
	fw_world* again = NULL;
	fw_refusal why;
	test_memory_fail_in( &memory, 0, false );
	assert_int_equal( fw_world_save( world, file, &why ), FW_ERR_MEMORY );
	assert_int_equal( fw_world_save( world, "no/such/folder", &why ), FW_ERR_IO );
	assert_int_equal( fw_world_save( world, file, &why ), FW_OK );
	assert_int_equal( fw_world_load( file, &allocator, &again, &why ), FW_OK );
	check_same( world, again );
	fw_world_destroy( again );
	remove( file );
	assert_int_equal( fw_world_load( file, &allocator, &again, &why ), FW_ERR_IO );
	fw_world_destroy( world );
	test_memory_check_empty( &memory );
}

// A world that is not written is as it was.
static void test_no_room( void** state )
{
	(void)state;
	fw_world* worlds[2] = { busy_world( NULL ), busy_world( NULL ) };
	char little[64];
	size_t needed = 0;
	assert_int_equal( fw_world_format( worlds[0], little, sizeof( little ), &needed, NULL ), FW_ERR_CAPACITY );
	assert_true( needed > sizeof( little ) );
	for ( int32_t i = 0; i < 100; i++ )
	{
		assert_int_equal( fw_world_step( worlds[0], 0.05, NULL ), FW_OK );
		assert_int_equal( fw_world_step( worlds[1], 0.05, NULL ), FW_OK );
		check_same( worlds[0], worlds[1] );
	}
	fw_world_destroy( worlds[0] );
	fw_world_destroy( worlds[1] );
}

// An order to stop that no step has seen yet.
static void test_order_to_stop( void** state )
{
	(void)state;
	const play on = play_on( test_field( 30, 9 ), 20000, NULL );
	const fw_unit_id unit = add( on.world, 2.5, 4.5 );
	fw_order order = fw_default_order();
	order.goal = at( 27.5, 4.5 );
	assert_int_equal( fw_world_order( on.world, &unit, 1, &order, NULL ), FW_OK );
	for ( int32_t i = 0; i < 60; i++ )
	{
		assert_int_equal( fw_world_step( on.world, 0.05, NULL ), FW_OK );
	}
	order.kind = FW_ORDER_STOP;
	assert_int_equal( fw_world_order( on.world, &unit, 1, &order, NULL ), FW_OK );
	const bytes saved = save( on.world );
	fw_world* again = load( &saved, NULL );
	for ( int32_t i = 0; i < 60; i++ )
	{
		assert_int_equal( fw_world_step( on.world, 0.05, NULL ), FW_OK );
		assert_int_equal( fw_world_step( again, 0.05, NULL ), FW_OK );
		check_same( on.world, again );
	}
	const fw_unit_arrays all = fw_world_units( again );
	assert_true( all.speed[0] == 0.0 && all.x[0] < 15.0 );
	free( saved.at );
	fw_world_destroy( on.world );
	fw_world_destroy( again );
}

int run_test_world_save( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_goes_on_alike ),   cmocka_unit_test( test_cut_short ),
	    cmocka_unit_test( test_changed ),         cmocka_unit_test( test_causes ),
	    cmocka_unit_test( test_memory_runs_out ), cmocka_unit_test( test_files ),
	    cmocka_unit_test( test_no_room ),         cmocka_unit_test( test_order_to_stop ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
