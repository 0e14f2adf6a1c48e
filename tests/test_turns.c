// SPDX-License-Identifier: MIT
// The hit-check table: definitions, the tiles of every curve against sweeps and measured distances, images under
// turns, costs, order.
#include "fairway/turns.h"
#include "oracle.h"
#include "search/cost.h"
#include "support.h"
#include "sweep/turn_table.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static fw_turns_def turns_def( double radius, double turning_radius, int32_t ring, int32_t headings,
                               fw_lattice lattice )
{
	fw_turns_def def = fw_default_turns_def();
	def.radius = radius;
	def.turning_radius = turning_radius;
	def.ring = ring;
	def.headings = headings;
	def.lattice = lattice;
	def.loops = ring > 0; // both kinds of tables
	return def;
}

static fw_turns* make_turns( fw_turns_def def )
{
	fw_turns* turns = NULL;
	assert_int_equal( fw_turns_create( &def, &turns ), FW_OK );
	return turns;
}

// What tables are made for here: small and large discs, tight and wide turns, all lattices.
static const struct
{
	double radius, turning_radius;
	int32_t ring, headings;
	fw_lattice lattice;
} kinds[] = {
    { 0.0, 1.0, 1, 8, FW_LATTICE_TILES }, { 0.4, 1.0, 2, 8, FW_LATTICE_GAPS },   { 0.9, 3.0, 3, 8, FW_LATTICE_GAPS },
    { 0.5, 0.7, 2, 16, FW_LATTICE_HALF }, { 0.5, 0.0, 3, 8, FW_LATTICE_HALF },   { 1.4, 2.0, 0, 8, FW_LATTICE_TILES },
    { 0.9, 5.0, 0, 8, FW_LATTICE_GAPS },  { 4.0, 9.0, 0, 16, FW_LATTICE_TILES }, { 12.0, 1.0, 1, 8, FW_LATTICE_TILES },
};
#define KINDS ( sizeof( kinds ) / sizeof( kinds[0] ) )

// Made once for the whole group, and by nobody changed.
typedef struct kind_tables
{
	fw_turns* of[KINDS];
} kind_tables;

static int make_kinds( void** state )
{
	kind_tables* tables = malloc( sizeof( *tables ) );
	assert_non_null( tables );
	for ( size_t i = 0; i < KINDS; i++ )
	{
		tables->of[i] = make_turns(
		    turns_def( kinds[i].radius, kinds[i].turning_radius, kinds[i].ring, kinds[i].headings, kinds[i].lattice ) );
	}
	*state = tables;
	return 0;
}

static int free_kinds( void** state )
{
	kind_tables* tables = *state;
	for ( size_t i = 0; i < KINDS; i++ )
	{
		fw_turns_destroy( tables->of[i] );
	}
	free( tables );
	return 0;
}

static const fw_turns* kind_of( void** state, size_t kind )
{
	const kind_tables* tables = *state;
	return tables->of[kind];
}

static fw_vec2 point_of( int32_t x, int32_t y, int32_t phase )
{
	return ( fw_vec2 ){ x + ( phase & 1 ? 0.0 : 0.5 ), y + ( phase & 2 ? 0.0 : 0.5 ) };
}

// The curve of an edge, computed anew from what the edge says it is.
static fw_curve curve_of( const fw_turns* turns, const fw_turn_edge* edge )
{
	const fw_vec2 a = point_of( 0, 0, edge->from_phase );
	const fw_vec2 b = point_of( edge->dx, edge->dy, edge->phase );
	const fw_pose start = { a.x, a.y, fw_radians( 360.0 * edge->from_heading / turns->headings ) };
	const fw_pose goal = { b.x, b.y, fw_radians( 360.0 * edge->heading / turns->headings ) };
	fw_curve curve;
	assert_true( fw_curve_to_pose( start, goal, turns->def.turning_radius, (fw_curve_word)edge->word, FW_GEAR_FORWARD,
	                               &curve ) );
	return curve;
}

#define SIDE 160 // tiles of a picture of swept tiles, the first pose's tile in its middle

