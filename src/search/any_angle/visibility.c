// SPDX-License-Identifier: MIT
// Visibility graph: exact shortest paths of a point among blocked tiles, the graph's edges made while it is searched.
// Sources: T. Lozano-Perez, M. A. Wesley, "An Algorithm for Planning Collision-Free Paths Among Polyhedral Obstacles"
// (1979); taut paths and scans: S. Oh, H. W. Leong, "Edge N-Level Sparse Visibility Graphs" (2017).
// Differs from them: nothing is made before the search, an expanded corner looks only into the cone in which a taut
// path may leave it, and no further than for paths that are hardly longer than what is expanded. The views beyond wait
// in the open list, as the nodes of D. Harabor and A. Grastien, "An Optimal Any-Angle Pathfinding Algorithm" (2013),
// do. Ties: f, then node index. Cost: O(corners in sight) for each expanded corner, and the rows looked through, which
// count as nodes. One node is 16 bytes, a view that waits 56.
#include "base/open_list.h"
#include "search/any_angle/taut_path.h"
#include "search/any_angle/visible_corners.h"
#include "search/engine.h"
#include "search/node_pages.h"
#include "search/vertices.h"
#include "sweep/sweep.h"

#define PAGE_SHIFT 3
#define PAGE_NODES ( 1 << 2 * PAGE_SHIFT )

// The ends of the path need not be corners of blocked tiles; they are no page's nodes.
#define NODE_START ( FW_NO_SLOT - 1 )
#define NODE_GOAL ( FW_NO_SLOT - 2 )
// Entries of the open list from here on, but for these, are views.
#define VIEWS 0x80000000u

// Views looked through that count as one node: with what else there is to do this takes about 0.4 us.
#define ROWS 8
// A scan looks on for so many nodes before its corners are taken.
#define NODES_AT_ONCE 32
// A scan leaves for later what may be on paths that are longer by this part of the straight line. With less there are
// more entries in the open list, with more the scans are longer.
#define SLACK 0.01
#define ROUNDING 1e-9

// A path that is shorter by less differs by rounding only: it goes over other points of the same lines.
#define MIN_GAIN 1e-11

typedef struct visibility_node
{
	double g;
	uint32_t parent;
	uint32_t phase;
} visibility_node;

// A place in half tiles.
typedef struct place
{
	int32_t x, y;
} place;

// How a path comes to a corner: what going on from there costs besides its length.
typedef struct arrival
{
	fw_vec2 heading; // of length 1; 0 at the start
	const fw_unit* unit;
} arrival;

// What is expanded, and how much of it is still to do.
typedef struct expansion
{
	uint32_t node, parent;
	place at;
	double g;
	arrival by;
	fw_cone cones[4];
	int32_t next, count; // of the cones
	int32_t rows;        // still to be looked through for the nodes that were counted
} expansion;

// A part of an expansion that is left for later: an entry of the open list by itself.
typedef struct waiting_view
{
	fw_view view;
	double g; // of the node when it was expanded
	uint32_t node;
	uint32_t parent; // in a free slot: the next free one, FW_NO_SLOT: none
	int32_t side_x, side_y;
} waiting_view;

typedef struct visibility_state
{
	fw_vertices vertices;
	const fw_layer* plane; // tiles that the path of a point goes over
	fw_node_pages pages;
	fw_open_list open;
	expansion now;
	fw_visible_corners visible; // from there
	waiting_view* waiting;      // [waiting_count]
	int32_t waiting_count, waiting_capacity;
	uint32_t free; // first free slot of these
	place start, goal;
	visibility_node goal_node;
	double weight; // of the heuristic
	double slack;  // how much longer the paths are that a scan looks for than what is expanded
	fw_points points;
	bool is_taut; // the method for discs and squares
	bool is_in_sight;
	fw_taut_path taut;
} visibility_state;

FW_INLINE visibility_node* node_at( visibility_state* state, uint32_t node )
{
	return node == NODE_GOAL ? &state->goal_node : (visibility_node*)(void*)state->pages.nodes + node;
}

FW_INLINE place place_of( const visibility_state* state, uint32_t node )
{
	if ( FW_UNLIKELY( node >= NODE_GOAL ) )
	{
		return node == NODE_GOAL ? state->goal : state->start;
	}
	const fw_page_tile at = fw_pages_tile( &state->pages, PAGE_SHIFT, node );
	return ( place ){ 2 * at.x, 2 * at.y };
}

