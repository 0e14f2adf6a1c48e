// SPDX-License-Identifier: MIT
// The ends of a directional search: exact start, exact goal, and the path between them.
#include "geom/geom.h"
#include "search/directional/directional.h"

// What of fw_turn_loss() the field counts, which is a loss after a long straight: on the pose problems
// (bench/bench_speed) 0.25 takes a heavy lorry a third more nodes, 0.5 leads it to later paths.
#define TURN_SHARE 0.3
// What turning by 45 degrees costs at most in a field, so that its bucket queue has room [field units].
#define TURN_MOST 4000.0

bool fw_dir_on_lattice( const dir_state* state, fw_pose pose, bool any_heading, dir_place* place )
{
	const double hx = 2.0 * pose.x;
	const double hy = 2.0 * pose.y;
	const double rx = floor( hx + 0.5 );
	const double ry = floor( hy + 0.5 );
	const double turn = fw_angle_positive( pose.heading ) / fw_primitives_angle( state->primitives, 1 );
	const double rounded = floor( turn + 0.5 );
	if ( fabs( hx - rx ) > DIR_SAME_POSE || fabs( hy - ry ) > DIR_SAME_POSE ||
	     ( !any_heading && state->headings > 1 && fabs( turn - rounded ) > DIR_SAME_POSE ) )
	{
		return false;
	}
	const int32_t px = (int32_t)rx;
	const int32_t py = (int32_t)ry;
	const int32_t phase = ( px & 1 ? 0 : 1 ) | ( py & 1 ? 0 : 2 );
	*place = ( dir_place ){ px >> 1, py >> 1, phase, 0, any_heading ? 0 : (int32_t)rounded % state->headings, 0 };
	return ( phase == 0 || state->primitives->phases > 1 ) && fw_dir_usable( state, *place );
}

// Of curves into the goal that cost less than this the first that is free, or where turning is charged, the cheapest.
static bool choose( fw_search* search, dir_state* state, const fw_curve* curves, int32_t count, uint32_t most,
                    fw_curve* chosen )
{
	bool found = false;
	for ( int32_t i = 0; i < count && most > 0; i++ )
	{
		const uint32_t cost = state->charged ? fw_dir_curve_cost( search, state, &curves[i] )
		                                     : fw_dir_least_curve_cost( search, state, &curves[i] );
		if ( cost < most && fw_dir_exact_is_free( search, state, &curves[i], true ) )
		{
			*chosen = curves[i];
			most = state->charged ? cost : 0;
			found = true;
		}
	}
	return found;
}

uint32_t fw_dir_add_first( fw_search* search, dir_state* state, const fw_curve* curve, int32_t move )
{
	const uint32_t edge = DIR_EDGE_FIRST | (uint32_t)state->first_count;
	fw_search_need(
	    search, FW_PUSH( &search->allocator, &state->firsts, &state->first_count, &state->first_capacity, *curve ) &&
	                FW_PUSH( &search->allocator, &state->first_moves, &state->first_move_count,
	                         &state->first_move_capacity, move ) );
	return edge;
}

int32_t fw_dir_first_curves( fw_search* search, const dir_state* state, fw_pose start, dir_place to, int32_t bend,
                             fw_curve curves[6] )
{
	const double radius = fw_turn_radius( state->primitives, bend );
	const uint32_t words = state->primitives->def.words;
	search->counters.generated++;
	return fw_curve_all( start, fw_dir_pose( state, to ), radius, words, fw_dir_gear( to ), curves );
}

// A unit that moves at the start goes forward.
static int32_t start_gears( const dir_state* state )
{
	return state->speeds != NULL && state->speeds->start_level > 0 ? 1 : state->gears;
}

