// SPDX-License-Identifier: MIT
// Where each unit of a simulation is after every step, as CSV.
#include "trajectory.h"
#include "files.h"

bool trajectory_open( trajectory* rows, const char* file )
{
	*rows = ( trajectory ){ .file = file, .out = file != NULL ? file_create( file ) : NULL };
	if ( rows->out != NULL )
	{
		fputs( "time,unit,x,y,heading,radius\n", rows->out );
	}
	return file == NULL || rows->out != NULL;
}

void trajectory_take( trajectory* rows, const simulation* run )
{
	for ( int32_t i = 0; i < run->of->unit_count && rows->out != NULL; i++ )
	{
		const fw_pose at = run->units[i].at;
		const double radius = fw_unit_inner_radius( &run->of->kinds[run->of->units[i].kind].unit );
		fprintf( rows->out, "%.6f,%d,%.6f,%.6f,%.6f,%.6f\n", simulation_time( run ), (int)i, at.x, at.y,
		         fw_degrees( at.heading ), radius );
	}
}

bool trajectory_close( trajectory* rows, bool good )
{
	const bool written = rows->out == NULL || file_close( rows->out, rows->file, true );
	if ( rows->out != NULL && !good && !file_is_standard( rows->file ) )
	{
		remove( rows->file );
	}
	return written && good;
}