FW_INLINE double distance( place a, place b )
{
	const double dx = ( a.x - b.x ) * 0.5;
	const double dy = ( a.y - b.y ) * 0.5;
	return sqrt( dx * dx + dy * dy );
}

static FW_COLD void tell_expanded( const fw_search* search, visibility_state* state, uint32_t node )
{
	const bool is_start = node == NODE_START;
	const visibility_node* own = is_start ? NULL : node_at( state, node );
	const place at = place_of( state, node );
	const place from = is_start ? at : place_of( state, own->parent );
	const fw_heard heard = {
	    .event = FW_EVENT_EXPAND,
	    .pose = { at.x * 0.5, at.y * 0.5, 0.0 },
	    .parent = { from.x * 0.5, from.y * 0.5, 0.0 },
	    .g = is_start ? 0.0 : own->g,
	    .h = state->weight * distance( at, state->goal ),
	};
	fw_search_tell( search, &heard );
}

// Opens a node where the path over the parent is shorter.
FW_INLINE void open_node( fw_search* search, visibility_state* state, uint32_t node, place at, double g,
                          uint32_t parent )
{
	visibility_node* to = node_at( state, node );
	if ( to->phase != FW_PHASE_NEW && g >= to->g - MIN_GAIN )
	{
		return;
	}
	search->counters.reopened += to->phase == FW_PHASE_CLOSED ? 1 : 0;
	*to = ( visibility_node ){ g, parent, FW_PHASE_OPEN };
	fw_search_report( search, FW_EVENT_OPEN, at.x * 0.5, at.y * 0.5 );
	const double f = g + state->weight * distance( at, state->goal );
	fw_search_push( search, &state->open, fw_open_bits( f ), node );
}

// A goal on a double corner is entered from the south-east, where that tile is free.
static bool enters_goal( const visibility_state* state, place from )
{
	return !state->vertices.goal_is_double || !fw_layer_get( state->plane, state->goal.x / 2, state->goal.y / 2 ) ||
	       ( from.x >= state->goal.x && from.y >= state->goal.y );
}

// From a corner to a place straight on.
FW_INLINE double leg( const arrival* from, place at, place to, double length )
{
	const fw_vec2 heading = { ( to.x - at.x ) * 0.5 / length, ( to.y - at.y ) * 0.5 / length };
	return from->unit == NULL ? length : length + fw_taut_path_turn( from->unit, from->heading, heading );
}

// Scans look only where a path may lead that is longer than the straight one by no more than this and the slack.
static void set_reach( visibility_state* state, double longer )
{
	const expansion* now = &state->now;
	fw_reach* reach = &state->visible.reach;
	reach->goal = ( fw_vec2 ){ state->goal.x - now->at.x, state->goal.y - now->at.y };
	reach->longer = state->weight > 0.0 ? 2.0 * ( longer + state->slack ) : INFINITY;
	reach->is_measured = false;
}

// No path over a view is shorter than this with weight 1. Of the points of its line the best one is where the straight
// line to the goal, or to the goal's mirror image on the other side, meets it, or the nearest one to that.
static double least_over( const visibility_state* state, const fw_view* view, int32_t side_y, double weight )
{
	const expansion* now = &state->now;
	const double near = view->near;
	const double x0 = view->lo.x * near / view->lo.y;
	const double x1 = view->hi.x * near / view->hi.y;
	const double goal_x = state->goal.x - now->at.x;
	const double beyond = fabs( ( state->goal.y - now->at.y ) * side_y - near );
	const double x = fmin( fmax( goal_x * near / ( near + beyond ), x0 ), x1 );
	const double to_goal = sqrt( ( goal_x - x ) * ( goal_x - x ) + beyond * beyond );
	return now->g + 0.5 * ( sqrt( x * x + near * near ) + weight * to_goal );
}

