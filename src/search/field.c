// SPDX-License-Identifier: MIT
// Growing of the distance field, and cells of corridors.
#include "search/field.h"
#include "annotate/space.h"

#include "sweep/sweep.h"
#include "sweep/turn_table.h"

#include <stdlib.h>

_Static_assert( FW_PAGE_SHIFT <= FW_CORRIDOR_SHIFT, "a page lies in one cell of a corridor" );

// A node: value, direction of arrival, settled; zero when untouched.
#define NODE_SEEN 0x80000000u
#define NODE_SETTLED 0x40000000u
#define NODE_FROM( node ) ( ( node ) >> 26 & 15u )
#define NODE_VALUE( node ) ( (node)&0x3FFFFFFu )
#define VALUE_MAX 0x3FFFFFFu // about 1.1 million tiles; farther places stay unsettled

static int32_t clamp( int32_t value, int32_t limit )
{
	return value < 0 ? 0 : value < limit ? value : limit - 1;
}

bool fw_corridor_begin( fw_corridor* corridor, const fw_allocator* allocator, int32_t width, int32_t height )
{
	const int32_t round_up = ( 1 << FW_CORRIDOR_SHIFT ) - 1;
	corridor->columns = ( width + round_up ) >> FW_CORRIDOR_SHIFT;
	corridor->rows = ( height + round_up ) >> FW_CORRIDOR_SHIFT;
	return fw_directory_begin( &corridor->cells, allocator, (size_t)corridor->columns * (size_t)corridor->rows );
}

void fw_corridor_add( fw_corridor* corridor, int32_t x0, int32_t y0, int32_t x1, int32_t y1, int32_t margin )
{
	const int32_t left = clamp( ( x0 - margin ) >> FW_CORRIDOR_SHIFT, corridor->columns );
	const int32_t right = clamp( ( x1 + margin ) >> FW_CORRIDOR_SHIFT, corridor->columns );
	const int32_t top = clamp( ( y0 - margin ) >> FW_CORRIDOR_SHIFT, corridor->rows );
	const int32_t bottom = clamp( ( y1 + margin ) >> FW_CORRIDOR_SHIFT, corridor->rows );
	for ( int32_t y = top; y <= bottom; y++ )
	{
		for ( int32_t x = left; x <= right; x++ )
		{
			fw_directory_note( &corridor->cells, (size_t)y * (size_t)corridor->columns + (size_t)x, 0 );
		}
	}
}

// Which of the tiles around (x, y) lie in the corridor or off the map, as bits as of fw_steps_around(). The tile itself
// must lie in it.
static uint32_t corridor_around( const fw_corridor* corridor, int32_t x, int32_t y )
{
	uint32_t around = 0;
	for ( int32_t i = 0; i < 9; i++ )
	{
		const int32_t at_x = x + i % 3 - 1;
		const int32_t at_y = y + i / 3 - 1;
		const bool off = at_x < 0 || at_y < 0 || at_x >> FW_CORRIDOR_SHIFT >= corridor->columns ||
		                 at_y >> FW_CORRIDOR_SHIFT >= corridor->rows;
		around |= off || fw_corridor_has( corridor, at_x, at_y ) ? 1u << i : 0;
	}
	return around;
}

FW_INLINE uint32_t make_node( uint32_t value, uint32_t from )
{
	return NODE_SEEN | from << 26 | value;
}

FW_INLINE uint32_t octile_half( int32_t dx, int32_t dy )
{
	return fw_octile_cost( dx, dy, FW_FIELD_HALF, FW_FIELD_HALF_DIAGONAL );
}

FW_INLINE uint32_t* nodes_of( const fw_field* field )
{
	return (uint32_t*)(void*)field->pages.nodes;
}

FW_INLINE bool is_outside( const fw_field* field, int32_t x, int32_t y )
{
	return field->corridor != NULL && !fw_corridor_has( field->corridor, x, y );
}

