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
	fw_pose_set poses;
	int32_t capacity;
} pose_reader;

// A comment after its `#`. One of its words may be `map:`; the rest of the line is then the map's name.
static fw_status read_comment( pose_reader* in )
{
	fw_text* text = &in->text;
	fw_text next = *text;
	fw_text_skip_line( &next );
	const char* zero = memchr( text->bytes + text->at, 0, next.at - text->at );
	if ( zero != NULL )
	{
		const fw_word found = { .at = (size_t)( zero - text->bytes ) };
		return fw_text_fail( text, found, FW_ERR_SYNTAX, "a comment of letters", 0 );
	}
	fw_word word;
	do
	{
		word = fw_text_word( text );
	} while ( word.size > 0 && !fw_text_is( text, word, "map:" ) );
	if ( word.size > 0 && in->poses.map[0] == 0 )
	{
		fw_word name = fw_text_word( text );
		for ( name.size = next.at - name.at; name.size > 0; name.size-- )
		{
			if ( memchr( " \t\r\n", text->bytes[name.at + name.size - 1], 4 ) == NULL )
			{
				break;
			}
		}
		FW_TRY( fw_text_check_name( text, name ) );
		const int32_t most = (int32_t)sizeof( in->poses.map ) - 1;
		if ( name.size > (size_t)most )
		{
			return fw_text_fail( text, name, FW_ERR_TOO_LARGE, "a map name of at most %g bytes", most );
		}
		memcpy( in->poses.map, text->bytes + name.at, name.size );
	}
	*text = next;
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

// The two numbers of a word `X,Y`.
static fw_status read_corner( const fw_text* text, fw_word word, fw_vec2* corner )
{
	static const char* const wanted = "a corner X,Y, each number from -64 to 64";
	const char* begin = text->bytes + word.at;
	const char* comma = memchr( begin, ',', word.size );
	if ( comma == NULL )
	{
		return fw_text_fail( text, word, FW_ERR_SYNTAX, wanted, 0 );
	}
	const fw_word x = { .at = word.at, .size = (size_t)( comma - begin ) };
	const fw_word y = { .at = word.at + x.size + 1, .size = word.size - x.size - 1 };
	FW_TRY( fw_text_double( text, x, wanted, -64.0, 64.0, &corner->x ) );
	return fw_text_double( text, y, wanted, -64.0, 64.0, &corner->y );
}

static fw_status read_outline( fw_text* text, fw_outline* outline )
{
	const fw_word name = fw_text_word( text );
	outline->count = 0;
	for ( fw_word word = fw_text_word( text ); word.size > 0; word = fw_text_word( text ) )
	{
		FW_TRY( outline->count < FW_OUTLINE_MAX
		            ? FW_OK
		            : fw_text_fail( text, word, FW_ERR_TOO_LARGE, "at most %g corners", FW_OUTLINE_MAX ) );
		FW_TRY( read_corner( text, word, &outline->corners[outline->count++] ) );
	}
	fw_unit unit = fw_default_unit();
	unit.turning_radius = 1.0;
	unit.outline = *outline;
	FW_TRY( outline->count > 0 && fw_unit_check( &unit, NULL ) == FW_OK
	            ? FW_OK
	            : fw_text_fail( text, name, FW_ERR_SYNTAX,
	                            "two to eight corners, convex, with 0,0 on or inside of them", 0 ) );
	return fw_text_finish_line( text );
}

// A line about the unit of the problems after it. `*is`: whether this is one.
static fw_status read_directive( pose_reader* in, bool* is )
{
	fw_text next = in->text;
	const fw_word word = fw_text_word( &next );
	const bool outline = fw_text_is( &next, word, "outline" );
	*is = outline || fw_text_is( &next, word, "reverse" );
	if ( !*is )
	{
		return FW_OK;
	}
	if ( in->poses.count > 0 )
	{
		return fw_text_fail( &in->text, word, FW_ERR_SYNTAX, "no such line after the first problem", 0 );
	}
	if ( outline )
	{
		return read_outline( &in->text, &in->poses.outline );
	}
	in->poses.reverse = true;
	in->text = next;
	return fw_text_finish_line( &in->text );
}

static fw_status read_lines( pose_reader* in )
{
	fw_pose_set* poses = &in->poses;
	while ( fw_text_next_line( &in->text ) )
	{
		fw_text start = in->text;
		const size_t first = fw_text_word( &start ).at;
		if ( start.bytes[first] == '#' )
		{
			in->text.at = first + 1;
			FW_TRY( read_comment( in ) );
			continue;
		}
		bool is_directive;
		FW_TRY( read_directive( in, &is_directive ) );
		if ( is_directive )
		{
			continue;
		}
		fw_pose_problem problem;
		FW_TRY( read_problem( &in->text, &problem ) );
		if ( !FW_PUSH( &poses->allocator, &poses->problems, &poses->count, &in->capacity, problem ) )
		{
			return fw_refuse_status( in->text.refusal, FW_ERR_MEMORY );
		}
	}
	const bool shrunk = FW_SHRINK( &poses->allocator, &poses->problems, &in->capacity, poses->count );
	return shrunk ? FW_OK : fw_refuse_status( in->text.refusal, FW_ERR_MEMORY );
}

fw_status fw_poses_parse( const char* text, size_t size, const fw_allocator* allocator, fw_pose_set* poses,
                          fw_refusal* refusal )
{
	FW_TRY( fw_text_check( text, size, "poses", poses, refusal ) );
	pose_reader in = { .text = fw_text_begin( text, size, refusal ) };
	in.poses.allocator = fw_allocator_or_default( allocator );
	const fw_status status = read_lines( &in );
	if ( status == FW_OK )
	{
		*poses = in.poses;
		return FW_OK;
	}
	fw_free( &in.poses.allocator, in.poses.problems, (size_t)in.capacity, sizeof( *in.poses.problems ) );
	return status;
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
