// SPDX-License-Identifier: MIT
// The grid: creation and its limits, terrain tables, edits and their revision, and layers that follow every edit.
#include "grid/grid.h"
#include "grid/layer.h"
#include "support.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const uint32_t capability_sets[] = {
    0, FW_CAP_GROUND, FW_CAP_WATER, FW_CAP_GROUND | FW_CAP_SWAMP, FW_CAP_TREES | FW_CAP_ROAD, UINT32_MAX };
#define SETS ( sizeof( capability_sets ) / sizeof( capability_sets[0] ) )

static fw_status create( fw_grid_def def )
{
	fw_grid* grid = NULL;
	const fw_status status = fw_grid_create( &def, &grid, NULL );
	if ( status == FW_OK )
	{
		assert_non_null( grid );
		fw_grid_destroy( grid );
	}
	else
	{
		assert_null( grid );
	}
	return status;
}

static void sizes_have_limits( void** state )
{
	(void)state;
	fw_grid_def def = fw_default_grid_def();
	assert_int_equal( create( def ), FW_OK );
	const int32_t wrong[] = { 0, -1, INT32_MIN };
	for ( size_t i = 0; i < 3; i++ )
	{
		def = fw_default_grid_def();
		def.width = wrong[i];
		assert_int_equal( create( def ), FW_ERR_ARGUMENT );
		def = fw_default_grid_def();
		def.height = wrong[i];
		assert_int_equal( create( def ), FW_ERR_ARGUMENT );
	}
	const int32_t large[] = { FW_GRID_MAX_SIDE + 1, INT32_MAX };
	for ( size_t i = 0; i < 2; i++ )
	{
		def = fw_default_grid_def();
		def.width = large[i];
		assert_int_equal( create( def ), FW_ERR_TOO_LARGE );
		def = fw_default_grid_def();
		def.height = large[i];
		assert_int_equal( create( def ), FW_ERR_TOO_LARGE );
	}
	def = fw_default_grid_def();
	def.width = FW_GRID_MAX_SIDE;
	def.height = 1;
	assert_int_equal( create( def ), FW_OK );
	def.width = 1;
	def.height = FW_GRID_MAX_SIDE;
	assert_int_equal( create( def ), FW_OK );
}

