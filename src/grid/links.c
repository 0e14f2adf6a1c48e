// SPDX-License-Identifier: MIT
// Links: a sorted list, so that the order in which they were added does not matter.
#include "grid/grid.h"

#include <math.h>
#include <string.h>

// Negative if `a` comes first, 0 if they are equal. All differences are exact or keep their sign.
static double compare( const fw_link* a, const fw_link* b )
{
	const double differences[] = { (double)a->from_y - b->from_y,
	                               (double)a->from_x - b->from_x,
	                               (double)a->to_y - b->to_y,
	                               (double)a->to_x - b->to_x,
	                               a->cost - b->cost,
	                               (double)a->capabilities - b->capabilities };
	int32_t i = 0;
	while ( i < 5 && differences[i] == 0.0 )
	{
		i++;
	}
	return differences[i];
}

// The index of the first link that does not come before this one.
static int32_t lower_bound( const fw_grid* grid, const fw_link* link )
{
	int32_t low = 0;
	int32_t high = grid->link_count;
	while ( low < high )
	{
		const int32_t middle = low + ( high - low ) / 2;
		if ( compare( &grid->links[middle], link ) < 0.0 )
		{
			low = middle + 1;
		}
		else
		{
			high = middle;
		}
	}
	return low;
}

// The links between two tiles begin at the first index and end before the second.
static int32_t find_between( const fw_grid* grid, fw_link wanted, int32_t* end )
{
	wanted.cost = (double)INFINITY;
	*end = lower_bound( grid, &wanted );
	wanted.cost = -1.0;
	return lower_bound( grid, &wanted );
}

// The tile whose successors change with an edit of the link.
static fw_rect source_of( const fw_link* link )
{
	return ( fw_rect ){ link->from_x, link->from_y, 1, 1 };
}

static const fw_range ranges[] = {
    { "link.cost", offsetof( fw_link, cost ), FW_FIELD_DOUBLE, 0.0, FW_LINK_COST_MAX, " tiles" },
};
const fw_ranges fw_link_ranges = FW_RANGES( "link", NULL, ranges );

static fw_status check_tiles( fw_refusal* refusal, const fw_grid* grid, const fw_link* link )
{
	const int32_t right = grid->width - 1;
	const int32_t bottom = grid->height - 1;
	FW_TRY( fw_check_range( refusal, "link.from_x", link->from_x, 0, right ) );
	FW_TRY( fw_check_range( refusal, "link.from_y", link->from_y, 0, bottom ) );
	FW_TRY( fw_check_range( refusal, "link.to_x", link->to_x, 0, right ) );
	return fw_check_range( refusal, "link.to_y", link->to_y, 0, bottom );
}

static fw_status check_link( fw_refusal* refusal, const fw_grid* grid, const fw_link* link )
{
	FW_TRY( FW_CHECK_NULL( refusal, grid ) );
	FW_TRY( fw_check( refusal, &fw_link_ranges, link ) );
	FW_TRY( check_tiles( refusal, grid, link ) );
	if ( link->from_x == link->to_x && link->from_y == link->to_y )
	{
		return fw_refuse_pair( refusal, FW_ERR_ARGUMENT, "link.to_x", "link.from_x",
		                       "a link joins two different tiles" );
	}
	return FW_OK;
}

fw_status fw_grid_add_link( fw_grid* grid, const fw_link* link, fw_refusal* refusal )
{
	FW_TRY( check_link( refusal, grid, link ) );
	if ( grid->link_count == FW_LINKS_MAX )
	{
		return fw_refuse( refusal, FW_ERR_TOO_LARGE, FW_REFUSAL_SYSTEM, "grid", NULL,
		                  "has 4096 links already, which is the limit" );
	}
	const fw_link added = *link; // it may lie in this very list, which may move
	if ( !FW_GROW( &grid->allocator, &grid->links, &grid->link_capacity, grid->link_count + 1 ) )
	{
		return fw_refuse_status( refusal, FW_ERR_MEMORY );
	}
	const int32_t place = lower_bound( grid, &added );
	memmove( &grid->links[place + 1], &grid->links[place], (size_t)( grid->link_count - place ) * sizeof( fw_link ) );
	grid->links[place] = added;
	grid->link_count++;
	fw_grid_note_edit( grid, source_of( &added ) );
	return FW_OK;
}

static void remove_range( fw_grid* grid, int32_t first, int32_t end )
{
	const fw_rect source = source_of( &grid->links[first] );
	memmove( &grid->links[first], &grid->links[end], (size_t)( grid->link_count - end ) * sizeof( fw_link ) );
	grid->link_count -= end - first;
	fw_grid_note_edit( grid, source );
}

fw_status fw_grid_remove_link( fw_grid* grid, int32_t index )
{
	if ( grid == NULL || index < 0 || index >= grid->link_count )
	{
		return FW_ERR_ARGUMENT;
	}
	remove_range( grid, index, index + 1 );
	return FW_OK;
}

fw_status fw_grid_remove_links( fw_grid* grid, int32_t from_x, int32_t from_y, int32_t to_x, int32_t to_y,
                                fw_refusal* refusal )
{
	const fw_link wanted = { from_x, from_y, to_x, to_y, 0.0, 0 };
	FW_TRY( FW_CHECK_NULL( refusal, grid ) );
	FW_TRY( check_tiles( refusal, grid, &wanted ) );
	int32_t end = 0;
	const int32_t first = find_between( grid, wanted, &end );
	if ( end == first )
	{
		return fw_refuse( refusal, FW_ERR_UNKNOWN, FW_REFUSAL_NAME, "grid", NULL, "has no link between these tiles" );
	}
	remove_range( grid, first, end );
	return FW_OK;
}

int32_t fw_grid_link_count( const fw_grid* grid )
{
	return grid->link_count;
}

const fw_link* fw_grid_link_at( const fw_grid* grid, int32_t index )
{
	return index >= 0 && index < grid->link_count ? &grid->links[index] : NULL;
}

const fw_link* fw_grid_link_find( const fw_grid* grid, int32_t from_x, int32_t from_y, int32_t to_x, int32_t to_y,
                                  uint32_t capabilities )
{
	int32_t end = 0;
	int32_t i = find_between( grid, ( fw_link ){ from_x, from_y, to_x, to_y, 0.0, 0 }, &end );
	while ( i < end && ( grid->links[i].capabilities & capabilities ) == 0 )
	{
		i++;
	}
	return i < end ? &grid->links[i] : NULL;
}

bool fw_grid_is_plain( const fw_grid* grid, uint32_t capabilities )
{
	bool plain = grid->one_way_count == 0;
	for ( int32_t i = 0; i < grid->link_count && plain; i++ )
	{
		plain = ( grid->links[i].capabilities & capabilities ) == 0;
	}
	return plain;
}
