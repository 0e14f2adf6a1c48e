// SPDX-License-Identifier: MIT
// One planned path with all that is reported about it: time, verdict of the validator, figures.
#include "trip.h"
#include "files.h"
#include "message.h"
#include "refusal.h"
#include "stats.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const fw_fixed_angles_def* trip_sprites( const options* given )
{
	return given->sprites.sprites.count > 0 ? &given->sprites : NULL;
}

bool trip_has_headings( const fw_resolved_plan* resolved )
{
	return ( resolved->method->traits & FW_TRAIT_HEADINGS ) != 0 || resolved->turning != FW_TURNING_NONE;
}

// The unit that the path is promised to suit: turning on the spot where the method knows no turns.
static fw_unit trip_unit( const fw_plan* plan, const fw_resolved_plan* resolved )
{
	fw_unit unit = plan->unit;
	unit.turning_radius = resolved->turning_radius;
	return unit;
}

void trip_method_text( const fw_plan* plan, const fw_resolved_plan* resolved, const fw_fixed_angles_def* sprites,
                       char* text )
{
	static const char* const turns[] = {
	    [FW_TURNING_NONE] = "",
	    [FW_TURNING_IGNORE] = ", turns that ignore blocked tiles",
	    [FW_TURNING_ALONG] = ", legal turns along it",
	    [FW_TURNING_TIGHTER] = ", tighter turns",
	    [FW_TURNING_BACKING] = ", turns that back up",
	    [FW_TURNING_RECALCULATE] = ", recalculated for turns",
	};
	char angles[24] = "";
	if ( sprites != NULL )
	{
		snprintf( angles, sizeof( angles ), ", %d angles", (int)sprites->sprites.count );
	}
	const fw_method* rival = resolved->rival;
	snprintf( text, TRIP_METHOD_TEXT, "%s%s%s%s%s%s%s%s%s%s%s%s", resolved->method->name, rival != NULL ? " or " : "",
	          rival != NULL ? rival->name : "", plan->landmarks ? ", by landmarks" : "",
	          plan->options.anchor == FW_ANCHOR_CORNER ? ", tile corners" : "",
	          plan->options.corners == FW_CORNERS_OPEN ? ", corners open" : "", resolved->smooth ? ", smoothed" : "",
	          resolved->taut ? ", pulled taut" : "", turns[resolved->turning], resolved->clean_up ? ", cleaned up" : "",
	          plan->options.turn_charge > 0.0 ? ", turning charged" : "", angles );
}

void trip_print_method( const trip* out, const fw_plan* plan )
{
	static const char* const lattices[] = { "tile centers and gaps", "tile centers", "half-tile points" };
	char method[TRIP_METHOD_TEXT];
	trip_method_text( plan, &out->resolved, out->sprites, method );
	printf( "method      %s, weight %g%s\n", method, out->resolved.weight,
	        out->resolved.automatic ? ", chosen automatically" : "" );
	if ( out->resolved.ring > 0 )
	{
		printf( "lattice     %s, %d headings, ring %d%s\n", lattices[out->resolved.lattice], (int)plan->headings,
		        (int)out->resolved.ring, out->resolved.second_try ? ", second try on half-tile points" : "" );
	}
}

void trip_init( trip* out )
{
	*out = ( trip ){ .left = -1.0, .seconds = -1.0 };
	fw_result_init( &out->result, NULL );
}

void trip_free( trip* out )
{
	fw_result_free( &out->result );
	free( out->violations );
	*out = ( trip ){ 0 };
}

fw_status violations_find( const fw_grid* grid, const fw_unit* unit, const fw_path* path, fw_violation** violations,
                           int32_t* count, fw_refusal* refusal )
{
	*violations = NULL;
	*count = 0;
	const fw_status status = fw_validate( grid, unit, path, NULL, NULL, 0, count, refusal );
	if ( ( status != FW_OK && status != FW_ERR_CAPACITY ) || *count == 0 )
	{
		return status;
	}
	*violations = calloc( (size_t)*count, sizeof( fw_violation ) );
	return *violations == NULL ? FW_ERR_MEMORY
	                           : fw_validate( grid, unit, path, NULL, *violations, *count, count, refusal );
}

bool trip_has_path( const trip* out )
{
	return out->result.outcome == FW_FOUND || out->result.outcome == FW_PARTIAL ||
	       ( out->result.outcome == FW_OUT_OF_BUDGET && out->result.path.count > 0 );
}

static fw_smoother smoother_of( const fw_grid* grid, const fw_plan* plan )
{
	fw_smoother smoother = fw_default_smoother();
	smoother.grid = grid;
	smoother.unit = &plan->unit;
	smoother.ignore_costs = plan->options.ignore_costs;
	return smoother;
}

