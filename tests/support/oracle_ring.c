// SPDX-License-Identifier: MIT
// All curves of a ring with the tiles that each sweeps, found tile by tile.
#include "oracle_ring.h"

#include "oracle.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIDE 64   // tiles around a curve
#define MIDDLE 32 // the tile of its first pose
#define MOST_STEPS 1024
#define SAMPLE 0.1    // distance of the samples along a curve [tiles]
#define TOUCHING 1e-7 // overlaps up to this do not count

void* oracle_grown( void* block, size_t count, size_t* capacity, size_t size )
{
	if ( count <= *capacity )
	{
		return block;
	}
	while ( *capacity < count )
	{
		*capacity = *capacity > 0 ? 2 * *capacity : 1024;
	}
	void* made = realloc( block, *capacity * size );
	if ( made == NULL )
	{
		fputs( "the oracle has no memory\n", stderr );
		exit( 1 );
	}
	return made;
}

// Does the distance from the tile fall below the radius on a part of a segment on which it falls and rises once?
static bool comes_within( const fw_segment* segment, double from, double to, double radius, int32_t x, int32_t y )
{
	for ( int32_t i = 0; i < 50; ++i )
	{
		const double a = from + ( to - from ) / 3, b = to - ( to - from ) / 3;
		const double at_a = oracle_distance_to_tile( oracle_point( segment, a ), x, y );
		const double at_b = oracle_distance_to_tile( oracle_point( segment, b ), x, y );
		// No point of the part is farther along the segment from a than its length.
		if ( at_a < radius || at_b < radius || at_a - ( to - from ) * segment->length > radius )
		{
			return at_a < radius || at_b < radius;
		}
		if ( at_a < at_b )
		{
			to = b;
		}
		else
		{
			from = a;
		}
	}
	return oracle_distance_to_tile( oracle_point( segment, ( from + to ) / 2 ), x, y ) < radius;
}

// A segment with points along it.
typedef struct track
{
	const fw_segment* segment;
	int32_t steps;
	fw_vec2 points[MOST_STEPS + 1];
} track;

static void track_make( track* t, const fw_segment* segment )
{
	t->segment = segment;
	t->steps = (int32_t)ceil( segment->length / SAMPLE ) + 1;
	if ( t->steps > MOST_STEPS )
	{
		fputs( "the oracle knows no curves as long as that\n", stderr );
		exit( 1 );
	}
	for ( int32_t i = 0; i <= t->steps; ++i )
	{
		t->points[i] = oracle_point( segment, (double)i / t->steps );
	}
}

static double distance_at( const track* t, int32_t i, int32_t x, int32_t y )
{
	return i < 0 || i > t->steps ? (double)INFINITY : oracle_distance_to_tile( t->points[i], x, y );
}

// Does a disc of this radius overlap the tile anywhere on the segment? Points from which no step leads into the tile
// are left out.
static bool overlaps( const track* t, double radius, int32_t x, int32_t y )
{
	const double step = t->segment->length / t->steps;
	for ( int32_t i = 0; i <= t->steps; )
	{
		const double at = distance_at( t, i, x, y );
		if ( at < radius )
		{
			return true;
		}
		if ( at - step < radius )
		{
			if ( at <= distance_at( t, i - 1, x, y ) && at <= distance_at( t, i + 1, x, y ) &&
			     comes_within( t->segment, fmax( 0, ( i - 1.0 ) / t->steps ), fmin( 1, ( i + 1.0 ) / t->steps ), radius,
			                   x, y ) )
			{
				return true;
			}
			i++;
			continue;
		}
		i += step > 0 ? (int32_t)fmax( fmin( ( at - radius ) / step, t->steps + 1.0 ), 1.0 ) : 1;
	}
	return false;
}

// Marks the tiles that a disc overlaps along a curve that begins in tile (MIDDLE, MIDDLE) of the square, or of those
// only the ones that are blocked on a grid. How many.
static int32_t mark_swept( bool swept[SIDE][SIDE], const fw_curve* curve, const fw_unit* unit, const fw_grid* grid,
                           int32_t left, int32_t top )
{
	const double radius = fmax( unit->radius, 1e-6 ) - TOUCHING;
	const double reach = unit->radius + SAMPLE;
	fw_segment segments[3];
	const int32_t count = fw_curve_segments( curve, segments );
	int32_t marked = 0;
	memset( swept, 0, sizeof( bool[SIDE][SIDE] ) );
	for ( int32_t s = 0; s < count; ++s )
	{
		static bool known[SIDE][SIDE];
		static track t;
		memcpy( known, swept, sizeof known );
		track_make( &t, &segments[s] );
		for ( int32_t i = 0; i <= t.steps; ++i )
		{
			const fw_vec2 p = t.points[i];
			for ( int32_t y = (int32_t)floor( p.y - reach ); y <= p.y + reach; ++y )
			{
				for ( int32_t x = (int32_t)floor( p.x - reach ); x <= p.x + reach; ++x )
				{
					// Long curves leave the square, and on the small maps of tests the map as well.
					if ( grid != NULL && ( x < -MIDDLE || x >= SIDE - MIDDLE || y < -MIDDLE || y >= SIDE - MIDDLE ) )
					{
						if ( !fw_grid_passable( grid, left + x, top + y, unit->capabilities ) &&
						     overlaps( &t, radius, x, y ) )
						{
							return marked + 1;
						}
						continue;
					}
					const bool asked = known[y + MIDDLE][x + MIDDLE];
					known[y + MIDDLE][x + MIDDLE] = true;
					if ( !asked &&
					     ( grid == NULL || !fw_grid_passable( grid, left + x, top + y, unit->capabilities ) ) &&
					     overlaps( &t, radius, x, y ) )
					{
						swept[y + MIDDLE][x + MIDDLE] = true;
						marked++;
					}
				}
			}
		}
	}
	return marked;
}

