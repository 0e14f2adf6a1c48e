// SPDX-License-Identifier: MIT
// fairway compare: the same path in four ways, one picture and one table.
#include "commands.h"
#include "message.h"
#include "picture.h"
#include "trip.h"

#include <math.h>
#include <stdio.h>

#define WAY_COUNT 4

// Where the paths cover less than this part of the map's longer side, the picture shows their surroundings.
#define CROP_BELOW 0.6
#define CROP_MARGIN 6.0

// Views taller than this times their width stand side by side, others two by two.
#define TALL 1.25

typedef struct way
{
	const char* title;
	fw_plan plan;
	trip done;
	char verdict[64];
	char figures[160];
} way;

static bool check_options( const options* given )
{
	if ( !options_given( given, "from" ) || !options_given( given, "to" ) )
	{
		complain( "compare: --from and --to are needed; see 'fairway compare --help'" );
		return false;
	}
	if ( !options_given( given, "turning-radius" ) || given->plan.query.unit.turning_radius <= 0.0 )
	{
		complain( "compare: --turning-radius is needed, above 0: the paths differ in their turns" );
		return false;
	}
	for ( int32_t i = 0; i < given->out_count; i++ )
	{
		if ( !picture_is_name( given->outs[i] ) )
		{
			complain( "compare: --out '%s': expected a name that ends in .svg or .png", given->outs[i] );
			return false;
		}
	}
	return true;
}

static void make_ways( const options* given, way ways[WAY_COUNT] )
{
	static const char* const titles[WAY_COUNT] = {
	    "Standard A*",
	    "A*, smoothed",
	    "A* with turns that ignore blocked tiles",
	    "Directional A*",
	};
	for ( int32_t i = 0; i < WAY_COUNT; i++ )
	{
		ways[i].title = titles[i];
		ways[i].plan = given->plan;
		trip_init( &ways[i].done );
		if ( i < WAY_COUNT - 1 )
		{
			ways[i].plan.query.method = "astar";
			ways[i].plan.query.weight = 1.0;
			ways[i].plan.query.heuristic = FW_HEURISTIC_BEST;
			ways[i].plan.smooth = i >= 1;
			ways[i].plan.turns = i == 2;
		}
	}
}

static int32_t count_kind( const trip* done, fw_violation_kind kind )
{
	int32_t count = 0;
	for ( int32_t i = 0; i < done->violation_count; i++ )
	{
		count += done->violations[i].kind == kind;
	}
	return count;
}

static const fw_violation* worst( const trip* done, fw_violation_kind kind )
{
	const fw_violation* found = NULL;
	for ( int32_t i = 0; i < done->violation_count; i++ )
	{
		const fw_violation* violation = &done->violations[i];
		if ( violation->kind == kind && ( found == NULL || violation->amount > found->amount ) )
		{
			found = violation;
		}
	}
	return found;
}

// What a player would see: bumping into things before turning on the spot before the rest.
static void judge( way* of )
{
	const trip* done = &of->done;
	if ( done->result.outcome != FW_FOUND )
	{
		snprintf( of->verdict, sizeof( of->verdict ), "no path" );
		return;
	}
	if ( trip_legal( done ) )
	{
		snprintf( of->verdict, sizeof( of->verdict ), "legal" );
		return;
	}
	const fw_violation* hit = worst( done, FW_VIOLATION_COLLISION );
	const fw_violation* corner = worst( done, FW_VIOLATION_HEADING );
	const fw_violation* shown = hit != NULL ? hit : corner != NULL ? corner : &done->violations[0];
	const int32_t count = count_kind( done, shown->kind );
	char times[24] = "";
	if ( count > 1 )
	{
		snprintf( times, sizeof( times ), " (%d places)", (int)count );
	}
	snprintf( of->verdict, sizeof( of->verdict ), "%s at %.1f,%.1f%s",
	          hit != NULL      ? "hits blocked tiles"
	          : corner != NULL ? "turns on the spot"
	                           : fw_violation_text( shown->kind ),
	          shown->place.x, shown->place.y, times );
}

static void describe( way* of )
{
	const fw_result* result = &of->done.result;
	if ( result->outcome != FW_FOUND )
	{
		snprintf( of->figures, sizeof( of->figures ), "%s", fw_reason_text( result->reason ) );
		return;
	}
	snprintf( of->figures, sizeof( of->figures ),
	          "length %.2f tiles  \xc2\xb7  %d turns  \xc2\xb7  %lld expanded  \xc2\xb7  %.2f ms", result->length,
	          (int)fw_path_turns( &result->path ), (long long)result->counters.expanded, of->done.microseconds * 1e-3 );
}

