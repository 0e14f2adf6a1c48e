// SPDX-License-Identifier: MIT
// Dijkstra's algorithm (1959) over lattice poses, gears and eight speeds, along every curve of a ring and straight
// runs.
#include "oracle_speed.h"

#include "oracle_ring.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define COST_ONE 2378.0
#define FARTHEST 14    // the maximum distance from which the search tries the exact curve into the goal [tiles]
#define SAME_POSE 1e-9 // a pose this near to a lattice pose counts as one
#define LEVELS 8
#define MOST_CURVES ( 6 * ( FW_WIDER_MAX + 1 ) )
#define LONGEST_RUN 256
#define SLACK 1e-9

// A limit of the squared speed: a line over the distance.
typedef struct bound
{
	double at, value, slope;
	double low, high; // where it applies
} bound;

static double bounded( const bound* bounds, int32_t count, double s )
{
	double least = (double)INFINITY;
	for ( int32_t i = 0; i < count; ++i )
	{
		if ( s >= bounds[i].low - 1e-12 && s <= bounds[i].high + 1e-12 )
		{
			least = fmin( least, bounds[i].value + bounds[i].slope * ( s - bounds[i].at ) );
		}
	}
	return least;
}

static int by_value( const void* a, const void* b )
{
	const double x = *(const double*)a, y = *(const double*)b;
	return x < y ? -1 : x > y;
}

double oracle_speed_time( const fw_unit* unit, const fw_curve* curve, double from, double to )
{
	fw_segment segments[3];
	bound bounds[16];
	int32_t count = 0;
	const int32_t parts = fw_curve_segments( curve, segments );
	const double top = unit->speed / ( curve->gear == FW_GEAR_REVERSE ? unit->reverse_factor : 1 );
	const double up = 2 * unit->acceleration, down = 2 * unit->braking;
	double marks[16 * 16 + 8], length = 0;
	int32_t mark_count = 0;
	for ( int32_t i = 0; i < parts; ++i )
	{
		double limit = top * top;
		if ( segments[i].kind == FW_SEGMENT_ARC && unit->lateral > 0 )
		{
			limit = fmin( limit, unit->lateral * segments[i].radius );
		}
		const double end = length + segments[i].length;
		bounds[count++] = ( bound ){ length, limit, 0, length, end };
		bounds[count++] = ( bound ){ length, limit, -down, 0, length };
		bounds[count++] = ( bound ){ end, limit, up, end, (double)INFINITY };
		marks[mark_count++] = length;
		length = end;
	}
	marks[mark_count++] = length;
	bounds[count++] = ( bound ){ 0, from * from, up, 0, (double)INFINITY };
	if ( to >= 0 )
	{
		bounds[count++] = ( bound ){ length, to * to, -down, 0, (double)INFINITY };
	}
	if ( bounded( bounds, count, 0 ) < from * from - SLACK * top * top ||
	     ( to >= 0 && bounded( bounds, count, length ) < to * to - SLACK * top * top ) )
	{
		return -1;
	}
	for ( int32_t i = 0; i < count; ++i )
	{
		for ( int32_t j = 0; j < i; ++j )
		{
			const bound *a = &bounds[i], *b = &bounds[j];
			const double s = ( b->value - b->slope * b->at - a->value + a->slope * a->at ) / ( a->slope - b->slope );
			if ( a->slope != b->slope && s > 0 && s < length )
			{
				marks[mark_count++] = s;
			}
		}
	}
	qsort( marks, (size_t)mark_count, sizeof( double ), by_value );
	double time = 0;
	double before = sqrt( fmax( bounded( bounds, count, marks[0] ), 0 ) );
	for ( int32_t i = 1; i < mark_count; ++i )
	{
		const double part = marks[i] - marks[i - 1];
		if ( part > 0 )
		{
			const double after = sqrt( fmax( bounded( bounds, count, marks[i] ), 0 ) );
			time += before + after > 0 ? 2 * part / ( before + after ) : 0;
			before = after;
		}
	}
	return time;
}

typedef struct trip_node
{
	int32_t hx, hy, heading, gear, level;
} trip_node;

typedef struct trip_entry
{
	int64_t cost;
	size_t node;
} trip_entry;