// Exact curves from a start off the lattice to all lattice poses in the ring around.
static void open_around( fw_search* search, dir_state* state, fw_pose start )
{
	const int32_t ring = state->primitives->def.ring;
	const int32_t x0 = (int32_t)floor( start.x );
	const int32_t y0 = (int32_t)floor( start.y );
	const int32_t gears = start_gears( state );
	for ( int32_t y = y0 - ring; y <= y0 + ring; y++ )
	{
		for ( int32_t x = x0 - ring; x <= x0 + ring; x++ )
		{
			for ( int32_t phase = 0; phase < state->primitives->phases && state->speeds == NULL; phase++ )
			{
				fw_dir_exact_from_start( search, state, start, ( dir_place ){ .x = x, .y = y, .phase = phase } );
			}
			for ( int32_t i = 0; i < state->primitives->phases * gears * state->headings && state->speeds != NULL; i++ )
			{
				const int32_t own = i % ( gears * state->headings );
				const dir_place to = {
				    x, y, i / ( gears * state->headings ), own / state->headings, own % state->headings, 0 };
				if ( fw_dir_usable( state, to ) )
				{
					fw_dir_speed_first( search, state, start, to );
				}
			}
		}
	}
}

// The field knows tile centers and gap points; another half-tile point stands for the centers beside it.
static bool in_field( const fw_search* search, const dir_state* state, dir_place place )
{
	return place.phase == 0 ? fw_dir_usable( state, place )
	                        : fw_layer_get( &search->map.space->gaps[place.phase], place.x, place.y );
}

void fw_dir_add_seed( fw_search* search, dir_state* state, dir_place place, uint32_t value )
{
	if ( in_field( search, state, place ) )
	{
		fw_field_add_seed( search, &state->field, place.x, place.y, place.phase, value );
		return;
	}
	for ( int32_t i = 0; i < 4; i++ )
	{
		const dir_place beside = { .x = place.x - ( i & 1 ), .y = place.y - ( i >> 1 ), .phase = 0 };
		if ( ( i & ~place.phase ) == 0 && in_field( search, state, beside ) )
		{
			fw_field_add_seed( search, &state->field, beside.x, beside.y, 0, value );
		}
	}
}

// Places so near to the goal are seeds [tiles]: as far as they are, or a turn further where a wall lies between.
#define SEED_NEAR 1.5
// So are those that see it from here, as far as they are in the field's own metric, so that nothing gets nearer by them
// but what the others cannot reach.
#define SEED_FAR 4.0

// Makes a place a seed where a path from it into the goal may exist.
static void seed_place( fw_search* search, dir_state* state, dir_place place )
{
	const fw_query* query = &search->query;
	const double turning_radius = state->primitives->def.turning_radius;
	const fw_vec2 at = fw_lattice_point( place.x, place.y, place.phase );
	const fw_segment line = fw_segment_line( at, ( fw_vec2 ){ query->goal.x, query->goal.y }, FW_GEAR_FORWARD );
	const bool arrived = line.length <= query->goal_tolerance;
	const bool straight = !arrived && line.length <= fmin( SEED_FAR, state->connect_range ) &&
	                      fw_layer_sweep( state->tiles, search->map.space->radius, &line );
	const bool turns = turning_radius > 0.0 && line.length <= SEED_NEAR;
	if ( !arrived && !straight && !turns )
	{
		return;
	}
	const double dx = fabs( query->goal.x - at.x );
	const double dy = fabs( query->goal.y - at.y );
	const double value = arrived                    ? 0.0
	                     : !straight                ? line.length + turning_radius
	                     : line.length <= SEED_NEAR ? line.length
	                                                : fmax( dx, dy ) + ( FW_SQRT2 - 1.0 ) * fmin( dx, dy );
	fw_field_add_seed( search, &state->field, place.x, place.y, place.phase,
	                   (uint32_t)( value * 2.0 * FW_FIELD_HALF ) );
}

// Should the field know turns? Where a unit is slow in them, they take much of its time; but the octile metric has
// turns that the unit need not make, so that with weight 1 the field is without.
static bool field_turns( const fw_search* search, const dir_state* state, fw_field_turns* turns )
{
	const fw_query* query = &search->query;
	const double loss = state->speeds != NULL ? fw_turn_loss( &query->unit ) : 0.0;
	const double tile = 2.0 * FW_FIELD_HALF;
	turns->eighth = (uint32_t)fmin( TURN_SHARE * loss * ( FW_PI / 4.0 ) * tile, TURN_MOST );
	turns->gear = state->gears > 1 ? (uint32_t)fmin( query->unit.reverse_penalty * tile, TURN_MOST ) : FW_FIELD_NONE;
	return turns->eighth > 0 && query->options.weight > 1.0;
}

