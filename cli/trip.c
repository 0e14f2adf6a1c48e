// SPDX-License-Identifier: MIT
// One planned path with all that is reported about it: time, verdict of the validator, figures.
#include "trip.h"
#include "files.h"
#include "message.h"
#include "stats.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// What a plan comes to on a grid, NULL: a plain one. What is refused is told by the call that plans.
static fw_resolved_plan resolve( const fw_grid* grid, const fw_plan* plan )
{
	fw_resolved_plan resolved = { .method = fw_method_find( plan->method ), .weight = 1.0 };
	(void)fw_plan_resolve( grid, plan, &resolved, NULL );
	return resolved;
}

static bool is_any_angle( const fw_plan* plan )
{
	return ( resolve( NULL, plan ).method->traits & FW_TRAIT_ANY_ANGLE ) != 0;
}

bool trip_turning( const fw_plan* plan )
{
	return plan->turning || ( resolve( NULL, plan ).method->traits & FW_TRAIT_HEADINGS ) != 0;
}

fw_unit trip_unit( const fw_plan* plan )
{
	fw_unit unit = plan->unit;
	unit.turning_radius = resolve( NULL, plan ).turning_radius;
	return unit;
}

const fw_fixed_angles_def* trip_sprites( const options* given )
{
	return given->sprites.sprites.count > 0 ? &given->sprites : NULL;
}

void trip_method_text( const fw_grid* grid, const fw_plan* plan, const fw_fixed_angles_def* sprites, char* text )
{
	const fw_resolved_plan r = resolve( grid, plan );
	char angles[24] = "";
	if ( sprites != NULL )
	{
		snprintf( angles, sizeof( angles ), ", %d angles", (int)sprites->sprites.count );
	}
	const bool lines = ( r.method->traits & FW_TRAIT_HEADINGS ) == 0 && r.turning == FW_TURNING_NONE;
	snprintf( text, TRIP_METHOD_TEXT, "%s%s%s%s%s%s%s%s%s%s%s", r.method->name, r.rival != NULL ? " or " : "",
	          r.rival != NULL ? r.rival->name : "", plan->landmarks ? ", by landmarks" : "",
	          plan->options.anchor == FW_ANCHOR_CORNER ? ", tile corners" : "",
	          plan->options.corners == FW_CORNERS_OPEN ? ", corners open" : "", r.smooth && lines ? ", smoothed" : "",
	          r.taut ? ", pulled taut" : "",
	          r.turning == FW_TURNING_IGNORE        ? ", turns that ignore blocked tiles"
	          : r.turning == FW_TURNING_ALONG       ? ", legal turns along it"
	          : r.turning == FW_TURNING_TIGHTER     ? ", tighter turns"
	          : r.turning == FW_TURNING_BACKING     ? ", turns that back up"
	          : r.turning == FW_TURNING_RECALCULATE ? ", recalculated for turns"
	                                                : "",
	          plan->options.turn_charge > 0.0 ? ", turning charged" : "", angles );
}

double trip_weight( const fw_grid* grid, const fw_plan* plan )
{
	return resolve( grid, plan ).weight;
}

bool method_exists( const char* name )
{
	if ( fw_method_find( name ) == NULL )
	{
		complain( "--method '%s': no such method; 'fairway methods' lists them", name );
		return false;
	}
	return true;
}

static bool settle_method( fw_plan* plan )
{
	if ( plan->method == NULL || strcmp( plan->method, "auto" ) == 0 )
	{
		// Who names no method gets the library's choice, passes included.
		plan->method = "auto";
		plan->smooth = true;
	}
	return method_exists( plan->method );
}

static bool settle_landmarks( const fw_plan* plan )
{
	const fw_method* method = fw_method_find( plan->method );
	if ( plan->landmarks && ( method->traits & ( FW_TRAIT_HIERARCHY | FW_TRAIT_GUIDE ) ) == 0 )
	{
		complain( "--landmarks: method '%s' has no hierarchy; haastar-high, for one, does", plan->method );
		return false;
	}
	return true;
}

