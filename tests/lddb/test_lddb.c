// SPDX-License-Identifier: MIT
// Distances and bends of the local distance database against a judge of the tests' own: it follows lines from grid line
// to grid line, and joins all corners (or tiles), not only those where a shortest path may bend.
#include "fairway/lddb.h"
#include "lddb/database.h"
#include "support.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define POINTS_MAX 36

typedef struct judge
{
	fw_lddb_kind kind;
	fw_corners corners;
	int32_t size, side, points;
	uint32_t pattern;
	double legs[POINTS_MAX][POINTS_MAX], paths[POINTS_MAX][POINTS_MAX];
} judge;

static bool is_free( const judge* j, int32_t x, int32_t y )
{
	return x >= 0 && y >= 0 && x < j->size && y < j->size && ( j->pattern >> ( y * j->size + x ) & 1u ) == 0;
}

static bool is_outside( const judge* j, int32_t x, int32_t y )
{
	return x < 0 || y < 0 || x >= j->size || y >= j->size;
}

// Two blocked tiles that touch here, with two free ones beside them.
static bool is_double( const judge* j, int32_t x, int32_t y )
{
	const bool inner = !is_outside( j, x - 1, y - 1 ) && !is_outside( j, x, y );
	const bool a = is_free( j, x - 1, y - 1 ), b = is_free( j, x, y - 1 );
	const bool c = is_free( j, x - 1, y ), d = is_free( j, x, y );
	return inner && a == d && b == c && a != b;
}

// May a point on its line be here, between two grid lines? Coordinates in 1 / scale tiles.
static bool is_passable( const judge* j, int32_t x, int32_t y, int32_t scale )
{
	const int32_t tile_x = x / scale, tile_y = y / scale;
	if ( x % scale == 0 )
	{
		return is_free( j, tile_x - 1, tile_y ) || is_free( j, tile_x, tile_y );
	}
	if ( y % scale == 0 )
	{
		return is_free( j, tile_x, tile_y - 1 ) || is_free( j, tile_x, tile_y );
	}
	return is_free( j, tile_x, tile_y );
}

// The line meets grid lines at multiples of 1/|dx| and 1/|dy| of itself; it is tested in the middle between these.
static bool sees( const judge* j, int32_t x0, int32_t y0, int32_t x1, int32_t y1 )
{
	const int32_t dx = x1 - x0, dy = y1 - y0;
	const int32_t a = dx == 0 ? 1 : abs( dx ), b = dy == 0 ? 1 : abs( dy );
	const int32_t steps = a * b; // of the line; each multiple of 1/a and 1/b is an integer
	const int32_t scale = 2 * steps;
	int32_t last = 0;
	for ( int32_t i = 1; i <= steps; i++ )
	{
		if ( i % a != 0 && i % b != 0 )
		{
			continue;
		}
		if ( !is_passable( j, x0 * scale + ( last + i ) * dx, y0 * scale + ( last + i ) * dy, scale ) )
		{
			return false;
		}
		last = i;
		const bool corner = i * dx % steps == 0 && i * dy % steps == 0;
		if ( corner && i < steps && j->corners == FW_CORNERS_CLOSED &&
		     is_double( j, x0 + i * dx / steps, y0 + i * dy / steps ) )
		{
			return false;
		}
	}
	return true;
}

static double corner_leg( const judge* j, int32_t from, int32_t to )
{
	const int32_t w = j->side + 1;
	const int32_t x0 = from % w, y0 = from / w, x1 = to % w, y1 = to / w;
	if ( from == to )
	{
		const bool alive = is_free( j, x0 - 1, y0 - 1 ) || is_free( j, x0, y0 - 1 ) || is_free( j, x0 - 1, y0 ) ||
		                   is_free( j, x0, y0 );
		return alive ? 0.0 : INFINITY;
	}
	return sees( j, x0, y0, x1, y1 ) ? sqrt( ( x1 - x0 ) * ( x1 - x0 ) + ( y1 - y0 ) * ( y1 - y0 ) ) : INFINITY;
}

