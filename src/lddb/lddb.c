// SPDX-License-Identifier: MIT
// The local distance database: making one, adding patterns, and questions about them.
// Source: P. Yap, N. Burch, R. Holte, J. Schaeffer, "Block A*: Database-Driven Search with Applications in Any-Angle
// Path-Planning" (2011), section 2. Bends are not stored: the few that a path has are cheaply found again.
#include "lddb/lddb.h"

#include "lddb/database.h"

#include <math.h>

#define FILL_SIZE_MAX 4 // tiles along the side of a block whose patterns are all entered

fw_lddb_def fw_default_lddb_def( void )
{
	return ( fw_lddb_def ){
	    .cookie = FW_COOKIE,
	    .kind = FW_LDDB_CORNERS,
	    .size = 4,
	    .corners = FW_CORNERS_CLOSED,
	};
}

static const fw_range ranges[] = {
    { "kind", offsetof( fw_lddb_def, kind ), FW_FIELD_INT, FW_LDDB_TILES4, FW_LDDB_CORNERS, NULL },
    { "size", offsetof( fw_lddb_def, size ), FW_FIELD_INT, 2, FW_LDDB_SIZE_MAX, " tiles" },
    { "corners", offsetof( fw_lddb_def, corners ), FW_FIELD_INT, FW_CORNERS_CLOSED, FW_CORNERS_OPEN, NULL },
};
const fw_ranges fw_lddb_def_ranges = FW_RANGES( "def", "fw_default_lddb_def()", ranges );

fw_status fw_lddb_create( const fw_lddb_def* def, fw_lddb** lddb, fw_refusal* refusal )
{
	FW_TRY( FW_CHECK_NULL( refusal, def, lddb ) );
	FW_TRY( fw_check( refusal, &fw_lddb_def_ranges, def ) );
	const fw_allocator allocator = fw_allocator_or_default( &def->allocator );
	fw_lddb* made = fw_alloc_zero( &allocator, 1, sizeof( *made ) );
	FW_TRY( fw_refuse_status( refusal, made != NULL ? FW_OK : FW_ERR_MEMORY ) );
	made->def = *def;
	made->def.allocator = allocator;
	if ( !fw_lddb_block_init( &made->block, &made->def ) ||
	     fw_lddb_reserve_lengths( made, FW_LDDB_PAIRS_MAX + 1 ) != FW_OK )
	{
		fw_lddb_destroy( made );
		return fw_refuse_status( refusal, FW_ERR_MEMORY );
	}
	made->lengths[made->length_count++] = UINT64_MAX; // of FW_LDDB_CODE_NONE
	made->stride = ( made->block.pairs + 3 ) / 4 * 4;
	*lddb = made;
	return FW_OK;
}

static void hold( fw_holdings* holdings, fw_lddb* lddb )
{
	fw_lddb_block_hold( holdings, &lddb->block );
	for ( int32_t i = 0; i < lddb->page_count; i++ )
	{
		FW_HOLD( holdings, lddb->pages[i], FW_LDDB_PAGE * lddb->stride );
	}
	FW_HOLD( holdings, lddb->pages, lddb->page_capacity );
	FW_HOLD( holdings, lddb->entries, lddb->entry_capacity );
	FW_HOLD( holdings, lddb->lengths, lddb->length_capacity );
	FW_HOLD( holdings, lddb->by_pattern.slots, lddb->by_pattern.size );
	FW_HOLD( holdings, lddb->by_codes.slots, lddb->by_codes.size );
	FW_HOLD( holdings, lddb->by_length.slots, lddb->by_length.size );
}

void fw_lddb_destroy( fw_lddb* lddb )
{
	if ( lddb != NULL )
	{
		const fw_allocator allocator = lddb->def.allocator;
		hold( &( fw_holdings ){ .allocator = &allocator }, lddb );
		fw_free( &allocator, lddb, 1, sizeof( *lddb ) );
	}
}

