// SPDX-License-Identifier: MIT
// fairway simulate: units that move in time, in figures and as a moving picture.
#include "commands.h"
#include "files.h"
#include "film_file.h"
#include "loaded_map.h"
#include "message.h"
#include "progress.h"
#include "recording.h"
#include "scene_read.h"
#include "scene_scenario.h"
#include "trajectory.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A moment at the goal, so that the end can be seen [s].
#define LINGER 1.0

static bool check_outs( const options* given )
{
	for ( int32_t i = 0; i < given->out_count; i++ )
	{
		const char* file = given->outs[i];
		if ( !file_is_json( file ) && !film_is_name( file ) )
		{
			complain( "simulate: --out '%s': expected a name that ends in .json, .svg, .gif or .png", file );
			return false;
		}
	}
	return true;
}

// Can this file be written? Says on standard error what is wrong, and leaves no file that was not there.
static bool can_write( const char* file )
{
	FILE* there = fopen( file, "rb" );
	FILE* out = fopen( file, "ab" );
	if ( out == NULL )
	{
		complain( "%s: %s", file, strerror( errno ) );
	}
	else
	{
		fclose( out );
	}
	if ( there != NULL )
	{
		fclose( there );
	}
	else if ( out != NULL )
	{
		remove( file );
	}
	return out != NULL;
}

// What would otherwise be reported when the simulation is over.
static bool check_films( const options* given, const scene* of )
{
	const char* const tables[] = { given->csv, given->trajectory };
	bool good = true;
	for ( size_t i = 0; i < sizeof( tables ) / sizeof( tables[0] ) && good; i++ )
	{
		good = tables[i] == NULL || file_is_standard( tables[i] ) || can_write( tables[i] );
	}
	for ( int32_t i = 0; i < given->out_count && good; i++ )
	{
		const char* file = given->outs[i];
		const bool fits = file_is_json( file ) || film_check( of, given, file );
		good = fits && ( file_is_standard( file ) || can_write( file ) );
	}
	return good;
}

// What messages name: the file with the units.
static const char* source_of( const options* given )
{
	return given->scen != NULL ? given->scen : given->files[0];
}

static bool read_units( const options* given, scene* out )
{
	field_error error;
	const char* map = given->files[0];
	const scene_scenario how = {
	    .map = given->any_map || file_is_standard( map ) ? NULL : map,
	    .units = given->units,
	    .radius = options_given( given, "radius" ) ? given->plan.unit.radius : 0.0,
	    .speed = given->plan.unit.speed,
	    .outline = given->plan.unit.outline,
	    .turning_radius = given->plan.unit.turning_radius,
	    .reverse = given->plan.unit.reverse,
	};
	size_t size = 0;
	char* text = file_read( given->scen, &size );
	const bool good = text != NULL && scene_read_scenario( text, size, &how, out, &error );
	if ( text != NULL && !good )
	{
		field_complain( given->scen, &error );
	}
	free( text );
	return good;
}

// A map and the units of a scenario.
static bool open_crowd( options* given, scene* out )
{
	loaded_map world;
	if ( file_ends_with( given->files[0], ".json" ) )
	{
		complain( "simulate: --scen is for a map; the scene '%s' has its own units", given->files[0] );
		return false;
	}
	if ( !loaded_map_open( &world, given ) )
	{
		return false;
	}
	out->grid = world.grid;
	world.grid = NULL;
	loaded_map_close( &world );
	return read_units( given, out );
}

static bool open_scene( options* given, scene* out )
{
	field_error error;
	if ( given->scen != NULL )
	{
		return open_crowd( given, out );
	}
	if ( file_ends_with( given->files[0], ".map" ) )
	{
		complain( "simulate: '%s' is a map; --scen says which units drive on it", given->files[0] );
		return false;
	}
	const bool good = scene_load( given->files[0], out, &error );
	if ( !good )
	{
		field_complain( given->files[0], &error );
	}
	return good;
}

// Figures of all units, or of those of one kind.
typedef struct unit_totals
{
	int32_t units, arrived, no_path, waits;
	double mean, worst; // delay of those that have arrived [s]
	double last;        // time of the last arrival
	double stops;       // of each, on the mean
} unit_totals;

