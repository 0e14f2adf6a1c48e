// SPDX-License-Identifier: MIT
// From candidates to the table: order, stages, images under turns by 90 degrees, chunks.
#include "geom/geom.h"
#include "sweep/turn_builder.h"

#include <math.h>
#include <stdlib.h>

#define COST_DIAGONAL 3363.0

// Stages by excess over the octile cost of the displacement [tiles]. The pose problems of brc202d and AR0602SR
// (bench/bench_poses) take the same time for all limits tried; what counts is that loops, above three tiles, come last.
static const double stage_limits[FW_TURN_STAGES] = { 0.08, 0.6, 3.0, INFINITY };

typedef struct ranked
{
	uint64_t key;
	int32_t excess, stage, index;
} ranked;

// The kept curves from one phase and base heading; those from its images are in the same order.
typedef struct base_fan
{
	ranked* order;
	int32_t count;
} base_fan;

// How much longer a candidate is than the octile steps to its end, in search costs.
static int32_t excess_of( const turn_candidate* c )
{
	const double dx = fabs( c->ends.x / 2.0 );
	const double dy = fabs( c->ends.y / 2.0 );
	const double octile = fmax( dx, dy ) * FW_TURN_COST_ONE + fmin( dx, dy ) * ( COST_DIAGONAL - FW_TURN_COST_ONE );
	return (int32_t)floor( c->length * FW_TURN_COST_ONE - octile );
}

static int32_t stage_of( int32_t excess )
{
	int32_t stage = 0;
	while ( (double)excess > stage_limits[stage] * FW_TURN_COST_ONE )
	{
		stage++;
	}
	return stage;
}

static int32_t end_phase( const turn_ends* ends )
{
	return ends->phase ^ ( ends->x & 1 ) ^ ( ends->y & 1 ) << 1;
}

static bool turns_left( uint8_t word )
{
	return word == FW_WORD_LSL || word == FW_WORD_LSR || word == FW_WORD_LRL;
}

// Stage, then successors on tile centers before those on half-tile points. Loops go by their first arc, so that those
// which sweep the same tiles stand together; the others by excess. The index makes it total.
static ranked rank( const turn_candidate* c, int32_t index )
{
	const int32_t excess = excess_of( c );
	const int32_t stage = stage_of( excess );
	const bool loop = stage == FW_TURN_STAGES - 1;
	const uint64_t key = (uint64_t)stage << 61 | (uint64_t)( end_phase( &c->ends ) == 0 ? 0 : 1 ) << 60 |
	                     (uint64_t)( loop && turns_left( c->word ) ? 1 : 0 ) << 59 |
	                     (uint64_t)( loop ? c->first_arc : 0 ) << 32 | (uint64_t)( (int64_t)excess + ( 1 << 30 ) );
	return ( ranked ){ key, excess, stage, index };
}

static int compare_ranked( const void* left, const void* right )
{
	const ranked* a = left;
	const ranked* b = right;
	return a->key != b->key ? ( a->key < b->key ? -1 : 1 ) : a->index < b->index ? -1 : a->index > b->index;
}

// The base fan of which a fan is the image.
static int32_t base_of( const fw_primitives* primitives, int32_t fan )
{
	const int32_t bases = fw_base_headings( primitives );
	const turn_ends first = { .phase = fan / primitives->headings, .from = fan % primitives->headings };
	const turn_ends base = fw_turn_image( primitives, first, fw_turn_quarters( 4 - first.from / bases ) );
	return base.phase * bases + base.from;
}

static int32_t quarters_of( const fw_primitives* primitives )
{
	return primitives->headings / fw_base_headings( primitives );
}

static void make_base_fan( turn_builder* builder, int32_t base, base_fan* fan, ranked* order )
{
	const int32_t bases = fw_base_headings( builder->primitives );
	fan->order = order;
	fan->count = 0;
	for ( int32_t i = 0; i < builder->count; i++ )
	{
		const turn_candidate* c = &builder->candidates[i];
		if ( !c->dropped && c->ends.phase * bases + c->ends.from == base )
		{
			order[fan->count++] = rank( c, i );
		}
	}
	qsort( order, (size_t)fan->count, sizeof( *order ), compare_ranked );
	for ( int32_t i = 0; i < fan->count; i++ )
	{
		builder->candidates[order[i].index].position = i;
	}
}

