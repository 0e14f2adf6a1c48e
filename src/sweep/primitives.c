// SPDX-License-Identifier: MIT
// The hit-check table of Directional A*: definition, building from the curves worth keeping, stages, hit checks.
#include "grid/grid.h"
#include "sweep/turn_builder.h"
#include "sweep/turn_table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

fw_primitives_def fw_default_primitives_def( void )
{
	return ( fw_primitives_def ){ .cookie = FW_COOKIE,
	                              .radius = 0.4,
	                              .turning_radius = 1.0,
	                              .ring = 3,
	                              .headings = 8,
	                              .lattice = FW_LATTICE_GAPS,
	                              .words = FW_WORDS_SIX,
	                              .loops = FW_LOOPS_FULL,
	                              .prune = true };
}

// Turning by 45 degrees needs about the turning radius of room.
int32_t fw_turn_ring( double turning_radius )
{
	const int32_t ring = (int32_t)ceil( turning_radius );
	return ring < 2 ? 2 : ring > FW_RING_MAX ? FW_RING_MAX : ring;
}

static const fw_range ranges[] = {
    { "radius", offsetof( fw_primitives_def, radius ), FW_FIELD_DOUBLE, 0.0, 64.0, " tiles" },
    { "turning_radius", offsetof( fw_primitives_def, turning_radius ), FW_FIELD_DOUBLE, 0.0, 64.0, " tiles" },
    { "ring", offsetof( fw_primitives_def, ring ), FW_FIELD_INT, 0, FW_RING_MAX, " tiles" },
    { "headings", offsetof( fw_primitives_def, headings ), FW_FIELD_ENDS, 8, 16, NULL },
    { "loops", offsetof( fw_primitives_def, loops ), FW_FIELD_INT, FW_LOOPS_NONE, FW_LOOPS_SHORT, NULL },
    { "lattice", offsetof( fw_primitives_def, lattice ), FW_FIELD_INT, FW_LATTICE_GAPS, FW_LATTICE_HALF, NULL },
};
const fw_ranges fw_primitives_def_ranges = FW_RANGES( "def", "fw_default_primitives_def()", ranges );

static fw_status check_definition( fw_refusal* refusal, const fw_primitives_def* def )
{
	FW_TRY( fw_check( refusal, &fw_primitives_def_ranges, def ) );
	const fw_unit unit = { .radius = def->radius, .turning_radius = def->turning_radius, .outline = def->outline };
	FW_TRY( fw_outline_check( &unit, refusal ) );
	double radius = def->turning_radius;
	bool ended = false;
	for ( int32_t i = 0; i < FW_WIDER_MAX; i++ )
	{
		const double wider = def->wider[i];
		const bool good = wider == 0.0 || ( !ended && radius > 0.0 && wider > radius && wider <= 64.0 );
		FW_TRY( good ? FW_OK
		             : fw_refuse_value( refusal, "wider", wider,
		                                "each must be wider than the one before, up to 64 tiles; 0 ends them" ) );
		ended = wider == 0.0;
		radius = wider;
	}
	const bool words = ( def->words & FW_WORDS_FOUR ) == FW_WORDS_FOUR && ( def->words & ~FW_WORDS_SIX ) == 0;
	return words ? FW_OK
	             : fw_refuse_value( refusal, "words", def->words,
	                                "it must be FW_WORDS_FOUR or FW_WORDS_SIX, or one word more than the former" );
}

static fw_status build_with( turn_builder* builder, fw_primitives* primitives )
{
	builder->primitives = primitives;
	const int32_t side = 4 * primitives->def.ring + 1;
	const int32_t starts = primitives->phases * fw_base_headings( primitives );
	const size_t places = (size_t)( starts * side * side * primitives->headings );
	builder->places = fw_arena_take( &builder->arena, places, sizeof( turn_siblings ) );
	primitives->fans = fw_alloc_zero( &primitives->allocator, (size_t)( primitives->phases * primitives->headings ),
	                                  sizeof( fw_turn_fan ) );
	FW_TRY( builder->places != NULL && primitives->fans != NULL ? FW_OK : FW_ERR_MEMORY );
	FW_TRY( fw_turn_enumerate( builder ) );
	FW_TRY( primitives->def.prune && !primitives->def.keep_straighter ? fw_turn_prune( builder ) : FW_OK );
	FW_TRY( fw_turn_add_fans( builder ) );
	FW_TRY( fw_turn_add_approaches( builder ) );
	// Where that fails, the room stays.
	FW_SHRINK( &primitives->allocator, &primitives->chunks, &primitives->chunk_capacity, primitives->chunk_count );
	FW_SHRINK( &primitives->allocator, &primitives->rows, &primitives->row_capacity, (int32_t)primitives->row_count );
	FW_SHRINK( &primitives->allocator, &primitives->cells, &primitives->cell_capacity,
	           (int32_t)primitives->cell_count );
	return FW_OK;
}

