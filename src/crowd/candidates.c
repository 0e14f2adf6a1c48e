// SPDX-License-Identifier: MIT
// Candidates of a decision: the steps of a unit that turns on the spot over a lattice and along its path, and parts of
// the path of a vehicle, with curves beside it for who makes room.
#include "crowd/candidates.h"
#include "fairway/sweep.h"
#include "geom/geom.h"

// Places that differ by less are the same [tiles].
#define SAME 1e-6
// No step of a lattice is longer [tiles].
#define STEP_MAX 1.5
// But one out of the way of an outline, or of a vehicle that backs up, which is wider than a walker that steps to the
// next node clears [tiles]. Without it six are left in order 96 of bench_group_orders.
#define STEP_ASIDE 3.0
// Who goes past a vehicle keeps so far off it [tiles]: more than FW_PRECEDENCE_GAP and rounding.
#define PAST 1e-3
// A unit between nodes does not go to one that is closer than this [tiles].
#define STEP_MIN 0.1
// Curves to make room, and the first of the short ones, which only one that is locked takes, and those that it pushes:
// of channel.json two ships are left else. The last six are shortest: a tank and a walker stand in a corner for ever
// without them (order 158 of bench_group_orders).
#define CURVES 30
#define SHORT_CURVES 18
#define SHORTEST_CURVES 24

static double distance( fw_vec2 a, fw_vec2 b )
{
	return fw_length( b.x - a.x, b.y - a.y );
}

static double noise( const crowd_decision* d, fw_node node )
{
	const uint32_t period = (uint32_t)(int64_t)( d->crowd->time / CROWD_NOISE_SECONDS );
	uint32_t z = (uint32_t)d->index * 2654435761u ^ ( (uint32_t)node.x * 40503u + (uint32_t)node.y * 97u ) ^
	             period * 2246822519u;
	z ^= z >> 15;
	z *= 2246822519u;
	z ^= z >> 13;
	return ( d->push == CROWD_ASIDE ? CROWD_LITTLE : 0.1 * CROWD_LITTLE ) * ( z & 1023u ) / 1024.0;
}

// Keeps the candidates in the order of their cost. Of equal ones the first stays first.
static void add( crowd_decision* d, const crowd_candidate* candidate )
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

// Does a step lead ahead of the one that pushes, into what that one is about to drive next?
static bool is_ahead_of_pusher( const crowd_decision* d, fw_vec2 to )
{
	if ( d->crowd->depth == 0 )
	{
		return false;
	}
	const crowd_claim* claim = &d->crowd->claims[d->crowd->depth - 1];
	const fw_segment* last = &claim->parts[claim->count - 1];
	const fw_vec2 along = { last->to.x - last->from.x, last->to.y - last->from.y };
	const fw_vec2 off = { to.x - last->to.x, to.y - last->to.y };
	const double length = fw_length( along.x, along.y );
	const double reach = crowd_reach( d->crowd, d->index ) + crowd_reach( d->crowd, claim->unit );
	return length > SAME && off.x * along.x + off.y * along.y > SAME &&
	       fabs( along.x * off.y - along.y * off.x ) < ( reach - SAME ) * length;
}

// Of one that keeps to its lane: would it be pushed aside again and again, and hardly get nearer to its goal?
static bool is_escort( const crowd_decision* d, fw_vec2 to, double gain )
{
	return d->push == CROWD_FORWARD && d->lane.rule != FW_STRAIT_ANYWHERE &&
	       gain < CROWD_LANE_GAIN * distance( d->front, to ) && is_ahead_of_pusher( d, to );
}

// Has the unit that began pushed but few so far? Where a crowd is packed each pushes the next one, and whoever spares
// others there holds up all.
static bool pushes_few( const crowd_decision* d )
{
	return d->crowd->depth <= CROWD_PUSHED_FEW;
}

// Who is so near that a step may push it, and has come to its goal, or to its rest, or drives?
static void find_others( crowd_decision* d )
{
	const fw_crowd* crowd = d->crowd;
	fw_safe_stop* stop = &d->crowd->precedence.stop;
	const fw_box box = { d->front.x, d->front.y, d->front.x, d->front.y };
	const int32_t near = fw_safe_stop_near( stop, &box, STEP_MAX + crowd_reach( crowd, d->index ) );
	// Where its goal is around, and goals are next to each other, it would only walk along those that stand there.
	const bool may_pass =
	    d->push == CROWD_OWN && d->lane.rule == FW_STRAIT_ANYWHERE && !d->unit->goes_round && d->left > CROWD_AROUND;
	for ( int32_t i = 0; i < near && d->other_count < CROWD_OTHERS; i++ )
	{
		const int32_t other = stop->cells.found[i];
		const crowd_unit* unit = &crowd->units[other];
		const bool arrived = !( unit->away > 0.0 );
		const bool drives = unit->walks && crowd->time - unit->moved <= CROWD_SOON && pushes_few( d );
		if ( other != d->index && ( arrived || drives ) )
		{
			const fw_vec2 comes = arrived ? ( fw_vec2 ){ 0.0, 0.0 } : crowd_mover( crowd, other )->course.direction;
			d->others[d->other_count++] =
			    ( crowd_other ){ crowd_front( crowd, other ), crowd_reach( crowd, other ), comes };
			d->passes = d->passes || ( arrived && may_pass );
		}
	}
	d->ahead = d->passes ? fw_crowd_direction( d->crowd, d->index ) : ( fw_vec2 ){ 0.0, 0.0 };
}

