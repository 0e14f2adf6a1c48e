// SPDX-License-Identifier: MIT
// Hierarchies: building, taking over edits, counting; and bit planes of where each unit class stands.
#include "hierarchy/hierarchy.h"
#include "grid/grid.h"

#include "annotate/clearance.h"
#include "base/parallel.h"
#include "fairway/grid.h"
#include "hierarchy/upper.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

// Longer maps get a third level.
#define UPPER_FROM 2048

struct fw_hierarchy_source
{
	fw_holders holders;
	fw_allocator allocator;
	const fw_grid* grid;
	fw_clearance* clearances[FW_HIERARCHY_MAX_CLASSES];
	fw_cluster_scratch* scratch; // [workers]
	int32_t workers;
	fw_upper_scratch* upper; // null where there is no third level
};

fw_hierarchy_def fw_default_hierarchy_def( void )
{
	return ( fw_hierarchy_def ){
	    .cookie = FW_COOKIE,
	    .cluster = 15,
	    .capability_count = 1,
	    .capabilities = { FW_CAP_GROUND | FW_CAP_SWAMP },
	    .size_count = 1,
	    .sizes = { 1 },
	    .quality = FW_QUALITY_HIGH,
	};
}

static const fw_range ranges[] = {
    { "cluster", offsetof( fw_hierarchy_def, cluster ), FW_FIELD_INT, FW_CLUSTER_MIN, FW_CLUSTER_MAX, " tiles" },
    { "capability_count", offsetof( fw_hierarchy_def, capability_count ), FW_FIELD_INT, 1, FW_HIERARCHY_MAX_CLASSES,
      NULL },
    { "size_count", offsetof( fw_hierarchy_def, size_count ), FW_FIELD_INT, 1, FW_HIERARCHY_MAX_CLASSES, NULL },
    { "quality", offsetof( fw_hierarchy_def, quality ), FW_FIELD_INT, FW_QUALITY_INITIAL, FW_QUALITY_LOW, NULL },
};
const fw_ranges fw_hierarchy_def_ranges = FW_RANGES( "def", "fw_default_hierarchy_def()", ranges );

static fw_status check_lists( fw_refusal* refusal, const fw_hierarchy_def* def )
{
	fw_status status = FW_OK;
	for ( int32_t i = 0; i < def->size_count && status == FW_OK; i++ )
	{
		const int32_t least = i > 0 ? def->sizes[i - 1] + 1 : 1;
		status = fw_check_range( refusal, "size", def->sizes[i], least, FW_UNIT_MAX_SIZE );
		fw_refuse_entry( refusal, status, "sizes", i );
	}
	for ( int32_t i = 0; i < def->capability_count && status == FW_OK; i++ )
	{
		for ( int32_t j = 0; j < i && status == FW_OK; j++ )
		{
			if ( def->capabilities[i] == def->capabilities[j] )
			{
				status = fw_refuse_value( refusal, "capability", def->capabilities[i], "an entry before is the same" );
				fw_refuse_entry( refusal, status, "capabilities", i );
			}
		}
	}
	return status;
}

static fw_status check_definition( fw_refusal* refusal, const fw_hierarchy_def* def )
{
	FW_TRY( fw_check( refusal, &fw_hierarchy_def_ranges, def ) );
	if ( def->levels != 0 && def->levels != 2 && def->levels != 3 )
	{
		return fw_refuse_value( refusal, "levels", def->levels, "it must be 0, 2 or 3" );
	}
	if ( def->parallel.run != NULL )
	{
		FW_TRY( fw_check_range( refusal, "parallel.workers", def->parallel.workers, 1, FW_WORKERS_MAX ) );
	}
	return check_lists( refusal, def );
}

static void source_hold( fw_holdings* holdings, fw_hierarchy_source* source )
{
	for ( int32_t i = 0; i < source->workers && source->scratch != NULL; i++ )
	{
		fw_cluster_scratch_hold( holdings, &source->scratch[i] );
	}
	FW_HOLD( holdings, source->scratch, source->workers );
	if ( source->upper != NULL )
	{
		fw_upper_scratch_hold( holdings, source->upper );
		FW_HOLD( holdings, source->upper, 1 );
	}
	FW_HOLD( holdings, source, 1 );
}

