// SPDX-License-Identifier: MIT
// Curves inside of blocks, and the entries and rows that are made of them.
// Idea: P. Yap, N. Burch, R. Holte, J. Schaeffer, "Block A*: Database-Driven Search with Applications in Any-Angle
// Path-Planning" (2011), section 2, which says that such a database can hold paths with turning radii. Rows are made by
// E. W. Dijkstra, "A Note on Two Problems in Connexion with Graphs" (1959). Ties: the lower pose goes first.
#include "search/directional/pose_database.h"

#include "grid/grid.h"
#include "search/cost.h"

#include <string.h>

#define SLOTS ( 2u * FW_POSE_ENTRIES_MAX )
#define FAR UINT32_MAX

// By excess over the octile cost [search costs]: 0.08, 0.6 and 3 tiles, as the stages of the turn table.
static const int32_t stage_limits[FW_TURN_STAGES] = { 190, 1427, 7134, INT32_MAX };

static bool is_same( const fw_primitives_def* a, const fw_primitives_def* b )
{
	return a->radius == b->radius && a->turning_radius == b->turning_radius && a->ring == b->ring &&
	       a->headings == b->headings && a->lattice == b->lattice && a->words == b->words && a->loops == b->loops &&
	       a->prune == b->prune && fw_outline_same( &a->outline, &b->outline );
}

// The tiles of the window round a block that a curve from one of its tiles sweeps. False where there are others.
static bool window_tiles( const fw_turn_edge* edge, int32_t x, int32_t y, uint64_t* tiles )
{
	*tiles = 0;
	const int32_t left = FW_NEAR_REACH - FW_POSE_MARGIN - x;
	const int32_t top = FW_NEAR_REACH - FW_POSE_MARGIN - y;
	for ( int32_t r = 0; r < 4 * FW_NEAR_WORDS; r++ )
	{
		const uint64_t row = edge->near[r / 4] >> ( 16 * ( r % 4 ) ) & 0xFFFFu;
		const uint64_t moved = row >> left;
		const bool inside = moved << left == row && moved >> FW_POSE_WINDOW == 0;
		if ( row != 0 && ( !inside || r < top || r >= top + FW_POSE_WINDOW ) )
		{
			return false;
		}
		*tiles |= row != 0 ? moved << ( FW_POSE_WINDOW * ( r - top ) ) : 0;
	}
	return !edge->far;
}

// Lists the inner curves from one pose.
static bool add_curves( fw_pose_database* database, const fw_allocator* allocator, const fw_primitives* primitives,
                        uint32_t pose )
{
	const uint32_t tile = pose / (uint32_t)database->headings;
	const int32_t x = (int32_t)tile % FW_POSE_SIDE;
	const int32_t y = (int32_t)tile / FW_POSE_SIDE;
	const fw_turn_fan* fan = fw_primitives_fan( primitives, 0, (int32_t)pose % database->headings );
	// Loops, the last stage, would fill the rows with what hardly any search wants.
	for ( uint32_t e = fan->begin[0]; e < fan->begin[FW_TURN_STAGES - 1]; e++ )
	{
		const fw_turn_edge* edge = &primitives->edges[e];
		const int32_t tx = x + edge->dx;
		const int32_t ty = y + edge->dy;
		uint64_t tiles;
		if ( edge->phase != 0 || tx < 0 || ty < 0 || tx >= FW_POSE_SIDE || ty >= FW_POSE_SIDE ||
		     !window_tiles( edge, x, y, &tiles ) )
		{
			continue;
		}
		const uint32_t to = (uint32_t)( ( ty * FW_POSE_SIDE + tx ) * database->headings + edge->heading );
		if ( !FW_PUSH( allocator, &database->curves, &database->curve_count, &database->curve_capacity,
		               ( fw_pose_curve ){ tiles, e, to } ) )
		{
			return false;
		}
		database->inner[e] = (uint16_t)( database->inner[e] | 1u << tile );
	}
	return true;
}

static void forget( fw_pose_database* database )
{
	memset( database->slots, 0, SLOTS * sizeof( uint32_t ) );
	database->entry_count = 0;
	database->path_count = 0;
}

