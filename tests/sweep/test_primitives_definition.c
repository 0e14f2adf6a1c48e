// SPDX-License-Identifier: MIT
// How a definition shapes the motion primitives: ring, loops, turns on the spot; bounds of all fields, and the memory
// of a table.
#include "fairway/primitives.h"
#include "geom/geom.h"
#include "search/cost.h"
#include "support.h"
#include "support_primitives.h"
#include "sweep/turn_table.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void the_ring_follows_the_turning_radius( void** state )
{
	(void)state;
	const struct
	{
		double turning_radius;
		int32_t ring;
	} cases[] = { { 0.0, 2 }, { 1.0, 2 }, { 2.0, 2 }, { 2.1, 3 }, { 3.0, 3 }, { 4.5, 5 }, { 6.0, 6 }, { 30.0, 6 } };
	for ( size_t i = 0; i < sizeof( cases ) / sizeof( cases[0] ); i++ )
	{
		fw_primitives* turns =
		    test_primitives_make( test_primitives_def( 0.4, cases[i].turning_radius, 0, 8, FW_LATTICE_TILES ) );
		assert_int_equal( fw_primitives_definition( turns )->ring, cases[i].ring );
		// However wide the circle, there are primitives that turn to both sides and that go straight ahead.
		bool left = false;
		bool right = false;
		bool on = false;
		for ( uint32_t e = 0; e < turns->edge_count; e++ )
		{
			const fw_turn_edge* edge = &turns->edges[e];
			left = left || ( edge->from_heading == 0 && edge->heading == 7 );
			right = right || ( edge->from_heading == 0 && edge->heading == 1 );
			on = on || ( edge->from_heading == 0 && edge->heading == 0 );
		}
		assert_true( on && ( cases[i].turning_radius == 0.0 || ( left && right ) ) );
		fw_primitives_destroy( turns );
	}
	for ( int32_t ring = 1; ring <= FW_RING_MAX; ring++ )
	{
		fw_primitives* turns = test_primitives_make( test_primitives_def( 0.4, 1.0, ring, 8, FW_LATTICE_TILES ) );
		assert_int_equal( fw_primitives_definition( turns )->ring, ring );
		fw_primitives_destroy( turns );
	}
}

// Loops of circles wider than any ring are left out if the ring was left open, whatever the definition says.
static void wide_circles_have_loops_only_if_asked_for( void** state )
{
	(void)state;
	fw_primitives_def def = test_primitives_def( 0.9, 30.0, 0, 8, FW_LATTICE_TILES );
	fw_primitives* without = test_primitives_make( def );
	def.loops = true;
	fw_primitives* open = test_primitives_make( def );
	def.ring = 2;
	fw_primitives* given = test_primitives_make( def );
	assert_false( fw_primitives_definition( open )->loops );
	assert_int_equal( (int32_t)open->edge_count, (int32_t)without->edge_count );
	assert_true( fw_primitives_definition( given )->loops );
	assert_true( (int32_t)given->edge_count > 20 * (int32_t)open->edge_count );
	fw_primitives_destroy( given );
	// A given ring without loops has the turns that lie beyond it.
	def.loops = false;
	given = test_primitives_make( def );
	bool turns_off = false;
	for ( uint32_t e = 0; e < given->edge_count; e++ )
	{
		turns_off = turns_off || given->edges[e].heading != given->edges[e].from_heading;
	}
	assert_true( turns_off );
	fw_primitives_destroy( without );
	fw_primitives_destroy( open );
	fw_primitives_destroy( given );
	def = test_primitives_def( 0.9, 6.0, 0, 8, FW_LATTICE_TILES );
	def.loops = true;
	open = test_primitives_make( def );
	assert_true( fw_primitives_definition( open )->loops );
	fw_primitives_destroy( open );
}

static void turning_on_the_spot_needs_lines_alone( void** state )
{
	(void)state;
	fw_primitives* turns = test_primitives_make( test_primitives_def( 0.5, 0.0, 2, 8, FW_LATTICE_TILES ) );
	assert_int_equal( turns->headings, 1 );
	for ( uint32_t e = 0; e < turns->edge_count; e++ )
	{
		const fw_turn_edge* edge = &turns->edges[e];
		assert_int_equal( edge->cost, fw_cost_of( fw_length( edge->dx, edge->dy ) ) );
	}
	// Two steps straight ahead are one step twice; the knight's moves stay.
	assert_int_equal( (int32_t)turns->edge_count, 16 );
	fw_primitives_destroy( turns );
}

static fw_status create( fw_primitives_def def )
{
	fw_primitives* turns = NULL;
	const fw_status status = fw_primitives_create( &def, &turns, NULL );
	assert_true( ( turns != NULL ) == ( status == FW_OK ) );
	fw_primitives_destroy( turns );
	return status;
}

