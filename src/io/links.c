// SPDX-License-Identifier: MIT
// Links and one-way tiles of a map: one line for each, comments. All lines are read before the first one counts.
#include "fairway/io.h"
#include "grid/grid.h"
#include "io/file_text.h"
#include "io/text.h"

#include <string.h>

typedef struct one_way
{
	fw_rect rect;
	uint32_t directions;
} one_way;

typedef struct link_reader
{
	fw_text text;
	fw_grid* grid;
	fw_link* links;
	int32_t link_count, link_capacity;
	one_way* one_ways;
	int32_t one_way_count, one_way_capacity;
} link_reader;

static fw_status no_room( const link_reader* in )
{
	return fw_refuse_status( in->text.refusal, FW_ERR_MEMORY );
}

// A coordinate or a size within the map.
static fw_status read_int( link_reader* in, const char* what, int32_t least, int32_t most, int32_t* value )
{
	return fw_text_int( &in->text, fw_text_word( &in->text ), what, least, most, FW_ERR_SYNTAX, value );
}

static fw_status read_tile( link_reader* in, int32_t* x, int32_t* y )
{
	FW_TRY( read_int( in, "a column from 0 to #", 0, fw_grid_width( in->grid ) - 1, x ) );
	return read_int( in, "a row from 0 to #", 0, fw_grid_height( in->grid ) - 1, y );
}

// The next name of a comma-separated list; empty between two commas. False at the end of the list.
static bool next_name( const fw_text* text, fw_word list, size_t* at, fw_word* name )
{
	if ( *at > list.at + list.size )
	{
		return false;
	}
	const size_t left = list.at + list.size - *at;
	const char* comma = memchr( text->bytes + *at, ',', left );
	*name = ( fw_word ){ *at, comma != NULL ? (size_t)( comma - text->bytes ) - *at : left };
	*at += name->size + 1;
	return true;
}

static uint32_t capability_of( const fw_text* text, fw_word word )
{
	char name[16] = "";
	// A zero within the word would end the name too early.
	if ( word.size < sizeof( name ) && memchr( text->bytes + word.at, 0, word.size ) == NULL )
	{
		memcpy( name, text->bytes + word.at, word.size );
	}
	return fw_capability_find( name );
}

static uint32_t direction_of( const fw_text* text, fw_word word )
{
	static const char* const names[8] = { "e", "se", "s", "sw", "w", "nw", "n", "ne" };
	uint32_t bits = 0;
	for ( int32_t i = 0; i < 8; i++ )
	{
		bits |= fw_text_is( text, word, names[i] ) ? 1u << i : 0;
	}
	return bits;
}

