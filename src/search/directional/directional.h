// SPDX-License-Identifier: MIT
// What the parts of Directional A* share: the state of a search over lattice poses.
#ifndef FW_SEARCH_DIRECTIONAL_DIRECTIONAL_H
#define FW_SEARCH_DIRECTIONAL_DIRECTIONAL_H

#include "annotate/space.h"
#include "base/open_list.h"
#include "search/cost.h"
#include "search/directional/speeds.h"
#include "search/engine.h"
#include "search/field.h"
#include "search/node_pages.h"
#include "sweep/sweep.h"
#include "sweep/turn_table.h"

// A page holds 4 x 4 tiles of one phase with all their headings.
#define DIR_PAGE_SHIFT 2
#define DIR_PAGE_TILES ( 1 << 2 * DIR_PAGE_SHIFT )
#define DIR_HEADINGS_MAX 16

// How a node was reached, where not by an edge of the table.
#define DIR_EDGE_NONE 0xFFFFFFFFu  // it is the start itself
#define DIR_EDGE_GEAR 0xFFFFFFFEu  // by a change of gear on the spot
#define DIR_EDGE_FIRST 0x80000000u // by the exact curve of this index from the start
#define DIR_EDGE_RUN 0x40000000u   // by so many steps straight on
#define DIR_NODE_GOAL 0xFFFFFFFEu  // the open list's node for the exact goal
#define DIR_NODE_EXACT 0xC0000000u // and from here on those for exact curves that were not tested yet

// A pose this near to a lattice pose is one.
#define DIR_SAME_POSE 1e-9

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
	uint8_t from : 3;  // speed level at which the curve to it begins
} dir_node;

// Where a node is.
typedef struct dir_place
{
	int32_t x, y, phase;
	int32_t gear, heading; // heading of motion
	int32_t level;         // of speed; 0 where speeds do not count
} dir_place;

typedef struct fw_perimeter_node
{
	uint32_t g;
	uint8_t stage;
	bool seen, settled;
} fw_perimeter_node;

// An exact curve between an end of the search and a lattice pose, not tested yet; or all of them to a lattice point.
typedef struct dir_exact
{
	dir_place place; // with heading -1: all of the point's
	fw_pose end;
	uint32_t g;    // at least, with the curve that is next
	uint8_t word;  // of that curve
	uint8_t tried; // words that were tested, one bit each
} dir_exact;

typedef struct dir_exact_list
{
	dir_exact* items;
	int32_t count, capacity;
} dir_exact_list;

// How far a unit may drive on from an end before it hits something, by gear and side: to the left, straight, right.
typedef struct dir_limits
{
	double free[2][3]; // it was seen to get so far [tiles]
	double hit[2][3];  // and not so far
} dir_limits;

typedef struct fw_perimeter
{
	fw_node_pages pages;
	fw_open_list open;
	dir_exact_list exact;     // curves into the goal that wait on the open list
	bool possible;            // for this query
	bool active;              // estimates use it
	bool near;                // the search came near the goal
	bool has_all_ends;        // were all exact curves into the goal looked at?
	bool on_lattice;          // is the goal a lattice pose?
	int32_t ring;             // else: poses nearer to the goal than so many tiles were looked at
	bool closed;              // all poses that lead into the goal were seen
	dir_place goal;           // the goal pose
	int32_t next_approach[2]; // of the table's lists, by gear; all before it were looked at
	int64_t expanded;
	int64_t target;         // nodes to expand before the search goes on
	int64_t due;            // when the search has expanded so many nodes, the perimeter grows
	int64_t probe;          // and when it has expanded so many, whether anything leads into the goal is looked at
	bool probing;           // which is done now
	int32_t x0, y0, x1, y1; // the tiles of what was seen
} fw_perimeter;

// A short exact move round an end of the search.
typedef struct dir_move
{
	fw_pose pose;   // after a move from the start, before one into the goal
	fw_curve curve; // along it
	uint32_t cost;  // from the start, or into the goal
	int32_t parent; // the move nearer to the end; -1: none
} dir_move;

