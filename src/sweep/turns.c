// SPDX-License-Identifier: MIT
// The hit-check table of Directional A*: definition, building from the curves worth keeping, stages, hit checks.
#include "sweep/turn_builder.h"

#include <math.h>
#include <stdlib.h>

#define COST_ONE 2378.0 // as in search/cost.h, which this layer may not see; a test holds them together
#define COST_DIAGONAL 3363.0

// Stages by excess over the octile cost of the displacement [tiles]. The pose problems of brc202d and AR0602SR
// (bench/bench_poses) take the same time for all limits tried; what counts is that loops, above three tiles, come last.
static const double stage_limits[FW_TURN_STAGES] = { 0.08, 0.6, 3.0, INFINITY };

fw_turns_def fw_default_turns_def( void )
{
	return ( fw_turns_def ){ .cookie = FW_COOKIE,
	                         .radius = 0.4,
	                         .turning_radius = 1.0,
	                         .ring = 3,
	                         .headings = 8,
	                         .lattice = FW_LATTICE_GAPS,
	                         .words = FW_WORDS_SIX,
	                         .loops = true,
	                         .prune = true };
}

// Turning by 45 degrees needs about the turning radius of room.
static int32_t ring_for( double turning_radius )
{
	const int32_t ring = (int32_t)ceil( turning_radius );
	return ring < 2 ? 2 : ring > FW_RING_MAX ? FW_RING_MAX : ring;
}

static bool def_is_valid( const fw_turns_def* def )
{
	return def->radius >= 0.0 && def->radius <= 64.0 && def->turning_radius >= 0.0 && def->turning_radius <= 64.0 &&
	       def->ring >= 0 && def->ring <= FW_RING_MAX && ( def->headings == 8 || def->headings == 16 ) &&
	       def->lattice >= FW_LATTICE_GAPS && def->lattice <= FW_LATTICE_HALF &&
	       ( def->words & FW_WORDS_FOUR ) == FW_WORDS_FOUR && ( def->words & ~FW_WORDS_SIX ) == 0;
}

// How much longer a candidate is than the octile steps to its end, in search costs.
static int32_t excess_of( const turn_candidate* c )
{
	const fw_vec2 a = fw_lattice_point( 0, 0, c->from_phase );
	const fw_vec2 b = fw_lattice_point( c->dx, c->dy, c->phase );
	const double dx = fabs( b.x - a.x );
	const double dy = fabs( b.y - a.y );
	const double octile = fmax( dx, dy ) * COST_ONE + fmin( dx, dy ) * ( COST_DIAGONAL - COST_ONE );
	return (int32_t)floor( c->length * COST_ONE - octile );
}

static int32_t stage_of( const turn_candidate* c )
{
	const int32_t excess = excess_of( c );
	int32_t stage = 0;
	while ( (double)excess > stage_limits[stage] * COST_ONE )
	{
		stage++;
	}
	return stage;
}

static bool grow32( const fw_allocator* allocator, void** array, uint32_t* capacity, uint32_t needed, size_t size )
{
	int32_t signed_capacity = (int32_t)*capacity;
	const bool ok = needed <= *capacity || fw_grow( allocator, array, &signed_capacity, (int32_t)needed, size );
	*capacity = (uint32_t)signed_capacity;
	return ok;
}

// Adds up the centre line's length by tile, in steps short enough for costs. False when memory is out.
static bool add_cells( fw_turns* turns, fw_turn_edge* edge, const fw_curve* curve )
{
	const double step = 1.0 / 16.0;
	const int32_t steps = (int32_t)ceil( curve->length / step );
	edge->cells = turns->cell_count;
	for ( int32_t i = 0; i < steps; i++ )
	{
		const fw_pose at = fw_curve_pose_at( curve, curve->length * ( i + 0.5 ) / steps );
		const int16_t dx = (int16_t)floor( at.x );
		const int16_t dy = (int16_t)floor( at.y );
		fw_turn_cell* last = edge->cell_count > 0 ? &turns->cells[turns->cell_count - 1] : NULL;
		if ( last == NULL || last->dx != dx || last->dy != dy )
		{
			if ( !grow32( &turns->allocator, (void**)&turns->cells, &turns->cell_capacity, turns->cell_count + 1,
			              sizeof( fw_turn_cell ) ) )
			{
				return false;
			}
			last = &turns->cells[turns->cell_count++];
			*last = ( fw_turn_cell ){ dx, dy, 0.0f };
			edge->cell_count++;
		}
		last->length += (float)( curve->length / steps );
	}
	return true;
}