bool fw_field_begin( fw_search* search, fw_field* field, const fw_corridor* corridor, bool has_costs,
                     const fw_field_turns* turns )
{
	const fw_space* space = search->map.space;
	const fw_grid* grid = search->map.grid;
	const fw_layer* stands = &space->planes[0];
	fw_steps_prepare( &field->steps );
	field->space = space;
	field->corridor = corridor;
	field->radius = space->radius;
	field->has_gaps = space->lattice != FW_LATTICE_TILES;
	field->shift = turns != NULL ? 3 : 0;
	field->turns = turns != NULL ? *turns : ( fw_field_turns ){ 0 };
	field->start_x = (int32_t)floor( 2.0 * search->query.start.x );
	field->start_y = (int32_t)floor( 2.0 * search->query.start.y );
	field->tiles = has_costs ? fw_grid_tiles( grid ) : NULL;
	field->width = fw_grid_width( grid );
	for ( int32_t i = 0; i < fw_grid_terrain_count( grid ) && has_costs; i++ )
	{
		field->costs[i] = (uint32_t)( 256.0 * fw_grid_terrain( grid, i )->cost );
	}
	fw_bucket_clear( &field->open, 0 );
	field->seed_count = 0;
	field->seed_next = 0;
	return fw_pages_begin( search, &field->pages, stands->width, stands->height, field->has_gaps ? 4 : 1, FW_PAGE_SHIFT,
	                       ( FW_PAGE_NODES * sizeof( uint32_t ) ) << field->shift );
}

// Offers a node a value. (hx, hy): its point in half tiles.
FW_INLINE void offer( fw_search* search, fw_field* field, uint32_t index, uint32_t value, uint32_t from, int32_t hx,
                      int32_t hy )
{
	uint32_t* node = &nodes_of( field )[index];
	if ( ( *node != 0 && NODE_VALUE( *node ) <= value ) || value > VALUE_MAX )
	{
		return;
	}
	*node = make_node( value, from );
	const uint32_t f = value + octile_half( hx - field->start_x, hy - field->start_y );
	fw_search_need( search, fw_bucket_push( &field->open, &search->allocator, f, 0, index ) );
}

FW_INLINE uint32_t cost_at( const fw_field* field, int32_t x, int32_t y )
{
	return field->costs[field->tiles[(size_t)y * (size_t)field->width + (size_t)x]];
}

// A step between the centers of two tiles: half of it lies in each.
FW_INLINE uint32_t step_cost( const fw_field* field, uint32_t length, int32_t x, int32_t y, int32_t to_x, int32_t to_y )
{
	return FW_LIKELY( field->tiles == NULL )
	           ? length
	           : ( length * ( cost_at( field, x, y ) + cost_at( field, to_x, to_y ) ) ) >> 9;
}

static uint32_t gap_cost( const fw_field* field, uint32_t length, int32_t x, int32_t y, int32_t to_x, int32_t to_y )
{
	if ( field->tiles == NULL )
	{
		return length;
	}
	const uint32_t here = cost_at( field, x, y );
	const uint32_t there = cost_at( field, to_x, to_y );
	return ( length * ( here < there ? here : there ) ) >> 8;
}

// FW_NO_SLOT outside of the corridor too.
FW_INLINE uint32_t index_of( fw_search* search, fw_field* field, int32_t x, int32_t y, int32_t phase )
{
	return is_outside( field, x, y ) ? FW_NO_SLOT
	                                 : fw_pages_touch_tile( search, &field->pages, FW_PAGE_SHIFT, x, y, phase );
}

FW_INLINE int32_t half_x( int32_t x, int32_t phase )
{
	return 2 * x + ( phase & 1 ? 0 : 1 );
}

FW_INLINE int32_t half_y( int32_t y, int32_t phase )
{
	return 2 * y + ( phase & 2 ? 0 : 1 );
}

// What turning from a direction of motion to the goal's heading costs.
static uint32_t turn_into_goal( const fw_search* search, const fw_field* field, int32_t direction )
{
	if ( field->shift == 0 || search->query.goal_any_heading )
	{
		return 0;
	}
	const double off = fabs( fw_angle_signed( search->query.goal.heading - direction * ( FW_PI / 4.0 ) ) );
	const double turn = field->turns.gear != FW_FIELD_NONE ? fmin( off, FW_PI - off ) : off;
	return (uint32_t)( field->turns.eighth * ( turn / ( FW_PI / 4.0 ) ) + 0.5 );
}

