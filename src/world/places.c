// SPDX-License-Identifier: MIT
// Places around a point: a flood from there over a lattice takes every point that is clear of all places before it.
//
// The flood goes over tile centers, for wider units over all half-tile points, in the order of the length of the path
// to the center. It bends round corners as in Lazy Theta* (A. Nash, S. Koenig, C. Tovey, 2010): a point's path leads
// straight to where that of the point before it bends, if it can.
#include "world/places.h"

#include "fairway/space.h"
#include "fairway/sweep.h"

#include <math.h>

// Lattice points are told by quarter tiles, so that tile centers and half-tile points are whole numbers.
#define QUARTERS 4.0
#define TILE 4
#define HALF_TILE 2
// The widest unit that passes wherever tile centers lead.
#define SMALL 0.5
// A flood ends after so many nodes, and so many more for each place as fit into its square: a maze of walls leaves one
// of four.
#define NODES_MIN 4096
#define NODES_PER_PLACE 4
// Tiles around a unit that are tried, across.
#define FROM_SIDE 5
#define EPSILON 1e-9

void fw_places_clear( fw_places* places )
{
	places->disc_count = 0;
	places->widest = 0.0;
	for ( int32_t i = 0; i < PLACE_BUCKETS; i++ )
	{
		places->buckets[i] = -1;
	}
}

static uint32_t mix( int32_t x, int32_t y )
{
	uint32_t bits = (uint32_t)x * 0x9e3779b1u ^ (uint32_t)y * 0x85ebca6bu;
	bits ^= bits >> 15;
	bits *= 0x2c1b3c6du;
	return bits ^ bits >> 13;
}

// Discs lie in cells of 4 tiles.
static int32_t cell_of( double coordinate )
{
	return (int32_t)floor( fmin( fmax( coordinate, -1e6 ), 1e6 ) / 4.0 );
}

bool fw_places_take( fw_places* places, fw_vec2 at, double radius )
{
	const uint32_t bucket = mix( cell_of( at.x ), cell_of( at.y ) ) % PLACE_BUCKETS;
	const place_disc disc = { at, radius, places->buckets[bucket] };
	if ( !FW_PUSH( &places->allocator, &places->discs, &places->disc_count, &places->disc_capacity, disc ) )
	{
		return false;
	}
	places->buckets[bucket] = places->disc_count - 1;
	places->widest = fmax( places->widest, radius );
	return true;
}

static bool is_clear( const fw_places* places, fw_vec2 at, double room )
{
	const double reach = room + places->widest;
	for ( int32_t cy = cell_of( at.y - reach ); cy <= cell_of( at.y + reach ); cy++ )
	{
		for ( int32_t cx = cell_of( at.x - reach ); cx <= cell_of( at.x + reach ); cx++ )
		{
			for ( int32_t i = places->buckets[mix( cx, cy ) % PLACE_BUCKETS]; i >= 0; i = places->discs[i].next )
			{
				const place_disc* disc = &places->discs[i];
				if ( fw_length( disc->at.x - at.x, disc->at.y - at.y ) < room + disc->radius - EPSILON )
				{
					return false;
				}
			}
		}
	}
	return true;
}

static fw_vec2 point_of( const place_node* node )
{
	return ( fw_vec2 ){ node->x / QUARTERS, node->y / QUARTERS };
}

static bool sees( const place_query* query, fw_vec2 from, fw_vec2 to )
{
	const fw_segment line = fw_segment_line( from, to, FW_GEAR_FORWARD );
	return fw_sweep_segment( query->grid, query->unit, &line );
}

static bool comes_before( const place_open* a, const place_open* b )
{
	return a->distance < b->distance || ( a->distance == b->distance && a->node < b->node );
}

static bool push( fw_places* places, place_open item )
{
	if ( !FW_PUSH( &places->allocator, &places->open, &places->open_count, &places->open_capacity, item ) )
	{
		return false;
	}
	int32_t at = places->open_count - 1;
	while ( at > 0 && comes_before( &item, &places->open[( at - 1 ) / 2] ) )
	{
		places->open[at] = places->open[( at - 1 ) / 2];
		at = ( at - 1 ) / 2;
	}
	places->open[at] = item;
	return true;
}