bool oracle_curve_is_free( const fw_grid* grid, const fw_unit* unit, const fw_curve* curve )
{
	static bool swept[SIDE][SIDE];
	const int32_t left = (int32_t)floor( curve->start.x ), top = (int32_t)floor( curve->start.y );
	fw_curve moved = *curve;
	moved.start.x -= left;
	moved.start.y -= top;
	return mark_swept( swept, &moved, unit, grid, left, top ) == 0;
}

double oracle_angle_of( const oracle_curves* c, int32_t heading )
{
	return fw_radians( 360.0 * heading / c->headings );
}

double oracle_turned_along( const fw_curve* curve )
{
	fw_segment segments[3];
	const int32_t count = fw_curve_segments( curve, segments );
	double turned = 0;
	for ( int32_t i = 0; i < count; ++i )
	{
		turned += segments[i].kind == FW_SEGMENT_ARC ? fabs( segments[i].sweep ) : 0;
	}
	return turned;
}

static void add_curve( oracle_curves* c, ring_curve made, const fw_curve* curve )
{
	static bool swept[SIDE][SIDE];
	(void)mark_swept( swept, curve, &c->driver.unit, NULL, 0, 0 );
	made.curve = *curve;
	made.length = curve->length;
	made.turned = oracle_turned_along( curve );
	made.first_tile = c->tile_count;
	for ( int32_t y = 0; y < SIDE; ++y )
	{
		for ( int32_t x = 0; x < SIDE; ++x )
		{
			if ( swept[y][x] )
			{
				c->tiles = oracle_grown( c->tiles, c->tile_count + 1, &c->tile_capacity, sizeof( tile_offset ) );
				c->tiles[c->tile_count++] = ( tile_offset ){ x - MIDDLE, y - MIDDLE };
			}
		}
	}
	made.tiles = c->tile_count - made.first_tile;
	c->curves = oracle_grown( c->curves, c->count + 1, &c->capacity, sizeof( ring_curve ) );
	c->curves[c->count++] = made;
}

// Between two tile centers all curves count, or all that turn by at most a quarter more; curves from or to half-tile
// points count only without much of a detour.
static double longest( const oracle_curves* c, bool centers, double distance )
{
	const double radius = c->driver.unit.turning_radius;
	if ( !centers )
	{
		return distance + 0.5 * radius + 0.5;
	}
	return c->driver.no_loops ? distance + 0.5 * FW_PI * radius + 1 : (double)INFINITY;
}

static void add_curves_to( oracle_curves* c, fw_pose start, int32_t dx, int32_t dy, bool centers )
{
	for ( int32_t h = 0; h < c->headings; ++h )
	{
		const fw_pose goal = { start.x + dx / 2.0, start.y + dy / 2.0, oracle_angle_of( c, h ) };
		fw_curve found[6];
		const int32_t count =
		    fw_curve_all( start, goal, c->driver.unit.turning_radius, FW_WORDS_SIX, FW_GEAR_FORWARD, found );
		for ( int32_t i = 0; i < count; ++i )
		{
			if ( found[i].length <= longest( c, centers, hypot( dx / 2.0, dy / 2.0 ) ) )
			{
				add_curve( c, ( ring_curve ){ .dx = dx, .dy = dy, .heading = h }, &found[i] );
			}
		}
	}
}

// Phases: bit 0 set, x is a whole number; bit 1 likewise for y.
static void add_curves_from( oracle_curves* c, int32_t phase, int32_t heading )
{
	const int32_t ring = 2 * c->driver.ring;
	const fw_pose start = { phase & 1 ? 0.0 : 0.5, phase & 2 ? 0.0 : 0.5, oracle_angle_of( c, heading ) };
	for ( int32_t dy = -ring; dy <= ring; ++dy )
	{
		for ( int32_t dx = -ring; dx <= ring; ++dx )
		{
			const bool whole = ( dx & 1 ) == 0 && ( dy & 1 ) == 0;
			if ( ( dx != 0 || dy != 0 ) && ( whole || c->driver.lattice != FW_LATTICE_TILES ) )
			{
				add_curves_to( c, start, dx, dy, phase == 0 && whole );
			}
		}
	}
}

