// SPDX-License-Identifier: MIT
// fairway abstract: the hierarchy that a map gets for some units, as figures and as a picture.
#include "commands.h"
#include "message.h"
#include "page.h"
#include "progress.h"
#include "refusal.h"
#include "trip.h"
#include "values.h"
#include "workers.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

// What a search without a hierarchy would have to do with.
typedef struct tile_graph
{
	int64_t nodes;
	int64_t edges;
} tile_graph;

static bool check_options( const options* given )
{
	if ( given->set_count > FW_HIERARCHY_MAX_CLASSES )
	{
		complain( "abstract: --capability: %d sets, expected at most %d", (int)given->set_count,
		          FW_HIERARCHY_MAX_CLASSES );
		return false;
	}
	if ( given->save != NULL && strcmp( given->save, "-" ) == 0 )
	{
		complain( "abstract: --save: a hierarchy is written to a file, not to standard output" );
		return false;
	}
	for ( int32_t i = 0; i < given->set_count; i++ )
	{
		for ( int32_t j = 0; j < i; j++ )
		{
			if ( given->sets[i] == given->sets[j] )
			{
				char names[64];
				value_capabilities_text( given->sets[i], names );
				complain( "abstract: --capability '%s': this set was given twice", names );
				return false;
			}
		}
	}
	return picture_check_names( given, "abstract" );
}

static fw_hierarchy_def definition( const options* given )
{
	fw_hierarchy_def def = fw_default_hierarchy_def();
	def.cluster = given->plan.cluster > 0 ? given->plan.cluster : def.cluster;
	def.quality = given->quality;
	def.levels = given->levels;
	def.parallel = workers_of( &given->threads );
	for ( int32_t i = 0; i < given->set_count; i++ )
	{
		def.capabilities[i] = given->sets[i];
	}
	for ( int32_t i = 0; i < given->size_count; i++ )
	{
		def.sizes[i] = given->sizes[i];
	}
	def.capability_count = given->set_count > 0 ? given->set_count : def.capability_count;
	def.size_count = given->size_count > 0 ? given->size_count : def.size_count;
	return def;
}

// Steps to the right and down, so that each is counted once; a diagonal one passes no blocked tile.
static tile_graph count_tiles( const fw_grid* grid, uint32_t capabilities )
{
	tile_graph out = { 0, 0 };
	for ( int32_t y = 0; y < fw_grid_height( grid ); y++ )
	{
		for ( int32_t x = 0; x < fw_grid_width( grid ); x++ )
		{
			const bool here = fw_grid_passable( grid, x, y, capabilities );
			const bool right = fw_grid_passable( grid, x + 1, y, capabilities );
			const bool down = fw_grid_passable( grid, x, y + 1, capabilities );
			const bool corner = fw_grid_passable( grid, x + 1, y + 1, capabilities );
			out.nodes += here;
			out.edges += ( here && right ) + ( here && down );
			// Both diagonals of these four tiles.
			out.edges += here && right && down && corner ? 2 : 0;
		}
	}
	return out;
}

static const char* quality_text( fw_quality quality )
{
	static const char* const texts[] = {
	    [FW_QUALITY_INITIAL] = "initial: all edges",
	    [FW_QUALITY_HIGH] = "high: strong dominance",
	    [FW_QUALITY_LOW] = "low: weak dominance",
	};
	return texts[quality];
}

// The sizes with commas; `text` holds at least 32 bytes.
static void sizes_text( const fw_hierarchy_def* def, char* text )
{
	int used = 0;
	for ( int32_t i = 0; i < def->size_count; i++ )
	{
		used += snprintf( text + used, 32u - (size_t)used, "%s%d", i > 0 ? "," : "", (int)def->sizes[i] );
	}
}

// Nodes and edges of an abstraction in percent of those of the tiles.
static double share( const fw_hierarchy_stats* stats, const tile_graph* tiles )
{
	const double all = (double)tiles->nodes + (double)tiles->edges;
	const double kept = (double)stats->nodes + (double)stats->inter_edges + (double)stats->intra_edges;
	return all > 0.0 ? 100.0 * kept / all : 0.0;
}

static void print_units( const fw_hierarchy_def* def )
{
	char sizes[32];
	sizes_text( def, sizes );
	for ( int32_t i = 0; i < def->capability_count; i++ )
	{
		char names[64];
		value_capabilities_text( def->capabilities[i], names );
		printf( "%-11s %s\n", i == 0 ? "units" : "", names );
	}
	printf( "sizes       %s\n", sizes );
	printf( "quality     %s\n", quality_text( def->quality ) );
}

