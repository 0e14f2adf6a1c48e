// SPDX-License-Identifier: MIT
// What films show of units: headings that turn at a bounded rate, and who waits.
#include "recording.h"
#include "scene_read.h"
#include "support.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

#define SLACK 1e-9
// 540 degrees a second.
#define MOST ( 3.0 * FW_PI * SIMULATION_STEP )

// People turn in their steps by up to half a turn at once; vehicles turn as they drive.
static void test_facing( void** state )
{
	(void)state;
	scene of;
	simulation run;
	recording tape;
	field_error error;
	scene_init( &of );
	assert_true( scene_load( FW_TEST_SCENES "/army.json", &of, &error ) );
	assert_int_equal( simulation_begin( &of, &run ), FW_OK );
	recording_init( &tape );
	while ( simulation_time( &run ) < 20.0 )
	{
		assert_int_equal( recording_take( &tape, &run ), FW_OK );
		assert_int_equal( simulation_step( &run ), FW_OK );
	}
	int32_t jumps = 0;
	int32_t moments = 0;
	int32_t waits = 0;
	for ( int32_t frame = 1; frame < tape.frames; frame++ )
	{
		for ( int32_t i = 0; i < tape.units; i++ )
		{
			const recorded* before = recording_at( &tape, frame - 1, i );
			const recorded* now = recording_at( &tape, frame, i );
			const bool drives = of.kinds[of.units[i].kind].unit.turning_radius > 0.0;
			const double turn = fabs( fw_angle_signed( now->facing - before->facing ) );
			assert_true( drives ? now->facing == now->pose.heading : turn <= MOST + SLACK );
			jumps += !drives && fabs( fw_angle_signed( now->pose.heading - before->pose.heading ) ) > MOST ? 1 : 0;
			// Half a second is twenty frames.
			moments += now->look == LOOK_WAITING && now->waited < 20 ? 1 : 0;
			assert_int_equal( recording_waits( now ), now->look == LOOK_WAITING && now->waited >= 20 );
			assert_int_equal( now->waited, now->look == LOOK_WAITING ? before->waited + 1 : 0 );
			waits += recording_waits( now ) ? 1 : 0;
		}
	}
	assert_true( jumps > 0 && moments > 0 && waits > 0 );
	recording_free( &tape );
	simulation_end( &run );
	scene_free( &of );
}

int run_test_recording( void )
{
	const struct CMUnitTest tests[] = { cmocka_unit_test( test_facing ) };
	return cmocka_run_group_tests( tests, NULL, NULL );
}
