// SPDX-License-Identifier: MIT
// Exact moves round an end of a directional search.
//
// In a parking bay a unit shuffles by thirds of a tile, and turns by a few degrees at a time: lattice poses are too far
// apart for that. Where no lattice pose leads on from the start, or none leads into the goal, a tree of short exact
// moves grows there, cheapest first, in all gears, until curves join it to the lattice again. As in hybrid A*, of the
// poses that fall into one small cell the first is kept (D. Dolgov, S. Thrun, M. Montemerlo, J. Diebel, "Practical
// Search Techniques in Path Planning for Autonomous Driving", 2008). Where a unit cannot back, the tree from the start
// also grows along with the search, by cost and estimate as there: narrow bends have no lattice poses either.
#include "geom/geom.h"
#include "search/directional/directional.h"

// A turn by this angle, or as far straight on. With a 64th of a circle more of the parallel bays of docs/algorithms/
// outlines.md are solved than with a 32nd; finer steps take longer.
#define STEP_ANGLE ( FW_TAU / 64.0 )
#define STEP_MIN 0.15 // [tiles]
// Cells of poses.
#define CELLS_PER_TILE 8.0
#define CELL_HEADINGS 64
#define CELL_SLOTS 65536 // of the table of cells; above six for each move that is expanded
// Curves between a tree and the lattice: so far, so much longer than straight, and so much turned.
#define JOIN_REACH 1.5
#define JOIN_EXCESS 1.0
#define JOIN_TURN ( FW_PI / 3.0 )

void fw_dir_tree_begin( dir_tree* tree, fw_pose root, bool by_cost )
{
	tree->root = root;
	tree->by_cost = by_cost;
	tree->count = 0;
	tree->expanded = 0;
	tree->begun = false;
}

void fw_dir_tree_hold( fw_holdings* holdings, dir_tree* tree )
{
	FW_HOLD( holdings, tree->moves, tree->capacity );
	FW_HOLD( holdings, tree->cells, tree->cell_capacity );
	fw_open_hold( holdings, &tree->open );
}

// The cell of a pose, null where another one was the first in it.
static uint64_t* free_cell( const dir_tree* tree, fw_pose pose, fw_gear gear, uint64_t* value )
{
	const double turn = fw_angle_positive( pose.heading ) * ( CELL_HEADINGS / FW_TAU );
	const uint64_t x = (uint64_t)(int64_t)floor( pose.x * CELLS_PER_TILE );
	const uint64_t y = (uint64_t)(int64_t)floor( pose.y * CELLS_PER_TILE );
	const uint64_t heading = (uint64_t)floor( turn + 0.5 ) % CELL_HEADINGS;
	const uint64_t key = ( ( x << 24 ^ y ) << 8 | heading << 1 | ( gear == FW_GEAR_REVERSE ? 1u : 0u ) ) + 1;
	uint32_t slot = (uint32_t)( key * 0x9E3779B97F4A7C15u >> 48 ) % CELL_SLOTS;
	while ( tree->cells[slot] != 0 && tree->cells[slot] != key )
	{
		slot = ( slot + 1 ) % CELL_SLOTS;
	}
	*value = key;
	return tree->cells[slot] == 0 ? &tree->cells[slot] : NULL;
}

// A move of one part: to the left, straight on or to the right.
static fw_curve make_move( fw_pose from, double radius, int32_t side, fw_gear gear )
{
	const double step = fmax( STEP_MIN, radius * STEP_ANGLE );
	fw_curve made = { .start = from, .radius = radius, .length = step, .gear = gear };
	made.word = side > 0 ? FW_WORD_RSR : FW_WORD_LSL;
	made.part[side == 0 ? 1 : 0] = side == 0 ? step : step / radius;
	return made;
}

// The same move, that ends at a pose: the way back from there, turned round in time.
static fw_curve make_move_into( fw_pose to, double radius, int32_t side, fw_gear gear )
{
	const fw_gear other = gear == FW_GEAR_FORWARD ? FW_GEAR_REVERSE : FW_GEAR_FORWARD;
	const fw_curve back = make_move( to, radius, -side, other );
	return make_move( fw_curve_pose_at( &back, back.length ), radius, side, gear );
}

