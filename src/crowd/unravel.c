// SPDX-License-Identifier: MIT
// Where units block each other and steps of one after the other do not help, a plan for all around there.
#include "crowd/crowd.h"
#include "fairway/sweep.h"

#include <stdlib.h>

// Units that need no more room than a tile, and steps between centers of tiles that share a side.
#define STEP 2
#define SAME 1e-6
#define NONE 255
// So many expansions look for a plan for each move that it may have. With FW_LOCAL_EXPANSIONS for each plan
// group-300-brc202d is home as soon, but the longest step of bench_crowds takes 33 ms there, not 24 ms.
#define EXPANSIONS 25
// So many tiles of the way of who is stuck are among the nodes, and what is around them. In a narrow place others make
// room only for who goes through it: with the nodes around the unit alone, three go in and out of an aisle for ever in
// one of 60 orders of warehouse-400, where the goal of one is behind those of the others.
#define WAY 12

// The nodes around a unit, and who is on them.
typedef struct region
{
	fw_crowd* crowd;
	fw_local_problem* problem;
	uint32_t capabilities;
	fw_node nodes[FW_LOCAL_NODES];
	int32_t units[FW_LOCAL_AGENTS];
} region;

static bool is_small( const crowd_unit* unit )
{
	return unit->walks && !unit->holds && fw_node_step( unit->unit.radius ) == STEP;
}

static int32_t find_node( const region* r, fw_node node )
{
	for ( int32_t i = 0; i < r->problem->node_count; i++ )
	{
		if ( r->nodes[i].x == node.x && r->nodes[i].y == node.y )
		{
			return i;
		}
	}
	return -1;
}

// Lets a unit between nodes go to the nearest one that it can have at once. False if it stays.
static bool straighten_one( fw_crowd* crowd, int32_t index )
{
	const fw_vec2 front = crowd_front( crowd, index );
	const fw_node near = fw_node_near( front, STEP );
	bool tried[9] = { false };
	for ( int32_t n = 0; n < 9; n++ )
	{
		int32_t best = -1;
		double least = 1.0;
		for ( int32_t k = 0; k < 9; k++ )
		{
			const fw_vec2 to =
			    fw_node_place( ( fw_node ){ near.x + ( k % 3 - 1 ) * STEP, near.y + ( k / 3 - 1 ) * STEP } );
			const double length = fw_length( to.x - front.x, to.y - front.y );
			best = !tried[k] && length < least ? k : best;
			least = best == k ? length : least;
		}
		if ( best < 0 || least < SAME )
		{
			return false;
		}
		tried[best] = true;
		const fw_vec2 to =
		    fw_node_place( ( fw_node ){ near.x + ( best % 3 - 1 ) * STEP, near.y + ( best / 3 - 1 ) * STEP } );
		const fw_segment line = fw_segment_line( front, to, FW_GEAR_FORWARD );
		int32_t blocker;
		if ( fw_exits_allow_segment( crowd->grid, &line ) &&
		     fw_precedence_check( &crowd->precedence, index, &line, &blocker ) == FW_APPEND_OK )
		{
			return fw_crowd_append( crowd, index, &line, 1, -1.0, true );
		}
	}
	return false;
}

// Lets units between nodes go to nodes, where that is possible at once. Who goes makes room for the next.
static void straighten( fw_crowd* crowd, fw_vec2 place )
{
	int32_t units[FW_LOCAL_NODES];
	int32_t count = 0;
	const fw_box box = { place.x, place.y, place.x, place.y };
	const int32_t near = fw_safe_stop_near( &crowd->precedence.stop, &box, CROWD_AROUND );
	for ( int32_t i = 0; i < near && count < FW_LOCAL_NODES; i++ )
	{
		if ( is_small( &crowd->units[crowd->precedence.stop.cells.found[i]] ) )
		{
			units[count++] = crowd->precedence.stop.cells.found[i];
		}
	}
	bool goes_on = true;
	while ( goes_on )
	{
		goes_on = false;
		for ( int32_t i = 0; i < count; i++ )
		{
			goes_on = straighten_one( crowd, units[i] ) || goes_on;
		}
	}
}

