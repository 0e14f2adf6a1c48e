// SPDX-License-Identifier: MIT
// Motion primitives: the tiles of every curve against sweeps and measured distances, images under rotation, costs,
// order, approaches.
#include "fairway/primitives.h"
#include "oracle.h"
#include "search/cost.h"
#include "support.h"
#include "support_primitives.h"
#include "sweep/turn_table.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// The definitions of the tables: small and large discs, tight and wide turns, all lattices.
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

// Made once for the whole group and never changed.
typedef struct kind_tables
{
	fw_primitives* of[KINDS];
} kind_tables;

static int make_kinds( void** state )
{
	kind_tables* tables = malloc( sizeof( *tables ) );
	assert_non_null( tables );
	for ( size_t i = 0; i < KINDS; i++ )
	{
		tables->of[i] = test_primitives_make( test_primitives_def(
		    kinds[i].radius, kinds[i].turning_radius, kinds[i].ring, kinds[i].headings, kinds[i].lattice ) );
	}
	*state = tables;
	return 0;
}

static int free_kinds( void** state )
{
	kind_tables* tables = *state;
	for ( size_t i = 0; i < KINDS; i++ )
	{
		fw_primitives_destroy( tables->of[i] );
	}
	free( tables );
	return 0;
}

static const fw_primitives* kind_of( void** state, size_t kind )
{
	const kind_tables* tables = *state;
	return tables->of[kind];
}

// From one edge to the next of a sample: odd, so that all four images under rotation come.
static uint32_t step_over( const fw_primitives* turns, int32_t edges )
{
	return ( turns->edge_count / (uint32_t)test_rounds( edges ) + 1 ) | 1;
}

#define SIDE 160 // tiles of a picture of swept tiles, the first pose's tile in its middle

static void draw_run( bool picture[SIDE][SIDE], int32_t y, int32_t x0, int32_t x1 )
{
	for ( int32_t x = x0; x <= x1; x++ )
	{
		assert_true( abs( x ) < SIDE / 2 && abs( y ) < SIDE / 2 );
		picture[y + SIDE / 2][x + SIDE / 2] = true;
	}
}

// All tiles of an edge in the table.
static void draw_edge( bool picture[SIDE][SIDE], const fw_primitives* turns, const fw_turn_edge* edge )
{
	for ( int32_t i = 0; i < 256; i++ )
	{
		const int32_t x = i % 16 - FW_NEAR_REACH;
		if ( edge->near[i / 64] >> i % 64 & 1 )
		{
			draw_run( picture, i / 16 - FW_NEAR_REACH, x, x );
		}
	}
	assert_true( edge->far || edge->row_count == 0 );
	for ( uint32_t i = 0; i < edge->row_count; i++ )
	{
		const fw_turn_row row = turns->rows[edge->rows + i];
		const fw_turn_row turned = fw_turn_row_at( row, edge->row_image, edge->from_phase );
		draw_run( picture, turned.y, turned.x0, turned.x1 );
	}
}

static void draw_rows( bool picture[SIDE][SIDE], const fw_sweep_row* rows, int32_t count )
{
	for ( int32_t i = 0; i < count; i++ )
	{
		draw_run( picture, rows[i].y, rows[i].x0, rows[i].x1 );
	}
}

static void draw_sweep( bool picture[SIDE][SIDE], double radius, const fw_curve* curve )
{
	fw_segment segments[3];
	fw_sweep_row rows[512];
	const int32_t count = fw_curve_segments( curve, segments );
	for ( int32_t i = 0; i < count; i++ )
	{
		const int32_t swept = fw_sweep_rows( &( fw_unit ){ .radius = radius }, &segments[i], rows, 512 );
		assert_in_range( swept, 1, 512 );
		draw_rows( picture, rows, swept );
	}
}