static void draw_rows( bool picture[SIDE][SIDE], const fw_sweep_row* rows, int32_t count )
{
	for ( int32_t i = 0; i < count; i++ )
	{
		for ( int32_t x = rows[i].x0; x <= rows[i].x1; x++ )
		{
			assert_true( abs( x ) < SIDE / 2 && abs( rows[i].y ) < SIDE / 2 );
			picture[rows[i].y + SIDE / 2][x + SIDE / 2] = true;
		}
	}
}

static void draw_sweep( bool picture[SIDE][SIDE], double radius, const fw_curve* curve )
{
	fw_segment segments[3];
	fw_sweep_row rows[512];
	const int32_t count = fw_curve_segments( curve, segments );
	for ( int32_t i = 0; i < count; i++ )
	{
		const int32_t swept = fw_sweep_rows( radius, &segments[i], rows, 512 );
		assert_in_range( swept, 1, 512 );
		draw_rows( picture, rows, swept );
	}
}

static void check_near_bits( const fw_turn_edge* edge, bool picture[SIDE][SIDE] )
{
	bool outside = false;
	for ( int32_t y = 0; y < SIDE; y++ )
	{
		for ( int32_t x = 0; x < SIDE; x++ )
		{
			const int32_t nx = x - SIDE / 2 + FW_NEAR_REACH;
			const int32_t ny = y - SIDE / 2 + FW_NEAR_REACH;
			const bool in_window = nx >= 0 && nx < 16 && ny >= 0 && ny < 16;
			const bool bit = in_window && ( edge->near[ny / 4] >> ( 16 * ( ny % 4 ) + nx ) & 1 ) != 0;
			outside = outside || ( picture[y][x] && !in_window );
			assert_true( picture[y][x] || !bit );
			assert_true( edge->far || picture[y][x] == bit );
		}
	}
	assert_int_equal( edge->far, outside );
}

// Every edge, images under turns included, against the sweep of its own curve.
static void tiles_are_those_of_the_sweep( void** state )
{
	static bool wanted[SIDE][SIDE];
	static bool kept[SIDE][SIDE];
	for ( size_t kind = 0; kind < KINDS; kind++ )
	{
		const fw_turns* turns = kind_of( state, kind );
		const uint32_t step = turns->edge_count / 3000 + 1; // prime to the four turns
		for ( uint32_t e = 0; e < turns->edge_count; e += step )
		{
			const fw_turn_edge* edge = &turns->edges[e];
			const fw_curve curve = curve_of( turns, edge );
			memset( wanted, 0, sizeof( wanted ) );
			memset( kept, 0, sizeof( kept ) );
			draw_sweep( wanted, turns->def.radius, &curve );
			draw_rows( kept, turns->rows + edge->rows, (int32_t)edge->row_count );
			if ( memcmp( wanted, kept, sizeof( wanted ) ) != 0 )
			{
				fail_msg( "kind %zu, edge %u from phase %d heading %d to (%d, %d) phase %d heading %d by word %d", kind,
				          e, edge->from_phase, edge->from_heading, edge->dx, edge->dy, edge->phase, edge->heading,
				          edge->word );
			}
			check_near_bits( edge, wanted );
		}
	}
}

// Distance of a tile to a curve by points of it that are at most 1/32 apart.
static double sampled_distance( const fw_curve* curve, int32_t x, int32_t y )
{
	fw_segment segments[3];
	const int32_t count = fw_curve_segments( curve, segments );
	double least = INFINITY;
	for ( int32_t s = 0; s < count; s++ )
	{
		const int32_t steps = (int32_t)( segments[s].length * 32.0 ) + 1;
		for ( int32_t i = 0; i <= steps; i++ )
		{
			const fw_vec2 p = oracle_point( &segments[s], (double)i / steps );
			const double dx = p.x - fmin( fmax( p.x, x ), x + 1.0 );
			const double dy = p.y - fmin( fmax( p.y, y ), y + 1.0 );
			least = fmin( least, dx * dx + dy * dy );
		}
	}
	return sqrt( least );
}

