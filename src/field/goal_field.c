// SPDX-License-Identifier: MIT
// How a distance field grows.
#include "field/goal_field.h"

#include "grid/grid.h"
#include "sweep/sweep.h"

#define PAGE_NODES 256
// Between two looks at whether a place has been reached, nodes.
#define BATCH 64
// Nobody has more left than this: one more step does not overflow.
#define VALUE_MAX ( UINT32_MAX - 8192u )

fw_status fw_goal_field_create( const fw_allocator* allocator, const fw_grid* grid, const fw_unit* unit, fw_vec2 goal,
                                fw_goal_field** field )
{
	const int32_t step = fw_node_step( unit->radius );
	fw_goal_field* made = fw_alloc_zero( allocator, 1, sizeof( *made ) );
	if ( made == NULL )
	{
		return FW_ERR_MEMORY;
	}
	made->allocator = *allocator;
	made->grid = grid;
	made->tiles = fw_grid_layer( grid, unit->capabilities );
	made->unit = *unit;
	made->goal = goal;
	made->step = step;
	made->width = step == 2 ? fw_grid_width( grid ) : 2 * fw_grid_width( grid ) + 1;
	made->height = step == 2 ? fw_grid_height( grid ) : 2 * fw_grid_height( grid ) + 1;
	made->columns = ( made->width + 15 ) / 16;
	made->rows = ( made->height + 15 ) / 16;
	made->pages = fw_alloc_zero( allocator, (size_t)made->columns * (size_t)made->rows, sizeof( *made->pages ) );
	if ( made->pages == NULL )
	{
		fw_goal_field_destroy( made );
		return FW_ERR_MEMORY;
	}
	fw_steps_prepare( &made->steps );
	made->broken = true; // it has not begun
	*field = made;
	return FW_OK;
}

// All but the pages.
static void hold( fw_holdings* holdings, fw_goal_field* field )
{
	FW_HOLD( holdings, field->pages, (size_t)field->columns * (size_t)field->rows );
	FW_HOLD( holdings, field->bends, field->bend_capacity );
	fw_bucket_hold( holdings, &field->open );
}

void fw_goal_field_destroy( fw_goal_field* field )
{
	if ( field == NULL )
	{
		return;
	}
	const fw_allocator allocator = field->allocator;
	for ( int32_t i = 0; field->pages != NULL && i < field->columns * field->rows; i++ )
	{
		fw_free( &allocator, field->pages[i], PAGE_NODES, sizeof( uint32_t ) );
	}
	hold( &( fw_holdings ){ .allocator = &allocator }, field );
	fw_free( &allocator, field, 1, sizeof( *field ) );
}

size_t fw_goal_field_memory( const fw_goal_field* field )
{
	fw_goal_field copy = *field;
	fw_holdings held = { .bytes = sizeof( *field ) };
	hold( &held, &copy );
	return held.bytes + (size_t)field->page_count * PAGE_NODES * sizeof( uint32_t );
}

bool fw_goal_joins( const fw_goal_field* field, int32_t x, int32_t y, int32_t direction )
{
	const int32_t to_x = x + fw_step_x[direction];
	const int32_t to_y = y + fw_step_y[direction];
	if ( field->step == 2 )
	{
		return ( fw_goal_directions( field, x, y ) >> direction & 1u ) != 0;
	}
	// Always from the same end, since the last bits of a sweep may depend on that.
	const bool turned = direction >= 4;
	const fw_node from = fw_goal_node( field, turned ? to_x : x, turned ? to_y : y );
	const fw_node to = fw_goal_node( field, turned ? x : to_x, turned ? y : to_y );
	return fw_goal_has( field, to_x, to_y ) && fw_node_joins( field->grid, &field->unit, from, to );
}

uint32_t fw_goal_weight( const fw_goal_field* field, int32_t x, int32_t y, int32_t direction )
{
	const uint32_t length = ( direction & 1 ) != 0 ? FW_GOAL_DIAGONAL : FW_GOAL_STRAIGHT;
	if ( !field->costs )
	{
		return length;
	}
	const double cost = fw_node_cost( field->grid, fw_goal_node( field, x, y ) );
	const fw_node other = fw_goal_node( field, x + fw_step_x[direction], y + fw_step_y[direction] );
	return (uint32_t)( 0.5 * ( cost + fw_node_cost( field->grid, other ) ) * length + 0.5 );
}

static uint32_t distance_between( const fw_goal_field* field, fw_vec2 from, fw_vec2 to )
{
	const double x = fabs( from.x - to.x );
	const double y = fabs( from.y - to.y );
	const double steps = fmax( x, y ) * FW_GOAL_STRAIGHT + fmin( x, y ) * ( FW_GOAL_DIAGONAL - FW_GOAL_STRAIGHT );
	return (uint32_t)( steps * 2.0 / field->step + 0.5 );
}

