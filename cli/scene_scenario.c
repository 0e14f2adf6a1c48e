// SPDX-License-Identifier: MIT
// Crowds from MovingAI scenarios. The library reads the lines; this finds the comments, which it does not know, and
// where each unit stands in the text.
#include "scene_scenario.h"
#include "scene_place.h"
#include "values.h"

#include "fairway/io.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MARK "\xEF\xBB\xBF" // of byte order
#define BLANKS " \t\r"

// A line of a unit.
typedef struct unit_line
{
	const char* text;
	int32_t number; // in the file, from 1
	double radius;
} unit_line;

typedef struct scenario_reader
{
	const scene_scenario* how;
	scene* out;
	field_error* error;
	unit_line* lines;
	int32_t line_count, capacity;
	fw_scen scen;
	scene_places places;
} scenario_reader;

// Units of a scenario come to top speed and to rest in a quarter of a second, as those of most crowds in games do.
#define SPURT 4.0

// Always false.
#if defined( __GNUC__ )
__attribute__( ( format( printf, 4, 5 ) ) )
#endif
static bool
refuse( scenario_reader* in, int32_t line, int32_t column, const char* format, ... )
{
	va_list arguments;
	va_start( arguments, format );
	*in->error = ( field_error ){ .status = FW_ERR_SYNTAX, .line = line, .column = column };
	vsnprintf( in->error->text, sizeof( in->error->text ), format, arguments );
	va_end( arguments );
	return false;
}

static bool fail( scenario_reader* in, fw_status status )
{
	refuse( in, 0, 0, "%s", fw_status_text( status ) );
	in->error->status = status;
	return false;
}

// The beginning of a word of a line, from 0; `size` receives its length, 0 behind the last word.
static const char* word_at( const char* line, int32_t index, size_t* size )
{
	const char* at = line + strspn( line, BLANKS );
	for ( int32_t i = 0; i < index; i++ )
	{
		at += strcspn( at, BLANKS "\n" );
		at += strspn( at, BLANKS );
	}
	*size = strcspn( at, BLANKS "\n" );
	return at;
}

// "# radius 0.3"; any other comment says nothing.
static bool read_comment( scenario_reader* in, const char* line, int32_t number, double* radius )
{
	char value[32];
	size_t size = 0;
	const char* hash = line + strspn( line, BLANKS );
	const char* name = word_at( hash + 1, 0, &size );
	if ( size != strlen( "radius" ) || strncmp( name, "radius", size ) != 0 )
	{
		return true;
	}
	size_t more = 0;
	const char* word = word_at( name, 1, &size );
	word_at( name, 2, &more );
	snprintf( value, sizeof( value ), "%.*s", (int)size, word );
	return ( size < sizeof( value ) && more == 0 &&
	         value_number( value, SCENE_RADIUS_MIN, FIELD_RADIUS_MAX, radius ) ) ||
	       refuse( in, number, (int32_t)( word - line ) + 1, "expected a radius from %g to %g", SCENE_RADIUS_MIN,
	               FIELD_RADIUS_MAX );
}

static bool add_line( scenario_reader* in, unit_line line )
{
	if ( in->line_count == in->capacity )
	{
		const int32_t more = in->capacity > 0 ? 2 * in->capacity : 256;
		unit_line* lines = realloc( in->lines, (size_t)more * sizeof( unit_line ) );
		if ( lines == NULL )
		{
			return fail( in, FW_ERR_MEMORY );
		}
		in->lines = lines;
		in->capacity = more;
	}
	in->lines[in->line_count++] = line;
	return true;
}

// Finds the lines of units with their radii, and blanks the comments.
static bool find_lines( scenario_reader* in, char* text, size_t size )
{
	double radius = fw_default_unit().radius;
	int32_t number = 1;
	bool first = true; // line that says something: the version can be there
	char* line = text + ( strncmp( text, MARK, 3 ) == 0 ? 3 : 0 );
	for ( char* end = line; line < text + size; line = end + 1, number++ )
	{
		size_t letters = 0;
		end = memchr( line, '\n', (size_t)( text + size - line ) );
		end = end != NULL ? end : text + size;
		const char* word = word_at( line, 0, &letters );
		if ( *word == '#' )
		{
			if ( !read_comment( in, line, number, &radius ) )
			{
				return false;
			}
			memset( line, ' ', (size_t)( end - line ) );
		}
		else if ( letters > 0 )
		{
			const bool version = first && letters == strlen( "version" ) && strncmp( word, "version", letters ) == 0;
			first = false;
			if ( !version && !add_line( in, ( unit_line ){ line, number, radius } ) )
			{
				return false;
			}
		}
	}
	return true;
}

static bool parse( scenario_reader* in, const char* text, size_t size )
{
	fw_refusal cause = { 0 };
	const fw_status status = fw_scen_parse( text, size, NULL, &in->scen, &cause );
	if ( status == FW_OK )
	{
		return true;
	}
	refuse( in, cause.line, cause.column, "%s", cause.text[0] != '\0' ? cause.text : fw_status_text( status ) );
	in->error->status = status;
	return false;
}

// The fault is at a word of the unit's line.
static int32_t column_of( const scenario_reader* in, int32_t unit, int32_t word )
{
	size_t size = 0;
	const char* line = in->lines[unit].text;
	return (int32_t)( word_at( line, word, &size ) - line ) + 1;
}

