// SPDX-License-Identifier: MIT
// Steps where it is tight: priority inheritance with backtracking, without steps in time and for units of any size.
//
// A unit asks for the step that it likes best. Who stands where that leads is asked to go elsewhere first, on behalf of
// the unit that began, and asks others in its turn; if one of them cannot, the next best step is tried.
//
// Source: K. Okumura, M. Machida, X. Defago, Y. Tamura, "Priority Inheritance with Backtracking for Iterative
// Multi-agent Path Finding" (2019). Differs from it: units have sizes, and step when they come to the end of what they
// have to drive, not all at the same time; nobody steps aside for a unit that is in the way of one that moves.
#include "crowd/crowd.h"
#include "fairway/sweep.h"
#include "geom/geom.h"

// Places that differ by less are the same [tiles].
#define SAME 1e-6
// A step that leads nearer to the goal by less does not [tiles].
#define NEARER 0.01
// No step of a lattice is longer [tiles].
#define STEP_MAX 1.5
// But one out of the way of an outline, which is wider than a walker that steps to the next node clears [tiles].
#define STEP_ASIDE 3.0
// A unit between nodes does not go to one that is closer than this [tiles].
#define STEP_MIN 0.1
// Curves to make room, and the first of the short ones, which only one that is locked takes, and those that it pushes:
// of channel.json two ships are left else.
#define CURVES 24
#define SHORT_CURVES 18

// What a decision works with.
typedef struct decision
{
	fw_crowd* crowd;
	crowd_unit* unit;
	int32_t index;
	crowd_push push;
	fw_vec2 front;
	crowd_sight sight;
	double left; // from the front
	bool on_node;
	fw_node node; // at or near the front
	crowd_candidate* candidates;
	int32_t count;
	crowd_lane lane;
	int32_t partner; // it goes back to change places with this unit; -1: it does not
	bool waits;
} decision;

static double distance( fw_vec2 a, fw_vec2 b )
{
	return fw_length( b.x - a.x, b.y - a.y );
}

static double noise( const decision* d, fw_node node )
{
	const uint32_t period = (uint32_t)(int64_t)( d->crowd->time / CROWD_NOISE_SECONDS );
	uint32_t z = (uint32_t)d->index * 2654435761u ^ ( (uint32_t)node.x * 40503u + (uint32_t)node.y * 97u ) ^
	             period * 2246822519u;
	z ^= z >> 15;
	z *= 2246822519u;
	z ^= z >> 13;
	return ( d->push == CROWD_ASIDE ? CROWD_PUSH_NOISE : CROWD_NOISE ) * ( z & 1023u ) / 1024.0;
}

// Keeps the candidates in the order of their cost. Of equal ones the first stays first.
static void add( decision* d, const crowd_candidate* candidate )
{
	if ( d->count == CROWD_CANDIDATES )
	{
		return;
	}
	int32_t i = d->count++;
	for ( ; i > 0 && candidate->cost < d->candidates[i - 1].cost; i-- )
	{
		d->candidates[i] = d->candidates[i - 1];
	}
	d->candidates[i] = *candidate;
}