static bool add_edge( turn_builder* builder, const turn_candidate* c )
{
	fw_turns* turns = builder->turns;
	if ( !grow32( &turns->allocator, (void**)&turns->rows, &turns->row_capacity, turns->row_count + c->row_count,
	              sizeof( fw_sweep_row ) ) ||
	     !grow32( &turns->allocator, (void**)&turns->edges, &turns->edge_capacity, turns->edge_count + 1,
	              sizeof( fw_turn_edge ) ) )
	{
		return false;
	}
	fw_turn_edge edge = {
	    .cost = (uint32_t)floor( c->length * COST_ONE + 0.5 ),
	    .rows = turns->row_count,
	    .row_count = c->row_count,
	    .dx = c->dx,
	    .dy = c->dy,
	    .phase = c->phase,
	    .heading = c->heading,
	    .from_phase = c->from_phase,
	    .from_heading = c->from_heading,
	    .word = c->word,
	};
	memcpy( turns->rows + turns->row_count, builder->rows + c->rows, c->row_count * sizeof( fw_sweep_row ) );
	turns->row_count += c->row_count;
	edge.far = !fw_turn_near_bits( builder->rows + c->rows, c->row_count, edge.near );
	const fw_vec2 a = fw_lattice_point( 0, 0, c->from_phase );
	const fw_vec2 b = fw_lattice_point( c->dx, c->dy, c->phase );
	const fw_pose start = { a.x, a.y, fw_turns_angle( turns, c->from_heading ) };
	const fw_pose goal = { b.x, b.y, fw_turns_angle( turns, c->heading ) };
	fw_curve curve;
	if ( !fw_curve_to_pose( start, goal, turns->def.turning_radius, (fw_curve_word)c->word, FW_GEAR_FORWARD, &curve ) ||
	     ( turns->def.costs && !add_cells( turns, &edge, &curve ) ) )
	{
		return false;
	}
	const int32_t reach = abs( c->dx ) > abs( c->dy ) ? abs( c->dx ) : abs( c->dy );
	turns->reach = reach > turns->reach ? reach : turns->reach;
	turns->edges[turns->edge_count++] = edge;
	return true;
}

typedef struct ranked
{
	int32_t stage, excess, index;
	bool on_tile;
	bool turns_left;   // first
	int32_t first_arc; // [degrees]
} ranked;

// Stage, then children on tile centres before those on half-tile points. Loops go by their first arc, so that those
// which sweep the same tiles stand together; the others by excess. The index makes it total.
static int compare_ranked( const void* left, const void* right )
{
	const ranked* a = left;
	const ranked* b = right;
	const int32_t by[] = {
	    a->stage - b->stage,
	    (int32_t)b->on_tile - (int32_t)a->on_tile,
	    a->stage == FW_TURN_STAGES - 1 ? (int32_t)a->turns_left - (int32_t)b->turns_left : 0,
	    a->stage == FW_TURN_STAGES - 1 ? a->first_arc - b->first_arc : 0,
	    a->excess - b->excess,
	    a->index - b->index,
	};
	for ( size_t i = 0; i < sizeof( by ) / sizeof( by[0] ); i++ )
	{
		if ( by[i] != 0 )
		{
			return by[i] < 0 ? -1 : 1;
		}
	}
	return 0;
}

