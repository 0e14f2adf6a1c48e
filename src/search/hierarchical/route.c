// SPDX-License-Identifier: MIT
// Routes: an abstract path is kept, and refined as far as it is asked for.
#include "fairway/search.h"
#include "hierarchy/hierarchy.h"
#include "search/engine.h"
#include "search/requirements.h"

#include "search/hierarchical/haastar.h"

#include <math.h>
#include <string.h>

#define NOT_ON "does not lead on in this hierarchy; plan anew from where the path ends"

struct fw_route
{
	fw_allocator allocator;
	fw_chain chain;
	bool has_chain;
	bool is_done;
	bool any_heading; // at the start, as long as no stretch was made
	fw_pose place;    // where the stretches end
	fw_pose goal;
	int32_t x, y;          // tile of the place
	int32_t dx, dy;        // direction of the last line, 0 at the start
	uint32_t cost;         // of the whole path
	const fw_grid* grid;   // to know its hierarchies by
	int32_t width, height; // of the grid [tiles]
	int32_t cluster;       // of the hierarchy that was searched
	uint64_t searched;     // its revision
	uint64_t revision;     // of the last hierarchy in which the nodes ahead were looked at
	uint32_t capabilities;
	int32_t size;
};

fw_status fw_route_create( const fw_allocator* allocator, fw_route** route )
{
	if ( route == NULL )
	{
		return FW_ERR_ARGUMENT;
	}
	const fw_allocator own = fw_allocator_or_default( allocator );
	fw_route* made = fw_alloc_zero( &own, 1, sizeof( *made ) );
	if ( made == NULL )
	{
		return FW_ERR_MEMORY;
	}
	made->allocator = own;
	*route = made;
	return FW_OK;
}

void fw_route_destroy( fw_route* route )
{
	if ( route == NULL )
	{
		return;
	}
	const fw_allocator allocator = route->allocator;
	fw_chain_hold( &( fw_holdings ){ .allocator = &allocator }, &route->chain );
	fw_free( &allocator, route, 1, sizeof( *route ) );
}

size_t fw_route_memory( const fw_route* route )
{
	fw_holdings held = { .bytes = sizeof( *route ) };
	fw_chain chain = route->chain;
	fw_chain_hold( &held, &chain );
	return held.bytes;
}

// Everything but the chain.
static void begin( fw_route* route, const fw_search* search, const fw_haastar_state* state )
{
	const fw_query* query = &search->query;
	route->has_chain = true;
	route->is_done = false;
	route->any_heading = query->start_any_heading;
	route->place = query->start;
	route->goal = query->goal;
	route->x = state->start_x;
	route->y = state->start_y;
	route->dx = 0;
	route->dy = 0;
	route->cost = fw_haastar_cost( state );
	route->grid = fw_hierarchy_grid( state->hierarchy );
	route->width = state->hierarchy->width;
	route->height = state->hierarchy->height;
	route->cluster = state->hierarchy->def.cluster;
	route->searched = state->hierarchy->revision;
	route->revision = route->searched;
	route->capabilities = query->unit.capabilities;
	route->size = fw_unit_side( &query->unit );
}

fw_status fw_search_route( fw_search* search, fw_route* route, fw_result* result, fw_refusal* refusal )
{
	FW_TRY( FW_CHECK_NULL( refusal, search, route, result ) );
	FW_TRY( fw_search_check_begun( refusal, search ) );
	if ( search->row->engine != &fw_engine_haastar )
	{
		return fw_refuse_trait( refusal, &search->row->method, "search", FW_TRAIT_HIERARCHY,
		                        "makes no routes; methods with FW_TRAIT_HIERARCHY do" );
	}
	const fw_haastar_state* state = fw_search_state( search, &fw_engine_haastar );
	const bool found = search->outcome == FW_FOUND;
	if ( found && !fw_haastar_stops( state, &route->allocator, &route->chain ) )
	{
		return fw_refuse_status( refusal, FW_ERR_MEMORY );
	}
	fw_search_report_outcome( search, result );
	route->has_chain = found;
	if ( found )
	{
		begin( route, search, state );
		result->cost = (double)route->cost / FW_LOCAL_ONE;
	}
	return FW_OK;
}

