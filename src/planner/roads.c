// SPDX-License-Identifier: MIT
// Plans that heed roads: the strategy around those of methods. It says which map they search: the grid, one of roads
// alone, or one with cones around a walk that was found before. Where cones leave no room they are loosened, step by
// step, and at last taken away: units get there.
#include "roads/roads.h"
#include "path/path.h"
#include "planner/roads.h"

#include "base/core.h"
#include "planner/job.h"

#include <math.h>

#define WALK INT32_MAX // phase of the search for a walk; inner strategies have lower ones, some one for each leg
#define WALKER 0.4     // radius of the disc that walks, so that wide units find their way over narrow roads too [tiles]
#define TURN_PENALTY 1.0 // of the walk [tiles], so that it turns where the road does and nowhere else

bool fw_plan_has_roads( const fw_plan* plan )
{
	return plan->roads != FW_ROADS_NONE || plan->lane != FW_LANE_ANY;
}

// Does the plan need a walk to put cones around?
static bool has_cones( const fw_plan* plan )
{
	return plan->roads == FW_ROADS_CONES || plan->lane != FW_LANE_ANY;
}

fw_status fw_check_roads( const fw_grid* grid, const fw_plan* plan )
{
	if ( plan->roads < FW_ROADS_NONE || plan->roads > FW_ROADS_CONES || plan->lane < FW_LANE_ANY ||
	     plan->lane > FW_LANE_LEFT )
	{
		return FW_ERR_ARGUMENT;
	}
	const fw_unit* unit = &plan->unit;
	const bool plain =
	    unit->size == 0 && fw_grid_is_plain( grid, unit->capabilities ) && plan->options.anchor == FW_ANCHOR_CENTER;
	// Closed moves are of the whole map, cones of a part of it.
	const bool fits = plain && plan->options.closed_moves == NULL;
	return has_cones( plan ) && !fits ? FW_ERR_UNSUPPORTED : FW_OK;
}

uint32_t fw_plan_roads( const fw_grid* grid, const fw_plan* plan )
{
	return plan->road_terrains != 0 ? plan->road_terrains : fw_roads_terrains( grid );
}

fw_status fw_roads_prepare( fw_stock* stock, const fw_plan* plan )
{
	fw_stock* roads;
	const fw_space* space;
	if ( !has_cones( plan ) && plan->roads != FW_ROADS_ONLY )
	{
		return FW_OK;
	}
	const fw_status status = fw_stock_roads( stock, fw_plan_roads( stock->grid, plan ), &roads );
	return status == FW_OK ? fw_stock_space( roads, &plan->unit, plan->lattice, true, &space ) : status;
}

void fw_roadwork_clear( fw_roadwork* work )
{
	if ( work->cones != NULL )
	{
		fw_stock_free( &work->near );
	}
	fw_cones_destroy( work->cones );
	work->cones = NULL;
	work->near = ( fw_stock ){ 0 };
	work->inside = false;
}

size_t fw_roadwork_memory( const fw_roadwork* work )
{
	size_t bytes = (size_t)work->walk.capacity * sizeof( fw_segment );
	if ( work->cones != NULL )
	{
		const fw_rect part = fw_cones_part( work->cones );
		bytes += fw_grid_memory( fw_cones_grid( work->cones ) ) + (size_t)part.width * (size_t)part.height;
		bytes += fw_stock_memory( &work->near );
	}
	return bytes;
}

// Back on the map without cones.
static void leave_cones( fw_job* job )
{
	fw_roadwork* work = &job->work;
	if ( work->inside )
	{
		job->aim = work->aim;
	}
	job->stock = work->base;
	work->inside = false;
}

// Who walks for a unit: a disc that finds its way over narrow roads too.
static fw_unit walker_of( const fw_unit* unit )
{
	fw_unit walker = *unit;
	walker.radius = fmin( walker.radius, WALKER );
	return walker;
}

