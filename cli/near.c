// SPDX-License-Identifier: MIT
// "Did you mean": the known word that is nearest to a misspelled one.
#include "near.h"

#include "fairway/planner.h"

#include <stdio.h>
#include <string.h>

static int32_t lower_of( int32_t a, int32_t b )
{
	return a < b ? a : b;
}

// Letters inserted, left out, changed, or swapped with their neighbor (optimal string alignment).
static int32_t distance( const char* a, const char* b )
{
	int32_t rows[3][NEAR_MAX];
	const int32_t width = (int32_t)strlen( b );
	for ( int32_t k = 0; k <= width; k++ )
	{
		rows[0][k] = k;
	}
	int32_t i = 0;
	for ( ; a[i] != '\0'; i++ )
	{
		const int32_t* before = rows[i % 3];
		const int32_t* older = rows[( i + 2 ) % 3];
		int32_t* row = rows[( i + 1 ) % 3];
		row[0] = i + 1;
		for ( int32_t k = 0; k < width; k++ )
		{
			const int32_t changed = before[k] + ( a[i] != b[k] );
			row[k + 1] = lower_of( changed, lower_of( before[k + 1], row[k] ) + 1 );
			if ( i > 0 && k > 0 && a[i] == b[k - 1] && a[i - 1] == b[k] )
			{
				row[k + 1] = lower_of( row[k + 1], older[k - 1] + 1 );
			}
		}
	}
	return rows[i % 3][width];
}

near_word near_begin( const char* word, size_t size )
{
	near_word near = { .distance = INT32_MAX };
	if ( size < NEAR_MAX )
	{
		memcpy( near.word, word, size );
	}
	return near;
}

void near_offer( near_word* near, const char* known )
{
	const size_t size = strlen( near->word );
	const int32_t allowed = size < 3 ? 1 : (int32_t)( size + 2 ) / 4 + 1;
	if ( size == 0 || strlen( known ) >= NEAR_MAX )
	{
		return;
	}
	const int32_t off = distance( near->word, known );
	if ( off <= allowed && off < (int32_t)size && off < near->distance )
	{
		near->distance = off;
		snprintf( near->best, NEAR_MAX, "%s", known );
	}
}

void near_offer_choices( near_word* near, const char* choices )
{
	while ( *choices != '\0' )
	{
		char word[NEAR_MAX] = "";
		const size_t size = strcspn( choices, "|" );
		memcpy( word, choices, size < NEAR_MAX ? size : 0 );
		near_offer( near, word );
		choices += size + ( choices[size] == '|' ? 1 : 0 );
	}
}

void near_offer_methods( near_word* near )
{
	for ( int32_t i = 0; i < fw_method_count(); i++ )
	{
		near_offer( near, fw_method_at( i )->name );
	}
}

const char* near_text( const near_word* near, const char* prefix, const char* otherwise, char* text )
{
	if ( near->best[0] == '\0' )
	{
		return otherwise;
	}
	snprintf( text, NEAR_TEXT, "; did you mean '%s%s'?", prefix, near->best );
	return text;
}