// The bits of a list of names.
static fw_status read_list( link_reader* in, fw_word list, const char* what,
                            uint32_t ( *bits_of )( const fw_text* text, fw_word word ), uint32_t* bits )
{
	size_t at = list.at;
	fw_word name;
	*bits = 0;
	while ( next_name( &in->text, list, &at, &name ) )
	{
		const uint32_t bit = name.size > 0 ? bits_of( &in->text, name ) : 0;
		if ( bit == 0 )
		{
			return fw_text_fail( &in->text, name, FW_ERR_SYNTAX, what, 0 );
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
		FW_TRY( read_list( in, list, "capabilities, some of ground, water, swamp, trees, road", capability_of,
		                   &link.capabilities ) );
	}
	if ( !FW_GROW( &in->grid->allocator, &in->links, &in->link_capacity, in->link_count + 1 ) )
	{
		return no_room( in );
	}
	in->links[in->link_count++] = link;
	return FW_OK;
}

static fw_status read_one_way( link_reader* in )
{
	one_way made = { 0 };
	const fw_grid* grid = in->grid;
	FW_TRY( read_tile( in, &made.rect.x, &made.rect.y ) );
	FW_TRY( read_int( in, "a width from 1 to #", 1, fw_grid_width( grid ) - made.rect.x, &made.rect.width ) );
	FW_TRY( read_int( in, "a height from 1 to #", 1, fw_grid_height( grid ) - made.rect.y, &made.rect.height ) );
	const fw_word list = fw_text_word( &in->text );
	made.directions = fw_text_is( &in->text, list, "all" ) ? FW_EXIT_ALL : 0;
	if ( made.directions == 0 && !fw_text_is( &in->text, list, "none" ) )
	{
		FW_TRY( read_list( in, list, "directions: none, all, or some of e,se,s,sw,w,nw,n,ne", direction_of,
		                   &made.directions ) );
	}
	if ( !FW_GROW( &grid->allocator, &in->one_ways, &in->one_way_capacity, in->one_way_count + 1 ) )
	{
		return no_room( in );
	}
	in->one_ways[in->one_way_count++] = made;
	return FW_OK;
}

static fw_status read_line( link_reader* in )
{
	const fw_word kind = fw_text_word( &in->text );
	if ( in->text.bytes[kind.at] == '#' )
	{
		fw_text_skip_line( &in->text );
		return FW_OK;
	}
	fw_status status = FW_OK;
	if ( fw_text_is( &in->text, kind, "link" ) )
	{
		const bool full = fw_grid_link_count( in->grid ) + in->link_count >= FW_LINKS_MAX;
		status =
		    full ? fw_text_fail( &in->text, kind, FW_ERR_TOO_LARGE, "at most # links", FW_LINKS_MAX ) : read_link( in );
	}
	else if ( fw_text_is( &in->text, kind, "one-way" ) )
	{
		status = read_one_way( in );
	}
	else
	{
		status = fw_text_fail( &in->text, kind, FW_ERR_SYNTAX, "'link' or 'one-way'", 0 );
	}
	if ( status == FW_OK && !fw_text_end_line( &in->text ) )
	{
		status = fw_text_fail( &in->text, fw_text_word( &in->text ), FW_ERR_SYNTAX, "the end of the line", 0 );
	}
	return status;
}

static fw_status apply( const link_reader* in )
{
	if ( !fw_grid_reserve( in->grid, in->link_count, in->one_way_count > 0 ) )
	{
		return no_room( in );
	}
	fw_status status = FW_OK;
	for ( int32_t i = 0; i < in->link_count && status == FW_OK; i++ )
	{
		status = fw_grid_add_link( in->grid, &in->links[i], NULL );
	}
	for ( int32_t i = 0; i < in->one_way_count; i++ )
	{
		fw_exits_put( in->grid, in->one_ways[i].rect, in->one_ways[i].directions );
	}
	fw_exits_trim( in->grid );
	FW_ASSERT( status == FW_OK ); // there is room, and all was checked
	return status;
}

fw_status fw_links_parse( const char* text, size_t size, fw_grid* grid, fw_refusal* refusal )
{
	FW_TRY( fw_text_check( text, size, "grid", grid, refusal ) );
	fw_status status = FW_OK;
	link_reader in = { .text = fw_text_begin( text, size, refusal ), .grid = grid };
	while ( status == FW_OK && fw_text_next_line( &in.text ) )
	{
		status = read_line( &in );
	}
	status = status == FW_OK ? apply( &in ) : status;
	fw_free( &grid->allocator, in.links, (size_t)in.link_capacity, sizeof( fw_link ) );
	fw_free( &grid->allocator, in.one_ways, (size_t)in.one_way_capacity, sizeof( one_way ) );
	return status;
}

fw_status fw_links_load( const char* file, fw_grid* grid, fw_refusal* refusal )
{
	fw_file_text text;
	fw_status status = FW_CHECK_NULL( refusal, grid );
	status = status == FW_OK ? fw_file_text_read( file, &grid->allocator, &text, refusal ) : status;
	if ( status == FW_OK )
	{
		status = fw_links_parse( text.bytes, text.size, grid, refusal );
		fw_file_text_free( &text );
	}
	return status;
}
