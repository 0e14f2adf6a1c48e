// SPDX-License-Identifier: MIT
// Text maps. Format: N. R. Sturtevant, "Benchmarks for Grid-Based Pathfinding", 2012, and plain rows of letters.
#include "base/core.h"
#include "fairway/io.h"
#include "grid/grid.h"
#include "io/text.h"

#include <math.h>
#include <string.h>

// In a table of letters: no terrain. A bit above every terrain index.
#define NO_TERRAIN 0x80

static char other_case( char c )
{
	const bool upper = c >= 'A' && c <= 'Z';
	const bool lower = c >= 'a' && c <= 'z';
	return upper ? (char)( c + 32 ) : lower ? (char)( c - 32 ) : c;
}

// The terrain of each letter: the first one that has it as written, else in the other case, else one for a letter that
// means the same ground. Blanks, control characters and bytes above ASCII are never letters: they end a row or depend
// on an encoding.
static void make_letters( const fw_terrain* terrains, int32_t count, uint8_t letters[256] )
{
	static const char* const synonyms[] = { ".Gg", "@Oo#" };
	memset( letters, NO_TERRAIN, 256 );
	// What counts more is written later: all in the other case, then all as written, each from the last to the first.
	for ( int32_t i = 2 * count - 1; i >= 0; i-- )
	{
		const char letter = terrains[i % count].letter;
		if ( letter > ' ' && letter <= '~' )
		{
			letters[(unsigned char)( i < count ? letter : other_case( letter ) )] = (uint8_t)( i % count );
		}
	}
	for ( int32_t row = 0; row < 2; row++ )
	{
		uint8_t terrain = NO_TERRAIN;
		for ( const char* s = synonyms[row]; *s != 0 && terrain == NO_TERRAIN; s++ )
		{
			terrain = letters[(unsigned char)*s];
		}
		for ( const char* s = synonyms[row]; *s != 0; s++ )
		{
			uint8_t* own = &letters[(unsigned char)*s];
			*own = *own == NO_TERRAIN ? terrain : *own;
		}
	}
}

typedef struct map_rows
{
	int32_t width, height;
	const char* letter;      // what is expected of a byte
	bool too_wide, too_high; // the text exceeds the limits; width and height are then those limits
} map_rows;

// The cursor is after `type`. Both sizes come before the line `map`, in any order. Where `must` is not NULL they are
// its sizes.
static fw_status read_header( fw_text* text, const map_rows* must, map_rows* size )
{
	static const char* const keys[2] = { "height", "width" };
	static const char* const wanted[2] = { "a height from 1 to %g", "a width from 1 to %g" };
	static const char* const missing[4] = { "'height' or 'width'", "'width'", "'height'", "'map'" };
	int32_t* const sides[2] = { &size->height, &size->width };
	fw_word word = fw_text_word( text );
	if ( !fw_text_is( text, word, "octile" ) && !fw_text_is( text, word, "tile" ) && !fw_text_is( text, word, "quad" ) )
	{
		return fw_text_fail( text, word, FW_ERR_SYNTAX, "the type octile, tile or quad", 0 );
	}
	for ( int32_t known = 0;; )
	{
		FW_TRY( fw_text_finish_line( text ) );
		fw_text_next_line( text );
		word = fw_text_word( text );
		if ( known == 3 && fw_text_is( text, word, "map" ) )
		{
			return fw_text_finish_line( text );
		}
		int32_t side = 0;
		while ( side < 2 && ( ( known >> side & 1 ) != 0 || !fw_text_is( text, word, keys[side] ) ) )
		{
			side++;
		}
		if ( side == 2 )
		{
			return fw_text_fail( text, word, FW_ERR_SYNTAX, missing[known], 0 );
		}
		word = fw_text_word( text );
		FW_TRY( fw_text_int( text, word, wanted[side], 1, FW_GRID_MAX_SIDE, FW_ERR_TOO_LARGE, sides[side] ) );
		const int32_t known_side = must == NULL ? *sides[side] : side == 0 ? must->height : must->width;
		if ( *sides[side] != known_side )
		{
			return fw_text_fail( text, word, FW_ERR_MISMATCH,
			                     side == 0 ? "the height of the map, %g" : "the width of the map, %g", known_side );
		}
		known |= 1 << side;
	}
}

// The first row gives the width; the lines up to the last one that is not blank give the height.
static fw_status measure_plain( const fw_text* text, map_rows* size )
{
	fw_text line = *text;
	const size_t width = fw_text_word( &line ).size;
	if ( width == 0 )
	{
		return fw_text_fail( text, fw_text_here( text ), FW_ERR_SYNTAX, "a map", 0 );
	}
	int32_t height = 0;
	for ( line = *text; fw_text_next_line( &line ); fw_text_skip_line( &line ) )
	{
		height = line.line - text->line + 1;
	}
	size->too_wide = width > FW_GRID_MAX_SIDE;
	size->too_high = height > FW_GRID_MAX_SIDE;
	size->width = size->too_wide ? FW_GRID_MAX_SIDE : (int32_t)width;
	size->height = size->too_high ? FW_GRID_MAX_SIDE : height;
	return FW_OK;
}

