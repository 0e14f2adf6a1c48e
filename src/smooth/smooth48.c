// SPDX-License-Identifier: MIT
// The better smoothing pass: Directional A* along the waypoints of a tile path.
// Source: M. Pinter, "Toward More Realistic Pathfinding" (2001), "A Better Smoothing Pass". Differs from it: all curves
// between two poses are tried, not only the shortest; ends may lie off the lattice, and lead to and from it by exact
// curves. Ties: f, then the waypoint nearest the goal, then heading.
#include "base/open_list.h"
#include "grid/grid.h"
#include "smooth/knots.h"
#include "sweep/sweep.h"
#include "sweep/turn_table.h"

#include <float.h>
#include <math.h>

// Ends so near to the lattice are on it. Less than what curves of the widest circle take for no turn: from further off
// a curve of the table may become a full circle.
#define LATTICE_SLACK 1e-11 // tiles, rad
#define STEP_SLACK 1e-9     // tiles
#define STEP_MAX 1e6        // cost of one step, so that sums of them are in range [tiles]
#define NO_EDGE UINT32_MAX  // by an exact curve, by none where the path comes back, or the start
#define NO_NODE UINT32_MAX

// A waypoint with a heading.
typedef struct along_node
{
	uint64_t g;
	uint32_t parent, edge;
	bool seen, closed;
} along_node;

// What is known of a waypoint's place in the path.
typedef struct along_end
{
	bool counts;     // its heading: it has one node, that of its own heading or, where the lattice has none, the first
	bool on_lattice; // the table knows its poses
	int32_t only;    // heading of that node
	double heading;
} along_end;

typedef struct along_state
{
	knots* list;
	const fw_smooth48_def* def;
	const fw_primitives* primitives;
	int32_t headings;  // nodes of a waypoint
	along_end ends[3]; // start, goal, and all waypoints between
	along_node* nodes; // [waypoints * headings]
	uint64_t* rest;    // [waypoints], what remains of the tile path
	fw_open_list open; // by f, then mirrored node
	fw_smooth48_report report;
} along_state;

fw_smooth48_def fw_default_smooth48_def( void )
{
	return ( fw_smooth48_def ){ .cookie = FW_COOKIE, .goal_any_heading = true };
}

static int32_t last_waypoint( const along_state* s )
{
	return s->list->count - 1;
}

static const along_end* end_of( const along_state* s, int32_t waypoint )
{
	return &s->ends[waypoint == 0 ? 0 : waypoint == last_waypoint( s ) ? 1 : 2];
}

// Nodes from the other end: their order is that of the waypoints from the goal back, and of headings at each. The
// function is its own inverse.
static uint32_t mirrored( const along_state* s, uint32_t node )
{
	const uint32_t headings = (uint32_t)s->headings;
	return ( (uint32_t)last_waypoint( s ) - node / headings ) * headings + node % headings;
}

static fw_pose pose_of( const along_state* s, int32_t waypoint, int32_t heading )
{
	const along_end* end = end_of( s, waypoint );
	fw_pose pose = s->list->items[waypoint].pose;
	pose.heading = end->counts ? end->heading : fw_primitives_angle( s->primitives, heading );
	return pose;
}

// May a node of such a waypoint have this heading?
static bool is_allowed( const along_end* end, int32_t heading )
{
	return !end->counts || heading == end->only;
}

static uint64_t cost_of( const along_state* s, const fw_curve* curve )
{
	return (uint64_t)floor( fw_knots_curve_cost( s->list, curve ) * FW_TURN_COST_ONE + 0.5 );
}

