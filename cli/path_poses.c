// SPDX-License-Identifier: MIT
// Paths as poses one after another.
#include "path_poses.h"
#include "files.h"

#include <math.h>
#include <stdio.h>

bool path_poses_is_name( const char* file )
{
	return file_ends_with( file, ".csv" ) || file_ends_with( file, ".yaml" ) || file_ends_with( file, ".yml" );
}

typedef struct pose_writer
{
	FILE* stream;
	const map_frame* frame;
	bool csv;
} pose_writer;

static void write_pose( const pose_writer* out, fw_pose at, fw_gear gear )
{
	const fw_pose pose = out->frame != NULL ? frame_to_meters( out->frame, at ) : at;
	if ( out->csv )
	{
		fprintf( out->stream, "%.6f,%.6f,%.4f,%s\n", pose.x, pose.y, fw_degrees( pose.heading ),
		         gear == FW_GEAR_REVERSE ? "reverse" : "forward" );
		return;
	}
	fprintf( out->stream,
	         "- header: {frame_id: map}\n"
	         "  pose:\n"
	         "    position: {x: %.6f, y: %.6f, z: 0.0}\n"
	         "    orientation: {x: 0.0, y: 0.0, z: %.9f, w: %.9f}\n",
	         pose.x, pose.y, fw_sin( 0.5 * pose.heading ), fw_cos( 0.5 * pose.heading ) );
}

bool path_poses_write( const fw_path* path, const map_frame* frame, const char* file )
{
	FILE* stream = file_create( file );
	if ( stream == NULL )
	{
		return false;
	}
	const pose_writer out = { stream, frame, file_ends_with( file, ".csv" ) };
	fputs( out.csv ? "x,y,heading,gear\n" : "header: {frame_id: map}\nposes:\n", stream );
	for ( int32_t i = 0; i < path->count; i++ )
	{
		const fw_segment* segment = &path->segments[i];
		const double length = segment->kind == FW_SEGMENT_LINK ? 0.0 : segment->length;
		const int32_t steps = (int32_t)fmin( fmax( ceil( length ), 1.0 ), 1e6 );
		for ( int32_t k = i == 0 ? 0 : 1; k <= steps; k++ )
		{
			write_pose( &out, fw_segment_pose_at( segment, segment->length * k / steps ), segment->gear );
		}
	}
	return file_close( stream, file, true );
}