// Independent of the sweep: some edges of every table, tile by tile.
static void tiles_are_as_measured( void** state )
{
	static bool kept[SIDE][SIDE];
	const double close = 1.0 / 64;
	for ( size_t kind = 0; kind < KINDS; kind++ )
	{
		const fw_turns* turns = kind_of( state, kind );
		for ( uint32_t e = 0; e < turns->edge_count; e += turns->edge_count / 25 + 1 )
		{
			const fw_turn_edge* edge = &turns->edges[e];
			const fw_curve curve = curve_of( turns, edge );
			memset( kept, 0, sizeof( kept ) );
			draw_rows( kept, turns->rows + edge->rows, (int32_t)edge->row_count );
			const double reach = fmax( turns->def.radius, 1e-6 ) - 1e-7;
			const int32_t around = (int32_t)( curve.length + turns->def.radius ) + 2;
			for ( int32_t y = -around; y <= around; y++ )
			{
				for ( int32_t x = -around; x <= around; x++ )
				{
					const bool touched = abs( x ) < SIDE / 2 && abs( y ) < SIDE / 2 && kept[y + SIDE / 2][x + SIDE / 2];
					const double distance = sampled_distance( &curve, x, y );
					if ( touched ? distance >= reach + close : distance <= reach - 1e-9 )
					{
						fail_msg( "kind %zu, edge %u: tile (%d, %d) at distance %.9g is %s", kind, e, (int)x, (int)y,
						          distance, touched ? "listed" : "left out" );
					}
				}
			}
		}
	}
}

static bool same_edge( const fw_turn_edge* a, const fw_turn_edge* b )
{
	return a->from_phase == b->from_phase && a->from_heading == b->from_heading && a->phase == b->phase &&
	       a->heading == b->heading && a->dx == b->dx && a->dy == b->dy && a->word == b->word;
}

// The edge turned by 90 degrees about its first pose.
static fw_turn_edge turned( const fw_turns* turns, const fw_turn_edge* edge )
{
	const fw_vec2 a = point_of( 0, 0, edge->from_phase );
	const fw_vec2 b = point_of( edge->dx, edge->dy, edge->phase );
	fw_turn_edge image = *edge;
	image.from_phase = (uint8_t)( ( edge->from_phase >> 1 & 1 ) | ( edge->from_phase & 1 ) << 1 );
	image.phase = (uint8_t)( ( edge->phase >> 1 & 1 ) | ( edge->phase & 1 ) << 1 );
	const fw_vec2 start = point_of( 0, 0, image.from_phase );
	image.dx = (int8_t)floor( start.x - ( b.y - a.y ) );
	image.dy = (int8_t)floor( start.y + ( b.x - a.x ) );
	if ( turns->headings > 1 )
	{
		image.from_heading = (uint8_t)( ( edge->from_heading + turns->headings / 4 ) % turns->headings );
		image.heading = (uint8_t)( ( edge->heading + turns->headings / 4 ) % turns->headings );
	}
	return image;
}

static void the_table_looks_the_same_from_four_sides( void** state )
{
	for ( size_t kind = 0; kind < KINDS; kind++ )
	{
		const fw_turns* turns = kind_of( state, kind );
		for ( uint32_t e = 0; e < turns->edge_count; e += turns->edge_count / 1500 + 1 )
		{
			const fw_turn_edge image = turned( turns, &turns->edges[e] );
			const fw_turn_fan* fan = fw_turns_fan( turns, image.from_phase, image.from_heading );
			bool found = false;
			for ( uint32_t i = fan->begin[0]; i < fan->begin[FW_TURN_STAGES] && !found; i++ )
			{
				// Units that turn on the spot have one word for each line; which one does not matter.
				fw_turn_edge other = turns->edges[i];
				other.word = turns->headings == 1 ? image.word : other.word;
				found = same_edge( &other, &image ) && other.cost == image.cost;
			}
			assert_true( found );
		}
	}
}

