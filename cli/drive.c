// SPDX-License-Identifier: MIT
// How a planned path is driven: the time to arrive, and rows of places by time.
#include "drive.h"
#include "files.h"
#include "refusal.h"

#define ROWS_PER_SECOND 20.0

bool drive_wanted( const options* given, const trip* done )
{
	return given->profile != NULL || given->color_by != COLOR_BY_GEAR || options_given( given, "speed" ) ||
	       options_given( given, "acceleration" ) || options_given( given, "braking" ) ||
	       options_given( given, "lateral" ) || options_given( given, "start-speed" ) ||
	       given->plan.options.goal_any_speed || ( done->resolved.method->traits & FW_TRAIT_SPEED ) != 0;
}

bool drive_make( const options* given, const loaded_map* world, const trip* done, fw_profile** profile )
{
	const fw_plan* query = &given->plan;
	*profile = NULL;
	if ( !trip_has_path( done ) )
	{
		return true;
	}
	fw_profile_def def = fw_default_profile_def();
	def.unit = query->unit;
	def.grid = query->options.ignore_costs ? NULL : world->grid;
	def.start_any_heading = query->start_any_heading;
	def.start_speed = query->options.start_speed;
	def.end_speed = query->options.goal_any_speed ? query->unit.speed : 0.0;
	fw_refusal refusal = { 0 };
	const fw_status status = fw_profile_create( &def, &done->result.path, profile, &refusal );
	if ( status != FW_OK )
	{
		refusal_complain( "the profile", status, &refusal );
	}
	return status == FW_OK;
}

static void write_row( FILE* stream, const fw_motion* now )
{
	fprintf( stream, "%.6f,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g,%s\n", now->time, now->pose.x, now->pose.y,
	         fw_degrees( now->pose.heading ), now->distance, now->speed, now->acceleration, now->curvature,
	         now->gear == FW_GEAR_REVERSE ? "reverse" : "forward" );
}

bool drive_write( const fw_profile* profile, const char* file )
{
	FILE* stream = file_create( file );
	if ( stream == NULL )
	{
		return false;
	}
	fputs( "time,x,y,heading,distance,speed,acceleration,curvature,gear\n", stream );
	const double total = fw_profile_time( profile );
	for ( double row = 0.0; row < total * ROWS_PER_SECOND; row += 1.0 )
	{
		const fw_motion now = fw_profile_state( profile, row / ROWS_PER_SECOND );
		write_row( stream, &now );
	}
	const fw_motion arrival = fw_profile_state( profile, total );
	write_row( stream, &arrival );
	return file_close( stream, file, true );
}