void fw_dir_seed_field( fw_search* search, dir_state* state )
{
	const fw_query* query = &search->query;
	fw_field_turns turns;
	const bool turned = field_turns( search, state, &turns );
	if ( !fw_field_begin( search, &state->field, state->corridor, state->has_costs, turned ? &turns : NULL ) )
	{
		return;
	}
	// A goal on the lattice is its own only seed. Else the places from which a unit comes straight to it, so that a
	// goal that no tile center is near has its field as well.
	dir_place place;
	const bool exact = query->goal_tolerance == 0.0 && fw_dir_on_lattice( state, query->goal, true, &place ) &&
	                   in_field( search, state, place );
	if ( exact )
	{
		fw_field_add_seed( search, &state->field, place.x, place.y, place.phase, 0 );
		return;
	}
	const double reach = fmax( SEED_FAR, query->goal_tolerance );
	const double width = state->tiles->width;
	const double height = state->tiles->height;
	const int32_t x0 = (int32_t)fmax( 0.0, floor( query->goal.x - reach ) );
	const int32_t y0 = (int32_t)fmax( 0.0, floor( query->goal.y - reach ) );
	const int32_t x1 = (int32_t)fmin( width - 1.0, floor( query->goal.x + reach ) );
	const int32_t y1 = (int32_t)fmin( height - 1.0, floor( query->goal.y + reach ) );
	for ( int32_t phase = 0; phase < state->primitives->phases; phase++ )
	{
		const fw_layer* plane = phase == 0 ? state->planes[0] : &search->map.space->gaps[phase];
		for ( int32_t y = y0; y <= y1; y++ )
		{
			for ( int32_t x = x0; x <= x1; x++ )
			{
				if ( fw_layer_get( plane, x, y ) )
				{
					seed_place( search, state, ( dir_place ){ .x = x, .y = y, .phase = phase } );
				}
			}
		}
	}
}

void fw_dir_open_goal( fw_search* search, dir_state* state, uint32_t parent, uint32_t g, const fw_curve* curve )
{
	if ( state->goal_open && state->goal_g <= g )
	{
		return;
	}
	state->goal_open = true;
	state->goal_g = g;
	state->goal_parent = parent;
	state->goal_curve = *curve;
	state->goal_move = -1;
	fw_search_push( search, &state->open, fw_open_key( g, g ), DIR_NODE_GOAL );
}

// Opens the goal from a node at the first pose of an end.
static void open_by_end( fw_search* search, dir_state* state, uint32_t node, const dir_end* end )
{
	const uint32_t g = dir_node_at( state, node )->g + end->cost;
	if ( !state->goal_open || g < state->goal_g )
	{
		fw_dir_open_goal( search, state, node, g, &end->curve );
		state->goal_move = end->move;
	}
}

void fw_dir_add_end( fw_search* search, dir_state* state, const dir_end* end )
{
	fw_search_need( search,
	                FW_PUSH( &search->allocator, &state->ends, &state->end_count, &state->end_capacity, *end ) );
	fw_dir_perimeter_offer( search, state, end->place, end->cost );
	// It may have been expanded before.
	const dir_place at = end->place;
	const uint32_t tile = fw_pages_find_tile( &state->pages, DIR_PAGE_SHIFT, at.x, at.y, at.phase );
	const uint32_t node = tile == FW_NO_SLOT ? FW_NO_SLOT : ( tile << state->states_shift ) + dir_own( state, at );
	if ( node != FW_NO_SLOT && dir_node_at( state, node )->expanded )
	{
		open_by_end( search, state, node, end );
	}
}

static void try_ends( fw_search* search, dir_state* state, uint32_t node, dir_place place )
{
	const bool leads = state->end_count > 0 && fw_dir_perimeter_at( state, place )->seen;
	for ( int32_t i = 0; i < state->end_count && leads; i++ )
	{
		const dir_place at = state->ends[i].place;
		if ( at.x == place.x && at.y == place.y && at.heading == place.heading && at.phase == place.phase &&
		     at.gear == place.gear )
		{
			open_by_end( search, state, node, &state->ends[i] );
		}
	}
}

