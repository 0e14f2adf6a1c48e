// SPDX-License-Identifier: MIT
// A hierarchy as searches see it.
#ifndef FW_HIERARCHY_HIERARCHY_H
#define FW_HIERARCHY_HIERARCHY_H

#include "base/refusal.h"
#include "fairway/hierarchy.h"
#include "hierarchy/cluster.h"

extern const fw_ranges fw_hierarchy_def_ranges;

// What all hierarchies that come from one fw_hierarchy_create() share; changed by fw_hierarchy_update() alone.
typedef struct fw_hierarchy_source fw_hierarchy_source;

// The tiles where a unit class stands, shared by all hierarchies in which they are the same.
typedef struct fw_class_plane
{
	fw_holders holders;
	fw_layer layer;
} fw_class_plane;

// What is connected inside of a rectangle of clusters, by their parts; shared by all hierarchies in which these hang
// together in the same way.
typedef struct fw_cluster_regions
{
	fw_holders holders;
	fw_rect within;
	int32_t clusters; // of all classes
	uint32_t* first;  // [clusters + 1], class by class: where the parts of each cluster begin
	uint32_t* labels; // [first[clusters]], of each part; one label: connected
} fw_cluster_regions;

// The label of what no edge leads to.
#define FW_REGION_NONE UINT32_MAX

struct fw_hierarchy
{
	fw_hierarchy_source* source;
	fw_allocator allocator;
	fw_hierarchy_def def;
	fw_classes classes;
	bool has_costs;
	fw_local_costs costs;
	uint64_t revision;                    // of the grid that it was made from
	int32_t width, height;                // tiles
	int32_t columns, rows;                // clusters
	fw_class_plane* planes[FW_CLASS_MAX]; // by class
	fw_cluster** clusters;                // [columns * rows]
	fw_cluster** uppers;                  // [upper_columns * upper_rows], null where there is no third level
	int32_t upper_columns, upper_rows;
	int32_t upper_side; // tiles
	fw_cluster_regions* regions;
};

// The class of a unit; -1 where the hierarchy was not made for it.
int32_t fw_hierarchy_class( const fw_hierarchy* hierarchy, uint32_t capabilities, int32_t size );

FW_INLINE const fw_layer* fw_hierarchy_plane( const fw_hierarchy* hierarchy, int32_t unit_class )
{
	return &hierarchy->planes[unit_class]->layer;
}

// Does a class stand on a tile, which may lie outside of the map?
FW_INLINE bool fw_hierarchy_stands( const fw_hierarchy* hierarchy, int32_t unit_class, int32_t x, int32_t y )
{
	return (uint32_t)x < (uint32_t)hierarchy->width && (uint32_t)y < (uint32_t)hierarchy->height &&
	       fw_layer_get( fw_hierarchy_plane( hierarchy, unit_class ), x, y );
}

FW_INLINE const fw_local_costs* fw_hierarchy_costs( const fw_hierarchy* hierarchy )
{
	return hierarchy->has_costs ? &hierarchy->costs : NULL;
}

// The cluster that a tile lies in.
FW_INLINE int32_t fw_hierarchy_index( const fw_hierarchy* hierarchy, int32_t x, int32_t y )
{
	return y / hierarchy->def.cluster * hierarchy->columns + x / hierarchy->def.cluster;
}

// One of the clusters of a rectangle, counted row by row.
FW_INLINE const fw_cluster* fw_hierarchy_cluster_in( const fw_hierarchy* hierarchy, fw_rect clusters, int32_t slot )
{
	const int32_t cx = clusters.x + slot % clusters.width;
	const int32_t cy = clusters.y + slot / clusters.width;
	return hierarchy->clusters[cy * hierarchy->columns + cx];
}

// The cluster over a side of one of a rectangle, both counted row by row; -1 outside of it.
FW_INLINE int32_t fw_slot_beside( int32_t columns, int32_t rows, int32_t slot, int32_t side )
{
	const int32_t x = slot % columns + fw_step_x[2 * side];
	const int32_t y = slot / columns + fw_step_y[2 * side];
	return x >= 0 && y >= 0 && x < columns && y < rows ? y * columns + x : -1;
}

// The square in column `x` and row `y` of the squares into which an area is cut, shorter at its end; empty outside of
// it.
FW_INLINE fw_rect fw_square_of( int32_t side, int32_t width, int32_t height, int32_t x, int32_t y )
{
	const int32_t right = width - x * side;
	const int32_t below = height - y * side;
	const bool inside = x >= 0 && y >= 0 && right > 0 && below > 0;
	return inside ? ( fw_rect ){ x * side, y * side, right < side ? right : side, below < side ? below : side }
	              : ( fw_rect ){ 0, 0, 0, 0 };
}

// The tiles of a cluster, with costs where there are any.
FW_INLINE void fw_hierarchy_local( const fw_hierarchy* hierarchy, const fw_cluster* cluster, int32_t unit_class,
                                   fw_local* local )
{
	fw_local_read( local, fw_hierarchy_plane( hierarchy, unit_class ), cluster->x, cluster->y, cluster->width,
	               cluster->height );
	local->costs = fw_hierarchy_costs( hierarchy );
	local->terrain = (const uint8_t*)cluster + cluster->terrain;
	local->stride = cluster->width;
}

// A hierarchy of the grid as it is now whose clusters are null. FW_ERR_... as fw_hierarchy_create().
fw_status fw_hierarchy_begin( const fw_grid* grid, const fw_hierarchy_def* def, fw_hierarchy** hierarchy,
                              fw_refusal* refusal );
// Finds what is connected inside of a rectangle of clusters; null when memory is out.
fw_cluster_regions* fw_regions_create( const fw_hierarchy* hierarchy, fw_rect within );
void fw_regions_release( fw_cluster_regions* regions, const fw_allocator* allocator );
// The same of all clusters, or that of an older hierarchy in which it is the same. False when memory is out.
bool fw_regions_make( fw_hierarchy* hierarchy, const fw_hierarchy* old );
// Do the parts of a cluster hang together with those beside it as in an older hierarchy?
bool fw_regions_same( const fw_hierarchy* hierarchy, const fw_hierarchy* old, int32_t index );
size_t fw_regions_memory( const fw_hierarchy* hierarchy );
// The label of a node of a cluster for a class, and in the whole hierarchy of the node on a tile.
uint32_t fw_regions_of_node( const fw_hierarchy* hierarchy, const fw_cluster_regions* regions, int32_t unit_class,
                             int32_t slot, int32_t node );
uint32_t fw_regions_label( const fw_hierarchy* hierarchy, int32_t unit_class, int32_t x, int32_t y );

// Do a cluster and those beside it have the same transitions? Files can be forged.
bool fw_hierarchy_fits_in( const fw_hierarchy* hierarchy, int32_t index );

// Adds regions and the level above the clusters. False when memory is out.
bool fw_hierarchy_finish( fw_hierarchy* hierarchy, const fw_hierarchy* old );

// Hierarchies as bytes; fw_hierarchy_save() and fw_hierarchy_load() only add the file. The caller gives back `size`
// bytes through the hierarchy's allocator.
fw_status fw_hierarchy_format( const fw_hierarchy* hierarchy, char** bytes, size_t* size );
fw_status fw_hierarchy_parse( const fw_grid* grid, const char* bytes, size_t size, const fw_allocator* allocator,
                              fw_hierarchy** hierarchy, fw_refusal* refusal );

const fw_grid* fw_hierarchy_grid( const fw_hierarchy* hierarchy ); // that it was made from

#endif
