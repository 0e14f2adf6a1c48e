// SPDX-License-Identifier: MIT
// Entrances and transition points between two clusters.
// Papers: A. Botea, M. Mueller, J. Schaeffer, "Near Optimal Hierarchical Path-Finding" (2004) for entrances and the two
// transitions of long ones; D. Harabor, A. Botea, "Hierarchical Path Planning for Multi-Size Agents in Heterogeneous
// Environments" (2008) for transitions where clearance is largest and for weak dominance.
// Differs from them: an entrance belongs to a class, a capability set with a size, and is a longest run of places where
// units of the class cross; the classes that others can follow come first, and an entrance in which they have left a
// transition takes that one over. So each class can cross wherever it could on tiles.
#include "hierarchy/hierarchy.h"

#include <stdlib.h>
#include <string.h>

// Shorter entrances get one transition in the middle, longer ones one at each end. Chosen on bg512 and wc3maps512
// (bench_haa, clusters of 10, 15, 20): the 6 of the paper of 2004 has a third more nodes and edges, takes a tenth more
// time, and finds paths 0.8, 0.4 and 0.3 % shorter; never splitting takes a third of the time away, at paths 0.1, 0.8
// and 1.2 % longer, but leaves nothing for weak dominance to take out.
#define SPLIT_LENGTH 10
// A transition may lie so far from where it should to serve an entrance, or to be where there is more room.
#define PLACE_SLACK 1

// The places of a border where each class crosses, one bit each.
typedef struct crossings
{
	uint32_t of[FW_CLASS_MAX];
} crossings;

static uint32_t column_bits( const uint32_t* rows, int32_t height, int32_t x )
{
	uint32_t bits = 0;
	for ( int32_t y = 0; y < height; y++ )
	{
		bits |= ( rows[y + 1] >> ( x + 1 ) & 1u ) << y;
	}
	return bits;
}

static void find_crossings( const fw_classes* classes, const fw_cluster_bits* first, const fw_cluster_bits* second,
                            bool down, crossings* out )
{
	for ( int32_t unit_class = 0; unit_class < classes->count; unit_class++ )
	{
		const uint32_t* a = first->of[unit_class].rows;
		const uint32_t* b = second->of[unit_class].rows;
		out->of[unit_class] = down ? ( a[first->tiles.height] & b[1] ) >> 1
		                           : column_bits( a, first->tiles.height, first->tiles.width - 1 ) &
		                                 column_bits( b, first->tiles.height, 0 );
	}
}

// Transitions of one border while they are found, in order of coming.
typedef struct border
{
	const fw_classes* classes;
	const crossings* cross;
	fw_transition* transitions;
	int32_t count;
} border;

// Is there a transition for the class, or for any where it is -1, from place a to place b?
static bool is_served( const border* on, int32_t unit_class, int32_t a, int32_t b )
{
	bool served = false;
	for ( int32_t i = 0; i < on->count && !served; i++ )
	{
		const fw_transition t = on->transitions[i];
		served =
		    t.at >= a && t.at <= b && ( unit_class < 0 || fw_class_serves( on->classes, t.unit_class, unit_class ) );
	}
	return served;
}

// The class of the same capabilities and the largest size that crosses there.
static int32_t roomiest( const border* on, int32_t unit_class, int32_t at )
{
	const int32_t end = ( unit_class / on->classes->size_count + 1 ) * on->classes->size_count;
	while ( unit_class + 1 < end && ( on->cross->of[unit_class + 1] >> at & 1u ) != 0 )
	{
		unit_class++;
	}
	return unit_class;
}

// Adds a transition for the class, at best at the wanted place, from a to b: where there is most room, then where a
// node is already, then nearest.
static void add_near( border* on, int32_t unit_class, int32_t a, int32_t b, int32_t wanted )
{
	int32_t best = a;
	int32_t best_score = INT32_MIN;
	for ( int32_t at = a; at <= b; at++ )
	{
		const int32_t score =
		    roomiest( on, unit_class, at ) * 256 + is_served( on, -1, at, at ) * 128 - abs( at - wanted );
		if ( score > best_score )
		{
			best_score = score;
			best = at;
		}
	}
	on->transitions[on->count++] = ( fw_transition ){ (uint8_t)best, (uint8_t)roomiest( on, unit_class, best ) };
}

static void serve_near( border* on, int32_t unit_class, int32_t a, int32_t b, int32_t wanted )
{
	const int32_t low = wanted - PLACE_SLACK > a ? wanted - PLACE_SLACK : a;
	const int32_t high = wanted + PLACE_SLACK < b ? wanted + PLACE_SLACK : b;
	if ( !is_served( on, unit_class, low, high ) )
	{
		add_near( on, unit_class, low, high, wanted );
	}
}

