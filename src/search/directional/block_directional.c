// SPDX-License-Identifier: MIT
// Block A* with a turning radius: poses of Directional A*, expanded by blocks of 4 x 4 tiles, with a database of the
// chains of curves inside of a block.
// Papers: P. Yap, N. Burch, R. Holte, J. Schaeffer, "Block A*: Database-Driven Search with Applications in Any-Angle
// Path-Planning" (2011); M. Pinter, "Toward More Realistic Pathfinding" (2001). Differs from the former: (a) all poses
// of a block are nodes, since curves jump over its border; (b) a block expands its poses one by one until another block
// comes first, the others wait, as do the later stages of curves of each; (c) curves that sweep more than
// the window round a block, loops, and those from and to half-tile points are tested one by one.
// Ties: blocks by f, then larger g of the pose that made it so, then first met; poses of a block by f, then number.
// Ends, estimates, perimeter and path are those of Directional A* (search/directional.h), whose pages are the blocks.
#include "search/directional/directional.h"
#include "search/directional/pose_database.h"

#define FAR UINT32_MAX

_Static_assert( DIR_PAGE_TILES == FW_POSE_TILES, "a page is a block" );

typedef struct block
{
	uint32_t f;                      // heap value: the least key of the poses that wait, FAR where none does
	uint64_t ground;                 // free tiles round it, 0: not read yet
	uint64_t open[FW_POSE_WORDS];    // poses that wait to offer a stage of curves
	uint64_t entered[FW_POSE_WORDS]; // poses that were reached from outside of the block: their rows count
} block;

// Begins with the poses, so that the path is extracted from them.
typedef struct block_state
{
	dir_state poses; // its own open list stays empty
	fw_pose_database database;
	fw_open_list open; // of blocks
	block* blocks;     // [pages.slots] those that were met
	uint32_t* keys;    // [blocks * poses of a block] f of the next stage
	int32_t block_count, block_capacity, key_capacity;
	int32_t shift;    // log2 of the poses of a block
	uint32_t current; // block being expanded, or FW_NO_SLOT
	uint32_t entry;   // of the database for this block; FW_POSE_NONE for one of half-tile points
} block_state;

// Has room for all blocks whose pages are claimed. False when memory is out.
static bool meet_blocks( fw_search* search, block_state* state )
{
	const int32_t count = state->poses.pages.slots;
	if ( FW_LIKELY( count == state->block_count ) )
	{
		return true;
	}
	if ( !fw_search_need(
	         search, count <= INT32_MAX >> state->shift &&
	                     FW_GROW( &search->allocator, &state->blocks, &state->block_capacity, count ) &&
	                     FW_GROW( &search->allocator, &state->keys, &state->key_capacity, count << state->shift ) ) )
	{
		return false;
	}
	for ( ; state->block_count < count; state->block_count++ )
	{
		state->blocks[state->block_count] = ( block ){ .f = FAR };
	}
	return true;
}

// What of a node's estimate does not come from Pinter's table, which knows of turns.
static uint32_t distance_part( fw_search* search, dir_state* poses, const dir_node* node, dir_place place )
{
	const fw_vec2 at = fw_lattice_point( place.x, place.y, place.phase );
	const double dx = search->query.goal.x - at.x;
	const double dy = search->query.goal.y - at.y;
	uint32_t h = (uint32_t)( sqrt( dx * dx + dy * dy ) * FW_COST_ONE );
	if ( poses->use_field && place.phase == 0 )
	{
		bool exact;
		const uint32_t value = fw_field_peek( &poses->field, place.x, place.y, 0, 0, &exact );
		h = value != FW_FIELD_NONE ? value * FW_FIELD_SCALE : h;
	}
	const uint32_t weighted = fw_cost_weighted( h, poses->weight );
	return weighted < node->h ? weighted : node->h;
}

