// SPDX-License-Identifier: MIT
// Directional A*: A* over tile, heading and gear, along curves that the unit can drive.
// Paper: M. Pinter, "Toward More Realistic Pathfinding" (2001), "Legal Turns: The Directional A* Algorithm".
// Differs from it: (a) the nodes may lie on half tiles, see fw_lattice; (b) all curves between two poses are tried, not
// only the shortest; (c) the estimate knows the walls (search/field.h); (d) successors come in stages, those along
// nearly straight curves first: a node is put back on the open list with the least f that its next stage can have, as
// in T. Yoshizumi, T. Miura, T. Ishida, "A* with Partial Expansion for Large Branching Factor Problems" (2000); (e)
// poses near the goal also try the exact curve into it. Ties: f, then larger g, then node index. Nodes are reopened
// where the estimate is not consistent.
#include "search/directional/directional.h"
#include "annotate/space.h"
#include "search/ends.h"

// Exact moves from the start that are made along with the search, once that has expanded so many nodes. Of the trucks'
// paths of docs/algorithms/outlines.md one was 1.54 times the best known without them, and with 1,250 moves; before 250
// nodes, one barge takes 14 ms for 3.
#define START_TREE_SIZE 2000
#define START_TREE_WAIT 500
// Before a narrow bend an outline that may back floods the whole corridor that leads there, as what the bend costs is
// more than the estimate promises. After so many nodes the rest of the path weighs more, so that it tries the bend's
// own poses first. Of the random pairs of docs/algorithms/outlines.md the trucks' 99th percentile on AR0602SR falls
// from 55,149 nodes to 10,853, together with the shorter first try, and the worst from 125,173 to 17,810. From twice on
// backing would weigh less than driving on: with 2.5 those paths cost 3.3 % more.
#define HASTE_NODES 4000
#define HASTE_WEIGHT 1.6

fw_pose fw_dir_pose( const dir_state* state, dir_place place )
{
	const fw_vec2 at = fw_lattice_point( place.x, place.y, place.phase );
	const int32_t facing = place.gear == 0 ? place.heading : fw_dir_turned( state, place ).heading;
	return ( fw_pose ){ at.x, at.y, state->heading_angle[facing] };
}

void fw_dir_tell( const fw_search* search, const dir_state* state, fw_event event, dir_place place )
{
	const fw_pose pose = fw_dir_pose( state, place );
	fw_search_tell( search, &( fw_heard ){ .event = event, .pose = pose, .parent = pose } );
}

uint32_t fw_dir_stands( const dir_state* state, dir_place at )
{
	const uint32_t all = (uint32_t)( ( (uint64_t)1 << state->headings ) - 1 );
	const uint32_t facing = fw_turn_stands( state->primitives, state->tiles, at.x, at.y, at.phase ) & all;
	const int32_t half = state->headings / 2;
	// In reverse gear it moves where it does not face.
	const uint32_t backing = ( facing >> half | facing << half ) & all;
	return facing | ( state->gears > 1 ? backing << state->headings : 0 );
}

uint32_t fw_dir_improve( fw_search* search, dir_state* state, dir_place place, uint32_t g, uint32_t edge )
{
	if ( FW_UNLIKELY( state->corridor != NULL ) && !fw_corridor_has( state->corridor, place.x, place.y ) )
	{
		state->cut = true;
		return FW_NO_SLOT;
	}
	if ( FW_UNLIKELY( state->perimeter.closed ) && !fw_dir_perimeter_at( state, place )->seen )
	{
		return FW_NO_SLOT; // nothing leads from there into the goal
	}
	const uint32_t index = dir_node_of( search, state, place );
	if ( FW_UNLIKELY( index == FW_NO_SLOT ) )
	{
		return FW_NO_SLOT;
	}
	dir_node* node = dir_node_at( state, index );
	if ( node->seen && ( node->g <= g || ( node->expanded && state->keeps_closed ) ) )
	{
		return FW_NO_SLOT;
	}
	if ( !node->seen )
	{
		bool guess;
		node->h = fw_dir_estimate( search, state, place, false, &guess );
		node->guess = guess;
		node->epoch = state->epoch;
	}
	search->counters.reopened += node->expanded ? 1 : 0;
	node->g = g;
	node->edge = edge;
	node->stage = 0;
	node->seen = true;
	node->expanded = false;
	if ( fw_search_is_heard( search ) )
	{
		fw_dir_tell( search, state, FW_EVENT_OPEN, place );
	}
	return index;
}

