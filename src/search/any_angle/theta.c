// SPDX-License-Identifier: MIT
// Theta*, AP Theta*, Lazy Theta*, and A* with post-smoothing: one search over vertices whose four forms differ in the
// parent that a vertex gets.
// Papers: A. Nash, K. Daniel, S. Koenig, A. Felner, "Theta*: Any-Angle Path Planning on Grids" (2007); K. Daniel,
// A. Nash, S. Koenig, A. Felner, the same title (2010); A. Nash, S. Koenig, C. Tovey, "Lazy Theta*: Any-Angle Path
// Planning and Path Length Analysis in 3D" (2010).
// Differs from them:
// (a) sight is tested only where the straight line would improve the vertex;
// (b) on maps with terrain costs a line is as dear as what lies below it, and Path 2 is taken where it is the cheaper;
// (c) Theta* opens a closed vertex again that becomes shorter by more than a trifle, see REOPEN_GAIN. AP Theta* must
// not: a vertex that gets another parent no longer hands its bounds on to those that it gave its old one;
// (d) an improved vertex is pushed again instead of moved.
// Ties: f (to 11 digits), then farther from the goal (A*: nearer) to half a tile, then node index.
// Cost: O(expanded x log open), and a line of sight for each improvement (Lazy Theta*: for each expansion; AP Theta*:
// none). One node is 16 bytes, of AP Theta* 24.
#include "base/open_list.h"
#include "search/any_angle/angle_range.h"
#include "search/engine.h"
#include "search/node_pages.h"
#include "search/vertices.h"

#include <stdlib.h>

// A path that is shorter by less differs by rounding only: it goes over other points of the same line.
#define MIN_GAIN 1e-9

// By how much a closed vertex must become shorter to be opened again by Theta* [tiles]. Since the parents that are in
// sight change from vertex to vertex, f may fall and the first path that a vertex is expanded with need not be the
// best. Taking all improvements would expand up to a third more vertices on maps of single blocked tiles and gains
// nothing that can be seen; a search with a weight is in a hurry and takes none.
#define REOPEN_GAIN 0.03

// Turns round the order of the lowest 16 bits of a key.
#define FARTHER_FIRST 0xFFFFu

typedef struct theta_node
{
	double g;
	uint32_t parent; // the start's is itself
	uint8_t phase;
} theta_node;

typedef struct theta_vertex
{
	uint32_t node;
	int32_t x, y;
} theta_vertex;

typedef struct theta_state
{
	fw_vertices vertices;
	fw_node_pages pages;
	fw_open_list open;
	fw_theta_method method;
	bool costs;      // terrains count
	bool octile;     // heuristic
	double scale;    // of the heuristic: weight times least cost of a tile
	double min_cost; // of a tile
	double reopen_gain;
	uint64_t tie;     // see open_key()
	fw_points points; // of the path to a found goal, from the start
	// By node, of closed ones with a parent; AP Theta* only.
	fw_angle_range* ranges; // [range_capacity]
	int32_t range_capacity;
} theta_state;

FW_INLINE theta_node* node_at( const theta_state* state, uint32_t node )
{
	return (theta_node*)(void*)state->pages.nodes + node;
}

FW_INLINE theta_vertex vertex_of( const theta_state* state, uint32_t node )
{
	const fw_page_tile at = fw_pages_tile( &state->pages, FW_PAGE_SHIFT, node );
	return ( theta_vertex ){ node, at.x, at.y };
}

FW_INLINE double distance( theta_vertex a, theta_vertex b )
{
	return fw_vertex_distance( a.x, a.y, b.x, b.y );
}

// c(a, b) of the papers.
FW_INLINE double line_cost( const fw_search* search, const theta_state* state, theta_vertex a, theta_vertex b,
                            bool costs )
{
	if ( !costs )
	{
		return distance( a, b );
	}
	return fw_line_cost( search->map.grid, search->query.unit.capabilities,
	                     fw_vertex_point( &state->vertices, a.x, a.y ), fw_vertex_point( &state->vertices, b.x, b.y ) );
}

FW_INLINE bool line_of_sight( fw_search* search, const theta_state* state, theta_vertex a, theta_vertex b )
{
	return fw_vertices_sees( search, &state->vertices, a.x, a.y, b.x, b.y );
}

FW_INLINE fw_ray ray( theta_vertex from, int32_t x, int32_t y )
{
	return ( fw_ray ){ (int16_t)( x - from.x ), (int16_t)( y - from.y ) };
}