bool fw_pose_database_begin( fw_pose_database* database, const fw_allocator* allocator,
                             const fw_primitives* primitives )
{
	if ( database->ready && is_same( &database->def, &primitives->def ) && database->headings == primitives->headings )
	{
		return true;
	}
	database->ready = false;
	if ( database->slots == NULL )
	{
		database->slots = fw_alloc( allocator, SLOTS, sizeof( uint32_t ) );
	}
	const int32_t edges = (int32_t)primitives->edge_count;
	if ( database->slots == NULL || !FW_GROW( allocator, &database->inner, &database->inner_capacity, edges ) )
	{
		return false;
	}
	forget( database );
	database->def = primitives->def;
	database->headings = primitives->headings;
	database->poses = FW_POSE_TILES * primitives->headings;
	database->inner_count = edges;
	memset( database->inner, 0, primitives->edge_count * sizeof( uint16_t ) );
	database->curve_count = 0;
	for ( uint32_t pose = 0; pose < (uint32_t)database->poses; pose++ )
	{
		database->first[pose] = (uint32_t)database->curve_count;
		if ( !add_curves( database, allocator, primitives, pose ) )
		{
			return false;
		}
	}
	database->first[database->poses] = (uint32_t)database->curve_count;
	database->ready = true;
	return true;
}

uint64_t fw_pose_window( const fw_layer* tiles, int32_t x, int32_t y )
{
	uint64_t free = 0;
	for ( int32_t r = 0; r < FW_POSE_WINDOW; r++ )
	{
		const uint64_t row =
		    fw_layer_bits( tiles, FW_POSE_SIDE * x - FW_POSE_MARGIN, FW_POSE_SIDE * y - FW_POSE_MARGIN + r );
		free |= ( row & 0xFFu ) << ( FW_POSE_WINDOW * r );
	}
	return ~free;
}

// Where a window has its entry, or where that would go.
static uint32_t slot_of( const fw_pose_database* database, uint64_t window )
{
	uint64_t hash = window * 0x9E3779B97F4A7C15u;
	hash ^= hash >> 32;
	uint32_t slot = (uint32_t)hash % SLOTS;
	while ( database->slots[slot] != 0 && database->keys[database->slots[slot] - 1] != window )
	{
		slot = ( slot + 1 ) % SLOTS;
	}
	return slot;
}

uint32_t fw_pose_database_entry( fw_pose_database* database, const fw_allocator* allocator, uint64_t window )
{
	const bool full = database->path_count > FW_POSE_WAYS_MAX;
	uint32_t slot = slot_of( database, window );
	if ( !full && database->slots[slot] != 0 )
	{
		return database->slots[slot] - 1;
	}
	if ( full || database->entry_count == FW_POSE_ENTRIES_MAX )
	{
		forget( database );
		slot = slot_of( database, window );
	}
	const int32_t entry = database->entry_count;
	const int32_t rows = ( entry + 1 ) * database->poses;
	if ( !FW_GROW( allocator, &database->keys, &database->entry_capacity, entry + 1 ) ||
	     !FW_GROW( allocator, &database->rows, &database->row_capacity, rows ) )
	{
		return FW_POSE_NONE;
	}
	memset( database->rows + rows - database->poses, 0, (size_t)database->poses * sizeof( fw_pose_row ) );
	database->keys[entry] = window;
	database->entry_count++;
	database->slots[slot] = (uint32_t)entry + 1;
	return (uint32_t)entry;
}

// The costs of the chains from a pose, and the curve that ends each.
typedef struct reach
{
	uint32_t cost[FW_POSE_MAX], edge[FW_POSE_MAX];
	uint8_t stage[FW_POSE_MAX];
	uint64_t open[FW_POSE_WORDS];
	int32_t count; // poses reached
} reach;

// Cost minus octile cost between two poses of a block.
static int32_t excess_of( const fw_pose_database* database, uint32_t from, uint32_t to, uint32_t cost )
{
	const int32_t a = (int32_t)from / database->headings;
	const int32_t b = (int32_t)to / database->headings;
	return (int32_t)( cost -
	                  fw_cost_octile( b % FW_POSE_SIDE - a % FW_POSE_SIDE, b / FW_POSE_SIDE - a / FW_POSE_SIDE ) );
}

