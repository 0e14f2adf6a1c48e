// SPDX-License-Identifier: MIT
// Motion primitives of outlines: the tiles of every edge against the sweep of its curve, forward and turned round.
#include "fairway/sweep.h"
#include "support.h"
#include "support_primitives.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define HALF 40
#define ROWS 4096

typedef struct tile_set
{
	bool has[2 * HALF][2 * HALF];
} tile_set;

static void put( tile_set* set, int32_t y, int32_t x0, int32_t x1 )
{
	assert_true( y >= -HALF && y < HALF && x0 >= -HALF && x1 < HALF );
	for ( int32_t x = x0; x <= x1; x++ )
	{
		set->has[y + HALF][x + HALF] = true;
	}
}

static void put_edge( tile_set* set, const fw_primitives* table, const fw_turn_edge* edge )
{
	for ( int32_t i = 0; i < 256; i++ )
	{
		if ( ( edge->near[i / 64] >> ( i % 64 ) & 1 ) != 0 )
		{
			put( set, i / 16 - FW_NEAR_REACH, i % 16 - FW_NEAR_REACH, i % 16 - FW_NEAR_REACH );
		}
	}
	for ( uint32_t i = 0; i < edge->row_count; i++ )
	{
		const fw_turn_row row = fw_turn_row_at( table->rows[edge->rows + i], edge->row_image, edge->from_phase );
		put( set, row.y, row.x0, row.x1 );
	}
}

static void put_sweep( tile_set* set, const fw_primitives* table, const fw_turn_edge* edge )
{
	static fw_sweep_row rows[ROWS];
	const fw_curve curve = test_primitives_curve( table, edge );
	fw_segment segments[3];
	const int32_t parts = fw_curve_segments( &curve, segments );
	for ( int32_t p = 0; p < parts; p++ )
	{
		const fw_unit unit = { .radius = table->def.radius, .outline = table->def.outline };
		const int32_t count = fw_sweep_rows( &unit, &segments[p], rows, ROWS );
		assert_in_range( count, 1, ROWS );
		for ( int32_t i = 0; i < count; i++ )
		{
			put( set, rows[i].y, rows[i].x0, rows[i].x1 );
		}
	}
}

static void check_table( const fw_primitives* table )
{
	static tile_set wanted;
	static tile_set kept;
	const uint32_t step = (uint32_t)( table->edge_count < 2000 ? 1 : (int32_t)table->edge_count / 2000 );
	for ( uint32_t e = 0; e < table->edge_count; e += step )
	{
		memset( &wanted, 0, sizeof( wanted ) );
		memset( &kept, 0, sizeof( kept ) );
		put_sweep( &wanted, table, &table->edges[e] );
		put_edge( &kept, table, &table->edges[e] );
		assert_memory_equal( &wanted, &kept, sizeof( wanted ) );
	}
}

static void tiles_are_those_of_the_sweep( void** state )
{
	(void)state;
	const struct
	{
		fw_outline outline;
		double radius, turning_radius;
		int32_t headings;
		bool even;
		bool same_turned;
	} kinds[] = {
	    { fw_outline_rectangle( 2.4, 1.0, 0.5 ), 0.0, 2.5, 8, true, false },
	    { fw_outline_rectangle( 4.0, 1.6, 0.8 ), 0.0, 3.5, 16, true, false },
	    { fw_outline_rectangle( 4.0, 1.0, 2.0 ), 0.1, 2.0, 8, true, true },
	    { fw_outline_ship( 7.0, 1.6, 1.5 ), 0.2, 3.0, 8, true, false },
	    // A sidecar: one side is wider than the other.
	    { { 4, { { -0.5, -0.4 }, { 1.5, -0.4 }, { 1.0, 0.9 }, { -0.5, 0.9 } } }, 0.1, 2.0, 8, false, false },
	};
	for ( size_t i = 0; i < sizeof( kinds ) / sizeof( kinds[0] ); i++ )
	{
		fw_primitives_def def =
		    test_primitives_def( kinds[i].radius, kinds[i].turning_radius, 0, kinds[i].headings, FW_LATTICE_GAPS );
		def.outline = kinds[i].outline;
		fw_primitives* table = test_primitives_make( def );
		assert_int_equal( table->is_even, kinds[i].even );
		assert_int_equal( table->turned == table, kinds[i].same_turned );
		check_table( table );
		check_table( table->turned );
		fw_primitives_destroy( table );
	}
}

// Compares, at random points of a map, where the table says that the unit stands with the sweep at each pose.
static int32_t count_stands( const fw_primitives* table, const fw_grid* grid, test_random* random )
{
	const fw_unit unit = { .capabilities = FW_CAP_GROUND, .radius = table->def.radius, .outline = table->def.outline };
	const fw_layer* layer = fw_grid_layer( grid, unit.capabilities );
	int32_t standing = 0;
	for ( int32_t i = 0; i < 400; i++ )
	{
		const int32_t x = test_random_int( random, fw_grid_width( grid ) + 4 ) - 2;
		const int32_t y = test_random_int( random, fw_grid_height( grid ) + 4 ) - 2;
		const int32_t phase = test_random_int( random, table->phases );
		const fw_vec2 at = fw_lattice_point( x, y, phase );
		const uint32_t stands = fw_turn_stands( table, layer, x, y, phase );
		for ( int32_t heading = 0; heading < table->headings; heading++ )
		{
			const fw_pose pose = { at.x, at.y, fw_primitives_angle( table, heading ) };
			assert_int_equal( stands >> heading & 1, fw_sweep_pose( grid, &unit, pose ) );
			standing += (int32_t)( stands >> heading & 1 );
		}
	}
	return standing;
}

static void stands_where_the_sweep_at_a_pose_is_free( void** state )
{
	(void)state;
	const struct
	{
		fw_outline outline;
		double radius;
		int32_t headings;
		bool far;
	} kinds[] = {
	    { fw_outline_rectangle( 2.4, 1.0, 0.5 ), 0.0, 8, false },
	    { fw_outline_rectangle( 4.0, 1.6, 0.8 ), 0.0, 16, false },
	    { fw_outline_ship( 7.0, 1.6, 1.5 ), 0.2, 16, false },
	    { fw_outline_rectangle( 12.0, 0.5, 1.0 ), 0.1, 8, true }, // its nose lies outside of the near window
	};
	test_random random = test_random_make( 11 );
	for ( size_t i = 0; i < sizeof( kinds ) / sizeof( kinds[0] ); i++ )
	{
		fw_primitives_def def = test_primitives_def( kinds[i].radius, 2.0, 3, kinds[i].headings, FW_LATTICE_GAPS );
		def.outline = kinds[i].outline;
		fw_primitives* table = test_primitives_make( def );
		assert_int_equal( table->stands[0].far, kinds[i].far );
		for ( int32_t k = 0; k < 10; k++ )
		{
			fw_grid* grid = test_random_grid( &random, 40, 30, 0.03 );
			assert_int_equal( fw_grid_add_layer( grid, FW_CAP_GROUND, NULL ), FW_OK );
			assert_in_range( count_stands( table, grid, &random ), 100, 400 * table->headings );
			fw_grid_destroy( grid );
		}
		fw_primitives_destroy( table );
	}
}

int run_test_primitives_outline( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( tiles_are_those_of_the_sweep ),
	    cmocka_unit_test( stands_where_the_sweep_at_a_pose_is_free ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