struct oracle_trips
{
	oracle_curves* curves;
	const fw_grid* grid;
	int32_t columns, rows, gears;
	fw_pose start;
	double speed;
	bool exact_start, any_heading;
	bool* usable;
	int16_t* free_steps;                                      // [points * headings], -1 not known
	int32_t run_count[2], runs[2][1024];                      // along rows and columns, and diagonals
	int64_t run_costs[2][LONGEST_RUN + 1][2][LEVELS][LEVELS]; // -2 not known yet
	int64_t* costs;                                           // [nodes], -1 where no drive leads
	trip_entry* heap;
	size_t count, capacity;
};

// Standing, the speed in the tightest turns and equal factors from there; where that is top speed, equal steps.
static double square_of( const fw_unit* unit, int32_t level )
{
	const double turning = unit->lateral * unit->turning_radius / ( unit->speed * unit->speed );
	const bool slow = turning > 0 && turning < 1;
	return level == 0 ? 0 : slow ? turning * pow( turning, ( 1 - level ) / 6.0 ) : level / 7.0;
}

static double speed_of( const oracle_trips* t, int32_t level )
{
	return t->curves->driver.unit.speed * sqrt( square_of( &t->curves->driver.unit, level ) );
}

static int64_t cost_of( const oracle_trips* t, const fw_curve* curve, double from, double to )
{
	const fw_unit* unit = &t->curves->driver.unit;
	const double time = oracle_speed_time( unit, curve, from, to );
	return time < 0 ? -1 : (int64_t)floor( time * unit->speed * COST_ONE + 0.5 );
}

static size_t index_of( const oracle_trips* t, trip_node n )
{
	const size_t point = (size_t)n.hy * (size_t)t->columns + (size_t)n.hx;
	const size_t pose = point * (size_t)t->curves->headings + (size_t)n.heading;
	return ( pose * (size_t)t->gears + (size_t)n.gear ) * LEVELS + (size_t)n.level;
}

static trip_node node_of( const oracle_trips* t, size_t index )
{
	const size_t pose = index / LEVELS / (size_t)t->gears, headings = (size_t)t->curves->headings;
	const size_t point = pose / headings, columns = (size_t)t->columns;
	return ( trip_node ){ (int32_t)( point % columns ), (int32_t)( point / columns ), (int32_t)( pose % headings ),
	                      (int32_t)( index / LEVELS % (size_t)t->gears ), (int32_t)( index % LEVELS ) };
}

static fw_gear gear_of( int32_t gear )
{
	return gear == 1 ? FW_GEAR_REVERSE : FW_GEAR_FORWARD;
}

static fw_pose pose_of( const oracle_trips* t, trip_node n )
{
	const int32_t facing = ( n.heading + n.gear * t->curves->headings / 2 ) % t->curves->headings;
	return ( fw_pose ){ n.hx / 2.0, n.hy / 2.0, oracle_angle_of( t->curves, facing ) };
}

static bool is_usable( const oracle_trips* t, int32_t hx, int32_t hy )
{
	return hx >= 0 && hy >= 0 && hx < t->columns - 1 && hy < t->rows - 1 &&
	       t->usable[(size_t)hy * (size_t)t->columns + (size_t)hx];
}

static void push( oracle_trips* t, int64_t cost, trip_node to )
{
	const size_t node = index_of( t, to );
	if ( t->costs[node] >= 0 && t->costs[node] <= cost )
	{
		return;
	}
	t->costs[node] = cost;
	t->heap = oracle_grown( t->heap, t->count + 1, &t->capacity, sizeof( trip_entry ) );
	size_t at = t->count++;
	for ( ; at > 0 && t->heap[( at - 1 ) / 2].cost > cost; at = ( at - 1 ) / 2 )
	{
		t->heap[at] = t->heap[( at - 1 ) / 2];
	}
	t->heap[at] = ( trip_entry ){ cost, node };
}

static trip_entry pop( oracle_trips* t )
{
	const trip_entry top = t->heap[0], last = t->heap[--t->count];
	size_t at = 0;
	for ( size_t child = 1; child < t->count; child = 2 * at + 1 )
	{
		child += child + 1 < t->count && t->heap[child + 1].cost < t->heap[child].cost;
		if ( t->heap[child].cost >= last.cost )
		{
			break;
		}
		t->heap[at] = t->heap[child];
		at = child;
	}
	t->heap[at] = last;
	return top;
}

