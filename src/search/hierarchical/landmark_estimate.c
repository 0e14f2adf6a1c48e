// SPDX-License-Identifier: MIT
// The choice of landmarks for one search.
// Source: A. V. Goldberg, C. Harrelson, "Computing the Shortest Path: A* Search Meets Graph Theory" (2005), who search
// with those that give the best bound from the start as well.
//
// The goal is no node. Let F be how far a node is from a landmark, and w the path between a node n of the goal's
// cluster and the goal. Each path to the goal comes over such a node, so from any node v it is at least the least F(n)
// + w less F(v), and F(v) less the greatest F(n) - w. Both fall along an edge by no more than it costs, whether or not
// detours over the goal would be shorter than edges.
#include "search/hierarchical/landmark_estimate.h"

// Of each landmark what it says of the goal, and of the whole path.
typedef struct bounds
{
	uint32_t low[FW_LANDMARKS_MAX], high[FW_LANDMARKS_MAX];
	uint32_t whole[FW_LANDMARKS_MAX];
} bounds;

static void look_at_goal( const fw_landmarks* landmarks, int32_t level, const fw_landmark_end* goal, bounds* of )
{
	for ( int32_t k = 0; k < landmarks->count; k++ )
	{
		const uint32_t* distances = fw_landmarks_distances( landmarks, level, goal->cluster, k );
		of->low[k] = FW_LANDMARKS_FAR;
		of->high[k] = 0;
		for ( int32_t i = 0; i < goal->count; i++ )
		{
			const uint32_t rest = goal->distances[i];
			if ( rest < FW_LANDMARKS_FAR )
			{
				const uint32_t least = distances[i] > rest ? distances[i] - rest : 0;
				of->low[k] = distances[i] + rest < of->low[k] ? distances[i] + rest : of->low[k];
				of->high[k] = least > of->high[k] ? least : of->high[k];
			}
		}
	}
}

// The start is no node either.
static void look_at_start( const fw_landmarks* landmarks, int32_t level, const fw_landmark_end* start, bounds* of )
{
	for ( int32_t k = 0; k < landmarks->count; k++ )
	{
		const uint32_t* distances = fw_landmarks_distances( landmarks, level, start->cluster, k );
		of->whole[k] = FW_LOCAL_FAR;
		for ( int32_t i = 0; i < start->count; i++ )
		{
			const uint32_t begun = start->distances[i];
			const int32_t bound = fw_landmark_bound( distances[i], of->low[k], of->high[k] );
			const uint32_t least = begun + (uint32_t)( bound > 0 ? bound : 0 );
			of->whole[k] = begun < FW_LANDMARKS_FAR && least < of->whole[k] ? least : of->whole[k];
		}
	}
}

// Puts a landmark among those that are used, where it says more than one of them; of as much, the first one.
static void consider( fw_landmark_estimate* estimate, const bounds* of, int32_t k )
{
	int32_t at = estimate->count;
	while ( at > 0 && of->whole[estimate->column[at - 1]] < of->whole[k] )
	{
		at--;
	}
	if ( at == FW_LANDMARKS_USED )
	{
		return;
	}
	estimate->count += estimate->count < FW_LANDMARKS_USED ? 1 : 0;
	for ( int32_t i = estimate->count - 1; i > at; i-- )
	{
		estimate->column[i] = estimate->column[i - 1];
	}
	estimate->column[at] = k;
}

uint32_t fw_landmark_estimate_begin( fw_landmark_estimate* estimate, const fw_landmarks* landmarks, int32_t level,
                                     const fw_landmark_end* start, const fw_landmark_end* goal )
{
	bounds of;
	*estimate = ( fw_landmark_estimate ){ .landmarks = landmarks, .level = level };
	if ( landmarks == NULL )
	{
		return 0;
	}
	look_at_goal( landmarks, level, goal, &of );
	look_at_start( landmarks, level, start, &of );
	for ( int32_t k = 0; k < landmarks->count; k++ )
	{
		consider( estimate, &of, k );
	}
	for ( int32_t i = 0; i < estimate->count; i++ )
	{
		estimate->low[i] = of.low[estimate->column[i]];
		estimate->high[i] = of.high[estimate->column[i]];
	}
	const uint32_t whole = of.whole[estimate->column[0]];
	return whole == FW_LOCAL_FAR ? 0 : whole;
}