static bool run_ways( const loaded_map* world, way ways[WAY_COUNT] )
{
	for ( int32_t i = 0; i < WAY_COUNT; i++ )
	{
		const fw_plan* plan = &ways[i].plan;
		fw_status status = fw_planner_prepare( world->planner, plan );
		status =
		    status == FW_OK ? trip_run( world->planner, plan, &plan->query.unit, world->grid, &ways[i].done ) : status;
		if ( status != FW_OK )
		{
			complain( "compare: %s: %s", ways[i].title, fw_status_text( status ) );
			return false;
		}
		judge( &ways[i] );
		describe( &ways[i] );
	}
	return true;
}

static void print_table( const way ways[WAY_COUNT] )
{
	printf( "%-40s %-13s %9s %6s %9s %10s  %s\n", "method", "outcome", "length", "turns", "expanded", "ms", "legal" );
	for ( int32_t i = 0; i < WAY_COUNT; i++ )
	{
		const fw_result* result = &ways[i].done.result;
		const bool found = result->outcome == FW_FOUND;
		printf( "%-40s %-13s ", ways[i].title, fw_outcome_text( result->outcome ) );
		if ( found )
		{
			printf( "%9.3f %6d ", result->length, (int)fw_path_turns( &result->path ) );
		}
		else
		{
			printf( "%9s %6s ", "-", "-" );
		}
		printf( "%9lld %10.3f  %s%s\n", (long long)result->counters.expanded, ways[i].done.microseconds * 1e-3,
		        !found || trip_legal( &ways[i].done ) ? "" : "no: ",
		        trip_legal( &ways[i].done ) ? "yes" : ways[i].verdict );
	}
}

static void choose_view( const options* given, picture* image )
{
	image->view = picture_whole( image->grid );
	if ( given->whole )
	{
		return;
	}
	const double margin = given->crop >= 0.0 ? given->crop : CROP_MARGIN + 2.0 * image->unit->radius;
	const fw_rect around = picture_around( image, margin );
	const double part = fmax( around.width, around.height ) / fmax( image->view.width, image->view.height );
	image->view = given->crop >= 0.0 || part < CROP_BELOW ? around : image->view;
}

static bool draw( const options* given, const loaded_map* world, const way ways[WAY_COUNT] )
{
	panel panels[WAY_COUNT];
	for ( int32_t i = 0; i < WAY_COUNT; i++ )
	{
		panels[i] = ( panel ){
		    .title = ways[i].title,
		    .figures = ways[i].figures,
		    .verdict = ways[i].verdict,
		    .good = trip_legal( &ways[i].done ),
		    .headings = trip_turning( &ways[i].plan ),
		    .path = &ways[i].done.result.path,
		    .violations = ways[i].done.violations,
		    .violation_count = ways[i].done.violation_count,
		};
	}
	const fw_query* query = &given->plan.query;
	picture image = {
	    .grid = world->grid,
	    .unit = &query->unit,
	    .start = query->start,
	    .goal = query->goal,
	    .start_any_heading = query->start_any_heading,
	    .goal_any_heading = query->goal_any_heading,
	    .scale = given->scale,
	    .show = given->show != 0 ? given->show : SHOW_FOOTPRINT | SHOW_WAYPOINTS,
	    .panels = panels,
	    .panel_count = WAY_COUNT,
	};
	choose_view( given, &image );
	image.columns = image.view.height > TALL * image.view.width ? WAY_COUNT : 2;
	bool good = true;
	for ( int32_t i = 0; i < given->out_count && good; i++ )
	{
		good = picture_write( &image, given->outs[i] );
	}
	return good;
}

int command_compare( options* given )
{
	loaded_map world;
	if ( !check_options( given ) || !trip_settle( given ) || !loaded_map_open( &world, given->files[0] ) )
	{
		return EXIT_BAD;
	}
	way ways[WAY_COUNT];
	make_ways( given, ways );
	int code = EXIT_BAD;
	if ( run_ways( &world, ways ) )
	{
		print_table( ways );
		const bool drawn = draw( given, &world, ways );
		const bool found = ways[WAY_COUNT - 1].done.result.outcome == FW_FOUND;
		code = !drawn ? EXIT_BAD : found ? EXIT_GOOD : EXIT_NEGATIVE;
	}
	for ( int32_t i = 0; i < WAY_COUNT; i++ )
	{
		trip_free( &ways[i].done );
	}
	loaded_map_close( &world );
	return code;
}