// As the documentation says: growing by a quarter up to the length in which top speed can be reached and lost again,
// and whole levels.
static void add_runs( oracle_trips* t, int32_t kind )
{
	const fw_unit* unit = &t->curves->driver.unit;
	const double step = kind == 0 ? 1 : FW_SQRT2;
	const double gain = unit->speed * unit->speed / 2 / unit->acceleration;
	const double loss = unit->speed * unit->speed / 2 / unit->braking;
	const int32_t farthest = (int32_t)fmin( ceil( ( gain + loss ) / step ), LONGEST_RUN );
	bool wanted[LONGEST_RUN + 1] = { false };
	wanted[farthest] = true;
	for ( int32_t n = 1; n<farthest; n = n + n / 4> n ? n + n / 4 : n + 1 )
	{
		wanted[n] = true;
	}
	for ( int32_t level = 1; level < LEVELS; ++level )
	{
		const double from_rest = square_of( unit, level ), from_before = from_rest - square_of( unit, level - 1 );
		const double amounts[4] = { gain * from_rest, loss * from_rest, gain * from_before, loss * from_before };
		for ( int32_t i = 0; i < 4; ++i )
		{
			const double n = fmax( ceil( ( amounts[i] - 1e-7 ) / step ), 1 );
			if ( n <= LONGEST_RUN )
			{
				wanted[(int32_t)n] = true;
			}
		}
	}
	for ( int32_t n = 1; n <= LONGEST_RUN; ++n )
	{
		if ( wanted[n] )
		{
			t->runs[kind][t->run_count[kind]++] = n;
		}
	}
}

static fw_curve line_from( fw_pose pose, double length, double radius, fw_gear gear )
{
	return ( fw_curve ){ .start = pose, .radius = radius, .part = { 0, length, 0 }, .length = length, .gear = gear };
}

// How many steps straight ahead from a pose are free, in the direction of motion.
static int32_t steps_from( oracle_trips* t, trip_node n, int32_t dx, int32_t dy )
{
	const size_t point = (size_t)n.hy * (size_t)t->columns + (size_t)n.hx;
	int16_t* known = &t->free_steps[point * (size_t)t->curves->headings + (size_t)n.heading];
	if ( *known < 0 )
	{
		int16_t steps = 0;
		n.gear = 0;
		while ( n.hx + 2 * dx > 0 && n.hy + 2 * dy > 0 && n.hx + 2 * dx < t->columns && n.hy + 2 * dy < t->rows )
		{
			const fw_curve line = line_from( pose_of( t, n ), hypot( dx, dy ), 0, FW_GEAR_FORWARD );
			if ( !oracle_curve_is_free( t->grid, &t->curves->driver.unit, &line ) )
			{
				break;
			}
			n.hx += 2 * dx;
			n.hy += 2 * dy;
			steps++;
		}
		*known = steps;
	}
	return *known;
}

