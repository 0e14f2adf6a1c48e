// SPDX-License-Identifier: MIT
// Leaves out curves that a chain of two shorter ones covers: no longer, and no tile more.
//
// A search loses nothing by it: wherever such a curve is legal, so is the chain, and each of its parts is either in the
// table or itself covered by a chain of still shorter ones. Only curves between tile centers are looked at.
#include "sweep/turn_builder.h"

#include <stdlib.h>

// Chains may be longer by rounding.
#define CHAIN_SLACK 1e-9
// First parts are looked at in groups, and these in groups again: where the tiles common to a group are not all in the
// whole, none of its parts is. The uppermost group holds all: the ring has 168 tiles, 16 headings and six words.
#define GROUP 8
#define LEVELS 5

// A curve that may begin a chain, or a group of them: the tiles common to all, and the least of each number.
typedef struct chain_part
{
	uint64_t near[FW_NEAR_WORDS];
	int16_t reach[4]; // of its tiles to the left, right, top and bottom; near the widest discs all windows are full
	double length;
	int32_t index; // of a curve
} chain_part;

// The curves between tile centers from one base heading, and the groups of each level by the one below.
typedef struct part_list
{
	chain_part* parts[LEVELS];
	int32_t count[LEVELS];
} part_list;

typedef struct chain_search
{
	turn_builder* builder;
	const turn_candidate* whole;
	const chain_part* as_part; // the whole
	// The whole's rows turned by quarters, made when first needed.
	const fw_turn_row* rows[4];
	uint32_t row_count[4]; // 0: not made yet
} chain_search;

static const fw_turn_row* whole_turned( chain_search* chain, int32_t quarters )
{
	fw_turn_row* made = chain->builder->sides[quarters];
	if ( chain->row_count[quarters] == 0 )
	{
		chain->row_count[quarters] = fw_turn_rows_image( chain->builder, chain->rows[0], chain->row_count[0],
		                                                 fw_turn_quarters( quarters ), 0, made );
		chain->rows[quarters] = made;
	}
	return chain->rows[quarters];
}

// The curves that could close a chain, as they are kept: from a base heading. `quarters` turn the whole there.
typedef struct chain_rest
{
	int32_t quarters;
	int32_t dx, dy; // where they begin, turned with the whole
	const turn_candidate* first;
	int32_t count;
} chain_rest;

static chain_rest rest_after( const chain_search* chain, const turn_candidate* first )
{
	const turn_builder* builder = chain->builder;
	const fw_primitives* primitives = builder->primitives;
	const turn_ends* whole = &chain->whole->ends;
	const turn_ends* part = &first->ends;
	const turn_ends left = { 0, whole->x - part->x, whole->y - part->y, part->to, whole->to };
	chain_rest rest = { 0 };
	if ( fw_turn_is_in_ring( primitives, &left ) )
	{
		rest.quarters = ( 4 - part->to / fw_base_headings( primitives ) ) % 4;
		const uint32_t image = fw_turn_quarters( rest.quarters );
		const turn_ends begin = fw_turn_image( primitives, *part, image );
		const turn_ends turned = fw_turn_image( primitives, left, image );
		const turn_siblings* place = &builder->places[fw_turn_place( primitives, &turned, 2 * primitives->def.ring )];
		rest.dx = begin.x / 2;
		rest.dy = begin.y / 2;
		rest.first = builder->candidates + place->first;
		rest.count = place->count;
	}
	return rest;
}

// Does a chain that begins with this curve cover the whole?
static bool covers( chain_search* chain, const turn_candidate* first )
{
	const fw_turn_row* all = chain->builder->rows;
	const double left = chain->whole->length - first->length + CHAIN_SLACK;
	const chain_rest rest = rest_after( chain, first );
	// Siblings stand by length.
	if ( rest.count == 0 || rest.first->length > left ||
	     !fw_turn_rows_within( all + first->rows, first->row_count, 0, 0, chain->rows[0], chain->row_count[0] ) )
	{
		return false;
	}
	const fw_turn_row* whole = whole_turned( chain, rest.quarters );
	for ( int32_t i = 0; i < rest.count && rest.first[i].length <= left; i++ )
	{
		const turn_candidate* second = &rest.first[i];
		if ( fw_turn_rows_within( all + second->rows, second->row_count, rest.dx, rest.dy, whole,
		                          chain->row_count[rest.quarters] ) )
		{
			return true;
		}
	}
	return false;
}

FW_INLINE bool may_begin( const chain_part* part, const chain_part* whole )
{
	return part->length < whole->length && fw_near_within( part->near, whole->near ) &&
	       part->reach[0] <= whole->reach[0] && part->reach[1] <= whole->reach[1] &&
	       part->reach[2] <= whole->reach[2] && part->reach[3] <= whole->reach[3];
}