int32_t fw_goal_anchors( const fw_goal_field* field, fw_vec2 place, fw_goal_anchor anchors[9] )
{
	const fw_node near = fw_node_near( place, field->step );
	const fw_vec2 at = fw_node_place( near );
	const bool is_node = at.x == place.x && at.y == place.y;
	int32_t count = 0;
	for ( int32_t i = 0; i < 9; i++ )
	{
		const int32_t x = ( near.x - field->step + 1 ) / field->step + i % 3 - 1;
		const int32_t y = ( near.y - field->step + 1 ) / field->step + i / 3 - 1;
		const fw_vec2 from = fw_node_place( fw_goal_node( field, x, y ) );
		const fw_segment line = fw_segment_line( from, place, FW_GEAR_FORWARD );
		if ( fw_goal_has( field, x, y ) && ( !is_node || i == 4 ) &&
		     fw_layer_sweep( field->tiles, field->unit.radius, &line ) )
		{
			anchors[count++] = ( fw_goal_anchor ){ x, y, distance_between( field, from, place ) };
		}
	}
	return count;
}

// Sets a value that is less than the one before.
static void lower( fw_goal_field* field, int32_t x, int32_t y, uint32_t value )
{
	uint32_t** page = fw_goal_page( field, x, y );
	if ( *page == NULL )
	{
		*page = fw_alloc( &field->allocator, PAGE_NODES, sizeof( uint32_t ) );
		if ( *page == NULL )
		{
			field->broken = true;
			return;
		}
		memset( *page, 0xff, PAGE_NODES * sizeof( uint32_t ) );
		field->page_count++;
	}
	( *page )[( y & 15 ) << 4 | ( x & 15 )] = value;
	const uint32_t node = (uint32_t)y * (uint32_t)field->width + (uint32_t)x;
	field->broken = !fw_bucket_push( &field->open, &field->allocator, value, 0, node ) || field->broken;
}

void fw_goal_seed( fw_goal_field* field )
{
	fw_goal_anchor anchors[9];
	const int32_t count = fw_goal_anchors( field, field->goal, anchors );
	for ( int32_t i = 0; i < count; i++ )
	{
		if ( anchors[i].distance < fw_goal_value( field, anchors[i].x, anchors[i].y ) )
		{
			lower( field, anchors[i].x, anchors[i].y, anchors[i].distance );
		}
	}
}

void fw_goal_expand( fw_goal_field* field, int32_t x, int32_t y )
{
	const uint32_t value = fw_goal_value( field, x, y );
	const uint32_t directions = fw_goal_directions( field, x, y );
	for ( int32_t k = 0; k < 8; k++ )
	{
		const int32_t to_x = x + fw_step_x[k];
		const int32_t to_y = y + fw_step_y[k];
		if ( ( directions >> k & 1u ) == 0 || !fw_goal_has( field, to_x, to_y ) )
		{
			continue;
		}
		const uint32_t total = value + fw_goal_weight( field, x, y, k );
		if ( total < fw_goal_value( field, to_x, to_y ) && total < VALUE_MAX &&
		     ( field->step == 2 || fw_goal_joins( field, x, y, k ) ) )
		{
			lower( field, to_x, to_y, total );
		}
	}
}

// Settles a few nodes.
static void grow( fw_goal_field* field, int64_t* nodes )
{
	for ( int32_t i = 0; i<BATCH&& * nodes> 0 && !field->broken && !fw_bucket_is_empty( &field->open ); i++ )
	{
		const fw_bucket_entry entry = fw_bucket_pop( &field->open );
		const int32_t x = (int32_t)( entry.node % (uint32_t)field->width );
		const int32_t y = (int32_t)( entry.node / (uint32_t)field->width );
		if ( fw_goal_value( field, x, y ) == field->open.f )
		{
			fw_goal_expand( field, x, y );
			*nodes -= 1;
		}
	}
}

// The least that is left over nodes that are settled. False if another node may lead to less.
static bool find_least( const fw_goal_field* field, const fw_goal_anchor* anchors, int32_t count, uint32_t* least )
{
	uint32_t most = FW_GOAL_NONE; // what may still be found is no less
	*least = FW_GOAL_NONE;
	for ( int32_t i = 0; i < count; i++ )
	{
		const uint32_t value = fw_goal_value( field, anchors[i].x, anchors[i].y );
		const bool settled = value <= field->open.f;
		const uint32_t total = ( settled ? value : field->open.f ) + anchors[i].distance;
		*least = settled && total < *least ? total : *least;
		most = !settled && total < most ? total : most;
	}
	return *least != FW_GOAL_NONE && *least <= most;
}

fw_goal_reach fw_goal_field_reach( fw_goal_field* field, fw_vec2 place, int64_t* nodes, uint32_t* left )
{
	fw_goal_anchor anchors[9];
	uint32_t least = 0;
	fw_goal_field_repair( field );
	const int32_t count = fw_goal_anchors( field, place, anchors );
	bool known = count == 0 || fw_goal_is_goal( field, place );
	while ( !known && !field->broken )
	{
		known = find_least( field, anchors, count, &least ) || fw_bucket_is_empty( &field->open );
		if ( !known && *nodes <= 0 )
		{
			return FW_GOAL_FAR;
		}
		if ( !known )
		{
			grow( field, nodes );
		}
	}
	if ( left != NULL )
	{
		*left = least;
	}
	return field->broken ? FW_GOAL_FAILED : count == 0 || least == FW_GOAL_NONE ? FW_GOAL_CUT_OFF : FW_GOAL_REACHED;
}
