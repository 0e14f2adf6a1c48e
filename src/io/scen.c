// SPDX-License-Identifier: MIT
// Scenarios. Format: N. R. Sturtevant, "Benchmarks for Grid-Based Pathfinding", 2012. The number of fields decides
// whether a line has a length, and whether it has a size, which the first files did not.
#include "base/bytes.h"
#include "fairway/io.h"
#include "io/text.h"

#include <float.h>
#include <string.h>

// Numbers after the map's name: start and goal only, or with size and length.
#define MIN_NUMBERS 4
#define MAX_NUMBERS 7

// Bytes of the shortest line: "0 m 0 0 0 0" and its end.
#define LINE_MIN 12

typedef struct scen_reader
{
	fw_text text;
	fw_scen scen;
	int32_t capacity, names_capacity;
	int32_t* slots; // [slot_count], a set of the names by open addressing: 1 + offset of a name, 0 where free
	size_t slot_count;
} scen_reader;

static fw_status read_version( fw_text* text )
{
	const fw_text start = *text;
	if ( !fw_text_is( text, fw_text_word( text ), "version" ) )
	{
		*text = start;
		return FW_OK;
	}
	double version = 0.0;
	FW_TRY( fw_text_double( text, fw_text_word( text ), "the version 1 or 1.0", 1.0, 1.0, &version ) );
	return fw_text_finish_line( text );
}

// The words after the map's name, up to the end of the line.
static fw_status split_numbers( const fw_text* text, fw_word words[MAX_NUMBERS + 1], int32_t* count )
{
	fw_text line = *text;
	*count = 0;
	while ( *count < MAX_NUMBERS && ( words[*count] = fw_text_word( &line ) ).size > 0 )
	{
		( *count )++;
	}
	return *count < MIN_NUMBERS ? fw_text_fail( &line, words[*count], FW_ERR_SYNTAX,
	                                            "at least %g numbers after the map's name", MIN_NUMBERS )
	                            : fw_text_finish_line( &line );
}

