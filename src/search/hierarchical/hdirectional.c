// SPDX-License-Identifier: MIT
// Directional A* along the path that a hierarchy shows.
//
// A search over clusters finds a path for a square as wide as the unit; Directional A* and its distance field then keep
// to the cells round it. Where no legal turns are found there, the corridor is made wider, and at last it is the whole
// map, so that the answer is that of Directional A*. Sources: D. Harabor, A. Botea, "Hierarchical Path Planning for
// Multi-Size Agents in Heterogeneous Environments" (2008); M. Pinter, "Toward More Realistic Pathfinding" (2001),
// "Hierarchical Pathfinding".
#include "hierarchy/hierarchy.h"
#include "search/directional/directional.h"
#include "search/hierarchical/haastar.h"

// How wide the corridors are, each round the path of the same guide, in reaches of the unit's turns; then comes the
// whole map. Of 172 problems that have a path on three maps the first solved 169 (bench_hdirectional 24).
static const int32_t widths[] = { 1, 4 };
#define CORRIDORS ( (int32_t)( sizeof( widths ) / sizeof( widths[0] ) ) )

// A corridor may take so many nodes, and so many more for each tile of the guide's path, before a wider one is tried.
// Where there is a path in it, half a node a tile is usual; with 1.5, tight turns take 1.7 times as long
// (bench_hdirectional, brc202d).
#define MIN_NODES 2000
#define NODES_PER_TILE 4.0

// What the corridor has besides room for the turns [tiles]: as far as seeds of the field lie from a goal.
#define SPARE 4

// Begins with Directional A*, so that the path is extracted from it.
typedef struct hdir_state
{
	dir_state directional;
	fw_haastar_state guide;
	fw_corridor corridor;
	int32_t stage; // 0: the guide is searched; 1 to CORRIDORS: that corridor is; above: the whole map
	int64_t left;  // nodes that the stage may still take
} hdir_state;

static void begin_whole( fw_search* search, hdir_state* state )
{
	state->stage = CORRIDORS + 1;
	state->left = INT64_MAX;
	fw_search_report( search, FW_EVENT_BEGIN, search->query.start.x, search->query.start.y );
	fw_search_finish( search, FW_RUNNING, FW_REASON_NONE );
	fw_dir_begin( search, &state->directional, NULL );
}

// The nearest tile around an end where the guide's square stands with its middle there. False where there is none.
static bool find_end( const fw_haastar_state* guide, int32_t side, fw_pose pose, int32_t* x, int32_t* y )
{
	const double middle = 0.5 * side;
	const int32_t own_x = (int32_t)floor( pose.x - middle + 0.5 );
	const int32_t own_y = (int32_t)floor( pose.y - middle + 0.5 );
	double nearest = INFINITY;
	for ( int32_t cy = own_y - side; cy <= own_y + side; cy++ )
	{
		for ( int32_t cx = own_x - side; cx <= own_x + side; cx++ )
		{
			const double distance = fw_length( cx + middle - pose.x, cy + middle - pose.y );
			if ( distance < nearest && fw_hierarchy_stands( guide->hierarchy, guide->unit_class, cx, cy ) )
			{
				nearest = distance;
				*x = cx;
				*y = cy;
			}
		}
	}
	return nearest < INFINITY;
}

// Adds what lies round the path between two tiles that follow one another in the guide's chain: an intra-edge
// may be anywhere in it.
static void add_leg( hdir_state* state, uint32_t from, uint32_t to, int32_t margin )
{
	const int32_t side = state->guide.hierarchy->def.cluster;
	int32_t low[2] = { fw_chain_x( from ), fw_chain_y( from ) };
	int32_t high[2] = { fw_chain_x( to ), fw_chain_y( to ) };
	const bool within = low[0] / side == high[0] / side && low[1] / side == high[1] / side;
	for ( int32_t i = 0; i < 2; i++ )
	{
		const int32_t least = low[i] < high[i] ? low[i] : high[i];
		high[i] = within ? least / side * side + side - 1 : low[i] + high[i] - least;
		low[i] = within ? least / side * side : least;
	}
	fw_corridor_add( &state->corridor, low[0], low[1], high[0], high[1], margin );
}

