// SPDX-License-Identifier: MIT
// What a unit sees of its path from its front. On open ground, in sight of a point further on its path, it knows what
// is left from all places around it without a guide.
#include "crowd/crowd.h"
#include "sweep/sweep.h"

// Of a line, so many tiles are looked up before it is swept; for discs that are larger than any rounding [tiles].
#define GLIMPSES 32
#define GLIMPSE_RADIUS 0.01
// Sine: of two segments that turn by less there is no corner between them.
#define STRAIGHT 1e-3

// Is the center of a unit on a blocked tile somewhere on a line? A few points, from the middle on, tell that of most
// long lines that lead nowhere, for less than a sweep takes.
static bool is_cut_off( const fw_layer* layer, fw_vec2 from, fw_vec2 to, double length )
{
	const int32_t count = length < GLIMPSES ? (int32_t)length : GLIMPSES - 1;
	bool cut = false;
	for ( int32_t i = 1; i <= count && !cut; i++ )
	{
		// The bits of i in the opposite order, as a fraction.
		const uint32_t bits = ( (uint32_t)i & 1 ) << 4 | ( (uint32_t)i & 2 ) << 2 | ( (uint32_t)i & 4 ) |
		                      ( (uint32_t)i & 8 ) >> 2 | ( (uint32_t)i & 16 ) >> 4;
		const double part = (double)bits * ( 1.0 / GLIMPSES );
		const int32_t x = fw_floor_to_int( from.x + part * ( to.x - from.x ) );
		const int32_t y = fw_floor_to_int( from.y + part * ( to.y - from.y ) );
		cut = fw_layer_inside( layer, x, y ) && !fw_layer_get( layer, x, y );
	}
	return cut;
}

// To which side does a path turn behind a segment? Positive: right, 0: it does not.
static double turn_behind( const fw_path* path, int32_t i )
{
	const fw_segment* before = &path->segments[i];
	const fw_segment* after = &path->segments[i + 1];
	const fw_vec2 u = { before->to.x - before->from.x, before->to.y - before->from.y };
	const fw_vec2 v = { after->to.x - after->from.x, after->to.y - after->from.y };
	const double sine = u.x * v.y - u.y * v.x;
	return fabs( sine ) > STRAIGHT * before->length * after->length ? sine : 0.0;
}

int32_t fw_crowd_keeps_off( const crowd_unit* unit )
{
	if ( unit->off_left == unit->off_right )
	{
		return unit->off_left;
	}
	double turn = 0.0;
	for ( int32_t i = unit->segment; i + 1 < unit->path.count && turn == 0.0; i++ )
	{
		turn = turn_behind( &unit->path, i );
	}
	for ( int32_t i = unit->segment - 1; i >= 0 && turn == 0.0; i-- )
	{
		turn = turn_behind( &unit->path, i );
	}
	return turn > 0.0 ? unit->off_right : turn < 0.0 ? unit->off_left : 0;
}

// Who keeps off walls sees only what it could reach like that.
static bool sees( const fw_crowd* crowd, const crowd_unit* unit, fw_vec2 from, fw_vec2 to )
{
	fw_unit wide = unit->unit;
	const fw_layer* layer = fw_grid_layer( crowd->grid, wide.capabilities );
	const fw_segment line = fw_segment_line( from, to, FW_GEAR_FORWARD );
	const bool is_disc = wide.outline.count == 0 && wide.radius >= GLIMPSE_RADIUS;
	wide.radius += fw_crowd_keeps_off( unit );
	return !( layer != NULL && is_disc && is_cut_off( layer, from, to, line.length ) ) &&
	       fw_sweep_segment( crowd->grid, &wide, &line );
}

// The furthest point of its path, of some, that a unit sees from its front, beyond a distance on the path.
static bool look( const fw_crowd* crowd, int32_t index, double here, fw_vec2* to, double* at )
{
	static const double looks[] = { INFINITY, 24.0, 16.0, 8.0, 4.0, 2.0 };
	const crowd_unit* unit = &crowd->units[index];
	const fw_vec2 front = crowd_front( crowd, index );
	const bool costs = fw_grid_has_costs( crowd->grid, unit->unit.capabilities );
	double last = -1.0;
	if ( fw_grid_one_way_count( crowd->grid ) > 0 )
	{
		return false;
	}
	for ( int32_t i = costs ? 4 : 0; i < 6; i++ )
	{
		*at = fmin( here + looks[i], unit->path.length );
		*to = fw_crowd_path_point( unit, *at );
		if ( *at != last && sees( crowd, unit, front, *to ) )
		{
			return true;
		}
		last = *at;
	}
	return false;
}

