// SPDX-License-Identifier: MIT
// Reading the values of options: strict, the whole text must be used up.
#include "values.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Beyond any map, and small enough that sums of such numbers stay exact to a nanotile.
#define COORDINATE_MAX 65536.0

static const char* const capability_names[] = { "ground", "water", "swamp", "trees", "road" };
#define CAPABILITY_CHOICES "ground|water|swamp|trees|road" // the same
#define CAPABILITY_COUNT ( sizeof( capability_names ) / sizeof( capability_names[0] ) )

// strtod also takes blanks, hexadecimal and "inf"; none of them is meant on a command line.
static bool scan_number( const char** text, double* number )
{
	const size_t plain = strspn( *text, "+-0123456789.eE" );
	char* end = NULL;
	errno = 0;
	*number = strtod( *text, &end );
	if ( end == *text || (size_t)( end - *text ) > plain || !isfinite( *number ) )
	{
		return false;
	}
	*text = end;
	return true;
}

bool value_number( const char* text, double low, double high, double* number )
{
	double read = 0.0;
	if ( !scan_number( &text, &read ) || *text != '\0' || read < low || read > high )
	{
		return false;
	}
	*number = read;
	return true;
}

bool value_integer( const char* text, int64_t low, int64_t high, int64_t* number )
{
	char* end = NULL;
	errno = 0;
	const long long read = strtoll( text, &end, 10 );
	const bool plain = text[0] != '\0' && strspn( text, "+-0123456789" ) == strlen( text );
	if ( !plain || *end != '\0' || errno != 0 || read < low || read > high )
	{
		return false;
	}
	*number = read;
	return true;
}

bool value_pose( const char* text, fw_pose* pose, bool* any_heading )
{
	double part[3] = { 0.0, 0.0, 0.0 };
	int32_t count = 0;
	for ( ;; )
	{
		if ( count == 3 || !scan_number( &text, &part[count] ) || fabs( part[count] ) > COORDINATE_MAX )
		{
			return false;
		}
		count += 1;
		if ( *text != ',' )
		{
			break;
		}
		text += 1;
	}
	if ( *text != '\0' || count < 2 )
	{
		return false;
	}
	*pose = ( fw_pose ){ .x = part[0], .y = part[1], .heading = fw_radians( part[2] ) };
	*any_heading = count == 2;
	return true;
}

// Numbers with commas between; -1 where one is none, is out of range, or there are too many.
static int32_t scan_integers( const char* text, int64_t low, int64_t high, int64_t* numbers, int32_t limit )
{
	for ( int32_t count = 0; count < limit; count++ )
	{
		char word[24] = { 0 };
		const size_t size = strcspn( text, "," );
		memcpy( word, text, size < sizeof( word ) ? size : 0 );
		if ( !value_integer( word, low, high, &numbers[count] ) )
		{
			return -1;
		}
		if ( text[size] == '\0' )
		{
			return count + 1;
		}
		text += size + 1;
	}
	return -1;
}

bool value_sizes( const char* text, int32_t* sizes, int32_t* count )
{
	int64_t numbers[FW_HIERARCHY_MAX_CLASSES];
	*count = scan_integers( text, 1, FW_UNIT_MAX_SIZE, numbers, FW_HIERARCHY_MAX_CLASSES );
	for ( int32_t i = 0; i < *count; i++ )
	{
		int32_t at = i;
		for ( ; at > 0 && sizes[at - 1] >= numbers[i]; at-- )
		{
			if ( sizes[at - 1] == numbers[i] )
			{
				return false;
			}
			sizes[at] = sizes[at - 1];
		}
		sizes[at] = (int32_t)numbers[i];
	}
	return *count > 0;
}