// What a tree found out about the poses of a lattice point, a bit each, by gear and heading.
typedef struct dir_tree_point
{
	uint64_t key;   // the point, 0: none
	uint32_t alive; // the unit stands there, and a curve there may lead to something new
} dir_tree_point;

typedef struct dir_tree
{
	fw_pose root; // the exact end
	dir_move* moves;
	int32_t count, capacity;
	fw_open_list open; // moves to expand
	bool by_cost;      // alone, else with what is to come
	uint64_t* cells;   // hash table of cells that hold a pose
	int32_t cell_capacity;
	dir_tree_point* points; // hash table
	int32_t point_count, point_capacity;
	int32_t expanded;
	uint32_t farthest; // cost of a move that was expanded, the most
	bool begun;
} dir_tree;

// A curve from a lattice pose to the pose before a move into the goal.
typedef struct dir_end
{
	dir_place place;
	uint32_t cost; // into the goal
	fw_curve curve;
	int32_t move;
} dir_end;

typedef struct dir_state
{
	fw_node_pages pages;
	fw_open_list open;
	fw_field field;
	fw_perimeter perimeter;
	uint8_t epoch;               // rises when the estimate gets to know more
	const fw_corridor* corridor; // that the search keeps to; null: the whole map
	bool cut;                    // a curve led out of it

	const fw_primitives* primitives; // forward; its definition and headings are those of both gears
	const fw_layer* tiles;
	const fw_layer* planes[4];
	const fw_layer* any_gap;
	const fw_space* roads; // curves between places on it keep to it; null: none do
	double heading_angle[DIR_HEADINGS_MAX], heading_cos[DIR_HEADINGS_MAX], heading_sin[DIR_HEADINGS_MAX];
	int32_t headings, gears, states; // states: headings times gears times speed levels
	int32_t states_shift;
	bool use_field, use_table, use_octile, use_euclid, has_costs;
	uint32_t weight;       // in 1/256
	int32_t weight_excess; // how much better than its parent's f a successor's may be for the weight alone
	int64_t haste;         // nodes after which the weight rises
	bool keeps_closed;     // a node that was expanded is not opened again
	uint32_t gear_cost;
	double connect_range; // within it, each expanded pose tries the exact goal
	bool charged;         // turning costs something
	double turn_charge;   // [tiles/rad]
	uint32_t* charges;    // [edges of both tables] what turning along each costs and 1; 0: not known yet
	int32_t charge_capacity;
	fw_speeds* speeds; // null: they do not count

	dir_exact_list exact; // curves from the start that wait on the open list
	dir_limits near_start, near_goal;
	fw_curve* firsts; // that begin at the exact start, or after a move from it
	int32_t first_count, first_capacity;
	int32_t* first_moves; // [first_count] that move; -1: none
	int32_t first_move_count, first_move_capacity;
	dir_tree from_start, into_goal;
	dir_end* ends; // that lead into the goal by moves
	int32_t end_count, end_capacity;
	bool goal_open; // a path to the exact goal is known
	uint32_t goal_g, goal_parent;
	fw_curve goal_curve; // length 0: the parent's pose will do
	int32_t goal_move;   // that follows it; -1: none
	uint32_t* trail;
	int32_t trail_capacity;
} dir_state;

FW_INLINE uint32_t dir_tile_in_page( dir_place place )
{
	return fw_page_place( DIR_PAGE_SHIFT, place.x, place.y );
}

FW_INLINE dir_node* dir_node_at( const dir_state* state, uint32_t node )
{
	return (dir_node*)(void*)state->pages.nodes + node;
}

// The number of a state among those of a lattice point.
FW_INLINE uint32_t dir_own( const dir_state* state, dir_place place )
{
	return (uint32_t)( ( place.level * state->gears + place.gear ) * state->headings + place.heading );
}

// Are there half-tile points near that a curve could lead to?
FW_INLINE bool fw_dir_has_halves( const dir_state* state, dir_place from )
{
	if ( state->primitives->phases == 1 || state->any_gap == NULL )
	{
		return state->primitives->phases > 1;
	}
	uint64_t gaps[FW_NEAR_WORDS];
	fw_near_window( state->any_gap, from.x, from.y, gaps );
	return ( gaps[0] & gaps[1] & gaps[2] & gaps[3] ) != ~(uint64_t)0;
}

