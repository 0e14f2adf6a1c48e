// SPDX-License-Identifier: MIT
// How far it is to the goal at least, by landmarks: no node is further from a landmark than another one plus the path
// between the two.
#ifndef FW_SEARCH_HIERARCHICAL_LANDMARK_ESTIMATE_H
#define FW_SEARCH_HIERARCHICAL_LANDMARK_ESTIMATE_H

#include "hierarchy/landmarks.h"

// Of the landmarks those that say most about the path from the start. Chosen on bg512 and wc3maps512: the least
// instructions of 1 to 4 in four of six runs (callgrind), though not the fewest nodes.
#define FW_LANDMARKS_USED 2

typedef struct fw_landmark_used
{
	int32_t column;
	// How far the goal is from the landmark, for nodes that are nearer to it and for those that are further.
	uint32_t low, high;
	uint32_t whole; // how far it is from start to goal at least
} fw_landmark_used;

typedef struct fw_landmark_estimate
{
	const fw_landmarks* landmarks; // null: every estimate is 0
	int32_t level;
	int32_t count;
	fw_landmark_used used[FW_LANDMARKS_USED]; // [count], what says most first
} fw_landmark_estimate;

// An end of a search: the clusters' nodes that it is joined to and how far each is from it, FW_LOCAL_FAR: it is not.
typedef struct fw_landmark_end
{
	uint32_t cluster;
	int32_t count;
	const uint32_t* distances; // [count]
} fw_landmark_end;

// Chooses landmarks for a search of a level. `landmarks` may be null. Returns how far it is at least from end to end.
uint32_t fw_landmark_estimate_begin( fw_landmark_estimate* estimate, const fw_landmarks* landmarks, int32_t level,
                                     const fw_landmark_end* start, const fw_landmark_end* goal );

// What a landmark says of a node that is so far from it; negative, where it says nothing. No distance exceeds
// FW_LANDMARKS_FAR, which leaves room for a sign.
FW_INLINE int32_t fw_landmark_bound( const fw_landmark_used* by, uint32_t distance )
{
	const int32_t there = (int32_t)by->low - (int32_t)distance;
	const int32_t back = (int32_t)distance - (int32_t)by->high;
	return there > back ? there : back;
}

// How far it is at least from a node of a cluster to the goal.
FW_INLINE uint32_t fw_landmark_estimate_at( const fw_landmark_estimate* estimate, uint32_t cluster, uint32_t node )
{
	int32_t most = 0;
	for ( int32_t i = 0; i < estimate->count; i++ )
	{
		const fw_landmark_used* by = &estimate->used[i];
		const uint32_t* distances = fw_landmarks_distances( estimate->landmarks, estimate->level, cluster, by->column );
		const int32_t least = fw_landmark_bound( by, distances[node] );
		most = least > most ? least : most;
	}
	return (uint32_t)most;
}

#endif