static place_open pop( fw_places* places )
{
	const place_open first = places->open[0];
	const place_open item = places->open[--places->open_count];
	const int32_t count = places->open_count;
	int32_t at = 0;
	for ( int32_t child = 1; child < count; child = 2 * at + 1 )
	{
		child += child + 1 < count && comes_before( &places->open[child + 1], &places->open[child] ) ? 1 : 0;
		if ( !comes_before( &places->open[child], &item ) )
		{
			break;
		}
		places->open[at] = places->open[child];
		at = child;
	}
	places->open[at] = item;
	return first;
}

// The entry of the table for a lattice point: its node, or -1 where it goes.
static int32_t* entry_of( const fw_places* places, int32_t x, int32_t y )
{
	const uint32_t mask = (uint32_t)places->table_size - 1;
	uint32_t at = mix( x, y ) & mask;
	while ( places->table[at] >= 0 &&
	        ( places->nodes[places->table[at]].x != x || places->nodes[places->table[at]].y != y ) )
	{
		at = ( at + 1 ) & mask;
	}
	return &places->table[at];
}

static bool reserve_table( fw_places* places, int32_t size )
{
	if ( !FW_GROW( &places->allocator, &places->table, &places->table_capacity, size ) )
	{
		return false;
	}
	places->table_size = size;
	for ( int32_t i = 0; i < size; i++ )
	{
		places->table[i] = -1;
	}
	for ( int32_t i = 0; i < places->node_count; i++ )
	{
		*entry_of( places, places->nodes[i].x, places->nodes[i].y ) = i;
	}
	return true;
}

// Adds a node, whose path bends next where `from` does, or at `from` itself.
static bool add_node( fw_places* places, const place_query* query, int32_t x, int32_t y, const place_node* from )
{
	place_node node = { x, y, { 0.0, 0.0 }, 0.0 };
	const fw_vec2 at = point_of( &node );
	node.turn = from != NULL ? from->turn : at;
	node.rest = from != NULL ? from->rest : 0.0;
	if ( from != NULL && !sees( query, at, node.turn ) )
	{
		const fw_vec2 bend = point_of( from );
		node.rest += fw_length( bend.x - node.turn.x, bend.y - node.turn.y );
		node.turn = bend;
	}
	if ( 2 * places->node_count >= places->table_size && !reserve_table( places, 2 * places->table_size ) )
	{
		return false;
	}
	int32_t* entry = entry_of( places, x, y );
	if ( !FW_PUSH( &places->allocator, &places->nodes, &places->node_count, &places->node_capacity, node ) )
	{
		return false;
	}
	*entry = places->node_count - 1;
	const double distance = node.rest + fw_length( at.x - node.turn.x, at.y - node.turn.y );
	return push( places, ( place_open ){ distance, *entry } );
}

static int32_t step_of( const fw_unit* unit )
{
	return unit->radius <= SMALL ? TILE : HALF_TILE;
}

// The lattice point nearest to a coordinate.
static int32_t snap( double coordinate, int32_t step )
{
	const double offset = step == TILE ? 0.5 : 0.0;
	return (int32_t)( floor( ( coordinate - offset ) * QUARTERS / step + 0.5 ) * step + offset * QUARTERS );
}

static bool is_ground( const place_query* query, fw_vec2 at )
{
	return sees( query, at, at ) && ( query->space == NULL || fw_space_may_connect( query->space, query->from, at ) );
}