// What a change to this gear costs next to a move, -1: next to the end itself.
static uint32_t gear_change( const dir_state* state, const dir_tree* tree, int32_t move, fw_gear gear )
{
	return move >= 0 && tree->moves[move].curve.gear != gear ? state->gear_cost : 0;
}

// What is to come after a move, as from the lattice pose next to it.
static uint32_t rest_of( fw_search* search, dir_state* state, const dir_move* move )
{
	const bool reverse = move->curve.gear == FW_GEAR_REVERSE;
	const double motion = fw_angle_positive( move->pose.heading + ( reverse ? FW_PI : 0.0 ) );
	const int32_t hx = (int32_t)floor( 2.0 * move->pose.x + 0.5 );
	const int32_t hy = (int32_t)floor( 2.0 * move->pose.y + 0.5 );
	dir_place place = { .x = hx >> 1,
	                    .y = hy >> 1,
	                    .phase = ( hx & 1 ? 0 : 1 ) | ( hy & 1 ? 0 : 2 ),
	                    .gear = reverse ? 1 : 0,
	                    .heading = (int32_t)floor( motion * state->headings / FW_TAU + 0.5 ) % state->headings };
	if ( !fw_dir_usable( state, place ) )
	{
		place.x = (int32_t)floor( move->pose.x );
		place.y = (int32_t)floor( move->pose.y );
		place.phase = 0;
	}
	bool guess;
	return fw_dir_estimate( search, state, place, true, &guess );
}

static void push( fw_search* search, dir_state* state, dir_tree* tree, uint32_t index )
{
	const dir_move* move = &tree->moves[index];
	const uint32_t rest = tree->by_cost ? 0 : rest_of( search, state, move );
	fw_search_push( search, &tree->open, fw_open_key( move->cost + rest, move->cost ), index );
}

// Takes the best move. One whose estimate has risen since goes back on the list.
static uint32_t pop( fw_search* search, dir_state* state, dir_tree* tree )
{
	while ( true )
	{
		const fw_open_entry best = fw_search_pop( search, &tree->open );
		const dir_move* move = &tree->moves[best.node];
		if ( tree->by_cost || fw_open_is_empty( &tree->open ) || search->status != FW_OK ||
		     move->cost + rest_of( search, state, move ) <= fw_open_f( &best ) )
		{
			return best.node;
		}
		push( search, state, tree, best.node );
	}
}

void fw_dir_tree_by_cost( fw_search* search, dir_state* state, dir_tree* tree )
{
	if ( tree->by_cost )
	{
		return;
	}
	const fw_open_list old = tree->open;
	tree->by_cost = true;
	tree->expanded = 0;
	fw_open_clear( &tree->open );
	for ( int32_t i = 0; i < fw_open_count( &old ) && tree->begun; i++ )
	{
		// It is read before one that is pushed takes its place.
		const uint32_t index = fw_open_at( &old, i )->node;
		push( search, state, tree, index );
	}
}

static void add_move( fw_search* search, dir_state* state, dir_tree* tree, int32_t parent, fw_curve curve, bool into )
{
	const fw_pose pose = into ? curve.start : fw_curve_pose_at( &curve, curve.length );
	uint64_t value;
	uint64_t* cell = free_cell( tree, pose, curve.gear, &value );
	search->counters.generated++;
	search->counters.hit_checks += cell != NULL ? 1 : 0;
	if ( cell == NULL || !fw_layer_sweep_curve( state->tiles, &search->query.unit, &curve ) )
	{
		return;
	}
	*cell = value;
	const uint32_t before = parent >= 0 ? tree->moves[parent].cost : 0;
	const uint32_t cost =
	    before + gear_change( state, tree, parent, curve.gear ) + fw_dir_curve_cost( search, state, &curve );
	const dir_move made = { pose, curve, cost, parent };
	if ( fw_search_need( search, FW_PUSH( &search->allocator, &tree->moves, &tree->count, &tree->capacity, made ) ) )
	{
		push( search, state, tree, (uint32_t)tree->count - 1 );
	}
}