// Appends what of a set lies outside of the near window, or would turned over.
static fw_status add_rows( fw_primitives* primitives, const fw_turn_row* rows, uint32_t count, int32_t phase )
{
	const int32_t low_x = -FW_NEAR_REACH + ( phase & 1 ? 0 : 1 );
	const int32_t low_y = -FW_NEAR_REACH + ( phase & 2 ? 0 : 1 );
	int32_t kept = (int32_t)primitives->row_count;
	bool good = true;
	for ( uint32_t i = 0; i < count && good; i++ )
	{
		const bool beside = rows[i].y >= low_y && rows[i].y < FW_NEAR_REACH;
		fw_turn_row left = rows[i];
		fw_turn_row right = rows[i];
		left.x1 = (int16_t)( beside && left.x1 >= low_x ? low_x - 1 : left.x1 );
		right.x0 = (int16_t)( right.x0 < FW_NEAR_REACH ? FW_NEAR_REACH : right.x0 );
		good = ( left.x0 > left.x1 ||
		         FW_PUSH( &primitives->allocator, &primitives->rows, &kept, &primitives->row_capacity, left ) ) &&
		       ( !beside || right.x0 > right.x1 ||
		         FW_PUSH( &primitives->allocator, &primitives->rows, &kept, &primitives->row_capacity, right ) );
	}
	primitives->row_count = (uint32_t)kept;
	return good ? FW_OK : FW_ERR_MEMORY;
}

// The images of a curve and of its partner, those of which the table is filled with.
#define IMAGES_MAX 8
typedef struct image_set
{
	fw_turn_edge edges[IMAGES_MAX];
	uint8_t images[IMAGES_MAX]; // of the curve
	int32_t count;
} image_set;

static int32_t tiles_in( const uint64_t near[FW_NEAR_WORDS] )
{
	return FW_POPCOUNT64( near[0] ) + FW_POPCOUNT64( near[1] ) + FW_POPCOUNT64( near[2] ) + FW_POPCOUNT64( near[3] );
}

// Sets the tiles of those images of a curve that are, but for flips, like `rows`; they share the far ones. `swap`: the
// rows have changed places with columns.
static fw_status set_tiles( fw_primitives* primitives, const fw_turn_row* rows, uint32_t count, uint32_t swap,
                            image_set* set )
{
	const uint32_t first = primitives->row_count;
	const int32_t phase = set->edges[swap == 0 ? 0 : 1].from_phase;
	int32_t tiles = 0;
	for ( uint32_t i = 0; i < count; i++ )
	{
		tiles += rows[i].x1 - rows[i].x0 + 1;
	}
	FW_TRY( add_rows( primitives, rows, count, phase ) );
	for ( int32_t i = 0; i < set->count; i++ )
	{
		fw_turn_edge* edge = &set->edges[i];
		if ( ( set->images[i] & FW_IMAGE_SWAP ) == swap )
		{
			edge->row_image = (uint8_t)( set->images[i] & ~(uint32_t)FW_IMAGE_SWAP );
			fw_turn_near_bits( rows, count, edge->row_image, phase, edge->near );
			edge->far = tiles_in( edge->near ) < tiles;
			edge->rows = first;
			edge->row_count = edge->far ? primitives->row_count - first : 0;
		}
	}
	return FW_OK;
}

bool fw_turn_edge_curve( const fw_primitives* primitives, const fw_turn_edge* edge, fw_curve* curve )
{
	const fw_vec2 a = fw_lattice_point( 0, 0, edge->from_phase );
	const fw_vec2 b = fw_lattice_point( edge->dx, edge->dy, edge->phase );
	const fw_pose start = { a.x, a.y, fw_primitives_angle( primitives, edge->from_heading ) };
	const fw_pose goal = { b.x, b.y, fw_primitives_angle( primitives, edge->heading ) };
	const double radius = fw_turn_radius( primitives, edge->bend );
	return fw_curve_to_pose( start, goal, radius, (fw_curve_word)edge->word, FW_GEAR_FORWARD, curve );
}