static void check_near_bits( const fw_turn_edge* edge, bool picture[SIDE][SIDE] )
{
	bool outside = false;
	bool right = true;
	for ( int32_t y = 0; y < SIDE; y++ )
	{
		for ( int32_t x = 0; x < SIDE; x++ )
		{
			const int32_t nx = x - SIDE / 2 + FW_NEAR_REACH;
			const int32_t ny = y - SIDE / 2 + FW_NEAR_REACH;
			const bool in_window = nx >= 0 && nx < 16 && ny >= 0 && ny < 16;
			const bool bit = in_window && ( edge->near[ny / 4] >> ( 16 * ( ny % 4 ) + nx ) & 1 ) != 0;
			outside = outside || ( picture[y][x] && !in_window );
			right = right && ( picture[y][x] || !bit ) && ( edge->far || picture[y][x] == bit );
		}
	}
	assert_true( right );
	assert_int_equal( edge->far, outside );
}

// Every edge, including images under rotation, against the sweep of its own curve.
static void tiles_are_those_of_the_sweep( void** state )
{
	static bool wanted[SIDE][SIDE];
	static bool kept[SIDE][SIDE];
	for ( size_t kind = 0; kind < KINDS; kind++ )
	{
		const fw_primitives* turns = kind_of( state, kind );
		for ( uint32_t e = 0; e < turns->edge_count; e += step_over( turns, 3000 ) )
		{
			const fw_turn_edge* edge = &turns->edges[e];
			const fw_curve curve = test_primitives_curve( turns, edge );
			memset( wanted, 0, sizeof( wanted ) );
			memset( kept, 0, sizeof( kept ) );
			draw_sweep( wanted, turns->def.radius, &curve );
			draw_edge( kept, turns, edge );
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

// Points of a curve at most 1/32 apart.
typedef struct samples
{
	fw_vec2 at[8192];
	int32_t count;
} samples;

static void sample( samples* points, const fw_curve* curve )
{
	fw_segment segments[3];
	const int32_t count = fw_curve_segments( curve, segments );
	points->count = 0;
	for ( int32_t s = 0; s < count; s++ )
	{
		const int32_t steps = (int32_t)( segments[s].length * 32.0 ) + 1;
		assert_true( points->count + steps < 8192 );
		for ( int32_t i = 0; i <= steps; i++ )
		{
			points->at[points->count++] = oracle_point( &segments[s], (double)i / steps );
		}
	}
}

// The distance of a tile from the nearest of them.
static double sampled_distance( const samples* points, int32_t x, int32_t y )
{
	double least = INFINITY;
	for ( int32_t i = 0; i < points->count; i++ )
	{
		const fw_vec2 p = points->at[i];
		const double dx = p.x < x ? x - p.x : p.x > x + 1.0 ? p.x - x - 1.0 : 0.0;
		const double dy = p.y < y ? y - p.y : p.y > y + 1.0 ? p.y - y - 1.0 : 0.0;
		const double square = dx * dx + dy * dy;
		least = square < least ? square : least;
	}
	return sqrt( least );
}

// Independent of the sweep: some edges of every table, tile by tile.
static void tiles_are_as_measured( void** state )
{
	static bool kept[SIDE][SIDE];
	static samples points;
	const double close = 1.0 / 64;
	for ( size_t kind = 0; kind < KINDS; kind++ )
	{
		const fw_primitives* turns = kind_of( state, kind );
		for ( uint32_t e = 0; e < turns->edge_count; e += step_over( turns, 25 ) )
		{
			const fw_turn_edge* edge = &turns->edges[e];
			const fw_curve curve = test_primitives_curve( turns, edge );
			memset( kept, 0, sizeof( kept ) );
			draw_edge( kept, turns, edge );
			sample( &points, &curve );
			const double reach = fmax( turns->def.radius, 1e-6 ) - 1e-7;
			const int32_t around = (int32_t)( curve.length + turns->def.radius ) + 2;
			for ( int32_t y = -around; y <= around; y++ )
			{
				for ( int32_t x = -around; x <= around; x++ )
				{
					const bool touched = abs( x ) < SIDE / 2 && abs( y ) < SIDE / 2 && kept[y + SIDE / 2][x + SIDE / 2];
					const double distance = sampled_distance( &points, x, y );
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

// The edge rotated by 90 degrees about its first pose.
static fw_turn_edge turned( const fw_primitives* turns, const fw_turn_edge* edge )
{
	const fw_vec2 a = test_primitives_point( 0, 0, edge->from_phase );
	const fw_vec2 b = test_primitives_point( edge->dx, edge->dy, edge->phase );
	fw_turn_edge image = *edge;
	image.from_phase = (uint8_t)( ( edge->from_phase >> 1 & 1 ) | ( edge->from_phase & 1 ) << 1 );
	image.phase = (uint8_t)( ( edge->phase >> 1 & 1 ) | ( edge->phase & 1 ) << 1 );
	const fw_vec2 start = test_primitives_point( 0, 0, image.from_phase );
	image.dx = (int8_t)floor( start.x - ( b.y - a.y ) );
	image.dy = (int8_t)floor( start.y + ( b.x - a.x ) );
	if ( turns->headings > 1 )
	{
		image.from_heading = (uint8_t)( ( edge->from_heading + turns->headings / 4 ) % turns->headings );
		image.heading = (uint8_t)( ( edge->heading + turns->headings / 4 ) % turns->headings );
	}
	return image;
}

// The edge mirrored about the x axis of its first pose.
static fw_turn_edge mirrored( const fw_primitives* turns, const fw_turn_edge* edge )
{
	const fw_vec2 a = test_primitives_point( 0, 0, edge->from_phase );
	const fw_vec2 b = test_primitives_point( edge->dx, edge->dy, edge->phase );
	fw_turn_edge image = *edge;
	image.dy = (int8_t)floor( a.y - ( b.y - a.y ) );
	image.from_heading = (uint8_t)( ( turns->headings - edge->from_heading ) % turns->headings );
	image.heading = (uint8_t)( ( turns->headings - edge->heading ) % turns->headings );
	image.word = edge->word ^ 1;
	return image;
}

// `any_word`: curves of equal length count as equal.
static bool holds( const fw_primitives* turns, const fw_turn_edge* edge, bool any_word )
{
	const fw_turn_fan* fan = fw_primitives_fan( turns, edge->from_phase, edge->from_heading );
	for ( uint32_t i = fan->begin[0]; i < fan->begin[FW_TURN_STAGES]; i++ )
	{
		fw_turn_edge other = turns->edges[i];
		other.word = any_word ? edge->word : other.word;
		if ( same_edge( &other, edge ) && other.cost == edge->cost )
		{
			return true;
		}
	}
	return false;
}

static void the_table_is_the_same_under_rotation( void** state )
{
	for ( size_t kind = 0; kind < KINDS; kind++ )
	{
		const fw_primitives* turns = kind_of( state, kind );
		for ( uint32_t e = 0; e < turns->edge_count; e += step_over( turns, 1500 ) )
		{
			// Units that turn on the spot have one word for each line; which word does not matter.
			const fw_turn_edge image = turned( turns, &turns->edges[e] );
			assert_true( holds( turns, &image, turns->headings == 1 ) );
		}
	}
}

// If two words are equally long, rounding chooses between them.
static void the_table_is_the_same_under_reflection( void** state )
{
	for ( size_t kind = 0; kind < KINDS; kind++ )
	{
		const fw_primitives* turns = kind_of( state, kind );
		for ( uint32_t e = 0; e < turns->edge_count; e += step_over( turns, 1500 ) )
		{
			const fw_turn_edge image = mirrored( turns, &turns->edges[e] );
			assert_true( holds( turns, &image, true ) );
		}
	}
}

// Only tiles outside the near window take room as rows, and images that reflection makes alike share theirs.
static void rows_are_kept_sparingly( void** state )
{
	for ( size_t kind = 0; kind < KINDS; kind++ )
	{
		const fw_primitives* turns = kind_of( state, kind );
		bool* seen = calloc( (size_t)turns->row_count + 1, sizeof( bool ) );
		assert_non_null( seen );
		uint32_t listed = 0;
		for ( uint32_t e = 0; e < turns->edge_count; e++ )
		{
			const fw_turn_edge* edge = &turns->edges[e];
			for ( uint32_t i = edge->rows; i < edge->rows + edge->row_count; i++ )
			{
				const fw_turn_row* row = &turns->rows[i];
				const bool above_or_below = row->y < -FW_NEAR_REACH + 1 || row->y >= FW_NEAR_REACH;
				assert_true( above_or_below || row->x0 < -FW_NEAR_REACH + 1 || row->x1 >= FW_NEAR_REACH );
				seen[i] = true;
				listed++;
			}
		}
		for ( uint32_t i = 0; i < turns->row_count; i++ )
		{
			assert_true( seen[i] );
		}
		// Most are shared by four edges; others are their own mirror images, or barely extend beyond the window, on one
		// side of it.
		assert_true( 2 * listed >= 5 * turns->row_count );
		free( seen );
	}
}

static void costs_are_lengths( void** state )
{
	for ( size_t kind = 0; kind < KINDS; kind++ )
	{
		const fw_primitives* turns = kind_of( state, kind );
		bool straight = false;
		int32_t reach = 0;
		for ( uint32_t e = 0; e < turns->edge_count; e++ )
		{
			const fw_turn_edge* edge = &turns->edges[e];
			const fw_curve curve = test_primitives_curve( turns, edge );
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
	// The shortest edge of a table has exactly the cost that searches give to a diagonal or straight step.
	assert_int_equal( FW_COST_ONE, 2378 );
	assert_int_equal( FW_COST_DIAGONAL, fw_cost_of( FW_SQRT2 ) );
}

// Chunks cover each stage without gaps, promise only tiles that all their edges sweep, and separate the edges that end
// on tile centers from the others.
static void check_chunks( const fw_primitives* turns )
{
	uint32_t chunk = 0;
	uint32_t next = 0;
	for ( int32_t f = 0; f < turns->phases * turns->headings; f++ )
	{
		const fw_turn_fan* fan = fw_primitives_fan( turns, f / turns->headings, f % turns->headings );
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
		const fw_primitives* turns = kind_of( state, kind );
		uint32_t next = 0;
		for ( int32_t f = 0; f < turns->phases * turns->headings; f++ )
		{
			const fw_turn_fan* fan = fw_primitives_fan( turns, f / turns->headings, f % turns->headings );
			for ( int32_t stage = 0; stage < FW_TURN_STAGES; stage++ )
			{
				assert_int_equal( fan->begin[stage], next );
				for ( ; next < fan->begin[stage + 1]; next++ )
				{
					const fw_turn_edge* edge = &turns->edges[next];
					assert_int_equal( edge->from_phase, f / turns->headings );
					assert_int_equal( edge->from_heading, f % turns->headings );
					const fw_vec2 a = test_primitives_point( 0, 0, edge->from_phase );
					const fw_vec2 b = test_primitives_point( edge->dx, edge->dy, edge->phase );
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
		assert_int_equal( (int32_t)turns->edge_count, next );
		check_chunks( turns );
	}
}

#define PARTS 1000 // of a curve, equally long

// How much of a curve, by the points in the middle of its parts, lies in a tile.
static double length_in( const fw_vec2 points[PARTS], double length, int32_t x, int32_t y )
{
	int32_t in = 0;
	for ( int32_t i = 0; i < PARTS; i++ )
	{
		in += (int32_t)floor( points[i].x ) == x && (int32_t)floor( points[i].y ) == y;
	}
	return length * in / PARTS;
}

static void cells_are_the_center_line( void** state )
{
	static samples points;
	static fw_vec2 middles[PARTS];
	for ( size_t kind = 0; kind < KINDS; kind++ )
	{
		const fw_primitives* plain = kind_of( state, kind );
		fw_primitives_def def = *fw_primitives_definition( plain );
		def.ring = kinds[kind].ring;
		def.costs = true;
		fw_primitives* turns = test_primitives_make( def );
		uint32_t listed = 0;
		assert_int_equal( plain->cell_count, 0 );
		assert_int_equal( (int32_t)plain->edge_count, (int32_t)turns->edge_count );
		for ( uint32_t e = 0; e < turns->edge_count; e += step_over( turns, 120 ) )
		{
			const fw_turn_edge* edge = &turns->edges[e];
			const fw_curve curve = test_primitives_curve( turns, edge );
			sample( &points, &curve );
			for ( int32_t i = 0; i < PARTS; i++ )
			{
				const fw_pose at = fw_curve_pose_at( &curve, curve.length * ( i + 0.5 ) / PARTS );
				middles[i] = ( fw_vec2 ){ at.x, at.y };
			}
			double sum = 0.0;
			for ( uint32_t c = 0; c < edge->cell_count; c++ )
			{
				const fw_turn_cell cell = fw_turn_cell_at( edge, turns->cells[edge->cells + c] );
				assert_true( cell.length > 0.0f );
				assert_true( sampled_distance( &points, cell.dx, cell.dy ) < 1.0 / 32 );
				sum += cell.length;
			}
			assert_true( fabs( sum - curve.length ) < 1e-5 * fmax( 1.0, curve.length ) );
			// Each tile's share, by finer steps.
			for ( uint32_t c = 0; c < edge->cell_count; c++ )
			{
				const fw_turn_cell cell = fw_turn_cell_at( edge, turns->cells[edge->cells + c] );
				double kept = 0.0;
				for ( uint32_t other = 0; other < edge->cell_count; other++ )
				{
					const fw_turn_cell part = fw_turn_cell_at( edge, turns->cells[edge->cells + other] );
					kept += part.dx == cell.dx && part.dy == cell.dy ? part.length : 0.0f;
				}
				// A line along a border of tiles belongs to either side.
				const double wanted = length_in( middles, curve.length, cell.dx, cell.dy );
				const bool border = sampled_distance( &points, cell.dx, cell.dy ) == 0.0 && wanted == 0.0;
				assert_true( border || fabs( kept - wanted ) < 0.3 );
			}
		}
		for ( uint32_t e = 0; e < turns->edge_count; e++ )
		{
			listed += turns->edges[e].cell_count;
		}
		// All images of a curve share their terrain parts, except for lines along borders of tiles.
		assert_true( turns->headings == 1 || listed >= 3 * turns->cell_count );
		fw_primitives_destroy( turns );
	}
}

// Each list holds the shortest curve from every pose around, shortest first, with the exact word.
static void approaches_are_the_shortest_curves( void** state )
{
	for ( size_t kind = 0; kind < KINDS; kind++ )
	{
		const fw_primitives* turns = kind_of( state, kind );
		const int32_t side = 2 * turns->approach_reach + 1;
		assert_int_equal( turns->approach_count, ( side * side - 1 ) * turns->headings );
		bool* seen = calloc( (size_t)( side * side * turns->headings ), sizeof( bool ) );
		assert_non_null( seen );
		for ( int32_t end = 0; end < turns->headings; end++ )
		{
			const fw_pose goal = { 0.0, 0.0, fw_radians( 360.0 * end / turns->headings ) };
			memset( seen, 0, (size_t)( side * side * turns->headings ) * sizeof( bool ) );
			for ( int32_t i = 0; i < turns->approach_count; i++ )
			{
				const fw_turn_approach* a = &turns->approaches[end * turns->approach_count + i];
				const fw_pose start = { a->dx, a->dy, fw_radians( 360.0 * a->heading / turns->headings ) };
				fw_curve curve;
				assert_true( fw_curve_shortest( start, goal, turns->def.turning_radius, turns->def.words,
				                                FW_GEAR_FORWARD, &curve ) );
				assert_int_equal( a->cost, fw_cost_of( curve.length ) );
				assert_int_equal( a->word, curve.word );
				assert_true( i == 0 || a[-1].cost <= a->cost );
				bool* mark = &seen[( ( a->dy + side / 2 ) * side + a->dx + side / 2 ) * turns->headings + a->heading];
				assert_false( *mark );
				*mark = true;
			}
		}
		free( seen );
	}
}

int run_test_primitives( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( tiles_are_those_of_the_sweep ),
	    cmocka_unit_test( tiles_are_as_measured ),
	    cmocka_unit_test( the_table_is_the_same_under_rotation ),
	    cmocka_unit_test( the_table_is_the_same_under_reflection ),
	    cmocka_unit_test( rows_are_kept_sparingly ),
	    cmocka_unit_test( costs_are_lengths ),
	    cmocka_unit_test( fans_are_in_order ),
	    cmocka_unit_test( cells_are_the_center_line ),
	    cmocka_unit_test( approaches_are_the_shortest_curves ),
	};
	return cmocka_run_group_tests( tests, make_kinds, free_kinds );
}
