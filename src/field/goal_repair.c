// SPDX-License-Identifier: MIT
// Edits of the map under a distance field. See goal_field.h for why what is kept is true.
#include "field/goal_field.h"

#include "grid/grid.h"

#define COST_MAX 64u

// Columns and rows of nodes, without the last one.
typedef struct node_rect
{
	int32_t x0, y0, x1, y1;
} node_rect;

static int32_t within( double value, int32_t most )
{
	return (int32_t)fmin( fmax( value, 0.0 ), most );
}

// The nodes of all edges that may touch a tile of the rectangle: a disc on one reaches a tile from its radius and a
// step away.
static node_rect nodes_near( const fw_goal_field* field, fw_rect rect )
{
	const double reach = field->unit.radius + 1.0;
	const double a_tile = 2.0 / field->step;
	return ( node_rect ){
	    within( floor( ( rect.x - reach ) * a_tile ), field->width ),
	    within( floor( ( rect.y - reach ) * a_tile ), field->height ),
	    within( ceil( ( rect.x + rect.width + reach ) * a_tile ) + 1.0, field->width ),
	    within( ceil( ( rect.y + rect.height + reach ) * a_tile ) + 1.0, field->height ),
	};
}

// Can a line to the goal from a node around it touch the rectangle?
static bool is_near_goal( const fw_goal_field* field, fw_rect rect )
{
	const double reach = field->unit.radius + 2.0;
	const fw_vec2 goal = field->goal;
	return goal.x > rect.x - reach && goal.x < rect.x + rect.width + reach && goal.y > rect.y - reach &&
	       goal.y < rect.y + rect.height + reach;
}

// Up to which value all stay. FW_GOAL_NONE: nothing changes.
static uint32_t least_in( const fw_goal_field* field, node_rect rect )
{
	uint32_t least = fw_bucket_is_empty( &field->open ) ? FW_GOAL_NONE : field->open.f;
	for ( int32_t y = rect.y0; y < rect.y1; y++ )
	{
		for ( int32_t x = rect.x0; x < rect.x1; x++ )
		{
			const uint32_t value = fw_goal_value( field, x, y );
			least = value <= field->open.f && value < least ? value : least;
		}
	}
	return least;
}

// Forgets what is above `most`.
static void forget( fw_goal_field* field, uint32_t most )
{
	for ( int32_t i = 0; i < field->columns * field->rows; i++ )
	{
		uint32_t* page = field->pages[i];
		for ( int32_t k = 0; page != NULL && k < 256; k++ )
		{
			page[k] = page[k] <= most ? page[k] : FW_GOAL_NONE;
		}
	}
}

// Opens the neighbors of all that stay. A neighbor that does not was more than `most` away, or is so over an edge of a
// node with `most` itself: so only nodes that lie no more than a step below have one.
static void open_border( fw_goal_field* field, uint32_t most )
{
	const uint32_t step = FW_GOAL_DIAGONAL * ( field->costs ? COST_MAX : 1u );
	const uint32_t least = most > step ? most - step : 0;
	for ( int32_t i = 0; i < field->columns * field->rows; i++ )
	{
		const uint32_t* page = field->pages[i];
		for ( int32_t k = 0; page != NULL && k < 256; k++ )
		{
			// What is opened has more than `most`.
			if ( page[k] >= least && page[k] <= most )
			{
				fw_goal_expand( field, i % field->columns * 16 + k % 16, i / field->columns * 16 + k / 16 );
			}
		}
	}
}

static void begin_anew( fw_goal_field* field )
{
	for ( int32_t i = 0; i < field->columns * field->rows; i++ )
	{
		if ( field->pages[i] != NULL )
		{
			memset( field->pages[i], 0xff, 256 * sizeof( uint32_t ) );
		}
	}
	field->broken = false;
	fw_bucket_clear( &field->open, 0 );
	fw_goal_seed( field );
}

void fw_goal_field_repair( fw_goal_field* field )
{
	fw_rect rect = { 0, 0, 0, 0 };
	const bool edited = fw_grid_dirty( field->grid, field->revision, &rect );
	if ( !edited && !field->broken )
	{
		return;
	}
	field->revision = fw_grid_revision( field->grid );
	field->costs = fw_grid_has_costs( field->grid, field->unit.capabilities );
	if ( field->broken || is_near_goal( field, rect ) )
	{
		begin_anew( field );
		return;
	}
	const uint32_t most = least_in( field, nodes_near( field, rect ) );
	if ( most != FW_GOAL_NONE )
	{
		forget( field, most );
		fw_bucket_clear( &field->open, most );
		open_border( field, most );
		fw_goal_seed( field );
	}
}
