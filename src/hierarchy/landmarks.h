// SPDX-License-Identifier: MIT
// Landmarks as searches see them.
#ifndef FW_HIERARCHY_LANDMARKS_H
#define FW_HIERARCHY_LANDMARKS_H

#include "fairway/hierarchy.h"
#include "hierarchy/hierarchy.h"

// No distance is noted as longer, about 280,000 tiles, so that an estimate added to a cost within its limit stays below
// 2^32. What lies further away seems as far, which no estimate is wrong by.
#define FW_LANDMARKS_FAR 0x28000000u

// Of clusters, or of upper clusters.
typedef struct fw_landmark_level
{
	int32_t clusters;
	uint32_t nodes;      // of all clusters
	uint32_t* first;     // [clusters + 1], where the nodes of each begin
	uint32_t* distances; // for each cluster [count][nodes of it]: a search reads few landmarks and most nodes
} fw_landmark_level;

struct fw_landmarks
{
	fw_allocator allocator;
	const fw_hierarchy* hierarchy;
	int32_t unit_class; // the class whose paths they measure
	int32_t count;
	fw_landmark_level levels[2]; // the second one without nodes where the hierarchy has none
};

// Do they serve a class of their hierarchy? None of its paths may be closed to the class that was measured.
bool fw_landmarks_serve( const fw_landmarks* landmarks, int32_t unit_class );

// How far the nodes of a cluster are from a landmark [nodes of it].
FW_INLINE uint32_t* fw_landmarks_distances( const fw_landmarks* landmarks, int32_t level, uint32_t cluster,
                                            int32_t landmark )
{
	const fw_landmark_level* of = &landmarks->levels[level];
	const uint32_t first = of->first[cluster];
	return of->distances + (size_t)first * (size_t)landmarks->count +
	       (size_t)( of->first[cluster + 1] - first ) * (size_t)landmark;
}

size_t fw_landmarks_memory( const fw_landmarks* landmarks ); // bytes

#endif