static void source_release( fw_hierarchy_source* source )
{
	if ( source != NULL && fw_holders_drop( &source->holders ) )
	{
		const fw_allocator allocator = source->allocator;
		for ( int32_t i = 0; i < FW_HIERARCHY_MAX_CLASSES; i++ )
		{
			fw_clearance_destroy( source->clearances[i] );
		}
		source_hold( &( fw_holdings ){ .allocator = &allocator }, source );
	}
}

static fw_status source_create( const fw_grid* grid, const fw_hierarchy_def* def, const fw_allocator* allocator,
                                fw_hierarchy_source** source )
{
	fw_hierarchy_source* made = fw_alloc_zero( allocator, 1, sizeof( *made ) );
	FW_TRY( made != NULL ? FW_OK : FW_ERR_MEMORY );
	fw_holders_init( &made->holders );
	made->allocator = *allocator;
	made->grid = grid;
	made->workers = def->parallel.run != NULL ? def->parallel.workers : 1;
	made->scratch = fw_alloc_zero( allocator, (size_t)made->workers, sizeof( *made->scratch ) );
	const int32_t longer =
	    fw_grid_width( grid ) > fw_grid_height( grid ) ? fw_grid_width( grid ) : fw_grid_height( grid );
	const bool third = def->levels == 3 || ( def->levels == 0 && longer > UPPER_FROM );
	made->upper = third ? fw_alloc_zero( allocator, 1, sizeof( *made->upper ) ) : NULL;
	fw_status status = made->scratch != NULL && ( !third || made->upper != NULL ) ? FW_OK : FW_ERR_MEMORY;
	for ( int32_t i = 0; i < def->capability_count && status == FW_OK; i++ )
	{
		fw_clearance_def clearance = fw_default_clearance_def();
		clearance.allocator = *allocator;
		clearance.capabilities = def->capabilities[i];
		// Planes are made from it word by word, which is faster on demand; bytes are for grids without layers.
		clearance.on_demand = fw_grid_layer( grid, def->capabilities[i] ) != NULL;
		status = fw_clearance_create( grid, &clearance, &made->clearances[i], NULL );
	}
	if ( status != FW_OK )
	{
		source_release( made );
		return status;
	}
	*source = made;
	return FW_OK;
}

// A hierarchy of the grid as it is now, without clusters.
static fw_hierarchy* make_empty( fw_hierarchy_source* source, const fw_hierarchy_def* def )
{
	const fw_allocator* allocator = &source->allocator;
	fw_hierarchy* made = fw_alloc_zero( allocator, 1, sizeof( *made ) );
	if ( made == NULL )
	{
		return NULL;
	}
	made->allocator = *allocator;
	made->def = *def;
	made->def.allocator = *allocator;
	fw_classes_make( &made->classes, def );
	made->revision = fw_grid_revision( source->grid );
	made->width = fw_grid_width( source->grid );
	made->height = fw_grid_height( source->grid );
	made->columns = ( made->width + def->cluster - 1 ) / def->cluster;
	made->rows = ( made->height + def->cluster - 1 ) / def->cluster;
	for ( int32_t i = 0; i < def->capability_count; i++ )
	{
		made->has_costs = made->has_costs || fw_grid_has_costs( source->grid, def->capabilities[i] );
	}
	for ( int32_t a = 0; a < fw_grid_terrain_count( source->grid ) && made->has_costs; a++ )
	{
		for ( int32_t b = 0; b < fw_grid_terrain_count( source->grid ); b++ )
		{
			const double mean =
			    ( fw_grid_terrain( source->grid, a )->cost + fw_grid_terrain( source->grid, b )->cost ) / 2.0;
			made->costs.straight[a][b] = (uint32_t)floor( mean * FW_LOCAL_ONE + 0.5 );
			made->costs.diagonal[a][b] = (uint32_t)floor( mean * FW_LOCAL_DIAGONAL + 0.5 );
		}
	}
	made->clusters = fw_alloc_zero( allocator, (size_t)made->columns * (size_t)made->rows, sizeof( fw_cluster* ) );
	if ( made->clusters == NULL )
	{
		fw_free( allocator, made, 1, sizeof( *made ) );
		return NULL;
	}
	fw_holders_add( &source->holders );
	made->source = source;
	return made;
}

// The tiles that an edit changes for units of a size.
static fw_rect touched_tiles( const fw_hierarchy* hierarchy, fw_rect edit, int32_t size )
{
	const int32_t reach = size - 1;
	return fw_grid_clip( hierarchy->source->grid,
	                     ( fw_rect ){ edit.x - reach, edit.y - reach, edit.width + reach, edit.height + reach } );
}