static void add_node( decision* d, fw_node node, const fw_vec2* look )
{
	const fw_vec2 to = fw_node_place( node );
	const double length = distance( d->front, to );
	const bool has_goal = d->unit->has_goal;
	const bool is_goal = has_goal && distance( to, d->unit->goal ) < SAME;
	const bool clears = d->push == CROWD_ASIDE && d->crowd->units[d->crowd->root].unit.outline.count > 0;
	if ( length < SAME || length > ( clears ? STEP_ASIDE : STEP_MAX ) ||
	     ( !d->on_node && length < STEP_MIN && d->push == CROWD_OWN && !is_goal ) )
	{
		return;
	}
	const double left = is_goal ? 0.0 : has_goal ? fw_crowd_left_at_node( d->crowd, d->index, &d->sight, node ) : 0.0;
	const int32_t off = fw_crowd_off_lane( &d->lane, to );
	const int32_t off_here = fw_crowd_off_lane( &d->lane, d->front );
	const bool joins_lane = d->lane.hard && off < off_here;
	const bool goes_round = d->unit->goes_round && d->crowd->time - d->unit->best_time < CROWD_SETTLE_AFTER;
	const double enough = goes_round ? d->left + CROWD_ROUND_LEFT : d->left - NEARER;
	if ( !( left < INFINITY ) || ( d->push != CROWD_ASIDE && left > enough && !joins_lane ) ||
	     ( d->lane.hard && off > 0 && off >= off_here ) )
	{
		return;
	}
	if ( d->push != CROWD_ASIDE && d->crowd->time - d->unit->moved < CROWD_GATE_PATIENCE &&
	     fw_crowd_is_shut( d->crowd, d->index, d->front, to ) )
	{
		d->waits = true;
		return;
	}
	double cost = left + CROWD_STEP_COST * length + noise( d, node );
	if ( look != NULL )
	{
		const double x = look->x - d->front.x;
		const double y = look->y - d->front.y;
		const double aside = fabs( x * ( to.y - d->front.y ) - y * ( to.x - d->front.x ) ) / fw_length( x, y );
		cost += CROWD_BEND_COST * aside;
	}
	cost += CROWD_LANE_COST * ( off < 3 ? off : 3 );
	cost += d->push == CROWD_ASIDE ? CROWD_PUSH_COST * fw_crowd_gain( d->crowd, d->crowd->root, d->node, node ) : 0.0;
	add( d,
	     &( crowd_candidate ){
	         .to = to, .at = is_goal && !d->unit->on_path ? d->unit->path.length : -1.0, .left = left, .cost = cost } );
}

static void add_goal( decision* d )
{
	const fw_vec2 goal = d->unit->goal;
	const double length = distance( d->front, goal );
	const fw_vec2 node = fw_node_place( fw_node_near( goal, fw_node_step( d->unit->unit.radius ) ) );
	if ( d->unit->has_goal && length > SAME && length <= STEP_MAX && distance( node, goal ) >= SAME && d->left > SAME )
	{
		add( d, &( crowd_candidate ){ goal, d->unit->on_path ? -1.0 : d->unit->path.length, 0.0,
		                              CROWD_STEP_COST * length } );
	}
}

// Adds a point of the path, this far ahead.
static void add_part( decision* d, double length )
{
	const crowd_unit* unit = d->unit;
	const double to = fmax( fmin( unit->at + length, unit->path.length ), 0.0 );
	if ( fabs( to - unit->at ) > SAME )
	{
		const double left = fw_crowd_left_on_path( unit, to );
		const double cost = left + CROWD_STEP_COST * fabs( to - unit->at ) + ( unit->walks ? 2.0 : 0.0 );
		add( d, &( crowd_candidate ){ fw_crowd_path_point( unit, to ), to, left, cost } );
	}
}

static void list_steps( decision* d )
{
	const int32_t step = fw_node_step( d->unit->unit.radius );
	const int32_t reach = step == 2 ? 2 : 3;
	fw_vec2 look;
	double at;
	const bool own = d->push == CROWD_OWN;
	const bool looks = ( own || ( d->push == CROWD_FORWARD && d->unit->group >= 0 ) ) &&
	                   fw_crowd_wish( d->crowd, d->index, &look, &at );
	crowd_candidate straight;
	if ( looks && fw_crowd_step_straight( d->crowd, d->index, look, d->left, &straight ) )
	{
		add( d, &straight );
		if ( d->crowd->time - d->unit->moved < CROWD_OWN_PATIENCE )
		{
			return;
		}
	}
	for ( int32_t y = -reach; y <= reach; y++ )
	{
		for ( int32_t x = -reach; x <= reach; x++ )
		{
			add_node( d, ( fw_node ){ d->node.x + x * step, d->node.y + y * step }, looks && own ? &look : NULL );
		}
	}
	add_goal( d );
	if ( d->unit->on_path && d->push != CROWD_ASIDE )
	{
		add_part( d, CROWD_PATH_STEP );
	}
}