static void costs_are_lengths( void** state )
{
	for ( size_t kind = 0; kind < KINDS; kind++ )
	{
		const fw_turns* turns = kind_of( state, kind );
		bool straight = false;
		int32_t reach = 0;
		for ( uint32_t e = 0; e < turns->edge_count; e++ )
		{
			const fw_turn_edge* edge = &turns->edges[e];
			const fw_curve curve = curve_of( turns, edge );
			// Half a unit of rounding, and a little where an image's curve is computed anew.
			assert_true( fabs( curve.length * FW_COST_ONE - edge->cost ) <= 0.5 + 1e-6 );
			reach = abs( edge->dx ) > reach ? abs( edge->dx ) : reach;
			reach = abs( edge->dy ) > reach ? abs( edge->dy ) : reach;
			if ( edge->from_phase == 0 && edge->phase == 0 && edge->from_heading == 0 && edge->heading == 0 &&
			     edge->dx == 1 && edge->dy == 0 && edge->cost < 2 * FW_COST_ONE )
			{
				assert_int_equal( edge->cost, FW_COST_ONE );
				straight = true;
			}
		}
		assert_true( straight );
		assert_true( turns->reach >= reach );
	}
	// The shortest step of a table is an exact diagonal or straight one in the costs of searches.
	assert_int_equal( FW_COST_ONE, 2378 );
	assert_int_equal( FW_COST_DIAGONAL, fw_cost_of( FW_SQRT2 ) );
}

// Chunks cover each stage without gaps, promise only tiles that all their edges sweep, and part the edges that end on
// tile centres from the others.
static void check_chunks( const fw_turns* turns )
{
	uint32_t chunk = 0;
	uint32_t next = 0;
	for ( int32_t f = 0; f < turns->phases * turns->headings; f++ )
	{
		const fw_turn_fan* fan = fw_turns_fan( turns, f / turns->headings, f % turns->headings );
		for ( int32_t stage = 0; stage < FW_TURN_STAGES; stage++ )
		{
			assert_int_equal( fan->chunks[stage], chunk );
			for ( ; chunk < fan->chunks[stage + 1]; chunk++ )
			{
				const fw_turn_chunk* run = &turns->chunks[chunk];
				assert_int_equal( run->begin, next );
				for ( ; next < run->end; next++ )
				{
					const fw_turn_edge* edge = &turns->edges[next];
					assert_int_equal( edge->phase == 0, chunk < fan->tile_chunks[stage] );
					for ( int32_t w = 0; w < FW_NEAR_WORDS; w++ )
					{
						assert_true( ( run->common[w] & ~edge->near[w] ) == 0 );
					}
				}
				assert_true( run->end > run->begin );
			}
			assert_int_equal( next, fan->begin[stage + 1] );
		}
	}
	assert_int_equal( chunk, turns->chunk_count );
}

// Fans are complete, in stages, and no edge costs less than its stage promises.
static void fans_are_in_order( void** state )
{
	for ( size_t kind = 0; kind < KINDS; kind++ )
	{
		const fw_turns* turns = kind_of( state, kind );
		uint32_t next = 0;
		for ( int32_t f = 0; f < turns->phases * turns->headings; f++ )
		{
			const fw_turn_fan* fan = fw_turns_fan( turns, f / turns->headings, f % turns->headings );
			for ( int32_t stage = 0; stage < FW_TURN_STAGES; stage++ )
			{
				assert_int_equal( fan->begin[stage], next );
				for ( ; next < fan->begin[stage + 1]; next++ )
				{
					const fw_turn_edge* edge = &turns->edges[next];
					assert_int_equal( edge->from_phase, f / turns->headings );
					assert_int_equal( edge->from_heading, f % turns->headings );
					const fw_vec2 a = point_of( 0, 0, edge->from_phase );
					const fw_vec2 b = point_of( edge->dx, edge->dy, edge->phase );
					const double dx = fabs( b.x - a.x );
					const double dy = fabs( b.y - a.y );
					const double octile =
					    fmax( dx, dy ) * FW_COST_ONE + fmin( dx, dy ) * ( FW_COST_DIAGONAL - FW_COST_ONE );
					assert_true( edge->cost - octile >= fan->least[stage] - 1.0 );
				}
			}
			assert_int_equal( fan->begin[FW_TURN_STAGES], next );
		}
		assert_int_equal( next, turns->edge_count );
		assert_int_equal( fw_turns_count( turns ), next );
		check_chunks( turns );
	}
}

