// SPDX-License-Identifier: MIT
// Weak dominance round corners: four borders meet where four clusters do, and of one of them, transitions can go whose
// ends the other three connect. The paper (D. Harabor, A. Botea, "Hierarchical Path Planning for Multi-Size Agents in
// Heterogeneous Environments", 2008) has one transition stand in for another of its own border only.
//
// Of the corners every other one takes part, as the squares of one color of a chessboard do. So each border has one
// end at such a corner, and what goes there relies on borders that nothing goes from.
#include "hierarchy/hierarchy.h"

#include <string.h>

// In larger clusters detours would be long, and low quality has half the size of high there as it is: on bg512 and
// wc3maps512, sizes 1 to 3, 0.65, 0.52 and 0.49 of it with clusters of 10, 14 and 15. With this it is 0.49 and 0.40.
#define SIDE_MAX 14

// The clusters round a corner: the own one, those over the side in question and over the other one, and the last.
enum
{
	OWN,
	OVER,
	BESIDE,
	OPPOSITE,
	CLUSTERS
};

// A border of two of them.
typedef struct cluster_crossing
{
	int32_t from, to; // clusters
	int32_t side;     // of the first
	const fw_transition* transitions;
	int32_t count;
} cluster_crossing;

typedef struct cluster_corner
{
	const fw_classes* classes;
	const fw_cluster_bits* clusters[CLUSTERS];
	cluster_crossing detour[3]; // from the own cluster round to the one over the side
	uint16_t ( *parts )[FW_LOCAL_TILES];
} cluster_corner;

// Of the two corners of a border, which is a side of a cluster, one takes part: the one at the end of side `other`. Is
// it this border that transitions go from there? Corners count as the clusters to their right and below do.
static bool is_chosen( int32_t cx, int32_t cy, int32_t side, int32_t* other )
{
	const int32_t across = side ^ 1;
	const int32_t ends[2] = { across, fw_side_opposite( across ) };
	for ( int32_t i = 0; i < 2; i++ )
	{
		const int32_t x = cx + ( side == FW_SIDE_RIGHT || ends[i] == FW_SIDE_RIGHT ? 1 : 0 );
		const int32_t y = cy + ( side == FW_SIDE_DOWN || ends[i] == FW_SIDE_DOWN ? 1 : 0 );
		if ( ( x + y ) % 2 == 0 )
		{
			*other = ends[i];
			// In turn from each of the four directions in which borders leave a corner.
			return ( ( x + 3 * y ) / 2 ) % FW_SIDE_COUNT == fw_side_opposite( ends[i] );
		}
	}
	return false;
}

static uint16_t part_at( const cluster_corner* round, int32_t cluster, int32_t side, int32_t at )
{
	return round->parts[cluster][fw_cluster_place( round->clusters[cluster], side, at )];
}

// Does a class get round the corner from the one end of a transition to the other?
static bool leads_round( const cluster_corner* round, int32_t unit_class, int32_t side, int32_t at )
{
	bool reached[2][FW_LOCAL_TILES];
	bool* before = reached[0];
	bool* now = reached[1];
	memset( before, false, sizeof( reached[0] ) );
	before[part_at( round, OWN, side, at )] = true;
	for ( int32_t i = 0; i < 3; i++ )
	{
		const cluster_crossing* over = &round->detour[i];
		memset( now, false, sizeof( reached[0] ) );
		for ( int32_t k = 0; k < over->count; k++ )
		{
			const fw_transition t = over->transitions[k];
			if ( fw_class_serves( round->classes, t.unit_class, unit_class ) &&
			     before[part_at( round, over->from, over->side, t.at )] )
			{
				now[part_at( round, over->to, fw_side_opposite( over->side ), t.at )] = true;
			}
		}
		bool* const swap = before;
		before = now;
		now = swap;
	}
	return before[part_at( round, OVER, fw_side_opposite( side ), at )];
}

// Drops the transitions that no class needs. Returns how many are left.
static int32_t drop_needless( const cluster_corner* round, int32_t side, fw_transition* transitions, int32_t count )
{
	bool needless[FW_SIDE_MAX];
	memset( needless, true, sizeof( needless ) );
	for ( int32_t unit_class = 0; unit_class < round->classes->count; unit_class++ )
	{
		for ( int32_t i = 0; i < CLUSTERS; i++ )
		{
			fw_local_parts( &round->clusters[i]->of[unit_class], round->parts[i] );
		}
		for ( int32_t i = 0; i < count; i++ )
		{
			needless[i] = needless[i] && ( !fw_class_serves( round->classes, transitions[i].unit_class, unit_class ) ||
			                               leads_round( round, unit_class, side, transitions[i].at ) );
		}
	}
	return fw_transitions_drop( transitions, count, needless );
}

bool fw_around_matters( const fw_hierarchy_def* def )
{
	return def->quality == FW_QUALITY_LOW && def->cluster <= SIDE_MAX;
}

void fw_around_drop( const fw_hierarchy* hierarchy, int32_t cx, int32_t cy, int32_t side, fw_cluster_scratch* scratch )
{
	int32_t other;
	const int32_t count = scratch->transition_count[side];
	if ( count == 0 || !is_chosen( cx, cy, side, &other ) || scratch->near[other].tiles.width == 0 )
	{
		return;
	}
	fw_cluster_bits* last = &scratch->diagonal;
	fw_cluster_bits_read( hierarchy, cx + fw_step_x[2 * side] + fw_step_x[2 * other],
	                      cy + fw_step_y[2 * side] + fw_step_y[2 * other], last );
	const cluster_corner round = {
	    .classes = &hierarchy->classes,
	    .clusters = { &scratch->own, &scratch->near[side], &scratch->near[other], last },
	    .detour = { { OWN, BESIDE, other, scratch->transitions[other], scratch->transition_count[other] },
	                { BESIDE, OPPOSITE, side, scratch->around[0],
	                  fw_entrances_find( hierarchy, &scratch->near[other], last, side, scratch, scratch->around[0] ) },
	                { OPPOSITE, OVER, fw_side_opposite( other ), scratch->around[1],
	                  fw_entrances_find( hierarchy, last, &scratch->near[side], fw_side_opposite( other ), scratch,
	                                     scratch->around[1] ) } },
	    .parts = scratch->around_parts,
	};
	scratch->transition_count[side] = drop_needless( &round, side, scratch->transitions[side], count );
}