static void definitions_are_checked( void** state )
{
	(void)state;
	fw_grid_def def = { 0 };
	def.width = def.height = 8;
	assert_int_equal( create( def ), FW_ERR_DEF );
	def = fw_default_grid_def();
	def.cookie++;
	assert_int_equal( create( def ), FW_ERR_DEF );
	def = fw_default_grid_def();
	fw_grid* grid = NULL;
	assert_int_equal( fw_grid_create( NULL, &grid, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_grid_create( &def, NULL, NULL ), FW_ERR_ARGUMENT );
	fw_grid_destroy( NULL );
}

static void terrain_tables_are_checked( void** state )
{
	(void)state;
	int32_t count = 0;
	const fw_terrain* standard = fw_standard_terrains( &count );
	assert_int_equal( count, 6 );
	assert_ptr_equal( fw_standard_terrains( NULL ), standard );

	fw_grid_def def = fw_default_grid_def();
	def.fill = (uint8_t)count;
	assert_int_equal( create( def ), FW_ERR_ARGUMENT );
	def.fill = (uint8_t)( count - 1 );
	assert_int_equal( create( def ), FW_OK );

	fw_terrain table[FW_TERRAIN_MAX + 1];
	for ( int32_t i = 0; i <= FW_TERRAIN_MAX; i++ )
	{
		table[i] = ( fw_terrain ){ "some", 'x', 1.0 + i, 1 };
	}
	def = fw_default_grid_def();
	def.terrains = table;
	def.terrain_count = FW_TERRAIN_MAX;
	assert_int_equal( create( def ), FW_OK );
	const int32_t wrong_counts[] = { 0, -1, FW_TERRAIN_MAX + 1 };
	for ( size_t i = 0; i < 3; i++ )
	{
		def.terrain_count = wrong_counts[i];
		assert_int_equal( create( def ), FW_ERR_ARGUMENT );
	}
	def.terrain_count = 2;
	const double wrong_costs[] = { 0.999, 0.0, -1.0, 64.001, NAN, INFINITY };
	for ( size_t i = 0; i < sizeof( wrong_costs ) / sizeof( wrong_costs[0] ); i++ )
	{
		table[1].cost = wrong_costs[i];
		assert_int_equal( create( def ), FW_ERR_ARGUMENT );
	}
	table[1].cost = 64.0;
	assert_int_equal( create( def ), FW_OK );
	memset( table[1].name, 'x', sizeof( table[1].name ) );
	assert_int_equal( create( def ), FW_ERR_ARGUMENT );
}

static void the_table_is_copied( void** state )
{
	(void)state;
	fw_terrain table[2] = { { "wall", '#', 1.0, 0 }, { "mud", 'm', 3.0, FW_CAP_FIRST_FREE } };
	fw_grid_def def = fw_default_grid_def();
	def.terrains = table;
	def.terrain_count = 2;
	def.width = 3;
	def.height = 2;
	fw_grid* grid = NULL;
	assert_int_equal( fw_grid_create( &def, &grid, NULL ), FW_OK );
	memset( table, 0, sizeof( table ) );
	assert_int_equal( fw_grid_terrain_count( grid ), 2 );
	assert_string_equal( fw_grid_terrain( grid, 1 )->name, "mud" );
	assert_int_equal( fw_grid_terrain( grid, 1 )->letter, 'm' );
	assert_true( fw_grid_terrain( grid, 1 )->cost == 3.0 );
	assert_null( fw_grid_terrain( grid, 2 ) );
	assert_null( fw_grid_terrain( grid, -1 ) );
	assert_int_equal( fw_grid_width( grid ), 3 );
	assert_int_equal( fw_grid_height( grid ), 2 );
	assert_true( fw_grid_passable( grid, 2, 1, FW_CAP_FIRST_FREE ) );
	assert_false( fw_grid_passable( grid, 2, 1, FW_CAP_GROUND ) );
	fw_grid_destroy( grid );
}

static void reads_outside_are_out_of_bounds( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 5, 4 );
	const int32_t outside[][2] = {
	    { -1, 0 },       { 0, -1 }, { 5, 0 }, { 0, 4 }, { INT32_MIN, INT32_MIN }, { INT32_MAX, INT32_MAX },
	    { 2, INT32_MIN } };
	for ( size_t i = 0; i < sizeof( outside ) / sizeof( outside[0] ); i++ )
	{
		assert_int_equal( fw_grid_get( grid, outside[i][0], outside[i][1] ), FW_TERRAIN_OUT );
		assert_false( fw_grid_passable( grid, outside[i][0], outside[i][1], UINT32_MAX ) );
	}
	assert_int_equal( fw_grid_get( grid, 4, 3 ), FW_TERRAIN_GROUND );
	fw_grid_destroy( grid );
}

static int32_t count_of( const fw_grid* grid, uint8_t terrain )
{
	int32_t count = 0;
	for ( int32_t y = 0; y < fw_grid_height( grid ); y++ )
	{
		for ( int32_t x = 0; x < fw_grid_width( grid ); x++ )
		{
			count += fw_grid_get( grid, x, y ) == terrain;
		}
	}
	return count;
}