static uint32_t place_count( const fw_primitives* primitives )
{
	const uint32_t side = 2 * (uint32_t)primitives->def.ring + 1;
	return (uint32_t)primitives->headings * side * side;
}

// The place of an edge; beyond them all that of one that has none.
static uint32_t place_of( const fw_primitives* primitives, const fw_turn_edge* edge )
{
	const int32_t ring = primitives->def.ring;
	const bool is_placed =
	    edge->from_phase == 0 && edge->phase == 0 && abs( edge->dx ) <= ring && abs( edge->dy ) <= ring;
	return is_placed ? fw_primitives_place( primitives, edge->from_heading, edge->dx, edge->dy )
	                 : place_count( primitives );
}

// Lists the edges by place, in their own order.
static fw_status add_places( fw_primitives* primitives )
{
	const uint32_t places = place_count( primitives );
	primitives->place_begin = fw_alloc_zero( &primitives->allocator, places + 2, sizeof( uint32_t ) );
	primitives->placed = fw_alloc( &primitives->allocator, primitives->edge_count, sizeof( uint32_t ) );
	FW_TRY( primitives->place_begin != NULL && primitives->placed != NULL ? FW_OK : FW_ERR_MEMORY );
	uint32_t* begin = primitives->place_begin;
	for ( uint32_t e = 0; e < primitives->edge_count; e++ )
	{
		begin[place_of( primitives, &primitives->edges[e] ) + 1]++;
	}
	for ( uint32_t p = 0; p < places; p++ )
	{
		begin[p + 1] += begin[p];
	}
	for ( uint32_t e = 0; e < primitives->edge_count; e++ )
	{
		primitives->placed[begin[place_of( primitives, &primitives->edges[e] )]++] = e;
	}
	// Each place's beginning has become its end, which is the beginning of the next one.
	memmove( begin + 1, begin, places * sizeof( *begin ) );
	begin[0] = 0;
	return FW_OK;
}

static fw_status build( fw_primitives* primitives )
{
	const fw_allocator* allocator = &primitives->allocator;
	turn_builder* builder = fw_alloc_zero( allocator, 1, sizeof( *builder ) );
	FW_TRY( builder != NULL ? FW_OK : FW_ERR_MEMORY );
	builder->arena = ( fw_arena ){ .allocator = *allocator };
	const fw_status status = build_with( builder, primitives );
	fw_free( allocator, builder->candidates, (size_t)builder->capacity, sizeof( turn_candidate ) );
	fw_free( allocator, builder->rows, (size_t)builder->row_capacity, sizeof( fw_turn_row ) );
	fw_arena_free( &builder->arena );
	fw_free( allocator, builder, 1, sizeof( *builder ) );
	return status;
}

// The table of one direction.
static fw_status create( const fw_primitives_def* def, fw_primitives** primitives )
{
	const fw_allocator allocator = fw_allocator_or_default( &def->allocator );
	fw_primitives* made = fw_alloc_zero( &allocator, 1, sizeof( *made ) );
	FW_TRY( made != NULL ? FW_OK : FW_ERR_MEMORY );
	made->allocator = allocator;
	made->turned = made;
	made->unit = ( fw_unit ){ .radius = def->radius, .turning_radius = def->turning_radius, .outline = def->outline };
	made->is_even = fw_outline_maps( &def->outline, 1.0, -1.0 );
	made->def = *def;
	made->def.ring = def->ring > 0 ? def->ring : fw_turn_ring( def->turning_radius );
	// No ring holds a turn of such a circle; instead of loops there are wide turns, see fw_turn_enumerate().
	made->def.loops = def->ring == 0 && def->turning_radius > FW_RING_MAX ? FW_LOOPS_NONE : def->loops;
	made->headings = def->turning_radius > 0.0 ? def->headings : 1;
	made->phases = def->lattice == FW_LATTICE_TILES ? 1 : 4;
	fw_arc_table_build( &made->arcs, def->turning_radius );
	fw_status status = build( made );
	status = status == FW_OK && made->def.by_position ? add_places( made ) : status;
	status = status == FW_OK ? fw_turn_add_stands( made ) : status;
	if ( status != FW_OK )
	{
		fw_primitives_destroy( made );
		return status;
	}
	*primitives = made;
	return FW_OK;
}

