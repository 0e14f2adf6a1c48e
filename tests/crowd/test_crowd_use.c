// SPDX-License-Identifier: MIT
// Crowds: what they refuse, which units they report as stuck and why, edits of the map under way, and memory that runs
// out.
#include "support_crowd.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static fw_path line( double x0, double y0, double x1, double y1 )
{
	fw_path path = { 0 };
	fw_path_clear( &path, ( fw_pose ){ x0, y0, 0 } );
	assert_int_equal( fw_path_append_line( &path, ( fw_vec2 ){ x1, y1 }, FW_GEAR_FORWARD ), FW_OK );
	return path;
}

static void run( test_crowd* scene, double seconds )
{
	const double end = fw_crowd_time( scene->crowd ) + seconds;
	while ( fw_crowd_time( scene->crowd ) < end )
	{
		assert_int_equal( fw_crowd_step( scene->crowd, TEST_CROWD_STEP, NULL ), FW_OK );
		test_crowd_check( scene );
	}
}

static void test_refusals( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 12, 8 );
	fw_crowd_def def = fw_default_crowd_def();
	fw_crowd* crowd = NULL;
	assert_int_equal( fw_crowd_create( NULL, &crowd, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_crowd_create( &def, &crowd, NULL ), FW_ERR_ARGUMENT ); // no grid
	def.grid = grid;
	assert_int_equal( fw_crowd_create( &def, NULL, NULL ), FW_ERR_ARGUMENT );
	double* const fields[] = { &def.look_ahead, &def.look_every, &def.patience };
	const double bad[] = { 0.0, -1.0, NAN, INFINITY };
	for ( int32_t i = 0; i < 12; i++ )
	{
		const double good = *fields[i / 4];
		*fields[i / 4] = bad[i % 4];
		assert_int_equal( fw_crowd_create( &def, &crowd, NULL ), FW_ERR_ARGUMENT );
		*fields[i / 4] = good;
	}
	def.cookie ^= 1;
	assert_int_equal( fw_crowd_create( &def, &crowd, NULL ), FW_ERR_DEF );
	fw_grid_destroy( grid );

	test_crowd scene = test_crowd_make( test_grid( "......\n"
	                                               "..#...\n"
	                                               "......\n" ) );
	crowd = scene.crowd;
	fw_profile_def how = fw_default_profile_def();
	fw_crowd_id unit = 7;
	assert_int_equal( fw_crowd_add( crowd, &how, ( fw_pose ){ 2.5, 1.5, 0 }, &unit, NULL ),
	                  FW_ERR_BLOCKED ); // in a wall
	assert_int_equal( fw_crowd_add( crowd, &how, ( fw_pose ){ 1.8, 1.5, 0 }, &unit, NULL ), FW_ERR_BLOCKED );
	assert_int_equal( fw_crowd_add( crowd, &how, ( fw_pose ){ -5, 1, 0 }, &unit, NULL ), FW_ERR_BLOCKED ); // outside
	assert_int_equal( fw_crowd_add( crowd, &how, ( fw_pose ){ 1e9, 1, 0 }, &unit, NULL ), FW_ERR_BLOCKED );
	assert_int_equal( fw_crowd_add( crowd, &how, ( fw_pose ){ 1, -1e300, 0 }, &unit, NULL ), FW_ERR_BLOCKED );
	assert_int_equal( fw_crowd_add( crowd, &how, ( fw_pose ){ NAN, 1, 0 }, &unit, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_crowd_add( crowd, NULL, ( fw_pose ){ 0.5, 0.5, 0 }, &unit, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_crowd_add( crowd, &how, ( fw_pose ){ 0.5, 0.5, 0 }, NULL, NULL ), FW_ERR_ARGUMENT );
	how.unit.size = 2;
	assert_int_equal( fw_crowd_add( crowd, &how, ( fw_pose ){ 0.5, 0.5, 0 }, &unit, NULL ), FW_ERR_UNSUPPORTED );
	how.unit.size = 0;
	how.cookie ^= 1;
	assert_int_equal( fw_crowd_add( crowd, &how, ( fw_pose ){ 0.5, 0.5, 0 }, &unit, NULL ), FW_ERR_DEF );
	how.cookie ^= 1;
	assert_int_equal( unit, 7 );
	assert_int_equal( fw_crowd_count( crowd ), 0 );
	assert_int_equal( fw_crowd_add( crowd, &how, ( fw_pose ){ 0.5, 0.5, 0 }, &unit, NULL ), FW_OK );
	const fw_crowd_id first = unit;
	assert_int_equal( fw_crowd_owner( crowd, 0, 0 ), first );
	assert_int_equal( fw_crowd_owner( crowd, -1, 0 ), 0 );
	assert_int_equal( fw_crowd_add( crowd, &how, ( fw_pose ){ 0.7, 1.3, 0 }, &unit, NULL ),
	                  FW_ERR_BLOCKED ); // on its tile
	assert_int_equal( fw_crowd_add( crowd, &how, ( fw_pose ){ 4.5, 0.5, 0 }, &unit, NULL ), FW_OK );
	const fw_crowd_id other = unit;
	assert_int_equal( fw_crowd_remove( crowd, first ), FW_OK );
	assert_int_equal( fw_crowd_remove( crowd, first ), FW_ERR_UNKNOWN );
	assert_int_equal( fw_crowd_remove( NULL, first ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_crowd_owner( crowd, 0, 0 ), 0 );
	assert_false( fw_crowd_get( crowd, first ).used );
	assert_int_equal( fw_crowd_add( crowd, &how, ( fw_pose ){ 0.5, 2.5, 0 }, &unit, NULL ), FW_OK );
	assert_int_equal( unit, fw_crowd_at( crowd, 0 ) ); // the slot is used again, and the id is not
	assert_true( unit != first && unit != other );

	fw_path path = line( 0.5, 2.5, 3.5, 2.5 );
	assert_int_equal( fw_crowd_send( crowd, 5, &path, NULL ), FW_ERR_UNKNOWN );
	assert_int_equal( fw_crowd_send( crowd, unit, NULL, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_crowd_send( crowd, other, &path, NULL ), FW_ERR_MISMATCH );
	assert_int_equal( fw_path_append_link( &path, ( fw_vec2 ){ 5.5, 2.5 } ), FW_OK );
	assert_int_equal( fw_crowd_send( crowd, unit, &path, NULL ), FW_ERR_UNSUPPORTED );
	assert_int_equal( fw_crowd_get( crowd, unit ).mode, FW_CROWD_PARKED );
	path.count--;
	// A path with a gap would lead into other units, and so would an arc that does not end where it says.
	const fw_segment apart = fw_segment_line( ( fw_vec2 ){ 4.5, 0.5 }, ( fw_vec2 ){ 4.5, 1.5 }, FW_GEAR_FORWARD );
	assert_int_equal( fw_path_append( &path, &apart ), FW_OK );
	assert_int_equal( fw_crowd_send( crowd, unit, &path, NULL ), FW_ERR_ARGUMENT );
	path.segments[1] = fw_segment_arc( ( fw_vec2 ){ 3.5, 2.5 }, 0.0, 1.0, -0.5, FW_GEAR_FORWARD );
	path.segments[1].to = ( fw_vec2 ){ 4.5, 0.5 };
	assert_int_equal( fw_crowd_send( crowd, unit, &path, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_crowd_get( crowd, unit ).mode, FW_CROWD_PARKED );
	path.count--;
	assert_int_equal( fw_crowd_send( crowd, unit, &path, NULL ), FW_OK );
	assert_int_equal( fw_crowd_step( crowd, 0.0, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_crowd_step( crowd, 0.3, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_crowd_step( crowd, NAN, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_crowd_step( NULL, 0.1, NULL ), FW_ERR_ARGUMENT );
	run( &scene, 4.0 );
	assert_true( fw_crowd_get( crowd, unit ).pose.x == 3.5 );
	fw_path_free( &path );
	test_crowd_free( &scene );
}

// After a unit was removed, its id is refused everywhere, also when another unit has its slot.
static void test_removed_ids( void** state )
{
	(void)state;
	test_crowd scene = test_crowd_make( test_field( 12, 5 ) );
	const fw_unit unit = test_unit( 0.4, 0.0 );
	fw_path path = line( 2.5, 2.5, 9.5, 2.5 );
	fw_crowd_id before = test_crowd_add( &scene, &unit, 2.5, 2.5 );
	for ( int32_t i = 0; i < 20; i++ )
	{
		assert_int_equal( fw_crowd_remove( scene.crowd, before ), FW_OK );
		assert_int_equal( fw_crowd_at( scene.crowd, 0 ), 0 );
		const fw_crowd_id now = test_crowd_add( &scene, &unit, 2.5, 2.5 );
		fw_refusal refusal = { 0 };
		assert_int_equal( fw_crowd_send( scene.crowd, before, &path, &refusal ), FW_ERR_UNKNOWN );
		assert_int_equal( refusal.status, FW_ERR_UNKNOWN );
		assert_string_equal( refusal.field, "unit" );
		assert_int_equal( fw_crowd_answer( scene.crowd, before, &path, NULL ), FW_ERR_UNKNOWN );
		assert_int_equal( fw_crowd_remove( scene.crowd, before ), FW_ERR_UNKNOWN );
		assert_false( fw_crowd_get( scene.crowd, before ).used );
		assert_false( fw_crowd_keep_off( scene.crowd, before, 2, 2 ) );
		assert_int_equal( fw_crowd_count( scene.crowd ), 1 );
		assert_int_equal( fw_crowd_owner( scene.crowd, 2, 2 ), now );
		assert_int_equal( fw_crowd_at( scene.crowd, 0 ), now );
		assert_int_equal( fw_crowd_at( scene.crowd, 1 ), 0 );
		assert_int_equal( fw_crowd_get( scene.crowd, now ).mode, FW_CROWD_PARKED );
		before = now;
	}
	assert_int_equal( fw_crowd_send( scene.crowd, before, &path, NULL ), FW_OK );
	fw_path_free( &path );
	test_crowd_free( &scene );
}

// A new path on the move: it begins where the unit would stop.
static void test_new_path_on_the_move( void** state )
{
	(void)state;
	test_crowd scene = test_crowd_make( test_field( 20, 20 ) );
	const fw_unit unit = test_unit( 0.4, 0.0 );
	const fw_crowd_id a = test_crowd_add( &scene, &unit, 2.5, 2.5 );
	assert_true( test_crowd_send( &scene, a, &unit, 17.5, 2.5 ) );
	run( &scene, 2.0 );
	const fw_crowd_unit before = fw_crowd_get( scene.crowd, a );
	assert_true( before.speed == 2.0 && fabs( before.stop.x - before.pose.x - 0.5 ) < 1e-9 );
	assert_true( test_crowd_send( &scene, a, &unit, before.stop.x, 15.5 ) );
	assert_true( fw_crowd_get( scene.crowd, a ).speed == 2.0 );
	run( &scene, 12.0 );
	const fw_crowd_unit after = fw_crowd_get( scene.crowd, a );
	assert_true( after.mode == FW_CROWD_PARKED && fabs( after.pose.y - 15.5 ) < 1e-9 && after.sent == 2 );
	test_crowd_free( &scene );
}

// A path that is refused on the move takes nothing from the unit, not even tiles beyond its stopping point.
static void test_refused_on_the_move( void** state )
{
	(void)state;
	test_crowd scene = test_crowd_make( test_field( 20, 5 ) );
	fw_unit unit = test_unit( 0.4, 0.0 );
	const fw_crowd_id a = test_crowd_add( &scene, &unit, 2.5, 2.5 );
	assert_true( test_crowd_send( &scene, a, &unit, 17.5, 2.5 ) );
	int32_t more = 0;
	for ( int32_t i = 0; i < 40; i++ )
	{
		run( &scene, TEST_CROWD_STEP );
		const fw_crowd_unit now = fw_crowd_get( scene.crowd, a );
		fw_crowd_id before[20];
		for ( int32_t x = 0; x < 20; x++ )
		{
			before[x] = fw_crowd_owner( scene.crowd, x, 2 );
			more += before[x] == a && x > now.stop.x + unit.radius ? 1 : 0;
		}
		fw_path path = line( now.stop.x, now.stop.y, 17.5, 2.5 );
		fw_segment arc = fw_segment_arc( ( fw_vec2 ){ 17.5, 2.5 }, 0.0, 1.0, 1.0, FW_GEAR_FORWARD );
		arc.radius = -1.0;
		assert_int_equal( fw_path_append( &path, &arc ), FW_OK );
		assert_int_equal( fw_crowd_send( scene.crowd, a, &path, NULL ), FW_ERR_ARGUMENT );
		fw_path_free( &path );
		for ( int32_t x = 0; x < 20; x++ )
		{
			assert_int_equal( fw_crowd_owner( scene.crowd, x, 2 ), before[x] );
		}
	}
	assert_true( more > 0 );
	test_crowd_free( &scene );
}

// A building appears on the path: the unit stops before it, says so, and goes on when it is gone.
static void test_edits( void** state )
{
	(void)state;
	test_crowd scene = test_crowd_make( test_field( 30, 1 ) );
	const fw_unit unit = test_unit( 0.4, 0.0 );
	const fw_crowd_id a = test_crowd_add( &scene, &unit, 0.5, 0.5 );
	assert_true( test_crowd_send( &scene, a, &unit, 28.5, 0.5 ) );
	run( &scene, 3.0 );
	test_block( scene.grid, 20, 0 );
	run( &scene, 40.0 );
	fw_crowd_unit at = fw_crowd_get( scene.crowd, a );
	assert_true( at.pose.x > 19.0 && at.pose.x <= 19.6 && at.speed == 0.0 );
	assert_int_equal( at.stuck, FW_CROWD_STUCK_WALL );
	assert_true( at.wants_path && at.mode == FW_CROWD_WAITING );
	assert_int_equal( fw_grid_fill( scene.grid, ( fw_rect ){ 20, 0, 1, 1 }, FW_TERRAIN_GROUND, NULL ), FW_OK );
	run( &scene, 10.0 );
	at = fw_crowd_get( scene.crowd, a );
	assert_true( at.pose.x == 28.5 && at.stuck == FW_CROWD_NOT_STUCK && !at.wants_path );
	test_crowd_free( &scene );
}

// A lane with a dead end: the unit inside comes out first, and if there is nowhere to go at all, the crowd says so.
static void test_dead_ends( void** state )
{
	(void)state;
	const fw_unit unit = test_unit( 0.4, 0.0 );
	const char* lane = "....######\n"
	                   "..........\n"
	                   "....######\n";
	test_crowd scene = test_crowd_make( test_grid( lane ) );
	const fw_crowd_id in = test_crowd_add( &scene, &unit, 1.5, 1.5 );
	const fw_crowd_id out = test_crowd_add( &scene, &unit, 9.5, 1.5 );
	assert_true( test_crowd_send( &scene, in, &unit, 9.5, 1.5 ) ); // the unit with priority
	assert_true( test_crowd_send( &scene, out, &unit, 0.5, 0.5 ) );
	assert_true( test_crowd_run( &scene, 120.0, NULL ) );
	assert_true( fw_crowd_get( scene.crowd, in ).left < 1e-9 && fw_crowd_get( scene.crowd, out ).left < 1e-9 );
	test_crowd_free( &scene );

	// The same with a unit whose goal is there.
	scene = test_crowd_make( test_grid( lane ) );
	test_crowd_add( &scene, &unit, 8.5, 1.5 );
	const fw_crowd_id guest = test_crowd_add( &scene, &unit, 1.5, 1.5 );
	assert_true( test_crowd_send( &scene, guest, &unit, 9.5, 1.5 ) );
	assert_true( test_crowd_run( &scene, 120.0, NULL ) );
	assert_true( fw_crowd_get( scene.crowd, guest ).left < 1e-9 );
	test_crowd_free( &scene );

	// Nothing but a lane: two units cannot pass each other.
	scene = test_crowd_make( test_field( 10, 1 ) );
	const fw_crowd_id left = test_crowd_add( &scene, &unit, 0.5, 0.5 );
	const fw_crowd_id right = test_crowd_add( &scene, &unit, 9.5, 0.5 );
	assert_true( test_crowd_send( &scene, left, &unit, 9.5, 0.5 ) );
	assert_true( test_crowd_send( &scene, right, &unit, 0.5, 0.5 ) );
	run( &scene, 120.0 );
	const fw_crowd_stuck a = fw_crowd_get( scene.crowd, left ).stuck;
	const fw_crowd_stuck b = fw_crowd_get( scene.crowd, right ).stuck;
	assert_true( a == FW_CROWD_STUCK_NO_ROOM || b == FW_CROWD_STUCK_NO_ROOM );
	assert_true( a != FW_CROWD_NOT_STUCK && b != FW_CROWD_NOT_STUCK );
	assert_false( fw_crowd_is_done( scene.crowd ) );
	// One leaves: the other one arrives.
	assert_int_equal( fw_crowd_remove( scene.crowd, right ), FW_OK );
	assert_true( test_crowd_run( &scene, 30.0, NULL ) );
	test_crowd_free( &scene );
}

// The unit with priority drives on as if alone; the one that yields waits or makes a detour.
static void test_the_unit_with_priority_is_not_held_up( void** state )
{
	(void)state;
	test_crowd scene = test_crowd_make( test_field( 40, 40 ) );
	const fw_unit unit = test_unit( 0.4, 0.0 );
	const fw_crowd_id first = test_crowd_add( &scene, &unit, 2.5, 20.5 );
	const fw_crowd_id second = test_crowd_add( &scene, &unit, 20.5, 2.5 );
	assert_true( test_crowd_send( &scene, first, &unit, 37.5, 20.5 ) );
	assert_true( test_crowd_send( &scene, second, &unit, 20.5, 37.5 ) );
	bool slowed = false;
	while ( fw_crowd_get( scene.crowd, first ).mode != FW_CROWD_PARKED )
	{
		run( &scene, TEST_CROWD_STEP );
		const fw_crowd_unit u = fw_crowd_get( scene.crowd, second );
		slowed = slowed || ( u.pose.y > 10.0 && u.speed < 1.9 );
	}
	// 1 s up, half a second down, 33.5 tiles at 2, and the last frames.
	assert_true( fw_crowd_time( scene.crowd ) < 18.25 + 0.3 );
	assert_true( slowed || fw_crowd_count_events( scene.crowd ).detours > 0 );
	assert_true( fw_crowd_count_events( scene.crowd ).conflicts > 0 );
	test_crowd_free( &scene );
}

static fw_status meet( const fw_allocator* allocator, const fw_grid* grid, const fw_path* there, const fw_path* back,
                       test_memory* memory, fw_status* worst )
{
	fw_crowd_def def = fw_default_crowd_def();
	fw_crowd* crowd = NULL;
	fw_profile_def how = fw_default_profile_def();
	fw_crowd_id units[2] = { 0, 0 };
	def.allocator = *allocator;
	def.grid = grid;
	fw_status status = fw_crowd_create( &def, &crowd, NULL );
	status = status == FW_OK ? fw_crowd_add( crowd, &how, there->start, &units[0], NULL ) : status;
	status = status == FW_OK ? fw_crowd_add( crowd, &how, back->start, &units[1], NULL ) : status;
	status = status == FW_OK ? fw_crowd_send( crowd, units[0], there, NULL ) : status;
	status = status == FW_OK ? fw_crowd_send( crowd, units[1], back, NULL ) : status;
	for ( int32_t i = 0; i < 1200 && status == FW_OK && !fw_crowd_is_done( crowd ); i++ )
	{
		// If a unit's step gets no memory, the other units still move, and the next step goes on.
		const fw_status stepped = fw_crowd_step( crowd, 0.05, NULL );
		assert_true( stepped == FW_OK || stepped == FW_ERR_MEMORY );
		*worst = stepped != FW_OK ? stepped : *worst;
		if ( stepped != FW_OK )
		{
			test_memory_fail_never( memory );
		}
	}
	assert_true( status != FW_OK || fw_crowd_is_done( crowd ) );
	fw_crowd_destroy( crowd );
	return status;
}

static void test_memory_runs_out( void** state )
{
	(void)state;
	fw_grid* grid = test_grid( "......########......\n"
	                           "....................\n"
	                           "......########......\n" );
	fw_path there = line( 2.5, 1.5, 17.5, 1.5 );
	fw_path back = line( 17.5, 1.5, 2.5, 1.5 );
	test_memory memory = test_memory_make();
	const fw_allocator allocator = test_memory_allocator( &memory );
	fw_status worst = FW_OK;
	bool done = false;
	int64_t n = 0;
	for ( ; !done; n++ )
	{
		test_memory_fail_in( &memory, n, n % 2 == 1 );
		const int64_t last = memory.asked + n;
		const fw_status status = meet( &allocator, grid, &there, &back, &memory, &worst );
		assert_true( status == FW_OK || status == FW_ERR_MEMORY );
		test_memory_check_empty( &memory );
		done = memory.asked <= last;
	}
	assert_true( n > 15 && worst == FW_ERR_MEMORY );
	fw_path_free( &there );
	fw_path_free( &back );
	fw_grid_destroy( grid );
}

int run_test_crowd_use( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_refusals ),
	    cmocka_unit_test( test_removed_ids ),
	    cmocka_unit_test( test_new_path_on_the_move ),
	    cmocka_unit_test( test_refused_on_the_move ),
	    cmocka_unit_test( test_edits ),
	    cmocka_unit_test( test_dead_ends ),
	    cmocka_unit_test( test_the_unit_with_priority_is_not_held_up ),
	    cmocka_unit_test( test_memory_runs_out ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