static double tile_leg( const judge* j, int32_t from, int32_t to )
{
	const int32_t w = j->side + 1;
	const int32_t x0 = from % w, y0 = from / w, x1 = to % w, y1 = to / w;
	const int32_t dx = abs( x1 - x0 ), dy = abs( y1 - y0 );
	if ( dx > 1 || dy > 1 || !is_free( j, x0, y0 ) || !is_free( j, x1, y1 ) )
	{
		return INFINITY;
	}
	if ( dx + dy == 2 )
	{
		const bool open = is_free( j, x0, y1 ) && is_free( j, x1, y0 );
		return open && j->kind == FW_LDDB_TILES8 ? sqrt( 2.0 ) : INFINITY;
	}
	return dx + dy;
}

static bool may_bend( const judge* j, int32_t point )
{
	const int32_t w = j->side + 1;
	return j->kind != FW_LDDB_CORNERS || j->corners == FW_CORNERS_OPEN || !is_double( j, point % w, point / w );
}

static void judge_pattern( judge* j, const fw_lddb* lddb, uint32_t pattern )
{
	const fw_lddb_def* def = fw_lddb_definition( lddb );
	j->kind = def->kind;
	j->corners = def->corners;
	j->size = def->size;
	j->side = def->kind == FW_LDDB_CORNERS ? def->size : def->size - 1;
	j->points = ( j->side + 1 ) * ( j->side + 1 );
	j->pattern = pattern;
	for ( int32_t a = 0; a < j->points; a++ )
	{
		for ( int32_t b = 0; b < j->points; b++ )
		{
			j->legs[a][b] = j->kind == FW_LDDB_CORNERS ? corner_leg( j, a, b ) : tile_leg( j, a, b );
			j->paths[a][b] = j->legs[a][b];
		}
	}
	for ( int32_t via = 0; via < j->points; via++ )
	{
		for ( int32_t a = 0; may_bend( j, via ) && a < j->points; a++ )
		{
			for ( int32_t b = 0; b < j->points; b++ )
			{
				j->paths[a][b] = fmin( j->paths[a][b], j->paths[a][via] + j->paths[via][b] );
			}
		}
	}
}

static fw_lddb* make( fw_lddb_kind kind, int32_t size, fw_corners corners )
{
	fw_lddb_def def = fw_default_lddb_def();
	def.kind = kind;
	def.size = size;
	def.corners = corners;
	fw_lddb* lddb = NULL;
	assert_int_equal( fw_lddb_create( &def, &lddb, NULL ), FW_OK );
	return lddb;
}

// All kinds, and whether corners are closed.
#define VARIANTS 4

static fw_lddb* make_variant( int32_t variant, int32_t size )
{
	const fw_lddb_kind kind = variant == 0 ? FW_LDDB_TILES4 : variant == 1 ? FW_LDDB_TILES8 : FW_LDDB_CORNERS;
	return make( kind, size, variant == 3 ? FW_CORNERS_OPEN : FW_CORNERS_CLOSED );
}

static uint32_t random_pattern( test_random* random, int32_t size, double blocked )
{
	uint32_t pattern = 0;
	for ( int32_t i = 0; i < size * size; i++ )
	{
		pattern |= test_random_chance( random, blocked ) ? 1u << i : 0u;
	}
	return pattern;
}

static void check_same( const judge* j, double distance, double expected )
{
	const bool same = isinf( expected ) ? isinf( distance ) : fabs( distance - expected ) < 1e-12;
	if ( !same )
	{
		print_error( "kind %d, corners %d, size %d, pattern %u: %.17g instead of %.17g\n", (int)j->kind,
		             (int)j->corners, (int)j->size, (unsigned)j->pattern, distance, expected );
	}
	assert_true( same );
}

// The index of the point at a position, which must exist.
static int32_t point_at( const judge* j, fw_vec2 place )
{
	const double offset = j->kind == FW_LDDB_CORNERS ? 0.0 : 0.5;
	const int32_t x = (int32_t)( place.x - offset ), y = (int32_t)( place.y - offset );
	assert_true( x >= 0 && y >= 0 && x <= j->side && y <= j->side );
	assert_true( x + offset == place.x && y + offset == place.y );
	return y * ( j->side + 1 ) + x;
}

static int32_t signum( int32_t x )
{
	return ( x > 0 ) - ( x < 0 );
}