// Does the front of a unit, at a distance from a node, take of the room that a small unit has there?
static bool needs_tile( const fw_crowd* crowd, int32_t other, fw_vec2 place, double distance )
{
	const fw_mover* mover = crowd_mover( crowd, other );
	if ( mover->outline.core == NULL )
	{
		return distance < mover->outline.radius + 0.5 - SAME;
	}
	const fw_gap_shape small = { .radius = 0.5 };
	const fw_pose node = { place.x, place.y, 0.0 };
	return fw_gap_between( &mover->outline, fw_mover_front( mover ), &small, node ) < -SAME;
}

// The unit at a node; -1: none, -2: one that no plan can move.
static int32_t unit_at( const region* r, fw_node node )
{
	fw_crowd* crowd = r->crowd;
	const fw_vec2 place = fw_node_place( node );
	const fw_box box = { place.x, place.y, place.x, place.y };
	const int32_t near = fw_safe_stop_near( &crowd->precedence.stop, &box, 0.5 );
	int32_t found = -1;
	for ( int32_t i = 0; i < near; i++ )
	{
		const int32_t other = crowd->precedence.stop.cells.found[i];
		const fw_vec2 front = crowd_front( crowd, other );
		const double distance = fw_length( front.x - place.x, front.y - place.y );
		if ( distance < SAME && is_small( &crowd->units[other] ) )
		{
			found = found == -1 ? other : found;
		}
		else if ( needs_tile( crowd, other, place, distance ) &&
		          !( is_small( &crowd->units[other] ) && distance > 1.0 - SAME ) )
		{
			found = -2;
		}
	}
	return found;
}

static void add_node( region* r, fw_node node, int32_t unit )
{
	fw_local_problem* problem = r->problem;
	r->nodes[problem->node_count] = node;
	problem->degree[problem->node_count] = 0;
	if ( unit >= 0 )
	{
		r->units[problem->agent_count] = unit;
		problem->start[problem->agent_count++] = (uint8_t)problem->node_count;
	}
	problem->node_count++;
}

// Adds a free node, unless that is one too many, or one who is there, and gives its index; -1: it is none.
static int32_t try_node( region* r, fw_node node, int32_t node_count )
{
	const int32_t there = r->problem->node_count < node_count ? unit_at( r, node ) : -2;
	if ( there == -2 || ( there >= 0 && r->problem->agent_count == FW_LOCAL_AGENTS ) )
	{
		return -1;
	}
	add_node( r, node, there );
	return r->problem->node_count - 1;
}

// As far as it leads on from the first node, and past units that no plan can move.
static void add_way( region* r, int32_t index, int32_t node_count )
{
	const crowd_unit* unit = &r->crowd->units[index];
	fw_tile_step tiles[WAY];
	const int32_t count = fw_crowd_path_tiles( unit, 0.5, tiles, WAY );
	fw_node last = r->nodes[0];
	bool goes_on = true;
	for ( int32_t i = 0; i < count && goes_on; i++ )
	{
		const fw_node node = { 2 * tiles[i].x + 1, 2 * tiles[i].y + 1 };
		goes_on = abs( node.x - last.x ) <= STEP && abs( node.y - last.y ) <= STEP &&
		          ( find_node( r, node ) >= 0 ||
		            ( fw_node_is_free( r->crowd->grid, &unit->unit, node ) && try_node( r, node, node_count ) >= 0 ) );
		last = node;
	}
}

static void find_region( region* r, fw_node first, int32_t index, int32_t node_count )
{
	static const int8_t across[4] = { 1, 0, -1, 0 };
	static const int8_t down[4] = { 0, 1, 0, -1 };
	fw_local_problem* problem = r->problem;
	const fw_unit* unit = &r->crowd->units[index].unit;
	add_node( r, first, index );
	add_way( r, index, node_count );
	for ( int32_t i = 0; i < problem->node_count; i++ )
	{
		for ( int32_t k = 0; k < 4; k++ )
		{
			const fw_node to = { r->nodes[i].x + across[k] * STEP, r->nodes[i].y + down[k] * STEP };
			int32_t at = find_node( r, to );
			if ( at < 0 && fw_node_is_free( r->crowd->grid, unit, to ) )
			{
				at = try_node( r, to, node_count );
			}
			if ( at >= 0 && fw_node_joins( r->crowd->grid, unit, r->nodes[i], to ) )
			{
				problem->neighbors[i][problem->degree[i]++] = (uint8_t)at;
			}
		}
	}
}

