// SPDX-License-Identifier: MIT
// Exact costs into a goal with a heading, from the poses around it.
//
// A field over places does not know from which side the goal can be entered, so a search would flood all that is near
// it. The perimeter is a Dijkstra search backwards from the goal pose, over the same table: a path driven backwards in
// time is a path of the turned-round unit. Poses that it settled have their exact cost as estimate, and the poses on
// its rim seed the field, so that the estimate far away leads to where the goal can be entered (J. F. Dillenburg, P. C.
// Nelson, "Perimeter Search", 1994). It grows only while the forward search does not get on, and in balance with it.
#include "geom/geom.h"
#include "search/directional/directional.h"

// First growth: this many forward nodes after the search came near the goal, this many nodes large. Each
// further one is larger by the factor. Chosen on the pose problems with fixed headings (bench/bench_poses).
#define FIRST_WAIT 16
// A search that has not come near the goal by now may never find a way there that its estimate promises: through a gap,
// say, that an outline does not pass. So many nodes leave the first of a plan's two tries as it is; with them the worst
// of 320 problems for cars and trucks (those of docs/algorithms/reverse.md, and driven from the goal to the start)
// takes 150,000 nodes instead of 47 million.
#define STALLED 20000
#define FIRST_SIZE 32
#define GROWTH 3
// With reverse gear one that is larger than this grows by half. Of random pairs as those of docs/algorithms/outlines.md
// a car's worst falls from 130,112 nodes to 92,294, and the worst of car, brc202d from 61,293 to 49,478.
#define LATE_SIZE 4000
// A goal in a pocket may have no way in at all, and then the search floods the map. So after so many nodes the
// perimeter grows to this size, unseen by the estimate: where it runs dry, all poses that lead into the goal are known.
// One less than a growth, or all later ones are larger than without.
#define PROBE_WAIT 2000
#define PROBE_SIZE ( FIRST_SIZE * GROWTH * GROWTH - 1 )
// Without reverse gear a growth to this size or more ends where it meets the forward search, once it is half done: of
// docs/algorithms/outlines.md the trucks' 95th percentile of nodes falls from 11,679 to 8,726. With reverse gear the
// cars' rises from 5,142 to 5,764, as the place where they meet may be one to change gear at.
#define MEETING_SIZE 288
// Moves into the goal that are made along with it. With 192 the paths of docs/algorithms/reverse.md cost 0.3 to 1.7 %
// less on average than with 64, and within 0.03 % of what they cost with 384.
#define TREE_SIZE 192

// Poses on the path into the goal are seen backwards: with the heading of motion turned round. Who drives into the goal
// forward faces away from where it moves backwards in time, and in reverse gear faces there.

FW_INLINE fw_perimeter_node* rim_node_at( const fw_perimeter* rim, uint32_t node )
{
	return (fw_perimeter_node*)(void*)rim->pages.nodes + node;
}

// The same numbering as of the forward nodes.
FW_INLINE uint32_t rim_node( const dir_state* state, uint32_t tile, dir_place place )
{
	return ( tile << state->states_shift ) + dir_own( state, place );
}

// The curves along which the rim grows from a place.
FW_INLINE const fw_primitives* rim_table( const dir_state* state, dir_place place )
{
	return fw_dir_table( state, 1 - place.gear );
}

uint32_t fw_dir_perimeter_find( const dir_state* state, dir_place place )
{
	return fw_pages_find_tile( &state->perimeter.pages, DIR_PAGE_SHIFT, place.x, place.y, place.phase );
}

const fw_perimeter_node* fw_dir_perimeter_node( const dir_state* state, uint32_t tile, dir_place place )
{
	static const fw_perimeter_node untouched = { 0 };
	return tile == FW_NO_SLOT
	           ? &untouched
	           : rim_node_at( &state->perimeter, rim_node( state, tile, fw_dir_turned( state, place ) ) );
}

const fw_perimeter_node* fw_dir_perimeter_at( const dir_state* state, dir_place place )
{
	return fw_dir_perimeter_node( state, fw_dir_perimeter_find( state, place ), place );
}

double fw_dir_perimeter_distance( const dir_state* state, fw_vec2 from )
{
	const fw_perimeter* rim = &state->perimeter;
	const double dx = fmax( 0.0, fmax( rim->x0 - from.x, from.x - ( rim->x1 + 1.0 ) ) );
	const double dy = fmax( 0.0, fmax( rim->y0 - from.y, from.y - ( rim->y1 + 1.0 ) ) );
	return fw_length( dx, dy );
}

