// SPDX-License-Identifier: MIT
// Links and one-way tiles of a map: one line for each, comments. All lines are read before the first one counts.
#include "fairway/io.h"
#include "grid/grid.h"
#include "io/text.h"

#include <string.h>

// The first reading checks all lines and counts; the second applies them, and cannot fail.
typedef struct link_reader
{
	fw_text text;
	fw_grid* grid;
	bool apply;
	int32_t link_count, one_way_count;
} link_reader;

// A coordinate or a size within the map.
static fw_status read_int( link_reader* in, const char* what, int32_t least, int32_t most, int32_t* value )
{
	return fw_text_int( &in->text, fw_text_word( &in->text ), what, least, most, FW_ERR_SYNTAX, value );
}

static fw_status read_tile( link_reader* in, int32_t* x, int32_t* y )
{
	FW_TRY( read_int( in, "a column from 0 to %g", 0, fw_grid_width( in->grid ) - 1, x ) );
	return read_int( in, "a row from 0 to %g", 0, fw_grid_height( in->grid ) - 1, y );
}

// The bits of a comma-separated list; each bit has the name at its number.
static fw_status read_list( link_reader* in, fw_word list, const char* what, const char* const* names, uint32_t* bits )
{
	const fw_text* text = &in->text;
	const size_t end = list.at + list.size;
	fw_word name = { .at = list.at };
	*bits = 0;
	for ( ; name.at <= end; name.at += name.size + 1 )
	{
		const char* comma = memchr( text->bytes + name.at, ',', end - name.at );
		name.size = comma != NULL ? (size_t)( comma - text->bytes ) - name.at : end - name.at;
		uint32_t bit = 0;
		for ( int32_t i = 0; names[i] != NULL; i++ )
		{
			bit |= fw_text_is( text, name, names[i] ) ? 1u << i : 0;
		}
		if ( bit == 0 )
		{
			return fw_text_fail( text, name, FW_ERR_SYNTAX, what, 0 );
		}
		*bits |= bit;
	}
	return FW_OK;
}

static fw_status read_link( link_reader* in )
{
	fw_link link = { .capabilities = UINT32_MAX };
	FW_TRY( read_tile( in, &link.from_x, &link.from_y ) );
	fw_text ahead = in->text;
	const fw_word to = fw_text_word( &ahead );
	FW_TRY( read_tile( in, &link.to_x, &link.to_y ) );
	if ( link.from_x == link.to_x && link.from_y == link.to_y )
	{
		return fw_text_fail( &in->text, to, FW_ERR_SYNTAX, "another tile than the first", 0 );
	}
	FW_TRY( fw_text_double( &in->text, fw_text_word( &in->text ), "a cost from 0 to 10000", 0.0, FW_LINK_COST_MAX,
	                        &link.cost ) );
	const fw_word list = fw_text_word( &in->text );
	if ( list.size > 0 )
	{
		FW_TRY( read_list( in, list, "capabilities, some of ground, water, swamp, trees, road", fw_capability_names,
		                   &link.capabilities ) );
	}
	in->link_count++;
	return in->apply ? fw_grid_add_link( in->grid, &link, NULL ) : FW_OK;
}

static fw_status read_one_way( link_reader* in )
{
	static const char* const names[] = { "e", "se", "s", "sw", "w", "nw", "n", "ne", NULL };
	const fw_grid* grid = in->grid;
	fw_rect rect = { 0 };
	FW_TRY( read_tile( in, &rect.x, &rect.y ) );
	FW_TRY( read_int( in, "a width from 1 to %g", 1, fw_grid_width( grid ) - rect.x, &rect.width ) );
	FW_TRY( read_int( in, "a height from 1 to %g", 1, fw_grid_height( grid ) - rect.y, &rect.height ) );
	const fw_word list = fw_text_word( &in->text );
	uint32_t directions = fw_text_is( &in->text, list, "all" ) ? FW_EXIT_ALL : 0;
	if ( directions == 0 && !fw_text_is( &in->text, list, "none" ) )
	{
		FW_TRY( read_list( in, list, "directions: none, all, or some of e,se,s,sw,w,nw,n,ne", names, &directions ) );
	}
	in->one_way_count++;
	if ( in->apply )
	{
		fw_exits_put( in->grid, rect, directions );
	}
	return FW_OK;
}

static fw_status read_lines( link_reader* in )
{
	fw_text* text = &in->text;
	const int32_t most = FW_LINKS_MAX - ( in->apply ? 0 : fw_grid_link_count( in->grid ) );
	while ( fw_text_next_line( text ) )
	{
		const fw_word kind = fw_text_word( text );
		const bool is_link = fw_text_is( text, kind, "link" );
		if ( text->bytes[kind.at] == '#' )
		{
			fw_text_skip_line( text );
			continue;
		}
		if ( is_link && in->link_count == most )
		{
			return fw_text_fail( text, kind, FW_ERR_TOO_LARGE, "at most %g links", FW_LINKS_MAX );
		}
		if ( !is_link && !fw_text_is( text, kind, "one-way" ) )
		{
			return fw_text_fail( text, kind, FW_ERR_SYNTAX, "'link' or 'one-way'", 0 );
		}
		FW_TRY( is_link ? read_link( in ) : read_one_way( in ) );
		FW_TRY( fw_text_finish_line( text ) );
	}
	return FW_OK;
}

fw_status fw_links_parse( const char* text, size_t size, fw_grid* grid, fw_refusal* refusal )
{
	FW_TRY( fw_text_check( text, size, "grid", grid, refusal ) );
	link_reader first = { .text = fw_text_begin( text, size, refusal ), .grid = grid };
	link_reader second = { .text = first.text, .grid = grid, .apply = true };
	FW_TRY( read_lines( &first ) );
	if ( !fw_grid_reserve( grid, first.link_count, first.one_way_count > 0 ) )
	{
		return fw_refuse_status( refusal, FW_ERR_MEMORY );
	}
	FW_TRY( read_lines( &second ) );
	fw_exits_trim( grid );
	return FW_OK;
}

fw_status fw_links_load( const char* file, fw_grid* grid, fw_refusal* refusal )
{
	fw_file text;
	FW_TRY( FW_CHECK_NULL( refusal, grid ) );
	FW_TRY( fw_file_read( file, &grid->allocator, &text, refusal ) );
	const fw_status status = fw_links_parse( text.bytes, text.size, grid, refusal );
	fw_file_free( &text );
	return status;
}
