// SPDX-License-Identifier: MIT
// Who gets which place: the sum of the squared distances decides, because it keeps the order of the units. Two units
// that would pass each other gain by an exchange, however far away the places are.
#include "world/places.h"

#include <math.h>
#include <stdlib.h>

// Exchanges look at this many pairs in a pass at most. Up to 512 units they end where no pair gains.
#define PAIRS_MAX 131072
#define PASSES_MAX 16
#define EPSILON 1e-9

static int compare_ranks( const void* a, const void* b )
{
	const place_rank* left = a;
	const place_rank* right = b;
	if ( left->key != right->key )
	{
		return left->key < right->key ? -1 : 1;
	}
	return left->index < right->index ? -1 : left->index > right->index;
}

static fw_vec2 middle_of( const fw_vec2* points, int32_t count )
{
	fw_vec2 sum = { 0.0, 0.0 };
	for ( int32_t i = 0; i < count; i++ )
	{
		sum.x += points[i].x;
		sum.y += points[i].y;
	}
	return ( fw_vec2 ){ sum.x / count, sum.y / count };
}

static double along( fw_vec2 a, fw_vec2 b )
{
	return a.x * b.x + a.y * b.y;
}

// Sorts points into rows across the axis, the first row furthest along it, each row from one side to the other.
static void sort_rows( const fw_vec2* points, int32_t count, fw_vec2 axis, place_rank* ranks )
{
	const fw_vec2 across = { -axis.y, axis.x };
	int32_t row = 1;
	while ( row * row < count )
	{
		row++;
	}
	for ( int32_t i = 0; i < count; i++ )
	{
		ranks[i] = ( place_rank ){ -along( points[i], axis ), i };
	}
	qsort( ranks, (size_t)count, sizeof( *ranks ), compare_ranks );
	for ( int32_t begin = 0; begin < count; begin += row )
	{
		const int32_t end = begin + row < count ? begin + row : count;
		for ( int32_t i = begin; i < end; i++ )
		{
			ranks[i].key = along( points[ranks[i].index], across );
		}
		qsort( ranks + begin, (size_t)( end - begin ), sizeof( *ranks ), compare_ranks );
	}
}

// Does the sum of squared distances shrink if the two exchange their places?
static bool gains( const fw_vec2* units, const fw_vec2* spots, const int32_t* owner, int32_t a, int32_t b )
{
	const fw_vec2 apart = { units[a].x - units[b].x, units[a].y - units[b].y };
	const fw_vec2 spot_a = spots[owner[a]];
	const fw_vec2 spot_b = spots[owner[b]];
	const fw_vec2 between = { spot_a.x - spot_b.x, spot_a.y - spot_b.y };
	return along( apart, between ) < -EPSILON;
}

// In the order of the rows, so that the pairs of large groups are neighbors.
static bool exchange( const fw_vec2* units, const fw_vec2* spots, int32_t count, const place_rank* ranks,
                      int32_t* owner )
{
	const int32_t window = PAIRS_MAX / count > 1 ? PAIRS_MAX / count : 1;
	bool any = false;
	for ( int32_t i = 0; i < count; i++ )
	{
		for ( int32_t k = i + 1; k < count && k - i <= 2 * window; k++ )
		{
			const int32_t a = ranks[i].index;
			const int32_t b = ranks[k].index;
			if ( gains( units, spots, owner, a, b ) )
			{
				const int32_t own = owner[a];
				owner[a] = owner[b];
				owner[b] = own;
				any = true;
			}
		}
	}
	return any;
}

bool fw_places_match( fw_places* places, const fw_vec2* units, const fw_vec2* spots, int32_t count, int32_t* owner )
{
	if ( count == 0 )
	{
		return true;
	}
	if ( !FW_GROW( &places->allocator, &places->ranks, &places->rank_capacity, 2 * count ) )
	{
		return false;
	}
	const fw_vec2 from = middle_of( units, count );
	const fw_vec2 to = middle_of( spots, count );
	const double length = fw_length( to.x - from.x, to.y - from.y );
	const bool here = length < EPSILON;
	const fw_vec2 axis = { here ? 1.0 : ( to.x - from.x ) / length, here ? 0.0 : ( to.y - from.y ) / length };
	sort_rows( units, count, axis, places->ranks );
	sort_rows( spots, count, axis, places->ranks + count );
	for ( int32_t i = 0; i < count; i++ )
	{
		owner[places->ranks[i].index] = places->ranks[count + i].index;
	}
	for ( int32_t pass = 0; pass < PASSES_MAX && exchange( units, spots, count, places->ranks, owner ); pass++ )
	{
	}
	return true;
}
