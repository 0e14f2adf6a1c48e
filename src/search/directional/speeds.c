// SPDX-License-Identifier: MIT
// Times along curves by even acceleration and braking.
#include "search/directional/speeds.h"

#include "search/cost.h"

// Speeds that differ by less are one [squares].
#define SAME 1e-9
// Each run is by this factor longer than the one before, but for those that make whole levels.
#define RUN_GROWTH 1.25
// Levels begin no lower than at this part of the square of the top speed, turned over.
#define SLOWEST 1e6
// Wider radii: each by this factor at least, and up to what tables have [tiles].
#define RADIUS_GROWTH 1.6
#define WIDEST 64.0

// The least time for a part along which one limit holds, from a speed to a speed that it can get to.
static double part_time( const fw_speeds* s, double length, double limit, double from, double to )
{
	double peak = ( length * s->up * s->down + from * s->down + to * s->up ) / ( s->up + s->down );
	peak = fmax( fmin( peak, limit ), fmax( from, to ) );
	if ( !( peak > 0.0 ) )
	{
		return 0.0;
	}
	const double top = sqrt( peak );
	const double even = length - ( peak - from ) / s->up - ( peak - to ) / s->down;
	return 2.0 * ( top - sqrt( from ) ) / s->up + 2.0 * ( top - sqrt( to ) ) / s->down + fmax( even, 0.0 ) / top;
}

typedef struct part
{
	double length, limit;
} part;

static int32_t parts_of( const fw_speeds* s, const fw_curve* curve, part parts[3] )
{
	fw_segment segments[3];
	const int32_t count = fw_curve_segments( curve, segments );
	for ( int32_t i = 0; i < count; i++ )
	{
		const double straight = curve->gear == FW_GEAR_REVERSE ? s->back : 1.0;
		const double arc = segments[i].kind == FW_SEGMENT_ARC ? s->arc * ( segments[i].radius / s->radius ) : INFINITY;
		parts[i] = ( part ){ segments[i].length, fmin( arc, straight ) };
	}
	return count;
}

static bool time_of( const fw_speeds* s, const part* parts, int32_t count, double from, double to, double* time )
{
	// How fast the unit may be where each part begins, so that it can brake for what is to come; then how fast it is.
	double most[4];
	most[count] = to >= 0.0 ? to : parts[count - 1].limit;
	if ( most[count] > parts[count - 1].limit + SAME || from > parts[0].limit + SAME )
	{
		return false;
	}
	for ( int32_t i = count - 1; i >= 0; i-- )
	{
		const double before = i > 0 ? parts[i - 1].limit : INFINITY;
		most[i] = fmin( fmin( parts[i].limit, before ), most[i + 1] + s->down * parts[i].length );
	}
	if ( from > most[0] + SAME )
	{
		return false;
	}
	double at = fmin( from, most[0] );
	*time = 0.0;
	for ( int32_t i = 0; i < count; i++ )
	{
		const double next = fmin( most[i + 1], at + s->up * parts[i].length );
		*time += part_time( s, parts[i].length, parts[i].limit, at, next );
		at = next;
	}
	return to < 0.0 || at >= to - SAME;
}

bool fw_speeds_time( const fw_speeds* speeds, const fw_curve* curve, double from, double to, double* time )
{
	part parts[3];
	const int32_t count = parts_of( speeds, curve, parts );
	*time = 0.0;
	return count > 0 ? time_of( speeds, parts, count, from, to, time ) : to < 0.0 || fabs( from - to ) <= SAME;
}

// Of a path of some parts from a speed to each level.
static void costs_from( const fw_speeds* s, const part* parts, int32_t count, double from, uint32_t* costs )
{
	for ( int32_t to = 0; to < FW_SPEED_LEVELS; to++ )
	{
		double time;
		const bool can = count > 0 && time_of( s, parts, count, from, s->squares[to], &time );
		costs[to] = can ? fw_cost_of( time ) : FW_SPEED_NEVER;
	}
}

void fw_speeds_curve( const fw_speeds* speeds, const fw_curve* curve, double from, uint32_t costs[FW_SPEED_LEVELS] )
{
	part parts[3];
	const int32_t count = parts_of( speeds, curve, parts );
	costs_from( speeds, parts, count, from, costs );
}

