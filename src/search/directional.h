// SPDX-License-Identifier: MIT
// What the parts of Directional A* share: the state of a search over lattice poses.
#ifndef FW_SEARCH_DIRECTIONAL_H
#define FW_SEARCH_DIRECTIONAL_H

#include "annotate/space.h"
#include "search/cost.h"
#include "search/engine.h"
#include "search/field.h"
#include "search/node_pages.h"
#include "search/open_list.h"
#include "search/perimeter.h"
#include "sweep/sweep.h"
#include "sweep/turn_table.h"

// A page holds 4 x 4 tiles of one phase with all their headings.
#define DIR_PAGE_SHIFT 2
#define DIR_PAGE_MASK ( ( 1u << DIR_PAGE_SHIFT ) - 1 )
#define DIR_PAGE_TILES ( 1 << 2 * DIR_PAGE_SHIFT )
#define DIR_HEADINGS_MAX 16

// How a node was reached, where not by an edge of the table.
#define DIR_EDGE_NONE 0xFFFFFFFFu  // it is the start itself
#define DIR_EDGE_GEAR 0xFFFFFFFEu  // by a change of gear on the spot
#define DIR_EDGE_FIRST 0x80000000u // by the exact curve of this index from the start
#define DIR_NODE_GOAL 0xFFFFFFFEu  // the open list's node for the exact goal

// A lattice pose.
typedef struct dir_node
{
	uint32_t g;
	uint32_t edge; // how it was reached
	uint32_t h;    // weighted estimate
	uint8_t stage; // of edges to offer next
	uint8_t epoch; // of the estimate: an older one is looked at again
	bool expanded; // its first stage was offered
	uint8_t seen : 1;
	uint8_t guess : 1; // h is a lower bound of the estimate, from a field not yet grown so far
} dir_node;

// Where a node is.
typedef struct dir_place
{
	int32_t x, y, phase;
	int32_t gear, heading; // heading of motion
} dir_place;

// A curve that begins or ends off the lattice.
typedef struct dir_first
{
	fw_curve curve;
	uint32_t cost;
} dir_first;

typedef struct dir_state
{
	fw_node_pages pages;
	fw_open_list open;
	fw_field field;
	fw_perimeter perimeter;
	uint8_t epoch;               // rises when the estimate gets to know more
	const fw_corridor* corridor; // that the search keeps to; null: the whole map
	bool cut;                    // a curve led out of it

	const fw_turns* turns;
	const fw_layer* tiles;
	const fw_layer* planes[4];
	const fw_layer* any_gap;
	const fw_space* roads; // curves between places on it keep to it; null: none do
	double heading_cos[DIR_HEADINGS_MAX], heading_sin[DIR_HEADINGS_MAX];
	int32_t headings, states; // states: headings times gears
	int32_t states_shift;
	bool use_field, use_table, use_octile, use_euclid, has_costs;
	uint32_t weight;       // in 1/256
	int32_t weight_excess; // how much better than its parent's f a child's may be for the weight alone
	uint32_t gear_cost;
	double connect_range; // within it, each expanded pose tries the exact goal

	dir_first* firsts;
	int32_t first_count, first_capacity;
	bool goal_open; // a way to the exact goal is known
	uint32_t goal_g, goal_parent;
	fw_curve goal_curve; // length 0: the parent's pose will do
	uint32_t* trail;
	int32_t trail_capacity;
} dir_state;

FW_INLINE uint32_t dir_tile_in_page( dir_place place )
{
	return ( (uint32_t)place.y & DIR_PAGE_MASK ) << DIR_PAGE_SHIFT | ( (uint32_t)place.x & DIR_PAGE_MASK );
}

FW_INLINE dir_node* dir_node_at( const dir_state* state, uint32_t node )
{
	return (dir_node*)(void*)state->pages.nodes + node;
}

FW_INLINE dir_place dir_place_of( const dir_state* state, uint32_t node )
{
	const uint32_t page = node >> ( state->states_shift + 2 * DIR_PAGE_SHIFT );
	const uint32_t tile = node >> state->states_shift;
	const uint32_t own = node & ( ( 1u << state->states_shift ) - 1 );
	const fw_page_origin origin = state->pages.origins[page];
	return ( dir_place ){ origin.x + (int32_t)( tile & DIR_PAGE_MASK ),
	                      origin.y + (int32_t)( tile >> DIR_PAGE_SHIFT & DIR_PAGE_MASK ), origin.plane,
	                      (int32_t)own >= state->headings ? 1 : 0, (int32_t)own % state->headings };
}