// Sets the center lines of a curve's images: all share that of the first, unless rounding decides on which tile a point
// of it lies; then each has its own.
static fw_status set_cells( fw_primitives* primitives, image_set* set )
{
	bool sure = false;
	for ( int32_t i = 0; i < set->count; i++ )
	{
		fw_turn_edge* edge = &set->edges[i];
		fw_curve curve;
		if ( sure )
		{
			edge->cells = set->edges[0].cells;
			edge->cell_count = set->edges[0].cell_count;
			edge->cell_image = set->images[i];
			continue;
		}
		edge->cells = primitives->cell_count;
		FW_TRY( fw_turn_edge_curve( primitives, edge, &curve ) ? FW_OK : FW_ERR_MEMORY );
		FW_TRY( fw_turn_add_cells( primitives, &curve, &sure ) );
		sure = sure && i == 0;
		edge->cell_count = primitives->cell_count - edge->cells;
	}
	return FW_OK;
}

// The edge of a curve between two poses as long as this candidate.
static fw_turn_edge edge_of( const turn_candidate* c, const turn_ends* ends, uint8_t word )
{
	const int32_t x = ( ends->phase & 1 ? 0 : 1 ) + ends->x;
	const int32_t y = ( ends->phase & 2 ? 0 : 1 ) + ends->y;
	return ( fw_turn_edge ){
	    .cost = (uint32_t)floor( c->length * FW_TURN_COST_ONE + 0.5 ),
	    .dx = (int8_t)( ( x - ( x & 1 ) ) / 2 ),
	    .dy = (int8_t)( ( y - ( y & 1 ) ) / 2 ),
	    .phase = (uint8_t)end_phase( ends ),
	    .heading = (uint8_t)ends->to,
	    .from_phase = (uint8_t)ends->phase,
	    .from_heading = (uint8_t)ends->from,
	    .word = word,
	    .bend = c->bend,
	};
}

static fw_status make_images( turn_builder* builder, const turn_candidate* c, image_set* set )
{
	fw_primitives* primitives = builder->primitives;
	const int32_t quarters = quarters_of( primitives );
	const fw_turn_row* rows = builder->rows + c->rows;
	uint32_t image = 0;
	set->count = c->partner >= 0 ? 2 * quarters : quarters;
	for ( int32_t i = 0; i < set->count; i++ )
	{
		image = i == quarters ? fw_turn_mirror( c->ends.from ) : image;
		const turn_ends ends = fw_turn_image( primitives, c->ends, image );
		set->edges[i] = edge_of( c, &ends, i < quarters ? c->word : builder->candidates[c->partner].word );
		set->images[i] = (uint8_t)image;
		image = fw_turn_quarter( image );
	}
	FW_TRY( set_tiles( primitives, rows, c->row_count, 0, set ) );
	if ( set->count > 1 )
	{
		const uint32_t count = fw_turn_rows_image( builder, rows, c->row_count, FW_IMAGE_SWAP, 0, builder->scratch );
		FW_TRY( set_tiles( primitives, builder->scratch, count, FW_IMAGE_SWAP, set ) );
	}
	return primitives->def.costs ? set_cells( primitives, set ) : FW_OK;
}

// Fills the places of a base fan's curves and their partners in all fans.
static fw_status fill_fans( turn_builder* builder, const base_fan* fan )
{
	fw_primitives* primitives = builder->primitives;
	image_set set;
	for ( int32_t i = 0; i < fan->count; i++ )
	{
		const int32_t index = fan->order[i].index;
		const turn_candidate* c = &builder->candidates[index];
		if ( c->partner >= 0 && c->partner < index )
		{
			continue;
		}
		FW_TRY( make_images( builder, c, &set ) );
		for ( int32_t e = 0; e < set.count; e++ )
		{
			const fw_turn_edge* edge = &set.edges[e];
			const int32_t reach = abs( edge->dx ) > abs( edge->dy ) ? abs( edge->dx ) : abs( edge->dy );
			primitives->reach = reach > primitives->reach ? reach : primitives->reach;
			const bool is_own = e < quarters_of( primitives );
			const int32_t position = ( is_own ? c : &builder->candidates[c->partner] )->position;
			const fw_turn_fan* at = fw_primitives_fan( primitives, edge->from_phase, edge->from_heading );
			primitives->edges[at->begin[0] + (uint32_t)position] = *edge;
		}
	}
	return FW_OK;
}

