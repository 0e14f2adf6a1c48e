// SPDX-License-Identifier: MIT
// One call for a unit's path: what it needs is kept in stock, and a job makes it.
#include "fairway/planner.h"
#include "hierarchy/hierarchy.h"

#include "base/core.h"
#include "planner/job.h"
#include "planner/passes.h"

struct fw_planner
{
	fw_stock stock; // of its grid
	fw_job job;     // that runs plans in one go
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
	    .retry = true,
	    .headings = 8,
	};
	plan.options.weight = 0.0;
	return plan;
}

fw_query fw_plan_query( const fw_plan* plan )
{
	fw_query query = fw_default_query();
	query.method = plan->method;
	query.unit = plan->unit;
	query.start = plan->start;
	query.goal = plan->goal;
	query.start_any_heading = plan->start_any_heading;
	query.goal_any_heading = plan->goal_any_heading;
	query.goal_tolerance = plan->goal_tolerance;
	query.options = plan->options;
	return query;
}

fw_query fw_plan_search_query( const fw_plan* plan, const fw_method* method )
{
	fw_query query = fw_plan_query( plan );
	query.method = method->name;
	if ( query.options.weight == 0.0 )
	{
		// It is the curves that profit from haste; steps are cheap enough to be exact.
		query.options.weight = ( method->traits & FW_TRAIT_HEADINGS ) != 0 ? 1.1 : 1.0;
	}
	return query;
}

