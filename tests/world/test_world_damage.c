// SPDX-License-Identifier: MIT
// Files of worlds whose state is false, though their checksum is right: they are refused.
#include "crowd/crowd.h"
#include "play.h"
#include "world/world.h"

#include <stdlib.h>

static fw_crowd* crowd_of( fw_world* world )
{
	return (fw_crowd*)world->engine;
}

// What comes of a world that is written as it is now and read again.
static fw_status write_and_read( fw_world* world )
{
	size_t size = 0;
	fw_world* again = NULL;
	assert_int_equal( fw_world_format( world, NULL, 0, &size, NULL ), FW_OK );
	char* bytes = malloc( size );
	assert_int_equal( fw_world_format( world, bytes, size, NULL, NULL ), FW_OK );
	const fw_status status = fw_world_parse( bytes, size, NULL, &again, NULL );
	free( bytes );
	fw_world_destroy( again );
	return status;
}

static void test_free_slots( void** state )
{
	(void)state;
	play on = play_on( test_field( 12, 4 ), 20000, NULL );
	fw_unit_id ids[3];
	for ( int32_t i = 0; i < 3; i++ )
	{
		ids[i] = add( on.world, 1.5 + 2 * i, 1.5 );
	}
	assert_int_equal( fw_world_remove( on.world, ids, 2, NULL ), FW_OK );
	assert_int_equal( write_and_read( on.world ), FW_OK );
	on.world->free = -1; // two slots are neither used nor free
	assert_int_equal( write_and_read( on.world ), FW_ERR_SYNTAX );
	fw_world_destroy( on.world );
}

static void test_straits( void** state )
{
	(void)state;
	play on = play_text( "........\n"
	                     "###.####\n"
	                     "........\n" );
	const fw_unit_id id = add( on.world, 0.5, 0.5 );
	go( on.world, id, 7.5, 2.5 );
	run( &on, 0.5 );
	fw_straits* straits = &crowd_of( on.world )->straits;
	assert_true( straits->count > 0 );
	assert_int_equal( write_and_read( on.world ), FW_OK );
	fw_strait* first = &straits->slots[0];
	assert_true( first->id >= 0 );
	first->id = -1; // neither known nor free
	straits->listed_count = 0;
	assert_int_equal( write_and_read( on.world ), FW_ERR_SYNTAX );
	fw_world_destroy( on.world );
}

static void test_empty_path( void** state )
{
	(void)state;
	play on = play_on( test_field( 12, 4 ), 20000, NULL );
	(void)add( on.world, 1.5, 1.5 );
	run( &on, 0.1 );
	crowd_of( on.world )->units[0].path.length = 5e-7;
	assert_int_equal( write_and_read( on.world ), FW_ERR_SYNTAX );
	fw_world_destroy( on.world );
}

// Units drive along the direction of a piece, and their sweeps are of its ends.
static void test_direction_of_piece( void** state )
{
	(void)state;
	play on = play_on( test_field( 30, 4 ), 20000, NULL );
	const fw_unit_id id = add( on.world, 1.5, 1.5 );
	go( on.world, id, 28.5, 1.5 );
	fw_mover* mover = &crowd_of( on.world )->precedence.stop.movers[0];
	fw_course* course = &mover->course;
	// To a piece that it has been given, and would not come to if it braked now: its places are not checked.
	for ( int32_t i = 0; i < 200 && course->end - 1 <= fw_mover_stop( mover ).piece; i++ )
	{
		run( &on, 0.05 );
	}
	assert_true( course->end - 1 > fw_mover_stop( mover ).piece );
	assert_int_equal( write_and_read( on.world ), FW_OK );
	fw_course_piece( course, course->end - 1 )->begin = ( fw_vec2 ){ 0.0, -1.0 };
	assert_int_equal( write_and_read( on.world ), FW_ERR_SYNTAX );
	fw_world_destroy( on.world );
}

// An arc that lies elsewhere, and a segment that does not begin where the one before it ends.
static void test_arc_of_path( void** state )
{
	(void)state;
	for ( int32_t kind = 0; kind < 2; kind++ )
	{
		play on = play_on( test_field( 30, 20 ), 20000, NULL );
		fw_world_unit_def def = fw_default_world_unit_def();
		def.unit.turning_radius = 2.0;
		const fw_pose pose = at( 4.5, 4.5 );
		fw_unit_id id;
		assert_int_equal( fw_world_add( on.world, &def, &pose, 1, &id, NULL ), FW_OK );
		go( on.world, id, 6.5, 15.5 );
		run( &on, 0.5 );
		fw_path* path = &crowd_of( on.world )->units[0].path;
		assert_true( path->count > 1 );
		assert_int_equal( write_and_read( on.world ), FW_OK );
		int32_t arc = 0;
		while ( arc + 1 < path->count && path->segments[arc].kind != FW_SEGMENT_ARC )
		{
			arc++;
		}
		assert_int_equal( path->segments[arc].kind, FW_SEGMENT_ARC );
		if ( kind == 0 )
		{
			path->segments[arc].center.x += 7.0;
		}
		else
		{
			fw_segment* last = &path->segments[path->count - 1];
			last->from.y += 1.0;
			last->to.y += 1.0;
			last->center.y += last->kind == FW_SEGMENT_ARC ? 1.0 : 0.0;
		}
		assert_int_equal( write_and_read( on.world ), FW_ERR_SYNTAX );
		fw_world_destroy( on.world );
	}
}

int run_test_world_damage( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_free_slots ),  cmocka_unit_test( test_straits ),
	    cmocka_unit_test( test_empty_path ),  cmocka_unit_test( test_direction_of_piece ),
	    cmocka_unit_test( test_arc_of_path ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
