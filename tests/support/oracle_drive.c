// SPDX-License-Identifier: MIT
// Dijkstra's algorithm (1959) over lattice poses, along every curve of a ring.
#include "oracle_drive.h"

#include "oracle_ring.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define COST_ONE 2378.0
#define FARTHEST 14    // the maximum distance from which the search tries the exact curve into the goal [tiles]
#define SAME_POSE 1e-9 // a pose this near to a lattice pose counts as one

struct oracle_drives
{
	const oracle_curves* curves;
	const fw_grid* grid;
	int32_t columns, rows; // of half tiles
	int32_t gears;
	fw_pose start;
	bool exact_start, any_heading; // exact: the start is no lattice pose
	bool* usable;                  // [rows * columns]
	int64_t* costs;                // [rows * columns * headings * gears], -1 where no drive leads
	struct entry
	{
		int64_t cost;
		size_t node;
	} * heap;
	size_t count, capacity;
};

static void push( oracle_drives* d, int64_t cost, size_t node )
{
	if ( d->costs[node] >= 0 && d->costs[node] <= cost )
	{
		return;
	}
	d->costs[node] = cost;
	d->heap = oracle_grown( d->heap, d->count + 1, &d->capacity, sizeof( struct entry ) );
	size_t at = d->count++;
	for ( ; at > 0 && d->heap[( at - 1 ) / 2].cost > cost; at = ( at - 1 ) / 2 )
	{
		d->heap[at] = d->heap[( at - 1 ) / 2];
	}
	d->heap[at] = ( struct entry ){ cost, node };
}

static struct entry pop( oracle_drives* d )
{
	const struct entry top = d->heap[0], last = d->heap[--d->count];
	size_t at = 0;
	for ( size_t child = 1; child < d->count; child = 2 * at + 1 )
	{
		child += child + 1 < d->count && d->heap[child + 1].cost < d->heap[child].cost ? 1 : 0;
		if ( d->heap[child].cost >= last.cost )
		{
			break;
		}
		d->heap[at] = d->heap[child];
		at = child;
	}
	d->heap[at] = last;
	return top;
}

// A node: its point in half tiles, the heading of its motion, its gear.
typedef struct drive_node
{
	int32_t hx, hy, heading, gear;
} drive_node;

static size_t index_of( const oracle_drives* d, drive_node n )
{
	const size_t point = (size_t)n.hy * (size_t)d->columns + (size_t)n.hx;
	return ( point * (size_t)d->curves->headings + (size_t)n.heading ) * (size_t)d->gears + (size_t)n.gear;
}

static drive_node node_of( const oracle_drives* d, size_t index )
{
	const size_t gears = (size_t)d->gears, headings = (size_t)d->curves->headings, columns = (size_t)d->columns;
	const size_t point = index / gears / headings;
	return ( drive_node ){ (int32_t)( point % columns ), (int32_t)( point / columns ),
	                       (int32_t)( index / gears % headings ), (int32_t)( index % gears ) };
}

static bool is_usable( const oracle_drives* d, int32_t hx, int32_t hy )
{
	return hx >= 0 && hy >= 0 && hx < d->columns && hy < d->rows &&
	       d->usable[(size_t)hy * (size_t)d->columns + (size_t)hx];
}

static fw_pose pose_of( const oracle_drives* d, drive_node n )
{
	const int32_t facing = ( n.heading + n.gear * d->curves->headings / 2 ) % d->curves->headings;
	return ( fw_pose ){ n.hx / 2.0, n.hy / 2.0, oracle_angle_of( d->curves, facing ) };
}

static void add_lattice( oracle_drives* d )
{
	size_t capacity = 0;
	d->usable = oracle_grown( NULL, (size_t)d->columns * (size_t)d->rows, &capacity, sizeof( bool ) );
	for ( int32_t hy = 0; hy < d->rows; ++hy )
	{
		for ( int32_t hx = 0; hx < d->columns; ++hx )
		{
			// Points belong to the tile to their lower right; the right and lower edges of the map belong to no tile.
			const bool inside = hx < d->columns - 1 && hy < d->rows - 1;
			d->usable[(size_t)hy * (size_t)d->columns + (size_t)hx] =
			    inside && oracle_ring_has( d->curves, d->grid, hx, hy );
		}
	}
}

static int64_t cost_of( const oracle_drives* d, double length, double turned, int32_t gear )
{
	const double factor = gear == 1 ? d->curves->driver.unit.reverse_factor : 1.0;
	const double whole = gear == 1 ? floor( length * COST_ONE + 0.5 ) / COST_ONE : length;
	return (int64_t)floor( whole * factor * COST_ONE + 0.5 ) +
	       (int64_t)floor( d->curves->driver.turn_charge * turned * COST_ONE + 0.5 );
}