void fw_field_add_seed( fw_search* search, fw_field* field, int32_t x, int32_t y, int32_t phase, uint32_t value )
{
	const uint32_t node = index_of( search, field, x, y, phase );
	if ( node == FW_NO_SLOT )
	{
		return;
	}
	const int32_t hx = half_x( x, phase );
	const int32_t hy = half_y( y, phase );
	const uint32_t h = octile_half( hx - field->start_x, hy - field->start_y );
	for ( int32_t i = 0; i < 1 << field->shift; i++ )
	{
		const uint32_t own = value + turn_into_goal( search, field, i );
		const fw_field_seed_entry made = { own + h, node << field->shift | (uint32_t)i, own, hx, hy };
		fw_search_need( search,
		                FW_PUSH( &search->allocator, &field->seeds, &field->seed_count, &field->seed_capacity, made ) );
	}
}

static int compare_seeds( const void* left, const void* right )
{
	const fw_field_seed_entry* a = left;
	const fw_field_seed_entry* b = right;
	return a->f != b->f ? ( a->f < b->f ? -1 : 1 ) : a->node != b->node ? ( a->node < b->node ? -1 : 1 ) : 0;
}

// Does a motion lead less than 45 degrees away from a direction?
FW_INLINE bool is_along( int32_t direction, int32_t dx, int32_t dy )
{
	const int32_t ahead = dx * fw_step_x[direction] + dy * fw_step_y[direction];
	const int32_t aside = dx * fw_step_y[direction] - dy * fw_step_x[direction];
	return abs( aside ) < ahead;
}

// The lines between a place and the half-tile points in gaps around it, or from such a point to tile centers.
static void grow_gaps( fw_search* search, fw_field* field, uint32_t value, int32_t x, int32_t y, int32_t phase,
                       uint32_t own )
{
	const int32_t hx = half_x( x, phase );
	const int32_t hy = half_y( y, phase );
	const fw_layer* tiles = field->space->tiles;
	for ( int32_t i = 0; i < 25; i++ )
	{
		const int32_t px = hx + i % 5 - 2;
		const int32_t py = hy + i / 5 - 2;
		const int32_t child = ( px & 1 ? 0 : 1 ) | ( py & 1 ? 0 : 2 );
		const int32_t cx = px >> 1;
		const int32_t cy = py >> 1;
		const fw_layer* plane = child == 0 ? &field->space->planes[0] : &field->space->gaps[child];
		if ( ( phase == 0 && child == 0 ) || !fw_layer_inside( plane, cx, cy ) || !fw_layer_get( plane, cx, cy ) ||
		     is_outside( field, cx, cy ) || ( field->shift != 0 && !is_along( (int32_t)own, hx - px, hy - py ) ) )
		{
			continue;
		}
		const fw_segment line =
		    fw_segment_line( fw_lattice_point( x, y, phase ), fw_lattice_point( cx, cy, child ), FW_GEAR_FORWARD );
		const bool is_free = fw_layer_sweep( tiles, field->radius, &line );
		const uint32_t index = is_free ? index_of( search, field, cx, cy, child ) : FW_NO_SLOT;
		if ( index != FW_NO_SLOT )
		{
			const uint32_t cost = gap_cost( field, octile_half( px - hx, py - hy ), x, y, cx, cy );
			offer( search, field, index << field->shift | own, value + cost, FW_STEP_NONE, px, py );
		}
	}
}

// Diagonal steps past a tile that cannot be stood on.
static void grow_squeezed( fw_search* search, fw_field* field, uint32_t value, int32_t x, int32_t y, uint32_t own )
{
	const fw_layer* stands = &field->space->planes[0];
	const fw_layer* right = &field->space->diagonals[0];
	const fw_layer* left = &field->space->diagonals[1];
	const uint32_t legal = field->steps.legal8[fw_steps_around( stands, x, y )];
	const uint32_t can = ( fw_layer_get( right, x, y ) ? 1u << 1 : 0 ) | ( fw_layer_get( left, x, y ) ? 1u << 3 : 0 ) |
	                     ( fw_layer_get( right, x - 1, y - 1 ) ? 1u << 5 : 0 ) |
	                     ( fw_layer_get( left, x + 1, y - 1 ) ? 1u << 7 : 0 );
	const uint32_t wanted = field->shift != 0 ? 1u << ( own ^ 4 ) : 0xFFu;
	for ( uint32_t steps = can & ~legal & wanted; steps != 0; steps &= steps - 1 )
	{
		const int32_t direction = FW_CTZ64( steps );
		const int32_t cx = x + fw_step_x[direction];
		const int32_t cy = y + fw_step_y[direction];
		const uint32_t index = index_of( search, field, cx, cy, 0 );
		if ( index != FW_NO_SLOT )
		{
			const uint32_t cost = step_cost( field, 2 * FW_FIELD_HALF_DIAGONAL, x, y, cx, cy );
			offer( search, field, index << field->shift | own, value + cost, FW_STEP_NONE, 2 * cx + 1, 2 * cy + 1 );
		}
	}
}