// What Path 2 asks: does the parent of s see a neighbor of s? No range knows that a goal on a double corner is entered
// through one tile only.
FW_INLINE bool parent_sees( fw_search* search, const theta_state* state, theta_vertex s, theta_vertex parent,
                            theta_vertex child, fw_theta_method method )
{
	const bool is_goal = child.x == state->vertices.goal_x && child.y == state->vertices.goal_y;
	if ( method != FW_THETA_ANGLES || FW_UNLIKELY( state->vertices.goal_is_double && is_goal ) )
	{
		return method == FW_THETA_LAZY || line_of_sight( search, state, parent, child );
	}
	return fw_angle_range_has( &state->ranges[s.node], ray( parent, s.x, s.y ), ray( parent, child.x, child.y ) );
}

// A neighbor of s that is closed and has the same parent hands on its bounds; any other bounds the range itself where
// it is nearer to the parent, as what lies behind it may be hidden.
FW_INLINE void bound_by_neighbor( const theta_state* state, theta_vertex s, theta_vertex parent, int32_t direction,
                                  fw_angle_range* range )
{
	const int32_t x = s.x + fw_step_x[direction];
	const int32_t y = s.y + fw_step_y[direction];
	const fw_ray at = ray( parent, s.x, s.y );
	const fw_ray next = ray( parent, x, y );
	const uint32_t node = fw_pages_find_tile( &state->pages, FW_PAGE_SHIFT, x, y, 0 );
	if ( fw_ray_is_none( next ) )
	{
		return;
	}
	if ( node != FW_NO_SLOT && node_at( state, node )->phase == FW_PHASE_CLOSED &&
	     node_at( state, node )->parent == parent.node )
	{
		fw_angle_range_bound( range, at, state->ranges[node].low, state->ranges[node].high );
	}
	else if ( fw_ray_dot( next, next ) < fw_ray_dot( at, at ) && fw_ray_turn( at, next ) != 0 )
	{
		fw_angle_range_bound( range, at, next, next );
	}
}

// UpdateBounds of the paper: the directions from the parent of s in which the neighbors of s are in sight. False when
// memory is out.
static bool update_bounds( fw_search* search, theta_state* state, theta_vertex s )
{
	const int32_t nodes = state->pages.slots * FW_PAGE_NODES;
	if ( !fw_search_need( search, FW_GROW( &search->allocator, &state->ranges, &state->range_capacity, nodes ) ) )
	{
		return false;
	}
	fw_angle_range range = { 0 };
	const theta_vertex parent = vertex_of( state, node_at( state, s.node )->parent );
	const uint32_t around = fw_corner_tiles( state->vertices.tiles, s.x, s.y );
	for ( int32_t i = 0; i < 4 && parent.node != s.node; i++ )
	{
		if ( ( around >> i & 1 ) == 0 )
		{
			const fw_ray tile = ray( parent, s.x - 1 + ( i & 1 ), s.y - 1 + ( i >> 1 ) );
			fw_angle_range_block( &range, ray( parent, s.x, s.y ), tile.x, tile.y );
		}
	}
	// All neighbors, also on double corners, which no step leads to.
	for ( uint32_t steps = fw_corner_steps[around]; steps != 0 && parent.node != s.node; steps &= steps - 1 )
	{
		bound_by_neighbor( state, s, parent, FW_CTZ64( steps ), &range );
	}
	state->ranges[s.node] = range;
	return true;
}

FW_INLINE double estimate( const theta_state* state, theta_vertex s )
{
	if ( !state->octile )
	{
		return fw_vertex_distance( s.x, s.y, state->vertices.goal_x, state->vertices.goal_y );
	}
	const int32_t dx = abs( s.x - state->vertices.goal_x );
	const int32_t dy = abs( s.y - state->vertices.goal_y );
	const int32_t low = dx < dy ? dx : dy;
	return ( dx + dy - 2 * low ) + low * FW_SQRT2;
}

// The bits of f that rounding may have changed give way to the distance that remains. A straight line to a successor
// may lower f, so that Theta* takes the vertex that is farther from the goal first: the goal waits until no other
// vertex of its f could still improve it. A*, whose f never falls, has many vertices of one f and hurries.
FW_INLINE uint64_t open_key( double f, double h, uint64_t tie )
{
	return ( fw_open_bits( f ) + 0x8000u ) >> 16 << 16 | ( (uint64_t)( h * 2.0 ) ^ tie );
}

static const fw_angle_range no_range;

static FW_COLD void tell_open( const fw_search* search, const theta_state* state, theta_vertex s )
{
	const fw_vec2 at = fw_vertex_point( &state->vertices, s.x, s.y );
	fw_search_tell_at( search, FW_EVENT_OPEN, at.x, at.y );
}

