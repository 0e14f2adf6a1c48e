// SPDX-License-Identifier: MIT
// One call for a unit's path: a cache of what it needs, and a job that makes it.
#include "fairway/planner.h"

#include "base/refusal.h"
#include "hierarchy/hierarchy.h"
#include "planner/choice.h"
#include "planner/job.h"
#include "search/engine.h"

struct fw_planner
{
	fw_allocator allocator;
	fw_cache* cache; // of its grid
	fw_job* job;     // that runs plans in one go
};

fw_plan fw_default_plan( void )
{
	const fw_query query = fw_default_query();
	fw_plan plan = {
	    .cookie = FW_COOKIE,
	    .unit = query.unit,
	    .goal_any_heading = query.goal_any_heading,
	    .options = query.options,
	    .smooth = true,
	    .clean_up = true,
	    .second_try = true,
	    .headings = 8,
	};
	plan.margin_cost = 3.0;
	plan.legs = ( fw_legs ){ .length = 40, .margin = 10, .side = 16 };
	plan.options.weight = 0.0;
	plan.options.end_moves = 4096;
	return plan;
}

fw_status fw_planner_create( fw_grid* grid, const fw_allocator* allocator, fw_planner** planner, fw_refusal* refusal )
{
	FW_TRY( FW_CHECK_NULL( refusal, grid, planner ) );
	const fw_allocator own = fw_allocator_or_default( allocator );
	fw_planner* made = fw_alloc_zero( &own, 1, sizeof( *made ) );
	if ( made == NULL )
	{
		return fw_refuse_status( refusal, FW_ERR_MEMORY );
	}
	made->allocator = own;
	fw_status status = fw_cache_create( &own, grid, NULL, &made->cache );
	status = status == FW_OK ? fw_job_create( made, &made->job ) : status;
	if ( status != FW_OK )
	{
		fw_planner_destroy( made );
		return fw_refuse_status( refusal, status );
	}
	*planner = made;
	return FW_OK;
}

void fw_planner_destroy( fw_planner* planner )
{
	if ( planner == NULL )
	{
		return;
	}
	const fw_allocator allocator = planner->allocator;
	fw_job_destroy( planner->job );
	fw_cache_destroy( planner->cache );
	fw_free( &allocator, planner, 1, sizeof( *planner ) );
}

fw_status fw_planner_add_hierarchy( fw_planner* planner, fw_hierarchy* hierarchy )
{
	if ( planner == NULL || hierarchy == NULL )
	{
		return FW_ERR_ARGUMENT;
	}
	if ( fw_hierarchy_grid( hierarchy ) != planner->cache->grid )
	{
		return FW_ERR_MISMATCH;
	}
	// The planner's own is not given twice: it would take its own place, and be destroyed for that.
	return fw_cache_give( planner->cache, hierarchy ) ? FW_OK : FW_ERR_ARGUMENT;
}

fw_cache* fw_planner_cache( fw_planner* planner )
{
	return planner->cache;
}

fw_status fw_planner_map( fw_planner* planner, const fw_plan* plan, fw_map* map, fw_query* query, fw_refusal* refusal )
{
	fw_settled_plan settled;
	FW_TRY( FW_CHECK_NULL( refusal, planner, plan, map, query ) );
	FW_TRY( fw_plan_settle( planner->cache->grid, plan, FW_PURPOSE_MAP, &settled, refusal ) );
	*query = fw_plan_query( plan, &settled.resolved, settled.resolved.method );
	query->options.end_moves = 0; // as in a plan's first search
	fw_cache* ground = NULL;
	FW_TRY( fw_cache_ground( planner->cache, plan, &ground, refusal ) );
	FW_TRY( fw_refuse_status( refusal, fw_cache_map( ground, plan, settled.resolved.method, map ) ) );
	// With headings it is whole. Without, the same one is found again.
	const bool is_lean = map->space != NULL && ( settled.resolved.method->traits & FW_TRAIT_HEADINGS ) == 0;
	const fw_status status = is_lean ? fw_cache_whole_space( ground, &plan->unit, FW_ANY_LATTICE, &map->space ) : FW_OK;
	return fw_refuse_status( refusal, status );
}