// Refuses the first byte of a row that is no terrain.
static fw_status fail_letter( const fw_text* text, const map_rows* size )
{
	const bool ended = fw_text_at_end( text ) || memchr( " \t\r\n", text->bytes[text->at], 4 ) != NULL;
	return fw_text_fail( text, fw_text_here( text ), FW_ERR_SYNTAX, ended ? "%g letters in the row" : size->letter,
	                     size->width );
}

static fw_status read_row( fw_text* text, const uint8_t letters[256], const map_rows* size, uint8_t* row )
{
	const size_t left = text->size - text->at;
	const size_t width = (size_t)size->width;
	const size_t count = left < width ? left : width;
	const char* bytes = text->bytes + text->at;
	uint8_t all = 0;
	for ( size_t i = 0; i < count; i++ )
	{
		row[i] = letters[(unsigned char)bytes[i]];
		all |= row[i];
	}
	if ( FW_UNLIKELY( ( all & NO_TERRAIN ) != 0 || count < width ) )
	{
		const uint8_t* bad = memchr( row, NO_TERRAIN, count );
		text->at += bad != NULL ? (size_t)( bad - row ) : count;
		return fail_letter( text, size );
	}
	text->at += width;
	if ( fw_text_end_line( text ) )
	{
		return FW_OK;
	}
	return fw_text_fail( text, fw_text_here( text ), size->too_wide ? FW_ERR_TOO_LARGE : FW_ERR_SYNTAX,
	                     size->too_wide ? "at most %g letters in a row" : "the end of the row after %g letters",
	                     size->width );
}

// Where rows go: to the grid, or all together. If both are NULL nothing is written.
typedef struct rows_out
{
	fw_grid* grid;
	uint8_t* tiles;
} rows_out;

static fw_status read_rows( fw_text* text, const uint8_t letters[256], const map_rows* size, rows_out out )
{
	uint8_t row[FW_GRID_MAX_SIDE];
	for ( int32_t y = 0; y < size->height; y++ )
	{
		if ( fw_text_at_end( text ) )
		{
			return fw_text_fail( text, fw_text_here( text ), FW_ERR_SYNTAX, "%g rows", size->height );
		}
		FW_TRY( read_row( text, letters, size, row ) );
		if ( out.grid != NULL )
		{
			FW_TRY( fw_grid_write( out.grid, ( fw_rect ){ 0, y, size->width, 1 }, row, (size_t)size->width, NULL ) );
		}
		if ( out.tiles != NULL )
		{
			memcpy( out.tiles + (size_t)y * (size_t)size->width, row, (size_t)size->width );
		}
	}
	if ( !fw_text_next_line( text ) )
	{
		return FW_OK;
	}
	return fw_text_fail( text, fw_text_word( text ), size->too_high ? FW_ERR_TOO_LARGE : FW_ERR_SYNTAX,
	                     size->too_high ? "at most %g rows" : "only blank lines after %g rows", size->height );
}

// Could the rest of the text hold all rows? The last one needs no line end.
static bool fits_text( const fw_text* text, const map_rows* size )
{
	const uint64_t needed = ( (uint64_t)size->width + 1 ) * (uint64_t)size->height - 1;
	return !size->too_wide && !size->too_high && text->size - text->at >= needed;
}

static fw_status read_map( fw_text* text, const fw_grid_def* def, fw_grid** grid )
{
	uint8_t letters[256];
	make_letters( def->terrains, def->terrain_count, letters );
	fw_text_next_line( text );
	fw_text header = *text;
	const bool has_header = fw_text_is( text, fw_text_word( &header ), "type" );
	map_rows size = { .letter = "a letter of a terrain" };
	*text = has_header ? header : *text;
	FW_TRY( has_header ? read_header( text, NULL, &size ) : measure_plain( text, &size ) );
	if ( !fits_text( text, &size ) )
	{
		// Only finds the fault that must be there: a false size never costs memory.
		return read_rows( text, letters, &size, ( rows_out ){ NULL, NULL } );
	}
	fw_grid_def sized = *def;
	sized.width = size.width;
	sized.height = size.height;
	sized.fill = 0;
	fw_grid* made = NULL;
	FW_TRY( fw_refuse_status( text->refusal, fw_grid_create( &sized, &made, NULL ) ) );
	const fw_status status = read_rows( text, letters, &size, ( rows_out ){ made, NULL } );
	if ( status != FW_OK )
	{
		fw_grid_destroy( made );
		return status;
	}
	*grid = made;
	return FW_OK;
}

// The definition, with the default terrain table if it has none.
static fw_status complete_def( const fw_grid_def* def, fw_grid_def* complete, fw_refusal* refusal )
{
	*complete = def != NULL ? *def : fw_default_grid_def();
	if ( complete->cookie != FW_COOKIE )
	{
		return fw_refuse_cookie( refusal, "def", "fw_default_grid_def()" );
	}
	if ( complete->terrains == NULL )
	{
		complete->terrains = fw_standard_terrains( &complete->terrain_count );
	}
	return fw_check_range( refusal, "terrain_count", complete->terrain_count, 1, FW_TERRAIN_MAX );
}

