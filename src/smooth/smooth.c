// SPDX-License-Identifier: MIT
// The simple smoothing pass over paths of straight lines and over curves, and the taut pass.
// Source: M. Pinter, "Toward More Realistic Pathfinding" (2001), Listing 1.
#include "smooth/knots.h"

#include "grid/grid.h"
#include "path/path.h"
#include "sweep/sweep.h"
#include "sweep/taut.h"

fw_smoother fw_default_smoother( void )
{
	return ( fw_smoother ){ .cookie = FW_COOKIE };
}

// A line is a curve of radius 0, so that both forms of the pass are one.
static bool walk_straight( const knots* list, fw_pose from, fw_pose to, fw_curve* curve )
{
	const fw_segment line = fw_segment_line( fw_pose_point( from ), fw_pose_point( to ), FW_GEAR_FORWARD );
	from.heading = line.length > 0.0 ? fw_atan2( to.y - from.y, to.x - from.x ) : from.heading;
	*curve = fw_knots_line( from, line.length );
	return fw_layer_sweep_unit( list->tiles, list->unit, &line ) &&
	       fw_exits_allow( list->map, list->unit->size, line.from, line.to );
}

// Listing 1: checkPoint is the last kept waypoint, currentPoint the one that may go. The knots up to check + 1 and
// those from `tail` on are left. Each moves once: closing the gap after each removal takes over four times as many
// instructions on the tile paths of bench_queue.
static bool smooth( knots* list, bool straight )
{
	int32_t check = 0;
	for ( int32_t tail = 2; tail < list->count; tail++ )
	{
		knot* from = &list->items[check];
		const knot* middle = &list->items[check + 1];
		const knot* to = &list->items[tail];
		fw_curve curve;
		const bool one_drive = fw_knots_one_drive( list, check, check + 2 ) && !fw_knots_both_kept( from, to );
		// Parts of one line go together again, be it legal or not.
		const bool one_line = from->split && middle->split && from->first == middle->first;
		const bool legal = straight ? walk_straight( list, from->pose, to->pose, &curve ) || one_line
		                            : fw_knots_connect( list, from->pose, to->pose, from->gear, &curve );
		if ( ( one_drive || one_line ) && legal &&
		     fw_knots_curve_cost( list, &curve ) <= from->cost + middle->cost + 1e-9 )
		{
			fw_knots_lead( list, from, &curve );
			from->split = one_line;
		}
		else
		{
			check++;
		}
		list->items[check + 1] = *to;
	}
	const bool changed = check + 2 < list->count;
	list->count = changed ? check + 2 : list->count;
	return changed;
}

// Puts the path's own segments back where all parts of one have gone together again.
static void join( knots* list )
{
	for ( int32_t i = 0; i + 1 < list->count; i++ )
	{
		knot* at = &list->items[i];
		const fw_segment* line = &list->path->segments[at->first];
		const fw_pose next = list->items[i + 1].pose;
		const bool whole = at->split && at->pose.x == line->from.x && at->pose.y == line->from.y &&
		                   next.x == line->to.x && next.y == line->to.y;
		at->is_curve = at->is_curve && !whole;
	}
}

fw_status fw_smooth_straight( const fw_smoother* smoother, fw_path* path, fw_refusal* refusal )
{
	knots list;
	FW_TRY( fw_knots_begin( &list, smoother, FW_KNOTS_LINES, path, refusal ) );
	const bool split = fw_knots_split( &list );
	const bool changed = split && smooth( &list, true );
	join( &list );
	return fw_knots_end( &list, split ? FW_OK : FW_ERR_MEMORY, changed );
}

fw_status fw_smooth_curved( const fw_smoother* smoother, fw_path* path, fw_refusal* refusal )
{
	knots list;
	FW_TRY( fw_knots_begin( &list, smoother, FW_KNOTS_CURVES, path, refusal ) );
	return fw_knots_end( &list, FW_OK, smooth( &list, false ) );
}

// The taut pass: pulls straight lines round the corners that they go past. See sweep/taut.h.

static fw_status check_taut( fw_refusal* refusal, const fw_smoother* smoother, const fw_path* path )
{
	FW_TRY( fw_smoother_check( refusal, smoother, path ) );
	FW_TRY( fw_smoother_check_exits( refusal, smoother ) );
	FW_TRY( fw_smoother_check_lines( refusal, path ) );
	return smoother->keep_terrains == 0
	           ? FW_OK
	           : fw_refuse( refusal, FW_ERR_UNSUPPORTED, FW_REFUSAL_VALUE, "smoother.keep_terrains", NULL,
	                        "is not 0, and the taut pass keeps no waypoints; set it to 0" );
}

// Adds the taut string of the points that were gathered, and empties them.
static fw_status append_string( fw_taut* taut, const fw_smoother* smoother, const fw_allocator* allocator,
                                fw_path* made )
{
	const fw_layer* tiles = fw_grid_layer( smoother->grid, smoother->unit->capabilities );
	FW_TRY( fw_taut_pull( taut, allocator, tiles, smoother->unit ) ? FW_OK : FW_ERR_MEMORY );
	for ( int32_t i = 1; i < taut->count; i++ )
	{
		FW_TRY( fw_path_append_line( made, taut->points[i], FW_GEAR_FORWARD ) );
	}
	taut->count = 0;
	return FW_OK;
}

// Links stay where they are, and the string between two of them is pulled.
static fw_status pull_path( fw_taut* taut, const fw_smoother* smoother, const fw_allocator* allocator,
                            const fw_path* path, fw_path* made )
{
	for ( int32_t i = 0; i < path->count; i++ )
	{
		const fw_segment* segment = &path->segments[i];
		if ( segment->kind == FW_SEGMENT_LINK )
		{
			FW_TRY( append_string( taut, smoother, allocator, made ) );
			FW_TRY( fw_path_append_link( made, segment->to ) );
			continue;
		}
		const bool known = taut->count > 0 || fw_taut_add( taut, allocator, segment->from );
		FW_TRY( known && fw_taut_add( taut, allocator, segment->to ) ? FW_OK : FW_ERR_MEMORY );
	}
	return append_string( taut, smoother, allocator, made );
}

fw_status fw_smooth_taut( const fw_smoother* smoother, fw_path* path, fw_refusal* refusal )
{
	FW_TRY( check_taut( refusal, smoother, path ) );
	const fw_allocator allocator = fw_allocator_or_default( &smoother->allocator );
	fw_taut taut = { 0 };
	fw_path made;
	fw_path_init( &made, &path->allocator );
	fw_path_clear( &made, path->start );
	fw_status status = pull_path( &taut, smoother, &allocator, path, &made );
	fw_taut_hold( &( fw_holdings ){ .allocator = &allocator }, &taut );
	// Over dear terrain the shorter path may be the dearer one.
	const bool better = status == FW_OK && fw_smoother_cost( smoother, &made ) < fw_smoother_cost( smoother, path );
	fw_path_replace( path, &made, better );
	return fw_refuse_status( refusal, status );
}