// The first of the exact curves, shortest first, that is free; or where turning is charged, the cheapest.
static bool exact_curve( const along_state* s, int32_t from, int32_t from_heading, int32_t to, int32_t to_heading,
                         fw_curve* curve )
{
	const double radius = s->primitives->def.turning_radius;
	const fw_pose start = pose_of( s, from, from_heading );
	const fw_pose goal = pose_of( s, to, to_heading );
	const bool charged = s->list->turn_charge > 0.0;
	bool found = false;
	fw_curve curves[6];
	const int32_t count = fw_curve_all( start, goal, radius, s->primitives->def.words, FW_GEAR_FORWARD, curves );
	for ( int32_t i = 0; i < count && ( charged || !found ); i++ )
	{
		if ( ( !found || cost_of( s, &curves[i] ) < cost_of( s, curve ) ) &&
		     fw_layer_sweep_curve( s->list->tiles, s->list->unit, &curves[i] ) )
		{
			*curve = curves[i];
			found = true;
		}
	}
	return found;
}

static bool edge_curve( const along_state* s, const fw_turn_edge* edge, int32_t from, int32_t to, fw_curve* curve )
{
	return fw_curve_to_pose( pose_of( s, from, edge->from_heading ), pose_of( s, to, edge->heading ),
	                         s->primitives->def.turning_radius, (fw_curve_word)edge->word, FW_GEAR_FORWARD, curve );
}

static fw_status offer( along_state* s, uint32_t parent, uint32_t edge, int32_t waypoint, int32_t heading, uint64_t g )
{
	const uint32_t index = (uint32_t)( waypoint * s->headings + heading );
	along_node* node = &s->nodes[index];
	if ( node->closed || ( node->seen && node->g <= g ) )
	{
		return FW_OK;
	}
	*node = ( along_node ){ .g = g, .parent = parent, .edge = edge, .seen = true };
	s->report.furthest = waypoint > s->report.furthest ? waypoint : s->report.furthest;
	return fw_open_push( &s->open, &s->list->allocator, NULL, g + s->rest[waypoint], mirrored( s, index ) )
	           ? FW_OK
	           : FW_ERR_MEMORY;
}

// Along the curves of the table to another waypoint.
static fw_status offer_edges( along_state* s, uint32_t parent, int32_t from, int32_t heading, int32_t to,
                              const uint64_t window[FW_NEAR_WORDS] )
{
	const fw_primitives* primitives = s->primitives;
	const along_end* end = end_of( s, to );
	const fw_pose a = s->list->items[from].pose;
	const fw_pose b = s->list->items[to].pose;
	const int32_t x = (int32_t)floor( a.x );
	const int32_t y = (int32_t)floor( a.y );
	const int32_t dx = (int32_t)floor( b.x ) - x;
	const int32_t dy = (int32_t)floor( b.y ) - y;
	// Tables hold no path from a pose to itself, which a path that comes back needs.
	if ( dx == 0 && dy == 0 && is_allowed( end, heading ) )
	{
		FW_TRY( offer( s, parent, NO_EDGE, to, heading, s->nodes[parent].g ) );
	}
	const uint32_t place = fw_primitives_place( primitives, heading, dx, dy );
	for ( uint32_t k = primitives->place_begin[place]; k < primitives->place_begin[place + 1]; k++ )
	{
		const fw_turn_edge* edge = &primitives->edges[primitives->placed[k]];
		uint64_t cost = edge->cost;
		fw_curve curve;
		if ( !is_allowed( end, edge->heading ) || fw_near_hit( edge->near, window ) ||
		     ( edge->far && fw_turn_far_hit( primitives, edge, s->list->tiles, x, y ) ) )
		{
			continue;
		}
		if ( ( s->list->grid != NULL || s->list->turn_charge > 0.0 ) && edge_curve( s, edge, from, to, &curve ) )
		{
			cost = cost_of( s, &curve );
		}
		FW_TRY( offer( s, parent, primitives->placed[k], to, edge->heading, s->nodes[parent].g + cost ) );
	}
	return FW_OK;
}

