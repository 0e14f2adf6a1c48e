// SPDX-License-Identifier: MIT
// Waypoints of a path: listing, bypassing, rebuilding.
#include "smooth/knots.h"

#include "grid/grid.h"
#include "path/path.h"
#include "sweep/sweep.h"

#include <math.h>

// The knots of the segments before it are listed already.
static fw_pose pose_before( const knots* list, int32_t segment )
{
	const fw_path* path = list->path;
	fw_pose pose = fw_segment_pose_at( &path->segments[segment], 0.0 );
	if ( path->segments[segment].kind == FW_SEGMENT_LINK )
	{
		// As the unit came, which keeps its heading.
		const fw_segment* before = segment > 0 ? &path->segments[segment - 1] : NULL;
		pose.heading = before == NULL                    ? path->start.heading
		               : before->kind == FW_SEGMENT_LINK ? list->items[list->count - 1].pose.heading
		                                                 : fw_segment_pose_at( before, before->length ).heading;
	}
	// A line of no length has no direction of its own.
	else if ( segment == 0 && path->segments[segment].length == 0.0 )
	{
		pose.heading = path->start.heading;
	}
	return pose;
}

// Samples of the center line a tile. The same as of the search's own costs, so that the two agree.
#define COST_SAMPLES 16.0

// The tile of any coordinate, -1 for one that no map has: paths may come from anywhere.
static int32_t tile_of( double coordinate )
{
	return coordinate >= 0.0 && coordinate < FW_GRID_MAX_SIDE ? (int32_t)coordinate : -1;
}

bool fw_knots_on_map( const knots* list, fw_pose at )
{
	return fw_grid_inside( list->map, tile_of( at.x ), tile_of( at.y ) );
}

bool fw_knots_is_kept( const knots* list, fw_pose at )
{
	return list->keep != 0 && fw_knots_on_map( list, at ) &&
	       ( list->keep >> fw_grid_get( list->map, tile_of( at.x ), tile_of( at.y ) ) & 1 ) != 0;
}

FW_INLINE double cost_at( const fw_grid* grid, double x, double y )
{
	const bool inside = x >= 0.0 && y >= 0.0 && x < grid->width && y < grid->height;
	return grid->terrains[inside ? grid->tiles[(size_t)y * (size_t)grid->width + (size_t)x] : FW_TERRAIN_OUT].cost;
}

// The sum of the costs at the middle of each of so many equal steps.
static double line_samples( const fw_grid* grid, const fw_segment* line, int32_t steps )
{
	const double x_step = ( line->to.x - line->from.x ) / steps;
	const double y_step = ( line->to.y - line->from.y ) / steps;
	double sum = 0.0;
	for ( int32_t i = 0; i < steps; i++ )
	{
		sum += cost_at( grid, line->from.x + ( i + 0.5 ) * x_step, line->from.y + ( i + 0.5 ) * y_step );
	}
	return sum;
}

static double arc_samples( const fw_grid* grid, const fw_segment* arc, int32_t steps )
{
	double sine, cosine;
	fw_vec2 at; // from the center
	fw_sincos( arc->start + 0.5 * arc->sweep / steps, &at.y, &at.x );
	fw_sincos( arc->sweep / steps, &sine, &cosine );
	at = ( fw_vec2 ){ arc->radius * at.x, arc->radius * at.y };
	double sum = 0.0;
	for ( int32_t i = 0; i < steps; i++ )
	{
		sum += cost_at( grid, arc->center.x + at.x, arc->center.y + at.y );
		at = ( fw_vec2 ){ at.x * cosine - at.y * sine, at.x * sine + at.y * cosine };
	}
	return sum;
}

static double way_cost( const knots* list, const fw_segment* segment )
{
	if ( list->grid == NULL || !( segment->length > 0.0 ) )
	{
		return segment->length;
	}
	const int32_t steps = (int32_t)fmin( ceil( segment->length * COST_SAMPLES ), 1e6 );
	const double sum = segment->kind == FW_SEGMENT_ARC ? arc_samples( list->grid, segment, steps )
	                                                   : line_samples( list->grid, segment, steps );
	return sum * segment->length / steps;
}

// What a path costs in its gear, and what turning along it does. Without a charge the gear is left out: no pass
// compares paths of different gears.
static double charged( const knots* list, double length, double turned, fw_gear gear )
{
	if ( !( list->turn_charge > 0.0 ) )
	{
		return length;
	}
	return length * ( gear == FW_GEAR_REVERSE ? list->unit->reverse_factor : 1.0 ) + list->turn_charge * turned;
}

