// SPDX-License-Identifier: MIT
// What Directional A* counts as the cost of a curve, and what it estimates the rest of the path to cost.
//
// With a charge for turning a curve costs so much more for each radian that the unit turns along it. How far a curve of
// the table turns is found when it is first met in a search. The rest of the path turns by no less than the bearing of
// the goal: the places that a unit gets to while it turns by less than half a circle lie in the cone of the directions
// in which it moves.
#include "geom/geom.h"
#include "search/directional/directional.h"

// From a place to the goal.
FW_INLINE fw_vec2 to_goal( const fw_search* search, dir_place place )
{
	const fw_vec2 at = fw_lattice_point( place.x, place.y, place.phase );
	return ( fw_vec2 ){ search->query.goal.x - at.x, search->query.goal.y - at.y };
}

// By the article's table.
FW_INLINE uint32_t table_estimate( const fw_search* search, const dir_state* state, dir_place place )
{
	const fw_vec2 d = to_goal( search, place );
	const double tiles = fw_arc_table_at( &state->primitives->arcs, d.x, d.y, state->heading_cos[place.heading],
	                                      state->heading_sin[place.heading] );
	return (uint32_t)( tiles * FW_COST_ONE );
}

FW_INLINE uint32_t straight_estimate( const fw_search* search, dir_place place )
{
	const fw_vec2 d = to_goal( search, place );
	return (uint32_t)( sqrt( d.x * d.x + d.y * d.y ) * FW_COST_ONE );
}

// The straight or octile distance to the goal.
FW_INLINE uint32_t plain_estimate( const fw_search* search, const dir_state* state, dir_place place )
{
	if ( state->use_euclid )
	{
		return straight_estimate( search, place );
	}
	const fw_vec2 d = to_goal( search, place );
	const double more = fmax( fabs( d.x ), fabs( d.y ) );
	return (uint32_t)( ( more + fmin( fabs( d.x ), fabs( d.y ) ) * ( FW_SQRT2 - 1.0 ) ) * FW_COST_ONE );
}

// The field's value of a place that it knows.
FW_INLINE uint32_t look_up( fw_search* search, dir_state* state, dir_place place, bool settle, bool* exact )
{
	*exact = true;
	const int32_t direction = state->field.shift != 0 ? place.heading * 8 / state->headings : 0;
	return settle ? fw_field_settle( search, &state->field, place.x, place.y, place.phase, direction )
	              : fw_field_peek( &state->field, place.x, place.y, place.phase, direction, exact );
}

// The field's value of any place: a half-tile point outside of gaps takes the least one of the tile centers beside it.
FW_INLINE uint32_t field_value( fw_search* search, dir_state* state, dir_place place, bool settle, bool* exact )
{
	if ( place.phase == 0 || fw_layer_get( &search->map.space->gaps[place.phase], place.x, place.y ) )
	{
		return look_up( search, state, place, settle, exact );
	}
	uint32_t least = FW_FIELD_NONE;
	*exact = true;
	for ( int32_t i = 0; i < 4; i++ )
	{
		const dir_place beside = { .x = place.x - ( i & 1 ), .y = place.y - ( i >> 1 ) };
		if ( ( i & ~place.phase ) == 0 && fw_dir_usable( state, beside ) )
		{
			bool one_exact;
			const uint32_t value = look_up( search, state, beside, settle, &one_exact );
			least = value < least ? value : least;
			*exact = *exact && one_exact;
		}
	}
	return least;
}

// What the turning that is still to come costs at least. Whoever may change gear, turns by as little as he likes; and
// the perimeter's costs, by which it seeds the field, have theirs in them.
static uint32_t turning_estimate( const fw_search* search, const dir_state* state, dir_place place )
{
	const fw_query* query = &search->query;
	if ( !state->charged || state->gears > 1 || state->perimeter.active ||
	     query->options.heuristic == FW_HEURISTIC_ZERO )
	{
		return 0;
	}
	const fw_vec2 d = to_goal( search, place );
	const double square = d.x * d.x + d.y * d.y;
	const double tolerance = query->goal_tolerance;
	if ( square <= fmax( tolerance * tolerance, 1e-12 ) )
	{
		return 0;
	}
	const double bearing = fw_atan2( d.y, d.x );
	const double heading = fw_primitives_angle( state->primitives, place.heading );
	double least = fabs( fw_angle_signed( bearing - heading ) );
	if ( tolerance > 0.0 )
	{
		least -= fw_atan2( tolerance, sqrt( square - tolerance * tolerance ) );
	}
	else if ( !query->goal_any_heading )
	{
		// Below half a circle it comes past the bearing before it faces as at the goal.
		const double both = least + fabs( fw_angle_signed( query->goal.heading - bearing ) );
		least = fmax( least, fmin( both, FW_PI ) );
	}
	return least > 1e-9 ? (uint32_t)( state->turn_charge * ( least - 1e-9 ) * FW_COST_ONE ) : 0;
}

// A distance in search costs as an estimate: weighted, and where speeds count, what the unit needs for it.
FW_INLINE uint32_t estimate_of( const dir_state* state, dir_place place, uint32_t distance )
{
	const bool counts =
	    state->speeds != NULL && ( state->use_field || state->use_table || state->use_octile || state->use_euclid );
	return fw_cost_weighted( counts ? fw_speeds_min( state->speeds, place.level, distance ) : distance, state->weight );
}

// The goal may be met so much before its center.
FW_INLINE uint32_t less_tolerance( const fw_search* search, uint32_t distance )
{
	const double tolerance = search->query.goal_tolerance;
	const double slack = tolerance > 0.0 ? ( tolerance + 0.01 ) * 1.0824 * FW_COST_ONE : 0.0;
	return distance > slack ? distance - (uint32_t)slack : 0;
}