// A chain has no pose of a later stage than its end, which would lead back to a pose that was not offered yet. Since
// slanted lines are shorter than octile steps, excess alone may fall along a chain.
static uint8_t stage_of( int32_t excess, uint8_t parent )
{
	uint8_t stage = parent;
	while ( excess > stage_limits[stage] )
	{
		stage++;
	}
	return stage;
}

static void reach_from( const fw_pose_database* database, const fw_primitives* primitives, uint64_t window,
                        uint32_t from, reach* r )
{
	memset( r->cost, 0xFF, sizeof( r->cost ) );
	memset( r->open, 0, sizeof( r->open ) );
	r->count = 0;
	r->cost[from] = 0;
	r->stage[from] = 0;
	for ( uint32_t pose = from; pose != FW_POSE_NONE; pose = fw_pose_cheapest( r->open, r->cost ) )
	{
		r->open[pose / 64] &= ~( (uint64_t)1 << ( pose % 64 ) );
		for ( uint32_t c = database->first[pose]; c < database->first[pose + 1]; c++ )
		{
			const fw_pose_curve* curve = &database->curves[c];
			const uint32_t cost = r->cost[pose] + primitives->edges[curve->edge].cost;
			if ( ( curve->tiles & window ) == 0 && cost < r->cost[curve->to] )
			{
				r->count += r->cost[curve->to] == FAR ? 1 : 0;
				r->cost[curve->to] = cost;
				r->edge[curve->to] = curve->edge;
				r->stage[curve->to] = stage_of( excess_of( database, from, curve->to, cost ), r->stage[pose] );
				r->open[curve->to / 64] |= (uint64_t)1 << ( curve->to % 64 );
			}
		}
	}
}

// Adds the paths of one stage; returns the least excess of them.
static int32_t add_stage( fw_pose_database* database, const reach* r, uint32_t from, int32_t stage )
{
	int32_t least = INT32_MAX;
	for ( uint32_t p = 0; p < (uint32_t)database->poses; p++ )
	{
		if ( p != from && r->cost[p] != FAR && r->stage[p] == stage )
		{
			const int32_t excess = excess_of( database, from, p, r->cost[p] );
			least = excess < least ? excess : least;
			database->paths[database->path_count++] =
			    ( fw_pose_path ){ .cost = r->cost[p] & 0xFFFFFFu, .to = p & 0xFFu, .edge = r->edge[p] };
		}
	}
	return least;
}

static bool make_row( fw_pose_database* database, const fw_allocator* allocator, const fw_primitives* primitives,
                      uint32_t entry, uint32_t pose, fw_pose_row* row )
{
	reach r;
	reach_from( database, primitives, database->keys[entry], pose, &r );
	// One more, so that there is a begin even of nothing.
	if ( !FW_GROW( allocator, &database->paths, &database->path_capacity, database->path_count + r.count + 1 ) )
	{
		return false;
	}
	const int32_t begin = database->path_count;
	for ( int32_t stage = 0; stage < FW_TURN_STAGES; stage++ )
	{
		row->least[stage] = add_stage( database, &r, pose, stage );
		row->end[stage] = (uint16_t)( database->path_count - begin );
	}
	row->begin = (uint32_t)begin + 1;
	return true;
}

const fw_pose_row* fw_pose_database_row( fw_pose_database* database, const fw_allocator* allocator,
                                         const fw_primitives* primitives, uint32_t entry, uint32_t pose )
{
	fw_pose_row* row = &database->rows[entry * (uint32_t)database->poses + pose];
	return row->begin != 0 || make_row( database, allocator, primitives, entry, pose, row ) ? row : NULL;
}

void fw_pose_database_hold( fw_holdings* holdings, fw_pose_database* database )
{
	FW_HOLD( holdings, database->inner, database->inner_capacity );
	FW_HOLD( holdings, database->curves, database->curve_capacity );
	FW_HOLD( holdings, database->slots, SLOTS );
	FW_HOLD( holdings, database->keys, database->entry_capacity );
	FW_HOLD( holdings, database->rows, database->row_capacity );
	FW_HOLD( holdings, database->paths, database->path_capacity );
}
