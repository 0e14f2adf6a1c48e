// SPDX-License-Identifier: MIT
// Where units of several sizes block each other, a joint plan for those that are in each other's way.
//
// It begins with the unit that is stuck, and takes all others for walls. As long as there is no plan, the first one of
// those on the shortest way of a member becomes a member, too: one in each tick. Members make no other decision until
// there is a plan, or none: so their fronts stay where they are.
#include "crowd/crowd.h"
#include "fairway/sweep.h"

#define NODES FW_JOINT_NODES
#define NONE FW_JOINT_NONE
// Places that differ by less are the same [tiles].
#define SAME 1e-6
// Nodes on a side of the window for those that are not stuck for long: where it is wider more are in the way of far
// targets.
#define NARROW 48
// Units in the window that count.
#define NEAR_MAX 1024
// The longest move of a plan [tiles]: longer ones make others wait.
#define LONGEST 4.0

// The units around one that is stuck.
typedef struct crowd_tangle
{
	fw_crowd* crowd;
	fw_joint_problem* problem;
	bool searches;
	int32_t next; // that becomes a member in this tick; NONE: none does
	int32_t in_way;
	int32_t attempt;    // expansions with so many members, before there is one more
	int32_t expansions; // that are left
	uint64_t revision;  // of the grid
	fw_node begin;      // the nodes of the window that count: from here on
	int32_t side;       // so many in each direction
	int32_t members[FW_JOINT_AGENTS];
	int64_t paths[FW_JOINT_AGENTS]; // their numbers
	// Of each member, past walls alone: its links, and the first nodes.
	uint8_t links[FW_JOINT_AGENTS][NODES];
	int32_t entries[FW_JOINT_AGENTS][FW_JOINT_ENTRIES];
	int32_t entry_counts[FW_JOINT_AGENTS];
	int32_t near[NEAR_MAX]; // units in the window that are no members
	int32_t near_count;
} crowd_tangle;

typedef crowd_tangle tangle;

static bool can_join( const crowd_unit* unit )
{
	return unit->walks && !unit->holds && unit->unit.radius <= FW_JOINT_RADIUS;
}

static bool joins( const fw_crowd* crowd, const fw_unit* unit, fw_vec2 from, fw_vec2 to )
{
	const fw_segment line = fw_segment_line( from, to, FW_GEAR_FORWARD );
	return fw_exits_allow_segment( crowd->grid, &line ) && fw_sweep_segment( crowd->grid, unit, &line );
}

// Is a move clear of all who are no members?
static bool is_clear( const tangle* t, const fw_unit* unit, fw_vec2 from, fw_vec2 to )
{
	bool clear = true;
	for ( int32_t i = 0; i < t->near_count && clear; i++ )
	{
		clear = fw_joint_is_clear( unit->radius, from, to, crowd_reach( t->crowd, t->near[i] ),
		                           crowd_front( t->crowd, t->near[i] ) );
	}
	return clear;
}

// Those in the window who are no members.
static void list_near( tangle* t )
{
	fw_crowd* crowd = t->crowd;
	const fw_vec2 first = fw_joint_place( t->problem, 0 );
	const fw_box box = { first.x, first.y, first.x + 0.5 * FW_JOINT_SIDE, first.y + 0.5 * FW_JOINT_SIDE };
	const int32_t count = fw_safe_stop_near( &crowd->precedence.stop, &box, 1.0 );
	t->near_count = 0;
	for ( int32_t i = 0; i < count && t->near_count < NEAR_MAX; i++ )
	{
		const int32_t other = crowd->precedence.stop.cells.found[i];
		bool is_member = false;
		for ( int32_t k = 0; k < t->problem->agent_count && !is_member; k++ )
		{
			is_member = t->members[k] == other;
		}
		t->near[t->near_count] = other;
		t->near_count += is_member ? 0 : 1;
	}
}