FW_INLINE dir_place rim_place( const dir_state* state, uint32_t node )
{
	const fw_page_tile tile = fw_pages_tile( &state->perimeter.pages, DIR_PAGE_SHIFT, node >> state->states_shift );
	const int32_t own = (int32_t)( node & ( ( 1u << state->states_shift ) - 1 ) );
	return ( dir_place ){ tile.x, tile.y, tile.plane, own / state->headings, own % state->headings, 0 };
}

// Notes a path from a node into the goal.
static FW_NOINLINE void improve( fw_search* search, fw_perimeter* rim, uint32_t index, int32_t x, int32_t y,
                                 uint32_t g )
{
	*rim_node_at( rim, index ) = ( fw_perimeter_node ){ .g = g, .seen = true };
	rim->x0 = x < rim->x0 ? x : rim->x0;
	rim->y0 = y < rim->y0 ? y : rim->y0;
	rim->x1 = x > rim->x1 ? x : rim->x1;
	rim->y1 = y > rim->y1 ? y : rim->y1;
	fw_search_push( search, &rim->open, fw_open_key( g, g ), index );
}

// Inline, as most poses are known at no more cost: a call would wait for its copy of a place that was only just
// written.
FW_INLINE void offer( fw_search* search, dir_state* state, dir_place place, uint32_t g )
{
	fw_perimeter* rim = &state->perimeter;
	const uint32_t tile = fw_pages_touch_tile( search, &rim->pages, DIR_PAGE_SHIFT, place.x, place.y, place.phase );
	if ( tile == FW_NO_SLOT )
	{
		return;
	}
	const uint32_t index = rim_node( state, tile, place );
	const fw_perimeter_node* node = rim_node_at( rim, index );
	if ( !node->seen || node->g > g )
	{
		improve( search, rim, index, place.x, place.y, g );
	}
}

void fw_dir_perimeter_offer( fw_search* search, dir_state* state, dir_place place, uint32_t cost )
{
	offer( search, state, fw_dir_turned( state, place ), cost );
}

void fw_dir_perimeter_begin( fw_search* search, dir_state* state )
{
	const fw_query* query = &search->query;
	fw_perimeter* rim = &state->perimeter;
	dir_place goal = { .x = (int32_t)floor( query->goal.x ), .y = (int32_t)floor( query->goal.y ) };
	const bool any = query->goal_any_heading;
	const bool at_point = fw_dir_on_lattice( state, query->goal, any, &goal );
	const bool on_lattice = at_point && !any;
	const bool one_point =
	    state->use_field && query->goal_tolerance == 0.0 && state->speeds == NULL && state->headings > 1;
	const bool probes = one_point && query->unit.outline.count > 0;
	const bool possible = one_point && !any;
	*rim = ( fw_perimeter ){ .pages = rim->pages,
	                         .open = rim->open,
	                         .exact = { rim->exact.items, 0, rim->exact.capacity },
	                         .possible = possible,
	                         .on_lattice = on_lattice,
	                         .goal = goal,
	                         .due = possible ? STALLED : INT64_MAX,
	                         .probe = probes ? PROBE_WAIT : INT64_MAX,
	                         .x0 = INT32_MAX,
	                         .y0 = INT32_MAX,
	                         .x1 = -1,
	                         .y1 = -1 };
	const size_t page_bytes = (size_t)( DIR_PAGE_TILES * state->states ) * sizeof( fw_perimeter_node );
	if ( ( possible || probes ) && fw_pages_begin( search, &rim->pages, state->tiles->width, state->tiles->height,
	                                               state->primitives->phases, DIR_PAGE_SHIFT, page_bytes ) )
	{
		fw_open_clear( &rim->open );
		const int32_t headings = !at_point ? 0 : any ? state->headings : 1;
		for ( int32_t i = 0; i < headings; i++ )
		{
			goal.heading = any ? i : goal.heading;
			offer( search, state, fw_dir_turned( state, goal ), 0 );
			if ( state->gears > 1 )
			{
				offer( search, state, fw_dir_turned( state, fw_dir_other_gear( state, goal ) ), 0 );
			}
		}
	}
}