int32_t fw_dir_goal_curves( const fw_search* search, const dir_state* state, fw_pose from, fw_gear gear, int32_t bend,
                            fw_curve curves[6] )
{
	const fw_query* query = &search->query;
	const double radius = fw_turn_radius( state->primitives, bend );
	if ( !query->goal_any_heading )
	{
		return fw_curve_all( from, query->goal, radius, state->primitives->def.words, gear, curves );
	}
	const fw_vec2 goal = { query->goal.x, query->goal.y };
	int32_t count = fw_curve_to_point( from, goal, radius, FW_WORD_LS, gear, &curves[0] ) ? 1 : 0;
	count += fw_curve_to_point( from, goal, radius, FW_WORD_RS, gear, &curves[count] ) ? 1 : 0;
	if ( count == 2 && curves[1].length < curves[0].length )
	{
		const fw_curve longer = curves[0];
		curves[0] = curves[1];
		curves[1] = longer;
	}
	return count;
}

// What the rest of a path of this cost may cost to be better than the goal's.
static uint32_t rest_of_goal( const dir_state* state, uint32_t g )
{
	return !state->goal_open ? UINT32_MAX : state->goal_g > g ? state->goal_g - g : 0;
}

// Opens the goal by a curve from a pose, at this square of the speed where speeds count.
static void connect( fw_search* search, dir_state* state, fw_pose from, fw_gear gear, double square, uint32_t parent,
                     uint32_t g )
{
	if ( state->speeds != NULL )
	{
		fw_dir_speed_connect( search, state, from, gear, square, parent, g );
		return;
	}
	fw_curve curves[6];
	fw_curve curve;
	const int32_t count = fw_dir_goal_curves( search, state, from, gear, 0, curves );
	if ( choose( search, state, curves, count, rest_of_goal( state, g ), &curve ) )
	{
		fw_dir_open_goal( search, state, parent, g + fw_dir_curve_cost( search, state, &curve ), &curve );
	}
}

void fw_dir_try_goal( fw_search* search, dir_state* state, uint32_t node, dir_place place )
{
	const fw_query* query = &search->query;
	try_ends( search, state, node, place );
	const fw_pose pose = fw_dir_pose( state, place );
	const double distance = fw_length( query->goal.x - pose.x, query->goal.y - pose.y );
	if ( distance > state->connect_range && distance > query->goal_tolerance )
	{
		return;
	}
	fw_dir_perimeter_near( search, state );
	const uint32_t g = dir_node_at( state, node )->g;
	const double square = state->speeds != NULL ? fw_dir_square( state, node, place ) : 0.0;
	const bool facing = query->goal_any_heading || state->headings == 1 ||
	                    fabs( fw_angle_signed( pose.heading - query->goal.heading ) ) < DIR_SAME_POSE;
	if ( distance <= fmax( query->goal_tolerance, DIR_SAME_POSE ) && facing &&
	     ( square == 0.0 || state->speeds->any_end ) )
	{
		const fw_curve none = { .start = pose, .radius = state->primitives->def.turning_radius };
		fw_dir_open_goal( search, state, node, g, &none );
	}
	else if ( distance <= state->connect_range &&
	          ( state->speeds != NULL || fw_dir_goal_cost( search, state, place ) < rest_of_goal( state, g ) ) )
	{
		connect( search, state, pose, fw_dir_gear( place ), square, node, g );
	}
}

// From an exact start straight or by a curve to the goal, without any lattice pose between.
static void try_goal_from_start( fw_search* search, dir_state* state, fw_pose start )
{
	const double distance = fw_length( search->query.goal.x - start.x, search->query.goal.y - start.y );
	const double square = state->speeds != NULL ? state->speeds->start : 0.0;
	for ( int32_t i = 0; i < start_gears( state ) && distance <= state->connect_range; i++ )
	{
		connect( search, state, start, i == 0 ? FW_GEAR_FORWARD : FW_GEAR_REVERSE, square, FW_NO_SLOT, 0 );
	}
}