static void fills_are_clipped( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 10, 8 );
	assert_int_equal( fw_grid_revision( grid ), 1 );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ -3, -2, 5, 4 }, FW_TERRAIN_WATER, NULL ), FW_OK );
	assert_int_equal( count_of( grid, FW_TERRAIN_WATER ), 4 );
	assert_int_equal( fw_grid_get( grid, 1, 1 ), FW_TERRAIN_WATER );
	assert_int_equal( fw_grid_revision( grid ), 2 );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 8, 6, INT32_MAX, INT32_MAX }, FW_TERRAIN_TREES, NULL ), FW_OK );
	assert_int_equal( count_of( grid, FW_TERRAIN_TREES ), 4 );
	// None of these lie on the map.
	const fw_rect beside[] = { { 10, 0, 5, 5 },
	                           { 0, 8, 5, 5 },
	                           { -5, 0, 5, 5 },
	                           { 0, -5, 5, 5 },
	                           { 3, 3, 0, 4 },
	                           { 3, 3, 4, 0 },
	                           { INT32_MIN, INT32_MIN, 1, 1 },
	                           { INT32_MAX, INT32_MAX, INT32_MAX, INT32_MAX } };
	for ( size_t i = 0; i < sizeof( beside ) / sizeof( beside[0] ); i++ )
	{
		assert_int_equal( fw_grid_fill( grid, beside[i], FW_TERRAIN_ROAD, NULL ), FW_OK );
	}
	assert_int_equal( count_of( grid, FW_TERRAIN_ROAD ), 0 );
	assert_int_equal( fw_grid_revision( grid ), 3 );
	// The largest possible rectangle covers the map.
	assert_int_equal(
	    fw_grid_fill( grid, ( fw_rect ){ INT32_MIN, INT32_MIN, INT32_MAX, INT32_MAX }, FW_TERRAIN_ROAD, NULL ), FW_OK );
	assert_int_equal( count_of( grid, FW_TERRAIN_ROAD ), 0 );
	assert_int_equal(
	    fw_grid_fill( grid, ( fw_rect ){ -1000000000, -1000000000, INT32_MAX, INT32_MAX }, FW_TERRAIN_ROAD, NULL ),
	    FW_OK );
	assert_int_equal( count_of( grid, FW_TERRAIN_ROAD ), 80 );
	fw_grid_destroy( grid );
}

static void bad_fills_change_nothing( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 6, 6 );
	assert_int_equal( fw_grid_fill( NULL, ( fw_rect ){ 0, 0, 1, 1 }, FW_TERRAIN_OUT, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 0, 0, 1, 1 }, 6, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 0, 0, 1, 1 }, 255, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 2, 2, -1, 1 }, FW_TERRAIN_OUT, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 2, 2, 1, INT32_MIN }, FW_TERRAIN_OUT, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( count_of( grid, FW_TERRAIN_GROUND ), 36 );
	assert_int_equal( fw_grid_revision( grid ), 1 );
	fw_grid_destroy( grid );
}

static void writes_take_a_stride( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 6, 5 );
	const uint8_t rows[] = { 2, 3, 99, 4, 5, 99, 0, 2 };
	assert_int_equal( fw_grid_write( grid, ( fw_rect ){ 3, 1, 2, 3 }, rows, 3, NULL ), FW_OK );
	const uint8_t wanted[3][2] = { { 2, 3 }, { 4, 5 }, { 0, 2 } };
	for ( int32_t y = 0; y < 5; y++ )
	{
		for ( int32_t x = 0; x < 6; x++ )
		{
			const bool written = x >= 3 && x < 5 && y >= 1 && y < 4;
			assert_int_equal( fw_grid_get( grid, x, y ), written ? wanted[y - 1][x - 3] : FW_TERRAIN_GROUND );
		}
	}
	fw_rect dirty;
	assert_true( fw_grid_dirty( grid, 1, &dirty ) );
	assert_true( dirty.x == 3 && dirty.y == 1 && dirty.width == 2 && dirty.height == 3 );
	fw_grid_destroy( grid );
}

