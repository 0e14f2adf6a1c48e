// SPDX-License-Identifier: MIT
// Steps where it is tight: priority inheritance with backtracking, without steps in time and for units of any size.
//
// A unit asks for the step that it likes best. Who stands where that leads is asked to go elsewhere first, on behalf of
// the unit that began, and asks others in its turn; if one of them cannot, the next best step is tried.
//
// Source: K. Okumura, M. Machida, X. Defago, Y. Tamura, "Priority Inheritance with Backtracking for Iterative
// Multi-agent Path Finding" (2019). Differs from it: units have sizes, and step when they come to the end of what they
// have to drive, not all at the same time; nobody steps aside for a unit that is in the way of one that moves.
#include "crowd/candidates.h"
#include "fairway/sweep.h"
#include "geom/geom.h"

// Places that differ by less are the same [tiles].
#define SAME 1e-6

static double distance( fw_vec2 a, fw_vec2 b )
{
	return fw_length( b.x - a.x, b.y - a.y );
}

// Where does a step end?
static fw_pose end_of( const crowd_decision* d, const crowd_claim* step, fw_vec2 to )
{
	if ( d->unit->unit.outline.count == 0 || step->count == 0 )
	{
		return ( fw_pose ){ to.x, to.y, 0.0 };
	}
	const fw_segment* last = &step->parts[step->count - 1];
	return fw_segment_pose_at( last, last->length );
}

static bool is_clear_of_claims( const crowd_decision* d, fw_pose to )
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

static bool meets_front( const crowd_decision* d, const crowd_claim* step, int32_t other )
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

// May the unit that began push another one? One that is locked also pushes who waits for it, whoever ranks first: else
// 16 of 3,600 tanks of bench_formations are left, not 11.
static bool may_push( const fw_crowd* crowd, int32_t other )
{
	const bool locks = crowd->backs_up && crowd->units[other].waits_for == crowd->root;
	return locks || fw_crowd_ranks_before( crowd, crowd->root, other );
}

// The units whose fronts are in the way of a step. -1: one of them is not to be pushed.
static int32_t find_blockers( crowd_decision* d, const crowd_claim* step, bool nearer, int32_t blockers[] )
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
			     count == CROWD_PUSHED_AT_ONCE || !may_push( crowd, other ) ||
			     fw_crowd_holds_goal( crowd, other, crowd->root ) )
			{
				d->waits = d->waits || ( nearer && will_go_on( crowd, other ) );
				return -1;
			}
			blockers[count++] = other;
		}
	}
	// Only now, as it looks for those that are near, too.
	for ( int32_t i = 0; i < count; i++ )
	{
		if ( fw_crowd_trades( crowd, blockers[i] ) )
		{
			d->unit->waits_for = blockers[i];
			d->waits = d->waits || ( nearer && will_go_on( crowd, blockers[i] ) );
			return -1;
		}
	}
	return count;
}

static bool push_away( crowd_decision* d, const crowd_claim* step, const crowd_candidate* candidate, bool nearer,
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

static bool is_free( const crowd_decision* d, const crowd_claim* step )
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
static bool keeps_exits( const crowd_decision* d, const crowd_claim* step, double at )
{
	bool keeps = true;
	for ( int32_t k = 0; k < step->count && keeps && !( d->unit->on_path && at > d->unit->at ); k++ )
	{
		keeps = fw_exits_allow_segment( d->crowd->grid, &step->parts[k] );
	}
	return keeps;
}

static bool leads_through_gate( const crowd_decision* d, const crowd_claim* step )
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

// A locked vehicle tries many curves. Another one in the way of some of them moves only away from it: else it would be
// pushed to and fro, and neither would get out.
static bool gets_away( const crowd_decision* d, const crowd_claim* step )
{
	const fw_crowd* crowd = d->crowd;
	if ( d->unit->walks || !crowd->backs_up || d->index == crowd->root || step->count == 0 )
	{
		return true;
	}
	const fw_vec2 root = crowd_front( crowd, crowd->root );
	return distance( step->parts[step->count - 1].to, root ) > distance( d->front, root );
}

static bool take_step( crowd_decision* d, const crowd_candidate* candidate, bool nearer )
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
		step.parts[0] = fw_crowd_curve_aside( d, (int32_t)( -2.0 - at ) );
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
	if ( !gets_away( d, &step ) || !is_free( d, &step ) || !keeps_exits( d, &step, at ) ||
	     ( !goes_on && !is_clear_of_claims( d, end_of( d, &step, candidate->to ) ) ) )
	{
		return false;
	}
	if ( fw_crowd_cuts_in( d->crowd, d->index, candidate->to ) )
	{
		d->waits = d->waits || nearer;
		return false;
	}
	const int32_t count = find_blockers( d, &step, nearer, blockers );
	// Who steps aside to pass one at its goal pushes nobody for it.
	const bool steps_aside = d->passes && !nearer;
	if ( count < 0 || ( count > 0 && ( steps_aside || !push_away( d, &step, candidate, nearer, blockers, count ) ) ) )
	{
		return false;
	}
	return fw_crowd_append( d->crowd, d->index, step.parts, step.count, at, d->push == CROWD_ASIDE );
}