const fw_lddb_def* fw_lddb_definition( const fw_lddb* lddb )
{
	return &lddb->def;
}

int32_t fw_lddb_entries( const fw_lddb* lddb )
{
	return lddb->entry_count;
}

size_t fw_lddb_memory( const fw_lddb* lddb )
{
	fw_holdings held = { .bytes = sizeof( *lddb ) };
	fw_lddb copy = *lddb;
	hold( &held, &copy );
	return held.bytes;
}

// Bits beyond the last tile are a mistake.
static bool is_pattern( const fw_lddb* lddb, uint32_t pattern )
{
	return ( pattern & ~lddb->block.all ) == 0;
}

static fw_status add_canonical( fw_lddb* lddb, uint32_t canonical )
{
	FW_TRY( fw_lddb_reserve( lddb ) );
	FW_TRY( fw_lddb_reserve_lengths( lddb, lddb->block.pairs ) );
	uint64_t lengths[FW_LDDB_PAIRS_MAX];
	uint16_t codes[FW_LDDB_PAIRS_MAX + 3] = { 0 };
	lddb->block.paths->pairs( &lddb->block, canonical, lengths );
	for ( int32_t i = 0; i < lddb->block.pairs; i++ )
	{
		codes[i] = fw_lddb_code( lddb, lengths[i] );
	}
	fw_lddb_enter( lddb, canonical, fw_lddb_share_table( lddb, codes ) );
	return FW_OK;
}

fw_status fw_lddb_add( fw_lddb* lddb, uint32_t pattern )
{
	int32_t symmetry;
	if ( lddb == NULL || !is_pattern( lddb, pattern ) )
	{
		return FW_ERR_ARGUMENT;
	}
	const uint32_t canonical = fw_lddb_canonical( &lddb->block, pattern, &symmetry );
	return fw_lddb_find( lddb, canonical ) != NULL ? FW_OK : add_canonical( lddb, canonical );
}

// Into a database of its own, so that failing changes nothing.
fw_status fw_lddb_fill( fw_lddb* lddb, fw_refusal* refusal )
{
	if ( lddb == NULL )
	{
		return FW_CHECK_NULL( refusal, lddb );
	}
	if ( lddb->block.size > FILL_SIZE_MAX )
	{
		return fw_refuse_range( refusal, FW_ERR_TOO_LARGE, "lddb.size", lddb->block.size, 2, FILL_SIZE_MAX );
	}
	fw_lddb* full = NULL;
	fw_status status = fw_lddb_create( &lddb->def, &full, NULL );
	for ( uint32_t pattern = 0; status == FW_OK && pattern <= lddb->block.all; pattern++ )
	{
		int32_t symmetry;
		if ( fw_lddb_canonical( &full->block, pattern, &symmetry ) == pattern )
		{
			status = add_canonical( full, pattern );
		}
	}
	if ( status == FW_OK )
	{
		const fw_lddb old = *lddb;
		*lddb = *full;
		*full = old;
	}
	fw_lddb_destroy( full );
	return fw_refuse_status( refusal, status );
}

bool fw_lddb_has( const fw_lddb* lddb, uint32_t pattern )
{
	int32_t symmetry;
	return lddb != NULL && is_pattern( lddb, pattern ) &&
	       fw_lddb_find( lddb, fw_lddb_canonical( &lddb->block, pattern, &symmetry ) ) != NULL;
}

