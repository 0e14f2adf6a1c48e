// SPDX-License-Identifier: MIT
// fairway crowd: many units on their ways at once, none of which runs into another.
#include "commands.h"
#include "message.h"
#include "picture.h"
#include "stats.h"
#include "trails.h"
#include "trip.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STEP 0.05        // [s]
#define ROW 0.1          // between two rows of the CSV and two points of a trail [s]
#define ANSWER_EVERY 1.0 // [s]
// How far round a unit others are taken into account for a new path [tiles].
#define ANSWER_AROUND 48

typedef struct march
{
	loaded_map world;
	loaded_map round; // the map again, on which tiles of others are blocked for a while
	fw_pose_set set;
	fw_crowd* crowd;
	trails trails;
	FILE* csv;
	samples times; // [ms]
	int64_t answers;
} march;

static bool fail( const char* what, fw_status status )
{
	complain( "crowd: %s: %s", what, fw_status_text( status ) );
	return false;
}

static fw_unit unit_of( const options* given, const fw_pose_problem* problem )
{
	fw_unit unit = given->plan.query.unit;
	unit.radius = problem->radius;
	unit.turning_radius = problem->turning_radius;
	return unit;
}

static fw_plan plan_of( const options* given, const fw_pose_problem* problem, fw_pose start )
{
	fw_plan plan = given->plan;
	plan.smooth = true;
	plan.query.unit = unit_of( given, problem );
	plan.query.start = start;
	plan.query.goal = problem->goal;
	plan.query.goal_any_heading = problem->goal_any_heading;
	return plan;
}

static bool add_units( const options* given, march* all )
{
	for ( int32_t i = 0; i < all->set.count; i++ )
	{
		const fw_pose_problem* problem = &all->set.problems[i];
		fw_profile_def how = fw_default_profile_def();
		how.unit = unit_of( given, problem );
		how.grid = all->world.grid;
		int32_t unit;
		const fw_status status = fw_crowd_add( all->crowd, &how, problem->start, &unit );
		if ( status != FW_OK )
		{
			complain( "crowd: unit %d at %.6g,%.6g: %s", (int)i, problem->start.x, problem->start.y,
			          status == FW_ERR_STATE ? "it does not fit there, or another unit is too near"
			                                 : fw_status_text( status ) );
			return false;
		}
	}
	return true;
}

static bool send_units( const options* given, march* all )
{
	fw_result result;
	bool good = true;
	fw_result_init( &result, NULL );
	for ( int32_t i = 0; i < all->set.count && good; i++ )
	{
		const fw_plan plan = plan_of( given, &all->set.problems[i], fw_crowd_get( all->crowd, i ).stop );
		fw_status status = fw_planner_run( all->world.planner, &plan, &result );
		if ( status == FW_OK && result.outcome != FW_FOUND )
		{
			complain( "crowd: unit %d: no path: %s", (int)i, fw_reason_text( result.reason ) );
			good = false;
			break;
		}
		status = status == FW_OK ? fw_crowd_send( all->crowd, i, &result.path ) : status;
		good = status == FW_OK || fail( "a path", status );
	}
	fw_result_free( &result );
	return good;
}

// Blocks, or frees again, the tiles that a unit is to keep off.
static bool block_others( march* all, int32_t unit, fw_rect part, bool block )
{
	bool good = true;
	for ( int32_t y = part.y; y < part.y + part.height; y++ )
	{
		for ( int32_t x = part.x; x < part.x + part.width && good; x++ )
		{
			if ( fw_crowd_keep_off( all->crowd, unit, x, y ) )
			{
				const uint8_t terrain = block ? FW_TERRAIN_OUT : fw_grid_get( all->world.grid, x, y );
				good = fw_grid_fill( all->round.grid, ( fw_rect ){ x, y, 1, 1 }, terrain ) == FW_OK;
			}
		}
	}
	return good;
}

