// SPDX-License-Identifier: MIT
// The last part of the clean-up of outlines: many small moves at random, of which those count that make the path
// cheaper.
//
// The best pose of a waypoint mostly lies where the outline touches something at both of its curves. On such a ridge
// each change of one coordinate alone makes the path longer or hits a wall, so moves along fixed directions end far
// from the best place; moves of all coordinates at random lengths do not. The numbers come from a fixed seed: the same
// path always ends as the same.
#include "smooth/knots.h"
#include "sweep/sweep.h"

#include <math.h>

// Moves for each waypoint, and of a path at least and at most. Half as many again take 0.04 to 0.07 % more from the
// paths without reverse gear of docs/algorithms/outlines.md, in 1.1 to 1.3 times the time.
#define MOVES_PER_KNOT 110
#define MOVES_MIN 350
#define MOVES_MAX 1100
// What a move must gain [tiles]. To find out that a move is legal takes longer than gains below are worth: with 1e-6
// and moves down to a 256th of a tile, 40 % of the time went into a twentieth of the gain.
#define MIN_GAIN 1e-3
// Waypoints that the moves may add at one time.
#define ROOM 32
// Legs that one curve may go past.
#define SPAN_MAX 6

// Poses that take the place of a stretch of the path, and the gear from each to the next.
typedef struct chain
{
	fw_pose poses[4];
	fw_gear gears[3];
	int32_t count; // of gears
} chain;

// A power of two.
#define PLACES 64

typedef struct polisher
{
	knots* list;
	uint64_t state;
	bool end_turns;        // the end may have any heading
	uint8_t tight[PLACES]; // by the leg that a chain begins at: which of its segments hit something last
} polisher;

// The generator of Vigna, "Further Scramblings of Marsaglia's Xorshift Generators" (2014), by its high bits. [0, 1)
static double random_part( polisher* p )
{
	p->state ^= p->state >> 12;
	p->state ^= p->state << 25;
	p->state ^= p->state >> 27;
	return (double)( ( p->state * 0x2545F4914F6CDD1Du ) >> 11 ) * 0x1p-53;
}

static int32_t random_below( polisher* p, int32_t count )
{
	return (int32_t)( random_part( p ) * count );
}

// Most are near 0; (-1.5, 1.5).
static double random_shift( polisher* p )
{
	return random_part( p ) + random_part( p ) + random_part( p ) - 1.5;
}

// 2 tiles halved up to six times.
static double random_scale( polisher* p )
{
	double scale = 2.0;
	for ( int32_t halves = random_below( p, 7 ); halves > 0; halves-- )
	{
		scale *= 0.5;
	}
	return scale;
}

// What the change of gear costs between a leg and its neighbor in this gear; nothing at the ends and beside links.
static double change_cost( const knots* list, int32_t leg, fw_gear gear )
{
	const bool drives = leg >= 0 && leg + 1 < list->count && !list->items[leg].is_link;
	return drives && list->items[leg].gear != gear ? list->unit->reverse_penalty : 0.0;
}

static double stretch_cost( const knots* list, int32_t first, int32_t last )
{
	double cost =
	    change_cost( list, first - 1, list->items[first].gear ) + change_cost( list, last + 1, list->items[last].gear );
	for ( int32_t i = first; i <= last; i++ )
	{
		cost += fw_knots_in_gear( list, list->items[i].cost, list->items[i].gear );
		cost += i > first ? change_cost( list, i - 1, list->items[i].gear ) : 0.0;
	}
	return cost;
}

// What its legs from one on cost at least, where no tile costs less than its length.
static double least_cost( const knots* list, const chain* by, int32_t first )
{
	double cost = 0.0;
	for ( int32_t i = first; i < by->count; i++ )
	{
		const fw_pose a = by->poses[i];
		const fw_pose b = by->poses[i + 1];
		cost += fw_knots_in_gear( list, fw_length( b.x - a.x, b.y - a.y ), by->gears[i] );
	}
	return cost;
}

