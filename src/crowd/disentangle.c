// SPDX-License-Identifier: MIT
// Where units of several sizes block each other, a joint plan for those that are in each other's way.
//
// It begins with the unit that is stuck, and takes all others for walls. As long as there is no plan, the first one of
// those on the shortest way of a member becomes a member, too: one in each tick. Members make no other decision until
// there is a plan, or none: so their fronts stay where they are.
#include "crowd/tangle.h"

#define NONE FW_JOINT_NONE
// Places that differ by less are the same [tiles].
#define SAME 1e-6
// Nodes on a side of the window for those that are not stuck for long: where it is wider more are in the way of far
// targets.
#define NARROW 48
// The longest move of a plan [tiles]: longer ones make others wait.
#define LONGEST 4.0

// May a member go straight to where a later move of it leads, instead of making both?
static bool can_merge( const crowd_tangle* t, const fw_vec2* places, const fw_joint_result* plan, int32_t first,
                       int32_t last )
{
	const fw_joint_move* from = &plan->moves[first];
	const fw_joint_move* to = &plan->moves[last];
	const fw_unit* unit = &t->crowd->units[t->members[from->agent]].unit;
	if ( fw_length( to->to.x - from->from.x, to->to.y - from->from.y ) > LONGEST ||
	     !fw_crowd_tangle_lets( t, unit, from->from, to->to ) )
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

static void merge_moves( const crowd_tangle* t, const fw_joint_result* plan )
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

static void carry_out( crowd_tangle* t, const fw_joint_result* plan )
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
		if ( mover->course.end - mover->at.piece >= CROWD_PLAN_PIECES ||
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
	if ( !crowd_can_join( &crowd->units[index] ) || !is_ready( crowd ) || crowd->tangle->searches )
	{
		return false;
	}
	crowd_tangle* t = crowd->tangle;
	const fw_node middle = fw_node_near( crowd_front( crowd, index ), 1 );
	t->problem->first = window_of( crowd, middle, FW_JOINT_SIDE );
	t->problem->agent_count = 0;
	t->revision = fw_grid_revision( crowd->grid );
	t->next = index;
	const double stuck = crowd->time - crowd->units[index].nearer_time;
	const bool is_long = stuck >= CROWD_AT_LAST;
	const double seconds = fmin( fmax( stuck, CROWD_LATER ), CROWD_AT_LAST );
	t->side = is_long ? FW_JOINT_SIDE : NARROW;
	t->begin = window_of( crowd, middle, t->side );
	t->attempt = (int32_t)( CROWD_JOINT_EXPANSIONS * seconds ) / ( is_long ? CROWD_JOINT_LONG_PARTS : 1 );
	t->expansions = ( is_long ? FW_JOINT_AGENTS : CROWD_JOINT_ATTEMPTS ) * t->attempt;
	t->searches = true;
	return true;
}

bool fw_crowd_is_disentangling( const fw_crowd* crowd )
{
	return crowd->tangle != NULL && crowd->tangle->searches;
}

// Are all members as they were when they became it?
static bool is_valid( const crowd_tangle* t )
{
	bool valid = t->revision == fw_grid_revision( t->crowd->grid );
	for ( int32_t i = 0; i < t->problem->agent_count && valid; i++ )
	{
		const crowd_unit* unit = &t->crowd->units[t->members[i]];
		const fw_vec2 start = t->problem->agents[i].start;
		valid = unit->used && unit->path_number == t->paths[i];
		const fw_vec2 front = valid ? crowd_front( t->crowd, t->members[i] ) : start;
		valid = valid && crowd_can_join( unit ) && front.x == start.x && front.y == start.y;
	}
	return valid;
}

static void drive_plan( crowd_tangle* t, const fw_joint_result* plan )
{
	for ( int32_t i = 0; i < t->problem->agent_count; i++ )
	{
		t->crowd->units[t->members[i]].best_time = t->crowd->time;
	}
	fw_crowd_tangle_list_near( t );
	merge_moves( t, plan );
	carry_out( t, plan );
}

// A plan that leads one no nearer to its goal is no progress of it: it is stuck as before.
static void accept( crowd_tangle* t, const fw_joint_result* plan )
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
		unit->next_plan = is_nearer ? unit->next_plan : fmax( unit->next_plan, crowd->time + CROWD_LATER );
	}
	drive_plan( t, plan );
}

static void hold_members( const crowd_tangle* t )
{
	for ( int32_t i = 0; i < t->problem->agent_count; i++ )
	{
		t->crowd->units[t->members[i]].round = t->crowd->ticks;
	}
}

// The last search found no plan. Who has been stuck for long then goes with the others to the best state that was
// found: there may be a plan from there. As nobody counts as nearer to its goal the time until the next search grows
// with each one, so that it does not go to and fro for long. Returns whether they go.
static bool give_up( crowd_tangle* t, fw_joint_outcome outcome )
{
	fw_crowd* crowd = t->crowd;
	crowd_unit* unit = &crowd->units[t->members[0]];
	const double stuck = crowd->time - unit->nearer_time;
	// The longer it has been stuck the longer it takes until that changes.
	unit->next_plan = crowd->time + stuck;
	if ( outcome != FW_JOINT_GAVE_UP || stuck < CROWD_LATER )
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

static void take_next( crowd_tangle* t )
{
	const bool is_more = t->problem->agent_count > 0;
	fw_crowd_tangle_add( t, t->next );
	t->next = NONE;
	t->in_way = fw_crowd_tangle_prepare( t );
	if ( t->problem->agent_count == FW_JOINT_AGENTS )
	{
		fw_crowd_tangle_drop_targets( t );
	}
	t->problem->max_expansions = t->expansions < t->attempt ? t->expansions : t->attempt;
	fw_joint_plan_begin( &t->crowd->joint, is_more );
}

int32_t fw_crowd_disentangle_on( fw_crowd* crowd )
{
	crowd_tangle* t = crowd->tangle;
	if ( !fw_crowd_is_disentangling( crowd ) )
	{
		return NONE;
	}
	// Since it was chosen it may have been removed, and its slot given to a vehicle, which cannot be a member.
	const crowd_unit* next = t->next != NONE ? &crowd->units[t->next] : NULL;
	t->searches = is_valid( t ) && ( next == NULL || ( next->used && crowd_can_join( next ) ) );
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
	t->next = full || t->expansions <= plan.expansions ? NONE
	          : t->in_way != NONE                      ? t->in_way
	                                                   : fw_crowd_tangle_nearest( t );
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