// Begins a new run where the last one is full. False when memory is out.
static bool add_to_chunk( fw_turns* turns, bool may_join )
{
	const uint32_t index = turns->edge_count - 1;
	const fw_turn_edge* edge = &turns->edges[index];
	fw_turn_chunk* last = turns->chunk_count > 0 ? &turns->chunks[turns->chunk_count - 1] : NULL;
	if ( may_join && last != NULL && last->end - last->begin < FW_TURN_CHUNK )
	{
		last->end++;
		for ( int32_t w = 0; w < FW_NEAR_WORDS; w++ )
		{
			last->common[w] &= edge->near[w];
		}
		return true;
	}
	if ( !grow32( &turns->allocator, (void**)&turns->chunks, &turns->chunk_capacity, turns->chunk_count + 1,
	              sizeof( fw_turn_chunk ) ) )
	{
		return false;
	}
	fw_turn_chunk* made = &turns->chunks[turns->chunk_count++];
	memcpy( made->common, edge->near, sizeof( made->common ) );
	made->begin = index;
	made->end = index + 1;
	return true;
}

// Adds the sorted candidates of one kind of pose and notes where each stage begins.
static bool add_fan( turn_builder* builder, fw_turn_fan* fan, const ranked* order, int32_t count )
{
	fw_turns* turns = builder->turns;
	int32_t next = 0;
	for ( int32_t stage = 0; stage < FW_TURN_STAGES; stage++ )
	{
		fan->begin[stage] = turns->edge_count;
		fan->chunks[stage] = turns->chunk_count;
		fan->tile_chunks[stage] = turns->chunk_count;
		fan->least[stage] = INT32_MAX;
		bool joins = false;
		for ( ; next < count && order[next].stage == stage; next++ )
		{
			joins = joins && order[next].on_tile == order[next - 1].on_tile;
			if ( !add_edge( builder, &builder->candidates[order[next].index] ) || !add_to_chunk( turns, joins ) )
			{
				return false;
			}
			joins = true;
			fan->least[stage] = order[next].excess < fan->least[stage] ? order[next].excess : fan->least[stage];
			fan->tile_chunks[stage] = order[next].on_tile ? turns->chunk_count : fan->tile_chunks[stage];
		}
	}
	fan->begin[FW_TURN_STAGES] = turns->edge_count;
	fan->chunks[FW_TURN_STAGES] = turns->chunk_count;
	return true;
}

// How far the first arc of a candidate turns.
static int32_t first_arc_of( const fw_turns* turns, const turn_candidate* c )
{
	fw_curve curve;
	const fw_vec2 a = fw_lattice_point( 0, 0, c->from_phase );
	const fw_vec2 b = fw_lattice_point( c->dx, c->dy, c->phase );
	const fw_pose start = { a.x, a.y, fw_turns_angle( turns, c->from_heading ) };
	const fw_pose goal = { b.x, b.y, fw_turns_angle( turns, c->heading ) };
	const double radius = turns->def.turning_radius;
	const bool exists = fw_curve_to_pose( start, goal, radius, (fw_curve_word)c->word, FW_GEAR_FORWARD, &curve );
	return exists ? (int32_t)floor( fw_degrees( curve.part[0] ) + 0.5 ) : 0;
}

static bool turns_left( uint8_t word )
{
	return word == FW_WORD_LSL || word == FW_WORD_LSR || word == FW_WORD_LRL;
}

static bool add_fans( turn_builder* builder )
{
	fw_turns* turns = builder->turns;
	const int32_t fans = turns->phases * turns->headings;
	ranked* order = fw_arena_take( &builder->arena, (size_t)builder->count, sizeof( *order ) );
	bool ok = order != NULL;
	for ( int32_t f = 0; ok && f < fans; f++ )
	{
		int32_t count = 0;
		for ( int32_t i = 0; i < builder->count; i++ )
		{
			const turn_candidate* c = &builder->candidates[i];
			if ( !c->dropped && c->from_phase * turns->headings + c->from_heading == f )
			{
				const int32_t stage = stage_of( c );
				const int32_t arc = stage == FW_TURN_STAGES - 1 ? first_arc_of( turns, c ) : 0;
				order[count++] = ( ranked ){ stage, excess_of( c ), i, c->phase == 0, turns_left( c->word ), arc };
			}
		}
		qsort( order, (size_t)count, sizeof( *order ), compare_ranked );
		ok = add_fan( builder, &turns->fans[f], order, count );
	}

	return ok;
}

