// SPDX-License-Identifier: MIT
// Pose problems: one line per problem, comments, the map's name in the first comment that gives one.
#include "base/core.h"
#include "fairway/io.h"
#include "io/text.h"

#include <string.h>

#define FIELDS 8
// Full turns carry no meaning, and a heading far from zero has fewer exact digits.
#define DEGREES_MAX 36000.0

typedef struct pose_reader
{
	fw_text text;
	fw_allocator allocator;
	fw_pose_problem* problems;
	int32_t count, capacity;
	char map[sizeof( ( (fw_pose_set*)0 )->map )];
} pose_reader;

static fw_status take_map_name( pose_reader* in, fw_word name )
{
	FW_TRY( fw_text_check_name( &in->text, name ) );
	if ( name.size >= sizeof( in->map ) )
	{
		return fw_text_fail( &in->text, name, FW_ERR_TOO_LARGE, "a map name of at most %g bytes",
		                     (int32_t)sizeof( in->map ) - 1 );
	}
	memcpy( in->map, in->text.bytes + name.at, name.size );
	return FW_OK;
}

// A comment up to the end of its line. One of its words may be `map:`; the rest is then the map's name.
static fw_status read_comment( pose_reader* in )
{
	fw_text* text = &in->text;
	text->at += 1;
	const char* line_end = memchr( text->bytes + text->at, '\n', text->size - text->at );
	size_t end = line_end != NULL ? (size_t)( line_end - text->bytes ) : text->size;
	const char* zero = memchr( text->bytes + text->at, 0, end - text->at );
	if ( zero != NULL )
	{
		const fw_word found = { .at = (size_t)( zero - text->bytes ), .size = 1 };
		return fw_text_fail( text, found, FW_ERR_SYNTAX, "a comment of letters", 0 );
	}
	while ( in->map[0] == 0 && text->at < end )
	{
		const fw_word word = fw_text_word( text );
		if ( word.size == 0 )
		{
			break;
		}
		if ( fw_text_is( text, word, "map:" ) )
		{
			fw_word name = fw_text_word( text );
			while ( end > name.at + name.size && memchr( " \t\r", text->bytes[end - 1], 3 ) != NULL )
			{
				end--;
			}
			name.size = end - name.at;
			return take_map_name( in, name );
		}
	}
	return FW_OK;
}

static fw_status read_problem( fw_text* text, fw_pose_problem* problem )
{
	static const struct
	{
		const char* what;
		double least, most;
	} fields[FIELDS] = {
	    { "the start's x from 0 to 16384", 0.0, FW_GRID_MAX_SIDE },
	    { "the start's y from 0 to 16384", 0.0, FW_GRID_MAX_SIDE },
	    { "the start's heading from -36000 to 36000 degrees", -DEGREES_MAX, DEGREES_MAX },
	    { "the goal's x from 0 to 16384", 0.0, FW_GRID_MAX_SIDE },
	    { "the goal's y from 0 to 16384", 0.0, FW_GRID_MAX_SIDE },
	    { "the goal's heading from -36000 to 36000 degrees, or 'any'", -DEGREES_MAX, DEGREES_MAX },
	    { "a radius from 0 to 64", 0.0, 64.0 },
	    { "a turning radius from 0 to 64", 0.0, 64.0 },
	};
	double values[FIELDS] = { 0 };
	bool any = false;
	for ( int32_t field = 0; field < FIELDS; field++ )
	{
		const fw_word word = fw_text_word( text );
		const bool is_any = field == 5 && fw_text_is( text, word, "any" );
		any = any || is_any;
		if ( !is_any )
		{
			FW_TRY( fw_text_double( text, word, fields[field].what, fields[field].least, fields[field].most,
			                        &values[field] ) );
		}
	}
	FW_TRY( fw_text_finish_line( text ) );
	*problem = ( fw_pose_problem ){
	    .start = { values[0], values[1], fw_radians( values[2] ) },
	    .goal = { values[3], values[4], fw_radians( values[5] ) },
	    .goal_any_heading = any,
	    .radius = values[6],
	    .turning_radius = values[7],
	};
	return FW_OK;
}

static fw_status add_problem( pose_reader* in, const fw_pose_problem* problem )
{
	if ( in->count == INT32_MAX )
	{
		return fw_refuse_status( in->text.refusal, FW_ERR_TOO_LARGE );
	}
	if ( !FW_GROW( &in->allocator, &in->problems, &in->capacity, in->count + 1 ) )
	{
		return fw_refuse_status( in->text.refusal, FW_ERR_MEMORY );
	}
	in->problems[in->count++] = *problem;
	return FW_OK;
}

static fw_status read_line( pose_reader* in )
{
	fw_text start = in->text;
	const fw_word first = fw_text_word( &start );
	if ( first.size != 0 && in->text.bytes[first.at] == '#' )
	{
		in->text.at = first.at;
		const fw_status status = read_comment( in );
		if ( status == FW_OK )
		{
			fw_text_skip_line( &in->text );
		}
		return status;
	}
	fw_pose_problem problem;
	FW_TRY( read_problem( &in->text, &problem ) );
	return add_problem( in, &problem );
}

fw_status fw_poses_parse( const char* text, size_t size, const fw_allocator* allocator, fw_pose_set* poses,
                          fw_refusal* refusal )
{
	FW_TRY( fw_text_check( text, size, "poses", poses, refusal ) );
	fw_status status = FW_OK;
	pose_reader in = { .allocator = fw_allocator_or_default( allocator ) };
	in.text = fw_text_begin( text, size, refusal );
	while ( status == FW_OK && fw_text_next_line( &in.text ) )
	{
		status = read_line( &in );
	}
	if ( status == FW_OK && !FW_SHRINK( &in.allocator, &in.problems, &in.capacity, in.count ) )
	{
		status = fw_refuse_status( refusal, FW_ERR_MEMORY );
	}
	if ( status != FW_OK )
	{
		fw_free( &in.allocator, in.problems, (size_t)in.capacity, sizeof( *in.problems ) );
		return status;
	}
	fw_pose_set made = { .problems = in.problems, .count = in.count, .allocator = in.allocator };
	memcpy( made.map, in.map, sizeof( made.map ) );
	*poses = made;
	return FW_OK;
}

fw_status fw_poses_load( const char* file, const fw_allocator* allocator, fw_pose_set* poses, fw_refusal* refusal )
{
	fw_file text;
	FW_TRY( fw_file_read( file, allocator, &text, refusal ) );
	const fw_status status = fw_poses_parse( text.bytes, text.size, allocator, poses, refusal );
	fw_file_free( &text );
	return status;
}

void fw_poses_free( fw_pose_set* poses )
{
	if ( poses != NULL )
	{
		fw_free( &poses->allocator, poses->problems, (size_t)poses->count, sizeof( *poses->problems ) );
		*poses = ( fw_pose_set ){ 0 };
	}
}
