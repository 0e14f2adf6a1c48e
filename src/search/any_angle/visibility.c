// SPDX-License-Identifier: MIT
// Visibility graph: exact shortest paths of a point among blocked tiles, the graph's edges made while it is searched.
// Sources: T. Lozano-Perez, M. A. Wesley, "An Algorithm for Planning Collision-Free Paths Among Polyhedral Obstacles"
// (1979); taut paths and scans: S. Oh, H. W. Leong, "Edge N-Level Sparse Visibility Graphs" (2017).
// Differs from them: nothing is made before the search, and an expanded corner looks only into the cone in which a taut
// path may leave it. Ties: f, then node index. Cost: O(corners in sight) for each expanded corner, and the rows looked
// through. One node is 16 bytes.
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

typedef struct visibility_state
{
	fw_vertices vertices;
	const fw_layer* plane; // tiles that the path of a point goes over
	fw_node_pages pages;
	fw_open_list open;
	fw_visible_corners visible;
	place start, goal;
	visibility_node goal_node;
	double weight; // of the heuristic
	fw_points points;
	bool is_taut; // the method for discs and squares
	bool is_in_sight;
	fw_taut_path taut;
} visibility_state;

// How a path comes to a corner: what going on from there costs besides its length.
typedef struct arrival
{
	fw_vec2 heading; // of length 1; 0 at the start
	const fw_unit* unit;
} arrival;

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
	fw_search_report( search, FW_EVENT_OPEN, at.x * 0.5, at.y * 0.5, 0.0 );
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
FW_INLINE double leg( const arrival* from, place at, place to )
{
	const double length = distance( at, to );
	const fw_vec2 heading = { ( to.x - at.x ) * 0.5 / length, ( to.y - at.y ) * 0.5 / length };
	return from->unit == NULL ? length : length + fw_taut_path_turn( from->unit, from->heading, heading );
}

// Opens all that is in sight of a place inside of one cone.
FW_INLINE void expand_cone( fw_search* search, visibility_state* state, uint32_t node, place from, double g,
                            const fw_cone* cone, const arrival* by )
{
	const fw_layer* tiles = state->plane;
	const fw_corners corners = state->vertices.corners;
	if ( fw_cone_holds( cone, state->goal.x - from.x, state->goal.y - from.y ) && enters_goal( state, from ) )
	{
		search->counters.sight_checks++;
		if ( fw_layer_sight( tiles, corners, from.x, from.y, state->goal.x, state->goal.y ) )
		{
			open_node( search, state, NODE_GOAL, state->goal, g + leg( by, from, state->goal ), node );
		}
	}
	fw_visible_corners* visible = &state->visible;
	fw_search_need( search,
	                fw_visible_corners_list( visible, &search->allocator, tiles, corners, from.x, from.y, cone ) );
	search->counters.generated += visible->count;
	for ( int32_t i = 0; i < visible->count; i++ )
	{
		const fw_corner corner = visible->corners[i];
		const place to = { 2 * corner.x, 2 * corner.y };
		const uint32_t child = fw_pages_touch_tile( search, &state->pages, PAGE_SHIFT, corner.x, corner.y, 0 );
		if ( FW_LIKELY( child != FW_NO_SLOT ) )
		{
			open_node( search, state, child, to, g + leg( by, from, to ), node );
		}
	}
}

static void expand_start( fw_search* search, visibility_state* state )
{
	const place from = state->start;
	const arrival none = { 0 };
	const bool south_east = state->vertices.start_is_double && fw_layer_get( state->plane, from.x / 2, from.y / 2 );
	for ( int32_t i = south_east ? 3 : 0; i < 4; i++ )
	{
		const fw_cone cone = { ( i & 1 ) != 0 ? 1 : -1, ( i & 2 ) != 0 ? 1 : -1, 0, 1, 1, 0 };
		expand_cone( search, state, NODE_START, from, 0.0, &cone, &none );
	}
}

static void expand_corner( fw_search* search, visibility_state* state, uint32_t node, place at )
{
	const visibility_node* own = node_at( state, node );
	const double g = own->g;
	const place from = place_of( state, own->parent );
	const fw_corner corner = { (int16_t)( at.x / 2 ), (int16_t)( at.y / 2 ) };
	const double length = distance( from, at );
	const arrival by = { { ( at.x - from.x ) * 0.5 / length, ( at.y - from.y ) * 0.5 / length },
	                     state->is_taut && fw_taut_path_turns( state->vertices.unit ) ? state->vertices.unit : NULL };
	fw_cone cones[2];
	const int32_t count =
	    fw_corner_cones( state->plane, state->vertices.corners, corner, at.x - from.x, at.y - from.y, cones );
	for ( int32_t i = 0; i < count; i++ )
	{
		expand_cone( search, state, node, at, g, &cones[i], &by );
	}
}

static void visibility_step( fw_search* search, void* opaque, int64_t n )
{
	visibility_state* state = opaque;
	while ( n > 0 && search->status == FW_OK )
	{
		if ( fw_open_is_empty( &state->open ) )
		{
			fw_search_finish( search, FW_UNREACHABLE, FW_REASON_EXHAUSTED );
			return;
		}
		const uint32_t best = fw_search_pop( search, &state->open ).node;
		const place at = place_of( state, best );
		if ( best != NODE_START )
		{
			visibility_node* node = node_at( state, best );
			if ( node->phase == FW_PHASE_CLOSED )
			{
				continue;
			}
			node->phase = FW_PHASE_CLOSED;
		}
		fw_search_report( search, FW_EVENT_EXPAND, at.x * 0.5, at.y * 0.5, 0.0 );
		if ( best == NODE_GOAL )
		{
			fw_search_finish( search, FW_FOUND, FW_REASON_NONE );
			return;
		}
		search->counters.expanded++;
		n--;
		best == NODE_START ? expand_start( search, state ) : expand_corner( search, state, best, at );
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
	state->goal_node = ( visibility_node ){ 0 };
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
