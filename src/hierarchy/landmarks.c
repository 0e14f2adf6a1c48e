// SPDX-License-Identifier: MIT
// Landmarks: E. W. Dijkstra's algorithm (1959) over the edges of a hierarchy from a node of each region at once, again
// and again, each time from those that are furthest from the landmarks before them.
// Source: A. V. Goldberg, C. Harrelson, "Computing the Shortest Path: A* Search Meets Graph Theory" (2005), with
// landmarks by their "farthest" rule. Differs from it: regions do not touch, so that each has landmarks of its own at
// the memory of one.
#include "hierarchy/landmarks.h"

#include "base/arena.h"
#include "hierarchy/window.h"

#include <string.h>

// Scratch of the choice.
typedef struct survey
{
	fw_landmarks* landmarks;
	const fw_hierarchy* hierarchy;
	fw_window* window; // of all clusters
	uint32_t nodes;
	uint32_t label_count;
	uint32_t* labels;    // [nodes], the region of each; FW_REGION_NONE: none
	uint32_t* distances; // [nodes], from the landmark of its region
	uint32_t* nearest;   // [nodes], from the nearest one so far
	uint32_t* marks;     // [label_count], the landmark of each region; FW_REGION_NONE: none
} survey;

// Finds how far each node is from the landmark of its region. False when memory is out.
static bool spread( survey* s )
{
	const fw_rect all = { 0, 0, s->hierarchy->columns, s->hierarchy->rows };
	bool ok = fw_window_begin( s->window, &s->landmarks->allocator, s->hierarchy, s->landmarks->unit_class, all );
	for ( uint32_t i = 0; i < s->label_count && ok; i++ )
	{
		ok = s->marks[i] == FW_REGION_NONE || fw_window_start( s->window, s->marks[i], 0 );
	}
	return ok && fw_window_run( s->window );
}

// Of each region the node that is furthest from the landmarks so far; of several the first.
static void choose( survey* s )
{
	for ( uint32_t i = 0; i < s->label_count; i++ )
	{
		s->marks[i] = FW_REGION_NONE;
	}
	for ( uint32_t i = 0; i < s->nodes; i++ )
	{
		uint32_t* mark = s->labels[i] != FW_REGION_NONE ? &s->marks[s->labels[i]] : NULL;
		if ( mark != NULL && ( *mark == FW_REGION_NONE || s->nearest[i] > s->nearest[*mark] ) )
		{
			*mark = i;
		}
	}
}

// Fills the table from the first landmark to the last. False when memory is out.
static bool fill( survey* s )
{
	const fw_landmark_level* level = &s->landmarks->levels[0];
	// The first landmark is what is furthest from any node, which is none itself.
	for ( int32_t k = -1; k < s->landmarks->count; k++ )
	{
		choose( s );
		if ( !spread( s ) )
		{
			return false;
		}
		for ( uint32_t i = 0; i < s->nodes; i++ )
		{
			const uint32_t g = s->window->nodes[i].g;
			s->distances[i] = g < FW_LANDMARKS_FAR ? g : FW_LANDMARKS_FAR;
			s->nearest[i] = k <= 0 || s->distances[i] < s->nearest[i] ? s->distances[i] : s->nearest[i];
		}
		for ( int32_t i = 0; i < level->clusters && k >= 0; i++ )
		{
			memcpy( fw_landmarks_distances( s->landmarks, 0, (uint32_t)i, k ), s->distances + level->first[i],
			        ( level->first[i + 1] - level->first[i] ) * sizeof( uint32_t ) );
		}
	}
	return true;
}

// Room for all that, and the regions of the nodes. False when memory is out.
static bool open_survey( survey* s, fw_arena* arena, fw_landmarks* landmarks )
{
	const fw_hierarchy* hierarchy = landmarks->hierarchy;
	const fw_landmark_level* level = &landmarks->levels[0];
	*s = ( survey ){
	    .landmarks = landmarks,
	    .hierarchy = hierarchy,
	    .nodes = level->nodes,
	    .label_count = hierarchy->regions->first[hierarchy->regions->clusters],
	    .window = fw_arena_take( arena, 1, sizeof( fw_window ) ),
	    .labels = fw_arena_take( arena, (size_t)level->nodes + 1, sizeof( uint32_t ) ),
	    .distances = fw_arena_take( arena, (size_t)level->nodes + 1, sizeof( uint32_t ) ),
	    .nearest = fw_arena_take( arena, (size_t)level->nodes + 1, sizeof( uint32_t ) ),
	};
	s->marks = fw_arena_take( arena, (size_t)s->label_count + 1, sizeof( uint32_t ) );
	if ( s->window == NULL || s->labels == NULL || s->distances == NULL || s->nearest == NULL || s->marks == NULL )
	{
		return false;
	}
	for ( int32_t i = 0; i < level->clusters; i++ )
	{
		for ( uint32_t node = level->first[i]; node < level->first[i + 1]; node++ )
		{
			s->labels[node] = fw_regions_of_node( hierarchy, hierarchy->regions, landmarks->unit_class, i,
			                                      (int32_t)( node - level->first[i] ) );
		}
	}
	return true;
}

// Numbers in the table of a level, and one more, so that there is a block without nodes too.
static size_t table_size( const fw_landmarks* landmarks, const fw_landmark_level* level )
{
	return (size_t)landmarks->count * level->nodes + 1;
}

