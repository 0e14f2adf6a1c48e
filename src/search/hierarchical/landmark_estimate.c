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

// What a landmark says of both ends.
static fw_landmark_used ask( const fw_landmarks* landmarks, int32_t level, int32_t column, const fw_landmark_end* start,
                             const fw_landmark_end* goal )
{
	fw_landmark_used by = { column, FW_LANDMARKS_FAR, 0, FW_LOCAL_FAR };
	const uint32_t* distances = fw_landmarks_distances( landmarks, level, goal->cluster, column );
	for ( int32_t i = 0; i < goal->count; i++ )
	{
		const uint32_t rest = goal->distances[i];
		if ( rest < FW_LANDMARKS_FAR )
		{
			const uint32_t least = distances[i] > rest ? distances[i] - rest : 0;
			by.low = distances[i] + rest < by.low ? distances[i] + rest : by.low;
			by.high = least > by.high ? least : by.high;
		}
	}
	// The start is no node either.
	distances = fw_landmarks_distances( landmarks, level, start->cluster, column );
	for ( int32_t i = 0; i < start->count; i++ )
	{
		const uint32_t begun = start->distances[i];
		const int32_t bound = fw_landmark_bound( &by, distances[i] );
		const uint32_t least = begun + (uint32_t)( bound > 0 ? bound : 0 );
		by.whole = begun < FW_LANDMARKS_FAR && least < by.whole ? least : by.whole;
	}
	return by;
}

// Puts a landmark among those that are used, where it says more than one of them; of as much, the first one.
static void consider( fw_landmark_estimate* estimate, fw_landmark_used by )
{
	int32_t at = estimate->count;
	while ( at > 0 && estimate->used[at - 1].whole < by.whole )
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
		estimate->used[i] = estimate->used[i - 1];
	}
	estimate->used[at] = by;
}

uint32_t fw_landmark_estimate_begin( fw_landmark_estimate* estimate, const fw_landmarks* landmarks, int32_t level,
                                     const fw_landmark_end* start, const fw_landmark_end* goal )
{
	*estimate = ( fw_landmark_estimate ){ .landmarks = landmarks, .level = level };
	for ( int32_t k = 0; landmarks != NULL && k < landmarks->count; k++ )
	{
		consider( estimate, ask( landmarks, level, k, start, goal ) );
	}
	return estimate->used[0].whole == FW_LOCAL_FAR ? 0 : estimate->used[0].whole;
}