void fw_dir_offer( fw_search* search, dir_state* state, dir_place place, uint32_t g, uint32_t edge )
{
	const uint32_t index = fw_dir_improve( search, state, place, g, edge );
	if ( index != FW_NO_SLOT )
	{
		fw_search_push( search, &state->open, fw_open_key( g + dir_node_at( state, index )->h, g ), index );
	}
}

const fw_layer* fw_dir_ground( const dir_state* state, fw_pose from, fw_pose to )
{
	const bool on_road = state->roads != NULL && fw_space_fits( state->roads, ( fw_vec2 ){ from.x, from.y } ) &&
	                     fw_space_fits( state->roads, ( fw_vec2 ){ to.x, to.y } );
	return on_road ? state->roads->tiles : state->tiles;
}

// Does a curve between two places on roads leave them? `road` is null where its start is on none.
FW_INLINE bool leaves_road( const dir_state* state, const fw_turn_edge* edge, const uint64_t* road, dir_place from,
                            dir_place to )
{
	return road != NULL && fw_dir_on_road( state, to ) &&
	       ( fw_near_hit( edge->near, road ) ||
	         ( edge->far &&
	           fw_turn_far_hit( fw_dir_table( state, from.gear ), edge, state->roads->tiles, from.x, from.y ) ) );
}

uint32_t fw_dir_key( fw_search* search, dir_state* state, const dir_node* node, dir_place place, int32_t excess,
                     fw_dir_distance* distance )
{
	int32_t least = node->stage == 0 ? 0 : excess - state->weight_excess;
	if ( least > 0 && state->perimeter.active && fw_dir_perimeter_at( state, place )->seen )
	{
		least = 0;
	}
	if ( least > 0 && state->use_table )
	{
		const uint32_t turning = node->h - distance( search, state, node, place );
		least = turning < (uint32_t)least ? least - (int32_t)turning : 0;
	}
	return node->g + node->h + (uint32_t)( least > 0 ? least : 0 );
}

// Puts a node back on the open list for its next stage.
static void push_again( fw_search* search, dir_state* state, uint32_t index, dir_place place )
{
	const dir_node* node = dir_node_at( state, index );
	const fw_turn_fan* fan = fw_primitives_fan( fw_dir_table( state, place.gear ), place.phase, place.heading );
	const uint32_t key = fw_dir_key( search, state, node, place, fan->least[node->stage], fw_dir_distance_part );
	fw_search_push( search, &state->open, fw_open_key( key, node->g ), index );
}

bool fw_dir_finish_at( fw_search* search, const dir_state* state, uint32_t node )
{
	if ( node == FW_NO_SLOT )
	{
		fw_search_finish( search, FW_UNREACHABLE, FW_REASON_NO_TURN );
		return true;
	}
	const bool is_goal = node == DIR_NODE_GOAL;
	const bool counted = ( is_goal ? state->goal_g : dir_node_at( state, node )->g ) <= FW_COST_MAX / 2;
	if ( is_goal || !counted )
	{
		fw_search_finish( search, counted ? FW_FOUND : FW_UNREACHABLE,
		                  counted ? FW_REASON_NONE : FW_REASON_COST_RANGE );
	}
	return is_goal || !counted;
}

bool fw_dir_refine( fw_search* search, dir_state* state, uint32_t index, dir_place place )
{
	dir_node* node = dir_node_at( state, index );
	if ( !node->guess && node->epoch == state->epoch )
	{
		return false;
	}
	bool guess;
	const uint32_t h = fw_dir_estimate( search, state, place, true, &guess );
	const bool higher = h > node->h;
	node->h = higher ? h : node->h;
	node->guess = 0;
	node->epoch = state->epoch;
	return higher;
}

// The loop of the article, and where its lines are:
//
//   while the open list is not empty                      fw_dir_step()
//       node = the cheapest of the list                   pop_best()
//       if node is the goal, then done
//       for each successor of node                        expand(), fw_dir_offer_stage()
//           if the curve to it is legal                   fw_near_hit(), fw_dir_leads()
//               cost = cost of node + cost of the curve
//               if that is less than successor's cost     fw_dir_offer()
//                   push successor

// What the expansion of a node in one stage keeps at hand.
typedef struct expansion
{
	dir_state* state;
	const fw_primitives* table; // of its gear
	const uint64_t* road;       // the window of road tiles, null where the unit need not keep to a road
} expansion;

FW_INLINE void offer_edge( fw_search* search, void* context, uint32_t e, dir_place from, dir_place to, uint32_t g )
{
	const expansion* now = context;
	const fw_turn_edge* edge = &now->table->edges[e];
	const uint32_t cost = g + fw_dir_edge_cost( search, now->state, edge, from );
	if ( !leaves_road( now->state, edge, now->road, from, to ) &&
	     fw_dir_leads( now->state, now->table, edge, from, to, cost ) )
	{
		fw_dir_offer( search, now->state, to, cost, e );
	}
}

