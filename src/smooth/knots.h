// SPDX-License-Identifier: MIT
// A path as passes see it: waypoints with poses, and between two of them either the path's own segments or a new curve.
#ifndef FW_SMOOTH_KNOTS_H
#define FW_SMOOTH_KNOTS_H

#include "base/refusal.h"
#include "fairway/fixed_angles.h"
#include "fairway/smooth.h"
#include "geom/geom.h"
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
	fw_refusal* refusal;
	const fw_layer* tiles;
	const fw_unit* unit;
	const fw_grid* map;
	uint32_t keep;       // terrains whose waypoints stay
	const fw_grid* grid; // the same, null where terrain costs do not matter
	double turn_charge;  // [tiles/rad]
	fw_path* path;
	knot* items; // [count]
	int32_t count, capacity;
} knots;

FW_INLINE fw_vec2 fw_knots_point( const knots* list, int32_t index )
{
	return fw_pose_point( list->items[index].pose );
}

double fw_knots_curve_cost( const knots* list, const fw_curve* curve );
// A cost in the gear that it is driven in. With a charge for turning the knots' costs have it in them.
double fw_knots_in_gear( const knots* list, double cost, fw_gear gear );

extern const fw_ranges fw_smoother_ranges, fw_tighter_def_ranges, fw_backing_def_ranges, fw_smooth48_def_ranges,
    fw_fixed_angles_def_ranges;

// What every pass asks of its arguments.
fw_status fw_smoother_check( fw_refusal* refusal, const fw_smoother* smoother, const fw_path* path );
// Refuses arcs and reverse gear.
fw_status fw_smoother_check_lines( fw_refusal* refusal, const fw_path* path );
// Refuses grids with one-way tiles.
fw_status fw_smoother_check_exits( fw_refusal* refusal, const fw_smoother* smoother );

// Refuses a waypoint; `words` follow "waypoint".
fw_status fw_knots_refuse_point( const knots* list, fw_status status, int32_t index, const char* words );
#define FW_NO_CURVE "is where no curve of the unit leads, or not finite"

// What a pass makes of a path, and so asks of the unit and the map.
typedef enum fw_knots_use
{
	FW_KNOTS_LINES,  // straight, forward
	FW_KNOTS_TURNS,  // curves, which a square does not drive
	FW_KNOTS_CURVES, // legal ones: not where there are one-way tiles, which curves are not tested against
} fw_knots_use;

// Checks the arguments and lists the waypoints. On success fw_knots_end() must follow.
fw_status fw_knots_begin( knots* list, const fw_smoother* smoother, fw_knots_use use, fw_path* path,
                          fw_refusal* refusal );
// The same for passes of legal curves that report on what a definition asked for.
fw_status fw_knots_begin_pass( knots* list, const fw_smoother* smoother, const fw_ranges* ranges, const void* def,
                               const void* report, fw_path* path, fw_refusal* refusal );
// Can a curve lead past the knots between two of them: is there no change of gear, no link, and none that stays?
bool fw_knots_one_drive( const knots* list, int32_t first, int32_t last );
// Makes a knot of each tile that a line along a row, a column or a diagonal passes from center to center, so that a
// pass over tile paths finds the same places whether a method gives each step or only the turns. False when memory
// is out.
bool fw_knots_split( knots* list );
// Rebuilds the path from the knots if they are `changed` and the pass ended with FW_OK, and gives the scratch back.
// Returns that status or a new one; its refusal is filled here for FW_ERR_MEMORY and FW_ERR_TOO_LARGE, else by the
// pass.
fw_status fw_knots_end( knots* list, fw_status status, bool changed );
// The curve that leads on straight.
fw_curve fw_knots_line( fw_pose from, double length );
// Makes a curve the path from a knot.
void fw_knots_lead( const knots* list, knot* from, const fw_curve* curve );
// Takes out the knots first + 1 .. last - 1 and goes from first to last along the curve.
void fw_knots_bypass( knots* list, int32_t first, int32_t last, const fw_curve* curve );
bool fw_knots_on_map( const knots* list, fw_pose at );
// Is the place one whose waypoints stay? Others are not moved there.
bool fw_knots_is_kept( const knots* list, fw_pose at );
// The shortest curve between two poses, or where turning is charged, the cheapest.
bool fw_knots_best_curve( const knots* list, fw_pose from, fw_pose to, fw_gear gear, fw_curve* curve );
// The same, if the unit can drive it.
bool fw_knots_connect( const knots* list, fw_pose from, fw_pose to, fw_gear gear, fw_curve* curve );

// Of outlines, but not where waypoints are to stay. Discs' paths (bench/bench_poses) would get 0.4 to 0.8 % shorter, in
// two to three times the time.
FW_INLINE bool fw_knots_are_polished( const knots* list )
{
	return list->unit->outline.count > 0 && list->keep == 0;
}
// Moves, adds and leaves out knots at random where that costs less and stays legal. False when memory is out.
bool fw_knots_polish( knots* list, bool keep_goal_heading );

#define FW_TIGHTER_WIDEST ( 1.25 * FW_PI ) // half a circle, and room for a unit that faces away

// Can the path get turns that are no tighter than this, by the passes that turn from waypoint to waypoint?
fw_status fw_tighter_check( const knots* list, double min_radius );
// The widest turn from a pose to a point that hits nothing and is no wider than FW_TIGHTER_WIDEST, else the tightest,
// which `legal` says; null: whether that one hits something does not matter. False where there is no curve at all.
bool fw_tighter_turn( const knots* list, double min_radius, fw_pose from, fw_vec2 to, fw_curve* curve, bool* legal );

// The heading of a picture as a vector of length 1. Without an offset, pictures that are mirrored at an axis or a
// diagonal have coordinates that are mirrored to the bit: along the axes exactly 0 and 1, on diagonals both the same.
fw_vec2 fw_sprites_direction( const fw_sprites* sprites, int32_t index );
// How many pictures lie between two of them, the shorter way round: 0 the same, 1 next to it.
int32_t fw_sprites_between( const fw_sprites* sprites, int32_t a, int32_t b );

#endif
