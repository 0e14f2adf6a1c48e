// SPDX-License-Identifier: MIT
// Block A*: the distances of the patterns that a context has met, in the form that expansions read.
#include "lddb/lddb.h"
#include "search/block/block.h"

#define FIRST_SLOTS 64

// The distances of a pattern, from the map's database where that has them.
static void look_up( const fw_search* search, const fw_block_state* state, uint32_t pattern, double* distances )
{
	const fw_lddb* shared = search->map.lddb;
	if ( shared == NULL || fw_lddb_distances( shared, pattern, distances ) != FW_OK )
	{
		fw_lddb_measure( state->tables->lddb, pattern, distances );
	}
}

// The pattern after a quarter turn clockwise.
static uint32_t quarter_turn( uint32_t pattern )
{
	uint32_t turned = 0;
	for ( int32_t i = 0; i < 16; i++ )
	{
		turned |= ( pattern >> i & 1 ) << ( 4 * ( i % 4 ) + 3 - i / 4 );
	}
	return turned;
}

// The least of the quarter turns of a pattern of 4 x 4, and how many lead to it.
static uint32_t min_turn( uint32_t pattern, uint32_t* turns )
{
	uint32_t least = pattern;
	uint32_t turned = pattern;
	for ( uint32_t i = 1; i < 4; i++ )
	{
		turned = quarter_turn( turned );
		*turns = turned < least ? i : *turns;
		least = turned < least ? turned : least;
	}
	return least;
}

static unsigned char* table_at( const fw_block_tables* tables, uint32_t table )
{
	return (unsigned char*)tables->all + (size_t)table * tables->bytes;
}

// The slot of a pattern, or the empty one where it would be.
static uint64_t* find_slot( uint64_t* slots, int32_t count, uint32_t pattern )
{
	const uint32_t mask = (uint32_t)count - 1;
	uint32_t at = fw_block_first_slot( count, pattern );
	while ( slots[at] != 0 && (uint32_t)( slots[at] >> 32 ) != pattern )
	{
		at = ( at + 1 ) & mask;
	}
	return &slots[at];
}

// Room for two more patterns, at most half of the slots. False when memory is out.
static bool grow_slots( const fw_search* search, fw_block_tables* tables )
{
	if ( 2 * ( tables->pattern_count + 2 ) <= tables->slot_count )
	{
		return true;
	}
	const int32_t count = tables->slot_count > 0 ? 2 * tables->slot_count : FIRST_SLOTS;
	uint64_t* slots = fw_alloc_zero( &search->allocator, (size_t)count, sizeof( *slots ) );
	if ( slots == NULL )
	{
		return false;
	}
	for ( int32_t i = 0; i < tables->slot_count; i++ )
	{
		if ( tables->slots[i] != 0 )
		{
			*find_slot( slots, count, (uint32_t)( tables->slots[i] >> 32 ) ) = tables->slots[i];
		}
	}
	fw_free( &search->allocator, tables->slots, (size_t)tables->slot_count, sizeof( *slots ) );
	tables->slots = slots;
	tables->slot_count = count;
	return true;
}

bool fw_block_take_kind( fw_search* search, fw_block_state* state )
{
	const bool closed = state->vertices.corners == FW_CORNERS_CLOSED;
	const int32_t tiles = state->variant == FW_BLOCK_TILES4 ? 0 : 1;
	const int32_t kind = !state->corners ? tiles : closed ? 2 : 3;
	fw_block_tables* tables = &state->kinds[kind][state->size - FW_BLOCK_SIZE_MIN];
	state->tables = tables;
	tables->bytes = (size_t)state->nodes * (size_t)state->nodes * sizeof( float );
	tables->first = 1;
	if ( tables->heads == NULL )
	{
		tables->heads = fw_alloc_zero( &search->allocator, FW_BLOCK_HEADS, sizeof( *tables->heads ) );
	}
	fw_lddb_def def = fw_default_lddb_def();
	def.allocator = search->allocator;
	def.kind = kind == 0 ? FW_LDDB_TILES4 : kind == 1 ? FW_LDDB_TILES8 : FW_LDDB_CORNERS;
	def.size = state->size;
	def.corners = state->vertices.corners;
	return tables->heads != NULL && grow_slots( search, tables ) &&
	       ( tables->lddb != NULL || fw_lddb_create( &def, &tables->lddb, NULL ) == FW_OK );
}