double fw_knots_curve_cost( const knots* list, const fw_curve* curve )
{
	double cost = curve->length;
	if ( list->grid != NULL )
	{
		fw_segment segments[3];
		const int32_t count = fw_curve_segments( curve, segments );
		cost = 0.0;
		for ( int32_t i = 0; i < count; i++ )
		{
			cost += way_cost( list, &segments[i] );
		}
	}
	return charged( list, cost, fw_curve_turned( curve ), curve->gear );
}

double fw_knots_in_gear( const knots* list, double cost, fw_gear gear )
{
	return gear == FW_GEAR_REVERSE && !( list->turn_charge > 0.0 ) ? cost * list->unit->reverse_factor : cost;
}

double fw_smoother_cost( const fw_smoother* smoother, const fw_path* path )
{
	const bool weighted = !smoother->ignore_costs && fw_grid_has_costs( smoother->grid, smoother->unit->capabilities );
	const knots list = { .grid = weighted ? smoother->grid : NULL };
	double cost = 0.0;
	const fw_segment* before = NULL; // the last one that was driven
	for ( int32_t i = 0; i < path->count; i++ )
	{
		const fw_segment* segment = &path->segments[i];
		if ( segment->kind == FW_SEGMENT_LINK )
		{
			// A link that the unit may not use, or that is none, costs nothing.
			const fw_link* link =
			    fw_grid_link_find( smoother->grid, tile_of( segment->from.x ), tile_of( segment->from.y ),
			                       tile_of( segment->to.x ), tile_of( segment->to.y ), smoother->unit->capabilities );
			cost += link != NULL ? link->cost : 0.0;
			continue;
		}
		cost +=
		    way_cost( &list, segment ) * ( segment->gear == FW_GEAR_REVERSE ? smoother->unit->reverse_factor : 1.0 );
		cost += before != NULL && segment->gear != before->gear ? smoother->unit->reverse_penalty : 0.0;
		before = segment;
	}
	return smoother->turn_charge > 0.0 ? cost + smoother->turn_charge * fw_path_turn_angle( path ) : cost;
}

static bool add_knot( knots* list, knot made )
{
	made.kept = fw_knots_is_kept( list, made.pose );
	return FW_PUSH( &list->allocator, &list->items, &list->count, &list->capacity, made );
}

static bool list_waypoints( knots* list )
{
	const fw_path* path = list->path;
	for ( int32_t i = 0; i < path->count; i++ )
	{
		const fw_segment* segment = &path->segments[i];
		const bool is_link = segment->kind == FW_SEGMENT_LINK;
		const bool begins = i == 0 || is_link || segment[-1].kind == FW_SEGMENT_LINK || segment->waypoint ||
		                    segment->gear != segment[-1].gear;
		if ( begins &&
		     !add_knot(
		         list,
		         ( knot ){ .pose = pose_before( list, i ), .gear = segment->gear, .is_link = is_link, .first = i } ) )
		{
			return false;
		}
		const double turned = segment->kind == FW_SEGMENT_ARC ? fabs( segment->sweep ) : 0.0;
		knot* last = &list->items[list->count - 1];
		last->count++;
		last->cost += charged( list, way_cost( list, segment ), turned, segment->gear );
	}
	return list->count == 0 || add_knot( list, ( knot ){ .pose = fw_path_end( path ), .gear = FW_GEAR_FORWARD } );
}

static const fw_range ranges[] = {
    { "smoother.turn_charge", offsetof( fw_smoother, turn_charge ), FW_FIELD_DOUBLE, 0.0, 1000.0, " tiles/rad" },
};
const fw_ranges fw_smoother_ranges = FW_RANGES( "smoother", "fw_default_smoother()", ranges );

fw_status fw_smoother_check( fw_refusal* refusal, const fw_smoother* smoother, const fw_path* path )
{
	FW_TRY( fw_check( refusal, &fw_smoother_ranges, smoother ) );
	FW_TRY( FW_CHECK_NULL( refusal, path, smoother->grid ) );
	FW_TRY( fw_unit_check( smoother->unit, refusal ) );
	return fw_grid_layer( smoother->grid, smoother->unit->capabilities ) != NULL
	           ? FW_OK
	           : fw_refuse( refusal, FW_ERR_STATE, FW_REFUSAL_STATE, "smoother.grid", "unit.capabilities",
	                        "has no layer for the unit's capabilities; call fw_grid_add_layer() first" );
}