// Makes the path one of lines in the angles of --sprite-angles.
static fw_status fix_angles( const fw_grid* grid, const fw_plan* plan, trip* out, fw_refusal* refusal )
{
	fw_result* result = &out->result;
	if ( out->sprites == NULL || !trip_has_path( out ) )
	{
		return FW_OK;
	}
	const fw_smoother smoother = smoother_of( grid, plan );
	out->slide = fw_fixed_angles_slide( &out->sprites->sprites, &result->path );
	const fw_status status = fw_fixed_angles( &smoother, out->sprites, &result->path, &out->fixed, refusal );
	result->length = result->path.length;
	result->cost = fw_smoother_cost( &smoother, &result->path );
	return status;
}

static fw_status judge( const fw_grid* grid, const fw_unit* unit, trip* out, fw_refusal* refusal )
{
	free( out->violations );
	out->violations = NULL;
	out->violation_count = 0;
	fw_unit turning = *unit;
	turning.turning_radius = out->sprites != NULL ? 0.0 : unit->turning_radius;
	return trip_has_path( out )
	           ? violations_find( grid, &turning, &out->result.path, &out->violations, &out->violation_count, refusal )
	           : FW_OK;
}

static fw_status find_first( const loaded_map* world, const fw_plan* plan, double tiles, trip* out,
                             fw_refusal* refusal )
{
	fw_route* route = NULL;
	fw_result* result = &out->result;
	fw_status status = fw_route_create( NULL, &route );
	status = status == FW_OK ? fw_planner_route( world->planner, plan, route, result, refusal ) : status;
	if ( status == FW_OK && trip_has_path( out ) )
	{
		status = fw_planner_route_next( world->planner, plan, route, tiles, &result->path, refusal );
		const fw_smoother smoother = smoother_of( world->grid, plan );
		result->length = result->path.length;
		result->cost = status == FW_OK ? fw_smoother_cost( &smoother, &result->path ) : 0.0;
		out->left = fw_route_left( route );
	}
	fw_route_destroy( route );
	return status;
}

bool trip_prepare( trip* out, const char* who, const loaded_map* world, const fw_plan* plan )
{
	fw_refusal refusal = { 0 };
	fw_status status = fw_plan_resolve( world->grid, plan, &out->resolved, &refusal );
	status = status == FW_OK ? fw_planner_prepare( world->planner, plan, &refusal ) : status;
	if ( status != FW_OK )
	{
		refusal_complain( who, status, &refusal );
	}
	return status == FW_OK;
}

// What the planner says of the path, and how it arrives.
static void report( const loaded_map* world, const fw_plan* plan, const fw_unit* judged, trip* out )
{
	const fw_plan_report told = fw_planner_report( world->planner );
	const bool found = out->result.outcome == FW_FOUND;
	const double arrival = found ? fw_path_end( &out->result.path ).heading : 0.0;
	const double off = fabs( fw_angle_signed( arrival - plan->goal.heading ) );
	out->searches = told.searches;
	out->roads = told.roads;
	out->lane = told.lane;
	out->branch = told.branch;
	out->arrival = fw_degrees( fw_angle_signed( arrival ) );
	out->wrong_heading =
	    found && out->sprites == NULL && judged->turning_radius > 0.0 && !plan->goal_any_heading && off > 1e-6;
}

fw_status trip_try( trip* out, const loaded_map* world, const fw_plan* plan, const fw_unit* judged, double first,
                    fw_refusal* refusal )
{
	const fw_unit promised = trip_unit( plan, &out->resolved );
	const fw_unit* unit = judged != NULL ? judged : &promised;
	const double before = clock_microseconds();
	out->left = -1.0;
	fw_status status = first > 0.0 ? find_first( world, plan, first, out, refusal )
	                               : fw_planner_run( world->planner, plan, &out->result, refusal );
	status = status == FW_OK ? fix_angles( world->grid, plan, out, refusal ) : status;
	out->microseconds = clock_microseconds() - before;
	if ( status == FW_OK && first <= 0.0 )
	{
		report( world, plan, unit, out );
	}
	return status == FW_OK ? judge( world->grid, unit, out, refusal ) : status;
}

bool trip_run( trip* out, const char* who, const loaded_map* world, const fw_plan* plan, const fw_unit* judged,
               double first )
{
	fw_refusal refusal = { 0 };
	const fw_status status = trip_try( out, world, plan, judged, first, &refusal );
	if ( status != FW_OK )
	{
		refusal_complain( who, status, &refusal );
	}
	return status == FW_OK;
}

void trip_print_sprites( const trip* out )
{
	if ( out->sprites == NULL || !trip_has_path( out ) )
	{
		return;
	}
	printf( "angles      %d, %d corners, at most %.3f tiles off\n", (int)out->sprites->sprites.count,
	        (int)out->fixed.corners, out->fixed.deviation );
	if ( out->fixed.illegal > 0 )
	{
		printf( "            hits something on %d of %d stretches, first from %.2f,%.2f\n", (int)out->fixed.illegal,
		        (int)out->fixed.stretches, out->fixed.position.x, out->fixed.position.y );
	}
	const fw_slide now = fw_fixed_angles_slide( &out->sprites->sprites, &out->result.path );
	printf( "sliding     %.2f degrees (mean), %.2f (worst); %.2f and %.2f if headings were rounded instead\n",
	        fw_degrees( now.mean ), fw_degrees( now.worst ), fw_degrees( out->slide.mean ),
	        fw_degrees( out->slide.worst ) );
}

