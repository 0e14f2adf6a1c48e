// SPDX-License-Identifier: MIT
// Whole searches: the bytes give a small map, a unit and a few queries with edits of the map between them. Each answer
// must be legal, end where it should, be the same when repeated (also in slices, with a listener, in an old context),
// and equal the answer with a space and a planner made for the edited map; standard A* must be as good as Dijkstra's
// algorithm. Source of the latter: E. W. Dijkstra, "A Note on Two Problems in Connexion with Graphs" (1959).
#include "annotate/space.h"
#include "fairway/queue.h"
#include "fairway/validate.h"
#include "planner/choice.h"
#include "world.h"

#include <math.h>

#define TABLES_MAX 128
#define BUDGET 700

static fw_unit unit( input* in )
{
	// Few values, so that motion primitives are reused.
	static const double radii[] = { 0.4, 0.5, 0.0, 0.7071067811865476, 1.0, 3.0 };
	static const double turning[] = { 1.0, 0.0, 0.5, 0.002, 2.0, 6.0 };
	fw_unit u = fw_default_unit();
	u.radius = pick( in, radii, 6 );
	u.turning_radius = pick( in, turning, 6 );
	u.capabilities = chance( in, 4 ) ? take( in, 32 ) : u.capabilities;
	u.reverse = chance( in, 3 );
	u.reverse_factor = 1.0 + take( in, 4 ) * 0.7;
	u.reverse_penalty = chance( in, 8 ) ? 1000.0 : take( in, 4 ) * 0.9;
	return u;
}

static fw_plan plan_of( input* in, const world* w )
{
	static const double weights[] = { 1.0, 1.0, 1.1, 1.5, 2.0, 16.0, 0.0 };
	static const double tolerances[] = { 0.5, 1.0, 2.7, 1e-12, 60.0, 1e6 };
	static const double charges[] = { 0.3, 2.0, 1000.0, 1e-9 };
	static const double speeds[] = { 2.0, 0.5, 1e6, 1e-6 };
	fw_plan plan = fw_default_plan();
	const fw_method* method = fw_method_at( (int32_t)take( in, (uint32_t)fw_method_count() + 1 ) - 1 );
	// Any-angle methods, those on hierarchies alone, and Block A* have fuzzers of their own.
	const bool is_ours = method != NULL && ( method->traits & ( FW_TRAIT_COSTS | FW_TRAIT_SPEED ) ) != 0 &&
	                     ( method->traits & ( FW_TRAIT_ANY_ANGLE | FW_TRAIT_HIERARCHY ) ) == 0;
	plan.method = is_ours ? method->name : NULL;
	plan.unit = unit( in );
	plan.start = world_pose( in, w );
	plan.goal = world_pose( in, w );
	plan.start_any_heading = chance( in, 4 );
	plan.goal_any_heading = chance( in, 2 );
	plan.goal_tolerance = chance( in, 6 ) ? pick( in, tolerances, 6 ) : 0.0;
	plan.options.heuristic = chance( in, 3 ) ? (fw_heuristic)take( in, 6 ) : FW_HEURISTIC_BEST;
	plan.options.weight = pick( in, weights, 7 );
	plan.options.max_expansions = 1 + take( in, BUDGET );
	plan.options.neighbors = chance( in, 6 ) ? 4 : 8;
	plan.options.corner_cutting = chance( in, 8 );
	plan.options.turn_penalty = chance( in, 6 ) ? take( in, 5 ) * 0.3 : 0.0;
	plan.options.window = chance( in, 6 ) ? (int32_t)take( in, 12 ) - 1 : -1;
	plan.options.ignore_costs = chance( in, 4 );
	plan.smooth = chance( in, 2 );
	plan.turning = chance( in, 8 ) ? FW_TURNING_IGNORE : FW_TURNING_NONE;
	plan.clean_up = chance( in, 2 );
	plan.second_try = chance( in, 2 );
	plan.lattice = (fw_lattice)take( in, 3 );
	plan.ring = (int32_t)take( in, FW_RING_MAX + 1 );
	plan.headings = chance( in, 4 ) ? 16 : 8;
	plan.options.turn_charge = chance( in, 6 ) ? pick( in, charges, 4 ) : 0.0;
	plan.unit.speed = pick( in, speeds, 4 );
	plan.unit.acceleration = pick( in, speeds, 4 );
	plan.unit.braking = pick( in, speeds, 4 );
	plan.unit.lateral = chance( in, 2 ) ? pick( in, speeds, 4 ) : 0.0;
	plan.options.start_speed = chance( in, 3 ) ? plan.unit.speed * take( in, 9 ) / 8.0 : 0.0;
	plan.options.goal_any_speed = chance( in, 4 );
	// The largest tables take seconds here and run the same code.
	if ( plan.lattice != FW_LATTICE_TILES || plan.headings == 16 )
	{
		plan.headings = plan.ring == 1 ? plan.headings : 8;
		plan.ring = plan.ring == 0 || plan.ring > 2 ? 2 : plan.ring;
	}
	return plan;
}