static void plane_release( fw_class_plane* plane, const fw_allocator* allocator )
{
	if ( plane != NULL && fw_holders_drop( &plane->holders ) )
	{
		fw_layer_free( &plane->layer, allocator );
		fw_free( allocator, plane, 1, sizeof( *plane ) );
	}
}

static fw_class_plane* plane_create( const fw_hierarchy* hierarchy )
{
	fw_class_plane* made = fw_alloc( &hierarchy->allocator, 1, sizeof( *made ) );
	if ( made == NULL || !fw_layer_init( &made->layer, &hierarchy->allocator, hierarchy->width, hierarchy->height ) )
	{
		fw_free( &hierarchy->allocator, made, 1, sizeof( *made ) );
		return NULL;
	}
	fw_holders_init( &made->holders );
	return made;
}

// Makes the planes of a hierarchy that has none: copies of an older one's, where there is one, with the places in which
// units stand otherwise since an edit, or the older one's own where nothing has changed. False when memory is out.
static bool make_planes( fw_hierarchy* hierarchy, const fw_hierarchy* old, fw_rect edit )
{
	const fw_classes* classes = &hierarchy->classes;
	for ( int32_t unit_class = 0; unit_class < classes->count; unit_class++ )
	{
		const int32_t size = classes->sizes[unit_class % classes->size_count];
		const fw_rect part = touched_tiles( hierarchy, edit, size );
		fw_class_plane* made = plane_create( hierarchy );
		hierarchy->planes[unit_class] = made;
		if ( made == NULL )
		{
			return false;
		}
		if ( old != NULL )
		{
			memcpy( made->layer.words, old->planes[unit_class]->layer.words,
			        fw_layer_words( hierarchy->width, hierarchy->height ) * sizeof( uint64_t ) );
		}
		const bool changed = fw_clearance_plane( hierarchy->source->clearances[unit_class / classes->size_count], size,
		                                         part, &made->layer );
		if ( old != NULL && !changed )
		{
			plane_release( made, &hierarchy->allocator );
			hierarchy->planes[unit_class] = old->planes[unit_class];
			fw_holders_add( &old->planes[unit_class]->holders );
		}
	}
	return true;
}

// Builds one row of clusters.
static void build_row( void* context, int32_t row, int32_t worker )
{
	fw_hierarchy* made = context;
	for ( int32_t i = 0; i < made->columns; i++ )
	{
		made->clusters[row * made->columns + i] = fw_cluster_build( made, i, row, &made->source->scratch[worker] );
	}
}

// Only the first worker's scratch is used from here on.
static void drop_scratch( fw_hierarchy_source* source )
{
	fw_cluster_scratch* one = source->workers > 1 ? fw_alloc( &source->allocator, 1, sizeof( *one ) ) : NULL;
	if ( one == NULL )
	{
		return; // it then stays as large as it is
	}
	*one = source->scratch[0];
	fw_holdings freed = { .allocator = &source->allocator };
	for ( int32_t i = 1; i < source->workers; i++ )
	{
		fw_cluster_scratch_hold( &freed, &source->scratch[i] );
	}
	FW_HOLD( &freed, source->scratch, source->workers );
	source->scratch = one;
	source->workers = 1;
}

// False when memory is out.
static bool build_clusters( fw_hierarchy* made )
{
	fw_run_tasks( &made->def.parallel, made->rows, build_row, made );
	drop_scratch( made->source );
	bool ok = true;
	for ( int32_t i = 0; i < made->columns * made->rows; i++ )
	{
		ok = ok && made->clusters[i] != NULL;
	}
	return ok;
}

// Intra-edges lead both ways, and only to other nodes of the cluster.
static fw_status check_plain( fw_refusal* refusal, const fw_grid* grid, const fw_hierarchy_def* def )
{
	bool plain = true;
	for ( int32_t i = 0; i < def->capability_count; i++ )
	{
		plain = plain && fw_grid_is_plain( grid, def->capabilities[i] );
	}
	return plain ? FW_OK
	             : fw_refuse_pair( refusal, FW_ERR_UNSUPPORTED, "grid", "capabilities",
	                               "it has one-way tiles, or links for them, which hierarchies do not know" );
}