void fw_dir_open_start( fw_search* search, dir_state* state )
{
	const fw_query* query = &search->query;
	const int32_t count = query->start_any_heading ? state->headings : 1;
	dir_place place;
	const bool on_lattice = fw_dir_on_lattice( state, query->start, query->start_any_heading, &place );
	for ( int32_t i = 0; i < count; i++ )
	{
		if ( !on_lattice )
		{
			fw_pose start = query->start;
			start.heading = query->start_any_heading ? fw_primitives_angle( state->primitives, i ) : start.heading;
			try_goal_from_start( search, state, start );
			open_around( search, state, start );
			continue;
		}
		place.heading = query->start_any_heading ? i : place.heading;
		place.level = state->speeds != NULL ? state->speeds->start_level : 0;
		fw_dir_offer( search, state, place, 0, DIR_EDGE_NONE );
		// A unit that stands may take either gear.
		if ( state->gears > 1 && place.level == 0 )
		{
			fw_dir_offer( search, state, fw_dir_other_gear( state, place ), 0, DIR_EDGE_NONE );
		}
	}
}

// Where the edge, the run or the change of gear that leads to a place begins.
static dir_place way_back( const dir_state* state, dir_place place, uint32_t e, int32_t level )
{
	if ( e == DIR_EDGE_GEAR )
	{
		return fw_dir_other_gear( state, place );
	}
	place.level = level;
	if ( ( e & DIR_EDGE_RUN ) != 0 )
	{
		const int32_t steps = (int32_t)( e & ~DIR_EDGE_RUN );
		int32_t dx, dy;
		fw_speeds_step( place.heading, state->headings, &dx, &dy );
		place.x -= steps * dx;
		place.y -= steps * dy;
		return place;
	}
	const fw_turn_edge* edge = &fw_dir_table( state, place.gear )->edges[e];
	place.x -= edge->dx;
	place.y -= edge->dy;
	place.phase = edge->from_phase;
	place.heading = edge->from_heading;
	return place;
}

void fw_dir_tell_expanded( const fw_search* search, const dir_state* state, uint32_t index, dir_place place )
{
	const dir_node* node = dir_node_at( state, index );
	const fw_pose pose = fw_dir_pose( state, place );
	fw_pose parent = pose;
	if ( node->edge == DIR_EDGE_GEAR || ( node->edge & DIR_EDGE_FIRST ) == 0 )
	{
		parent = fw_dir_pose( state, way_back( state, place, node->edge, node->from ) );
	}
	else if ( node->edge != DIR_EDGE_NONE )
	{
		parent = search->query.start;
	}
	const fw_heard heard = {
	    .event = FW_EVENT_EXPAND,
	    .pose = pose,
	    .parent = parent,
	    .g = (double)node->g / FW_COST_ONE,
	    .h = (double)node->h / FW_COST_ONE,
	};
	fw_search_tell( search, &heard );
}

// Lists the nodes from one back to the first one; returns how many.
static int32_t trace_back( fw_search* search, dir_state* state, uint32_t node )
{
	int32_t count = 0;
	while ( node != FW_NO_SLOT && fw_search_need( search, FW_PUSH( &search->allocator, &state->trail, &count,
	                                                               &state->trail_capacity, node ) ) )
	{
		const dir_node* at = dir_node_at( state, node );
		if ( at->edge == DIR_EDGE_NONE || ( at->edge != DIR_EDGE_GEAR && ( at->edge & DIR_EDGE_FIRST ) != 0 ) )
		{
			break;
		}
		node = dir_node_of( search, state, way_back( state, dir_place_of( state, node ), at->edge, at->from ) );
	}
	return count;
}