// Gives a fan its place among the edges and notes where each stage begins, which is where it does in its base fan.
static void place_fan( fw_primitives* primitives, fw_turn_fan* fan, const base_fan* base )
{
	int32_t next = 0;
	for ( int32_t stage = 0; stage < FW_TURN_STAGES; stage++ )
	{
		fan->begin[stage] = primitives->edge_count + (uint32_t)next;
		fan->least[stage] = INT32_MAX;
		for ( ; next < base->count && base->order[next].stage == stage; next++ )
		{
			const int32_t excess = base->order[next].excess;
			fan->least[stage] = excess < fan->least[stage] ? excess : fan->least[stage];
		}
	}
	primitives->edge_count += (uint32_t)base->count;
	fan->begin[FW_TURN_STAGES] = primitives->edge_count;
}

// Begins a new run where the last one is full, and where the edges end on other points.
static fw_status add_chunks( fw_primitives* primitives, fw_turn_fan* fan )
{
	for ( int32_t stage = 0; stage < FW_TURN_STAGES; stage++ )
	{
		const uint32_t first = fan->begin[stage];
		uint32_t begin = first; // of the run
		fan->chunks[stage] = (uint32_t)primitives->chunk_count;
		fan->tile_chunks[stage] = fan->chunks[stage];
		for ( uint32_t i = first; i < fan->begin[stage + 1]; i++ )
		{
			const fw_turn_edge* edge = &primitives->edges[i];
			if ( i == first || i - begin == FW_TURN_CHUNK || ( edge->phase == 0 ) != ( edge[-1].phase == 0 ) )
			{
				const fw_turn_chunk made = { { UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX }, i, i };
				FW_TRY( FW_PUSH( &primitives->allocator, &primitives->chunks, &primitives->chunk_count,
				                 &primitives->chunk_capacity, made )
				            ? FW_OK
				            : FW_ERR_MEMORY );
				begin = i;
			}
			fw_turn_chunk* chunk = &primitives->chunks[primitives->chunk_count - 1];
			chunk->end = i + 1;
			for ( int32_t w = 0; w < FW_NEAR_WORDS; w++ )
			{
				chunk->common[w] &= edge->near[w];
			}
			fan->tile_chunks[stage] = edge->phase == 0 ? (uint32_t)primitives->chunk_count : fan->tile_chunks[stage];
		}
	}
	fan->chunks[FW_TURN_STAGES] = (uint32_t)primitives->chunk_count;
	return FW_OK;
}

fw_status fw_turn_add_fans( turn_builder* builder )
{
	fw_primitives* primitives = builder->primitives;
	const int32_t base_count = primitives->phases * fw_base_headings( primitives );
	base_fan* bases = fw_arena_take( &builder->arena, (size_t)base_count, sizeof( *bases ) );
	ranked* order = fw_arena_take( &builder->arena, (size_t)builder->count, sizeof( *order ) );
	FW_TRY( bases != NULL && order != NULL ? FW_OK : FW_ERR_MEMORY );
	for ( int32_t base = 0; base < base_count; base++ )
	{
		make_base_fan( builder, base, &bases[base], order );
		order += bases[base].count;
	}
	for ( int32_t f = 0; f < primitives->phases * primitives->headings; f++ )
	{
		place_fan( primitives, &primitives->fans[f], &bases[base_of( primitives, f )] );
	}
	primitives->edges = fw_alloc( &primitives->allocator, primitives->edge_count, sizeof( fw_turn_edge ) );
	FW_TRY( primitives->edges != NULL ? FW_OK : FW_ERR_MEMORY );
	for ( int32_t base = 0; base < base_count; base++ )
	{
		FW_TRY( fill_fans( builder, &bases[base] ) );
	}
	for ( int32_t f = 0; f < primitives->phases * primitives->headings; f++ )
	{
		FW_TRY( add_chunks( primitives, &primitives->fans[f] ) );
	}
	return FW_OK;
}