FW_INLINE void offer_successors( fw_search* search, dir_state* state, uint32_t node, dir_place from, int32_t stage )
{
	uint64_t road[FW_NEAR_WORDS];
	expansion now = { state, fw_dir_table( state, from.gear ), NULL };
	if ( FW_UNLIKELY( state->roads != NULL ) && fw_dir_on_road( state, from ) )
	{
		fw_near_window( state->roads->tiles, from.x, from.y, road );
		now.road = road;
	}
	fw_dir_offer_stage( search, state, now.table, from, dir_node_at( state, node )->g, stage,
	                    fw_dir_has_halves( state, from ), offer_edge, &now );
}

// Expands a node: the goal and a change of gear with its first stage, and one stage of successors. Then the node goes
// back on the open list for its next stage that has edges.
static void expand( fw_search* search, dir_state* state, uint32_t index, dir_place place )
{
	const int32_t stage = dir_node_at( state, index )->stage;
	search->counters.expanded++;
	if ( stage == 0 )
	{
		if ( fw_search_is_heard( search ) )
		{
			fw_dir_tell_expanded( search, state, index, place );
		}
		dir_node_at( state, index )->expanded = true;
		fw_dir_try_goal( search, state, index, place );
		const dir_node* node = dir_node_at( state, index );
		// Twice in a row would only undo itself.
		if ( state->gears > 1 && place.level == 0 && node->edge != DIR_EDGE_GEAR )
		{
			fw_dir_offer( search, state, fw_dir_other_gear( state, place ), node->g + state->gear_cost, DIR_EDGE_GEAR );
		}
	}
	FW_UNLIKELY( state->speeds != NULL ) ? fw_dir_speed_stage( search, state, index, place, stage )
	                                     : offer_successors( search, state, index, place, stage );
	const fw_primitives* table = fw_dir_table( state, place.gear );
	const int32_t next = fw_dir_next_stage( fw_primitives_fan( table, place.phase, place.heading ), stage );
	dir_node_at( state, index )->stage = (uint8_t)next;
	if ( next < FW_TURN_STAGES )
	{
		push_again( search, state, index, place );
	}
}

// Takes the cheapest node: FW_NO_SLOT where none is left or memory is out. Nodes whose estimate rises at a closer look
// go back on the list.
static uint32_t pop_best( fw_search* search, dir_state* state )
{
	while ( !fw_open_is_empty( &state->open ) && FW_LIKELY( search->status == FW_OK ) )
	{
		const fw_open_entry entry = fw_search_pop( search, &state->open );
		if ( FW_UNLIKELY( fw_dir_is_exact( entry.node ) ) )
		{
			fw_dir_take_first( search, state, entry.node );
			continue;
		}
		const bool is_goal = entry.node == DIR_NODE_GOAL;
		if ( ( is_goal ? state->goal_g : dir_node_at( state, entry.node )->g ) != fw_open_g( &entry ) )
		{
			continue; // a shorter path to it was found since
		}
		const dir_place place = is_goal ? ( dir_place ){ 0 } : dir_place_of( state, entry.node );
		if ( is_goal || !fw_dir_refine( search, state, entry.node, place ) )
		{
			return entry.node;
		}
		push_again( search, state, entry.node, place );
	}
	return FW_NO_SLOT;
}

// Is the best exact move from the start better than the best node?
static bool start_tree_is_next( const fw_search* search, const dir_state* state )
{
	const dir_tree* tree = &state->from_start;
	return search->query.options.end_moves > 0 && !tree->by_cost && tree->expanded < START_TREE_SIZE &&
	       search->counters.expanded >= START_TREE_WAIT && !fw_open_is_empty( &state->open ) &&
	       ( !tree->begun || ( !fw_open_is_empty( &tree->open ) &&
	                           fw_open_first_f( &tree->open ) <= fw_open_first_f( &state->open ) ) );
}

// Where nothing is left to expand, the tree goes on by estimate as far as it may where all poses that lead into the
// goal are known, and then, or else, by cost.
static void turn_start_tree( fw_search* search, dir_state* state )
{
	const dir_tree* tree = &state->from_start;
	const bool guided = state->perimeter.closed && tree->expanded < START_TREE_SIZE &&
	                    !( tree->begun && fw_open_is_empty( &tree->open ) );
	if ( !guided )
	{
		fw_dir_tree_by_cost( search, state, &state->from_start );
	}
}

