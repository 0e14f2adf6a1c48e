// SPDX-License-Identifier: MIT
// Scenario files of the command line.
#include "batch.h"
#include "files.h"
#include "message.h"

#include <stdlib.h>

bool scenario_read( const options* given, fw_scen* scen )
{
	fw_refusal error = { 0 };
	size_t size = 0;
	char* text = file_read( given->files[1], &size );
	const fw_status status = text != NULL ? fw_scen_parse( text, size, NULL, scen, &error ) : FW_ERR_IO;
	free( text );
	if ( text == NULL )
	{
		return false;
	}
	if ( status != FW_OK )
	{
		complain_file( given->files[1], status, &error );
		return false;
	}
	for ( int32_t i = 0; i < scen->count && !given->any_map; i++ )
	{
		if ( !fw_scen_matches( scen, i, given->files[0] ) )
		{
			complain( "%s: problem %d is for the map '%s'; --any-map takes it anyway", given->files[1], (int)i,
			          scen->names + scen->problems[i].map_name );
			fw_scen_free( scen );
			return false;
		}
	}
	return true;
}

fw_pose scenario_tile( fw_anchor anchor, int32_t x, int32_t y )
{
	const double half = anchor == FW_ANCHOR_CORNER ? 0.0 : 0.5;
	return ( fw_pose ){ x + half, y + half, 0.0 };
}
