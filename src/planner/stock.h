// SPDX-License-Identifier: MIT
// What a planner keeps for the units that it has met, current with its grid when it is handed out. Of each kind of
// object the one that was not used for longest makes room, but what a search under way reads last of all.
#ifndef FW_PLANNER_STOCK_H
#define FW_PLANNER_STOCK_H

#include "fairway/planner.h"
#include "planner/hierarchies.h"
#include "planner/lease.h"
#include "planner/reaches.h"
#include "roads/roads.h"

#define FW_STOCK_SPACES 16
#define FW_STOCK_PRIMITIVES 16
#define FW_STOCK_CLEARANCES 8
#define FW_STOCK_VIEWS 2

typedef struct fw_kept_space
{
	fw_space* space;
	uint64_t used;
} fw_kept_space;

// A grid of roads alone, and what is kept for that.
typedef struct fw_kept_view
{
	fw_road_view* view;
	struct fw_stock* stock;
	uint32_t terrains;
	uint64_t used;
} fw_kept_view;

typedef struct fw_kept_clearance
{
	fw_clearance* clearance;
	uint64_t used;
} fw_kept_clearance;

typedef struct fw_kept_primitives
{
	fw_primitives* primitives;
	fw_primitives_def asked; // with the ring as it was asked for
	uint64_t used;
} fw_kept_primitives;

typedef struct fw_stock
{
	fw_allocator allocator;
	fw_grid* grid;
	fw_kept_space spaces[FW_STOCK_SPACES];
	fw_kept_primitives primitives[FW_STOCK_PRIMITIVES];
	fw_kept_clearance clearances[FW_STOCK_CLEARANCES];
	fw_hierarchies hierarchies;
	fw_reaches reaches;
	fw_kept_view views[FW_STOCK_VIEWS];
	struct fw_stock* lender; // whose turn tables it takes, which belong to no map; null: its own
	struct fw_stock* common; // the planner's, of a job that keeps a stock apart: what was given to it serves here too
	fw_lease* leases;        // of the planner's jobs; a lender's count for those that it lends to
	uint64_t clock;          // counts uses, to find the oldest
	uint64_t changes;
} fw_stock;

void fw_stock_free( fw_stock* stock );
// All but the search's own.
fw_planner_usage fw_stock_measure( const fw_stock* stock );
size_t fw_stock_memory( const fw_stock* stock ); // the sum

// Counts the objects that made room although a search under way read them: it must begin anew when this grew.
uint64_t fw_stock_changes( const fw_stock* stock );

// With `any_lattice` the space may be of another one.
fw_status fw_stock_space( fw_stock* stock, const fw_unit* unit, fw_lattice lattice, bool any_lattice,
                          const fw_space** space );
fw_status fw_stock_clearance( fw_stock* stock, uint32_t capabilities, const fw_clearance** clearance );
// The map's hierarchy, and landmarks where the plan wants them.
fw_status fw_stock_hierarchy( fw_stock* stock, const fw_plan* plan, fw_quality quality, fw_map* map );
// For the class of the space, or of the unit on the clearance. None on a plain grid, whose regions say as much, and
// where it would be too large.
fw_status fw_stock_reach( fw_stock* stock, const fw_unit* unit, const fw_space* space, const fw_clearance* clearance,
                          const fw_reachability** reach );
fw_status fw_stock_primitives( fw_stock* stock, const fw_primitives_def* def, const fw_primitives** turns );
// The stock of a grid on which all but roads is blocked, current with the grid.
fw_status fw_stock_roads( fw_stock* stock, uint32_t terrains, fw_stock** roads );
// All that a search of this plan by a method of the table of searches needs.
fw_status fw_stock_map( fw_stock* stock, const fw_plan* plan, const fw_method* method, fw_map* map );

#endif