static FW_COLD void tell_expanded( const fw_search* search, const theta_state* state, theta_vertex s,
                                   const fw_angle_range* range )
{
	const theta_node* node = node_at( state, s.node );
	const theta_vertex parent = vertex_of( state, node->parent );
	const fw_vec2 at = fw_vertex_point( &state->vertices, s.x, s.y );
	const fw_vec2 from = fw_vertex_point( &state->vertices, parent.x, parent.y );
	const fw_heard heard = {
	    .event = FW_EVENT_EXPAND,
	    .pose = { at.x, at.y, 0.0 },
	    .parent = { from.x, from.y, 0.0 },
	    .g = node->g,
	    .h = state->scale * estimate( state, s ),
	    .bounded = { !fw_ray_is_none( range->low ), !fw_ray_is_none( range->high ) },
	    .bounds = { fw_atan2( range->low.y, range->low.x ), fw_atan2( range->high.y, range->high.x ) },
	};
	fw_search_tell( search, &heard );
}

FW_INLINE void open_push( fw_search* search, theta_state* state, theta_vertex s, double g )
{
	const double h = estimate( state, s );
	if ( fw_search_is_heard( search ) )
	{
		tell_open( search, state, s );
	}
	fw_search_push( search, &state->open, open_key( g + state->scale * h, h, state->tie ), s.node );
}

// Path 1 of the papers: from the start to s and straight on to its neighbor.
FW_INLINE bool path_1( const fw_search* search, const theta_state* state, theta_vertex s, theta_vertex child,
                       double* bound, bool costs )
{
	const double g = node_at( state, s.node )->g + line_cost( search, state, s, child, costs );
	const bool is_better = g < *bound - MIN_GAIN;
	*bound = is_better ? g : *bound;
	return is_better;
}

// Path 2 over terrains: from the start to the parent of s and straight on to the neighbor. Whether there is a line of
// sight is asked last, since it costs most, and by Lazy Theta* not now.
FW_INLINE bool path_2( fw_search* search, const theta_state* state, theta_vertex s, theta_vertex parent,
                       theta_vertex child, double* bound, fw_theta_method method )
{
	const double parent_g = node_at( state, parent.node )->g;
	if ( parent_g + state->min_cost * distance( parent, child ) >= *bound - MIN_GAIN )
	{
		return false;
	}
	const double g = parent_g + line_cost( search, state, parent, child, true );
	if ( g >= *bound - MIN_GAIN || !parent_sees( search, state, s, parent, child, method ) )
	{
		return false;
	}
	*bound = g;
	return true;
}

// ComputeCost of the papers: the parent that makes the neighbor cheaper than `bound`, which becomes its cost;
// FW_NO_SLOT where there is none.
FW_INLINE uint32_t compute_cost( fw_search* search, const theta_state* state, theta_vertex s, theta_vertex parent,
                                 theta_vertex child, double* bound, fw_theta_method method, bool costs )
{
	if ( method == FW_THETA_ASTAR || parent.node == s.node )
	{
		return path_1( search, state, s, child, bound, costs ) ? s.node : FW_NO_SLOT;
	}
	if ( costs )
	{
		const bool by_1 = path_1( search, state, s, child, bound, true );
		const bool by_2 = path_2( search, state, s, parent, child, bound, method );
		return by_2 ? parent.node : by_1 ? s.node : FW_NO_SLOT;
	}
	// Path 2 is never longer than Path 1, so that where it gains nothing, neither does.
	const double g = node_at( state, parent.node )->g + distance( parent, child );
	if ( g >= *bound - MIN_GAIN )
	{
		return FW_NO_SLOT;
	}
	if ( parent_sees( search, state, s, parent, child, method ) )
	{
		*bound = g;
		return parent.node;
	}
	return path_1( search, state, s, child, bound, false ) ? s.node : FW_NO_SLOT;
}