// A unit that changes places with another one goes back, as far as possible from where it wants to go.
static void list_swap( decision* d )
{
	fw_node best = d->node;
	double least = INFINITY;
	const int32_t step = fw_node_step( d->unit->unit.radius );
	for ( int32_t k = 0; k < 9; k++ )
	{
		const fw_node node = { d->node.x + ( k % 3 - 1 ) * step, d->node.y + ( k / 3 - 1 ) * step };
		const double left = k != 4 ? fw_crowd_left_at( d->crowd, d->index, node ) : INFINITY;
		if ( left < least && fw_node_joins( d->crowd->grid, &d->unit->unit, d->node, node ) )
		{
			least = left;
			best = node;
		}
	}
	d->partner = least < INFINITY ? fw_crowd_swap( d->crowd, d->index, best ) : -1;
	if ( d->partner < 0 )
	{
		return;
	}
	d->push = CROWD_ASIDE;
	d->count = 0;
	for ( int32_t k = 0; k < 9; k++ )
	{
		const fw_node node = { d->node.x + ( k % 3 - 1 ) * step, d->node.y + ( k / 3 - 1 ) * step };
		if ( k != 4 && fw_node_joins( d->crowd->grid, &d->unit->unit, d->node, node ) )
		{
			const double left = fw_crowd_left_at( d->crowd, d->index, node );
			add( d, &( crowd_candidate ){ fw_node_place( node ), -1.0, left, -left } );
		}
	}
}

// A curve to make room, away from the path: 0 to 5, forward and in reverse, to the left, straight on and to the right;
// from 6 on longer ones, at last short ones.
static fw_segment curve_aside( const decision* d, int32_t kind )
{
	const fw_course* course = &crowd_mover( d->crowd, d->index )->course;
	const fw_gear gear = kind % 6 < 3 ? FW_GEAR_FORWARD : FW_GEAR_REVERSE;
	const double motion = fw_atan2( course->direction.y, course->direction.x );
	const double heading = course->gear == FW_GEAR_REVERSE ? motion + FW_PI : motion;
	const double radius = d->unit->unit.turning_radius;
	const double side = kind % 3 - 1;
	const double radii = kind < SHORT_CURVES ? CROWD_ASIDE_RADII * ( 1 + kind / 6 ) : 1.0;
	const double length = radii * crowd_reach( d->crowd, d->index );
	if ( side == 0.0 )
	{
		double sine;
		double cosine;
		fw_sincos( heading, &sine, &cosine );
		const double sign = gear == FW_GEAR_FORWARD ? length : -length;
		return fw_segment_line( d->front, ( fw_vec2 ){ d->front.x + sign * cosine, d->front.y + sign * sine }, gear );
	}
	return fw_segment_arc( d->front, heading, radius, side * length / radius, gear );
}

// Can a unit that cannot back up turn round behind a curve? Else it may stand before a wall for ever.
static bool can_turn_round( const decision* d, const fw_segment* curve )
{
	const fw_unit* unit = &d->unit->unit;
	const fw_pose end = fw_segment_pose_at( curve, curve->length );
	for ( int32_t side = -1; side <= 1; side += 2 )
	{
		const fw_segment turn =
		    fw_segment_arc( curve->to, end.heading, unit->turning_radius, side * FW_PI, FW_GEAR_FORWARD );
		if ( fw_sweep_segment( d->crowd->grid, unit, &turn ) )
		{
			return true;
		}
	}
	return false;
}

static void list_curves( decision* d )
{
	const int32_t count = d->crowd->backs_up ? CURVES : SHORT_CURVES;
	for ( int32_t kind = 0; kind < count; kind++ )
	{
		if ( kind % 6 >= 3 && !d->unit->unit.reverse )
		{
			continue;
		}
		const fw_segment curve = curve_aside( d, kind );
		if ( !d->unit->unit.reverse && !can_turn_round( d, &curve ) )
		{
			continue;
		}
		const double cost = 1e6 + kind;
		add( d, &( crowd_candidate ){ .to = curve.to, .at = -2.0 - kind, .left = INFINITY, .cost = cost } );
	}
}

// Parts of the path, to both sides.
static void list_parts( decision* d )
{
	const bool backs = d->unit->unit.reverse && d->push == CROWD_ASIDE;
	for ( double length = CROWD_VEHICLE_PIECE; length >= 0.25 * CROWD_VEHICLE_PIECE && d->unit->on_path; length *= 0.5 )
	{
		add_part( d, length );
		if ( backs )
		{
			add_part( d, -length );
		}
	}
}

// Where does a step end?
static fw_pose end_of( const decision* d, const crowd_claim* step, fw_vec2 to )
{
	if ( d->unit->unit.outline.count == 0 || step->count == 0 )
	{
		return ( fw_pose ){ to.x, to.y, 0.0 };
	}
	const fw_segment* last = &step->parts[step->count - 1];
	return fw_segment_pose_at( last, last->length );
}

