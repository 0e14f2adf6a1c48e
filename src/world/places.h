// SPDX-License-Identifier: MIT
// Places for many units around one point, and who gets which.
#ifndef FW_WORLD_PLACES_H
#define FW_WORLD_PLACES_H

#include "base/core.h"
#include "fairway/planner.h"

// A lattice point that the flood has reached.
typedef struct place_node
{
	int32_t x, y; // [quarter tiles]
	fw_vec2 turn; // where its path to the center bends first
	double rest;  // length from there
} place_node;

typedef struct place_open
{
	double distance;
	int32_t node;
} place_open;

// A disc that is no longer free.
typedef struct place_disc
{
	fw_vec2 at;
	double radius;
	int32_t next; // of its bucket, -1: none
} place_disc;

// A unit or a place, for sorting.
typedef struct place_rank
{
	double key;
	int32_t index;
} place_rank;

#define PLACE_BUCKETS 4096

typedef struct fw_places
{
	fw_allocator allocator;
	place_node* nodes;
	int32_t node_count, node_capacity;
	int32_t* table; // of the nodes, by position; a power of two
	int32_t table_size, table_capacity;
	place_open* open; // a binary heap
	int32_t open_count, open_capacity;
	place_disc* discs;
	int32_t disc_count, disc_capacity;
	double widest;     // of the discs
	place_rank* ranks; // units, then places
	int32_t rank_capacity;
	int32_t buckets[PLACE_BUCKETS];
} fw_places;

// Begins anew, without any discs.
void fw_places_clear( fw_places* places );
// Takes a disc off the free ground. False when memory is out.
bool fw_places_take( fw_places* places, fw_vec2 at, double radius );

typedef struct place_query
{
	const fw_grid* grid;
	const fw_space* space; // of the unit class
	const fw_unit* unit;   // a disc: of an outline its inner one
	// Of a class with an outline, else NULL: all stand at one heading, or as they come (`turns`).
	const fw_unit* outline;
	double heading;
	bool turns;
	fw_vec2 from;   // where a unit of the class stands: all places can be reached from there
	fw_vec2 center; // of the places
	double spacing; // between two discs
	int32_t wanted;
	bool exact; // may the first place be the center itself?
} place_query;

// Discs that cover a unit: of an outline a row of them along its longer side.
#define PLACE_COVER 4
typedef struct place_cover
{
	int32_t count;
	fw_vec2 at[PLACE_COVER]; // from where it stands
	double radius;
} place_cover;

// Finds places, nearest first by the length of the path to the center, and takes their discs.
// found [wanted]; *count receives how many there are: fewer than wanted where the map has no more room.
fw_status fw_places_find( fw_places* places, const place_query* query, fw_vec2* found, int32_t* count );

// Hands places out: who is in front gets the place furthest ahead, who is on the left one on the left. `owner` receives
// the place of each unit [count]. False when memory is out.
bool fw_places_match( fw_places* places, const fw_vec2* units, const fw_vec2* spots, int32_t count, int32_t* owner );

// Can one stand exactly at the center?
bool fw_places_is_free( const fw_places* places, const place_query* query );

void fw_places_hold( fw_holdings* holdings, fw_places* places );

#endif
