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

// `ends`: from the end back to the beginning, in tiles.
static base_approach find_approach( const fw_primitives* primitives, const turn_ends* ends )
{
	const fw_pose start = { ends->x, ends->y, fw_primitives_angle( primitives, ends->to ) };
	const fw_pose goal = { 0.0, 0.0, fw_primitives_angle( primitives, ends->from ) };
	fw_curve curve;
	const bool found = fw_curve_shortest( start, goal, primitives->def.turning_radius, primitives->def.words,
	                                      FW_GEAR_FORWARD, &curve );
	FW_ASSERT( found );
	if ( !found )
	{
		return ( base_approach ){ UINT32_MAX, 0, true };
	}
	return ( base_approach ){ (uint32_t)floor( curve.length * FW_TURN_COST_ONE + 0.5 ), (uint8_t)curve.word,
	                          may_tie( &curve, ends->x, ends->y, start.heading, goal.heading ) };
}

// Into a base heading the mirror image of an approach that was found before, into others that into a base heading,
// turned; unless rounding has a say in it.
static base_approach approach_of( const fw_primitives* primitives, base_approach* table, const turn_ends* ends )
{
	const int32_t bases = fw_base_headings( primitives );
	const int32_t reach = primitives->approach_reach;
	const bool is_base = ends->from < bases;
	const uint32_t image = is_base ? fw_turn_mirror( ends->from ) : fw_turn_quarters( 4 - ends->from / bases );
	const turn_ends other = fw_turn_image( primitives, *ends, image );
	const int32_t place = fw_turn_place( primitives, ends, reach );
	const int32_t known = fw_turn_place( primitives, &other, reach );
	const bool is_known = primitives->headings > 1 && known < place && !table[known].may_tie;
	base_approach found = is_known ? table[known] : find_approach( primitives, ends );
	if ( is_base )
	{
		found.word ^= is_known ? 1 : 0; // the words come in pairs, left before right
		table[place] = found;
	}
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
		const turn_ends ends = { 0, i / primitives->headings % side - reach, i / primitives->headings / side - reach,
		                         end, i % primitives->headings };
		if ( ends.x != 0 || ends.y != 0 )
		{
			const base_approach found = approach_of( primitives, table, &ends );
			list[count++] =
			    ( fw_turn_approach ){ found.cost, (int8_t)ends.x, (int8_t)ends.y, (uint8_t)ends.to, found.word };
		}
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