// The definition for the same unit, facing away from where it moves.
static fw_primitives_def turned_definition( const fw_primitives_def* def )
{
	fw_primitives_def turned = *def;
	for ( int32_t i = 0; i < turned.outline.count; i++ )
	{
		turned.outline.corners[i].x = -turned.outline.corners[i].x;
		turned.outline.corners[i].y = -turned.outline.corners[i].y;
	}
	return turned;
}

fw_status fw_primitives_create( const fw_primitives_def* def, fw_primitives** primitives, fw_refusal* refusal )
{
	FW_TRY( FW_CHECK_NULL( refusal, def, primitives ) );
	FW_TRY( check_definition( refusal, def ) );
	fw_primitives* made;
	FW_TRY( fw_refuse_status( refusal, create( def, &made ) ) );
	if ( !fw_outline_maps( &def->outline, -1.0, -1.0 ) )
	{
		const fw_primitives_def turned = turned_definition( def );
		fw_primitives* other;
		const fw_status status = create( &turned, &other );
		if ( status != FW_OK )
		{
			fw_primitives_destroy( made );
			return fw_refuse_status( refusal, status );
		}
		made->turned = other;
	}
	*primitives = made;
	return FW_OK;
}

static void hold( fw_holdings* holdings, const fw_primitives* primitives )
{
	FW_HOLD( holdings, primitives->edges, primitives->edge_count );
	FW_HOLD( holdings, primitives->approaches, primitives->headings * primitives->approach_count );
	FW_HOLD( holdings, primitives->chunks, primitives->chunk_capacity );
	FW_HOLD( holdings, primitives->rows, primitives->row_capacity );
	FW_HOLD( holdings, primitives->cells, primitives->cell_capacity );
	FW_HOLD( holdings, primitives->fans, primitives->phases * primitives->headings );
	FW_HOLD( holdings, primitives->stands, primitives->stands != NULL ? primitives->phases * primitives->headings : 0 );
	FW_HOLD( holdings, primitives->place_begin, place_count( primitives ) + 2 );
	FW_HOLD( holdings, primitives->placed, primitives->edge_count );
}

void fw_primitives_destroy( fw_primitives* primitives )
{
	if ( primitives != NULL )
	{
		const fw_allocator allocator = primitives->allocator;
		if ( primitives->turned != primitives )
		{
			fw_primitives_destroy( primitives->turned );
		}
		hold( &( fw_holdings ){ .allocator = &allocator }, primitives );
		fw_free( &allocator, primitives, 1, sizeof( *primitives ) );
	}
}

const fw_primitives_def* fw_primitives_definition( const fw_primitives* primitives )
{
	return &primitives->def;
}

size_t fw_primitives_memory( const fw_primitives* primitives )
{
	fw_holdings held = { .bytes = sizeof( *primitives ) };
	hold( &held, primitives );
	return held.bytes + ( primitives->turned != primitives ? fw_primitives_memory( primitives->turned ) : 0 );
}

bool fw_turn_far_hit( const fw_primitives* primitives, const fw_turn_edge* edge, const fw_layer* tiles, int32_t x,
                      int32_t y )
{
	const fw_turn_row* rows = primitives->rows + edge->rows;
	// Walls are met by the outer rows first: from both ends inwards a hit is found after 4.8 rows instead of 6.2
	// (barge-brc202d-fix).
	for ( uint32_t i = 0; i < edge->row_count; i++ )
	{
		const uint32_t k = i % 2 == 0 ? i / 2 : edge->row_count - 1 - i / 2;
		const fw_turn_row row = fw_turn_row_at( rows[k], edge->row_image, edge->from_phase );
		if ( !fw_layer_run_free( tiles, y + row.y, x + row.x0, x + row.x1 ) )
		{
			return true;
		}
	}
	return false;
}