FW_INLINE dir_place dir_place_of( const dir_state* state, uint32_t node )
{
	const fw_page_tile tile = fw_pages_tile( &state->pages, DIR_PAGE_SHIFT, node >> state->states_shift );
	const uint32_t own = node & ( ( 1u << state->states_shift ) - 1 );
	// Headings and gears are powers of two.
	const int32_t rest = (int32_t)own / state->headings;
	const int32_t gear = rest & ( state->gears - 1 );
	const int32_t heading = (int32_t)own & ( state->headings - 1 );
	return ( dir_place ){ tile.x, tile.y, tile.plane, gear, heading, rest >> ( state->gears - 1 ) };
}

// FW_NO_SLOT when memory is out.
FW_INLINE uint32_t dir_node_of( fw_search* search, dir_state* state, dir_place place )
{
	const uint32_t tile = fw_pages_touch_tile( search, &state->pages, DIR_PAGE_SHIFT, place.x, place.y, place.phase );
	return tile == FW_NO_SLOT ? FW_NO_SLOT : ( tile << state->states_shift ) + dir_own( state, place );
}

// Is a path to the place known that costs no more?
FW_INLINE bool dir_is_reached( const dir_state* state, dir_place place, uint32_t g )
{
	const uint32_t tile = fw_pages_find_tile( &state->pages, DIR_PAGE_SHIFT, place.x, place.y, place.phase );
	if ( tile == FW_NO_SLOT )
	{
		return false;
	}
	const dir_node* node = dir_node_at( state, ( tile << state->states_shift ) + dir_own( state, place ) );
	return node->seen && node->g <= g;
}

// Ends the search at once, and returns false, where the answer is known without searching.
bool fw_dir_may_begin( fw_search* search );
// Begins a search inside of a corridor, or with NULL on the whole map; steps, result and end as of an engine.
void fw_dir_begin( fw_search* search, dir_state* state, const fw_corridor* corridor );
void fw_dir_step( fw_search* search, void* opaque, int64_t n );
void fw_dir_hold( fw_holdings* holdings, void* opaque );
// Ends the search, and returns true, where the node taken is the goal, is none or costs more than can be counted.
bool fw_dir_finish_at( fw_search* search, const dir_state* state, uint32_t node );

// The unit's pose there: in reverse gear it faces away from where it moves.
fw_pose fw_dir_pose( const dir_state* state, dir_place place );
// Tells a listener of an event at a place.
FW_COLD void fw_dir_tell( const fw_search* search, const dir_state* state, fw_event event, dir_place place );
// Tells a listener of a node that is expanded.
FW_COLD void fw_dir_tell_expanded( const fw_search* search, const dir_state* state, uint32_t index, dir_place place );
// The poses of a point at which the unit stands: a bit each, by gear and heading.
uint32_t fw_dir_stands( const dir_state* state, dir_place at );
// Is this lattice point one that the search may use?
FW_INLINE bool fw_dir_usable( const dir_state* state, dir_place place )
{
	const fw_layer* plane = state->planes[place.phase];
	return plane->words != NULL && fw_layer_inside( plane, place.x, place.y ) &&
	       fw_layer_get( plane, place.x, place.y );
}

// Cost of a curve that is not in the table, by length, gear, terrain and turning.
uint32_t fw_dir_curve_cost( const fw_search* search, const dir_state* state, const fw_curve* curve );
// The same but for the terrain, which may only add to it and is slow to look at.
uint32_t fw_dir_least_curve_cost( const fw_search* search, const dir_state* state, const fw_curve* curve );

// The tiles that a curve between two such places may touch, as exact poses or, with the lattice's places, as these.
const fw_layer* fw_dir_ground( const dir_state* state, fw_pose from, fw_pose to );
FW_INLINE bool fw_dir_on_road( const dir_state* state, dir_place place )
{
	const fw_layer* plane = &state->roads->planes[place.phase];
	return fw_layer_inside( plane, place.x, place.y ) && fw_layer_get( plane, place.x, place.y );
}