static bool settle_anchor( fw_plan* plan, bool radius_given )
{
	fw_plan* query = plan;
	if ( query->options.corners == FW_CORNERS_OPEN && !is_any_angle( plan ) )
	{
		complain( "--corners open: method '%s' is none for any angle; 'fairway methods' lists those", query->method );
		return false;
	}
	if ( query->options.anchor == FW_ANCHOR_CORNER && radius_given && query->unit.radius > 0.0 )
	{
		complain( "--anchor corner: at tile corners the unit is a point; leave --radius out or make it 0" );
		return false;
	}
	query->unit.radius = query->options.anchor == FW_ANCHOR_CORNER ? 0.0 : query->unit.radius;
	return true;
}

static bool settle_roads( const fw_plan* plan )
{
	const bool discs = plan->roads == FW_ROADS_CONES || plan->lane != FW_LANE_ANY;
	if ( discs && ( plan->unit.size > 0 || plan->options.anchor == FW_ANCHOR_CORNER ) )
	{
		complain( "%s: for discs between tile centers alone; leave %s out", plan->lane ? "--lane" : "--roads cones",
		          plan->unit.size > 0 ? "--size" : "--anchor corner" );
		return false;
	}
	return true;
}

static bool settle_size( const fw_plan* plan )
{
	const fw_unit* unit = &plan->unit;
	if ( unit->size > 0 && unit->turning_radius > 0.0 )
	{
		complain( "--size: a square does not turn; leave --turning-radius out" );
		return false;
	}
	if ( unit->size > 0 && plan->options.anchor == FW_ANCHOR_CORNER )
	{
		complain( "--anchor corner: at tile corners the unit is a point; leave --size out" );
		return false;
	}
	return true;
}

bool trip_settle( fw_plan* plan, bool radius_given )
{
	if ( !settle_method( plan ) || !settle_landmarks( plan ) || !settle_anchor( plan, radius_given ) ||
	     !settle_size( plan ) || !settle_roads( plan ) )
	{
		return false;
	}
	if ( plan->turning && ( resolve( NULL, plan ).method->traits & FW_TRAIT_HEADINGS ) != 0 )
	{
		complain( "--turns: method '%s' makes its own turns", plan->method );
		return false;
	}
	if ( plan->turning == FW_TURNING_BACKING && !plan->unit.reverse && plan->unit.turning_radius > 0.0 )
	{
		complain( "--turns backing: the unit may not drive backwards; --reverse lets it" );
		return false;
	}
	if ( plan->options.start_speed > plan->unit.speed )
	{
		complain( "--start-speed %g: more than the top speed, %g tiles/s (--speed)", plan->options.start_speed,
		          plan->unit.speed );
		return false;
	}
	const double turning = plan->unit.turning_radius;
	if ( turning > 0.0 && turning < 0.001 )
	{
		complain( "--turning-radius %g: expected at least 0.001, or 0 for a unit that turns on the spot", turning );
		return false;
	}
	const fw_status status = fw_unit_check( &plan->unit, NULL );
	if ( status != FW_OK )
	{
		complain( "the unit: %s", fw_status_text( status ) );
	}
	return status == FW_OK;
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
                           int32_t* count )
{
	*violations = NULL;
	*count = 0;
	const fw_status status = fw_validate( grid, unit, path, NULL, NULL, 0, count, NULL );
	if ( ( status != FW_OK && status != FW_ERR_CAPACITY ) || *count == 0 )
	{
		return status;
	}
	*violations = calloc( (size_t)*count, sizeof( fw_violation ) );
	return *violations == NULL ? FW_ERR_MEMORY
	                           : fw_validate( grid, unit, path, NULL, *violations, *count, count, NULL );
}

bool trip_has_path( const trip* out )
{
	return out->result.outcome == FW_FOUND || out->result.outcome == FW_PARTIAL ||
	       ( out->result.outcome == FW_OUT_OF_BUDGET && out->result.path.count > 0 );
}

// Makes the path one of lines in the angles of --sprite-angles.
static fw_status fix_angles( const fw_grid* grid, const fw_plan* plan, trip* out )
{
	fw_result* result = &out->result;
	if ( out->sprites == NULL || !trip_has_path( out ) )
	{
		return FW_OK;
	}
	fw_smoother smoother = fw_default_smoother();
	smoother.grid = grid;
	smoother.unit = &plan->unit;
	smoother.ignore_costs = plan->options.ignore_costs;
	out->slide = fw_fixed_angles_slide( &out->sprites->sprites, &result->path );
	const fw_status status = fw_fixed_angles( &smoother, out->sprites, &result->path, &out->fixed, NULL );
	result->length = result->path.length;
	result->cost = fw_smoother_cost( &smoother, &result->path );
	return status;
}