static fw_status read_size( const fw_text* text, const fw_word words[2], fw_scen_problem* problem )
{
	FW_TRY( fw_text_int( text, words[0], "the map's width from 1 to %g", 1, FW_GRID_MAX_SIDE, FW_ERR_TOO_LARGE,
	                     &problem->map_width ) );
	FW_TRY( fw_text_int( text, words[1], "the map's height from 1 to %g", 1, FW_GRID_MAX_SIDE, FW_ERR_TOO_LARGE,
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
	static const char* const what[4] = { "the start's x from 0 to %g", "the start's y from 0 to %g",
	                                     "the goal's x from 0 to %g", "the goal's y from 0 to %g" };
	int32_t* const values[4] = { &problem->start_x, &problem->start_y, &problem->goal_x, &problem->goal_y };
	for ( int32_t i = 0; i < 4; i++ )
	{
		const int32_t side = i % 2 == 0 ? problem->map_width : problem->map_height;
		const int32_t most = ( side == 0 ? FW_GRID_MAX_SIDE : side ) - 1;
		FW_TRY( fw_text_int( text, words[i], what[i], 0, most, FW_ERR_SYNTAX, values[i] ) );
	}
	return FW_OK;
}

static fw_status read_problem( fw_text* text, fw_scen_problem* problem, fw_word* map )
{
	*problem = ( fw_scen_problem ){ .length = -1.0 };
	FW_TRY( fw_text_int( text, fw_text_word( text ), "a bucket from 0 to %g", 0, INT32_MAX, FW_ERR_SYNTAX,
	                     &problem->bucket ) );
	*map = fw_text_word( text );
	FW_TRY( map->size != 0 ? fw_text_check_name( text, *map )
	                       : fw_text_fail( text, *map, FW_ERR_SYNTAX, "the map's name", 0 ) );
	fw_word words[MAX_NUMBERS + 1];
	int32_t count = 0;
	FW_TRY( split_numbers( text, words, &count ) );
	const int32_t places = count >= 6 ? 2 : 0;
	FW_TRY( places != 0 ? read_size( text, words, problem ) : FW_OK );
	FW_TRY( read_places( text, words + places, problem ) );
	FW_TRY( count > places + 4
	            ? fw_text_double( text, words[places + 4], "a finite length", -DBL_MAX, DBL_MAX, &problem->length )
	            : FW_OK );
	fw_text_skip_line( text );
	return FW_OK;
}

// The slot that holds the name, or the free one where it belongs.
static int32_t* find_slot( const scen_reader* in, const char* name, size_t size )
{
	for ( uint64_t at = fw_hash_bytes( FW_HASH_BEGIN, name, size );; at++ )
	{
		int32_t* slot = &in->slots[at % in->slot_count];
		const char* other = *slot != 0 ? in->scen.names + ( *slot - 1 ) : NULL;
		if ( other == NULL || ( strncmp( other, name, size ) == 0 && other[size] == 0 ) )
		{
			return slot;
		}
	}
}

// The name must not contain a zero. False if memory is out.
static bool add_problem( scen_reader* in, fw_scen_problem problem, const char* name, size_t size )
{
	fw_scen* scen = &in->scen;
	int32_t* slot = find_slot( in, name, size );
	if ( *slot == 0 )
	{
		const size_t end = scen->names_size + size;
		if ( !FW_GROW( &scen->allocator, &scen->names, &in->names_capacity, (int32_t)end + 1 ) )
		{
			return false;
		}
		memcpy( scen->names + scen->names_size, name, size );
		scen->names[end] = 0;
		*slot = (int32_t)scen->names_size + 1;
		scen->names_size = end + 1;
	}
	problem.map_name = *slot - 1;
	return FW_PUSH( &scen->allocator, &scen->problems, &scen->count, &in->capacity, problem );
}

static fw_status read_problems( scen_reader* in )
{
	fw_scen* scen = &in->scen;
	bool room = in->slots != NULL;
	fw_text_next_line( &in->text );
	FW_TRY( read_version( &in->text ) );
	while ( room && fw_text_next_line( &in->text ) )
	{
		fw_scen_problem problem;
		fw_word map;
		FW_TRY( read_problem( &in->text, &problem, &map ) );
		room = add_problem( in, problem, in->text.bytes + map.at, map.size );
	}
	room = room && FW_SHRINK( &scen->allocator, &scen->names, &in->names_capacity, (int32_t)scen->names_size ) &&
	       FW_SHRINK( &scen->allocator, &scen->problems, &in->capacity, scen->count );
	return room ? FW_OK : fw_refuse_status( in->text.refusal, FW_ERR_MEMORY );
}

fw_status fw_scen_parse( const char* text, size_t size, const fw_allocator* allocator, fw_scen* scen,
                         fw_refusal* refusal )
{
	FW_TRY( fw_text_check( text, size, "scen", scen, refusal ) );
	scen_reader in = { .text = fw_text_begin( text, size, refusal ) };
	const fw_allocator* memory = &in.scen.allocator;
	in.scen.allocator = fw_allocator_or_default( allocator );
	in.slot_count = 2 * ( size / LINE_MIN + 1 ); // half of the slots stay free
	in.slots = fw_alloc_zero( memory, in.slot_count, sizeof( *in.slots ) );
	const fw_status status = read_problems( &in );
	fw_free( memory, in.slots, in.slot_count, sizeof( *in.slots ) );
	if ( status == FW_OK )
	{
		*scen = in.scen;
		return FW_OK;
	}
	fw_free( memory, in.scen.names, (size_t)in.names_capacity, 1 );
	fw_free( memory, in.scen.problems, (size_t)in.capacity, sizeof( *in.scen.problems ) );
	return status;
}

fw_status fw_scen_load( const char* file, const fw_allocator* allocator, fw_scen* scen, fw_refusal* refusal )
{
	fw_file text;
	FW_TRY( fw_file_read( file, allocator, &text, refusal ) );
	const fw_status status = fw_scen_parse( text.bytes, text.size, allocator, scen, refusal );
	fw_file_free( &text );
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
