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

#define FIRST_SLOTS 16

// A set of strings in one block, by open addressing; each is stored once and known by its offset.
typedef struct name_set
{
	char* bytes; // [capacity], the names one after another, each ended by a zero
	int32_t used, capacity;
	int32_t* slots; // [slot_count], a power of two: 1 + offset of a name, 0 where free
	int32_t slot_count;
	int32_t count;
} name_set;

typedef struct scen_reader
{
	fw_text text;
	fw_allocator allocator;
	fw_scen_problem* problems;
	int32_t count, capacity;
	name_set names;
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
static fw_status split_numbers( fw_text* text, fw_word words[MAX_NUMBERS], int32_t* count )
{
	*count = 0;
	for ( ;; )
	{
		const fw_text before = *text;
		const fw_word word = fw_text_word( text );
		if ( word.size == 0 && *count < MIN_NUMBERS )
		{
			return fw_text_fail( text, word, FW_ERR_SYNTAX, "at least %g numbers after the map's name", MIN_NUMBERS );
		}
		if ( word.size == 0 )
		{
			fw_text line = *text;
			return fw_text_finish_line( &line );
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

static fw_status read_problem( scen_reader* in, fw_scen_problem* problem, fw_word* map )
{
	fw_text* text = &in->text;
	*problem = ( fw_scen_problem ){ .length = -1.0 };
	FW_TRY( fw_text_int( text, fw_text_word( text ), "a bucket from 0 to %g", 0, INT32_MAX, FW_ERR_SYNTAX,
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

// The slot that holds the name, or the free one where it belongs.
static int32_t* find_slot( const name_set* names, const char* name, size_t size )
{
	const uint32_t mask = (uint32_t)names->slot_count - 1;
	uint32_t at = (uint32_t)fw_hash_bytes( FW_HASH_BEGIN, name, size ) & mask;
	while ( names->slots[at] != 0 )
	{
		const char* other = names->bytes + ( names->slots[at] - 1 );
		if ( strlen( other ) == size && memcmp( other, name, size ) == 0 )
		{
			break;
		}
		at = ( at + 1 ) & mask;
	}
	return &names->slots[at];
}

static bool grow_slots( const fw_allocator* allocator, name_set* names )
{
	const int32_t old_count = names->slot_count;
	const int32_t new_count = old_count == 0 ? FIRST_SLOTS : old_count * 2;
	int32_t* slots = fw_alloc_zero( allocator, (size_t)new_count, sizeof( *slots ) );
	if ( slots == NULL )
	{
		return false;
	}
	fw_free( allocator, names->slots, (size_t)old_count, sizeof( *slots ) );
	names->slots = slots;
	names->slot_count = new_count;
	for ( int32_t offset = 0; offset < names->used; )
	{
		const size_t size = strlen( names->bytes + offset );
		*find_slot( names, names->bytes + offset, size ) = offset + 1;
		offset += (int32_t)size + 1;
	}
	return true;
}

// The offset of the name, which is added if it is new. The name must not contain a zero.
static fw_status add_name( const fw_allocator* allocator, name_set* names, const char* name, size_t size,
                           int32_t* offset )
{
	// At least half of the slots stay free.
	if ( names->count >= names->slot_count / 2 && !grow_slots( allocator, names ) )
	{
		return FW_ERR_MEMORY;
	}
	int32_t* slot = find_slot( names, name, size );
	if ( *slot == 0 )
	{
		if ( size >= (size_t)( INT32_MAX - names->used ) )
		{
			return FW_ERR_TOO_LARGE;
		}
		const int32_t end = names->used + (int32_t)size + 1;
		if ( !FW_GROW( allocator, &names->bytes, &names->capacity, end ) )
		{
			return FW_ERR_MEMORY;
		}
		memcpy( names->bytes + names->used, name, size );
		names->bytes[end - 1] = 0;
		*slot = names->used + 1;
		names->used = end;
		names->count++;
	}
	*offset = *slot - 1;
	return FW_OK;
}

static fw_status add_problem( scen_reader* in, fw_scen_problem* problem, fw_word map )
{
	fw_status status = add_name( &in->allocator, &in->names, in->text.bytes + map.at, map.size, &problem->map_name );
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
	fw_text_next_line( &in->text );
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

fw_status fw_scen_parse( const char* text, size_t size, const fw_allocator* allocator, fw_scen* scen,
                         fw_refusal* refusal )
{
	FW_TRY( fw_text_check( text, size, "scen", scen, refusal ) );
	scen_reader in = { .allocator = fw_allocator_or_default( allocator ) };
	in.text = fw_text_begin( text, size, refusal );
	fw_status status = read_problems( &in );
	if ( status == FW_OK && !( FW_SHRINK( &in.allocator, &in.names.bytes, &in.names.capacity, in.names.used ) &&
	                           FW_SHRINK( &in.allocator, &in.problems, &in.capacity, in.count ) ) )
	{
		status = fw_refuse_status( refusal, FW_ERR_MEMORY );
	}
	fw_free( &in.allocator, in.names.slots, (size_t)in.names.slot_count, sizeof( *in.names.slots ) );
	if ( status != FW_OK )
	{
		fw_free( &in.allocator, in.names.bytes, (size_t)in.names.capacity, 1 );
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