// Begins a search in the next corridor.
static void begin_corridor( fw_search* search, hdir_state* state )
{
	const fw_haastar_state* guide = &state->guide;
	const fw_unit* unit = &search->query.unit;
	if ( state->stage == 0 )
	{
		fw_haastar_points( search, &state->guide );
		fw_search_need( search, fw_corridor_begin( &state->corridor, &search->allocator, guide->hierarchy->width,
		                                           guide->hierarchy->height ) );
		if ( search->status != FW_OK )
		{
			return;
		}
	}
	else
	{
		fw_search_report( search, FW_EVENT_BEGIN, search->query.start.x, search->query.start.y );
	}
	// The guide's tile is the top left one of its square, and a turn takes a circle's width.
	const double reach = fw_unit_side( unit ) + 2.0 * unit->turning_radius + SPARE;
	const int32_t margin = (int32_t)ceil( reach ) * widths[state->stage];
	uint32_t at = fw_chain_tile( guide->start_x, guide->start_y );
	for ( int32_t i = 0; i < guide->chain.point_count; i++ )
	{
		add_leg( state, at, guide->chain.points[i], margin );
		at = guide->chain.points[i];
	}
	const double length = fw_haastar_cost( guide ) / (double)FW_COST_ONE;
	state->left = MIN_NODES + (int64_t)( NODES_PER_TILE * length );
	state->stage++;
	fw_search_finish( search, FW_RUNNING, FW_REASON_NONE );
	fw_dir_begin( search, &state->directional, &state->corridor );
}

static void hdirectional_begin( fw_search* search, void* opaque )
{
	hdir_state* state = opaque;
	const fw_query* query = &search->query;
	const int32_t side = fw_unit_side( &query->unit );
	fw_haastar_state* guide = &state->guide;
	if ( !fw_dir_may_begin( search ) )
	{
		return;
	}
	state->stage = 0;
	state->left = INT64_MAX;
	fw_haastar_prepare( search, guide );
	const bool stands = find_end( guide, side, query->start, &guide->start_x, &guide->start_y ) &&
	                    find_end( guide, side, query->goal, &guide->goal_x, &guide->goal_y );
	if ( stands )
	{
		fw_haastar_begin( search, guide );
	}
	if ( !stands || search->outcome != FW_RUNNING )
	{
		begin_whole( search, state ); // where clusters do not connect the ends for a square, a disc may still pass
	}
}

// Is the end of a stage that of the search? A corridor that no curve led out of is as good as the map.
static bool is_final( const fw_search* search, const hdir_state* state )
{
	const bool decided =
	    search->outcome == FW_FOUND || ( search->outcome == FW_UNREACHABLE && !state->directional.cut );
	return state->stage > CORRIDORS || ( state->stage > 0 && decided );
}

static void hdirectional_step( fw_search* search, void* opaque, int64_t n )
{
	hdir_state* state = opaque;
	while ( n > 0 && search->status == FW_OK )
	{
		const int64_t before = search->counters.expanded;
		const int64_t most = n < state->left ? n : state->left;
		state->stage == 0 ? fw_haastar_step( search, &state->guide, most )
		                  : fw_dir_step( search, &state->directional, most );
		n -= search->counters.expanded - before;
		state->left -= search->counters.expanded - before;
		const bool ended = search->outcome != FW_RUNNING;
		if ( ended && is_final( search, state ) )
		{
			break;
		}
		if ( search->status == FW_OK && ( ended || state->left <= 0 ) )
		{
			const bool guided = state->stage > 0 || search->outcome == FW_FOUND;
			guided && state->stage < CORRIDORS ? begin_corridor( search, state ) : begin_whole( search, state );
		}
	}
}

// While the guide is searched, no pose is known.
static void hdirectional_best( fw_search* search, void* opaque, fw_result* result )
{
	hdir_state* state = opaque;
	if ( state->stage > 0 )
	{
		fw_dir_best( search, &state->directional, result );
	}
}

static void hdirectional_hold( fw_holdings* holdings, void* opaque )
{
	hdir_state* state = opaque;
	fw_haastar_hold( holdings, &state->guide );
	fw_dir_hold( holdings, &state->directional );
	FW_HOLD( holdings, state->corridor.cells.entries, state->corridor.cells.size );
}

const fw_engine fw_engine_hdirectional = {
    .state_size = sizeof( hdir_state ),
    .begin = hdirectional_begin,
    .step = hdirectional_step,
    .extract = fw_dir_extract,
    .hold = hdirectional_hold,
    .best = hdirectional_best,
};
