// SPDX-License-Identifier: MIT
// fairway compare: the same path in four ways, one picture and one table.
#include "commands.h"
#include "message.h"
#include "picture.h"
#include "trip.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

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
	char figures[256];
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

// The other three paths are those of a straight method.
static bool check_method( const options* given )
{
	const bool good = trip_turning( &given->plan );
	if ( !good )
	{
		complain( "compare: --method '%s': expected a method with headings; 'fairway methods' lists them",
		          given->plan.query.method );
	}
	return good;
}

static void make_ways( const options* given, way ways[WAY_COUNT] )
{
	const char* method = given->plan.query.method;
	const char* const titles[WAY_COUNT] = {
	    "Standard A*",
	    "A*, smoothed",
	    "A* with turns that ignore blocked tiles",
	    strcmp( method, "directional" ) == 0 ? "Directional A*" : method,
	};
	for ( int32_t i = 0; i < WAY_COUNT; i++ )
	{
		ways[i].title = titles[i];
		ways[i].plan = given->plan;
		trip_init( &ways[i].done );
		if ( i < WAY_COUNT - 1 )
		{
			ways[i].plan.query.method = "astar";
			ways[i].plan.query.weight = 0.0;
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
	if ( done->violation_count == 0 )
	{
		snprintf( of->verdict, sizeof( of->verdict ), "arrives heading %.0f degrees", done->arrival );
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

static bool run_ways( const loaded_map* world, bool no_times, way ways[WAY_COUNT] )
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
		ways[i].done.microseconds = no_times ? -1.0 : ways[i].done.microseconds;
		judge( &ways[i] );
		trip_figures( &ways[i].done, ways[i].figures );
	}
	return true;
}

static void print_row( const way* of )
{
	const trip* done = &of->done;
	const bool found = done->result.outcome == FW_FOUND;
	printf( "%-40s %-13s ", of->title, fw_outcome_text( done->result.outcome ) );
	if ( found )
	{
		printf( "%9.3f %6d ", done->result.length, (int)fw_path_turns( &done->result.path ) );
	}
	else
	{
		printf( "%9s %6s ", "-", "-" );
	}
	printf( "%9lld ", (long long)done->result.counters.expanded );
	if ( done->microseconds >= 0.0 )
	{
		printf( "%10.3f ", done->microseconds * 1e-3 );
	}
	printf( " %s%s\n", !found || trip_legal( done ) ? "" : "no: ", trip_legal( done ) ? "yes" : of->verdict );
}

static void print_table( bool no_times, const way ways[WAY_COUNT] )
{
	printf( "%-40s %-13s %9s %6s %9s %s legal\n", "method", "outcome", "length", "turns", "expanded",
	        no_times ? "" : "        ms " );
	for ( int32_t i = 0; i < WAY_COUNT; i++ )
	{
		print_row( &ways[i] );
	}
}

static void choose_view( const options* given, picture* image )
{
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
	picture image = picture_of( world->grid, given );
	image.panels = panels;
	image.panel_count = WAY_COUNT;
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
	if ( !check_options( given ) || !trip_settle( given ) || !check_method( given ) ||
	     !loaded_map_open( &world, given->files[0] ) )
	{
		return EXIT_BAD;
	}
	way ways[WAY_COUNT];
	make_ways( given, ways );
	int code = EXIT_BAD;
	if ( run_ways( &world, given->no_times, ways ) )
	{
		print_table( given->no_times, ways );
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
