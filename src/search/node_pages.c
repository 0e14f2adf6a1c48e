// SPDX-License-Identifier: MIT
// Growing and claiming of node pages.
#include "search/node_pages.h"

bool fw_directory_begin( fw_directory* directory, const fw_allocator* allocator, size_t parts )
{
	if ( parts > directory->size )
	{
		uint64_t* grown = fw_realloc( allocator, directory->entries, directory->size, parts, sizeof( *grown ) );
		if ( grown == NULL )
		{
			return false;
		}
		memset( grown + directory->size, 0, ( parts - directory->size ) * sizeof( *grown ) );
		directory->entries = grown;
		directory->size = parts;
	}
	if ( ++directory->search == 0 )
	{
		memset( directory->entries, 0, directory->size * sizeof( *directory->entries ) );
		directory->search = 1;
	}
	return true;
}

bool fw_pages_begin( fw_search* search, fw_node_pages* pages, int32_t width, int32_t height, int32_t planes,
                     int32_t shift, size_t page_bytes )
{
	const fw_allocator* allocator = &search->allocator;
	const int32_t columns = ( ( width - 1 ) >> shift ) + 1;
	const int32_t rows = ( ( height - 1 ) >> shift ) + 1;
	const size_t needed = (size_t)columns * (size_t)rows * (size_t)planes;
	if ( search->status != FW_OK ||
	     !fw_search_need( search, fw_directory_begin( &pages->directory, allocator, needed ) ) )
	{
		return false;
	}
	if ( page_bytes != pages->page_bytes )
	{
		fw_free( allocator, pages->nodes, (size_t)pages->slot_capacity, pages->page_bytes );
		pages->nodes = NULL;
		pages->slot_capacity = 0;
		pages->page_bytes = page_bytes;
	}
	pages->columns = columns;
	pages->rows = rows;
	pages->shift = shift;
	pages->slots = 0;
	return true;
}

void fw_pages_hold( fw_holdings* holdings, fw_node_pages* pages )
{
	FW_HOLD( holdings, pages->directory.entries, pages->directory.size );
	FW_HOLD( holdings, pages->origins, pages->origin_capacity );
	fw_hold( holdings, pages->nodes, (size_t)pages->slot_capacity, pages->page_bytes );
}

uint32_t fw_pages_claim( fw_search* search, fw_node_pages* pages, size_t index )
{
	const fw_allocator* allocator = &search->allocator;
	const int32_t slot = pages->slots;
	const bool there = FW_GROW( allocator, &pages->origins, &pages->origin_capacity, slot + 1 ) &&
	                   ( slot < pages->slot_capacity || fw_grow( allocator, (void**)&pages->nodes,
	                                                             &pages->slot_capacity, slot + 1, pages->page_bytes ) );
	if ( !fw_search_need( search, there ) )
	{
		return FW_NO_SLOT;
	}
	const size_t plane_size = (size_t)pages->columns * (size_t)pages->rows;
	const size_t place = index % plane_size;
	const size_t column = place % (size_t)pages->columns;
	const size_t row = place / (size_t)pages->columns;
	pages->origins[slot] = ( fw_page_origin ){ (int16_t)( column << pages->shift ), (int16_t)( row << pages->shift ),
	                                           (int16_t)( index / plane_size ), 0 };
	memset( pages->nodes + (size_t)slot * pages->page_bytes, 0, pages->page_bytes );
	fw_directory_note( &pages->directory, index, (uint32_t)slot );
	pages->slots++;
	return (uint32_t)slot;
}