// A path round others for a unit that wants one. Where there is none it waits on.
static bool answer( const options* given, march* all, int32_t unit, fw_result* result )
{
	const fw_pose stop = fw_crowd_get( all->crowd, unit ).stop;
	const int32_t x = (int32_t)fmax( 0.0, stop.x - ANSWER_AROUND );
	const int32_t y = (int32_t)fmax( 0.0, stop.y - ANSWER_AROUND );
	const fw_rect part = { x, y, 2 * ANSWER_AROUND, 2 * ANSWER_AROUND };
	fw_plan plan = plan_of( given, &all->set.problems[unit], stop );
	plan.query.max_expansions = 20000;
	fw_status status = block_others( all, unit, part, true ) ? FW_OK : FW_ERR_ARGUMENT;
	status = status == FW_OK ? fw_planner_run( all->round.planner, &plan, result ) : status;
	block_others( all, unit, part, false );
	if ( status == FW_OK && result->outcome == FW_FOUND )
	{
		status = fw_crowd_answer( all->crowd, unit, &result->path );
		all->answers++;
	}
	return status == FW_OK || fail( "a path round others", status );
}

static bool answer_all( const options* given, march* all )
{
	fw_result result;
	bool good = true;
	fw_result_init( &result, NULL );
	for ( int32_t i = 0; i < all->set.count && good; i++ )
	{
		good = !fw_crowd_get( all->crowd, i ).wants_path || answer( given, all, i, &result );
	}
	fw_result_free( &result );
	return good;
}

static const char* mode_text( fw_crowd_mode mode )
{
	static const char* const words[] = { "parked", "moving", "waiting", "yielding" };
	return words[mode];
}

static const char* stuck_text( fw_crowd_stuck stuck )
{
	static const char* const words[] = { "", "a wall is in its way", "who is in its way has nowhere to go",
	                                     "greater ones are in its way", "it finds no way back to its path" };
	return words[stuck];
}

static void write_rows( march* all )
{
	for ( int32_t i = 0; i < all->set.count && all->csv != NULL; i++ )
	{
		const fw_crowd_unit u = fw_crowd_get( all->crowd, i );
		fprintf( all->csv, "%.2f,%d,%.9g,%.9g,%.9g,%.9g,%s\n", fw_crowd_time( all->crowd ), (int)i, u.pose.x, u.pose.y,
		         fw_degrees( u.pose.heading ), u.speed, mode_text( u.mode ) );
	}
}

static bool run( const options* given, march* all )
{
	const double longest = given->seconds > 0.0 ? given->seconds : 600.0;
	double next_row = ROW;
	double next_answer = ANSWER_EVERY;
	bool good = trails_begin( &all->trails, all->crowd, ROW ) || fail( "trails", FW_ERR_MEMORY );
	write_rows( all );
	while ( good && fw_crowd_time( all->crowd ) < longest && !fw_crowd_is_done( all->crowd ) )
	{
		const double before = clock_microseconds();
		const fw_status status = fw_crowd_step( all->crowd, STEP );
		good = samples_add( &all->times, ( clock_microseconds() - before ) * 1e-3 ) && status == FW_OK;
		good = good || fail( "a step", status != FW_OK ? status : FW_ERR_MEMORY );
		if ( good && fw_crowd_time( all->crowd ) + 1e-9 >= next_row )
		{
			next_row += ROW;
			write_rows( all );
			good = trails_add( &all->trails, all->crowd ) || fail( "trails", FW_ERR_MEMORY );
		}
		if ( good && fw_crowd_time( all->crowd ) >= next_answer )
		{
			next_answer += ANSWER_EVERY;
			good = answer_all( given, all );
		}
	}
	return good;
}

static int32_t count_parked( const march* all )
{
	int32_t parked = 0;
	for ( int32_t i = 0; i < all->set.count; i++ )
	{
		parked += fw_crowd_get( all->crowd, i ).mode == FW_CROWD_PARKED ? 1 : 0;
	}
	return parked;
}