static unit_totals add_up( const simulation* run, int32_t kind )
{
	unit_totals sum = { 0 };
	for ( int32_t i = 0; i < run->of->unit_count; i++ )
	{
		const simulation_unit* unit = &run->units[i];
		if ( kind >= 0 && run->of->units[i].kind != kind )
		{
			continue;
		}
		sum.units += 1;
		sum.stops += unit->stops;
		sum.no_path += unit->state == SIMULATION_NO_PATH ? 1 : 0;
		sum.waits += unit->state == SIMULATION_WAITS ? 1 : 0;
		if ( unit->state == SIMULATION_ARRIVED )
		{
			const double delay = simulation_delay( run, i );
			sum.arrived += 1;
			sum.mean += delay;
			sum.worst = fmax( sum.worst, delay );
			sum.last = fmax( sum.last, unit->arrived );
		}
	}
	sum.mean /= sum.arrived > 0 ? sum.arrived : 1;
	sum.stops /= sum.units > 0 ? sum.units : 1;
	return sum;
}

static void print_kinds( const simulation* run )
{
	printf( "\n%-20s %6s %8s %6s %11s %11s %9s\n", "kind", "units", "arrived", "stops", "mean delay", "most", "last" );
	for ( int32_t k = 0; k <= run->of->kind_count; k++ )
	{
		const bool all = k == run->of->kind_count;
		const unit_totals sum = add_up( run, all ? -1 : k );
		if ( all && run->of->kind_count == 1 )
		{
			break;
		}
		printf( "%-20s %6d %8d %6.1f", all ? "all" : run->of->kinds[k].name, (int)sum.units, (int)sum.arrived,
		        sum.stops );
		if ( sum.arrived > 0 )
		{
			printf( " %9.2f s %9.2f s %7.2f s", sum.mean, sum.worst, sum.last );
		}
		putchar( '\n' );
	}
}

// Who is in trouble now, up to so many of them, and how many were.
#define TROUBLES 12

static bool print_trouble( const simulation* run, int32_t index )
{
	const simulation_unit* unit = &run->units[index];
	const fw_stuck stuck = simulation_stuck( run, index );
	const char* kind = run->of->kinds[run->of->units[index].kind].name;
	if ( unit->state == SIMULATION_NO_PATH )
	{
		printf( "no path     unit %d (%s): %s\n", (int)index, kind, fw_reason_text( unit->reason ) );
		return true;
	}
	if ( stuck != FW_STUCK_NOT )
	{
		printf( "stuck       unit %d (%s) at (%.2f, %.2f): %s\n", (int)index, kind, unit->at.x, unit->at.y,
		        fw_stuck_text( stuck ) );
		return true;
	}
	return false;
}

static void print_troubles( const simulation* run )
{
	int32_t printed = 0;
	int32_t once = 0;
	int32_t worst = 0;
	for ( int32_t i = 0; i < run->of->unit_count; i++ )
	{
		printed += printed < TROUBLES && print_trouble( run, i ) ? 1 : 0;
		once += run->units[i].stuck_for > 0.0 ? 1 : 0;
		worst = run->units[i].stuck_for > run->units[worst].stuck_for ? i : worst;
	}
	if ( printed == TROUBLES )
	{
		printf( "            ... --csv lists all\n" );
	}
	if ( once > 0 )
	{
		printf( "held up     %d units were stuck at some time, unit %d for %.2f s in all: %s\n", (int)once, (int)worst,
		        run->units[worst].stuck_for, fw_stuck_text( run->units[worst].stuck ) );
	}
}

static void print_others( const simulation* run )
{
	for ( int32_t i = 0; i < run->of->edit_count; i++ )
	{
		const scene_edit* edit = &run->of->edits[i];
		if ( isnan( run->edited[i] ) )
		{
			printf( "edit        %.2f s, not made: a unit stands there, or time was over\n", edit->time );
		}
		else
		{
			printf( "edit        %.2f s, made at %.2f s\n", edit->time, run->edited[i] );
		}
	}
	print_troubles( run );
}

static void print_table( const char* file, const simulation* run )
{
	const scene* of = run->of;
	const unit_totals sum = add_up( run, -1 );
	const fw_world_stats work = fw_world_measure( run->world );
	printf( "scene       %s%s%s\n", complain_name( file ), of->title[0] != '\0' ? ": " : "", of->title );
	printf( "map         %d x %d tiles\n", (int)fw_grid_width( of->grid ), (int)fw_grid_height( of->grid ) );
	printf( "time        %.2f s in steps of %.3f s\n", simulation_time( run ), SIMULATION_STEP );
	printf( "arrived     %d of %d%s\n", (int)sum.arrived, (int)sum.units,
	        simulation_is_done( run ) ? "" : " when time was over" );
	if ( run->closest_a >= 0 )
	{
		printf( "closest     %.4f tiles between units %d and %d at %.2f s\n", run->closest, (int)run->closest_a,
		        (int)run->closest_b, run->closest_time );
	}
	printf( "paths       %lld planned, %lld of them taken around others\n", (long long)work.plans,
	        (long long)work.detours );
	printf( "hash        %016llx\n", (unsigned long long)run->hash );
	print_others( run );
	print_kinds( run );
}