static bool is_clear_of_claims( const decision* d, fw_pose to )
{
	const fw_gap_shape* outline = &crowd_mover( d->crowd, d->index )->outline;
	for ( int32_t i = 0; i < d->crowd->depth; i++ )
	{
		const crowd_claim* claim = &d->crowd->claims[i];
		const fw_gap_shape* theirs = &crowd_mover( d->crowd, claim->unit )->outline;
		for ( int32_t k = 0; k < claim->count; k++ )
		{
			if ( fw_gap_to_segment( outline, to, theirs, &claim->parts[k] ) < FW_PRECEDENCE_GAP )
			{
				return false;
			}
		}
	}
	return true;
}

static bool meets_front( const decision* d, const crowd_claim* step, int32_t other )
{
	bool meets = false;
	for ( int32_t k = 0; k < step->count && !meets; k++ )
	{
		meets = fw_precedence_meets_front( crowd_mover( d->crowd, d->index ), &step->parts[k],
		                                   crowd_mover( d->crowd, other ) );
	}
	return meets;
}

// Will a unit that is in the way go on, or does it wait for one that will?
static bool will_go_on( const fw_crowd* crowd, int32_t other )
{
	const crowd_unit* unit = &crowd->units[other];
	if ( unit->round == crowd->ticks )
	{
		return unit->answer == CROWD_WAIT || unit->answer == CROWD_MOVED;
	}
	const fw_mover* mover = crowd_mover( crowd, other );
	return mover->left > 0.05 || mover->speed > 0.05 * mover->top || unit->answer == CROWD_WAIT;
}

// The units whose fronts are in the way of a step. -1: one of them is not to be pushed.
static int32_t find_blockers( decision* d, const crowd_claim* step, bool nearer, int32_t blockers[] )
{
	fw_crowd* crowd = d->crowd;
	fw_safe_stop* stop = &crowd->precedence.stop;
	const fw_gap_shape* outline = &crowd_mover( crowd, d->index )->outline;
	int32_t count = 0;
	for ( int32_t k = 0; k < step->count; k++ )
	{
		const fw_box box = fw_box_of( &step->parts[k] );
		const int32_t near = fw_safe_stop_near( stop, &box, fw_gap_reach( outline ) + FW_PRECEDENCE_GAP );
		for ( int32_t i = 0; i < near; i++ )
		{
			const int32_t other = stop->cells.found[i];
			bool known = other == d->index;
			for ( int32_t n = 0; n < count && !known; n++ )
			{
				known = blockers[n] == other;
			}
			if ( known || !fw_precedence_meets_front( crowd_mover( crowd, d->index ), &step->parts[k],
			                                          crowd_mover( crowd, other ) ) )
			{
				continue;
			}
			d->unit->waits_for = other;
			if ( crowd->units[other].round == crowd->ticks || crowd->units[other].holds ||
			     count == CROWD_PUSHED_AT_ONCE || !fw_crowd_ranks_before( crowd, crowd->root, other ) ||
			     fw_crowd_holds_goal( crowd, other, crowd->root ) || fw_crowd_trades( crowd, other ) )
			{
				d->waits = d->waits || ( nearer && will_go_on( crowd, other ) );
				return -1;
			}
			blockers[count++] = other;
		}
	}
	return count;
}

static bool push_away( decision* d, const crowd_claim* step, const crowd_candidate* candidate, bool nearer,
                       const int32_t* blockers, int32_t count )
{
	fw_crowd* crowd = d->crowd;
	bool clear = true;
	crowd->asked_count = crowd->depth > 0 ? crowd->asked_count : 0;
	crowd->claims[crowd->depth++] = *step;
	for ( int32_t i = 0; i < count && clear; i++ )
	{
		const int32_t other = blockers[i];
		if ( crowd->units[other].round != crowd->ticks )
		{
			const bool same = fw_crowd_goes_along( crowd, d->index, other, candidate->to );
			const bool at_goal = !( crowd->units[other].away > 0.0 );
			const crowd_answer answer = fw_crowd_decide( crowd, other, same ? CROWD_FORWARD : CROWD_ASIDE );
			d->waits = d->waits || ( nearer && answer == CROWD_WAIT );
			clear = answer == CROWD_MOVED;
			crowd->units[other].pushed_off_by = clear && at_goal ? crowd->root : crowd->units[other].pushed_off_by;
		}
		clear = clear && !meets_front( d, step, other );
	}
	crowd->depth--;
	if ( !clear )
	{
		fw_crowd_ask_again( crowd );
	}
	return clear;
}