static bool counts( const tangle* t, int32_t node )
{
	const int32_t x = node % FW_JOINT_SIDE + t->problem->first.x - t->begin.x;
	const int32_t y = node / FW_JOINT_SIDE + t->problem->first.y - t->begin.y;
	return x >= 0 && y >= 0 && x < t->side && y < t->side;
}

// The links between all nodes that a member can reach past walls.
static void find_links( tangle* t, int32_t member )
{
	fw_joint_agent* agent = &t->problem->agents[member];
	const fw_unit* unit = &t->crowd->units[t->members[member]].unit;
	int32_t queue[NODES];
	bool reached[NODES] = { false };
	int32_t count = 0;
	for ( int32_t k = 0; k < agent->entry_count; k++ )
	{
		reached[agent->entries[k]] = true;
		queue[count++] = agent->entries[k];
	}
	for ( int32_t i = 0; i < count; i++ )
	{
		const fw_vec2 from = fw_joint_place( t->problem, queue[i] );
		for ( int32_t k = 0; k < 8; k++ )
		{
			const int32_t node = fw_joint_neighbor( queue[i], k );
			if ( node < 0 || !counts( t, node ) || !joins( t->crowd, unit, from, fw_joint_place( t->problem, node ) ) )
			{
				continue;
			}
			agent->links[queue[i]] |= (uint8_t)( 1 << k );
			if ( !reached[node] )
			{
				reached[node] = true;
				queue[count++] = node;
			}
		}
	}
}

static bool is_target_free( const tangle* t, int32_t member, fw_vec2 place )
{
	bool is_free = true;
	for ( int32_t i = 0; i < member && is_free; i++ )
	{
		const fw_joint_agent* other = &t->problem->agents[i];
		const fw_vec2 target = fw_joint_place( t->problem, other->target != NONE ? other->target : 0 );
		is_free = other->target == NONE || fw_length( target.x - place.x, target.y - place.y ) >=
		                                       other->radius + t->problem->agents[member].radius + FW_PRECEDENCE_GAP;
	}
	return is_free;
}

// The node of the window, of those that a member can reach past walls, from which it has least left.
static void find_target( tangle* t, int32_t member )
{
	fw_crowd* crowd = t->crowd;
	fw_joint_agent* agent = &t->problem->agents[member];
	const int32_t index = t->members[member];
	const crowd_unit* unit = &crowd->units[index];
	const int32_t step = fw_node_step( unit->unit.radius );
	double least = INFINITY;
	agent->target = NONE;
	for ( int32_t i = 0; i < NODES && unit->has_goal; i++ )
	{
		const fw_vec2 place = fw_joint_place( t->problem, i );
		const bool is_goal = fabs( place.x - unit->goal.x ) < SAME && fabs( place.y - unit->goal.y ) < SAME;
		const fw_node node = fw_node_near( place, step );
		const bool is_node =
		    fabs( fw_node_place( node ).x - place.x ) < SAME && fabs( fw_node_place( node ).y - place.y ) < SAME;
		if ( agent->links[i] == 0 || ( !is_goal && !is_node ) )
		{
			continue;
		}
		const double left = is_goal ? -1.0 : fw_crowd_left_at( crowd, index, node );
		if ( left < least && is_target_free( t, member, place ) )
		{
			least = left;
			agent->target = i;
		}
	}
}

