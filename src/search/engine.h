// SPDX-License-Identifier: MIT
// What a search method implements, and the context that all methods work in.
#ifndef FW_SEARCH_ENGINE_H
#define FW_SEARCH_ENGINE_H

#include "base/open_list.h"
#include "fairway/search.h"

// Which of their engine's methods some rows of the table are, where their traits do not say it.
typedef enum fw_theta_method
{
	FW_THETA_STAR,
	FW_THETA_ANGLES,
	FW_THETA_LAZY,
	FW_THETA_ASTAR, // and post-smoothing
} fw_theta_method;

typedef enum fw_block_variant
{
	FW_BLOCK_TILES4,
	FW_BLOCK_TILES8,
	FW_BLOCK_ANY_ANGLE,
	FW_BLOCK_SMOOTHED, // any angle at corners, over tiles at centers
} fw_block_variant;

// The functions of a method. All get the context; `state` is theirs. They note errors by fw_search_fail().
typedef struct fw_engine
{
	size_t state_size;                                                      // zeroed before the first begin
	void ( *begin )( fw_search* search, void* state );                      // may already set the outcome
	void ( *step )( fw_search* search, void* state, int64_t n );            // sets the outcome when done
	void ( *extract )( fw_search* search, void* state, fw_result* result ); // path and cost of a found goal
	void ( *hold )( fw_holdings* holdings, void* state );                   // goes over all that the state holds
	// Path and cost to the node of all expanded ones that is nearest to the goal, of a search that goes on unchanged.
	// Null where a method does not know.
	void ( *best )( fw_search* search, void* state, fw_result* result );
} fw_engine;

// A row of the table of methods.
typedef struct fw_method_row
{
	fw_method method;
	const fw_engine* engine;
	int32_t variant; // which of the engine's methods
} fw_method_row;

// The state of an engine in a context.
typedef struct fw_engine_state
{
	const fw_engine* engine;
	void* state;
} fw_engine_state;

#define FW_ENGINES_MAX 11

struct fw_search
{
	fw_allocator allocator;
	fw_engine_state states[FW_ENGINES_MAX]; // [state_count], in the order of their first use
	int32_t state_count;
	const fw_method_row* row; // null before the first begin
	fw_map map;
	fw_query query;
	fw_counters counters;
	fw_outcome outcome;
	fw_reason reason;
	fw_status status; // of the call at hand: an engine that has failed goes on until it looks, and then returns
};

extern const fw_engine fw_engine_astar;
extern const fw_engine fw_engine_jps;
extern const fw_engine fw_engine_directional;
extern const fw_engine fw_engine_theta;
extern const fw_engine fw_engine_visibility;
extern const fw_engine fw_engine_block;
extern const fw_engine fw_engine_field_dstar;
extern const fw_engine fw_engine_block_directional;
extern const fw_engine fw_engine_haastar;
extern const fw_engine fw_engine_hdirectional;
extern const fw_engine fw_engine_directional_speed;

const fw_method_row* fw_method_row_find( const char* name );

// An engine's state in a context, made where there is none yet. NULL when memory is out.
void* fw_search_state( fw_search* search, const fw_engine* engine );
// All of a result but its path, which is left empty, and what depends on it.
void fw_search_report_outcome( const fw_search* search, fw_result* result );

FW_INLINE void fw_search_finish( fw_search* search, fw_outcome outcome, fw_reason reason )
{
	search->outcome = outcome;
	search->reason = reason;
}

// Do the costs of terrains count?
FW_INLINE bool fw_search_has_costs( const fw_search* search )
{
	return !search->query.options.ignore_costs &&
	       fw_grid_has_costs( search->map.grid, search->query.unit.capabilities );
}

// Notes an error; of several the first counts. FW_OK is none.
FW_INLINE void fw_search_fail( fw_search* search, fw_status status )
{
	search->status = search->status == FW_OK ? status : search->status;
}

// Notes that memory is out where `there` is false, and returns it.
FW_INLINE bool fw_search_need( fw_search* search, bool there )
{
	if ( FW_UNLIKELY( !there ) )
	{
		fw_search_fail( search, FW_ERR_MEMORY );
	}
	return there;
}

// Whether somebody listens. What is told then is put together in functions of its own, or the loops of searches that
// nobody listens to would pay for it.
FW_INLINE bool fw_search_is_heard( const fw_search* search )
{
	return FW_UNLIKELY( search->query.options.listener.hear != NULL );
}

FW_COLD void fw_search_tell( const fw_search* search, const fw_heard* heard );
// Tells of an event that has nothing but a position.
FW_COLD void fw_search_tell_at( const fw_search* search, fw_event event, double x, double y );

FW_INLINE void fw_search_report( const fw_search* search, fw_event event, double x, double y )
{
	if ( fw_search_is_heard( search ) )
	{
		fw_search_tell_at( search, event, x, y );
	}
}

FW_INLINE void fw_search_push( fw_search* search, fw_open_list* open, uint64_t key, uint32_t node )
{
	fw_search_need( search, fw_open_push( open, &search->allocator, &search->counters.heap_pushes, key, node ) );
}

// The list must not be empty.
FW_INLINE fw_open_entry fw_search_pop( fw_search* search, fw_open_list* open )
{
	return fw_open_pop( open, &search->counters.heap_pops );
}

// Which of the nodes of a search is nearest to the goal: least estimate, then farther from the start, then node index.
typedef struct fw_nearest
{
	double h, g;
	uint32_t node; // UINT32_MAX: none
} fw_nearest;

FW_INLINE fw_nearest fw_nearest_none( void )
{
	return ( fw_nearest ){ .node = UINT32_MAX };
}

FW_INLINE void fw_nearest_offer( fw_nearest* best, double h, double g, uint32_t node )
{
	if ( best->node == UINT32_MAX || h < best->h || ( h == best->h && g > best->g ) ||
	     ( h == best->h && g == best->g && node < best->node ) )
	{
		*best = ( fw_nearest ){ h, g, node };
	}
}

// How many more nodes may be expanded in a step of n, by the query's limit; 0 ends the search out of budget.
FW_INLINE int64_t fw_search_allowance( fw_search* search, int64_t n )
{
	if ( search->query.options.max_expansions <= 0 )
	{
		return n;
	}
	const int64_t left = search->query.options.max_expansions - search->counters.expanded;
	return left < n ? left : n;
}

// #FW_ERR_STATE before fw_search_begin().
fw_status fw_search_check_begun( fw_refusal* refusal, const fw_search* search );
// Refuses a map whose objects do not fit the query, the method or one another.
fw_status fw_check_map( fw_refusal* refusal, const fw_map* map, const fw_query* query, const fw_method_row* row );

// Does no point of the map lie within the goal's tolerance? Such a goal may be so far away that integers cannot count
// it.
bool fw_search_goal_is_beyond( const fw_search* search );

// Was the route found for this unit's class, or is it empty?
bool fw_route_serves( const fw_route* route, const fw_unit* unit );
size_t fw_route_memory( const fw_route* route ); // bytes held now: 8 for each node of the longest chain, 4 for
                                                 // each of the longest stretch, and some

#endif