// Do all nodes ahead still stand where they were, and does none of them lie in another region than the rest?
static bool leads_on( const fw_route* route, const fw_hierarchy* hierarchy, int32_t unit_class )
{
	const fw_chain* chain = &route->chain;
	const int32_t side = hierarchy->def.cluster;
	bool ok = fw_hierarchy_stands( hierarchy, unit_class, route->x, route->y );
	for ( int32_t i = chain->points_taken; i < chain->point_count && ok; i++ )
	{
		ok = fw_hierarchy_stands( hierarchy, unit_class, fw_chain_x( chain->points[i] ),
		                          fw_chain_y( chain->points[i] ) );
	}
	uint32_t region = FW_REGION_NONE;
	for ( int32_t i = chain->stops_taken; i < chain->stop_count && ok; i++ )
	{
		const int32_t x = fw_chain_x( chain->stops[i].tile );
		const int32_t y = fw_chain_y( chain->stops[i].tile );
		ok = fw_hierarchy_stands( hierarchy, unit_class, x, y );
		// Another state may have other nodes. The goal, and what was one, is known by its place alone.
		if ( ok && fw_cluster_node( hierarchy->clusters[y / side * hierarchy->columns + x / side], x, y ) >= 0 )
		{
			const uint32_t label = fw_regions_label( hierarchy, unit_class, x, y );
			ok = label == region || label == FW_REGION_NONE || region == FW_REGION_NONE;
			region = label != FW_REGION_NONE ? label : region;
		}
	}
	return ok;
}

// Does the path end in a line that the next one may go on from?
static bool ends_in_line( const fw_route* route, const fw_path* path )
{
	if ( path->count == 0 )
	{
		return false;
	}
	const fw_segment* last = &path->segments[path->count - 1];
	const double x = last->to.x - last->from.x;
	const double y = last->to.y - last->from.y;
	return last->kind == FW_SEGMENT_LINE && last->gear == FW_GEAR_FORWARD && x * route->dy == y * route->dx &&
	       x * route->dx + y * route->dy > 0.0;
}

// Takes the last segment off. The length is added up anew, to be the same as if the segment had never been there.
static void take_off( fw_path* path )
{
	path->count--;
	path->length = 0.0;
	for ( int32_t i = 0; i < path->count; i++ )
	{
		path->length += path->segments[i].length;
	}
}

// Adds a stretch to a path that ends at the place. After an error the path is one of more or less segments than before.
static fw_status add_stretch( fw_route* route, const fw_refiner* refiner, double length, fw_path* path )
{
	fw_tile_path tiles = { path, 0.0, FW_OK, route->x, route->y, 0, 0 };
	if ( ends_in_line( route, path ) )
	{
		take_off( path );
		tiles.dx = route->dx;
		tiles.dy = route->dy;
	}
	fw_chain_refine( refiner, &tiles, length );
	const bool done = fw_chain_is_done( &route->chain );
	if ( tiles.status == FW_OK && done )
	{
		fw_tile_path_end( &tiles, route->goal );
	}
	else if ( tiles.status == FW_OK )
	{
		fw_tile_path_rest( &tiles );
	}
	if ( tiles.status == FW_OK )
	{
		route->is_done = done;
		route->x = tiles.x;
		route->y = tiles.y;
		route->dx = tiles.dx;
		route->dy = tiles.dy;
	}
	return tiles.status;
}

// Forgets the points that were passed, of a chain that may be long.
static void drop_passed( fw_chain* chain )
{
	const int32_t left = chain->point_count - chain->points_taken;
	if ( chain->points_taken > 0 )
	{
		memmove( chain->points, chain->points + chain->points_taken, (size_t)left * sizeof( *chain->points ) );
	}
	chain->point_count = left;
	chain->points_taken = 0;
}

// The same, where path and chain are as before after an error.
static fw_status try_stretch( fw_route* route, const fw_refiner* refiner, double tiles, fw_path* path )
{
	fw_chain* chain = &route->chain;
	drop_passed( chain );
	const fw_chain chain_before = *chain;
	const fw_path before = *path;
	const fw_segment last = path->count > 0 ? path->segments[path->count - 1] : ( fw_segment ){ 0 };
	if ( path->count == 0 )
	{
		fw_path_clear( path, route->place );
	}
	const fw_status status = add_stretch( route, refiner, path->length + tiles, path );
	if ( status != FW_OK )
	{
		// What was allocated since stays.
		path->count = before.count;
		path->length = before.length;
		path->start = before.start;
		if ( path->count > 0 )
		{
			path->segments[path->count - 1] = last;
		}
		chain->point_count = chain_before.point_count;
		chain->stops_taken = chain_before.stops_taken;
		chain->points_taken = chain_before.points_taken;
		chain->from = chain_before.from;
		chain->last = chain_before.last;
		return status;
	}
	if ( before.count == 0 && route->any_heading )
	{
		path->start = fw_path_begin( path );
	}
	route->any_heading = false;
	const fw_vec2 end = fw_path_tip( path );
	route->place = ( fw_pose ){ end.x, end.y, fw_path_end( path ).heading };
	return FW_OK;
}

// Is it a hierarchy of the same grid, perhaps of another state, in the same clusters?
static bool is_alike( const fw_route* route, const fw_hierarchy* hierarchy )
{
	return fw_hierarchy_grid( hierarchy ) == route->grid && hierarchy->width == route->width &&
	       hierarchy->height == route->height && hierarchy->def.cluster == route->cluster;
}