static bool is_busy( const crowd_unit* unit, const fw_mover* mover )
{
	const double busy = unit->group >= 0 ? CROWD_OWN_BUSY : unit->walks ? 2.0 * CROWD_STEP : CROWD_VEHICLE_BUSY;
	return mover->left > ( unit->walks ? busy : crowd_horizon( unit ) + busy );
}

// What a vehicle does before it tries parts of its path one by one; CROWD_UNDECIDED: it is to try them.
static crowd_answer drive_on( fw_crowd* crowd, int32_t index, crowd_push push )
{
	crowd_unit* unit = &crowd->units[index];
	if ( fw_crowd_backs_up( crowd, index ) )
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
	const double to = fw_crowd_vehicle_target( crowd, index, CROWD_PIECE );
	if ( unit->impasse >= 0 && !( to > unit->at + SAME ) && push != CROWD_ASIDE )
	{
		unit->waits_for = unit->impasse;
		return CROWD_FAIL;
	}
	const crowd_answer answer =
	    to > unit->at + CROWD_PIECE + SAME ? fw_crowd_drive_through( crowd, index, to ) : CROWD_UNDECIDED;
	const bool pushes = unit->waits_for >= 0 && crowd->units[unit->waits_for].walks;
	return answer == CROWD_FAIL && pushes ? CROWD_UNDECIDED : answer;
}

static crowd_answer try_candidates( crowd_decision* d )
{
	for ( int32_t i = 0; i < d->count; i++ )
	{
		const crowd_candidate candidate = d->candidates[i];
		const bool nearer = d->partner >= 0 || candidate.left < d->left - CROWD_NEARER;
		if ( !nearer && d->waits && !fw_crowd_backs_up( d->crowd, d->index ) )
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
	crowd_decision d = { .crowd = crowd, .unit = unit, .index = index, .push = push, .partner = -1 };
	fw_crowd_look_for_straits( crowd, index );
	if ( unit->walks && push != CROWD_ASIDE )
	{
		d.lane = fw_crowd_find_lane( crowd, index );
	}
	if ( push == CROWD_OWN && unit->walks && d.lane.rule == FW_STRAIT_ANYWHERE &&
	     !fw_crowd_nears_gate( crowd, index ) &&
	     ( fw_crowd_drive_open( crowd, index ) || fw_crowd_overtake( crowd, index ) ) )
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
	fw_crowd_list_candidates( &d );
	return try_candidates( &d );
}

crowd_answer fw_crowd_decide( fw_crowd* crowd, int32_t index, crowd_push push )
{
	crowd_unit* unit = &crowd->units[index];
	unit->round = crowd->ticks;
	unit->push = push;
	fw_crowd_note_asked( crowd, index );
	unit->answer = CROWD_UNDECIDED;
	unit->waits_for = -1;
	unit->answer = decide( crowd, index, push );
	const bool moved = unit->answer == CROWD_MOVED;
	unit->blocked = moved || unit->waits_for < 0 ? -1.0 : unit->blocked < 0.0 ? crowd->time : unit->blocked;
	return unit->answer;
}