static void add_moves( fw_search* search, dir_state* state, dir_tree* tree, int32_t parent, bool into )
{
	const fw_pose from = parent >= 0 ? tree->moves[parent].pose : tree->root;
	const double radius = state->primitives->def.turning_radius;
	for ( int32_t i = 0; i < 3 * state->gears; i++ )
	{
		const fw_gear gear = i < 3 ? FW_GEAR_FORWARD : FW_GEAR_REVERSE;
		const int32_t side = i % 3 - 1;
		add_move( search, state, tree, parent,
		          into ? make_move_into( from, radius, side, gear ) : make_move( from, radius, side, gear ), into );
	}
}

static bool begin( fw_search* search, dir_state* state, dir_tree* tree, bool into )
{
	tree->begun = true;
	fw_open_clear( &tree->open );
	if ( !fw_search_need( search, FW_GROW( &search->allocator, &tree->cells, &tree->cell_capacity, CELL_SLOTS ) ) )
	{
		return false;
	}
	memset( tree->cells, 0, CELL_SLOTS * sizeof( *tree->cells ) );
	add_moves( search, state, tree, -1, into );
	return true;
}

// A tree's pose, and what joins it to lattice poses.
typedef struct joint
{
	dir_tree* tree;
	int32_t index; // of the move
	fw_pose pose;
	bool into;
} joint;

// Is a path from the start to the place, or from it into the goal, known that costs no more?
static bool is_known( const dir_state* state, const joint* j, dir_place place, uint32_t cost )
{
	if ( !j->into )
	{
		return dir_is_reached( state, place, cost );
	}
	const fw_perimeter_node* node = fw_dir_perimeter_at( state, place );
	return node->seen && node->g <= cost;
}

// Joins the pose to a lattice pose by the first curve that is free, not longer than this, and may be cheaper than what
// is known.
static void join( fw_search* search, dir_state* state, const joint* j, dir_place place, double longest )
{
	const fw_primitives_def* def = &state->primitives->def;
	const fw_unit* unit = &search->query.unit;
	const fw_pose lattice = fw_dir_pose( state, place );
	const fw_gear gear = fw_dir_gear( place );
	const uint32_t before = j->tree->moves[j->index].cost + gear_change( state, j->tree, j->index, gear );
	if ( unit->outline.count > 0 && !fw_layer_stands( state->tiles, unit, lattice ) )
	{
		return;
	}
	fw_curve curves[6];
	const int32_t count = fw_curve_all( j->into ? lattice : j->pose, j->into ? j->pose : lattice, def->turning_radius,
	                                    def->words, gear, curves );
	for ( int32_t i = 0; i < count && curves[i].length <= longest; i++ )
	{
		if ( is_known( state, j, place, before + fw_dir_least_curve_cost( search, state, &curves[i] ) ) )
		{
			continue;
		}
		search->counters.hit_checks++;
		if ( !fw_layer_sweep_curve( state->tiles, unit, &curves[i] ) )
		{
			continue;
		}
		const uint32_t cost = before + fw_dir_curve_cost( search, state, &curves[i] );
		if ( j->into )
		{
			fw_dir_add_end( search, state, &( dir_end ){ place, cost, curves[i], j->index } );
		}
		else
		{
			fw_dir_offer( search, state, place, cost, fw_dir_add_first( search, state, &curves[i], j->index ) );
		}
		return;
	}
}

