// SPDX-License-Identifier: MIT
// Crowds of several sizes among lanes that two of them cannot pass in. They are random ones of which some units once
// stood forever.
#include "play.h"

#include <stdlib.h>
#include <string.h>

#define UNITS_MAX 42

typedef struct traveller
{
	double radius, x, y, goal_x, goal_y;
} traveller;

// One is pushed so far off its path that it finds no way back, and others that are home shut it in.
static const char* const lost_map = ".....................................\n"
                                    ".....................................\n"
                                    ".....................................\n"
                                    "...########...########.########......\n"
                                    "...########...########.########......\n"
                                    "...########...########.########......\n"
                                    ".....................................\n"
                                    "...########..########...########.....\n"
                                    "...########..########...########.....\n"
                                    "...########..########...########.....\n"
                                    ".....................................\n"
                                    "...########..########.########.......\n"
                                    "...########..########.########.......\n"
                                    "...########..########.########.......\n"
                                    ".....................................\n"
                                    ".....................................\n"
                                    ".....................................\n"
                                    ".....................................\n"
                                    ".....................................\n"
                                    ".....................................\n";
static const traveller lost[] = {
    { 0.4, 5.5, 16.5, 21.5, 7.5 },
    { 0.6569043042920995, 29.0, 19.0, 30.5, 2.0 },
    { 0.44649639888298664, 22.5, 3.5, 22.5, 1.5 },
    { 0.740548541237942, 25.0, 16.0, 22.0, 19.0 },
    { 0.4950214775025207, 32.5, 8.5, 4.5, 0.5 },
    { 0.7683286858101681, 33.5, 12.0, 8.5, 18.5 },
    { 0.4, 26.5, 19.5, 0.5, 8.5 },
    { 0.4, 11.5, 18.5, 30.5, 6.5 },
    { 0.8587042369478282, 2.0, 17.5, 26.0, 16.5 },
    { 0.4, 35.5, 0.5, 23.5, 17.5 },
    { 0.4, 13.5, 10.5, 4.5, 19.5 },
    { 0.4, 26.5, 14.5, 12.5, 6.5 },
    { 0.38741059493151464, 2.5, 4.5, 21.5, 2.5 },
    { 0.4061186997766848, 36.5, 6.5, 23.5, 0.5 },
    { 0.33354822231227593, 13.5, 5.5, 18.5, 14.5 },
    { 0.5635865257637065, 32.0, 13.5, 33.0, 18.0 },
    { 0.4, 21.5, 6.5, 18.5, 19.5 },
    { 0.4, 0.5, 6.5, 19.5, 10.5 },
    { 0.505087066515413, 13.5, 19.0, 2.5, 16.5 },
    { 0.535493019298194, 4.5, 15.5, 30.5, 16.5 },
    { 0.4, 3.5, 14.5, 22.5, 0.5 },
    { 0.4, 12.5, 19.5, 32.5, 11.5 },
    { 0.4, 32.5, 4.5, 22.5, 8.5 },
    { 0.5792022416132876, 36.0, 7.5, 3.5, 1.0 },
    { 0.4, 14.5, 1.5, 19.5, 6.5 },
    { 0.7750117843019364, 22.5, 1.0, 34.5, 16.0 },
    { 0.8896773220400178, 32.5, 2.0, 1.0, 17.0 },
    { 0.4, 31.5, 14.5, 6.5, 18.5 },
    { 0.4, 9.5, 18.5, 21.5, 10.5 },
    { 0.4, 0.5, 4.5, 5.5, 17.5 },
    { 0.4, 27.5, 2.5, 7.5, 1.5 },
    { 0.711729248653925, 25.0, 1.0, 1.0, 19.0 },
    { 0.8274792072834063, 20.0, 15.5, 3.0, 18.5 },
};