// Can a unit stand on roads where the plan begins and ends?
static fw_status look_at_ends( const fw_job* job, fw_stock* roads, const fw_unit* unit, bool* stands )
{
	const fw_plan* query = &job->aim;
	const fw_space* space;
	const fw_status status = fw_stock_space( roads, unit, job->aim.lattice, true, &space );
	*stands = status == FW_OK && fw_space_fits( space, ( fw_vec2 ){ query->start.x, query->start.y } ) &&
	          fw_space_fits( space, ( fw_vec2 ){ query->goal.x, query->goal.y } );
	return status;
}

static fw_status begin_walk( fw_job* job, fw_stock* stock )
{
	int64_t left;
	fw_plan walk = job->aim;
	(void)fw_job_left( job, &left );
	walk.unit = walker_of( &walk.unit );
	walk.options.neighbors = 8;
	walk.options.corner_cutting = false;
	walk.options.heuristic = FW_HEURISTIC_BEST;
	walk.options.turn_penalty = TURN_PENALTY;
	walk.options.turn_charge = 0.0;
	walk.options.window = -1;
	walk.roads = FW_ROADS_NONE;
	job->stock = stock;
	return fw_job_search( job, WALK, &walk, fw_method_find( "astar" ), left );
}

static void hear( void* context, fw_event event, fw_pose pose )
{
	const fw_roadwork* work = context;
	const fw_rect part = fw_cones_part( work->cones );
	const fw_listener* listener = &work->aim.options.listener;
	listener->hear( listener->context, event, ( fw_pose ){ pose.x + part.x, pose.y + part.y, pose.heading } );
}

// What the plan is on the map with cones.
static void enter_cones( fw_job* job )
{
	fw_roadwork* work = &job->work;
	const fw_rect part = fw_cones_part( work->cones );
	fw_plan* query = &job->aim;
	work->aim = job->aim;
	work->inside = true;
	work->near = ( fw_stock ){ .allocator = job->allocator, .grid = fw_cones_grid( work->cones ), .lender = job->home };
	job->stock = &work->near;
	query->start.x -= part.x;
	query->start.y -= part.y;
	query->goal.x -= part.x;
	query->goal.y -= part.y;
	if ( query->options.listener.hear != NULL )
	{
		query->options.listener = ( fw_listener ){ .hear = hear, .context = work };
	}
}

// How to put cones, the tightest first. False where there are no looser ones.
static bool attempt_of( const fw_job* job, int32_t attempt, fw_cones_def* def )
{
	const fw_plan* plan = &job->plan;
	const fw_unit* unit = &plan->unit;
	const bool coned = plan->roads == FW_ROADS_CONES;
	// Narrow, in the lane, anywhere on the road, with room to turn round, with more room for turns.
	const int32_t looseness = attempt + ( attempt > 0 && plan->lane == FW_LANE_ANY ? 1 : 0 );
	*def = fw_default_cones_def();
	def->allocator = job->allocator;
	def->terrains = fw_plan_roads( job->home->grid, plan );
	def->cones = coned;
	def->narrow = coned && looseness == 0;
	def->lane = looseness <= 1 ? plan->lane : FW_LANE_ANY;
	def->open_ends = looseness >= 3;
	def->turn_tiles = fw_roads_turn_tiles( unit ) + ( looseness >= 4 ? 2 : 0 );
	def->verge = job->work.on_roads ? 0 : (int32_t)ceil( fmax( 0.0, unit->radius - 0.5 ) );
	return coned ? looseness <= 4 : attempt == 0;
}

static bool is_over( const fw_job* job )
{
	int64_t left;
	return job->result->outcome == FW_FOUND || !fw_job_left( job, &left );
}

// The path leads over the map again.
static void take_over( fw_job* job )
{
	const fw_rect part = fw_cones_part( job->work.cones );
	fw_path_move( &job->result->path, part.x, part.y );
	leave_cones( job );
	if ( job->result->outcome != FW_FOUND )
	{
		// Searches leave their own start there, strategies the plan's.
		fw_path_clear( &job->result->path, job->plan.start );
	}
}

// How the plan heeds roads, as long as there are cones where it asks for them.
static fw_roads heeded( const fw_job* job )
{
	return job->plan.roads == FW_ROADS_ONLY && !job->work.on_roads ? FW_ROADS_NONE : job->plan.roads;
}