// Room for one more table and two patterns. False when memory is out.
static bool grow( const fw_search* search, fw_block_tables* tables )
{
	if ( tables->count == FW_BLOCK_TABLES_MAX || tables->pattern_count > FW_BLOCK_PATTERNS_MAX - 2 )
	{
		tables->first += (uint32_t)tables->count << 2;
		tables->count = 0;
		tables->pattern_count = 0;
		memset( tables->heads, 0, FW_BLOCK_HEADS * sizeof( *tables->heads ) );
		memset( tables->slots, 0, (size_t)tables->slot_count * sizeof( *tables->slots ) );
	}
	const int32_t needed = tables->count + 1;
	return grow_slots( search, tables ) &&
	       FW_GROW( &search->allocator, &tables->older, &tables->older_capacity, needed ) &&
	       ( needed <= tables->capacity ||
	         fw_grow( &search->allocator, &tables->all, &tables->capacity, needed, tables->bytes ) );
}

// Writes the distances of a pattern as the next table, which it is not yet.
static void write_next( const fw_block_state* state, const double* distances )
{
	unsigned char* next = table_at( state->tables, (uint32_t)state->tables->count );
	for ( int32_t i = 0; i < state->nodes * state->nodes; i++ )
	{
		if ( state->corners )
		{
			( (float*)(void*)next )[i] = (float)distances[i];
		}
		else
		{
			const double distance = fw_block_distance( state, distances[i] );
			( (int32_t*)(void*)next )[i] =
			    distance < (double)INFINITY ? (int32_t)floor( distance * FW_COST_ONE + 0.5 ) : FW_BLOCK_TILE_FAR;
		}
	}
}

// The number of the table that equals the one written last: an older one, or the one itself, which then stays.
static uint32_t share( fw_block_tables* tables )
{
	const unsigned char* last = table_at( tables, (uint32_t)tables->count );
	uint64_t hash = 0xcbf29ce484222325u;
	for ( size_t i = 0; i < tables->bytes; i += sizeof( uint64_t ) )
	{
		uint64_t word;
		memcpy( &word, last + i, sizeof( word ) );
		hash = ( hash ^ word ) * 0x9E3779B97F4A7C15u;
	}
	uint32_t* head = &tables->heads[hash >> 52];
	for ( uint32_t table = *head; table != 0; table = tables->older[table - 1] )
	{
		if ( memcmp( table_at( tables, table - 1 ), last, tables->bytes ) == 0 )
		{
			return table - 1;
		}
	}
	tables->older[tables->count] = *head;
	*head = (uint32_t)++tables->count;
	return *head - 1;
}

// Makes the table of a pattern that has no slot: 1 + ( table << 2 | quarter turns ); 0 when memory is out.
static uint32_t make_table( const fw_search* search, const fw_block_state* state, uint32_t pattern )
{
	fw_block_tables* tables = state->tables;
	if ( !grow( search, tables ) )
	{
		return 0;
	}
	uint32_t turns = 0;
	const uint32_t base = state->corners && state->size == 4 ? min_turn( pattern, &turns ) : pattern;
	uint64_t* slot = find_slot( tables->slots, tables->slot_count, base );
	if ( *slot == 0 )
	{
		double distances[FW_LDDB_NODES_MAX * FW_LDDB_NODES_MAX];
		look_up( search, state, base, distances );
		write_next( state, distances );
		*slot = (uint64_t)base << 32 | ( 1 + ( share( tables ) << 2 ) );
		tables->pattern_count++;
	}
	const uint32_t table = (uint32_t)*slot + turns;
	if ( base != pattern )
	{
		*find_slot( tables->slots, tables->slot_count, pattern ) = (uint64_t)pattern << 32 | table;
		tables->pattern_count++;
	}
	return table;
}

static FW_NOINLINE bool make_new( const fw_search* search, const fw_block_state* state, fw_block* block )
{
	const uint32_t table = make_table( search, state, block->pattern );
	block->table = table != 0 ? table + state->tables->first - 1 : 0;
	return table != 0;
}

bool fw_block_find_table( const fw_search* search, const fw_block_state* state, fw_block* block )
{
	const fw_block_tables* tables = state->tables;
	const uint64_t known = *find_slot( tables->slots, tables->slot_count, block->pattern );
	if ( FW_UNLIKELY( known == 0 ) )
	{
		return make_new( search, state, block );
	}
	block->table = (uint32_t)known + tables->first - 1;
	return true;
}

void fw_block_tables_hold( fw_holdings* holdings, fw_block_tables* tables )
{
	holdings->bytes += tables->lddb != NULL ? fw_lddb_memory( tables->lddb ) : 0;
	if ( holdings->allocator != NULL )
	{
		fw_lddb_destroy( tables->lddb );
	}
	FW_HOLD( holdings, tables->slots, tables->slot_count );
	FW_HOLD( holdings, tables->heads, tables->heads != NULL ? FW_BLOCK_HEADS : 0 );
	FW_HOLD( holdings, tables->older, tables->older_capacity );
	fw_hold( holdings, tables->all, (size_t)tables->capacity, tables->bytes );
}