static void set_targets( region* r )
{
	fw_local_problem* problem = r->problem;
	for ( int32_t i = 0; i < problem->agent_count; i++ )
	{
		const crowd_unit* unit = &r->crowd->units[r->units[i]];
		const fw_node node = fw_node_near( unit->goal, STEP );
		const int32_t goal = unit->has_goal ? find_node( r, node ) : problem->start[i];
		problem->target[i] = goal >= 0 ? (uint8_t)goal : NONE;
		for ( int32_t k = 0; k < problem->node_count; k++ )
		{
			problem->left[i][k] = unit->has_goal ? (float)fw_crowd_left_at( r->crowd, r->units[i], r->nodes[k] )
			                                     : (float)( k == problem->start[i] ? 0 : 1 );
		}
	}
}

// How much longer a unit takes for a step of a tile from rest to rest than one that is at top speed in a quarter of a
// second, as those that chose the times in tuning.h.
static double slowness( const fw_unit* unit )
{
	const double rates = 1.0 / unit->acceleration + 1.0 / unit->braking;
	const double to_top = 0.5 * unit->speed * unit->speed * rates; // and to rest [tiles]
	const double step = to_top < 1.0 ? 1.0 / unit->speed + 0.5 * unit->speed * rates : sqrt( 2.0 * rates );
	return fmax( step / ( 1.0 / unit->speed + 0.25 ), 1.0 );
}

static void carry_out( region* r, const fw_local_result* result )
{
	fw_crowd* crowd = r->crowd;
	for ( int32_t i = 0; i < result->move_count; i++ )
	{
		const int32_t index = r->units[result->moves[i].agent];
		crowd_unit* unit = &crowd->units[index];
		const fw_vec2 to = fw_node_place( r->nodes[result->moves[i].to] );
		const fw_segment line = fw_segment_line( crowd_front( crowd, index ), to, FW_GEAR_FORWARD );
		const fw_mover* mover = crowd_mover( crowd, index );
		if ( mover->course.end - mover->at.piece >= CROWD_PLAN_PIECES ||
		     !fw_crowd_append( crowd, index, &line, 1, -1.0, true ) )
		{
			return; // the rest is decided anew
		}
		unit->round = crowd->ticks;
		unit->answer = CROWD_MOVED;
	}
}

// Is a unit near that turns on the spot and is wider than a tile, or is this one so?
static bool is_among_wide( fw_crowd* crowd, int32_t index )
{
	const fw_vec2 front = crowd_front( crowd, index );
	const fw_box box = { front.x, front.y, front.x, front.y };
	const int32_t near = fw_safe_stop_near( &crowd->precedence.stop, &box, CROWD_AROUND );
	bool wide = crowd_is_wide_walker( &crowd->units[index] );
	for ( int32_t i = 0; i < near && !wide; i++ )
	{
		wide = crowd_is_wide_walker( &crowd->units[crowd->precedence.stop.cells.found[i]] );
	}
	return wide;
}

static bool is_first_around( fw_crowd* crowd, int32_t index )
{
	const fw_vec2 front = crowd_front( crowd, index );
	const fw_box box = { front.x, front.y, front.x, front.y };
	const int32_t near = fw_safe_stop_near( &crowd->precedence.stop, &box, CROWD_AROUND );
	for ( int32_t i = 0; i < near; i++ )
	{
		const int32_t other = crowd->precedence.stop.cells.found[i];
		const fw_vec2 theirs = crowd_front( crowd, other );
		if ( other != index && crowd->units[other].away > CROWD_WHILE &&
		     fw_length( theirs.x - front.x, theirs.y - front.y ) < CROWD_AROUND &&
		     fw_crowd_ranks_before( crowd, other, index ) )
		{
			return false;
		}
	}
	return true;
}