fw_status fw_planner_create( fw_grid* grid, const fw_allocator* allocator, fw_planner** planner )
{
	if ( grid == NULL || planner == NULL )
	{
		return FW_ERR_ARGUMENT;
	}
	const fw_allocator own = fw_allocator_or_default( allocator );
	fw_planner* made = fw_alloc_zero( &own, 1, sizeof( *made ) );
	if ( made == NULL )
	{
		return FW_ERR_MEMORY;
	}
	made->stock.allocator = own;
	made->stock.grid = grid;
	const fw_status status = fw_job_open( &made->job, &made->stock );
	if ( status != FW_OK )
	{
		fw_planner_destroy( made );
		return status;
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
	const fw_allocator allocator = planner->stock.allocator;
	fw_stock_free( &planner->stock );
	fw_job_close( &planner->job );
	fw_free( &allocator, planner, 1, sizeof( *planner ) );
}

fw_status fw_planner_add_hierarchy( fw_planner* planner, fw_hierarchy* hierarchy )
{
	// The planner's own is not given twice: it would take its own place, and be destroyed for that.
	if ( planner == NULL || hierarchy == NULL || fw_hierarchies_was_given( &planner->stock.hierarchies, hierarchy ) )
	{
		return FW_ERR_ARGUMENT;
	}
	if ( fw_hierarchy_grid( hierarchy ) != planner->stock.grid )
	{
		return FW_ERR_MISMATCH;
	}
	fw_hierarchies_add( &planner->stock.hierarchies, planner->stock.leases, hierarchy );
	return FW_OK;
}

fw_stock* fw_planner_stock( fw_planner* planner )
{
	return &planner->stock;
}

fw_status fw_planner_map( fw_planner* planner, const fw_plan* plan, fw_map* map, fw_query* query )
{
	if ( planner == NULL || plan == NULL || map == NULL || query == NULL )
	{
		return FW_ERR_ARGUMENT;
	}
	const fw_method* method = fw_plan_method( planner->stock.grid, plan );
	if ( method == NULL )
	{
		return FW_ERR_UNKNOWN;
	}
	if ( ( method->traits & FW_TRAIT_COMBINED ) != 0 )
	{
		return FW_ERR_UNSUPPORTED;
	}
	*query = fw_plan_search_query( plan, method );
	return fw_stock_map( &planner->stock, plan, method, map );
}

fw_status fw_planner_prepare( fw_planner* planner, const fw_plan* plan )
{
	if ( planner == NULL || plan == NULL )
	{
		return FW_ERR_ARGUMENT;
	}
	fw_map map;
	const fw_primitives* turns = NULL;
	const fw_method* method = fw_plan_method( planner->stock.grid, plan );
	fw_status status = method != NULL ? fw_check_turns( plan, method ) : FW_ERR_UNKNOWN;
	status = status == FW_OK ? fw_check_roads( planner->stock.grid, plan ) : status;
	status = status == FW_OK ? fw_roads_prepare( &planner->stock, plan ) : status;
	if ( status != FW_OK )
	{
		return status;
	}
	const fw_combined* combined = fw_combined_find( method->name );
	if ( combined != NULL )
	{
		return combined->prepare( &planner->stock, plan );
	}
	status = fw_stock_map( &planner->stock, plan, method, &map );
	return status == FW_OK && fw_goes_along( plan, method ) ? fw_find_along( &planner->stock, plan, &turns ) : status;
}

// A job in one go.
static fw_status run( fw_planner* planner, const fw_plan* plan, fw_route* route, fw_result* result )
{
	fw_status status = fw_job_start( &planner->job, plan, route, result );
	while ( status == FW_OK && result->outcome == FW_RUNNING )
	{
		status = fw_job_go( &planner->job, INT64_MAX );
	}
	return status;
}

fw_status fw_planner_run( fw_planner* planner, const fw_plan* plan, fw_result* result )
{
	if ( planner == NULL || plan == NULL || result == NULL )
	{
		return FW_ERR_ARGUMENT;
	}
	return run( planner, plan, NULL, result );
}

fw_plan_report fw_planner_report( const fw_planner* planner )
{
	return planner->job.report;
}

const fw_cones* fw_planner_cones( const fw_planner* planner )
{
	return planner->job.work.cones;
}

// Is it a plan whose way can be a route?
static fw_status check_route( const fw_plan* plan, const fw_method* method )
{
	if ( method == NULL )
	{
		return FW_ERR_UNKNOWN;
	}
	const bool suits = ( method->traits & FW_TRAIT_HIERARCHY ) != 0 && !plan->turning && !fw_plan_has_roads( plan );
	return suits ? FW_OK : FW_ERR_UNSUPPORTED;
}

fw_status fw_planner_route( fw_planner* planner, const fw_plan* plan, fw_route* route, fw_result* result )
{
	if ( planner == NULL || plan == NULL || route == NULL || result == NULL )
	{
		return FW_ERR_ARGUMENT;
	}
	const fw_method* method = fw_plan_method( planner->stock.grid, plan );
	const fw_status status = check_route( plan, method );
	return status == FW_OK ? run( planner, plan, route, result ) : status;
}

fw_status fw_planner_route_next( fw_planner* planner, const fw_plan* plan, fw_route* route, double tiles,
                                 fw_path* path )
{
	if ( planner == NULL || plan == NULL || route == NULL || path == NULL )
	{
		return FW_ERR_ARGUMENT;
	}
	fw_map map;
	const fw_method* method = fw_plan_method( planner->stock.grid, plan );
	fw_status status = check_route( plan, method );
	fw_plan without = *plan; // the way is known
	without.landmarks = false;
	status = status == FW_OK ? fw_stock_map( &planner->stock, &without, method, &map ) : status;
	fw_path_clear( path, fw_route_place( route ) );
	status = status == FW_OK ? fw_route_next( route, planner->job.search, map.hierarchy, tiles, path ) : status;
	return status == FW_OK ? fw_run_passes( &planner->stock, plan, method, true, path ) : status;
}

fw_planner_usage fw_planner_measure( const fw_planner* planner )
{
	fw_planner_usage bytes = fw_stock_measure( &planner->stock );
	bytes.search = fw_job_memory( &planner->job ) - sizeof( planner->job );
	return bytes;
}

size_t fw_planner_memory( const fw_planner* planner )
{
	return sizeof( *planner ) - sizeof( planner->job ) + fw_job_memory( &planner->job ) +
	       fw_stock_memory( &planner->stock );
}