// Two that cannot pass each other in a room three tiles high have to leave it to change places.
static const char* const row_map = ".............................\n"
                                   ".............................\n"
                                   ".............................\n"
                                   "...########.########.........\n"
                                   "...########.########.........\n"
                                   "...########.########.........\n"
                                   ".............................\n"
                                   "...########.########.........\n"
                                   "...########.########.........\n"
                                   "...########.########.........\n"
                                   ".............................\n"
                                   ".............................\n"
                                   ".............................\n"
                                   "...########..########........\n"
                                   "...########..########........\n"
                                   "...########..########........\n"
                                   ".............................\n"
                                   ".............................\n"
                                   ".............................\n"
                                   "...########...########.......\n"
                                   "...########...########.......\n"
                                   "...########...########.......\n"
                                   ".............................\n"
                                   ".............................\n"
                                   ".............................\n"
                                   ".............................\n"
                                   ".............................\n"
                                   ".............................\n"
                                   ".............................\n";
static const traveller row[] = {
    { 0.3066060450593403, 27.5, 12.5, 8.5, 11.5 },
    { 0.4154018338964355, 8.5, 11.5, 25.5, 20.5 },
    { 0.4, 28.5, 11.5, 17.5, 17.5 },
    { 0.8697804853919162, 20.0, 11.5, 9.0, 23.5 },
    { 0.8629423609147742, 27.0, 17.0, 5.0, 1.0 },
    { 0.4718972616937552, 1.5, 26.5, 19.5, 11.5 },
    { 0.4, 13.5, 12.5, 1.5, 13.5 },
    { 0.393580346434699, 0.5, 22.5, 21.5, 26.5 },
    { 0.4, 11.5, 0.5, 19.5, 25.5 },
    { 0.39907155072141176, 0.5, 11.5, 18.5, 22.5 },
    { 0.8134241411728724, 26.0, 4.0, 25.0, 13.5 },
    { 0.4, 22.5, 23.5, 26.5, 2.5 },
    { 0.5394491578227916, 23.0, 9.5, 2.0, 11.0 },
    { 0.4, 16.5, 23.5, 4.5, 17.5 },
    { 0.4, 0.5, 13.5, 21.5, 5.5 },
    { 0.45631762792027014, 0.5, 7.5, 2.5, 7.5 },
    { 0.4, 28.5, 13.5, 15.5, 24.5 },
    { 0.4, 23.5, 27.5, 11.5, 25.5 },
    { 0.4, 11.5, 15.5, 23.5, 6.5 },
    { 0.4834757927856612, 19.5, 18.5, 16.5, 2.5 },
    { 0.540530408416612, 13.5, 23.5, 25.0, 17.0 },
    { 0.4, 21.5, 12.5, 11.5, 27.5 },
    { 0.4, 12.5, 0.5, 1.5, 2.5 },
    { 0.8110392577514609, 27.0, 19.5, 7.0, 1.5 },
    { 0.7529690426088649, 20.5, 27.5, 26.5, 23.5 },
    { 0.4, 5.5, 10.5, 20.5, 17.5 },
    { 0.6898170239084074, 28.0, 24.0, 9.0, 26.0 },
    { 0.42800510324431884, 8.5, 6.5, 23.5, 23.5 },
    { 0.5761947688528615, 26.5, 11.5, 25.0, 9.0 },
    { 0.40931884208798186, 28.5, 10.5, 26.5, 10.5 },
    { 0.713813363661749, 25.0, 20.5, 25.0, 23.0 },
    { 0.4, 27.5, 26.5, 1.5, 19.5 },
    { 0.80717415993435, 8.5, 23.0, 27.0, 13.5 },
    { 0.5651691372087636, 23.5, 8.0, 24.5, 1.0 },
    { 0.6618500672628798, 25.0, 17.0, 16.0, 28.0 },
    { 0.4, 25.5, 23.5, 3.5, 1.5 },
    { 0.514740082600028, 10.5, 28.0, 18.0, 11.0 },
    { 0.8531222964641485, 1.0, 9.5, 11.5, 11.0 },
    { 0.36766485005760763, 23.5, 20.5, 20.5, 6.5 },
    { 0.32196403783286165, 19.5, 16.5, 28.5, 12.5 },
    { 0.38350219352415166, 14.5, 23.5, 7.5, 26.5 },
    { 0.4, 28.5, 17.5, 26.5, 6.5 },
};