const uint32_t* fw_speeds_edge( fw_speeds* speeds, const fw_primitives* primitives, uint32_t edge, int32_t gear,
                                int32_t level )
{
	const fw_primitives* table = gear == 0 ? primitives : primitives->turned;
	const size_t place = (size_t)edge + ( gear == 0 ? 0 : (size_t)primitives->edge_count );
	uint32_t* costs = speeds->edges[place].cost[level];
	if ( ( speeds->known[place] >> level & 1 ) == 0 )
	{
		fw_curve curve = { 0 };
		const bool exists = fw_turn_edge_curve( table, &table->edges[edge], &curve );
		FW_ASSERT( exists );
		(void)exists;
		curve.gear = gear == 0 ? FW_GEAR_FORWARD : FW_GEAR_REVERSE;
		fw_speeds_curve( speeds, &curve, speeds->squares[level], costs );
		speeds->known[place] |= (uint8_t)( 1u << level );
	}
	return costs;
}

uint32_t fw_speeds_min( const fw_speeds* s, int32_t level, uint32_t distance )
{
	const double from = s->squares[level];
	const double length = distance / (double)FW_COST_ONE;
	// Where it must stop, it goes on until it can have stopped.
	const double time = s->any_end ? part_time( s, length, 1.0, from, fmin( 1.0, from + s->up * length ) )
	                               : part_time( s, fmax( length, from / s->down ), 1.0, from, 0.0 );
	return (uint32_t)fmin( time * FW_COST_ONE, FW_COST_MAX / 2 );
}

bool fw_speeds_step( int32_t heading, int32_t headings, int32_t* dx, int32_t* dy )
{
	static const int8_t steps[8][2] = { { 1, 0 },  { 1, 1 },   { 0, 1 },  { -1, 1 },
	                                    { -1, 0 }, { -1, -1 }, { 0, -1 }, { 1, -1 } };
	const int32_t eighth = headings / 8;
	if ( eighth == 0 || heading % eighth != 0 )
	{
		return false;
	}
	*dx = steps[heading / eighth][0];
	*dy = steps[heading / eighth][1];
	return true;
}

// Steps of one and more, each run some longer than the one before, up to where the unit can have got to its top speed
// and stopped again; and those that it takes to gain and to lose whole levels.
static void choose_runs( fw_speeds* s, int32_t kind )
{
	const double step = kind == 0 ? 1.0 : FW_SQRT2;
	const double farthest = fmin( ceil( ( 1.0 / s->up + 1.0 / s->down ) / step ), FW_SPEED_FARTHEST );
	bool wanted[FW_SPEED_FARTHEST + 2] = { false }; // the last: all that would be too long
	for ( int32_t i = 4; i < 4 * FW_SPEED_LEVELS; i++ )
	{
		const double rate = i % 2 == 0 ? s->up : s->down;
		const double gain = s->squares[i / 4] - ( i % 4 < 2 ? 0.0 : s->squares[i / 4 - 1] );
		const double steps = ceil( ( gain / rate - SAME ) / step );
		wanted[(int32_t)fmin( fmax( steps, 1.0 ), FW_SPEED_FARTHEST + 1.0 )] = true;
	}
	for ( double steps = 1.0; steps < farthest; steps = fmax( steps + 1.0, floor( steps * RUN_GROWTH ) ) )
	{
		wanted[(int32_t)steps] = true;
	}
	wanted[(int32_t)farthest] = true;
	s->run_count[kind] = 0;
	for ( int32_t steps = 1; steps <= FW_SPEED_FARTHEST && s->run_count[kind] < FW_SPEED_RUNS; steps++ )
	{
		const int32_t run = s->run_count[kind];
		s->run_steps[kind][run] = steps;
		s->run_count[kind] += wanted[steps] ? 1 : 0;
		for ( int32_t i = 0; i < s->gears * FW_SPEED_LEVELS && wanted[steps]; i++ )
		{
			const int32_t gear = i / FW_SPEED_LEVELS;
			const int32_t level = i % FW_SPEED_LEVELS;
			const part straight = { steps * step, gear == 0 ? 1.0 : s->back };
			costs_from( s, &straight, 1, s->squares[level], s->run_costs[gear][kind][run].cost[level] );
		}
	}
}