// Does the path end where the stretches do?
static bool joins( const fw_route* route, const fw_path* path )
{
	const fw_vec2 end = fw_path_tip( path );
	return path->count == 0 || ( end.x == route->place.x && end.y == route->place.y );
}

fw_status fw_route_next( fw_route* route, fw_search* search, const fw_hierarchy* hierarchy, double tiles, fw_path* path,
                         fw_refusal* refusal )
{
	FW_TRY( FW_CHECK_NULL( refusal, route, search, hierarchy, path ) );
	FW_TRY( fw_check_range( refusal, "tiles", tiles, 1e-9, INFINITY ) );
	if ( !route->has_chain )
	{
		return fw_refuse( refusal, FW_ERR_STATE, FW_REFUSAL_STATE, "route", NULL,
		                  "leads nowhere; call fw_search_route() first" );
	}
	const int32_t unit_class = fw_hierarchy_class( hierarchy, route->capabilities, route->size );
	if ( unit_class < 0 || !is_alike( route, hierarchy ) )
	{
		return fw_refuse_mismatch( refusal, "hierarchy", "route",
		                           "it is of another grid, cluster or class than the one that was searched" );
	}
	if ( !joins( route, path ) )
	{
		return fw_refuse_pair( refusal, FW_ERR_ARGUMENT, "path", "route",
		                       "it does not end where the last stretch did" );
	}
	if ( route->is_done )
	{
		return FW_OK;
	}
	const uint64_t revision = hierarchy->revision;
	if ( revision != route->revision && !leads_on( route, hierarchy, unit_class ) )
	{
		return fw_refuse( refusal, FW_ERR_STALE, FW_REFUSAL_STALE, "route", "hierarchy", NOT_ON );
	}
	fw_haastar_state* state = fw_search_state( search, &fw_engine_haastar );
	if ( state == NULL )
	{
		return fw_refuse_status( refusal, FW_ERR_MEMORY );
	}
	route->revision = revision;
	const fw_refiner refiner = {
	    .chain = &route->chain,
	    .allocator = &route->allocator,
	    .hierarchy = hierarchy,
	    .unit_class = unit_class,
	    .window = &state->window,
	    .window_allocator = &search->allocator,
	};
	fw_status status = try_stretch( route, &refiner, tiles, path );
	if ( status == FW_ERR_MISMATCH )
	{
		return revision != route->searched
		           ? fw_refuse( refusal, FW_ERR_STALE, FW_REFUSAL_STALE, "route", "hierarchy", NOT_ON )
		           : fw_refuse_mismatch( refusal, "hierarchy", "grid", "its file was forged" );
	}
	return fw_refuse_status( refusal, status );
}

bool fw_route_serves( const fw_route* route, const fw_unit* unit )
{
	return !route->has_chain || ( route->capabilities == unit->capabilities && route->size == fw_unit_side( unit ) );
}

bool fw_route_is_done( const fw_route* route )
{
	return !route->has_chain || route->is_done;
}

// The last stop that the path has come to; -1: none. Stops that follow one another on one tile are one point.
static int32_t last_stop( const fw_chain* chain )
{
	int32_t stop = chain->stops_taken - 1;
	for ( int32_t i = chain->point_count - 1; i >= chain->points_taken; i-- )
	{
		while ( stop >= 0 && chain->stops[stop].tile == chain->points[i] )
		{
			stop--;
		}
	}
	return stop;
}

double fw_route_left( const fw_route* route )
{
	const fw_chain* chain = &route->chain;
	if ( fw_route_is_done( route ) )
	{
		return 0.0;
	}
	const int32_t stop = last_stop( chain );
	uint64_t left = route->cost - ( stop >= 0 ? chain->stops[stop].g : 0 );
	const bool at_stop =
	    stop >= 0 ? chain->stops[stop].tile == fw_chain_tile( route->x, route->y ) : chain->stops_taken == 0;
	if ( !at_stop )
	{
		// Between two stops of the third level: what its points ahead cost from one to the next is not kept.
		const fw_stop next = chain->stops[stop + 1];
		uint32_t at = fw_chain_tile( route->x, route->y );
		left = route->cost - next.g;
		for ( int32_t i = chain->points_taken; i < chain->point_count && at != next.tile; i++ )
		{
			const uint32_t to = chain->points[i];
			left += fw_local_octile( fw_chain_x( to ) - fw_chain_x( at ), fw_chain_y( to ) - fw_chain_y( at ) );
			at = to;
		}
	}
	return (double)left / FW_LOCAL_ONE;
}

fw_pose fw_route_position( const fw_route* route )
{
	return route->place;
}
