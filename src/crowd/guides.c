// SPDX-License-Identifier: MIT
// The set of guides: its memory, and who gets which one. Those that were taken are a list in the order of their last
// use, so the one that was unused for longest is found at once.
#include "crowd/guide.h"

// At least the steps from a node to the middle of the window.
static double steps_to_middle( int32_t index )
{
	const int32_t right = index % FW_GUIDE_SIDE - FW_GUIDE_SIDE / 2;
	const int32_t below = index / FW_GUIDE_SIDE - FW_GUIDE_SIDE / 2;
	const int32_t x = right < 0 ? -right : right;
	const int32_t y = below < 0 ? -below : below;
	return ( x > y ? x : y ) + ( sqrt( 2.0 ) - 1.0 ) * ( x > y ? y : x );
}

void fw_guides_init( fw_guides* guides, const fw_allocator* allocator, const fw_grid* grid )
{
	*guides = ( fw_guides ){ .allocator = *allocator, .grid = grid, .oldest = -1, .newest = -1 };
	for ( int32_t i = 0; i < FW_GUIDE_NODES; i++ )
	{
		guides->to_middle[i] = steps_to_middle( i );
	}
}

static size_t go_over( fw_guides* guides, const fw_allocator* freeing )
{
	fw_holdings holdings = { .allocator = freeing };
	FW_HOLD( &holdings, guides->guides, guides->capacity );
	FW_HOLD( &holdings, guides->fields, guides->field_capacity );
	FW_HOLD( &holdings, guides->open, guides->open != NULL ? FW_GUIDE_OPEN : 0 );
	return holdings.bytes;
}

void fw_guides_free( fw_guides* guides )
{
	go_over( guides, &guides->allocator );
}

size_t fw_guides_memory( const fw_guides* guides )
{
	fw_guides copy = *guides;
	return go_over( &copy, NULL );
}

bool fw_guides_reserve( fw_guides* guides, int32_t units )
{
	const int32_t count = units < FW_GUIDES_MAX ? units : FW_GUIDES_MAX;
	if ( guides->open == NULL )
	{
		guides->open = fw_alloc( &guides->allocator, FW_GUIDE_OPEN, sizeof( guides->open[0] ) );
	}
	if ( guides->open == NULL || !FW_GROW( &guides->allocator, &guides->fields, &guides->field_capacity, count ) ||
	     !FW_GROW( &guides->allocator, &guides->guides, &guides->capacity, count ) )
	{
		return false;
	}
	for ( ; guides->count < count; guides->count++ )
	{
		guides->guides[guides->count].owner = -1;
		guides->guides[guides->count].used = -1;
	}
	return true;
}

void fw_guides_forget( fw_guides* guides, int32_t units )
{
	guides->count = 0;
	guides->taken = 0;
	guides->oldest = -1;
	guides->newest = -1;
	(void)fw_guides_reserve( guides, units );
}

static void unlink_guide( fw_guides* guides, int32_t index )
{
	const fw_guide* guide = &guides->guides[index];
	*( guide->older >= 0 ? &guides->guides[guide->older].newer : &guides->oldest ) = guide->newer;
	*( guide->newer >= 0 ? &guides->guides[guide->newer].older : &guides->newest ) = guide->older;
}

static void link_as_newest( fw_guides* guides, int32_t index )
{
	fw_guide* guide = &guides->guides[index];
	guide->older = guides->newest;
	guide->newer = -1;
	*( guides->newest >= 0 ? &guides->guides[guides->newest].newer : &guides->oldest ) = index;
	guides->newest = index;
}

void fw_guides_use( fw_guides* guides, int32_t index, int64_t tick )
{
	fw_guide* guide = &guides->guides[index];
	if ( guide->used != tick )
	{
		guide->used = tick;
		unlink_guide( guides, index );
		link_as_newest( guides, index );
	}
}

int32_t fw_guides_take( fw_guides* guides, int32_t owner, int64_t tick )
{
	const int32_t oldest = guides->oldest;
	if ( guides->taken == guides->count && ( oldest < 0 || guides->guides[oldest].used >= tick ) )
	{
		return -1;
	}
	const bool is_new = guides->taken < guides->count;
	const int32_t taken = is_new ? guides->taken++ : oldest;
	fw_guide* guide = &guides->guides[taken];
	if ( !is_new )
	{
		unlink_guide( guides, taken );
	}
	link_as_newest( guides, taken );
	guide->owner = owner;
	guide->revision = 0;
	return taken;
}
