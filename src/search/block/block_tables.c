// SPDX-License-Identifier: MIT
// Block A*: the distances of the patterns that a context has met, in the form that expansions read.
#include "lddb/lddb.h"
#include "search/block/block.h"

bool fw_block_take_kind( fw_search* search, fw_block_state* state )
{
	const bool closed = state->vertices.corners == FW_CORNERS_CLOSED;
	const int32_t tiles = state->variant == FW_BLOCK_TILES4 ? 0 : 1;
	const int32_t kind = !state->corners ? tiles : closed ? 2 : 3;
	fw_block_tables* tables = &state->kinds[kind];
	state->tables = tables;
	tables->bytes = state->corners ? sizeof( *tables->at.corner ) : sizeof( *tables->at.tile );
	if ( tables->slots == NULL )
	{
		tables->slots = fw_alloc_zero( &search->allocator, FW_BLOCK_PATTERNS + FW_BLOCK_HEADS, sizeof( uint32_t ) );
	}
	fw_lddb_def def = fw_default_lddb_def();
	def.allocator = search->allocator;
	def.kind = kind == 0 ? FW_LDDB_TILES4 : kind == 1 ? FW_LDDB_TILES8 : FW_LDDB_CORNERS;
	def.size = FW_BLOCK_SIDE;
	def.corners = state->vertices.corners;
	return tables->slots != NULL && ( tables->lddb != NULL || fw_lddb_create( &def, &tables->lddb, NULL ) == FW_OK );
}

// Looks a pattern up in the map's database, or in the own one, which is given what is missing. False when memory is
// out.
static bool look_up( const fw_search* search, const fw_block_state* state, uint32_t pattern, double* distances )
{
	const fw_lddb* shared = search->map.lddb;
	if ( shared != NULL && fw_lddb_has( shared, pattern ) )
	{
		return fw_lddb_distances( shared, pattern, distances ) == FW_OK;
	}
	return fw_lddb_add( state->tables->lddb, pattern ) == FW_OK &&
	       fw_lddb_distances( state->tables->lddb, pattern, distances ) == FW_OK;
}

// The pattern after a quarter turn clockwise.
static uint32_t quarter_turn( uint32_t pattern )
{
	uint32_t turned = 0;
	for ( int32_t i = 0; i < FW_BLOCK_SIDE * FW_BLOCK_SIDE; i++ )
	{
		const int32_t x = i % FW_BLOCK_SIDE;
		const int32_t y = i / FW_BLOCK_SIDE;
		turned |= ( pattern >> i & 1 ) << ( FW_BLOCK_SIDE * x + FW_BLOCK_SIDE - 1 - y );
	}
	return turned;
}

// The least of the pattern's quarter turns, and how many lead to it.
static uint32_t min_turn( uint32_t pattern, uint32_t* turns )
{
	uint32_t least = pattern;
	uint32_t turned = pattern;
	*turns = 0;
	for ( uint32_t i = 1; i < 4; i++ )
	{
		turned = quarter_turn( turned );
		*turns = turned < least ? i : *turns;
		least = turned < least ? turned : least;
	}
	return least;
}

static const unsigned char* table_at( const fw_block_tables* tables, int32_t table )
{
	return (const unsigned char*)tables->at.all + (size_t)table * tables->bytes;
}

// Room for one more table. False when memory is out.
static bool grow_tables( const fw_search* search, fw_block_tables* tables )
{
	const int32_t needed = tables->count + 1;
	return FW_GROW( &search->allocator, &tables->older, &tables->older_capacity, needed ) &&
	       ( needed <= tables->capacity ||
	         fw_grow( &search->allocator, &tables->at.all, &tables->capacity, needed, tables->bytes ) );
}

// Writes the distances of a pattern as the next table, which it is not yet.
static void write_next( const fw_block_state* state, const double* distances )
{
	fw_block_tables* tables = state->tables;
	for ( int32_t i = 0; i < state->nodes * state->nodes; i++ )
	{
		if ( state->corners )
		{
			tables->at.corner[tables->count][i / FW_BLOCK_CORNERS][i % FW_BLOCK_CORNERS] = (float)distances[i];
		}
		else
		{
			const double distance = fw_block_distance( state, distances[i] );
			tables->at.tile[tables->count][i / FW_BLOCK_TILES][i % FW_BLOCK_TILES] =
			    distance < (double)INFINITY ? (int32_t)floor( distance * FW_COST_ONE + 0.5 ) : FW_BLOCK_TILE_FAR;
		}
	}
}

// The number of the table that equals the one written last: an older one, or the one itself, which then stays.
static uint32_t share( fw_block_tables* tables )
{
	const unsigned char* last = table_at( tables, tables->count );
	uint64_t hash = 0xcbf29ce484222325u;
	for ( size_t i = 0; i < tables->bytes; i += sizeof( uint64_t ) )
	{
		uint64_t word;
		memcpy( &word, last + i, sizeof( word ) );
		hash = ( hash ^ word ) * 0x9E3779B97F4A7C15u;
	}
	uint32_t* head = &tables->slots[FW_BLOCK_PATTERNS + ( hash >> 52 )];
	for ( uint32_t table = *head; table != 0; table = tables->older[table - 1] )
	{
		if ( memcmp( table_at( tables, (int32_t)table - 1 ), last, tables->bytes ) == 0 )
		{
			return table - 1;
		}
	}
	tables->older[tables->count] = *head;
	*head = (uint32_t)++tables->count;
	return *head - 1;
}

// Finds or makes the table of a pattern that is met for the first time. False when memory is out.
static bool make_table( const fw_search* search, const fw_block_state* state, uint32_t pattern )
{
	uint32_t* slots = state->tables->slots;
	uint32_t turns = 0;
	const uint32_t base = state->corners ? min_turn( pattern, &turns ) : pattern;
	if ( slots[base] == 0 )
	{
		double distances[FW_BLOCK_CORNERS * FW_BLOCK_CORNERS];
		if ( !grow_tables( search, state->tables ) || !look_up( search, state, base, distances ) )
		{
			return false;
		}
		write_next( state, distances );
		slots[base] = 1 + ( share( state->tables ) << 2 );
	}
	slots[pattern] = slots[base] + turns;
	return true;
}

bool fw_block_take_table( fw_search* search, fw_block_state* state, fw_block* block )
{
	if ( FW_UNLIKELY( state->tables->slots[block->pattern] == 0 ) && !make_table( search, state, block->pattern ) )
	{
		return false;
	}
	block->table = state->tables->slots[block->pattern];
	return true;
}

void fw_block_tables_hold( fw_holdings* holdings, fw_block_tables* tables )
{
	holdings->bytes += tables->lddb != NULL ? fw_lddb_memory( tables->lddb ) : 0;
	if ( holdings->allocator != NULL )
	{
		fw_lddb_destroy( tables->lddb );
	}
	FW_HOLD( holdings, tables->slots, FW_BLOCK_PATTERNS + FW_BLOCK_HEADS );
	FW_HOLD( holdings, tables->older, tables->older_capacity );
	fw_hold( holdings, tables->at.all, (size_t)tables->capacity, tables->bytes );
}