// The estimate from a place to the goal, weighted; a lower bound with `guess` when the field has not grown so far and
// `settle` is false. FW_FIELD_NONE: the goal cannot be reached from there.
uint32_t fw_dir_estimate( fw_search* search, dir_state* state, dir_place place, bool settle, bool* guess );
// What it is at least for all headings of a point, before there is a perimeter.
uint32_t fw_dir_point_estimate( fw_search* search, dir_state* state, dir_place place );
// Looks closer at a node whose estimate is only a bound, or older than what is known by now. True when it rose.
bool fw_dir_refine( fw_search* search, dir_state* state, uint32_t node, dir_place place );
// What of a node's estimate falls by no more than the path to a successor is long: all but that of the article's table.
uint32_t fw_dir_distance_part( fw_search* search, dir_state* state, const dir_node* node, dir_place place );

// Opens the first nodes: the start's lattice pose, or what exact curves from the start reach.
void fw_dir_open_start( fw_search* search, dir_state* state );
// Adds a seed to the field, or begins it with seeds round the goal.
void fw_dir_add_seed( fw_search* search, dir_state* state, dir_place place, uint32_t value );
void fw_dir_seed_field( fw_search* search, dir_state* state );
// The lattice place of a pose, if it is one that the search may use. With `any_heading` only the point counts.
bool fw_dir_on_lattice( const dir_state* state, fw_pose pose, bool any_heading, dir_place* place );
// What an edge costs from a place where not only its length counts, but terrains, reverse gear or turning.
uint32_t fw_dir_full_cost( const fw_search* search, const dir_state* state, const fw_turn_edge* edge, dir_place from );

// What an edge costs from a place.
FW_INLINE uint32_t fw_dir_edge_cost( const fw_search* search, const dir_state* state, const fw_turn_edge* edge,
                                     dir_place from )
{
	return FW_LIKELY( !state->has_costs && from.gear == 0 && !state->charged )
	           ? edge->cost
	           : fw_dir_full_cost( search, state, edge, from );
}

// The end of an edge from a place.
FW_INLINE dir_place fw_dir_end_of( const fw_turn_edge* edge, dir_place from )
{
	return ( dir_place ){ from.x + edge->dx, from.y + edge->dy, edge->phase, from.gear, edge->heading, 0 };
}

// The same place with the heading turned round.
FW_INLINE dir_place fw_dir_turned( const dir_state* state, dir_place place )
{
	place.heading = ( place.heading + state->headings / 2 ) % state->headings;
	return place;
}

// The place of a unit that changes gear on the spot.
FW_INLINE dir_place fw_dir_other_gear( const dir_state* state, dir_place place )
{
	place = fw_dir_turned( state, place );
	place.gear = 1 - place.gear;
	return place;
}

// Where speeds count, the square of that at a node: the start's own may lie below its level.
FW_INLINE double fw_dir_square( const dir_state* state, uint32_t node, dir_place place )
{
	return dir_node_at( state, node )->edge == DIR_EDGE_NONE ? state->speeds->start
	                                                         : state->speeds->squares[place.level];
}

// The table of those who drive in this gear.
FW_INLINE const fw_primitives* fw_dir_table( const dir_state* state, int32_t gear )
{
	return gear == 0 ? state->primitives : state->primitives->turned;
}

FW_INLINE fw_gear fw_dir_gear( dir_place place )
{
	return place.gear == 0 ? FW_GEAR_FORWARD : FW_GEAR_REVERSE;
}

// The next stage that has edges, or FW_TURN_STAGES.
FW_INLINE int32_t fw_dir_next_stage( const fw_turn_fan* fan, int32_t stage )
{
	do
	{
		stage++;
	} while ( stage < FW_TURN_STAGES && fan->begin[stage] == fan->begin[stage + 1] );
	return stage;
}

// Is the curve of an edge free beyond the near window?
FW_INLINE bool fw_dir_is_free( const dir_state* state, const fw_primitives* table, const fw_turn_edge* edge,
                               dir_place from, dir_place to )
{
	return ( to.phase == 0 || fw_dir_usable( state, to ) ) &&
	       !( edge->far && fw_turn_far_hit( table, edge, state->tiles, from.x, from.y ) );
}

