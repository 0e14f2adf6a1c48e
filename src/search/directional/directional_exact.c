// SPDX-License-Identifier: MIT
// Exact curves between the ends of a directional search and the lattice, tested when it is their turn.
//
// A start off the lattice has curves to thousands of poses around it, and a goal off the lattice as many into it. Few
// are ever the next best, and to sweep an outline along one costs as much as to expand a node. So they wait on the open
// list with what they cost at least: a lattice point with its distance, then each of its poses with the length of the
// cheapest curve, and only when that comes up is it swept. If it hits something, the next curve of the pose waits in
// its place (B. Cohen, M. Phillips, M. Likhachev, "Planning Single-Arm Manipulations with N-Arm Robots", 2014: lazy
// weighted A*). The search expands the same poses at the same costs as if all had been tested at first; over terrain
// costs a pose may be offered a dearer curve before its cheapest one.
#include "geom/geom.h"
#include "search/directional/directional.h"

// A point whose poses and curves nobody has looked at.
#define ALL_HEADINGS ( -1 )
// The word of a pose whose curves nobody has looked at.
#define UNSOLVED 0xFFu

// The curves of a pose: how many, cheapest first only where cost is length.
static int32_t curves_of( fw_search* search, const dir_state* state, const dir_exact* e, bool into, fw_curve curves[6] )
{
	return into
	           ? fw_dir_goal_curves( search, state, fw_dir_pose( state, e->place ), fw_dir_gear( e->place ), 0, curves )
	           : fw_dir_first_curves( search, state, e->end, e->place, 0, curves );
}

// The one that is next.
static bool curve_of( const fw_search* search, const dir_state* state, const dir_exact* e, bool into, fw_curve* curve )
{
	const double radius = state->primitives->def.turning_radius;
	const fw_pose at = fw_dir_pose( state, e->place );
	const fw_gear gear = fw_dir_gear( e->place );
	const fw_curve_word word = (fw_curve_word)e->word;
	const fw_pose goal = search->query.goal;
	return !into                            ? fw_curve_to_pose( e->end, at, radius, word, gear, curve )
	       : search->query.goal_any_heading ? fw_curve_to_point( at, fw_pose_point( goal ), radius, word, gear, curve )
	                                        : fw_curve_to_pose( at, goal, radius, word, gear, curve );
}

static dir_limits no_limits( void )
{
	dir_limits made;
	for ( int32_t i = 0; i < 6; i++ )
	{
		made.free[i / 3][i % 3] = 0.0;
		made.hit[i / 3][i % 3] = INFINITY;
	}
	return made;
}

void fw_dir_exact_begin( dir_state* state )
{
	state->exact.count = 0;
	state->near_start = no_limits();
	state->near_goal = no_limits();
}

// Where an end is one pose, what is found out for one curve holds for all that begin, or end, as it does. A unit that
// turns on the spot may set out in any direction.
static dir_limits* limits_of( const fw_search* search, dir_state* state, bool into )
{
	const bool turns = state->primitives->def.turning_radius > 0.0;
	const bool one_pose = into ? !search->query.goal_any_heading : !search->query.start_any_heading;
	return !turns || !one_pose || state->roads != NULL ? NULL : into ? &state->near_goal : &state->near_start;
}

static int32_t gear_index( fw_gear gear )
{
	return gear == FW_GEAR_REVERSE ? 1 : 0;
}

// Is it known that the segment at the end hits something?
static bool end_hits( const dir_limits* limits, const fw_curve* curve, bool into )
{
	for ( int32_t i = 0; i < 3 && limits != NULL; i++ )
	{
		const int32_t part = into ? 2 - i : i;
		const int32_t side = fw_word_sides[curve->word][part];
		const double length = curve->part[part] * ( side == 0 ? 1.0 : curve->radius );
		if ( length >= DIR_SAME_POSE )
		{
			return length >= limits->hit[gear_index( curve->gear )][1 + side];
		}
	}
	return false;
}