// Motion primitives for the plan, kept from input to input. Loops of wide circles would take seconds to list.
static const fw_primitives* table_for( const fw_plan* plan, const fw_method* method )
{
	static fw_primitives* tables[TABLES_MAX];
	static fw_primitives_def asked[TABLES_MAX];
	static uint32_t next;
	fw_primitives_def def = fw_default_primitives_def();
	def.radius = plan->unit.radius;
	def.turning_radius = plan->unit.turning_radius;
	def.ring = method->ring > 0 ? method->ring : plan->ring;
	def.headings = plan->headings;
	def.lattice = plan->lattice;
	def.loops = def.ring <= 2 && def.turning_radius <= 1.0;
	def.costs = true;
	for ( uint32_t i = 0; i < TABLES_MAX; i++ )
	{
		if ( tables[i] != NULL && asked[i].radius == def.radius && asked[i].turning_radius == def.turning_radius &&
		     asked[i].ring == def.ring && asked[i].headings == def.headings && asked[i].lattice == def.lattice &&
		     asked[i].loops == def.loops )
		{
			return tables[i];
		}
	}
	const uint32_t slot = next++ % TABLES_MAX;
	fw_primitives_destroy( tables[slot] );
	asked[slot] = def;
	CHECK( fw_primitives_create( &def, &tables[slot], NULL ) == FW_OK );
	return tables[slot];
}

// The conditions for every result. `searched`: directly from the search, without the planner's passes.
static void check_result( const world* w, const fw_plan* plan, const fw_method* method, const fw_result* result,
                          bool searched )
{
	const bool turns = ( method->traits & FW_TRAIT_HEADINGS ) != 0;
	CHECK( result->outcome != FW_RUNNING );
	const bool other_heading = result->outcome == FW_PARTIAL && !searched;
	CHECK( ( result->outcome == FW_FOUND ) == ( result->reason == FW_REASON_NONE ) );
	CHECK( !other_heading || result->reason == FW_REASON_NO_TURN );
	CHECK( ( result->outcome == FW_OUT_OF_BUDGET ) == ( result->reason == FW_REASON_EXPANSIONS ) );
	CHECK( plan->options.max_expansions == 0 || result->counters.expanded <= plan->options.max_expansions );
	if ( result->outcome != FW_FOUND && !other_heading )
	{
		CHECK( result->path.count == 0 && result->length == 0.0 && result->cost == 0.0 );
		return;
	}
	const fw_path* path = &result->path;
	CHECK( fabs( result->length - path->length ) < 1e-9 );
	// Costs of the search are rounded to 1 / 2378 of a tile for each curve; all curves except the first and the last
	// have a length of about half a tile or more.
	CHECK( result->cost >= result->length * ( 1.0 - 1e-3 ) - 2e-3 );
	const fw_pose end = fw_path_end( path );
	CHECK( fabs( path->start.x - plan->start.x ) <= 1e-9 && fabs( path->start.y - plan->start.y ) <= 1e-9 );
	CHECK( plan->start_any_heading || path->start.heading == plan->start.heading );
	CHECK( fw_length( end.x - plan->goal.x, end.y - plan->goal.y ) <= plan->goal_tolerance + 1e-6 );
	const bool heading_counts = !plan->goal_any_heading && !other_heading;
	if ( turns && plan->unit.turning_radius > 0.0 && heading_counts && path->count > 0 )
	{
		CHECK( fabs( fw_angle_signed( end.heading - plan->goal.heading ) ) < 1e-6 );
	}
	const bool judged = turns || ( !plan->options.corner_cutting && ( searched || !plan->turning ) );
	if ( judged )
	{
		fw_unit driver = plan->unit;
		driver.turning_radius = turns ? driver.turning_radius : 0.0;
		check_legal( w->grid, &driver, path );
	}
}