fw_status fw_smoother_check_lines( fw_refusal* refusal, const fw_path* path )
{
	for ( int32_t i = 0; i < path->count; i++ )
	{
		if ( path->segments[i].kind == FW_SEGMENT_ARC || path->segments[i].gear != FW_GEAR_FORWARD ||
		     !isfinite( path->segments[i].length ) )
		{
			fw_refuse( refusal, FW_ERR_UNSUPPORTED, FW_REFUSAL_VALUE, "segment", NULL,
			           "is an arc, in reverse or not finite; this pass takes straight lines forward" );
			return fw_refuse_entry( refusal, FW_ERR_UNSUPPORTED, "path.segments", i );
		}
	}
	return FW_OK;
}

fw_status fw_smoother_check_exits( fw_refusal* refusal, const fw_smoother* smoother )
{
	return fw_grid_one_way_count( smoother->grid ) == 0
	           ? FW_OK
	           : fw_refuse( refusal, FW_ERR_UNSUPPORTED, FW_REFUSAL_VALUE, "smoother.grid", NULL,
	                        "has one-way tiles, which this pass does not know; leave the pass out" );
}

fw_status fw_knots_refuse_point( const knots* list, fw_status status, int32_t index, const char* words )
{
	fw_refuse( list->refusal, status, FW_REFUSAL_VALUE, "waypoint", NULL, words );
	return fw_refuse_entry( list->refusal, status, "path.waypoints", index );
}

fw_status fw_knots_begin( knots* list, const fw_smoother* smoother, fw_knots_use use, fw_path* path,
                          fw_refusal* refusal )
{
	FW_TRY( fw_smoother_check( refusal, smoother, path ) );
	FW_TRY( use == FW_KNOTS_LINES    ? fw_smoother_check_lines( refusal, path )
	        : use == FW_KNOTS_CURVES ? fw_smoother_check_exits( refusal, smoother )
	                                 : FW_OK );
	if ( use != FW_KNOTS_LINES && smoother->unit->size > 0 )
	{
		return fw_refuse( refusal, FW_ERR_UNSUPPORTED, FW_REFUSAL_VALUE, "unit.size", NULL,
		                  "is not 0, and squares drive no curves; leave the pass out" );
	}
	const uint32_t capabilities = smoother->unit->capabilities;
	const bool weighted = !smoother->ignore_costs && fw_grid_has_costs( smoother->grid, capabilities );
	*list = ( knots ){ .allocator = fw_allocator_or_default( &smoother->allocator ),
	                   .refusal = refusal,
	                   .tiles = fw_grid_layer( smoother->grid, capabilities ),
	                   .unit = smoother->unit,
	                   .map = smoother->grid,
	                   .keep = smoother->keep_terrains,
	                   .grid = weighted ? smoother->grid : NULL,
	                   .turn_charge = smoother->turn_charge,
	                   .path = path };
	return list_waypoints( list ) ? FW_OK : fw_knots_end( list, FW_ERR_MEMORY, false );
}

static fw_status rebuild( const knots* list, fw_path* made )
{
	fw_path_clear( made, list->path->start );
	for ( int32_t i = 0; i + 1 < list->count; i++ )
	{
		const knot* from = &list->items[i];
		FW_TRY( from->is_curve ? fw_path_append_curve( made, &from->curve ) : FW_OK );
		for ( int32_t s = 0; s < from->count && !from->is_curve; s++ )
		{
			FW_TRY( fw_path_append( made, &list->path->segments[from->first + s] ) );
		}
	}
	return FW_OK;
}

fw_status fw_knots_begin_pass( knots* list, const fw_smoother* smoother, const fw_ranges* rows, const void* def,
                               const void* report, fw_path* path, fw_refusal* refusal )
{
	FW_TRY( FW_CHECK_NULL( refusal, def, report ) );
	FW_TRY( fw_check( refusal, rows, def ) );
	return fw_knots_begin( list, smoother, FW_KNOTS_CURVES, path, refusal );
}

bool fw_knots_one_drive( const knots* list, int32_t first, int32_t last )
{
	bool one = !list->items[first].is_link;
	for ( int32_t i = first + 1; i < last && one; i++ )
	{
		const knot* at = &list->items[i];
		one = at->gear == list->items[first].gear && !at->is_link && !at->kept;
	}
	return one;
}

