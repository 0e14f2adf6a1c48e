// SPDX-License-Identifier: MIT
// Bit planes of where each unit class stands, from clearances.
#include "annotate/clearance.h"
#include "grid/grid.h"
#include "hierarchy/hierarchy.h"

#include <string.h>

// The bits of up to 64 tiles from their clearances.
static uint64_t word_of( const uint8_t* values, int32_t count, int32_t size )
{
	uint64_t bits = 0;
	for ( int32_t i = 0; i < count; i++ )
	{
		bits |= (uint64_t)( values[i] >= size ) << i;
	}
	return bits;
}

// Sets the words that hold the columns of `rect`. True when one has changed.
static bool refresh( fw_layer* layer, const fw_clearance* clearance, int32_t size, fw_rect rect )
{
	bool changed = false;
	for ( int32_t y = rect.y; y < rect.y + rect.height; y++ )
	{
		const uint8_t* values = fw_clearance_row( clearance, y );
		for ( int32_t x = rect.x & ~63; x < rect.x + rect.width; x += 64 )
		{
			const int32_t left = layer->width - x;
			uint64_t* word = &fw_layer_row( layer, y )[( x + FW_LAYER_PAD ) >> 6];
			const uint64_t bits = word_of( values + x, left < 64 ? left : 64, size );
			changed = changed || bits != *word;
			*word = bits;
		}
	}
	return changed;
}

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
		const int32_t reach = size - 1;
		const fw_rect part =
		    fw_grid_clip( fw_hierarchy_grid( hierarchy ),
		                  ( fw_rect ){ edit.x - reach, edit.y - reach, edit.width + reach, edit.height + reach } );
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
		const bool changed = refresh( &made->layer, clearances[unit_class / classes->size_count], size, part );
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