// For a curve that is not of the ring: its length is not rounded before the factor.
static int64_t exact_cost( const oracle_drives* d, const fw_curve* curve, int32_t gear )
{
	const double factor = gear == 1 ? d->curves->driver.unit.reverse_factor : 1.0;
	return (int64_t)floor( curve->length * factor * COST_ONE + 0.5 ) +
	       (int64_t)floor( d->curves->driver.turn_charge * oracle_turned_along( curve ) * COST_ONE + 0.5 );
}

// The cheapest free curve from a pose to a pose, or with any heading to a point; -1 if none is below the limit.
static int64_t exact_curve( const oracle_drives* d, fw_pose from, fw_pose to, bool any_heading, int32_t gear,
                            int64_t limit )
{
	const fw_unit* unit = &d->curves->driver.unit;
	const fw_gear g = gear == 1 ? FW_GEAR_REVERSE : FW_GEAR_FORWARD;
	fw_curve found[6];
	int32_t count = 0;
	if ( any_heading )
	{
		const fw_vec2 at = { to.x, to.y };
		count += fw_curve_to_point( from, at, unit->turning_radius, FW_WORD_LS, g, &found[0] ) ? 1 : 0;
		count += fw_curve_to_point( from, at, unit->turning_radius, FW_WORD_RS, g, &found[count] ) ? 1 : 0;
	}
	else
	{
		count = fw_curve_all( from, to, unit->turning_radius, FW_WORDS_SIX, g, found );
	}
	int64_t least = limit;
	for ( int32_t i = 0; i < count; ++i )
	{
		const int64_t cost = exact_cost( d, &found[i], gear );
		if ( cost < least && oracle_curve_is_free( d->grid, unit, &found[i] ) )
		{
			least = cost;
		}
	}
	return least < limit ? least : -1;
}

static bool same_heading( double a, double b )
{
	return fabs( remainder( a - b, FW_TAU ) ) < SAME_POSE;
}

static void open_exact( oracle_drives* d, fw_pose start )
{
	const int32_t ring = d->curves->driver.ring;
	const int32_t left = (int32_t)floor( start.x ) - ring, top = (int32_t)floor( start.y ) - ring;
	for ( int32_t hy = 2 * top; hy < 2 * ( top + 2 * ring + 1 ); ++hy )
	{
		for ( int32_t hx = 2 * left; hx < 2 * ( left + 2 * ring + 1 ); ++hx )
		{
			for ( int32_t own = 0; own < d->curves->headings * d->gears && is_usable( d, hx, hy ); ++own )
			{
				const drive_node n = { hx, hy, own / d->gears, own % d->gears };
				const int64_t cost = exact_curve( d, start, pose_of( d, n ), false, n.gear, INT64_MAX );
				if ( cost >= 0 )
				{
					push( d, cost, index_of( d, n ) );
				}
			}
		}
	}
}

static void open_start( oracle_drives* d )
{
	const double hx = round( 2 * d->start.x ), hy = round( 2 * d->start.y );
	const bool point = fabs( hx - 2 * d->start.x ) <= SAME_POSE && fabs( hy - 2 * d->start.y ) <= SAME_POSE &&
	                   is_usable( d, (int32_t)hx, (int32_t)hy );
	d->exact_start = true;
	for ( int32_t h = 0; h < d->curves->headings && point; ++h )
	{
		if ( d->any_heading || d->curves->headings == 1 ||
		     same_heading( oracle_angle_of( d->curves, h ), d->start.heading ) )
		{
			for ( int32_t gear = 0; gear < d->gears; ++gear )
			{
				const int32_t heading = ( h + gear * d->curves->headings / 2 ) % d->curves->headings;
				push( d, 0, index_of( d, ( drive_node ){ (int32_t)hx, (int32_t)hy, heading, gear } ) );
			}
			d->exact_start = false;
		}
	}
	for ( int32_t h = 0; h < ( d->any_heading ? d->curves->headings : 1 ) && d->exact_start; ++h )
	{
		fw_pose start = d->start;
		start.heading = d->any_heading ? oracle_angle_of( d->curves, h ) : start.heading;
		open_exact( d, start );
	}
}