FW_INLINE void grow_steps( fw_search* search, fw_field* field, uint32_t index, uint32_t node, int32_t x, int32_t y )
{
	const fw_layer* stands = &field->space->planes[0];
	uint32_t around = fw_steps_around( stands, x, y );
	const bool inner = fw_page_is_inner( x, y );
	if ( FW_UNLIKELY( field->corridor != NULL ) && !inner )
	{
		around &= corridor_around( field->corridor, x, y );
	}
	// Over costs no step is known to be needless.
	uint32_t steps = FW_LIKELY( field->tiles == NULL ) ? field->steps.canonical[NODE_FROM( node )][around]
	                                                   : field->steps.legal8[around];
	for ( ; steps != 0; steps &= steps - 1 )
	{
		const int32_t direction = FW_CTZ64( steps );
		const int32_t cx = x + fw_step_x[direction];
		const int32_t cy = y + fw_step_y[direction];
		const uint32_t child = fw_pages_neighbor( search, &field->pages, index, inner, direction, cx, cy );
		if ( FW_UNLIKELY( child == FW_NO_SLOT ) )
		{
			return;
		}
		const uint32_t length = direction & 1 ? 2 * FW_FIELD_HALF_DIAGONAL : 2 * FW_FIELD_HALF;
		const uint32_t cost = step_cost( field, length, x, y, cx, cy );
		offer( search, field, child, NODE_VALUE( node ) + cost, (uint32_t)direction, 2 * cx + 1, 2 * cy + 1 );
	}
}

// Turning on the spot, and in a field with turns the step that leads to a tile.
static void grow_turns( fw_search* search, fw_field* field, uint32_t index, uint32_t value, fw_page_tile tile )
{
	const uint32_t own = index & 7u;
	const int32_t hx = half_x( tile.x, tile.plane );
	const int32_t hy = half_y( tile.y, tile.plane );
	offer( search, field, ( index & ~7u ) | ( ( own + 1 ) & 7u ), value + field->turns.eighth, FW_STEP_NONE, hx, hy );
	offer( search, field, ( index & ~7u ) | ( ( own + 7 ) & 7u ), value + field->turns.eighth, FW_STEP_NONE, hx, hy );
	if ( field->turns.gear != FW_FIELD_NONE )
	{
		offer( search, field, index ^ 4u, value + field->turns.gear, FW_STEP_NONE, hx, hy );
	}
	const int32_t back = (int32_t)( own ^ 4u );
	if ( tile.plane != 0 ||
	     ( field->steps.legal8[fw_steps_around( &field->space->planes[0], tile.x, tile.y )] >> back & 1 ) == 0 )
	{
		return;
	}
	const int32_t cx = tile.x + fw_step_x[back];
	const int32_t cy = tile.y + fw_step_y[back];
	const uint32_t child = index_of( search, field, cx, cy, 0 );
	if ( child != FW_NO_SLOT )
	{
		const uint32_t length = back & 1 ? 2 * FW_FIELD_HALF_DIAGONAL : 2 * FW_FIELD_HALF;
		const uint32_t cost = step_cost( field, length, tile.x, tile.y, cx, cy );
		offer( search, field, child << 3 | own, value + cost, FW_STEP_NONE, 2 * cx + 1, 2 * cy + 1 );
	}
}

// Admits the seeds whose f is not above that of any place that waits.
static void admit_seeds( fw_search* search, fw_field* field )
{
	if ( field->seed_next == 0 )
	{
		qsort( field->seeds, (size_t)field->seed_count, sizeof( *field->seeds ), compare_seeds );
	}
	while ( field->seed_next < field->seed_count )
	{
		const fw_field_seed_entry* seed = &field->seeds[field->seed_next];
		if ( fw_bucket_is_empty( &field->open ) )
		{
			field->open.f = seed->f;
		}
		else if ( seed->f > fw_bucket_first_f( &field->open ) )
		{
			return;
		}
		field->seed_next++;
		offer( search, field, seed->node, seed->value, FW_STEP_NONE, seed->hx, seed->hy );
	}
}

