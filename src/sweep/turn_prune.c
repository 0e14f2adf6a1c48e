// SPDX-License-Identifier: MIT
// Leaves out curves that a chain of two shorter ones covers: no longer, and no tile more.
//
// A search loses nothing by it: wherever such a curve is legal, so is the chain, and each of its parts is either in the
// table or itself covered by a chain of still shorter ones. Only curves between tile centres are looked at.
#include "sweep/turn_builder.h"

// Chains may be longer by rounding.
#define CHAIN_SLACK 1e-9

typedef struct chain_search
{
	const turn_builder* builder;
	const turn_candidate* whole;
	const fw_sweep_row* rows; // of the whole
} chain_search;

// Is there a curve from (dx, dy) with this heading to the end of the whole that closes the chain?
static bool closes( const chain_search* chain, int32_t dx, int32_t dy, int32_t heading, double length_left )
{
	const turn_builder* builder = chain->builder;
	const int32_t ring = builder->turns->def.ring;
	const int32_t rest_x = chain->whole->dx - dx;
	const int32_t rest_y = chain->whole->dy - dy;
	if ( rest_x < -ring || rest_x > ring || rest_y < -ring || rest_y > ring )
	{
		return false;
	}
	const size_t place = turn_place( builder, heading, rest_x, rest_y, chain->whole->heading );
	for ( int32_t i = 0; i < builder->count_at[place]; i++ )
	{
		const turn_candidate* second = &builder->candidates[builder->first_at[place] + i];
		if ( second->length > length_left )
		{
			return false;
		}
		if ( fw_rows_within( builder->rows + second->rows, second->row_count, dx, dy, chain->rows,
		                     chain->whole->row_count ) )
		{
			return true;
		}
	}
	return false;
}

// Does the chain that begins with this curve cover the whole?
static bool covers( const chain_search* chain, const turn_candidate* first )
{
	const turn_candidate* whole = chain->whole;
	const double left = whole->length - first->length + CHAIN_SLACK;
	const double x = whole->dx - first->dx;
	const double y = whole->dy - first->dy;
	// The straight distance bounds the second curve from below.
	for ( int32_t w = 0; w < FW_NEAR_WORDS; w++ )
	{
		if ( ( first->near[w] & ~whole->near[w] ) != 0 )
		{
			return false;
		}
	}
	return first->length < whole->length && x * x + y * y <= left * left && ( x != 0.0 || y != 0.0 ) &&
	       fw_rows_within( chain->builder->rows + first->rows, first->row_count, 0, 0, chain->rows,
	                       whole->row_count ) &&
	       closes( chain, first->dx, first->dy, first->heading, left );
}

static bool is_covered( const turn_builder* builder, const turn_candidate* whole )
{
	const chain_search chain = { builder, whole, builder->rows + whole->rows };
	const int32_t side = 2 * builder->turns->def.ring + 1;
	const size_t per_heading = (size_t)( side * side * builder->turns->headings );
	for ( size_t place = per_heading * whole->from_heading; place < per_heading * ( whole->from_heading + 1u );
	      place++ )
	{
		for ( int32_t i = 0; i < builder->count_at[place]; i++ )
		{
			if ( covers( &chain, &builder->candidates[builder->first_at[place] + i] ) )
			{
				return true;
			}
		}
	}
	return false;
}

// Marks the images of a dropped curve under turns by 90 degrees.
static void drop_images( turn_builder* builder, const turn_candidate* base )
{
	const int32_t headings = builder->turns->headings;
	int32_t dx = base->dx;
	int32_t dy = base->dy;
	for ( int32_t quarter = 0; quarter < 4; quarter++ )
	{
		const int32_t from = ( base->from_heading + quarter * headings / 4 ) % headings;
		const int32_t to = ( base->heading + quarter * headings / 4 ) % headings;
		const size_t place = turn_place( builder, from, dx, dy, to );
		for ( int32_t i = 0; i < builder->count_at[place]; i++ )
		{
			turn_candidate* image = &builder->candidates[builder->first_at[place] + i];
			if ( image->word == base->word && !image->dropped )
			{
				image->dropped = true;
				builder->turns->dropped++;
			}
		}
		const int32_t turned = dx;
		dx = -dy;
		dy = turned;
	}
}

void fw_turn_prune( turn_builder* builder )
{
	const int32_t headings = builder->turns->headings;
	const int32_t bases = headings >= 4 ? headings / 4 : headings;
	for ( int32_t i = 0; i < builder->count; i++ )
	{
		const turn_candidate* whole = &builder->candidates[i];
		const int32_t ring = builder->turns->def.ring;
		const bool in_box = whole->from_phase == 0 && whole->phase == 0 && whole->dx >= -ring && whole->dx <= ring &&
		                    whole->dy >= -ring && whole->dy <= ring;
		if ( in_box && whole->from_heading < bases && is_covered( builder, whole ) )
		{
			if ( headings >= 4 )
			{
				drop_images( builder, whole );
			}
			else
			{
				builder->candidates[i].dropped = true;
				builder->turns->dropped++;
			}
		}
	}
}
