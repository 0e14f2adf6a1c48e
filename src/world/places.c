// SPDX-License-Identifier: MIT
// Places around a point: a flood from there over a lattice takes every point that is clear of all places before it.
//
// The flood goes over tile centers, for wider units over all half-tile points, in the order of the length of the path
// to the center. It bends round corners as in Lazy Theta* (A. Nash, S. Koenig, C. Tovey, 2010): a point's path leads
// straight to where that of the point before it bends, if it can.
#include "world/places.h"

#include "fairway/space.h"
#include "fairway/sweep.h"
#include "geom/geom.h"

#include <math.h>

// Beyond all maps [tiles].
#define PLACE_MAX 1e6
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
	return (int32_t)floor( fmin( fmax( coordinate, -PLACE_MAX ), PLACE_MAX ) / 4.0 );
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
	const double near = fmin( fmax( coordinate, -PLACE_MAX ), PLACE_MAX );
	return (int32_t)( floor( ( near - offset ) * QUARTERS / step + 0.5 ) * step + offset * QUARTERS );
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

// Two discs of half the length each leave less of the ground beside a car unused than one around it.
static place_cover cover_of( const place_query* query )
{
	const fw_unit* unit = query->outline;
	if ( unit == NULL || query->turns )
	{
		const double radius = unit == NULL ? query->unit->radius : fw_unit_outer_radius( unit );
		return ( place_cover ){ 1, { { 0.0, 0.0 } }, radius };
	}
	fw_vec2 low = { INFINITY, INFINITY };
	fw_vec2 high = { -INFINITY, -INFINITY };
	for ( int32_t i = 0; i < unit->outline.count; i++ )
	{
		const fw_vec2 corner = unit->outline.corners[i];
		low = ( fw_vec2 ){ fmin( low.x, corner.x - unit->radius ), fmin( low.y, corner.y - unit->radius ) };
		high = ( fw_vec2 ){ fmax( high.x, corner.x + unit->radius ), fmax( high.y, corner.y + unit->radius ) };
	}
	const fw_vec2 size = fw_minus( high, low );
	const bool is_long = size.x >= size.y;
	const double length = is_long ? size.x : size.y;
	const double width = is_long ? size.y : size.x;
	place_cover cover = { .count =
	                          (int32_t)fmin( ceil( length / fmax( width, 0.25 * length ) - EPSILON ), PLACE_COVER ) };
	cover.radius = 0.5 * fw_length( length / cover.count, width );
	double sine, cosine;
	fw_sincos( query->heading, &sine, &cosine );
	for ( int32_t i = 0; i < cover.count; i++ )
	{
		const double part = ( i + 0.5 ) / cover.count;
		const double x = low.x + ( is_long ? part : 0.5 ) * size.x;
		const double y = low.y + ( is_long ? 0.5 : part ) * size.y;
		cover.at[i] = ( fw_vec2 ){ x * cosine - y * sine, x * sine + y * cosine };
	}
	return cover;
}

// Can a unit with an outline stand there, and come in along a straight line of a turning radius, or in reverse?
static bool has_way_in( const place_query* query, fw_vec2 at )
{
	const fw_unit* unit = query->outline;
	if ( unit == NULL || query->turns )
	{
		return true;
	}
	double sine, cosine;
	fw_sincos( query->heading, &sine, &cosine );
	const fw_vec2 along = { unit->turning_radius * cosine, unit->turning_radius * sine };
	const fw_vec2 behind = { at.x - along.x, at.y - along.y };
	const fw_vec2 ahead = { at.x + along.x, at.y + along.y };
	const fw_segment in = fw_segment_line( behind, at, FW_GEAR_FORWARD );
	const fw_segment back = fw_segment_line( ahead, at, FW_GEAR_REVERSE );
	return fw_sweep_segment( query->grid, unit, &in ) ||
	       ( unit->reverse && fw_sweep_segment( query->grid, unit, &back ) );
}

static bool has_room( const fw_places* places, const place_query* query, const place_cover* cover, fw_vec2 at )
{
	bool clear = true;
	for ( int32_t i = 0; i < cover->count && clear; i++ )
	{
		const fw_vec2 disc = { at.x + cover->at[i].x, at.y + cover->at[i].y };
		clear = is_clear( places, disc, cover->radius + query->spacing );
	}
	return clear && has_way_in( query, at );
}

static bool take( fw_places* places, const place_cover* cover, fw_vec2 at )
{
	bool taken = true;
	for ( int32_t i = 0; i < cover->count && taken; i++ )
	{
		taken = fw_places_take( places, ( fw_vec2 ){ at.x + cover->at[i].x, at.y + cover->at[i].y }, cover->radius );
	}
	return taken;
}

static int64_t nodes_for( const place_query* query, const place_cover* cover )
{
	const double side = ( 2.0 * cover->count * cover->radius + query->spacing ) * QUARTERS / step_of( query->unit );
	return NODES_MIN + (int64_t)( NODES_PER_PLACE * fmin( ceil( side * side ) + 1.0, 1e5 ) ) * query->wanted;
}

static bool flood( fw_places* places, const place_query* query, fw_vec2* found, int32_t* count )
{
	const place_cover cover = cover_of( query );
	const int64_t nodes = nodes_for( query, &cover );
	for ( int64_t i = 0; i < nodes && places->open_count > 0 && *count < query->wanted; i++ )
	{
		const int32_t index = pop( places ).node;
		const fw_vec2 at = point_of( &places->nodes[index] );
		if ( has_room( places, query, &cover, at ) )
		{
			if ( !take( places, &cover, at ) )
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
	const place_cover cover = cover_of( query );
	return is_ground( query, query->center ) && has_room( places, query, &cover, query->center );
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
		const place_cover cover = cover_of( query );
		found[( *count )++] = query->center;
		if ( !take( places, &cover, query->center ) )
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