// The same, and is it of use? Most ends are reached at no more cost already, and to see that takes less than a curve
// that reaches far. An end may lie beyond the map, which is asked first.
FW_INLINE bool fw_dir_leads( const dir_state* state, const fw_primitives* table, const fw_turn_edge* edge,
                             dir_place from, dir_place to, uint32_t cost )
{
	const bool stands =
	    to.phase == 0 ? !edge->far || fw_layer_inside( state->tiles, to.x, to.y ) : fw_dir_usable( state, to );
	return stands && !dir_is_reached( state, to, cost ) &&
	       !( edge->far && fw_turn_far_hit( table, edge, state->tiles, from.x, from.y ) );
}

// Offers the end of a curve that hits nothing in the near window, if it is legal.
typedef void fw_dir_offer_edge( fw_search* search, void* context, uint32_t edge, dir_place from, dir_place to,
                                uint32_t g );

// Offers the successors of a node of this g along the curves of one stage; to half-tile points only with `halves`.
FW_INLINE void fw_dir_offer_stage( fw_search* search, const dir_state* state, const fw_primitives* primitives,
                                   dir_place from, uint32_t g, int32_t stage, bool halves,
                                   fw_dir_offer_edge* offer_edge, void* context )
{
	const fw_turn_fan* fan = fw_primitives_fan( primitives, from.phase, from.heading );
	uint64_t window[FW_NEAR_WORDS];
	fw_near_window( state->tiles, from.x, from.y, window );
	const uint32_t end = halves ? fan->chunks[stage + 1] : fan->tile_chunks[stage];
	for ( uint32_t c = fan->chunks[stage]; c < end; c++ )
	{
		const fw_turn_chunk* chunk = &primitives->chunks[c];
		const bool hit = fw_near_hit( chunk->common, window );
		search->counters.generated += chunk->end - chunk->begin;
		search->counters.hit_checks += 1 + ( hit ? 0 : chunk->end - chunk->begin );
		for ( uint32_t e = hit ? chunk->end : chunk->begin; e < chunk->end; e++ )
		{
			if ( !fw_near_hit( primitives->edges[e].near, window ) )
			{
				offer_edge( search, context, e, from, fw_dir_end_of( &primitives->edges[e], from ), g );
			}
		}
	}
}

// The least f that a successor of a node's next stage can have, where that stage has this least excess.
//
// A field or a distance falls by no more than the octile cost of the path to the successor, so the successor's f lies
// above it by the excess of its edge. The article's table and the perimeter know of turns and may fall by the whole
// cost of the edge: they promise no more than that f does not fall. `distance`: all of a node's estimate but the table.
typedef uint32_t fw_dir_distance( fw_search* search, dir_state* state, const dir_node* node, dir_place place );
uint32_t fw_dir_key( fw_search* search, dir_state* state, const dir_node* node, dir_place place, int32_t excess,
                     fw_dir_distance* distance );

// The perimeter: ready for a query; the goal is near; one node further, where it is its turn; what it knows of a pose:
// the cost into the goal once it is settled, and nothing where it was not seen.
void fw_dir_perimeter_begin( fw_search* search, dir_state* state );
void fw_dir_perimeter_near( fw_search* search, dir_state* state );
bool fw_dir_perimeter_step( fw_search* search, dir_state* state );
const fw_perimeter_node* fw_dir_perimeter_at( const dir_state* state, dir_place place );
// The same in two steps, for all poses of a point: the point, FW_NO_SLOT where nothing was seen, and one of its poses.
uint32_t fw_dir_perimeter_find( const dir_state* state, dir_place place );
const fw_perimeter_node* fw_dir_perimeter_node( const dir_state* state, uint32_t tile, dir_place place );

// How far all that was seen is from a point, at least [tiles].
double fw_dir_perimeter_distance( const dir_state* state, fw_vec2 from );

