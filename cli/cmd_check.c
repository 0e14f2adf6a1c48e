// SPDX-License-Identifier: MIT
// fairway check: is this path legal, and if not, where not?
#include "commands.h"
#include "files.h"
#include "message.h"
#include "refusal.h"
#include "trip.h"
#include "values.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// A stated length may differ by rounding of its digits.
#define LENGTH_SLACK 1e-6

static bool read_document( const char* file, path_document* document )
{
	size_t size = 0;
	char* text = file_read( file, &size );
	if ( text == NULL )
	{
		return false;
	}
	field_error error;
	const bool good = path_json_read( text, size, document, &error );
	free( text );
	if ( !good )
	{
		field_complain( file, &error );
	}
	return good;
}

// The unit of the file, with what the command line says otherwise.
static fw_unit judged_unit( const options* given, const path_document* document )
{
	const fw_unit* said = &given->plan.unit;
	fw_unit unit = document->unit;
	// Who names a radius means a disc, also where the file is about a square.
	unit.size = options_given( given, "size" ) || options_given( given, "radius" ) ? said->size : unit.size;
	unit.radius = options_given( given, "radius" ) ? said->radius : unit.radius;
	unit.outline = said->outline.count > 0 ? said->outline : unit.outline;
	unit.turning_radius = options_given( given, "turning-radius" ) ? said->turning_radius : unit.turning_radius;
	unit.capabilities = options_given( given, "capability" ) ? said->capabilities : unit.capabilities;
	unit.reverse = unit.reverse || said->reverse;
	return unit;
}

static void print_violations( const fw_violation* violations, int32_t count )
{
	for ( int32_t i = 0; i < count; i++ )
	{
		char text[160];
		violation_text( &violations[i], text );
		printf( "%s\n", text );
	}
}

// What the path costs on the map as it is, with --cost.
static void print_cost( const options* given, const fw_grid* grid, const fw_unit* unit, const fw_path* path )
{
	if ( options_given( given, "cost" ) )
	{
		fw_smoother smoother = fw_default_smoother();
		smoother.grid = grid;
		smoother.unit = unit;
		grid_print_costs( grid );
		printf( "cost        %.6f tiles\n", fw_smoother_cost( &smoother, path ) );
	}
}

static int judge( const options* given, const fw_grid* grid, const fw_unit* unit, const path_document* document )
{
	const char* file = given->files[1];
	int32_t count = 0;
	fw_violation* violations = NULL;
	fw_refusal refusal = { 0 };
	const fw_status status = violations_find( grid, unit, &document->path, &violations, &count, &refusal );
	if ( status != FW_OK )
	{
		refusal_complain( file, status, &refusal );
		free( violations );
		return EXIT_BAD;
	}
	print_violations( violations, count );
	free( violations );
	const double length = document->path.length;
	const bool length_wrong = fabs( document->length - length ) > LENGTH_SLACK * fmax( 1.0, length );
	if ( length_wrong )
	{
		printf( "length is stated as %.9g, the segments make %.9g\n", document->length, length );
	}
	const bool legal = count == 0 && !length_wrong;
	char shape[32];
	value_shape_text( unit, shape );
	printf( "%s: %d segments, length %.6f tiles, %s, turning radius %g\n", legal ? "legal" : "not legal",
	        (int)document->path.count, length, shape, unit->turning_radius );
	print_cost( given, grid, unit, &document->path );
	return legal ? EXIT_GOOD : EXIT_NEGATIVE;
}

int command_check( options* given )
{
	loaded_map world;
	if ( !loaded_map_open( &world, given ) )
	{
		return EXIT_BAD;
	}
	path_document document;
	path_document_init( &document );
	int code = EXIT_BAD;
	if ( read_document( given->files[1], &document ) )
	{
		const fw_unit unit = judged_unit( given, &document );
		if ( document.found )
		{
			code = judge( given, world.grid, &unit, &document );
		}
		else
		{
			printf( "not legal: the file says that no path was found\n" );
			code = EXIT_NEGATIVE;
		}
	}
	path_document_free( &document );
	loaded_map_close( &world );
	return code;
}
