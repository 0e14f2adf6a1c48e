// SPDX-License-Identifier: MIT
// Searches with headings compared with an oracle that tries everything: random problems on small maps, and the
// difference between the found cost and the minimum.
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

// With all curves: pruning is exact except for the rounding of each curve's cost.
drive_def optimum_def( const optimum_trial* trial );

typedef void optimum_compare( drive* d, oracle_curves* curves, test_random* random, void* context );
// Calls back with each of the trial's maps.
void optimum_run( const optimum_trial* trial, const drive_def* def, double charge, uint64_t seed,
                  optimum_compare* compare, void* context );

// The i-th problem on a map: the first start is a lattice pose, the second is not; two goals from each are, two are
// not.
bool optimum_is_start( int32_t i );
fw_pose optimum_start( const drive* d, test_random* random, int32_t i );
fw_pose optimum_goal( const drive* d, test_random* random, int32_t i );

// Is the i-th problem on a map solved with this estimate? In the sample of a default run each estimate has problems of
// all kinds of goals.
bool optimum_takes( int32_t i, fw_heuristic heuristic );

typedef struct optimum_tally
{
	int32_t asked, found;
	int32_t disagreed;  // found although there is no path, or vice versa, or cheaper than the minimum
	int64_t worst;      // above the minimum cost, in search costs
	double worst_ratio; // ratio to the minimum cost
	double ratios;      // sum of these
	char text[400];     // of the worst
} optimum_tally;

// Adds the cost of the drive's last query; -1: no path. `slack`: by how much rounding may fall below the minimum.
void optimum_count( optimum_tally* tally, const drive* d, const fw_query* query, int64_t cost, int64_t least,
                    int64_t slack );
// Fails the test if queries disagree, or cost more than the minimum by more than this difference or factor.
void optimum_check_worst( const optimum_tally* tally, int64_t above );
void optimum_check_ratio( const optimum_tally* tally, double ratio );

#endif