// Where a unit that becomes a member can begin.
static void begin_member( tangle* t, int32_t index )
{
	fw_joint_problem* problem = t->problem;
	const fw_vec2 front = crowd_front( t->crowd, index );
	fw_joint_agent* agent = &problem->agents[problem->agent_count];
	t->paths[problem->agent_count] = t->crowd->units[index].path_number;
	t->members[problem->agent_count++] = index;
	*agent = ( fw_joint_agent ){ .radius = t->crowd->units[index].unit.radius, .start = front, .target = NONE };
	const fw_node near = fw_node_near( front, 1 );
	const int32_t x = near.x - problem->first.x;
	const int32_t y = near.y - problem->first.y;
	if ( near.x <= t->begin.x || near.y <= t->begin.y || near.x >= t->begin.x + t->side - 1 ||
	     near.y >= t->begin.y + t->side - 1 )
	{
		return;
	}
	const int32_t middle = y * FW_JOINT_SIDE + x;
	const fw_vec2 place = fw_joint_place( problem, middle );
	if ( place.x == front.x && place.y == front.y )
	{
		agent->entries[agent->entry_count++] = middle;
		return;
	}
	for ( int32_t k = 0; k < 9; k++ )
	{
		const int32_t node = middle + ( k / 3 - 1 ) * FW_JOINT_SIDE + k % 3 - 1;
		if ( joins( t->crowd, &t->crowd->units[index].unit, front, fw_joint_place( problem, node ) ) )
		{
			agent->entries[agent->entry_count++] = node;
		}
	}
}

static void add_member( tangle* t, int32_t index )
{
	const int32_t member = t->problem->agent_count;
	const fw_joint_agent* agent = &t->problem->agents[member];
	begin_member( t, index );
	list_near( t );
	find_links( t, member );
	find_target( t, member );
	memcpy( t->links[member], agent->links, sizeof( agent->links ) );
	memcpy( t->entries[member], agent->entries, sizeof( agent->entries ) );
	t->entry_counts[member] = agent->entry_count;
}

// The unit that is no member and first on the shortest way of one to its target; NONE: there is none. `links` are past
// walls.
static int32_t find_in_way( const tangle* t, int32_t member )
{
	float left[NODES];
	const fw_joint_agent* agent = &t->problem->agents[member];
	if ( agent->target == NONE )
	{
		return NONE;
	}
	fw_joint_distances( agent, agent->target, left );
	fw_vec2 place = agent->start;
	int32_t node = NONE;
	for ( int32_t steps = 0; steps < NODES && node != agent->target; steps++ )
	{
		int32_t next = NONE;
		float least = INFINITY;
		for ( int32_t k = 0; k < ( node == NONE ? agent->entry_count : 8 ); k++ )
		{
			const int32_t to = node == NONE                           ? agent->entries[k]
			                   : ( agent->links[node] & 1 << k ) != 0 ? fw_joint_neighbor( node, k )
			                                                          : NONE;
			const fw_vec2 there = fw_joint_place( t->problem, to != NONE ? to : 0 );
			const float total =
			    to != NONE ? left[to] + (float)fw_length( there.x - place.x, there.y - place.y ) : INFINITY;
			if ( total < least )
			{
				least = total;
				next = to;
			}
		}
		if ( next == NONE )
		{
			return NONE;
		}
		const fw_vec2 there = fw_joint_place( t->problem, next );
		for ( int32_t i = 0; i < t->near_count; i++ )
		{
			const crowd_unit* other = &t->crowd->units[t->near[i]];
			if ( can_join( other ) && !fw_joint_is_clear( agent->radius, place, there, other->unit.radius,
			                                              crowd_front( t->crowd, t->near[i] ) ) )
			{
				return t->near[i];
			}
		}
		place = there;
		node = next;
	}
	return NONE;
}

// The nearest unit that is no member and can be one; NONE: there is none.
static int32_t find_nearest( const tangle* t )
{
	const fw_vec2 from = t->problem->agents[0].start;
	double least = INFINITY;
	int32_t nearest = NONE;
	for ( int32_t i = 0; i < t->near_count; i++ )
	{
		const fw_vec2 front = crowd_front( t->crowd, t->near[i] );
		const double away = fw_length( front.x - from.x, front.y - from.y );
		const crowd_unit* unit = &t->crowd->units[t->near[i]];
		if ( can_join( unit ) && away < least )
		{
			least = away;
			nearest = t->near[i];
		}
	}
	return nearest;
}

static void restore( tangle* t, int32_t member )
{
	fw_joint_agent* agent = &t->problem->agents[member];
	memcpy( agent->links, t->links[member], sizeof( agent->links ) );
	memcpy( agent->entries, t->entries[member], sizeof( agent->entries ) );
	agent->entry_count = t->entry_counts[member];
}