static void leave_for_later( fw_search* search, visibility_state* state, const fw_cone* cone, const fw_view* view )
{
	const expansion* now = &state->now;
	uint32_t index = state->free;
	if ( index != FW_NO_SLOT )
	{
		state->free = state->waiting[index].parent;
	}
	else if ( fw_search_need( search, FW_GROW( &search->allocator, &state->waiting, &state->waiting_capacity,
	                                           state->waiting_count + 1 ) ) )
	{
		index = (uint32_t)state->waiting_count++;
	}
	else
	{
		return;
	}
	const double f = least_over( state, view, cone->side_y, state->weight ) - ROUNDING;
	state->waiting[index] = ( waiting_view ){ *view, now->g, now->node, now->parent, cone->side_x, cone->side_y };
	fw_search_push( search, &state->open, fw_open_bits( f ), VIEWS + index );
}

// Opens a corner in sight. Most are known, and a look shows that this path is no shorter: no closed one gets nearer,
// but by a weight, and turning makes no path shorter.
FW_INLINE void take_corner( fw_search* search, visibility_state* state, uint32_t node, place at )
{
	const expansion* now = &state->now;
	const visibility_node* to = node_at( state, node );
	if ( to->phase == FW_PHASE_CLOSED && state->weight <= 1.0 )
	{
		return;
	}
	const double length = distance( now->at, at );
	if ( to->phase == FW_PHASE_NEW || now->g + length < to->g - MIN_GAIN )
	{
		open_node( search, state, node, at, now->g + leg( &now->by, now->at, at, length ), now->node );
	}
}

// Takes what the scan has found.
static void take_corners( fw_search* search, visibility_state* state, const fw_cone* cone )
{
	fw_visible_corners* visible = &state->visible;
	search->counters.generated += visible->count;
	for ( int32_t i = 0; i < visible->count; i++ )
	{
		const fw_corner corner = visible->corners[i];
		const place to = { 2 * corner.x, 2 * corner.y };
		const uint32_t child = fw_pages_touch_tile( search, &state->pages, PAGE_SHIFT, corner.x, corner.y, 0 );
		if ( FW_LIKELY( child != FW_NO_SLOT ) )
		{
			take_corner( search, state, child, to );
		}
	}
	for ( int32_t i = 0; i < visible->beyond_count; i++ )
	{
		leave_for_later( search, state, cone, &visible->beyond[i] );
	}
}

static void check_goal( fw_search* search, visibility_state* state, const fw_cone* cone )
{
	const expansion* now = &state->now;
	if ( fw_cone_holds( cone, state->goal.x - now->at.x, state->goal.y - now->at.y ) && enters_goal( state, now->at ) )
	{
		search->counters.sight_checks++;
		if ( fw_layer_sight( state->plane, state->vertices.corners, now->at.x, now->at.y, state->goal.x,
		                     state->goal.y ) )
		{
			open_node( search, state, NODE_GOAL, state->goal,
			           now->g + leg( &now->by, now->at, state->goal, distance( now->at, state->goal ) ), now->node );
		}
	}
}

// Goes on with the expansion.
static void look( fw_search* search, visibility_state* state )
{
	expansion* now = &state->now;
	fw_visible_corners* visible = &state->visible;
	while ( now->rows > 0 && now->next < now->count )
	{
		const fw_cone* cone = &now->cones[now->next];
		if ( visible->view_count == 0 )
		{
			check_goal( search, state, cone );
		}
		if ( !fw_search_need( search, fw_visible_corners_list( visible, &search->allocator, state->plane,
		                                                       state->vertices.corners, now->at.x, now->at.y, cone,
		                                                       &now->rows ) ) )
		{
			return;
		}
		take_corners( search, state, cone );
		now->next += visible->view_count == 0 ? 1 : 0;
	}
}

// Where the path of a node comes from decides what turning costs.
static void arrive( visibility_state* state, place from )
{
	expansion* now = &state->now;
	const double length = distance( from, now->at );
	now->by.heading = ( fw_vec2 ){ ( now->at.x - from.x ) * 0.5 / length, ( now->at.y - from.y ) * 0.5 / length };
	now->by.unit = state->is_taut && fw_taut_path_turns( state->vertices.unit ) ? state->vertices.unit : NULL;
}

static void expand_start( visibility_state* state )
{
	expansion* now = &state->now;
	const bool south_east =
	    state->vertices.start_is_double && fw_layer_get( state->plane, now->at.x / 2, now->at.y / 2 );
	now->by = ( arrival ){ 0 };
	now->count = 0;
	for ( int32_t i = south_east ? 3 : 0; i < 4; i++ )
	{
		now->cones[now->count++] = ( fw_cone ){ ( i & 1 ) != 0 ? 1 : -1, ( i & 2 ) != 0 ? 1 : -1, 0, 1, 1, 0 };
	}
}