bool fw_crowd_looks_ahead( fw_crowd* crowd, int32_t index, double here, fw_vec2* to, double* at )
{
	crowd_unit* unit = &crowd->units[index];
	const fw_vec2 front = crowd_front( crowd, index );
	const uint64_t revision = fw_grid_revision( crowd->grid );
	// From one place it sees as far wherever it is taken to be on its path.
	const bool is_behind = unit->sees && unit->seen_at <= here && unit->looked_at != here;
	if ( unit->looked_path != unit->path_number || unit->looked_revision != revision || is_behind ||
	     !crowd_is_same( unit->looked_from, front ) )
	{
		unit->looked_path = unit->path_number;
		unit->looked_revision = revision;
		unit->looked_at = here;
		unit->looked_from = front;
		unit->sees = look( crowd, index, here, &unit->seen, &unit->seen_at );
	}
	*to = unit->seen;
	*at = unit->seen_at;
	return unit->sees;
}

bool fw_crowd_is_on_open_ground( fw_crowd* crowd, int32_t index )
{
	crowd_unit* unit = &crowd->units[index];
	const fw_vec2 front = crowd_front( crowd, index );
	const uint64_t revision = fw_grid_revision( crowd->grid );
	if ( unit->open_revision != revision || !crowd_is_same( unit->open_at, front ) )
	{
		const fw_segment stands = fw_segment_line( front, front, FW_GEAR_FORWARD );
		unit->open_revision = revision;
		unit->open_at = front;
		unit->is_open = fw_sweep_disc( crowd->grid, unit->unit.capabilities, CROWD_PIECE, &stands );
	}
	return unit->is_open;
}

bool fw_crowd_has_few_near( fw_crowd* crowd, int32_t index )
{
	const fw_vec2 front = crowd_front( crowd, index );
	const fw_box box = { front.x, front.y, front.x, front.y };
	return fw_safe_stop_near( &crowd->precedence.stop, &box, CROWD_NEAR ) <= CROWD_FEW;
}

bool fw_crowd_is_among_few( fw_crowd* crowd, int32_t index )
{
	crowd_unit* unit = &crowd->units[index];
	if ( unit->counted != crowd->ticks + 1 )
	{
		unit->counted = crowd->ticks + 1;
		unit->among_few =
		    unit->walks && fw_crowd_is_on_open_ground( crowd, index ) && fw_crowd_has_few_near( crowd, index );
	}
	return unit->among_few;
}

bool fw_crowd_sees_path( fw_crowd* crowd, int32_t index )
{
	const crowd_unit* unit = &crowd->units[index];
	fw_vec2 to;
	double at;
	return unit->unit.outline.count == 0 && fw_crowd_is_on_open_ground( crowd, index ) &&
	       ( fw_crowd_is_among_few( crowd, index ) ||
	         !fw_guide_is_good( &crowd->guides, unit->guide, index, crowd_front( crowd, index ) ) ) &&
	       fw_crowd_looks_ahead( crowd, index, unit->at, &to, &at );
}

crowd_sight fw_crowd_find_sight( fw_crowd* crowd, int32_t index )
{
	const crowd_unit* unit = &crowd->units[index];
	const bool sees = unit->has_goal && fw_node_step( unit->unit.radius ) == 2 &&
	                  fw_crowd_is_among_few( crowd, index ) && fw_crowd_sees_path( crowd, index );
	return ( crowd_sight ){ sees, unit->seen, sees ? fw_crowd_left_on_path( unit, unit->seen_at ) : INFINITY };
}

double fw_crowd_left_in_sight_from( const crowd_sight* sight, fw_vec2 place )
{
	const fw_segment line = { .from = place, .to = sight->to, .kind = FW_SEGMENT_LINE };
	return fw_guide_length( &line ) + sight->left;
}

double fw_crowd_left_in_sight( fw_crowd* crowd, int32_t index )
{
	const crowd_unit* unit = &crowd->units[index];
	if ( unit->on_path || !fw_crowd_sees_path( crowd, index ) )
	{
		return fw_crowd_left( crowd, index );
	}
	const crowd_sight sight = { true, unit->seen, fw_crowd_left_on_path( unit, unit->seen_at ) };
	return fw_crowd_left_in_sight_from( &sight, crowd_front( crowd, index ) );
}

double fw_crowd_left_at_node( fw_crowd* crowd, int32_t index, const crowd_sight* sight, fw_node node )
{
	return sight->sees ? fw_crowd_left_in_sight_from( sight, fw_node_place( node ) )
	                   : fw_crowd_left_at( crowd, index, node );
}

double fw_crowd_gain( fw_crowd* crowd, int32_t index, fw_node from, fw_node to )
{
	const crowd_sight sight = fw_crowd_find_sight( crowd, index );
	const double here = fw_crowd_left_at_node( crowd, index, &sight, from );
	const double there = fw_crowd_left_at_node( crowd, index, &sight, to );
	return here < INFINITY && there < INFINITY ? fmin( fmax( here - there, -1.0 ), 1.0 ) : 0.0;
}