fw_status fw_hierarchy_begin( const fw_grid* grid, const fw_hierarchy_def* def, fw_hierarchy** hierarchy,
                              fw_refusal* refusal )
{
	FW_TRY( check_definition( refusal, def ) );
	FW_TRY( check_plain( refusal, grid, def ) );
	const fw_allocator allocator = fw_allocator_or_default( &def->allocator );
	fw_hierarchy_source* source = NULL;
	FW_TRY( fw_refuse_status( refusal, source_create( grid, def, &allocator, &source ) ) );
	fw_hierarchy* made = make_empty( source, def );
	source_release( source ); // it lives on with the hierarchy
	FW_TRY( fw_refuse_status( refusal, made != NULL ? FW_OK : FW_ERR_MEMORY ) );
	const fw_rect whole = { 0, 0, made->width, made->height };
	if ( !make_planes( made, NULL, whole ) )
	{
		fw_hierarchy_destroy( made );
		return fw_refuse_status( refusal, FW_ERR_MEMORY );
	}
	*hierarchy = made;
	return FW_OK;
}

// Both clusters of a border have as many transitions, on either side of the same places.
static bool sides_agree( const fw_cluster* a, const fw_cluster* b, int32_t side )
{
	const int32_t other = fw_side_opposite( side );
	bool ok = b != NULL ? a->side_count[side] == b->side_count[other] : a->side_count[side] == 0;
	for ( int32_t i = 0; ok && b != NULL && i < a->side_count[side]; i++ )
	{
		const fw_abstract_node* from = &fw_cluster_nodes( a )[fw_cluster_side( a, side )[i]];
		const fw_abstract_node* to = &fw_cluster_nodes( b )[fw_cluster_side( b, other )[i]];
		ok = a->x + from->x + fw_step_x[2 * side] == b->x + to->x &&
		     a->y + from->y + fw_step_y[2 * side] == b->y + to->y;
	}
	return ok;
}

bool fw_hierarchy_fits_in( const fw_hierarchy* hierarchy, int32_t index )
{
	bool ok = true;
	for ( int32_t side = 0; side < FW_SIDE_COUNT && ok; side++ )
	{
		const int32_t beside = fw_slot_beside( hierarchy->columns, hierarchy->rows, index, side );
		ok = sides_agree( hierarchy->clusters[index], beside >= 0 ? hierarchy->clusters[beside] : NULL, side );
	}
	return ok;
}

bool fw_hierarchy_finish( fw_hierarchy* hierarchy, const fw_hierarchy* old )
{
	fw_upper_scratch* upper = hierarchy->source->upper;
	return fw_regions_make( hierarchy, old ) && ( upper == NULL || fw_uppers_build( hierarchy, old, upper ) );
}

const fw_grid* fw_hierarchy_grid( const fw_hierarchy* hierarchy )
{
	return hierarchy->source->grid;
}

fw_status fw_hierarchy_create( const fw_grid* grid, const fw_hierarchy_def* def, fw_hierarchy** hierarchy,
                               fw_refusal* refusal )
{
	fw_hierarchy* made = NULL;
	FW_TRY( FW_CHECK_NULL( refusal, grid, def, hierarchy ) );
	FW_TRY( fw_hierarchy_begin( grid, def, &made, refusal ) );
	const bool built = build_clusters( made ) && fw_hierarchy_finish( made, NULL );
	made->def.parallel = ( fw_parallel ){ 0 }; // it may not outlive this call
	if ( !built )
	{
		fw_hierarchy_destroy( made );
		return fw_refuse_status( refusal, FW_ERR_MEMORY );
	}
	*hierarchy = made;
	return FW_OK;
}

void fw_hierarchy_destroy( fw_hierarchy* hierarchy )
{
	if ( hierarchy == NULL )
	{
		return;
	}
	const fw_allocator allocator = hierarchy->allocator;
	const int32_t count = hierarchy->columns * hierarchy->rows;
	for ( int32_t i = 0; i < count; i++ )
	{
		fw_cluster_release( hierarchy->clusters[i], &allocator );
	}
	fw_free( &allocator, hierarchy->clusters, (size_t)count, sizeof( fw_cluster* ) );
	for ( int32_t i = 0; i < hierarchy->classes.count; i++ )
	{
		plane_release( hierarchy->planes[i], &allocator );
	}
	fw_uppers_drop( hierarchy );
	fw_regions_release( hierarchy->regions, &allocator );
	source_release( hierarchy->source );
	fw_free( &allocator, hierarchy, 1, sizeof( *hierarchy ) );
}