static void hear( void* context, const fw_heard* what )
{
	const fw_pose at = what->pose;
	const fw_pose parent = what->parent;
	CHECK( what->event >= FW_EVENT_EXPAND && what->event <= FW_EVENT_BACK );
	CHECK( isfinite( at.x ) && isfinite( at.y ) && isfinite( at.heading ) );
	CHECK( isfinite( parent.x ) && isfinite( parent.y ) && isfinite( parent.heading ) );
	CHECK( what->g >= 0.0 && what->h >= 0.0 );
	++*(int64_t*)context;
}

// Exact minimum cost between two tile centers with the step costs of standard A*; negative if there is no path.
static double dijkstra( const world* w, const fw_space* space, const fw_query* query, int32_t from, int32_t to )
{
	static double best[WORLD_SIDE_MAX * WORLD_SIDE_MAX];
	static bool done[WORLD_SIDE_MAX * WORLD_SIDE_MAX];
	const int32_t count = w->width * w->height;
	for ( int32_t i = 0; i < count; i++ )
	{
		best[i] = i == from ? 0.0 : INFINITY;
		done[i] = false;
	}
	for ( ;; )
	{
		int32_t at = -1;
		for ( int32_t i = 0; i < count; i++ )
		{
			at = !done[i] && best[i] < INFINITY && ( at < 0 || best[i] < best[at] ) ? i : at;
		}
		if ( at < 0 || at == to )
		{
			return at < 0 ? -1.0 : best[at];
		}
		done[at] = true;
		const int32_t x = at % w->width;
		const int32_t y = at / w->width;
		for ( int32_t k = 0; k < 9; k++ )
		{
			const int32_t dx = k % 3 - 1;
			const int32_t dy = k / 3 - 1;
			const bool diagonal = dx != 0 && dy != 0;
			const bool beside = fw_space_stands( space, x + dx, y ) && fw_space_stands( space, x, y + dy );
			if ( ( dx == 0 && dy == 0 ) || !fw_space_stands( space, x + dx, y + dy ) ||
			     ( diagonal && ( query->options.neighbors == 4 || ( !beside && !query->options.corner_cutting ) ) ) )
			{
				continue;
			}
			const double a = fw_grid_terrain( w->grid, fw_grid_get( w->grid, x, y ) )->cost;
			const double b = fw_grid_terrain( w->grid, fw_grid_get( w->grid, x + dx, y + dy ) )->cost;
			const double mean = query->options.ignore_costs ? 1.0 : ( a + b ) / 2.0;
			const double cost = best[at] + mean * ( diagonal ? FW_SQRT2 : 1.0 );
			const int32_t child = at + dy * w->width + dx;
			best[child] = cost < best[child] ? cost : best[child];
		}
	}
}

