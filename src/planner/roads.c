// SPDX-License-Identifier: MIT
// Plans that keep to roads. This strategy wraps the one of the plan's method and chooses the map that it works on: the
// whole grid, one of roads alone, or one with cones around a tile path that was found before. Where cones leave no room
// they are loosened, step by step, and at last taken away: units get there.
#include "roads/roads.h"

#include "base/core.h"
#include "fairway/sweep.h"
#include "path/path.h"
#include "planner/choice.h"

#include <math.h>

#define GUIDE 0.4 // radius of the disc that the tile path is for, so that wide units keep to narrow roads too [tiles]
#define TURN_PENALTY 1.0 // of the tile path [tiles], so that it turns where the road does and nowhere else

typedef enum road_phase
{
	WALK,   // the tile path
	CONES,  // the inner strategy on the map with cones
	DIRECT, // on the map without
} road_phase;

typedef struct roadwork
{
	road_phase phase;
	int32_t attempt; // how loose the cones are, see attempt_of()
	bool on_roads;   // can the unit stand on roads at both ends?
	bool guided;     // is the tile path one over roads alone?
	bool finishing;  // do the passes run?
	fw_cache* base;  // of the map without cones
	fw_cache* near;  // of that with cones; null until there is one
	fw_cones* cones;
	fw_path walk;      // the tile path
	fw_plan target;    // on the map with cones
	fw_listener hears; // the plan's own
} roadwork;

void fw_roads_clear( void* state )
{
	roadwork* own = state;
	if ( own->near != NULL )
	{
		fw_cache_clear( own->near );
		own->near->grid = NULL;
	}
	fw_cones_destroy( own->cones );
	own->cones = NULL;
}

static void hold( fw_holdings* holdings, void* state )
{
	roadwork* own = state;
	holdings->bytes += fw_cache_memory( own->near, NULL );
	if ( own->cones != NULL )
	{
		const fw_rect part = fw_cones_part( own->cones );
		holdings->bytes += fw_grid_memory( fw_cones_grid( own->cones ) ) + (size_t)part.width * (size_t)part.height;
	}
	if ( holdings->allocator != NULL )
	{
		fw_roads_clear( own );
		fw_cache_destroy( own->near );
	}
}

const fw_cones* fw_roads_cones( const void* state )
{
	const roadwork* own = state;
	return own != NULL ? own->cones : NULL;
}

// Does the plan ask where there are roads alone?
static bool needs_roads( const fw_plan* plan )
{
	return fw_plan_has_cones( plan ) || plan->roads == FW_ROADS_ONLY;
}

// Can a unit stand on roads where the plan begins and ends?
static fw_status test_ends( const fw_task* task, fw_cache* roads, const fw_unit* unit, int32_t lattice, bool* stands )
{
	const fw_plan* plan = task->plan;
	const fw_space* space = NULL;
	const fw_status status = fw_cache_space( roads, unit, lattice, &space );
	*stands = status == FW_OK && fw_space_fits( space, ( fw_vec2 ){ plan->start.x, plan->start.y } ) &&
	          fw_space_fits( space, ( fw_vec2 ){ plan->goal.x, plan->goal.y } );
	if ( *stands && unit->outline.count > 0 )
	{
		*stands = ( plan->start_any_heading || fw_sweep_pose( roads->grid, unit, plan->start ) ) &&
		          ( plan->goal_any_heading || fw_sweep_pose( roads->grid, unit, plan->goal ) );
	}
	return status;
}

// Whom the tile path is for: a disc that fits on narrow roads too.
static fw_unit guide_of( const fw_unit* unit )
{
	fw_unit guide = fw_plan_walker( unit );
	guide.radius = fmin( guide.radius, GUIDE );
	return guide;
}

static fw_status search_walk( roadwork* own, const fw_task* task, fw_cache* cache )
{
	fw_next* step = fw_take_search( task, fw_method_find( "astar" ), task->left );
	fw_search_options* options = &step->plan.options;
	step->cache = cache;
	step->plan.unit = guide_of( &task->plan->unit );
	step->plan.roads = FW_ROADS_NONE;
	options->neighbors = 8;
	options->corner_cutting = false;
	options->heuristic = FW_HEURISTIC_BEST;
	options->turn_penalty = TURN_PENALTY;
	options->turn_charge = 0.0;
	options->window = -1;
	own->phase = WALK;
	return FW_OK;
}