// What costs a step more that leads over one that has arrived, or to one that comes against it [tiles]?
static double cost_of_others( const crowd_decision* d, fw_vec2 to )
{
	const double reach = crowd_reach( d->crowd, d->index );
	const fw_vec2 way = fw_minus( to, d->front );
	double cost = 0.0;
	for ( int32_t i = 0; i < d->other_count; i++ )
	{
		const crowd_other* one = &d->others[i];
		const bool arrived = one->comes.x == 0.0 && one->comes.y == 0.0;
		if ( arrived && fw_distance_to_line( one->place, d->front, to ) < reach + one->reach - SAME )
		{
			cost = fmax( cost, CROWD_MUCH + ( d->passes ? CROWD_SOME : 0.0 ) );
		}
		if ( fw_dot( one->comes, way ) < -SAME && distance( one->place, to ) < reach + one->reach )
		{
			cost = fmax( cost, CROWD_LITTLE );
		}
	}
	return cost;
}

// How far does a step lead back against the direction in which a unit faces at its front [tiles]?
static double turned_back( const crowd_decision* d, fw_vec2 to )
{
	const fw_vec2 comes = crowd_mover( d->crowd, d->index )->course.direction;
	return fmax( -fw_dot( comes, fw_minus( to, d->front ) ), 0.0 );
}

// Can it go on from there past all that are at their goals?
static bool goes_on_past( const crowd_decision* d, fw_vec2 from )
{
	const double reach = crowd_reach( d->crowd, d->index );
	const fw_vec2 to = { from.x + d->ahead.x, from.y + d->ahead.y };
	bool free = true;
	for ( int32_t i = 0; i < d->other_count && free; i++ )
	{
		const crowd_other* one = &d->others[i];
		const bool arrived = one->comes.x == 0.0 && one->comes.y == 0.0;
		free = !arrived || fw_distance_to_line( one->place, from, to ) >= reach + one->reach - SAME;
	}
	return free;
}

static void add_node( crowd_decision* d, fw_node node, const fw_vec2* look )
{
	const fw_vec2 to = fw_node_place( node );
	const double length = distance( d->front, to );
	const bool has_goal = d->unit->has_goal;
	const bool is_goal = has_goal && distance( to, d->unit->goal ) < SAME;
	const bool wide = d->crowd->backs_up || d->crowd->units[d->crowd->root].unit.outline.count > 0;
	const bool clears = d->push == CROWD_ASIDE && wide;
	if ( length < SAME || length > ( clears ? STEP_ASIDE : STEP_MAX ) ||
	     ( !d->on_node && length < STEP_MIN && d->push == CROWD_OWN && !is_goal ) )
	{
		return;
	}
	const double left = is_goal ? 0.0 : has_goal ? fw_crowd_left_at_node( d->crowd, d->index, &d->sight, node ) : 0.0;
	const int32_t off = fw_crowd_off_lane( &d->lane, to );
	const int32_t off_here = fw_crowd_off_lane( &d->lane, d->front );
	const bool joins_lane = d->lane.hard && off < off_here;
	const bool goes_round = d->unit->goes_round && d->crowd->time - d->unit->best_time < CROWD_SOON;
	const bool steps_aside = d->passes && left > d->left - CROWD_NEARER && goes_on_past( d, to );
	const double enough = goes_round || steps_aside ? d->left + CROWD_SOME : d->left - CROWD_NEARER;
	if ( !( left < INFINITY ) || ( d->push != CROWD_ASIDE && left > enough && !joins_lane && !is_goal ) ||
	     ( d->lane.hard && off > 0 && off >= off_here ) || is_escort( d, to, d->left - left ) )
	{
		return;
	}
	if ( d->push != CROWD_ASIDE && d->crowd->time - d->unit->moved < CROWD_AT_LAST &&
	     fw_crowd_is_shut( d->crowd, d->index, d->front, to ) )
	{
		d->waits = true;
		return;
	}
	double cost = left + CROWD_LITTLE * length + noise( d, node );
	if ( look != NULL )
	{
		const double x = look->x - d->front.x;
		const double y = look->y - d->front.y;
		const double aside = fabs( x * ( to.y - d->front.y ) - y * ( to.x - d->front.x ) ) / fw_length( x, y );
		cost += CROWD_BEND_COST * aside;
	}
	cost += CROWD_MUCH * ( off < 3 ? off : 3 );
	cost += cost_of_others( d, to );
	cost += ( d->push != CROWD_ASIDE ? 1.0 : pushes_few( d ) ? CROWD_LITTLE : 0.0 ) * turned_back( d, to );
	cost += d->push == CROWD_ASIDE ? CROWD_PUSH_COST * fw_crowd_gain( d->crowd, d->crowd->root, d->node, node ) : 0.0;
	add( d,
	     &( crowd_candidate ){
	         .to = to, .at = is_goal && !d->unit->on_path ? d->unit->path.length : -1.0, .left = left, .cost = cost } );
}