// Most chains hit something, and mostly where the last one hit something too, so that segment comes first.
static bool is_free( polisher* p, const fw_curve* curves, int32_t count, int32_t first )
{
	const knots* list = p->list;
	uint8_t* tight = &p->tight[first & ( PLACES - 1 )];
	fw_segment all[9];
	int32_t segments = 0;
	for ( int32_t i = 0; i < count; i++ )
	{
		segments += fw_curve_segments( &curves[i], &all[segments] );
	}
	for ( int32_t i = 0; i < segments; i++ )
	{
		const int32_t k = i == 0 ? *tight % segments : i <= *tight % segments ? i - 1 : i;
		if ( !fw_layer_sweep_part( list->tiles, list->unit, all, k ) )
		{
			*tight = (uint8_t)k;
			return false;
		}
	}
	return true;
}

// Puts the chain in the place of the legs first to last where that costs less and is legal.
static bool try_chain( polisher* p, int32_t first, int32_t last, const chain* by )
{
	knots* list = p->list;
	const double limit = stretch_cost( list, first, last ) - MIN_GAIN;
	fw_curve curves[3];
	double cost =
	    change_cost( list, first - 1, by->gears[0] ) + change_cost( list, last + 1, by->gears[by->count - 1] );
	if ( !( least_cost( list, by, 0 ) + cost < limit ) )
	{
		return false;
	}
	for ( int32_t i = 0; i < by->count; i++ )
	{
		if ( !fw_knots_best_curve( list, by->poses[i], by->poses[i + 1], by->gears[i], &curves[i] ) )
		{
			return false;
		}
		cost += fw_knots_in_gear( list, fw_knots_curve_cost( list, &curves[i] ), by->gears[i] );
		cost += i > 0 && by->gears[i] != by->gears[i - 1] ? list->unit->reverse_penalty : 0.0;
		if ( !( cost + least_cost( list, by, i + 1 ) < limit ) )
		{
			return false;
		}
	}
	if ( !is_free( p, curves, by->count, first ) )
	{
		return false;
	}
	const int32_t more = by->count - ( last - first + 1 );
	memmove( &list->items[last + 1 + more], &list->items[last + 1],
	         (size_t)( list->count - last - 1 ) * sizeof( knot ) );
	list->count += more;
	for ( int32_t i = 0; i < by->count; i++ )
	{
		knot* from = &list->items[first + i];
		*from = ( knot ){ .pose = by->poses[i], .gear = by->gears[i] };
		fw_knots_lead( list, from, &curves[i] );
	}
	list->items[first + by->count].pose = by->poses[by->count];
	return true;
}

static bool drives_between( const knots* list, int32_t first, int32_t last )
{
	bool drives = first >= 0 && last + 1 < list->count;
	for ( int32_t i = first; i <= last && drives; i++ )
	{
		drives = !list->items[i].is_link;
	}
	return drives;
}

static fw_pose shifted( polisher* p, fw_pose pose, bool along )
{
	const double scale = random_scale( p );
	const double ahead = along && random_part( p ) < 0.5 ? scale * random_shift( p ) : 0.0;
	const double aside = random_part( p ) < 0.8 ? 0.7 * scale * random_shift( p ) : 0.0;
	const double turn = random_part( p ) < 0.8 ? 0.4 * scale * random_shift( p ) : 0.0;
	double s, c;
	fw_sincos( pose.heading, &s, &c );
	return ( fw_pose ){ pose.x + ahead * c - aside * s, pose.y + ahead * s + aside * c,
	                    fw_angle_positive( pose.heading + turn ) };
}

// Moves a waypoint. Its curves may lead to it in different gears.
static void move_knot( polisher* p )
{
	knots* list = p->list;
	const int32_t i = 1 + random_below( p, list->count - 2 );
	if ( !drives_between( list, i - 1, i ) )
	{
		return;
	}
	const knot* at = &list->items[i];
	try_chain( p, i - 1, i,
	           &( chain ){ { at[-1].pose, shifted( p, at->pose, true ), at[1].pose }, { at[-1].gear, at->gear }, 2 } );
}

