// SPDX-License-Identifier: MIT
// What a crowd did, from the positions of its units alone.
#include "crowds.h"
#include "haa.h"

#include <math.h>
#include <stdlib.h>

#define OVERLAP 1e-3     // of discs with each other and with blocked tiles that does not count [tiles]
#define TOO_FAST 0.01    // part of top speed
#define ABOUT 1.5        // who is so near to its goal at the end is not stuck [tiles]
#define STILL 10.0       // who got no tile further for so long at the end is stuck [s]
#define SLOW 0.05        // parts of top speed between which a stop lies
#define QUICK 0.5        //
#define MOVING 1e-9      // shorter motions have no direction [tiles]
#define HOME_FOR_ALL 1.0 // [s]
#define LAND ( FW_CAP_GROUND | FW_CAP_SWAMP )

typedef struct record
{
	crowds_point from, to;      // of this step
	double low, high;           // what its disc covers in x on this step
	crowds_point anchor;        // where it was when it last got a tile further
	int64_t anchored;           // and the step
	int64_t home;               // since this step; -1: is not
	double driven;              // [tiles]
	double course;              // in which it last drove [rad]
	bool has_course, was_quick; // since it last stood
	bool in_wall;
} record;

struct crowds_judge
{
	const crowds_problem* problem;
	crowds_rules rules;
	record* units;
	int32_t* by_low;
	int64_t *pairs, *pairs_before; // that overlap: i * count + k, sorted
	int32_t pair_count, pairs_before_count, pair_capacity;
	int64_t step, all_home; // since this step; -1: are not
	int64_t stops, reversals;
	crowds_figures out;
};

static double clamp( double value, double low, double high )
{
	return value < low ? low : value > high ? high : value;
}

static double point_to_segment( crowds_point p, crowds_point a, crowds_point b )
{
	const double dx = b.x - a.x;
	const double dy = b.y - a.y;
	const double square = dx * dx + dy * dy;
	const double t = square > 0.0 ? clamp( ( ( p.x - a.x ) * dx + ( p.y - a.y ) * dy ) / square, 0.0, 1.0 ) : 0.0;
	return hypot( a.x + t * dx - p.x, a.y + t * dy - p.y );
}

static double point_to_tile( crowds_point p, double x, double y )
{
	return hypot( p.x - clamp( p.x, x, x + 1.0 ), p.y - clamp( p.y, y, y + 1.0 ) );
}

// Cuts the part of the segment that is left down to the part between two values of a coordinate.
static void clip( double a, double b, double least, double* enter, double* leave )
{
	const double at[2] = { ( least - a ) / ( b - a ), ( least + 1.0 - a ) / ( b - a ) };
	if ( a == b )
	{
		*leave = a < least || a > least + 1.0 ? -1.0 : *leave;
		return;
	}
	*enter = fmax( *enter, fmin( at[0], at[1] ) );
	*leave = fmin( *leave, fmax( at[0], at[1] ) );
}

static double segment_to_tile( crowds_point a, crowds_point b, double x, double y )
{
	double enter = 0.0;
	double leave = 1.0;
	clip( a.x, b.x, x, &enter, &leave );
	clip( a.y, b.y, y, &enter, &leave );
	if ( enter <= leave )
	{
		return 0.0;
	}
	double least = fmin( point_to_tile( a, x, y ), point_to_tile( b, x, y ) );
	for ( int32_t corner = 0; corner < 4; corner++ )
	{
		const crowds_point p = { x + corner % 2, y + corner / 2 };
		least = fmin( least, point_to_segment( p, a, b ) );
	}
	return least;
}

// By how much the disc is in a blocked tile or outside the map, at most.
static double wall_depth( const fw_grid* grid, crowds_point a, crowds_point b, double radius )
{
	double depth = 0.0;
	const int32_t right = (int32_t)floor( fmax( a.x, b.x ) + radius );
	const int32_t bottom = (int32_t)floor( fmax( a.y, b.y ) + radius );
	for ( int32_t y = (int32_t)floor( fmin( a.y, b.y ) - radius ); y <= bottom; y++ )
	{
		for ( int32_t x = (int32_t)floor( fmin( a.x, b.x ) - radius ); x <= right; x++ )
		{
			if ( !fw_grid_passable( grid, x, y, LAND ) )
			{
				depth = fmax( depth, radius - segment_to_tile( a, b, x, y ) );
			}
		}
	}
	return depth;
}