static play begin( const char* map, const traveller* all, int32_t count, fw_unit_id* ids )
{
	play on = play_on( test_grid( map ), 20000, NULL );
	for ( int32_t i = 0; i < count; i++ )
	{
		fw_world_unit_def def = fw_default_world_unit_def();
		const fw_pose pose = at( all[i].x, all[i].y );
		def.unit.radius = all[i].radius;
		assert_int_equal( fw_world_add( on.world, &def, &pose, 1, &ids[i], NULL ), FW_OK );
	}
	for ( int32_t i = 0; i < count; i++ )
	{
		go( on.world, ids[i], all[i].goal_x, all[i].goal_y );
	}
	return on;
}

static void check_home( const play* on, const traveller* all, const fw_unit_id* ids, int32_t count )
{
	for ( int32_t i = 0; i < count; i++ )
	{
		assert_true( hypot( x_of( on, ids[i] ) - all[i].goal_x, y_of( on, ids[i] ) - all[i].goal_y ) < SLACK );
	}
}

static void test_lost( void** state )
{
	(void)state;
	const int32_t count = (int32_t)( sizeof( lost ) / sizeof( lost[0] ) );
	fw_unit_id ids[UNITS_MAX];
	play on = begin( lost_map, lost, count, ids );
	run( &on, 60.0 );
	check_home( &on, lost, ids, count );
	fw_world_destroy( on.world );
}

// Two that cannot pass each other in a lane have to leave it, twelve tiles further on.
static void test_far_end( void** state )
{
	(void)state;
	static const traveller all[] = { { 0.87, 10.0, 1.5, 13.0, 1.5 }, { 0.68, 12.5, 1.5, 8.5, 1.5 } };
	fw_unit_id ids[UNITS_MAX];
	play on = begin( "....................................\n"
	                 "....................................\n"
	                 "....................................\n"
	                 "##########################..........\n"
	                 "##########################..........\n"
	                 "##########################..........\n",
	                 all, 2, ids );
	run( &on, 200.0 );
	check_home( &on, all, ids, 2 );
	fw_world_destroy( on.world );
}

static fw_world* copy( fw_world* world )
{
	size_t size = 0;
	fw_world* read = NULL;
	assert_int_equal( fw_world_format( world, NULL, 0, &size, NULL ), FW_OK );
	char* bytes = malloc( size );
	assert_non_null( bytes );
	assert_int_equal( fw_world_format( world, bytes, size, &size, NULL ), FW_OK );
	assert_int_equal( fw_world_parse( bytes, size, NULL, &read, NULL ), FW_OK );
	free( bytes );
	return read;
}

// All arrive. One that is read from a file while a joint plan is made goes on as the one that was written.
static void test_row( void** state )
{
	(void)state;
	const int32_t count = (int32_t)( sizeof( row ) / sizeof( row[0] ) );
	fw_unit_id ids[UNITS_MAX];
	play on = begin( row_map, row, count, ids );
	run( &on, 44.8 );
	for ( int32_t i = 0; i < 16; i++ )
	{
		play other = { .world = copy( on.world ) };
		run( &on, 2.0 * STEP );
		run( &other, 2.0 * STEP );
		const fw_unit_arrays a = fw_world_units( on.world );
		const fw_unit_arrays b = fw_world_units( other.world );
		assert_memory_equal( a.x, b.x, (size_t)count * sizeof( a.x[0] ) );
		assert_memory_equal( a.y, b.y, (size_t)count * sizeof( a.y[0] ) );
		fw_world_destroy( other.world );
	}
	run( &on, 40.0 );
	check_home( &on, row, ids, count );
	fw_world_destroy( on.world );
}

int run_test_mixed_sizes( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_lost ),
	    cmocka_unit_test( test_row ),
	    cmocka_unit_test( test_far_end ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
