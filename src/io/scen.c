// SPDX-License-Identifier: MIT
// Scenarios. Format: N. R. Sturtevant, "Benchmarks for Grid-Based Pathfinding", 2012. The number of fields decides
// whether a line has a length, and whether it has a size, which the first files did not.
#include "base/core.h"
#include "fairway/io.h"
#include "io/file_text.h"
#include "io/names.h"
#include "io/number.h"
#include "io/text.h"

#include <float.h>
#include <string.h>

// Numbers after the map's name: start and goal only, or with size and length.
#define MIN_NUMBERS 4
#define MAX_NUMBERS 7

typedef struct scen_reader
{
	fw_text text;
	fw_allocator allocator;
	fw_scen_problem* problems;
	int32_t count, capacity;
	fw_names names;
} scen_reader;

static fw_status read_version( fw_text* text )
{
	const fw_text start = *text;
	if ( !fw_text_is( text, fw_text_word( text ), "version" ) )
	{
		*text = start;
		return FW_OK;
	}
	const fw_word word = fw_text_word( text );
	double version = 0.0;
	if ( !fw_number_double( text->bytes + word.at, word.size, &version ) || version != 1.0 )
	{
		return fw_text_fail( text, word, FW_ERR_SYNTAX, "the version 1 or 1.0", 0 );
	}
	if ( !fw_text_end_line( text ) )
	{
		return fw_text_fail( text, fw_text_word( text ), FW_ERR_SYNTAX, "the end of the line", 0 );
	}
	return FW_OK;
}

// The words after the map's name, up to the end of the line.
static fw_status split_numbers( fw_text* text, fw_word words[MAX_NUMBERS], int32_t* count )
{
	*count = 0;
	for ( ;; )
	{
		const fw_text before = *text;
		const fw_word word = fw_text_word( text );
		if ( word.size == 0 && *count < MIN_NUMBERS )
		{
			return fw_text_fail( text, word, FW_ERR_SYNTAX, "at least # numbers after the map's name", MIN_NUMBERS );
		}
		if ( word.size == 0 )
		{
			fw_text line = *text;
			return fw_text_end_line( &line )
			           ? FW_OK
			           : fw_text_fail( text, fw_text_word( &line ), FW_ERR_SYNTAX, "the end of the line", 0 );
		}
		if ( *count == MAX_NUMBERS )
		{
			return fw_text_fail( &before, word, FW_ERR_SYNTAX, "the end of the line", 0 );
		}
		words[( *count )++] = word;
	}
}

static fw_status read_size( const fw_text* text, const fw_word words[2], fw_scen_problem* problem )
{
	FW_TRY( fw_text_int( text, words[0], "the map's width from 1 to #", 1, FW_GRID_MAX_SIDE, FW_ERR_TOO_LARGE,
	                     &problem->map_width ) );
	FW_TRY( fw_text_int( text, words[1], "the map's height from 1 to #", 1, FW_GRID_MAX_SIDE, FW_ERR_TOO_LARGE,
	                     &problem->map_height ) );
	if ( problem->map_width == 1 && problem->map_height == 1 )
	{
		problem->map_width = 0;
		problem->map_height = 0;
	}
	return FW_OK;
}

static fw_status read_places( const fw_text* text, const fw_word words[4], fw_scen_problem* problem )
{
	static const char* const what[4] = { "the start's x from 0 to #", "the start's y from 0 to #",
	                                     "the goal's x from 0 to #", "the goal's y from 0 to #" };
	int32_t* const values[4] = { &problem->start_x, &problem->start_y, &problem->goal_x, &problem->goal_y };
	for ( int32_t i = 0; i < 4; i++ )
	{
		const int32_t side = i % 2 == 0 ? problem->map_width : problem->map_height;
		const int32_t most = ( side == 0 ? FW_GRID_MAX_SIDE : side ) - 1;
		FW_TRY( fw_text_int( text, words[i], what[i], 0, most, FW_ERR_SYNTAX, values[i] ) );
	}
	return FW_OK;
}

static fw_status read_problem( scen_reader* in, fw_scen_problem* problem, fw_word* map )
{
	fw_text* text = &in->text;
	*problem = ( fw_scen_problem ){ .length = -1.0 };
	FW_TRY( fw_text_int( text, fw_text_word( text ), "a bucket from 0 to #", 0, INT32_MAX, FW_ERR_SYNTAX,
	                     &problem->bucket ) );
	*map = fw_text_word( text );
	FW_TRY( map->size != 0 ? fw_text_check_name( text, *map )
	                       : fw_text_fail( text, *map, FW_ERR_SYNTAX, "the map's name", 0 ) );
	fw_word words[MAX_NUMBERS];
	int32_t count = 0;
	FW_TRY( split_numbers( text, words, &count ) );
	const int32_t places = count >= 6 ? 2 : 0;
	FW_TRY( places != 0 ? read_size( text, words, problem ) : FW_OK );
	FW_TRY( read_places( text, words + places, problem ) );
	return count > places + 4
	           ? fw_text_double( text, words[places + 4], "a finite length", -DBL_MAX, DBL_MAX, &problem->length )
	           : FW_OK;
}

