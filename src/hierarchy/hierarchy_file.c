// SPDX-License-Identifier: MIT
// The file format of hierarchies, little-endian:
//
//     8 bytes  "FWHIER\r\n"
//     6 u32    version, width, height, side of a cluster, quality, levels as they were asked for
//     u64      hash of the map
//     u32, 8 u32   number of capability sets, the sets (0 beyond the number)
//     u32, 8 u32   number of sizes, the sizes
//     each cluster, row by row:
//         u8, 4 u8, u32   nodes, transitions of each side, edges
//         each node: 2 u8 its place, u16 its intra-edges, u16 all its edges
//         each edge: u32 cost, 3 u8 end, side, class, u32 which edges can follow
//         u8 the node of each transition, side by side
//     u64      checksum of all before
//
// Where units stand, terrains, and the third level are made from the map and the clusters again.
#include "base/bytes.h"
#include "base/file.h"
#include "grid/layer.h"
#include "hierarchy/hierarchy.h"

#include <string.h>

#define VERSION 2
#define MAGIC "FWHIER\r\n"
#define MAGIC_SIZE 8
#define HEADER_SIZE ( MAGIC_SIZE + 6 * 4 + 8 + 2 * ( 4 + 4 * FW_HIERARCHY_MAX_CLASSES ) )
#define CLUSTER_SIZE ( 1 + FW_SIDE_COUNT + 4 )
#define NODE_SIZE 6
#define EDGE_SIZE 11
#define CHECKSUM_SIZE 8
// No edge costs more: an intra-edge passes half of its tiles at most, of the dearest terrain.
#define COST_MAX ( FW_CLUSTER_MAX * FW_CLUSTER_MAX * 64u * FW_LOCAL_DIAGONAL )

// All that a hierarchy depends on.
static uint64_t hash_map( const fw_grid* grid )
{
	uint64_t hash = FW_HASH_BEGIN;
	for ( int32_t i = 0; i < fw_grid_terrain_count( grid ); i++ )
	{
		const fw_terrain* terrain = fw_grid_terrain( grid, i );
		char bytes[12];
		uint64_t cost;
		char* at = bytes;
		fw_put( &at, terrain->capabilities, 4 );
		memcpy( &cost, &terrain->cost, sizeof( cost ) );
		fw_put( &at, cost, 8 );
		hash = fw_hash_bytes( hash, bytes, sizeof( bytes ) );
	}
	const size_t tiles = (size_t)fw_grid_width( grid ) * (size_t)fw_grid_height( grid );
	return fw_hash_bytes( hash, fw_grid_tiles( grid ), tiles );
}

static size_t cluster_bytes( uint32_t nodes, uint32_t transitions, uint32_t edges )
{
	return CLUSTER_SIZE + (size_t)NODE_SIZE * nodes + (size_t)EDGE_SIZE * edges + transitions;
}

static void put_list( char** at, int32_t count, const uint32_t* items )
{
	fw_put( at, (uint64_t)count, 4 );
	for ( int32_t i = 0; i < FW_HIERARCHY_MAX_CLASSES; i++ )
	{
		fw_put( at, i < count ? items[i] : 0, 4 );
	}
}

static void put_header( const fw_hierarchy* hierarchy, char** at )
{
	const fw_hierarchy_def* def = &hierarchy->def;
	uint32_t sizes[FW_HIERARCHY_MAX_CLASSES];
	memcpy( *at, MAGIC, MAGIC_SIZE );
	*at += MAGIC_SIZE;
	fw_put( at, VERSION, 4 );
	fw_put( at, (uint64_t)hierarchy->width, 4 );
	fw_put( at, (uint64_t)hierarchy->height, 4 );
	fw_put( at, (uint64_t)def->cluster, 4 );
	fw_put( at, (uint64_t)def->quality, 4 );
	fw_put( at, (uint64_t)def->levels, 4 );
	fw_put( at, hash_map( fw_hierarchy_grid( hierarchy ) ), 8 );
	put_list( at, def->capability_count, def->capabilities );
	for ( int32_t i = 0; i < FW_HIERARCHY_MAX_CLASSES; i++ )
	{
		sizes[i] = (uint32_t)def->sizes[i];
	}
	put_list( at, def->size_count, sizes );
}

