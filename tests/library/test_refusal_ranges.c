// SPDX-License-Identifier: MIT
// Refusals: each call enforces both ends of every row of its table of ranges.
#include "annotate/clearance.h"
#include "annotate/space.h"
#include "check/judge.h"
#include "grid/grid.h"
#include "hierarchy/hierarchy.h"
#include "lddb/lddb.h"
#include "motion/profile.h"
#include "search/requirements.h"
#include "smooth/knots.h"
#include "support_refusal.h"
#include "sweep/turn_table.h"
#include "world/world.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

// A call that begins with a table of ranges, with an object that the call takes.
typedef struct checked
{
	const fw_ranges* ranges;
	void* object;
	fw_status ( *call )( fw_refusal* refusal );
} checked;

// Puts a value just outside one end of the range into the field.
static void leave_range( const fw_range* row, void* field, bool below )
{
	const double end = below ? row->min : row->max;
	if ( row->type == FW_FIELD_DOUBLE || row->type == FW_FIELD_OR_0 )
	{
		const double value = nextafter( end, below ? -INFINITY : INFINITY );
		memcpy( field, &value, sizeof( value ) );
		return;
	}
	const int32_t value = (int32_t)end + ( below ? -1 : 1 );
	memcpy( field, &value, sizeof( value ) );
}

static void check_row( const checked* in, const fw_range* row, bool below )
{
	char* const field = (char*)in->object + row->offset;
	const bool real = row->type == FW_FIELD_DOUBLE || row->type == FW_FIELD_OR_0;
	const size_t size = real ? sizeof( double ) : sizeof( int32_t );
	char before[sizeof( double )];
	memcpy( before, field, size );
	leave_range( row, field, below );
	fw_refusal refusal;
	const fw_status status = in->call( &refusal );
	if ( status == FW_OK )
	{
		fail_msg( "%s %s its range is allowed", row->field, below ? "below" : "above" );
	}
	assert_int_equal( status, row->type == FW_FIELD_SIZE && !below ? FW_ERR_TOO_LARGE : FW_ERR_ARGUMENT );
	assert_int_equal( refusal.status, status );
	assert_int_equal( refusal.kind, FW_REFUSAL_RANGE );
	assert_string_equal( refusal.field, row->field );
	assert_true( below ? refusal.value < row->min : refusal.value > row->max );
	assert_true( refusal.min == row->min && refusal.max == row->max );
	assert_true( strlen( refusal.text ) < sizeof( refusal.text ) - 1 );
	assert_int_equal( in->call( NULL ), status );
	if ( real )
	{
		const double nothing = (double)NAN;
		memcpy( field, &nothing, size );
		assert_int_equal( in->call( &refusal ), FW_ERR_ARGUMENT );
		assert_string_equal( refusal.field, row->field );
	}
	memcpy( field, before, size );
}

static void check_cookie( const checked* in )
{
	fw_refusal refusal;
	uint32_t* const cookie = in->object;
	const uint32_t right = *cookie;
	*cookie = 0;
	assert_int_equal( in->call( &refusal ), FW_ERR_DEF );
	assert_int_equal( refusal.kind, FW_REFUSAL_COOKIE );
	assert_string_equal( refusal.field, in->ranges->name );
	assert_non_null( strstr( refusal.text, in->ranges->maker ) );
	*cookie = right;
}

static void test_ranges( void** state )
{
	(void)state;
	const checked calls[] = {
	    { &fw_unit_ranges, &good.unit, call_unit },
	    { &fw_grid_def_ranges, &good.grid, call_grid },
	    { &fw_terrain_ranges, &good.terrain, call_terrain },
	    { &fw_link_ranges, &good.link, call_link },
	    { &fw_space_def_ranges, &good.space, call_space },
	    { &fw_clearance_def_ranges, &good.clearance, call_clearance },
	    { &fw_reachability_def_ranges, &good.reachability, call_reachability },
	    { &fw_primitives_def_ranges, &good.primitives, call_primitives },
	    { &fw_lddb_def_ranges, &good.lddb, call_lddb },
	    { &fw_hierarchy_def_ranges, &good.hierarchy, call_hierarchy },
	    { &fw_query_ranges, &good.query, call_query },
	    { &fw_options_ranges, &good.query.options, call_query },
	    { &fw_smoother_ranges, &good.smoother, call_curved },
	    { &fw_tighter_def_ranges, &good.tighter, call_tighter },
	    { &fw_backing_def_ranges, &good.backing, call_backing },
	    { &fw_smooth48_def_ranges, &good.smooth48, call_smooth48 },
	    { &fw_fixed_angles_def_ranges, &good.angles, call_angles },
	    { &fw_profile_def_ranges, &good.profile, call_profile },
	    { &fw_world_def_ranges, &good.game, call_game },
	    { &fw_order_ranges, &good.order, call_order },
	    { &fw_validate_options_ranges, &good.options, call_validate },
	};
	for ( int32_t i = 0; i < COUNT( calls ); i++ )
	{
		const fw_ranges* ranges = calls[i].ranges;
		assert_int_equal( calls[i].call( NULL ), FW_OK );
		for ( int32_t k = 0; k < ranges->count; k++ )
		{
			const fw_range* row = &ranges->rows[k];
			check_row( &calls[i], row, true );
			// Some whole numbers and some others have no upper end.
			if ( row->max < INT32_MAX || ( row->max < INFINITY && row->type == FW_FIELD_DOUBLE ) )
			{
				check_row( &calls[i], row, false );
			}
		}
		if ( ranges->maker != NULL )
		{
			check_cookie( &calls[i] );
		}
		assert_int_equal( calls[i].call( NULL ), FW_OK );
	}
}

int run_test_refusal_ranges( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test_setup_teardown( test_ranges, open_world, close_world ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