static fw_status add_problem( scen_reader* in, fw_scen_problem* problem, fw_word map )
{
	fw_status status = fw_names_add( &in->names, in->text.bytes + map.at, map.size, &problem->map_name );
	if ( status == FW_OK && in->count == INT32_MAX )
	{
		status = FW_ERR_TOO_LARGE;
	}
	if ( status == FW_OK && !FW_GROW( &in->allocator, &in->problems, &in->capacity, in->count + 1 ) )
	{
		status = FW_ERR_MEMORY;
	}
	if ( status != FW_OK )
	{
		return fw_refuse_status( in->text.refusal, status );
	}
	in->problems[in->count++] = *problem;
	return FW_OK;
}

static fw_status read_problems( scen_reader* in )
{
	fw_text_skip_blank_lines( &in->text );
	fw_status status = read_version( &in->text );
	while ( status == FW_OK && fw_text_next_line( &in->text ) )
	{
		fw_scen_problem problem;
		fw_word map;
		status = read_problem( in, &problem, &map );
		status = status == FW_OK ? add_problem( in, &problem, map ) : status;
	}
	return status;
}

// The caller frees the blocks by their used sizes alone.
static fw_status finish( scen_reader* in )
{
	fw_status status = fw_names_finish( &in->names );
	if ( status == FW_OK && in->count > 0 )
	{
		fw_scen_problem* shrunk = fw_realloc( &in->allocator, in->problems, (size_t)in->capacity, (size_t)in->count,
		                                      sizeof( *in->problems ) );
		if ( shrunk != NULL )
		{
			in->problems = shrunk;
			in->capacity = in->count;
		}
		status = shrunk != NULL ? FW_OK : FW_ERR_MEMORY;
	}
	return status == FW_OK ? FW_OK : fw_refuse_status( in->text.refusal, status );
}

fw_status fw_scen_parse( const char* text, size_t size, const fw_allocator* allocator, fw_scen* scen,
                         fw_refusal* refusal )
{
	FW_TRY( fw_text_check( text, size, "scen", scen, refusal ) );
	scen_reader in = { .allocator = fw_allocator_or_default( allocator ) };
	in.text = fw_text_begin( text, size, refusal );
	in.names = fw_names_begin( &in.allocator );
	fw_status status = read_problems( &in );
	status = status == FW_OK ? finish( &in ) : status;
	if ( status != FW_OK )
	{
		fw_names_free( &in.names );
		fw_free( &in.allocator, in.problems, (size_t)in.capacity, sizeof( *in.problems ) );
		return status;
	}
	*scen = ( fw_scen ){ .problems = in.problems,
	                     .count = in.count,
	                     .names = in.names.bytes,
	                     .names_size = (size_t)in.names.used,
	                     .allocator = in.allocator };
	return FW_OK;
}

fw_status fw_scen_load( const char* file, const fw_allocator* allocator, fw_scen* scen, fw_refusal* refusal )
{
	fw_file_text text;
	fw_status status = fw_file_text_read( file, allocator, &text, refusal );
	if ( status == FW_OK )
	{
		status = fw_scen_parse( text.bytes, text.size, allocator, scen, refusal );
		fw_file_text_free( &text );
	}
	return status;
}

void fw_scen_free( fw_scen* scen )
{
	if ( scen != NULL )
	{
		fw_free( &scen->allocator, scen->problems, (size_t)scen->count, sizeof( *scen->problems ) );
		fw_free( &scen->allocator, scen->names, scen->names_size, 1 );
		*scen = ( fw_scen ){ 0 };
	}
}

static const char* base_name( const char* path )
{
	const char* base = path;
	for ( ; *path != 0; path++ )
	{
		base = *path == '/' || *path == '\\' ? path + 1 : base;
	}
	return base;
}

static bool has_problem( const fw_scen* scen, int32_t problem )
{
	return scen != NULL && problem >= 0 && problem < scen->count;
}

bool fw_scen_matches( const fw_scen* scen, int32_t problem, const char* map_file )
{
	if ( !has_problem( scen, problem ) || map_file == NULL )
	{
		return false;
	}
	const char* base = base_name( map_file );
	return *base != 0 && strcmp( base_name( scen->names + scen->problems[problem].map_name ), base ) == 0;
}

// Scales a coordinate on a map of size `from` to a map of size `to`.
static int32_t scale( int32_t place, int32_t from, int32_t to )
{
	return (int32_t)( (int64_t)place * to / from );
}

fw_scen_problem fw_scen_scaled( const fw_scen* scen, int32_t problem, const fw_grid* grid )
{
	if ( !has_problem( scen, problem ) )
	{
		return ( fw_scen_problem ){ .length = -1.0 };
	}
	fw_scen_problem scaled = scen->problems[problem];
	if ( grid == NULL || scaled.map_width < 1 || scaled.map_height < 1 )
	{
		return scaled;
	}
	const int32_t width = fw_grid_width( grid );
	const int32_t height = fw_grid_height( grid );
	scaled.start_x = scale( scaled.start_x, scaled.map_width, width );
	scaled.start_y = scale( scaled.start_y, scaled.map_height, height );
	scaled.goal_x = scale( scaled.goal_x, scaled.map_width, width );
	scaled.goal_y = scale( scaled.goal_y, scaled.map_height, height );
	scaled.map_width = width;
	scaled.map_height = height;
	return scaled;
}