static void put_cluster( const fw_cluster* cluster, char** at )
{
	const fw_abstract_node* nodes = fw_cluster_nodes( cluster );
	const fw_abstract_edge* edges = fw_cluster_edges( cluster );
	fw_put( at, cluster->node_count, 1 );
	for ( int32_t side = 0; side < FW_SIDE_COUNT; side++ )
	{
		fw_put( at, cluster->side_count[side], 1 );
	}
	fw_put( at, cluster->edge_count, 4 );
	for ( int32_t i = 0; i < cluster->node_count; i++ )
	{
		fw_put( at, nodes[i].x, 1 );
		fw_put( at, nodes[i].y, 1 );
		fw_put( at, nodes[i].intra_edges, 2 );
		fw_put( at, nodes[i + 1].first_edge - nodes[i].first_edge, 2 );
	}
	for ( uint32_t i = 0; i < cluster->edge_count; i++ )
	{
		fw_put( at, edges[i].cost, 4 );
		fw_put( at, edges[i].to, 1 );
		fw_put( at, edges[i].side, 1 );
		fw_put( at, edges[i].unit_class, 1 );
		fw_put( at, edges[i].successors, 4 );
	}
	for ( int32_t side = 0; side < FW_SIDE_COUNT; side++ )
	{
		memcpy( *at, fw_cluster_side( cluster, side ), cluster->side_count[side] );
		*at += cluster->side_count[side];
	}
}

fw_status fw_hierarchy_format( const fw_hierarchy* hierarchy, char** bytes, size_t* size )
{
	size_t needed = HEADER_SIZE + CHECKSUM_SIZE;
	for ( int32_t i = 0; i < hierarchy->columns * hierarchy->rows; i++ )
	{
		const fw_cluster* cluster = hierarchy->clusters[i];
		needed += cluster_bytes( cluster->node_count, cluster->inter_count, cluster->edge_count );
	}
	char* made = fw_alloc( &hierarchy->allocator, needed, 1 );
	FW_TRY( made != NULL ? FW_OK : FW_ERR_MEMORY );
	char* at = made;
	put_header( hierarchy, &at );
	for ( int32_t i = 0; i < hierarchy->columns * hierarchy->rows; i++ )
	{
		put_cluster( hierarchy->clusters[i], &at );
	}
	fw_put( &at, fw_hash_bytes( FW_HASH_BEGIN, made, needed - CHECKSUM_SIZE ), CHECKSUM_SIZE );
	FW_ASSERT( at == made + needed );
	*bytes = made;
	*size = needed;
	return FW_OK;
}

// Bytes that are still to be read.
typedef struct hierarchy_reader
{
	const char* at;
	size_t left;
} hierarchy_reader;

static uint32_t take( hierarchy_reader* in, int32_t bytes )
{
	FW_ASSERT( in->left >= (size_t)bytes );
	in->left -= (size_t)bytes;
	return (uint32_t)fw_get( &in->at, bytes );
}

// A number of items and all places for them, those beyond the number being 0.
static bool read_list( hierarchy_reader* in, int32_t* count, uint32_t* items, uint32_t most )
{
	const uint32_t written = take( in, 4 );
	bool ok = written <= FW_HIERARCHY_MAX_CLASSES;
	for ( uint32_t i = 0; i < FW_HIERARCHY_MAX_CLASSES; i++ )
	{
		items[i] = take( in, 4 );
		ok = ok && items[i] <= ( i < written ? most : 0 );
	}
	*count = ok ? (int32_t)written : 0;
	return ok;
}

// The definition in a header; fw_hierarchy_begin() then refuses what is out of range.
static fw_status read_header( hierarchy_reader* in, const fw_grid* grid, fw_hierarchy_def* def )
{
	if ( in->left < HEADER_SIZE + CHECKSUM_SIZE || memcmp( in->at, MAGIC, MAGIC_SIZE ) != 0 )
	{
		return FW_ERR_SYNTAX;
	}
	const char* end = in->at + in->left - CHECKSUM_SIZE;
	const uint64_t sum = fw_hash_bytes( FW_HASH_BEGIN, in->at, in->left - CHECKSUM_SIZE );
	in->at += MAGIC_SIZE;
	in->left -= MAGIC_SIZE + CHECKSUM_SIZE;
	if ( take( in, 4 ) != VERSION || fw_get( &end, CHECKSUM_SIZE ) != sum )
	{
		return FW_ERR_SYNTAX;
	}
	const uint32_t width = take( in, 4 );
	const uint32_t height = take( in, 4 );
	const uint32_t cluster = take( in, 4 );
	const uint32_t quality = take( in, 4 );
	const uint32_t levels = take( in, 4 );
	const uint64_t hash = fw_get( &in->at, 8 );
	in->left -= 8;
	if ( !read_list( in, &def->capability_count, def->capabilities, UINT32_MAX ) ||
	     !read_list( in, &def->size_count, (uint32_t*)(void*)def->sizes, FW_UNIT_MAX_SIZE ) )
	{
		return FW_ERR_SYNTAX;
	}
	if ( cluster > FW_CLUSTER_MAX || quality > FW_QUALITY_LOW || levels > 3 )
	{
		return FW_ERR_SYNTAX;
	}
	def->cluster = (int32_t)cluster;
	def->quality = (fw_quality)quality;
	def->levels = (int32_t)levels;
	const bool same = width == (uint32_t)fw_grid_width( grid ) && height == (uint32_t)fw_grid_height( grid ) &&
	                  hash == hash_map( grid );
	return same ? FW_OK : FW_ERR_STALE;
}