// Takes the links away from a member that lead too close to a unit that is no member.
static void keep_off( tangle* t, int32_t member, int32_t other )
{
	fw_joint_agent* agent = &t->problem->agents[member];
	const fw_vec2 front = crowd_front( t->crowd, other );
	const double radius = t->crowd->units[other].unit.radius;
	const fw_node near = fw_node_near( front, 1 );
	const int32_t reach = 3 + (int32_t)( 2.0 * ( radius + agent->radius ) );
	for ( int32_t dy = -reach; dy <= reach; dy++ )
	{
		for ( int32_t dx = -reach; dx <= reach; dx++ )
		{
			const int32_t x = near.x + dx - t->problem->first.x;
			const int32_t y = near.y + dy - t->problem->first.y;
			const bool inside = (uint32_t)x < FW_JOINT_SIDE && (uint32_t)y < FW_JOINT_SIDE;
			const int32_t node = inside ? y * FW_JOINT_SIDE + x : 0;
			const fw_vec2 from = fw_joint_place( t->problem, node );
			for ( int32_t k = 0; inside && k < 8 && agent->links[node] != 0; k++ )
			{
				const bool leads = ( agent->links[node] & 1 << k ) != 0;
				const fw_vec2 to = leads ? fw_joint_place( t->problem, fw_joint_neighbor( node, k ) ) : from;
				const bool clear = !leads || fw_joint_is_clear( agent->radius, from, to, radius, front );
				agent->links[node] &= (uint8_t)( clear ? 0xff : ~( 1 << k ) );
			}
		}
	}
}

// Past all who are no members.
static void keep_off_all( tangle* t, int32_t member )
{
	fw_joint_agent* agent = &t->problem->agents[member];
	const fw_unit* unit = &t->crowd->units[t->members[member]].unit;
	int32_t count = 0;
	for ( int32_t i = 0; i < t->near_count; i++ )
	{
		keep_off( t, member, t->near[i] );
	}
	for ( int32_t k = 0; k < agent->entry_count; k++ )
	{
		const int32_t node = agent->entries[k];
		agent->entries[count] = node;
		count += is_clear( t, unit, agent->start, fw_joint_place( t->problem, node ) ) ? 1 : 0;
	}
	agent->entry_count = count;
}

// Gets the problem ready, and gives the first unit on the way of a member.
static int32_t prepare( tangle* t )
{
	int32_t in_way = NONE;
	for ( int32_t i = 0; i < t->problem->agent_count; i++ )
	{
		restore( t, i );
		in_way = in_way == NONE ? find_in_way( t, i ) : in_way;
		keep_off_all( t, i );
	}
	return in_way;
}

// May a member go straight to where a later move of it leads, instead of making both?
static bool can_merge( const tangle* t, const fw_vec2* places, const fw_joint_result* plan, int32_t first,
                       int32_t last )
{
	const fw_joint_move* from = &plan->moves[first];
	const fw_joint_move* to = &plan->moves[last];
	const fw_unit* unit = &t->crowd->units[t->members[from->agent]].unit;
	if ( fw_length( to->to.x - from->from.x, to->to.y - from->from.y ) > LONGEST ||
	     !joins( t->crowd, unit, from->from, to->to ) || !is_clear( t, unit, from->from, to->to ) )
	{
		return false;
	}
	bool clear = true;
	for ( int32_t i = 0; i < t->problem->agent_count && clear; i++ )
	{
		clear = i == from->agent ||
		        fw_joint_is_clear( unit->radius, from->from, to->to, t->problem->agents[i].radius, places[i] );
	}
	for ( int32_t i = first + 1; i < last && clear; i++ )
	{
		const fw_joint_move* other = &plan->moves[i];
		clear = other->agent == NONE || fw_joint_is_clear( t->problem->agents[other->agent].radius, other->from,
		                                                   other->to, unit->radius, to->to );
	}
	return clear;
}