// Standard A* from and to tile centers, at weight 1, must find the same cost as Dijkstra's algorithm.
static void check_astar( const world* w, const fw_map* map, const fw_query* query, const fw_result* result )
{
	const double sx = floor( query->start.x );
	const double sy = floor( query->start.y );
	const double gx = floor( query->goal.x );
	const double gy = floor( query->goal.y );
	if ( result->outcome == FW_FOUND && !query->options.corner_cutting && query->goal_tolerance == 0.0 )
	{
		CHECK( fw_space_may_connect( map->space, ( fw_vec2 ){ query->start.x, query->start.y },
		                             ( fw_vec2 ){ query->goal.x, query->goal.y } ) );
	}
	if ( query->start.x != sx + 0.5 || query->start.y != sy + 0.5 || query->goal.x != gx + 0.5 ||
	     query->goal.y != gy + 0.5 || query->options.turn_penalty > 0.0 || query->options.weight != 1.0 ||
	     query->options.window >= 0 || query->goal_tolerance > 0.0 || result->outcome == FW_OUT_OF_BUDGET ||
	     !( fabs( sx ) < 1e6 && fabs( sy ) < 1e6 && fabs( gx ) < 1e6 && fabs( gy ) < 1e6 ) )
	{
		return;
	}
	const bool ends = fw_space_stands( map->space, (int32_t)sx, (int32_t)sy ) &&
	                  fw_space_stands( map->space, (int32_t)gx, (int32_t)gy );
	const double best = ends ? dijkstra( w, map->space, query, (int32_t)sy * w->width + (int32_t)sx,
	                                     (int32_t)gy * w->width + (int32_t)gx )
	                         : -1.0;
	CHECK( ( best >= 0.0 ) == ( result->outcome == FW_FOUND ) );
	CHECK( best < 0.0 || fabs( result->cost - best ) <= 5e-4 * best + 1e-9 );
}

// All variants of repeating a query must give the same.
static void check_again( input* in, const world* w, fw_search* search, const fw_map* map, const fw_query* query,
                         const fw_result* first )
{
	fw_result result;
	fw_result_init( &result, &w->allocator );
	CHECK( fw_search_run( search, map, query, &result, NULL ) == FW_OK );
	check_same_result( first, &result );

	fw_search* other = NULL;
	CHECK( fw_search_create( &w->allocator, &other ) == FW_OK );
	fw_query listened = *query;
	int64_t heard = 0;
	listened.options.listener = ( fw_listener ){ hear, &heard };
	const int64_t slice = 1 + take( in, 40 );
	fw_outcome outcome = FW_RUNNING;
	CHECK( fw_search_begin( other, map, &listened, NULL ) == FW_OK );
	for ( int64_t slices = 0; outcome == FW_RUNNING; slices++ )
	{
		CHECK( slices <= query->options.max_expansions + 1 );
		CHECK( fw_search_step( other, slice, &outcome, NULL ) == FW_OK );
	}
	CHECK( fw_search_result( other, &result ) == FW_OK );
	check_same_result( first, &result );
	CHECK( first->counters.expanded == 0 || heard > 0 );
	fw_search_destroy( other );

	// A space made for the map as it is now.
	fw_space_def def = fw_default_space_def();
	def.allocator = w->allocator;
	def.capabilities = query->unit.capabilities;
	def.radius = query->unit.radius;
	def.lattice = map->space->lattice;
	fw_space* fresh = NULL;
	CHECK( fw_space_create( w->grid, &def, &fresh, NULL ) == FW_OK );
	fw_map now = *map;
	now.space = fresh;
	CHECK( fw_search_run( search, &now, query, &result, NULL ) == FW_OK );
	check_same_result( first, &result );
	fw_space_destroy( fresh );
	fw_result_free( &result );
}

// The other objects that the method reads, made for the map as it is now.
static void measure( const world* w, const fw_query* query, const fw_method* method, fw_clearance** clearance,
                     fw_hierarchy** hierarchy )
{
	if ( ( method->traits & FW_TRAIT_CLEARANCE ) != 0 )
	{
		fw_clearance_def def = fw_default_clearance_def();
		def.allocator = w->allocator;
		def.capabilities = query->unit.capabilities;
		CHECK( fw_clearance_create( w->grid, &def, clearance, NULL ) == FW_OK );
	}
	if ( ( method->traits & FW_TRAIT_GUIDE ) != 0 )
	{
		fw_hierarchy_def def = fw_default_hierarchy_def();
		def.allocator = w->allocator;
		def.capabilities[0] = query->unit.capabilities;
		def.sizes[0] = fw_unit_side( &query->unit );
		def.cluster = FW_CLUSTER_MIN;
		CHECK( fw_hierarchy_create( w->grid, &def, hierarchy, NULL ) == FW_OK );
	}
}

