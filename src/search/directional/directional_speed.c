// SPDX-License-Identifier: MIT
// Directional A* with speed as a fourth dimension: the path with the earliest arrival.
// Paper: M. Pinter, "Toward More Realistic Pathfinding" (2001), "Speed and Other Movement Restrictions". Differs from
// it: (a) levels are equally far apart in squares of the speed (search/speeds.h); (b) within a curve the unit drives as
// fast as its ends and its arcs allow, and need not keep to levels; (c) besides the curves of the table there are runs
// straight on over many tiles, since over one or two a slow unit would never get to the next level.
//
// The search itself, ends, estimates and path are those of Directional A* (search/directional.h). Costs are the tiles
// that the unit would drive meanwhile at top speed. Ties: f, then larger g, then node index.
#include "search/directional/directional.h"

typedef struct speed_state
{
	dir_state poses;
	fw_speeds speeds;
} speed_state;

// The square of the speed at a node: the start's own may lie below its level.
FW_INLINE double square_at( const dir_state* state, uint32_t node, dir_place place )
{
	return dir_node_at( state, node )->edge == DIR_EDGE_NONE ? state->speeds->start : fw_speeds_square( place.level );
}

// The same as fw_dir_offer(), by a path that begins at another level.
static bool offer( fw_search* search, dir_state* state, dir_place to, uint32_t g, uint32_t edge, int32_t level )
{
	uint32_t index;
	if ( FW_UNLIKELY( !fw_dir_improve( search, state, to, g, edge, &index ) ) )
	{
		return false;
	}
	if ( index == FW_NO_SLOT )
	{
		return true;
	}
	dir_node* node = dir_node_at( state, index );
	node->from = (uint8_t)( level & ( FW_SPEED_LEVELS - 1 ) );
	return fw_search_push( search, &state->open, fw_open_key( g + node->h, g ), index );
}

// Offers a place at all levels that a path leads to.
static bool offer_levels( fw_search* search, dir_state* state, dir_place to, const uint32_t* costs, uint32_t g,
                          uint32_t edge, int32_t level )
{
	for ( to.level = 0; to.level < FW_SPEED_LEVELS; to.level++ )
	{
		const uint32_t cost = costs[to.level];
		if ( cost != FW_SPEED_NEVER && !offer( search, state, to, g + cost, edge, level ) )
		{
			return false;
		}
	}
	return true;
}

// The fastest free curve from the exact start to a lattice pose, for each level there.
bool fw_dir_speed_first( fw_search* search, dir_state* state, fw_pose start, dir_place to )
{
	const fw_primitives_def* def = &state->primitives->def;
	const fw_gear gear = to.gear == 0 ? FW_GEAR_FORWARD : FW_GEAR_REVERSE;
	fw_curve curves[6];
	const int32_t count =
	    fw_curve_all( start, fw_dir_pose( state, to ), def->turning_radius, def->words, gear, curves );
	search->counters.generated++;
	for ( int32_t i = 0; i < count; i++ )
	{
		uint32_t costs[FW_SPEED_LEVELS];
		uint32_t edge;
		search->counters.hit_checks++;
		if ( !fw_layer_sweep_curve( state->tiles, def->radius, &curves[i] ) )
		{
			continue;
		}
		fw_speeds_curve( state->speeds, &curves[i], state->speeds->start, costs );
		if ( !fw_dir_add_first( search, state, &curves[i], 0, &edge ) ||
		     !offer_levels( search, state, to, costs, 0, edge, 0 ) )
		{
			return false;
		}
	}
	return true;
}