static fw_status judge( const fw_grid* grid, const fw_unit* unit, trip* out )
{
	free( out->violations );
	out->violations = NULL;
	out->violation_count = 0;
	fw_unit turning = *unit;
	turning.turning_radius = out->sprites != NULL ? 0.0 : unit->turning_radius;
	return trip_has_path( out )
	           ? violations_find( grid, &turning, &out->result.path, &out->violations, &out->violation_count )
	           : FW_OK;
}

static fw_status find_first( fw_planner* planner, const fw_plan* plan, const fw_grid* grid, double tiles, trip* out )
{
	fw_route* route = NULL;
	fw_result* result = &out->result;
	fw_status status = fw_route_create( NULL, &route );
	status = status == FW_OK ? fw_planner_route( planner, plan, route, result, NULL ) : status;
	if ( status == FW_OK && trip_has_path( out ) )
	{
		status = fw_planner_route_next( planner, plan, route, tiles, &result->path, NULL );
		fw_smoother smoother = fw_default_smoother();
		smoother.grid = grid;
		smoother.unit = &plan->unit;
		smoother.ignore_costs = plan->options.ignore_costs;
		result->length = result->path.length;
		result->cost = status == FW_OK ? fw_smoother_cost( &smoother, &result->path ) : 0.0;
		out->left = fw_route_left( route );
	}
	fw_route_destroy( route );
	return status;
}

fw_status trip_run_first( fw_planner* planner, const fw_plan* plan, const fw_unit* judged, const fw_grid* grid,
                          double tiles, trip* out )
{
	const double before = clock_microseconds();
	out->method = resolve( grid, plan ).method->name;
	fw_status status = find_first( planner, plan, grid, tiles, out );
	status = status == FW_OK ? fix_angles( grid, plan, out ) : status;
	out->microseconds = clock_microseconds() - before;
	return status == FW_OK ? judge( grid, judged, out ) : status;
}

fw_status trip_run( fw_planner* planner, const fw_plan* plan, const fw_unit* judged, const fw_grid* grid, trip* out )
{
	const double before = clock_microseconds();
	out->left = -1.0;
	out->method = resolve( grid, plan ).method->name;
	fw_status status = fw_planner_run( planner, plan, &out->result, NULL );
	status = status == FW_OK ? fix_angles( grid, plan, out ) : status;
	out->microseconds = clock_microseconds() - before;
	if ( status != FW_OK )
	{
		return status;
	}
	const bool combined = ( resolve( grid, plan ).method->traits & FW_TRAIT_COMBINED ) != 0;
	out->searches = fw_planner_report( planner ).searches;
	out->roads = fw_planner_report( planner ).roads;
	out->lane = fw_planner_report( planner ).lane;
	out->branch = combined ? fw_planner_report( planner ).branch : FW_BRANCH_NONE;
	const bool found = out->result.outcome == FW_FOUND;
	const double arrival = found ? fw_path_end( &out->result.path ).heading : 0.0;
	const double off = fabs( fw_angle_signed( arrival - plan->goal.heading ) );
	out->arrival = fw_degrees( fw_angle_signed( arrival ) );
	out->wrong_heading =
	    found && out->sprites == NULL && judged->turning_radius > 0.0 && !plan->goal_any_heading && off > 1e-6;
	return judge( grid, judged, out );
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
		        (int)out->fixed.stretches, out->fixed.place.x, out->fixed.place.y );
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
	          violation->place.x, violation->place.y, (int)violation->segment, amount, units[violation->kind] );
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

path_document trip_document( const trip* out, const fw_plan* plan )
{
	const fw_result* result = &out->result;
	path_document document = {
	    .found = trip_has_path( out ),
	    .anchor = plan->options.anchor,
	    .unit = trip_unit( plan ),
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
	snprintf( document.method, sizeof( document.method ), "%s", out->method );
	if ( result->outcome != FW_FOUND )
	{
		snprintf( document.reason, sizeof( document.reason ), "%s", fw_reason_text( result->reason ) );
		document.path.count = document.found ? document.path.count : 0;
	}
	return document;
}

bool trip_write_json( const trip* out, const fw_plan* plan, const char* file )
{
	const path_document document = trip_document( out, plan );
	FILE* stream = file_create( file );
	return stream != NULL && file_close( stream, file, path_json_write( &document, stream ) );
}