FW_COLD static void tell( const fw_search* search, fw_vec2 at, uint32_t value )
{
	const fw_pose pose = { at.x, at.y, 0.0 };
	const double g = value / ( 2.0 * FW_FIELD_HALF );
	fw_search_tell( search, &( fw_heard ){ .event = FW_EVENT_FIELD, .pose = pose, .parent = pose, .g = g } );
}

// Settles one more place. False when nothing is left or memory is out.
FW_INLINE bool grow( fw_search* search, fw_field* field )
{
	if ( FW_UNLIKELY( field->seed_next < field->seed_count ) )
	{
		admit_seeds( search, field );
	}
	if ( fw_bucket_is_empty( &field->open ) || FW_UNLIKELY( search->status != FW_OK ) )
	{
		return false;
	}
	const uint32_t index = fw_bucket_pop( &field->open ).node;
	const uint32_t node = nodes_of( field )[index];
	if ( ( node & NODE_SETTLED ) != 0 )
	{
		return true; // it was offered twice
	}
	nodes_of( field )[index] = node | NODE_SETTLED;
	search->counters.field++;
	const fw_page_tile tile = fw_pages_tile( &field->pages, FW_PAGE_SHIFT, index >> field->shift );
	const uint32_t own = index & ( ( 1u << field->shift ) - 1 );
	const int32_t x = tile.x;
	const int32_t y = tile.y;
	if ( fw_search_is_heard( search ) )
	{
		tell( search, fw_lattice_point( x, y, tile.plane ), NODE_VALUE( node ) );
	}
	if ( FW_UNLIKELY( field->shift != 0 ) )
	{
		grow_turns( search, field, index, NODE_VALUE( node ), tile );
	}
	if ( tile.plane != 0 )
	{
		grow_gaps( search, field, NODE_VALUE( node ), x, y, tile.plane, own );
		return true;
	}
	if ( FW_LIKELY( field->shift == 0 ) )
	{
		grow_steps( search, field, index, node, x, y );
	}
	if ( fw_layer_get( &field->space->special, x, y ) )
	{
		grow_squeezed( search, field, NODE_VALUE( node ), x, y, own );
		if ( field->has_gaps && fw_steps_around( &field->space->any_gap, x, y ) != 0 )
		{
			grow_gaps( search, field, NODE_VALUE( node ), x, y, 0, own );
		}
	}
	return true;
}

uint32_t fw_field_settle( fw_search* search, fw_field* field, int32_t x, int32_t y, int32_t phase, int32_t direction )
{
	const uint32_t place = index_of( search, field, x, y, phase );
	if ( place == FW_NO_SLOT )
	{
		return FW_FIELD_NONE;
	}
	const uint32_t index = place << field->shift | (uint32_t)direction;
	while ( ( nodes_of( field )[index] & NODE_SETTLED ) == 0 )
	{
		if ( !grow( search, field ) )
		{
			return FW_FIELD_NONE;
		}
	}
	return NODE_VALUE( nodes_of( field )[index] );
}

uint32_t fw_field_peek( const fw_field* field, int32_t x, int32_t y, int32_t phase, int32_t direction, bool* exact )
{
	const uint32_t index = fw_pages_find_tile( &field->pages, FW_PAGE_SHIFT, x, y, phase );
	const uint32_t node = index == FW_NO_SLOT ? 0 : nodes_of( field )[index << field->shift | (uint32_t)direction];
	*exact = ( node & NODE_SETTLED ) != 0;
	if ( *exact )
	{
		return NODE_VALUE( node );
	}
	if ( ( fw_bucket_is_empty( &field->open ) && field->seed_next == field->seed_count ) || is_outside( field, x, y ) )
	{
		*exact = true;
		return FW_FIELD_NONE;
	}
	const uint32_t h = octile_half( half_x( x, phase ) - field->start_x, half_y( y, phase ) - field->start_y );
	return field->open.f > h ? field->open.f - h : 0;
}

void fw_field_hold( fw_holdings* holdings, fw_field* field )
{
	fw_pages_hold( holdings, &field->pages );
	FW_HOLD( holdings, field->seeds, field->seed_capacity );
	fw_bucket_hold( holdings, &field->open );
}