// All successors of a pose at a speed; level -1: not one of the levels.
static void expand( oracle_trips* t, trip_node n, double speed, int64_t cost )
{
	const oracle_curves* c = t->curves;
	const int32_t phase = ( n.hx & 1 ? 0 : 1 ) | ( n.hy & 1 ? 0 : 2 );
	const size_t fan = (size_t)( phase * c->headings + n.heading );
	for ( size_t i = c->begins[fan]; i < c->begins[fan + 1]; ++i )
	{
		const ring_curve* curve = &c->curves[i];
		trip_node to = { n.hx + curve->dx, n.hy + curve->dy, curve->heading, n.gear, 0 };
		if ( !is_usable( t, to.hx, to.hy ) || !oracle_ring_is_free( c, t->grid, curve, n.hx >> 1, n.hy >> 1 ) )
		{
			continue;
		}
		fw_curve driven = curve->curve;
		driven.gear = gear_of( n.gear );
		for ( to.level = 0; to.level < LEVELS; ++to.level )
		{
			int64_t* known =
			    &t->curves
			         ->speed_costs[( ( i * 2 + (size_t)n.gear ) * LEVELS + (size_t)( n.level < 0 ? 0 : n.level ) ) *
			                           LEVELS +
			                       (size_t)to.level];
			if ( n.level >= 0 && *known == -2 )
			{
				*known = cost_of( t, &driven, speed, speed_of( t, to.level ) );
			}
			const int64_t more = n.level >= 0 ? *known : cost_of( t, &driven, speed, speed_of( t, to.level ) );
			if ( more >= 0 )
			{
				push( t, cost + more, to );
			}
		}
	}
	const double angle = oracle_angle_of( c, n.heading );
	const int32_t dx = (int32_t)round( 1.2 * cos( angle ) ), dy = (int32_t)round( 1.2 * sin( angle ) );
	const bool straight = fabs( remainder( angle, FW_PI / 4 ) ) < 1e-9;
	const int32_t kind = dx != 0 && dy != 0 ? 1 : 0;
	const int32_t most = straight ? steps_from( t, n, dx, dy ) : 0;
	for ( int32_t i = 0; i < t->run_count[kind] && t->runs[kind][i] <= most; ++i )
	{
		const int32_t steps = t->runs[kind][i];
		trip_node to = { n.hx + 2 * steps * dx, n.hy + 2 * steps * dy, n.heading, n.gear, 0 };
		const fw_curve line = line_from( pose_of( t, n ), steps * hypot( dx, dy ), 0, gear_of( n.gear ) );
		for ( to.level = 0; to.level < LEVELS && is_usable( t, to.hx, to.hy ); ++to.level )
		{
			int64_t* known = &t->run_costs[kind][steps][n.gear][n.level < 0 ? 0 : n.level][to.level];
			if ( n.level >= 0 && *known == -2 )
			{
				*known = cost_of( t, &line, speed, speed_of( t, to.level ) );
			}
			const int64_t more = n.level >= 0 ? *known : cost_of( t, &line, speed, speed_of( t, to.level ) );
			if ( more >= 0 )
			{
				push( t, cost + more, to );
			}
		}
	}
	if ( t->gears == 2 && speed == 0 )
	{
		const trip_node to = { n.hx, n.hy, ( n.heading + c->headings / 2 ) % c->headings, 1 - n.gear, 0 };
		push( t, cost + (int64_t)floor( c->driver.unit.reverse_penalty * COST_ONE + 0.5 ), to );
	}
}

// All free curves from a pose to a pose, or to a point.
static int32_t free_curves( const oracle_trips* t, fw_pose from, fw_pose to, bool any_heading, fw_gear gear,
                            fw_curve found[MOST_CURVES] )
{
	const fw_unit* unit = &t->curves->driver.unit;
	int32_t count = 0, kept = 0;
	for ( int32_t i = 0; i <= FW_WIDER_MAX; ++i )
	{
		const double radius = i == 0 ? unit->turning_radius : t->curves->driver.wider[i - 1];
		const fw_vec2 at = { to.x, to.y };
		if ( any_heading && radius > 0 )
		{
			count += fw_curve_to_point( from, at, radius, FW_WORD_LS, gear, &found[count] ) ? 1 : 0;
			count += fw_curve_to_point( from, at, radius, FW_WORD_RS, gear, &found[count] ) ? 1 : 0;
		}
		else if ( radius > 0 )
		{
			count += fw_curve_all( from, to, radius, FW_WORDS_SIX, gear, &found[count] );
		}
	}
	for ( int32_t i = 0; i < count; ++i )
	{
		const fw_curve curve = found[i];
		if ( oracle_curve_is_free( t->grid, unit, &curve ) )
		{
			found[kept++] = curve;
		}
	}
	return kept;
}

// The minimum cost of some curves from one speed to another; -1 if there is none.
static int64_t least_of( const oracle_trips* t, const fw_curve* curves, int32_t count, double from, double to )
{
	int64_t least = -1;
	for ( int32_t i = 0; i < count; ++i )
	{
		const int64_t cost = cost_of( t, &curves[i], from, to );
		least = cost >= 0 && ( least < 0 || cost < least ) ? cost : least;
	}
	return least;
}

static bool same_heading( double a, double b )
{
	return fabs( remainder( a - b, FW_TAU ) ) < SAME_POSE;
}