static fw_status offer_exact( along_state* s, uint32_t parent, int32_t from, int32_t heading, int32_t to )
{
	for ( int32_t h = 0; h < s->headings; h++ )
	{
		fw_curve curve;
		if ( is_allowed( end_of( s, to ), h ) && exact_curve( s, from, heading, to, h, &curve ) )
		{
			FW_TRY( offer( s, parent, NO_EDGE, to, h, s->nodes[parent].g + cost_of( s, &curve ) ) );
		}
	}
	return FW_OK;
}

static fw_status expand( along_state* s, uint32_t index )
{
	const int32_t from = (int32_t)index / s->headings;
	const int32_t heading = (int32_t)index % s->headings;
	const fw_pose at = s->list->items[from].pose;
	uint64_t window[FW_NEAR_WORDS];
	fw_near_window( s->list->tiles, (int32_t)floor( at.x ), (int32_t)floor( at.y ), window );
	s->report.expanded++;
	for ( int32_t to = from + 1; to <= from + FW_SMOOTH48_AHEAD && to <= last_waypoint( s ); to++ )
	{
		const bool known = end_of( s, from )->on_lattice && end_of( s, to )->on_lattice;
		FW_TRY( known ? offer_edges( s, index, from, heading, to, window )
		              : offer_exact( s, index, from, heading, to ) );
	}
	return FW_OK;
}

// Returns the last node of the path; NO_NODE where there is none, or with FW_ERR_MEMORY.
static uint32_t search( along_state* s, fw_status* status )
{
	for ( int32_t h = 0; h < s->headings && *status == FW_OK; h++ )
	{
		*status = is_allowed( end_of( s, 0 ), h ) ? offer( s, NO_NODE, NO_EDGE, 0, h, 0 ) : FW_OK;
	}
	while ( *status == FW_OK && !fw_open_is_empty( &s->open ) )
	{
		const fw_open_entry best = fw_open_pop( &s->open, NULL );
		const uint32_t index = mirrored( s, best.node );
		along_node* node = &s->nodes[index];
		const int32_t waypoint = (int32_t)index / s->headings;
		if ( node->closed || node->g + s->rest[waypoint] != best.key )
		{
			continue;
		}
		if ( waypoint == last_waypoint( s ) )
		{
			return index;
		}
		if ( s->def->max_back > 0 && s->report.furthest - waypoint >= s->def->max_back )
		{
			return NO_NODE;
		}
		node->closed = true;
		*status = expand( s, index );
	}
	return NO_NODE;
}

// Makes the chain of nodes the list of knots, each with the curve to the next. False where a curve is none.
static bool take_over( along_state* s, uint32_t last )
{
	uint32_t next = NO_NODE;
	int32_t count = 0;
	// Turned round, so that parents lead forward.
	for ( uint32_t node = last; node != NO_NODE; count++ )
	{
		const uint32_t parent = s->nodes[node].parent;
		s->nodes[node].parent = next;
		next = node;
		node = parent;
	}
	int32_t at = 0;
	for ( uint32_t node = next; node != NO_NODE; node = s->nodes[node].parent )
	{
		const int32_t waypoint = (int32_t)node / s->headings;
		const int32_t heading = (int32_t)node % s->headings;
		const uint32_t to = s->nodes[node].parent;
		knot made = { .pose = pose_of( s, waypoint, heading ), .gear = FW_GEAR_FORWARD, .is_curve = true };
		if ( to != NO_NODE )
		{
			const int32_t ahead = (int32_t)to / s->headings;
			const uint32_t edge = s->nodes[to].edge;
			if ( !( edge != NO_EDGE
			            ? edge_curve( s, &s->primitives->edges[edge], waypoint, ahead, &made.curve )
			            : exact_curve( s, waypoint, heading, ahead, (int32_t)to % s->headings, &made.curve ) ) )
			{
				return false;
			}
		}
		// Waypoints of the chain rise, so what is still to be read lies further on.
		s->list->items[at++] = made;
	}
	s->list->count = count;
	return true;
}