static bool is_refused( const world* w, const fw_query* query, const fw_method* method )
{
	const bool turns = ( method->traits & FW_TRAIT_HEADINGS ) != 0;
	const bool of_turns =
	    query->options.heuristic == FW_HEURISTIC_TABLE || query->options.heuristic == FW_HEURISTIC_FIELD;
	const bool measured = ( method->traits & FW_TRAIT_CLEARANCE ) != 0;
	const bool guided = ( method->traits & FW_TRAIT_GUIDE ) != 0;
	const bool timed = ( method->traits & FW_TRAIT_SPEED ) != 0;
	const bool costs = !query->options.ignore_costs && fw_grid_has_costs( w->grid, query->unit.capabilities );
	const bool drives = query->unit.turning_radius > 0.0;
	const bool charged = query->options.turn_charge > 0.0;
	const bool combined = ( method->traits & FW_TRAIT_COMBINED ) != 0;
	return combined || ( timed && ( costs || !drives ) ) || ( charged && ( !turns || timed || !drives ) ) ||
	       ( of_turns && !turns ) || ( measured && ( query->unit.radius > 0.5 || query->options.corner_cutting ) ) ||
	       ( guided && query->options.ignore_costs && fw_grid_has_costs( w->grid, query->unit.capabilities ) );
}

// One query through the interface of searches, on a space that took over all edits.
static void run_search( input* in, world* w, fw_search* search, fw_space** space, const fw_plan* plan )
{
	const fw_method* method = fw_method_find( plan->method != NULL ? plan->method : "directional" );
	const bool turns = ( method->traits & FW_TRAIT_HEADINGS ) != 0;
	const fw_query query = fw_plan_query( plan, NULL, method );
	if ( *space == NULL )
	{
		fw_space_def def = fw_default_space_def();
		def.allocator = w->allocator;
		def.capabilities = query.unit.capabilities;
		def.radius = query.unit.radius;
		def.lattice = plan->lattice;
		CHECK( fw_space_create( w->grid, &def, space, NULL ) == FW_OK );
	}
	CHECK( fw_space_update( *space ) == FW_OK );
	fw_clearance* clearance = NULL;
	fw_hierarchy* hierarchy = NULL;
	measure( w, &query, method, &clearance, &hierarchy );
	const fw_map map = { .grid = w->grid,
	                     .space = *space,
	                     .primitives = turns ? table_for( plan, method ) : NULL,
	                     .clearance = clearance,
	                     .hierarchy = hierarchy };
	fw_result result;
	fw_result_init( &result, &w->allocator );
	fw_refusal refusal = { 0 };
	const fw_status status = fw_search_run( search, &map, &query, &result, &refusal );
	if ( ( status == FW_OK ) == is_refused( w, &query, method ) )
	{
		fprintf( stderr, "%s: %s\n", method->name, refusal.text );
	}
	CHECK( status == ( is_refused( w, &query, method ) ? FW_ERR_UNSUPPORTED : FW_OK ) );
	if ( status == FW_OK )
	{
		check_result( w, plan, method, &result, true );
		if ( !turns )
		{
			check_astar( w, &map, &query, &result );
		}
		check_again( in, w, search, &map, &query, &result );
	}
	fw_clearance_destroy( clearance );
	fw_hierarchy_destroy( hierarchy );
	fw_result_free( &result );
}

// One plan in a planner that ran others before.
static void run_planner( input* in, const world* w, fw_planner* planner, const fw_plan* plan )
{
	fw_result result;
	fw_result_init( &result, &w->allocator );
	const fw_status status = fw_planner_run( planner, plan, &result, NULL );
	CHECK( status == FW_OK || status == FW_ERR_UNSUPPORTED || status == FW_ERR_TOO_LARGE );
	check_plan_again( in, w, planner, plan, status, &result );
	if ( status == FW_OK )
	{
		fw_resolved_plan resolved;
		CHECK( fw_plan_resolve( w->grid, plan, &resolved, NULL ) == FW_OK );
		check_result( w, plan, resolved.method, &result, false );
	}
	fw_result_free( &result );
}