// Wider circles would only make the list long.
#define APPROACH_REACH_MAX 14.0

// Shortest first; the rest makes the order total.
static int compare_approaches( const void* left, const void* right )
{
	const fw_turn_approach* a = left;
	const fw_turn_approach* b = right;
	const int32_t by[] = { a->dy - b->dy, a->dx - b->dx, a->heading - b->heading };
	if ( a->cost != b->cost )
	{
		return a->cost < b->cost ? -1 : 1;
	}
	for ( size_t i = 0; i < sizeof( by ) / sizeof( by[0] ); i++ )
	{
		if ( by[i] != 0 )
		{
			return by[i] < 0 ? -1 : 1;
		}
	}
	return 0;
}

// Lists the curves into each heading from all poses so near that an exact curve may cut a corner of the lattice: two
// turning circles and a little. False when memory is out.
static bool add_approaches( fw_turns* turns )
{
	const double circles = ceil( 2.0 * turns->def.turning_radius );
	const int32_t reach = (int32_t)fmin( fmax( turns->def.ring, circles ) + 2.0, APPROACH_REACH_MAX );
	const int32_t side = 2 * reach + 1;
	const double radius = turns->def.turning_radius;
	turns->approach_reach = reach;
	turns->approach_count = ( side * side - 1 ) * turns->headings;
	turns->approaches =
	    fw_alloc( &turns->allocator, (size_t)( turns->headings * turns->approach_count ), sizeof( fw_turn_approach ) );
	if ( turns->approaches == NULL )
	{
		return false;
	}
	for ( int32_t end = 0; end < turns->headings; end++ )
	{
		fw_turn_approach* list = turns->approaches + end * turns->approach_count;
		const fw_pose goal = { 0.0, 0.0, fw_turns_angle( turns, end ) };
		int32_t count = 0;
		for ( int32_t i = 0; i < side * side * turns->headings; i++ )
		{
			const int32_t begin = i % turns->headings;
			const int32_t dx = i / turns->headings % side - reach;
			const int32_t dy = i / turns->headings / side - reach;
			const fw_pose start = { dx, dy, fw_turns_angle( turns, begin ) };
			fw_curve curve;
			if ( ( dx != 0 || dy != 0 ) &&
			     fw_curve_shortest( start, goal, radius, turns->def.words, FW_GEAR_FORWARD, &curve ) )
			{
				list[count++] = ( fw_turn_approach ){ (uint32_t)floor( curve.length * COST_ONE + 0.5 ), (int8_t)dx,
				                                      (int8_t)dy, (uint8_t)begin, (uint8_t)curve.word };
			}
		}
		FW_ASSERT( count == turns->approach_count );
		qsort( list, (size_t)count, sizeof( *list ), compare_approaches );
	}
	return true;
}

// False when memory is out.
static bool build_with( turn_builder* builder, fw_turns* turns )
{
	builder->allocator = turns->allocator;
	builder->turns = turns;
	const int32_t side = 2 * turns->def.ring + 1;
	const size_t places = (size_t)( turns->headings * side * side * turns->headings );
	builder->first_at = fw_arena_take( &builder->arena, places, sizeof( int32_t ) );
	builder->count_at = fw_arena_take( &builder->arena, places, sizeof( int32_t ) );
	turns->fans =
	    fw_alloc_zero( &turns->allocator, (size_t)( turns->phases * turns->headings ), sizeof( fw_turn_fan ) );
	if ( builder->first_at == NULL || builder->count_at == NULL || turns->fans == NULL ||
	     !fw_turn_enumerate( builder ) )
	{
		return false;
	}
	if ( turns->def.prune )
	{
		fw_turn_prune( builder );
	}
	return add_fans( builder ) && add_approaches( turns );
}

