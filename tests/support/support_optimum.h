// SPDX-License-Identifier: MIT
// Searches with headings beside an oracle that tries everything: random problems on small maps, and how far what was
// found is from the least.
#ifndef TESTS_SUPPORT_OPTIMUM_H
#define TESTS_SUPPORT_OPTIMUM_H

#include "oracle_drive.h"
#include "support_drive.h"

#define OPTIMUM_COST_ONE 2378.0 // search costs of a tile
#define OPTIMUM_HEURISTICS ( FW_HEURISTIC_FIELD + 1 )
#define OPTIMUM_PROBLEMS 8 // on each map, four from each start

typedef struct optimum_trial
{
	double radius, turning_radius;
	int32_t ring;
	fw_lattice lattice;
	int32_t headings;
	int32_t side; // of the maps
	double blocked;
	int32_t maps;
	bool reverse, no_loops;
} optimum_trial;

// With all curves: pruning is exact but for the rounding of each one's cost.
drive_def optimum_def( const optimum_trial* trial );

typedef void optimum_compare( drive* d, const oracle_curves* curves, test_random* random, void* context );
// Calls back with each of the trial's maps.
void optimum_run( const optimum_trial* trial, const drive_def* def, double charge, uint64_t seed,
                  optimum_compare* compare, void* context );

// Of the i-th problem on a map: the first start is a lattice pose, the second is not; two goals from each are, two are
// not.
bool optimum_is_start( int32_t i );
fw_pose optimum_start( const drive* d, test_random* random, int32_t i );
fw_pose optimum_goal( const drive* d, test_random* random, int32_t i );

typedef struct optimum_tally
{
	int32_t asked, found;
	int32_t disagreed;  // found where there is no way, or the other way round, or cheaper than the least
	int64_t worst;      // above the least cost, in search costs
	double worst_ratio; // to the least cost
	double ratios;      // sum of these
	char text[400];     // of the worst
} optimum_tally;

// Counts what the drive's last query has cost; -1 is none. `slack`: how much less than the least is rounding.
void optimum_count( optimum_tally* tally, const drive* d, const fw_query* query, int64_t cost, int64_t least,
                    int64_t slack );
// Fails the test where queries disagree, or cost more above the least than this, or this many times as much.
void optimum_check_worst( const optimum_tally* tally, int64_t above );
void optimum_check_ratio( const optimum_tally* tally, double ratio );

#endif