static void merge_moves( const tangle* t, const fw_joint_result* plan )
{
	fw_vec2 places[FW_JOINT_AGENTS];
	for ( int32_t i = 0; i < t->problem->agent_count; i++ )
	{
		places[i] = t->problem->agents[i].start;
	}
	for ( int32_t i = 0; i < plan->move_count; i++ )
	{
		fw_joint_move* move = &plan->moves[i];
		for ( int32_t k = i + 1; k < plan->move_count && move->agent != NONE; k++ )
		{
			if ( plan->moves[k].agent != move->agent )
			{
				continue;
			}
			if ( !can_merge( t, places, plan, i, k ) )
			{
				break;
			}
			move->to = plan->moves[k].to;
			plan->moves[k].agent = NONE;
		}
		if ( move->agent != NONE )
		{
			places[move->agent] = move->to;
		}
	}
}

static void carry_out( tangle* t, const fw_joint_result* plan )
{
	fw_crowd* crowd = t->crowd;
	for ( int32_t i = 0; i < plan->move_count; i++ )
	{
		const fw_joint_move* move = &plan->moves[i];
		if ( move->agent == NONE || fw_length( move->to.x - move->from.x, move->to.y - move->from.y ) < SAME )
		{
			continue;
		}
		const int32_t index = t->members[move->agent];
		const fw_segment line = fw_segment_line( crowd_front( crowd, index ), move->to, FW_GEAR_FORWARD );
		const fw_mover* mover = crowd_mover( crowd, index );
		if ( mover->course.end - mover->at.piece >= CROWD_JOINT_PIECES ||
		     !fw_crowd_append( crowd, index, &line, 1, -1.0, true ) )
		{
			return; // the rest is decided anew
		}
		crowd->units[index].round = crowd->ticks;
		crowd->units[index].answer = CROWD_MOVED;
	}
}

static bool is_ready( fw_crowd* crowd )
{
	if ( crowd->tangle == NULL )
	{
		crowd->tangle = fw_alloc_zero( &crowd->allocator, 1, sizeof( *crowd->tangle ) );
	}
	fw_joint_problem* problem = crowd->tangle != NULL ? fw_joint_plan_problem( &crowd->joint ) : NULL;
	if ( problem == NULL )
	{
		crowd->failed = FW_ERR_MEMORY;
		return false;
	}
	crowd->tangle->crowd = crowd;
	crowd->tangle->problem = problem;
	return true;
}

// The first node of a window around a place, not beyond the map; on a smaller map it holds all of that.
static int32_t first_of( int32_t middle, int32_t tiles, int32_t side )
{
	const int32_t last = 2 * tiles + 1 - side;
	const int32_t first = middle - side / 2 < last ? middle - side / 2 : last;
	return first > 0 ? first : 0;
}

static fw_node window_of( const fw_crowd* crowd, fw_node middle, int32_t side )
{
	return ( fw_node ){ first_of( middle.x, fw_grid_width( crowd->grid ), side ),
	                    first_of( middle.y, fw_grid_height( crowd->grid ), side ) };
}

bool fw_crowd_disentangle( fw_crowd* crowd, int32_t index )
{
	if ( !can_join( &crowd->units[index] ) || !is_ready( crowd ) || crowd->tangle->searches )
	{
		return false;
	}
	tangle* t = crowd->tangle;
	const fw_node middle = fw_node_near( crowd_front( crowd, index ), 1 );
	t->problem->first = window_of( crowd, middle, FW_JOINT_SIDE );
	t->problem->agent_count = 0;
	t->revision = fw_grid_revision( crowd->grid );
	t->next = index;
	const double stuck = crowd->time - crowd->units[index].nearer_time;
	const bool is_long = stuck >= CROWD_JOINT_STUCK;
	const double seconds = fmin( fmax( stuck, CROWD_UNRAVEL_AFTER ), CROWD_JOINT_STUCK );
	t->side = is_long ? FW_JOINT_SIDE : NARROW;
	t->begin = window_of( crowd, middle, t->side );
	t->attempt = (int32_t)( CROWD_JOINT_EXPANSIONS * seconds ) / ( is_long ? CROWD_JOINT_LONG_PARTS : 1 );
	t->expansions = ( is_long ? CROWD_JOINT_LONG_ATTEMPTS : CROWD_JOINT_ATTEMPTS ) * t->attempt;
	t->searches = true;
	return true;
}