// UpdateVertex of the papers, for all neighbors in sight.
FW_INLINE void expand( fw_search* search, theta_state* state, theta_vertex s, fw_theta_method method, bool costs )
{
	const theta_vertex parent = vertex_of( state, node_at( state, s.node )->parent );
	const bool inner = fw_page_is_inner( s.x, s.y );
	for ( uint32_t steps = fw_vertices_steps( &state->vertices, s.x, s.y ); steps != 0; steps &= steps - 1 )
	{
		search->counters.generated++;
		const int32_t direction = FW_CTZ64( steps );
		theta_vertex child = { 0, s.x + fw_step_x[direction], s.y + fw_step_y[direction] };
		child.node = fw_pages_neighbor( search, &state->pages, s.node, inner, direction, child.x, child.y );
		if ( FW_UNLIKELY( child.node == FW_NO_SLOT ) )
		{
			return;
		}
		theta_node* at = node_at( state, child.node );
		const bool closed = at->phase == FW_PHASE_CLOSED;
		if ( closed && method != FW_THETA_STAR )
		{
			continue;
		}
		double g = at->phase == FW_PHASE_NEW ? INFINITY : closed ? at->g - state->reopen_gain : at->g;
		const uint32_t from = compute_cost( search, state, s, parent, child, &g, method, costs );
		if ( from == FW_NO_SLOT )
		{
			continue;
		}
		search->counters.reopened += closed ? 1 : 0;
		*at = ( theta_node ){ .g = g, .parent = from, .phase = FW_PHASE_OPEN };
		open_push( search, state, child, g );
	}
}

// The directions in which a vertex has neighbors that step to it. Where steps lead, they lead back; only a goal on a
// double corner is entered and never left.
FW_INLINE uint32_t steps_into( const theta_state* state, theta_vertex s )
{
	const fw_vertices* vertices = &state->vertices;
	if ( FW_LIKELY( !vertices->goal_is_double || s.x != vertices->goal_x || s.y != vertices->goal_y ) )
	{
		return fw_vertices_steps( vertices, s.x, s.y );
	}
	uint32_t steps = 0;
	for ( int32_t direction = 0; direction < 8; direction++ )
	{
		const int32_t x = s.x + fw_step_x[direction];
		const int32_t y = s.y + fw_step_y[direction];
		const bool inside = (uint32_t)x < (uint32_t)vertices->width && (uint32_t)y < (uint32_t)vertices->height;
		const bool enters = inside && ( fw_vertices_steps( vertices, x, y ) >> ( direction ^ 4 ) & 1 ) != 0;
		steps |= enters ? 1u << direction : 0;
	}
	return steps;
}

// SetVertex of the paper on Lazy Theta*: where the parent is out of sight after all, the best closed neighbor takes
// its place. The one that generated s is among them.
static void set_vertex( fw_search* search, theta_state* state, theta_vertex s, bool costs )
{
	theta_node* node = node_at( state, s.node );
	if ( node->parent == s.node || line_of_sight( search, state, vertex_of( state, node->parent ), s ) )
	{
		return;
	}
	node->g = INFINITY;
	for ( uint32_t steps = steps_into( state, s ); steps != 0; steps &= steps - 1 )
	{
		const int32_t direction = FW_CTZ64( steps );
		theta_vertex from = { 0, s.x + fw_step_x[direction], s.y + fw_step_y[direction] };
		from.node = fw_pages_find_tile( &state->pages, FW_PAGE_SHIFT, from.x, from.y, 0 );
		if ( from.node != FW_NO_SLOT && node_at( state, from.node )->phase == FW_PHASE_CLOSED &&
		     path_1( search, state, from, s, &node->g, costs ) )
		{
			node->parent = from.node;
		}
	}
	FW_ASSERT( node->g < INFINITY );
}

// Lists the points of the path to a vertex. False when memory is out.
static bool trace_back( fw_search* search, theta_state* state, uint32_t end )
{
	state->points.count = 0;
	for ( uint32_t node = end, before = FW_NO_SLOT; node != before; node = node_at( state, node )->parent )
	{
		const theta_vertex s = vertex_of( state, node );
		fw_points_add( search, &state->points, fw_vertex_point( &state->vertices, s.x, s.y ) );
		before = node;
	}
	fw_points_reverse( &state->points );
	if ( state->method == FW_THETA_ASTAR )
	{
		fw_points_smooth( search, &state->vertices, &state->points );
	}
	return search->status == FW_OK;
}

// The main loop, stamped out for each method with and without terrain costs.
FW_INLINE void search_loop( fw_search* search, theta_state* state, int64_t n, fw_theta_method method, bool costs )
{
	while ( n > 0 && FW_LIKELY( search->status == FW_OK ) )
	{
		if ( fw_open_is_empty( &state->open ) )
		{
			fw_search_finish( search, FW_UNREACHABLE, FW_REASON_EXHAUSTED );
			return;
		}
		const theta_vertex s = vertex_of( state, fw_search_pop( search, &state->open ).node );
		theta_node* node = node_at( state, s.node );
		if ( node->phase == FW_PHASE_CLOSED )
		{
			continue;
		}
		if ( method == FW_THETA_LAZY )
		{
			set_vertex( search, state, s, costs );
		}
		node->phase = FW_PHASE_CLOSED;
		if ( method == FW_THETA_ANGLES && !update_bounds( search, state, s ) )
		{
			return;
		}
		if ( fw_search_is_heard( search ) )
		{
			tell_expanded( search, state, s, method == FW_THETA_ANGLES ? &state->ranges[s.node] : &no_range );
		}
		if ( s.x == state->vertices.goal_x && s.y == state->vertices.goal_y )
		{
			fw_search_finish( search, FW_FOUND, FW_REASON_NONE );
			trace_back( search, state, s.node );
			return;
		}
		search->counters.expanded++;
		n--;
		expand( search, state, s, method, costs );
	}
}