static void expand( oracle_drives* d, struct entry at )
{
	const oracle_curves* c = d->curves;
	const drive_node n = node_of( d, at.node );
	const int32_t phase = ( n.hx & 1 ? 0 : 1 ) | ( n.hy & 1 ? 0 : 2 );
	const size_t fan = (size_t)( phase * c->headings + n.heading );
	for ( size_t i = c->begins[fan]; i < c->begins[fan + 1]; ++i )
	{
		const ring_curve* curve = &c->curves[i];
		const drive_node to = { n.hx + curve->dx, n.hy + curve->dy, curve->heading, n.gear };
		const int64_t cost = at.cost + cost_of( d, curve->length, curve->turned, n.gear );
		if ( is_usable( d, to.hx, to.hy ) &&
		     ( d->costs[index_of( d, to )] < 0 || d->costs[index_of( d, to )] > cost ) &&
		     oracle_ring_is_free( c, d->grid, curve, n.hx >> 1, n.hy >> 1 ) )
		{
			push( d, cost, index_of( d, to ) );
		}
	}
	if ( d->gears == 2 )
	{
		const drive_node to = { n.hx, n.hy, ( n.heading + c->headings / 2 ) % c->headings, 1 - n.gear };
		push( d, at.cost + (int64_t)floor( c->driver.unit.reverse_penalty * COST_ONE + 0.5 ), index_of( d, to ) );
	}
}

oracle_drives* oracle_drives_from( const oracle_curves* curves, const fw_grid* grid, fw_pose start, bool any_heading )
{
	size_t capacity = 0;
	oracle_drives* d = oracle_grown( NULL, 1, &capacity, sizeof( oracle_drives ) );
	*d = ( oracle_drives ){ .curves = curves, .grid = grid, .start = start, .any_heading = any_heading };
	d->columns = 2 * fw_grid_width( grid ) + 1;
	d->rows = 2 * fw_grid_height( grid ) + 1;
	d->gears = curves->driver.unit.reverse && curves->headings > 1 ? 2 : 1;
	const size_t nodes = (size_t)d->columns * (size_t)d->rows * (size_t)curves->headings * (size_t)d->gears;
	capacity = 0;
	d->costs = oracle_grown( NULL, nodes, &capacity, sizeof( int64_t ) );
	memset( d->costs, 0xFF, nodes * sizeof( int64_t ) );
	add_lattice( d );
	if ( oracle_ring_stands( d->curves, d->grid, 2 * start.x, 2 * start.y ) )
	{
		open_start( d );
	}
	while ( d->count > 0 )
	{
		const struct entry at = pop( d );
		if ( at.cost == d->costs[at.node] )
		{
			expand( d, at );
		}
	}
	return d;
}

static void keep_least( int64_t* least, int64_t cost )
{
	*least = *least < 0 || cost < *least ? cost : *least;
}

int64_t oracle_drives_to( const oracle_drives* d, fw_pose goal, bool any_heading, double tolerance )
{
	const oracle_curves* c = d->curves;
	const double range = fmin( fmax( c->driver.ring, ceil( 2 * c->driver.unit.turning_radius ) ) + 2, FARTHEST );
	const size_t nodes = (size_t)d->columns * (size_t)d->rows * (size_t)c->headings * (size_t)d->gears;
	int64_t least = -1;
	for ( size_t i = 0; i < nodes; ++i )
	{
		const fw_pose pose = pose_of( d, node_of( d, i ) );
		const double distance = hypot( goal.x - pose.x, goal.y - pose.y );
		if ( d->costs[i] < 0 || distance > fmax( range, tolerance ) || ( least >= 0 && d->costs[i] >= least ) )
		{
			continue;
		}
		if ( distance <= fmax( tolerance, SAME_POSE ) &&
		     ( any_heading || c->headings == 1 || same_heading( pose.heading, goal.heading ) ) )
		{
			keep_least( &least, d->costs[i] );
			continue;
		}
		const int64_t limit = least >= 0 ? least - d->costs[i] : INT64_MAX;
		const int32_t gear = node_of( d, i ).gear;
		const int64_t rest = distance <= range ? exact_curve( d, pose, goal, any_heading, gear, limit ) : -1;
		if ( rest >= 0 )
		{
			keep_least( &least, d->costs[i] + rest );
		}
	}
	const int32_t starts = d->exact_start ? ( d->any_heading ? c->headings : 1 ) * d->gears : 0;
	for ( int32_t i = 0; i < starts; ++i )
	{
		fw_pose start = d->start;
		start.heading = d->any_heading ? oracle_angle_of( c, i / d->gears ) : start.heading;
		const bool near = hypot( goal.x - start.x, goal.y - start.y ) <= range;
		const int64_t cost = near ? exact_curve( d, start, goal, any_heading, i % d->gears, INT64_MAX ) : -1;
		if ( cost >= 0 )
		{
			keep_least( &least, cost );
		}
	}
	return least;
}

void oracle_drives_free( oracle_drives* drives )
{
	if ( drives == NULL )
	{
		return;
	}
	free( drives->usable );
	free( drives->costs );
	free( drives->heap );
	free( drives );
}