bool fw_crowd_is_disentangling( const fw_crowd* crowd )
{
	return crowd->tangle != NULL && crowd->tangle->searches;
}

// Are all members as they were when they became it?
static bool is_valid( const tangle* t )
{
	bool valid = t->revision == fw_grid_revision( t->crowd->grid );
	for ( int32_t i = 0; i < t->problem->agent_count && valid; i++ )
	{
		const crowd_unit* unit = &t->crowd->units[t->members[i]];
		const fw_vec2 start = t->problem->agents[i].start;
		valid = unit->used && unit->path_number == t->paths[i];
		const fw_vec2 front = valid ? crowd_front( t->crowd, t->members[i] ) : start;
		valid = valid && can_join( unit ) && front.x == start.x && front.y == start.y;
	}
	return valid;
}

static void drive_plan( tangle* t, const fw_joint_result* plan )
{
	for ( int32_t i = 0; i < t->problem->agent_count; i++ )
	{
		t->crowd->units[t->members[i]].best_time = t->crowd->time;
	}
	list_near( t );
	merge_moves( t, plan );
	carry_out( t, plan );
}

// A plan that leads one no nearer to its goal is no progress of it: it is stuck as before.
static void accept( tangle* t, const fw_joint_result* plan )
{
	fw_crowd* crowd = t->crowd;
	for ( int32_t i = 0; i < t->problem->agent_count; i++ )
	{
		const int32_t index = t->members[i];
		crowd_unit* unit = &crowd->units[index];
		const int32_t target = t->problem->agents[i].target;
		const fw_vec2 place = fw_joint_place( t->problem, target != NONE ? target : 0 );
		const bool is_goal = fabs( place.x - unit->goal.x ) < SAME && fabs( place.y - unit->goal.y ) < SAME;
		const fw_node node = fw_node_near( place, fw_node_step( unit->unit.radius ) );
		const bool is_nearer =
		    target != NONE && ( is_goal || fw_crowd_left_at( crowd, index, node ) < unit->best_left - 0.5 );
		unit->nearer_time = is_nearer ? crowd->time : unit->nearer_time;
		unit->next_plan = is_nearer ? unit->next_plan : fmax( unit->next_plan, crowd->time + CROWD_UNRAVEL_AFTER );
	}
	drive_plan( t, plan );
}

static void hold_members( const tangle* t )
{
	for ( int32_t i = 0; i < t->problem->agent_count; i++ )
	{
		t->crowd->units[t->members[i]].round = t->crowd->ticks;
	}
}

// The last search found no plan. Who has been stuck for long then goes with the others to the best state that was
// found: there may be a plan from there. As nobody counts as nearer to its goal the time until the next search grows
// with each one, so that it does not go to and fro for long. Returns whether they go.
static bool give_up( tangle* t, fw_joint_outcome outcome )
{
	fw_crowd* crowd = t->crowd;
	crowd_unit* unit = &crowd->units[t->members[0]];
	const double stuck = crowd->time - unit->nearer_time;
	// The longer it has been stuck the longer it takes until that changes.
	unit->next_plan = crowd->time + stuck;
	if ( outcome != FW_JOINT_GAVE_UP || stuck < CROWD_JOINT_PART_STUCK )
	{
		return false;
	}
	const fw_joint_result part = fw_joint_plan_best( &crowd->joint );
	if ( part.outcome != FW_JOINT_SOLVED )
	{
		return false;
	}
	unit->next_plan = crowd->time + CROWD_JOINT_PART_WAIT * stuck;
	hold_members( t );
	drive_plan( t, &part );
	return true;
}

