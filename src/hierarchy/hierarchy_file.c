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
#define LETTERS "FWHIER\r\n"
#define EDGE_SIZE 11 // bytes; bounds the memory that a false number of edges can cost
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

// The definition; fw_hierarchy_begin() then refuses what is out of range. FW_ERR_STALE where the map is another one.
static fw_status pass_header( fw_bytes* io, const fw_grid* grid, fw_hierarchy_def* def )
{
	const uint32_t width = (uint32_t)fw_grid_width( grid );
	const uint32_t height = (uint32_t)fw_grid_height( grid );
	const uint64_t hash = hash_map( grid );
	bool same = fw_pass( io, width, 4, UINT32_MAX ) == width;
	same = fw_pass( io, height, 4, UINT32_MAX ) == height && same;
	def->cluster = (int32_t)fw_pass( io, (uint64_t)def->cluster, 4, FW_CLUSTER_MAX );
	def->quality = (fw_quality)fw_pass( io, (uint64_t)def->quality, 4, FW_QUALITY_LOW );
	def->levels = (int32_t)fw_pass( io, (uint64_t)def->levels, 4, 3 );
	same = fw_pass( io, hash, 8, UINT64_MAX ) == hash && same;
	def->capability_count = (int32_t)fw_pass( io, (uint64_t)def->capability_count, 4, FW_HIERARCHY_MAX_CLASSES );
	for ( int32_t i = 0; i < FW_HIERARCHY_MAX_CLASSES; i++ )
	{
		const bool used = i < def->capability_count;
		def->capabilities[i] = (uint32_t)fw_pass( io, used ? def->capabilities[i] : 0, 4, used ? UINT32_MAX : 0 );
	}
	def->size_count = (int32_t)fw_pass( io, (uint64_t)def->size_count, 4, FW_HIERARCHY_MAX_CLASSES );
	for ( int32_t i = 0; i < FW_HIERARCHY_MAX_CLASSES; i++ )
	{
		const bool used = i < def->size_count;
		def->sizes[i] = (int32_t)fw_pass( io, used ? (uint64_t)def->sizes[i] : 0, 4, used ? FW_UNIT_MAX_SIZE : 0 );
	}
	return same ? FW_OK : FW_ERR_STALE;
}

// Only what is read is stored: other threads may search a hierarchy that is written.
static fw_bytes pass_nodes( fw_bytes io, fw_cluster* cluster )
{
	fw_abstract_node* nodes = fw_cluster_nodes_of( cluster );
	for ( int32_t i = 0; i < cluster->node_count; i++ )
	{
		fw_abstract_node node = nodes[i];
		uint32_t edges = nodes[i + 1].first_edge - node.first_edge;
		node.x = (uint8_t)fw_pass( &io, node.x, 1, cluster->width - 1u );
		node.y = (uint8_t)fw_pass( &io, node.y, 1, cluster->height - 1u );
		node.intra_edges = (uint16_t)fw_pass( &io, node.intra_edges, 2, UINT16_MAX );
		edges = (uint32_t)fw_pass( &io, edges, 2, cluster->edge_count - node.first_edge );
		if ( io.from != NULL )
		{
			nodes[i] = node;
			nodes[i + 1].first_edge = node.first_edge + edges;
			io.ok = io.ok && node.intra_edges <= edges;
		}
	}
	io.ok = io.ok && nodes[cluster->node_count].first_edge == cluster->edge_count;
	return io;
}

// Can there be such an edge of a node? Estimates rely on it that no path is shorter than can be.
static bool is_possible( const fw_cluster* cluster, int32_t node, bool within, const fw_abstract_edge* edge )
{
	const fw_abstract_node* nodes = fw_cluster_nodes( cluster );
	if ( !within )
	{
		return edge->side < FW_SIDE_NONE && edge->to < cluster->side_count[edge->side] && edge->cost >= FW_LOCAL_ONE;
	}
	const bool leads = edge->side == FW_SIDE_NONE && edge->to < cluster->node_count;
	const fw_abstract_node* to = &nodes[leads ? edge->to : node];
	return leads && edge->cost >= FW_LOCAL_ONE &&
	       edge->cost >= fw_local_octile( to->x - nodes[node].x, to->y - nodes[node].y );
}

static fw_bytes pass_edges( fw_bytes io, const fw_classes* classes, fw_cluster* cluster )
{
	const fw_abstract_node* nodes = fw_cluster_nodes( cluster );
	uint32_t crossings = 0;
	for ( int32_t node = 0; node < cluster->node_count; node++ )
	{
		for ( uint32_t i = nodes[node].first_edge; i < nodes[node + 1].first_edge; i++ )
		{
			fw_abstract_edge edge = fw_cluster_edges( cluster )[i];
			edge.cost = (uint32_t)fw_pass( &io, edge.cost, 4, COST_MAX );
			edge.to = (uint8_t)fw_pass( &io, edge.to, 1, UINT8_MAX );
			edge.side = (uint8_t)fw_pass( &io, edge.side, 1, FW_SIDE_NONE );
			edge.unit_class = (uint8_t)fw_pass( &io, edge.unit_class, 1, (uint64_t)classes->count - 1 );
			edge.successors = (uint32_t)fw_pass( &io, edge.successors, 4, UINT32_MAX );
			crossings += edge.side != FW_SIDE_NONE;
			if ( io.from != NULL )
			{
				const bool within = i - nodes[node].first_edge < nodes[node].intra_edges;
				fw_cluster_edges_of( cluster )[i] = edge;
				io.ok = io.ok && is_possible( cluster, node, within, &edge );
			}
		}
	}
	io.ok = io.ok && crossings == cluster->inter_count;
	return io;
}