fw_curve fw_knots_line( fw_pose from, double length )
{
	return ( fw_curve ){ .start = from, .part = { 0.0, length, 0.0 }, .length = length, .word = FW_WORD_LSL };
}

// Into how many steps of tiles the path from a knot can be split; 1 where it cannot.
static int32_t steps_of( const knots* list, const knot* from )
{
	if ( from->count != 1 || list->path->segments[from->first].kind != FW_SEGMENT_LINE )
	{
		return 1;
	}
	const fw_segment* line = &list->path->segments[from->first];
	const double dx = fabs( line->to.x - line->from.x );
	const double dy = fabs( line->to.y - line->from.y );
	const double steps = fmax( dx, dy );
	const bool octile = dx == 0.0 || dy == 0.0 || dx == dy;
	return octile && steps == floor( steps ) && steps >= 2.0 && steps <= FW_GRID_MAX_SIDE ? (int32_t)steps : 1;
}

bool fw_knots_split( knots* list )
{
	int64_t total = 0;
	for ( int32_t i = 0; i < list->count; i++ )
	{
		total += steps_of( list, &list->items[i] );
	}
	if ( total > INT32_MAX || !FW_GROW( &list->allocator, &list->items, &list->capacity, (int32_t)total ) )
	{
		return false;
	}
	int32_t to = (int32_t)total;
	for ( int32_t i = list->count - 1; i >= 0; i-- )
	{
		const knot whole = list->items[i];
		const int32_t steps = steps_of( list, &whole );
		const fw_segment* line = &list->path->segments[whole.first];
		to -= steps;
		list->items[to] = whole;
		for ( int32_t k = 0; k < steps && steps > 1; k++ )
		{
			knot* part = &list->items[to + k];
			*part = whole;
			part->pose.x = line->from.x + ( line->to.x - line->from.x ) * k / steps;
			part->pose.y = line->from.y + ( line->to.y - line->from.y ) * k / steps;
			part->split = true;
			part->kept = fw_knots_is_kept( list, part->pose );
			const fw_curve step = fw_knots_line( part->pose, line->length / steps );
			fw_knots_lead( list, part, &step );
		}
	}
	list->count = (int32_t)total;
	return true;
}

fw_status fw_knots_end( knots* list, fw_status status, bool changed )
{
	fw_path made;
	fw_path_init( &made, &list->path->allocator );
	if ( status == FW_OK && changed )
	{
		status = rebuild( list, &made );
	}
	fw_path_replace( list->path, &made, status == FW_OK && changed );
	fw_free( &list->allocator, list->items, (size_t)list->capacity, sizeof( knot ) );
	const bool refused = status != FW_ERR_MEMORY && status != FW_ERR_TOO_LARGE;
	return refused ? status : fw_refuse_status( list->refusal, status );
}

void fw_knots_lead( const knots* list, knot* from, const fw_curve* curve )
{
	from->is_curve = true;
	from->curve = *curve;
	from->cost = fw_knots_curve_cost( list, curve );
}

void fw_knots_bypass( knots* list, int32_t first, int32_t last, const fw_curve* curve )
{
	fw_knots_lead( list, &list->items[first], curve );
	memmove( &list->items[first + 1], &list->items[last], (size_t)( list->count - last ) * sizeof( knot ) );
	list->count -= last - first - 1;
}

bool fw_knots_best_curve( const knots* list, fw_pose from, fw_pose to, fw_gear gear, fw_curve* curve )
{
	const double radius = list->unit->turning_radius;
	if ( !( list->turn_charge > 0.0 ) )
	{
		return fw_curve_shortest( from, to, radius, FW_WORDS_SIX, gear, curve );
	}
	fw_curve curves[6];
	double least = INFINITY;
	const int32_t count = fw_curve_all( from, to, radius, FW_WORDS_SIX, gear, curves );
	for ( int32_t i = 0; i < count; i++ )
	{
		const double cost = fw_knots_curve_cost( list, &curves[i] );
		*curve = cost < least ? curves[i] : *curve;
		least = fmin( cost, least );
	}
	return least < INFINITY;
}

bool fw_knots_connect( const knots* list, fw_pose from, fw_pose to, fw_gear gear, fw_curve* curve )
{
	return fw_knots_best_curve( list, from, to, gear, curve ) && fw_layer_sweep_curve( list->tiles, list->unit, curve );
}