// No more can join. A member that cannot get to its target past those that are no members only makes room then: with
// its target there would be no plan for the others either.
static void drop_targets( tangle* t )
{
	for ( int32_t i = 0; i < t->problem->agent_count; i++ )
	{
		fw_joint_agent* agent = &t->problem->agents[i];
		float left[NODES];
		bool reaches = agent->target == NONE;
		if ( !reaches )
		{
			fw_joint_distances( agent, agent->target, left );
		}
		for ( int32_t k = 0; k < agent->entry_count && !reaches; k++ )
		{
			reaches = left[agent->entries[k]] < INFINITY;
		}
		agent->target = reaches ? agent->target : NONE;
	}
}

static void take_next( tangle* t )
{
	const bool is_more = t->problem->agent_count > 0;
	add_member( t, t->next );
	t->next = NONE;
	t->in_way = prepare( t );
	if ( t->problem->agent_count == FW_JOINT_AGENTS )
	{
		drop_targets( t );
	}
	t->problem->max_expansions = t->expansions < t->attempt ? t->expansions : t->attempt;
	fw_joint_plan_begin( &t->crowd->joint, is_more );
}

int32_t fw_crowd_disentangle_on( fw_crowd* crowd )
{
	tangle* t = crowd->tangle;
	if ( !fw_crowd_is_disentangling( crowd ) )
	{
		return NONE;
	}
	// Since it was chosen it may have been removed, and its slot given to a vehicle, which cannot be a member.
	const crowd_unit* next = t->next != NONE ? &crowd->units[t->next] : NULL;
	t->searches = is_valid( t ) && ( next == NULL || ( next->used && can_join( next ) ) );
	if ( !t->searches )
	{
		return NONE;
	}
	if ( t->next != NONE )
	{
		take_next( t );
	}
	int64_t nodes = CROWD_JOINT_NODES;
	const fw_joint_result plan = fw_joint_plan_run( &crowd->joint, &nodes );
	const bool is_plan = plan.outcome == FW_JOINT_SOLVED && plan.move_count > 0;
	if ( plan.outcome == FW_JOINT_RUNNING || is_plan )
	{
		t->searches = !is_plan;
		hold_members( t );
		if ( is_plan )
		{
			accept( t, &plan );
		}
		return NONE;
	}
	const bool full = t->problem->agent_count == FW_JOINT_AGENTS;
	t->next = full || t->expansions <= plan.expansions ? NONE : t->in_way != NONE ? t->in_way : find_nearest( t );
	if ( t->next == NONE && plan.outcome == FW_JOINT_GAVE_UP && t->problem->max_expansions < t->expansions )
	{
		t->problem->max_expansions = t->expansions; // all that is left is for the last ones
		hold_members( t );
		return NONE;
	}
	t->expansions -= plan.expansions;
	t->searches = t->next != NONE;
	if ( t->searches )
	{
		hold_members( t );
		return NONE;
	}
	return give_up( t, plan.outcome ) ? NONE : t->members[0];
}

void fw_crowd_forget_tangle( fw_crowd* crowd )
{
	if ( fw_crowd_is_disentangling( crowd ) )
	{
		crowd->tangle->searches = false;
		const int32_t first = crowd->tangle->problem->agent_count > 0 ? crowd->tangle->members[0] : crowd->tangle->next;
		crowd->units[first].next_plan = fmin( crowd->units[first].next_plan, crowd->time );
	}
}

void fw_crowd_free_tangle( fw_crowd* crowd )
{
	fw_free( &crowd->allocator, crowd->tangle, 1, sizeof( *crowd->tangle ) );
	crowd->tangle = NULL;
}

size_t fw_crowd_tangle_memory( const fw_crowd* crowd )
{
	return crowd->tangle != NULL ? sizeof( *crowd->tangle ) : 0;
}