static bool build( fw_turns* turns )
{
	fw_arena arena;
	fw_arena_init( &arena, &turns->allocator );
	turn_builder* builder = fw_arena_take( &arena, 1, sizeof( *builder ) );
	if ( builder == NULL )
	{
		return false;
	}
	builder->arena = arena;
	const bool ok = build_with( builder, turns );
	fw_free( &turns->allocator, builder->candidates, (size_t)builder->capacity, sizeof( turn_candidate ) );
	fw_free( &turns->allocator, builder->rows, (size_t)builder->row_capacity, sizeof( fw_sweep_row ) );
	// The builder lies in its own arena.
	arena = builder->arena;
	fw_arena_free( &arena );
	return ok;
}

fw_status fw_turns_create( const fw_turns_def* def, fw_turns** turns )
{
	if ( def == NULL || turns == NULL )
	{
		return FW_ERR_ARGUMENT;
	}
	if ( def->cookie != FW_COOKIE )
	{
		return FW_ERR_DEF;
	}
	if ( !def_is_valid( def ) )
	{
		return FW_ERR_ARGUMENT;
	}
	const fw_allocator allocator = fw_allocator_or_default( &def->allocator );
	fw_turns* made = fw_alloc_zero( &allocator, 1, sizeof( *made ) );
	if ( made == NULL )
	{
		return FW_ERR_MEMORY;
	}
	made->allocator = allocator;
	made->def = *def;
	made->chose_ring = def->ring == 0;
	made->def.ring = def->ring > 0 ? def->ring : ring_for( def->turning_radius );
	made->headings = def->turning_radius > 0.0 ? def->headings : 1;
	made->phases = def->lattice == FW_LATTICE_TILES ? 1 : 4;
	fw_arc_table_build( &made->arcs, def->turning_radius );
	if ( !build( made ) )
	{
		fw_turns_destroy( made );
		return FW_ERR_MEMORY;
	}
	*turns = made;
	return FW_OK;
}

void fw_turns_destroy( fw_turns* turns )
{
	if ( turns == NULL )
	{
		return;
	}
	const fw_allocator allocator = turns->allocator;
	fw_free( &allocator, turns->edges, turns->edge_capacity, sizeof( fw_turn_edge ) );
	fw_free( &allocator, turns->approaches, (size_t)( turns->headings * turns->approach_count ),
	         sizeof( fw_turn_approach ) );
	fw_free( &allocator, turns->chunks, turns->chunk_capacity, sizeof( fw_turn_chunk ) );
	fw_free( &allocator, turns->rows, turns->row_capacity, sizeof( fw_sweep_row ) );
	fw_free( &allocator, turns->cells, turns->cell_capacity, sizeof( fw_turn_cell ) );
	fw_free( &allocator, turns->fans, (size_t)( turns->phases * turns->headings ), sizeof( fw_turn_fan ) );
	fw_free( &allocator, turns, 1, sizeof( *turns ) );
}

const fw_turns_def* fw_turns_definition( const fw_turns* turns )
{
	return &turns->def;
}

int32_t fw_turns_count( const fw_turns* turns )
{
	return (int32_t)turns->edge_count;
}

int32_t fw_turns_dropped( const fw_turns* turns )
{
	return turns->dropped;
}

size_t fw_turns_memory( const fw_turns* turns )
{
	const size_t approaches = (size_t)( turns->headings * turns->approach_count ) * sizeof( fw_turn_approach );
	return sizeof( *turns ) + approaches + turns->edge_capacity * sizeof( fw_turn_edge ) +
	       turns->chunk_capacity * sizeof( fw_turn_chunk ) + turns->row_capacity * sizeof( fw_sweep_row ) +
	       turns->cell_capacity * sizeof( fw_turn_cell ) +
	       (size_t)( turns->phases * turns->headings ) * sizeof( fw_turn_fan );
}

bool fw_turn_far_hit( const fw_turns* turns, const fw_turn_edge* edge, const fw_layer* tiles, int32_t x, int32_t y )
{
	const fw_sweep_row* rows = turns->rows + edge->rows;
	for ( uint32_t i = 0; i < edge->row_count; i++ )
	{
		if ( !fw_layer_run_free( tiles, y + rows[i].y, x + rows[i].x0, x + rows[i].x1 ) )
		{
			return true;
		}
	}
	return false;
}