static bool read_nodes( hierarchy_reader* in, fw_cluster* made )
{
	fw_abstract_node* nodes = fw_cluster_nodes_of( made );
	uint32_t first = 0;
	bool ok = true;
	for ( int32_t i = 0; i < made->node_count; i++ )
	{
		nodes[i].x = (uint8_t)take( in, 1 );
		nodes[i].y = (uint8_t)take( in, 1 );
		nodes[i].intra_edges = (uint16_t)take( in, 2 );
		nodes[i].first_edge = first;
		const uint32_t count = take( in, 2 );
		ok = ok && nodes[i].x < made->width && nodes[i].y < made->height && nodes[i].intra_edges <= count;
		first += count;
	}
	nodes[made->node_count].first_edge = first;
	return ok && first == made->edge_count;
}

static bool read_edges( hierarchy_reader* in, const fw_hierarchy* hierarchy, fw_cluster* made )
{
	fw_abstract_edge* edges = fw_cluster_edges_of( made );
	const fw_abstract_node* nodes = fw_cluster_nodes( made );
	uint32_t crossings = 0;
	bool ok = true;
	for ( int32_t node = 0; node < made->node_count; node++ )
	{
		for ( uint32_t i = nodes[node].first_edge; i < nodes[node + 1].first_edge; i++ )
		{
			fw_abstract_edge* edge = &edges[i];
			edge->cost = take( in, 4 );
			edge->to = (uint8_t)take( in, 1 );
			edge->side = (uint8_t)take( in, 1 );
			edge->unit_class = (uint8_t)take( in, 1 );
			edge->successors = take( in, 4 );
			const bool within = i - nodes[node].first_edge < nodes[node].intra_edges;
			const bool end = within ? edge->side == FW_SIDE_NONE && edge->to < made->node_count
			                        : edge->side < FW_SIDE_NONE && edge->to < made->side_count[edge->side];
			// Estimates rely on it that no path is shorter than can be.
			const fw_abstract_node* to = &nodes[within && end ? edge->to : node];
			const uint32_t least = fw_local_octile( to->x - nodes[node].x, to->y - nodes[node].y );
			crossings += edge->side != FW_SIDE_NONE;
			ok = ok && end && edge->unit_class < hierarchy->classes.count && edge->cost >= FW_LOCAL_ONE &&
			     edge->cost >= least && edge->cost <= COST_MAX;
		}
	}
	return ok && crossings == made->inter_count;
}