static void add_goal( crowd_decision* d )
{
	const fw_vec2 goal = d->unit->goal;
	const double length = distance( d->front, goal );
	const fw_vec2 node = fw_node_place( fw_node_near( goal, fw_node_step( d->unit->unit.radius ) ) );
	if ( d->unit->has_goal && length > SAME && length <= STEP_MAX && distance( node, goal ) >= SAME && d->left > SAME )
	{
		add( d,
		     &( crowd_candidate ){ goal, d->unit->on_path ? -1.0 : d->unit->path.length, 0.0, CROWD_LITTLE * length } );
	}
}

// A point of its path that a unit beside it sees may be nearer than all nodes that it could step to.
static void add_seen( crowd_decision* d, fw_vec2 seen, double at )
{
	const double length = distance( d->front, seen );
	const double left = fw_crowd_left_on_path( d->unit, at );
	if ( length > SAME && left < d->left - CROWD_NEARER )
	{
		add( d, &( crowd_candidate ){ seen, at, left, left + CROWD_LITTLE * length } );
	}
}

// Adds a point of the path, this far ahead.
static void add_part( crowd_decision* d, double length )
{
	const crowd_unit* unit = d->unit;
	const double to = fmax( fmin( unit->at + length, unit->path.length ), 0.0 );
	if ( fabs( to - unit->at ) > SAME )
	{
		const double left = fw_crowd_left_on_path( unit, to );
		const double cost = left + CROWD_LITTLE * fabs( to - unit->at ) + ( unit->walks ? 2.0 : 0.0 );
		add( d, &( crowd_candidate ){ fw_crowd_path_point( unit, to ), to, left, cost } );
	}
}

// Past the vehicle that makes it step aside, as close to it as it may: a step over the lattice may miss that by a hair,
// and between the vehicle and a wall there is no other way.
static void add_past_vehicle( crowd_decision* d )
{
	const int32_t root = d->crowd->root;
	const fw_vec2 center = crowd_front( d->crowd, root );
	const fw_vec2 to = { center.x - d->front.x, center.y - d->front.y };
	const double away = fw_length( to.x, to.y );
	const double reach = crowd_reach( d->crowd, d->index ) + crowd_reach( d->crowd, root ) + PAST;
	if ( away < reach )
	{
		return;
	}
	const double along = sqrt( away * away - reach * reach ) / away;
	const double across = reach / away;
	const int32_t step = fw_node_step( d->unit->unit.radius );
	for ( int32_t k = 0; k < 4; k++ )
	{
		const double side = k % 2 == 0 ? across : -across;
		const double length = k < 2 ? 1.0 : 0.5;
		const fw_vec2 place = { d->front.x + length * ( along * to.x - side * to.y ) / away,
		                        d->front.y + length * ( along * to.y + side * to.x ) / away };
		const double left = fw_crowd_left_at_node( d->crowd, d->index, &d->sight, fw_node_near( place, step ) );
		if ( left < INFINITY )
		{
			const double cost = left + CROWD_LITTLE * length + CROWD_MUCH;
			add( d, &( crowd_candidate ){ place, -1.0, left, cost } );
		}
	}
}

static void list_steps( crowd_decision* d )
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
		if ( d->crowd->time - d->unit->moved < CROWD_MOMENT )
		{
			return;
		}
	}
	find_others( d );
	for ( int32_t y = -reach; y <= reach; y++ )
	{
		for ( int32_t x = -reach; x <= reach; x++ )
		{
			add_node( d, ( fw_node ){ d->node.x + x * step, d->node.y + y * step }, looks && own ? &look : NULL );
		}
	}
	add_goal( d );
	if ( looks && d->sight.sees && !d->unit->on_path && distance( d->front, look ) <= STEP_MAX )
	{
		add_seen( d, look, at );
	}
	if ( d->push == CROWD_ASIDE && !d->crowd->units[d->crowd->root].walks )
	{
		add_past_vehicle( d );
	}
	if ( d->unit->on_path && d->push != CROWD_ASIDE )
	{
		add_part( d, CROWD_STEP );
	}
}