static void expand_corner( visibility_state* state )
{
	expansion* now = &state->now;
	const place from = place_of( state, now->parent );
	const fw_corner corner = { (int16_t)( now->at.x / 2 ), (int16_t)( now->at.y / 2 ) };
	arrive( state, from );
	now->count = fw_corner_cones( state->plane, state->vertices.corners, corner, now->at.x - from.x, now->at.y - from.y,
	                              now->cones );
}

// Goes on where a view was left. False when memory is out.
static bool expand_view( fw_search* search, visibility_state* state, uint32_t index )
{
	waiting_view* waiting = &state->waiting[index];
	fw_visible_corners* visible = &state->visible;
	expansion* now = &state->now;
	if ( !fw_search_need( search, FW_GROW( &search->allocator, &visible->views, &visible->view_capacity, 1 ) ) )
	{
		return false;
	}
	visible->views[0] = waiting->view;
	visible->view_count = 1;
	now->node = waiting->node;
	now->parent = waiting->parent;
	now->at = place_of( state, waiting->node );
	now->g = waiting->g;
	now->by = ( arrival ){ 0 };
	if ( now->node != NODE_START )
	{
		arrive( state, place_of( state, now->parent ) );
	}
	now->cones[0] = ( fw_cone ){ .side_x = waiting->side_x, .side_y = waiting->side_y };
	now->count = 1;
	const double least = least_over( state, &waiting->view, waiting->side_y, 1.0 );
	set_reach( state, fmax( least - now->g - distance( now->at, state->goal ), 0.0 ) );
	waiting->parent = state->free;
	state->free = index;
	return true;
}

// False where the node was expanded before.
static bool expand_node( fw_search* search, visibility_state* state, uint32_t node )
{
	expansion* now = &state->now;
	visibility_node* own = node != NODE_START ? node_at( state, node ) : NULL;
	if ( own != NULL && own->phase == FW_PHASE_CLOSED )
	{
		return false;
	}
	now->node = node;
	now->at = place_of( state, node );
	now->g = 0.0;
	if ( fw_search_is_heard( search ) )
	{
		tell_expanded( search, state, node );
	}
	if ( own == NULL )
	{
		expand_start( state );
	}
	else
	{
		now->g = own->g;
		now->parent = own->parent;
		own->phase = FW_PHASE_CLOSED;
		expand_corner( state );
	}
	set_reach( state, 0.0 );
	return true;
}

// The first entry of the open list. False where there is nothing to expand.
static bool expand_next( fw_search* search, visibility_state* state )
{
	if ( fw_open_is_empty( &state->open ) )
	{
		fw_search_finish( search, FW_UNREACHABLE, FW_REASON_EXHAUSTED );
		return false;
	}
	const fw_open_entry best = fw_search_pop( search, &state->open );
	if ( best.node == NODE_GOAL )
	{
		if ( fw_search_is_heard( search ) )
		{
			tell_expanded( search, state, NODE_GOAL );
		}
		fw_search_finish( search, FW_FOUND, FW_REASON_NONE );
		return false;
	}
	const bool is_view = best.node >= VIEWS && best.node != NODE_START;
	if ( is_view ? !expand_view( search, state, best.node - VIEWS ) : !expand_node( search, state, best.node ) )
	{
		return false;
	}
	state->now.next = 0;
	state->now.rows = -1; // an expansion costs something even if there is nothing to see
	return true;
}

static void visibility_step( fw_search* search, void* opaque, int64_t n )
{
	visibility_state* state = opaque;
	expansion* now = &state->now;
	while ( n > 0 && search->status == FW_OK && search->outcome == FW_RUNNING )
	{
		if ( now->next == now->count && !expand_next( search, state ) )
		{
			continue;
		}
		const int64_t most = n < NODES_AT_ONCE ? n : NODES_AT_ONCE;
		now->rows += (int32_t)most * ROWS;
		look( search, state );
		const int64_t left = now->rows > 0 ? now->rows / ROWS : 0;
		now->rows -= (int32_t)left * ROWS;
		search->counters.expanded += most - left;
		n -= most - left;
	}
}