// A block waits with the key of a pose of this g.
static void push_block( fw_search* search, block_state* state, uint32_t slot, uint32_t key, uint32_t g )
{
	state->blocks[slot].f = key;
	fw_search_push( search, &state->open, fw_open_key( key, g < key ? g : key ), slot );
}

// A pose waits with this key; `entered`: from outside of its block.
static void queue( fw_search* search, block_state* state, uint32_t index, uint32_t g, uint32_t key, bool entered )
{
	if ( FW_UNLIKELY( !meet_blocks( search, state ) ) )
	{
		return;
	}
	const uint32_t slot = index >> state->shift;
	const uint32_t pose = index & ( ( 1u << state->shift ) - 1 );
	const uint64_t bit = (uint64_t)1 << ( pose % 64 );
	block* to = &state->blocks[slot];
	to->open[pose / 64] |= bit;
	to->entered[pose / 64] = entered ? to->entered[pose / 64] | bit : to->entered[pose / 64] & ~bit;
	state->keys[index] = key;
	if ( slot != state->current && key < to->f )
	{
		push_block( search, state, slot, key, g );
	}
}

// Offers a path to a pose.
static void offer( fw_search* search, block_state* state, dir_place place, uint32_t g, uint32_t edge, bool entered )
{
	const uint32_t index = fw_dir_improve( search, &state->poses, place, g, edge );
	if ( index != FW_NO_SLOT )
	{
		queue( search, state, index, g, g + dir_node_at( &state->poses, index )->h, entered );
	}
}

// The row of the database that counts for a pose of the current block; null where its paths were offered by the pose
// that led to it, and when memory is out.
static const fw_pose_row* row_of( fw_search* search, block_state* state, uint32_t index )
{
	const uint32_t pose = index & ( ( 1u << state->shift ) - 1 );
	if ( state->entry == FW_POSE_NONE ||
	     ( state->blocks[state->current].entered[pose / 64] >> ( pose % 64 ) & 1 ) == 0 )
	{
		return NULL;
	}
	const fw_pose_row* row =
	    fw_pose_database_row( &state->database, &search->allocator, state->poses.primitives, state->entry, pose );
	fw_search_need( search, row != NULL );
	return row;
}

// Offers other poses of the block what a stage of a row says of them.
static void offer_row( fw_search* search, block_state* state, const fw_pose_row* row, uint32_t g, dir_place from,
                       int32_t stage )
{
	const dir_state* poses = &state->poses;
	int32_t count;
	const fw_pose_path* paths = fw_pose_row_stage( &state->database, row, stage, &count );
	search->counters.generated += count;
	for ( int32_t i = 0; i < count; i++ )
	{
		const int32_t tile = (int32_t)paths[i].to / poses->headings;
		const dir_place to = { .x = ( from.x & ~3 ) + tile % FW_POSE_SIDE,
		                       .y = ( from.y & ~3 ) + tile / FW_POSE_SIDE,
		                       .heading = (int32_t)paths[i].to % poses->headings };
		// A chain's poses are in the row themselves, so its last curve is enough to find it again.
		offer( search, state, to, g + paths[i].cost, paths[i].edge, false );
	}
}

// Offers the end of a curve that the database does not know.
FW_INLINE void offer_edge( fw_search* search, void* context, uint32_t e, dir_place from, dir_place to, uint32_t g )
{
	block_state* state = context;
	const fw_turn_edge* edge = &state->poses.primitives->edges[e];
	const bool known = from.phase == 0 && fw_pose_is_inner( &state->database, e, dir_tile_in_page( from ) );
	if ( !known && fw_dir_leads( &state->poses, state->poses.primitives, edge, from, to, g + edge->cost ) )
	{
		offer( search, state, to, g + edge->cost, e, true );
	}
}

// The least excess of a pose's curves and paths of a stage; INT32_MAX where there are none.
FW_INLINE int32_t min_excess( const fw_turn_fan* fan, const fw_pose_row* row, int32_t stage )
{
	const int32_t curves = fan->begin[stage] < fan->begin[stage + 1] ? fan->least[stage] : INT32_MAX;
	return row != NULL && row->least[stage] < curves ? row->least[stage] : curves;
}