// Curves of a wider radius to the four points round the end of an arc of one or two headings and 0.7 tiles on.
static void add_wider_turn( oracle_curves* c, double radius, int32_t heading, int32_t turn )
{
	const int32_t base = c->headings / 4, quarters = heading / base, n = c->headings;
	const double from = oracle_angle_of( c, heading % base ), sweep = oracle_angle_of( c, 1 ) * turn;
	const double to = oracle_angle_of( c, ( heading % base + turn + n ) % n );
	const fw_segment arc = fw_segment_arc( ( fw_vec2 ){ 0, 0 }, from, radius, sweep, FW_GEAR_FORWARD );
	for ( int32_t k = 0; k < 4; ++k )
	{
		int32_t dx = (int32_t)floor( arc.to.x + 0.7 * fw_cos( to ) ) + k % 2;
		int32_t dy = (int32_t)floor( arc.to.y + 0.7 * fw_sin( to ) ) + k / 2;
		for ( int32_t q = 0; q < quarters; ++q )
		{
			const int32_t x = dx;
			dx = -dy;
			dy = x;
		}
		const int32_t end = ( heading + turn + n ) % n;
		const fw_pose start = { 0.5, 0.5, oracle_angle_of( c, heading ) };
		const fw_pose goal = { 0.5 + dx, 0.5 + dy, oracle_angle_of( c, end ) };
		fw_curve found[6];
		const int32_t count = fw_curve_all( start, goal, radius, FW_WORDS_SIX, FW_GEAR_FORWARD, found );
		for ( int32_t i = 0; i < count && found[i].length <= arc.length + 4; ++i )
		{
			add_curve( c, ( ring_curve ){ .dx = 2 * dx, .dy = 2 * dy, .heading = end }, &found[i] );
		}
	}
}

static void add_wider( oracle_curves* c, int32_t heading )
{
	for ( int32_t i = 0; i < 5 * FW_WIDER_MAX; ++i )
	{
		if ( c->driver.wider[i / 5] > 0 && i % 5 != 2 )
		{
			add_wider_turn( c, c->driver.wider[i / 5], heading, i % 5 - 2 );
		}
	}
}

oracle_curves* oracle_curves_make( const oracle_driver* driver )
{
	size_t capacity = 0;
	oracle_curves* c = oracle_grown( NULL, 1, &capacity, sizeof( oracle_curves ) );
	*c = ( oracle_curves ){ .driver = *driver };
	c->headings = driver->unit.turning_radius > 0 ? driver->headings : 1;
	const int32_t phases = driver->lattice == FW_LATTICE_TILES ? 1 : 4;
	for ( int32_t i = 0; i < phases * c->headings; ++i )
	{
		c->begins[i] = c->count;
		add_curves_from( c, i / c->headings, i % c->headings );
		if ( i < c->headings )
		{
			add_wider( c, i );
		}
		c->begins[i + 1] = c->count;
	}
	return c;
}

void oracle_curves_free( oracle_curves* curves )
{
	free( curves->curves );
	free( curves->tiles );
	free( curves->speed_costs );
	free( curves );
}

bool oracle_ring_stands( const oracle_curves* c, const fw_grid* grid, double hx, double hy )
{
	const fw_unit* unit = &c->driver.unit;
	return oracle_stands( grid, unit->capabilities, fmax( unit->radius, 1e-6 ), ( fw_vec2 ){ hx / 2, hy / 2 } );
}

bool oracle_ring_has( const oracle_curves* c, const fw_grid* grid, int32_t hx, int32_t hy )
{
	const bool across = ( hx & 1 ) == 0, down = ( hy & 1 ) == 0;
	const fw_lattice lattice = c->driver.lattice;
	if ( ( !across && !down ) || lattice == FW_LATTICE_HALF )
	{
		return oracle_ring_stands( c, grid, hx, hy );
	}
	bool gap = lattice == FW_LATTICE_GAPS && oracle_ring_stands( c, grid, hx, hy );
	for ( int32_t i = 0; i < 4 && gap; ++i )
	{
		gap =
		    !oracle_ring_stands( c, grid, hx + ( across ? ( i & 1 ) * 2 - 1 : 0 ), hy + ( down ? ( i & 2 ) - 1 : 0 ) );
	}
	return gap;
}

bool oracle_ring_is_free( const oracle_curves* c, const fw_grid* grid, const ring_curve* curve, int32_t x, int32_t y )
{
	for ( size_t i = 0; i < curve->tiles; ++i )
	{
		const tile_offset* tile = &c->tiles[curve->first_tile + i];
		if ( !fw_grid_passable( grid, x + tile->x, y + tile->y, c->driver.unit.capabilities ) )
		{
			return false;
		}
	}
	return true;
}