// One look saves the search where nothing is in the way.
static bool sees_goal( fw_search* search, const fw_vertices* vertices )
{
	const fw_query* query = &search->query;
	const fw_vec2 start = { query->start.x, query->start.y };
	const fw_vec2 goal = { query->goal.x, query->goal.y };
	const fw_segment line = fw_segment_line( start, goal, FW_GEAR_FORWARD );
	search->counters.sight_checks++;
	return fw_layer_sweep_unit( vertices->tiles, &query->unit, &line );
}

static void visibility_begin( fw_search* search, void* opaque )
{
	visibility_state* state = opaque;
	const fw_query* query = &search->query;
	state->is_taut = ( search->row->method.traits & FW_TRAIT_POINT ) == 0;
	if ( state->is_taut )
	{
		// Units that are wider than a point pass between no two tiles that touch at a corner.
		search->query.options.corners = FW_CORNERS_CLOSED;
	}
	fw_vertices* vertices = &state->vertices;
	fw_vertices_begin( search, vertices );
	if ( search->outcome != FW_RUNNING )
	{
		return;
	}
	state->plane = state->is_taut ? vertices->stands : vertices->tiles;
	state->is_in_sight =
	    state->is_taut && query->options.heuristic != FW_HEURISTIC_ZERO && sees_goal( search, vertices );
	if ( state->is_in_sight )
	{
		fw_search_finish( search, FW_FOUND, FW_REASON_NONE );
		return;
	}
	const int32_t half = vertices->anchor == FW_ANCHOR_CORNER ? 0 : 1;
	state->start = ( place ){ 2 * vertices->start_x + half, 2 * vertices->start_y + half };
	state->goal = ( place ){ 2 * vertices->goal_x + half, 2 * vertices->goal_y + half };
	state->weight = query->options.heuristic == FW_HEURISTIC_ZERO ? 0.0 : query->options.weight;
	state->slack = SLACK * distance( state->start, state->goal );
	state->goal_node = ( visibility_node ){ 0 };
	state->visible.view_count = 0;
	state->waiting_count = 0;
	state->free = FW_NO_SLOT;
	state->now.next = 0;
	state->now.count = 0;
	fw_open_clear( &state->open );
	if ( !fw_pages_begin( search, &state->pages, vertices->tiles->width + 1, vertices->tiles->height + 1, 1, PAGE_SHIFT,
	                      PAGE_NODES * sizeof( visibility_node ) ) )
	{
		return;
	}
	if ( state->start.x == state->goal.x && state->start.y == state->goal.y )
	{
		open_node( search, state, NODE_GOAL, state->goal, 0.0, NODE_START );
	}
	else
	{
		fw_search_push( search, &state->open, 0, NODE_START );
	}
}

static fw_vec2 point_of( place at )
{
	return ( fw_vec2 ){ at.x * 0.5, at.y * 0.5 };
}

static void visibility_extract( fw_search* search, void* opaque, fw_result* result )
{
	visibility_state* state = opaque;
	if ( state->is_in_sight )
	{
		fw_vertices_append( search, result, ( fw_vec2 ){ search->query.goal.x, search->query.goal.y } );
		return;
	}
	state->points.count = 0;
	for ( uint32_t node = NODE_GOAL; node != NODE_START; node = node_at( state, node )->parent )
	{
		fw_points_add( search, &state->points, point_of( place_of( state, node ) ) );
	}
	fw_points_add( search, &state->points, point_of( state->start ) );
	fw_points_reverse( &state->points );
	if ( search->status == FW_OK )
	{
		state->is_taut ? fw_taut_path_make( search, &state->vertices, &state->taut, &state->points, result )
		               : fw_vertices_path( search, &state->vertices, &state->points, result );
	}
}

static void visibility_hold( fw_holdings* holdings, void* opaque )
{
	visibility_state* state = opaque;
	fw_pages_hold( holdings, &state->pages );
	fw_visible_corners_hold( holdings, &state->visible );
	fw_open_hold( holdings, &state->open );
	FW_HOLD( holdings, state->waiting, state->waiting_capacity );
	FW_HOLD( holdings, state->points.at, state->points.capacity );
	fw_taut_path_hold( holdings, &state->taut );
}

const fw_engine fw_engine_visibility = {
    .state_size = sizeof( visibility_state ),
    .begin = visibility_begin,
    .step = visibility_step,
    .extract = visibility_extract,
    .hold = visibility_hold,
};