// Joins the pose to those of a lattice point to which curves may be short, and cheaper than what is known. A bound as
// that of fw_dir_least_length(), in which the bearing is found once for all.
static void join_point( fw_search* search, dir_state* state, const joint* j, dir_place place )
{
	const fw_vec2 at = fw_lattice_point( place.x, place.y, place.phase );
	const double side = j->into ? -1.0 : 1.0;
	const double dx = side * ( at.x - j->pose.x );
	const double dy = side * ( at.y - j->pose.y );
	const double distance = fw_length( dx, dy );
	if ( distance > JOIN_REACH || !fw_dir_usable( state, place ) )
	{
		return;
	}
	const bool apart = distance > DIR_SAME_POSE;
	const double bearing = apart ? fw_atan2( dy, dx ) - j->pose.heading : 0.0;
	const double radius = state->primitives->def.turning_radius;
	for ( int32_t own = 0; own < state->gears * state->headings; own++ )
	{
		place.gear = own / state->headings;
		place.heading = own % state->headings;
		const bool reverse = place.gear == 1;
		const dir_place facing = reverse ? fw_dir_turned( state, place ) : place;
		const double turn = fw_angle_signed( state->heading_angle[facing.heading] - j->pose.heading );
		if ( fabs( turn ) > JOIN_TURN )
		{
			continue;
		}
		const double ahead = apart && reverse ? bearing - FW_PI : bearing;
		const double both = fabs( fw_angle_signed( ahead ) ) + fabs( fw_angle_signed( ahead - turn ) );
		const double least = fmax( distance, radius * fmin( both, FW_PI ) );
		const double factor = reverse ? search->query.unit.reverse_factor : 1.0;
		const uint32_t cost = j->tree->moves[j->index].cost +
		                      gear_change( state, j->tree, j->index, fw_dir_gear( place ) ) +
		                      (uint32_t)( least * factor * FW_COST_ONE );
		if ( least <= distance + JOIN_EXCESS && !is_known( state, j, place, cost ) )
		{
			join( search, state, j, place, distance + JOIN_EXCESS );
		}
	}
}

static void join_around( fw_search* search, dir_state* state, dir_tree* tree, int32_t index, bool into )
{
	const joint j = { tree, index, tree->moves[index].pose, into };
	const int32_t range = (int32_t)JOIN_REACH + 1;
	const int32_t side = 2 * range + 1;
	for ( int32_t i = 0; i < side * side * state->primitives->phases; i++ )
	{
		const int32_t tile = i % ( side * side );
		join_point( search, state, &j,
		            ( dir_place ){ .x = (int32_t)floor( j.pose.x ) + tile % side - range,
		                           .y = (int32_t)floor( j.pose.y ) + tile / side - range,
		                           .phase = i / ( side * side ) } );
	}
}

static FW_COLD void tell_move( const fw_search* search, const dir_tree* tree, uint32_t index, bool into )
{
	const dir_move* move = &tree->moves[index];
	const fw_heard heard = {
	    .event = into ? FW_EVENT_BACK : FW_EVENT_EXPAND,
	    .pose = move->pose,
	    .parent = move->parent >= 0 ? tree->moves[move->parent].pose : move->pose,
	    .g = (double)move->cost / FW_COST_ONE,
	};
	fw_search_tell( search, &heard );
}

bool fw_dir_tree_grow( fw_search* search, dir_state* state, dir_tree* tree, bool into )
{
	const int64_t most = search->query.options.end_moves;
	if ( tree->expanded >= most || state->speeds != NULL || state->headings == 1 || state->corridor != NULL )
	{
		return false;
	}
	if ( !tree->begun && !begin( search, state, tree, into ) )
	{
		return false;
	}
	if ( fw_open_is_empty( &tree->open ) || search->status != FW_OK )
	{
		return false;
	}
	const uint32_t best = pop( search, state, tree );
	tree->expanded++;
	if ( fw_search_is_heard( search ) )
	{
		tell_move( search, tree, best, into );
	}
	join_around( search, state, tree, (int32_t)best, into );
	add_moves( search, state, tree, (int32_t)best, into );
	return true;
}

fw_status fw_dir_tree_append( const dir_tree* tree, int32_t move, bool into, fw_path* path )
{
	if ( into )
	{
		for ( ; move >= 0; move = tree->moves[move].parent )
		{
			FW_TRY( fw_path_append_curve( path, &tree->moves[move].curve ) );
		}
		return FW_OK;
	}
	// From the start on: each time the one that follows what was appended last.
	for ( int32_t last = -1; last != move; )
	{
		int32_t next = move;
		while ( tree->moves[next].parent != last )
		{
			next = tree->moves[next].parent;
		}
		FW_TRY( fw_path_append_curve( path, &tree->moves[next].curve ) );
		last = next;
	}
	return FW_OK;
}