// The key with which a pose waits for the stage that it is at.
static void set_key( fw_search* search, block_state* state, uint32_t index, dir_place place, const fw_pose_row* row )
{
	dir_state* poses = &state->poses;
	const dir_node* node = dir_node_at( poses, index );
	const fw_turn_fan* fan = fw_primitives_fan( poses->primitives, place.phase, place.heading );
	state->keys[index] = fw_dir_key( search, poses, node, place, min_excess( fan, row, node->stage ), distance_part );
}

// Has a pose wait for its next stage, if there is one.
static void put_back( fw_search* search, block_state* state, uint32_t index, dir_place place, const fw_pose_row* row )
{
	dir_state* poses = &state->poses;
	const fw_turn_fan* fan = fw_primitives_fan( poses->primitives, place.phase, place.heading );
	const uint32_t pose = index & ( ( 1u << state->shift ) - 1 );
	dir_node* node = dir_node_at( poses, index );
	int32_t next = node->stage + 1;
	while ( next < FW_TURN_STAGES && min_excess( fan, row, next ) == INT32_MAX )
	{
		next++;
	}
	node->stage = (uint8_t)next;
	if ( next < FW_TURN_STAGES )
	{
		set_key( search, state, index, place, row );
	}
	else
	{
		state->blocks[state->current].open[pose / 64] &= ~( (uint64_t)1 << ( pose % 64 ) );
	}
}

// Expands what is due of a pose of the current block.
static void expand( fw_search* search, block_state* state, uint32_t index, dir_place place )
{
	dir_state* poses = &state->poses;
	const int32_t stage = dir_node_at( poses, index )->stage;
	if ( stage == 0 )
	{
		dir_node_at( poses, index )->expanded = true;
		fw_dir_try_goal( search, poses, index, place );
		fw_open_clear( &poses->open ); // the goal waits in goal_open
	}
	const fw_pose_row* row = row_of( search, state, index );
	const uint32_t g = dir_node_at( poses, index )->g;
	if ( row != NULL )
	{
		offer_row( search, state, row, g, place, stage );
	}
	fw_dir_offer_stage( search, poses, poses->primitives, place, g, stage, fw_dir_has_halves( poses, place ),
	                    offer_edge, state );
	put_back( search, state, index, place, row );
}

// Takes up the next block of the open list, or ends the search.
static void enter_block( fw_search* search, block_state* state )
{
	dir_state* poses = &state->poses;
	while ( !fw_open_is_empty( &state->open ) )
	{
		const fw_open_entry best = fw_search_pop( search, &state->open );
		block* to = &state->blocks[best.node];
		const uint32_t f = fw_open_f( &best );
		if ( to->f != f )
		{
			continue; // it was put on the list again with less
		}
		if ( poses->goal_open && poses->goal_g <= f )
		{
			break;
		}
		const fw_page_origin origin = poses->pages.origins[best.node];
		to->f = FAR;
		state->current = best.node;
		state->entry = FW_POSE_NONE;
		if ( origin.plane == 0 )
		{
			const int32_t x = origin.x / FW_POSE_SIDE;
			const int32_t y = origin.y / FW_POSE_SIDE;
			to->ground = to->ground != 0 ? to->ground : ~fw_pose_window( poses->tiles, x, y );
			state->entry = fw_pose_database_entry( &state->database, &search->allocator, ~to->ground );
			fw_search_need( search, state->entry != FW_POSE_NONE );
		}
		return;
	}
	fw_dir_finish_at( search, poses, poses->goal_open ? DIR_NODE_GOAL : FW_NO_SLOT );
}

// Looks closer at a pose, see fw_dir_refine(). True when f rose.
static bool refine( fw_search* search, block_state* state, uint32_t index, dir_place place )
{
	const bool higher = fw_dir_refine( search, &state->poses, index, place );
	if ( higher )
	{
		const bool later = dir_node_at( &state->poses, index )->stage > 0;
		set_key( search, state, index, place, later ? row_of( search, state, index ) : NULL );
	}
	return higher;
}