// The table of a level, and where its clusters' nodes begin. False when memory is out.
static bool make_level( const fw_landmarks* landmarks, fw_cluster* const* clusters, int32_t count,
                        fw_landmark_level* level )
{
	level->clusters = count;
	level->first = fw_alloc( &landmarks->allocator, (size_t)count + 1, sizeof( uint32_t ) );
	if ( level->first == NULL )
	{
		return false;
	}
	for ( int32_t i = 0; i < count; i++ )
	{
		level->first[i] = level->nodes;
		level->nodes += clusters[i]->node_count;
	}
	level->first[count] = level->nodes;
	level->distances = fw_alloc( &landmarks->allocator, table_size( landmarks, level ), sizeof( uint32_t ) );
	return level->distances != NULL;
}

// Upper nodes are nodes of clusters, too, and as far from the landmarks.
static void copy_upper( fw_landmarks* landmarks )
{
	const fw_hierarchy* hierarchy = landmarks->hierarchy;
	const fw_landmark_level* level = &landmarks->levels[1];
	for ( int32_t i = 0; i < level->clusters; i++ )
	{
		const fw_cluster* upper = hierarchy->uppers[i];
		for ( int32_t node = 0; node < upper->node_count; node++ )
		{
			const int32_t x = upper->x + fw_cluster_nodes( upper )[node].x;
			const int32_t y = upper->y + fw_cluster_nodes( upper )[node].y;
			const int32_t index = fw_hierarchy_index( hierarchy, x, y );
			const int32_t lower = fw_cluster_node( hierarchy->clusters[index], x, y );
			FW_ASSERT( lower >= 0 );
			for ( int32_t k = 0; k < landmarks->count; k++ )
			{
				fw_landmarks_distances( landmarks, 1, (uint32_t)i, k )[node] =
				    fw_landmarks_distances( landmarks, 0, (uint32_t)index, k )[lower];
			}
		}
	}
}

static bool make_all( fw_landmarks* landmarks )
{
	const fw_hierarchy* hierarchy = landmarks->hierarchy;
	fw_landmark_level* levels = landmarks->levels;
	const int32_t uppers = hierarchy->uppers != NULL ? hierarchy->upper_columns * hierarchy->upper_rows : 0;
	if ( !make_level( landmarks, hierarchy->clusters, hierarchy->columns * hierarchy->rows, &levels[0] ) ||
	     ( uppers > 0 && !make_level( landmarks, hierarchy->uppers, uppers, &levels[1] ) ) )
	{
		return false;
	}
	survey s;
	fw_arena arena = { .allocator = landmarks->allocator };
	const bool ok = open_survey( &s, &arena, landmarks ) && fill( &s );
	if ( s.window != NULL )
	{
		fw_window_hold( &( fw_holdings ){ .allocator = &landmarks->allocator }, s.window );
	}
	if ( ok )
	{
		copy_upper( landmarks );
	}
	fw_arena_free( &arena );
	return ok;
}

fw_status fw_landmarks_create( const fw_hierarchy* hierarchy, uint32_t capabilities, int32_t size, int32_t count,
                               fw_landmarks** landmarks, fw_refusal* refusal )
{
	FW_TRY( FW_CHECK_NULL( refusal, hierarchy, landmarks ) );
	FW_TRY( fw_check_range( refusal, "count", count, 1, FW_LANDMARKS_MAX ) );
	const int32_t unit_class = fw_hierarchy_class( hierarchy, capabilities, size );
	if ( unit_class < 0 )
	{
		return fw_refuse_mismatch( refusal, "size", "hierarchy",
		                           "it has no such size or no such capabilities; see its definition" );
	}
	fw_landmarks* made = fw_alloc_zero( &hierarchy->allocator, 1, sizeof( fw_landmarks ) );
	FW_TRY( fw_refuse_status( refusal, made != NULL ? FW_OK : FW_ERR_MEMORY ) );
	made->allocator = hierarchy->allocator;
	made->hierarchy = hierarchy;
	made->unit_class = unit_class;
	made->count = count;
	if ( !make_all( made ) )
	{
		fw_landmarks_destroy( made );
		return fw_refuse_status( refusal, FW_ERR_MEMORY );
	}
	*landmarks = made;
	return FW_OK;
}

static void hold( fw_holdings* holdings, fw_landmarks* landmarks )
{
	for ( int32_t i = 0; i < 2; i++ )
	{
		fw_landmark_level* level = &landmarks->levels[i];
		FW_HOLD( holdings, level->distances, table_size( landmarks, level ) );
		FW_HOLD( holdings, level->first, level->clusters + 1 );
	}
	FW_HOLD( holdings, landmarks, 1 );
}

void fw_landmarks_destroy( fw_landmarks* landmarks )
{
	if ( landmarks != NULL )
	{
		const fw_allocator allocator = landmarks->allocator;
		hold( &( fw_holdings ){ .allocator = &allocator }, landmarks );
	}
}

bool fw_landmarks_serve( const fw_landmarks* landmarks, int32_t unit_class )
{
	return fw_class_serves( &landmarks->hierarchy->classes, unit_class, landmarks->unit_class );
}

size_t fw_landmarks_memory( const fw_landmarks* landmarks )
{
	fw_holdings held = { 0 };
	fw_landmarks copy = *landmarks;
	hold( &held, &copy );
	return held.bytes;
}
