// SPDX-License-Identifier: MIT
// How fast a unit may be along a curve, and how long it takes, for searches in which speed is a dimension.
//
// Speeds are given by their squares, in parts of the square of the top speed: over a given distance a unit that
// accelerates or brakes evenly gains or loses a given amount of that, however fast it is, so levels that are equally
// far apart in squares are equally far apart on the ground. Times are given as the tiles that the unit would drive
// meanwhile at top speed, so that a length is the least time for it.
#ifndef FW_SEARCH_DIRECTIONAL_SPEEDS_H
#define FW_SEARCH_DIRECTIONAL_SPEEDS_H

#include "fairway/curve.h"
#include "fairway/unit.h"
#include "sweep/turn_table.h"

// With the level of standing still. The article proposes eight or ten.
#define FW_SPEED_LEVELS 8
// Lengths of runs straight on, at most.
#define FW_SPEED_RUNS 48
// Steps of the longest run.
#define FW_SPEED_FARTHEST 256
#define FW_SPEED_NEVER 0xFFFFFFFFu

// What a path costs from each level to each level, FW_SPEED_NEVER where the unit cannot.
typedef struct fw_speed_costs
{
	uint32_t cost[FW_SPEED_LEVELS][FW_SPEED_LEVELS];
} fw_speed_costs;

typedef struct fw_speeds
{
	double up, down; // what the square of the speed gains and loses in a tile
	double arc;      // the most of it that an arc of the unit's turning radius allows; of wider ones as many times more
	double radius;   // the turning radius
	double back;     // the most of it in reverse
	int32_t gears;
	double start; // of it at the start
	int32_t start_level;
	double squares[FW_SPEED_LEVELS]; // of the levels
	bool any_end;                    // it need not stand still at the goal

	// Runs of several steps straight on, along a row or column, and along a diagonal.
	int32_t run_count[2];
	int32_t run_steps[2][FW_SPEED_RUNS];
	fw_speed_costs run_costs[2][2][FW_SPEED_RUNS]; // by gear

	fw_speed_costs* edges; // [edges of the table * gears], made level by level when first met
	uint8_t* known;        // [edges of the table * gears] one bit for each level at their beginning that is made
	int32_t edge_capacity, known_capacity;
} fw_speeds;

// The wider radii that suit a unit: those that it can drive at some of its levels, 0 where there are no more.
void fw_speeds_radii( const fw_unit* unit, double wider[FW_WIDER_MAX] );
// What the unit can do, and the runs that suit it.
void fw_speeds_begin( fw_speeds* speeds, const fw_unit* unit, double start_speed, bool any_end );
// Ready for the edges of a table. False when memory is out.
bool fw_speeds_begin_edges( fw_speeds* speeds, const fw_allocator* allocator, const fw_primitives* primitives );
void fw_speeds_hold( fw_holdings* holdings, fw_speeds* speeds );

// The least time [tiles at top speed] for a curve from one speed to another [squares]; to < 0: to whatever is fastest.
// False where the unit cannot do that.
bool fw_speeds_time( const fw_speeds* speeds, const fw_curve* curve, double from, double to, double* time );
// What an edge costs in a gear from a level to each level.
const uint32_t* fw_speeds_edge( fw_speeds* speeds, const fw_primitives* primitives, uint32_t edge, int32_t gear,
                                int32_t level );
// What a curve costs from any speed [square] to each level.
void fw_speeds_curve( const fw_speeds* speeds, const fw_curve* curve, double from, uint32_t costs[FW_SPEED_LEVELS] );
// The least that a path of this length or more [search costs] costs from a level to the goal.
uint32_t fw_speeds_min( const fw_speeds* speeds, int32_t level, uint32_t distance );
// The step from lattice point to lattice point straight along a heading; false where there is none.
bool fw_speeds_step( int32_t heading, int32_t headings, int32_t* dx, int32_t* dy );

#endif
