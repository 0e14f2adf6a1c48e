// SPDX-License-Identifier: MIT
// The sorted lists of a turn table: the shortest curves into each heading from all poses around.
#include "sweep/turn_builder.h"

#include <math.h>

// Wider circles would only make the list long.
#define APPROACH_REACH_MAX 14.0
#define DIGIT_BITS 11
#define DIGITS ( 1 << DIGIT_BITS )

// One pass of a radix sort: by some bits of the cost, else as they stand.
static void sort_by_digit( const fw_turn_approach* from, int32_t count, uint32_t shift, fw_turn_approach* to )
{
	int32_t begin[DIGITS + 1] = { 0 };
	for ( int32_t i = 0; i < count; i++ )
	{
		begin[( from[i].cost >> shift & ( DIGITS - 1 ) ) + 1]++;
	}
	for ( int32_t digit = 1; digit < DIGITS; digit++ )
	{
		begin[digit] += begin[digit - 1];
	}
	for ( int32_t i = 0; i < count; i++ )
	{
		to[begin[from[i].cost >> shift & ( DIGITS - 1 )]++] = from[i];
	}
}

// Shortest first; approaches of one cost by place and heading, as they are listed.
static void sort_approaches( fw_turn_approach* list, int32_t count, fw_turn_approach* spare )
{
	uint32_t most = 0;
	for ( int32_t i = 0; i < count; i++ )
	{
		most = list[i].cost > most ? list[i].cost : most;
	}
	for ( uint32_t shift = 0; shift < 32 && most >> shift != 0; shift += 2 * DIGIT_BITS )
	{
		sort_by_digit( list, count, shift, spare );
		sort_by_digit( spare, count, shift + DIGIT_BITS, list );
	}
}

// The shortest curve into one of the base headings from one pose; those into others are its images.
typedef struct base_approach
{
	uint32_t cost;
	uint8_t word;
	bool may_tie; // another word may be as long: rounding decides, and differently for each image
} base_approach;

// Words with parts of no length are as long as others, and so are pairs of words between poses that are each other's
// mirror images: those with equal headings, and those whose headings lie on either side of the line between them.
static bool may_tie( const fw_curve* curve, double dx, double dy, double begin, double end )
{
	const double least = 1e-6;
	const double sum = begin + end;
	const double square = dx * dx + dy * dy;
	const double beside = 2.0 * dx * dy * fw_cos( sum ) - ( dx * dx - dy * dy ) * fw_sin( sum );
	return begin == end || fabs( beside ) < least * square || curve->part[0] < least || curve->part[1] < least ||
	       curve->part[2] < least;
}

static base_approach find_approach( const fw_primitives* primitives, int32_t dx, int32_t dy, int32_t begin,
                                    int32_t end )
{
	const fw_pose start = { dx, dy, fw_primitives_angle( primitives, begin ) };
	const fw_pose goal = { 0.0, 0.0, fw_primitives_angle( primitives, end ) };
	fw_curve curve;
	const bool found = fw_curve_shortest( start, goal, primitives->def.turning_radius, primitives->def.words,
	                                      FW_GEAR_FORWARD, &curve );
	FW_ASSERT( found );
	if ( !found )
	{
		return ( base_approach ){ UINT32_MAX, 0, true };
	}
	return ( base_approach ){ (uint32_t)floor( curve.length * FW_TURN_COST_ONE + 0.5 ), (uint8_t)curve.word,
	                          may_tie( &curve, dx, dy, start.heading, goal.heading ) };
}

// The place of a pose in the table for a base heading.
static int32_t place_of( const fw_primitives* primitives, int32_t end, int32_t dx, int32_t dy, int32_t begin )
{
	const int32_t reach = primitives->approach_reach;
	const int32_t side = 2 * reach + 1;
	return ( ( end * side + dy + reach ) * side + dx + reach ) * primitives->headings + begin;
}