// Is the segment at the end free? It is swept only where that is not known from others.
static bool end_is_free( const fw_search* search, const dir_state* state, dir_limits* limits, const fw_segment* s )
{
	const int32_t gear = gear_index( s->gear );
	const int32_t side = s->kind == FW_SEGMENT_LINE ? 1 : s->sweep < 0.0 ? 0 : 2;
	double* free = &limits->free[gear][side];
	double* hit = &limits->hit[gear][side];
	if ( s->length <= *free || s->length >= *hit )
	{
		return s->length <= *free;
	}
	const bool is_free = fw_layer_sweep_unit( state->tiles, &search->query.unit, s );
	*( is_free ? free : hit ) = s->length;
	return is_free;
}

bool fw_dir_exact_is_free( fw_search* search, dir_state* state, const fw_curve* curve, bool into )
{
	fw_segment segments[3];
	dir_limits* limits = limits_of( search, state, into );
	search->counters.hit_checks++;
	if ( end_hits( limits, curve, into ) )
	{
		return false;
	}
	const fw_pose other = into ? curve->start : fw_curve_pose_at( curve, curve->length );
	const fw_layer* tiles = fw_dir_ground( state, into ? search->query.goal : curve->start, other );
	const int32_t count = fw_curve_segments( curve, segments );
	if ( count == 0 || limits == NULL )
	{
		return fw_layer_sweep_curve( tiles, &search->query.unit, curve );
	}
	// From the end on: there it is tight, or the goal would not be met by an exact curve.
	bool is_free = end_is_free( search, state, limits, &segments[into ? count - 1 : 0] ) &&
	               !fw_layer_glance_hits( tiles, &search->query.unit, segments, count );
	for ( int32_t i = 1; i < count && is_free; i++ )
	{
		is_free = fw_layer_sweep_part( tiles, &search->query.unit, segments, into ? count - 1 - i : i );
	}
	return is_free;
}

static bool is_seen_to_hit( const fw_search* search, const dir_state* state, const fw_curve* curve, bool into )
{
	fw_segment segments[3];
	const fw_pose other = into ? curve->start : fw_curve_pose_at( curve, curve->length );
	const fw_layer* tiles = fw_dir_ground( state, into ? search->query.goal : curve->start, other );
	return fw_layer_glance_hits( tiles, &search->query.unit, segments, fw_curve_segments( curve, segments ) );
}

// The cheapest curve that was not tried, and is not known to hit something; -1: none. They are sorted by length, which
// is what they cost where turning is not charged.
static int32_t cheapest_of( fw_search* search, dir_state* state, const dir_exact* e, bool into,
                            const fw_curve curves[6], int32_t count, uint32_t* cost )
{
	const dir_limits* limits = limits_of( search, state, into );
	int32_t best = -1;
	*cost = FW_COST_MAX;
	for ( int32_t i = 0; i < count && ( best < 0 || state->charged ); i++ )
	{
		if ( ( e->tried >> curves[i].word & 1 ) != 0 || end_hits( limits, &curves[i], into ) )
		{
			continue;
		}
		const uint32_t g = fw_dir_least_curve_cost( search, state, &curves[i] );
		best = g < *cost ? i : best;
		*cost = g < *cost ? g : *cost;
	}
	return best;
}

// Takes the curve next that is cheapest of those left. Most shortest ones are never tested, but where one is not free
// few others are: what an outline is seen to hit at a glance need not wait, or all curves would be found again for each
// of them. Where no legal turns lead into a goal, searches of a truck on AR0602SR take 8 % fewer instructions so.
// False: none is left.
static bool take_next( fw_search* search, dir_state* state, dir_exact* e, bool into )
{
	fw_curve curves[6];
	const int32_t count = curves_of( search, state, e, into, curves );
	const bool has_outline = search->query.unit.outline.count > 0;
	const bool is_new = e->word == UNSOLVED;
	int32_t best = cheapest_of( search, state, e, into, curves, count, &e->g );
	while ( best >= 0 && has_outline && ( best > 0 || !is_new ) &&
	        is_seen_to_hit( search, state, &curves[best], into ) )
	{
		e->tried = (uint8_t)( e->tried | 1u << curves[best].word );
		best = cheapest_of( search, state, e, into, curves, count, &e->g );
	}
	e->word = best >= 0 ? (uint8_t)curves[best].word : e->word;
	return best >= 0;
}

static uint32_t estimate( fw_search* search, dir_state* state, dir_place place )
{
	bool guess;
	return place.heading == ALL_HEADINGS ? fw_dir_point_estimate( search, state, place )
	                                     : fw_dir_estimate( search, state, place, false, &guess );
}

