// SPDX-License-Identifier: MIT
// The table of methods. A new method is one file and one row here.
#include "search/engine.h"

#include <string.h>

#define DIRECTIONAL_TRAITS ( FW_TRAIT_HEADINGS | FW_TRAIT_COSTS | FW_TRAIT_REVERSE )

static const fw_method_row rows[] = {
    { { "astar", "standard A* over the tiles where the unit stands", FW_TRAIT_OPTIMAL | FW_TRAIT_COSTS, 0 },
      FW_ENGINE_ASTAR },
    { { "directional", "Directional A*: legal turns, ring by option or turning radius", DIRECTIONAL_TRAITS, 0 },
      FW_ENGINE_DIRECTIONAL },
    { { "directional8", "Directional A* over the 8 tiles around", DIRECTIONAL_TRAITS, 1 }, FW_ENGINE_DIRECTIONAL },
    { { "directional24", "Directional A* over the 24 tiles around", DIRECTIONAL_TRAITS, 2 }, FW_ENGINE_DIRECTIONAL },
    { { "directional48", "Directional A* over the 48 tiles around", DIRECTIONAL_TRAITS, 3 }, FW_ENGINE_DIRECTIONAL },
};

const fw_engine* fw_engine_of( fw_engine_kind kind )
{
	static const fw_engine* const engines[FW_ENGINE_COUNT] = {
	    [FW_ENGINE_ASTAR] = &fw_engine_astar,
	    [FW_ENGINE_DIRECTIONAL] = &fw_engine_directional,
	};
	return engines[kind];
}

int32_t fw_method_count( void )
{
	return (int32_t)( sizeof( rows ) / sizeof( rows[0] ) );
}

const fw_method* fw_method_at( int32_t index )
{
	return index >= 0 && index < fw_method_count() ? &rows[index].method : NULL;
}

const fw_method_row* fw_method_row_find( const char* name )
{
	for ( int32_t i = 0; name != NULL && i < fw_method_count(); i++ )
	{
		if ( strcmp( rows[i].method.name, name ) == 0 )
		{
			return &rows[i];
		}
	}
	return NULL;
}

const fw_method* fw_method_find( const char* name )
{
	const fw_method_row* row = fw_method_row_find( name );
	return row != NULL ? &row->method : NULL;
}