// From the table, turned back to a base heading, unless rounding has a say in it.
static base_approach image_of( const fw_primitives* primitives, const base_approach* table, int32_t dx, int32_t dy,
                               int32_t begin, int32_t end )
{
	const int32_t bases = fw_base_headings( primitives );
	const int32_t back = end / bases * bases;
	int32_t x = dx;
	int32_t y = dy;
	for ( int32_t q = 0; q < end / bases; q++ )
	{
		const int32_t turned = y;
		y = -x;
		x = turned;
	}
	const base_approach* base = &table[place_of( primitives, end - back, x, y,
	                                             ( begin + primitives->headings - back ) % primitives->headings )];
	return base->may_tie ? find_approach( primitives, dx, dy, begin, end ) : *base;
}

// Into a base heading: the mirror image of an approach that was listed before it, unless rounding has a say in it.
static base_approach base_of( const fw_primitives* primitives, const base_approach* table, int32_t dx, int32_t dy,
                              int32_t begin, int32_t end )
{
	const bool swaps = ( fw_turn_mirror( end ) & FW_IMAGE_SWAP ) != 0;
	const int32_t quarter = primitives->headings / 4;
	const int32_t x = swaps ? dy : dx;
	const int32_t y = swaps ? dx : -dy;
	const int32_t from = ( ( swaps ? quarter : 0 ) - begin + primitives->headings ) % primitives->headings;
	const int32_t place = place_of( primitives, swaps ? quarter - end : end, x, y, from );
	const bool known = primitives->headings > 1 && place < place_of( primitives, end, dx, dy, begin );
	if ( !known || table[place].may_tie )
	{
		return find_approach( primitives, dx, dy, begin, end );
	}
	base_approach found = table[place];
	found.word ^= 1; // the words come in pairs, left before right
	return found;
}

// From all poses so near that an exact curve may cut a corner of the lattice: two turning circles and a little.
static void list_approaches( const fw_primitives* primitives, base_approach* table, int32_t end,
                             fw_turn_approach* list )
{
	const int32_t reach = primitives->approach_reach;
	const int32_t side = 2 * reach + 1;
	int32_t count = 0;
	for ( int32_t i = 0; i < side * side * primitives->headings; i++ )
	{
		const int32_t begin = i % primitives->headings;
		const int32_t dx = i / primitives->headings % side - reach;
		const int32_t dy = i / primitives->headings / side - reach;
		if ( dx == 0 && dy == 0 )
		{
			continue;
		}
		base_approach found;
		if ( end < fw_base_headings( primitives ) )
		{
			found = base_of( primitives, table, dx, dy, begin, end );
			table[place_of( primitives, end, dx, dy, begin )] = found;
		}
		else
		{
			found = image_of( primitives, table, dx, dy, begin, end );
		}
		list[count++] = ( fw_turn_approach ){ found.cost, (int8_t)dx, (int8_t)dy, (uint8_t)begin, found.word };
	}
	FW_ASSERT( count == primitives->approach_count );
}

fw_status fw_turn_add_approaches( turn_builder* builder )
{
	fw_primitives* primitives = builder->primitives;
	const double circles = ceil( 2.0 * primitives->def.turning_radius );
	const int32_t reach = (int32_t)fmin( fmax( primitives->def.ring, circles ) + 2.0, APPROACH_REACH_MAX );
	const int32_t side = 2 * reach + 1;
	const size_t places = (size_t)( fw_base_headings( primitives ) * side * side * primitives->headings );
	primitives->approach_reach = reach;
	primitives->approach_count = ( side * side - 1 ) * primitives->headings;
	primitives->approaches =
	    fw_alloc( &primitives->allocator, (size_t)( primitives->headings * primitives->approach_count ),
	              sizeof( fw_turn_approach ) );
	fw_turn_approach* spare =
	    fw_arena_take( &builder->arena, (size_t)primitives->approach_count, sizeof( fw_turn_approach ) );
	base_approach* table = fw_arena_take( &builder->arena, places, sizeof( base_approach ) );
	FW_TRY( primitives->approaches != NULL && spare != NULL && table != NULL ? FW_OK : FW_ERR_MEMORY );
	for ( int32_t end = 0; end < primitives->headings; end++ )
	{
		fw_turn_approach* list = primitives->approaches + end * primitives->approach_count;
		list_approaches( primitives, table, end, list );
		sort_approaches( list, primitives->approach_count, spare );
	}
	return FW_OK;
}