// FW_NO_SLOT when memory is out.
FW_INLINE uint32_t dir_node_of( fw_search* search, dir_state* state, dir_place place )
{
	const uint32_t slot = fw_pages_touch( &state->pages, &search->allocator, place.x, place.y, place.phase );
	const uint32_t tile = dir_tile_in_page( place );
	const uint32_t own = (uint32_t)( place.gear * state->headings + place.heading );
	return slot == FW_NO_SLOT ? FW_NO_SLOT : ( ( slot << ( 2 * DIR_PAGE_SHIFT ) | tile ) << state->states_shift ) + own;
}

// Checks what only a search with headings asks for, and ends the search at once where that is known without searching.
fw_status fw_dir_check( fw_search* search );
// Begins a search inside of a corridor, or with NULL on the whole map; steps, result and end as of an engine.
fw_status fw_dir_begin( fw_search* search, dir_state* state, const fw_corridor* corridor );
fw_status fw_dir_step( fw_search* search, void* opaque, int64_t n );
void fw_dir_destroy( const fw_allocator* allocator, void* opaque );
size_t fw_dir_memory( const void* opaque );

// The unit's pose there: in reverse gear it faces away from where it moves.
fw_pose fw_dir_pose( const dir_state* state, dir_place place );
// Is this lattice point one that the search may use?
bool fw_dir_usable( const dir_state* state, int32_t x, int32_t y, int32_t phase );
// Cost of a curve that is not in the table, by length, gear and terrain.
uint32_t fw_dir_curve_cost( const fw_search* search, const dir_state* state, const fw_curve* curve );

// The tiles that a curve between two such places may touch, as exact poses or, with the lattice's places, as these.
const fw_layer* fw_dir_ground( const dir_state* state, fw_pose from, fw_pose to );
FW_INLINE bool fw_dir_on_road( const dir_state* state, dir_place place )
{
	const fw_layer* plane = fw_space_plane( state->roads, place.phase );
	return fw_layer_inside( plane, place.x, place.y ) && fw_layer_get( plane, place.x, place.y );
}

// The estimate from a place to the goal, weighted; a lower bound with `guess` when the field has not grown so far and
// `settle` is false. FW_FIELD_NONE: the goal cannot be reached from there.
uint32_t fw_dir_estimate( fw_search* search, dir_state* state, dir_place place, bool settle, bool* guess );

// Opens the first nodes: the start's lattice pose, or what exact curves from the start reach. False: memory is out.
bool fw_dir_open_start( fw_search* search, dir_state* state );
// Begins a field without seeds, adds one, or seeds it round the goal. False: memory is out.
bool fw_dir_begin_field( fw_search* search, dir_state* state );
void fw_dir_add_seed( fw_search* search, dir_state* state, dir_place place, uint32_t value );
bool fw_dir_seed_field( fw_search* search, dir_state* state );
// The lattice place of a pose, if it is one that the search may use. With `any_heading` only the point counts.
bool fw_dir_on_lattice( const dir_state* state, fw_pose pose, bool any_heading, dir_place* place );
// What an edge costs from a place: its length, or its length by terrain; more in reverse.
uint32_t fw_dir_edge_cost( const fw_search* search, const dir_state* state, const fw_turn_edge* edge, dir_place from );

// The perimeter (search/perimeter.h): ready for a query; told that the goal is near; asked whether it is
// its turn; one node further (false: memory is out); the cost into the goal from a pose that it settled.
bool fw_dir_perimeter_begin( fw_search* search, dir_state* state );
void fw_dir_perimeter_near( fw_search* search, dir_state* state );
bool fw_dir_perimeter_grows( fw_search* search, dir_state* state );
bool fw_dir_perimeter_step( fw_search* search, dir_state* state );
bool fw_dir_perimeter_at( const dir_state* state, dir_place place, uint32_t* cost );
// Did it come to this pose at all?
bool fw_dir_perimeter_saw( const dir_state* state, dir_place place );
void fw_dir_perimeter_free( dir_state* state, const fw_allocator* allocator );

// Tries the exact goal from an expanded node. False: memory is out.
bool fw_dir_try_goal( fw_search* search, dir_state* state, uint32_t node, dir_place place );
// Notes a way to a node where that is cheaper, else `node` is FW_NO_SLOT. False: memory is out.
bool fw_dir_improve( fw_search* search, dir_state* state, dir_place place, uint32_t g, uint32_t edge, uint32_t* node );
// The same, and the node waits on the open list. False: memory is out.
bool fw_dir_offer( fw_search* search, dir_state* state, dir_place place, uint32_t g, uint32_t edge );
// The path of a found goal.
fw_status fw_dir_extract( fw_search* search, void* opaque, fw_result* result );

#endif