// Makes the cluster where it is read.
static fw_status pass_cluster( fw_bytes* io, const fw_hierarchy* hierarchy, int32_t index )
{
	const bool reads = io->from != NULL;
	const fw_rect tiles = fw_square_of( hierarchy->def.cluster, hierarchy->width, hierarchy->height,
	                                    index % hierarchy->columns, index / hierarchy->columns );
	fw_cluster head = {
	    .x = (int16_t)tiles.x,
	    .y = (int16_t)tiles.y,
	    .width = (uint8_t)tiles.width,
	    .height = (uint8_t)tiles.height,
	};
	fw_cluster* cluster = reads ? &head : hierarchy->clusters[index];
	head.node_count = (uint8_t)fw_pass( io, cluster->node_count, 1, FW_CLUSTER_NODES );
	for ( int32_t i = 0; i < FW_SIDE_COUNT; i++ )
	{
		head.side_count[i] = (uint8_t)fw_pass( io, cluster->side_count[i], 1, FW_SIDE_MAX );
	}
	head.edge_count = (uint32_t)fw_pass( io, cluster->edge_count, 4, ( io->size - io->at ) / EDGE_SIZE );
	if ( reads )
	{
		FW_TRY( io->ok ? FW_OK : FW_ERR_SYNTAX );
		cluster = fw_cluster_create( &head, hierarchy, false );
		hierarchy->clusters[index] = cluster;
		FW_TRY( cluster != NULL ? FW_OK : FW_ERR_MEMORY );
	}
	*io = pass_nodes( *io, cluster );
	*io = pass_edges( *io, &hierarchy->classes, cluster );
	for ( uint32_t i = 0; i < cluster->inter_count; i++ )
	{
		uint8_t* nodes = (uint8_t*)cluster + cluster->of_side[0]; // of all sides, one after the other
		const uint8_t node = (uint8_t)fw_pass( io, nodes[i], 1, cluster->node_count - 1u );
		if ( reads )
		{
			nodes[i] = node;
		}
	}
	if ( reads && io->ok )
	{
		fw_cluster_find_parts( cluster, &hierarchy->classes );
	}
	return io->ok ? FW_OK : FW_ERR_SYNTAX;
}

static void write_all( fw_bytes* io, const void* context )
{
	const fw_hierarchy* hierarchy = context;
	fw_hierarchy_def def = hierarchy->def;
	pass_header( io, fw_hierarchy_grid( hierarchy ), &def );
	for ( int32_t i = 0; i < hierarchy->columns * hierarchy->rows; i++ )
	{
		pass_cluster( io, hierarchy, i );
	}
}

fw_status fw_hierarchy_format( const fw_hierarchy* hierarchy, char** bytes, size_t* size )
{
	return fw_bytes_write( &hierarchy->allocator, LETTERS, VERSION, write_all, hierarchy, bytes, size );
}

static fw_status refuse( fw_refusal* refusal, fw_status status, const char* bytes, size_t size, size_t at )
{
	return fw_bytes_refuse( refusal, status, "file", bytes, size, LETTERS, VERSION, at );
}

fw_status fw_hierarchy_parse( const fw_grid* grid, const char* bytes, size_t size, const fw_allocator* allocator,
                              fw_hierarchy** hierarchy, fw_refusal* refusal )
{
	fw_bytes io = fw_bytes_read( bytes, size, LETTERS, VERSION );
	fw_hierarchy_def def = fw_default_hierarchy_def();
	def.allocator = fw_allocator_or_default( allocator );
	fw_status status = pass_header( &io, grid, &def );
	if ( !io.ok )
	{
		return refuse( refusal, FW_ERR_SYNTAX, bytes, size, io.at );
	}
	if ( status == FW_ERR_STALE )
	{
		return fw_refuse( refusal, status, FW_REFUSAL_STALE, "file", "grid",
		                  "was saved of another map; create a hierarchy of this one" );
	}
	fw_hierarchy* made = NULL;
	status = fw_hierarchy_begin( grid, &def, &made, refusal );
	if ( status != FW_OK )
	{
		return status == FW_ERR_ARGUMENT ? refuse( refusal, FW_ERR_SYNTAX, bytes, size, io.at ) : status;
	}
	for ( int32_t i = 0; i < made->columns * made->rows && status == FW_OK; i++ )
	{
		status = pass_cluster( &io, made, i );
	}
	status = status == FW_OK && io.at != io.size ? FW_ERR_SYNTAX : status;
	for ( int32_t i = 0; i < made->columns * made->rows && status == FW_OK; i++ )
	{
		status = fw_hierarchy_fits_in( made, i ) ? FW_OK : FW_ERR_SYNTAX;
	}
	status = status == FW_OK && !fw_hierarchy_finish( made, NULL ) ? FW_ERR_MEMORY : status;
	if ( status != FW_OK )
	{
		fw_hierarchy_destroy( made );
		return refuse( refusal, status, bytes, size, io.at );
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
	FW_TRY( fw_hierarchy_format( hierarchy, &bytes, &size ) );
	return fw_file_write( file, &hierarchy->allocator, bytes, size );
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