// The class of units of this radius; -1, with a message, where there are too many.
static int32_t find_kind( scenario_reader* in, int32_t unit )
{
	scene* out = in->out;
	const bool is_disc = in->how->outline.count == 0;
	const double radius = in->how->radius > 0.0 ? in->how->radius : is_disc ? in->lines[unit].radius : 0.0;
	for ( int32_t i = 0; i < out->kind_count; i++ )
	{
		if ( out->kinds[i].unit.radius == radius )
		{
			return i;
		}
	}
	if ( out->kind_count == SCENE_KINDS_MAX )
	{
		refuse( in, in->lines[unit].number, 1, "units of more than %d radii; --radius sets one for all",
		        SCENE_KINDS_MAX );
		return -1;
	}
	scene_kind* kind = scene_next_kind( out );
	kind->unit.radius = radius;
	kind->unit.outline = in->how->outline;
	kind->unit.turning_radius = in->how->turning_radius;
	kind->unit.reverse = in->how->reverse;
	kind->unit.speed = in->how->speed;
	kind->unit.acceleration = SPURT * in->how->speed;
	kind->unit.braking = SPURT * in->how->speed;
	snprintf( kind->name, sizeof( kind->name ), is_disc ? "radius %.15g" : "box radius %.15g", radius );
	fw_refusal refusal;
	if ( fw_unit_check( &kind->unit, &refusal ) != FW_OK )
	{
		refuse( in, 0, 0, "%s", refusal.text );
		return -1;
	}
	return out->kind_count++;
}

static bool place( scenario_reader* in, int32_t unit, fw_pose pose, uint32_t use )
{
	const scene_kind* kind = &in->out->kinds[in->out->units[unit].kind];
	const char* end = use == SCENE_START ? "start" : "goal";
	bool blocked = false;
	if ( scene_places_take( &in->places, &kind->unit, pose, use, &blocked ) && !blocked )
	{
		return true;
	}
	size_t size = 0;
	// Behind the bucket and the map's name, and the size, where there is one.
	word_at( in->lines[unit].text, 7, &size );
	const int32_t word = ( size > 0 ? 4 : 2 ) + ( use == SCENE_START ? 0 : 2 );
	return refuse( in, in->lines[unit].number, column_of( in, unit, word ), "the %s of unit %d, radius %g, %s", end,
	               (int)unit, kind->unit.radius,
	               blocked ? "lies on a tile that it may not enter" : "touches another unit's start" );
}

static bool add_unit( scenario_reader* in, int32_t unit )
{
	const fw_scen_problem problem = fw_scen_scaled( &in->scen, unit, in->out->grid );
	scene_unit* one = &in->out->units[unit];
	if ( in->how->map != NULL && !fw_scen_matches( &in->scen, unit, in->how->map ) )
	{
		return refuse( in, in->lines[unit].number, column_of( in, unit, 1 ),
		               "this unit is for the map '%.64s'; --any-map takes it anyway",
		               in->scen.names + in->scen.problems[unit].map_name );
	}
	// It faces its goal.
	const double heading = fw_atan2( problem.goal_y - problem.start_y, problem.goal_x - problem.start_x );
	*one = ( scene_unit ){
	    .kind = find_kind( in, unit ),
	    .start = { problem.start_x + 0.5, problem.start_y + 0.5, heading },
	    .goal = { problem.goal_x + 0.5, problem.goal_y + 0.5, heading },
	    .goal_any_heading = true,
	    .has_goal = true,
	    .group = unit,
	};
	in->out->unit_count += 1;
	return one->kind >= 0 && place( in, unit, one->start, SCENE_START ) && place( in, unit, one->goal, SCENE_GOAL );
}

static bool add_units( scenario_reader* in )
{
	const int32_t there = in->scen.count;
	const int32_t count = in->how->units > 0 ? in->how->units : there;
	if ( count > there || count == 0 )
	{
		return refuse( in, 0, 0, "%s%d units", count > there ? "there are only " : "there are ", (int)there );
	}
	if ( count > SCENE_UNITS_MAX )
	{
		return refuse( in, in->lines[SCENE_UNITS_MAX].number, 1, "more than %d units; --units takes the first ones",
		               SCENE_UNITS_MAX );
	}
	in->out->units = calloc( (size_t)count, sizeof( scene_unit ) );
	if ( in->out->units == NULL || !scene_places_make( &in->places, in->out->grid, 1 ) )
	{
		return fail( in, FW_ERR_MEMORY );
	}
	bool good = true;
	for ( int32_t i = 0; i < count && good; i++ )
	{
		good = add_unit( in, i );
	}
	return good;
}

bool scene_read_scenario( char* text, size_t size, const scene_scenario* how, scene* out, field_error* error )
{
	scenario_reader in = { .how = how, .out = out, .error = error };
	*error = ( field_error ){ .status = FW_OK };
	out->crowd = true;
	out->seconds = 0.0;
	const bool good = find_lines( &in, text, size ) && parse( &in, text, size ) && add_units( &in );
	scene_places_free( &in.places );
	fw_scen_free( &in.scen );
	free( in.lines );
	return good;
}