crowds_judge* crowds_judge_begin( const crowds_problem* problem, crowds_rules rules )
{
	crowds_judge* judge = haa_take( 1, sizeof( *judge ) );
	judge->problem = problem;
	judge->rules = rules;
	judge->units = haa_take( (size_t)problem->count, sizeof( record ) );
	judge->by_low = haa_take( (size_t)problem->count, sizeof( int32_t ) );
	judge->step = -1;
	judge->all_home = -1;
	for ( int32_t i = 0; i < problem->count; i++ )
	{
		judge->units[i].home = -1;
		judge->by_low[i] = i;
	}
	return judge;
}

static int compare_pairs( const void* a, const void* b )
{
	const int64_t x = *(const int64_t*)a;
	const int64_t y = *(const int64_t*)b;
	return ( x > y ) - ( x < y );
}

static void keep_pair( crowds_judge* judge, int64_t pair )
{
	if ( judge->pair_count == judge->pair_capacity )
	{
		judge->pair_capacity = 2 * judge->pair_capacity + 64;
		const size_t size = (size_t)judge->pair_capacity * sizeof( int64_t );
		judge->pairs = realloc( judge->pairs, size );
		judge->pairs_before = realloc( judge->pairs_before, size );
		haa_check( judge->pairs != NULL && judge->pairs_before != NULL ? FW_OK : FW_ERR_MEMORY, "pairs" );
	}
	judge->pairs[judge->pair_count++] = pair;
}

static void judge_pair( crowds_judge* judge, int32_t i, int32_t k )
{
	const record* a = &judge->units[i];
	const record* b = &judge->units[k];
	const crowds_point from = { a->from.x - b->from.x, a->from.y - b->from.y };
	const crowds_point to = { a->to.x - b->to.x, a->to.y - b->to.y };
	const double depth = judge->problem->units[i].radius + judge->problem->units[k].radius -
	                     point_to_segment( ( crowds_point ){ 0.0, 0.0 }, from, to );
	if ( depth > OVERLAP )
	{
		const int64_t least = i < k ? i : k;
		keep_pair( judge, least * judge->problem->count + ( i < k ? k : i ) );
		judge->out.deepest = fmax( judge->out.deepest, depth );
	}
}

static void judge_pairs( crowds_judge* judge )
{
	const int32_t count = judge->problem->count;
	int64_t* before = judge->pairs;
	judge->pairs = judge->pairs_before;
	judge->pairs_before = before;
	judge->pairs_before_count = judge->pair_count;
	judge->pair_count = 0;
	// By insertion: from step to step few units pass each other.
	for ( int32_t i = 1; i < count; i++ )
	{
		const int32_t unit = judge->by_low[i];
		int32_t to = i;
		for ( ; to > 0 && judge->units[judge->by_low[to - 1]].low > judge->units[unit].low; to-- )
		{
			judge->by_low[to] = judge->by_low[to - 1];
		}
		judge->by_low[to] = unit;
	}
	for ( int32_t i = 0; i < count; i++ )
	{
		const int32_t unit = judge->by_low[i];
		for ( int32_t k = i + 1; k < count && judge->units[judge->by_low[k]].low < judge->units[unit].high; k++ )
		{
			judge_pair( judge, unit, judge->by_low[k] );
		}
	}
	if ( judge->pair_count > 0 )
	{
		qsort( judge->pairs, (size_t)judge->pair_count, sizeof( int64_t ), compare_pairs );
	}
	for ( int32_t i = 0; i < judge->pair_count; i++ )
	{
		judge->out.overlaps += judge->pairs_before_count == 0 ||
		                       bsearch( &judge->pairs[i], judge->pairs_before, (size_t)judge->pairs_before_count,
		                                sizeof( int64_t ), compare_pairs ) == NULL;
	}
}

static void judge_walls( crowds_judge* judge, int32_t i, double moved )
{
	record* unit = &judge->units[i];
	if ( judge->step > 0 && moved == 0.0 && !unit->in_wall )
	{
		return;
	}
	const double depth = wall_depth( judge->problem->grid, unit->from, unit->to, judge->problem->units[i].radius );
	judge->out.walls += depth > OVERLAP && !unit->in_wall;
	judge->out.deepest_wall = fmax( judge->out.deepest_wall, depth > OVERLAP ? depth : 0.0 );
	unit->in_wall = depth > OVERLAP;
}