static bool is_center( fw_pose at )
{
	return fabs( at.x - floor( at.x ) - 0.5 ) <= LATTICE_SLACK && fabs( at.y - floor( at.y ) - 0.5 ) <= LATTICE_SLACK;
}

static fw_status check_walk( const knots* list )
{
	for ( int32_t i = 0; i < list->count; i++ )
	{
		const knot* at = &list->items[i];
		const knot* next = i + 1 < list->count ? at + 1 : at;
		const bool near = fabs( next->pose.x - at->pose.x ) <= 1.0 + STEP_SLACK &&
		                  fabs( next->pose.y - at->pose.y ) <= 1.0 + STEP_SLACK;
		const bool center = i == 0 || i + 1 == list->count || is_center( at->pose );
		const bool step =
		    !at->is_link && at->gear == FW_GEAR_FORWARD && near && center && fw_knots_on_map( list, at->pose );
		if ( !step || !( at->cost >= 0.0 && at->cost <= STEP_MAX ) )
		{
			return fw_knots_refuse_point(
			    list, step ? FW_ERR_ARGUMENT : FW_ERR_UNSUPPORTED, i,
			    "begins no step from tile center to tile center; this pass takes nothing else" );
		}
	}
	return FW_OK;
}

static fw_status check( const knots* list, const fw_primitives* primitives )
{
	FW_TRY( FW_CHECK_NULL( list->refusal, primitives ) );
	const fw_primitives_def* table = fw_primitives_definition( primitives );
	const fw_unit* unit = list->unit;
	if ( unit->turning_radius == 0.0 )
	{
		return fw_refuse( list->refusal, FW_ERR_UNSUPPORTED, FW_REFUSAL_VALUE, "unit.turning_radius", NULL,
		                  "is 0: a unit that turns on the spot needs no turns; leave the pass out" );
	}
	if ( table->radius != unit->radius || table->turning_radius != unit->turning_radius ||
	     !fw_outline_same( &table->outline, &unit->outline ) || !table->by_position || table->ring < FW_SMOOTH48_AHEAD )
	{
		return fw_refuse_mismatch( list->refusal, "primitives", "unit",
		                           "they must be of its radii and outline, with places and a ring of 3 or more" );
	}
	return check_walk( list );
}

// What is known of the ends, and of the tile path. False when memory is out.
static bool prepare( along_state* s )
{
	knots* list = s->list;
	const double step = fw_primitives_angle( s->primitives, 1 );
	s->headings = s->primitives->headings;
	for ( int32_t i = 0; i < 2; i++ )
	{
		along_end* end = &s->ends[i];
		end->heading = i == 0 ? list->path->start.heading : s->def->goal_heading;
		end->counts = !( i == 0 ? s->def->start_any_heading : s->def->goal_any_heading );
		const double rounded = floor( fw_angle_positive( end->heading ) / step + 0.5 );
		const int32_t nearest = rounded < s->headings ? (int32_t)rounded : 0;
		const double off = fabs( fw_angle_signed( end->heading - fw_primitives_angle( s->primitives, nearest ) ) );
		const bool known = off <= LATTICE_SLACK;
		end->only = known ? nearest : 0;
		end->on_lattice = is_center( list->items[i == 0 ? 0 : last_waypoint( s )].pose ) && ( known || !end->counts );
	}
	s->ends[2].on_lattice = true;
	s->report = ( fw_smooth48_report ){ .waypoints = list->count };
	const size_t nodes = (size_t)list->count * (size_t)s->headings;
	s->nodes = nodes < INT32_MAX ? fw_alloc_zero( &list->allocator, nodes, sizeof( *s->nodes ) ) : NULL;
	s->rest = fw_alloc_zero( &list->allocator, (size_t)list->count, sizeof( *s->rest ) );
	const bool ok = s->nodes != NULL && s->rest != NULL;
	for ( int32_t i = list->count - 2; ok && i >= 0; i-- )
	{
		s->rest[i] = s->rest[i + 1] + (uint64_t)( list->items[i].cost * FW_TURN_COST_ONE );
	}
	return ok;
}