// Makes the class cross in the entrance from place a to place b.
static void serve_entrance( border* on, int32_t unit_class, int32_t a, int32_t b, bool split )
{
	if ( split && b - a + 1 >= SPLIT_LENGTH )
	{
		serve_near( on, unit_class, a, b, a );
		serve_near( on, unit_class, a, b, b );
	}
	else if ( !is_served( on, unit_class, a, b ) )
	{
		add_near( on, unit_class, a, b, ( a + b ) / 2 );
	}
}

// Notes for each class the parts of both clusters at the ends of each transition.
static void find_ends( const border* on, const fw_cluster_bits* own, const fw_cluster_bits* near, int32_t side,
                       fw_cluster_scratch* scratch )
{
	for ( int32_t unit_class = 0; unit_class < on->classes->count; unit_class++ )
	{
		fw_local_parts( &own->of[unit_class], scratch->parts[0] );
		fw_local_parts( &near->of[unit_class], scratch->parts[1] );
		for ( int32_t i = 0; i < on->count; i++ )
		{
			const int32_t at = on->transitions[i].at;
			uint16_t* ends = scratch->ends[unit_class][i];
			ends[0] = scratch->parts[0][fw_cluster_place( own, side, at )];
			ends[1] = scratch->parts[1][fw_cluster_place( near, fw_side_opposite( side ), at )];
		}
	}
}

// Can transition j stand in for i? Each class that takes the one can take the other, and gets from one to the other
// inside of both clusters.
static bool stands_in( const border* on, const fw_cluster_scratch* scratch, int32_t i, int32_t j )
{
	const uint64_t needed = on->classes->serves[on->transitions[i].unit_class];
	bool ok = ( needed & ~on->classes->serves[on->transitions[j].unit_class] ) == 0;
	for ( uint64_t left = needed; left != 0 && ok; left &= left - 1 )
	{
		const int32_t unit_class = FW_CTZ64( left );
		ok = memcmp( scratch->ends[unit_class][i], scratch->ends[unit_class][j], sizeof( scratch->ends[0][0] ) ) == 0;
	}
	return ok;
}

// Weak dominance: transitions go for which another one stands in. Those that came last go first; as standing in is
// transitive, what stood in for them and goes too leaves one that stands in for both.
static void drop_dominated( border* on, const fw_cluster_scratch* scratch )
{
	bool gone[FW_SIDE_MAX] = { false };
	for ( int32_t i = on->count - 1; i >= 0; i-- )
	{
		for ( int32_t j = 0; j < on->count && !gone[i]; j++ )
		{
			gone[i] = j != i && !gone[j] && stands_in( on, scratch, i, j );
		}
	}
	on->count = fw_transitions_drop( on->transitions, on->count, gone );
}

int32_t fw_transitions_drop( fw_transition* transitions, int32_t count, const bool* gone )
{
	int32_t kept = 0;
	for ( int32_t i = 0; i < count; i++ )
	{
		if ( !gone[i] )
		{
			transitions[kept++] = transitions[i];
		}
	}
	return kept;
}

static int compare_places( const void* a, const void* b )
{
	const fw_transition* s = a;
	const fw_transition* t = b;
	return s->at != t->at ? (int)s->at - (int)t->at : (int)s->unit_class - (int)t->unit_class;
}

int32_t fw_entrances_find( const fw_hierarchy* hierarchy, const fw_cluster_bits* own, const fw_cluster_bits* near,
                           int32_t side, fw_cluster_scratch* scratch, fw_transition* transitions )
{
	crossings cross;
	const bool down = side == FW_SIDE_DOWN || side == FW_SIDE_UP;
	const bool is_first = side == FW_SIDE_RIGHT || side == FW_SIDE_DOWN;
	const int32_t length = down ? own->tiles.width : own->tiles.height;
	border on = { .classes = &hierarchy->classes, .cross = &cross, .transitions = transitions };
	find_crossings( &hierarchy->classes, is_first ? own : near, is_first ? near : own, down, &cross );
	for ( int32_t i = 0; i < hierarchy->classes.count; i++ )
	{
		const int32_t unit_class = hierarchy->classes.by_demand[i];
		const uint32_t bits = cross.of[unit_class];
		for ( int32_t a = 0; a < length; a++ )
		{
			if ( ( bits >> a & 1u ) == 0 )
			{
				continue;
			}
			int32_t b = a;
			while ( b + 1 < length && ( bits >> ( b + 1 ) & 1u ) != 0 )
			{
				b++;
			}
			serve_entrance( &on, unit_class, a, b, hierarchy->def.quality != FW_QUALITY_LOW );
			a = b;
		}
	}
	if ( hierarchy->def.quality == FW_QUALITY_LOW && on.count > 1 )
	{
		find_ends( &on, own, near, side, scratch );
		drop_dominated( &on, scratch );
	}
	qsort( transitions, (size_t)on.count, sizeof( *transitions ), compare_places );
	return on.count;
}