// Tries the exact goal from an expanded node.
void fw_dir_try_goal( fw_search* search, dir_state* state, uint32_t node, dir_place place );
// Notes a path to a node and returns it; FW_NO_SLOT where it is no cheaper, or leads nowhere, and when memory is out.
uint32_t fw_dir_improve( fw_search* search, dir_state* state, dir_place place, uint32_t g, uint32_t edge );
// The same, and the node waits on the open list.
void fw_dir_offer( fw_search* search, dir_state* state, dir_place place, uint32_t g, uint32_t edge );
// Adds a curve that begins at the exact start, or after a move from it, else -1; returns what stands for it in
// dir_node::edge.
uint32_t fw_dir_add_first( fw_search* search, dir_state* state, const fw_curve* curve, int32_t move );
// Adds a curve after which moves lead into the goal.
void fw_dir_add_end( fw_search* search, dir_state* state, const dir_end* end );

// A tree of exact moves (directional_moves.c): ready for a query; one move more, joined to the lattice, false where
// there is none or no more are allowed; the moves between its root and one of them. `into`: they lead into the goal.
// `by_cost`: the cheapest move comes first, else the one with the least cost and estimate. A tree that is turned to
// that later may grow as far again.
void fw_dir_tree_begin( dir_tree* tree, fw_pose root, bool by_cost );
void fw_dir_tree_by_cost( fw_search* search, dir_state* state, dir_tree* tree );
bool fw_dir_tree_grow( fw_search* search, dir_state* state, dir_tree* tree, bool into );
fw_status fw_dir_tree_append( const dir_tree* tree, int32_t move, bool into, fw_path* path );
void fw_dir_tree_hold( fw_holdings* holdings, dir_tree* tree );
// Exact curves at the ends, tested when it is their turn (directional_exact.c): offers all that lead from a start to a
// lattice point, or from one into the goal; takes one from the open list: tests it, or puts on the list what comes
// next.
void fw_dir_exact_from_start( fw_search* search, dir_state* state, fw_pose start, dir_place to );
void fw_dir_exact_into_goal( fw_search* search, dir_state* state, dir_place from );
void fw_dir_take_first( fw_search* search, dir_state* state, uint32_t node );
void fw_dir_take_last( fw_search* search, dir_state* state, uint32_t node );
// What a curve from a place into the goal costs at least, without speeds.
uint32_t fw_dir_goal_cost( const fw_search* search, const dir_state* state, dir_place place );
// Is a curve from the exact start free, or `into` the exact goal?
bool fw_dir_exact_is_free( fw_search* search, dir_state* state, const fw_curve* curve, bool into );
void fw_dir_exact_begin( dir_state* state );
// Does an entry of an open list stand for such a curve?
FW_INLINE bool fw_dir_is_exact( uint32_t node )
{
	return node >= DIR_NODE_EXACT && node < DIR_NODE_GOAL;
}
// Offers a lattice pose of the perimeter, from which the rest of the path costs so much.
void fw_dir_perimeter_offer( fw_search* search, dir_state* state, dir_place place, uint32_t cost );
// The curves from a start to a lattice pose, shortest first; how many.
int32_t fw_dir_first_curves( fw_search* search, const dir_state* state, fw_pose start, dir_place to, int32_t bend,
                             fw_curve curves[6] );
// The curves from a pose into the goal, shortest first; how many.
int32_t fw_dir_goal_curves( const fw_search* search, const dir_state* state, fw_pose from, fw_gear gear, int32_t bend,
                            fw_curve curves[6] );
// Remembers a path to the goal where it is the best so far, by a curve of length 0 where the parent is there.
void fw_dir_open_goal( fw_search* search, dir_state* state, uint32_t parent, uint32_t g, const fw_curve* curve );
// The same with speeds (directional_speed.c): from a start off the lattice to a lattice pose at each level; into the
// goal from a pose at a speed; the successors of one stage.
void fw_dir_speed_first( fw_search* search, dir_state* state, fw_pose start, dir_place to );
void fw_dir_speed_connect( fw_search* search, dir_state* state, fw_pose from, fw_gear gear, double square,
                           uint32_t parent, uint32_t g );
void fw_dir_speed_stage( fw_search* search, dir_state* state, uint32_t node, dir_place from, int32_t stage );
// The path of a found goal, or to the expanded pose nearest to it.
void fw_dir_extract( fw_search* search, void* opaque, fw_result* result );
void fw_dir_best( fw_search* search, void* opaque, fw_result* result );

#endif