// What the searches and passes of a strategy will ask for.
static fw_status prepare( fw_cache* cache, const fw_plan* plan, const fw_settled_plan* settled )
{
	fw_map map;
	const fw_primitives* along;
	const fw_strategy* strategy = settled->strategy;
	FW_TRY( fw_roads_prepare( cache, plan, settled->resolved.road_terrains ) );
	const bool turns = strategy->along || settled->resolved.turning == FW_TURNING_ALONG;
	for ( int32_t i = 0; i < 2 && ( i == 0 || ( turns && strategy->methods[i] != NULL ) ); i++ )
	{
		const fw_method* named = fw_method_find( strategy->methods[i] );
		FW_TRY( fw_cache_map( cache, plan, named != NULL ? named : settled->resolved.method, &map ) );
	}
	FW_TRY( settled->resolved.rival != NULL ? fw_cache_map( cache, plan, settled->resolved.rival, &map ) : FW_OK );
	// A table of sixteen headings takes too long to build in a frame. Discs do without: two tables for each of their
	// unit classes would displace one another in the cache.
	if ( settled->resolved.second_try && plan->unit.outline.count > 0 )
	{
		fw_plan finer = *plan;
		fw_plan_refine( &finer );
		FW_TRY( fw_cache_map( cache, &finer, settled->resolved.method, &map ) );
	}
	return turns ? fw_cache_primitives_along( cache, plan, &along ) : FW_OK;
}

fw_status fw_planner_prepare( fw_planner* planner, const fw_plan* plan, fw_refusal* refusal )
{
	fw_settled_plan settled;
	FW_TRY( FW_CHECK_NULL( refusal, planner, plan ) );
	FW_TRY( fw_plan_settle( planner->cache->grid, plan, FW_PURPOSE_PATH, &settled, refusal ) );
	fw_cache* ground = NULL;
	FW_TRY( fw_cache_ground( planner->cache, plan, &ground, refusal ) );
	return fw_refuse_status( refusal, prepare( ground, plan, &settled ) );
}

fw_status fw_planner_run( fw_planner* planner, const fw_plan* plan, fw_result* result, fw_refusal* refusal )
{
	FW_TRY( FW_CHECK_NULL( refusal, planner, plan, result ) );
	return fw_job_run( planner->job, plan, NULL, result, refusal );
}

fw_plan_report fw_planner_report( const fw_planner* planner )
{
	return planner->job->report;
}

const fw_cones* fw_planner_cones( const fw_planner* planner )
{
	return fw_job_cones( planner->job );
}

const char* fw_branch_text( fw_branch branch )
{
	static const char* const texts[] = {
	    "nothing",
	    "the search",
	    "the search, over half-tile points",
	    "turns along a tile path",
	    "turns along a tile path, a search over its gap",
	    "the search, with any heading at the goal",
	    "a tile path in legs",
	    "a shorter path by a second method",
	};
	return FW_TEXT_OF( texts, branch, "unknown" );
}

fw_status fw_planner_route( fw_planner* planner, const fw_plan* plan, fw_route* route, fw_result* result,
                            fw_refusal* refusal )
{
	FW_TRY( FW_CHECK_NULL( refusal, planner, plan, route, result ) );
	return fw_job_run( planner->job, plan, route, result, refusal );
}

fw_status fw_planner_route_next( fw_planner* planner, const fw_plan* plan, fw_route* route, double tiles, fw_path* path,
                                 fw_refusal* refusal )
{
	FW_TRY( FW_CHECK_NULL( refusal, planner, plan, route, path ) );
	fw_map map;
	bool found;
	fw_settled_plan settled;
	fw_cache* cache = planner->cache;
	fw_plan without = *plan; // the chain is known
	without.landmarks = false;
	fw_path_clear( path, fw_route_position( route ) );
	FW_TRY( fw_plan_settle( cache->grid, plan, FW_PURPOSE_ROUTE, &settled, refusal ) );
	if ( !fw_route_serves( route, &plan->unit ) )
	{
		return fw_refuse_mismatch( refusal, "route", "unit", "it was found for a unit of another class" );
	}
	FW_TRY( fw_cache_ground( cache, plan, &cache, refusal ) );
	FW_TRY( fw_refuse_status( refusal, fw_cache_map( cache, &without, settled.resolved.method, &map ) ) );
	FW_TRY( fw_route_next( route, planner->job->search, map.hierarchy, tiles, path, refusal ) );
	fw_result stretch = { .path = *path };
	const fw_status status = fw_passes_run( cache, plan, &settled.passes, &stretch, &found, NULL );
	*path = stretch.path;
	return fw_refuse_status( refusal, status );
}

fw_planner_usage fw_planner_measure( const fw_planner* planner )
{
	size_t bytes[FW_KIND_COUNT];
	const size_t caches = fw_cache_memory( planner->cache, bytes );
	const size_t search = fw_job_memory( planner->job );
	return ( fw_planner_usage ){
	    .total = sizeof( *planner ) + search + caches,
	    .search = search,
	    .spaces = bytes[FW_KIND_SPACE] + bytes[FW_KIND_ROADS] + bytes[FW_KIND_MARGINS],
	    .clearances = bytes[FW_KIND_CLEARANCE],
	    .primitives = bytes[FW_KIND_PRIMITIVES],
	    .hierarchies = bytes[FW_KIND_HIERARCHY] + bytes[FW_KIND_GIVEN],
	    .landmarks = bytes[FW_KIND_LANDMARKS],
	    .reachabilities = bytes[FW_KIND_REACHABILITY],
	};
}