static void definitions_are_checked( void** state )
{
	(void)state;
	fw_primitives_def def = fw_default_primitives_def();
	fw_primitives* turns = NULL;
	assert_int_equal( fw_primitives_create( NULL, &turns, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_primitives_create( &def, NULL, NULL ), FW_ERR_ARGUMENT );
	def.cookie = 0;
	assert_int_equal( create( def ), FW_ERR_DEF );
	const double wrong[] = { -1e-9, 64.001, NAN, INFINITY, -INFINITY };
	for ( size_t i = 0; i < 5; i++ )
	{
		def = fw_default_primitives_def();
		def.radius = wrong[i];
		assert_int_equal( create( def ), FW_ERR_ARGUMENT );
		def = fw_default_primitives_def();
		def.turning_radius = wrong[i];
		assert_int_equal( create( def ), FW_ERR_ARGUMENT );
	}
	const int32_t rings[] = { -1, FW_RING_MAX + 1, INT32_MAX, INT32_MIN };
	const int32_t headings[] = { 0, 1, 4, 7, 12, 32, -8 };
	const uint32_t words[] = { 0, 1, 0x37, 0x7F, UINT32_MAX };
	for ( size_t i = 0; i < 4; i++ )
	{
		def = fw_default_primitives_def();
		def.ring = rings[i];
		assert_int_equal( create( def ), FW_ERR_ARGUMENT );
	}
	for ( size_t i = 0; i < 7; i++ )
	{
		def = fw_default_primitives_def();
		def.headings = headings[i];
		assert_int_equal( create( def ), FW_ERR_ARGUMENT );
	}
	for ( size_t i = 0; i < 5; i++ )
	{
		def = fw_default_primitives_def();
		def.words = words[i];
		assert_int_equal( create( def ), FW_ERR_ARGUMENT );
	}
	def = fw_default_primitives_def();
	def.lattice = (fw_lattice)3;
	assert_int_equal( create( def ), FW_ERR_ARGUMENT );
	const double widths[][FW_WIDER_MAX] = { { 1 },    { 0.5 },    { 2, 2 },           { 0, 2 },        { -1 },
	                                        { 64.1 }, { NAN, 3 }, { 2, 3, INFINITY }, { 2, 3, 4, 3.9 } };
	for ( size_t i = 0; i < sizeof( widths ) / sizeof( widths[0] ); i++ )
	{
		def = fw_default_primitives_def();
		memcpy( def.wider, widths[i], sizeof( def.wider ) );
		assert_int_equal( create( def ), FW_ERR_ARGUMENT );
	}
	def = fw_default_primitives_def();
	def.turning_radius = 0.0;
	def.wider[0] = 1.0;
	assert_int_equal( create( def ), FW_ERR_ARGUMENT );
	def = fw_default_primitives_def();
	def.words = FW_WORDS_FOUR;
	assert_int_equal( create( def ), FW_OK );
	fw_primitives_destroy( NULL );
}

static void extremes_build( void** state )
{
	(void)state;
	const double discs[] = { 0.0, 64.0 };
	const double circles[] = { 0.01, 64.0 };
	for ( size_t i = 0; i < 4; i++ )
	{
		fw_primitives* turns = test_primitives_make(
		    test_primitives_def( discs[i / 2], circles[i % 2], i == 3 ? 0 : 1, 8, FW_LATTICE_TILES ) );
		assert_true( (int32_t)turns->edge_count > 8 );
		fw_primitives_destroy( turns );
	}
}

// Wider radii add turns by one and two headings, to points to which their own arc leads, and leave the rest alone.
static void wider_radii_add_turns( void** state )
{
	(void)state;
	fw_primitives_def def = test_primitives_def( 0.4, 1.5, 2, 8, FW_LATTICE_GAPS );
	def.keep_straighter = true;
	fw_primitives* plain = test_primitives_make( def );
	def.wider[0] = 3.0;
	def.wider[1] = 64.0;
	fw_primitives* turns = test_primitives_make( def );
	uint32_t count[3] = { 0 };
	double turned[3] = { 0 };
	for ( uint32_t e = 0; e < turns->edge_count; e++ )
	{
		const fw_turn_edge* edge = &turns->edges[e];
		fw_curve curve;
		fw_segment segments[3];
		assert_true( edge->bend < 3 && fw_turn_edge_curve( turns, edge, &curve ) );
		count[edge->bend]++;
		turned[edge->bend] = fmax( turned[edge->bend], fw_curve_turned( &curve ) );
		for ( int32_t i = fw_curve_segments( &curve, segments ); i-- > 0; )
		{
			assert_true( segments[i].kind != FW_SEGMENT_ARC ||
			             fabs( segments[i].radius - fw_turn_radius( turns, edge->bend ) ) < 1e-9 );
		}
	}
	assert_int_equal( count[0], plain->edge_count );
	assert_true( count[1] >= 8 * 4 && count[2] >= 8 * 4 );
	assert_true( turned[1] > 1.5 && turned[2] > 1.5 );
	fw_primitives_destroy( plain );
	fw_primitives_destroy( turns );
}

static void memory_is_what_was_asked_for( void** state )
{
	(void)state;
	test_memory memory = test_memory_make();
	fw_primitives_def def = test_primitives_def( 0.4, 1.0, 2, 8, FW_LATTICE_GAPS );
	def.allocator = test_memory_allocator( &memory );
	def.costs = true;
	fw_primitives* turns = test_primitives_make( def );
	assert_int_equal( fw_primitives_memory( turns ), memory.bytes );
	fw_primitives_destroy( turns );
	test_memory_check_empty( &memory );
}

int run_test_primitives_definition( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( the_ring_follows_the_turning_radius ),
	    cmocka_unit_test( wide_circles_have_loops_only_if_asked_for ),
	    cmocka_unit_test( turning_on_the_spot_needs_lines_alone ),
	    cmocka_unit_test( wider_radii_add_turns ),
	    cmocka_unit_test( definitions_are_checked ),
	    cmocka_unit_test( extremes_build ),
	    cmocka_unit_test( memory_is_what_was_asked_for ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