// Turns the end, whose heading is free.
static void turn_end( polisher* p )
{
	knots* list = p->list;
	const int32_t last = list->count - 2;
	fw_pose end = list->items[last + 1].pose;
	end.heading = fw_angle_positive( end.heading + random_scale( p ) * random_shift( p ) );
	if ( drives_between( list, last, last ) )
	{
		try_chain( p, last, last, &( chain ){ { list->items[last].pose, end }, { list->items[last].gear }, 1 } );
	}
}

// Leads past a point beside a curve, from one of its ends or from the waypoint before, and so on.
static void add_knot( polisher* p )
{
	knots* list = p->list;
	const int32_t i = random_below( p, list->count - 1 );
	const knot* at = &list->items[i];
	if ( at->is_link || !at->is_curve || list->count + 1 > list->capacity )
	{
		return;
	}
	const bool back = random_part( p ) < 0.5 && i > 0 && !at[-1].is_link && at[-1].gear == at->gear;
	const bool on = random_part( p ) < 0.5 && i + 2 < list->count && !at[1].is_link && at[1].gear == at->gear;
	const fw_pose beside = shifted( p, fw_curve_pose_at( &at->curve, random_part( p ) * at->curve.length ), false );
	const int32_t first = back ? i - 1 : i;
	const int32_t last = on ? i + 1 : i;
	try_chain(
	    p, first, last,
	    &( chain ){ { list->items[first].pose, beside, list->items[last + 1].pose }, { at->gear, at->gear }, 2 } );
}

// Leads from a point of one curve to a point of another, in one gear.
static void cut_short( polisher* p )
{
	knots* list = p->list;
	const double part = random_part( p );
	const int32_t first = random_below( p, list->count - 1 );
	const int32_t last = first + (int32_t)( part * part * SPAN_MAX );
	if ( !drives_between( list, first, last ) || list->count + 2 > list->capacity )
	{
		return;
	}
	const knot* a = &list->items[first];
	const knot* b = &list->items[last];
	bool one_gear = true;
	for ( int32_t i = first; i < last; i++ )
	{
		one_gear = one_gear && list->items[i + 1].gear == a->gear;
	}
	const fw_gear gear = one_gear ? a->gear : random_part( p ) < 0.5 ? FW_GEAR_FORWARD : FW_GEAR_REVERSE;
	const double from = random_part( p ) < 0.3 || !a->is_curve ? 0.0 : random_part( p );
	const double to = random_part( p ) < 0.3 || !b->is_curve ? 1.0 : random_part( p );
	if ( first == last && to <= from )
	{
		return;
	}
	chain by = { .poses = { a->pose } };
	if ( from > 0.0 )
	{
		by.gears[by.count++] = a->gear;
		by.poses[by.count] = fw_curve_pose_at( &a->curve, from * a->curve.length );
	}
	by.gears[by.count++] = gear;
	by.poses[by.count] = b[1].pose;
	if ( to < 1.0 )
	{
		by.poses[by.count] = fw_curve_pose_at( &b->curve, to * b->curve.length );
		by.gears[by.count++] = b->gear;
		by.poses[by.count] = b[1].pose;
	}
	try_chain( p, first, last, &by );
}

bool fw_knots_polish( knots* list, bool keep_goal_heading )
{
	if ( !FW_GROW( &list->allocator, &list->items, &list->capacity, list->count + ROOM ) )
	{
		return false;
	}
	polisher p = { .list = list, .state = 0x9E3779B97F4A7C15u, .end_turns = !keep_goal_heading };
	const int64_t wanted = (int64_t)MOVES_PER_KNOT * list->count;
	const int64_t moves = wanted < MOVES_MIN ? MOVES_MIN : wanted > MOVES_MAX ? MOVES_MAX : wanted;
	for ( int64_t i = 0; i < moves; i++ )
	{
		const double kind = random_part( &p );
		if ( kind < 0.65 && list->count > 2 )
		{
			move_knot( &p );
		}
		else if ( kind < 0.8 )
		{
			cut_short( &p );
		}
		else if ( kind < 0.95 || !p.end_turns )
		{
			add_knot( &p );
		}
		else
		{
			turn_end( &p );
		}
	}
	return true;
}
