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

// Offers a place at all levels that a path leads to, which begins at another level.
static void offer_levels( fw_search* search, dir_state* state, dir_place to, const uint32_t* costs, uint32_t g,
                          uint32_t edge, int32_t level )
{
	for ( to.level = 0; to.level < FW_SPEED_LEVELS; to.level++ )
	{
		const uint32_t arrival = g + costs[to.level];
		const uint32_t index =
		    costs[to.level] != FW_SPEED_NEVER ? fw_dir_improve( search, state, to, arrival, edge ) : FW_NO_SLOT;
		if ( index != FW_NO_SLOT )
		{
			dir_node* node = dir_node_at( state, index );
			node->from = (uint8_t)( level & ( FW_SPEED_LEVELS - 1 ) );
			fw_search_push( search, &state->open, fw_open_key( arrival + node->h, arrival ), index );
		}
	}
}

// The fastest free curves from the exact start to a lattice pose, for each level there.
void fw_dir_speed_first( fw_search* search, dir_state* state, fw_pose start, dir_place to )
{
	fw_curve curves[6];
	for ( int32_t bend = 0; bend < fw_turn_radii( state->primitives ); bend++ )
	{
		const int32_t count = fw_dir_first_curves( search, state, start, to, bend, curves );
		for ( int32_t i = 0; i < count; i++ )
		{
			search->counters.hit_checks++;
			if ( fw_layer_sweep_curve( state->tiles, &search->query.unit, &curves[i] ) )
			{
				uint32_t costs[FW_SPEED_LEVELS];
				fw_speeds_curve( state->speeds, &curves[i], state->speeds->start, costs );
				offer_levels( search, state, to, costs, 0, fw_dir_add_first( search, state, &curves[i], -1 ), 0 );
			}
		}
	}
}

void fw_dir_speed_connect( fw_search* search, dir_state* state, fw_pose from, fw_gear gear, double square,
                           uint32_t parent, uint32_t g )
{
	const double end = state->speeds->any_end ? -1.0 : 0.0;
	fw_curve curves[6 * ( FW_WIDER_MAX + 1 )];
	int32_t count = 0;
	for ( int32_t bend = 0; bend < fw_turn_radii( state->primitives ); bend++ )
	{
		count += fw_dir_goal_curves( search, state, from, gear, bend, curves + count );
	}
	for ( int32_t i = 0; i < count; i++ )
	{
		double time;
		const bool can = fw_speeds_time( state->speeds, &curves[i], square, end, &time );
		const uint32_t cost = fw_cost_of( time );
		if ( !can || ( state->goal_open && state->goal_g <= g + cost ) )
		{
			continue;
		}
		search->counters.hit_checks++;
		if ( fw_layer_sweep_curve( state->tiles, &search->query.unit, &curves[i] ) )
		{
			fw_dir_open_goal( search, state, parent, g + cost, &curves[i] );
		}
	}
}

// Offers what lies straight on, as far as nothing is hit.
static void offer_runs( fw_search* search, dir_state* state, uint32_t node, dir_place from )
{
	const fw_speeds* speeds = state->speeds;
	const uint32_t g = dir_node_at( state, node )->g;
	const double square = fw_dir_square( state, node, from );
	dir_place to = from;
	int32_t dx, dy;
	if ( !fw_speeds_step( from.heading, state->headings, &dx, &dy ) )
	{
		return;
	}
	const int32_t kind = dx != 0 && dy != 0 ? 1 : 0;
	int32_t gone = 0;
	for ( int32_t i = 0; i < speeds->run_count[kind]; i++ )
	{
		const int32_t steps = speeds->run_steps[kind][i];
		to.x = from.x + steps * dx;
		to.y = from.y + steps * dy;
		const fw_segment more = fw_segment_line( fw_lattice_point( from.x + gone * dx, from.y + gone * dy, from.phase ),
		                                         fw_lattice_point( to.x, to.y, from.phase ), fw_dir_gear( from ) );
		search->counters.generated++;
		search->counters.hit_checks++;
		if ( !fw_layer_inside( state->tiles, to.x, to.y ) ||
		     !fw_layer_sweep_unit( state->tiles, &search->query.unit, &more ) )
		{
			return;
		}
		gone = steps;
		uint32_t exact[FW_SPEED_LEVELS];
		const uint32_t* costs = speeds->run_costs[from.gear][kind][i].cost[from.level];
		if ( square != state->speeds->squares[from.level] )
		{
			const double length = steps * ( kind == 0 ? 1.0 : FW_SQRT2 );
			const fw_curve line = { .part = { 0.0, length, 0.0 }, .length = length, .word = FW_WORD_LSL };
			fw_speeds_curve( speeds, &line, square, exact );
			costs = exact;
		}
		if ( fw_dir_usable( state, to ) )
		{
			offer_levels( search, state, to, costs, g, DIR_EDGE_RUN | (uint32_t)steps, from.level );
		}
	}
}

// What the expansion of a node in one stage keeps at hand.
typedef struct timed_expansion
{
	dir_state* state;
	const fw_primitives* table; // of its gear
	double square;              // of the speed at the node
} timed_expansion;

static void offer_edge( fw_search* search, void* context, uint32_t e, dir_place from, dir_place to, uint32_t g )
{
	const timed_expansion* now = context;
	dir_state* state = now->state;
	const fw_turn_edge* edge = &now->table->edges[e];
	uint32_t own[FW_SPEED_LEVELS];
	fw_curve curve;
	if ( !fw_dir_is_free( state, now->table, edge, from, to ) )
	{
		return;
	}
	if ( now->square == state->speeds->squares[from.level] )
	{
		const uint32_t* costs = fw_speeds_edge( state->speeds, state->primitives, e, from.gear, from.level );
		offer_levels( search, state, to, costs, g, e, from.level );
	}
	else if ( fw_turn_edge_curve( now->table, edge, &curve ) )
	{
		curve.gear = fw_dir_gear( from );
		fw_speeds_curve( state->speeds, &curve, now->square, own );
		offer_levels( search, state, to, own, g, e, from.level );
	}
}

void fw_dir_speed_stage( fw_search* search, dir_state* state, uint32_t node, dir_place from, int32_t stage )
{
	if ( stage == 0 )
	{
		offer_runs( search, state, node, from );
	}
	timed_expansion now = { state, fw_dir_table( state, from.gear ), fw_dir_square( state, node, from ) };
	fw_dir_offer_stage( search, state, now.table, from, dir_node_at( state, node )->g, stage,
	                    fw_dir_has_halves( state, from ), offer_edge, &now );
}

static void speed_begin( fw_search* search, void* opaque )
{
	speed_state* state = opaque;
	const fw_query* query = &search->query;
	if ( !fw_dir_may_begin( search ) )
	{
		return;
	}
	state->poses.speeds = &state->speeds;
	fw_speeds_begin( &state->speeds, &query->unit, query->options.start_speed, query->options.goal_any_speed );
	if ( fw_search_need( search, fw_speeds_begin_edges( &state->speeds, &search->allocator, search->map.primitives ) ) )
	{
		fw_dir_begin( search, &state->poses, NULL );
	}
}

static void speed_hold( fw_holdings* holdings, void* opaque )
{
	speed_state* state = opaque;
	fw_speeds_hold( holdings, &state->speeds );
	fw_dir_hold( holdings, &state->poses );
}

// The state begins with that of the poses.
const fw_engine fw_engine_directional_speed = {
    .state_size = sizeof( speed_state ),
    .begin = speed_begin,
    .step = fw_dir_step,
    .extract = fw_dir_extract,
    .hold = speed_hold,
    .best = fw_dir_best,
};