fw_status fw_lddb_distances( const fw_lddb* lddb, uint32_t pattern, double* distances )
{
	if ( lddb == NULL || distances == NULL || !is_pattern( lddb, pattern ) )
	{
		return FW_ERR_ARGUMENT;
	}
	int32_t symmetry;
	const fw_lddb_block* block = &lddb->block;
	const fw_lddb_entry* entry = fw_lddb_find( lddb, fw_lddb_canonical( block, pattern, &symmetry ) );
	if ( entry == NULL )
	{
		return FW_ERR_UNKNOWN;
	}
	const uint16_t* codes = fw_lddb_table( lddb, entry->table );
	const uint8_t* pair = block->pair_of[symmetry];
	const int32_t nodes = block->nodes;
	for ( int32_t a = 0; a < nodes; a++ )
	{
		distances[a * nodes + a] = fw_lddb_is_blocked( block, pattern, block->point_of[a] ) ? INFINITY : 0.0;
		for ( int32_t b = a + 1; b < nodes; b++ )
		{
			const uint16_t code = codes[*pair++];
			const double distance = code != FW_LDDB_CODE_NONE ? fw_lddb_tiles( lddb->lengths[code] ) : INFINITY;
			distances[a * nodes + b] = distance;
			distances[b * nodes + a] = distance;
		}
	}
	return FW_OK;
}

void fw_lddb_measure( const fw_lddb* lddb, uint32_t pattern, double* distances )
{
	const fw_lddb_block* block = &lddb->block;
	const int32_t nodes = block->nodes;
	uint64_t lengths[FW_LDDB_PAIRS_MAX];
	const uint64_t* length = lengths;
	block->paths->pairs( block, pattern, lengths );
	for ( int32_t a = 0; a < nodes; a++ )
	{
		distances[a * nodes + a] = fw_lddb_is_blocked( block, pattern, block->point_of[a] ) ? INFINITY : 0.0;
		for ( int32_t b = a + 1; b < nodes; b++, length++ )
		{
			const double distance = *length < FW_LDDB_FAR ? fw_lddb_tiles( *length ) : INFINITY;
			distances[a * nodes + b] = distance;
			distances[b * nodes + a] = distance;
		}
	}
}

bool fw_lddb_from_point( const fw_lddb* lddb, uint32_t pattern, int32_t x, int32_t y, double* distances )
{
	const fw_lddb_block* block = &lddb->block;
	uint64_t lengths[FW_LDDB_NODES_MAX];
	block->paths->nodes( block, pattern, fw_lddb_point_at( block, x, y ), lengths );
	bool any = false;
	for ( int32_t i = 0; i < block->nodes; i++ )
	{
		distances[i] = lengths[i] < FW_LDDB_FAR ? fw_lddb_tiles( lengths[i] ) : INFINITY;
		any = any || lengths[i] < FW_LDDB_FAR;
	}
	return any;
}

double fw_lddb_between( const fw_lddb* lddb, uint32_t pattern, int32_t x0, int32_t y0, int32_t x1, int32_t y1 )
{
	const fw_lddb_block* block = &lddb->block;
	int32_t points[FW_LDDB_BENDS_MAX];
	int32_t count;
	const uint64_t length = block->paths->between( block, pattern, fw_lddb_point_at( block, x0, y0 ),
	                                               fw_lddb_point_at( block, x1, y1 ), points, &count );
	return length < FW_LDDB_FAR ? fw_lddb_tiles( length ) : INFINITY;
}

int32_t fw_lddb_bends_between( const fw_lddb* lddb, uint32_t pattern, int32_t x0, int32_t y0, int32_t x1, int32_t y1,
                               fw_vec2* bends )
{
	const fw_lddb_block* block = &lddb->block;
	int32_t points[FW_LDDB_BENDS_MAX];
	int32_t count;
	const uint64_t length = block->paths->between( block, pattern, fw_lddb_point_at( block, x0, y0 ),
	                                               fw_lddb_point_at( block, x1, y1 ), points, &count );
	FW_ASSERT( count <= FW_LDDB_BENDS_MAX );
	const double offset = block->kind == FW_LDDB_CORNERS ? 0.0 : 0.5;
	for ( int32_t i = 0; i < count; i++ )
	{
		bends[i] = ( fw_vec2 ){ points[i] % ( block->side + 1 ) + offset, points[i] / ( block->side + 1 ) + offset };
	}
	return length < FW_LDDB_FAR ? count : -1;
}