// Steps from a range to a place.
static int32_t steps_from( int32_t first, int32_t count, int32_t at )
{
	return at < first ? first - at : at >= first + count ? at - first - count + 1 : 0;
}

// Do a cluster and what an edit touches share tiles or a border, or with `corners` a corner?
static bool is_near( const fw_hierarchy* hierarchy, fw_rect tiles, int32_t index, bool corners )
{
	const int32_t side = hierarchy->def.cluster;
	const int32_t x = tiles.x / side;
	const int32_t y = tiles.y / side;
	const int32_t dx = steps_from( x, ( tiles.x + tiles.width - 1 ) / side - x + 1, index % hierarchy->columns );
	const int32_t dy = steps_from( y, ( tiles.y + tiles.height - 1 ) / side - y + 1, index / hierarchy->columns );
	return tiles.width > 0 && ( dx + dy <= 1 || ( corners && dx <= 1 && dy <= 1 ) );
}

// A cluster of the new hierarchy: that of the old one where it is the same. Null when memory is out.
static fw_cluster* renew( const fw_hierarchy* old, const fw_hierarchy* made, int32_t i )
{
	fw_cluster* built = fw_cluster_build( made, i % made->columns, i / made->columns, made->source->scratch );
	if ( built != NULL && fw_cluster_equals( built, old->clusters[i] ) )
	{
		fw_cluster_release( built, &made->allocator );
		return fw_cluster_share( old->clusters[i] );
	}
	return built;
}

// Makes anew what depends on the touched tiles, and shares the rest.
static fw_status renew_all( const fw_hierarchy* old, fw_hierarchy* made, fw_rect touched )
{
	const int32_t count = made->columns * made->rows;
	const bool corners = fw_around_matters( &made->def );
	for ( int32_t i = 0; i < count; i++ )
	{
		made->clusters[i] =
		    is_near( made, touched, i, corners ) ? renew( old, made, i ) : fw_cluster_share( old->clusters[i] );
		FW_TRY( made->clusters[i] != NULL ? FW_OK : FW_ERR_MEMORY );
	}
	for ( int32_t i = 0; i < count; i++ )
	{
		if ( made->clusters[i] != old->clusters[i] && !fw_hierarchy_fits_in( made, i ) )
		{
			return FW_ERR_MISMATCH;
		}
	}
	return fw_hierarchy_finish( made, old ) ? FW_OK : FW_ERR_MEMORY;
}

fw_status fw_hierarchy_update( const fw_hierarchy* hierarchy, fw_hierarchy** next, fw_refusal* refusal )
{
	FW_TRY( FW_CHECK_NULL( refusal, hierarchy, next ) );
	FW_TRY( check_plain( refusal, hierarchy->source->grid, &hierarchy->def ) );
	fw_hierarchy* made = make_empty( hierarchy->source, &hierarchy->def );
	FW_TRY( fw_refuse_status( refusal, made != NULL ? FW_OK : FW_ERR_MEMORY ) );
	for ( int32_t i = 0; i < made->def.capability_count; i++ )
	{
		fw_clearance_update( made->source->clearances[i] );
	}
	fw_rect edit = { 0, 0, 0, 0 };
	fw_grid_dirty( made->source->grid, hierarchy->revision, &edit );
	// Costs that come to matter, or change, touch every cluster.
	const bool all = made->has_costs != hierarchy->has_costs ||
	                 memcmp( &made->costs, &hierarchy->costs, sizeof( made->costs ) ) != 0;
	if ( !make_planes( made, hierarchy, edit ) )
	{
		fw_hierarchy_destroy( made );
		return fw_refuse_status( refusal, FW_ERR_MEMORY );
	}
	const int32_t largest = made->def.sizes[made->def.size_count - 1];
	const fw_rect touched = all ? ( fw_rect ){ 0, 0, made->width, made->height } : touched_tiles( made, edit, largest );
	const fw_status status = renew_all( hierarchy, made, touched );
	if ( status != FW_OK )
	{
		fw_hierarchy_destroy( made );
		return status == FW_ERR_MISMATCH ? fw_refuse_mismatch( refusal, "hierarchy", "grid", "its file was forged" )
		                                 : fw_refuse_status( refusal, status );
	}
	*next = made;
	return FW_OK;
}

const fw_hierarchy_def* fw_hierarchy_definition( const fw_hierarchy* hierarchy )
{
	return &hierarchy->def;
}