// Regions of any numbers, and sizes of legs.
static void draw_legs( input* in, const world* w, fw_plan* plan, uint8_t* regions )
{
	const int32_t pattern = 1 + (int32_t)take( in, 255 );
	for ( int32_t i = 0; i < w->width * w->height; i++ )
	{
		regions[i] = (uint8_t)( i % w->width / ( 1 + pattern % 9 ) * pattern + i / w->width / 3 );
	}
	plan->legs.regions = chance( in, 2 ) ? regions : NULL;
	plan->legs.length = 1 + (int32_t)take( in, 40 );
	plan->legs.margin = (int32_t)take( in, 20 );
	plan->legs.side = 2 + (int32_t)take( in, 40 );
}

// A way leg by leg, while the map changes: legs join, and each is legal.
static void run_legs( input* in, world* w, fw_planner* planner, fw_plan plan )
{
	fw_result leg;
	fw_result_init( &leg, &w->allocator );
	CHECK( fw_trail_create( &w->allocator, &plan.legs.trail, NULL ) == FW_OK );
	for ( int32_t n = 0; n < 8; n++ )
	{
		const fw_status status = fw_planner_run( planner, &plan, &leg, NULL );
		CHECK( status == FW_OK || status == FW_ERR_UNSUPPORTED || status == FW_ERR_TOO_LARGE );
		if ( status != FW_OK || leg.outcome != FW_PARTIAL || leg.reason != FW_REASON_LEG )
		{
			break;
		}
		CHECK( leg.path.start.x == plan.start.x && leg.path.start.y == plan.start.y );
		plan.start = fw_path_end( &leg.path );
		world_edit( in, w );
	}
	fw_trail_destroy( plan.legs.trail );
	fw_result_free( &leg );
}

int LLVMFuzzerTestOneInput( const uint8_t* data, size_t size )
{
	input in = { data, size };
	world w;
	world_open( &in, &w );
	const bool by_planner = chance( &in, 16 );
	fw_plan plan = plan_of( &in, &w );
	fw_planner* planner = NULL;
	fw_search* search = NULL;
	fw_space* space = NULL;
	CHECK( fw_planner_create( w.grid, &w.allocator, &planner, NULL ) == FW_OK );
	CHECK( fw_search_create( &w.allocator, &search ) == FW_OK );
	for ( uint32_t round = 0; round == 0 || ( round < 4 && in.left > 0 ); round++ )
	{
		if ( by_planner )
		{
			// The planner makes its tables itself, so they must be quick to make.
			plan.ring = plan.ring > 2 || plan.ring == 0 ? 2 : plan.ring;
			plan.unit.turning_radius = fmin( plan.unit.turning_radius, 1.0 );
			plan.options.max_expansions = plan.options.max_expansions > 200 ? 200 : plan.options.max_expansions;
			if ( chance( &in, 3 ) )
			{
				static const char* const combined[] = { "auto", "astar-turns", "midpoint", "compass" };
				plan.method = combined[take( &in, 4 )];
			}
			plan.margin = chance( &in, 4 ) ? 0.5 * ( 1 + take( &in, 8 ) ) : 0.0;
			uint8_t regions[WORLD_SIDE_MAX * WORLD_SIDE_MAX];
			draw_legs( &in, &w, &plan, regions );
			run_planner( &in, &w, planner, &plan );
			const fw_method* method = fw_method_find( plan.method );
			if ( method != NULL && ( method->traits & FW_TRAIT_LEGS ) != 0 )
			{
				run_legs( &in, &w, planner, plan );
			}
			plan = plan_of( &in, &w );
		}
		else
		{
			run_search( &in, &w, search, &space, &plan );
			plan.start = world_pose( &in, &w );
			plan.goal = world_pose( &in, &w );
		}
		world_edit( &in, &w );
	}
	fw_search_destroy( search );
	fw_space_destroy( space );
	fw_planner_destroy( planner );
	world_close( &w );
	return 0;
}
