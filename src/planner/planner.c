// SPDX-License-Identifier: MIT
// One call for a unit's path: keeps spaces and turn tables, searches, and runs the passes that the plan asks for.
#include "fairway/planner.h"

#include "base/core.h"
#include "planner/stock.h"
#include "planner/timed.h"

#include <math.h>

// Nodes of the first of two tries: the pose problems that tile centres solve at all take less (bench/bench_poses).
#define FIRST_TRY 20000

struct fw_planner
{
	fw_stock stock; // of its grid
	fw_search* search;
};

fw_plan fw_default_plan( void )
{
	fw_plan plan = { .query = fw_default_query(), .smooth = true, .clean_up = true, .retry = true, .headings = 8 };
	plan.query.method = NULL;
	plan.query.weight = 0.0;
	return plan;
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
	const fw_status status = fw_search_create( &own, &made->search );
	if ( status != FW_OK )
	{
		fw_free( &own, made, 1, sizeof( *made ) );
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
	fw_search_destroy( planner->search );
	fw_free( &allocator, planner, 1, sizeof( *planner ) );
}

fw_status fw_planner_add_hierarchy( fw_planner* planner, fw_hierarchy* hierarchy )
{
	if ( planner == NULL || hierarchy == NULL )
	{
		return FW_ERR_ARGUMENT;
	}
	if ( fw_hierarchy_grid( hierarchy ) != planner->stock.grid )
	{
		return FW_ERR_MISMATCH;
	}
	fw_hierarchies_add( &planner->stock.hierarchies, hierarchy );
	return FW_OK;
}

// Does the query ask for something that standard A* alone does, of the methods for units that turn on the spot?
static bool wants_astar( const fw_grid* grid, const fw_plan* plan )
{
	const fw_query* query = &plan->query;
	const bool costs = !query->ignore_costs && grid != NULL && fw_grid_has_costs( grid, query->unit.capabilities );
	return costs || ( grid != NULL && !fw_grid_is_plain( grid, query->unit.capabilities ) ) || plan->turns ||
	       query->neighbours != 8 || query->corner_cutting || query->turn_penalty > 0.0 || query->window >= 0 ||
	       query->goal_tolerance > 0.0;
}

const fw_method* fw_plan_method( const fw_grid* grid, const fw_plan* plan )
{
	if ( plan == NULL || plan->query.method != NULL )
	{
		return plan != NULL ? fw_method_find( plan->query.method ) : NULL;
	}
	if ( plan->query.unit.turning_radius > 0.0 && plan->turns == FW_TURNING_NONE )
	{
		return fw_method_find( "directional" );
	}
	if ( wants_astar( grid, plan ) )
	{
		return fw_method_find( plan->query.anchor == FW_ANCHOR_CORNER ? "theta" : "astar" );
	}
	if ( plan->query.unit.size > 0 )
	{
		return fw_method_find( "jps" );
	}
	// For points the shortest paths are mostly the faster ones as well (bench/bench_any_angle).
	return fw_method_find( plan->query.unit.radius > 0.0 ? "block-ps" : "visibility-graph" );
}

fw_status fw_planner_map( fw_planner* planner, const fw_plan* plan, fw_map* map )
{
	if ( planner == NULL || plan == NULL || map == NULL )
	{
		return FW_ERR_ARGUMENT;
	}
	const fw_unit* unit = &plan->query.unit;
	const fw_method* method = fw_plan_method( planner->stock.grid, plan );
	if ( method == NULL )
	{
		return FW_ERR_UNKNOWN;
	}
	if ( fw_unit_check( unit ) != FW_OK )
	{
		return FW_ERR_ARGUMENT;
	}
	const bool headings = ( method->traits & FW_TRAIT_HEADINGS ) != 0;
	fw_map found = { .grid = planner->stock.grid };
	const bool measured = ( method->traits & FW_TRAIT_CLEARANCE ) != 0;
	fw_status status = FW_OK;
	if ( ( method->traits & ( FW_TRAIT_HIERARCHY | FW_TRAIT_GUIDE ) ) != 0 )
	{
		status =
		    fw_stock_hierarchy( &planner->stock, unit, plan->cluster, fw_method_quality( method ), &found.hierarchy );
	}
	if ( status != FW_OK || ( method->traits & FW_TRAIT_HIERARCHY ) != 0 )
	{
		*map = status == FW_OK ? found : *map;
		return status;
	}
	status = measured ? fw_stock_clearance( &planner->stock, unit->capabilities, &found.clearance )
	                  : fw_stock_space( &planner->stock, unit, headings ? plan->lattice : FW_LATTICE_TILES, !headings,
	                                    &found.space );
	if ( status == FW_OK && ( method->traits & FW_TRAIT_LINKS ) != 0 )
	{
		status = fw_stock_reach( &planner->stock, unit, found.space, found.clearance, &found.reach );
	}
	if ( status == FW_OK && headings )
	{
		fw_turns_def def = fw_default_turns_def();
		def.allocator = planner->stock.allocator;
		def.radius = unit->radius;
		def.turning_radius = unit->turning_radius;
		def.ring = method->ring > 0 ? method->ring : plan->ring;
		// The article's own rings (M. Pinter, 2001) hold all curves; an open one needs loops only where it has no room
		// for turns. Wide circles turn beyond the ring instead: of 352 random problems with turning radii of 7 to 64,
		// 88 were solved only so and 2 only by loops, which are hundreds of tiles long.
		def.loops = unit->turning_radius <= FW_RING_MAX &&
		            ( method->ring > 0 || ( plan->ring > 0 && (double)plan->ring < unit->turning_radius ) );
		def.headings = plan->headings;
		def.lattice = plan->lattice;
		def.sparing = plan->query.turn_charge > 0.0 || ( method->traits & FW_TRAIT_SPEED ) != 0;
		def.costs = !plan->query.ignore_costs && fw_grid_has_costs( planner->stock.grid, unit->capabilities );
		status = fw_stock_turns( &planner->stock, &def, &found.turns );
	}
	if ( status == FW_OK )
	{
		*map = found;
	}
	return status;
}

// The table of all curves between tiles so near that fw_smooth48() goes from one to the other.
static fw_status find_along( fw_planner* planner, const fw_plan* plan, const fw_turns** turns )
{
	fw_turns_def def = fw_default_turns_def();
	def.allocator = planner->stock.allocator;
	def.radius = plan->query.unit.radius;
	def.turning_radius = plan->query.unit.turning_radius;
	def.ring = FW_SMOOTH48_AHEAD;
	def.headings = plan->headings;
	def.lattice = FW_LATTICE_TILES;
	def.loops = def.turning_radius <= FW_RING_MAX;
	def.prune = false;
	def.sparing = plan->query.turn_charge > 0.0;
	def.places = true;
	return fw_stock_turns( &planner->stock, &def, turns );
}

// Does a plan's path get legal turns along its steps?
static bool goes_along( const fw_plan* plan, const fw_method* method )
{
	return plan->turns == FW_TURNING_ALONG && ( method->traits & FW_TRAIT_HEADINGS ) == 0 &&
	       plan->query.unit.turning_radius > 0.0;
}

// Mistakes in what a plan says of turns, told before anything is done.
static fw_status check_turns( const fw_plan* plan, const fw_method* method )
{
	const double least = plan->least_radius;
	if ( plan->turns < FW_TURNING_NONE || plan->turns > FW_TURNING_TIGHTER ||
	     !( least == 0.0 || ( least >= FW_TIGHTER_LEAST && least < INFINITY ) ) )
	{
		return FW_ERR_ARGUMENT;
	}
	const bool any_angle = ( method->traits & FW_TRAIT_ANY_ANGLE ) != 0;
	return goes_along( plan, method ) && any_angle ? FW_ERR_UNSUPPORTED : FW_OK;
}

fw_status fw_planner_prepare( fw_planner* planner, const fw_plan* plan )
{
	fw_map map;
	const fw_turns* turns = NULL;
	fw_status status = fw_planner_map( planner, plan, &map );
	const fw_method* method = status == FW_OK ? fw_plan_method( planner->stock.grid, plan ) : NULL;
	status = status == FW_OK ? check_turns( plan, method ) : status;
	return status == FW_OK && goes_along( plan, method ) ? find_along( planner, plan, &turns ) : status;
}

static fw_smoother smoother_of( const fw_planner* planner, const fw_plan* plan )
{
	return ( fw_smoother ){ planner->stock.grid, &plan->query.unit, planner->stock.allocator, plan->query.ignore_costs,
	                        plan->query.turn_charge };
}

// Lines in any direction are what an any-angle method searches for: its paths are done.
static bool smooths( const fw_plan* plan, const fw_method* method )
{
	return plan->smooth && ( method->traits & ( FW_TRAIT_HEADINGS | FW_TRAIT_ANY_ANGLE ) ) == 0;
}

// The passes that suit the method's kind of path.
static fw_status run_passes( const fw_planner* planner, const fw_plan* plan, const fw_method* method, bool any_heading,
                             fw_path* path )
{
	const fw_smoother smoother = smoother_of( planner, plan );
	if ( ( method->traits & FW_TRAIT_HEADINGS ) != 0 )
	{
		return plan->clean_up ? fw_clean_up( &smoother, path, !any_heading ) : FW_OK;
	}
	fw_status status = smooths( plan, method ) ? fw_smooth_straight( &smoother, path ) : FW_OK;
	if ( plan->query.start_any_heading )
	{
		// The unit may face where it first goes, which smoothing has changed.
		path->start = fw_path_begin( path );
	}
	if ( status == FW_OK && plan->turns == FW_TURNING_IGNORE )
	{
		status = fw_turn_ignoring( &smoother, path );
	}
	if ( status == FW_OK && plan->turns == FW_TURNING_TIGHTER && plan->query.unit.turning_radius > 0.0 )
	{
		fw_tighter_def def = fw_default_tighter_def();
		fw_tighter_report report;
		def.least_radius = plan->least_radius != 0.0 ? plan->least_radius : def.least_radius;
		def.least_radius = fmin( def.least_radius, plan->query.unit.turning_radius );
		status = fw_turn_tighter( &smoother, &def, path, &report );
	}
	return status;
}

// Legal turns along the steps of a path, and the passes over curves.
static fw_status turn_along( fw_planner* planner, const fw_plan* plan, bool any_heading, fw_result* result )
{
	const fw_smoother smoother = smoother_of( planner, plan );
	fw_smooth48_def def = fw_default_smooth48_def();
	fw_smooth48_report report;
	def.start_any_heading = plan->query.start_any_heading;
	def.goal_any_heading = any_heading;
	def.goal_heading = plan->query.goal.heading;
	fw_status status = find_along( planner, plan, &def.turns );
	status = status == FW_OK ? fw_smooth48( &smoother, &def, &result->path, &report ) : status;
	if ( status == FW_OK && !report.found )
	{
		// Of a path to the nearest tile the reason is why the goal is out of reach.
		fw_path_clear( &result->path, plan->query.start );
		result->reason = result->outcome == FW_PARTIAL ? result->reason : FW_REASON_NO_TURN;
		result->outcome = FW_UNREACHABLE;
	}
	else if ( status == FW_OK && plan->clean_up )
	{
		status = fw_clean_up( &smoother, &result->path, !any_heading );
	}
	else if ( status == FW_OK && plan->smooth )
	{
		status = fw_smooth_curved( &smoother, &result->path );
	}
	return status;
}

// fw_search_run() for a route.
static fw_status search_route( fw_search* search, const fw_map* map, const fw_query* query, fw_route* route,
                               fw_result* result )
{
	fw_status status = fw_search_begin( search, map, query );
	fw_outcome outcome = FW_RUNNING;
	while ( status == FW_OK && outcome == FW_RUNNING )
	{
		status = fw_search_step( search, INT64_MAX, &outcome );
	}
	return status == FW_OK ? fw_search_route( search, route, result ) : status;
}

// The path, or the way of a route where there is one.
static fw_status search( fw_planner* planner, const fw_plan* plan, const fw_method* method, int64_t max_expansions,
                         fw_route* route, fw_result* result )
{
	fw_map map;
	const fw_status status = fw_planner_map( planner, plan, &map );
	if ( status != FW_OK )
	{
		return status;
	}
	fw_query query = plan->query;
	query.method = method->name;
	if ( query.weight == 0.0 )
	{
		// It is the curves that profit from haste; steps are cheap enough to be exact.
		query.weight = ( method->traits & FW_TRAIT_HEADINGS ) != 0 ? 1.1 : 1.0;
	}
	query.max_expansions = max_expansions;
	query.turn_charge = goes_along( plan, method ) ? 0.0 : query.turn_charge;
	return route != NULL ? search_route( planner->search, &map, &query, route, result )
	                     : fw_search_run( planner->search, &map, &query, result );
}

static void add_counters( fw_counters* sum, const fw_counters* more )
{
	sum->expanded += more->expanded;
	sum->generated += more->generated;
	sum->reopened += more->reopened;
	sum->heap_pushes += more->heap_pushes;
	sum->heap_pops += more->heap_pops;
	sum->hit_checks += more->hit_checks;
	sum->sight_checks += more->sight_checks;
	sum->field += more->field;
}

// A first, short try on the plan's lattice, then one on all half-tile points, where turns find room that tile centres
// do not have. The finer lattice holds all poses of the coarser one, so its word is final.
static fw_status search_twice( fw_planner* planner, const fw_plan* plan, const fw_method* method, fw_result* result )
{
	const int64_t limit = plan->query.max_expansions;
	// Speeds and charges take many more nodes, so there the finer lattice waits until the coarser one is exhausted.
	const bool timed = ( method->traits & FW_TRAIT_SPEED ) != 0 || plan->query.turn_charge > 0.0;
	const int64_t first = timed || ( limit > 0 && limit < FIRST_TRY ) ? limit : FIRST_TRY;
	const fw_status status = search( planner, plan, method, first, NULL, result );
	const bool tight = result->reason == FW_REASON_NO_TURN || result->outcome == FW_OUT_OF_BUDGET;
	const int64_t left = limit > 0 ? limit - result->counters.expanded : 0;
	if ( status != FW_OK || !tight || ( limit > 0 && left <= 0 ) )
	{
		return status;
	}
	fw_plan finer = *plan;
	finer.lattice = FW_LATTICE_HALF;
	const fw_counters before = result->counters;
	const fw_status again = search( planner, &finer, method, left, NULL, result );
	add_counters( &result->counters, &before );
	return again;
}

static fw_status search_once_or_twice( fw_planner* planner, const fw_plan* plan, const fw_method* method,
                                       fw_route* route, fw_result* result )
{
	const bool headings = ( method->traits & FW_TRAIT_HEADINGS ) != 0;
	// Rings of one and two tiles turn by loops, of which half-tile points have none.
	const bool small_ring = method->ring == 1 || method->ring == 2;
	const bool twice = headings && plan->retry && plan->lattice == FW_LATTICE_GAPS && !small_ring;
	return twice ? search_twice( planner, plan, method, result )
	             : search( planner, plan, method, plan->query.max_expansions, route, result );
}

// The tile nearest to the goal that steps lead to. False where it is the goal's own, or the start's place is none.
static bool nearest_goal( fw_planner* planner, const fw_plan* plan, fw_status* status, fw_pose* goal )
{
	const fw_space* space = NULL;
	const fw_query* query = &plan->query;
	const double far = 2.0 * FW_GRID_MAX_SIDE;
	*status = fw_stock_space( &planner->stock, &query->unit, FW_LATTICE_TILES, true, &space );
	if ( *status != FW_OK || !( fabs( query->start.x ) < far && fabs( query->start.y ) < far ) )
	{
		return false;
	}
	const bool plain = fw_grid_is_plain( planner->stock.grid, query->unit.capabilities );
	const fw_reach* reach = NULL;
	*status = fw_stock_reach( &planner->stock, &query->unit, space, NULL, &reach );
	if ( *status != FW_OK || ( !plain && reach == NULL ) )
	{
		*status = *status != FW_OK ? *status : FW_ERR_TOO_LARGE;
		return false;
	}
	const int32_t start_x = (int32_t)floor( query->start.x );
	const int32_t start_y = (int32_t)floor( query->start.y );
	const fw_vec2 point = { query->goal.x, query->goal.y };
	int32_t x;
	int32_t y;
	if ( !( plain ? fw_space_nearest( space, start_x, start_y, point, &x, &y )
	              : fw_reach_nearest( reach, start_x, start_y, point, &x, &y ) ) ||
	     ( x == floor( query->goal.x ) && y == floor( query->goal.y ) ) )
	{
		return false;
	}
	*goal = ( fw_pose ){ x + 0.5, y + 0.5, 0.0 };
	return true;
}

// A second search to the nearest tile that can be reached, where the goal cannot.
static fw_status search_nearest( fw_planner* planner, const fw_plan* plan, const fw_method* method, fw_route* route,
                                 fw_result* result )
{
	fw_plan nearer = *plan;
	fw_status status = FW_OK;
	const fw_reason reason = result->reason;
	const int64_t limit = plan->query.max_expansions;
	const int64_t left = limit > 0 ? limit - result->counters.expanded : 0;
	const bool cut_off =
	    reason == FW_REASON_GOAL_BLOCKED || reason == FW_REASON_OTHER_REGION || reason == FW_REASON_EXHAUSTED;
	if ( result->outcome != FW_UNREACHABLE || !cut_off || plan->query.anchor != FW_ANCHOR_CENTRE ||
	     ( limit > 0 && left <= 0 ) || !nearest_goal( planner, plan, &status, &nearer.query.goal ) )
	{
		return status;
	}
	nearer.query.goal_any_heading = true;
	nearer.query.goal_tolerance = 0.0;
	nearer.query.max_expansions = left;
	const fw_counters before = result->counters;
	status = search_once_or_twice( planner, &nearer, method, route, result );
	add_counters( &result->counters, &before );
	if ( result->outcome == FW_FOUND )
	{
		result->outcome = FW_PARTIAL;
		result->reason = reason;
	}
	else if ( result->outcome == FW_UNREACHABLE )
	{
		result->reason = reason;
	}
	return status;
}

static fw_status search_all( fw_planner* planner, const fw_plan* plan, const fw_method* method, fw_route* route,
                             fw_result* result )
{
	const fw_status status = search_once_or_twice( planner, plan, method, route, result );
	return status == FW_OK && plan->nearest ? search_nearest( planner, plan, method, route, result ) : status;
}

fw_status fw_planner_run( fw_planner* planner, const fw_plan* plan, fw_result* result )
{
	if ( planner == NULL || plan == NULL || result == NULL )
	{
		return FW_ERR_ARGUMENT;
	}
	const fw_method* method = fw_plan_method( planner->stock.grid, plan );
	if ( method == NULL )
	{
		return FW_ERR_UNKNOWN;
	}
	fw_status status = check_turns( plan, method );
	status = status == FW_OK ? search_all( planner, plan, method, NULL, result ) : status;
	if ( status != FW_OK || ( result->outcome != FW_FOUND && result->outcome != FW_PARTIAL ) )
	{
		return status;
	}
	const bool headings = ( method->traits & FW_TRAIT_HEADINGS ) != 0;
	if ( headings ? !plan->clean_up : !smooths( plan, method ) && !plan->turns )
	{
		return FW_OK;
	}
	const bool any_heading = plan->query.goal_any_heading || result->outcome == FW_PARTIAL;
	const fw_smoother smoother = smoother_of( planner, plan );
	if ( ( method->traits & FW_TRAIT_SPEED ) != 0 )
	{
		status = fw_timed_clean_up( &smoother, &plan->query, !any_heading, &result->path, &result->cost );
		result->length = result->path.length;
		return status;
	}
	status = goes_along( plan, method ) ? turn_along( planner, plan, any_heading, result )
	                                    : run_passes( planner, plan, method, any_heading, &result->path );
	result->length = result->path.length;
	result->cost = fw_smoother_cost( &smoother, &result->path );
	return status;
}

// Is it a plan whose way can be a route?
static fw_status check_route( const fw_plan* plan, const fw_method* method )
{
	if ( method == NULL )
	{
		return FW_ERR_UNKNOWN;
	}
	return ( method->traits & FW_TRAIT_HIERARCHY ) == 0 || plan->turns ? FW_ERR_UNSUPPORTED : FW_OK;
}

fw_status fw_planner_route( fw_planner* planner, const fw_plan* plan, fw_route* route, fw_result* result )
{
	if ( planner == NULL || plan == NULL || route == NULL || result == NULL )
	{
		return FW_ERR_ARGUMENT;
	}
	const fw_method* method = fw_plan_method( planner->stock.grid, plan );
	const fw_status status = check_route( plan, method );
	return status == FW_OK ? search_all( planner, plan, method, route, result ) : status;
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
	status = status == FW_OK ? fw_planner_map( planner, plan, &map ) : status;
	fw_path_clear( path, fw_route_place( route ) );
	status = status == FW_OK ? fw_route_next( route, planner->search, map.hierarchy, tiles, path ) : status;
	return status == FW_OK ? run_passes( planner, plan, method, true, path ) : status;
}

fw_planner_usage fw_planner_measure( const fw_planner* planner )
{
	fw_planner_usage bytes = fw_stock_measure( &planner->stock );
	bytes.search = fw_search_memory( planner->search );
	return bytes;
}

size_t fw_planner_memory( const fw_planner* planner )
{
	const fw_planner_usage bytes = fw_planner_measure( planner );
	return sizeof( *planner ) + bytes.search + bytes.spaces + bytes.clearances + bytes.turns + bytes.hierarchies +
	       bytes.reaches;
}