// Does a chain cover the whole that begins with a part of the group that begins at `begin`?
static bool is_covered( chain_search* chain, const part_list* list, int32_t level, int32_t begin )
{
	for ( int32_t i = begin; i < list->count[level] && i < begin + GROUP; i++ )
	{
		const chain_part* part = &list->parts[level][i];
		if ( may_begin( part, chain->as_part ) &&
		     ( level == 0 ? covers( chain, &chain->builder->candidates[part->index] )
		                  : is_covered( chain, list, level - 1, i * GROUP ) ) )
		{
			return true;
		}
	}
	return false;
}

// Curves that sweep like tiles near to one another: any total order is right, a good one is fast.
static int compare_parts( const void* left, const void* right )
{
	const chain_part* a = left;
	const chain_part* b = right;
	for ( int32_t w = 0; w < FW_NEAR_WORDS; w++ )
	{
		const int32_t word = ( w + 2 ) % FW_NEAR_WORDS; // FW_NEAR_WORDS / 2 holds the rows from the pose's own on
		if ( a->near[word] != b->near[word] )
		{
			return a->near[word] < b->near[word] ? -1 : 1;
		}
	}
	return a->index < b->index ? -1 : 1;
}

// Makes the groups of a level.
static void make_groups( part_list* list, int32_t level )
{
	for ( int32_t i = 0; i < list->count[level - 1]; i++ )
	{
		const chain_part* part = &list->parts[level - 1][i];
		chain_part* group = &list->parts[level][i / GROUP];
		if ( i % GROUP == 0 )
		{
			*group = *part;
		}
		for ( int32_t w = 0; w < FW_NEAR_WORDS; w++ )
		{
			group->near[w] &= part->near[w];
		}
		for ( int32_t k = 0; k < 4; k++ )
		{
			group->reach[k] = part->reach[k] < group->reach[k] ? part->reach[k] : group->reach[k];
		}
		group->length = part->length < group->length ? part->length : group->length;
		list->count[level] = i / GROUP + 1;
	}
}

static chain_part part_of( const turn_builder* builder, int32_t index )
{
	const turn_candidate* c = &builder->candidates[index];
	const fw_turn_row* rows = builder->rows + c->rows;
	chain_part part = { .reach = { INT16_MIN, INT16_MIN, (int16_t)-rows[0].y, rows[c->row_count - 1].y },
	                    .length = c->length,
	                    .index = index };
	memcpy( part.near, c->near, sizeof( part.near ) );
	for ( uint32_t i = 0; i < c->row_count; i++ )
	{
		part.reach[0] = -rows[i].x0 > part.reach[0] ? (int16_t)-rows[i].x0 : part.reach[0];
		part.reach[1] = rows[i].x1 > part.reach[1] ? rows[i].x1 : part.reach[1];
	}
	return part;
}

static fw_status make_list( turn_builder* builder, int32_t heading, part_list* list )
{
	*list = ( part_list ){ 0 };
	for ( size_t level = 0, room = (size_t)builder->count; level < LEVELS; level++, room = room / GROUP + 1 )
	{
		list->parts[level] = fw_arena_take( &builder->arena, room, sizeof( chain_part ) );
		FW_TRY( list->parts[level] != NULL ? FW_OK : FW_ERR_MEMORY );
	}
	for ( int32_t i = 0; i < builder->count; i++ )
	{
		const turn_candidate* c = &builder->candidates[i];
		if ( c->ends.from == heading && fw_turn_is_on_tiles( &c->ends ) &&
		     fw_turn_is_in_ring( builder->primitives, &c->ends ) )
		{
			list->parts[0][list->count[0]++] = part_of( builder, i );
		}
	}
	qsort( list->parts[0], (size_t)list->count[0], sizeof( chain_part ), compare_parts );
	for ( int32_t level = 1; level < LEVELS; level++ )
	{
		make_groups( list, level );
	}
	FW_ASSERT( list->count[LEVELS - 1] <= GROUP );
	return FW_OK;
}

static void drop( turn_builder* builder, turn_candidate* c )
{
	fw_primitives* primitives = builder->primitives;
	const int32_t images = primitives->headings / fw_base_headings( primitives );
	c->dropped = true;
	primitives->dropped += images;
	if ( c->partner >= 0 )
	{
		builder->candidates[c->partner].dropped = true;
		primitives->dropped += images;
	}
}

fw_status fw_turn_prune( turn_builder* builder )
{
	const int32_t bases = fw_base_headings( builder->primitives );
	for ( int32_t heading = 0; heading < bases; heading++ )
	{
		part_list list;
		FW_TRY( make_list( builder, heading, &list ) );
		for ( int32_t i = 0; i < list.count[0]; i++ )
		{
			const chain_part* part = &list.parts[0][i];
			turn_candidate* whole = &builder->candidates[part->index];
			chain_search chain = { builder, whole, part, { builder->rows + whole->rows }, { whole->row_count } };
			// What covers a curve, mirrored, covers its mirror image.
			const bool decided = whole->partner >= 0 && whole->partner < part->index;
			if ( !decided && is_covered( &chain, &list, LEVELS - 1, 0 ) )
			{
				drop( builder, whole );
			}
		}
	}
	return FW_OK;
}