// Numbers of a list, each after one of the separators. Returns how many there are, -1 where one is none.
static int32_t scan_numbers( const char* text, const char* separators, double* numbers, int32_t most )
{
	int32_t count = 0;
	for ( ;; )
	{
		char word[32];
		const size_t size = strcspn( text, separators );
		if ( size >= sizeof( word ) || count == most )
		{
			return -1;
		}
		memcpy( word, text, size );
		word[size] = '\0';
		if ( !value_number( word, -64.0, 64.0, &numbers[count++] ) )
		{
			return -1;
		}
		if ( text[size] == '\0' )
		{
			return count;
		}
		text += size + 1;
	}
}

static bool is_outline( const fw_outline* outline )
{
	fw_unit unit = fw_default_unit();
	unit.turning_radius = 1.0;
	unit.outline = *outline;
	return outline->count > 0 && fw_unit_check( &unit, NULL ) == FW_OK;
}

bool value_outline( const char* text, fw_outline* outline )
{
	double numbers[2 * FW_OUTLINE_MAX];
	const int32_t count = scan_numbers( text, ",", numbers, 2 * FW_OUTLINE_MAX );
	*outline = ( fw_outline ){ .count = count / 2 };
	for ( int32_t i = 0; i < outline->count; i++ )
	{
		outline->corners[i] = ( fw_vec2 ){ numbers[2 * i], numbers[2 * i + 1] };
	}
	return count > 0 && count % 2 == 0 && is_outline( outline );
}

bool value_box( const char* text, fw_outline* outline )
{
	double numbers[3];
	const char* x = strchr( text, 'x' );
	const char* plus = strchr( text, '+' );
	const int32_t count = scan_numbers( text, "x+", numbers, 3 );
	const bool in_order = x != NULL && ( plus == NULL ? count == 2 : count == 3 && x < plus );
	if ( !in_order || numbers[0] <= 0.0 || numbers[1] < 0.0 )
	{
		return false;
	}
	*outline = fw_outline_rectangle( numbers[0], numbers[1], count == 3 ? numbers[2] : 0.5 * numbers[0] );
	return is_outline( outline );
}

bool value_rect( const char* text, fw_rect* rect )
{
	int64_t numbers[4];
	if ( scan_integers( text, 0, FW_GRID_MAX_SIDE, numbers, 4 ) != 4 || numbers[2] < 1 || numbers[3] < 1 )
	{
		return false;
	}
	*rect = ( fw_rect ){ (int32_t)numbers[0], (int32_t)numbers[1], (int32_t)numbers[2], (int32_t)numbers[3] };
	return true;
}

bool value_set( const char* text, const char* choices, uint32_t* bits )
{
	uint32_t read = 0;
	for ( ;; )
	{
		char word[16] = { 0 };
		const size_t size = strcspn( text, "," );
		memcpy( word, text, size < sizeof( word ) ? size : sizeof( word ) - 1 );
		const int32_t index = size < sizeof( word ) ? value_choice( word, choices ) : -1;
		if ( index < 0 )
		{
			return false;
		}
		read |= 1u << index;
		if ( text[size] == '\0' )
		{
			*bits = read;
			return true;
		}
		text += size + 1;
	}
}

int32_t value_terrain( const char* name, size_t size )
{
	int32_t count = 0;
	const fw_terrain* terrains = fw_standard_terrains( &count );
	for ( int32_t i = 0; i < count; i++ )
	{
		const bool letter = size == 1 && toupper( (unsigned char)name[0] ) == terrains[i].letter;
		const bool full = strlen( terrains[i].name ) == size && memcmp( terrains[i].name, name, size ) == 0;
		if ( terrains[i].capabilities != 0 && ( letter || full ) )
		{
			return i;
		}
	}
	return -1;
}

bool value_costs( const char* text, double costs[FW_TERRAIN_MAX] )
{
	for ( ;; )
	{
		const size_t size = strcspn( text, "=" );
		const int32_t terrain = value_terrain( text, size );
		text += size + ( text[size] == '=' ? 1 : 0 );
		double factor = 0.0;
		if ( terrain < 0 || costs[terrain] != 0.0 || !scan_number( &text, &factor ) ||
		     !( factor >= VALUE_COST_MIN && factor <= VALUE_COST_MAX ) )
		{
			return false;
		}
		costs[terrain] = factor;
		if ( *text != ',' )
		{
			return *text == '\0';
		}
		text += 1;
	}
}