static void print_figures( const fw_hierarchy_def* def, const fw_hierarchy_stats* stats, const tile_graph* tiles )
{
	printf( "clusters    %lld of %d x %d tiles\n", (long long)stats->clusters, (int)def->cluster, (int)def->cluster );
	printf( "nodes       %lld\n", (long long)stats->nodes );
	printf( "edges       %lld inter, %lld intra\n", (long long)stats->inter_edges, (long long)stats->intra_edges );
	if ( stats->upper_nodes > 0 )
	{
		printf( "upper       %lld nodes, %lld edges\n", (long long)stats->upper_nodes, (long long)stats->upper_edges );
	}
	printf( "share       %.2f %% of the tile graph: %lld nodes, %lld edges\n", share( stats, tiles ),
	        (long long)tiles->nodes, (long long)tiles->edges );
	printf( "memory      %.1f kB abstraction, %.1f kB scratch\n", (double)stats->bytes * 1e-3,
	        (double)stats->shared_bytes * 1e-3 );
}

static bool draw( const options* given, const fw_grid* grid, const fw_hierarchy* hierarchy,
                  const fw_hierarchy_stats* stats, const tile_graph* tiles )
{
	const fw_hierarchy_def* def = fw_hierarchy_definition( hierarchy );
	char title[64];
	char figures[200];
	snprintf( title, sizeof( title ), "quality %s", quality_text( def->quality ) );
	snprintf( figures, sizeof( figures ),
	          "%lld clusters of %d x %d\t%lld nodes\t%lld inter-edges\t%lld intra-edges\t%.2f %% of the tile graph",
	          (long long)stats->clusters, (int)def->cluster, (int)def->cluster, (long long)stats->nodes,
	          (long long)stats->inter_edges, (long long)stats->intra_edges, share( stats, tiles ) );
	const panel only = { .title = title, .figures = figures, .verdict = "" };
	// The line that nobody can cross.
	fw_unit anybody = fw_default_unit();
	anybody.capabilities = 0;
	for ( int32_t i = 0; i < def->capability_count; i++ )
	{
		anybody.capabilities |= def->capabilities[i];
	}
	picture image = picture_of( grid, given );
	image.unit = &anybody;
	image.panels = &only;
	image.panel_count = 1;
	image.hierarchy = hierarchy;
	return picture_take_view( &image, given ) && page_write_all( &image, given );
}

static bool describe( const options* given, const loaded_map* world, const fw_hierarchy* hierarchy,
                      double microseconds )
{
	const fw_hierarchy_def* def = fw_hierarchy_definition( hierarchy );
	const fw_hierarchy_stats stats = fw_hierarchy_measure( hierarchy );
	const tile_graph tiles = count_tiles( world->grid, def->capabilities[0] );
	printf( "map         %s, %d x %d tiles\n", complain_name( world->file ), (int)fw_grid_width( world->grid ),
	        (int)fw_grid_height( world->grid ) );
	grid_print_costs( world->grid );
	print_units( def );
	print_figures( def, &stats, &tiles );
	if ( !given->no_times )
	{
		printf( "time        %.1f ms to build\n", microseconds * 1e-3 );
	}
	return given->out_count == 0 || draw( given, world->grid, hierarchy, &stats, &tiles );
}

static bool save( const options* given, const fw_hierarchy* hierarchy )
{
	errno = 0;
	const fw_status status = given->save != NULL ? fw_hierarchy_save( hierarchy, given->save ) : FW_OK;
	if ( status != FW_OK )
	{
		complain( "%s: %s", given->save, errno != 0 ? strerror( errno ) : fw_status_text( status ) );
	}
	return status == FW_OK;
}

// Threads share the work, and processor time would not show it.
static double wall_microseconds( void )
{
	struct timespec now;
	timespec_get( &now, TIME_UTC );
	return (double)now.tv_sec * 1e6 + (double)now.tv_nsec * 1e-3;
}

// On layers, which other commands make too, so that it needs no clearances of its own.
static fw_status build( fw_grid* grid, const fw_hierarchy_def* def, fw_hierarchy** hierarchy, fw_refusal* refusal )
{
	fw_status status = FW_OK;
	for ( int32_t i = 0; i < def->capability_count && status == FW_OK; i++ )
	{
		status = fw_grid_add_layer( grid, def->capabilities[i], refusal );
	}
	return status == FW_OK ? fw_hierarchy_create( grid, def, hierarchy, refusal ) : status;
}

int command_abstract( options* given )
{
	loaded_map world;
	if ( !check_options( given ) || !loaded_map_open( &world, given ) )
	{
		return EXIT_BAD;
	}
	const fw_hierarchy_def def = definition( given );
	fw_hierarchy* hierarchy = NULL;
	fw_refusal refusal = { 0 };
	progress bar;
	progress_begin( &bar, "building the hierarchy", 0 );
	const double before = wall_microseconds();
	const fw_status status = build( world.grid, &def, &hierarchy, &refusal );
	const double microseconds = wall_microseconds() - before;
	progress_end( &bar );
	if ( status != FW_OK )
	{
		refusal_complain( "abstract", status, &refusal );
	}
	const bool good = status == FW_OK && describe( given, &world, hierarchy, microseconds ) && save( given, hierarchy );
	fw_hierarchy_destroy( hierarchy );
	loaded_map_close( &world );
	return good ? EXIT_GOOD : EXIT_BAD;
}
