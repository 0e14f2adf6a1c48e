// SPDX-License-Identifier: MIT
// Links: a sorted list, so that the order in which they were added does not matter.
#include "grid/grid.h"

#include <string.h>

static int32_t sign_of( double difference )
{
	return ( difference > 0.0 ) - ( difference < 0.0 );
}

// Compares the tiles only.
static int32_t compare_ends( const fw_link* a, const fw_link* b )
{
	const int32_t differences[] = { a->from_y - b->from_y, a->from_x - b->from_x, a->to_y - b->to_y,
	                                a->to_x - b->to_x };
	int32_t i = 0;
	while ( i < 3 && differences[i] == 0 )
	{
		i++;
	}
	return differences[i];
}

static int32_t compare( const fw_link* a, const fw_link* b )
{
	const int32_t ends = compare_ends( a, b );
	const int32_t cost = ends != 0 ? ends : sign_of( a->cost - b->cost );
	return cost != 0 ? cost : ( a->capabilities > b->capabilities ) - ( a->capabilities < b->capabilities );
}

// The index of the first link that does not come before this one.
static int32_t lower_bound( const fw_grid* grid, const fw_link* link,
                            int32_t ( *order )( const fw_link* a, const fw_link* b ) )
{
	int32_t low = 0;
	int32_t high = grid->link_count;
	while ( low < high )
	{
		const int32_t middle = low + ( high - low ) / 2;
		if ( order( &grid->links[middle], link ) < 0 )
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
	const int32_t place = lower_bound( grid, &added, compare );
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
	const int32_t first = lower_bound( grid, &wanted, compare_ends );
	int32_t end = first;
	while ( end < grid->link_count && compare_ends( &grid->links[end], &wanted ) == 0 )
	{
		end++;
	}
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
	if ( !fw_grid_inside( grid, from_x, from_y ) || !fw_grid_inside( grid, to_x, to_y ) )
	{
		return NULL;
	}
	const fw_link wanted = { from_x, from_y, to_x, to_y, 0.0, 0 };
	for ( int32_t i = lower_bound( grid, &wanted, compare_ends );
	      i < grid->link_count && compare_ends( &grid->links[i], &wanted ) == 0; i++ )
	{
		if ( ( grid->links[i].capabilities & capabilities ) != 0 )
		{
			return &grid->links[i];
		}
	}
	return NULL;
}

bool fw_grid_is_plain( const fw_grid* grid, uint32_t capabilities )
{
	if ( grid->one_way_count > 0 )
	{
		return false;
	}
	for ( int32_t i = 0; i < grid->link_count; i++ )
	{
		if ( ( grid->links[i].capabilities & capabilities ) != 0 )
		{
			return false;
		}
	}
	return true;
}