// Takes the pose of the current block that comes first.
static void step_pose( fw_search* search, block_state* state, int64_t* n )
{
	dir_state* poses = &state->poses;
	const uint32_t current = state->current;
	const uint32_t pose =
	    fw_pose_cheapest( state->blocks[current].open, state->keys + ( (size_t)current << state->shift ) );
	const uint32_t index = pose == FW_POSE_NONE ? FW_NO_SLOT : current << state->shift | pose;
	const uint32_t key = index != FW_NO_SLOT ? state->keys[index] : FAR;
	// Beyond the heap value of another block a pose only costs time (docs/algorithms/block-directional.md).
	const uint32_t limit = fw_open_is_empty( &state->open ) ? FAR : fw_open_first_f( &state->open );
	if ( index == FW_NO_SLOT || key > limit || ( poses->goal_open && key >= poses->goal_g ) )
	{
		if ( index != FW_NO_SLOT )
		{
			push_block( search, state, current, key, dir_node_at( poses, index )->g );
		}
		state->current = FW_NO_SLOT;
		return;
	}
	const dir_place place = dir_place_of( poses, index );
	if ( refine( search, state, index, place ) || fw_dir_finish_at( search, poses, index ) )
	{
		return;
	}
	if ( dir_node_at( poses, index )->stage == 0 && fw_search_is_heard( search ) )
	{
		fw_dir_tell_expanded( search, poses, index, place );
	}
	search->counters.expanded++;
	--*n;
	expand( search, state, index, place );
}

static void block_directional_step( fw_search* search, void* opaque, int64_t n )
{
	block_state* state = opaque;
	dir_state* poses = &state->poses;
	while ( n > 0 && search->outcome == FW_RUNNING && search->status == FW_OK )
	{
		if ( FW_UNLIKELY( fw_dir_perimeter_step( search, poses ) ) )
		{
			n--;
		}
		else if ( state->current == FW_NO_SLOT )
		{
			enter_block( search, state );
		}
		else
		{
			step_pose( search, state, &n );
		}
	}
}

static void block_directional_begin( fw_search* search, void* opaque )
{
	block_state* state = opaque;
	dir_state* poses = &state->poses;
	search->query.unit.reverse = false;
	fw_engine_directional.begin( search, poses );
	state->shift = 2 * DIR_PAGE_SHIFT + poses->states_shift;
	state->block_count = 0;
	state->current = FW_NO_SLOT;
	fw_open_clear( &state->open );
	if ( search->outcome != FW_RUNNING || search->status != FW_OK ||
	     !fw_search_need( search, fw_pose_database_begin( &state->database, &search->allocator, poses->primitives ) ) )
	{
		return;
	}
	while ( !fw_open_is_empty( &poses->open ) )
	{
		const fw_open_entry first = fw_search_pop( search, &poses->open );
		if ( fw_dir_is_exact( first.node ) )
		{
			fw_dir_take_first( search, poses, first.node );
		}
		else if ( first.node != DIR_NODE_GOAL )
		{
			queue( search, state, first.node, fw_open_g( &first ), fw_open_f( &first ), true );
		}
	}
}

static void block_directional_hold( fw_holdings* holdings, void* opaque )
{
	block_state* state = opaque;
	fw_dir_hold( holdings, &state->poses );
	fw_pose_database_hold( holdings, &state->database );
	fw_open_hold( holdings, &state->open );
	FW_HOLD( holdings, state->blocks, state->block_capacity );
	FW_HOLD( holdings, state->keys, state->key_capacity );
}

const fw_engine fw_engine_block_directional = {
    .state_size = sizeof( block_state ),
    .begin = block_directional_begin,
    .step = block_directional_step,
    .extract = fw_dir_extract,
    .hold = block_directional_hold,
};