fw_status grid_set_costs( fw_grid* grid, const double costs[FW_TERRAIN_MAX] )
{
	fw_status status = FW_OK;
	for ( int32_t i = 0; i < fw_grid_terrain_count( grid ) && status == FW_OK; i++ )
	{
		fw_terrain terrain = *fw_grid_terrain( grid, i );
		if ( costs[i] != 0.0 )
		{
			terrain.cost = costs[i];
			status = fw_grid_set_terrain( grid, i, &terrain, NULL );
		}
	}
	return status;
}

void grid_costs_text( const fw_grid* grid, char* text )
{
	text[0] = '\0';
	for ( int32_t i = 0; i < fw_grid_terrain_count( grid ); i++ )
	{
		const fw_terrain* terrain = fw_grid_terrain( grid, i );
		const size_t used = strlen( text );
		if ( terrain->capabilities != 0 && terrain->cost != 1.0 )
		{
			snprintf( text + used, 128 - used, "%s%s %g", used > 0 ? ", " : "", terrain->name, terrain->cost );
		}
	}
}

void grid_print_costs( const fw_grid* grid )
{
	char text[128];
	grid_costs_text( grid, text );
	if ( text[0] != '\0' )
	{
		printf( "costs       %s\n", text );
	}
}

bool value_capabilities( const char* text, uint32_t* capabilities )
{
	uint32_t named = 0;
	if ( !value_set( text, CAPABILITY_CHOICES, &named ) )
	{
		return false;
	}
	*capabilities = 0;
	for ( size_t i = 0; i < CAPABILITY_COUNT; i++ )
	{
		*capabilities |= ( named >> i & 1u ) != 0 ? fw_capability_find( capability_names[i] ) : 0;
	}
	return true;
}

void value_capabilities_text( uint32_t capabilities, char* text )
{
	text[0] = '\0';
	for ( size_t i = 0; i < CAPABILITY_COUNT; i++ )
	{
		if ( ( capabilities & fw_capability_find( capability_names[i] ) ) != 0 )
		{
			strcat( text, text[0] != '\0' ? "," : "" );
			strcat( text, capability_names[i] );
		}
	}
}

void value_shape_text( const fw_unit* unit, char* text )
{
	if ( unit->outline.count > 0 )
	{
		snprintf( text, 32, "outline, radius %g", unit->radius );
	}
	else if ( unit->size > 0 )
	{
		snprintf( text, 32, "%d x %d tiles", (int)unit->size, (int)unit->size );
	}
	else
	{
		snprintf( text, 32, "radius %g", unit->radius );
	}
}

int32_t value_choice( const char* text, const char* choices )
{
	const size_t size = strlen( text );
	int32_t index = 0;
	while ( size > 0 )
	{
		const size_t word = strcspn( choices, "|" );
		if ( word == size && memcmp( text, choices, size ) == 0 )
		{
			return index;
		}
		if ( choices[word] == '\0' )
		{
			return -1;
		}
		choices += word + 1;
		index += 1;
	}
	return -1;
}

bool value_word( const char* list, int32_t index, char* word, size_t size )
{
	for ( ; index > 0; index-- )
	{
		list += strcspn( list, "," );
		if ( *list == '\0' )
		{
			return false;
		}
		list += 1;
	}
	snprintf( word, size, "%.*s", (int)strcspn( list, "," ), list );
	return true;
}

bool value_anchor( char* word, fw_anchor* anchor )
{
	char* at = strchr( word, '@' );
	const int32_t index = at != NULL ? value_choice( at + 1, "center|corner" ) : 0;
	if ( at != NULL && index >= 0 )
	{
		*anchor = (fw_anchor)index;
		*at = '\0';
	}
	return index >= 0;
}
