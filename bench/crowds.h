// SPDX-License-Identifier: MIT
// Crowds of discs on maps: problems, engines that drive them, and the judge of what they did.
#ifndef BENCH_CROWDS_H
#define BENCH_CROWDS_H

#include "fairway/grid.h"

FW_BEGIN_DECLS

#define CROWDS_STEP 0.05        // between two positions [s]
#define CROWDS_SPEED 2.0        // top speed of all units [tiles/s]
#define CROWDS_ACCELERATION 8.0 // and braking [tiles/s²]

// From the center of one tile to that of another.
typedef struct crowds_unit
{
	int32_t start_x, start_y, goal_x, goal_y;
	double radius;
	double shortest; // path of its disc alone [tiles]; 0 before crowds_measure_alone()
} crowds_unit;

typedef struct crowds_problem
{
	char name[80]; // such as "room-64-64-8/200"
	fw_grid* grid;
	crowds_unit* units;
	int32_t count;
	double alone; // time of the longest of these paths at top speed [s]
} crowds_problem;

// ---- problems

// FOLDER/NAME of $FAIRWAY_BENCHMARKS, with the first of so many shares of its units. False where its map is missing.
bool crowds_load( crowds_problem* problem, const char* file, int32_t share );
// Random starts and goals on a map whose blocks cover a tenth of it.
void crowds_draw( crowds_problem* problem, int32_t side, int32_t count );
void crowds_free( crowds_problem* problem );
void crowds_mirror( crowds_problem* problem );                 // left to right, map and units
void crowds_shuffle( crowds_problem* problem, uint64_t seed ); // the order of the units
void crowds_measure_alone( crowds_problem* problem );          // how far it is for each unit alone

// ---- engines

typedef struct crowds_point
{
	double x, y;
} crowds_point;

typedef struct crowds_work
{
	int64_t nodes; // that the last step expanded
	size_t bytes;  // now; 0: not asked for
	size_t base;   // with one unit
	int32_t plans; // units that wait for a path
} crowds_work;

// What drives units, CROWDS_STEP in one step or in several. It is run with each of its settings, and the best run
// counts.
typedef struct crowds_engine
{
	const char* name;
	const char* const* settings;                                         // ends with NULL
	void* ( *create )( const crowds_problem* problem, int32_t setting ); // NULL: the problem is too large
	void ( *destroy )( void* engine );
	void ( *step )( void* engine, double seconds );
	void ( *read )( const void* engine, crowds_point* positions ); // of all units of the problem
	// NULL: it does not say. To count the bytes goes over all units, which then are no longer in the cache.
	crowds_work ( *measure )( const void* engine, bool bytes );
} crowds_engine;

extern const crowds_engine crowds_fairway;
extern const crowds_engine crowds_detour; // where DetourCrowd is installed

// ---- the judge

typedef struct crowds_rules
{
	double home; // a unit is home within this distance of its goal [tiles]
	double rest; // and not faster than this [tiles/s]
} crowds_rules;

// Units are taken to drive straight and evenly from one position to the next.
typedef struct crowds_figures
{
	int32_t home;                 // units that are there for good
	double last;                  // when the last of these came [s]
	double delay;                 // mean over the shortest path at top speed; who is not home: as if at the end [s]
	int32_t stuck;                // not within 1.5 of its goal, and not a tile further in the last 10 s
	int64_t overlaps, walls;      // times that a pair, or a disc and a blocked tile, came to overlap by more than 0.001
	double deepest, deepest_wall; // of these [tiles]
	int64_t fast;                 // steps of units 1 % above top speed
	double fastest;               // [tiles/s]
	double stops;                 // below 5 % of top speed after above 50 %, not at the goal; mean of a unit
	double reversals;             // goes on more than 90 degrees off; mean of a unit
	double path;                  // driven by those that are home over the shortest
	double seconds;               // of all positions
} crowds_figures;

typedef struct crowds_judge crowds_judge;

crowds_judge* crowds_judge_begin( const crowds_problem* problem, crowds_rules rules );
// Positions of all units, CROWDS_STEP after the last ones.
void crowds_judge_take( crowds_judge* judge, const crowds_point* positions );
bool crowds_judge_is_over( const crowds_judge* judge ); // have all been home for a second?
crowds_figures crowds_judge_end( crowds_judge* judge );

FW_END_DECLS

#endif
