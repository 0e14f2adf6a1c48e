// SPDX-License-Identifier: MIT
// A cache of the objects that searches need: spaces, clearances, primitives, hierarchies and more. Objects are current
// with the grid when they are handed out. The least recently used one of a kind makes room for a new one, but those
// that a search under way reads go last; the search then has lost its lease and must begin again.
#ifndef FW_PLANNER_CACHE_H
#define FW_PLANNER_CACHE_H

#include "annotate/margin.h"
#include "base/core.h"
#include "fairway/planner.h"
#include "roads/roads.h"

#define FW_ANY_LATTICE ( -1 )
#define FW_KEY_COSTS 16u // of primitives: with costs

typedef enum fw_kind
{
	FW_KIND_SPACE,
	FW_KIND_CLEARANCE,
	FW_KIND_PRIMITIVES,
	FW_KIND_REACHABILITY, // of grids that are not plain
	FW_KIND_HIERARCHY,    // of one unit class each: what an abstraction leaves out depends on all of its classes
	FW_KIND_GIVEN,        // hierarchies that the planner was given
	FW_KIND_LANDMARKS,    // of hierarchies in the same cache
	FW_KIND_ROADS,        // grids of roads alone, each a cache of its own
	FW_KIND_MARGINS,      // grids on which ground near walls is dearer, each a cache of its own
	FW_KIND_COUNT
} fw_kind;

#define FW_CACHE_PLACES 16 // of a kind at most

// What tells the objects of a kind apart. What a kind does not need is zero.
typedef struct fw_key
{
	uint32_t bits; // capabilities; of roads the terrains; of primitives loops and what else is on
	int32_t size;  // of a square; of a hierarchy's units in tiles
	int32_t lattice;
	int32_t ring;
	int32_t headings;
	int32_t quality;
	int32_t cluster;
	double radius;
	double turning_radius;
	double wider[FW_WIDER_MAX]; // of primitives
	double margin, margin_cost; // of margins
	fw_outline outline;         // of primitives
	const fw_hierarchy* of;     // of landmarks
} fw_key;

typedef struct fw_cached
{
	void* object; // null: none, or one that would be too large
	fw_key key;
	uint64_t revision; // of the grid
	uint64_t used;     // 0: the place is empty
} fw_cached;

typedef struct fw_cache fw_cache;

// What a search under way reads.
typedef struct fw_lease
{
	fw_map map;
	const fw_cache* cache; // of its grid
	bool active;           // is there a search under way?
	bool lost;             // one of its objects is no more
	struct fw_lease* next;
} fw_lease;

struct fw_cache
{
	fw_allocator allocator;
	fw_grid* grid;
	fw_cache* root;         // the planner's, with the hierarchies that it was given and the leases of all its jobs
	fw_cache* tables;       // whose primitives it takes, which belong to no map
	fw_cache* of;           // of the whole map, where this is one of a part of it; else itself
	fw_road_view* view;     // that its grid belongs to; null: none
	fw_margin_view* margin; // the same
	fw_lease* leases;
	uint64_t clock; // counts uses
	fw_cached kept[FW_KIND_COUNT][FW_CACHE_PLACES];
};

// A row of the table of kinds.
typedef struct fw_kind_row
{
	int32_t places;
	fw_status ( *make )( fw_cache* cache, const void* def, void** object );
	// Brings an object up to date, in place or by another one; null: there is nothing to update.
	fw_status ( *update )( fw_cache* cache, const void* def, void** object );
	void ( *destroy )( void* object );
	size_t ( *memory )( const void* object );
	bool ( *serves )( const void* object, const fw_key* key ); // null: the keys say it
} fw_kind_row;

extern const fw_kind_row fw_kinds[FW_KIND_COUNT];

// A cache of a grid. `root` null: it is the planner's own.
fw_status fw_cache_create( const fw_allocator* allocator, fw_grid* grid, fw_cache* root, fw_cache** cache );
void fw_cache_clear( fw_cache* cache );
void fw_cache_destroy( fw_cache* cache ); // null is allowed
// Bytes of a cache with all that it holds, 0 of null; those of the objects also by kind where that is not null.
size_t fw_cache_memory( const fw_cache* cache, size_t* by_kind );

// The object for a key, current, or null where the status is not FW_OK. Where there is none it is made from `def`, see
// kinds.c (of landmarks and roads the key); of the kinds that are not made it is null.
void* fw_cache_find( fw_cache* cache, fw_kind kind, const fw_key* key, const void* def, fw_status* status );
// Takes over a hierarchy: instead of one of the same quality and cluster that was given, or else of the oldest. False
// where it is that one itself.
bool fw_cache_give( fw_cache* cache, fw_hierarchy* hierarchy );

// The objects that the searches and passes of a plan need, see map.c.

// A space of the unit class; `lattice` may be FW_ANY_LATTICE. Searches from tile to tile need no whole one, see
// fw_space_create_lean().
fw_status fw_cache_space( fw_cache* cache, const fw_unit* unit, int32_t lattice, const fw_space** space );
fw_status fw_cache_whole_space( fw_cache* cache, const fw_unit* unit, int32_t lattice, const fw_space** space );
// What leads where for a unit class, by its space, or by a clearance where that is null. None on a plain grid, whose
// regions say as much, and none where it would be too large.
fw_status fw_cache_reachability( fw_cache* cache, const fw_unit* unit, const fw_space* space,
                                 const fw_clearance* clearance, const fw_reachability** reachability );
// All curves between tiles so near to one another that fw_smooth48() goes from one to the other.
fw_status fw_cache_primitives_along( fw_cache* cache, const fw_plan* plan, const fw_primitives** primitives );
// The cache of a grid on which all but roads is blocked.
fw_status fw_cache_roads( fw_cache* cache, uint32_t terrains, fw_cache** roads );
// The cache that a plan works on: that of a grid with its margin, or the same where it has none.
fw_status fw_cache_ground( fw_cache* cache, const fw_plan* plan, fw_cache** ground, fw_refusal* refusal );
// All that a search of this plan by a method needs.
fw_status fw_cache_map( fw_cache* cache, const fw_plan* plan, const fw_method* method, fw_map* map );

// The ring of a plan's motion primitives.
int32_t fw_plan_ring( const fw_plan* plan, const fw_method* method );

#endif