static bool is_free( const decision* d, const crowd_claim* step )
{
	const fw_unit* unit = &d->unit->unit;
	for ( int32_t k = 0; k < step->count; k++ )
	{
		if ( !fw_sweep_segment( d->crowd->grid, unit, &step->parts[k] ) )
		{
			d->unit->waits_for = -2;
			return false;
		}
	}
	return step->count > 0;
}

// Do one-way tiles let a unit make a step to there? Its path does.
static bool keeps_exits( const decision* d, const crowd_claim* step, double at )
{
	bool keeps = true;
	for ( int32_t k = 0; k < step->count && keeps && !( d->unit->on_path && at > d->unit->at ); k++ )
	{
		keeps = fw_exits_allow_segment( d->crowd->grid, &step->parts[k] );
	}
	return keeps;
}

static bool leads_through_gate( const decision* d, const crowd_claim* step )
{
	bool shut = false;
	for ( int32_t k = 0; k < step->count && !shut; k++ )
	{
		const fw_segment* part = &step->parts[k];
		const int32_t samples = 1 + (int32_t)( part->length / 0.35 );
		fw_vec2 last = part->from;
		for ( int32_t i = 1; i <= samples && !shut; i++ )
		{
			const fw_vec2 place = fw_segment_point( part, part->length * i / samples );
			shut = fw_crowd_is_shut( d->crowd, d->index, last, place );
			last = place;
		}
	}
	return shut;
}

static bool take_step( decision* d, const crowd_candidate* candidate, bool nearer )
{
	crowd_claim step = { .unit = d->index, .count = 1 };
	int32_t blockers[CROWD_PUSHED_AT_ONCE];
	double at = candidate->at;
	if ( d->unit->walks && ( at < 0.0 || !d->unit->on_path ) )
	{
		step.parts[0] = fw_segment_line( d->front, candidate->to, FW_GEAR_FORWARD );
	}
	else if ( at < -1.0 )
	{
		step.parts[0] = curve_aside( d, (int32_t)( -2.0 - at ) );
	}
	else
	{
		step.count = fw_crowd_path_parts( d->unit, d->unit->at, &at, step.parts );
	}
	if ( !d->unit->walks && leads_through_gate( d, &step ) )
	{
		d->waits = true;
		d->unit->blocked = -1.0;
		return false;
	}
	if ( !d->unit->walks && at >= 0.0 && fw_crowd_find_impasse( d->crowd, d->index, at, d->unit->in_impasse ) >= 0 )
	{
		return false;
	}
	// A vehicle on its way goes on, also if that is not far enough for who pushes it.
	const bool goes_on = !d->unit->walks && nearer;
	if ( !is_free( d, &step ) || !keeps_exits( d, &step, at ) ||
	     ( !goes_on && !is_clear_of_claims( d, end_of( d, &step, candidate->to ) ) ) )
	{
		return false;
	}
	const int32_t count = find_blockers( d, &step, nearer, blockers );
	if ( count < 0 || ( count > 0 && !push_away( d, &step, candidate, nearer, blockers, count ) ) )
	{
		return false;
	}
	return fw_crowd_append( d->crowd, d->index, step.parts, step.count, at, d->push == CROWD_ASIDE );
}

static bool backs_up( const fw_crowd* crowd, int32_t index )
{
	return crowd->backs_up && crowd->root == index;
}

static bool is_busy( const crowd_unit* unit, const fw_mover* mover )
{
	const double left = mover->left;
	return unit->walks ? mover->course.end - mover->at.piece > CROWD_BUSY_PIECES || left > CROWD_BUSY
	                   : left > crowd_horizon( unit ) + CROWD_BUSY;
}