bool fw_dir_speed_connect( fw_search* search, dir_state* state, fw_pose from, fw_gear gear, double square,
                           uint32_t parent, uint32_t g )
{
	const double end = state->speeds->any_end ? -1.0 : 0.0;
	fw_curve curves[6];
	const int32_t count = fw_dir_goal_curves( search, state, from, gear, curves );
	for ( int32_t i = 0; i < count; i++ )
	{
		double time;
		if ( !fw_speeds_time( state->speeds, &curves[i], square, end, &time ) )
		{
			continue;
		}
		const uint32_t cost = fw_cost_of( time );
		if ( state->goal_open && state->goal_g <= g + cost )
		{
			continue;
		}
		search->counters.hit_checks++;
		if ( fw_layer_sweep_curve( state->tiles, state->primitives->def.radius, &curves[i] ) &&
		     !fw_dir_open_goal( search, state, parent, g + cost, &curves[i] ) )
		{
			return false;
		}
	}
	return true;
}

bool fw_dir_speed_goal( fw_search* search, dir_state* state, uint32_t node, dir_place place )
{
	const fw_query* query = &search->query;
	const fw_pose pose = fw_dir_pose( state, place );
	const double distance = fw_length( query->goal.x - pose.x, query->goal.y - pose.y );
	const double square = square_at( state, node, place );
	const uint32_t g = dir_node_at( state, node )->g;
	const bool facing = query->goal_any_heading || fw_dir_headings_agree( pose.heading, query->goal.heading );
	if ( distance <= fmax( query->goal_tolerance, DIR_SAME_POSE ) && facing &&
	     ( square == 0.0 || state->speeds->any_end ) )
	{
		const fw_curve none = { .start = pose, .radius = state->primitives->def.turning_radius };
		return fw_dir_open_goal( search, state, node, g, &none );
	}
	const fw_gear gear = place.gear == 0 ? FW_GEAR_FORWARD : FW_GEAR_REVERSE;
	return distance > state->connect_range || fw_dir_speed_connect( search, state, pose, gear, square, node, g );
}

// Offers what lies straight on, as far as nothing is hit.
static bool offer_runs( fw_search* search, dir_state* state, uint32_t node, dir_place from )
{
	const fw_speeds* speeds = state->speeds;
	const uint32_t g = dir_node_at( state, node )->g;
	const double square = square_at( state, node, from );
	dir_place to = from;
	int32_t dx, dy;
	if ( !fw_speeds_step( from.heading, state->headings, &dx, &dy ) )
	{
		return true;
	}
	const int32_t kind = dx != 0 && dy != 0 ? 1 : 0;
	int32_t gone = 0;
	for ( int32_t i = 0; i < speeds->run_count[kind]; i++ )
	{
		const int32_t steps = speeds->run_steps[kind][i];
		to.x = from.x + steps * dx;
		to.y = from.y + steps * dy;
		const fw_segment more = fw_segment_line( fw_lattice_point( from.x + gone * dx, from.y + gone * dy, from.phase ),
		                                         fw_lattice_point( to.x, to.y, from.phase ), FW_GEAR_FORWARD );
		search->counters.generated++;
		search->counters.hit_checks++;
		if ( !fw_layer_inside( state->tiles, to.x, to.y ) ||
		     !fw_layer_sweep( state->tiles, state->primitives->def.radius, &more ) )
		{
			return true;
		}
		gone = steps;
		uint32_t exact[FW_SPEED_LEVELS];
		const uint32_t* costs = speeds->run_costs[from.gear][kind][i].cost[from.level];
		if ( square != fw_speeds_square( from.level ) )
		{
			const double length = steps * ( kind == 0 ? 1.0 : FW_SQRT2 );
			const fw_curve line = { .part = { 0.0, length, 0.0 }, .length = length, .word = FW_WORD_LSL };
			fw_speeds_curve( speeds, &line, square, exact );
			costs = exact;
		}
		if ( fw_dir_usable( state, to.x, to.y, to.phase ) &&
		     !offer_levels( search, state, to, costs, g, DIR_EDGE_RUN | (uint32_t)steps, from.level ) )
		{
			return false;
		}
	}
	return true;
}