// The lattice point where the flood begins: the nearest one to the center, or the nearest tile that can be reached.
static bool find_seed( const place_query* query, int32_t* x, int32_t* y )
{
	const int32_t step = step_of( query->unit );
	double best = INFINITY;
	for ( int32_t i = 0; i < 9; i++ )
	{
		const place_node node = { .x = snap( query->center.x, step ) + ( i % 3 - 1 ) * step,
		                          .y = snap( query->center.y, step ) + ( i / 3 - 1 ) * step };
		const fw_vec2 at = point_of( &node );
		const double away = fw_length( at.x - query->center.x, at.y - query->center.y );
		if ( away < best && is_ground( query, at ) )
		{
			best = away;
			*x = node.x;
			*y = node.y;
		}
	}
	// A wide unit may stand where it cannot on the center of a tile near.
	for ( int32_t i = 0; i < 4 + FROM_SIDE * FROM_SIDE && best == INFINITY && query->space != NULL; i++ )
	{
		const double left = i < 4 ? 0.5 * ( i % 2 ) : ( i - 4 ) % FROM_SIDE - FROM_SIDE / 2;
		const double up = i < 4 ? 0.5 * ( i / 2 ) : ( i - 4 ) / FROM_SIDE - FROM_SIDE / 2;
		const int32_t tile_x = (int32_t)floor( query->from.x - left );
		const int32_t tile_y = (int32_t)floor( query->from.y - up );
		const fw_vec2 middle = { tile_x + 0.5, tile_y + 0.5 };
		int32_t near_x, near_y;
		if ( fw_space_may_connect( query->space, query->from, middle ) &&
		     fw_space_nearest( query->space, tile_x, tile_y, query->center, &near_x, &near_y ) )
		{
			best = 0.0;
			*x = near_x * TILE + HALF_TILE;
			*y = near_y * TILE + HALF_TILE;
		}
	}
	return best < INFINITY;
}

static bool expand( fw_places* places, const place_query* query, int32_t index )
{
	const int32_t step = step_of( query->unit );
	for ( int32_t i = 0; i < 9; i++ )
	{
		const place_node node = places->nodes[index];
		const place_node next = { .x = node.x + ( i % 3 - 1 ) * step, .y = node.y + ( i / 3 - 1 ) * step };
		if ( *entry_of( places, next.x, next.y ) < 0 && sees( query, point_of( &node ), point_of( &next ) ) &&
		     !add_node( places, query, next.x, next.y, &node ) )
		{
			return false;
		}
	}
	return true;
}

static int64_t nodes_for( const place_query* query )
{
	const double side = ( 2.0 * query->unit->radius + query->spacing ) * QUARTERS / step_of( query->unit );
	return NODES_MIN + (int64_t)( NODES_PER_PLACE * fmin( ceil( side * side ) + 1.0, 1e5 ) ) * query->wanted;
}

static bool flood( fw_places* places, const place_query* query, fw_vec2* found, int32_t* count )
{
	const double radius = query->unit->radius;
	const int64_t nodes = nodes_for( query );
	for ( int64_t i = 0; i < nodes && places->open_count > 0 && *count < query->wanted; i++ )
	{
		const int32_t index = pop( places ).node;
		const fw_vec2 at = point_of( &places->nodes[index] );
		if ( is_clear( places, at, radius + query->spacing ) )
		{
			if ( !fw_places_take( places, at, radius ) )
			{
				return false;
			}
			found[( *count )++] = at;
		}
		if ( !expand( places, query, index ) )
		{
			return false;
		}
	}
	return true;
}

bool fw_places_is_free( const fw_places* places, const place_query* query )
{
	return is_ground( query, query->center ) && is_clear( places, query->center, query->unit->radius + query->spacing );
}

fw_status fw_places_find( fw_places* places, const place_query* query, fw_vec2* found, int32_t* count )
{
	int32_t x = 0;
	int32_t y = 0;
	*count = 0;
	places->node_count = 0;
	places->open_count = 0;
	if ( query->exact && query->wanted > 0 && fw_places_is_free( places, query ) )
	{
		found[( *count )++] = query->center;
		if ( !fw_places_take( places, query->center, query->unit->radius ) )
		{
			return FW_ERR_MEMORY;
		}
	}
	if ( !find_seed( query, &x, &y ) )
	{
		return FW_OK;
	}
	const bool done =
	    reserve_table( places, 256 ) && add_node( places, query, x, y, NULL ) && flood( places, query, found, count );
	return done ? FW_OK : FW_ERR_MEMORY;
}

void fw_places_hold( fw_holdings* holdings, fw_places* places )
{
	FW_HOLD( holdings, places->nodes, places->node_capacity );
	FW_HOLD( holdings, places->table, places->table_capacity );
	FW_HOLD( holdings, places->open, places->open_capacity );
	FW_HOLD( holdings, places->discs, places->disc_capacity );
	FW_HOLD( holdings, places->ranks, places->rank_capacity );
}