int32_t fw_hierarchy_class( const fw_hierarchy* hierarchy, uint32_t capabilities, int32_t size )
{
	const fw_classes* classes = &hierarchy->classes;
	for ( int32_t i = 0; i < classes->count; i++ )
	{
		if ( classes->capabilities[i / classes->size_count] == capabilities &&
		     classes->sizes[i % classes->size_count] == size )
		{
			return i;
		}
	}
	return -1;
}

fw_hierarchy_stats fw_hierarchy_measure( const fw_hierarchy* hierarchy )
{
	const size_t count = (size_t)hierarchy->columns * (size_t)hierarchy->rows;
	const size_t plane =
	    sizeof( fw_class_plane ) + fw_layer_words( hierarchy->width, hierarchy->height ) * sizeof( uint64_t );
	fw_hierarchy_stats stats = { .clusters = (int64_t)count,
	                             .bytes = sizeof( *hierarchy ) + count * sizeof( fw_cluster* ) +
	                                      (size_t)hierarchy->classes.count * plane + fw_regions_memory( hierarchy ) };
	for ( size_t i = 0; i < count; i++ )
	{
		const fw_cluster* cluster = hierarchy->clusters[i];
		stats.nodes += cluster->node_count;
		stats.intra_edges += ( (int64_t)cluster->edge_count - cluster->inter_count ) / 2;
		stats.inter_edges += cluster->side_count[FW_SIDE_RIGHT] + cluster->side_count[FW_SIDE_DOWN];
		stats.bytes += cluster->bytes;
	}
	const int32_t uppers = hierarchy->uppers != NULL ? hierarchy->upper_columns * hierarchy->upper_rows : 0;
	for ( int32_t i = 0; i < uppers; i++ )
	{
		const fw_cluster* upper = hierarchy->uppers[i];
		stats.upper_nodes += upper->node_count;
		stats.upper_edges += ( (int64_t)upper->edge_count - upper->inter_count ) / 2;
		stats.upper_edges += upper->side_count[FW_SIDE_RIGHT] + upper->side_count[FW_SIDE_DOWN];
		stats.bytes += upper->bytes + sizeof( fw_cluster* );
	}
	fw_holdings shared = { 0 };
	source_hold( &shared, hierarchy->source );
	stats.shared_bytes = shared.bytes;
	for ( int32_t i = 0; i < hierarchy->def.capability_count; i++ )
	{
		stats.shared_bytes += fw_clearance_memory( hierarchy->source->clearances[i] );
	}
	return stats;
}

static void visit_cluster( const fw_hierarchy* hierarchy, int32_t index,
                           void ( *visit )( void* context, const fw_hierarchy_edge* edge ), void* context )
{
	const fw_cluster* cluster = hierarchy->clusters[index];
	const fw_abstract_node* nodes = fw_cluster_nodes( cluster );
	const fw_abstract_edge* edges = fw_cluster_edges( cluster );
	const fw_classes* classes = &hierarchy->classes;
	for ( int32_t node = 0; node < cluster->node_count; node++ )
	{
		for ( uint32_t e = nodes[node].first_edge; e < nodes[node + 1].first_edge; e++ )
		{
			const fw_abstract_edge* edge = &edges[e];
			const bool inter = edge->side != FW_SIDE_NONE;
			if ( inter ? edge->side > FW_SIDE_DOWN : edge->to < node )
			{
				continue; // visited from its other end
			}
			fw_hierarchy_edge seen = {
			    .from_x = cluster->x + nodes[node].x,
			    .from_y = cluster->y + nodes[node].y,
			    .capabilities = classes->capabilities[edge->unit_class / classes->size_count],
			    .size = classes->sizes[edge->unit_class % classes->size_count],
			    .cost = (double)edge->cost / FW_LOCAL_ONE,
			    .inter = inter,
			};
			seen.to_x = inter ? seen.from_x + fw_step_x[2 * edge->side] : cluster->x + nodes[edge->to].x;
			seen.to_y = inter ? seen.from_y + fw_step_y[2 * edge->side] : cluster->y + nodes[edge->to].y;
			visit( context, &seen );
		}
	}
}

void fw_hierarchy_visit( const fw_hierarchy* hierarchy, void ( *visit )( void* context, const fw_hierarchy_edge* edge ),
                         void* context )
{
	for ( int32_t i = 0; i < hierarchy->columns * hierarchy->rows; i++ )
	{
		visit_cluster( hierarchy, i, visit, context );
	}
}