// Without cones: the plan's own strategy on the map that it is left with.
static fw_status go_without( fw_job* job )
{
	fw_roadwork* work = &job->work;
	leave_cones( job );
	fw_roadwork_clear( work );
	job->phase = 0;
	job->report.roads = job->plan.roads == FW_ROADS_CONES ? FW_ROADS_NONE : heeded( job );
	job->report.lane = FW_LANE_ANY;
	return work->inner( job );
}

// One attempt after the other, until one searches, or has found something.
static fw_status try_cones( fw_job* job )
{
	fw_roadwork* work = &job->work;
	fw_cones_def def;
	fw_status status = FW_OK;
	while ( status == FW_OK && attempt_of( job, work->attempt, &def ) )
	{
		fw_roadwork_clear( work );
		work->attempt++;
		status = fw_cones_create( work->base->grid, &job->plan.unit, &def, &work->walk, &work->cones );
		if ( status != FW_OK )
		{
			return status;
		}
		job->report.roads = heeded( job );
		job->report.lane = def.lane;
		enter_cones( job );
		job->phase = 0;
		status = work->inner( job );
		if ( status != FW_OK || job->lease.active )
		{
			return status;
		}
		if ( is_over( job ) )
		{
			take_over( job );
			return FW_OK;
		}
		leave_cones( job );
	}
	return status == FW_OK ? go_without( job ) : status;
}

static fw_status begin( fw_job* job )
{
	fw_roadwork* work = &job->work;
	const fw_plan* plan = &job->plan;
	fw_stock* roads = NULL;
	fw_roadwork_clear( work );
	work->attempt = 0;
	work->base = job->home;
	work->on_roads = work->walks_on_roads = false;
	job->stock = job->home;
	fw_status status = FW_OK;
	if ( has_cones( plan ) || plan->roads == FW_ROADS_ONLY )
	{
		status = fw_stock_roads( job->home, fw_plan_roads( job->home->grid, plan ), &roads );
		const fw_unit* unit = &plan->unit;
		const fw_unit walker = walker_of( unit );
		status = status == FW_OK ? look_at_ends( job, roads, unit, &work->on_roads ) : status;
		status = status == FW_OK ? look_at_ends( job, roads, &walker, &work->walks_on_roads ) : status;
	}
	if ( status != FW_OK )
	{
		return status;
	}
	work->base = plan->roads == FW_ROADS_ONLY && work->on_roads ? roads : job->home;
	job->stock = work->base;
	job->report.roads = heeded( job );
	job->report.lane = FW_LANE_ANY;
	if ( !has_cones( plan ) )
	{
		return work->inner( job );
	}
	return begin_walk( job, work->walks_on_roads ? roads : job->home );
}

// What follows from the walk.
static fw_status walked( fw_job* job )
{
	fw_roadwork* work = &job->work;
	int64_t left;
	if ( !fw_job_left( job, &left ) )
	{
		// Also of a walk that was found: nothing is left for what it was to lead.
		fw_job_fail( job, FW_OUT_OF_BUDGET, FW_REASON_EXPANSIONS );
		return FW_OK;
	}
	if ( job->result->outcome != FW_FOUND && work->walks_on_roads && work->base == job->home )
	{
		work->walks_on_roads = false;
		return begin_walk( job, job->home );
	}
	job->stock = work->base;
	if ( job->result->outcome != FW_FOUND )
	{
		// Between tile centers there may be no way where there is one over half-tile points.
		return go_without( job );
	}
	const fw_status status = fw_path_copy( &work->walk, &job->result->path );
	return status == FW_OK ? try_cones( job ) : status;
}

fw_status fw_roads_next( fw_job* job )
{
	fw_roadwork* work = &job->work;
	if ( job->phase == 0 )
	{
		return begin( job );
	}
	if ( job->phase == WALK )
	{
		return walked( job );
	}
	const fw_status status = work->inner( job );
	if ( status != FW_OK || job->lease.active || !work->inside )
	{
		return status;
	}
	if ( is_over( job ) )
	{
		take_over( job );
		return FW_OK;
	}
	leave_cones( job );
	return try_cones( job );
}