static void judge_motion( crowds_judge* judge, int32_t i, double moved )
{
	record* unit = &judge->units[i];
	const crowds_unit* goal = &judge->problem->units[i];
	const double speed = moved / CROWDS_STEP;
	const bool near = hypot( unit->to.x - goal->goal_x - 0.5, unit->to.y - goal->goal_y - 0.5 ) <= judge->rules.home;
	const bool home = near && speed <= judge->rules.rest;
	unit->home = !home ? -1 : unit->home < 0 ? judge->step : unit->home;
	unit->driven += moved;
	judge->out.fast += speed > CROWDS_SPEED * ( 1.0 + TOO_FAST );
	judge->out.fastest = fmax( judge->out.fastest, speed );
	if ( judge->step == 0 || hypot( unit->to.x - unit->anchor.x, unit->to.y - unit->anchor.y ) > 1.0 )
	{
		unit->anchor = unit->to;
		unit->anchored = judge->step;
	}
	const bool stops = unit->was_quick && speed < SLOW * CROWDS_SPEED;
	judge->stops += stops && !near;
	unit->was_quick = speed > QUICK * CROWDS_SPEED || ( unit->was_quick && !stops );
	if ( speed > SLOW * CROWDS_SPEED )
	{
		const double course = atan2( unit->to.y - unit->from.y, unit->to.x - unit->from.x );
		const double turn = fabs( remainder( course - unit->course, 2.0 * FW_PI ) );
		judge->reversals += unit->has_course && turn > FW_PI / 2.0;
		unit->course = course;
		unit->has_course = true;
	}
}

void crowds_judge_take( crowds_judge* judge, const crowds_point* positions )
{
	bool all_home = true;
	judge->step++;
	for ( int32_t i = 0; i < judge->problem->count; i++ )
	{
		record* unit = &judge->units[i];
		const double radius = judge->problem->units[i].radius;
		unit->from = judge->step == 0 ? positions[i] : unit->to;
		unit->to = positions[i];
		unit->low = fmin( unit->from.x, unit->to.x ) - radius;
		unit->high = fmax( unit->from.x, unit->to.x ) + radius;
		const double moved = hypot( unit->to.x - unit->from.x, unit->to.y - unit->from.y );
		judge_walls( judge, i, moved );
		judge_motion( judge, i, moved );
		all_home = all_home && unit->home >= 0;
	}
	judge_pairs( judge );
	judge->all_home = !all_home ? -1 : judge->all_home < 0 ? judge->step : judge->all_home;
}

bool crowds_judge_is_over( const crowds_judge* judge )
{
	return judge->all_home >= 0 && (double)( judge->step - judge->all_home ) * CROWDS_STEP >= HOME_FOR_ALL;
}

crowds_figures crowds_judge_end( crowds_judge* judge )
{
	crowds_figures out = judge->out;
	const int32_t count = judge->problem->count;
	double driven = 0.0;
	double shortest = 0.0;
	out.seconds = (double)judge->step * CROWDS_STEP;
	for ( int32_t i = 0; i < count; i++ )
	{
		const record* unit = &judge->units[i];
		const crowds_unit* one = &judge->problem->units[i];
		const double arrived = unit->home >= 0 ? (double)unit->home * CROWDS_STEP : out.seconds;
		const double left = hypot( unit->to.x - one->goal_x - 0.5, unit->to.y - one->goal_y - 0.5 );
		const double still = (double)( judge->step - unit->anchored ) * CROWDS_STEP;
		out.delay += ( arrived - one->shortest / CROWDS_SPEED ) / count;
		out.stuck += left > ABOUT && still >= STILL;
		if ( unit->home >= 0 )
		{
			out.home++;
			out.last = fmax( out.last, arrived );
			driven += unit->driven;
			shortest += one->shortest;
		}
	}
	out.stops = (double)judge->stops / count;
	out.reversals = (double)judge->reversals / count;
	out.path = shortest > 0.0 ? driven / shortest : 0.0;
	free( judge->units );
	free( judge->by_low );
	free( judge->pairs );
	free( judge->pairs_before );
	free( judge );
	return out;
}