static void cells_are_the_centre_line( void** state )
{
	for ( size_t kind = 0; kind < KINDS; kind++ )
	{
		const fw_turns* plain = kind_of( state, kind );
		fw_turns_def def = *fw_turns_definition( plain );
		def.ring = kinds[kind].ring;
		def.costs = true;
		fw_turns* turns = make_turns( def );
		assert_int_equal( plain->cell_count, 0 );
		assert_int_equal( fw_turns_count( plain ), fw_turns_count( turns ) );
		for ( uint32_t e = 0; e < turns->edge_count; e += turns->edge_count / 120 + 1 )
		{
			const fw_turn_edge* edge = &turns->edges[e];
			const fw_curve curve = curve_of( turns, edge );
			double sum = 0.0;
			for ( uint32_t c = 0; c < edge->cell_count; c++ )
			{
				const fw_turn_cell* cell = &turns->cells[edge->cells + c];
				assert_true( cell->length > 0.0f );
				assert_true( sampled_distance( &curve, cell->dx, cell->dy ) < 1.0 / 32 );
				sum += cell->length;
			}
			assert_true( fabs( sum - curve.length ) < 1e-5 * fmax( 1.0, curve.length ) );
			// Each tile's share, by finer steps.
			for ( uint32_t c = 0; c < edge->cell_count; c++ )
			{
				const fw_turn_cell* cell = &turns->cells[edge->cells + c];
				double kept = 0.0;
				for ( uint32_t other = 0; other < edge->cell_count; other++ )
				{
					const fw_turn_cell* part = &turns->cells[edge->cells + other];
					kept += part->dx == cell->dx && part->dy == cell->dy ? part->length : 0.0f;
				}
				int32_t in = 0;
				for ( int32_t i = 0; i < 1000; i++ )
				{
					const fw_pose at = fw_curve_pose_at( &curve, curve.length * ( i + 0.5 ) / 1000 );
					in += (int32_t)floor( at.x ) == cell->dx && (int32_t)floor( at.y ) == cell->dy;
				}
				// A line along a border of tiles belongs to either side.
				const double wanted = curve.length * in / 1000;
				const bool border = sampled_distance( &curve, cell->dx, cell->dy ) == 0.0 && in == 0;
				assert_true( border || fabs( kept - wanted ) < 0.3 );
			}
		}
		fw_turns_destroy( turns );
	}
}

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
		fw_turns* turns = make_turns( turns_def( 0.4, cases[i].turning_radius, 0, 8, FW_LATTICE_TILES ) );
		assert_int_equal( fw_turns_definition( turns )->ring, cases[i].ring );
		// However wide the circle: there are ways to turn to both sides and to go on.
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
		fw_turns_destroy( turns );
	}
	for ( int32_t ring = 1; ring <= FW_RING_MAX; ring++ )
	{
		fw_turns* turns = make_turns( turns_def( 0.4, 1.0, ring, 8, FW_LATTICE_TILES ) );
		assert_int_equal( fw_turns_definition( turns )->ring, ring );
		fw_turns_destroy( turns );
	}
}

static void turning_on_the_spot_needs_lines_alone( void** state )
{
	(void)state;
	fw_turns* turns = make_turns( turns_def( 0.5, 0.0, 2, 8, FW_LATTICE_TILES ) );
	assert_int_equal( turns->headings, 1 );
	for ( uint32_t e = 0; e < turns->edge_count; e++ )
	{
		const fw_turn_edge* edge = &turns->edges[e];
		assert_int_equal( edge->cost, fw_cost_of( fw_length( edge->dx, edge->dy ) ) );
	}
	// Two steps straight on are one step twice; the knight's moves stay.
	assert_int_equal( fw_turns_count( turns ), 16 );
	fw_turns_destroy( turns );
}

static fw_status create( fw_turns_def def )
{
	fw_turns* turns = NULL;
	const fw_status status = fw_turns_create( &def, &turns );
	assert_true( ( turns != NULL ) == ( status == FW_OK ) );
	fw_turns_destroy( turns );
	return status;
}