static bool grow_start_tree( fw_search* search, dir_state* state )
{
	const bool grew = fw_dir_tree_grow( search, state, &state->from_start, false );
	search->counters.expanded += grew ? 1 : 0;
	return grew;
}

static void set_weight( dir_state* state, double weight )
{
	const double farthest = state->primitives->reach * FW_SQRT2 * FW_COST_ONE;
	state->weight = (uint32_t)floor( weight * 256.0 + 0.5 );
	state->weight_excess = state->speeds != NULL ? 0 : (int32_t)( ( weight - 1.0 ) * farthest );
}

// The rest of the path weighs more from now on. Nodes on the open list get their new keys when it is their turn.
static FW_NOINLINE void hasten( dir_state* state )
{
	state->haste = INT64_MAX;
	state->epoch++;
	set_weight( state, HASTE_WEIGHT );
}

void fw_dir_step( fw_search* search, void* opaque, int64_t n )
{
	dir_state* state = opaque;
	for ( ; n > 0 && search->outcome == FW_RUNNING && FW_LIKELY( search->status == FW_OK ); n-- )
	{
		if ( FW_UNLIKELY( fw_dir_perimeter_step( search, state ) ) )
		{
			continue;
		}
		if ( FW_UNLIKELY( start_tree_is_next( search, state ) ) && grow_start_tree( search, state ) )
		{
			continue;
		}
		if ( FW_UNLIKELY( search->counters.expanded >= state->haste ) )
		{
			hasten( state );
		}
		const uint32_t node = pop_best( search, state );
		if ( node == FW_NO_SLOT && !search->query.start_any_heading )
		{
			turn_start_tree( search, state );
			if ( grow_start_tree( search, state ) )
			{
				continue;
			}
		}
		if ( !fw_dir_finish_at( search, state, node ) )
		{
			expand( search, state, node, dir_place_of( state, node ) );
		}
	}
}

// Does an outline fit where its heading is given? Its inner disc does.
static bool outline_fits( fw_search* search )
{
	const fw_query* query = &search->query;
	const fw_layer* tiles = search->map.space->tiles;
	const bool starts = query->start_any_heading || fw_layer_stands( tiles, &query->unit, query->start );
	const bool ends =
	    query->goal_any_heading || query->goal_tolerance > 0.0 || fw_layer_stands( tiles, &query->unit, query->goal );
	if ( !starts || !ends )
	{
		fw_end_fails_on_grid( search, !starts );
	}
	return starts && ends;
}

bool fw_dir_may_begin( fw_search* search )
{
	const fw_vec2 start = { search->query.start.x, search->query.start.y };
	const fw_vec2 goal = { search->query.goal.x, search->query.goal.y };
	const bool outlined = search->query.unit.outline.count > 0;
	if ( fw_ends_fit( search ) && ( !outlined || outline_fits( search ) ) && search->query.goal_tolerance == 0.0 &&
	     !fw_space_may_connect( search->map.space, start, goal ) )
	{
		fw_search_finish( search, FW_UNREACHABLE, FW_REASON_OTHER_REGION );
	}
	return search->outcome == FW_RUNNING;
}

static void prepare( fw_search* search, dir_state* state )
{
	const fw_query* query = &search->query;
	const fw_space* space = search->map.space;
	state->primitives = search->map.primitives;
	state->tiles = space->tiles;
	for ( int32_t phase = 0; phase < 4; phase++ )
	{
		state->planes[phase] = &space->planes[phase];
	}
	state->roads = search->map.roads;
	state->any_gap = space->lattice == FW_LATTICE_GAPS ? &space->any_gap : NULL;
	state->headings = state->primitives->headings;
	const bool gears = query->unit.reverse && state->headings > 1;
	state->gears = gears ? 2 : 1;
	state->states = state->headings * state->gears * ( state->speeds != NULL ? FW_SPEED_LEVELS : 1 );
	state->states_shift = FW_CTZ64( (uint64_t)state->states );
	for ( int32_t h = 0; h < state->headings; h++ )
	{
		state->heading_angle[h] = fw_primitives_angle( state->primitives, h );
		fw_sincos( state->heading_angle[h], &state->heading_sin[h], &state->heading_cos[h] );
	}
	const fw_heuristic heuristic = query->options.heuristic;
	state->use_field = heuristic == FW_HEURISTIC_BEST || heuristic == FW_HEURISTIC_FIELD;
	// Within its tolerance the goal may be met without the turn that leads to its center.
	const bool knows_turns = !gears && query->goal_tolerance == 0.0;
	state->use_table = ( heuristic == FW_HEURISTIC_BEST || heuristic == FW_HEURISTIC_TABLE ) && knows_turns;
	state->use_octile = heuristic == FW_HEURISTIC_OCTILE;
	state->use_euclid = heuristic == FW_HEURISTIC_EUCLIDEAN || ( heuristic == FW_HEURISTIC_TABLE && !knows_turns );
	state->has_costs = !query->options.ignore_costs && fw_grid_has_costs( search->map.grid, query->unit.capabilities );
	const double weight = query->options.weight;
	set_weight( state, weight );
	const bool hastens = gears && query->unit.outline.count > 0 && state->speeds == NULL;
	state->haste = hastens && weight > 1.0 && weight < HASTE_WEIGHT ? HASTE_NODES : INT64_MAX;
	// What the first path costs too much is less than what looking again would take.
	state->keeps_closed = state->speeds != NULL && query->options.weight > 1.0;
	state->gear_cost = fw_cost_of( query->unit.reverse_penalty );
	state->connect_range = state->primitives->approach_reach;
	fw_dir_exact_begin( state );
	state->first_count = 0;
	state->first_move_count = 0;
	state->end_count = 0;
	state->goal_move = -1;
	// With reverse gear the 95th percentile of the cars' times (docs/algorithms/reverse.md) would rise threefold.
	fw_dir_tree_begin( &state->from_start, query->start, gears || query->start_any_heading );
	fw_dir_tree_begin( &state->into_goal, query->goal, true );
	state->goal_open = false;
}