// The sixth root of what is at least 1, by Newton's method from above.
static double sixth_root( double x )
{
	double root = 1.0 + ( x - 1.0 ) / 6.0;
	for ( int32_t i = 0; i < 100; i++ )
	{
		const double fifth = root * root * root * root * root;
		root -= ( root - x / fifth ) / 6.0;
	}
	return root;
}

// Standing, the speed in the tightest turns, and above it squares that grow by one factor; evenly spaced ones where
// turns are driven at full speed.
static void choose_levels( double arc, double squares[FW_SPEED_LEVELS] )
{
	const bool slow = arc < 1.0 - SAME;
	const double factor = slow ? sixth_root( fmin( 1.0 / arc, SLOWEST ) ) : 0.0;
	squares[0] = 0.0;
	squares[1] = slow ? arc : 1.0 / ( FW_SPEED_LEVELS - 1.0 );
	for ( int32_t level = 2; level < FW_SPEED_LEVELS; level++ )
	{
		squares[level] = slow ? squares[level - 1] * factor : level / ( FW_SPEED_LEVELS - 1.0 );
	}
	squares[FW_SPEED_LEVELS - 1] = 1.0;
}

static double arc_of( const fw_unit* unit )
{
	const double speed = fw_turn_speed( unit, unit->turning_radius ) / unit->speed;
	return speed * speed;
}

void fw_speeds_radii( const fw_unit* unit, double wider[FW_WIDER_MAX] )
{
	double squares[FW_SPEED_LEVELS];
	double last = unit->turning_radius;
	int32_t count = 0;
	const double arc = arc_of( unit );
	choose_levels( arc, squares );
	memset( wider, 0, FW_WIDER_MAX * sizeof( *wider ) );
	for ( int32_t level = 2; level < FW_SPEED_LEVELS && arc < 1.0 - SAME && count < FW_WIDER_MAX; level++ )
	{
		const double radius = unit->turning_radius * ( squares[level] / arc );
		if ( radius >= RADIUS_GROWTH * last && radius <= WIDEST )
		{
			wider[count++] = radius;
			last = radius;
		}
	}
}

void fw_speeds_begin( fw_speeds* speeds, const fw_unit* unit, double start_speed, bool any_end )
{
	const double square = unit->speed * unit->speed;
	const double arc = arc_of( unit );
	const double start = start_speed / unit->speed;
	const double up = 2.0 * unit->acceleration / square;
	const double down = 2.0 * unit->braking / square;
	const double back = 1.0 / ( unit->reverse_factor * unit->reverse_factor );
	const int32_t gears = unit->reverse ? 2 : 1;
	const bool same = speeds->up == up && speeds->down == down && speeds->back == back && speeds->gears == gears &&
	                  speeds->arc == arc;
	speeds->back = back;
	speeds->gears = gears;
	speeds->up = up;
	speeds->down = down;
	speeds->arc = arc;
	speeds->radius = unit->turning_radius;
	speeds->start = start * start;
	choose_levels( arc, speeds->squares );
	speeds->start_level = 0;
	while ( speeds->squares[speeds->start_level] < speeds->start - SAME && speeds->start_level < FW_SPEED_LEVELS - 1 )
	{
		speeds->start_level++;
	}
	speeds->any_end = any_end;
	for ( int32_t kind = 0; kind < 2 && !same; kind++ )
	{
		choose_runs( speeds, kind );
	}
}

bool fw_speeds_begin_edges( fw_speeds* speeds, const fw_allocator* allocator, const fw_primitives* primitives )
{
	const uint32_t backwards = speeds->gears > 1 ? primitives->turned->edge_count : 0;
	const int32_t edges = (int32_t)( primitives->edge_count + backwards );
	if ( primitives->edge_count > INT32_MAX / 2 || backwards > INT32_MAX / 2 ||
	     !FW_GROW( allocator, &speeds->edges, &speeds->edge_capacity, edges ) ||
	     !FW_GROW( allocator, &speeds->known, &speeds->known_capacity, edges ) )
	{
		return false;
	}
	if ( edges > 0 )
	{
		memset( speeds->known, 0, (size_t)edges );
	}
	return true;
}

void fw_speeds_hold( fw_holdings* holdings, fw_speeds* speeds )
{
	FW_HOLD( holdings, speeds->edges, speeds->edge_capacity );
	FW_HOLD( holdings, speeds->known, speeds->known_capacity );
}