// A leg over tiles is straight or diagonal, step by step.
static double leg_over_tiles( const judge* j, int32_t from, int32_t to )
{
	const int32_t w = j->side + 1;
	const int32_t dx = to % w - from % w, dy = to / w - from / w;
	assert_true( dx == 0 || dy == 0 || abs( dx ) == abs( dy ) );
	double length = 0.0;
	for ( int32_t at = from; at != to; )
	{
		const int32_t next = at + signum( dx ) + signum( dy ) * w;
		length += j->legs[at][next];
		at = next;
	}
	return length;
}

static void check_bends( const judge* j, int32_t from, int32_t to, const fw_vec2* bends, int32_t count )
{
	if ( isinf( j->paths[from][to] ) )
	{
		assert_int_equal( count, -1 );
		return;
	}
	assert_true( count >= 0 && count <= FW_LDDB_BENDS_MAX );
	const int32_t w = j->side + 1;
	double length = 0.0;
	int32_t at = from, dx = 0, dy = 0;
	for ( int32_t i = 0; i <= count; i++ )
	{
		const int32_t next = i < count ? point_at( j, bends[i] ) : to;
		const int32_t turned_x = next % w - at % w, turned_y = next / w - at / w;
		assert_true( i == 0 || dx * turned_y != dy * turned_x || dx * turned_x + dy * turned_y < 0 );
		assert_true( i == count || may_bend( j, next ) );
		length += j->kind == FW_LDDB_CORNERS ? j->legs[at][next] : leg_over_tiles( j, at, next );
		dx = turned_x;
		dy = turned_y;
		at = next;
	}
	check_same( j, length, j->paths[from][to] );
}

static void check_nodes( const judge* j, const fw_lddb* lddb )
{
	const int32_t w = j->side + 1;
	const int32_t nodes = lddb->block.nodes;
	double distances[FW_LDDB_NODES_MAX * FW_LDDB_NODES_MAX];
	assert_int_equal( fw_lddb_distances( lddb, j->pattern, distances ), FW_OK );
	for ( int32_t a = 0; a < nodes; a++ )
	{
		const int32_t from = lddb->block.point_of[a];
		for ( int32_t b = 0; b < nodes; b++ )
		{
			const int32_t to = lddb->block.point_of[b];
			check_same( j, distances[a * nodes + b], j->paths[from][to] );
			assert_true( distances[a * nodes + b] == distances[b * nodes + a] );
			fw_vec2 bends[FW_LDDB_BENDS_MAX];
			const int32_t count = fw_lddb_bends_between( lddb, j->pattern, from % w, from / w, to % w, to / w, bends );
			check_bends( j, from, to, bends, count );
		}
	}
}

static void check_points( const judge* j, const fw_lddb* lddb )
{
	const int32_t w = j->side + 1;
	const int32_t nodes = lddb->block.nodes;
	for ( int32_t from = 0; from < j->points; from++ )
	{
		double distances[FW_LDDB_NODES_MAX];
		bool any = false;
		const bool known = fw_lddb_from_point( lddb, j->pattern, from % w, from / w, distances );
		for ( int32_t i = 0; i < nodes; i++ )
		{
			check_same( j, distances[i], j->paths[from][lddb->block.point_of[i]] );
			any = any || !isinf( distances[i] );
		}
		assert_int_equal( known, any );
		for ( int32_t to = 0; to < j->points; to++ )
		{
			fw_vec2 bends[FW_LDDB_BENDS_MAX];
			check_same( j, fw_lddb_between( lddb, j->pattern, from % w, from / w, to % w, to / w ),
			            j->paths[from][to] );
			const int32_t count = fw_lddb_bends_between( lddb, j->pattern, from % w, from / w, to % w, to / w, bends );
			check_bends( j, from, to, bends, count );
		}
	}
}