void fw_dir_perimeter_near( fw_search* search, dir_state* state )
{
	fw_perimeter* rim = &state->perimeter;
	const int64_t due = search->counters.expanded + FIRST_WAIT;
	rim->due = rim->possible && !rim->near && due < rim->due ? due : rim->due;
	rim->near = true;
}

FW_INLINE void offer_edge( fw_search* search, void* context, uint32_t e, dir_place from, dir_place to, uint32_t g )
{
	dir_state* state = context;
	const fw_primitives* table = rim_table( state, from );
	const fw_turn_edge* edge = &table->edges[e];
	if ( fw_dir_is_free( state, table, edge, from, to ) )
	{
		offer( search, state, to, g + fw_dir_edge_cost( search, state, edge, from ) );
	}
}

static void expand( fw_search* search, dir_state* state, uint32_t index )
{
	fw_perimeter* rim = &state->perimeter;
	const dir_place place = rim_place( state, index );
	const uint32_t g = rim_node_at( rim, index )->g;
	const int32_t stage = rim_node_at( rim, index )->stage;
	rim_node_at( rim, index )->settled = true;
	if ( stage == 0 && fw_search_is_heard( search ) )
	{
		fw_dir_tell( search, state, FW_EVENT_BACK, fw_dir_turned( state, place ) );
	}
	if ( stage == 0 && state->gears > 1 )
	{
		offer( search, state, fw_dir_other_gear( state, place ), g + state->gear_cost );
	}
	const fw_primitives* table = rim_table( state, place );
	fw_dir_offer_stage( search, state, table, place, g, stage, true, offer_edge, state );
	const fw_turn_fan* fan = fw_primitives_fan( table, place.phase, place.heading );
	const int32_t next = fw_dir_next_stage( fan, stage );
	rim_node_at( rim, index )->stage = (uint8_t)next;
	if ( next < FW_TURN_STAGES )
	{
		const uint32_t later = (uint32_t)( fan->least[next] > 0 ? fan->least[next] : 0 );
		fw_search_push( search, &rim->open, fw_open_key( g + later, g ), index );
	}
}

// Does another pose of the same point wait on the open list with less to come?
static bool is_bettered( const dir_state* state, uint32_t node, uint32_t f )
{
	const uint32_t first = node >> state->states_shift << state->states_shift;
	for ( uint32_t i = first; i < first + (uint32_t)state->states; i++ )
	{
		const fw_perimeter_node* other = rim_node_at( &state->perimeter, i );
		if ( other->seen && !other->settled && ( other->g < f || ( other->g == f && i < node ) ) )
		{
			return true;
		}
	}
	return false;
}

// The rim's poses become the seeds of a new field. What is still to come of a settled pose costs at least its key.
static void seed_from_rim( fw_search* search, dir_state* state )
{
	fw_perimeter* rim = &state->perimeter;
	if ( !fw_field_begin( search, &state->field, state->corridor, state->has_costs, NULL ) )
	{
		return;
	}
	for ( int32_t i = 0; i < fw_open_count( &rim->open ); i++ )
	{
		const fw_open_entry* entry = fw_open_at( &rim->open, i );
		if ( fw_dir_is_exact( entry->node ) )
		{
			continue;
		}
		const fw_perimeter_node* node = rim_node_at( rim, entry->node );
		if ( node->g == fw_open_g( entry ) && !is_bettered( state, entry->node, fw_open_f( entry ) ) )
		{
			const dir_place place = rim_place( state, entry->node );
			fw_dir_add_seed( search, state, place, fw_open_f( entry ) / FW_FIELD_SCALE );
		}
	}
}

// Offers a pose from which an exact curve leads into the goal in one gear, if it is free.
static void offer_approach( fw_search* search, dir_state* state, const fw_turn_approach* a, int32_t gear )
{
	const fw_primitives* primitives = state->primitives;
	const dir_place goal = state->perimeter.goal;
	const dir_place from = { goal.x + a->dx, goal.y + a->dy, goal.phase, gear, a->heading, 0 };
	if ( !fw_dir_usable( state, from ) || fw_dir_perimeter_at( state, from )->settled )
	{
		return;
	}
	fw_curve curve;
	if ( fw_curve_to_pose( fw_dir_pose( state, from ), search->query.goal, primitives->def.turning_radius,
	                       (fw_curve_word)a->word, fw_dir_gear( from ), &curve ) &&
	     fw_dir_exact_is_free( search, state, &curve, true ) )
	{
		offer( search, state, fw_dir_turned( state, from ), fw_dir_curve_cost( search, state, &curve ) );
	}
}