fw_status fw_map_parse( const char* text, size_t size, const fw_grid_def* def, fw_grid** grid, fw_refusal* refusal )
{
	fw_grid_def complete;
	FW_TRY( fw_text_check( text, size, "grid", grid, refusal ) );
	FW_TRY( complete_def( def, &complete, refusal ) );
	fw_text cursor = fw_text_begin( text, size, refusal );
	return read_map( &cursor, &complete, grid );
}

fw_status fw_map_load( const char* file, const fw_grid_def* def, fw_grid** grid, fw_refusal* refusal )
{
	fw_file text;
	FW_TRY( fw_file_read( file, def != NULL ? &def->allocator : NULL, &text, refusal ) );
	const fw_status status = fw_map_parse( text.bytes, text.size, def, grid, refusal );
	fw_file_free( &text );
	return status;
}

// A dot is no region, every other character is the region of its code.
static void make_region_letters( uint8_t letters[256] )
{
	for ( int32_t i = 0; i < 256; i++ )
	{
		letters[i] = i > ' ' && i <= '~' ? (uint8_t)i : NO_TERRAIN;
	}
	letters[(unsigned char)'.'] = 0;
}

// A header must say the size of the grid; without one the rows must have it.
static fw_status read_regions( fw_text* text, const fw_grid* grid, uint8_t* regions )
{
	uint8_t letters[256];
	make_region_letters( letters );
	fw_text_next_line( text );
	fw_text header = *text;
	map_rows size = {
	    .width = fw_grid_width( grid ), .height = fw_grid_height( grid ), .letter = "a letter of a region" };
	if ( fw_text_is( text, fw_text_word( &header ), "type" ) )
	{
		map_rows said = { 0 };
		*text = header;
		FW_TRY( read_header( text, &size, &said ) );
	}
	const fw_text rows = *text;
	FW_TRY( read_rows( text, letters, &size, ( rows_out ){ NULL, NULL } ) );
	*text = rows;
	return read_rows( text, letters, &size, ( rows_out ){ NULL, regions } );
}

fw_status fw_regions_parse( const char* text, size_t size, const fw_grid* grid, uint8_t* regions, fw_refusal* refusal )
{
	FW_TRY( fw_text_check( text, size, "regions", regions, refusal ) );
	FW_TRY( FW_CHECK_NULL( refusal, grid ) );
	fw_text cursor = fw_text_begin( text, size, refusal );
	return read_regions( &cursor, grid, regions );
}

fw_status fw_regions_load( const char* file, const fw_grid* grid, uint8_t* regions, fw_refusal* refusal )
{
	fw_file text;
	FW_TRY( FW_CHECK_NULL( refusal, grid ) );
	FW_TRY( fw_file_read( file, &grid->allocator, &text, refusal ) );
	const fw_status status = fw_regions_parse( text.bytes, text.size, grid, regions, refusal );
	fw_file_free( &text );
	return status;
}

// The letters of the terrains by index; false if a tile's letter would be read as another terrain or as none.
static bool letters_to_write( const fw_grid* grid, char letters[FW_TERRAIN_MAX] )
{
	uint8_t readable[256];
	make_letters( grid->terrains, grid->terrain_count, readable );
	bool all = true;
	for ( int32_t i = 0; i < grid->terrain_count; i++ )
	{
		letters[i] = grid->terrains[i].letter;
		all &= grid->tiles_of[i] == 0 || readable[(unsigned char)letters[i]] == i;
	}
	return all;
}

fw_status fw_map_format( const fw_grid* grid, char* text, size_t capacity, size_t* needed, fw_refusal* refusal )
{
	const void* result = text != NULL ? (const void*)text : needed;
	FW_TRY( fw_check_null( refusal, "grid, text", ( const void*[] ){ grid, result }, 2 ) );
	char letters[FW_TERRAIN_MAX];
	if ( !letters_to_write( grid, letters ) )
	{
		return fw_refuse( refusal, FW_ERR_UNSUPPORTED, FW_REFUSAL_VALUE, "grid", NULL,
		                  "uses terrains whose letters are read as others; give each of them a letter of its own" );
	}
	const int32_t width = fw_grid_width( grid );
	const int32_t height = fw_grid_height( grid );
	char header[96];
	fw_sentence say = { .text = header, .capacity = sizeof( header ) };
	fw_say( &say, "type octile\nheight %g\nwidth %g\nmap\n", (double)height, (double)width );
	const size_t size = say.used + ( (size_t)width + 1 ) * (size_t)height;
	if ( needed != NULL )
	{
		*needed = size;
	}
	if ( text == NULL || capacity < size )
	{
		return text == NULL
		           ? FW_OK
		           : fw_refuse_range( refusal, FW_ERR_CAPACITY, "capacity", (double)capacity, (double)size, INFINITY );
	}
	memcpy( text, header, say.used );
	char* out = text + say.used;
	for ( int32_t y = 0; y < height; y++ )
	{
		for ( int32_t x = 0; x < width; x++ )
		{
			*out++ = letters[fw_grid_get( grid, x, y )];
		}
		*out++ = '\n';
	}
	return FW_OK;
}