static void print_report( const options* given, march* all )
{
	const fw_crowd_counters c = fw_crowd_count_events( all->crowd );
	printf( "units       %d\n", (int)all->set.count );
	printf( "arrived     %d after %.2f s\n", (int)count_parked( all ), fw_crowd_time( all->crowd ) );
	printf( "conflicts   %lld seen ahead, %lld ways round, %lld paths asked for\n", (long long)c.conflicts,
	        (long long)c.detours, (long long)all->answers );
	printf( "yields      %lld, %lld ways back, %lld led on, %lld ranks swapped\n", (long long)c.yields,
	        (long long)c.returns, (long long)c.inherited, (long long)c.swaps );
	for ( int32_t i = 0; i < all->set.count; i++ )
	{
		const fw_crowd_unit u = fw_crowd_get( all->crowd, i );
		if ( u.stuck != FW_CROWD_NOT_STUCK )
		{
			printf( "stuck       unit %d at %.2f,%.2f: %s\n", (int)i, u.pose.x, u.pose.y, stuck_text( u.stuck ) );
		}
	}
	if ( !given->no_times )
	{
		printf( "time        %.3f ms a step, at most %.3f\n", samples_mean( &all->times ),
		        samples_percentile( &all->times, 100.0 ) );
	}
}

static bool draw( const options* given, march* all )
{
	char figures[128];
	snprintf( figures, sizeof( figures ), "%d units\tafter %.1f s\tdiscs at 7 moments", (int)all->set.count,
	          fw_crowd_time( all->crowd ) );
	const bool arrived = fw_crowd_is_done( all->crowd );
	const panel only = {
	    .title = "Crowd",
	    .figures = figures,
	    .verdict = arrived ? "all arrived" : "not all arrived",
	    .good = arrived,
	};
	picture image = picture_of( all->world.grid, given );
	image.panels = &only;
	image.panel_count = 1;
	image.trails = &all->trails;
	bool good = picture_take_view( &image, given );
	for ( int32_t i = 0; i < given->out_count && good; i++ )
	{
		good = picture_write( &image, given->outs[i] );
	}
	return good;
}

static bool open_csv( const options* given, march* all )
{
	if ( given->csv == NULL )
	{
		return true;
	}
	all->csv = strcmp( given->csv, "-" ) == 0 ? stdout : fopen( given->csv, "w" );
	if ( all->csv == NULL )
	{
		complain( "%s: %s", given->csv, strerror( errno ) );
		return false;
	}
	fputs( "time,unit,x,y,heading,speed,mode\n", all->csv );
	return true;
}

static bool close_csv( const options* given, march* all )
{
	bool good = true;
	if ( all->csv != NULL && all->csv != stdout )
	{
		good = ferror( all->csv ) == 0;
		good = fclose( all->csv ) == 0 && good;
		if ( !good )
		{
			complain( "%s: cannot be written", given->csv );
		}
	}
	return good;
}

static bool open_all( const options* given, march* all )
{
	fw_source_error error = { 0 };
	if ( !picture_check_names( given, "crowd" ) || !loaded_map_open( &all->world, given->files[0], NULL ) ||
	     !loaded_map_open( &all->round, given->files[0], NULL ) )
	{
		return false;
	}
	errno = 0;
	const fw_status status = fw_poses_load( given->files[1], NULL, &all->set, &error );
	if ( status != FW_OK )
	{
		complain_file( given->files[1], status, &error );
		return false;
	}
	fw_crowd_def def = fw_default_crowd_def();
	def.grid = all->world.grid;
	const fw_status made = fw_crowd_create( &def, &all->crowd );
	return made == FW_OK || fail( given->files[0], made );
}

int command_crowd( options* given )
{
	march all = { 0 };
	bool good = open_all( given, &all ) && add_units( given, &all ) && send_units( given, &all ) &&
	            open_csv( given, &all ) && run( given, &all );
	good = close_csv( given, &all ) && good;
	good = good && draw( given, &all );
	if ( good && all.csv != stdout )
	{
		print_report( given, &all );
	}
	const bool arrived = good && fw_crowd_is_done( all.crowd );
	trails_free( &all.trails );
	samples_free( &all.times );
	fw_crowd_destroy( all.crowd );
	fw_poses_free( &all.set );
	loaded_map_close( &all.round );
	loaded_map_close( &all.world );
	return !good ? EXIT_BAD : arrived ? EXIT_GOOD : EXIT_NEGATIVE;
}