static void all_small_patterns( void** state )
{
	(void)state;
	const uint32_t step = (uint32_t)test_every( 1 ) | 1u; // odd: every tile is blocked and free
	for ( int32_t variant = 0; variant < VARIANTS; variant++ )
	{
		for ( int32_t size = 2; size <= 3; size++ )
		{
			fw_lddb* lddb = make_variant( variant, size );
			assert_int_equal( fw_lddb_fill( lddb, NULL ), FW_OK );
			for ( uint32_t pattern = 0; pattern < 1u << size * size; pattern += size == 2 ? 1u : step )
			{
				judge j;
				judge_pattern( &j, lddb, pattern );
				check_nodes( &j, lddb );
				check_points( &j, lddb );
			}
			fw_lddb_destroy( lddb );
		}
	}
}

static void random_patterns( void** state )
{
	(void)state;
	const double blocked[] = { 0.1, 0.25, 0.4, 0.55 };
	const int32_t patterns = test_every( 1 ) == 1 ? 4000 : 120;
	for ( int32_t variant = 0; variant < VARIANTS; variant++ )
	{
		for ( int32_t size = 4; size <= 5; size++ )
		{
			test_random random = test_random_make( (uint64_t)( variant * 10 + size ) );
			fw_lddb* lddb = make_variant( variant, size );
			for ( int32_t i = 0; i < patterns; i++ )
			{
				judge j;
				const uint32_t pattern = random_pattern( &random, size, blocked[i % 4] );
				assert_int_equal( fw_lddb_add( lddb, pattern ), FW_OK );
				judge_pattern( &j, lddb, pattern );
				check_nodes( &j, lddb );
				if ( i % 3 == 0 )
				{
					check_points( &j, lddb );
				}
			}
			fw_lddb_destroy( lddb );
		}
	}
}

// The longest paths that a block has room for: around the ends of walls, back and forth.
static void longest_paths( void** state )
{
	(void)state;
	const uint32_t rows[5] = { 0x00u, 0x0Fu, 0x00u, 0x1Eu, 0x00u };
	uint32_t walls = 0, pillars = 0;
	for ( int32_t y = 0; y < 5; y++ )
	{
		walls |= rows[y] << 5 * y;
		pillars |= y % 2 == 1 ? 0x0Au << 5 * y : 0u;
	}
	const uint32_t spiral = 0x1Eu | 1u << 9 | 0x0Bu << 10 | 0x0Au << 15 | 0x02u << 20;
	const uint32_t patterns[] = { walls, pillars, spiral, 0u, ( 1u << 25 ) - 1u };
	for ( int32_t variant = 0; variant < VARIANTS; variant++ )
	{
		fw_lddb* lddb = make_variant( variant, 5 );
		for ( size_t i = 0; i < sizeof( patterns ) / sizeof( patterns[0] ); i++ )
		{
			judge j;
			assert_int_equal( fw_lddb_add( lddb, patterns[i] ), FW_OK );
			judge_pattern( &j, lddb, patterns[i] );
			check_nodes( &j, lddb );
			check_points( &j, lddb );
		}
		fw_lddb_destroy( lddb );
	}
}

static void expect( const fw_lddb* lddb, uint32_t pattern, int32_t from, int32_t to, double expected )
{
	double distances[FW_LDDB_NODES_MAX * FW_LDDB_NODES_MAX];
	assert_int_equal( fw_lddb_distances( lddb, pattern, distances ), FW_OK );
	const double distance = distances[from * lddb->block.nodes + to];
	assert_true( isinf( expected ) ? isinf( distance ) : fabs( distance - expected ) < 1e-12 );
}

