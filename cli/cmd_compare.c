// SPDX-License-Identifier: MIT
// fairway compare: the same path by several methods, one picture and one table.
#include "commands.h"
#include "csv.h"
#include "files.h"
#include "message.h"
#include "page.h"
#include "progress.h"
#include "trip.h"
#include "values.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define FOUR_PATHS 4

// Where the paths cover less than this part of the map's longer side, the picture shows their surroundings.
#define CROP_BELOW 0.6
#define CROP_MARGIN 6.0

// Views taller than this times their width stand side by side, others two by two.
#define TALL 1.25

typedef struct entry
{
	char title[64];
	char method[32];
	fw_plan plan;
	trip done;
	char verdict[64];
	char figures[400];
} entry;

// Four panels side by side, or all methods of a list over one map.
typedef struct comparison
{
	entry entries[INK_LINES];
	int32_t count;
	bool listed;
} comparison;

static bool check_options( const options* given )
{
	if ( !options_given( given, "from" ) || !options_given( given, "to" ) )
	{
		complain( "compare: --from and --to are needed; see 'fairway compare --help'" );
		return false;
	}
	if ( given->methods != NULL && options_given( given, "method" ) )
	{
		complain( "compare: --method and --methods do not go together" );
		return false;
	}
	if ( given->links != NULL && given->methods == NULL )
	{
		complain( "compare: --links: most methods take no links; name those that do with --methods" );
		return false;
	}
	return picture_check_names( given, "compare" );
}

static entry* add_entry( comparison* all, const fw_plan* plan, const char* title )
{
	entry* made = &all->entries[all->count++];
	made->plan = *plan;
	snprintf( made->title, sizeof( made->title ), "%s", title );
	return made;
}

// With a turning radius the other three paths are those of a straight method; without, what they lack is other.
static bool make_four( const options* given, comparison* all )
{
	const bool turns = given->plan.unit.turning_radius > 0.0;
	fw_plan other = given->plan;
	other.method = "astar";
	other.options.weight = 0.0;
	other.options.heuristic = FW_HEURISTIC_BEST;
	other.smooth = false;
	add_entry( all, &other, "Standard A*" );
	other.smooth = true;
	add_entry( all, &other, "A*, smoothed" );
	if ( turns )
	{
		other.turning = FW_TURNING_IGNORE;
		add_entry( all, &other, "A* with turns that ignore blocked tiles" );
	}
	else
	{
		other.method = "theta";
		add_entry( all, &other, "Theta*" );
	}
	add_entry( all, &given->plan, "" );
	return true;
}

// NAME, NAME@corner or NAME@center.
static bool add_listed( const options* given, comparison* all, const char* word )
{
	if ( all->count == INK_LINES )
	{
		complain( "compare: --methods: at most %d", INK_LINES );
		return false;
	}
	entry* made = add_entry( all, &given->plan, "" );
	snprintf( made->method, sizeof( made->method ), "%s", word );
	made->plan.method = made->method;
	made->plan.smooth = false; // what is compared are searches
	return value_anchor( made->method, &made->plan.options.anchor );
}

// One unit for all: a point, where one of them is for a point.
static void settle_listed( const options* given, comparison* all )
{
	bool corner = false;
	for ( int32_t i = 0; i < all->count; i++ )
	{
		corner = corner || all->entries[i].plan.options.anchor == FW_ANCHOR_CORNER;
	}
	for ( int32_t i = 0; i < all->count; i++ )
	{
		entry* made = &all->entries[i];
		made->plan.unit.radius = corner && !options_given( given, "radius" ) ? 0.0 : made->plan.unit.radius;
		char title[sizeof( made->title )];
		snprintf( title, sizeof( title ), "%s%s", made->method,
		          made->plan.options.anchor == FW_ANCHOR_CORNER ? ", tile corners" : "" );
		memcpy( made->title, title, sizeof( title ) );
	}
}

static bool make_listed( const options* given, comparison* all )
{
	all->listed = true;
	char word[sizeof( all->entries[0].method )];
	for ( int32_t i = 0; value_word( given->methods, i, word, sizeof( word ) ); i++ )
	{
		if ( !add_listed( given, all, word ) )
		{
			return false;
		}
	}
	settle_listed( given, all );
	return true;
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

// The title of the path of a method that the planner may have chosen.
static void name_method( entry* of )
{
	const char* name = of->done.resolved.method->name;
	if ( of->title[0] == '\0' )
	{
		snprintf( of->title, sizeof( of->title ), "%s%s", strcmp( name, "directional" ) == 0 ? "Directional A*" : name,
		          of->done.resolved.smooth ? ", smoothed" : "" );
	}
}

// What a player would see: bumping into things before turning on the spot before the rest.
static void judge( entry* of )
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
		snprintf( times, sizeof( times ), " (%d times)", (int)count );
	}
	snprintf( of->verdict, sizeof( of->verdict ), "%s at %.1f,%.1f%s",
	          hit != NULL      ? "hits blocked tiles"
	          : corner != NULL ? "turns on the spot"
	                           : fw_violation_text( shown->kind ),
	          shown->position.x, shown->position.y, times );
}

