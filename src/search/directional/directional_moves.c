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
#define POINT_SLOTS 8192 // of the table of lattice points; what is found out about more is forgotten
// Curves between a tree and the lattice: so far, so much longer than straight, and so much turned.
#define JOIN_REACH 1.5
#define JOIN_EXCESS 1.0
#define JOIN_TURN ( FW_PI / 3.0 )

// Moves before it is asked whether a tree can get as far as it must.
#define FAR_AFTER 128

void fw_dir_tree_begin( dir_tree* tree, fw_pose root, bool by_cost )
{
	tree->root = root;
	tree->by_cost = by_cost;
	tree->count = 0;
	tree->expanded = 0;
	tree->farthest = 0;
	tree->begun = false;
}

void fw_dir_tree_hold( fw_holdings* holdings, dir_tree* tree )
{
	FW_HOLD( holdings, tree->moves, tree->capacity );
	FW_HOLD( holdings, tree->cells, tree->cell_capacity );
	FW_HOLD( holdings, tree->points, tree->point_capacity );
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
	tree->farthest = 0;
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
	if ( !fw_search_need( search,
	                      FW_GROW( &search->allocator, &tree->cells, &tree->cell_capacity, CELL_SLOTS ) &&
	                          FW_GROW( &search->allocator, &tree->points, &tree->point_capacity, POINT_SLOTS ) ) )
	{
		return false;
	}
	memset( tree->cells, 0, CELL_SLOTS * sizeof( *tree->cells ) );
	memset( tree->points, 0, POINT_SLOTS * sizeof( *tree->points ) );
	tree->point_count = 0;
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
	bool dry;                          // no lattice pose waits to be expanded
	uint32_t before[2];                // what a path to the pose costs before a curve in each gear
	double turn[2 * DIR_HEADINGS_MAX]; // to the heading faced, by gear and heading
	uint32_t bits[2];                  // of those to join the pose to, by gear
	fw_vec2 ahead;                     // of length 1
	double cone;                       // cosine of the angle between it and the way to a point, at least
} joint;

// What is known of the poses of a lattice point.
typedef struct known_point
{
	bool all;           // none leads on
	uint32_t tile, rim; // FW_NO_SLOT: nothing
} known_point;

static known_point find_known( const dir_state* state, const joint* j, dir_place place )
{
	const bool closed = !j->into && state->perimeter.closed;
	known_point known = { false, FW_NO_SLOT, FW_NO_SLOT };
	if ( j->into || closed )
	{
		known.rim = fw_dir_perimeter_find( state, place );
	}
	known.all = closed && known.rim == FW_NO_SLOT;
	if ( !j->into && !known.all )
	{
		known.tile = fw_pages_find_tile( &state->pages, DIR_PAGE_SHIFT, place.x, place.y, place.phase );
	}
	return known;
}

// Is a path from the start to a pose of the point, or from it into the goal, known that costs no more? Where all that
// is known was expanded in vain, no cheaper path to any of it leads on; nor does any to what is known not to lead into
// the goal.
static bool is_known( const dir_state* state, const joint* j, const known_point* known, dir_place place, uint32_t cost )
{
	const uint32_t enough = j->dry ? UINT32_MAX : cost;
	const fw_perimeter_node* rim = fw_dir_perimeter_node( state, known->rim, place );
	if ( j->into || ( state->perimeter.closed && !rim->seen ) )
	{
		return !j->into || ( rim->seen && rim->g <= enough );
	}
	if ( known->tile == FW_NO_SLOT )
	{
		return false;
	}
	const dir_node* node = dir_node_at( state, ( known->tile << state->states_shift ) + dir_own( state, place ) );
	return node->seen && node->g <= enough;
}