static fw_status read_cluster( hierarchy_reader* in, fw_hierarchy* hierarchy, int32_t index )
{
	const int32_t side = hierarchy->def.cluster;
	const int32_t x = index % hierarchy->columns * side;
	const int32_t y = index / hierarchy->columns * side;
	const int32_t width = hierarchy->width - x < side ? hierarchy->width - x : side;
	const int32_t height = hierarchy->height - y < side ? hierarchy->height - y : side;
	if ( in->left < CLUSTER_SIZE )
	{
		return FW_ERR_SYNTAX;
	}
	fw_cluster head = { .x = (int16_t)x, .y = (int16_t)y, .width = (uint8_t)width, .height = (uint8_t)height };
	uint32_t transitions = 0;
	head.node_count = (uint8_t)take( in, 1 );
	for ( int32_t i = 0; i < FW_SIDE_COUNT; i++ )
	{
		head.side_count[i] = (uint8_t)take( in, 1 );
		transitions += head.side_count[i];
	}
	head.edge_count = take( in, 4 );
	if ( head.node_count > FW_CLUSTER_NODES || transitions > FW_SIDE_COUNT * FW_SIDE_MAX ||
	     head.edge_count > in->left / EDGE_SIZE ||
	     in->left < cluster_bytes( head.node_count, transitions, head.edge_count ) - CLUSTER_SIZE )
	{
		return FW_ERR_SYNTAX;
	}
	fw_cluster* made =
	    fw_cluster_create( &head, hierarchy->has_costs, hierarchy->classes.count, &hierarchy->allocator );
	hierarchy->clusters[index] = made;
	FW_TRY( made != NULL ? FW_OK : FW_ERR_MEMORY );
	bool ok = read_nodes( in, made ) && read_edges( in, hierarchy, made );
	for ( int32_t i = 0; i < FW_SIDE_COUNT && ok; i++ )
	{
		uint8_t* of_side = (uint8_t*)made + made->of_side[i];
		for ( int32_t k = 0; k < made->side_count[i]; k++ )
		{
			of_side[k] = (uint8_t)take( in, 1 );
			ok = ok && of_side[k] < made->node_count;
		}
	}
	if ( ok )
	{
		fw_cluster_find_parts( made, &hierarchy->classes );
	}
	if ( made->terrain != 0 )
	{
		fw_cluster_read_terrain( fw_hierarchy_grid( hierarchy ), ( fw_rect ){ x, y, width, height },
		                         (uint8_t*)made + made->terrain );
	}
	return ok ? FW_OK : FW_ERR_SYNTAX;
}

static fw_status check_sides( const fw_hierarchy* hierarchy )
{
	bool ok = true;
	for ( int32_t i = 0; i < hierarchy->columns * hierarchy->rows && ok; i++ )
	{
		ok = fw_hierarchy_fits_in( hierarchy, i );
	}
	return ok ? FW_OK : FW_ERR_SYNTAX;
}

fw_status fw_hierarchy_parse( const fw_grid* grid, const char* bytes, size_t size, const fw_allocator* allocator,
                              fw_hierarchy** hierarchy, fw_refusal* refusal )
{
	hierarchy_reader in = { bytes, size };
	fw_hierarchy_def def = fw_default_hierarchy_def();
	def.allocator = fw_allocator_or_default( allocator );
	fw_status status = read_header( &in, grid, &def );
	if ( status != FW_OK )
	{
		return status == FW_ERR_STALE ? fw_refuse( refusal, status, FW_REFUSAL_STALE, "file", "grid",
		                                           "was saved of another map; create a hierarchy of this one" )
		                              : fw_refuse_file( refusal, status );
	}
	fw_hierarchy* made = NULL;
	status = fw_hierarchy_begin( grid, &def, &made, refusal );
	if ( status != FW_OK )
	{
		return status == FW_ERR_ARGUMENT ? fw_refuse_file( refusal, FW_ERR_SYNTAX ) : status;
	}
	for ( int32_t i = 0; i < made->columns * made->rows && status == FW_OK; i++ )
	{
		status = read_cluster( &in, made, i );
	}
	status = status == FW_OK && in.left != 0 ? FW_ERR_SYNTAX : status;
	status = status == FW_OK ? check_sides( made ) : status;
	status = status == FW_OK && !fw_hierarchy_finish( made, NULL ) ? FW_ERR_MEMORY : status;
	if ( status != FW_OK )
	{
		fw_hierarchy_destroy( made );
		return fw_refuse_file( refusal, status );
	}
	*hierarchy = made;
	return FW_OK;
}

fw_status fw_hierarchy_save( const fw_hierarchy* hierarchy, const char* file )
{
	if ( hierarchy == NULL || file == NULL )
	{
		return FW_ERR_ARGUMENT;
	}
	if ( hierarchy->revision != fw_grid_revision( fw_hierarchy_grid( hierarchy ) ) )
	{
		return FW_ERR_STALE;
	}
	char* bytes;
	size_t size;
	fw_status status = fw_hierarchy_format( hierarchy, &bytes, &size );
	if ( status == FW_OK )
	{
		status = fw_file_write( file, bytes, size );
		fw_free( &hierarchy->allocator, bytes, size, 1 );
	}
	return status;
}

fw_status fw_hierarchy_load( const fw_grid* grid, const char* file, const fw_allocator* allocator,
                             fw_hierarchy** hierarchy, fw_refusal* refusal )
{
	FW_TRY( FW_CHECK_NULL( refusal, grid, file, hierarchy ) );
	fw_file read;
	FW_TRY( fw_file_read( file, allocator, &read, refusal ) );
	const fw_status status = fw_hierarchy_parse( grid, read.bytes, read.size, &read.allocator, hierarchy, refusal );
	fw_file_free( &read );
	return status;
}