// Puts an entry on the open list of its end.
static void wait( fw_search* search, dir_state* state, const dir_exact* e, bool into )
{
	dir_exact_list* list = into ? &state->perimeter.exact : &state->exact;
	const uint32_t h = into ? 0 : estimate( search, state, e->place );
	const uint32_t node = DIR_NODE_EXACT + (uint32_t)list->count;
	if ( fw_search_need( search, list->count < (int32_t)( DIR_NODE_GOAL - DIR_NODE_EXACT ) &&
	                                 FW_PUSH( &search->allocator, &list->items, &list->count, &list->capacity, *e ) ) )
	{
		fw_search_push( search, into ? &state->perimeter.open : &state->open, fw_open_key( e->g + h, e->g ), node );
	}
}

// Where a lattice point lies from an end.
typedef struct point_way
{
	fw_vec2 way; // as it is driven
	double distance;
	bool any_heading;   // at the end
	double end_turn[2]; // from the end's heading of motion to the way, by gear, 0 to pi
	double bearing;     // of the way
	double from_end[2]; // what a curve is long at least, by the end's heading alone
} point_way;

static point_way way_of( const fw_search* search, const dir_state* state, const dir_exact* e, bool into )
{
	const fw_vec2 at = fw_lattice_point( e->place.x, e->place.y, e->place.phase );
	const double side = into ? -1.0 : 1.0;
	point_way made = {
	    .way = { side * ( at.x - e->end.x ), side * ( at.y - e->end.y ) },
	    .any_heading = into && search->query.goal_any_heading,
	};
	made.distance = fw_length( made.way.x, made.way.y );
	if ( made.any_heading || made.distance <= DIR_SAME_POSE )
	{
		return made;
	}
	double s, c;
	fw_sincos( e->end.heading, &s, &c );
	made.bearing = fw_atan2( made.way.y, made.way.x );
	made.end_turn[0] = fabs( fw_angle_signed( made.bearing - e->end.heading ) );
	made.end_turn[1] = FW_PI - made.end_turn[0];
	made.from_end[0] = fw_arc_table_at( &state->primitives->arcs, made.way.x, made.way.y, c, s );
	made.from_end[1] = fw_arc_table_at( &state->primitives->arcs, made.way.x, made.way.y, -c, -s );
	return made;
}

// A bound of the length of curves between the end and a pose of the point: an arc and a line to where the one or the
// other is, whatever it faces; and while a unit turns by less than half a circle, it faces once where it gets to.
static double least_length( const dir_state* state, const dir_exact* e, const point_way* to )
{
	const int32_t h = e->place.heading;
	const double from_pose =
	    fw_arc_table_at( &state->primitives->arcs, to->way.x, to->way.y, state->heading_cos[h], state->heading_sin[h] );
	if ( to->any_heading )
	{
		return from_pose;
	}
	if ( to->distance <= DIR_SAME_POSE )
	{
		const double turned = fw_angle_signed( fw_dir_pose( state, e->place ).heading - e->end.heading );
		return state->primitives->def.turning_radius * fabs( turned );
	}
	const double turn = to->end_turn[e->place.gear] + fabs( fw_angle_signed( state->heading_angle[h] - to->bearing ) );
	const double arcs = state->primitives->def.turning_radius * fmin( turn, FW_PI );
	return fmax( arcs, fmax( from_pose, to->from_end[e->place.gear] ) );
}

static uint32_t least_cost( const fw_search* search, const dir_state* state, const dir_exact* e, const point_way* to )
{
	const double factor = e->place.gear == 1 ? search->query.unit.reverse_factor : 1.0;
	return (uint32_t)( least_length( state, e, to ) * factor * FW_COST_ONE );
}

uint32_t fw_dir_goal_cost( const fw_search* search, const dir_state* state, dir_place place )
{
	const dir_exact e = { .place = place, .end = search->query.goal };
	const point_way to = way_of( search, state, &e, true );
	return least_cost( search, state, &e, &to );
}

// Each pose of a point where the unit stands, with what curves to it cost at least.
static void spread( fw_search* search, dir_state* state, dir_exact e, bool into )
{
	const uint32_t stands = fw_dir_stands( state, e.place );
	const point_way to = way_of( search, state, &e, into );
	e.word = UNSOLVED;
	e.tried = 0;
	for ( uint32_t left = stands; left != 0; left &= left - 1 )
	{
		const int32_t own = FW_CTZ64( left );
		e.place.gear = own / state->headings;
		e.place.heading = own % state->headings;
		e.g = least_cost( search, state, &e, &to );
		wait( search, state, &e, into );
	}
}