// What a vehicle does before it tries parts of its path one by one; CROWD_UNDECIDED: it is to try them.
static crowd_answer drive_on( fw_crowd* crowd, int32_t index, crowd_push push )
{
	crowd_unit* unit = &crowd->units[index];
	if ( backs_up( crowd, index ) )
	{
		return CROWD_UNDECIDED; // its path is what it is locked on
	}
	if ( fw_crowd_holds( crowd, index ) && ( push == CROWD_OWN || crowd->root != unit->meets ) )
	{
		unit->waits_for = unit->meets;
		return CROWD_FAIL;
	}
	if ( !unit->on_path )
	{
		return CROWD_UNDECIDED;
	}
	const double to = fw_crowd_vehicle_target( crowd, index, CROWD_VEHICLE_PIECE );
	if ( unit->impasse >= 0 && !( to > unit->at + SAME ) && push != CROWD_ASIDE )
	{
		unit->waits_for = unit->impasse;
		return CROWD_FAIL;
	}
	const crowd_answer answer =
	    to > unit->at + CROWD_VEHICLE_PIECE + SAME ? fw_crowd_drive_through( crowd, index, to ) : CROWD_UNDECIDED;
	const bool pushes = unit->waits_for >= 0 && crowd->units[unit->waits_for].walks;
	return answer == CROWD_FAIL && pushes ? CROWD_UNDECIDED : answer;
}

static void list_candidates( decision* d )
{
	if ( d->unit->walks )
	{
		list_steps( d );
		// On open ground there is a branch beside each node.
		if ( d->on_node && d->count > 0 && d->left > SAME && !d->sight.sees )
		{
			list_swap( d );
		}
		return;
	}
	list_parts( d );
	if ( d->push == CROWD_ASIDE )
	{
		list_curves( d );
	}
}

static crowd_answer try_candidates( decision* d )
{
	for ( int32_t i = 0; i < d->count; i++ )
	{
		const crowd_candidate candidate = d->candidates[i];
		const bool nearer = d->partner >= 0 || candidate.left < d->left - NEARER;
		if ( !nearer && d->waits && !backs_up( d->crowd, d->index ) )
		{
			return CROWD_WAIT;
		}
		if ( take_step( d, &candidate, nearer ) )
		{
			if ( i == 0 && d->partner >= 0 )
			{
				fw_crowd_pull( d->crowd, d->partner, d->node );
			}
			return CROWD_MOVED;
		}
	}
	return d->waits ? CROWD_WAIT : CROWD_FAIL;
}

static crowd_answer decide( fw_crowd* crowd, int32_t index, crowd_push push )
{
	crowd_unit* unit = &crowd->units[index];
	const fw_mover* mover = crowd_mover( crowd, index );
	if ( is_busy( unit, mover ) )
	{
		return CROWD_WAIT;
	}
	decision d = { .crowd = crowd, .unit = unit, .index = index, .push = push, .partner = -1 };
	fw_crowd_look_for_straits( crowd, index );
	if ( unit->walks && push != CROWD_ASIDE )
	{
		d.lane = fw_crowd_find_lane( crowd, index );
	}
	if ( push == CROWD_OWN && unit->walks && d.lane.rule == FW_STRAIT_ANYWHERE &&
	     !fw_crowd_nears_gate( crowd, index ) && fw_crowd_drive_open( crowd, index ) )
	{
		return CROWD_MOVED;
	}
	d.front = mover->course.front;
	d.sight = fw_crowd_find_sight( crowd, index );
	d.left = d.sight.sees     ? fw_crowd_left_in_sight_from( &d.sight, d.front )
	         : unit->has_goal ? fw_crowd_left( crowd, index )
	                          : 0.0;
	d.node = fw_node_near( d.front, fw_node_step( unit->unit.radius ) );
	d.on_node = distance( fw_node_place( d.node ), d.front ) < SAME;
	d.candidates = crowd->candidates[crowd->depth];
	if ( crowd->depth == CROWD_DEPTH )
	{
		return CROWD_FAIL;
	}
	const crowd_answer driven = unit->walks ? CROWD_UNDECIDED : drive_on( crowd, index, push );
	if ( driven != CROWD_UNDECIDED )
	{
		return driven;
	}
	list_candidates( &d );
	return try_candidates( &d );
}

crowd_answer fw_crowd_decide( fw_crowd* crowd, int32_t index, crowd_push push )
{
	crowd_unit* unit = &crowd->units[index];
	unit->round = crowd->ticks;
	fw_crowd_note_asked( crowd, index );
	unit->answer = CROWD_UNDECIDED;
	unit->waits_for = -1;
	unit->answer = decide( crowd, index, push );
	const bool moved = unit->answer == CROWD_MOVED;
	unit->blocked = moved || unit->waits_for < 0 ? -1.0 : unit->blocked < 0.0 ? crowd->time : unit->blocked;
	return unit->answer;
}