static void hear( void* context, const fw_heard* heard )
{
	const roadwork* own = context;
	const fw_rect part = fw_cones_part( own->cones );
	fw_heard moved = *heard;
	moved.pose.x += part.x;
	moved.pose.y += part.y;
	moved.parent.x += part.x;
	moved.parent.y += part.y;
	own->hears.hear( own->hears.context, &moved );
}

// The plan on the map with cones.
static fw_plan move_in( roadwork* own, const fw_plan* plan )
{
	const fw_rect part = fw_cones_part( own->cones );
	fw_plan moved = *plan;
	moved.start.x -= part.x;
	moved.start.y -= part.y;
	moved.goal.x -= part.x;
	moved.goal.y -= part.y;
	own->hears = plan->options.listener;
	if ( own->hears.hear != NULL )
	{
		moved.options.listener = ( fw_listener ){ .hear = hear, .context = own };
	}
	return moved;
}

// How to put cones, the tightest first. False where there are no looser ones.
static bool attempt_of( const roadwork* own, const fw_task* task, fw_cones_def* def )
{
	const fw_plan* plan = task->plan;
	const bool coned = plan->roads == FW_ROADS_CONES;
	// Narrow, in the lane, anywhere on the road, with room to turn round, with more room for turns.
	const int32_t looseness = own->attempt + ( own->attempt > 0 && plan->lane == FW_LANE_ANY ? 1 : 0 );
	*def = fw_default_cones_def();
	def->allocator = own->walk.allocator;
	def->terrains = task->resolved->road_terrains;
	def->cones = coned;
	def->narrow = coned && looseness == 0;
	def->lane = looseness <= 1 ? plan->lane : FW_LANE_ANY;
	def->open_ends = looseness >= 3;
	def->turn_tiles =
	    fw_roads_turn_tiles( &plan->unit ) + fw_roads_overhang( &plan->unit ) + ( looseness >= 4 ? 2 : 0 );
	def->verge = own->on_roads ? 0 : (int32_t)ceil( fmax( 0.0, fw_roads_half_width( &plan->unit ) - 0.5 ) );
	return coned ? looseness <= 4 : own->attempt == 0;
}

// How the plan treats roads, as long as there are cones where it asks for them.
static fw_roads roads_of( const roadwork* own, const fw_task* task )
{
	return task->plan->roads == FW_ROADS_ONLY && !own->on_roads ? FW_ROADS_NONE : task->plan->roads;
}

// The inner strategy on the map of the phase.
static fw_status ask_inner( const roadwork* own, const fw_task* task, bool begins )
{
	fw_task inner = *task;
	fw_resolved_plan resolved = *task->resolved;
	resolved.other_heading = resolved.other_heading && own->phase != CONES; // before that come looser cones
	inner.begins = begins;
	inner.cache = own->phase == CONES ? own->near : own->base;
	inner.plan = own->phase == CONES ? &own->target : task->plan;
	inner.resolved = &resolved;
	return task->inner->next( task->inner_state, &inner );
}

static fw_status go_direct( roadwork* own, const fw_task* task )
{
	own->phase = DIRECT;
	return ask_inner( own, task, true );
}

static fw_status go_without( roadwork* own, const fw_task* task )
{
	fw_roads_clear( own );
	task->report->roads = task->plan->roads == FW_ROADS_CONES ? FW_ROADS_NONE : roads_of( own, task );
	task->report->lane = FW_LANE_ANY;
	return go_direct( own, task );
}

// The map with the next cones.
static fw_status put_cones( roadwork* own, const fw_task* task, const fw_cones_def* def )
{
	fw_roads_clear( own );
	own->attempt++;
	if ( own->near == NULL )
	{
		FW_TRY( fw_cache_create( &own->walk.allocator, NULL, task->cache->root, &own->near ) );
	}
	FW_TRY( fw_cones_create( own->base->grid, &task->plan->unit, def, &own->walk, &own->cones ) );
	own->near->grid = fw_cones_grid( own->cones );
	own->near->tables = task->cache->tables;
	own->near->of = own->base;
	own->target = move_in( own, task->plan );
	own->phase = CONES;
	task->report->roads = roads_of( own, task );
	task->report->lane = def->lane;
	return FW_OK;
}