static void open_exact( oracle_trips* t, fw_pose start )
{
	const int32_t ring = t->curves->driver.ring;
	const int32_t left = (int32_t)floor( start.x ) - ring, top = (int32_t)floor( start.y ) - ring;
	const int32_t gears = t->speed > 0 ? 1 : t->gears;
	for ( int32_t hy = 2 * top; hy < 2 * ( top + 2 * ring + 1 ); ++hy )
	{
		for ( int32_t hx = 2 * left; hx < 2 * ( left + 2 * ring + 1 ); ++hx )
		{
			for ( int32_t own = 0; own < t->curves->headings * gears && is_usable( t, hx, hy ); ++own )
			{
				trip_node n = { hx, hy, own / gears, own % gears, 0 };
				fw_curve found[MOST_CURVES];
				const int32_t count = free_curves( t, start, pose_of( t, n ), false, gear_of( n.gear ), found );
				for ( n.level = 0; n.level < LEVELS; ++n.level )
				{
					const int64_t cost = least_of( t, found, count, t->speed, speed_of( t, n.level ) );
					if ( cost >= 0 )
					{
						push( t, cost, n );
					}
				}
			}
		}
	}
}

static void open_start( oracle_trips* t )
{
	const double hx = round( 2 * t->start.x ), hy = round( 2 * t->start.y );
	const bool point = fabs( hx - 2 * t->start.x ) <= SAME_POSE && fabs( hy - 2 * t->start.y ) <= SAME_POSE &&
	                   is_usable( t, (int32_t)hx, (int32_t)hy );
	const int32_t headings = t->curves->headings;
	t->exact_start = true;
	for ( int32_t h = 0; h < headings && point; ++h )
	{
		if ( !t->any_heading && !same_heading( oracle_angle_of( t->curves, h ), t->start.heading ) )
		{
			continue;
		}
		t->exact_start = false;
		for ( int32_t gear = 0; gear < ( t->speed > 0 ? 1 : t->gears ); ++gear )
		{
			const int32_t heading = ( h + gear * headings / 2 ) % headings;
			const trip_node n = { (int32_t)hx, (int32_t)hy, heading, gear, 0 };
			if ( t->speed > 0 )
			{
				expand( t, ( trip_node ){ n.hx, n.hy, n.heading, n.gear, -1 }, t->speed, 0 );
			}
			else
			{
				push( t, 0, n );
			}
		}
	}
	for ( int32_t h = 0; h < ( t->any_heading ? headings : 1 ) && t->exact_start; ++h )
	{
		fw_pose start = t->start;
		start.heading = t->any_heading ? oracle_angle_of( t->curves, h ) : start.heading;
		open_exact( t, start );
	}
}

static void* filled( size_t count, size_t size, int byte )
{
	size_t capacity = 0;
	void* made = oracle_grown( NULL, count, &capacity, size );
	memset( made, byte, count * size );
	return made;
}

oracle_trips* oracle_trips_from( oracle_curves* curves, const fw_grid* grid, fw_pose start, bool any_heading,
                                 double speed )
{
	oracle_trips* t = filled( 1, sizeof( oracle_trips ), 0 );
	t->curves = curves;
	t->grid = grid;
	t->start = start;
	t->any_heading = any_heading;
	t->speed = speed;
	t->columns = 2 * fw_grid_width( grid ) + 1;
	t->rows = 2 * fw_grid_height( grid ) + 1;
	t->gears = curves->driver.unit.reverse ? 2 : 1;
	const size_t points = (size_t)t->columns * (size_t)t->rows, poses = points * (size_t)curves->headings;
	t->usable = filled( points, sizeof( bool ), 0 );
	t->free_steps = filled( poses, sizeof( int16_t ), 0xFF );
	t->costs = filled( poses * (size_t)t->gears * LEVELS, sizeof( int64_t ), 0xFF );
	const size_t amounts = curves->count * 2 * LEVELS * LEVELS;
	if ( curves->speed_costs == NULL )
	{
		curves->speed_costs = filled( amounts, sizeof( int64_t ), 0 );
		for ( size_t i = 0; i < amounts; ++i )
		{
			curves->speed_costs[i] = -2;
		}
	}
	for ( size_t i = 0; i < sizeof( t->run_costs ) / sizeof( int64_t ); ++i )
	{
		( (int64_t*)t->run_costs )[i] = -2;
	}
	for ( int32_t hy = 0; hy < t->rows - 1; ++hy )
	{
		for ( int32_t hx = 0; hx < t->columns - 1; ++hx )
		{
			t->usable[(size_t)hy * (size_t)t->columns + (size_t)hx] = oracle_ring_has( curves, grid, hx, hy );
		}
	}
	add_runs( t, 0 );
	add_runs( t, 1 );
	if ( oracle_ring_stands( curves, grid, 2 * start.x, 2 * start.y ) )
	{
		open_start( t );
	}
	while ( t->count > 0 )
	{
		const trip_entry at = pop( t );
		const trip_node n = node_of( t, at.node );
		if ( at.cost == t->costs[at.node] )
		{
			expand( t, n, speed_of( t, n.level ), at.cost );
		}
	}
	return t;
}