// Room for what turning along each edge costs, where that is charged.
static void begin_charges( fw_search* search, dir_state* state )
{
	const fw_primitives* turned = state->primitives->turned;
	const uint32_t edges = state->primitives->edge_count + ( turned != state->primitives ? turned->edge_count : 0 );
	state->turn_charge = search->query.options.turn_charge;
	state->charged = state->turn_charge > 0.0;
	if ( state->charged && edges > 0 &&
	     fw_search_need( search, edges <= INT32_MAX && FW_GROW( &search->allocator, &state->charges,
	                                                            &state->charge_capacity, (int32_t)edges ) ) )
	{
		memset( state->charges, 0, edges * sizeof( *state->charges ) );
	}
}

void fw_dir_begin( fw_search* search, dir_state* state, const fw_corridor* corridor )
{
	prepare( search, state );
	begin_charges( search, state );
	state->corridor = corridor;
	state->cut = false;
	fw_open_clear( &state->open );
	const size_t page_bytes = (size_t)( DIR_PAGE_TILES * state->states ) * sizeof( dir_node );
	if ( !fw_pages_begin( search, &state->pages, state->tiles->width, state->tiles->height, state->primitives->phases,
	                      DIR_PAGE_SHIFT, page_bytes ) )
	{
		return;
	}
	if ( state->use_field )
	{
		fw_dir_seed_field( search, state );
	}
	state->epoch = 0;
	// Both look at the field and the charges.
	if ( search->status == FW_OK )
	{
		fw_dir_perimeter_begin( search, state );
	}
	if ( search->status == FW_OK )
	{
		fw_dir_open_start( search, state );
	}
}

static void directional_begin( fw_search* search, void* opaque )
{
	if ( fw_dir_may_begin( search ) )
	{
		fw_dir_begin( search, opaque, NULL );
	}
}

void fw_dir_hold( fw_holdings* holdings, void* opaque )
{
	dir_state* state = opaque;
	fw_pages_hold( holdings, &state->pages );
	fw_field_hold( holdings, &state->field );
	fw_pages_hold( holdings, &state->perimeter.pages );
	fw_open_hold( holdings, &state->perimeter.open );
	fw_open_hold( holdings, &state->open );
	FW_HOLD( holdings, state->exact.items, state->exact.capacity );
	FW_HOLD( holdings, state->perimeter.exact.items, state->perimeter.exact.capacity );
	FW_HOLD( holdings, state->firsts, state->first_capacity );
	FW_HOLD( holdings, state->first_moves, state->first_move_capacity );
	FW_HOLD( holdings, state->ends, state->end_capacity );
	fw_dir_tree_hold( holdings, &state->from_start );
	fw_dir_tree_hold( holdings, &state->into_goal );
	FW_HOLD( holdings, state->charges, state->charge_capacity );
	FW_HOLD( holdings, state->trail, state->trail_capacity );
}

const fw_engine fw_engine_directional = {
    .state_size = sizeof( dir_state ),
    .begin = directional_begin,
    .step = fw_dir_step,
    .extract = fw_dir_extract,
    .hold = fw_dir_hold,
    .best = fw_dir_best,
};