// The cheapest pose at the furthest waypoint.
static uint32_t furthest_node( const along_state* s )
{
	const uint32_t first = (uint32_t)( s->report.furthest * s->headings );
	uint32_t best = NO_NODE;
	for ( uint32_t node = first; node < first + (uint32_t)s->headings; node++ )
	{
		if ( s->nodes[node].seen && ( best == NO_NODE || s->nodes[node].g < s->nodes[best].g ) )
		{
			best = node;
		}
	}
	return best;
}

// Sets `changed` where the list holds turns now.
static fw_status go_along( along_state* s, fw_path* path, bool* changed )
{
	const int32_t waypoints = s->list->count;
	fw_status status = prepare( s ) ? FW_OK : FW_ERR_MEMORY;
	const uint32_t goal = status == FW_OK ? search( s, &status ) : NO_NODE;
	const uint32_t last = status == FW_OK && goal == NO_NODE && s->def->partial ? furthest_node( s ) : goal;
	s->report.position = fw_knots_point( s->list, s->report.furthest );
	*changed = status == FW_OK && last != NO_NODE && take_over( s, last );
	s->report.found = *changed && goal != NO_NODE;
	fw_free( &s->list->allocator, s->nodes, (size_t)waypoints * (size_t)s->headings, sizeof( *s->nodes ) );
	fw_free( &s->list->allocator, s->rest, (size_t)waypoints, sizeof( *s->rest ) );
	fw_open_hold( &( fw_holdings ){ .allocator = &s->list->allocator }, &s->open );
	path->start = *changed ? s->list->items[0].pose : path->start;
	return status;
}

// A path of one point, where the unit cannot turn: the headings must agree.
static void stand_still( along_state* s, fw_path* path )
{
	const fw_pose at = path->start;
	const bool both = !s->def->start_any_heading && !s->def->goal_any_heading;
	s->report = ( fw_smooth48_report ){ .waypoints = 1, .position = { at.x, at.y } };
	s->report.found = !both || fabs( fw_angle_signed( s->def->goal_heading - at.heading ) ) <= LATTICE_SLACK;
	path->start.heading = s->def->start_any_heading && !s->def->goal_any_heading ? s->def->goal_heading : at.heading;
}

static const fw_range ranges[] = {
    { "goal_heading", offsetof( fw_smooth48_def, goal_heading ), FW_FIELD_DOUBLE, -DBL_MAX, DBL_MAX, NULL },
    { "max_back", offsetof( fw_smooth48_def, max_back ), FW_FIELD_INT, 0, INT32_MAX, NULL },
};
const fw_ranges fw_smooth48_def_ranges = FW_RANGES( "def", "fw_default_smooth48_def()", ranges );

fw_status fw_smooth48( const fw_smoother* smoother, const fw_smooth48_def* def, fw_path* path,
                       fw_smooth48_report* report, fw_refusal* refusal )
{
	knots list;
	FW_TRY( fw_knots_begin_pass( &list, smoother, &fw_smooth48_def_ranges, def, report, path, refusal ) );
	along_state state = { .list = &list, .def = def, .primitives = def->primitives };
	const fw_pose start = path->start;
	bool changed = false;
	fw_status status = fw_knots_split( &list ) ? check( &list, def->primitives ) : FW_ERR_MEMORY;
	if ( status == FW_OK && list.count < 2 )
	{
		stand_still( &state, path );
	}
	else if ( status == FW_OK )
	{
		status = go_along( &state, path, &changed );
	}
	status = fw_knots_end( &list, status, changed );
	path->start = status == FW_OK ? path->start : start;
	*report = status == FW_OK ? state.report : *report;
	return status;
}