// A pose with its cheapest curve.
static void solve( fw_search* search, dir_state* state, dir_exact e, bool into )
{
	if ( take_next( search, state, &e, into ) )
	{
		wait( search, state, &e, into );
	}
}

// Tests the next curve of a pose. False where it hits something. Then the one after it waits, as it does where terrains
// make the free one dearer.
static bool test( fw_search* search, dir_state* state, dir_exact e, bool into, fw_curve* free, uint32_t* cost )
{
	const bool is_free = curve_of( search, state, &e, into, free ) && fw_dir_exact_is_free( search, state, free, into );
	*cost = is_free && state->has_costs ? fw_dir_curve_cost( search, state, free ) : e.g;
	if ( is_free && *cost <= e.g )
	{
		return true;
	}
	e.tried = (uint8_t)( e.tried | 1u << e.word );
	if ( take_next( search, state, &e, into ) )
	{
		wait( search, state, &e, into );
	}
	return is_free;
}

// What curves to a point cost at least.
static uint32_t distance_cost( fw_pose end, dir_place place )
{
	const fw_vec2 at = fw_lattice_point( place.x, place.y, place.phase );
	const double distance = fw_length( at.x - end.x, at.y - end.y );
	return (uint32_t)( distance * FW_COST_ONE );
}

static void offer_point( fw_search* search, dir_state* state, fw_pose end, dir_place place, bool into )
{
	if ( fw_dir_usable( state, place ) )
	{
		place.heading = ALL_HEADINGS;
		wait( search, state, &( dir_exact ){ .place = place, .end = end, .g = distance_cost( end, place ) }, into );
	}
}

void fw_dir_exact_from_start( fw_search* search, dir_state* state, fw_pose start, dir_place to )
{
	offer_point( search, state, start, to, false );
}

void fw_dir_exact_into_goal( fw_search* search, dir_state* state, dir_place from )
{
	offer_point( search, state, search->query.goal, from, true );
}

// Takes an entry further: from a point to its poses, and from a pose to its curves. False where it is a curve to test.
static bool unfold( fw_search* search, dir_state* state, const dir_exact* e, bool into )
{
	if ( e->place.heading == ALL_HEADINGS )
	{
		spread( search, state, *e, into );
		return true;
	}
	if ( e->word == UNSOLVED )
	{
		solve( search, state, *e, into );
		return true;
	}
	return false;
}

void fw_dir_take_first( fw_search* search, dir_state* state, uint32_t node )
{
	const dir_exact e = state->exact.items[node - DIR_NODE_EXACT];
	const bool point = e.place.heading == ALL_HEADINGS;
	const bool leads = point || ( !dir_is_reached( state, e.place, e.g ) &&
	                              ( !state->perimeter.closed || fw_dir_perimeter_at( state, e.place )->seen ) );
	fw_curve curve;
	uint32_t cost = 0;
	if ( leads && !unfold( search, state, &e, false ) && test( search, state, e, false, &curve, &cost ) )
	{
		fw_dir_offer( search, state, e.place, cost, fw_dir_add_first( search, state, &curve, -1 ) );
	}
}

// May a curve from there into the goal lead on? Into a goal with any heading nobody asks for costs.
static bool is_open_end( const fw_search* search, const dir_state* state, dir_place place )
{
	if ( place.heading == ALL_HEADINGS )
	{
		return true;
	}
	const fw_perimeter_node* known = fw_dir_perimeter_at( state, place );
	return !( search->query.goal_any_heading ? known->seen : known->settled );
}

void fw_dir_take_last( fw_search* search, dir_state* state, uint32_t node )
{
	const dir_exact e = state->perimeter.exact.items[node - DIR_NODE_EXACT];
	fw_curve curve;
	uint32_t cost = 0;
	if ( is_open_end( search, state, e.place ) && !unfold( search, state, &e, true ) &&
	     test( search, state, e, true, &curve, &cost ) )
	{
		fw_dir_perimeter_offer( search, state, e.place, cost );
	}
}