// Judged by hand: blocks of two by two tiles, nodes 0 1 2 above, 3 right, 4 5 6 below, 7 left.
static void passes_by_hand( void** state )
{
	(void)state;
	fw_lddb* closed = make( FW_LDDB_CORNERS, 2, FW_CORNERS_CLOSED );
	fw_lddb* open = make( FW_LDDB_CORNERS, 2, FW_CORNERS_OPEN );
	assert_int_equal( fw_lddb_fill( closed, NULL ), FW_OK );
	assert_int_equal( fw_lddb_fill( open, NULL ), FW_OK );
	const uint32_t across = 0x9u; // left above and right below
	expect( closed, across, 2, 6, INFINITY );
	expect( open, across, 2, 6, 2.0 * sqrt( 2.0 ) );
	expect( closed, across, 1, 5, INFINITY ); // from the free tile on its right to the free tile on its left
	expect( open, across, 1, 5, 2.0 );
	expect( open, across, 1, 7, 2.0 );
	expect( closed, across, 1, 3, sqrt( 2.0 ) );
	expect( closed, across, 0, 1, INFINITY ); // the other side of the edge belongs to another block
	expect( closed, across, 0, 0, INFINITY );
	expect( closed, across, 1, 1, 0.0 );
	const uint32_t one = 0x1u; // left above
	expect( closed, one, 1, 7, 2.0 );
	expect( closed, one, 1, 6, 1.0 + sqrt( 2.0 ) );
	expect( closed, one, 1, 5, 2.0 ); // along the wall
	expect( closed, one, 2, 6, 2.0 * sqrt( 2.0 ) );
	expect( closed, one, 2, 7, 1.0 + sqrt( 2.0 ) );
	const uint32_t wall = 0x5u; // left
	expect( closed, wall, 1, 5, 2.0 );
	expect( closed, wall, 0, 1, INFINITY );
	fw_lddb_destroy( closed );
	fw_lddb_destroy( open );
}

static void tiles_by_hand( void** state )
{
	(void)state;
	fw_lddb* four = make( FW_LDDB_TILES4, 3, FW_CORNERS_CLOSED );
	fw_lddb* eight = make( FW_LDDB_TILES8, 3, FW_CORNERS_CLOSED );
	const uint32_t middle = 1u << 4;
	assert_int_equal( fw_lddb_add( four, 0 ), FW_OK );
	assert_int_equal( fw_lddb_add( eight, 0 ), FW_OK );
	assert_int_equal( fw_lddb_add( eight, middle ), FW_OK );
	expect( four, 0, 0, 4, 4.0 );
	expect( eight, 0, 0, 4, 2.0 * sqrt( 2.0 ) );
	expect( eight, 0, 0, 3, 1.0 + sqrt( 2.0 ) );
	expect( eight, middle, 0, 4, 4.0 ); // no cutting of its corners
	expect( eight, middle, 1, 3, 2.0 );
	fw_lddb_destroy( four );
	fw_lddb_destroy( eight );
}

static void nodes_go_clockwise( void** state )
{
	(void)state;
	for ( int32_t variant = 0; variant < VARIANTS; variant++ )
	{
		for ( int32_t size = 2; size <= 5; size++ )
		{
			fw_lddb* lddb = make_variant( variant, size );
			const bool corners = variant >= 2;
			const int32_t side = corners ? size : size - 1;
			assert_int_equal( lddb->block.nodes, 4 * side );
			const int32_t dx[4] = { 1, 0, -1, 0 }, dy[4] = { 0, 1, 0, -1 };
			int32_t x = 0, y = 0;
			for ( int32_t i = 0; i < 4 * side; i++ )
			{
				const int32_t point = fw_lddb_point_at( &lddb->block, x, y );
				assert_int_equal( lddb->block.point_of[i], point );
				assert_int_equal( lddb->block.node_of[point], i );
				x += dx[i / side];
				y += dy[i / side];
			}
			assert_true( x == 0 && y == 0 );
			const uint32_t inner = lddb->block.node_of[fw_lddb_point_at( &lddb->block, 1, 1 )];
			assert_int_equal( inner, side > 1 ? FW_LDDB_NO_NODE : 2 );
			fw_lddb_destroy( lddb );
		}
	}
}

// A quarter turn moves tile (x, y) to (size - 1 - y, x) and each node by a quarter of the ring; a reflection along x
// runs the ring backwards.
static uint32_t turned( uint32_t pattern, int32_t size, bool reflect )
{
	uint32_t result = 0;
	for ( int32_t y = 0; y < size; y++ )
	{
		for ( int32_t x = 0; x < size; x++ )
		{
			const int32_t to_x = reflect ? size - 1 - x : size - 1 - y;
			const int32_t to_y = reflect ? y : x;
			result |= ( pattern >> ( y * size + x ) & 1u ) << ( to_y * size + to_x );
		}
	}
	return result;
}

