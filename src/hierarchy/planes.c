// SPDX-License-Identifier: MIT
// Bit planes of where each unit class stands, from clearances.
#include "annotate/clearance.h"
#include "grid/grid.h"
#include "hierarchy/hierarchy.h"

#include <string.h>

static void plane_release( fw_class_plane* plane, const fw_allocator* allocator )
{
	if ( plane != NULL && fw_holders_drop( &plane->holders ) )
	{
		fw_layer_free( &plane->layer, allocator );
		fw_free( allocator, plane, 1, sizeof( *plane ) );
	}
}

static fw_class_plane* plane_create( const fw_hierarchy* hierarchy )
{
	fw_class_plane* made = fw_alloc( &hierarchy->allocator, 1, sizeof( *made ) );
	if ( made == NULL || !fw_layer_init( &made->layer, &hierarchy->allocator, hierarchy->width, hierarchy->height ) )
	{
		fw_free( &hierarchy->allocator, made, 1, sizeof( *made ) );
		return NULL;
	}
	fw_holders_init( &made->holders );
	return made;
}

bool fw_planes_make( fw_hierarchy* hierarchy, const fw_hierarchy* old, const fw_clearance* const* clearances,
                     fw_rect edit )
{
	const fw_classes* classes = &hierarchy->classes;
	for ( int32_t unit_class = 0; unit_class < classes->count; unit_class++ )
	{
		const int32_t size = classes->sizes[unit_class % classes->size_count];
		const fw_rect part = fw_hierarchy_touched( hierarchy, edit, size );
		fw_class_plane* made = plane_create( hierarchy );
		hierarchy->planes[unit_class] = made;
		if ( made == NULL )
		{
			return false;
		}
		if ( old != NULL )
		{
			memcpy( made->layer.words, old->planes[unit_class]->layer.words,
			        fw_layer_words( hierarchy->width, hierarchy->height ) * sizeof( uint64_t ) );
		}
		const bool changed =
		    fw_clearance_plane( clearances[unit_class / classes->size_count], size, part, &made->layer );
		if ( old != NULL && !changed )
		{
			plane_release( made, &hierarchy->allocator );
			hierarchy->planes[unit_class] = old->planes[unit_class];
			fw_holders_add( &old->planes[unit_class]->holders );
		}
	}
	return true;
}

void fw_planes_release( fw_hierarchy* hierarchy )
{
	for ( int32_t unit_class = 0; unit_class < hierarchy->classes.count; unit_class++ )
	{
		plane_release( hierarchy->planes[unit_class], &hierarchy->allocator );
	}
}

size_t fw_planes_memory( const fw_hierarchy* hierarchy )
{
	const size_t words = fw_layer_words( hierarchy->width, hierarchy->height );
	return (size_t)hierarchy->classes.count * ( sizeof( fw_class_plane ) + words * sizeof( uint64_t ) );
}
