// SPDX-License-Identifier: MIT
// Shared by the tests of motion primitives.
#include "support_primitives.h"

#include "geom/geom.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

fw_primitives_def test_primitives_def( double radius, double turning_radius, int32_t ring, int32_t headings,
                                       fw_lattice lattice )
{
	fw_primitives_def def = fw_default_primitives_def();
	def.radius = radius;
	def.turning_radius = turning_radius;
	def.ring = ring;
	def.headings = headings;
	def.lattice = lattice;
	def.loops = ring > 0; // both kinds of tables
	return def;
}

fw_primitives* test_primitives_make( fw_primitives_def def )
{
	fw_primitives* turns = NULL;
	assert_int_equal( fw_primitives_create( &def, &turns, NULL ), FW_OK );
	return turns;
}

fw_vec2 test_primitives_point( int32_t x, int32_t y, int32_t phase )
{
	return ( fw_vec2 ){ x + ( phase & 1 ? 0.0 : 0.5 ), y + ( phase & 2 ? 0.0 : 0.5 ) };
}

fw_curve test_primitives_curve( const fw_primitives* turns, const fw_turn_edge* edge )
{
	const fw_vec2 a = test_primitives_point( 0, 0, edge->from_phase );
	const fw_vec2 b = test_primitives_point( edge->dx, edge->dy, edge->phase );
	const fw_pose start = { a.x, a.y, fw_radians( 360.0 * edge->from_heading / turns->headings ) };
	const fw_pose goal = { b.x, b.y, fw_radians( 360.0 * edge->heading / turns->headings ) };
	fw_curve curve;
	assert_true( fw_curve_to_pose( start, goal, turns->def.turning_radius, (fw_curve_word)edge->word, FW_GEAR_FORWARD,
	                               &curve ) );
	return curve;
}