// For how long has the unit waited [s], at least so long that it may have a plan? Where there is no room for all who
// are there others would come in the way of a long plan. Who has got no nearer for CROWD_AT_LAST may move to and fro
// for ever: by the time since it last moved six of random-400, in steps of 1/40 s, do so for three minutes.
static double time_worth_it( const region* r )
{
	const crowd_unit* first = &r->crowd->units[r->units[0]];
	const bool is_all = r->problem->agent_count < FW_LOCAL_AGENTS;
	const double no_nearer = r->crowd->time - first->nearer_time;
	const double waited = no_nearer >= CROWD_AT_LAST ? no_nearer : r->crowd->time - first->best_time;
	return fmax( is_all ? waited : 0.0, slowness( &first->unit ) * CROWD_LATER );
}

// The longer a unit has waited the longer may the plan be, and the search for it.
static void set_limits( fw_local_problem* problem, double waited )
{
	problem->max_moves = (int32_t)fmin( CROWD_UNRAVEL_MOVES * waited, FW_LOCAL_MOVES );
	problem->max_expansions = (int32_t)fmin( EXPANSIONS * problem->max_moves, FW_LOCAL_EXPANSIONS );
}

// Finds the region around a unit, and who is there. False if there is none.
static bool open_region( region* r, fw_crowd* crowd, int32_t index, int32_t node_count )
{
	straighten( crowd, crowd_front( crowd, index ) );
	const fw_node first = fw_node_near( crowd_front( crowd, index ), STEP );
	*r = ( region ){ .crowd = crowd, .problem = fw_local_plan_problem( &crowd->plan ) };
	if ( r->problem == NULL )
	{
		crowd->failed = FW_ERR_MEMORY;
		return false;
	}
	if ( unit_at( r, first ) != index )
	{
		return false;
	}
	find_region( r, first, index, node_count );
	r->problem->seed = (uint32_t)crowd->ticks;
	return true;
}

// Of few only: in a dense crowd others keep both from their goals, too.
bool fw_crowd_trades( fw_crowd* crowd, int32_t other )
{
	crowd_unit* unit = &crowd->units[crowd->root];
	const crowd_unit* holder = &crowd->units[other];
	const bool trades = unit->pushed_off_by == other && unit->visited && holder->visited && !( holder->away > 0.0 ) &&
	                    crowd->time >= unit->next_plan && is_small( unit ) && is_small( holder ) &&
	                    fw_crowd_has_few_near( crowd, crowd->root );
	unit->trades = unit->trades || trades;
	return trades;
}

// Two that push each other off their goals are on the wrong sides of each other: where one leaves its goal decides
// whether it ever gets back, and a unit that is pushed does not know that. Only those who have been at their goals must
// get there; all others make room.
static void trade( fw_crowd* crowd, int32_t index )
{
	region r;
	if ( !open_region( &r, crowd, index, CROWD_UNRAVEL_NODES ) )
	{
		return;
	}
	fw_local_problem* problem = r.problem;
	for ( int32_t i = 0; i < problem->agent_count; i++ )
	{
		const crowd_unit* unit = &crowd->units[r.units[i]];
		const int32_t goal = !unit->has_goal ? problem->start[i]
		                     : unit->visited ? find_node( &r, fw_node_near( unit->goal, STEP ) )
		                                     : -1;
		problem->target[i] = goal >= 0 ? (uint8_t)goal : NONE;
	}
	set_limits( problem, CROWD_LATER );
	const fw_local_result result = fw_local_plan_solve( &crowd->plan );
	if ( result.outcome == FW_LOCAL_SOLVED )
	{
		carry_out( &r, &result );
	}
}

// A plan is progress of those that it leads to their goals, or nearer to them than they have been; the others are stuck
// as before.
static void note_plan( const region* r )
{
	for ( int32_t i = 0; i < r->problem->agent_count; i++ )
	{
		crowd_unit* unit = &r->crowd->units[r->units[i]];
		const int32_t target = r->problem->target[i];
		const double left = target != NONE ? (double)r->problem->left[i][target] : INFINITY;
		const bool is_nearer = !unit->has_goal || left < fmax( unit->best_left - 0.5, 0.5 );
		unit->best_time = r->crowd->time;
		unit->nearer_time = is_nearer ? r->crowd->time : unit->nearer_time;
	}
}