// The step on the map with cones becomes one on the whole map. Where the inner strategy finds nothing and nodes are
// left, the cones are loosened.
static fw_status take_inside( roadwork* own, const fw_task* task )
{
	fw_next* step = task->step;
	while ( step->kind == FW_TAKE_END && task->left >= 0 )
	{
		fw_cones_def def;
		if ( !attempt_of( own, task, &def ) )
		{
			return go_without( own, task );
		}
		FW_TRY( put_cones( own, task, &def ) );
		FW_TRY( ask_inner( own, task, true ) );
	}
	const fw_rect part = own->cones != NULL ? fw_cones_part( own->cones ) : ( fw_rect ){ 0 };
	own->finishing = step->kind == FW_TAKE_PATH;
	step->again = own->finishing;
	step->offset = ( fw_vec2 ){ part.x, part.y };
	return FW_OK;
}

static fw_status begin( roadwork* own, const fw_task* task )
{
	const fw_plan* plan = task->plan;
	const fw_unit guide = guide_of( &plan->unit );
	const bool headings = ( task->resolved->method->traits & FW_TRAIT_HEADINGS ) != 0;
	const int32_t lattice = headings ? (int32_t)plan->lattice : FW_ANY_LATTICE;
	fw_cache* roads = NULL;
	fw_roads_clear( own );
	own->attempt = 0;
	own->base = task->cache;
	own->on_roads = own->guided = own->finishing = false;
	if ( needs_roads( plan ) )
	{
		FW_TRY( fw_cache_roads( task->cache, task->resolved->road_terrains, &roads ) );
		FW_TRY( test_ends( task, roads, &plan->unit, lattice, &own->on_roads ) );
		FW_TRY( test_ends( task, roads, &guide, FW_ANY_LATTICE, &own->guided ) );
	}
	own->base = plan->roads == FW_ROADS_ONLY && own->on_roads ? roads : task->cache;
	task->report->roads = roads_of( own, task );
	task->report->lane = FW_LANE_ANY;
	return fw_plan_has_cones( plan ) ? search_walk( own, task, own->guided ? roads : task->cache )
	                                 : go_direct( own, task );
}

// What follows from the tile path.
static fw_status walked( roadwork* own, const fw_task* task )
{
	const bool found = task->result->outcome == FW_FOUND;
	if ( task->left < 0 )
	{
		// Also where a path was found: nothing is left for what it was to lead.
		return fw_take_end( task, FW_OUT_OF_BUDGET, FW_REASON_EXPANSIONS );
	}
	if ( !found && own->guided && own->base == task->cache )
	{
		own->guided = false;
		return search_walk( own, task, task->cache );
	}
	if ( !found )
	{
		// Between tile centers there may be no path where there is one over half-tile points.
		return go_without( own, task );
	}
	FW_TRY( fw_path_copy( &own->walk, &task->result->path ) );
	fw_take_no_turn( task );
	return take_inside( own, task );
}

static fw_status next( void* state, const fw_task* task )
{
	roadwork* own = state;
	if ( task->begins )
	{
		return begin( own, task );
	}
	if ( own->phase == WALK )
	{
		return walked( own, task );
	}
	if ( own->phase == DIRECT )
	{
		return ask_inner( own, task, false );
	}
	FW_TRY( own->finishing ? fw_take_its_end( task ) : ask_inner( own, task, false ) );
	return take_inside( own, task );
}

fw_status fw_roads_prepare( fw_cache* cache, const fw_plan* plan, uint32_t terrains )
{
	fw_cache* roads = NULL;
	const fw_space* space = NULL;
	if ( !needs_roads( plan ) )
	{
		return FW_OK;
	}
	FW_TRY( fw_cache_roads( cache, terrains, &roads ) );
	return fw_cache_space( roads, &plan->unit, (int32_t)plan->lattice, &space );
}

const fw_strategy fw_roads_strategy = {
    .next = next,
    .size = sizeof( roadwork ),
    .first_path = offsetof( roadwork, walk ),
    .path_count = 1,
    .hold = hold,
};