static void bad_writes_change_nothing( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 6, 5 );
	uint8_t tiles[30];
	memset( tiles, FW_TERRAIN_OUT, sizeof( tiles ) );
	const fw_rect wrong[] = { { -1, 0, 2, 2 }, { 0, -1, 2, 2 },        { 5, 0, 2, 2 },        { 0, 4, 2, 2 },
	                          { 0, 0, 0, 2 },  { 0, 0, 2, 0 },         { 0, 0, -1, 2 },       { INT32_MAX, 0, 2, 2 },
	                          { 0, 0, 7, 1 },  { 1, 1, INT32_MAX, 1 }, { 1, 1, 1, INT32_MAX } };
	for ( size_t i = 0; i < sizeof( wrong ) / sizeof( wrong[0] ); i++ )
	{
		assert_int_equal( fw_grid_write( grid, wrong[i], tiles, SIZE_MAX / 2, NULL ), FW_ERR_ARGUMENT );
	}
	const fw_rect right = { 0, 0, 3, 3 };
	assert_int_equal( fw_grid_write( NULL, right, tiles, 3, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_grid_write( grid, right, NULL, 3, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_grid_write( grid, right, tiles, 2, NULL ), FW_ERR_ARGUMENT );
	tiles[8] = 6; // the last tile of the rectangle has no such terrain
	assert_int_equal( fw_grid_write( grid, right, tiles, 3, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( count_of( grid, FW_TERRAIN_GROUND ), 30 );
	assert_int_equal( fw_grid_revision( grid ), 1 );
	fw_grid_destroy( grid );
}

static void set_terrain_edits_every_tile( void** state )
{
	(void)state;
	fw_grid* grid = test_grid( "..S\n"
	                           "S..\n" );
	assert_int_equal( fw_grid_add_layer( grid, FW_CAP_GROUND, NULL ), FW_OK );
	const uint64_t before = fw_grid_revision( grid );
	fw_terrain swamp = *fw_grid_terrain( grid, FW_TERRAIN_SWAMP );
	assert_false( fw_layer_get( fw_grid_layer( grid, FW_CAP_GROUND ), 2, 0 ) );
	swamp.capabilities |= FW_CAP_GROUND;
	assert_int_equal( fw_grid_set_terrain( grid, FW_TERRAIN_SWAMP, &swamp, NULL ), FW_OK );
	assert_int_equal( fw_grid_revision( grid ), before + 1 );
	fw_rect dirty;
	assert_true( fw_grid_dirty( grid, before, &dirty ) );
	assert_true( dirty.x == 0 && dirty.y == 0 && dirty.width == 3 && dirty.height == 2 );
	assert_true( fw_layer_get( fw_grid_layer( grid, FW_CAP_GROUND ), 2, 0 ) );
	assert_true( fw_grid_passable( grid, 0, 1, FW_CAP_GROUND ) );

	assert_int_equal( fw_grid_set_terrain( NULL, 2, &swamp, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_grid_set_terrain( grid, 2, NULL, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_grid_set_terrain( grid, -1, &swamp, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_grid_set_terrain( grid, 6, &swamp, NULL ), FW_ERR_ARGUMENT );
	swamp.cost = 0.5;
	assert_int_equal( fw_grid_set_terrain( grid, 2, &swamp, NULL ), FW_ERR_ARGUMENT );
	swamp.cost = NAN;
	assert_int_equal( fw_grid_set_terrain( grid, 2, &swamp, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_grid_revision( grid ), before + 1 );
	fw_grid_destroy( grid );
}

static fw_rect join( fw_rect a, fw_rect b )
{
	const int32_t x0 = a.x < b.x ? a.x : b.x;
	const int32_t y0 = a.y < b.y ? a.y : b.y;
	const int32_t x1 = a.x + a.width > b.x + b.width ? a.x + a.width : b.x + b.width;
	const int32_t y1 = a.y + a.height > b.y + b.height ? a.y + a.height : b.y + b.height;
	return ( fw_rect ){ x0, y0, x1 - x0, y1 - y0 };
}

// A record of all edits, compared for every past revision after every edit.
static void dirty_covers_the_edits_since( void** state )
{
	(void)state;
	enum
	{
		EDITS = 200
	};
	test_random random = test_random_make( 11 );
	fw_grid* grid = test_field( 300, 200 );
	fw_rect edits[EDITS + 2]; // by the revision that each made
	fw_rect dirty = { -7, -7, -7, -7 };
	assert_false( fw_grid_dirty( grid, 1, &dirty ) );
	assert_int_equal( dirty.x, -7 );
	for ( uint64_t revision = 2; revision <= EDITS + 1; revision++ )
	{
		const fw_rect rect = test_random_rect( &random, 280, 180, 20, 20 );
		edits[revision] = rect;
		assert_int_equal( fw_grid_fill( grid, rect, (uint8_t)test_random_int( &random, 6 ), NULL ), FW_OK );
		assert_int_equal( fw_grid_revision( grid ), revision );
		assert_false( fw_grid_dirty( grid, revision, &dirty ) );
		assert_false( fw_grid_dirty( grid, revision + 5, &dirty ) );
		fw_rect all = rect;
		for ( uint64_t since = revision - 1; since >= 1; since-- )
		{
			all = join( all, edits[since + 1] );
			assert_true( fw_grid_dirty( grid, since, &dirty ) );
			const fw_rect wanted = revision - since <= 64 ? all : ( fw_rect ){ 0, 0, 300, 200 };
			assert_memory_equal( &dirty, &wanted, sizeof( dirty ) );
		}
		assert_true( fw_grid_dirty( grid, 0, &dirty ) );
		const fw_rect whole = { 0, 0, 300, 200 };
		assert_memory_equal( &dirty, &whole, sizeof( dirty ) );
	}
	fw_grid_destroy( grid );
}

static bool covers( fw_rect outer, fw_rect inner )
{
	return outer.x <= inner.x && outer.y <= inner.y && outer.x + outer.width >= inner.x + inner.width &&
	       outer.y + outer.height >= inner.y + inner.height;
}

static void edits_far_from_each_other_are_parts( void** state )
{
	(void)state;
	test_random random = test_random_make( 12 );
	for ( int32_t round = 0; round < test_rounds( 200 ); round++ )
	{
		fw_grid* grid = test_field( 300, 200 );
		fw_rect edits[8];
		fw_rect parts[FW_DIRTY_MAX];
		int64_t edited = 0;
		int64_t listed = 0;
		const int32_t count = 1 + test_random_int( &random, 8 );
		for ( int32_t i = 0; i < count; i++ )
		{
			edits[i] = test_random_rect( &random, 260, 160, 40, 40 );
			edited += (int64_t)edits[i].width * edits[i].height;
			assert_int_equal( fw_grid_fill( grid, edits[i], FW_TERRAIN_GROUND, NULL ), FW_OK );
		}
		const int32_t found = fw_grid_dirty_parts( grid, 1, parts );
		assert_true( found >= 1 && found <= count );
		for ( int32_t i = 0; i < found; i++ )
		{
			listed += (int64_t)parts[i].width * parts[i].height;
		}
		assert_true( listed <= edited );
		for ( int32_t i = 0; i < count; i++ )
		{
			int32_t covering = 0;
			for ( int32_t k = 0; k < found; k++ )
			{
				covering += covers( parts[k], edits[i] ) ? 1 : 0;
			}
			assert_true( covering >= 1 );
		}
		assert_int_equal( fw_grid_dirty_parts( grid, fw_grid_revision( grid ), parts ), 0 );
		assert_int_equal( fw_grid_dirty_parts( grid, 0, parts ), 1 );
		assert_int_equal( parts[0].width * parts[0].height, 300 * 200 );
		fw_grid_destroy( grid );
	}
}

static void check_layers( const fw_grid* grid )
{
	const int32_t step = test_every( 1 ) | 1; // of rows in the padding
	for ( size_t i = 0; i < SETS; i++ )
	{
		const fw_layer* layer = fw_grid_layer( grid, capability_sets[i] );
		assert_non_null( layer );
		for ( int32_t y = -FW_LAYER_PAD; y < fw_grid_height( grid ) + FW_LAYER_PAD;
		      y += y < -step || y > fw_grid_height( grid ) ? step : 1 )
		{
			for ( int32_t x = -FW_LAYER_PAD; x < fw_grid_width( grid ) + FW_LAYER_PAD; x++ )
			{
				if ( fw_layer_get( layer, x, y ) != fw_grid_passable( grid, x, y, capability_sets[i] ) )
				{
					fail_msg( "set %zu is wrong at (%d, %d)", i, (int)x, (int)y );
				}
			}
		}
	}
}

static void random_edit( test_random* random, fw_grid* grid )
{
	const int32_t width = fw_grid_width( grid );
	const int32_t height = fw_grid_height( grid );
	const int32_t w = 1 + test_random_int( random, width );
	const int32_t h = 1 + test_random_int( random, height );
	const int32_t kind = test_random_int( random, 8 );
	if ( kind == 0 )
	{
		const int32_t index = test_random_int( random, 6 );
		fw_terrain terrain = *fw_grid_terrain( grid, index );
		terrain.capabilities = (uint32_t)test_random_next( random ) & 31;
		assert_int_equal( fw_grid_set_terrain( grid, index, &terrain, NULL ), FW_OK );
	}
	else if ( kind < 4 )
	{
		uint8_t* tiles = malloc( (size_t)( w * h ) );
		assert_non_null( tiles );
		for ( int32_t i = 0; i < w * h; i++ )
		{
			tiles[i] = (uint8_t)test_random_int( random, 6 );
		}
		const fw_rect rect = test_random_place( random, width - w + 1, height - h + 1, w, h );
		assert_int_equal( fw_grid_write( grid, rect, tiles, (size_t)w, NULL ), FW_OK );
		free( tiles );
	}
	else
	{
		fw_rect rect = test_random_place( random, 2 * width, 2 * height, w / 3 + 1, h / 3 + 1 );
		rect.x -= width / 2;
		rect.y -= height / 2;
		assert_int_equal( fw_grid_fill( grid, rect, (uint8_t)test_random_int( random, 6 ), NULL ), FW_OK );
	}
}

static void layers_follow_every_edit( void** state )
{
	(void)state;
	const int32_t sizes[][2] = { { 1, 1 }, { 63, 7 }, { 64, 5 }, { 65, 9 }, { 128, 3 }, { 200, 40 } };
	test_random random = test_random_make( 5 );
	for ( size_t s = 0; s < sizeof( sizes ) / sizeof( sizes[0] ); s++ )
	{
		fw_grid* grid = test_field( sizes[s][0], sizes[s][1] );
		random_edit( &random, grid );
		for ( size_t i = 0; i < SETS; i++ )
		{
			assert_null( fw_grid_layer( grid, capability_sets[i] ) );
			assert_int_equal( fw_grid_add_layer( grid, capability_sets[i], NULL ), FW_OK );
		}
		for ( int32_t edit = 0; edit < 25; edit++ )
		{
			check_layers( grid );
			random_edit( &random, grid );
		}
		check_layers( grid );
		fw_grid_destroy( grid );
	}
}

// Whole words and single runs against bit by bit, over the padding too.
static void words_and_runs_equal_bits( void** state )
{
	(void)state;
	test_random random = test_random_make( 77 );
	for ( int32_t width = 1; width < 200; width += 13 )
	{
		fw_grid* grid = test_random_grid( &random, width, 6, 0.05 );
		assert_int_equal( fw_grid_add_layer( grid, FW_CAP_GROUND, NULL ), FW_OK );
		const fw_layer* layer = fw_grid_layer( grid, FW_CAP_GROUND );
		for ( int32_t y = -FW_LAYER_PAD; y < 6 + FW_LAYER_PAD; y += y < -2 || y > 7 ? 17 : 1 )
		{
			for ( int32_t x = -FW_LAYER_PAD; x < width + FW_LAYER_PAD - 64; x++ )
			{
				const uint64_t bits = fw_layer_bits( layer, x, y );
				for ( int32_t i = 0; i < 64; i++ )
				{
					assert_int_equal( bits >> i & 1, fw_grid_passable( grid, x + i, y, FW_CAP_GROUND ) );
				}
			}
		}
		for ( int32_t i = 0; i < 4000; i++ )
		{
			const int32_t y = test_random_int( &random, 10 ) - 2;
			const int32_t x0 = test_random_int( &random, width + 4 ) - 2;
			const int32_t x1 = x0 + test_random_int( &random, width + 4 );
			bool free = true;
			for ( int32_t x = x0; x <= x1; x++ )
			{
				free = free && fw_grid_passable( grid, x, y, FW_CAP_GROUND );
			}
			assert_int_equal( fw_layer_run_free( layer, y, x0, x1 ), free );
		}
		assert_false( fw_layer_run_free( layer, INT32_MIN, 0, 0 ) );
		assert_false( fw_layer_run_free( layer, INT32_MAX, 0, 0 ) );
		assert_false( fw_layer_run_free( layer, 0, INT32_MIN, INT32_MAX ) );
		fw_grid_destroy( grid );
	}
}

static void layers_are_limited( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 8, 8 );
	for ( uint32_t i = 0; i < FW_GRID_MAX_LAYERS; i++ )
	{
		assert_int_equal( fw_grid_add_layer( grid, i, NULL ), FW_OK );
		const size_t memory = fw_grid_memory( grid );
		assert_int_equal( fw_grid_add_layer( grid, i, NULL ), FW_OK ); // a second call does nothing
		assert_int_equal( fw_grid_memory( grid ), memory );
	}
	assert_int_equal( fw_grid_add_layer( grid, 99, NULL ), FW_ERR_TOO_LARGE );
	assert_int_equal( fw_grid_add_layer( grid, 3, NULL ), FW_OK );
	assert_int_equal( fw_grid_add_layer( NULL, 3, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_grid_revision( grid ), 1 ); // layers are no edits
	fw_grid_destroy( grid );
}

static void memory_is_what_was_asked_for( void** state )
{
	(void)state;
	test_memory memory = test_memory_make();
	fw_grid_def def = fw_default_grid_def();
	def.allocator = test_memory_allocator( &memory );
	def.width = 123;
	def.height = 45;
	fw_grid* grid = NULL;
	assert_int_equal( fw_grid_create( &def, &grid, NULL ), FW_OK );
	assert_int_equal( fw_grid_memory( grid ), memory.bytes );
	assert_int_equal( fw_grid_add_layer( grid, FW_CAP_GROUND, NULL ), FW_OK );
	assert_int_equal( fw_grid_add_layer( grid, FW_CAP_WATER, NULL ), FW_OK );
	assert_int_equal( fw_grid_memory( grid ), memory.bytes );
	fw_grid_destroy( grid );
	test_memory_check_empty( &memory );
}

static void costs_are_those_of_the_used_terrains( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 4, 4 );
	const uint32_t both = FW_CAP_GROUND | FW_CAP_SWAMP;
	fw_terrain swamp = *fw_grid_terrain( grid, FW_TERRAIN_SWAMP );
	swamp.cost = 4.0;
	assert_int_equal( fw_grid_set_terrain( grid, FW_TERRAIN_SWAMP, &swamp, NULL ), FW_OK );
	assert_false( fw_grid_has_costs( grid, both ) ); // no tile has it yet
	const fw_rect tile = { 1, 1, 1, 1 };
	assert_int_equal( fw_grid_fill( grid, tile, FW_TERRAIN_SWAMP, NULL ), FW_OK );
	assert_true( fw_grid_has_costs( grid, both ) );
	assert_false( fw_grid_has_costs( grid, FW_CAP_GROUND ) );
	// Only one terrain, but a tile of it costs more than its length.
	assert_true( fw_grid_has_costs( grid, FW_CAP_SWAMP ) );
	assert_false( fw_grid_has_costs( grid, FW_CAP_WATER ) );
	assert_int_equal( fw_grid_fill( grid, tile, FW_TERRAIN_GROUND, NULL ), FW_OK );
	assert_false( fw_grid_has_costs( grid, both ) );
	const uint8_t id = FW_TERRAIN_SWAMP;
	assert_int_equal( fw_grid_write( grid, tile, &id, 1, NULL ), FW_OK );
	assert_true( fw_grid_has_costs( grid, both ) );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 0, 0, 4, 2 }, FW_TERRAIN_WATER, NULL ), FW_OK );
	assert_false( fw_grid_has_costs( grid, both ) );
	fw_grid_destroy( grid );
}

int run_test_grid( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( sizes_have_limits ),
	    cmocka_unit_test( definitions_are_checked ),
	    cmocka_unit_test( terrain_tables_are_checked ),
	    cmocka_unit_test( the_table_is_copied ),
	    cmocka_unit_test( reads_outside_are_out_of_bounds ),
	    cmocka_unit_test( fills_are_clipped ),
	    cmocka_unit_test( bad_fills_change_nothing ),
	    cmocka_unit_test( writes_take_a_stride ),
	    cmocka_unit_test( bad_writes_change_nothing ),
	    cmocka_unit_test( set_terrain_edits_every_tile ),
	    cmocka_unit_test( dirty_covers_the_edits_since ),
	    cmocka_unit_test( edits_far_from_each_other_are_parts ),
	    cmocka_unit_test( layers_follow_every_edit ),
	    cmocka_unit_test( words_and_runs_equal_bits ),
	    cmocka_unit_test( layers_are_limited ),
	    cmocka_unit_test( memory_is_what_was_asked_for ),
	    cmocka_unit_test( costs_are_those_of_the_used_terrains ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
