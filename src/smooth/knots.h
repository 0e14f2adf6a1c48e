// SPDX-License-Identifier: MIT
// A path as passes see it: waypoints with poses, and between two of them either the path's own segments or a new curve.
#ifndef FW_SMOOTH_KNOTS_H
#define FW_SMOOTH_KNOTS_H

#include "base/refusal.h"
#include "fairway/smooth.h"
#include "grid/layer.h"

// A waypoint and the path from it to the next one. The last knot has no path.
typedef struct knot
{
	fw_pose pose;
	double cost; // of the path: its length, by terrain where that matters, and the charge for turning [tiles]
	fw_gear gear;
	bool settled;  // by the clean-up: nothing near has changed since it was looked at
	bool split;    // a part of the path's segment `first`, see fw_knots_split()
	bool kept;     // a waypoint that stays, see fw_smoother::keep_terrains
	bool is_link;  // the path is a link, which no pass changes or goes round
	bool is_curve; // else the segments [first, first + count) of the path
	int32_t first, count;
	fw_curve curve;
} knot;

// Between two waypoints that stay, so does the path that was found.
FW_INLINE bool fw_knots_both_kept( const knot* a, const knot* b )
{
	return a->kept && b->kept;
}

typedef struct knots
{
	fw_allocator allocator;
	const fw_layer* tiles;
	const fw_unit* unit;
	const fw_grid* map;
	uint32_t keep;       // terrains whose waypoints stay
	const fw_grid* grid; // the same, null where terrain costs do not matter
	double turn_charge;  // [tiles/rad]
	const fw_path* path;
	knot* items; // [count]
	int32_t count, capacity;
	fw_path made; // the path being built, swapped in when it is whole
} knots;

// What a segment or a curve costs.
double fw_knots_segment_cost( const knots* list, const fw_segment* segment );
double fw_knots_curve_cost( const knots* list, const fw_curve* curve );

extern const fw_ranges fw_smoother_ranges, fw_tighter_def_ranges, fw_backing_def_ranges, fw_smooth48_def_ranges,
    fw_fixed_angles_def_ranges;

// What every pass asks of its arguments.
fw_status fw_smoother_check( fw_refusal* refusal, const fw_smoother* smoother, const fw_path* path );
// Refuses arcs and reverse gear.
fw_status fw_smoother_check_lines( fw_refusal* refusal, const fw_path* path );
// Refuses grids with one-way tiles.
fw_status fw_smoother_check_exits( fw_refusal* refusal, const fw_smoother* smoother );

// #FW_ERR_UNSUPPORTED: there is no curve to this waypoint.
fw_status fw_knots_refuse_point( fw_refusal* refusal, int32_t index );

// Checks the arguments and lists the waypoints. On success fw_knots_end() must follow.
fw_status fw_knots_begin( knots* list, const fw_smoother* smoother, fw_path* path, fw_refusal* refusal );
// The same for passes over curves, which a square does not drive.
fw_status fw_knots_begin_turns( knots* list, const fw_smoother* smoother, fw_path* path, fw_refusal* refusal );
// The same for passes that promise legal curves: not where there are one-way tiles, which curves are not tested
// against.
fw_status fw_knots_begin_curves( knots* list, const fw_smoother* smoother, fw_path* path, fw_refusal* refusal );
// The same for those of them that report on what a definition asked for.
fw_status fw_knots_begin_pass( knots* list, const fw_smoother* smoother, const fw_ranges* ranges, const void* def,
                               const void* report, fw_path* path, fw_refusal* refusal );
// Can a curve lead past the knots between two of them: is there no change of gear, no link, and none that stays?
bool fw_knots_one_drive( const knots* list, int32_t first, int32_t last );
// Makes a knot of each tile that a line along a row, a column or a diagonal passes from center to center, so that a
// pass over tile paths finds the same places whether a method gives each step or only the turns. False when memory
// is out.
bool fw_knots_split( knots* list );
// Puts the path's own segments back where all parts of one have gone together again.
void fw_knots_join( knots* list );
// With `changed`, rebuilds the path from the knots; in any case gives the scratch back.
fw_status fw_knots_end( knots* list, fw_path* path, bool changed );
// Takes out the knots first + 1 .. last - 1 and goes from first to last along the curve.
void fw_knots_bypass( knots* list, int32_t first, int32_t last, const fw_curve* curve );
// Is the place one whose waypoints stay? Others are not moved there.
bool fw_knots_is_kept( const knots* list, fw_pose at );
// The shortest curve between two poses, or where turning is charged, the cheapest.
bool fw_knots_best_curve( const knots* list, fw_pose from, fw_pose to, fw_gear gear, fw_curve* curve );
// The same, if the unit can drive it.
bool fw_knots_connect( const knots* list, fw_pose from, fw_pose to, fw_gear gear, fw_curve* curve );

#endif