uint32_t fw_dir_estimate( fw_search* search, dir_state* state, dir_place place, bool settle, bool* guess )
{
	uint32_t h = 0;
	*guess = false;
	if ( state->perimeter.active )
	{
		const fw_perimeter_node* known = fw_dir_perimeter_at( state, place );
		if ( known->settled )
		{
			return fw_cost_weighted( known->g, state->weight );
		}
	}
	if ( state->use_field )
	{
		bool exact;
		const uint32_t value = field_value( search, state, place, settle, &exact );
		*guess = !exact;
		// Where the field does not lead, curves may still pass a gap that no lattice point is in.
		h = value == FW_FIELD_NONE ? plain_estimate( search, state, place ) : value * FW_FIELD_SCALE;
	}
	const uint32_t table = state->use_table ? table_estimate( search, state, place ) : 0;
	const uint32_t plain = state->use_octile || state->use_euclid ? plain_estimate( search, state, place ) : 0;
	h = table > h ? table : h;
	h = plain > h ? plain : h;
	return estimate_of( state, place, less_tolerance( search, h ) ) + turning_estimate( search, state, place );
}

uint32_t fw_dir_point_estimate( fw_search* search, dir_state* state, dir_place place )
{
	uint32_t h = 0;
	if ( state->use_field )
	{
		bool exact;
		const uint32_t value = field_value( search, state, place, false, &exact );
		h = value == FW_FIELD_NONE ? plain_estimate( search, state, place ) : value * FW_FIELD_SCALE;
	}
	else if ( state->use_octile || state->use_euclid || state->use_table )
	{
		h = straight_estimate( search, place );
	}
	return estimate_of( state, place, less_tolerance( search, h ) );
}

uint32_t fw_dir_distance_part( fw_search* search, dir_state* state, const dir_node* node, dir_place place )
{
	uint32_t value = 0;
	if ( state->use_field )
	{
		bool exact;
		value = field_value( search, state, place, false, &exact );
	}
	const uint32_t h =
	    state->use_field && value != FW_FIELD_NONE ? value * FW_FIELD_SCALE : straight_estimate( search, place );
	const uint32_t part = estimate_of( state, place, h ) + turning_estimate( search, state, place );
	return part < node->h ? part : node->h;
}

// What turning by an angle costs.
FW_INLINE uint32_t turning_cost( const dir_state* state, double turned )
{
	return (uint32_t)floor( state->turn_charge * turned * FW_COST_ONE + 0.5 );
}

// A path of this cost in tiles, by its gear, and what turning along it costs.
FW_INLINE uint32_t sum_of( const fw_search* search, double cost, bool reverse, uint32_t turning )
{
	const uint32_t driven = fw_cost_of( cost * ( reverse ? search->query.unit.reverse_factor : 1.0 ) );
	return driven < FW_COST_EDGE_MAX - turning ? driven + turning : FW_COST_EDGE_MAX;
}

static uint32_t charge_of( const dir_state* state, const fw_turn_edge* edge )
{
	const fw_primitives* first = state->primitives;
	const bool is_first = edge >= first->edges && edge < first->edges + first->edge_count;
	uint32_t* turned = state->charges + first->edge_count;
	uint32_t* charge = is_first ? &state->charges[edge - first->edges] : &turned[edge - first->turned->edges];
	if ( *charge == 0 )
	{
		fw_curve curve;
		const bool exists = fw_turn_edge_curve( state->primitives, edge, &curve );
		FW_ASSERT( exists );
		*charge = 1 + ( exists ? turning_cost( state, fw_curve_turned( &curve ) ) : 0 );
	}
	return *charge - 1;
}

uint32_t fw_dir_full_cost( const fw_search* search, const dir_state* state, const fw_turn_edge* edge, dir_place from )
{
	double cost = edge->cost / (double)FW_COST_ONE;
	if ( state->has_costs )
	{
		const fw_turn_cell* cells = state->primitives->cells + edge->cells;
		cost = 0.0;
		for ( uint32_t i = 0; i < edge->cell_count; i++ )
		{
			const fw_turn_cell cell = fw_turn_cell_at( edge, cells[i] );
			const uint8_t id = fw_grid_get( search->map.grid, from.x + cell.dx, from.y + cell.dy );
			cost += (double)cell.length * fw_grid_terrain( search->map.grid, id )->cost;
		}
	}
	return sum_of( search, cost, from.gear == 1, state->charged ? charge_of( state, edge ) : 0 );
}

uint32_t fw_dir_least_curve_cost( const fw_search* search, const dir_state* state, const fw_curve* curve )
{
	const uint32_t turning = state->charged ? turning_cost( state, fw_curve_turned( curve ) ) : 0;
	return sum_of( search, curve->length, curve->gear == FW_GEAR_REVERSE, turning );
}

uint32_t fw_dir_curve_cost( const fw_search* search, const dir_state* state, const fw_curve* curve )
{
	double cost = curve->length;
	if ( state->has_costs )
	{
		const int32_t steps = (int32_t)ceil( curve->length * 16.0 );
		cost = 0.0;
		for ( int32_t i = 0; i < steps; i++ )
		{
			const fw_pose at = fw_curve_pose_at( curve, curve->length * ( i + 0.5 ) / steps );
			const uint8_t id = fw_grid_get( search->map.grid, (int32_t)floor( at.x ), (int32_t)floor( at.y ) );
			cost += fw_grid_terrain( search->map.grid, id )->cost * curve->length / steps;
		}
	}
	const uint32_t turning = state->charged ? turning_cost( state, fw_curve_turned( curve ) ) : 0;
	return sum_of( search, cost, curve->gear == FW_GEAR_REVERSE, turning );
}