// Offers the poses from which the exact curve into the goal is free and no longer than what comes next. The forward
// search tries the same curves.
static void offer_approaches( fw_search* search, dir_state* state, int32_t gear )
{
	fw_perimeter* rim = &state->perimeter;
	const fw_primitives* primitives = state->primitives;
	const int32_t heading = gear == 0 ? rim->goal.heading : fw_dir_turned( state, rim->goal ).heading;
	const fw_turn_approach* list = primitives->approaches + heading * primitives->approach_count;
	const double factor = gear == 0 ? 1.0 : search->query.unit.reverse_factor;
	int32_t* next = &rim->next_approach[gear];
	while ( *next < primitives->approach_count && !fw_open_is_empty( &rim->open ) &&
	        list[*next].cost * factor <= fw_open_first_f( &rim->open ) )
	{
		offer_approach( search, state, &list[( *next )++], gear );
	}
}

// Offers the poses at these distances from the goal [tiles] from which an exact curve leads into it.
static void offer_ends_between( fw_search* search, dir_state* state, double least, double most )
{
	const int32_t range = (int32_t)most + 1;
	const int32_t side = 2 * range + 1;
	const fw_perimeter* rim = &state->perimeter;
	for ( int32_t i = 0; i < state->primitives->phases * side * side; i++ )
	{
		const int32_t phase = i / ( side * side );
		const int32_t x = rim->goal.x + i % side - range;
		const int32_t y = rim->goal.y + i / side % side - range;
		const fw_vec2 at = fw_lattice_point( x, y, phase );
		const double distance = fw_length( search->query.goal.x - at.x, search->query.goal.y - at.y );
		if ( distance >= least && distance < most )
		{
			fw_dir_exact_into_goal( search, state, ( dir_place ){ .x = x, .y = y, .phase = phase } );
		}
	}
}

// Offers all other poses from which an exact curve leads into the goal: the list of approaches has those of the goal's
// own kind of points alone.
static void offer_all_ends( fw_search* search, dir_state* state )
{
	state->perimeter.has_all_ends = true;
	offer_ends_between( search, state, 0.0, state->connect_range + 1e-9 );
}

// Into a goal off the lattice no approaches are listed. A pose costs at least its distance, so they are looked at by
// rings, before what costs as much is settled.
static void offer_rings( fw_search* search, dir_state* state )
{
	fw_perimeter* rim = &state->perimeter;
	while ( !rim->has_all_ends &&
	        ( fw_open_is_empty( &rim->open ) || fw_open_first_f( &rim->open ) >= (uint32_t)rim->ring * FW_COST_ONE ) )
	{
		const double most = fmin( rim->ring + 1.0, state->connect_range + 1e-9 );
		offer_ends_between( search, state, rim->ring, most );
		rim->ring++;
		rim->has_all_ends = rim->ring > state->connect_range;
	}
}

// All poses that lead into the goal were seen, so no other one is worth a look: the open list keeps those alone.
static void close( fw_search* search, dir_state* state )
{
	const fw_open_list old = state->open;
	state->perimeter.closed = true;
	fw_open_clear( &state->open );
	for ( int32_t i = 0; i < fw_open_count( &old ); i++ )
	{
		// It is read before one of the kept ones takes its place.
		const fw_open_entry entry = *fw_open_at( &old, i );
		if ( entry.node >= DIR_NODE_EXACT || fw_dir_perimeter_at( state, dir_place_of( state, entry.node ) )->seen )
		{
			fw_search_need( search, fw_open_heap_push( &state->open, &search->allocator, entry ) );
		}
	}
}

// Where nothing is left to expand, the last poses that may lead into the goal, then those that do by exact moves, and
// then none. True while there may be more.
static bool run_dry( fw_search* search, dir_state* state )
{
	fw_perimeter* rim = &state->perimeter;
	if ( !fw_open_is_empty( &rim->open ) || rim->closed )
	{
		return false;
	}
	if ( !rim->has_all_ends )
	{
		offer_all_ends( search, state );
	}
	if ( !fw_open_is_empty( &rim->open ) )
	{
		return false;
	}
	if ( rim->possible && fw_dir_tree_grow( search, state, &state->into_goal, true ) )
	{
		return fw_open_is_empty( &rim->open );
	}
	close( search, state );
	return false;
}