static bool offer_chunk( fw_search* search, dir_state* state, const fw_turn_chunk* chunk,
                         const uint64_t window[FW_NEAR_WORDS], uint32_t node, dir_place from )
{
	const fw_primitives* primitives = state->primitives;
	const uint32_t g = dir_node_at( state, node )->g;
	const double square = square_at( state, node, from );
	const bool exact = square != fw_speeds_square( from.level );
	search->counters.hit_checks += chunk->end - chunk->begin;
	for ( uint32_t e = chunk->begin; e < chunk->end; e++ )
	{
		const fw_turn_edge* edge = &primitives->edges[e];
		const dir_place to = { from.x + edge->dx, from.y + edge->dy, edge->phase, from.gear, edge->heading, 0 };
		if ( fw_near_hit( edge->near, window ) || !fw_dir_usable( state, to.x, to.y, to.phase ) ||
		     ( edge->far && fw_turn_far_hit( primitives, edge, state->tiles, from.x, from.y ) ) )
		{
			continue;
		}
		uint32_t own[FW_SPEED_LEVELS];
		fw_curve curve;
		const uint32_t* costs = own;
		if ( !exact )
		{
			costs = fw_speeds_edge( state->speeds, primitives, e, from.gear, from.level );
		}
		else if ( fw_turn_edge_curve( primitives, edge, &curve ) )
		{
			fw_speeds_curve( state->speeds, &curve, square, own );
		}
		else
		{
			continue;
		}
		if ( !offer_levels( search, state, to, costs, g, e, from.level ) )
		{
			return false;
		}
	}
	return true;
}

bool fw_dir_speed_stage( fw_search* search, dir_state* state, uint32_t node, dir_place from, int32_t stage )
{
	const fw_primitives* primitives = state->primitives;
	const fw_turn_fan* fan = fw_primitives_fan( primitives, from.phase, from.heading );
	uint64_t window[FW_NEAR_WORDS];
	fw_near_window( state->tiles, from.x, from.y, window );
	if ( stage == 0 && !offer_runs( search, state, node, from ) )
	{
		return false;
	}
	const uint32_t end = fw_dir_has_halves( state, from ) ? fan->chunks[stage + 1] : fan->tile_chunks[stage];
	for ( uint32_t c = fan->chunks[stage]; c < end; c++ )
	{
		const fw_turn_chunk* chunk = &primitives->chunks[c];
		search->counters.generated += chunk->end - chunk->begin;
		search->counters.hit_checks++;
		if ( !fw_near_hit( chunk->common, window ) && !offer_chunk( search, state, chunk, window, node, from ) )
		{
			return false;
		}
	}
	return true;
}

static fw_status speed_begin( fw_search* search, void* opaque )
{
	speed_state* state = opaque;
	const fw_query* query = &search->query;
	fw_dir_decide_early( search );
	if ( search->outcome != FW_RUNNING )
	{
		return FW_OK;
	}
	state->poses.speeds = &state->speeds;
	fw_speeds_begin( &state->speeds, &query->unit, query->options.start_speed, query->options.goal_any_speed );
	return fw_speeds_begin_edges( &state->speeds, &search->allocator, search->map.primitives )
	           ? fw_dir_begin( search, &state->poses, NULL )
	           : FW_ERR_MEMORY;
}

static void speed_destroy( const fw_allocator* allocator, void* opaque )
{
	speed_state* state = opaque;
	fw_speeds_free( &state->speeds, allocator );
	fw_dir_destroy( allocator, &state->poses );
}

static size_t speed_memory( const void* opaque )
{
	const speed_state* state = opaque;
	return fw_speeds_memory( &state->speeds ) + fw_dir_memory( &state->poses );
}

// The state begins with that of the poses.
const fw_engine fw_engine_directional_speed = {
    .state_size = sizeof( speed_state ),
    .begin = speed_begin,
    .step = fw_dir_step,
    .extract = fw_dir_extract,
    .destroy = speed_destroy,
    .memory = speed_memory,
    .best = fw_dir_best,
};