// Joins the pose to a lattice pose by the first curve that is free, not longer than this, and may be cheaper than what
// is known.
static void join( fw_search* search, dir_state* state, const joint* j, const known_point* known, dir_place place,
                  double longest )
{
	const fw_primitives_def* def = &state->primitives->def;
	const fw_unit* unit = &search->query.unit;
	const fw_pose lattice = fw_dir_pose( state, place );
	const fw_gear gear = fw_dir_gear( place );
	const uint32_t before = j->before[place.gear];
	// The middle one of three arcs turns by more than half a circle.
	const uint32_t words = longest <= FW_PI * def->turning_radius ? def->words & FW_WORDS_FOUR : def->words;
	fw_curve curves[6];
	const int32_t count = fw_curve_all( j->into ? lattice : j->pose, j->into ? j->pose : lattice, def->turning_radius,
	                                    words, gear, curves );
	for ( int32_t i = 0; i < count && curves[i].length <= longest; i++ )
	{
		if ( is_known( state, j, known, place, before + fw_dir_least_curve_cost( search, state, &curves[i] ) ) )
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

// What a curve of this length costs at least, with all before it.
static uint32_t least_cost( const fw_search* search, const joint* j, int32_t gear, double length )
{
	const double factor = gear == 1 ? search->query.unit.reverse_factor : 1.0;
	return j->before[gear] + (uint32_t)( length * factor * FW_COST_ONE );
}

// Where a lattice point lies from a pose.
typedef struct bearing
{
	double distance;
	double ahead[2]; // by gear: from where the pose moves to, -pi to pi
} bearing;

static bearing bearing_of( const joint* j, fw_vec2 way, double distance )
{
	if ( distance <= DIR_SAME_POSE )
	{
		return ( bearing ){ distance, { 0.0, 0.0 } };
	}
	const double ahead = fw_angle_signed( fw_atan2( way.y, way.x ) - j->pose.heading );
	return ( bearing ){ distance, { ahead, ahead > 0.0 ? ahead - FW_PI : ahead + FW_PI } };
}

// A bound of the length of curves to a pose that is turned so far from the tree's: while a unit turns by less than half
// a circle, it faces once where it gets to.
static double least_length( const dir_state* state, const bearing* at, int32_t gear, double turn )
{
	const double ahead = fabs( at->ahead[gear] );
	const double rest = fabs( at->ahead[gear] - turn );
	const double both = ahead + ( rest > FW_PI ? FW_TAU - rest : rest );
	const double arcs = state->primitives->def.turning_radius * ( both < FW_PI ? both : FW_PI );
	return arcs > at->distance ? arcs : at->distance;
}

// What the tree found out about a lattice point. No pose of one that is not usable is alive.
static dir_tree_point* point_of( const dir_state* state, dir_tree* tree, dir_place place, dir_tree_point* forgotten )
{
	const uint64_t key = ( ( (uint64_t)place.x << 28 | (uint64_t)place.y ) << 2 | (uint64_t)place.phase ) + 1;
	uint32_t slot = (uint32_t)( key * 0x9E3779B97F4A7C15u >> 32 ) % POINT_SLOTS;
	while ( tree->points[slot].key != 0 && tree->points[slot].key != key )
	{
		slot = ( slot + 1 ) % POINT_SLOTS;
	}
	if ( tree->points[slot].key == key )
	{
		return &tree->points[slot];
	}
	const bool is_full = tree->point_count >= POINT_SLOTS * 3 / 4;
	dir_tree_point* made = is_full ? forgotten : &tree->points[slot];
	*made = ( dir_tree_point ){ key, fw_dir_usable( state, place ) ? fw_dir_stands( state, place ) : 0 };
	tree->point_count += is_full ? 0 : 1;
	return made;
}

// The headings to join at a point this way: where the unit would have to turn further, arcs alone are too long.
static uint32_t bits_towards( const joint* j, fw_vec2 way, double distance )
{
	const double along = way.x * j->ahead.x + way.y * j->ahead.y;
	const double least = j->cone * distance - DIR_SAME_POSE;
	return ( along >= least ? j->bits[0] : 0 ) | ( -along >= least ? j->bits[1] : 0 );
}

// Joins the pose to those of a lattice point to which curves may be short, and cheaper than what is known.
static void join_point( fw_search* search, dir_state* state, const joint* j, dir_place place, fw_vec2 way )
{
	const double distance = fw_length( way.x, way.y );
	const uint32_t bits = bits_towards( j, way, distance );
	if ( distance > JOIN_REACH || bits == 0 )
	{
		return;
	}
	dir_tree_point forgotten;
	dir_tree_point* point = point_of( state, j->tree, place, &forgotten );
	if ( ( bits & point->alive ) == 0 )
	{
		return;
	}
	const known_point known = find_known( state, j, place );
	point->alive = known.all ? 0 : point->alive;
	const bearing at = bearing_of( j, way, distance );
	for ( uint32_t left = bits & point->alive; left != 0; left &= left - 1 )
	{
		const int32_t own = FW_CTZ64( left );
		place.gear = own / state->headings;
		place.heading = own % state->headings;
		const double least = least_length( state, &at, place.gear, j->turn[own] );
		if ( least > distance + JOIN_EXCESS )
		{
			continue;
		}
		if ( !is_known( state, j, &known, place, least_cost( search, j, place.gear, least ) ) )
		{
			join( search, state, j, &known, place, distance + JOIN_EXCESS );
		}
		else if ( j->dry )
		{
			point->alive &= ~( 1u << own );
		}
	}
}

// The headings that are turned little enough from the pose.
static void find_facings( const dir_state* state, joint* j )
{
	const double radius = state->primitives->def.turning_radius;
	const double widest = fmin( FW_PI, ( JOIN_REACH + JOIN_EXCESS ) / fmax( radius, DIR_SAME_POSE ) );
	j->cone = fw_cos( widest );
	fw_sincos( j->pose.heading, &j->ahead.y, &j->ahead.x );
	j->bits[0] = j->bits[1] = 0;
	for ( int32_t own = 0; own < state->gears * state->headings; own++ )
	{
		const dir_place place = { .gear = own / state->headings, .heading = own % state->headings };
		const int32_t faced = place.gear == 1 ? fw_dir_turned( state, place ).heading : place.heading;
		j->turn[own] = fw_angle_signed( state->heading_angle[faced] - j->pose.heading );
		j->bits[place.gear] |= fabs( j->turn[own] ) <= JOIN_TURN ? 1u << own : 0;
	}
}

static void join_around( fw_search* search, dir_state* state, dir_tree* tree, int32_t index, bool into )
{
	joint j;
	j.tree = tree;
	j.index = index;
	j.pose = tree->moves[index].pose;
	j.into = into;
	j.dry = fw_open_is_empty( into ? &state->perimeter.open : &state->open );
	j.before[0] = tree->moves[index].cost + gear_change( state, tree, index, FW_GEAR_FORWARD );
	j.before[1] = tree->moves[index].cost + gear_change( state, tree, index, FW_GEAR_REVERSE );
	find_facings( state, &j );
	const double side = into ? -1.0 : 1.0;
	for ( int32_t phase = 0; phase < state->primitives->phases; phase++ )
	{
		const fw_vec2 first = fw_lattice_point( 0, 0, phase );
		const int32_t x1 = (int32_t)floor( j.pose.x + JOIN_REACH - first.x );
		const int32_t y1 = (int32_t)floor( j.pose.y + JOIN_REACH - first.y );
		for ( int32_t y = (int32_t)ceil( j.pose.y - JOIN_REACH - first.y ); y <= y1; y++ )
		{
			for ( int32_t x = (int32_t)ceil( j.pose.x - JOIN_REACH - first.x ); x <= x1; x++ )
			{
				const fw_vec2 at = fw_lattice_point( x, y, phase );
				join_point( search, state, &j, ( dir_place ){ .x = x, .y = y, .phase = phase },
				            ( fw_vec2 ){ side * ( at.x - j.pose.x ), side * ( at.y - j.pose.y ) } );
			}
		}
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

// Is the tree too small by far for what is left to it? All that leads into the goal is known then, and the moves that
// it takes to get so far grow faster than the distance.
static bool is_far( const dir_state* state, const dir_tree* tree, int64_t most )
{
	if ( !state->perimeter.closed || tree->expanded < FAR_AFTER )
	{
		return false;
	}
	const double way = fw_dir_perimeter_distance( state, fw_pose_point( tree->root ) ) - JOIN_REACH;
	return way * FW_COST_ONE * tree->expanded > (double)tree->farthest * (double)most;
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
	if ( fw_open_is_empty( &tree->open ) || search->status != FW_OK || ( !into && is_far( state, tree, most ) ) )
	{
		return false;
	}
	const uint32_t best = pop( search, state, tree );
	tree->expanded++;
	tree->farthest = tree->moves[best].cost > tree->farthest ? tree->moves[best].cost : tree->farthest;
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