static void definitions_are_checked( void** state )
{
	(void)state;
	fw_turns_def def = fw_default_turns_def();
	fw_turns* turns = NULL;
	assert_int_equal( fw_turns_create( NULL, &turns ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_turns_create( &def, NULL ), FW_ERR_ARGUMENT );
	def.cookie = 0;
	assert_int_equal( create( def ), FW_ERR_DEF );
	const double wrong[] = { -1e-9, 64.001, NAN, INFINITY, -INFINITY };
	for ( size_t i = 0; i < 5; i++ )
	{
		def = fw_default_turns_def();
		def.radius = wrong[i];
		assert_int_equal( create( def ), FW_ERR_ARGUMENT );
		def = fw_default_turns_def();
		def.turning_radius = wrong[i];
		assert_int_equal( create( def ), FW_ERR_ARGUMENT );
	}
	const int32_t rings[] = { -1, FW_RING_MAX + 1, INT32_MAX, INT32_MIN };
	const int32_t headings[] = { 0, 1, 4, 7, 12, 32, -8 };
	const uint32_t words[] = { 0, 1, 0x37, 0x7F, UINT32_MAX };
	for ( size_t i = 0; i < 4; i++ )
	{
		def = fw_default_turns_def();
		def.ring = rings[i];
		assert_int_equal( create( def ), FW_ERR_ARGUMENT );
	}
	for ( size_t i = 0; i < 7; i++ )
	{
		def = fw_default_turns_def();
		def.headings = headings[i];
		assert_int_equal( create( def ), FW_ERR_ARGUMENT );
	}
	for ( size_t i = 0; i < 5; i++ )
	{
		def = fw_default_turns_def();
		def.words = words[i];
		assert_int_equal( create( def ), FW_ERR_ARGUMENT );
	}
	def = fw_default_turns_def();
	def.lattice = (fw_lattice)3;
	assert_int_equal( create( def ), FW_ERR_ARGUMENT );
	def = fw_default_turns_def();
	def.words = FW_WORDS_FOUR;
	assert_int_equal( create( def ), FW_OK );
	fw_turns_destroy( NULL );
}

static void extremes_build( void** state )
{
	(void)state;
	const double discs[] = { 0.0, 64.0 };
	const double circles[] = { 0.01, 64.0 };
	for ( size_t i = 0; i < 4; i++ )
	{
		fw_turns* turns = make_turns( turns_def( discs[i / 2], circles[i % 2], i == 3 ? 0 : 1, 8, FW_LATTICE_TILES ) );
		assert_true( fw_turns_count( turns ) > 8 );
		fw_turns_destroy( turns );
	}
}

static void memory_is_what_was_asked_for( void** state )
{
	(void)state;
	test_memory memory = test_memory_make();
	fw_turns_def def = turns_def( 0.4, 1.0, 2, 8, FW_LATTICE_GAPS );
	def.allocator = test_memory_allocator( &memory );
	def.costs = true;
	fw_turns* turns = make_turns( def );
	assert_int_equal( fw_turns_memory( turns ), memory.bytes );
	fw_turns_destroy( turns );
	test_memory_check_empty( &memory );
}

int main( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( tiles_are_those_of_the_sweep ),
	    cmocka_unit_test( tiles_are_as_measured ),
	    cmocka_unit_test( the_table_looks_the_same_from_four_sides ),
	    cmocka_unit_test( costs_are_lengths ),
	    cmocka_unit_test( fans_are_in_order ),
	    cmocka_unit_test( cells_are_the_centre_line ),
	    cmocka_unit_test( the_ring_follows_the_turning_radius ),
	    cmocka_unit_test( turning_on_the_spot_needs_lines_alone ),
	    cmocka_unit_test( definitions_are_checked ),
	    cmocka_unit_test( extremes_build ),
	    cmocka_unit_test( memory_is_what_was_asked_for ),
	};
	return cmocka_run_group_tests( tests, make_kinds, free_kinds );
}