static bool run_entries( const loaded_map* world, bool no_times, comparison* all )
{
	progress bar;
	progress_begin( &bar, "methods", all->count );
	for ( int32_t i = 0; i < all->count; i++ )
	{
		progress_show( &bar, i );
		entry* of = &all->entries[i];
		const fw_plan* plan = &of->plan;
		if ( !trip_prepare( &of->done, "compare", world, plan ) ||
		     !trip_run( &of->done, "compare", world, plan, &plan->unit, 0.0 ) )
		{
			progress_end( &bar );
			return false;
		}
		name_method( of );
		of->done.microseconds = no_times ? -1.0 : of->done.microseconds;
		judge( of );
		char costs[128];
		char figures[256];
		trip_figures( &of->done, figures );
		grid_costs_text( world->grid, costs );
		snprintf( of->figures, sizeof( of->figures ), "%s%s%s", figures, costs[0] != '\0' ? "\tcosts: " : "", costs );
	}
	progress_end( &bar );
	return true;
}

static void print_row( const entry* of )
{
	const trip* done = &of->done;
	const bool found = done->result.outcome == FW_FOUND;
	printf( "%-40s %-13s ", of->title, fw_outcome_text( done->result.outcome ) );
	if ( found )
	{
		printf( "%9.3f %6d ", done->result.length, (int)fw_path_turn_count( &done->result.path ) );
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

static void print_table( bool no_times, const comparison* all )
{
	printf( "%-40s %-13s %9s %6s %9s %s legal\n", "method", "outcome", "length", "turns", "expanded",
	        no_times ? "" : "        ms " );
	for ( int32_t i = 0; i < all->count; i++ )
	{
		print_row( &all->entries[i] );
	}
}

// Says on standard error what is wrong.
static bool write_csv( const char* file, const comparison* all )
{
	FILE* stream = file_create( file );
	if ( stream == NULL )
	{
		return false;
	}
	csv_paths_header( stream );
	for ( int32_t i = 0; i < all->count; i++ )
	{
		csv_paths_row( stream, i, all->entries[i].title, &all->entries[i].done );
	}
	return file_close( stream, file, true );
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

static bool draw( const options* given, const loaded_map* world, const comparison* all )
{
	panel panels[INK_LINES];
	for ( int32_t i = 0; i < all->count; i++ )
	{
		const entry* of = &all->entries[i];
		panels[i] = ( panel ){
		    .title = of->title,
		    .figures = of->figures,
		    .verdict = of->verdict,
		    .good = trip_legal( &of->done ),
		    .headings = trip_has_headings( &of->done.resolved ),
		    .path = &of->done.result.path,
		    .violations = of->done.violations,
		    .violation_count = of->done.violation_count,
		};
	}
	picture image = picture_of( world->grid, given );
	image.unit = &all->entries[0].plan.unit;
	image.panels = panels;
	image.panel_count = all->count;
	image.overlay = all->listed;
	choose_view( given, &image );
	image.columns = all->listed ? 1 : image.view.height > TALL * image.view.width ? FOUR_PATHS : 2;
	return page_write_all( &image, given );
}

// Of four paths only the last one is what compare is about.
static bool is_found( const comparison* all )
{
	bool found = true;
	for ( int32_t i = all->listed ? 0 : all->count - 1; i < all->count; i++ )
	{
		found = found && all->entries[i].done.result.outcome == FW_FOUND;
	}
	return found;
}

static int compare( const options* given, const loaded_map* world, comparison* all )
{
	if ( !run_entries( world, given->no_times, all ) )
	{
		return EXIT_BAD;
	}
	if ( given->csv == NULL || !file_is_standard( given->csv ) )
	{
		print_table( given->no_times, all );
	}
	if ( given->csv != NULL && !write_csv( given->csv, all ) )
	{
		return EXIT_BAD;
	}
	return !draw( given, world, all ) ? EXIT_BAD : is_found( all ) ? EXIT_GOOD : EXIT_NEGATIVE;
}

int command_compare( options* given )
{
	comparison all = { 0 };
	loaded_map world;
	for ( int32_t i = 0; i < INK_LINES; i++ )
	{
		trip_init( &all.entries[i].done );
	}
	int code = EXIT_BAD;
	if ( check_options( given ) && ( given->methods != NULL ? make_listed : make_four )( given, &all ) &&
	     loaded_map_open( &world, given ) )
	{
		code = compare( given, &world, &all );
		loaded_map_close( &world );
	}
	for ( int32_t i = 0; i < INK_LINES; i++ )
	{
		trip_free( &all.entries[i].done );
	}
	return code;
}