// Where the tree of exact moves into the goal may grow, it does so along with the rim, whatever of both costs less
// first: the first pose of the lattice that it comes to is seldom the best one to drive into the goal from.
static void grow_tree( fw_search* search, dir_state* state )
{
	const fw_open_list* rim = &state->perimeter.open;
	dir_tree* tree = &state->into_goal;
	bool grows = state->perimeter.possible;
	while ( grows && tree->expanded < TREE_SIZE && !fw_open_is_empty( rim ) )
	{
		const bool is_next = !tree->begun || ( !fw_open_is_empty( &tree->open ) &&
		                                       fw_open_first_f( &tree->open ) <= fw_open_first_f( rim ) );
		grows = is_next && fw_dir_tree_grow( search, state, tree, true );
	}
}

// Has a growth come to where the forward search was, so that the way into the goal is known from there?
static bool meets( const dir_state* state, uint32_t index )
{
	const fw_perimeter* rim = &state->perimeter;
	const bool asked =
	    rim->probing || ( state->gears == 1 && rim->target >= MEETING_SIZE && 2 * rim->expanded >= rim->target );
	return asked && rim_node_at( rim, index )->stage == 0 &&
	       dir_is_reached( state, fw_dir_turned( state, rim_place( state, index ) ), UINT32_MAX );
}

// Apart, or every look whether it is due would cost its registers.
static FW_NOINLINE void grow( fw_search* search, dir_state* state )
{
	fw_perimeter* rim = &state->perimeter;
	search->counters.expanded++;
	if ( !rim->on_lattice )
	{
		offer_rings( search, state );
	}
	for ( int32_t gear = 0; gear < state->gears && rim->on_lattice; gear++ )
	{
		offer_approaches( search, state, gear );
	}
	grow_tree( search, state );
	while ( !fw_open_is_empty( &rim->open ) )
	{
		const fw_open_entry best = fw_search_pop( search, &rim->open );
		if ( fw_dir_is_exact( best.node ) )
		{
			fw_dir_take_last( search, state, best.node );
			continue;
		}
		if ( rim_node_at( rim, best.node )->g == fw_open_g( &best ) )
		{
			rim->expanded++;
			rim->target = meets( state, best.node ) ? rim->expanded : rim->target;
			expand( search, state, best.node );
			break;
		}
	}
	if ( run_dry( search, state ) )
	{
		rim->target = rim->target > rim->expanded ? rim->target : rim->expanded + 1;
		rim->probing = false;
		return;
	}
	if ( rim->probing && !fw_open_is_empty( &rim->open ) )
	{
		rim->probing = rim->expanded < rim->target;
		rim->target = rim->probing ? rim->target : 0;
		return;
	}
	if ( rim->expanded >= rim->target || fw_open_is_empty( &rim->open ) )
	{
		rim->target = rim->expanded;
		if ( rim->closed )
		{
			return; // with nothing on the rim, the field that is there knows more
		}
		rim->active = true;
		rim->due = search->counters.expanded + rim->target;
		state->epoch++;
		seed_from_rim( search, state );
	}
}

static int64_t next_target( const dir_state* state )
{
	const int64_t old = state->perimeter.target;
	const bool is_late = state->gears > 1 && old > LATE_SIZE;
	return old == 0 ? FIRST_SIZE : is_late ? old + old / 2 : old * GROWTH;
}

bool fw_dir_perimeter_step( fw_search* search, dir_state* state )
{
	fw_perimeter* rim = &state->perimeter;
	const int64_t expanded = search->counters.expanded;
	const bool ended = rim->expanded >= rim->target;
	const bool dry = fw_open_is_empty( &rim->open ) && ( rim->on_lattice || rim->has_all_ends );
	const bool due = expanded >= rim->due;
	const bool probes = !due && expanded >= rim->probe && !rim->active;
	if ( ended && ( ( !due && !probes ) || dry ) )
	{
		return false;
	}
	if ( ended && probes )
	{
		rim->probing = true;
		rim->target = PROBE_SIZE;
		rim->probe = INT64_MAX;
	}
	rim->target = ended && !probes ? next_target( state ) : rim->target;
	grow( search, state );
	return true;
}