// What is kept of each step.
typedef struct player
{
	const options* given;
	simulation* run;
	recording tape; // for films
	trajectory rows;
} player;

static fw_status keep( player* of )
{
	trajectory_take( &of->rows, of->run );
	return of->given->out_count > 0 ? recording_take( &of->tape, of->run ) : FW_OK;
}

static fw_status advance( player* of )
{
	const fw_status status = simulation_step( of->run );
	return status == FW_OK ? keep( of ) : status;
}

static fw_status play( player* of )
{
	progress bar;
	simulation* run = of->run;
	progress_begin( &bar, "planning paths", 0 );
	fw_status status = keep( of );
	status = status == FW_OK ? advance( of ) : status;
	progress_end( &bar );
	double end = of->given->seconds > 0.0 ? of->given->seconds : simulation_limit( run );
	progress_begin( &bar, "steps", (int64_t)( end / SIMULATION_STEP ) );
	while ( status == FW_OK && simulation_time( run ) < end - 0.5 * SIMULATION_STEP )
	{
		if ( simulation_is_done( run ) )
		{
			end = fmin( end, simulation_time( run ) + LINGER );
		}
		status = advance( of );
		progress_show( &bar, run->steps );
	}
	progress_end( &bar );
	return status;
}

static bool write_outs( const options* given, const simulation* run, const recording* tape )
{
	progress bar;
	progress_begin( &bar, "writing files", 0 );
	bool good = given->csv == NULL || recording_write_csv( run, given->csv );
	for ( int32_t i = 0; i < given->out_count && good; i++ )
	{
		const char* file = given->outs[i];
		good = file_is_json( file ) ? recording_write_json( tape, run, given, file )
		                            : film_write( tape, run, given, file );
	}
	progress_end( &bar );
	return good;
}

// Rows on standard output stand there alone.
static bool keeps_quiet( const options* given )
{
	bool quiet = ( given->csv != NULL && file_is_standard( given->csv ) ) ||
	             ( given->trajectory != NULL && file_is_standard( given->trajectory ) );
	for ( int32_t i = 0; i < given->out_count; i++ )
	{
		quiet = quiet || file_is_standard( given->outs[i] );
	}
	return quiet;
}

// A method may refuse what a kind asks of it.
static void tell_failure( const char* file, const simulation* run, const scene* of, fw_status status )
{
	const char* why = run->refusal.text[0] != '\0' ? run->refusal.text : fw_status_text( status );
	if ( status == FW_ERR_UNSUPPORTED || status == FW_ERR_TOO_LARGE )
	{
		const int32_t kind = run->asks;
		complain( "%s: kinds[%d] (%s): %s", complain_name( file ), (int)kind, of->kinds[kind].name, why );
	}
	else if ( run->steps > 0 )
	{
		complain( "%s: after %.2f s: %s", complain_name( file ), simulation_time( run ), why );
	}
	else
	{
		complain( "%s: %s", complain_name( file ), why );
	}
}

static int simulate( const options* given, const scene* of )
{
	simulation run;
	player all = { .given = given, .run = &run };
	if ( !trajectory_open( &all.rows, given->trajectory ) )
	{
		return EXIT_BAD;
	}
	recording_init( &all.tape );
	fw_status status = simulation_begin( of, &run );
	status = status == FW_OK ? play( &all ) : status;
	int code = EXIT_BAD;
	if ( status != FW_OK )
	{
		tell_failure( source_of( given ), &run, of, status );
	}
	if ( trajectory_close( &all.rows, status == FW_OK ) && write_outs( given, &run, &all.tape ) )
	{
		if ( !keeps_quiet( given ) )
		{
			print_table( source_of( given ), &run );
		}
		code = add_up( &run, -1 ).arrived == of->unit_count ? EXIT_GOOD : EXIT_NEGATIVE;
	}
	recording_free( &all.tape );
	simulation_end( &run );
	return code;
}

int command_simulate( options* given )
{
	scene of;
	scene_init( &of );
	const bool good = check_outs( given ) && open_scene( given, &of ) && check_films( given, &of );
	const int code = good ? simulate( given, &of ) : EXIT_BAD;
	scene_free( &of );
	return code;
}