static fw_node neighbor( const crowd_decision* d, int32_t k )
{
	const int32_t step = fw_node_step( d->unit->unit.radius );
	return ( fw_node ){ d->node.x + ( k % 3 - 1 ) * step, d->node.y + ( k / 3 - 1 ) * step };
}

// Where does a unit want to go from the node? -1: nowhere.
static int32_t find_wish( const crowd_decision* d, int32_t index )
{
	int32_t wish = -1;
	double least = INFINITY;
	for ( int32_t k = 0; k < 9; k++ )
	{
		const double left = k != 4 ? fw_crowd_left_at( d->crowd, index, neighbor( d, k ) ) : INFINITY;
		if ( left < least && fw_node_joins( d->crowd->grid, &d->unit->unit, d->node, neighbor( d, k ) ) )
		{
			least = left;
			wish = k;
		}
	}
	return wish;
}

// Where does one that comes to the node want to go on from there? -1: there is but one way.
static int32_t find_way_out( const crowd_decision* d, int32_t partner )
{
	int32_t exits = 0;
	for ( int32_t k = 0; k < 9; k++ )
	{
		exits += k != 4 && fw_node_joins( d->crowd->grid, &d->unit->unit, d->node, neighbor( d, k ) ) &&
		         distance( fw_node_place( neighbor( d, k ) ), crowd_front( d->crowd, partner ) ) > SAME;
	}
	return exits >= 2 ? find_wish( d, partner ) : -1;
}

// A unit that changes places with another one goes back, as far as possible from where it wants to go, but at a branch
// not to where the other one wants to go: else that comes out, and each drives the other one in again.
static void list_swap( crowd_decision* d )
{
	const int32_t wish = find_wish( d, d->index );
	d->partner = wish >= 0 ? fw_crowd_swap( d->crowd, d->index, neighbor( d, wish ) ) : -1;
	if ( d->partner < 0 )
	{
		return;
	}
	const int32_t theirs = find_way_out( d, d->partner );
	d->push = CROWD_ASIDE;
	d->count = 0;
	for ( int32_t k = 0; k < 9; k++ )
	{
		if ( k != 4 && fw_node_joins( d->crowd->grid, &d->unit->unit, d->node, neighbor( d, k ) ) )
		{
			const double left = fw_crowd_left_at( d->crowd, d->index, neighbor( d, k ) );
			add( d, &( crowd_candidate ){ fw_node_place( neighbor( d, k ) ), -1.0, left, k == theirs ? 0.0 : -left } );
		}
	}
}

fw_segment fw_crowd_curve_aside( const crowd_decision* d, int32_t kind )
{
	const fw_course* course = &crowd_mover( d->crowd, d->index )->course;
	const fw_gear gear = kind % 6 < 3 ? FW_GEAR_FORWARD : FW_GEAR_REVERSE;
	const double motion = fw_atan2( course->direction.y, course->direction.x );
	const double heading = course->gear == FW_GEAR_REVERSE ? motion + FW_PI : motion;
	const double radius = d->unit->unit.turning_radius;
	const double side = kind % 3 - 1;
	const double radii = kind < SHORT_CURVES      ? CROWD_ASIDE_RADII * ( 1 + kind / 6 )
	                     : kind < SHORTEST_CURVES ? 1.0
	                                              : 0.5;
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
static bool can_turn_round( const crowd_decision* d, const fw_segment* curve )
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

// They come behind parts of the path.
static void list_curves( crowd_decision* d )
{
	const int32_t count = d->crowd->backs_up ? CURVES : SHORT_CURVES;
	for ( int32_t kind = 0; kind < count; kind++ )
	{
		if ( kind % 6 >= 3 && !d->unit->unit.reverse )
		{
			continue;
		}
		const fw_segment curve = fw_crowd_curve_aside( d, kind );
		if ( !d->unit->unit.reverse && !can_turn_round( d, &curve ) )
		{
			continue;
		}
		add( d, &( crowd_candidate ){ .to = curve.to, .at = -2.0 - kind, .left = INFINITY, .cost = 1e6 + kind } );
	}
}

// Parts of the path, to both sides.
static void list_parts( crowd_decision* d )
{
	const bool backs = d->unit->unit.reverse && d->push == CROWD_ASIDE;
	for ( double length = CROWD_PIECE; length >= 0.25 * CROWD_PIECE && d->unit->on_path; length *= 0.5 )
	{
		add_part( d, length );
		if ( backs )
		{
			add_part( d, -length );
		}
	}
}

void fw_crowd_list_candidates( crowd_decision* d )
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