static void check_turned( const fw_lddb* lddb, uint32_t pattern, bool reflect )
{
	const int32_t nodes = lddb->block.nodes;
	const int32_t size = fw_lddb_definition( lddb )->size;
	double a[FW_LDDB_NODES_MAX * FW_LDDB_NODES_MAX], b[FW_LDDB_NODES_MAX * FW_LDDB_NODES_MAX];
	assert_int_equal( fw_lddb_distances( lddb, pattern, a ), FW_OK );
	assert_int_equal( fw_lddb_distances( lddb, turned( pattern, size, reflect ), b ), FW_OK );
	for ( int32_t i = 0; i < nodes; i++ )
	{
		for ( int32_t k = 0; k < nodes; k++ )
		{
			const int32_t quarter = nodes / 4;
			const int32_t to_i = ( reflect ? quarter - i + nodes : quarter + i ) % nodes;
			const int32_t to_k = ( reflect ? quarter - k + nodes : quarter + k ) % nodes;
			assert_true( a[i * nodes + k] == b[to_i * nodes + to_k] );
		}
	}
}

static void check_triangles( const fw_lddb* lddb, uint32_t pattern )
{
	const int32_t nodes = lddb->block.nodes;
	double d[FW_LDDB_NODES_MAX * FW_LDDB_NODES_MAX];
	assert_int_equal( fw_lddb_distances( lddb, pattern, d ), FW_OK );
	for ( int32_t a = 0; a < nodes; a++ )
	{
		for ( int32_t b = 0; b < nodes; b++ )
		{
			for ( int32_t c = 0; c < nodes; c++ )
			{
				assert_true( d[a * nodes + c] <= d[a * nodes + b] + d[b * nodes + c] + 1e-12 );
			}
		}
	}
}

static void symmetries_and_triangles( void** state )
{
	(void)state;
	for ( int32_t variant = 0; variant < VARIANTS; variant++ )
	{
		for ( int32_t size = 2; size <= 5; size++ )
		{
			test_random random = test_random_make( (uint64_t)( variant * 10 + size ) );
			fw_lddb* lddb = make_variant( variant, size );
			for ( int32_t i = 0; i < test_rounds( 500 ); i++ )
			{
				const uint32_t pattern = random_pattern( &random, size, 0.35 );
				assert_int_equal( fw_lddb_add( lddb, pattern ), FW_OK );
				const int32_t entries = fw_lddb_entries( lddb );
				assert_int_equal( fw_lddb_add( lddb, turned( pattern, size, i % 2 == 0 ) ), FW_OK );
				assert_int_equal( fw_lddb_entries( lddb ), entries );
				check_turned( lddb, pattern, true );
				check_turned( lddb, pattern, false );
				check_triangles( lddb, pattern );
			}
			fw_lddb_destroy( lddb );
		}
	}
}

// The numbers of patterns up to symmetry are known (Burnside's lemma).
static void full_databases( void** state )
{
	(void)state;
	const int32_t entries[] = { 6, 102, 8548 };
	for ( int32_t variant = 0; variant < VARIANTS; variant++ )
	{
		for ( int32_t size = 2; size <= 4; size++ )
		{
			fw_lddb* lddb = make_variant( variant, size );
			assert_int_equal( fw_lddb_add( lddb, 1 ), FW_OK );
			assert_int_equal( fw_lddb_fill( lddb, NULL ), FW_OK );
			assert_int_equal( fw_lddb_entries( lddb ), entries[size - 2] );
			for ( uint32_t pattern = 0; pattern < 1u << size * size; pattern++ )
			{
				assert_true( fw_lddb_has( lddb, pattern ) );
			}
			print_message( "variant %d, size %d: %d entries, %zu bytes\n", (int)variant, (int)size,
			               (int)fw_lddb_entries( lddb ), fw_lddb_memory( lddb ) );
			// The paper's own bound for a database without reflections.
			assert_true( fw_lddb_memory( lddb ) < 3u << 20 );
			fw_lddb_destroy( lddb );
		}
	}
}

int run_test_lddb( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( passes_by_hand ),           cmocka_unit_test( tiles_by_hand ),
	    cmocka_unit_test( nodes_go_clockwise ),       cmocka_unit_test( all_small_patterns ),
	    cmocka_unit_test( random_patterns ),          cmocka_unit_test( longest_paths ),
	    cmocka_unit_test( symmetries_and_triangles ), cmocka_unit_test( full_databases ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}