FW_INLINE void search_by( fw_search* search, theta_state* state, int64_t n, fw_theta_method method )
{
	state->costs ? search_loop( search, state, n, method, true ) : search_loop( search, state, n, method, false );
}

static void theta_step( fw_search* search, void* opaque, int64_t n )
{
	theta_state* state = opaque;
	state->method == FW_THETA_STAR     ? search_by( search, state, n, FW_THETA_STAR )
	: state->method == FW_THETA_ANGLES ? search_by( search, state, n, FW_THETA_ANGLES )
	: state->method == FW_THETA_LAZY   ? search_by( search, state, n, FW_THETA_LAZY )
	                                   : search_by( search, state, n, FW_THETA_ASTAR );
}

static void theta_begin( fw_search* search, void* opaque )
{
	theta_state* state = opaque;
	const fw_query* query = &search->query;
	state->method = (fw_theta_method)search->row->variant;
	fw_vertices_begin( search, &state->vertices );
	if ( search->outcome != FW_RUNNING )
	{
		return;
	}
	state->costs = fw_search_has_costs( search );
	state->min_cost = fw_vertices_min_cost( search );
	state->scale = query->options.heuristic == FW_HEURISTIC_ZERO ? 0.0 : query->options.weight * state->min_cost;
	state->octile = state->method == FW_THETA_ASTAR && query->options.heuristic != FW_HEURISTIC_EUCLIDEAN;
	state->reopen_gain = query->options.weight > 1.0 ? INFINITY : REOPEN_GAIN;
	state->tie = state->method == FW_THETA_ASTAR ? 0 : FARTHER_FIRST;
	fw_open_clear( &state->open );
	if ( !fw_pages_begin( search, &state->pages, state->vertices.width, state->vertices.height, 1, FW_PAGE_SHIFT,
	                      FW_PAGE_NODES * sizeof( theta_node ) ) )
	{
		return;
	}
	theta_vertex start = { 0, state->vertices.start_x, state->vertices.start_y };
	start.node = fw_pages_touch_tile( search, &state->pages, FW_PAGE_SHIFT, start.x, start.y, 0 );
	if ( start.node != FW_NO_SLOT )
	{
		*node_at( state, start.node ) = ( theta_node ){ .g = 0.0, .parent = start.node, .phase = FW_PHASE_OPEN };
		open_push( search, state, start, 0.0 );
	}
}

static void theta_extract( fw_search* search, void* opaque, fw_result* result )
{
	theta_state* state = opaque;
	fw_vertices_path( search, &state->vertices, &state->points, result );
}

static void theta_best( fw_search* search, void* opaque, fw_result* result )
{
	theta_state* state = opaque;
	fw_nearest nearest = fw_nearest_none();
	const uint32_t count = (uint32_t)state->pages.slots * FW_PAGE_NODES;
	for ( uint32_t node = 0; node < count; node++ )
	{
		if ( node_at( state, node )->phase == FW_PHASE_CLOSED )
		{
			fw_nearest_offer( &nearest, estimate( state, vertex_of( state, node ) ), node_at( state, node )->g, node );
		}
	}
	if ( nearest.node != UINT32_MAX && trace_back( search, state, nearest.node ) )
	{
		const fw_vec2 end = state->points.at[state->points.count - 1];
		fw_vertices_path_to( search, &state->vertices, &state->points, end, result );
	}
}

static void theta_hold( fw_holdings* holdings, void* opaque )
{
	theta_state* state = opaque;
	fw_pages_hold( holdings, &state->pages );
	fw_open_hold( holdings, &state->open );
	FW_HOLD( holdings, state->points.at, state->points.capacity );
	FW_HOLD( holdings, state->ranges, state->range_capacity );
}

const fw_engine fw_engine_theta = {
    .state_size = sizeof( theta_state ),
    .begin = theta_begin,
    .step = theta_step,
    .extract = theta_extract,
    .hold = theta_hold,
    .best = theta_best,
};