// A goal of a query.
typedef struct trip_goal
{
	fw_pose pose;
	bool any_heading, any_speed;
	double tolerance;
} trip_goal;

static bool is_near( const oracle_trips* t, fw_pose pose, const trip_goal* goal )
{
	const oracle_driver* driver = &t->curves->driver;
	const double range = fmin( fmax( driver->ring, ceil( 2 * driver->unit.turning_radius ) ) + 2, FARTHEST );
	return hypot( goal->pose.x - pose.x, goal->pose.y - pose.y ) <= fmax( range, goal->tolerance );
}

// Lowers the minimum cost to that of the goal from a pose: reached at a level, or by free curves from it.
static void keep_least( const oracle_trips* t, const trip_goal* goal, fw_pose pose, const fw_curve* curves,
                        int32_t count, double speed, int64_t before, int64_t* least )
{
	const double distance = hypot( goal->pose.x - pose.x, goal->pose.y - pose.y );
	const bool there = distance <= fmax( goal->tolerance, SAME_POSE ) &&
	                   ( goal->any_heading || same_heading( pose.heading, goal->pose.heading ) ) &&
	                   ( goal->any_speed || speed == 0 );
	const int64_t rest = there ? 0 : least_of( t, curves, count, speed, goal->any_speed ? -1 : 0 );
	*least = rest >= 0 && ( *least < 0 || before + rest < *least ) ? before + rest : *least;
}

static void keep_pose( const oracle_trips* t, const trip_goal* goal, size_t first, int64_t* least )
{
	const trip_node n = node_of( t, first );
	const fw_pose pose = pose_of( t, n );
	fw_curve found[MOST_CURVES];
	int32_t count = -1;
	for ( int32_t level = 0; level < LEVELS && is_near( t, pose, goal ); ++level )
	{
		const int64_t cost = t->costs[first + (size_t)level];
		if ( cost >= 0 && ( *least < 0 || cost < *least ) )
		{
			count = count < 0 ? free_curves( t, pose, goal->pose, goal->any_heading, gear_of( n.gear ), found ) : count;
			keep_least( t, goal, pose, found, count, speed_of( t, level ), cost, least );
		}
	}
}

int64_t oracle_trips_to( const oracle_trips* t, fw_pose goal, bool any_heading, double tolerance, bool any_speed )
{
	const int32_t headings = t->curves->headings;
	const size_t poses = (size_t)t->columns * (size_t)t->rows * (size_t)headings * (size_t)t->gears;
	const trip_goal asked = { goal, any_heading, any_speed, tolerance };
	int64_t least = -1;
	for ( size_t i = 0; i < poses; ++i )
	{
		keep_pose( t, &asked, i * LEVELS, &least );
	}
	const int32_t gears = t->speed > 0 ? 1 : t->gears;
	const bool own = t->exact_start || t->speed > 0;
	for ( int32_t i = 0; i < ( t->any_heading ? headings : 1 ) * gears && own; ++i )
	{
		fw_curve found[MOST_CURVES];
		fw_pose start = t->start;
		start.heading = t->any_heading ? oracle_angle_of( t->curves, i / gears ) : start.heading;
		if ( is_near( t, start, &asked ) )
		{
			const int32_t count = free_curves( t, start, goal, any_heading, gear_of( i % gears ), found );
			keep_least( t, &asked, start, found, count, t->speed, 0, &least );
		}
	}
	return least;
}

void oracle_trips_free( oracle_trips* trips )
{
	if ( trips == NULL )
	{
		return;
	}
	free( trips->usable );
	free( trips->free_steps );
	free( trips->costs );
	free( trips->heap );
	free( trips );
}