// Adds the curve by which a node was reached.
static fw_status append_node( const dir_state* state, uint32_t node, fw_path* path )
{
	const uint32_t e = dir_node_at( state, node )->edge;
	if ( e == DIR_EDGE_NONE || e == DIR_EDGE_GEAR )
	{
		return FW_OK;
	}
	if ( ( e & DIR_EDGE_FIRST ) != 0 )
	{
		FW_TRY( fw_dir_tree_append( &state->from_start, state->first_moves[e & ~DIR_EDGE_FIRST], false, path ) );
		return fw_path_append_curve( path, &state->firsts[e & ~DIR_EDGE_FIRST] );
	}
	const dir_place to = dir_place_of( state, node );
	const dir_place from = way_back( state, to, e, 0 );
	const bool run = ( e & DIR_EDGE_RUN ) != 0;
	const fw_turn_edge* edge = run ? NULL : &fw_dir_table( state, to.gear )->edges[e];
	const fw_curve_word word = run ? FW_WORD_LSL : (fw_curve_word)edge->word;
	const double radius = fw_turn_radius( state->primitives, run ? 0 : edge->bend );
	fw_curve curve;
	const bool exists = fw_curve_to_pose( fw_dir_pose( state, from ), fw_dir_pose( state, to ), radius, word,
	                                      fw_dir_gear( to ), &curve );
	FW_ASSERT( exists );
	return exists ? fw_path_append_curve( path, &curve ) : FW_ERR_STATE;
}

// Makes the path of the nodes to one of them, and of a last curve behind it where there is one.
static void extract_to( fw_search* search, dir_state* state, uint32_t node, const fw_curve* last, fw_result* result )
{
	const int32_t count = trace_back( search, state, node );
	if ( search->status != FW_OK )
	{
		return;
	}
	fw_pose start = search->query.start;
	if ( search->query.start_any_heading )
	{
		const uint32_t first = count > 0 ? state->trail[count - 1] : FW_NO_SLOT;
		const uint32_t edge = first != FW_NO_SLOT ? dir_node_at( state, first )->edge : DIR_EDGE_NONE;
		start = count == 0              ? last->start
		        : edge == DIR_EDGE_NONE ? fw_dir_pose( state, dir_place_of( state, first ) )
		                                : state->firsts[edge & ~DIR_EDGE_FIRST].start;
	}
	fw_path_clear( &result->path, start );
	for ( int32_t i = count - 1; i >= 0; i-- )
	{
		fw_search_fail( search, append_node( state, state->trail[i], &result->path ) );
	}
	fw_search_fail( search, last->length > 0.0 ? fw_path_append_curve( &result->path, last ) : FW_OK );
}

// The exact cost of a path whose end the search has reached at a cost g.
static double cost_of( const dir_state* state, const fw_path* path, uint32_t g )
{
	// Integer costs are exact to half a thousandth of a tile a curve; the path's own length is exact.
	const bool plain = !state->has_costs && state->states == state->headings;
	const double turning = state->charged ? state->turn_charge * fw_path_turn_angle( path ) : 0.0;
	return plain ? path->length + turning : g / (double)FW_COST_ONE;
}

void fw_dir_extract( fw_search* search, void* opaque, fw_result* result )
{
	dir_state* state = opaque;
	extract_to( search, state, state->goal_parent, &state->goal_curve, result );
	fw_search_fail( search, fw_dir_tree_append( &state->into_goal, state->goal_move, true, &result->path ) );
	result->cost = cost_of( state, &result->path, state->goal_g );
}

void fw_dir_best( fw_search* search, void* opaque, fw_result* result )
{
	dir_state* state = opaque;
	fw_nearest nearest = fw_nearest_none();
	const fw_vec2 goal = { search->query.goal.x, search->query.goal.y };
	const bool estimated = search->query.options.heuristic != FW_HEURISTIC_ZERO;
	const uint32_t count = (uint32_t)( state->pages.slots * DIR_PAGE_TILES ) << state->states_shift;
	for ( uint32_t node = 0; node < count; node++ )
	{
		const dir_node* at = dir_node_at( state, node );
		if ( at->expanded )
		{
			const fw_pose pose = fw_dir_pose( state, dir_place_of( state, node ) );
			const uint32_t straight = fw_cost_of( fw_length( goal.x - pose.x, goal.y - pose.y ) );
			fw_nearest_offer( &nearest, estimated ? at->h : straight, at->g, node );
		}
	}
	if ( nearest.node != UINT32_MAX )
	{
		extract_to( search, state, nearest.node, &( fw_curve ){ .length = 0.0 }, result );
		result->cost = cost_of( state, &result->path, (uint32_t)nearest.g );
	}
}