// For units up to a tile wide, on so many nodes. False if there is no plan.
static bool plan_on( fw_crowd* crowd, int32_t index, int32_t node_count )
{
	region r;
	if ( !open_region( &r, crowd, index, node_count ) )
	{
		return false;
	}
	set_targets( &r );
	fw_local_plan_assign( &crowd->plan );
	set_limits( r.problem, time_worth_it( &r ) );
	const fw_local_result result = fw_local_plan_solve( &crowd->plan );
	if ( result.outcome != FW_LOCAL_SOLVED )
	{
		return false;
	}
	note_plan( &r );
	carry_out( &r, &result );
	return true;
}

// Are few around a unit away from their goals?
static bool are_few_away( fw_crowd* crowd, int32_t index )
{
	const fw_vec2 front = crowd_front( crowd, index );
	const fw_box box = { front.x, front.y, front.x, front.y };
	const int32_t near = fw_safe_stop_near( &crowd->precedence.stop, &box, CROWD_AROUND );
	int32_t away = 0;
	for ( int32_t i = 0; i < near; i++ )
	{
		away += crowd->units[crowd->precedence.stop.cells.found[i]].away > 0.0 ? 1 : 0;
	}
	return away <= CROWD_FEW;
}

static bool is_long_stuck( const fw_crowd* crowd, int32_t index )
{
	return crowd->time - crowd->units[index].nearer_time >= CROWD_AT_LAST;
}

// A few that block each other for ever, among many at their goals, are more than a search with all of them can solve:
// so four to nine of random-400, in 2 of 120 orders, until half of the nodes were tried.
static bool plan_small( fw_crowd* crowd, int32_t index )
{
	return plan_on( crowd, index, CROWD_UNRAVEL_NODES ) ||
	       ( is_long_stuck( crowd, index ) && plan_on( crowd, index, CROWD_UNRAVEL_NODES / 2 ) );
}

bool fw_crowd_unravel( fw_crowd* crowd, int32_t index )
{
	crowd_unit* unit = &crowd->units[index];
	const double slow = slowness( &unit->unit );
	const bool is_stuck =
	    crowd->time - unit->best_time >= slow * CROWD_LATER || crowd->time - unit->nearer_time >= slow * CROWD_AT_LAST;
	if ( unit->trades )
	{
		unit->trades = false;
		unit->next_plan = crowd->time + slow * CROWD_SOON;
		trade( crowd, index );
		return true;
	}
	if ( is_stuck && fw_crowd_waits_at_gate( crowd, index ) )
	{
		// Nor is it when the gate opens.
		unit->best_time = crowd->time;
		unit->nearer_time = crowd->time;
		return false;
	}
	if ( !is_stuck || crowd->time < unit->next_plan || !unit->walks || unit->holds || !is_first_around( crowd, index ) )
	{
		return false;
	}
	const bool among_wide = is_among_wide( crowd, index );
	if ( among_wide && fw_crowd_is_disentangling( crowd ) )
	{
		return false; // it waits for its turn
	}
	unit->next_plan = crowd->time + slow * CROWD_SOON;
	const bool is_planned =
	    ( among_wide && fw_crowd_disentangle( crowd, index ) ) || !is_small( unit ) || plan_small( crowd, index );
	if ( !is_planned && crowd->time - unit->nearer_time >= 2.0 * CROWD_AT_LAST && are_few_away( crowd, index ) )
	{
		// All others are walls to this search until they are in the way: so it finds a plan for two among many.
		(void)fw_crowd_disentangle( crowd, index );
	}
	return true;
}

void fw_crowd_unravel_on( fw_crowd* crowd )
{
	const int32_t left = fw_crowd_disentangle_on( crowd );
	if ( left >= 0 && is_small( &crowd->units[left] ) )
	{
		(void)plan_small( crowd, left );
	}
}