bool trip_legal( const trip* out )
{
	return trip_has_path( out ) && out->violation_count == 0 && !out->wrong_heading;
}

double trip_turned( const trip* out )
{
	const double length = out->result.length;
	return length > 0.0 ? fw_path_turn_angle( &out->result.path ) / length : 0.0;
}

void violation_text( const fw_violation* violation, char* text )
{
	static const char* const units[] = {
	    [FW_VIOLATION_COLLISION] = "tiles deep",
	    [FW_VIOLATION_RADIUS] = "tiles too tight",
	    [FW_VIOLATION_HEADING] = "degrees",
	    [FW_VIOLATION_GAP] = "tiles",
	    [FW_VIOLATION_GEAR] = "tiles",
	    [FW_VIOLATION_OUTSIDE] = "tiles",
	    [FW_VIOLATION_LENGTH] = "tiles",
	    [FW_VIOLATION_NUMBER] = "",
	    [FW_VIOLATION_LINK] = "that the map does not have",
	    [FW_VIOLATION_ONE_WAY] = "times",
	};
	const double amount = violation->kind == FW_VIOLATION_HEADING ? fw_degrees( violation->amount ) : violation->amount;
	snprintf( text, 160, "%s at %.2f,%.2f in segment %d (%.4g %s)", fw_violation_text( violation->kind ),
	          violation->position.x, violation->position.y, (int)violation->segment, amount, units[violation->kind] );
}

void trip_verdict( const trip* out, char* text )
{
	if ( !trip_has_path( out ) )
	{
		snprintf( text, 224, "-" );
		return;
	}
	if ( trip_legal( out ) )
	{
		snprintf( text, 224, "yes" );
		return;
	}
	if ( out->violation_count == 0 )
	{
		snprintf( text, 224, "no: arrives heading %.1f degrees, which is not the goal's", out->arrival );
		return;
	}
	char first[160];
	violation_text( &out->violations[0], first );
	snprintf( text, 224, "no: %s%s", first, out->violation_count > 1 ? ", and more" : "" );
}

void trip_figures( const trip* out, char* text )
{
	const fw_result* result = &out->result;
	if ( !trip_has_path( out ) )
	{
		snprintf( text, 256, "%s", fw_reason_text( result->reason ) );
		return;
	}
	char time[48] = "";
	if ( out->microseconds >= 0.0 )
	{
		snprintf( time, sizeof( time ), "\t%.2f ms", out->microseconds * 1e-3 );
	}
	char arrival[48] = "";
	if ( out->seconds >= 0.0 )
	{
		snprintf( arrival, sizeof( arrival ), "\tarrives after %.2f s", out->seconds );
	}
	snprintf( text, 256, "length %.2f tiles%s\t%d turns, %.3f rad per tile\t%lld expanded%s", result->length, arrival,
	          (int)fw_path_turn_count( &result->path ), trip_turned( out ), (long long)result->counters.expanded,
	          time );
}

// Shares the path of the trip.
static path_document trip_document( const trip* out, const fw_plan* plan )
{
	const fw_result* result = &out->result;
	path_document document = {
	    .found = trip_has_path( out ),
	    .anchor = plan->options.anchor,
	    .unit = trip_unit( plan, &out->resolved ),
	    .length = result->length,
	    .cost = result->cost,
	    .left = out->left,
	    .seconds = out->seconds,
	    .expanded = result->counters.expanded,
	    .generated = result->counters.generated,
	    .microseconds = out->microseconds,
	    .path = result->path,
	};
	document.unit.turning_radius = out->sprites != NULL ? 0.0 : document.unit.turning_radius;
	if ( document.found && plan->start_any_heading )
	{
		document.path.start = fw_path_begin( &document.path );
	}
	snprintf( document.outcome, sizeof( document.outcome ), "%s", fw_outcome_text( result->outcome ) );
	snprintf( document.method, sizeof( document.method ), "%s", out->resolved.method->name );
	if ( result->outcome != FW_FOUND )
	{
		snprintf( document.reason, sizeof( document.reason ), "%s", fw_reason_text( result->reason ) );
		document.path.count = document.found ? document.path.count : 0;
	}
	return document;
}

bool trip_write_json( const trip* out, const loaded_map* world, const fw_plan* plan, const char* file )
{
	path_document document = trip_document( out, plan );
	document.frame = world->frame;
	FILE* stream = file_create( file );
	return stream != NULL && file_close( stream, file, path_json_write( &document, stream ) );
}
